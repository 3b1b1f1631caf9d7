package decide

import (
	"cmp"
	"fmt"

	"paddock/games"
	"paddock/games/match"
)

// OfferDraw offers a draw, or accepts the opponent's offer. A move or DeclineDraw declines an
// offer.
type OfferDraw struct{}

func (OfferDraw) decide(d *Draft, a match.Act) error {
	seat, err := d.opponents(a, games.Say("draw"))
	switch {
	case err != nil:
		return err
	case d.DrawOffer == nil:
		d.DrawOffer = &seat
		d.add(match.Event{Kind: match.Offered, User: a.User, Seat: seat, Code: match.CodeDraw})
		return nil
	case *d.DrawOffer == seat:
		return nil
	}
	return d.rule(games.Ruling{Kind: games.Agree}, a.User, match.CodeAgreed)
}

// DeclineDraw declines the opponent's draw offer, or withdraws the user's own.
type DeclineDraw struct{}

func (DeclineDraw) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	if err != nil {
		return err
	}
	if d.DrawOffer == nil {
		return d.problem(match.ErrTooLate, "Nobody is offering a draw any more. Play on, or offer one yourself.")
	}
	d.DrawOffer = nil
	d.add(match.Event{Kind: match.Declined, User: a.User, Seat: seat, Code: match.CodeDraw})
	return nil
}

// ClaimTime ends the match in the user's favour if the opponent's time has run out under Lapse
// Claim. Before that it returns ErrTooEarly.
type ClaimTime struct{}

func (ClaimTime) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	switch {
	case err != nil:
		return err
	case d.Bound().Has(seat):
		return d.problem(match.ErrTooEarly, "It's your own turn, so you can't claim anything. Make your move.")
	case !d.Clock.Lapsed:
		return d.problem(match.ErrTooEarly,
			"You can't claim anything yet: %s still has time. Wait until it runs out.", d.waitedFor())
	}
	for late := range d.Bound().All() {
		if d.Status != match.Running {
			break
		}
		if err := d.rule(games.Ruling{Kind: games.Time, Seat: late}, a.User, match.CodeClaimed); err != nil {
			return err
		}
	}
	d.goOnAfterRuling()
	return nil
}

// Takeback takes the user's last turn back, together with computers' answers to it. It needs no
// consent within FreeUndo while nobody else has moved, or against computers. Otherwise the opponent
// consents by their own Takeback. The clock is then as it was before the move (P19). It returns
// ErrTooLate if there is nothing to take back, if secrets were shown, or if the time for the move
// has run out since.
type Takeback struct{}

func (Takeback) reads(match.Match, match.Act) Reads { return Reads{Log: true} }

func (Takeback) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	if err != nil {
		return err
	}
	if d.People() == 1 && d.Rated() {
		return d.problem(match.ErrTooLate,
			"You can't take back a move in a rated match against the computer. Play on, or make the next match unrated.")
	}
	asking := seat
	if d.UndoOffer != nil {
		asking = *d.UndoOffer
	}
	if d.Players[asking].Channel != "" {
		return d.problem(match.ErrTooLate, "A channel votes on its moves, so they can't be taken back. Play on.")
	}
	undo, err := d.lastTurnOf(asking)
	switch {
	case err != nil:
		return err
	case d.UndoOffer != nil && asking != seat, len(d.Members()) == 1 && d.Leaderless() == games.Spectator:
		d.undo(undo, a)
		return nil
	case d.UndoOffer != nil: // the player has asked already
		return nil
	case undo.alone && d.now.Sub(d.Acted[seat]) <= cmp.Or(d.FreeUndo, d.facts.FreeUndo):
		return d.undoFree(undo, a)
	}
	if _, err := d.opponents(a, games.Say("takeback")); err != nil {
		return err
	}
	d.UndoOffer = &seat
	d.add(match.Event{Kind: match.Offered, User: a.User, Seat: seat, Code: match.CodeTakeback})
	return nil
}

// DeclineTakeback declines the opponent's request for a takeback, or withdraws the user's own.
type DeclineTakeback struct{}

func (DeclineTakeback) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	if err != nil {
		return err
	}
	if d.UndoOffer == nil {
		return d.problem(match.ErrTooLate, "Nobody is asking for a takeback any more. Play on.")
	}
	d.UndoOffer = nil
	d.add(match.Event{Kind: match.Declined, User: a.User, Seat: seat, Code: match.CodeTakeback})
	return nil
}

// turnBack describes what a takeback would do.
type turnBack struct {
	live  []match.Frame // the frames that remain; the last one has the restored position
	first match.Event   // the first event that is taken back
	seat  games.Seat
	alone bool // no other seat has moved since that turn
}

// lastTurnOf finds the last turn of a seat: its moves in a row, and later answers of computers or
// the opponent.
func (d *Draft) lastTurnOf(seat games.Seat) (turnBack, error) {
	d.need(d.facts.Read.Log, "log")
	frames, err := match.Frames(d.game, d.Record, d.facts.Log)
	if err != nil {
		return turnBack{}, err
	}
	live := match.Played(frames)
	end := len(live)
	for end > 0 && !movedBy(live[end-1], seat) {
		end--
	}
	if end == 0 {
		return turnBack{}, d.problem(match.ErrTooLate, "There is nothing to take back: %s hasn't moved yet. Play on.",
			d.label(seat))
	}
	start := end
	for movedBy(live[start-1], seat) { // the first frame is the beginning
		start--
	}
	for _, f := range live[start:] {
		if f.Event.Kind == match.Moved && d.Players[f.Event.Seat].Channel != "" {
			return turnBack{},
				d.problem(match.ErrTooLate,
					"A channel has voted on its answer to that move, so the move can't be taken back. Play on.")
		}
		if f.Event.Kind != match.Moved || d.game.Hidden && len(f.Said) > 0 {
			return turnBack{},
				d.problem(match.ErrTooLate,
					"That move can't be taken back, because it led to a ruling or gave away a secret. Play on.")
		}
	}
	return turnBack{live: live[:start], first: live[start].Event, seat: seat, alone: end == len(live)}, nil
}

// undoFree takes back a turn that nobody has answered. The time since the move counts as if it had
// not been made. The turn keeps its number, so players who were pinged after it are not pinged
// again.
func (d *Draft) undoFree(t turnBack, a match.Act) error {
	stand := t.first.Clock
	if stand.Left > 0 && d.now.Sub(t.first.At) >= stand.Left {
		return d.problem(match.ErrTooLate,
			"It's too late to take that move back: your time for it has run out. Play on.")
	}
	d.undo(t, a)
	d.restore(t.seat, stand, t.first.At, a.User)
	if t.first.Turn > 0 {
		d.Turn = t.first.Turn
	}
	return nil
}

// undo takes back the turn found by lastTurnOf. The player gets the time back that they had at that
// move.
func (d *Draft) undo(t turnBack, a match.Act) {
	last := t.live[len(t.live)-1]
	d.UndoOffer, d.DrawOffer = nil, nil
	d.add(match.Event{Kind: match.Undone, User: a.User, Seat: t.seat, Note: fmt.Sprint(last.Event.Seq)})
	d.Moves = 0
	for _, f := range t.live {
		if f.Event.Kind == match.Moved {
			d.Moves++
		}
	}
	d.recall(t.live)
	d.settle(last.Position, 0, true)
	// the rule is not for a new player of the seat, who keeps the full time of a move (P106)
	if t.first.User == d.Players[t.seat].User {
		d.restore(t.seat, t.first.Clock, d.now, a.User)
	}
}

// movedBy reports whether a frame is a move of a seat.
func movedBy(f match.Frame, seat games.Seat) bool {
	return f.Event.Kind == match.Moved && f.Event.Seat == seat
}

// recall sets the record's fields about the last turns, by the frames that lead to its position.
func (d *Draft) recall(live []match.Frame) {
	d.Before, d.LastSeat, d.LastMoves, d.LastSaid, d.Earlier = "", games.Spectator, nil, nil, nil
	d.Stands = d.AllSeats()
	before := 0
	for i, f := range live[1:] {
		switch {
		case f.Event.Kind != match.Moved:
			d.StartTurn(games.Spectator, "")
			continue
		case d.LastSeat != f.Event.Seat || len(d.LastMoves) == 0:
			d.StartTurn(f.Event.Seat, "")
			before = i
		}
		d.LastMoves = append(d.LastMoves, f.Event.Move)
		d.AddToTurn(f.Said)
		if d.game.Hidden && len(f.Said) > 0 {
			d.Stands = d.AllSeats()
		}
	}
	if len(d.LastMoves) > 0 {
		d.Before = live[before].Position.Text()
	}
}
