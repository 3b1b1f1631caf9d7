package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/bot"
	"paddock/bot/cli"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// The tests of this file run the whole program as a process of its own, on real sockets and a real file, against a Discord that lives in the
// test. What the bot says in every situation is told in paddock/bot on a fake clock; here it is about what only a process can do: start, end,
// be killed, and find everything again.

// rig is a Discord on a socket with a club, its members and a bot to start and stop.
type rig struct {
	testing.TB
	sim           *discordsim.Sim
	club          discordsim.GuildID
	hall          discordsim.ChannelID
	ann, bob, cid discordsim.UserID
	eve           discordsim.UserID // looks on
	front         *front            // to which interactions are posted; nil: they go over the gateway
	dir, db, url  string
	env           []string

	bot     *exec.Cmd
	leave   func() error // ends the bot that runs in this process, see enter; nil if there is none
	store   match.Store  // of the bot that runs in this process, or of all bots; nil: look at a copy of the file
	shared  string       // the URL of the database that bots share; empty: a file
	spared  int          // how many messages too many are forgiven: one for each bot that was killed
	surplus int          // how many there were
	log     *safeBuffer  // of the process that runs, or ran last
	started time.Time
	mu      sync.Mutex
	deeds   []*deed
	rings   []ring

	perSecond int      // requests that the bot may make; zero: what Discord allows everybody
	mends     []func() // of the troubles that were made
}

// safeBuffer is written by a process and read by a test.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// newRig makes the world; the bot is not started.
func newRig(t testing.TB, cfg discordsim.Config) *rig {
	t.Helper()
	r := &rig{TB: t, sim: discordsim.New(cfg), log: &safeBuffer{}}
	r.ann, r.bob, r.cid, r.eve = r.sim.AddUser("Ann"), r.sim.AddUser("Bob"), r.sim.AddUser("Cid"), r.sim.AddUser("Eve")
	r.club = r.sim.AddGuild("Club", r.ann, r.bob, r.cid, r.eve)
	r.hall = r.sim.AddChannel(r.club, "hall")
	server := httptest.NewServer(r.sim.Handler())
	r.url = server.URL
	dir, err := os.MkdirTemp("", "pd") // short: a socket's name must fit 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	r.dir, r.db = dir, filepath.Join(dir, "paddock.db")
	r.env = []string{"DISCORD_TOKEN=" + discordsim.DefaultToken, "PADDOCK_DISCORD_URL=" + r.url}
	if cfg.Limits.Off {
		r.perSecond = 1_000_000
		r.env = append(r.env, fmt.Sprint("PADDOCK_REQUESTS_PER_SECOND=", r.perSecond))
	}
	r.sim.Subscribe("", r.heard)
	t.Cleanup(func() {
		if r.bot != nil {
			r.kill()
		}
		if r.leave != nil {
			r.stop()
		}
		r.sim.Close()
		server.CloseClientConnections()
		server.Close()
		os.RemoveAll(dir)
		if t.Failed() {
			t.Logf("the bot's log ends with:\n%s", lastLines(r.log.String(), 40))
		}
	})
	return r
}

func lastLines(s string, n int) string {
	lines := strings.Split(s, "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// command is Paddock with the rig's environment.
func (r *rig) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := process(ctx, r.dir, args...)
	cmd.Env = append(cmd.Env, r.env...)
	return cmd
}

// start starts the bot and waits until it says that it is ready.
func (r *rig) start() {
	r.Helper()
	r.startWith(r.command(context.Background()))
}

func (r *rig) startWith(cmd *exec.Cmd) {
	r.Helper()
	r.log = &safeBuffer{}
	cmd.Stderr = r.log
	r.started = time.Now()
	if err := cmd.Start(); err != nil {
		r.Fatal(err)
	}
	r.bot = cmd
	r.until("the bot is ready", func() bool {
		return strings.Contains(r.log.String(), "msg=ready") && len(r.sim.Commands(r.hall, r.ann)) > 0
	})
	r.connect()
}

// enter starts the bot inside this process, with no socket between it and Discord.
func (r *rig) enter() {
	r.Helper()
	r.log = &safeBuffer{}
	store, err := storage.Open(r.db)
	if err != nil {
		r.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	cfg := cli.Pictures(ctx)
	cfg.Token, cfg.Store, cfg.Games, cfg.Log = discordsim.DefaultToken, store, catalog.Games(), slog.New(slog.NewTextHandler(r.log, nil))
	cfg.Attach, cfg.Ready, cfg.RequestsPerSecond = r.sim.Attach, func() { close(ready) }, r.perSecond
	go func() { ended <- errors.Join(bot.Run(ctx, cfg), store.Close()) }()
	r.store = store
	r.leave = func() error {
		r.leave, r.store = nil, nil
		cancel()
		return <-ended
	}
	select {
	case <-ready:
	case err := <-ended:
		r.leave, r.store = nil, nil
		r.Fatal(err)
	}
	r.until("the commands are there", func() bool { return len(r.sim.Commands(r.hall, r.ann)) > 0 })
}

// ways are how the scenarios of this file are played: by the production command, by the bot alone, and by the production command that is posted
// what people do.
var ways = []struct {
	name  string
	start func(*rig)
}{{"over sockets", (*rig).start}, {"in process", (*rig).enter}, {"by HTTP", (*rig).startPosted}}

// supervise starts the bot as a host does: again, if it ends before it is ready because Discord is in trouble.
func (r *rig) supervise() {
	r.Helper()
	for range 20 {
		cmd := r.command(context.Background())
		r.log = &safeBuffer{}
		cmd.Stderr = r.log
		if err := cmd.Start(); err != nil {
			r.Fatal(err)
		}
		ended := false
		r.until("the bot is ready, or ends", func() bool {
			text := r.log.String()
			ended = strings.HasPrefix(text, "paddock: ") || strings.Contains(text, "\npaddock: ")
			return ended || strings.Contains(text, "msg=ready")
		})
		if !ended {
			r.bot = cmd
			r.connect()
			return
		}
		_ = cmd.Wait() // it has said why
	}
	r.Fatalf("the bot does not start:\n%s", r.log)
}

// stop ends the bot by a signal, as a host does, and wants it to end in peace.
func (r *rig) stop() {
	r.Helper()
	if r.leave != nil {
		if err := r.leave(); err != nil {
			r.Errorf("the bot ended with %v", err)
		}
		return
	}
	bot := r.bot
	r.bot = nil
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		r.Fatal(err)
	}
	killer := time.AfterFunc(patience, func() { bot.Process.Kill() })
	defer killer.Stop()
	if err := bot.Wait(); err != nil {
		r.Errorf("the bot ended with %v, want exit code 0", err)
	}
}

// kill ends the bot as a power cut does.
func (r *rig) kill() {
	bot := r.bot
	r.bot = nil
	bot.Process.Kill()
	_ = bot.Wait() // it was killed
}

// patience is how long a test waits for what is bound to come, however busy the machine is. It says only when to give up.
const patience = 90 * time.Second

// until waits for something. What stood in its way in the end is told where it is in vain.
func (r *rig) until(what string, ok func() bool, instead ...*string) {
	r.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if ok() {
			return
		}
	}
	for _, s := range instead {
		what += ": " + *s
	}
	r.Fatalf("in vain waited until %s\n%s", what, lastLines(r.log.String(), 40))
}

// rest waits until nothing more happens by itself in some channels: it is recorded that every match is shown, and none waits for the computer. A bot
// that is stopped before may have moves in its store that no channel has been told of; the next start would show them.
func (r *rig) rest(channels ...discordsim.ChannelID) {
	r.Helper()
	unrest := ""
	r.until("every match is shown and waits for a person", func() bool {
		if unrest = r.unrest(channels); unrest != "" {
			time.Sleep(50 * time.Millisecond) // looking costs a copy of the database
		}
		return unrest == ""
	}, &unrest)
}

// unrest names a match that is not shown or waits for the computer; "" if there is none.
func (r *rig) unrest(channels []discordsim.ChannelID) string {
	store := r.store
	if store == nil {
		copied := filepath.Join(r.TempDir(), "copy.db")
		if _, err := storage.Backup(r.Context(), r.db, copied); err != nil {
			return err.Error()
		}
		file, err := storage.Open(copied)
		if err != nil {
			return err.Error()
		}
		defer file.Close()
		store = file
	}
	for _, ch := range channels {
		list, err := store.Latest(r.Context(), match.ChannelID(ch), 10_000)
		if err != nil {
			return err.Error()
		}
		for _, rec := range list {
			if rec.Shown.Head < rec.Head || rec.Thinking() != 0 {
				return fmt.Sprintf("match %s (%s): head %d, shown %d, the computer thinks for %v", rec.ID, rec.Status, rec.Head, rec.Shown.Head, rec.Thinking())
			}
		}
	}
	return ""
}

// deed is something that a person did that would be a move.
type deed struct {
	who discordsim.UserID
	ix  *discordsim.Interaction
	own bool // done on a message that this person alone sees

	gone atomic.Bool // that message was taken away before the person did anything else
}

// acknowledged reports whether the person was told that the move was made; a private menu that is taken away says so too. It may be taken away later for
// another move that is made with it.
func (d *deed) acknowledged() bool {
	return d.gone.Load() || d.ix.Answer() == discordsim.AnswerUpdate || strings.Contains(d.ix.Message().Text(), "You played")
}

// acknowledged counts the moves that people were told of.
func (r *rig) acknowledged() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range r.deeds {
		if d.acknowledged() {
			n++
		}
	}
	return n
}

// did remembers a deed on a message, if it was done on one, and waits for what comes of it. A deed that was answered and made no move is errRefused.
func (r *rig) did(ctx context.Context, who discordsim.UserID, ix *discordsim.Interaction, on discordsim.Message) error {
	r.mu.Lock()
	d := &deed{who: who, ix: ix, own: on.Ephemeral()}
	r.deeds = append(r.deeds, d)
	r.mu.Unlock()
	err := ix.Wait(ctx)
	if err != nil {
		return err
	}
	deferred := ix.Answer() == discordsim.AnswerDeferEdit
	for range 50 { // a menu is taken away a moment after the answer
		if d.gone.Store(d.own && deferred && !ix.Message().Exists()); d.acknowledged() || !deferred {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !d.acknowledged() {
		return fmt.Errorf("%w: %s", errRefused, ix.Message().Text())
	}
	return nil
}

var (
	errNoMove  = errors.New("nothing on this board can be played")
	errRefused = errors.New("the move was refused")
)

// play makes one whole move on a public board with its buttons or menus, whichever comes first by chance. Its error is what the person sees.
func (r *rig) play(ctx context.Context, who discordsim.UserID, b discordsim.Message) error {
	for range 40 {
		var keys []discordsim.Component
		for _, c := range b.Buttons() {
			if !c.Disabled && does(c) == "m" {
				keys = append(keys, c)
			}
		}
		if len(keys) > 0 {
			return r.did(ctx, who, r.sim.As(who).Click(b, keys[rand.IntN(len(keys))].CustomID), b)
		}
		var ix *discordsim.Interaction
		if menus := b.Selects(); len(menus) > 0 {
			options := menus[0].Options
			pick := options[rand.IntN(len(options))].Value
			ix = r.sim.As(who).Select(b, menus[0].CustomID, pick)
			if strings.HasPrefix(pick, "=") {
				return r.did(ctx, who, ix, b)
			}
		} else if i := slices.IndexFunc(b.Buttons(), func(c discordsim.Component) bool { return does(c) == "o" }); i >= 0 {
			ix = r.sim.As(who).Click(b, b.Buttons()[i].CustomID)
		} else {
			return fmt.Errorf("%w: it has %q\n%s", errNoMove, b.Labels(), b.Text())
		}
		if err := ix.Wait(ctx); err != nil {
			return err
		}
		b = ix.Message()
	}
	return errNoMove
}

// does is the action of a button: m plays a move, o opens the menus of moves.
func does(c discordsim.Component) string {
	if parts := strings.SplitN(c.CustomID, ":", 5); len(parts) == 5 {
		return parts[3]
	}
	return ""
}

// shows is the match and head whose controls a message has.
func shows(m discordsim.Message) (id match.ID, head match.Seq, ok bool) {
	for _, c := range m.Buttons() {
		parts := strings.SplitN(c.CustomID, ":", 5)
		if len(parts) != 5 || parts[1] == "" {
			continue
		}
		if n, err := strconv.ParseInt(parts[2], 36, 64); err == nil {
			return match.ID(parts[1]), match.Seq(n), true
		}
	}
	return "", 0, false
}

// board is the newest public board of a match in a channel; of any match if id is empty.
func (r *rig) board(ch discordsim.ChannelID, id match.ID) discordsim.Message {
	list := r.sim.Messages(ch, r.eve)
	for _, m := range slices.Backward(list) {
		if of, _, ok := shows(m); ok && framed(m) && (id == "" || of == id) {
			return m
		}
	}
	return discordsim.Message{}
}

// framed reports whether a message is a board or challenge: what people are told one by one stands in no container.
func framed(m discordsim.Message) bool {
	const container = 17
	return len(m.Components) > 0 && m.Components[0].Type == container
}

// mover is the person whom a board waits for; "" if it is nobody.
func (r *rig) mover(b discordsim.Message) discordsim.UserID {
	for _, u := range []discordsim.UserID{r.ann, r.bob, r.cid} {
		if strings.Contains(b.Text(), "<@"+string(u)+">, it's your turn") {
			return u
		}
	}
	return ""
}

func isOver(b discordsim.Message) bool { return slices.Contains(b.Labels(), "Rematch") }

// slash types a command and waits for its answer.
func (r *rig) slash(who discordsim.UserID, ch discordsim.ChannelID, text string) discordsim.Message {
	r.Helper()
	i := r.sim.As(who).In(ch).Slash(text)
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := i.Wait(ctx); err != nil {
		r.Fatalf("%s: %v", text, err)
	}
	return i.Message()
}

// click waits for a board with a button on it, presses it and waits for the answer.
func (r *rig) click(who discordsim.UserID, ch discordsim.ChannelID, label string) {
	r.Helper()
	var b discordsim.Message
	r.until("there is a button "+label, func() bool {
		b = r.board(ch, "")
		return slices.Contains(b.Labels(), label)
	})
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := r.sim.As(who).Click(b, label).Wait(ctx); err != nil {
		r.Fatalf("[%s]: %v", label, err)
	}
}

// confirm confirms the set-up that somebody was sent, twice where the bot asks once more.
func (r *rig) confirm(who discordsim.UserID) {
	r.Helper()
	r.until("a set-up is confirmed", func() bool {
		letter := r.sim.Last(r.sim.DM(who), who)
		press, ok := letter.Button("Confirm")
		if !ok {
			return strings.Contains(letter.Text(), "confirmed") || strings.Contains(r.board(r.hall, "").Text(), "Both armies stand")
		}
		if press.Disabled {
			return true
		}
		ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
		defer cancel()
		_ = r.sim.As(who).Click(letter, "Confirm").Wait(ctx) // a letter that is about to change: looked at again
		return false
	})
}

// turn waits until the board of the channel waits for somebody or is over, and plays one move on it. It reports false at the end.
func (r *rig) turn(ch discordsim.ChannelID) (going bool) {
	r.Helper()
	var why error
	defer func() {
		if r.Failed() {
			r.Logf("%v; the board is\n%s", why, r.board(ch, "").Text())
		}
	}()
	r.until("somebody can move", func() bool {
		b := r.board(ch, "")
		if going = !isOver(b); !going || r.mover(b) == "" {
			return !going
		}
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		err := r.play(ctx, r.mover(b), b)
		why = err
		if err != nil && !errors.Is(err, errNoMove) && !errors.Is(err, errRefused) && !errors.Is(err, discordsim.ErrClient) { // a board that is about to change
			r.Fatalf("a move on this board: %v\n%s", err, b.Text())
		}
		return err == nil
	})
	return going
}

// ring is one notification of somebody about a match.
type ring struct {
	who     discordsim.UserID
	id      match.ID
	head    match.Seq
	message discordsim.MessageID
}

// heard notes who was notified of what.
func (r *rig) heard(e discordsim.Event) {
	if e.Type != discordsim.EventNotification || e.Message.GuildID == "" { // letters are another matter
		return
	}
	if id, head, ok := shows(*e.Message); ok {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.rings = append(r.rings, ring{e.For, id, head, e.Message.ID})
	}
}

// tally is what the store has after all: the matches of some channels with their logs.
type tally struct {
	matches []match.Record
	logs    map[match.ID][]match.Event
	moves   int
}

// examine reads the store of a bot that is not running and checks what holds whatever happened: every move that anybody was told of is in a log
// exactly once, no interaction made two events, every log replays to its position, the newest board of every match shows its head, and nobody
// was notified twice of one turn.
func (r *rig) examine(channels ...discordsim.ChannelID) tally {
	r.Helper()
	store := r.store
	if out, err := r.command(r.Context(), "check").CombinedOutput(); err != nil {
		r.Errorf("paddock check: %v, %s", err, out)
	}
	if r.shared == "" {
		file, err := storage.Open(r.db)
		if err != nil {
			r.Fatal(err)
		}
		defer file.Close()
		store = file
	}
	found := tally{logs: map[match.ID][]match.Event{}}
	service := service.New(service.Config{Store: store, Games: catalog.Games()})
	from := map[match.Cause]int{}
	for _, ch := range channels {
		list, err := store.Latest(r.Context(), match.ChannelID(ch), 10_000)
		if err != nil {
			r.Fatal(err)
		}
		for _, rec := range list {
			log, err := store.History(r.Context(), rec.ID, 1)
			if err != nil {
				r.Fatal(err)
			}
			found.matches, found.logs[rec.ID] = append(found.matches, rec), log
			found.moves += r.checkLog(service, rec, log, from)
			r.checkBoard(rec)
		}
	}
	for cause, n := range from {
		if n > 1 {
			r.Errorf("interaction %s made %d moves", cause, n)
		}
	}
	acks := 0
	for _, d := range r.deeds {
		if !d.acknowledged() {
			continue
		}
		acks++
		if from[match.Cause(d.ix.ID())] != 1 {
			r.Errorf("the move of interaction %s was acknowledged (%v) and is %d times in the store", d.ix.ID(), d.ix.Answer(), from[match.Cause(d.ix.ID())])
		}
	}
	r.checkRings(found)
	if r.surplus > r.spared {
		r.Errorf("%d messages too many, %d bots were killed", r.surplus, r.spared)
	}
	r.Logf("%d matches, %d moves, %d tried by people, %d acknowledged, %d notifications", len(found.matches), found.moves, len(r.deeds), acks, len(r.rings))
	return found
}

// checkLog replays a log and counts its moves, and those of each interaction.
func (r *rig) checkLog(service *service.Service, rec match.Record, log []match.Event, from map[match.Cause]int) (moves int) {
	r.Helper()
	last := ""
	for i, e := range log {
		if e.Seq != match.Seq(i+1) {
			r.Errorf("match %s: event %d has the number %d", rec.ID, i+1, e.Seq)
		}
		if e.Kind == match.Moved {
			moves++
			if e.User != "" {
				from[e.Cause]++
			}
		}
	}
	if err := service.Read.Of(rec).Replay(log, func(_ match.Event, p *games.Position) bool { last = p.Text(); return true }); err != nil {
		r.Errorf("match %s does not replay: %v", rec.ID, err)
	}
	if last != rec.Position {
		r.Errorf("match %s: the log leads to %q, the record says %q", rec.ID, last, rec.Position)
	}
	if int(rec.Head) != len(log) {
		r.Errorf("match %s: head %d of %d events", rec.ID, rec.Head, len(log))
	}
	return moves
}

// checkBoard wants the newest board message of a match to show its head.
func (r *rig) checkBoard(rec match.Record) {
	r.Helper()
	if rec.Shown.Head != rec.Head {
		r.Errorf("match %s (%s): head %d, shown %d", rec.ID, rec.Status, rec.Head, rec.Shown.Head)
	}
	b := r.board(discordsim.ChannelID(rec.Place.Channel), rec.ID)
	if r.spared > 0 && string(rec.Shown.Message) != string(b.ID) && rec.Status != match.Closed { // posted by a bot that was killed before it could note it
		r.surplus++
		b = r.sim.Message(discordsim.MessageID(rec.Shown.Message), r.eve)
	}
	if _, head, ok := shows(b); ok && head != rec.Board() {
		r.Errorf("match %s (%s): board %d, but the newest has the buttons of %d:\n%s\nWhat was sent about it:\n%s", rec.ID, rec.Status, rec.Board(), head, b.Text(), r.sent(rec.ID))
	}
	if string(rec.Shown.Message) != string(b.ID) && rec.Status != match.Closed {
		r.Errorf("match %s (%s): the newest board is %s, recorded is %s", rec.ID, rec.Status, b.ID, rec.Shown.Message)
	}
}

// sent lists the latest requests whose bodies or answers name a match, each with the moment when it arrived and the head that it shows.
func (r *rig) sent(id match.ID) string {
	var lines []string
	for _, c := range r.sim.Calls() {
		if m := regexp.MustCompile(`:` + regexp.QuoteMeta(string(id)) + `:([0-9a-z]+):`).FindStringSubmatch(string(c.Body)); m != nil {
			lines = append(lines, fmt.Sprintf("%s head %s lost %t %v", c.At.Format("15:04:05.000"), m[1], c.Lost, c))
		}
	}
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}

// checkRings wants somebody else to have moved between any two notifications of one person about one match (P7).
func (r *rig) checkRings(found tally) {
	r.Helper()
	type key struct {
		id  match.ID
		who discordsim.UserID
	}
	last := map[key]ring{}
	for _, n := range r.rings {
		k := key{n.id, n.who}
		before, again := last[k]
		last[k] = n
		if !again || before.message == n.message {
			continue
		}
		between := found.logs[n.id][before.head:n.head]
		if !slices.ContainsFunc(between, func(e match.Event) bool {
			return e.Kind != match.Moved && e.Kind != match.Extended || e.User != match.UserID(n.who)
		}) {
			if r.surplus++; r.spared > 0 {
				continue
			}
			r.Errorf("match %s: %s was notified at head %d and at head %d, and nothing happened between", n.id, n.who, before.head, n.head)
		}
	}
}

// The production command over sockets, and the bot in process, play whole games: between two members, with secrets and set-ups by direct message, against the computer, and of
// three. Where chance takes long to come to an end somebody resigns; with PADDOCK_WHOLE=1 nobody does.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		begin func(*rig)
		moves int // at least
		most  int // turns of people, then one resigns; 0: to the end
	}{
		{"kalah of two", func(r *rig) {
			r.slash(r.ann, r.hall, "/kalah challenge user:@Bob holes:4 beans:3 first:me")
			r.click(r.bob, r.hall, "Accept")
		}, 4, 0},
		{"halatafl against the foxes", func(r *rig) { r.slash(r.ann, r.hall, "/halatafl start level:greedy sheep:14") }, 4, 0},
		{"fish of three", func(r *rig) {
			r.slash(r.ann, r.hall, "/fish start players:3 rules:course rows:5 columns:5")
			r.click(r.bob, r.hall, "Join")
			r.click(r.cid, r.hall, "Join")
		}, 9, 0},
		{"stratego barrage of two", func(r *rig) {
			r.slash(r.ann, r.hall, "/stratego challenge user:@Bob first:me army:barrage")
			r.click(r.bob, r.hall, "Accept")
			r.confirm(r.ann)
			r.confirm(r.bob)
		}, 1, 16}, // a Scout may find the Flag at once
	} {
		for _, way := range ways {
			t.Run(c.name+" "+way.name, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
				way.start(r)
				c.begin(r)
				for n := 0; r.turn(r.hall); n++ {
					if n > 4000 {
						t.Fatalf("no end is in sight:\n%s", r.board(r.hall, "").Text())
					}
					if n == c.most && n > 0 && os.Getenv("PADDOCK_WHOLE") == "" {
						m := r.slash(r.ann, r.hall, "/resign")
						i := r.sim.As(r.ann).Click(m, "Yes, I resign")
						if err := i.Wait(r.Context()); err != nil || !strings.Contains(i.Message().Text(), "resigned") {
							t.Fatalf("%v: %s", err, i.Message().Text())
						}
					}
				}
				r.rest(r.hall)
				r.stop()
				found := r.examine(r.hall)
				if len(found.matches) != 1 || found.matches[0].Status != match.Over || found.moves < c.moves {
					t.Errorf("%d moves of %v; want one match, to its end", found.moves, found.matches)
				}
				if list := r.sim.Refusals(); len(list) > 0 {
					t.Errorf("Discord refused %v", list)
				}
			})
		}
	}
}

// P1, P2: the bot is restarted in the middle of matches, and goes on from the boards that were there.
func TestRestartInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			restartInTheMiddle(newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}}), way.start)
		})
	}
}

func restartInTheMiddle(r *rig, start func(*rig)) {
	r.Helper()
	barn := r.sim.AddChannel(r.club, "barn")
	start(r)
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob holes:4 beans:3 first:me")
	r.click(r.bob, r.hall, "Accept")
	r.slash(r.cid, barn, "/halatafl start level:greedy")
	for range 3 {
		r.turn(r.hall)
		r.turn(barn)
	}
	r.rest(r.hall, barn)
	old := r.board(r.hall, "")
	r.stop()
	start(r)
	if b := r.board(r.hall, ""); b.ID != old.ID {
		r.Errorf("the restart posted a board although nothing had changed:\n%s", b.Text())
	}
	for range 3 {
		r.turn(r.hall)
		r.turn(barn)
	}
	for n := 0; r.turn(r.hall) && n < 100; n++ {
	}
	r.rest(r.hall, barn)
	r.stop()
	found := r.examine(r.hall, barn)
	if len(found.matches) != 2 || found.moves < 12 {
		r.Errorf("%d moves of %d matches, want two matches that went on", found.moves, len(found.matches))
	}
	sent := 0
	for _, c := range r.sim.Calls() {
		if c.Method == "PUT" && strings.HasSuffix(c.Path, "/commands") {
			sent++
		}
	}
	if sent != 1 {
		r.Errorf("the commands were sent %d times in two starts, want once", sent)
	}
}

// A token that Discord rejects, and none at all: a sentence and exit code 1 at once.
func TestProcessRejectedToken(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{})
	for _, c := range []struct{ name, token, say string }{
		{"rejected", "DISCORD_TOKEN=wrong", "paddock: the bot token is rejected by Discord: make a new one"},
		{"missing", "DISCORD_TOKEN=", "paddock: DISCORD_TOKEN is not set. Put the bot's token"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		cmd := r.command(ctx)
		cmd.Env = append(cmd.Env, c.token)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), c.say) {
			t.Errorf("%s: %v, %s; want exit code 1 and %q", c.name, err, out, c.say)
		}
		if strings.Contains(string(out), "wrong") {
			t.Errorf("%s: the token is in the output: %s", c.name, out)
		}
		cancel()
	}
	if n := len(r.sim.Identifies()); n != 0 {
		t.Errorf("%d connections were opened with a bad token, want none: they are counted", n)
	}
	if n := r.sim.Wasted(); n > 3 {
		t.Errorf("%d refused requests for one bad token, want a handful at most", n)
	}
}

// A database that can't be used: a sentence, exit code 1, the file as it was, and Discord is not even called.
func TestProcessRefusesDatabases(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{})
	sound := filepath.Join(r.dir, "sound.db")
	s, err := storage.Open(sound)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		rec := match.Record{ID: match.ID(fmt.Sprint("m", i)), Setup: games.Setup{Seats: 2}}
		if _, err := s.Append(t.Context(), rec, match.Event{Kind: match.Created, Note: strings.Repeat("x", 200)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		make func(path string) error
		say  string
	}{
		"text":  {func(path string) error { return os.WriteFile(path, []byte("These are notes.\n"), 0o600) }, "is not a Paddock database"},
		"newer": {func(path string) error { return aged(sound, path, "paddock 99") }, "newer"},
		"foreign": {func(path string) error {
			db, err := bbolt.Open(path, 0o600, nil)
			if err != nil {
				return err
			}
			return errors.Join(db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("widgets")); return err }), db.Close())
		}, "not a Paddock database"},
		"truncated": {func(path string) error { return errors.Join(copyFile(sound, path), os.Truncate(path, 40_000)) }, "backup"},
		"torn":      {func(path string) error { return errors.Join(copyFile(sound, path), os.Truncate(path, 6_000)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(r.dir, name+".db")
			if err := c.make(path); err != nil {
				t.Fatal(err)
			}
			refusesFile(t, r, path, c.say)
		})
	}
	t.Run("locked", func(t *testing.T) { // by another process: this one
		s, err := storage.Open(sound)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		refusesFile(t, r, sound, "another")
	})
	if n := len(r.sim.Calls()); n != 0 {
		t.Errorf("Discord was called %d times although there was no database", n)
	}
}

func refusesFile(t *testing.T, r *rig, path, say string) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := r.command(ctx, "-db", path)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(string(out), "paddock: ") || !strings.Contains(string(out), say) {
		t.Errorf("%v, %s; want exit code 1 and a sentence with %q", err, out, say)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was touched: %d bytes before, %d after, %v", len(before), len(after), err)
	}
	if _, err := os.Stat(path + ".sock"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a socket was left behind: %v", err)
	}
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o600)
}

// aged copies a database and gives the copy another schema.
func aged(from, to, schema string) error {
	if err := copyFile(from, to); err != nil {
		return err
	}
	db, err := bbolt.Open(to, 0o600, nil)
	if err != nil {
		return err
	}
	return errors.Join(db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte(schema)) }), db.Close())
}

// A second process on the same database does not get in the first one's way; a copy is made while matches go on, and holds what was
// acknowledged before it.
func TestProcessBesideAnother(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	r.start()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me")
	r.click(r.bob, r.hall, "Accept")
	r.turn(r.hall)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	second := r.command(ctx)
	out, err := second.CombinedOutput()
	if second.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "another") {
		t.Errorf("a second bot: %v, %s; want exit code 1 and a sentence", err, out)
	}
	done := make(chan struct{})
	var copies sync.WaitGroup
	copies.Go(func() {
		defer close(done)
		for i := range 3 {
			name := fmt.Sprintf("copy%d.db", i)
			if out, err := r.command(ctx, "backup", name).CombinedOutput(); err != nil {
				t.Errorf("paddock backup: %v, %s", err, out)
			}
			if out, err := r.command(ctx, "check", name).CombinedOutput(); err != nil || !strings.Contains(string(out), "is sound: matches 1") {
				t.Errorf("paddock check of the copy: %v, %s", err, out)
			}
		}
	})
	for playing := true; playing; {
		select {
		case <-done:
			playing = false
		default:
			playing = r.turn(r.hall)
		}
	}
	copies.Wait()
	r.stop()
	r.examine(r.hall)
}

// The sandbox serves its Discord on a socket, and the production command connects to it: what is typed on the page is answered by the bot.
func TestProcessOnTheSandbox(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "pd")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	box := process(ctx, dir, "sandbox", "-addr", "127.0.0.1:0", "-discord", "127.0.0.1:0")
	said := &safeBuffer{}
	box.Stdout, box.Stderr = said, said
	if err := box.Start(); err != nil {
		t.Fatal(err)
	}
	defer box.Process.Kill()
	for !strings.Contains(said.String(), "Ctrl+C") && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	env := regexp.MustCompile(`(?m)^(DISCORD_TOKEN|PADDOCK_DISCORD_URL)=.*$`).FindAllString(said.String(), -1)
	page := regexp.MustCompile(`http://\S+`).FindString(said.String())
	if len(env) != 2 || page == "" {
		t.Fatalf("the sandbox says %q, want the page and two lines for the environment", said)
	}
	bot := process(ctx, dir)
	bot.Env = append(bot.Env, env...)
	log := &safeBuffer{}
	bot.Stderr = log
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(log.String(), "commands registered") && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	playsOnThePage(ctx, t, page)
	for name, cmd := range map[string]*exec.Cmd{"bot": bot, "sandbox": box} {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the %s ended with %v\n%s\n%s", name, err, log, said)
		}
	}
}

// playsOnThePage starts a match as the page does, and waits for the board.
func playsOnThePage(ctx context.Context, t *testing.T, page string) {
	t.Helper()
	ask := func(method, path, body string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(ctx, method, page+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var world struct {
		Guilds []struct{ Channels []struct{ ID string } }
	}
	if err := json.Unmarshal([]byte(ask("GET", "/api/world?as=ann", "")), &world); err != nil || len(world.Guilds) == 0 || len(world.Guilds[0].Channels) == 0 {
		t.Fatalf("the world has no channels: %v, %+v", err, world)
	}
	channel := world.Guilds[0].Channels[0].ID
	if out := ask("POST", "/api/command", fmt.Sprintf(`{"as":"ann","channel":%q,"text":"/kalah start level:first first:me"}`, channel)); strings.Contains(out, "rror") || strings.Contains(out, "failed") {
		t.Fatalf("the command: %s", out)
	}
	for !strings.Contains(ask("GET", "/api/messages?as=ann&channel="+channel, ""), "it's your turn") {
		if ctx.Err() != nil {
			t.Fatal("no board comes")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Hazard 4: Op 7 instead of READY makes discordgo's Open hang for ever with the session's lock held. The process ends with a sentence and exit code 1,
// so that whoever supervises it starts it again. It takes the half minute that is given to Discord, so PADDOCK_CRASH asks for it.
func TestOpenHangs(t *testing.T) {
	if os.Getenv("PADDOCK_CRASH") == "" {
		t.Skip("it takes half a minute; set PADDOCK_CRASH")
	}
	t.Parallel()
	r := newRig(t, discordsim.Config{})
	r.sim.ReconnectEarly(1)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := r.command(ctx)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "did not get ready within 30 s") {
		t.Errorf("%v, %s; want exit code 1 and a sentence", err, out)
	}
	r.start() // and the next start works
	r.stop()
}
