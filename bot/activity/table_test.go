package activity_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"paddock/bot/component"
	"paddock/games/match"
)

// hidden lists the texts of a match that are not wholly in sight: outside the window, or below
// something else.
const hidden = `(() => [$("h1"), ...$$(".side p, .side button")].filter((n) => {
	const r = n.getBoundingClientRect();
	return n.getClientRects().length && [r.top + 3, (r.top + r.bottom) / 2, r.bottom - 3]
		.some((y) => !n.contains(doc.elementFromPoint(r.left + r.width / 2, y)));
}).map((n) => n.innerText))()`

// While pieces are placed, the first one touched looks chosen, and what it is stands below the board.
func TestTouchedPieceOfASetupLooksChosen(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/stratego challenge user:@Bob first:me army:barrage")
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	ann.wait(`$(".setup:not([hidden])")`)
	own := eval[string](ann, `$(".board [data-piece]").dataset.piece`)
	ann.tap(cell(own))
	ann.wait(cell(own) + `?.classList.contains("chosen")`)
	ann.shot("chosen")
	if line := eval[string](ann, `getComputedStyle(`+cell(own)+`).stroke`); line == "none" {
		t.Error("the chosen piece looks like the others")
	}
	if said := eval[string](ann, `$(".caption").innerText`); !strings.HasPrefix(said, own+", ") {
		t.Errorf("the page says %q of the piece on %s", said, own)
	}
	ann.tap(cell(own))
	ann.wait(`$(".caption").innerText=== "Your top row faces your opponent"`)
}

// Every page with a game has a button that shows the rules of the game. They open at their first line,
// and the button that closes them is always in sight.
func TestRulesOnThePage(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	link := ""
	for _, game := range []string{"kalah", "halatafl", "fish", "stratego"} {
		var got struct{ Text string }
		id := string(r.begin("/" + game + " challenge user:@Bob").ID)
		if status := r.signIn(r.ann).ask("GET", "/api/matches/"+id+"/rules", nil, &got); status != http.StatusOK ||
			len(got.Text) < 400 || strings.ContainsAny(strings.ReplaceAll(got.Text, "**", ""), "*`") {
			t.Errorf("%s: %d %s", game, status, got.Text)
		}
		if link == "" {
			link = r.link()
		}
	}
	for _, b := range []*tab{r.surf(r.ann, 390, 844), r.visit(link, "anybody", 390, 844)} {
		if b.who != "anybody" {
			b.tap(`$$(".card").find((n) => n.innerText.includes("Stratego"))`)
		}
		b.button("Rules")
		b.wait(`$("dialog b")?.innerText`)
		b.shot("rules-" + b.who)
		if top := eval[float64](b, `$("dialog p").getBoundingClientRect().top`); top < 0 {
			t.Errorf("%s: the rules begin at %v", b.who, top)
		}
		const under = `$("dialog .answers").getBoundingClientRect().bottom - $("dialog").clientHeight`
		if below := eval[float64](b, under); below > 60 {
			t.Errorf("%s: the way back lies %v pixels below what is seen", b.who, below)
		}
		const lowest = `(() => {
			const n = $("dialog"), d = n.getBoundingClientRect();
			return n.ownerDocument.elementFromPoint(d.left + 40, d.bottom - 4).className;
		})()`
		if got := eval[string](b, lowest); got != "answers" {
			t.Errorf("%s: text shows below the way back: %q", b.who, got)
		}
		b.button("Back")
		b.wait(`!$("dialog")`)
	}
}

// On a phone no text of a hint or of an end is below the buttons, and while the computer thinks the
// buttons stay where they are.
func TestTextsAndButtonsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"/stratego start level:easy", "/fish start level:easy", "/halatafl start level:easy side:sheep",
	} {
		name, _, _ := strings.Cut(command[1:], " ")
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "stratego" {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			r := newRig(t)
			r.slash(r.ann, command)
			ann := r.surf(r.ann, 390, 844)
			ann.calm()
			ann.open()
			if name == "stratego" {
				ann.arranges()
			}
			ann.wait(`$(".mine .says")`)
			ann.wait(`$$("button").some((n) => n.innerText === "Hint")`)
			ann.button("Hint")
			ann.wait(`$$("button").some((n) => n.innerText === "Play it") && !$(".toast")`)
			ann.shot("hint")
			if got := eval[[]string](ann, hidden); len(got) > 0 {
				t.Errorf("with a hint these are hidden: %q", got)
			}
			gate := make(chan struct{})
			path := "/api/matches/" + string(r.newest().ID)
			r.meet(func(answer *http.Response) {
				if answer.Request.Method == "GET" && answer.Request.URL.Path == path {
					<-gate
				}
			})
			ann.button("Play it")
			ann.wait(`!$(".mine .says") && $(".steps input").max >= "1"`)
			const places = `Object.fromEntries($$(".deeds button")
				.map((n) => [n.innerText, n.getBoundingClientRect().x + "/" + n.getBoundingClientRect().y]))`
			before := eval[map[string]string](ann, places)
			ann.shot("thinks")
			close(gate)
			ann.wait(`$(".mine .says")`)
			after := eval[map[string]string](ann, places)
			for _, label := range []string{"Hint", "Try moves"} {
				if before[label] != after[label] || before[label] == "" {
					t.Errorf("%s: %q while the computer thinks, then %q", label, before[label], after[label])
				}
			}
			ann.button("Resign")
			ann.button("Yes")
			ann.wait(`$$("button").some((n) => n.innerText === "Rematch")`)
			ann.shot("end")
			if got := eval[[]string](ann, hidden); len(got) > 0 {
				t.Errorf("at the end these are hidden: %q", got)
			}
			if said := eval[string](ann, `$(".says").innerText`); !strings.HasPrefix(said, "You lost.") {
				t.Errorf("the end: %q", said)
			}
		})
	}
}

// A rematch opens as soon as it is made: with the computer at once, with a person for the one of the
// two who asks last. The other one has a button that leads there.
func TestRematchOpens(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.slash(r.ann, "/kalah start level:easy first:me holes:3 beans:2")
	const again, running = `$$("button").some((n) => n.innerText === "Rematch")`, `$(".match .says") && !$(".line.over")`
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	r.plays(r.newest().ID, 1)
	ann.wait(again)
	ann.button("Rematch")
	ann.wait(running)
	if rec := r.newest(); rec.Status != match.Running {
		t.Errorf("the rematch is %s", rec.Status)
	}

	rec := r.begin("/fish challenge user:@Bob first:me rules:course rows:4 columns:4")
	both := []*tab{r.surf(r.ann, 390, 844), r.surf(r.bob, 390, 844)}
	for _, b := range both {
		b.tap(`$$(".card").find((n) => n.innerText.includes("Fish"))`)
		b.wait(running)
	}
	r.plays(rec.ID, 2)
	both[0].wait(again)
	both[0].button("Rematch")
	both[0].wait("!" + again)
	if !eval[bool](both[0], `!!$(".line.over")`) {
		t.Error("the page of who asks first leaves the end of the match")
	}
	both[1].button("Rematch")
	both[1].wait(running)
	both[0].button("To the new match")
	both[0].wait(running)
}

// A touch on a button that has no effect now says why, and so does a key. The button can be read in
// both themes.
func TestButtonsWithoutEffect(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	for _, width := range []int64{390, 1280} {
		ann := r.surf(r.ann, width, 800)
		ann.open()
		off := func(label, why string) {
			t.Helper()
			find := fmt.Sprintf(`$$(".foot button[aria-disabled=true]").find((n) => n.innerText.trim() === %q)`, label)
			ann.tap(find)
			ann.wait(fmt.Sprintf(`$(".toast")?.innerText === %q`, why))
			if contrast := eval[float64](ann, `(`+contrastOf+`)(`+find+`)`); contrast < 4 {
				t.Errorf("%d wide, the contrast of %s is %.1f", width, label, contrast)
			}
		}
		off("Take back", "You have no move to take back yet.")
		ann.key(`$$(".foot button").find((n) => n.innerText.trim() === "Offer a draw")`)
		ann.wait(`$(".toast")?.innerText.includes("after the first move")`)
		ann.button("Try moves")
		off("Save as reply", "Add your answer to their move first. Then you can save it.")
		ann.shot(fmt.Sprint("off-", width))
		ann.button("Back to the match")
	}
	r.slash(r.ann, "/kalah move move:1")
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	ann.button("First board")
	ann.wait(`$(".steps input").value === "0" && !$(".busy")`)
	ann.tap(`$$(".foot button[aria-disabled=true]").find((n) => n.innerText.trim() === "Try moves")`)
	ann.wait(`$(".toast")?.innerText.includes("an earlier board")`)
}

// contrastOf returns the contrast of a button's text, which may be dimmed, against its ground.
const contrastOf = `(n) => {
	const style = n.ownerDocument.defaultView.getComputedStyle(n), dim = Number(style.opacity);
	const rgb = (text) => text.match(/[\d.]+/g).map(Number);
	const under = rgb(n.ownerDocument.defaultView.getComputedStyle(n.ownerDocument.body).backgroundColor);
	const bright = (text) => {
		const c = rgb(text), a = dim * (c[3] ?? 1);
		const [r, g, b] = under.map((u, i) => (c[i] * a + u * (1 - a)) / 255)
			.map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
	};
	const [a, b] = [bright(style.color), bright(style.backgroundColor)];
	return Math.max(a, b) / Math.min(a, b);
}`

// A match against the computer begins with a touch on the list, and is shown.
func TestBeginsByTouch(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ann := r.surf(r.ann, 390, 844)
	ann.says("Play the computer")
	ann.shot("list")
	ann.button("Fish (easy)")
	ann.wait(`$(".mine .says") && $(".board .can")`)
	if rec := r.newest(); rec.Status != match.Running || rec.Game != "fish" {
		t.Errorf("begun is %s of %s", rec.Status, rec.Game)
	}
	r.until("the board is in the channel", func() bool { return len(r.sim.Last(r.hall, r.bob).Pictures()) > 0 })
}

// At the end of a match one button leads on, also where another match waits, and each player reads
// first what the end is for them.
func TestEndIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/halatafl challenge user:@Bob side:sheep")
	rec := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	ann := r.surf(r.ann, 390, 844)
	ann.tap(`$$(".card").find((n) => n.innerText.includes("Kalah"))`)
	ann.button("Cancel the match")
	ann.tap(`$$("dialog button")[1]`)
	r.plays(rec.ID, 2)
	ann.wait(`$(".line.over") && $$("button").some((n) => n.innerText === "Next match")`)
	ann.shot("end")
	got := eval[[]string](ann, `$$("button.good").map((n) => n.innerText)`)
	if !slices.Equal(got, []string{"Next match"}) {
		t.Errorf("these lead on: %q", got)
	}
	for who, want := range map[*person]string{
		r.signIn(r.ann): "You lost. You have resigned. Bob wins!", r.signIn(r.bob): "Ann has resigned. You win!",
	} {
		var v struct{ Line string }
		if who.ask("GET", "/api/matches/"+string(rec.ID), nil, &v); v.Line != want {
			t.Errorf("%s reads %q, want %q", who.id, v.Line, want)
		}
	}
}

// The title has no frame when it gets the focus, by touch or by keys.
func TestTitleHasNoFrame(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me")
	for _, keys := range []bool{false, true} {
		b := r.surf(r.ann, 390, 844)
		if keys {
			b.key(`$(".card")`)
		} else {
			b.open()
		}
		b.wait(`doc.activeElement === $("h1")`)
		b.shot(fmt.Sprint("title-", keys))
		if style := eval[string](b, `getComputedStyle($("h1")).outlineStyle`); style != "none" {
			t.Errorf("keys: %v, the title has a frame: %s", keys, style)
		}
		b.press(kb.Tab)
	}
}

// The page offers *Take back* only where the bot would accept it. In Stratego the bot refuses after
// a fight, because the fight has shown ranks.
func TestNoTakebackOfAFight(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/stratego challenge user:@Bob first:me army:barrage")
	path := "/api/matches/" + string(rec.ID)
	both := []*person{r.signIn(r.ann), r.signIn(r.bob)}
	for _, p := range both {
		p.ask("POST", path+"/arrange", map[string]any{"cause": p.id, "name": "confirm", "input": []string{}}, nil)
	}
	offered := map[bool]int{}
	for n := 0; n < 60 && len(offered) < 2; n++ {
		p := both[n%2]
		type view struct {
			Head int
			Acts []struct {
				Label string
				Off   string
			}
			Choices []struct{ Text string }
			Error   string
		}
		var v, w view
		p.ask("GET", path, nil, &v)
		if len(v.Choices) == 0 {
			t.Fatalf("nothing can be moved: %+v", v)
		}
		move, best := "", -1
		for _, c := range v.Choices { // the move is an attack, or goes to a row far ahead
			p.ask("GET", fmt.Sprintf("%s/complete?head=%d&typed=%s", path, v.Head, c.Text), nil, &w)
			for _, c := range w.Choices {
				ahead := strings.Index("  123456789", c.Text[len(c.Text)-1:])
				if n%2 == 1 {
					ahead = 12 - ahead
				}
				if strings.Contains(c.Text, "x") {
					ahead = 20
				}
				if ahead > best {
					move, best = c.Text, ahead
				}
			}
		}
		var done view
		sent := map[string]any{"head": v.Head, "cause": fmt.Sprint(n), "move": move}
		if status := p.ask("POST", path+"/moves", sent, &done); status != 200 {
			t.Fatalf("%s: %d %s", move, status, done.Error)
		}
		if r.newest().Status != match.Running {
			break
		}
		says := slices.ContainsFunc(done.Acts, func(a struct {
			Label string
			Off   string
		},
		) bool {
			return a.Label == "Take back" && a.Off == ""
		})
		var after view
		sent = map[string]any{"head": done.Head, "cause": fmt.Sprint("u", n), "act": "u"}
		status := p.ask("POST", path+"/acts", sent, &after)
		if offered[says]++; says != (status == 200) {
			t.Fatalf("after %s a takeback is offered: %v, and answered with %d %s", move, says, status, after.Error)
		}
		if status == 200 { // the move that was taken back is made again
			now, err := r.store.Record(context.Background(), rec.ID)
			if err != nil {
				t.Fatal(err)
			}
			if now.UndoOffer == nil {
				p.ask("POST", path+"/moves", map[string]any{"head": after.Head, "cause": fmt.Sprint("m", n), "move": move}, nil)
			}
		}
	}
	if len(offered) < 2 {
		t.Errorf("takebacks offered: %v", offered)
	}
}

// A piece whose rank the opponent knows has a frame, and a player who chooses it reads why.
func TestKnownPieceSaysSo(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	path := "/api/matches/" + string(r.begin("/stratego challenge user:@Bob first:me army:barrage").ID)
	ann, bob := r.signIn(r.ann), r.signIn(r.bob)
	type view struct {
		Head    int
		Caption string
		Choices []struct{ Text, Label string }
	}
	reads := func(p *person, half string) (v view) {
		t.Helper()
		p.ask("GET", path, nil, &v)
		if half != "" {
			p.ask("GET", fmt.Sprintf("%s/complete?head=%d&typed=%s", path, v.Head, half), nil, &v)
		}
		return v
	}
	plays := func(p *person, from string, fits func(move string) bool) (at string) {
		t.Helper()
		v := reads(p, from)
		for _, c := range v.Choices {
			if fits(c.Text) {
				p.ask("POST", path+"/moves", map[string]any{"head": v.Head, "cause": c.Text, "move": c.Text}, nil)
				return c.Text[len(from):]
			}
		}
		return ""
	}
	for _, p := range []*person{ann, bob} {
		p.ask("POST", path+"/arrange", map[string]any{"cause": p.id, "name": "confirm", "input": []string{}}, nil)
	}
	at := ""
	for _, c := range reads(ann, "").Choices {
		if strings.Contains(c.Label, "Scout") && at == "" {
			before := reads(ann, c.Text).Caption
			if strings.Contains(before, "black") {
				t.Errorf("before it has moved it is %q", before)
			}
			at = plays(ann, c.Text, func(move string) bool { return move[0] == move[2] && move[3] == '6' })
		}
	}
	if at == "" {
		t.Fatal("no Scout can run")
	}
	plays(bob, reads(bob, "").Choices[0].Text, func(string) bool { return true })
	if got := reads(ann, at).Caption; !strings.Contains(got, "Scout · your opponent knows") {
		t.Errorf("the Scout on %s is %q", at, got)
	}
}

// P126: the page tells everybody why a match is decided. Its players also have a button that plays it
// out at once, without a question, as in chat.
func TestEndItNowSaysWhy(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/fish challenge user:@Bob first:me rules:course penguins:1 " +
		"board:[[1,2,3],[2,1,1],[3,1,2],[0,0,0],[0,0,0],[3,1,2],[1,1,2],[2,2,1]]")
	path := "/api/matches/" + string(rec.ID)
	type view struct {
		Head int
		News []string
		Acts []struct{ Label, Sure string }
	}
	people := []*person{r.signIn(r.ann), r.signIn(r.bob)}
	var v view
	for n, move := range []string{"a1", "f1"} {
		people[n].ask("GET", path, nil, &v)
		sent := map[string]any{"head": v.Head, "cause": fmt.Sprint(n), "move": move}
		if status := people[n].ask("POST", path+"/moves", sent, nil); status != 200 {
			t.Fatalf("%s: %d", move, status)
		}
	}
	const why = "can't reach each other any more, so everybody's best moves are known. End it now plays the rest"
	for _, p := range append(people, r.signIn(r.eve)) {
		v = view{}
		p.ask("GET", path, nil, &v)
		asked := slices.ContainsFunc(v.Acts, func(a struct{ Label, Sure string }) bool {
			return strings.HasPrefix(a.Label, "End it now: ") && a.Sure == ""
		})
		plays := string(p.id) != string(r.eve)
		if asked != plays || !strings.Contains(strings.Join(v.News, " "), why) {
			t.Errorf("%s is offered %+v and reads %q", p.id, v.Acts, v.News)
		}
	}
	sent := map[string]any{"head": v.Head, "cause": "agreed", "act": component.ActPlayOut}
	if status := people[0].ask("POST", path+"/acts", sent, nil); status != 200 {
		t.Fatalf("Ann agrees: %d", status)
	}
	v = view{}
	people[1].ask("GET", path, nil, &v)
	if len(v.News) != 2 || !strings.HasPrefix(v.News[1], "Agreed to end it now: Ann") {
		t.Errorf("Bob reads %q, want that Ann has agreed", v.News)
	}
}
