package ledger

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// rows holds the rows of a store with two servers and one game.
type rows struct {
	*testing.T
	results   map[match.ID]*Ending
	skills    map[match.ID][]match.Skill
	standings map[Key]map[string]match.Standing
	erased    Erased
}

func newRows(t *testing.T) *rows {
	return &rows{
		T: t, results: map[match.ID]*Ending{}, skills: map[match.ID][]match.Skill{},
		standings: map[Key]map[string]match.Standing{}, erased: Erased{},
	}
}

func player(name string) match.Player {
	switch {
	case strings.HasPrefix(name, "c:"):
		return match.Player{Computer: name[2:]}
	case strings.HasPrefix(name, "g:"):
		return match.Player{Gone: name[2:]}
	}
	return match.Player{User: match.UserID(name)}
}

// readEnding reads a result such as "m1 3h ann bob": match, time, players by their places. With
// ann=bob both have the same place. A ~ before the match means unrated, a # another server.
func readEnding(text string) *Ending {
	words := strings.Fields(text)
	id := strings.TrimLeft(words[0], "~#")
	after, err := time.ParseDuration(words[1])
	if err != nil {
		panic(err)
	}
	e := &Ending{Guild: "g1", Result: match.Result{
		Match: match.ID(id), Game: "kalah", Ended: noon.Add(after), Rated: !strings.Contains(words[0], "~"),
	}}
	if strings.Contains(words[0], "#") {
		e.Guild = "g2"
	}
	for _, place := range words[2:] {
		first := int8(len(e.Players) + 1)
		for name := range strings.SplitSeq(place, "=") {
			e.Players, e.Place = append(e.Players, player(name)), append(e.Place, first)
		}
	}
	return e
}

// sorted returns the results of a book, oldest first.
func (r *rows) sorted(key Key) (list []match.Result) {
	for _, e := range r.results {
		if e != nil && e.Guild == key.Guild && e.Game == key.Game && e.Pool() == key.Pool {
			list = append(list, e.Result)
		}
	}
	slices.SortFunc(list, func(a, b match.Result) int {
		if n := a.Ended.Compare(b.Ended); n != 0 {
			return n
		}
		return strings.Compare(string(a.Match), string(b.Match))
	})
	return list
}

// replace applies a change to a Book as a storage engine does: the Book gets only those rows that
// it asks for.
func (r *rows) replace(id match.ID, is *Ending) bool {
	r.Helper()
	known := true
	for _, c := range Changes(r.results[id], is) {
		var later []Entry
		from := c.From()
		for _, one := range r.sorted(c.Key) {
			if !one.Ended.Before(from.Ended) && (one.Ended.After(from.Ended) || one.Match >= from.Match) {
				later = append(later, Entry{one, r.skills[one.Match]})
			}
		}
		b := Open(c, r.erased, later)
		for _, p := range b.Players() {
			if s, is := r.standings[c.Key][layout.PlayerKey(p)]; is {
				b.Load(s)
			}
		}
		first, pairs := b.First(), b.Pairs()
		for _, one := range r.sorted(c.Key) {
			if first.Ended.Sub(one.Ended) >= ratings.Window || one.Ended.After(first.Ended) ||
				one.Ended.Equal(first.Ended) && one.Match >= first.Match {
				continue
			}
			for _, two := range layout.RatedPairs(one) {
				if slices.Contains(pairs, two) {
					b.Played(two, one.Ended)
				}
			}
		}
		if !b.Replace() {
			known = false
			continue
		}
		if c.Was != nil { // the file keeps skills with the result
			delete(r.skills, c.Was.Match)
		}
		r.store(c.Key, b)
	}
	if known {
		r.results[id] = is
	}
	return known
}

func (r *rows) store(key Key, b *Book) {
	r.Helper()
	if r.standings[key] == nil {
		r.standings[key] = map[string]match.Standing{}
	}
	for _, d := range b.Differences() {
		if d.Was == d.Is || d.Was.Played == 0 && d.Is.Played == 0 {
			r.Errorf("%+v is no difference", d)
		}
		if d.Was.Played > 0 {
			delete(r.standings[key], layout.PlayerKey(d.Was.Who))
		}
		if d.Is.Played > 0 {
			r.standings[key][layout.PlayerKey(d.Is.Who)] = d.Is
		}
	}
	for id, before := range b.Skills() {
		if r.skills[id] = before; before == nil {
			delete(r.skills, id)
		}
	}
}

// do carries out a step.
func (r *rows) do(step string) {
	r.Helper()
	what, rest, _ := strings.Cut(step, " ")
	switch what {
	case "erase": // a user
		r.erased[match.UserID(rest)] = match.Player{Gone: rest}
	case "rewrite": // the record of a match, without the users who are being erased
		e := *r.results[match.ID(rest)]
		e.Result = r.erased.Result(e.Result)
		r.replace(match.ID(rest), &e)
		for _, p := range e.Players {
			if p.Gone != "" {
				if _, left := r.standings[Key{e.Guild, e.Game, e.Pool()}][layout.PlayerKey(player(p.Gone))]; left {
					r.Errorf("%s: there is a standing of %s yet", step, p.Gone)
				}
			}
		}
	case "remove":
		r.replace(match.ID(rest), nil)
	default:
		e := readEnding(step)
		r.replace(e.Match, e)
	}
}

// verify compares the rows with ratings.Table, which knows all results at once.
func (r *rows) verify(after string) {
	r.Helper()
	for _, guild := range []match.GuildID{"g1", "g2"} {
		for pool := range match.Pool(2) {
			key := Key{guild, "kalah", pool}
			var results []match.Result
			for _, one := range r.sorted(key) {
				results = append(results, r.erased.Result(one))
			}
			want := map[match.Player]match.Standing{}
			for _, s := range ratings.Table(results, pool) {
				want[s.Who] = s
			}
			got := map[match.Player]match.Standing{}
			for _, s := range r.standings[key] {
				s.Who = r.erased.player(s.Who)
				got[s.Who] = s
			}
			if !reflect.DeepEqual(got, want) || len(r.standings[key]) != len(want) {
				r.Errorf("after %q the standings of %v are\n%v\nwant\n%v", after, key, got, want)
			}
			for i, one := range results {
				var skills []match.Skill
				earlier := ratings.Table(results[:i], pool)
				for _, p := range one.Players {
					s := ratings.Fresh(p, one)
					if at := slices.IndexFunc(earlier, func(s match.Standing) bool { return s.Who == p }); at >= 0 {
						s = earlier[at]
					}
					skills = append(skills, s.Skill)
				}
				if !one.Rated {
					skills = nil
				}
				if got := r.skills[one.Match]; !slices.Equal(got, skills) {
					r.Errorf("after %q the skills before %s are %v, want %v", after, one.Match, got, skills)
				}
			}
		}
	}
	for id := range r.skills {
		if r.results[id] == nil {
			r.Errorf("after %q there are skills of %s, which has no result", after, id)
		}
	}
}

// P23, P30: in whatever order results come and change, the rows are those of all results in the
// order of their endings.
func TestReplace(t *testing.T) {
	for name, steps := range map[string][]string{
		"one after the other":    {"m1 1h ann bob", "m2 30h bob cid", "m3 90h ann=cid"},
		"one that ended earlier": {"m3 90h ann bob", "m1 1h bob cid", "m2 30h ann cid"},
		"ended at the same time": {"m2 1h ann bob", "m1 1h bob ann", "m3 1h ann bob"},
		"taken back": {
			"m1 1h ann bob", "m2 30h bob cid", "m3 90h ann cid", "remove m1", "remove m3", "remove m2",
		},
		"taken back and ended again": {"m1 1h ann bob", "m2 30h ann cid", "remove m1", "m1 90h bob ann"},
		"ended otherwise":            {"m1 1h ann bob", "m2 30h ann cid", "m1 1h bob ann"},
		"ended later than it was":    {"m1 1h ann bob", "m2 30h ann cid", "m1 60h ann bob"},
		"ended earlier than it was":  {"m2 30h ann cid", "m1 60h ann bob", "m1 1h ann bob"},
		"unrated": {
			"m1 1h ann bob", "~m2 2h bob ann", "m3 3h ann=bob", "~m1 1h ann bob", "m2 2h bob ann",
		},
		"unrated games are not recent": {"~m1 1h ann bob", "~m2 2h bob ann", "m3 3h ann bob"},
		"again within a day": {
			"m1 0h ann bob", "m2 1h ann bob", "m3 2h ann bob", "m4 24h ann bob", "m5 25h30m ann bob", "m6 80h bob ann",
		},
		"again within a day, and one earlier": {
			"m1 0h ann bob", "m3 23h ann bob", "m4 26h ann bob", "m2 2h ann bob",
		},
		"a day apart to the second": {"m1 0h ann bob", "m2 24h ann bob", "m3 23h59m59s ann bob"},
		"others within a day": {
			"m1 0h ann bob", "m2 1h ann cid", "m3 2h bob cid", "m4 3h ann bob",
		},
		"several at a table": {
			"m1 1h ann bob cid dan", "m2 2h ann=bob cid=dan", "m3 3h dan cid=ann bob", "remove m1",
		},
		"computer players": {
			"m1 1h ann c:easy", "m2 2h c:easy ann c:hard", "m3 3h c:easy c:hard", "m4 4h c:hard c:hard",
		},
		"computers apart": {
			"m1 1h ann c:easy", "m2 2h ann bob", "m3 3h bob c:easy", "m1 1h ann bob", "m2 2h ann c:hard",
		},
		"another server": {
			"m1 1h ann bob", "#m2 2h ann bob", "#m1 1h ann bob", "remove m2", "m1 5h bob ann",
		},
		"an erasure": {
			"m1 1h ann bob", "m2 2h bob ann", "erase ann", "rewrite m1", "rewrite m2", "m3 3h g:ann bob",
		},
		"an erasure that has only begun": {
			"m1 1h ann bob", "m2 2h bob ann", "erase ann", "m3 3h ann bob", "m4 90h g:ann bob",
		},
		"an erasure beside an earlier result": {
			"m2 2h ann bob", "m3 3h ann cid", "erase ann", "m1 1h g:ann bob", "rewrite m3", "rewrite m2",
		},
		"an erasure with a result taken back": {
			"m1 1h ann bob", "m2 2h ann bob", "erase ann", "rewrite m2", "remove m1", "remove m2",
		},
		"two are erased": {
			"m1 1h ann bob", "m2 2h bob ann", "erase ann", "erase bob", "m3 3h cid ann bob", "rewrite m2", "rewrite m1",
		},
		"an erasure in the other pool": {
			"m1 1h ann c:easy", "m2 2h ann bob", "erase ann", "rewrite m1", "rewrite m2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRows(t)
			for i := range steps {
				r.do(steps[i])
				r.verify(strings.Join(steps[:i+1], ", "))
			}
			for _, guild := range []match.GuildID{"g1", "g2"} {
				if said := r.compare(guild); len(said) > 0 {
					t.Errorf("compared with the results: %q", said)
				}
			}
		})
	}
}

// P23: the rows follow from the results for any results in any order, among them those of computers
// with several seats.
func TestReplaceAtRandom(t *testing.T) {
	lot := rand.New(rand.NewPCG(20261128, 0))
	r, names := newRows(t), []string{"ann", "bob", "cid", "c:easy", "c:hard"}
	for n := range 400 {
		id := fmt.Sprint("m", lot.IntN(30))
		step := fmt.Sprintf("%s %dh", id, lot.IntN(72))
		if lot.IntN(6) == 0 {
			step = "~" + step
		}
		for seat, i := range lot.Perm(len(names))[:2+lot.IntN(3)/2] {
			step += []string{" ", " ", "="}[min(seat, 1)*lot.IntN(3)] + names[i]
			if names[i] == "c:hard" && lot.IntN(3) == 0 {
				step += " c:hard"
			}
		}
		if lot.IntN(5) == 0 && r.results[match.ID(id)] != nil {
			step = "remove " + id
		}
		if n == 300 {
			step = "erase bob"
		}
		r.do(step)
		r.verify(fmt.Sprint(n, " steps, the last ", step))
		if t.Failed() {
			return
		}
	}
}

// compare compares the rows of a server.
func (r *rows) compare(guild match.GuildID) (said []string) {
	c := Compare(guild, "kalah", r.erased, func(format string, args ...any) {
		said = append(said, fmt.Sprintf(format, args...))
	})
	for pool := range match.Pool(2) {
		for _, one := range r.sorted(Key{guild, "kalah", pool}) {
			c.Result(Entry{one, r.skills[one.Match]})
		}
		for who, s := range r.standings[Key{guild, "kalah", pool}] {
			c.Standing(who, int(pool), s, nil)
		}
	}
	c.Finish()
	return said
}

// A Book is not changed if its later results can't be undone. Results before the change don't
// matter, nor do unrated ones.
func TestUnknownSkills(t *testing.T) {
	for _, c := range []struct {
		lost  string
		step  string
		known bool
	}{
		{"m1", "m0 0h ann bob", false},
		{"m2", "m0 0h ann bob", false},
		{"m1", "m2 2h bob ann", true},
		{"m3", "m0 0h ann bob", true},
		{"m2", "m2 2h bob ann", false},
	} {
		r := newRows(t)
		for _, step := range []string{"m1 1h ann bob", "m2 2h ann bob", "~m3 3h ann bob"} {
			r.do(step)
		}
		before := fmt.Sprint(r.standings)
		delete(r.skills, match.ID(c.lost))
		e := readEnding(c.step)
		if known := r.replace(e.Match, e); known != c.known || known == (fmt.Sprint(r.standings) == before) {
			t.Errorf("without the skills before %s, %q: Replace = %t, want %t, and the standings are\n%v\nwere\n%v", c.lost,
				c.step, known, c.known, r.standings, before)
		}
	}
}

// A Book can be built from all its results, with and without the change.
func TestCount(t *testing.T) {
	all := []string{"m1 1h ann bob", "m2 2h bob ann cid", "~m3 3h ann bob", "m4 60h cid ann"}
	for _, c := range []struct{ was, is string }{
		{"", ""}, {"m1 1h ann bob", ""}, {"", "m5 30h bob ann"}, {"m4 60h cid ann", "m4 5h ann cid"},
	} {
		change, r := Change{Key: Key{"g1", "kalah", match.AmongPeople}}, newRows(t)
		var stored []Entry
		for _, text := range all {
			e := readEnding(text)
			stored, r.results[e.Match] = append(stored, Entry{Result: e.Result}), e
		}
		if c.was != "" {
			change.Was = &readEnding(c.was).Result
			delete(r.results, change.Was.Match)
			r.skills[change.Was.Match] = make([]match.Skill, 2) // the standings are as before the change
		}
		if c.is != "" {
			change.Is = &readEnding(c.is).Result
			r.results[change.Is.Match] = readEnding(c.is)
		}
		b := Open(change, nil, stored)
		b.Count()
		r.store(change.Key, b)
		r.verify(fmt.Sprintf("%q was and %q is", c.was, c.is))
	}
}

// A result that moves to another Book is undone first. Books are locked in a fixed order, so that
// no two writers wait for each other.
func TestChangesInOrder(t *testing.T) {
	here, there := readEnding("m1 1h ann bob"), readEnding("#m1 1h ann bob")
	computer := readEnding("m1 1h ann c:easy")
	for _, c := range []struct {
		was, is      *Ending
		order, locks string
	}{
		{nil, nil, "[]", "[]"},
		{nil, here, "[{g1 kalah 0}]", "[{g1 kalah 0}]"},
		{here, nil, "[{g1 kalah 0}]", "[{g1 kalah 0}]"},
		{here, here, "[{g1 kalah 0}]", "[{g1 kalah 0}]"},
		{here, there, "[{g1 kalah 0} {g2 kalah 0}]", "[{g1 kalah 0} {g2 kalah 0}]"},
		{there, here, "[{g2 kalah 0} {g1 kalah 0}]", "[{g1 kalah 0} {g2 kalah 0}]"},
		{here, computer, "[{g1 kalah 0} {g1 kalah 1}]", "[{g1 kalah 0} {g1 kalah 1}]"},
		{computer, here, "[{g1 kalah 1} {g1 kalah 0}]", "[{g1 kalah 0} {g1 kalah 1}]"},
	} {
		keys, changes := []Key{}, Changes(c.was, c.is)
		for _, change := range changes {
			keys = append(keys, change.Key)
			if of := change.From(); of == nil || change.Was != nil && c.was == nil || change.Is != nil && c.is == nil {
				t.Errorf("Changes(%v, %v) has %+v", c.was, c.is, change)
			}
		}
		if got, locks := fmt.Sprint(keys), fmt.Sprint(Locks(changes)); got != c.order || locks != c.locks {
			t.Errorf("Changes(%v, %v) are of %s, locked %s; want %s, %s", c.was, c.is, got, locks, c.order, c.locks)
		}
	}
}

// Compare reports a standing in a pool that doesn't exist.
func TestComparePools(t *testing.T) {
	for pool, misplaced := range map[int]bool{-1: true, 0: false, 1: false, 2: true} {
		var said string
		c := Compare("g1", "kalah", nil, func(format string, _ ...any) { said = format })
		c.Standing("uann", pool, match.Standing{Who: player("ann"), Pool: match.Pool(pool)}, nil)
		if strings.Contains(said, " is that of ") != misplaced {
			t.Errorf("a standing in pool %d: %q, misplaced: want %t", pool, said, misplaced)
		}
	}
}

// Compare names each difference between rows and results once.
func TestCompare(t *testing.T) {
	key := Key{"g1", "kalah", match.AmongPeople}
	for name, c := range map[string]struct {
		spoil func(*rows)
		want  string
	}{
		"nothing": {func(*rows) {}, ""},
		"a standing": {func(r *rows) {
			s := r.standings[key]["uann"]
			s.Won++
			r.standings[key]["uann"] = s
		}, `server "g1", kalah: the standing of uann is not what follows from the results`},
		"a standing too few": {
			func(r *rows) { delete(r.standings[key], "ubob") }, `server "g1", kalah: the standing of ubob is missing`,
		},
		"a standing too many": {func(r *rows) {
			r.standings[key]["ueve"] = match.Standing{Game: "kalah", Who: player("eve"), Played: 1}
		}, `server "g1", kalah: the standing of ueve is not what follows from the results`},
		"the standing of another": {func(r *rows) {
			r.standings[key]["ueve"] = r.standings[key]["uann"]
		}, `server "g1", kalah: the standing of ueve is that of uann`},
		"both pools": {func(r *rows) {
			r.standings[Key{"g1", "kalah", match.WithComputers}] = map[string]match.Standing{
				"uann": r.standings[key]["uann"],
			}
		}, `server "g1", kalah: the standing of uann is that of uann`},
		"skills": {
			func(r *rows) { r.skills["m1"][1].Rating++ }, "match m1: the skills of its players before it are kept as",
		},
		"no skills": {
			func(r *rows) { delete(r.skills, "m1") }, "match m1: the skills of its players before it are kept as null, and",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRows(t)
			r.do("m1 1h ann bob")
			r.do("m2 2h ann bob")
			c.spoil(r)
			said := r.compare("g1")
			if c.want == "" && len(said) == 0 {
				return
			}
			if len(said) != 1 || !strings.HasPrefix(said[0], c.want) {
				t.Errorf("%q, want one that begins with %q", said, c.want)
			}
		})
	}
}
