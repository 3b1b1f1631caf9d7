package world

// CommandType is Discord's number for a type of command.
type CommandType int

// The types of commands.
const (
	CommandChat    CommandType = 1
	CommandUser    CommandType = 2
	CommandMessage CommandType = 3

	CommandEntryPoint CommandType = 4 // opens the Activity from the app launcher
)

// Handler says who answers an Entry Point command, Discord's number.
type Handler int

// The handlers.
const (
	HandlerApp     Handler = 1 // the application gets an interaction
	HandlerDiscord Handler = 2 // Discord opens the Activity
)

// OptionType is Discord's number for a type of option.
type OptionType int

// The types of options.
const (
	OptionSubCommand  OptionType = 1
	OptionGroup       OptionType = 2
	OptionString      OptionType = 3
	OptionInteger     OptionType = 4
	OptionBoolean     OptionType = 5
	OptionUser        OptionType = 6
	OptionChannel     OptionType = 7
	OptionRole        OptionType = 8
	OptionMentionable OptionType = 9
	OptionNumber      OptionType = 10
	OptionAttachment  OptionType = 11
)

// MaxSafeInteger is the largest integer of an option; its negative is the smallest.
const MaxSafeInteger = 1<<53 - 1

// Command is a registered command.
type Command struct {
	ID                       CommandID         `json:"id"`
	ApplicationID            string            `json:"application_id"`
	GuildID                  GuildID           `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	Type                     CommandType       `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []Option          `json:"options,omitempty"`
	DefaultMemberPermissions *Permissions      `json:"default_member_permissions"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types,omitempty"`
	NSFW                     bool              `json:"nsfw"`
	Handler                  Handler           `json:"handler,omitempty"`
}

// Option is an option, sub-command or group of a command.
type Option struct {
	Type                     OptionType        `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []Option          `json:"options,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
}

// Choice is a suggested value. Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

// Allows reports whether a member with these permissions sees the command. 0 means administrators
// only.
func (c *Command) Allows(p Permissions) bool {
	needed := c.DefaultMemberPermissions
	return needed == nil || p.Has(PermAdministrator) || *needed != 0 && p.Has(*needed)
}
