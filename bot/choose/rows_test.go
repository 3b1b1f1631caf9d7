package choose_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/stratego"
)

// P55: while a move is chosen, the board stays in a phone's window: below it are at most four rows of
// buttons, except where the names of several captures need a row each. Whole moves are first; what leads
// on to more is told apart by an ellipsis. A piece that has one place to go has a button for the move.
func TestP55RowsBelowABoard(t *testing.T) {
	t.Parallel()
	const rows = 4
	for _, g := range []*games.Game{halatafl.New(), fish.New()} {
		rng := rand.New(rand.NewPCG(1, 2))
		both := 0 // views of boards with whole moves and with first steps
		for game := range 20 {
			pos, err := g.Start(games.Setup{Seats: 2, Seed: uint64(game)})
			if err != nil {
				t.Fatal(err)
			}
			for turn := pos.Turn(); turn.Waiting != 0; turn = pos.Turn() {
				seat := slices.Collect(turn.Waiting.All())[0]
				view := pos.View(seat)
				list := choose.Controls(lang.English, view, component.Target{Match: "m", Head: 9}, choose.Choice{}, true)
				var labels []string
				whole, begun := 0, 0
				for _, row := range list {
					for _, part := range row.(discordgo.ActionsRow).Components {
						b := part.(discordgo.Button)
						labels = append(labels, b.Label)
						switch {
						case b.Style == discordgo.SecondaryButton:
							begun++
							at, err := component.ParseID(b.CustomID)
							if err != nil {
								t.Fatal(err)
							}
							if next := view.Complete(at.Text); len(next) == 1 && next[0].Whole {
								t.Errorf("%s: in %q a button asks where %s should go, although there is only %s",
									g.ID, labels, at.Text, next[0].Text)
							}
						case begun > 0:
							t.Fatalf("%s: a whole move after a first step in %q", g.ID, labels)
						default:
							whole++
						}
					}
				}
				long := slices.ContainsFunc(labels, func(l string) bool { return len(l) > 15 })
				if len(list) > rows && !long {
					t.Errorf("%s: %d rows of buttons %q, want at most %d", g.ID, len(list), labels, rows)
				}
				dots := strings.Count(strings.Join(labels, "\n")+"\n", " …\n")
				if dots != begun {
					t.Fatalf("%s: %d of %q have an ellipsis, want %d", g.ID, dots, labels, begun)
				}
				both += min(whole, begun, 1)
				legal := slices.Collect(view.Legal())
				played, err := pos.Play(seat, legal[rng.IntN(len(legal))])
				if err != nil {
					t.Fatal(err)
				}
				pos = played.Next
			}
		}
		if both < 20 {
			t.Errorf("%s: %d boards have whole moves and first steps, want more", g.ID, both)
		}
	}
}

// P55: in Stratego the buttons of up to sixteen pieces take at most four rows too. If their names would take more than
// three, a button has the piece's icon and square alone.
func TestP55RowsOfPieces(t *testing.T) {
	t.Parallel()
	g := stratego.New()
	rng := rand.New(rand.NewPCG(3, 4))
	named, small := 0, 0
	for game := range 5 {
		pos, err := g.Start(games.Setup{Seats: 2, Seed: uint64(game)})
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ply < 400; ply++ {
			turn := pos.Turn()
			if turn.Waiting == 0 {
				break
			}
			seat := slices.Collect(turn.Waiting.All())[0]
			view := pos.View(seat)
			legal := slices.Collect(view.Legal())
			move := legal[rng.IntN(len(legal))]
			if slices.Contains(legal, "confirm") {
				move = "confirm"
			} else {
				at := component.Target{Match: "m", Head: 9}
				list := choose.Controls(lang.English, view, at, choose.Choice{}, false)
				var labels []string
				for _, row := range list {
					for _, part := range row.(discordgo.ActionsRow).Components {
						labels = append(labels, part.(discordgo.Button).Label)
					}
				}
				if len(list) > 4 && len(labels) <= 16 {
					t.Fatalf("game %d, ply %d: %d rows of buttons %q", game, ply, len(list), labels)
				}
				b := list[0].(discordgo.ActionsRow).Components[0].(discordgo.Button)
				switch {
				case strings.Contains(b.Label, " "):
					named++
				case b.Emoji == nil:
					t.Fatalf("game %d, ply %d: the button %q names no piece", game, ply, b.Label)
				default:
					small++
				}
			}
			played, err := pos.Play(seat, move)
			if err != nil {
				t.Fatal(err)
			}
			pos = played.Next
		}
	}
	if named < 10 || small < 50 {
		t.Errorf("%d boards name their pieces, %d don't; want more", named, small)
	}
}
