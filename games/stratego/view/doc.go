// Package view is what somebody may know of a game of Stratego, and what follows from it: which moves are legal, how they are written and read, how
// the ways to go on are listed. A [View] holds exactly what its text holds, by value (S42, S43): it has a board of its own, and
// nothing in it leads to a rank that its seat does not know.
//
// [Facts] are the same for somebody who may know everything: the rules of package stratego keep them to themselves and hand out what [Facts.For] leaves
// of them. Computer players get Views and import this package and package board, never the rules' (S93). Comments cite
// docs/rules/stratego.md by number. Start reading at [Facts], then at [View].
package view
