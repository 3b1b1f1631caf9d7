package challenge

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// UserCommand is the name of the command in a member's context menu (P52).
const UserCommand = "Challenge to a game"

func (f *Feature) challengeCommand() *request.Command {
	return &request.Command{
		Name: "challenge", Help: "Challenge a member, or everybody", Where: request.Everywhere, Run: f.challenge,
		Options: func(a request.Builder, g *games.Game) []*request.Option {
			return wantedFirst(slices.Concat([]*request.Option{a.UserOption()}, a.SideOption(g), matchOptions(a, g),
				openOptions(a), rivalOption(a, g)))
		},
	}
}

// rivalOption returns the option that challenges another channel, for games without secrets.
func rivalOption(a request.Builder, g *games.Game) []*request.Option {
	if g.Hidden {
		return nil
	}
	return []*request.Option{a.Channel(request.OptRival, "Another channel that votes against this one",
		request.PostTypes)}
}

// challenge handles `/kalah challenge`, to a member or to anyone.
func (f *Feature) challenge(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, err := f.Proposal(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if r.Direct() {
		return request.Reply{}, request.Refuse(r.In.Say(say.NoDMPair, r.Game.ID))
	}
	if p.Wants, err = f.readWants(ctx, r); err != nil {
		return request.Reply{}, err
	}
	if id := r.Text(request.OptUser); id != "" {
		return f.Challenge(ctx, r, p, id, r.Game)
	}
	return f.Propose(ctx, r, p)
}

// pickGame handles *Challenge to a game* in a member's context menu: it asks for the game.
func (f *Feature) pickGame(_ context.Context, r *request.Request) (request.Reply, error) {
	first := f.Games[0]
	if r.Direct() {
		return request.Reply{}, request.Refuse(r.In.Say(say.NoDMPair, first.ID))
	}
	if _, err := answer.Opponent(r, r.Subject, first); err != nil {
		return request.Reply{}, err
	}
	var options []discordgo.SelectMenuOption
	for _, g := range f.Games[:min(len(f.Games), discord.MaxOptions)] {
		options = append(options,
			discordgo.SelectMenuOption{
				Label: g.Name, Value: string(g.ID),
				Description: discord.Truncate(r.In.Text(g.Summary), discord.MaxOptionText),
			})
	}
	m := discord.TextMessage(r.In.Speak(sayMenuGames))
	m.Parts = append(m.Parts, component.Menu(r.In.Speak(sayMenuGames), options,
		component.Target{Action: ActPick, Text: r.Subject}))
	return request.Reply{Message: m}, nil
}

// challengePicked challenges the member of the menu to the chosen game, with default options.
func (f *Feature) challengePicked(ctx context.Context, r *request.Request) (request.Reply, error) {
	if len(r.Values) != 1 {
		return request.Reply{}, component.ErrID
	}
	g, ok := f.Matches.Read.Game(games.ID(r.Values[0]))
	if !ok {
		return request.Reply{}, component.ErrID
	}
	r.Game = g
	p, err := f.Proposal(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	id, _, _ := strings.Cut(r.Target.Text, " ") // in menus of older versions a name follows the id
	p.With = []match.Player{{User: match.UserID(id)}}
	return f.Propose(ctx, r, p)
}
