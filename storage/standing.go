package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ranking"
)

// Standings are updated when matches end. They depend on the order in which the matches of a game
// ended. A match may be stored after one that ended later, or continue after its end. Then the
// later results are removed, newest first, and added again. So the value of a result's entry is its
// players' skills before it. The index of pairs counts how often two players have met lately.

func (b *Bolt) StandingsOf(ctx context.Context, g match.GuildID, who match.Player) (list []match.Standing, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		list, err = standingsOf(tx, g, who)
		return err
	})
	return list, err
}

func standingsOf(tx *bbolt.Tx, g match.GuildID, who match.Player) (list []match.Standing, err error) {
	server, c := append([]byte(g), 0), tx.Bucket(standingBucket).Cursor()
	for k, _ := c.Seek(server); bytes.HasPrefix(k, server); {
		game, _, _ := bytes.Cut(k[len(server):], []byte{0})
		prefix := layout.GamePrefix(g, games.ID(game))
		for pool := range byte(2) {
			text := tx.Bucket(standingBucket).Get(append(append(bytes.Clone(prefix), '0'+pool),
				layout.PlayerKey(who)...))
			if text == nil {
				continue
			}
			s, err := layout.ReadStanding(text)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		}
		prefix[len(prefix)-1] = 1 // a key after all keys of this game
		k, _ = c.Seek(prefix)
	}
	return list, nil
}

func (b *Bolt) SkillsBefore(ctx context.Context, g match.GuildID, r match.Result) (list []match.Skill, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(resultBucket).Get(append(layout.GamePrefix(g, r.Game), layout.ResultKey(r)...))
		for ; len(value) >= layout.SkillSize; value = value[layout.SkillSize:] {
			list = append(list, layout.ReadSkill(value))
		}
		return nil
	})
	return list, err
}

// book is the standings of a pool of a game within a transaction.
type book struct {
	t      *tx
	prefix []byte // prefix of the book's keys
	// former players who are new, and the ids that stored entries still have for them
	known map[match.Player]match.UserID
	err   error // the first error of any method
}

var _ ratings.Book = (*book)(nil)

// Standing implements ratings.Book. The standing of a user who is being erased goes to the former
// player.
func (b *book) Standing(p match.Player) (s match.Standing) {
	text := b.t.Bucket(standingBucket).Get(b.key(p))
	u, leaving := b.known[p]
	if text == nil && leaving {
		text = b.t.Bucket(standingBucket).Get(b.key(match.Player{User: u}))
	}
	if text == nil {
		return s
	}
	s, err := layout.ReadStanding(text)
	b.check(err)
	if s.Who != p {
		b.Keep(match.Standing{Who: s.Who})
		s.Who = p
		b.Keep(s)
	}
	return s
}

func (b *book) Keep(s match.Standing) {
	key, list := b.key(s.Who), ranking.In(b.t.Bucket(rankingBucket), b.prefix)
	if text := b.t.Bucket(standingBucket).Get(key); text != nil {
		old, err := layout.ReadStanding(text)
		b.check(errors.Join(err, list.Remove(old),
			ranking.Everywhere(b.t.Bucket(rankingBucket), b.t.Bucket(userBucket), b.prefix, old, ranking.List.Remove)))
	}
	if s.Played == 0 {
		b.check(b.t.del(standingBucket, key))
		return
	}
	text, err := json.Marshal(s)
	b.check(errors.Join(err, list.Add(s),
		ranking.Everywhere(b.t.Bucket(rankingBucket), b.t.Bucket(userBucket), b.prefix, s, ranking.List.Add),
		b.t.put(standingBucket, key, text)))
}

// relist moves a user's entry in the list of all servers from one server's standings to another's;
// empty: none.
func (t *tx) relist(u match.UserID, from, to match.GuildID) error {
	if from == to {
		return nil
	}
	t.dirty = true
	for g, change := range map[match.GuildID]func(ranking.List, match.Standing) error{
		from: ranking.List.Remove,
		to:   ranking.List.Add,
	} {
		if g == "" {
			continue
		}
		theirs, err := standingsOf(t.Tx, g, match.Player{User: u})
		for _, s := range theirs {
			err = errors.Join(err,
				change(ranking.In(t.Bucket(rankingBucket), layout.StandingPrefix(match.Everywhere, s.Game, s.Pool)), s))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *engine) Ranking(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool, now time.Time, max int,
	who match.Player,
) (r match.Ranking, err error) {
	prefix, lapsed := layout.StandingPrefix(g, game, pool), false
	read := func(btx *bbolt.Tx) error {
		t := &tx{Tx: btx}
		of := func(p match.Player) (match.Standing, error) {
			of := g
			if g == match.Everywhere {
				of = layout.ListedIn(t.Bucket(userBucket).Get([]byte(p.User)))
			}
			text := t.Bucket(standingBucket).Get(append(layout.StandingPrefix(of, game, pool), layout.PlayerKey(p)...))
			if text == nil {
				return match.Standing{}, nil
			}
			return layout.ReadStanding(text)
		}
		mine, err := of(who)
		if err == nil && !lapsed {
			lapsed = ranking.In(t.Bucket(rankingBucket), prefix).Lapsed(now)
		}
		if err == nil {
			r, err = ranking.In(t.Bucket(rankingBucket), prefix).Read(max, mine, of)
		}
		return err
	}
	if err = b.view(ctx, read); err != nil || !lapsed {
		return r, err
	}
	err = b.submit(ctx, func(t *tx) error {
		t.dirty = true
		return ranking.In(t.Bucket(rankingBucket), prefix).Settle(now)
	})
	if err == nil {
		err = b.view(ctx, read)
	}
	return r, err
}

// Recent implements ratings.Book. Entries may still name a user who is being erased instead of the
// former player.
func (b *book) Recent(two ratings.Pair, r match.Result) (n int) {
	names := func(p match.Player) []match.Player {
		if u, leaving := b.known[p]; leaving {
			return []match.Player{p, {User: u}}
		}
		return []match.Player{p}
	}
	for _, one := range names(two[0]) {
		for _, other := range names(two[1]) {
			n += b.recent(ratings.PairOf(one, other), r)
		}
	}
	return n
}

func (b *book) recent(two ratings.Pair, r match.Result) (n int) {
	prefix := bytes.Clone(b.prefix)
	for _, p := range two {
		prefix = append(append(prefix, layout.PlayerKey(p)...), 0)
	}
	end := append(append(bytes.Clone(prefix), layout.TimeKey(r.Ended)...), r.Match...)
	c := b.t.Bucket(pairBucket).Cursor()
	for k, _ := lastBefore(c, append(end, 0)); bytes.HasPrefix(k, prefix) && n < ratings.Many; k, _ = c.Prev() {
		if r.Ended.Sub(layout.KeyTime(k[len(prefix):])) >= ratings.Window {
			break
		}
		n++
	}
	return n
}

func (b *book) key(p match.Player) []byte {
	return append(bytes.Clone(b.prefix), layout.PlayerKey(p)...)
}

func (b *book) check(err error) {
	if b.err == nil {
		b.err = err
	}
}

// bookOf opens the book of a result, and returns the result with users who are being erased
// replaced.
func (t *tx) bookOf(key []byte) (*book, match.Result, error) {
	r, err := layout.ReadResult(key)
	if err != nil {
		return nil, r, err
	}
	guild, _, _ := bytes.Cut(key, []byte{0})
	b := &book{t: t, prefix: layout.StandingPrefix(match.GuildID(guild), r.Game, r.Pool())}
	renamed, known := leaving(t.Tx)
	b.known = known
	for seat, p := range r.Players {
		if now, is := renamed[p.User]; is {
			r.Players[seat] = now
		}
	}
	return b, r, nil
}

// leaving returns the users who are being erased, and the former players who replace them.
func leaving(tx *bbolt.Tx) (now map[match.UserID]match.Player, was map[match.Player]match.UserID) {
	c := tx.Bucket(erasureBucket).Cursor()
	for user, as := c.First(); user != nil; user, as = c.Next() {
		if now == nil {
			now, was = map[match.UserID]match.Player{}, map[match.Player]match.UserID{}
		}
		p := match.Player{Gone: string(as)}
		now[match.UserID(user)], was[p] = p, match.UserID(user)
	}
	return now, was
}

// addResult adds an indexed result to its book. It must be newer than all results there.
func (t *tx) addResult(key []byte) error {
	b, r, err := t.bookOf(key)
	if err != nil {
		return err
	}
	before := []byte{}
	if r.Rated {
		for _, p := range r.Players {
			skill := ratings.Fresh(p, r).Skill
			if s := b.Standing(p); s.Played > 0 {
				skill = s.Skill
			}
			before = layout.AppendSkill(before, skill)
		}
	}
	ratings.Add(b, r)
	return errors.Join(b.err, t.put(resultBucket, key, before))
}

// undoResult removes the newest result from its book.
func (t *tx) undoResult(key []byte) error {
	b, r, err := t.bookOf(key)
	if err != nil {
		return err
	}
	value := t.Bucket(resultBucket).Get(key)
	if r.Rated && len(value) != layout.SkillSize*len(r.Players) {
		return fmt.Errorf("%w: it is not known what ratings were before the result of %s", fault.ErrDamaged, r.Match)
	}
	var before []match.Skill
	for ; len(value) > 0; value = value[layout.SkillSize:] {
		before = append(before, layout.ReadSkill(value))
	}
	ratings.Undo(b, r, before)
	return b.err
}

// undoFrom undoes the results of the same pool and game from one on, or only those after it, and
// lists them oldest first.
func (t *tx) undoFrom(one []byte, including bool) (undone [][]byte, err error) {
	r, err := layout.ReadResult(one)
	if err != nil {
		return nil, err
	}
	from := bytes.Clone(one)
	if !including {
		from = append(from, 0)
	}
	guild, _, _ := bytes.Cut(one, []byte{0})
	prefix, c := layout.GamePrefix(match.GuildID(guild), r.Game), t.Bucket(resultBucket).Cursor()
	for k, _ := c.Seek(from); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
		later, err := layout.ReadResult(k)
		if err != nil {
			return nil, err
		}
		if later.Pool() == r.Pool() {
			undone = append(undone, bytes.Clone(k))
		}
	}
	for i := len(undone) - 1; i >= 0; i-- {
		if err := t.undoResult(undone[i]); err != nil {
			return nil, err
		}
	}
	return undone, nil
}

func (t *tx) addAll(keys [][]byte) error {
	for _, k := range keys {
		if err := t.addResult(k); err != nil {
			return err
		}
	}
	return nil
}

// rank updates indexes and standings for a record that had the old keys and now has the new ones.
func (t *tx) rank(old, now indexKeys) error {
	was, is := old.find(byResult), now.find(byResult)
	if bytes.Equal(was, is) {
		return t.reindex(old, now)
	}
	if was != nil && is != nil {
		if renamed, err := t.rename(was, is, old, now); renamed || err != nil {
			return err
		}
	}
	var undone [][]byte
	if was != nil {
		later, err := t.undoFrom(was, true)
		if err != nil {
			return err
		}
		undone = later[1:]
	}
	if err := t.reindex(old, now); err != nil {
		return err
	}
	if err := t.addAll(undone); err != nil || is == nil {
		return err
	}
	later, err := t.undoFrom(is, false)
	if err != nil {
		return err
	}
	return t.addAll(append([][]byte{is}, later...))
}

// rename replaces the key of a result that differs only by users who are being erased; it reports
// whether it did.
func (t *tx) rename(was, is []byte, old, now indexKeys) (bool, error) {
	_, r, err := t.bookOf(was)
	b, same, err2 := t.bookOf(is)
	if err := errors.Join(err, err2); err != nil {
		return false, err
	}
	one, _ := json.Marshal(r) // plain data always marshals
	other, _ := json.Marshal(same)
	if !bytes.Equal(one, other) ||
		!bytes.Equal(was[:len(was)-len(layout.ResultTail(was))], is[:len(is)-len(layout.ResultTail(is))]) {
		return false, nil
	}
	before := bytes.Clone(t.Bucket(resultBucket).Get(was))
	if err := t.reindex(old, now); err != nil {
		return true, err
	}
	for _, p := range same.Players {
		b.Standing(p)
	}
	return true, errors.Join(b.err, t.put(resultBucket, is, before))
}
