package layout

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/ratings"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 7, time.UTC)

// The table has keys byte for byte, because they are part of the file format.
func TestKeys(t *testing.T) {
	ann, bot, gone := match.Player{User: "ann"}, match.Player{Computer: "easy"}, match.Player{Gone: "x7"}
	result := match.Result{Match: "m1", Game: "kalah", Ended: noon, Players: []match.Player{ann, bot}, Place: []int8{1, 2}}
	result.Rated = true
	pool := '0' + byte(result.Pool())
	at := string(binary.BigEndian.AppendUint64(nil, uint64(noon.UnixNano())))
	for name, c := range map[string]struct{ got, want string }{
		"a number":          {string(NumberKey(0x0102030405060708)), "\x01\x02\x03\x04\x05\x06\x07\x08"},
		"a time":            {string(TimeKey(noon)), at},
		"a game":            {string(GamePrefix("g1", "kalah")), "g1\x00kalah\x00"},
		"a pool":            {string(StandingPrefix("g1", "kalah", 1)), "g1\x00kalah\x001"},
		"a user":            {PlayerKey(ann), "uann"},
		"a computer player": {PlayerKey(bot), "ceasy"},
		"a former player":   {PlayerKey(gone), "gx7"},
		"a pair": {
			string(PairPrefix("g1", result, ratings.Pair{gone, ann})), "g1\x00kalah\x00" + string(pool) + "gx7\x00uann\x00",
		},
		"a result": {
			ResultKey(result), at + "m1\x00" + `{"p":[{"User":"ann"},{"Computer":"easy"}],"o":[1,2],"r":true}`,
		},
		"the end of one":   {string(ResultTail([]byte("g1\x00kalah\x00time\x00m1\x00{}"))), "\x00{}"},
		"finished matches": {string(FinishedPrefix("ann")), "ann\x00"},
		"a mention":        {string(MentionKey("ann", "m1")), "ann\x00m1"},
		"an audit line":    {string(AuditKey("g1", 2)), "g1\x00\x00\x00\x00\x00\x00\x00\x00\x02"},
		"a ranked user": {
			string(RankKey(match.Standing{Who: ann, Rated: 1})), "\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\x00ann",
		},
		"a ranked computer": {
			string(RankKey(match.Standing{Who: bot})), "\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01easy",
		},
		"below a rating": {string(RankBelow(0)), "\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"},
		"a finished match": {
			FinishedTail(match.Finished{
				Match: "m1", How: match.FinishedWon, Rated: true, Guild: "g1", Game: "kalah",
				Others: []match.Player{bot, gone},
			}),
			"m1\x00wrg1\x00kalah\x00ceasy\x00gx7\x00",
		},
		"an unrated one": {
			FinishedTail(match.Finished{Match: "m1", How: match.FinishedDrawn, Game: "fish"}), "m1\x00du\x00fish\x00",
		},
	} {
		if c.got != c.want {
			t.Errorf("the key of %s is %q, want %q", name, c.got, c.want)
		}
	}
	for _, c := range []struct {
		r    match.Result
		want []ratings.Pair
	}{
		{result, []ratings.Pair{ratings.PairOf(ann, bot)}},
		{match.Result{Players: result.Players, Place: result.Place}, nil},
	} {
		if got := RatedPairs(c.r); !slices.Equal(got, c.want) {
			t.Errorf("the pairs of %+v are %v, want %v", c.r, got, c.want)
		}
	}
}

// Times from 1970 to the year 2262 are kept; other times become the nearest of these. Days are
// counted from 1.
func TestTimes(t *testing.T) {
	last := time.Unix(0, math.MaxInt64)
	for _, c := range []struct {
		at   time.Time
		nano int64
		day  uint32
	}{
		{time.Unix(0, 0), 0, 1},
		{time.Unix(0, 1), 1, 1},
		{time.Unix(-1, 999_999_999), 0, 1},
		{time.Time{}, 0, 1},
		{time.Unix(86400, -1), 86400e9 - 1, 1},
		{time.Unix(86400, 0), 86400e9, 2},
		{noon, noon.UnixNano(), 20786},
		{time.Unix(last.Unix()-1, 0), (last.Unix() - 1) * 1e9, 106752},
		{time.Unix(last.Unix(), 0), math.MaxInt64, 106752},
		{last.AddDate(1000, 0, 0), math.MaxInt64, 106752},
	} {
		if got := UnixNano(c.at); got != c.nano {
			t.Errorf("%v is %d, want %d", c.at, got, c.nano)
		}
		if got := KeyTime(append(TimeKey(c.at), "more"...)); !got.Equal(time.Unix(0, c.nano)) || got.Location() != time.UTC {
			t.Errorf("%v is read as %v", c.at, got)
		}
		if got := DayOf(c.at); got != c.day {
			t.Errorf("%v is on day %d, want %d", c.at, got, c.day)
		}
	}
}

// A list of keys in the log is read up to its end, or to where the reader or the list breaks off.
func TestLogKeys(t *testing.T) {
	k := LogKeys(binary.AppendUvarint(binary.AppendUvarint([]byte{5}, 1), 1000))
	for _, c := range []struct {
		k    LogKeys
		most int
		want []uint64
		last uint64
	}{
		{nil, 9, nil, 0},
		{k, 9, []uint64{5, 6, 1006}, 1006},
		{k, 2, []uint64{5, 6}, 1006},
		{k[:3], 9, []uint64{5, 6}, 6}, // the last number is cut off
	} {
		var got []uint64
		for key := range c.k.All() {
			if got = append(got, key); len(got) == c.most {
				break
			}
		}
		if !slices.Equal(got, c.want) || c.k.Last() != c.last {
			t.Errorf("%x: %d, the last is %d; want %d, %d", []byte(c.k), got, c.k.Last(), c.want, c.last)
		}
	}
}

// A sealed value is read back, and each change of it is noticed. JSON of older files has no seal.
func TestSeal(t *testing.T) {
	const value = "123456789" // its checksum is the check value in catalogues of checksums
	sealed := Seal([]byte(value))
	if want := value + "\xe3\x06\x92\x83\x01"; string(sealed) != want || len(sealed) != len(value)+SealSize {
		t.Errorf("sealed: %q, want %q", sealed, want)
	}
	if got, err := Unseal(sealed); string(got) != value || err != nil {
		t.Errorf("unsealed: %q, %v", got, err)
	}
	if got, err := Unseal(Seal(nil)); len(got) != 0 || err != nil {
		t.Errorf("of nothing: %q, %v", got, err)
	}
	if got, err := Unseal([]byte(`{"a":1}`)); string(got) != `{"a":1}` || err != nil {
		t.Errorf("older: %q, %v", got, err)
	}
	const cut, wrong = "storage: damaged: an entry is cut off", "storage: damaged: an entry's checksum is wrong"
	for text, want := range map[string]string{
		"": cut, "\x01": cut, "\x00\x00\x00\x01": cut, string(sealed[:13]): cut, string(sealed) + "x": cut,
		"\x00\x00\x00\x01\x01": wrong, "0" + string(sealed[1:]): wrong, string(sealed[1:]): wrong,
	} {
		if got, err := Unseal([]byte(text)); fmt.Sprint(err) != want || !errors.Is(err, ErrDamaged) || got != nil {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	line, err := LogLine("m1", match.Event{Seq: 3})
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := bytes.Cut(line[:len(line)-SealSize], []byte{0})
	if got, want := Checksum("m1", text), binary.BigEndian.Uint32(line[len(line)-SealSize:]); got != want ||
		Checksum("m1", string(text)) != want || Checksum("m2", text) == want {
		t.Errorf("the checksum of a line is %x, in the file %x", got, want)
	}
}

// A text that can't be part of a key is refused.
func TestNameable(t *testing.T) {
	for name, want := range map[string]string{
		"": "<nil>", strings.Repeat("x", 255): "<nil>",
		strings.Repeat("x", 256): `storage: name "xxxxxxxxxxxxxxxxxxxx" is too long or has a zero byte`,
		"\x00a":                  `storage: name "\x00a" is too long or has a zero byte`,
		"a\x00":                  `storage: name "a\x00" is too long or has a zero byte`,
	} {
		if err := Nameable("name", name); fmt.Sprint(err) != want {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// Written values are read back, and damaged ones are an error that says so.
func TestReading(t *testing.T) {
	ann, bot, gone := match.Player{User: "ann"}, match.Player{Computer: "easy"}, match.Player{Gone: "x7"}
	r := match.Result{
		Match: "m1", Game: "kalah", Ended: noon, Players: []match.Player{ann, bot}, Place: []int8{1, 2}, Rated: true,
	}
	f := match.Finished{
		Match: "m1", Guild: "g1", Game: "kalah", Ended: noon, How: match.FinishedWon, Rated: true,
		Others: []match.Player{bot, gone, ann},
	}
	direct := match.Finished{Match: "m2", Game: "fish", Ended: noon, How: match.FinishedDrawn, Others: []match.Player{}}
	event := match.Event{Seq: 3, At: noon, Kind: match.Moved, Move: "3"}
	line, err := LogLine("m1", event)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LogLine("m1", match.Event{At: noon.AddDate(9000, 0, 0)}); err == nil {
		t.Error("an event of a year that JSON can't say is written")
	}
	skill := match.Skill{Rating: 1501.25, Deviation: 60.5, Volatility: .06, At: -5}
	if got := len(AppendSkill(nil, skill)); got != SkillSize {
		t.Errorf("a skill has %d bytes, want %d", got, SkillSize)
	}
	key := func(r match.Result) []byte { return append(GamePrefix("g1", r.Game), ResultKey(r)...) }
	finished := func(f match.Finished) []byte {
		return append(append(FinishedPrefix("ann"), TimeKey(f.Ended)...), FinishedTail(f)...)
	}
	type read struct {
		id    match.ID
		event match.Event
	}
	readLine := func(b []byte) (any, error) { id, e, err := ReadLine(b); return read{id, e}, err }
	result := func(b []byte) (any, error) { r, err := ReadResult(b); return r, err }
	ended := func(b []byte) (any, error) { f, err := ReadFinished(b); return f, err }
	audit := func(b []byte) (any, error) { a, err := ReadAudit(b); return a, err }
	standing := func(b []byte) (any, error) { s, err := ReadStanding(b); return s, err }
	ranked := func(b []byte) (any, error) { p, err := RankedPlayer(b); return p, err }
	damaged := errors.New
	for name, c := range map[string]struct {
		by   func([]byte) (any, error)
		text []byte
		want any // a value, or an error with the beginning of what it says
	}{
		"a result":            {result, key(r), r},
		"a result cut off":    {result, append(GamePrefix("g1", "kalah"), "1234567"...), damaged("a result is cut off")},
		"a result of no game": {result, []byte("g1\x00kalah12345678"), damaged("a result is cut off")},
		"a result that is a time": {
			result, append(GamePrefix("g1", "kalah"), "12345678"...), damaged("the result of  can't be read: "),
		},
		"a result without text": {
			result, append(GamePrefix("g1", "kalah"), "12345678m1"...), damaged("the result of m1 can't be read: "),
		},
		"a line":                 {readLine, line, read{"m1", event}},
		"a line without a match": {readLine, Seal([]byte("m1")), damaged("an event is cut off")},
		"a line without text":    {readLine, Seal([]byte("m1\x00")), damaged("an event of m1 can't be read: ")},
		"a line without a seal":  {readLine, []byte("m1\x00"), damaged("an entry is cut off")},
		"a finished match":       {ended, finished(f), f},
		"one without a server":   {ended, finished(direct), direct},
		"one cut off":            {ended, []byte("ann\x001234567"), damaged("an entry of finished matches is cut off")},
		"one of nobody":          {ended, []byte("ann"), damaged("an entry of finished matches is cut off")},
		"one without a game": {
			ended, []byte("ann\x0012345678m1\x00wr\x00kalah"), damaged("an entry of finished matches is cut off"),
		},
		"one without an end": {
			ended, []byte("ann\x0012345678m1\x00w\x00kalah\x00"), damaged("an entry of finished matches is cut off"),
		},
		"one with another":      {ended, append(finished(f), "xyz\x00"...), damaged(`"xyz" is no player`)},
		"an audit line":         {audit, []byte(`{"Guild":"g1","No":2}`), match.Audit{Guild: "g1", No: 2}},
		"a spoilt audit line":   {audit, []byte(`{`), damaged("a line of an audit log can't be read: ")},
		"a standing":            {standing, []byte(`{"Rated":3}`), match.Standing{Rated: 3}},
		"a spoilt standing":     {standing, []byte(`[]`), damaged("a standing can't be read: ")},
		"a ranked user":         {ranked, RankKey(match.Standing{Who: ann}), ann},
		"a ranked computer":     {ranked, RankKey(match.Standing{Who: bot}), bot},
		"a ranked user cut off": {ranked, RankKey(match.Standing{}), damaged("an entry of a ranking is cut off")},
		"a skill":               {func(b []byte) (any, error) { return ReadSkill(b), nil }, AppendSkill(nil, skill), skill},
	} {
		got, err := c.by(c.text)
		if want, is := c.want.(error); is {
			if !errors.Is(err, ErrDamaged) || !strings.HasPrefix(err.Error(), ErrDamaged.Error()+": "+want.Error()) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
		} else if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
}

// A ranking is sorted by its keys: by rating, number of rated matches, people before computer
// players, and name.
func TestRankOrder(t *testing.T) {
	lot := rand.New(rand.NewPCG(1, 1))
	var list []match.Standing
	for _, rating := range []float64{-1e300, -20.5, -20, math.Copysign(0, -1), 0, 1e-9, 1499.75, 1500, 2000} {
		for _, rated := range []int{1, 2, 300} {
			for _, who := range []match.Player{{User: "ann"}, {User: "bob"}, {Computer: "ann"}} {
				list = append(list, match.Standing{Who: who, Rated: rated, Skill: match.Skill{Rating: rating}})
			}
		}
	}
	lot.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	byKey := slices.Clone(list)
	slices.SortFunc(byKey, func(a, b match.Standing) int { return bytes.Compare(RankKey(a), RankKey(b)) })
	for i, s := range byKey {
		if got := RankedRating(RankKey(s)); got != s.Rating {
			t.Errorf("the rating %v is read as %v", s.Rating, got)
		}
		if i == 0 {
			continue
		}
		before := byKey[i-1]
		if before.Rating < s.Rating || before.Rating == s.Rating && math.Signbit(before.Rating) == math.Signbit(s.Rating) &&
			(before.Rated < s.Rated || before.Rated == s.Rated && PlayerKey(before.Who) < PlayerKey(s.Who) &&
				before.Who.Computer != "") {
			t.Errorf("%+v is before %+v", before, s)
		}
		if before.Rating > s.Rating {
			below := RankBelow(before.Rating)
			if bytes.Compare(RankKey(before), below) >= 0 || bytes.Compare(below, RankKey(s)) >= 0 {
				t.Errorf("below %v is not between it and %v", before.Rating, s.Rating)
			}
		}
	}
}

// A user's entry says for which server they are in the list of all servers.
func TestListedIn(t *testing.T) {
	for entry, want := range map[string]match.GuildID{
		"": "", `{"ID":"ann"}`: "", `{"ID":"ann","ListedIn":"g1"}`: "g1", `{"ListedIn":"g1"`: "", `{"ListedIn":3}`: "",
	} {
		if got := ListedIn([]byte(entry)); got != want {
			t.Errorf("%s: %q, want %q", entry, got, want)
		}
	}
}

// The users of a match are those with a seat, its owner and who is invited, each once.
func TestUsersOf(t *testing.T) {
	r := match.Record{
		Players: []match.Player{{User: "ann"}, {Computer: "easy"}, {User: "bob"}, {User: "ann"}},
		Owner:   "bob", Invited: "eve",
	}
	if got, want := UsersOf(r), []match.UserID{"ann", "bob", "eve"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := UsersOf(match.Record{Owner: "bob"}), []match.UserID{"bob"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
