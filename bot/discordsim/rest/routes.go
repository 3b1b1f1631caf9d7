package rest

import (
	"slices"
	"strings"
	"time"

	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/validate"
)

// route is one endpoint: its path, authorisation, rate limit and function.
type route struct {
	method  string
	pattern string // path as in Discord's OpenAPI file
	open    bool   // the route needs no bot token: the token is in the path
	grants  bool   // the route gives tokens: the body is a form that identifies the requester
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

// Bucket sizes are similar to observed ones; headers announce them, and bots must not rely on them.
var (
	wide = limits.Limit{N: 50, Per: time.Second}
	post = limits.Limit{N: 5, Per: 5 * time.Second}
	hook = limits.Limit{N: 5, Per: 2 * time.Second}
)

// allRoutes returns all endpoints.
func allRoutes(api *API) []*route {
	var write composer
	if api != nil {
		write.State = api.State
	}
	apps := apps{api}
	routes := slices.Concat(apps.ownRoutes(), apps.peopleRoutes(), events{api}.routes(),
		channels{api, write}.routes(), webhooks{api, write}.routes())
	for _, r := range routes {
		r.parts = strings.Split(r.pattern, "/")
	}
	return routes
}

// ownRoutes returns the endpoints of the application itself.
func (s apps) ownRoutes() []*route {
	return []*route{
		{method: "GET", pattern: pathGateway, open: true, bucket: wide, run: s.showGateway},
		{method: "GET", pattern: "/gateway/bot", bucket: wide, run: s.showGatewayBot},
		{method: "GET", pattern: "/applications/@me", bucket: wide, run: s.showApplication},
		{method: "GET", pattern: "/oauth2/applications/@me", bucket: wide, run: s.showApplication},
		{method: "GET", pattern: "/applications/{application_id}/commands", bucket: wide, run: s.showCommands},
		{method: "PUT", pattern: "/applications/{application_id}/commands", bucket: wide, run: s.putCommands},
		{
			method: "GET", pattern: "/applications/{application_id}/guilds/{guild_id}/commands", bucket: wide,
			run: s.showCommands,
		},
		{
			method: "PUT", pattern: "/applications/{application_id}/guilds/{guild_id}/commands", bucket: wide,
			run: s.putCommands,
		},
		{
			method: "GET", pattern: "/applications/{application_id}/activity-instances/{instance_id}", bucket: wide,
			run: s.showActivity,
		},
		{method: "GET", pattern: pathEmojis, bucket: wide, run: s.showEmojis},
		{method: "POST", pattern: pathEmojis, bucket: limits.Limit{N: 50, Per: time.Minute}, run: s.addEmoji},
		{method: "DELETE", pattern: pathEmojis + "/{emoji_id}", bucket: post, run: s.removeEmoji},
		{method: "POST", pattern: "/oauth2/token", grants: true, hidden: true, bucket: wide, run: s.exchange},
	}
}

// peopleRoutes returns the endpoints of users, servers and members.
func (s apps) peopleRoutes() []*route {
	return []*route{
		{method: "GET", pattern: "/users/@me", bearer: true, bucket: wide, run: s.showSelf},
		{method: "GET", pattern: "/users/@me/guilds", bucket: wide, run: s.showGuilds},
		{
			method: "POST", pattern: "/users/@me/channels", bucket: limits.Limit{N: 10, Per: 10 * time.Second},
			run: s.openDM,
		},
		{method: "GET", pattern: "/users/{user_id}", bucket: wide, run: s.showUser},
		{method: "DELETE", pattern: "/users/@me/guilds/{guild_id}", bucket: wide, run: s.leaveGuild},
		{method: "GET", pattern: "/guilds/{guild_id}", major: "guild_id", bucket: wide, run: s.showGuild},
		{
			method: "GET", pattern: "/guilds/{guild_id}/channels", major: "guild_id", bucket: wide,
			run: s.showChannels,
		},
		{
			method: "GET", pattern: "/guilds/{guild_id}/members/search", major: "guild_id", bucket: wide,
			run: s.searchMembers,
		},
		{
			method: "GET", pattern: "/guilds/{guild_id}/members/{user_id}", major: "guild_id", bucket: wide,
			run: s.showMember,
		},
	}
}

// routes returns the endpoints of scheduled events.
func (s events) routes() []*route {
	return []*route{
		{method: "GET", pattern: pathEvents, major: "guild_id", bucket: wide, run: s.list},
		{method: "POST", pattern: pathEvents, major: "guild_id", bucket: post, run: s.create},
		{method: "PATCH", pattern: pathEvent, major: "guild_id", bucket: post, run: s.patch},
		{method: "DELETE", pattern: pathEvent, major: "guild_id", bucket: post, run: s.remove},
	}
}

// routes returns the endpoints of channels and messages.
func (s channels) routes() []*route {
	return []*route{
		{
			method: "GET", pattern: "/channels/{channel_id}", major: "channel_id", bucket: wide,
			run: s.showChannel,
		},
		{
			method: "PATCH", pattern: "/channels/{channel_id}", major: "channel_id", bucket: post,
			run: s.patchChannel,
		},
		{
			method: "DELETE", pattern: "/channels/{channel_id}", major: "channel_id", bucket: post,
			run: s.removeChannel,
		},
		{
			method: "POST", pattern: "/channels/{channel_id}/typing", major: "channel_id", bucket: post,
			run: s.startTyping,
		},
		{
			method: "POST", pattern: "/channels/{channel_id}/threads", major: "channel_id", bucket: post,
			run: s.startThread,
		},
		{
			method: "PUT", pattern: "/channels/{channel_id}/thread-members/{user_id}", major: "channel_id", bucket: post,
			run: s.addThreadMember,
		},
		{method: "GET", pattern: pathMessages, major: "channel_id", bucket: wide, run: s.showMessages},
		{method: "POST", pattern: pathMessages, major: "channel_id", bucket: post, run: s.postMessage},
		{method: "GET", pattern: pathMessages + "/pins", major: "channel_id", bucket: wide, run: s.showPins},
		{method: "GET", pattern: pathMessage, major: "channel_id", bucket: wide, run: s.showMessage},
		{method: "PATCH", pattern: pathMessage, major: "channel_id", bucket: post, run: s.patchMessage},
		{
			method: "DELETE", pattern: pathMessage, major: "channel_id", bucket: limits.Limit{N: 5, Per: time.Second},
			run: s.removeMessage,
		},
		{
			method: "PUT", pattern: pathMessages + "/pins/{message_id}", major: "channel_id", bucket: post,
			run: s.pinMessage,
		},
		{
			method: "POST", pattern: pathMessage + "/threads", major: "channel_id", bucket: post,
			run: s.startThread,
		},
		{
			method: "POST", pattern: pathMessage + "/crosspost", major: "channel_id",
			bucket: limits.Limit{N: 10, Per: time.Hour}, run: s.crosspost,
		},
	}
}

// routes returns the endpoints that need no bot token: their paths have an interaction's token.
func (s webhooks) routes() []*route {
	return []*route{
		{
			method: "POST", pattern: pathInteraction, open: true, major: "interaction_token", bucket: hook,
			run: s.callback,
		},
		{
			method: "POST", pattern: pathWebhook, open: true, major: "webhook_token", bucket: hook,
			run: s.postFollowUp,
		},
		{
			method: "GET", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token", bucket: hook,
			run: s.showWebhookMessage,
		},
		{
			method: "PATCH", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token",
			bucket: hook, run: s.patchWebhookMessage,
		},
		{
			method: "DELETE", pattern: pathWebhook + "/messages/@original", open: true, major: "webhook_token",
			bucket: hook, run: s.removeWebhookMessage,
		},
		{
			method: "GET", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook,
			run: s.showWebhookMessage,
		},
		{
			method: "PATCH", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook,
			run: s.patchWebhookMessage,
		},
		{
			method: "DELETE", pattern: pathWebhookMsg, open: true, major: "webhook_token", bucket: hook,
			run: s.removeWebhookMessage,
		},
	}
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
	for _, version := range []string{"/v9", "/v10"} { // without a version Discord takes a default
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
