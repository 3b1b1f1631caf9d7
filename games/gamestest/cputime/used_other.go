//go:build !unix

package cputime

import "time"

var began = time.Now()

// Used returns the time since this process began.
func Used() time.Duration { return time.Since(began) }
