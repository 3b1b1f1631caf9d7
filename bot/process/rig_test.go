package process_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/cli"
	"paddock/bot/discordsim"
	"paddock/games/catalog"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/storage"
	"paddock/storage/postgres"
)

// The tests of this package run the whole program as a separate process, on real sockets and a real
// file, against a Discord inside the test. The stories in paddock/bot test what the bot says, on a
// fake clock. The tests here are about what only a process can do: start, end, be killed, and find
// everything again.

// rig is a simulated Discord on a socket with a server, its members and a bot to start and stop.
type rig struct {
	testing.TB
	sim           *discordsim.Sim
	club          discordsim.GuildID
	hall          discordsim.ChannelID
	ann, bob, cid discordsim.UserID
	eve           discordsim.UserID // Eve only watches
	front         *front            // the front that receives interactions by HTTP; nil: they come over the gateway
	dir, db, url  string
	env           []string

	bot   *exec.Cmd
	leave func() error // stops a bot in this process, see enter; nil if there is none
	// the store of bots that share one or run in this process; nil: the rig reads a copy of the
	// file
	store   match.Store
	shared  string           // URL of the database that bots share; empty: the bot has a file
	spared  int              // allowed number of surplus messages: one for each bot that was killed
	surplus int              // number of surplus messages
	log     *logbook.Logbook // output of the present or last process
	started time.Time
	mu      sync.Mutex
	deeds   []*deed
	rings   []ring

	perSecond int      // requests that the bot may make; zero: Discord's usual limit
	mends     []func() // functions that end the injected failures
}

// newRig makes the world; the bot is not started.
func newRig(t testing.TB, cfg discordsim.Config) *rig {
	t.Helper()
	r := &rig{TB: t, sim: discordsim.New(cfg), log: &logbook.Logbook{}}
	r.ann, r.bob, r.cid, r.eve = r.sim.AddUser("Ann"), r.sim.AddUser("Bob"), r.sim.AddUser("Cid"), r.sim.AddUser("Eve")
	r.club = r.sim.AddGuild("Club", r.ann, r.bob, r.cid, r.eve)
	r.hall = r.sim.AddChannel(r.club, "hall")
	server := httptest.NewServer(r.sim.Handler())
	r.url = server.URL
	dir, err := os.MkdirTemp("", "pd") // a short path: a socket's name has at most 100 bytes
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
			t.Logf("the bot's log ends with:\n%s", lastLines(r.log.String(), 20))
		}
	})
	return r
}

func lastLines(s string, n int) string {
	lines := strings.Split(s, "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// command returns a run of Paddock in the rig's environment that has not started yet.
func (r *rig) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := paddock(ctx, r, r.dir, args...)
	cmd.Env = append(cmd.Env, r.env...)
	return cmd
}

// start starts the bot and waits until it is ready.
func (r *rig) start() {
	r.Helper()
	r.startWith(r.command(context.Background()))
}

func (r *rig) startWith(cmd *exec.Cmd) {
	r.Helper()
	r.log = &logbook.Logbook{}
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

// enter starts the bot inside this process, without a socket between it and Discord.
func (r *rig) enter() {
	r.Helper()
	r.log = &logbook.Logbook{}
	store, err := storage.Open(r.db)
	if err != nil {
		r.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	cfg := bot.Config{
		Token: discordsim.DefaultToken, Store: store, Games: catalog.Games(),
		Log: slog.New(slog.NewTextHandler(r.log, nil)), Pictures: cli.Pictures(ctx),
		Attach: r.sim.Attach, Ready: func() { close(ready) }, RequestsPerSecond: r.perSecond,
	}
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

// ways lists how the scenarios of this package run the bot: the production command, the bot inside
// this process, and the production command with interactions by HTTP.
var ways = []struct {
	name  string
	start func(*rig)
}{{"over sockets", (*rig).start}, {"in process", (*rig).enter}, {"by HTTP", (*rig).startPosted}}

// supervise starts the bot as a supervisor does: again if it ends before it is ready because
// Discord is failing.
func (r *rig) supervise() {
	r.Helper()
	for range 20 {
		cmd := r.command(context.Background())
		r.log = &logbook.Logbook{}
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
		_ = cmd.Wait() // the program's output gives the reason
	}
	r.Fatalf("the bot does not start:\n%s", r.log)
}

// stop ends the bot by a signal and checks that it ends without an error.
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
	_ = bot.Wait() // the error only says that the process was killed
}

// share makes the bots of a rig use one database.
func (r *rig) share(url string) {
	r.Helper()
	store, err := postgres.Open(r.Context(), url)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = store.Close() })
	r.store, r.shared = store, url
	r.env = append(r.env, "PADDOCK_DATABASE_URL="+url)
}

// patience is how long a test waits for something that must happen, however busy the machine is.
// After that the test fails.
const patience = 90 * time.Second

// until waits for a condition. After too long it reports the last obstacle.
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
	r.Fatalf("in vain waited until %s", what)
}

// rest waits until nothing more happens in some channels: every match is recorded as shown, and
// none waits for the computer. A bot that is stopped earlier may have stored moves that no channel
// shows yet; the next start would show them.
func (r *rig) rest(channels ...discordsim.ChannelID) {
	r.Helper()
	unrest := ""
	r.until("every match is shown and waits for a person", func() bool {
		if unrest = r.unrest(channels); unrest != "" {
			time.Sleep(50 * time.Millisecond) // each check of the store costs a copy of the database
		}
		return unrest == ""
	}, &unrest)
}

// unrest returns the id of a match that is not shown or waits for the computer, or an empty string
// if there is none.
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
				return fmt.Sprintf("match %s (%s): head %d, shown %d, the computer thinks for %v", rec.ID, rec.Status,
					rec.Head, rec.Shown.Head, rec.Thinking())
			}
		}
	}
	return ""
}
