package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/schema"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/storage"
)

// story is a server with Ann, Bob, Cid and Eve, who only looks on; a channel; the bot, connected, on a real database. What people do is told
// step by step; every step waits until the bot has nothing more to do.
type story struct {
	*testing.T
	sim                *discordsim.Sim
	ann, bob, cid, eve discordsim.UserID
	club               discordsim.GuildID
	hall               discordsim.ChannelID
	store              *storage.Bolt
	path               string
	change             func(*bot.Config) // before each start
	log                *logbook
	stop               context.CancelFunc
	ended              chan error
	notes              map[string]string
	steps              int
	waste              bool // refused requests are expected
	forged             bool // buttons are pressed where they never stand, so that a board may be taken away
}

// aMoment is how long people wait after each step: boards follow within the rate limits.
const aMoment = 2 * time.Second

// tell runs a story on a clock of its own.
func tell(t *testing.T, what func(*story), change ...func(*bot.Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		for _, c := range change {
			s.change = c
		}
		s.start()
		defer s.end()
		what(s)
	})
}

// rareHeartbeats make long waits cheap; so rare, the bot has to bear a longer silence.
const (
	rareHeartbeats = 10 * time.Minute
	longSilence    = 25 * time.Minute
)

func newStory(t *testing.T, cfg discordsim.Config) *story {
	t.Helper()
	if v := oracle(t); v != nil {
		cfg.Validator = v
	}
	if cfg.HeartbeatInterval == 0 {
		cfg.HeartbeatInterval = rareHeartbeats
	}
	s := &story{T: t, sim: discordsim.New(cfg), path: filepath.Join(t.TempDir(), "paddock.db"), log: &logbook{}, notes: map[string]string{}}
	s.ann, s.bob = s.sim.AddUser("Ann"), s.sim.AddUser("Bob")
	s.cid, s.eve = s.sim.AddUser("Cid"), s.sim.AddUser("Eve")
	s.club = s.sim.AddGuild("Club", s.ann, s.bob, s.cid, s.eve)
	s.hall = s.sim.AddChannel(s.club, "hall")
	return s
}

// start opens the database and starts the bot.
func (s *story) start() {
	s.Helper()
	var err error
	if s.store, err = storage.Open(s.path); err != nil {
		s.Fatal(err)
	}
	ready := make(chan struct{})
	cfg := bot.Config{
		Token: discordsim.DefaultToken, SilentAtMost: longSilence, Store: &notebook{Store: s.store, notes: s.notes}, Games: catalogue,
		Log:    slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Attach: s.sim.Attach, Ready: func() { close(ready) }, Rand: rand.NewChaCha8([32]byte{}), Draw: drawNothing,
	}
	if s.change != nil {
		s.change(&cfg)
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

// halt ends the bot and closes the database, as a restart does.
func (s *story) halt() {
	s.Helper()
	s.stop()
	if err := <-s.ended; err != nil {
		s.Error("the bot ended with:", err)
	}
	if err := s.store.Close(); err != nil {
		s.Error(err)
	}
}

// restart ends the bot, lets time pass, and starts it again.
func (s *story) restart(away time.Duration) {
	s.Helper()
	s.halt()
	time.Sleep(away)
	s.start()
}

// end closes everything, and checks what has to hold in every story: all bodies fit Discord's own schema, no request was refused, every message
// says whom it notifies, nothing secret is in the log.
func (s *story) end() {
	s.Helper()
	s.halt()
	s.sim.Close()
	for _, c := range s.sim.Invalid() {
		s.Error("a body breaks Discord's schema:", c)
	}
	if !s.waste {
		for _, c := range s.refusals() {
			s.Error("Discord refused a request:", c)
		}
	}
	for _, c := range s.sim.Calls() {
		s.checkMentions(c)
	}
	s.checkLog()
}

// checkLog looks for what must never be logged: tokens, and requests that panicked without anybody expecting it.
func (s *story) checkLog() {
	s.Helper()
	text := s.log.String()
	if strings.Contains(text, discordsim.DefaultToken) {
		s.Error("the log holds the bot's token")
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "level=ERROR") && !s.waste {
			s.Error("an error was logged:", line)
		}
	}
	if s.Failed() {
		s.Log("the bot's log:\n" + text)
	}
}

// wait lets time pass and everything happen that is due.
func (s *story) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// slash types a command. What comes of it is the person's private answer.
func (s *story) slash(who discordsim.UserID, text string) discordsim.Message {
	s.Helper()
	return s.answered(s.sim.As(who).In(s.hall).Slash(text), text)
}

// click presses a button of a message.
func (s *story) click(who discordsim.UserID, m discordsim.Message, label string) discordsim.Message {
	s.Helper()
	return s.answered(s.sim.As(who).Click(m, label), "["+label+"]")
}

// choose picks from the only menu of a message.
func (s *story) choose(who discordsim.UserID, m discordsim.Message, pick string) discordsim.Message {
	s.Helper()
	menus := m.Selects()
	if len(menus) != 1 {
		s.Fatalf("choose %q: the message has %d menus:\n%s", pick, len(menus), m.Text())
	}
	return s.answered(s.sim.As(who).Select(m, menus[0].CustomID, pick), "<"+pick+">")
}

// answered waits for the answer of an interaction. Nobody ever sees "the application did not respond" (P4).
func (s *story) answered(i *discordsim.Interaction, what string) discordsim.Message {
	s.Helper()
	synctest.Wait()
	s.wait(aMoment)
	for range 20 { // a deferred answer takes its time
		if m := i.Message(); !m.Loading() {
			break
		}
		s.wait(time.Second)
	}
	if err := i.Err(); err != nil {
		s.Fatalf("%s: %v", what, err)
	}
	if list := i.FollowUps(); len(list) > 0 {
		return list[len(list)-1]
	}
	if i.Answer() == discordsim.AnswerDeferEdit {
		return discordsim.Message{}
	}
	return i.Message()
}

// last is the newest public message of the hall: what Eve sees.
func (s *story) last() discordsim.Message { return s.sim.Last(s.hall, s.eve) }

// fullBoard reports whether a message shows a board: a picture, or text in a block.
func fullBoard(m discordsim.Message) bool {
	return len(m.Pictures()) > 0 || strings.Contains(m.Text(), "```")
}

// there reports whether somebody still sees a message.
func (s *story) there(who discordsim.UserID, m discordsim.Message) bool {
	return slices.ContainsFunc(s.sim.Messages(m.ChannelID, who), func(left discordsim.Message) bool { return left.ID == m.ID })
}

// board is the newest public message of the hall, as Eve sees it, apart from what people are told one by one.
func (s *story) board() discordsim.Message {
	for _, m := range slices.Backward(s.sim.Messages(s.hall, s.eve)) {
		if len(m.Components) > 0 && m.Components[0].Type == container {
			return m
		}
	}
	return s.sim.Last(s.hall, s.eve)
}

// boardAbout is the newest of them with a text.
func (s *story) boardAbout(text string) discordsim.Message {
	s.Helper()
	for _, m := range slices.Backward(s.sim.Messages(s.hall, s.eve)) {
		if len(m.Components) > 0 && m.Components[0].Type == container && strings.Contains(m.Text(), text) {
			return m
		}
	}
	s.Fatalf("no board says %q", text)
	return discordsim.Message{}
}

// container is Discord's number of the component that frames boards and challenges; notices have none.
const container = 17

// posts is the number of public messages in the hall.
func (s *story) posts() int { return len(s.sim.Messages(s.hall, s.eve)) }

// sees fails the story unless a message has all of the texts.
func (s *story) sees(m discordsim.Message, texts ...string) {
	s.Helper()
	for _, text := range texts {
		if !strings.Contains(m.Text(), text) {
			s.Errorf("the message does not say %q, but:\n%s", text, m.Text())
		}
	}
}

// private fails the story unless a message is seen by one person only and has the texts (P50).
func (s *story) private(m discordsim.Message, texts ...string) {
	s.Helper()
	if !m.Ephemeral() {
		s.Errorf("this should be private:\n%s", m.Text())
	}
	s.sees(m, texts...)
}

// exports is the file that `/export` gives to somebody; it fails the story unless it has all of the texts.
func (s *story) exports(who discordsim.UserID, texts ...string) string {
	s.Helper()
	m := s.slash(who, "/export")
	s.private(m)
	if len(m.Attachments) != 1 {
		s.Fatalf("the export has %d files, want 1:\n%s", len(m.Attachments), m.Text())
	}
	text := string(m.Attachments[0].Content)
	for _, want := range texts {
		if !strings.Contains(text, want) {
			s.Errorf("the export does not say %q, but:\n%s", want, text)
		}
	}
	return text
}

// rings fails the story unless exactly these people were notified by a message.
func (s *story) rings(m discordsim.Message, who ...discordsim.UserID) {
	s.Helper()
	if len(m.Notified) != len(who) {
		s.Errorf("notified %v, want %v by:\n%s", m.Notified, who, m.Text())
		return
	}
	for i := range who {
		if m.Notified[i] != who[i] {
			s.Errorf("notified %v, want %v by:\n%s", m.Notified, who, m.Text())
		}
	}
}

// only is the one running match of the hall.
func (s *story) only() match.Record {
	s.Helper()
	list, err := s.store.Latest(context.Background(), match.ChannelID(s.hall), 10)
	if err != nil || len(list) == 0 {
		s.Fatal("there is no match:", err)
	}
	return list[0]
}

// resultOf is how a match has ended, as people read it in English.
func resultOf(rec match.Record) string {
	all := catalog.Games()
	i := slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == rec.Game })
	text := rec.EndingIn(all[i]).String()
	return strings.ToUpper(text[:1]) + text[1:]
}

// moves counts what has been played in a match.
func (s *story) moves(id match.ID) int {
	s.Helper()
	log, err := s.store.History(context.Background(), id, 1)
	if err != nil {
		s.Fatal(err)
	}
	n := 0
	for _, e := range log {
		if e.Kind == match.Moved {
			n++
		}
	}
	return n
}

var catalogue = []*games.Game{halatafl.New(), kalah.New()}

// drawNothing stands for the renderer where pictures don't matter.
func drawNothing(scene.Scene) ([]byte, error) { return []byte("\x89PNG\r\n\x1a\n"), nil }

var errNoInk = errors.New("no ink")

// notebook keeps the notes of the process in memory: the bot writes one every minute, and a story may last months.
type notebook struct {
	match.Store
	mu    sync.Mutex
	notes map[string]string
}

func (n *notebook) Note(_ context.Context, key string) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.notes[key], nil
}

func (n *notebook) PutNote(_ context.Context, key, value string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes[key] = value
	return nil
}

func (n *notebook) UpdateNote(_ context.Context, key string, edit func(string) string) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes[key] = edit(n.notes[key])
	return n.notes[key], nil
}

// logbook is the bot's log, for the story to look at.
type logbook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logbook) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

var loadOracle = sync.OnceValues(func() (*schema.Tally, error) {
	s, err := schema.Embedded()
	return &schema.Tally{Schema: s}, err
})

// oracle is Discord's own schema, which counts what it is asked about.
func oracle(t *testing.T) *schema.Tally {
	t.Helper()
	s, err := loadOracle()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkMentions fails unless a body that makes or changes a message says explicitly whom it may notify: nobody but named users (P7).
func (s *story) checkMentions(c discordsim.Call) {
	s.Helper()
	body := c.JSON()
	if kind, ok := body["type"].(float64); ok && int(kind) == int(discordsim.AnswerModal) {
		return // a form is no message
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

// refusals are the requests that Discord refused; where buttons are forged, not those for a message that is gone.
func (s *story) refusals() []discordsim.Call {
	return slices.DeleteFunc(s.sim.Refusals(), func(c discordsim.Call) bool {
		return s.forged && strings.Contains(fmt.Sprint(c), "10008")
	})
}
