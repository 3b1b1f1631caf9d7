package server

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) serverRoles() *request.Command {
	return &request.Command{
		Name: "roles", Help: "See or change which roles may play, and which may create tournaments", Run: f.changeRoles,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			role := func(name, help string) *request.Option {
				return &request.Option{
					Type: discordgo.ApplicationCommandOptionRole, Name: name,
					Description: a.In.Text(help),
				}
			}
			return []*request.Option{
				role(optPlay, "Add a role that may play; from then on no others may"),
				role(optTournaments, "Add a role that may create tournaments; from then on no others may"),
				role(optForbid, "Take a role away; with none left, everybody may"),
			}
		},
	}
}

const optPlay = "play"

// changeRoles handles `/server roles` and its panel.
func (f *Feature) changeRoles(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := checkManages(r); err != nil {
		return request.Reply{}, err
	}
	g, err := f.People.Guild(ctx, r.Guild)
	if err != nil {
		return request.Reply{}, err
	}
	for _, s := range []struct {
		setting, option string
		of              func(*match.Guild) *[]match.RoleID
	}{
		{settingPlayRoles, optPlay, func(g *match.Guild) *[]match.RoleID { return &g.PlayRoles }},
		{settingTournamentRoles, optTournaments, func(g *match.Guild) *[]match.RoleID { return &g.TournamentRoles }},
	} {
		was := *s.of(&g)
		is, err := chosenRoles(r, s.setting, s.option, was)
		if err != nil {
			return request.Reply{}, err
		}
		if len(is) > discord.MaxOptions {
			return request.Reply{}, request.Refuse(r.In.Speak(sayRolesFull))
		}
		if slices.Equal(is, was) {
			continue
		}
		*s.of(&g) = is
		if err := f.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) { *s.of(g) = is }); err != nil {
			return request.Reply{}, err
		}
		if err := f.Note(ctx, r,
			match.Audit{Did: match.AuditSetting, Setting: s.setting, Was: idList(was), Is: idList(is)}); err != nil {
			return request.Reply{}, err
		}
	}
	return request.ReplyPrivate(r, rolesMessage(r.In, g.PlayRoles, g.TournamentRoles)), nil
}

// chosenRoles returns the list of roles after a request: the choice of its menu, or the list with
// one role added or removed.
func chosenRoles(r *request.Request, setting, option string, was []match.RoleID) ([]match.RoleID, error) {
	if r.Answer.IsComponent() && r.Target.Text == setting {
		return pickedIDs[match.RoleID](r.Values)
	}
	is := slices.Clone(was)
	if role := match.RoleID(r.Text(option)); role != "" {
		is = append(is, role)
	}
	forbidden := match.RoleID(r.Text(optForbid))
	is = slices.DeleteFunc(is, func(role match.RoleID) bool { return role == forbidden })
	return slices.Compact(slices.Sorted(slices.Values(is))), nil
}

// rolesMessage returns the panel of roles for playing and for creating tournaments, each with a
// menu.
func rolesMessage(in lang.Language, play, tournaments []match.RoleID) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + in.Speak(sayServerSettings) + "\n-# " +
		in.Speak(sayRolesNote))}
	for _, s := range []struct {
		setting string
		list    []match.RoleID
	}{{settingPlayRoles, play}, {settingTournamentRoles, tournaments}} {
		menu := discordgo.SelectMenu{
			MenuType: discordgo.RoleSelectMenu,
			CustomID: component.Target{Action: actRoles, Text: s.setting}.MustID(), MaxValues: discord.MaxOptions,
		}
		parts = append(parts, listParts(in, s.setting, s.list, menu, discordgo.SelectMenuDefaultValueRole)...)
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}
