// Package halatafl is the Scandinavian game of fox and geese with two foxes: twenty sheep walk up the board to fill the paddock, two foxes
// jump over them until fewer than nine are left.
//
// The package holds rules, notation, the board as a scene, and computer players for both sides. It never draws, stores, or reads a clock,
// and nobody outside needs more of it than [New]. The comments and tests cite docs/rules/halatafl.md by number (H1–H34).
//
// Start reading at rules.go: a board is two sets of points, the side to move and the rules in force, and a position is a board with the
// quiet moves that led to it, from which repetitions and the draw by stagnation follow (H23, H24). geometry.go has the points, lines
// and jumps; chains.go finds the chains of jumps of a fox without ever listing all paths, of which there can be hundreds of thousands.
// notation.go reads and writes moves and positions, enter.go takes what people type and helps them on, refuse.go explains what can't be
// played. scene.go shows the board; bots.go has the players, engine.go the judgement of those that search.
package halatafl
