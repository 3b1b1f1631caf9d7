package play_test

import (
	"strings"
	"testing"

	"paddock/bot/story"
)

// P105: `/games` with options lists the user's finished matches privately, the newest first, with
// totals, in pages, filtered by game, opponent and result. A menu exports them. A user without
// matches is told so.
func TestP105Finished(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/games finished:all"), "You have no finished matches yet")
		for range 3 {
			s.PlayedOut("")
		}
		s.Slash(s.Bob, "/kalah challenge user:@Ann first:me rated:false")
		s.Click(s.Ann, s.Board(), "Accept")
		s.Slash(s.Bob, "/kalah move move:1")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
		for range 9 {
			s.Slash(s.Ann, "/kalah start level:first first:me")
			s.Slash(s.Ann, "/kalah move move:1")
			s.Click(s.Ann, s.Slash(s.Ann, "/resign game:"+string(s.TheMatch().ID)), "Yes, I resign")
		}
		page := s.Slash(s.Ann, "/games finished:all")
		s.Private(page, "### Your finished matches (13)", "3 won, 0 drawn, 10 lost. You once won 3 in a row.",
			"Kalah v Computer (first)** · lost", "Kalah v Bob** · lost")
		if strings.Contains(page.Text(), "· won") {
			t.Errorf("the oldest stand on the first page:\n%s", page.Text())
		}
		page = s.Click(s.Ann, page, "Next page")
		s.Private(page, "(13)", "Kalah v Bob** · won · rated")
		s.Private(s.Click(s.Ann, page, "Previous page"), "Computer (first)")

		for _, c := range []struct{ options, want string }{
			{" user:@Bob", "with <@" + string(s.Bob) + "> (4)\n3 won, 0 drawn, 1 lost. You once won 3 in a row."},
			{" user:@Bob finished:won", "(3)\n3 won, 0 drawn, 0 lost."},
			{" finished:drawn", "You have no finished match like that"},
			{" game:Halatafl", "You have no finished match like that"},
			{" game:Kalah finished:lost", "(10)"},
			{" user:@Cid", "You have no finished match like that"},
			{" user:@Ann", "That's you"},
			{" user:@Bot", "is a bot"},
		} {
			s.Private(s.Slash(s.Ann, "/games"+c.options), c.want)
		}
		// all matches are on one page, so there is no second one
		full := s.Slash(s.Ann, "/games game:Kalah finished:lost")
		s.Sim.TamperNext(1, customID("1::0:fi:1/kalah/l/"))
		s.Private(s.Answered(s.Sim.As(s.Ann).Select(full, full.Selects()[0].CustomID,
			full.Selects()[0].Options[0].Value), "past the end"), "(10)", "Kalah v Computer")
		s.Private(s.Slash(s.Bob, "/games finished:all"), "(4)", "1 won, 0 drawn, 3 lost", "Kalah v Ann")
		s.Private(s.Slash(s.Eve, "/games user:@Bob"), "You have no finished matches yet")

		with := s.Slash(s.Ann, "/games user:@Bob finished:won")
		exported := s.Answered(s.Sim.As(s.Ann).Select(with, with.Selects()[0].CustomID,
			with.Selects()[0].Options[2].Value), "export")
		s.Private(exported, "Kalah · Ann (South) v Bob (North)")
		if len(exported.Attachments) != 1 {
			t.Errorf("%d files are attached, want the match", len(exported.Attachments))
		}
	})
}

// P105: the id of a button is checked: a page past the end is the last one, and a malformed id does
// nothing.
func TestP105FinishedForged(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.PlayedOut("")
		page := s.Slash(s.Ann, "/games finished:all")
		for text, want := range map[string]string{
			"0///": "(1)", "99///": "(1)", "-1///": "this button",
			"x": "this button", "0//ww/": "this button", "0/kalah/l/": "no finished match like that",
			"0///" + string(s.Eve): "no finished match like that",
		} {
			s.Sim.TamperNext(1, customID("1::0:fi:"+text))
			menu := page.Selects()[0]
			said := s.Answered(s.Sim.As(s.Ann).Select(page, menu.CustomID, menu.Options[0].Value), text).Text()
			if !strings.Contains(strings.ToLower(said), want) {
				t.Errorf("%q is answered with %q, want %q", text, said, want)
			}
			page = s.Slash(s.Ann, "/games finished:all")
		}
	})
}

// customID replaces the component id of a click.
func customID(id string) func(map[string]any) []map[string]any {
	return func(p map[string]any) []map[string]any {
		if data, ok := p["data"].(map[string]any); ok {
			data["custom_id"] = id
		}
		return []map[string]any{p}
	}
}

// P10: the list of running matches leads to the finished ones.
func TestGamesLeadToTheFinishedOnes(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/games"), "Finished matches"), "You have no finished matches yet")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Resigns(s.Bob)
		s.Wait(story.AMoment)
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/games"), "Finished matches"), "Your finished matches (1)", "won")
	})
}
