package process_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"regexp"
	"sync"

	"paddock/bot/discord"
)

// front is a proxy before bots that take interactions by HTTP. It sends each request to the next
// bot in turn, or to the one after if that refuses the connection.
type front struct {
	http.Transport

	mu   sync.Mutex
	bots []string // addresses of the running bots
	next int
}

// RoundTrip forwards a request.
func (f *front) RoundTrip(req *http.Request) (*http.Response, error) {
	f.mu.Lock()
	bots := append(append([]string(nil), f.bots[f.next:]...), f.bots[:f.next]...)
	if f.next++; f.next >= len(f.bots) {
		f.next = 0
	}
	f.mu.Unlock()
	failed := errors.New("no bot is running")
	for _, addr := range bots {
		there := req.Clone(req.Context())
		there.URL.Host = addr
		there.Body, _ = req.GetBody()
		var got *http.Response
		if got, failed = f.Transport.RoundTrip(there); failed == nil {
			return got, nil
		}
		if op, ok := errors.AsType[*net.OpError](failed); !ok || op.Op != "dial" {
			return nil, failed // the bot may have the request, so only a person may send it again
		}
	}
	return nil, failed
}

// endpointURL is the address of the bots in Discord's settings.
const endpointURL = "http://paddock.example" + discord.EndpointPath

// client returns the client by which Discord reaches the bots.
func (f *front) client() *http.Client { return &http.Client{Transport: f} }

// set sets the running bots.
func (f *front) set(bots ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bots, f.next = bots, 0
}

// posted makes the bots of a rig take interactions by HTTP from their next start on.
func (r *rig) posted() {
	if r.front != nil {
		return
	}
	r.front = &front{}
	r.env = append(r.env, "PADDOCK_HTTP=127.0.0.1:0", "PADDOCK_PUBLIC_KEY="+r.sim.PublicKey())
	r.Cleanup(r.front.CloseIdleConnections)
}

// startPosted starts a bot like start, with interactions by HTTP.
func (r *rig) startPosted() {
	r.Helper()
	r.posted()
	r.start()
}

var takesAt = regexp.MustCompile(`interactions are taken by HTTP" addr=(\S+)`)

// connect sends interactions to a bot that has just become ready, if the rig uses HTTP. It verifies
// the bot's address as Discord does, which can take a while while a bot has failures.
func (r *rig) connect() {
	r.Helper()
	if r.front == nil {
		return
	}
	found := takesAt.FindStringSubmatch(r.log.String())
	if found == nil {
		r.Fatalf("the bot does not say where it takes interactions:\n%s", r.log)
	}
	r.front.set(found[1])
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := r.sim.SetEndpoint(ctx, endpointURL, r.front.client()); err != nil {
		r.Fatal(err)
	}
}
