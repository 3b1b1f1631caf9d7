package validate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"paddock/bot/discordsim/world"
)

// Limits of components: https://docs.discord.com/developers/components/reference.
const (
	maxRows          = 5
	maxV2Components  = 40
	maxV2Text        = 4000
	maxModalChildren = 5
)

// tree checks the components of one message or modal, each alone and all together.
type tree struct {
	v2        bool
	count     int
	text      int
	customIDs map[string]bool
	ids       map[int64]bool
	media     []mediaRef
}

// mediaRef is an attachment:// reference to a file that must exist.
type mediaRef struct {
	Field
	name string
}

func newTree(v2 bool) *tree {
	return &tree{v2: v2, customIDs: map[string]bool{}, ids: map[int64]bool{}}
}

var (
	classicTop     = []int64{1}
	v2Top          = []int64{1, 9, 10, 12, 13, 14, 17}
	inContainer    = []int64{1, 9, 10, 12, 13, 14}
	inRow          = []int64{2, 3, 5, 6, 7, 8}
	modalTop       = []int64{1, 10, 18}
	inLabel        = []int64{3, 4, 5, 6, 7, 8, 19, 21, 22, 23}
	asAccessory    = []int64{2, 11}
	inSection      = []int64{10}
	inModalRow     = []int64{4}
	webSchemes     = []string{"http", "https"}
	mediaSchemes   = []string{"http", "https", "attachment"}
	fileSchemes    = []string{"attachment"}
	buttonSchemes  = []string{"http", "https", "discord"}
	widthExceeded  = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
	unknownChoices = "UNION_TYPE_CHOICES"
)

// message checks the components of a message.
func (t *tree) message(list Field) {
	most, top := maxRows, classicTop
	if t.v2 {
		most, top = maxV2Components, v2Top
	}
	least := 1
	if items, _ := list.Value.([]any); len(items) == 0 { // in an edit, an empty list removes all components
		least = 0
	}
	for _, c := range list.List(least, most) {
		t.component(c, top)
	}
	if t.v2 && t.count > maxV2Components {
		list.Fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d",
			maxV2Components)
	}
	if t.v2 && t.text > maxV2Text {
		list.Fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The total size of displayable text in the message exceeds maximum size of %d", maxV2Text)
	}
}

// component checks one component and its children. Its type must be among allowed.
func (t *tree) component(c Field, allowed []int64) {
	t.count++
	if !c.Must() || !c.Object() || !c.At("type").Must() {
		return
	}
	kind := c.At("type").Integer(1, 1<<31)
	if !slices.Contains(allowed, kind) {
		c.At("type").Fail(unknownChoices, "Value of field \"type\" must be one of (%s).", joinInts(allowed))
		return
	}
	t.id(c.At("id"))
	switch kind := world.ComponentType(kind); kind {
	case world.TypeActionRow:
		t.row(c)
	case world.TypeButton:
		t.button(c)
	case world.TypeSection:
		t.section(c)
	case world.TypeTextDisplay:
		t.display(c)
	case world.TypeThumbnail:
		t.picture(c, c.At("media"), mediaSchemes)
	case world.TypeMediaGallery:
		c.At("items").Must()
		for _, item := range c.At("items").List(1, 10) {
			t.picture(item, item.At("media"), mediaSchemes)
		}
	case world.TypeFile:
		c.At("spoiler").Boolean()
		t.source(c.At("file"), fileSchemes)
	case world.TypeSeparator:
		c.At("divider").Boolean()
		c.At("spacing").Among(1, 2)
	case world.TypeContainer:
		t.container(c)
	default:
		t.input(c, kind)
	}
}

// id checks the optional number of a component, which must be unique unless it is 0.
func (t *tree) id(f Field) {
	n := f.Integer(0, 1<<31-1)
	if n != 0 && t.ids[n] {
		f.Fail("COMPONENT_ID_DUPLICATED", "Component id was already specified")
	}
	t.ids[n] = true
}

func (t *tree) customID(f Field) {
	id := f.Text(1, 100)
	if id == "" {
		return
	}
	if t.customIDs[id] {
		f.Fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id was already specified")
	}
	t.customIDs[id] = true
}

func (t *tree) row(c Field) {
	if !c.At("components").Must() {
		return
	}
	items := c.At("components").List(1, 5)
	selects := 0
	for _, item := range items {
		t.component(item, inRow)
		if kind, ok := kindOf(item); ok && kind.IsSelect() {
			selects++
		}
	}
	if selects > 0 && len(items) > 1 {
		c.At("components").Fail(widthExceeded, "Row width exceeded: a select menu fills its row.")
	}
}

func kindOf(c Field) (world.ComponentType, bool) {
	probe := Field{form: &Form{}, Value: c.Value}
	n := probe.At("type").Integer(1, 100)
	return world.ComponentType(n), n != 0
}

func (t *tree) button(c Field) {
	c.At("disabled").Boolean()
	label := c.At("label").Text(0, 80)
	emoji := t.emoji(c.At("emoji"))
	t.customID(c.At("custom_id"))
	link := c.At("url").address(512, buttonSchemes...)
	sku := c.At("sku_id").Snowflake()
	if !c.At("style").Must() {
		return
	}
	style := c.At("style").Among(1, 2, 3, 4, 5, 6)
	hasID := !c.At("custom_id").Empty()
	switch {
	case style == world.StyleLink:
		if link == "" {
			c.At("url").Fail("BASE_TYPE_REQUIRED", "A url is required")
		}
		if hasID {
			c.At("custom_id").Fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
				"A custom id and url cannot both be specified")
		}
	case style == world.StylePremium:
		if sku == "" {
			c.At("sku_id").Fail("BASE_TYPE_REQUIRED", "A sku id is required")
		}
		if hasID || link != "" || label != "" || emoji {
			c.Fail("BUTTON_COMPONENT_PREMIUM_FIELDS", "A premium button has no custom id, label, url or emoji")
		}
		return
	default:
		if !hasID {
			c.At("custom_id").Fail("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		}
		if link != "" {
			c.At("url").Fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
				"A custom id and url cannot both be specified")
		}
	}
	if label == "" && !emoji {
		c.At("label").Fail("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
	}
}

// emoji checks an emoji and reports whether there is one.
func (t *tree) emoji(f Field) bool {
	if !f.Object() {
		return false
	}
	id, name := f.At("id").Snowflake(), f.At("name").Text(0, 32)
	if id == "" && !looksLikeEmoji(name) {
		f.At("name").Fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	if id != "" {
		f.At("name").Must()
	}
	return true
}

// looksLikeEmoji reports whether a name has a non-ASCII character that is not a letter.
func looksLikeEmoji(name string) bool {
	return name != "" && strings.ContainsFunc(name, func(r rune) bool { return r >= 0x203C || r == 0xA9 || r == 0xAE })
}

func (t *tree) section(c Field) {
	c.At("components").Must()
	for _, item := range c.At("components").List(1, 3) {
		t.component(item, inSection)
	}
	t.component(c.At("accessory"), asAccessory)
}

func (t *tree) display(c Field) {
	if c.At("content").Must() {
		t.text += utf8.RuneCountInString(c.At("content").Text(1, maxV2Text))
	}
}

func (t *tree) picture(item, media Field, schemes []string) {
	if !item.Object() {
		item.Must()
		return
	}
	item.At("spoiler").Boolean()
	item.At("description").Text(1, 1024)
	t.source(media, schemes)
}

// source checks the source of a picture or file.
func (t *tree) source(media Field, schemes []string) {
	if !media.Must() || !media.Object() || !media.At("url").Must() {
		return
	}
	url := media.At("url").address(2048, schemes...)
	if name, ok := strings.CutPrefix(url, "attachment://"); ok {
		t.media = append(t.media, mediaRef{media.At("url"), name})
	}
}

func (t *tree) container(c Field) {
	c.At("accent_color").Integer(0, 0xFFFFFF)
	c.At("spoiler").Boolean()
	c.At("components").Must()
	for _, item := range c.At("components").List(1, maxV2Components) {
		t.component(item, inContainer)
	}
}

// input checks components that people fill in: selects, and in modals text inputs and similar ones.
func (t *tree) input(c Field, kind world.ComponentType) {
	if c.At("custom_id").Must() {
		t.customID(c.At("custom_id"))
	}
	c.At("required").Boolean()
	switch kind {
	case world.TypeTextInput:
		t.textInput(c)
	case world.TypeRadioGroup:
		if chosen := t.options(c.At("options"), 2, 10); chosen > 1 {
			c.At("options").Fail("RADIO_GROUP_TOO_MANY_DEFAULTS", "Only one option can be chosen already")
		}
	case world.TypeCheckboxGroup:
		t.options(c.At("options"), 1, 10)
		t.amount(c, 10)
	case world.TypeCheckbox:
		c.At("default").Boolean()
		if !c.At("required").Empty() {
			c.At("required").Fail("CHECKBOX_REQUIRED_NOT_ALLOWED", "A checkbox can't be required")
		}
	case world.TypeFileUpload:
		t.amount(c, 10)
	default:
		t.selectMenu(c, kind)
	}
}

// amount checks how many values a field takes, and returns the most.
func (t *tree) amount(c Field, top int64) (most int64) {
	least, most := c.At("min_values").Integer(0, top), c.At("max_values").Integer(1, top)
	if !c.At("max_values").Empty() && !c.At("min_values").Empty() && least > most {
		c.At("min_values").Fail("SELECT_COMPONENT_MIN_EXCEEDS_MAX", "Min values cannot be greater than max values")
	}
	return most
}

func (t *tree) selectMenu(c Field, kind world.ComponentType) {
	c.At("placeholder").Text(0, 150)
	c.At("disabled").Boolean()
	most := t.amount(c, 25)
	if kind == world.TypeStringSelect {
		if chosen := t.options(c.At("options"), 1, 25); chosen > int(max(most, 1)) {
			c.At("options").Fail("SELECT_COMPONENT_TOO_MANY_DEFAULTS",
				"The number of default options exceeds max values")
		}
		return
	}
	for _, v := range c.At("default_values").List(0, 25) {
		if v.Object() && v.At("id").Must() {
			v.At("id").Snowflake()
		}
	}
	for _, v := range c.At("channel_types").List(0, 20) {
		v.Integer(0, 20)
	}
}

// options checks the options of a menu or group, and returns how many are chosen already.
func (t *tree) options(list Field, least, most int) (chosen int) {
	if !list.Must() {
		return 0
	}
	seen := map[string]bool{}
	for _, o := range list.List(least, most) {
		if !o.Object() || !o.At("label").Must() || !o.At("value").Must() {
			continue
		}
		o.At("label").Text(1, 100)
		o.At("description").Text(0, 100)
		if o.At("default").Boolean() {
			chosen++
		}
		t.emoji(o.At("emoji"))
		value := o.At("value").Text(1, 100)
		if seen[value] {
			o.At("value").Fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[value] = true
	}
	return chosen
}

func (t *tree) textInput(c Field) {
	if c.At("style").Must() {
		c.At("style").Among(1, 2)
	}
	c.At("label").Text(1, 45)
	c.At("value").Text(0, 4000)
	c.At("placeholder").Text(0, 100)
	least, most := c.At("min_length").Integer(0, 4000), c.At("max_length").Integer(1, 4000)
	if !c.At("max_length").Empty() && least > most {
		c.At("min_length").Fail("TEXT_INPUT_MIN_EXCEEDS_MAX", "Min length cannot be greater than max length")
	}
}

// Modal checks the data of a modal answer.
func Modal(data Field) { newTree(true).modal(data) }

// modal checks the data of a modal answer.
func (t *tree) modal(data Field) {
	if !data.Must() || !data.Object() {
		return
	}
	if data.At("custom_id").Must() {
		data.At("custom_id").Text(1, 100)
	}
	if data.At("title").Must() {
		data.At("title").Text(1, 45)
	}
	if !data.At("components").Must() {
		return
	}
	for _, c := range data.At("components").List(1, maxModalChildren) {
		kind, _ := kindOf(c)
		switch {
		case kind == world.TypeActionRow:
			t.id(c.At("id"))
			t.modalRow(c.At("components"))
		case kind == world.TypeLabel:
			t.id(c.At("id"))
			t.label(c)
		default:
			t.component(c, modalTop)
		}
	}
}

func (t *tree) modalRow(list Field) {
	if !list.Must() {
		return
	}
	items := list.List(1, 5)
	if len(items) > 1 {
		list.Fail(widthExceeded, "Row width exceeded: a text input fills its row.")
	}
	for _, item := range items {
		t.component(item, inModalRow)
		if item.At("label").Empty() {
			item.At("label").Fail("BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

func (t *tree) label(c Field) {
	if c.At("label").Must() {
		c.At("label").Text(1, 45)
	}
	c.At("description").Text(1, 100)
	inner := c.At("component")
	t.component(inner, inLabel)
	kind, _ := kindOf(inner)
	switch {
	case kind == world.TypeTextInput && !inner.At("label").Empty():
		inner.At("label").Fail("TEXT_INPUT_LABEL_IN_LABEL", "The label of a text input stands in its Label")
	case kind.IsSelect() && inner.At("disabled").Boolean():
		inner.At("disabled").Fail("SELECT_DISABLED_IN_MODAL", "A select menu of a modal can't be disabled")
	}
}
