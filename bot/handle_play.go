package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// act is the request as something done to a match.
func (r *request) act(id match.ID) match.Act {
	return match.Act{Match: id, User: r.user, Head: r.target.Head, Cause: match.Cause(r.ix.ID)}
}

// resolveMatch finds the match that a request is about: that of a component or of the option game, otherwise the one that the user plays here
// (P42).
func resolveMatch(ctx context.Context, r *request) (match.Match, error) {
	if r.target.Match != "" {
		return r.Matches.Read.Match(ctx, r.target.Match)
	}
	if id := r.text(optGame); id != "" && r.path != "rules" {
		return r.Matches.Read.Match(ctx, match.ID(strings.ToLower(id)))
	}
	var game games.ID
	if r.game != nil {
		game = r.game.ID
	}
	list, err := r.Matches.Read.Find(ctx, r.channel, r.user, game)
	switch {
	case err != nil:
		return match.Match{}, err
	case len(list) == 0 && r.guild == "":
		return resolveAnywhere(ctx, r, game)
	case len(list) == 0:
		return match.Match{}, refuse(r.in.Speak(say.NoMatch))
	case len(list) > 1:
		return match.Match{}, ambiguous(r.in, list, r.user)
	}
	return list[0], nil
}

// resolveAnywhere is the match that is meant in a direct message, where boards of matches elsewhere are shown too: the only one in which it is
// the user's turn, or the only one.
func resolveAnywhere(ctx context.Context, r *request, game games.ID) (match.Match, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.user)
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
	return match.Match{}, ambiguous(r.in, list, r.user)
}

// ambiguous lists the matches that could be meant.
func ambiguous(in lang.Language, list []match.Match, user match.UserID) error {
	lines := []string{in.Speak(say.Which)}
	for _, rec := range list[:min(len(list), 10)] {
		lines = append(lines, "* "+show.ListLine(in, rec, user))
	}
	return refuse(strings.Join(lines, "\n"))
}

// move is `/kalah move`.
func move(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	text := r.text(moveOption(r.game))
	for _, step := range r.game.MoveSteps {
		text = strings.TrimSpace(text + " " + r.text(step))
	}
	if text == "" {
		return discord.Reply{}, refuse(r.in.Say(say.NoMove, r.game.ID, moveOption(r.game), strings.Join(r.game.MoveSteps, ":`, `")))
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.act(rec.ID), text) }, "")
}

// playButton plays the move of a button.
func playButton(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.act(r.target.Match), r.target.Text) }, "")
}

// chooseFrom goes on from a menu: a whole move is played, otherwise the next menu is shown to the person alone.
func chooseFrom(ctx context.Context, r *request) (discord.Reply, error) {
	if len(r.values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	value := r.values[0]
	if move, whole := strings.CutPrefix(value, show.WholeMove); whole {
		return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.act(r.target.Match), move) }, "")
	}
	return step(ctx, r, func(*games.View) string { return strings.TrimPrefix(value, show.HalfMove) }, 0)
}

// openMenu shows a menu for a half-typed move to the person alone.
func openMenu(ctx context.Context, r *request) (discord.Reply, error) {
	page, path := show.ParsePage(r.target.Text)
	return step(ctx, r, func(*games.View) string { return path }, page)
}

// menuBack takes one hop back.
func menuBack(ctx context.Context, r *request) (discord.Reply, error) {
	return step(ctx, r, func(v *games.View) string { return show.StepBack(v, r.target.Text) }, 0)
}

// step shows the menu that follows a half-typed move. Nothing is stored, and nobody else's view is disturbed: on a public board the menu comes as
// a reply that only the presser sees, and that reply then changes from hop to hop.
func step(ctx context.Context, r *request, path func(*games.View) string, page int) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	seat := rec.SeatOf(r.user)
	if err := mayMove(rec, r, seat); err != nil {
		return discord.Reply{}, err
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	half := path(view)
	if half == "" && page == 0 && (r.onPrivate() || view.Game.Hidden) {
		return privateBoard(ctx, r, rec, "")
	}
	m, err := show.MenuMessage(r.in, rec, seat, half, page)
	if err != nil {
		return discord.Reply{}, err
	}
	return inPlace(r, m, ""), nil
}

// mayMove refuses what the match service would refuse when the move is complete, so that nobody fills in menus for nothing.
func mayMove(rec match.Match, r *request, seat games.Seat) error {
	switch {
	case rec.Status != match.Running || rec.Parked != nil:
		_, err := r.Matches.Play.Move(r.ctx, r.act(rec.ID), "") // says what is the matter, and can't succeed
		return err
	case seat == games.Spectator, !rec.Waiting.Has(seat):
		return refuse(notTheirTurn(r.in, rec, seat), append(show.BoardLinks(r.in, rec), show.MyMatches(r.in))...)
	case rec.Old(r.target.Head):
		return refuse(r.in.Speak(say.OldBoard), show.BoardLinks(r.in, rec)...)
	}
	return nil
}

// notTheirTurn is for somebody who may not move now (P79).
func notTheirTurn(in lang.Language, rec match.Match, seat games.Seat) string {
	if seat == games.Spectator {
		return in.Speak(say.NotYours)
	}
	var who []string
	for s := range rec.Waiting.All() {
		who = append(who, show.PlayerName(rec.Players[s]))
	}
	return in.Say(say.NotYourTurn, games.And(who))
}

// commit does something to a match and answers. On the public board the answer is the board itself: brought up to date in place, or without its
// controls when a new one is posted below. Elsewhere it is a private sentence (done, or the move that was made), and the outbox shows the
// rest.
func commit(ctx context.Context, r *request, do func() (match.Change, error), done string) (discord.Reply, error) {
	if r.answer.IsComponent() && !r.onPrivate() {
		return commitOnBoard(ctx, r, do)
	}
	change, err := do()
	if err != nil {
		return discord.Reply{}, err
	}
	if done == "" {
		return afterMove(ctx, r, change)
	}
	return privately(r, done+blockedNote(r, change.Match)), nil
}

// privately answers with a text that only the person sees; on a private message it takes the message's place.
func privately(r *request, text string, buttons ...discordgo.MessageComponent) discord.Reply {
	if r.dmBoard { // goes on showing the board
		if rec, err := r.Matches.Read.Match(r.ctx, r.target.Match); err == nil {
			if out, err := privateBoard(r.ctx, r, rec, text); err == nil {
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
func commitOnBoard(ctx context.Context, r *request, do func() (match.Change, error)) (discord.Reply, error) {
	defer r.Boards.Lock(r.target.Match)()
	defer r.Boards.Hold(match.Cause(r.ix.ID))()
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
			r.Boards.Mark(change.Match)
		}
	}()
	rec, plan, clicked := change.Match, r.Matches.Delivery.Show(change.Match), r.ix.Message
	switch {
	case clicked == nil:
		return discord.Reply{Kind: discord.ReplyNone}, nil
	case !plan.Edit || match.MessageID(clicked.ID) != rec.Shown.Message:
		delivered(r, r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: discord.WithoutControls(clicked, show.BoardFile)}))
		return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
	}
	log := change.Events
	if rec.Shown.Head != log[0].Seq-1 { // the channel has missed more than this
		if log, err = r.Boards.Unseen(ctx, rec); err != nil {
			return discord.Reply{}, err
		}
	}
	m, err := r.Boards.Compose(ctx, rec, log)
	if err != nil {
		return discord.Reply{}, err
	}
	sent := r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: m})
	delivered(r, sent)
	if shown = sent == nil && r.Boards.NoteEdited(ctx, rec, plan) == nil; shown {
		r.Boards.Ended(ctx, rec)
	}
	return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
}

// afterMove says to a person who moved by command or in a private menu what was played; if it is their turn again, with the board to go on from.
func afterMove(ctx context.Context, r *request, change match.Change) (discord.Reply, error) {
	rec := change.Match
	var moves []string
	for _, e := range change.Events {
		if e.Kind == match.Moved && e.User == r.user {
			moves = append(moves, e.Move)
		}
	}
	if show.ArrangingPhase(rec) {
		return showArrangement(ctx, r, rec, "")
	}
	text := r.in.Speak(say.Repeat)
	if len(moves) > 0 {
		text = r.in.Say(say.Moved, "**"+discord.Escape(strings.Join(moves, "-"))+"**")
	}
	if change.Match.Outcome != nil {
		text = r.in.Say(say.MovedNext, "**"+discord.Escape(strings.Join(moves, "-"))+"**", discord.Escape(r.in.Speak(rec.Ending())))
	}
	if g, ok := r.Matches.Read.Game(rec.Game); ok && g.Hidden {
		for _, e := range change.Game {
			text += "\n" + r.in.Speak(say.Escaped(e.Say))
		}
	}
	text += blockedNote(r, rec)
	seat := rec.SeatOf(r.user)
	if r.dmBoard || rec.Status == match.Running && rec.Waiting.Has(seat) && r.onPrivate() {
		return privateBoard(ctx, r, rec, text)
	}
	next := nextButton(ctx, r, rec)
	if r.afterHops() && len(moves) > 0 && len(next) == 0 && blockedNote(r, rec) == "" {
		return discord.Reply{Kind: discord.ReplyDelete}, nil // the board says it all
	}
	var links []discordgo.MessageComponent
	if r.Matches.Delivery.Show(rec).Edit {
		links = show.BoardLinks(r.in, rec)
	}
	return privately(r, text, append(links, next...)...), nil
}

// nextButton leads on to another match in which it is the person's turn (P10).
func nextButton(ctx context.Context, r *request, rec match.Match) []discordgo.MessageComponent {
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return nil
	}
	for _, other := range list {
		if other.ID != rec.ID && other.Status == match.Running && other.Parked == nil && other.Waiting.Has(other.SeatOf(r.user)) {
			return []discordgo.MessageComponent{show.Button(r.in.Speak(say.LabelNextGame), discordgo.SecondaryButton, show.Target{Match: rec.ID, Action: show.ActNextMatch})}
		}
	}
	return nil
}

// blockedNote tells a player why the channel's board is not up to date, if it can't be.
func blockedNote(r *request, rec match.Match) string {
	if t := r.Boards.Blocked(rec.Place.Channel); t != discord.NoFailure {
		return "\n" + r.in.Say(say.PostingBlocked, say.Blocked[t])
	}
	return ""
}

// privateBoard shows the board to one person in their style, with the moves they can make.
func privateBoard(ctx context.Context, r *request, rec match.Match, note string) (discord.Reply, error) {
	u, err := r.People.User(ctx, r.user)
	if err != nil {
		r.Log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.user
	m, err := r.PrivateBoards.BoardIn(ctx, rec, u, r.in, note)
	if err != nil {
		return discord.Reply{}, err
	}
	if !r.dmBoard {
		return inPlace(r, m, ""), nil
	}
	plain, err := r.PrivateBoards.BoardIn(ctx, rec, u, r.in, "")
	return inPlace(r, m, plain.Digest()), err
}

// onPrivateBoard reports whether a component of a letter was used, and notes it.
func onPrivateBoard(ctx context.Context, r *request) bool {
	if r.guild != "" || r.ix.Message == nil || r.target.Match == "" || r.onPrivate() {
		return false
	}
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return false
	}
	g, ok := r.Matches.Read.Game(rec.Game)
	r.dmBoard = ok && g.Hidden && match.MessageID(r.ix.Message.ID) != rec.Shown.Message
	return r.dmBoard
}

// showBoard is `/board` and `/kalah board`: one's own match here, or else the newest.
func showBoard(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return privateBoard(ctx, r, rec, "")
}

func gameOf(r *request) games.ID {
	if r.game == nil {
		return ""
	}
	return r.game.ID
}

// boardButton shows the presser the board in their own style (P45), whatever the board is that they pressed.
func boardButton(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return privateBoard(ctx, r, rec, "")
}

// watchMatch shows the newest match of the channel.
func watchMatch(ctx context.Context, r *request) (discord.Reply, error) {
	if r.userInstall {
		return discord.Reply{}, refuse(r.in.Speak(say.Away))
	}
	rec, err := newest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return privateBoard(ctx, r, rec, "")
}
