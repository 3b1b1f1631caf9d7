package world

// Sees reports whether a user can open a channel.
func (s *State) Sees(u UserID, c *Channel) bool {
	switch {
	case c.IsBotDM():
		return c.Recipient == u || u == s.BotID
	case c.Type == ChannelPrivateThread, c.IsPrivate():
		return c.HasMember(u)
	}
	g := s.Guilds[c.GuildID]
	return g != nil && g.Members[u] != nil && s.MemberPermissions(c, u).Has(PermViewChannel)
}

// MutualGuild reports whether a user shares a server with the bot.
func (s *State) MutualGuild(u UserID) bool {
	for _, g := range s.Guilds {
		if g.Members[s.BotID] != nil && g.Members[u] != nil {
			return true
		}
	}
	return false
}

// DisplayName returns the name of a user in a guild, or outside of guilds if g is "".
func (s *State) DisplayName(g GuildID, u UserID) string {
	if guild := s.Guilds[g]; guild != nil && guild.Members[u] != nil && guild.Members[u].Nick != "" {
		return guild.Members[u].Nick
	}
	if user := s.Users[u]; user != nil {
		return user.GlobalName
	}
	return "unknown"
}

// BotPermissions returns the bot's permissions in a channel: those in the guild without those that
// the channel or a thread's parent denies.
func (s *State) BotPermissions(c *Channel) Permissions {
	if c.IsBotDM() {
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

// AppPermissions returns the bot's permissions as an interaction reports them. If the bot is not a
// member, they are the permissions of answers.
func (s *State) AppPermissions(c *Channel) Permissions {
	if !s.BotHere(c) {
		return PermEmbedLinks | PermAttachFiles | PermMentionEveryone
	}
	return s.BotPermissions(c)
}

// MemberPermissions returns a user's permissions in a channel.
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

// BotHere reports whether the bot is a member of a channel's guild; true in its own DMs.
func (s *State) BotHere(c *Channel) bool {
	if c.IsBotDM() {
		return true
	}
	g := s.Guilds[c.GuildID]
	return g != nil && g.Members[s.BotID] != nil
}

// Owners returns the installs of the application that apply here: 0 is the server's, 1 the user's.
func (s *State) Owners(ch *Channel, u UserID) map[string]string {
	out := map[string]string{}
	switch {
	case ch == nil:
	case ch.IsBotDM():
		out["0"] = "0"
	case s.BotHere(ch):
		out["0"] = string(ch.GuildID)
	}
	if user := s.Users[u]; user != nil && user.Installed {
		out["1"] = string(u)
	}
	return out
}

// OwnersOf returns the installs that apply to an interaction. A component has the installs of the
// answer that it belongs to: anybody who sees the answer of a user's application can press it, and
// the user install is still that of the user who asked for the answer.
// https://docs.discord.com/developers/interactions/receiving-and-responding
func (s *State) OwnersOf(i *Interaction) map[string]string {
	if m := s.Posted[i.Source]; m != nil && m.Source != nil && m.Source.Owners["0"] == "" && len(m.Source.Owners) > 0 {
		return m.Source.Owners
	}
	return s.Owners(s.Channels[i.Channel], i.User)
}

// AnswersInPrivate reports whether only the user sees the answers to their interactions: where the
// application is not a member, and the user may not use external apps.
// https://docs.discord.com/developers/topics/permissions
func (s *State) AnswersInPrivate(i *Interaction) bool {
	c := s.Channels[i.Channel]
	return c != nil && c.GuildID != "" && i.Owners["0"] == "" &&
		!s.MemberPermissions(c, i.User).Has(PermUseExternalApps)
}

// GuildOf returns the server of a channel; "" for a DM or an unknown channel.
func (s *State) GuildOf(c ChannelID) GuildID {
	if ch := s.Channels[c]; ch != nil {
		return ch.GuildID
	}
	return ""
}
