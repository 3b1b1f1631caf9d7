package world

import (
	"encoding/json"
	"fmt"
	"time"
)

// Call is one REST request of the bot, with its answer.
type Call struct {
	At         time.Time       `json:"at"`
	Method     string          `json:"method"`
	Path       string          `json:"path"`
	Route      string          `json:"route"` // path template of the endpoint; empty if there is no such endpoint
	Authorized bool            `json:"authorized"`
	Body       json.RawMessage `json:"body,omitempty"` // body of the request; of multipart, its payload_json
	Files      []string        `json:"files,omitempty"`
	Status     int             `json:"status"`
	Code       int             `json:"code,omitempty"` // Discord's error code
	Message    string          `json:"message,omitempty"`
	Problems   []Problem       `json:"problems,omitempty"`
	Invalid    string          `json:"invalid,omitempty"` // the problem that Config.Validator found
	Scope      string          `json:"scope,omitempty"`   // scope of a 429
	Lost       bool            `json:"lost,omitempty"`    // the connection broke before the bot had the answer
	Answer     json.RawMessage `json:"answer,omitempty"`
}

// String returns a line for the message of a test.
func (c Call) String() string {
	text := fmt.Sprintf("%s %s: %d", c.Method, c.Path, c.Status)
	if c.Code != 0 || c.Message != "" {
		text += fmt.Sprintf(" %d %s", c.Code, c.Message)
	}
	for _, p := range c.Problems {
		text += fmt.Sprintf("; %s: %s %s", p.Path, p.Code, p.Message)
	}
	if c.Route == "" {
		text += "; not simulated"
	}
	if c.Invalid != "" {
		text += "; schema: " + c.Invalid
	}
	return text
}

// JSON returns the body as maps, lists and strings; nil if there was none.
func (c Call) JSON() map[string]any {
	var out map[string]any
	if json.Unmarshal(c.Body, &out) != nil {
		return nil
	}
	return out
}

// Problem is one problem of a body, with its path and Discord's inner code and message. Unpublished
// codes are guesses with the same meaning.
type Problem struct {
	Path    string `json:"path"` // path of the value, such as "components[0].components[1].custom_id"
	Code    string `json:"code"`
	Message string `json:"message"`
}
