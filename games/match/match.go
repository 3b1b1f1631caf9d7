// Package match holds the vocabulary of a match from the challenge to the result. A [Record] holds
// the state of a match, an [Event] is a line of its log. The functions here are arithmetic on these
// and change no match; paddock/games/match/service is the only writer. The small interfaces that
// make up [Store] say what a database must do; paddock/storage implements them.
//
// A match is an event log. The record with the position text at its head is written in the same
// transaction. Play continues from the text. The log serves replay, export, takeback and
// idempotence. The head is the number of events. It protects writes from double clicks, late
// answers of computer players and a second process. Readers get a [Match]: the record together with
// its position, parsed once.
//
// The files are read in this order: ids, event, and the small nouns of a record (result, card, voting,
// act, rest, notice); match with [Record], where a reader may start; ending, notebook, people, erasure
// and audit; store with problem; view with [Match]; proposal, replay and showing.
package match

import (
	"maps"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Clock is a match's clock.
type Clock = referee.Clock

// Shown is the newest board message of a match, and the last event that was shown in its channel.
type Shown struct {
	Head    Seq
	Channel ChannelID `json:",omitempty"`
	Message MessageID `json:",omitempty"`
	At      time.Time `json:",omitzero"` // when the message was posted
	Turn    int       // the Turn that the message shows
	Pinged  int       // the Turn for which the waiting seats were last pinged
	// seats to notify later in this turn, for the first time or again by a digest; in an Open
	// match, the invited member's seat
	Asleep games.Seats `json:",omitempty"`
	Wake   time.Time   `json:",omitzero"` // when the seats in Asleep may be notified
	// the last event of which people were told in private because the board could not be changed,
	// where the bot is not a member
	Told Seq `json:",omitempty"`
	// the short message that has notified the waiting seats since; see paddock/bot/deliver
	Call MessageID `json:",omitempty"`
	Card *Card     `json:",omitempty"` // what the last board says besides the result, for a match that is Over
}

// Record is a match as it is stored, without its log.
type Record struct {
	ID ID
	// version of the record's format that a program must understand, see
	// paddock/storage/layout.Form; set by the store
	Form    int `json:",omitempty"`
	Game    games.ID
	Setup   games.Setup
	From    string `json:",omitempty"` // text of the starting position; empty: Setup determines it
	Status  Status
	Place   Place
	Owner   UserID        // the member who started or challenged
	Invited UserID        `json:",omitempty"` // the only user who may accept; empty: anyone
	Players []Player      // players by seat
	Unrated bool          `json:",omitempty"` // the match does not count for ratings, see Rated
	Quick   time.Duration `json:",omitempty"` // the window of quick moves, if the server has set one
	// how long a takeback needs no consent, if the server has set it; negative: it always needs
	// consent
	FreeUndo time.Duration `json:",omitempty"`
	Wants    Wants         `json:",omitzero"` // who may join while it is Open
	// how many rating points stronger the owner is, while the terms can still be made fairer; see
	// paddock/games/match/odds
	Gap      int    `json:",omitempty"`
	Pair     bool   `json:",omitempty"` // a second match with sides swapped begins when this match is over
	Handicap bool   `json:",omitempty"` // its options give a seat odds, so a rematch keeps the seats
	Swapped  bool   `json:",omitempty"` // a rematch in which the two players have changed seats
	Position string // canonical text at Head; empty while Open
	Waiting  games.Seats
	// counts turns from 1; it grows when another seat begins to wait and at the end; a free
	// takeback decreases it
	Turn   int
	Made   Seq // the event that made Position: an act on a board from this event or a later one is not stale
	Drafts int `json:",omitempty"` // number of events that are known only to their own seat, see Board
	Moves  int // number of accepted moves
	Nudged int `json:",omitempty"` // the Turn in which a user nudged the waiting players
	// seats that wait again because a prepared move answered theirs at once; they are not notified
	Answered games.Seats `json:",omitempty"`

	// The last turn: the position before it, its seat, and its moves in order. It is empty after a
	// ruling.
	Before    string `json:",omitempty"`
	LastSeat  games.Seat
	LastMoves []string `json:",omitempty"`
	// what the game said about the last turn besides its moves; only between more than two players
	LastSaid []games.Sentence `json:",omitempty"`
	// seats whose last turn stands, because it or a later one gave away a secret, or the referee ruled
	Stands games.Seats `json:",omitempty"`
	// the moves before the last turn, oldest first; only between more than two players, and only so
	// many that each can be told of all since their own; see Since
	Earlier []SeatMove `json:",omitempty"`
	// the turn before the last one, if the last one is a computer's and both players know all moves
	Prior *PastTurn `json:",omitempty"`

	Head  Seq
	Shown Shown
	Clock Clock
	// the next moment at which something must be done, as in the deadline index; zero: none
	Due       time.Time   `json:",omitzero"`
	Acted     []time.Time `json:",omitempty"` // time of the last move by seat, for quick play
	DrawOffer *games.Seat `json:",omitempty"`
	UndoOffer *games.Seat `json:",omitempty"` // the seat that asks for a takeback
	RestOffer *games.Seat `json:",omitempty"` // the seat that asks for a pause
	Finish    Finish      `json:",omitempty"` // whether the rest is played out when the match is decided
	Rest      *Rest       `json:",omitempty"` // the rest of the match if it is decided
	// in a tournament, by seat: consecutive turns in which nearly all the time was used in a lost
	// position
	Stalls    [games.MaxSeats]int `json:",omitzero"`
	PlayedOut int                 `json:",omitempty"` // number of its last moves that were played out
	Voting    *Voting             `json:",omitempty"` // how channels vote, in a match in which they have seats
	Outcome   *games.Outcome      `json:",omitempty"`
	Reason    games.Reason        `json:",omitempty"` // why the match is Over or Closed, as a code
	Ended     time.Time           `json:",omitzero"`  // when it got its Outcome
	Late      games.Seats         `json:",omitempty"` // seats that the clock put out of the match
	// seats whose players resigned or were put out, while the others play on
	Left games.Seats `json:",omitempty"`
	// the result or the reason of closing in English words; see Ending
	Result    string         `json:",omitempty"`
	Closing   games.Sentence `json:",omitzero"`  // why it is Closed
	DecidedBy string         `json:",omitempty"` // name of the member who decided the match, see Decision
	// seats or ownership given by moderators to other members, in order
	HandOvers []HandOver `json:",omitempty"`
	// the hand-over that a member was offered and has not answered yet
	Heir    *HandOver `json:",omitempty"`
	Refused []Refused `json:",omitempty"` // recent moves that were refused, oldest first
	Parked  *Parking  `json:",omitempty"`
	// computer against computer: the match waits for a Next button before each turn
	Step    bool `json:",omitempty"`
	Stepped int  `json:",omitempty"` // the Turn that the Next button has released
	// sides are drawn by lot when the match begins; until then Players is in the order of joining
	Shuffle   bool            `json:",omitempty"`
	Receipts  []Receipt       `json:",omitempty"` // receipts of secret set-ups by seat, once all have confirmed
	Rematch   map[string]bool `json:",omitempty"` // users who want a rematch
	RematchID ID              `json:",omitempty"`

	Notices []Notice `json:",omitempty"` // undelivered messages to people

	// id of the tournament of this game, if any; paddock/games/tourney gets its result
	Tournament string `json:",omitempty"`

	Created time.Time
	Updated time.Time
}

// Wants limits who may accept an open challenge, by their rating and reliability in its server. It
// also says where and how often it is offered. A zero field sets no limit.
type Wants struct {
	From        int  `json:",omitempty"` // least and greatest rating
	To          int  `json:",omitempty"`
	Reliability int  `json:",omitempty"` // least reliability, in per cent
	Here        bool `json:",omitempty"` // shown only in its own channel, not in the server's lobby
	// how many more times a new challenge like it is made after one is accepted; see MostAgain
	Again int `json:",omitempty"`

	// The sides when Again repeats the challenge: Lot draws them, otherwise the owner has Seat.
	Lot  bool       `json:",omitempty"`
	Seat games.Seat `json:",omitempty"`
}

// MostAgain is the largest value of Wants.Again.
const MostAgain = 10

// Parking says why and since when a match is parked. A parked match has its clocks stopped, because
// its channel is gone, the bot has left, or both players want a pause.
type Parking struct {
	At   time.Time
	Why  Code
	Left time.Duration // time left on the clock

	Wanted map[UserID]Place `json:",omitempty"` // where its players want to continue
}

// parkingSays maps each reason for parking to the end of a sentence.
var parkingSays = map[Code]games.Sentence{
	CodeChannelGone: games.Say("its channel is gone"),
	CodeServerLeft:  games.Say("I'm no longer in its server"),
	CodeNoAccess:    games.Say("I can't see its channel any more"),
	CodeLocked:      games.Say("its thread was locked"),
	CodePause:       games.Say("both players want a pause"),
}

// Says returns the reason for parking, as the end of a sentence.
func (p Parking) Says() games.Sentence { return parkingSays[p.Why] }

// Stranded reports whether nobody can play the match where it is: it is parked, and not because its
// players want a pause. It doesn't count for the limit of running matches (P25).
func (r Record) Stranded() bool { return r.Parked != nil && r.Parked.Why != CodePause }

// Abandoned reports whether a player who gives the match up ends it without a result: it is out of
// reach, and no other player has asked to continue it elsewhere (P72, P73). Games of tournaments
// always have a result, and so have matches for more than two, which the others continue.
func (r Record) Abandoned(u UserID) bool {
	if !r.Stranded() || r.Parked.Why == CodeLocked || r.Tournament != "" || len(r.Players) > 2 || !r.Plays(u) {
		return false
	}
	for by := range r.Parked.Wanted {
		if by != u && r.Plays(by) {
			return false
		}
	}
	return true
}

// Wish returns the place where another member wants to continue a parked match, if user u has not
// agreed to it yet. See Referee.Resume.
func (r Record) Wish(u UserID) (by UserID, to Place, ok bool) {
	if r.Parked == nil || !r.Plays(u) {
		return "", Place{}, false
	}
	for _, by := range r.Staying() {
		if to, wants := r.Parked.Wanted[by]; wants && by != u && r.Parked.Wanted[u] != to {
			return by, to, true
		}
	}
	return "", Place{}, false
}

// SeatMove is a move, the seat that made it, and what the game said about it besides.
type SeatMove struct {
	Seat games.Seat
	Move string
	Said []games.Sentence `json:",omitempty"`
}

// PastTurn is a turn that others have followed: the position before it, its seat, and its moves in order.
type PastTurn struct {
	Before string
	Seat   games.Seat
	Moves  []string
}

// mostEarlier is the greatest length of Record.Earlier: what others did in three rounds.
const mostEarlier = 3 * (games.MaxSeats - 1)

// StartTurn begins a turn of a seat from the present position. With more than two players, the
// record keeps the moves of the last turn; only games without secrets have more than two.
func (r *Record) StartTurn(seat games.Seat, before string) {
	if len(r.Players) > 2 {
		for i, move := range r.LastMoves {
			r.Earlier = append(slices.Clip(r.Earlier), SeatMove{Seat: r.LastSeat, Move: move})
			if i == len(r.LastMoves)-1 {
				r.Earlier[len(r.Earlier)-1].Said = r.LastSaid
			}
		}
		r.Earlier = r.Earlier[max(0, len(r.Earlier)-mostEarlier):]
	}
	r.Prior = nil
	if seat != games.Spectator && len(r.Players) == 2 && r.Players[seat].Computer != "" && r.Before != "" {
		r.Prior = &PastTurn{r.Before, r.LastSeat, r.LastMoves}
	}
	r.Before, r.LastSeat, r.LastMoves, r.LastSaid = before, seat, nil, nil
	if seat == games.Spectator {
		r.Stands = r.AllSeats()
	} else {
		r.Stands &^= games.SeatSet(seat)
	}
}

// AddToTurn adds to the turn that has been started what the game said about its moves.
func (r *Record) AddToTurn(said []games.Event) {
	for _, e := range said {
		if len(r.Players) > 2 {
			r.LastSaid = append(slices.Clip(r.LastSaid), e.Say)
		}
	}
}

// AllSeats returns the seats of all players.
func (r Record) AllSeats() games.Seats { return games.Seats(1)<<len(r.Players) - 1 }

// Since returns the moves before the last turn that others have made since a seat's own last move.
func (r Record) Since(seat games.Seat) []SeatMove {
	if seat == games.Spectator || seat == r.LastSeat {
		return nil
	}
	from := 0
	for i, move := range r.Earlier {
		if move.Seat == seat {
			from = i + 1
		}
	}
	return r.Earlier[from:]
}

// Clone returns a copy that shares no mutable data with the original.
func (r Record) Clone() Record {
	r.Setup.Options, r.Players, r.LastMoves = maps.Clone(r.Setup.Options), slices.Clone(r.Players),
		slices.Clone(r.LastMoves)
	if r.Prior = copied(r.Prior); r.Prior != nil {
		r.Prior.Moves = slices.Clone(r.Prior.Moves)
	}
	r.Earlier, r.LastSaid = slices.Clone(r.Earlier), slices.Clone(r.LastSaid)
	r.Acted, r.Receipts, r.Rematch = slices.Clone(r.Acted), slices.Clone(r.Receipts), maps.Clone(r.Rematch)
	r.Notices, r.HandOvers, r.Refused = slices.Clone(r.Notices), slices.Clone(r.HandOvers), slices.Clone(r.Refused)
	r.DrawOffer, r.UndoOffer, r.RestOffer = copied(r.DrawOffer), copied(r.UndoOffer), copied(r.RestOffer)
	r.Rest, r.Outcome, r.Parked, r.Heir = copied(r.Rest), copied(r.Outcome), copied(r.Parked), copied(r.Heir)
	r.Voting = r.Voting.clone()
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

// Ending returns how the match ended or why it was closed, and the zero Sentence before that.
func (r Record) Ending() games.Sentence {
	switch {
	case r.Outcome != nil && r.Outcome.Say.Format != "":
		return r.Outcome.Say
	case r.Closing.Format != "":
		return r.Closing
	case r.Result != "": // a match that was stored before Closing existed
		return games.Say("%s", r.Result)
	}
	return games.Sentence{}
}

// OnlyPerson returns the seat of the only person or channel in a match against computers. It
// returns Spectator if several people play, or none.
func (r Record) OnlyPerson() games.Seat {
	seat, people := games.Spectator, 0
	for s, p := range r.Players {
		if p.Chosen() {
			seat, people = games.Seat(s), people+1
		}
	}
	if people > 1 {
		return games.Spectator
	}
	return seat
}

// SeatOf returns the first seat of a user, or Spectator. The member who decides for a channel has
// the channel's seat.
func (r Record) SeatOf(u UserID) games.Seat {
	for s, p := range r.Players {
		if u != "" && p.User == u {
			return games.Seat(s)
		}
	}
	return games.Spectator
}

// Board returns the number of public events so far. It is part of the ids of a board's components,
// and Act.Head is compared with it. It is less than Head only during secret set-ups, because nobody
// else may learn how often a seat changed its set-up (S85).
func (r Record) Board() Seq { return r.Head - Seq(r.Drafts) }

// Old reports whether the position has changed since a board was shown (P3, P81). Events that leave
// the position unchanged, such as reminders, do not make a board old. Secret events of another seat
// do not either.
func (r Record) Old(board Seq) bool {
	at := board + Seq(r.Drafts)
	return at < r.Made || at > r.Head
}

// Bound returns the waiting seats of members and channels. Only these have a clock; a computer
// player has a budget instead.
func (r Record) Bound() games.Seats {
	var set games.Seats
	for seat := range r.Waiting.All() {
		if r.Players[seat].Chosen() {
			set |= games.SeatSet(seat)
		}
	}
	return set
}

// Members returns the users who play or decide for a channel, each once.
func (r Record) Members() []UserID {
	var users []UserID
	for _, p := range r.Players {
		if p.User != "" {
			users = append(users, p.User)
		}
	}
	return users
}

// Plays reports whether a user has a seat and has not left the match.
func (r Record) Plays(u UserID) bool {
	seat := r.SeatOf(u)
	return seat != games.Spectator && !r.Left.Has(seat)
}

// Staying returns the Members who have not left the match.
func (r Record) Staying() []UserID {
	return slices.DeleteFunc(r.Members(), func(u UserID) bool { return !r.Plays(u) })
}

// People returns the number of seats for people: taken by members or channels, free, or left by
// somebody whose data was erased.
func (r Record) People() int {
	n := 0
	for _, p := range r.Players {
		if p.Computer == "" {
			n++
		}
	}
	return n
}

// HasActed reports whether a seat has moved, or arranged its pieces.
func (r Record) HasActed(seat games.Seat) bool {
	return seat >= 0 && int(seat) < len(r.Acted) && !r.Acted[seat].IsZero()
}

// Cancellable reports whether the running match may be ended without a result. A player may do that
// before the first move, and the owner at any time if only computers play. A game of a tournament
// is never cancellable.
func (r Record) Cancellable() bool {
	return r.Status == Running && r.Tournament == "" && (r.Moves == 0 || !slices.ContainsFunc(r.Players, Player.Chosen))
}

// Opponents reports whether the match is between exactly two members, who can agree on draws and
// takebacks.
func (r Record) Opponents() bool { return len(r.Players) == 2 && len(r.Members()) == 2 }

// Leaderless returns the first seat of a channel whose leader has been erased, the member who
// decided on draws and takebacks for it (P136). It returns Spectator if there is none.
func (r Record) Leaderless() games.Seat {
	return games.Seat(slices.IndexFunc(r.Players, func(p Player) bool { return p.Channel != "" && p.User == "" }))
}

// Full reports whether every seat is taken.
func (r Record) Full() bool { return !slices.ContainsFunc(r.Players, Player.Empty) }

// NameOf returns the display name of a user in the match. It is empty for others.
func (r Record) NameOf(user UserID) string {
	for _, p := range r.Players {
		if p.User == user && p.Name != "" {
			return p.Name
		}
	}
	return ""
}

// Rated reports whether the result counts for ratings. Against computers it counts only with a
// clock or in a tournament, because otherwise a player could think for ever.
func (r Record) Rated() bool {
	return !r.Unrated && (r.People() != 1 || r.Clock.Policy.PerMove > 0 || r.Tournament != "")
}

// Claimable returns the seats that may claim the win because the opponent's time has run out.
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
	return set &^ r.Waiting &^ r.Left
}

func (r Record) Thinking() games.Seats {
	if r.Status != Running || r.Parked != nil || r.Step && r.Stepped != r.Turn {
		return 0
	}
	return r.Waiting &^ r.Bound()
}

// HandedOver returns the hand-over recorded in an event.
func (r Record) HandedOver(event Seq) (h HandOver, ok bool) {
	for _, h := range r.HandOvers {
		if h.Event == event {
			return h, true
		}
	}
	return HandOver{}, false
}
