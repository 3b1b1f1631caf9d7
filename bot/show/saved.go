package show

import (
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/match"
)

// The limits of saved arrangements (S49).
const (
	MaxSaved     = 25
	MaxSavedName = 32
)

// Saved arrangements are kept with the person who made them, under game, kind and name; nobody else ever hears of them. Under the empty name stands
// the one confirmed last.

// SavedKey is the key of match.User.Saved for a set-up with a name.
func SavedKey(game games.ID, kind, name string) string { return string(game) + "/" + kind + "/" + name }

// LastKey is the key for the set-up confirmed last.
func LastKey(game games.ID, kind string) string { return SavedKey(game, kind, "") }

// SavedOf lists a person's arrangements that fit, by name.
func SavedOf(u match.User, game games.ID, kind string) []games.Choice {
	var list []games.Choice
	for key := range u.Saved {
		if name, ok := strings.CutPrefix(key, LastKey(game, kind)); ok && name != "" {
			list = append(list, games.Choice{Value: key, Label: name})
		}
	}
	slices.SortFunc(list, func(a, b games.Choice) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// AllSaved lists all of a person's arrangements for a game, of whatever kind.
func AllSaved(u match.User, game games.ID) []games.Choice {
	var list []games.Choice
	for key := range u.Saved {
		rest, ok := strings.CutPrefix(key, string(game)+"/")
		kind, name, _ := strings.Cut(rest, "/")
		if ok && name != "" {
			list = append(list, games.Choice{Value: key, Label: name + " (" + kind + ")"})
		}
	}
	slices.SortFunc(list, func(a, b games.Choice) int { return strings.Compare(a.Label, b.Label) })
	return list
}
