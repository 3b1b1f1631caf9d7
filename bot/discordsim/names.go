package discordsim

import (
	"net/http"

	"paddock/bot/discordsim/gateway"
	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/people"
	"paddock/bot/discordsim/rest"
	"paddock/bot/discordsim/world"
)

// The nouns of the world, of which a story speaks.
type (
	UserID        = world.UserID
	GuildID       = world.GuildID
	ChannelID     = world.ChannelID
	MessageID     = world.MessageID
	RoleID        = world.RoleID
	AttachmentID  = world.AttachmentID
	InteractionID = world.InteractionID

	User        = world.User
	Guild       = world.Guild
	Role        = world.Role
	Channel     = world.Channel
	ChannelType = world.ChannelType
	Permissions = world.Permissions
	Message     = world.Message
	Attachment  = world.Attachment
	Component   = world.Component
	Modal       = world.Modal
	Command     = world.Command
	Choice      = world.Choice
	Event       = world.Event
	Snapshot    = world.Snapshot
	Call        = world.Call
	Problem     = world.Problem
)

// What people do, and what came of it.
type (
	Actor       = people.Actor
	Interaction = people.Interaction
	Tamper      = people.Tamper
)

// Limits, and the trouble that a test orders.
type (
	Limit  = limits.Limit
	Limits = limits.Limits
	Fault  = rest.Fault
)

// Kinds of channel and of first answer.
const (
	ChannelDM            = world.ChannelDM
	ChannelPrivateThread = world.ChannelPrivateThread

	AnswerMessage   = world.AnswerMessage
	AnswerDeferEdit = world.AnswerDeferEdit
	AnswerUpdate    = world.AnswerUpdate
	AnswerChoices   = world.AnswerChoices
	AnswerModal     = world.AnswerModal
)

// Kinds of event.
const (
	EventMessageCreate = world.EventMessageCreate
	EventMessageUpdate = world.EventMessageUpdate
	EventMessageDelete = world.EventMessageDelete
	EventChannelCreate = world.EventChannelCreate
	EventChannelUpdate = world.EventChannelUpdate
	EventChannelDelete = world.EventChannelDelete
	EventThreadCreate  = world.EventThreadCreate
	EventNotification  = world.EventNotification
	EventCommands      = world.EventCommands
)

// Permissions and intents.
const (
	PermAdministrator        = world.PermAdministrator
	PermManageGuild          = world.PermManageGuild
	PermViewChannel          = world.PermViewChannel
	PermSendMessages         = world.PermSendMessages
	PermEmbedLinks           = world.PermEmbedLinks
	PermAttachFiles          = world.PermAttachFiles
	PermReadMessageHistory   = world.PermReadMessageHistory
	PermManageThreads        = world.PermManageThreads
	PermCreatePublicThreads  = world.PermCreatePublicThreads
	PermCreatePrivateThreads = world.PermCreatePrivateThreads
	PermSendInThreads        = world.PermSendInThreads
	DefaultBotPermissions    = world.DefaultBotPermissions
	DefaultMemberPermissions = world.DefaultMemberPermissions

	IntentGuilds = gateway.IntentGuilds
)

// What an Interaction fails with.
var (
	ErrClient   = people.ErrClient
	ErrNoAnswer = people.ErrNoAnswer
)

// Redirect is a transport that sends what is meant for Discord to the server at addr ("127.0.0.1:8080") and refuses every other host. Set
// it as the Transport of a session's Client to use Handler over a socket.
func Redirect(addr string) http.RoundTripper { return rest.Redirect(addr) }

// Walk visits components and all below them in the order in which they are shown, until visit says false.
func Walk(list []Component, visit func(Component) bool) bool { return world.Walk(list, visit) }

// Twice is a Tamper that delivers an interaction two times.
func Twice(p map[string]any) []map[string]any { return people.Twice(p) }

// Never is a Tamper that loses an interaction on its way to the bot.
func Never(p map[string]any) []map[string]any { return people.Never(p) }

// Nobody is a Tamper that delivers an interaction with neither member nor user.
func Nobody(p map[string]any) []map[string]any { return people.Nobody(p) }

// UnknownComponent is a Tamper that delivers a modal submit with a component of a type that no library knows yet.
func UnknownComponent(p map[string]any) []map[string]any { return people.UnknownComponent(p) }
