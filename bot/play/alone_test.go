package play_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/choose"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// alone is Ann in her direct messages with the bot.
type alone struct {
	*story.Story
	discordsim.Actor
}

func (a alone) types(text string) discordsim.Message {
	a.Helper()
	return a.Answered(a.Slash(text), text)
}

// Slash types a command in the direct messages.
func (a alone) Slash(text string) *discordsim.Interaction { return a.Actor.Slash(text) }

// boards returns the messages with a board that stay, after a moment.
func (a alone) boards() (list []discordsim.Message) {
	a.Wait(time.Minute)
	for _, m := range a.Sim.Messages(a.Sim.DM(a.Ann), a.Ann) {
		if len(m.Pictures()) > 0 && !m.Ephemeral() {
			list = append(list, m)
		}
	}
	return list
}

// only returns the only board, and checks that it is the match's.
func (a alone) only() discordsim.Message {
	a.Helper()
	list := a.boards()
	if len(list) != 1 {
		a.Fatalf("%d boards in the direct messages, want one", len(list))
	}
	if rec := a.InDM(a.Sim.DM(a.Ann)); string(rec.Shown.Message) != string(list[0].ID) {
		a.Fatalf("the board is not the message of the match:\n%s", list[0].Text())
	}
	return list[0]
}

// moves plays the first move without a fight that the board offers, step by step. A fight cannot be
// taken back.
func (a alone) moves() {
	a.Helper()
	m := a.only()
	for range 5 {
		ways := story.Ways(m)
		if len(ways) == 0 {
			a.Fatalf("the board has no moves:\n%s", m.Text())
		}
		quiet := slices.IndexFunc(ways, func(w story.Way) bool { return !strings.Contains(w.Label, "attack") })
		way := ways[max(0, quiet)]
		m = a.Tap(a.Ann, m, way.Button)
		if strings.HasPrefix(way.Value, choose.WholeMove) {
			return
		}
	}
	a.Fatal("the steps of a move never end")
}

// P145: a match against the computer in direct messages has one message there: its player's own
// board, from the set-up to the end.
func TestP145OwnBoardInDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		ann := alone{s, s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann))}
		ann.types("/stratego start level:easy army:barrage first:me")
		m := ann.only()
		s.Sees(m, "Arrange your pieces", "**Goal:**", "New to this", "/learn")
		rows := s.RowsOf(m)
		m = ann.Tap(s.Ann, m, "Shuffle")
		if s.RowsOf(m) == rows {
			t.Error("Shuffle changes nothing")
		}
		rows = s.RowsOf(ann.only())

		for range 2 { // swapping two pieces offers the next swap at once, in the same message
			m = ann.Tap(s.Ann, ann.only(), "Move or swap")
			s.Sees(m, "Choose the piece to move.")
			piece := m.Labels()[0]
			m = ann.Tap(s.Ann, m, piece)
			s.Sees(m, "Chosen: **"+piece+"**. Now choose where it goes.")
			if len(m.Selects()) != 2 {
				t.Errorf("a piece can't go to an empty square: %d menus", len(m.Selects()))
			}
			m = ann.Tap(s.Ann, m, m.Labels()[0])
			if s.RowsOf(m) == rows || !strings.Contains(m.Text(), "Choose the piece to move.") {
				t.Fatalf("after a swap:\n%s\n%q", m.Text(), m.Labels())
			}
			if now := ann.only(); !strings.Contains(now.Text(), "Choose the piece to move.") {
				t.Errorf("a later update has taken the pieces away:\n%s", now.Text())
			}
			rows = s.RowsOf(m)
			ann.Tap(s.Ann, m, "Back")
		}
		s.Restart(time.Minute)
		s.Sees(ann.only(), "1 × Spy")
		ann.Tap(s.Ann, ann.only(), "Back")
		saved := s.Fill(s.Ann, s.Sim.DM(s.Ann), ann.only(), "Save", map[string]string{"0": "Mine"})
		s.Sees(saved, "Mine")
		ann.Tap(s.Ann, ann.only(), "Confirm")
		m = ann.only()
		s.Sees(m, "it's your turn")
		if labels := m.Labels(); slices.Contains(labels, "Board just for me") || slices.Contains(labels, "Choose a move") {
			t.Errorf("one's own board leads to another one: %q", labels)
		}
		army := strings.Join(m.AltTexts(), " ")
		if !strings.Contains(army, "Marshal") {
			t.Errorf("the board hides the player's own army:\n%s", army)
		}
		ann.moves()
		ann.only()
		s.Restart(time.Minute)
		s.Wait(3 * time.Hour) // the next board is a new message
		ann.moves()
		ann.only()
		ann.types("/takeback")
		s.Sees(ann.only(), "taken back")
		ann.types("/stratego move move:" + s.First(s.InDM(s.Sim.DM(s.Ann)), 0))
		ann.only()
		ann.types("/settings general style:words")
		ann.moves()
		s.Wait(time.Minute)
		if text := s.Sim.Message(discordsim.MessageID(s.InDM(s.Sim.DM(s.Ann)).Shown.Message),
			s.Ann); len(text.Pictures()) > 0 || !strings.Contains(text.Text(), "Marshal") {
			t.Errorf("the board is not in the player's style (P45):\n%s", text.Text())
		}
		ann.types("/settings general style:image")
		ask := ann.types("/resign")
		ann.Tap(s.Ann, ask, "Yes, I resign")
		m = ann.only()
		if s.Sees(m, "you resigned"); !slices.Contains(m.Labels(), "More") {
			t.Errorf("the last board offers %q, want the way to the notes too", m.Labels())
		}

		s.Sees(ann.Tap(s.Ann, ann.only(), "New match"), "What would you like to play?")
		s.Sees(ann.only(), "you resigned")
		ann.Tap(s.Ann, ann.only(), "Rematch")
		s.Wait(time.Minute)
		if list := ann.boards(); len(list) != 2 {
			t.Fatalf("%d boards after a rematch, want the old one and the new one", len(list))
		} else {
			s.Sees(list[0], "resigned")
			s.Sees(list[1], "Arrange your pieces")
			s.Slash(s.Ann, "/stratego start level:easy army:barrage first:me")
			ann.Tap(s.Ann, list[1], "Shuffle")
			if again := s.Sim.Message(list[1].ID, s.Ann); !slices.Contains(again.Labels(), "My next match") {
				t.Errorf("another match waits, and the board offers %q", again.Labels())
			}
			ann.Tap(s.Ann, list[1], "Cancel the match")
		}
	}, story.WithStratego)
}

// P11, P145: the match's board shows a player's secrets in the direct messages of its only person,
// and nowhere else.
func TestP145NobodyElseSees(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego start level:easy army:barrage first:me reveal:never")
		s.Slash(s.Ann, "/stratego move move:confirm")
		s.Wait(time.Minute)
		if seen := strings.Join(s.Board().AltTexts(), " "); strings.Contains(seen, "Marshal") {
			t.Errorf("the channel sees a player's army:\n%s", seen)
		}
		s.Wait(20 * time.Minute) // the message in the channel has expired
		list := s.Sim.Messages(s.Sim.DM(s.Ann), s.Ann)
		if len(list) != 1 || !strings.Contains(strings.Join(list[0].AltTexts(), " "), "Marshal") {
			t.Errorf("%d letters, want one's own board", len(list))
		}
		ann := alone{s, s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann))}
		ann.types("/stratego start level:easy army:barrage first:me")
		if list := ann.boards(); len(list) != 2 {
			t.Errorf("%d boards, want the private board of one match and the board of the other", len(list))
		}
	}, story.WithStratego)
}

// P145: a board of a match in direct messages that was begun before no longer has a private board
// beside it.
func TestP145OldPrivateBoardsGo(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		ann := alone{s, s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann))}
		ann.types("/stratego start level:easy army:barrage first:me")
		ann.Tap(s.Ann, ann.only(), "Confirm")
		rec := s.InDM(s.Sim.DM(s.Ann))
		// an older private board can be any private board
		s.Slash(s.Ann, "/stratego start level:easy army:barrage first:me")
		s.Slash(s.Ann, "/stratego move move:confirm")
		s.Wait(20 * time.Minute)
		beside := s.NewestDM(s.Ann)
		if _, err := s.Store.UpdateUser(context.Background(), match.UserID(s.Ann), func(u *match.User) {
			u.PrivateBoards = map[match.ID]match.PrivateBoard{rec.ID: {Message: match.MessageID(beside.ID)}}
		}); err != nil {
			t.Fatal(err)
		}
		ann.types("/stratego move move:" + s.First(s.InDM(s.Sim.DM(s.Ann)), 0))
		s.Wait(time.Minute)
		if s.Sim.Message(beside.ID, s.Ann).Exists() {
			t.Error("the private board stays beside the board of the match")
		}
	}, story.WithStratego)
}
