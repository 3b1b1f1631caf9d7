package match

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/referee"
)

// checkRunning refuses what only a running match allows.
func (d *draft) checkRunning() error {
	switch {
	case d.Status == Open:
		return d.problem(ErrNotBegun, "This match has not begun, because not everybody has joined yet. Wait for them, or revoke it.")
	case d.Status != Running:
		return d.problem(ErrOver, "This match is over: %s You can start another.", d.Ending())
	}
	return nil
}

// seatOf is the seat at which the user may act: in a running match that is not parked, on a board that is not old.
func (d *draft) seatOf(a Act) (games.Seat, error) {
	seat := d.SeatOf(a.User)
	if seat == games.Spectator {
		return seat, d.problem(ErrNotYours, "You don't play in this match, so you can only watch it. You can start one of your own.")
	}
	if err := d.checkRunning(); err != nil {
		return seat, err
	}
	if d.Parked != nil {
		return seat, d.problem(ErrParked, "This match is at rest and its clock stands still, because %s. Resume it where both of you can see it.", games.Sentence{Format: d.Parked.Reason})
	}
	return seat, d.checkHead(a.Head)
}

// checkHead refuses acts on boards whose position has changed since (P3, P81).
func (d *draft) checkHead(head Seq) error {
	if head == 0 || !d.Old(head) {
		return nil
	}
	return d.problem(ErrStale, "This board is old, because the match has gone on since. Please use the newest one.")
}

// Play plays a move text, or several moves of one turn, for the user. ErrNotYours, ErrNotYourTurn, ErrStale, ErrOver, ErrNotBegun,
// ErrParked, or the game's *Refusal.
func (s *Service) Play(ctx context.Context, a Act, move string) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		if err != nil {
			return err
		}
		if !d.Waiting.Has(seat) {
			return d.problem(ErrNotYourTurn, "It is not your turn, because %s is to move. You can move when they have.", d.waitedFor())
		}
		return d.play(seat, move)
	})
}

// waitedFor names the players who are to move.
func (d *draft) waitedFor() games.Sentence {
	var names []string
	for seat := range d.Waiting.All() {
		names = append(names, d.label(seat))
	}
	return games.And(names)
}

// PlayComputer plays the answer to a Job. ErrStale if the position is no longer that of the job.
func (s *Service) PlayComputer(ctx context.Context, j Job, move string) (Change, error) {
	a := Act{Match: j.Match, Head: j.Head, Cause: Cause(fmt.Sprintf("computer/%s/%d/%d", j.Match, j.Head, j.Seat))}
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil {
			return err
		}
		if a.Head == 0 || !d.Thinking().Has(j.Seat) {
			return d.problem(ErrStale, "The computer's answer comes too late, because the match has gone on since.")
		}
		if err := d.checkHead(a.Head); err != nil {
			return err
		}
		return d.play(j.Seat, move)
	})
}

// Job is the move that a computer player of the match has to make now, if any.
func (s *Service) Job(ctx context.Context, id ID) (j Job, ok bool, err error) {
	r, err := s.Match(ctx, id)
	if err != nil {
		return Job{}, false, err
	}
	for seat := range r.Thinking().All() {
		view, err := s.View(r, seat)
		if err != nil {
			return Job{}, false, err
		}
		player, known := view.Game.Player(r.Players[seat].Computer)
		if !known { // of an older catalogue: the match goes on all the same
			player, _ = view.Game.Player(view.Game.DefaultLevel)
		}
		made := r.Made - Seq(r.Drafts) // as Board counts: what others do in secret makes no answer late and changes none
		player.Budget.Seed = mix(r.Setup.Seed^thinkStream, uint64(made)<<8|uint64(seat))
		return Job{Match: id, Head: made, Seat: seat, View: view, Player: player.Name, Budget: player.Budget}, true, nil
	}
	return Job{}, false, nil
}

// mix is the finaliser of SplitMix64 over two numbers.
func mix(a, b uint64) uint64 {
	x := a + b*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Thinking lists the matches in which a computer player has to move now: after a start.
func (s *Service) Thinking(ctx context.Context) ([]ID, error) {
	return s.active(ctx, func(r Record) bool { return r.Thinking() != 0 })
}

// Next lets the computers of a Step match play one turn. Only the owner may.
func (s *Service) Next(ctx context.Context, a Act) (Change, error) { return s.step(ctx, a, false) }

// PlayOn lets the computers of a Step match play to the end. Only the owner may.
func (s *Service) PlayOn(ctx context.Context, a Act) (Change, error) { return s.step(ctx, a, true) }

func (s *Service) step(ctx context.Context, a Act, on bool) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil {
			return err
		}
		if d.Owner != a.User {
			return d.problem(ErrNotYours, "Only the member who has started this match can step through it. You can start one of your own.")
		}
		if err := d.checkHead(a.Head); err != nil {
			return err
		}
		switch {
		case !d.Step || d.Stepped == d.Turn && !on:
		case on:
			d.Step, d.Stepped = false, 0
			d.add(Event{Kind: Stepped, User: a.User, Seat: games.Spectator, Note: noteOn})
		default:
			d.Stepped = d.Turn
			d.add(Event{Kind: Stepped, User: a.User, Seat: games.Spectator})
		}
		return nil
	})
}

// Resign gives up the user's seat. Asking for confirmation is the caller's business.
func (s *Service) Resign(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat := d.SeatOf(a.User)
		if seat == games.Spectator {
			return d.problem(ErrNotYours, "You don't play in this match, so you can't resign it. Each player resigns for themselves.")
		}
		if err := d.checkRunning(); err != nil {
			return err
		}
		return d.rule(games.Ruling{Kind: games.Resign, Seat: seat}, a.User, "by the player's wish")
	})
}

// Cancel closes a match without result: before the first move, or at any time if the user started it and only computers play. ErrTooLate
// otherwise.
func (s *Service) Cancel(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		watching := d.Owner == a.User && len(d.members()) == 0
		if d.SeatOf(a.User) == games.Spectator && !watching {
			return d.problem(ErrNotYours, "You don't play in this match, so you can't cancel it. Ask the players.")
		}
		if err := d.checkRunning(); err != nil {
			return err
		}
		if d.Tournament != "" {
			return d.problem(ErrTooLate, "This match can't be cancelled, because it is a game of a tournament. You can resign it, or ask who runs the tournament.")
		}
		if d.Moves > 0 && !watching {
			return d.problem(ErrTooLate, "This match can't be cancelled any more, because the first move has been made. You can resign, or offer a draw.")
		}
		d.close(byCancelling, games.Say("The match was cancelled and has no result."))
		return nil
	})
}

// Abort closes a match without result at any time: a moderator's right, which the caller has checked.
func (s *Service) Abort(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if d.Status == Over || d.Status == Closed {
			return d.problem(ErrOver, "This match is over, so there is nothing to end: %s", d.Ending())
		}
		d.add(Event{Kind: Ruled, User: a.User, Seat: games.Spectator, Note: string(byModerator)})
		d.close(byModerator, games.Say("The match was ended by a moderator and has no result."))
		return nil
	})
}

// Decide ends a running match with a result that nobody has played for: an override, or the end of a tournament's round (F68). The caller has
// checked that the user may. Why begins a sentence: "The time of this round is up".
func (s *Service) Decide(ctx context.Context, a Act, place [games.MaxSeats]int8, why games.Sentence) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil {
			return err
		}
		outcome := games.Outcome{Place: place, Reason: games.ByReferee}
		if pos, err := d.position(); err == nil {
			if standing, ok := pos.Standing(); ok {
				outcome.Score = standing.Score
			}
		}
		var won []string
		for seat := range outcome.Winners().All() {
			won = append(won, d.label(seat))
		}
		outcome.Say = games.Say("%s: the referee gives the game to %s.", why, games.And(won))
		if len(won) > 1 {
			outcome.Say = games.Say("%s: by the referee's decision %s share the game.", why, games.And(won))
		}
		d.Parked, d.Clock = nil, referee.Continue(d.Clock, d.now)
		d.add(Event{Kind: Ruled, User: a.User, Seat: games.Spectator, Note: "decide " + why.String()})
		d.finish(outcome)
		return nil
	})
}

// ByDecision is the reason of a decision that a member has made.
func ByDecision(name, reason string) games.Sentence {
	return games.Say(byDecision.Format, name, reason)
}

var byDecision = games.Say("By decision of %s (%s)")

// decidedBy is the name of the member who has decided the match; empty if nobody has.
func (r Record) decidedBy() string {
	if r.Outcome == nil || len(r.Outcome.Say.Args) == 0 {
		return ""
	}
	why, _ := r.Outcome.Say.Args[0].(games.Sentence)
	if why.Format != byDecision.Format || len(why.Args) == 0 {
		return ""
	}
	name, _ := why.Args[0].(string)
	return name
}

// Removals lists the members whom the clock has put out of a match, for not moving: who is to blame for a game that was not played out.
func (s *Service) Removals(ctx context.Context, r Record) ([]UserID, error) {
	log, err := s.Log(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	var users []UserID
	for _, e := range log {
		if e.Kind != Ruled || e.User != "" || e.Seat < 0 || int(e.Seat) >= len(r.Players) {
			continue
		}
		kind, _, _ := strings.Cut(e.Note, " ")
		if u := r.Players[e.Seat].User; u != "" && (kind == string(games.Remove) || kind == string(games.Time)) {
			users = append(users, u)
		}
	}
	return users, nil
}

// opponents checks that the match is between two members, and gives the user's seat: draws and takebacks are for them to agree on.
func (d *draft) opponents(a Act, what games.Sentence) (games.Seat, error) {
	seat, err := d.seatOf(a)
	switch {
	case err != nil:
		return seat, err
	case len(d.Players) != 2:
		return seat, d.problem(ErrTooLate, "A %s is for matches of two, and more play here. Play on, or resign.", what)
	case len(d.members()) < 2:
		return seat, d.problem(ErrTooLate, "The computer does not agree to a %s. Play on, or resign.", what)
	}
	return seat, nil
}

// OfferDraw offers a draw, or accepts it if the opponent has offered. An offer is declined by moving or by DeclineDraw.
func (s *Service) OfferDraw(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.opponents(a, games.Say("draw"))
		switch {
		case err != nil:
			return err
		case d.DrawOffer == nil:
			d.DrawOffer = &seat
			d.add(Event{Kind: Offered, User: a.User, Seat: seat, Note: noteDraw})
			return nil
		case *d.DrawOffer == seat:
			return nil
		}
		return d.rule(games.Ruling{Kind: games.Agree}, a.User, "both agreed")
	})
}

// DeclineDraw turns down the opponent's offer of a draw, or withdraws one's own.
func (s *Service) DeclineDraw(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		if err != nil {
			return err
		}
		if d.DrawOffer == nil {
			return d.problem(ErrTooLate, "There is no offer of a draw any more. Play on, or offer one.")
		}
		d.DrawOffer = nil
		d.add(Event{Kind: Declined, User: a.User, Seat: seat, Note: noteDraw})
		return nil
	})
}

// ClaimTime ends the match in favour of the user where the opponent's time has run out under Lapse Claim. ErrTooEarly before that.
func (s *Service) ClaimTime(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		switch {
		case err != nil:
			return err
		case d.bound().Has(seat):
			return d.problem(ErrTooEarly, "It is your own turn, so there is nothing to claim. Please move.")
		case !d.Clock.Lapsed:
			return d.problem(ErrTooEarly, "There is nothing to claim, because the time of %s has not run out. Wait until it has.", d.waitedFor())
		}
		for late := range d.bound().All() {
			if d.Status != Running {
				break
			}
			if err := d.rule(games.Ruling{Kind: games.Time, Seat: late}, a.User, "claimed"); err != nil {
				return err
			}
		}
		return nil
	})
}

// Takeback takes the user's last turn back, together with computers' answers to it: at once within FreeUndo while nobody else has moved
// or where only computers would have to agree, otherwise by the opponent's consent, which is the opponent's own Takeback. ErrTooLate
// if there is nothing to take back or secrets were shown.
func (s *Service) Takeback(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		if err != nil {
			return err
		}
		asking := seat
		if d.UndoOffer != nil {
			asking = *d.UndoOffer
		}
		undo, err := s.lastTurnOf(ctx, d, asking)
		switch {
		case err != nil:
			return err
		case d.UndoOffer != nil && asking != seat, len(d.members()) == 1:
			return d.undo(undo, a)
		case d.UndoOffer != nil: // asked already
			return nil
		case undo.alone && d.now.Sub(d.Acted[seat]) <= d.cfg.FreeUndo:
			return d.undo(undo, a)
		}
		if _, err := d.opponents(a, games.Say("takeback")); err != nil {
			return err
		}
		d.UndoOffer = &seat
		d.add(Event{Kind: Offered, User: a.User, Seat: seat, Note: noteTakeback})
		return nil
	})
}

// DeclineTakeback turns down the opponent's wish to take a turn back, or withdraws one's own.
func (s *Service) DeclineTakeback(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		if err != nil {
			return err
		}
		if d.UndoOffer == nil {
			return d.problem(ErrTooLate, "Nobody asks for a takeback any more. Play on.")
		}
		d.UndoOffer = nil
		d.add(Event{Kind: Declined, User: a.User, Seat: seat, Note: noteTakeback})
		return nil
	})
}

// turnBack is what a takeback would do.
type turnBack struct {
	live  []frame // the frames that stay; the last one's position comes back
	seat  games.Seat
	alone bool // nobody but the seat has moved since
}

// lastTurnOf finds the last turn of a seat: the moves it made in a row, and what computers or the opponent have done since.
func (s *Service) lastTurnOf(ctx context.Context, d *draft, seat games.Seat) (turnBack, error) {
	log, err := s.Log(ctx, d.ID)
	if err != nil {
		return turnBack{}, err
	}
	frames, err := s.frames(d.Record, log)
	if err != nil {
		return turnBack{}, err
	}
	live := standing(frames)
	end := len(live)
	for end > 1 && !live[end-1].movedBy(seat) {
		end--
	}
	start := end
	for start > 1 && live[start-1].movedBy(seat) {
		start--
	}
	if start == end {
		return turnBack{}, d.problem(ErrTooLate, "There is nothing to take back, because %s has not moved. Play on.", d.label(seat))
	}
	for _, f := range live[start:] {
		if f.event.Kind != Moved || d.game.Hidden && len(f.said) > 0 {
			return turnBack{}, d.problem(ErrTooLate, "That turn can't be taken back, because of what came of it: a ruling, or a secret that is out. Play on.")
		}
	}
	return turnBack{live: live[:start], seat: seat, alone: end == len(live)}, nil
}

// standing leaves out what was taken back: the frames that lead to the last position.
func standing(frames []frame) []frame {
	var live []frame
	for _, f := range frames {
		if f.event.Kind != Undone {
			live = append(live, f)
			continue
		}
		live = live[:1+slices.IndexFunc(live, func(l frame) bool { return l.event.Seq == f.event.restores() })]
	}
	return live
}

// undo takes back what lastTurnOf has found.
func (d *draft) undo(t turnBack, a Act) error {
	last := t.live[len(t.live)-1]
	d.UndoOffer, d.DrawOffer = nil, nil
	d.add(Event{Kind: Undone, User: a.User, Seat: t.seat, Note: fmt.Sprint(last.event.Seq)})
	d.Moves = 0
	for _, f := range t.live {
		if f.event.Kind == Moved {
			d.Moves++
		}
	}
	d.Before, d.LastSeat, d.LastMoves = lastTurn(t.live)
	d.settle(last.position, 0, true)
	return nil
}

// lastTurn is what a Record says about the last turn, from the frames that lead to its position.
func lastTurn(live []frame) (before string, seat games.Seat, moves []string) {
	seat = live[len(live)-1].event.Seat
	i := len(live) - 1
	for ; i > 0 && live[i].movedBy(seat); i-- {
		moves = append(moves, live[i].event.Move)
	}
	if len(moves) == 0 {
		return "", games.Spectator, nil
	}
	slices.Reverse(moves)
	return live[i].position.Text(), seat, moves
}
