package match

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/race"
	"paddock/games/match/calendar"
	"paddock/games/match/vote"
)

// P30, P39: names of an erased person are replaced wherever a match keeps a text, and their refused
// moves are deleted.
func TestP30FromTexts(t *testing.T) {
	ann := Player{User: "ann", Name: "Ann"}
	why := games.Say("%s can't do that.", "Ann")
	r := Record{
		Players: []Player{{User: "bob", Name: "Bob"}, ann}, DecidedBy: "Ann",
		Refused: []Refused{{Seat: 0, Move: "a", Why: why}, {Seat: 1, Move: "b", Why: why}},
		Closing: games.Say("%s is away.", "Ann"), Result: "Ann is away.",
		HandOvers: []HandOver{{From: Player{User: "cid"}, To: ann, Order: Order{By: "Mod", Reason: "Ann asks"}}},
		Heir: &HandOver{
			From: Player{User: "bob"}, To: Player{User: "dan"}, Order: Order{By: "Ann", Reason: "as Ann asks"},
		},
	}
	log := []Event{{Kind: Moved, User: "bob", Said: []games.Sentence{why}}}
	Erasure{User: "ann", As: "x7"}.From(&r, log)
	text := fmt.Sprint(r.Closing, r.Result, r.DecidedBy, r.HandOvers, *r.Heir, r.Refused, log)
	if strings.Contains(text, "Ann") {
		t.Errorf("left of Ann: %s", text)
	}
	if len(r.Refused) != 1 || r.Refused[0].Move != "a" {
		t.Errorf("refused moves: %+v, want Bob's", r.Refused)
	}
	log = []Event{{Kind: Ruled, User: "mod"}}
	r = Record{Players: []Player{{User: "bob"}}, DecidedBy: "Mo", Closing: games.Say("%s has decided.", "Mo")}
	if (Erasure{User: "mod"}).From(&r, log); r.DecidedBy != FormerPlayer || r.Result != "Former player has decided." {
		t.Errorf("decided by %q: %q", r.DecidedBy, r.Result)
	}
	seat, was := Erasure{User: "ann"}.Player(Player{User: "ann", Channel: "hall", Name: "#hall"})
	if want := (Player{Channel: "hall", Name: "#hall"}); seat != want || !was {
		t.Errorf("the channel's seat is %+v, %t", seat, was)
	}
}

// P29, P30: when a person is erased, a user who has blocked them keeps a mark in place of the id,
// by which they are recognised if they return, and the id in others' notes is replaced.
func TestForgetting(t *testing.T) {
	key := BlockKey("key")
	u := User{ID: "ann", Blocked: []UserID{"bob", "cid"}, Notebooks: map[ID]Notebook{
		"m": {Note: "beat <@bob>"}, "n": {Note: "quiet"},
	}}
	after, changed := u.Forgetting("bob", key)
	if !changed || !slices.Equal(after.Blocked, []UserID{"cid"}) || !after.Blocks("bob", key) ||
		after.Blocks("eve", key) {
		t.Errorf("blocked %v, marked %v", after.Blocked, after.Marked)
	}
	want := map[ID]Notebook{"m": {Note: "beat <@" + FormerPlayer + ">"}, "n": {Note: "quiet"}}
	if !reflect.DeepEqual(after.Notebooks, want) || u.Notebooks["m"].Note != "beat <@bob>" {
		t.Errorf("notes %v, were %v; want %v", after.Notebooks, u.Notebooks, want)
	}
	if _, changed := after.Forgetting("bob", key); changed {
		t.Error("there is more to forget")
	}
}

// Keep changes one User. A copy that was made before keeps its own list of messages.
func TestKeepLeavesCopies(t *testing.T) {
	u := User{ID: "ann"}
	u.Keep("m", OwnTurn, MessageRef{Message: "1"})
	was := u
	u.Keep("n", OwnTurn, MessageRef{Message: "2"})
	if len(was.Calls) != 1 || len(u.Calls) != 2 {
		t.Errorf("the copy has %v, the original %v", was.Calls, u.Calls)
	}
}

// P34: digests of different people come at different times of their hour.
func TestDigestsAreSpread(t *testing.T) {
	seen := make(map[time.Time]bool)
	for _, id := range []UserID{"ann", "bob", "cid"} {
		u := User{ID: id, Notify: ByDigest, Hours: calendar.Hours{Digest: 1 + 18}}
		due, _ := u.CallAgain(at(12), at(30))
		seen[due] = true
	}
	if len(seen) != 3 {
		t.Errorf("the digests of three come at %v", seen)
	}
}

// P19, P43: the test checks what a record remembers when a turn begins: the computer's view before
// its answer, three rounds of moves, and whose turn has to stand.
func TestStartTurnRemembers(t *testing.T) {
	duel := Record{
		Players: []Player{{User: "ann"}, {Computer: "easy"}}, Before: "p1", LastSeat: 0, LastMoves: []string{"a"},
		Stands: 3,
	}
	duel.StartTurn(1, "p2")
	if want := (&PastTurn{"p1", 0, []string{"a"}}); !reflect.DeepEqual(duel.Prior, want) || duel.Stands != 1 {
		t.Errorf("before the computer's turn there was %+v, and %b stand; want %+v", duel.Prior, duel.Stands, want)
	}
	if duel.StartTurn(0, "p3"); duel.Prior != nil || duel.Stands != 0 {
		t.Errorf("before a person's turn there was %+v, and %b stand", duel.Prior, duel.Stands)
	}
	if duel.StartTurn(games.Spectator, ""); duel.Stands != 3 {
		t.Errorf("after a ruling %b stand", duel.Stands)
	}
	four := Record{Players: make([]Player, 4), LastSeat: games.Spectator}
	for n := range 12 {
		four.StartTurn(games.Seat(n%4), "")
		four.LastMoves = []string{fmt.Sprint(n)}
		four.AddToTurn([]games.Event{{Say: games.Say("It counts.")}})
	}
	if n := len(four.Earlier); n != 9 || four.Earlier[0].Move != "2" || four.Earlier[8].Move != "10" ||
		len(four.Earlier[8].Said) != 1 {
		t.Errorf("%d moves are remembered: %v; want the nine before the last", n, four.Earlier)
	}
}

// P134: the event of a count says how the members voted.
func TestLastCount(t *testing.T) {
	v := Voting{Votes: []vote.Vote{{By: "ann", Move: "a"}, {By: "bob", Move: "a"}, {By: "cid", Move: "b"}}}
	want := []vote.Count{{Move: "a", Votes: 2}, {Move: "b", Votes: 1}}
	if got := v.Count(0); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(v.Last, want) {
		t.Errorf("%v, stored %v; want %v", got, v.Last, want)
	}
}

// P8: only a player against whom no win can be claimed may claim a win.
func TestClaimable(t *testing.T) {
	r := Record{
		Status: Running, Players: []Player{{User: "ann"}, {User: "bob"}, {Computer: "easy"}, {User: "cid"}},
		Waiting: games.SeatSet(0), Left: games.SeatSet(3),
	}
	r.Clock.Lapsed = true
	if got := r.Claimable(); got != games.SeatSet(1) {
		t.Errorf("%b may claim, want Bob", got)
	}
	if r.Clock.Lapsed = false; r.Claimable() != 0 {
		t.Error("somebody may claim before the time is up")
	}
}

// P31: the seal commits to all receipts, as the command that verifies it computes.
func TestSeal(t *testing.T) {
	r := Record{Receipts: []Receipt{{Digest: "aa"}, {Digest: "bb"}}}
	if got, want := r.Seal(), "486b34250bd4400c0aa90516fce9a9c0"; got != want { // what the command prints
		t.Errorf("the seal is %s, want %s", got, want)
	}
	if got, want := r.SealCommand(), "printf %s aa bb | sha256sum | cut -c 1-32"; got != want {
		t.Errorf("the command is %q, want %q", got, want)
	}
}

// Ids have the wanted length, and differ by their seed.
func TestDrawID(t *testing.T) {
	seen := make(map[string]bool)
	for seed := range uint64(50) {
		id := DrawID(seed, 5)
		if seen[id] = true; len(id) != 5 || strings.Trim(id, "23456789abcdefghjkmnpqrstuvwxyz") != "" {
			t.Errorf("seed %d draws %q", seed, id)
		}
	}
	if len(seen) < 50 {
		t.Errorf("50 seeds draw %d ids", len(seen))
	}
}

// A proposal lists the sides that a challenger can choose. If it continues from a position, it
// takes the number of seats from that, and is not rated.
func TestSides(t *testing.T) {
	for want, g := range map[string]*games.Game{"[me them random]": nim.New(), "[]": race.New(false)} {
		if got := fmt.Sprint(Sides(g)); got != want {
			t.Errorf("%s: %s, want %s", g.ID, got, want)
		}
	}
	named := *race.New(false)
	named.SideOption = "colour"
	if got := fmt.Sprint(Sides(&named)); got != "[red green blue grey random]" {
		t.Errorf("by the names of seats: %s", got)
	}
	p := Proposal{From: "nim/1 1.0.2 to=0"}
	if err := p.GoOn(nim.New()); err != nil || p.Setup.Seats != 2 || !p.Unrated {
		t.Errorf("from a position: %v, %d seats, unrated %t", err, p.Setup.Seats, p.Unrated)
	}
}

// Frames has a frame with its position for each ruling that the game applies.
func TestFrameOfARuling(t *testing.T) {
	g := race.New(false)
	pos, err := g.Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	frames, err := Frames(g, Record{ID: "m"}, []Event{
		{Seq: 1, Kind: Began, Note: pos.Text()}, {Seq: 2, Kind: Ruled, Ruling: games.Skip, Seat: 0},
	})
	if err != nil || len(frames) != 2 || frames[1].Position.Turn().Waiting != games.SeatSet(1) {
		t.Errorf("%d frames, %v; want one in which the second seat is to move", len(frames), err)
	}
}

// Parsings returns the position it holds without parsing it again. A position that can't be parsed is
// damaged: the error says why, except in a game with secrets.
func TestParsings(t *testing.T) {
	g := nim.New()
	pos, err := g.Parse("nim/1 1.0.2 to=0")
	if err != nil {
		t.Fatal(err)
	}
	var c Parsings
	r := Record{ID: "m", Position: pos.Text()}
	c.Hold(c.Match(r, g, Parsed(pos)))
	m := c.Match(r, g)
	if again, err := m.Parse(); err != nil || again != pos {
		t.Errorf("%v, %v; want the position that was held", again, err)
	}
	for _, g := range []*games.Game{race.New(false), race.New(true)} {
		_, err := parse(g, "m", "x")
		if !errors.Is(err, ErrDamaged) || strings.HasSuffix(err.Error(), ErrDamaged.Error()) != g.Hidden {
			t.Errorf("%s: %v", g.ID, err)
		}
	}
}

// The Hear of a process that shares its store with no other one waits until its context ends.
func TestAloneHears(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		ended := false
		var err error
		go func() {
			err = Alone{}.Hear(ctx, nil)
			ended = true
		}()
		if synctest.Wait(); ended {
			t.Errorf("it ends with %v", err)
		}
		leave()
		if synctest.Wait(); !errors.Is(err, context.Canceled) {
			t.Errorf("its caller has gone: %v", err)
		}
	})
}
