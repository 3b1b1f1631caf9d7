package board

import (
	"fmt"
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

// P140: from the first board of a match to its last each control stands at the same place, counted
// from the foot of the board, for the public and for a player. Games with a button for each move
// have these at the same place too. What is only for newcomers stands above the picture.
func TestP140ControlsStay(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for _, rival := range []match.Player{players[bob], {Computer: "easy"}} {
			t.Run(fmt.Sprint(g.ID, " v ", rival.Name+rival.Computer), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(5, 6))
				w := newWorld(t)
				w.seated(g.ID, nil, players[ann], rival)
				k := newMaker()
				k.Touch = true
				where := map[match.UserID]map[string]string{"": {}, ann: {}}
				boards := 0
				for {
					for reader, places := range where {
						if reader == ann && ArrangingPhase(w.match) {
							continue // the player's board is her set-up
						}
						m, err := k.Board(w.match, Reader{user: reader, In: lang.English})
						if err != nil {
							t.Fatal(err)
						}
						boards++
						for name, place := range standing(t, m.Parts, g.ID == "kalah") {
							if was, seen := places[name]; seen && was != place {
								t.Fatalf("after %d moves %s stands at %s, before at %s (reader %q)", w.match.Moves, name, place, was,
									reader)
							}
							places[name] = place
						}
					}
					if w.match.Status != match.Running || w.match.Moves > 150 {
						break
					}
					seat := slices.Collect(w.match.Waiting.All())[0]
					view, err := w.match.View(seat)
					if err != nil {
						t.Fatal(err)
					}
					move := "confirm"
					if !ArrangingPhase(w.match) {
						legal := slices.Collect(view.Legal())
						move = legal[rng.IntN(len(legal))]
					}
					if w.match.Players[seat].Computer != "" {
						w.did(w.svc.Computers.Answer(w.Context(), match.Job{Match: w.match.ID, Head: w.match.Head, Seat: seat}, move))
					} else {
						w.did(w.svc.Play.Move(w.Context(), w.by(w.match.Players[seat].User), move))
					}
				}
				if boards < 20 || len(where[""]) < 2 || len(where[ann]) < 2 {
					t.Fatalf("%d boards, controls %v: that is no whole match", boards, where)
				}
			})
		}
	}
}

// standing returns the place of each control in a board: its row, counted from below, and its place
// in the row. Buttons for moves have a place of their own only where every move has a button.
func standing(t *testing.T, parts []discordgo.MessageComponent, everyMove bool) map[string]string {
	t.Helper()
	at := map[string]string{}
	frame := parts[0].(discordgo.Container).Components
	if len(parts) != 1 {
		t.Fatalf("there is something below the board: %v", parts[1:])
	}
	picture := slices.IndexFunc(frame, func(p discordgo.MessageComponent) bool {
		_, ok := p.(discordgo.MediaGallery)
		return ok
	})
	for i, p := range frame[picture+1:] {
		row, ok := p.(discordgo.ActionsRow)
		if !ok {
			continue
		}
		below := len(frame) - picture - 1 - i
		for n, inner := range row.Components {
			b, ok := inner.(discordgo.Button)
			if !ok || b.URL != "" {
				continue
			}
			target, err := component.ParseID(b.CustomID)
			if err != nil {
				t.Fatal(err)
			}
			name := string(target.Action)
			switch target.Action {
			case component.ActPlayOut:
				continue // the button is urgent, so it stands directly below the picture
			case component.ActRules:
				t.Errorf("%s stands below the picture, where it pushes others away when it goes", b.Label)
			case component.ActPlay:
				if !everyMove {
					continue
				}
				hole, _, _ := strings.Cut(b.Label, " (")
				name = "hole " + hole
			case component.ActOpen:
				if b.Label != games.Capital(lang.English.Speak(choose.SayMove)) {
					continue
				}
			}
			at[name] = fmt.Sprintf("row %d from below, place %d", below, n+1)
		}
	}
	return at
}
