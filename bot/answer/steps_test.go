package answer

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// Controls play a whole move, or show what follows a step of it.
func TestSteps(t *testing.T) {
	t.Parallel()
	pos, err := gameNamed(t, "halatafl").Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	did := ""
	s := Steps{
		Play: func(_ context.Context, _ *request.Request, move string) (request.Reply, error) {
			did = "plays " + move
			return request.Reply{}, nil
		},
		Show: func(_ context.Context, _ *request.Request, half func(*games.View) string,
			page int,
		) (request.Reply, error) {
			did = fmt.Sprintf("shows page %d after %q", page, half(pos.View(0)))
			return request.Reply{}, nil
		},
	}
	for _, c := range []struct {
		name   string
		handle request.Handler
		text   string
		values []string
		want   string
		err    error
	}{
		{"a button", s.Button, "d4-d5", nil, "plays d4-d5", nil},
		{"a whole move of a menu", s.Menu, "", []string{choose.WholeMove + "d4-d5"}, "plays d4-d5", nil},
		{"half a move of a menu", s.Menu, "", []string{choose.HalfMove + "d4"}, `shows page 0 after "d4"`, nil},
		{"nothing of a menu", s.Menu, "", nil, "", component.ErrID},
		{"a page", s.Open, choose.PageText(2, "d4"), nil, `shows page 2 after "d4"`, nil},
		{"back from a step", s.Back, "d4", nil, `shows page 0 after ""`, nil},
	} {
		did = ""
		r := by(ann, "club", "hall")
		r.Target.Text, r.Values = c.text, c.values
		if _, err := c.handle(t.Context(), r); did != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: it %s, %v; want that it %s", c.name, did, err, c.want)
		}
	}
}

// P58: an answer names what keeps the board of its match from being shown: a permission that is
// missing here, or the failure of the last post there.
func TestBlockedNote(t *testing.T) {
	t.Parallel()
	b := wired(t)
	for _, c := range []struct {
		name string
		may  bool
		at   match.ChannelID
		want bool
	}{
		{"the bot may post here", true, "hall", false},
		{"it may not", false, "hall", true},
		{"it may not, but the board is elsewhere", false, "den", false},
	} {
		r := by(ann, "club", "hall")
		if !c.may {
			r.Ix.AppPermissions = 0
		}
		rec := match.Match{Record: match.Record{Place: match.Place{Guild: "club", Channel: c.at}}}
		if got := b.blockedNote(r, rec); (got != "") != c.want {
			t.Errorf("%s: %q, want a note: %t", c.name, got, c.want)
		}
	}
}
