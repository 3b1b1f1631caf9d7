package rest

import (
	"strings"
	"time"

	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/validate"
)

// route is one endpoint: its path, authorisation, rate limit and function.
type route struct {
	method  string
	pattern string // path as in Discord's OpenAPI file
	open    bool   // needs no bot token: the token is in the path
	grants  bool   // gives tokens: the body is a form that identifies the requester
	bearer  bool   // accepts a user's token too
	hidden  bool   // the endpoint is not in Discord's OpenAPI file
	major   string // the parameter with a rate-limit bucket of its own
	bucket  limits.Limit
	run     func(*call) (answer, *validate.Refusal)

	parts []string
}

const (
	pathGateway     = "/gateway" // needs no token
	pathInteraction = "/interactions/{interaction_id}/{interaction_token}/callback"
	pathWebhook     = "/webhooks/{webhook_id}/{webhook_token}"
	pathWebhookMsg  = pathWebhook + "/messages/{message_id}"
	pathMessages    = "/channels/{channel_id}/messages"
	pathMessage     = pathMessages + "/{message_id}"
	pathEmojis      = "/applications/{application_id}/emojis"
	pathEvents      = "/guilds/{guild_id}/scheduled-events"
	pathEvent       = pathEvents + "/{guild_scheduled_event_id}"
)

// allRoutes returns all endpoints. Bucket sizes are similar to observed ones; headers announce
// them, and bots must not rely on them.
func allRoutes(api *API) []*route {
	apps := apps{api}
	var write composer
	if api != nil {
		write.State = api.State
	}
	channels := channels{api, write}
	hooks := webhooks{api, write}
	events := events{api}
	wide := limits.Limit{N: 50, Per: time.Second}
	post := limits.Limit{N: 5, Per: 5 * time.Second}
	hook := limits.Limit{N: 5, Per: 2 * time.Second}
	routes := []*route{
		{method: "GET", pattern: pathGateway, open: true, bucket: wide, run: apps.showGateway},
		{method: "GET", pattern: "/gateway/bot", bucket: wide, run: apps.showGatewayBot},
		{method: "GET", pattern: "/applications/@me", bucket: wide, run: apps.showApplication},
		{method: "GET", pattern: "/oauth2/applications/@me", bucket: wide, run: apps.showApplication},
		{method: "GET", pattern: "/applications/{application_id}/commands", bucket: wide, run: apps.showCommands},
		{method: "PUT", pattern: "/applications/{application_id}/commands", bucket: wide, run: apps.putCommands},
		{
			method: "GET", pattern: "/applications/{application_id}/guilds/{guild_id}/commands", bucket: wide,
			run: apps.showCommands,
		},
		{
			method: "PUT", pattern: "/applications/{application_id}/guilds/{guild_id}/commands", bucket: wide,
			run: apps.putCommands,
		},

		{
			method: "GET", pattern: "/applications/{application_id}/activity-instances/{instance_id}", bucket: wide,
			run: apps.showActivity,
		},
		{method: "GET", pattern: pathEmojis, bucket: wide, run: apps.showEmojis},
		{method: "POST", pattern: pathEmojis, bucket: limits.Limit{N: 50, Per: time.Minute}, run: apps.addEmoji},
		{method: "DELETE", pattern: pathEmojis + "/{emoji_id}", bucket: post, run: apps.removeEmoji},
		{method: "POST", pattern: "/oauth2/token", grants: true, hidden: true, bucket: wide, run: apps.exchange},

		{method: "GET", pattern: "/users/@me", bearer: true, bucket: wide, run: apps.showSelf},
		{method: "GET", pattern: "/users/@me/guilds", bucket: wide, run: apps.showGuilds},
		{
			method: "POST", pattern: "/users/@me/channels", bucket: limits.Limit{N: 10, Per: 10 * time.Second},
			run: apps.openDM,
		},
		{method: "GET", pattern: "/users/{user_id}", bucket: wide, run: apps.showUser},
		{method: "DELETE", pattern: "/users/@me/guilds/{guild_id}", bucket: wide, run: apps.leaveGuild},
		{method: "GET", pattern: "/guilds/{guild_id}", major: "guild_id", bucket: wide, run: apps.showGuild},
		{
			method: "GET", pattern: "/guilds/{guild_id}/channels", major: "guild_id", bucket: wide,
			run: apps.showChannels,
		},
		{
			method: "GET", pattern: "/guilds/{guild_id}/members/search", major: "guild_id", bucket: wide,
			run: apps.searchMembers,
		},
		{
			method: "GET", pattern: "/guilds/{guild_id}/members/{user_id}", major: "guild_id", bucket: wide,
			run: apps.showMember,
		},

		{method: "GET", pattern: pathEvents, major: "guild_id", bucket: wide, run: events.list},
		{method: "POST", pattern: pathEvents, major: "guild_id", bucket: post, run: events.create},
		{method: "PATCH", pattern: pathEvent, major: "guild_id", bucket: post, run: events.patch},
		{method: "DELETE", pattern: pathEvent, major: "guild_id", bucket: post, run: events.remove},

		{
			method: "GET", pattern: "/channels/{channel_id}", major: "channel_id", bucket: wide,
			run: channels.showChannel,
		},
		{
			method: "PATCH", pattern: "/channels/{channel_id}", major: "channel_id", bucket: post,
			run: channels.patchChannel,
		},
		{
			method: "DELETE", pattern: "/channels/{channel_id}", major: "channel_id", bucket: post,
			run: channels.removeChannel,
		},
		{
			method: "POST", pattern: "/channels/{channel_id}/typing", major: "channel_id", bucket: post,
			run: channels.startTyping,
		},
		{
			method: "POST", pattern: "/channels/{channel_id}/threads", major: "channel_id", bucket: post,
			run: channels.startThread,
		},
		{
			method: "PUT", pattern: "/channels/{channel_id}/thread-members/{user_id}", major: "channel_id", bucket: post,
			run: channels.addThreadMember,
		},
		{method: "GET", pattern: pathMessages, major: "channel_id", bucket: wide, run: channels.showMessages},
		{method: "POST", pattern: pathMessages, major: "channel_id", bucket: post, run: channels.postMessage},
		{method: "GET", pattern: pathMessages + "/pins", major: "channel_id", bucket: wide, run: channels.showPins},
		{method: "GET", pattern: pathMessage, major: "channel_id", bucket: wide, run: channels.showMessage},
		{method: "PATCH", pattern: pathMessage, major: "channel_id", bucket: post, run: channels.patchMessage},
		{
			method: "DELETE", pattern: pathMessage, major: "channel_id", bucket: limits.Limit{N: 5, Per: time.Second},
			run: channels.removeMessage,
		},
		{
			method: "PUT", pattern: pathMessages + "/pins/{message_id}", major: "channel_id", bucket: post,
			run: channels.pinMessage,
		},
		{
			method: "POST", pattern: pathMessage + "/threads", major: "channel_id", bucket: post,
			run: channels.startThread,
		},
		{
			method: "POST", pattern: pathMessage + "/crosspost", major: "channel_id",
			bucket: limits.Limit{N: 10, Per: time.Hour}, run: channels.crosspost,
		},

		{
			method: "POST", pattern: pathInteraction, open: true, major: "interaction_token", bucket: hook,
			run: hooks.callback,
		},
		{
			method: "POST", pattern: pathWebhook, open: true, major: "webhook_token", bucket: hook,
			run: hooks.postFollowUp,
		},
		{
			method: "GET", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token", bucket: hook,
			run: hooks.showWebhookMessage,
		},
		{
			method: "PATCH", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token",
			bucket: hook, run: hooks.patchWebhookMessage,
		},
		{
			method: "DELETE", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token",
			bucket: hook, run: hooks.removeWebhookMessage,
		},
		{
			method: "GET", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook,
			run: hooks.showWebhookMessage,
		},
		{
			method: "PATCH", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook,
			run: hooks.patchWebhookMessage,
		},
		{
			method: "DELETE", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook,
			run: hooks.removeWebhookMessage,
		},
	}
	for _, r := range routes {
		r.parts = strings.Split(r.pattern, "/")
	}
	return routes
}

// Endpoints returns the method and path template of every endpoint that Discord describes in its
// OpenAPI file.
func Endpoints() [][2]string {
	var out [][2]string
	for _, r := range allRoutes(nil) {
		if r.hidden {
			continue
		}
		out = append(out, [2]string{r.method, r.pattern})
	}
	return out
}

// match finds the route of a call. Literal parts win because they come first in the table.
func (c *call) match(routes []*route) bool {
	path, ok := strings.CutPrefix(c.path, "/api")
	if !ok {
		return false
	}
	for _, version := range []string{"/v9", "/v10"} { // without one Discord takes a default
		if rest, ok := strings.CutPrefix(path, version+"/"); ok {
			path = "/" + rest
			break
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
