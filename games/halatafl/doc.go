// Package halatafl is the Scandinavian game of fox and geese with two foxes. Twenty sheep walk up
// the board to fill the paddock; two foxes jump over them until fewer than nine are left.
//
// The package contains rules, notation, the board as a scene, and computer players for both sides.
// It never draws, stores, or reads a clock. Other packages need only [New]. Comments and tests cite
// docs/rules/halatafl.md by number (H1–H34).
//
// Start reading at rules.go. A board is two sets of points, the side to move and the rules in
// force. A position is a board with the quiet moves before it, which decide repetitions and the
// draw by stagnation (H23, H24). geometry.go has the points, lines and jumps. chains.go finds the
// chains of a fox without listing all paths, which can be hundreds of thousands. notation.go reads
// and writes moves and positions. enter.go reads and completes what people type, and refuse.go
// explains illegal moves. scene.go shows the board; bots.go has the players, engine.go the
// evaluation of those that search.
package halatafl
