package deliver_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// portrait returns the address of the avatar on a message; "" if there is none.
func portrait(m discordsim.Message) string {
	for _, c := range m.Where(func(c discordsim.Component) bool {
		return c.Accessory != nil && c.Accessory.Media != nil
	}) {
		return c.Accessory.Media.URL
	}
	return ""
}

// P30, P156: the avatar of a single winner stands beside the result. The store keeps the avatar as
// long as it keeps the person.
func TestP156WinnersAvatar(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const hash, animated = "0123456789abcdef0123456789abcdef", "a_fedcba9876543210fedcba9876543210"
		s.Sim.SetAvatar(s.Ann, hash)
		s.Sim.SetAvatar(s.Bob, animated)
		of := func(u discordsim.UserID, hash string) string {
			return "https://cdn.discordapp.com/avatars/" + string(u) + "/" + hash + ".png?size=128"
		}
		won := func(loser discordsim.UserID, want string) {
			t.Helper()
			s.Begin("/kalah challenge user:@Bob first:me")
			for range 2 {
				s.Press(s.Mover(s.Board()), s.Board())
			}
			s.SayYes(loser, "/resign")
			s.Wait(time.Minute)
			if got := portrait(s.Board()); got != want {
				t.Errorf("beside the result is %q, want %q", got, want)
			}
		}
		won(s.Bob, of(s.Ann, hash))
		won(s.Ann, of(s.Bob, animated))
		s.Slash(s.Eve, "/board") // a spectator is not stored
		if u, err := s.Store.User(t.Context(), match.UserID(s.Eve)); err != nil || u.Avatar != "" {
			t.Errorf("a spectator's avatar is %q, %v", u.Avatar, err)
		}
		s.Sim.SetAvatar(s.Ann, "")
		won(s.Bob, "")
		s.Sim.SetAvatar(s.Ann, hash)
		s.Begin("/kalah challenge user:@Bob first:me")
		for range 2 {
			s.Press(s.Mover(s.Board()), s.Board())
		}
		s.Slash(s.Ann, "/draw")
		s.Slash(s.Bob, "/draw")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "raw")
		if got := portrait(s.Board()); got != "" {
			t.Errorf("beside a draw is %q", got)
		}
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Press(s.Ann, s.Board())
		s.SayYes(s.Ann, "/resign")
		s.Wait(time.Minute)
		if got := portrait(s.Board()); got != "" {
			t.Errorf("beside a computer's win is %q", got)
		}
		s.Slash(s.Ann, "/server settings style:text")
		won(s.Bob, "")

		stored := func() string {
			u, err := s.Store.User(t.Context(), match.UserID(s.Ann))
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(u)
			return string(text)
		}
		if !strings.Contains(stored(), hash) {
			t.Fatalf("the avatar is not stored: %s", stored())
		}
		s.SayYes(s.Ann, "/privacy delete-my-data")
		s.Wait(time.Minute)
		if strings.Contains(stored(), hash) {
			t.Errorf("the avatar outlives the person's data: %s", stored())
		}
	})
}
