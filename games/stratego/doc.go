// Package stratego is the game Stratego: two armies whose ranks the other side does not know. Both arrange their pieces at the same time, then
// move by turns until a Flag is taken or a side can't move.
//
// The whole game is known to this package alone. Everybody else, its own drawing and its computer players included, gets a [view.View]: what one
// seat may know. So the package is small: it starts games, plays moves, ends games and says what happened; what follows from a view is in
// paddock/games/stratego/view, what pieces and boards are in paddock/games/stratego/board, how computers set up and play in
// paddock/games/stratego/player. It never prints a secret: a state prints as the spectator's view. Comments cite docs/rules/stratego.md by number. Start
// reading at rules.go.
package stratego
