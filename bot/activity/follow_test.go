package activity_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// calm makes a page show new boards at once, as for readers who want no motion.
func (b *tab) calm() {
	b.Helper()
	motion := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{
		Name: "prefers-reduced-motion", Value: "reduce",
	}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, motion); err != nil {
		b.Fatal(err)
	}
}

// The opponent has made several moves when the page hears of them. It shows them one after another,
// each with its sentence, and at the end says both what its reader did and how that was answered.
func TestAnswersAreShownOneByOne(t *testing.T) {
	t.Parallel()
	for _, calm := range []bool{false, true} {
		r := newRig(t)
		rec := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		path := "/api/matches/" + string(rec.ID)
		ann := r.surf(r.ann, 390, 844)
		ann.open()
		if calm {
			ann.calm()
		}
		eval[bool](ann, `(() => { const c = $(".caption"); window.captions = [];
			new MutationObserver(() => captions.push(c.textContent)).observe(c, { childList: true }); return true; })()`)
		gate := make(chan struct{})
		r.meet(func(answer *http.Response) {
			if answer.Request.Method == "GET" && answer.Request.URL.Path == path {
				<-gate
			}
		})
		ann.tap(cell("1"))
		ann.wait(`$(".steps input").max === "1"`)
		for _, move := range []string{"2", "1"} { // Bob sows again after the first
			r.slash(r.bob, "/kalah move move:"+move)
		}
		close(gate)
		ann.wait(`$(".steps input").max === "3" && $(".mine .says")`)
		ann.shot("answered")
		got := slices.Compact(eval[[]string](ann, "captions"))
		want := []string{
			"You sowed hole 1", "You sowed hole 1. Bob sowed hole 2 and sows again.",
			"You sowed hole 1. Bob sowed holes 2, then 1.",
		}
		if calm {
			want = []string{want[0], want[2]}
		}
		if !slices.Equal(got, want) {
			t.Errorf("calm: %v; the page has told\n%s\nwant\n%s", calm, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A board that tells its own turn and the fight before it leads to no sentence twice, when the answer to it
// tells that turn again.
func TestNoTurnIsToldTwice(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me")
	b := r.visit(r.link(), "anybody", 390, 844)
	b.wait(`$(".board [data-cell]")`)
	const want = "You took c, then Bob moved"
	if got := eval[string](b, `(async () => {
		const { Match } = await import(doc.querySelector("script[type=module]").src.replace("app.js", "match.js"));
		const { link, view } = JSON.parse($("#boot").textContent);
		const m = new Match(link, { view });
		m.own = { steps: 1, caption: "Bob took a. You took c" };
		m.take({ ...m.view, step: 2, steps: 2, caption: "You took c, then Bob moved" });
		return m.caption.textContent;
	})()`); got != want {
		t.Errorf("it tells %q, want %q", got, want)
	}
}
