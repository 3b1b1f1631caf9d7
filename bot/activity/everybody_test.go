package activity

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// asks lists the requests that everybody makes in each state; those that change something come
// last.
var asks = []struct {
	method, path string
	body         posted
}{
	{"GET", "/api/matches", posted{}},
	{"GET", "", posted{}},
	{"GET", "?step=0", posted{}},
	{"GET", "?step=99", posted{}},
	{"GET", "/complete?typed=d4", posted{}},
	{"GET", "/try?line=1", posted{}},
	{"GET", "/try?line=1+4&typed=1", posted{}},
	{"GET", "/try?line=d4-d5", posted{}},
	{"POST", "/lines", posted{Line: []string{"1", "1"}}},
	{"POST", "/lines", posted{Line: []string{"1"}}},
	{"POST", "/lines", posted{Line: []string{"9"}}},
	{"POST", "/note", posted{Text: " slow "}},
	{"POST", "/arrange", posted{Name: "shuffle"}},
	{"POST", "/arrange", posted{Name: "saved", Input: []string{"stratego"}}},
	{"POST", "/arrange", posted{Name: "saved"}},
	{"POST", "/moves", posted{}},
	{"POST", "/moves", posted{Move: "9"}},
	{"POST", "/nonsense", posted{}},
	{"POST", "/acts", posted{Act: "nonsense"}},
	{"POST", "/acts", posted{Act: component.ActNoDraw}},
	{"POST", "/acts", posted{Act: component.ActNoUndo}},
	{"POST", "/acts", posted{Act: component.ActPause}},
	{"POST", "/acts", posted{Act: component.ActNoPause}},
	{"POST", "/acts", posted{Act: component.ActPause}},
	{"GET", "", posted{}},
	{"POST", "/acts", posted{Act: component.ActGoOn}},
	{"POST", "/acts", posted{Act: component.ActClaim}},
	{"POST", "/acts", posted{Act: component.ActPlayOut}},
	{"POST", "/acts", posted{Act: component.ActNext}},
	{"POST", "/acts", posted{Act: component.ActCancel}},
	{"POST", "/acts", posted{Act: component.ActDraw}},
	{"GET", "", posted{}},
	{"POST", "/moves", posted{Move: "1"}},
	{"POST", "/moves", posted{Move: "d4-d5"}},
	{"POST", "/acts", posted{Act: component.ActTakeback}},
	{"POST", "/acts", posted{Act: component.ActResign}},
	{"POST", "/acts", posted{Act: component.ActRematch}},
	{"GET", "", posted{}},
	{"GET", "/api/matches", posted{}},
}

// Everybody reads the page of a match and does everything there, in each state of it. The golden
// file of answers is reviewed as a diff.
func TestEverybody(t *testing.T) {
	move := func(u match.UserID, text string) func(*desk, match.Match) {
		return func(d *desk, rec match.Match) { d.does(u, rec.ID, "moves", posted{Move: text}) }
	}
	act := func(u match.UserID, what component.Action) func(*desk, match.Match) {
		return func(d *desk, rec match.Match) { d.does(u, rec.ID, "acts", posted{Act: what}) }
	}
	var b strings.Builder
	written := map[string]bool{} // answers that the page has already
	for _, state := range []struct {
		name    string
		game    games.ID
		options games.Options
		lead    []func(*desk, match.Match)
	}{
		{"Kalah begun", "kalah", nil, nil},
		{"Kalah after two moves", "kalah", nil, []func(*desk, match.Match){move(ann, "1"), move(bob, "1")}},
		{"Kalah, another move", "kalah", nil, []func(*desk, match.Match){move(ann, "3")}},
		{"draw offered", "kalah", nil, []func(*desk, match.Match){move(ann, "1"), act(ann, component.ActDraw)}},
		{"takeback asked", "kalah", nil, []func(*desk, match.Match){move(ann, "1"), act(ann, component.ActTakeback)}},
		{
			"over by resignation", "kalah", nil,
			[]func(*desk, match.Match){move(ann, "1"), act(bob, component.ActResign)},
		},
		{"cancelled", "kalah", nil, []func(*desk, match.Match){act(ann, component.ActCancel)}},
		{"Halatafl", "halatafl", nil, []func(*desk, match.Match){move(ann, "d4-d5")}},
		{"armies", "stratego", games.Options{"army": "barrage"}, nil},
		{"placing", "fish", nil, nil},
	} {
		d := newDesk(t)
		rec := d.begin(state.game, state.options)
		other := d.begin("kalah", nil)
		for _, step := range state.lead {
			step(d, rec)
		}
		d.wait(time.Minute)
		names := strings.NewReplacer(string(rec.ID), "MATCH", string(other.ID), "OTHER", string(ann), "ANN",
			string(bob), "BOB", string(eve), "EVE")
		fmt.Fprintf(&b, "# %s\n", state.name)
		for n, ask := range asks {
			path := ask.path
			if !strings.HasPrefix(path, "/api") {
				path = "/api/matches/" + string(rec.ID) + path
			}
			told, said := map[string][]string{}, []string{}
			for _, u := range []match.UserID{eve, "", bob, ann} {
				var body any
				if ask.method == "POST" {
					now, err := d.svc.Read.Match(t.Context(), rec.ID)
					if err != nil {
						t.Fatal(err)
					}
					p := ask.body
					p.Head, p.Cause = now.Head, strconv.Itoa(n)
					body = p
				}
				status, answer := d.ask(u, ask.method, path, body)
				text := fmt.Sprint(status, " ", names.Replace(gist(t, answer)))
				if told[text] == nil {
					said = append(said, text)
				}
				told[text] = append(told[text],
					map[match.UserID]string{eve: "Eve", bob: "Bob", ann: "Ann", "": "nobody"}[u])
			}
			fmt.Fprintf(&b, "%s %s %s%s%s%s:", ask.method, ask.path, ask.body.Move, ask.body.Act, ask.body.Name,
				strings.Join(ask.body.Line, " "))
			fresh := ""
			for _, text := range said {
				sum := sha256.Sum256([]byte(text)) // the number would change with every answer before this one
				code := hex.EncodeToString(sum[:3])
				if !written[text] {
					written[text] = true
					fresh += fmt.Sprintf("  (%s) %s\n", code, text)
				}
				fmt.Fprintf(&b, " %s %s.", strings.Join(told[text], ", "), code)
			}
			b.WriteString("\n" + fresh)
		}
	}
	golden.Check(t, "testdata/everybody.txt", b.String())
}

// gist returns an answer in one line, without drawings, words about the board and digests.
func gist(t *testing.T, answer string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		return http.StatusText(http.StatusTeapot) + answer
	}
	// all choices that end on cells, those of whole moves with an exclamation mark, and the words
	// of the first two
	ways := func(list []any) any {
		short := ""
		for n, c := range list {
			c := c.(map[string]any)
			if c["cell"] == nil {
				return list
			}
			if short += fmt.Sprintf(" %v:%s", c["cell"], c["text"]); c["whole"] == true {
				short += "!"
			}
			if n < 2 {
				short += fmt.Sprintf(" (%s)", c["label"])
			}
		}
		return short
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range []string{"picture", "mark", "words", "learn"} {
				delete(v, k)
			}
			for k := range v {
				if list, ok := v[k].([]any); ok && k == "choices" {
					v[k] = ways(list)
				}
				v[k] = walk(v[k])
			}
		case []any:
			for n := range v {
				v[n] = walk(v[n])
			}
			if len(v) > 4 {
				return append(v[:4], fmt.Sprint(len(v)-4, " more"))
			}
		}
		return v
	}
	v = walk(v)
	if m, ok := v.(map[string]any); ok && len(m) > 3 { // the keys are in a fixed order, without quotes
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(m)) {
			raw, err := json.Marshal(m[k])
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, k+"="+string(raw))
		}
		return strings.Join(parts, " ")
	}
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
