#!/usr/bin/env bash
# Guess (2026-11-28): Go's Time.ZoneBounds returns bounds with the time between them, so a loop over
#   the changes of a zone goes forward by calling it again at the end that it returned.
# Version: Go 1.26.8 with the time zones that it ships (lib/time/zoneinfo.zip).
# Behaviour: on 31 December (UTC) of leap years, in zones whose changes come from a rule, the end lies
#   at the start of that day, at or before the time that was asked about. Such a loop would not end.
#   The offset is right, and on all other days the bounds are.
# Seen: America/New_York at 2028-12-31 12:00 UTC: until 2028-12-31 00:00 UTC; 24 hours of each leap
#   year from 2028 to 2060, and none of another year.
# Source: observed; tzset in time/zoneinfo.go takes a year of 365 days when no change comes after.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26.8
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"time"
)

func main() {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		panic(err)
	}
	noon := time.Date(2028, 12, 31, 12, 0, 0, 0, time.UTC)
	_, end := noon.In(zone).ZoneBounds()
	hours := map[int]int{}
	for t := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC); t.Year() <= 2060; t = t.Add(time.Hour) {
		if _, end := t.In(zone).ZoneBounds(); !end.After(t) {
			hours[t.Year()]++
		}
	}
	fmt.Println("asked at", noon, "- until", end.UTC(), "- such hours by year", hours)
	if end.After(noon) || len(hours) != 9 || hours[2028] != 24 {
		os.Exit(1)
	}
}
GO
ZONEINFO=$(go env GOROOT)/lib/time/zoneinfo.zip go run .
