package schema

import "sync/atomic"

// Tally is a Schema that counts what it is asked about, for a report over a whole run of tests. It is safe for use by several goroutines.
type Tally struct {
	*Schema
	Bodies, Invalid atomic.Int64
}

// Validate is Schema.Validate.
func (t *Tally) Validate(method, route string, body []byte) error {
	err := t.Schema.Validate(method, route, body)
	t.Bodies.Add(1)
	if err != nil {
		t.Invalid.Add(1)
	}
	return err
}
