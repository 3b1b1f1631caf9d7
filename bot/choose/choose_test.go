package choose

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
)

// Discord shows at most 25 entries in a menu. A longer menu has pages: a button leads to the previous
// page, except on the first one, and a button to the next page, except on the last one.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		half          string
		page, entries int
		want          string
	}{
		{"", 0, 25, ""},
		{"", 0, 26, "Next page 1/"},
		{"", 1, 50, "Previous page 0/"},
		{"", 1, 51, "Previous page 0/, Next page 2/"},
		{"c7", 0, 3, "Back c7"},
		{"c7", 1, 80, "Back c7, Previous page 0/c7, Next page 2/c7"},
	} {
		var got []string
		buttons := turning(lang.English, component.Target{Match: "m"}, Choice{Half: c.half}, c.page,
			discord.MaxOptions, c.entries)
		for _, b := range buttons {
			at, err := component.ParseID(b.(discordgo.Button).CustomID)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, b.(discordgo.Button).Label+" "+at.Text)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("page %d of %d entries after %q has %q, want %q", c.page, c.entries, c.half, s, c.want)
		}
	}
	for _, c := range []struct {
		text, path string
		page       int
	}{{"2/c7", "c7", 2}, {"c7", "c7", 0}, {"-1/c7", "-1/c7", 0}, {"x/y", "x/y", 0}, {"", "", 0}} {
		if page, path := ParsePage(c.text); page != c.page || path != c.path {
			t.Errorf("ParsePage(%q) = %d, %q; want %d, %q", c.text, page, path, c.page, c.path)
		}
	}
}
