package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// completeMatch lists the matches that the caller may mean.
func completeMatch(ctx context.Context, r *request) []*choice {
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return nil
	}
	typed := strings.ToLower(r.text(optGame))
	if r.focused != optGame {
		return nil
	}
	var out []*choice
	for _, rec := range list {
		name := show.ShortTitle(r.in, rec, r.user, false) + " · " + r.in.Speak(show.State(rec, r.user))
		if left := rec.Clock.Deadline.Sub(r.Now()); rec.Status == match.Running && rec.Parked == nil && left > 0 {
			name += " · " + r.in.Say(say.TimeLeft, roughly(left))
		}
		mine := r.game == nil || rec.Game == r.game.ID
		if mine && len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(rec.ID)})
		}
	}
	return out
}

// roughly is a duration as short as it can be said: "3 h". It stands only where Discord shows no times of its own.
func roughly(d time.Duration) games.Sentence {
	switch {
	case d >= 48*time.Hour:
		return games.Say("%d d", int(d.Hours()/24))
	case d >= time.Hour:
		return games.Say("%d h", int(d.Hours()))
	}
	return games.Say("%d min", max(1, int(d.Minutes())))
}

// resolveOrNewest is meant, or for those who don't play here the newest match of the channel.
func resolveOrNewest(ctx context.Context, r *request) (match.Match, error) {
	if r.target.Match == "" && r.text(optGame) == "" && !r.userInstall {
		list, err := r.Matches.Read.Find(ctx, r.channel, r.user, gameOf(r))
		if err != nil {
			return match.Match{}, err
		}
		if len(list) == 0 {
			return newest(ctx, r)
		}
	}
	return resolveMatch(ctx, r)
}

// newest is the newest match of the channel that has begun.
func newest(ctx context.Context, r *request) (match.Match, error) {
	return r.Matches.Read.Latest(ctx, r.channel, gameOf(r))
}

// resolveMatch finds the match that a request is about: that of a component or of the option game, otherwise the one that the user plays here
// (P42).
func resolveMatch(ctx context.Context, r *request) (match.Match, error) {
	if r.target.Match != "" {
		return r.Matches.Read.Match(ctx, r.target.Match)
	}
	if id := r.text(optGame); id != "" && r.path != "rules" {
		return r.Matches.Read.Match(ctx, match.ID(strings.ToLower(id)))
	}
	var game games.ID
	if r.game != nil {
		game = r.game.ID
	}
	list, err := r.Matches.Read.Find(ctx, r.channel, r.user, game)
	switch {
	case err != nil:
		return match.Match{}, err
	case len(list) == 0 && r.guild == "":
		return resolveAnywhere(ctx, r, game)
	case len(list) == 0:
		return match.Match{}, refuse(r.in.Speak(say.NoMatch))
	case len(list) > 1:
		return match.Match{}, ambiguous(r.in, list, r.user)
	}
	return list[0], nil
}

// resolveAnywhere is the match that is meant in a direct message, where boards of matches elsewhere are shown too: the only one in which it is
// the user's turn, or the only one.
func resolveAnywhere(ctx context.Context, r *request, game games.ID) (match.Match, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Status != match.Running || rec.SeatOf(r.user) == games.Spectator || game != "" && rec.Game != game
	})
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Waiting.Has(rec.SeatOf(r.user)) })
	switch {
	case len(mine) == 1:
		return mine[0], nil
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return match.Match{}, refuse(r.in.Speak(say.NoMatch))
	}
	return match.Match{}, ambiguous(r.in, list, r.user)
}

// ambiguous lists the matches that could be meant.
func ambiguous(in lang.Language, list []match.Match, user match.UserID) error {
	lines := []string{in.Speak(say.Which)}
	for _, rec := range list[:min(len(list), 10)] {
		lines = append(lines, "* "+show.ListLine(in, rec, user))
	}
	return refuse(strings.Join(lines, "\n"))
}

func gameOf(r *request) games.ID {
	if r.game == nil {
		return ""
	}
	return r.game.ID
}
