package command

import (
	"context"
	"slices"
	"strconv"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/show"
	"paddock/games/match"
)

var serverAudit = &router.Command{Name: "audit", Help: "What those who manage the server have done here with me", Run: audit}

// auditPage is how many lines of the audit log stand on a page.
const auditPage = 8

// audit is `/server audit`: the newest lines, and with each press those before.
func audit(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if err := checkManages(r); err != nil {
		return discord.Reply{}, err
	}
	before := 0
	if r.Answer.IsComponent() && r.Target.Text != "" {
		var err error
		if before, err = strconv.Atoi(r.Target.Text); err != nil || before < 0 {
			return discord.Reply{}, show.ErrID
		}
	}
	list, err := r.Matches.Moderate.Log(ctx, r.Guild, before, auditPage+1)
	if err != nil {
		return discord.Reply{}, err
	}
	more := len(list) > auditPage
	if more {
		list = list[:auditPage]
	}
	return router.ReplyPrivate(r, show.Audit(r.In, show.AuditLog{Lines: list, Settings: auditSettings(), Game: r.Matches.Read.Game, Newer: before > 0, Older: more})), nil
}

// auditSettings says what the settings of a server are, and what their values are called.
func auditSettings() map[string]show.SettingNames {
	names := make(map[string]show.SettingNames)
	for _, s := range slices.Concat(serverSettings(), defaultSettings()) {
		n := show.SettingNames{Help: s.help, Values: make(map[string]string)}
		for i := 0; i+1 < len(s.choices); i += 2 {
			n.Values[s.choices[i]] = s.choices[i+1]
		}
		names[s.name] = n
	}
	return names
}

// note adds a line about what the person has done to the audit log of the server.
func note(ctx context.Context, r *router.Request, a match.Audit) error {
	a.Guild, a.By = r.Guild, match.Player{User: r.User, Name: r.Name}
	return r.Matches.Moderate.Note(ctx, a)
}
