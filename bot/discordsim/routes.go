package discordsim

import (
	"strings"
	"time"
)

// route is one endpoint: how its path looks, who may call it, how it is limited and what it does.
type route struct {
	method  string
	pattern string // as in Discord's OpenAPI file
	open    bool   // no bot token needed: the token is in the path
	major   string // the parameter that has a rate-limit bucket of its own
	bucket  Limit
	run     func(*Sim, *call) (answer, *refusal)

	parts []string
}

const (
	pathGateway     = "/gateway" // looks at no token
	pathInteraction = "/interactions/{interaction_id}/{interaction_token}/callback"
	pathWebhook     = "/webhooks/{webhook_id}/{webhook_token}"
	pathWebhookMsg  = pathWebhook + "/messages/{message_id}"
	pathMessages    = "/channels/{channel_id}/messages"
	pathMessage     = pathMessages + "/{message_id}"
)

// routes is everything that the bot can ask. Bucket sizes are of the order that others have seen; they are
// announced in headers and must not be relied on.
var routes []*route

func init() {
	wide := Limit{50, time.Second}
	post := Limit{5, 5 * time.Second}
	hook := Limit{5, 2 * time.Second}
	routes = []*route{
		{method: "GET", pattern: pathGateway, open: true, bucket: wide, run: (*Sim).showGateway},
		{method: "GET", pattern: "/gateway/bot", bucket: wide, run: (*Sim).showGatewayBot},
		{method: "GET", pattern: "/applications/@me", bucket: wide, run: (*Sim).showApplication},
		{method: "GET", pattern: "/oauth2/applications/@me", bucket: wide, run: (*Sim).showApplication},
		{method: "GET", pattern: "/applications/{application_id}/commands", bucket: wide, run: (*Sim).showCommands},
		{method: "PUT", pattern: "/applications/{application_id}/commands", bucket: wide, run: (*Sim).putCommands},
		{method: "GET", pattern: "/applications/{application_id}/guilds/{guild_id}/commands", bucket: wide, run: (*Sim).showCommands},
		{method: "PUT", pattern: "/applications/{application_id}/guilds/{guild_id}/commands", bucket: wide, run: (*Sim).putCommands},

		{method: "GET", pattern: "/users/@me", bucket: wide, run: (*Sim).showSelf},
		{method: "GET", pattern: "/users/@me/guilds", bucket: wide, run: (*Sim).showGuilds},
		{method: "POST", pattern: "/users/@me/channels", bucket: Limit{10, 10 * time.Second}, run: (*Sim).openDM},
		{method: "GET", pattern: "/users/{user_id}", bucket: wide, run: (*Sim).showUser},
		{method: "DELETE", pattern: "/users/@me/guilds/{guild_id}", bucket: wide, run: (*Sim).leaveGuild},
		{method: "GET", pattern: "/guilds/{guild_id}", major: "guild_id", bucket: wide, run: (*Sim).showGuild},
		{method: "GET", pattern: "/guilds/{guild_id}/channels", major: "guild_id", bucket: wide, run: (*Sim).showChannels},
		{method: "GET", pattern: "/guilds/{guild_id}/members/{user_id}", major: "guild_id", bucket: wide, run: (*Sim).showMember},

		{method: "GET", pattern: "/channels/{channel_id}", major: "channel_id", bucket: wide, run: (*Sim).showChannel},
		{method: "PATCH", pattern: "/channels/{channel_id}", major: "channel_id", bucket: post, run: (*Sim).patchChannel},
		{method: "DELETE", pattern: "/channels/{channel_id}", major: "channel_id", bucket: post, run: (*Sim).removeChannel},
		{method: "POST", pattern: "/channels/{channel_id}/typing", major: "channel_id", bucket: post, run: (*Sim).startTyping},
		{method: "POST", pattern: "/channels/{channel_id}/threads", major: "channel_id", bucket: post, run: (*Sim).startThread},
		{method: "PUT", pattern: "/channels/{channel_id}/thread-members/{user_id}", major: "channel_id", bucket: post, run: (*Sim).addThreadMember},
		{method: "GET", pattern: pathMessages, major: "channel_id", bucket: wide, run: (*Sim).showMessages},
		{method: "POST", pattern: pathMessages, major: "channel_id", bucket: post, run: (*Sim).postMessage},
		{method: "GET", pattern: pathMessage, major: "channel_id", bucket: wide, run: (*Sim).showMessage},
		{method: "PATCH", pattern: pathMessage, major: "channel_id", bucket: post, run: (*Sim).patchMessage},
		{method: "DELETE", pattern: pathMessage, major: "channel_id", bucket: Limit{5, time.Second}, run: (*Sim).removeMessage},
		{method: "POST", pattern: pathMessage + "/threads", major: "channel_id", bucket: post, run: (*Sim).startThread},

		{method: "POST", pattern: pathInteraction, open: true, major: "interaction_token", bucket: hook, run: (*Sim).callback},
		{method: "POST", pattern: pathWebhook, open: true, major: "webhook_token", bucket: hook, run: (*Sim).postFollowUp},
		{method: "GET", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token", bucket: hook, run: (*Sim).showWebhookMessage},
		{method: "PATCH", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token", bucket: hook, run: (*Sim).patchWebhookMessage},
		{method: "DELETE", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token", bucket: hook, run: (*Sim).removeWebhookMessage},
		{method: "GET", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook, run: (*Sim).showWebhookMessage},
		{method: "PATCH", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook, run: (*Sim).patchWebhookMessage},
		{method: "DELETE", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook, run: (*Sim).removeWebhookMessage},
	}
	for _, r := range routes {
		r.parts = strings.Split(r.pattern, "/")
	}
}

// match finds the route of a call; literal parts win because they stand first in the table.
func (c *call) match() bool {
	path, ok := strings.CutPrefix(c.path, "/api/v9")
	if !ok {
		if path, ok = strings.CutPrefix(c.path, "/api/v10"); !ok {
			return false
		}
	}
	parts := strings.Split(path, "/")
	for _, r := range routes {
		if params, ok := r.fits(c.method, parts); ok {
			c.route, c.params = r, params
			return true
		}
	}
	return false
}

func (r *route) fits(method string, parts []string) (map[string]string, bool) {
	if r.method != method || len(parts) != len(r.parts) {
		return nil, false
	}
	params := map[string]string{}
	for i, p := range r.parts {
		if name, ok := strings.CutPrefix(p, "{"); ok {
			params[strings.TrimSuffix(name, "}")] = parts[i]
		} else if p != parts[i] {
			return nil, false
		}
	}
	return params, true
}
