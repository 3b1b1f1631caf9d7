package games

import (
	"context"
	"iter"
	"time"

	"paddock/games/scene"
)

// Rules is a game as its author writes it. S is the whole position, V one seat's view of it, M a move. In games without secrets V is S. All methods
// are pure: they never modify an S, V or M.
type Rules[S, V, M any] interface {
	Info() Info
	// Start makes the first position. The setup is complete: every option has a valid value.
	Start(Setup) (S, error)
	Turn(S) Turn
	Outcome(S) (o Outcome, over bool)
	// View returns what a seat may know; Spectator gets public facts only.
	View(s S, seat Seat) V
	// Legal yields the moves of the viewing seat in a fixed order, without repeats, and none if the seat is not waiting. If all seats share one view,
	// it yields the moves of the seat to move. If there are too many to list, it yields a useful sample and Check decides.
	Legal(v V) iter.Seq[M]
	// Check returns nil if m is legal for the viewing seat, otherwise a *Refusal with the reason.
	Check(v V, m M) error
	// Apply plays a legal move.
	Apply(s S, seat Seat, m M) (S, []Event)
	// Format writes a move canonically. Parse reads everything that Format writes, ignoring case and spaces, and what people are likely to type. It
	// refuses unreadable text; it may leave legality to Check.
	Format(v V, m M) string
	Parse(v V, text string) (M, error)
	// Complete lists ways to continue a half-typed move, the best matches first; for an empty text, the beginnings of all legal moves. It never lists
	// whole paths if there could be many.
	Complete(v V, text string) []Completion
	// AppendText writes the position canonically in one line that begins with name and version (`kalah/1 ...`). Equal positions give equal bytes.
	// ParseText reads the whole line.
	AppendText(b []byte, s S) []byte
	ParseText(text string) (S, error)
	// Draw makes the board for the viewing seat.
	Draw(v V, d Drawing[V]) scene.Scene
}

// Drawing is what a picture shows besides the position.
type Drawing[V any] struct {
	Voice           // language of the texts on and beside the picture; nil: English
	Names  []string // names of the players by seat; may be empty
	Last   Last[V]
	Prefer Options // the reader's choices of Info.Personal; missing ones have their defaults
	Ended  string  // how the match ended if the position does not know it, by resignation or time; empty while it goes on
	Choice Choosing
	Facing Seat // at the bottom of the board; the Spectator's is the side that is usually there
}

// Choosing is the state of a reader's choice of a move, which the board highlights. In the zero Choosing nobody chooses, and nothing is highlighted.
type Choosing struct {
	On   bool   // the reader is choosing a move of the viewing seat; with a view shared by all, of the seat to move
	Half string // the part chosen so far: a Text of Complete or a whole move; empty: nothing yet, and all movable pieces are highlighted
}

// Result returns how the match ended, for picture, text and description alike. The match's own result takes precedence over the position's. It is
// empty while the match goes on.
func (d *Drawing[V]) Result(o Outcome, over bool) string {
	if d.Ended == "" && over {
		return d.Speak(o.Say)
	}
	return d.Ended
}

// Last is the last turn: the consecutive moves of one seat, and the same viewer's view before them. In the zero Last nothing was played yet (Moves is
// empty).
type Last[V any] struct {
	Before V
	Seat   Seat
	Moves  []string
}

// Ruler is implemented by rules with their own effect of a ruling: the game continues, or ends in its own way.
type Ruler[S any] interface {
	// Rule carries out r. ErrNoRuling means that the game has no rule for it.
	Rule(s S, r Ruling) (S, []Event, error)
}

// Scorer is implemented by rules that can tell at any time who is ahead, such as by fish or beans. They decide games that cannot be finished (F68).
type Scorer[S any] interface {
	// Standing returns the outcome if the game ended now. Its sentence and reason have no meaning.
	Standing(s S) Outcome
}

// Finisher is implemented by rules that can tell when a game is decided: the rest brings nothing that anybody could still change by playing well. It
// gets the view of a spectator, so that it knows what everybody knows.
type Finisher[V any] interface {
	// Finish returns the rest of a decided game; false if the game is not decided, or that could not be proven by visiting so many positions. The same
	// view and nodes give the same answer.
	Finish(v V, nodes int64) (Finish, bool)
}

// Finish is the rest of a decided game.
type Finish struct {
	Moves  []string // best play of everybody to the end, canonical
	Seats  Seats    // seats that still choose moves; the rest is played out if all of them agree
	Solo   bool     // no seat's moves matter to another, so everybody gets all that they still can
	Reason Sentence // why the game is decided
}

// Loser is implemented by rules that can prove that a seat can only lose. It gets the view of that seat, so that it knows no more than the player.
type Loser[V any] interface {
	// Lost reports whether the viewing seat, which is to move, is proven to lose whatever it plays, by visiting so many positions.
	Lost(v V, nodes int64) bool
}

// Exchanger is implemented by rules whose positions other programs exchange in a form of their own. An export shows this form too.
type Exchanger[V any] interface {
	// Exchange writes a view in that form, on one line.
	Exchange(v V) string
}

// Labeller is implemented by rules whose moves need more words than Format gives, in menus of whole moves.
type Labeller[V, M any] interface {
	// Label returns the label of a legal move in a menu of whole moves: "c7 → c5, captures c6", at most 100 characters.
	Label(v V, m M) Sentence
}

// Shortener is implemented by rules whose labels are too long for a button.
type Shortener[V, M any] interface {
	// Short returns what a legal move is called on a button: "b3 → d3 (1)", at most 80 characters.
	Short(v V, m M) Sentence
}

// Splitter is implemented by rules whose texts may contain several moves of a turn, such as Kalah's "3-6". The moves are played in order, all or
// none.
type Splitter interface {
	Split(text string) []string
}

// Buttoner is implemented by rules with few enough moves for a button each. Other moves are chosen from menus by Complete.
type Buttoner[V any] interface {
	Buttons(v V) []Button
}

// Prompter is implemented by rules in which it is not plain what kind of move a player has to choose.
type Prompter[V any] interface {
	// Prompt asks for a move of the view: "Place a penguin on a tile with one fish". It is empty where the board says enough.
	Prompt(v V) Sentence
}

// Viewer is implemented by rules with secrets: it writes a view as text, as AppendText does a position. Without it a view's text is the position's.
type Viewer[V any] interface {
	AppendView(b []byte, v V) []byte
}

// Opener is implemented by rules whose secrets are revealed after the end, if the players agreed to it.
type Opener[S, V any] interface {
	// Open returns what a seat may know of an earlier position after the game.
	Open(s S, seat Seat) V
}

// Guesser is implemented by rules with secrets: it samples a full position that fits the view.
type Guesser[S, V any] interface {
	Guess(v V, seed uint64) S
}

// Arranger is implemented by rules in which seats arrange their pieces in secret, with too many choices for menus of moves. Only the viewing seat may
// see the results.
type Arranger[V any] interface {
	// Arrangement describes the viewing seat's set-up. Ok is false if it has nothing to arrange, or no longer.
	Arrangement(v V) (a Arrangement, ok bool)
	// Arrange returns the move that an action means, given the values of its fields or choices. Randomness comes from seed. The error is a *Refusal.
	// It always understands ArrangeText, besides the actions of the Arrangement.
	Arrange(v V, action string, input []string, seed uint64) (move string, err error)
	// Ask returns the next menus for an action that Asks, after the given picks, each a value from an earlier menu. No menus mean that the picks are
	// complete: they are the input of Arrange.
	Ask(v V, action string, picked []string) []Menu
}

// ArrangeText is the action that arranges all pieces as its only input says, in the form of Arrangement.Text.
const ArrangeText = "rows"

// Keeper is implemented by an Arranger whose views remember set-ups, so that receipts can be given.
type Keeper[V any] interface {
	// Arranged returns the set-up that a seat has confirmed, in the form of Arrangement.Text. It is empty if the seat has not confirmed or the view
	// does not know it: others are known only when revealed after the end.
	Arranged(v V, seat Seat) string
}

// Arrangement is a seat's set-up as that seat sees it, besides its picture.
type Arrangement struct {
	Kind     string     // arrangements of one kind are interchangeable: a saved one fits any other
	Tray     Sentence   // the pieces still to place: "RED's Remaining Armies\n..."
	Text     string     // the set-up as one line, for saving and loading
	Legend   Sentence   // what the pieces are, one line each
	Complete bool       // everything is placed and can be confirmed
	Warnings []Sentence // shown once before it is confirmed
	Actions  []Action   // in the order of menus
}

// Action is an act on an arrangement: a tap, a choice, or a form.
type Action struct {
	Name, Label     string   // the name is [a-z]+ and reveals nothing
	Choices         []Choice // at most 25: the input is the value of one
	Fields          []Field  // at most 5: the input is the values of the form
	Asks            bool     // chosen step by step, see Arranger
	Danger, Primary bool     // it loses something; it is the usual next act
	Front           bool     // wanted often: it stands below the board
	Typed           bool     // for people who type: it stands beside Text and Tray
}

// Menu is one of the menus of a step. A choice in any of them completes the step.
type Menu struct {
	Label   string
	Choices []Pick
	Most    int // how many choices it allows at once, at least 1
}

// Pick is one of at most 25 choices of a Menu. Its value is [a-z0-9]+ and reveals nothing, except in a last step.
type Pick struct {
	Value string
	Label Sentence
}

// Field is a line of a form.
type Field struct {
	Label, Value, Placeholder string
	Max                       int // largest number of characters
}

// Player is a computer player: a level, or a traditional player of the game with a name of its own.
type Player[V, M any] struct {
	Name   string // "easy", "medium", "hard", "master", "random", ...
	Help   string // one line
	Budget Budget // default budget
	// Choose returns a legal move for the viewing seat; when ctx ends, its best so far. The same view, seed and node budget give the same move.
	Choose func(ctx context.Context, v V, b Budget) (M, error)
}

// Budget limits a computer player.
type Budget struct {
	Time  time.Duration // the caller ends the context after it; players do not read clocks
	Nodes int64         // positions to visit; 0: no limit
	Seed  uint64        // the player's only source of randomness
}

// The levels that every game has, weakest first.
const (
	Easy   = "easy"
	Medium = "medium"
	Hard   = "hard"
	Master = "master"
)

// Levels lists the levels that every game has, weakest first.
var Levels = []string{Easy, Medium, Hard, Master}
