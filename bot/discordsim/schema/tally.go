package schema

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"
)

// Tally is a Schema that counts checks, for a report about a whole test run. It remembers results,
// because all bots register the same commands. It is safe for concurrent use.
type Tally struct {
	*Schema
	Bodies, Invalid atomic.Int64

	known sync.Map // results by digest of the question
}

// Validate implements Schema.Validate.
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

// verdict is a stored result: an error, or nil.
type verdict struct{ err error }
