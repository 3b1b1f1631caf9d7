package bot_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/stratego"
)

// P30: what is stored is said in full, and only to who asks.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/privacy"), "Discord id", "How long", "Who sees it", "/delete-my-data")
		s.private(s.click(s.ann, s.slash(s.ann, "/help"), "All commands"), "/privacy", "/delete-my-data")
	})
}

// P30: nothing is deleted unless it is confirmed.
func TestDeleteMyDataAsksOnceMore(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		ask := s.slash(s.ann, "/delete-my-data")
		s.private(ask, "running matches (1)", "former player", "can't be taken back")
		s.click(s.ann, ask, "No, keep it")
		if rec := s.only(); rec.Status != match.Running || rec.SeatOf(match.UserID(s.ann)) < 0 {
			t.Errorf("the match is %s with %v, want it as before", rec.Status, rec.Players)
		}
	})
}

// forgotten fails the story if a fresh copy of the store has one byte of a person's id.
func (s *story) forgotten(who discordsim.UserID) {
	s.Helper()
	name := filepath.Join(s.TempDir(), "copy.db")
	if _, err := s.store.Backup(context.Background(), name); err != nil {
		s.Fatal(err)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		s.Fatal(err)
	}
	if i := bytes.Index(content, []byte(who)); i >= 0 {
		s.Errorf("the copy still knows the person: %q", content[max(0, i-80):min(len(content), i+80)])
	}
}

// P30: a person who was in everything there is leaves nothing behind; the others keep their matches, with a former player.
func TestDeleteMyData(t *testing.T) {
	t.Parallel()
	tellPeople(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Cid")
		s.click(s.cid, s.board(), "Accept")
		s.slash(s.ann, "/resign")
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.click(s.bob, s.board(), "Accept")
		running := s.only().ID
		s.slash(s.ann, "/settings style:monospace text")
		s.slash(s.ann, "/stratego challenge user:@Bob first:me army:duel")
		s.click(s.bob, s.board(), "Accept") // sends a letter to her
		s.slash(s.cid, "/fish start players:3")
		s.click(s.ann, s.board(), "Join")
		s.slash(s.ann, "/halatafl challenge user:@Cid")
		s.slash(s.eve, "/tournament create game:Kalah players:8")
		s.slash(s.ann, "/tournament join")

		asked := s.slash(s.ann, "/delete-my-data")
		s.private(s.click(s.ann, asked, "Yes, delete it all"), "nothing of you")
		s.wait(time.Minute)
		s.forgotten(s.ann)

		rec, err := s.store.Record(context.Background(), running)
		if err != nil || rec.Status != match.Over || rec.Reason != games.ByResignation || rec.Players[1].User != match.UserID(s.bob) || rec.Players[0].Name != match.FormerPlayer {
			t.Errorf("Bob's match is %s (%s) with %v, %v; want it won, against a former player", rec.Status, rec.Reason, rec.Players, err)
		}
		if strings.Contains(rec.Result, "Ann") || !strings.Contains(rec.Result, "Bob wins") {
			t.Errorf("the result is %q", rec.Result)
		}
		s.sees(s.boardAbout("has resigned. Bob wins!"), "Kalah")
		if tournament := s.theTournament(); len(tournament.Entrants) != 0 {
			t.Errorf("the tournament still has %v", tournament.Entrants)
		}
		s.private(s.click(s.bob, s.boardAbout("has resigned. Bob wins!"), "Rematch"), "left for good")
		list, err := s.store.Erasures(context.Background())
		if len(list) != 0 || err != nil {
			t.Errorf("still leaving: %v, %v", list, err)
		}

		s.private(s.slash(s.ann, "/games"), "no matches") // comes back, and is new here
		s.private(s.slash(s.ann, "/settings style:words"), "words")
		if u, err := s.store.User(context.Background(), match.UserID(s.ann)); u.Style != match.Words || len(u.PrivateBoards) != 0 || err != nil {
			t.Errorf("of Ann is known %+v, %v; want the new style alone", u, err)
		}
	})
}

// P30: a match that was played in direct messages doesn't keep their channel, which is as good as the person's id; one that is running is resigned.
func TestDeleteMyDataOfDirectMessages(t *testing.T) {
	t.Parallel()
	tellPeople(t, func(s *story) {
		dm := s.sim.DM(s.ann)
		hall := s.hall
		s.hall = dm
		s.slash(s.ann, "/kalah start level:first first:me")
		s.slash(s.ann, "/resign")
		s.slash(s.ann, "/kalah start level:first first:me")
		s.slash(s.ann, "/kalah move move:1")
		over := s.only().ID
		s.slash(s.ann, "/halatafl start level:easy")
		running := s.only().ID
		s.hall = hall
		s.click(s.ann, s.slash(s.ann, "/delete-my-data"), "Yes, delete it all")
		s.wait(time.Minute)
		s.forgotten(s.ann)
		s.forgotten(discordsim.UserID(dm))
		for _, id := range []match.ID{over, running} {
			rec, err := s.store.Record(s.Context(), id)
			if err != nil || rec.Status != match.Over || rec.Shown.Head != rec.Head || rec.Place.Channel != "" {
				t.Errorf("match %s is %s at head %d of %d, in %q, %v; want it over, nowhere, and nothing left to show", id, rec.Status, rec.Shown.Head, rec.Head, rec.Place.Channel, err)
			}
		}
		s.restart(time.Minute)
		s.wait(time.Minute)
		s.forgotten(discordsim.UserID(dm))
	})
}

// P30: a game of more than two goes on without the person.
func TestDeleteMyDataFromATable(t *testing.T) {
	t.Parallel()
	tellPeople(t, func(s *story) {
		s.slash(s.cid, "/fish start players:3")
		table := s.board()
		s.click(s.ann, table, "Join")
		s.click(s.bob, table, "Join")
		s.click(s.ann, s.slash(s.ann, "/delete-my-data"), "Yes, delete it all")
		s.wait(time.Minute)
		s.forgotten(s.ann)
		rec := s.only()
		left := slices.IndexFunc(rec.Players, func(p match.Player) bool { return p.Gone != "" })
		if rec.Status != match.Running || left < 0 || rec.Thinking() != 0 {
			t.Errorf("the match is %s with %v, thinking %v; want it to go on without computers", rec.Status, rec.Players, rec.Thinking())
		}
	})
}

// P30: if the store fails half-way, or the bot is killed there, the rest follows after the restart.
func TestDeleteMyDataHalfWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		frail := &frailRemover{}
		s.change = func(c *bot.Config) {
			frail.Store = c.Store
			c.Store = frail
		}
		s.waste = true // the failure is logged
		s.start()
		defer s.end()
		for range 3 {
			s.begin("/kalah challenge user:@Bob first:me")
			s.slash(s.ann, "/resign")
		}
		frail.left.Store(2)
		s.private(s.click(s.ann, s.slash(s.ann, "/delete-my-data"), "Yes, delete it all"), "goes on by itself")
		if list, err := s.store.Erasures(context.Background()); len(list) != 1 || err != nil {
			t.Errorf("leaving: %v, %v; want Ann", list, err)
		}
		s.halt()
		frail.left.Store(1000)
		s.start()
		s.forgotten(s.ann)
	})
}

// frailRemover fails when a person has been taken out of so many matches.
type frailRemover struct {
	match.Store
	left atomic.Int64
}

func (f *frailRemover) Rewrite(ctx context.Context, id match.ID, edit func(*match.Record, []match.Event) bool) error {
	if f.left.Add(-1) < 0 {
		return errors.New("no more")
	}
	return f.Store.Rewrite(ctx, id, edit)
}

// tellPeople runs a story with tournaments, Fish and Stratego.
func tellPeople(t *testing.T, what func(*story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		all := tournaments(s)
		s.change = func(c *bot.Config) {
			all(c)
			c.Games = append(c.Games, stratego.New())
		}
		s.start()
		defer s.end()
		what(s)
	})
}
