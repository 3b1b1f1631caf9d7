// Package people is what the bot remembers of members and servers while it runs: in which language each is written to, and who is being erased. The
// truth is in the match service's settings; what is held here is a cache in front of it, which another process may make wrong for a moment: then a
// sentence comes in the language of before. Start reading at [Book].
package people

import (
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

// Auto is the value of a chosen language that leaves the choice to Discord.
const Auto = "auto"

// mostHeld is how many people's and how many servers' languages are held at a time.
const mostHeld = 10_000

// Book remembers people and servers. It is made by New and safe for concurrent use.
type Book struct {
	settings    *service.Settings
	eraser      *service.Eraser
	tournaments *tourney.Service // nil: there are none
	log         *slog.Logger

	locks keylock.Lock[match.UserID] // changes and the erasure of one person exclude each other

	mu     sync.Mutex
	users  map[match.UserID]language
	guilds map[match.GuildID]language
	erased map[match.UserID]bool // since the start; false while the erasure is going on
}

// language is one language, and what it follows from.
type language struct {
	locale string // as Discord told, by its code
	in     lang.Language
	until  time.Time // when it is asked for again, because another process may have heard of another
}

// holdFor is for how long a language is held, and so wrong at most, if another process has heard of a change.
const holdFor = time.Minute

// New makes a Book. Tournaments may be nil.
func New(matches *service.Service, tournaments *tourney.Service, log *slog.Logger) *Book {
	return &Book{
		settings: matches.Settings, eraser: matches.Erase, tournaments: tournaments, log: log,
		users: make(map[match.UserID]language), guilds: make(map[match.GuildID]language), erased: make(map[match.UserID]bool),
	}
}

// User is what is remembered of a person.
func (b *Book) User(ctx context.Context, id match.UserID) (match.User, error) {
	return b.settings.User(ctx, id)
}

// Guild is a server's settings.
func (b *Book) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	return b.settings.Guild(ctx, id)
}

// Language is the language in which a person is written to; English where the store can't say.
func (b *Book) Language(ctx context.Context, id match.UserID) lang.Language {
	return b.languageOf(ctx, id).in
}

// LanguageAt is the language of what everybody can read at a place: its server's; in direct messages that of their owner.
func (b *Book) LanguageAt(ctx context.Context, at match.Place, owner match.UserID) lang.Language {
	if at.Guild == "" {
		return b.Language(ctx, owner)
	}
	return b.languageAt(ctx, at.Guild).in
}

// LanguageOfUser is the language in which a person is written to: the one they chose, otherwise their Discord's.
func LanguageOfUser(u match.User) lang.Language { return chosen(u.Language, u.Locale) }

// LanguageOfGuild is the language of what is public in a server, likewise.
func LanguageOfGuild(g match.Guild) lang.Language { return chosen(g.Language, g.Locale) }

func chosen(language, locale string) lang.Language {
	if l, ok := lang.ByCode(language); ok {
		return l
	}
	return lang.Language(locale)
}

// Heard takes note of the languages that an interaction tells, where they have changed, and returns the one in which its person is answered. A guild's
// locale may be empty: then it is not known.
func (b *Book) Heard(ctx context.Context, user match.UserID, locale lang.Language, guild match.GuildID, guildLocale string) lang.Language {
	if b.languageOf(ctx, user).locale != string(locale) {
		if err := b.Change(ctx, user, func(u *match.User) { u.Locale = string(locale) }); err != nil {
			b.log.Error("could not note a person's language", "err", err)
		}
	}
	if guild != "" && guildLocale != "" {
		locale := string(lang.Match(guildLocale))
		if b.languageAt(ctx, guild).locale != locale {
			if err := b.ChangeGuild(ctx, guild, func(g *match.Guild) { g.Locale = locale }); err != nil {
				b.log.Error("could not note a server's language", "err", err)
			}
		}
	}
	return b.Language(ctx, user)
}

// Answered is the language in which a person is answered whose Discord has a locale, without taking note of it: their own choice goes first.
func (b *Book) Answered(ctx context.Context, user match.UserID, locale lang.Language) lang.Language {
	if l := b.languageOf(ctx, user); string(l.in) != l.locale {
		return l.in
	}
	return locale
}

func (b *Book) languageOf(ctx context.Context, id match.UserID) language {
	b.mu.Lock()
	l, ok := b.users[id]
	b.mu.Unlock()
	if ok && time.Now().Before(l.until) || id == "" {
		return l
	}
	u, err := b.settings.User(ctx, id)
	if err != nil {
		return language{}
	}
	return b.holdUser(u)
}

func (b *Book) languageAt(ctx context.Context, id match.GuildID) language {
	b.mu.Lock()
	l, ok := b.guilds[id]
	b.mu.Unlock()
	if ok && time.Now().Before(l.until) {
		return l
	}
	g, err := b.settings.Guild(ctx, id)
	if err != nil {
		return language{}
	}
	return b.holdGuild(g)
}

func (b *Book) holdUser(u match.User) language {
	b.mu.Lock()
	defer b.mu.Unlock()
	return hold(b.users, u.ID, language{locale: u.Locale, in: LanguageOfUser(u)})
}

func (b *Book) holdGuild(g match.Guild) language {
	b.mu.Lock()
	defer b.mu.Unlock()
	return hold(b.guilds, g.ID, language{locale: g.Locale, in: LanguageOfGuild(g)})
}

func hold[ID comparable](m map[ID]language, id ID, l language) language {
	if len(m) >= mostHeld {
		clear(m)
	}
	l.until = time.Now().Add(holdFor)
	m[id] = l
	return l
}

// Change changes what is remembered of a person, one change at a time, so that none is lost. Of somebody who has been erased since the start nothing
// is remembered, unless they have come back.
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

// ChangeGuild changes the settings of a server, likewise.
func (b *Book) ChangeGuild(ctx context.Context, id match.GuildID, change func(*match.Guild)) error {
	g, err := b.settings.ChangeGuild(ctx, id, change)
	if err != nil {
		return err
	}
	b.holdGuild(g)
	return nil
}

// Back takes note that somebody acts: whoever was erased and comes back is remembered again.
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

// BeginErasure stores the wish of a person to be erased, so that it is carried out whatever happens.
func (b *Book) BeginErasure(ctx context.Context, id match.UserID) (match.Erasure, error) {
	return b.eraser.Begin(ctx, id)
}

const (
	erasureRetry  = 5 * time.Minute  // after a failure
	erasureWithin = 10 * time.Minute // for all records of a large store
)

// Erase removes a person: from tournaments, from matches, from the settings. If that fails it is to be tried again.
func (b *Book) Erase(ctx context.Context, gone match.Erasure) error {
	b.markErased(gone.User, false)
	b.locks.Lock(gone.User)() // a change that has begun is let through, and erased
	if b.tournaments != nil {
		if err := b.tournaments.Retire(ctx, gone.User); err != nil {
			return fmt.Errorf("retire from tournaments: %w", err)
		}
		if err := b.tournaments.Forget(ctx, gone); err != nil {
			return fmt.Errorf("erase from tournaments: %w", err)
		}
	}
	if err := b.eraser.Finish(ctx, gone); err != nil {
		return fmt.Errorf("erase from matches: %w", err)
	}
	b.markErased(gone.User, true)
	return nil
}

// EraseAll carries out the erasures that are stored and not finished. It is for the start, and for Run.
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

// Run tries erasures again that could not be finished. It ends with ctx.
func (b *Book) Run(ctx context.Context) {
	timer := time.NewTicker(erasureRetry)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if err := b.EraseAll(ctx); err != nil && ctx.Err() == nil {
				b.log.Error("somebody could not be removed yet", "err", err)
			}
		}
	}
}
