package router

import (
	"errors"
	"time"

	"paddock/bot/discord"
	"paddock/games/match"
)

// The kinds of requests, as they are counted.
const (
	kindCommand  = "command"
	kindClick    = "click"
	kindComplete = "autocomplete"
)

// What becomes of a request, as it is counted.
const (
	outcomeDone        = "done"
	outcomeRefused     = "refused"     // with a sentence that says why
	outcomeFailed      = "failed"      // the store or the program is to blame
	outcomeLate        = "late"        // the answer came too late for Discord
	outcomeUndelivered = "undelivered" // the answer did not get through
)

// observe tells of a request that has been dealt with; err is why it was not done, sent what became of its answer.
func observe(r *Request, err, sent error) {
	if r.Observe == nil {
		return
	}
	kind, name := r.counted()
	r.Observe(kind, name, outcome(err, sent), time.Since(r.received))
}

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
	if known && !errors.Is(err, match.ErrStore) || told || errors.Is(err, ErrNoHandler) || errors.Is(err, ErrNoActor) {
		return outcomeRefused
	}
	return outcomeFailed
}

// counted is what a request is counted as. The names are those of the commands that there are, whatever has been asked.
func (r *Request) counted() (kind, name string) {
	switch {
	case r.autocomplete():
		return kindComplete, kindComplete
	case r.Answer.IsComponent():
		return kindClick, kindClick
	}
	if c, _ := r.Set.Find(r.path); c == nil {
		return kindCommand, "unknown"
	}
	return kindCommand, r.path
}
