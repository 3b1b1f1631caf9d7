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
	"paddock/bot/vote"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/tourney"
)

// Feature is a part of the bot in its own package. It has commands, buttons and forms, and the
// messages that they show. It may also be a watcher or a sweeper.
type Feature interface {
	Part() request.Part
}

// watcher is a feature that receives every change of a match. Changed returns at once.
type watcher interface{ Changed(c match.Change) }

// sweeper is a feature that looks for unfinished work at a start and after another process has
// ended.
type sweeper interface {
	Sweep(ctx context.Context) error
}

// tournamentWatcher is a feature that receives every change of a tournament. TournamentChanged
// returns at once.
type tournamentWatcher interface{ TournamentChanged(r tourney.Record) }

var (
	_ watcher           = (*activity.Feature)(nil)
	_ watcher           = (*server.Feature)(nil)
	_ watcher           = (*tournament.Feature)(nil)
	_ sweeper           = (*server.Feature)(nil)
	_ sweeper           = (*tournament.Feature)(nil)
	_ tournamentWatcher = (*tournament.Feature)(nil)
)

// parts holds what features need beside the Base.
type parts struct {
	deliver     deliver.Deps
	notices     *deliver.Notices
	tournaments *tourney.Service
	coach       *coach.Coach
	pages       *activity.Feature
}

// features returns all features; a new feature is one line here. It also returns the set of all
// commands and actions.
func features(b *answer.Base, p parts) (list []Feature, set *request.Set) {
	tournaments, lessons := tournament.New(b, p.deliver, p.tournaments), learn.New(b, p.deliver, p.coach)
	p.pages.Teach(lessons)
	list = []Feature{
		play.New(b),
		challenge.New(b, p.deliver, p.notices),
		tournaments,
		server.New(b, p.deliver, p.tournaments, tournaments),
		person.New(b),
		ahead.New(b),
		vote.New(b),
		lessons,
		record.New(b, p.coach),
		p.pages,
		help.New(b, func() *request.Set { return set }),
	}
	all := []request.Part{{Common: groups()}}
	for _, f := range list {
		all = append(all, f.Part())
	}
	set = request.Combine(b.Games, order, all...)
	return list, set
}

// groups returns the commands whose sub-commands come from several features.
func groups() []*request.Command {
	return []*request.Command{
		{
			Name: "match", Help: "More to do in a match: look back, think ahead, pause, export",
			Where: request.Everywhere,
		},
		{
			Name: "settings", Help: "As you like it: boards, messages, your night, vacations, who may write to you",
			Where: request.Everywhere,
		},
		{Name: "privacy", Help: "What I store about you, and how to delete it", Where: request.Everywhere},
	}
}

// order is the order of commands in /help and in the sandbox, the most wanted first.
var order = request.Order{
	PerGame: []string{"start", "challenge", "move", "setup", "verify"},
	Common: []string{
		"play", "games", "board", "rules", "help", "learn", "hint", "draw", "takeback", "resign", "review", "puzzle",
		"lobby", "match", "stats", "top", "settings", "privacy",
		"tournament", "server",
		"match history", "match happened", "match vote", "match try", "match conditional", "match note",
		"match pause", "match resume", "match give-time", "match nudge",
		"match watch", "match why", "match export", "match import", "match report", "match open",
		"settings general", "settings hours", "settings vacation", "settings follow", "settings call-me",
		"settings block", "settings unblock",
		"privacy show", "privacy delete-my-data",
	},
}

// Commands returns the set of all commands and actions for documents and tests, including those
// that a host can turn on. The base may lack the match service and the parts that show messages.
func Commands(b *answer.Base) *request.Set {
	if b.Matches == nil {
		b.Matches = new(service.Service)
	}
	d := deliver.Deps{
		Engine:  deliver.NewEngine(context.Background(), nil, nil, slog.New(slog.DiscardHandler)),
		Matches: b.Matches, Now: b.Now,
	}
	b.Boards, b.PrivateBoards = deliver.NewBoards(d), deliver.NewPrivateBoards(d)
	_, set := features(b, parts{
		deliver: d, notices: deliver.NewNotices(d, b.Boards),
		pages: activity.New(b, activity.Config{Secret: "set"}),
	})
	return set
}
