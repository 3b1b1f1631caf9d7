package activity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"paddock/games/match"
)

// session says who has a page open, as Discord has proved. The page holds it as a signed text and
// sends it with each request. The server stores nothing.
type session struct {
	User     match.UserID    `json:"u"`
	Name     string          `json:"n"`
	Locale   string          `json:"l,omitempty"`
	Instance string          `json:"i"`
	Guild    match.GuildID   `json:"g,omitempty"`
	Channel  match.ChannelID `json:"c,omitempty"`
	Parent   match.ChannelID `json:"p,omitempty"` // parent of Channel, if that is a thread
	Until    int64           `json:"e"`           // when the session ends, in seconds since 1970
}

// sessionFor is how long a session is valid.
const sessionFor = 12 * time.Hour

// errSession means that a session is forged, damaged or too old.
var errSession = errors.New("activity: no valid session")

// keys signs texts that clients keep and send back. Each purpose has a separate key, derived from
// the application's secret. So all processes have the same keys and a restart does not change them.
type keys []byte

// The purposes for which session keys are derived.
const (
	forSessions = "paddock activity session 1"
	forLinks    = "paddock match link 1"
)

// sum returns the signature of a text for a purpose.
func (k keys) sum(purpose, text string) []byte {
	derived := hmac.New(sha256.New, k)
	derived.Write([]byte(purpose))
	h := hmac.New(sha256.New, derived.Sum(nil))
	h.Write([]byte(text))
	return h.Sum(nil)
}

var b64 = base64.RawURLEncoding

// sign returns the text of a session.
func (k keys) sign(s session) string {
	raw, _ := json.Marshal(s) // the value is plain data, whose encoding can't fail
	text := b64.EncodeToString(raw)
	return text + "." + b64.EncodeToString(k.sum(forSessions, text))
}

// read returns the session of a text made by sign, unless it has expired.
func (k keys) read(text string, now time.Time) (s session, err error) {
	body, sum, ok := strings.Cut(text, ".")
	got, err := b64.Strict().DecodeString(sum)
	if !ok || err != nil || !hmac.Equal(got, k.sum(forSessions, body)) {
		return session{}, errSession
	}
	raw, err := b64.DecodeString(body)
	if err != nil || json.Unmarshal(raw, &s) != nil || s.User == "" || now.Unix() >= s.Until {
		return session{}, errSession
	}
	return s, nil
}
