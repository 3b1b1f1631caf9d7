package view

import (
	"iter"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
)

// Steps returns the steps of a seat in the order of S25: by origin a1, b1, ..., then by target. It
// applies S28 and S29 only if judged is true. A view knows the steps of a seat only if it knows its
// ranks.
func (f *Facts) Steps(seat games.Seat, judged bool) []Move {
	if seat == games.Spectator {
		return nil
	}
	b := f.graph()
	var rep repetition
	if judged {
		rep = f.repetition(seat)
	}
	var all []Move
	for from, p := range b.GamePieces() {
		if seatOf(p) != seat {
			continue
		}
		first := len(all)
		b.Targets(from.Location(), func(l board.Location) bool {
			if to := l.Square(); !rep.border(from, to) && !rep.chase(from, to) {
				all = append(all, Move{From: from, To: to})
			}
			return true
		})
		slices.SortFunc(all[first:], func(a, b Move) int { return int(a.To) - int(b.To) })
	}
	return all
}

// Legal yields the moves of the viewing seat. In Setup these are a sample: possible placements, or
// if all is placed, confirm and removals from the front row. Check decides about all others (S44).
func (v *View) Legal() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if !v.Turn.Has(v.Seat) {
			return
		}
		moves := v.drafting
		if v.Phase == Play {
			moves = v.playing
		}
		for _, m := range moves() {
			if !yield(m) {
				return
			}
		}
	}
}

func (v *View) playing() []Move {
	moves := v.Steps(v.Seat, true)
	if v.Log.Quiet() >= ClaimAfter {
		moves = append(moves, Move{Kind: Claim})
	}
	return moves
}

func (v *View) drafting() (moves []Move) {
	missing := v.Missing(v.Seat)
	if v.Check(Move{Kind: Confirm}) == nil {
		moves = append(moves, Move{Kind: Confirm})
	}
	for i, n := range missing {
		if n <= 0 {
			continue
		}
		for row := range Rows {
			for col := range board.Size {
				if s := HomeSquare(v.Seat, row, col); v.At(s).None() {
					moves = append(moves, Move{Kind: Place, Rank: board.Ranks[i], From: s})
				}
			}
		}
	}
	for row := 0; row < Rows && missing == (board.Counts{}); row++ {
		for col := range board.Size {
			if s := HomeSquare(v.Seat, row, col); !v.At(s).None() {
				moves = append(moves, Move{Kind: Remove, From: s})
			}
		}
		if len(moves) > 1 {
			break
		}
	}
	return moves
}

// Check returns nil if the move is legal for the viewing seat. Otherwise it returns a
// *games.Refusal with the reason and an alternative. Nobody else may see it (S30, S79).
func (v *View) Check(m Move) error {
	switch {
	case v.Phase == Over:
		return games.Refuse("The game is over: no piece can move any more.")
	case !v.Turn.Has(v.Seat):
		return games.Refuse("It isn't your turn.")
	case v.Phase == Setup:
		return v.checkEdit(m)
	case m.Kind == Claim:
		if q := v.Log.Quiet(); q < ClaimAfter {
			return games.Refuse("You can claim a draw after %d turns without a fight. So far there were %d.",
				ClaimAfter, q)
		}
		return nil
	case m.Kind != Step:
		return games.Refuse("The set-up is over. Type a move as two squares, for example a4a5.")
	}
	return v.checkStep(m.From, m.To)
}

// checkStep judges a step. A refusal lists what the piece can do.
func (v *View) checkStep(from, to board.Square) error {
	man := v.At(from)
	steps := v.Steps(v.Seat, true)
	if slices.Contains(steps, Move{From: from, To: to}) {
		return nil
	}
	switch {
	case from.IsLake():
		return games.Refuse("%s is a lake. %s", from, pieces(steps))
	case man.None():
		return games.Refuse("There is no piece on %s. %s", from, pieces(steps))
	case man.Seat != v.Seat:
		return games.Refuse("The piece on %s isn't yours. %s", from, pieces(steps))
	case !man.Rank.Movable():
		return games.Refuse("A %s never moves. %s", RankName(man.Rank), pieces(steps))
	}
	return games.Refuse("%s %s", v.obstacle(man, from, to), targets(man, from, steps))
}

// obstacle explains why a movable piece cannot make a step.
func (v *View) obstacle(man Man, from, to board.Square) games.Sentence {
	rep := v.repetition(v.Seat)
	switch {
	case from == to:
		return games.Say("You can't pass: a piece has to move.")
	case to.IsLake():
		return games.Say("%s is a lake, and no piece can enter it.", to)
	case !v.At(to).None() && v.At(to).Seat == v.Seat:
		return games.Say("Your own %s is on %s.", RankName(v.At(to).Rank), to)
	case from.File() != to.File() && from.Row() != to.Row():
		return games.Say("Pieces never move diagonally.")
	case man.Rank != board.Scout && !beside(from, to):
		return games.Say("A %s moves one square; only Scouts can run.", RankName(man.Rank))
	case rep.border(from, to):
		return games.Say("This piece has gone to and fro between the same squares three times, so it can't do that again now (two-square rule).")
	case rep.chase(from, to):
		return games.Say("You would repeat a position while chasing the same piece, and that isn't allowed (chase rule).")
	}
	return games.Say("Something is in the way from %s to %s.", from, to)
}

// targets lists where a piece can go.
func targets(man Man, from board.Square, steps []Move) games.Sentence {
	var list []string
	for _, m := range steps {
		if m.From == from {
			list = append(list, m.To.String())
		}
	}
	if len(list) == 0 {
		return games.Say("Your %s on %s can't move now. %s", RankTitle(man.Rank), from, pieces(steps))
	}
	return games.Say("Your %s on %s can go to %s.", RankTitle(man.Rank), from, orList(list))
}

// pieces lists which pieces can move.
func pieces(steps []Move) games.Sentence {
	var list []string
	for _, m := range steps {
		if s := m.From.String(); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return games.Say("You can't move any piece.")
	}
	return games.Say("You can move from %s.", orList(list))
}

func orList(list []string) games.Sentence {
	if n := len(list); n > 1 {
		return games.Say("%s or %s", strings.Join(list[:n-1], ", "), list[n-1])
	}
	return games.Say("%s", list[0])
}

// checkEdit judges a move of phase Setup (S14, S15).
func (v *View) checkEdit(m Move) error {
	missing := v.Missing(v.Seat)
	switch m.Kind {
	case Confirm:
		if missing != (board.Counts{}) {
			return games.Refuse("Place all your pieces first. Still missing: %s.", v.toPlace())
		}
		if !FirstStep(v.Seat, v.SetupText(v.Seat)) {
			return games.Refuse("With this set-up none of your pieces could move, and you would lose at once. Put one that can move in front.")
		}
		return nil
	case Set:
		_, err := ReadSetup(m.Rows, v.army())
		return err
	case Clear:
		return nil
	case Place, Remove, Swap:
		return v.checkSquares(m)
	}
	return games.Refuse("Set up your army first. When all pieces are placed, confirm it.")
}

func (v *View) checkSquares(m Move) error {
	for _, s := range [2]board.Square{m.From, m.To} {
		if !AtHome(v.Seat, s) && (m.Kind == Swap || s == m.From) {
			return games.Refuse("%s isn't in your own four rows. Choose one of your squares.", s)
		}
	}
	switch {
	case m.Kind == Place && !v.At(m.From).None():
		return games.Refuse("Your %s is already on %s. Remove it first, or choose an empty square.",
			RankName(v.At(m.From).Rank), m.From)
	case m.Kind == Place && board.TranslateRank(m.Rank) < 0:
		return games.Refuse("There is no such rank. You still have these: %s.", v.toPlace())
	case m.Kind == Place && v.Missing(v.Seat)[board.TranslateRank(m.Rank)] <= 0:
		return games.Refuse("You have no %s left. You still have to place: %s.", RankTitle(m.Rank), v.toPlace())
	case m.Kind == Remove && v.At(m.From).None():
		return games.Refuse("There is no piece on %s. Choose a square with a piece.", m.From)
	case m.Kind == Swap && v.At(m.From).None() && v.At(m.To).None():
		return games.Refuse("There is no piece on %s or %s. Choose a square with a piece.", m.From, m.To)
	}
	return nil
}

// toPlace lists what the viewing seat still has to place.
func (v *View) toPlace() games.Sentence {
	if list := v.left(); len(list) > 0 {
		return games.Join(list, ", ")
	}
	return games.Say("nothing")
}

// Left returns the pieces that the viewing seat still has to place.
func (v *View) Left() board.Army {
	a := board.NewArmy(v.army())
	for _, m := range v.Men() {
		if m.Seat == v.Seat {
			a.Allocate(m.Rank)
		}
	}
	return a
}

// Legend lists the pieces of the viewer's army, and says how they fight.
func (v *View) Legend() games.Sentence {
	lines := games.Say("A lower number beats a higher one. A Miner clears Bombs, the Spy beats the Marshal if it attacks, and whoever takes the Flag wins.")
	for i, n := range v.Army[v.Seat] {
		if rank := board.Ranks[i]; n > 0 {
			lines = games.Say("%s\n%s", lines, games.Say("%d × %s", int(n), RankTitle(rank)))
		}
	}
	return lines
}

// Tray lists what the viewing seat still has to place, under its team's name, in the format of the
// specification's outputArmy. It is empty if nothing is left.
func (v *View) Tray() games.Sentence {
	left := v.left()
	if len(left) == 0 {
		return games.Sentence{}
	}
	return games.Say("%s's Remaining Armies\n%s", SideName(max(v.Seat, 0)), games.Join(left, ", "))
}

// left lists the ranks that the viewing seat still has to place, with their counts: "1 × Flag".
func (v *View) left() (list []games.Sentence) {
	for i, n := range v.Missing(v.Seat) {
		if n > 0 {
			list = append(list, games.Say("%d × %s", int(n), RankTitle(board.Ranks[i])))
		}
	}
	return list
}
