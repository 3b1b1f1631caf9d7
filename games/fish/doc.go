// Package fish is Fish ("Hey, That's My Fish!"): two to four players put penguins on a field of ice, move them in straight lines, and
// take the fish on each tile they leave. The tile goes with them, until nobody can move.
//
// There are two sets of rules: official, the boxed game on its 60 tiles, and course, the university project's boards of rows and columns. Both are
// one engine, for both boards are at most 64 hexagons with six straight lines each (F15). The rules also know the referee's rulings: a turn that is
// lost, and a player who is removed (F3, F5). Whose clock ran out is for the referee to know, not for this package.
//
// Comments and tests cite docs/rules/fish.md by number (F1–F78). Start reading at rules.go; geometry.go says which tile lies where, notation.go
// reads and writes, scene.go shows, bots.go has the computer players.
package fish
