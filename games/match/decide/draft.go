package decide

import (
	"errors"
	"fmt"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Draft is a match during a change: the future record and the events to log. It is private to the
// change until it is stored.
type Draft struct {
	match.Record
	Events    []match.Event
	Said      []games.Event // what moves and rulings caused, in order
	Condition *Condition    // what the store must check; nil: nothing
	Next      *Draft        // the rematch, which must be stored first; its id becomes RematchID
	Faults    []error       // prepared moves that could not be played, for the log

	was   match.Record
	by    match.UserID // author of the change; empty: the clock, the computers or the referee
	game  *games.Game
	facts Facts
	now   time.Time

	known   []*match.Parsing // positions already parsed or made
	sealed  []string         // set-ups that become receipts, by seat; see Seal
	salts   int              // number of salts that Seal takes
	unread  error            // data that was used but not read
	erasing bool             // the change belongs to the erasure of its author
}

// Known returns the positions that deciding has parsed or made.
func (d *Draft) Known() []*match.Parsing { return d.known }

func newDraft(r match.Record, g *games.Game, f Facts) *Draft {
	return &Draft{Record: r.Clone(), was: r, game: g, facts: f, now: f.Now}
}

// Condition is what must hold of the other matches of some members when a Draft is stored. The
// store checks it in the transaction that writes, because two challenges at the same moment would
// otherwise both pass.
type Condition struct {
	Members []match.UserID // users whose open and running matches count
	Maker   match.UserID   // the user whose newly made matches count, too; empty: nobody's count
	Since   time.Time      // the time from which on a match counts as newly made
	Check   func(Others) error
}

// Others are the other matches of the members of a Condition, newest first.
type Others struct {
	Of   map[match.UserID][]match.Record
	Made []match.Record // the matches of the Maker, in every status
}

func (d *Draft) add(e match.Event) {
	e.At = d.now
	e.Seq = d.next()
	d.Events = append(d.Events, e)
}

// next returns the number of the next event.
func (d *Draft) next() match.Seq { return d.Head + match.Seq(len(d.Events)) + 1 }

// problem returns a Problem of no draft.
func problem(kind error, r *match.Record, format string, args ...any) *match.Problem {
	return &match.Problem{Kind: kind, Say: games.Say(format, args...), Record: r}
}

// problem returns a Problem with the match as it was before the change.
func (d *Draft) problem(kind error, format string, args ...any) *match.Problem {
	r := d.Record
	return &match.Problem{Kind: kind, Say: games.Say(format, args...), Record: &r}
}

// position returns the position at the head.
func (d *Draft) position() (*games.Position, error) {
	p := match.Among(d.known, d.Position)
	d.known = append(d.known, p)
	return p.Position(d.game, d.ID)
}

// person returns the settings of a user.
func (d *Draft) person(u match.UserID) match.User {
	person, ok := d.facts.People[u]
	if !ok && u != "" {
		d.need(false, "settings of "+string(u))
	}
	return person
}

// guild returns the settings of the match's server, and the zero Guild in direct messages.
func (d *Draft) guild() match.Guild {
	d.need(d.facts.Read.Guild, "settings of the server")
	return d.facts.Guild
}

func (d *Draft) standings(u match.UserID) []match.Standing {
	list, ok := d.facts.Standings[u]
	d.need(ok, "standings of "+string(u))
	return list
}

func (d *Draft) need(read bool, what string) {
	if !read {
		d.unread = errors.Join(d.unread, fmt.Errorf("the %s were not read", what))
	}
}

// orUnread returns err, unless the decision used something that was not read: then that is a fault
// of the caller, and whatever was decided does not count.
func (d *Draft) orUnread(err error) error {
	if d.unread != nil {
		return fmt.Errorf("decide match %s: %w", d.ID, d.unread)
	}
	return err
}

// label returns the name of the player at a seat, with the seat where the name is ambiguous.
func (d *Draft) label(seat games.Seat) string {
	name := d.Players[seat].Name
	for s, p := range d.Players {
		if games.Seat(s) != seat && p.Name == name {
			return match.Seated(name, games.Say(d.game.SeatName(seat))).String()
		}
	}
	return name
}

// waitedFor names the players who are to move.
func (d *Draft) waitedFor() games.Sentence {
	var names []string
	for seat := range d.Waiting.All() {
		names = append(names, d.label(seat))
	}
	return games.And(names)
}

// Ending returns how the match ended, with seats and players named.
func (d *Draft) Ending() games.Sentence { return d.EndingIn(d.game) }

// hasLeft returns the Problem that a seat has already left a continuing match.
func (d *Draft) hasLeft(seat games.Seat) error {
	if d.by != "" && d.by == d.Players[seat].User {
		return d.problem(match.ErrTooLate,
			"You have already left this match, and the others play on. You can start another one.")
	}
	return d.problem(match.ErrTooLate,
		"%s has already left this match, and the others play on. There is nothing more to resign.", d.label(seat))
}

func (d *Draft) finish(o games.Outcome) {
	d.Outcome, d.Status, d.Result, d.Ended = &o, match.Over, o.Say.String(), d.now
	d.Turn++
	d.end(o.Reason)
}

// close ends the match without a result.
func (d *Draft) close(reason games.Reason, say games.Sentence) {
	d.Status, d.Result, d.Closing = match.Closed, say.String(), say
	d.end(reason)
}

func (d *Draft) end(reason games.Reason) {
	d.Reason = reason
	d.Waiting, d.Left, d.DrawOffer, d.UndoOffer, d.RestOffer, d.Rest, d.Parked = 0, 0, nil, nil, nil, nil, nil
	d.Clock = referee.After(referee.Continue(d.Clock, d.now), referee.Change{Free: true}, d.now)
	d.add(match.Event{Kind: match.Ended, Seat: games.Spectator, Note: string(reason)})
}
