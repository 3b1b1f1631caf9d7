// Package sidebyside lets tests that mostly wait, for other processes or for a disk, run beside each other.
package sidebyside

import (
	"flag"
	"strconv"
)

// AtLeast lets so many parallel tests run at a time, where the command line or the number of processors would allow fewer. With the race detector nothing
// changes: everything takes several times as long then, and people in tests wait no longer for an answer than Discord does. It is for TestMain, before m.Run.
func AtLeast(n int) {
	if raceDetector {
		return
	}
	flag.Parse()
	if now, err := strconv.Atoi(flag.Lookup("test.parallel").Value.String()); err == nil && now < n {
		flag.Set("test.parallel", strconv.Itoa(n))
	}
}
