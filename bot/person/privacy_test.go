package person_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
)

// P30: `/privacy show` answers privately with everything that is stored.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/privacy show"), "Discord id", "How long", "Who sees it", "/privacy delete-my-data")
		s.Private(s.Choose(s.Ann, s.Slash(s.Ann, "/help"), "settings"), "/privacy show", "/privacy delete-my-data")
	})
}

// P30: `/privacy delete-my-data` deletes nothing without confirmation.
func TestDeleteMyDataAsksOnceMore(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		// the match that goes on without Ann
		s.Slash(s.Ann, "/kalah start level:easy seat:this channel votes, everybody sees the count")
		s.Begin("/kalah challenge user:@Bob first:me")
		ask := s.Slash(s.Ann, "/privacy delete-my-data")
		s.Private(ask, "running matches (1)", "Former player", "can't be taken back")
		s.Click(s.Ann, ask, "No, keep it")
		if rec := s.Only(); rec.Status != match.Running || rec.SeatOf(match.UserID(s.Ann)) < 0 {
			t.Errorf("the match is %s with %v, want it as before", rec.Status, rec.Players)
		}
	})
}

// P30: a user who has used every feature leaves no data behind. Others keep their matches, with a
// former player.
func TestDeleteMyData(t *testing.T) {
	t.Parallel()
	story.TellPeople(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Cid")
		s.Click(s.Cid, s.Board(), "Accept")
		s.Slash(s.Ann, "/resign")
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		running := s.Only().ID
		s.Slash(s.Ann, "/settings general style:monospace text")
		s.Slash(s.Ann, "/stratego challenge user:@Bob first:me army:duel")
		s.Click(s.Bob, s.Board(), "Accept") // the bot sends Ann a direct message
		s.Slash(s.Cid, "/fish start players:3")
		s.Click(s.Ann, s.Board(), "Join")
		s.Slash(s.Ann, "/halatafl challenge user:@Cid")
		s.Slash(s.Eve, "/tournament create game:Kalah players:8")
		s.Slash(s.Ann, "/tournament join")

		asked := s.Slash(s.Ann, "/privacy delete-my-data")
		s.Private(s.Click(s.Ann, asked, "Yes, delete it all"), "nothing about you")
		s.Wait(time.Minute)
		s.Forgotten(s.Ann)

		rec, err := s.Store.Record(context.Background(), running)
		if err != nil || rec.Status != match.Over || rec.Reason != games.ByResignation ||
			rec.Players[1].User != match.UserID(s.Bob) || rec.Players[0].Name != match.FormerPlayer {
			t.Errorf("Bob's match is %s (%s) with %v, %v; want it won, against a former player", rec.Status, rec.Reason,
				rec.Players, err)
		}
		if strings.Contains(rec.Result, "Ann") || !strings.Contains(rec.Result, "Bob wins") {
			t.Errorf("the result is %q", rec.Result)
		}
		s.Sees(s.BoardAbout("has resigned. Bob wins!"), "Kalah")
		if tournament := s.TheTournament(); len(tournament.Entrants) != 0 {
			t.Errorf("the tournament still has %v", tournament.Entrants)
		}
		if labels := s.BoardAbout("has resigned. Bob wins!").Labels(); slices.Contains(labels, "Rematch") {
			t.Errorf("the match that nobody can repeat offers %q", labels)
		}
		list, err := s.Store.Erasures(context.Background())
		if len(list) != 0 || err != nil {
			t.Errorf("still leaving: %v, %v", list, err)
		}

		s.Private(s.Slash(s.Ann, "/games"), "no matches") // Ann returns as a new user
		s.Private(s.Slash(s.Ann, "/settings general style:words"), "words")
		if u, err := s.Store.User(context.Background(), match.UserID(s.Ann)); u.Style != match.Words ||
			len(u.PrivateBoards) != 0 || err != nil {
			t.Errorf("of Ann is known %+v, %v; want the new style alone", u, err)
		}
	})
}

// P30: a match in direct messages keeps no channel, because the channel would identify the user. A
// running one is resigned.
func TestDeleteMyDataOfDirectMessages(t *testing.T) {
	t.Parallel()
	story.TellPeople(t, func(s *story.Story) {
		dm := s.Sim.DM(s.Ann)
		hall := s.Hall
		s.Hall = dm
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Slash(s.Ann, "/resign")
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Slash(s.Ann, "/kalah move move:1")
		over := s.Only().ID
		s.Slash(s.Ann, "/halatafl start level:easy")
		running := s.Only().ID
		s.Hall = hall
		s.Click(s.Ann, s.Slash(s.Ann, "/privacy delete-my-data"), "Yes, delete it all")
		s.Wait(time.Minute)
		s.Forgotten(s.Ann)
		s.Forgotten(discordsim.UserID(dm))
		for _, id := range []match.ID{over, running} {
			rec, err := s.Store.Record(s.Context(), id)
			if err != nil || rec.Status != match.Over || rec.Shown.Head != rec.Head || rec.Place.Channel != "" {
				t.Errorf("match %s is %s at head %d of %d, in %q, %v; want it over, nowhere, and nothing left to show",
					id, rec.Status, rec.Shown.Head, rec.Head, rec.Place.Channel, err)
			}
		}
		s.Restart(time.Minute)
		s.Wait(time.Minute)
		s.Forgotten(discordsim.UserID(dm))
	})
}

// P30: a match of more than two players continues without the user.
func TestDeleteMyDataFromATable(t *testing.T) {
	t.Parallel()
	story.TellPeople(t, func(s *story.Story) {
		s.Slash(s.Cid, "/fish start players:3")
		table := s.Board()
		s.Click(s.Ann, table, "Join")
		s.Click(s.Bob, table, "Join")
		s.Click(s.Ann, s.Slash(s.Ann, "/privacy delete-my-data"), "Yes, delete it all")
		s.Wait(time.Minute)
		s.Forgotten(s.Ann)
		rec := s.Only()
		left := slices.IndexFunc(rec.Players, func(p match.Player) bool { return p.Gone != "" })
		if rec.Status != match.Running || left < 0 || rec.Thinking() != 0 {
			t.Errorf("the match is %s with %v, thinking %v; want it to go on without computers", rec.Status,
				rec.Players, rec.Thinking())
		}
	})
}

// P30: if the store fails during the deletion, or the bot is killed, the deletion is completed
// after the restart.
func TestDeleteMyDataHalfWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		frail := &frailRemover{}
		s.Change = func(c *bot.Config) {
			frail.Store = c.Store
			c.Store = frail
		}
		s.Waste = true // the failure of the store is logged as an error
		s.Start()
		defer s.End()
		for range 3 {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Slash(s.Ann, "/resign")
		}
		frail.left.Store(2)
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/privacy delete-my-data"), "Yes, delete it all"), "goes on by itself")
		if list, err := s.Store.Erasures(context.Background()); len(list) != 1 || err != nil {
			t.Errorf("leaving: %v, %v; want Ann", list, err)
		}
		s.Halt()
		frail.left.Store(1000)
		s.Start()
		s.Forgotten(s.Ann)
	})
}

// frailRemover is a store that fails after it has removed a user from a number of matches.
type frailRemover struct {
	bot.Store
	left atomic.Int64
}

func (f *frailRemover) Rewrite(ctx context.Context, id match.ID, edit func(*match.Record, []match.Event) bool) error {
	if f.left.Add(-1) < 0 {
		return errors.New("no more")
	}
	return f.Store.Rewrite(ctx, id, edit)
}
