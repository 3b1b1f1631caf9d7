package deliver

import (
	"context"
	"slices"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
)

// newcomers returns the players of a new match who have never seen the hint of its game. It records
// that they have seen it now.
func (b *Boards) newcomers(ctx context.Context, m match.Match) []match.UserID {
	g := m.Rules()
	// in games with a set-up the hint is about the set-up
	if g == nil || g.Hint == "" || !board.Beginning(m) || g.Arranges && !board.ArrangingPhase(m) {
		return nil
	}
	key := board.HintKey(g)
	var list []match.UserID
	for _, p := range m.Players {
		if p.User == "" {
			continue
		}
		u, err := b.People.User(ctx, p.User)
		if b.failed(ctx, err, "could not read whether somebody had a hint", "match", m.ID) || u.Told[key] {
			continue
		}
		err = b.People.Change(ctx, p.User, func(u *match.User) { u.Tell(key) })
		if !b.failed(ctx, err, "could not record a hint", "match", m.ID) {
			list = append(list, p.User)
		}
	}
	return list
}

// hint returns the line for newcomers, or "". It stays on the board until they have moved, or an
// unseen event puts them out of the match.
func (b *Boards) hint(ctx context.Context, m match.Match, unseen []match.Event, to board.Reader) string {
	found := b.newcomers(ctx, m)
	var who []match.UserID
	b.memory.changeBoard(m.ID, func(b *boardMemory) {
		who = slices.DeleteFunc(slices.Concat(b.hinted, found), func(u match.UserID) bool {
			seat := m.SeatOf(u)
			out := slices.ContainsFunc(unseen, func(e match.Event) bool {
				return e.Kind == match.Ruled && e.Seat == seat && e.Ruling != games.Skip
			})
			return m.Status != match.Running || seat == games.Spectator || m.HasActed(seat) || out
		})
		b.hinted = who
	})
	if len(who) == 0 {
		return ""
	}
	var mentions []string
	for _, u := range who {
		mentions = append(mentions, discord.Mention(string(u)))
	}
	return board.Hint(to.In, m.Rules(), games.And(mentions))
}
