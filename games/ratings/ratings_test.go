package ratings

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

var (
	noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ann  = match.Player{User: "ann"}
	bob  = match.Player{User: "bob"}
	cid  = match.Player{User: "cid"}
	easy = match.Player{Computer: "easy"}
)

// won returns a rated match that ended on a day; the players are in the order of their places.
func won(day int, players ...match.Player) match.Result {
	r := match.Result{Ended: noon.AddDate(0, 0, day), Players: players, Rated: true}
	for i := range players {
		r.Place = append(r.Place, int8(i+1))
	}
	return r
}

func drawn(day int, players ...match.Player) match.Result {
	r := won(day, players...)
	r.Place = slices.Repeat([]int8{1}, len(players))
	return r
}

// of returns a player's standing.
func of(t *testing.T, list []match.Standing, who match.Player) match.Standing {
	t.Helper()
	i := slices.IndexFunc(list, func(s match.Standing) bool { return s.Who == who })
	if i < 0 {
		return match.Standing{Who: who, Skill: Newcomer}
	}
	return list[i]
}

// P23: a step-by-step table from an independent implementation. A rating changes by how certain
// both ratings are and how long both players paused.
func TestP23Table(t *testing.T) {
	var results []match.Result
	for _, step := range []struct {
		what          string
		result        match.Result
		ann, bob, cid float64
	}{
		{"ann beats bob", won(1, ann, bob), 1662.212, 1337.788, 1500},
		{"bob beats cid", won(2, bob, cid), 1662.212, 1502.402, 1268.281},
		{"ann and cid draw", drawn(9, ann, cid), 1560.009, 1502.402, 1367.666},
		{"bob beats ann after three months", won(100, bob, ann), 1426.974, 1628.224, 1367.666},
		{"three: cid, ann, bob, each game half", won(101, cid, ann, bob), 1445.711, 1486.593, 1533.879},
	} {
		results = append(results, step.result)
		list := Table(results, match.AmongPeople)
		for _, c := range []struct {
			who  match.Player
			want float64
		}{{ann, step.ann}, {bob, step.bob}, {cid, step.cid}} {
			if got := of(t, list, c.who).Rating; math.Abs(got-c.want) > 0.01 {
				t.Errorf("%s: %s has %.3f, want %.3f", step.what, c.who.User, got, c.want)
			}
		}
	}
	list := Table(results, match.AmongPeople)
	if s := of(t, list, ann); s.Played != 4 || s.Rated != 4 || s.Won != 1 || s.Drawn != 1 || s.Lost() != 2 {
		t.Errorf("ann's standing is %+v", s)
	}
	if list[0].Who != cid || list[2].Who != ann {
		t.Errorf("the ranks are %v", list)
	}
}

// P23: the test computes the example of the paper, from 1500 with a deviation of 200 and three
// games in a period: 1464.06, 151.52 and 0.05999.
func TestP23PaperExample(t *testing.T) {
	got := update(match.Skill{Rating: 1500, Deviation: 200, Volatility: 0.06},
		[]game{{1400, 30, 1, 1}, {1550, 100, 0, 1}, {1700, 300, 0, 1}}, 1)
	if math.Abs(got.Rating-1464.06) > 0.01 || math.Abs(got.Deviation-151.52) > 0.01 ||
		math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("update = %+v, want 1464.06, 151.52, 0.05999", got)
	}
}

// P110: the rating of an absent player stays, but its deviation grows every week, up to that of a
// newcomer.
func TestP110Absence(t *testing.T) {
	s := match.Skill{Rating: 1700, Deviation: 50, Volatility: 0.06, At: noon.UnixNano()}
	last := 0.0
	for _, c := range []struct {
		years float64
		want  float64
	}{{0, 50}, {1, 90.2}, {5, 175.5}, {100, startDeviation}} {
		got := At(s, noon.Add(time.Duration(c.years*365*24)*time.Hour))
		if math.Abs(got.Deviation-c.want) > 0.2 || got.Rating != 1700 || got.Deviation <= last {
			t.Errorf("after %v years the skill is %+v, want a deviation of %v", c.years, got, c.want)
		}
		last = got.Deviation
	}
	if got := At(s, noon.Add(-time.Hour)); got != s {
		t.Errorf("a clock that is behind makes %+v of %+v", got, s)
	}
}

// P23: computer players with measured strength keep their ratings; others are rated like people.
// Each computer player is expected to score its measured share against the next.
func TestP23Anchors(t *testing.T) {
	r := won(1, ann, match.Player{Computer: games.Hard})
	r.Game = "kalah"
	list := Table([]match.Result{r, r}, match.WithComputers)
	hard, known := Anchor("kalah", match.Player{Computer: games.Hard})
	if got := of(t, list, match.Player{Computer: games.Hard}); !known || got.Skill != hard || got.Rated != 2 {
		t.Errorf("hard has %+v, want the skill that was measured, %+v", got, hard)
	}
	if got := of(t, list, ann).Rating; got < hard.Rating-100 {
		t.Errorf("ann, who has beaten it, has %.0f, want near its %.0f", got, hard.Rating)
	}
	for game, ladder := range ladders {
		for i, rung := range ladder[1:] {
			below, ok1 := Anchor(game, match.Player{Computer: ladder[i].player})
			here, ok2 := Anchor(game, match.Player{Computer: rung.player})
			share := 1 / (1 + math.Pow(10, (below.Rating-here.Rating)/400))
			if !ok1 || !ok2 || math.Abs(share-rung.share) > 0.005 {
				t.Errorf("%s: %s has %.0f and %s %.0f, by which the share is %.3f, want %.3f", game, rung.player,
					here.Rating, ladder[i].player, below.Rating, share, rung.share)
			}
		}
	}
	for _, p := range []match.Player{ann, {Computer: "smart"}, {Gone: "hard"}} {
		if got, is := Anchor("kalah", p); is {
			t.Errorf("%+v stands on the ladder with %+v", p, got)
		}
	}
}

// If the formula or a ladder changes, these figures change too. Then a migration must recompute the
// stored ratings: see rateAnew in paddock/storage.
func TestFormulaIsThatOfTheStores(t *testing.T) {
	var results []match.Result
	players := []match.Player{ann, bob, cid, {Computer: games.Easy}, {Computer: games.Master}}
	for _, game := range []games.ID{"fish", "halatafl", "kalah", "stratego"} {
		for i := range 60 {
			r := won(i/2, players[i%3], players[(i+1+i%4)%5])
			r.Game = game
			results = append(results, r)
		}
	}
	sum := 0.0
	for _, s := range append(Table(results, match.WithComputers), Table(results, match.AmongPeople)...) {
		sum += s.Rating + s.Deviation
	}
	if got, want := fmt.Sprintf("%.3f", sum), "17342.126"; got != want {
		t.Errorf("the ratings add up to %s, and to %s when the newest migration was made: add one that makes them anew, then change this figure", got, want)
	}
}

// P23: many games of the same two players in a day change their ratings by less than two games on
// two days. The second game counts half, the third a quarter. A day later they count fully again.
func TestP23RepeatedGamesDoNotInflate(t *testing.T) {
	apart := []match.Result{won(1, ann, bob), won(3, ann, bob)}
	var results []match.Result
	for i := range 100 {
		r := won(1, ann, bob)
		r.Ended = r.Ended.Add(time.Duration(i) * time.Minute)
		results = append(results, r)
	}
	list := Table(results, match.AmongPeople)
	first, two := of(t, Table(results[:1], match.AmongPeople), ann).Rating-Start,
		of(t, Table(apart, match.AmongPeople), ann).Rating-Start
	if got := of(t, list, ann).Rating - Start; got <= first || got >= two {
		t.Errorf("100 games in a day gain %.1f, want more than one game (%.1f) and less than two on two days (%.1f)",
			got, first, two)
	}
	many := Table(results[:Many+1], match.AmongPeople)
	if got, want := of(t, list, ann).Skill, of(t, many, ann).Skill; got.Rating != want.Rating ||
		got.Deviation != want.Deviation {
		t.Errorf("100 games in a day make %+v, want what %d make, %+v", got, Many+1, want)
	}
	before := of(t, list, cid).Rating
	list = Table(append(results, won(1, cid, bob)), match.AmongPeople)
	if got := of(t, list, cid).Rating - before; got < 50 {
		t.Errorf("somebody else gains %.1f from bob, want a whole game's worth", got)
	}
}

// P23: games with computers do not change people's ratings, and unrated matches change nobody's;
// all of them count as played.
func TestP23Pools(t *testing.T) {
	friendly := won(1, bob, ann)
	friendly.Rated = false
	results := []match.Result{won(1, easy, ann), friendly, won(2, ann, bob), won(3, easy, easy)}
	people, computers := Table(results, match.AmongPeople), Table(results, match.WithComputers)
	if s := of(t, people, ann); math.Round(s.Rating) != 1662 || s.Played != 2 || s.Rated != 1 {
		t.Errorf("among people ann has %+v, want the one rated match against bob", s)
	}
	if s := of(t, computers, ann); math.Round(s.Rating) != 1338 || s.Played != 1 {
		t.Errorf("among computers ann has %+v", s)
	}
	if s := of(t, computers, easy); math.Round(s.Rating) != 1662 {
		t.Errorf("easy has %+v, want 1662: it gains nothing against itself", s)
	}
	if got := of(t, people, easy).Played; got != 0 {
		t.Errorf("easy has played %d matches between people", got)
	}
}

// P83: losses by the clock are counted.
func TestP83Late(t *testing.T) {
	r := won(1, ann, bob)
	r.Late = games.SeatSet(1)
	list := Table([]match.Result{r, won(2, bob, ann)}, match.AmongPeople)
	if a, b := of(t, list, ann).Late, of(t, list, bob).Late; a != 0 || b != 1 {
		t.Errorf("late: ann %d, bob %d; want 0 and 1", a, b)
	}
}

// P23, P30: the same results give the same table, and an erased player does not change the others'
// ratings.
func TestP23Replay(t *testing.T) {
	players := []match.Player{ann, bob, cid, {User: "dan"}, {User: "eve"}}
	var results, after []match.Result
	for i := range 500 {
		r := won(0, players[i*7%5], players[(i*7+1+i%4)%5])
		r.Ended = noon.Add(time.Duration(i) * 5 * time.Hour)
		results = append(results, r)
		r.Players = slices.Clone(r.Players)
		for seat, p := range r.Players {
			if p == bob {
				r.Players[seat] = match.Player{Gone: "x7"}
			}
		}
		after = append(after, r)
	}
	first, again, gone := Table(results, match.AmongPeople), Table(results, match.AmongPeople),
		Table(after, match.AmongPeople)
	if !slices.Equal(first, again) {
		t.Error("the same results give another table")
	}
	for _, p := range players {
		now := p
		if p == bob {
			now = match.Player{Gone: "x7"}
		}
		if got, want := of(t, gone, now).Rating, of(t, first, p).Rating; got != want {
			t.Errorf("%v has %v after bob has left, want %v", p, got, want)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	var results []match.Result
	for i := range 10_000 {
		p := func(n int) match.Player { return match.Player{User: match.UserID(fmt.Sprint("user", n%200))} }
		r := won(0, p(i), p(i*3+1))
		r.Ended = noon.Add(time.Duration(i) * time.Minute)
		results = append(results, r)
	}
	for b.Loop() {
		Table(results, match.AmongPeople)
	}
}

// P23, docs/ratings.md: the question mark of a newcomer who plays once a day, and wins every second
// game, disappears after 21 games against different newcomers, 14 against the same one, and 10
// against the computer of its own rating.
func TestP23QuestionMark(t *testing.T) {
	for _, c := range []struct {
		what     string
		opponent func(day int) match.Player
		pool     match.Pool
		want     int
	}{
		{"newcomers", func(day int) match.Player {
			return match.Player{User: match.UserID(fmt.Sprint(day))}
		}, match.AmongPeople, 21},
		{"a newcomer", func(int) match.Player { return bob }, match.AmongPeople, 14},
		{"medium", func(int) match.Player { return match.Player{Computer: games.Medium} }, match.WithComputers, 10},
	} {
		var results []match.Result
		for of(t, Table(results, c.pool), ann).Deviation > Certain && len(results) < 100 {
			day := len(results) + 1
			r := won(day, ann, c.opponent(day))
			if day%2 == 0 {
				r = won(day, c.opponent(day), ann)
			}
			r.Game = "kalah"
			results = append(results, r)
		}
		if len(results) != c.want {
			t.Errorf("the question mark goes after %d games against %s, want %d", len(results), c.what, c.want)
		}
	}
}
