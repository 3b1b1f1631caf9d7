// Package match is the words of a match from the challenge to the result: who sits where ([Record]), the log of what happened ([Event]), the
// clock; and what can be said about these by arithmetic alone. It changes no match: paddock/games/match/service does, the only writer. What is
// needed of a database are small interfaces, whose sum [Store] is implemented in paddock/storage.
//
// A match is an event log with the position text at its head in the same transaction. Play goes on from the text; the log gives replay,
// export, takeback and idempotence. The head (the number of events) fences everything: double clicks, computer players' late answers, a second
// process. What is read is a [Match]: the record together with its position, parsed once. Start reading at [Record], then [Event].
package match

import (
	"maps"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Names of things outside. Discord's are snowflakes in decimal; nothing here depends on that.
type (
	ID        string // a match, short and speakable, lower-case letters and digits
	UserID    string
	GuildID   string // empty in a DM with the bot
	ChannelID string // a thread is a channel too
	MessageID string
	RoleID    string // of a server
)

// Seq numbers the events of a match from 1. A match's Head is the Seq of its last event.
type Seq int64

// Cause says where an event came from; the same cause is never applied twice. Interactions use their id, computer players and the
// scheduler the head they acted on.
type Cause string

// Status is the stage of a match's life.
type Status string

// The stages.
const (
	Open    Status = "open"    // a challenge or a table, waiting for people
	Running Status = "running" // being played
	Over    Status = "over"    // has a result
	Closed  Status = "closed"  // ended without one: declined, revoked, expired, cancelled
)

// Player is who sits at a seat: a member, a computer player, or a member who was removed. The zero Player is an empty seat.
type Player struct {
	User     UserID `json:",omitempty"`
	Name     string `json:",omitempty"` // for display, as Discord shows it
	Computer string `json:",omitempty"` // name of a computer player ("medium"); empty for a member
	Gone     string `json:",omitempty"` // of a member who was removed (P30): Erasure.As
}

// Empty reports whether nobody sits here.
func (p Player) Empty() bool { return p.User == "" && p.Computer == "" && p.Gone == "" }

// Place is where a match is played.
type Place struct {
	Guild   GuildID `json:",omitempty"`
	Channel ChannelID
}

// Clock is a match's clock.
type Clock = referee.Clock

// Shown is the newest board message, and up to which event the channel has been told.
type Shown struct {
	Head    Seq
	Channel ChannelID   `json:",omitempty"`
	Message MessageID   `json:",omitempty"`
	At      time.Time   `json:",omitzero"` // when the message was posted
	Turn    int         // the Turn that the message shows
	Pinged  int         // the Turn for which the waiting seats have been pinged
	Asleep  games.Seats `json:",omitempty"` // seats that have not been pinged for the Turn because they may not be called yet; of an Open match: who is invited
	Wake    time.Time   `json:",omitzero"`  // when they may
	Call    MessageID   `json:",omitempty"` // the short message that has called upon them since, see paddock/bot/deliver
	Card    *Card       `json:",omitempty"` // of a match that is Over
}

// Record is a match as it is stored: everything but its log.
type Record struct {
	ID       ID
	Game     games.ID
	Setup    games.Setup
	From     string `json:",omitempty"` // the text of the position from which it begins; empty: as Setup says
	Status   Status
	Place    Place
	Owner    UserID        // who started or challenged
	Invited  UserID        `json:",omitempty"` // who alone may accept; empty: anyone
	Players  []Player      // by seat
	Unrated  bool          `json:",omitempty"` // see Rated
	Quick    time.Duration `json:",omitempty"` // the window of quick moves, if its server has set one
	FreeUndo time.Duration `json:",omitempty"` // how long a takeback is free, if its server has said so; negative: never
	Wants    Wants         `json:",omitzero"`  // who may join while it is Open
	Gap      int           `json:",omitempty"` // by how many points its owner is the stronger, as long as it can be made fairer, see paddock/games/match/odds
	Pair     bool          `json:",omitempty"` // when it is over a second one begins, with sides swapped
	Handicap bool          `json:",omitempty"` // its options give odds to a seat, so everybody keeps theirs in a rematch
	Position string        // canonical text at Head; empty while Open
	Waiting  games.Seats
	Turn     int         // counts turns from 1: it grows when a seat begins to wait and at the end, not when the same seat waits on; a free takeback gives the turn back
	Made     Seq         // the event that made Position: acts on boards from here on are not stale
	Drafts   int         `json:",omitempty"` // events so far that nobody but their seat may know of, see Board
	Moves    int         // accepted so far
	Nudged   int         `json:",omitempty"` // the Turn in which somebody has nudged those who are waited for
	Answered games.Seats `json:",omitempty"` // who is waited for because their own move was answered at once by what had been prepared: nobody calls them

	// The last turn: the position before it, who made it and the moves in a row. There is none after a ruling.
	Before    string `json:",omitempty"`
	LastSeat  games.Seat
	LastMoves []string `json:",omitempty"`

	Head      Seq
	Shown     Shown
	Clock     Clock
	Due       time.Time       `json:",omitzero"`  // the next moment at which something has to be done; zero: none. The deadline index.
	Acted     []time.Time     `json:",omitempty"` // by seat: the last move; for quick play
	DrawOffer *games.Seat     `json:",omitempty"`
	UndoOffer *games.Seat     `json:",omitempty"` // who asks for a takeback
	RestOffer *games.Seat     `json:",omitempty"` // who would like a pause
	Outcome   *games.Outcome  `json:",omitempty"`
	Reason    games.Reason    `json:",omitempty"` // why it is Over or Closed, for programs
	Ended     time.Time       `json:",omitzero"`  // when it had its Outcome
	Late      games.Seats     `json:",omitempty"` // whom the clock has put out of it
	Result    string          `json:",omitempty"` // the result or reason of closing in words, English; see Ending
	Closing   games.Sentence  `json:",omitzero"`  // why it is Closed
	DecidedBy string          `json:",omitempty"` // the name of the member who has decided it, see Decision
	HandOvers []HandOver      `json:",omitempty"` // what moderators have given to other members, in order
	Heir      *HandOver       `json:",omitempty"` // what a moderator has offered to a member who has not answered yet
	Refused   []Refused       `json:",omitempty"` // moves that were refused, the oldest first, as far as they are kept
	Parked    *Parking        `json:",omitempty"`
	Step      bool            `json:",omitempty"` // computer v computer: waits for a Next button before each turn
	Stepped   int             `json:",omitempty"` // the Turn that Next has released
	Shuffle   bool            `json:",omitempty"` // sides are drawn by lot when the match begins; until then Players are in the order of joining
	Receipts  []Receipt       `json:",omitempty"` // by seat: of what was arranged in secret, once all have confirmed
	Rematch   map[string]bool `json:",omitempty"` // who wants one, by user
	RematchID ID              `json:",omitempty"`

	Notices []Notice `json:",omitempty"` // what people are still to be told

	Tournament string `json:",omitempty"` // whose game this is, if any: paddock/games/tourney hears of its result

	Created time.Time
	Updated time.Time
}

// Parking is why and since when a match is at rest with its clocks frozen: its channel is gone, or the bot is no longer there.
type Parking struct {
	At   time.Time
	Why  Code
	Left time.Duration // what was left on the clock

	Wanted map[UserID]Place `json:",omitempty"` // where its people want it to go on
}

// parkingSays are the ends of sentences that say why a match is at rest.
var parkingSays = map[Code]games.Sentence{
	CodeChannelGone: games.Say("its channel is gone"),
	CodeServerLeft:  games.Say("I am no longer in its server"),
	CodeNoAccess:    games.Say("I can't see its channel any more"),
	CodeLocked:      games.Say("its thread was locked"),
	CodePause:       games.Say("both players want a pause"),
}

// Says is why, as the end of a sentence.
func (p Parking) Says() games.Sentence { return parkingSays[p.Why] }

// Wish is where another member would like the match, which is at rest, to go on, and a member has not agreed to yet (see Referee.Resume); false if there is none.
func (r Record) Wish(u UserID) (by UserID, to Place, ok bool) {
	if r.Parked == nil || r.SeatOf(u) == games.Spectator {
		return "", Place{}, false
	}
	for _, by := range r.Members() {
		if to, wants := r.Parked.Wanted[by]; wants && by != u && r.Parked.Wanted[u] != to {
			return by, to, true
		}
	}
	return "", Place{}, false
}

// Clone is a copy that shares nothing which anybody changes.
func (r Record) Clone() Record {
	r.Setup.Options, r.Players, r.LastMoves = maps.Clone(r.Setup.Options), slices.Clone(r.Players), slices.Clone(r.LastMoves)
	r.Acted, r.Receipts, r.Rematch = slices.Clone(r.Acted), slices.Clone(r.Receipts), maps.Clone(r.Rematch)
	r.Notices, r.HandOvers, r.Refused = slices.Clone(r.Notices), slices.Clone(r.HandOvers), slices.Clone(r.Refused)
	r.DrawOffer, r.UndoOffer, r.RestOffer = copied(r.DrawOffer), copied(r.UndoOffer), copied(r.RestOffer)
	r.Outcome, r.Parked, r.Heir = copied(r.Outcome), copied(r.Parked), copied(r.Heir)
	if r.Parked != nil {
		r.Parked.Wanted = maps.Clone(r.Parked.Wanted)
	}
	if r.Shown.Card = copied(r.Shown.Card); r.Shown.Card != nil {
		r.Shown.Card.Ratings, r.Shown.Card.Turn = slices.Clone(r.Shown.Card.Ratings), copied(r.Shown.Card.Turn)
	}
	return r
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}

// Ending is how the match ended, or why it was closed; silence while it goes on.
func (r Record) Ending() games.Sentence {
	switch {
	case r.Outcome != nil && r.Outcome.Say.Format != "":
		return r.Outcome.Say
	case r.Closing.Format != "":
		return r.Closing
	case r.Result != "": // stored before there was a Closing
		return games.Say("%s", r.Result)
	}
	return games.Sentence{}
}

// SeatOf is the first seat of a user, Spectator if there is none.
func (r Record) SeatOf(u UserID) games.Seat {
	for s, p := range r.Players {
		if u != "" && p.User == u {
			return games.Seat(s)
		}
	}
	return games.Spectator
}

// Board is the number of public events so far: what stands in the ids of a board's components, and what Act.Head is compared with. It differs
// from Head only where seats arrange something in secret, for how often they have changed their minds is nobody else's business (S85).
func (r Record) Board() Seq { return r.Head - Seq(r.Drafts) }

// Old reports whether the position has changed since a board was shown (P3, P81). An event that leaves the position alone, such as a
// reminder, makes no board old; nor does what somebody else does in secret.
func (r Record) Old(board Seq) bool {
	at := board + Seq(r.Drafts)
	return at < r.Made || at > r.Head
}

// Bound is the seats that the clock binds: members who are waited for. A computer player answers to its budget.
func (r Record) Bound() games.Seats {
	var set games.Seats
	for seat := range r.Waiting.All() {
		if r.Players[seat].User != "" {
			set |= games.SeatSet(seat)
		}
	}
	return set
}

// Members are the people at the board.
func (r Record) Members() []UserID {
	var users []UserID
	for _, p := range r.Players {
		if p.User != "" {
			users = append(users, p.User)
		}
	}
	return users
}

// People is how many members play or may play.
func (r Record) People() int {
	n := 0
	for _, p := range r.Players {
		if p.Computer == "" {
			n++
		}
	}
	return n
}

// Full reports whether every seat is taken.
func (r Record) Full() bool { return !slices.ContainsFunc(r.Players, Player.Empty) }

// NameOf is what a user is called in the match; empty if they do not sit there.
func (r Record) NameOf(user UserID) string {
	for _, p := range r.Players {
		if p.User == user && p.Name != "" {
			return p.Name
		}
	}
	return "The other player"
}

// Rated reports whether the result is to count for ratings. Against computers alone nobody is waited for, so only a clock or a tournament makes a
// result worth something.
func (r Record) Rated() bool {
	return !r.Unrated && (r.People() != 1 || r.Clock.Policy.PerMove > 0 || r.Tournament != "")
}

// Claimable is the seats that may claim the win because the time of those who are waited for has run out.
func (r Record) Claimable() games.Seats {
	if r.Status != Running || r.Parked != nil || !r.Clock.Lapsed {
		return 0
	}
	var set games.Seats
	for seat, p := range r.Players {
		if p.User != "" {
			set |= games.SeatSet(games.Seat(seat))
		}
	}
	return set &^ r.Waiting
}

// Thinking is the seats whose computer players have to move now.
func (r Record) Thinking() games.Seats {
	if r.Status != Running || r.Parked != nil || r.Step && r.Stepped != r.Turn {
		return 0
	}
	return r.Waiting &^ r.Bound()
}
