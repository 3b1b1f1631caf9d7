package discord

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// listening returns a client of a Discord that gives every request the same answer, and the
// requests as "GET /channels/1".
func listening(t *testing.T, status int, body string) (*Client, *[]string) {
	t.Helper()
	list := []string{}
	c, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
		list = append(list, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion))
		return status, nil, body
	})
	return c, &list
}

func wantAsked(t *testing.T, got *[]string, want ...string) {
	t.Helper()
	if !slices.Equal(*got, want) {
		t.Errorf("Discord was asked %q, want %q", *got, want)
	}
}

// The bot archives only threads that it has created itself.
func TestArchive(t *testing.T) {
	for _, c := range []struct {
		channel string
		want    []string
	}{
		{`{"id":"1","type":11,"owner_id":"9"}`, []string{"GET /channels/1", "PATCH /channels/1"}},
		{`{"id":"1","type":11,"owner_id":"8"}`, []string{"GET /channels/1"}},
		{`{"id":"1","type":0,"owner_id":"9"}`, []string{"GET /channels/1"}},
	} {
		client, got := listening(t, http.StatusOK, c.channel)
		if err := client.Archive(t.Context(), "1", "9"); err != nil {
			t.Errorf("%s: %v", c.channel, err)
		}
		wantAsked(t, got, c.want...)
	}
}

// Only public threads have a parent from which they can be seen.
func TestPublicThreadIn(t *testing.T) {
	for channel, want := range map[string]string{
		`{"type":11,"parent_id":"7"}`: "7", `{"type":10,"parent_id":"7"}`: "7", `{"type":12,"parent_id":"7"}`: "",
		`{"type":0,"parent_id":"7"}`: "",
	} {
		client, _ := listening(t, http.StatusOK, channel)
		if got, err := client.PublicThreadIn(t.Context(), "1"); got != want || err != nil {
			t.Errorf("PublicThreadIn of %s = %q, %v; want %q", channel, got, err, want)
		}
	}
}

// Discord says who has left a server. The shard of a server follows from its id.
func TestServersAndMembers(t *testing.T) {
	client, _ := listening(t, http.StatusNotFound, `{"code":10007,"message":"Unknown Member"}`)
	if f, _ := Classify(client.IsMember(t.Context(), "3", "5")); f != MemberGone {
		t.Errorf("a member who has left: %v, want %v", f, MemberGone)
	}
	// a snowflake is a time shifted by 22 bits
	for guild, want := range map[string]int{"0": 0, "4194304": 1, "20971520": 2} {
		if got := ShardOf(guild, 3); got != want {
			t.Errorf("ShardOf(%s, 3) = %d, want %d", guild, got, want)
		}
	}
}

// A 404 that does not say what is missing leads to a request for the channel.
func TestUnclear404(t *testing.T) {
	for status, want := range map[int]Failure{
		http.StatusOK: MessageGone, http.StatusNotFound: ChannelGone,
		http.StatusForbidden: Refused,
	} {
		client, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
			if r.Method == "GET" {
				return status, nil, `{}`
			}
			return http.StatusNotFound, nil, `{}`
		})
		if f, _ := Classify(client.Edit(t.Context(), "1", "2", TextMessage("x"))); f != want {
			t.Errorf("the channel answers %d: %v, want %v", status, f, want)
		}
	}
}

// A message's digest depends on what it shows; HasControls finds its controls.
func TestMessages(t *testing.T) {
	b := discordgo.Button{Label: "b", CustomID: "c"}
	for _, part := range []discordgo.MessageComponent{
		Container(Row(b), Row(b)), TextWithButton(Text("x"), b),
		Container(TextWithButton(Text("x"), b), Text("y")), Row(discordgo.SelectMenu{}),
	} {
		if m := (Message{Parts: []discordgo.MessageComponent{part, Text("z")}}); !m.HasControls() {
			t.Errorf("no controls are found in %v", part)
		}
	}
	files := []File{{Name: "a.png", Alt: "a"}, {Name: "b.png", Alt: "b"}}
	if got := (Message{
		Parts: []discordgo.MessageComponent{Picture(files[0]), Row(b)},
		Files: files,
	}).Words(); got != "a\nb" {
		t.Errorf("pictures say %q", got)
	}
	if got := (Message{
		Parts: []discordgo.MessageComponent{Container(Text("x"), Row(b)), TextWithButton(Text("y"), b)},
		Files: files,
	}).Words(); got != "x\ny" {
		t.Errorf("texts say %q", got)
	}
	text := TextMessage("x")
	link := TextMessage("x", LinkButton("to", "https://example.com"))
	button := TextMessage("x", discordgo.Button{Label: "b", CustomID: "c"})
	if text.HasControls() || link.HasControls() || !button.HasControls() {
		t.Errorf("controls: text %t, link %t, button %t; want the button alone", text.HasControls(), link.HasControls(),
			button.HasControls())
	}
	drawn := text
	drawn.Files = []File{{Name: "a.png", Data: []byte("1")}}
	silent := text
	silent.Silent = true
	if text.Digest() == link.Digest() || text.Digest() == drawn.Digest() || text.Digest() != silent.Digest() {
		t.Error("messages that look different have one digest, or equal ones differ")
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{"10", "9", true}, {"9", "10", false}, {"12", "11", true}, {"11", "11", false}} {
		if got := Later(c.a, c.b); got != c.want {
			t.Errorf("Later(%s, %s) = %v", c.a, c.b, got)
		}
	}
}

// Texts have the form in which Discord shows mentions, times and code.
func TestTexts(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	for got, want := range map[string]string{
		Portrait("5", "0123abcd"):   "https://cdn.discordapp.com/avatars/5/0123abcd.png?size=128",
		Portrait("5", "a_0123abcd"): "https://cdn.discordapp.com/avatars/5/a_0123abcd.png?size=128",
		Portrait("5", ""):           "", Portrait("5", "../../x"): "", Truncate("åäö", 3): "åäö",
		Truncate("äöüß", 3): "äö…",
		Mention("5"):        "<@5>", Relative(at): "<t:1700000000:R>", DateTime(at): "<t:1700000000:f>",
		CodeBlock("a```b"): "```text\na'''b\n```",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
