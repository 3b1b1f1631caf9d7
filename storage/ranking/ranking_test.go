package ranking

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

var (
	noon   = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	prefix = layout.StandingPrefix("g1", "kalah", match.AmongPeople)
)

// within calls each function in a transaction of its own, with an initially empty bucket and a
// bucket of users.
func within(t *testing.T, steps ...func(b, users *bbolt.Bucket)) {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "b.db"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, do := range steps {
		if err := db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists([]byte("b"))
			users, err2 := tx.CreateBucketIfNotExists([]byte("users"))
			if err := errors.Join(err, err2); err != nil {
				return err
			}
			do(b, users)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// standing returns a standing that is certain for some days after noon; 0: never; negative: always.
func standing(name string, rating float64, days int) match.Standing {
	s := match.Standing{Who: match.Player{User: match.UserID(name)}, Game: "kalah", Rated: 5, Played: 7}
	if strings.HasPrefix(name, "bot") {
		s.Who = match.Player{Computer: name}
	}
	s.Skill = match.Skill{Rating: rating, Deviation: 111, Volatility: .06}
	if days < 0 {
		s.Deviation = 50
	}
	if days > 0 { // the deviation with which a rating made at noon lapses after the given number of days
		low, high := 0.0, float64(ratings.Certain)
		for range 100 {
			s.Deviation, s.At = (low+high)/2, noon.UnixNano()
			if ratings.Lapses(s.Skill) > noon.Add(time.Duration(days)*24*time.Hour).UnixNano() {
				low = s.Deviation
			} else {
				high = s.Deviation
			}
		}
	}
	return s
}

// problems returns the problems that a Checker finds in a list.
func problems(b *bbolt.Bucket, all []match.Standing) (list []string) {
	c := Checker{Bucket: b, Problem: func(format string, args ...any) {
		list = append(list, fmt.Sprintf(format, args...))
	}}
	for _, s := range all {
		c.Standing(prefix, s)
	}
	c.Finish()
	return list
}

// After any changes a list is what storagetest.Rank makes of the standings, for any length and any
// player, and a check finds nothing.
func TestList(t *testing.T) {
	lot := rand.New(rand.NewPCG(3, 1))
	all, left := map[match.Player]match.Standing{}, []match.Standing(nil)
	within(t, func(b, _ *bbolt.Bucket) {
		l, now := In(b, prefix), noon
		other := In(b, layout.StandingPrefix("g2", "kalah", match.AmongPeople))
		if err := other.Add(standing("zoe", 3000, -1)); err != nil {
			t.Fatal(err)
		}
		of := func(p match.Player) (match.Standing, error) { return all[p], nil }
		for step := range 400 {
			s := standing(fmt.Sprint(lot.IntN(30)), float64(lot.IntN(90)-40)*7.5, lot.IntN(12)-1)
			switch lot.IntN(8) {
			case 0:
				s.Who = match.Player{Computer: "bot" + string(s.Who.User)}
			case 1:
				s.Rated = 0
			case 2:
				s.Rating = float64(ratings.Step(s.Rating)) * 16 // the lowest rating of a step
			}
			if old, is := all[s.Who]; is {
				if err := l.Remove(old); err != nil {
					t.Fatal(err)
				}
				delete(all, s.Who)
			}
			if lot.IntN(4) > 0 {
				if err := l.Add(s); err != nil {
					t.Fatal(err)
				}
				all[s.Who] = s
			}
			now = now.Add(time.Duration(lot.IntN(8)) * time.Hour)
			if l.Lapsed(now) {
				if err := l.Settle(now); err != nil || l.Lapsed(now) {
					t.Fatalf("step %d: after Settle a rating has lapsed (%v)", step, err)
				}
			}
			var list []match.Standing
			for _, s := range all {
				list = append(list, s)
			}
			max, mine := lot.IntN(40), standing("nobody", 1500, -1)
			if len(list) > 0 && lot.IntN(5) > 0 {
				mine = list[lot.IntN(len(list))]
			}
			want := storagetest.Rank(list, now, max, mine.Who)
			got, err := l.Read(max, mine, of)
			if err != nil || got.Place != want.Place || got.Of != want.Of || !slices.Equal(got.Top, want.Top) {
				t.Fatalf("step %d: %v\n%+v, want\n%+v", step, err, got, want)
			}
		}
		// after the other list is removed, nothing may be left
		if err := other.Remove(standing("zoe", 3000, -1)); err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			left = append(left, s)
		}
	}, func(b, _ *bbolt.Bucket) {
		if said := problems(b, left); len(said) > 0 {
			t.Errorf("the check says %q", said)
		}
		for _, s := range left {
			if err := In(b, prefix).Remove(s); err != nil {
				t.Fatal(err)
			}
		}
	}, func(b, _ *bbolt.Bucket) {
		if n := b.Stats().KeyN; n != 0 {
			t.Errorf("%d entries of an empty list", n)
		}
	})
}

// A rating lapses exactly at its time; a rating without such a time never does.
func TestLapse(t *testing.T) {
	within(t, func(b, _ *bbolt.Bucket) {
		l := In(b, prefix)
		lapsing, lasting := standing("ann", 1600, 3), standing("bob", 1500, -1)
		if err := errors.Join(l.Add(lapsing), l.Add(lasting), l.Add(standing("eve", 1700, 0))); err != nil {
			t.Fatal(err)
		}
		if ratings.Lapses(lasting.Skill) != math.MaxInt64 {
			t.Fatal("this test wants a rating without an end")
		}
		until := time.Unix(0, ratings.Lapses(lapsing.Skill))
		top := func() (names string) {
			r, err := l.Read(9, match.Standing{}, func(p match.Player) (match.Standing, error) {
				return match.Standing{Who: p}, nil
			})
			if err != nil || r.Of != 3 || r.Place != 0 {
				t.Errorf("%+v, %v", r, err)
			}
			for _, s := range r.Top {
				names += " " + string(s.Who.User)
			}
			return names
		}
		for _, c := range []struct {
			now    time.Time
			lapsed bool
			top    string
		}{
			{noon, false, " ann bob eve"},
			{until.Add(-1), false, " ann bob eve"},
			{until, true, " bob eve ann"},
			{until.Add(1), false, " bob eve ann"},
			{time.Unix(0, math.MaxInt64), false, " bob eve ann"},
		} {
			if got := l.Lapsed(c.now); got != c.lapsed {
				t.Errorf("at %v something has lapsed: %t", c.now, got)
			}
			if err := l.Settle(c.now); err != nil || top() != c.top {
				t.Errorf("at %v: %v, %q, want %q", c.now, err, top(), c.top)
			}
		}
	})
}

// Each change returns an error if one of its writes fails.
func TestWriteFails(t *testing.T) {
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "b.db"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ann, lasting, unsure := standing("ann", 1600, 3), standing("bob", 1500, -1), standing("eve", 1700, 0)
	if err := db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("b"))
		return errors.Join(err, In(b, prefix).Add(ann))
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.View(func(tx *bbolt.Tx) error {
		l := In(tx.Bucket([]byte("b")), prefix)
		for what, err := range map[string]error{
			"to add a rating that lapses":  l.Add(standing("cid", 1400, 3)),
			"to add one that lasts":        l.Add(lasting),
			"to add one that is uncertain": l.Add(unsure),
			"to remove":                    l.Remove(ann),
			"to settle":                    l.Settle(time.Unix(0, math.MaxInt64)),
		} {
			if !errors.Is(err, berrors.ErrTxNotWritable) {
				t.Errorf("%s without a right to write: %v", what, err)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// A read returns the error of the bucket, and reports a damaged count.
func TestReadFails(t *testing.T) {
	within(t, func(b, _ *bbolt.Bucket) {
		l, ann := In(b, prefix), standing("ann", 1600, -1)
		if err := l.Add(ann); err != nil {
			t.Fatal(err)
		}
		gone := errors.New("it is gone")
		if _, err := l.Read(1, ann, func(match.Player) (match.Standing, error) { return ann, gone }); err != gone {
			t.Errorf("Read = %v, want what fails", err)
		}
		of := func(match.Player) (match.Standing, error) { return ann, nil }
		count := l.count(certain, ann.Rating)
		if err := b.Put(count, []byte("x")); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Read(1, ann, of); !errors.Is(err, layout.ErrDamaged) ||
			!strings.Contains(err.Error(), "a count of a ranking is cut off") {
			t.Errorf("Read = %v, want that a count is damaged", err)
		}
		if err := errors.Join(b.Delete(count), b.Put(l.key([]byte{entry}), nil)); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Read(1, ann, of); !errors.Is(err, layout.ErrDamaged) {
			t.Errorf("Read = %v, want that an entry is damaged", err)
		}
		if err := b.Put(l.key([]byte{lapse}), nil); err != nil || l.Lapsed(noon) {
			t.Errorf("a damaged moment has come (%v)", err)
		}
	})
}

// The list of all servers has a user who shows the standings of this server there.
func TestEverywhere(t *testing.T) {
	within(t, func(b, users *bbolt.Bucket) {
		for user, server := range map[string]string{"ann": "g1", "bob": "g2", "eve": ""} {
			if err := users.Put([]byte(user), fmt.Appendf(nil, `{"ID":%q,"ListedIn":%q}`, user, server)); err != nil {
				t.Fatal(err)
			}
		}
		direct := layout.StandingPrefix("", "kalah", match.AmongPeople)
		var got []string
		failed := errors.New("failed")
		for _, name := range []string{"ann", "bob", "eve", "zoe", "bot"} {
			for _, in := range [][]byte{prefix, direct} {
				err := Everywhere(b, users, in, standing(name, 1500, -1), func(l List, s match.Standing) error {
					got = append(got, fmt.Sprintf("%s %s", l.Prefix, s.Who.User))
					if l.Bucket != b {
						t.Error("another bucket")
					}
					return failed
				})
				if want := len(got) > 0 && name == "ann" && &in[0] == &prefix[0]; (err == failed) != want {
					t.Errorf("%s in %q: %v", name, in, err)
				}
			}
		}
		everywhere := string(layout.StandingPrefix(match.Everywhere, "kalah", match.AmongPeople))
		if want := []string{everywhere + " ann"}; !reflect.DeepEqual(got, want) {
			t.Errorf("changed: %q, want %q", got, want)
		}
	})
}

// The check finds entries that are missing, in the wrong part, or with a wrong time or count, and
// surplus entries.
func TestChecker(t *testing.T) {
	ann, bob, eve := standing("ann", 1600, 3), standing("bob", 1601, -1), standing("eve", 1400, 0)
	unrated := standing("zoe", 1500, 0)
	unrated.Rated = 0
	all := []match.Standing{ann, bob, eve, unrated}
	counted := List{nil, prefix}.count(uncertain, eve.Rating)
	const unlisted = "ranking: %s is not listed as the standing says"
	of := func(name string) string { return fmt.Sprintf(unlisted, "u"+name) }
	for name, c := range map[string]struct {
		do   func(l List) error
		want []string
	}{
		"nothing": {func(List) error { return nil }, nil},
		"settled": {func(l List) error { return l.Settle(noon.AddDate(0, 1, 0)) }, nil},
		"missing": {func(l List) error { return l.Remove(bob) }, []string{of("bob")}},
		"a moment is missing": {
			func(l List) error { return l.Bucket.Delete(l.lapse(ratings.Lapses(ann.Skill), ann)) }, []string{of("ann")},
		},
		"a moment too many": {
			func(l List) error { return l.Bucket.Put(l.lapse(ratings.Lapses(bob.Skill), bob), nil) }, []string{of("bob")},
		},
		"a moment of the uncertain": {
			func(l List) error { return l.Bucket.Put(l.lapse(0, eve), nil) }, []string{of("eve")},
		},
		"certain without reason": {func(l List) error {
			rank := layout.RankKey(eve)
			return errors.Join(l.take(uncertain, eve.Rating, rank), l.put(certain, eve.Rating, rank))
		}, []string{of("eve")}},
		"certain without reason, until a moment": {func(l List) error {
			rank := layout.RankKey(eve)
			return errors.Join(l.take(uncertain, eve.Rating, rank), l.put(certain, eve.Rating, rank),
				l.Bucket.Put(l.lapse(0, eve), rank))
		}, []string{of("eve")}},
		"a wrong count": {
			func(l List) error { return l.Bucket.Put(l.count(uncertain, eve.Rating), layout.NumberKey(2)) },
			[]string{fmt.Sprintf("ranking: the count %q is 0000000000000002, and 1 are listed", counted)},
		},
		"no count": {
			func(l List) error { return l.Bucket.Delete(l.count(uncertain, eve.Rating)) },
			[]string{
				fmt.Sprintf("ranking: the count %q is , and 1 are listed", counted),
				"ranking: there are 5 entries, and 6 by the standings",
			},
		},
		"an entry too many": {
			func(l List) error { return l.Bucket.Put([]byte("x"), nil) },
			[]string{"ranking: there are 7 entries, and 6 by the standings"},
		},
	} {
		within(t, func(b, _ *bbolt.Bucket) {
			l := In(b, prefix)
			for _, s := range all {
				if err := l.Add(s); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.do(l); err != nil {
				t.Fatal(err)
			}
		}, func(b, _ *bbolt.Bucket) {
			got := problems(b, all)
			if len(c.want) == 1 && strings.Contains(c.want[0], "is not listed") {
				got = got[:min(1, len(got))] // the number of entries is wrong then, too
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		})
	}
}
