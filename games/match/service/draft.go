package service

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ruling"
	"paddock/games/referee"
)

// draft is a match during a change: the future record and the events to log. It is private to the
// change until it is stored.
type draft struct {
	match.Record
	was  match.Record
	by   match.UserID // author of the change; empty: the clock, the computers or the referee
	cfg  *Config
	game *games.Game
	now  time.Time
	log  []match.Event
	said []games.Event

	known  []*match.Parsing // positions already parsed or made
	random func([]byte) error
	guard  match.Guard // condition for storing the draft; none if its Holds is nil
	hours  hours       // hours of the people in the match

	erasing bool // the change belongs to the erasure of its author
}

func (d *draft) add(e match.Event) {
	e.At = d.now
	e.Seq = d.Head + match.Seq(len(d.log)) + 1
	d.log = append(d.log, e)
}

// problem returns a Problem with the match as it was before the change.
func (d *draft) problem(kind error, format string, args ...any) *match.Problem {
	r := d.Record
	return &match.Problem{Kind: kind, Say: games.Say(format, args...), Record: &r}
}

// position returns the position at the head.
func (d *draft) position() (*games.Position, error) {
	p := match.Among(d.known, d.Position)
	d.known = append(d.known, p)
	return p.Position(d.game, d.ID)
}

// begin makes the first position and starts the clock. All seats are taken.
func (d *draft) begin() error {
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
	return nil
}

// play plays a move text for a waiting seat.
func (d *draft) play(seat games.Seat, text string) error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	done, err := pos.Play(seat, text)
	if err != nil {
		return err
	}
	if d.game.Hidden && pos.Turn().Phase == referee.SettingUp {
		return d.arrange(pos, seat, done)
	}
	d.declineByMoving(seat)
	d.watchStalls(seat, pos)
	if d.LastSeat != seat || len(d.LastMoves) == 0 {
		d.Before, d.LastSeat, d.LastMoves = d.Position, seat, nil
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
	d.Moves += len(done.Moves)
	d.Acted[seat] = d.now
	again := done.Next.Turn()
	d.settle(done.Next, games.SeatSet(seat), again.Phase != referee.SettingUp && again.Waiting.Has(seat))
	return nil
}

// arrange applies a step of a seat's secret set-up. Unless a seat becomes ready, others see no
// trace of it: not on their board, in its number, or in the time (S85, S90).
func (d *draft) arrange(before *games.Position, seat games.Seat, done games.Played) error {
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
		d.Waiting = 0 // so that every waiting seat begins a turn, also the one that was ready last
	}
	d.settle(done.Next, games.SeatSet(seat), false)
	return d.seal(done.Next)
}

// tell adds game events to the last event of the log.
func (d *draft) tell(events []games.Event) {
	d.said = append(d.said, events...)
	if !d.game.Hidden {
		return
	}
	last := &d.log[len(d.log)-1]
	for _, e := range events {
		last.Said = append(last.Said, e.Say)
	}
}

// declineByMoving declines the offers of the other players (P13).
func (d *draft) declineByMoving(seat games.Seat) {
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
func (d *draft) settle(pos *games.Position, moved games.Seats, anew bool) {
	d.known = append(d.known, match.Parsed(pos))
	d.Position = pos.Text()
	d.Made = d.log[len(d.log)-1].Seq
	if outcome, over := pos.Outcome(); over {
		d.finish(outcome)
		return
	}
	waiting := pos.Turn().Waiting
	change := referee.Change{Moved: moved}
	if d.Clock.Drawn > 0 && d.Clock.Stopped.IsZero() && d.Clock.Deadline.After(d.now) {
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

// seal makes the receipts once every seat has confirmed its set-up, in games with set-ups.
func (d *draft) seal(pos *games.Position) error {
	if len(d.Receipts) > 0 || d.Status != match.Running {
		return nil
	}
	var receipts []match.Receipt
	for seat := range d.Players {
		text := pos.View(games.Seat(seat)).Arranged(games.Seat(seat))
		if text == "" {
			return nil
		}
		var salt match.Salt
		if err := d.random(salt[:]); err != nil {
			return err
		}
		receipts = append(receipts, salt.Receipt(text))
	}
	for seat, r := range receipts {
		d.add(match.Event{Kind: match.Sealed, User: d.Players[seat].User, Seat: games.Seat(seat), Note: r.Digest})
	}
	d.Receipts = receipts
	return nil
}

// rule applies a ruling, by the game's own rules if it has any.
func (d *draft) rule(r games.Ruling, by match.UserID, why match.Code) error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	wanted := r.Kind
	r.Seed = match.RulingSeed(d.Record, d.Head+match.Seq(len(d.log)+1), r.Seat)
	for _, r.Kind = range ruling.Instead[wanted] {
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
	if wanted != games.Agree && ruling.GoesOn(pos) {
		return d.hasLeft(r.Seat)
	}
	r.Kind = wanted
	d.add(match.Event{Kind: match.Ruled, User: by, Seat: r.Seat, Ruling: wanted, Code: why})
	d.markLate(wanted, r)
	d.finish(ruling.Ends(wanted, r.Seat, len(d.Players), d.label))
	return nil
}

// ruled updates the record to the position that a ruling has made.
func (d *draft) ruled(e match.Event, done games.Played) error {
	d.add(e)
	d.tell(done.Events)
	if e.Ruling != games.Skip {
		d.Left |= games.SeatSet(e.Seat)
	}
	d.Before, d.LastSeat, d.LastMoves = "", games.Spectator, nil
	if d.Waiting.Has(e.Seat) {
		d.Waiting = 0 // so that every waiting seat begins a turn, even the same seat as before
	}
	d.settle(done.Next, 0, false)
	return d.seal(done.Next)
}

// hasLeft returns the Problem that a seat has already left a continuing match.
func (d *draft) hasLeft(seat games.Seat) error {
	if d.by != "" && d.by == d.Players[seat].User {
		return d.problem(match.ErrTooLate,
			"You have already left this match, and the others play on. You can start another one.")
	}
	return d.problem(match.ErrTooLate,
		"%s has already left this match, and the others play on. There is nothing more to resign.", d.label(seat))
}

// markLate records the seat that the clock put out of the match (P83).
func (d *draft) markLate(wanted games.RulingKind, r games.Ruling) {
	if wanted != games.Resign && (r.Kind == games.Time || r.Kind == games.Remove) {
		d.Late |= games.SeatSet(r.Seat)
	}
}

// label returns the name of the player at a seat, with the seat where the name is ambiguous.
func (d *draft) label(seat games.Seat) string {
	name := d.Players[seat].Name
	for s, p := range d.Players {
		if games.Seat(s) != seat && p.Name == name {
			return fmt.Sprintf("%s (%s)", name, d.game.SeatName(seat))
		}
	}
	return name
}

// waitedFor names the players who are to move.
func (d *draft) waitedFor() games.Sentence {
	var names []string
	for seat := range d.Waiting.All() {
		names = append(names, d.label(seat))
	}
	return games.And(names)
}

// Ending returns how the match ended, with seats and players named.
func (d *draft) Ending() games.Sentence { return d.EndingIn(d.game) }

func (d *draft) finish(o games.Outcome) {
	d.Outcome, d.Status, d.Result, d.Ended = &o, match.Over, o.Say.String(), d.now
	d.Turn++
	d.end(o.Reason)
}

// close ends the match without a result.
func (d *draft) close(reason games.Reason, say games.Sentence) {
	d.Status, d.Result, d.Closing = match.Closed, say.String(), say
	d.end(reason)
}

func (d *draft) end(reason games.Reason) {
	d.Reason = reason
	d.Waiting, d.Left, d.DrawOffer, d.UndoOffer, d.RestOffer, d.Rest, d.Parked = 0, 0, nil, nil, nil, nil, nil
	d.Clock = referee.After(referee.Continue(d.Clock, d.now), referee.Change{Free: true}, d.now)
	d.add(match.Event{Kind: match.Ended, Seat: games.Spectator, Note: string(reason)})
}

// due returns the next moment at which the match needs work.
func due(r match.Record, cfg *Config) time.Time {
	switch {
	case r.FollowUpIsDue():
		return r.Updated
	case r.Status == match.Open:
		if at := r.PingAt(cfg.Window); !at.IsZero() && at.Before(r.Clock.Deadline) {
			return at
		}
		return r.Clock.Deadline
	case r.Status != match.Running:
		return time.Time{}
	case r.Parked != nil:
		return r.Parked.At.Add(cfg.Keep)
	case r.Step:
		return r.Updated.Add(cfg.Expiry)
	}
	return referee.Next(r.Clock, r.PingAt(cfg.Window), idle(r, cfg), r.VoteEnds())
}

// idle returns when a match without moves is closed; zero: never. It applies to matches without a
// clock that have computer players. Two people without a clock may take as long as they like (P89).
func idle(r match.Record, cfg *Config) time.Time {
	if r.Status != match.Running || r.Parked != nil || r.Step || r.Tournament != "" || r.People() > 1 ||
		!r.Clock.Deadline.IsZero() {
		return time.Time{}
	}
	return r.Updated.Add(max(cfg.Idle, r.Clock.Policy.PerMove))
}

// Streams separate the uses of one seed.
const (
	sidesStream = 0x7369646573 // the letters of "sides"
	thinkStream = 0x7468696e6b // the letters of "think"
)
