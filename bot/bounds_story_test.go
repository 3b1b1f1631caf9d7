package bot_test

import (
	"testing"
	"time"

	"paddock/bot/story"
)

// Numbers that Discord's own client would refuse are refused with a sentence, before the bot
// allocates anything of that size.
func TestNumbersBeyondAllBounds(t *testing.T) {
	t.Parallel()
	story.TellPeople(t, func(s *story.Story) {
		for _, command := range []string{
			"/fish start level:easy players:3", "/fish start players:3",
			"/tournament create game:Kalah players:8", "/kalah start level:easy holes:6",
		} {
			for _, n := range []float64{1e300, -1e300, 1e18, 1e9, -1} {
				s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
					options := p["data"].(map[string]any)["options"].([]any)[0].(map[string]any)["options"].([]any)
					for _, o := range options {
						if o := o.(map[string]any); o["name"] == "players" || o["name"] == "holes" {
							o["value"] = n
						}
					}
					return []map[string]any{p}
				})
				i := s.Sim.As(s.Ann).In(s.Hall).Slash(command)
				s.Wait(4 * time.Second)
				if err := i.Err(); err != nil || !i.Message().Ephemeral() || i.Message().Text() == "" {
					t.Errorf("%s with %g: %v, %q; want a private sentence", command, n, err, i.Message().Text())
				}
			}
		}
		if n := s.Posts(); n > 0 {
			t.Errorf("%d messages were posted:\n%s", n, s.Last().Text())
		}
	})
}
