package command

import (
	"cmp"
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

var settingsCommand = &router.Command{
	Name: "settings", Help: "How boards are shown to you, how you hear of your turn, and in which language I answer", Where: router.Everywhere, Run: settings,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		list := []*router.Option{
			a.Choice(router.OptStyle, "How boards are shown to you", false, "image", "picture", "text", "monospace text", "words", "the position in words"),
			a.Boolean(optAskFirst, "Ask you before a move counts"),
			a.LanguageOption("The language in which I answer you", "as your Discord says"),
			a.Choice(optNotify, "How you hear that it is your turn", false,
				notifyMention, "a mention at the board", string(match.ByDM), "a direct message", string(match.ByNothing), "not at all"),
		}
		for _, g := range a.Games {
			for _, o := range g.Personal {
				list = append(list, a.GameOption(o))
			}
		}
		return list
	},
}

// settings is `/settings`: how boards are shown to one person, and in which language they are answered.
func settings(ctx context.Context, r *router.Request) (discord.Reply, error) {
	code := r.Text(router.OptLanguage)
	if err := setNotify(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	var u match.User
	err := r.People.Change(ctx, r.User, func(now *match.User) {
		if style := match.Style(r.Text(router.OptStyle)); style != "" {
			now.Style = style
		}
		if code != "" {
			now.Language = strings.TrimPrefix(code, people.Auto)
		}
		now.Confirm = r.Yes(optAskFirst, now.Confirm)
		for _, g := range r.Games {
			for _, o := range g.Personal {
				if v := r.Text(o.Name); v != "" {
					if now.Prefer == nil {
						now.Prefer = make(games.Options)
					}
					now.Prefer[o.Name] = v
				}
			}
		}
		u = *now
	})
	if err != nil {
		return discord.Reply{}, err
	}
	r.In = people.LanguageOfUser(u)
	style := say.StyleNow
	if r.Text(router.OptStyle) != "" {
		style = say.Style
	}
	lines := []string{r.In.Say(style, say.ShownAs[cmp.Or(u.Style, match.Image)])}
	for _, g := range r.Games {
		for _, o := range g.Personal {
			lines = append(lines, r.In.Say(say.Personal, g.Name, r.In.Name(o.Name), cmp.Or(u.Prefer[o.Name], o.Default)))
		}
	}
	asked := say.ConfirmOff
	if u.Confirm {
		asked = say.ConfirmOn
	}
	lines = append(lines, r.In.Speak(asked), r.In.Speak(say.NotifiedBy[u.Notify]), r.In.Say(say.Language, r.In.InProse()))
	return router.ReplyText(strings.Join(lines, "\n")), nil
}

// How people hear that something waits for them (P28): by a mention in the message that says so, by a direct message that leads there, or not at
// all.
const (
	optAskFirst   = "confirm" // see match.User.Confirm
	optNotify     = "notify"
	notifyMention = "mention"
)

// setNotify is what `/settings notify:` does. Direct messages are chosen only by who can get one.
func setNotify(ctx context.Context, r *router.Request) error {
	chosen := r.Text(optNotify)
	switch chosen {
	case "":
		return nil
	case notifyMention:
		chosen = string(match.ByMention)
	case string(match.ByDM):
		if err := r.People.Change(ctx, r.User, func(u *match.User) { u.DMClosed = false }); err != nil {
			return err
		}
		if err := r.Boards.Tell(ctx, r.User, discord.TextMessage(r.In.Speak(say.NotifyHere))); err != nil {
			return err
		}
		if u, err := r.People.User(ctx, r.User); err != nil || u.DMClosed {
			return router.Refuse(r.In.Speak(say.NotifyClosed))
		}
	}
	return r.People.Change(ctx, r.User, func(u *match.User) { u.Notify = match.Notify(chosen) })
}
