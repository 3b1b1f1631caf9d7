package discordsim

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// CommandType is Discord's number for a kind of command.
type CommandType int

// The kinds of command.
const (
	CommandChat    CommandType = 1
	CommandUser    CommandType = 2
	CommandMessage CommandType = 3
)

// OptionType is Discord's number for a kind of option.
type OptionType int

// The kinds of option.
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

// Choice is one value that people can pick. Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	locales     = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")
)

const (
	maxCommandText = 8000
	maxSafeInteger = 1<<53 - 1
)

// checkCommands checks a bulk overwrite: the whole set of one scope. Too many commands of a kind are refused
// with 30032, which is not a form error.
func checkCommands(body field) ([]*Command, *refusal) {
	if _, ok := body.value.([]any); !ok {
		body.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil, body.form.invalid()
	}
	var out []*Command
	seen, count := map[string]bool{}, map[CommandType]int{}
	for _, c := range body.list(0, 130) {
		kind := checkCommand(c)
		name, _ := c.at("name").value.(string)
		key := strconv.Itoa(int(kind)) + " " + name
		if seen[key] {
			c.fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
		count[kind]++
	}
	if r := body.form.invalid(); r != nil {
		return nil, r
	}
	if count[CommandChat] > 100 || count[CommandUser] > 15 || count[CommandMessage] > 15 {
		return nil, &refusal{status: 400, code: 30032, message: "Maximum number of application commands reached (100)"}
	}
	for _, c := range body.list(0, 130) {
		cmd, err := readCommand(c)
		if err != nil {
			c.fail("DICT_TYPE_CONVERT", "Could not read the command: %v", err)
			return nil, body.form.invalid()
		}
		out = append(out, cmd)
	}
	return out, nil
}

// readCommand turns a checked body into a Command.
func readCommand(c field) (*Command, error) {
	m := c.value.(map[string]any)
	if n, ok := m["default_member_permissions"].(json.Number); ok { // the schema's integer; Discord takes both
		m["default_member_permissions"] = n.String()
	}
	cmd := &Command{}
	if err := json.Unmarshal(mustJSON(m), cmd); err != nil {
		return nil, err
	}
	if cmd.Type == 0 {
		cmd.Type = CommandChat
	}
	if len(cmd.IntegrationTypes) == 0 {
		cmd.IntegrationTypes = []int{0}
	}
	if dm, ok := m["dm_permission"].(bool); ok && cmd.Contexts == nil && !dm {
		cmd.Contexts = []int{0}
	}
	return cmd, nil
}

// checkCommand checks one command and returns its kind.
func checkCommand(c field) CommandType {
	if !c.must() || !c.object() {
		return 0
	}
	kind := CommandChat
	if !c.at("type").empty() {
		kind = CommandType(c.at("type").among(1, 2, 3, 4))
	}
	size := checkName(c, kind == CommandChat)
	if kind == CommandChat {
		size += checkDescription(c)
	} else if c.at("description").text(0, 100) != "" {
		c.at("description").fail("APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Context menu commands cannot have description")
	}
	c.at("nsfw").boolean()
	c.at("dm_permission").boolean()
	checkBits(c.at("default_member_permissions"))
	checkNumbers(c.at("contexts"), 0, 1, 2)
	checkNumbers(c.at("integration_types"), 0, 1)
	options := c.at("options")
	if kind != CommandChat && len(options.list(0, 25)) > 0 {
		options.fail("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
		return kind
	}
	size += checkOptions(options, 0)
	if size > maxCommandText {
		c.fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
	return kind
}

// checkBits reads default_member_permissions: Discord's documentation says string, its OpenAPI file integer.
func checkBits(f field) {
	if t, ok := f.value.(string); ok {
		if _, err := strconv.ParseUint(t, 10, 63); err != nil {
			f.fail("NUMBER_TYPE_COERCE", "Value %q is not int.", t)
		}
		return
	}
	f.integer(0, 1<<54-1)
}

func checkNumbers(list field, choices ...int64) {
	if list.empty() {
		return
	}
	for _, n := range list.list(1, len(choices)) {
		n.among(choices...)
	}
	unique(list)
}

// checkName checks "name" and its localisations and returns the length of the longest.
func checkName(c field, chat bool) int {
	check := func(f field) int {
		name := f.text(1, 32)
		if chat && name != "" && (!commandName.MatchString(name) || hasUpper(name)) && runes(name) <= 32 {
			f.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
		return runes(name)
	}
	if !c.at("name").must() {
		return 0
	}
	return max(check(c.at("name")), checkLocalized(c.at("name_localizations"), check))
}

func hasUpper(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.ToLower(r) != r })
}

func checkDescription(c field) int {
	check := func(f field) int { return runes(f.text(1, 100)) }
	if !c.at("description").must() {
		return 0
	}
	return max(check(c.at("description")), checkLocalized(c.at("description_localizations"), check))
}

// checkLocalized checks a map of locale to text and returns the length of the longest text.
func checkLocalized(f field, check func(field) int) int {
	if !f.object() {
		return 0
	}
	longest := 0
	for locale := range f.value.(map[string]any) {
		if !slices.Contains(locales, locale) {
			f.at(locale).fail("BASE_TYPE_CHOICES", "Unknown locale %q.", locale)
		}
		longest = max(longest, check(f.at(locale)))
	}
	return longest
}

// checkOptions checks the options of a command (depth 0), of a group or of a sub-command, and returns how much
// of the 8,000 characters they take.
func checkOptions(list field, parent OptionType) int {
	size := 0
	names := map[string]bool{}
	optional, nested, plain := false, false, false
	for _, o := range list.list(0, 25) {
		if !o.must() || !o.object() || !o.at("type").must() {
			continue
		}
		kind := OptionType(o.at("type").among(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
		name, _ := o.at("name").value.(string)
		if name != "" && names[name] {
			o.at("name").fail("APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", "Option names must be unique")
		}
		names[name] = true
		size += checkName(o, true) + checkDescription(o)
		if kind == OptionSubCommand || kind == OptionGroup {
			nested = true
			size += checkNested(o, kind, parent)
			continue
		}
		plain = plain || kind != 0
		if parent == OptionGroup && kind != 0 {
			typesInvalid(o)
		}
		required := o.at("required").boolean()
		if required && optional {
			o.fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !required
		size += checkOption(o, kind)
	}
	if nested && plain {
		typesInvalid(list)
	}
	return size
}

func typesInvalid(f field) {
	f.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
		"Sub-command and sub-command group option types are mutually exclusive to all other types")
}

func checkNested(o field, kind, parent OptionType) int {
	if parent == OptionSubCommand || parent == OptionGroup && kind == OptionGroup {
		typesInvalid(o)
		return 0
	}
	return checkOptions(o.at("options"), kind)
}

// checkOption checks what only some kinds of option have.
func checkOption(o field, kind OptionType) int {
	size := checkChoices(o.at("choices"), kind)
	typed := kind == OptionString || kind == OptionInteger || kind == OptionNumber
	if o.at("autocomplete").boolean() {
		if !typed {
			o.at("autocomplete").fail("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE", "Autocomplete is only for string, integer and number options")
		}
		if list, _ := o.at("choices").value.([]any); len(list) > 0 {
			o.fail("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Autocomplete and choices are mutually exclusive")
		}
	}
	checkNumbers(o.at("channel_types"), 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15)
	checkBounds(o, kind)
	return size
}

func checkBounds(o field, kind OptionType) {
	least, most := o.at("min_value"), o.at("max_value")
	switch kind {
	case OptionInteger:
		least.integer(-maxSafeInteger, maxSafeInteger)
		most.integer(-maxSafeInteger, maxSafeInteger)
	case OptionNumber:
		least.number()
		most.number()
	case OptionString:
		shortest, longest := o.at("min_length").integer(0, 6000), o.at("max_length").integer(1, 6000)
		if !o.at("max_length").empty() && shortest > longest {
			o.at("min_length").fail("APPLICATION_COMMAND_OPTIONS_MIN_EXCEEDS_MAX", "min_length cannot exceed max_length")
		}
		return
	default:
		return
	}
	if !least.empty() && !most.empty() && least.number() > most.number() {
		least.fail("APPLICATION_COMMAND_OPTIONS_MIN_EXCEEDS_MAX", "min_value cannot exceed max_value")
	}
}

// checkChoices checks the fixed choices of a command option.
func checkChoices(list field, kind OptionType) int {
	size, names := 0, map[string]bool{}
	for _, c := range list.list(0, 25) {
		if !c.must() || !c.object() {
			continue
		}
		size += checkChoice(c, kind)
		name, _ := c.at("name").value.(string)
		if names[name] {
			c.at("name").fail("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_NOT_UNIQUE", "Choice names must be unique")
		}
		names[name] = true
	}
	return size
}

// checkChoice checks a choice, of a command option or of an autocomplete answer; its value must fit the kind.
func checkChoice(c field, kind OptionType) int {
	check := func(f field) int { return runes(f.text(1, 100)) }
	size := 0
	if c.at("name").must() {
		size = max(check(c.at("name")), checkLocalized(c.at("name_localizations"), check))
	}
	if !c.at("value").must() {
		return size
	}
	switch kind {
	case OptionString:
		size += runes(c.at("value").text(0, 100))
	case OptionInteger:
		c.at("value").integer(-maxSafeInteger, maxSafeInteger)
	case OptionNumber:
		c.at("value").number()
	}
	return size
}
