// Package stratego is the game Stratego: two armies whose ranks are hidden from the opponent. Both
// arrange their pieces at the same time. Then they move in turns until one captures a Flag or a
// side cannot move.
//
// Only this package knows the whole game. All others get a [view.View], which is what one seat may
// know; so do its own drawing and its computer players. So the package is small: it starts games,
// plays moves, ends games and reports events. Package view in paddock/games/stratego/view derives
// everything else from a view, paddock/games/stratego/board contains pieces and boards, and
// paddock/games/stratego/player the computer's set-ups and play. It never prints a secret: a
// printed state is the spectator's view. Comments cite docs/rules/stratego.md by number. Start
// reading at rules.go.
package stratego
