// Package service is the only writer of matches. A [Service] has parts by purpose. [Tables] works
// before a match begins, [Play] for its players. [Computers] plays for computers. [Referee] handles
// the clock and decisions, [Moderators] interventions. [Delivery] stores what channels show.
// [Settings], [Eraser] and [Reader] complete it.
//
// Every change takes the same way. The service locks the match, reads the facts, lets
// paddock/games/match/decide decide, stores the decision once per cause, and announces it. Nothing
// is announced before it is stored. The head of the log protects a change from other processes.
// Start reading at [Service], then [Play.Move] and update.
package service

import (
	"paddock/games/match"
	"paddock/games/match/follow"
	"paddock/games/match/lookout"
)

// Service is the only writer of matches, divided into parts by purpose. It is safe for concurrent
// use; calls for one match run one at a time.
//
// A *games.Refusal is an error of the game, such as an illegal move or an unknown option. A
// *Problem is an error of the match. Both have a sentence for people (see match.Sentence), and
// after both nothing has changed. Nothing is answered or announced before it is stored.
type Service struct {
	Read      *Reader      // matches, their logs and results
	Tables    *Tables      // before a match begins: proposing, joining, declining, rematches
	Play      *Play        // the players' acts in a match
	Computers *Computers   // moves of computer players
	Referee   *Referee     // the clock, outages, parked matches, decisions
	Moderate  *Moderators  // the moderators' changes, and their log
	Delivery  *Delivery    // what channels show
	Settings  *Settings    // stored data about people and servers; other small facts
	Erase     *Eraser      // removes people
	Follow    follow.Book  // followers of other people's matches
	Lookout   lookout.Book // users who are notified when somebody looks for a game
	core      *core
}

// New returns a Service. Subscribe with OnChange before any other call.
func New(cfg Config) *Service {
	store := cfg.Store
	cfg.Store = nil // no part shall use the whole store
	c := &core{cfg: cfg.complete(), matches: store, people: store, facts: store, results: store}
	c.follow, c.lookout = follow.New(store, c.cfg.Log), lookout.New(store, c.cfg.Log)
	tables := &Tables{core: c}
	return &Service{
		core:      c,
		Read:      &Reader{core: c, lists: store, duties: store},
		Tables:    tables,
		Play:      &Play{core: c},
		Computers: &Computers{core: c, duties: store},
		Referee:   &Referee{core: c, duties: store, lists: store, tables: tables},
		Moderate:  &Moderators{core: c, audits: store},
		Delivery:  &Delivery{core: c, duties: store},
		Settings:  &Settings{core: c},
		Lookout:   c.lookout,
		Follow:    c.follow,
		Erase:     &Eraser{core: c, erasures: store},
	}
}

// OnChange calls f with every change, in the order of the changes of each match. The match's lock
// is held, so f must return at once and must not call the Service. It should only wake a worker. A
// Change without Events and Ping only says that the record's Due has changed.
func (s *Service) OnChange(f func(match.Change)) { s.core.subs = append(s.core.subs, f) }
