package board

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/scene"
)

// In every game for two the viewer is at the bottom: players on their own boards, and on all other
// boards the only person who plays, at any seat.
func TestTheOnlyPersonIsAtTheBottom(t *testing.T) {
	for _, g := range catalog.Games() {
		if g.MaxSeats != 2 {
			continue
		}
		for at, seats := range [][]match.Player{
			{players[ann], {Computer: "easy"}},
			{{Computer: "easy"}, players[ann]},
		} {
			w := newWorld(t)
			w.seated(g.ID, nil, seats...)
			var turned []bool
			k := newMaker()
			k.Draw = func(s scene.Scene) ([]byte, error) {
				turned = append(turned, s.Turned)
				return []byte("png"), nil
			}
			for _, reader := range []match.UserID{"", ann, eve} {
				if _, err := k.Board(w.match, Reader{user: reader, In: lang.English}); err != nil {
					t.Fatal(err)
				}
				plies, err := Plies(lang.English, w.match, w.log(), match.User{ID: reader})
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range plies {
					turned = append(turned, p.Scene.Turned)
				}
			}
			if want := at == 1; len(turned) < 3 || slices.Contains(turned, !want) {
				t.Errorf("%s, the person in seat %d: turned %v, want %t", g.ID, at, turned, want)
			}
		}
	}
}

// P13: a board and its More offer exactly what the match service accepts. That is cancelling before
// the first move and resigning after it, also after a ruling.
func TestP13OffersWhatIsTaken(t *testing.T) {
	ann, bob, cid, computer := match.Player{User: "a"}, match.Player{User: "b"}, match.Player{User: "c"},
		match.Player{Computer: "easy"}
	for _, c := range []struct {
		name    string
		players []match.Player
		moves   int
		before  string // position text; empty also after a ruling
		cup     string
		want    []component.Action
	}{
		{
			name: "before the first move", players: []match.Player{ann, bob},
			want: []component.Action{component.ActCancel},
		},
		{
			name: "after it", players: []match.Player{ann, bob}, moves: 1, before: "p",
			want: []component.Action{component.ActDraw, component.ActResign},
		},
		{
			name: "after a skip", players: []match.Player{ann, bob}, moves: 1,
			want: []component.Action{component.ActDraw, component.ActResign},
		},
		{
			name: "three", players: []match.Player{ann, bob, cid}, moves: 1, before: "p",
			want: []component.Action{component.ActResign},
		},
		{
			name: "three, after a removal", players: []match.Player{ann, bob, cid}, moves: 1,
			want: []component.Action{component.ActResign},
		},
		{
			name: "a computer", players: []match.Player{ann, computer}, moves: 1, before: "p",
			want: []component.Action{component.ActResign},
		},
		{
			name: "computers alone", players: []match.Player{computer, computer}, moves: 1, before: "p",
			want: []component.Action{component.ActCancel},
		},
		{
			name: "a tournament", players: []match.Player{ann, bob}, cup: "t",
			want: []component.Action{component.ActResign},
		},
	} {
		m := service.New(service.Config{}).Read.Of(match.Record{
			Status: match.Running, Players: c.players,
			Moves: c.moves, Before: c.before, Tournament: c.cup, LastSeat: games.Spectator,
		})
		var got []component.Action
		for _, d := range Decisions(m) {
			got = append(got, d.Action)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the board offers %q, want %q", c.name, got, c.want)
		}
	}
}

// Reviews write moves as buttons do.
func TestArrow(t *testing.T) {
	for move, want := range map[string]string{
		"g10g9": "g10 → g9", "a4-a5": "a4 → a5", "c7-c5-e5": "c7 → c5 → e5", "h1": "h1", "3": "3", "claim": "claim",
	} {
		if got := Arrow(move); got != want {
			t.Errorf("%s: %s, want %s", move, got, want)
		}
	}
}

// Beside *Rules* a first board has the goal alone. A line for newcomers at its side would be narrow and
// push the board out of a phone's window.
func TestOnlyTheGoalIsBesideRules(t *testing.T) {
	t.Parallel()
	_, rec := lead(t, "just begun")
	to := Reader{In: lang.English, Hint: Hint(lang.English, rec.Rules(), games.Say("Ann"))}
	for _, part := range heading(rec, rec.Rules(), to) {
		box, beside := part.(discordgo.Section)
		if !beside {
			continue
		}
		if text := box.Components[0].(discordgo.TextDisplay).Content; strings.Contains(text, "\n") ||
			!strings.HasPrefix(text, "**Goal:**") {
			t.Errorf("beside *Rules* stands %q", text)
		}
		return
	}
	t.Error("the first board has no *Rules*")
}
