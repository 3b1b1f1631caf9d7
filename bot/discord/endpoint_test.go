package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// knock is an HTTP endpoint with its private key, and the interactions that it has passed on.
type knock struct {
	*testing.T
	Endpoint
	key      ed25519.PrivateKey
	received []string
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func newKnock(t *testing.T) *knock {
	k := &knock{T: t, key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))}
	k.Endpoint = Endpoint{
		Key: k.key.Public().(ed25519.PublicKey), Now: func() time.Time { return noon },
		Log:     slog.New(slog.DiscardHandler),
		Receive: func(raw json.RawMessage) { k.received = append(k.received, string(raw)) },
	}
	return k
}

// request returns a request with a body that is signed at a time.
func (k *knock) request(at time.Time, body string) *http.Request {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	r := httptest.NewRequest(http.MethodPost, EndpointPath, strings.NewReader(body))
	r.Header.Set("X-Signature-Timestamp", timestamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(k.key, []byte(timestamp+body))))
	return r
}

// answers fails the test unless a request gets a status and, if handed is not empty, is passed on.
func (k *knock) answers(r *http.Request, status int, handed string) *httptest.ResponseRecorder {
	k.Helper()
	k.received = nil
	w := httptest.NewRecorder()
	k.ServeHTTP(w, r)
	if got := strings.Join(k.received, "|"); w.Code != status || got != handed {
		k.Errorf("%d with %q, and %q was handed on; want %d and %q", w.Code, w.Body, got, status, handed)
	}
	return w
}

const click = `{"id":"1","type":3,"token":"t"}`

func TestEndpointTakesWhatIsSigned(t *testing.T) {
	k := newKnock(t)
	if w := k.answers(k.request(noon, click), http.StatusAccepted, click); w.Body.Len() != 0 {
		t.Errorf("202 came with %q: the first answer is given by callback", w.Body)
	}
	w := k.answers(k.request(noon, `{"id":"1","type":1}`), http.StatusOK, "")
	if w.Body.String() != `{"type":1}` || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("a PING was answered with %q, %q", w.Header(), w.Body)
	}
}

func TestEndpointRefusesSignatures(t *testing.T) {
	k := newKnock(t)
	for name, change := range map[string]func(*http.Request){
		"none":      func(r *http.Request) { r.Header.Del("X-Signature-Ed25519") },
		"no hex":    func(r *http.Request) { r.Header.Set("X-Signature-Ed25519", "signed") },
		"too short": func(r *http.Request) { r.Header.Set("X-Signature-Ed25519", "00") },
		"zeros":     func(r *http.Request) { r.Header.Set("X-Signature-Ed25519", strings.Repeat("0", 128)) },
		"other time": func(r *http.Request) {
			r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(noon.Unix()+1, 10))
		},
		"no time":      func(r *http.Request) { r.Header.Del("X-Signature-Timestamp") },
		"other body":   func(r *http.Request) { *r = *r.Clone(r.Context()); r.Body = body(click + " ") },
		"a PING's too": func(r *http.Request) { r.Body = body(`{"type":1}`) },
	} {
		t.Run(name, func(t *testing.T) {
			k.T = t
			r := k.request(noon, click)
			change(r)
			k.answers(r, http.StatusUnauthorized, "")
		})
	}
	other := newKnock(t)
	other.key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize))
	k.T = t
	k.answers(other.request(noon, click), http.StatusUnauthorized, "")
}

// body returns the body of a request.
func body(text string) *readCloser { return &readCloser{strings.NewReader(text)} }

type readCloser struct{ *strings.Reader }

func (*readCloser) Close() error { return nil }

// A replayed request is refused after a minute, and so is one from the future. Within that minute,
// its id keeps it from being applied twice.
func TestEndpointRefusesOldRequests(t *testing.T) {
	k := newKnock(t)
	for late, status := range map[time.Duration]int{
		0: http.StatusAccepted, time.Minute: http.StatusAccepted, -time.Minute: http.StatusAccepted,
		time.Minute + time.Second: http.StatusUnauthorized, -time.Minute - time.Second: http.StatusUnauthorized,
		24 * time.Hour: http.StatusUnauthorized,
	} {
		handed := ""
		if status == http.StatusAccepted {
			handed = click
		}
		k.answers(k.request(noon.Add(-late), click), status, handed)
	}
	r := k.request(noon, click)
	r.Header.Set("X-Signature-Timestamp", "noon")
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(k.key, []byte("noon"+click))))
	k.answers(r, http.StatusUnauthorized, "")
}

func TestEndpointRefusesOtherRequests(t *testing.T) {
	k := newKnock(t)
	large := `{"type":3,"pad":"` + strings.Repeat("x", maxInteraction) + `"}`
	k.answers(k.request(noon, large), http.StatusRequestEntityTooLarge, "")
	k.answers(k.request(noon, `{"type":`), http.StatusBadRequest, "")
	broken := k.request(noon, click)
	broken.Body = io.NopCloser(iotest.ErrReader(errors.New("reset")))
	k.answers(broken, http.StatusBadRequest, "")
	get := k.request(noon, click)
	get.Method = http.MethodGet
	if w := k.answers(get, http.StatusMethodNotAllowed, ""); w.Header().Get("Allow") != http.MethodPost {
		t.Errorf("405 came without the method that is allowed: %v", w.Header())
	}
}

// Over a socket, slow senders are cut off, other paths are not found, and Close waits for received
// requests.
func TestEndpointOnASocket(t *testing.T) {
	k := newKnock(t)
	var err error
	if k.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	taken, release := make(chan struct{}), make(chan struct{})
	k.Receive = func(json.RawMessage) { close(taken); <-release }
	if err := k.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if k.server.ReadTimeout == 0 || k.server.ReadHeaderTimeout == 0 || k.server.WriteTimeout == 0 ||
		k.server.IdleTimeout == 0 {
		t.Error("a time-out is missing: a slow sender could keep a connection for ever")
	}
	url := "http://" + k.Listener.Addr().String()
	got, err := http.Post(url+"/", "application/json", strings.NewReader(click))
	if err != nil || got.StatusCode != http.StatusNotFound {
		t.Errorf("another path: %v, %v; want 404", got, err)
	}
	answered := make(chan int)
	go func() {
		signed := k.request(noon, click)
		req, _ := http.NewRequest(http.MethodPost, url+EndpointPath, strings.NewReader(click))
		req.Header = signed.Header
		got, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Error(err)
			answered <- 0
			return
		}
		answered <- got.StatusCode
	}()
	<-taken
	closed := make(chan struct{})
	go func() { k.Close(); close(closed) }()
	close(release)
	if status := <-answered; status != http.StatusAccepted {
		t.Errorf("a request under way while the endpoint was closed: %d, want 202", status)
	}
	<-closed
	if _, err := http.Post(url+EndpointPath, "application/json", strings.NewReader(click)); err == nil {
		t.Error("a request was taken after Close")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.Watch(ctx); err != nil {
		t.Errorf("Watch after Close: %v, want nothing: it was closed on purpose", err)
	}
}

func TestParseKey(t *testing.T) {
	want := newKnock(t).Key
	if got, err := ParseKey(" " + hex.EncodeToString(want) + "\n"); err != nil || !got.Equal(want) {
		t.Errorf("%v, %v; want the key", got, err)
	}
	for _, text := range []string{"", "00", strings.Repeat("g", 64), strings.Repeat("0", 66)} {
		if _, err := ParseKey(text); err == nil {
			t.Errorf("%q was taken for a key", text)
		}
	}
}
