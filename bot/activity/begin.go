package activity

import (
	"cmp"
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
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

// start begins a match against the computer in the channel where the page is open: one with the level and
// the options that `/play` offers first, or one from a board of a finished match. It refuses what the command
// refuses there (P25, P58, P106).
func (f *Feature) start(r *http.Request, a asker) (any, error) {
	var p posted
	if err := body(r, &p); err != nil {
		return nil, err
	}
	g, ok := f.Matches.Read.Game(games.ID(p.Name))
	if !ok || g.DefaultLevel == "" || p.Cause == "" || len(p.Cause) > mostText {
		return nil, errBody
	}
	cant := sayByCommand
	if p.From != "" {
		cant = sayByReview
	}
	ctx := context.WithoutCancel(r.Context()) // a request that has begun is finished, even if its reader leaves
	guild, err := f.People.Guild(ctx, a.Guild)
	switch {
	case err != nil:
		return nil, err
	case a.Guild == "" || guild.Threads:
		return nil, &games.Refusal{Say: cant}
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
	level, seats := offer.Level, g.MinSeats
	if p.From != "" {
		var at *games.Position
		var seat games.Seat
		if at, seat, level, err = f.playsOn(ctx, a, g, p, level); err != nil {
			return nil, err
		}
		proposal.From, proposal.Unrated, proposal.Setup, seats = at.Text(), true, games.Setup{}, at.Seats()
		if seat != games.Spectator {
			proposal.As = &seat // who has played there keeps their side
		}
	}
	for range seats - 1 {
		proposal.With = append(proposal.With, match.Player{Computer: level})
	}
	c, err := f.Matches.Tables.Propose(ctx, proposal)
	if err != nil {
		return nil, err
	}
	return map[string]match.ID{"id": c.Match.ID}, nil
}

// playsOn returns the position at the end of a line from a board of a finished match, as far as the reader
// may play on from it, their seat in that match, and the level to play on against: that of the match, if it
// had a computer player.
func (f *Feature) playsOn(ctx context.Context, a asker, g *games.Game, p posted,
	level string,
) (*games.Position, games.Seat, string, error) {
	rec, err := f.Matches.Read.Match(ctx, p.From)
	if err == nil && (rec.Game != g.ID || !f.mayRead(ctx, a.session, rec)) {
		err = match.Unknown()
	}
	if err == nil && (!board.MayPlayOn(rec) || p.Step < 0 || p.Step >= rec.Moves) {
		err = errBody
	}
	if err != nil {
		return nil, 0, "", err
	}
	for _, other := range rec.Players {
		level = cmp.Or(other.Computer, level)
	}
	view, err := f.tries(ctx, a, rec, p.Step)
	if err != nil {
		return nil, 0, "", err
	}
	steps, err := tried(view, p.Line)
	if err != nil {
		return nil, 0, "", err
	}
	end, _ := steps[len(steps)-1].View() // always clear in a game without secrets
	return end.Guess(1), rec.SeatOf(a.User), level, nil
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
