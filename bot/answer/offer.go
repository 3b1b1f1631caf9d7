package answer

import (
	"context"
	"maps"

	"paddock/games"
	"paddock/games/match"
)

// Offer is the match against the computer that a user is offered first in a game. Buttons, forms,
// commands without a level and pages all offer the same.
type Offer struct {
	Level   string
	Options games.Options // the options of the game's short variant; nil: the usual game
	Won     bool          // the user has won a match of this game before
}

// OfferFor returns the offer for a user who has won so many matches of a game. Until the first win it is
// the easy level, because a user who has lost against that is not helped by a stronger one. In a game with
// a short variant, that variant is offered until the second win.
func OfferFor(g *games.Game, wins int) Offer {
	o := Offer{Level: games.Easy, Won: wins > 0}
	if o.Won {
		o.Level = g.DefaultLevel
	}
	if wins < 2 {
		o.Options = maps.Clone(g.Quick)
	}
	return o
}

// Offered returns the offer for a user in a game.
func (b *Base) Offered(ctx context.Context, u match.UserID, g *games.Game) Offer {
	return OfferFor(g, b.Wins(ctx, u)[g.ID])
}

// Wins returns how many matches of each game a user has won, against people and computers. If the
// store can't tell, it returns none.
func (b *Base) Wins(ctx context.Context, u match.UserID) map[games.ID]int {
	list, err := b.Matches.Read.Finished(ctx, u)
	if err != nil && ctx.Err() == nil {
		b.Log.Warn("could not read what somebody has won", "err", err)
	}
	wins := make(map[games.ID]int)
	for _, p := range list {
		if p.How == match.FinishedWon {
			wins[p.Game]++
		}
	}
	return wins
}
