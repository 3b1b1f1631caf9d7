// Package story is the rig of tests that read like stories. People in a server type commands and
// press buttons, time passes, and the bot answers. It runs on a real database and unmodified
// discordgo, against the simulator in paddock/bot/discordsim. The stories of a feature are external
// tests in the feature's folder. The program itself never imports this package. Start reading at
// [Tell].
package story

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/fish"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/render/chart"
	"paddock/storage"
)

// Story is a server with Ann, Bob, Cid and the spectator Eve, and with a channel called the hall.
// The bot is connected and has a real database. A test performs people's actions step by step.
// After each step it waits until the bot is idle.
type Story struct {
	*testing.T
	Sim                *discordsim.Sim
	Ann, Bob, Cid, Eve discordsim.UserID
	Club               discordsim.GuildID   // the server of the story
	Hall               discordsim.ChannelID // the channel of the server in which people play
	Store              *storage.Bolt
	Path               string
	Change             func(*bot.Config) // changes the configuration before each start
	Logged             *logbook.Logbook
	stop               context.CancelFunc
	ended              chan error
	Notes              map[string]string
	Steps              int
	FairStarts         bool // the server has the default of fair starts; set it before Start
	Waste              bool // Discord's refusals and logged errors are expected
	Forged             bool // buttons are pressed on messages that lack them, so a board may be deleted meanwhile
}

// AMoment is the pause after each step, so that boards follow within the rate limits.
const AMoment = 2 * time.Second

// Tell runs a story with a simulated clock.
func Tell(t *testing.T, what func(*Story), change ...func(*bot.Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := NewStory(t, discordsim.Config{})
		for _, c := range change {
			s.Change = c
		}
		s.Start()
		defer s.End()
		what(s)
	})
}

// rareHeartbeats makes long waits cheap. With so few heartbeats the bot must tolerate a longer
// silence.
const (
	rareHeartbeats = 10 * time.Minute
	longSilence    = 25 * time.Minute
)

// NewStory makes the server of a story. The bot is not started yet.
func NewStory(t *testing.T, cfg discordsim.Config) *Story {
	t.Helper()
	if v := Oracle(t); v != nil {
		cfg.Validator = v
	}
	if cfg.HeartbeatInterval == 0 {
		cfg.HeartbeatInterval = rareHeartbeats
	}
	s := &Story{
		T: t, Sim: discordsim.New(cfg), Path: filepath.Join(ram.Dir(t), "paddock.db"),
		Logged: &logbook.Logbook{}, Notes: map[string]string{},
	}
	s.Ann, s.Bob = s.Sim.AddUser("Ann"), s.Sim.AddUser("Bob")
	s.Cid, s.Eve = s.Sim.AddUser("Cid"), s.Sim.AddUser("Eve")
	s.Club = s.Sim.AddGuild("Club", s.Ann, s.Bob, s.Cid, s.Eve)
	s.Hall = s.Sim.AddChannel(s.Club, "hall")
	return s
}

// Start opens the database and starts the bot.
func (s *Story) Start() {
	s.Helper()
	var err error
	if s.Store, err = storage.Open(s.Path); err != nil {
		s.Fatal(err)
	}
	if s.stop == nil && !s.FairStarts { // without this default each story would have to say which moves there are
		_, err := s.Store.UpdateGuild(s.Context(), match.GuildID(s.Club), func(g *match.Guild) { g.UsualStarts = true })
		if err != nil {
			s.Fatal(err)
		}
	}
	ready := make(chan struct{})
	cfg := bot.Config{
		Token: discordsim.DefaultToken, SilentAtMost: longSilence, Store: &Notebook{Store: s.Store, Notes: s.Notes},
		Games:  Catalogue,
		Log:    slog.New(slog.NewTextHandler(s.Logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Attach: s.Sim.Attach, Ready: func() { close(ready) }, Rand: rand.NewChaCha8([32]byte{}),
		Pictures: bot.Pictures{Draw: DrawNothing}, NoReviews: true,
	}
	if s.Change != nil {
		s.Change(&cfg)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.ended = stop, make(chan error, 1)
	go func() { s.ended <- bot.Run(ctx, cfg) }()
	select {
	case <-ready:
	case err := <-s.ended:
		s.Fatal("the bot did not start:", err)
	}
	synctest.Wait()
}

// Halt stops the bot and closes the database, as a restart does.
func (s *Story) Halt() {
	s.Helper()
	s.stop()
	if err := <-s.ended; err != nil {
		s.Error("the bot ended with:", err)
	}
	if err := s.Store.Close(); err != nil {
		s.Error(err)
	}
}

// Restart stops the bot, lets time pass, and starts it again.
func (s *Story) Restart(away time.Duration) {
	s.Helper()
	s.Halt()
	time.Sleep(away)
	s.Start()
}

// End closes everything and checks what must hold in every story. All bodies fit Discord's schema,
// Discord refused no request, every message names the users that it notifies, the log holds no
// secret, and every act of a person has a cause.
func (s *Story) End() {
	s.Helper()
	s.checkCauses()
	s.Halt()
	s.Sim.Close()
	for _, c := range s.Sim.Invalid() {
		s.Error("a body breaks Discord's schema:", c)
	}
	if !s.Waste {
		for _, c := range s.Refusals() {
			s.Error("Discord refused a request:", c)
		}
	}
	for _, c := range s.Sim.Calls() {
		s.CheckMentions(c)
	}
	s.checkLog()
}

// acts are the kinds of events that happen only when a person asks for them.
var acts = []match.EventKind{
	match.Offered, match.Declined, match.Stepped, match.Undone, match.Reminded, match.Resumed,
	match.Voted, match.Arranged,
}

// checkCauses fails the story if an act of a person was stored without a cause, so that it could be
// applied twice.
func (s *Story) checkCauses() {
	s.Helper()
	list, err := s.Store.Changed(s.Context(), time.Time{}, 50)
	if err != nil {
		s.Error(err)
	}
	for _, m := range list {
		log, err := s.Store.History(s.Context(), m.Match, 1)
		if err != nil {
			continue // the match is damaged
		}
		caused := map[time.Time]bool{}
		for _, e := range log {
			caused[e.At] = caused[e.At] || e.Cause != ""
		}
		for _, e := range log {
			if e.User != "" && slices.Contains(acts, e.Kind) && !caused[e.At] {
				s.Errorf("match %s: an event without a cause: %+v, of those from %+v", m.Match, e, log[max(0, int(e.Seq)-4):])
			}
		}
	}
}

// checkLog fails the story if the log holds the bot's token or an unexpected error.
func (s *Story) checkLog() {
	s.Helper()
	text := s.Logged.String()
	if strings.Contains(text, discordsim.DefaultToken) {
		s.Error("the log holds the bot's token")
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, "level=ERROR") && !s.Waste {
			s.Error("an error was logged:", line)
		}
	}
	if s.Failed() {
		s.Log("the bot's log:\n" + text)
	}
}

// CheckMentions fails the story unless a message's body says explicitly that it may notify named
// users only (P7).
func (s *Story) CheckMentions(c discordsim.Call) {
	s.Helper()
	body := c.JSON()
	if kind, ok := body["type"].(float64); ok && int(kind) == int(discordsim.AnswerModal) {
		return // the answer is a form, not a message
	}
	if data, ok := body["data"].(map[string]any); ok {
		body = data
	}
	if _, isMessage := body["components"]; !isMessage {
		return
	}
	allowed, ok := body["allowed_mentions"].(map[string]any)
	if !ok {
		s.Error("a message without allowed_mentions:", c)
		return
	}
	if parse, ok := allowed["parse"].([]any); !ok || len(parse) != 0 || allowed["roles"] != nil {
		s.Error("a message may notify more than named users:", c)
	}
}

// Refusals returns the requests that Discord refused. In a story with forged buttons it leaves out
// those about deleted messages.
func (s *Story) Refusals() []discordsim.Call {
	return slices.DeleteFunc(s.Sim.Refusals(), func(c discordsim.Call) bool {
		return s.Forged && strings.Contains(fmt.Sprint(c), "10008")
	})
}

// Wait lets time pass, and returns when all due work is done.
func (s *Story) Wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Catalogue holds the games of a story that does not choose others.
var Catalogue = []*games.Game{halatafl.New(), kalah.New()}

// WithAll configures the bot with every game.
func WithAll(c *bot.Config) { c.Games = catalog.Games() }

// WithStratego configures the bot with Stratego only.
func WithStratego(c *bot.Config) { c.Games = []*games.Game{stratego.New()} }

// TellTournament runs a story with tournaments and Fish.
func TellTournament(t *testing.T, what func(*Story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := NewStory(t, discordsim.Config{})
		s.Change = tournaments(s)
		s.Start()
		defer s.End()
		what(s)
	})
}

// TellFish runs a story with Fish and tournaments in which Dan is a member too.
func TellFish(t *testing.T, what func(s *Story, dan discordsim.UserID)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := NewStory(t, discordsim.Config{})
		dan := s.Sim.AddUser("Dan")
		s.Sim.AddMember(s.Club, dan)
		s.Change = tournaments(s)
		s.Start()
		defer s.End()
		what(s, dan)
	})
}

// TellPeople runs a story with tournaments, Fish and Stratego.
func TellPeople(t *testing.T, what func(*Story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := NewStory(t, discordsim.Config{})
		all := tournaments(s)
		s.Change = func(c *bot.Config) {
			all(c)
			c.Games = append(c.Games, stratego.New())
		}
		s.Start()
		defer s.End()
		what(s)
	})
}

// tournaments returns a configuration with tournaments and Fish.
func tournaments(s *Story) func(*bot.Config) {
	return func(c *bot.Config) {
		c.Games = append(slices.Clone(Catalogue), fish.New())
		c.Chart = func(chart.Chart) ([]byte, error) { return DrawNothing(scene.Scene{}) }
	}
}

// CrossGames returns every game, so that every command and action exists.
func CrossGames() []*games.Game {
	return []*games.Game{halatafl.New(), kalah.New(), stratego.New(), fish.New()}
}

// CrossTell runs a story with all games and tournaments from a state of MatchStates on.
func CrossTell(t *testing.T, lead func(*Story), what func(*Story)) {
	t.Helper()
	CrossTellWith(t, func(*bot.Config) {}, lead, what)
}

// CrossTellWith is like CrossTell, with a change of the configuration.
func CrossTellWith(t *testing.T, change func(*bot.Config), lead func(*Story), what func(*Story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := NewStory(t, discordsim.Config{})
		s.Change = func(c *bot.Config) {
			c.Games = CrossGames()
			c.Chart = func(chart.Chart) ([]byte, error) { return DrawNothing(scene.Scene{}) }
			c.Animate = func([]scene.Scene) ([]byte, error) { return []byte("GIF89a"), nil }
			change(c)
		}
		s.Forged = true
		s.Start()
		defer s.End()
		lead(s)
		what(s)
		s.Wait(time.Minute) // time for requests that wait for a rate limit
	})
}

// KeepOld makes Discord refuse to delete messages from now on, so that old boards can be used.
func (s *Story) KeepOld() {
	s.Waste = true
	s.Sim.Inject(discordsim.Fault{
		Method: "DELETE", Route: "/channels/{channel_id}/messages/{message_id}", Times: -1,
		Status: 403, Code: 50013,
	})
}
