package activity

import "testing"

// Texts on the page do not begin with an emoji that common fonts lack.
func TestPlainSigns(t *testing.T) {
	for text, want := range map[string]string{
		"✅ Right!": "✔ Right!", "❌ **d4** is not the best.": "✘ d4 is not the best.",
		"🌴 Ann is on vacation.": "Ann is on vacation.", "⏰ Your time ran out.": "Your time ran out.",
		"Ann ❌ plays.": "Ann ❌ plays.",
	} {
		if got := plain(text); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}
