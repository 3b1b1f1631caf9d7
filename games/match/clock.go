package match

import "paddock/games/referee"

// Clock is a match's clock.
type Clock = referee.Clock
