package board

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
)

// most is the greatest mean number of touches per move over whole games (P55). Other games have
// twoMenus. In Stratego a rare third touch leads to the pieces beyond the first twenty.
var most = map[games.ID]float64{"kalah": 1, "halatafl": 1.05, "fish": 1.45, "stratego": 2.01}

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
	var c choose.Choice
	for range 20 {
		longest, menus, more := "", false, false
		for _, w := range ways(choose.Controls(lang.English, view, component.Target{Match: "m", Head: 9}, c, false)) {
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
			c = choose.Choice{Half: longest, Open: true}
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
					list = append(list, way{text: o.Value[1:], whole: o.Value[:1] == choose.WholeMove, menu: true})
				}
			case discordgo.Button:
				at, err := component.ParseID(inner.CustomID)
				switch {
				case err != nil || inner.Disabled:
				case at.Action == component.ActPlay:
					list = append(list, way{text: at.Text, whole: true})
				case at.Action == component.ActOpen:
					page, half := choose.ParsePage(at.Text)
					list = append(list, way{text: half, more: page > 0})
				}
			}
		}
	}
	return list
}

// P55: where pieces come first, the first step has a button for each piece that can move, with its
// rank or its icon, and never a whole move.
func TestP55PieceFirst(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		if !g.PieceFirst {
			continue
		}
		w := newWorld(t)
		w.seated(g.ID, func(p *match.Proposal) { p.Setup.Options = games.Options{"army": "classic"} },
			players[ann], players[bob])
		for _, u := range []match.UserID{ann, bob} {
			w.did(w.svc.Play.Move(w.Context(), w.by(u), "confirm"))
		}
		rng := rand.New(rand.NewPCG(3, 4))
		for n := 0; n < 120 && w.match.Status == match.Running; n++ {
			view, err := w.match.View(w.match.SeatOf(w.mover()))
			if err != nil {
				t.Fatal(err)
			}
			pieces := map[string]string{} // the labels that the game defines, by square
			for _, c := range view.Complete("") {
				if !c.Whole {
					pieces[c.Text] = lang.English.Speak(c.Label)
				}
			}
			legal := slices.Collect(view.Legal())
			target := component.Target{Match: "m", Head: 9}
			for _, inner := range buttonsOf(choose.Controls(lang.English, view, target, choose.Choice{}, false)) {
				at, err := component.ParseID(inner.CustomID)
				if err != nil {
					t.Fatal(err)
				}
				if at.Text == choose.PageText(1, "") { // too many pieces for one page
					clear(pieces)
					continue
				}
				piece := pieces[at.Text]
				named := piece == inner.Label || piece != "" && inner.Label == at.Text && inner.Emoji != nil
				if len(legal) > 1 && (at.Action != component.ActOpen || !named) &&
					at.Text != "claim" {
					t.Fatalf("move %d: the button %q stands for %s %q, want one of %v", n, inner.Label, at.Action, at.Text,
						pieces)
				}
				delete(pieces, at.Text)
			}
			if len(legal) > 1 && len(pieces) > 0 {
				t.Fatalf("move %d: these pieces can move and have no button: %v", n, pieces)
			}
			w.plays(legal[rng.IntN(len(legal))])
		}
	}
}

// buttonsOf returns the buttons in rows of components.
func buttonsOf(parts []discordgo.MessageComponent) (list []discordgo.Button) {
	for _, p := range parts {
		row, _ := p.(discordgo.ActionsRow)
		for _, inner := range row.Components {
			if b, ok := inner.(discordgo.Button); ok {
				list = append(list, b)
			}
		}
	}
	return list
}
