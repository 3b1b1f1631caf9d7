package person

import (
	"cmp"
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) settingsCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "general",
		Help:  "How you see boards, how you hear of your turn, and in which language I answer",
		Where: request.Everywhere, Run: f.settings,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return answer.SettingOptions(a, personalSettings(a.Games))
		},
	}
}

// Names of options.
const (
	optNotify   = "notify"
	optForced   = "forced"  // stored in match.User.Forced
	optAskFirst = "confirm" // stored in match.User.Confirm
	optArchive  = "archive" // stored in match.User.Archive
)

// notifyMention is the value for a mention at the board (P28). A user record stores it as empty,
// but the value of a menu must not be empty.
const notifyMention = "mention"

// personalSettings are the settings of a user, with the personal choices of all games.
func personalSettings(catalogue []*games.Game) []answer.Setting[match.User] {
	list := []answer.Setting[match.User]{
		{
			Name: request.OptStyle, Help: "How you see boards",
			Choices: []string{"image", "picture", "text", "monospace text", "words", "the position in words"},
			Now:     func(u match.User) string { return string(cmp.Or(u.Style, match.Image)) },
			Set:     func(u *match.User, v string) { u.Style = match.Style(v) },
		},
		preference(request.OptLook, "How I draw pictures for you", board.LookUsual, []string{
			board.LookUsual, "dark", board.LookLight, "light", board.LookContrast, "strong contrasts",
			board.LookLightLarge, "light, larger pieces and letters", board.LookLarge, "larger pieces and letters",
			board.LookBoth, "strong contrasts, larger pieces and letters",
		}),
		answer.Switch(optAskFirst, "Ask you before a move counts", func(u *match.User) *bool { return &u.Confirm }),
		{
			Name: request.OptLanguage, Help: "The language I answer in",
			Choices: answer.Languages("as in your Discord"),
			Now:     func(u match.User) string { return cmp.Or(u.Language, people.Auto) },
			Set:     func(u *match.User, v string) { u.Language = strings.TrimPrefix(v, people.Auto) },
		},
		{
			Name: optNotify, Help: "How you hear of your turn",
			Choices: []string{
				notifyMention, "a mention at the board", string(match.ByDM), "a direct message",
				string(match.ByDigest), "one direct message a day", string(match.ByNothing), "not at all",
			},
			Now: func(u match.User) string { return cmp.Or(string(u.Notify), notifyMention) },
			Set: func(u *match.User, v string) { u.Notify = match.Notify(strings.TrimPrefix(v, notifyMention)) },
		},
		answer.Switch(optForced, "Play your move for you when you have only one", func(u *match.User) *bool {
			return &u.Forced
		}),
		answer.Switch(optArchive, "Share your finished matches, without names, with people who study games",
			func(u *match.User) *bool { return &u.Archive }),
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

// preference returns a setting that is stored under its name in match.User.Prefer.
func preference(name, help, usual string, choices []string) answer.Setting[match.User] {
	return answer.Setting[match.User]{
		Name: name, Help: help, Choices: choices,
		Now: func(u match.User) string { return cmp.Or(u.Prefer[name], usual) },
		Set: func(u *match.User, v string) {
			if u.Prefer == nil {
				u.Prefer = make(games.Options)
			}
			u.Prefer[name] = v
		},
	}
}

// settings handles `/settings general` and its panel: the settings of a user, each with a button
// that changes it.
func (f *Feature) settings(ctx context.Context, r *request.Request) (request.Reply, error) {
	list := personalSettings(f.Games)
	picked, err := answer.Chosen(r, list)
	if err != nil {
		return request.Reply{}, err
	}
	if by := match.Notify(picked[optNotify]); by == match.ByDM || by == match.ByDigest {
		if err := f.CheckDirectMessages(ctx, r, SayNotifyHere); err != nil {
			return request.Reply{}, err
		}
	}
	if len(picked) > 0 {
		if err := f.People.Change(ctx, r.User, func(u *match.User) { answer.Apply(u, list, picked) }); err != nil {
			return request.Reply{}, err
		}
	}
	if picked[optNotify] == string(match.ByDigest) {
		if err := f.Boards.CallDaily(ctx, r.User); err != nil {
			return request.Reply{}, err
		}
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	if len(picked) > 0 {
		r.In = people.LanguageOfUser(u)
	}
	reply := answer.Panel(r, u.Style, r.In.Speak(sayYourSettings), r.In.Speak(say.AtOnce), u, list,
		component.ActSettings)
	more := discord.Row(component.Button(r.In.Speak(sayLabelHours), discordgo.SecondaryButton,
		component.Target{Action: ActHours}))
	reply.Message.Parts = append(reply.Message.Parts, more)
	return reply, nil
}
