package view

import (
	"slices"

	"paddock/games"
	"paddock/games/stratego/board"
)

// value returns what a piece counts for in an explanation.
func value(r board.Rank) int {
	return map[board.Rank]int{
		board.Marshal: 40, board.General: 30, '3': 20, '4': 14, '5': 10, '6': 7, '7': 5, board.Miner: 8,
		board.Scout: 3, board.Spy: 6, board.Bomb: 6, board.Flag: 1000,
	}[r]
}

// cheap is the most value of a piece that is well spent on finding out a rank.
const cheap = 5

// quietly is the size of a quiet advantage.
const quietly = 2

// Effects returns what a step wins or risks, by the ranks that the viewer knows alone.
func (v *View) Effects(m Move) []games.Effect {
	if v.Phase != Play || m.Kind != Step {
		return nil
	}
	next := View{Seat: v.Seat, Facts: v.Facts}
	p, known := next.Step(m.From, m.To)
	if !known {
		return []games.Effect{v.attackUnknown(m), {}, {}, {}}
	}
	next.Log, next.Turn = next.Log.Add(p), games.SeatSet(1-v.Seat)
	effects := []games.Effect{v.attack(m), v.danger(m, &next), {}, {}}
	if !p.Fight() {
		effects[2], effects[3] = v.neighbour(m), v.aim(m, &next)
	}
	return effects
}

// attack returns the effect of a fight with a known piece.
func (v *View) attack(m Move) games.Effect {
	a, d := v.At(m.From).Rank, v.At(m.To).Rank
	if v.At(m.To).None() {
		return games.Effect{}
	}
	switch board.Fight(a, d) {
	case board.Win:
		return games.Effect{Size: value(d), Says: games.Say("takes the %s on %s", RankName(d), m.To)}
	case board.Tie:
		return games.Effect{
			Size: value(d) - value(a),
			Says: games.Say("gives up the %s for the %s on %s", RankName(a), RankName(d), m.To),
		}
	}
	return games.Effect{
		Size: -value(a), Says: games.Say("loses the %s to the %s on %s", RankName(a), RankName(d), m.To),
	}
}

// attackUnknown returns the effect of a fight with a piece whose rank the viewer does not know.
func (v *View) attackUnknown(m Move) games.Effect {
	a := v.At(m.From).Rank
	wins, bomb := true, false
	for _, d := range v.possible(m.To) {
		wins = wins && board.Fight(a, d) == board.Win
		bomb = bomb || d == board.Bomb && board.Fight(a, d) != board.Win
	}
	switch {
	case wins:
		return games.Effect{Size: 3 * quietly, Says: games.Say("takes what stands on %s, whatever it is", m.To)}
	case value(a) <= cheap:
		return games.Effect{Size: quietly, Says: games.Say("finds out what stands on %s", m.To)}
	case bomb:
		return games.Effect{
			Size: -max(quietly, value(a)/4), Says: games.Say("risks the %s: a Bomb may stand on %s", RankName(a), m.To),
		}
	}
	return games.Effect{
		Size: -max(quietly, value(a)/4),
		Says: games.Say("risks the %s: what stands on %s is unknown", RankName(a), m.To),
	}
}

// possible lists the ranks that an unknown piece of the opponent may have: those of its army that are
// neither lost nor known elsewhere, and for a piece that has moved those that can move.
func (v *View) possible(at board.Square) (ranks []board.Rank) {
	other := 1 - v.Seat
	left := v.Army[other]
	for i, n := range v.Lost()[other] {
		left[i] -= n
	}
	for _, man := range v.Men() {
		if i := board.TranslateRank(man.Rank); man.Seat == other && i >= 0 {
			left[i]--
		}
	}
	for i, n := range left {
		if r := board.Ranks[i]; n > 0 && (r.Movable() || !v.At(at).Moved) {
			ranks = append(ranks, r)
		}
	}
	return ranks
}

// loss returns the most valuable of the viewer's pieces that a known piece of the opponent, if it is
// the opponent's turn, can take without loss.
func (v *View) loss() (worst Move, worth int) {
	for _, reply := range v.Steps(1-v.Seat, true) {
		mine := v.At(reply.To)
		if !mine.None() && board.Fight(v.At(reply.From).Rank, mine.Rank) == board.Win && value(mine.Rank) > worth {
			worst, worth = reply, value(mine.Rank)
		}
	}
	return worst, worth
}

// danger returns the piece that a step lets a known piece take. If there is none, it returns the one
// that the step saves.
func (v *View) danger(m Move, next *View) games.Effect {
	if reply, worth := next.loss(); worth > 0 {
		return games.Effect{Size: -worth, Says: games.Say("lets the %s on %s take the %s",
			RankName(next.At(reply.From).Rank), reply.From, RankName(next.At(reply.To).Rank))}
	}
	before := *v
	before.Turn = games.SeatSet(1 - v.Seat)
	if threat, worth := before.loss(); worth > 0 && threat.From != m.To {
		return games.Effect{Says: games.Say("saves the %s from the %s on %s",
			RankName(v.At(threat.To).Rank), RankName(v.At(threat.From).Rank), threat.From)}
	}
	return games.Effect{}
}

// neighbour tells of a valuable piece that comes to stand beside an unknown one that can beat it, or
// no longer does.
func (v *View) neighbour(m Move) games.Effect {
	rank := v.At(m.From).Rank
	was, beside := v.unknownBeside(m.From, rank)
	is, besideNow := v.unknownBeside(m.To, rank)
	size := value(rank) / 4
	switch {
	case size < quietly || beside == besideNow:
		return games.Effect{}
	case besideNow:
		return games.Effect{
			Size: -size, Says: games.Say("puts the %s beside the unknown piece on %s", RankName(rank), is),
		}
	}
	return games.Effect{Says: games.Say("takes the %s away from the unknown piece on %s", RankName(rank), was)}
}

// unknownBeside finds an unknown piece of the opponent beside a square that may beat a rank by an
// attack.
func (v *View) unknownBeside(at board.Square, rank board.Rank) (board.Square, bool) {
	for s, man := range v.Men() {
		if man.Seat == v.Seat || man.Rank != board.Unknown || !beside(s, at) {
			continue
		}
		for _, r := range v.possible(s) {
			if r.Movable() && board.Fight(r, rank) == board.Win {
				return s, true
			}
		}
	}
	return 0, false
}

// nearby is the most steps from which coming nearer to a piece is told as a reason.
const nearby = 4

// aim returns what the moved piece can attack next: a known piece that it beats, or one that nobody
// knows. Otherwise it returns the known piece that it has come nearer to and would beat.
func (v *View) aim(m Move, next *View) games.Effect {
	rank, nearest, best := v.At(m.From).Rank, board.Square(0), 0
	for s, man := range v.Men() {
		if man.Seat == v.Seat || man.Rank == board.Unknown || board.Fight(rank, man.Rank) != board.Win {
			continue
		}
		if d := steps(m.To, s); best == 0 || d < best {
			nearest, best = s, d
		}
	}
	name := RankName(v.At(nearest).Rank)
	if best == 1 {
		return games.Effect{Size: quietly + 1, Says: games.Say("threatens the %s on %s", name, nearest)}
	}
	before := v.unknownPrey(m.From)
	for _, s := range next.unknownPrey(m.To) {
		switch {
		case slices.Contains(before, s):
		case value(rank) <= cheap:
			return games.Effect{Size: quietly, Says: games.Say("can find out next what stands on %s", s)}
		case !v.At(s).Moved:
			return games.Effect{Size: quietly, Says: games.Say("can attack the unmoved piece on %s next", s)}
		}
	}
	if best > 0 && best <= nearby && best < steps(m.From, nearest) {
		return games.Effect{Size: quietly, Says: games.Say("comes nearer to the %s on %s", name, nearest)}
	}
	return games.Effect{}
}

// unknownPrey lists the unknown pieces that the viewer's piece on a square could attack.
func (v *View) unknownPrey(from board.Square) (list []board.Square) {
	v.graph().Targets(from.Location(), func(l board.Location) bool {
		if man := v.At(l.Square()); man.Rank == board.Unknown && man.Seat != v.Seat {
			list = append(list, l.Square())
		}
		return true
	})
	return list
}

// steps returns the number of single steps between two squares.
func steps(a, b board.Square) int {
	file, row := a.File()-b.File(), a.Row()-b.Row()
	return max(file, -file) + max(row, -row)
}
