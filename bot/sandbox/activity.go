package sandbox

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"paddock/bot/discordsim"
)

// frames shows the bot's pages as Activities, like Discord: in a frame whose requests all pass
// through a proxy with its own origin.
type frames struct {
	listener net.Listener // listener of the proxy
	target   *url.URL     // address of the bot's pages
	app      string       // the application's id
	log      *slog.Logger
}

// newFrames listens for a proxy that shows the pages at a loopback address.
func newFrames(target string, log *slog.Logger) (*frames, error) {
	if !loopback(target) {
		return nil, fmt.Errorf("the sandbox shows activities of this computer only: %q is not a loopback address",
			target)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("the sandbox finds no port for its activities: %w", err)
	}
	return &frames{listener: l, target: &url.URL{Scheme: "http", Host: target}, log: log}, nil
}

// origin returns the proxy's origin.
func (f *frames) origin() string { return "http://" + f.listener.Addr().String() }

// frameView tells the page which Activity to open in a frame.
type frameView struct {
	URL      string `json:"url"`    // address of the page, without the platform, which the browser's script adds
	Origin   string `json:"origin"` // origin of the frame's messages
	ID       string `json:"id"`
	Instance string `json:"instance"`
	App      string `json:"app"`
}

// grantView says what a member has allowed the application, as AUTHENTICATE answers it.
type grantView struct {
	User    map[string]any `json:"user"`
	Scopes  []string       `json:"scopes"`
	Expires time.Time      `json:"expires"`
	App     map[string]any `json:"application"`
}

// The host names under which Discord shows a page: those of the client around it and of the proxy.
const (
	discordOrigin = "https://discord.com"
	proxyDomain   = ".discordsays.com"
	proxyPath     = "/.proxy"
)

// local returns the origins of the sandbox's page, which plays Discord's client.
const local = "http://127.0.0.1:* http://localhost:*"

// framePolicy lets the page in a frame load only what comes through the proxy. It applies in
// addition to the page's own policy.
const framePolicy = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; frame-ancestors " + local

// handler returns the proxy. It passes on the page itself and everything below /.proxy/ unchanged,
// including streams and WebSockets.
func (f *frames) handler() http.Handler {
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		ErrorLog:      slog.NewLogLogger(f.log.Handler(), slog.LevelWarn),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Path = strings.TrimPrefix(p.In.URL.Path, proxyPath)
			p.Out.URL.RawPath = strings.TrimPrefix(p.In.URL.RawPath, proxyPath)
			p.SetURL(f.target)
			if p.In.Header.Get("Origin") == "http://"+p.In.Host {
				p.Out.Header.Set("Origin", "https://"+f.app+proxyDomain)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			for i, policy := range r.Header["Content-Security-Policy"] {
				r.Header["Content-Security-Policy"][i] = strings.ReplaceAll(policy, discordOrigin, local)
			}
			r.Header.Add("Content-Security-Policy", framePolicy)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			f.log.Warn("the activity's server does not answer", "err", err)
			http.Error(w, "The server of the activity does not answer.", http.StatusBadGateway)
		},
	}
	return guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, proxyPath+"/") {
			http.Error(w, "Discord's proxy passes on the page, and what lies below "+proxyPath+"/.",
				http.StatusNotFound)
			return
		}
		proxy.ServeHTTP(w, r)
	}), "")
}

// frame returns the frame of an instance, opened by a member; nil if there is no such instance.
func (s *sandbox) frame(instance string) *frameView {
	a, ok := s.sim.Activity(instance)
	if !ok {
		return nil
	}
	id := rand.Text()
	query := url.Values{
		"frame_id": {id}, "instance_id": {a.ID}, "launch_id": {a.LaunchID},
		"channel_id": {string(a.Channel)}, "location_id": {"pc-" + string(a.Channel)},
	}
	if a.Guild != "" {
		query.Set("guild_id", string(a.Guild))
		query.Set("location_id", fmt.Sprintf("gc-%s-%s", a.Guild, a.Channel))
	}
	return &frameView{
		URL: s.frames.origin() + "/?" + query.Encode(), Origin: s.frames.origin(), ID: id, Instance: a.ID,
		App: s.frames.app,
	}
}

// launch opens the Activity from the app launcher.
func (s *sandbox) launch(ctx context.Context, me discordsim.UserID, a act) (outcome, error) {
	return s.wait(ctx, me, s.sim.As(me).In(a.Channel).Launch())
}

// authorize gives the application a code that proves who the member is.
func (s *sandbox) authorize(_ context.Context, me discordsim.UserID, a act) (outcome, error) {
	open, _ := s.sim.Activity(a.Instance) // without an instance nobody has the Activity open
	if !slices.Contains(open.Users, me) {
		return outcome{}, refusal{"You don't have this activity open."}
	}
	if len(a.Scopes) == 0 {
		return outcome{}, refusal{"The activity asks for nothing."}
	}
	return outcome{Code: s.sim.Authorize(me, a.Scopes...)}, nil
}

// authenticate says what a token of the member allows.
func (s *sandbox) authenticate(_ context.Context, me discordsim.UserID, a act) (outcome, error) {
	g, _ := s.sim.Granted(a.Token) // a token that was given to nobody identifies nobody
	if g.User != me {
		return outcome{}, refusal{"The token is not one of yours."}
	}
	u := s.sim.User(me)
	return outcome{Granted: &grantView{
		User: map[string]any{
			"id": u.ID, "username": u.Username, "global_name": u.GlobalName, "discriminator": "0",
			"avatar": nil, "public_flags": 0,
		},
		Scopes: g.Scopes, Expires: g.Expires,
		App: map[string]any{
			"id": s.frames.app, "name": s.sim.User(s.sim.Bot()).Username, "description": "",
			"icon": nil,
		},
	}}, nil
}

// leave closes the member's page in an instance.
func (s *sandbox) leave(_ context.Context, me discordsim.UserID, a act) (outcome, error) {
	s.sim.LeaveActivity(a.Instance, me)
	return outcome{}, nil
}
