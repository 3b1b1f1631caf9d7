// Package kalah is Kalah: two rows of holes, a pot at either end, beans sown one by one, and a turn that goes on as long as the last
// bean falls into the sower's own pot.
//
// The package holds rules, notation, the board as a scene, and computer players. It never draws, stores, or reads a clock, and nobody
// outside needs more of it than [New]. The comments and tests cite docs/rules/kalah.md by number (K1–K25), and the two course reports that the
// game was first written from by the names of their tests (BT1, GT4, ...).
//
// Start reading at board.go, which only knows how beans move, and rules.go, where a position is a board with a seat to move. notation.go reads and
// writes; scene.go shows; bots.go has the computer players. They search the rows alone (packed.go; wide.go for boards that do not fit into two machine
// words), know the ends of games by heart (endgame.go) and the beginning of the usual one (book.go).
package kalah
