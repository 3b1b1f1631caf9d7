package discordsim

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
)

// Handler serves the same Discord over HTTP: REST under /api/v9 and /api/v10, attachments under /attachments,
// the gateway at /gw. It is meant for a server on the loopback interface; Sim.Close ends its gateway
// connections, the server itself is the caller's.
func (s *Sim) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path == "/gw" || req.URL.Path == "/gw/" {
			s.hijack(w, req)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxRequest+1))
		var big *http.MaxBytesError
		if err != nil && !errors.As(err, &big) {
			return
		}
		answer := &recorder{header: w.Header(), status: http.StatusOK}
		c := &call{
			method: req.Method, path: req.URL.Path, query: req.URL.Query(), header: req.Header, host: hostAsked(req), body: body,
		}
		if s.serve(req.Context(), c, answer) != nil {
			panic(http.ErrAbortHandler) // the connection breaks, as was ordered
		}
		w.WriteHeader(answer.status)
		_, _ = w.Write(answer.body) // a client that has gone does not matter
	})
}

// hostAsked is the address that a request came to, also when it names Discord as its host.
func hostAsked(req *http.Request) string {
	if addr, ok := req.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && strings.HasSuffix(req.Host, APIHost) {
		return addr.String()
	}
	return req.Host
}

func (s *Sim) hijack(w http.ResponseWriter, req *http.Request) {
	h, ok := w.(http.Hijacker)
	if !ok {
		http.Error(w, "no WebSocket here", http.StatusNotImplemented)
		return
	}
	nc, rw, err := h.Hijack()
	if err != nil {
		return
	}
	if upgrade(req, nc) != nil {
		nc.Close()
		return
	}
	s.serveGateway(nc, rw.Reader)
}

// Redirect is a transport that sends what is meant for Discord to the server at addr ("127.0.0.1:8080") and
// refuses every other host. Set it as the Transport of a session's Client to use Handler over a socket.
func Redirect(addr string) http.RoundTripper { return &redirect{addr: addr} }

type redirect struct {
	addr string
	once sync.Once
	base *http.Transport
}

func (r *redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	if host := req.URL.Hostname(); host != APIHost && host != CDNHost {
		return nil, refusedHost(req)
	}
	r.once.Do(func() {
		var d net.Dialer
		r.base = &http.Transport{
			MaxIdleConnsPerHost: 64,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return d.DialContext(ctx, network, r.addr)
			},
		}
	})
	there := req.Clone(req.Context())
	there.URL.Scheme, there.URL.Host, there.Host = "http", r.addr, r.addr
	return r.base.RoundTrip(there)
}

// CloseIdleConnections lets an http.Client's method of that name end kept connections.
func (r *redirect) CloseIdleConnections() {
	if r.base != nil {
		r.base.CloseIdleConnections()
	}
}
