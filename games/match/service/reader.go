package service

import (
	"context"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Reader reads matches. What it returns is as it was at that moment.
type Reader struct {
	*core
	lists   match.Lists
	duties  match.Duties
	results match.Results
}

// Game finds a game of the catalogue.
func (s *Reader) Game(id games.ID) (*games.Game, bool) { return s.game(id) }

// Match is the match, or ErrUnknown.
func (s *Reader) Match(ctx context.Context, id match.ID) (match.Match, error) {
	return s.match(ctx, id)
}

// Of is the match of a record that was read before.
func (s *Reader) Of(r match.Record) match.Match { return s.of(r) }

// Log is the log of a match, oldest first. Moves of games with secrets are in it: it is for the players only after the end.
func (s *Reader) Log(ctx context.Context, id match.ID) ([]match.Event, error) {
	return s.history(ctx, id, 1)
}

// Refused are the moves that were refused to somebody who plays in a match, the oldest first, as far as they are known: the newest of each seat.
func (s *Reader) Refused(m match.Match, u match.UserID) []match.Refused {
	seat := m.SeatOf(u)
	return slices.DeleteFunc(s.refused.with(m.Record), func(r match.Refused) bool { return r.Seat != seat })
}

// Unseen is what has happened in a match since its channel was last shown it, likewise.
func (s *Reader) Unseen(ctx context.Context, m match.Match) ([]match.Event, error) {
	return s.history(ctx, m.ID, m.Shown.Head+1)
}

// ByChannel lists what is open or running in a channel, most urgent for the user first (P10).
func (s *Reader) ByChannel(ctx context.Context, c match.ChannelID, u match.UserID) ([]match.Match, error) {
	list, err := s.list(s.lists.ByChannel(ctx, c))
	match.SortUrgent(list, u)
	return list, err
}

// ByUser lists what is open or running with the user, most urgent first (P10).
func (s *Reader) ByUser(ctx context.Context, u match.UserID) ([]match.Match, error) {
	list, err := s.list(s.lists.ByUser(ctx, u))
	match.SortUrgent(list, u)
	return list, err
}

// SetAside lists the matches of a user that can't be shown because they were damaged where they are stored.
func (s *Reader) SetAside(ctx context.Context, u match.UserID) ([]match.ID, error) {
	ids, err := s.lists.SetAside(ctx, u)
	if err != nil {
		return nil, storeFailed("read which matches are damaged", err)
	}
	return ids, nil
}

// ByGuild lists what is open or running in a server, newest first.
func (s *Reader) ByGuild(ctx context.Context, g match.GuildID) ([]match.Match, error) {
	return s.list(s.lists.ByGuild(ctx, g))
}

// Unshown lists at most max matches whose channels have not been shown all that has happened, in the order of their ids, from those after a given one on.
func (s *Reader) Unshown(ctx context.Context, after match.ID, max int) ([]match.Match, error) {
	return s.list(s.duties.Unshown(ctx, after, max))
}

// Untold lists at most max matches of which somebody is still to be told something, likewise.
func (s *Reader) Untold(ctx context.Context, after match.ID, max int) ([]match.Match, error) {
	return s.list(s.duties.Untold(ctx, after, max))
}

// Changed lists at most max matches in which something has happened since a moment, those first in which it has last.
func (s *Reader) Changed(ctx context.Context, since time.Time, max int) ([]match.ID, error) {
	ids, err := s.duties.Changed(ctx, since, max)
	if err != nil {
		return nil, storeFailed("read what has changed", err)
	}
	return ids, nil
}

// Guilds lists the servers in which something is open or running.
func (s *Reader) Guilds(ctx context.Context) ([]match.GuildID, error) {
	ids, err := s.lists.Guilds(ctx)
	if err != nil {
		return nil, storeFailed("read servers", err)
	}
	return ids, nil
}

// Ranking is the first of the best on a server in a pool of a game, at the moment, and where somebody stands among them.
func (s *Reader) Ranking(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool, max int, who match.UserID) (match.Ranking, error) {
	list, err := s.results.Ranking(ctx, g, game, pool, s.now(), max, match.Player{User: who})
	if err != nil {
		return list, storeFailed("read standings", err)
	}
	return list, nil
}

// Finished lists what somebody has played to its end, in all servers, the newest first.
func (s *Reader) Finished(ctx context.Context, u match.UserID) ([]match.Finished, error) {
	list, err := s.results.Finished(ctx, u)
	if err != nil {
		return nil, storeFailed("read finished matches", err)
	}
	return list, nil
}

// StandingsOf is what one player has achieved on a server, by game and pool.
func (s *Reader) StandingsOf(ctx context.Context, g match.GuildID, who match.Player) ([]match.Standing, error) {
	list, err := s.results.StandingsOf(ctx, g, who)
	if err != nil {
		return nil, storeFailed("read standings", err)
	}
	return list, nil
}

// RatingChanges is how a match that is over has changed the ratings of the people who have played it; none where it is not rated, or as far as they have
// ended another rated match since.
func (s *Reader) RatingChanges(ctx context.Context, r match.Record) (list []match.RatingChange, err error) {
	result, over := r.Finished()
	if !over || !result.Rated {
		return nil, nil
	}
	before, err := s.results.SkillsBefore(ctx, r.Place.Guild, result)
	if err != nil {
		return nil, storeFailed("read ratings", err)
	}
	for seat := range before {
		p := result.Players[seat]
		if p.User == "" {
			continue
		}
		theirs, err := s.StandingsOf(ctx, r.Place.Guild, p)
		if err != nil {
			return nil, err
		}
		for _, now := range theirs {
			if now.Game == r.Game && now.Pool == result.Pool() && now.At == result.Ended.UnixNano() {
				list = append(list, match.RatingChange{Seat: games.Seat(seat), Before: before[seat], After: now.Skill})
			}
		}
	}
	return list, nil
}

// Removals lists the members whom the clock has put out of a match, for not moving: who is to blame for a game that was not played out.
func (s *Reader) Removals(ctx context.Context, r match.Match) ([]match.UserID, error) {
	log, err := s.history(ctx, r.ID, 1)
	if err != nil {
		return nil, err
	}
	var users []match.UserID
	for _, e := range log {
		if e.Kind != match.Ruled || e.User != "" || e.Code == match.CodeModerator || e.Seat < 0 || int(e.Seat) >= len(r.Players) {
			continue
		}
		if u := r.Players[e.Seat].User; u != "" && (e.Ruling == games.Remove || e.Ruling == games.Time) {
			users = append(users, u)
		}
	}
	return users, nil
}

// list is what the store has listed.
func (s *Reader) list(records []match.Record, err error) ([]match.Match, error) {
	if err != nil {
		return nil, storeFailed("read matches", err)
	}
	list := make([]match.Match, len(records))
	for i, r := range records {
		list[i] = s.of(r)
	}
	return list, nil
}

// Find lists the running matches of a channel that a command of the user without a match can mean (P42): the user's own, only those where it
// is the user's turn if there are any, most urgent first. An empty game means any. One: act on it. Several: ask.
func (s *Reader) Find(ctx context.Context, c match.ChannelID, u match.UserID, game games.ID) ([]match.Match, error) {
	list, err := s.ByChannel(ctx, c, u)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(m match.Match) bool {
		return m.Status != match.Running || m.SeatOf(u) == games.Spectator || game != "" && m.Game != game
	})
	mine := func(m match.Match) bool { return m.Parked == nil && m.Waiting.Has(m.SeatOf(u)) }
	if slices.ContainsFunc(list, mine) {
		list = slices.DeleteFunc(list, func(m match.Match) bool { return !mine(m) })
	}
	return list, nil
}

// Latest is the newest match that began in a channel, for those who only watch (P42): a running one if there is any. An empty game means any.
// ErrUnknown if nothing has been played there lately.
func (s *Reader) Latest(ctx context.Context, c match.ChannelID, game games.ID) (match.Match, error) {
	running, err := s.list(s.lists.ByChannel(ctx, c))
	if err != nil {
		return match.Match{}, err
	}
	recent, err := s.list(s.lists.Latest(ctx, c, lately))
	if err != nil {
		return match.Match{}, err
	}
	for _, m := range slices.Concat(running, recent) {
		if (m.Status == match.Running || m.Status == match.Over) && (game == "" || m.Game == game) {
			return m, nil
		}
	}
	return match.Match{}, problem(match.ErrUnknown, nil, "Nothing is being played here at the moment, so there is no board to show. Start a match, or look in another channel.")
}

// Recent lists at most max matches of a channel, the newest first, finished ones included.
func (s *Reader) Recent(ctx context.Context, c match.ChannelID, max int) ([]match.Match, error) {
	return s.list(s.lists.Latest(ctx, c, max))
}

const lately = 25 // how many matches of a channel Latest looks through
