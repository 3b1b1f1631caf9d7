package challenge

import (
	"context"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/sight"
	"paddock/games/match"
	conditions "paddock/games/match/lobby"
	"paddock/games/match/lookout"
	"paddock/games/match/service"
)

// caller notifies the subscribers of open challenges.
type caller struct {
	Client  *discord.Client
	Matches *service.Service
	People  *people.Book
	Now     func() time.Time
	Send    func(ctx context.Context, u match.UserID, m discord.Message, nonce string) error // sends a direct message
}

// busy is the number of running matches between people at which a member is no longer called in
// that server. A lower limit of the server replaces it.
const busy = 5

// mostAsked is the most members looked up at Discord for one challenge, to find those who can see
// it.
const mostAsked = 100

// call sends a direct message to each subscriber who may accept a new challenge. An error is
// temporary: a second call does not notify the same members again.
func (c caller) call(ctx context.Context, m match.Match) error {
	now := c.Now()
	if m.Status != match.Open || m.Rules() == nil {
		return nil
	}
	due, err := c.Matches.Lookout.Due(ctx, m.Record, now)
	if err != nil || len(due) == 0 {
		return err
	}
	owner, err := c.People.User(ctx, m.Owner)
	if err != nil {
		return err
	}
	key, err := c.Matches.Settings.BlockKey(ctx)
	if err != nil {
		return err
	}
	g, err := c.People.Guild(ctx, m.Place.Guild)
	if err != nil {
		return err
	}
	for asked, left := 0, lookout.MostCalled; left > 0 && asked < mostAsked && len(due) > 0; {
		var may []match.User
		for len(due) > 0 && len(may) < left {
			user, ok, err := c.mayCall(ctx, m, due[0], now, owner, key, g)
			if err != nil {
				return err
			}
			if ok {
				may = append(may, user)
			}
			due = due[1:]
		}
		called, err := c.callThose(ctx, m, g, may, now)
		if err != nil {
			return err
		}
		asked, left = asked+len(may), left-called
	}
	return nil
}

// callThose calls those members who can see the channel of a challenge and have a playing role. It
// returns how many it has called.
func (c caller) callThose(ctx context.Context, m match.Match, g match.Guild, may []match.User,
	now time.Time,
) (called int, err error) {
	if len(may) == 0 {
		return 0, nil
	}
	ids := make([]match.UserID, len(may))
	for i, u := range may {
		ids[i] = u.ID
	}
	roles, err := sight.Roles(ctx, c.Client, m.Place, ids)
	if err != nil {
		return 0, err
	}
	for _, u := range may {
		theirs, sees := roles[u.ID]
		plays := len(g.PlayRoles) == 0 || match.AnyRole(m.Place.Guild, theirs, g.PlayRoles)
		if !sees || !plays {
			continue
		}
		mine, err := c.Matches.Lookout.Take(ctx, m.Place.Guild, u.ID, now)
		if err != nil {
			return called, err
		}
		if mine {
			if err := c.Send(ctx, u.ID, callMessage(people.LanguageOfUser(u), m), "lo-"+string(m.ID)); err != nil {
				return called, err
			}
			called++
		}
	}
	return called, nil
}

// mayCall reports whether a member may be notified of a challenge: they are awake, get direct
// messages, play few matches and meet its conditions. Neither the member nor the owner may have
// blocked the other.
func (c caller) mayCall(ctx context.Context, m match.Match, id match.UserID, now time.Time, owner match.User,
	key match.BlockKey, g match.Guild,
) (match.User, bool, error) {
	u, err := c.People.User(ctx, id)
	u.ID = id
	if err != nil || u.DMClosed || u.Notify == match.ByNothing || u.Notify == match.ByDigest ||
		u.Hours.Awake(now).After(now) {
		return u, false, err
	}
	if owner.Blocks(id, key) || u.Blocks(m.Owner, key) {
		return u, false, nil
	}
	theirs, err := c.Matches.Read.StandingsOf(ctx, m.Place.Guild, match.Player{User: id})
	if err != nil || conditions.Check(m.Wants, m.Game, theirs) != nil {
		return u, false, err
	}
	list, err := c.Matches.Read.ByUser(ctx, id)
	running := 0
	for _, other := range list {
		if other.Status == match.Running && !other.Stranded() && other.Plays(id) && other.People() > 1 &&
			other.Place.Guild == m.Place.Guild {
			running++
		}
	}
	return u, running < busy && (g.Limit == 0 || running < g.Limit), err
}

// callMessage makes the direct message that notifies a member of a challenge.
func callMessage(in lang.Language, m match.Match) discord.Message {
	lines := append([]string{in.Speak(sayLookoutCall), "**" + board.InvitationTitle(in, m, m.Rules()) + "**"},
		board.Terms(in, m, m.Rules())...)
	lines = append(lines, "-# "+in.Speak(sayLookoutWhy))
	off := component.Button(in.Speak(sayLabelNoCalls), discordgo.SecondaryButton,
		component.Target{Action: actNoCalls, Text: string(m.Place.Guild)})
	return discord.TextMessage(strings.Join(lines, "\n"), append(board.BoardLinks(in, m), off)...)
}
