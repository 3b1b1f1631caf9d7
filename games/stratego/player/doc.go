// Package player sets up an army and plays it from views alone. It knows only what its seat may
// know, and does not import the package with the rest (S93). Callers pass the randomness in. It
// needs no Discord, store or match. [Setup], [view.Facts.Follow] for every announced ply, and
// [Level.Choose] suffice to play anywhere (S99), as paddock/games/protocol does.
//
// [Setup] makes a set-up (S60). [Guess] samples the hidden pieces (S61). [Level.Choose] picks a
// move (S59, S62). It samples worlds that fit the view, searches each on a compact board, and plays
// the best move on average. Start reading there.
package player
