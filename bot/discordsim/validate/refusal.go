package validate

import (
	"encoding/json"
	"net/http"
	"time"

	"paddock/bot/discordsim/world"
)

// Refusal is an error answer of the API.
type Refusal struct {
	Status     int
	Code       int
	Message    string
	errors     map[string]any
	Problems   []world.Problem
	RetryAfter time.Duration // of a 429
	Scope      string        // of a 429: user, shared or global
}

// Body returns Discord's JSON for the error.
func (r *Refusal) Body() json.RawMessage {
	out := map[string]any{"message": r.Message, "code": r.Code}
	if r.errors != nil {
		out["errors"] = r.errors
	}
	if r.Status == http.StatusTooManyRequests {
		out["retry_after"] = r.RetryAfter.Seconds()
		out["global"] = r.Scope == "global"
	}
	return world.JSON(out)
}
