package bot_test

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/challenge"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/play"
	"paddock/bot/server"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
)

// crossing is one command or click of a person on a match.
type crossing struct {
	what string
	by   string
	do   func(*story.Story, discordsim.Actor, match.Record, discordsim.Message) *discordsim.Interaction
}

// crossings returns everything that can be typed and pressed, by every kind of person.
func crossings() (list []crossing) {
	set := bot.Commands(&answer.Base{Games: story.CrossGames()})
	people := []string{"owner", "opponent", "onlooker", "stranger", "moderator"}
	for _, text := range story.TypedCommands(set) {
		for _, by := range people {
			if moderates := strings.HasPrefix(text, "/server "); !strings.Contains(text, "MATCH") && !moderates &&
				by != "owner" && by != "stranger" || by == "moderator" && !moderates {
				continue // everybody gets the same answer
			}
			list = append(list,
				crossing{
					text, by,
					func(_ *story.Story, a discordsim.Actor, rec match.Record,
						_ discordsim.Message,
					) *discordsim.Interaction {
						return a.Slash(strings.ReplaceAll(text, "MATCH", string(rec.ID)))
					},
				})
		}
	}
	for _, action := range slices.Sorted(maps.Keys(set.Actions)) {
		for _, by := range people[:len(people)-1] {
			list = append(list, crossing{"action " + string(action), by, pressing(action)})
		}
	}
	return list
}

// These are the component types other than buttons.
var (
	menuActions = []component.Action{
		server.ActChannels, component.ActMenu, challenge.ActPick, component.ActChoose,
		component.ActLoad, component.ActForget,
	}
	formActions = []component.Action{play.ActForm, play.ActSaved}
)

// pressing uses a component on a match's newest message, even if the message lacks it: screens may
// be outdated, and clients can be manipulated.
func pressing(action component.Action) func(*story.Story, discordsim.Actor, match.Record,
	discordsim.Message) *discordsim.Interaction {
	return func(s *story.Story, a discordsim.Actor, rec match.Record,
		shown discordsim.Message,
	) *discordsim.Interaction {
		id := component.Target{Match: rec.ID, Head: rec.Head, Action: action}.MustID()
		s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
			switch {
			case slices.Contains(menuActions, action):
				p["type"], p["data"] = 3,
					map[string]any{"custom_id": id, "component_type": 3, "id": 1, "values": []any{"x"}}
			case slices.Contains(formActions, action):
				field := map[string]any{"type": 4, "id": 2, "custom_id": "x", "value": "x"}
				p["type"], p["data"] = 5,
					map[string]any{
						"custom_id":  id,
						"components": []any{map[string]any{"type": 1, "id": 1, "components": []any{field}}},
					}
			default:
				p["type"], p["data"] = 3, map[string]any{"custom_id": id, "component_type": 2, "id": 1}
			}
			return []map[string]any{p}
		})
		shown.Components = []discordsim.Component{{Type: 2, Label: "x", CustomID: "x"}}
		return a.ClickStale(shown, "x")
	}
}

// Everybody uses every command and every action with a match in every state. Each answer has a body
// that Discord accepts and a sentence with the reason. No answer reports an internal error, and the
// log has no error (P4, P6, P57).
func TestEverythingInEveryState(t *testing.T) {
	t.Parallel()
	all := crossings()
	for i, state := range story.MatchStates {
		t.Run(state.Name, func(t *testing.T) {
			for todo := someOf(all, i); len(todo) > 0; {
				story.CrossTell(t, state.Lead, func(s *story.Story) { todo = cross(s, todo) })
				if t.Failed() {
					return
				}
			}
		})
	}
}

// someOf returns every fortieth crossing, different ones in each state. With PADDOCK_CROSS it
// returns all of them, in the short run fewer.
func someOf(all []crossing, state int) (some []crossing) {
	if os.Getenv("PADDOCK_CROSS") != "" {
		return all
	}
	step := 40
	if testing.Short() {
		step = 80
	}
	for n := state % step; n < len(all); n += step {
		some = append(some, all[n])
	}
	return some
}

func isGame(word string) bool {
	return slices.ContainsFunc(story.CrossGames(), func(g *games.Game) bool { return string(g.ID) == word })
}

// cross tries one action after another until one has changed the match. It returns the actions that
// it has not tried.
func cross(s *story.Story, todo []crossing) (left []crossing) {
	s.Helper()
	before, shown := s.TheMatch(), s.Board()
	away := s.Sim.AddUser("Stranger")
	s.Sim.Install(away)
	people := map[string]discordsim.Actor{
		"owner": s.Sim.As(s.Ann).In(s.Hall), "opponent": s.Sim.As(s.Bob).In(s.Hall),
		"onlooker": s.Sim.As(s.Eve).In(s.Hall), "stranger": s.Sim.As(away).In(s.Sim.DM(away)),
		"moderator": s.Sim.As(s.Eve).In(s.Hall),
	}
	s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	own := s.Answered(people["stranger"].Slash("/help"), "/help")
	for n, c := range todo {
		if first, _, _ := strings.Cut(c.what[1:], " "); c.by != "owner" && games.ID(first) != before.Game &&
			isGame(first) {
			continue // the answer to another game's command does not depend on the person
		}
		seen := shown
		if c.by == "stranger" { // strangers see no message of the match, so they use another message of the bot
			seen = own
		}
		i := c.do(s, people[c.by], before, seen)
		synctest.Wait()
		s.Wait(2 * time.Second)
		if err := i.Err(); err != nil && !errors.Is(err, discordsim.ErrClient) {
			s.Errorf("%s by the %s: %v", c.what, c.by, err)
		}
		for _, m := range append(i.FollowUps(), i.Message()) {
			if strings.Contains(strings.ToLower(m.Text()), "went wrong") {
				s.Errorf("%s by the %s: %s", c.what, c.by, m.Text())
			}
		}
		if refused := s.Refusals(); len(refused) > 0 && !s.Waste {
			s.Errorf("%s by the %s: Discord refuses %v", c.what, c.by, refused)
		}
		if now, err := s.Store.Record(s.Context(), before.ID); err != nil || now.Head != before.Head ||
			now.Status != before.Status || s.TheMatch().ID != before.ID || s.Failed() {
			return todo[n+1:]
		}
	}
	return nil
}
