package command

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var settingsCommand = &router.Command{
	Name: "settings", Help: "How boards are shown to you, how you hear of your turn, and in which language I answer", Where: router.Everywhere, Run: settings,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		var list []*router.Option
		for _, s := range personalSettings(a.Games) {
			list = append(list, s.option(a))
		}
		return list
	},
}

var settingsActions = router.Actions{show.ActSettings: settings}

const (
	optLook     = "look"
	optNotify   = "notify"
	optForced   = "forced"  // see match.User.Forced
	optAskFirst = "confirm" // see match.User.Confirm
)

// How people hear that something waits for them (P28): by a mention in the message that says so, by a direct message that leads there, or not at
// all. The mention has a word of its own, for a menu's value can't be empty.
const notifyMention = "mention"

// personalSettings are what each person sets for themself, with the personal choices of all games.
func personalSettings(catalogue []*games.Game) []setting[match.User] {
	list := []setting[match.User]{
		{
			name: router.OptStyle, help: "How boards are shown to you",
			choices: []string{"image", "picture", "text", "monospace text", "words", "the position in words"},
			now:     func(u match.User) string { return string(cmp.Or(u.Style, match.Image)) },
			set:     func(u *match.User, v string) { u.Style = match.Style(v) },
		},
		preference(optLook, "How pictures are drawn for you", show.LookUsual, []string{
			show.LookUsual, "as usual", show.LookContrast, "strong contrasts", show.LookLarge, "larger pieces and letters", show.LookBoth, "strong contrasts, larger pieces and letters",
		}),
		{
			name: optAskFirst, help: "Ask you before a move counts", choices: []string{"true", "yes, ask me first", "false", "no, it counts when I choose it"},
			now: func(u match.User) string { return strconv.FormatBool(u.Confirm) },
			set: func(u *match.User, v string) { u.Confirm = v == "true" },
		},
		{
			name: router.OptLanguage, help: "The language in which I answer you", choices: languages("as your Discord says"),
			now: func(u match.User) string { return cmp.Or(u.Language, people.Auto) },
			set: func(u *match.User, v string) { u.Language = strings.TrimPrefix(v, people.Auto) },
		},
		{
			name: optNotify, help: "How you hear that it is your turn",
			choices: []string{notifyMention, "a mention at the board", string(match.ByDM), "a direct message", string(match.ByDigest), "one direct message a day", string(match.ByNothing), "not at all"},
			now:     func(u match.User) string { return cmp.Or(string(u.Notify), notifyMention) },
			set:     func(u *match.User, v string) { u.Notify = match.Notify(strings.TrimPrefix(v, notifyMention)) },
		},
		{
			name: optForced, help: "Play your move at once where you have only one", choices: []string{"true", "yes, play it for me", "false", "no, I play it myself"},
			now: func(u match.User) string { return strconv.FormatBool(u.Forced) },
			set: func(u *match.User, v string) { u.Forced = v == "true" },
		},
	}
	for _, g := range catalogue {
		for _, o := range g.Personal {
			var choices []string
			for _, c := range o.Choices {
				choices = append(choices, c.Value, c.Label)
			}
			list = append(list, preference(o.Name, o.Help, o.Default, choices))
		}
	}
	return list
}

// preference is a setting that is kept under its name in match.User.Prefer.
func preference(name, help, usual string, choices []string) setting[match.User] {
	return setting[match.User]{
		name: name, help: help, choices: choices,
		now: func(u match.User) string { return cmp.Or(u.Prefer[name], usual) },
		set: func(u *match.User, v string) {
			if u.Prefer == nil {
				u.Prefer = make(games.Options)
			}
			u.Prefer[name] = v
		},
	}
}

// languages are the choices of a language, each by its own name, and what it is when nothing is chosen.
func languages(otherwise string) []string {
	list := []string{people.Auto, otherwise}
	for _, l := range lang.All {
		list = append(list, l.Code(), l.OwnName())
	}
	return list
}

// settings is `/settings` and its panel: what somebody has set, each with a menu that changes it at once.
func settings(ctx context.Context, r *router.Request) (discord.Reply, error) {
	list := personalSettings(r.Games)
	picked, err := chosen(r, list)
	if err != nil {
		return discord.Reply{}, err
	}
	if by := match.Notify(picked[optNotify]); by == match.ByDM || by == match.ByDigest {
		if err := mayWriteTo(ctx, r); err != nil {
			return discord.Reply{}, err
		}
	}
	if len(picked) > 0 {
		if err := r.People.Change(ctx, r.User, func(u *match.User) { apply(u, list, picked) }); err != nil {
			return discord.Reply{}, err
		}
	}
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(picked) > 0 {
		r.In = people.LanguageOfUser(u)
	}
	reply := panel(r, r.In.Speak(say.YourSettings), r.In.Speak(say.AtOnce), u, list, show.ActSettings)
	more := discord.Row(show.Button(r.In.Speak(say.LabelHours), discordgo.SecondaryButton, show.Target{Action: show.ActHours}))
	reply.Message.Parts = append(reply.Message.Parts, more)
	return reply, nil
}

// mayWriteTo tries a direct message: they are chosen only by who can get one.
func mayWriteTo(ctx context.Context, r *router.Request) error {
	if err := r.People.Change(ctx, r.User, func(u *match.User) { u.DMClosed = false }); err != nil {
		return err
	}
	if _, err := r.Boards.Tell(ctx, r.User, discord.TextMessage(r.In.Speak(say.NotifyHere))); err != nil {
		return err
	}
	if u, err := r.People.User(ctx, r.User); err != nil || u.DMClosed {
		return router.Refuse(r.In.Speak(say.NotifyClosed))
	}
	return nil
}
