package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var playCommand = &router.Command{Name: "play", Help: "Begin a match: look at the games and choose", Where: router.Everywhere, Run: showGames}

var playActions = router.Actions{show.ActGames: showGames, show.ActLevel: againstComputer, show.ActWhom: againstMember, show.ActAnyone: againstAnyone}

// showGames is `/play`: all games with buttons, for who knows no command. What can't be played here is said at once, and has no button.
func showGames(ctx context.Context, r *router.Request) (discord.Reply, error) {
	refusal := mayPlayHere(ctx, r)
	note := ""
	if refusal != nil {
		note = router.Explanation(refusal)
	} else if r.Guild == "" {
		note = r.In.Speak(say.OnlyComputers)
	}
	return router.ReplyPrivate(r, r.Show.Play(r.In, r.Games, router.Likes(ctx, r).Prefer, note, r.Guild == "", refusal != nil)), nil
}

// gameOfButton is the game that a button of /play is about.
func gameOfButton(r *router.Request) error {
	g, ok := r.Matches.Read.Game(games.ID(r.Target.Text))
	if !ok {
		return show.ErrID
	}
	r.Game = g
	return nil
}

// againstComputer asks how strong a computer player should be, and begins a match against it.
func againstComputer(ctx context.Context, r *router.Request) (discord.Reply, error) {
	id, level, _ := strings.Cut(r.Target.Text, "/")
	if r.Target.Text = id; level != "" {
		r.Values = []string{level}
	}
	if err := gameOfButton(r); err != nil {
		return discord.Reply{}, err
	}
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(r.Values) == 0 {
		return router.ReplyPrivate(r, show.Levels(r.In, r.Game)), nil
	}
	if _, ok := r.Game.Player(r.Values[0]); !ok {
		return discord.Reply{}, show.ErrID
	}
	for range r.Game.MinSeats - 1 {
		p.With = append(p.With, match.Player{Computer: r.Values[0]})
	}
	return propose(ctx, r, p)
}

// againstMember asks who is to be challenged, and does it.
func againstMember(ctx context.Context, r *router.Request) (discord.Reply, error) {
	p, err := challengeByButton(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(r.Values) == 0 {
		return router.ReplyPrivate(r, show.Whom(r.In, r.Game)), nil
	}
	with, err := opponent(r, r.Values[0], r.Game)
	if err != nil {
		return discord.Reply{}, err
	}
	p.With = []match.Player{with}
	return propose(ctx, r, p)
}

// againstAnyone challenges whoever likes.
func againstAnyone(ctx context.Context, r *router.Request) (discord.Reply, error) {
	p, err := challengeByButton(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return propose(ctx, r, p)
}

func challengeByButton(ctx context.Context, r *router.Request) (match.Proposal, error) {
	if err := gameOfButton(r); err != nil {
		return match.Proposal{}, err
	}
	if r.Guild == "" {
		return match.Proposal{}, router.Refuse(r.In.Say(say.NoDMPair, r.Game.ID))
	}
	p, err := proposal(ctx, r)
	p.Setup.Seats = r.Game.MinSeats
	return p, err
}
