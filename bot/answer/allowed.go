package answer

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// MayPlay returns a refusal if the person may not begin or join a match or tournament of a server,
// because they have none of its playing roles. Managers of the server always may. Outside servers,
// where in is empty, there are no roles.
func (b *Base) MayPlay(ctx context.Context, r *request.Request, in match.GuildID) error {
	g, err := b.People.Guild(ctx, in)
	switch {
	case err != nil:
		return err
	case len(g.PlayRoles) == 0:
		return nil
	case in != r.Guild:
		return request.Refuse(r.In.Speak(sayRoleElsewhere))
	case r.Manages() || hasOneOf(r, g.PlayRoles):
		return nil
	}
	return request.Refuse(r.In.Say(sayRoleToPlay, games.And(board.RoleMentions(g.PlayRoles))))
}

// MayCreate returns a refusal if the person may not create a tournament in the server. If the
// server has chosen roles for that, one of them is needed; managers always may.
func (b *Base) MayCreate(ctx context.Context, r *request.Request) error {
	g, err := b.People.Guild(ctx, r.Guild)
	switch {
	case err != nil:
		return err
	case r.Manages():
		return nil
	case len(g.TournamentRoles) > 0 && !hasOneOf(r, g.TournamentRoles):
		return request.Refuse(r.In.Say(sayRoleToCreate, games.And(board.RoleMentions(g.TournamentRoles))))
	case len(g.TournamentRoles) == 0 && g.ManagersCreate:
		return request.Refuse(r.In.Speak(SayTournamentManagers))
	}
	return nil
}

// hasOneOf reports whether the person has one of the roles.
func hasOneOf(r *request.Request, list []match.RoleID) bool {
	var has []string
	if r.Ix.Member != nil {
		has = r.Ix.Member.Roles
	}
	return match.AnyRole(r.Guild, has, list)
}

// MayBegin returns a refusal that names the right channels if the server does not want public
// matches at this place (P25). A thread counts as its parent channel, which is known only for the
// thread of the request.
func (b *Base) MayBegin(ctx context.Context, r *request.Request, at match.Place) error {
	g, err := b.People.Guild(ctx, at.Guild)
	if err != nil {
		return err
	}
	if g.Allows(at.Channel) || at.Channel == r.Channel && g.Allows(r.Parent()) {
		return nil
	}
	return request.Refuse(r.In.Say(sayNotInChannel, games.And(board.ChannelMentions(g.Channels))))
}

// ReasonHelp describes the option OptReason.
const ReasonHelp = "Why; everybody can read it"

// Order returns the moderator's decision that a command contains.
func Order(r *request.Request) match.Order {
	return match.Order{By: r.Name, Reason: discord.OneLine(r.Text(request.OptReason), maxReason)}
}

// maxReason limits the length of a typed reason. It is longer than the allowed length, so that a
// long reason is refused, not shortened.
const maxReason = 400
