package play

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// Options of the command `setup` of games with set-ups.
const (
	optRows   = "rows"
	optResend = "resend"
)

func (f *Feature) setupCommand() *request.Command {
	return &request.Command{
		Name: "setup", Help: "Arrange your pieces; only you see them", Where: request.Everywhere, Arranges: true,
		Run:      f.setup,
		Complete: f.CompleteMatch,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Str(optRows, "All at once: your rows, the front row first, / between them", false),
				a.Boolean(optResend, "Send it again"), a.MatchOption(),
			}
		},
	}
}

// openSetup privately shows the presser their own arrangement.
func (f *Feature) openSetup(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	return f.ShowArrangement(ctx, r, rec, "")
}

// arranging returns the match and the arrangement that a request is about, or a refusal that says
// why there is none.
func (f *Feature) arranging(ctx context.Context,
	r *request.Request,
) (match.Match, *games.View, games.Arrangement, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return rec, nil, games.Arrangement{}, err
	}
	view, a, err := arrangementOf(r.In, rec, r.User)
	return rec, view, a, err
}

func arrangementOf(in lang.Language, rec match.Match, u match.UserID) (*games.View, games.Arrangement, error) {
	seat := rec.SeatOf(u)
	if seat == games.Spectator {
		return nil, games.Arrangement{},
			request.Refuse(in.Speak(say.NotYours), append(board.BoardLinks(in, rec), board.MyMatches(in))...)
	}
	if rec.Position == "" {
		return nil, games.Arrangement{}, request.Refuse(in.Speak(sayNoSetup), board.BoardLinks(in, rec)...)
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil, games.Arrangement{}, err
	}
	a, ok := view.Arrangement()
	switch {
	case ok:
		return view, a, nil
	case board.ArrangingPhase(rec):
		return nil, a, request.Refuse(in.Speak(say.Arranged), board.BoardLinks(in, rec)...)
	}
	return nil, a, request.Refuse(in.Speak(sayNoSetup), board.BoardLinks(in, rec)...)
}

// arrangeButton performs the action of a button of an arrangement, or opens its form. Warnings are
// shown once before an arrangement is confirmed (S15).
func (f *Feature) arrangeButton(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, view, a, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	name, warned := strings.CutSuffix(r.Target.Text, board.Warned)
	i := slices.IndexFunc(a.Actions, func(do games.Action) bool { return do.Name == name })
	if i < 0 {
		return request.Reply{}, component.ErrID
	}
	switch do := a.Actions[i]; {
	case len(do.Asks) > 0:
		return f.ask(ctx, r, rec, name, nil)
	case len(do.Fields) > 0:
		at := component.Target{Match: rec.ID, Action: ActForm, Text: name}
		return request.Reply{Kind: discord.ReplyModal, Modal: board.NewModal(r.In, do.Label, at, do.Fields...)}, nil
	case do.Primary && len(a.Warnings) > 0 && !warned:
		u, err := f.People.User(ctx, r.User)
		if err != nil {
			return request.Reply{}, err
		}
		return f.InPlace(ctx, r, rec, f.Show.ArrangementOf(r.In, rec, view, a, u, "", true), ""), nil
	}
	return f.arrange(ctx, r, rec, name, nil)
}

// arrangePanel shows a panel behind a button of an arrangement.
func (f *Feature) arrangePanel(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, view, a, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	u := f.Likes(ctx, r)
	usual := ""
	if r.DmBoard { // until the arrangement changes, updates leave this panel as it is
		usual = f.Show.ArrangementOf(r.In, rec, view, a, u, "", false).Digest()
	}
	return f.InPlace(ctx, r, rec, f.Show.ArrangementPanel(r.In, rec, view, a, u, r.Target.Text), usual), nil
}

// arrangeChosen performs a choice from an arrangement's menu, or shows the menus of the next step.
// After a completed step-by-step action it offers that action again while it is possible.
func (f *Feature) arrangeChosen(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, view, a, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	picked := strings.Split(r.Target.Text, pickMark)
	name, picked := picked[0], picked[1:]
	for _, value := range r.Values {
		if !slices.Contains(picked, value) { // a square that was chosen twice counts once
			picked = append(picked, value)
		}
	}
	if len(questions(a, name)) == 0 {
		return f.arrange(ctx, r, rec, name, picked)
	}
	if len(view.Ask(name, picked)) > 0 {
		return f.ask(ctx, r, rec, name, picked)
	}
	rearrange := func() (match.Change, error) { return f.rearrange(ctx, r, rec, name, picked) }
	again := func(rec match.Match) bool {
		_, a, err := arrangementOf(r.In, rec, r.User)
		return err == nil && len(questions(a, name)) > 0
	}
	if f.OnOwnBoard(ctx, r, rec) {
		return f.CommitOnOwnBoard(ctx, r, rearrange, func(rec match.Match) (discord.Message, error) {
			if !again(rec) {
				return f.Boards.Own(ctx, rec, "")
			}
			m, _, err := f.asking(ctx, r, rec, name, nil)
			return m, err
		})
	}
	change, err := rearrange()
	if err != nil {
		return request.Reply{}, err
	}
	if !again(change.Match) {
		return f.PrivateBoard(ctx, r, change.Match, "")
	}
	return f.ask(ctx, r, change.Match, name, nil)
}

// pickMark separates an action's name and the choices made so far, in a component's id.
const pickMark = "-"

// questions returns the questions of an action that takes several steps. It returns none for any
// other action.
func questions(a games.Arrangement, name string) []games.Sentence {
	for _, do := range a.Actions {
		if do.Name == name {
			return do.Asks
		}
	}
	return nil
}

// ask shows the menus of the next step of an action.
func (f *Feature) ask(ctx context.Context, r *request.Request, rec match.Match, name string,
	picked []string,
) (request.Reply, error) {
	m, usual, err := f.asking(ctx, r, rec, name, picked)
	if err != nil {
		return request.Reply{}, err
	}
	return f.InPlace(ctx, r, rec, m, usual), nil
}

// asking makes the message with the menus of the next step of an action. Usual is the digest of the
// arrangement without them, for a private board: until the arrangement changes, updates leave this
// step as it is.
func (f *Feature) asking(ctx context.Context, r *request.Request, rec match.Match, name string,
	picked []string,
) (m discord.Message, usual string, err error) {
	view, a, err := arrangementOf(r.In, rec, r.User)
	if err != nil {
		return m, "", err
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return m, "", err
	}
	at := component.Target{Match: rec.ID, Action: component.ActChoose}
	var controls []discordgo.MessageComponent
	menus := view.Ask(name, picked)
	picked = settled(view, name, picked)
	at.Text = strings.Join(append([]string{name}, picked...), pickMark)
	for i, m := range menus {
		if m.Buttons {
			controls = append(controls, pickButtons(r.In, at, m)...)
			continue
		}
		at.Head = match.Seq(i) // the number is arbitrary, so that each menu of the message has another id
		var list []games.Choice
		for _, c := range m.Choices {
			list = append(list, games.Choice{Value: c.Value, Label: r.In.Speak(c.Label)})
		}
		controls = append(controls, board.Choosing(at, r.In.Text(m.Label), list, m.Most))
	}
	note := ""
	if list := questions(a, name); len(list) > 0 {
		note = r.In.Speak(list[min(len(picked), len(list)-1)])
	}
	if len(picked) > 0 {
		note = r.In.Say(sayChosen, "**"+discord.Escape(pickNames(r.In, view, name, picked))+"**") + " " + note
	}
	controls = append(controls,
		discord.Row(component.Button(r.In.Speak(say.LabelBack), discordgo.SecondaryButton,
			component.Target{Match: rec.ID, Action: component.ActSetup})))
	if r.DmBoard {
		usual = f.Show.ArrangementOf(r.In, rec, view, a, u, "", false).Digest()
	}
	m = f.Show.ArrangementWith(r.In, rec, view, a, u, note, false, controls)
	m.Private = !f.OnOwnBoard(ctx, r, rec)
	return m, usual, nil
}

// settled returns the picks without a last one that only opens further choices.
func settled(view *games.View, name string, picked []string) []string {
	if len(picked) == 0 {
		return picked
	}
	before, last := picked[:len(picked)-1], picked[len(picked)-1]
	for _, m := range view.Ask(name, before) {
		if slices.ContainsFunc(m.Choices, func(c games.Pick) bool { return c.Opens && c.Value == last }) {
			return before
		}
	}
	return picked
}

// pickNames returns picks as their buttons named them. Picks from menus are squares, which are
// their own names.
func pickNames(in lang.Language, view *games.View, name string, picked []string) string {
	var names []string
	for i, value := range picked {
		before := picked[:i:i]
		menus := view.Ask(name, before)
		for _, m := range menus {
			for _, c := range m.Choices {
				if c.Opens {
					menus = append(menus, view.Ask(name, append(before, c.Value))...)
				}
			}
		}
		for _, m := range menus {
			for _, c := range m.Choices {
				if m.Buttons && c.Value == picked[i] {
					value = in.Speak(c.Label)
				}
			}
		}
		names = append(names, value)
	}
	return strings.Join(names, ", ")
}

// pickButtons returns the choices of a menu as buttons.
func pickButtons(in lang.Language, at component.Target, m games.Menu) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	picked := at.Text
	for _, c := range m.Choices {
		at.Text = picked + pickMark + c.Value
		buttons = append(buttons, component.Button(in.Speak(c.Label), discordgo.SecondaryButton, at))
	}
	return discord.ButtonRows(buttons)
}

// arrangeForm performs the action of a submitted form.
func (f *Feature) arrangeForm(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, _, _, err := f.arranging(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	return f.arrange(ctx, r, rec, r.Target.Text, r.Values)
}

// arrange performs an action of an arrangement and shows the result.
func (f *Feature) arrange(ctx context.Context, r *request.Request, rec match.Match, name string,
	input []string,
) (request.Reply, error) {
	_, a, err := arrangementOf(r.In, rec, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	note := ""
	rearrange := func() (match.Change, error) {
		change, err := f.rearrange(ctx, r, rec, name, input)
		if err == nil && !board.IsArranging(change.Match, r.User) {
			note = r.In.Speak(say.Confirmed)
			f.KeepArrangement(ctx, r.User, rec.Game, a)
		}
		return change, err
	}
	if f.OnOwnBoard(ctx, r, rec) {
		return f.Commit(ctx, r, rearrange, "")
	}
	change, err := rearrange()
	if err != nil {
		return request.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, change.Match, note)
}

// rearrange performs an action of an arrangement.
func (f *Feature) rearrange(ctx context.Context, r *request.Request, rec match.Match, name string,
	input []string,
) (match.Change, error) {
	view, _, err := arrangementOf(r.In, rec, r.User)
	if err != nil {
		return match.Change{}, err
	}
	h := fnv.New64a()
	h.Write([]byte(r.Ix.ID))
	move, err := view.Arrange(name, input, h.Sum64()^rec.Setup.Seed)
	if refused, ok := errors.AsType[*games.Refusal](err); ok && refused.Offer.Value != "" {
		return match.Change{}, request.Refuse(say.Error(r.In, err, r.User),
			component.Button(r.In.Speak(refused.Offer.Label), discordgo.PrimaryButton, component.Target{
				Match: rec.ID, Action: component.ActChoose, Text: name + pickMark + refused.Offer.Value,
			}))
	}
	if err != nil {
		return match.Change{}, err
	}
	// the target has no head, so that other players' acts don't make it stale
	act := match.Act{Match: rec.ID, User: r.User, Cause: match.Cause(r.Ix.ID)}
	return f.Matches.Play.Move(ctx, act, move)
}

// setup handles `/stratego setup`: it privately shows the user's arrangement. With rows it first
// arranges the pieces in these rows.
func (f *Feature) setup(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.toArrange(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if rows := r.Text(optRows); rows != "" {
		return f.arrange(ctx, r, rec, games.ArrangeText, []string{rows})
	}
	note := ""
	if r.Yes(optResend, false) {
		if err := f.PrivateBoards.SendAgain(ctx, rec.ID, r.User); err != nil {
			return request.Reply{}, err
		}
		note = r.In.Speak(saySentByDM)
	}
	return f.ShowArrangement(ctx, r, rec, note)
}

// toArrange returns the match whose arrangement a command means: the named one, the one in this
// channel, or the only one anywhere. The command works at any time (S47).
func (f *Feature) toArrange(ctx context.Context, r *request.Request) (match.Match, error) {
	if r.Text(request.OptGame) != "" {
		return f.ResolveMatch(ctx, r)
	}
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Game != r.Game.ID || rec.SeatOf(r.User) == games.Spectator || !board.ArrangingPhase(rec)
	})
	here := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return rec.Place.Channel != r.Channel })
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool {
		return !rec.Waiting.Has(rec.SeatOf(r.User))
	})
	for _, some := range [][]match.Match{here, mine, list} {
		if len(some) == 1 {
			return some[0], nil
		}
	}
	if len(list) > 1 {
		return match.Match{}, answer.Ambiguous(r, list)
	}
	return match.Match{}, f.noSetup(ctx, r)
}

// sendAgainButton sends the presser the private board by direct message once more.
func (f *Feature) sendAgainButton(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := f.PrivateBoards.SendAgain(ctx, r.Target.Match, r.User); err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Speak(saySentByDM)), nil
}
