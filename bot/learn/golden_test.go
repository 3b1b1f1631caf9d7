package learn

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/coach"
	"paddock/bot/dump"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/nim"
	"paddock/games/lesson"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/review"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/render/chart"
	"paddock/storage/storagetest"
)

// sketches returns a Maker whose pictures are texts about what a drawing shows beside the position.
func sketches() *board.Maker {
	return &board.Maker{
		Games: catalog.Games(), Log: slog.New(slog.DiscardHandler),
		Draw: func(s scene.Scene) ([]byte, error) {
			marked := map[string]scene.Marks{}
			for _, c := range s.Cells {
				if c.Marks != 0 {
					marked[c.Name] = c.Marks
				}
			}
			return fmt.Appendf(nil, "%+v, turned %t, caption %q, path %v, tracks %v, marked %v", s.Look, s.Turned,
				s.Caption, s.Path, s.Tracks, marked), nil
		},
		Chart: func(c chart.Chart) ([]byte, error) {
			return fmt.Appendf(nil, "%s %+v %+v", c.Title, *c.Course, c.Look), nil
		},
	}
}

// pool runs background jobs at once, each in a goroutine that ends with the job.
type pool struct{ broken error }

func (p pool) Do(e think.Errand) error {
	go func() {
		for e.Step(context.Background()) {
		}
		e.Done(context.Background(), p.broken)
	}()
	return nil
}

// room is the feature with a store in memory. Its clock begins at midday of the first of May, and
// each act takes a second.
type room struct {
	*Feature
	acts int
}

func newRoom(p coach.Pool) *room {
	f, log := new(room), slog.New(slog.DiscardHandler)
	now := func() time.Time { return time.Date(2026, 5, 1, 12, 0, f.acts, 0, time.UTC) }
	matches := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	b := &answer.Base{
		Games: catalog.Games(), Matches: matches, Show: sketches(), People: people.New(matches, nil, log),
		Log: log, Now: now,
	}
	f.Feature = &Feature{Base: b, coach: coach.New(coach.Config{Pool: p, Nodes: 2_000})}
	return f
}

// The golden file lists the commands and actions that the feature registers.
func TestPart(t *testing.T) {
	golden.Check(t, "testdata/part.txt", dump.Part(newRoom(pool{}).Part(), catalog.Games()))
}

var readers = []struct {
	in lang.Language
	u  match.User
}{
	{lang.English, match.User{Prefer: games.Options{"look": board.LookLight}}},
	{"de", match.User{Style: match.Text}},
}

// The golden file has every message of the feature, in two languages and styles. The golden file is
// reviewed as a diff.
func TestMessages(t *testing.T) {
	k := sketches()
	var pages golden.Pages
	kalah, halatafl := gameOf("kalah"), gameOf("halatafl")
	for _, to := range readers {
		say := func(what string, lines ...string) { pages.Add(what+" in "+to.in.OwnName(), strings.Join(lines, "\n")) }
		say("which game", dump.Message(lessonGames(to.in, k.Games)))
		say("a lesson", dump.Message(lessonMessage(k, to.in, lessonPlace{kalah, 1}, choose.Choice{}, to.u, "a note")))
		say("a lesson with a piece chosen",
			dump.Message(lessonMessage(k, to.in, lessonPlace{halatafl, 2}, choose.Choice{Half: "d5", Open: true}, to.u,
				"")))
		say("after the last lesson",
			dump.Message(lessonMessage(k, to.in, lessonPlace{kalah, 99}, choose.Choice{}, to.u, "")))
		say("after the last lesson of a game without easy",
			dump.Message(lessonEnd(to.in,
				lessonPlace{&games.Game{
					Info:    games.Info{ID: "kalah", Name: "Kalah"},
					Players: []games.PlayerInfo{{Name: "first"}},
				}, 99})))
		wrong, right := answersTo(t, kalah, 2)
		for _, a := range []lesson.Answer{wrong, right} {
			say(fmt.Sprintf("a lesson answered, right: %t", a.Right),
				dump.Message(lessonAnswered(k, to.in, lessonPlace{kalah, 2}, a, to.u)))
		}
		p := match.DayPuzzle{
			Day: 5, Game: "kalah",
			Position: "kalah/1 m=3 to=N south=2.0.1:4 north=0.1.2:2 rules=standard", Answer: "3", Value: 2, Next: -1,
			Measure: games.ByMargin, Played: true,
		}
		today := placedPuzzle{DayPuzzle: p, kind: dayPuzzle, next: 4}
		show := func(what string, p placedPuzzle) {
			say(what, dump.Message(puzzleMessage(k, to.in, p, choose.Choice{}, to.u)))
		}
		answered := func(what string, p placedPuzzle, move string, run match.PuzzleRun, counts bool) {
			e, err := explain(k.Games, p.DayPuzzle, move)
			if err != nil {
				t.Fatal(err)
			}
			p.made, p.run, p.counts = e.lines[0].plies[0].Move, run, counts
			say(what, dump.Message(answeredMessage(k, to.in, p, e, to.u)))
		}
		show("a puzzle of a match", today)
		answered("a right answer", today, "3", match.PuzzleRun{Day: 5, Run: 2, Best: 4}, true)
		answered("a wrong answer", today, "2", match.PuzzleRun{Day: 5, Best: 4}, true)
		answered("a wrong answer once more", today, "2", match.PuzzleRun{Day: 5}, false)
		practice := today
		practice.kind = stockPuzzle
		answered("a right answer in practice", practice, "3", match.PuzzleRun{}, false)
		answered("a wrong answer in practice", practice, "2", match.PuzzleRun{}, false)
		show("a puzzle for practice", practice)
		why, err := explain(k.Games, p, "3", "2")
		if err != nil {
			t.Fatal(err)
		}
		for why.step(t.Context()) {
		}
		say("why", dump.Message(whyMessage(k, to.in, today, why, to.u, 2)))
		say("a puzzle to share", dump.Message(sharedPuzzle(k, to.in, today,
			match.PuzzleRun{Day: 5, Right: true, Run: 2})))
		e, err := puzzleExercise(to.in, k.Games, today)
		say("a puzzle of a match for a page", fmt.Sprintf("%q %q %v", e.Title, e.Says, err))
		p.Played = false
		today.DayPuzzle, today.run.Day = p, 5
		show("a puzzle of the stock, answered before", today)
		p.Game = "chess"
		show("a puzzle of no game", placedPuzzle{DayPuzzle: p, kind: dayPuzzle})

		m, log := logOf(t, kalah, games.Setup{Seats: 2}, match.Over, "3", "1", "3", "1", "2")
		m.Shown.Channel, m.Shown.Message, m.PlayedOut = "7", "8", 2
		plies, err := pliesOf(m, log)
		if err != nil {
			t.Fatal(err)
		}
		turned := reviewOf(plies, 0.5, 0.2, 0.6, 0.3, 0.4)
		say("a review", dump.Message(reviewMessage(k, to.in, m, plies, turned, to.u)))
		page := reviewForPage(to.in, m, plies, turned, to.u)
		said := fmt.Sprintf("%v %v", page.Says, page.Course)
		for _, turn := range page.Turns {
			said += fmt.Sprintf("\n%s board %d: %s %v", turn.Says, turn.Step, turn.Drawn.Caption, turn.Drawn.Tracks)
		}
		say("a review for a page", said)
		m.PlayedOut = 0
		even := reviewOf(plies, 0, 0, 0, 0, 0)
		for i := range even.Moves {
			even.Moves[i].Exact, even.Moves[i].BestExact = true, true
		}
		even.Moves[1].Choices, even.Moves[3].Choices = 1, 1
		say("a review without a turning point", dump.Message(reviewMessage(k, to.in, m, plies, even, to.u)))

		view, err := m.View(1)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range []games.Review[string]{
			{},
			{Moves: []games.Reviewed[string]{{Move: "1", Value: 3}}},
			{Moves: []games.Reviewed[string]{{Move: "2", Value: 3, Proven: true}}},
			{Moves: []games.Reviewed[string]{
				{Move: "1", Value: 1},
				{Move: "2", Value: 3, Proven: true},
				{Move: "3", Value: 2},
				{Move: "4", Value: -1},
			}},
			{Moves: []games.Reviewed[string]{{Move: "1", Value: 3}, {Move: "2", Value: 3}}},
			{Moves: []games.Reviewed[string]{{Move: "1", Value: 4}, {Move: "2", Value: 3}}},
		} {
			h.Measure = games.ByMargin
			say(fmt.Sprintf("a hint for %v", h.Moves), advice(to.in, m, view, coach.Hint{Move: "2", Worth: h}))
		}
		say("a hint", dump.Message(hintMessage(k, to.in, m, view, coach.Hint{Move: "2"}, to.u)))
		m, _ = logOf(t, stratego.New(), games.Setup{Seats: 2, Seed: 1, Options: games.Options{"army": "barrage"}},
			match.Running, "confirm", "confirm")
		if view, err = m.View(0); err != nil {
			t.Fatal(err)
		}
		say("the lines of a review with secrets", reviewLines(to.in, m, games.Spectator, turned, turned.Shown())...)
		for move := range view.Legal() {
			said := hintMessage(k, to.in, m, view, coach.Hint{Move: move}, to.u)
			said.Parts = said.Parts[len(said.Parts)-1:]
			say("the buttons of a hint with secrets", dump.Message(said))
			break
		}
	}
	golden.Check(t, "testdata/messages.txt", pages.String())
}

// gameOf returns a game of the catalogue.
func gameOf(id games.ID) *games.Game {
	for _, g := range catalog.Games() {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// answersTo returns a wrong and a right answer to a lesson.
func answersTo(t *testing.T, g *games.Game, no int) (wrong, right lesson.Answer) {
	t.Helper()
	l := lesson.Of(g.ID)[no-1]
	at, err := l.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	for move := range at.View(l.Seat).Legal() {
		a, err := l.Try(g, move)
		if err != nil {
			t.Fatal(err)
		}
		if a.Right {
			right = a
		} else {
			wrong = a
		}
	}
	return wrong, right
}

// reviewOf returns a review in which each move lost something.
func reviewOf(plies []ply, lost ...float64) (r review.Review) {
	for i, p := range plies {
		r.Moves = append(r.Moves,
			review.Move{
				Seat: p.Seat, Played: p.Move, Best: fmt.Sprint(6 - i%3), Measure: games.ByChance, Value: 0.9 - lost[i],
				BestValue: 0.9, Known: true, Choices: 2,
			})
	}
	return r
}

// The golden file has every lesson and the puzzle as pages show them, each with a wrong and a right
// answer. The golden file is reviewed as a diff.
func TestExercises(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, ctx := newRoom(pool{}), t.Context()
		ann := answer.Learner{User: "1"}
		var pages golden.Pages
		show := func(what string, e answer.Exercise, err error) {
			position := func(p *games.Position) string {
				if p == nil {
					return "none"
				}
				return p.Text()
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s %q, seat %d, done %t\n  before %s\n  at %s\n  moves %q\n", e.ID, e.Title, e.Seat,
				e.Done, position(e.Before), position(e.At), e.Moves)
			for _, line := range e.Says {
				fmt.Fprintf(&b, "  | %s\n", line)
			}
			fmt.Fprintf(&b, "  ways %+v, error %v\n", e.Ways, err)
			pages.Add(what, b.String())
		}
		for _, to := range readers {
			// there are no lessons for Nim
			with := &Feature{Base: &answer.Base{Games: append(catalog.Games(), nim.New())}}
			pages.Say("Language %s: %+v", to.in.OwnName(), with.Exercises(to.in))
			for _, g := range f.Games {
				for no := range lesson.Of(g.ID) {
					if to.in != lang.English && no > 0 {
						break
					}
					id := lessonPlace{g, no + 1}.exercise()
					e, err := f.Exercise(ctx, to.in, ann, id)
					show(id, e, err)
					wrong, right := answersTo(t, g, no+1)
					e, err = f.TryMove(ctx, to.in, ann, id, wrong.Moves[0], "a_name")
					show(id+" wrong", e, err)
					e, err = f.TryMove(ctx, to.in, ann, id, right.Moves[0], "")
					show(id+" right", e, err)
				}
				e, err := f.Exercise(ctx, to.in, ann, lessonPlace{g, len(lesson.Of(g.ID)) + 1}.exercise())
				show("the end of "+string(g.ID), e, err)
			}
			for _, id := range []string{"kalah", "kalah.0", "kalah.99", "kalah.x", "chess.1", ""} {
				e, err := f.Exercise(ctx, to.in, ann, id)
				show(id, e, err)
			}
			_, err := f.TryMove(ctx, to.in, ann, "kalah.99", "1", "")
			show("a move after the end", answer.Exercise{}, err)
			_, err = f.TryMove(ctx, to.in, ann, "kalah.1", "77", "")
			show("no move", answer.Exercise{}, err)
			p, err := f.Exercise(ctx, to.in, ann, exercisePuzzle)
			show("the puzzle", p, err)
			for _, move := range []string{
				"no move", wrongAnswer(f.Feature),
				f.keptPuzzle(match.DayOf(f.Now())).Answer,
			} {
				l := answer.Learner{User: match.UserID("reader " + string(to.in) + move)}
				e, err := f.TryMove(ctx, to.in, l, exercisePuzzle, move, "")
				show("the puzzle answered "+move, e, err)
				if err != nil {
					continue
				}
				e, err = f.TryMove(ctx, to.in, l, exercisePuzzle, move, "")
				show("the puzzle answered again "+move, e, err)
				e, err = f.Exercise(ctx, to.in, l, exercisePuzzle)
				show("the puzzle after the answer "+move, e, err)
			}
			p, err = f.Exercise(ctx, to.in, ann, exercisePuzzle+exerciseAnswer)
			show("the answer, not before one's own", p, err)
			wrong := answer.Learner{User: match.UserID("reader " + string(to.in) + wrongAnswer(f.Feature))}
			p, err = f.Exercise(ctx, to.in, wrong, exercisePuzzle+exerciseAnswer)
			show("the answer", p, err)
		}
		club := answer.Learner{User: "1", Place: match.Place{Guild: "3", Channel: "4"}}
		_, err := f.TryMove(ctx, lang.English, club, exercisePuzzle, "1", "")
		show("a server without a puzzle", answer.Exercise{}, err)
		golden.Check(t, "testdata/exercises.txt", pages.String())
	})
}

// wrongAnswer returns a legal move that does not solve the puzzle of the stock.
func wrongAnswer(f *Feature) string {
	p := f.keptPuzzle(match.DayOf(f.Now()))
	at, seat := position(f.Games, p)
	for move := range at.View(seat).Legal() {
		if move != p.Answer {
			return move
		}
	}
	return ""
}
