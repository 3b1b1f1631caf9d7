package match

import (
	"strconv"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// EventKind tells events of the log apart.
type EventKind string

// What can happen to a match.
const (
	Created    EventKind = "created"  // as a challenge, a table, or running at once
	Joined     EventKind = "joined"   // somebody took a seat; a challenge is accepted by joining it
	Left       EventKind = "left"     // somebody gave a seat back before the start
	Began      EventKind = "began"    // the first position was made; Note is its text
	Moved      EventKind = "moved"    // Move was played by Seat
	Arranged   EventKind = "arranged" // Move was made by Seat in a secret set-up: nobody else may ever see it in the log
	Sealed     EventKind = "sealed"   // what Seat has confirmed is fixed: Note is the digest of its Receipt, for all to see
	Ruled      EventKind = "ruled"    // the referee decided: Ruling is what, Code is why
	Offered    EventKind = "offered"  // User or Seat offered or asked for what Code says
	Declined   EventKind = "declined" // a challenge was declined, or what Code says
	Stepped    EventKind = "stepped"  // the computers may play one turn, or on to the end: CodeToTheEnd
	Extended   EventKind = "extended" // the clock was lengthened: by grace or for an outage
	Lapsed     EventKind = "lapsed"   // the clock ran out and the opponent may claim
	Undone     EventKind = "undone"   // a takeback: the position is that of Seq Note again
	Reminded   EventKind = "reminded" // the waiting seats were reminded of the clock, or nudged by a User
	Parked     EventKind = "parked"   // Code says why
	Resumed    EventKind = "resumed"  // in Note's channel
	HandedOver EventKind = "handed"   // Seat, or as Spectator the ownership, was given to another member, see HandOver
	Released   EventKind = "released" // its tournament, Note, was cancelled by By, and the match goes on by itself
	Ended      EventKind = "ended"    // the match is Over or Closed; Note is the reason
)

// Event is one line of a match's log. It is never changed, except that a person who wants to be removed is taken out of it (Erasure).
type Event struct {
	Seq   Seq
	At    time.Time
	Kind  EventKind
	Cause Cause      `json:",omitempty"`
	User  UserID     `json:",omitempty"`
	Seat  games.Seat `json:",omitempty"`
	Move  string     `json:",omitempty"`
	Code  Code       `json:",omitempty"`
	Note  string     `json:",omitempty"` // data or words that go with it, see EventKind

	// Of Moved: the Turn in which it was made and what the clock of Seat said, for a takeback.
	Turn  int           `json:",omitempty"`
	Clock referee.Stand `json:",omitzero"`

	Ruling games.RulingKind `json:",omitempty"` // of Ruled
	By     string           `json:",omitempty"` // the name of the moderator who has decided so, for the reason in Note

	// Said is what this brought about at the board, in games with secrets, where the moves alone don't tell: such as fights (S57). It is public.
	Said []games.Sentence `json:",omitempty"`
}

// Secret reports whether nobody but the event's seat may notice that it happened (S85): what it changed is not to be seen, and no message may be
// sent or edited because of it.
func (e Event) Secret() bool { return e.Kind == Arranged && len(e.Said) == 0 }

// restores is the event whose position an Undone event brings back.
func (e Event) restores() Seq {
	n, _ := strconv.ParseInt(e.Note, 10, 64)
	return Seq(n)
}

// Code is what programs have to know of an event beside its kind. People are told in sentences.
type Code string

// The codes. They are stored.
const (
	// Of Offered and Declined: what is offered, asked for or declined. A match that was Created with CodeRematch is that of Note.
	CodeDraw     Code = "draw"
	CodeTakeback Code = "takeback"
	CodeRematch  Code = "rematch"
	CodeResume   Code = "resume"
	CodeOdds     Code = "odds" // a handicap, a pair of matches, or another level of the computer, see paddock/games/match/odds
	CodeSeat     Code = "seat" // of somebody else, by a moderator, see HandOver

	CodeToTheEnd Code = "on" // of Stepped

	// Of Extended.
	CodeGrace  Code = "grace"
	CodeOutage Code = "outage"
	CodeHours  Code = "hours" // for the night or the vacation of somebody who is waited for; it may also be shorter again
	CodeGift   Code = "gift"  // by the wish of the opponent, User

	// Of Ruled: why.
	CodeWish      Code = "wish"      // the player's
	CodeAgreed    Code = "agreed"    // by both
	CodeClock     Code = "clock"     // it ran out
	CodeClaimed   Code = "claimed"   // it had run out, and the opponent claimed the win
	CodeRoundOver Code = "round"     // the time of a tournament's round is up
	CodeMember    Code = "member"    // by decision of a member, for the reason in Note
	CodeModerator Code = "moderator" // by decision of a moderator, see By

	// Of Parked, and of a Parking: why the match is at rest.
	CodeChannelGone Code = "channel-gone"
	CodeServerLeft  Code = "server-left" // the bot is no longer there
	CodeNoAccess    Code = "no-access"   // the bot may not see the channel any more
	CodeLocked      Code = "locked"      // the thread was locked by a moderator
	CodePause       Code = "pause"       // both players want a pause; of Offered and Declined too
)

// Rulings that no game knows of.
const (
	RulingDecide games.RulingKind = "decide"    // see Referee.Decide
	RulingAbort  games.RulingKind = "moderator" // see Moderators.End
)

// Reasons for closing a match without a result.
const (
	ByDecline    games.Reason = "declined"
	ByRevoking   games.Reason = "revoked"
	ByExpiry     games.Reason = "expired"
	ByCancelling games.Reason = "cancelled"
	ByModerator  games.Reason = "moderator"
)
