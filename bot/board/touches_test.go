package board

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
)

// most is the greatest mean number of touches per move over whole games (P55). Other games have
// twoMenus.
var most = map[games.ID]float64{"kalah": 1, "halatafl": 1.1, "fish": 1.5, "stratego": 2}

// twoMenus is the number of touches for two choices, each from a menu.
const twoMenus = 4.0

// P55: the touches of a move over whole games with random moves, on the player's own board: two for
// a choice from a menu, one for a button.
func TestP55Touches(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(string(g.ID), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, 8))
			moves, touches := 0, 0
			for game := range 6 {
				pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: uint64(game)})
				if err != nil {
					t.Fatal(err)
				}
				for range 400 {
					turn := pos.Turn()
					if turn.Waiting == 0 {
						break
					}
					seat := slices.Collect(turn.Waiting.All())[0]
					view := pos.View(seat)
					move := ""
					if _, arranging := view.Arrangement(); arranging {
						move = "confirm"
					} else {
						legal := slices.Collect(view.Legal())
						move = legal[rng.IntN(len(legal))]
						n := reach(t, view, move)
						if moves++; n == 0 {
							t.Fatalf("%s can't be chosen in %s", move, view)
						}
						touches += n
					}
					played, err := pos.Play(seat, move)
					if err != nil {
						t.Fatal(err)
					}
					pos = played.Next
				}
			}
			mean := float64(touches) / float64(moves)
			t.Logf("%d moves, %.2f touches a move", moves, mean)
			if most := cmp.Or(most[g.ID], twoMenus); mean > most {
				t.Errorf("%.2f touches a move, want %.1f at most", mean, most)
			}
		})
	}
}

// reach returns the number of touches that choose a move with the controls of a board; 0 if nothing
// leads to it.
func reach(t *testing.T, view *games.View, move string) (touches int) {
	var c Choice
	for range 20 {
		longest, menus, more := "", false, false
		for _, w := range ways(Controls(lang.English, view, component.Target{Match: "m", Head: 9}, c, false)) {
			more = more || w.more
			if w.text == move && w.whole {
				if w.menu {
					touches++
				}
				return touches + 1
			}
			if !w.whole && !w.more && len(w.text) > len(longest) &&
				strings.HasPrefix(move, strings.TrimSuffix(w.text, "x")) {
				longest, menus = w.text, w.menu
			}
		}
		switch {
		case longest != "":
			if touches++; menus {
				touches++
			}
			c = Choice{Half: longest, Open: true}
		case more:
			touches++
			c.Page++
		default:
			return 0
		}
	}
	return 0
}

type way struct {
	text              string
	whole, menu, more bool
}

func ways(parts []discordgo.MessageComponent) (list []way) {
	for _, p := range parts {
		for _, inner := range p.(discordgo.ActionsRow).Components {
			switch inner := inner.(type) {
			case discordgo.SelectMenu:
				for _, o := range inner.Options {
					list = append(list, way{text: o.Value[1:], whole: o.Value[:1] == WholeMove, menu: true})
				}
			case discordgo.Button:
				at, err := component.ParseID(inner.CustomID)
				switch {
				case err != nil || inner.Disabled:
				case at.Action == component.ActPlay:
					list = append(list, way{text: at.Text, whole: true})
				case at.Action == component.ActOpen:
					page, half := ParsePage(at.Text)
					list = append(list, way{text: half, more: page > 0})
				}
			}
		}
	}
	return list
}
