package view

import (
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
)

const (
	positionHead = "stratego/1"
	viewHead     = "stratego-view/1"
)

var seatWords = [2]string{"red", "blue"}

// seatWord is red, blue or, for the spectator, another word.
func seatWord(s games.Seat, other string) string {
	if s == Red || s == Blue {
		return seatWords[s]
	}
	return other
}

// Text is the position text of everything that the facts hold (S40).
func (f Facts) Text() string { return string(f.Append(nil)) }

// Append appends the position text (S40).
func (f *Facts) Append(b []byte) []byte { return f.appendFields(append(b, positionHead...)) }

// Text is the view text (S42).
func (v View) Text() string { return string(v.Append(nil)) }

// Append appends the view text (S42).
func (v *View) Append(b []byte) []byte {
	return v.appendFields(append(b, viewHead+" seat="+seatWord(v.Seat, "spectator")...))
}

func (f *Facts) appendFields(b []byte) []byte {
	choose := func(yes bool, a, b string) string {
		if yes {
			return a
		}
		return b
	}
	b = append(b, " rules="+choose(f.Casual, "casual", "isf")+" army="+f.Army[Red].String()...)
	if f.Army[Blue] != f.Army[Red] {
		b = append(b, ";"+f.Army[Blue].String()...)
	}
	b = append(b, " reveal="+choose(f.Never, "never", "after")+" phase="+string(f.Phase)+" turn="+f.turnWord()+" board="...)
	b = f.appendMen(b)
	for seat, rows := range f.Setups {
		b = append(b, " "+seatWords[seat]+"="+choose(rows == "", "-", rows)...)
	}
	b = append(b, " moves="...)
	b = f.Log.append(b)
	if f.Result.Reason == "" {
		return append(b, " result=-"...)
	}
	return append(b, " result="+seatWord(f.Result.Winner, "draw")+":"+string(f.Result.Reason)...)
}

func (f *Facts) turnWord() string {
	switch f.Turn {
	case games.SeatSet(Red, Blue):
		return "both"
	case games.SeatSet(Red):
		return seatWords[Red]
	case games.SeatSet(Blue):
		return seatWords[Blue]
	}
	return "-"
}

func (f *Facts) appendMen(b []byte) []byte {
	for row := board.Size - 1; row >= 0; row-- {
		for file := range board.Size {
			s := board.Square(row*board.Size + file)
			m := f.Men[s]
			switch {
			case s.IsLake():
				b = append(b, '~')
				continue
			case m.None():
				b = append(b, '.')
				continue
			}
			b = append(b, seatWords[m.Seat][0], byte(m.Rank))
			if m.Moved {
				b = append(b, '\'')
			}
			if m.Known {
				b = append(b, '!')
			}
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	return b
}

func (l Log) append(b []byte) []byte {
	if l == "" {
		return append(b, '-')
	}
	for i := range l.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		p := l.At(i)
		b = append(append(b, p.From.String()...), p.To.String()...)
		if p.Fight() {
			b = append(b, ':', byte(p.Attacker), byte(p.Defender))
		}
	}
	return b
}

// ParseFacts reads a position text; it refuses what Text could not have written and what could not be (S41).
func ParseFacts(text string) (Facts, error) {
	f, err := parseFields(text, positionHead)
	if err == nil && f.Text() != text {
		err = games.Refuse("This is not a position text as Paddock writes it: one line, single blanks, nothing more.")
	}
	if err == nil {
		err = f.audit()
	}
	return f, err
}

var fieldNames = []string{"rules", "army", "reveal", "phase", "turn", "board", "red", "blue", "moves", "result"}

func parseFields(text, head string) (f Facts, err error) {
	words := strings.Split(text, " ")
	if len(words) != 1+len(fieldNames) || words[0] != head {
		return f, games.Refuse("A text of Stratego has %s and then %d fields: %s.", head, len(fieldNames), strings.Join(fieldNames, ", "))
	}
	for i, name := range fieldNames {
		value, ok := strings.CutPrefix(words[1+i], name+"=")
		if !ok {
			return f, games.Refuse("Field %d of the text has to be %s=.", i+1, name)
		}
		if !f.parseField(name, value) {
			return f, games.Refuse("The text's field %s can't be %.60q.", name, value)
		}
	}
	return f, nil
}

// parseField reads one field. What it lets pass is compared with what Text writes afterwards.
func (f *Facts) parseField(name, value string) bool {
	switch name {
	case "rules":
		f.Casual = value == "casual"
	case "army":
		return f.parseArmies(value)
	case "reveal":
		f.Never = value == "never"
	case "phase":
		f.Phase = games.Phase(value)
		return f.Phase == Setup || f.Phase == Play || f.Phase == Over
	case "turn":
		f.Turn = map[string]games.Seats{"both": games.SeatSet(Red, Blue), "red": games.SeatSet(Red), "blue": games.SeatSet(Blue)}[value]
	case "board":
		return f.parseMen(value)
	case "red", "blue":
		seat := Red
		if name == "blue" {
			seat = Blue
		}
		if value != "-" {
			f.Setups[seat] = value
		}
	case "moves":
		return f.parseLog(value)
	case "result":
		return f.parseResult(value)
	}
	return true
}

func (f *Facts) parseArmies(value string) bool {
	red, blue, two := strings.Cut(value, ";")
	if !two {
		blue = red
	}
	var errs [2]error
	f.Army[Red], errs[Red] = board.ParseCounts(red)
	f.Army[Blue], errs[Blue] = board.ParseCounts(blue)
	return errs[Red] == nil && errs[Blue] == nil
}

func (f *Facts) parseMen(text string) bool {
	rows := strings.Split(text, "/")
	if len(rows) != board.Size {
		return false
	}
	for i, row := range rows {
		file := 0
		for row != "" {
			if file == board.Size {
				return false
			}
			s := board.Square((board.Size-1-i)*board.Size + file)
			file++
			if c := row[0]; c == '.' || c == '~' {
				if row = row[1:]; (c == '~') != s.IsLake() {
					return false
				}
				continue
			}
			m, rest, ok := parseMan(row)
			if !ok || s.IsLake() {
				return false
			}
			f.Men[s], row = m, rest
		}
		if file != board.Size {
			return false
		}
	}
	return true
}

func parseMan(text string) (m Man, rest string, ok bool) {
	seat := strings.IndexByte("rb", text[0])
	if seat < 0 || len(text) < 2 {
		return m, "", false
	}
	m = Man{Seat: games.Seat(seat), Rank: board.Rank(text[1])}
	rest, m.Moved = strings.CutPrefix(text[2:], "'")
	rest, m.Known = strings.CutPrefix(rest, "!")
	return m, rest, m.Rank == board.Unknown && !m.Known || board.TranslateRank(m.Rank) >= 0
}

func (f *Facts) parseLog(text string) bool {
	if text == "-" {
		return true
	}
	var log []byte
	for i, token := range strings.Split(text, ",") {
		from, rest, ok1 := board.ParseSquare(token)
		to, rest, ok2 := board.ParseSquare(rest)
		if !ok1 || !ok2 || i >= PlyLimit {
			return false
		}
		p := []byte{byte(from), byte(to), 0, 0}
		if rest != "" {
			if len(rest) != 3 || rest[0] != ':' || board.Fight(board.Rank(rest[1]), board.Rank(rest[2])) == board.Error {
				return false
			}
			p[2], p[3] = rest[1], rest[2]
		}
		log = append(log, p...)
	}
	f.Log = Log(log)
	return true
}

var reasons = []games.Reason{ByFlag, ByImmobility, ByClaim, ByQuiet, ByLength, games.ByResignation, games.ByAgreement, games.ByTime}

func (f *Facts) parseResult(text string) bool {
	if text == "-" {
		return true
	}
	who, reason, _ := strings.Cut(text, ":")
	f.Result.Winner = games.Spectator
	for s, w := range seatWords {
		if w == who {
			f.Result.Winner = games.Seat(s)
		}
	}
	for _, r := range reasons {
		if string(r) == reason {
			f.Result.Reason = r
		}
	}
	return f.Result.Reason != ""
}

// audit refuses facts of a position that contradict each other: all is known in a position.
func (f *Facts) audit() error {
	bad := func(format string, args ...any) error {
		return games.Refuse("This text of Stratego contradicts itself: %s.", games.Say(format, args...))
	}
	for seat := range seatWords {
		for i, n := range f.Missing(games.Seat(seat)) {
			if n < 0 {
				return bad("%s has more %ss than its army", seatWords[seat], board.Ranks[i].Name())
			}
		}
	}
	for s, m := range f.Men {
		if !m.None() && m.Moved && !m.Rank.Movable() || m.Rank == board.Unknown {
			return bad("the piece on %s can't be as it is said to be", board.Square(s))
		}
	}
	if (f.Phase == Over) != (f.Result.Reason != "") || (f.Phase == Over) != (f.Turn == 0) || f.Phase == Play && f.Turn.Len() != 1 {
		return bad("phase, turn and result do not go together")
	}
	if f.Phase == Setup {
		return f.auditSetup(bad)
	}
	return f.auditPlay(bad)
}

func (f *Facts) auditSetup(bad func(string, ...any) error) error {
	if f.Log != "" {
		return bad("nobody moves before both have confirmed")
	}
	for s, m := range f.Men {
		if !m.None() && (!AtHome(m.Seat, board.Square(s)) || m.Moved || m.Known) {
			return bad("the piece on %s can't be there yet", board.Square(s))
		}
	}
	for s, rows := range f.Setups {
		seat := games.Seat(s)
		if (rows == "") != f.Turn.Has(seat) || rows != "" && (rows != f.SetupText(seat) || f.Missing(seat) != (board.Counts{})) {
			return bad("%s's set-up is not the confirmed one", seatWords[s])
		}
	}
	return nil
}

// auditPlay goes back through the log to the start and forth again.
func (f *Facts) auditPlay(bad func(string, ...any) error) error {
	start, ok := f.Rewind()
	if !ok {
		return bad("the moves do not end at the board")
	}
	for seat, rows := range f.Setups {
		unfinished := f.Phase == Over && f.Log == "" // given up before both had confirmed
		if rows != "" && rows != start.SetupText(games.Seat(seat)) || (rows == "") != (f.Setups[Red] == "") && !unfinished {
			return bad("%s's set-up and moves do not make the board", seatWords[seat])
		}
	}
	for i := range f.Log.Len() {
		p := f.Log.At(i)
		if got, mover := start.Men[p.From], f.Mover(i); got.None() || got.Seat != mover || !start.reaches(p.From, p.To) {
			return bad("ply %s can't be made", strconv.Itoa(i+1))
		}
		start.Step(p.From, p.To)
	}
	for s, m := range f.Men {
		got := start.Men[s]
		if got.Rank != m.Rank || got.Seat != m.Seat || got.Moved && !m.Moved || got.Known && !m.Known || f.Setups[Red] != "" && got != m {
			return bad("what stands on %s is not what the moves have left there", board.Square(s))
		}
	}
	if f.Phase == Play && len(f.Steps(f.ToMove(), true)) == 0 {
		return bad("the side to move can't move, so the game is over")
	}
	return nil
}

// reaches reports whether the piece on a square could go to another one, repetition aside. It says the same as the graph, only quicker, since long
// logs are read often.
func (f *Facts) reaches(from, to board.Square) bool {
	man := f.Men[from]
	piece := board.NewGamePiece(man.Rank, board.Teams[man.Seat])
	if !piece.IsMoveValid(from.Location(), to.Location()) || to.IsLake() || !f.Men[to].None() && f.Men[to].Seat == man.Seat {
		return false
	}
	step := board.Square(1)
	if from.File() == to.File() {
		step = board.Size
	}
	for s := min(from, to) + step; s < max(from, to); s += step {
		if s.IsLake() || !f.Men[s].None() {
			return false
		}
	}
	return true
}

// Rewind is the position before the first ply of the log, as far as ranks are known. It is not ok if the log does not end at the board.
func (f *Facts) Rewind() (start Facts, ok bool) {
	start = *f
	for i := f.Log.Len() - 1; i >= 0; i-- {
		p, mover := f.Log.At(i), f.Mover(i)
		if p.From == p.To || p.From.IsLake() || p.To.IsLake() || !start.Men[p.From].None() {
			return start, false
		}
		there := start.Men[p.To]
		attacker, defender := Man{Seat: mover, Rank: p.Attacker}, Man{Seat: 1 - mover, Rank: p.Defender}
		switch result := p.Result(); {
		case !p.Fight() && !there.None() && there.Seat == mover:
			attacker, defender = there, Man{}
		case p.Fight() && result == board.Win && there.Rank == p.Attacker && there.Seat == mover,
			p.Fight() && result == board.Lose && there.Rank == p.Defender && there.Seat != mover,
			p.Fight() && result == board.Tie && there.None():
		default:
			return start, false
		}
		start.Men[p.From], start.Men[p.To] = attacker, defender
	}
	for s := range start.Men {
		start.Men[s].Moved, start.Men[s].Known = false, false
	}
	start.Log = ""
	return start, true
}

// Step moves a piece and lets it fight, by S22 and S23 and nothing else: turn, log and result stay as they are. Both ranks have to be known.
func (f *Facts) Step(from, to board.Square) Ply {
	p := Ply{From: from, To: to}
	a, d := f.Men[from], f.Men[to]
	f.Men[from] = Man{}
	a.Moved = true
	a.Known = a.Known || !beside(from, to)
	if d.None() {
		f.Men[to] = a
		return p
	}
	p.Attacker, p.Defender = a.Rank, d.Rank
	a.Known, d.Known = true, true
	switch p.Result() {
	case board.Win:
		f.Men[to] = a
	case board.Lose:
		f.Men[to] = d
	default:
		f.Men[to] = Man{}
	}
	return p
}

// Follow is told of a ply that was seen, with both ranks if it was a fight, and keeps what is known up to date: pieces, log and turn. It ends the game
// only when a Flag is taken. Whoever plays by messages alone needs nothing else (S99).
func (f *Facts) Follow(p Ply) {
	if p.Fight() {
		f.Men[p.From].Rank, f.Men[p.To].Rank = p.Attacker, p.Defender
	} else if !beside(p.From, p.To) {
		f.Men[p.From].Rank = board.Scout
	}
	mover := f.Men[p.From].Seat
	f.Log = f.Log.Add(f.Step(p.From, p.To))
	f.Turn = games.SeatSet(1 - mover)
	if p.Defender == board.Flag {
		f.Phase, f.Turn, f.Result = Over, 0, Result{Winner: mover, Reason: ByFlag}
	}
}
