package activity_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestSlowPhone measures how long a phone with a sixth of this machine's processor speed and a slow
// network waits for its list of matches, for a board, and for the answer to a move. PADDOCK_SLOW
// turns it on.
func TestSlowPhone(t *testing.T) {
	if os.Getenv("PADDOCK_SLOW") == "" {
		t.Skip("PADDOCK_SLOW is not set: it measures, and tests nothing")
	}
	for _, c := range []struct {
		name        string
		rate, delay float64 // properties of the simulated network: bits a second, and milliseconds of delay
		processor   float64
	}{{"as it is", -8, 0, 1}, {"1.6 Mbit/s", 1.6e6, 150, 6}, {"400 kbit/s", 400e3, 400, 6}} {
		r := newRig(t)
		r.begin("/kalah challenge user:@Bob first:me")
		b := r.visit("about:blank", "Ann", 390, 844)
		if _, err := chromedp.Call(b.ctx, network.Enable, network.EnableParams{}); err != nil {
			t.Fatal(err)
		}
		slow := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{{
			Latency: c.delay, DownloadThroughput: c.rate / 8, UploadThroughput: c.rate / 8,
		}}}
		if _, err := chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, slow); err != nil {
			t.Fatal(err)
		}
		if _, err := chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate,
			emulation.SetCPUThrottlingRateParams{Rate: c.processor}); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		b.do(chromedp.Navigate(fmt.Sprintf("%s/frame?instance=%s&user=%s&", r.frame, r.launch(r.ann), r.ann)))
		b.wait(`$(".card")`)
		list := time.Since(began)
		b.tap(`$(".card")`)
		b.wait(`$(".board svg") && $(".match .says")?.innerText`)
		board := time.Since(began)
		bytes := eval[float64](b, `[...doc.defaultView.performance.getEntries()]
			.reduce((n, e) => n + (e.transferSize || 0), 0)`)
		what := eval[string](b, `[...doc.defaultView.performance.getEntries()]
			.filter((e) => e.transferSize)
			.map((e) => e.name.split("/").pop().slice(0, 20) + " " + e.transferSize).join(", ")`)
		moved := time.Now()
		b.tap(cell("3"))
		b.wait(`!doc.querySelector(".busy") && $(".match .says")?.innerText.includes("Bob")`)
		t.Logf("%s, processor / %v: list %.2fs, board %.2fs, move %.2fs, %v bytes: %s", c.name, c.processor,
			list.Seconds(), board.Seconds(), time.Since(moved).Seconds(), bytes, what)
	}
}
