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
	"paddock/storage/ledger"
	"paddock/storage/ranking"
)

// Standings are updated when matches end, as paddock/storage/ledger decides. The value of a
// result's entry is its players' skills before it. The index of pairs tells how often two players
// have met lately.

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
		key := append(layout.GamePrefix(g, r.Game), layout.ResultKey(r)...)
		e, err := readEntry(key, tx.Bucket(resultBucket).Get(key))
		list = e.Before
		return err
	})
	return list, err
}

// erased returns the users who are being erased.
func erased(tx *bbolt.Tx) ledger.Erased {
	list := ledger.Erased{}
	c := tx.Bucket(erasureBucket).Cursor()
	for user, as := c.First(); user != nil; user, as = c.Next() {
		list[match.UserID(user)] = match.Player{Gone: string(as)}
	}
	return list
}

// readEntry reads an entry of the results.
func readEntry(key, value []byte) (e ledger.Entry, err error) {
	e.Result, err = layout.ReadResult(key)
	for ; len(value) >= layout.SkillSize; value = value[layout.SkillSize:] {
		e.Before = append(e.Before, layout.ReadSkill(value))
	}
	return e, err
}

// resultKeys maps the results of a book to their keys.
type resultKeys map[match.ID][]byte

// open returns the book of a change, and the keys of its results.
func (t *tx) open(change ledger.Change) (*ledger.Book, resultKeys, error) {
	var later []ledger.Entry
	keys, prefix, from := resultKeys{}, layout.GamePrefix(change.Guild, change.Game), change.From()
	first := append(append(bytes.Clone(prefix), layout.TimeKey(from.Ended)...), from.Match...)
	c := t.Bucket(resultBucket).Cursor()
	for k, v := c.Seek(first); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		e, err := readEntry(k, v)
		if err != nil {
			return nil, nil, err
		}
		if e.Pool() == change.Pool {
			later, keys[e.Match] = append(later, e), bytes.Clone(k)
		}
	}
	b := ledger.Open(change, erased(t.Tx), later)
	return b, keys, t.load(b)
}

// load reads the standings and games that a book needs. Of each pair's games it reads the newest
// before the first result: a key that ends with 0 after the match lies before all entries of that
// match. More than ratings.Many change nothing.
func (t *tx) load(b *ledger.Book) error {
	prefix := layout.StandingPrefix(b.Guild, b.Game, b.Pool)
	for _, p := range b.Players() {
		text := t.Bucket(standingBucket).Get(append(bytes.Clone(prefix), layout.PlayerKey(p)...))
		if text == nil {
			continue
		}
		s, err := layout.ReadStanding(text)
		if err != nil {
			return err
		}
		b.Load(s)
	}
	first, c := b.First(), t.Bucket(pairBucket).Cursor()
	for _, two := range b.Pairs() {
		games := layout.PairPrefix(b.Guild, *first, two)
		end, n := append(append(bytes.Clone(games), layout.TimeKey(first.Ended)...), first.Match...), 0
		for k, _ := lastBefore(c, append(end, 0)); bytes.HasPrefix(k, games) && n < ratings.Many; k, _ = c.Prev() {
			at := layout.KeyTime(k[len(games):])
			if first.Ended.Sub(at) >= ratings.Window {
				break
			}
			b.Played(two, at)
			n++
		}
	}
	return nil
}

// keep stores what a book has changed.
func (t *tx) keep(b *ledger.Book, keys resultKeys) {
	for _, d := range b.Differences() {
		t.keepStanding(b.Key, d)
	}
	for id, before := range b.Skills() {
		key, is := keys[id]
		if !is { // the match has no result any more
			continue
		}
		value := []byte{}
		for _, s := range before {
			value = layout.AppendSkill(value, s)
		}
		t.put(resultBucket, key, value)
	}
}

// keepStanding replaces a standing, and its entries in the lists of its server and of all servers.
func (t *tx) keepStanding(of ledger.Key, d ledger.Difference) {
	prefix := layout.StandingPrefix(of.Guild, of.Game, of.Pool)
	key := func(s match.Standing) []byte { return append(bytes.Clone(prefix), layout.PlayerKey(s.Who)...) }
	list := func(s match.Standing, change func(ranking.List, match.Standing) error) {
		t.change(func() error {
			return errors.Join(change(ranking.In(t.Bucket(rankingBucket), prefix), s),
				ranking.Everywhere(t.Bucket(rankingBucket), t.Bucket(userBucket), prefix, s, change))
		})
	}
	if d.Was.Played > 0 {
		list(d.Was, ranking.List.Remove)
		t.del(standingBucket, key(d.Was))
	}
	if d.Is.Played > 0 {
		list(d.Is, ranking.List.Add)
		text, _ := json.Marshal(d.Is) // plain data always marshals
		t.put(standingBucket, key(d.Is), text)
	}
}

// relist moves a user's entry in the list of all servers from one server's standings to another's;
// empty: none.
func (t *tx) relist(u match.UserID, from, to match.GuildID) error {
	if from == to {
		return nil
	}
	for g, change := range map[match.GuildID]func(ranking.List, match.Standing) error{
		from: ranking.List.Remove,
		to:   ranking.List.Add,
	} {
		if g == "" {
			continue
		}
		theirs, err := standingsOf(t.Tx, g, match.Player{User: u})
		if err != nil {
			return err
		}
		for _, s := range theirs {
			all := ranking.In(t.Bucket(rankingBucket), layout.StandingPrefix(match.Everywhere, s.Game, s.Pool))
			t.change(func() error { return change(all, s) })
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
		t.change(func() error { return ranking.In(t.Bucket(rankingBucket), prefix).Settle(now) })
		return nil
	})
	if err == nil {
		err = b.view(ctx, read)
	}
	return r, err
}

// rank updates indexes and standings for a record that had the old keys and now has the new ones.
// The books are read before the indexes change, because the entry of the old result has the skills
// with which it is undone, and stored afterwards, because the entry of the new result takes some.
func (t *tx) rank(old, now indexKeys) error {
	was, is := old.find(byResult), now.find(byResult)
	if bytes.Equal(was, is) {
		return t.reindex(old, now)
	}
	before, err := readEnding(was)
	after, err2 := readEnding(is)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	var books []*ledger.Book
	var keys []resultKeys
	for _, change := range ledger.Changes(before, after) {
		b, has, err := t.open(change)
		if err != nil {
			return err
		}
		if !b.Replace() {
			return fmt.Errorf("%w: it is not known what ratings were before a result since %s", fault.ErrDamaged,
				change.From().Match)
		}
		if change.Was != nil {
			delete(has, change.Was.Match)
		}
		if change.Is != nil {
			has[change.Is.Match] = is
		}
		books, keys = append(books, b), append(keys, has)
	}
	if err := t.reindex(old, now); err != nil {
		return err
	}
	for i, b := range books {
		t.keep(b, keys[i])
	}
	return nil
}

// readEnding parses a key of the results; nil for none.
func readEnding(key []byte) (*ledger.Ending, error) {
	if key == nil {
		return nil, nil
	}
	guild, _, _ := bytes.Cut(key, []byte{0})
	r, err := layout.ReadResult(key)
	return &ledger.Ending{Guild: match.GuildID(guild), Result: r}, err
}

// count adds results, oldest first in each game, to standings that have none of them.
func (t *tx) count(results [][]byte) error {
	later, keys := map[ledger.Key][]ledger.Entry{}, resultKeys{}
	for _, key := range results {
		e, err := readEnding(key)
		if err != nil {
			return err
		}
		of := ledger.Key{Guild: e.Guild, Game: e.Game, Pool: e.Pool()}
		later[of], keys[e.Match] = append(later[of], ledger.Entry{Result: e.Result}), key
	}
	for of, list := range later {
		b := ledger.Open(ledger.Change{Key: of}, erased(t.Tx), list)
		if err := t.load(b); err != nil {
			return err
		}
		b.Count()
		t.keep(b, keys)
	}
	return nil
}
