package play

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
)

// P51: in positions of all games, and for any typed text, each suggested move plays exactly the
// move that its name begins with.
func TestChoicesOfMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 22))
	for _, g := range catalog.Games() {
		for game := range 6 {
			setup := games.Setup{Seed: uint64(game)}
			if g.ID == "fish" {
				setup.Seats = 2 + game%3
			}
			pos, err := g.Start(setup)
			for ply := 0; err == nil && ply < 60; ply++ {
				if _, over := pos.Outcome(); over {
					break
				}
				seat := waiting(pos)
				if ply%3 == 0 {
					checkMoveChoices(t, pos, seat)
				}
				pos, err = randomMove(rng, pos, seat)
			}
			if err != nil {
				t.Fatalf("%s: %v", g.ID, err)
			}
		}
	}
}

// waiting returns the first seat to move.
func waiting(pos *games.Position) games.Seat {
	for seat := range pos.Turn().Waiting.All() {
		return seat
	}
	return games.Spectator
}

// randomMove plays a random move; in a secret set-up, the one that confirms it.
func randomMove(rng *rand.Rand, pos *games.Position, seat games.Seat) (*games.Position, error) {
	var all []string
	for m := range pos.View(seat).Legal() {
		all = append(all, m)
	}
	move := all[rng.IntN(len(all))]
	if pos.View(seat).Check("confirm") == nil && pos.Game.Arranges {
		move = "confirm"
	}
	done, err := pos.Play(seat, move)
	return done.Next, err
}

func checkMoveChoices(t *testing.T, pos *games.Position, seat games.Seat) {
	t.Helper()
	view := pos.View(seat)
	typed := map[[2]string]bool{{"", ""}: true}
	n := 0
	for m := range view.Legal() {
		if n++; n > 40 {
			break
		}
		for cut := 1; cut <= len(m); cut++ {
			typed[[2]string{"", m[:cut]}] = true
		}
	}
	if len(pos.Game.MoveSteps) > 1 {
		for _, c := range firstSteps(lang.English, view, "") {
			typed[[2]string{c.Value.(string), ""}] = true
		}
	}
	for what := range typed {
		list := wholeMoves(lang.English, view, what[0], what[1])
		if len(list) == 0 && what[0] == "" && (what[1] == "" || pos.Turn().Phase == "") {
			t.Errorf("%s: nothing is offered after %q in %s", pos.Game.ID, what, pos)
		}
		if len(list) > 25 {
			t.Errorf("%s: %d choices after %q", pos.Game.ID, len(list), what)
		}
		for _, c := range list {
			text := strings.TrimSpace(what[0] + " " + c.Value.(string))
			done, err := pos.Play(seat, text)
			if err != nil {
				t.Errorf("%s: %q is offered as %q after %q and refused: %v", pos.Game.ID, c.Value, c.Name, what, err)
				continue
			}
			got := strings.Join(done.Moves, "-")
			if rest, ok := strings.CutPrefix(c.Name, got); !ok || rest != "" && rest[0] != ' ' && rest[0] != ':' {
				t.Errorf("%s: %q is offered as %q after %q and plays %q", pos.Game.ID, c.Value, c.Name, what, got)
			}
		}
	}
}

// The complete moves that begin with a half-typed one never exceed the available room.
func TestEndings(t *testing.T) {
	at, err := catalog.Games()[0].Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	seat := games.Seat(0)
	for seat = range at.Turn().Waiting.All() {
		break
	}
	view := at.View(seat)
	for _, c := range view.Complete("") {
		all := len(endings(view, c, 1000))
		for most := range all + 2 {
			if got := len(endings(view, c, most)); got != min(most, all) && !c.Whole {
				t.Errorf("%q has %d of %d endings, want at most %d", c.Text, got, all, most)
			}
		}
	}
}

// Suggested moves have the form that Discord accepts: at most 25, each of 1 to 100 characters. Each
// begins with the text that the player has typed.
func TestSuggestionsFit(t *testing.T) {
	at, err := games.New(Spell{Odd: true}).Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	view := at.View(0)
	var values []string
	for _, c := range wholeMoves(lang.English, view, "a", "") {
		values = append(values, c.Value.(string))
	}
	if want := []string{strings.Repeat("z", 100), "xz", "xw", "yz"}; !slices.Equal(values, want) {
		t.Errorf("after a the suggestions are %q, want %q", values, want)
	}
	first := firstSteps(lang.English, view, "")
	if last := first[len(first)-1]; len(first) != discord.MaxOptions || last.Name != "y · to y" || last.Value != "y" {
		t.Errorf("%d first letters are suggested, the last as %+v; want 25 and y", len(first), last)
	}
	if steps, all := firstSteps(lang.English, view, "a"), wholeMoves(lang.English, view, "", ""); len(steps) != 2 ||
		len(all) != discord.MaxOptions {
		t.Errorf("%d second letters and %d whole words are suggested, want 2 and 25", len(steps), len(all))
	}
}

// The name of a suggestion begins with its text, which does not stand in it twice.
func TestChoiceName(t *testing.T) {
	long := strings.Repeat("z", 120)
	for _, c := range []struct{ text, label, want string }{
		{"d4d5", "d5", "d4d5"},
		{"a4", "a4 Scout", "a4 Scout"},
		{"a1", "tile with 3 fish", "a1 · tile with 3 fish"},
		{long, "zz", discord.Truncate(long, 100)},
		{"z", long, discord.Truncate(long, 100)},
		{"a", long, discord.Truncate("a · "+long, 100)},
	} {
		if got := choiceName(lang.English,
			games.Completion{Text: c.text, Label: games.Say("%s", c.label)}); got != c.want {
			t.Errorf("%s (%s) is suggested as %q, want %q", c.text, c.label, got, c.want)
		}
	}
}
