package learn

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/review"
	"paddock/games/scene"
	"paddock/render/chart"
)

// ply is a move to review, with the position before it and the number of its board.
type ply struct {
	review.Ply
	Before *games.Position
	Board  int
}

// pliesOf returns the moves that players chose, without set-ups and moves that were taken back. On
// an error it returns the moves before it.
func pliesOf(rec match.Match, log []match.Event) ([]ply, error) {
	if rec.Rules() == nil {
		return nil, nil
	}
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	var plies []ply
	var before *games.Position
	board := -1
	for _, f := range match.Played(frames) {
		if f.Event.Kind == match.Moved && f.Event.Code != match.CodeDecided && before != nil {
			end, over := f.Position.Outcome()
			plies = append(plies, ply{review.Ply{
				Seat: f.Event.Seat, Move: f.Event.Move, View: before.View(f.Event.Seat),
				Wins: over && end.Winners() == games.SeatSet(f.Event.Seat),
			}, before, board})
		}
		if !(f.Position.Game.Arranges && f.Position.Turn().Phase == referee.SettingUp) {
			board++
		}
		before = f.Position
	}
	return plies, err
}

// withoutBoards returns the moves without positions and boards.
func withoutBoards(plies []ply) []review.Ply {
	list := make([]review.Ply, len(plies))
	for i, p := range plies {
		list[i] = p.Ply
	}
	return list
}

// canReview reports whether a match is over and its game can be reviewed. See also allRevealed.
func canReview(rec match.Match) bool {
	return rec.Status == match.Over && rec.Rules() != nil && rec.Rules().Reviews && rec.Moves > 0
}

// allRevealed reports whether the players of a finished match with moves have revealed everything.
// It is true for games without secrets.
func allRevealed(rec match.Match, plies []ply) bool {
	return !rec.Rules().Hidden || board.Revealed(plies[0].Before)
}

// mostShown is the most mistakes that a message shows. A page shows all.
const mostShown = 4

// reviewMessage returns a review: how well each player has played, the greatest mistakes, and better
// moves. Plies are the reviewed moves.
func reviewMessage(k *board.Maker, in lang.Language, rec match.Match, plies []ply, r review.Review,
	u match.User,
) discord.Message {
	turns := r.Greatest(mostShown, rec.SeatOf(u.ID))
	lines := append([]string{"### " + in.Speak(say.LabelReview) + " · " + board.Title(in, rec, rec.Rules())},
		append(reviewLines(in, rec, rec.SeatOf(u.ID), r, turns), board.PlayedOut(in, rec)...)...)
	open := k.OpenPage(in, rec)
	switch {
	case !r.Secrets && len(turns) < len(r.Shown()) && open != nil:
		lines = append(lines, "-# "+in.Say(sayReviewMore, len(r.Shown())))
	case r.Secrets && len(turns) > 0:
		lines = append(lines, in.Speak(sayReviewTurns))
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}, Private: true}
	curve, files := course(k, in, rec, r, turns, u)
	m.Parts, m.Files = append(m.Parts, curve...), append(m.Files, files...)
	if curve != nil && !r.Secrets {
		m.Parts = append(m.Parts, discord.Text("-# "+in.Speak(sayReviewChances)))
	}
	var buttons []discordgo.MessageComponent
	for _, i := range turns {
		said, drawn := board.TurnLine(in, rec, rec.SeatOf(u.ID), i, r.Moves[i]),
			compared(in, rec, plies[i], r.Moves[i].Best, u)
		board, files := k.Picture(in, drawn, u.Style)
		if len(files) > 0 { // the other styles contain the caption
			said += "\n-# " + discord.Escape(drawn.Caption)
		}
		board, files = renamePictures(board, files, i)
		m.Parts = append(m.Parts, discord.Text(said))
		m.Parts, m.Files = append(m.Parts, board...), append(m.Files, files...)
		at := component.Target{
			Match: rec.ID, Head: rec.Board(), Action: component.ActPast,
			Text: strconv.Itoa(plies[i].Board),
		}
		buttons = append(buttons, component.Button(in.Say(sayReviewBefore, i+1), discordgo.SecondaryButton, at))
	}
	buttons = append(buttons, open...)
	m.Parts = append(m.Parts, discord.ButtonRows(append(buttons, board.BoardLinks(in, rec)...))...)
	return m
}

// reviewLines says how many mistakes each player has made, and if no turns are shown, why.
func reviewLines(in lang.Language, rec match.Match, reader games.Seat, r review.Review,
	turns []int,
) (lines []string) {
	// the values of moves are guesses there: even the strongest player seems to make many mistakes
	if !rec.Rules().Hidden {
		var mistakes []string
		for seat := range rec.Players {
			n, _ := r.Mistakes(games.Seat(seat))
			mistakes = append(mistakes, board.Beside(in, rec, reader, games.Seat(seat), fmt.Sprintf("**%d**", n)))
		}
		lines = append(lines, in.Say(sayReviewMistakes, strings.Join(mistakes, " · ")))
	}
	if r.Secrets && len(rec.Players) == 2 {
		if by := judge(reader); board.Reads(rec, reader, by) {
			lines = append(lines, in.Speak(sayReviewCurveYou))
		} else {
			lines = append(lines, in.Say(sayReviewCurve, board.PlayerAt(in, rec, by)))
		}
	}
	switch {
	case len(turns) > 0:
		return lines
	case len(r.Shown()) > 0: // the mistakes of an opponent in a game with secrets
		return append(lines, in.Speak(sayReviewNoneYours))
	}
	for seat := range games.Seat(len(rec.Players)) {
		switch {
		case rec.Outcome == nil || rec.Outcome.Winners().Has(seat) || !r.Behind(seat):
		case board.Reads(rec, reader, seat):
			return append(lines, in.Speak(sayReviewBehindYou))
		default:
			return append(lines, in.Say(sayReviewBehind, board.PlayerAt(in, rec, seat)))
		}
	}
	return append(lines, in.Speak(sayReviewNoTurn))
}

// reviewForPage returns a review, whose boards the page draws for its reader.
func reviewForPage(in lang.Language, rec match.Match, plies []ply, r review.Review, u match.User) answer.Review {
	turns := r.Shown()
	if r.Secrets { // where values are guesses, the greatest mistakes are enough
		turns = r.Greatest(mostShown, rec.SeatOf(u.ID))
	}
	own := rec.SeatOf(u.ID)
	out := answer.Review{Says: reviewLines(in, rec, own, r, turns)}
	if len(rec.Players) == 2 {
		out.Course = r.Course(judge(own))
	}
	for _, i := range turns {
		out.Turns = append(out.Turns, answer.Turn{
			Says: board.TurnLine(in, rec, own, i, r.Moves[i]), Step: i,
			Drawn: compared(in, rec, plies[i], r.Moves[i].Best, u), Better: r.Moves[i].Best,
		})
	}
	return out
}

// judge returns the seat by whose knowledge the curve of a game with secrets is drawn: the reader's, or the
// first one.
func judge(reader games.Seat) games.Seat { return max(0, reader) }

// compared draws the board before a move, with that move and a better one.
func compared(in lang.Language, rec match.Match, p ply, better string, u match.User) scene.Scene {
	drawn := board.Compared(in, rec, p.Before, p.Seat, p.Move, better, u)
	drawn.Caption = caption(in, rec, rec.SeatOf(u.ID), p.Seat, moveWords(in, p.View, better))
	drawn.Words = drawn.Caption + " " + drawn.Words
	return board.Liked(drawn, u.Prefer)
}

// moveWords describes a legal move of a view as menus do: with what it brings at once.
func moveWords(in lang.Language, v *games.View, move string) string {
	list, _ := v.Moves(math.MaxInt)
	for _, c := range append(list, v.Complete(move)...) {
		if c.Text == move && c.Label.Format != "" {
			label := in.Speak(c.Label)
			if rest, ok := strings.CutPrefix(label, move+" · "); ok {
				return board.MoveName(in, v.Game, move) + " (" + rest + ")"
			}
			return label
		}
	}
	return board.MoveName(in, v.Game, move)
}

// caption says to a reader what the board before a seat's move shows. Better describes the better move.
func caption(in lang.Language, rec match.Match, reader, by games.Seat, better string) string {
	said := in.Say(sayReviewPicture, better)
	switch {
	case !rec.Rules().Hidden:
		return said
	case board.Reads(rec, reader, by):
		return in.Speak(sayReviewSeenYou) + " " + said
	}
	return in.Say(sayReviewSeen, board.PlayerAt(in, rec, by)) + " " + said
}

// course returns the course of a match of two as a curve. It returns nothing if it cannot be drawn
// or the user chose no pictures.
func course(k *board.Maker, in lang.Language, rec match.Match, r review.Review, turns []int,
	u match.User,
) ([]discordgo.MessageComponent, []discord.File) {
	if k.Chart == nil || len(rec.Players) != 2 || len(r.Moves) < 2 || u.Style == match.Text || u.Style == match.Words {
		return nil, nil
	}
	c := chart.Course{
		Shares: r.Course(judge(rec.SeatOf(u.ID))), Turns: turns,
		Ends: [2]string{in.Say(sayReviewMove, 1), in.Say(sayReviewMove, len(r.Moves))},
	}
	for seat, name := range board.Names(in, rec) {
		c.Names[seat] = board.Seated(in, rec.Rules(), games.Seat(seat), name)
	}
	if rec.SeatOf(u.ID) == 1 { // as on the page, a higher curve is better for its reader
		slices.Reverse(c.Names[:])
		for i, share := range c.Shares {
			c.Shares[i] = 1 - share
		}
	}
	png, err := k.Chart(chart.Chart{Title: rec.Rules().Name, Course: &c, Look: board.LikedLook(u.Prefer)})
	if err != nil {
		return nil, nil
	}
	words := []string{in.Speak(sayReviewNoTurn)}
	if len(turns) > 0 {
		words = nil
	}
	for _, i := range turns {
		words = append(words, board.TurnLine(in, rec, rec.SeatOf(u.ID), i, r.Moves[i]))
	}
	f := discord.File{Name: "course.png", Alt: discord.Truncate(strings.Join(words, " "), discord.MaxAlt), Data: png}
	return []discordgo.MessageComponent{discord.Picture(f)}, []discord.File{f}
}

// renamePictures names the picture of a board after its move, because the files of a message need
// different names.
func renamePictures(board []discordgo.MessageComponent, files []discord.File,
	n int,
) ([]discordgo.MessageComponent, []discord.File) {
	for i := range files {
		files[i].Name = fmt.Sprintf("move-%d.png", n+1)
		board[i] = discord.Picture(files[i])
	}
	return board, files
}
