package challenge

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// showGames handles `/play`: it shows all games with buttons. If no match can begin here, it says
// so and leaves out the buttons.
func (f *Feature) showGames(ctx context.Context, r *request.Request) (request.Reply, error) {
	refusal := f.MayPlayHere(ctx, r)
	note := ""
	if refusal != nil {
		note = request.Explanation(refusal)
	} else if r.Direct() {
		note = r.In.Speak(sayOnlyComputers)
	}
	m := gallery(f.Show, r.In, f.Games, f.Likes(ctx, r).Prefer, note, r.Direct(), refusal != nil)
	if r.Target.Match != "" { // asked for below a finished board, which stays
		return request.Reply{Message: m}, nil
	}
	return request.ReplyPrivate(r, m), nil
}

// showRules shows the rules of a game in the message that showed the games, with buttons to begin a match
// below. It leaves options out, because nobody has chosen any yet.
func (f *Feature) showRules(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := f.gameOfButton(r); err != nil {
		return request.Reply{}, err
	}
	m := f.Show.Rules(r.In, r.Game, games.Options{}, f.Likes(ctx, r).Prefer)
	m.Parts = append(m.Parts, discord.Row(append(beginnings(r.In, r.Game, r.Direct(), f.MayPlayHere(ctx, r) != nil),
		backToGames(r.In))...))
	return request.ReplyPrivate(r, m), nil
}

// gameOfButton sets the request's game to the one that a button of /play names.
func (f *Feature) gameOfButton(r *request.Request) error {
	g, ok := f.Matches.Read.Game(games.ID(r.Target.Text))
	if !ok {
		return component.ErrID
	}
	r.Game = g
	return nil
}

// againstComputer asks for a computer player's level, or begins the match if the level is chosen.
func (f *Feature) againstComputer(ctx context.Context, r *request.Request) (request.Reply, error) {
	id, level, _ := strings.Cut(r.Target.Text, "/")
	level, short, _ := strings.Cut(level, "/")
	if r.Target.Text = id; level != "" {
		r.Values = []string{level}
	}
	if err := f.gameOfButton(r); err != nil {
		return request.Reply{}, err
	}
	p, err := f.Proposal(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if len(r.Values) == 0 {
		return request.ReplyPrivate(r, levels(r.In, r.Game, f.Offered(ctx, r.User, r.Game))), nil
	}
	if _, ok := r.Game.Player(r.Values[0]); !ok {
		return request.Reply{}, component.ErrID
	}
	if short == quick {
		p.Setup.Options = maps.Clone(r.Game.Quick)
	}
	for range r.Game.MinSeats - 1 {
		p.With = append(p.With, match.Player{Computer: r.Values[0]})
	}
	return f.Propose(ctx, r, p)
}

// againstMember asks which member to challenge, or challenges the chosen member.
func (f *Feature) againstMember(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, err := f.challengeByButton(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if len(r.Values) == 0 {
		return request.ReplyPrivate(r, whom(r.In, r.Game)), nil
	}
	return f.Challenge(ctx, r, p, r.Values[0], r.Game)
}

// againstAnyone makes an open challenge.
func (f *Feature) againstAnyone(ctx context.Context, r *request.Request) (request.Reply, error) {
	id, size, sized := strings.Cut(r.Target.Text, "/")
	r.Target.Text = id
	p, err := f.challengeByButton(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if sized {
		if p.Setup.Seats, err = strconv.Atoi(size); err != nil {
			return request.Reply{}, component.ErrID
		}
	}
	return f.Propose(ctx, r, p)
}

func (f *Feature) challengeByButton(ctx context.Context, r *request.Request) (match.Proposal, error) {
	if err := f.gameOfButton(r); err != nil {
		return match.Proposal{}, err
	}
	if r.Direct() {
		return match.Proposal{}, request.Refuse(r.In.Say(say.NoDMPair, r.Game.ID))
	}
	return f.Proposal(ctx, r)
}
