package games

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

// leastReason is the least difference of a Size that is told as a reason.
const leastReason = 2

// Why is why a move is better than another. In the zero Why nothing is certain.
type Why struct {
	Move string   // one of the two moves
	Says Sentence // what it leads to: a clause whose subject is Move
}

// Why returns why a move is better than another one, as far as the effects of both show, or those of
// the best answer to the other move, if it is given. It is zero where the effects speak for the other
// move, because then the reason lies deeper. If labelled is true, the reader knows the label of the
// better move, which is not repeated. Without another move it returns what the better one brings or
// avoids.
func (v *View) Why(better, other, answer string, labelled bool) Why {
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
		says := Why{better, g.Says}
		if b.Size < 0 && b.Says.Format != "" {
			says = Why{other, b.Says}
		} else if g.Size < 0 || g.Shown && labelled {
			continue
		}
		if says.Says.Format != "" && gain > most {
			most, why = gain, says
		}
	}
	switch {
	case other == "" || net > 0 && why.Move != "":
		return why
	case answer == "":
		return Why{}
	}
	return v.allows(better, other, answer)
}

// allows returns what an answer to a move achieves that no answer to a better move could.
func (v *View) allows(better, other, answer string) Why {
	most, why := leastReason-1, Why{}
	good, bad := v.v.answered(better, ""), v.v.answered(other, answer)
	if len(good) != len(bad) {
		return Why{}
	}
	for i, b := range bad {
		if size := b.Size - good[i].Size; size > most && b.Says.Format != "" && b.Size > 0 && !b.Shown {
			said := Say("%s", answer)
			if v.Game.MoveSays.Format != "" {
				said = Say(v.Game.MoveSays.Format, answer)
			}
			most, why = size, Why{other, Say("allows %s, which %s", said, b.Says)}
		}
	}
	return why
}

// mostAnswers is the greatest number of answers to a move that are compared.
const mostAnswers = 200

// answered returns the effects of an answer to a move. Without an answer it returns the greatest of
// each kind among all answers, or nothing if there are too many. With secrets there are none, because
// what the opponent would answer depends on what the opponent knows.
func (v typedView[S, V, M]) answered(move, answer string) (greatest []Effect) {
	m, err := v.t.rules.Parse(v.v, move)
	s, open := any(v.v).(S)
	if err != nil || !open || v.t.rules.Check(v.v, m) != nil {
		return nil
	}
	for seat := range v.t.rules.Turn(s).Waiting.All() {
		next, _ := v.t.rules.Apply(s, seat, m)
		for other := range v.t.rules.Turn(next).Waiting.All() {
			if other == seat {
				continue
			}
			after := typedView[S, V, M]{v.t, v.t.rules.View(next, other)}
			if answer != "" {
				return after.effects(answer)
			}
			n := 0
			for text := range after.legal() {
				if n++; n > mostAnswers {
					return nil
				}
				list := after.effects(text)
				if greatest == nil {
					greatest = make([]Effect, len(list))
				}
				for i, e := range list {
					greatest[i].Size = max(greatest[i].Size, e.Size)
				}
			}
		}
	}
	return greatest
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
