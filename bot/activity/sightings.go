package activity

import (
	"context"
	"maps"
	"sync"
	"time"

	"paddock/bot/answer"
	"paddock/bot/sight"
	"paddock/games/match"
)

// sightings caches for a short time who can see which match, because each check is a request to
// Discord. The zero value is ready.
type sightings struct {
	mu        sync.Mutex
	seen      map[sighting]answered
	forgotten int // how often forget was called: an answer that was asked for before must not be kept
}

// sighting is a question to Discord: may a user with a session in one channel see the matches of
// another place? An empty user means everybody.
type sighting struct {
	user     match.UserID
	from, at match.Place
}

type answered struct {
	sees  bool
	until time.Time
}

// Members who can no longer see a channel can't see its boards after sightFor. The process that
// Discord tells of a change forgets at once what it knew (see [Feature.SightChanged]); Discord does
// not tell a bot without privileged intents of the roles of members.
const (
	sightFor   = time.Minute
	mostSights = 10_000
)

// remember returns the cached answer to a question, or calls ask for it. If Discord does not
// answer, the answer is no.
func (s *sightings) remember(now time.Time, q sighting, ask func() (bool, error)) bool {
	s.mu.Lock()
	known, ok := s.seen[q]
	then := s.forgotten
	s.mu.Unlock()
	if ok && now.Before(known.until) {
		return known.sees
	}
	sees, err := ask()
	if err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.forgotten != then {
		return sees
	}
	if s.seen == nil || len(s.seen) >= mostSights {
		s.seen = make(map[sighting]answered)
	}
	s.seen[q] = answered{sees, now.Add(sightFor)}
	return sees
}

// forget forgets who can see the matches of a server, because something there has changed.
func (s *sightings) forget(guild match.GuildID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgotten++
	maps.DeleteFunc(s.seen, func(q sighting, _ answered) bool { return q.at.Guild == guild })
}

// mayRead reports whether a user may see a match: by having a part in it, or in the channel in
// which Discord has seen them, while they can see that channel.
func (f *Feature) mayRead(ctx context.Context, s session, rec match.Match) bool {
	if f.MayRead(ctx, answer.Asker{User: s.User, Guild: "nowhere"}, rec) {
		return true
	}
	from := match.Place{Guild: s.Guild, Channel: s.Channel}
	if from.Guild != rec.Place.Guild || s.Channel == "" {
		return false
	}
	return f.sight.remember(f.Now(), sighting{s.User, from, rec.Place}, func() (bool, error) {
		if !f.MayRead(ctx, answer.Asker{User: s.User, Guild: s.Guild, Channel: s.Channel, Parent: s.Parent}, rec) {
			return false, nil
		}
		if s.Guild == "" { // direct messages can't be hidden
			return true, nil
		}
		list, err := sight.Among(ctx, f.Client, from, []match.UserID{s.User})
		return len(list) == 1, err
	})
}

// everybody reports whether everybody in the server of a match can see it.
func (f *Feature) everybody(ctx context.Context, rec match.Match) bool {
	return f.sight.remember(f.Now(), sighting{at: rec.Place}, func() (bool, error) {
		return sight.Everybody(ctx, f.Client, rec.Place)
	})
}
