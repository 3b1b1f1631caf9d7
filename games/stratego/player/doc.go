// Package player sets up an army and plays it, from views alone: it is told what its seat may know and nothing else, and does not import the package
// that knows the rest (S93). Chance is passed in. It needs neither Discord nor store nor match: [Setup], [view.Facts.Follow] for every ply that is
// announced, and [Level.Choose] are enough to play anywhere (S99); paddock/games/protocol does so.
//
// [Setup] makes a set-up (S60). [Guess] says what hidden pieces may be (S61). [Level.Choose] picks a move (S59, S62): it samples
// worlds that fit the view, searches each of them on a compact board of its own, and plays what is best on average. Start reading there.
package player
