package board

import (
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// Compared draws the board before a move of a finished match for a reader, with the paths of the
// played move and of a better one.
func Compared(in lang.Language, rec match.Match, before *games.Position, by games.Seat, played, better string,
	u match.User,
) scene.Scene {
	seat := rec.SeatOf(u.ID)
	view := AtBottom(before.Open(seat), rec, seat).In(in.Speak).Prefer(u.Prefer)
	way := func(move string) []int {
		done, err := before.Play(by, move)
		if err != nil {
			return nil // the review used other rules
		}
		return AtBottom(done.Next.Open(seat), rec, seat).Draw(nil, view, by, []string{move}).Path
	}
	drawn := view.Draw(Names(in, rec), nil, 0, nil).Quiet()
	drawn.Tracks = []scene.Track{{Path: way(played)}, {Path: way(better), Better: true}}
	return drawn
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
