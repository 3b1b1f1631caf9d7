package discord

import (
	"encoding/json"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// sent is a request that has reached Discord.
type sent struct {
	method, path string
	body         map[string]any
}

// wire answers every request with 200 and remembers it.
type wire struct {
	refused string // how the paths of requests begin that are answered with 503; empty: of none
	mu      sync.Mutex
	sent    []sent
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	s := sent{method: r.Method, path: strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion)}
	if r.Body != nil {
		var body io.Reader = r.Body
		if kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
			part, err := multipart.NewReader(r.Body, params["boundary"]).NextPart()
			if err != nil {
				return nil, err
			}
			body = part
		}
		if err := json.NewDecoder(body).Decode(&s.body); err != nil {
			return nil, err
		}
	}
	w.mu.Lock()
	w.sent = append(w.sent, s)
	w.mu.Unlock()
	if w.refused != "" && strings.HasPrefix(s.path, w.refused) {
		return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"1"}`)), Request: r}, nil
}

// responding answers an interaction of a kind after a while, and returns what was sent.
func responding(t *testing.T, kind discordgo.InteractionType, after time.Duration, r Reply) (all []sent) {
	t.Helper()
	return respondingOn(t, &wire{}, kind, after, r)
}

func respondingOn(t *testing.T, w *wire, kind discordgo.InteractionType, after time.Duration, r Reply) (all []sent) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = w }})
		if err != nil {
			t.Fatal(err)
		}
		a := NewClient(s).Respond(&discordgo.Interaction{ID: "2", AppID: "3", Token: "tok", Type: kind}, slog.New(slog.DiscardHandler))
		time.Sleep(after)
		if err := a.Send(t.Context(), r); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		all = w.sent
	})
	return all
}

func flags(t *testing.T, body map[string]any) discordgo.MessageFlags {
	t.Helper()
	n, _ := body["flags"].(float64)
	return discordgo.MessageFlags(n)
}

// A form can only be a first answer: after a deferral its person is told so instead, and nobody else.
func TestLateFormIsToldInPrivate(t *testing.T) {
	form := Reply{Kind: ReplyModal, Modal: Modal{Title: "Name", ID: "x", Inputs: []TextInput{{Label: "a"}}, Late: "too slow"}}
	for kind, deferral := range map[discordgo.InteractionType]float64{
		discordgo.InteractionMessageComponent: responseDeferredUpdate, discordgo.InteractionApplicationCommand: responseDeferred,
	} {
		all := responding(t, kind, 2*time.Second, form)
		if len(all) != 2 || all[0].body["type"] != deferral {
			t.Fatalf("%v: sent %v, want a deferral of type %v and a message", kind, all, deferral)
		}
		late := all[1]
		if text, _ := json.Marshal(late.body); !strings.Contains(string(text), "too slow") {
			t.Errorf("%v: the message is %s, want it to say that it was too late", kind, text)
		}
		if late.method != "POST" || late.path != "/webhooks/3/tok" || flags(t, late.body)&discordgo.MessageFlagsEphemeral == 0 {
			t.Errorf("%v: %s %s with flags %v, want a follow-up that its person alone sees", kind, late.method, late.path, flags(t, late.body))
		}
	}
	if all := responding(t, discordgo.InteractionMessageComponent, 0, form); len(all) != 1 || all[0].body["type"] != float64(responseModal) {
		t.Errorf("in time: sent %v, want the form", all)
	}
}

// What people are answered is seen by them alone, early or late, whatever the message says of itself.
func TestAnswersArePrivate(t *testing.T) {
	answer := Reply{Message: TextMessage("hello")}
	all := responding(t, discordgo.InteractionApplicationCommand, 0, answer)
	if len(all) != 1 {
		t.Fatalf("sent %v, want one answer", all)
	}
	data, _ := all[0].body["data"].(map[string]any)
	if flags(t, data)&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("the answer to a command is public: %v", all[0])
	}
	all = responding(t, discordgo.InteractionApplicationCommand, 2*time.Second, answer)
	data, _ = all[0].body["data"].(map[string]any)
	if flags(t, data)&discordgo.MessageFlagsEphemeral == 0 || len(all) != 2 || all[1].method != "PATCH" {
		t.Errorf("sent %v, want a private deferral that is edited", all)
	}
	all = responding(t, discordgo.InteractionMessageComponent, 2*time.Second, answer)
	if len(all) != 2 || flags(t, all[1].body)&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("sent %v, want a deferred update and a private follow-up", all)
	}
}

// A deferral that is answered with an error may have arrived all the same: where no first answer is taken, what would follow the deferral is tried, so that
// nobody is left with a message that says for a quarter of an hour that an answer is on its way.
func TestRefusedDeferralMayHaveArrived(t *testing.T) {
	all := respondingOn(t, &wire{refused: "/interactions/"}, discordgo.InteractionApplicationCommand, 4*time.Second, Reply{Message: TextMessage("hello")})
	if last := all[len(all)-1]; len(all) < 3 || last.method != "PATCH" || last.path != "/webhooks/3/tok/messages/@original" {
		t.Errorf("sent %v, want the deferral and the answer tried, and then the message of the deferral edited", all)
	}
}
