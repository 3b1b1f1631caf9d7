package discordsim

import "strconv"

// Permissions are Discord's permission bits.
type Permissions int64

// The permissions that matter to a bot of messages and threads.
const (
	PermAdministrator         Permissions = 1 << 3
	PermManageChannels        Permissions = 1 << 4
	PermManageGuild           Permissions = 1 << 5
	PermAddReactions          Permissions = 1 << 6
	PermViewChannel           Permissions = 1 << 10
	PermSendMessages          Permissions = 1 << 11
	PermManageMessages        Permissions = 1 << 13
	PermEmbedLinks            Permissions = 1 << 14
	PermAttachFiles           Permissions = 1 << 15
	PermReadMessageHistory    Permissions = 1 << 16
	PermMentionEveryone       Permissions = 1 << 17
	PermUseExternalEmojis     Permissions = 1 << 18
	PermUseApplicationCommand Permissions = 1 << 31
	PermManageThreads         Permissions = 1 << 34
	PermCreatePublicThreads   Permissions = 1 << 35
	PermCreatePrivateThreads  Permissions = 1 << 36
	PermSendInThreads         Permissions = 1 << 38
)

// DefaultBotPermissions is what a bot of messages, pictures and threads is usually invited with.
const DefaultBotPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermAddReactions | PermUseExternalEmojis | PermCreatePublicThreads |
	PermCreatePrivateThreads | PermSendInThreads

// DefaultMemberPermissions is what an ordinary member may do.
const DefaultMemberPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermAddReactions | PermUseApplicationCommand | PermCreatePublicThreads | PermSendInThreads

const (
	allPermissions = Permissions(1<<50 - 1)
	dmPermissions  = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
		PermReadMessageHistory | PermMentionEveryone | PermUseExternalEmojis | PermAddReactions
)

func (p Permissions) has(want Permissions) bool { return p&want == want }

// MarshalText writes the bits in decimal, in a JSON string, as Discord does.
func (p Permissions) MarshalText() ([]byte, error) {
	return strconv.AppendInt(nil, int64(p), 10), nil
}

// UnmarshalText reads what MarshalText writes.
func (p *Permissions) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	*p = Permissions(n)
	return err
}

// botPermissions says what the bot may do in a channel: its permissions in the guild less what the channel,
// or a thread's parent, denies.
func (s *Sim) botPermissions(c *Channel) Permissions {
	if c.Type == ChannelDM {
		return dmPermissions
	}
	g := s.guilds[c.GuildID]
	if g == nil || g.Members[s.bot] == nil {
		return 0
	}
	p := g.Members[s.bot].Permissions
	if p.has(PermAdministrator) {
		return allPermissions
	}
	p &^= c.BotDenied
	if parent := s.channels[c.ParentID]; c.isThread() && parent != nil {
		p &^= parent.BotDenied
	}
	if c.Type == ChannelPrivateThread && !c.hasMember(s.bot) {
		p &^= PermViewChannel
	}
	return p
}

// appPermissions is what an interaction says of the bot's permissions where it was made. Where the bot is not a member they are those of answers.
func (s *Sim) appPermissions(c *Channel) Permissions {
	if !s.botHere(c) {
		return PermEmbedLinks | PermAttachFiles | PermMentionEveryone
	}
	return s.botPermissions(c)
}

// memberPermissions says what a person may do in a channel.
func (s *Sim) memberPermissions(c *Channel, u UserID) Permissions {
	if c.isPrivate() {
		return dmPermissions
	}
	g := s.guilds[c.GuildID]
	if g == nil || g.Members[u] == nil {
		return 0
	}
	if g.OwnerID == u || g.Members[u].Permissions.has(PermAdministrator) {
		return allPermissions
	}
	return g.Members[u].Permissions
}
