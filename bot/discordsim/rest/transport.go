package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
)

// APIHost and CDNHost are the only hosts that the in-process transport knows.
const (
	APIHost = "discord.com"
	CDNHost = "cdn.discordapp.com"
)

// Redirect returns a transport that sends requests for Discord to the server at addr
// ("127.0.0.1:8080") and refuses every other host. Set it as the Transport of a session's Client to
// use Handler over a socket.
func Redirect(addr string) http.RoundTripper {
	var d net.Dialer
	return &redirect{addr: addr, base: &http.Transport{
		MaxIdleConnsPerHost: 64,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return d.DialContext(ctx, network, addr)
		},
	}}
}

type redirect struct {
	addr string
	base *http.Transport
}

// RoundTrip sends a request to the server.
func (r *redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	if host := req.URL.Hostname(); host != APIHost && host != CDNHost {
		return nil, refusedHost(req)
	}
	there := req.Clone(req.Context())
	there.URL.Scheme, there.URL.Host, there.Host = "http", r.addr, r.addr
	return r.base.RoundTrip(there)
}

// CloseIdleConnections ends the kept connections. http.Client.CloseIdleConnections calls it.
func (r *redirect) CloseIdleConnections() { r.base.CloseIdleConnections() }

// Transport returns a transport that answers requests in process. It refuses every host except
// Discord's, so that a test fails if it tries to leave the machine.
func (c Controls) Transport() http.RoundTripper { return transport(c) }

type transport struct{ api *API }

// RoundTrip answers a request in process.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if host := req.URL.Hostname(); host != APIHost && host != CDNHost {
		return nil, refusedHost(req)
	}
	var body []byte
	if req.Body != nil {
		defer req.Body.Close()
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	w := &recorder{header: http.Header{}, status: 200}
	c := &call{
		method: req.Method, path: req.URL.Path, query: req.URL.Query(), header: req.Header, host: req.URL.Host,
		body: body,
	}
	if err := t.api.serve(req.Context(), c, w); err != nil {
		return nil, err
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: w.header, Request: req,
		Body: io.NopCloser(bytes.NewReader(w.body)), ContentLength: int64(len(w.body)),
	}, nil
}

func refusedHost(req *http.Request) error {
	return fmt.Errorf("discordsim: refused to reach %q, which is not Discord", req.URL.Host)
}
