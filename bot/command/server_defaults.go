package command

import (
	"context"
	"strconv"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

var serverDefaults = &router.Command{
	Name: "defaults", Help: "See or change what goes for matches that begin here from then on", Run: defaults,
	Options: func(a router.Builder, _ *games.Game) []*router.Option { return settingOptions(a, defaultSettings()) },
}

// Settings of a server for the matches that begin there.
const (
	optRemind   = "reminder"
	optQuick    = "quick"
	optFreeUndo = "takeback"
)

// defaultSettings are what matches take with them when they are proposed, so that nothing changes in what is running.
func defaultSettings() []setting[match.Guild] {
	return []setting[match.Guild]{
		{
			name: optRemind, help: "After which share of the time the reminder comes, for those who have not chosen otherwise",
			choices: []string{"50", "at 50 %", "70", "at 70 %", "80", "at 80 %", "90", "at 90 %"},
			now:     func(g match.Guild) string { return eitherOr(g.Remind > 0, strconv.Itoa(g.Remind), "") },
			usual: func(in lang.Language, _ match.Guild) string {
				return in.Say(say.Usual, strconv.Itoa(referee.RemindAt)+" %")
			},
			set: func(g *match.Guild, v string) { g.Remind, _ = strconv.Atoi(v) },
		},
		{
			name: optQuick, help: "Whoever answers within this time is not pinged, and their moves share one message",
			choices: []string{"60", "1 minute", "120", "2 minutes", "300", "5 minutes", "900", "15 minutes", "1800", "30 minutes"},
			now:     func(g match.Guild) string { return secondsValue(g.Quick) },
			usual:   func(in lang.Language, _ match.Guild) string { return in.Say(say.Usual, games.Say("%d minutes", 5)) },
			set:     func(g *match.Guild, v string) { g.Quick = seconds(v) },
		},
		{
			name: optFreeUndo, help: "How long a move can be taken back without asking, until somebody answers it",
			choices: []string{"-1", "never", "30", "30 seconds", "60", "1 minute", "300", "5 minutes", "900", "15 minutes"},
			now:     func(g match.Guild) string { return secondsValue(g.FreeUndo) },
			usual:   func(in lang.Language, _ match.Guild) string { return in.Say(say.Usual, games.Say("1 minute")) },
			set:     func(g *match.Guild, v string) { g.FreeUndo = seconds(v) },
		},
	}
}

func seconds(v string) time.Duration {
	n, _ := strconv.Atoi(v)
	return time.Duration(n) * time.Second
}

// secondsValue is the value of a choice by seconds; empty if nothing is set.
func secondsValue(d time.Duration) string {
	return eitherOr(d != 0, strconv.Itoa(int(d.Seconds())), "")
}

// defaults is `/server defaults` and its panel (P25).
func defaults(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return serverPanel(ctx, r, defaultSettings(), say.DefaultsNote, show.ActDefaults)
}
