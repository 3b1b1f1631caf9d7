package learn

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/puzzle"
	"paddock/games/review"
)

// sleepingPool takes background jobs and never runs them.
type sleepingPool struct{}

func (sleepingPool) Do(think.Errand) error { return nil }

// played returns a match that the feature's service has: some moves at random, and a resignation if
// over is set.
func (f *room) played(t *testing.T, place match.Place, game games.ID, setup games.Setup, moves int, over bool,
	against match.Player,
) match.Match {
	t.Helper()
	ann := match.Player{User: "1", Name: "Ann"}
	setup.Seats = 2
	rng := rand.New(rand.NewPCG(1, 1))
	cause := func() match.Cause { f.acts++; return match.Cause(fmt.Sprint("act", f.acts)) }
	c, err := f.Matches.Tables.Propose(t.Context(), match.Proposal{
		Game: game, Place: place, By: ann, With: []match.Player{ann, against}, Seated: true, Setup: setup,
		Unrated: against.Computer != "", Cause: cause(),
	})
	if err != nil {
		t.Fatal(err)
	}
	m := c.Match
	for range moves {
		for seat := range m.Waiting.All() {
			view, err := m.View(seat)
			if err != nil {
				t.Fatal(err)
			}
			list := []string{"confirm"}
			if !board.ArrangingPhase(m) {
				list = slices.Collect(view.Legal())
			}
			by := match.Act{Match: m.ID, User: m.Players[seat].User, Cause: cause()}
			if c, err = f.Matches.Play.Move(t.Context(), by, list[rng.IntN(len(list))]); err != nil {
				t.Fatal(err)
			}
			m = c.Match
			break
		}
	}
	if over {
		if c, err = f.Matches.Play.Resign(t.Context(),
			match.Act{Match: m.ID, User: ann.User, Cause: cause()}); err != nil {
			t.Fatal(err)
		}
		m = c.Match
	}
	return m
}

var (
	club = match.Place{Guild: "3", Channel: "4"}
	bob  = match.Player{User: "2", Name: "Bob"}
)

// A puzzle is cut from the last moves of matches that are over and have no secrets. Each day begins
// with another match, the newest one on day 0.
func TestMovesForPuzzles(t *testing.T) {
	f := newRoom(sleepingPool{})
	f.played(t, club, "halatafl", games.Setup{}, 3, true, bob)
	f.played(t, club, "kalah", games.Setup{}, 2, false, bob)
	f.played(t, club, "kalah", games.Setup{}, 0, true, bob)
	f.played(t, club, "kalah", games.Setup{}, 1, true, bob)
	f.played(t, club, "stratego", games.Setup{Options: games.Options{"army": "barrage"}}, 0, true, bob)
	f.played(t, match.Place{Guild: "3", Channel: "5"}, "kalah", games.Setup{}, 7, true, bob)
	f.played(t, club, "halatafl", games.Setup{}, puzzlePlies+5, true, bob)
	for day, want := range [][]int{{puzzlePlies, 1, 3}, {1, 3, puzzlePlies}, {3, puzzlePlies, 1}, {puzzlePlies, 1, 3}} {
		all, err := f.movesForPuzzles(t.Context(), club, match.Day(day))
		var got []int
		for _, plies := range all {
			got = append(got, len(plies))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("on day %d the matches have %d moves, %v; want %d", day, got, err, want)
		}
	}
	for range puzzleMatches + 1 {
		f.played(t, match.Place{Guild: "3", Channel: "6"}, "kalah", games.Setup{}, 1, true, bob)
	}
	if all, err := f.movesForPuzzles(t.Context(), match.Place{Guild: "3", Channel: "6"}, 0); err != nil ||
		len(all) != puzzleMatches {
		t.Errorf("%d matches of %d are searched, %v", len(all), puzzleMatches, err)
	}
}

// The puzzle of a server is searched once a day, and stored. Without matches, without a puzzle in
// them, and in direct messages it comes from the stock.
func TestPuzzleToday(t *testing.T) {
	f, ctx := newRoom(sleepingPool{}), t.Context()
	day := match.DayOf(f.Now())
	kept := f.keptPuzzle(day)
	if p, s, err := f.puzzleToday(ctx, match.Place{Channel: "9"}, day); p != kept || s != nil || err != nil {
		t.Errorf("in direct messages the puzzle is %v, %v, %v", p, s, err)
	}
	for range 2 {
		if p, s, err := f.puzzleToday(ctx, club, day); p != kept || s != nil || err != nil {
			t.Errorf("without matches the puzzle is %v, %v, %v", p, s, err)
		}
	}
	if g, err := f.People.Guild(ctx, club.Guild); err != nil || g.Puzzle == nil || *g.Puzzle != kept {
		t.Errorf("stored is %v, %v", g.Puzzle, err)
	}
	f.played(t, club, "kalah", games.Setup{}, 3, true, bob)
	if p, s, err := f.puzzleToday(ctx, club, day); p != kept || s != nil || err != nil {
		t.Errorf("after a match the puzzle of the day is %v, %v, %v", p, s, err)
	}
	p, s, err := f.puzzleToday(ctx, club, day+1)
	if err != nil || s == nil || len(s.left) != 1 || s.last == nil || *s.last != kept || p != (match.DayPuzzle{}) {
		t.Fatalf("on the next day the puzzle is %v, searched by %+v, %v", p, s, err)
	}
	s.found = &puzzle.Puzzle{Game: "kalah", Position: "here", Answer: "1", Value: 2, Next: 1, Measure: games.ByMargin}
	want := match.DayPuzzle{
		Day: day + 1, Game: "kalah", Position: "here", Answer: "1", Value: 2, Next: 1,
		Measure: games.ByMargin, Played: true,
	}
	ended, end := context.WithCancel(ctx)
	end() // the request is over when its search ends
	if got := f.foundPuzzle(ended, club.Guild, day+1, s); got != want {
		t.Errorf("found is %+v, want %+v", got, want)
	}
	if got := f.foundPuzzle(ctx, club.Guild, day+1, &search{}); got != want {
		t.Errorf("a second search changes the puzzle to %+v", got)
	}
	if got, want := f.foundPuzzle(ctx, "other", day+1, &search{}), f.keptPuzzle(day+1); got != want || want == kept ||
		want.Played {
		t.Errorf("a search that found nothing leads to %+v, want %+v", got, want)
	}
}

// Only today's puzzle can be solved: in a server the stored one, in direct messages that of the
// stock.
func TestSolvable(t *testing.T) {
	f, ctx := newRoom(sleepingPool{}), t.Context()
	day := match.DayOf(f.Now())
	old := match.DayPuzzle{Day: day - 1, Answer: "old"}
	fresh := match.DayPuzzle{Day: day, Answer: "new"}
	for guild, p := range map[match.GuildID]match.DayPuzzle{"old": old, "new": fresh} {
		if _, err := f.storePuzzle(ctx, guild, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		guild match.GuildID
		day   match.Day
		want  string // the answer to the request; empty: there is none
	}{
		{"", day, f.keptPuzzle(day).Answer},
		{"", day - 1, ""},
		{"", day + 1, ""},
		{"old", day, ""},
		{"old", day - 1, ""},
		{"none", day, ""},
		{"new", day, "new"},
		{"new", day - 1, ""},
	} {
		p, err := f.solvable(ctx, c.guild, c.day)
		if p.Answer != c.want || (c.want == "") != errors.Is(err, errNoPuzzle) {
			t.Errorf("in %q on day %d the puzzle is %v, %v; want %q", c.guild, c.day-day, p, err, c.want)
		}
	}
}

// A search ends when it has found a puzzle and left its match, when no match is left, or after many
// steps.
func TestSearchEnds(t *testing.T) {
	at, err := gameOf("kalah").Parse("kalah/1 m=3 to=S south=0.1.0:0 north=0.1.2:0 rules=standard") // one move only
	if err != nil {
		t.Fatal(err)
	}
	one := []review.Ply{{View: at.View(0)}}
	two := append(slices.Clone(one), one...)
	for _, c := range []struct {
		what string
		s    search
		want int // steps
	}{
		{"one match", search{left: [][]review.Ply{two}}, 2},
		{"two matches", search{left: [][]review.Ply{two, one}}, 3},
		{"found", search{left: [][]review.Ply{two, one}, found: new(puzzle.Puzzle)}, 2},
		{"the last step between matches", search{left: [][]review.Ply{one, one, one, one}, steps: puzzleSteps - 2}, 2},
		{"the last step in a match", search{left: [][]review.Ply{append(two, two...)}, steps: puzzleSteps - 2}, 2},
	} {
		steps := 1
		for c.s.step(t.Context()) && steps < 9 {
			steps++
		}
		if steps != c.want {
			t.Errorf("%s: the search ends after %d steps, want %d", c.what, steps, c.want)
		}
	}
}

// A page waits for a review or a hint, until its request ends. Every refusal is a sentence.
func TestPageWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sentence := func(err error) string {
			if refused, ok := errors.AsType[*games.Refusal](err); ok {
				return refused.Say.Format
			}
			return fmt.Sprint(err)
		}
		for _, c := range []struct {
			pool         coach.Pool
			review, hint string
			puzzle       string
		}{
			{pool{}, "<nil> true", "<nil>", "<nil>"},
			{pool{errors.New("a panic")}, sayReviewFailed.Format + " false", "<nil>", "<nil>"},
			{sleepingPool{}, "<nil> false", sayReviewBusy.Format, sayReviewBusy.Format},
			{busyPool{}, sayReviewBusy.Format + " false", sayReviewBusy.Format, sayReviewBusy.Format},
		} {
			f := newRoom(c.pool)
			within := func() context.Context {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				t.Cleanup(cancel)
				return ctx
			}
			over := f.played(t, club, "kalah", games.Setup{}, 3, true, bob)
			if m, done, err := f.ReviewFor(within(), lang.English, "1", over); fmt.Sprint(sentence(err), " ",
				done) != c.review || done && (len(m.Says) == 0 || len(m.Course) != 3) {
				t.Errorf("%T: the review is %+v, %t, %v; want %s", c.pool, m, done, err, c.review)
			}
			if _, done, err := f.ReviewFor(within(), lang.English, "1",
				f.played(t, club, "kalah", games.Setup{}, 1, false, bob)); sentence(err) != sayReviewEarly.Format ||
				done {
				t.Errorf("%T: the review of a running match is there: %t, %v", c.pool, done, err)
			}
			ended, end := context.WithCancel(t.Context())
			end()
			if plies, err := f.reviewPlies(ended, &request.Request{In: lang.English}, over); !errors.Is(err,
				context.Canceled) {
				t.Errorf("%T: of a match that can't be read the moves are %v, %v", c.pool, plies, err)
			}
			alone := f.played(t, club, "kalah", games.Setup{}, 0, false, match.Player{Computer: "random"})
			if h, err := f.HintFor(within(), lang.English, "3", "1", alone); sentence(err) != c.hint || err == nil &&
				(h.Move == "" || h.Says == "") {
				t.Errorf("%T: the hint is %+v, %v; want %s", c.pool, h, err, c.hint)
			}
			view, err := alone.View(0)
			if err != nil {
				t.Fatal(err)
			}
			if says := f.BestOn(within(), lang.English, "3", "1", alone, view, 0, true); strings.HasPrefix(says, "Best is probably hole ") !=
				(c.hint == "<nil>") || strings.Count(says, ".") != 1 && says != "" {
				t.Errorf("%T: on a board that is tried out it is said: %q", c.pool, says)
			}
			closed := over
			closed.Record = over.Clone()
			closed.Status = match.Closed
			if _, _, err := f.ReviewFor(within(), lang.English, "1", closed); sentence(err) != sayReviewNothing.Format {
				t.Errorf("%T: a match without a result is reviewed: %v", c.pool, err)
			}
			if _, err := f.HintFor(within(), lang.English, "3", "1",
				f.played(t, club, "kalah", games.Setup{}, 1, true,
					match.Player{Computer: "random"})); sentence(err) != sayHintTurn.Format {
				t.Errorf("%T: a hint for a match that is over: %v", c.pool, err)
			}
			if _, err := f.HintFor(within(), lang.English, "3", "2", alone); sentence(err) != sayHintNotYours.Format {
				t.Errorf("%T: somebody else is refused with %v", c.pool, err)
			}
			if e, err := f.Exercise(within(), lang.English, answer.Learner{User: "1", Place: club},
				exercisePuzzle); sentence(err) != c.puzzle || (err == nil) != (e.At != nil) {
				t.Errorf("%T: the puzzle is %+v, %v; want %s", c.pool, e, err, c.puzzle)
			}
			_, err = f.replyLater(within(), &request.Request{In: lang.English}, request.ReplyText("wait"),
				func(func(discord.Message)) error { return think.ErrBusy })
			if request.Explanation(err) != lang.English.Speak(sayReviewBusy) {
				t.Errorf("a busy coach is answered with %v", err)
			}
		}
	})
}

// fakeCoach is a coach that has or makes a review at once.
type fakeCoach struct {
	asked   bool
	kept    *review.Review
	broken  error
	reviews int
}

func (c *fakeCoach) Unasked() bool { return c.asked }

func (c *fakeCoach) Kept(match.ID) (review.Review, bool) {
	if c.kept == nil {
		return review.Review{}, false
	}
	return *c.kept, true
}

func (c *fakeCoach) Review(_ match.Match, _ match.UserID, _ []review.Ply, done func(coach.Answer)) error {
	c.reviews++
	done(coach.Answer{Err: c.broken})
	return nil
}

// The turning point of a last board is looked for where the coach reviews unasked, people have
// played and all is revealed. The board is completed when the review is there, and not when it
// failed.
func TestTurningPoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newRoom(pool{})
		over := f.played(t, club, "kalah", games.Setup{}, 3, true, bob)
		hidden := f.played(t, club, "stratego",
			games.Setup{Options: games.Options{"army": "barrage", "reveal": "never"}}, 4, true, bob)
		computers := over
		computers.Record = over.Clone()
		for i := range computers.Players {
			computers.Players[i] = match.Player{Computer: "first"}
		}
		plies := []ply{{}, {}, {}}
		lost := reviewOf(plies, 0.5, 0, 0)
		for _, c := range []struct {
			what           string
			m              match.Match
			coach          fakeCoach
			turn, complete bool
			reviews, looks int
		}{
			{"kept", over, fakeCoach{asked: true, kept: &lost}, true, true, 0, 0},
			{"not unasked", over, fakeCoach{kept: &lost}, false, true, 0, 0},
			{"computers", computers, fakeCoach{asked: true, kept: &lost}, false, true, 0, 0},
			{"not revealed", hidden, fakeCoach{asked: true, kept: &lost}, false, true, 0, 0},
			{"new", over, fakeCoach{asked: true}, false, false, 1, 1},
			{"failed", over, fakeCoach{asked: true, broken: errors.New("a panic")}, false, false, 1, 0},
		} {
			engine := deliver.NewEngine(context.Background(), func(err error) { t.Error("the bot ends:", err) }, nil,
				slog.New(slog.DiscardHandler))
			looks := new(counter)
			engine.Register(cardKind, looks, nil)
			cards := &cards{Deps: deliver.Deps{Engine: engine, Matches: f.Matches, Now: f.Now}, coach: &c.coach}
			turn, complete, err := cards.turningPoint(t.Context(), c.m)
			synctest.Wait()
			if (turn != nil) != c.turn || complete != c.complete || c.coach.reviews != c.reviews ||
				looks.looks != c.looks || err != nil {
				t.Errorf("%s: turning point %v, complete %t, %d reviews, %d looks, %v", c.what, turn, complete,
					c.coach.reviews, looks.looks, err)
			}
			engine.Close()
		}
	})
}

// After the end of a match its last board waits to be completed, until the board itself says that
// it is complete.
func TestAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := deliver.NewEngine(context.Background(), func(err error) { t.Error("the bot ends:", err) }, nil,
			slog.New(slog.DiscardHandler))
		looks := new(counter)
		boards := new(deliver.Boards)
		engine.Register(cardKind, looks, nil)
		cards := &cards{Deps: deliver.Deps{Engine: engine}, boards: boards}
		for _, c := range []struct {
			status match.Status
			card   *match.Card
			want   bool
		}{
			{match.Running, nil, false},
			{match.Closed, nil, false},
			{match.Over, nil, true},
			{match.Over, new(match.Card), true},
			{match.Over, &match.Card{Reviewed: true}, false},
		} {
			before := looks.looks
			got := cards.awaited(match.Match{Record: match.Record{
				ID: "m", Status: c.status,
				Shown: match.Shown{Card: c.card},
			}})
			synctest.Wait()
			if got != c.want || (looks.looks > before) != c.want {
				t.Errorf("%s with %+v: awaited %t, %d looks", c.status, c.card, got, looks.looks-before)
			}
		}
		engine.Close()
	})
}

// An answer to a puzzle names today's puzzle and one legal move. Anything else is refused and does
// not count.
func TestAnswerPuzzle(t *testing.T) {
	f := newRoom(sleepingPool{})
	today := match.DayOf(f.Now())
	best := f.keptPuzzle(today).Answer
	for _, c := range []struct {
		day    string
		values []string
		ok     bool
	}{
		{fmt.Sprint(today), []string{"no move"}, false},
		{fmt.Sprint(today), nil, false},
		{fmt.Sprint(today), []string{best, best}, false},
		{fmt.Sprint(today - 1), []string{best}, false},
		{"x", []string{best}, false},
		{fmt.Sprint(today), []string{best}, true},
	} {
		_, err := f.answerPuzzle(t.Context(),
			&request.Request{
				In: lang.English, User: "7", Target: component.Target{Text: c.day}, Values: c.values,
				Ix: &discordgo.Interaction{},
			})
		u, stored := f.People.User(t.Context(), "7")
		if (err == nil) != c.ok || (u.Puzzles[""].Run == 1) != c.ok || stored != nil {
			t.Errorf("the answer %q for day %s: %v, %+v, %v", c.values, c.day, err, u.Puzzles, stored)
		}
	}
}
