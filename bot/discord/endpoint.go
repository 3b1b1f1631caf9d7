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

// EndpointPath is where an Endpoint takes interactions: what is put after the address into the application's settings.
const EndpointPath = "/interactions"

// Endpoint takes interactions by HTTP, as Discord sends them to an application that has an interactions endpoint: signed, one a request. It is
// the way in only. A request is acknowledged with 202 and no body as soon as it has been handed to Receive, and everything else, the first answer
// included, is said by callback, as to an interaction that came over the gateway: so what is behind does not know which way it came, learns from
// Discord whether an answer has arrived, and may use the same three seconds. An answer in the body could get lost with the connection
// unnoticed, and a board would be recorded that nobody sees. Only a PING is answered in the body, as it has to be.
//
// An interaction that arrives twice, because a balancer has tried again or because somebody has kept a request, is acknowledged twice and applied
// once: its id is the cause of what it does.
type Endpoint struct {
	Listener net.Listener
	Key      ed25519.PublicKey // the application's
	Now      func() time.Time  // nil: time.Now
	Receive  func(json.RawMessage)
	Log      *slog.Logger

	server *http.Server
	ended  chan error // holds why the server has ended by itself
}

const (
	// maxInteraction is the size of a body that is read. Discord's are a few kilobytes; the largest message with the largest menus would fit.
	maxInteraction = 1 << 20
	// signedWithin is how far the time of a signature may be from ours. The first answer has to be given within 3 s, so the rest is what two
	// clocks may differ by.
	signedWithin = time.Minute
	// readWithin is how long a request may take to arrive, and to be acknowledged.
	readWithin = 5 * time.Second
	// endWithin is how long requests that have arrived are waited for at the end.
	endWithin = 10 * time.Second
)

// ParseKey reads the public key of an application, as its settings show it.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("%q is not the public key of an application, which has %d hexadecimal digits", text, 2*ed25519.PublicKeySize)
	}
	return key, nil
}

// Open begins to take interactions, and returns at once. The listener is closed with the Endpoint.
func (e *Endpoint) Open(context.Context) error {
	e.ended = make(chan error, 1)
	mux := http.NewServeMux()
	mux.Handle(EndpointPath, e)
	e.server = &http.Server{
		Handler: mux, ReadHeaderTimeout: readWithin, ReadTimeout: readWithin, WriteTimeout: 2 * readWithin, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(e.Log.Handler(), slog.LevelDebug),
	}
	go func() { // exits when the server is closed
		if err := e.server.Serve(e.Listener); !errors.Is(err, http.ErrServerClosed) {
			e.ended <- fmt.Errorf("interactions are not taken any more: %w", err)
		}
	}()
	return nil
}

// Watch returns an error when interactions are not taken any more, and nil when ctx ends.
func (e *Endpoint) Watch(ctx context.Context) error {
	select {
	case err := <-e.ended:
		return err
	case <-ctx.Done():
		return nil
	}
}

// Close takes no more interactions, and returns when those that have arrived were handed on.
func (e *Endpoint) Close() {
	if e.server == nil {
		_ = e.Listener.Close() // was never used
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), endWithin)
	defer cancel()
	if err := e.server.Shutdown(ctx); err != nil {
		e.Log.Warn("some requests were cut off", "err", err)
		_ = e.server.Close()
	}
}

// ServeHTTP takes one interaction.
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
		http.Error(w, "the signature is not valid", http.StatusUnauthorized) // Discord tries this out
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

// recent reports whether the time of a signature, in seconds since 1970, is about now.
func (e *Endpoint) recent(timestamp string) bool {
	now := time.Now
	if e.Now != nil {
		now = e.Now
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	return err == nil && now().Sub(time.Unix(seconds, 0)).Abs() <= signedWithin
}
