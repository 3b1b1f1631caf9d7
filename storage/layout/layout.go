// Package layout defines how matches, events and indexes are stored, as bytes of keys and values,
// independent of bbolt. Numbers in keys are big-endian, so that keys sort like numbers; 0 ends a
// name inside a key. All of it is part of the file's format. Start reading at [LogLine] and
// [ResultKey].
package layout

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// ErrDamaged is the error for unreadable data.
var ErrDamaged = errors.New("storage: damaged")

// Records and events end with a checksum of their bytes (CRC-32C) and a mark. Older data ends with
// the brace of its JSON instead, and is accepted without a checksum.

const (
	sealMark = 1
	SealSize = 5 // number of bytes that Seal adds
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// LogKeys lists the keys of a match's events in the log, in order, each a varint difference to the
// one before. The log is in order of time over all matches, so that moves made at the same time
// share a page.
type LogKeys []byte

// All yields the keys.
func (k LogKeys) All() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		var key uint64
		for len(k) > 0 {
			step, w := binary.Uvarint(k)
			if w <= 0 {
				return
			}
			k = k[w:]
			key += step
			if !yield(key) {
				return
			}
		}
	}
}

// Last returns the newest key; 0 if there is none.
func (k LogKeys) Last() (key uint64) {
	for key = range k.All() {
	}
	return key
}

// TimeKey returns a time as a key: big-endian nanoseconds since 1970, with the order and equality
// of times.
func TimeKey(t time.Time) []byte {
	return NumberKey(uint64(UnixNano(t)))
}

// NumberKey returns a number as a key.
func NumberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// KeyTime returns the time at the beginning of a key.
func KeyTime(key []byte) time.Time {
	return time.Unix(0, int64(binary.BigEndian.Uint64(key))).UTC()
}

// UnixNano returns t in nanoseconds since 1970, or the nearest possible value.
func UnixNano(t time.Time) int64 {
	switch {
	case t.Unix() < 0:
		return 0
	case t.Unix() >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64
	}
	return t.UnixNano()
}

// Nameable refuses names that cannot be part of a key.
func Nameable(what, name string) error {
	if len(name) > 255 || strings.IndexByte(name, 0) >= 0 {
		return fmt.Errorf("storage: %s %.20q is too long or has a zero byte", what, name)
	}
	return nil
}

// Seal adds the checksum.
func Seal(value []byte) []byte {
	return append(binary.BigEndian.AppendUint32(value, crc32.Checksum(value, castagnoli)), sealMark)
}

// Checksum returns the checksum of a record or event for engines that store it separately: of the
// match id, a zero byte and the JSON.
func Checksum[T ~string | ~[]byte](id match.ID, text T) uint32 {
	sum := crc32.Update(0, castagnoli, append([]byte(id), 0))
	return crc32.Update(sum, castagnoli, []byte(text))
}

// Unseal returns a value without its checksum, or an error if that is wrong.
func Unseal(value []byte) ([]byte, error) {
	n := len(value)
	if n > 0 && value[n-1] == '}' {
		return value, nil
	}
	if n < SealSize || value[n-1] != sealMark {
		return nil, fmt.Errorf("%w: an entry is cut off", ErrDamaged)
	}
	text := value[:n-SealSize]
	if binary.BigEndian.Uint32(value[n-SealSize:]) != crc32.Checksum(text, castagnoli) {
		return nil, fmt.Errorf("%w: an entry's checksum is wrong", ErrDamaged)
	}
	return text, nil
}

// ResultKey returns the part of a result's key after server and game.
func ResultKey(r match.Result) string {
	text, _ := json.Marshal(r) // the value is plain data, whose encoding can't fail
	return string(TimeKey(r.Ended)) + string(r.Match) + "\x00" + string(text)
}

// ReadResult parses a key of the results.
func ReadResult(key []byte) (r match.Result, err error) {
	_, rest, _ := bytes.Cut(key, []byte{0})
	game, rest, ok := bytes.Cut(rest, []byte{0})
	if !ok || len(rest) < 8 {
		return r, fmt.Errorf("%w: a result is cut off", ErrDamaged)
	}
	id, text, _ := bytes.Cut(rest[8:], []byte{0})
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%w: the result of %s can't be read: %w", ErrDamaged, id, err)
	}
	r.Game, r.Ended, r.Match = games.ID(game), KeyTime(rest[:8]), match.ID(id)
	return r, nil
}

// GamePrefix returns the beginning of the keys of a game's results and standings.
func GamePrefix(g match.GuildID, game games.ID) []byte {
	return append(append(append([]byte(g), 0), game...), 0)
}

// StandingPrefix returns the beginning of the keys of a pool's standings.
func StandingPrefix(g match.GuildID, game games.ID, pool match.Pool) []byte {
	return append(GamePrefix(g, game), '0'+byte(pool))
}

// PlayerKey returns a player as a part of keys.
func PlayerKey(p match.Player) string {
	switch {
	case p.Computer != "":
		return "c" + p.Computer
	case p.Gone != "":
		return "g" + p.Gone
	}
	return "u" + string(p.User)
}

// PairPrefix returns the beginning of the keys of two players' rated games.
func PairPrefix(g match.GuildID, r match.Result, two ratings.Pair) []byte {
	key := StandingPrefix(g, r.Game, r.Pool())
	for _, p := range two {
		key = append(append(key, PlayerKey(p)...), 0)
	}
	return key
}

// RatedPairs lists the pairs of players whose ratings a result changes.
func RatedPairs(r match.Result) []ratings.Pair {
	if !r.Rated {
		return nil
	}
	return ratings.Pairs(r)
}

// ResultTail returns the part of a result's key after server, game, time and match.
func ResultTail(key []byte) []byte { return key[bytes.LastIndexByte(key, 0):] }

// FinishedPrefix returns the beginning of the keys of a user's finished matches.
func FinishedPrefix(u match.UserID) []byte { return append([]byte(u), 0) }

// FinishedTail returns the part of a finished match's key after the time: id, ending, rated or not,
// server, game and the others, each up to a 0. It is not JSON, because a page with many entries is
// parsed at once.
func FinishedTail(p match.Finished) string {
	rated := "u"
	if p.Rated {
		rated = "r"
	}
	tail := string(p.Match) + "\x00" + string(rune(p.How)) + rated + string(p.Guild) + "\x00" + string(p.Game) + "\x00"
	for _, other := range p.Others {
		tail += PlayerKey(other) + "\x00"
	}
	return tail
}

// ReadFinished parses a key of finished matches.
func ReadFinished(key []byte) (p match.Finished, err error) {
	_, rest, ok := bytes.Cut(key, []byte{0})
	if !ok || len(rest) < 8 {
		return p, fmt.Errorf("%w: an entry of finished matches is cut off", ErrDamaged)
	}
	p.Ended = KeyTime(rest)
	id, text, _ := strings.Cut(string(rest[8:]), "\x00")
	how, text, _ := strings.Cut(text, "\x00")
	game, text, ok := strings.Cut(text, "\x00")
	if !ok || len(how) < 2 {
		return p, fmt.Errorf("%w: an entry of finished matches is cut off", ErrDamaged)
	}
	p.Match, p.How, p.Rated = match.ID(id), match.FinishedHow(how[0]), how[1] == 'r'
	p.Guild, p.Game = match.GuildID(how[2:]), games.ID(game)
	p.Others = make([]match.Player, 0, strings.Count(text, "\x00"))
	for text != "" {
		var other string
		other, text, _ = strings.Cut(text, "\x00")
		player, err := readPlayer(other)
		if err != nil {
			return p, err
		}
		p.Others = append(p.Others, player)
	}
	return p, nil
}

// readPlayer reads what PlayerKey writes.
func readPlayer(key string) (p match.Player, err error) {
	switch {
	case strings.HasPrefix(key, "u"):
		p.User = match.UserID(key[1:])
	case strings.HasPrefix(key, "c"):
		p.Computer = key[1:]
	case strings.HasPrefix(key, "g"):
		p.Gone = key[1:]
	default:
		return p, fmt.Errorf("%w: %q is no player", ErrDamaged, key)
	}
	return p, nil
}

// SkillSize is the number of bytes of a skill.
const SkillSize = 4 * 8

// AppendSkill appends a skill to a result's value, without loss of precision.
func AppendSkill(b []byte, s match.Skill) []byte {
	for _, x := range []float64{s.Rating, s.Deviation, s.Volatility} {
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(x))
	}
	return binary.BigEndian.AppendUint64(b, uint64(s.At))
}

// ReadSkill reads the skill at the beginning of b, which has at least SkillSize bytes.
func ReadSkill(b []byte) match.Skill {
	number := func(i int) uint64 { return binary.BigEndian.Uint64(b[8*i:]) }
	float := func(i int) float64 { return math.Float64frombits(number(i)) }
	return match.Skill{Rating: float(0), Deviation: float(1), Volatility: float(2), At: int64(number(3))}
}

// MentionKey returns the key that says that a match contains a user.
func MentionKey(u match.UserID, id match.ID) []byte {
	return append(append([]byte(u), 0), id...)
}

// LogLine returns an event in its stored form: its match, a zero byte, its JSON.
func LogLine(id match.ID, e match.Event) ([]byte, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("write event of %s: %w", id, err)
	}
	line := make([]byte, 0, len(id)+1+len(text)+SealSize)
	return Seal(append(append(append(line, id...), 0), text...)), nil
}

// ReadLine parses a line of the log.
func ReadLine(line []byte) (id match.ID, e match.Event, err error) {
	if line, err = Unseal(line); err != nil {
		return "", e, err
	}
	name, text, ok := bytes.Cut(line, []byte{0})
	if !ok {
		return "", e, fmt.Errorf("%w: an event is cut off", ErrDamaged)
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return "", e, fmt.Errorf("%w: an event of %s can't be read: %w", ErrDamaged, name, err)
	}
	return match.ID(name), e, nil
}

// AuditKey returns the key of a line of a server's audit log.
func AuditKey(g match.GuildID, no int) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(g), 0), uint64(no))
}

// ReadAudit reads a line of an audit log.
func ReadAudit(text []byte) (a match.Audit, err error) {
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("%w: a line of an audit log can't be read: %w", ErrDamaged, err)
	}
	return a, nil
}

// DayOf counts days since the end of 1969, so that there is always a previous day.
func DayOf(t time.Time) uint32 {
	return uint32(UnixNano(t)/int64(24*time.Hour)) + 1
}

// UsersOf lists the users who have a seat in a match, own it or are invited to it, each once.
func UsersOf(r match.Record) []match.UserID {
	users := make([]match.UserID, 0, len(r.Players)+2)
	add := func(u match.UserID) {
		if u != "" && !slices.Contains(users, u) {
			users = append(users, u)
		}
	}
	for _, p := range r.Players {
		add(p.User)
	}
	add(r.Owner)
	add(r.Invited)
	return users
}
