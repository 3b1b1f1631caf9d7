package match

import (
	"errors"

	"paddock/games"
)

// Kinds of Problems, for errors.Is.
var (
	ErrUnknown     = errors.New("match: no such match")
	ErrUnknownGame = errors.New("match: no such game")
	ErrBadProposal = errors.New("match: bad proposal")
	ErrDuplicate   = errors.New("match: there is such a challenge already")
	ErrLimit       = errors.New("match: too many running matches")
	ErrBlocked     = errors.New("match: the user has blocked somebody in it")
	ErrUnavailable = errors.New("match: not for this user")
	ErrNotInvited  = errors.New("match: somebody else is invited")
	ErrNotOpen     = errors.New("match: not open any more")
	ErrExpired     = errors.New("match: the challenge has expired")
	ErrNotBegun    = errors.New("match: has not begun")
	ErrNotYours    = errors.New("match: the user does not play here")
	ErrNotYourTurn = errors.New("match: another seat's turn")
	ErrStale       = errors.New("match: the board is old")
	ErrOver        = errors.New("match: is over")
	ErrParked      = errors.New("match: is parked")
	ErrTooEarly    = errors.New("match: too early")
	ErrTooLate     = errors.New("match: too late")
	ErrStore       = errors.New("match: the store failed")
)

// Problem is the error for what the state of a match does not allow, or for a failing store. Nothing has changed.
type Problem struct {
	Kind   error          // one of the above; errors.Is finds it
	Say    games.Sentence // for the person who tried: what happened, why, what can be done now
	Record *Record        // the match it is about, if there is one; in ErrDuplicate the other match
	Cause  error          // what failed below, for the log
}

// Error is for the log; Say is for people.
func (p *Problem) Error() string {
	if p.Cause != nil {
		return p.Kind.Error() + ": " + p.Cause.Error()
	}
	return p.Kind.Error()
}

// Unwrap gives the kind and the cause.
func (p *Problem) Unwrap() []error {
	if p.Cause == nil {
		return []error{p.Kind}
	}
	return []error{p.Kind, p.Cause}
}

// Unknown is the Problem of a match that isn't there, and of one that whoever asks may not know of: nobody can tell which.
func Unknown() *Problem {
	return &Problem{Kind: ErrUnknown, Say: games.Say("There is no such match here, perhaps because it was deleted. Please look at the list of your matches.")}
}

// Sentence is what an error of the Service says to people: the sentence of a Refusal or a Problem. For any other error ok is false and the
// sentence a general apology.
func Sentence(err error) (say games.Sentence, ok bool) {
	if refusal, is := errors.AsType[*games.Refusal](err); is {
		return refusal.Say, true
	}
	if problem, is := errors.AsType[*Problem](err); is {
		return problem.Say, true
	}
	return games.Say("Something went wrong inside, and nothing was changed. Please try again in a minute."), false
}
