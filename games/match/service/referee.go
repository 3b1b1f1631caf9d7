package service

import (
	"context"
	"errors"
	"math"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ruling"
	"paddock/games/referee"
)

// Referee is what happens to matches without a player's doing: the clock, outages, rest, decisions imposed on the players.
type Referee struct {
	*core
	duties match.Duties
	lists  match.Lists
}

// Attend does what is due for a match, once: reminder, grace, ruling, expiry, delayed ping. It is no error if nothing is.
func (s *Referee) Attend(ctx context.Context, id match.ID) (match.Change, error) {
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return match.Change{}, err
	}
	defer unlock()
	done, err := s.try(ctx, match.Act{Match: id}, (*draft).attend)
	switch {
	case errors.Is(err, match.ErrConflict): // another process was here first
		return match.Change{}, nil
	case errors.Is(err, match.ErrStore), errors.Is(err, match.ErrUnknown):
		return match.Change{}, err
	case err != nil: // this match is broken: the others must not wait for it
		m, failed := s.match(ctx, id)
		if failed == nil {
			failed = s.setDue(ctx, &m.Record, s.now().Add(brokenPause))
		}
		if failed != nil {
			s.cfg.Log.Error("a broken match could not be postponed", "match", id, "err", failed)
		}
		return match.Change{}, err
	case len(done.Events) > 0:
		return done, nil
	}
	return s.ping(ctx, done.Match)
}

const (
	brokenPause = time.Hour   // until a match that can't be read is looked at again
	pingPause   = time.Minute // until a ping that nobody has marked as shown is asked for again
)

// attend does what is due and adds events for it.
func (d *draft) attend() error {
	switch {
	case d.Status == match.Open:
		if !d.now.Before(d.Clock.Deadline) {
			d.close(match.ByExpiry, games.Say("The challenge has expired, because nobody answered it in time."))
		}
	case d.Status != match.Running:
	case d.Parked != nil:
		if !d.now.Before(due(d.Record, d.cfg)) {
			d.close(match.ByExpiry, games.Say("The match was at rest for too long and has no result."))
		}
	case d.Step:
		if !d.now.Before(due(d.Record, d.cfg)) {
			d.close(match.ByExpiry, games.Say("Nobody asked for the next turn for too long, so the match has no result."))
		}
	default:
		if at := idle(d.Record, d.cfg); !at.IsZero() && !d.now.Before(at) {
			d.close(match.ByExpiry, games.Say("Nobody has moved for too long, so the match was closed and has no result."))
			return nil
		}
		return d.judge()
	}
	return nil
}

// judge does what the clock calls for.
func (d *draft) judge() error {
	pos, err := d.position()
	if err != nil {
		return err
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
		for seat := range verdict.Grace.All() {
			d.add(match.Event{Kind: match.Extended, User: d.Players[seat].User, Seat: seat, Code: match.CodeGrace})
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
			continue // an earlier ruling has settled it
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

// ping announces a delayed ping if one is due, and sets Due right in any case. It changes no head.
func (s *Referee) ping(ctx context.Context, m match.Match) (match.Change, error) {
	now := s.now()
	r, done := m.Record, match.Change{Match: m}
	next := due(r, &s.cfg)
	if at := r.PingAt(s.cfg.Window); !at.IsZero() && !now.Before(at) {
		done.Ping = true
		r.Shown.Pinged, r.Shown.Asleep = r.Turn, 0 // for the arithmetic alone: the next moment apart from this ping
		next = due(r, &s.cfg)
		if again := now.Add(pingPause); next.IsZero() || again.Before(next) {
			next = again
		}
		r.Shown = m.Shown
	}
	held := len(r.Notices) > 0 && !r.Due.IsZero() && !now.Before(r.Due) // see Delivery.Hold
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
	if err != nil && !errors.Is(err, match.ErrConflict) { // a conflict: another process has set it
		return storeFailed("set due time", err)
	}
	r.Due = due
	return nil
}

// Decide ends a running match with a result that nobody has played for: an override, or the end of a tournament's round (F68). The caller has
// checked that the user may.
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
			outcome.Say = games.Say("%s: by the referee's decision %s share the game.", why, games.And(won))
		}
		d.thaw()
		d.DecidedBy = result.By
		d.add(match.Event{Kind: match.Ruled, User: a.User, Seat: games.Spectator, Ruling: match.RulingDecide, Code: code, Note: result.Reason})
		d.finish(outcome)
		return nil
	})
}

// Release lets a game of a tournament that was cancelled go on by itself, on the terms that it has. One that only computers play is closed, for nobody waits for
// its result. By is who has cancelled the tournament. ErrOver.
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

// Park puts a match to rest with its clocks frozen, because its channel is gone or the bot is no longer there. Parking twice is no error.
func (s *Referee) Park(ctx context.Context, id match.ID, why match.Code, c match.Cause) (match.Change, error) {
	return s.update(ctx, match.Act{Match: id, Cause: c}, func(d *draft) error {
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

// park freezes the clock of a running match, by the doing of a seat or none.
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

// Resume goes on with a parked match in a place: at once if it is where the match was, or all members want the same place, or the user is
// empty, which means the bot itself; otherwise the wish is noted. The bot itself may also move a match that isn't parked (into its thread).
func (s *Referee) Resume(ctx context.Context, a match.Act, to match.Place) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		itself := a.User == ""
		if !itself && d.SeatOf(a.User) == games.Spectator && d.Owner != a.User {
			return d.problem(match.ErrNotYours, "You don't play in this match, so you can't resume it. Ask the players.")
		}
		if itself && d.Status == match.Open {
			d.move(to)
			return nil
		}
		if err := d.checkRunning(); err != nil {
			return err
		}
		if d.Parked == nil && !itself {
			return d.problem(match.ErrTooEarly, "This match is not at rest, so there is nothing to resume. Play on where it is.")
		}
		if d.Parked != nil && !itself && to != d.Place && !d.agree(a.User, to) {
			return nil
		}
		d.thaw()
		d.move(to)
		return nil
	})
}

// Return goes on with the matches of a server that are at rest because the bot had left it. Those whose channel is gone stay as they are.
func (s *Referee) Return(ctx context.Context, g match.GuildID) error {
	list, err := s.lists.ByGuild(ctx, g)
	if err != nil {
		return storeFailed("read matches", err)
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

// move notes that the match goes on in a place. Its next board is a new message.
func (d *draft) move(to match.Place) {
	d.Place = to
	d.add(match.Event{Kind: match.Resumed, Seat: games.Spectator, Note: string(to.Channel)})
}

// agree notes where a member wants a parked match to go on, and reports whether all members want the same.
func (d *draft) agree(u match.UserID, to match.Place) bool {
	parked := *d.Parked
	parked.Wanted = make(map[match.UserID]match.Place)
	for user, place := range d.Parked.Wanted {
		parked.Wanted[user] = place
	}
	all := true
	if parked.Wanted[u] != to {
		parked.Wanted[u] = to
		d.add(match.Event{Kind: match.Offered, User: u, Seat: d.SeatOf(u), Code: match.CodeResume})
	}
	for _, member := range d.Members() {
		all = all && parked.Wanted[member] == to
	}
	d.Parked = &parked
	return all
}

// aliveNote is the key under which the store keeps when the bot was last alive.
const aliveNote = "alive"

// Alive notes the time, so that the next start knows how long the outage was.
func (s *Referee) Alive(ctx context.Context) error {
	if err := s.facts.PutNote(ctx, aliveNote, s.now().Format(time.RFC3339Nano)); err != nil {
		return storeFailed("note the time", err)
	}
	return nil
}

// LastAlive is when Alive was last called, in this process or before it; the zero time if it never was.
func (s *Referee) LastAlive(ctx context.Context) (time.Time, error) {
	note, err := s.facts.Note(ctx, aliveNote)
	if err != nil {
		return time.Time{}, storeFailed("read when the bot was alive", err)
	}
	at, _ := time.Parse(time.RFC3339Nano, note) // none: the first start
	return at, nil
}

// Recover is called after a start, and after any gap between calls of Alive that was an outage, before anybody calls Attend. It extends each
// clock that expired since the last Alive by the time since then (P9, P70), returns how many, and calls Alive. A second call finds
// nothing more to do.
func (s *Referee) Recover(ctx context.Context) (int, error) {
	from, err := s.LastAlive(ctx)
	if err != nil {
		return 0, err
	}
	if from.IsZero() { // the first start
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

// expired lists the matches whose clocks ran out in an outage. All of them are due.
func (s *Referee) expired(ctx context.Context, from, to time.Time) (ids []match.ID, err error) {
	due, err := s.duties.Due(ctx, to, math.MaxInt)
	if err != nil {
		return nil, storeFailed("read deadlines", err)
	}
	for _, r := range due {
		if _, ok := referee.Outage(r.Clock, from, to); ok {
			ids = append(ids, r.ID)
		}
	}
	return ids, nil
}
