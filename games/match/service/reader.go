package service

import (
	"context"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Reader reads matches. Its results are snapshots.
type Reader struct {
	*core
	lists  match.Lists
	duties match.Duties
}

// Game returns the game with an id. It returns false if the catalogue has no such game.
func (s *Reader) Game(id games.ID) (*games.Game, bool) { return s.game(id) }

// Match returns the match, or ErrUnknown.
func (s *Reader) Match(ctx context.Context, id match.ID) (match.Match, error) {
	return s.match(ctx, id)
}

// Of returns the match of a record: the record with its game and its position. It does not read
// from the store.
func (s *Reader) Of(r match.Record) match.Match { return s.of(r) }

// Log returns the log of a match, oldest first. It contains secret moves, so players may only see
// it after the end.
func (s *Reader) Log(ctx context.Context, id match.ID) ([]match.Event, error) {
	return s.log(ctx, id)
}

// Refused returns the recent moves that were refused to a player of a match, oldest first.
func (s *Reader) Refused(m match.Match, u match.UserID) []match.Refused {
	seat := m.SeatOf(u)
	all := match.Refuse(m.Record.Refused, s.refused.of(m.ID)...)
	return slices.DeleteFunc(all, func(r match.Refused) bool { return r.Seat != seat })
}

// Unseen returns the events of a match that its channel does not show yet, oldest first.
func (s *Reader) Unseen(ctx context.Context, m match.Match) ([]match.Event, error) {
	return s.history(ctx, m.ID, m.Shown.Head+1)
}

// ByChannel lists the open and running matches of a channel, most urgent for the user first (P10).
func (s *Reader) ByChannel(ctx context.Context, c match.ChannelID, u match.UserID) ([]match.Match, error) {
	list, err := s.list(s.lists.ByChannel(ctx, c))
	sortUrgent(list, u)
	return list, err
}

// ByUser lists the open and running matches of a user, most urgent first (P10).
func (s *Reader) ByUser(ctx context.Context, u match.UserID) ([]match.Match, error) {
	list, err := s.list(s.lists.ByUser(ctx, u))
	sortUrgent(list, u)
	return list, err
}

// SetAside lists the matches of a user that cannot be shown because their stored form is damaged.
func (s *Reader) SetAside(ctx context.Context, u match.UserID) ([]match.ID, error) {
	ids, err := s.lists.SetAside(ctx, u)
	if err != nil {
		return nil, match.Unread("read which matches are damaged", err)
	}
	return ids, nil
}

// ByGuild lists the open and running matches of a server, newest first.
func (s *Reader) ByGuild(ctx context.Context, g match.GuildID) ([]match.Match, error) {
	return s.list(s.lists.ByGuild(ctx, g))
}

// Unshown lists at most max matches with events that their channels do not show yet, ordered by id,
// with ids greater than after.
func (s *Reader) Unshown(ctx context.Context, after match.ID, max int) ([]match.Match, error) {
	return s.list(s.duties.Unshown(ctx, after, max))
}

// Untold lists at most max matches with undelivered notices, ordered by id, with ids greater than
// after.
func (s *Reader) Untold(ctx context.Context, after match.ID, max int) ([]match.Match, error) {
	return s.list(s.duties.Untold(ctx, after, max))
}

// Changed lists the newest events of at most max matches that have changed since a moment, the
// latest change first.
func (s *Reader) Changed(ctx context.Context, since time.Time, max int) ([]match.Newest, error) {
	list, err := s.duties.Changed(ctx, since, max)
	if err != nil {
		return nil, match.Unread("read what has changed", err)
	}
	return list, nil
}

// Guilds lists the servers with open or running matches.
func (s *Reader) Guilds(ctx context.Context) ([]match.GuildID, error) {
	ids, err := s.lists.Guilds(ctx)
	if err != nil {
		return nil, match.Unread("read servers", err)
	}
	return ids, nil
}

// Ranking returns the top of the present ranking on a server in a pool of a game, and the place of
// a user in it.
func (s *Reader) Ranking(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool, max int,
	who match.UserID,
) (match.Ranking, error) {
	list, err := s.results.Ranking(ctx, g, game, pool, s.now(), max, match.Player{User: who})
	if err != nil {
		return list, match.Unread("read standings", err)
	}
	return list, nil
}

// Finished lists the user's finished matches in all servers, newest first.
func (s *Reader) Finished(ctx context.Context, u match.UserID) ([]match.Finished, error) {
	list, err := s.results.Finished(ctx, u)
	if err != nil {
		return nil, match.Unread("read finished matches", err)
	}
	return list, nil
}

// StandingsOf returns one player's results on a server, by game and pool.
func (s *Reader) StandingsOf(ctx context.Context, g match.GuildID, who match.Player) ([]match.Standing, error) {
	list, err := s.results.StandingsOf(ctx, g, who)
	if err != nil {
		return nil, match.Unread("read standings", err)
	}
	return list, nil
}

// RatingChanges returns how a finished match changed the ratings of its people. It is empty if the
// match is not rated. It leaves out people who have ended another rated match since.
func (s *Reader) RatingChanges(ctx context.Context, r match.Record) (list []match.RatingChange, err error) {
	result, over := r.Finished()
	if !over || !result.Rated {
		return nil, nil
	}
	before, err := s.results.SkillsBefore(ctx, r.Place.Guild, result)
	if err != nil {
		return nil, match.Unread("read ratings", err)
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
				list = append(list,
					match.RatingChange{
						Seat: games.Seat(seat), Before: before[seat], After: now.Skill,
						Rated: now.Rated,
					})
			}
		}
	}
	return list, nil
}

// Removals lists the members whom the clock put out of a match because they did not move.
func (s *Reader) Removals(ctx context.Context, r match.Match) ([]match.UserID, error) {
	log, err := s.log(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	var users []match.UserID
	for _, e := range log {
		if e.Kind != match.Ruled || e.User != "" || e.Code == match.CodeModerator || e.Seat < 0 ||
			int(e.Seat) >= len(r.Players) {
			continue
		}
		if u := r.Players[e.Seat].User; u != "" && (e.Ruling == games.Remove || e.Ruling == games.Time) {
			users = append(users, u)
		}
	}
	return users, nil
}

// list converts the records of a store.
func (s *Reader) list(records []match.Record, err error) ([]match.Match, error) {
	if err != nil {
		return nil, match.Unread("read matches", err)
	}
	list := make([]match.Match, len(records))
	for i, r := range records {
		list[i] = s.of(r)
	}
	return list, nil
}

// Find lists the running matches of a channel that a user may mean by a command without a match
// (P42). These are the user's own; if it is their turn in some, only those; most urgent first. An
// empty game means any. If there are several, the caller asks the user.
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

// Latest returns the newest match of a channel, for spectators (P42). A running match comes first.
// An empty game means any. It returns ErrUnknown if there was no match lately.
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
	return match.Match{}, &match.Problem{
		Kind: match.ErrUnknown,
		Say: games.Say(
			"Nobody is playing here right now, so there is no board to show. Start a match, or look in another channel."),
	}
}

// Recent lists at most max matches of a channel, newest first, including finished ones.
func (s *Reader) Recent(ctx context.Context, c match.ChannelID, max int) ([]match.Match, error) {
	return s.list(s.lists.Latest(ctx, c, max))
}

const lately = 25 // number of matches of a channel that Latest looks through
