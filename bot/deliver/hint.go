package deliver

import (
	"context"
	"slices"

	"paddock/bot/discord"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// toldHint begins the key of match.User.Told under which it is kept that somebody had the hint for a game's newcomers.
const toldHint = "hint/"

// newcomers are those in a match that has just begun who play its game for the first time, as mentions. Each is named once in their life: what is
// told here is noted.
func (b *Boards) newcomers(ctx context.Context, m match.Match) []string {
	g := m.Rules()
	if g == nil || g.Hint == "" || !show.Beginning(m) {
		return nil
	}
	key := toldHint + string(g.ID)
	var list []string
	for _, p := range m.Players {
		if p.User == "" {
			continue
		}
		u, err := b.People.User(ctx, p.User)
		if err != nil || u.Told[key] {
			continue
		}
		err = b.People.Change(ctx, p.User, func(u *match.User) {
			if u.Told == nil {
				u.Told = make(map[string]bool)
			}
			u.Told[key] = true
		})
		if err != nil && ctx.Err() != nil {
			return list
		}
		if err != nil {
			b.Log.Error("could not note a hint", "match", m.ID, "err", err)
			continue
		}
		list = append(list, discord.Mention(string(p.User)))
	}
	return list
}

// hinted is whom the board of a match tells the hint for newcomers, as mentions, for as long as its turn lasts.
type hinted struct {
	turn int
	who  []string
}

// hint is the line for newcomers; empty if there are none. It stays through the edits of its turn: computers set up at once, and a hint that is gone before
// it is read would be none.
func (b *Boards) hint(ctx context.Context, m match.Match, to show.Reader) string {
	who := b.newcomers(ctx, m)
	b.mu.Lock()
	defer b.mu.Unlock()
	told := b.hinted[m.ID]
	if !show.Beginning(m) || told.turn != m.Turn {
		delete(b.hinted, m.ID)
		told = hinted{turn: m.Turn}
	}
	if told.who = append(slices.Clip(told.who), who...); len(told.who) == 0 {
		return ""
	}
	b.hinted[m.ID] = told
	return show.Hint(to.In, m.Rules(), games.And(told.who))
}
