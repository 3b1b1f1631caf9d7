package router

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// CompleteMatch lists the matches that the caller may mean.
func CompleteMatch(ctx context.Context, r *Request) []*Choice {
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return nil
	}
	typed := strings.ToLower(r.Text(OptGame))
	if r.Focused != OptGame {
		return nil
	}
	var out []*Choice
	for _, rec := range list {
		name := show.ShortTitle(r.In, rec, r.User, false) + " · " + r.In.Speak(show.State(rec, r.User))
		if left := rec.Clock.Deadline.Sub(r.Now()); rec.Status == match.Running && rec.Parked == nil && left > 0 {
			name += " · " + r.In.Say(say.TimeLeft, roughly(left))
		}
		mine := r.Game == nil || rec.Game == r.Game.ID
		if mine && len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &Choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(rec.ID)})
		}
	}
	return ApartByID(out)
}

// ApartByID is a list of matches in which those of the same name have their ids beside it.
func ApartByID(list []*Choice) []*Choice {
	names := make(map[string]int)
	for _, c := range list {
		names[c.Name]++
	}
	for _, c := range list {
		if id := fmt.Sprint(" · ", c.Value); names[c.Name] > 1 {
			c.Name = discord.Truncate(c.Name, discord.MaxOptionText-utf8.RuneCountInString(id)) + id
		}
	}
	return list
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

// ResolveOrNewest is meant, or for those who don't play here the newest match of the channel.
func ResolveOrNewest(ctx context.Context, r *Request) (match.Match, error) {
	if r.Target.Match == "" && r.Text(OptGame) == "" && !r.UserInstall {
		list, err := r.Matches.Read.Find(ctx, r.Channel, r.User, gameOf(r))
		if err != nil {
			return match.Match{}, err
		}
		if len(list) == 0 {
			return Newest(ctx, r)
		}
	}
	return ResolveMatch(ctx, r)
}

// Newest is the newest match of the channel that has begun.
func Newest(ctx context.Context, r *Request) (match.Match, error) {
	return r.Matches.Read.Latest(ctx, r.Channel, gameOf(r))
}

// ResolveMatch finds the match that a request is about: that of a component or of the option game, otherwise the one that the user plays here
// (P42).
func ResolveMatch(ctx context.Context, r *Request) (match.Match, error) {
	if r.Target.Match != "" {
		return readable(ctx, r, r.Target.Match)
	}
	if id := r.Text(OptGame); id != "" && r.path != "rules" {
		return readable(ctx, r, match.ID(strings.ToLower(id)))
	}
	var game games.ID
	if r.Game != nil {
		game = r.Game.ID
	}
	list, err := r.Matches.Read.Find(ctx, r.Channel, r.User, game)
	switch {
	case err != nil:
		return match.Match{}, err
	case len(list) == 0 && r.Guild == "":
		return resolveAnywhere(ctx, r, game)
	case len(list) == 0:
		return match.Match{}, Refuse(r.In.Speak(say.NoMatch))
	case len(list) > 1:
		return match.Match{}, Ambiguous(r.In, list, r.User)
	}
	return list[0], nil
}

// readable is the match of an id, for those who may know of it (P107): for anybody else there is none.
func readable(ctx context.Context, r *Request, id match.ID) (match.Match, error) {
	rec, err := r.Matches.Read.Match(ctx, id)
	if err == nil && !mayRead(ctx, r, rec) {
		return match.Match{}, match.Unknown()
	}
	return rec, err
}

// mayRead reports whether whoever asks plays in a match, has made it, is invited to it or asked to take a seat over, or asks where it can be seen: in its channel, in a thread of
// that channel, or in the channel in which its public thread is. That somebody sees the channel they ask in is for Discord to know; whether they see
// another one is not guessed at.
func mayRead(ctx context.Context, r *Request, rec match.Match) bool {
	if rec.SeatOf(r.User) != games.Spectator || r.User != "" && (rec.Owner == r.User || rec.Invited == r.User || rec.CallsUpon(r.User, match.SeatOffered)) {
		return true
	}
	switch {
	case rec.Place.Guild != r.Guild:
		return false
	case rec.Place.Channel == r.Channel:
		return true
	case r.Guild == "":
		return false
	case r.Parent() == rec.Place.Channel:
		return true
	}
	parent, err := r.Client.PublicThreadIn(ctx, string(rec.Place.Channel))
	return err == nil && match.ChannelID(parent) == r.Channel
}

// resolveAnywhere is the match that is meant in a direct message, where boards of matches elsewhere are shown too: the only one in which it is
// the user's turn, or the only one.
func resolveAnywhere(ctx context.Context, r *Request, game games.ID) (match.Match, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Status != match.Running || rec.SeatOf(r.User) == games.Spectator || game != "" && rec.Game != game
	})
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Waiting.Has(rec.SeatOf(r.User)) })
	switch {
	case len(mine) == 1:
		return mine[0], nil
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return match.Match{}, Refuse(r.In.Speak(say.NoMatch))
	}
	return match.Match{}, Ambiguous(r.In, list, r.User)
}

// Ambiguous lists the matches that could be meant.
func Ambiguous(in lang.Language, list []match.Match, user match.UserID) error {
	lines := []string{in.Speak(say.Which)}
	for _, rec := range list[:min(len(list), 10)] {
		lines = append(lines, "* "+show.ListLine(in, rec, user, list...))
	}
	return Refuse(strings.Join(lines, "\n"))
}

func gameOf(r *Request) games.ID {
	if r.Game == nil {
		return ""
	}
	return r.Game.ID
}

// Likes is somebody's settings; where they can't be read, everything has its default.
func Likes(ctx context.Context, r *Request) match.User {
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		r.Log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.User
	return u
}
