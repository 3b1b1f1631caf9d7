// Package follow has the command and the buttons by which somebody who only watches a match is told when it is over, or no longer. Who may: those whom any
// command shows it. What is kept of it is in paddock/games/match/follow.
package follow

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/sight"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/follow"
)

const optStop = "stop"

// Command is `/follow`.
var Command = &router.Command{
	Name: "follow", Help: "Be told when a match that you only watch is over", Where: router.InServers, NotHere: &say.FollowDM, Run: start, Complete: complete,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.MatchOption(), a.Boolean(optStop, "Follow it no longer")}
	},
}

// Actions are the buttons.
var Actions = router.Actions{show.ActFollow: start}

// stop is the text of a button that ends it.
const stop = "stop"

// start follows a match, or ends that.
func start(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if id := match.ID(strings.ToLower(r.Text(router.OptGame))); r.Target.Text == stop || r.Yes(optStop, false) && id != "" {
		if r.Target.Match != "" {
			id = r.Target.Match
		}
		if err := r.Matches.Follow.Stop(ctx, r.User, id); err != nil { // which tells nothing of the match
			return discord.Reply{}, err
		}
		return router.Privately(r, r.In.Speak(say.FollowEnded)), nil
	}
	m, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Yes(optStop, false) {
		if err := r.Matches.Follow.Stop(ctx, r.User, m.ID); err != nil {
			return discord.Reply{}, err
		}
		return router.Privately(r, r.In.Speak(say.FollowEnded)), nil
	}
	if err := may(ctx, r, m); err != nil {
		return discord.Reply{}, err
	}
	if err := r.Matches.Follow.Start(ctx, r.User, m.ID); err != nil {
		return discord.Reply{}, err
	}
	said := r.In.Say(say.Following, show.Title(r.In, m, m.Rules()))
	switch u := router.Likes(ctx, r); {
	case u.Notify == match.ByNothing:
		said += "\n-# " + r.In.Speak(say.FollowNotTold)
	case u.DMClosed:
		said += "\n-# " + r.In.Speak(say.NotifyClosed)
	}
	off := show.Button(r.In.Speak(say.LabelUnfollow), discordgo.SecondaryButton, show.Target{Match: m.ID, Action: show.ActFollow, Text: stop})
	return router.Privately(r, said, off), nil
}

// may refuses a match that can't be followed: one that is not played, one's own, one of direct messages; and where somebody who plays has blocked whoever asks.
func may(ctx context.Context, r *router.Request, m match.Match) error {
	switch {
	case m.Status != match.Running:
		return games.Refuse("This match is not being played, so there is nothing to follow. Choose one that is.")
	case m.SeatOf(r.User) != games.Spectator:
		return games.Refuse("You play in this match yourself, so you are told of it anyway. You can follow those of others.")
	case m.Place.Guild == "":
		return follow.Refused()
	}
	key, err := r.Matches.Settings.BlockKey(ctx)
	if err != nil {
		return err
	}
	for _, id := range m.Members() {
		player, err := r.People.User(ctx, id)
		if err != nil {
			return err
		}
		if player.Blocks(r.User, key) {
			return follow.Refused()
		}
	}
	see, err := sight.Among(ctx, r.Client, m.Place, []match.UserID{r.User})
	if err == nil && len(see) == 0 {
		err = follow.Refused()
	}
	return err
}

// complete lists what the caller follows.
func complete(ctx context.Context, r *router.Request) (out []*router.Choice) {
	if r.Focused != router.OptGame {
		return nil
	}
	for _, m := range followed(ctx, r) {
		if name := line(r, m); strings.Contains(strings.ToLower(name), strings.ToLower(r.Text(router.OptGame))) {
			out = append(out, &router.Choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(m.ID)})
		}
	}
	return out
}

// Lines list what somebody follows; none if they follow nothing.
func Lines(ctx context.Context, r *router.Request) (lines []string) {
	for _, m := range followed(ctx, r) {
		text := "* " + line(r, m)
		if url := show.BoardLink(m); url != "" {
			text += " · [" + r.In.Speak(say.BoardLink) + "](" + url + ")"
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 {
		lines = append([]string{r.In.Speak(say.YouFollow)}, lines...)
	}
	return lines
}

// line names a match by nothing that whoever follows it may not see any more.
func line(r *router.Request, m match.Match) string {
	name := string(m.Game)
	if g := m.Rules(); g != nil {
		name = g.Name
	}
	return name + " · " + string(m.ID)
}

// followed are the matches that somebody follows; what has ended since is forgotten.
func followed(ctx context.Context, r *router.Request) (list []match.Match) {
	for _, id := range router.Likes(ctx, r).Following {
		m, err := r.Matches.Read.Match(ctx, id)
		if err == nil && m.Status == match.Running {
			list = append(list, m)
			continue
		}
		if err == nil || errors.Is(err, match.ErrUnknown) {
			if err := r.Matches.Follow.Stop(ctx, r.User, id); err != nil {
				r.Log.Warn("a match that is over could not be taken off a list", "match", id, "err", err)
			}
		}
	}
	return list
}
