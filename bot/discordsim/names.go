package discordsim

import (
	"paddock/bot/discordsim/gateway"
	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/people"
	"paddock/bot/discordsim/rest"
	"paddock/bot/discordsim/world"
)

// The types of the world, for tests.
type (
	UserID        = world.UserID
	GuildID       = world.GuildID
	ChannelID     = world.ChannelID
	MessageID     = world.MessageID
	AttachmentID  = world.AttachmentID
	InteractionID = world.InteractionID

	User        = world.User
	Guild       = world.Guild
	Role        = world.Role
	Channel     = world.Channel
	ChannelType = world.ChannelType
	Permissions = world.Permissions
	Message     = world.Message
	Component   = world.Component
	Modal       = world.Modal
	Command     = world.Command
	Choice      = world.Choice
	Event       = world.Event
	Snapshot    = world.Snapshot
	Call        = world.Call
	Problem     = world.Problem
)

// Actions of people and their results.
type (
	Actor       = people.Actor
	Interaction = people.Interaction
	Tamper      = people.Tamper
)

// Limits, and the failures that a test injects.
type (
	Limit  = limits.Limit
	Limits = limits.Limits
	Fault  = rest.Fault
)

// Types of channels and first answers.
const (
	ChannelDM            = world.ChannelDM
	ChannelVoice         = world.ChannelVoice
	ChannelNews          = world.ChannelNews
	ChannelNewsThread    = world.ChannelNewsThread
	ChannelStage         = world.ChannelStage
	ChannelForum         = world.ChannelForum
	ChannelPrivateThread = world.ChannelPrivateThread

	AnswerMessage   = world.AnswerMessage
	AnswerDeferEdit = world.AnswerDeferEdit
	AnswerUpdate    = world.AnswerUpdate
	AnswerChoices   = world.AnswerChoices
	AnswerModal     = world.AnswerModal
	AnswerLaunch    = world.AnswerLaunch
)

// StatusActive is the status of a scheduled event that is taking place.
const StatusActive = world.StatusActive

// CommandEntryPoint is the type of the command that opens the Activity from the app launcher.
const CommandEntryPoint = world.CommandEntryPoint

// Types of events.
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
	EventCall          = world.EventCall
)

// Permissions and intents.
const (
	PermAdministrator        = world.PermAdministrator
	PermManageGuild          = world.PermManageGuild
	PermUseExternalApps      = world.PermUseExternalApps
	PermViewChannel          = world.PermViewChannel
	PermSendMessages         = world.PermSendMessages
	PermEmbedLinks           = world.PermEmbedLinks
	PermAttachFiles          = world.PermAttachFiles
	PermReadMessageHistory   = world.PermReadMessageHistory
	PermManageThreads        = world.PermManageThreads
	PermCreatePublicThreads  = world.PermCreatePublicThreads
	PermCreatePrivateThreads = world.PermCreatePrivateThreads
	PermSendInThreads        = world.PermSendInThreads
	PermCreateEvents         = world.PermCreateEvents
	PermPinMessages          = world.PermPinMessages
	DefaultBotPermissions    = world.DefaultBotPermissions
	DefaultMemberPermissions = world.DefaultMemberPermissions

	IntentGuilds = gateway.IntentGuilds
)

// The errors of an Interaction.
var (
	ErrClient   = people.ErrClient
	ErrNoAnswer = people.ErrNoAnswer
)
