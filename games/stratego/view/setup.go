package view

import (
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
)

// Numbers of rows and squares on which a side sets up (S11).
const (
	Rows = 4
	Home = Rows * board.Size
)

// HomeSquare returns a seat's own square: row 0 is the front row, column 0 the owner's left (S12).
func HomeSquare(seat games.Seat, row, col int) board.Square {
	if seat == Blue {
		return board.Square((6+row)*board.Size + board.Size - 1 - col)
	}
	return board.Square((3-row)*board.Size + col)
}

// AtHome reports whether the square is on a seat's own rows (S4).
func AtHome(seat games.Seat, s board.Square) bool {
	if seat == Blue {
		return s.Row() >= 6
	}
	return s.Row() < Rows
}

// SetupText returns the pieces on a seat's own rows, as text (S12).
func (f *Facts) SetupText(seat games.Seat) string {
	var b strings.Builder
	for row := range Rows {
		if row > 0 {
			b.WriteByte('/')
		}
		for col := range board.Size {
			m := f.At(HomeSquare(seat, row, col))
			if m.None() || m.Seat != seat {
				b.WriteByte('.')
			} else {
				b.WriteByte(byte(m.Rank))
			}
		}
	}
	return b.String()
}

// Arrange replaces a seat's pieces by a canonical set-up text on its own rows.
func (f *Facts) Arrange(seat games.Seat, rows string) {
	b := f.change()
	for s, p := range b.GamePieces() {
		if seatOf(p) == seat {
			b.SetPiece(board.NewPiece(), s.Location())
		}
	}
	for row, line := range strings.Split(rows, "/") {
		for col, r := range []byte(line) {
			if r != '.' {
				b.SetPiece(board.NewGamePiece(board.Rank(r), board.Teams[seat]), HomeSquare(seat, row, col).Location())
			}
		}
	}
}

// Missing returns the pieces that a seat has not placed yet (S6). Surplus pieces count negative.
func (f *Facts) Missing(seat games.Seat) board.Counts {
	left := f.Army[seat]
	for _, m := range f.Men() {
		if i := board.TranslateRank(m.Rank); m.Seat == seat && i >= 0 {
			left[i]--
		}
	}
	return left
}

// ReadSetup reads a set-up text, which may be incomplete, and makes it canonical. It accepts either
// case, blanks anywhere, - for ., and line breaks for / (S12, S13). The error is a *games.Refusal
// that lists all problems. If the text fits in modern numbers or in Gravon's letters, it says so and
// offers that (S5).
func ReadSetup(text string, army board.Counts) (string, error) {
	rows, refused := readClassic(text, army)
	if refused == nil {
		return rows, nil
	}
	modern, misfit := readClassic(board.FromModern(text), army)
	back := turned(modern)
	gravon, side := readGravon(text, army)
	switch {
	case gravon != "":
		refused.Say = games.Say("This looks like Gravon's letters, %s. In Paddock's own it is `%s`. Nothing has changed yet.",
			side, gravon)
		refused.Offer = games.Pick{Value: gravon, Label: games.Say("I meant Gravon's letters")}
	case misfit == nil && flagInFront(modern) && !flagInFront(back):
		refused.Say = games.Say("This looks like modern numbers, back row first. In Paddock's own, front row first, it is `%s`. Nothing has changed yet.",
			back)
		refused.Offer = games.Pick{Value: back, Label: games.Say("I meant modern numbers, back row first")}
	case misfit == nil:
		refused.Say = games.Say("%s In modern numbers, Marshal 10 or X and Scout 2, it fits. Typed digits are classic ones, Marshal 1 and Scout 9: `%s`.",
			refused.Say, modern)
		refused.Offer = games.Pick{Value: modern, Label: games.Say("I meant modern numbers")}
	case strings.ContainsAny(text, "xX") || strings.Contains(text, "10"):
		// the text has a Marshal only in modern numbers
		refused.Say = games.Say("%s Typed digits are classic ones, Marshal 1 to Scout 9.", refused.Say)
	}
	return "", refused
}

// readGravon reads a whole set-up in the letters of the Gravon archive, which goes through the
// board from Red's back row, as Red sees it. It returns an empty text if the text is not a set-up.
func readGravon(text string, army board.Counts) (rows string, side games.Sentence) {
	lines, _ := cutRows(text)
	reds, blues := 0, 0
	for i, line := range lines {
		ranks := []byte(line)
		for j, c := range ranks {
			r, blue, ok := board.FromGravon(c)
			switch {
			case c == '.':
				continue
			case !ok:
				return "", side
			case r != '.' && blue:
				blues++
			case r != '.':
				reds++
			}
			ranks[j] = byte(r)
		}
		if lines[i] = string(ranks); blues > 0 { // Blue's left is Red's right
			slices.Reverse(ranks)
			lines[i] = string(ranks)
		}
	}
	side = games.Say("front row first, from Red's side")
	if blues == 0 {
		side = games.Say("back row first")
		slices.Reverse(lines)
	}
	if rows, misfit := readClassic(strings.Join(lines, "/"), army); misfit == nil && min(reds, blues) == 0 &&
		strings.ContainsRune(rows, rune(board.Flag)) {
		return rows, side
	}
	return "", side
}

// turned returns canonical rows in the opposite order, front for back.
func turned(rows string) string {
	lines := strings.Split(rows, "/")
	slices.Reverse(lines)
	return strings.Join(lines, "/")
}

// flagInFront reports whether the Flag is in the front row.
func flagInFront(rows string) bool {
	front, _, _ := strings.Cut(rows, "/")
	return strings.ContainsRune(front, rune(board.Flag))
}

// readClassic reads a set-up text in classic numbers.
func readClassic(text string, army board.Counts) (string, *games.Refusal) {
	lines, problems := cutRows(text)
	left, strange := army, map[byte]bool{}
	for i, line := range lines {
		if n := len(line); n != board.Size {
			problems = append(problems, games.Say("row %d has %s", i+1, squares(n)))
		}
		for _, c := range []byte(line) {
			if k := board.TranslateRank(board.Rank(c)); k >= 0 {
				left[k]--
			} else if c != '.' {
				strange[c] = true
			}
		}
	}
	for c := range 256 {
		if strange[byte(c)] {
			problems = append(problems, games.Say("%q isn't a rank", string(rune(c))))
		}
	}
	var counts []games.Sentence
	tooMany := false
	for i, n := range left {
		if n < 0 {
			tooMany = true
			counts = append(counts, games.Say("%s too many", countOf(int(-n), board.Ranks[i])))
		}
	}
	for i, n := range left {
		if n > 0 {
			counts = append(counts, games.Say("%s missing", countOf(int(n), board.Ranks[i])))
		}
	}
	if len(problems) == 0 && !tooMany {
		return strings.Join(lines, "/"), nil
	}
	if len(counts) > 0 {
		problems = append([]games.Sentence{games.Join(counts, ", ")}, problems...)
	}
	return "", games.Refuse("This set-up doesn't fit: %s.", games.Join(problems, "; "))
}

// cutRows cuts a set-up text into four lines of canonical characters.
func cutRows(text string) (lines []string, problems []games.Sentence) {
	text = strings.NewReplacer("\r\n", "/", "\n", "/", "\r", "/", "-", ".", " ", "", "\t",
		"").Replace(strings.TrimSpace(strings.ToUpper(text)))
	if len(text) > 200 {
		text = text[:200]
	}
	if len(text) == Home && !strings.Contains(text, "/") {
		text = text[:10] + "/" + text[10:20] + "/" + text[20:30] + "/" + text[30:]
	}
	lines = strings.Split(strings.Trim(text, "/"), "/")
	if len(lines) != Rows {
		problems = append(problems, games.Say("it has %s instead of four", rowsOf(len(lines))))
	}
	return lines, problems
}

func rowsOf(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 row")
	}
	return games.Say("%d rows", n)
}

func squares(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 square")
	}
	return games.Say("%d squares", n)
}

// lanes lists the columns of the three ways between the lakes (S15). They are the same for both
// seats.
var lanes = [3][2]int{{0, 1}, {4, 5}, {8, 9}}

// OpenLanes counts the ways between the lakes that no Bomb or Flag of the front row blocks.
func OpenLanes(rows string) (open int) {
	for _, l := range lanes {
		if board.Rank(rows[l[0]]) != board.Bomb && board.Rank(rows[l[0]]) != board.Flag ||
			board.Rank(rows[l[1]]) != board.Bomb && board.Rank(rows[l[1]]) != board.Flag {
			open++
		}
	}
	return open
}

// Warnings returns what is unwise about a set-up, such as a Flag in the front row. The player sees
// them once, before confirming, and can confirm anyway (S15).
func Warnings(rows string) (said []games.Sentence) {
	if flagInFront(rows) {
		said = append(said, games.Say("Your Flag is in the front row."))
	}
	switch OpenLanes(rows) {
	case 0:
		said = append(said, games.Say("Your pieces block all three ways past the lakes (a–b, e–f, i–j)."))
	case 1:
		said = append(said, games.Say("Your pieces leave only one of the three ways past the lakes open (a–b, e–f, i–j)."))
	}
	return said
}

// FirstStep reports whether a set-up leaves its owner a first step (S15).
func FirstStep(seat games.Seat, rows string) bool {
	f := Facts{Phase: Play}
	f.Arrange(seat, rows)
	return len(f.Steps(seat, false)) > 0
}
