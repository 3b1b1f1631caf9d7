package halatafl

import (
	"strings"

	"paddock/games"
)

// maxListed is how many moves a refusal lists.
const maxListed = 4

// Check explains why a move is illegal: which rule it breaks, and what can be played instead.
func (rules) Check(p position, m move) error {
	switch {
	case p.end() != "":
		return games.Refuse("The game is over: %s", verdicts[p.end()])
	case m.length < 2:
		return games.Refuse("Say where the move starts and where it ends. %s", p.advice())
	case p.isLegal(m):
		return nil
	case p.isLegalSoFar(m): // rule H10
		return games.Refuse("The fox has to keep jumping: %s.", orList(p.some(m)))
	}
	if problem := p.pieceProblem(m.from()); problem.Format != "" {
		return games.Refuse("%s %s", problem, p.advice())
	}
	problem := p.hopProblem(m)
	if problem.Format == "" {
		return games.Refuse("%s", p.adviceFor(m.from()))
	}
	return games.Refuse("%s %s", problem, p.adviceFor(m.from()))
}

// hopProblem explains what is wrong with the way of a piece. It is empty if the piece should
// capture instead (H9); the advice then explains that.
func (b board) hopProblem(m move) games.Sentence {
	switch {
	case m.from() == m.path[1]:
		return games.Say("You can't pass: a piece has to move.")
	case !b.foxesToMove:
		return b.sheepProblem(m)
	case m.isStep():
		return b.stepProblem(m)
	}
	return b.chainProblem(m)
}

// pieceProblem explains why no move from a point is possible; it is empty if one is.
func (b board) pieceProblem(from point) games.Sentence {
	switch {
	case b.empty().has(from):
		return games.Say("There is no piece on %s.", from.String())
	case b.ours().has(from):
		return games.Sentence{}
	case b.foxesToMove:
		return games.Say("There is a sheep on %s, but it's the foxes' turn.", from.String())
	}
	return games.Say("There is a fox on %s, but it's the sheep's turn.", from.String())
}

// sheepProblem explains why a sheep cannot make a move (H6).
func (b board) sheepProblem(m move) games.Sentence {
	dc, dr := m.path[1].column()-m.from().column(), m.path[1].row()-m.from().row()
	switch {
	case m.length > 2:
		return games.Say("Sheep never jump: they step one point forward or sideways.")
	case dr < 0:
		return games.Say("Sheep never move backwards.")
	case m.isStep() && dc != 0 && dr != 0:
		return games.Say("Sheep never move diagonally.")
	case !m.isStep():
		return games.Say("A sheep steps one point at a time, forward or sideways.")
	}
	return games.Say("There is already a %s on %s.", b.piece(m.to()), m.to().String())
}

// stepProblem explains what is wrong with a fox's step (H7).
func (b board) stepProblem(m move) games.Sentence {
	switch {
	case !neighbours[m.from()].has(m.to()):
		return games.Say("No line joins %s and %s.", m.from().String(), m.to().String())
	case !b.empty().has(m.to()):
		return games.Say("There is already a %s on %s.", b.piece(m.to()), m.to().String())
	}
	return games.Sentence{}
}

// chainProblem explains what is wrong with a fox's jumps: the first impossible one (H8), or that
// there are too few.
func (b board) chainProblem(m move) games.Sentence {
	c := b.chainer(m.from())
	captured := set(0)
	for i := 1; i < m.length; i++ {
		from, to := m.path[i-1], m.path[i]
		j, ok := c.jump(from, to, captured)
		switch {
		case ok:
			captured |= j.over.set()
		case j == jump{}:
			return games.Say("A fox can't get from %s to %s in one jump.", from.String(), to.String())
		case captured.has(j.over):
			return games.Say("The sheep on %s is already captured.", j.over.String())
		case !b.sheep.has(j.over):
			return games.Say("There is no sheep on %s to jump over.", j.over.String())
		default:
			return games.Say("A jump has to end on an empty point, but there is a %s on %s.", b.piece(to), to.String())
		}
	}
	return games.Say("With these rules you have to take the longest capture, which is %d sheep.", b.mostCaptured())
}

// advice lists what the side to move can play.
func (b board) advice() games.Sentence {
	if able := b.able(); able != 0 && b.rules.mustCapture() {
		return games.Say("A fox has to capture: %s.", orList(b.some(move{})))
	}
	var names []string
	for _, piece := range b.hops(move{}) {
		names = append(names, piece.String())
	}
	if len(names) > 10 {
		return games.Say("You can move these and others: %s.", strings.Join(names[:10], ", "))
	}
	return games.Say("You can move these: %s.", strings.Join(names, ", "))
}

// adviceFor lists what the piece on a point can play, or the other pieces if it cannot move.
func (b board) adviceFor(from point) games.Sentence {
	own := b.some(move{}.then(from))
	switch {
	case b.able() != 0 && b.rules.mustCapture():
		return b.advice()
	case len(own) == 0:
		return games.Say("The %s on %s can't move. %s", b.piece(from), from.String(), b.advice())
	}
	return games.Say("The %s on %s can play %s.", b.piece(from), from.String(), orList(own))
}

// some lists legal moves that begin with a path, at most one more than a refusal lists.
func (b board) some(path move) (list []move) {
	b.movesOn(path, func(m move) bool {
		list = append(list, m)
		return len(list) <= maxListed
	})
	return list
}

// orList returns "a", "a or b", "a, b or c", or "a, b, c, d and others".
func orList(moves []move) games.Sentence {
	var names []string
	for _, m := range moves {
		names = append(names, m.String())
	}
	switch n := len(names); {
	case n == 0:
		return games.Say("nothing")
	case n == 1:
		return games.Say("%s", names[0])
	case n > maxListed:
		return games.Say("%s and others", strings.Join(names[:maxListed], ", "))
	default:
		return games.Say("%s or %s", strings.Join(names[:n-1], ", "), names[n-1])
	}
}

// andList returns "a", "a and b", or "a, b and c".
func andList(points []point) games.Sentence {
	var names []string
	for _, p := range points {
		names = append(names, p.String())
	}
	return games.And(names)
}
