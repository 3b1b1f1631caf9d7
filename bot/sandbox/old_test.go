package sandbox

import (
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The page works where WebSocket takes no relative address, as in Safari before 17.3. A browser
// that lacks what the page needs says so, and errors inside the page are described in words for
// people.
func TestOldBrowsers(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	for name, c := range map[string]struct{ lacks, want string }{
		"Safari 17": {`window.WebSocket = class extends WebSocket {
			constructor(url) { if (!/^wss?:/.test(url)) throw new DOMException("The string did not match the expected pattern.", "SyntaxError"); super(url); }
		}`, `document.querySelector(".channel[aria-current]") && !document.querySelector(".noscript")`},
		"Firefox 90": {"delete Object.hasOwn", `document.querySelector(".noscript")?.innerText.includes("Firefox 105")`},
		"a fault": {
			`window.WebSocket = class { constructor() { throw new TypeError("a fault of the test"); } }`,
			`document.querySelector("#toast").innerText.includes("This page has tripped over something.")`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := empty(t, 390, 844, "a fault of the test")
			if _, err := chromedp.Call(b.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
				cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: c.lacks}); err != nil {
				t.Fatal(err)
			}
			b.do(chromedp.Navigate(p.url))
			b.wait(c.want)
		})
	}
}

// The page suits a touch screen: no text asks for a key of a keyboard, and the letters in fields are so
// large that a phone does not zoom in.
func TestWordsFitTouchScreens(t *testing.T) {
	t.Parallel()
	p, _ := visit(t, "")
	b := surf(t, p.url, 390, 844)
	b.focus("#text")
	b.keys("/demo hello ")
	b.wait(`document.querySelector(".popup-head")`)
	if bad := eval[[]string](b, `document.body.innerText.split("\n").filter((line) => /\b(press|hit|click)\b|\bEnter\b/i.test(line))`); len(bad) > 0 {
		t.Errorf("the page says %q", bad)
	}
	b.shot("words")
	b.keys("tone:")
	b.wait(`document.querySelector("#field-tone")`)
	if small := eval[[]string](b, `[...document.querySelectorAll("input, textarea")]
		.filter((n) => parseFloat(getComputedStyle(n).fontSize) < 16).map((n) => n.id)`); len(small) > 0 {
		t.Errorf("Safari on a phone zooms in on %q, whose letters are below 16 px", small)
	}
}
