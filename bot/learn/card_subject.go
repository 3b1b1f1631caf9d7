package learn

import (
	"context"
	"errors"
	"time"

	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/deliver"
	"paddock/bot/think"
	"paddock/games/match"
	"paddock/games/review"
)

// reviewer reviews matches that are over; see coach.Coach.
type reviewer interface {
	Unasked() bool
	Kept(id match.ID) (review.Review, bool)
	Review(m match.Match, by match.UserID, plies []review.Ply, done func(coach.Answer)) error
}

// cards adds the turning point to the last board of a match when it is found; the board does not
// wait for it. A search that ends with the process begins again only if the board changes.
type cards struct {
	deliver.Deps
	boards *deliver.Boards
	coach  reviewer
}

// If the coach is busy, a card asks again after cardAgain, until the match has been over for
// cardNews.
const (
	cardAgain = time.Minute
	cardNews  = 15 * time.Minute
)

// newCards registers the cards with the engine and with the boards.
func newCards(d deliver.Deps, boards *deliver.Boards, c reviewer) {
	cards := &cards{Deps: d, boards: boards, coach: c}
	d.Engine.Register(cardKind, cards, nil)
	boards.Awaited = cards.awaited
}

// mark asks the engine to complete the board of a match.
func (c *cards) mark(id match.ID, after time.Duration) {
	c.Engine.MarkAfter(deliver.Key{Kind: cardKind, ID: string(id)}, "card "+string(id), after)
}

// awaited reports whether the last board of a match is incomplete, and marks the match.
func (c *cards) awaited(m match.Match) bool {
	if m.Status != match.Over || m.Shown.Card != nil && m.Shown.Card.Reviewed {
		return false
	}
	c.mark(m.ID, 0)
	return true
}

// Look completes the last board of a match.
func (c *cards) Look(ctx context.Context, k deliver.Key) error {
	unlock, mine := c.boards.Lock(ctx, match.ID(k.ID))
	defer unlock()
	m, err := c.Matches.Read.Match(ctx, match.ID(k.ID))
	switch {
	case err != nil || m.Status != match.Over || m.Shown.Head < m.Head || m.Shown.Message == "":
		return err
	case !mine:
		c.mark(m.ID, deliver.ElsewherePause)
		return nil
	}
	card := m.Shown.Card
	if card == nil {
		card = new(match.Card)
		if card.Ratings, err = c.Matches.Read.RatingChanges(ctx, m.Record); err != nil {
			return err
		}
	}
	turn, found, err := c.turningPoint(ctx, m)
	if err != nil {
		return err
	}
	m.Shown.Card = &match.Card{Ratings: card.Ratings, Turn: turn, Reviewed: found}
	switch {
	case turn != nil:
		err = c.boards.Refresh(ctx, m)
	case len(card.Ratings) > 0:
		err = c.Matches.Delivery.MarkShown(ctx, m.ID, m.Shown)
	}
	if err == nil && found {
		c.boards.Archive(ctx, m)
	}
	return err
}

// turningPoint returns the turning point of a match, or nil if there is none. Found is false while
// the coach is still searching.
func (c *cards) turningPoint(ctx context.Context, m match.Match) (turn *match.TurningPoint, found bool, err error) {
	// in a game with secrets the values are guesses
	if !c.coach.Unasked() || m.People() == 0 || !canReview(m) || m.Rules().Hidden {
		return nil, true, nil
	}
	log, err := c.Matches.Read.Log(ctx, m.ID)
	if err != nil {
		return nil, false, err
	}
	plies, err := pliesOf(m, log)
	if err != nil || len(plies) == 0 || !allRevealed(m, plies) {
		return nil, true, nil
	}
	if r, ok := c.coach.Kept(m.ID); ok && len(r.Moves) == len(plies) {
		return board.Turn(m, r), true, nil
	}
	err = c.coach.Review(m, "", withoutBoards(plies), func(a coach.Answer) {
		if a.Err == nil {
			c.mark(m.ID, 0)
		}
	})
	if errors.Is(err, think.ErrBusy) {
		if c.Now().Sub(m.Ended) < cardNews {
			c.mark(m.ID, cardAgain)
			return nil, false, nil
		}
		return nil, true, nil
	}
	return nil, false, err
}

// cardKind is the [deliver.Kind] of last boards.
const cardKind deliver.Kind = "card"
