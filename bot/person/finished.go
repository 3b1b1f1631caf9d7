package person

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	lookback "paddock/games/match/finished"
)

func (f *Feature) finishedCommand() *request.Command {
	return &request.Command{
		Name: "finished", Help: "My finished matches: with whom, how they ended, and what that adds up to", Where: request.Everywhere, Run: f.listFinished,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			who := a.UserOption()
			who.Description = a.In.Text("Only those with this member; all if you don't say")
			return []*request.Option{
				who, a.Choice(request.OptGame, "Which game; all if you don't say", false, a.GameNames()...),
				a.Choice(optHow, "How they ended; all if you don't say", false, "w", "won", "d", "drawn", "l", "lost"),
			}
		},
	}
}

// optHow is the name of an option.
const optHow = "result"

// listFinished is `/finished`: the first page of the matches that the options select (P105).
func (f *Feature) listFinished(ctx context.Context, r *request.Request) (discord.Reply, error) {
	which := lookback.Filter{Game: games.ID(r.Text(request.OptGame))}
	if how := r.Text(optHow); how != "" {
		which.How = match.FinishedHow(how[0])
	}
	if id := r.Text(request.OptUser); id != "" {
		user, name := r.Person(id)
		switch {
		case user == nil:
			return discord.Reply{}, request.ErrNoActor
		case user.Bot:
			return discord.Reply{}, request.Refuse(r.In.Say(sayFinishedBot, discord.Escape(name)))
		case id == string(r.User):
			return discord.Reply{}, request.Refuse(r.In.Speak(sayFinishedSelf))
		}
		which.With = match.UserID(id)
	}
	return f.finishedPage(ctx, r, 0, which)
}

// turnFinished is a button that leads to another page.
func (f *Feature) turnFinished(ctx context.Context, r *request.Request) (discord.Reply, error) {
	n, which, err := parseFinishedText(r.Target.Text)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.finishedPage(ctx, r, n, which)
}

// finishedPage answers with page n, counted from 0. It returns the last page if there are fewer.
func (f *Feature) finishedPage(ctx context.Context, r *request.Request, n int, which lookback.Filter) (discord.Reply, error) {
	all, err := f.Matches.Read.Finished(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	meant := which.Of(all)
	if len(meant) == 0 {
		return discord.Reply{}, request.Refuse(r.In.Speak(sayFinishedNone))
	}
	n = min(n, (len(meant)-1)/finishedOnPage)
	l := finishedList{Filter: which, Total: lookback.Sum(meant), Page: n, User: r.User}
	for _, one := range meant[n*finishedOnPage : min((n+1)*finishedOnPage, len(meant))] {
		rec, err := f.Matches.Read.Match(ctx, one.Match)
		if err != nil {
			f.Log.Warn("a finished match can't be read", "match", one.Match, "err", err)
			rec = match.Match{}
		}
		l.Entries = append(l.Entries, finishedEntry{Finished: one, Match: rec})
	}
	return request.ReplyPrivate(r, finishedMessage(r.In, l)), nil
}
