package bot

import (
	"context"
	"log/slog"

	"paddock/bot/activity"
	"paddock/bot/ahead"
	"paddock/bot/answer"
	"paddock/bot/challenge"
	"paddock/bot/coach"
	"paddock/bot/deliver"
	"paddock/bot/help"
	"paddock/bot/learn"
	"paddock/bot/person"
	"paddock/bot/play"
	"paddock/bot/record"
	"paddock/bot/request"
	"paddock/bot/server"
	"paddock/bot/tournament"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Feature is a room of the bot. It has commands, buttons and forms, and the messages that they show. It may also be a watcher or a sweeper.
type Feature interface {
	Part() request.Part
}

// watcher is a feature that receives every change of a match. Changed returns at once.
type watcher interface{ Changed(c match.Change) }

// sweeper is a feature that looks for unfinished work at a start and after another process has ended.
type sweeper interface {
	Sweep(ctx context.Context) error
}

// tournamentWatcher is a feature that receives every change of a tournament. TournamentChanged returns at once.
type tournamentWatcher interface{ TournamentChanged(r tourney.Record) }

var (
	_ watcher           = (*activity.Feature)(nil)
	_ watcher           = (*server.Feature)(nil)
	_ sweeper           = (*server.Feature)(nil)
	_ sweeper           = (*tournament.Feature)(nil)
	_ tournamentWatcher = (*tournament.Feature)(nil)
)

// parts holds what features need beside the base.
type parts struct {
	deliver     deliver.Deps
	notices     *deliver.Notices
	tournaments *tourney.Service // nil: there are no tournaments
	coach       *coach.Coach
	pages       *activity.Feature
}

// features returns all features; a new feature is one line here. It also returns the set of all commands and actions.
func features(b *answer.Base, p parts) (list []Feature, set *request.Set) {
	tournaments := tournament.New(b, p.deliver, p.tournaments)
	list = []Feature{
		play.New(b),
		challenge.New(b, p.deliver, p.notices),
		tournaments,
		server.New(b, p.deliver, p.tournaments, tournaments),
		person.New(b),
		ahead.New(b),
		learn.New(b, p.deliver, p.coach),
		record.New(b, p.coach),
		p.pages,
		help.New(b, func() *request.Set { return set }),
	}
	var all []request.Part
	for _, f := range list {
		all = append(all, f.Part())
	}
	set = request.Combine(b.Games, order, all...)
	return list, set
}

// order is the order of commands in /help and on Discord: those of each game and the common ones.
var order = request.Order{
	PerGame: []string{"start", "challenge", "move", "board", "resign", "rules", "watch", "nudge", "setup", "verify"},
	Common: []string{
		"games", "board", "resign", "draw", "takeback", "history", "catchup", "whatif", "conditional", "note", "finished", "review", "hint", "puzzle", "learn",
		"export", "import", "why", "report", "rules", "help", "play", "settings", "privacy", "delete-my-data", "resume", "tournament", "stats", "top",
		"lobby", "call-me", "follow", "hours", "vacation", "pause", "give-time", "block", "unblock", "server", "open",
	},
}

// Commands returns the set of all commands and actions for documents and tests, with those that a host can turn on. The base may lack the parts that show messages.
func Commands(b *answer.Base) *request.Set {
	d := deliver.Deps{Engine: deliver.NewEngine(context.Background(), nil, nil, slog.New(slog.DiscardHandler)), Matches: b.Matches}
	b.Boards, b.PrivateBoards = deliver.NewBoards(d, b.Now), deliver.NewPrivateBoards(d, b.Now)
	_, set := features(b, parts{deliver: d, notices: deliver.NewNotices(d, b.Boards), pages: activity.New(b, activity.Config{Secret: "set"})})
	return set
}
