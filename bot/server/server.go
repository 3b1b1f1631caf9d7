package server

import (
	"cmp"
	"context"
	"strings"
	"time"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// serverCommand returns `/server` (P25, P106). Each use of it, of its buttons and of its menus
// checks that the member may manage the server.
func (f *Feature) serverCommand() *request.Command {
	return &request.Command{
		Name: "server", Help: "For those who manage the server: its settings, its matches, and what was done",
		Where: request.InServers, NotHere: &sayServerDM, Managers: true,
		Subs: []*request.Command{
			f.serverSettingsCommand(), f.serverDefaults(), f.serverChannels(), f.serverRoles(),
			f.overviewCommand(), f.serverEnd(), f.serverHandOver(), f.tournaments.RemoveCommand(), f.serverAudit(),
		},
	}
}

func (f *Feature) serverSettingsCommand() *request.Command {
	return &request.Command{
		Name: "settings", Help: "See or change how I behave in this server", Run: f.server,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return answer.SettingOptions(a, serverSettings())
		},
	}
}

// checkManages refuses a member who may not manage the server. Discord checks the command, but not
// the buttons of a panel that is still open.
func checkManages(r *request.Request) error {
	if r.Guild == "" || !r.Manages() {
		return request.Refuse(r.In.Speak(say.NoManage))
	}
	return nil
}

// serverSettings returns the settings of `/server settings`.
func serverSettings() []answer.Setting[match.Guild] {
	matches := number(optLimit, "Running matches per member", "5", nil, func(g *match.Guild) *int { return &g.Limit })
	matches.Most = 50
	return []answer.Setting[match.Guild]{
		answer.Either(optThreads, "Where matches are played", "on",
			[]string{"on", "a thread for each match", "off", "matches in the channel"}, func(g *match.Guild) *bool {
				return &g.Threads
			}),
		{
			Name: request.OptStyle, Help: "How I post boards",
			Choices: []string{"image", "picture", "text", "monospace text"},
			Now:     func(g match.Guild) string { return string(cmp.Or(g.Style, match.Image)) },
			Set:     func(g *match.Guild, v string) { g.Style = match.Style(v) },
		},
		{
			Name: request.OptTime, Help: "Usual time for a move", Choices: request.TimesPerMove(false),
			Now:   func(g match.Guild) string { return request.TimeValue(g.PerMove) },
			Usual: func(in lang.Language, _ match.Guild) string { return in.Say(sayUsual, games.Say("%d days", 2)) },
			Set:   func(g *match.Guild, v string) { g.PerMove = request.PerMove(v) },
		},
		limit(optShortest, "The shortest time for a move that players can agree on",
			func(g *match.Guild) *time.Duration { return &g.Shortest }),
		limit(optLongest, "The longest time for a move that players can agree on", func(g *match.Guild) *time.Duration {
			return &g.Longest
		}),
		duration(optExpiry, "How long a challenge stays open", games.Say("%d days", 7), time.Hour,
			[]string{"24", "1 day", "72", "3 days", "168", "7 days", "336", "14 days"},
			func(g *match.Guild) *time.Duration {
				return &g.Expiry
			}),
		number(optGrace, "Days of grace before a match is lost on time", "3",
			[]string{"-1", "none", "1", "1", "2", "2", "3", "3"}, func(g *match.Guild) *int { return &g.Grace }),
		matches,
		answer.Either(optTournaments, "Who may create tournaments", "managers",
			[]string{"everybody", "everybody", "managers", "those who manage the server"}, func(g *match.Guild) *bool {
				return &g.ManagersCreate
			}),
		{
			Name: request.OptLanguage, Help: "The language I post in",
			Choices: answer.Languages("as in the server's settings"),
			Now:     func(g match.Guild) string { return cmp.Or(g.Language, people.Auto) },
			Set:     func(g *match.Guild, v string) { g.Language = strings.TrimPrefix(v, people.Auto) },
		},
		{
			Name: request.OptLook, Help: "How I draw pictures of boards here",
			Choices: []string{
				board.LookUsual, "dark", board.LookLight, "light", board.LookContrast,
				"strong contrasts",
			},
			Now: func(g match.Guild) string { return cmp.Or(g.Look, board.LookUsual) },
			Set: func(g *match.Guild, v string) { g.Look = v },
		},
	}
}

// Names of options.
const (
	OptOld         = "old"
	OptNew         = "new"
	optThreads     = "threads"
	optLimit       = "limit"
	optTournaments = "tournaments"
	optAllow       = "allow"
	optForbid      = "forbid"
	optShortest    = "shortest"
	optLongest     = "longest"
	optExpiry      = "expiry"
	optGrace       = "grace"
)

// noLimit is the value of a time without a limit.
const noLimit = "off"

// limit returns a setting that limits the time for a move.
func limit(name, help string, field func(*match.Guild) *time.Duration) answer.Setting[match.Guild] {
	return answer.Setting[match.Guild]{
		Name: name, Help: help, Choices: append([]string{noLimit, "no limit"}, request.TimesPerMove(false)...),
		Now: func(g match.Guild) string { return cmp.Or(request.TimeValue(*field(&g)), noLimit) },
		Set: func(g *match.Guild, v string) { *field(g) = max(request.PerMove(v), 0) },
	}
}

// server handles `/server settings` and its panel.
func (f *Feature) server(ctx context.Context, r *request.Request) (request.Reply, error) {
	return f.serverPanel(ctx, r, serverSettings(), say.AtOnce, actServer)
}

// serverPanel stores the settings that a request changes, and answers with the panel of the
// settings in list.
func (f *Feature) serverPanel(ctx context.Context, r *request.Request, list []answer.Setting[match.Guild],
	note games.Sentence, action component.Action,
) (request.Reply, error) {
	if err := checkManages(r); err != nil {
		return request.Reply{}, err
	}
	picked, err := answer.Chosen(r, list)
	if err != nil {
		return request.Reply{}, err
	}
	if len(picked) > 0 {
		if err := f.changeServer(ctx, r, list, picked); err != nil {
			return request.Reply{}, err
		}
	}
	g, err := f.People.Guild(ctx, r.Guild)
	if err != nil {
		return request.Reply{}, err
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	return answer.Panel(r, u.Style, r.In.Speak(sayServerSettings), r.In.Speak(note), g, list, action), nil
}

// changeServer stores the chosen values and records those that have changed in the audit log.
func (f *Feature) changeServer(ctx context.Context, r *request.Request, list []answer.Setting[match.Guild],
	picked map[string]string,
) error {
	var changed []match.Audit
	err := f.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) {
		was := *g
		changed = nil // the list is built anew, because the store may call this function again
		answer.Apply(g, list, picked)
		for _, s := range list {
			if before, after := s.Now(was), s.Now(*g); before != after {
				changed = append(changed, match.Audit{Did: match.AuditSetting, Setting: s.Name, Was: before, Is: after})
			}
		}
	})
	if err != nil {
		return err
	}
	for _, a := range changed {
		if err := f.Note(ctx, r, a); err != nil {
			return err
		}
	}
	return nil
}
