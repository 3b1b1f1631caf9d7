package play

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/bot/sight"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/follow"
)

const optStop = "stop"

// followCommand returns `/settings follow`.
func (f *Feature) followCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "follow", Help: "Be told when a match you watch is over", Where: request.InServers,
		NotHere: &sayFollowDM, Run: f.startFollowing, Complete: f.completeFollowed,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.MatchOption(), a.Boolean(optStop, "Stop following it")}
		},
	}
}

// followStop is the text in the id of the button that ends following.
const followStop = "stop"

// startFollowing follows a match, or ends that, by the option stop or the button.
func (f *Feature) startFollowing(ctx context.Context, r *request.Request) (request.Reply, error) {
	if id := match.ID(strings.ToLower(r.Text(request.OptGame))); r.Target.Text == followStop || r.Yes(optStop, false) &&
		id != "" {
		if r.Target.Match != "" {
			id = r.Target.Match
		}
		if err := f.Matches.Follow.Stop(ctx, r.User, id); err != nil { // the answer reveals nothing about the match
			return request.Reply{}, err
		}
		return f.Privately(ctx, r, r.In.Speak(sayFollowEnded)), nil
	}
	m, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if r.Yes(optStop, false) {
		if err := f.Matches.Follow.Stop(ctx, r.User, m.ID); err != nil {
			return request.Reply{}, err
		}
		return f.Privately(ctx, r, r.In.Speak(sayFollowEnded)), nil
	}
	if err := f.mayFollow(ctx, r, m); err != nil {
		return request.Reply{}, err
	}
	if err := f.Matches.Follow.Start(ctx, r.User, m.ID); err != nil {
		return request.Reply{}, err
	}
	said := r.In.Say(sayFollowing, board.Title(r.In, m, m.Rules()))
	switch u := f.Likes(ctx, r); {
	case u.Notify == match.ByNothing:
		said += "\n-# " + r.In.Speak(sayFollowNotTold)
	case u.DMClosed:
		said += "\n-# " + r.In.Speak(say.NotifyClosed)
	}
	off := component.Button(r.In.Speak(sayLabelUnfollow), discordgo.SecondaryButton,
		component.Target{Match: m.ID, Action: component.ActFollow, Text: followStop})
	return f.Privately(ctx, r, said, off), nil
}

// mayFollow refuses a match that the user can't follow: one that is not running, their own, or one
// in direct messages. It also refuses if a player has blocked the user or the user can't see the
// channel.
func (f *Feature) mayFollow(ctx context.Context, r *request.Request, m match.Match) error {
	switch {
	case m.Status != match.Running:
		return games.Refuse("This match isn't running, so there is nothing to follow. Choose one that is.")
	case m.SeatOf(r.User) != games.Spectator:
		return games.Refuse("You play in this match yourself, so you hear of it anyway. Choose one that others play.")
	}
	key, err := f.Matches.Settings.BlockKey(ctx)
	if err != nil {
		return err
	}
	for _, id := range m.Members() {
		player, err := f.People.User(ctx, id)
		if err != nil {
			return err
		}
		if player.Blocks(r.User, key) {
			return follow.Refused()
		}
	}
	see, err := sight.Among(ctx, f.Client, m.Place, []match.UserID{r.User})
	if err == nil && len(see) == 0 {
		err = follow.Refused()
	}
	return err
}

// completeFollowed suggests the matches that the user follows.
func (f *Feature) completeFollowed(ctx context.Context, r *request.Request) (out []*request.Choice) {
	if r.Focused != request.OptGame {
		return nil
	}
	for _, m := range f.followed(ctx, r) {
		if name := followedLine(m); strings.Contains(strings.ToLower(name), strings.ToLower(r.Text(request.OptGame))) {
			out = append(out, &request.Choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: string(m.ID)})
		}
	}
	return out
}

// followedLines lists the matches that a user follows; none if there are none.
func (f *Feature) followedLines(ctx context.Context, r *request.Request) (lines []string) {
	for _, m := range f.followed(ctx, r) {
		text := "* " + followedLine(m)
		if url := board.BoardLink(m); url != "" {
			text += " · " + board.LinkTo(r.In, url)
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 {
		lines = append([]string{r.In.Speak(sayYouFollow)}, lines...)
	}
	return lines
}

// followedLine names a match by its game and id only, because a follower may no longer be allowed
// to see more.
func followedLine(m match.Match) string {
	return board.GameName(m) + " · " + string(m.ID)
}

// followed returns the running matches that a user follows. It removes the ones that have ended
// from their list.
func (f *Feature) followed(ctx context.Context, r *request.Request) (list []match.Match) {
	for _, id := range f.Likes(ctx, r).Following {
		m, err := f.Matches.Read.Match(ctx, id)
		if err == nil && m.Status == match.Running {
			list = append(list, m)
			continue
		}
		if err == nil || errors.Is(err, match.ErrUnknown) {
			if err := f.Matches.Follow.Stop(ctx, r.User, id); err != nil {
				f.Log.Warn("a match that is over could not be taken off a list", "match", id, "err", err)
			}
		}
	}
	return list
}
