package command

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var setupCommand = &Command{
	Name: "setup", Help: "Arrange your pieces, seen by you alone", Arranges: true, run: setup, complete: completeMatch,
	options: func(a author, _ *games.Game) []*option {
		return []*option{
			a.str(optRows, "All at once: your rows, the front row first, / between them", false),
			a.boolean(optShow, "Send it to you again"), a.matchOption(),
		}
	},
}

var setupActions = actions{
	show.ActSetup: openSetup, show.ActArrange: arrangeButton, show.ActChoose: arrangeChosen, show.ActForm: arrangeForm, show.ActSendAgain: sendAgainButton,
}

// openSetup is the public button: it shows the presser, and nobody else, their own arrangement.
func openSetup(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return showArrangement(ctx, r, rec, "")
}

// showArrangement shows somebody their arrangement, or what has become of it. Who can't be written to is told so, once (S47, P75).
func showArrangement(ctx context.Context, r *request, rec match.Match, note string) (discord.Reply, error) {
	if rec.SeatOf(r.user) == games.Spectator {
		return discord.Reply{}, refuse(r.in.Speak(say.NotYours), append(show.BoardLinks(r.in, rec), show.MyMatches(r.in))...)
	}
	if note == "" && !show.IsArranging(rec, r.user) && show.ArrangingPhase(rec) {
		note = r.in.Speak(say.Arranged)
	}
	u, err := r.People.User(ctx, r.user)
	if err == nil && u.DMClosed && !u.Told[deliver.ToldDMClosed] {
		note = show.JoinLines(note, r.in.Speak(say.DMClosed))
		err = r.People.Change(ctx, r.user, func(u *match.User) {
			if u.Told == nil {
				u.Told = make(map[string]bool)
			}
			u.Told[deliver.ToldDMClosed] = true
		})
	}
	if err != nil {
		r.Log.Error("could not read or note a person's settings", "err", err)
	}
	return privateBoard(ctx, r, rec, note)
}

// arranging is the arrangement that a request is about, or a refusal that says why there is none.
func arranging(ctx context.Context, r *request) (match.Match, *games.View, games.Arrangement, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return rec, nil, games.Arrangement{}, err
	}
	view, a, err := arrangementOf(r.in, rec, r.user)
	return rec, view, a, err
}

func arrangementOf(in lang.Language, rec match.Match, u match.UserID) (*games.View, games.Arrangement, error) {
	seat := rec.SeatOf(u)
	if seat == games.Spectator {
		return nil, games.Arrangement{}, refuse(in.Speak(say.NotYours), append(show.BoardLinks(in, rec), show.MyMatches(in))...)
	}
	if rec.Position == "" {
		return nil, games.Arrangement{}, refuse(in.Speak(say.NoSetup), show.BoardLinks(in, rec)...)
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
		return nil, a, refuse(in.Speak(say.Arranged), show.BoardLinks(in, rec)...)
	}
	return nil, a, refuse(in.Speak(say.NoSetup), show.BoardLinks(in, rec)...)
}

// arrangeButton does what a button of an arrangement says, or opens its form. What is dubious about an arrangement is said once before it is
// confirmed (S15).
func arrangeButton(ctx context.Context, r *request) (discord.Reply, error) {
	rec, view, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	name, warned := strings.CutSuffix(r.target.Text, show.Warned)
	i := slices.IndexFunc(a.Actions, func(do games.Action) bool { return do.Name == name })
	if i < 0 {
		return discord.Reply{}, show.ErrID
	}
	switch do := a.Actions[i]; {
	case do.Asks:
		return ask(ctx, r, rec, name, nil)
	case len(do.Fields) > 0:
		at := show.Target{Match: rec.ID, Action: show.ActForm, Text: name}
		return discord.Reply{Kind: discord.ReplyModal, Modal: show.NewModal(r.in, do.Label, at, do.Fields...)}, nil
	case do.Primary && len(a.Warnings) > 0 && !warned:
		u, err := r.People.User(ctx, r.user)
		if err != nil {
			return discord.Reply{}, err
		}
		return inPlace(r, r.Show.ArrangementOf(r.in, rec, view, a, u, "", true), ""), nil
	}
	return arrange(ctx, r, rec, name, nil)
}

// arrangeChosen does what was chosen from a menu of an arrangement, or shows the menus to which that leads. An action that asks begins anew when it is
// done, as long as there is something to do.
func arrangeChosen(ctx context.Context, r *request) (discord.Reply, error) {
	rec, view, a, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	picked := strings.Split(r.target.Text, pickMark)
	name, picked := picked[0], append(picked[1:], r.values...)
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
	if _, a, err := arrangementOf(r.in, rec, r.user); err != nil || !asks(a, name) {
		return privateBoard(ctx, r, rec, "")
	}
	return ask(ctx, r, rec, name, nil)
}

// pickMark stands between the name of an action and what was picked for it so far, in a component's id.
const pickMark = "-"

func asks(a games.Arrangement, name string) bool {
	return slices.ContainsFunc(a.Actions, func(do games.Action) bool { return do.Name == name && do.Asks })
}

// ask shows the menus of an action's next step.
func ask(ctx context.Context, r *request, rec match.Match, name string, picked []string) (discord.Reply, error) {
	view, a, err := arrangementOf(r.in, rec, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := r.People.User(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	at := show.Target{Match: rec.ID, Action: show.ActChoose, Text: strings.Join(append([]string{name}, picked...), pickMark)}
	var controls []discordgo.MessageComponent
	for i, m := range view.Ask(name, picked) {
		at.Head = match.Seq(i) // menus of a message have ids of their own
		var list []games.Choice
		for _, c := range m.Choices {
			list = append(list, games.Choice{Value: c.Value, Label: r.in.Speak(c.Label)})
		}
		controls = append(controls, show.Choosing(at, r.in.Text(m.Label), list, m.Most))
	}
	note := r.in.Speak(say.Ask)
	if len(picked) > 0 {
		note = r.in.Say(say.AskOn, "**"+discord.Escape(strings.Join(picked, ", "))+"**")
	}
	controls = append(controls, discord.Row(show.Button(r.in.Speak(say.LabelBack), discordgo.SecondaryButton, show.Target{Match: rec.ID, Action: show.ActSetup})))
	usual := ""
	if r.dmBoard { // it stays at this step until there is news
		usual = r.Show.ArrangementOf(r.in, rec, view, a, u, "", false).Digest()
	}
	return inPlace(r, r.Show.ArrangementWith(r.in, rec, view, a, u, note, false, controls), usual), nil
}

// arrangeForm does what was filled into a form.
func arrangeForm(ctx context.Context, r *request) (discord.Reply, error) {
	rec, _, _, err := arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return arrange(ctx, r, rec, r.target.Text, r.values)
}

// arrange carries out an action of an arrangement and shows what it has become.
func arrange(ctx context.Context, r *request, rec match.Match, name string, input []string) (discord.Reply, error) {
	_, a, err := arrangementOf(r.in, rec, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	rec, err = rearrange(ctx, r, rec, name, input)
	if err != nil {
		return discord.Reply{}, err
	}
	note := ""
	if !show.IsArranging(rec, r.user) {
		note = r.in.Speak(say.Confirmed)
		keepLast(ctx, r, rec.Game, a)
	}
	return privateBoard(ctx, r, rec, note)
}

// rearrange carries out an action of an arrangement.
func rearrange(ctx context.Context, r *request, rec match.Match, name string, input []string) (match.Match, error) {
	view, _, err := arrangementOf(r.in, rec, r.user)
	if err != nil {
		return rec, err
	}
	h := fnv.New64a()
	h.Write([]byte(r.ix.ID))
	move, err := view.Arrange(name, input, h.Sum64()^rec.Setup.Seed)
	if err != nil {
		return rec, err
	}
	act := match.Act{Match: rec.ID, User: r.user, Cause: match.Cause(r.ix.ID)} // on no board in particular: what others do changes nothing here
	change, err := r.Matches.Play.Move(ctx, act, move)
	return change.Match, err
}

// setup is `/stratego setup`: one's own arrangement, to oneself alone; with rows it is put so first.
func setup(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := toArrange(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rows := r.text(optRows); rows != "" {
		return arrange(ctx, r, rec, games.ArrangeText, []string{rows})
	}
	note := ""
	if r.yes(optShow, false) {
		if err := r.PrivateBoards.SendAgain(ctx, rec.ID, r.user); err != nil {
			return discord.Reply{}, err
		}
		note = r.in.Speak(say.Letter)
	}
	return showArrangement(ctx, r, rec, note)
}

// toArrange is the match whose arrangement a command means: the one named, or the one here, or the only one anywhere (S47: at any time).
func toArrange(ctx context.Context, r *request) (match.Match, error) {
	if r.text(optGame) != "" {
		return resolveMatch(ctx, r)
	}
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Game != r.game.ID || rec.SeatOf(r.user) == games.Spectator || !show.ArrangingPhase(rec)
	})
	here := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return rec.Place.Channel != r.channel })
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Waiting.Has(rec.SeatOf(r.user)) })
	for _, some := range [][]match.Match{here, mine, list} {
		if len(some) == 1 {
			return some[0], nil
		}
	}
	if len(list) > 1 {
		return match.Match{}, ambiguous(r.in, list, r.user)
	}
	return match.Match{}, noSetup(ctx, r)
}

// sendAgainButton tries once more to write to somebody, by their wish.
func sendAgainButton(ctx context.Context, r *request) (discord.Reply, error) {
	if err := r.PrivateBoards.SendAgain(ctx, r.target.Match, r.user); err != nil {
		return discord.Reply{}, err
	}
	return privately(r, r.in.Speak(say.Letter)), nil
}
