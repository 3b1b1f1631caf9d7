package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// awayStore is a database that can't be reached while away is set. Every call tries again for a
// while, as with PostgreSQL.
type awayStore struct {
	bot.Store
	away bool
}

var errAway = errors.New("connection refused")

func (s *awayStore) reach(ctx context.Context) error {
	until := time.Now().Add(6 * time.Second)
	if t, limited := match.Patience(ctx); limited && t.Before(until) {
		until = t
	}
	for s.away {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
		if s.away && !time.Now().Before(until) {
			return errAway
		}
	}
	return nil
}

func reached[T any](ctx context.Context, s *awayStore, ask func() (T, error)) (none T, err error) {
	if err := s.reach(ctx); err != nil {
		return none, err
	}
	return ask()
}

func (s *awayStore) Record(ctx context.Context, id match.ID) (match.Record, error) {
	return reached(ctx, s, func() (match.Record, error) { return s.Store.Record(ctx, id) })
}

func (s *awayStore) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	return reached(ctx, s, func() (match.Seq, error) { return s.Store.Append(ctx, r, e...) })
}

func (s *awayStore) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return reached(ctx, s, func() ([]match.Record, error) { return s.Store.ByUser(ctx, u) })
}

func (s *awayStore) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	return reached(ctx, s, func() ([]match.Record, error) { return s.Store.ByChannel(ctx, c) })
}

func (s *awayStore) User(ctx context.Context, u match.UserID) (match.User, error) {
	return reached(ctx, s, func() (match.User, error) { return s.Store.User(ctx, u) })
}

func (s *awayStore) Guild(ctx context.Context, g match.GuildID) (match.Guild, error) {
	return reached(ctx, s, func() (match.Guild, error) { return s.Store.Guild(ctx, g) })
}

func (s *awayStore) UpdateUser(ctx context.Context, u match.UserID, edit func(*match.User)) (match.User, error) {
	return reached(ctx, s, func() (match.User, error) { return s.Store.UpdateUser(ctx, u, edit) })
}

func (s *awayStore) UpdateGuild(ctx context.Context, g match.GuildID, edit func(*match.Guild)) (match.Guild, error) {
	return reached(ctx, s, func() (match.Guild, error) { return s.Store.UpdateGuild(ctx, g, edit) })
}

// P4, P93: while the database can't be reached, everybody gets an answer within eight seconds that
// fits their request. Afterwards everything is as before.
func TestP93DatabaseIsAway(t *testing.T) {
	t.Parallel()
	db := &awayStore{}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Wait(2 * time.Minute) // by now no language is cached
		db.away = true
		before := s.Board()
		asked := map[string]*discordsim.Interaction{
			"a look at matches": s.Sim.As(s.Bob).In(s.Hall).Slash("/games"),
			"a look at a board": s.Sim.As(s.Cid).In(s.Hall).Slash("/board"),
			"a click":           s.Sim.As(s.Ann).Click(before, "1 (4)"),
			"a second click":    s.Sim.As(s.Ann).Click(before, "2 (4)"),
			"a setting":         s.Sim.As(s.Eve).In(s.Hall).Slash("/settings general style:text"),
		}
		s.Wait(8 * time.Second)
		for what, i := range asked {
			m := i.Message()
			if list := i.FollowUps(); len(list) > 0 {
				m = list[len(list)-1]
			}
			if i.Err() != nil || m.Loading() {
				t.Errorf("%s: no word within 8 s: %v", what, i.Err())
				continue
			}
			if strings.HasPrefix(what, "a look") == strings.Contains(m.Text(), "wasn't saved") {
				t.Errorf("%s: %q", what, m.Text())
			}
			s.Private(m, "can't reach my memory", "try again")
		}
		s.Wait(22 * time.Second)
		db.away = false
		s.Wait(time.Minute)
		s.Press(s.Ann, s.Board())
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves, want the one that was made afterwards", n)
		}
	}, func(c *bot.Config) {
		db.Store = c.Store
		c.Store = db
	})
}
