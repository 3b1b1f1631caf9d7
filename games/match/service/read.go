package service

import (
	"context"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// read returns a match and the facts by which an action on it is decided.
func (s *core) read(ctx context.Context, a match.Act, do decide.Action) (match.Match, decide.Facts, error) {
	m, err := s.match(ctx, a.Match)
	if err != nil {
		return m, decide.Facts{}, err
	}
	f, err := s.readFor(ctx, m.Record, a, decide.Need(m, a, do))
	return m, f, err
}

// readFor reads facts about a match, which may be one that does not exist yet.
func (s *core) readFor(ctx context.Context, r match.Record, a match.Act, n decide.Reads) (decide.Facts, error) {
	f := decide.Facts{Defaults: s.cfg.Defaults, Games: s.cfg.Games, Now: s.now(), Read: n}
	var err error
	f.People = make(map[match.UserID]match.User)
	for _, u := range n.People(r, a) {
		if f.People[u], err = s.people.User(ctx, u); err != nil {
			return f, match.Unread("read settings", err)
		}
	}
	if n.Blocks {
		if f.BlockKey, err = s.blockKey(ctx); err != nil {
			return f, err
		}
	}
	if n.Guild {
		if f.Guild, err = s.guild(ctx, r.Place.Guild); err != nil {
			return f, err
		}
	}
	f.Standings = make(map[match.UserID][]match.Standing)
	for _, u := range n.Standings {
		if f.Standings[u], err = s.results.StandingsOf(ctx, r.Place.Guild, match.Player{User: u}); err != nil {
			return f, match.Unread("read standings", err)
		}
	}
	switch {
	case n.Log:
		f.Log, err = s.log(ctx, r.ID)
	case f.Prepared(r.ID):
		f.Log, f.NoLog = s.log(ctx, r.ID) // without the log a move by hand still counts
	}
	if err == nil && n.Seed {
		f.Seed, err = s.seed()
	}
	return f, err
}

// news reads what is needed to tell people of a decision.
func (s *core) news(ctx context.Context, d *decide.Draft) (n decide.News, err error) {
	n.Refused = s.refused.of(d.ID)
	asks := d.Asks()
	if asks.Results {
		g, err := s.guild(ctx, d.Place.Guild)
		if err != nil {
			return n, err
		}
		n.Announced = g.Results != ""
	}
	if asks.Lookout {
		if n.Looked, err = s.lookout.Calls(ctx, d.Record); err != nil {
			return n, match.Unread("read who is to be called", err)
		}
	}
	if asks.Followers {
		blocks, err := s.blockKey(ctx)
		if err != nil {
			return n, err
		}
		if n.Followers, err = s.follow.Due(ctx, blocks, d.Record); err != nil {
			return n, match.Unread("read who follows a match", err)
		}
	}
	return n, nil
}

// guard lets the store check a condition in the transaction that writes.
func guard(c decide.Condition) match.Guard {
	return match.Guard{Members: c.Members, Holds: func(ctx context.Context, l match.MemberLists) (err error) {
		others := decide.Others{Of: make(map[match.UserID][]match.Record)}
		for _, u := range c.Members {
			if others.Of[u], err = l.ByUser(ctx, u); err != nil {
				return match.Unread("read matches", err)
			}
		}
		if c.Maker != "" {
			if others.Made, err = l.Made(ctx, c.Maker, c.Since); err != nil {
				return match.Unread("read matches", err)
			}
		}
		return c.Check(others)
	}}
}
