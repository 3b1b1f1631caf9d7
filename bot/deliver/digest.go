package deliver

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/show"
	"paddock/bot/show/digest"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// digests are the messages that tell somebody, once a day, what waits for them and what has happened (P34). What one has to tell is held in the matches
// until its hour: turns in what was shown of them (match.Shown.Asleep), all else in their notices. Each match is due then, and marks the digest of its
// people; so nothing is lost with the process, and people are spread as their hours are.
type digests struct {
	Deps
	boards      *Boards
	tournaments *tourney.Service // nil: there are none

	mu     sync.Mutex
	marked map[match.UserID]map[match.ID]bool // whose digest is due, and the matches that have said so
}

func newDigests(d Deps, b *Boards) *digests {
	s := &digests{Deps: d, boards: b, marked: make(map[match.UserID]map[match.ID]bool)}
	d.Engine.subjects[Digest] = s
	return s
}

// gather is how long a digest waits for further matches that are due at the same moment.
const gather = 3 * time.Second

// mark asks for somebody's digest, because of a match or none.
func (d *digests) mark(u match.UserID, id match.ID) {
	d.mu.Lock()
	if d.marked[u] == nil {
		d.marked[u] = make(map[match.ID]bool)
	}
	if id != "" {
		d.marked[u][id] = true
	}
	d.mu.Unlock()
	d.Engine.markAfter(Key{Kind: Digest, ID: string(u), User: string(u)}, string(u), gather)
}

// failed does nothing: the matches ask again.
func (d *digests) failed(context.Context, Key, discord.Failure) (again bool) { return false }

// look sends a digest, and notes in the matches that its reader has been told.
func (d *digests) look(ctx context.Context, k Key) error {
	u, err := d.People.User(ctx, match.UserID(k.User))
	if err != nil {
		return err
	}
	u.ID = match.UserID(k.User)
	list, others, err := d.matchesOf(ctx, u.ID)
	if err != nil {
		return err
	}
	in := people.LanguageOfUser(u)
	var news []string
	var tell []match.Match
	for _, m := range slices.Concat(others, list) {
		mine := noticesTo(m, u.ID)
		for _, n := range mine {
			news = append(news, show.NoticeText(in, m, n.Kind)+" · "+show.ListLine(in, m, u.ID, slices.Concat(others, list)...))
		}
		if len(mine) > 0 || heldSeats(m, u.ID) != 0 {
			tell = append(tell, m)
		}
	}
	steps, err := d.steps(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, s := range steps {
		for _, n := range s.list {
			news = append(news, show.TournamentNoticeText(in, s.of, n, ""))
		}
	}
	if len(tell) == 0 && len(steps) == 0 {
		d.forget(u.ID)
		return nil
	}
	only := nonce("d-%s-%s", d.Now().UTC().Format("060102"), tail(match.MessageID(u.ID), 16))
	if _, err := d.sendDirect(ctx, u.ID, digest.Message(d.Show, in, u, list, news), only); passing(err) {
		return err
	}
	d.forget(u.ID)
	return d.told(context.WithoutCancel(ctx), u.ID, tell, steps)
}

// matchesOf are what is open or running with somebody, the most urgent first, and the other matches that have marked their digest.
func (d *digests) matchesOf(ctx context.Context, u match.UserID) (list, others []match.Match, err error) {
	if list, err = d.Matches.Read.ByUser(ctx, u); err != nil {
		return nil, nil, err
	}
	d.mu.Lock()
	ids := slices.Sorted(maps.Keys(d.marked[u]))
	d.mu.Unlock()
	for _, id := range ids {
		if slices.ContainsFunc(list, func(m match.Match) bool { return m.ID == id }) {
			continue
		}
		m, err := d.Matches.Read.Match(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		others = append(others, m)
	}
	return list, others, nil
}

func (d *digests) forget(u match.UserID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.marked, u)
}

// noticesTo are what somebody is still to be told of a match.
func noticesTo(m match.Match, u match.UserID) (list []match.Notice) {
	for _, n := range m.Notices {
		if n.To == u {
			list = append(list, n)
		}
	}
	return list
}

// heldSeats is the seat of somebody who has not been called for a turn of theirs, or for a challenge; none if they have.
func heldSeats(m match.Match, u match.UserID) games.Seats {
	seat := m.SeatOf(u)
	switch {
	case m.Status == match.Open && m.Invited == u:
		return m.Shown.Asleep & 1
	case seat == games.Spectator || m.Shown.Turn != m.Turn:
		return 0
	}
	return m.Shown.Asleep & games.SeatSet(seat)
}

// told notes what a digest has told.
func (d *digests) told(ctx context.Context, u match.UserID, list []match.Match, steps []step) error {
	var failed []error
	for _, m := range list {
		if mine := noticesTo(m, u); len(mine) > 0 {
			failed = append(failed, d.Matches.Delivery.MarkTold(ctx, m.ID, mine...))
		}
		failed = append(failed, d.called(ctx, m.ID, u))
	}
	for _, s := range steps {
		var numbers []int
		for _, n := range s.list {
			numbers = append(numbers, n.No)
		}
		failed = append(failed, d.tournaments.MarkTold(ctx, s.of.ID, numbers...))
	}
	return errors.Join(failed...)
}

// called notes that somebody has heard of their turn.
func (d *digests) called(ctx context.Context, id match.ID, u match.UserID) error {
	defer d.Engine.locks.Lock(boardKey(id))()
	m, err := d.Matches.Read.Match(ctx, id)
	if err != nil {
		return err
	}
	held := heldSeats(m, u)
	if held == 0 {
		return nil
	}
	s := m.Shown
	if s.Asleep &^= held; s.Asleep == 0 {
		s.Pinged, s.Wake = max(s.Pinged, m.Turn), time.Time{}
	}
	return d.Matches.Delivery.MarkShown(ctx, id, s)
}

// step is what somebody is still to be told of a tournament.
type step struct {
	of   tourney.Record
	list []tourney.Notice
}

func (d *digests) steps(ctx context.Context, u match.UserID) (list []step, err error) {
	if d.tournaments == nil {
		return nil, nil
	}
	all, err := d.tournaments.Unsettled(ctx)
	for _, r := range all {
		s := step{of: r}
		for _, n := range r.Notices {
			if n.To == u {
				s.list = append(s.list, n)
			}
		}
		if len(s.list) > 0 {
			list = append(list, s)
		}
	}
	return list, err
}
