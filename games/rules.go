package games

import (
	"context"
	"iter"
	"time"

	"paddock/games/scene"
)

// Rules is a game as its author writes it. S is the whole position, V one seat's view of it, M a
// move. In games without secrets V is S. All methods are pure: they never modify an S, V or M.
type Rules[S, V, M any] interface {
	Info() Info
	// Start makes the first position. The setup is complete: every option has a valid value.
	Start(Setup) (S, error)
	Turn(S) Turn
	Outcome(S) (o Outcome, over bool)
	// View returns what a seat may know. For Spectator it contains only public facts.
	View(s S, seat Seat) V
	// Legal yields the moves of the viewing seat in a fixed order, without repeats. It yields none
	// if the seat is not waiting. If all seats share one view, it yields the moves of the seat to
	// move. If there are too many to list, it yields a sample, and Check decides.
	Legal(v V) iter.Seq[M]
	// Check returns nil if m is legal for the viewing seat, otherwise a *Refusal with the reason.
	Check(v V, m M) error
	// Apply plays a legal move.
	Apply(s S, seat Seat, m M) (S, []Event)
	// Format writes a move canonically. Parse reads everything that Format writes and other likely
	// spellings, ignoring case and spaces. It refuses unreadable text; it may leave legality to
	// Check.
	Format(v V, m M) string
	Parse(v V, text string) (M, error)
	// Complete lists ways to continue a half-typed move, the best matches first. For an empty text
	// it lists the beginnings of all legal moves. It never lists whole paths if there could be
	// many.
	Complete(v V, text string) []Completion
	// AppendText writes the position canonically in one line that begins with name and version
	// (`kalah/1 ...`). Equal positions give equal bytes. ParseText reads the whole line.
	AppendText(b []byte, s S) []byte
	ParseText(text string) (S, error)
	// Draw makes the board for the viewing seat.
	Draw(v V, d Drawing[V]) scene.Scene
}

// Drawing holds what a picture shows besides the position.
type Drawing[V any] struct {
	Voice           // language of the texts on and beside the picture; nil: English
	Names  []string // names of the players by seat; may be empty
	Last   Last[V]
	Prefer Options // the reader's choices of Info.Personal; missing ones have their defaults
	// how the match ended if the position does not know it, such as by resignation; empty while the
	// match continues
	Ended  string
	Choice Choosing
	Facing Seat // the seat at the bottom of the board; for Spectator, the side that is usually there
}

// Choosing is the state of a reader's choice of a move, which the board highlights. The zero
// Choosing highlights nothing.
type Choosing struct {
	On bool // the reader is choosing a move of the viewing seat; with a view shared by all, of the seat to move
	// the part chosen so far: a Text of Complete or a whole move; empty: nothing yet, and all
	// movable pieces are highlighted
	Half string
}

// Result returns how the match ended, for picture, text and description alike. The match's own
// result takes precedence over the position's. It is empty while the match continues.
func (d *Drawing[V]) Result(o Outcome, over bool) string {
	if d.Ended == "" && over {
		return d.Speak(o.Say)
	}
	return d.Ended
}

// Last is the last turn: the consecutive moves of one seat, and the same viewer's view before them.
// In the zero Last, nothing has been played yet and Moves is empty.
type Last[V any] struct {
	Before V
	Seat   Seat
	Moves  []string
	// moves of others before it that the reader has not been told of, oldest first; only in games for
	// more than two
	Earlier []string
}

// Ruler is implemented by rules in which a ruling has its own effect: the game continues, or ends
// in its own way.
type Ruler[S any] interface {
	// Rule applies r. ErrNoRuling means that the game has no rule for it.
	Rule(s S, r Ruling) (S, []Event, error)
}

// Scorer is implemented by rules that can tell at any time who is ahead, for instance in fish or
// beans. It decides games that cannot be finished (F68).
type Scorer[S any] interface {
	// Standing returns the outcome if the game ended now. Its sentence and reason have no meaning.
	Standing(s S) Outcome
}

// Finisher is implemented by rules that can tell when a game is decided: good play cannot change
// the result any more. It uses a spectator's view, so it knows only what everybody knows.
type Finisher[V any] interface {
	// Finish returns the rest of a decided game. It returns false if that is not proven within the
	// given number of positions. The same view and nodes give the same answer.
	Finish(v V, nodes int64) (Finish, bool)
}

// Finish is how a decided game ends.
type Finish struct {
	Moves  []string // best play of all seats to the end, canonical
	Seats  Seats    // seats that still choose moves; the rest is played out if all of them agree
	Reason Sentence // why the game is decided
	// Certain says that no play, good or bad, can change who is in which place; for two seats, who wins.
	Certain bool
}

// Loser is implemented by rules that can prove that a seat loses. It uses only the view of that
// seat, so it knows no more than the player.
type Loser[V any] interface {
	// Lost reports whether the viewing seat, which is to move, is proven to lose whatever it plays.
	// It visits at most nodes positions.
	Lost(v V, nodes int64) bool
}

// Exchanger is implemented by rules whose positions have a notation in other programs. An export
// shows it too.
type Exchanger[V any] interface {
	// Exchange writes a view in that notation, on one line.
	Exchange(v V) string
}

// Labeller is implemented by rules whose moves need more words than Format gives, in menus of whole
// moves.
type Labeller[V, M any] interface {
	// Label returns the label of a legal move in a menu of whole moves: "c7 → c5, captures c6", at
	// most 100 characters.
	Label(v V, m M) Sentence
}

// Shortener is implemented by rules whose labels are too long for a button.
type Shortener[V, M any] interface {
	// Short returns what a legal move is called on a button: "b3 → d3 (1)", at most 80 characters.
	Short(v V, m M) Sentence
}

// Splitter is implemented by rules whose texts may contain several moves of a turn, such as Kalah's
// "3-6". The moves are played in order, all or none.
type Splitter interface {
	Split(text string) []string
}

// Buttoner is implemented by rules with few enough moves for a button each. Other moves are chosen
// from menus by Complete.
type Buttoner[V any] interface {
	// Buttons lists them from left to right as on the picture with the facing seat at the bottom,
	// see Drawing.
	Buttons(v V, facing Seat) []Button
}

// Prompter is implemented by rules in which the kind of move to choose is not obvious from the
// board.
type Prompter[V any] interface {
	// Prompt asks for a move of the view: "Place a penguin on a tile with one fish". It is empty
	// where the board makes clear what to choose.
	Prompt(v V) Sentence
}

// Viewer is implemented by rules with secrets: it writes a view as text, like AppendText for a
// position. Without a Viewer a view's text is the position's.
type Viewer[V any] interface {
	AppendView(b []byte, v V) []byte
}

// Opener is implemented by rules whose secrets are revealed after the end, if the players agreed to
// it.
type Opener[S, V any] interface {
	// Open returns what a seat may know of an earlier position after the game.
	Open(s S, seat Seat) V
}

// Guesser is implemented by rules with secrets: it samples a full position that fits the view.
type Guesser[S, V any] interface {
	Guess(v V, seed uint64) S
}

// Arranger is implemented by rules in which seats arrange their pieces in secret, with too many
// choices for menus of moves. Only the viewing seat may see the results.
type Arranger[V any] interface {
	// Arrangement describes the viewing seat's set-up. Ok is false if the seat has nothing to
	// arrange.
	Arrangement(v V) (a Arrangement, ok bool)
	// Arrange returns the move that an action means, given the values of its fields or choices.
	// Randomness comes from seed. The error is a *Refusal. It always understands ArrangeText,
	// besides the actions of the Arrangement.
	Arrange(v V, action string, input []string, seed uint64) (move string, err error)
	// Ask returns the next menus for an action with Asks set. Each pick is a value from an earlier
	// menu. If it returns no menus, the picks are complete: they are the input of Arrange.
	Ask(v V, action string, picked []string) []Menu
}

// ArrangeText is the action that arranges all pieces at once. Its only input is a text in the form
// of Arrangement.Text.
const ArrangeText = "rows"

// Keeper is implemented by an Arranger whose views remember confirmed set-ups, so that receipts can
// be given.
type Keeper[V any] interface {
	// Arranged returns the set-up that a seat has confirmed, in the form of Arrangement.Text. It is
	// empty before that, or if the view does not know it. Other seats' set-ups are known only after
	// the end, if they are revealed.
	Arranged(v V, seat Seat) string
}

// Arrangement is a seat's set-up as that seat sees it. The picture is separate.
type Arrangement struct {
	Kind     string     // set-ups of one kind are interchangeable: a saved one fits any match of that kind
	Tray     Sentence   // the pieces still to place: "RED's Remaining Armies\n..."; empty if there are none
	Text     string     // the set-up as one line, for saving and loading
	Legend   Sentence   // what the pieces are, one line each
	Complete bool       // all pieces are placed and the set-up can be confirmed
	Warnings []Sentence // warnings, shown once before the set-up is confirmed
	Actions  []Action   // what the player can do next, in the order of the menus
}

// Action is an act on an arrangement: a tap, a choice, or a form.
type Action struct {
	Name, Label     string     // the name is [a-z]+ and reveals nothing
	Choices         []Choice   // at most 25; the input is the value of the chosen one
	Fields          []Field    // at most 5; the input is what the person entered in each
	Asks            []Sentence // the question of each step, if the choice takes several; see Arranger.Ask
	Danger, Primary bool       // Danger: it discards something. Primary: it is the usual next action
	Front           bool       // often used: it has a button below the board
	Typed           bool       // for people who type: its button is next to Text and Tray
}

// Menu is one of the menus of a step. A choice in any of them completes the step.
type Menu struct {
	Label   string
	Choices []Pick
	Most    int  // the most choices that may be picked at once, at least 1
	Buttons bool // each choice is a button: for few choices, of which one is picked
}

// Pick is one of at most 25 choices of a Menu. Its value is [a-z0-9]+ and reveals nothing, except
// in a last step.
type Pick struct {
	Value string
	Label Sentence
	Opens bool // it picks nothing itself: as the last pick it leads to the choices of its kind
}

// Field is an input of a form.
type Field struct {
	Label, Value, Placeholder string
	Max                       int // largest number of characters
}

// Player is a computer player: a level, or a traditional player of the game with a name of its own.
type Player[V, M any] struct {
	Name   string // "easy", "medium", "hard", "master", "random", ...
	Help   string // description in one line
	Budget Budget // default budget
	// Choose returns a legal move for the viewing seat; when ctx ends, its best so far. The same
	// view, seed and node budget give the same move.
	Choose func(ctx context.Context, v V, b Budget) (M, error)
}

// Budget limits a computer player.
type Budget struct {
	Time  time.Duration // thinking time: the caller ends the context after it, because players do not read clocks
	Nodes int64         // the most positions to visit; 0: no limit
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
