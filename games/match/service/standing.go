package service

import (
	"cmp"
	"context"
	"errors"

	"paddock/games"
	"paddock/games/match"
)

// OfferAgain repeats an accepted challenge, as its notice OfferedAgain asks: with the same terms
// and one repetition less (P99). Repeated calls make only one new challenge. An owner who already
// has another open challenge, or is gone, gets none; that is no error.
func (s *Tables) OfferAgain(ctx context.Context, id match.ID) error {
	m, err := s.match(ctx, id)
	if err != nil {
		return err
	}
	if m.Wants.Again <= 0 || m.Owner == "" || m.Parked != nil || m.Rules() == nil ||
		m.SeatOf(m.Owner) == games.Spectator {
		return nil
	}
	cause := match.Cause("again/" + m.ID)
	if _, ok, err := s.repeated(ctx, cause); ok || err != nil {
		return err
	}
	if len(s.absent(ctx, m.Place.Guild, []match.UserID{m.Owner})) > 0 {
		return nil
	}
	guild, err := s.guild(ctx, m.Place.Guild)
	if err != nil {
		return err
	}
	seed, err := s.seed()
	if err != nil {
		return err
	}
	players := make([]match.Player, len(m.Players))
	players[m.Wants.Seat] = m.Players[m.SeatOf(m.Owner)]
	d := s.draft(ctx, match.Record{
		Game: m.Game, Setup: m.Setup, From: m.From, Status: match.Open, Place: m.Place, Owner: m.Owner,
		Players: players, Unrated: m.Unrated, Pair: m.Pair,
		Wants: m.Wants, LastSeat: games.Spectator, Clock: match.Clock{Policy: s.policyAgain(m.Record, guild)},
		Quick: m.Quick, FreeUndo: m.FreeUndo, Finish: m.Finish,
	}, m.Rules())
	d.Setup.Seed, d.by, d.Created, d.Shuffle, d.Wants.Again = seed, m.Owner, d.now, m.Wants.Lot, m.Wants.Again-1
	d.Clock.Started, d.Clock.Deadline = d.now,
		d.now.Add(max(cmp.Or(guild.Expiry, s.cfg.Expiry), d.Clock.Policy.PerMove))
	was := d.Record.Clone()
	d.guard = match.Guard{
		Members: []match.UserID{d.Owner},
		Holds: func(ctx context.Context, l match.MemberLists) error {
			return (&draft{Record: was, game: d.game, now: d.now}).checkDuplicate(ctx, l)
		},
	}
	d.add(match.Event{Kind: match.Created, User: m.Owner, Seat: games.Spectator})
	_, err = s.create(ctx, d, cause)
	if errors.Is(err, match.ErrDuplicate) {
		return nil
	}
	return err
}
