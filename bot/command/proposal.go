package command

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// proposal reads what start and challenge have in common.
func proposal(ctx context.Context, r *router.Request) (match.Proposal, error) {
	p := match.Proposal{
		Game:  r.Game.ID,
		Setup: games.Setup{Options: games.Options{}},
		Place: match.Place{Guild: r.Guild, Channel: r.Channel},
		By:    match.Player{User: r.User, Name: r.Name},
		Cause: match.Cause(r.Ix.ID),
	}
	if r.Game.SideOption != "" {
		p.Side = r.Text(r.Game.SideOption)
	}
	for _, o := range r.Game.Options {
		if v := r.Text(o.TypedName()); v != "" {
			p.Setup.Options[o.Name] = v
		} else if n, ok := r.Number(o.TypedName()); ok {
			p.Setup.Options[o.Name] = strconv.Itoa(n)
		}
	}
	if n, ok := r.Number(router.OptPlayers); ok {
		p.Setup.Seats = n
	}
	if v := r.Text(router.OptTime); v != "" {
		p.PerMove = router.PerMove(v)
	}
	p.NoWeekends = r.Yes(router.OptWeekends, false)
	p.Lapse = referee.Lapse(r.Text(router.OptLate))
	p.Unrated, p.Rated = !r.Yes(optRating, true), r.Yes(optRating, false)
	if err := mayPlayHere(ctx, r); err != nil {
		return p, err
	}
	return p, roles.MayPlay(ctx, r, r.Guild)
}

// mayPlayHere looks before leaping: a match needs messages (P58), in a channel where the server wants it. The missing permission is named.
func mayPlayHere(ctx context.Context, r *router.Request) error {
	if r.UserInstall {
		return router.Refuse(r.In.Speak(say.Away))
	}
	if missing := router.Missing(r); len(missing) > 0 {
		return router.Refuse(r.In.Say(say.NoPost, missing[0]))
	}
	return mayBegin(ctx, r, match.Place{Guild: r.Guild, Channel: r.Channel})
}

// propose makes the match and answers. If it is to have a thread, this is opened first thing, and the board waits for it.
func propose(ctx context.Context, r *router.Request, p match.Proposal) (discord.Reply, error) {
	defer r.Boards.Hold(p.Cause)()
	change, err := r.Matches.Tables.Propose(ctx, p)
	if err != nil {
		return discord.Reply{}, err
	}
	note := ""
	if wantsThread(ctx, r) && !change.Repeat && p.Wants.Again == 0 { // what is offered anew stands where all see it
		change.Match, note = intoThread(ctx, r, change.Match)
	}
	r.Boards.Mark(change.Match)
	where := "<#" + string(change.Match.Place.Channel) + ">"
	if r.Guild == "" {
		where = r.In.Speak(say.ThisChat)
	}
	said := say.Started
	switch rec := change.Match; {
	case rec.Status == match.Open && rec.Invited != "":
		said = say.Challenged
	case rec.Status == match.Open:
		said = say.Opened
	}
	fairer := strings.Join(append([]string{""}, show.OddsLines(r.In, change.Match)...), "\n")
	return router.Privately(r, r.In.Say(said, where)+note+fairer, show.OddsButton(r.In, change.Match)...), nil
}

// wantsThread reports whether the match is to have a thread of its own (P41): as the command says, otherwise as the server likes.
func wantsThread(ctx context.Context, r *router.Request) bool {
	if r.Guild == "" || r.InThread() {
		return false
	}
	g, err := r.People.Guild(ctx, r.Guild)
	return r.Yes(router.OptThread, err == nil && g.Threads)
}

// intoThread opens a thread and moves the match there. Where that is not allowed the match stays in the channel, which is said once.
func intoThread(ctx context.Context, r *router.Request, rec match.Match) (match.Match, string) {
	if !r.May(discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads) {
		return rec, "\n" + r.In.Speak(say.NoThread)
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	name := discord.OneLine(g.Name+" · "+show.ThreadPlayers(r.People.LanguageAt(ctx, rec.Place, rec.Owner), rec), 100)
	thread, err := r.Client.OpenThread(ctx, string(r.Channel), name)
	if err != nil {
		r.Log.Warn("could not open a thread", "match", rec.ID, "err", discord.Redact(err))
		return rec, "\n" + r.In.Speak(say.NoThread)
	}
	moved, err := r.Matches.Referee.Resume(ctx, match.Act{Match: rec.ID, Cause: match.Cause(r.Ix.ID + "/thread")}, match.Place{Guild: r.Guild, Channel: match.ChannelID(thread)})
	if err != nil {
		r.Log.Error("could not move a match into its thread", "match", rec.ID, "err", err)
		return rec, ""
	}
	return moved.Match, ""
}
