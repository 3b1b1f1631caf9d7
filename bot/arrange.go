package bot

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// A game may begin with a phase in which everybody arranges their pieces in secret. The arrangement is shown to its owner alone: in a letter, or, where
// letters don't arrive, by a button under the match's board, as a reply that only the presser sees (S46, S47). Ids of its buttons say what is to
// be done and nothing of what stands where (S75). Everything in it works at any time and from any of its copies: there is no session.

// sure follows the name of an action in a component's id when its warnings have been said.
const sure = "!"

// lastOne stands in a component's id for the arrangement confirmed last.
const lastOne = "last"

// toldClosed is the key under which it is remembered that somebody knows that their direct messages are closed.
const toldClosed = "dm"

// personal is a match as one of its players may see it, in their style: their arrangement as long as they are at it, then their board.
func (b *bot) personal(ctx context.Context, in lang.Language, rec match.Match, u match.User, note string) (discord.Message, error) {
	g, ok := b.svc.Read.Game(rec.Game)
	seat := rec.SeatOf(u.ID)
	if ok && g.Arranges && seat != games.Spectator && rec.Status == match.Running {
		view, err := rec.View(seat)
		if err != nil {
			return discord.Message{}, err
		}
		if a, ok := view.Arrangement(); ok {
			return b.arrangement(in, rec, view, a, u, note, false), nil
		}
		note = join2(note, b.arrangedLate(ctx, in, rec, seat))
	}
	return b.compose(rec, reader{user: u.ID, in: in, style: u.Style, prefer: u.Prefer, note: note})
}

// join2 puts two sentences into lines, where both are there.
func join2(a, b string) string { return strings.Trim(a+"\n"+b, "\n") }

// arrangedLate tells somebody whose arrangement the clock has confirmed (S50), until the first move.
func (b *bot) arrangedLate(ctx context.Context, in lang.Language, rec match.Match, seat games.Seat) string {
	if rec.Moves > 0 || rec.Outcome != nil {
		return ""
	}
	log, err := b.svc.Read.Log(ctx, rec.ID)
	if err != nil {
		return ""
	}
	for _, e := range log {
		if e.Kind == match.Ruled && e.Seat == seat {
			return in.Speak(say.ArrangedLate)
		}
	}
	return ""
}

// arrangement is the message in which somebody arranges their pieces. Warned says that what is dubious about it has been said.
func (b *bot) arrangement(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User, note string, warned bool) discord.Message {
	return b.arrangementWith(in, rec, view, a, u, note, warned, arrangeControls(in, rec, a, u, warned))
}

// arrangementWith is the same with other controls.
func (b *bot) arrangementWith(in lang.Language, rec match.Match, view *games.View, a games.Arrangement, u match.User, note string, warned bool, controls []discordgo.MessageComponent) discord.Message {
	g := view.Game
	said := say.Arrange
	if !a.Complete {
		said = say.ArrangeMore
	}
	lines := []string{"### " + title(in, rec, g), in.Say(said, in.Text(g.SeatName(view.Seat)))}
	if note != "" {
		lines = append(lines, note)
	}
	if warned {
		for _, w := range a.Warnings {
			lines = append(lines, "⚠️ "+discord.Escape(in.Speak(w)))
		}
		lines = append(lines, in.Speak(say.ConfirmTwice))
	}
	if !rec.Clock.Deadline.IsZero() {
		lines = append(lines, in.Say(say.ArrangeUntil, discord.Relative(rec.Clock.Deadline)))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	board, files := b.picture(in, view.In(in.Speak).Prefer(u.Prefer).Draw(names(in, rec), nil, 0, nil), u.Style)
	parts = append(parts, board...)
	parts = append(parts, discord.Text(discord.CodeBlock(strings.ReplaceAll(a.Text, "/", "\n")+"\n\n"+in.Speak(a.Tray))))
	parts = append(parts, controls...)
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files, Private: true}
}

// arrangeControls are the buttons and menus of an arrangement.
func arrangeControls(in lang.Language, rec match.Match, a games.Arrangement, u match.User, warned bool) []discordgo.MessageComponent {
	at := func(do action, text string) target { return target{Match: rec.ID, Action: do, Text: text} }
	var buttons, menus []discordgo.MessageComponent
	for _, do := range a.Actions {
		if len(do.Choices) > 0 {
			menus = append(menus, choosing(at(actChoose, do.Name), in.Text(do.Label), translated(in, do.Choices), 1))
			continue
		}
		name, style := do.Name, discordgo.SecondaryButton
		switch {
		case do.Primary:
			style = discordgo.SuccessButton
			if warned {
				name += sure
			}
		case do.Danger:
			style = discordgo.DangerButton
		}
		press := button(in.Text(do.Label), style, at(actArrange, name))
		press.Disabled = do.Primary && !a.Complete
		buttons = append(buttons, press)
	}
	if a.Complete {
		buttons = append(buttons, button(in.Speak(say.LabelSave), discordgo.SecondaryButton, at(actSave, "")))
	}
	list := savedOf(u, rec.Game, a.Kind)
	if u.Saved[lastKey(rec.Game, a.Kind)] != "" {
		buttons = append(buttons, button(in.Speak(say.LabelLastTime), discordgo.SecondaryButton, at(actLoad, lastOne)))
	}
	if len(list) > 0 {
		menus = append(menus, choosing(at(actLoad, ""), in.Speak(say.MenuSaved), list, 1))
		buttons = append(buttons, button(in.Speak(say.LabelForget), discordgo.SecondaryButton, at(actForget, "")))
	}
	parts := append(discord.ButtonRows(buttons), menus...)
	var last []discordgo.MessageComponent
	if u.DMClosed {
		last = append(last, button(in.Speak(say.LabelLetter), discordgo.SecondaryButton, at(actLetter, "")))
	}
	return append(parts, discord.Row(append(last, discord.LinkButton(in.Speak(say.LabelGo), channelLink(rec)))...))
}

// channelLink is the address of a match's channel. Unlike that of its newest board it holds for good, as a letter needs it.
func channelLink(rec match.Match) string {
	guild := string(rec.Place.Guild)
	if guild == "" {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + string(rec.Place.Channel)
}

// translated are choices of a fixed list in a reader's language.
func translated(in lang.Language, list []games.Choice) []games.Choice {
	said := make([]games.Choice, len(list))
	for i, c := range list {
		said[i] = games.Choice{Value: c.Value, Label: in.Text(c.Label)}
	}
	return said
}

// choosing is a menu of choices, of which so many may be chosen at once.
func choosing(at target, hint string, list []games.Choice, most int) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, c := range list[:min(len(list), discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: discord.Truncate(c.Label, discord.MaxOptionText), Value: c.Value})
	}
	return discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: at.mustID(), Placeholder: hint, Options: options, MaxValues: min(most, len(options)),
	})
}

// arrangingPhase reports whether a running match is at the stage at which its players arrange their pieces.
func (b *bot) arrangingPhase(rec match.Match) bool {
	g, ok := b.svc.Read.Game(rec.Game)
	if !ok || !g.Arranges || rec.Status != match.Running {
		return false
	}
	pos, err := rec.Parse()
	return err == nil && pos.Turn().Phase == referee.SettingUp
}

// openSetup is the public button: it shows the presser, and nobody else, their own arrangement.
func (b *bot) openSetup(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.svc.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return b.showArrangement(ctx, r, rec, "")
}

// showArrangement shows somebody their arrangement, or what has become of it. Who can't be written to is told so, once (S47, P75).
func (b *bot) showArrangement(ctx context.Context, r *request, rec match.Match, note string) (discord.Reply, error) {
	if rec.SeatOf(r.user) == games.Spectator {
		return discord.Reply{}, refuse(r.in.Speak(say.NotYours), append(boardLinks(r.in, rec), myMatches(r.in))...)
	}
	if note == "" && !b.atIt(rec, r.user) && b.arrangingPhase(rec) {
		note = r.in.Speak(say.Arranged)
	}
	u, err := b.svc.Settings.User(ctx, r.user)
	if err == nil && u.DMClosed && !u.Told[toldClosed] {
		note = join2(note, r.in.Speak(say.DMClosed))
		err = b.changeUser(ctx, r.user, func(u *match.User) {
			if u.Told == nil {
				u.Told = make(map[string]bool)
			}
			u.Told[toldClosed] = true
		})
	}
	if err != nil {
		b.log.Error("could not read or note a person's settings", "err", err)
	}
	return b.privateBoard(ctx, r, rec, note)
}

// atIt reports whether somebody is arranging their pieces in a match.
func (b *bot) atIt(rec match.Match, u match.UserID) bool {
	return b.arrangingPhase(rec) && rec.Waiting.Has(rec.SeatOf(u))
}

// arranging is the arrangement that a request is about, or a refusal that says why there is none.
func (b *bot) arranging(ctx context.Context, r *request) (match.Match, *games.View, games.Arrangement, error) {
	rec, err := b.svc.Read.Match(ctx, r.target.Match)
	if err != nil {
		return rec, nil, games.Arrangement{}, err
	}
	view, a, err := b.arrangementOf(r.in, rec, r.user)
	return rec, view, a, err
}

func (b *bot) arrangementOf(in lang.Language, rec match.Match, u match.UserID) (*games.View, games.Arrangement, error) {
	seat := rec.SeatOf(u)
	if seat == games.Spectator {
		return nil, games.Arrangement{}, refuse(in.Speak(say.NotYours), append(boardLinks(in, rec), myMatches(in))...)
	}
	if rec.Position == "" {
		return nil, games.Arrangement{}, refuse(in.Speak(say.NoSetup), boardLinks(in, rec)...)
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil, games.Arrangement{}, err
	}
	a, ok := view.Arrangement()
	switch {
	case ok:
		return view, a, nil
	case b.arrangingPhase(rec):
		return nil, a, refuse(in.Speak(say.Arranged), boardLinks(in, rec)...)
	}
	return nil, a, refuse(in.Speak(say.NoSetup), boardLinks(in, rec)...)
}

// arrangeButton does what a button of an arrangement says, or opens its form. What is dubious about an arrangement is said once before it is
// confirmed (S15).
func (b *bot) arrangeButton(ctx context.Context, r *request) (discord.Reply, error) {
	rec, view, a, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	name, warned := strings.CutSuffix(r.target.Text, sure)
	i := slices.IndexFunc(a.Actions, func(do games.Action) bool { return do.Name == name })
	if i < 0 {
		return discord.Reply{}, errID
	}
	switch do := a.Actions[i]; {
	case do.Asks:
		return b.ask(ctx, r, rec, name, nil)
	case len(do.Fields) > 0:
		at := target{Match: rec.ID, Action: actForm, Text: name}
		return discord.Reply{Kind: discord.ReplyModal, Modal: newForm(r.in, do.Label, at, do.Fields...)}, nil
	case do.Primary && len(a.Warnings) > 0 && !warned:
		u, err := b.svc.Settings.User(ctx, r.user)
		if err != nil {
			return discord.Reply{}, err
		}
		return b.inPlace(r, b.arrangement(r.in, rec, view, a, u, "", true), ""), nil
	}
	return b.arrange(ctx, r, rec, name, nil)
}

// arrangeChosen does what was chosen from a menu of an arrangement, or shows the menus to which that leads. An action that asks begins anew when it is
// done, as long as there is something to do.
func (b *bot) arrangeChosen(ctx context.Context, r *request) (discord.Reply, error) {
	rec, view, a, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	picked := strings.Split(r.target.Text, pickMark)
	name, picked := picked[0], append(picked[1:], r.values...)
	if !asks(a, name) {
		return b.arrange(ctx, r, rec, name, picked)
	}
	if len(view.Ask(name, picked)) > 0 {
		return b.ask(ctx, r, rec, name, picked)
	}
	rec, err = b.rearrange(ctx, r, rec, name, picked)
	if err != nil {
		return discord.Reply{}, err
	}
	if _, a, err := b.arrangementOf(r.in, rec, r.user); err != nil || !asks(a, name) {
		return b.privateBoard(ctx, r, rec, "")
	}
	return b.ask(ctx, r, rec, name, nil)
}

// pickMark stands between the name of an action and what was picked for it so far, in a component's id.
const pickMark = "-"

func asks(a games.Arrangement, name string) bool {
	return slices.ContainsFunc(a.Actions, func(do games.Action) bool { return do.Name == name && do.Asks })
}

// ask shows the menus of an action's next step.
func (b *bot) ask(ctx context.Context, r *request, rec match.Match, name string, picked []string) (discord.Reply, error) {
	view, a, err := b.arrangementOf(r.in, rec, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	u, err := b.svc.Settings.User(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	at := target{Match: rec.ID, Action: actChoose, Text: strings.Join(append([]string{name}, picked...), pickMark)}
	var controls []discordgo.MessageComponent
	for i, m := range view.Ask(name, picked) {
		at.Head = match.Seq(i) // menus of a message have ids of their own
		var list []games.Choice
		for _, c := range m.Choices {
			list = append(list, games.Choice{Value: c.Value, Label: r.in.Speak(c.Label)})
		}
		controls = append(controls, choosing(at, r.in.Text(m.Label), list, m.Most))
	}
	note := r.in.Speak(say.Ask)
	if len(picked) > 0 {
		note = r.in.Say(say.AskOn, "**"+discord.Escape(strings.Join(picked, ", "))+"**")
	}
	controls = append(controls, discord.Row(button(r.in.Speak(say.LabelBack), discordgo.SecondaryButton, target{Match: rec.ID, Action: actSetup})))
	usual := ""
	if r.letter { // it stays at this step until there is news
		usual = b.arrangement(r.in, rec, view, a, u, "", false).Digest()
	}
	return b.inPlace(r, b.arrangementWith(r.in, rec, view, a, u, note, false, controls), usual), nil
}

// arrangeForm does what was filled into a form.
func (b *bot) arrangeForm(ctx context.Context, r *request) (discord.Reply, error) {
	rec, _, _, err := b.arranging(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return b.arrange(ctx, r, rec, r.target.Text, r.values)
}

// arrange carries out an action of an arrangement and shows what it has become.
func (b *bot) arrange(ctx context.Context, r *request, rec match.Match, name string, input []string) (discord.Reply, error) {
	_, a, err := b.arrangementOf(r.in, rec, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	rec, err = b.rearrange(ctx, r, rec, name, input)
	if err != nil {
		return discord.Reply{}, err
	}
	note := ""
	if !b.atIt(rec, r.user) {
		note = r.in.Speak(say.Confirmed)
		b.keepLast(ctx, r.user, rec.Game, a)
	}
	return b.privateBoard(ctx, r, rec, note)
}

// rearrange carries out an action of an arrangement.
func (b *bot) rearrange(ctx context.Context, r *request, rec match.Match, name string, input []string) (match.Match, error) {
	view, _, err := b.arrangementOf(r.in, rec, r.user)
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
	change, err := b.svc.Play.Move(ctx, act, move)
	return change.Match, err
}

// inPlace answers with a message that only the person sees: on a private message it takes that one's place. Sum says what a letter shows then.
func (b *bot) inPlace(r *request, m discord.Message, sum string) discord.Reply {
	r.sum = sum
	out := discord.Reply{Message: m}
	if r.onPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// setup is `/stratego setup`: one's own arrangement, to oneself alone; with rows it is put so first.
func (b *bot) setup(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.toArrange(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rows := r.text(optRows); rows != "" {
		return b.arrange(ctx, r, rec, games.ArrangeText, []string{rows})
	}
	note := ""
	if r.yes(optShow, false) {
		if err := b.letters.again(ctx, envelope{rec.ID, r.user}); err != nil {
			return discord.Reply{}, err
		}
		note = r.in.Speak(say.Letter)
	}
	return b.showArrangement(ctx, r, rec, note)
}

// toArrange is the match whose arrangement a command means: the one named, or the one here, or the only one anywhere (S47: at any time).
func (b *bot) toArrange(ctx context.Context, r *request) (match.Match, error) {
	if r.text(optGame) != "" {
		return b.meant(ctx, r)
	}
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Game != r.game.ID || rec.SeatOf(r.user) == games.Spectator || !b.arrangingPhase(rec)
	})
	here := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return rec.Place.Channel != r.channel })
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Waiting.Has(rec.SeatOf(r.user)) })
	for _, some := range [][]match.Match{here, mine, list} {
		if len(some) == 1 {
			return some[0], nil
		}
	}
	if len(list) > 1 {
		return match.Match{}, b.whichOne(r.in, list, r.user)
	}
	return match.Match{}, b.noSetup(ctx, r)
}

// letterButton tries once more to write to somebody, by their wish.
func (b *bot) letterButton(ctx context.Context, r *request) (discord.Reply, error) {
	if err := b.letters.again(ctx, envelope{r.target.Match, r.user}); err != nil {
		return discord.Reply{}, err
	}
	return b.privately(r, r.in.Speak(say.Letter)), nil
}

// newForm is a form in the language of who fills it in.
func newForm(in lang.Language, title string, at target, fields ...games.Field) discord.Modal {
	f := discord.Modal{Title: in.Text(title), ID: at.mustID(), Late: in.Speak(say.FormLate)}
	for _, field := range fields {
		f.Inputs = append(f.Inputs, discord.TextInput{Label: in.Text(field.Label), Placeholder: in.Text(field.Placeholder), Value: field.Value, Max: field.Max})
	}
	return f
}
