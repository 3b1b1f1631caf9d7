package player

import (
	"math/rand/v2"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// Guess is a whole game that fits a view: every hidden rank filled in so that all that is public stays true (S61). Prior beliefs make likely
// worlds more frequent.
func Guess(v view.View, rng *rand.Rand) view.Facts {
	f := v.Facts
	for s := range games.Seat(2) {
		if s == v.Seat {
			continue
		}
		if f.Phase == view.Setup {
			f.Arrange(s, Setup(f.Army[s], rng))
			if f.Setups[s] != "" {
				f.Setups[s] = f.SetupText(s)
			}
			continue
		}
		hidden := NewHidden(&v, s)
		hidden.Fill(&f, rng)
	}
	if f.Phase == view.Setup {
		return f
	}
	if start, ok := f.Rewind(); ok {
		for s, rows := range f.Setups {
			if rows == view.Secret {
				f.Setups[s] = start.SetupText(games.Seat(s))
			}
		}
	}
	return f
}

// Hidden is what is not known of one side's pieces: where they stand and which ranks are among them.
type Hidden struct {
	seat  games.Seat
	moved []board.Square // of pieces that have moved: neither Bomb nor Flag
	still []board.Square
	left  board.Counts // ranks that are not accounted for
}

// NewHidden collects what a view does not know of a seat's pieces.
func NewHidden(v *view.View, seat games.Seat) Hidden {
	h := Hidden{seat: seat, left: v.Army[seat]}
	lost := v.Lost()[seat]
	for i, n := range lost {
		h.left[i] -= n
	}
	for s, m := range v.Men {
		switch {
		case m.None() || m.Seat != seat:
		case m.Rank != board.Unknown:
			h.left[board.TranslateRank(m.Rank)]--
		case m.Moved:
			h.moved = append(h.moved, board.Square(s))
		default:
			h.still = append(h.still, board.Square(s))
		}
	}
	return h
}

// Fill gives every hidden piece a rank: any world that fits is as likely as any other.
func (h *Hidden) Fill(f *view.Facts, rng *rand.Rand) {
	var mobile, fixed, pool []board.Rank
	for i, n := range h.left {
		for range n {
			if r := board.Ranks[i]; r.Movable() {
				mobile = append(mobile, r)
			} else {
				fixed = append(fixed, r)
			}
		}
	}
	rng.Shuffle(len(mobile), func(i, j int) { mobile[i], mobile[j] = mobile[j], mobile[i] })
	for _, s := range h.moved {
		f.Men[s].Rank, mobile = mobile[0], mobile[1:]
	}
	pool = append(fixed, mobile...)
	if n := len(h.still); len(pool) > n && n > 0 { // a position made up for a test: the Flag at least is there
		rng.Shuffle(len(pool)-1, func(i, j int) { pool[i+1], pool[j+1] = pool[j+1], pool[i+1] })
		pool = pool[:n]
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i, s := range h.still {
		f.Men[s].Rank = pool[i]
	}
}
