// Package fish is Fish ("Hey, That's My Fish!"). Two to four players place penguins on a field of
// ice and move them in straight lines. They take each tile that they leave, with its fish, until
// nobody can move.
//
// There are two sets of rules: official, the boxed game on its 60 tiles, and course, the university
// project's boards of rows and columns. One engine plays both, because both boards are at most 64
// hexagons with six straight lines each (F15). The rules also implement the referee's rulings: a
// skipped turn and a removed player (F3, F5). The referee watches the clock, not this package.
//
// Comments and tests cite docs/rules/fish.md by number (F1–F78). Start reading at rules.go.
// geometry.go places the tiles, notation.go reads and writes, scene.go draws, and bots.go contains
// the computer players.
package fish
