package discordsim

import (
	"slices"
	"strings"
)

// Limits of components, from Discord's documentation (discord.md, section 2.2).
const (
	maxRows          = 5
	maxV2Components  = 40
	maxV2Text        = 4000
	maxModalChildren = 5
)

// tree checks the components of one message or modal: what holds for each, and what holds for all together.
type tree struct {
	v2        bool
	count     int
	text      int
	customIDs map[string]bool
	ids       map[int64]bool
	media     []mediaRef
}

// mediaRef is an attachment:// reference that must find its file.
type mediaRef struct {
	field
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
func (t *tree) message(list field) {
	most, top := maxRows, classicTop
	if t.v2 {
		most, top = maxV2Components, v2Top
	}
	least := 1
	if items, _ := list.value.([]any); len(items) == 0 { // none at all, to take them away, is fine
		least = 0
	}
	for _, c := range list.list(least, most) {
		t.component(c, top)
	}
	if t.v2 && t.count > maxV2Components {
		list.fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d", maxV2Components)
	}
	if t.v2 && t.text > maxV2Text {
		list.fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The total size of displayable text in the message exceeds maximum size of %d", maxV2Text)
	}
}

// component checks one component, whose type must be among allowed, and all below it.
func (t *tree) component(c field, allowed []int64) {
	t.count++
	if !c.must() || !c.object() || !c.at("type").must() {
		return
	}
	kind := c.at("type").integer(1, 1<<31)
	if !slices.Contains(allowed, kind) {
		c.at("type").fail(unknownChoices, "Value of field \"type\" must be one of (%s).", joinInts(allowed))
		return
	}
	t.id(c.at("id"))
	switch kind := ComponentType(kind); kind {
	case TypeActionRow:
		t.row(c)
	case TypeButton:
		t.button(c)
	case TypeSection:
		t.section(c)
	case TypeTextDisplay:
		t.display(c)
	case TypeThumbnail:
		t.picture(c, c.at("media"), mediaSchemes)
	case TypeMediaGallery:
		c.at("items").must()
		for _, item := range c.at("items").list(1, 10) {
			t.picture(item, item.at("media"), mediaSchemes)
		}
	case TypeFile:
		c.at("spoiler").boolean()
		t.source(c.at("file"), fileSchemes)
	case TypeSeparator:
		c.at("divider").boolean()
		c.at("spacing").among(1, 2)
	case TypeContainer:
		t.container(c)
	default:
		t.input(c, kind)
	}
}

// id checks the optional number of a component, which must be unique unless it is 0.
func (t *tree) id(f field) {
	n := f.integer(0, 1<<31-1)
	if n != 0 && t.ids[n] {
		f.fail("COMPONENT_ID_DUPLICATED", "Component id was already specified")
	}
	t.ids[n] = true
}

func (t *tree) customID(f field) {
	id := f.text(1, 100)
	if id == "" {
		return
	}
	if t.customIDs[id] {
		f.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id was already specified")
	}
	t.customIDs[id] = true
}

func (t *tree) row(c field) {
	if !c.at("components").must() {
		return
	}
	items := c.at("components").list(1, 5)
	selects := 0
	for _, item := range items {
		t.component(item, inRow)
		if kind, ok := kindOf(item); ok && kind.isSelect() {
			selects++
		}
	}
	if selects > 0 && len(items) > 1 {
		c.at("components").fail(widthExceeded, "Row width exceeded: a select menu fills its row.")
	}
}

func kindOf(c field) (ComponentType, bool) {
	probe := field{form: &form{}, value: c.value}
	n := probe.at("type").integer(1, 100)
	return ComponentType(n), n != 0
}

func (t *tree) button(c field) {
	c.at("disabled").boolean()
	label := c.at("label").text(0, 80)
	emoji := t.emoji(c.at("emoji"))
	t.customID(c.at("custom_id"))
	link := c.at("url").address(512, buttonSchemes...)
	sku := c.at("sku_id").snowflake()
	if !c.at("style").must() {
		return
	}
	style := c.at("style").among(1, 2, 3, 4, 5, 6)
	hasID := !c.at("custom_id").empty()
	switch {
	case style == StyleLink:
		if link == "" {
			c.at("url").fail("BASE_TYPE_REQUIRED", "A url is required")
		}
		if hasID {
			c.at("custom_id").fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	case style == StylePremium:
		if sku == "" {
			c.at("sku_id").fail("BASE_TYPE_REQUIRED", "A sku id is required")
		}
		if hasID || link != "" || label != "" || emoji {
			c.fail("BUTTON_COMPONENT_PREMIUM_FIELDS", "A premium button has no custom id, label, url or emoji")
		}
		return
	default:
		if !hasID {
			c.at("custom_id").fail("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		}
		if link != "" {
			c.at("url").fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	}
	if label == "" && !emoji {
		c.at("label").fail("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
	}
}

// emoji checks an emoji and says whether there is one.
func (t *tree) emoji(f field) bool {
	if !f.object() {
		return false
	}
	id, name := f.at("id").snowflake(), f.at("name").text(0, 32)
	if id == "" && !looksLikeEmoji(name) {
		f.at("name").fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	if id != "" {
		f.at("name").must()
	}
	return true
}

// looksLikeEmoji lets pass what cannot be a word: anything with a rune beyond ASCII that is not a letter.
func looksLikeEmoji(name string) bool {
	return name != "" && strings.ContainsFunc(name, func(r rune) bool { return r >= 0x203C || r == 0xA9 || r == 0xAE })
}

func (t *tree) section(c field) {
	c.at("components").must()
	for _, item := range c.at("components").list(1, 3) {
		t.component(item, inSection)
	}
	t.component(c.at("accessory"), asAccessory)
}

func (t *tree) display(c field) {
	if c.at("content").must() {
		t.text += runes(c.at("content").text(1, maxV2Text))
	}
}

func runes(text string) int { return len([]rune(text)) }

func (t *tree) picture(item, media field, schemes []string) {
	if !item.object() {
		item.must()
		return
	}
	item.at("spoiler").boolean()
	item.at("description").text(1, 1024)
	t.source(media, schemes)
}

// source checks where a picture or file comes from.
func (t *tree) source(media field, schemes []string) {
	if !media.must() || !media.object() || !media.at("url").must() {
		return
	}
	url := media.at("url").address(2048, schemes...)
	if name, ok := strings.CutPrefix(url, "attachment://"); ok {
		t.media = append(t.media, mediaRef{media.at("url"), name})
	}
}

func (t *tree) container(c field) {
	c.at("accent_color").integer(0, 0xFFFFFF)
	c.at("spoiler").boolean()
	c.at("components").must()
	for _, item := range c.at("components").list(1, maxV2Components) {
		t.component(item, inContainer)
	}
}

// input checks what people fill in: selects, and in modals text inputs and their like.
func (t *tree) input(c field, kind ComponentType) {
	if c.at("custom_id").must() {
		t.customID(c.at("custom_id"))
	}
	c.at("required").boolean()
	switch kind {
	case TypeTextInput:
		t.textInput(c)
	case TypeRadioGroup, TypeCheckboxGroup:
		t.options(c.at("options"), 10)
	case TypeCheckbox, TypeFileUpload:
	default:
		t.selectMenu(c, kind)
	}
}

func (t *tree) selectMenu(c field, kind ComponentType) {
	c.at("placeholder").text(0, 150)
	c.at("disabled").boolean()
	least, most := c.at("min_values").integer(0, 25), c.at("max_values").integer(1, 25)
	if !c.at("max_values").empty() && !c.at("min_values").empty() && least > most {
		c.at("min_values").fail("SELECT_COMPONENT_MIN_EXCEEDS_MAX", "Min values cannot be greater than max values")
	}
	if kind == TypeStringSelect {
		t.options(c.at("options"), 25)
		return
	}
	for _, v := range c.at("default_values").list(0, 25) {
		if v.object() && v.at("id").must() {
			v.at("id").snowflake()
		}
	}
	for _, v := range c.at("channel_types").list(0, 20) {
		v.integer(0, 20)
	}
}

func (t *tree) options(list field, most int) {
	if !list.must() {
		return
	}
	seen := map[string]bool{}
	for _, o := range list.list(1, most) {
		if !o.object() || !o.at("label").must() || !o.at("value").must() {
			continue
		}
		o.at("label").text(1, 100)
		o.at("description").text(0, 100)
		o.at("default").boolean()
		t.emoji(o.at("emoji"))
		value := o.at("value").text(1, 100)
		if seen[value] {
			o.at("value").fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[value] = true
	}
}

func (t *tree) textInput(c field) {
	if c.at("style").must() {
		c.at("style").among(1, 2)
	}
	c.at("label").text(1, 45)
	c.at("value").text(0, 4000)
	c.at("placeholder").text(0, 100)
	least, most := c.at("min_length").integer(0, 4000), c.at("max_length").integer(1, 4000)
	if !c.at("max_length").empty() && least > most {
		c.at("min_length").fail("TEXT_INPUT_MIN_EXCEEDS_MAX", "Min length cannot be greater than max length")
	}
}

// modal checks the data of a modal answer.
func (t *tree) modal(data field) {
	if !data.must() || !data.object() {
		return
	}
	if data.at("custom_id").must() {
		data.at("custom_id").text(1, 100)
	}
	if data.at("title").must() {
		data.at("title").text(1, 45)
	}
	if !data.at("components").must() {
		return
	}
	for _, c := range data.at("components").list(1, maxModalChildren) {
		kind, _ := kindOf(c)
		switch {
		case kind == TypeActionRow:
			t.id(c.at("id"))
			t.modalRow(c.at("components"))
		case kind == TypeLabel:
			t.id(c.at("id"))
			t.label(c)
		default:
			t.component(c, modalTop)
		}
	}
}

func (t *tree) modalRow(list field) {
	if !list.must() {
		return
	}
	items := list.list(1, 5)
	if len(items) > 1 {
		list.fail(widthExceeded, "Row width exceeded: a text input fills its row.")
	}
	for _, item := range items {
		t.component(item, inModalRow)
		if item.at("label").empty() {
			item.at("label").fail("BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

func (t *tree) label(c field) {
	if c.at("label").must() {
		c.at("label").text(1, 45)
	}
	c.at("description").text(1, 100)
	t.component(c.at("component"), inLabel)
}
