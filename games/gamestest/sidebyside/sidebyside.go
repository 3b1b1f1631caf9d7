// Package sidebyside lets slow tests that mostly wait, for other processes or a disk, run in
// parallel.
package sidebyside

import (
	"flag"
	"strconv"
)

// AtLeast allows n parallel tests at a time, even if the command line or the number of processors
// would allow fewer. With the race detector it changes nothing: everything is several times slower
// then, and simulated users would time out. Call it in TestMain before m.Run.
func AtLeast(n int) {
	if raceDetector {
		return
	}
	flag.Parse()
	if now, err := strconv.Atoi(flag.Lookup("test.parallel").Value.String()); err == nil && now < n {
		flag.Set("test.parallel", strconv.Itoa(n))
	}
}
