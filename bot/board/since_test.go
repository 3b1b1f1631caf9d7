package board

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// P44: between more than two the board of a turn says and marks everything since that player's own
// move, also which penguins were stuck and left, on a shared board and on their own.
func TestP44SinceOnesTurn(t *testing.T) {
	t.Parallel()
	type made struct {
		seat  games.Seat
		move  string
		stuck []string
	}
	stuck, left := regexp.MustCompile(`enguin on \w+ is stuck`), 0
	for _, people := range [][]match.Player{
		{players[ann], players[bob], players[cid]}, {players[ann], players[bob], players[cid], {User: eve, Name: "Eve"}},
	} {
		w := newWorld(t)
		w.seated("fish", nil, people...)
		var all []made
		told := 0
		for range 200 {
			w.playsOn(1)
			rec := w.match
			if rec.Status != match.Running {
				break
			}
			now, err := drawn(rec, Reader{user: people[rec.LastSeat].User, In: lang.English})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, made{
				rec.LastSeat, rec.LastMoves[len(rec.LastMoves)-1], stuck.FindAllString(now.Caption, -1),
			})
			turn := whoseTurn(rec, Reader{})
			var since []made // the position before the last turn
			for i := len(all) - 1; i >= 0 && all[i].seat != turn; i-- {
				if all[i].seat != rec.LastSeat || len(since) > 0 {
					since = append(since, all[i])
				}
			}
			everybody := Reader{In: lang.English}
			for _, to := range []Reader{everybody, everybody.Alone(rec, match.User{ID: people[turn].User}, nil)} {
				s, err := drawn(rec, to)
				if err != nil {
					t.Fatal(err)
				}
				who := "Since your turn: "
				if to.shared() {
					who = "Since " + people[turn].Name + "'s turn: "
				}
				if said := strings.HasPrefix(s.Caption, who); said != (len(since) > 0) {
					t.Fatalf("move %d, of %v since: %q", rec.Moves, since, s.Caption)
				}
				for _, m := range since {
					told++
					if says := people[m.seat].Name + " " + m.move; !strings.Contains(s.Caption, says) {
						t.Errorf("move %d: %q is not in %q", rec.Moves, says, s.Caption)
					}
					for _, says := range m.stuck {
						if left++; !strings.Contains(s.Caption, says) {
							t.Errorf("move %d: %q is not in %q", rec.Moves, says, s.Caption)
						}
					}
					_, at, _ := strings.Cut("-"+m.move, "-")
					at = at[strings.Index(at, "-")+1:]
					for _, c := range s.Cells {
						if c.Name == at && c.Marks&(scene.To|scene.From) == 0 {
							t.Errorf("move %d: %s is not marked at %s", rec.Moves, m.move, at)
						}
					}
				}
			}
		}
		if left == 0 {
			t.Error("no penguin was stuck")
		}
		if told < 40 {
			t.Errorf("%d moves are told with %d players", told, len(people))
		}
	}
}

// P44: where a computer answers at once, the board first tells the player's own turn.
func TestP44OwnTurnBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seated("kalah", nil, players[ann], match.Player{Computer: "easy"})
	w.plays("3", "2") // the last bean of hole 3 falls into the pot
	own := Reader{In: lang.English}.Alone(w.match, match.User{ID: ann}, nil)
	before, err := drawn(w.match, own)
	if err != nil || before.Caption != "You sowed holes 3, then 2" {
		t.Errorf("before the answer: %q, %v", before.Caption, err)
	}
	for w.match.Waiting.Has(1) {
		job, ok, err := w.svc.Computers.Job(w.Context(), w.match.ID)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		for move := range job.View.Legal() {
			w.did(w.svc.Computers.Answer(w.Context(), job, move))
			break
		}
	}
	for want, to := range map[string]Reader{
		"You sowed holes 3, then 2. easy sowed hole ": own,
		"Ann sowed holes 3, then 2. easy sowed hole ": {In: lang.English},
	} {
		s, err := drawn(w.match, to)
		if err != nil || !strings.HasPrefix(s.Caption, want) || !slices.Contains(s.Below, s.Caption) {
			t.Errorf("%q, below %q, %v; want %q", s.Caption, s.Below, err, want)
		}
	}
	w.playsOn(1)
	if s, err := drawn(w.match, own); err != nil || !strings.HasPrefix(s.Caption, "You sowed hole ") {
		t.Errorf("%q, %v, want one's new turn alone", s.Caption, err)
	}
}
