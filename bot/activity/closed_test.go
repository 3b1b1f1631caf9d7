package activity_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
)

// A link is dead as soon as Discord tells the bot that the channel is closed, even if the page was
// read a moment before.
func TestClosedChannelEndsLinkAtOnce(t *testing.T) {
	t.Parallel()
	still := time.Now() // the cached entries never expire by themselves
	r := newRig(t, func(c *bot.Config) { c.Now = func() time.Time { return still } })
	rec := r.begin("/kalah challenge user:@Bob first:me")
	text := r.shared(r.ann, r.slash(r.ann, "/board game:"+string(rec.ID))).Text()
	link := strings.Fields(text[strings.Index(text, r.url+"/m/"):])[0]
	path := strings.TrimPrefix(link, r.url)
	anybody := &person{rig: r}
	reads := func() int { status, _ := anybody.raw("GET", path+"/view", nil); return status }
	if got := reads(); got != 200 {
		t.Fatal("the link is dead from the start:", got)
	}
	r.sim.Deny(r.hall, discordsim.PermViewChannel)
	r.until("the link is dead", func() bool { return reads() == 404 })
}
