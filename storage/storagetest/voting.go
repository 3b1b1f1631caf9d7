package storagetest

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/match/vote"
)

// testVoting keeps the votes of a channel: they come back as they were given, find their voters
// when these are erased, and only a program that understands them gets the match.
func testVoting(t *testing.T, s match.Store) {
	const cat, dee = match.UserID("1234567890"), match.UserID("1234567891")
	r := Running("m1")
	r.Players[0].Channel = "c1"
	r.Voting = &match.Voting{
		Terms: vote.Terms{Window: 12 * time.Hour, Voters: 5, Open: true}, Second: noon,
		Last:    []vote.Count{{Move: "3", Votes: 2}, {Move: "4", Votes: 1}},
		Votes:   []vote.Vote{{By: string(dee), Move: "4"}, {By: string(cat), Move: "3"}},
		Turnout: []match.Voter{{User: cat, Seat: 0, Turns: 7}, {User: "ann", Seat: 0, Turns: 2}},
	}
	head, err := s.Append(ctx, r, match.Event{At: noon, Kind: match.Voted, Cause: "i1", User: cat})
	if err != nil {
		t.Fatal(err)
	}
	r.Head = head
	got, err := s.Record(ctx, "m1")
	if err != nil || !reflect.DeepEqual(got.Voting, r.Voting) || got.Players[0] != r.Players[0] {
		t.Errorf("the vote is %s, %v; want %s", encode(got.Voting), err, encode(r.Voting))
	}
	got.Voting.Votes[0].Move, got.Voting.Turnout[0].Turns = "9", 99
	if again, err := s.Record(ctx, "m1"); err != nil || !reflect.DeepEqual(again.Voting, r.Voting) {
		t.Errorf("a change of a copy changes the store to %s, %v", encode(again.Voting), err)
	}
	for _, u := range []match.UserID{cat, dee} { // the log never mentions dee
		if ids, err := s.Mentions(ctx, u); !slices.Equal(ids, []match.ID{"m1"}) || err != nil {
			t.Errorf("Mentions(%s) = %v, %v; want m1", u, ids, err)
		}
		if list, err := s.ByUser(ctx, u); len(list) > 0 || err != nil {
			t.Errorf("ByUser(%s) = %v, %v; a voter has no seat", u, ids(list), err)
		}
	}
	if err := s.Rewrite(ctx, "m1", match.Erasure{User: cat, As: "x7"}.From); err != nil {
		t.Fatal(err)
	}
	if err := s.EraseUser(ctx, cat, match.BlockKey("key")); err != nil {
		t.Fatal(err)
	}
	got, err = s.Record(ctx, "m1")
	if err != nil || len(got.Voting.Votes) != 1 || len(got.Voting.Turnout) != 1 || got.Head != head {
		t.Errorf("after an erasure the vote is %s, %v", encode(got.Voting), err)
	}
	if ids, err := s.Mentions(ctx, cat); len(ids) > 0 || err != nil {
		t.Errorf("Mentions(%s) = %v, %v after the erasure", cat, ids, err)
	}
}
