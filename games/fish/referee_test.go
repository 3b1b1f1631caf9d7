package fish

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"paddock/games"
	matches "paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// refereed is a match of Fish with the production referee and a clock under the test's control:
// r.move("a1-b1"), r.late().
type refereed struct {
	*testing.T
	svc   *service.Service
	store *storagetest.Memory
	clock time.Time
	id    matches.ID
	acts  int
	told  []matches.Change // changes that were announced
}

var bg = context.Background()

const day = 24 * time.Hour

// people lists the players by seat.
var people = []matches.Player{
	{User: "ann", Name: "Ann"},
	{User: "bob", Name: "Bob"},
	{User: "cid", Name: "Cid"},
	{User: "dan", Name: "Dan"},
}

func referee(t *testing.T) *refereed {
	r := &refereed{T: t, store: storagetest.NewMemory(), clock: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)}
	r.restart()
	return r
}

// restart makes a new service on the same store, as after a crash.
func (r *refereed) restart() {
	r.svc = service.New(service.Config{Store: r.store, Games: []*games.Game{New()}, Now: func() time.Time {
		return r.clock
	}, Rand: rand.NewChaCha8([32]byte{1})})
	r.svc.OnChange(func(c matches.Change) { r.told = append(r.told, c) })
}

// begin starts a match of the given number of people, with a day for each move and no days of
// grace.
func (r *refereed) begin(seats int, seed uint64, options games.Options) (matches.Record, error) {
	done, err := r.svc.Tables.Propose(bg, matches.Proposal{
		Game: "fish", Setup: games.Setup{Seats: seats, Seed: seed, Options: options},
		Place: matches.Place{Guild: "g", Channel: "c"},
		With:  people[:seats], Seated: true, PerMove: day, Grace: -1,
	})
	r.id = done.Match.ID
	return done.Match.Record, err
}

func (r *refereed) must(seats int, options games.Options) {
	r.Helper()
	if _, err := r.begin(seats, 7, options); err != nil {
		r.Fatal(err)
	}
}

// board starts a match from a position.
func (r *refereed) board(text string) {
	r.Helper()
	p, err := rules{}.ParseText(text)
	if err != nil {
		r.Fatal(err)
	}
	r.must(int(p.Seats), games.Options{"rules": "course", "rows": "8", "columns": "5"})
	rec := r.record()
	rec.Position, rec.Waiting, rec.Turn = text, (rules{}).Turn(p).Waiting, rec.Turn+1
	head, err := r.store.Append(bg, rec,
		matches.Event{At: r.clock, Kind: matches.Began, Note: text, Seat: games.Spectator})
	if err != nil {
		r.Fatal(err)
	}
	rec.Head = head
	r.told = nil
}

func (r *refereed) record() matches.Record {
	r.Helper()
	rec, err := r.store.Record(bg, r.id)
	if err != nil {
		r.Fatal(err)
	}
	return rec
}

func (r *refereed) position() Position {
	r.Helper()
	p, err := rules{}.ParseText(r.record().Position)
	if err != nil {
		r.Fatal(err)
	}
	return p
}

// turn returns the waiting seat.
func (r *refereed) turn() games.Seat {
	for seat := range r.record().Waiting.All() {
		return seat
	}
	return games.Spectator
}

// try requests a move for a seat.
func (r *refereed) try(seat games.Seat, move string) error {
	r.acts++
	_, err := r.svc.Play.Move(bg,
		matches.Act{Match: r.id, User: people[seat].User, Cause: matches.Cause(fmt.Sprint("i", r.acts))}, move)
	return err
}

// move makes a legal move of the seat to move.
func (r *refereed) move(move string) {
	r.Helper()
	if err := r.try(r.turn(), move); err != nil {
		r.Fatalf("%s by seat %d: %v in %s", move, r.turn(), err, r.record().Position)
	}
}

// any makes the first legal move.
func (r *refereed) any() {
	r.Helper()
	p := r.position()
	for m := range (rules{}).Legal(p) {
		r.move((rules{}).Format(p, m))
		return
	}
	r.Fatalf("nobody can move in %s", r.record().Position)
}

// place lets all players place until the moving phase begins.
func (r *refereed) place() {
	r.Helper()
	for r.position().Phase == Placing {
		r.any()
	}
}

// late lets the clock of the seat to move run out, once.
func (r *refereed) late() {
	r.Helper()
	r.clock = r.record().Clock.Deadline
	r.attend()
}

func (r *refereed) attend() {
	r.Helper()
	for range 3 { // a second and third call of the ticker find no work
		if _, err := r.svc.Referee.Attend(bg, r.id); err != nil {
			r.Fatal(err)
		}
	}
}

// rulings lists the referee's decisions so far: "1 skip".
func (r *refereed) rulings() (list []string) {
	r.Helper()
	log, err := r.svc.Read.Log(bg, r.id)
	if err != nil {
		r.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == matches.Ruled {
			list = append(list, fmt.Sprint(e.Seat, " ", e.Ruling))
		}
	}
	return list
}

func (r *refereed) wantRulings(want ...string) {
	r.Helper()
	if got := r.rulings(); !slices.Equal(got, want) {
		r.Errorf("rulings %q, want %q", got, want)
	}
}

// refused checks that moves of a seat are refused with a sentence, without a change of position,
// clock or log and without an announcement (F8).
func (r *refereed) refused(seat games.Seat, moves ...string) {
	r.Helper()
	for _, move := range moves {
		before, told := r.record(), len(r.told)
		err := r.try(seat, move)
		say, ok := matches.Sentence(err)
		if err == nil || !ok || len(say.String()) < 20 {
			r.Errorf("%q by seat %d: %v (%q), want it refused with a sentence", move, seat, err, say)
		}
		after := r.record()
		if after.Head != before.Head || after.Position != before.Position ||
			!after.Clock.Deadline.Equal(before.Clock.Deadline) || len(r.told) != told {
			r.Errorf("%q by seat %d was refused and yet changed something", move, seat)
		}
	}
}

func TestF1_Start(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		r := referee(t)
		r.must(seats, nil)
		p := r.position()
		if p.Seats != int8(seats) || p.Penguins != int8(6-seats) || p.Phase != Placing || !p.Shape.Official ||
			r.turn() != 0 {
			t.Errorf("%d players: %s", seats, r.record().Position)
		}
		for seat := range seats {
			if got, want := p.Players[seat].Colour, Colour(seat); got != want ||
				r.record().Players[seat] != people[seat] {
				t.Errorf("seat %d has colour %s and player %v, want %s and %v", seat, got, r.record().Players[seat],
					want, people[seat])
			}
		}
		if len(r.told) != 1 {
			t.Errorf("the start was announced %d times, want once", len(r.told))
		}
	}
	for _, options := range []games.Options{
		{"rules": "course", "rows": "3", "columns": "2"},
		{"rules": "course", "rows": "3", "columns": "3", "holes": "3"},
		{"rules": "course", "rows": "1", "columns": "5", "penguins": "3"},
	} {
		if _, err := referee(t).begin(2, 7, options); err == nil || len(err.Error()) < 20 {
			t.Errorf("%v: %v, want it refused with a reason: there is no room for all penguins", options, err)
		}
	}
}

func TestF2_Placement(t *testing.T) {
	r := referee(t)
	r.must(3, nil)
	p := r.position()
	hasFish := func(n int8) string {
		for c := range p.Shape.geometry().cells {
			if p.Fish[c] == n {
				return p.names(1 << c)[0]
			}
		}
		return ""
	}
	r.refused(0, hasFish(2), hasFish(3), "z9", "a9", "", "nonsense", "a1-a2")
	r.refused(1, hasFish(1)) // it is not the turn of seat 1
	first := hasFish(1)
	r.move(first)
	r.refused(1, first) // the tile is occupied
	if r.turn() != 1 {
		t.Errorf("after the first placement seat %d is asked, want 1", r.turn())
	}
	var order []games.Seat
	for r.position().Phase == Placing {
		order = append(order, r.turn())
		r.any()
	}
	if got, want := fmt.Sprint(order), "[1 2 0 1 2 0 1 2]"; got != want {
		t.Errorf("placed in the order %s, want %s", got, want)
	}
	if r.turn() != 0 {
		t.Errorf("seat %d moves first, want 0 (F21)", r.turn())
	}
}

func TestF3_PlacementClockRunsOut(t *testing.T) {
	r := referee(t)
	r.must(3, nil)
	for range 4 { // in the second round it is the turn of seat 1
		r.any()
	}
	before := r.position()
	r.late()
	p := r.position()
	r.wantRulings("1 remove")
	if p.Players[1].Out != 1 || p.Players[1].Count != 0 || p.Fish != before.Fish {
		t.Errorf("seat 1 has %+v, want it out, its penguins off, and all tiles still there", p.Players[1])
	}
	var order []games.Seat
	for r.position().Phase == Placing {
		order = append(order, r.turn())
		r.any()
	}
	if got, want := fmt.Sprint(order), "[2 0 2]"; got != want {
		t.Errorf("then placed in the order %s, want %s: nobody twice, nobody left out", got, want)
	}
	r.refused(1, "a1", "a1-a2")
}

func TestF4_IllegalMoves(t *testing.T) {
	r := referee(t)
	r.board("fish/1 rules=official penguins=3 phase=move board=1321022/12313112/1221303/02123111/1101110/21211012/0222122/32211303 " +
		"players=red:3:3:d7,d5,a1;white:4:3:h4,c3,h8;brown:4:2:c4,f4,d6 turn=brown")
	r.refused(2,
		"d7-c6", // the penguin belongs to another seat
		"a2-a3", // there is no penguin
		"c4-b8", // the move is not in a straight line
		"c4-c2", // the way leads over white's penguin
		"c4-c3", // white's penguin stands there
		"f4-e3", // a hole is there
		"f4-f4", // the distance is zero
		"f4-z9", // the target is off the board
		"f4", "to the moon")
	r.refused(0, "a1-a2") // it is not the turn of seat 0
	r.move("f4-g4")
}

func TestF5_SkipAndRemoval(t *testing.T) {
	r := referee(t)
	r.must(3, nil)
	r.place()
	r.any()
	r.late() // seat 1 is late for the first time
	if r.wantRulings("1 skip"); r.turn() != 2 || r.position().Players[1].Out != 0 {
		t.Errorf("after a skip seat %d is to move and seat 1 is %+v", r.turn(), r.position().Players[1])
	}
	r.any()
	r.any()
	r.any() // seat 1 moves, so its first lapse is forgiven
	r.any()
	r.any()
	r.late()
	r.wantRulings("1 skip", "1 skip")
	r.any()
	r.any()
	r.refused(1, "nonsense") // nonsense does not reset the counter
	r.late()                 // the second lapse of seat 1 in consecutive turns
	r.wantRulings("1 skip", "1 skip", "1 remove")
	if p := r.position(); p.Players[1].Out != 1 || p.Players[1].Count != 0 {
		t.Errorf("seat 1 is %+v, want out", p.Players[1])
	}
}

func TestF6_PassedAndFreed(t *testing.T) {
	r := referee(t)
	r.board("fish/1 rules=course penguins=1 phase=move board=1/1/0/1/1/1/1 players=red:0:0:e1;white:0:0:a1;brown:0:0:b1 turn=red")
	r.move("e1-g1")
	if r.turn() != 2 {
		t.Fatalf("seat %d is asked, want brown: white can't move", r.turn())
	}
	r.late()
	r.move("g1-f1")
	if r.wantRulings("2 skip"); r.turn() != 2 {
		t.Fatalf("seat %d is asked, want brown: white is passed without being asked, and without a ruling", r.turn())
	}
	r.late()
	r.wantRulings("2 skip", "2 remove")
	if p := r.position(); p.Players[1].Count != 1 {
		t.Error("a stuck penguin has left under the course's rules")
	}
	r.move("f1-d1")
	if r.turn() != 1 {
		t.Fatalf("seat %d is asked, want white, whom the removal has freed", r.turn())
	}
	r.move("a1-b1")
}

func TestF7_StuckPenguinsLeave(t *testing.T) {
	r := referee(t)
	r.board("fish/1 rules=official penguins=1 phase=move board=3211000/00000000/0000000/00000000/0000000/00000000/0000000/00000011 " +
		"players=red:0:0:a3;white:0:0:a1;brown:5:2:h7 turn=red")
	r.move("a3-a2")
	p := r.position()
	want := [3][3]int32{{3, 2, 0}, {3, 1, 0}, {5, 2, 1}} // fish, tiles, penguins: brown's are unchanged
	for seat, w := range want {
		if pl := p.Players[seat]; [3]int32{pl.Fish, int32(pl.Tiles), int32(pl.Count)} != w {
			t.Errorf("seat %d has %d fish, %d tiles and %d penguins, want %v", seat, pl.Fish, pl.Tiles, pl.Count, w)
		}
	}
}

func TestF8_EverythingIsToldOnce(t *testing.T) {
	r := referee(t)
	r.must(2, nil)
	told := func(what string, do func()) {
		t.Helper()
		before := len(r.told)
		do()
		news := 0
		for _, c := range r.told[before:] {
			if len(c.Events) > 0 {
				news++
			}
		}
		if news != 1 {
			t.Errorf("%s was announced %d times, want once", what, news)
		}
	}
	told("a placement", r.any)
	for r.position().Phase == Placing {
		r.any()
	}
	told("a move", r.any)
	r.clock = r.clock.Add(23 * time.Hour)
	told("a reminder", r.attend)
	told("a skip", r.late)
	told("a move", r.any)
	r.clock = r.clock.Add(23 * time.Hour)
	r.attend()
	told("a removal", r.late)
	r.refused(0, "a1-a2")
}

func TestF9_End(t *testing.T) {
	t.Run("nobody can move", func(t *testing.T) {
		r := referee(t)
		r.board("fish/1 rules=course penguins=1 phase=move board=2/1/0/0/0/0/0/1/0/0/0/1 players=red:0:0:a1;white:2:1:h1;brown:1:1:l1 turn=red")
		r.move("a1-b1")
		if r.record().Status != matches.Over {
			t.Errorf("%s, want over", r.record().Status)
		}
	})
	t.Run("one is left", func(t *testing.T) {
		r := referee(t)
		r.must(2, nil)
		r.late()
		if rec := r.record(); rec.Status != matches.Over || rec.Outcome.Winners() != games.SeatSet(1) ||
			!rec.Clock.Deadline.IsZero() {
			t.Errorf("%s, %v, deadline %s; want over, won by seat 1, no clock", rec.Status, rec.Outcome,
				rec.Clock.Deadline)
		}
	})
	t.Run("not before", func(t *testing.T) {
		r := referee(t)
		r.must(3, nil)
		r.late()
		if rec := r.record(); rec.Status != matches.Running {
			t.Errorf("%s with two left, want running", rec.Status)
		}
	})
}

func TestF10_Places(t *testing.T) {
	r := referee(t)
	r.board("fish/1 rules=course penguins=1 phase=move board=2/1/0/0/0/0/0/1/0/0/0/1 players=red:0:0:a1;white:2:1:h1;brown:1:1:l1 turn=red")
	r.move("a1-b1")
	if o := r.record().Outcome; o == nil || o.Place != [4]int8{1, 1, 3} || o.Score != [4]int{2, 2, 1} {
		t.Errorf("outcome %+v, want places 1, 1, 3 and 2, 2, 1 fish", o)
	}
	r = referee(t)
	r.must(4, nil)
	r.late() // seat 0 is late first
	r.late() // then seat 1 is late
	r.any()
	r.late() // then seat 3 is late
	if o := r.record().Outcome; o == nil || o.Place != [4]int8{4, 3, 1, 2} {
		t.Errorf("outcome %+v, want places 4, 3, 1, 2: the first who was removed is last", o)
	}
}

// The tournament gets the result exactly once, also after a restart.
func TestF10_TheTournamentIsToldOnce(t *testing.T) {
	r := referee(t)
	tournaments := func() *tourney.Service {
		return tourney.New(tourney.Config{Store: r.store, Matches: r.svc, Now: func() time.Time { return r.clock }})
	}
	svc := tournaments()
	made, err := svc.Create(bg,
		tourney.Terms{
			Game: "fish", Format: "league", Rounds: 2, Place: matches.Place{Guild: "g", Channel: "c"},
			Owner: people[0], Cause: "i",
		})
	for _, p := range people[:3] {
		if err == nil {
			_, err = svc.Join(bg, made.ID, p)
		}
	}
	if err == nil {
		made, err = svc.Start(bg, made.ID, tourney.By{User: "ann"})
	}
	if err != nil {
		t.Fatal(err)
	}
	r.id = made.Played[0].Games[0].Match
	r.late()
	r.late() // two of three are out
	if r.record().Status != matches.Over {
		t.Fatal("the match is not over")
	}
	r.restart() // restarts before the tournament has the result
	svc = tournaments()
	if err := svc.Resume(bg); err != nil {
		t.Fatal(err)
	}
	first, err := svc.Attend(bg, made.ID)
	again, err2 := svc.Attend(bg, made.ID)
	if err != nil || err2 != nil || first.Version != again.Version {
		t.Errorf("attending again made version %d of %d: %v, %v", again.Version, first.Version, err, err2)
	}
	if g := first.Played[0].Games[0]; !g.Done || len(first.Played) != 1 || fmt.Sprint(g.Place) != "[3 2 1]" ||
		first.Status != tourney.Over {
		t.Errorf("%s, %+v; want it over with places 3, 2, 1, because only one is left", first.Status, first.Played)
	}
}

func TestF11_Restart(t *testing.T) {
	r := referee(t)
	r.must(2, nil)
	r.place()
	deadline := r.record().Clock.Deadline
	if err := r.svc.Referee.Alive(bg); err != nil {
		t.Fatal(err)
	}
	r.clock = r.clock.Add(3 * time.Hour)
	r.restart()
	if _, err := r.svc.Referee.Recover(bg); err != nil {
		t.Fatal(err)
	}
	if got := r.record().Clock.Deadline; !got.Equal(deadline) {
		t.Errorf("a deadline that has not passed moved from %s to %s", deadline, got)
	}
	r.clock = deadline.Add(-time.Minute)
	if err := r.svc.Referee.Alive(bg); err != nil {
		t.Fatal(err)
	}
	r.clock = deadline.Add(5 * time.Minute) // the deadline passed during the downtime
	for range 2 {
		r.restart()
		if _, err := r.svc.Referee.Recover(bg); err != nil {
			t.Fatal(err)
		}
	}
	r.attend()
	r.wantRulings()
	if got := r.record().Clock.Deadline; got.Before(r.clock.Add(time.Hour)) {
		t.Errorf("the new deadline is %s, want an hour's grace from %s", got, r.clock)
	}
	r.late()
	r.restart()
	r.attend()
	r.wantRulings("0 skip")
}

// F12: after any acts of players and clocks, fish and penguins are accounted for, the match
// continues or ends, and the log replays to the same state.
func TestF12_AnySequence(t *testing.T) {
	for seed := range uint64(60) {
		lot := rand.New(rand.NewPCG(seed, 12))
		options := games.Options{}
		if seed%2 == 1 {
			options = games.Options{"rules": "course", "rows": "5", "columns": "4"}
		}
		r := referee(t)
		rec, err := r.begin(2+lot.IntN(3), seed+1, options)
		if err != nil {
			t.Fatal(err)
		}
		fish := allFish(r.position())
		for n := 0; r.record().Status == matches.Running; n++ {
			if n > 1000 || r.turn() == games.Spectator {
				t.Fatalf("seed %d: stalls in %s", seed, r.record().Position)
			}
			r.anything(lot)
			if p := r.position(); allFish(p) != fish || !sound(p) {
				t.Fatalf("seed %d: %d fish, want %d, or a penguin in the water, in %s", seed, allFish(p), fish,
					r.record().Position)
			}
		}
		log, err := r.svc.Read.Log(bg, rec.ID)
		if err != nil {
			t.Fatal(err)
		}
		frames, err := matches.Frames(r.svc.Read.Of(rec).Rules(), rec, log)
		if err != nil || frames[len(frames)-1].Position.Text() != r.record().Position {
			t.Errorf("seed %d: the log replays to %v, %v\nwant %s", seed, frames, err, r.record().Position)
		}
	}
}

// anything performs one random act.
func (r *refereed) anything(lot *rand.Rand) {
	r.Helper()
	switch seat := games.Seat(lot.IntN(len(r.record().Players))); lot.IntN(12) {
	case 0:
		r.late()
	case 1:
		r.clock = r.clock.Add(time.Duration(lot.IntN(30)) * time.Hour)
		r.attend()
	case 2:
		_ = r.try(seat, []string{"a1", "a1-a2", "h8", "", "b3-b3", "z1-z9"}[lot.IntN(6)])
	case 3:
		if lot.IntN(6) == 0 {
			_, err := r.svc.Play.Resign(bg, matches.Act{Match: r.id, User: people[seat].User})
			if err != nil && !errors.Is(err, matches.ErrTooLate) {
				r.Fatal(err)
			}
		}
	default:
		r.any()
	}
}

func allFish(p Position) (n int) {
	for _, f := range p.Fish {
		n += int(f)
	}
	for _, pl := range p.Players {
		n += int(pl.Fish)
	}
	return n
}

// sound reports whether every penguin is on a tile of its own.
func sound(p Position) bool {
	var seen uint64
	for seat := range games.Seat(p.Seats) {
		for _, c := range p.penguins(seat) {
			if p.Fish[c] == 0 || seen&(1<<c) != 0 {
				return false
			}
			seen |= 1 << c
		}
	}
	return true
}
