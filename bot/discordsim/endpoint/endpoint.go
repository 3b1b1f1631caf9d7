// Package endpoint is Discord's side of an interactions endpoint. Once an address is set,
// interactions are posted there, signed, and no longer sent over the gateway, which still sends all
// other events. It is as strict as Discord. The address must answer a PING and refuse a bad
// signature before it is accepted, and a wrong answer to an interaction counts as a failure. Start
// reading at [Endpoint].
package endpoint

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/bot/discordsim/world"
)

// Gateway receives events that are not posted.
type Gateway interface {
	Deliver(name string, g world.GuildID, payload map[string]any)
}

// Answers handles a first response that is the body of an HTTP answer, in the same way as one by
// callback.
type Answers interface {
	AnswerInBody(i *world.Interaction, contentType string, body []byte) error
}

// Endpoint posts interactions to the configured address. Its fields are guarded by the world's
// lock.
type Endpoint struct {
	*world.State
	gateway Gateway
	answers Answers
	client  *http.Client
	wrong   []error
}

// New returns an Endpoint that uses the gateway until an address is set.
func New(s *world.State, gw Gateway, answers Answers) *Endpoint {
	e := &Endpoint{State: s, gateway: gw, answers: answers}
	s.DispatchTo(e.dispatch)
	return e
}

// dispatch sends an event to the bot. The caller holds the world's lock.
func (e *Endpoint) dispatch(name string, g world.GuildID, payload map[string]any) {
	if name != "INTERACTION_CREATE" || e.InteractionsURL == "" {
		e.gateway.Deliver(name, g, payload)
		return
	}
	id, _ := payload["id"].(world.InteractionID)
	i, url, client, body := e.Interactions[id], e.InteractionsURL, e.client, world.JSON(payload)
	if i == nil || e.Closed {
		return
	}
	e.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), world.AnswerTime)
		defer cancel()
		if err := e.deliver(ctx, client, url, i, body); err != nil {
			e.Lock()
			defer e.Unlock()
			e.wrong = append(e.wrong, fmt.Errorf("interaction %s: %w", i.ID, err))
			e.Fail(i)
		}
	})
}

// deliver posts an interaction and reads the response: an empty 202 announces a first response by
// callback, a 200 contains it.
func (e *Endpoint) deliver(ctx context.Context, client *http.Client, url string, i *world.Interaction,
	body []byte,
) error {
	got, err := post(ctx, client, url, body, e.sign(time.Now(), body))
	switch {
	case err != nil:
		return err
	case got.status == http.StatusAccepted && len(got.body) == 0:
		return nil
	case got.status == http.StatusOK:
		e.Lock()
		defer e.Unlock()
		return e.answers.AnswerInBody(i, got.kind, got.body)
	}
	return fmt.Errorf("the endpoint answered %d with %q", got.status, got.body)
}

// signature is the content of a request's signature headers.
type signature struct{ hex, timestamp string }

// sign signs a body as of a time, with the application's key.
func (e *Endpoint) sign(at time.Time, body []byte) signature {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	return signature{hex.EncodeToString(ed25519.Sign(e.Key(), append([]byte(timestamp), body...))), timestamp}
}

// response is what the bot answered to a request.
type response struct {
	status int
	kind   string
	body   []byte
}

// most is the largest size of a response.
const most = 1 << 20

func post(ctx context.Context, client *http.Client, url string, body []byte, s signature) (response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return response{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	req.Header.Set("X-Signature-Ed25519", s.hex)
	req.Header.Set("X-Signature-Timestamp", s.timestamp)
	got, err := client.Do(req)
	if err != nil {
		return response{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(io.LimitReader(got.Body, most))
	return response{got.StatusCode, got.Header.Get("Content-Type"), text}, err
}

// verify sends the requests with which Discord tests an address: a PING, and a request with a wrong
// signature.
func (e *Endpoint) verify(ctx context.Context, client *http.Client, url string) error {
	e.Lock()
	body := world.JSON(map[string]any{
		"id": e.NewID(), "application_id": e.AppID, "type": 1, "token": "ping", "version": 1, "entitlements": []any{},
	})
	e.Unlock()
	good := e.sign(time.Now(), body)
	got, err := post(ctx, client, url, body, good)
	var pong struct{ Type int }
	switch {
	case err != nil:
		return err
	case got.status != http.StatusOK || !strings.HasPrefix(got.kind, "application/json") ||
		json.Unmarshal(got.body, &pong) != nil || pong.Type != 1:
		return fmt.Errorf("a PING was answered with %d, %s, %q", got.status, got.kind, got.body)
	}
	bad := good
	bad.hex = strings.Repeat("0", len(bad.hex))
	got, err = post(ctx, client, url, body, bad)
	if err == nil && got.status != http.StatusUnauthorized {
		err = fmt.Errorf("a bad signature was answered with %d instead of 401", got.status)
	}
	return err
}

// Controls let a test control an endpoint. All methods take the world's lock and are safe for
// concurrent use.
type Controls struct{ endpoint *Endpoint }

// NewControls returns the controls of an endpoint.
func NewControls(e *Endpoint) Controls { return Controls{e} }

// ErrUnverified is wrapped by errors about an address that fails Discord's verification.
var ErrUnverified = errors.New("the specified interactions endpoint URL could not be verified")

// SetEndpoint verifies an address like Discord and then posts interactions to it through client; ""
// returns to the gateway.
func (c Controls) SetEndpoint(ctx context.Context, url string, client *http.Client) error {
	if url != "" {
		if err := c.endpoint.verify(ctx, client, url); err != nil {
			return fmt.Errorf("%w: %w", ErrUnverified, err)
		}
	}
	c.endpoint.Lock()
	defer c.endpoint.Unlock()
	c.endpoint.InteractionsURL, c.endpoint.client = url, client
	return nil
}

// PublicKey returns the application's public key, as its settings show it.
func (c Controls) PublicKey() string {
	c.endpoint.Lock()
	defer c.endpoint.Unlock()
	return c.endpoint.PublicKey()
}

// Undelivered returns the errors of interactions that could not be delivered by HTTP, oldest first.
func (c Controls) Undelivered() []error {
	c.endpoint.Lock()
	defer c.endpoint.Unlock()
	return slices.Clone(c.endpoint.wrong)
}
