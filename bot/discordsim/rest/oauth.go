package rest

import (
	"mime"
	"net/http"
	"net/url"
	"strings"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// exchange returns a token for a code, as OAuth2 requires (RFC 6749, section 4.1.3): the request is
// a form, and errors have OAuth's format.
func (s apps) exchange(c *call) (answer, *validate.Refusal) {
	kind, _, _ := mime.ParseMediaType(c.header.Get("Content-Type"))
	form, err := url.ParseQuery(string(c.body))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return wrong(400, "invalid_request", "The request is no form.")
	}
	id, secret, basic := (&http.Request{Header: c.header}).BasicAuth()
	if !basic {
		id, secret = form.Get("client_id"), form.Get("client_secret")
	}
	switch {
	case id != s.AppID || secret != s.cfg.ClientSecret:
		return wrong(401, "invalid_client", "")
	case form.Get("grant_type") != "authorization_code":
		return wrong(400, "unsupported_grant_type", "")
	}
	token, g, known := s.Redeem(form.Get("code"))
	if !known {
		return wrong(400, "invalid_grant", `Invalid "code" in request.`)
	}
	return ok(map[string]any{
		"token_type": "Bearer", "access_token": token, "expires_in": int(world.BearerTime.Seconds()),
		"refresh_token": token + ".refresh",
		"scope":         strings.Join(g.Scopes, " "),
	})
}

func wrong(status int, code, description string) (answer, *validate.Refusal) {
	out := map[string]any{"error": code}
	if description != "" {
		out["error_description"] = description
	}
	return answer{status, out}, nil
}
