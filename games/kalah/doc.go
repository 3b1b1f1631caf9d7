// Package kalah is Kalah: two rows of holes with a pot at either end. Players sow beans one by one,
// and a turn continues while the last bean falls into the player's own pot.
//
// The package contains rules, notation, the board as a scene, and computer players. It never draws,
// stores, or reads a clock. Other packages need only [New]. Comments and tests cite
// docs/rules/kalah.md by number (K1–K26). They cite the two course reports on which the game was
// first based by the names of their tests (BT1, GT4, ...).
//
// Start reading at board.go, which moves beans, and rules.go, where a position is a board with a
// seat to move. notation.go reads and writes positions and moves, scene.go draws, and bots.go has
// the computer players. Their search works on the two rows of holes without the pots: packed.go for
// boards that fit into two machine words, wide.go for larger ones. Computer players look up the
// best move in two tables: endgame.go for positions with few beans, and book.go for the first moves
// on the usual board.
package kalah
