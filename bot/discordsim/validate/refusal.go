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
	RetryAfter time.Duration // time to wait after a 429
	Scope      string        // scope of a 429: user, shared or global
}

// UnknownEmoji refuses a message that shows an emoji which the application does not have.
func UnknownEmoji() *Refusal {
	reason := map[string]any{"_errors": []any{map[string]any{
		"code":    "BUTTON_COMPONENT_INVALID_EMOJI",
		"message": "Invalid emoji",
	}}}
	return &Refusal{
		Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body",
		errors: map[string]any{"components": reason},
	}
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
