package calendar

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

//go:generate go run generate.go

// The zones come with the program. Go's own copy is as old as its last minor version, an image from
// scratch has no other, and clocks change with a few weeks' notice: people would be notified in
// their night.
//
//go:embed zones.tar.gz
var packed []byte

// ZonesVersion is the version of the time zone database, such as "2026f".
func ZonesVersion() string { return zoneFiles()["version"] }

// zoneFiles returns the data of each zone since 1999, by its name, the places, and the version of
// the database.
var zoneFiles = sync.OnceValue(func() map[string]string {
	out := make(map[string]string)
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // the file is part of the program, and tests read it
	}
	for files := tar.NewReader(unpacked); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		data, err := io.ReadAll(files)
		if err != nil {
			panic(err)
		}
		out[h.Name] = string(data)
	}
})

// located caches loaded time zones.
var located sync.Map // maps a name to its *time.Location

// Zone returns a time zone by its IANA name; empty means UTC.
func Zone(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	if l, ok := located.Load(name); ok {
		return l.(*time.Location), nil
	}
	l, err := time.LoadLocationFromTZData(name, []byte(zoneFiles()[name]))
	if err != nil { // the name is unknown, so that there is no data
		return nil, fmt.Errorf("no time zone %q: %w", name, err)
	}
	located.Store(name, l)
	return l, nil
}

// Zones returns the names of the time zones that people can choose, those with the most people in
// large cities first.
var Zones = sync.OnceValue(func() (out []string) {
	for p := range places("") {
		if p.Name == "" {
			out = append(out, p.Zone)
		}
	}
	return out
})

// ZoneWords writes a zone's name for people: "America/New York".
func ZoneWords(zone string) string { return strings.ReplaceAll(zone, "_", " ") }
