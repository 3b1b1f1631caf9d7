package review

import (
	"context"

	"paddock/games"
)

// A round is two turns: as a rule one of an opponent, and the next one of the seat that began. In Kalah a turn
// can have several moves.
const (
	roundTurns = 2
	roundMoves = 4 // at most
	mostRounds = 3 // of a review, as long as nothing tells why a move is better
)

// Lines are what probably follows a move and a worse one.
type Lines struct {
	// Then is what follows the better move within a round, and After the position after that. They are nil in
	// a game with secrets.
	Then  []Ply
	After *games.Position
	Why   games.Why // why the better move is better, as far as it is known (see [Because])

	view      *games.View
	good, bad following
	round     int
	budget    Budget
	labelled  bool
}

// following is the moves that are found to follow a move.
type following struct {
	move string
	seat games.Seat
	then []Ply
	at   *games.Position // after them; nil in a game with secrets, and without a move
}

// Follow begins to search for the lines after a move of a view and after a worse one, which may be empty.
// If the answer to the worse one is known, it is not searched for. If labelled is true, the reader knows the
// label of the better move.
func Follow(v *games.View, better, other, answer string, labelled bool, b Budget) *Lines {
	l := &Lines{view: v, budget: b, round: 1, labelled: labelled}
	l.good, l.bad = following{move: better, seat: v.Seat}, following{move: other, seat: v.Seat}
	l.Why = Because(v, []string{better}, []string{other}, labelled)
	if v.Game.Hidden { // what others do next depends on what the seat could not know
		return l
	}
	for _, f := range []*following{&l.good, &l.bad} {
		if done, err := v.Guess(0).Play(v.Seat, f.move); err == nil {
			f.at = done.Next
		}
	}
	l.After = l.good.at
	if answer != "" {
		l.bad.play(answer)
	}
	return l
}

// More reports whether Step has anything left to do.
func (l *Lines) More() bool { return !l.good.done(1) || l.Why.Move == "" && l.next() != nil }

// next returns the line to continue in this round; nil if both are complete.
func (l *Lines) next() *following {
	for _, f := range []*following{&l.good, &l.bad} {
		if !f.done(l.round) {
			return f
		}
	}
	return nil
}

// Step finds one more move, until ctx ends.
func (l *Lines) Step(ctx context.Context) {
	f := l.next()
	if f == nil {
		return
	}
	for seat := range f.at.Turn().Waiting.All() {
		// a quarter is enough, because here the nodes are not divided among all moves
		b := games.Budget{Nodes: l.budget.Nodes / 4, Seed: l.budget.Seed}
		if l.round > 1 {
			b.Nodes /= 4
		}
		move, _ := f.at.View(seat).Choose(ctx, games.Master, b) // a legal move in any case
		f.play(move)
		break
	}
	if l.round == 1 {
		l.Then, l.After = l.good.then, l.good.at
	}
	if l.next() != nil || l.Why.Move != "" {
		return
	}
	l.Why = Because(l.view, l.good.moves(), l.bad.moves(), l.labelled)
	if l.Why.Move == "" && l.round < mostRounds {
		l.round++
	}
}

// play adds a move.
func (f *following) play(move string) {
	for seat := range f.at.Turn().Waiting.All() {
		if done, err := f.at.Play(seat, move); err == nil {
			f.then, f.at = append(f.then, Ply{Seat: seat, Move: move}), done.Next
		}
		return
	}
}

// done reports whether a line is complete: it has so many rounds, the game is over, or nothing is known after it.
func (f *following) done(rounds int) bool {
	if f.at == nil || f.at.Turn().Waiting == 0 {
		return true
	}
	last, turns := f.seat, 0
	for _, p := range f.then {
		if p.Seat != last {
			turns++
		}
		last = p.Seat
	}
	return len(f.then) >= rounds*roundMoves || turns >= rounds*roundTurns && !f.at.Turn().Waiting.Has(last)
}

// moves returns the moves of a line.
func (f *following) moves() []string {
	list := []string{f.move}
	for _, p := range f.then {
		list = append(list, p.Move)
	}
	return list
}

// The least difference between two lines that is told as a reason: of what a move does, of what a board
// holds, and of a lead.
const (
	leastDeed = 3
	leastLead = 2
)

// line is moves that probably follow each other, with what each of them does.
type line struct {
	move  string // the first move
	deeds []deed
	first *games.Position // after the first move
	end   *games.Position
	turns int // after that of the first move
}

// deed is a move of a line.
type deed struct {
	seat    games.Seat
	move    string
	effects []games.Effect
	turn    int // number of turns before it
}

// lineOf plays moves from a position. It stops at one that is not legal.
func lineOf(at *games.Position, moves []string) line {
	l := line{end: at}
	for i, move := range moves {
		for seat := range l.end.Turn().Waiting.All() {
			done, err := l.end.Play(seat, move)
			if err != nil {
				return l
			}
			if i > 0 && seat != l.deeds[i-1].seat {
				l.turns++
			}
			l.deeds = append(l.deeds, deed{seat, move, l.end.View(seat).Effects(move), l.turns})
			if l.end = done.Next; i == 0 {
				l.move, l.first = move, l.end
			}
			break
		}
	}
	return l
}

// Because returns why the first move of a line is better than that of another one. If the moves alone do not
// show it (see [games.View.Why]), it is the first great difference between both lines: how one ends, a move
// that has no equal in the other one, what the boards hold, or who is ahead. In a game with secrets only the
// moves count, because what follows depends on what the seat does not know. Without
// another line it is what the better move brings or avoids. If labelled is true, the reader knows that move's
// label.
func Because(v *games.View, better, other []string, labelled bool) games.Why {
	if len(other) == 0 {
		return v.Why(better[0], "", labelled)
	}
	if why := v.Why(better[0], other[0], labelled); why.Move != "" || v.Game.Hidden {
		return why
	}
	c := contrast{v.Seat, lineOf(v.Guess(0), better), lineOf(v.Guess(0), other)}
	if c.good.first == nil || c.bad.first == nil {
		return games.Why{}
	}
	reasons := []func() games.Why{c.result, c.deeds, c.nowHeld, c.thenHeld}
	if max(c.good.turns, c.bad.turns) > (mostRounds-1)*roundTurns { // what comes first tells more
		reasons = append(reasons, c.lead)
	}
	for _, reason := range reasons {
		if why := reason(); why.Move != "" {
			return why
		}
	}
	return games.Why{}
}

// contrast compares a line with a worse one, for the seat that begins both.
type contrast struct {
	me        games.Seat
	good, bad line
}

// result tells that only the worse line ends the game, without a win, or that only the better one ends it, with a win.
func (c *contrast) result() games.Why {
	was, over := c.bad.end.Outcome()
	is, ended := c.good.end.Outcome()
	mine := games.SeatSet(c.me)
	switch {
	case over && !ended && was.Winners().Len() > 1:
		return games.Why{Move: c.bad.move, Says: games.Say("probably soon ends in a draw")}
	case over && !ended && !was.Winners().Has(c.me):
		return games.Why{Move: c.bad.move, Says: games.Say("probably soon loses")}
	case ended && !over && is.Winners() == mine:
		return games.Why{Move: c.good.move, Says: games.Say("probably soon ends the match with a win")}
	}
	return games.Why{}
}

// deeds tells the first move of an opponent in the worse line that has no equal in the better one, or of
// the seat itself in the better line.
func (c *contrast) deeds() (why games.Why) {
	soonest, most := 0, 0
	look := func(in, than *line, own bool) {
		for _, d := range in.deeds[1:] {
			if (d.seat == c.me) != own || own && d.turn == 0 {
				continue
			}
			for i, e := range d.effects {
				gain := e.Size - than.greatest(i, func(seat games.Seat) bool { return (seat == c.me) == own })
				if e.Says.Format == "" || e.Size < leastDeed || gain < leastDeed ||
					why.Move != "" && (d.turn > soonest || d.turn == soonest && gain <= most) {
					continue
				}
				why = games.Why{Move: in.move, Says: c.lets(d, e)}
				soonest, most = d.turn, gain
			}
		}
	}
	look(&c.bad, &c.good, false)
	look(&c.good, &c.bad, true)
	return why
}

// lets says that a move lets a seat make a later one of its line.
func (c *contrast) lets(d deed, e games.Effect) games.Sentence {
	g := c.good.end.Game
	name, move := games.Say(g.SeatName(d.seat)), g.Called(d.move)
	if d.turn > 1 {
		return games.Say("probably later lets %s play %s, which %s", name, move, e.Says)
	}
	return games.Say("lets %s play %s, which %s", name, move, e.Says)
}

// greatest returns the greatest effect of a kind among the moves of some seats.
func (l *line) greatest(kind int, of func(games.Seat) bool) (most int) {
	for _, d := range l.deeds {
		if of(d.seat) && kind < len(d.effects) {
			most = max(most, d.effects[kind].Size)
		}
	}
	return most
}

// nowHeld tells what the boards after both moves hold; thenHeld, what those at the end of both lines hold.
func (c *contrast) nowHeld() games.Why {
	kind, good, bad := c.held(c.good.first, c.bad.first)
	switch {
	case kind < 0, c.gain(kind, c.good.end, c.bad.end) <= 0: // what follows undoes it
		return games.Why{}
	case bad.Format == "":
		return games.Why{Move: c.good.move, Says: good}
	case good.Format == "":
		return games.Why{Move: c.bad.move, Says: bad}
	}
	return games.Why{
		Move: c.bad.move, Says: games.Say("%s, while %s %s", bad, c.good.end.Game.Called(c.good.move), good),
	}
}

func (c *contrast) thenHeld() games.Why {
	kind, good, bad := c.held(c.good.end, c.bad.end)
	return c.later(good, bad, kind >= 0)
}

// later compares what two lines lead to.
func (c *contrast) later(good, bad games.Sentence, found bool) games.Why {
	switch {
	case !found || c.bad.turns < 2 || c.good.turns < 2:
		return games.Why{}
	case bad.Format == "":
		return games.Why{Move: c.good.move, Says: games.Say("probably %s %d turns later", good, c.good.turns), Later: true}
	case good.Format == "":
		return games.Why{Move: c.bad.move, Says: games.Say("probably %s %d turns later", bad, c.bad.turns), Later: true}
	}
	says := games.Say("probably %s %d turns later, while %s %s", bad, c.bad.turns, c.good.end.Game.Called(c.good.move), good)
	return games.Why{Move: c.bad.move, Says: says, Later: true}
}

// held finds the kind of which a board holds most clearly more than another one, and says what each of them holds
// of it. Without such a kind it returns -1.
func (c *contrast) held(good, bad *games.Position) (kind int, is, was games.Sentence) {
	kind = -1
	most, than := leastDeed-1, bad.View(c.me).Counts(c.me)
	for i, e := range good.View(c.me).Counts(c.me) {
		if gain := e.Size - than[i].Size; gain > most {
			kind, is, was, most = i, e.Says, than[i].Says, gain
		}
	}
	return kind, is, was
}

// gain returns by how much a board holds more of a kind than another one.
func (c *contrast) gain(kind int, good, bad *games.Position) int {
	return good.View(c.me).Counts(c.me)[kind].Size - bad.View(c.me).Counts(c.me)[kind].Size
}

// lead tells by how much the seat is ahead at the end of both lines.
func (c *contrast) lead() games.Why {
	good, is, counts := c.ahead(c.good.end)
	bad, was, _ := c.ahead(c.bad.end)
	return c.later(is, was, counts && good-bad >= leastLead)
}

// ahead returns the seat's lead over the best of the others, and says it of a move that leads there.
func (c *contrast) ahead(at *games.Position) (n int, says games.Sentence, counts bool) {
	o, counts := at.Standing()
	if !counts || at.Game.Margin == nil {
		return 0, says, false
	}
	rival := 0
	for seat := range games.Seat(at.Seats()) {
		if seat != c.me {
			rival = max(rival, o.Score[seat])
		}
	}
	name := games.Say(at.Game.SeatName(c.me))
	switch n = o.Score[c.me] - rival; {
	case n > 0:
		return n, games.Say("leaves %s %s ahead", name, at.Game.Margin(n)), true
	case n < 0:
		return n, games.Say("leaves %s %s behind", name, at.Game.Margin(-n)), true
	}
	return 0, games.Say("leaves %s level", name), true
}
