package validate

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/bot/discordsim/world"
)

var (
	commandName = regexp.MustCompile(`^[-_\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)
	locales     = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")
)

const (
	maxCommandText = 8000
)

// Commands checks a bulk overwrite of all commands of one scope. Too many commands of a type are
// refused with 30032, which is not a form error.
func Commands(body Field) ([]*world.Command, *Refusal) {
	if _, ok := body.Value.([]any); !ok {
		body.Fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil, body.form.Invalid()
	}
	var out []*world.Command
	seen, count := map[string]bool{}, map[world.CommandType]int{}
	for _, c := range body.List(0, 130) {
		kind := checkCommand(c)
		name, _ := c.At("name").Value.(string)
		key := strconv.Itoa(int(kind)) + " " + name
		if seen[key] {
			c.Fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
		count[kind]++
	}
	if r := body.form.Invalid(); r != nil {
		return nil, r
	}
	if count[world.CommandEntryPoint] > 1 {
		return nil, &Refusal{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (1)"}
	}
	if count[world.CommandChat] > 100 || count[world.CommandUser] > 15 || count[world.CommandMessage] > 15 {
		return nil, &Refusal{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)"}
	}
	for _, c := range body.List(0, 130) {
		cmd, err := readCommand(c)
		if err != nil {
			c.Fail("DICT_TYPE_CONVERT", "Could not read the command: %v", err)
			return nil, body.form.Invalid()
		}
		out = append(out, cmd)
	}
	return out, nil
}

// readCommand converts a checked body to a Command.
func readCommand(c Field) (*world.Command, error) {
	m := c.Value.(map[string]any)
	if n, ok := m["default_member_permissions"].(json.Number); ok { // the schema's integer; Discord accepts both
		m["default_member_permissions"] = n.String()
	}
	cmd := &world.Command{}
	if err := json.Unmarshal(world.JSON(m), cmd); err != nil {
		return nil, err
	}
	if cmd.Type == 0 {
		cmd.Type = world.CommandChat
	}
	if len(cmd.IntegrationTypes) == 0 {
		cmd.IntegrationTypes = []int{0}
	}
	if dm, ok := m["dm_permission"].(bool); ok && cmd.Contexts == nil && !dm {
		cmd.Contexts = []int{0}
	}
	return cmd, nil
}

// checkCommand checks one command and returns its type.
func checkCommand(c Field) world.CommandType {
	if !c.Must() || !c.Object() {
		return 0
	}
	kind := world.CommandChat
	if !c.At("type").Empty() {
		kind = world.CommandType(c.At("type").Among(1, 2, 3, 4))
	}
	size := checkName(c, kind == world.CommandChat)
	checkHandler(c.At("handler"), kind)
	switch {
	case kind == world.CommandChat:
		size += checkDescription(c)
	case kind == world.CommandEntryPoint:
		size += utf8.RuneCountInString(c.At("description").Text(0, 100))
	case c.At("description").Text(0, 100) != "":
		c.At("description").Fail("APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
			"Context menu commands cannot have description")
	}
	c.At("nsfw").Boolean()
	c.At("dm_permission").Boolean()
	checkBits(c.At("default_member_permissions"))
	checkNumbers(c.At("contexts"), 0, 1, 2)
	checkNumbers(c.At("integration_types"), 0, 1)
	options := c.At("options")
	if kind != world.CommandChat && len(options.List(0, 25)) > 0 {
		options.Fail("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
		return kind
	}
	size += checkOptions(options, 0)
	if size > maxCommandText {
		c.Fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
	return kind
}

// checkHandler checks who answers an Entry Point command. No other command has a handler.
func checkHandler(f Field, kind world.CommandType) {
	switch {
	case kind == world.CommandEntryPoint && f.Must():
		f.Among(int64(world.HandlerApp), int64(world.HandlerDiscord))
	case kind != world.CommandEntryPoint && !f.Empty():
		f.Fail("APPLICATION_COMMAND_HANDLER_NOT_ALLOWED", "Only Entry Point commands can have a handler")
	}
}

// checkBits reads default_member_permissions, a string in Discord's documentation and an integer in
// its OpenAPI file.
func checkBits(f Field) {
	if t, ok := f.Value.(string); ok {
		if _, err := strconv.ParseUint(t, 10, 63); err != nil {
			f.Fail("NUMBER_TYPE_COERCE", "Value %q is not int.", t)
		}
		return
	}
	f.Integer(0, 1<<54-1)
}

func checkNumbers(list Field, choices ...int64) {
	if list.Empty() {
		return
	}
	for _, n := range list.List(1, len(choices)) {
		n.Among(choices...)
	}
	unique(list)
}

// checkName checks "name" and its localisations and returns the length of the longest.
func checkName(c Field, chat bool) int {
	check := func(f Field) int {
		name := f.Text(1, 32)
		if chat && name != "" && (!commandName.MatchString(name) || hasUpper(name)) &&
			utf8.RuneCountInString(name) <= 32 {
			f.Fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
		return utf8.RuneCountInString(name)
	}
	if !c.At("name").Must() {
		return 0
	}
	return max(check(c.At("name")), checkLocalized(c.At("name_localizations"), check))
}

func hasUpper(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.ToLower(r) != r })
}

func checkDescription(c Field) int {
	check := func(f Field) int { return utf8.RuneCountInString(f.Text(1, 100)) }
	if !c.At("description").Must() {
		return 0
	}
	return max(check(c.At("description")), checkLocalized(c.At("description_localizations"), check))
}

// checkLocalized checks a map from locale to text and returns the length of the longest text.
func checkLocalized(f Field, check func(Field) int) int {
	if !f.Object() {
		return 0
	}
	longest := 0
	for locale := range f.Value.(map[string]any) {
		if !slices.Contains(locales, locale) {
			f.At(locale).Fail("BASE_TYPE_CHOICES", "Unknown locale %q.", locale)
		}
		longest = max(longest, check(f.At(locale)))
	}
	return longest
}

// checkOptions checks the options of a command, a group or a sub-command, and returns how many of
// the 8,000 characters they use.
func checkOptions(list Field, parent world.OptionType) int {
	size := 0
	names := map[string]bool{}
	optional, nested, plain := false, false, false
	for _, o := range list.List(0, 25) {
		if !o.Must() || !o.Object() || !o.At("type").Must() {
			continue
		}
		kind := world.OptionType(o.At("type").Among(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
		name, _ := o.At("name").Value.(string)
		if name != "" && names[name] {
			o.At("name").Fail("APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", "Option names must be unique")
		}
		names[name] = true
		size += checkName(o, true) + checkDescription(o)
		if kind == world.OptionSubCommand || kind == world.OptionGroup {
			nested = true
			size += checkNested(o, kind, parent)
			continue
		}
		plain = plain || kind != 0
		if parent == world.OptionGroup && kind != 0 {
			typesInvalid(o)
		}
		required := o.At("required").Boolean()
		if required && optional {
			o.Fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !required
		size += checkOption(o, kind)
	}
	if nested && plain {
		typesInvalid(list)
	}
	return size
}

func typesInvalid(f Field) {
	f.Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
		"Sub-command and sub-command group option types are mutually exclusive to all other types")
}

func checkNested(o Field, kind, parent world.OptionType) int {
	if parent == world.OptionSubCommand || parent == world.OptionGroup && kind == world.OptionGroup {
		typesInvalid(o)
		return 0
	}
	return checkOptions(o.At("options"), kind)
}

// checkOption checks the fields that only some types of options have.
func checkOption(o Field, kind world.OptionType) int {
	size := checkChoices(o.At("choices"), kind)
	typed := kind == world.OptionString || kind == world.OptionInteger || kind == world.OptionNumber
	if o.At("autocomplete").Boolean() {
		if !typed {
			o.At("autocomplete").Fail("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE",
				"Autocomplete is only for string, integer and number options")
		}
		if list, _ := o.At("choices").Value.([]any); len(list) > 0 {
			o.Fail("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
				"Autocomplete and choices are mutually exclusive")
		}
	}
	checkNumbers(o.At("channel_types"), 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15)
	checkBounds(o, kind)
	return size
}

func checkBounds(o Field, kind world.OptionType) {
	least, most := o.At("min_value"), o.At("max_value")
	switch kind {
	case world.OptionInteger:
		least.Integer(-world.MaxSafeInteger, world.MaxSafeInteger)
		most.Integer(-world.MaxSafeInteger, world.MaxSafeInteger)
	case world.OptionNumber:
		least.number()
		most.number()
	case world.OptionString:
		shortest, longest := o.At("min_length").Integer(0, 6000), o.At("max_length").Integer(1, 6000)
		if !o.At("max_length").Empty() && shortest > longest {
			o.At("min_length").Fail("APPLICATION_COMMAND_OPTIONS_MIN_EXCEEDS_MAX",
				"min_length cannot exceed max_length")
		}
		return
	default:
		return
	}
	if !least.Empty() && !most.Empty() && least.number() > most.number() {
		least.Fail("APPLICATION_COMMAND_OPTIONS_MIN_EXCEEDS_MAX", "min_value cannot exceed max_value")
	}
}

// checkChoices checks the fixed choices of a command option.
func checkChoices(list Field, kind world.OptionType) int {
	size, names := 0, map[string]bool{}
	for _, c := range list.List(0, 25) {
		if !c.Must() || !c.Object() {
			continue
		}
		size += Choice(c, kind)
		name, _ := c.At("name").Value.(string)
		if names[name] {
			c.At("name").Fail("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_NOT_UNIQUE", "Choice names must be unique")
		}
		names[name] = true
	}
	return size
}

// Choice checks a choice of a command option or of an autocomplete answer; its value must fit the
// type.
func Choice(c Field, kind world.OptionType) int {
	check := func(f Field) int { return utf8.RuneCountInString(f.Text(1, 100)) }
	size := 0
	if c.At("name").Must() {
		size = max(check(c.At("name")), checkLocalized(c.At("name_localizations"), check))
	}
	if !c.At("value").Must() {
		return size
	}
	switch kind {
	case world.OptionString:
		size += utf8.RuneCountInString(c.At("value").Text(0, 100))
	case world.OptionInteger:
		c.At("value").Integer(-world.MaxSafeInteger, world.MaxSafeInteger)
	case world.OptionNumber:
		c.At("value").number()
	}
	return size
}
