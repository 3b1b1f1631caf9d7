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

// seatWord returns red, blue or, for the spectator, another word.
func seatWord(s games.Seat, other string) string {
	if s == Red || s == Blue {
		return seatWords[s]
	}
	return other
}

// Text returns the position text of everything in the facts (S40).
func (f Facts) Text() string { return string(f.Append(nil)) }

// Append appends the position text (S40).
func (f *Facts) Append(b []byte) []byte { return f.appendFields(append(b, positionHead...)) }

// Text returns the view text (S42).
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
	b = append(b, " reveal="+choose(f.Never, "never", "after")+" phase="+string(f.Phase)+" turn="+f.turnWord()+
		" board="...)
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
	for row := f.graph().First(); row != nil; row = row.S() {
		for p := row; p != nil; p = p.E() {
			switch p.Kind() {
			case board.Barrier:
				b = append(b, '~')
				continue
			case board.Generic:
				b = append(b, '.')
				continue
			}
			b = append(b, seatWords[seatOf(p)][0], byte(p.Type()))
			if p.Moved {
				b = append(b, '\'')
			}
			if p.Known {
				b = append(b, '!')
			}
		}
		if row.S() != nil {
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

// ParseFacts reads a position text. It refuses impossible facts and texts that Text would not write
// (S41).
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

// ReadView reads the text of a view from a trusted writer. It refuses only what Text would never
// write.
func ReadView(text string) (View, error) {
	words := strings.SplitN(text, " ", 3)
	if len(words) < 3 || words[0] != viewHead {
		return View{}, games.Refuse("I can't read this as a view of Stratego. It begins with %s.", viewHead)
	}
	f, err := parseFields(viewHead+" "+words[2], viewHead)
	v := View{Seat: games.Spectator, Facts: f}
	for s, w := range seatWords {
		if words[1] == "seat="+w {
			v.Seat = games.Seat(s)
		}
	}
	if err == nil && v.Text() != text {
		err = games.Refuse("This is not the text of a view as Paddock writes it.")
	}
	return v, err
}

var fieldNames = []string{"rules", "army", "reveal", "phase", "turn", "board", "red", "blue", "moves", "result"}

func parseFields(text, head string) (f Facts, err error) {
	words := strings.Split(text, " ")
	if len(words) != 1+len(fieldNames) || words[0] != head {
		return f, games.Refuse("I can't read this as a game of Stratego. It begins with %s, and then come %d fields: %s.", head, len(fieldNames),
			strings.Join(fieldNames, ", "))
	}
	for i, name := range fieldNames {
		value, ok := strings.CutPrefix(words[1+i], name+"=")
		if !ok {
			return f, games.Refuse("Field %d of this text should begin with %s=.", i+1, name)
		}
		if !f.parseField(name, value) {
			return f, games.Refuse("I can't read this for %s: %.60q.", name, value)
		}
	}
	return f, nil
}

// parseField reads one field. It may accept too much: a later comparison with the output of Text
// finds that.
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
		f.Turn = map[string]games.Seats{
			"both": games.SeatSet(Red, Blue), "red": games.SeatSet(Red),
			"blue": games.SeatSet(Blue),
		}[value]
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
	b := f.change()
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
			if !ok || !b.SetPiece(pieceOf(m), s.Location()) {
				return false
			}
			row = rest
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
			if len(rest) != 3 || rest[0] != ':' ||
				board.Fight(board.Rank(rest[1]), board.Rank(rest[2])) == board.Error {
				return false
			}
			p[2], p[3] = rest[1], rest[2]
		}
		log = append(log, p...)
	}
	f.Log = Log(log)
	return true
}

var reasons = []games.Reason{
	ByFlag, ByImmobility, ByClaim, ByQuiet, ByLength, games.ByResignation, games.ByAgreement,
	games.ByTime,
}

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

// audit refuses facts that contradict each other.
func (f *Facts) audit() error {
	bad := func(format string, args ...any) error {
		return games.Refuse("This game of Stratego can't be: %s.", games.Say(format, args...))
	}
	for seat := range seatWords {
		for i, n := range f.Missing(games.Seat(seat)) {
			if n < 0 {
				return bad("%s has more %ss than its army", seatWords[seat], board.Ranks[i].Name())
			}
		}
	}
	for s, m := range f.Men() {
		if m.Moved && !m.Rank.Movable() || m.Rank == board.Unknown {
			return bad("the piece on %s can't be as it is said to be", s)
		}
	}
	if (f.Phase == Over) != (f.Result.Reason != "") || (f.Phase == Over) != (f.Turn == 0) || f.Phase == Play &&
		f.Turn.Len() != 1 {
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
	for s, m := range f.Men() {
		if !AtHome(m.Seat, s) || m.Moved || m.Known {
			return bad("the piece on %s can't be there yet", s)
		}
	}
	for s, rows := range f.Setups {
		seat := games.Seat(s)
		if (rows == "") != f.Turn.Has(seat) || rows != "" &&
			(rows != f.SetupText(seat) || f.Missing(seat) != (board.Counts{})) {
			return bad("%s's set-up is not the confirmed one", seatWords[s])
		}
	}
	return nil
}

// begin returns the position before the first ply: from the set-ups, or if these are missing, by
// undoing the moves.
func (f *Facts) begin(bad func(string, ...any) error) (start Facts, err error) {
	if f.Setups[Red] == "" || f.Setups[Blue] == "" {
		start, ok := f.Rewind()
		if !ok {
			return start, bad("the moves do not end at the board")
		}
		for seat, rows := range f.Setups {
			unfinished := f.Phase == Over && f.Log == "" // the phase of a player who resigned before both had confirmed
			if rows != "" && (!unfinished || rows != start.SetupText(games.Seat(seat))) {
				return start, bad("%s's set-up is not the only one", seatWords[seat])
			}
		}
		return start, nil
	}
	start.Army = f.Army
	for s, rows := range f.Setups {
		seat := games.Seat(s)
		if canonical, err := ReadSetup(rows, f.Army[seat]); err != nil || canonical != rows {
			return start, bad("%s's set-up is none", seatWords[seat])
		}
		start.Arrange(seat, rows)
	}
	return start, nil
}

// auditPlay replays the log from the start.
func (f *Facts) auditPlay(bad func(string, ...any) error) error {
	start, err := f.begin(bad)
	if err != nil {
		return err
	}
	b := start.change()
	for i := range f.Log.Len() {
		p := f.Log.At(i)
		mover, other := b.Piece(p.From.Location()), b.Piece(p.To.Location())
		met := other.Kind() == board.GamePiece
		if mover.Team() != board.Teams[f.Mover(i)] || p.Fight() != met || met &&
			(mover.Type() != p.Attacker || other.Type() != p.Defender) ||
			!b.Move(p.From.Location(), p.To.Location()) {
			return bad("ply %s can't be made", strconv.Itoa(i+1))
		}
	}
	for s := range board.Square(board.Squares) {
		m, got := f.At(s), start.At(s)
		if got.Rank != m.Rank || got.Seat != m.Seat || got.Moved && !m.Moved || got.Known && !m.Known ||
			f.Setups[Red] != "" && got != m {
			return bad("what stands on %s is not what the moves have left there", s)
		}
	}
	if f.Phase == Play && len(f.Steps(f.ToMove(), true)) == 0 {
		return bad("the side to move can't move, so the game is over")
	}
	return nil
}

// Rewind returns the position before the first ply of the log, as far as ranks are known. It
// returns false if the log does not lead to the board.
func (f *Facts) Rewind() (start Facts, ok bool) {
	start = *f
	b := start.change()
	for i := f.Log.Len() - 1; i >= 0; i-- {
		if !takeBack(b, f.Log.At(i), board.Teams[f.Mover(i)], board.Teams[1-f.Mover(i)]) {
			return start, false
		}
	}
	for _, p := range b.GamePieces() {
		p.Moved, p.Known = false, false
	}
	start.Log = ""
	return start, true
}

// takeBack undoes a ply on a board, except for the marks. It returns false if the ply cannot have
// led to the board.
func takeBack(b *board.Board, p Ply, mover, other board.Team) bool {
	from, there := b.Piece(p.From.Location()), b.Piece(p.To.Location())
	if p.From == p.To || from.Kind() != board.Generic || there.Kind() == board.Barrier {
		return false
	}
	attacker, defender := there, board.NewPiece()
	switch result := p.Result(); {
	case !p.Fight() && there.Team() == mover:
	case !p.Fight():
		return false
	case result == board.Win && there.Type() == p.Attacker && there.Team() == mover:
		defender = board.NewGamePiece(p.Defender, other)
	case result == board.Lose && there.Type() == p.Defender && there.Team() == other:
		return b.SetPiece(board.NewGamePiece(p.Attacker, mover), p.From.Location())
	case result == board.Tie && there.Kind() == board.Generic:
		attacker, defender = board.NewGamePiece(p.Attacker, mover), board.NewGamePiece(p.Defender, other)
	default:
		return false
	}
	return b.SetPiece(defender, p.To.Location()) && b.SetPiece(attacker, p.From.Location())
}

// Step moves a piece on the board and resolves a fight, by S19 to S23 only: turn, log and result do
// not change. If the piece cannot go there, or a required rank is unknown, it returns false and
// changes nothing.
func (f *Facts) Step(from, to board.Square) (p Ply, ok bool) {
	p = Ply{From: from, To: to}
	if a, d := f.At(from), f.At(to); !d.None() {
		p.Attacker, p.Defender = a.Rank, d.Rank
	}
	return p, f.change().Move(from.Location(), to.Location())
}

// Follow applies an observed ply, with both ranks if it was a fight, to pieces, log and turn. It
// ends the game only if a Flag is captured. A player that works by messages alone needs nothing
// else (S99). If the ply is impossible it returns false and changes nothing.
func (f *Facts) Follow(seen Ply) (ok bool) {
	next := *f
	b := next.change()
	mover, other := b.Piece(seen.From.Location()), b.Piece(seen.To.Location())
	switch {
	case mover == nil || other == nil || seen.Fight() != (other.Kind() == board.GamePiece):
		return false
	case seen.Fight():
		mover.SetType(seen.Attacker)
		other.SetType(seen.Defender)
	case !beside(seen.From, seen.To):
		mover.SetType(board.Scout)
	}
	seat := seatOf(mover)
	if !b.Move(seen.From.Location(), seen.To.Location()) {
		return false
	}
	next.Log = next.Log.Add(seen)
	next.Turn = games.SeatSet(1 - seat)
	if seen.Defender == board.Flag {
		next.Phase, next.Turn, next.Result = Over, 0, Result{Winner: seat, Reason: ByFlag}
	}
	*f = next
	return true
}
