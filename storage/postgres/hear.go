package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"paddock/games/match"
	"paddock/storage/layout"
)

// channel is the name of the notifications about changes. Their text is the sender, a colon, and
// ids separated by spaces.
const channel = "paddock"

const (
	tellPause = 20 * time.Millisecond // pause between notifications
	tellMost  = 500                   // ids in one notification, which may have 8,000 bytes
	hearPause = time.Second           // pause before a lost connection is made again

	// Where LISTEN hears nothing, a process asks for the newest changes instead: those up to
	// pollWindow before the last, at most pollMost. An interaction that was handed on has to be
	// found in about a second.
	pollPause  = 300 * time.Millisecond
	pollWindow = 2 * time.Second
	pollMost   = 500
)

// run sends hints until close.
func (h *hints) run(s *Store) {
	ctx, stop := context.WithCancel(context.Background())
	h.stop, h.waiting = stop, make(map[match.ID]bool)
	h.work.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-h.wake:
			}
			h.send(ctx, s)
			select {
			case <-ctx.Done():
				return
			case <-time.After(tellPause):
			}
		}
	})
}

func (h *hints) close() {
	h.stop()
	h.work.Wait()
}

// tell queues a hint about a match. It returns at once.
func (h *hints) tell(id match.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.deaf || len(h.waiting) >= tellMost { // with so many hints, other processes find the changes by themselves
		return
	}
	h.waiting[id] = true
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

func (h *hints) send(ctx context.Context, s *Store) {
	h.mu.Lock()
	text := make([]byte, 0, 8000)
	text = append(append(text, s.owner...), ':')
	for id := range h.waiting {
		if len(text)+len(id) < 7900 {
			text = append(append(text, id...), ' ')
		}
	}
	clear(h.waiting)
	h.mu.Unlock()
	_, err := s.pool.Exec(ctx, `select pg_notify($1, $2)`, channel, string(text))
	if lacking(err) {
		h.mu.Lock()
		h.deaf = true
		h.mu.Unlock()
	}
}

// lacking reports whether the database does not know a statement or function.
func lacking(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains([]string{"42601", "42883", "0A000"}, refused.Code)
}

// Hear implements match.Store by LISTEN. Through a pooler, which gives away the session that
// listens, it asks again and again. In a database without LISTEN it hears nothing.
func (s *Store) Hear(ctx context.Context, changed func(match.ID)) error {
	hear := s.listen
	if s.pooled {
		hear = s.poll
	}
	for ctx.Err() == nil {
		switch err := hear(ctx, changed); {
		case lacking(err):
			<-ctx.Done()
		case err != nil:
			select {
			case <-ctx.Done():
			case <-time.After(hearPause):
			}
		}
	}
	return ctx.Err()
}

// listen listens on a connection of its own, until that is lost.
func (s *Store) listen(ctx context.Context, changed func(match.ID)) (err error) {
	began := time.Now()
	defer func() {
		if ctx.Err() == nil {
			s.presence.tried(began, err)
		}
	}()
	pooled, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack()
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "listen "+channel); err != nil {
		return err
	}
	s.presence.tried(began, nil)
	began = time.Now()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		who, ids, _ := strings.Cut(n.Payload, ":")
		if who == s.owner {
			continue
		}
		for id := range strings.FieldsSeq(ids) {
			changed(match.ID(id))
		}
	}
}

// poll asks for changed matches and for interactions that were handed on, until that fails. It also
// calls changed for the changes of this process.
func (s *Store) poll(ctx context.Context, changed func(match.ID)) (err error) {
	began := time.Now()
	defer func() {
		if ctx.Err() == nil {
			s.presence.tried(began, err)
		}
	}()
	const newest = `select id, head from matches where updated >= (select max(updated) from matches) - $1
		order by updated desc, id desc limit $2`
	const handed = `select exists (select from handed where form <= $1)`
	var heads map[match.ID]match.Seq // the error of the last answer; nil: there was none
	for {
		began = time.Now()
		rows, _ := s.pool.Query(ctx, newest, pollWindow.Nanoseconds(), pollMost)
		list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[match.Newest])
		if err != nil {
			return err
		}
		var waits bool
		if err := s.pool.QueryRow(ctx, handed, layout.Form()).Scan(&waits); err != nil {
			return err
		}
		s.presence.tried(began, nil)
		before := heads
		heads = make(map[match.ID]match.Seq, len(list))
		for _, m := range list {
			heads[m.Match] = m.Seq
			if before != nil && before[m.Match] != m.Seq {
				changed(m.Match)
			}
		}
		if waits {
			changed(match.HandedOn)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollPause):
		}
	}
}
