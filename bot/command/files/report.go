package files

import (
	"context"
	"runtime/debug"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/transcript"
)

// Report is `/report`.
var Report = &router.Command{
	Name: "report", Help: "A match as a file to put beside the report of a bug, without names", Where: router.Everywhere, Options: router.OnlyMatch,
	Run: report, Complete: router.CompleteMatch,
}

// report gives whoever asks the position and the log of a match as they may know them (P62).
func report(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rec.Rules() == nil {
		_, err := rec.Parse() // says why
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	seat, said := games.Spectator, r.In.Speak(say.Reported) // at the end that is all that the players have agreed to reveal
	var refused []match.Refused
	if rec.Status == match.Running && rec.SeatOf(r.User) != games.Spectator {
		seat, refused = rec.SeatOf(r.User), r.Matches.Read.Refused(rec, r.User)
		if rec.Rules().Hidden {
			said += "\n" + r.In.Speak(say.ReportedOwn)
		}
	}
	text, err := transcript.Report(rec, log, seat, refused, version(), r.Now())
	if err != nil {
		return discord.Reply{}, err
	}
	f := discord.File{Name: "report-" + string(rec.Game) + "-" + string(rec.ID) + ".txt", Data: []byte(text)}
	return attached(r, rec, said, f), nil
}

// version is that of the program.
func version() string {
	info, ok := debug.ReadBuildInfo()
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
