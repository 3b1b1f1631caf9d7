package learn

import (
	"context"
	"errors"
	"math"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/review"
)

// hint handles `/hint`: a move for the only person in an unrated match, chosen from their seat's
// view (P36).
func (f *Feature) hint(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	view, err := advised(rec, r.User)
	if refused, ok := errors.AsType[*games.Refusal](err); ok {
		err = request.Refuse(r.In.Speak(refused.Say), board.BoardLinks(r.In, rec)...)
	}
	if err != nil {
		return request.Reply{}, err
	}
	u := f.Likes(ctx, r)
	out, err := f.replyLater(ctx, r, beside(r, sayHinting), func(done func(discord.Message)) error {
		return f.coach.Hint(r.Guild, r.User, view, seedOf(rec), labelled(view), func(h coach.Hint) {
			done(hintMessage(f.Show, r.In, rec, view, h, u))
		})
	})
	if err == nil {
		f.PrivateBoards.KeepAside(rec, r.User, r.Answer, r.Ix.ID, true) // the hint is deleted with the next move
	}
	return out, err
}

// seedOf returns the seed with which a review analyses the present board of a match.
func seedOf(rec match.Match) uint64 { return review.Seed(rec.Setup.Seed, rec.Moves) }

// labelled reports whether a hint's label says what the move brings at once.
func labelled(v *games.View) bool { return v.Game.MoveSays.Format == "" }

// advised returns the view from which a user gets a hint. The error is a *games.Refusal if hints
// are not fair there, or not now.
func advised(rec match.Match, u match.UserID) (*games.View, error) {
	seat := rec.SeatOf(u)
	switch {
	case seat == games.Spectator:
		return nil, &games.Refusal{Say: sayHintNotYours}
	case rec.Rated() && rec.People() == 1:
		return nil, &games.Refusal{Say: sayHintRated}
	case !board.Advised(rec):
		return nil, &games.Refusal{Say: sayHintNot}
	case !board.MayHint(rec, seat):
		return nil, &games.Refusal{Say: sayHintTurn}
	}
	return rec.View(seat)
}

// HintFor returns a hint for a page, and waits for it until ctx ends. The error is a *games.Refusal
// if there is none.
func (f *Feature) HintFor(ctx context.Context, in lang.Language, server match.GuildID, u match.UserID,
	rec match.Match,
) (answer.Hint, error) {
	view, err := advised(rec, u)
	if err != nil {
		return answer.Hint{}, err
	}
	found := make(chan coach.Hint, 1)
	err = f.coach.Hint(server, u, view, seedOf(rec), labelled(view), func(h coach.Hint) { found <- h })
	if err != nil && !errors.Is(err, think.ErrBusy) {
		return answer.Hint{}, err
	}
	if err == nil {
		select {
		case h := <-found:
			return answer.Hint{Says: advice(in, rec, view, h), Move: h.Move}, nil
		case <-ctx.Done():
		}
	}
	return answer.Hint{}, &games.Refusal{Say: sayReviewBusy}
}

// BestOn says which move is probably the best on a board on which somebody tries out moves after a match. The
// board comes after a number of moves; on the way says that they are those of the match, whose review, if it is
// kept, has the answer with its value. Otherwise BestOn analyses the board as a review does, and waits for
// that; if ctx ends first, it returns nothing. It says no value then: the board and the move to it are
// valued by different searches, so that two values could contradict each other.
func (f *Feature) BestOn(ctx context.Context, in lang.Language, server match.GuildID, u match.UserID,
	rec match.Match, v *games.View, moves int, onTheWay bool,
) string {
	kept, _ := f.coach.Kept(rec.ID)
	if onTheWay && moves < len(kept.Moves) && kept.Moves[moves].Known {
		m := kept.Moves[moves]
		worth := rec.Named(board.Worth(v.Game, v.Seat, m.Measure, m.BestValue, m.BestExact))
		return in.Say(sayBest, discord.Escape(board.MoveName(in, v.Game, m.Best)),
			say.Escaped(board.ToYou(rec, rec.SeatOf(u), worth)))
	}
	var r games.Review[string]
	found := make(chan struct{})
	err := f.coach.Search(server, u, func(ctx context.Context) bool {
		r = f.coach.Value(ctx, v, review.Seed(rec.Setup.Seed, moves))
		return false
	}, func() { close(found) })
	if err != nil {
		return "" // busy
	}
	select {
	case <-found:
	case <-ctx.Done():
		return ""
	}
	if best, _ := r.Best(); best.Move != "" {
		return in.Say(sayBestMove, discord.Escape(board.MoveName(in, v.Game, best.Move)))
	}
	return ""
}

// advice returns a hint in words: the move with reasons.
func advice(in lang.Language, rec match.Match, v *games.View, h coach.Hint) string {
	text := in.Say(sayHint, "**"+discord.Escape(in.Speak(label(v, h.Move)))+"**")
	best, next := rated(h)
	why := h.Why
	if why.Move == "" || why.Later { // what may be on the board turns later helps nobody to move now
		why = v.Why(h.Move, "", labelled(v))
	}
	why.Says = board.ToYou(rec, rec.OnlyPerson(), rec.Named(why.Says))
	switch {
	case why.Move != "" && why.Move == h.Move:
		text += board.Why(in, v.Game, why)
	case why.Move != "" && (next == nil || !alike(v, h.Worth.Measure, best, next)):
		// the reader may never have thought of that move; if it is about as good, it is no reason
		text += " " + in.Say(sayHintElse, discord.Escape(board.MoveName(in, v.Game, why.Move)), say.Escaped(why.Says))
	}
	if best != nil && best.Remark.Format != "" {
		text += " " + in.Speak(best.Remark)
	}
	if why := hintReason(v, h); why.Format != "" {
		text += " " + in.Speak(say.Escaped(board.ToYou(rec, rec.OnlyPerson(), rec.Named(why))))
	}
	return text
}

// rated returns the advised move and the best of the others with their values; nil where there is none.
func rated(h coach.Hint) (best, next *games.Reviewed[string]) {
	for i := range h.Worth.Moves {
		switch m := &h.Worth.Moves[i]; {
		case m.Move == h.Move:
			best = m
		case next == nil || m.Value > next.Value:
			next = m
		}
	}
	return best, next
}

// label returns a legal move as menus and buttons show it, or else as sentences name it.
func label(v *games.View, move string) games.Sentence {
	moves, _ := v.Moves(math.MaxInt)
	for _, m := range moves {
		if m.Text == move && m.Label.Format != "" {
			return m.Label
		}
	}
	return v.Game.Called(move)
}

// hintMessage returns a hint: the move in words with a reason, the board with the move highlighted,
// and a button that plays it.
func hintMessage(k *board.Maker, in lang.Language, rec match.Match, v *games.View, h coach.Hint,
	u match.User,
) discord.Message {
	drawn := v.In(in.Speak).Prefer(u.Prefer).Choosing(h.Move).Draw(board.Names(in, rec), nil, 0, nil)
	drawing, files := k.Picture(in, board.Liked(drawn, u.Prefer), u.Style)
	at := component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActPlayOnce, Text: h.Move}
	var row []discordgo.MessageComponent
	if _, fits := at.ID(); fits {
		row = append(row, component.Button(in.Speak(sayLabelPlayIt), discordgo.PrimaryButton, at))
	}
	parts := append([]discordgo.MessageComponent{discord.Text(advice(in, rec, v, h))}, drawing...)
	if !v.Game.Hidden { // in a channel the button would lead to the public board, which shows less than the hint
		row = append(row, board.BoardLinks(in, rec)...)
	}
	if len(row) > 0 {
		parts = append(parts, discord.Row(row...))
	}
	return discord.Message{Parts: parts, Files: files, Private: true}
}

// hintReason explains why a move is advised: its value compared with the next best. It is empty if
// the value is not known. With secrets a value is a guess, which disheartens or misleads.
func hintReason(v *games.View, h coach.Hint) games.Sentence {
	best, next := rated(h)
	worth := func(m *games.Reviewed[string]) games.Sentence {
		return board.Worth(v.Game, v.Seat, h.Worth.Measure, m.Value, m.Proven)
	}
	switch {
	case best == nil:
		return games.Sentence{}
	case next == nil:
		return sayHintOnly
	case v.Game.Hidden && !best.Proven:
		return games.Sentence{}
	case h.Worth.Measure == games.ByMargin && best.Value < 0: // otherwise the advice would seem to be bad
		return games.Say(sayHintBehind.Format, worth(best))
	case next.Value > best.Value: // the searches of the two values disagree
		return games.Say(sayHintLeads.Format, worth(best))
	case alike(v, h.Worth.Measure, best, next):
		return games.Say(sayHintAsGood.Format, worth(best), label(v, next.Move))
	}
	return games.Say(sayHintWhy.Format, worth(best), label(v, next.Move), worth(next))
}

// alike reports whether two moves have values that are told in the same words.
func alike(v *games.View, by games.Measure, a, b *games.Reviewed[string]) bool {
	return a != nil && board.Worth(v.Game, v.Seat, by, a.Value, a.Proven).String() ==
		board.Worth(v.Game, v.Seat, by, b.Value, b.Proven).String()
}
