package activity

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// actUnlink is the action of the button that revokes a link.
const actUnlink component.Action = "unl"

// Part lists the commands and actions of the feature. It lists none if the host has no pages.
// Buttons from a time with pages are still answered.
func (f *Feature) Part() request.Part {
	p := request.Part{Actions: request.Actions{
		component.ActTouch: f.open, component.ActLink: f.link, actUnlink: f.unlink,
	}, Costs: map[component.Action]int{component.ActTouch: request.CostBoard}}
	if f.On() {
		p.Activity = true
		p.Common = []*request.Command{
			f.OfMatch(request.Command{
				In: "match", Name: "open", Help: "Open the board of a match and play by touch",
				Run: f.open, Cost: request.CostBoard,
			}),
		}
	}
	return p
}

// openFor is how long a request to open a match lasts: the first page that the user opens in this
// time shows it.
const openFor = 2 * time.Minute

// mostAsked is the largest number of remembered requests to open a match.
const mostAsked = 10_000

// open opens the page with a match. A client that can't open it gets the board as a message.
func (f *Feature) open(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil && (r.Target.Match != "" || !f.On()) {
		return request.Reply{}, err
	}
	if err != nil { // on an error the page lists all matches
		return request.Reply{Kind: discord.ReplyLaunch, Message: discord.TextMessage(r.In.Speak(sayCantOpen))}, nil
	}
	usual, err := f.PrivateBoard(ctx, r, rec, "")
	if err != nil || !f.On() || r.UserInstall {
		return usual, err
	}
	f.mu.Lock()
	if len(f.asked) >= mostAsked {
		clear(f.asked)
	}
	f.asked[r.User] = wanted{rec.ID, f.Now().Add(openFor)}
	f.mu.Unlock()
	return request.Reply{Kind: discord.ReplyLaunch, Message: usual.Message}, nil
}

// opened returns the match whose board a user has just asked to open, or "".
func (f *Feature) opened(u match.UserID) match.ID {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.asked[u]
	if delete(f.asked, u); f.Now().After(w.until) {
		return ""
	}
	return w.match
}

// mayShare returns the match of a request, or a refusal if the user may not share it.
func (f *Feature) mayShare(ctx context.Context, r *request.Request) (match.Match, error) {
	rec, err := f.ResolveMatch(ctx, r)
	switch {
	case err != nil:
		return rec, err
	case rec.SeatOf(r.User) == games.Spectator && !(r.Manages() && rec.Place.Guild == r.Guild):
		return rec, request.Refuse(r.In.Speak(sayLinkPlayers), board.BoardLinks(r.In, rec)...)
	}
	return rec, nil
}

// link answers with the link of a match, and makes it if there is none.
func (f *Feature) link(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.mayShare(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	why := f.withheld(ctx, rec)
	if !f.linked() {
		why = &sayLinkOff
	}
	if why != nil {
		return request.Reply{}, request.Refuse(r.In.Speak(*why), board.BoardLinks(r.In, rec)...)
	}
	address, err := f.share(ctx, rec.ID)
	if err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Say(sayLink, address), discord.LinkButton(r.In.Speak(sayLabelOpen), address),
		component.Button(r.In.Speak(sayLabelUnlink), discordgo.DangerButton,
			component.Target{Match: rec.ID, Action: actUnlink})), nil
}

// unlink revokes the link of a match.
func (f *Feature) unlink(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.mayShare(ctx, r)
	if err == nil {
		err = f.revoke(ctx, rec.ID)
	}
	if err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Speak(sayLinkGone)), nil
}
