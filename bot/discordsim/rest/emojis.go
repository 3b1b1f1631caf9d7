package rest

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/gif" // the formats that Discord takes
	_ "image/jpeg"
	_ "image/png"
	"regexp"
	"slices"
	"strings"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// Limits of an application's emojis.
const (
	maxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

func (s apps) showEmojis(c *call) (answer, *validate.Refusal) {
	if c.param("application_id") != s.AppID {
		return refuse(errNoApplication)
	}
	items := []any{}
	for _, e := range s.Emojis {
		items = append(items, s.EmojiJSON(e))
	}
	return ok(map[string]any{"items": items})
}

func (s apps) addEmoji(c *call) (answer, *validate.Refusal) {
	if c.param("application_id") != s.AppID {
		return refuse(errNoApplication)
	}
	f, body := c.form()
	body.At("name").Must()
	body.At("image").Must()
	name := body.At("name").Text(2, 32)
	if len(name) >= 2 && len(name) <= 32 && !emojiName.MatchString(name) {
		body.At("name").Fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	if slices.ContainsFunc(s.Emojis, func(e world.AppEmoji) bool { return e.Name == name }) {
		body.At("name").Fail("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists")
	}
	picture, fine := readPicture(body.At("image").Text(1, 0))
	if !fine && !body.At("image").Empty() {
		body.At("image").Fail("IMAGE_INVALID", "Invalid image")
	}
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	switch {
	case len(picture) > maxEmojiBytes:
		return refuse(&validate.Refusal{
			Status: 400, Code: 50138,
			Message: "Failed to resize asset below the maximum size: 262144",
		})
	case len(s.Emojis) >= maxEmojis:
		return refuse(&validate.Refusal{Status: 400, Code: 30008, Message: "Maximum number of emojis reached (2000)"})
	}
	e := world.AppEmoji{ID: s.NewID(), Name: name, Picture: picture}
	s.Emojis = append(slices.Clip(s.Emojis), e)
	return created(s.EmojiJSON(e))
}

func (s apps) removeEmoji(c *call) (answer, *validate.Refusal) {
	if c.param("application_id") != s.AppID {
		return refuse(errNoApplication)
	}
	i := slices.IndexFunc(s.Emojis, func(e world.AppEmoji) bool { return e.ID == c.param("emoji_id") })
	if i < 0 {
		return refuse(&validate.Refusal{Status: 404, Code: 10014, Message: "Unknown Emoji"})
	}
	s.Emojis = slices.Delete(slices.Clone(s.Emojis), i, i+1)
	return done()
}

// readPicture returns the picture of a data URI, whose type must be that of the picture.
func readPicture(uri string) (picture []byte, fine bool) {
	kind, data, fine := strings.Cut(strings.TrimPrefix(uri, "data:image/"), ";base64,")
	picture, err := base64.StdEncoding.DecodeString(data)
	_, format, unknown := image.DecodeConfig(bytes.NewReader(picture))
	return picture, fine && strings.HasPrefix(uri, "data:image/") && err == nil && unknown == nil && format == kind
}
