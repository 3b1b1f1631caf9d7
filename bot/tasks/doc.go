// Package tasks has tools for concurrent work: a [Queue] of functions, [Timers] by key, a [Mutex]
// that may be held during calls, and [Guard], which keeps a panic from ending the process.
package tasks
