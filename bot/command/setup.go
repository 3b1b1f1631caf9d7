package command

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var setupCommand = &router.Command{
	Name: "setup", Help: "Arrange your pieces, seen by you alone", Arranges: true, Run: setup, Complete: router.CompleteMatch,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Str(router.OptRows, "All at once: your rows, the front row first, / between them", false),
			a.Boolean(router.OptResend, "Send it to you again"), a.MatchOption(),
		}
	},
}

var setupActions = router.Actions{
	show.ActSetup: openSetup, show.ActArrange: arrangeButton, show.ActChoose: arrangeChosen, show.ActForm: arrangeForm, show.ActSendAgain: sendAgainButton,
}

// openSetup is the public button: it shows the presser, and nobody else, their own arrangement.
func openSetup(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ShowArrangement(ctx, r, rec, "")
}

// arranging is the arrangement that a request is about, or a refusal that says why there is none.
func arranging(ctx context.Context, r *router.Request) (match.Match, *games.View, games.Arrangement, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return rec, nil, games.Arrangement{}, err
	}
	view, a, err := arrangementOf(r.In, rec, r.User)
	return rec, view, a, err
}

func arrangementOf(in lang.Language, rec match.Match, u match.UserID) (*games.View, games.Arrangement, error) {
	seat := rec.SeatOf(u)
	if seat == games.Spectator {
		return nil, games.Arrangement{}, router.Refuse(in.Speak(say.NotYours), append(show.BoardLinks(in, rec), show.MyMatches(in))...)
	}
	if rec.Position == "" {
		return nil, games.Arrangement{}, router.Refuse(in.Speak(say.NoSetup), show.BoardLinks(in, rec)...)
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil, games.Arrangement{}, err
	}
	a, ok := view.Arrangement()
	switch {
	case ok:
		return view, a, nil
	case show.ArrangingPhase(rec):
		return nil, a, router.Refuse(in.Speak(say.Arranged), show.BoardLinks(in, rec)...)
	}
	return nil, a, router.Refuse(in.Speak(say.NoSetup), show.BoardLinks(in, rec)...)
}

// arrangeButton does what a button of an arrangement says, or opens its form. What is dubious about an arrangement is said once before it is
// confirmed (S15).
func arrangeButton(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, view, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	name, warned := strings.CutSuffix(r.Target.Text, show.Warned)
	i := slices.IndexFunc(a.Actions, func(do games.Action) bool { return do.Name == name })
	if i < 0 {
		return discord.Reply{}, show.ErrID
	}
	switch do := a.Actions[i]; {
	case do.Asks:
		return ask(ctx, r, rec, name, nil)
	case len(do.Fields) > 0:
		at := show.Target{Match: rec.ID, Action: show.ActForm, Text: name}
		return discord.Reply{Kind: discord.ReplyModal, Modal: show.NewModal(r.In, do.Label, at, do.Fields...)}, nil
	case do.Primary && len(a.Warnings) > 0 && !warned:
		u, err := r.People.User(ctx, r.User)
		if err != nil {
			return discord.Reply{}, err
		}
		return router.InPlace(r, r.Show.ArrangementOf(r.In, rec, view, a, u, "", true), ""), nil
	}
	return arrange(ctx, r, rec, name, nil)
}

// arrangeChosen does what was chosen from a menu of an arrangement, or shows the menus to which that leads. An action that asks begins anew when it is
// done, as long as there is something to do.
func arrangeChosen(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, view, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	picked := strings.Split(r.Target.Text, pickMark)
	name, picked := picked[0], append(picked[1:], r.Values...)
	if !asks(a, name) {
		return arrange(ctx, r, rec, name, picked)
	}
	if len(view.Ask(name, picked)) > 0 {
		return ask(ctx, r, rec, name, picked)
	}
	rec, err = rearrange(ctx, r, rec, name, picked)
	if err != nil {
		return discord.Reply{}, err
	}
	if _, a, err := arrangementOf(r.In, rec, r.User); err != nil || !asks(a, name) {
		return router.PrivateBoard(ctx, r, rec, "")
	}
	return ask(ctx, r, rec, name, nil)
}

// pickMark stands between the name of an action and what was picked for it so far, in a component's id.
const pickMark = "-"

func asks(a games.Arrangement, name string) bool {
	return slices.ContainsFunc(a.Actions, func(do games.Action) bool { return do.Name == name && do.Asks })
}

// ask shows the menus of an action's next step.
func ask(ctx context.Context, r *router.Request, rec match.Match, name string, picked []string) (discord.Reply, error) {
	view, a, err := arrangementOf(r.In, rec, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	at := show.Target{Match: rec.ID, Action: show.ActChoose, Text: strings.Join(append([]string{name}, picked...), pickMark)}
	var controls []discordgo.MessageComponent
	for i, m := range view.Ask(name, picked) {
		at.Head = match.Seq(i) // menus of a message have ids of their own
		var list []games.Choice
		for _, c := range m.Choices {
			list = append(list, games.Choice{Value: c.Value, Label: r.In.Speak(c.Label)})
		}
		controls = append(controls, show.Choosing(at, r.In.Text(m.Label), list, m.Most))
	}
	note := r.In.Speak(say.Ask)
	if len(picked) > 0 {
		note = r.In.Say(say.AskOn, "**"+discord.Escape(strings.Join(picked, ", "))+"**")
	}
	controls = append(controls, discord.Row(show.Button(r.In.Speak(say.LabelBack), discordgo.SecondaryButton, show.Target{Match: rec.ID, Action: show.ActSetup})))
	usual := ""
	if r.DmBoard { // it stays at this step until there is news
		usual = r.Show.ArrangementOf(r.In, rec, view, a, u, "", false).Digest()
	}
	return router.InPlace(r, r.Show.ArrangementWith(r.In, rec, view, a, u, note, false, controls), usual), nil
}

// arrangeForm does what was filled into a form.
func arrangeForm(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, _, _, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return arrange(ctx, r, rec, r.Target.Text, r.Values)
}

// arrange carries out an action of an arrangement and shows what it has become.
func arrange(ctx context.Context, r *router.Request, rec match.Match, name string, input []string) (discord.Reply, error) {
	_, a, err := arrangementOf(r.In, rec, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	rec, err = rearrange(ctx, r, rec, name, input)
	if err != nil {
		return discord.Reply{}, err
	}
	note := ""
	if !show.IsArranging(rec, r.User) {
		note = r.In.Speak(say.Confirmed)
		keepLast(ctx, r, rec.Game, a)
	}
	return router.PrivateBoard(ctx, r, rec, note)
}

// rearrange carries out an action of an arrangement.
func rearrange(ctx context.Context, r *router.Request, rec match.Match, name string, input []string) (match.Match, error) {
	view, _, err := arrangementOf(r.In, rec, r.User)
	if err != nil {
		return rec, err
	}
	h := fnv.New64a()
	h.Write([]byte(r.Ix.ID))
	move, err := view.Arrange(name, input, h.Sum64()^rec.Setup.Seed)
	if err != nil {
		return rec, err
	}
	act := match.Act{Match: rec.ID, User: r.User, Cause: match.Cause(r.Ix.ID)} // on no board in particular: what others do changes nothing here
	change, err := r.Matches.Play.Move(ctx, act, move)
	return change.Match, err
}

// setup is `/stratego setup`: one's own arrangement, to oneself alone; with rows it is put so first.
func setup(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := toArrange(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rows := r.Text(router.OptRows); rows != "" {
		return arrange(ctx, r, rec, games.ArrangeText, []string{rows})
	}
	note := ""
	if r.Yes(router.OptResend, false) {
		if err := r.PrivateBoards.SendAgain(ctx, rec.ID, r.User); err != nil {
			return discord.Reply{}, err
		}
		note = r.In.Speak(say.SentByDM)
	}
	return router.ShowArrangement(ctx, r, rec, note)
}

// toArrange is the match whose arrangement a command means: the one named, or the one here, or the only one anywhere (S47: at any time).
func toArrange(ctx context.Context, r *router.Request) (match.Match, error) {
	if r.Text(router.OptGame) != "" {
		return router.ResolveMatch(ctx, r)
	}
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Game != r.Game.ID || rec.SeatOf(r.User) == games.Spectator || !show.ArrangingPhase(rec)
	})
	here := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return rec.Place.Channel != r.Channel })
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Waiting.Has(rec.SeatOf(r.User)) })
	for _, some := range [][]match.Match{here, mine, list} {
		if len(some) == 1 {
			return some[0], nil
		}
	}
	if len(list) > 1 {
		return match.Match{}, router.Ambiguous(r.In, list, r.User)
	}
	return match.Match{}, noSetup(ctx, r)
}

// sendAgainButton tries once more to write to somebody, by their wish.
func sendAgainButton(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if err := r.PrivateBoards.SendAgain(ctx, r.Target.Match, r.User); err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Speak(say.SentByDM)), nil
}
