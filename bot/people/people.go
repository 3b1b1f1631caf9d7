// Package people holds what the bot remembers of members and servers while it runs: the language of
// each, and who is being erased. The truth is in the match service's settings. This is a cache in
// front of it, which another process may make wrong for a moment: then a sentence comes in the old
// language. Start reading at [Book].
package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"paddock/bot/lang"
	"paddock/games/match"
	"paddock/games/match/keylock"
	"paddock/games/match/service"
	"paddock/games/tourney"
)

// Auto is the language setting of people who leave the choice to Discord.
const Auto = "auto"

// mostHeld is the most users, and the most servers, whose language is cached.
const mostHeld = 10_000

// Book reads and changes the settings of users and servers, and erases users. Make it with New. It
// is safe for concurrent use.
type Book struct {
	settings    *service.Settings
	eraser      *service.Eraser
	tournaments *tourney.Service
	log         *slog.Logger

	locks keylock.Lock[match.UserID] // locks by user, so that nobody is changed and erased at the same time

	mu     sync.Mutex
	users  map[match.UserID]language
	guilds map[match.GuildID]language
	erased map[match.UserID]bool // users that were erased since the start; false while their erasure runs
}

// language is the cached language of a user or server, and the user's avatar.
type language struct {
	locale string // the locale that Discord reported
	in     lang.Language
	avatar string
	until  time.Time // when the language is read again, because another process may have changed it
}

// holdFor is how long a language is cached, and so the delay of another process's change.
const holdFor = time.Minute

// New makes a Book.
func New(matches *service.Service, tournaments *tourney.Service, log *slog.Logger) *Book {
	return &Book{
		settings: matches.Settings, eraser: matches.Erase, tournaments: tournaments, log: log,
		users: make(map[match.UserID]language), guilds: make(map[match.GuildID]language),
		erased: make(map[match.UserID]bool),
	}
}

// User returns what is stored about a user.
func (b *Book) User(ctx context.Context, id match.UserID) (match.User, error) {
	return b.settings.User(ctx, id)
}

// Guild returns the settings of a server.
func (b *Book) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	return b.settings.Guild(ctx, id)
}

// Language returns the language for messages to a user. It is English if the store can't tell.
func (b *Book) Language(ctx context.Context, id match.UserID) lang.Language {
	return b.languageOf(ctx, id).in
}

// LanguageAt returns the language for messages that everybody at a place can read: the server's, or
// in direct messages the owner's.
func (b *Book) LanguageAt(ctx context.Context, at match.Place, owner match.UserID) lang.Language {
	if at.Guild == "" {
		return b.Language(ctx, owner)
	}
	return b.languageAt(ctx, at.Guild).in
}

// LanguageOfUser returns the language that a user chose, otherwise that of their Discord.
func LanguageOfUser(u match.User) lang.Language { return chosen(u.Language, u.Locale) }

// languageOfGuild returns the language that a server chose, otherwise that of its Discord settings.
func languageOfGuild(g match.Guild) lang.Language { return chosen(g.Language, g.Locale) }

func chosen(language, locale string) lang.Language {
	if l, ok := lang.ByCode(language); ok {
		return l
	}
	return lang.Language(locale)
}

// Heard stores the languages that an interaction reports, if they changed, and returns the language
// of the answer. An empty guildLocale means unknown.
func (b *Book) Heard(ctx context.Context, user match.UserID, locale lang.Language, guild match.GuildID,
	guildLocale string,
) lang.Language {
	known := b.languageOf(ctx, user)
	if !time.Now().Before(known.until) { // the store can't be read, so writing would fail too
		return cmp.Or(known.in, locale)
	}
	if known.locale != string(locale) {
		if err := b.Change(ctx, user, func(u *match.User) { u.Locale = string(locale) }); err != nil {
			b.log.Error("could not store a person's language", "err", err)
		}
	}
	if guild != "" && guildLocale != "" {
		locale := string(lang.Match(guildLocale))
		if b.languageAt(ctx, guild).locale != locale {
			if err := b.ChangeGuild(ctx, guild, func(g *match.Guild) { g.Locale = locale }); err != nil {
				b.log.Error("could not store a server's language", "err", err)
			}
		}
	}
	return b.Language(ctx, user)
}

// Seen stores the hash of a player's avatar if it has changed.
func (b *Book) Seen(ctx context.Context, user match.UserID, avatar string) {
	known := b.languageOf(ctx, user)
	if known.avatar == avatar || !time.Now().Before(known.until) { // if the store can't be read, writing would fail too
		return
	}
	if err := b.Change(ctx, user, func(u *match.User) { u.Avatar = avatar }); err != nil {
		b.log.Error("could not store a person's avatar", "err", err)
	}
}

// Answered returns the language of an answer without storing the locale. The user's own choice
// comes before the locale.
func (b *Book) Answered(ctx context.Context, user match.UserID, locale lang.Language) lang.Language {
	if l := b.languageOf(ctx, user); string(l.in) != l.locale {
		return l.in
	}
	return locale
}

func (b *Book) languageOf(ctx context.Context, id match.UserID) language {
	b.mu.Lock()
	l := b.users[id]
	b.mu.Unlock()
	if time.Now().Before(l.until) || id == "" {
		return l
	}
	u, err := b.settings.User(ctx, id)
	if err != nil && ctx.Err() == nil {
		b.log.Warn("could not read a person's language", "err", err)
	}
	if err != nil {
		return l // the cached language
	}
	return b.holdUser(u)
}

func (b *Book) languageAt(ctx context.Context, id match.GuildID) language {
	b.mu.Lock()
	l := b.guilds[id]
	b.mu.Unlock()
	if time.Now().Before(l.until) {
		return l
	}
	g, err := b.settings.Guild(ctx, id)
	if err != nil && ctx.Err() == nil {
		b.log.Warn("could not read a server's language", "guild", id, "err", err)
	}
	if err != nil {
		return l
	}
	return b.holdGuild(g)
}

func (b *Book) holdUser(u match.User) language {
	b.mu.Lock()
	defer b.mu.Unlock()
	return hold(b.users, u.ID, language{locale: u.Locale, in: LanguageOfUser(u), avatar: u.Avatar})
}

func (b *Book) holdGuild(g match.Guild) language {
	b.mu.Lock()
	defer b.mu.Unlock()
	return hold(b.guilds, g.ID, language{locale: g.Locale, in: languageOfGuild(g)})
}

func hold[ID comparable](m map[ID]language, id ID, l language) language {
	if len(m) >= mostHeld {
		clear(m)
	}
	l.until = time.Now().Add(holdFor)
	m[id] = l
	return l
}

// Change changes what is stored about a user. Changes of one user run one at a time. For a user who
// was erased since the start it does nothing, until Back.
func (b *Book) Change(ctx context.Context, id match.UserID, change func(*match.User)) error {
	defer b.locks.Lock(id)()
	if b.isErased(id) {
		return nil
	}
	u, err := b.settings.ChangeUser(ctx, id, change)
	if err != nil {
		return err
	}
	b.holdUser(u)
	return nil
}

// ChangeGuild changes the settings of a server.
func (b *Book) ChangeGuild(ctx context.Context, id match.GuildID, change func(*match.Guild)) error {
	g, err := b.settings.ChangeGuild(ctx, id, change)
	if err != nil {
		return err
	}
	b.holdGuild(g)
	return nil
}

// Back records that a user acts again. After an erasure their settings are stored again.
func (b *Book) Back(id match.UserID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.erased[id] {
		delete(b.erased, id)
	}
}

func (b *Book) isErased(id match.UserID) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, erased := b.erased[id]
	return erased
}

func (b *Book) markErased(id match.UserID, done bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erased[id] = done
	delete(b.users, id)
}

// BeginErasure stores a user's request to be erased, so that a restart does not lose it.
func (b *Book) BeginErasure(ctx context.Context, id match.UserID) (match.Erasure, error) {
	return b.eraser.Begin(ctx, id)
}

const (
	erasureRetry  = 5 * time.Minute  // pause after a failed erasure
	erasureWithin = 10 * time.Minute // time limit of an erasure, long enough for a large store
)

// Erase removes a user from tournaments, matches and settings. After an error it must be called
// again.
func (b *Book) Erase(ctx context.Context, gone match.Erasure) error {
	b.markErased(gone.User, false)
	b.locks.Lock(gone.User)() // the lock waits for a running change, which the erasure then removes
	if err := b.tournaments.Retire(ctx, gone.User); err != nil {
		return fmt.Errorf("retire from tournaments: %w", err)
	}
	if err := b.tournaments.Forget(ctx, gone); err != nil {
		return fmt.Errorf("erase from tournaments: %w", err)
	}
	if err := b.eraser.Finish(ctx, gone); err != nil {
		return fmt.Errorf("erase from matches: %w", err)
	}
	b.markErased(gone.User, true)
	return nil
}

// EraseAll completes all stored erasures.
func (b *Book) EraseAll(ctx context.Context) error {
	list, err := b.eraser.Pending(ctx)
	if err != nil {
		return fmt.Errorf("list erasures: %w", err)
	}
	var failed []error
	for _, gone := range list {
		ctx, cancel := context.WithTimeout(ctx, erasureWithin)
		failed = append(failed, b.Erase(ctx, gone))
		cancel()
	}
	return errors.Join(failed...)
}

// Run retries unfinished erasures until ctx ends.
func (b *Book) Run(ctx context.Context) {
	timer := time.NewTicker(erasureRetry)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := b.EraseAll(ctx); err != nil && ctx.Err() == nil {
				b.log.Error("an erasure is not finished yet", "err", err)
			}
		}
	}
}
