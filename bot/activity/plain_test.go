package activity_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// link shares the only match and returns its address.
func (r *rig) link() string {
	r.Helper()
	text := r.shared(r.ann, r.slash(r.ann, "/board game:"+string(r.newest().ID))).Text()
	return strings.Fields(text[strings.Index(text, r.url+"/m/"):])[0]
}

// P129: a browser without JavaScript, a reader of texts and a preview get the title, whose turn it
// is, the last move and the position in words before the drawing with its letters and numbers.
func TestLinkWithoutJavaScript(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/halatafl challenge user:@Bob side:sheep")
	r.slash(r.ann, "/halatafl move move:a4-a5")
	b := r.visit("about:blank", "anybody", 390, 844)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string][]string{
		r.link():         {"Halatafl · Ann v Bob", "Bob to move", "Sheep a4 moved to a5.", "20 sheep: c1"},
		r.url + "/m/x.y": {"This link doesn't work any more."},
		r.url:            {"This page needs JavaScript"},
	} {
		b.do(chromedp.Navigate(address))
		text := eval[string](b, `doc.querySelector("#app").textContent`)
		at := 0
		for _, s := range want {
			i := strings.Index(text[at:], s)
			if i < 0 {
				t.Errorf("%s: no %q behind %d of %q", address, s, at, text)
				continue
			}
			at += i
		}
		if n := strings.Index(text, "7"); strings.Contains(address, "/m/") && n >= 0 && n < at {
			t.Errorf("numbers of the drawing come first: %q", text)
		}
		for _, s := range eval[[]string](b, `$$("h1, p").filter((n) => { const r = n.getBoundingClientRect(); return n.textContent && (!n.getClientRects().length || r.bottom > innerHeight || r.right > innerWidth); }).map((n) => n.textContent)`) {
			t.Errorf("%s: on a phone this is not in sight: %s", address, s)
		}
		b.shot(strings.NewReplacer(r.url, "", "/", "").Replace(address)[:min(1, len(address)-len(r.url))])
	}
}

// A browser that lacks what the page needs says so, in place of a blank page.
func TestOldBrowser(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me")
	link := r.link()
	for name, lacks := range map[string]string{
		"none": "", "Firefox 104": "delete window.TextDecoderStream", "Safari 15.3": "delete window.HTMLDialogElement",
		"Chrome 107": "CSS.supports = () => false", "Internet Explorer": "delete window.CSS",
	} {
		b := r.visit("about:blank", "anybody", 390, 844)
		if _, err := chromedp.Call(b.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
			cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: lacks}); err != nil {
			t.Fatal(err)
		}
		for address, want := range map[string]string{link: "needs JavaScript", r.url: "needs JavaScript", r.url + "/m/x.y": "doesn't work any more"} {
			b.do(chromedp.Navigate(address))
			b.wait(`doc.readyState === "complete" && doc.querySelector("#app").innerText`)
			said := eval[string](b, `$(".old")?.innerText ?? ""`)
			if lacks == "" && said != "" || lacks != "" && !strings.Contains(said, want) {
				t.Errorf("%s at %s says %q", name, address, said)
			}
		}
	}
}
