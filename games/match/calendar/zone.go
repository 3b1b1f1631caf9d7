package calendar

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // includes a time zone database, for systems without one
)

// located caches loaded time zones.
var located sync.Map // maps a name to its *time.Location

// Zone returns a time zone by its IANA name; empty means UTC.
func Zone(name string) (*time.Location, error) {
	if l, ok := located.Load(name); ok {
		return l.(*time.Location), nil
	}
	if !slices.Contains(Zones, name) && name != "" && name != "UTC" { // an unknown name must not become a file name
		return nil, fmt.Errorf("no time zone %q", name)
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("time zone %q: %w", name, err)
	}
	located.Store(name, l)
	return l, nil
}

// FindZones lists the zones whose name contains a text, ignoring case and with spaces for
// underscores. Those that begin with it come first.
func FindZones(text string) []string {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", " ")) }
	text = plain(strings.TrimSpace(text))
	var first, others []string
	for _, z := range Zones {
		city := plain(z[strings.LastIndexByte(z, '/')+1:])
		switch {
		case plain(z) == text:
			return []string{z}
		case strings.HasPrefix(city, text):
			first = append(first, z)
		case strings.Contains(plain(z), text):
			others = append(others, z)
		}
	}
	return append(first, others...)
}

// Zones lists the time zones that people can choose, from east to west.
var Zones = []string{
	"Pacific/Auckland", "Pacific/Fiji", "Pacific/Tongatapu", "Pacific/Chatham", "Pacific/Kiritimati",
	"Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane", "Australia/Hobart", "Australia/Adelaide",
	"Australia/Darwin", "Australia/Perth", "Australia/Lord_Howe",
	"Asia/Vladivostok", "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Taipei", "Asia/Singapore",
	"Asia/Kuala_Lumpur", "Asia/Manila",
	"Asia/Jakarta", "Asia/Bangkok", "Asia/Ho_Chi_Minh", "Asia/Yangon", "Asia/Dhaka", "Asia/Kathmandu", "Asia/Kolkata",
	"Asia/Colombo", "Asia/Karachi", "Asia/Tashkent",
	"Asia/Almaty", "Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Kabul", "Asia/Dubai", "Asia/Tehran", "Asia/Baghdad",
	"Asia/Riyadh", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Baku",
	"Asia/Jerusalem", "Asia/Beirut", "Asia/Amman",
	"Europe/Moscow", "Europe/Istanbul", "Europe/Kyiv", "Europe/Helsinki", "Europe/Tallinn", "Europe/Riga",
	"Europe/Vilnius", "Europe/Bucharest", "Europe/Sofia", "Europe/Athens",
	"Europe/Stockholm", "Europe/Oslo", "Europe/Copenhagen", "Europe/Berlin", "Europe/Vienna", "Europe/Zurich",
	"Europe/Amsterdam", "Europe/Brussels", "Europe/Luxembourg",
	"Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Prague", "Europe/Warsaw", "Europe/Budapest",
	"Europe/Belgrade", "Europe/Zagreb", "Europe/Ljubljana",
	"Europe/London", "Europe/Dublin", "Europe/Lisbon", "Atlantic/Reykjavik", "Atlantic/Azores", "Atlantic/Canary",
	"UTC",
	"Africa/Cairo", "Africa/Johannesburg", "Africa/Nairobi", "Africa/Addis_Ababa", "Africa/Lagos", "Africa/Accra",
	"Africa/Algiers", "Africa/Tunis", "Africa/Casablanca",
	"America/St_Johns", "America/Halifax", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "America/Montevideo",
	"America/Santiago", "America/Asuncion", "America/La_Paz",
	"America/Caracas", "America/Bogota", "America/Lima", "America/Guayaquil", "America/Havana", "America/Puerto_Rico",
	"America/Panama", "America/Jamaica",
	"America/New_York", "America/Toronto", "America/Detroit", "America/Chicago", "America/Winnipeg",
	"America/Mexico_City", "America/Costa_Rica", "America/Guatemala",
	"America/Denver", "America/Edmonton", "America/Phoenix", "America/Los_Angeles", "America/Vancouver",
	"America/Tijuana", "America/Anchorage", "Pacific/Honolulu", "Pacific/Pago_Pago",
}
