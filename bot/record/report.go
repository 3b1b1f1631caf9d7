package record

import (
	"context"
	"runtime/debug"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/transcript"
)

// report handles `/match report` and its button: a file with the position and the log of a match as
// the user may see them (P62).
func (f *Feature) report(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if rec.Rules() == nil {
		_, err := rec.Parse() // the error says why there is no report
		return request.Reply{}, err
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return request.Reply{}, err
	}
	// after the end, spectators see all that the players agreed to reveal
	seat, said := games.Spectator, r.In.Speak(sayReported)
	var refused []match.Refused
	if rec.Status == match.Running && rec.SeatOf(r.User) != games.Spectator {
		seat, refused = rec.SeatOf(r.User), f.Matches.Read.Refused(rec, r.User)
		if rec.Rules().Hidden {
			said += "\n" + r.In.Speak(sayReportedOwn)
		}
	}
	text, err := transcript.Report(rec, log, seat, refused, version(debug.ReadBuildInfo()), f.Now())
	if err != nil {
		return request.Reply{}, err
	}
	file := discord.File{Name: "report-" + string(rec.Game) + "-" + string(rec.ID) + ".txt", Data: []byte(text)}
	return replyWithFile(r, rec, said, file), nil
}

// version returns the version of a program.
func version(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return info.Main.Version + " " + s.Value
		}
	}
	return info.Main.Version
}
