package play

import (
	"context"

	"paddock/bot/choose"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// optFinished is the option of `/games` that lists finished matches.
const optFinished = "finished"

// allFinished is the value of optFinished that selects no result.
const allFinished = "all"

// finishedOptions returns the options of `/games` that list finished matches.
func finishedOptions(a request.Builder, _ *games.Game) []*request.Option {
	return []*request.Option{
		a.Choice(optFinished, "Your finished matches, and how you did", false, allFinished, "all", "w", "won", "d",
			"drawn", "l", "lost"),
		a.Member(request.OptUser, "Only finished matches with this member", false),
		a.Choice(request.OptGame, "Only finished matches of this game", false, a.GameNames()...),
	}
}

// listFinished handles `/games` with options: the first page of the selected finished matches
// (P105).
func (f *Feature) listFinished(ctx context.Context, r *request.Request) (request.Reply, error) {
	which := finishedFilter{Game: games.ID(r.Text(request.OptGame))}
	if how := r.Text(optFinished); how != "" && how != allFinished {
		which.How = match.FinishedHow(how[0])
	}
	if id := r.Text(request.OptUser); id != "" {
		user, name := r.Person(id)
		switch {
		case user == nil:
			return request.Reply{}, request.ErrNoActor
		case user.Bot:
			return request.Reply{}, request.Refuse(r.In.Say(sayFinishedBot, discord.Escape(name)))
		case id == string(r.User):
			return request.Reply{}, request.Refuse(r.In.Speak(sayFinishedSelf))
		}
		which.With = match.UserID(id)
	}
	return f.finishedPage(ctx, r, 0, which)
}

// turnFinished handles a button that leads to another page.
func (f *Feature) turnFinished(ctx context.Context, r *request.Request) (request.Reply, error) {
	n, which, err := parseFinishedText(r.Target.Text)
	if err != nil {
		return request.Reply{}, err
	}
	return f.finishedPage(ctx, r, n, which)
}

// finishedPage answers with page n, counted from 0. It returns the last page if there are fewer.
func (f *Feature) finishedPage(ctx context.Context, r *request.Request, n int,
	which finishedFilter,
) (request.Reply, error) {
	all, err := f.Matches.Read.Finished(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	meant := which.Of(all)
	if len(all) == 0 {
		return request.Reply{}, request.Refuse(r.In.Speak(sayNothingFinished))
	}
	if len(meant) == 0 {
		return request.Reply{}, request.Refuse(r.In.Speak(sayFinishedNone))
	}
	n = min(n, choose.Pages(len(meant), finishedOnPage)-1)
	l := finishedList{Filter: which, Total: sumFinished(meant), Page: n, User: r.User}
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
