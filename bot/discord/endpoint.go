package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// EndpointPath is the path at which an Endpoint receives interactions. It follows the address in
// the application's settings.
const EndpointPath = "/interactions"

// Endpoint receives signed interactions from Discord by HTTP, one in each request. It acknowledges
// a request with 202 and no body after passing it to Receive. All responses, also the first, are
// sent by callback as for the gateway. So the rest of the bot is the same for both ways and learns
// from Discord whether a response has arrived. A response in the body could get lost unnoticed, and
// a board would be recorded that nobody sees. Only a PING is answered in the body, as Discord
// requires.
//
// An interaction that arrives twice, for example from a balancer's second try or a replayed
// request, is acknowledged twice and applied once. Its id is the cause of its changes.
type Endpoint struct {
	Listener net.Listener
	Key      ed25519.PublicKey // the application's public key
	Now      func() time.Time  // nil: time.Now is used
	Receive  func(json.RawMessage)
	Log      *slog.Logger

	server *http.Server
	ended  chan error // receives the reason if the server ends by itself
}

const (
	// maxInteraction is the largest size of a body. Discord's have a few kilobytes; the largest
	// message with the largest menus would fit.
	maxInteraction = 1 << 20
	// signedWithin is the largest difference between the time of a signature and now. The first
	// response must be given within 3 s; the rest allows for different clocks.
	signedWithin = time.Minute
	// readWithin is the time limit for receiving and acknowledging a request.
	readWithin = 5 * time.Second
	// endWithin is how long Close waits for received requests.
	endWithin = 10 * time.Second
)

// ParseKey parses the public key of an application as its settings show it.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("this is not the public key of an application, which has %d hexadecimal digits",
			2*ed25519.PublicKeySize)
	}
	return key, nil
}

// Open starts to receive interactions and returns at once. Closing the Endpoint closes the
// listener.
func (e *Endpoint) Open(context.Context) error {
	e.ended = make(chan error, 1)
	mux := http.NewServeMux()
	mux.Handle(EndpointPath, e)
	e.server = &http.Server{
		Handler: mux, ReadHeaderTimeout: readWithin, ReadTimeout: readWithin, WriteTimeout: 2 * readWithin,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(e.Log.Handler(), slog.LevelDebug),
	}
	go func() { // the goroutine exits when the server is closed
		if err := e.server.Serve(e.Listener); !errors.Is(err, http.ErrServerClosed) {
			e.ended <- fmt.Errorf("interactions are not taken any more: %w", err)
		}
	}()
	return nil
}

// Watch returns an error when the server has failed, and nil when ctx ends.
func (e *Endpoint) Watch(ctx context.Context) error {
	select {
	case err := <-e.ended:
		return err
	case <-ctx.Done():
		return nil
	}
}

// Close stops receiving, and returns after all received interactions were passed on.
func (e *Endpoint) Close() {
	if e.server == nil {
		_ = e.Listener.Close() // the server was never started
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), endWithin)
	defer cancel()
	if err := e.server.Shutdown(ctx); err != nil {
		e.Log.Warn("some requests were cut off", "err", err)
		_ = e.server.Close()
	}
}

// ServeHTTP receives one interaction.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "interactions are posted", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, "the body did not arrive", http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !discordgo.VerifyInteraction(r, e.Key) || !e.recent(r.Header.Get("X-Signature-Timestamp")) {
		// Discord tests that a bad signature is refused
		http.Error(w, "the signature is not valid", http.StatusUnauthorized)
		return
	}
	var kind struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if json.Unmarshal(body, &kind) != nil {
		http.Error(w, "the body is not an interaction", http.StatusBadRequest)
		return
	}
	if kind.Type == discordgo.InteractionPing {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"type":%d}`, discordgo.InteractionResponsePong)
		return
	}
	e.Receive(body)
	w.WriteHeader(http.StatusAccepted)
}

// recent reports whether the time of a signature, in seconds since 1970, is close to now.
func (e *Endpoint) recent(timestamp string) bool {
	now := time.Now
	if e.Now != nil {
		now = e.Now
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	return err == nil && now().Sub(time.Unix(seconds, 0)).Abs() <= signedWithin
}
