package storagetest

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// P23: at every moment the standings follow exactly from the results. Matches end and are stored in
// any order, one continues after its end, and a user is erased.
func testStandings(t *testing.T, s match.Store) {
	lot := rand.New(rand.NewPCG(20261122, 0))
	players := []match.Player{
		{User: "1001"},
		{User: "1002"},
		{User: "1003"},
		{User: "1004"},
		{Computer: "easy"},
		{Computer: "hard"},
	}
	var ended []match.Record
	for i := range 50 {
		ended = append(ended, endSomehow(t, s, lot, i, players))
		if i%20 == 9 {
			checkStandings(t, s, players[:1])
		}
		if i%50 == 24 { // a finished match continues, and ends in another way
			r := ended[lot.IntN(len(ended))]
			over := r.Outcome
			r.Status, r.Outcome = match.Running, nil
			r = put(t, s, r)
			checkStandings(t, s, nil)
			over.Place[0], over.Place[1] = over.Place[1], over.Place[0]
			r.Status, r.Outcome = match.Over, over
			put(t, s, r)
			checkStandings(t, s, players[4:5])
		}
	}
	// the result of a match with a computer player moves to the list of matches among people
	moved := ended[slices.IndexFunc(ended, func(r match.Record) bool {
		return r.Players[0].User != "" && r.Players[1].Computer != "" && !r.Unrated
	})]
	for seat := range moved.Players {
		moved.Players[seat] = players[seat]
	}
	put(t, s, moved)
	checkStandings(t, s, players)
	eraseAndCheck(t, s, players)
}

// endSomehow stores the i-th match of testStandings, with random players, time and outcome.
func endSomehow(t *testing.T, s match.Store, lot *rand.Rand, i int, players []match.Player) match.Record {
	t.Helper()
	r := Running(match.ID(fmt.Sprintf("m%03d", (i*37)%60)))
	r.Players = nil
	seats := 2 + lot.IntN(3)/2
	for seat, p := range lot.Perm(len(players))[:seats] {
		r.Players = append(r.Players, players[p])
		if seat > 0 && players[p].Computer != "" && lot.IntN(3) == 0 { // sometimes a computer player has two seats
			r.Players[seat-1] = players[p]
		}
	}
	r.Owner, r.Setup.Seats = r.Players[0].User, seats
	r = put(t, s, r)
	r.Game = []games.ID{"kalah", "fish"}[lot.IntN(4)/3]
	r.Status, r.Clock.Policy.PerMove = match.Over, time.Hour
	// some matches are stored late, some have equal times
	r.Ended = noon.Add(time.Duration(i)*time.Hour - time.Duration(lot.IntN(4)/3*lot.IntN(5))*time.Hour)
	r.Unrated = lot.IntN(6) == 0
	r.Late = games.Seats(lot.IntN(5) / 4)
	outcome := games.Outcome{}
	for seat := range r.Players {
		outcome.Place[seat] = int8(1 + lot.IntN(seats))
		r.Acted = append(r.Acted, noon)
	}
	outcome.Place[lot.IntN(seats)] = 1
	r.Outcome = &outcome
	return put(t, s, r)
}

// checkStandings compares the stored standings with those that the results give.
func checkStandings(t *testing.T, s match.Store, players []match.Player) {
	t.Helper()
	of := map[match.Player][]match.Standing{}
	for _, game := range []games.ID{"fish", "kalah"} {
		results := Results(t, s, game)
		checkSkillsBefore(t, s, results)
		for _, pool := range []match.Pool{match.AmongPeople, match.WithComputers} {
			want := ratings.Table(results, pool)
			checkRanking(t, s, game, pool, want, endOf(results).Add(time.Hour))
			for _, one := range want {
				of[one.Who] = append(of[one.Who], one)
			}
		}
	}
	for _, p := range slices.AppendSeq(players, maps.Keys(of)) {
		if got, err := s.StandingsOf(ctx, "g1", p); !slices.Equal(got, of[p]) || err != nil {
			t.Fatalf("StandingsOf(%v) = %+v, %v; want %+v", p, got, err, of[p])
		}
	}
	if got, err := s.StandingsOf(ctx, "g", match.Player{User: "1002"}); len(got) > 0 || err != nil {
		t.Errorf("StandingsOf somebody elsewhere = %v, %v; want none", got, err)
	}
}

// Results lists the results of matches of g1 in a game, in the order in which they ended. The
// matches are those in the channel of Running.
func Results(t testing.TB, s match.Store, game games.ID) (list []match.Result) {
	t.Helper()
	records, err := s.Latest(ctx, "c1", 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if result, over := r.Finished(); over && r.Place.Guild == "g1" && r.Game == game {
			list = append(list, result)
		}
	}
	slices.SortFunc(list, func(a, b match.Result) int {
		return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.Match, b.Match))
	})
	return list
}

// endOf returns when the last match ended.
func endOf(results []match.Result) time.Time {
	if len(results) == 0 {
		return noon
	}
	return results[len(results)-1].Ended
}

// checkRanking compares the ranking at a moment with the standings: for a player in it, for one who
// is not, and with several limits.
func checkRanking(t *testing.T, s match.Store, game games.ID, pool match.Pool, standings []match.Standing,
	now time.Time,
) {
	t.Helper()
	asks := []match.Player{{User: "stranger"}, {User: "1003"}, {Computer: "hard"}}
	if len(standings) > 0 {
		asks = append(asks, standings[len(standings)/2].Who, standings[len(standings)-1].Who)
	}
	for i, who := range asks {
		max := []int{1000, 0, 3}[i%3] // the first one sees all, where a rating has just lapsed
		want := Rank(standings, now, max, who)
		got, err := s.Ranking(ctx, "g1", game, pool, now, max, who)
		if !slices.Equal(got.Top, want.Top) || got.Place != want.Place || got.Of != want.Of || err != nil {
			t.Fatalf("Ranking(%s, pool %d, %v, %d, %v) = %+v, %v; want %+v", game, pool, now, max, who, got, err, want)
		}
	}
}

// P23: in the ranking, players whose ratings are no longer certain come after the others from that
// moment on, until they play again.
func testRanking(t *testing.T, s match.Store) {
	lot := rand.New(rand.NewPCG(20261122, 1))
	at, n := noon, 0
	play := func(a, b int) {
		r := Running(match.ID(fmt.Sprintf("r%03d", n)))
		r.Players = []match.Player{
			{User: match.UserID(fmt.Sprint(1000 + a))},
			{User: match.UserID(fmt.Sprint(1000 + b))},
		}
		r.Status, r.Ended, r.Acted = match.Over, at, []time.Time{at, at}
		r.Clock.Policy.PerMove = time.Hour
		r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{int8(1 + lot.IntN(2)), int8(1 + lot.IntN(2))}}
		r.Outcome.Place[lot.IntN(2)] = 1
		put(t, s, r)
		n, at = n+1, at.Add(13*time.Hour)
	}
	check := func(now time.Time) int {
		t.Helper()
		list := ratings.Table(Results(t, s, "kalah"), match.AmongPeople)
		checkRanking(t, s, "kalah", match.AmongPeople, list, now)
		return len(slices.DeleteFunc(list, func(s match.Standing) bool {
			return ratings.Lapses(s.Skill) <= now.UnixNano()
		}))
	}
	for i := range 60 {
		play(i%5, (i+1+i/5%4)%5)
	}
	first := check(at)
	seen := map[int]bool{first: true}
	for range 40 {
		at = at.AddDate(0, 0, 21)
		seen[check(at)] = true
	}
	if first < 3 || !seen[0] || len(seen) < 3 {
		t.Fatalf("so many ratings were certain, first %d: %v; want several, fewer with time, and at last none", first,
			seen)
	}
	play(0, 1)
	play(0, 2)
	check(at)
}

// P121: the list of all servers contains the users who chose it, each with the standings of the
// server that they named, at every moment.
func testEverywhere(t *testing.T, s match.Store) {
	lot := rand.New(rand.NewPCG(20261122, 2))
	users := []match.UserID{"1001", "1002", "1003", "1004", "1005"}
	// the empty guild stands for direct messages, which can't be listed
	guilds := []match.GuildID{"g1", "g2", "g11", ""}
	n, at := 0, noon
	play := func() {
		two := lot.Perm(len(users))
		r := Running(match.ID(fmt.Sprintf("e%03d", n)))
		r.Place.Guild = guilds[lot.IntN(len(guilds))]
		r.Players = []match.Player{{User: users[two[0]]}, {User: users[two[1]]}}
		r.Status, r.Ended, r.Acted = match.Over, at.Add(-time.Duration(lot.IntN(3))*time.Hour), []time.Time{at, at}
		r.Clock.Policy.PerMove = time.Hour
		r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{int8(1 + lot.IntN(2)), 1}}
		put(t, s, r)
		n, at = n+1, at.Add(time.Hour)
	}
	listed := map[match.UserID]match.GuildID{}
	list := func(u match.UserID, g match.GuildID) {
		listed[u] = g
		if _, err := s.UpdateUser(ctx, u, func(u *match.User) { u.ListedIn = g }); err != nil {
			t.Fatal(err)
		}
	}
	check := func(when string) {
		t.Helper()
		checkEverywhere(t, s, when, users, listed, at)
	}
	list(users[0], "g1") // the user has not played yet
	for i := range 12 {
		play()
		check(fmt.Sprint("match ", i))
	}
	list(users[1], "g2")
	list(users[2], "g2")
	list(users[3], "g9") // no match is played in that server
	check("listed")
	for i := range 8 {
		play()
		check(fmt.Sprint("later match ", i))
	}
	list(users[1], "g1")
	check("elsewhere")
	list(users[2], "")
	check("not listed")
	if _, err := s.UpdateUser(ctx, users[1], func(u *match.User) { u.Style = match.Text }); err != nil {
		t.Fatal(err)
	}
	check("another setting")

	gone := match.Erasure{User: users[0], As: "x7"}
	erase(t, s, gone)
	delete(listed, gone.User)
	check("erased")
	play()
	check("after that")
}

// checkEverywhere compares the ranking of all servers, now and a year later, with the standings in
// the servers in which the users are listed.
func checkEverywhere(t *testing.T, s match.Store, when string, users []match.UserID,
	listed map[match.UserID]match.GuildID, at time.Time,
) {
	t.Helper()
	var all []match.Standing
	for u, g := range listed {
		if g == "" {
			continue
		}
		theirs, err := s.StandingsOf(ctx, g, match.Player{User: u})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, theirs...)
	}
	for i, who := range users {
		now := at.AddDate(i/4, 0, 0)
		want := Rank(all, now, 3, match.Player{User: who})
		got, err := s.Ranking(ctx, match.Everywhere, "kalah", match.AmongPeople, now, 3, match.Player{User: who})
		if !slices.Equal(got.Top, want.Top) || got.Place != want.Place || got.Of != want.Of || err != nil {
			t.Fatalf("%s: Ranking everywhere for %s = %+v, %v; want %+v", when, who, got, err, want)
		}
	}
}

// checkSkillsBefore compares the ratings before some of the results with those that follow from the
// earlier results.
func checkSkillsBefore(t *testing.T, s match.Store, results []match.Result) {
	t.Helper()
	for i := 0; i < len(results); i += 7 {
		want := skillsBefore(results, results[i])
		got, err := s.SkillsBefore(ctx, "g1", results[i])
		if !slices.Equal(got, want) || err != nil || results[i].Rated != (len(got) > 0) {
			t.Fatalf("SkillsBefore(%+v) = %+v, %v; want %+v", results[i], got, err, want)
		}
	}
	if got, err := s.SkillsBefore(ctx, "elsewhere",
		match.Result{Match: "m001", Game: "kalah", Rated: true}); len(got) > 0 || err != nil {
		t.Errorf("SkillsBefore of a match that is not there = %v, %v; want none", got, err)
	}
}

// erase erases a user, and returns in how many matches they were mentioned.
func erase(t *testing.T, s match.Store, gone match.Erasure) int {
	t.Helper()
	if _, err := s.PutErasure(ctx, gone); err != nil {
		t.Fatal(err)
	}
	ids, err := s.Mentions(ctx, gone.User)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := s.Rewrite(ctx, id, gone.From); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.EraseUser(ctx, gone.User, match.BlockKey("key")); err != nil {
		t.Fatal(err)
	}
	return len(ids)
}

// eraseAndCheck erases a user who still plays, and checks that a former player has their results.
func eraseAndCheck(t *testing.T, s match.Store, players []match.Player) {
	t.Helper()
	gone := match.Erasure{User: players[0].User, As: "x7"}
	last := Running("last")
	last.Players = []match.Player{players[0], players[1]}
	last = put(t, s, last)
	if _, err := s.PutErasure(ctx, gone); err != nil {
		t.Fatal(err)
	}
	// the player resigned a year later
	last.Status, last.Ended, last.Acted = match.Over, noon.AddDate(1, 0, 0), []time.Time{noon, noon}
	last.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{2, 1}}
	put(t, s, last)
	if n := erase(t, s, gone); n < 10 {
		t.Fatalf("%d matches mention somebody who has played many", n)
	}
	checkStandings(t, s, []match.Player{players[0], players[1], {Gone: gone.As}})
	if got, err := s.StandingsOf(ctx, "g1", players[0]); len(got) > 0 || err != nil {
		t.Errorf("StandingsOf who was removed = %v, %v; want none", got, err)
	}
}

// P105: a user's finished matches in all servers are listed with their endings, newest first. A
// match that continues after its end is not listed. An erased user has no list, and is a former
// player in the lists of others.
func testFinished(t *testing.T, s match.Store) {
	end := func(id match.ID, game games.ID, guild match.GuildID, after time.Duration, place []int8,
		players ...match.Player,
	) match.Record {
		r := Running(id)
		r.Owner, r.Invited, r.Players, r.Setup.Seats = "", "", players, len(players)
		r = put(t, s, r)
		r.Game, r.Place.Guild, r.Status, r.Ended, r.Clock.Policy.PerMove = game, guild, match.Over, noon.Add(after),
			time.Hour
		r.Outcome = &games.Outcome{}
		copy(r.Outcome.Place[:], place)
		r.Acted = slices.Repeat([]time.Time{noon}, len(players))
		return put(t, s, r)
	}
	ann, bob, anna := match.Player{User: "ann", Name: "Ann"}, match.Player{User: "bob", Name: "Bob"},
		match.Player{User: "anna", Name: "Anna"}
	easy := match.Player{Computer: "easy", Name: "Computer (easy)"}
	end("m1", "kalah", "g1", 3*time.Hour, []int8{1, 2}, ann, bob)
	m2 := end("m2", "kalah", "g2", time.Hour, []int8{1, 1}, bob, ann)
	end("m3", "fish", "", 4*time.Hour, []int8{2, 1, 3}, ann, easy, easy)
	end("m4", "kalah", "g1", 3*time.Hour, []int8{1, 2}, bob, anna)
	end("m5", "kalah", "g1", 256*time.Hour, []int8{1, 2}, bob, ann)
	put(t, s, Running("m6"))

	want := func(u match.UserID, want ...string) {
		t.Helper()
		list, err := s.Finished(ctx, u)
		var got []string
		for _, p := range list {
			got = append(got, finishedLine(p))
		}
		if !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("Finished(%s) = %q, %v; want %q", u, got, err, want)
		}
	}
	want("ann", "m5 g1 kalah l bob", "m3  fish l easy easy", "m1 g1 kalah w bob", "m2 g2 kalah d bob")
	want("anna", "m4 g1 kalah l bob")
	want("an")
	want("")
	if list, err := s.Finished(ctx, "anna"); err != nil || len(list) != 1 ||
		!list[0].Ended.Equal(noon.Add(3*time.Hour)) || !list[0].Rated {
		t.Errorf("Finished(anna) = %+v, %v; want a rated match that ended at three", list, err)
	}
	m2.Status, m2.Outcome = match.Running, nil
	put(t, s, m2)
	want("bob", "m5 g1 kalah w ann", "m4 g1 kalah w anna", "m1 g1 kalah l ann")

	gone := match.Erasure{User: "ann", As: "x7"}
	erase(t, s, gone)
	want("ann")
	want("bob", "m5 g1 kalah w x7", "m4 g1 kalah w anna", "m1 g1 kalah l x7")
}

// finishedLine writes a finished match in one line.
func finishedLine(p match.Finished) string {
	text := fmt.Sprintf("%s %s %s %c", p.Match, p.Guild, p.Game, p.How)
	for _, other := range p.Others {
		text += " " + string(other.User) + other.Computer + other.Gone + other.Name
	}
	return text
}
