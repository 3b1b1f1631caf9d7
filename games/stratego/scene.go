package stratego

import (
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

const (
	nameCut   = 24   // most characters of a player's name beside the board
	wordsCut  = 1024 // most characters of the position in words
	ownRows   = 4    // rows on which a side places its pieces (S12)
	quietTold = 150  // number of quiet plies from which on the count is shown (S53)
)

// Draw makes the board as the viewing seat may see it, its own side at the bottom (S4, S55, S56).
// The reader chooses how ranks are numbered (S5).
func (rules) Draw(v view.View, d games.Drawing[view.View]) scene.Scene {
	in := board.Numbers(d.Prefer["numbers"])
	result := d.Result(outcome(v.Result), v.Phase == view.Over)
	sc := scene.Scene{
		Family: scene.Squares, Cols: board.Size, Rows: board.Size, Turned: v.Seat == blue || d.Facing == blue,
		TextWidth: 2,
		Result:    result, Sides: []scene.Side{side(&v, in, red, d, result == ""), side(&v, in, blue, d, result == "")},
	}
	if v.Seat == games.Spectator {
		sc.TextWidth = 3
	}
	for i := range board.Size {
		file, row := i, board.Size-i
		if sc.Turned {
			file, row = board.Size-1-i, i+1
		}
		sc.ColLabels = append(sc.ColLabels, string(rune('a'+file)))
		sc.RowLabels = append(sc.RowLabels, strconv.Itoa(row))
	}
	last, said := lastTurn(&v, in, d.Last)
	for row := range board.Size {
		for col := range board.Size {
			s := board.Square((board.Size-1-row)*board.Size + col)
			if sc.Turned {
				s = board.Square(row*board.Size + board.Size - 1 - col)
			}
			c := cell(&v, in, s, last)
			c.Words = d.Speak(stands(v.At(s), s))
			if man := v.At(s); !man.None() && man.Seat == v.Seat {
				c.Help = d.Speak(view.RankHelp(man.Rank))
			}
			c.Col, c.Row = col, row
			sc.Cells = append(sc.Cells, c)
		}
	}
	if v.Phase == view.Setup && v.Seat == games.Spectator && result == "" {
		camps(&v, &sc)
	}
	light(&v, &sc, d.Choice)
	if last != nil {
		fallen(&v, in, &sc)
		sc.Path = []int{index(last.From, sc.Turned), index(last.To, sc.Turned)}
	}
	if v.Phase == view.Setup && v.Seat != games.Spectator {
		sc.Window = [2]int{board.Size - ownRows, board.Size}
	}
	if v.Phase != view.Setup || result == "" {
		sc.Caption = d.Speak(said)
	}
	if result == "" {
		sc.Legend = d.Speak(legend(&v))
	}
	sc.Below = below(&v, in, d.Voice, said, result)
	sc.Words = words(&v, d.Voice, last, said, result)
	return sc
}

// firstDots is the number of plies after which both players know the mark of a moved piece.
const firstDots = 4

// legend says what a white dot means, on the first boards that have one.
func legend(v *view.View) games.Sentence {
	if n := v.Log.Len(); v.Phase != view.Play || n == 0 || n > firstDots {
		return games.Sentence{}
	}
	return games.Say("A white dot: the piece has moved.")
}

// camps lines both armies up while they are placed out of sight: as many places as pieces, from the
// middle of the front rows on. They tell nothing about the set-ups.
func camps(v *view.View, sc *scene.Scene) {
	for seat, army := range v.Army {
		upper := (seat == int(blue)) != sc.Turned
		for n := range min(int(army.Sum()), ownRows*board.Size) {
			row, k := board.Size-ownRows+n/board.Size, n%board.Size
			if upper {
				row = board.Size - 1 - row
			}
			c := &sc.Cells[row*board.Size+(board.Size-1)/2+(k+1)/2*(2*(k%2)-1)]
			c.Ground, c.Owner = scene.Camp, int8(seat)
		}
	}
}

// light marks what the viewing seat can choose: its pieces that can step, or one of them and its
// targets. Nobody else may see these marks, because an unmarked piece is a Bomb or the Flag.
func light(v *view.View, sc *scene.Scene, c games.Choosing) {
	if !c.On || v.Phase != view.Play || v.Seat == games.Spectator {
		return
	}
	from, rest, chosen := board.ParseSquare(strings.NewReplacer("-", "", "x", "").Replace(c.Half))
	for m := range v.Legal() {
		switch {
		case m.Kind != view.Step:
		case c.Half == "":
			sc.Cells[index(m.From, sc.Turned)].Marks |= scene.Movable
		case chosen && m.From == from && (rest == "" || rest == m.To.String()):
			sc.Cells[index(m.From, sc.Turned)].Marks |= scene.Chosen
			sc.Cells[index(m.To, sc.Turned)].Marks |= scene.Target
		}
	}
}

// index returns the index of a square in the scene's cells.
func index(s board.Square, turned bool) int {
	if turned {
		return s.Row()*board.Size + board.Size - 1 - s.File()
	}
	return (board.Size-1-s.Row())*board.Size + s.File()
}

// lastTurn returns the last ply and a description of the last turn. During the set-up it is empty,
// because nobody may know of edits (S85).
func lastTurn(v *view.View, in board.Numbers, last games.Last[view.View]) (*view.Ply, games.Sentence) {
	if n := v.Log.Len(); n > 0 && (len(last.Moves) == 0 || last.Moves[0] != "claim") {
		p := v.Log.At(n - 1)
		return &p, lastPlies(v, func(seat games.Seat, p view.Ply) games.Sentence { return sayPly(in, seat, p) })
	}
	switch {
	case len(last.Moves) > 0 && last.Moves[0] == "claim":
		return nil, games.Say("%s claims a draw", name(last.Seat))
	case v.Phase == view.Setup:
		return nil, ready(v)
	case v.Log.Len() == 0:
		return nil, games.Say("Both armies are ready")
	}
	return nil, games.Sentence{}
}

// lastPlies describes the last ply. If the ply before it was a fight, it describes that too, so
// that the fight stays visible until both have seen it (S57).
func lastPlies(v *view.View, say func(games.Seat, view.Ply) games.Sentence) games.Sentence {
	n := v.Log.Len()
	ply := func(i int) games.Sentence { return say(v.Mover(i), v.Log.At(i)) }
	if n > 1 && v.Log.At(n-2).Fight() {
		return games.Say("%s, then %s", ply(n-2), ply(n-1))
	}
	return ply(n - 1)
}

// sayPly describes a ply: "RED moved a4 to a5", in a fight "RED Scout (9) a4 attacks Miner (8) a5:
// both leave" (S38).
func sayPly(in board.Numbers, seat games.Seat, p view.Ply) games.Sentence {
	if !p.Fight() {
		return sayStep(seat, p)
	}
	return games.Say("%s's %s %s attacks %s %s: %s", name(seat), view.TitleIn(in, p.Attacker), p.From.String(),
		view.TitleIn(in, p.Defender), p.To.String(), verdict(p))
}

// sayStep describes a ply without a fight. A long one says why the piece is known from now on (S23).
func sayStep(seat games.Seat, p view.Ply) games.Sentence {
	if !p.From.Location().IsAdjacent(p.To.Location()) {
		return games.Say("%s moved %s to %s, as only a Scout can", name(seat), p.From.String(), p.To.String())
	}
	return games.Say("%s moved %s to %s", name(seat), p.From.String(), p.To.String())
}

// ready says which seats have confirmed. A player who has not confirmed reads only that, because a
// private set-up is not drawn anew when the other side is ready.
func ready(v *view.View) games.Sentence {
	switch {
	case v.Turn.Has(v.Seat):
		return games.Say("%s is still setting up", name(v.Seat))
	case v.Turn.Len() == 2:
		return games.Say("waiting for both set-ups")
	case v.Turn.Has(red):
		return games.Say("%s is ready, %s is still setting up", name(blue), name(red))
	}
	return games.Say("%s is ready, %s is still setting up", name(red), name(blue))
}

// below returns the lines below the text board: the legend, the last turn and its consequences
// (S55).
func below(v *view.View, in board.Numbers, voice games.Voice, said games.Sentence, result string) []string {
	legend := voice.Say("own: ' moved, * known · other's: ? hidden, 7! known")
	if v.Seat == games.Spectator {
		legend = voice.Say("r RED, b BLUE · ? hidden, ! known, ' moved")
	}
	lines := []string{legend}
	if in == board.ModernNumbers {
		lines = append(lines, voice.Say("modern numbers: X Marshal, 9 General … 2 Scout"))
	}
	switch {
	case v.Phase == view.Setup && result != "":
		return append(lines, result)
	case v.Phase == view.Setup && in == board.ModernNumbers:
		return append(lines, voice.Say("type classic numbers: 1 Marshal … 9 Scout"), voice.Speak(said))
	case v.Phase == view.Setup:
		return append(lines, voice.Speak(said))
	case v.Log.Len() > 0 || said.Format != "":
		lines = append(lines, voice.Speak(said))
	}
	if result != "" {
		return append(lines, result)
	}
	if q := v.Log.Quiet(); q >= quietTold {
		lines = append(lines, voice.Say("%d turns without a fight", q))
	}
	return append(lines, voice.Say("%s to move", name(v.ToMove())))
}

func side(v *view.View, in board.Numbers, seat games.Seat, d games.Drawing[view.View], running bool) scene.Side {
	names := d.Names
	s := scene.Side{Seat: int8(seat), Label: d.Speak(name(seat)), ToMove: running && v.Turn.Has(seat)}
	if int(seat) < len(names) && names[seat] != "" {
		s.Name = cut(names[seat], nameCut)
		s.Label += " " + s.Name
	}
	if v.Phase == view.Setup {
		if v.Turn.Has(v.Seat) && seat != v.Seat { // a private set-up is not drawn anew when the other side is ready
			s.ToMove = false
			return s
		}
		s.Score = d.Say("ready")
		if v.Turn.Has(seat) {
			s.Score = d.Say("not ready")
		}
		return s
	}
	lost := v.Lost()[seat]
	s.Score = d.Speak(countPieces(v.Army[seat].Sum() - lost.Sum()))
	if v.Setups[seat] == "" { // an artificial test position, whose army is unknown
		n := 0
		for _, m := range v.Men() {
			if m.Seat == seat {
				n++
			}
		}
		s.Score = d.Speak(countPieces(n))
	}
	for i, n := range lost {
		if n > 0 && v.Phase != view.Over { // at the end the count of lost pieces is more important, and has more room
			s.Lost = append(s.Lost, scene.Loss{Piece: soldier(in, board.Ranks[i], seat), Count: int(n)})
		}
	}
	return s
}

// soldier returns the piece to draw for a rank.
func soldier(in board.Numbers, r board.Rank, seat games.Seat) scene.Piece {
	return scene.Piece{Shape: scene.Soldier, Letter: in.Glyph(r), Rank: insignia[r], Seat: int8(seat)}
}

// insignia maps ranks to their insignia. An unknown rank has none.
var insignia = map[board.Rank]scene.Rank{
	board.Marshal: scene.Marshal, '2': scene.General, '3': scene.Colonel, '4': scene.Major, '5': scene.Captain,
	'6': scene.Lieutenant, '7': scene.Sergeant,
	board.Miner: scene.Miner, board.Scout: scene.Scout, board.Spy: scene.Spy, board.Bomb: scene.Bomb,
	board.Flag: scene.Flag,
}

// named lists ranks by name with their counts: "Scout, Miner ×2".
func named(lost board.Counts) games.Sentence {
	var parts []games.Sentence
	for i, n := range lost {
		if n > 0 {
			part := view.RankName(board.Ranks[i])
			if n > 1 {
				part = games.Say("%s ×%d", part, int(n))
			}
			parts = append(parts, part)
		}
	}
	return games.Join(parts, ", ")
}

func countPieces(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 piece")
	}
	return games.Say("%d pieces", n)
}

// cut shortens a name to n characters.
func cut(name string, n int) string {
	if r := []rune(name); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return name
}

func cell(v *view.View, in board.Numbers, s board.Square, last *view.Ply) scene.Cell {
	c := scene.Cell{Name: s.String(), Ground: scene.Plain, Text: cellText(v, in, s)}
	if s.IsLake() {
		c.Ground = scene.Water
		return c
	}
	if m := v.At(s); !m.None() {
		c.Piece = soldier(in, m.Rank, m.Seat)
		if m.Moved && v.Phase != view.Over { // at the end the marks of moved and known pieces are not needed any more
			c.Marks |= scene.Moved
		}
		if m.Known && v.Phase != view.Over {
			c.Marks |= scene.Known
		}
	}
	if last != nil {
		if s == last.From {
			c.Marks |= scene.From
		}
		if s == last.To {
			c.Marks |= scene.To
		}
	}
	return c
}

// fallen marks the fights among the last two plies with the pieces that left the board in them,
// unless the winner has moved on (S57). A fight has shown both ranks to all.
func fallen(v *view.View, in board.Numbers, sc *scene.Scene) {
	n := v.Log.Len()
	for i := max(0, n-2); i < n; i++ {
		p := v.Log.At(i)
		if last := v.Log.At(n - 1); !p.Fight() || i < n-1 && (last.From == p.To || last.To == p.To) {
			continue
		}
		c, attacker := &sc.Cells[index(p.To, sc.Turned)], v.Mover(i)
		c.Marks |= scene.Fight
		if p.Result() != board.Win {
			c.Fallen[0] = soldier(in, p.Attacker, attacker)
		}
		if p.Result() != board.Lose {
			c.Fallen[1] = soldier(in, p.Defender, 1-attacker)
		}
	}
}

// stands describes the content of a square.
func stands(m view.Man, s board.Square) games.Sentence {
	switch {
	case s.IsLake():
		return games.Say("%s, lake", s.String())
	case m.None():
		return games.Say("%s, %s", s.String(), games.Say("empty"))
	}
	rank := view.RankName(m.Rank)
	if m.Rank == board.Unknown {
		rank = games.Say("hidden")
	}
	said := games.Say("%s, %s %s", s.String(), name(m.Seat), rank)
	if m.Moved {
		said = games.Say("%s, moved", said)
	}
	if m.Known {
		said = games.Say("%s, known", said)
	}
	return said
}

// cellText returns the content of a square in monospace text: two characters for a seat, three for
// spectators (S55).
func cellText(v *view.View, in board.Numbers, s board.Square) string {
	m := v.At(s)
	mark := func(known string) string {
		switch {
		case m.Known:
			return known
		case m.Moved:
			return "'"
		}
		return " "
	}
	switch {
	case s.IsLake() && v.Seat == games.Spectator:
		return "~~ "
	case s.IsLake():
		return "~ "
	case m.None():
		return "."
	case v.Seat == games.Spectator:
		return board.Teams[m.Seat].Initial() + in.Glyph(m.Rank) + mark("!")
	case m.Seat == v.Seat:
		return in.Glyph(m.Rank) + mark("*")
	}
	return in.Glyph(m.Rank) + mark("!")
}

// words describes the position for screen readers: the last turn, whose turn it is, then each
// side's pieces by rank (S54, P37).
func words(v *view.View, voice games.Voice, last *view.Ply, said games.Sentence, result string) string {
	var b strings.Builder
	if said.Format != "" && v.Phase != view.Setup {
		if last != nil {
			said = lastPlies(v, spellPly)
		}
		b.WriteString(voice.Speak(said) + ". ")
	}
	switch {
	case result != "":
		b.WriteString(result)
	case v.Phase == view.Setup:
		b.WriteString(voice.Say("Set-up: %s.", said))
	default:
		b.WriteString(voice.Say("%s to move.", name(v.ToMove())))
	}
	if q := v.Log.Quiet(); q >= quietTold && v.Phase == view.Play {
		b.WriteString(voice.Say(" %d turns without a fight.", q))
	}
	for seat, l := range v.Lost() {
		if l.Sum() > 0 {
			b.WriteString(voice.Say(" %s lost %s.", name(games.Seat(seat)), named(l)))
		}
	}
	head := b.String()
	for _, moved := range []bool{true, false} {
		text := head
		for _, seat := range []games.Seat{red, blue} {
			text += army(v, voice, seat, moved)
		}
		if len([]rune(text)) <= wordsCut {
			return text
		}
	}
	return string([]rune(head)[:min(len([]rune(head)), wordsCut)])
}

// spellPly describes a ply in whole words: "RED moved a4 to a5", in a fight "RED Scout a4 attacks
// Miner a5: both leave".
func spellPly(seat games.Seat, p view.Ply) games.Sentence {
	if !p.Fight() {
		return sayStep(seat, p)
	}
	return games.Say("%s's %s %s attacks %s %s: %s", name(seat), view.RankName(p.Attacker), p.From.String(),
		view.RankName(p.Defender), p.To.String(), verdict(p))
}

// army describes a side's pieces by rank, hidden ranks last. It says which have moved, and which
// the other side knows.
func army(v *view.View, voice games.Voice, seat games.Seat, moved bool) string {
	var groups []string
	list := func(what string, of func(view.Man) bool) {
		if at := squares(v, voice, func(m view.Man) bool { return m.Seat == seat && of(m) }); at != "" {
			groups = append(groups, what+" "+at)
		}
	}
	for _, r := range board.Ranks {
		list(voice.Speak(view.RankName(r)), func(m view.Man) bool { return m.Rank == r })
	}
	list(voice.Say("hidden"), func(m view.Man) bool { return m.Rank == board.Unknown })
	if len(groups) == 0 {
		return ""
	}
	text := voice.Say(" %s: %s.", name(seat), strings.Join(groups, "; "))
	if at := squares(v, voice, func(m view.Man) bool { return m.Seat == seat && m.Moved }); at != "" && moved {
		text += voice.Say(" Moved: %s.", at)
	}
	if at := squares(v, voice, func(m view.Man) bool { return m.Seat == seat && m.Known }); at != "" && seat == v.Seat {
		text += voice.Say(" Known to %s: %s.", name(1-seat), at)
	}
	return text
}

// squares lists squares row by row; neighbours are joined: "a4, c4 through f4".
func squares(v *view.View, voice games.Voice, such func(view.Man) bool) string {
	var men [board.Squares]bool
	for s, m := range v.Men() {
		men[s] = such(m)
	}
	at := func(row, file int) bool { return men[row*board.Size+file] }
	var list []string
	for row := range board.Size {
		for file := 0; file < board.Size; file++ {
			if !at(row, file) {
				continue
			}
			from := file
			for file+1 < board.Size && at(row, file+1) {
				file++
			}
			where := board.Square(row*board.Size + from).String()
			if file > from {
				where = voice.Say("%s through %s", where, board.Square(row*board.Size+file).String())
			}
			list = append(list, where)
		}
	}
	return strings.Join(list, ", ")
}
