package ledger

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
)

// Key identifies a book: the standings of one pool of one game in a server.
type Key struct {
	Guild match.GuildID
	Game  games.ID
	Pool  match.Pool
}

// Ending is a match's result in a server. Nil stands for a match without a result.
type Ending struct {
	Guild match.GuildID
	match.Result
}

// Entry is a stored result, and the skills of its players before it, by seat.
type Entry struct {
	match.Result
	Before []match.Skill
}

// Known reports whether the result can be undone. Skills of unrated results are not needed.
func (e Entry) Known() bool { return !e.Rated || len(e.Before) == len(e.Players) }

func compareResults(a, b match.Result) int {
	return cmp.Or(cmp.Compare(layout.UnixNano(a.Ended), layout.UnixNano(b.Ended)), cmp.Compare(a.Match, b.Match))
}

// Change is what a match's new result changes in one book. At most one of its results is nil.
type Change struct {
	Key
	Was *match.Result // the result to remove
	Is  *match.Result // the result to add
}

// Changes lists what changes if a match's result is replaced. An engine reads the rows of the first
// change before it stores the second: a result that moves to another book is undone with the skills
// stored with it, and only then gets others.
func Changes(was, is *Ending) (list []Change) {
	if was != nil {
		list = append(list, Change{Key: was.book(), Was: &was.Result})
	}
	switch {
	case is == nil:
	case len(list) == 1 && list[0].Key == is.book():
		list[0].Is = &is.Result
	default:
		list = append(list, Change{Key: is.book(), Is: &is.Result})
	}
	return list
}

func (e *Ending) book() Key { return Key{e.Guild, e.Game, e.Pool()} }

// Locks lists the books of changes in the order in which to lock them. It is fixed, so that no two
// writers wait for each other.
func Locks(list []Change) (keys []Key) {
	for _, c := range list {
		keys = append(keys, c.Key)
	}
	slices.SortFunc(keys, func(a, b Key) int {
		return cmp.Or(cmp.Compare(a.Guild, b.Guild), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Pool, b.Pool))
	})
	return keys
}

// From returns the earlier of the two results. Open needs all stored results of the book from this
// one on; nil: all results.
func (c Change) From() *match.Result {
	if c.Was == nil || c.Is != nil && compareResults(*c.Is, *c.Was) < 0 {
		return c.Is
	}
	return c.Was
}

// Erased maps the users who are being erased to the former players who replace them. Some records
// still name the user and others already the former player; a book sees only the latter.
type Erased map[match.UserID]match.Player

func (e Erased) player(p match.Player) match.Player {
	if now, is := e[p.User]; is {
		return now
	}
	return p
}

// Result returns a result without the users who are being erased.
func (e Erased) Result(r match.Result) match.Result {
	r.Players = slices.Clone(r.Players)
	for seat, p := range r.Players {
		r.Players[seat] = e.player(p)
	}
	return r
}

// names lists the names under which rows may contain a player.
func (e Erased) names(p match.Player) []match.Player {
	list := []match.Player{p}
	for user, as := range e {
		if as == p {
			list = append(list, match.Player{User: user})
		}
	}
	return list
}

// Book is a ratings.Book for one change. An engine opens it with the results that the change
// concerns, loads the rows that the book asks for, calls Replace, and stores what differs.
//
// Standings depend on the order in which matches ended. But a match may be stored after one that
// ended later, or continue after its end. Then the later results are undone, newest first, and
// added again. Therefore each result is stored with its players' skills before it.
type Book struct {
	Change
	erased Erased
	later  []Entry                   // results from the first changed one on, oldest first
	stored map[string]match.Standing // standings as they were loaded, by layout.PlayerKey
	now    map[match.Player]match.Standing
	played map[ratings.Pair][]time.Time // rated games that may count as recent for later ones
	skills map[match.ID][]match.Skill
}

var _ ratings.Book = (*Book)(nil)

// Open returns a book without rows. Later holds the stored results from c.From on, oldest first.
func Open(c Change, erased Erased, later []Entry) *Book {
	b := &Book{
		Change: c, erased: erased, stored: map[string]match.Standing{}, now: map[match.Player]match.Standing{},
		played: map[ratings.Pair][]time.Time{}, skills: map[match.ID][]match.Skill{},
	}
	for _, e := range later {
		b.later = append(b.later, Entry{erased.Result(e.Result), e.Before})
	}
	for _, r := range []**match.Result{&b.Was, &b.Is} {
		if *r != nil {
			*r = new(erased.Result(**r))
		}
	}
	return b
}

// concerned lists the results whose players change.
func (b *Book) concerned() (list []match.Result) {
	for _, e := range b.later {
		list = append(list, e.Result)
	}
	if b.Is != nil {
		list = append(list, *b.Is)
	}
	return list
}

// First returns the earliest result that the book concerns, or nil.
func (b *Book) First() *match.Result {
	list := b.concerned()
	if len(list) == 0 {
		return nil
	}
	return new(slices.MinFunc(list, compareResults))
}

// Players lists whose standings to load, each name under which one may be stored.
func (b *Book) Players() []match.Player {
	all := map[match.Player]bool{}
	for _, r := range b.concerned() {
		for _, p := range r.Players {
			for _, name := range b.erased.names(p) {
				all[name] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(all), comparePlayers)
}

// Pairs lists whose rated games of the last ratings.Window before First to load, each two names
// under which they may be stored.
func (b *Book) Pairs() []ratings.Pair {
	all := map[ratings.Pair]bool{}
	for _, r := range b.concerned() {
		for _, two := range layout.RatedPairs(r) {
			for _, one := range b.erased.names(two[0]) {
				for _, other := range b.erased.names(two[1]) {
					all[ratings.PairOf(one, other)] = true
				}
			}
		}
	}
	return slices.Collect(maps.Keys(all))
}

func comparePlayers(a, b match.Player) int {
	return cmp.Compare(layout.PlayerKey(a), layout.PlayerKey(b))
}

// Load adds a stored standing. The standing of a user who is being erased goes to the former
// player.
func (b *Book) Load(s match.Standing) {
	b.stored[layout.PlayerKey(s.Who)] = s
	now := b.erased.player(s.Who)
	if _, is := b.now[now]; is && now != s.Who {
		return
	}
	s.Who = now
	b.now[now] = s
}

// Played adds a rated game of two players before First.
func (b *Book) Played(two ratings.Pair, at time.Time) {
	two = ratings.PairOf(b.erased.player(two[0]), b.erased.player(two[1]))
	b.played[two] = append(b.played[two], at)
}

// Standing implements ratings.Book.
func (b *Book) Standing(p match.Player) match.Standing { return b.now[p] }

// Keep implements ratings.Book.
func (b *Book) Keep(s match.Standing) { b.now[s.Who] = s }

// Recent implements ratings.Book. Results are added in order, so games that are too old for one are
// too old for all after it.
func (b *Book) Recent(two ratings.Pair, r match.Result) int {
	b.played[two] = slices.DeleteFunc(b.played[two],
		func(at time.Time) bool { return r.Ended.Sub(at) >= ratings.Window })
	return len(b.played[two])
}

// Replace makes the change. It reports false, and has done nothing, if the skills before a later
// result are not known.
func (b *Book) Replace() bool {
	if b.Was != nil && b.Is != nil && sameResult(*b.Was, *b.Is) { // only names of erased users differ
		for _, e := range b.later {
			if e.Match == b.Is.Match {
				b.skills[e.Match] = e.Before
			}
		}
		return true
	}
	if slices.ContainsFunc(b.later, func(e Entry) bool { return !e.Known() }) {
		return false
	}
	for _, e := range slices.Backward(b.later) {
		ratings.Undo(b, e.Result, e.Before)
	}
	b.Count()
	return true
}

// sameResult compares results by all that is stored of them.
func sameResult(a, b match.Result) bool {
	one, _ := json.Marshal(a) // the value is plain data, whose encoding can't fail
	other, _ := json.Marshal(b)
	return string(one) == string(other) && a.Ended.Equal(b.Ended)
}

// Count adds the later results, without Was and with Is, to a book that has none of them. It
// rebuilds a book from all its results.
func (b *Book) Count() {
	var list []match.Result
	for _, e := range b.later {
		if b.Was == nil || e.Match != b.Was.Match {
			list = append(list, e.Result)
		}
	}
	if b.Was != nil {
		b.skills[b.Was.Match] = nil
	}
	if b.Is != nil {
		list = append(list, *b.Is)
	}
	slices.SortFunc(list, compareResults)
	for _, r := range list {
		b.Add(r)
	}
}

// Add adds a result after all others, and returns its players' skills before it; nil if it is not
// rated.
func (b *Book) Add(r match.Result) []match.Skill {
	r = b.erased.Result(r)
	var before []match.Skill
	if r.Rated {
		for _, p := range r.Players {
			skill := ratings.Fresh(p, r).Skill
			if s := b.now[p]; s.Played > 0 {
				skill = s.Skill
			}
			before = append(before, skill)
		}
	}
	b.skills[r.Match] = before
	ratings.Add(b, r)
	for _, two := range layout.RatedPairs(r) {
		b.played[two] = append(b.played[two], r.Ended)
	}
	return before
}

// Difference is a standing to store: Was is as it is stored, Is as it should be. A standing without
// a match stands for none.
type Difference struct{ Was, Is match.Standing }

// Differences lists the standings that differ from the loaded ones.
func (b *Book) Differences() (list []Difference) {
	for _, key := range slices.Sorted(maps.Keys(b.stored)) {
		if was, is := b.stored[key], b.now[b.stored[key].Who]; was != is {
			list = append(list, Difference{was, is})
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(b.now), comparePlayers) {
		if _, is := b.stored[layout.PlayerKey(p)]; !is && b.now[p].Played > 0 {
			list = append(list, Difference{Is: b.now[p]})
		}
	}
	return list
}

// Skills returns the skills to store with results; nil: none.
func (b *Book) Skills() map[match.ID][]match.Skill { return b.skills }
