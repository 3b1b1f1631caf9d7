package activity

import (
	"strings"
	"testing"

	"paddock/bot/lang"
	"paddock/games/match"
)

// P152: the curve of a match is the higher, the better for its reader, or for the first seat if they
// don't play. Names are texts in it, and mistakes are spots.
func TestP152Course(t *testing.T) {
	rec := match.Match{Record: match.Record{
		Players: []match.Player{{User: ann, Name: "Ann"}, {User: bob, Name: "<Bob>"}},
	}}
	shares := []float64{0.5, 1, 0}
	for who, want := range map[match.UserID][]string{
		ann: {
			`<polyline points="0.0,17.0 150.0,2.0 300.0,32.0 "`, `cx="150.0" cy="2.0"`,
			"Up: Ann is ahead. Down: &lt;Bob&gt; is", "</tspan> Ann</text>",
			`<text y="9.5">100 %</text><text y="21">50 %</text><text y="33">100 %</text>`,
		},
		bob: {
			`<polyline points="0.0,17.0 150.0,32.0 300.0,2.0 "`, `cx="150.0" cy="32.0"`,
			"Up: &lt;Bob&gt; is ahead. Down: Ann is", "</tspan> &lt;Bob&gt;</text>",
		},
		cid: {`<polyline points="0.0,17.0 150.0,2.0 300.0,32.0 "`, "Up: Ann is ahead."},
	} {
		got := course(asker{session: session{User: who}, In: lang.English}, rec, shares, 1, 7)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s sees %s, without %s", who, got, part)
			}
		}
		if n := strings.Count(got, "<circle"); n != 1 {
			t.Errorf("%s sees %d mistakes, want 1", who, n)
		}
	}
	if shares[1] != 1 {
		t.Error("a drawing changes the shares")
	}
	for _, few := range [][]float64{nil, {0.5}} {
		if got := course(asker{}, rec, few); got != "" {
			t.Errorf("%v is drawn as %s", few, got)
		}
	}
}

// P152: a curve is as long as the match, also where moves only played out what was decided, so that
// the dot of a mistake stands at its board. Each part of the curve leads to the nearest mistake.
func TestP152CoursePlayedOut(t *testing.T) {
	rec := match.Match{Record: match.Record{Players: []match.Player{{User: ann}, {User: bob}}, Moves: 5, PlayedOut: 2}}
	got := course(asker{session: session{User: ann}, In: lang.English}, rec, []float64{0.5, 1, 1}, 1, 2)
	for _, part := range []string{
		`points="0.0,17.0 75.0,2.0 150.0,2.0 225.0,2.0 300.0,2.0 "`, `cx="75.0"`, `cx="150.0"`,
		`<path d="M-46.0 -13H112.5V47H-46.0" data-turn="0"/><path d="M112.5 -13H304.0V47H112.5" data-turn="1"/>`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("the curve is %s, without %s", got, part)
		}
	}
}

// P152: the players' names are in a line above the curve of a match, because on the curve they would hide it.
// Long names are cut, so that there is room for both.
func TestP152CourseLeavesNamesReadable(t *testing.T) {
	rec := match.Match{Record: match.Record{
		Players: []match.Player{{User: ann, Name: "Ann"}, {User: bob, Name: "A name with thirty-two letters."}},
	}}
	got := course(asker{session: session{User: ann}, In: lang.English}, rec, []float64{0.9, 0.9, 0.1})
	for _, part := range []string{
		`viewBox="-46 -13 350 60"`,
		`<text x="2" y="-3" text-anchor="start" `, `<tspan fill="#e0a02c">▲</tspan> Ann</text>`,
		`<text x="300" y="-3" text-anchor="end" `, `<tspan fill="#878c96">▼</tspan> A name with thirt…</text>`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("the curve is %s, without %s", got, part)
		}
	}
}
