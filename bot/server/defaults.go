package server

import (
	"context"
	"strconv"
	"time"

	"paddock/bot/answer"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

func (f *Feature) serverDefaults() *request.Command {
	return &request.Command{
		Name: "defaults", Help: "See or change what is usual for new matches here", Run: f.defaults,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return answer.SettingOptions(a, defaultSettings())
		},
	}
}

// Names of options.
const (
	optRemind   = "reminder"
	optQuick    = "quick"
	optFreeUndo = "takeback"
	optFair     = "fair"
)

// defaultSettings lists the settings that a match copies when it is proposed. Running matches keep
// their copies.
func defaultSettings() []answer.Setting[match.Guild] {
	return []answer.Setting[match.Guild]{
		number(optRemind, "When I remind players, by how much of their time is gone; they can choose otherwise",
			strconv.Itoa(referee.RemindAt)+" %", []string{
				"50", "at 50 %", "70", "at 70 %", "80", "at 80 %", "90", "at 90 %",
			}, func(g *match.Guild) *int { return &g.Remind }),
		duration(optQuick, "Whoever answers this fast isn't pinged, and quick moves share one message",
			games.Say("%d minutes", 5), time.Second, []string{
				"60", "1 minute", "120", "2 minutes", "300", "5 minutes", "900", "15 minutes", "1800", "30 minutes",
			}, func(g *match.Guild) *time.Duration { return &g.Quick }),
		duration(optFreeUndo, "How long you can take a move back without asking, until somebody answers it",
			games.Say("1 minute"), time.Second, []string{
				"-1", "never", "30", "30 seconds", "60", "1 minute", "300", "5 minutes", "900", "15 minutes",
			}, func(g *match.Guild) *time.Duration { return &g.FreeUndo }),
		answer.Either(optFair,
			"Rated Kalah and new tournaments begin from fair starts, unless somebody chooses otherwise",
			"false", []string{"true", "on", "false", "off"},
			func(g *match.Guild) *bool { return &g.UsualStarts }),
	}
}

// number returns a setting that is a number; 0 means that nothing is set, so that the usual value
// counts.
func number(name, help string, usual any, choices []string, field func(*match.Guild) *int) answer.Setting[match.Guild] {
	return answer.Setting[match.Guild]{
		Name: name, Help: help, Choices: choices,
		Now:   func(g match.Guild) string { return unlessZero(*field(&g)) },
		Usual: func(in lang.Language, _ match.Guild) string { return in.Say(sayUsual, usual) },
		Set:   func(g *match.Guild, v string) { *field(g), _ = strconv.Atoi(v) },
	}
}

// duration is like number, for a number of units of time.
func duration(name, help string, usual any, unit time.Duration, choices []string,
	field func(*match.Guild) *time.Duration,
) answer.Setting[match.Guild] {
	return answer.Setting[match.Guild]{
		Name: name, Help: help, Choices: choices,
		Now:   func(g match.Guild) string { return unlessZero(int(*field(&g) / unit)) },
		Usual: func(in lang.Language, _ match.Guild) string { return in.Say(sayUsual, usual) },
		Set: func(g *match.Guild, v string) {
			n, _ := strconv.Atoi(v)
			*field(g) = time.Duration(n) * unit
		},
	}
}

// unlessZero returns a number as text; empty for 0.
func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// defaults handles `/server defaults` and its panel: the defaults of new matches (P25).
func (f *Feature) defaults(ctx context.Context, r *request.Request) (request.Reply, error) {
	return f.serverPanel(ctx, r, defaultSettings(), sayDefaultsNote, actDefaults)
}
