package discord

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// seen is what discordgo does not tell of an answer.
type seen struct {
	status     int // 0: none came
	header     http.Header
	oldMessage bool // refused because the message is too old to be edited so often, which no waiting mends
}

// scope is whose limit a refusal as too many is about; empty for other answers.
func (s *seen) scope() string {
	switch {
	case s.status != http.StatusTooManyRequests:
		return ""
	case s.header.Get("X-RateLimit-Global") != "":
		return "global"
	}
	return cmp.Or(s.header.Get("X-RateLimit-Scope"), "user")
}

// watch has a request's answer noted.
func (s *seen) watch(cfg *discordgo.RequestConfig) {
	client := *cfg.Client
	client.Transport = noting{client.Transport, s}
	cfg.Client = &client
}

// noting is a transport that notes the answer of one request.
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
	if resp.StatusCode == http.StatusTooManyRequests {
		n.to.oldMessage = isAboutOldMessage(resp)
	}
	return resp, nil
}

// mostOfRefusal is how much of a refusal's body is looked at.
const mostOfRefusal = 64 << 10

// isAboutOldMessage reads the code of a refusal, and leaves its body as if it had not been read.
func isAboutOldMessage(resp *http.Response) bool {
	text, err := io.ReadAll(io.LimitReader(resp.Body, mostOfRefusal))
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(text), resp.Body), resp.Body}
	var body struct {
		Code int `json:"code"`
	}
	return err == nil && json.Unmarshal(text, &body) == nil && body.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
}
