package world

import "strconv"

// Permissions are Discord's permission bits.
type Permissions int64

// The permissions that matter for messages and threads.
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
	PermCreateEvents          Permissions = 1 << 44
	PermUseExternalApps       Permissions = 1 << 50
	PermPinMessages           Permissions = 1 << 51
)

// DefaultBotPermissions are the usual permissions of a bot with messages, pictures and threads.
const DefaultBotPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermAddReactions | PermUseExternalEmojis | PermCreatePublicThreads |
	PermCreatePrivateThreads | PermSendInThreads

// DefaultMemberPermissions are the permissions of an ordinary member.
const DefaultMemberPermissions = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
	PermReadMessageHistory | PermAddReactions | PermUseApplicationCommand | PermCreatePublicThreads | PermSendInThreads |
	PermUseExternalApps

const (
	allPermissions = Permissions(1<<53 - 1)
	dmPermissions  = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
		PermReadMessageHistory | PermMentionEveryone | PermUseExternalEmojis | PermAddReactions
)

// Has reports whether p includes all of want.
func (p Permissions) Has(want Permissions) bool { return p&want == want }

// MarshalText writes the bits in decimal, like Discord.
func (p Permissions) MarshalText() ([]byte, error) {
	return strconv.AppendInt(nil, int64(p), 10), nil
}

// UnmarshalText reads what MarshalText writes.
func (p *Permissions) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	*p = Permissions(n)
	return err
}
