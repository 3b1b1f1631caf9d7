// Package sidebyside lets tests that mostly wait, for other processes or for a disk, run beside each other.
package sidebyside

import (
	"flag"
	"strconv"
)

// AtLeast lets so many parallel tests run at a time, where the command line or the number of processors would allow fewer. It is for TestMain, before m.Run.
func AtLeast(n int) {
	flag.Parse()
	if now, err := strconv.Atoi(flag.Lookup("test.parallel").Value.String()); err == nil && now < n {
		flag.Set("test.parallel", strconv.Itoa(n))
	}
}
