package decide

import (
	"errors"
	"math/rand/v2"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// begin makes the first position, starts the clock, and plays a first move that needs no choice.
// All seats are taken.
func (d *Draft) begin() error {
	if d.Shuffle {
		lot := rand.New(rand.NewPCG(d.Setup.Seed, sidesStream))
		lot.Shuffle(len(d.Players), func(i, j int) { d.Players[i], d.Players[j] = d.Players[j], d.Players[i] })
		d.Shuffle = false
	}
	pos, err := match.First(d.game, d.Setup, d.From)
	if err != nil {
		return err
	}
	d.Status = match.Running
	d.LastSeat = games.Spectator
	d.Acted = make([]time.Time, len(d.Players))
	d.add(match.Event{Kind: match.Began, Seat: games.Spectator, Note: pos.Text()})
	d.settle(pos, 0, true)
	d.goOn(games.Spectator)
	return nil
}

// play plays a move text for a waiting seat.
func (d *Draft) play(seat games.Seat, text string) error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	done, err := pos.Play(seat, text)
	if refusal, ok := errors.AsType[*games.Refusal](err); ok {
		r := d.Record
		return &match.Problem{Kind: refusal, Say: d.NamedIn(d.game, refusal.Say), Record: &r}
	}
	if err != nil {
		return err
	}
	if d.game.Hidden && pos.Turn().Phase == referee.SettingUp {
		return d.arrange(pos, seat, done)
	}
	d.declineByMoving(seat)
	d.watchStalls(seat, pos)
	if d.LastSeat != seat || len(d.LastMoves) == 0 {
		if d.StartTurn(seat, d.Position); d.game.Hidden {
			d.Prior = nil
		}
	}
	stand := d.stand(seat)
	for _, move := range done.Moves {
		d.add(match.Event{
			Kind: match.Moved, User: d.Players[seat].User, Seat: seat, Move: move, Turn: d.Turn,
			Clock: stand,
		})
	}
	d.tell(done.Events)
	d.LastMoves = append(d.LastMoves[:len(d.LastMoves):len(d.LastMoves)], done.Moves...)
	d.AddToTurn(done.Events)
	d.Moves += len(done.Moves)
	d.Acted[seat] = d.now
	again := done.Next.Turn()
	d.settle(done.Next, games.SeatSet(seat), again.Phase != referee.SettingUp && again.Waiting.Has(seat))
	return nil
}

// arrange applies a step of a seat's secret set-up. Unless a seat becomes ready, others see no
// trace of it: not on their board, in its number, or in the time (S85, S90).
func (d *Draft) arrange(before *games.Position, seat games.Seat, done games.Played) error {
	for _, move := range done.Moves {
		d.add(match.Event{Kind: match.Arranged, User: d.Players[seat].User, Seat: seat, Move: move})
	}
	was, is := before.Turn(), done.Next.Turn()
	if is == was {
		d.Drafts += len(done.Moves)
		d.settle(done.Next, 0, false)
		return nil
	}
	d.tell(done.Events)
	d.Acted[seat] = d.now
	if is.Phase != was.Phase {
		// no seat is to move before, so that every waiting seat begins a turn, also the one that
		// was ready last
		d.Waiting = 0
	}
	d.settle(done.Next, games.SeatSet(seat), false)
	d.seal(done.Next)
	d.Stands = d.AllSeats() // nobody has moved yet
	return nil
}

// tell adds game events to the last event of the log.
func (d *Draft) tell(events []games.Event) {
	d.Said = append(d.Said, events...)
	if !d.game.Hidden {
		return
	}
	if len(events) > 0 {
		d.Stands = d.AllSeats()
	}
	last := &d.Events[len(d.Events)-1]
	for _, e := range events {
		last.Said = append(last.Said, e.Say)
	}
}

// declineByMoving declines the offers of the other players (P13).
func (d *Draft) declineByMoving(seat games.Seat) {
	if d.DrawOffer != nil && *d.DrawOffer != seat {
		d.DrawOffer = nil
		d.add(match.Event{Kind: match.Declined, User: d.Players[seat].User, Seat: seat, Code: match.CodeDraw})
	}
	if d.UndoOffer != nil {
		d.UndoOffer = nil
		d.add(match.Event{Kind: match.Declined, User: d.Players[seat].User, Seat: seat, Code: match.CodeTakeback})
	}
	if d.RestOffer != nil && *d.RestOffer != seat {
		d.RestOffer = nil
		d.add(match.Event{Kind: match.Declined, User: d.Players[seat].User, Seat: seat, Code: match.CodePause})
	}
}

// settle updates the record to the position that the last event has made: whose turn it is, the
// clock, the result. With anew set, seats that waited before also get their full time again.
func (d *Draft) settle(pos *games.Position, moved games.Seats, anew bool) {
	d.known = append(d.known, match.Parsed(pos))
	d.Position = pos.Text()
	d.Made = d.Events[len(d.Events)-1].Seq
	if outcome, over := pos.Outcome(); over {
		d.finish(outcome)
		return
	}
	waiting := pos.Turn().Waiting
	change := referee.Change{Moved: moved}
	if d.Clock.Stopped.IsZero() && d.Clock.Deadline.After(d.now) {
		change.Left = d.time().Between(d.now, d.Clock.Deadline)
	}
	begins, bound := waiting&^d.Waiting != 0, d.Bound()
	if begins {
		d.Turn++
		d.Answered = 0
	}
	d.Waiting = waiting
	fresh := begins || anew || d.Clock.Deadline.IsZero()
	change.Fresh, change.Free = begins || anew, d.Bound() == 0
	d.Clock = referee.After(d.Clock, change, d.now)
	switch {
	case fresh:
		d.fit(d.now)
	case d.Bound() != bound:
		d.fitTheRest()
	}
}

// seal plans the receipts once every seat has confirmed its set-up, in games with set-ups. Nothing
// is decided by a receipt, so its salt is drawn when the draft is stored.
func (d *Draft) seal(pos *games.Position) {
	if len(d.Receipts) > 0 || d.sealed != nil || d.Status != match.Running {
		return
	}
	var texts []string
	for seat := range d.Players {
		text := pos.View(games.Seat(seat)).Arranged(games.Seat(seat))
		if text == "" {
			return
		}
		texts = append(texts, text)
		// receipts are also made while another set-up is missing: the same chance always makes the
		// same receipts
		d.salts++
	}
	for seat := range texts {
		d.add(match.Event{Kind: match.Sealed, User: d.Players[seat].User, Seat: games.Seat(seat)})
	}
	d.sealed = texts
}

// Unsalted returns the number of salts that Seal needs.
func (d *Draft) Unsalted() int { return d.salts }

// Seal makes the receipts of the set-ups with random salts, as many as Unsalted says.
func (d *Draft) Seal(salts []match.Salt) {
	if len(d.sealed) == 0 {
		return
	}
	d.Receipts = nil
	salts = salts[len(salts)-len(d.sealed):]
	for seat, text := range d.sealed {
		d.Receipts = append(d.Receipts, salts[seat].Receipt(text))
	}
	for i, e := range d.Events {
		if e.Kind == match.Sealed {
			d.Events[i].Note = d.Receipts[e.Seat].Digest
		}
	}
}

// rule applies a ruling, by the game's own rules if it has any.
func (d *Draft) rule(r games.Ruling, by match.UserID, why match.Code) error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	wanted := r.Kind
	r.Seed = match.RulingSeed(d.Record, d.next(), r.Seat)
	for _, r.Kind = range fallbackRulings[wanted] {
		done, err := pos.Rule(r)
		if errors.Is(err, games.ErrNoRuling) {
			continue
		}
		if err != nil {
			return err
		}
		d.markLate(wanted, r)
		return d.ruled(match.Event{Kind: match.Ruled, User: by, Seat: r.Seat, Ruling: r.Kind, Code: why}, done)
	}
	if wanted != games.Agree && pos.GoesOn() {
		return d.hasLeft(r.Seat)
	}
	r.Kind = wanted
	d.add(match.Event{Kind: match.Ruled, User: by, Seat: r.Seat, Ruling: wanted, Code: why})
	d.markLate(wanted, r)
	d.finish(endedBy(wanted, r.Seat, len(d.Players), d.label))
	return nil
}

// ruled updates the record to the position that a ruling has made.
func (d *Draft) ruled(e match.Event, done games.Played) error {
	d.add(e)
	d.tell(done.Events)
	if e.Ruling != games.Skip {
		d.Left |= games.SeatSet(e.Seat)
	}
	d.StartTurn(games.Spectator, "")
	if d.Waiting.Has(e.Seat) {
		// no seat counts as waiting before, so that every waiting seat begins a turn, even the same
		// seat as before
		d.Waiting = 0
	}
	d.settle(done.Next, 0, false)
	d.seal(done.Next)
	return nil
}

// markLate records the seat that the clock put out of the match (P83).
func (d *Draft) markLate(wanted games.RulingKind, r games.Ruling) {
	if wanted != games.Resign && (r.Kind == games.Time || r.Kind == games.Remove) {
		d.Late |= games.SeatSet(r.Seat)
	}
}

// sidesStream separates the drawing of sides from other uses of a seed.
const sidesStream = 0x7369646573 // the number is the letters of "sides" in ASCII
