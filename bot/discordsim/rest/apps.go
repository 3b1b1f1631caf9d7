package rest

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// apps handles requests about the application: the gateway, users, servers, direct messages and
// commands.
type apps struct{ *API }

func (s apps) gatewayURL(c *call) string {
	host := c.host
	if host == APIHost {
		host = "gateway.discord.gg" // an in-process session: any host will do, because its dialer ignores it
	}
	return "ws://" + host + "/gw"
}

func (s apps) showGateway(c *call) (answer, *validate.Refusal) {
	return ok(map[string]any{"url": s.gatewayURL(c)})
}

func (s apps) showGatewayBot(c *call) (answer, *validate.Refusal) {
	recent, limit := s.gateway.IdentifiesToday()
	return ok(map[string]any{"url": s.gatewayURL(c), "shards": s.cfg.Shards, "session_start_limit": map[string]any{
		"total": limit, "remaining": max(0, limit-recent),
		"reset_after": 86_400_000, "max_concurrency": s.cfg.Concurrency,
	}})
}

func (s apps) showApplication(*call) (answer, *validate.Refusal) {
	return ok(map[string]any{
		"id": s.AppID, "name": s.Users[s.BotID].Username, "icon": nil, "description": "", "type": nil,
		"bot":        s.UserJSON(s.BotID),
		"verify_key": s.PublicKey(), "flags": s.flags(), "flags_new": strconv.Itoa(s.flags()),
		"redirect_uris":             []string{},
		"interactions_endpoint_url": orNull(s.InteractionsURL), "role_connections_verification_url": nil,
		"owner":                   s.UserJSON(s.BotID),
		"approximate_guild_count": len(s.BotGuilds()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil,
		"eligible_oauth2_scopes": []string{}, "bot_public": true, "bot_require_code_grant": false,
	})
}

// flags returns the application's flags: EMBEDDED if it has an Activity.
func (s apps) flags() int {
	if s.HasActivity() {
		return 1 << 17
	}
	return 0
}

// orNull returns a text, or nil for an empty one.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// showSelf answers with the requester: the bot, or a user in whose name the application asks.
func (s apps) showSelf(c *call) (answer, *validate.Refusal) {
	if c.grant.User == "" {
		u := s.UserJSON(s.BotID)
		u["mfa_enabled"], u["locale"], u["verified"], u["email"] = true, "en-US", true, nil
		return ok(u)
	}
	u := s.UserJSON(c.grant.User)
	u["mfa_enabled"], u["locale"] = false, "en-US"
	if known := s.Users[c.grant.User]; known != nil {
		u["locale"] = known.Locale
	}
	return ok(u)
}

func (s apps) showUser(c *call) (answer, *validate.Refusal) {
	if s.Users[world.UserID(c.param("user_id"))] == nil {
		return refuse(errNoUser)
	}
	return ok(s.UserJSON(world.UserID(c.param("user_id"))))
}

func (s apps) showGuilds(*call) (answer, *validate.Refusal) {
	out := []any{}
	for _, g := range s.BotGuilds() {
		out = append(out, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
			"permissions": g.Members[s.BotID].Permissions, "features": []string{},
		})
	}
	return ok(out)
}

// guild finds a server that the bot is in.
func (s apps) guild(c *call) (*world.Guild, *validate.Refusal) {
	g := s.Guilds[world.GuildID(c.param("guild_id"))]
	if g == nil {
		return nil, errNoGuild
	}
	if g.Members[s.BotID] == nil {
		return nil, errNoAccess
	}
	return g, nil
}

func (s apps) showGuild(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.GuildJSON(g))
}

func (s apps) showChannels(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.GuildCreate(g)["channels"])
}

func (s apps) showMember(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	u := world.UserID(c.param("user_id"))
	switch {
	case s.Users[u] == nil:
		return refuse(errNoUser)
	case g.Members[u] == nil:
		return refuse(errNoMember)
	}
	return ok(s.MemberJSON(g, u))
}

func (s apps) searchMembers(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	f := &validate.Form{}
	limit := c.limit(f, 1, 1000)
	if c.query.Get("query") == "" {
		f.Root(nil).At("query").Fail("BASE_TYPE_REQUIRED", "This field is required")
	}
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	out := []any{}
	for _, u := range s.SearchMembers(g, c.query.Get("query"), limit) {
		out = append(out, s.MemberJSON(g, u))
	}
	return ok(out)
}

func (s apps) leaveGuild(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	s.Dispatch("GUILD_DELETE", g.ID, map[string]any{"id": g.ID})
	delete(g.Members, s.BotID)
	return done()
}

// openDM returns the bot's DM channel with a user, and creates it if necessary. Closed DMs only
// matter when a message is sent.
func (s apps) openDM(c *call) (answer, *validate.Refusal) {
	f, body := c.form()
	if !body.Must() || !body.Object() || !body.At("recipient_id").Must() {
		return refuse(f.Invalid())
	}
	u := world.UserID(body.At("recipient_id").Snowflake())
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	if s.Users[u] == nil {
		return refuse(errNoUser)
	}
	if s.Users[u].Bot {
		return refuse(errClosedDM)
	}
	if !s.DMsOpen[u] {
		if allowed, _, _ := s.limits.Take("open DMs", s.cfg.Limits.OpenDMs); !allowed {
			return refuse(errDMTooFast)
		}
		s.DMsOpen[u] = true
	}
	return ok(s.ChannelJSON(s.DMWith(u)))
}

func (s apps) showCommands(c *call) (answer, *validate.Refusal) {
	g, no := s.commandScope(c)
	if no != nil {
		return refuse(no)
	}
	return ok(world.OrEmpty(s.Registered[g]))
}

func (s apps) commandScope(c *call) (world.GuildID, *validate.Refusal) {
	if c.param("application_id") != s.AppID {
		return "", errNoApplication
	}
	if c.param("guild_id") == "" {
		return "", nil
	}
	g, no := s.guild(c)
	if no != nil {
		return "", no
	}
	return g.ID, nil
}

// putCommands replaces all commands of a scope. Commands keep their ids; only new names count as
// creations.
func (s apps) putCommands(c *call) (answer, *validate.Refusal) {
	scope, no := s.commandScope(c)
	if no != nil {
		return refuse(no)
	}
	set, no := commandsOf(c)
	if no != nil {
		return refuse(no)
	}
	if no := s.checkEntryPoint(scope, set); no != nil {
		return refuse(no)
	}
	fresh := 0
	for _, cmd := range set {
		cmd.ApplicationID, cmd.GuildID = s.AppID, scope
		if old := s.commandLike(scope, cmd); old != nil {
			cmd.ID = old.ID
		} else {
			fresh++
		}
	}
	key := "creates " + string(scope) + strconv.Itoa(int(time.Now().Unix()/86400))
	for range fresh {
		if allowed, _, _ := s.limits.Take(key, limits.Limit{N: s.cfg.Limits.Creates, Per: 24 * time.Hour}); !allowed {
			return refuse(&validate.Refusal{
				Status: 400, Code: 30034,
				Message: "Max number of daily application command creates has been reached (200)",
			})
		}
	}
	for _, cmd := range set {
		if cmd.ID == "" {
			cmd.ID = world.CommandID(s.NewID())
		}
		cmd.Version = s.NewID()
	}
	s.Registered[scope] = set
	s.Emit(world.Event{Type: world.EventCommands})
	return ok(world.OrEmpty(set))
}

// checkEntryPoint refuses a set that drops the application's Entry Point command, or has one where
// none can be.
func (s apps) checkEntryPoint(scope world.GuildID, set []*world.Command) *validate.Refusal {
	has := slices.ContainsFunc(set, func(c *world.Command) bool { return c.Type == world.CommandEntryPoint })
	switch {
	case has && (scope != "" || !s.HasActivity()):
		return errEntryPointHere
	case !has && scope == "" && s.HasActivity():
		return errEntryPointGone
	}
	return nil
}

// showActivity answers with the users of an instance of the Activity, and its place.
func (s apps) showActivity(c *call) (answer, *validate.Refusal) {
	if c.param("application_id") != s.AppID {
		return refuse(errNoApplication)
	}
	a := s.FindActivity(c.param("instance_id"))
	if a == nil {
		return refuse(errNotFound)
	}
	return ok(s.ActivityJSON(a))
}

// checkedSets has bodies with valid commands, because the many worlds of one process register the
// same ones.
var checkedSets sync.Map

// isCheckedSet reports whether a body is a set of commands that was found valid before.
func isCheckedSet(body []byte) bool {
	_, ok := checkedSets.Load(string(body))
	return ok
}

// commandsOf checks and reads a body with commands.
func commandsOf(c *call) ([]*world.Command, *validate.Refusal) {
	known, ok := checkedSets.Load(string(c.jsonText))
	if !ok {
		_, body := c.form()
		set, no := validate.Commands(body)
		if no != nil {
			return nil, no
		}
		known, _ = checkedSets.LoadOrStore(string(c.jsonText), set)
	}
	set := slices.Clone(known.([]*world.Command))
	for i, cmd := range set {
		own := *cmd
		set[i] = &own
	}
	return set, nil
}

// commandLike returns the command of the same type and name in a scope.
func (s apps) commandLike(scope world.GuildID, like *world.Command) *world.Command {
	for _, cmd := range s.Registered[scope] {
		if cmd.Type == like.Type && cmd.Name == like.Name {
			return cmd
		}
	}
	return nil
}
