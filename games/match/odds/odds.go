// Package odds makes a match of two players fairer (P38). It knows three ways: a handicap for the
// higher-rated player, another computer level, or a second match with sides swapped. It computes
// with given records and standings. The match service calls it when a match is proposed and when a
// player accepts an offer. The games (games.Odds) and docs/odds.md estimate what each handicap is
// worth. Start reading at [For].
package odds

import (
	"maps"
	"math"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// Offer is a way to make a match fairer. Exactly one of its three kinds is set.
type Offer struct {
	Handicap games.Options // the new options of the match, which is then not rated
	Weaker   match.UserID  // the player who gets the advantage
	Seat     games.Seat    // the seat of the player who gets the advantage

	Pair bool // two matches: the second begins with sides swapped when the first is over

	Level string // the computer player that is about as strong as the person
}

// leastRated is how many rated matches a player needs before a rating gap counts.
const leastRated = 3

// leastForLevel is the smallest gap for which another computer level is offered.
const leastForLevel = 200

// Between returns by how many points the owner of a new match is stronger than the invited member
// or the computer player, by their standings in its server. Uncertain ratings reduce it. It is 0 if
// one of the two has too few results, and for all other matches.
func Between(r match.Record, now time.Time, standings func(match.UserID) []match.Standing) int {
	if len(r.Players) != 2 || r.Tournament != "" {
		return 0
	}
	pool, other := match.AmongPeople, match.Player{User: r.Invited}
	if seat := r.SeatOf(r.Owner); r.People() == 1 && seat != games.Spectator {
		pool, other = match.WithComputers, r.Players[1-seat]
	} else if r.Invited == "" {
		return 0
	}
	var skills []match.Skill
	for _, p := range []match.Player{{User: r.Owner}, other} {
		skill, anchored := ratings.Anchor(r.Game, p)
		if !anchored && p.User == "" {
			return 0
		}
		if !anchored {
			theirs := standings(p.User)
			i := slices.IndexFunc(theirs, func(s match.Standing) bool {
				return s.Game == r.Game && s.Pool == pool && s.Rated >= leastRated
			})
			if i < 0 {
				return 0
			}
			skill = ratings.At(theirs[i].Skill, now)
		}
		skills = append(skills, skill)
	}
	return gap(ratings.Expected(skills[0], skills[1]))
}

// gap returns the difference between certain ratings that predicts a score.
func gap(score float64) int {
	score = min(max(score, .001), .999)
	return int(math.Round(400 * math.Log10(score/(1-score))))
}

// Points returns the expected score, as a percentage, of a player who is stronger by a gap.
func Points(gap int) int {
	return int(math.Round(100 / (1 + math.Pow(10, -float64(gap)/400))))
}

// For returns the offer that makes a match fairer, if any. It applies to a challenge that nobody
// has accepted, and to a match against the computer before the person's first move.
func For(r match.Record, g *games.Game) (Offer, bool) {
	switch {
	case g == nil || len(r.Players) != 2 || r.Tournament != "" || r.Parked != nil || r.From != "":
		// the players agreed on a position, which stays
		return Offer{}, false
	case r.Status == match.Open && r.People() == 2:
		if o, ok := handicap(r, g); ok {
			return o, true
		}
		return Offer{Pair: true}, r.Rated() && !r.Pair && g.Pair != nil && fits(g, r.Setup, g.Pair, nil)
	case r.Status == match.Running && r.People() == 1:
		level := level(r)
		return Offer{Level: level}, level != ""
	}
	return Offer{}, false
}

// handicap returns the largest handicap that the gap justifies, among those that fit the
// challenge's options.
func handicap(r match.Record, g *games.Game) (o Offer, ok bool) {
	gap, weaker := r.Gap, r.Invited
	if gap < 0 {
		gap, weaker = -gap, r.Owner
	}
	if r.Invited == "" {
		return o, false
	}
	for _, odds := range g.Odds {
		if odds.Gap <= gap && fits(g, r.Setup, odds.With, odds.Options) {
			o, ok = Offer{Handicap: maps.Clone(r.Setup.Options), Weaker: weaker, Seat: odds.Weaker}, true
			if o.Handicap == nil {
				o.Handicap = games.Options{}
			}
			maps.Copy(o.Handicap, odds.Options)
		}
	}
	return o, ok
}

// fits reports whether a complete setup has the options that a handicap requires, and the defaults of
// the options that it would change.
func fits(g *games.Game, s games.Setup, with, changes games.Options) bool {
	for _, o := range g.Options {
		want, named := with[o.Name]
		_, changed := changes[o.Name]
		if !named {
			want = o.Default
		}
		if s.Options[o.Name] != want && (named || changed) {
			return false
		}
	}
	return true
}

// level returns the computer player whose rating is nearest to the person's. It is empty if that is
// the present one or the person has moved.
func level(r match.Record) string {
	seat := r.OnlyPerson()
	if seat == games.Spectator || max(r.Gap, -r.Gap) < leastForLevel || r.Thinking() != 0 || r.HasActed(seat) {
		return ""
	}
	now := r.Players[1-seat]
	at, known := ratings.Anchor(r.Game, now)
	if !known {
		return ""
	}
	best, distance := now.Computer, math.Inf(1)
	for _, name := range games.Levels {
		if skill, ok := ratings.Anchor(r.Game, match.Player{Computer: name}); ok {
			if d := math.Abs(skill.Rating - at.Rating - float64(r.Gap)); d < distance {
				best, distance = name, d
			}
		}
	}
	if best == now.Computer {
		return ""
	}
	return best
}

// Take applies an offer to a match. If the invited member takes it, the match becomes their
// challenge to the former owner, who must agree to the new terms.
func (o Offer) Take(r *match.Record, by match.Player) {
	if o.Level != "" {
		for seat, p := range r.Players {
			if p.Computer != "" {
				r.Players[seat].Computer, r.Players[seat].Name = o.Level, "Computer ("+o.Level+")"
			}
		}
		r.Gap = 0
		return
	}
	seat := max(r.SeatOf(r.Owner), 0)
	if r.Pair = o.Pair; !o.Pair {
		r.Setup.Options, r.Handicap, r.Unrated, r.Shuffle, r.Gap = o.Handicap, true, true, false, 0
		if seat = 1 - o.Seat; o.Weaker == r.Owner {
			seat = o.Seat
		}
	}
	owner := r.Players[max(r.SeatOf(r.Owner), 0)]
	if by.User != r.Owner {
		r.Owner, r.Invited, r.Gap = by.User, r.Owner, -r.Gap
		owner, seat = by, 1-seat
	}
	r.Players = make([]match.Player, 2)
	r.Players[seat] = owner
}
