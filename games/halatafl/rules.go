package halatafl

import (
	"iter"
	"strings"

	"paddock/games"
)

// The seats of Halatafl. Sheep move first (H5).
const (
	sheepSeat games.Seat = 0
	foxesSeat games.Seat = 1
)

const (
	allSheep   = 20
	fewestToGo = 9  // with fewer sheep the foxes have won (H20)
	maxQuiet   = 80 // quiet moves in a row that make a draw (H24)
)

// ruleset is the set of rule options in force (docs/rules/halatafl.md, Options). The zero ruleset
// is standard.
type ruleset uint8

const (
	longest     ruleset = 1 << iota // only the longest chains are legal
	optional                        // captures are not compulsory
	huff                            // captures are not compulsory, but foxes that could have captured are removed
	surroundOff                     // stuck foxes are not removed
)

var tokens = []string{"longest", "optional", "huff", "surround_off"}

func (r ruleset) has(want ruleset) bool { return r&want != 0 }

// mustCapture reports whether captures are compulsory (H9).
func (r ruleset) mustCapture() bool { return !r.has(optional | huff) }

// String returns the text form of H30: "standard", "longest+surround_off".
func (r ruleset) String() string {
	var list []string
	for i, token := range tokens {
		if r.has(1 << i) {
			list = append(list, token)
		}
	}
	if list == nil {
		return "standard"
	}
	return strings.Join(list, "+")
}

// said returns the ruleset in words.
func (r ruleset) said() games.Sentence {
	names := []games.Sentence{games.Say("longest"), games.Say("optional"), games.Say("huff"), games.Say("surround_off")}
	var list []games.Sentence
	for i, name := range names {
		if r.has(1 << i) {
			list = append(list, name)
		}
	}
	if list == nil {
		return games.Say("standard")
	}
	return games.Join(list, "+")
}

// parseRules reads what String writes.
func parseRules(token string) (ruleset, error) {
	for r := range ruleset(1 << len(tokens)) {
		both := r.has(optional) && r.has(huff) // huff includes optional
		if r.String() == token && !both {
			return r, nil
		}
	}
	return 0, games.Refuse("I don't know the rules %.40q. Write standard, or any of longest, optional or huff, surround_off, with + between them, in this order.", token)
}

// board holds the pieces, the side to move and the rules: the whole state except the past. It is a
// comparable value.
type board struct {
	sheep, foxes set
	foxesToMove  bool
	rules        ruleset
}

func (b board) empty() set { return board33 &^ (b.sheep | b.foxes) }

// ours returns the pieces of the side to move.
func (b board) ours() set {
	if b.foxesToMove {
		return b.foxes
	}
	return b.sheep
}

// jumpers returns the foxes that can capture (H8).
func (b board) jumpers() set {
	s, e := b.sheep, b.empty()
	straight := s<<up&(e<<(2*up)) | s>>up&(e>>(2*up)) | s<<side&(e<<(2*side)) | s>>side&(e>>(2*side))
	rising := s<<(side+up)&(e<<(2*(side+up))) | s>>(side+up)&(e>>(2*(side+up)))
	falling := s<<(side-up)&(e<<(2*(side-up))) | s>>(side-up)&(e>>(2*(side-up)))
	return b.foxes & (straight | (rising|falling)&joints)
}

// stuck returns the foxes that can neither step nor jump (H13). It finds all of them before any is
// removed (H14).
func (b board) stuck() set { return b.foxes &^ (b.empty().beside() | b.jumpers()) }

// sheepCanMove reports whether a sheep can step forward or sideways (H6).
func (b board) sheepCanMove() bool {
	return (b.sheep<<up|b.sheep<<side|b.sheep>>side)&b.empty() != 0
}

// foxesCanMove reports whether a fox can move. It is false only under surround_off or without
// foxes, because stuck foxes are otherwise removed.
func (b board) foxesCanMove() bool { return b.foxes&^b.stuck() != 0 }

// appendChanges appends the different legal moves of the side to move, in the order of H29. It does
// not check whether the game is over. On ordinary boards it allocates nothing beyond the buffer.
func (b board) appendChanges(list []change) []change {
	empty, able := b.empty(), b.able()
	start := len(list)
	for s := b.ours()&empty.beside() | able; s != 0; s &= s - 1 {
		from := s.first()
		for to := b.steps(from, able) & empty; to != 0; to &= to - 1 {
			list = append(list, change{from: from, to: to.first()})
		}
		if able.has(from) {
			c := b.chainer(from)
			c.found = list
			c.walk(from, 0)
			list = c.found
		}
	}
	if b.rules.has(longest) && able != 0 {
		list = onlyLongest(list, start)
	}
	return list
}

// onlyLongest removes chains from start on that capture fewer sheep than others; steps stay.
func onlyLongest(list []change, start int) []change {
	most := 0
	for _, c := range list[start:] {
		most = max(most, c.captured.len())
	}
	kept := list[:start]
	for _, c := range list[start:] {
		if n := c.captured.len(); n == 0 || n == most {
			kept = append(kept, c)
		}
	}
	return kept
}

// mostCaptured returns the chain length that the rule "longest" requires; 0 if any length is legal.
func (b board) mostCaptured() (most int) {
	if b.foxesToMove && b.rules.has(longest) {
		for _, c := range b.appendChanges(nil) {
			most = max(most, c.captured.len())
		}
	}
	return most
}

// effect describes what a move does besides the change of squares.
type effect struct {
	quiet      bool // the move can be undone by steps
	huffed     set  // foxes removed for not capturing, on their points after the step
	surrounded set  // foxes removed because they were stuck
}

// play makes a legal move. The sheep's move also removes stuck foxes (H13), unless it fills the
// paddock (H25).
func (b board) play(c change) (board, effect) {
	next := b
	next.foxesToMove = !b.foxesToMove
	var e effect
	if !b.foxesToMove {
		next.sheep = b.sheep&^c.from.set() | c.to.set()
		e.surrounded = next.removeStuck()
		e.quiet = c.to.row() == c.from.row() && e.surrounded == 0
		return next, e
	}
	next.foxes = b.foxes&^c.from.set() | c.to.set()
	next.sheep = b.sheep &^ c.captured
	if c.captured == 0 && b.rules.has(huff) {
		e.huffed = b.jumpers()
		if e.huffed.has(c.from) {
			e.huffed = e.huffed&^c.from.set() | c.to.set()
		}
		next.foxes &^= e.huffed
	}
	e.quiet = c.captured == 0 && e.huffed == 0
	return next, e
}

// removeStuck removes stuck foxes when the foxes are to move, unless the game is already over
// (H25).
func (b *board) removeStuck() set {
	if !b.foxesToMove || b.rules.has(surroundOff) || b.sheep.len() < fewestToGo || b.paddockFull() {
		return 0
	}
	stuck := b.stuck()
	b.foxes &^= stuck
	return stuck
}

func (b board) paddockFull() bool { return paddock&^b.sheep == 0 }

// Reasons for the end of a game of Halatafl.
const (
	paddockFull     games.Reason = "paddock"
	foxesCaught     games.Reason = "caught"
	sheepBelowNine  games.Reason = "few-sheep"
	sheepBlocked    games.Reason = "sheep-blocked"
	foxesBlocked    games.Reason = "foxes-blocked"
	thirdRepetition games.Reason = "repetition"
	stagnation      games.Reason = "quiet"
)

// decided returns the reason why a side has won, in the order of H25; "" if none has. Draws depend
// on the past.
func (b board) decided() games.Reason {
	switch {
	case b.sheep.len() < fewestToGo:
		return sheepBelowNine // rule H20
	case b.paddockFull():
		return paddockFull // rule H19
	case b.foxes == 0:
		return foxesCaught // rule H21
	case !b.foxesToMove && !b.sheepCanMove():
		return sheepBlocked // rule H22
	case b.foxesToMove && b.rules.has(surroundOff) && !b.foxesCanMove():
		return foxesBlocked // rule H22
	}
	return ""
}

// position is a board and the quiet moves since the last move that was not quiet. Undoing them
// gives every position that could repeat (H23); their number decides the draw by stagnation (H24).
// It is a comparable value.
type position struct {
	board
	quiet history
}

// history is a list of quiet moves, oldest first. Unused entries are zero, so that equal histories
// are ==.
type history struct {
	length uint8
	moves  [maxQuiet]quietMove
}

type quietMove struct{ from, to point }

func (h history) list() []quietMove { return h.moves[:h.length] }

func (p position) play(c change) (position, effect) {
	next, e := p.board.play(c)
	p.board = next
	if e.quiet {
		p.quiet.moves[p.quiet.length] = quietMove{c.from, c.to}
		p.quiet.length++
	} else {
		p.quiet = history{}
	}
	return p, e
}

// undo takes a quiet move back.
func (b board) undo(m quietMove) board {
	b.foxesToMove = !b.foxesToMove
	if b.foxesToMove {
		b.foxes = b.foxes&^m.to.set() | m.from.set()
	} else {
		b.sheep = b.sheep&^m.to.set() | m.from.set()
	}
	return b
}

// times returns how often this position has occurred, including now.
func (p *position) times() int {
	n, b := 1, p.board
	for i := int(p.quiet.length) - 1; i >= 0; i-- {
		b = b.undo(p.quiet.moves[i])
		if b == p.board {
			n++
		}
	}
	return n
}

// end returns the reason why the game is over, or "".
func (p *position) end() games.Reason {
	if why := p.decided(); why != "" {
		return why
	}
	switch {
	case p.quiet.length >= 8 && p.times() >= 3: // a return to a position takes four moves
		return thirdRepetition
	case p.quiet.length >= maxQuiet:
		return stagnation
	}
	return ""
}

// rules implements games.Rules. There are no secrets: the view is the position.
type rules struct{}

var _ games.Rules[position, position, move] = rules{}

// Start sets the board up (H4), without the sheep of the handicap.
func (rules) Start(s games.Setup) (position, error) {
	r, err := parseRules(s.Options["rules"])
	if err != nil {
		return position{}, err
	}
	return start(r, s.Options.Int("sheep")), nil
}

func start(r ruleset, sheep int) position {
	b := board{foxes: at(2, 7).set() | at(4, 7).set(), rules: r}
	b.sheep = board33 & rows(1, 2, 3, 4)
	for _, p := range handicap[:allSheep-sheep] {
		b.sheep &^= p.set()
	}
	return position{board: b}
}

// handicap lists the sheep in the order of their removal: c1 e1 d1 c2 e2 d2 a3 g3 b3 f3 c3.
var handicap = [...]point{
	at(2, 1), at(4, 1), at(3, 1), at(2, 2), at(4, 2), at(3, 2), at(0, 3), at(6, 3), at(1, 3),
	at(5, 3), at(2, 3),
}

// Turn returns the side to move (H5).
func (rules) Turn(p position) games.Turn {
	if p.end() != "" {
		return games.Turn{}
	}
	return games.Turn{Waiting: games.SeatSet(p.toMove()), Phase: games.Play}
}

func (b board) toMove() games.Seat {
	if b.foxesToMove {
		return foxesSeat
	}
	return sheepSeat
}

// Outcome depends only on the position (H19–H25).
func (rules) Outcome(p position) (games.Outcome, bool) {
	why := p.end()
	say := verdicts[why]
	switch why {
	case "":
		return games.Outcome{}, false
	case paddockFull, foxesCaught, foxesBlocked:
		return games.Win(sheepSeat, why, say), true
	case sheepBelowNine, sheepBlocked:
		return games.Win(foxesSeat, why, say), true
	}
	return games.Tie(why, say), true
}

var verdicts = map[games.Reason]games.Sentence{
	paddockFull:     games.Say("The sheep win! The paddock is full."),
	foxesCaught:     games.Say("The sheep win! Both foxes are caught."),
	foxesBlocked:    games.Say("The sheep win! The foxes cannot move."),
	sheepBelowNine:  games.Say("The foxes win! Fewer than 9 sheep are left."),
	sheepBlocked:    games.Say("The foxes win! The sheep cannot move."),
	thirdRepetition: games.Say("A draw! The same position came up for the third time."),
	stagnation:      games.Say("A draw! In 80 moves no sheep went forward and nothing was captured."),
}

// View returns the position itself.
func (rules) View(p position, _ games.Seat) position { return p }

// Legal yields the different moves of the side to move (H29), each by its first path, and finds
// each chain on demand.
func (rules) Legal(p position) iter.Seq[move] {
	return func(yield func(move) bool) {
		if p.end() != "" {
			return
		}
		p.movesOn(move{}, yield)
	}
}

// movesOn yields the different legal moves whose path begins with prefix, each by the first such
// path. An empty prefix yields all. It does not check whether the game is over. It returns false if
// it was stopped.
func (b board) movesOn(prefix move, yield func(move) bool) bool {
	able, most, empty := b.able(), b.mostCaptured(), b.empty()
	pieces := b.ours()
	if prefix.length > 0 {
		pieces &= prefix.from().set()
	}
	for s := pieces; s != 0; s &= s - 1 {
		from := s.first()
		for to := b.steps(from, able) & empty; to != 0; to &= to - 1 {
			if m := step(from, to.first()); m.beginsWith(prefix) && !yield(m) {
				return false
			}
		}
		c := b.chainer(from)
		c.yield = func(m move) bool { return m.jumps() < most || yield(m) }
		if able.has(from) && !c.walkOn(prefix) {
			return false
		}
	}
	return true
}

// able returns the pieces that can capture.
func (b board) able() set {
	if !b.foxesToMove {
		return 0
	}
	return b.jumpers()
}

// steps returns the points to which the piece on from may step if they are empty, while the foxes
// in able can capture.
func (b board) steps(from point, able set) set {
	switch {
	case !b.foxesToMove:
		return sheepTargets[from&63]
	case able == 0 || !b.rules.mustCapture():
		return neighbours[from&63]
	}
	return 0
}

func (rules) Apply(p position, seat games.Seat, m move) (position, []games.Event) {
	next, e := p.play(m.change())
	return next, p.events(m, e)
}
