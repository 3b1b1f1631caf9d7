package deliver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P71, P77, P84, P87: whatever the reason for which Discord refuses one request about a board, its
// channel has one board afterwards, with the newest position and controls, and soon with its
// picture.
func TestAfterOneRefusal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault discordsim.Fault
		of    string // the requests that can be refused in this way
		text  bool   // the board may stay text until the next move
	}{
		{"a server error", discordsim.Fault{Status: 502}, "POST PATCH DELETE CLICK", false},
		{"a lost answer", discordsim.Fault{Lost: true}, "POST PATCH DELETE CLICK", false},
		{"a lost request", discordsim.Fault{Drop: true}, "POST PATCH DELETE CLICK", false},
		{
			"too many requests", discordsim.Fault{Status: 429, RetryAfter: 5 * time.Second}, "POST PATCH DELETE", false,
		},
		{"an invalid body", discordsim.Fault{Status: 400, Code: 50035}, "POST PATCH CLICK", false},
		{"an empty message", discordsim.Fault{Status: 400, Code: 50006}, "POST PATCH CLICK", false},
		{"broken JSON", discordsim.Fault{Status: 400, Code: 50109}, "POST PATCH CLICK", false},
		{"an odd 400", discordsim.Fault{Status: 400, Code: 20999}, "POST PATCH CLICK", false},
		{"too large", discordsim.Fault{Status: 413, Code: 40005}, "POST PATCH", true},
		{"an odd 403", discordsim.Fault{Status: 403, Code: 20999}, "POST PATCH DELETE", false},
		{"a missing permission", discordsim.Fault{Status: 403, Code: 50013}, "POST PATCH DELETE", false},
		{"an odd 404", discordsim.Fault{Status: 404, Code: 20999}, "POST PATCH DELETE", false},
		{"an archived thread", discordsim.Fault{Status: 400, Code: 50083}, "PATCH", false},
		{"too many old edits", discordsim.Fault{Status: 429, Code: 30046, RetryAfter: 5 * time.Second}, "PATCH", false},
		{"an unknown interaction", discordsim.Fault{Status: 404, Code: 10062}, "CLICK", false},
	} {
		for _, of := range strings.Fields(c.of) {
			t.Run(c.name+" "+of, func(t *testing.T) {
				t.Parallel()
				story.Tell(t, func(s *story.Story) {
					s.Waste = true
					s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
					f := c.fault
					f.Method, f.Route = of, story.EditRoute
					s.Press(s.Mover(s.Board()), s.Board())
					switch of {
					case "CLICK":
						f.Method, f.Route = "POST", story.CallbackRoute
					case "POST":
						f.Route = story.PostRoute
						s.Wait(time.Hour) // the pause is long enough for the next board to be a new message
					case "DELETE":
						s.Wait(time.Hour)
					}
					s.Sim.Inject(f)
					moves := s.Only().Moves
					if of == "CLICK" {
						s.Press(s.Mover(s.Board()), s.Board())
					} else {
						matchMoves(s)
					}
					// the pause is shorter than the time until the next player is notified, which
					// shows the board anyway
					s.Wait(2 * time.Minute)
					rec := s.Only()
					if rec.Moves != moves+1 || rec.Shown.Head != rec.Head || rec.Parked != nil {
						t.Errorf("%d moves, head %d, shown %d, parked %v", rec.Moves-moves, rec.Head, rec.Shown.Head, rec.Parked)
					}
					var boards []discordsim.Message
					for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
						if len(m.Buttons()) > 2 {
							boards = append(boards, m)
						}
					}
					if len(boards) != 1 || string(boards[0].ID) != string(rec.Shown.Message) {
						var texts []string
						for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
							texts = append(texts, fmt.Sprint(m.ID, " ", m.Text()))
						}
						t.Fatalf("%d boards with controls, the recorded one is %s:\n%s", len(boards), rec.Shown.Message,
							strings.Join(texts, "\n"))
					}
					picture, text := len(boards[0].Pictures()) > 0, boards[0].Text()
					if !picture && !(c.text && strings.Contains(text, "```")) {
						t.Errorf("the board does not show the position:\n%s", text)
					}
					s.Press(s.Mover(boards[0]), boards[0])
					if got := s.Only().Moves; got != moves+2 {
						t.Errorf("%d moves, want %d: the controls do nothing", got, moves+2)
					}
				})
			})
		}
	}
}
