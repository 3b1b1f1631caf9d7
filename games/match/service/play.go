package service

import (
	"context"
	"time"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// Play makes the players' own changes to a match that has begun. Each call is the action of the
// same name in paddock/games/match/decide, which says what it does and when it is refused.
type Play struct {
	*core
}

// Move plays a move text, or several moves of one turn, for the user. If a channel is to move, it
// is the user's vote. It returns ErrNotYours, ErrNotYourTurn, ErrStale, ErrOver, ErrNotBegun,
// ErrParked, or the game's *Refusal.
func (s *Play) Move(ctx context.Context, a match.Act, move string) (match.Change, error) {
	return s.update(ctx, a, decide.Move{Text: move})
}

// MayMove returns nil if the user may move or vote now. Otherwise it returns the error that Move
// returns for every move.
func (s *Play) MayMove(ctx context.Context, a match.Act) error {
	m, facts, err := s.read(ctx, a, decide.Move{})
	if err != nil {
		return err
	}
	return decide.MayMove(m, a, facts)
}

// GoOn plays the prepared moves of the player to move, if there are any.
func (s *Play) GoOn(ctx context.Context, id match.ID) (match.Change, error) {
	return s.update(ctx, match.Act{Match: id}, decide.GoOn{})
}

// Next lets the computer players play one turn of a match in which they wait for the owner before
// each turn (Step is set). It refuses other users.
func (s *Play) Next(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Step{})
}

// PlayOn lets the computer players play a match with Step set to its end, without waiting for the
// owner any more. It refuses other users.
func (s *Play) PlayOn(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Step{On: true})
}

// Resign gives up the user's seat. The caller asks for confirmation.
func (s *Play) Resign(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Resign{})
}

// Cancel closes a match without a result.
func (s *Play) Cancel(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Cancel{})
}

// Nudge reminds the players to move, on behalf of another player of the match.
func (s *Play) Nudge(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Nudge{})
}

// OfferDraw offers a draw, or accepts the opponent's offer.
func (s *Play) OfferDraw(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.OfferDraw{})
}

// DeclineDraw declines the opponent's draw offer, or withdraws the user's own.
func (s *Play) DeclineDraw(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.DeclineDraw{})
}

// ClaimTime ends the match in the user's favour if the opponent's time has run out under Lapse
// Claim.
func (s *Play) ClaimTime(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.ClaimTime{})
}

// Takeback takes the user's last turn back, asks the opponent for it, or consents to theirs.
func (s *Play) Takeback(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Takeback{})
}

// DeclineTakeback declines the opponent's request for a takeback, or withdraws the user's own.
func (s *Play) DeclineTakeback(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.DeclineTakeback{})
}

// OfferPause asks the opponent for a pause, or agrees to theirs. The pause lasts until one of them
// calls Referee.Resume.
func (s *Play) OfferPause(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.OfferPause{})
}

// DeclinePause declines the opponent's request for a pause, or withdraws the user's own.
func (s *Play) DeclinePause(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.DeclinePause{})
}

// GiveTime gives the opponent, who is to move, more time.
func (s *Play) GiveTime(ctx context.Context, a match.Act, gift time.Duration) (match.Change, error) {
	return s.update(ctx, a, decide.GiveTime{Gift: gift})
}

// PlayOut agrees to play out the rest of a decided match.
func (s *Play) PlayOut(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.PlayOut{})
}
