// Package lookout calls those who want it when somebody looks for a game in a server (P99): by direct message, at most once a day in a server, never in
// their night, and only for what they could accept. Start reading at [Caller.Call].
package lookout

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/sight"
	"paddock/games/match"
	conditions "paddock/games/match/lobby"
	"paddock/games/match/lookout"
	"paddock/games/match/service"
)

// Caller is what calling needs.
type Caller struct {
	Client  *discord.Client
	Matches *service.Service
	People  *people.Book
	Now     func() time.Time
	Send    func(ctx context.Context, u match.UserID, m discord.Message, nonce string) error // by direct message
}

// busy is how many matches with people somebody has running in a server, at least, whom nobody calls there, unless the server allows fewer.
const busy = 5

// Call calls those who could accept a challenge that has just been made. An error is one that will pass; who has been called is not called again then.
func (c Caller) Call(ctx context.Context, m match.Match) error {
	now := c.Now()
	if m.Status != match.Open || m.Rules() == nil {
		return nil
	}
	due, err := c.Matches.Lookout.Due(ctx, m.Record, now)
	if err != nil {
		return err
	}
	var may []match.User
	for _, u := range due {
		user, ok, err := c.wants(ctx, m, u, now)
		if err != nil {
			return err
		}
		if ok {
			may = append(may, user)
		}
		if len(may) == lookout.MostCalled {
			break
		}
	}
	if len(may) == 0 {
		return nil
	}
	g, err := c.People.Guild(ctx, m.Place.Guild)
	if err != nil {
		return err
	}
	ids := make([]match.UserID, len(may))
	for i, u := range may {
		ids[i] = u.ID
	}
	roles, err := sight.Roles(ctx, c.Client, m.Place, ids)
	if err != nil {
		return err
	}
	for _, u := range may {
		theirs, sees := roles[u.ID]
		plays := len(g.PlayRoles) == 0 || slices.ContainsFunc(g.PlayRoles, func(r match.RoleID) bool { return slices.Contains(theirs, string(r)) })
		if !sees || !plays {
			continue
		}
		mine, err := c.Matches.Lookout.Take(ctx, m.Place.Guild, u.ID, now)
		if err != nil {
			return err
		}
		if mine {
			if err := c.Send(ctx, u.ID, Message(people.LanguageOfUser(u), m), "lo-"+string(m.ID)); err != nil {
				return err
			}
		}
	}
	return nil
}

// wants reports whether somebody may be called for a challenge, by all that the store knows: they are awake, can be written to, play few, fulfil its
// conditions, and neither of the two has blocked the other.
func (c Caller) wants(ctx context.Context, m match.Match, id match.UserID, now time.Time) (match.User, bool, error) {
	u, err := c.People.User(ctx, id)
	u.ID = id
	if err != nil || u.DMClosed || u.Notify == match.ByNothing || u.Notify == match.ByDigest || u.Hours.Awake(now).After(now) {
		return u, false, err
	}
	owner, err := c.People.User(ctx, m.Owner)
	if err != nil {
		return u, false, err
	}
	key, err := c.Matches.Settings.BlockKey(ctx)
	if err != nil || owner.Blocks(id, key) || u.Blocks(m.Owner, key) {
		return u, false, err
	}
	theirs, err := c.Matches.Read.StandingsOf(ctx, m.Place.Guild, match.Player{User: id})
	if err != nil || conditions.Check(m.Wants, m.Game, theirs) != nil {
		return u, false, err
	}
	g, err := c.People.Guild(ctx, m.Place.Guild)
	if err != nil {
		return u, false, err
	}
	list, err := c.Matches.Read.ByUser(ctx, id)
	running := 0
	for _, other := range list {
		if other.Status == match.Running && other.People() > 1 && other.Place.Guild == m.Place.Guild {
			running++
		}
	}
	return u, running < busy && (g.Limit == 0 || running < g.Limit), err
}

// Message is what somebody is told who is called.
func Message(in lang.Language, m match.Match) discord.Message {
	lines := append([]string{in.Speak(say.LookoutCall), "**" + show.InvitationTitle(in, m, m.Rules()) + "**"}, show.Terms(in, m, m.Rules())...)
	lines = append(lines, "-# "+in.Speak(say.LookoutWhy))
	off := show.Button(in.Speak(say.LabelNoCalls), discordgo.SecondaryButton, show.Target{Action: show.ActNoCalls, Text: string(m.Place.Guild)})
	return discord.TextMessage(strings.Join(lines, "\n"), append(show.BoardLinks(in, m), off)...)
}
