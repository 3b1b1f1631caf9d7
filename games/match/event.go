package match

import (
	"strconv"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// EventKind says what happened.
type EventKind string

// The kinds of events. They are stored.
const (
	Created EventKind = "created" // a challenge, an open table, or a match that begins at once
	Joined  EventKind = "joined"  // somebody took a seat; a challenge is accepted by joining it
	Left    EventKind = "left"    // somebody gave up a seat before the start
	Began   EventKind = "began"   // the first position was made; Note is its text
	// Move was played by Seat; for a channel, Note holds the votes for it and all votes: "5/7"
	Moved    EventKind = "moved"
	Arranged EventKind = "arranged" // Seat made Move in a secret set-up: nobody else may ever see it in the log
	Sealed   EventKind = "sealed"   // Seat has confirmed its set-up: Note is the public digest of its Receipt
	Ruled    EventKind = "ruled"    // the referee gave a Ruling; Code is the reason
	Offered  EventKind = "offered"  // User or Seat offered, or asked for, what Code names
	Declined EventKind = "declined" // a challenge was declined, or the offer that Code names
	Stepped  EventKind = "stepped"  // the computers may play one turn; with CodeToTheEnd, all turns
	Extended EventKind = "extended" // the clock got more time; Code is the reason
	Lapsed   EventKind = "lapsed"   // the clock ran out and the opponent may claim the win
	Undone   EventKind = "undone"   // a takeback: the position after event number Note is restored
	Reminded EventKind = "reminded" // the waiting seats were reminded of the clock, or nudged by User
	Parked   EventKind = "parked"   // Code is the reason
	Resumed  EventKind = "resumed"  // Note is the channel where the match goes on
	// Seat was given to another member, or the ownership if Seat is Spectator; see HandOver
	HandedOver EventKind = "handed"
	Released   EventKind = "released" // By cancelled the tournament Note, and the match goes on outside it
	Voted      EventKind = "voted"    // User has voted for Seat, a channel; the log never says for what
	Ended      EventKind = "ended"    // the match is Over or Closed; Note is the reason
)

// Event is one entry of a match's log. It never changes, except that Erasure removes a person from
// it.
type Event struct {
	Seq   Seq
	At    time.Time
	Kind  EventKind
	Cause Cause      `json:",omitempty"`
	User  UserID     `json:",omitempty"`
	Seat  games.Seat `json:",omitempty"`
	Move  string     `json:",omitempty"`
	Code  Code       `json:",omitempty"`
	Note  string     `json:",omitempty"` // additional data or words, see EventKind

	// Turn and Clock are set in Moved events: the turn of the move and the state of Seat's clock. A
	// takeback needs them.
	Turn  int           `json:",omitempty"`
	Clock referee.Stand `json:",omitzero"`

	Ruling games.RulingKind `json:",omitempty"` // for Ruled: the kind of ruling
	By     string           `json:",omitempty"` // name of the moderator who decided; the reason is in Note

	// Said describes what the event caused in a game with secrets where the move alone does not
	// tell it, such as fights (S57). It is public.
	Said []games.Sentence `json:",omitempty"`
}

// Secret reports whether the event is known only to the member who caused it: a secret set-up
// (S85), or a vote. Others must not see its effect, and no message may be sent or edited because of
// it. One effect of a vote is public: the number of votes, see Counts.
func (e Event) Secret() bool { return e.Kind == Arranged && len(e.Said) == 0 || e.Kind == Voted }

// Counts reports whether the event is a member's first vote in a turn, so that there is one vote
// more.
func (e Event) Counts() bool { return e.Kind == Voted && e.Code != CodeAgain }

// restores returns the number of the event whose position an Undone event restores.
func (e Event) restores() Seq {
	n, _ := strconv.ParseInt(e.Note, 10, 64)
	return Seq(n)
}

// Code is a detail of an event for programs.
type Code string

// The codes. They are stored.
const (
	// These codes tell what is offered, in Offered and Declined events. A match Created with
	// CodeRematch is the rematch of match Note.
	CodeDraw     Code = "draw"
	CodeTakeback Code = "takeback"
	CodeRematch  Code = "rematch"
	CodeResume   Code = "resume"
	// a handicap, a pair of matches, or another level of the computer; see paddock/games/match/odds
	CodeOdds Code = "odds"
	CodeSeat Code = "seat" // another member's seat, offered by a moderator; see HandOver

	CodeAgain Code = "again" // in Voted events: the member had voted before in this turn

	// Offered: an offer to play out the rest of a decided match; Moved: the move was played out and
	// not chosen
	CodeDecided  Code = "decided"
	CodeToTheEnd Code = "on" // in Stepped events: all turns up to the end

	// These codes tell the reason of Extended events.
	CodeGrace  Code = "grace"
	CodeBank   Code = "bank" // the seat now uses time from its bank
	CodeOutage Code = "outage"
	CodeHours  Code = "hours" // the night or vacation of a member to move; this may also shorten the time again
	CodeGift   Code = "gift"  // a gift of the opponent, User

	// These codes tell the reason of Ruled events.
	CodeWish      Code = "wish"      // the player wants it
	CodeAgreed    Code = "agreed"    // both players agreed
	CodeClock     Code = "clock"     // the clock ran out
	CodeClaimed   Code = "claimed"   // the clock had run out, and the opponent claimed the win
	CodeRoundOver Code = "round"     // the time of the tournament's round is up
	CodeMember    Code = "member"    // a member decided, for the reason in Note
	CodeModerator Code = "moderator" // the moderator By decided

	// These codes tell why the match is parked, in Parked and Parking events.
	CodeChannelGone Code = "channel-gone"
	CodeServerLeft  Code = "server-left" // the bot has left the server
	CodeNoAccess    Code = "no-access"   // the bot can no longer see the channel
	CodeLocked      Code = "locked"      // a moderator locked the thread
	CodePause       Code = "pause"       // both players want a pause; also for Offered and Declined
)

// Rulings that no game implements.
const (
	RulingDecide games.RulingKind = "decide"    // a member decided the match, see Referee.Decide
	RulingAbort  games.RulingKind = "moderator" // a moderator ended the match, see Moderators.End
)

// Reasons for closing a match without a result.
const (
	ByDecline    games.Reason = "declined"
	ByRevoking   games.Reason = "revoked"
	ByExpiry     games.Reason = "expired"
	ByCancelling games.Reason = "cancelled"
	ByModerator  games.Reason = "moderator"
)

// HandOver records that a moderator gave a member's seat to another member. If Seat is Spectator,
// the ownership of the match was handed over instead.
type HandOver struct {
	Event    Seq
	Seat     games.Seat
	From, To Player
	Order
	Asking   UserID `json:",omitempty"` // the moderator who started the hand-over, until To has answered
	EndsPair bool   `json:",omitempty"` // the match was the first of a pair, and no second one follows
}

// Says describes the hand-over in a sentence that does not name the moderator.
func (h HandOver) Says() games.Sentence {
	switch {
	case h.Seat == games.Spectator && h.From.Name == "":
		return games.Say("%s takes over the match.", h.To.Name)
	case h.Seat == games.Spectator:
		return games.Say("%s takes over the match from %s.", h.To.Name, h.From.Name)
	case h.From.Channel != "":
		return games.Say("%s decides for %s.", h.To.Name, h.From.Name)
	case h.EndsPair:
		return games.Say("%s plays on for %s, and no second match follows.", h.To.Name, h.From.Name)
	}
	return games.Say("%s plays on for %s.", h.To.Name, h.From.Name)
}

// Order is a moderator's intervention in a match: their name and their reason. Everybody may read
// both.
type Order struct {
	By     string
	Reason string
}
