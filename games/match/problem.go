package match

import (
	"errors"
	"fmt"

	"paddock/games"
)

// Kinds of a Problem, for errors.Is.
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

// Problem is the error for an act that the state of a match does not allow, or for a failing store.
// Nothing has changed.
type Problem struct {
	Kind   error          // one of the errors above, for errors.Is
	Say    games.Sentence // for the person who tried: what happened, why, and what they can do now
	Record *Record        // the match it is about, if any; for ErrDuplicate the other match
	Cause  error          // the underlying error, for the log
}

// Error returns the text for the log. Say is for people.
func (p *Problem) Error() string {
	if p.Cause != nil {
		return p.Kind.Error() + ": " + p.Cause.Error()
	}
	return p.Kind.Error()
}

func (p *Problem) Unwrap() []error {
	if p.Cause == nil {
		return []error{p.Kind}
	}
	return []error{p.Kind, p.Cause}
}

// Unknown returns the Problem for a match that does not exist or is hidden from the user. The two
// look alike on purpose.
func Unknown() *Problem {
	return &Problem{
		Kind: ErrUnknown,
		Say:  games.Say("I can't find that match here. Maybe it was deleted. Look in the list of your matches."),
	}
}

// Unsaved returns the Problem of a store that failed to store something (P93).
func Unsaved(what string, err error) *Problem {
	say := games.Say("That wasn't saved, because I can't reach my memory. Nothing has changed. Please try again in a minute.")
	if errors.Is(err, ErrUnsure) {
		say = games.Say("I can't reach my memory, so I don't know whether that was saved. Please look again in a minute before you repeat it.")
	}
	return &Problem{Kind: ErrStore, Cause: fmt.Errorf("%s: %w", what, err), Say: say}
}

// Unread returns the Problem of a match that cannot be read: the store fails, or the match is
// damaged, or a newer version stored it. The sentence of a failing store does not say whether
// anything was changed, because a change may have come before the failure.
func Unread(what string, err error) *Problem {
	p := &Problem{
		Kind: ErrStore, Cause: fmt.Errorf("%s: %w", what, err),
		Say: games.Say("I can't reach my memory right now. Please try again in a minute."),
	}
	switch {
	case errors.Is(err, ErrNewer):
		p.Kind, p.Say = ErrNewer,
			games.Say("This match needs a newer version of me, which is about to start. Please try again in a minute.")
	case errors.Is(err, ErrDamaged):
		p.Kind, p.Say = ErrDamaged,
			games.Say("This match was damaged in my memory, so it can't go on. Your other matches are fine. Please tell whoever runs the bot.")
	}
	return p
}

// Sentence returns the sentence of a Refusal or a Problem. For any other error it returns a general
// apology and false.
func Sentence(err error) (say games.Sentence, ok bool) {
	if problem, is := errors.AsType[*Problem](err); is { // a match names the people in a game's refusal
		return problem.Say, true
	}
	if refusal, is := errors.AsType[*games.Refusal](err); is {
		return refusal.Say, true
	}
	return games.Say("Something went wrong on my side, and nothing has changed. Please try again in a minute."), false
}
