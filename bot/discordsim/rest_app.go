package discordsim

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

func (s *Sim) gatewayURL(c *call) string {
	host := c.host
	if host == APIHost {
		host = "gateway.discord.gg" // in process: the dialer knows no addresses
	}
	return "ws://" + host + "/gw"
}

func (s *Sim) showGateway(c *call) (answer, *refusal) {
	return ok(map[string]any{"url": s.gatewayURL(c)})
}

func (s *Sim) showGatewayBot(c *call) (answer, *refusal) {
	recent := s.identifiesToday()
	return ok(map[string]any{"url": s.gatewayURL(c), "shards": 1, "session_start_limit": map[string]any{
		"total": s.cfg.Limits.Identify, "remaining": max(0, s.cfg.Limits.Identify-recent),
		"reset_after": 86_400_000, "max_concurrency": 1,
	}})
}

func (s *Sim) showApplication(*call) (answer, *refusal) {
	return ok(map[string]any{
		"id": s.appID, "name": s.cfg.BotName, "icon": nil, "description": "", "type": nil, "bot": s.userJSON(s.bot),
		"verify_key": strings.Repeat("0", 64), "flags": 0, "flags_new": "0", "redirect_uris": []string{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil, "owner": s.userJSON(s.bot),
		"approximate_guild_count": len(s.botGuilds()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil,
		"eligible_oauth2_scopes": []string{}, "bot_public": true, "bot_require_code_grant": false,
	})
}

func (s *Sim) showSelf(*call) (answer, *refusal) {
	u := s.userJSON(s.bot)
	u["mfa_enabled"], u["locale"], u["verified"], u["email"] = true, "en-US", true, nil
	return ok(u)
}

func (s *Sim) showUser(c *call) (answer, *refusal) {
	if s.users[UserID(c.param("user_id"))] == nil {
		return refuse(errNoUser)
	}
	return ok(s.userJSON(UserID(c.param("user_id"))))
}

// botGuilds are the servers the bot is in, oldest first.
func (s *Sim) botGuilds() []*Guild {
	var out []*Guild
	for _, g := range s.guilds {
		if g.Members[s.bot] != nil {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b *Guild) int { return compareIDs(string(a.ID), string(b.ID)) })
	return out
}

func (s *Sim) showGuilds(*call) (answer, *refusal) {
	out := []any{}
	for _, g := range s.botGuilds() {
		out = append(out, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
			"permissions": g.Members[s.bot].Permissions, "features": []string{},
		})
	}
	return ok(out)
}

// guild finds a server that the bot is in.
func (s *Sim) guild(c *call) (*Guild, *refusal) {
	g := s.guilds[GuildID(c.param("guild_id"))]
	if g == nil {
		return nil, errNoGuild
	}
	if g.Members[s.bot] == nil {
		return nil, errNoAccess
	}
	return g, nil
}

func (s *Sim) showGuild(c *call) (answer, *refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.guildJSON(g))
}

func (s *Sim) showChannels(c *call) (answer, *refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.guildCreate(g)["channels"])
}

func (s *Sim) showMember(c *call) (answer, *refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	u := UserID(c.param("user_id"))
	switch {
	case s.users[u] == nil:
		return refuse(errNoUser)
	case g.Members[u] == nil:
		return refuse(errNoMember)
	}
	return ok(s.memberJSON(g, u))
}

func (s *Sim) leaveGuild(c *call) (answer, *refusal) {
	g, no := s.guild(c)
	if no != nil {
		return refuse(no)
	}
	s.dispatch("GUILD_DELETE", g.ID, map[string]any{"id": g.ID})
	delete(g.Members, s.bot)
	return done()
}

// openDM makes or finds the bot's DM channel with somebody. Whether he can be written to shows only when a
// message is sent.
func (s *Sim) openDM(c *call) (answer, *refusal) {
	f, body := c.form()
	if !body.must() || !body.object() || !body.at("recipient_id").must() {
		return refuse(f.invalid())
	}
	u := UserID(body.at("recipient_id").snowflake())
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	if s.users[u] == nil {
		return refuse(errNoUser)
	}
	if s.users[u].Bot {
		return refuse(errClosedDM)
	}
	if !s.dmsOpen[u] {
		if allowed, _, _ := s.take("open DMs", s.cfg.Limits.OpenDMs); !allowed {
			return refuse(errDMTooFast)
		}
		s.dmsOpen[u] = true
	}
	return ok(s.channelJSON(s.dm(u)))
}

func (s *Sim) showCommands(c *call) (answer, *refusal) {
	g, no := s.commandScope(c)
	if no != nil {
		return refuse(no)
	}
	return ok(orEmpty(s.commands[g]))
}

func (s *Sim) commandScope(c *call) (GuildID, *refusal) {
	if c.param("application_id") != s.appID {
		return "", &refusal{status: 404, code: 10002, message: "Unknown Application"}
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

// putCommands replaces the whole set of a scope. Commands keep their ids; only new names count as creations.
func (s *Sim) putCommands(c *call) (answer, *refusal) {
	scope, no := s.commandScope(c)
	if no != nil {
		return refuse(no)
	}
	_, body := c.form()
	set, no := checkCommands(body)
	if no != nil {
		return refuse(no)
	}
	fresh := 0
	for _, cmd := range set {
		cmd.ApplicationID, cmd.GuildID = s.appID, scope
		if old := s.registered(scope, cmd); old != nil {
			cmd.ID = old.ID
		} else {
			fresh++
		}
	}
	key := "creates " + string(scope) + strconv.Itoa(int(time.Now().Unix()/86400))
	for range fresh {
		if allowed, _, _ := s.take(key, Limit{s.cfg.Limits.Creates, 24 * time.Hour}); !allowed {
			return refuse(&refusal{status: 400, code: 30034, message: "Max number of daily application command creates has been reached (200)"})
		}
	}
	for _, cmd := range set {
		if cmd.ID == "" {
			cmd.ID = CommandID(s.newID())
		}
		cmd.Version = s.newID()
	}
	s.commands[scope] = set
	s.emit(Event{Type: EventCommands})
	return ok(orEmpty(set))
}

// registered finds the command of the same kind and name in a scope.
func (s *Sim) registered(scope GuildID, like *Command) *Command {
	for _, cmd := range s.commands[scope] {
		if cmd.Type == like.Type && cmd.Name == like.Name {
			return cmd
		}
	}
	return nil
}
