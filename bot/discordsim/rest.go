package discordsim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Sizes that Discord takes (discord.md, section 2.2).
const (
	maxFile    = 10 << 20
	maxRequest = 25 << 20
)

// refusal is an error answer of the API.
type refusal struct {
	status     int
	code       int
	message    string
	errors     map[string]any
	problems   []Problem
	retryAfter time.Duration // of a 429
	scope      string        // of a 429: user, shared or global
}

// The refusals that need no detail.
var (
	errUnauthorized   = &refusal{status: 401, message: "401: Unauthorized"}
	errNotFound       = &refusal{status: 404, message: "404: Not Found"}
	errNoChannel      = &refusal{status: 404, code: 10003, message: "Unknown Channel"}
	errNoGuild        = &refusal{status: 404, code: 10004, message: "Unknown Guild"}
	errNoMember       = &refusal{status: 404, code: 10007, message: "Unknown Member"}
	errNoMessage      = &refusal{status: 404, code: 10008, message: "Unknown Message"}
	errNoUser         = &refusal{status: 404, code: 10013, message: "Unknown User"}
	errNoWebhook      = &refusal{status: 404, code: 10015, message: "Unknown Webhook"}
	errNoInteraction  = &refusal{status: 404, code: 10062, message: "Unknown interaction"}
	errTooLarge       = &refusal{status: 413, code: 40005, message: "Request entity too large"}
	errDMTooFast      = &refusal{status: 403, code: 40003, message: "You are opening direct messages too fast"}
	errAcknowledged   = &refusal{status: 400, code: 40060, message: "Interaction has already been acknowledged."}
	errFollowUps      = &refusal{status: 400, code: 40094, message: "Maximum number of follow-up messages for this interaction reached"}
	errNoAccess       = &refusal{status: 403, code: 50001, message: "Missing Access"}
	errDMAction       = &refusal{status: 403, code: 50003, message: "Cannot execute action on a DM channel"}
	errNotAuthor      = &refusal{status: 403, code: 50005, message: "Cannot edit a message authored by another user"}
	errEmpty          = &refusal{status: 400, code: 50006, message: "Cannot send an empty message"}
	errClosedDM       = &refusal{status: 403, code: 50007, message: "Cannot send messages to this user"}
	errNoPermission   = &refusal{status: 403, code: 50013, message: "Missing Permissions"}
	errChannelType    = &refusal{status: 400, code: 50024, message: "Cannot execute action on this channel type"}
	errWebhookToken   = &refusal{status: 401, code: 50027, message: "Invalid Webhook Token"}
	errThreadArchived = &refusal{status: 400, code: 50083, message: "Thread is archived"}
	errJSON           = &refusal{status: 400, code: 50109, message: "The request body contains invalid JSON."}
	errNoMutualGuild  = &refusal{status: 403, code: 50278, message: "Cannot send messages to this user due to having no mutual guilds"}
	errThreadExists   = &refusal{status: 400, code: 160004, message: "A thread has already been created for this message"}
	errThreadLocked   = &refusal{status: 403, code: 160005, message: "Thread is locked"}
)

func (r *refusal) body() json.RawMessage {
	out := map[string]any{"message": r.message, "code": r.code}
	if r.errors != nil {
		out["errors"] = r.errors
	}
	if r.status == http.StatusTooManyRequests {
		out["retry_after"] = r.retryAfter.Seconds()
		out["global"] = r.scope == "global"
	}
	return mustJSON(out)
}

// call is one request of the bot on its way through the simulator.
type call struct {
	method, path string
	query        url.Values
	header       http.Header
	host         string
	body         []byte
	at           time.Time

	route  *route
	params map[string]string

	json     any // decoded body; nil if there is none
	jsonText []byte
	files    []upload
}

// answer is a success: a status and a JSON value, nil for none.
type answer struct {
	status int
	value  any
}

func ok(v any) (answer, *refusal)          { return answer{200, v}, nil }
func created(v any) (answer, *refusal)     { return answer{201, v}, nil }
func done() (answer, *refusal)             { return answer{204, nil}, nil }
func refuse(r *refusal) (answer, *refusal) { return answer{}, r }
func (c *call) param(name string) string   { return c.params[name] }
func (c *call) channel() ChannelID         { return ChannelID(c.params["channel_id"]) }
func (c *call) message() MessageID         { return MessageID(c.params["message_id"]) }
func (c *call) form() (*form, field)       { f := &form{}; return f, f.root(c.json) }
func (c *call) authorization() (string, bool) {
	t := c.header.Get("Authorization")
	return strings.TrimPrefix(t, "Bot "), t != ""
}

// Transport answers requests in process. It refuses every host but Discord's own, so that a test which would
// leave the machine fails.
func (s *Sim) Transport() http.RoundTripper { return transport{s} }

type transport struct{ sim *Sim }

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
	c := &call{method: req.Method, path: req.URL.Path, query: req.URL.Query(), header: req.Header, host: req.URL.Host, body: body}
	if err := t.sim.serve(req.Context(), c, w); err != nil {
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

// recorder is the answer as it goes over the wire.
type recorder struct {
	header http.Header
	status int
	body   []byte
}

// errLost is what the bot's client sees when the connection breaks.
var errLost = errors.New("discordsim: connection reset (injected)")

// serve handles one request from arrival to answer. An error means that no answer comes at all.
func (s *Sim) serve(ctx context.Context, c *call, w *recorder) error {
	w.header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	if strings.HasPrefix(c.path, "/attachments/") {
		s.serveFile(c, w)
		return nil
	}
	s.mu.Lock()
	s.inFlight++
	c.at = time.Now()
	known := c.match()
	trouble := s.troubleFor(c)
	s.mu.Unlock()
	defer s.landed()
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
	s.mu.Lock()
	ans, no := s.handle(c, known, bad, trouble, w.header)
	w.status, w.body = ans.status, nil
	if no != nil {
		w.status, w.body = no.status, no.body()
		entry.Code, entry.Message, entry.Problems, entry.Scope = no.code, no.message, no.problems, no.scope
	} else if ans.value != nil {
		w.body = mustJSON(ans.value)
	}
	if trouble.Body != "" {
		w.body = []byte(trouble.Body)
	} else if len(w.body) > 0 {
		w.header.Set("Content-Type", "application/json")
		entry.Answer = w.body
	}
	entry.Status, entry.Lost = w.status, trouble.Lost
	s.mu.Unlock()
	s.record(entry)
	if trouble.Lost {
		return errLost
	}
	return nil
}

// landed says that a request has its answer.
func (s *Sim) landed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight--
	s.changed.Broadcast()
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

// handle takes a request through injected trouble, authorisation, limits and its route's own function.
func (s *Sim) handle(c *call, known bool, bad *refusal, trouble Fault, header http.Header) (answer, *refusal) {
	if trouble.Status != 0 {
		return refuse(trouble.refusal(header))
	}
	if !known {
		return refuse(errNotFound)
	}
	token, hasToken := c.authorization()
	valid := token == s.cfg.Token && s.tokens
	if !valid && (hasToken && c.route.pattern != pathGateway || !c.route.open) {
		return refuse(errUnauthorized)
	}
	if no := s.limit(c, hasToken, header); no != nil {
		return refuse(no)
	}
	if bad != nil {
		return refuse(bad)
	}
	return c.route.run(s, c)
}

// read decodes the body: JSON, or multipart with payload_json and files[n].
func (c *call) read() *refusal {
	f := &form{}
	for name, value := range c.params {
		if strings.HasSuffix(name, "_id") && value != "@original" && value != "@me" && !isSnowflake(value) {
			f.root(nil).at(name).fail("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", value)
		}
	}
	if no := f.invalid(); no != nil {
		return no
	}
	if len(c.body) > maxRequest {
		return errTooLarge
	}
	if len(c.body) == 0 {
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
		f.root(nil).fail("CONTENT_TYPE_INVALID", `Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`)
		return f.invalid()
	}
	v, err := decode(c.jsonText)
	if err != nil {
		return errJSON
	}
	c.json = v
	return nil
}

func (c *call) readParts(boundary string) *refusal {
	r := multipart.NewReader(bytes.NewReader(c.body), boundary)
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return &refusal{status: 400, code: 50035, message: "Invalid Form Body"}
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return &refusal{status: 400, code: 50035, message: "Invalid Form Body"}
		}
		if p.FormName() == "payload_json" {
			c.jsonText = content
			continue
		}
		var n int
		if _, err := fmt.Sscanf(p.FormName(), "files[%d]", &n); err != nil {
			continue
		}
		if len(content) > maxFile {
			return errTooLarge
		}
		c.files = append(c.files, upload{n, p.FileName(), p.Header.Get("Content-Type"), content})
	}
	if c.jsonText == nil {
		c.jsonText = []byte("{}")
	}
	if len(c.files) > 10 {
		f := &form{}
		f.root(nil).at("files").fail("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
		return f.invalid()
	}
	return nil
}

// serveFile answers for the CDN: the bytes of an attachment.
func (s *Sim) serveFile(c *call, w *recorder) {
	parts := strings.Split(c.path, "/") // "", attachments, channel, attachment, name
	if len(parts) == 5 {
		if a, ok := s.File(AttachmentID(parts[3])); ok && c.method == http.MethodGet {
			w.header.Set("Content-Type", a.ContentType)
			w.status, w.body = 200, a.Content
			return
		}
	}
	w.status = 404
}
