package router

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

// Commit does something to a match and answers. On the public board the answer is the board itself: brought up to date in place, or without its
// controls when a new one is posted below. Elsewhere it is a private sentence (done, or the move that was made), and the outbox shows the
// rest.
func Commit(ctx context.Context, r *Request, do func() (match.Change, error), done string) (discord.Reply, error) {
	if r.Answer.IsComponent() && !r.OnPrivate() {
		return commitOnBoard(ctx, r, do)
	}
	change, err := do()
	if err != nil {
		return discord.Reply{}, err
	}
	if done == "" {
		return afterMove(ctx, r, change)
	}
	return Privately(r, done+blockedNote(r, change.Match)), nil
}

// commitOnBoard answers a click on a public board. Nobody else shows this match meanwhile, and what the answer can't show is left to the outbox.
func commitOnBoard(ctx context.Context, r *Request, do func() (match.Change, error)) (discord.Reply, error) {
	defer r.Boards.Lock(r.Target.Match)()
	defer r.Boards.Hold(match.Cause(r.Ix.ID))()
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
	rec, plan, clicked := change.Match, r.Matches.Delivery.Show(change.Match), r.Ix.Message
	switch {
	case clicked == nil:
		return discord.Reply{Kind: discord.ReplyNone}, nil
	case !plan.Edit || match.MessageID(clicked.ID) != rec.Shown.Message:
		delivered(r, r.Answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: discord.WithoutControls(clicked, show.BoardFile)}))
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
	sent := r.Answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: m})
	delivered(r, sent)
	if shown = sent == nil && r.Boards.NoteEdited(ctx, rec, plan) == nil; shown {
		r.Boards.Ended(ctx, rec)
	}
	return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
}

// afterMove says to a person who moved by command or in a private menu what was played; if it is their turn again, with the board to go on from.
func afterMove(ctx context.Context, r *Request, change match.Change) (discord.Reply, error) {
	rec := change.Match
	var moves []string
	for _, e := range change.Events {
		if e.Kind == match.Moved && e.User == r.User {
			moves = append(moves, e.Move)
		}
	}
	if show.ArrangingPhase(rec) {
		return ShowArrangement(ctx, r, rec, "")
	}
	text := r.In.Speak(say.Repeat)
	if len(moves) > 0 {
		text = r.In.Say(say.Moved, "**"+discord.Escape(strings.Join(moves, "-"))+"**")
	}
	if change.Match.Outcome != nil {
		text = r.In.Say(say.MovedNext, "**"+discord.Escape(strings.Join(moves, "-"))+"**", discord.Escape(r.In.Speak(rec.Ending())))
	}
	if g, ok := r.Matches.Read.Game(rec.Game); ok && g.Hidden {
		for _, e := range change.Game {
			text += "\n" + r.In.Speak(say.Escaped(e.Say))
		}
	}
	text += blockedNote(r, rec)
	seat := rec.SeatOf(r.User)
	if r.DmBoard || rec.Status == match.Running && rec.Waiting.Has(seat) && r.OnPrivate() {
		return PrivateBoard(ctx, r, rec, text)
	}
	next := nextButton(ctx, r, rec)
	if r.afterHops() && len(moves) > 0 && len(next) == 0 && blockedNote(r, rec) == "" {
		return discord.Reply{Kind: discord.ReplyDelete}, nil // the board says it all
	}
	var links []discordgo.MessageComponent
	if r.Matches.Delivery.Show(rec).Edit {
		links = show.BoardLinks(r.In, rec)
	}
	return Privately(r, text, append(links, next...)...), nil
}

// nextButton leads on to another match in which it is the person's turn (P10).
func nextButton(ctx context.Context, r *Request, rec match.Match) []discordgo.MessageComponent {
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return nil
	}
	for _, other := range list {
		if other.ID != rec.ID && other.Status == match.Running && other.Parked == nil && other.Waiting.Has(other.SeatOf(r.User)) {
			return []discordgo.MessageComponent{show.Button(r.In.Speak(say.LabelNextGame), discordgo.SecondaryButton, show.Target{Match: rec.ID, Action: show.ActNextMatch})}
		}
	}
	return nil
}

// blockedNote tells a player why the channel's board is not up to date, if it can't be.
func blockedNote(r *Request, rec match.Match) string {
	if t := r.Boards.Blocked(rec.Place.Channel); t != discord.NoFailure {
		return "\n" + r.In.Say(say.PostingBlocked, say.Blocked[t])
	}
	return ""
}
