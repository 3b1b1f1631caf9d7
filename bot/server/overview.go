package server

import (
	"context"
	"maps"
	"slices"

	"paddock/bot/answer"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) overviewCommand() *request.Command {
	return &request.Command{
		Name: "overview", Help: "A list in this channel of matches, whose turn it is and since when",
		Run: f.setOverview,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Choice(optMatches, "Which matches", true, thisChannel, "of this channel",
				wholeServer, "of the whole server", noOverview, "none: stop updating the list")}
		},
	}
}

// The option of /server overview and its values.
const (
	optMatches = "matches"

	thisChannel = "here"
	wholeServer = "server"
	noOverview  = "none"
)

// setOverview handles `/server overview`: it posts an overview in the channel, or ends it (P100).
func (f *Feature) setOverview(ctx context.Context, r *request.Request) (request.Reply, error) {
	if missing := answer.Missing(r); len(missing) > 0 {
		return request.Reply{}, request.Refuse(r.In.Say(say.NoPost, missing[0]))
	}
	of := r.Text(optMatches)
	var was match.Overview
	note := match.Audit{Did: match.AuditSetting, Setting: settingOverviews}
	err := f.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) {
		was, note.Was = g.Overviews[r.Channel], overviewChannels(g)
		defer func() { note.Is = overviewChannels(g) }()
		if of == noOverview {
			delete(g.Overviews, r.Channel)
			return
		}
		if g.Overviews == nil {
			g.Overviews = make(map[match.ChannelID]match.Overview)
		}
		v := match.Overview{Of: r.Channel, Message: was.Message}
		if of == wholeServer {
			v.Of = ""
		}
		g.Overviews[r.Channel] = v
	})
	if err == nil && note.Was != note.Is {
		err = f.Note(ctx, r, note)
	}
	if err != nil {
		return request.Reply{}, err
	}
	f.overviews.refresh(r.Guild)
	said := sayOverviewSet
	if of == noOverview {
		said = sayOverviewGone
		if was.Message == "" {
			return request.Reply{}, request.Refuse(r.In.Speak(sayOverviewNever))
		}
		if err := f.Client.Delete(ctx, string(r.Channel), string(was.Message)); err != nil {
			f.Log.Info("an overview was left where it stood", "err", discord.Redact(err))
		}
	}
	return request.ReplyText(r.In.Speak(said)), nil
}

// overviewChannels returns the channels that have an overview, for the audit log.
func overviewChannels(g *match.Guild) string { return idList(slices.Sorted(maps.Keys(g.Overviews))) }
