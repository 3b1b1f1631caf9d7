// Package decide decides the result of an act on a match: the record and the events to store, or a
// refusal. Deciding is arithmetic on values. It calls no store, no clock and no port, holds no lock
// and draws nothing at random, so that every decision can be tested as a line of a table.
//
// What a decision must know is read before, as [Facts]; an [Action] says by its [Reads] what that
// is. What only the transaction can check is a [Condition] of the [Draft]. What depends on the
// decision, such as who follows a match that ends, is read after it, as [News].
// paddock/games/match/service does all the reading and storing.
//
// The files are read in this order: facts, draft, ruling, clock, checks; turn, ahead, voting and rest
// for a turn; play, offers, pause for the players' acts; attend and referee for the clock and the
// channels; limits, moderators, erase; propose, tables, rematch for new matches; notices and told
// for what people hear of it; decide is the way in.
package decide

import (
	"paddock/games/match"
)

// Decide returns what an act makes of a match. A Draft without Events changes nothing. It returns a
// *match.Problem or a *games.Refusal if the act is not allowed; any other error is a fault.
func Decide(m match.Match, a match.Act, do Action, f Facts) (*Draft, error) {
	d, err := open(m, a, f)
	if err != nil {
		return nil, err
	}
	if err := do.decide(d, a); err != nil {
		return nil, d.orUnread(err)
	}
	if len(d.Events) == 0 {
		return d, d.orUnread(nil)
	}
	return d, d.settled()
}

// MayMove returns nil if the user may move or vote now. Otherwise it returns the error with which
// Move would be refused whatever the move.
func MayMove(m match.Match, a match.Act, f Facts) error {
	d, err := open(m, a, f)
	if err != nil {
		return err
	}
	_, err = d.mayMove(a)
	return d.orUnread(err)
}

// MayJoin returns the error with which Join would be refused because of a block, or because of the
// conditions of the challenge.
func MayJoin(m match.Match, a match.Act, f Facts) error {
	d, err := open(m, a, f)
	if err != nil {
		return err
	}
	return d.orUnread(d.checkJoin(a.User))
}

// open returns the Draft of an act before it has changed anything.
func open(m match.Match, a match.Act, f Facts) (*Draft, error) {
	if m.Rules() == nil {
		return nil, problem(match.ErrUnknownGame, &m.Record,
			"You can't play this game here any more, so the match can't go on. Please ask whoever runs the bot.")
	}
	d := newDraft(m.Record, m.Rules(), f)
	d.known, d.by = m.Known(), a.User
	return d, nil
}
