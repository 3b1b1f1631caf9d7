// Package overview has the command by which those who manage a server have a message stand in a channel that lists its matches. What it shows is made by
// paddock/bot/show/overview, and paddock/bot/deliver keeps it up to date.
package overview

import (
	"context"
	"maps"
	"slices"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// Command is `/server overview`.
var Command = &router.Command{
	Name: "overview", Help: "A message in this channel that lists matches, whose turn it is and since when", Run: set,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.Choice(optMatches, "Which matches", true, here, "of this channel", whole, "of the whole server", none, "none: take the message out of use")}
	},
}

const (
	optMatches = "matches"

	here  = "here"
	whole = "server"
	none  = "none"
)

// set is `/server overview` (P100).
func set(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if missing := router.Missing(r); len(missing) > 0 {
		return discord.Reply{}, router.Refuse(r.In.Say(say.NoPost, missing[0]))
	}
	of := r.Text(optMatches)
	var was match.Overview
	note := match.Audit{Did: match.AuditSetting, Guild: r.Guild, By: match.Player{User: r.User, Name: r.Name}, Setting: show.SettingOverviews}
	err := r.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) {
		was, note.Was = g.Overviews[r.Channel], channels(g)
		defer func() { note.Is = channels(g) }()
		if of == none {
			delete(g.Overviews, r.Channel)
			return
		}
		if g.Overviews == nil {
			g.Overviews = make(map[match.ChannelID]match.Overview)
		}
		v := match.Overview{Of: r.Channel, Message: was.Message}
		if of == whole {
			v.Of = ""
		}
		g.Overviews[r.Channel] = v
	})
	if err == nil && note.Was != note.Is {
		err = r.Matches.Moderate.Note(ctx, note)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	r.Overviews.Refresh(r.Guild)
	said := say.OverviewSet
	if of == none {
		said = say.OverviewGone
		if was.Message == "" {
			return discord.Reply{}, router.Refuse(r.In.Speak(say.OverviewNever))
		}
		if err := r.Client.Delete(ctx, string(r.Channel), string(was.Message)); err != nil {
			r.Log.Info("an overview was left where it stood", "err", discord.Redact(err))
		}
	}
	return router.ReplyText(r.In.Speak(said)), nil
}

// channels are those with a list, as audit logs keep them.
func channels(g *match.Guild) string { return show.IDList(slices.Sorted(maps.Keys(g.Overviews))) }
