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

// won is a rated match that ended on a day, the players in the order of their places.
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

// of is the standing of somebody.
func of(t *testing.T, list []match.Standing, who match.Player) match.Standing {
	t.Helper()
	i := slices.IndexFunc(list, func(s match.Standing) bool { return s.Who == who })
	if i < 0 {
		return match.Standing{Who: who, Rating: Start}
	}
	return list[i]
}

// P23: a table computed by hand, step by step; in the comments the expected scores and the changes.
func TestP23TableByHand(t *testing.T) {
	var results []match.Result
	for _, step := range []struct {
		what          string
		result        match.Result
		ann, bob, cid float64
	}{
		{"ann beats bob: 0.5 expected, 40 x 0.5", won(1, ann, bob), 1220, 1180, 1200},
		{"bob beats cid: 1/(1+10^(20/400)) = 0.47125, 40 x 0.52875", won(2, bob, cid), 1220, 1201.150, 1178.850},
		{"ann and cid draw: 1/(1+10^(-41.150/400)) = 0.55894, 40 x -0.05894", drawn(3, ann, cid), 1217.642, 1201.150, 1181.208},
		{"bob beats ann: 1/(1+10^(16.492/400)) = 0.47628, 40 x 0.52372", won(4, bob, ann), 1196.694, 1222.099, 1181.208},
		{"three: cid, ann, bob. pairs at 40/2: ann-bob 0.46350, 10.730; cid-ann 0.47773, 10.445; cid-bob 0.44142, 11.172", won(5, cid, ann, bob), 1196.978, 1200.197, 1202.825},
	} {
		results = append(results, step.result)
		list := Table(results, match.AmongPeople)
		for _, c := range []struct {
			who  match.Player
			want float64
		}{{ann, step.ann}, {bob, step.bob}, {cid, step.cid}} {
			if got := of(t, list, c.who).Rating; math.Abs(got-c.want) > 0.001 {
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

// P23: the factor falls with the number of rated matches.
func TestP23Factor(t *testing.T) {
	for rated, want := range map[int]float64{0: 40, 9: 40, 10: 30, 19: 30, 20: 25, 39: 25, 40: 20, 1000: 20} {
		if got := k(match.Standing{Rated: rated}); got != want {
			t.Errorf("after %d matches the factor is %v, want %v", rated, got, want)
		}
	}
}

// P23: any number of games that the same two play in a day move their ratings by less than two games do, for the second counts half, the third a
// quarter; a day later they count in full again.
func TestP23RepeatedGamesDoNotInflate(t *testing.T) {
	var results []match.Result
	for i := range 100 {
		r := won(1, ann, bob)
		r.Ended = r.Ended.Add(time.Duration(i) * time.Minute)
		results = append(results, r)
	}
	list := Table(results, match.AmongPeople)
	if got := of(t, list, ann).Rating - Start; got <= 20 || got >= 40 {
		t.Errorf("100 games in a day gain %.1f, want less than the 40 of two games", got)
	}
	before := of(t, list, cid).Rating
	list = Table(append(results, won(1, cid, bob)), match.AmongPeople)
	if got := of(t, list, cid).Rating - before; got < 15 {
		t.Errorf("somebody else gains %.1f from bob, want a whole game's worth", got)
	}
	apart := Table([]match.Result{won(1, ann, bob), won(2, ann, bob)}, match.AmongPeople)
	if got := of(t, apart, ann).Rating; got < 1237 {
		t.Errorf("two games a day apart give %.1f, want both whole", got)
	}
}

// P23: computers do not change the people's ratings, nor unrated matches anybody's; all of them are counted as played.
func TestP23Pools(t *testing.T) {
	friendly := won(1, bob, ann)
	friendly.Rated = false
	results := []match.Result{won(1, easy, ann), friendly, won(2, ann, bob), won(3, easy, easy)}
	people, computers := Table(results, match.AmongPeople), Table(results, match.WithComputers)
	if s := of(t, people, ann); s.Rating != 1220 || s.Played != 2 || s.Rated != 1 {
		t.Errorf("among people ann has %+v, want the one rated match against bob", s)
	}
	if s := of(t, computers, ann); s.Rating != 1180 || s.Played != 1 {
		t.Errorf("among computers ann has %+v", s)
	}
	if s := of(t, computers, easy); s.Rating != 1220 {
		t.Errorf("easy has %+v, want 1220: it gains nothing against itself", s)
	}
	if got := of(t, people, easy).Played; got != 0 {
		t.Errorf("easy has played %d matches between people", got)
	}
}

// P83: who was put out by the clock is counted.
func TestP83Late(t *testing.T) {
	r := won(1, ann, bob)
	r.Late = games.SeatSet(1)
	list := Table([]match.Result{r, won(2, bob, ann)}, match.AmongPeople)
	if a, b := of(t, list, ann).Late, of(t, list, bob).Late; a != 0 || b != 1 {
		t.Errorf("late: ann %d, bob %d; want 0 and 1", a, b)
	}
}

// P23, P30: the same results give the same table, and who has become a former player leaves the ratings of the others as they were.
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
	first, again, gone := Table(results, match.AmongPeople), Table(results, match.AmongPeople), Table(after, match.AmongPeople)
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
