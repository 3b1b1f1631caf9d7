package calendar

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Place is a zone, or a city in it.
type Place struct {
	Zone string
	Name string // name of the city; empty: the entry is the zone itself

	country string // code of the country; empty: none
	people  int    // number of people in the city, or in the large cities of the zone
	// ways to write the clocks' time there, such as "est edt et"; empty for a city
	abbreviations string
	// "|munich|munchen|monaco di baviera|", folded. The first two names of a zone are its name in
	// the database, and the city in that. The first name of a city is its own, and the others are
	// foreign.
	names string
}

// places yields the places whose line in the file contains a text: first the zones, then the cities
// with more than 50,000 people, the largest first. See generate.go.
func places(text string) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for line := range strings.Lines(zoneFiles()["places"]) {
			if strings.HasPrefix(line, "#") || !strings.Contains(line, text) {
				continue
			}
			f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			people, _ := strconv.Atoi(f[3])
			if !yield(Place{f[0], f[1], f[2], people, f[4], f[5]}) {
				return
			}
		}
	}
}

// unaccented maps letters such as ø, which are not letters with an accent, to plain ones.
var unaccented = strings.NewReplacer("ø", "o", "ł", "l", "ß", "ss", "æ", "ae", "œ", "oe", "đ", "d", "ð", "d",
	"þ", "th", "ı", "i", "ħ", "h", "_", " ", "’", "'", "−", "-", "–", "-")

// fold writes a name without accents and capitals, with single spaces.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToLower(s)))
	return strings.Join(strings.Fields(unaccented.Replace(s)), " ")
}

// FindZones returns the places that a text may mean, at most one in each zone and the likeliest
// first. Sure reports whether the first one is certainly meant. An offset or an abbreviation never
// has a certain meaning, because zones with different rules share it.
func FindZones(text string, at time.Time) (found []Place, sure bool) {
	text = fold(text)
	if strings.Trim(text, " |") == "" || strings.Contains(text, "|") {
		return nil, false
	}
	if seconds, ok := parseOffset(text); ok {
		return withOffset(seconds, at), false
	}
	var abbreviated, exact, begin, within finding
	for p := range places(text) {
		switch i := strings.Index(p.names, "|"+text+"|"); {
		case p.abbreviates(text):
			abbreviated = append(abbreviated, p)
		case i >= 0 && p.Name == "" && strings.Count(p.names[:i], "|") < 2:
			return []Place{p}, true
		case i >= 0:
			exact = append(exact, p)
		case p.Name != "" && !strings.HasPrefix(p.own(), text) && !begins(p.own(), text):
			// the text is only the beginning of foreign names, as Lund is of foreign names of
			// London
		case strings.Contains(p.names, "|"+text):
			begin = append(begin, p)
		case begins(p.names, text):
			within = append(within, p)
		}
	}
	if len(abbreviated) > 0 {
		return abbreviated.eachClock(at), false
	}
	if exact = exact.eachClock(at); len(exact) > 0 {
		return exact, len(exact) == 1 || exact[0].own() == text && exact[0].people > overshadows*exact[1].people
	}
	return slices.Concat(begin, within).eachZone(), false
}

// own returns the first of a place's names.
func (p Place) own() string {
	name, _, _ := strings.Cut(p.names[1:], "|")
	return name
}

// begins reports whether a text begins a word of names, but not the first.
func begins(names, text string) bool {
	return strings.Contains(names, " "+text) || strings.Contains(names, "/"+text) || strings.Contains(names, "-"+text)
}

// overshadows is how many times larger a city must be than others of its name to be meant for
// certain: San Francisco in California, but not Cambridge in England.
const overshadows = 10

// abbreviates reports whether a text is an abbreviation of the time in a zone.
func (p Place) abbreviates(text string) bool {
	return slices.Contains(strings.Fields(p.abbreviations), text)
}

// finding lists places that are found.
type finding []Place

// eachZone leaves one place of each zone.
func (f finding) eachZone() finding {
	seen := make(map[string]bool)
	return slices.DeleteFunc(f, func(p Place) bool {
		again := seen[p.Zone]
		seen[p.Zone] = true
		return again
	})
}

// eachClock leaves one place of the zones of a country whose clocks agree in the year after a moment.
func (f finding) eachClock(at time.Time) finding {
	seen := make(map[string]bool)
	return slices.DeleteFunc(f.eachZone(), func(p Place) bool {
		l, err := Zone(p.Zone)
		if err != nil {
			return true // the zone can be loaded, because tests load all zones
		}
		clock := []byte(p.country)
		for week := range 53 {
			_, offset := at.AddDate(0, 0, 7*week).In(l).Zone()
			clock = fmt.Append(clock, " ", offset)
		}
		again := seen[string(clock)]
		seen[string(clock)] = true
		return again
	})
}

// offsetPattern matches "utc+5:30", "gmt-3", "+02:00" and "+0530".
var offsetPattern = regexp.MustCompile(`^(?:utc|gmt)? ?([+-]) ?(\d{1,2})(?:[:.]?(\d{2}))?$`)

// parseOffset reads a difference from UTC, in seconds.
func parseOffset(text string) (seconds int, ok bool) {
	m := offsetPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2])
	minutes, _ := strconv.Atoi(m[3]) // an empty text counts as 0
	seconds = (hours*60 + minutes) * 60
	if m[1] == "-" {
		seconds = -seconds
	}
	return seconds, true
}

// shown is how many zones with an offset are listed before the one that never changes its clocks,
// so that a menu of Discord's has it.
const shown = 24

// withOffset lists the zones whose clocks differ so from UTC at a moment.
func withOffset(seconds int, at time.Time) []Place {
	var out finding
	var always []Place
	for p := range places("") {
		if p.Name != "" {
			break
		}
		l, err := Zone(p.Zone)
		if err != nil {
			continue // the zone can be loaded, because tests load all zones
		}
		_, offset := at.In(l).Zone()
		switch {
		case offset != seconds:
		case p.country == "":
			always = append(always, p)
		default:
			out = append(out, p)
		}
	}
	out = out.eachClock(at)
	return slices.Insert([]Place(out), min(len(out), shown), always...)
}
