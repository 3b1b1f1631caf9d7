package match

import (
	"fmt"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/match/vote"
)

// P30: a name is replaced where it is a whole word, whatever its characters.
func TestP30Rename(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"Ann", "Ann", "Former player"},
		{"Ann and Annette, Joann, Ann", "Ann", "Former player and Annette, Joann, Former player"},
		{"Ann (South) v Ann (North)", "Ann", "Former player (South) v Former player (North)"},
		{"Ann Ann", "Ann", "Former player Former player"},
		{"AnnAnn", "Ann", "AnnAnn"},
		{"player one", "player", "Former player one"},
		{"*.* wins", "*.*", "Former player wins"},
		{"Zoë", "Zo", "Zoë"},
		{"Ann", "", "Ann"},
	} {
		if got := RenameText(c.text, c.name); got != c.want {
			t.Errorf("RenameText(%q, %q) = %q, want %q", c.text, c.name, got, c.want)
		}
	}
	say := games.Say("%s beats %s: %d", "Ann", games.Say("%s", "Ann"), 3)
	if got, want := Rename(say, "Ann").String(), "Former player beats Former player: 3"; got != want {
		t.Errorf("Rename = %q, want %q", got, want)
	}
}

// P30: an erased person leaves nothing in a record, in any role.
func TestP30From(t *testing.T) {
	r := Record{
		Owner: "ann", Invited: "ann", Players: []Player{{User: "bob", Name: "Bob"}, {User: "ann", Name: "Ann"}},
		Rematch: map[string]bool{"ann": true}, Parked: &Parking{Wanted: map[UserID]Place{"ann": {}}},
		Outcome: &games.Outcome{Say: games.Say("%s has resigned. %s wins!", "Ann", "Bob")},
		Result:  "Ann has resigned. Bob wins!",
		Notices: []Notice{{To: "bob"}},
		Voting:  &Voting{Votes: []vote.Vote{{By: "bob"}}, Turnout: []Voter{{User: "bob"}}},
	}
	log := []Event{
		{Kind: Joined, User: "ann"},
		{Kind: Moved, User: "bob"},
		{Kind: Ruled, User: "ann", Ruling: RulingDecide, Note: "Ann was late"},
	}
	gone := Erasure{User: "ann", As: "x7"}
	if !gone.From(&r, log) {
		t.Error("From says that ann was not there")
	}
	if r.Owner != "" || r.Invited != "" || r.Players[1] != (Player{Name: FormerPlayer, Gone: "x7"}) ||
		r.Players[1].Empty() || len(r.Rematch)+len(r.Parked.Wanted) != 0 {
		t.Errorf("left of ann: %+v", r)
	}
	if want := "Former player has resigned. Bob wins!"; r.Result != want {
		t.Errorf("the result is %q, want %q", r.Result, want)
	}
	if log[0].User != "" || log[1].User != "bob" || log[2].Note != "Former player was late" {
		t.Errorf("the log is %+v", log)
	}
	if gone.From(&r, log) {
		t.Error("From finds ann a second time")
	}
}

// P30: a direct message's channel identifies a person. An erasure removes it from a match in which nobody
// is left, and only then.
func TestP30FromDirectMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		r    Record
		left ChannelID
	}{
		{"alone against a computer", Record{Owner: "ann", Players: []Player{{User: "ann"}, {Computer: "easy"}}}, ""},
		{"in a server", Record{Place: Place{Guild: "g"}, Owner: "ann", Players: []Player{{User: "ann"}}}, "dm"},
		{"another owner", Record{Owner: "bob", Players: []Player{{User: "ann"}}}, "dm"},
		{"another player", Record{Owner: "ann", Players: []Player{{User: "ann"}, {User: "bob"}}}, "dm"},
		{"another person's", Record{}, "dm"},
	} {
		c.r.Place.Channel, c.r.Head, c.r.Turn, c.r.Shown.Message = "dm", 7, 3, "board"
		Erasure{User: "ann", As: "x7"}.From(&c.r, nil)
		want := Shown{Message: "board"}
		if c.left == "" {
			want = Shown{Head: 7, Turn: 3, Pinged: 3}
		}
		if c.r.Place.Channel != c.left || c.r.Shown != want {
			t.Errorf("%s: channel %q, shown %+v; want %q, %+v", c.name, c.r.Place.Channel, c.r.Shown, c.left, want)
		}
	}
}

// P30, P106: an erased moderator or former holder of a seat leaves nothing in a record.
func TestP30FromOrders(t *testing.T) {
	ann := Player{User: "ann", Name: "Ann"}
	for _, order := range []HandOver{
		{From: ann, To: Player{User: "cid", Name: "Cid"}, Order: Order{By: "Mod", Reason: "Ann is away"}},
		{
			From: Player{User: "cid", Name: "Cid"}, To: Player{User: "dan", Name: "Dan"},
			Order: Order{By: "Ann", Reason: "Ann wants it"},
		},
	} {
		by := UserID("mod")
		if order.By == "Ann" {
			by = "ann"
		}
		r := Record{
			Players: []Player{{User: "bob", Name: "Bob"}}, HandOvers: []HandOver{order},
			Closing: games.Say("%s: %s", order.By, order.Reason),
		}
		log := []Event{{Kind: HandedOver, User: by, By: order.By, Note: order.Reason}}
		gone := Erasure{User: "ann", As: "x7"}
		if !gone.From(&r, log) {
			t.Error("From says that ann was not there")
		}
		if text := fmt.Sprint(r, log); strings.Contains(strings.ToLower(text), "ann") {
			t.Errorf("left of ann: %s", text)
		}
		if gone.From(&r, log) {
			t.Error("From finds ann a second time")
		}
	}
}
