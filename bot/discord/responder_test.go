package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// wire answers every request with 200 and records it.
type wire struct {
	refused string // prefix of the paths that are answered with 503; empty: none
	mu      sync.Mutex
	sent    []sent
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
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
		if err := json.NewDecoder(body).Decode(&s.body); err != nil && !errors.Is(err, io.EOF) {
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

// responding answers an interaction after a while, and returns the sent requests.
func responding(t *testing.T, ix discordgo.Interaction, after time.Duration, r Reply) (all []sent) {
	t.Helper()
	return respondingOn(t, &wire{}, ix, after, r)
}

func respondingOn(t *testing.T, w *wire, ix discordgo.Interaction, after time.Duration, r Reply) (all []sent) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = w }})
		if err != nil {
			t.Fatal(err)
		}
		ix.ID, ix.AppID, ix.Token = "2", "3", "tok"
		a := NewClient(s).Respond(&ix, slog.New(slog.DiscardHandler))
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

// An answer that Discord does not understand, or finds too large, is sent once more as its text alone.
func TestRefusedAnswerIsSentAsText(t *testing.T) {
	for status, code := range map[int]int{http.StatusBadRequest: 50035, http.StatusRequestEntityTooLarge: 40005} {
		var sent []string
		c, _ := clientOf(t, func(r *http.Request, n int) (int, http.Header, string) {
			body, _ := io.ReadAll(r.Body)
			if sent = append(sent, string(body)); n == 0 {
				return status, nil, fmt.Sprintf(`{"code":%d}`, code)
			}
			return http.StatusNoContent, nil, ""
		})
		a := c.Respond(&discordgo.Interaction{ID: "2", AppID: "3", Token: "tok", Type: discordgo.InteractionApplicationCommand}, slog.New(slog.DiscardHandler))
		board := File{Name: "board.png", Data: []byte("picture")}
		err := a.Send(t.Context(), Reply{Message: Message{Parts: []discordgo.MessageComponent{Text("your board"), Picture(board)}, Files: []File{board}}})
		if err != nil || len(sent) != 2 || !strings.Contains(sent[1], "your board") || strings.Contains(sent[1], "board.png") {
			t.Errorf("%d: %v, and it was sent %d times:\n%q", status, err, len(sent), sent)
		}
	}
}

// A form can only be a first response. After a deferral the person gets a private message instead.
func TestLateFormIsToldInPrivate(t *testing.T) {
	form := Reply{Kind: ReplyModal, Modal: Modal{Title: "Name", ID: "x", Inputs: []TextInput{{Label: "a"}}, Late: "too slow"}}
	for kind, deferral := range map[discordgo.InteractionType]float64{
		discordgo.InteractionMessageComponent: responseDeferredUpdate, discordgo.InteractionApplicationCommand: responseDeferred,
	} {
		all := responding(t, discordgo.Interaction{Type: kind}, 2*time.Second, form)
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
	if all := responding(t, discordgo.Interaction{Type: discordgo.InteractionMessageComponent}, 0, form); len(all) != 1 || all[0].body["type"] != float64(responseModal) {
		t.Errorf("in time: sent %v, want the form", all)
	}
}

// Answers are private, early or late, whatever the message's own setting is.
func TestAnswersArePrivate(t *testing.T) {
	answer := Reply{Message: TextMessage("hello")}
	all := responding(t, discordgo.Interaction{Type: discordgo.InteractionApplicationCommand}, 0, answer)
	if len(all) != 1 {
		t.Fatalf("sent %v, want one answer", all)
	}
	data, _ := all[0].body["data"].(map[string]any)
	if flags(t, data)&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("the answer to a command is public: %v", all[0])
	}
	all = responding(t, discordgo.Interaction{Type: discordgo.InteractionApplicationCommand}, 2*time.Second, answer)
	data, _ = all[0].body["data"].(map[string]any)
	if flags(t, data)&discordgo.MessageFlagsEphemeral == 0 || len(all) != 2 || all[1].method != "PATCH" {
		t.Errorf("sent %v, want a private deferral that is edited", all)
	}
	all = responding(t, discordgo.Interaction{Type: discordgo.InteractionMessageComponent}, 2*time.Second, answer)
	if len(all) != 2 || flags(t, all[1].body)&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("sent %v, want a deferred update and a private follow-up", all)
	}
}

// A deferral that is answered with an error may have arrived. If Discord accepts no first response, the bot tries a later one. Otherwise the person
// would see "is thinking…" for a quarter of an hour.
func TestRefusedDeferralMayHaveArrived(t *testing.T) {
	all := respondingOn(t, &wire{refused: "/interactions/"}, discordgo.Interaction{Type: discordgo.InteractionApplicationCommand}, 4*time.Second, Reply{Message: TextMessage("hello")})
	if last := all[len(all)-1]; len(all) < 3 || last.method != "PATCH" || last.path != "/webhooks/3/tok/messages/@original" {
		t.Errorf("sent %v, want the deferral and the answer tried, and then the message of the deferral edited", all)
	}
}

// A form opened by a command has no message to update, so its late answer is a new message. A form opened by a component updates the component's
// message.
func TestLateAnswerToForm(t *testing.T) {
	answer := Reply{Message: TextMessage("hello")}
	all := responding(t, discordgo.Interaction{Type: discordgo.InteractionModalSubmit}, 2*time.Second, answer)
	if len(all) != 2 || all[0].body["type"] != float64(responseDeferred) || all[1].method != "PATCH" || all[1].path != "/webhooks/3/tok/messages/@original" {
		t.Errorf("opened by a command: sent %v, want a deferred message that is filled", all)
	}
	all = responding(t, discordgo.Interaction{Type: discordgo.InteractionModalSubmit, Message: &discordgo.Message{ID: "4"}}, 2*time.Second, answer)
	if len(all) != 2 || all[0].body["type"] != float64(responseDeferredUpdate) || all[1].method != "POST" || all[1].path != "/webhooks/3/tok" {
		t.Errorf("opened by a component: sent %v, want a deferred update and a private message", all)
	}
}

// A private message is deleted after its click is acknowledged: before that Discord knows no message of the interaction.
func TestDeletesAfterTheAcknowledgement(t *testing.T) {
	for _, after := range []time.Duration{0, 2 * time.Second} {
		all := responding(t, discordgo.Interaction{Type: discordgo.InteractionMessageComponent}, after, Reply{Kind: ReplyDelete})
		if len(all) != 2 || all[0].body["type"] != float64(responseDeferredUpdate) || all[1].method != "DELETE" || all[1].path != "/webhooks/3/tok/messages/@original" {
			t.Errorf("after %v: sent %v, want the acknowledgement and then the deletion", after, all)
		}
	}
}

// An interaction is left to another process only if certainly no response has arrived.
func TestHold(t *testing.T) {
	for _, c := range []struct {
		name    string
		refused string
		after   time.Duration
		want    bool
	}{
		{"at once", "", 0, true}, {"deferred", "", 2 * time.Second, false}, {"a deferral that may have arrived", "/interactions/", 4 * time.Second, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{refused: c.refused}
			s, err := NewSession(SessionConfig{Token: "t", Attach: func(s *discordgo.Session) { s.Client.Transport = w }})
			if err != nil {
				t.Fatal(err)
			}
			a := NewClient(s).Respond(&discordgo.Interaction{ID: "2", AppID: "3", Token: "tok", Type: discordgo.InteractionApplicationCommand}, slog.New(slog.DiscardHandler))
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

// The time for sending a reply does not depend on the handler's time: people get an answer even if the handler's context has ended.
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
