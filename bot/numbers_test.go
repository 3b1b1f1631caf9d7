package bot_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/storage"
)

// These benchmarks run the bot in its own process, so that the simulated Discord's share is not
// counted. docs/numbers.md lists the commands.

// Environment variables that turn this test program into a bot. They hold Discord's address, for a
// bot without drawing or one that only acknowledges, and the database.
const (
	asBot     = "PADDOCK_TEST_BOT"     // address of Discord
	asNothing = "PADDOCK_TEST_NOTHING" // address of Discord, too
	asStore   = "PADDOCK_TEST_DB"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(asBot) != "":
		exit(plainBot(os.Getenv(asBot), os.Getenv(asStore)))
	case os.Getenv(asNothing) != "":
		exit(nothingBot(os.Getenv(asNothing)))
	}
	debug.SetGCPercent(bot.GCPercent)
	os.Exit(report(m.Run()))
}

// report prints how many request bodies the bot has sent in all tests, and the verdict of Discord's
// own schema.
func report(code int) int {
	v, err := story.LoadOracle()
	switch {
	case err != nil:
		fmt.Println("Discord's schema can't be read:", err)
		return max(code, 1)
	case v.Invalid.Load() > 0:
		code = max(code, 1)
	}
	fmt.Printf("%d bodies sent to Discord, %d invalid by its own schema.\n", v.Bodies.Load(), v.Invalid.Load())
	return code
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// plainBot runs the bot without its renderer, until its input ends.
func plainBot(url, db string) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(bot.GCPercent)
		debug.SetMemoryLimit(bot.MemoryLimit)
	}
	if name := os.Getenv("PADDOCK_TEST_PROFILE"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	store, err := storage.Open(db)
	if err != nil {
		return err
	}
	defer store.Close()
	ctx, stop := context.WithCancel(context.Background())
	go func() { defer stop(); tellHeap(os.Stdin) }() // the process reads until its input ends
	return bot.Run(ctx, bot.Config{
		Token: discordsim.DefaultToken, BaseURL: url, RequestsPerSecond: unlimited, Store: store,
		Games: story.Catalogue, Pictures: bot.Pictures{Draw: story.DrawNothing}, Ready: func() { fmt.Println("ready") },
	})
}

// nothingBot runs plain discordgo, which acknowledges every interaction and does nothing else. A
// bot can't do less.
func nothingBot(address string) error {
	dg, err := discordgo.New("Bot " + discordsim.DefaultToken)
	if err != nil {
		return err
	}
	dg.Client.Transport = toAddress(strings.TrimPrefix(address, "http://"))
	dg.Identify.Intents = discordgo.IntentsGuilds
	dg.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := s.InteractionRespond(i.Interaction,
			&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	if err := dg.Open(); err != nil {
		return err
	}
	fmt.Println("ready")
	tellHeap(os.Stdin)
	return nil
}

// toAddress sends requests for Discord to a server, over the connections that net/http keeps by
// default.
type toAddress string

func (a toAddress) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", string(a), string(a)
	return http.DefaultTransport.RoundTrip(r)
}

// tellHeap prints the number of bytes in use after each line of input.
func tellHeap(in io.Reader) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		runtime.GC()
		runtime.GC() // the second collection frees what the first has made unreachable
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Println(m.HeapAlloc)
	}
}

// arena is a simulated Discord with many channels in which members play Kalah, and a child process
// with the bot.
type arena struct {
	testing.TB
	sim     *discordsim.Sim
	rooms   []room
	url, db string

	child *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Scanner

	unanswered atomic.Int64 // interactions of rush without an answer
}

// room is a channel with two members in a server of its own, because the number of a member's
// matches in one server is limited.
type room struct {
	ch       discordsim.ChannelID
	ann, bob discordsim.UserID
}

func newArena(t testing.TB, rooms int) *arena {
	t.Helper()
	a := &arena{TB: t, db: filepath.Join(t.TempDir(), "paddock.db")}
	a.sim = discordsim.New(discordsim.Config{Limits: discordsim.Limits{Off: true}, HistoryLimit: 64, JournalLimit: 10})
	for i := range rooms {
		ann, bob := a.sim.AddUser(fmt.Sprint("Ann ", i)), a.sim.AddUser(fmt.Sprint("Bob ", i))
		a.rooms = append(a.rooms, room{a.sim.AddChannel(a.sim.AddGuild("Club", ann, bob), "room"), ann, bob})
	}
	server := httptest.NewServer(a.sim.Handler())
	a.url = server.URL
	t.Cleanup(func() {
		if a.child != nil {
			a.end()
		}
		a.sim.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return a
}

// start starts one of the two bots as the child.
func (a *arena) start(as string) {
	a.Helper()
	a.child = exec.Command(os.Args[0])
	a.child.Env = append(os.Environ(), as+"="+a.url, asStore+"="+a.db)
	a.child.Stderr = os.Stderr
	var err error
	if a.in, err = a.child.StdinPipe(); err != nil {
		a.Fatal(err)
	}
	out, err := a.child.StdoutPipe()
	if err != nil {
		a.Fatal(err)
	}
	if err := a.child.Start(); err != nil {
		a.Fatal(err)
	}
	a.out = bufio.NewScanner(out)
	if !a.out.Scan() || a.out.Text() != "ready" {
		a.Fatalf("the bot says %q, want ready", a.out.Text())
	}
}

func (a *arena) end() {
	a.Helper()
	a.in.Close()
	if err := a.child.Wait(); err != nil {
		a.Error("the bot ended with:", err)
	}
	a.child = nil
}

// heap returns the number of bytes that the child uses.
func (a *arena) heap() float64 {
	a.Helper()
	fmt.Fprintln(a.in)
	if !a.out.Scan() {
		a.Fatal("the bot is gone")
	}
	n, err := strconv.ParseFloat(a.out.Text(), 64)
	if err != nil {
		a.Fatal(err)
	}
	return n
}

// cpu returns the processor time that the child has used.
func (a *arena) cpu() time.Duration {
	a.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", a.child.Process.Pid))
	if err != nil {
		a.Skip("processor times are read from /proc:", err)
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		a.Fatal("cannot read", rest)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// begin starts a match in every room.
func (a *arena) begin(ctx context.Context) {
	a.Helper()
	a.registered()
	a.spread(8, func(i int) error { return a.anew(ctx, a.rooms[i]) })
}

// registered waits until commands can be used.
func (a *arena) registered() {
	for len(a.sim.Commands(a.rooms[0].ch, a.rooms[0].ann)) == 0 {
		time.Sleep(time.Millisecond)
	}
}

// anew starts a match in a channel and waits for its board.
func (a *arena) anew(ctx context.Context, room room) error {
	if err := a.sim.As(room.ann).In(room.ch).Slash("/kalah challenge holes:6 beans:6 first:me").Wait(ctx); err != nil {
		return err
	}
	b, err := a.board(ctx, room, "Accept")
	if err != nil {
		return err
	}
	if err := a.sim.As(room.bob).Click(b, "Accept").Wait(ctx); err != nil {
		return err
	}
	_, err = a.board(ctx, room, "")
	return err
}

// board waits until the newest board has a button with a label, or any move. Results are announced
// below the board.
func (a *arena) board(ctx context.Context, room room, label string) (discordsim.Message, error) {
	for ctx.Err() == nil {
		for _, m := range slices.Backward(a.sim.Messages(room.ch, a.sim.Bot())) {
			if m.Ephemeral() || slices.Contains(m.Labels(), "Go to the message") {
				continue
			}
			if label != "" && slices.Contains(m.Labels(), label) || label != "Accept" && len(movesOf(m)) > 0 {
				return m, nil
			}
			break
		}
		time.Sleep(time.Millisecond)
	}
	return discordsim.Message{}, ctx.Err()
}

// movesOf returns the buttons of a board that make a move.
func movesOf(m discordsim.Message) (ids []string) {
	for _, c := range m.Buttons() {
		if parts := strings.Split(c.CustomID, ":"); !c.Disabled && len(parts) > 3 && parts[3] == "m" {
			ids = append(ids, c.CustomID)
		}
	}
	return ids
}

// move makes one move in a channel. After the end of a match it starts a new one.
func (a *arena) move(ctx context.Context, room room) (*discordsim.Interaction, error) {
	b, err := a.board(ctx, room, "Rematch")
	if err == nil && len(movesOf(b)) == 0 {
		if err = a.anew(ctx, room); err == nil {
			b, err = a.board(ctx, room, "")
		}
	}
	if err != nil {
		return nil, err
	}
	list := movesOf(b)
	who := room.ann
	if strings.Contains(b.Text(), "<@"+string(room.bob)+">, it's your turn") {
		who = room.bob
	}
	i := a.sim.As(who).Click(b, list[rand.IntN(len(list))])
	return i, i.Wait(ctx)
}

// rush makes n interactions, with a worker for each room. Each round is a typed move with two
// autocompletions, and then a move by a button.
func (a *arena) rush(ctx context.Context, n int) {
	a.Helper()
	var people sync.WaitGroup
	for k, room := range a.rooms {
		people.Go(func() {
			for i := k; i < n; i += len(a.rooms) {
				err := a.step(ctx, room, i/len(a.rooms)%3)
				if errors.Is(err, discordsim.ErrNoAnswer) { // on a busy machine simulated members try again
					a.unanswered.Add(1)
				} else if err != nil && ctx.Err() == nil {
					a.Error("an interaction:", err)
					return
				}
			}
		})
	}
	people.Wait()
}

// step makes one of the three types of interactions of rush.
func (a *arena) step(ctx context.Context, room room, kind int) error {
	if kind == 2 {
		_, err := a.move(ctx, room)
		return err
	}
	return a.sim.As(room.ann).In(room.ch).Autocomplete([]string{"/kalah move", "/kalah move move:2"}[kind],
		"move").Wait(ctx)
}

// BenchmarkMove measures the bot's own processor time for a move by a button, without drawing. In
// the same run it subtracts the time of a bot that only acknowledges (x-nothing). Both get the same
// interactions, with the clicked board. The moves are early ones of many running matches:
// challenges, the message of the first turn and the end of a match do not count.
func BenchmarkMove(b *testing.B) {
	const opening, workers = 20, 8
	a := newArena(b, max(workers, b.N/opening+1))
	ctx := b.Context()
	a.start(asBot)
	a.begin(ctx)
	var made atomic.Int64
	play := func(most int) func(int) error {
		return func(i int) error {
			for range most {
				if len(movesOf(a.sim.Last(a.rooms[i].ch, a.sim.Bot()))) == 0 {
					return nil // the game has ended already
				}
				if _, err := a.move(ctx, a.rooms[i]); err != nil {
					return err
				}
				made.Add(1)
			}
			return nil
		}
	}
	a.spread(workers, play(4))
	made.Store(0)
	before := a.cpu()
	a.spread(workers, play(opening))
	ours := float64((a.cpu() - before).Microseconds()) / float64(made.Load())
	a.end()

	a.start(asNothing)
	press := func(i int) error {
		board := a.sim.Last(a.rooms[i].ch, a.sim.Bot())
		for range opening {
			if err := a.sim.As(a.rooms[i].ann).Click(board, "More").WaitAnswer(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	before = a.cpu()
	a.spread(workers, press)
	nothing := float64((a.cpu() - before).Microseconds()) / float64(len(a.rooms)*opening)
	b.ReportMetric(ours, "cpu-µs/move")
	b.ReportMetric(nothing, "cpu-µs/nothing")
	b.ReportMetric(ours/nothing, "x-nothing")
}

// spread runs a function in every room, in as many rooms at a time as there are workers.
func (a *arena) spread(workers int, do func(room int) error) {
	a.Helper()
	var next atomic.Int64
	var people sync.WaitGroup
	for range workers {
		people.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(a.rooms); i = int(next.Add(1)) - 1 {
				if err := do(i); err != nil {
					a.Error(err)
					return
				}
			}
		})
	}
	people.Wait()
}

// BenchmarkAcknowledge measures the time of first answers at 300 interactions a second: three
// moves, then one command that shows the board.
func BenchmarkAcknowledge(b *testing.B) {
	a := newArena(b, 60)
	ctx := b.Context()
	a.start(asBot)
	a.begin(ctx)
	var mu sync.Mutex
	var took []time.Duration
	late := 0
	note := func(i *discordsim.Interaction, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil || i == nil {
			late++
			return
		}
		took = append(took, i.Took())
	}
	var people sync.WaitGroup
	tick := time.NewTicker(time.Second / 300)
	defer tick.Stop()
	begun := time.Now()
	for n := range b.N {
		<-tick.C
		room := a.rooms[n%len(a.rooms)]
		people.Go(func() {
			if n%4 == 3 {
				i := a.sim.As(room.bob).In(room.ch).Slash("/help")
				note(i, i.Wait(ctx))
				return
			}
			note(a.move(ctx, room))
		})
	}
	people.Wait()
	rate := float64(b.N) / time.Since(begun).Seconds()
	slices.Sort(took)
	if len(took) == 0 {
		b.Fatal("nothing was answered")
	}
	at := func(part float64) float64 { return float64(took[int(part*float64(len(took)-1))].Microseconds()) / 1000 }
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(at(1), "max-ms")
	b.ReportMetric(rate, "interactions/s")
	b.ReportMetric(float64(late), "unanswered")
}

// BenchmarkReconnect measures how long the bot is offline after its connection is cut.
func BenchmarkReconnect(b *testing.B) {
	a := newArena(b, 1)
	a.start(asBot)
	a.registered()
	most := time.Duration(0)
	for b.Loop() {
		a.sim.CutConnections()
		begun := time.Now()
		for a.sim.Connected() {
			time.Sleep(time.Millisecond)
		}
		for !a.sim.Connected() {
			time.Sleep(time.Millisecond)
		}
		most = max(most, time.Since(begun))
	}
	b.ReportMetric(most.Seconds(), "max-s")
}

// soak is the number of interactions in the soak test, unless PADDOCK_SOAK sets another.
const soak = 1_000

// Hazards 5, 6: finished interactions use no memory. The heap after a tenth of the interactions
// differs little from the heap after all of them.
func TestMemoryIsFlat(t *testing.T) {
	t.Parallel()
	all := soak
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_SOAK")); err == nil {
		all = n
	}
	a := newArena(t, 24)
	a.start(asBot)
	a.begin(t.Context())
	var inUse []float64 // heap after each tenth of the interactions
	for range 10 {
		a.rush(t.Context(), all/10)
		inUse = append(inUse, a.heap())
		t.Logf("%d interactions, %d of them unanswered: %.2f MB in use", all/10*len(inUse), a.unanswered.Load(),
			inUse[len(inUse)-1]/1e6)
	}
	slack := 1e6 // grow lets caches grow until they are full
	if all >= 1_000_000 {
		slack = 0
	}
	if early, late := inUse[0], inUse[9]; late > early*1.1+slack {
		t.Errorf("the heap grew from %.2f MB to %.2f MB", early/1e6, late/1e6)
	}
}
