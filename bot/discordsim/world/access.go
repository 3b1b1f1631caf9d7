package world

// Sees says whether somebody can open a channel at all.
func (s *State) Sees(u UserID, c *Channel) bool {
	switch c.Type {
	case ChannelDM:
		return c.Recipient == u || u == s.BotID
	case ChannelPrivateThread, ChannelGroup:
		return c.HasMember(u)
	}
	g := s.Guilds[c.GuildID]
	return g != nil && g.Members[u] != nil && s.MemberPermissions(c, u).Has(PermViewChannel)
}

// MutualGuild says whether somebody shares a server with the bot.
func (s *State) MutualGuild(u UserID) bool {
	for _, g := range s.Guilds {
		if g.Members[s.BotID] != nil && g.Members[u] != nil {
			return true
		}
	}
	return false
}

// DisplayName is how somebody is called in a guild, or elsewhere if g is "".
func (s *State) DisplayName(g GuildID, u UserID) string {
	if guild := s.Guilds[g]; guild != nil && guild.Members[u] != nil && guild.Members[u].Nick != "" {
		return guild.Members[u].Nick
	}
	if user := s.Users[u]; user != nil {
		return user.GlobalName
	}
	return "unknown"
}

// BotPermissions says what the bot may do in a channel: its permissions in the guild less what the channel,
// or a thread's parent, denies.
func (s *State) BotPermissions(c *Channel) Permissions {
	if c.Type == ChannelDM {
		return dmPermissions
	}
	g := s.Guilds[c.GuildID]
	if g == nil || g.Members[s.BotID] == nil {
		return 0
	}
	p := g.Members[s.BotID].Permissions
	if p.Has(PermAdministrator) {
		return allPermissions
	}
	p &^= c.BotDenied
	if parent := s.Channels[c.ParentID]; c.IsThread() && parent != nil {
		p &^= parent.BotDenied
	}
	if c.Type == ChannelPrivateThread && !c.HasMember(s.BotID) {
		p &^= PermViewChannel
	}
	return p
}

// AppPermissions is what an interaction says of the bot's permissions where it was made. Where the bot is not a member they are those of answers.
func (s *State) AppPermissions(c *Channel) Permissions {
	if !s.BotHere(c) {
		return PermEmbedLinks | PermAttachFiles | PermMentionEveryone
	}
	return s.BotPermissions(c)
}

// MemberPermissions says what a person may do in a channel.
func (s *State) MemberPermissions(c *Channel, u UserID) Permissions {
	if c.IsPrivate() {
		return dmPermissions
	}
	g := s.Guilds[c.GuildID]
	if g == nil || g.Members[u] == nil {
		return 0
	}
	if g.OwnerID == u || g.Members[u].Permissions.Has(PermAdministrator) {
		return allPermissions
	}
	return g.Members[u].Permissions
}

// BotHere says whether the application is a member where a channel is; in its own DMs it is.
func (s *State) BotHere(c *Channel) bool {
	if c.Type == ChannelDM {
		return true
	}
	g := s.Guilds[c.GuildID]
	return g != nil && g.Members[s.BotID] != nil
}

// Owners says which installs of the application answer here: 0 the server's, 1 the person's.
func (s *State) Owners(ch *Channel, u UserID) map[string]string {
	out := map[string]string{}
	switch {
	case ch == nil:
	case ch.Type == ChannelDM:
		out["0"] = "0"
	case s.BotHere(ch):
		out["0"] = string(ch.GuildID)
	}
	if user := s.Users[u]; user != nil && user.Installed {
		out["1"] = string(u)
	}
	return out
}

// GuildOf is the server of a channel; "" for a DM or an unknown channel.
func (s *State) GuildOf(c ChannelID) GuildID {
	if ch := s.Channels[c]; ch != nil {
		return ch.GuildID
	}
	return ""
}
