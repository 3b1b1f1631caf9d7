package tournament_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P156: the avatar of a tournament's only winner is beside its end, and beside its announcement.
func TestP156WinnerOfATournament(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		const hash = "0123456789abcdef0123456789abcdef"
		s.Sim.SetAvatar(s.Ann, hash)
		results := s.Sim.AddChannel(s.Club, "results")
		s.Slash(s.Ann, "/server channels results:<#"+string(results)+">")
		s.Slash(s.Cid, "/tournament create game:kalah format:bracket players:8 name:Cup")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Private(s.Slash(s.Cid, "/tournament start"), "Cup")
		s.Wait(time.Minute)
		for range 2 {
			b := s.BoardAbout("it's your turn")
			s.Press(s.Mover(b), b)
		}
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Hour)
		for _, m := range []discordsim.Message{s.About("Cup is over"), s.Sim.Last(results, s.Eve)} {
			shown := ""
			for _, c := range m.Where(func(c discordsim.Component) bool {
				return c.Accessory != nil && c.Accessory.Media != nil
			}) {
				shown = c.Accessory.Media.URL
			}
			if want := "https://cdn.discordapp.com/avatars/" + string(s.Ann) + "/" + hash +
				".png?size=128"; shown != want {
				t.Errorf("beside the end is %q, want %q:\n%s", shown, want, m.Text())
			}
		}
	})
}
