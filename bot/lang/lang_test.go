package lang

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"paddock/games"
)

// P53: the language follows from the locale that Discord gives.
func TestMatch(t *testing.T) {
	for locale, want := range map[string]Language{
		"sv-SE": Swedish, "sv": Swedish, "de": German, "de-AT": German, "en-US": English, "en-GB": English,
		"fr": English, "da": English, "no": English, "nl": English, "zh-TW": English, "": English, "??": English,
	} {
		if got := Match(locale); got != want {
			t.Errorf("Match(%q) = %q, want %q", locale, got, want)
		}
	}
}

func TestNamesOfLanguages(t *testing.T) {
	for _, l := range All {
		if back, ok := ByCode(l.Code()); !ok || back != l || l.OwnName() == "" {
			t.Errorf("ByCode(%q) = %q, %t; its own name is %q", l.Code(), back, ok, l.OwnName())
		}
	}
	if l, ok := ByCode("tlh"); ok || l != English {
		t.Errorf("ByCode of a language that is not spoken = %q, %t", l, ok)
	}
	if English.Code() != "en" {
		t.Errorf("the code of English is %q", English.Code())
	}
}

// A sentence is translated with its arguments, some of which are sentences. A number among the
// arguments selects the plural form.
func TestSpeak(t *testing.T) {
	for _, c := range []struct {
		in   Language
		s    games.Sentence
		want string
	}{
		{English, games.Say("%d days", 3), "3 days"},
		{German, games.Say("%d days", 3), "3 Tage"},
		{Swedish, games.Say("%d hours", 2), "2 timmar"},
		{German, games.Say("%d fish · %d tiles", 1, 2), "1 Fisch · 2 Sch."},
		{German, games.Say("%s a move", games.Say("1 day")), "1 Tag pro Zug"},
		{
			Swedish, games.Say("a sentence that nobody has translated: %d%%", 7),
			"a sentence that nobody has translated: 7%",
		},
		{Swedish, games.Say("%s and %s", "Ann, Former player (black)", "Bob"), "Ann, Tidigare spelare (black) och Bob"},
		{English, games.Say("%s and %s", "Ann", "Former player"), "Ann and Former player"},
		{German, games.Sentence{}, ""},
	} {
		if got := c.in.Speak(c.s); got != c.want {
			t.Errorf("in %s %q: %q, want %q", c.in.Code(), c.s.Format, got, c.want)
		}
	}
	if got := German.Say(games.Say("%d hours"), 5); got != "5 Stunden" {
		t.Errorf("Say = %q", got)
	}
}

// Fixed texts keep their percent signs. A text without a translation stays English.
func TestTextAndName(t *testing.T) {
	const unknown = "100 % of nothing"
	for _, l := range All {
		if got := l.Text(unknown); got != unknown {
			t.Errorf("in %s: %q", l.Code(), got)
		}
		if got := l.Name("no-such-command"); got != "no-such-command" {
			t.Errorf("in %s the name %q", l.Code(), got)
		}
	}
	if got := Swedish.Name("games"); got != "partier" || English.Name("games") != "games" ||
		Swedish.Names()["games"] != got {
		t.Errorf("/games is called %q in Swedish", got)
	}
	if len(English.Names()) != 0 {
		t.Error("English names are translated")
	}
	for english := range English.Texts() {
		t.Errorf("English is translated: %q", english)
	}
	n := 0
	for english, forms := range German.Texts() {
		if n++; english == "" || len(forms) == 0 || forms[0] == "" && len(forms) == 1 {
			t.Errorf("%q has the forms %q", english, forms)
		}
	}
	if n < 100 {
		t.Errorf("German has %d texts", n)
	}
	for range German.Texts() {
		break // a caller may stop early
	}
}

// A translation is a string or plural forms. Anything else is an error that says so.
func TestUnmarshalText(t *testing.T) {
	for raw, want := range map[string]text{
		`"hej"`: {fixed: "hej"},
		`{"arg":2,"one":"%d dag","other":"%d dagar"}`: {
			fixed: "%d dagar", arg: 2,
			forms: []any{"one", "%d dag", "other", "%d dagar"},
		},
		`{"one":"en","other":"flera"}`: {
			fixed: "flera", arg: 1,
			forms: []any{"one", "en", "other", "flera"},
		},
	} {
		var got text
		if err := json.Unmarshal([]byte(raw), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v; want %+v", raw, got, err, want)
		}
	}
	if err := json.Unmarshal([]byte(`7`), new(text)); err == nil || !strings.Contains(err.Error(), "plural forms") {
		t.Errorf("a number for a translation: %v", err)
	}
}

// Only a closely related language is matched: Austrian German is German, and Norwegian is not
// Swedish. A text with plural forms lists all of them.
func TestCloseLanguages(t *testing.T) {
	for locale, want := range map[string]Language{
		"nb": English, "nn-NO": English, "de-CH": German, "sv-FI": Swedish,
		"xx": English,
	} {
		if got := closest(locale); got != want {
			t.Errorf("%q is answered in %q, want %q", locale, got, want)
		}
	}
	forms := map[string][]string{}
	for english, all := range German.Texts() {
		forms[english] = all
	}
	if got := forms["%d fish"]; len(got) != 2+1 || !slices.Contains(got, "%d Fisch") ||
		!slices.Contains(got, "%d Fische") {
		t.Errorf("the forms of %%d fish are %q", got)
	}
	if got := German.Text("Resign"); got != forms["Resign"][0] || got == "Resign" {
		t.Errorf("the text of Resign is %q, want %q", got, forms["Resign"])
	}
}
