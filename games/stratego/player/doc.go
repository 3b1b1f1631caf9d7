// Package player sets up an army and plays it, from views alone: it is told what its seat may know and nothing else, and does not import the package
// that knows the rest (S93). Chance is passed in.
//
// [Setup] makes a set-up (S60). [Guess] and [Beliefs] say what hidden pieces may be (S61). [Choose] picks a move at one of the levels (S59, S62):
// it samples worlds that fit the view, searches each of them on a compact board of its own, and plays what is best on average.
package player
