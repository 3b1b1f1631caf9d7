package discordsim

import (
	"encoding/json"
	"slices"
	"strconv"
)

// messageKind is which door a message comes through; rules differ by it.
type messageKind int

const (
	channelCreate messageKind = iota
	channelEdit
	firstAnswer // callback 4
	updateBody  // callback 7
	followUp
	webhookEdit
)

func (k messageKind) edits() bool { return k == channelEdit || k == updateBody || k == webhookEdit }

// upload is one file of a multipart request; index is the n of files[n].
type upload struct {
	index       int
	filename    string
	contentType string
	content     []byte
}

// draft is a message body that passed: which fields it names, and their values.
type draft struct {
	kind        messageKind
	names       func(key string) bool // whether the body has the key, null included
	content     string
	embeds      []Embed
	components  []Component
	flags       Flags
	attachments []attachmentDraft
	mentions    *allowedMentions // nil: the body does not say
	nonce       string
	enforce     bool
	poll        *json.RawMessage
	reference   MessageID
	v2          bool
}

// attachmentDraft is an attachment that the message shall have: an upload, or one it has already.
type attachmentDraft struct {
	keep        AttachmentID // "" for an upload
	file        upload
	description string
	described   bool
}

const maxContent = 2000 // the OpenAPI file's 4,000 is for people with Nitro

// settable are the flags that a bot may set on a new message.
const settable = FlagSuppressEmbeds | FlagSuppressNotifications | FlagComponentsV2

// checkMessage checks a message body against all that Discord refuses. old is the message being edited, nil for
// a new one.
func checkMessage(body field, kind messageKind, files []upload, old *Message) draft {
	d := draft{kind: kind, names: func(key string) bool { return body.at(key).present }}
	if !body.must() || !body.object() {
		return d
	}
	d.flags = checkFlags(body.at("flags"), kind, old)
	d.v2 = d.flags&FlagComponentsV2 != 0 || old != nil && old.Flags&FlagComponentsV2 != 0
	d.content = body.at("content").text(0, maxContent)
	d.embeds = checkEmbeds(body.at("embeds"))
	body.at("tts").boolean()
	body.at("sticker_ids").list(0, 3)
	d.mentions = checkMentions(body.at("allowed_mentions"))
	d.nonce = checkNonce(body.at("nonce"))
	d.enforce = body.at("enforce_nonce").boolean()
	if body.at("poll").object() {
		raw := mustJSON(body.at("poll").value)
		d.poll = &raw
	}
	if ref := body.at("message_reference"); ref.object() {
		d.reference = MessageID(ref.at("message_id").snowflake())
	}
	d.attachments = checkAttachments(body.at("attachments"), files, old)

	t := newTree(d.v2)
	t.message(body.at("components"))
	if d.v2 {
		checkLegacy(body, d, old)
	}
	if len(body.form.problems) > 0 {
		return d
	}
	if !body.at("components").empty() {
		if err := json.Unmarshal(mustJSON(body.at("components").value), &d.components); err != nil {
			body.at("components").fail("DICT_TYPE_CONVERT", "Could not read the components: %v", err)
		}
	}
	checkReferences(t, d, old)
	return d
}

func checkFlags(f field, kind messageKind, old *Message) Flags {
	flags := Flags(f.integer(0, 1<<31-1))
	allowed := settable
	if kind == firstAnswer || kind == followUp {
		allowed |= FlagEphemeral
	}
	switch {
	case kind.edits():
		if !f.empty() && flags&FlagComponentsV2 == 0 && old != nil && old.Flags&FlagComponentsV2 != 0 {
			f.fail("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
		}
	case flags&^allowed != 0:
		f.fail("MESSAGE_FLAGS_INVALID", "Flags %d cannot be set here.", flags&^allowed)
	}
	return flags
}

// checkLegacy refuses what Components V2 replaces. Empty strings and lists pass: they are what "no content"
// looks like; but an edit that turns a classic message into V2 must empty what was used, and not by embeds null.
func checkLegacy(body field, d draft, old *Message) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	const text = "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
	turning := old != nil && old.Flags&FlagComponentsV2 == 0 && old.Flags&FlagLoading == 0
	if d.content != "" || turning && old.Content != "" && !d.names("content") {
		body.at("content").fail(code, text, "content")
	}
	nulled := turning && d.names("embeds") && body.at("embeds").empty()
	if len(d.embeds) > 0 || nulled || turning && len(old.Embeds) > 0 && !d.names("embeds") {
		body.at("embeds").fail(code, text, "embeds")
	}
	if d.poll != nil {
		body.at("poll").fail(code, text, "poll")
	}
	if len(body.at("sticker_ids").list(0, 3)) > 0 {
		body.at("sticker_ids").fail(code, text, "sticker_ids")
	}
}

// checkReferences finds the file of each attachment:// among those the message will have.
func checkReferences(t *tree, d draft, old *Message) {
	names := d.fileNames(old)
	for _, m := range t.media {
		if !slices.Contains(names, m.name) {
			m.fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found: %s", m.name)
		}
	}
}

// fileNames are the names of the files that the message will have.
func (d draft) fileNames(old *Message) []string {
	var names []string
	if old != nil && !d.names("attachments") {
		for _, a := range old.Attachments {
			names = append(names, a.Filename)
		}
	}
	for _, a := range d.attachments {
		if a.keep == "" {
			names = append(names, a.file.filename)
		} else if kept := old.attachment(a.keep); kept != nil {
			names = append(names, kept.Filename)
		}
	}
	return names
}

// checkAttachments pairs the attachment list with uploads and kept files. Without a list all uploads are taken;
// with one, what it does not name is dropped.
func checkAttachments(list field, files []upload, old *Message) []attachmentDraft {
	var out []attachmentDraft
	if list.empty() {
		for _, f := range files {
			out = append(out, attachmentDraft{file: f})
		}
		return out
	}
	for _, a := range list.list(0, 10) {
		if !a.object() || !a.at("id").must() {
			continue
		}
		d := attachmentDraft{described: a.at("description").present, description: a.at("description").text(0, 1024)}
		name := a.at("filename").text(1, 1024)
		id := attachmentRef(a.at("id"))
		i := slices.IndexFunc(files, func(f upload) bool { return strconv.Itoa(f.index) == id })
		switch {
		case i >= 0:
			d.file = files[i]
			if name != "" {
				d.file.filename = name
			}
		case old != nil && old.attachment(AttachmentID(id)) != nil:
			d.keep = AttachmentID(id)
		case id != "":
			a.at("id").fail("ATTACHMENT_NOT_FOUND", "The attachment was not found: %s", id)
			continue
		}
		out = append(out, d)
	}
	return out
}

// attachmentRef reads an attachment's id, which must be a string: "0" for files[0], or an existing one.
func attachmentRef(f field) string { return f.snowflake() }

func checkNonce(f field) string {
	if n, ok := f.value.(json.Number); ok {
		return n.String()
	}
	return f.text(0, 25)
}

// checkEmbeds checks rich embeds and their common limit of 6,000 characters.
func checkEmbeds(list field) []Embed {
	total := 0
	for _, e := range list.list(0, 10) {
		if !e.object() {
			continue
		}
		total += runes(e.at("title").text(0, 256)) + runes(e.at("description").text(0, 4096))
		e.at("url").address(2048, webSchemes...)
		e.at("color").integer(0, 0xFFFFFF)
		total += embedPerson(e.at("author"), "name", 256) + embedPerson(e.at("footer"), "text", 2048)
		for _, k := range []string{"image", "thumbnail"} {
			if e.at(k).object() {
				e.at(k).at("url").address(2048, mediaSchemes...)
			}
		}
		for _, f := range e.at("fields").list(0, 25) {
			f.at("inline").boolean()
			if f.at("name").must() {
				total += runes(f.at("name").text(1, 256))
			}
			if f.at("value").must() {
				total += runes(f.at("value").text(1, 1024))
			}
		}
		if emptyEmbed(e) {
			e.at("description").fail("BASE_TYPE_REQUIRED", "This field is required")
		}
	}
	if total > 6000 {
		list.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	if list.empty() || len(list.form.problems) > 0 {
		return nil
	}
	var out []Embed
	if json.Unmarshal(mustJSON(list.value), &out) != nil {
		list.fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
	}
	for i := range out {
		out[i].Type = "rich"
	}
	return out
}

func embedPerson(f field, key string, most int) int {
	if !f.object() {
		return 0
	}
	f.at("icon_url").address(2048, mediaSchemes...)
	return runes(f.at(key).text(0, most))
}

func emptyEmbed(e field) bool {
	for _, k := range []string{"title", "description", "url", "author", "footer", "image", "thumbnail"} {
		if v := e.at(k).value; v != nil && v != "" {
			return false
		}
	}
	list, _ := e.at("fields").value.([]any)
	return len(list) == 0
}
