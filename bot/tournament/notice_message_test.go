package tournament

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Each kind of notice has its words.
func TestNoticeText(t *testing.T) {
	r := cup(tourney.Swiss{}, 3)
	r.Status = tourney.Over
	r.Played = []tourney.Round{{Games: []tourney.Game{won(0, 1), {Pairing: tourney.Pairing{2}, Done: true}}}}
	why := games.Say("%s has resigned.", "A*b")
	for _, c := range []struct {
		n    tourney.Notice
		link string
		want string
	}{
		{
			tourney.Notice{Kind: tourney.NextGame, With: []tourney.Entrant{1, 2}},
			"https://x",
			`In **Cup \*one\*** you now play against Ab and Ac. ([board](https://x))`,
		},
		{tourney.Notice{Kind: tourney.NextGame}, "", `In **Cup \*one\*** your next game begins.`},
		{
			tourney.Notice{Kind: tourney.SitsOut, Round: 2},
			"",
			`In **Cup \*one\*** you have a bye in round 2: you go through without a game.`,
		},
		{tourney.Notice{Kind: tourney.KnockedOut, Why: why}, "", `A\*b has resigned. You're out of **Cup \*one\***.`},
		{
			tourney.Notice{Kind: tourney.SeasonOpen},
			"",
			`You played last season. The sign-up for **Cup \*one\*** is open in <#2>.`,
		},
		{tourney.Notice{Kind: tourney.PutOut, Why: why}, "", `**Cup \*one\***: A\*b has resigned.`},
		{tourney.Notice{Kind: tourney.PutOut}, "", `Your time ran out, so you're out of **Cup \*one\***.`},
		{tourney.Notice{Kind: tourney.Decided, Why: why}, "", `**Cup \*one\***: A\*b has resigned.`},
		{tourney.Notice{Kind: tourney.ChangedHands, Why: why}, "", `**Cup \*one\***: A\*b has resigned.`},
		{tourney.Notice{Kind: tourney.SeriesEnded, Why: why}, "", `**Cup \*one\***: A\*b has resigned.`},
		{tourney.Notice{Kind: tourney.Stalls, Why: why}, "", `**Cup \*one\***: A\*b has resigned.`},
		{
			tourney.Notice{Kind: tourney.ConfirmWin, Until: noon},
			"",
			`You have won **Cup \*one\***: please confirm it by <t:1767355200:f> (<t:1767355200:R>), or you lose it.`,
		},
		{
			tourney.Notice{Kind: tourney.Ended, To: "2", Place: 3, Why: why},
			"",
			`**Cup \*one\*** is over, and you finished in place 3. A\*b has resigned.`,
		},
		{
			tourney.Notice{Kind: tourney.Ended, To: "1", Place: 1, Why: why},
			"",
			`**Cup \*one\*** is over, and you have won!`,
		},
		{tourney.Notice{Kind: tourney.Stopped, Why: why}, "", `**Cup \*one\*** is cancelled. A\*b has resigned.`},
		{
			tourney.Notice{Kind: tourney.Stopped, Match: "m", Why: why},
			"",
			`**Cup \*one\*** is cancelled. A\*b has resigned. Your match goes on with the same clock, and is rated as agreed. As long as nobody has moved, you can cancel it.`,
		},
	} {
		if got := noticeText(lang.English, r, c.n, c.link); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.n.Kind, got, c.want)
		}
		m := noticeMessage(lang.English, r, c.n, c.link)
		if got, want := len(labels(m)), map[tourney.NoticeKind]int{tourney.ConfirmWin: 1}[c.n.Kind]; got != want ||
			len(m.Ping) > 0 {
			t.Errorf("%s: the direct message has %d buttons and pings %q, want %d and nobody", c.n.Kind, got, m.Ping,
				want)
		}
	}
}

// Notices to several players in a channel are one message. It mentions each player, with a link of
// their own, and has one button.
func TestNoticesMessage(t *testing.T) {
	r := cup(tourney.Swiss{}, 3)
	m := noticesMessage(lang.English, r,
		[]tourney.Notice{{No: 4, To: "1", Kind: tourney.ConfirmWin}, {No: 5, To: "3", Kind: tourney.ConfirmWin}},
		map[int]string{5: "https://five"})
	lines := strings.Split(m.Words(), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "<@1>") || strings.Contains(lines[0], "five") ||
		!strings.Contains(lines[1], "<@3>") || !strings.Contains(lines[1], "https://five") {
		t.Errorf("the message says\n%s", m.Words())
	}
	if len(labels(m)) != 1 || len(m.Ping) != 2 || m.Ping[0] != "1" || m.Ping[1] != "3" {
		t.Errorf("the message has the buttons %q and pings %q", labels(m), m.Ping)
	}
}

// Notices of one kind and time share a message, up to fifteen, but never two for the same user.
func TestBatchSize(t *testing.T) {
	list := func(n int, change func(i int, n *tourney.Notice)) (all []tourney.Notice) {
		for i := range n {
			one := tourney.Notice{No: i, To: match.UserID(fmt.Sprint(i)), Kind: tourney.NextGame, At: noon}
			change(i, &one)
			all = append(all, one)
		}
		return all
	}
	for name, c := range map[string]struct {
		list []tourney.Notice
		want int
	}{
		"one":     {list(1, func(int, *tourney.Notice) {}), 1},
		"fifteen": {list(15, func(int, *tourney.Notice) {}), 15},
		"sixteen": {list(16, func(int, *tourney.Notice) {}), 15},
		"another kind": {list(5, func(i int, n *tourney.Notice) {
			n.Kind = []tourney.NoticeKind{"next", "next", "bye", "next", "next"}[i]
		}), 2},
		"another time": {
			list(5, func(i int, n *tourney.Notice) { n.At = noon.Add(time.Duration(i/3) * time.Second) }),
			3,
		},
		"the same user": {list(5, func(i int, n *tourney.Notice) { n.To = match.UserID(fmt.Sprint(i % 4)) }), 4},
	} {
		if got := batchSize(c.list); got != c.want {
			t.Errorf("%s: %d notices share a message, want %d", name, got, c.want)
		}
	}
}

// The announcement of an end names the channel and pings nobody.
func TestResultMessage(t *testing.T) {
	r := cup(tourney.Swiss{}, 3)
	r.Status, r.Verdict = tourney.Over, games.Say("%s wins", "A*b")
	m := resultMessage(lang.English, r, "")
	if want := "🏆 Cup \\*one\\* is over\nA\\*b wins\n-# <#2>"; m.Words() != want || !m.Silent || len(m.Ping) > 0 {
		t.Errorf("the announcement is silent %t, pings %q and says\n%s\nwant\n%s", m.Silent, m.Ping, m.Words(), want)
	}
	if !hasNoticeFor([]tourney.Notice{{To: "1"}}, match.UserID("1")) || hasNoticeFor([]tourney.Notice{{To: "1"}}, "2") {
		t.Error("hasNoticeFor does not find the notice of user 1 alone")
	}
}
