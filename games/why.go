package games

import (
	"regexp"
	"strings"
)

// Explainer is implemented by rules that can tell what a move leads to, so that people read why one
// is better than another.
type Explainer[V, M any] interface {
	// Effects returns what a legal move of the viewing seat leads to in this turn and the next one. Each
	// is certain by the rules and the view alone. All moves of a view have the same kinds of effects, in
	// the same order; one that a move lacks is zero.
	Effects(v V, m M) []Effect
}

// Effect is one thing that a move leads to.
type Effect struct {
	// Size is what it brings the mover, or costs if it is negative. All effects of a game have one unit.
	Size int
	// Says is a clause whose subject is the move: "captures 5 beans". It may also tell that something
	// is avoided, whose Size is 0.
	Says  Sentence
	Shown bool // the move's label says the same
}

// Counter is implemented by rules that can count what a position holds for its players.
type Counter[V any] interface {
	// Counts returns what a position holds for a seat, as an Effect of the move that led there. All positions
	// of a match have the same kinds of counts, in the same order. A Size is negative if it is the others'.
	Counts(v V, seat Seat) []Effect
}

// Effects returns what a legal move of the viewing seat leads to. If the rules of the game are no [Explainer], it
// returns nothing.
func (v *View) Effects(move string) []Effect { return v.v.effects(move) }

// Counts returns what a position holds for a seat. If the rules of the game are no [Counter], it returns nothing.
func (v *View) Counts(seat Seat) []Effect { return v.v.counts(seat) }

func (v typedView[S, V, M]) counts(seat Seat) []Effect {
	if rules, ok := v.t.rules.(Counter[V]); ok {
		return rules.Counts(v.v, seat)
	}
	return nil
}

// leastReason is the least difference of a Size that is told as a reason.
const leastReason = 2

// Why is why a move is better than another. In the zero Why nothing is certain.
type Why struct {
	Move string   // one of the two moves
	Says Sentence // what it leads to: a clause whose subject is Move
	// Later tells that the clause is about the boards some turns later. A review can show them.
	Later bool `json:",omitempty"`
}

// Why returns why a move is better than another one, as far as the effects of both show. It is zero where the
// effects speak for the other move, because then the reason lies deeper. If labelled is true, the reader knows
// the label of the better move, which is not repeated. Without another move it returns what the better one
// brings or avoids.
func (v *View) Why(better, other string, labelled bool) Why {
	good := v.v.effects(better)
	bad := make([]Effect, len(good))
	if other != "" {
		bad = v.v.effects(other)
	}
	if better == other || len(good) != len(bad) {
		return Why{}
	}
	most, net, why := leastReason-1, 0, Why{}
	for i, g := range good {
		b := bad[i]
		gain := g.Size - b.Size
		net += gain
		if other == "" && g.Size == 0 {
			gain = leastReason // something is avoided
		}
		says := Why{Move: better, Says: g.Says}
		if b.Size < 0 && b.Says.Format != "" {
			says = Why{Move: other, Says: b.Says}
		} else if g.Size < 0 || g.Shown && labelled {
			continue
		}
		if says.Says.Format != "" && gain > most {
			most, why = gain, says
		}
	}
	if other == "" || net > 0 {
		return why
	}
	return Why{}
}

// Lets says of a move that it lets a seat make another one, and what that one does.
func (g *Game) Lets(seat Seat, move string, does Sentence) Sentence {
	return Say("lets %s play %s, which %s", Say(g.SeatName(seat)), g.Called(move), does)
}

// Called returns a move as sentences name it.
func (g *Game) Called(move string) Sentence {
	if g.MoveSays.Format != "" {
		return Say(g.MoveSays.Format, move)
	}
	return Say("%s", Arrow(move))
}

var (
	overSquares = regexp.MustCompile(`^([a-z]\d+[-x]?){2,}$`)
	square      = regexp.MustCompile(`[a-z]\d+`)
)

// Arrow writes a move between squares as on buttons: "g10g9" becomes "g10 → g9", and a capture "a3xc3"
// becomes "a3 × c3". It returns other moves unchanged.
func Arrow(move string) string {
	if !overSquares.MatchString(move) {
		return move
	}
	to := " → "
	if strings.Contains(move, "x") {
		to = " × "
	}
	return strings.Join(square.FindAllString(move, -1), to)
}

// effects returns nothing for a move that is not legal.
func (v typedView[S, V, M]) effects(text string) []Effect {
	rules, ok := v.t.rules.(Explainer[V, M])
	m, err := v.t.rules.Parse(v.v, text)
	if !ok || err != nil || v.t.rules.Check(v.v, m) != nil {
		return nil
	}
	return rules.Effects(v.v, m)
}
