package activity

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/sight"
	"paddock/games"
	"paddock/games/match"
)

// place returns where the page is open.
func (a asker) place() match.Place { return match.Place{Guild: a.Guild, Channel: a.Channel} }

// begins returns the games for which the page has a button that begins a match against the computer.
// It does not ask Discord whether the reader and the bot may write there. start asks that, and may
// refuse.
func (f *Feature) begins(ctx context.Context, a asker) ([]way, error) {
	list := []way{}
	g, err := f.People.Guild(ctx, a.Guild)
	if err != nil || a.Guild == "" || g.Threads || !g.Allows(a.Channel) && !g.Allows(a.Parent) {
		return list, err
	}
	wins := f.Wins(ctx, a.User)
	for _, g := range f.Games {
		if g.DefaultLevel != "" {
			first := answer.OfferFor(g, wins[g.ID])
			how := first.Level
			if first.Options != nil {
				how = a.In.Say(sayQuick, how)
			}
			list = append(list, way{ID: string(g.ID), Label: g.Name + " (" + how + ")"})
		}
	}
	return list, nil
}

// start begins a match against the computer in the channel where the page is open, with the level and
// the options that `/play` offers first. It refuses what the command refuses there (P25, P58, P106).
func (f *Feature) start(r *http.Request, a asker) (any, error) {
	var p posted
	if err := body(r, &p); err != nil {
		return nil, err
	}
	g, ok := f.Matches.Read.Game(games.ID(p.Name))
	if !ok || g.DefaultLevel == "" || p.Cause == "" || len(p.Cause) > mostText {
		return nil, errBody
	}
	ctx := context.WithoutCancel(r.Context()) // a request that has begun is finished, even if its reader leaves
	guild, err := f.People.Guild(ctx, a.Guild)
	switch {
	case err != nil:
		return nil, err
	case a.Guild == "" || guild.Threads:
		return nil, &games.Refusal{Say: sayByCommand}
	}
	if err := f.mayBegin(ctx, a, a.place()); err != nil {
		return nil, err
	}
	if err := f.mayPost(ctx, a); err != nil {
		return nil, err
	}
	offer := f.Offered(ctx, a.User, g)
	proposal := match.Proposal{
		Game: g.ID, Setup: games.Setup{Options: offer.Options}, Place: a.place(), Fair: !guild.UsualStarts,
		By: match.Player{User: a.User, Name: a.Name}, Cause: f.causeOf(a.session, "", p.Cause),
	}
	for range g.MinSeats - 1 {
		proposal.With = append(proposal.With, match.Player{Computer: offer.Level})
	}
	c, err := f.Matches.Tables.Propose(ctx, proposal)
	if err != nil {
		return nil, err
	}
	return map[string]match.ID{"id": c.Match.ID}, nil
}

// mayPost returns a refusal if the bot can't post where the page is open now.
func (f *Feature) mayPost(ctx context.Context, a asker) error {
	needed, name := int64(discordgo.PermissionSendMessages), say.PermitSend
	if a.Parent != "" {
		needed, name = discordgo.PermissionSendMessagesInThreads, say.PermitThread
	}
	may, _, err := sight.Permissions(ctx, f.Client, a.place(), match.UserID(f.cfg.Self()))
	switch {
	case err != nil:
		f.Log.Warn("Discord does not say where the bot may post", "channel", a.Channel, "err", discord.Redact(err))
		return &games.Refusal{Say: sayDiscordOff}
	case may&discordgo.PermissionViewChannel == 0:
		return games.Refuse(say.NoPost.Format, say.PermitView)
	case may&needed == 0:
		return games.Refuse(say.NoPost.Format, name)
	}
	return nil
}
