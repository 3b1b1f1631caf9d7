package games

import (
	"context"
	"iter"
	"time"

	"paddock/games/scene"
)

// Rules is a game as its author writes it: S is the whole position, V what one seat may know of it, M a move. In games without secrets V
// is S. All methods are pure: S, V and M are values and are never modified.
type Rules[S, V, M any] interface {
	Info() Info
	// Start makes the first position. The setup is complete: every option has a value within its bounds.
	Start(Setup) (S, error)
	Turn(S) Turn
	Outcome(S) (o Outcome, over bool)
	// View is what seat may know; the Spectator sees public facts only.
	View(s S, seat Seat) V
	// Legal yields the moves of the viewing seat in a fixed order and without repeats, none if it is not waiting; where the view is the same
	// for all, the moves of whoever is to move. Where there are too many to list it is a useful sample and Check decides.
	Legal(v V) iter.Seq[M]
	// Check returns nil if m is legal for the viewing seat and a *Refusal that says why not otherwise.
	Check(v V, m M) error
	// Apply plays a legal move.
	Apply(s S, seat Seat, m M) (S, []Event)
	// Format writes a move canonically; Parse reads all that Format writes, ignoring case and spaces, and what people are likely to type.
	// Parse refuses what can't be read and may leave legality to Check.
	Format(v V, m M) string
	Parse(v V, text string) (M, error)
	// Complete lists ways to go on with a half-typed move, best matches to text first; for an empty text the beginnings of all legal
	// moves. It never lists whole paths where these could be many.
	Complete(v V, text string) []Completion
	// AppendText writes the position canonically in one line, headed by name and version (`kalah/1 ...`): equal positions give equal
	// bytes. ParseText reads the whole line.
	AppendText(b []byte, s S) []byte
	ParseText(text string) (S, error)
	// Draw makes the board as the viewing seat may see it.
	Draw(v V, d Drawing[V]) scene.Scene
}

// Drawing is what a picture shows beside the position.
type Drawing[V any] struct {
	Voice           // says what stands on the picture and beside it; nil: in English
	Names  []string // of the players by seat, may be empty
	Last   Last[V]
	Prefer Options // the reader's choices of Info.Personal; what is missing has its default
	Ended  string  // how the match ended where the position doesn't know it: somebody resigned, time ran out; empty while it goes on
	Choice Choosing
}

// Choosing is a move in the making: the board is lit for whoever chooses it. In the zero Choosing nobody does, and nothing is lit.
type Choosing struct {
	On   bool   // the reader is choosing a move of the viewing seat, or where views are the same for all of whoever is to move
	Half string // what has been chosen of it, a Text of Complete's or a whole move; empty: nothing yet, and what can move is lit
}

// Result is how it ended, said once for picture, text and words: what the match knows goes before what the position says. Empty: it goes on.
func (d *Drawing[V]) Result(o Outcome, over bool) string {
	if d.Ended == "" && over {
		return d.Speak(o.Say)
	}
	return d.Ended
}

// Last is the last turn: the moves that one seat has made in a row, and the same viewer's view of the position before them. In the zero Last
// nothing has been played yet (Moves is empty).
type Last[V any] struct {
	Before V
	Seat   Seat
	Moves  []string
}

// Ruler is implemented by rules under which a game goes on, or ends in its own way, after a ruling.
type Ruler[S any] interface {
	// Rule carries out r. ErrNoRuling means that the game has no such ruling.
	Rule(s S, r Ruling) (S, []Event, error)
}

// Scorer is implemented by rules under which it can be told at any time who is ahead, such as by fish or beans won so far: a game that can't be
// played to its end is judged so (F68).
type Scorer[S any] interface {
	// Standing is the outcome as it would be if the game ended now. Its sentence and reason mean nothing.
	Standing(s S) Outcome
}

// Exchanger is implemented by rules whose positions other programs exchange in a form of their own, which an export shows too.
type Exchanger[V any] interface {
	// Exchange writes a view in that form, on one line.
	Exchange(v V) string
}

// Labeller is implemented by rules whose moves are worth more words than Format has, where all of them stand in one menu.
type Labeller[V, M any] interface {
	// Label is a legal move in a menu of whole moves: "c7 → c5, captures c6", at most 100 characters.
	Label(v V, m M) Sentence
}

// Splitter is implemented by rules in which one text may hold several moves of a turn, such as Kalah's "3-6". The moves are played
// one by one, all or none.
type Splitter interface {
	Split(text string) []string
}

// Buttoner is implemented by rules whose moves are few enough for a button each; otherwise moves are chosen from menus by way of Complete.
type Buttoner[V any] interface {
	Buttons(v V) []Button
}

// Viewer is implemented by rules with secrets: it writes a view as text, as AppendText does for a position. Without it a view's text is
// the position's.
type Viewer[V any] interface {
	AppendView(b []byte, v V) []byte
}

// Opener is implemented by rules with secrets that are told after the end, if the players have agreed to it.
type Opener[S, V any] interface {
	// Open is what a seat may know of an earlier position when the game is over.
	Open(s S, seat Seat) V
}

// Guesser is implemented by rules with secrets: it samples a full position that fits all that the view knows.
type Guesser[S, V any] interface {
	Guess(v V, seed uint64) S
}

// Arranger is implemented by rules with a phase in which seats arrange their pieces in secret, too much for menus of moves. Nothing of it is
// for anybody but the viewing seat.
type Arranger[V any] interface {
	// Arrangement describes the viewing seat's arrangement; ok is false when it has nothing to arrange, or nothing any more.
	Arrangement(v V) (a Arrangement, ok bool)
	// Arrange says to which move an action comes, given what was put into its fields or chosen from its choices. Chance comes from seed. The
	// error is a *Refusal. Beside those of the Arrangement the action ArrangeText is always understood.
	Arrange(v V, action string, input []string, seed uint64) (move string, err error)
	// Ask is what has to be chosen next for an action that Asks, after what has been picked so far, each pick a value of a menu before. With no menus
	// nothing is left to choose: the picks are the input of Arrange.
	Ask(v V, action string, picked []string) []Menu
}

// ArrangeText is the action that puts everything as an Arrangement's Text says, which is its only input.
const ArrangeText = "rows"

// Keeper is implemented by an Arranger's rules whose views remember what was arranged, so that receipts can be given for it.
type Keeper[V any] interface {
	// Arranged is the arrangement that a seat has confirmed, as Arrangement.Text writes it; empty if it hasn't or the view doesn't know: another's is known
	// only when it is revealed after the end.
	Arranged(v V, seat Seat) string
}

// Arrangement is a seat's arrangement as it is shown to that seat, beside its picture.
type Arrangement struct {
	Kind     string     // arrangements of one kind can stand for each other: what a saved one fits
	Tray     Sentence   // what is still to be placed, "RED's Remaining Armies\n..."
	Text     string     // the arrangement as one line, for saving and loading
	Complete bool       // everything is placed and may be confirmed
	Warnings []Sentence // said once before it is confirmed
	Actions  []Action   // in the order in which they are offered
}

// Action is something to be done to an arrangement: with a tap, by choosing, or by filling in a form.
type Action struct {
	Name, Label     string   // the name is [a-z]+ and gives nothing away
	Choices         []Choice // at most 25: one of their values is the input
	Fields          []Field  // at most 5: a form, whose values are the input
	Asks            bool     // it is chosen step by step: see Arranger
	Danger, Primary bool     // loses something; is what most people want next
}

// Menu is one of the menus of a step: to choose from any of them goes on.
type Menu struct {
	Label   string
	Choices []Pick
	Most    int // how many may be chosen at once, at least 1
}

// Pick is one of at most 25 choices of a Menu. Its value is [a-z0-9]+ and, but in a last step, gives nothing away.
type Pick struct {
	Value string
	Label Sentence
}

// Field is a line of a form.
type Field struct {
	Label, Value, Placeholder string
	Max                       int // characters
}

// Player is a computer player: a level, or one of the players of a game's own tradition under its own name.
type Player[V, M any] struct {
	Name   string // "easy", "medium", "hard", "master", "random", ...
	Help   string // one line
	Budget Budget // unless the caller has another
	// Choose returns a legal move for the viewing seat: its best so far when ctx ends. The same view, seed and node budget give the same move.
	Choose func(ctx context.Context, v V, b Budget) (M, error)
}

// Budget limits a computer player.
type Budget struct {
	Time  time.Duration // the caller ends the context after it; players don't look at clocks
	Nodes int64         // positions to look at; 0 = no limit
	Seed  uint64        // the player's only source of chance
}

// The levels that every game has, weakest first.
const (
	Easy   = "easy"
	Medium = "medium"
	Hard   = "hard"
	Master = "master"
)

// Levels are the levels that every game has, weakest first.
var Levels = []string{Easy, Medium, Hard, Master}
