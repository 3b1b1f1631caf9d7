package story

import (
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/lang"
	"paddock/bot/record"
	"paddock/bot/request"
	"paddock/bot/server"
	"paddock/games/match"
)

// Slash types a command and returns the bot's private answer.
func (s *Story) Slash(who discordsim.UserID, text string) discordsim.Message {
	s.Helper()
	return s.Answered(s.Sim.As(who).In(s.Hall).Slash(text), text)
}

// Click presses a button and returns the answer. If the board lacks the button, Click opens the
// menu *More* and presses it there.
func (s *Story) Click(who discordsim.UserID, m discordsim.Message, label string) discordsim.Message {
	s.Helper()
	m = s.opened(s.Sim.As(who), m, label)
	return s.Answered(s.Sim.As(who).Click(m, label), "["+label+"]")
}

// opened presses More, then Rules, export … and Edit, until a message has a button.
func (s *Story) opened(who discordsim.Actor, m discordsim.Message, label string) discordsim.Message {
	s.Helper()
	for _, more := range []string{
		"More", "Mer", "Mehr", "Rules, export …", "Regler, export …", "Regeln, Export …", "Edit",
	} {
		if _, there := m.Button(label); !there && slices.Contains(m.Labels(), more) {
			m = s.Answered(who.Click(m, more), "["+more+"]")
		}
	}
	return m
}

// Choose picks an entry of a message's only menu, or presses the equivalent button, and returns the
// answer.
func (s *Story) Choose(who discordsim.UserID, m discordsim.Message, pick string) discordsim.Message {
	s.Helper()
	menus := m.Selects()
	if len(menus) == 0 {
		for _, w := range Ways(m) {
			if w.Value == pick {
				return s.Click(who, m, w.Button)
			}
		}
	}
	if len(menus) != 1 {
		s.Fatalf("choose %q: the message has %d menus:\n%s", pick, len(menus), m.Text())
	}
	return s.Answered(s.Sim.As(who).Select(m, menus[0].CustomID, pick), "<"+pick+">")
}

// Way is one way to continue a move: an entry of a menu or a button.
type Way struct {
	// a move like the value of an entry: a whole move after choose.WholeMove, or a part of one
	// after choose.HalfMove
	Value  string
	Label  string
	Button string // the button's id; empty: an entry of a menu
}

// Ways returns the ways to continue a move that a message offers.
func Ways(m discordsim.Message) (list []Way) {
	for _, menu := range m.Selects() {
		for _, o := range menu.Options {
			list = append(list, Way{Value: o.Value, Label: o.Label})
		}
	}
	for _, b := range m.Buttons() {
		at, err := component.ParseID(b.CustomID)
		if err != nil || b.Disabled || at.Text == "" {
			continue
		}
		text := at.Text
		switch at.Action {
		case component.ActLessonMove, component.ActLessonOpen:
			text = text[strings.LastIndex(text, "/")+1:]
		}
		switch at.Action {
		case component.ActPlay, component.ActPlayOnce, component.ActTryMove, component.ActLessonMove:
			list = append(list, Way{choose.WholeMove + text, b.Label, b.CustomID})
		case component.ActOpen, component.ActOpenOnce, component.ActTryOpen, component.ActLessonOpen:
			if page, _ := choose.ParsePage(text); page == 0 && text != "" {
				list = append(list, Way{choose.HalfMove + text, b.Label, b.CustomID})
			}
		}
	}
	return list
}

// Answered waits for the answer to an interaction. It fails the story if there is none in time
// (P4).
func (s *Story) Answered(i *discordsim.Interaction, what string) discordsim.Message {
	s.Helper()
	synctest.Wait()
	s.Wait(AMoment)
	for range 20 { // the call waits for a deferred answer
		if m := i.Message(); !m.Loading() {
			break
		}
		s.Wait(time.Second)
	}
	if err := i.Err(); err != nil {
		s.Fatalf("%s: %v", what, err)
	}
	for _, m := range slices.Backward(i.FollowUps()) {
		if m.Ephemeral() { // where the bot is not a member, boards are follow-ups too
			return m
		}
	}
	if i.Answer() == discordsim.AnswerDeferEdit {
		return discordsim.Message{}
	}
	return i.Message()
}

// SayYes uses a command that asks for confirmation, and confirms it.
func (s *Story) SayYes(who discordsim.UserID, text string) {
	s.Helper()
	m := s.Slash(who, text)
	s.Click(who, m, m.Labels()[len(m.Labels())-1])
}

// Tap presses a button of a direct message and returns the answer.
func (s *Story) Tap(u discordsim.UserID, m discordsim.Message, label string) discordsim.Message {
	s.Helper()
	there := s.Sim.As(u).In(s.Sim.DM(u))
	return s.Answered(there.Click(s.opened(there, m, label), label), "["+label+"]")
}

// Fill presses a button that opens a form, submits the form with values, and returns the answer.
func (s *Story) Fill(u discordsim.UserID, where discordsim.ChannelID, m discordsim.Message, label string,
	values map[string]string,
) discordsim.Message {
	s.Helper()
	there := s.Sim.As(u).In(where)
	opened := there.Click(s.opened(there, m, label), label)
	s.Answered(opened, "["+label+"]")
	form := opened.Modal()
	if form == nil {
		s.Fatalf("[%s] opens no form, but says:\n%s", label, opened.Message().Text())
	}
	return s.Answered(s.Sim.As(u).In(where).Submit(form, values), "form "+label)
}

// FromMenu picks entries of a message's nth menu and returns the answer.
func (s *Story) FromMenu(u discordsim.UserID, where discordsim.ChannelID, m discordsim.Message, nth int,
	values ...string,
) discordsim.Message {
	s.Helper()
	menus := m.Selects()
	if len(menus) <= nth {
		s.Fatalf("the message has %d menus, want more than %d:\n%s", len(menus), nth, m.Text())
	}
	return s.Answered(s.Sim.As(u).In(where).Select(m, menus[nth].CustomID, values...), "menu")
}

// Sets changes a setting by its button in a panel, and by the menu that the button opens if the
// setting is not on or off. It returns the last answer.
func (s *Story) Sets(u discordsim.UserID, where discordsim.ChannelID, panel discordsim.Message,
	setting, value string,
) discordsim.Message {
	s.Helper()
	for _, b := range panel.Buttons() {
		switch id := b.CustomID; {
		case strings.HasSuffix(id, ":"+setting):
			menu := s.Answered(s.Sim.As(u).In(where).Click(panel, id), "["+setting+"]")
			if len(menu.Selects()) == 0 { // the bot refused the change
				return menu
			}
			return s.FromMenu(u, where, menu, 0, value)
		case strings.HasSuffix(id, ":"+setting+"="+value):
			return s.Answered(s.Sim.As(u).In(where).Click(panel, id), "["+setting+"]")
		}
	}
	s.Fatalf("the panel has no button that sets %s to %s: %q", setting, value, panel.Labels())
	return discordsim.Message{}
}

// Imports uses /match import with a file.
func (s *Story) Imports(who discordsim.UserID, text string) discordsim.Message {
	s.Helper()
	return s.Answered(s.Sim.As(who).In(s.Hall).WithFile("game.txt", []byte(text)).Slash("/match import file:game.txt"),
		"/match import")
}

// Exports uses `/match export` and returns the file. It fails the story unless the file contains
// all of the texts.
func (s *Story) Exports(who discordsim.UserID, texts ...string) string {
	s.Helper()
	m := s.Slash(who, "/match export")
	s.Private(m)
	if len(m.Attachments) != 1 {
		s.Fatalf("the export has %d files, want 1:\n%s", len(m.Attachments), m.Text())
	}
	text := string(m.Attachments[0].Content)
	for _, want := range texts {
		if !strings.Contains(text, want) {
			s.Errorf("the export does not say %q, but:\n%s", want, text)
		}
	}
	return text
}

// Thought returns the answer to an interaction after a computer player has finished thinking.
func (s *Story) Thought(i *discordsim.Interaction) discordsim.Message {
	s.Helper()
	s.Answered(i, "a thought")
	s.Wait(time.Minute)
	return i.Message()
}

// Forge makes the next click send another component id than its button's. With values it sends a
// choice from a menu.
func (s *Story) Forge(to component.Target, values ...string) {
	s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
		data := map[string]any{"custom_id": to.MustID(), "component_type": 2, "id": 1}
		if len(values) > 0 {
			data["component_type"], data["values"] = 3, values
		}
		p["type"], p["data"] = 3, data
		return []map[string]any{p}
	})
}

// TypedCommands returns every command with sample options. A required match is called MATCH.
func TypedCommands(set *request.Set) (list []string) {
	samples := map[string]string{
		"user": "@Bob", server.OptNew: "@Cid", "name": "x", "format": "swiss",
		"reason": "because", "winner": "draw", "text": "?",
	}
	for _, c := range set.Definitions(lang.English) {
		if c.Type != discordgo.ChatApplicationCommand {
			continue
		}
		for path, options := range optionsByPath(c) {
			text := "/" + path
			for _, o := range options {
				switch {
				case o.Name == request.OptGame && len(o.Choices) == 0:
					text += " game:MATCH"
				case o.Name == request.OptGame:
					text += " game:kalah"
				case o.Required && samples[o.Name] != "":
					text += " " + o.Name + ":" + samples[o.Name]
				case o.Required && len(o.Choices) > 0:
					text += " " + o.Name + ":" + o.Choices[0].Name
				case o.Required:
					text += " " + o.Name + ":1"
				}
			}
			list = append(list, text)
			for _, o := range options {
				switch o.Name {
				case record.OptAfter:
					list = append(list, text+" after:0", text+" after:7")
				case server.OptOld:
					list = append(list, text+" old:@Bob",
						strings.Replace(text, "game:MATCH", "tournament:Kalah round robin", 1))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

func optionsByPath(c *discordgo.ApplicationCommand) map[string][]*request.Option {
	list := make(map[string][]*request.Option)
	for _, o := range c.Options {
		if o.Type == discordgo.ApplicationCommandOptionSubCommand {
			list[c.Name+" "+o.Name] = o.Options
		}
	}
	if len(list) == 0 {
		list[c.Name] = c.Options
	}
	return list
}

// Moderated makes Cid, who plays in no match, a manager of the server, and adds Dan as a member.
func (s *Story) Moderated() (dan discordsim.UserID) {
	s.Helper()
	s.Sim.SetPermissions(s.Club, s.Cid, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	dan = s.Sim.AddUser("Dan")
	s.Sim.AddMember(s.Club, dan)
	return dan
}

// Moderates begins a match of Ann and Bob, in which Eve uses a moderator's command.
func (s *Story) Moderates(text string) {
	s.Helper()
	s.Begin("/kalah challenge user:@Bob first:me")
	s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	s.Slash(s.Eve, text+" game:"+string(s.Only().ID))
}

// Accept makes a user accept a seat that a moderator has offered them.
func (s *Story) Accept(who discordsim.UserID) {
	s.Helper()
	s.Wait(time.Minute)
	s.Private(s.Click(who, s.Sim.Last(s.Hall, who), "Accept"), "You have taken over")
	s.Wait(time.Minute)
}

// Audits returns the acts in the server's audit log, the newest first.
func (s *Story) Audits() (acts []match.AuditAct) {
	s.Helper()
	list, err := s.Store.Audit(s.Context(), match.GuildID(s.Club), 0, 1000)
	if err != nil {
		s.Fatal(err)
	}
	for _, a := range list {
		acts = append(acts, a.Did)
	}
	return acts
}

// Resigns makes a user resign their only running match.
func (s *Story) Resigns(who discordsim.UserID) {
	s.Helper()
	s.Click(who, s.Slash(who, "/resign"), "Yes, I resign")
}
