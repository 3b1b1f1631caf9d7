package layout

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"paddock/games/match"
)

// ListedIn returns the server whose standings a user shows in the list of all servers, from their
// stored entry; empty if they are not listed.
func ListedIn(entry []byte) match.GuildID {
	var u struct{ ListedIn match.GuildID }
	// nearly all users have no such field, and need no decoding
	if !bytes.Contains(entry, []byte(`"ListedIn"`)) || json.Unmarshal(entry, &u) != nil {
		return ""
	}
	return u.ListedIn
}

// RankKey returns the place of a standing in a ranking: the keys of a list sort as ratings.Sort
// does.
func RankKey(s match.Standing) []byte {
	key := binary.BigEndian.AppendUint32(NumberKey(descending(s.Rating)), ^uint32(s.Rated))
	if s.Who.Computer != "" {
		return append(append(key, 1), s.Who.Computer...)
	}
	return append(append(key, 0), s.Who.User...)
}

// descending returns a number that is lower for better ratings. The bits of positive floats sort
// like the floats, so all but the sign are turned over; a set sign puts negative ones after them.
func descending(rating float64) uint64 {
	bits := math.Float64bits(rating)
	if bits>>63 == 0 { // the bits of negative ratings are in this order already
		bits ^= 1<<63 - 1
	}
	return bits
}

// RankedRating returns the rating in a RankKey.
func RankedRating(key []byte) float64 {
	bits := binary.BigEndian.Uint64(key)
	if bits>>63 == 0 {
		bits ^= 1<<63 - 1
	}
	return math.Float64frombits(bits)
}

// RankBelow returns a key before the RankKeys of all lower ratings and after those of all others.
func RankBelow(rating float64) []byte {
	return append(NumberKey(descending(rating)), 0xff, 0xff, 0xff, 0xff, 0xff)
}

// RankedPlayer returns the player of a RankKey.
func RankedPlayer(key []byte) (match.Player, error) {
	const fixed = 8 + 4 + 1
	switch {
	case len(key) <= fixed:
		return match.Player{}, fmt.Errorf("%w: an entry of a ranking is cut off", ErrDamaged)
	case key[fixed-1] == 1:
		return match.Player{Computer: string(key[fixed:])}, nil
	}
	return match.Player{User: match.UserID(key[fixed:])}, nil
}

// ReadStanding parses a stored standing.
func ReadStanding(text []byte) (s match.Standing, err error) {
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("%w: a standing can't be read: %w", ErrDamaged, err)
	}
	return s, nil
}
