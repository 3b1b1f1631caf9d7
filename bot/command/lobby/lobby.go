// Package lobby has the command that lists the open challenges of a server, and reads the conditions of a new one. What is shown is made by
// paddock/bot/show/lobby, and is for whoever asks alone; who may accept is decided by paddock/games/match/lobby.
package lobby

import (
	"context"
	"strconv"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/lobby"
	"paddock/games"
	"paddock/games/match"
	conditions "paddock/games/match/lobby"
)

// Command is `/lobby`.
var Command = &router.Command{
	Name: "lobby", Help: "Challenges in this server that anybody may accept", Where: router.InServers, NotHere: &say.LobbyDM, Run: list,
}

// Actions are the buttons that turn its pages.
var Actions = router.Actions{show.ActLobby: list}

// Options of a challenge that is open to all: who may accept it.
const (
	optWithin      = "within"
	optReliability = "reliability"
	optLobby       = "lobby"
	optAgain       = "again"
)

// Options are these.
func Options(a router.Builder) []*router.Option {
	return []*router.Option{
		a.Choice(optWithin, "Open to all: only for ratings near mine", false, "100", "within 100 of mine", "200", "within 200 of mine", "400", "within 400 of mine"),
		a.Integer(optReliability, "Open to all: the least reliability, in per cent", 1, 100),
		a.Boolean(optLobby, "Open to all: whether the lobby shows it in other channels too; it does if you don't say"),
		a.Integer(optAgain, "Open to all: how often it is offered anew when somebody has accepted it", 1, match.MostAgain),
	}
}

// Wants is what a request says of these.
func Wants(ctx context.Context, r *router.Request) (w match.Wants, err error) {
	w.Here = !r.Yes(optLobby, true)
	w.Reliability, _ = r.Number(optReliability)
	w.Again, _ = r.Number(optAgain)
	if within, err := strconv.Atoi(r.Text(optWithin)); err == nil {
		mine, err := r.Matches.Read.StandingsOf(ctx, r.Guild, match.Player{User: r.User})
		if err != nil {
			return w, err
		}
		rating, _, _ := conditions.Of(r.Game.ID, mine)
		w.From, w.To = max(rating-within, 1), rating+within
	}
	return w, nil
}

// list is `/lobby`, and a page of it (P99).
func list(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if r.Guild == "" {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.LobbyDM))
	}
	open, err := r.Matches.Read.ByGuild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	open = conditions.Listed(open, r.Channel)
	if len(open) == 0 {
		return router.ReplyPrivate(r, discord.TextMessage(r.In.Say(say.LobbyEmpty, r.Games[0].ID))), nil
	}
	mine, err := r.Matches.Read.StandingsOf(ctx, r.Guild, match.Player{User: r.User})
	if err != nil {
		return discord.Reply{}, err
	}
	page, _ := show.ParsePage(r.Target.Text)
	page = min(page, (len(open)-1)/lobby.OnPage)
	var entries []lobby.Entry
	for _, m := range open[page*lobby.OnPage : min((page+1)*lobby.OnPage, len(open))] {
		e := lobby.Entry{Match: m}
		if m.SeatOf(r.User) != games.Spectator || m.Owner == r.User {
			e.But = r.In.Speak(say.LobbyYours)
		} else if refusal := conditions.Check(m.Wants, m.Game, mine); refusal != nil {
			e.But = say.Error(r.In, refusal)
		}
		entries = append(entries, e)
	}
	return router.ReplyPrivate(r, lobby.Message(r.In, entries, page, len(open), r.Channel)), nil
}
