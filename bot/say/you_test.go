package say

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/games"
)

// A sentence that one player alone reads calls this player "you", as the subject and elsewhere in the
// sentence. It calls other players by their names.
func TestToYou(t *testing.T) {
	ann, bob := games.Say("%s", "Ann"), games.Say("%s", "Bob")
	sowed := func(who games.Sentence) games.Sentence { return games.Say("%s sowed hole %s", who, "3") }
	again := func(said games.Sentence) games.Sentence { return games.Say("%s and sows again", said) }
	for _, c := range []struct {
		said games.Sentence
		want string
	}{
		{
			again(games.Say("%s and captured %s", sowed(ann), games.Say("%d beans", 5))),
			"You sowed hole 3 and captured 5 beans and sow again",
		},
		{again(sowed(bob)), "Bob sowed hole 3 and sows again"},
		{games.Say("%s, then %s", sowed(bob), sowed(ann)), "Bob sowed hole 3. You sowed hole 3"},
		{games.Say("%s takes %s's Flag and wins.", ann, bob), "You take Bob's Flag and win."},
		{games.Say("%s takes %s's Flag and wins.", bob, ann), "Bob takes your Flag and wins."},
		{games.Say("%s has resigned. %s wins!", "Bob", "Ann"), "Bob has resigned. You win!"},
		{games.Say("%s Well played, %s!", games.Say("The sheep win!"), "Ann"), "The sheep win! Well played!"},
		{games.Say("%s is thinking", ann), "Ann is thinking"},
		{games.Say("The way is blocked at %s by %s.", "d3", ann), "Your own penguin on d3 is in the way."},
		{games.Say("⏰ %s ran out of time, so %s is out of the game.", "Ann", "Ann"), "⏰ You ran out of time, so you are out of the game."},
		{games.Say("%s has given up.", "Bob"), "Bob has given up."},
		{games.Say(TakenOut.Format, "Mod", "Ann", "Ann"), "Mod, a moderator, has taken you out of this match. Reason: Ann."},
	} {
		if got := ToYou(c.said, "Ann").String(); got != c.want {
			t.Errorf("%q is %q for Ann, want %q", c.said, got, c.want)
		}
	}
}

// Each sentence that has a form for its reader is one that games, matches or boards say.
func TestYoursAreSaid(t *testing.T) {
	var source strings.Builder
	for _, dir := range []string{"../../games", "../board", "."} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == "you.go" {
				return err
			}
			b, err := os.ReadFile(path)
			source.Write(b)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for format := range yours {
		if !strings.Contains(source.String(), `"`+format+`"`) {
			t.Errorf("nobody says %q", format)
		}
	}
}
