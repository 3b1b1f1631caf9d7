package world

import (
	"crypto/sha512"
	"encoding/base64"
	"maps"
	"slices"
	"time"
)

// Activity is an instance of the application's Activity: a page that people in one channel have
// open together. It ends when the last one leaves.
type Activity struct {
	ID       string
	LaunchID string
	Guild    GuildID // "" outside servers
	Channel  ChannelID
	Users    []UserID // users of the instance, in the order in which they opened it
}

// Grant is what a user has allowed the application to request in their name.
type Grant struct {
	User    UserID
	Scopes  []string
	Expires time.Time
}

// How long a code can be exchanged for a token, and how long the token is good for.
const (
	codeTime   = 10 * time.Minute
	BearerTime = 7 * 24 * time.Hour
)

// activities holds the instances, and the grants of their users. They end with the simulator.
type activities struct {
	running map[ChannelID]*Activity
	codes   map[string]Grant
	bearers map[string]Grant
}

func newActivities() activities {
	return activities{running: map[ChannelID]*Activity{}, codes: map[string]Grant{}, bearers: map[string]Grant{}}
}

// Launch opens the Activity for a user in a channel: in the instance that runs there, or in a new
// one.
func (s *State) Launch(u UserID, ch *Channel) *Activity {
	a := s.gathered(ch.ID)
	if a == nil {
		a = &Activity{LaunchID: s.NewID(), Guild: ch.GuildID, Channel: ch.ID}
		a.ID = "i-" + a.LaunchID + "-gc-" + string(ch.GuildID) + "-" + string(ch.ID)
		if ch.IsPrivate() {
			a.ID = "i-" + a.LaunchID + "-pc-" + string(ch.ID)
		}
		s.running[ch.ID] = a
	}
	if !slices.Contains(a.Users, u) {
		a.Users = append(a.Users, u)
	}
	return a
}

// gathered returns the instance in a channel without users who can't see the channel any more. It
// returns nil if nobody is left.
func (s *State) gathered(c ChannelID) *Activity {
	a, ch := s.running[c], s.Channels[c]
	if a == nil {
		return nil
	}
	a.Users = slices.DeleteFunc(a.Users, func(u UserID) bool { return ch == nil || !s.Sees(u, ch) })
	if len(a.Users) == 0 {
		delete(s.running, c)
		return nil
	}
	return a
}

// FindActivity returns a running instance, or nil.
func (s *State) FindActivity(id string) *Activity {
	for c, a := range s.running {
		if a.ID == id {
			return s.gathered(c)
		}
	}
	return nil
}

// ActivityJSON returns an instance as in Discord's API.
func (s *State) ActivityJSON(a *Activity) map[string]any {
	at := map[string]any{
		"kind": "gc", "id": "gc-" + string(a.Guild) + "-" + string(a.Channel), "channel_id": a.Channel,
		"guild_id": a.Guild,
	}
	if a.Guild == "" {
		at = map[string]any{"kind": "pc", "id": "pc-" + string(a.Channel), "channel_id": a.Channel}
	}
	return map[string]any{
		"application_id": s.AppID, "instance_id": a.ID, "launch_id": a.LaunchID, "location": at,
		"users": a.Users,
	}
}

// Redeem exchanges a code for a token, once.
func (s *State) Redeem(code string) (token string, g Grant, ok bool) {
	g, ok = s.codes[code]
	delete(s.codes, code)
	if !ok || !s.Now().Before(g.Expires) {
		return "", Grant{}, false
	}
	token, g.Expires = s.secret(), s.Now().Add(BearerTime)
	s.bearers[token] = g
	return token, g, true
}

// Bearer returns what a token allows.
func (s *State) Bearer(token string) (g Grant, ok bool) {
	g, ok = s.bearers[token]
	return g, ok && s.Now().Before(g.Expires)
}

// secret returns a new text that outsiders can't guess.
func (s *State) secret() string {
	sum := sha512.Sum512([]byte("secret " + s.NewID()))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// entryPoint adds the Entry Point command that Discord makes for an application with an Activity.
func (s *State) entryPoint() {
	if !s.cfg.Activities || slices.ContainsFunc(s.Registered[""], func(c *Command) bool {
		return c.Type == CommandEntryPoint
	}) {
		return
	}
	s.Registered[""] = append(s.Registered[""], &Command{
		ID: CommandID(s.NewID()), ApplicationID: s.AppID, Version: s.NewID(), Type: CommandEntryPoint, Name: "launch",
		Description: "Launch an activity",
		Handler:     HandlerDiscord, IntegrationTypes: []int{0, 1}, Contexts: []int{0, 1, 2},
	})
}

// HasActivity reports whether the application has an Activity.
func (s *State) HasActivity() bool { return s.cfg.Activities }

// Activity returns a running instance.
func (w World) Activity(id string) (a Activity, ok bool) {
	s := w.lock()
	defer s.Unlock()
	found := s.FindActivity(id)
	if found == nil {
		return Activity{}, false
	}
	a = *found
	a.Users = slices.Clone(a.Users)
	return a, true
}

// LeaveActivity closes the page that a user has open in an instance.
func (w World) LeaveActivity(id string, u UserID) {
	s := w.lock()
	defer s.Unlock()
	if a := s.FindActivity(id); a != nil {
		a.Users = slices.DeleteFunc(a.Users, func(other UserID) bool { return other == u })
		s.gathered(a.Channel)
	}
}

// Authorize grants the application scopes of a user, such as identify, and returns a code for them.
// The code can be exchanged once.
func (w World) Authorize(u UserID, scopes ...string) (code string) {
	s := w.lock()
	defer s.Unlock()
	for _, list := range []map[string]Grant{s.codes, s.bearers} {
		maps.DeleteFunc(list, func(_ string, g Grant) bool { return !s.Now().Before(g.Expires) })
	}
	code = s.secret()
	s.codes[code] = Grant{u, slices.Clone(scopes), s.Now().Add(codeTime)}
	return code
}

// Granted returns the scopes of a token, for a client that shows who has signed in.
func (w World) Granted(token string) (g Grant, ok bool) {
	s := w.lock()
	defer s.Unlock()
	return s.Bearer(token)
}
