package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Kalah's rows (section 8 of its rules) are as even as possible, longer ones first.
func TestEvenly(t *testing.T) {
	for n, want := range map[int][]int{
		1: {1}, 5: {5}, 6: {3, 3}, 7: {4, 3}, 8: {4, 4}, 9: {5, 4}, 10: {5, 5}, 11: {4, 4, 3}, 12: {4, 4, 4},
	} {
		var buttons []discordgo.MessageComponent
		for range n {
			buttons = append(buttons, discordgo.Button{})
		}
		var got []int
		for _, r := range ButtonRows(buttons) {
			got = append(got, len(r.(discordgo.ActionsRow).Components))
		}
		if len(got) != len(want) {
			t.Errorf("%d buttons: rows of %v, want %v", n, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%d buttons: rows of %v, want %v", n, got, want)
			}
		}
	}
}

// Up to twenty buttons are put in rows that fit into a window 390 pixels wide.
func TestRowsFitPhones(t *testing.T) {
	for _, c := range []struct {
		label string
		n     int
		want  []int
	}{
		{"a4 → a5", 9, []int{3, 3, 3}},
		{"a4 → a5", 7, []int{3, 2, 2}},
		{"a4 → a5", 8, []int{3, 3, 2}},
		{"e1 → e4 (3)", 9, []int{3, 3, 3}},
		{"Row a", 8, []int{4, 4}},
		{"h1", 5, []int{5}},
		{"a button that is wider than any phone, so it has a row of its own", 2, []int{1, 1}},
		{"a4 → a5", 14, []int{3, 3, 3, 3, 2}},
		{"a4 → a5", 18, []int{3, 3, 3, 3, 3, 3}},
		{"a4 → a5", 20, []int{3, 3, 3, 3, 3, 3, 2}},
		{"🦊 a4 → a5", 8, []int{3, 3, 2}},
		{strings.Repeat("x", 19), 2, []int{2}},
		{strings.Repeat("x", 20), 2, []int{1, 1}},
		{"a4 → a5", 12, []int{3, 3, 3, 3}},
		{"a4 → a5 a4", 12, []int{3, 3, 3, 3}},
		{"a4 → a5 a4", 13, []int{3, 3, 3, 2, 2}},
	} {
		var got []int
		b := discordgo.Button{Label: c.label}
		if label, with := strings.CutPrefix(c.label, "🦊 "); with {
			b.Label, b.Emoji = label, Icon("fox")
		}
		for _, r := range ButtonRows(slices.Repeat([]discordgo.MessageComponent{b}, c.n)) {
			got = append(got, len(r.(discordgo.ActionsRow).Components))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d buttons %q: rows of %v, want %v", c.n, c.label, got, c.want)
		}
	}
}

func TestPlainText(t *testing.T) {
	for in, want := range map[string]string{
		"Ann":            "Ann",
		"<@1> @everyone": `\<\@1\> \@everyone`,
		"**b** `c`":      "\\*\\*b\\*\\* \\`c\\`",
		"O'Hara-Smith.":  "O'Hara-Smith.",
		"- Anna":         `\- Anna`,
		"1. Anna":        `1\. Anna`,
		"# Anna":         `\# Anna`,
		"-# Anna":        `-\# Anna`,
		"> Anna":         `\> Anna`,
		"-":              `\-`,
		"12.":            `12\.`,
		"a\n 3. b":       "a\n 3\\. b",
		"Anna - 1. b":    "Anna - 1. b",
		`a\b`:            `a\\b`,
		"https://x.y":    `https:\/\/x.y`,
	} {
		if got := Escape(in); got != want {
			t.Errorf("plainText(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		" Ann\n\tBee ":                          "Ann Bee",
		"a\u202eb\u0000c":                       "abc",
		"a\u2028b\u2029\u0085c":                 "a b c", // Unicode's own ends of lines and paragraphs
		"\u2028Ann\u2028":                       "Ann",
		strings.Repeat("ä", 40):                 strings.Repeat("ä", 31) + "…",
		"":                                      "",
		"\u3164\u2800 \uffa0":                   "",                     // blanks that count as letters
		"a" + strings.Repeat("\u0301", 9) + "b": "a\u0301\u0301\u0301b", // marks that reach into other lines
	} {
		if got := OneLine(in, 32); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
}

// P86: each part of a name in a script such as Hebrew is enclosed in Unicode isolates, so that the
// text beside it stays in order.
func TestRightToLeft(t *testing.T) {
	iso := func(s string) string { return "\u2068" + s + "\u2069" }
	for got, want := range map[string]string{
		Escape("Ann"): "Ann",
		Escape("אבג"): iso("אבג"),
		Escape("Kalah · אבג (South) v علي (North)"): "Kalah · " + iso("אבג") + " (South) v " + iso("علي") + " (North)",
		Escape("אבג ד"):     iso("אבג ד"),
		Escape("שָׁלוֹם_1"): iso("שָׁלוֹם") + "\\_1",
		Escape("א*ב"):       iso("א\\*ב"),
		CodeBlock("1 אבג  3\n2 דהו  4\n3 Bob  5 אבג  דהו"): "```text\n1 " + iso("אבג") + "  3\n2 " + iso("דהו") +
			"  4\n3 Bob  5 " + iso("אבג") + "  " + iso("דהו") + "\n```",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Each error code of Discord has a planned reaction. An error without a code is judged by its
// status.
func TestDiagnose(t *testing.T) {
	rest := func(status, code int) error {
		return &discordgo.RESTError{
			Response: &http.Response{StatusCode: status},
			Message:  &discordgo.APIErrorMessage{Code: code},
		}
	}
	page := func(status int) error { // a proxy's page, without Discord's JSON
		return &discordgo.RESTError{Response: &http.Response{StatusCode: status}}
	}
	told := &discordgo.TooManyRequests{RetryAfter: 3 * time.Second}
	limited := &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: told}}
	for _, c := range []struct {
		err  error
		want Failure
	}{
		{nil, NoFailure},
		{rest(404, 10003), ChannelGone},
		{rest(404, 10007), MemberGone},
		{rest(404, 10008), MessageGone},
		{rest(404, 10015), Expired},
		{rest(404, 10062), Expired},
		{rest(400, 40060), AlreadyAnswered},
		{rest(401, 50027), Expired},
		{rest(403, 50001), NoAccess},
		{rest(403, 50013), Forbidden},
		{rest(403, 50007), DMClosed},
		{rest(403, 50278), DMClosed},
		{rest(403, 40003), DMTooFast},
		{rest(429, 30046), RateLimited},
		{rest(400, 50083), ThreadArchived},
		{rest(403, 160005), ThreadLocked},
		{rest(400, 50006), InvalidRequest},
		{rest(400, 50035), InvalidRequest},
		{rest(400, 50109), InvalidRequest},
		{rest(413, 40005), TooLarge},
		{rest(400, 40094), noMoreFollowUps},
		{rest(401, 0), TokenRejected},
		{rest(500, 0), Transient},
		{rest(502, 0), Transient},
		{rest(403, 0), Refused},
		{rest(403, 99999), Refused},
		{rest(404, 0), NotFound},
		{rest(404, 99999), NotFound},
		{page(403), Transient},
		{page(404), Transient},
		{page(400), InvalidRequest},
		{page(413), TooLarge},
		{page(429), RateLimited},
		{rest(429, 0), RateLimited},
		{rest(400, 0), InvalidRequest},
		{fmt.Errorf("post: %w", &diagnosed{rest(404, 0), ChannelGone}), ChannelGone},
		{rest(413, 0), TooLarge},
		{limited, RateLimited},
		{errors.New("connection reset"), Transient},
		{context.DeadlineExceeded, Transient},
	} {
		if got, _ := Classify(c.err); got != c.want {
			t.Errorf("diagnose(%v) = %q, want %q", c.err, got, c.want)
		}
	}
	if _, wait := Classify(limited); wait != 3*time.Second {
		t.Errorf("the wait is %v, want the 3 s that Discord said", wait)
	}
}

func TestPatiently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			err  error
			want int
		}{
			{errors.New("reset"), 3},
			{nil, 1},
			{
				&discordgo.RESTError{Response: &http.Response{StatusCode: 403}, Message: &discordgo.APIErrorMessage{}},
				1,
			},
		} {
			tries := 0
			err := Retry(t.Context(), func() error { tries++; return c.err })
			if tries != c.want || !errors.Is(err, c.err) {
				t.Errorf("%v: %d tries and %v, want %d tries", c.err, tries, err, c.want)
			}
		}
	})
}

func TestRetryInTime(t *testing.T) {
	passing := errors.New("reset")
	synctest.Test(t, func(t *testing.T) {
		for _, down := range []time.Duration{0, time.Second, 2 * time.Second, time.Hour} {
			ctx, cancel := context.WithTimeout(t.Context(), FirstAnswerWithin)
			began := time.Now()
			err := retryInTime(ctx, func() error {
				if time.Since(began) < down {
					return passing
				}
				return nil
			})
			if late := down > FirstAnswerWithin; late != (err != nil) || late && !errors.Is(err, passing) {
				t.Errorf("after %v of trouble: %v", down, err)
			}
			if took := time.Since(began); took > min(down+450*time.Millisecond, FirstAnswerWithin) {
				t.Errorf("%v of trouble took %v", down, took)
			}
			cancel()
		}
	})
}

// No address may reach the log, because it contains the token of an interaction.
func TestScrub(t *testing.T) {
	secret := "https://discord.com/api/v9/interactions/1/SECRET/callback"
	for _, err := range []error{
		&url.Error{Op: "Post", URL: secret, Err: errors.New("connection reset")},
		fmt.Errorf("wrapped: %w", &url.Error{Op: "Post", URL: secret, Err: errors.New("connection reset")}),
		&discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{
			URL:             secret,
			TooManyRequests: &discordgo.TooManyRequests{},
		}},
	} {
		if got := Redact(err).Error(); strings.Contains(got, "SECRET") {
			t.Errorf("scrub leaves the token in %q", got)
		}
	}
}

// A message without its pictures keeps its texts and controls, and says what they showed.
func TestWithoutPictures(t *testing.T) {
	f := File{Name: "a.png", Alt: "a fox"}
	m := Message{
		Files: []File{f}, Ping: []string{"5"}, Silent: true,
		Parts: []discordgo.MessageComponent{
			Container(TextWithPicture(Text("one"), f), Picture(f), Row(discordgo.Button{Label: "go", CustomID: "1"})),
			TextWithButton(Text("two"), discordgo.Button{Label: "look", CustomID: "2"}), Attachment(f), Picture(File{Name: "b"}),
		},
	}
	want := Message{Ping: m.Ping, Silent: true, Parts: []discordgo.MessageComponent{
		Container(Text("one"), Text("a fox"), Row(discordgo.Button{Label: "go", CustomID: "1"})),
		TextWithButton(Text("two"), discordgo.Button{Label: "look", CustomID: "2"}),
	}}
	if got := m.WithoutPictures(); !reflect.DeepEqual(got, want) {
		t.Errorf("without pictures the message is\n%+v, want\n%+v", got, want)
	}
}

// WithoutLink removes link buttons to the given address, and rows that have no button left.
func TestWithoutLink(t *testing.T) {
	here, there := LinkButton("Here", "https://a/b"), LinkButton("There", "https://a/b/c")
	m := Message{Parts: []discordgo.MessageComponent{Text("a"), Container(Row(here, there)), Row(here)}}
	want := []discordgo.MessageComponent{Text("a"), Container(Row(there))}
	if got := m.WithoutLink("https://a/b").Parts; !reflect.DeepEqual(got, want) {
		t.Errorf("left are %+v, want %+v", got, want)
	}
	if len(m.Parts) != 3 {
		t.Errorf("the message itself has changed: %+v", m.Parts)
	}
}
