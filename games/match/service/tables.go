package service

import (
	"context"
	"errors"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// Tables makes matches: challenges, open tables, rematches. Each call is the action of the same
// name in paddock/games/match/decide.
type Tables struct {
	*core
}

// Propose makes a match, see decide.Propose.
func (s *Tables) Propose(ctx context.Context, p match.Proposal) (match.Change, error) {
	if done, ok, err := s.repeated(ctx, p.Cause); ok || err != nil {
		return done, err
	}
	reads, err := decide.ProposalReads(p, s.cfg.Games)
	if err != nil {
		return match.Change{}, err
	}
	facts, err := s.readFor(ctx, match.Record{Place: p.Place}, match.Act{User: p.By.User}, reads)
	if err != nil {
		return match.Change{}, err
	}
	d, err := decide.Propose(p, facts)
	if err != nil {
		return match.Change{}, err
	}
	return s.create(ctx, d, p.Cause)
}

// Join takes a seat of a challenge or table; the last seat begins the match.
func (s *Tables) Join(ctx context.Context, a match.Act, name string) (match.Change, error) {
	if err := s.vacate(ctx, a); err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, decide.Join{Name: name})
}

// MayJoin returns the error with which Join would refuse a user because of a block, or because of
// the conditions of the challenge.
func (s *Tables) MayJoin(ctx context.Context, id match.ID, u match.UserID) error {
	a := match.Act{Match: id, User: u}
	m, facts, err := s.read(ctx, a, decide.Join{})
	if err != nil {
		return err
	}
	return decide.MayJoin(m, a, facts)
}

// Odds applies the offer of odds.For, for the owner or the invited member.
func (s *Tables) Odds(ctx context.Context, a match.Act, name string) (match.Change, error) {
	if err := s.vacate(ctx, a); err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, decide.Odds{Name: name})
}

// Decline closes a challenge for the invited user.
func (s *Tables) Decline(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Decline{})
}

// Revoke closes the user's own challenge or table before it begins.
func (s *Tables) Revoke(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Revoke{})
}

// Leave gives up a seat of a table before it begins.
func (s *Tables) Leave(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Leave{})
}

// Begin starts the owner's table. Fill takes each empty seat; the zero Player removes them.
func (s *Tables) Begin(ctx context.Context, a match.Act, fill match.Player) (match.Change, error) {
	if err := s.vacate(ctx, a); err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, decide.Begin{Fill: fill})
}

// Rematch asks for another match with sides swapped. When all members have asked, the match is made
// and Change.Match.RematchID names it. The new match is announced as a separate Change.
func (s *Tables) Rematch(ctx context.Context, a match.Act) (match.Change, error) {
	return s.rematch(ctx, a, a.User)
}

// rematch is Rematch, for a user who acts or, if nobody is known to be present, for the bot.
func (s *Tables) rematch(ctx context.Context, a match.Act, present match.UserID) (match.Change, error) {
	absent, err := s.absentFrom(ctx, a.Match, match.Over, present)
	if err != nil {
		return match.Change{}, err
	}
	return s.update(ctx, a, decide.Rematch{Absent: absent})
}

// OfferAgain repeats an accepted challenge, as its notice OfferedAgain asks (P99). Repeated calls
// make only one new challenge. An owner who already has another open challenge, or is gone, gets
// none; that is no error.
func (s *Tables) OfferAgain(ctx context.Context, id match.ID) error {
	m, err := s.match(ctx, id)
	if err != nil || !decide.OffersAgain(m) {
		return err
	}
	cause := match.Cause("again/" + m.ID)
	if _, ok, err := s.repeated(ctx, cause); ok || err != nil {
		return err
	}
	if len(s.absent(ctx, m.Place.Guild, []match.UserID{m.Owner})) > 0 {
		return nil
	}
	facts, err := s.readFor(ctx, m.Record, match.Act{}, decide.AgainReads())
	if err != nil {
		return err
	}
	d, err := decide.OfferAgain(m, facts)
	if err == nil {
		_, err = s.create(ctx, d, cause)
	}
	if errors.Is(err, match.ErrDuplicate) {
		return nil
	}
	return err
}
