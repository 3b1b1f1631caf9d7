package learn

import (
	"fmt"
	"math"
	"strings"

	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
	"paddock/games/review"
)

// Turn is the move by which a match turned most; nil if there is none.
func Turn(r review.Review) *match.TurningPoint {
	turns := r.Turning(1)
	if len(turns) == 0 {
		return nil
	}
	m := r.Moves[turns[0]]
	return &match.TurningPoint{
		Ply: turns[0], Seat: m.Seat, Played: m.Played, Best: m.Best, Measure: m.Measure,
		Value: m.Value, BestValue: m.BestValue, Exact: m.Exact, BestExact: m.BestExact,
	}
}

// Card is what the last board of a match says below its result, a line each: where it turned, and how it has changed ratings.
func Card(in lang.Language, rec match.Match, c match.Card) (lines []string) {
	if t := c.Turn; t != nil && int(t.Seat) < len(rec.Players) && t.Seat >= 0 {
		line := TurnLine(in, rec, t.Ply, review.Move{
			Seat: t.Seat, Played: t.Played, Best: t.Best, Measure: t.Measure, Value: t.Value, BestValue: t.BestValue, Exact: t.Exact, BestExact: t.BestExact,
		})
		lines = append(lines, in.Say(say.CardTurn, line))
	}
	var changes []string
	for _, r := range c.Ratings {
		if r.Seat >= 0 && int(r.Seat) < len(rec.Players) {
			changes = append(changes, show.PlayerAt(in, rec, r.Seat)+" "+change(rec, r))
		}
	}
	if len(changes) > 0 {
		lines = append(lines, "-# "+in.Say(say.CardRatings, strings.Join(changes, " · ")))
	}
	return lines
}

// change is how a rating has changed, "1500? → 1662? (+162)".
func change(rec match.Match, r match.RatingChange) string {
	by := math.Round(r.After.Rating) - math.Round(r.Before.Rating)
	was, is := match.Standing{Skill: r.Before}, match.Standing{Skill: r.After}
	return fmt.Sprintf("%s → **%s** (%s)", show.Rating(was, rec.Ended), show.Rating(is, rec.Ended), signed(int(by)))
}

// signed is a number with its sign, as it is written in text.
func signed(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+%d", n)
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	}
	return "±0"
}
