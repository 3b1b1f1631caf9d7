package bot_test

import (
	"strings"
	"testing"
)

// P105: somebody's finished matches are listed for them alone, the newest first, with what they add up to; by game, opponent and end; page by page; and
// exported from there. Nobody else's are shown, and who has never played is told so.
func TestP105Finished(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/finished"), "You have finished no match like that")
		for range 3 {
			s.playedOut("")
		}
		s.slash(s.bob, "/kalah challenge user:@Ann first:me rated:false")
		s.click(s.ann, s.board(), "Accept")
		s.slash(s.bob, "/kalah move move:1")
		s.slash(s.ann, "/kalah move move:1")
		s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
		for range 9 {
			s.slash(s.ann, "/kalah start level:first first:me")
			s.slash(s.ann, "/kalah move move:1")
			s.click(s.ann, s.slash(s.ann, "/resign game:"+string(s.theMatch().ID)), "Yes, I resign")
		}
		page := s.slash(s.ann, "/finished")
		s.private(page, "### Your finished matches (13)", "3 won, 0 drawn, 10 lost. Matches without a win: 10 now. Wins in a row: 3 at most.", "Kalah v Computer (first)** · lost", "Kalah v Bob** · lost")
		if strings.Contains(page.Text(), "· won") {
			t.Errorf("the oldest stand on the first page:\n%s", page.Text())
		}
		page = s.click(s.ann, page, "Older …")
		s.private(page, "(13)", "Kalah v Bob** · won · rated")
		s.private(s.click(s.ann, page, "… Newer"), "Computer (first)")

		for _, c := range []struct{ options, want string }{
			{" user:@Bob", "with <@" + string(s.bob) + "> (4)\n3 won, 0 drawn, 1 lost. Matches without a win: 1 now."},
			{" user:@Bob result:won", "(3)\n3 won, 0 drawn, 0 lost. Wins in a row: 3 now, 3 at most."},
			{" result:drawn", "You have finished no match like that"},
			{" game:Halatafl", "You have finished no match like that"},
			{" game:Kalah result:lost", "(10)"},
			{" user:@Cid", "You have finished no match like that"},
			{" user:@Ann", "That is yourself"},
			{" user:@Bot", "no member who plays"},
		} {
			s.private(s.slash(s.ann, "/finished"+c.options), c.want)
		}
		s.private(s.slash(s.bob, "/finished"), "(4)", "1 won, 0 drawn, 3 lost", "Kalah v Ann")
		s.private(s.slash(s.eve, "/finished user:@Bob"), "You have finished no match like that")

		with := s.slash(s.ann, "/finished user:@Bob result:won")
		exported := s.answered(s.sim.As(s.ann).Select(with, with.Selects()[0].CustomID, with.Selects()[0].Options[2].Value), "export")
		s.private(exported, "Kalah · South Ann v North Bob")
		if len(exported.Attachments) != 1 {
			t.Errorf("%d files are attached, want the match", len(exported.Attachments))
		}
	})
}

// P105: what the id of a button says is checked: a page that is not there is the last, and what nobody has written does nothing.
func TestP105FinishedForged(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.playedOut("")
		page := s.slash(s.ann, "/finished")
		for text, want := range map[string]string{"0///": "(1)", "99///": "(1)", "-1///": "this button", "x": "this button", "0//ww/": "this button", "0/kalah/l/": "no match like that", "0///" + string(s.eve): "no match like that"} {
			s.sim.TamperNext(1, customID("1::0:fi:"+text))
			menu := page.Selects()[0]
			said := s.answered(s.sim.As(s.ann).Select(page, menu.CustomID, menu.Options[0].Value), text).Text()
			if !strings.Contains(strings.ToLower(said), want) {
				t.Errorf("%q is answered with %q, want %q", text, said, want)
			}
			page = s.slash(s.ann, "/finished")
		}
	})
}

// customID gives a click another component.
func customID(id string) func(map[string]any) []map[string]any {
	return func(p map[string]any) []map[string]any {
		if data, ok := p["data"].(map[string]any); ok {
			data["custom_id"] = id
		}
		return []map[string]any{p}
	}
}
