package schema

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"
)

// Tally is a Schema that counts what it is asked about, for a report over a whole run of tests. What it has been asked before it knows: the commands that
// a bot registers are the same for each. It is safe for use by several goroutines.
type Tally struct {
	*Schema
	Bodies, Invalid atomic.Int64

	known sync.Map // the answer to each question, by its digest
}

// Validate is Schema.Validate.
func (t *Tally) Validate(method, route string, body []byte) error {
	err := t.validate(method, route, body)
	t.Bodies.Add(1)
	if err != nil {
		t.Invalid.Add(1)
	}
	return err
}

func (t *Tally) validate(method, route string, body []byte) error {
	question := sha256.Sum256(append([]byte(method+" "+route+"\x00"), body...))
	if answer, ok := t.known.Load(question); ok {
		return answer.(verdict).err
	}
	err := t.Schema.Validate(method, route, body)
	t.known.Store(question, verdict{err})
	return err
}

// verdict is an answer: what is wrong, or nil.
type verdict struct{ err error }
