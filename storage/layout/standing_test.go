package layout

import (
	"encoding/json"
	"testing"

	"paddock/games/match"
)

// A standing is read like json.Unmarshal reads it: quickly in the form of json.Marshal, and
// correctly in any form.
func TestReadStanding(t *testing.T) {
	all := []match.Standing{
		{},
		{
			Game: "kalah", Who: match.Player{User: "100"},
			Skill: match.Skill{Rating: 1512.25, Deviation: 87.5, Volatility: 0.06, At: 1700000000000000000}, Rated: 3,
			Played: 4, Won: 1, Drawn: 2, Late: 1,
		},
		{
			Game: "fish", Pool: match.WithComputers, Who: match.Player{Computer: "easy"},
			Skill: match.Skill{Rating: 1e21, Deviation: 1e-9, Volatility: -0.5},
		},
		{Game: "halatafl", Who: match.Player{Gone: "former player 7"}, Skill: match.Skill{Rating: 1500}},
		{Game: "kalah", Who: match.Player{User: "1", Name: "Ann", Computer: "x", Gone: "y"}},
	}
	for _, s := range all {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := quickStanding(text); !ok || got != s {
			t.Errorf("quickly: %s is read as %+v, %v", text, got, ok)
		}
	}
	odd := match.Standing{Game: "kalah", Who: match.Player{User: "1", Name: "Zoë \\ \"x\""}}
	text, _ := json.Marshal(odd)
	if _, ok := quickStanding(text); ok {
		t.Errorf("%s has been read quickly", text)
	}
	if got, err := ReadStanding(text); err != nil || got != odd {
		t.Errorf("%s is read as %+v, %v", text, got, err)
	}
	for _, bad := range []string{
		"", "{", `{"Game":"kalah"`, `{"Game":1}`,
		`{"Game":"kalah","Pool":0,"Who":{},"Rating":x}`, "null null",
	} {
		if got, ok := quickStanding([]byte(bad)); ok {
			t.Errorf("%q is read quickly as %+v", bad, got)
		}
		if _, err := ReadStanding([]byte(bad)); err == nil {
			t.Errorf("%q is a standing", bad)
		}
	}
}

// A quick read gives the same as json.Unmarshal.
func FuzzReadStanding(f *testing.F) {
	f.Add([]byte(`{"Game":"kalah","Pool":0,"Who":{"User":"100"},"Rating":1512.25,"Deviation":87.5,"Volatility":0.06,"At":17,"Rated":3,"Played":4,"Won":1,"Drawn":2,"Late":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, ok := quickStanding(text)
		var want match.Standing
		if err := json.Unmarshal(text, &want); ok && (err != nil || got != want) {
			t.Errorf("%q is read as %+v, want %+v (%v)", text, got, want, err)
		}
	})
}
