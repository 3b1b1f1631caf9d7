// Package roles is who may play in a server and who may create tournaments there, by Discord's roles: the command and panel that set it for those who
// manage the server, and the checks that other commands make before something begins. A role is looked up in the interaction of who asks, so nothing is
// known of who else has it. Start reading at [MayPlay].
package roles

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// Command is `/server roles`.
var Command = &router.Command{
	Name: "roles", Help: "See or change which roles may play, and which may create tournaments", Run: change,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		role := func(name, help string) *router.Option {
			return &router.Option{Type: discordgo.ApplicationCommandOptionRole, Name: name, Description: a.In.Text(help)}
		}
		return []*router.Option{
			role(optPlay, "Add a role that may play; from the first on no others may"),
			role(router.OptTournaments, "Add a role that may create tournaments; from the first on no others may"),
			role(router.OptForbid, "Take a role away; with none left everybody may"),
		}
	},
}

// Actions are the menus of the panel.
var Actions = router.Actions{show.ActRoles: change}

const optPlay = "play"

// MayPlay refuses to begin or join a match or tournament of a server to who has none of the roles that may play there. Who manages the server may.
func MayPlay(ctx context.Context, r *router.Request, in match.GuildID) error {
	if in == "" {
		return nil
	}
	g, err := r.People.Guild(ctx, in)
	switch {
	case err != nil:
		return err
	case len(g.PlayRoles) == 0:
		return nil
	case in != r.Guild:
		return router.Refuse(r.In.Speak(say.RoleElsewhere))
	case r.Manages() || hasOneOf(r, g.PlayRoles):
		return nil
	}
	return router.Refuse(r.In.Say(say.RoleToPlay, games.And(show.RoleMentions(g.PlayRoles))))
}

// MayCreate refuses to create a tournament in a server to who may not: where roles are chosen, who has none of them.
func MayCreate(ctx context.Context, r *router.Request) error {
	g, err := r.People.Guild(ctx, r.Guild)
	switch {
	case err != nil:
		return err
	case r.Manages():
		return nil
	case len(g.TournamentRoles) > 0 && !hasOneOf(r, g.TournamentRoles):
		return router.Refuse(r.In.Say(say.RoleToCreate, games.And(show.RoleMentions(g.TournamentRoles))))
	case len(g.TournamentRoles) == 0 && g.ManagersCreate:
		return router.Refuse(r.In.Speak(say.TournamentManagers))
	}
	return nil
}

// hasOneOf reports whether the person has one of the roles. That of everybody has the server's own id.
func hasOneOf(r *router.Request, list []match.RoleID) bool {
	return slices.ContainsFunc(list, func(role match.RoleID) bool {
		return role == match.RoleID(r.Guild) || r.Ix.Member != nil && slices.Contains(r.Ix.Member.Roles, string(role))
	})
}

// change is `/server roles` and its panel.
func change(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if r.Guild == "" || !r.Manages() { // a panel's presser may no longer
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoManage))
	}
	g, err := r.People.Guild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	for _, s := range []struct {
		setting, option string
		of              func(*match.Guild) *[]match.RoleID
	}{
		{show.SettingPlayRoles, optPlay, func(g *match.Guild) *[]match.RoleID { return &g.PlayRoles }},
		{show.SettingTournamentRoles, router.OptTournaments, func(g *match.Guild) *[]match.RoleID { return &g.TournamentRoles }},
	} {
		was := *s.of(&g)
		is, err := chosen(r, s.setting, s.option, was)
		if err != nil {
			return discord.Reply{}, err
		}
		if len(is) > discord.MaxOptions {
			return discord.Reply{}, router.Refuse(r.In.Speak(say.RolesFull))
		}
		if slices.Equal(is, was) {
			continue
		}
		*s.of(&g) = is
		if err := r.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) { *s.of(g) = is }); err != nil {
			return discord.Reply{}, err
		}
		note := match.Audit{Did: match.AuditSetting, Guild: r.Guild, By: match.Player{User: r.User, Name: r.Name}, Setting: s.setting, Was: show.IDList(was), Is: show.IDList(is)}
		if err := r.Matches.Moderate.Note(ctx, note); err != nil {
			return discord.Reply{}, err
		}
	}
	return router.ReplyPrivate(r, show.Roles(r.In, g.PlayRoles, g.TournamentRoles)), nil
}

// chosen is a list of roles as a request makes it: of its menu what was picked, of the command one more or less.
func chosen(r *router.Request, setting, option string, was []match.RoleID) ([]match.RoleID, error) {
	is := slices.Clone(was)
	if r.Answer.IsComponent() && r.Target.Text == setting {
		is = nil
		for _, role := range r.Values {
			if _, err := strconv.ParseUint(role, 10, 64); err != nil {
				return nil, show.ErrID
			}
			is = append(is, match.RoleID(role))
		}
	}
	if role := match.RoleID(r.Text(option)); role != "" {
		is = append(is, role)
	}
	forbidden := match.RoleID(r.Text(router.OptForbid))
	is = slices.DeleteFunc(is, func(role match.RoleID) bool { return role == forbidden })
	slices.Sort(is)
	return slices.Compact(is), nil
}
