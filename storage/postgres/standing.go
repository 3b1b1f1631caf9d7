package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

// Standings are updated when matches end, as paddock/storage/ledger decides. One transaction at a
// time changes a book: its row is locked after that of the match.

// ending is a stored result. The zero ending belongs to a match without one.
type ending struct {
	guild match.GuildID
	game  games.ID
	at    int64
	text  string // JSON of match.Result
}

// read returns the result of a match; nil if it has none.
func (e ending) read(id match.ID) (*ledger.Ending, error) {
	if e.text == "" {
		return nil, nil
	}
	r, err := readResult(id, fmt.Sprint(e.game, " ", e.at, " ", e.text))
	return &ledger.Ending{Guild: e.guild, Result: r}, err
}

// book is a book of standings with what only this engine stores.
type book struct {
	*ledger.Book
	certain map[string]bool // who is among the certain ratings of the stored list, by layout.PlayerKey
	listed  []match.UserID  // users of this book who show this server's standings in the list of all servers
}

// rank updates the standings when a match's result is replaced.
func (t *tx) rank(ctx context.Context, id match.ID, was, is ending) error {
	before, err := was.read(id)
	after, err2 := is.read(id)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	changes := ledger.Changes(before, after)
	for _, key := range ledger.Locks(changes) {
		t.lockBook(key)
	}
	for _, change := range changes {
		if err := t.account(ctx, change); err != nil {
			return err
		}
	}
	return nil
}

// account makes the change of a book. It rebuilds a book with rows that can't be read.
func (t *tx) account(ctx context.Context, change ledger.Change) error {
	b, err := t.open(ctx, change, change.From())
	if err != nil {
		return err
	}
	switch err := t.load(ctx, b); {
	case errors.Is(err, ErrDamaged), err == nil && !b.Replace():
		return t.recount(ctx, change, b.listed)
	case err != nil:
		return err
	}
	return t.keep(ctx, b)
}

// open locks a book and reads the results that it contains, from a given one on; nil: all of them.
func (t *tx) open(ctx context.Context, change ledger.Change, from *match.Result) (*book, error) {
	t.lockBook(change.Key)
	erased, later := ledger.Erased{}, []ledger.Entry(nil)
	t.queue(selectErased).Query(func(rows pgx.Rows) error { return readErased(rows, erased) })
	at, id := int64(-1), match.ID("")
	if from != nil {
		at, id = layout.UnixNano(from.Ended), from.Match
	}
	t.queue(`select m.id, ended::text, result, before from matches m left join skills s on s.id = m.id
		where ended is not null and guild = $1 and game = $2 and (ended, m.id) >= ($3, $4) order by ended, m.id`,
		change.Guild, change.Game, at, id).Query(func(rows pgx.Rows) error {
		return readEntries(rows, change.Key, func(e ledger.Entry) { later = append(later, e) })
	})
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	return &book{Book: ledger.Open(change, erased, later), certain: map[string]bool{}}, nil
}

const selectErased = `select usr, named from erasures`

// readErased reads the users who are being erased.
func readErased(rows pgx.Rows, erased ledger.Erased) error {
	var user match.UserID
	var as string
	_, err := pgx.ForEachRow(rows, []any{&user, &as}, func() error {
		erased[user] = match.Player{Gone: as}
		return nil
	})
	return err
}

// readEntries reads results of a book: id, time, JSON, and the skills before.
func readEntries(rows pgx.Rows, key ledger.Key, each func(ledger.Entry)) error {
	var id match.ID
	var ended, text string
	var before *string
	_, err := pgx.ForEachRow(rows, []any{&id, &ended, &text, &before}, func() error {
		e, err := readEntry(key.Game, id, ended, text, before)
		if err == nil && e.Pool() == key.Pool {
			each(e)
		}
		return err
	})
	return err
}

// readEntry reads a result. Skills that can't be read are left out.
func readEntry(game games.ID, id match.ID, ended, text string, before *string) (e ledger.Entry, err error) {
	if before != nil && json.Unmarshal([]byte(*before), &e.Before) != nil {
		e.Before = nil
	}
	e.Result, err = readResult(id, string(game)+" "+ended+" "+text)
	return e, err
}

// lockBook locks a book for this transaction. Its standings can't be locked instead: a new player
// has none, and a result that another transaction is about to store has no row yet. The row of the
// book is never deleted, so it is enough to insert it before.
func (t *tx) lockBook(key ledger.Key) {
	if key.Guild == match.Everywhere { // one lock for all lists of all servers, because a user may be in several
		key = ledger.Key{Guild: match.Everywhere}
	}
	t.queue(`insert into books (guild, game, pool) values ($1, $2, $3) on conflict do nothing`, key.Guild, key.Game,
		key.Pool)
	t.queue(`select 1 from books where guild = $1 and game = $2 and pool = $3 for update`, key.Guild, key.Game,
		key.Pool)
}

// load reads the standings and games that a book needs. There is no index of games by players, so
// it finds them by who is mentioned in a match. Computers and former players are mentioned nowhere:
// if two of them may have met, it reads all games of the day.
func (t *tx) load(ctx context.Context, b *book) error {
	var who, people []string
	nameless := 0
	for _, p := range b.Players() {
		who = append(who, layout.PlayerKey(p))
		if p.User == "" {
			nameless++
		} else {
			people = append(people, string(p.User))
		}
	}
	if nameless > 1 {
		people = append(people, anybody)
	}
	t.queue(`select who, entry, certain from standings where guild = $1 and game = $2 and pool = $3 and who = any($4)`,
		b.Guild, b.Game, b.Pool, who).Query(b.read)
	t.queue(`select id, entry from users where id = any($1) and strpos(entry, '"ListedIn"') > 0`,
		people).Query(func(rows pgx.Rows) error {
		var id match.UserID
		var entry string
		_, err := pgx.ForEachRow(rows, []any{&id, &entry}, func() error {
			if layout.ListedIn([]byte(entry)) == b.Guild {
				b.listed = append(b.listed, id)
			}
			return nil
		})
		return err
	})
	first := b.First()
	at := layout.UnixNano(first.Ended)
	t.queue(`select id, ended::text, result, null from matches
		where ended is not null and guild = $1 and game = $2 and ended > $5 and (ended, id) < ($3, $4) and ($6 = any($7) or id in (select id from mentions where usr = any($7))) order by ended, id`,
		b.Guild, b.Game, at, first.Match, at-int64(ratings.Window), anybody, people).Query(func(rows pgx.Rows) error {
		return readEntries(rows, b.Key, func(e ledger.Entry) {
			for _, two := range layout.RatedPairs(e.Result) {
				b.Played(two, e.Ended)
			}
		})
	})
	return t.flush(ctx)
}

// anybody replaces all people in the results of a game that only computers or former players have
// played.
const anybody = "*"

// read reads rows of standings.
func (b *book) read(rows pgx.Rows) error {
	var key, text string
	var certain bool
	_, err := pgx.ForEachRow(rows, []any{&key, &text, &certain}, func() error {
		s, err := layout.ReadStanding([]byte(text))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		b.Load(s)
		b.certain[key] = certain
		return nil
	})
	return err
}

// recount rebuilds a book from all its results, if the skills before one of them are missing.
func (t *tx) recount(ctx context.Context, change ledger.Change, listed []match.UserID) error {
	b, err := t.open(ctx, change, nil)
	if err != nil {
		return err
	}
	b.listed = listed
	b.Count()
	for _, table := range []string{"ranks", "standings"} {
		t.queue(`delete from `+table+` where guild = $1 and game = $2 and pool = $3`, b.Guild, b.Game, b.Pool)
	}
	return t.keep(ctx, b)
}

// rankOf returns the place of a standing in the ranking, its step, and when it lapses. The place is
// nil if the standing is not in the ranking.
func rankOf(s match.Standing) (place []byte, step, until int64) {
	if ratings.Listed(s) {
		place = layout.RankKey(s)
	}
	return place, int64(ratings.Step(s.Rating)), ratings.Lapses(s.Skill)
}

// keep stores the changes of a book.
func (t *tx) keep(ctx context.Context, b *book) error {
	var gone, who, entries []string
	var places [][]byte
	var certain []bool
	var steps []int64
	var until []int64
	ranked := map[[2]int]int{} // change of the number of players, by certainty and step
	rank := func(s match.Standing, certain bool, by int) {
		if ratings.Listed(s) {
			ranked[[2]int{b2i(certain), ratings.Step(s.Rating)}] += by
		}
	}
	for _, d := range b.Differences() {
		if d.Was.Played > 0 {
			key := layout.PlayerKey(d.Was.Who)
			if rank(d.Was, b.certain[key], -1); d.Is.Played == 0 {
				gone = append(gone, key)
			}
		}
		if d.Is.Played == 0 {
			continue
		}
		text, err := json.Marshal(d.Is)
		if err != nil {
			return err
		}
		place, step, lapses := rankOf(d.Is)
		rank(d.Is, lapses > 0, 1)
		who, entries, certain = append(who, layout.PlayerKey(d.Is.Who)), append(entries, string(text)),
			append(certain, lapses > 0)
		places, steps, until = append(places, place), append(steps, step), append(until, lapses)
	}
	if len(gone) > 0 {
		t.queue(`delete from standings where guild = $1 and game = $2 and pool = $3 and who = any($4)`, b.Guild,
			b.Game, b.Pool, gone)
	}
	if len(who) > 0 {
		t.queue(`insert into standings (guild, game, pool, who, entry, place, certain, step, until)
			select $1, $2, $3, unnest($4::text[]), unnest($5::text[]), unnest($6::bytea[]), unnest($7::bool[]), unnest($8::bigint[]), unnest($9::bigint[])
			on conflict (guild, who, game, pool) do update set (entry, place, certain, step, until) = (excluded.entry, excluded.place, excluded.certain, excluded.step, excluded.until)`,
			b.Guild, b.Game, b.Pool, who, entries, places, certain, steps, until)
	}
	t.rankBy(b.Key, ranked)
	if err := t.keepSkills(b.Skills()); err != nil || len(b.listed) == 0 {
		return err
	}
	return t.relist(ctx, b.listed...)
}

// relist rebuilds some users' entries in the list of all servers. They are deleted and inserted
// again, because a user may have changed the server, and each statement counts in ranks what it
// did itself: so the counts follow even if the entries were wrong.
func (t *tx) relist(ctx context.Context, users ...match.UserID) error {
	t.lockBook(ledger.Key{Guild: match.Everywhere})
	who, guilds, keys := []string{}, []string{}, []string{}
	for _, u := range users {
		keys = append(keys, layout.PlayerKey(match.Player{User: u}))
	}
	t.queue(`select id, entry from users where id = any($1)`, users).Query(func(rows pgx.Rows) error {
		var id, entry string
		_, err := pgx.ForEachRow(rows, []any{&id, &entry}, func() error {
			if g := layout.ListedIn([]byte(entry)); g != "" {
				who, guilds = append(who, layout.PlayerKey(match.Player{User: match.UserID(id)})),
					append(guilds, string(g))
			}
			return nil
		})
		return err
	})
	if err := t.flush(ctx); err != nil {
		return err
	}
	t.queue(`with gone as (delete from standings where guild = $1 and who = any($2) returning game, pool, certain, step),
		places as (select game, pool, certain, step, count(*) n from gone group by game, pool, certain, step)
		update ranks r set n = r.n - p.n from places p where guild = $1 and r.game = p.game and r.pool = p.pool and r.certain = p.certain and r.step = p.step`, match.Everywhere, keys)
	t.queue(`with come as (insert into standings (guild, who, game, pool, entry, place, certain, step, until)
			select $1, s.who, game, pool, entry, place, until > 0, step, until from standings s join unnest($2::text[], $3::text[]) l(who, guild) on s.who = l.who and s.guild = l.guild
			where place is not null returning game, pool, certain, step)
		insert into ranks (guild, game, pool, certain, step, n) select $1, game, pool, certain, step, count(*) from come group by game, pool, certain, step
			on conflict (guild, game, pool, certain, step) do update set n = ranks.n + excluded.n`, match.Everywhere,
		who, guilds)
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rankBy changes the counts of some steps of a ranking.
func (t *tx) rankBy(key ledger.Key, ranked map[[2]int]int) {
	var certain []bool
	var steps, by []int64
	for at, n := range ranked {
		if n != 0 {
			certain, steps, by = append(certain, at[0] == 1), append(steps, int64(at[1])), append(by, int64(n))
		}
	}
	if len(by) > 0 {
		t.queue(`insert into ranks (guild, game, pool, certain, step, n) select $1, $2, $3, unnest($4::bool[]), unnest($5::bigint[]), unnest($6::bigint[])
			on conflict (guild, game, pool, certain, step) do update set n = ranks.n + excluded.n`, key.Guild, key.Game,
			key.Pool, certain, steps, by)
	}
}

// keepSkills stores the players' skills before results; nil deletes them.
func (t *tx) keepSkills(skills map[match.ID][]match.Skill) error {
	var ids, before, gone []string
	for id, list := range skills {
		if list == nil {
			gone = append(gone, string(id))
			continue
		}
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		ids, before = append(ids, string(id)), append(before, string(text))
	}
	if len(gone) > 0 {
		t.queue(`delete from skills where id = any($1)`, gone)
	}
	if len(ids) > 0 {
		t.queue(`insert into skills (id, before) select unnest($1::text[]), unnest($2::text[]) on conflict (id) do update set before = excluded.before`, ids, before)
	}
	return nil
}

// standings reads standings by a statement that selects entries.
func standings(ctx context.Context, s *Store, sql string, args ...any) ([]match.Standing, error) {
	return list(ctx, s.pool, texts(func(text string) (match.Standing, error) {
		return layout.ReadStanding([]byte(text))
	}), sql, args...)
}

func (s *Store) StandingsOf(ctx context.Context, g match.GuildID, who match.Player) ([]match.Standing, error) {
	return standings(ctx, s, `select entry from standings where guild = $1 and who = $2 order by game, pool`, g,
		layout.PlayerKey(who))
}

func (s *Store) SkillsBefore(ctx context.Context, g match.GuildID, r match.Result) (before []match.Skill, err error) {
	var text string
	err = s.one(ctx, `select before from matches join skills using (id) where id = $1 and guild = $2 and game = $3 and ended is not null`, []any{r.Match, g, r.Game}, &text)
	if errors.Is(err, match.ErrNotFound) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &before)
	}
	return before, err
}

// Ranking implements match.Store. It first moves players whose ratings have lapsed to the uncertain
// ones, once for each.
func (s *Store) Ranking(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool, now time.Time, max int,
	who match.Player,
) (r match.Ranking, err error) {
	key, lapsed := ledger.Key{Guild: g, Game: game, Pool: pool}, false
	const look = `select exists (select 1 from standings where guild = $1 and game = $2 and pool = $3 and certain and until <= $4 and place is not null)`
	if err := s.one(ctx, look, []any{g, game, pool, now.UnixNano()}, &lapsed); err != nil {
		return r, err
	}
	if lapsed {
		if err := s.transact(ctx, func(t *tx) error { t.settle(key, now); return nil }); err != nil {
			return r, err
		}
	}
	if r.Top, err = standings(ctx, s,
		`select entry from standings where guild = $1 and game = $2 and pool = $3 and place is not null
		order by certain desc, step desc, place limit $4`, g, game, pool, max); err != nil {
		return r, err
	}
	err = s.one(ctx, `with mine as (select certain, step, place from standings where guild = $1 and game = $2 and pool = $3 and who = $4 and place is not null)
		select coalesce((select sum(n) from ranks where guild = $1 and game = $2 and pool = $3), 0)::bigint,
			(select count(*) from mine)
			+ coalesce((select sum(n) from ranks r, mine m where guild = $1 and game = $2 and pool = $3
				and (r.certain and not m.certain or r.certain = m.certain and r.step > m.step)), 0)::bigint
			+ (select count(*) from standings s, mine m where guild = $1 and game = $2 and pool = $3
				and s.certain = m.certain and s.step = m.step and s.place < m.place)`,
		[]any{g, game, pool, layout.PlayerKey(who)}, &r.Of, &r.Place)
	return r, err
}

// settle moves players whose ratings have lapsed to the uncertain ones. The part that updates
// returns only the rows that it has moved, so two processes that settle at once count none twice.
func (t *tx) settle(key ledger.Key, now time.Time) {
	t.lockBook(key)
	t.queue(`with lapsed as (update standings set certain = false
			where guild = $1 and game = $2 and pool = $3 and certain and until <= $4 and place is not null returning step),
		steps as (select step, count(*) n from lapsed group by step),
		fewer as (update ranks set n = ranks.n - steps.n from steps where guild = $1 and game = $2 and pool = $3 and certain and ranks.step = steps.step)
		insert into ranks (guild, game, pool, certain, step, n) select $1, $2, $3, false, step, n from steps
			on conflict (guild, game, pool, certain, step) do update set n = ranks.n + excluded.n`, key.Guild, key.Game,
		key.Pool, now.UnixNano())
}
