// Package board contains the parts of Stratego: pieces and their fights, locations, armies, and the
// board. The board is a graph: each piece on it, including blank squares and barriers, links to its
// neighbours in the north, south, west and east. Code finds a piece by walking from the top left
// corner. Positions and views contain such a board, and a step is [Board.Move].
//
// The package knows no turns, views or players. Printed pieces and boards hide ranks unless the
// caller names the viewing team. Comments cite docs/rules/stratego.md by number (S1–S100). Start
// reading at piece.go.
package board
