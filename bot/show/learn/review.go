// Package learn shows what helps people to play better: reviews of matches that are over, hints, puzzles. It does no I/O: what is shown was thought out
// before. Start reading at [Review].
package learn

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/review"
	"paddock/games/scene"
)

// Ply is a move of a match that is over: as it is reviewed, with the position before it and the number of the board on which it was made.
type Ply struct {
	review.Ply
	Before *games.Position
	Board  int
}

// Plies are the moves of a match, without those that were taken back and what was arranged in secret. An error comes together with those that can be
// played again.
func Plies(rec match.Match, log []match.Event) ([]Ply, error) {
	if rec.Rules() == nil {
		return nil, nil
	}
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	var plies []Ply
	var before *games.Position
	board := -1
	for _, f := range match.Played(frames) {
		if f.Event.Kind == match.Moved && before != nil {
			plies = append(plies, Ply{review.Ply{Seat: f.Event.Seat, Move: f.Event.Move, View: before.View(f.Event.Seat)}, before, board})
		}
		if !(f.Position.Game.Arranges && f.Position.Turn().Phase == referee.SettingUp) {
			board++
		}
		before = f.Position
	}
	return plies, err
}

// Bare are the moves alone.
func Bare(plies []Ply) []review.Ply {
	list := make([]review.Ply, len(plies))
	for i, p := range plies {
		list[i] = p.Ply
	}
	return list
}

// Reviewable reports whether a match is one that can be reviewed: it is over, and its game knows what moves are worth. See also Open.
func Reviewable(rec match.Match) bool {
	return rec.Status == match.Over && rec.Rules() != nil && rec.Rules().Reviews && rec.Moves > 0
}

// Open reports whether everything in a match may be shown now that it is over: always in games without secrets.
func Open(rec match.Match, plies []Ply) bool {
	if !rec.Rules().Hidden || len(plies) == 0 {
		return true
	}
	first := plies[0].Before
	return first.Open(games.Spectator).Text() != first.View(games.Spectator).Text()
}

// mostTurns is how many turning points are shown.
const mostTurns = 3

// Review is a review of a match that is over: how well each has played, and where it turned, with what was better. Plies are those that were reviewed.
func Review(k *show.Maker, in lang.Language, rec match.Match, plies []Ply, r review.Review, u match.User) discord.Message {
	lines := []string{"### " + in.Speak(say.LabelReview) + " · " + show.Title(in, rec, rec.Rules())}
	for seat, p := range rec.Players {
		who := in.Text(rec.Rules().SeatName(games.Seat(seat))) + " " + show.PlayerName(p)
		if percent, ok := r.Accuracy(games.Seat(seat)); ok {
			lines = append(lines, in.Say(say.ReviewAccuracy, who, int(math.Round(percent))))
		} else {
			lines = append(lines, in.Say(say.ReviewOpen, who))
		}
	}
	if proven, known := r.Exact(); proven > 0 {
		lines = append(lines, "-# "+in.Say(say.ReviewExact, known, proven))
	} else {
		lines = append(lines, "-# "+in.Speak(say.ReviewGuess))
	}
	turns := r.Turning(mostTurns)
	if len(turns) == 0 {
		lines = append(lines, in.Speak(say.ReviewNoTurn))
	} else {
		lines = append(lines, in.Speak(say.ReviewTurns))
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}, Private: true}
	var buttons []discordgo.MessageComponent
	for _, i := range turns {
		m.Parts = append(m.Parts, discord.Text(TurnLine(in, rec, i, r.Moves[i])))
		board, files := better(k, in, rec, plies[i], r.Moves[i].Best, u)
		board, files = named(board, files, i)
		m.Parts, m.Files = append(m.Parts, board...), append(m.Files, files...)
		at := show.Target{Match: rec.ID, Head: rec.Board(), Action: show.ActPast, Text: strconv.Itoa(plies[i].Board)}
		buttons = append(buttons, show.Button(in.Say(say.ReviewBefore, i+1), discordgo.SecondaryButton, at))
	}
	m.Parts = append(m.Parts, discord.ButtonRows(append(buttons, show.BoardLinks(in, rec)...))...)
	return m
}

// TurnLine is a turning point in words: what was played and what it was worth, what was better, and whether that is certain.
func TurnLine(in lang.Language, rec match.Match, i int, m review.Move) string {
	return in.Say(say.ReviewTurn, i+1, mover(in, rec, m), "**"+discord.Escape(m.Played)+"**", worth(m.Measure, m.Value, m.Exact),
		"**"+discord.Escape(m.Best)+"**", worth(m.Measure, m.BestValue, m.BestExact))
}

func mover(in lang.Language, rec match.Match, m review.Move) string {
	return in.Text(rec.Rules().SeatName(m.Seat)) + " " + show.PlayerName(rec.Players[m.Seat])
}

// worth is a value in words.
func worth(by games.Measure, value float64, exact bool) games.Sentence {
	switch {
	case by == games.ByMargin && exact:
		return games.Say(say.ValueProven.Format, worth(by, value, false))
	case by == games.ByMargin && math.Round(value) > 0:
		return games.Say(say.ValueAhead.Format, int(math.Round(value)))
	case by == games.ByMargin && math.Round(value) < 0:
		return games.Say(say.ValueBehind.Format, int(math.Round(-value)))
	case by == games.ByMargin:
		return say.ValueLevel
	case exact && value == 1:
		return say.ValueWin
	case exact && value == 0:
		return say.ValueLoss
	case exact:
		return say.ValueDraw
	}
	return games.Say(say.ValueShare.Format, int(math.Round(100*value)))
}

// better is the board after the move that was better.
func better(k *show.Maker, in lang.Language, rec match.Match, p Ply, move string, u match.User) ([]discordgo.MessageComponent, []discord.File) {
	done, err := p.Before.Play(p.Seat, move)
	if err != nil {
		return nil, nil // a review of other rules
	}
	seat := rec.SeatOf(u.ID)
	before := p.Before.Open(seat).In(in.Speak).Prefer(u.Prefer)
	drawn := done.Next.Open(seat).In(in.Speak).Prefer(u.Prefer).Draw(show.Names(in, rec), before, p.Seat, []string{move})
	return k.Picture(in, show.Liked(caption(in, drawn, move), u.Prefer), u.Style)
}

// caption puts what a board is over it.
func caption(in lang.Language, s scene.Scene, move string) scene.Scene {
	s.Caption = in.Say(say.ReviewPicture, move)
	return s
}

// named gives the picture of a message with several a name of its own.
func named(board []discordgo.MessageComponent, files []discord.File, n int) ([]discordgo.MessageComponent, []discord.File) {
	for i := range files {
		files[i].Name = fmt.Sprintf("move-%d.png", n+1)
		board[i] = discord.Picture(files[i])
	}
	return board, files
}
