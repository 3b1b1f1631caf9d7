package kalah

import (
	"strconv"
	"strings"

	"paddock/games"
)

var _ games.Explainer[position, move] = rules{}

// longTurn is the number of sows of a turn that an explanation looks at.
const longTurn = 3

// turn is the way to sow that brings the most beans in one turn.
type turn struct {
	holes          string // such as "4-2"
	beans, capture int    // beans that reach the pot, and the largest capture among them
	after          position
}

// said names the holes of a turn.
func (t turn) said() games.Sentence {
	if strings.Contains(t.holes, "-") {
		return games.Say("holes %s", games.And(strings.Split(t.holes, "-")))
	}
	return games.Say("hole %s", t.holes)
}

// bestTurn returns the best turn of the seat to move within some sows.
func (p position) bestTurn(sows int) (best turn) {
	best.after = p
	for m := range (rules{}).Legal(p) {
		next, me := p, p.toMove
		e := next.play(m)
		t := turn{
			strconv.Itoa(int(m)), next.beans(me, pot) - p.beans(me, pot), e.captured, next,
		}
		if e.again && sows > 1 {
			if on := next.bestTurn(sows - 1); on.holes != "" {
				t.holes += "-" + on.holes
				t.beans, t.capture, t.after = t.beans+on.beans, max(t.capture, on.capture), on.after
			}
		}
		if t.beans > best.beans || best.holes == "" {
			best = t
		}
	}
	return best
}

// threat returns the hole with which the opponent of the seat to move could capture the most beans,
// if it were the opponent's turn.
func (p position) threat() (hole move, beans int) {
	p.toMove = 1 - p.toMove
	for m := range (rules{}).Legal(p) {
		next := p
		if e := next.play(m); e.captured > beans {
			hole, beans = m, e.captured
		}
	}
	return hole, beans
}

// finish returns the turn after an earned sow that leaves the seat to move the most beans when the
// opponent's next turn is over.
func (p position) finish(sows int) (best turn) {
	found := false
	for m := range (rules{}).Legal(p) {
		next, me := p, p.toMove
		e := next.play(m)
		t := turn{strconv.Itoa(int(m)), next.beans(me, pot) - p.beans(me, pot), e.captured, next}
		if e.again && sows > 1 {
			on := next.finish(sows - 1)
			t.holes += "-" + on.holes
			t.beans, t.capture, t.after = t.beans+on.beans, max(t.capture, on.capture), on.after
		}
		if !found || t.lead(me) > best.lead(me) {
			best, found = t, true
		}
	}
	return best
}

// lead returns the beans of a turn less those of the opponent's best answer.
func (t turn) lead(me games.Seat) int {
	if t.after.toMove != 1-me {
		return t.beans
	}
	return t.beans - t.after.bestTurn(longTurn).beans
}

// Effects returns the beans that a turn brings that begins with a sow, and those that the opponent's
// next turn then brings.
func (r rules) Effects(p position, m move) []games.Effect {
	me, next := p.toMove, p
	e := next.play(m)
	own, after := games.Effect{Size: next.beans(me, pot) - p.beans(me, pot)}, next
	switch {
	case e.again:
		on := next.finish(longTurn - 1)
		own.Size, after = own.Size+on.beans+1, on.after // a further sow is worth a bean at least
		own.Says, own.Shown = next.extra(on)
	case e.captured > 0:
		own.Says, own.Shown = games.Say("captures %s", countBeans(e.captured)), true
	}
	if after.toMove != 1-me {
		return []games.Effect{own, {}}
	}
	reply := after.bestTurn(longTurn)
	theirs := games.Effect{Size: -reply.beans}
	hole, beans := p.threat()
	switch opponent := seatName(1 - me); {
	case e.again: // what the opponent can do depends on the next sow
	case strings.Contains(reply.holes, "-"):
		theirs.Says = games.Say("lets %s gain %s with %s", opponent, countBeans(reply.beans), reply.said())
	case reply.capture > 0:
		theirs.Says = games.Say("lets %s capture %s with %s", opponent, countBeans(reply.capture), reply.said())
	case beans > 0 && !next.captures(hole):
		theirs.Size, theirs.Says = 0, games.Say("prevents the capture of %s", countBeans(beans))
	}
	return []games.Effect{own, theirs}
}

// extra says what the rest of a turn that goes on brings, and whether a label says no less.
func (p position) extra(on turn) (says games.Sentence, labelled bool) {
	hole, beans := p.threat()
	switch with := on.said(); {
	case on.capture > 0:
		says = games.Say("sows again and can capture %s with %s", countBeans(on.capture), with)
	case on.beans > 1:
		says = games.Say("sows again and can gain %s with %s", countBeans(on.beans), with)
	case beans > 0 && on.after.toMove == 1-p.toMove && !on.after.captures(hole):
		says = games.Say("sows again and can prevent the capture of %s with %s", countBeans(beans), with)
	default:
		return games.Say("sows again"), true
	}
	return says, false
}

// captures reports whether a sow of the seat to move captures.
func (p position) captures(m move) bool { return p.valid(m) && p.play(m).captured > 0 }
