package board

import (
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// Compared draws the board before a move of a finished match for a reader, with the paths of the
// played move and of a better one. In a game with secrets, if they are revealed, the board is the one
// that the mover saw, because the moves are judged by what the mover could know.
func Compared(in lang.Language, rec match.Match, before *games.Position, by games.Seat, played, better string,
	u match.User,
) scene.Scene {
	seat := rec.SeatOf(u.ID)
	seen := func(p *games.Position) *games.View { return AtBottom(p.Open(seat), rec, seat) }
	if Revealed(before) {
		seen = func(p *games.Position) *games.View { return p.View(by) }
	}
	view := seen(before).In(in.Speak).Prefer(u.Prefer)
	way := func(move string) []int {
		done, err := before.Play(by, move)
		if err != nil {
			return nil // the review used other rules
		}
		return seen(done.Next).Draw(nil, view, by, []string{move}).Path
	}
	drawn := view.Draw(Names(in, rec), nil, 0, nil).Quiet()
	drawn.Tracks = []scene.Track{{Path: way(played)}, {Path: way(better), Better: true}}
	return drawn
}

// Revealed reports whether the players of a finished match of a game with secrets have revealed
// everything.
func Revealed(p *games.Position) bool {
	return p.Game.Hidden && p.Open(games.Spectator).Text() != p.View(games.Spectator).Text()
}

// ScoreCourse returns how the lead of the first of two seats changed from move to move, from 0 to
// 1, in games with scores. The greatest lead of a match is 0 or 1. It returns nil for other games
// and for games with secrets.
func ScoreCourse(rec match.Match, frames []match.Frame) []float64 {
	if len(rec.Players) != 2 || rec.Rules() == nil || rec.Rules().Hidden {
		return nil
	}
	var leads []float64
	most := 1.0
	for _, f := range match.Played(frames) {
		o, ok := f.Position.Standing()
		if !ok {
			return nil
		}
		lead := float64(o.Score[0] - o.Score[1])
		leads, most = append(leads, lead), max(most, lead, -lead)
	}
	for i := range leads {
		leads[i] = 0.5 + leads[i]/most/2
	}
	return leads
}
