package help

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
)

// outline lists the topics of the help, apart from the games, and the commands of each. A command
// with sub-commands stands for all of them.
var outline = []struct {
	id    string
	name  games.Sentence
	paths []string
}{
	{"begin", sayTopicBegin, []string{"play", "lobby", "games", "board", "Challenge to a game", "stats", "top"}},
	{"turn", sayTopicTurn, []string{
		"hint", "takeback", "draw", "resign", "match try", "match conditional",
		"match note", "match vote", "match open",
	}},
	{"time", sayTopicTime, []string{"match pause", "match resume", "match give-time", "match nudge", "match why"}},
	{"past", sayTopicPast, []string{
		"match history", "match happened", "review", "Review this match", "match watch",
		"match export", "match import", "match report",
	}},
	{"learn", sayTopicLearn, []string{"learn", "puzzle", "rules", "help"}},
	{"settings", sayTopicSettings, []string{"settings", "privacy"}},
	{"tournaments", sayTopicTournaments, []string{"tournament"}},
	{"server", sayTopicServer, []string{"server"}},
}

// topic is a page of the help: commands, and what each of them does.
type topic struct {
	id, name string
	lines    []string
	game     *games.Game // nil: the topic is about no game
}

// topics returns the topics with the commands that the person may use here. Each command is in one
// topic. Commands that outline lacks are in the last topic.
func (f *Feature) topics(r *request.Request) (list []topic) {
	at := make(map[string]int) // indices of commands in outline, by path
	for i, t := range outline {
		for _, path := range t.paths {
			at[path] = i
		}
	}
	a := request.Builder{In: r.In, Games: f.Games}
	lines := make([][]string, len(outline)+1)
	add := func(whole string, c *request.Command) {
		path := strings.TrimSpace(whole + " " + c.Name)
		found, _ := f.set().Find(path)
		if found == nil || !r.MayUse(found) {
			return
		}
		i, known := at[path]
		if !known {
			i, known = at[whole]
		}
		if !known {
			i = len(outline)
		}
		lines[i] = append(lines[i], described(r, path, c, c.HelpFor(a, nil)))
	}
	for _, c := range f.set().Common {
		if len(c.Subs) == 0 {
			add("", c)
		}
		for _, sub := range c.Subs {
			add(c.Name, sub)
		}
	}
	for i, t := range outline {
		if t.id == "settings" && slices.ContainsFunc(f.Games, func(g *games.Game) bool { return g.Hidden }) {
			lines[i] = append(lines[i], r.In.Speak(sayOperator))
		}
		list = append(list, topic{id: t.id, name: r.In.Speak(t.name), lines: lines[i]})
	}
	for _, g := range f.Games {
		t := topic{id: string(g.ID), name: g.Name, lines: []string{r.In.Text(g.Summary) + "."}, game: g}
		for _, c := range f.set().OfGame(g) {
			t.lines = append(t.lines, described(r, string(g.ID)+" "+c.Name, c, c.HelpFor(a, g)))
		}
		list = append(list, t)
	}
	list = append(list, topic{id: "other", name: r.In.Speak(sayTopicOther), lines: lines[len(outline)]})
	return slices.DeleteFunc(list, func(t topic) bool { return len(t.lines) == 0 })
}

// described returns a line about a command: its name, and what it does.
func described(r *request.Request, path string, c *request.Command, help string) string {
	switch {
	case c.UserMenu:
		return r.In.Say(sayInMenu, r.In.Name(c.Name))
	case c.OnBoards:
		return r.In.Say(sayOnBoards, r.In.Name(c.Name))
	}
	return r.CommandText(path) + " " + help
}

// message returns the page of a topic, with the menu of all topics.
func (t topic) message(in lang.Language, list []topic) discord.Message {
	buttons := []discordgo.MessageComponent{component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton,
		component.Target{Action: component.ActHelp})}
	if t.game != nil {
		buttons = append(buttons, board.RulesButtons(in, []*games.Game{t.game})...)
	}
	m := discord.TextMessage("### " + t.name + "\n" + strings.Join(t.lines, "\n"))
	m.Parts = append(m.Parts, menu(in, list, t.id), discord.Row(buttons...))
	return m
}

// menu returns the menu of topics. It shows the chosen one, if any.
func menu(in lang.Language, list []topic, chosen string) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, t := range list[:min(len(list), discord.MaxOptions)] {
		options = append(options,
			discordgo.SelectMenuOption{
				Label: discord.Truncate(t.name, discord.MaxOptionText), Value: t.id,
				Default: t.id == chosen,
			})
	}
	return component.Menu(in.Speak(sayMenuTopics), options, component.Target{Action: component.ActHelp, Text: "topics"})
}
