package bot

import (
	"context"
	"sync"

	"paddock/bot/lang"
	"paddock/games/match"
)

// What one person reads is said in their language, what a channel reads in its server's (P53). Discord tells both with every interaction; they
// are kept, because letters, reminders and boards are written when nobody has just asked. Either can be chosen instead, with `/settings` and
// `/server`. Moves, typed input and component ids are the same in all languages.

// ownLanguage is the value of the option language that leaves the choice to Discord.
const ownLanguage = "auto"

// languages are those in use lately, so that not every click has to read settings. The zero languages is ready.
type languages struct {
	mu     sync.Mutex
	users  map[match.UserID]tongue
	guilds map[match.GuildID]tongue
}

// mostTongues is how many people's languages are held at a time.
const mostTongues = 10_000

// tongue is a language and what it follows from.
type tongue struct {
	locale string // as Discord told, by its code
	in     lang.Language
}

// spoken is the language in which a person is written to.
func spoken(u match.User) lang.Language { return choose(u.Language, u.Locale) }

// spokenAt is the language of what is public in a server.
func spokenAt(g match.Guild) lang.Language { return choose(g.Language, g.Locale) }

func choose(chosen, locale string) lang.Language {
	if l, ok := lang.ByCode(chosen); ok {
		return l
	}
	return lang.Language(locale)
}

// noteLanguages takes note of the languages that an interaction tells, where they have changed, and has its person answered in theirs.
func (b *bot) noteLanguages(ctx context.Context, r *request) {
	locale := string(r.in) // so far it is what their Discord says
	t := b.tongueOf(ctx, r.user)
	if t.locale != locale {
		err := b.changeUser(ctx, r.user, func(u *match.User) { u.Locale = locale })
		if err != nil {
			b.log.Error("could not note a person's language", "err", err)
		}
		t = b.tongueOf(ctx, r.user)
	}
	r.in = t.in
	if r.guild == "" || r.ix.GuildLocale == nil {
		return
	}
	locale = string(lang.Match(string(*r.ix.GuildLocale)))
	if b.tongueAt(ctx, r.guild).locale != locale {
		if err := b.changeGuild(ctx, r.guild, func(g *match.Guild) { g.Locale = locale }); err != nil {
			b.log.Error("could not note a server's language", "err", err)
		}
	}
}

// languageOf is the language in which a person is written to; English where the store can't say.
func (b *bot) languageOf(ctx context.Context, u match.UserID) lang.Language {
	return b.tongueOf(ctx, u).in
}

// languageAt is the language of what everybody can read at a place: its server's, in direct messages that of their owner.
func (b *bot) languageAt(ctx context.Context, at match.Place, owner match.UserID) lang.Language {
	if at.Guild == "" {
		return b.languageOf(ctx, owner)
	}
	return b.tongueAt(ctx, at.Guild).in
}

func (b *bot) tongueOf(ctx context.Context, id match.UserID) tongue {
	b.languages.mu.Lock()
	t, ok := b.languages.users[id]
	b.languages.mu.Unlock()
	if ok || id == "" {
		return t
	}
	u, err := b.svc.Settings.User(ctx, id)
	if err != nil {
		return tongue{}
	}
	return b.languages.user(u)
}

func (b *bot) tongueAt(ctx context.Context, id match.GuildID) tongue {
	b.languages.mu.Lock()
	t, ok := b.languages.guilds[id]
	b.languages.mu.Unlock()
	if ok {
		return t
	}
	g, err := b.svc.Settings.Guild(ctx, id)
	if err != nil {
		return tongue{}
	}
	return b.languages.guild(g)
}

// user and guild take note of settings as they are now.
func (l *languages) user(u match.User) tongue {
	l.mu.Lock()
	defer l.mu.Unlock()
	return hold(&l.users, u.ID, tongue{u.Locale, spoken(u)})
}

func (l *languages) guild(g match.Guild) tongue {
	l.mu.Lock()
	defer l.mu.Unlock()
	return hold(&l.guilds, g.ID, tongue{g.Locale, spokenAt(g)})
}

// forget drops what is held of a person.
func (l *languages) forget(u match.UserID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.users, u)
}

func hold[ID comparable](m *map[ID]tongue, id ID, t tongue) tongue {
	if *m == nil || len(*m) >= mostTongues {
		*m = make(map[ID]tongue)
	}
	(*m)[id] = t
	return t
}

// changeUser changes what is remembered of a person. Changes to one person are made one at a time, so that none is lost. Of somebody who
// has left for good nothing is remembered.
func (b *bot) changeUser(ctx context.Context, id match.UserID, change func(*match.User)) error {
	defer b.outbox.alone(match.ID("user " + id))()
	if b.left.has(id) {
		return nil
	}
	u, err := b.svc.Settings.ChangeUser(ctx, id, change)
	if err != nil {
		return err
	}
	b.languages.user(u)
	return nil
}

// changeGuild changes the settings of a server, likewise.
func (b *bot) changeGuild(ctx context.Context, id match.GuildID, change func(*match.Guild)) error {
	defer b.outbox.alone(match.ID("server " + id))()
	g, err := b.svc.Settings.ChangeGuild(ctx, id, change)
	if err != nil {
		return err
	}
	b.languages.guild(g)
	return nil
}
