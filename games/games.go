// Package games is the vocabulary of Paddock: what a board game is for the code that plays, stores,
// shows and searches it.
//
// The author of a game writes [Rules], with its own types for a position, for one seat's view of
// it, and for a move. [New] hides these types. All other code uses a [*Game], a [*Position] or a
// [*View], with seats and move texts. Code that draws, completes, explains or chooses moves gets
// only a View, so it cannot leak a secret by mistake.
//
// Nothing in or below this package does I/O, reads a clock or creates randomness. Limits on time
// come as a context, chance as a seed. Start reading at [Rules]. Then look at one game, for
// instance paddock/games/kalah, and at the tests that every game passes in paddock/games/gamestest.
package games

import (
	"cmp"
	"iter"
	"math/bits"

	"paddock/games/scene"
)

// ID names a game in commands, component ids and the store: lower-case letters, for instance
// "kalah".
type ID string

// MaxSeats is the largest number of seats of any game.
const MaxSeats = 4

// Seat is a player's place in the game, counted from 0 in the order of play. It stays the same
// during a match.
type Seat int8

// Spectator is the seat of a reader who does not play and may know only public facts.
const Spectator Seat = -1

// Seats is a set of seats.
type Seats uint8

// SeatSet returns the set of its arguments.
func SeatSet(seats ...Seat) Seats {
	var set Seats
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

// Has reports whether s is in the set. A set never contains Spectator.
func (set Seats) Has(s Seat) bool { return s >= 0 && set&(1<<s) != 0 }

// Len returns the number of seats in the set.
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

// Phase is a part of a game whose turns have a special meaning, such as placement in Fish. Games
// with one phase use "play".
type Phase string

// Play is the phase of ordinary moves.
const Play Phase = "play"

// Turn says which seats the game is waiting for. The zero Turn waits for nobody: the game is over.
//
// Waiting is a set because in Stratego all players set up at once. A seat that moves again in Kalah
// simply waits again.
type Turn struct {
	Waiting Seats
	Phase   Phase
}

// Outcome is how a game ended.
type Outcome struct {
	Place [MaxSeats]int8 // 1 is best, equal places are shared; 0 for a seat that is not in play
	Score [MaxSeats]int  // what the game counts, such as beans or fish; 0 if it counts nothing
	// Tiebreak is what a tournament counts if the scores of several games are equal: tiles in Fish.
	// Most games leave it 0.
	Tiebreak [MaxSeats]int `json:",omitzero"`
	Reason   Reason        // why the game is over, for instance "paddock"
	Say      Sentence      // the result in a sentence, for instance "The sheep win! The paddock is full."
}

// Reason is a code for why a game is over. Each game has its own codes. The codes below are common
// to all games and come from rulings.
type Reason string

// Reasons that come from rulings, not from the rules of a game.
const (
	ByResignation Reason = "resign"
	ByTime        Reason = "time"
	ByAgreement   Reason = "agreed"
	ByReferee     Reason = "referee" // a decision by a moderator, or the end of a tournament's round
	ByLeaving     Reason = "alone"   // all players but one have left; the result does not say why
)

// Winners returns the seats that share first place; all of them in a tie.
func (o Outcome) Winners() Seats {
	var set Seats
	for s, p := range o.Place {
		if p == 1 {
			set |= 1 << s
		}
	}
	return set
}

// Win returns the outcome of a two-seat game won by winner.
func Win(winner Seat, reason Reason, say Sentence) Outcome {
	o := Outcome{Reason: reason, Say: say}
	o.Place[winner], o.Place[1-winner] = 1, 2
	return o
}

// Tie returns the outcome of a tied two-seat game.
func Tie(reason Reason, say Sentence) Outcome {
	return Outcome{Place: [MaxSeats]int8{1, 1}, Reason: reason, Say: say}
}

// Event is a notable effect of a move or ruling, such as a capture. Events are public.
type Event struct {
	Kind EventKind
	Seat Seat // the seat that caused or suffered it
	Say  Sentence
}

// EventKind is the kind of an event for programs: "capture", "again", "sweep", "removed", ...
type EventKind string

// Passed is the kind of event in which a seat without a legal move misses its turn.
const Passed EventKind = "passed"

// RulingKind is a kind of referee decision about a seat.
type RulingKind string

// The rulings. Games that continue after Skip or Remove implement [Ruler]; in others the match ends
// instead.
const (
	Skip   RulingKind = "skip"   // the seat misses its turn
	Remove RulingKind = "remove" // the seat leaves the game
	Resign RulingKind = "resign" // the seat gives up
	Time   RulingKind = "time"   // the seat's clock ran out for good
	Agree  RulingKind = "agree"  // all agree to a draw; Seat is ignored
)

// Ruling is a decision of the referee about one seat.
type Ruling struct {
	Kind RulingKind
	Seat Seat
	Seed uint64 // randomness for the ruling: Stratego sets up for a late seat
}

// Setup is everything a game needs to begin. Equal setups give equal positions.
type Setup struct {
	Seats   int     // number of seats in play
	Seed    uint64  // the only source of randomness
	Options Options // values of the options that Info.Options describes; missing ones have their defaults
}

// Options maps the names of a game's options to their values.
type Options map[string]string

// Info describes a game.
type Info struct {
	ID      ID
	Name    string // name of the game, such as "Kalah"
	Summary string // one line for command descriptions and help, at most 100 characters, no full stop
	Goal    string // how to win, in one line; no full stop
	Hint    string // shown once to a player who is new to the game, in one line; no full stop
	Version int    // version of the position text: the number in `kalah/1`
	Hidden  bool   // seats have secrets: a view is less than the position

	MinSeats, MaxSeats int
	SeatNames          []string // by seat, for display: "South", "North"

	// SideOption is the name of the challenge option that distributes the seats. "side" offers the
	// seat names; "first" offers me and them; both offer random. If it is empty, seats follow the
	// order of joining.
	SideOption string

	// MoveSteps names further options that build a move step by step, such as from and to. Each
	// continues the half-typed move of the earlier ones.
	MoveSteps []string

	// MoveSays names a move by its text in a sentence, such as "hole %s"; empty: the text alone is clear.
	MoveSays Sentence

	// Margin counts what players win by, such as "5 beans"; nil: the game knows no margins
	Margin func(n int) Sentence

	// PieceFirst says that buttons offer the pieces that can move, then where the chosen one can go.
	// It is for games with so many different pieces that buttons for whole moves can't be read.
	PieceFirst bool

	Options []Option
	Odds    []Odds // handicaps for a rating gap between two players; for the same options, the smallest first
	// with these options one side has a large advantage, so a fair match is a pair with sides
	// swapped; nil: none
	Pair Options
	// options with equal chances for both sides: the default of rated matches on servers that
	// choose it; nil: none
	Fair         Options
	Personal     []Option // each reader's choices of how boards are drawn for them
	DefaultLevel string   // the default computer level
	// a short game for a first match; nil: the usual one is short
	Quick Options

	Rules    string    // the rules in brief, in Discord markdown, at most 1,800 characters
	Examples []Example // shown with the rules; the conformance tests execute each
	Icons    []Icon    // icons of the pieces that completions and buttons name

	// Foreign returns the games that a text in other programs' notation may be, the likeliest first;
	// nil: none is known
	Foreign func(text string) []Foreign
}

// Foreign is a game in another program's notation, as far as it can be recognised.
type Foreign struct {
	Say  Sentence // how the text was read, at most 80 characters
	Text string   // the game as a record, see paddock/games/record
}

// Icon is a small picture of a piece. Its name is made of small letters and underscores, at most
// 16.
type Icon struct {
	Name  string
	Scene scene.Scene
}

// TypedName returns the option's name in commands.
func (o Option) TypedName() string { return cmp.Or(o.Typed, o.Name) }

// SaysItself describes an option's value by its name and what the name means.
const SaysItself = "%s"

// Option is an option of a game that players set when they start a match.
type Option struct {
	Name  string // lower case, at most 32 characters; stored with matches
	Typed string // a clearer name for commands; empty: Name
	Help  string // at most 100 characters
	// how a match describes the value, with %s for it; empty: the typed name and the value
	Says     string
	Default  string
	Min, Max int      // inclusive bounds of a number; ignored if there are Choices
	From     int      // the least number offered in commands, if the rules accept a smaller one; 0: Min
	Choices  []Choice // empty: the option is a whole number, or a text if Read is set

	// Read returns the canonical form of a typed text, or a *Refusal. It leaves a canonical text
	// unchanged. The empty text means that the option is not used.
	Read    func(text string) (string, error)
	Example string // a text that Read accepts

	Rules string  // a paragraph to add to Info.Rules: what a value other than the default changes
	Again bool    // a rematch with a value other than the default begins from the same position
	With  Options // values that other options must have if this one differs from its default; added automatically
}

// Odds is a handicap for the stronger of two players, as options of the game. Its size is an
// estimate, measured between computer players of one level.
type Odds struct {
	Gap     int     // smallest rating gap for which it is offered
	Weaker  Seat    // seat of the lower-rated player
	Options Options // the changes to the options of the match
	With    Options // options that the match must have; all options named only in Options must have their defaults
}

// Choice is a value of an option and its label.
type Choice struct{ Value, Label string }

// Example is an instructive move for people who learn the game.
type Example struct {
	Position string // position text before the move
	Move     string
	After    string // position text after the move
	Say      string // what the move shows
}

// Completion is one way to continue a half-typed move.
type Completion struct {
	Text  string   // the move text so far: input for Complete, or for Play if Whole
	Label Sentence // for a menu: "e5, captures d6", at most 100 characters
	Short Sentence // for a button, at most 80 characters; empty: Label
	Whole bool     // Text is a legal move
	Worth int      // how likely a player wants it: menus list the greatest first
	Icon  string   // the name of the icon of the piece that moves; empty: none
}

// Button is a move with its own button. All turns show the same buttons in the same order, so that
// no button moves.
type Button struct {
	Move    string
	Label   Sentence // at most 80 characters
	Enabled bool
	Icon    string // the name of the icon of the piece that moves, as in Completion
}
