package tourney

import "slices"

// Formats lists the formats in the order in which they are offered.
var Formats = []Format{Knockout{}, Bracket{}, RoundRobin{}, Swiss{}, League{}}

// Spoken is a format's name in a sentence.
func Spoken(name string) string {
	if name == (RoundRobin{}).Name() {
		return "round robin"
	}
	return name
}

// Find finds a format by name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name() == name })
	if i < 0 {
		return nil, false
	}
	return Formats[i], true
}
