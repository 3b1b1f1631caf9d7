package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/games/review"
)

// Turn returns the mistake that decided a match (see [review.Review.Decisive]), or nil if there is
// none.
func Turn(rec match.Match, r review.Review) *match.TurningPoint {
	ply, ok := r.Decisive(winners(rec))
	if !ok {
		return nil
	}
	m := r.Moves[ply]
	return &match.TurningPoint{
		Ply: ply, Seat: m.Seat, Played: m.Played, Best: m.Best, Measure: m.Measure,
		Value: m.Value, BestValue: m.BestValue, Exact: m.Exact, BestExact: m.BestExact, Why: m.Why,
	}
}

// Card returns lines for the last board of a match, as the player of a seat reads it: its turning point,
// and the changes of ratings.
func Card(in lang.Language, rec match.Match, reader games.Seat, c match.Card) (lines []string) {
	if t := c.Turn; t != nil && int(t.Seat) < len(rec.Players) && t.Seat >= 0 {
		line := TurnLine(in, rec, reader, t.Ply, review.Move{
			Seat: t.Seat, Played: t.Played, Best: t.Best, Measure: t.Measure, Value: t.Value, BestValue: t.BestValue,
			Exact: t.Exact, BestExact: t.BestExact, Why: t.Why,
		})
		lines = append(lines, in.Say(sayCardTurn, line))
	}
	var changes, settling []string
	for _, r := range c.Ratings {
		switch is := (match.Standing{Skill: r.After, Rated: r.Rated}); {
		case r.Seat < 0 || int(r.Seat) >= len(rec.Players):
		case ratings.Settles(is):
			settling = append(settling, Beside(in, rec, reader, r.Seat, fmt.Sprint(r.Rated)))
		default:
			changes = append(changes, Beside(in, rec, reader, r.Seat, change(in, rec, r)))
		}
	}
	known, unknown := sayCardRatings, sayCardSettles
	if slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Computer != "" }) {
		known, unknown = sayCardAgainst, saySettlesSolo
	}
	if len(changes) > 0 {
		lines = append(lines, "-# "+in.Say(known, rec.Rules().Name, strings.Join(changes, " · ")))
	}
	if len(settling) > 0 {
		lines = append(lines, "-# "+in.Say(unknown, rec.Rules().Name, ratings.Settling, strings.Join(settling, " · ")))
	}
	return lines
}

// change returns a rating before and after a match, such as "1500? → 1662?". The first rating that
// is shown has none before it.
func change(in lang.Language, rec match.Match, r match.RatingChange) string {
	was, is := match.Standing{Skill: r.Before, Rated: r.Rated - 1}, match.Standing{Skill: r.After, Rated: r.Rated}
	if ratings.Settles(was) {
		return "**" + Rating(in, is, rec.Ended) + "**"
	}
	return Rating(in, was, rec.Ended) + " → **" + Rating(in, is, rec.Ended) + "**"
}

// TurnLine describes a mistake to the player of a seat: whose it was, the played move, the better move, what
// each leads to for the player who made it, and why one is better or else what probably comes after it.
func TurnLine(in lang.Language, rec match.Match, reader games.Seat, i int, m review.Move) string {
	whose := in.Say(sayReviewTurn, i+1, PlayerAt(in, rec, m.Seat))
	if Reads(rec, reader, m.Seat) {
		whose = in.Say(sayReviewYours, i+1)
	}
	g := rec.Rules()
	move := func(text string) string { return discord.Escape(MoveName(in, g, text)) }
	to := func(s games.Sentence) games.Sentence { return say.Escaped(toSeat(rec, reader, s)) }
	line := whose + " " + in.Say(sayReviewMoves, move(m.Played), to(Worth(g, m.Seat, m.Measure, m.Value, m.Exact)),
		move(m.Best), to(better(g, m)))
	if m.Why.Move == "" && m.After != nil {
		return line + " " + in.Speak(sayLater) + then(in, rec, reader, m)
	}
	m.Why.Says = toSeat(rec, reader, m.Why.Says)
	return line + Why(in, g, m.Why)
}

// then returns a sentence with the moves that probably follow the better move, and how the match then ended,
// with a space before it; nothing if none are known.
func then(in lang.Language, rec match.Match, reader games.Seat, m review.Move) string {
	var turns []string
	for i := 0; i < len(m.Then); {
		seat, moves := m.Then[i].Seat, []string{discord.Escape(MoveName(in, rec.Rules(), m.Then[i].Move))}
		for i++; i < len(m.Then) && m.Then[i].Seat == seat; i++ {
			moves = append(moves, discord.Escape(Arrow(m.Then[i].Move)))
		}
		turns = append(turns, Beside(in, rec, reader, seat, in.Speak(games.And(moves))))
	}
	if turns == nil {
		return ""
	}
	end, _ := m.After.Outcome()
	line := in.Say(sayThen, discord.Escape(MoveName(in, rec.Rules(), m.Best)), strings.Join(turns, ", "))
	return " " + strings.TrimSpace(line+" "+in.Speak(say.Escaped(toSeat(rec, reader, end.Say))))
}

// Why returns a sentence that says why a move is better, with a space before it; nothing if that is not
// certain.
func Why(in lang.Language, g *games.Game, w games.Why) string {
	if w.Move == "" {
		return ""
	}
	return " " + in.Say(sayBecause, discord.Escape(MoveName(in, g, w.Move)), say.Escaped(w.Says))
}

// better returns what the better move of a turning point leads to. It says "only" of a loss, because a
// better move that loses reads like a contradiction.
func better(g *games.Game, m review.Move) games.Sentence {
	switch lead := int(math.Round(m.BestValue)); {
	case m.Measure != games.ByMargin || lead >= 0:
		return Worth(g, m.Seat, m.Measure, m.BestValue, m.BestExact)
	case m.BestExact:
		return games.Say(sayOnlyLoses.Format, games.Say(g.SeatName(m.Seat)), margin(g, -lead))
	default:
		return games.Say(sayAboutOnly.Format, games.Say(g.SeatName(m.Seat)), margin(g, -lead))
	}
}

// margin returns what a player wins by, such as "5 beans". In a game without a unit it is the number.
func margin(g *games.Game, n int) games.Sentence {
	if g == nil || g.Margin == nil {
		return games.Say("%d", n)
	}
	return g.Margin(n)
}

// almostSure is the least estimated share of games won that is told as a win.
const almostSure = 0.975

// Worth returns what a move of a value leads to for the seat that makes it, such as "South wins by 3 beans". A
// value that is an estimate gets words such as "South probably wins by about 3 beans".
func Worth(g *games.Game, seat games.Seat, by games.Measure, value float64, exact bool) games.Sentence {
	who := games.Say(g.SeatName(seat))
	if by == games.ByMargin {
		wins, loses, level := sayAboutWinsBy, sayAboutLoses, sayAboutLevel
		if exact {
			wins, loses, level = sayWinsBy, sayLosesBy, sayEndsLevel
		}
		switch lead := int(math.Round(value)); {
		case lead > 0:
			return games.Say(wins.Format, who, margin(g, lead))
		case lead < 0:
			return games.Say(loses.Format, who, margin(g, -lead))
		case exact && value > 0: // Fish alone has a tiebreak
			return games.Say(sayWinsTiles.Format, who)
		case exact && value < 0:
			return games.Say(sayLosesTiles.Format, who)
		}
		return level
	}
	switch {
	case !exact && value >= almostSure:
		return games.Say(sayAlmostWins.Format, who)
	case !exact && value <= 1-almostSure:
		return games.Say(sayAlmostLoses.Format, who)
	case !exact:
		return games.Say(sayAboutShare.Format, who, int(math.Round(100*value)))
	case value == 1:
		return games.Say(sayWins.Format, who)
	case value == 0:
		return games.Say(sayLoses.Format, who)
	}
	return sayDraws
}

// StandingOf returns the player's standing in a game and pool; the zero Standing if there is none.
func StandingOf(theirs []match.Standing, game games.ID, pool match.Pool) match.Standing {
	if i := slices.IndexFunc(theirs, func(s match.Standing) bool { return s.Game == game && s.Pool == pool }); i >= 0 {
		return theirs[i]
	}
	return match.Standing{}
}

// Reliability returns the percentage of matches that a player did not lose by the clock, rounded
// down (P83).
func Reliability(late, played int) int { return (played - late) * 100 / max(played, 1) }

// Rating returns a rating as a whole number, or after few matches that there is none yet. It ends
// with a ? while it is uncertain, also after a long absence.
func Rating(in lang.Language, s match.Standing, now time.Time) string {
	if ratings.Settles(s) {
		return in.Say(saySettling, s.Rated, ratings.Settling)
	}
	text := fmt.Sprint(math.Round(s.Rating))
	if !certain(s, now) {
		text += "?"
	}
	return text
}

// RatingWithin returns a rating with its 95 % margin, such as "1500 ± 60".
func RatingWithin(in lang.Language, s match.Standing, now time.Time) string {
	if ratings.Settles(s) {
		return Rating(in, s, now)
	}
	return fmt.Sprintf("%s ± %.0f", Rating(in, s, now), 2*ratings.At(s.Skill, now).Deviation)
}

// certain reports whether a rating is reliable at a moment.
func certain(s match.Standing, now time.Time) bool {
	return ratings.At(s.Skill, now).Deviation <= ratings.Certain
}

// Reputation returns a line about a challenger for the people they challenge: their reliability
// (P83), and any rating that they have in this game, from matches between people in the server
// (P110). For a challenger who has not played there it is empty.
func Reputation(in lang.Language, rec match.Match, owners []match.Standing) []string {
	late, played := 0, 0
	for _, s := range owners {
		if s.Pool == match.AmongPeople {
			late, played = late+s.Late, played+s.Played
		}
	}
	if played == 0 {
		return nil
	}
	line := "-# " + in.Say(sayReputation, ownerName(rec), Reliability(late, played), played)
	if s := StandingOf(owners, rec.Game, match.AmongPeople); !ratings.Settles(s) {
		line += " · " + in.Say(sayTheirRating, Rating(in, s, rec.Created))
	}
	return []string{line}
}

// RankedName names a player in a ranking. A member is mentioned, so the present name is shown and
// nobody is notified.
func RankedName(g *games.Game, p match.Player) string {
	if p.Computer == "" {
		return discord.Mention(string(p.User))
	}
	return g.Name + " " + discord.Escape(p.Computer)
}
