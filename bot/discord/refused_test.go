package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord/pace"
)

// answers is a transport that answers each request by a function of the number of earlier requests.
type answers func(r *http.Request, n int) (status int, h http.Header, body string)

// clientOf returns a client with these answers. It records the times of requests since now.
func clientOf(t *testing.T, answer answers) (c *Client, at *[]time.Duration) {
	t.Helper()
	began, came := time.Now(), []time.Duration{}
	s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
		s.Client.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			status, h, body := answer(r, len(came))
			came = append(came, time.Since(began))
			if h == nil {
				h = http.Header{}
			}
			return &http.Response{
				StatusCode: status, Status: fmt.Sprint(status), Header: h,
				Body: io.NopCloser(strings.NewReader(body)), Request: r,
			}, nil
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	return NewClient(s), &came
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

// The bot waits for the longest time given in a refusal, in whatever field. This also holds for a
// server that counts refused requests, and for a proxy without JSON.
func TestTheLongestWaitIsKept(t *testing.T) {
	for _, c := range []struct {
		name string
		h    http.Header
		body string
	}{
		{
			"Retry-After is longer",
			headers("Retry-After", "9", "X-RateLimit-Reset-After", "4", "X-RateLimit-Remaining", "0"),
			`{"retry_after":4}`,
		},
		{
			"Reset-After is longer",
			headers("Retry-After", "4", "X-RateLimit-Reset-After", "9", "X-RateLimit-Remaining", "0"),
			`{"retry_after":4}`,
		},
		{
			"the body is longer",
			headers("Retry-After", "4", "X-RateLimit-Reset-After", "4", "X-RateLimit-Remaining", "0"),
			`{"retry_after":9.0}`,
		},
		{"only the body says it", nil, `{"retry_after":9.0}`},
		{
			"not the route's limit",
			headers("Retry-After", "9", "X-RateLimit-Reset-After", "4", "X-RateLimit-Remaining", "3"),
			`{"retry_after":4}`,
		},
		{"a page of a proxy", headers("Retry-After", "9"), `<html>slow down</html>`},
	} {
		for _, urgency := range []pace.Urgency{pace.Answer, pace.Fresh} {
			t.Run(fmt.Sprint(c.name, ", urgency ", urgency), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					last := -time.Hour // when the last request came; the server counts refused ones too
					began := time.Now()
					client, at := clientOf(t, func(*http.Request, int) (int, http.Header, string) {
						now := time.Since(began)
						early := now-last < 9*time.Second && last >= 0 || last < 0
						last = now
						if early {
							return http.StatusTooManyRequests, c.h.Clone(), c.body
						}
						return http.StatusOK, nil, `{"id":"1"}`
					})
					for time.Since(began) < 10*time.Minute {
						ctx, cancel := context.WithTimeout(pace.With(t.Context(), urgency), time.Minute)
						err := client.Edit(ctx, "c", "m", TextMessage("board"))
						cancel()
						f, wait := Classify(err)
						if f == NoFailure {
							break
						}
						if f != RateLimited || wait != 9*time.Second {
							t.Fatalf("the refusal means %q, wait %v; want %q, wait 9s", f, wait, RateLimited)
						}
						time.Sleep(wait)
					}
					if len(*at) != 2 || (*at)[1] != 9*time.Second {
						t.Errorf("%d requests in ten minutes, the first at %v; want two, 9 s apart", len(*at),
							(*at)[:min(len(*at), 5)])
					}
				})
			})
		}
	}
}

// P84: an old message that takes no more edits holds up no other message of its channel, whatever
// its refusal announces.
func TestAnOldMessageHoldsUpNoOther(t *testing.T) {
	for name, h := range map[string]http.Header{
		"the route has room": headers("Retry-After", "3600", "X-RateLimit-Reset-After", "1",
			"X-RateLimit-Remaining", "3"),
		"the last of its window": headers("Retry-After", "3600", "X-RateLimit-Reset-After", "1",
			"X-RateLimit-Remaining", "0"),
		"its hour counts as reset": headers("Retry-After", "3600", "X-RateLimit-Reset-After", "3600",
			"X-RateLimit-Remaining", "0"),
		"only the body says it": nil,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				client, at := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
					if strings.HasSuffix(r.URL.Path, "/old") {
						return http.StatusTooManyRequests, h.Clone(), `{"code":30046,"retry_after":3600}`
					}
					return http.StatusOK, nil, `{"id":"1"}`
				})
				ctx, cancel := context.WithTimeout(pace.With(t.Context(), pace.Fresh), time.Minute)
				defer cancel()
				if f, wait := Classify(client.Edit(ctx, "c", "old", TextMessage("board"))); f != RateLimited ||
					wait != time.Hour {
					t.Errorf("the old message: %q, wait %v", f, wait)
				}
				if err := client.Edit(ctx, "c", "young", TextMessage("board")); err != nil ||
					time.Since(began) > 2*time.Second {
					t.Errorf("the young message: %v after %v and %d requests, want it edited at once", err,
						time.Since(began), len(*at))
				}
			})
		})
	}
}

// A request that could not be sent again in time fails at once.
func TestARefusalBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		client, at := clientOf(t, func(*http.Request, int) (int, http.Header, string) {
			return http.StatusTooManyRequests, headers("Retry-After", "9", "X-RateLimit-Remaining", "3"),
				`{"retry_after":9}`
		})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		err := client.Edit(ctx, "c", "m", TextMessage("board"))
		if f, wait := Classify(err); f != RateLimited || wait != 9*time.Second || time.Since(began) > 0 ||
			len(*at) != 1 {
			t.Errorf("%q, wait %v, after %v and %d requests; want it refused at once after one", f, wait,
				time.Since(began), len(*at))
		}
	})
}

// A request for which a person waits is repeated up to twice after a rate limit. Other requests are
// not repeated.
func TestSentAgain(t *testing.T) {
	for _, c := range []struct {
		refusals, requests int
		urgency            pace.Urgency
		body               string
		want               Failure
	}{
		{2, 3, pace.Answer, "{}", NoFailure},
		{3, 3, pace.Answer, "{}", RateLimited},
		{1, 1, pace.Fresh, "{}", RateLimited},
		{1, 1, pace.Answer, `{"code":30046}`, RateLimited},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, at := clientOf(t, func(_ *http.Request, n int) (int, http.Header, string) {
				if n < c.refusals {
					return http.StatusTooManyRequests, headers("Retry-After", "9"), c.body
				}
				return http.StatusOK, nil, "{}"
			})
			f, _ := Classify(client.Edit(pace.With(t.Context(), c.urgency), "c", "m", TextMessage("board")))
			if last := (*at)[len(*at)-1]; f != c.want || len(*at) != c.requests ||
				last != time.Duration(c.requests-1)*9*time.Second {
				t.Errorf("%d refusals with urgency %d and %s: %q after requests at %v, want %q after %d", c.refusals,
					c.urgency, c.body, f, *at, c.want, c.requests)
			}
		})
	}
}

// A successful answer without an id means that nothing was created: the request is repeated with
// the same nonce.
func TestMadeWithoutAnID(t *testing.T) {
	for _, body := range []string{`{}`, `{"id":""}`, `{"id":null}`, ``, `<html>welcome</html>`} {
		synctest.Test(t, func(t *testing.T) {
			posts := 0
			client, _ := clientOf(t, func(r *http.Request, _ int) (int, http.Header, string) {
				if r.Method == http.MethodGet { // a thread's channel is fetched first
					return http.StatusOK, nil, `{"type":0}`
				}
				if posts++; posts%2 == 1 {
					return http.StatusOK, nil, body
				}
				return http.StatusOK, nil, `{"id":"7"}`
			})
			for name, do := range map[string]func() (string, error){
				"a message": func() (string, error) {
					return client.Post(t.Context(), "c", TextMessage("board"), "nonce")
				},
				"a thread":  func() (string, error) { return client.OpenThread(t.Context(), "c", "corner") },
				"a channel": func() (string, error) { return client.OpenDM(t.Context(), "u") },
				"an answer": func() (string, error) {
					return client.followUp(t.Context(), &discordgo.Interaction{ID: "1"}, TextMessage("board"))
				},
			} {
				if id, err := do(); err == nil || id != "" {
					t.Errorf("%s answered with %q: made as %q, %v; want an error", name, body, id, err)
				} else if f, _ := Classify(err); f != Transient {
					t.Errorf("%s answered with %q: %q, want %q", name, body, f, Transient)
				}
				if id, err := do(); err != nil || id != "7" {
					t.Errorf("%s: made as %q, %v; want 7", name, id, err)
				}
			}
		})
	}
}
