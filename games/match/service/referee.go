package service

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ruling"
	"paddock/games/referee"
)

// Referee changes matches without a player's act: by the clock, outages, parking, and decisions.
type Referee struct {
	*core
	duties match.Duties
	lists  match.Lists
	tables *Tables // for follow-up work, such as a rematch
}

// Attend does, once, the work that is due for a match: follow-up work, reminder, grace, ruling,
// expiry, delayed ping. If nothing is due it returns no error.
func (s *Referee) Attend(ctx context.Context, id match.ID) (match.Change, error) {
	if err := s.followUp(ctx, id); err != nil {
		return match.Change{}, err
	}
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return match.Change{}, err
	}
	defer unlock()
	done, err := s.try(ctx, match.Act{Match: id}, func(d *draft) error {
		if err := d.attend(); err != nil {
			return err
		}
		s.ruled(ctx, d)
		return nil
	})
	switch {
	case errors.Is(err, match.ErrConflict): // another process has changed the match meanwhile
		return match.Change{}, nil
	case errors.Is(err, match.ErrStore), errors.Is(err, match.ErrUnknown):
		return match.Change{}, err
	case err != nil: // is planned for later, so that a broken match delays no other
		m, failed := s.match(ctx, id)
		if failed == nil {
			failed = s.setDue(ctx, &m.Record, s.now().Add(brokenPause))
		}
		if failed != nil && ctx.Err() == nil {
			s.cfg.Log.Error("a broken match could not be postponed", "match", id, "err", failed)
		}
		return match.Change{}, err
	case len(done.Events) > 0:
		return done, nil
	}
	return s.ping(ctx, done.Match)
}

// followUp does the follow-up work of a match: a challenge is offered again, the second match of a
// pair begins. Each task is recorded when it is done.
func (s *Referee) followUp(ctx context.Context, id match.ID) error {
	m, err := s.match(ctx, id)
	if err != nil || !m.FollowUpIsDue() {
		return err
	}
	for _, n := range m.Notices {
		switch n.Kind {
		case match.OfferedAgain:
			err = s.tables.OfferAgain(ctx, id)
		case match.SecondIsDue:
			_, err = s.tables.rematch(ctx, match.Act{Match: id, User: m.Players[1].User}, "")
			if refused, ok := errors.AsType[*match.Problem](err); ok && !errors.Is(refused, match.ErrStore) {
				err = nil // the match can't begin by itself, but the players can still ask for it
			}
		default:
			continue
		}
		if err != nil {
			return err
		}
		if err := s.markTold(context.WithoutCancel(ctx), s.duties, id, n); err != nil {
			return err
		}
	}
	return nil
}

const (
	brokenPause = time.Hour   // pause before another attempt at a match that can't be read
	pingPause   = time.Minute // pause before a ping is requested again, if it was not recorded
)

// attend adds the events of the work that is due.
func (d *draft) attend() error {
	switch {
	case d.Status == match.Open:
		if !d.now.Before(d.Clock.Deadline) {
			d.close(match.ByExpiry, games.Say("The challenge has expired: nobody answered in time."))
		}
	case d.Status != match.Running:
	case d.Parked != nil:
		if !d.now.Before(due(d.Record, d.cfg)) {
			d.close(match.ByExpiry, games.Say("The match rested for too long, so it has no result."))
		}
	case d.Step:
		if !d.now.Before(due(d.Record, d.cfg)) {
			d.close(match.ByExpiry, games.Say("Nobody has pressed *Next* for too long, so the match has no result."))
		}
	default:
		if at := idle(d.Record, d.cfg); !at.IsZero() && !d.now.Before(at) {
			d.close(match.ByExpiry,
				games.Say("Nobody has moved for too long, so the match is closed without a result."))
			return nil
		}
		return d.judge()
	}
	return nil
}

// judge applies the ruling of a clock that has run out.
func (d *draft) judge() error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	if end := d.VoteEnds(); !end.IsZero() && !d.now.Before(end) {
		return d.countVotes()
	}
	bound := d.Bound()
	if d.refit() {
		d.add(match.Event{Kind: match.Extended, Seat: games.Spectator, Code: match.CodeHours})
	}
	clock, verdict := referee.Judge(d.Clock, bound, pos.Turn().Phase, d.now)
	switch {
	case verdict.Grace != 0:
		from := d.Clock.Deadline
		d.Clock = clock
		d.fit(from)
		code := match.CodeGrace
		if d.Clock.Drawn > 0 {
			code = match.CodeBank
		}
		for seat := range verdict.Grace.All() {
			d.add(match.Event{Kind: match.Extended, User: d.Players[seat].User, Seat: seat, Code: code})
		}
		return nil
	case verdict.Claimable:
		d.Clock = clock
		d.add(match.Event{Kind: match.Lapsed, Seat: ruling.Only(bound)})
		return nil
	}
	for _, r := range verdict.Rulings {
		d.Clock.Lapses = clock.Lapses
		if d.Status != match.Running || !d.Waiting.Has(r.Seat) {
			continue // an earlier ruling has settled this one
		}
		if d.Players[r.Seat].Channel != "" {
			d.Voting.Last = nil // the last turn was not voted on
		}
		if err := d.rule(r, "", match.CodeClock); err != nil {
			return err
		}
	}
	if len(verdict.Rulings) > 0 {
		return nil
	}
	if clock, now := referee.Remind(d.Clock, d.now); now && bound != 0 {
		d.Clock = clock
		d.remindAgain()
		d.add(match.Event{Kind: match.Reminded, Seat: games.Spectator})
	}
	return nil
}

// ping announces a delayed ping if one is due. In any case it corrects Due. It adds no event.
func (s *Referee) ping(ctx context.Context, m match.Match) (match.Change, error) {
	now := s.now()
	r, done := m.Record, match.Change{Match: m}
	next := due(r, &s.cfg)
	if at := r.PingAt(s.cfg.Window); !at.IsZero() && !now.Before(at) {
		done.Ping = true
		r.Shown.Pinged, r.Shown.Asleep = r.Turn, 0 // as if it were recorded, to find the next moment after this ping
		next = due(r, &s.cfg)
		if again := now.Add(pingPause); next.IsZero() || again.Before(next) {
			next = again
		}
		r.Shown = m.Shown
	}
	held := len(r.Notices) > 0 && !r.Due.IsZero() && !now.Before(r.Due) // held notices are due now, see Delivery.Hold
	if err := s.setDue(ctx, &done.Match.Record, next); err != nil {
		return match.Change{}, err
	}
	if done.Ping || held {
		s.announce(done)
	}
	return done, nil
}

func (s *Referee) setDue(ctx context.Context, r *match.Record, due time.Time) error {
	if r.Due.Equal(due) {
		return nil
	}
	err := s.duties.SetDue(ctx, r.ID, r.Head, due)
	if err != nil && !errors.Is(err, match.ErrConflict) { // after a conflict another process has set Due
		return match.Unsaved("set due time", err)
	}
	r.Due = due
	return nil
}

// Decide ends a running match with a result that was not played: a tournament official's decision,
// or the end of a round (F68). The caller has checked that the user may do so.
func (s *Referee) Decide(ctx context.Context, a match.Act, result match.Decision) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil {
			return err
		}
		code, why := result.Why()
		outcome := games.Outcome{Place: result.Place, Reason: games.ByReferee}
		if pos, err := d.position(); err == nil {
			if standing, ok := pos.Standing(); ok {
				outcome.Score, outcome.Tiebreak = standing.Score, standing.Tiebreak
			}
		}
		var won []string
		for seat := range outcome.Winners().All() {
			won = append(won, d.label(seat))
		}
		outcome.Say = games.Say("%s: the referee gives the game to %s.", why, games.And(won))
		if len(won) > 1 {
			outcome.Say = games.Say("%s: the referee lets %s share the game.", why, games.And(won))
		}
		d.thaw("")
		d.DecidedBy = result.By
		d.add(match.Event{
			Kind: match.Ruled, User: a.User, Seat: games.Spectator, Ruling: match.RulingDecide,
			Code: code, Note: result.Reason,
		})
		d.finish(outcome)
		return nil
	})
}

// Release detaches a game from a cancelled tournament; it continues with the same terms. A game
// between computers only is closed, because nobody waits for its result. By is the name of the
// person who cancelled. It returns ErrOver if the match has ended.
func (s *Referee) Release(ctx context.Context, a match.Act, by, tournament string) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil || d.Tournament == "" {
			return err
		}
		d.Tournament = ""
		d.add(match.Event{Kind: match.Released, User: a.User, Seat: games.Spectator, By: by, Note: tournament})
		if d.People() == 0 {
			d.close(match.ByCancelling, games.Say("The tournament was cancelled, so the match has no result."))
		}
		return nil
	})
}

// Park stops a match and its clocks, because its channel is gone or the bot has left. Parking twice
// is no error.
func (s *Referee) Park(ctx context.Context, id match.ID, why match.Code, c match.Cause) (match.Change, error) {
	return s.update(ctx, match.Act{Match: id, Cause: c}, func(d *draft) error {
		if why == match.CodeChannelGone {
			d.Shown.Message, d.Shown.Call = "", ""
		}
		switch {
		case d.Status == match.Open: // nobody can find it any more
			d.close(match.ByExpiry, games.Say("The challenge was closed, because %s.", match.Parking{Why: why}.Says()))
			return nil
		case d.Status != match.Running || d.Parked != nil:
			return nil
		}
		d.park(games.Spectator, why)
		return nil
	})
}

// park freezes the clock of a running match. Seat is the seat that caused it, or Spectator.
func (d *draft) park(seat games.Seat, why match.Code) {
	left, _ := referee.Left(d.Clock, d.now)
	e := match.Event{Kind: match.Parked, Seat: seat, Code: why}
	if seat != games.Spectator {
		e.User = d.Players[seat].User
	}
	d.Parked = &match.Parking{At: d.now, Why: why, Left: left}
	d.Clock, d.RestOffer = referee.Stop(d.Clock, d.now), nil
	d.add(e)
}

// Resume continues a parked match in a place. It does so at once if the match was there before, if
// all members want that place, or if the user is empty, which means the bot. Otherwise it records
// the user's wish. The bot may also move a match that is not parked, for example into its thread.
func (s *Referee) Resume(ctx context.Context, a match.Act, to match.Place) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		itself := a.User == ""
		if !itself && d.SeatOf(a.User) == games.Spectator && d.Owner != a.User {
			return d.problem(match.ErrNotYours,
				"You don't play in this match, so you can't resume it. Ask the players.")
		}
		if itself && d.Status == match.Open {
			d.move(to, a.Named)
			return nil
		}
		if err := d.checkRunning(); err != nil {
			return err
		}
		if d.Parked == nil && !itself {
			return d.problem(match.ErrTooEarly, "This match isn't paused. Play on where it is.")
		}
		if taken := func(p match.Player) bool { return p.Channel == to.Channel }; !itself &&
			to.Channel != d.Place.Channel && slices.ContainsFunc(d.Players, taken) {
			return d.problem(match.ErrBadProposal,
				"This channel votes for the other side, so the match can't go on here. Use `/match resume` in another one.")
		}
		if d.Parked != nil && !itself && to != d.Place && !d.agree(a.User, to) {
			return nil
		}
		d.thaw(a.User)
		d.move(to, a.Named)
		return nil
	})
}

// Return continues the matches of a server that were parked because the bot had left. Matches whose
// channel is gone stay parked.
func (s *Referee) Return(ctx context.Context, g match.GuildID) error {
	list, err := s.lists.ByGuild(ctx, g)
	if err != nil {
		return match.Unread("read matches", err)
	}
	var failed []error
	for _, r := range list {
		if r.Parked != nil && (r.Parked.Why == match.CodeServerLeft || r.Parked.Why == match.CodeNoAccess) {
			_, err := s.Resume(ctx, match.Act{Match: r.ID}, r.Place)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// move records that the match continues in a place. Its next board is a new message. Named is the
// name of the channel, if it is known.
func (d *draft) move(to match.Place, named string) {
	d.followPlace(to.Channel, named)
	d.Place = to
	d.add(match.Event{Kind: match.Resumed, Seat: games.Spectator, Note: string(to.Channel)})
}

// agree records where a member wants to continue a parked match, and reports whether all members
// want the same place.
func (d *draft) agree(u match.UserID, to match.Place) bool {
	parked := *d.Parked
	parked.Wanted = make(map[match.UserID]match.Place)
	maps.Copy(parked.Wanted, d.Parked.Wanted)
	all := true
	if parked.Wanted[u] != to {
		parked.Wanted[u] = to
		d.add(match.Event{Kind: match.Offered, User: u, Seat: d.SeatOf(u), Code: match.CodeResume})
	}
	for _, member := range d.Staying() {
		all = all && parked.Wanted[member] == to
	}
	d.Parked = &parked
	return all
}

// aliveNote is the note that stores when the bot was last alive.
const aliveNote = "alive"

// Alive stores the present time, so that the next start knows how long the outage was.
func (s *Referee) Alive(ctx context.Context) error {
	if err := s.facts.PutNote(ctx, aliveNote, s.now().Format(time.RFC3339Nano)); err != nil {
		return match.Unsaved("note the time", err)
	}
	return nil
}

// LastAlive returns when Alive was last called, also by an earlier process. It returns the zero
// time if it never was.
func (s *Referee) LastAlive(ctx context.Context) (time.Time, error) {
	note, err := s.facts.Note(ctx, aliveNote)
	if err != nil {
		return time.Time{}, match.Unread("read when the bot was alive", err)
	}
	at, _ := time.Parse(time.RFC3339Nano, note) // the note is empty before the first call of Alive
	return at, nil
}

// Recover extends each clock that expired during an outage by the length of the outage (P9, P70),
// calls Alive, and returns the number of clocks. Call it after a start or a gap between calls of
// Alive, before any Attend. A second call changes nothing.
func (s *Referee) Recover(ctx context.Context) (int, error) {
	from, err := s.LastAlive(ctx)
	if err != nil {
		return 0, err
	}
	if from.IsZero() { // no process has ever recorded Alive
		return 0, s.Alive(ctx)
	}
	to := s.now()
	ids, err := s.expired(ctx, from, to)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		_, err := s.update(ctx, match.Act{Match: id}, func(d *draft) error {
			clock, ok := referee.Outage(d.Clock, from, to)
			closed := endedWithin(d.Record, from, to)
			if closed {
				d.extendVote(to.Sub(from))
			}
			if closed && !ok {
				d.add(match.Event{Kind: match.Extended, Seat: games.Spectator, Code: match.CodeOutage})
			}
			if ok {
				d.Clock = clock
				if clock.Lapsed {
					d.Clock = clock.Plain()
				} else {
					d.fit(to)
				}
				d.add(match.Event{Kind: match.Extended, Seat: games.Spectator, Code: match.CodeOutage})
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	return len(ids), s.Alive(ctx)
}

// endedWithin reports whether a vote ended in an outage, in which nobody could vote.
func endedWithin(r match.Record, from, to time.Time) bool {
	end := r.VoteEnds()
	return end.After(from) && !end.After(to)
}

// expired lists the matches whose clocks ran out, or whose votes ended, in an outage. All of them
// are due.
func (s *Referee) expired(ctx context.Context, from, to time.Time) (ids []match.ID, err error) {
	due, err := s.duties.Due(ctx, to, math.MaxInt)
	if err != nil {
		return nil, match.Unread("read deadlines", err)
	}
	for _, r := range due {
		if _, ok := referee.Outage(r.Clock, from, to); ok || endedWithin(r, from, to) {
			ids = append(ids, r.ID)
		}
	}
	return ids, nil
}
