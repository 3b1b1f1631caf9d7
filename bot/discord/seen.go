package discord

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord/pace"
)

// seen holds the details of an answer that discordgo does not report.
type seen struct {
	status     int // HTTP status; 0: there was no answer
	header     http.Header
	oldMessage bool // the limit is the one for edits of old messages; waiting does not help
}

// scope returns the scope of a 429; empty for other answers.
func (s *seen) scope() string {
	switch {
	case s.status != http.StatusTooManyRequests:
		return ""
	case s.header.Get("X-RateLimit-Global") != "":
		return "global"
	}
	return cmp.Or(s.header.Get("X-RateLimit-Scope"), "user")
}

// watch gives one request of discordgo an HTTP client of its own, which stores in s what discordgo
// does not report of the answer.
func (s *seen) watch(cfg *discordgo.RequestConfig) {
	client := *cfg.Client
	client.Transport = noting{client.Transport, s}
	cfg.Client = &client
}

// noting is a transport that records the answer to one request.
type noting struct {
	next http.RoundTripper
	to   *seen
}

// RoundTrip passes the request on.
func (n noting) RoundTrip(r *http.Request) (*http.Response, error) {
	next := n.next
	if next == nil {
		next = http.DefaultTransport
	}
	resp, err := next.RoundTrip(r)
	if err != nil {
		return resp, err
	}
	n.to.status, n.to.header = resp.StatusCode, resp.Header
	resp.Body = http.MaxBytesReader(nil, resp.Body, mostOfAnswer) // discordgo reads the whole body
	if resp.StatusCode == http.StatusTooManyRequests {
		n.to.refused(resp)
	}
	return resp, nil
}

// error returns err, or for a 429 a discordgo.RateLimitError, whatever the body of the answer is.
func (s *seen) error(err error) error {
	if s.status != http.StatusTooManyRequests {
		return err
	}
	return tooSoon(pace.WaitOf(s.header))
}

// tooSoon returns the error of a request that may be sent after a while.
func tooSoon(wait time.Duration) error {
	told := &discordgo.TooManyRequests{RetryAfter: wait}
	return &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: told}}
}

// mostOfAnswer is the most bytes of an answer. Discord's largest have some hundred kilobytes.
const mostOfAnswer = 16 << 20

// mostOfRefusal is the most bytes that are read of a refusal's body.
const mostOfRefusal = 64 << 10

// refused reads the body of a 429 and makes it readable again. The body's time to wait counts like
// a header's, if it is longer.
func (s *seen) refused(resp *http.Response) {
	text, _ := io.ReadAll(io.LimitReader(resp.Body, mostOfRefusal))
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(text), resp.Body), resp.Body}
	var body struct {
		Code       int     `json:"code"`
		RetryAfter float64 `json:"retry_after"`
	}
	if json.Unmarshal(text, &body) != nil { // the body is a proxy's page
		return
	}
	s.oldMessage = body.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
	if wait := time.Duration(body.RetryAfter * float64(time.Second)); wait > pace.WaitOf(s.header) {
		s.header.Set("Retry-After", strconv.FormatFloat(body.RetryAfter, 'f', -1, 64))
	}
}
