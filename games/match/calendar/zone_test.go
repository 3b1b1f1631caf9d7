package calendar_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"paddock/games/match/calendar"
)

// A zone of each name can be loaded, and no file.
func TestZones(t *testing.T) {
	if n := len(calendar.Zones()); n < 400 {
		t.Errorf("only %d zones", n)
	}
	for _, name := range calendar.Zones() {
		if l, err := calendar.Zone(name); err != nil || l.String() != name {
			t.Error(l, err)
		}
	}
	if _, err := calendar.Zone("../../etc/passwd"); err == nil {
		t.Error("a file is taken for a zone")
	}
}

// P101: the zones agree with a newer database of the machine. If not, install Debian's newest tzdata
// and run go generate.
func TestZonesAreNew(t *testing.T) {
	const folder = "/usr/share/zoneinfo/"
	first, err := os.ReadFile(folder + "tzdata.zi")
	var version string
	if f := strings.Fields(string(first[:min(len(first), 50)])); len(f) > 2 {
		version = f[2]
	}
	if err != nil || version < calendar.ZonesVersion() {
		t.Skipf("the machine has tzdata %q, Paddock %s", version, calendar.ZonesVersion())
	}
	for _, name := range []string{
		"Europe/Stockholm", "Europe/London", "America/New_York", "America/Vancouver", "America/Edmonton",
		"America/Winnipeg", "America/Havana", "Africa/Casablanca", "Asia/Gaza", "Australia/Lord_Howe",
		"America/Santiago", "Asia/Kolkata",
	} {
		data, err := os.ReadFile(folder + name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := time.LoadLocationFromTZData(name, data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := calendar.Zone(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2036; at = at.Add(6 * time.Hour) {
			if g, w := at.In(got).Format(time.DateTime), at.In(want).Format(time.DateTime); g != w {
				t.Errorf("%s: at %v it is %s, but by tzdata %s it is %s", name, at, g, version, w)
				break
			}
		}
	}
}

// Zones are found as people write them, with and without accents. If a text may mean several zones,
// the user is asked.
func TestFindZones(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text string
		sure bool
		want string // the first zones
	}{
		{"Stockholm", true, "Europe/Stockholm"},
		{"new york", true, "America/New_York"},
		{"Kolkata", true, "Asia/Kolkata"},
		{"Shanghai", true, "Asia/Shanghai"},
		{"Los Angeles", true, "America/Los_Angeles"},
		{"Kyiv", true, "Europe/Kyiv"},
		{"Bogota", true, "America/Bogota"},
		{"Sao Paulo", true, "America/Sao_Paulo"},
		{"UTC", true, "UTC"},
		{"EUROPE/BERLIN", true, "Europe/Berlin"},
		{"Mumbai", true, "Asia/Kolkata"},
		{"Beijing", true, "Asia/Shanghai"},
		{"San Francisco", true, "America/Los_Angeles"},
		{"NYC", true, "America/New_York"},
		{"New York City", true, "America/New_York"},
		{"Kiev", true, "Europe/Kyiv"},
		{"Calcutta", true, "Asia/Kolkata"},
		{"München", true, "Europe/Berlin"},
		{"Köpenhamn", true, "Europe/Copenhagen"},
		{"Sverige", true, "Europe/Stockholm"},
		{"Ciudad Juarez", true, "America/Ciudad_Juarez"},
		{"Bogotá", true, "America/Bogota"},
		{"São Paulo", true, "America/Sao_Paulo"},
		{"Asia/Calcutta", true, "Asia/Kolkata"},
		{"America/Ciudad_Juarez", true, "America/Ciudad_Juarez"},
		{"US/Pacific", true, "America/Los_Angeles"},
		{"Etc/GMT+3", true, "Etc/GMT+3"},
		{"W. Europe Standard Time", true, "Europe/Berlin"},
		{"Lund", true, "Europe/Stockholm"}, // the zone is not London's, although its abbreviation is used there too
		{"CET", false, "Europe/Berlin Europe/Madrid"},
		{"MEZ", false, "Europe/Berlin Europe/Madrid"},
		{"EST", false, "America/New_York America/Toronto"},
		{"PST", false, "Asia/Manila America/Los_Angeles"},
		{"GMT", false, "Europe/London"},
		{"IST", false, "Asia/Kolkata Asia/Jerusalem Europe/Dublin"},
		{"UTC+5:30", false, "Asia/Kolkata Asia/Colombo"},
		{"GMT-3", false, "America/Sao_Paulo America/Santiago"}, // it is summer in Chile
		{"+02:00", false, "Africa/Cairo Africa/Johannesburg"},
		{"utc −9", false, "America/Anchorage"},
		{"Genève", true, "Europe/Zurich"},
		{"Geneva", false, "Europe/Zurich America/Chicago"},
		{"Cambridge", false, "Europe/London"},
		{"USA", false, "America/New_York America/Chicago America/Los_Angeles"},
		{"stock", false, "Europe/Stockholm"},
		{"janeiro", false, "America/Sao_Paulo"},
		{"Gondolin", false, ""},
		{"+99:99", false, ""},
		{"\t|", false, ""},
		{"", false, ""},
	} {
		found, sure := calendar.FindZones(c.text, now)
		var got []string
		for _, p := range found[:min(len(found), max(1, len(strings.Fields(c.want))))] {
			got = append(got, p.Zone)
		}
		if strings.Join(got, " ") != c.want || sure != c.sure {
			t.Errorf("FindZones(%q) = %q (sure: %v), want %q (%v)", c.text, got, sure, c.want, c.sure)
		}
	}
	for _, p := range found(t, "EST") {
		if strings.HasPrefix(p, "Europe/") {
			t.Errorf("EST may mean %s", p)
		}
	}
	if list := found(t, "+02:00"); list[24] != "Etc/GMT-2" {
		t.Errorf("the 25th place of +02:00 is %s", list[24])
	}
}

// found returns the zones that a text may mean.
func found(t *testing.T, text string) (zones []string) {
	t.Helper()
	places, _ := calendar.FindZones(text, time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC))
	for _, p := range places {
		zones = append(zones, p.Zone)
	}
	return zones
}

// Hours in a zone that no longer exists are those of UTC.
func TestLocationOfAnUnknownZone(t *testing.T) {
	if l := (calendar.Hours{Zone: "Europe/Atlantis"}).Location(); l != time.UTC {
		t.Errorf("the location is %v, want UTC", l)
	}
}
