package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// act is the request as something done to a match.
func (r *request) act(id match.ID) match.Act {
	return match.Act{Match: id, User: r.user, Head: r.target.Head, Cause: match.Cause(r.ix.ID)}
}

// meant finds the match that a request is about: that of a component or of the option game, otherwise the one that the user plays here
// (P42).
func (b *bot) meant(ctx context.Context, r *request) (match.Match, error) {
	if r.target.Match != "" {
		return b.svc.Read.Match(ctx, r.target.Match)
	}
	if id := r.text(optGame); id != "" && r.path != "rules" {
		return b.svc.Read.Match(ctx, match.ID(strings.ToLower(id)))
	}
	var game games.ID
	if r.game != nil {
		game = r.game.ID
	}
	list, err := b.svc.Read.Find(ctx, r.channel, r.user, game)
	switch {
	case err != nil:
		return match.Match{}, err
	case len(list) == 0 && r.guild == "":
		return b.meantAnywhere(ctx, r, game)
	case len(list) == 0:
		return match.Match{}, refuse(r.in.Speak(say.NoMatch))
	case len(list) > 1:
		return match.Match{}, b.whichOne(r.in, list, r.user)
	}
	return list[0], nil
}

// meantAnywhere is the match that is meant in a direct message, where boards of matches elsewhere are shown too: the only one in which it is
// the user's turn, or the only one.
func (b *bot) meantAnywhere(ctx context.Context, r *request, game games.ID) (match.Match, error) {
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return match.Match{}, err
	}
	list = slices.DeleteFunc(list, func(rec match.Match) bool {
		return rec.Status != match.Running || rec.SeatOf(r.user) == games.Spectator || game != "" && rec.Game != game
	})
	mine := slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Waiting.Has(rec.SeatOf(r.user)) })
	switch {
	case len(mine) == 1:
		return mine[0], nil
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return match.Match{}, refuse(r.in.Speak(say.NoMatch))
	}
	return match.Match{}, b.whichOne(r.in, list, r.user)
}

// whichOne lists the matches that could be meant.
func (b *bot) whichOne(in lang.Language, list []match.Match, user match.UserID) error {
	lines := []string{in.Speak(say.Which)}
	for _, rec := range list[:min(len(list), 10)] {
		lines = append(lines, "* "+b.listLine(in, rec, user))
	}
	return refuse(strings.Join(lines, "\n"))
}

// moveCommand is `/kalah move`.
func (b *bot) moveCommand(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meant(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	move := r.text(moveOption(r.game))
	for _, step := range r.game.MoveSteps {
		move = strings.TrimSpace(move + " " + r.text(step))
	}
	if move == "" {
		return discord.Reply{}, refuse(r.in.Say(say.NoMove, r.game.ID, moveOption(r.game), strings.Join(r.game.MoveSteps, ":`, `")))
	}
	return b.commit(ctx, r, func() (match.Change, error) { return b.svc.Play.Move(ctx, r.act(rec.ID), move) }, "")
}

// playButton plays the move of a button.
func (b *bot) playButton(ctx context.Context, r *request) (discord.Reply, error) {
	return b.commit(ctx, r, func() (match.Change, error) { return b.svc.Play.Move(ctx, r.act(r.target.Match), r.target.Text) }, "")
}

// chooseFrom goes on from a menu: a whole move is played, otherwise the next menu is shown to the person alone.
func (b *bot) chooseFrom(ctx context.Context, r *request) (discord.Reply, error) {
	if len(r.values) != 1 {
		return discord.Reply{}, errID
	}
	value := r.values[0]
	if move, whole := strings.CutPrefix(value, wholeMove); whole {
		return b.commit(ctx, r, func() (match.Change, error) { return b.svc.Play.Move(ctx, r.act(r.target.Match), move) }, "")
	}
	return b.step(ctx, r, func(*games.View) string { return strings.TrimPrefix(value, halfMove) }, 0)
}

// openMenu shows a menu for a half-typed move to the person alone.
func (b *bot) openMenu(ctx context.Context, r *request) (discord.Reply, error) {
	page, path := parsePage(r.target.Text)
	return b.step(ctx, r, func(*games.View) string { return path }, page)
}

// menuBack takes one hop back.
func (b *bot) menuBack(ctx context.Context, r *request) (discord.Reply, error) {
	return b.step(ctx, r, func(v *games.View) string { return stepBack(v, r.target.Text) }, 0)
}

// step shows the menu that follows a half-typed move. Nothing is stored, and nobody else's view is disturbed: on a public board the menu comes as
// a reply that only the presser sees, and that reply then changes from hop to hop.
func (b *bot) step(ctx context.Context, r *request, path func(*games.View) string, page int) (discord.Reply, error) {
	rec, err := b.svc.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	seat := rec.SeatOf(r.user)
	if err := b.mayMove(rec, r, seat); err != nil {
		return discord.Reply{}, err
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	half := path(view)
	if half == "" && page == 0 && (r.onPrivate() || view.Game.Hidden) {
		return b.privateBoard(ctx, r, rec, "")
	}
	m, err := b.menuMessage(r.in, rec, seat, half, page)
	if err != nil {
		return discord.Reply{}, err
	}
	return b.inPlace(r, m, ""), nil
}

// mayMove refuses what the match service would refuse when the move is complete, so that nobody fills in menus for nothing.
func (b *bot) mayMove(rec match.Match, r *request, seat games.Seat) error {
	switch {
	case rec.Status != match.Running || rec.Parked != nil:
		_, err := b.svc.Play.Move(b.ctx, r.act(rec.ID), "") // says what is the matter, and can't succeed
		return err
	case seat == games.Spectator, !rec.Waiting.Has(seat):
		return refuse(b.notTheirTurn(r.in, rec, seat), append(boardLinks(r.in, rec), myMatches(r.in))...)
	case rec.Old(r.target.Head):
		return refuse(r.in.Speak(say.OldBoard), boardLinks(r.in, rec)...)
	}
	return nil
}

// notTheirTurn is for somebody who may not move now (P79).
func (b *bot) notTheirTurn(in lang.Language, rec match.Match, seat games.Seat) string {
	if seat == games.Spectator {
		return in.Speak(say.NotYours)
	}
	var who []string
	for s := range rec.Waiting.All() {
		who = append(who, playerName(rec.Players[s]))
	}
	return in.Say(say.NotYourTurn, games.And(who))
}

// myMatches is a button that lists the presser's matches.
func myMatches(in lang.Language) discordgo.MessageComponent {
	return button(in.Speak(say.LabelMatches), discordgo.SecondaryButton, target{Action: actList})
}

func boardLinks(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	if url := boardLink(rec); url != "" {
		return []discordgo.MessageComponent{discord.LinkButton(in.Speak(say.LabelGo), url)}
	}
	return nil
}

// commit does something to a match and answers. On the public board the answer is the board itself: brought up to date in place, or without its
// controls when a new one is posted below. Elsewhere it is a private sentence (done, or the move that was made), and the outbox shows the
// rest.
func (b *bot) commit(ctx context.Context, r *request, do func() (match.Change, error), done string) (discord.Reply, error) {
	if r.answer.IsComponent() && !r.onPrivate() {
		return b.commitOnBoard(ctx, r, do)
	}
	change, err := do()
	if err != nil {
		return discord.Reply{}, err
	}
	if done == "" {
		return b.afterMove(ctx, r, change)
	}
	return b.privately(r, done+b.blockedNote(r.in, change.Match)), nil
}

// privately answers with a text that only the person sees; on a private message it takes the message's place.
func (b *bot) privately(r *request, text string, buttons ...discordgo.MessageComponent) discord.Reply {
	if r.letter { // goes on showing the board
		if rec, err := b.svc.Read.Match(b.ctx, r.target.Match); err == nil {
			if out, err := b.privateBoard(b.ctx, r, rec, text); err == nil {
				return out
			}
		}
	}
	out := sentence(text, buttons...)
	if r.onPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// commitOnBoard answers a click on a public board. Nobody else shows this match meanwhile, and what the answer can't show is left to the outbox.
func (b *bot) commitOnBoard(ctx context.Context, r *request, do func() (match.Change, error)) (discord.Reply, error) {
	defer b.outbox.alone(r.target.Match)()
	defer b.outbox.hold(match.Cause(r.ix.ID))()
	change, err := do()
	if err != nil {
		return discord.Reply{}, err
	}
	if change.Repeat || len(change.Events) == 0 {
		return discord.Reply{Kind: discord.ReplyNone}, nil
	}
	shown := false
	defer func() {
		if !shown {
			b.outbox.mark(change.Match)
		}
	}()
	rec, plan, clicked := change.Match, b.svc.Delivery.Show(change.Match), r.ix.Message
	switch {
	case clicked == nil:
		return discord.Reply{Kind: discord.ReplyNone}, nil
	case !plan.Edit || match.MessageID(clicked.ID) != rec.Shown.Message:
		b.delivered(r, r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: discord.WithoutControls(clicked, boardFile)}))
		return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
	}
	log := change.Events
	if rec.Shown.Head != log[0].Seq-1 { // the channel has missed more than this
		if log, err = b.unseen(ctx, rec); err != nil {
			return discord.Reply{}, err
		}
	}
	m, err := b.compose(rec, b.channelReader(ctx, rec, log, nil))
	if err != nil {
		return discord.Reply{}, err
	}
	sent := r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: m})
	b.delivered(r, sent)
	if shown = sent == nil && b.outbox.edited(ctx, rec, plan) == nil; shown {
		b.outbox.ended(ctx, rec)
	}
	return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
}

// afterMove says to a person who moved by command or in a private menu what was played; if it is their turn again, with the board to go on from.
func (b *bot) afterMove(ctx context.Context, r *request, change match.Change) (discord.Reply, error) {
	rec := change.Match
	var moves []string
	for _, e := range change.Events {
		if e.Kind == match.Moved && e.User == r.user {
			moves = append(moves, e.Move)
		}
	}
	if b.arrangingPhase(rec) {
		return b.showArrangement(ctx, r, rec, "")
	}
	text := r.in.Speak(say.Repeat)
	if len(moves) > 0 {
		text = r.in.Say(say.Moved, "**"+discord.Escape(strings.Join(moves, "-"))+"**")
	}
	if change.Match.Outcome != nil {
		text = r.in.Say(say.MovedNext, "**"+discord.Escape(strings.Join(moves, "-"))+"**", discord.Escape(r.in.Speak(rec.Ending())))
	}
	if g, ok := b.svc.Read.Game(rec.Game); ok && g.Hidden {
		for _, e := range change.Game {
			text += "\n" + r.in.Speak(say.Escaped(e.Say))
		}
	}
	text += b.blockedNote(r.in, rec)
	seat := rec.SeatOf(r.user)
	if r.letter || rec.Status == match.Running && rec.Waiting.Has(seat) && r.onPrivate() {
		return b.privateBoard(ctx, r, rec, text)
	}
	next := b.nextButton(ctx, r, rec)
	if r.afterHops() && len(moves) > 0 && len(next) == 0 && b.blockedNote(r.in, rec) == "" {
		return discord.Reply{Kind: discord.ReplyDelete}, nil // the board says it all
	}
	var links []discordgo.MessageComponent
	if b.svc.Delivery.Show(rec).Edit {
		links = boardLinks(r.in, rec)
	}
	return b.privately(r, text, append(links, next...)...), nil
}

// nextButton leads on to another match in which it is the person's turn (P10).
func (b *bot) nextButton(ctx context.Context, r *request, rec match.Match) []discordgo.MessageComponent {
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return nil
	}
	for _, other := range list {
		if other.ID != rec.ID && other.Status == match.Running && other.Parked == nil && other.Waiting.Has(other.SeatOf(r.user)) {
			return []discordgo.MessageComponent{button(r.in.Speak(say.LabelNextGame), discordgo.SecondaryButton, target{Match: rec.ID, Action: actNextMatch})}
		}
	}
	return nil
}

// blockedNote tells a player why the channel's board is not up to date, if it can't be.
func (b *bot) blockedNote(in lang.Language, rec match.Match) string {
	if t := b.outbox.trouble(rec.Place.Channel); t != discord.NoFailure {
		return "\n" + in.Say(say.PostingBlocked, say.Blocked[t])
	}
	return ""
}

// privateBoard shows the board to one person in their style, with the moves they can make.
func (b *bot) privateBoard(ctx context.Context, r *request, rec match.Match, note string) (discord.Reply, error) {
	u, err := b.svc.Settings.User(ctx, r.user)
	if err != nil {
		b.log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.user
	m, err := b.personal(ctx, r.in, rec, u, note)
	if err != nil {
		return discord.Reply{}, err
	}
	if !r.letter {
		return b.inPlace(r, m, ""), nil
	}
	plain, err := b.personal(ctx, r.in, rec, u, "")
	return b.inPlace(r, m, plain.Digest()), err
}

// onLetter reports whether a component of a letter was used, and notes it.
func (b *bot) onLetter(ctx context.Context, r *request) bool {
	if r.guild != "" || r.ix.Message == nil || r.target.Match == "" || r.onPrivate() {
		return false
	}
	rec, err := b.svc.Read.Match(ctx, r.target.Match)
	if err != nil {
		return false
	}
	g, ok := b.svc.Read.Game(rec.Game)
	r.letter = ok && g.Hidden && match.MessageID(r.ix.Message.ID) != rec.Shown.Message
	return r.letter
}

// showBoard is `/board` and `/kalah board`: one's own match here, or else the newest.
func (b *bot) showBoard(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return b.privateBoard(ctx, r, rec, "")
}

func gameOf(r *request) games.ID {
	if r.game == nil {
		return ""
	}
	return r.game.ID
}

// boardButton shows the presser the board in their own style (P45), whatever the board is that they pressed.
func (b *bot) boardButton(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.svc.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return b.privateBoard(ctx, r, rec, "")
}

// watchMatch shows the newest match of the channel.
func (b *bot) watchMatch(ctx context.Context, r *request) (discord.Reply, error) {
	if r.away {
		return discord.Reply{}, refuse(r.in.Speak(say.Away))
	}
	rec, err := b.newest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return b.privateBoard(ctx, r, rec, "")
}
