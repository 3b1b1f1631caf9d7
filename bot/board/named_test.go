package board

import (
	"strings"
	"testing"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
)

// newDuel begins a match between Ann and Bob, whose set-ups, if the game has any, are confirmed.
func newDuel(t *testing.T, game games.ID) *world {
	t.Helper()
	w := newWorld(t)
	w.seated(game, nil, players[ann], players[bob])
	for _, u := range []match.UserID{ann, bob} {
		if ArrangingPhase(w.match) {
			w.confirms(u)
		}
	}
	return w
}

// P44: the last move and the result name people. Seats stand by the names once, in the title.
func TestP44PeopleNotSeats(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		if g.ID == "halatafl" {
			continue // the game's seats have the same names as its pieces, and the last move names them
		}
		w := newDuel(t, g.ID)
		for range 400 {
			w.playsOn(1)
			m, err := newMaker().Board(w.match, Reader{In: lang.English})
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for line := range strings.Lines(text(m)) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "| ###") {
					said += line + "\n"
				}
			}
			for seat := range w.match.Players {
				if name := g.SeatName(games.Seat(seat)); strings.Contains(said, name+" ") || strings.Contains(said, name+"'") {
					t.Fatalf("%s after %d moves: the board says %q beside its title:\n%s", g.ID, w.match.Moves, name, said)
				}
			}
			if w.match.Status != match.Running {
				break
			}
		}
	}
}

// P44: a board that only one person sees calls this person "you".
func TestP44OneReaderIsYou(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		w := newDuel(t, g.ID)
		told := 0
		for range 400 {
			w.playsOn(1)
			m, err := newMaker().Board(w.match, Reader{In: lang.English}.Alone(w.match, match.User{ID: ann}, nil))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(text(m)) {
				if line = strings.TrimSpace(line); !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| ###") {
					continue
				}
				if name := players[ann].Name; strings.Contains(line, name) {
					t.Fatalf("%s after %d moves: Ann reads her own name: %q", g.ID, w.match.Moves, line)
				}
				if strings.Contains(line, "You ") || strings.Contains(line, "Your ") {
					told++
				}
			}
			if w.match.Status != match.Running {
				break
			}
		}
		if told < w.match.Moves/3 && g.ID != "halatafl" { // its moves name the pieces
			t.Errorf("%s: %d lines say what Ann did, in %d moves", g.ID, told, w.match.Moves)
		}
	}
}

// The text of a link says where it leads. The link on a private board leads to the message of the
// match. In games with secrets it leads to the channel, because the public board shows less than
// the private one.
func TestLinksSayWhereTheyLead(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		w := newDuel(t, g.ID)
		shown := w.with(func(r *match.Record) { r.Shown = match.Shown{Channel: hall.Channel, Message: "4001"} })
		want := "Go to the message"
		if g.Hidden {
			want = "Go to the channel"
		}
		for _, u := range []match.UserID{ann, eve} {
			m, err := newMaker().Board(shown, Reader{user: u, In: lang.English})
			if err != nil {
				t.Fatal(err)
			}
			if got := text(m); !strings.Contains(got, want) || strings.Count(got, "Go to the ") != 1 {
				t.Errorf("%s: the private board of %s lacks %q, or has another link:\n%s", g.ID, u, want, got)
			}
		}
	}
}

// A watcher's private board of a game with secrets doesn't follow the match (S85), and says so. Other
// boards follow it, or are the match's own.
func TestWatchersViewSaysThatItStays(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		w := newWorld(t)
		w.seated(g.ID, nil, players[ann], players[bob])
		for _, u := range []match.UserID{"", ann, eve} {
			m, err := newMaker().Board(w.match, Reader{user: u, In: lang.English})
			if err != nil {
				t.Fatal(err)
			}
			want := g.Hidden && u == eve
			if got := strings.Contains(text(m), "This view stays as it is"); got != want {
				t.Errorf("%s: the board of %q says that it stays: %t, want %t", g.ID, u, got, want)
			}
		}
	}
}
