package server

import (
	"context"
	"strconv"
	"time"

	"paddock/bot/answer"
	"paddock/bot/discord"
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

// defaultSettings lists the settings that a match copies when it is proposed. Running matches keep their copies.
func defaultSettings() []answer.Setting[match.Guild] {
	return []answer.Setting[match.Guild]{
		{
			Name: optRemind, Help: "When I remind players, by how much of their time is gone; they can choose otherwise",
			Choices: []string{"50", "at 50 %", "70", "at 70 %", "80", "at 80 %", "90", "at 90 %"},
			Now:     func(g match.Guild) string { return eitherOr(g.Remind > 0, strconv.Itoa(g.Remind), "") },
			Usual: func(in lang.Language, _ match.Guild) string {
				return in.Say(sayUsual, strconv.Itoa(referee.RemindAt)+" %")
			},
			Set: func(g *match.Guild, v string) { g.Remind, _ = strconv.Atoi(v) },
		},
		{
			Name: optQuick, Help: "Whoever answers this fast isn't pinged, and quick moves share one message",
			Choices: []string{"60", "1 minute", "120", "2 minutes", "300", "5 minutes", "900", "15 minutes", "1800", "30 minutes"},
			Now:     func(g match.Guild) string { return secondsValue(g.Quick) },
			Usual:   func(in lang.Language, _ match.Guild) string { return in.Say(sayUsual, games.Say("%d minutes", 5)) },
			Set:     func(g *match.Guild, v string) { g.Quick = parseSeconds(v) },
		},
		{
			Name: optFreeUndo, Help: "How long you can take a move back without asking, until somebody answers it",
			Choices: []string{"-1", "never", "30", "30 seconds", "60", "1 minute", "300", "5 minutes", "900", "15 minutes"},
			Now:     func(g match.Guild) string { return secondsValue(g.FreeUndo) },
			Usual:   func(in lang.Language, _ match.Guild) string { return in.Say(sayUsual, games.Say("1 minute")) },
			Set:     func(g *match.Guild, v string) { g.FreeUndo = parseSeconds(v) },
		},
		{
			Name: optFair, Help: "Rated Kalah and new tournaments begin from fair starts, unless somebody chooses otherwise",
			Choices: []string{"true", "on", "false", "off"},
			Now:     func(g match.Guild) string { return strconv.FormatBool(g.Fair) },
			Set:     func(g *match.Guild, v string) { g.Fair = v == "true" },
		},
	}
}

// parseSeconds parses the value of a choice.
func parseSeconds(v string) time.Duration {
	n, _ := strconv.Atoi(v)
	return time.Duration(n) * time.Second
}

// secondsValue returns the value of a choice. It is empty for 0, which means that nothing is set.
func secondsValue(d time.Duration) string {
	return eitherOr(d != 0, strconv.Itoa(int(d.Seconds())), "")
}

// defaults handles `/server defaults` and its panel: the defaults of new matches (P25).
func (f *Feature) defaults(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.serverPanel(ctx, r, defaultSettings(), sayDefaultsNote, actDefaults)
}
