// Package tasks runs work side by side without surprises: a [Queue] of functions, a [Mutex] that may be held during calls, and [Guard], which keeps a
// panic from ending the process.
package tasks
