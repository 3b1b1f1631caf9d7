// Package view contains what one seat may know of a game of Stratego, and what follows from it:
// legal moves, notation and completion. A [View] holds exactly what its text holds, by value (S42,
// S43). It has a board of its own, and nothing in it leads to a rank that its seat does not know.
//
// [Facts] is the same for code that may know everything. The rules in package stratego keep the
// full facts. They pass on only the part that [Facts.For] leaves. Computer players get Views; they
// import this package and package board, never the rules (S93). Comments cite
// docs/rules/stratego.md by number. Start reading at [Facts], then at [View].
package view
