// Package kalah is Kalah: two rows of holes with a pot at either end. Players sow beans one by one, and a turn continues while the last bean falls
// into the player's own pot.
//
// The package contains rules, notation, the board as a scene, and computer players. It never draws, stores, or reads a clock. Other packages need
// only [New]. Comments and tests cite docs/rules/kalah.md by number (K1–K26). They cite the two course reports on which the game was first based by
// the names of their tests (BT1, GT4, ...).
//
// Start reading at board.go, which only knows how beans move, and rules.go, where a position is a board with a seat to move. notation.go reads and
// writes, scene.go draws, and bots.go has the computer players. These search the rows alone (packed.go; wide.go for boards beyond two machine words).
// They have tables of endings (endgame.go) and of openings of the usual board (book.go).
package kalah
