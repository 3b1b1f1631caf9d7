package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// CompleteMatch suggests the person's matches for the option OptGame.
func (b *Base) CompleteMatch(ctx context.Context, r *request.Request) []*request.Choice {
	if r.Focused != request.OptGame {
		return nil
	}
	list, err := b.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		b.Log.Warn("could not suggest matches", "err", err)
		return nil
	}
	typed := strings.ToLower(r.Text(request.OptGame))
	var out []*request.Choice
	for _, rec := range list {
		name := board.Choice(r.In, rec, r.User, list) + " · " + r.In.Speak(board.State(rec, r.User))
		if left := rec.Clock.Deadline.Sub(b.Now()); rec.Status == match.Running && rec.Parked == nil && left > 0 {
			name += " · " + r.In.Say(sayTimeLeft, roughly(left))
		}
		mine := r.Game == nil || rec.Game == r.Game.ID
		if mine && len(out) < discord.MaxOptions &&
			(strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &request.Choice{
				Name:  discord.Truncate(name, discord.MaxOptionText),
				Value: string(rec.ID),
			})
		}
	}
	return ApartByID(out)
}

// OfMatch completes the definition of a command whose only option is a match.
func (b *Base) OfMatch(c request.Command) *request.Command {
	c.Options = func(a request.Builder, _ *games.Game) []*request.Option { return []*request.Option{a.MatchOption()} }
	c.Complete = b.CompleteMatch
	return &c
}

// ApartByID adds the id to choices with equal names.
func ApartByID(list []*request.Choice) []*request.Choice {
	names := make(map[string]int)
	for _, c := range list {
		names[c.Name]++
	}
	for _, c := range list {
		if id := fmt.Sprint(" · ", c.Value); names[c.Name] > 1 {
			c.Name = discord.Truncate(c.Name, discord.MaxOptionText-utf8.RuneCountInString(id)) + id
		}
	}
	return list
}

// roughly returns a duration in its largest unit, such as "3 h". It is for texts in which Discord
// shows no timestamps.
func roughly(d time.Duration) games.Sentence {
	switch {
	case d >= 48*time.Hour:
		return games.Say("%d d", int(d.Hours()/24))
	case d >= time.Hour:
		return games.Say("%d h", int(d.Hours()))
	}
	return games.Say("%d min", max(1, int(d.Minutes())))
}

// ResolveOrNewest resolves like ResolveMatch, for people who may only watch. Without a match of
// their own in the channel they get its newest. In a direct message without matches they get one of
// their matches in a channel.
func (b *Base) ResolveOrNewest(ctx context.Context, r *request.Request) (match.Match, error) {
	if r.Target.Match == "" && r.Text(request.OptGame) == "" {
		list, err := b.Matches.Read.Find(ctx, r.Channel, r.User, gameOf(r))
		if err != nil {
			return match.Match{}, err
		}
		if len(list) == 0 {
			rec, err := b.Newest(ctx, r)
			if r.Guild != "" || !errors.Is(err, match.ErrUnknown) {
				return rec, err
			}
		}
	}
	return b.ResolveMatch(ctx, r)
}

// Newest returns the newest match of the channel that has begun.
func (b *Base) Newest(ctx context.Context, r *request.Request) (match.Match, error) {
	return b.Matches.Read.Latest(ctx, r.Channel, gameOf(r))
}

// ResolveMatch returns the match that a request is about: that of the component or of the option
// OptGame, otherwise the only one that the user plays in the channel (P42).
func (b *Base) ResolveMatch(ctx context.Context, r *request.Request) (match.Match, error) {
	if r.Target.Match != "" {
		return b.readable(ctx, r, r.Target.Match)
	}
	if id := r.Text(request.OptGame); id != "" && r.Path != "rules" {
		return b.readable(ctx, r, match.ID(strings.ToLower(id)))
	}
	game := gameOf(r)
	list, err := b.meant(ctx, r, game)
	switch {
	case err != nil:
		return match.Match{}, err
	case len(list) == 0 && r.Guild == "":
		return b.resolveAnywhere(ctx, r, game)
	case len(list) == 0:
		return b.resolveVote(ctx, r, game)
	case len(list) > 1:
		return match.Match{}, Ambiguous(r, list)
	}
	return list[0], nil
}

// sharedCommands are the commands that ask something of another member. They mean a match with
// other members if there is one, whichever player is to move.
var sharedCommands = []string{"draw", "match pause", "match give-time", "match nudge"}

// meant lists the matches of the channel that the user may mean by a command, most urgent first.
func (b *Base) meant(ctx context.Context, r *request.Request, game games.ID) ([]match.Match, error) {
	if slices.Contains(sharedCommands, r.Path) {
		list, err := b.Matches.Read.ByChannel(ctx, r.Channel, r.User)
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(m match.Match) bool {
			return m.Status != match.Running || !m.Plays(r.User) || len(m.Members()) < 2 || game != "" && m.Game != game
		})
		if len(list) > 0 {
			return list, nil
		}
	}
	return b.Matches.Read.Find(ctx, r.Channel, r.User, game)
}

// resolveVote returns the match of the channel on which a member without a match can vote, now or
// later.
func (b *Base) resolveVote(ctx context.Context, r *request.Request, game games.ID) (match.Match, error) {
	list, err := b.Matches.Read.ByChannel(ctx, r.Channel, r.User)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Voting == nil || rec.Status != match.Running || game != "" && rec.Game != game
	})
	if slices.ContainsFunc(list, func(rec match.Match) bool { return rec.VotedBy(r.User) }) {
		list = slices.DeleteFunc(list, func(rec match.Match) bool { return !rec.VotedBy(r.User) })
	}
	switch len(list) {
	case 0:
		return match.Match{}, request.Refuse(r.In.Speak(sayNoMatch))
	case 1:
		return list[0], nil
	}
	return match.Match{}, Ambiguous(r, list)
}

// readable returns a match if the person may know of it (P107). Otherwise it returns the same error
// as for a match that does not exist.
func (b *Base) readable(ctx context.Context, r *request.Request, id match.ID) (match.Match, error) {
	rec, err := b.Matches.Read.Match(ctx, id)
	if err == nil && !b.MayRead(ctx, Asker{r.User, r.Guild, r.Channel, r.Parent()}, rec) {
		return match.Match{}, match.Unknown()
	}
	return rec, err
}

// Asker is a person and the channel in which they ask. Parent is the channel of a thread.
type Asker struct {
	User            match.UserID
	Guild           match.GuildID
	Channel, Parent match.ChannelID
}

// MayRead reports whether the person has a part in a match, or asks where it is visible: in its
// channel, in a thread of that channel, or in the channel of its public thread. The caller knows
// that the person sees the channel in which they ask; access to other channels is not assumed.
func (b *Base) MayRead(ctx context.Context, a Asker, rec match.Match) bool {
	if rec.SeatOf(a.User) != games.Spectator || a.User != "" &&
		(rec.Owner == a.User || rec.Invited == a.User || rec.CallsUpon(a.User, match.SeatOffered)) {
		return true
	}
	switch {
	case rec.Place.Guild != a.Guild:
		return false
	case rec.Place.Channel == a.Channel, plays(rec, a.Channel):
		return true
	case a.Guild == "":
		return false
	case a.Parent == rec.Place.Channel:
		return true
	}
	parent, err := b.Client.PublicThreadIn(ctx, string(rec.Place.Channel))
	return err == nil && match.ChannelID(parent) == a.Channel
}

// plays reports whether a channel has a seat in a match.
func plays(rec match.Match, c match.ChannelID) bool {
	return c != "" && slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Channel == c })
}

// resolveAnywhere returns the match that a direct message is about: the only one in which it is the
// user's turn, or their only match.
func (b *Base) resolveAnywhere(ctx context.Context, r *request.Request, game games.ID) (match.Match, error) {
	list, err := b.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Status != match.Running || rec.SeatOf(r.User) == games.Spectator || game != "" && rec.Game != game
	})
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool {
		return !rec.Waiting.Has(rec.SeatOf(r.User))
	})
	switch {
	case len(mine) == 1:
		return mine[0], nil
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return match.Match{}, request.Refuse(r.In.Speak(sayNoMatch))
	}
	return match.Match{}, Ambiguous(r, list)
}

// whichButtons is the most matches offered as buttons. More are offered in a menu.
const whichButtons = 5

// Ambiguous returns a refusal that lists the matches to choose from. If possible, each has a button
// that repeats the command.
func Ambiguous(r *request.Request, list []match.Match) error {
	var lines []string
	for _, rec := range list[:min(len(list), 10)] {
		lines = append(lines, "* "+board.ListLine(r.In, rec, r.User, list...))
	}
	about := func(first games.Sentence) string {
		return strings.Join(append([]string{r.In.Speak(first)}, lines...), "\n")
	}
	var names []*request.Choice
	for _, rec := range list[:min(len(list), discord.MaxOptions)] {
		names = append(names, &request.Choice{
			Name:  discord.Truncate(board.Choice(r.In, rec, r.User, list), 60),
			Value: string(rec.ID),
		})
	}
	menu, repeats := r.Again("")
	if !repeats {
		return request.Refuse(about(sayWhich))
	}
	var buttons []discordgo.MessageComponent
	var options []discordgo.SelectMenuOption
	for i, c := range ApartByID(names) {
		style := discordgo.SecondaryButton
		if list[i].Waiting.Has(list[i].SeatOf(r.User)) {
			style = discordgo.PrimaryButton
		}
		target, fits := r.Again(list[i].ID)
		if repeats = repeats && fits; repeats {
			buttons = append(buttons, component.Button(c.Name, style, target))
		}
		options = append(options,
			discordgo.SelectMenuOption{
				Label: c.Name, Value: string(list[i].ID),
				Description: discord.Truncate(r.In.Speak(board.State(list[i], r.User)), discord.MaxOptionText),
			})
	}
	if repeats && len(list) <= whichButtons {
		return request.Refuse(about(sayWhichOne), buttons...)
	}
	m := discord.TextMessage(about(sayWhichOne))
	m.Parts = append(m.Parts, component.Menu(r.In.Speak(sayChooseMatch), options, menu))
	return request.Explain(m)
}

func gameOf(r *request.Request) games.ID {
	if r.Game == nil {
		return ""
	}
	return r.Game.ID
}

// Likes returns the person's settings, or the defaults if they can't be read.
func (b *Base) Likes(ctx context.Context, r *request.Request) match.User {
	u, err := b.People.User(ctx, r.User)
	if err != nil {
		b.Log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.User
	return u
}

// OnMatch returns a handler that calls h with the match of a request, see ResolveMatch.
func (b *Base) OnMatch(h func(context.Context, *request.Request, match.Match) (request.Reply, error)) request.Handler {
	return resolved(b.ResolveMatch, h)
}

// OnNewest is like OnMatch, for requests of people who may only watch, see ResolveOrNewest.
func (b *Base) OnNewest(h func(context.Context, *request.Request, match.Match) (request.Reply, error)) request.Handler {
	return resolved(b.ResolveOrNewest, h)
}

func resolved(
	find func(context.Context, *request.Request) (match.Match, error),
	h func(context.Context, *request.Request, match.Match) (request.Reply, error),
) request.Handler {
	return func(ctx context.Context, r *request.Request) (request.Reply, error) {
		m, err := find(ctx, r)
		if err != nil {
			return request.Reply{}, err
		}
		return h(ctx, r, m)
	}
}
