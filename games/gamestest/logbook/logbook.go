// Package logbook stores what a program writes in memory, for tests that read it at the same time.
package logbook

import (
	"strings"
	"sync"
)

// Logbook is a writer that stores everything in memory. The zero value is ready and safe for
// concurrent use.
type Logbook struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write appends p.
func (l *Logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns everything that was written.
func (l *Logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
