package halatafl

import "paddock/games"

var (
	_ games.Explainer[position, move] = rules{}
	_ games.Counter[position]         = rules{}
)

// Sizes of effects, in quarters of a sheep.
const (
	sizeStep  = 2
	sizeSheep = 4
	sizeFox   = 24
	sizeWin   = 100
)

// Effects returns what a move wins, captures or catches, and what the other side can do then.
func (rules) Effects(p position, m move) []games.Effect {
	c := m.change()
	after, e := p.play(c)
	next := after.board
	if p.foxesToMove {
		return []games.Effect{
			next.foxesWin(), captures(c.captured), next.foxDanger(), next.hunt(), guard(c), after.repeated(),
			p.board.exits(next), after.recurs(),
		}
	}
	return []games.Effect{
		next.sheepWin(e), p.board.sheepDanger(next), p.board.homeward(next), next.trapped(e), forward(c),
		p.board.gap(next, c), after.repeated(), p.board.exits(next), after.recurs(),
	}
}

// Counts returns the sheep, those in the paddock, and the points to which a fox can go at once.
func (rules) Counts(p position, seat games.Seat) []games.Effect {
	ways := 0
	for s := p.foxes; s != 0; s &= s - 1 {
		ways += p.ways(s.first())
	}
	home := (p.sheep & paddock).len()
	list := []games.Effect{
		{Size: sizeSheep * p.sheep.len(), Says: games.Say("leaves %d sheep", p.sheep.len())},
		{Size: 2 * sizeStep * home},
		{Size: -ways, Says: games.Say("leaves the foxes %d ways to go", ways)},
	}
	switch home {
	case 0:
	case 1:
		list[1].Says = games.Say("leaves one sheep in the paddock")
	default:
		list[1].Says = games.Say("leaves %d sheep in the paddock", home)
	}
	if ways == 1 {
		list[2].Says = games.Say("leaves the foxes one way to go")
	}
	if seat != sheepSeat {
		for i := range list {
			list[i].Size = -list[i].Size
		}
	}
	return list
}

// repeated tells that a position has come up again.
func (p position) repeated() games.Effect {
	if p.quiet.length > 0 && p.times() > 1 {
		return games.Effect{Size: -sizeStep, Says: games.Say("repeats an earlier position")}
	}
	return games.Effect{}
}

// recurs tells that the side to move can bring an earlier position up again.
func (p position) recurs() (worst games.Effect) {
	if p.decided() != "" || p.quiet.length == 0 {
		return worst
	}
	draw := games.Say("lets the sheep draw by repetition")
	again := games.Say("lets the sheep repeat an earlier position")
	if p.foxesToMove {
		draw = games.Say("lets the foxes draw by repetition")
		again = games.Say("lets the foxes repeat an earlier position")
	}
	for _, c := range p.appendChanges(nil) {
		switch after, e := p.play(c); {
		case !e.quiet || after.times() < 2:
		case after.end() == thirdRepetition:
			return games.Effect{Size: -3 * sizeSheep, Says: draw}
		default:
			worst = games.Effect{Size: -2 * sizeSheep, Says: again}
		}
	}
	return worst
}

// guard tells of a fox that leaves the paddock or returns to it.
func guard(c change) games.Effect {
	switch was, is := paddock.has(c.from), paddock.has(c.to); {
	case was && !is:
		return games.Effect{Size: -sizeStep, Says: games.Say("takes a fox out of the paddock")}
	case is && !was:
		return games.Effect{Size: sizeStep, Says: games.Say("brings a fox into the paddock")}
	}
	return games.Effect{}
}

// forward tells of a sheep that comes nearer to the last row.
func forward(c change) games.Effect {
	if c.to.row() > c.from.row() {
		return games.Effect{Size: sizeStep, Says: games.Say("brings a sheep forward")}
	}
	return games.Effect{}
}

// gap tells of a point to which foxes could jump over sheep if they stood beyond, and that a step fills
// or leaves.
func (b board) gap(next board, c change) games.Effect {
	const most = sizeSheep / 2 // two of them are no more than a sheep
	closed := min(most, max(-most, b.open(board33)-next.open(board33)))
	if closed > 0 && b.open(c.to.set()) > 0 {
		return games.Effect{Size: closed, Says: games.Say("closes the gap at %s", c.to)}
	}
	if closed < 0 && next.open(c.from.set()) > 0 {
		return games.Effect{Size: closed, Says: games.Say("opens a gap at %s", c.from)}
	}
	return games.Effect{Size: closed}
}

// open counts the ways over a sheep to some empty points from points without a sheep.
func (b board) open(land set) (n int) {
	for s := board33 &^ b.sheep; s != 0; s &= s - 1 {
		for _, j := range jumps[s.first()] {
			if b.sheep.has(j.over) && land.has(j.land) && !b.sheep.has(j.land) {
				n++
			}
		}
	}
	return n
}

// exits tells of a fox that a move leaves at most one way to go.
func (b board) exits(next board) games.Effect {
	for s := next.foxes; s != 0; s &= s - 1 {
		fox := s.first()
		if next.ways(fox) > 1 || b.foxes.has(fox) && b.ways(fox) <= next.ways(fox) {
			continue
		}
		says := games.Effect{Size: sizeStep + 1, Says: games.Say("leaves the fox on %s one way out at most", fox)}
		if b.foxesToMove {
			says.Size = -says.Size
		}
		return says
	}
	return games.Effect{}
}

// ways counts the points to which a fox could step or jump.
func (b board) ways(fox point) int {
	n := (neighbours[fox] & b.empty()).len()
	for _, j := range jumps[fox] {
		if b.sheep.has(j.over) && b.empty().has(j.land) {
			n++
		}
	}
	return n
}

// foxesWin returns how the foxes' last move has won.
func (b board) foxesWin() games.Effect {
	switch b.decided() {
	case sheepBelowNine:
		return games.Effect{Size: sizeWin, Says: games.Say("leaves fewer than 9 sheep")}
	case sheepBlocked:
		return games.Effect{Size: sizeWin, Says: games.Say("leaves the sheep no move")}
	}
	return games.Effect{}
}

// captures returns the effect of a capture.
func captures(sheep set) games.Effect {
	if sheep == 0 {
		return games.Effect{}
	}
	return games.Effect{
		Size: sizeSheep * sheep.len(), Says: games.Say("captures %s", someSheep(sheep)), Shown: true,
	}
}

// someSheep names up to three sheep by their points, and counts more.
func someSheep(list set) games.Sentence {
	if list.len() > 3 {
		return games.Say("%d sheep", list.len())
	}
	var points []point
	for s := list; s != 0; s &= s - 1 {
		points = append(points, s.first())
	}
	return andList(points)
}

// foxDanger returns what the sheep, which are to move, can do to the foxes at once.
func (b board) foxDanger() (worst games.Effect) {
	if b.foxesToMove || b.decided() != "" {
		return worst
	}
	for _, c := range b.appendChanges(nil) {
		after, e := b.play(c)
		d := games.Effect{Size: -sizeFox * e.surrounded.len()}
		switch {
		case after.decided() == paddockFull:
			d = games.Effect{Size: -sizeWin, Says: games.Say("lets the sheep fill the paddock")}
		case e.surrounded.len() == 1:
			d.Says = games.Say("lets the sheep catch the fox on %s", e.surrounded.first())
		case e.surrounded != 0:
			d.Says = games.Say("lets the sheep catch both foxes")
		}
		if d.Size < worst.Size {
			worst = d
		}
	}
	return worst
}

// hunt returns what the foxes can capture in their next turn, if the sheep, which are to move, can't
// help it.
func (b board) hunt() games.Effect {
	if b.foxesToMove || b.decided() != "" {
		return games.Effect{}
	}
	least := allSheep
	for _, c := range b.appendChanges(nil) {
		after, _ := b.play(c)
		if after.decided() != "" {
			return games.Effect{}
		}
		least = min(least, after.longestCapture())
	}
	switch {
	case least == 1:
		return games.Effect{Size: sizeSheep, Says: games.Say("can capture next, whatever the sheep do")}
	case least > 1:
		return games.Effect{
			Size: sizeSheep * least,
			Says: games.Say("can capture %s next, whatever they do", games.Say("%d sheep", least)),
		}
	}
	b.foxesToMove = true
	if aim := b.longestChain(); aim != 0 {
		return games.Effect{Size: 1, Says: games.Say("threatens to capture %s", someSheep(aim))}
	}
	return games.Effect{}
}

// longestChain returns the sheep that the foxes, if they are to move, can capture at once at most.
func (b board) longestChain() (most set) {
	if !b.foxesToMove || b.jumpers() == 0 {
		return 0
	}
	for _, c := range b.appendChanges(nil) {
		if c.captured.len() > most.len() {
			most = c.captured
		}
	}
	return most
}

// sheepWin returns how the sheep's last move has won, or the foxes that it has caught.
func (b board) sheepWin(e effect) games.Effect {
	switch {
	case b.decided() == paddockFull:
		return games.Effect{Size: sizeWin, Says: games.Say("fills the paddock")}
	case b.decided() == foxesCaught:
		return games.Effect{Size: sizeWin, Says: games.Say("catches the last fox")}
	case b.decided() == foxesBlocked:
		return games.Effect{Size: sizeWin, Says: games.Say("leaves the foxes no move")}
	case e.surrounded != 0:
		return games.Effect{Size: sizeFox, Says: games.Say("catches the fox on %s", e.surrounded.first())}
	}
	return games.Effect{}
}

// sheepDanger returns the longest capture that a move of the sheep lets the foxes make. If there is
// none, it returns the one that the move avoids.
func (b board) sheepDanger(next board) games.Effect {
	if next.decided() != "" {
		return games.Effect{}
	}
	if lost := next.longestChain(); lost != 0 {
		return games.Effect{Size: -sizeSheep * lost.len(), Says: games.Say("lets a fox capture %s", someSheep(lost))}
	}
	b.foxesToMove = true
	if aim := b.longestChain(); aim != 0 {
		return games.Effect{Says: games.Say("saves %s from capture", someSheep(aim))}
	}
	return games.Effect{}
}

// homeward tells of a sheep that enters or leaves the paddock.
func (b board) homeward(next board) games.Effect {
	switch d := (next.sheep & paddock).len() - (b.sheep & paddock).len(); d {
	case 1:
		return games.Effect{Size: d * sizeStep, Says: games.Say("brings a sheep into the paddock")}
	case -1:
		return games.Effect{Size: d * sizeSheep, Says: games.Say("takes a sheep out of the paddock")}
	}
	return games.Effect{}
}

// trapped tells whether a fox can be caught next, whatever the foxes do.
func (b board) trapped(e effect) games.Effect {
	if e.surrounded == 0 && b.decided() == "" && b.trap() {
		return games.Effect{Size: sizeFox / 2, Says: games.Say("can catch a fox next, whatever they do")}
	}
	return games.Effect{}
}
