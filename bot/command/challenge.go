package command

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/command/lobby"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// userCommand is the entry in the menu of a member (P52).
const userCommand = "Challenge to a game"

var challengeCommand = &router.Command{
	Name: "challenge", Help: "Challenge a member, or anyone who likes", Run: challenge,
	Options: func(a router.Builder, g *games.Game) []*router.Option {
		return slices.Concat([]*router.Option{a.UserOption()}, a.SideOption(g), matchOptions(a, g), lobby.Options(a))
	},
}

var challengeMenu = &router.Command{Name: userCommand, Where: router.InServers, UserMenu: true, Run: pickGame}

var challengeActions = router.Actions{show.ActPick: challengePicked}

// challenge is `/kalah challenge`: to a member, or to anyone.
func challenge(ctx context.Context, r *router.Request) (discord.Reply, error) {
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Guild == "" {
		return discord.Reply{}, router.Refuse(r.In.Say(say.NoDMPair, r.Game.ID))
	}
	if p.Wants, err = lobby.Wants(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	p.Setup.Seats = r.Game.MinSeats
	if id := r.Text(router.OptUser); id != "" {
		with, err := opponent(r, id, r.Game)
		if err != nil {
			return discord.Reply{}, err
		}
		p.With = []match.Player{with}
	}
	return propose(ctx, r, p)
}

// opponent is a member who can be challenged: no bot, and not oneself.
func opponent(r *router.Request, id string, g *games.Game) (match.Player, error) {
	user, name := r.Person(id)
	switch {
	case id == string(r.User):
		return match.Player{}, router.Refuse(r.In.Say(say.NotSelf, g.ID))
	case user == nil:
		return match.Player{}, router.ErrNoActor
	case user.Bot:
		return match.Player{}, router.Refuse(r.In.Say(say.NoBot, discord.Escape(name), g.ID))
	}
	return match.Player{User: match.UserID(id), Name: name}, nil
}

// pickGame is the entry *Challenge to a game* in a member's menu: it asks which game.
func pickGame(_ context.Context, r *router.Request) (discord.Reply, error) {
	first := r.Games[0]
	if r.Guild == "" {
		return discord.Reply{}, router.Refuse(r.In.Say(say.NoDMPair, first.ID))
	}
	if _, err := opponent(r, r.Subject, first); err != nil {
		return discord.Reply{}, err
	}
	var options []discordgo.SelectMenuOption
	for _, g := range r.Games[:min(len(r.Games), discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: g.Name, Value: string(g.ID), Description: discord.Truncate(r.In.Text(g.Summary), discord.MaxOptionText)})
	}
	pick := show.Target{Action: show.ActPick, Text: r.Subject}
	m := discord.TextMessage(r.In.Speak(say.MenuGames))
	m.Parts = append(m.Parts, discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: pick.MustID(), Placeholder: r.In.Speak(say.MenuGames), Options: options,
	}))
	return discord.Reply{Message: m}, nil
}

// challengePicked challenges the member of the menu to the game chosen, with all options as they are when nothing is said.
func challengePicked(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	g, ok := r.Matches.Read.Game(games.ID(r.Values[0]))
	if !ok {
		return discord.Reply{}, show.ErrID
	}
	r.Game = g
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	id, _, _ := strings.Cut(r.Target.Text, " ") // older menus have a name after it
	p.Setup.Seats = g.MinSeats
	p.With = []match.Player{{User: match.UserID(id)}}
	return propose(ctx, r, p)
}
