package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games/gamestest/golden"
)

// sent is a request that has reached Discord.
type sent struct {
	method, path string
	body         map[string]any
}

func (s sent) String() string { return s.method + " " + s.path }

// wire answers every request with 200 and records it.
type wire struct {
	refused string // prefix of the paths that are answered with 503; empty: none
	mu      sync.Mutex
	sent    []sent
}

// sentBy reads a request and its body, the first part of one with files.
func sentBy(r *http.Request) (s sent, err error) {
	s = sent{method: r.Method, path: strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion)}
	if r.Body != nil {
		var body io.Reader = r.Body
		if kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
			part, err := multipart.NewReader(r.Body, params["boundary"]).NextPart()
			if err != nil {
				return s, err
			}
			body = part
		}
		if err := json.NewDecoder(body).Decode(&s.body); err != nil && !errors.Is(err, io.EOF) {
			return s, err
		}
	}
	return s, nil
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	s, err := sentBy(r)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.sent = append(w.sent, s)
	w.mu.Unlock()
	if w.refused != "" && strings.HasPrefix(s.path, w.refused) {
		return &http.Response{
			StatusCode: http.StatusServiceUnavailable, Header: http.Header{}, Body: http.NoBody,
			Request: r,
		}, nil
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(`{"id":"1"}`)), Request: r,
	}, nil
}

// doing names a request of an answer: "answer" with the type of a first response, "edit", "delete"
// or "follow-up".
func (s sent) doing() string {
	switch {
	case strings.HasPrefix(s.path, "/interactions/"):
		return fmt.Sprint("answer ", s.body["type"])
	case s.method == http.MethodPatch:
		return "edit"
	case s.method == http.MethodDelete:
		return "delete"
	}
	return "follow-up"
}

// Discord refuses answers or can't be reached, in time or after a deferral. The golden file lists
// the requests of each case with Discord's code or status.
func TestTroubles(t *testing.T) {
	const inTime, late = 0, 4 * time.Second
	f := File{Name: "board.png", Data: []byte("picture")}
	hello := Reply{Message: Message{Parts: []discordgo.MessageComponent{Text("hello"), Picture(f)}, Files: []File{f}}}
	update := Reply{Kind: ReplyUpdate, Message: TextMessage("hello")}
	launch, remove := Reply{Kind: ReplyLaunch, Message: TextMessage("look there")}, Reply{Kind: ReplyDelete}
	command, button, option := discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent,
		discordgo.InteractionApplicationCommandAutocomplete
	var page strings.Builder
	for _, c := range []struct {
		name    string
		kind    discordgo.InteractionType
		after   time.Duration
		reply   Reply
		answers map[string]string // what Discord says to each kind of request in turn, the last for all later requests
	}{
		{"deferred by an earlier try", command, late, hello, map[string]string{"answer 5": "503 40060"}},
		{"not to be deferred", command, late, hello, map[string]string{"answer 5": "403"}},
		{"deferred after all", command, late, hello, map[string]string{"answer 5": "503", "answer 4": "40060"}},
		{"not deferred after all", command, late, hello, map[string]string{"answer 5": "503"}},
		{"deferred or not", command, late, hello, map[string]string{"answer 5": "503", "answer 4": "503"}},
		{
			"neither deferred nor answered", command, late, hello,
			map[string]string{"answer 5": "503", "answer 4": "503", "edit": "503"},
		},
		{"a click deferred after all", button, late, hello, map[string]string{"answer 6": "503", "answer 4": "40060"}},
		{"deferred, edited at the third try", command, late, hello, map[string]string{"edit": "503 503 200"}},
		{"deferred, not to be edited", command, late, hello, map[string]string{"edit": "503"}},
		{"deferred, too large", command, late, hello, map[string]string{"edit": "40005 200"}},
		{"deferred, too late", command, late, hello, map[string]string{"edit": "50027"}},
		{"answered by an earlier try", command, inTime, hello, map[string]string{"answer 4": "503 40060"}},
		{"answered by another process", command, inTime, hello, map[string]string{"answer 4": "40060"}},
		{"a click answered by another process", button, inTime, update, map[string]string{"answer 7": "40060"}},
		{"plain text, answered by another process", command, inTime, hello, map[string]string{"answer 4": "50035 40060"}},
		{
			"deferred and answered by another process", command, late, hello,
			map[string]string{"answer 5": "40060", "answer 4": "40060"},
		},
		{"deleted by another process", button, inTime, remove, map[string]string{"answer 6": "40060"}},
		{"to be deleted after an earlier try", button, inTime, remove, map[string]string{"answer 6": "503 40060"}},
		{"down", command, inTime, hello, map[string]string{"answer 4": "503"}},
		{"down for suggestions", option, inTime, Reply{Kind: ReplyChoices}, map[string]string{"answer 8": "503"}},
		{"too late", command, inTime, hello, map[string]string{"answer 4": "10062"}},
		{"not understood", command, inTime, hello, map[string]string{"answer 4": "50035 200"}},
		{"too large", command, inTime, hello, map[string]string{"answer 4": "413 200"}},
		{"never understood", command, inTime, hello, map[string]string{"answer 4": "50035"}},
		{"no activity to start", command, inTime, launch, map[string]string{"answer 12": "50035"}},
		{"no permission to start it", command, inTime, launch, map[string]string{"answer 12": "50013"}},
		{"started too late", command, inTime, launch, map[string]string{"answer 12": "10062"}},
		{"not to be deleted", button, inTime, remove, map[string]string{"delete": "10008"}},
		{"too late to be deleted", button, inTime, remove, map[string]string{"answer 6": "10062"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var did []string
			client, _ := clientOf(t, func(r *http.Request, n int) (int, http.Header, string) {
				s, err := sentBy(r)
				if err != nil {
					t.Error(err)
				}
				says, rest, more := strings.Cut(c.answers[s.doing()], " ")
				if more {
					c.answers[s.doing()] = rest
				}
				code, _ := strconv.Atoi(cmp.Or(says, "200"))
				step := fmt.Sprintf("%s: %d", s.doing(), code)
				if raw := fmt.Sprint(s.body); strings.Contains(raw, "hello") && !strings.Contains(raw, "board.png") {
					step += " (the text alone)"
				}
				if len(did) == 0 || did[len(did)-1] != step {
					did = append(did, step)
				}
				if code > 999 {
					return http.StatusBadRequest, nil, fmt.Sprintf(`{"code":%d}`, code)
				}
				return code, nil, `{"id":"1"}`
			})
			a := client.Respond(&discordgo.Interaction{ID: "2", AppID: "3", Token: "tok", Type: c.kind},
				slog.New(slog.DiscardHandler))
			time.Sleep(c.after)
			synctest.Wait()
			lost := a.Lost()
			failed, _ := Classify(a.Send(t.Context(), c.reply))
			fmt.Fprintf(&page, "%s: %s = %q, answered %t", c.name, strings.Join(did, ", "), failed,
				errors.Is(a.Send(t.Context(), c.reply), errAnswered))
			if failed == AlreadyAnswered { // the message of the first response belongs to somebody else
				did = nil
				revised, _ := Classify(a.Revise(t.Context(), TextMessage("news")))
				withdrawn, _ := Classify(a.Withdraw(t.Context()))
				fmt.Fprintf(&page, ", revised %q, withdrawn %q by %v", revised, withdrawn, did)
			}
			if lost {
				fmt.Fprintf(&page, ", lost before, and after %t", a.Lost())
			}
			page.WriteString("\n")
		})
	}
	golden.Check(t, "testdata/troubles.txt", page.String())
}

// An interaction is left to another process only if certainly no response has arrived.
func TestHold(t *testing.T) {
	for _, c := range []struct {
		name    string
		refused string
		after   time.Duration
		want    bool
	}{
		{"at once", "", 0, true},
		{"deferred", "", 2 * time.Second, false},
		{"a deferral that may have arrived", "/interactions/", 4 * time.Second, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{refused: c.refused}
			s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
				s.Client.Transport = w
			}})
			if err != nil {
				t.Fatal(err)
			}
			a := NewClient(s).Respond(&discordgo.Interaction{
				ID: "2", AppID: "3", Token: "tok",
				Type: discordgo.InteractionApplicationCommand,
			}, slog.New(slog.DiscardHandler))
			time.Sleep(c.after)
			if got := a.Hold(); got != c.want {
				t.Errorf("%s: Hold = %t, want %t", c.name, got, c.want)
			}
			sent := len(w.sent)
			time.Sleep(10 * time.Second)
			if len(w.sent) != sent {
				t.Errorf("%s: %v is sent afterwards", c.name, w.sent[sent:])
			}
		})
	}
}

// The time for sending a reply does not depend on the handler's time: people get an answer even if
// the handler's context has ended.
func TestAnswerHasItsOwnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{}
		s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = w }})
		if err != nil {
			t.Fatal(err)
		}
		ix := &discordgo.Interaction{ID: "2", AppID: "3", Token: "tok", Type: discordgo.InteractionApplicationCommand}
		a := NewClient(s).Respond(ix, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		<-ctx.Done()
		if err := a.Send(ctx, Reply{Message: TextMessage("hello")}); err != nil {
			t.Errorf("the answer: %v", err)
		}
		if err := a.Also(ctx, TextMessage("and more")); err != nil {
			t.Errorf("what follows: %v", err)
		}
		if len(w.sent) != 3 {
			t.Errorf("sent %v, want the deferral, the answer and what follows", w.sent)
		}
	})
}
