package command

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// userCommand is the entry in the menu of a member (P52).
const userCommand = "Challenge to a game"

var challengeCommand = &Command{
	Name: "challenge", Help: "Challenge a member, or anyone who likes", run: challenge,
	options: func(a author, g *games.Game) []*option {
		return slices.Concat([]*option{a.userOption()}, a.sideOption(g), a.matchOptions(g))
	},
}

var challengeMenu = &Command{Name: userCommand, Where: InServers, UserMenu: true, run: pickGame}

var challengeActions = actions{show.ActPick: challengePicked}

// challenge is `/kalah challenge`: to a member, or to anyone.
func challenge(ctx context.Context, r *request) (discord.Reply, error) {
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.guild == "" {
		return discord.Reply{}, refuse(r.in.Say(say.NoDMPair, r.game.ID))
	}
	p.Setup.Seats = r.game.MinSeats
	if id := r.text(optUser); id != "" {
		with, err := r.opponent(id, r.game)
		if err != nil {
			return discord.Reply{}, err
		}
		p.With = []match.Player{with}
	}
	return propose(ctx, r, p)
}

// opponent is a member who can be challenged: no bot, and not oneself.
func (r *request) opponent(id string, g *games.Game) (match.Player, error) {
	user, name := r.person(id)
	switch {
	case id == string(r.user):
		return match.Player{}, refuse(r.in.Say(say.NotSelf, g.ID))
	case user == nil:
		return match.Player{}, errNoActor
	case user.Bot:
		return match.Player{}, refuse(r.in.Say(say.NoBot, discord.Escape(name), g.ID))
	}
	return match.Player{User: match.UserID(id), Name: name}, nil
}

// pickGame is the entry *Challenge to a game* in a member's menu: it asks which game.
func pickGame(_ context.Context, r *request) (discord.Reply, error) {
	first := r.Games[0]
	if r.guild == "" {
		return discord.Reply{}, refuse(r.in.Say(say.NoDMPair, first.ID))
	}
	if _, err := r.opponent(r.subject, first); err != nil {
		return discord.Reply{}, err
	}
	var options []discordgo.SelectMenuOption
	for _, g := range r.Games[:min(len(r.Games), discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: g.Name, Value: string(g.ID), Description: discord.Truncate(r.in.Text(g.Summary), discord.MaxOptionText)})
	}
	pick := show.Target{Action: show.ActPick, Text: r.subject}
	m := discord.TextMessage(r.in.Speak(say.MenuGames))
	m.Parts = append(m.Parts, discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: pick.MustID(), Placeholder: r.in.Speak(say.MenuGames), Options: options,
	}))
	return discord.Reply{Message: m}, nil
}

// challengePicked challenges the member of the menu to the game chosen, with all options as they are when nothing is said.
func challengePicked(ctx context.Context, r *request) (discord.Reply, error) {
	if len(r.values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	g, ok := r.Matches.Read.Game(games.ID(r.values[0]))
	if !ok {
		return discord.Reply{}, show.ErrID
	}
	r.game = g
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	id, _, _ := strings.Cut(r.target.Text, " ") // older menus have a name after it
	p.Setup.Seats = g.MinSeats
	p.With = []match.Player{{User: match.UserID(id)}}
	return propose(ctx, r, p)
}
