package storagetest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
)

// Memory is a match.Store in memory, the simplest that passes Run: every list is made from all
// matches. Real engines are compared with it, and tests of other packages may use it instead of a
// file. It never forgets a cause. Use NewMemory.
type Memory struct {
	*shelf
	owner string
	// Understands is the form of records that this handle's process understands, see
	// match.Record.Form.
	Understands int
}

// shelf is the data that all handles of a Memory share.
type shelf struct {
	mu       sync.Mutex
	records  map[match.ID]string // JSON, so that callers share no data
	logs     map[match.ID][]match.Event
	causes   map[match.Cause]caused
	settings map[string]string // entries as JSON, by kind and name
	leaving  map[match.UserID]string
	audits   map[match.GuildID][]string // logs as JSON, oldest first
	leases   map[match.Duty]map[string]match.Lease
	handles  int
	fence    int64
	ears     map[*ear]bool
	handed   map[string]match.Handed
}

// ear is a running call of Hear.
type ear struct {
	owner   string
	changed func(match.ID)
}

type caused struct {
	id  match.ID
	seq match.Seq
}

var _ match.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	m := &Memory{shelf: &shelf{
		records:  map[match.ID]string{},
		logs:     map[match.ID][]match.Event{},
		causes:   map[match.Cause]caused{},
		settings: map[string]string{},
		leaving:  map[match.UserID]string{},
		audits:   map[match.GuildID][]string{},
		leases:   map[match.Duty]map[string]match.Lease{},
		ears:     map[*ear]bool{},
		handed:   map[string]match.Handed{},
	}}
	return m.Another()
}

// Another returns another handle on the same store, as for another process.
func (m *Memory) Another() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.handles++
	return &Memory{shelf: m.shelf, owner: fmt.Sprint("process ", m.handles), Understands: layout.Form()}
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // all types of package match can be marshalled
	}
	return string(text)
}

func decode[T any](text string) (v T) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		panic(err)
	}
	return v
}

func (m *Memory) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	return m.AppendIf(ctx, match.Guard{}, r, events...)
}

func (m *Memory) AppendIf(ctx context.Context, g match.Guard, r match.Record,
	events ...match.Event,
) (match.Seq, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	for _, e := range events {
		if _, known := m.causes[e.Cause]; known {
			return 0, match.ErrRepeat
		}
	}
	if match.Seq(len(m.logs[r.ID])) != r.Head {
		return 0, match.ErrConflict
	}
	if g.Holds != nil {
		if err := g.Holds(ctx, memberLists{m}); err != nil {
			return 0, err
		}
	}
	for _, e := range events {
		r.Head++
		e.Seq = r.Head
		if _, known := m.causes[e.Cause]; !known && e.Cause != "" {
			m.causes[e.Cause] = caused{r.ID, e.Seq}
		}
		m.logs[r.ID] = append(m.logs[r.ID], decode[match.Event](encode(e)))
	}
	m.records[r.ID] = write(r)
	m.tell(r.ID)
	return r.Head, nil
}

func (m *Memory) SetShown(ctx context.Context, id match.ID, head match.Seq, s match.Shown, due time.Time) error {
	return m.change(ctx, id, func(r *match.Record) error {
		switch {
		case r.Head != head:
			return match.ErrConflict
		case s.Head >= r.Shown.Head:
			r.Shown, r.Due = s, due
		}
		return nil
	})
}

func (m *Memory) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	return m.change(ctx, id, func(r *match.Record) error {
		r.Notices = slices.DeleteFunc(r.Notices, func(n match.Notice) bool { return slices.Contains(told, n) })
		return nil
	})
}

func (m *Memory) Untold(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return m.list(ctx, max, m.notHeld(match.NoticeDuty, func(r match.Record) bool {
		return len(r.Notices) > 0 && r.ID > after
	}), byID)
}

func (m *Memory) SetDue(ctx context.Context, id match.ID, head match.Seq, due time.Time) error {
	return m.change(ctx, id, func(r *match.Record) error {
		if r.Head != head {
			return match.ErrConflict
		}
		r.Due = due
		return nil
	})
}

func (m *Memory) change(ctx context.Context, id match.ID, edit func(*match.Record) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	text, ok := m.records[id]
	if err := ctx.Err(); err != nil {
		return err
	}
	if !ok {
		return match.ErrNotFound
	}
	r, err := m.read(text)
	if err != nil {
		return err
	}
	if err := edit(&r); err != nil {
		return err
	}
	m.records[id] = write(r)
	return nil
}

// read parses a record, as far as this handle's process understands it.
func (m *Memory) read(text string) (match.Record, error) {
	r := decode[match.Record](text)
	if r.Form > m.Understands {
		return match.Record{}, &match.NewerError{Form: r.Form}
	}
	return r, nil
}

func write(r match.Record) string {
	text, err := layout.WriteRecord(r)
	if err != nil {
		panic(err) // all types of package match can be marshalled
	}
	return string(text)
}

func (m *Memory) Record(ctx context.Context, id match.ID) (match.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if text, ok := m.records[id]; ok {
		r, err := m.read(text)
		return r, cmp.Or(err, ctx.Err())
	}
	return match.Record{}, match.ErrNotFound
}

func (m *Memory) History(ctx context.Context, id match.ID, from match.Seq) ([]match.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	log := m.logs[id]
	return slices.Clone(log[min(max(int(from)-1, 0), len(log)):]), ctx.Err()
}

func (m *Memory) Applied(ctx context.Context, c match.Cause) (match.ID, match.Seq, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	by, ok := m.causes[c]
	return by.id, by.seq, ok, ctx.Err()
}

// list returns copies of the matching matches, in order, at most limit of them; a negative limit
// means all.
func (m *Memory) list(ctx context.Context, limit int, fits func(match.Record) bool,
	order func(a, b match.Record) int,
) ([]match.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(limit, fits, order), ctx.Err()
}

// find lists matches like list. The caller holds mu.
func (m *Memory) find(limit int, fits func(match.Record) bool, order func(a, b match.Record) int) []match.Record {
	var found []match.Record
	for _, text := range m.records {
		if r, err := m.read(text); err == nil && fits(r) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, order)
	if limit >= 0 && len(found) > limit {
		found = found[:limit]
	}
	return found
}

func byDue(a, b match.Record) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.ID, b.ID)) }
func byID(a, b match.Record) int  { return cmp.Compare(a.ID, b.ID) }
func newest(a, b match.Record) int {
	return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
}
func live(r match.Record) bool { return r.Status == match.Open || r.Status == match.Running }

func (m *Memory) Due(ctx context.Context, t time.Time, max int) ([]match.Record, error) {
	return m.list(ctx, max, m.notHeld(match.ClockDuty, func(r match.Record) bool {
		return !r.Due.IsZero() && !r.Due.After(t)
	}), byDue)
}

func (m *Memory) NextDue(ctx context.Context) (time.Time, bool, error) {
	first, err := m.list(ctx, 1, m.notHeld(match.ClockDuty, func(r match.Record) bool { return !r.Due.IsZero() }),
		byDue)
	if len(first) == 0 {
		return time.Time{}, false, err
	}
	return first[0].Due, true, err
}

func (m *Memory) Unshown(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return m.list(ctx, max, m.notHeld(match.BoardDuty, func(r match.Record) bool {
		return r.Shown.Head < r.Head && r.ID > after
	}), byID)
}

func (m *Memory) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	return m.list(ctx, -1, func(r match.Record) bool { return live(r) && r.Place.Channel == c }, newest)
}

// SetAside implements match.Store: memory is never damaged.
func (m *Memory) SetAside(context.Context, match.UserID) ([]match.ID, error) { return nil, nil }

func (m *Memory) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return m.list(ctx, -1, of(u), newest)
}

func (m *Memory) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return m.list(ctx, -1, madeBy(u, since), newest)
}

func of(u match.UserID) func(match.Record) bool {
	return func(r match.Record) bool {
		return u != "" && live(r) && (r.SeatOf(u) >= 0 || r.Owner == u || r.Invited == u)
	}
}

func madeBy(u match.UserID, since time.Time) func(match.Record) bool {
	return func(r match.Record) bool { return u != "" && r.Owner == u && !r.Created.Before(since) }
}

// memberLists implements match.MemberLists for a caller that holds mu.
type memberLists struct{ *Memory }

func (l memberLists) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return l.find(-1, of(u), newest), ctx.Err()
}

func (l memberLists) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return l.find(-1, madeBy(u, since), newest), ctx.Err()
}

func (m *Memory) ByGuild(ctx context.Context, g match.GuildID) ([]match.Record, error) {
	return m.list(ctx, -1, func(r match.Record) bool { return g != "" && live(r) && r.Place.Guild == g }, newest)
}

func (m *Memory) Latest(ctx context.Context, c match.ChannelID, max int) ([]match.Record, error) {
	return m.list(ctx, max, func(r match.Record) bool { return r.Place.Channel == c }, newest)
}

// results lists the results of a server, those of a game in the order in which the matches ended;
// an empty game means all.
func (m *Memory) results(ctx context.Context, g match.GuildID, game games.ID) ([]match.Result, error) {
	records, err := m.list(ctx, -1, func(r match.Record) bool {
		return r.Place.Guild == g && (game == "" || r.Game == game)
	}, byID)
	var list []match.Result
	for _, r := range records {
		if result, over := r.Finished(); over {
			list = append(list, result)
		}
	}
	slices.SortFunc(list, func(a, b match.Result) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), a.Ended.Compare(b.Ended), cmp.Compare(a.Match, b.Match))
	})
	return list, err
}

func (m *Memory) Finished(ctx context.Context, u match.UserID) (list []match.Finished, err error) {
	records, err := m.list(ctx, -1, func(r match.Record) bool { return r.SeatOf(u) != games.Spectator }, byID)
	for _, r := range records {
		if result, over := r.Finished(); over {
			p, _ := result.FinishedBy(u, r.Place.Guild)
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b match.Finished) int {
		return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.Match, a.Match))
	})
	return list, err
}

func (m *Memory) StandingsOf(ctx context.Context, g match.GuildID,
	who match.Player,
) (list []match.Standing, err error) {
	results, err := m.results(ctx, g, "")
	for _, game := range slices.Compact(played(results)) {
		of := slices.DeleteFunc(slices.Clone(results), func(r match.Result) bool { return r.Game != game })
		for _, pool := range []match.Pool{match.AmongPeople, match.WithComputers} {
			for _, s := range ratings.Table(of, pool) {
				if s.Who == who {
					list = append(list, s)
				}
			}
		}
	}
	return list, err
}

// everywhere returns the standings in the list of all servers.
func (m *Memory) everywhere(ctx context.Context, game games.ID, pool match.Pool) (all []match.Standing, err error) {
	m.mu.Lock()
	var users []match.User
	for key, text := range m.settings {
		if strings.HasPrefix(key, "user ") {
			users = append(users, decode[match.User](text))
		}
	}
	m.mu.Unlock()
	for _, u := range users {
		if u.ListedIn == "" {
			continue
		}
		theirs, err := m.StandingsOf(ctx, u.ListedIn, match.Player{User: u.ID})
		if err != nil {
			return nil, err
		}
		for _, s := range theirs {
			if s.Game == game && s.Pool == pool {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

func (m *Memory) Ranking(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool, now time.Time, max int,
	who match.Player,
) (match.Ranking, error) {
	if g == match.Everywhere {
		list, err := m.everywhere(ctx, game, pool)
		return Rank(list, now, max, who), err
	}
	results, err := m.results(ctx, g, game)
	return Rank(ratings.Table(results, pool), now, max, who), err
}

func (m *Memory) SkillsBefore(ctx context.Context, g match.GuildID, r match.Result) ([]match.Skill, error) {
	results, err := m.results(ctx, g, r.Game)
	return skillsBefore(results, r), err
}

func played(results []match.Result) (list []games.ID) {
	for _, r := range results {
		list = append(list, r.Game)
	}
	return list
}

func (m *Memory) Thinking(ctx context.Context, max int) ([]match.Record, error) {
	return m.list(ctx, max, func(r match.Record) bool { return r.Thinking() != 0 }, byID)
}

func (m *Memory) Changed(ctx context.Context, since time.Time, max int) (list []match.Newest, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, log := range m.logs {
		if slices.ContainsFunc(log, func(e match.Event) bool { return !e.At.Before(since) }) {
			list = append(list, match.Newest{Match: id, Seq: log[len(log)-1].Seq})
		}
	}
	last := func(n match.Newest) time.Time { return m.logs[n.Match][n.Seq-1].At }
	slices.SortFunc(list, func(a, b match.Newest) int { return last(b).Compare(last(a)) })
	return list[:min(max, len(list))], ctx.Err()
}

func (m *Memory) Guilds(ctx context.Context) (ids []match.GuildID, err error) {
	running, err := m.list(ctx, -1, func(r match.Record) bool { return live(r) && r.Place.Guild != "" }, byID)
	for _, r := range running {
		if !slices.Contains(ids, r.Place.Guild) {
			ids = append(ids, r.Place.Guild)
		}
	}
	return ids, err
}

func setting[T any](m *Memory, key string, v T) T {
	m.mu.Lock()
	defer m.mu.Unlock()
	if text, ok := m.settings[key]; ok {
		return decode[T](text)
	}
	return v
}

func edited[T any](ctx context.Context, m *Memory, key string, v T, edit func(*T)) (T, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return v, err
	}
	if strings.HasSuffix(key, " ") {
		return v, errors.New("an entry needs a name")
	}
	if text, ok := m.settings[key]; ok {
		v = decode[T](text)
	}
	edit(&v)
	m.settings[key] = encode(v)
	return decode[T](m.settings[key]), nil
}

func (m *Memory) User(ctx context.Context, id match.UserID) (match.User, error) {
	return setting(m, "user "+string(id), match.User{ID: id}), ctx.Err()
}

func (m *Memory) UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error) {
	return edited(ctx, m, "user "+string(id), match.User{ID: id}, edit)
}

func (m *Memory) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	return setting(m, "guild "+string(id), match.Guild{ID: id}), ctx.Err()
}

func (m *Memory) UpdateGuild(ctx context.Context, id match.GuildID, edit func(*match.Guild)) (match.Guild, error) {
	return edited(ctx, m, "guild "+string(id), match.Guild{ID: id}, edit)
}

func (m *Memory) Note(ctx context.Context, key string) (string, error) {
	return setting(m, "note "+key, ""), ctx.Err()
}

func (m *Memory) PutNote(ctx context.Context, key, value string) error {
	_, err := m.UpdateNote(ctx, key, func(string) string { return value })
	return err
}

func (m *Memory) UpdateNote(ctx context.Context, key string, edit func(string) string) (string, error) {
	return edited(ctx, m, "note "+key, "", func(note *string) { *note = edit(*note) })
}

func (m *Memory) AddAudit(ctx context.Context, a match.Audit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	lines := m.audits[a.Guild]
	if a.No = 1; len(lines) > 0 {
		a.No = decode[match.Audit](lines[len(lines)-1]).No + 1
	}
	lines = append(lines, encode(a))
	m.audits[a.Guild] = lines[max(0, len(lines)-match.AuditKept):]
	return nil
}

func (m *Memory) Audit(ctx context.Context, g match.GuildID, before, max int) (found []match.Audit, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, text := range slices.Backward(m.audits[g]) {
		if a := decode[match.Audit](text); len(found) < max && (before == 0 || a.No < before) {
			found = append(found, a)
		}
	}
	return found, ctx.Err()
}

func (m *Memory) Erasures(ctx context.Context) (list []match.Erasure, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for u, as := range m.leaving {
		list = append(list, match.Erasure{User: u, As: as})
	}
	slices.SortFunc(list, func(a, b match.Erasure) int { return cmp.Compare(a.User, b.User) })
	return list, ctx.Err()
}

func (m *Memory) PutErasure(ctx context.Context, d match.Erasure) (match.Erasure, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return d, err
	}
	if as, known := m.leaving[d.User]; known {
		d.As = as
	}
	m.leaving[d.User] = d.As
	return d, nil
}

func (m *Memory) Mentions(ctx context.Context, u match.UserID) (ids []match.ID, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, text := range m.records {
		if strings.Contains(text+encode(m.logs[id]), string(u)) {
			ids = append(ids, id)
		}
	}
	return ids, ctx.Err()
}

func (m *Memory) Rewrite(ctx context.Context, id match.ID, edit func(*match.Record, []match.Event) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	text, ok := m.records[id]
	if err := ctx.Err(); err != nil {
		return err
	}
	if !ok {
		return match.ErrNotFound
	}
	r, log := decode[match.Record](text), decode[[]match.Event](encode(m.logs[id]))
	if edit(&r, log) {
		m.records[id], m.logs[id] = write(r), log
	}
	return nil
}

func (m *Memory) EraseUser(ctx context.Context, u match.UserID, key match.BlockKey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	delete(m.settings, "user "+string(u))
	for entry, text := range m.settings {
		if !strings.HasPrefix(entry, "user ") {
			continue
		}
		if other, has := decode[match.User](text).Forgetting(u, key); has {
			m.settings[entry] = encode(other)
		}
	}
	for _, lines := range m.audits {
		for i, text := range lines {
			if a, has := decode[match.Audit](text).Forgetting(u); has {
				lines[i] = encode(a)
			}
		}
	}
	delete(m.leaving, u)
	return nil
}

// held returns the lease of another process on a piece of work, if there is one. The caller holds
// mu.
func (m *Memory) held(d match.Duty, key string) (match.Lease, bool) {
	l, ok := m.leases[d][key]
	return l, ok && l.Owner != m.owner && time.Now().Before(l.Until)
}

// notHeld wraps fits to exclude what other processes hold.
func (m *Memory) notHeld(d match.Duty, fits func(match.Record) bool) func(match.Record) bool {
	return func(r match.Record) bool {
		_, held := m.held(d, string(r.ID))
		return !held && fits(r)
	}
}

func (m *Memory) Claim(ctx context.Context, d match.Duty, lease time.Duration,
	keys ...string,
) (got []match.Lease, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		if _, held := m.held(d, key); held || ctx.Err() != nil {
			continue
		}
		l := m.leases[d][key]
		if l.Owner != m.owner {
			m.fence++
			l = match.Lease{Duty: d, Key: key, Owner: m.owner, Fence: m.fence}
		}
		l.Until = time.Now().Add(lease)
		if m.leases[d] == nil {
			m.leases[d] = map[string]match.Lease{}
		}
		m.leases[d][key] = l
		got = append(got, l)
	}
	return got, ctx.Err()
}

func (m *Memory) Release(ctx context.Context, leases ...match.Lease) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, l := range leases {
		if m.leases[l.Duty][l.Key].Fence == l.Fence {
			delete(m.leases[l.Duty], l.Key)
		}
	}
	return ctx.Err()
}

func (m *Memory) Leases(ctx context.Context, d match.Duty) (list []match.Lease, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.leases[d] {
		if l, held := m.held(d, key); held {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b match.Lease) int { return cmp.Compare(a.Key, b.Key) })
	return list, ctx.Err()
}

func (m *Memory) Hear(ctx context.Context, changed func(match.ID)) error {
	e := &ear{m.owner, changed}
	m.mu.Lock()
	m.ears[e] = true
	m.mu.Unlock()
	<-ctx.Done()
	m.mu.Lock()
	delete(m.ears, e)
	m.mu.Unlock()
	return ctx.Err()
}

// Form implements match.Claims.
func (m *Memory) Form() int { return m.Understands }

func (m *Memory) HandOn(ctx context.Context, h match.Handed) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.handed[h.ID] = h
	m.tell(match.HandedOn)
	return ctx.Err()
}

func (m *Memory) TakeBack(ctx context.Context, id string) (still bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, still = m.handed[id]
	delete(m.handed, id)
	return still, ctx.Err()
}

func (m *Memory) TakeOver(ctx context.Context) (list []match.Handed, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, h := range m.handed {
		if h.Form <= m.Understands {
			list = append(list, h)
			delete(m.handed, id)
		}
	}
	return list, ctx.Err()
}

// tell tells other processes that a match has changed. The caller holds mu.
func (m *Memory) tell(id match.ID) {
	for e := range m.ears {
		if e.owner != m.owner {
			e.changed(id)
		}
	}
}
