package validate

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"paddock/bot/discordsim/world"
)

// Kind is the kind of request that carries a message. Each kind has rules of its own.
type Kind int

// Kinds of requests that contain a message.
const (
	ChannelCreate Kind = iota
	ChannelEdit
	FirstAnswer // the first response to an interaction, of callback type 4
	UpdateBody  // the update of the clicked message, of callback type 7
	FollowUp
	WebhookEdit
)

// Edits reports whether the body changes an existing message.
func (k Kind) Edits() bool { return k == ChannelEdit || k == UpdateBody || k == WebhookEdit }

// Draft is a valid message body.
type Draft struct {
	Kind        Kind
	Names       func(key string) bool // reports whether the body has the key, also with null
	Content     string
	Embeds      []world.Embed
	Components  []world.Component
	Flags       world.Flags
	Attachments []attachmentDraft
	mentions    *world.AllowedMentions // allowed_mentions; nil: the body has none
	Nonce       string
	Enforce     bool
	Poll        *json.RawMessage
	Reference   world.MessageID
	v2          bool
}

// attachmentDraft is an attachment of the message after the request: an upload, or an existing one.
type attachmentDraft struct {
	Keep        world.AttachmentID // id of the existing attachment; "" for an upload
	File        world.Upload
	Description string
	Described   bool
}

const maxContent = 2000 // the limit for bots; the limit of 4,000 in the OpenAPI file is for people with Nitro

// Settable are the flags that a bot may set on a new message.
const Settable = world.FlagSuppressEmbeds | world.FlagSuppressNotifications | world.FlagComponentsV2

// Message checks a message body as Discord does. old is the message being edited, nil for a new
// one.
func Message(body Field, kind Kind, files []world.Upload, old *world.Message) Draft {
	d := Draft{Kind: kind, Names: func(key string) bool { return body.At(key).present }}
	if !body.Must() || !body.Object() {
		return d
	}
	d.Flags = checkFlags(body.At("flags"), kind, old)
	d.v2 = d.Flags&world.FlagComponentsV2 != 0 || old != nil && old.Flags&world.FlagComponentsV2 != 0
	d.Content = body.At("content").Text(0, maxContent)
	d.Embeds = checkEmbeds(body.At("embeds"))
	body.At("tts").Boolean()
	body.At("sticker_ids").List(0, 3)
	d.mentions = checkMentions(body.At("allowed_mentions"))
	d.Nonce = checkNonce(body.At("nonce"))
	d.Enforce = body.At("enforce_nonce").Boolean()
	if body.At("poll").Object() {
		raw := world.JSON(body.At("poll").Value)
		d.Poll = &raw
	}
	if ref := body.At("message_reference"); ref.Object() {
		d.Reference = world.MessageID(ref.At("message_id").Snowflake())
	}
	d.Attachments = checkAttachments(body.At("attachments"), files, old)

	t := newTree(d.v2)
	t.message(body.At("components"))
	if d.v2 {
		checkLegacy(body, d, old)
	}
	if len(body.form.problems) > 0 {
		return d
	}
	if !body.At("components").Empty() {
		if err := json.Unmarshal(world.JSON(body.At("components").Value), &d.Components); err != nil {
			body.At("components").Fail("DICT_TYPE_CONVERT", "Could not read the components: %v", err)
		}
	}
	checkReferences(t, d, old)
	return d
}

func checkFlags(f Field, kind Kind, old *world.Message) world.Flags {
	flags := world.Flags(f.Integer(0, 1<<31-1))
	allowed := Settable
	if kind == FirstAnswer || kind == FollowUp {
		allowed |= world.FlagEphemeral
	}
	switch {
	case kind.Edits():
		if !f.Empty() && flags&world.FlagComponentsV2 == 0 && old != nil && old.Flags&world.FlagComponentsV2 != 0 {
			f.Fail("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
				"The IS_COMPONENTS_V2 flag cannot be removed from a message")
		}
	case flags&^allowed != 0:
		f.Fail("MESSAGE_FLAGS_INVALID", "Flags %d cannot be set here.", flags&^allowed)
	}
	return flags
}

// checkLegacy refuses fields that Components V2 replaces. Empty strings and lists are allowed. An
// edit that turns a classic message into V2 must empty the used fields. For embeds it must use an
// empty list and not null.
func checkLegacy(body Field, d Draft, old *world.Message) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	const text = "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
	turning := old != nil && old.Flags&world.FlagComponentsV2 == 0 && old.Flags&world.FlagLoading == 0
	if d.Content != "" || turning && old.Content != "" && !d.Names("content") {
		body.At("content").Fail(code, text, "content")
	}
	nulled := turning && d.Names("embeds") && body.At("embeds").Empty()
	if len(d.Embeds) > 0 || nulled || turning && len(old.Embeds) > 0 && !d.Names("embeds") {
		body.At("embeds").Fail(code, text, "embeds")
	}
	if d.Poll != nil {
		body.At("poll").Fail(code, text, "poll")
	}
	if len(body.At("sticker_ids").List(0, 3)) > 0 {
		body.At("sticker_ids").Fail(code, text, "sticker_ids")
	}
}

// checkReferences checks that the message will have a file for each attachment:// reference.
func checkReferences(t *tree, d Draft, old *world.Message) {
	names := d.fileNames(old)
	for _, m := range t.media {
		if !slices.Contains(names, m.name) {
			m.Fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found: %s",
				m.name)
		}
	}
}

// fileNames returns the names of the files that the message will have.
func (d Draft) fileNames(old *world.Message) []string {
	var names []string
	if old != nil && !d.Names("attachments") {
		for _, a := range old.Attachments {
			names = append(names, a.Filename)
		}
	}
	for _, a := range d.Attachments {
		if a.Keep == "" {
			names = append(names, a.File.Filename)
		} else if kept := old.Attachment(a.Keep); kept != nil {
			names = append(names, kept.Filename)
		}
	}
	return names
}

// checkAttachments pairs the attachment list with uploads and kept files. Without a list all
// uploads are attached; with a list, unlisted files are dropped.
func checkAttachments(list Field, files []world.Upload, old *world.Message) []attachmentDraft {
	var out []attachmentDraft
	if list.Empty() {
		for _, f := range files {
			out = append(out, attachmentDraft{File: f})
		}
		return out
	}
	for _, a := range list.List(0, 10) {
		if !a.Object() || !a.At("id").Must() {
			continue
		}
		d := attachmentDraft{Described: a.At("description").present, Description: a.At("description").Text(0, 1024)}
		name := a.At("filename").Text(1, 1024)
		id := attachmentRef(a.At("id"))
		i := slices.IndexFunc(files, func(f world.Upload) bool { return strconv.Itoa(f.Index) == id })
		switch {
		case i >= 0:
			d.File = files[i]
			if name != "" {
				d.File.Filename = name
			}
		case old != nil && old.Attachment(world.AttachmentID(id)) != nil:
			d.Keep = world.AttachmentID(id)
		case id != "":
			a.At("id").Fail("ATTACHMENT_NOT_FOUND", "The attachment was not found: %s", id)
			continue
		}
		out = append(out, d)
	}
	return out
}

// attachmentRef reads an attachment's id, which must be a string: "0" for files[0], or an existing
// id.
func attachmentRef(f Field) string { return f.Snowflake() }

func checkNonce(f Field) string {
	if n, ok := f.Value.(json.Number); ok {
		return n.String()
	}
	return f.Text(0, 25)
}

// checkEmbeds checks rich embeds and their common limit of 6,000 characters.
func checkEmbeds(list Field) []world.Embed {
	total := 0
	for _, e := range list.List(0, 10) {
		if !e.Object() {
			continue
		}
		total += utf8.RuneCountInString(e.At("title").Text(0, 256)) +
			utf8.RuneCountInString(e.At("description").Text(0, 4096))
		e.At("url").address(2048, webSchemes...)
		e.At("color").Integer(0, 0xFFFFFF)
		total += embedPerson(e.At("author"), "name", 256) + embedPerson(e.At("footer"), "text", 2048)
		for _, k := range []string{"image", "thumbnail"} {
			if e.At(k).Object() {
				e.At(k).At("url").address(2048, mediaSchemes...)
			}
		}
		for _, f := range e.At("fields").List(0, 25) {
			f.At("inline").Boolean()
			if f.At("name").Must() {
				total += utf8.RuneCountInString(f.At("name").Text(1, 256))
			}
			if f.At("value").Must() {
				total += utf8.RuneCountInString(f.At("value").Text(1, 1024))
			}
		}
		if emptyEmbed(e) {
			e.At("description").Fail("BASE_TYPE_REQUIRED", "This field is required")
		}
	}
	if total > 6000 {
		list.Fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	if list.Empty() || len(list.form.problems) > 0 {
		return nil
	}
	var out []world.Embed
	if json.Unmarshal(world.JSON(list.Value), &out) != nil {
		list.Fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
	}
	for i := range out {
		out[i].Type = "rich"
	}
	return out
}

func embedPerson(f Field, key string, most int) int {
	if !f.Object() {
		return 0
	}
	f.At("icon_url").address(2048, mediaSchemes...)
	return utf8.RuneCountInString(f.At(key).Text(0, most))
}

func emptyEmbed(e Field) bool {
	for _, k := range []string{"title", "description", "url", "author", "footer", "image", "thumbnail"} {
		if v := e.At(k).Value; v != nil && v != "" {
			return false
		}
	}
	list, _ := e.At("fields").Value.([]any)
	return len(list) == 0
}

// MayMention returns the users whom a new message may ping. Without allowed_mentions these are all
// for an ordinary message, and users for an answer to an interaction.
func (d Draft) MayMention() world.AllowedMentions {
	switch {
	case d.mentions != nil:
		return *d.mentions
	case d.Kind == ChannelCreate:
		return world.MayMentionAll
	}
	return world.AllowedMentions{Parse: []string{"users"}}
}
