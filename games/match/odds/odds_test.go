package odds_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/match"
	"paddock/games/match/odds"
)

func game(t *testing.T, id games.ID) *games.Game {
	t.Helper()
	for _, g := range catalog.Games() {
		if g.ID == id {
			return g
		}
	}
	t.Fatalf("there is no game %q", id)
	return nil
}

// leastForLevel is the smallest gap for which another computer level is offered.
const leastForLevel = 200

// challenge returns a challenge of Ann to Bob.
func challenge(t *testing.T, g *games.Game, gap int, options games.Options) match.Record {
	t.Helper()
	setup, err := g.Complete(games.Setup{Seats: 2, Seed: 1, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return match.Record{
		Game: g.ID, Status: match.Open, Setup: setup, Owner: "ann", Invited: "bob", Shuffle: true, Gap: gap,
		Players: []match.Player{{User: "ann", Name: "Ann"}, {}},
	}
}

// P38: a larger gap gives a larger handicap to the weaker player; even players get none. Each
// handicap is playable and offered once.
func TestP38Monotone(t *testing.T) {
	with := 0
	for _, g := range slices.Concat(catalog.Games(), []*games.Game{nim.New()}) {
		if len(g.Odds) > 0 {
			with++
		}
		for i, o := range g.Odds {
			if i > 0 && maps.Equal(o.With, g.Odds[i-1].With) && o.Gap <= g.Odds[i-1].Gap || o.Gap < 100 {
				t.Errorf("%s: %v from %d on comes too late or too early", g.ID, o.Options, o.Gap)
			}
			for _, gap := range []int{o.Gap, -o.Gap} {
				r := challenge(t, g, gap, o.With)
				offer, ok := odds.For(r, g)
				if !ok || offer.Handicap == nil {
					t.Errorf("%s: nothing is offered from %d on with %v", g.ID, gap, o.With)
					continue
				}
				weaker := match.UserID("bob")
				if gap < 0 {
					weaker = "ann"
				}
				for name, want := range o.Options {
					if offer.Handicap[name] != want || offer.Weaker != weaker || offer.Seat != o.Weaker {
						t.Errorf("%s, gap %d: %+v, want %v for %s", g.ID, gap, offer, o.Options, weaker)
					}
				}
				setup := r.Setup
				setup.Options = offer.Handicap
				if _, err := g.Start(setup); err != nil {
					t.Errorf("%s: %v can't be played: %v", g.ID, offer.Handicap, err)
				}
			}
			for _, gap := range []int{0, 50, -99} {
				if offer, ok := odds.For(challenge(t, g, gap, o.With), g); ok && !offer.Pair {
					t.Errorf("%s: %+v is offered for a gap of %d", g.ID, offer, gap)
				}
			}
		}
	}
	if want := 4; with < want {
		t.Errorf("%d games have handicaps, want %d at least", with, want)
	}
}

// P38: the table lists which offer of odds there is for each state, game and terms of a match.
func TestP38States(t *testing.T) {
	kalah, halatafl, fish, stratego := game(t, "kalah"), game(t, "halatafl"), game(t, "fish"), game(t, "stratego")
	with := func(r match.Record, change func(*match.Record)) match.Record { change(&r); return r }
	solo := func(gap int, level string, change func(*match.Record)) match.Record {
		return with(match.Record{
			Game: "kalah", Status: match.Running, Owner: "ann", Gap: gap, Waiting: games.SeatSet(0),
			Acted:   make([]time.Time, 2),
			Players: []match.Player{{User: "ann"}, {Computer: level}},
		}, change)
	}
	same := func(*match.Record) {}
	for _, c := range []struct {
		name string
		r    match.Record
		g    *games.Game
		want string
	}{
		{"a gap", challenge(t, kalah, 160, nil), kalah, "bob start=fair odds=6"},
		{"a gap from a fair start", challenge(t, kalah, 160, games.Options{"start": "fair"}), kalah, "bob start=fair odds=6"},
		{"the challenger is the weaker", challenge(t, kalah, -160, nil), kalah, "ann start=fair odds=6"},
		{"options of their own", challenge(t, kalah, 160, games.Options{"beans": "6"}), kalah, ""},
		{
			"a handicap has been chosen", challenge(t, stratego, 300, games.Options{"handicap": "BLUE without Marshal"}),
			stratego, "",
		},
		{"a course board", challenge(t, fish, 300, games.Options{"rules": "course"}), fish, ""},
		{"open to all", with(challenge(t, kalah, 160, nil), func(r *match.Record) { r.Invited = "" }), kalah, ""},
		{"closed", with(challenge(t, kalah, 160, nil), func(r *match.Record) { r.Status = match.Closed }), kalah, ""},
		{"running", with(challenge(t, kalah, 160, nil), func(r *match.Record) {
			r.Status, r.Players[1] = match.Running, match.Player{User: "bob"}
		}), kalah, ""},
		{"over", with(challenge(t, kalah, 160, nil), func(r *match.Record) { r.Status = match.Over }), kalah, ""},
		{
			"at rest", with(challenge(t, kalah, 160, nil), func(r *match.Record) { r.Parked = &match.Parking{} }), kalah,
			"",
		},
		{
			"of a tournament", with(challenge(t, kalah, 160, nil), func(r *match.Record) { r.Tournament = "x" }), kalah,
			"",
		},
		{
			"three at the table",
			with(challenge(t, fish, 300, nil), func(r *match.Record) { r.Players = make([]match.Player, 3) }), fish,
			"",
		},
		{"even, uneven sides", challenge(t, halatafl, 0, nil), halatafl, "pair"},
		{
			"the same, open to all", with(challenge(t, halatafl, 0, nil), func(r *match.Record) { r.Invited = "" }),
			halatafl, "pair",
		},
		{
			"the same, not rated", with(challenge(t, halatafl, 0, nil), func(r *match.Record) { r.Unrated = true }),
			halatafl, "",
		},
		{
			"the same, agreed", with(challenge(t, halatafl, 0, nil), func(r *match.Record) { r.Pair = true }), halatafl,
			"",
		},
		{"even sides", challenge(t, halatafl, 0, games.Options{"sheep": "15"}), halatafl, ""},
		{"a gap before uneven sides", challenge(t, halatafl, 300, nil), halatafl, "bob sheep=17"},
		{"too strong a level", solo(-500, games.Master, same), kalah, "easy"},
		{"too weak a level", solo(400, games.Easy, same), kalah, "medium"},
		{
			"the person's data was erased between two steps of a move", solo(400, games.Easy, func(r *match.Record) {
				r.Players[0], r.Step, r.Turn = match.Player{}, true, 1
			}), kalah, "",
		},
		{"a gap that just counts", solo(-leastForLevel, games.Hard, same), kalah, "medium"},
		{"the same, upwards", solo(leastForLevel, games.Easy, same), kalah, "medium"},
		{"a gap that is just too small", solo(1-leastForLevel, games.Hard, same), kalah, ""},
		{"the same, upwards", solo(leastForLevel-1, games.Easy, same), kalah, ""},
		{"a level that fits", solo(-150, games.Master, same), kalah, ""},
		{"has moved", solo(-500, games.Master, func(r *match.Record) { r.Acted[0] = time.Unix(1, 0) }), kalah, ""},
		{
			"the computer thinks", solo(-500, games.Master, func(r *match.Record) { r.Waiting = games.SeatSet(1) }), kalah,
			"",
		},
		{"not on the ladder", solo(-500, "smart", same), kalah, ""},
	} {
		offer, ok := odds.For(c.r, c.g)
		got := offer.Level
		if offer.Pair {
			got = "pair"
		}
		if offer.Handicap != nil {
			got = string(offer.Weaker)
			for _, o := range c.g.Options {
				if v := offer.Handicap[o.Name]; v != o.Default || o.Name == "sheep" {
					got += " " + o.Name + "=" + v
				}
			}
		}
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s: %q is offered, want %q", c.name, got, c.want)
		}
	}
}

// P38: the player who takes an offer has agreed to it, and the other player is asked. The offer
// sets the seats and the challenger, and the match is not rated.
func TestP38Take(t *testing.T) {
	for _, c := range []struct {
		game    games.ID
		gap     int
		by      match.UserID
		want    string
		unrated bool
	}{
		{"kalah", 160, "ann", "ann to bob at 1", true},
		{"kalah", 160, "bob", "bob to ann at 0", true},
		{"kalah", -160, "ann", "ann to bob at 0", true},
		{"kalah", -160, "bob", "bob to ann at 1", true},
		{"halatafl", 0, "ann", "ann to bob at 0", false},
		{"halatafl", 0, "bob", "bob to ann at 1", false},
	} {
		g := game(t, c.game)
		r := challenge(t, g, c.gap, nil)
		offer, _ := odds.For(r, g)
		offer.Take(&r, match.Player{User: c.by, Name: "N"})
		got := fmt.Sprintf("%s to %s at %d", r.Owner, r.Invited, r.SeatOf(r.Owner))
		if got != c.want || r.Unrated != c.unrated || r.Handicap != c.unrated || len(r.Members()) != 1 {
			t.Errorf("%s, gap %d, taken up by %s: %s, unrated %t, want %s, %t", c.game, c.gap, c.by, got, r.Unrated,
				c.want, c.unrated)
		}
		if again, ok := odds.For(r, g); ok {
			t.Errorf("%s: %+v is offered after that", c.game, again)
		}
	}
}

// P38: a player who is much stronger or weaker than the computer player is offered another level of
// about their strength. If they accept, that level takes the seat. The offer is made once.
func TestP38TakeLevel(t *testing.T) {
	for _, gap := range []int{-600, 600} {
		r := challenge(t, game(t, "kalah"), gap, nil)
		r.Status, r.Invited = match.Running, ""
		r.Players[1] = match.Player{Computer: games.Medium, Name: "Computer (medium)"}
		offer, ok := odds.For(r, game(t, "kalah"))
		if !ok || offer.Level == "" || offer.Level == games.Medium {
			t.Fatalf("gap %d: %+v, %t", gap, offer, ok)
		}
		offer.Take(&r, r.Players[0])
		want := []match.Player{
			{User: "ann", Name: "Ann"}, {Computer: offer.Level, Name: "Computer (" + offer.Level + ")"},
		}
		if !slices.Equal(r.Players, want) || r.Gap != 0 {
			t.Errorf("gap %d: %+v play with a gap of %d, want %+v", gap, r.Players, r.Gap, want)
		}
		if again, ok := odds.For(r, game(t, "kalah")); ok {
			t.Errorf("%+v is offered after that", again)
		}
	}
}

// P38: the gap counts only what is certain: nothing for newcomers, less for uncertain players, and
// the measured ratings of computers.
func TestP38Between(t *testing.T) {
	stand := func(rating, deviation float64, rated int, pool match.Pool) []match.Standing {
		return []match.Standing{{
			Game: "kalah", Pool: pool, Rated: rated,
			Skill: match.Skill{Rating: rating, Deviation: deviation, Volatility: .06},
		}}
	}
	people := map[match.UserID][]match.Standing{
		"strong": stand(1900, 50, 30, match.AmongPeople), "weak": stand(1500, 50, 30, match.AmongPeople),
		"vague": stand(1500, 300, 5, match.AmongPeople), "new": stand(1200, 200, 2, match.AmongPeople),
		"plays computers": stand(1300, 60, 9, match.WithComputers),
	}
	between := func(owner, invited match.UserID, computer string) int {
		r := match.Record{
			Game: "kalah", Owner: owner, Invited: invited,
			Players: []match.Player{{User: owner}, {Computer: computer}},
		}
		return odds.Between(r, time.Now(), func(u match.UserID) []match.Standing { return people[u] })
	}
	known, vague := between("strong", "weak", ""), between("strong", "vague", "")
	if known < 350 || known > 400 || vague >= known || vague < 100 {
		t.Errorf("400 points apart count as %d where both are known, %d where one is not", known, vague)
	}
	if back := between("weak", "strong", ""); back != -known {
		t.Errorf("the other way it is %d, want %d", back, -known)
	}
	for _, who := range []match.UserID{"new", "nobody", "plays computers"} {
		if got := between("strong", who, ""); got != 0 {
			t.Errorf("against %q it is %d, want 0", who, got)
		}
	}
	if easy, master := between("plays computers", "", games.Easy),
		between("plays computers", "", games.Master); master >= easy || master > -300 {
		t.Errorf("against easy it is %d, against master %d", easy, master)
	}
	if got := between("plays computers", "", "smart"); got != 0 {
		t.Errorf("against a player that nobody has measured it is %d", got)
	}
	points := []int{odds.Points(0), odds.Points(100), odds.Points(200), odds.Points(400)}
	if !slices.Equal(points, []int{50, 64, 76, 91}) {
		t.Errorf("points of a hundred: %v", points)
	}
}
