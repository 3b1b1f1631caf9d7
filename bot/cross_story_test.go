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

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/command"
	"paddock/bot/discordsim"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/render"
)

// crossGames is every game, so that every command and action is there.
func crossGames() []*games.Game {
	return []*games.Game{halatafl.New(), kalah.New(), stratego.New(), fish.New()}
}

// matchStates are the states a match can be in, each by the story that leads there. Ann makes the match in the hall; Bob is her opponent.
var matchStates = []struct {
	name string
	lead func(*story)
}{
	{"open challenge", func(s *story) { s.slash(s.ann, "/kalah challenge") }},
	{"challenge to a member", func(s *story) { s.slash(s.ann, "/halatafl challenge user:@Bob") }},
	{"open table", func(s *story) { s.slash(s.ann, "/fish start players:4"); s.click(s.bob, s.board(), "Join") }},
	{"declined", func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob")
		s.click(s.bob, s.board(), "Decline")
	}},
	{"revoked", func(s *story) { s.slash(s.ann, "/stratego challenge user:@Bob"); s.click(s.ann, s.board(), "Revoke") }},
	{"expired", func(s *story) { s.slash(s.ann, "/fish challenge user:@Bob"); s.wait(8 * 24 * time.Hour) }},
	{"cancelled", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.click(s.ann, s.board(), "Cancel the match")
	}},
	{"setting up", func(s *story) { s.armies("army:barrage") }},
	{"set up", func(s *story) { s.setUp() }},
	{"resigned in the set-up", func(s *story) {
		s.armies("army:barrage")
		s.sayYes(s.bob, "/stratego resign")
	}},
	{"running", func(s *story) { s.begin("/kalah challenge user:@Bob first:me"); s.slash(s.ann, "/kalah move move:2") }},
	{"running, foxes and sheep", func(s *story) { s.begin("/halatafl challenge user:@Bob") }},
	{"placing", func(s *story) { s.begin("/fish challenge user:@Bob") }},
	{"draw offered", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		s.slash(s.ann, "/draw")
	}},
	{"takeback asked", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		s.wait(2 * time.Minute)
		s.slash(s.ann, "/takeback")
	}},
	{"claimable", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me timeout:claim time:1 day a move")
		s.slash(s.ann, "/kalah move move:2")
		s.wait(25 * time.Hour)
	}},
	{"at rest", func(s *story) {
		s.waste = true // one look for the old channel
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.sim.DeleteChannel(s.hall)
		s.wait(48 * time.Hour)
		s.hall = s.sim.AddChannel(s.club, "attic")
	}},
	{"over by the board", func(s *story) {
		s.slash(s.ann, "/kalah start level:first versus:random holes:3 beans:2")
		s.click(s.ann, s.board(), "Play on")
		s.wait(5 * time.Minute)
	}},
	{"over by resignation", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.ann, "/kalah move move:2")
		s.sayYes(s.bob, "/kalah resign")
	}},
	{"over by time", func(s *story) {
		s.begin("/halatafl challenge user:@Bob time:1 day a move")
		s.wait(9 * 24 * time.Hour)
	}},
	{"over, armies", func(s *story) { s.setUp(); s.sayYes(s.bob, "/stratego resign") }},
	{"computers, step by step", func(s *story) { s.slash(s.ann, "/kalah start level:first versus:random holes:3 beans:2") }},
	{"ended by a moderator", func(s *story) { s.moderates("/server end reason:spam") }},
	{"handed over", func(s *story) {
		gus := s.sim.AddUser("Gus")
		s.sim.AddMember(s.club, gus)
		s.moderates("/server hand-over new:@Gus old:@Bob reason:ill")
		s.accept(gus)
	}},
	{"offered to another", func(s *story) {
		s.sim.AddMember(s.club, s.sim.AddUser("Gus"))
		s.moderates("/server hand-over new:@Gus old:@Bob reason:ill")
	}},
	{"game of a tournament", func(s *story) {
		s.slash(s.ann, "/tournament create game:kalah format:roundrobin players:2")
		s.slash(s.ann, "/tournament join")
		s.slash(s.bob, "/tournament join")
		s.wait(10 * time.Second)
	}},
}

// moderates lets Eve decide about a match of Ann and Bob that has begun.
func (s *story) moderates(text string) {
	s.Helper()
	s.begin("/kalah challenge user:@Bob first:me")
	s.sim.SetPermissions(s.club, s.eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	s.slash(s.eve, text+" game:"+string(s.only().ID))
}

// setUp leads to the first move of a Stratego match.
func (s *story) setUp() {
	s.Helper()
	s.armies("army:barrage")
	s.confirm(s.ann)
	s.confirm(s.bob)
}

// sayYes uses a command that asks once more, and presses its first button.
func (s *story) sayYes(who discordsim.UserID, text string) {
	s.Helper()
	m := s.slash(who, text)
	s.click(who, m, m.Labels()[0])
}

// crossTell is a story with everything there is, on the way to a state.
func crossTell(t *testing.T, lead func(*story), what func(*story)) {
	t.Helper()
	crossTellWith(t, func(*bot.Config) {}, lead, what)
}

func crossTellWith(t *testing.T, change func(*bot.Config), lead func(*story), what func(*story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		s.change = func(c *bot.Config) {
			c.Tournaments, c.Games = s.store, crossGames()
			c.Chart = func(render.Chart) ([]byte, error) { return drawNothing(scene.Scene{}) }
			c.Animate = func([]scene.Scene) ([]byte, error) { return []byte("GIF89a"), nil }
			change(c)
		}
		s.forged = true
		s.start()
		defer s.end()
		lead(s)
		what(s)
		s.wait(time.Minute) // what waits for a rate limit is done
	})
}

// crossing is one thing that somebody does about a match.
type crossing struct {
	what string
	by   string
	do   func(*story, discordsim.Actor, match.Record, discordsim.Message) *discordsim.Interaction
}

// crossings are all that can be typed and pressed, by everybody who may stand somewhere else to a match.
func crossings() (list []crossing) {
	set := command.Table(crossGames())
	people := []string{"owner", "opponent", "onlooker", "stranger", "moderator"}
	for _, text := range typedCommands(set) {
		for _, by := range people {
			if moderates := strings.HasPrefix(text, "/server "); !strings.Contains(text, "MATCH") && !moderates && by != "owner" && by != "stranger" || by == "moderator" && !moderates {
				continue // says the same to everybody else
			}
			list = append(list, crossing{text, by, func(_ *story, a discordsim.Actor, rec match.Record, _ discordsim.Message) *discordsim.Interaction {
				return a.Slash(strings.ReplaceAll(text, "MATCH", string(rec.ID)))
			}})
		}
	}
	for _, action := range slices.Sorted(maps.Keys(set.Actions)) {
		for _, by := range people[:len(people)-1] {
			list = append(list, crossing{"action " + string(action), by, pressing(action)})
		}
	}
	return list
}

// typedCommands are all commands with what they need, about a match where they take one.
func typedCommands(set *router.Set) (list []string) {
	samples := map[string]string{"user": "@Bob", router.OptNew: "@Cid", "name": "x", "format": "swiss", "reason": "because", "winner": "draw", "text": "?"}
	for _, c := range set.Definitions(lang.English) {
		if c.Type == discordgo.UserApplicationCommand {
			continue
		}
		for path, options := range optionsByPath(c) {
			text := "/" + path
			for _, o := range options {
				switch {
				case o.Name == router.OptGame && len(o.Choices) == 0:
					text += " game:MATCH"
				case o.Name == router.OptGame:
					text += " game:kalah"
				case o.Required && samples[o.Name] != "":
					text += " " + o.Name + ":" + samples[o.Name]
				case o.Required && len(o.Choices) > 0:
					text += " " + o.Name + ":" + o.Choices[0].Name
				case o.Required:
					text += " " + o.Name + ":1"
				}
			}
			list = append(list, text)
			for _, o := range options {
				switch o.Name {
				case router.OptAfter:
					list = append(list, text+" after:0", text+" after:7")
				case router.OptOld:
					list = append(list, text+" old:@Bob", strings.Replace(text, "game:MATCH", "tournament:Kalah round robin", 1))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

func optionsByPath(c *discordgo.ApplicationCommand) map[string][]*router.Option {
	list := make(map[string][]*router.Option)
	for _, o := range c.Options {
		if o.Type == discordgo.ApplicationCommandOptionSubCommand {
			list[c.Name+" "+o.Name] = o.Options
		}
	}
	if len(list) == 0 {
		list[c.Name] = c.Options
	}
	return list
}

// Components other than buttons.
var (
	menuActions = []show.Action{show.ActChannels, show.ActMenu, show.ActPick, show.ActChoose, show.ActLoad, show.ActForget}
	formActions = []show.Action{show.ActForm, show.ActSaved}
)

// pressing uses a component of a match's newest message, whether or not the message still has it: screens are old, and clients can be made to send anything.
func pressing(action show.Action) func(*story, discordsim.Actor, match.Record, discordsim.Message) *discordsim.Interaction {
	return func(s *story, a discordsim.Actor, rec match.Record, shown discordsim.Message) *discordsim.Interaction {
		id := show.Target{Match: rec.ID, Head: rec.Head, Action: action}.MustID()
		s.sim.TamperNext(1, func(p map[string]any) []map[string]any {
			switch {
			case slices.Contains(menuActions, action):
				p["type"], p["data"] = 3, map[string]any{"custom_id": id, "component_type": 3, "id": 1, "values": []any{"x"}}
			case slices.Contains(formActions, action):
				field := map[string]any{"type": 4, "id": 2, "custom_id": "x", "value": "x"}
				p["type"], p["data"] = 5, map[string]any{"custom_id": id, "components": []any{map[string]any{"type": 1, "id": 1, "components": []any{field}}}}
			default:
				p["type"], p["data"] = 3, map[string]any{"custom_id": id, "component_type": 2, "id": 1}
			}
			return []map[string]any{p}
		})
		shown.Components = []discordsim.Component{{Type: 2, Label: "x", CustomID: "x"}}
		return a.ClickStale(shown, "x")
	}
}

// Every command and every action, with a match in every state, by everybody: each is answered with a body that Discord takes and a sentence that says what
// is the matter; nothing "went wrong", nothing is logged as an error (P4, P6, P57).
func TestEverythingInEveryState(t *testing.T) {
	t.Parallel()
	all := crossings()
	for i, state := range matchStates {
		t.Run(state.name, func(t *testing.T) {
			for todo := someOf(all, i); len(todo) > 0; {
				crossTell(t, state.lead, func(s *story) { todo = cross(s, todo) })
				if t.Failed() {
					return
				}
			}
		})
	}
}

// someOf is every fortieth crossing, other ones in each state; with PADDOCK_CROSS all of them, in the short run fewer.
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

// theMatch is the newest match of the hall, or else the most urgent of Ann's.
func (s *story) theMatch() match.Record {
	s.Helper()
	list, err := s.store.ByUser(s.Context(), match.UserID(s.ann))
	if latest, _ := s.store.Latest(s.Context(), match.ChannelID(s.hall), 1); len(latest) > 0 {
		return latest[0]
	}
	if err != nil || len(list) == 0 {
		s.Fatal("there is no match:", err)
	}
	return list[0]
}

func isGame(word string) bool {
	return slices.ContainsFunc(crossGames(), func(g *games.Game) bool { return string(g.ID) == word })
}

// cross does one thing after the other until the match is no longer what it was, and returns what is left to do.
func cross(s *story, todo []crossing) (left []crossing) {
	s.Helper()
	before, shown := s.theMatch(), s.board()
	away := s.sim.AddUser("Stranger")
	s.sim.Install(away)
	people := map[string]discordsim.Actor{
		"owner": s.sim.As(s.ann).In(s.hall), "opponent": s.sim.As(s.bob).In(s.hall), "onlooker": s.sim.As(s.eve).In(s.hall), "stranger": s.sim.As(away).In(s.sim.DM(away)), "moderator": s.sim.As(s.eve).In(s.hall),
	}
	s.sim.SetPermissions(s.club, s.eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	own := s.answered(people["stranger"].Slash("/help"), "/help")
	for n, c := range todo {
		if first, _, _ := strings.Cut(c.what[1:], " "); c.by != "owner" && games.ID(first) != before.Game && isGame(first) {
			continue // another game's command says the same to everybody
		}
		seen := shown
		if c.by == "stranger" { // who has no message of the match, but one of the bot's
			seen = own
		}
		i := c.do(s, people[c.by], before, seen)
		synctest.Wait()
		s.wait(2 * time.Second)
		if err := i.Err(); err != nil && !errors.Is(err, discordsim.ErrClient) {
			s.Errorf("%s by the %s: %v", c.what, c.by, err)
		}
		for _, m := range append(i.FollowUps(), i.Message()) {
			if strings.Contains(strings.ToLower(m.Text()), "went wrong") {
				s.Errorf("%s by the %s: %s", c.what, c.by, m.Text())
			}
		}
		if refused := s.refusals(); len(refused) > 0 && !s.waste {
			s.Errorf("%s by the %s: Discord refuses %v", c.what, c.by, refused)
		}
		if now, err := s.store.Record(s.Context(), before.ID); err != nil || now.Head != before.Head || now.Status != before.Status || s.theMatch().ID != before.ID || s.Failed() {
			return todo[n+1:]
		}
	}
	return nil
}
