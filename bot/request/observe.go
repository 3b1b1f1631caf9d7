package request

import (
	"errors"
	"time"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/games/match"
)

// The kinds of requests in the metrics.
const (
	kindCommand  = "command"
	kindClick    = "click"
	kindComplete = "autocomplete"
)

// The outcomes of requests in the metrics.
const (
	outcomeDone        = "done"
	outcomeRefused     = "refused"     // the answer is a sentence that says why
	outcomeFailed      = "failed"      // the store has failed, or the program has a fault
	outcomeLate        = "late"        // the answer came too late for Discord
	outcomeUndelivered = "undelivered" // the answer was not delivered
)

// observe reports a finished request. Err is why it was refused or failed, sent is why its answer
// was not delivered.
func observe(r *Request, err, sent error) {
	if r.router.Observe == nil {
		return
	}
	kind, name := r.counted()
	r.router.Observe(kind, name, outcome(err, sent), time.Since(r.received))
}

// outcome returns the outcome of a request under which it is counted.
func outcome(err, sent error) string {
	switch f, _ := discord.Classify(sent); {
	case f == discord.Expired, f == discord.AlreadyAnswered:
		return outcomeLate
	case f != discord.NoFailure:
		return outcomeUndelivered
	case err == nil:
		return outcomeDone
	}
	_, known := match.Sentence(err)
	_, told := errors.AsType[*explained](err)
	if known && !errors.Is(err, match.ErrStore) || told || errors.Is(err, ErrNoHandler) || errors.Is(err, ErrNoActor) ||
		errors.Is(err, component.ErrID) {
		return outcomeRefused
	}
	return outcomeFailed
}

// counted returns the kind and command under which a request is counted. Commands that do not exist
// count as "unknown", so nobody can invent names.
func (r *Request) counted() (kind, name string) {
	switch {
	case r.autocomplete():
		return kindComplete, kindComplete
	case r.Answer.IsComponent():
		return kindClick, kindClick
	}
	if c, _ := r.router.Set.Find(r.Path); c == nil {
		return kindCommand, "unknown"
	}
	return kindCommand, r.Path
}
