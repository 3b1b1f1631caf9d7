package fish

import (
	"math/bits"

	"paddock/games"
)

var (
	_ games.Explainer[Position, Move] = rules{}
	_ games.Counter[Position]         = rules{}
)

// Effects returns the fish that a move brings near, and the fish that it puts out of reach: of others,
// of its own player, and of that player after the next one's reply.
func (rules) Effects(p Position, m Move) []games.Effect {
	if p.Phase == Placing {
		return []games.Effect{p.prospect(m.To)}
	}
	me, next := p.ToMove, p.Play(m)
	// the fish below a penguin are its own anyhow, so a move brings those of its target
	catch := games.Effect{Size: int(p.Fish[m.To]), Shown: true}
	catch.Says = games.Say("goes to a tile with %s", fishCount(p.Fish[m.To]))
	var cut games.Effect
	for rival := range games.Seat(p.Seats) {
		if rival == me {
			continue
		}
		if n := p.lost(rival, m, &next); n > cut.Size {
			cut = games.Effect{Size: n, Says: games.Say("cuts %s off from %s", p.called(rival), fishCount(n))}
		}
	}
	if n, rival := next.threat(me); cut.Size == 0 && n > 0 {
		cut = games.Effect{
			Size: n / 2, Says: games.Say("threatens to cut %s off from %s", p.called(rival), fishCount(n)),
		}
	}
	var given games.Effect
	if n := p.lost(me, m, &next); n > 0 {
		given = games.Effect{Size: -n, Says: games.Say("puts %s out of its own reach", fishCount(n))}
	}
	return []games.Effect{cut, given, p.danger(me, &next), next.onward(m.To), p.shutIn(me, &next), catch}
}

// few is the number of tiles that leaves a penguin short of moves.
const few = 2

// onward tells to how many tiles a penguin can go on.
func (p *Position) onward(from Cell) games.Effect {
	n := bits.OnesCount64(p.Reach(from))
	switch {
	case n == 0:
		return games.Effect{Size: -few - 3, Says: games.Say("leaves the penguin stuck on %s", p.nameOf(from))}
	case n <= few:
		return games.Effect{Size: n - few - 2, Says: games.Say("leaves the penguin only %s to go to", tileCount(n))}
	}
	return games.Effect{Size: n / 4}
}

// shutIn tells of penguins that can no longer move: a rival's after the move, or, worse, the mover's own
// after the next player's reply.
func (p *Position) shutIn(me games.Seat, next *Position) (worst games.Effect) {
	for rival := range games.Seat(p.Seats) {
		if c := p.stopped(rival, next); rival != me && c != noCell {
			return games.Effect{
				Size: few, Says: games.Say("shuts %s in on %s", p.called(rival), p.nameOf(c)),
			}
		}
	}
	if next.Phase != Moving || next.ToMove == me {
		return worst
	}
	for m := range (rules{}).Legal(*next) {
		after := next.Play(m)
		if c := next.stopped(me, &after); c != noCell {
			return games.Effect{Size: -few, Says: games.Say("lets %s shut in the penguin on %s",
				p.called(next.ToMove), p.nameOf(c))}
		}
	}
	return worst
}

// stopped returns a penguin of a seat that could move before and has no free tile beside it after; noCell
// if there is none.
func (p *Position) stopped(seat games.Seat, after *Position) Cell {
	g, was, is := p.Shape.geometry(), p.Free(), after.Free()
	for _, c := range p.penguins(seat) {
		if !g.stuck(c, was) && g.stuck(c, is) {
			return c
		}
	}
	return noCell
}

// danger returns the most fish from which the next player can cut a seat off after its move. If there
// are none, it returns those that the move has kept in reach.
func (p *Position) danger(me games.Seat, next *Position) games.Effect {
	if next.Phase != Moving || next.ToMove == me {
		return games.Effect{}
	}
	if n, with := next.cut(me); n > 0 {
		return games.Effect{Size: -n, Says: games.Say("lets %s cut off %s with %s",
			p.called(next.ToMove), fishCount(n), next.Format(with))}
	}
	before := *p
	before.ToMove = next.ToMove
	if n, _ := before.cut(me); n > 0 {
		return games.Effect{Says: games.Say("keeps the way to %s open", fishCount(n))}
	}
	return games.Effect{}
}

// threat returns the most fish from which a seat could cut a rival off if it moved again.
func (p *Position) threat(me games.Seat) (most int, rival games.Seat) {
	again := *p
	if again.ToMove = me; p.Phase != Moving {
		return 0, me
	}
	for seat := range games.Seat(p.Seats) {
		if n, _ := again.cut(seat); seat != me && n > most {
			most, rival = n, seat
		}
	}
	return most, rival
}

// cut returns the move of the seat to move that puts the most fish out of a seat's reach.
func (p *Position) cut(seat games.Seat) (most int, with Move) {
	for m := range (rules{}).Legal(*p) {
		after := p.Play(m)
		if n := p.lost(seat, m, &after); n > most {
			most, with = n, m
		}
	}
	return most, with
}

// lost returns the fish that a seat could reach, in any number of moves, before a move but not after
// it. Those of the move's own tiles do not count.
func (p *Position) lost(seat games.Seat, m Move, next *Position) (fish int) {
	out := p.country(seat) &^ next.country(seat) &^ (1<<m.From | 1<<m.To)
	for ; out != 0; out &= out - 1 {
		fish += int(p.Fish[bits.TrailingZeros64(out)])
	}
	return fish
}

// Counts returns the fish that no other seat can ever reach, and those to which a seat's penguins are nearer
// than all others (F53): the seat's own, and those of the others.
func (rules) Counts(p Position, seat games.Seat) (list []games.Effect) {
	s := newState(&p)
	near, _ := s.territory()
	for other := range games.Seat(p.Seats) {
		rivals := uint64(0)
		for rival := range games.Seat(p.Seats) {
			if rival != other {
				rivals |= p.country(rival)
			}
		}
		alone, nearer := s.ice.fishOn(p.country(other)&^rivals), s.ice.fishOn(near[other])
		counts := []games.Effect{{Size: alone}, {Size: nearer}}
		if alone > 0 {
			counts[0].Says = games.Say("leaves %s to %s alone", fishCount(alone), p.called(other))
		}
		if nearer > 0 {
			counts[1].Says = games.Say("leaves %s closest to %s", p.called(other), fishCount(nearer))
		}
		if other != seat {
			counts[0].Size, counts[1].Size = -alone, -nearer
		}
		list = append(list, counts...)
	}
	return list
}

func (p *Position) called(seat games.Seat) games.Sentence { return p.Players[seat].Colour.Said() }

func (p *Position) nameOf(c Cell) string { return p.Shape.geometry().names[c] }

// country returns the free tiles that are connected with a seat's penguins. No penguin ever gets to
// others.
func (p *Position) country(seat games.Seat) uint64 {
	var stands uint64
	for _, c := range p.penguins(seat) {
		stands |= 1 << c
	}
	free := p.Free()
	return p.Shape.geometry().region(stands, free) & free
}

// prospect tells how many tiles with the most fish a penguin could move to from a tile.
func (p *Position) prospect(at Cell) games.Effect {
	most, tiles := int8(0), 0
	for _, f := range p.Fish {
		most = max(most, f)
	}
	for set := p.Reach(at); set != 0; set &= set - 1 {
		if p.Fish[bits.TrailingZeros64(set)] == most {
			tiles++
		}
	}
	return games.Effect{Size: tiles, Says: games.Say("has %s with %s in its lines", tileCount(tiles), fishCount(most))}
}
