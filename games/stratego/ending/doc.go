// Package ending solves endings of Stratego in which at most three pieces can move: who wins, and in
// how many plies. It starts from the ends of the game and goes backwards. It knows the ranks that it
// is told and no views, so it can't use what a player does not know.
//
// The rules against repetition (S28, S29) are left out; docs/rules/stratego.md, Endings, says what
// that means. Start reading at [Solve].
package ending
