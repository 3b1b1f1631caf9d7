// Package ends solves Halatafl with few sheep exactly, under the standard rules
// (docs/rules/halatafl.md).
//
// A position here is a set of sheep, one or two foxes, and the sheep to move, with no quiet move
// before it. Its value is one of three: the sheep can force a win, the foxes can, or neither.
// [Generate] computes the values of all positions with a number of sheep, and [Tables] looks them
// up.
//
// Sheep never go back and never return once captured. So positions fall into slices: the sheep in
// each row. A step sideways stays in its slice, a step forward leads to the next greater sum of
// rows, and a capture to fewer sheep. Slices are solved by falling sums. Within a slice all
// positions begin as draws. Rounds of one ply each find those in which a side wins at once, then in
// two plies, and so on until none is new.
//
// # What is exact
//
// Only quiet moves can repeat a position, and quiet moves stay in a slice. Rounds count plies to
// the next move that is not quiet or decides the game. [Generate] fails if they exceed [Plies],
// which is less than 80. Hence the draw by stagnation (H24) takes no win away. A side that follows
// the falling count meets no position twice, so repetition (H23) takes none away either.
//
// A draw is one whatever happened before, because both sides can avoid losing without end. A win is
// certain if no quiet move came before, or if no more than 80 less [Plies] did and no position came
// up twice. Otherwise a third repetition or stagnation might prevent it.
//
// # How it is computed
//
// The values of all places of the foxes around one set of sheep are a matrix of bits, one row for
// each free point, which moves by shifts. A board and its mirror image are stored once. Matrices in
// which all bits are equal take two bits.
//
// This package shares no code with package halatafl, whose tests check tables by the plainest form
// of the rules.
package ends
