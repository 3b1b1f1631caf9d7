// Package tasks runs work side by side without surprises: a [Queue] of functions and a lock ([KeyedLock]) for each key, and [Guard], which keeps a
// panic from ending the process.
package tasks
