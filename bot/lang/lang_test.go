package lang

import "testing"

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
