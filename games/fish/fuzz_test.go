package fish

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"paddock/games"
	matches "paddock/games/match"
)

// longestScript is how much of a script is played; more would test nothing new.
const longestScript = 200

// F12: any mix of moves, nonsense, time-outs and removals keeps fish and tiles accounted for and
// never stalls. This test plays a whole match with its clocks; FuzzF12Referee tests the rules
// alone.
func FuzzF12_Match(f *testing.F) {
	f.Add(uint64(1), uint8(2),
		[]byte("a game of moves alone: every letter is one, and it is played to its end by the clock"))
	f.Add(uint64(2), uint8(4), bytes.Repeat([]byte{0x81, 0x00, 0x21, 0x93, 0x1f}, 30))
	f.Add(uint64(3), uint8(3), []byte{0x90, 0x91, 0x30, 0x92, 0x31, 0x24, 0x25, 0x26, 0x17})
	f.Add(uint64(4), uint8(3), bytes.Repeat([]byte{0x88, 0x99, 0xaa, 0x0f, 0xbb, 0xcc, 0x00}, 20))
	f.Fuzz(func(t *testing.T, seed uint64, seats uint8, script []byte) {
		options := games.Options{}
		if seed%2 == 0 {
			options = games.Options{"rules": "course", "rows": "5", "columns": "4"}
		}
		r := referee(t)
		if _, err := r.begin(2+int(seats)%3, seed, options); err != nil {
			t.Fatal(err)
		}
		fish := allFish(r.position())
		check := func() {
			switch p := r.position(); {
			case allFish(p) != fish || !sound(p):
				t.Fatalf("%d fish, want %d, or a penguin in the water, in %s", allFish(p), fish, r.record().Position)
			case (r.record().Status == matches.Running) != (r.turn() != games.Spectator):
				t.Fatalf("%s, and seat %d is waited for: %s", r.record().Status, r.turn(), r.record().Position)
			}
		}
		for _, b := range script[:min(len(script), longestScript)] {
			if r.record().Status == matches.Running {
				r.scripted(b)
				check()
			}
		}
		for n := 0; r.record().Status == matches.Running; n++ { // goes on until the clock decides
			if n > 20 {
				t.Fatalf("stalls in %s", r.record().Position)
			}
			r.late()
			check()
		}
	})
}

// scripted performs one act of the script: a time-out, a pause, nonsense, a resignation, or a move.
func (r *refereed) scripted(b byte) {
	r.Helper()
	seat := games.Seat(int(b&3) % len(r.record().Players))
	switch b >> 4 {
	case 0:
		r.late()
	case 1:
		r.clock = r.clock.Add(time.Duration(b&15) * 2 * time.Hour)
		r.attend()
	case 2:
		_ = r.try(seat, []string{"a1", "a1-a2", "", "z1-z9"}[b>>2&3])
	case 3:
		_, err := r.svc.Play.Resign(bg, matches.Act{Match: r.id, User: people[seat].User})
		if err != nil && !errors.Is(err, matches.ErrTooLate) {
			r.Fatal(err)
		}
	default:
		p := r.position()
		legal := slices.Collect((rules{}).Legal(p))
		r.move((rules{}).Format(p, legal[int(b)%len(legal)]))
	}
}
