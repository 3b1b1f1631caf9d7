package storagetest

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Flaky is a store of which one call fails, to see that nobody passes a failure over.
type Flaky struct {
	*Memory

	mu   sync.Mutex
	left int          // calls until the one at which something happens; 0: at none
	at   func() error // what happens
	came bool         // it has happened
}

// ErrDown is the error of the call that fails.
var ErrDown = errors.New("the store is down")

// FailAt lets call number n from now on fail, and no other; 0: none fails. It reports whether what
// was ordered before has happened.
func (f *Flaky) FailAt(n int) (came bool) { return f.At(n, func() error { return ErrDown }) }

// At calls what at call number n from now on, which fails if that returns an error.
func (f *Flaky) At(n int, what func() error) (came bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	came = f.came
	f.left, f.at, f.came = n, what, false
	return came
}

// happens is called before a call.
func (f *Flaky) happens() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left != 0 {
		return nil
	}
	f.came = true
	return f.at()
}

// fails does a call of the store, unless it is the one that fails.
func fails[T any](f *Flaky, do func() (T, error)) (T, error) {
	if err := f.happens(); err != nil {
		var none T
		return none, err
	}
	return do()
}

// Reader returns a reader whose reads count as calls of the store.
func (f *Flaky) Reader(r io.Reader) io.Reader { return flakyReader{f, r} }

type flakyReader struct {
	*Flaky
	r io.Reader
}

func (f flakyReader) Read(b []byte) (int, error) {
	return fails(f.Flaky, func() (int, error) { return f.r.Read(b) })
}

func (f *Flaky) does(do func() error) error {
	_, err := fails(f, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

func (f *Flaky) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	return fails(f, func() (match.Seq, error) { return f.Memory.Append(ctx, r, events...) })
}

func (f *Flaky) AppendIf(ctx context.Context, g match.Guard, r match.Record, events ...match.Event) (match.Seq, error) {
	return fails(f, func() (match.Seq, error) {
		holds := g.Holds
		g.Holds = func(ctx context.Context, l match.MemberLists) error { return holds(ctx, flakyLists{f, l}) }
		return f.Memory.AppendIf(ctx, g, r, events...)
	})
}

// flakyLists are what a condition reads in the transaction.
type flakyLists struct {
	f *Flaky
	match.MemberLists
}

func (l flakyLists) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return fails(l.f, func() ([]match.Record, error) { return l.MemberLists.ByUser(ctx, u) })
}

func (l flakyLists) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return fails(l.f, func() ([]match.Record, error) { return l.MemberLists.Made(ctx, u, since) })
}

func (f *Flaky) Record(ctx context.Context, id match.ID) (match.Record, error) {
	return fails(f, func() (match.Record, error) { return f.Memory.Record(ctx, id) })
}

func (f *Flaky) History(ctx context.Context, id match.ID, from match.Seq) ([]match.Event, error) {
	return fails(f, func() ([]match.Event, error) { return f.Memory.History(ctx, id, from) })
}

func (f *Flaky) Applied(ctx context.Context, c match.Cause) (id match.ID, seq match.Seq, ok bool, err error) {
	err = f.does(func() (err error) { id, seq, ok, err = f.Memory.Applied(ctx, c); return err })
	return id, seq, ok, err
}

func (f *Flaky) Due(ctx context.Context, t time.Time, max int) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.Due(ctx, t, max) })
}

func (f *Flaky) SetDue(ctx context.Context, id match.ID, head match.Seq, due time.Time) error {
	return f.does(func() error { return f.Memory.SetDue(ctx, id, head, due) })
}

func (f *Flaky) SetShown(ctx context.Context, id match.ID, head match.Seq, s match.Shown, due time.Time) error {
	return f.does(func() error { return f.Memory.SetShown(ctx, id, head, s, due) })
}

func (f *Flaky) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	return f.does(func() error { return f.Memory.SetTold(ctx, id, told) })
}

func (f *Flaky) Unshown(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.Unshown(ctx, after, max) })
}

func (f *Flaky) Untold(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.Untold(ctx, after, max) })
}

func (f *Flaky) Thinking(ctx context.Context, max int) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.Thinking(ctx, max) })
}

func (f *Flaky) Changed(ctx context.Context, since time.Time, max int) ([]match.Newest, error) {
	return fails(f, func() ([]match.Newest, error) { return f.Memory.Changed(ctx, since, max) })
}

func (f *Flaky) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.ByUser(ctx, u) })
}

func (f *Flaky) SetAside(ctx context.Context, u match.UserID) ([]match.ID, error) {
	return fails(f, func() ([]match.ID, error) { return f.Memory.SetAside(ctx, u) })
}

func (f *Flaky) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.ByChannel(ctx, c) })
}

func (f *Flaky) ByGuild(ctx context.Context, g match.GuildID) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.ByGuild(ctx, g) })
}

func (f *Flaky) Guilds(ctx context.Context) ([]match.GuildID, error) {
	return fails(f, func() ([]match.GuildID, error) { return f.Memory.Guilds(ctx) })
}

func (f *Flaky) Latest(ctx context.Context, c match.ChannelID, max int) ([]match.Record, error) {
	return fails(f, func() ([]match.Record, error) { return f.Memory.Latest(ctx, c, max) })
}

func (f *Flaky) StandingsOf(ctx context.Context, g match.GuildID, p match.Player) ([]match.Standing, error) {
	return fails(f, func() ([]match.Standing, error) { return f.Memory.StandingsOf(ctx, g, p) })
}

func (f *Flaky) Ranking(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool, now time.Time, max int,
	who match.Player,
) (match.Ranking, error) {
	return fails(f, func() (match.Ranking, error) { return f.Memory.Ranking(ctx, g, game, pool, now, max, who) })
}

func (f *Flaky) SkillsBefore(ctx context.Context, g match.GuildID, r match.Result) ([]match.Skill, error) {
	return fails(f, func() ([]match.Skill, error) { return f.Memory.SkillsBefore(ctx, g, r) })
}

func (f *Flaky) Finished(ctx context.Context, u match.UserID) ([]match.Finished, error) {
	return fails(f, func() ([]match.Finished, error) { return f.Memory.Finished(ctx, u) })
}

func (f *Flaky) User(ctx context.Context, id match.UserID) (match.User, error) {
	return fails(f, func() (match.User, error) { return f.Memory.User(ctx, id) })
}

func (f *Flaky) UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error) {
	return fails(f, func() (match.User, error) { return f.Memory.UpdateUser(ctx, id, edit) })
}

func (f *Flaky) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	return fails(f, func() (match.Guild, error) { return f.Memory.Guild(ctx, id) })
}

func (f *Flaky) UpdateGuild(ctx context.Context, id match.GuildID, edit func(*match.Guild)) (match.Guild, error) {
	return fails(f, func() (match.Guild, error) { return f.Memory.UpdateGuild(ctx, id, edit) })
}

func (f *Flaky) Note(ctx context.Context, key string) (string, error) {
	return fails(f, func() (string, error) { return f.Memory.Note(ctx, key) })
}

func (f *Flaky) PutNote(ctx context.Context, key, value string) error {
	return f.does(func() error { return f.Memory.PutNote(ctx, key, value) })
}

func (f *Flaky) UpdateNote(ctx context.Context, key string, edit func(string) string) (string, error) {
	return fails(f, func() (string, error) { return f.Memory.UpdateNote(ctx, key, edit) })
}

func (f *Flaky) AddAudit(ctx context.Context, a match.Audit) error {
	return f.does(func() error { return f.Memory.AddAudit(ctx, a) })
}

func (f *Flaky) Audit(ctx context.Context, g match.GuildID, before, max int) ([]match.Audit, error) {
	return fails(f, func() ([]match.Audit, error) { return f.Memory.Audit(ctx, g, before, max) })
}

func (f *Flaky) Erasures(ctx context.Context) ([]match.Erasure, error) {
	return fails(f, func() ([]match.Erasure, error) { return f.Memory.Erasures(ctx) })
}

func (f *Flaky) PutErasure(ctx context.Context, e match.Erasure) (match.Erasure, error) {
	return fails(f, func() (match.Erasure, error) { return f.Memory.PutErasure(ctx, e) })
}

func (f *Flaky) Mentions(ctx context.Context, u match.UserID) ([]match.ID, error) {
	return fails(f, func() ([]match.ID, error) { return f.Memory.Mentions(ctx, u) })
}

func (f *Flaky) Rewrite(ctx context.Context, id match.ID, edit func(*match.Record, []match.Event) bool) error {
	return f.does(func() error { return f.Memory.Rewrite(ctx, id, edit) })
}

func (f *Flaky) EraseUser(ctx context.Context, u match.UserID, key match.BlockKey) error {
	return f.does(func() error { return f.Memory.EraseUser(ctx, u, key) })
}

func (f *Flaky) Tournament(ctx context.Context, id tourney.ID) (tourney.Record, error) {
	return fails(f, func() (tourney.Record, error) { return f.Memory.Tournament(ctx, id) })
}

func (f *Flaky) PutTournament(ctx context.Context, r tourney.Record) (int, error) {
	return fails(f, func() (int, error) { return f.Memory.PutTournament(ctx, r) })
}

func (f *Flaky) OpenTournaments(ctx context.Context) ([]tourney.Record, error) {
	return fails(f, func() ([]tourney.Record, error) { return f.Memory.OpenTournaments(ctx) })
}

func (f *Flaky) ChannelTournaments(ctx context.Context, c match.ChannelID, max int) ([]tourney.Record, error) {
	return fails(f, func() ([]tourney.Record, error) { return f.Memory.ChannelTournaments(ctx, c, max) })
}

func (f *Flaky) TournamentsOf(ctx context.Context, u match.UserID) ([]tourney.Record, error) {
	return fails(f, func() ([]tourney.Record, error) { return f.Memory.TournamentsOf(ctx, u) })
}
