package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/bot/discordsim/gateway"
	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// maxRequest is the largest request that Discord accepts:
// https://docs.discord.com/developers/reference#uploading-files.
const maxRequest = 25 << 20

// call is one request of the bot.
type call struct {
	method, path string
	query        url.Values
	header       http.Header
	host         string
	body         []byte
	at           time.Time

	route  *route
	params map[string]string

	grant    world.Grant // what a user's token allows
	json     any         // decoded body; nil if there is none
	jsonText []byte
	files    []world.Upload
}

// answer is a successful answer: a status and a JSON value, or nil for none.
type answer struct {
	status int
	value  any
}

func ok(v any) (answer, *validate.Refusal)                   { return answer{200, v}, nil }
func created(v any) (answer, *validate.Refusal)              { return answer{201, v}, nil }
func done() (answer, *validate.Refusal)                      { return answer{204, nil}, nil }
func refuse(r *validate.Refusal) (answer, *validate.Refusal) { return answer{}, r }
func (c *call) param(name string) string                     { return c.params[name] }
func (c *call) channel() world.ChannelID                     { return world.ChannelID(c.params["channel_id"]) }

func (c *call) message() world.MessageID { return world.MessageID(c.params["message_id"]) }

// pattern returns the route of a call, such as "/channels/{channel_id}/messages"; empty if there is
// none.
func (c *call) pattern() string {
	if c.route == nil {
		return ""
	}
	return c.route.pattern
}

func (c *call) form() (*validate.Form, validate.Field) {
	f := &validate.Form{}
	return f, f.Root(c.json)
}

func (c *call) authorization() (string, bool) {
	t := c.header.Get("Authorization")
	return strings.TrimPrefix(t, "Bot "), t != ""
}

// API handles the requests of a bot and keeps a journal of them. Its fields are guarded by the
// world's lock.
type API struct {
	*world.State
	gateway  *gateway.Gateway
	cfg      Config
	routes   []*route
	faults   []*Fault
	limits   limits.Buckets
	calls    []world.Call
	wasted   []time.Time    // times of refusals that Discord counts towards blocking an address
	blocked  time.Time      // end of the block of the bot's address
	inFlight map[string]int // number of unanswered calls, by route
}

// Config configures an API.
type Config struct {
	Limits       limits.Limits
	ClientSecret string    // client secret of the application, for tokens of users
	Validator    Validator // sees every body the bot sends; nil means none
	Shards       int       // recommended number of shards
	Concurrency  int       // number of sessions that may be started within five seconds
	JournalLimit int       // number of calls in the journal, oldest forgotten first
}

// Validator checks a JSON body from the bot, of multipart its payload_json, against an independent
// description of Discord's API. Route is a template such as "/channels/{channel_id}/messages".
type Validator interface {
	Validate(method, route string, body []byte) error
}

// New returns the API of a world.
func New(s *world.State, gw *gateway.Gateway, cfg Config) *API {
	a := &API{State: s, gateway: gw, cfg: cfg, inFlight: make(map[string]int)}
	a.routes = allRoutes(a)
	return a
}

// ServeHTTP answers a request from a socket.
func (s *API) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxRequest+1))
	var big *http.MaxBytesError
	if err != nil && !errors.As(err, &big) {
		return
	}
	answer := &recorder{header: w.Header(), status: http.StatusOK}
	c := &call{
		method: req.Method, path: req.URL.Path, query: req.URL.Query(), header: req.Header, host: hostAsked(req),
		body: body,
	}
	if s.serve(req.Context(), c, answer) != nil {
		panic(http.ErrAbortHandler) // breaks the connection, as the fault demands
	}
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body) // the write may fail, because the client may have gone
}

// recorder collects the answer.
type recorder struct {
	header http.Header
	status int
	body   []byte
}

// errLost is the client's error when the connection breaks.
var errLost = errors.New("discordsim: connection reset (injected)")

// serve handles one request. An error means that there is no answer.
func (s *API) serve(ctx context.Context, c *call, w *recorder) error {
	w.header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	if strings.HasPrefix(c.path, "/attachments/") {
		s.serveFile(c, w)
		return nil
	}
	s.Lock()
	c.at = time.Now()
	if wait := s.blocked.Sub(c.at); wait > 0 {
		s.Unlock()
		turnAway(w, wait)
		return nil
	}
	known := c.match(s.routes)
	s.inFlight[c.pattern()]++
	trouble := s.troubleFor(c)
	s.Unlock()
	defer s.landed(c)
	bad := c.read()

	if err := pause(ctx, trouble.Delay); err != nil {
		return err
	}
	entry := c.entry()
	if v := s.cfg.Validator; v != nil && known && len(c.jsonText) > 0 {
		if err := v.Validate(c.method, c.route.pattern, c.jsonText); err != nil {
			entry.Invalid = err.Error()
		}
	}
	if trouble.Drop {
		entry.Lost = true
		s.record(entry)
		return errLost
	}
	s.Lock()
	ans, no := s.handle(c, known, bad, trouble, w.header)
	w.status, w.body = ans.status, nil
	if no != nil {
		w.status, w.body = no.Status, no.Body()
		entry.Code, entry.Message, entry.Problems, entry.Scope = no.Code, no.Message, no.Problems, no.Scope
	} else if ans.value != nil {
		w.body = world.JSON(ans.value)
	}
	if trouble.Body != "" {
		w.body = []byte(trouble.Body)
	} else if len(w.body) > 0 {
		w.header.Set("Content-Type", "application/json")
		entry.Answer = w.body
	}
	entry.Status, entry.Lost = w.status, trouble.Lost
	s.Unlock()
	s.record(entry)
	if trouble.Lost {
		return errLost
	}
	return nil
}

// turnAway answers a request of a blocked address, as the network in front of Discord does: with a
// page, and without Discord's headers.
func turnAway(w *recorder, wait time.Duration) {
	w.header.Set("Content-Type", "text/html; charset=UTF-8")
	w.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	w.status, w.body = http.StatusTooManyRequests, []byte("<!doctype html><title>Access denied</title>error code: 1015")
}

// landed removes a request from the unanswered ones.
func (s *API) landed(c *call) {
	s.Lock()
	defer s.Unlock()
	s.inFlight[c.pattern()]--
	s.Wake()
}

// InFlight returns the number of unanswered calls to a route; "" means all. The caller holds the
// lock.
func (s *API) InFlight(route string) (n int) {
	for of, calls := range s.inFlight {
		if route == "" || route == of {
			n += calls
		}
	}
	return n
}

func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// handle applies faults, authorisation and limits to a request, and then calls its route.
func (s *API) handle(c *call, known bool, bad *validate.Refusal, trouble Fault,
	header http.Header,
) (answer, *validate.Refusal) {
	if trouble.Status != 0 {
		return refuse(trouble.refusal(header))
	}
	if !known {
		return refuse(errNotFound)
	}
	if !s.admits(c) {
		return refuse(errUnauthorized)
	}
	_, hasToken := c.authorization()
	if no := s.limit(c, hasToken, header); no != nil {
		return refuse(no)
	}
	if bad != nil {
		return refuse(bad)
	}
	return c.route.run(c)
}

// admits reports whether a call is authorised: with the bot's token, with a user's, or without a
// token if none is needed.
func (s *API) admits(c *call) bool {
	if c.route.grants {
		return true
	}
	if token, ok := strings.CutPrefix(c.header.Get("Authorization"), "Bearer "); ok && c.route.bearer {
		c.grant, ok = s.Bearer(token)
		return ok && slices.Contains(c.grant.Scopes, "identify")
	}
	token, hasToken := c.authorization()
	return s.gateway.Authentic(token) || c.route.open && (!hasToken || c.route.pattern == pathGateway)
}

// read decodes the body: JSON, or multipart with payload_json and files[n].
func (c *call) read() *validate.Refusal {
	f := &validate.Form{}
	for name, value := range c.params {
		if strings.HasSuffix(name, "_id") && name != "instance_id" && value != "@original" && value != "@me" &&
			!world.IsSnowflake(value) {
			f.Root(nil).At(name).Fail("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", value)
		}
	}
	if no := f.Invalid(); no != nil {
		return no
	}
	if len(c.body) > maxRequest {
		return errTooLarge
	}
	if len(c.body) == 0 || c.route != nil && c.route.grants {
		return nil
	}
	kind, params, _ := mime.ParseMediaType(c.header.Get("Content-Type"))
	c.jsonText = c.body
	switch kind {
	case "application/json":
	case "multipart/form-data":
		c.jsonText = nil
		if no := c.readParts(params["boundary"]); no != nil {
			return no
		}
	default:
		f.Root(nil).Fail("CONTENT_TYPE_INVALID",
			`Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`)
		return f.Invalid()
	}
	if c.method == http.MethodPut && isCheckedSet(c.jsonText) {
		return nil
	}
	v, err := validate.Decode(c.jsonText)
	if err != nil {
		return errJSON
	}
	c.json = v
	return nil
}

func (c *call) readParts(boundary string) *validate.Refusal {
	r := multipart.NewReader(bytes.NewReader(c.body), boundary)
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return &validate.Refusal{Status: 400, Code: 50035, Message: "Invalid Form Body"}
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return &validate.Refusal{Status: 400, Code: 50035, Message: "Invalid Form Body"}
		}
		if p.FormName() == "payload_json" {
			c.jsonText = content
			continue
		}
		var n int
		if _, err := fmt.Sscanf(p.FormName(), "files[%d]", &n); err != nil {
			continue
		}
		if len(content) > world.MaxFile {
			return errTooLarge
		}
		c.files = append(c.files,
			world.Upload{Index: n, Filename: p.FileName(), ContentType: p.Header.Get("Content-Type"), Content: content})
	}
	if c.jsonText == nil {
		c.jsonText = []byte("{}")
	}
	if len(c.files) > 10 {
		f := &validate.Form{}
		f.Root(nil).At("files").Fail("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
		return f.Invalid()
	}
	return nil
}

// serveFile answers a request to the CDN with the bytes of an attachment.
func (s *API) serveFile(c *call, w *recorder) {
	parts := strings.Split(c.path, "/") // the kind of the id in the path: "", attachments, channel, attachment, name
	if len(parts) == 5 {
		s.Lock()
		a, ok := s.FindFile(world.AttachmentID(parts[3]))
		s.Unlock()
		if ok && c.method == http.MethodGet {
			w.header.Set("Content-Type", a.ContentType)
			w.status, w.body = 200, a.Content
			return
		}
	}
	w.status = 404
}

// hostAsked returns the address that a request was sent to, even if its host header names Discord.
func hostAsked(req *http.Request) string {
	if addr, ok := req.Context().Value(http.LocalAddrContextKey).(net.Addr); ok &&
		strings.HasSuffix(req.Host, APIHost) {
		return addr.String()
	}
	return req.Host
}
