package tourney

import "slices"

// Formats lists the formats in the order of menus.
var Formats = []Format{Knockout{}, Bracket{}, RoundRobin{}, Swiss{}, League{}, Divisions{}}

// Spoken returns a format's name as part of a sentence.
func Spoken(name string) string {
	if name == (RoundRobin{}).Name() {
		return "round robin"
	}
	return name
}

// Find returns the format with a name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name() == name })
	if i < 0 {
		return nil, false
	}
	return Formats[i], true
}
