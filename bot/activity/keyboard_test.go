package activity_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"paddock/bot/story/firefox"
	"paddock/games/match"
)

var foxKeys = strings.NewReplacer(kb.Enter, firefox.KeyEnter, kb.Tab, firefox.KeyTab, kb.Home, firefox.KeyHome,
	kb.End, firefox.KeyEnd, kb.PageDown, firefox.KeyPageDown, kb.ArrowLeft, firefox.KeyArrowLeft,
	kb.ArrowUp, firefox.KeyArrowUp, kb.ArrowRight, firefox.KeyArrowRight, kb.ArrowDown, firefox.KeyArrowDown)

// press presses a key.
func (b *tab) press(key string) {
	b.Helper()
	if b.fox == nil {
		b.do(chromedp.KeyEvent(key))
	} else if err := b.fox.Keys(b.ctx, foxKeys.Replace(key)); err != nil {
		b.Fatal(err)
	}
}

// key reaches an element by the keyboard alone and presses Enter. It uses Tab, and on the board
// arrows.
func (b *tab) key(find string) {
	b.Helper()
	b.wait(find)
	onBoard := `!!doc.activeElement?.matches("[data-cell]")`
	if eval[bool](b, `(`+find+`).matches("[data-cell]")`) {
		b.tabTo(onBoard)
		b.arrows(find)
	} else {
		b.tabTo(`doc.activeElement === (` + find + `)`)
	}
	b.press(kb.Enter)
}

// tabTo presses Tab until a condition holds.
func (b *tab) tabTo(holds string) {
	b.Helper()
	for n := 0; !eval[bool](b, holds); n++ {
		if n > 80 {
			b.Fatalf("%s is not reached by Tab; the focus is at %s", holds,
				eval[string](b, "doc.activeElement.outerHTML.slice(0, 200)"))
		}
		b.press(kb.Tab)
	}
}

// arrows walks over the board to a cell: to its row, then along it, and around obstacles.
func (b *tab) arrows(find string) {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 0; !eval[bool](b, `doc.activeElement === (`+find+`)`); n++ {
		if n > 120 {
			b.Fatalf("%s is not reached by arrows; the focus is at %s", find,
				eval[string](b, "doc.activeElement.outerHTML.slice(0, 200)"))
		}
		way := eval[[]float64](b,
			`(() => { const mid = (n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
			const a = mid(doc.activeElement), z = mid(`+find+`); return [z[0] - a[0], z[1] - a[1]]; })()`)
		across, down := kb.ArrowRight, kb.ArrowDown
		if way[0] < 0 {
			across = kb.ArrowLeft
		}
		if way[1] < 0 {
			down = kb.ArrowUp
		}
		switch sideways := max(way[1], -way[1]) <= 4; { // pixels
		case n%3 == 2:
			b.press([]string{kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown}[rng.IntN(4)])
		case sideways:
			b.press(across)
		default:
			b.press(down)
		}
	}
}

// The test plays one match of each game by keyboard alone, from the list of matches to its end.
// Long matches are resigned after some moves.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, command string
		moves         int // number of moves after which the match is resigned; 0: it is played to its end
	}{
		{"kalah", "/kalah start level:first holes:3 beans:2", 0},
		{"fish", "/fish start level:easy rules:course rows:4 columns:4", 0},
		{"halatafl", "/halatafl start level:easy", 4},
		{"stratego", "/stratego start level:easy army:barrage", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name != "kalah" {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			r := newRig(t)
			r.slash(r.ann, c.command)
			rng := rand.New(rand.NewPCG(7, 7))
			ann := r.surf(r.ann, 1280, 800)
			ann.calm()
			ann.key(`$(".card")`)
			ann.wait(`$(".match .says")?.innerText`)
			if c.name == "stratego" {
				ann.wait(`$(".setup:not([hidden])")`)
				own := eval[[]string](ann,
					`(() => { const own = $$(".board [data-piece]"), a = own.at(-1); return [a, own.find((n) => n.innerHTML !== a.innerHTML)].map((n) => n.dataset.piece); })()`)
				ann.key(cell(own[0]))
				ann.wait(cell(own[0]) + `?.classList.contains("chosen")`) // the choice draws the board again
				before := eval[string](ann, `$(".match").dataset.at`)
				ann.key(cell(own[1]))
				ann.wait(fmt.Sprintf(`$(".match").dataset.at !== %q`, before))
				ann.key(`$$(".setup button.good")[0]`)
				ann.wait(`$("dialog") || $(".setup").hidden`)
				if eval[bool](ann, `!!$("dialog")`) {
					ann.key(`$("dialog button.good")`)
				}
				ann.wait(`$(".setup").hidden`)
			}
			for r.newest().Status == match.Running && (c.moves == 0 || r.newest().Moves < 2*c.moves) {
				ann.plays(rng, true)
			}
			if c.moves > 0 && r.newest().Status == match.Running {
				ann.key(`$$(".foot .deeds button.danger")[0]`)
				ann.key(`$("dialog button.danger")`)
			}
			ann.wait(`$$("button").some((n) => n.innerText === "Rematch")`)
			// keys step through the moves played
			for _, way := range []struct{ button, at string }{
				{"First board", "0"},
				{"One move on", "1"},
				{"One move back", "0"},
			} {
				ann.key(fmt.Sprintf(`$$(".steps button:enabled").find((n) => n.ariaLabel === %q)`, way.button))
				ann.wait(fmt.Sprintf(`$(".steps input").value === %q`, way.at))
			}
			// these keys work wherever the focus is
			for _, way := range []struct{ key, at string }{
				{kb.End, `$(".steps input").max`},
				{kb.Home, `"0"`},
				{".", `"1"`},
				{",", `"0"`},
				{kb.PageDown, `"1"`},
			} {
				ann.press(way.key)
				ann.wait(`$(".steps input").value === ` + way.at)
			}
		})
	}
}

// The accessibility tree of the page, as a screen reader gets it, has the board in words and a name
// for each cell. Playable cells have a role and a state, every button has a name, and news is
// announced in a live region.
func TestAccessibilityTree(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"/kalah challenge user:@Bob first:me", "/halatafl challenge user:@Bob",
		"/fish challenge user:@Bob", "/stratego challenge user:@Bob army:barrage",
	} {
		name, _, _ := strings.Cut(command[1:], " ")
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "kalah" {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			r := newRig(t)
			r.begin(command)
			b := r.surf(r.ann, 1280, 800)
			b.wait(`$(".card svg")`)
			if list := b.tree(); !slices.ContainsFunc(list, func(n string) bool {
				return strings.HasPrefix(strings.ToLower(n), "button: "+name+" v bob, ")
			}) {
				t.Errorf("the match has no name in the list of matches:\n%s", strings.Join(list, "\n"))
			}
			b.open()
			b.wait(`$(".board [data-cell]")`)
			list := b.tree()
			count := map[string]int{}
			for _, n := range list {
				role, name, _ := strings.Cut(n, ": ")
				count[role]++
				if slices.Contains([]string{"button", "slider", "heading", "group", "link"}, role) &&
					strings.TrimSpace(name) == "" {
					t.Errorf("a %s has no name", role)
				}
			}
			all := strings.Join(list, "\n")
			for _, want := range []string{
				"heading: ", "status: ", "alert: ", "group: Board: ", "button: Your matches",
				"main: ",
			} {
				if !strings.Contains(all, want) {
					t.Errorf("the tree has no %q:\n%s", want, all)
				}
			}
			if cells := eval[int](b, `$$(".board [data-cell]").length`); count["button"] < cells {
				t.Errorf("%d cells, but %d buttons:\n%s", cells, count["button"], all)
			}
			t.Log(all[:min(len(all), 1500)])
		})
	}
}

// A screen reader presses a cell without a pointer and without keys. The click that follows a
// finger's touch is not a second tap.
func TestScreenReaderPresses(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/halatafl challenge user:@Bob")
	who := r.ann
	if rec.Awaits(match.UserID(r.bob)) {
		who = r.bob
	}
	b := r.surf(who, 1280, 800)
	b.open()
	b.wait(`$(".board .can")`)
	first := eval[string](b, `$(".board .can").dataset.cell`)
	eval[bool](b, `($(".board .can").dispatchEvent(new MouseEvent("click", { bubbles: true })), true)`)
	b.wait(cell(first) + `.matches("[aria-pressed=true]") && !$(".busy")`)
	b.wait(`$$(".board .can").length > 1`)
	eval[bool](b, `($(".board .can:not(.chosen)").dispatchEvent(new MouseEvent("click", { bubbles: true })), true)`)
	b.wait(`$(".steps input").max === "1"`)
}

// tree returns the accessibility tree of the page in Discord's frame, each node as its role and its
// name.
func (b *tab) tree() (list []string) {
	b.Helper()
	frames, err := chromedp.Call(b.ctx, cdppage.GetFrameTree, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	if n := len(frames.FrameTree.ChildFrames); n != 1 {
		b.Fatalf("%d frames", n)
	}
	if _, err := chromedp.Call(b.ctx, accessibility.Enable, cdp.Empty{}); err != nil {
		b.Fatal(err)
	}
	full, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree,
		accessibility.GetFullAXTreeParams{FrameID: frames.FrameTree.ChildFrames[0].Frame.ID})
	if err != nil {
		b.Fatal(err)
	}
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			_ = json.Unmarshal(v.Value, &s)
		}
		return s
	}
	for _, n := range full.Nodes {
		if !n.Ignored {
			list = append(list, text(n.Role)+": "+text(n.Name))
		}
	}
	return list
}
