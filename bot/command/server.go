package command

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"paddock/bot/command/overview"
	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// serverCommand is everything that is for those who may manage the server (P25, P106). That they may is checked with every use, of buttons and menus
// too.
var serverCommand = &router.Command{
	Name: "server", Help: "For those who manage the server: its settings, its matches, and what was done", Where: router.InServers, NotHere: &say.ServerDM, Managers: true,
	Subs: []*router.Command{serverSettingsCommand, serverDefaults, serverChannels, roles.Command, overview.Command, serverEnd, serverHandOver, serverRemove, serverAudit},
}

var serverSettingsCommand = &router.Command{
	Name: "settings", Help: "See or change how I behave in this server", Run: server,
	Options: func(a router.Builder, _ *games.Game) []*router.Option { return settingOptions(a, serverSettings()) },
}

var serverActions = router.Actions{show.ActServer: server, show.ActDefaults: defaults, show.ActChannels: channels, show.ActAudit: audit}

// checkManages refuses what is for those who may manage the server: a panel's presser may no longer.
func checkManages(r *router.Request) error {
	if r.Guild == "" || !r.Manages() {
		return router.Refuse(r.In.Speak(say.NoManage))
	}
	return nil
}

// serverSettings are what those who manage a server set for it.
func serverSettings() []setting[match.Guild] {
	return []setting[match.Guild]{
		{
			name: router.OptThreads, help: "Where matches are played", choices: []string{"on", "a thread for each match", "off", "matches in the channel"},
			now: func(g match.Guild) string { return eitherOr(g.Threads, "on", "off") },
			set: func(g *match.Guild, v string) { g.Threads = v == "on" },
		},
		{
			name: router.OptStyle, help: "How boards are posted", choices: []string{"image", "picture", "text", "monospace text"},
			now: func(g match.Guild) string { return string(cmp.Or(g.Style, match.Image)) },
			set: func(g *match.Guild, v string) { g.Style = match.Style(v) },
		},
		{
			name: router.OptTime, help: "Time for each move, when nothing else is agreed", choices: router.TimesPerMove(false),
			now:   func(g match.Guild) string { return router.TimeValue(g.PerMove) },
			usual: func(in lang.Language, _ match.Guild) string { return in.Say(say.Usual, games.Say("%d days", 2)) },
			set:   func(g *match.Guild, v string) { g.PerMove = router.PerMove(v) },
		},
		{
			name: optShortest, help: "The shortest time for a move that can be agreed", choices: append([]string{noLimit, "no limit"}, router.TimesPerMove(false)...),
			now: func(g match.Guild) string { return cmp.Or(router.TimeValue(g.Shortest), noLimit) },
			set: func(g *match.Guild, v string) { g.Shortest = max(router.PerMove(v), 0) },
		},
		{
			name: optLongest, help: "The longest time for a move that can be agreed", choices: append([]string{noLimit, "no limit"}, router.TimesPerMove(false)...),
			now: func(g match.Guild) string { return cmp.Or(router.TimeValue(g.Longest), noLimit) },
			set: func(g *match.Guild, v string) { g.Longest = max(router.PerMove(v), 0) },
		},
		{
			name: optExpiry, help: "How long a challenge stays open", choices: []string{"24", "1 day", "72", "3 days", "168", "7 days", "336", "14 days"},
			now:   func(g match.Guild) string { return eitherOr(g.Expiry > 0, strconv.Itoa(int(g.Expiry.Hours())), "") },
			usual: func(in lang.Language, _ match.Guild) string { return in.Say(say.Usual, games.Say("%d days", 7)) },
			set: func(g *match.Guild, v string) {
				hours, _ := strconv.Atoi(v)
				g.Expiry = time.Duration(hours) * time.Hour
			},
		},
		{
			name: optGrace, help: "Days of grace that each has before a match is lost on time", choices: []string{"-1", "none", "1", "1", "2", "2", "3", "3"},
			now:   func(g match.Guild) string { return eitherOr(g.Grace != 0, strconv.Itoa(g.Grace), "") },
			usual: func(in lang.Language, _ match.Guild) string { return in.Say(say.Usual, "3") },
			set:   func(g *match.Guild, v string) { g.Grace, _ = strconv.Atoi(v) },
		},
		{
			name: router.OptLimit, help: "Running matches that a member may have here", most: 50,
			now:   func(g match.Guild) string { return eitherOr(g.Limit > 0, strconv.Itoa(g.Limit), "") },
			usual: func(in lang.Language, _ match.Guild) string { return in.Say(say.Usual, "5") },
			set:   func(g *match.Guild, v string) { g.Limit, _ = strconv.Atoi(v) },
		},
		{
			name: router.OptTournaments, help: "Who may create tournaments", choices: []string{"everybody", "everybody", "managers", "those who may manage the server"},
			now: func(g match.Guild) string { return eitherOr(g.ManagersCreate, "managers", "everybody") },
			set: func(g *match.Guild, v string) { g.ManagersCreate = v == "managers" },
		},
		{
			name: router.OptLanguage, help: "The language of what I post here", choices: languages("as the server's settings say"),
			now: func(g match.Guild) string { return cmp.Or(g.Language, people.Auto) },
			set: func(g *match.Guild, v string) { g.Language = strings.TrimPrefix(v, people.Auto) },
		},
	}
}

// Settings of a server about time.
const (
	optShortest = "shortest"
	optLongest  = "longest"
	optExpiry   = "expiry"
	optGrace    = "grace"

	noLimit = "off"
)

func eitherOr(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// server is `/server settings` and its panel: what the bot does in this server.
func server(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return serverPanel(ctx, r, serverSettings(), say.AtOnce, show.ActServer)
}

// serverPanel sets what was chosen of some settings of the server, and shows how they are.
func serverPanel(ctx context.Context, r *router.Request, list []setting[match.Guild], note games.Sentence, action show.Action) (discord.Reply, error) {
	if err := checkManages(r); err != nil {
		return discord.Reply{}, err
	}
	picked, err := chosen(r, list)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(picked) > 0 {
		if err := changeServer(ctx, r, list, picked); err != nil {
			return discord.Reply{}, err
		}
	}
	g, err := r.People.Guild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	return panel(r, r.In.Speak(say.ServerSettings), r.In.Speak(note), g, list, action), nil
}

// changeServer sets what was picked, and notes in the audit log what has become another.
func changeServer(ctx context.Context, r *router.Request, list []setting[match.Guild], picked map[string]string) error {
	var changed []match.Audit
	err := r.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) {
		was := *g
		changed = nil // it may be called more than once
		apply(g, list, picked)
		for _, s := range list {
			if before, after := s.now(was), s.now(*g); before != after {
				changed = append(changed, match.Audit{Did: match.AuditSetting, Setting: s.name, Was: before, Is: after})
			}
		}
	})
	if err != nil {
		return err
	}
	for _, a := range changed {
		if err := note(ctx, r, a); err != nil {
			return err
		}
	}
	return nil
}
