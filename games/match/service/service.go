// Package service changes matches, and is the only writer of them. A [Service] has parts by what they are for: [Tables] until a match begins,
// [Play] for those who play, [Computers], [Referee] for the clock and for decisions, [Moderators], [Delivery] for what channels have been shown, [Settings],
// [Eraser], and [Reader].
//
// Nothing is announced that has not been stored. Every change is made to a draft, under the match's lock, and stored once per cause; the head of
// the log fences it against other processes. Start reading at [Service], then [Play.Move].
package service

import (
	"paddock/games/match"
	"paddock/games/match/follow"
	"paddock/games/match/lookout"
)

// Service is the only writer of matches, in parts by what they are for. It is safe for concurrent use; calls for one match run one at a time.
//
// Errors: a *games.Refusal is the game's own (an illegal move, an unknown option), a *Problem is the match's. Both have a sentence for
// people (see Sentence), and in both cases nothing has changed. Nothing is answered or announced before it has been stored.
type Service struct {
	Read      *Reader      // matches, their logs and results
	Tables    *Tables      // until a match begins: proposing, joining, declining; rematches
	Play      *Play        // what those who play do in a match
	Computers *Computers   // what computer players have to do
	Referee   *Referee     // the clock, outages, matches at rest, decisions imposed on the players
	Moderate  *Moderators  // what moderators do, and the log of it
	Delivery  *Delivery    // what channels have been shown
	Settings  *Settings    // of people and servers; small facts of the process
	Erase     *Eraser      // removing a person
	Follow    follow.Book  // who follows matches of others
	Lookout   lookout.Book // who is called when somebody looks for a game
	core      *core
}

// New makes a Service. Subscribe with OnChange before anything else is called.
func New(cfg Config) *Service {
	store := cfg.Store
	cfg.Store = nil // each part has its own share of it
	c := &core{cfg: cfg.complete(), matches: store, people: store, facts: store, follow: follow.Book{Store: store}, lookout: lookout.Book{Store: store}}
	tables := &Tables{core: c, lists: store, results: store}
	return &Service{
		core:      c,
		Read:      &Reader{core: c, lists: store, duties: store, results: store},
		Tables:    tables,
		Play:      &Play{core: c},
		Computers: &Computers{core: c, duties: store},
		Referee:   &Referee{core: c, duties: store, lists: store},
		Moderate:  &Moderators{core: c, tables: tables, audits: store},
		Delivery:  &Delivery{core: c, duties: store},
		Settings:  &Settings{core: c},
		Lookout:   c.lookout,
		Follow:    c.follow,
		Erase:     &Eraser{core: c, erasures: store},
	}
}

// OnChange subscribes to changes, in the order in which they were made to each match. f is called with that match's lock held: it must
// return at once and must not call the Service; it notes what to do and wakes somebody. A Change without Events and Ping only says that the
// record's Due has moved.
func (s *Service) OnChange(f func(match.Change)) { s.core.subs = append(s.core.subs, f) }
