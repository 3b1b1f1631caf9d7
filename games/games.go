// Package games is the vocabulary of Paddock: what a board game is, seen by those who play it, store it, show it and search it.
//
// A game author writes [Rules], with types of its own for a position, for what one seat may know of it, and for a move. [New] erases
// these types: everybody else holds a [*Game], a [*Position] or a [*View] and speaks of seats and move texts. Whoever draws,
// completes, explains or chooses a move is given a View and nothing else, so that a secret can't leak by mistake.
//
// Nothing in or below this package does I/O, reads a clock or makes its own randomness: time comes in as a context that ends, chance as
// a seed. Start reading at [Rules]; then look at one game, for instance paddock/games/kalah, and at the tests that every game
// passes in paddock/games/gamestest.
package games

import (
	"cmp"
	"iter"
	"math/bits"
)

// ID names a game in commands, component ids and the store: lower-case letters, for instance "kalah".
type ID string

// MaxSeats is the largest number of seats of any game.
const MaxSeats = 4

// Seat is a place at the board, counted from 0 in the order of play. It stays the same during a match.
type Seat int8

// Spectator is the seat of those who do not play: it may know what everybody may know.
const Spectator Seat = -1

// Seats is a set of seats.
type Seats uint8

// SeatSet makes a set of its arguments.
func SeatSet(seats ...Seat) Seats {
	var set Seats
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

// Has reports whether s is in the set. The Spectator never is.
func (set Seats) Has(s Seat) bool { return s >= 0 && set&(1<<s) != 0 }

// Len is the number of seats in the set.
func (set Seats) Len() int { return bits.OnesCount8(uint8(set)) }

// All yields the seats of the set in ascending order.
func (set Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for s := range Seat(MaxSeats) {
			if set.Has(s) && !yield(s) {
				return
			}
		}
	}
}

// Phase is a part of a game in which turns mean something different, such as Fish's placement. Games with one phase use "play".
type Phase string

// Play is the phase of ordinary moves.
const Play Phase = "play"

// Turn says whom the game is waiting for. The zero Turn waits for nobody: the game is over.
//
// Waiting is a set, because Stratego's set-up is simultaneous. A seat that sows again in Kalah is simply waiting again.
type Turn struct {
	Waiting Seats
	Phase   Phase
}

// Outcome is how a game ended.
type Outcome struct {
	Place [MaxSeats]int8 // 1 is best, shared places are equal; 0 for a seat that was not played
	Score [MaxSeats]int  // beans, fish, ...: what the game counts, 0 where it counts nothing
	// Tiebreak is what a tournament counts between equal scores of several games: tiles; 0 where the game has nothing such.
	Tiebreak [MaxSeats]int `json:",omitzero"`
	Reason   Reason        // why it is over, for instance "paddock"
	Say      Sentence      // the result in words, for instance "The sheep win! The paddock is full."
}

// Reason is a token for why a game is over. Each game lists its own; these are common to all and come from rulings.
type Reason string

// Reasons that come from rulings, not from the rules of a game.
const (
	ByResignation Reason = "resign"
	ByTime        Reason = "time"
	ByAgreement   Reason = "agreed"
	ByReferee     Reason = "referee" // imposed on the players: an override, the end of a tournament's round
)

// Winners is the set of seats that share the first place; all of them in a tie.
func (o Outcome) Winners() Seats {
	var set Seats
	for s, p := range o.Place {
		if p == 1 {
			set |= 1 << s
		}
	}
	return set
}

// Win is the outcome of a two-seat game that winner has won.
func Win(winner Seat, reason Reason, say Sentence) Outcome {
	o := Outcome{Reason: reason, Say: say}
	o.Place[winner], o.Place[1-winner] = 1, 2
	return o
}

// Tie is the outcome of a two-seat game that nobody has won.
func Tie(reason Reason, say Sentence) Outcome {
	return Outcome{Place: [MaxSeats]int8{1, 1}, Reason: reason, Say: say}
}

// Event is something worth telling that a move or ruling brought about, such as a capture. Events are public.
type Event struct {
	Kind EventKind
	Seat Seat // who did it or whom it befell
	Say  Sentence
}

// EventKind tells events apart for programs: "capture", "again", "sweep", "removed", ...
type EventKind string

// Passed is the kind of an event by which a seat was passed over because it had no legal move.
const Passed EventKind = "passed"

// RulingKind is what a referee may impose on a seat.
type RulingKind string

// The rulings. Games that go on after Skip or Remove implement [Ruler]; in the others the match ends instead.
const (
	Skip   RulingKind = "skip"   // the seat's turn is lost
	Remove RulingKind = "remove" // the seat leaves the game
	Resign RulingKind = "resign" // the seat gives up
	Time   RulingKind = "time"   // the seat's clock ran out for good
	Agree  RulingKind = "agree"  // all agree to a draw; Seat means nothing
)

// Ruling is a decision of the referee about one seat.
type Ruling struct {
	Kind RulingKind
	Seat Seat
	Seed uint64 // of chance, where the ruling needs some: Stratego sets up for a seat that is late
}

// Setup is everything a game needs to begin. Equal setups give equal positions.
type Setup struct {
	Seats   int     // number of seats in play
	Seed    uint64  // the only source of chance
	Options Options // as Info.Options describes; what is missing has its default
}

// Options are the values of a game's options by name.
type Options map[string]string

// Info describes a game.
type Info struct {
	ID      ID
	Name    string // "Kalah"
	Summary string // one line for command descriptions and help, at most 100 characters, no full stop
	Goal    string // what one wins by, in a line; no full stop
	Hint    string // what is told once to who plays it for the first time, in a line; no full stop
	Version int    // of the position text, the number in `kalah/1`
	Hidden  bool   // seats have secrets: a view is less than the position

	MinSeats, MaxSeats int
	SeatNames          []string // by seat, as shown: "South", "North"

	// SideOption is the name of the challenge option that says who takes which seat. "side" offers the seat names; "first" offers
	// me and them; both offer random. Empty: seats are dealt in the order of joining.
	SideOption string
	// SoloSeat is the seat that a person takes against the computer when nothing is said.
	SoloSeat Seat

	// MoveSteps are the names of further options by which a move can be given step by step, such as from and to; each continues the half-typed move of
	// those before it.
	MoveSteps []string

	Options      []Option
	Odds         []Odds   // what makes up for a gap of ratings in a game of two, the smallest first of those that go with the same options
	Pair         Options  // with these a match favours a side so much that it is fair as two, with sides swapped; nil: none does
	Personal     []Option // what each reader chooses for themself: it changes how boards are drawn for them and nothing else
	DefaultLevel string   // of computer players, when nothing is said

	Rules    string    // the rules in brief, Discord markdown, at most 1,800 characters
	Examples []Example // shown with the rules; each is executed by the conformance tests
}

// TypedName is what commands call the option.
func (o Option) TypedName() string { return cmp.Or(o.Typed, o.Name) }

// Option is one option of a game, offered when a match is started.
type Option struct {
	Name     string // lower case, at most 32 characters; matches are stored with it
	Typed    string // what commands call it instead, where its name says too little; empty: Name
	Help     string // at most 100 characters
	Says     string // what it means for a match, with %s for its value; empty: what commands call it, and the value
	Default  string
	Min, Max int      // bounds of a number, both included; meaningless when there are Choices
	From     int      // commands offer numbers from here on only, where the rules accept less; 0: from Min
	Choices  []Choice // empty: the option is a whole number, or a text if there is Read

	// Read makes canonical what somebody typed for an option that is a text, or returns a *Refusal; of a canonical text it makes the same. Without a
	// text the option is not used.
	Read    func(text string) (string, error)
	Example string // a text that can be read

	Named bool    // the match says which it is, even when it is as usual
	With  Options // what other options have to be if this one is not as usual; they need not be given
}

// Odds are a handicap for the stronger of two, as options of the game. They are an estimate: measured among computer players of one level.
type Odds struct {
	Gap     int     // of ratings, from which on it fits
	Weaker  Seat    // where the lower-rated of the two sits
	Options Options // what differs from the match as it was agreed
	With    Options // what that match has to have; what is in Options and not here has to be as usual
}

// Choice is a value of an option and the words for it.
type Choice struct{ Value, Label string }

// Example is a move worth showing to somebody who learns the game.
type Example struct {
	Position string // position text before
	Move     string
	After    string // position text after
	Say      string // what it shows
}

// Completion is one way to go on with a half-typed move.
type Completion struct {
	Text  string   // the move text so far, to be given to Complete again or, when Whole, to be played
	Label Sentence // for a menu: "e5, captures d6", at most 100 characters
	Whole bool     // Text is a legal move
}

// Button is a move that is offered by a button of its own. All buttons of a turn are always shown, in order, so that nothing jumps.
type Button struct {
	Move    string
	Label   Sentence // at most 80 characters
	Enabled bool
}
