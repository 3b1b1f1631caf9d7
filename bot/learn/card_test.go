package learn

import (
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/board"
	"paddock/bot/dump"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/games/review"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/render/chart"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func over(g *games.Game, r match.Record) match.Match {
	r.ID, r.Game, r.Status, r.Ended = "m1", g.ID, match.Over, noon
	if r.Players == nil {
		r.Players = []match.Player{{User: "71", Name: "Ann_x"}, {User: "72", Name: "Bob"}}
	}
	var known match.Parsings
	return known.Match(r, g)
}

// The golden file has the lines of the last board about turning points and ratings: rises, falls
// and unchanged ratings. There are no lines about unknown facts or missing seats.
func TestCard(t *testing.T) {
	certain := match.Skill{Rating: 1600.4, Deviation: 60, Volatility: 0.06, At: noon.UnixNano()}
	higher, same := certain, certain
	higher.Rating = 1611.6
	turn := &match.TurningPoint{
		Ply: 4, Seat: 1, Played: "3", Best: "5", Measure: games.ByChance, Value: 0.25,
		BestValue: 1, BestExact: true,
	}
	for _, c := range []struct {
		name   string
		reader games.Seat
		card   match.Card
		want   string
	}{
		{"nothing", -1, match.Card{}, ""},
		{"reviewed, no turn", -1, match.Card{Reviewed: true}, ""},
		{
			"a rise", -1,
			match.Card{Ratings: []match.RatingChange{{Seat: 0, Before: certain, After: higher, Rated: 9}}},
			`-# Rating in Kalah: Ann\_x 1600 → **1612**`,
		},
		{
			"a fall", -1,
			match.Card{Ratings: []match.RatingChange{{Seat: 1, Before: higher, After: certain, Rated: 6}}},
			`-# Rating in Kalah: Bob 1612 → **1600**`,
		},
		{
			"none", -1,
			match.Card{Ratings: []match.RatingChange{{Seat: 1, Before: certain, After: same, Rated: 9}}},
			`-# Rating in Kalah: Bob 1600 → **1600**`,
		},
		{"a newcomer", -1, match.Card{Ratings: []match.RatingChange{{
			Seat: 0, Before: ratings.Newcomer, After: higher,
			Rated: 4,
		}}}, `-# A rating in Kalah comes after 5 rated games. So far: Ann\_x 4.`},
		{"the fifth match", -1, match.Card{Ratings: []match.RatingChange{{
			Seat: 0, Before: ratings.Newcomer, After: higher,
			Rated: 5,
		}}}, `-# Rating in Kalah: Ann\_x **1612**`},
		{"the sixth match", -1, match.Card{Ratings: []match.RatingChange{{
			Seat: 0, Before: ratings.Newcomer, After: higher,
			Rated: 6,
		}}}, `-# Rating in Kalah: Ann\_x 1500? → **1612**`},
		{"no such seat", -1, match.Card{
			Ratings: []match.RatingChange{{Seat: 2, Before: certain, After: higher}},
			Turn:    &match.TurningPoint{Seat: 5},
		}, ""},
		{
			"a turn", -1,
			match.Card{Turn: turn},
			`Where the match turned: **Move 5 was Bob's mistake.** Played: **hole 3** – Bob wins about 25 games of 100. ` +
				`Better: **hole 5** – Bob wins with best play.`,
		},
		{
			"a turn, to its player", 1,
			match.Card{Turn: turn, Ratings: []match.RatingChange{{Seat: 0, Rated: 4}, {Seat: 1, Rated: 4}}},
			`Where the match turned: **Move 5 was your mistake.** Played: **hole 3** – you win about 25 games of 100. ` +
				"Better: **hole 5** – you win with best play.\n" +
				`-# A rating in Kalah comes after 5 rated games. So far: Ann\_x 4 · you 4.`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(board.Card(lang.English, over(kalah.New(), match.Record{}), c.reader, c.card),
				"\n"); got != c.want {
				t.Errorf("Card = %q, want %q", got, c.want)
			}
		})
	}
}

// The turning point is the move that lost most for somebody who did not win, or for anybody in a
// tie. There is none if no move lost much.
func TestTurn(t *testing.T) {
	move := func(seat games.Seat, value, best float64) review.Move {
		return review.Move{
			Seat: seat, Played: "3", Best: "5", Measure: games.ByChance, Value: value, BestValue: best,
			Known: true, Choices: 2,
		}
	}
	r := review.Review{Moves: []review.Move{
		move(1, 0.3, 0.6), move(1, 0.1, 0.9), move(0, 0.1, 0.99),
		move(0, 0.5, 0.5),
	}}
	won := func(place ...int8) match.Match {
		return over(kalah.New(),
			match.Record{
				Players: make([]match.Player, 2),
				Outcome: &games.Outcome{Place: [games.MaxSeats]int8{place[0], place[1]}},
			})
	}
	for _, c := range []struct {
		name string
		rec  match.Match
		r    review.Review
		ply  int // -1: none
	}{
		{"an even game", won(1, 2), review.Review{Moves: []review.Move{move(1, 0.5, 0.55), {Played: "1"}}}, -1},
		{"South won", won(1, 2), r, 1},
		{"North won", won(2, 1), r, 2},
		{"a tie", won(1, 1), r, 2},
		{"no result", over(kalah.New(), match.Record{Players: make([]match.Player, 2)}), r, 2},
		{"only the winner went wrong", won(1, 2), review.Review{Moves: r.Moves[2:]}, -1},
	} {
		switch got := board.Turn(c.rec, c.r); {
		case got == nil:
			if c.ply >= 0 {
				t.Errorf("%s: no turning point, want move %d", c.name, c.ply+1)
			}
		case got.Ply != c.ply || got.Played != "3" || got.Best != "5" || got.Seat != c.r.Moves[got.Ply].Seat ||
			got.Value != c.r.Moves[got.Ply].Value:
			t.Errorf("%s: the turning point is %+v, want move %d", c.name, got, c.ply+1)
		}
	}
}

// logOf returns a match and its log after moves from the first position.
func logOf(t *testing.T, g *games.Game, setup games.Setup, status match.Status,
	moves ...string,
) (match.Match, []match.Event) {
	t.Helper()
	at, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	log := []match.Event{{Seq: 1, Kind: match.Began, Seat: games.Spectator, Note: at.Text()}}
	for _, move := range moves {
		seat := games.Spectator
		for s := range at.Turn().Waiting.All() {
			seat = s
			break
		}
		done, err := at.Play(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		at = done.Next
		kind := match.Moved
		if g.Arranges && move == "confirm" {
			kind = match.Arranged
		}
		log = append(log, match.Event{Seq: match.Seq(len(log) + 1), Kind: kind, Seat: seat, Move: move})
	}
	m := over(g, match.Record{Setup: setup, Position: at.Text(), Moves: len(moves), Head: match.Seq(len(log))})
	m.Status = status
	return m, log
}

// pliesOf returns each move with the view before it and its board. A match can be reviewed if it is
// over and has moves.
func TestPlies(t *testing.T) {
	m, log := logOf(t, kalah.New(), games.Setup{Seats: 2}, match.Over, "3", "1", "2")
	plies, err := pliesOf(m, log)
	if err != nil || len(plies) != 3 {
		t.Fatalf("Plies = %+v, %v", plies, err)
	}
	for i, p := range plies {
		if want := []string{"3", "1", "2"}[i]; p.Move != want || p.Board != i ||
			p.View.Text() != p.Before.View(p.Seat).Text() {
			t.Errorf("ply %d is %q on board %d, want %q", i, p.Move, p.Board, want)
		}
	}
	if bare := withoutBoards(plies); len(bare) != 3 || bare[2].Move != "2" {
		t.Errorf("Bare = %+v", bare)
	}
	if !allRevealed(m, plies) || !canReview(m) {
		t.Error("a match without secrets that is over can't be reviewed")
	}
	m.Status = match.Running
	if canReview(m) {
		t.Error("a running match can be reviewed")
	}
	if m, _ := logOf(t, kalah.New(), games.Setup{Seats: 2}, match.Over); canReview(m) {
		t.Error("a match without moves can be reviewed")
	}
}

// P90: after the end of a match with secrets everything is revealed, unless the players have agreed
// otherwise.
func TestOpen(t *testing.T) {
	for reveal, want := range map[string]bool{"after": true, "never": false} {
		setup := games.Setup{Seats: 2, Seed: 1, Options: games.Options{"army": "barrage", "reveal": reveal}}
		m, log := logOf(t, stratego.New(), setup, match.Over, "confirm", "confirm")
		at, err := m.Parse()
		if err != nil {
			t.Fatal(err)
		}
		for move := range at.View(0).Legal() {
			log = append(log, match.Event{Seq: match.Seq(len(log) + 1), Kind: match.Moved, Seat: 0, Move: move})
			break
		}
		plies, err := pliesOf(m, log)
		if err != nil || len(plies) != 1 || plies[0].Board != 0 {
			t.Fatalf("reveal:%s: the plies are %+v, %v; want the move alone, on the first board", reveal, plies, err)
		}
		if got := allRevealed(m, plies); got != want {
			t.Errorf("reveal:%s: Open = %v, want %v", reveal, got, want)
		}
	}
}

// P36: a review shows the three moves that lost most, in the order of play.
func TestReviewShowsThreeTurningPoints(t *testing.T) {
	m, log := logOf(t, kalah.New(), games.Setup{Seats: 2}, match.Over, "3", "1", "3", "1", "2")
	plies, err := pliesOf(m, log)
	if err != nil {
		t.Fatal(err)
	}
	var r review.Review
	for i, p := range plies {
		lost := []float64{0.5, 0.2, 0.6, 0.3, 0.4}[i]
		r.Moves = append(r.Moves,
			review.Move{
				Seat: p.Seat, Played: p.Move, Best: fmt.Sprint(6 - i%3), Measure: games.ByChance, Value: 0.9 - lost,
				BestValue: 0.9, Known: true, Choices: 2,
			})
	}
	maker := &board.Maker{
		Draw: func(scene.Scene) ([]byte, error) { return []byte("png"), nil },
		Log:  slog.New(slog.DiscardHandler),
	}
	said := reviewMessage(maker, lang.English, m, plies, r, match.User{Style: match.Image})
	var names []string
	for _, f := range said.Files {
		names = append(names, f.Name)
	}
	if want := []string{"move-1.png", "move-3.png", "move-4.png", "move-5.png"}; !slices.Equal(names, want) {
		t.Errorf("the review shows the boards %q, want %q", names, want)
	}
}

// The course of a match is drawn for people who chose pictures, and only for two players with at
// least two moves.
func TestCourse(t *testing.T) {
	m, _ := logOf(t, kalah.New(), games.Setup{Seats: 2}, match.Over, "1", "1")
	two := review.Review{Moves: []review.Move{{Known: true, Value: 0.5}, {Seat: 1, Known: true, Value: 0.5}}}
	three := over(kalah.New(), match.Record{Players: make([]match.Player, 3)})
	maker := &board.Maker{Chart: func(chart.Chart) ([]byte, error) { return []byte("png"), nil }}
	for _, c := range []struct {
		name  string
		match match.Match
		moves review.Review
		style match.Style
		want  int
	}{
		{"pictures", m, two, match.Image, 1},
		{"text", m, two, match.Text, 0},
		{"words", m, two, match.Words, 0},
		{"one move", m, review.Review{Moves: two.Moves[:1]}, match.Image, 0},
		{"three players", three, two, match.Image, 0},
	} {
		if _, files := course(maker, lang.English, c.match, c.moves, nil,
			match.User{Style: c.style}); len(files) != c.want {
			t.Errorf("%s: %d curves, want %d", c.name, len(files), c.want)
		}
	}
	// a higher curve is better for its reader, as on a page
	m.Players[0].User, m.Players[1].User = "1", "2"
	for who, want := range map[match.UserID]string{"1": "South", "2": "North", "3": "South"} {
		var drawn chart.Course
		maker.Chart = func(c chart.Chart) ([]byte, error) { drawn = *c.Course; return nil, nil }
		course(maker, lang.English, m, two, nil, match.User{ID: who, Style: match.Image})
		shares := two.Course(0)
		if want == "North" {
			shares = []float64{1 - shares[0], 1 - shares[1]}
		}
		if !strings.Contains(drawn.Names[0], want) || !slices.Equal(drawn.Shares, shares) {
			t.Errorf("%s sees %q above with %v, want %s with %v", who, drawn.Names[0], drawn.Shares, want, shares)
		}
	}
}

// P36: a caption says what the better move brings at once. A move that is not in the menu is written as
// in sentences.
func TestCaptionSaysWhatAMoveBrings(t *testing.T) {
	p, err := kalah.New().Start(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	for move, want := range map[string]string{"3": "hole 3 (4 beans · ends in the pot, sow again)", "9": "hole 9"} {
		if got := moveWords(lang.English, p.View(0), move); got != want {
			t.Errorf("%s is described as %q, want %q", move, got, want)
		}
	}
	const said = "The cross is what was played; the ring is better: j1 → j2."
	two := match.Record{Players: []match.Player{{User: "1", Name: "Ann"}, {User: "2", Name: "Bob"}}}
	for _, c := range []struct {
		game *games.Game
		want string
	}{
		{kalah.New(), said},
		{stratego.New(), "This is what Bob could see. " + said},
	} {
		if got := caption(lang.English, over(c.game, two), 0, 1, "j1 → j2"); got != c.want {
			t.Errorf("the caption is %q, want %q", got, c.want)
		}
		if got, want := caption(lang.English, over(c.game, two), 1, 1, "j1 → j2"),
			strings.Replace(c.want, "Bob", "you", 1); got != want {
			t.Errorf("the caption for Bob is %q, want %q", got, want)
		}
	}
}

// P36: every mistake that is counted can be seen. A message shows the greatest mistakes, the
// reader's own first, and says where all are; a page shows all.
func TestReviewShowsWhatItCounts(t *testing.T) {
	m, log := logOf(t, kalah.New(), games.Setup{Seats: 2}, match.Over, "6", "6", "5", "5", "4", "4", "3", "3")
	plies, err := pliesOf(m, log)
	if err != nil {
		t.Fatal(err)
	}
	for i := range plies {
		plies[i].Seat = games.Seat(i % 2)
	}
	made := reviewOf(plies, .2, .3, .12, .5, .4, .15, .05, .6)
	for i := range made.Moves {
		made.Moves[i].Best = fmt.Sprint(1 + i/2%2) // nobody misses the same move twice running
	}
	const all = "shows all 7."
	for _, c := range []struct {
		who  match.UserID
		page bool
		want []string
	}{
		{"71", true, []string{"Before move 1", "Before move 3", "Before move 5", "Before move 8", "Open board"}},
		{"72", true, []string{"Before move 2", "Before move 4", "Before move 6", "Before move 8", "Open board"}},
		{"73", true, []string{"Before move 2", "Before move 4", "Before move 5", "Before move 8", "Open board"}},
		{"73", false, []string{"Before move 2", "Before move 4", "Before move 5", "Before move 8"}},
	} {
		u := match.User{ID: c.who, Style: match.Words}
		got := dump.Message(reviewMessage(&board.Maker{Touch: c.page}, lang.English, m, plies, made, u))
		if strings.Contains(got, all) != c.page || strings.Contains(got, "No single move") {
			t.Errorf("%s, with a page: %t:\n%s", c.who, c.page, got)
		}
		var buttons []string
		for _, label := range regexp.MustCompile(`label="(Before move \d|Open board)"`).FindAllStringSubmatch(got, -1) {
			buttons = append(buttons, label[1])
		}
		if !slices.Equal(buttons, c.want) {
			t.Errorf("%s, with a page: %t: the buttons are %q, want %q in\n%s", c.who, c.page, buttons, c.want, got)
		}
		if turns := reviewForPage(lang.English, m, plies, made, u).Turns; len(turns) != 7 {
			t.Errorf("%s: a page shows %d mistakes, want 7", c.who, len(turns))
		}
	}
	if got := dump.Message(reviewMessage(&board.Maker{Touch: true}, lang.English, m, plies[2:4],
		reviewOf(plies[2:4], .2, .3), match.User{Style: match.Words})); strings.Contains(got, "shows all") {
		t.Errorf("all are there, and it says:\n%s", got)
	}
}

// P36: if even the better move loses, the review says by how much less.
func TestBetterMoveThatLoses(t *testing.T) {
	two := match.Record{Players: []match.Player{{User: "1", Name: "Ann"}, {User: "2", Name: "Bob"}}}
	for exact, want := range map[bool]string{
		true: "**Move 1 was Ann's mistake.** Played: **hole 1** – Ann loses by 18 beans. Better: **hole 3** – Ann loses by only 3 beans.",
		false: "**Move 1 was Ann's mistake.** Played: **hole 1** – Ann probably loses by about 18 beans. " +
			"Better: **hole 3** – Ann probably loses by only about 3 beans.",
	} {
		m := review.Move{
			Played: "1", Best: "3", Measure: games.ByMargin, Value: -18, BestValue: -3, Exact: exact, BestExact: exact,
		}
		if got := board.TurnLine(lang.English, over(kalah.New(), two), games.Spectator, 0, m); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// P36: after the better move come the moves that probably follow it, each with its player, and who is
// ahead then. Its reader is "you".
func TestWhatFollowsTheBetterMove(t *testing.T) {
	two := match.Record{Players: []match.Player{{User: "1", Name: "Ann"}, {User: "2", Name: "Bob"}}}
	at := func(g *games.Game, text string) *games.Position {
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	beans := at(kalah.New(), "kalah/1 m=3 to=N south=1.0.0:4 north=1.0.2:1 rules=standard")
	line := []review.Ply{{Seat: 1, Move: "3"}, {Seat: 0, Move: "2"}, {Seat: 0, Move: "1"}}
	for _, c := range []struct {
		game   *games.Game
		best   string
		reader games.Seat
		then   []review.Ply
		after  *games.Position
		want   string
	}{
		{kalah.New(), "3", games.Spectator, nil, beans, ""},
		{kalah.New(), "3", -1, line, beans, " Likely after hole 3: Bob hole 3, Ann hole 2 and 1."},
		{kalah.New(), "3", 0, line, beans, " Likely after hole 3: Bob hole 3, you hole 2 and 1."},
		{kalah.New(), "3", 1, line, beans, " Likely after hole 3: you hole 3, Ann hole 2 and 1."},
		{
			halatafl.New(), "c5-c6", 0,
			[]review.Ply{{Seat: 1, Move: "d4-d5"}},
			at(halatafl.New(), "halatafl/1 SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -"), " Likely after c5 → c6: Bob d4 → d5.",
		},
		{
			halatafl.New(), "c5-c6", 0,
			[]review.Ply{{Seat: 1, Move: "d4-d5"}},
			at(halatafl.New(), "halatafl/1 SSS/SSS/2SSS2/7/4F2/F2/3 f standard -"),
			" Likely after c5 → c6: Bob d4 → d5. The sheep win! The paddock is full.",
		},
	} {
		m := review.Move{Played: "1", Best: c.best, Measure: games.ByChance, Then: c.then, After: c.after}
		got := board.TurnLine(lang.English, over(c.game, two), c.reader, 0, m)
		if _, got, _ = strings.Cut(got, " Likely"); got != strings.TrimPrefix(c.want, " Likely") {
			t.Errorf("%s, reader %d: %q, want %q", c.game.ID, c.reader, got, c.want)
		}
	}
}
