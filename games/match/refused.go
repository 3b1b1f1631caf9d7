package match

import (
	"slices"
	"time"

	"paddock/games"
)

// Refused is a move that was refused to the player of a seat. Only that seat may see it, because an
// attempt may reveal hidden pieces.
type Refused struct {
	At   time.Time
	Seat games.Seat
	Move string // the move as entered, shortened
	Why  games.Sentence
}

const (
	refusedKept   = 5  // newest moves kept per seat
	refusedLength = 40 // longest text kept of a refused move, in characters
)

// Refuse appends refused moves to a list, and drops those beyond the limits per seat.
func Refuse(list []Refused, more ...Refused) []Refused {
	list = append(slices.Clip(list), more...)
	kept := make(map[games.Seat]int)
	var out []Refused
	for _, r := range slices.Backward(list) {
		if kept[r.Seat]++; kept[r.Seat] > refusedKept {
			continue
		}
		text := []rune(r.Move)
		r.Move = string(text[:min(len(text), refusedLength)])
		out = append(out, r)
	}
	slices.Reverse(out)
	return out
}
