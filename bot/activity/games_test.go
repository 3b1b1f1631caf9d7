package activity_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"paddock/games/match"
)

// open opens the only match of the list.
func (b *tab) open() {
	b.Helper()
	b.tap(`$(".card")`)
	b.wait(`$(".match .says")?.innerText`)
}

// state is the visible state of a match on a page.
type state struct {
	At    string
	Mine  bool
	Over  bool
	Ask   bool
	Cells []int // cells that can be tapped, without the chosen one
	Ways  int
}

const readState = `({ At: $(".match")?.dataset.at ?? "", Mine: !!$(".mine .says") && !$(".busy"), Over: !$(".mine .says") && /won|wins|draw|tie|end|first/i.test($(".says")?.innerText ?? ""), Ask: !!$("dialog"),
	Cells: $$(".board [data-cell]").map((n, i) => n.matches(".can:not(.chosen)") ? i : -1).filter((i) => i >= 0), Ways: $$(".ways button").length })`

// plays makes one tap of a move if it is the reader's turn, and waits until the page has answered.
func (b *tab) plays(rng *rand.Rand, keys bool) bool {
	b.Helper()
	s := eval[state](b, readState)
	if !s.Mine {
		return false
	}
	press := func(find string) {
		if keys {
			b.key(find)
		} else {
			b.tap(find)
		}
	}
	switch {
	case s.Ask:
		press(`$("dialog .answers button")`)
		b.wait(`!$("dialog")`)
	case len(s.Cells) > 0:
		below := len(s.Cells)
		if !keys { // the move prefers higher rows, so that games end sooner
			below = 1 + rng.IntN(below)
		}
		press(fmt.Sprintf(`$$(".board [data-cell]")[%d]`, s.Cells[rng.IntN(below)]))
	case s.Ways > 0:
		press(`$$(".ways button")[0]`)
	default:
		b.Fatalf("%s can do nothing: %s", b.who, eval[string](b, "doc.body.innerText"))
	}
	b.wait(fmt.Sprintf(`$("dialog") || $(".match").dataset.at !== %q`, s.At))
	return true
}

// playsNext makes one tap of a move on the page whose turn it is, as soon as one of them knows.
func (r *rig) playsNext(rng *rand.Rand, pages ...*tab) {
	r.Helper()
	r.until("a page has its turn", func() bool {
		return slices.ContainsFunc(pages, func(b *tab) bool { return b.plays(rng, false) }) ||
			r.newest().Status != match.Running
	})
}

// Each game is played to its end: Ann by touch on a phone, Bob with the mouse on a desktop. The
// store has exactly the moves of the pages.
func TestGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, command string }{
		{"kalah", "/kalah challenge user:@Bob first:me holes:3 beans:2"},
		{"halatafl", "/halatafl challenge user:@Bob"},
		{"fish", "/fish challenge user:@Bob rules:course rows:4 columns:4"},
		{"stratego", "/stratego challenge user:@Bob army:barrage"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name != "kalah" {
				t.Skip("long: most of it is the browser's work")
			}
			t.Parallel()
			r := newRig(t)
			rec := r.begin(c.command)
			rng := rand.New(rand.NewPCG(7, 7))
			ann, bob := r.surf(r.ann, 390, 844), r.surf(r.bob, 1280, 800)
			for _, b := range []*tab{ann, bob} {
				b.open()
				if c.name == "stratego" {
					b.arranges()
				}
			}
			for n := 0; r.newest().Status == match.Running; n++ {
				if n > 20_000 {
					t.Fatal("no end is in sight")
				}
				if n == 12 {
					ann.shot("playing-390")
					bob.shot("playing-1280")
				}
				r.playsNext(rng, ann, bob)
				// one's own move and its answer stand in one line, with one legend
				if said := eval[string](ann, `$(".caption").textContent`); strings.Count(said, "A white dot") > 1 {
					t.Errorf("the page says %q", said)
				}
			}
			now := r.newest()
			if now.ID != rec.ID || now.Status != match.Over {
				t.Fatalf("the match is %s", now.Status)
			}
			for _, b := range []*tab{ann, bob} {
				b.wait(`$$("button").some((n) => n.innerText === "Rematch")`)
				b.shot("over-" + b.who)
			}
			ann.button("First board")
			ann.wait(`$(".steps input").value === "0"`)
			ann.button("One move on")
			ann.wait(`$(".steps input").value === "1"`)
		})
	}
}

// In Firefox, too: a match by touch against one with the mouse, by keys and for a screen reader; and
// a link, where one steps back.
func TestFirefox(t *testing.T) {
	if testing.Short() {
		t.Skip("long: most of it is the browser's work")
	}
	t.Parallel()
	r := newRig(t)
	r.inFirefox = true
	r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	rng, link := rand.New(rand.NewPCG(7, 7)), r.link()
	ann, bob := r.surf(r.ann, 390, 844), r.surf(r.bob, 1280, 800)
	ann.open()
	bob.open()
	for n := 0; r.newest().Status == match.Running; n++ {
		if n > 500 {
			t.Fatal("no end is in sight")
		}
		if n == 6 {
			ann.shot("playing")
		}
		r.playsNext(rng, ann, bob)
	}
	ann.wait(`$$("button").some((n) => n.innerText === "Rematch")`)
	ann.shot("over")
	eve := r.visit(link, "anybody", 390, 844)
	eve.button("First board")
	eve.wait(`$(".steps input").value === "0" && $(".says").innerText.startsWith("After 0 of")`)
	eve.shot("link")
	hear(r)
}

// arranges drags a piece onto another, checks that they have changed places, and confirms.
func (b *tab) arranges() {
	b.Helper()
	b.wait(`!$(".setup").hidden`)
	b.shot("setup-" + b.who)
	own := eval[[]string](b, `(() => { const own = $$(".board [data-piece]"), a = own.at(-1); return [a, own.find((n) => n.innerHTML !== a.innerHTML)].map((n) => n.dataset.piece); })()`)
	before := eval[string](b, `$(".match").dataset.at`)
	b.drag(cell(own[0]), cell(own[1]))
	b.wait(fmt.Sprintf(`$(".match").dataset.at !== %q`, before))
	b.button("Confirm")
	b.wait(`$("dialog") || $(".setup").hidden`)
	if eval[bool](b, `!!$("dialog")`) {
		b.button("Confirm")
	}
	b.wait(`$(".setup").hidden`)
}
