//go:build !linux

package terminal

import "time"

// countsThreads says whether the system tells a thread its processor time.
const countsThreads = false

func threadTime() time.Duration { return 0 }
