package kalah

import (
	"fmt"
	"strings"

	"paddock/games"
)

// The limits of a text that may be a game: fewer sows would be found in any word.
const (
	leastSows = 6
	mostSows  = 500
	mostBytes = 4000
)

// token is a sow as another program writes it.
type token struct {
	hole    int
	capital bool
}

// readForeign returns the games that a text in another program's notation may be (K29). It is a
// guess, so the reader is asked; but only games that can be played by the rules are offered.
// Finished games come first.
func readForeign(text string) (list []games.Foreign) {
	tokens, letters := cutTokens(text)
	if len(tokens) < leastSows || len(tokens) > mostSows {
		return nil
	}
	written := games.Say("bare numbers")
	switch {
	case letters && tokens[0].capital:
		written = games.Say("letters, South's capital")
	case letters:
		written = games.Say("letters, South's small")
	}
	var open []games.Foreign
	for _, beans := range []int{4, 3, 5, 6} {
		for _, mirrored := range []bool{false, true} {
			lines, ended, ok := playTokens(tokens, letters, beans, mirrored)
			if !ok {
				continue
			}
			side := games.Say("each row from its owner's left")
			if mirrored {
				side = games.Say("both rows from South's left")
			}
			game := games.Foreign{Say: games.Say("%s, %s, %s", written, side, countBeans(beans)), Text: lines}
			if ended {
				list = append(list, game)
			} else {
				open = append(open, game)
			}
		}
	}
	return append(list, open...)
}

// cutTokens returns the sows of a text of letters a to f, or of numbers 1 to 6. It returns none if
// anything else is in it but numbers of moves, as in "1. c f", and punctuation.
func cutTokens(text string) (list []token, letters bool) {
	if len(text) > mostBytes {
		return nil, false
	}
	digits := false
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;-/|", r) }) {
		if number, rest, found := strings.Cut(word, "."); found && strings.Trim(number, "0123456789") == "" {
			word = strings.TrimLeft(rest, ".")
		}
		for _, r := range []byte(word) {
			t := token{capital: r >= 'A' && r <= 'F'}
			switch {
			case t.capital:
				t.hole, letters = int(r-'A')+1, true
			case r >= 'a' && r <= 'f':
				t.hole, letters = int(r-'a')+1, true
			case r >= '1' && r <= '6':
				t.hole, digits = int(r-'0'), true
			default:
				return nil, false
			}
			list = append(list, t)
		}
	}
	if letters && digits {
		return nil, false
	}
	return list, letters
}

// playTokens plays a game with six holes and returns it as a record. It returns false if a sow is
// against the rules, or the case of a letter says that the other seat sows. Mirrored means that
// North's holes are counted from South's left.
func playTokens(tokens []token, letters bool, beans int, mirrored bool) (text string, ended, ok bool) {
	p := position{board: newBoard(usualHoles, beans), toMove: south}
	lines := []string{"game kalah", "start " + string(rules{}.AppendText(nil, p))}
	for _, t := range tokens {
		hole := t.hole
		if mirrored && p.toMove == north {
			hole = p.m + 1 - hole
		}
		if letters && (t.capital == tokens[0].capital) != (p.toMove == south) || !p.valid(move(hole)) {
			return "", false, false
		}
		lines = append(lines, fmt.Sprintf("%s %d", strings.ToLower(seatNames[p.toMove]), hole))
		p.play(move(hole))
	}
	return strings.Join(lines, "\n") + "\n", p.toMove == over, true
}

// usualHoles is the number of holes of the boards that other programs play on.
const usualHoles = 6
