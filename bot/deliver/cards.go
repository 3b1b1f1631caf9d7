package deliver

import (
	"context"
	"errors"
	"time"

	"paddock/bot/coach"
	"paddock/bot/discord"
	"paddock/bot/show/learn"
	"paddock/bot/think"
	"paddock/games/match"
	"paddock/games/review"
)

// Coach looks through matches that are over.
type Coach interface {
	Unasked() bool // also those that nobody has asked about
	Kept(id match.ID) (review.Review, bool)
	Review(m match.Match, by match.UserID, plies []review.Ply, done func(coach.Answer)) error
}

// Cards complete the last boards of matches: with the turning point, which takes some thought, so that it is edited in when it is found. The end never waits
// for it. What was not found when the process ends is not looked for again, unless the board changes.
type Cards struct {
	Deps
	boards *Boards
	coach  Coach
}

// A card that finds no room among the errands asks again after a while, until the end is too long ago to be news.
const (
	cardAgain = time.Minute
	cardNews  = 15 * time.Minute
)

// NewCards makes the cards of an engine.
func NewCards(d Deps, boards *Boards, c Coach) *Cards {
	cards := &Cards{Deps: d, boards: boards, coach: c}
	d.Engine.subjects[Card] = cards
	boards.awaited = cards.awaited
	return cards
}

func (c *Cards) mark(id match.ID, after time.Duration) {
	c.Engine.markAfter(Key{Kind: Card, ID: string(id)}, "card "+string(id), after)
}

// awaited reports whether the last board of a match is still to be completed, and asks for it.
func (c *Cards) awaited(m match.Match) bool {
	if m.Status != match.Over || m.Shown.Card != nil && m.Shown.Card.Reviewed {
		return false
	}
	c.mark(m.ID, 0)
	return true
}

func (c *Cards) look(ctx context.Context, k Key) error {
	unlock, mine := c.boards.Lock(ctx, match.ID(k.ID))
	defer unlock()
	m, err := c.Matches.Read.Match(ctx, match.ID(k.ID))
	switch {
	case err != nil || m.Status != match.Over || m.Shown.Head < m.Head || m.Shown.Message == "":
		return err
	case !mine:
		c.mark(m.ID, elsewherePause)
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
		c.boards.archive(ctx, m)
	}
	return err
}

// turningPoint is the move by which a match turned, nil if there is none; not found means that it is being looked for.
func (c *Cards) turningPoint(ctx context.Context, m match.Match) (turn *match.TurningPoint, found bool, err error) {
	if !c.coach.Unasked() || m.People() == 0 || !learn.Reviewable(m) {
		return nil, true, nil
	}
	log, err := c.Matches.Read.Log(ctx, m.ID)
	if err != nil {
		return nil, false, err
	}
	plies, err := learn.Plies(m, log)
	if err != nil || len(plies) == 0 || !learn.Open(m, plies) {
		return nil, true, nil
	}
	if r, ok := c.coach.Kept(m.ID); ok && len(r.Moves) == len(plies) {
		return learn.Turn(r), true, nil
	}
	err = c.coach.Review(m, "", learn.Bare(plies), func(a coach.Answer) {
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

// failed does nothing: the card goes without.
func (c *Cards) failed(context.Context, Key, discord.Failure) (again bool) { return false }
