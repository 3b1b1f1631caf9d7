package sandbox

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/scene"
	"paddock/render"
)

// paddock runs the whole sandbox with the real bot, and returns its address and a function that
// ends it.
func paddock(t *testing.T, db string) (url string, leave func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	var log logbook.Logbook
	r := render.New(nil, 1)
	animate := func(list []scene.Scene) ([]byte, error) { return r.GIF(ctx, list, render.Pace{}) }
	go func() { // the process ends when leave is called
		ended <- Run(ctx, Config{
			Addr: "127.0.0.1:0", DB: db, Out: write, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Pictures: bot.Pictures{Draw: r.PNG, Icon: r.PNG, Animate: animate},
		})
		write.Close()
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatal("the sandbox did not start:", <-ended)
	}
	go io.Copy(io.Discard, read) // the goroutine ends with the sandbox
	left := false
	leave = func() {
		if left {
			return
		}
		left = true
		stop()
		if err := <-ended; err != nil {
			t.Error("the sandbox ended with", err)
		}
		if log.String() == "" {
			t.Error("the bot logs nothing")
		}
	}
	t.Cleanup(leave)
	return regexp.MustCompile(`http://\S+`).FindString(line), leave
}

// lastBoard is a JavaScript expression for the alt text of the newest board.
const lastBoard = `([...document.querySelectorAll(".gallery img")].at(-1)?.alt ?? "")`

// The first minute of a newcomer (P61): a suggested line to click, Enter, and a game against the
// computer; then moves by button and by command.
func TestFirstMinute(t *testing.T) {
	t.Parallel()
	url, _ := paddock(t, "")
	b := surf(t, url, 1280, 800)
	b.wait(`document.querySelector(".seat[aria-checked=true]").innerText.includes("Ann") && document.querySelector("#channel-name").innerText === "halatafl"`)
	b.button("/halatafl start")
	b.wait(`document.querySelector(".command .path")?.innerText === "/halatafl start"`)
	b.shot("filled")
	b.keys("\r")
	b.wait(lastBoard + `.includes("20 sheep")`)
	b.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
	b.shot("started")

	// By button: sheep b4 to b5. The fox answers by itself.
	b.button("b4→b5")
	b.wait(lastBoard + `.startsWith("Last move: fox")`)
	b.shot("moved")

	// By command, with the bot's own suggestions.
	b.focus("#text")
	b.keys("/halatafl move ")
	b.wait(`document.querySelectorAll("#suggestions .choice").length > 1`)
	b.shot("suggestions")
	b.keys("g4-g5")
	b.wait(`document.querySelectorAll("#suggestions .choice").length === 1`)
	b.keys("\r\r")
	b.wait(lastBoard + `.startsWith("Last move: fox") && ` + lastBoard + `.match(/20 sheep: .*g5/)`)

	// Only Ann sees why a move is refused.
	b.types("/halatafl move move:c1-c7")
	b.wait(`document.querySelector("#messages").lastElementChild.matches(".private") && !document.querySelector("#messages").lastElementChild.innerText.includes("You played")`)
	b.shot("refused")
}

// Two members play a whole small game of Kalah in two tabs, one on a phone: Ann clicks, Bob types.
func TestWholeGameBetweenTwo(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	url, leave := paddock(t, filepath.Join(ram.Dir(t), "sandbox.db"))
	room := `.channel:nth-of-type(2)`
	ann, bob := surf(t, url+"/?as=ann", 1280, 800), surf(t, url+"/?as=bob", 360, 780)
	ann.press(room)
	ann.wait(`document.querySelector("#channel-name").innerText === "kalah"`)
	ann.types("/kalah challenge user:@Bob holes:2 beans:2 first:me")
	ann.says("Ann challenges")
	bob.wait(`document.querySelector("#away-badge").innerText === "1"`)
	bob.press("#open-channels")
	bob.press(room)
	bob.shot("challenged")
	bob.button("Accept")
	ann.wait(lastBoard + `.includes("South")`)

	// K6: two beans from hole 1 end in the pot, so Ann sows again.
	ann.click(`[...document.querySelectorAll(".button:enabled")].findLast((n) => n.innerText.startsWith("1 ("))`)
	for _, b := range []*tab{ann, bob} {
		b.wait(lastBoard + `.includes("South's holes 1 to 2: 0, 3.")`)
		b.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
	}
	ann.shot("again")
	bob.fits("a board of Kalah")
	bob.shot("phone")

	over := `[...document.querySelectorAll(".button")].some((n) => n.innerText === "Rematch")`
	lowest := `[...document.querySelectorAll(".button:enabled")].filter((n) => /^\d+ \(/.test(n.innerText))[0]`
	for range 20 {
		words := eval[string](ann, lastBoard)
		switch {
		case eval[bool](ann, over):
			ann.wait(`/won|Tie/.test(` + lastBoard + `)`)
			bob.wait(over)
			ann.shot("over")
			leave()
			ann.says("The sandbox has stopped.")
			return
		case strings.Contains(words, "South to move"):
			ann.click(lowest)
		default:
			bob.wait(lastBoard + ` === ` + quote(words))
			bob.types("/kalah move move:" + eval[string](bob, lowest+`.innerText.split(" ")[0]`))
		}
		ann.wait(lastBoard + ` !== ` + quote(words))
	}
	t.Error("the game did not end")
}

func TestRunRefusesWhatOthersCouldReach(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":8090", "192.0.2.1:80", "example.org:80"} {
		err := Run(t.Context(), Config{Addr: addr})
		if err == nil || !strings.Contains(err.Error(), "this computer only") {
			t.Errorf("Run on %s: %v, want a sentence that refuses", addr, err)
		}
	}
}

// With a database, matches, chat and clock continue after a restart (P1, P2), and old buttons work.
func TestGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	db := filepath.Join(ram.Dir(t), "sandbox.db")
	url, leave := paddock(t, db)
	p := &page{t, url, nil}
	p.await("commands", func() bool { return len(p.world("ann").Commands) > 1 })
	room := p.room("ann", "kalah").ID
	p.do("command", act{As: "ann", Channel: room, Text: "/kalah start level:easy first:me"})
	last := func() messageView {
		list := p.messages("ann", room)
		return list[len(list)-1]
	}
	p.await("the board", func() bool { return len(p.messages("ann", room)) > 0 && len(last().AltTexts()) > 0 })
	before := last()

	frame := p.do("launch", act{As: "ann", Channel: room}).Frame // the bot's own pages are shown as an activity
	code := p.do("authorize", act{As: "ann", Instance: frame.Instance, Scopes: []string{"identify"}}).Code
	answer, err := http.Post(frame.Origin+"/.proxy/api/session", "application/json",
		strings.NewReader(fmt.Sprintf(`{"code":%q,"instance":%q}`, code, frame.Instance)))
	if err != nil {
		t.Fatal(err)
	}
	if answer.Body.Close(); answer.StatusCode != http.StatusOK {
		t.Error("the activity of the sandbox does not begin:", answer.Status)
	}
	p.do("command", act{As: "ann", Channel: room, Text: "/board"})
	for _, label := range []string{"More", "Share a link"} {
		p.await(label, func() bool {
			m := last()
			b, ok := m.Button(label)
			if ok {
				p.do("click", act{As: "ann", Message: m.ID, CustomID: b.CustomID})
			}
			return ok
		})
	}
	p.await("the link", func() bool { return strings.Contains(last().Text(), "/m/") })
	link, err := http.Get(regexp.MustCompile(`http://\S+/m/\S+`).FindString(last().Text()))
	if err != nil {
		t.Fatal(err)
	}
	if link.Body.Close(); link.StatusCode != http.StatusOK {
		t.Error("the link leads to", link.Status)
	}
	p.do("dismiss", act{As: "ann", Message: last().ID})
	leave()

	url, _ = paddock(t, db)
	p.url = url
	if got := last().ID; got != before.ID {
		t.Errorf("after a restart the last message is %s, want the board %s", got, before.ID)
	}
	r, err := http.Get(url + "/files/" + string(before.Attachments[0].ID))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Error("the picture after a restart:", r.Status)
	}
	p.await("the bot", func() bool { return len(p.world("ann").Commands) > 1 })
	i := slices.IndexFunc(before.Buttons(), func(c discordsim.Component) bool {
		return strings.HasPrefix(c.Label, "1 (")
	})
	if i < 0 {
		t.Fatalf("the board has no button for hole 1, but %v", before.Labels())
	}
	changed := func() bool { return last().AltTexts() != nil && last().AltTexts()[0] != before.AltTexts()[0] }
	p.await("the board to change after a click on a button of before the restart", func() bool {
		// the loop repeats the click, because the bot may not be ready yet
		p.act("click", act{As: "ann", Message: before.ID, CustomID: before.Buttons()[i].CustomID})
		for end := time.Now().Add(3 * time.Second); !changed() && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		return changed()
	})
}

// The page puts the bot's clock forward: after 40 of 48 hours the player to move gets one reminder
// (P8).
func TestSkippingAheadWakesTheBot(t *testing.T) {
	t.Parallel()
	url, _ := paddock(t, "")
	p := &page{t, url, nil}
	p.await("commands", func() bool { return len(p.world("ann").Commands) > 1 })
	room := p.room("ann", "kalah").ID
	p.do("command", act{As: "ann", Channel: room, Text: "/kalah challenge user:@Bob first:me"})
	var accept string
	p.await("the challenge", func() bool {
		for _, m := range p.messages("bob", room) {
			if c, ok := m.Button("Accept"); ok {
				accept = c.CustomID
				p.do("click", act{As: "bob", Message: m.ID, CustomID: c.CustomID})
			}
		}
		return accept != ""
	})
	ann := p.world("ann").Me
	pings := func() int {
		for _, u := range p.world("ann").Users {
			if u.ID == ann {
				return u.Pings
			}
		}
		return -1
	}
	p.await("the ping of the first turn", func() bool { return pings() == 1 })
	p.do("read", act{As: "ann", Channel: room})
	p.do("skip", act{As: "ann", Seconds: 40 * 3600})
	p.await("the reminder", func() bool { return pings() == 1 })
	// time has passed for the players too, and is not given back as after an outage
	p.do("skip", act{As: "ann", Seconds: 8 * 3600})
	p.await("the end of the time", func() bool {
		return slices.ContainsFunc(p.messages("ann", room), func(m messageView) bool {
			return strings.Contains(m.Text(), "The time ran out.")
		})
	})
}

// P126: two members agree by buttons to play out a decided match. Against the computer it ends
// without a question.
func TestEndItNow(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	url, _ := paddock(t, "")
	const playOut = `[...document.querySelectorAll("button:enabled")]
		.findLast((n) => n.innerText.trim().startsWith("End it now: "))`
	room := `.channel:nth-of-type(4)`
	ann, bob := surf(t, url+"/?as=ann", 1280, 800), surf(t, url+"/?as=bob", 390, 844)
	ann.press(room)
	ann.wait(`document.querySelector("#channel-name").innerText === "fish"`)
	ann.types("/fish challenge user:@Bob first:me rules:course penguins:1 board:[[1,2,3],[2,1,1],[3,1,2],[0,0,0],[0,0,0],[3,1,2],[1,1,2],[2,2,1]]")
	ann.says("Ann challenges")
	bob.press("#open-channels")
	bob.press(room)
	bob.button("Accept")
	ann.wait(lastBoard + `.includes("Fish")`)
	ann.types("/fish move move:a1")
	bob.wait(lastBoard + `.includes("a1")`)
	bob.types("/fish move move:f1")
	ann.says("End it now plays the rest with everybody's best moves")
	ann.click(playOut)
	bob.says("Agreed to end it now: Ann. Waiting for: Bob.")
	bob.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
	bob.fits("a decided board")
	bob.shot("decided")
	bob.click(playOut)
	ann.says("I played out the rest")
	ann.wait(`[...document.querySelectorAll(".gallery img")].at(-1).naturalWidth > 0`)
	ann.shot("played-out")
	ann.types("/fish start players:2 level:easy first:me rules:course penguins:1 finish:auto board:[[1,1,1],[1,1,1],[1,1,1],[0,0,0],[0,0,0],[5,5,5],[5,5,5],[5,5,5]]")
	ann.wait(lastBoard + `.includes("0 penguins") || ` + lastBoard + `.includes("Fish")`)
	ann.types("/fish move move:a1")
	ann.wait(`document.querySelector("#messages").innerText.split("I played out the rest").length === 3`)
	ann.shot("by-itself")
}

// P134, P135: on phones, three members of a channel vote for its side; one changes their vote, and
// the move that cannot be overtaken is played.
func TestVoteOnPhones(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	url, _ := paddock(t, "")
	room := `.channel:nth-of-type(2)`
	var tabs []*tab
	for _, who := range []string{"ann", "bob", "cleo"} {
		b := surf(t, url+"/?as="+who, 390, 844)
		b.press("#open-channels")
		b.press(room)
		b.wait(`document.querySelector("#channel-name").innerText === "kalah"`)
		tabs = append(tabs, b)
	}
	ann, bob, cleo := tabs[0], tabs[1], tabs[2]
	hole := func(n int) string {
		return fmt.Sprintf(`[...document.querySelectorAll(".button:enabled")].findLast((n) => n.innerText.startsWith("%d ("))`, n)
	}
	ann.types("/kalah start level:easy seat:channel-open first:me vote:1h voters:3 time:24h")
	for _, b := range tabs {
		b.wait(hole(1))
	}
	ann.click(hole(1))
	ann.says("You have voted for")
	ann.fits("a vote")
	ann.shot("voted")
	bob.click(hole(4))
	bob.says("Votes so far: 2")
	ann.click(hole(4)) // Ann changes her vote, so that two of three agree
	for _, b := range tabs {
		b.wait(lastBoard + `.includes("South to move") && !` + lastBoard +
			`.includes("South's holes 1 to 6: 4, 4, 4, 4, 4, 4.")`)
		b.fits("after the count")
	}
	cleo.shot("counted")
	ann.shot("changed")
}
