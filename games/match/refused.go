package match

import (
	"slices"
	"time"

	"paddock/games"
)

// Refused is a move that was refused to who plays at a seat. It is for that seat alone: what somebody has tried may tell what they have.
type Refused struct {
	At   time.Time
	Seat games.Seat
	Move string // as it was given, cut
	Why  games.Sentence
}

const (
	refusedKept   = 5  // of each seat, the newest
	refusedLength = 40 // characters of a move that is refused
)

// Refuse is what is kept when one more move is refused.
func Refuse(list []Refused, more ...Refused) []Refused {
	list = append(slices.Clip(list), more...)
	kept := make(map[games.Seat]int)
	var out []Refused
	for _, r := range slices.Backward(list) {
		if kept[r.Seat]++; kept[r.Seat] > refusedKept {
			continue
		}
		if text := []rune(r.Move); len(text) > refusedLength {
			r.Move = string(text[:refusedLength])
		}
		out = append(out, r)
	}
	slices.Reverse(out)
	return out
}
