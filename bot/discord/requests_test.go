package discord

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games/gamestest/golden"
)

// call is a call of the client with Discord's answer.
type call struct {
	name, answer string
	do           func(ctx context.Context, c *Client) (any, error)
}

// says returns Discord's answer to a request of the call. An object that the call creates gets an
// id in that answer.
func (c call) says(r *http.Request) string {
	if r.Method == http.MethodPost && c.answer == "[]" {
		return `{"id":"9"}`
	}
	return c.answer
}

// The golden file has every request of the client as Discord gets it: method, path, whether it has
// the bot's token, content types and bodies. Below it is what the client reads, and which other
// calls wait if Discord refuses it by a rate limit. The golden file is reviewed as a diff.
func TestRequests(t *testing.T) {
	start := time.Date(2026, 11, 2, 20, 0, 0, 0, time.UTC)
	picture := File{Name: "board.png", Alt: "a board", Data: []byte("png")}
	message := Message{
		Parts: []discordgo.MessageComponent{Text("Hello"), Picture(picture)},
		Files: []File{picture, {Name: "log.txt", Data: []byte("1. a1")}, {Name: "film.gif"}, {Name: "odd"}},
		Ping:  []string{"8"},
	}
	silent, private := Message{Silent: true}, Message{Silent: true, Private: true}
	ix := &discordgo.Interaction{ID: "77", AppID: "5", Token: "token"}
	var page strings.Builder
	other := &discordgo.Interaction{ID: "78", AppID: "5", Token: "token"}
	calls := []call{
		{"Post", `{"id":"9"}`, func(ctx context.Context, c *Client) (any, error) {
			return c.Post(ctx, "4", message, "once")
		}},
		{"Post, silent", `{"id":"9"}`, func(ctx context.Context, c *Client) (any, error) {
			return c.Post(ctx, "4", silent, "")
		}},
		{"Post, private", `{"id":"9"}`, func(ctx context.Context, c *Client) (any, error) {
			return c.Post(ctx, "4", private, "")
		}},
		{"Edit", `{}`, func(ctx context.Context, c *Client) (any, error) { return nil, c.Edit(ctx, "4", "9", silent) }},
		{"Edit, private", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.Edit(ctx, "4", "9", private)
		}},
		{"EditOld", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.EditOld(ctx, "4", "9", message)
		}},
		{"Delete", `{}`, func(ctx context.Context, c *Client) (any, error) { return nil, c.Delete(ctx, "4", "9") }},
		{"Pin", `{}`, func(ctx context.Context, c *Client) (any, error) { return nil, c.Pin(ctx, "4", "9") }},
		{"Owner", `{"owner_id":"1"}`, func(ctx context.Context, c *Client) (any, error) { return c.Owner(ctx, "3") }},
		{"IsMember", `{}`, func(ctx context.Context, c *Client) (any, error) { return nil, c.IsMember(ctx, "3", "1") }},
		{"OpenDM", `{"id":"6"}`, func(ctx context.Context, c *Client) (any, error) { return c.OpenDM(ctx, "1") }},
		{"OpenThread", `{"id":"6"}`, func(ctx context.Context, c *Client) (any, error) {
			return c.OpenThread(ctx, "4", "Round 1")
		}},
		{"Archive", `{"id":"4","type":11,"owner_id":"5"}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.Archive(ctx, "4", "5")
		}},
		{"Schedule", `[]`, func(ctx context.Context, c *Client) (any, error) {
			return c.Schedule(ctx, "3", "5",
				Event{Name: "Cup", About: "All play", Place: "https://x", Start: start, End: start.Add(time.Hour)})
		}},
		{"BeginEvent", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.BeginEvent(ctx, "3", "9")
		}},
		{"DropEvent", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.DropEvent(ctx, "3", "9")
		}},
		{
			"Application", `{"id":"5","verify_key":"k","bot":{"id":"6"}}`,
			func(ctx context.Context, c *Client) (any, error) {
				return c.Application(ctx, slog.New(slog.DiscardHandler))
			},
		},
		{"AddEmoji", `{"id":"9"}`, func(ctx context.Context, c *Client) (any, error) {
			return c.AddEmoji(ctx, "5", "flag", "data:x")
		}},
		{
			"Instance", `{"location":{"channel_id":"4","guild_id":"3"},"users":["1"]}`,
			func(ctx context.Context, c *Client) (any, error) { return c.Instance(ctx, "5", "i/1") },
		},
		{"editing an answer", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.editAnswer(ctx, ix, "@original", message)
		}},
		{"deleting an answer", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.deleteAnswer(ctx, ix, "@original")
		}},
		{"following up", `{"id":"9"}`, func(ctx context.Context, c *Client) (any, error) {
			return c.followUp(ctx, ix, message)
		}},
		{"answering", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.callback(ctx, ix, responseMessage, c.body(private, true), message.Files)
		}},
		{"answering another", `{}`, func(ctx context.Context, c *Client) (any, error) {
			return nil, c.callback(ctx, other, responseDeferred, nil, nil)
		}},
	}
	// outcome returns which other calls wait after a call was refused with these headers, and which
	// go on.
	after := func(first call, refusal http.Header) (heldUp, goOn []string) {
		synctest.Test(t, func(t *testing.T) {
			now, refused := first, false
			client, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
				if !refused {
					refused = true
					return http.StatusTooManyRequests, refusal, "{}"
				}
				return http.StatusOK, nil, now.says(r)
			})
			do := func() error {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				_, err := now.do(ctx, client)
				return err
			}
			if do() == nil {
				t.Errorf("%s: a refusal is no error", first.name)
			}
			for _, now = range calls {
				err := do()
				if f, _ := Classify(err); now.name == first.name {
					continue
				} else if err != nil {
					if global := refusal.Get("X-RateLimit-Global") != ""; !global && f != RateLimited {
						t.Errorf("%s, held up: %v", now.name, err)
					}
					heldUp = append(heldUp, now.name)
				} else {
					goOn = append(goOn, now.name)
				}
			}
		})
		return heldUp, goOn
	}
	for _, c := range calls {
		fmt.Fprintf(&page, "## %s\n", c.name)
		client, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
			fmt.Fprintf(&page, "%s %s, token %t\n", r.Method,
				strings.TrimPrefix(r.URL.RequestURI(), "/api/v"+discordgo.APIVersion),
				r.Header.Get("Authorization") != "")
			bodyOf(t, &page, r)
			return http.StatusOK, nil, c.says(r)
		})
		got, err := c.do(t.Context(), client)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		fmt.Fprintf(&page, "= %+v", got)
		if heldUp, _ := after(c, headers("Retry-After", "60")); len(heldUp) > 0 {
			fmt.Fprintf(&page, "; a refusal holds up %s too", strings.Join(heldUp, ", "))
		}
		page.WriteString("\n")
	}
	_, goOn := after(calls[0], headers("Retry-After", "60", "X-RateLimit-Global", "true"))
	fmt.Fprintf(&page, "## A refusal of the whole bot\nholds up all but %s\n", strings.Join(goOn, ", "))
	golden.Check(t, "testdata/requests.txt", page.String())
}

// bodyOf writes the body of a request, each part of a form with its headers.
func bodyOf(t *testing.T, to io.Writer, r *http.Request) {
	t.Helper()
	if r.Body == nil {
		return
	}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if params["boundary"] == "" {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if len(body) > 0 {
			fmt.Fprintf(to, "%s %s\n", kind, body)
		}
		return
	}
	form := multipart.NewReader(r.Body, params["boundary"])
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
		body, err := io.ReadAll(part)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(to, "%s %s %s %s\n", part.FormName(), part.FileName(), part.Header.Get("Content-Type"), body)
	}
}
