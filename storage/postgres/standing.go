package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
)

// Standings are updated when matches end. Each pool of a game in a server is a book. One
// transaction at a time changes it: its row is locked after that of the match. Standings depend on
// the order in which matches ended. A match may be stored after one that ended later, or continue
// after its end. Then the later results are removed, newest first, and added again. So each result
// has its players' skills before it.

// ending is a stored result. The zero ending belongs to a match without one.
type ending struct {
	guild match.GuildID
	game  games.ID
	at    int64
	text  string // JSON of match.Result
}

// bookKey identifies a book of standings.
type bookKey struct {
	guild match.GuildID
	game  games.ID
	pool  match.Pool
}

func compareBooks(a, b bookKey) int {
	return cmp.Or(cmp.Compare(a.guild, b.guild), cmp.Compare(a.game, b.game), cmp.Compare(a.pool, b.pool))
}

// counted is a result, and its players' skills before it.
type counted struct {
	match.Result
	before []match.Skill
	known  bool // before is what the database has stored; otherwise it must be computed
}

func compareResults(a, b counted) int {
	return cmp.Or(cmp.Compare(layout.UnixNano(a.Ended), layout.UnixNano(b.Ended)), cmp.Compare(a.Match, b.Match))
}

// kept is a stored standing.
type kept struct {
	match.Standing
	certain bool // the list has it among the certain ratings
}

// book holds the standings of one pool of one game in a server, as a transaction changes them. It
// is a ratings.Book.
type book struct {
	key     bookKey
	leaving map[match.UserID]match.Player // users who are being erased, and the players that replace them
	stored  map[string]kept               // the standings that the database has, by layout.PlayerKey
	now     map[match.Player]match.Standing
	listed  []match.UserID // users of this book who show this server's standings in the list of all servers
	earlier []match.Result // rated results that count as recent for later ones
	later   []counted      // results from the first changed one on
	skills  map[match.ID][]match.Skill
}

var _ ratings.Book = (*book)(nil)

// newBook returns an empty book.
func newBook(key bookKey) *book {
	return &book{
		key: key, leaving: map[match.UserID]match.Player{}, stored: map[string]kept{},
		now: map[match.Player]match.Standing{}, skills: map[match.ID][]match.Skill{},
	}
}

func (b *book) Standing(p match.Player) match.Standing { return b.now[p] }

func (b *book) Keep(s match.Standing) { b.now[s.Who] = s }

func (b *book) Recent(two ratings.Pair, r match.Result) (n int) {
	for _, one := range b.earlier {
		if r.Ended.Sub(one.Ended) >= ratings.Window {
			continue
		}
		for _, pair := range ratings.Pairs(one) {
			if pair == two {
				n++
			}
		}
	}
	return n
}

// rename replaces the users of a result who are being erased.
func (b *book) rename(r match.Result) match.Result {
	for seat, p := range r.Players {
		if now, is := b.leaving[p.User]; is {
			r.Players[seat] = now
		}
	}
	return r
}

// add adds a result after all others.
func (b *book) add(r match.Result) {
	b.skills[r.Match] = nil
	if r.Rated {
		before := []match.Skill{}
		for _, p := range r.Players {
			skill := ratings.Fresh(p, r).Skill
			if s := b.now[p]; s.Played > 0 {
				skill = s.Skill
			}
			before = append(before, skill)
		}
		b.skills[r.Match] = before
	}
	ratings.Add(b, r)
	if r.Rated {
		for len(b.earlier) > 0 && r.Ended.Sub(b.earlier[0].Ended) >= ratings.Window {
			b.earlier = b.earlier[1:]
		}
		b.earlier = append(b.earlier, r)
	}
}

// rank updates the standings when a match's result is replaced.
func (t *tx) rank(ctx context.Context, id match.ID, was, is ending) error {
	books := map[bookKey][2]*counted{} // by book: the result to remove and the one to add
	for i, e := range []ending{was, is} {
		if e.text == "" {
			continue
		}
		r, err := readResult(id, fmt.Sprint(e.game, " ", e.at, " ", e.text))
		if err != nil {
			return err
		}
		key := bookKey{e.guild, e.game, r.Pool()}
		both := books[key]
		both[i] = &counted{Result: r}
		books[key] = both
	}
	for _, key := range slices.SortedFunc(maps.Keys(books), compareBooks) {
		if err := t.account(ctx, key, books[key][0], books[key][1]); err != nil {
			return err
		}
	}
	return nil
}

// account removes a result from a book and adds another one.
func (t *tx) account(ctx context.Context, key bookKey, was, is *counted) error {
	first := was
	if first == nil || is != nil && compareResults(*is, *was) < 0 {
		first = is
	}
	b, err := t.open(ctx, key, first)
	if err != nil {
		return err
	}
	for _, one := range []*counted{was, is} {
		if one != nil {
			one.Result = b.rename(one.Result)
		}
	}
	switch err := t.load(ctx, b, first, is); {
	case errors.Is(err, ErrDamaged):
		return t.recount(ctx, b, was, is)
	case err != nil:
		return err
	}
	// only the users differ, because one is being erased
	if was != nil && is != nil && sameResult(was.Result, is.Result) {
		return t.keep(ctx, b)
	}
	for _, r := range b.later {
		if r.Rated && !r.known {
			return t.recount(ctx, b, was, is)
		}
	}
	for _, r := range slices.Backward(b.later) {
		ratings.Undo(b, r.Result, r.before)
	}
	b.addLater(was, is)
	return t.keep(ctx, b)
}

// addLater adds the later results again. It leaves out the result was and adds the result is;
// either may be nil.
func (b *book) addLater(was, is *counted) {
	list := slices.DeleteFunc(b.later, func(r counted) bool { return was != nil && r.Match == was.Match })
	if was != nil {
		b.skills[was.Match] = nil
	}
	if is != nil {
		list = append(list, *is)
	}
	slices.SortFunc(list, compareResults)
	for _, r := range list {
		b.add(r.Result)
	}
}

func sameResult(a, b match.Result) bool {
	one, _ := json.Marshal(a) // plain data always marshals
	other, _ := json.Marshal(b)
	return string(one) == string(other) && a.Ended.Equal(b.Ended)
}

// open locks the results that a book contains and reads them, from a given result on; nil: all of
// them.
func (t *tx) open(ctx context.Context, key bookKey, from *counted) (*book, error) {
	b := newBook(key)
	t.lockBook(key)
	t.queue(`select usr, named from erasures`).Query(func(rows pgx.Rows) error {
		var user match.UserID
		var as string
		_, err := pgx.ForEachRow(rows, []any{&user, &as}, func() error {
			b.leaving[user] = match.Player{Gone: as}
			return nil
		})
		return err
	})
	at, id := int64(-1), match.ID("")
	if from != nil {
		at, id = layout.UnixNano(from.Ended), from.Match
	}
	t.queue(`select m.id, ended::text, result, before from matches m left join skills s on s.id = m.id
		where ended is not null and guild = $1 and game = $2 and (ended, m.id) >= ($3, $4) order by ended, m.id`,
		key.guild, key.game, at, id).Query(func(rows pgx.Rows) error {
		return readCounted(rows, key, func(c counted) { b.later = append(b.later, c) })
	})
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	for i := range b.later {
		b.later[i].Result = b.rename(b.later[i].Result)
	}
	return b, nil
}

// readCounted reads results of a book: id, time, JSON, and the skills before.
func readCounted(rows pgx.Rows, key bookKey, each func(counted)) error {
	var id match.ID
	var ended, text string
	var before *string
	_, err := pgx.ForEachRow(rows, []any{&id, &ended, &text, &before}, func() error {
		r, err := readResult(id, string(key.game)+" "+ended+" "+text)
		c := counted{Result: r}
		if before != nil {
			c.known = json.Unmarshal([]byte(*before), &c.before) == nil && len(c.before) == len(r.Players)
		}
		if err == nil && r.Pool() == key.pool {
			each(c)
		}
		return err
	})
	return err
}

// lockBook locks a book for this transaction.
func (t *tx) lockBook(key bookKey) {
	if key.guild == match.Everywhere { // one lock for all lists of all servers, because a user may be in several
		key = bookKey{guild: match.Everywhere}
	}
	t.queue(`insert into books (guild, game, pool) values ($1, $2, $3) on conflict do nothing`, key.guild, key.game,
		key.pool)
	t.queue(`select 1 from books where guild = $1 and game = $2 and pool = $3 for update`, key.guild, key.game,
		key.pool)
}

// load reads the standings of the players of later results and of the one to add, and their rated
// games of the last Window before from.
func (t *tx) load(ctx context.Context, b *book, from, is *counted) error {
	results := slices.Clone(b.later)
	if is != nil {
		results = append(results, *is)
	}
	var who, people []string
	for _, r := range results {
		nameless := 0
		for _, p := range r.Players {
			if p.User == "" {
				nameless++
			}
			who = append(who, layout.PlayerKey(p))
			people = append(people, string(p.User))
			for user, as := range b.leaving {
				if as == p {
					who, people = append(who, layout.PlayerKey(match.Player{User: user})), append(people, string(user))
				}
			}
		}
		if nameless > 1 { // such matches may have no people in common, so anybody stands for all
			people = append(people, anybody)
		}
	}
	slices.Sort(who)
	t.queue(`select who, entry, certain from standings where guild = $1 and game = $2 and pool = $3 and who = any($4)`,
		b.key.guild, b.key.game, b.key.pool, slices.Compact(who)).Query(b.read)
	t.queue(`select id, entry from users where id = any($1) and strpos(entry, '"ListedIn"') > 0`,
		people).Query(func(rows pgx.Rows) error {
		var id match.UserID
		var entry string
		_, err := pgx.ForEachRow(rows, []any{&id, &entry}, func() error {
			if layout.ListedIn([]byte(entry)) == b.key.guild {
				b.listed = append(b.listed, id)
			}
			return nil
		})
		return err
	})
	at := layout.UnixNano(from.Ended)
	t.queue(`select id, ended::text, result, null from matches
		where ended is not null and guild = $1 and game = $2 and ended > $5 and (ended, id) < ($3, $4) and ($6 = any($7) or id in (select id from mentions where usr = any($7))) order by ended, id`,
		b.key.guild, b.key.game, at, from.Match, at-int64(ratings.Window), anybody,
		people).Query(func(rows pgx.Rows) error {
		return readCounted(rows, b.key, func(c counted) {
			if c.Rated {
				b.earlier = append(b.earlier, b.rename(c.Result))
			}
		})
	})
	return t.flush(ctx)
}

// anybody replaces all people in the results of a game that only computers or former players have
// played.
const anybody = "*"

// read reads rows of standings. It replaces users who are being erased.
func (b *book) read(rows pgx.Rows) error {
	var key, text string
	var k kept
	_, err := pgx.ForEachRow(rows, []any{&key, &text, &k.certain}, func() (err error) {
		if k.Standing, err = layout.ReadStanding([]byte(text)); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		b.stored[key] = k
		s := k.Standing
		if as, is := b.leaving[s.Who.User]; is {
			s.Who = as
		}
		b.now[s.Who] = s
		return nil
	})
	return err
}

// recount rebuilds a book from all its results, if the skills before one of them are missing.
func (t *tx) recount(ctx context.Context, b *book, was, is *counted) error {
	listed := b.listed
	b, err := t.open(ctx, b.key, nil)
	if err != nil {
		return err
	}
	b.listed = listed
	b.addLater(was, is)
	t.queue(`delete from ranks where guild = $1 and game = $2 and pool = $3`, b.key.guild, b.key.game, b.key.pool)
	t.queue(`delete from standings where guild = $1 and game = $2 and pool = $3`, b.key.guild, b.key.game, b.key.pool)
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
	ranked := map[[2]int]int{} // by certainty and step: the change of the number of players
	rank := func(s match.Standing, certain bool, by int) {
		if ratings.Listed(s) {
			ranked[[2]int{b2i(certain), ratings.Step(s.Rating)}] += by
		}
	}
	for key, k := range b.stored {
		now, there := b.now[k.Who]
		if there && now == k.Standing {
			delete(b.now, k.Who)
			continue
		}
		rank(k.Standing, k.certain, -1)
		if !there || now.Played == 0 {
			gone = append(gone, key)
		}
	}
	for _, s := range b.now {
		if s.Played == 0 {
			continue
		}
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		place, step, lapses := rankOf(s)
		rank(s, lapses > 0, 1)
		who, entries, certain = append(who, layout.PlayerKey(s.Who)), append(entries, string(text)),
			append(certain, lapses > 0)
		places, steps, until = append(places, place), append(steps, step), append(until, lapses)
	}
	if len(gone) > 0 {
		t.queue(`delete from standings where guild = $1 and game = $2 and pool = $3 and who = any($4)`, b.key.guild,
			b.key.game, b.key.pool, gone)
	}
	if len(who) > 0 {
		t.queue(`insert into standings (guild, game, pool, who, entry, place, certain, step, until)
			select $1, $2, $3, unnest($4::text[]), unnest($5::text[]), unnest($6::bytea[]), unnest($7::bool[]), unnest($8::bigint[]), unnest($9::bigint[])
			on conflict (guild, who, game, pool) do update set (entry, place, certain, step, until) = (excluded.entry, excluded.place, excluded.certain, excluded.step, excluded.until)`,
			b.key.guild, b.key.game, b.key.pool, who, entries, places, certain, steps, until)
	}
	t.rankBy(b.key, ranked)
	if err := t.keepSkills(b.skills); err != nil || len(b.listed) == 0 {
		return err
	}
	return t.relist(ctx, b.listed...)
}

// relist rebuilds some users' entries in the list of all servers.
func (t *tx) relist(ctx context.Context, users ...match.UserID) error {
	t.lockBook(bookKey{guild: match.Everywhere})
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
func (t *tx) rankBy(key bookKey, ranked map[[2]int]int) {
	var certain []bool
	var steps, by []int64
	for at, n := range ranked {
		if n != 0 {
			certain, steps, by = append(certain, at[0] == 1), append(steps, int64(at[1])), append(by, int64(n))
		}
	}
	if len(by) > 0 {
		t.queue(`insert into ranks (guild, game, pool, certain, step, n) select $1, $2, $3, unnest($4::bool[]), unnest($5::bigint[]), unnest($6::bigint[])
			on conflict (guild, game, pool, certain, step) do update set n = ranks.n + excluded.n`, key.guild, key.game,
			key.pool, certain, steps, by)
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
	key, lapsed := bookKey{g, game, pool}, false
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

// settle moves players whose ratings have lapsed to the uncertain ones.
func (t *tx) settle(key bookKey, now time.Time) {
	t.lockBook(key)
	t.queue(`with lapsed as (update standings set certain = false
			where guild = $1 and game = $2 and pool = $3 and certain and until <= $4 and place is not null returning step),
		steps as (select step, count(*) n from lapsed group by step),
		fewer as (update ranks set n = ranks.n - steps.n from steps where guild = $1 and game = $2 and pool = $3 and certain and ranks.step = steps.step)
		insert into ranks (guild, game, pool, certain, step, n) select $1, $2, $3, false, step, n from steps
			on conflict (guild, game, pool, certain, step) do update set n = ranks.n + excluded.n`, key.guild, key.game,
		key.pool, now.UnixNano())
}
