// Package board is what a Stratego board is made of: pieces and what happens when two of them meet, locations, armies, and the board itself, which
// is a graph: each piece on it, blank squares and barriers included, knows its neighbours to the north, south, west and east, and all of
// it is found by walking from the piece in the top left corner. The rules play on it: positions and views hold such a board, and a step is [Board.Move].
//
// The package knows nothing of turns, views or players. Everything that prints a piece or a board hides ranks unless it is told whose eyes it is for.
// Comments cite docs/rules/stratego.md by number (S1–S100). Start reading at piece.go.
package board
