// Package record is a game as a text that people can keep, read and exchange: where it began, every move and ruling since, and the position they lead to. What
// Discord's `/export` writes is read here, and played again by the rules, which alone decide what is legal: nothing in a text is believed. docs/record.md
// describes it. Start reading at [Parse], then [Record.Replay].
package record

import (
	"errors"
	"slices"
	"strings"

	"paddock/games"
)

// Record is a game as a text says it was played.
type Record struct {
	Match   string   // what the match was called where it was played
	Game    games.ID // as written; it may be none that is known
	Players []string // "south Ann", in the order of the text
	Start   string   // the position from which Steps lead on; empty where the text holds only what one side knew
	Steps   []Step
	Now     string // the position at the end, or a view of it
}

// Step is a move, or a ruling of the referee.
type Step struct {
	Side   string           // who made it or whom it befell, by the seat's name
	Move   string           // empty of a ruling
	Ruling games.RulingKind // empty of a move
}

// Limits of what is read.
const (
	MaxBytes = 1 << 20
	maxSteps = 20_000
)

// Keys of lines. Every other word at the beginning of a line is a side.
const (
	keyMatch = "match"
	keyGame  = "game"
	keyStart = "start"
	keyRuled = "ruled"
	keyNow   = "now"
)

// ignored are keys of lines that say nothing about what was played.
var ignored = []string{"json", "ended", "note", "log", "state", "refused"}

// Parse reads a text. The error is a *games.Refusal.
func Parse(text string) (Record, error) {
	if len(text) > MaxBytes {
		return Record{}, games.Refuse("This text is longer than any record of a game.")
	}
	var r Record
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) { // which some editors put before a text
		key, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		key = strings.ToLower(key)
		switch {
		case key == "" || slices.Contains(ignored, key) || strings.HasPrefix(key, "#"):
		case key == keyMatch:
			r.Match = rest
		case key == keyGame:
			r.Game = games.ID(strings.ToLower(rest))
		case key == keyStart && r.Start == "":
			r.Start = rest
		case key == keyNow:
			r.Now = rest
		case key == keyRuled && rest != "":
			kind, side, _ := strings.Cut(rest, " ")
			r.Steps = append(r.Steps, Step{Side: strings.ToLower(strings.TrimSpace(side)), Ruling: games.RulingKind(kind)})
		case r.Start == "" && rest != "":
			r.Players = append(r.Players, key+" "+rest)
		case rest != "":
			r.Steps = append(r.Steps, Step{Side: key, Move: rest})
		}
		if len(r.Steps) > maxSteps || len(r.Players) > maxSteps {
			return Record{}, games.Refuse("This text is longer than any record of a game.")
		}
	}
	if r.Game == "" {
		return Record{}, games.Refuse("This is no record of a game: a line that begins with `game` has to say which it is. `/export` writes such records.")
	}
	return r, nil
}

// Text is the record as Parse reads it. What a game has beside it stands at its end.
func (r Record) Text() string {
	lines := []string{keyMatch + " " + r.Match, keyGame + " " + string(r.Game)}
	lines = append(lines, r.Players...)
	if r.Start != "" {
		lines = append(lines, keyStart+" "+r.Start)
	}
	for _, s := range r.Steps {
		if s.Ruling != "" {
			lines = append(lines, keyRuled+" "+string(s.Ruling)+" "+s.Side)
		} else {
			lines = append(lines, s.Side+" "+s.Move)
		}
	}
	if r.Now != "" {
		lines = append(lines, keyNow+" "+r.Now)
	}
	return strings.Join(lines, "\n") + "\n"
}

// Played is a step that was played again.
type Played struct {
	Seat   games.Seat
	Move   string // canonical; empty of a ruling
	Before *games.Position
	Next   *games.Position
}

// Replay plays the steps again by the rules of the game. A ruling for which a game has no rule is how the match ended, and nothing follows. The error is a
// *games.Refusal that says which step is not possible.
func (r Record) Replay(g *games.Game) (start *games.Position, steps []Played, err error) {
	switch {
	case g.ID != r.Game:
		return nil, nil, games.Refuse("This is a record of another game.")
	case r.Start == "":
		return nil, nil, games.Refuse("This record does not say where the game began: it holds what one side knew while it went on, so it can't be played from.")
	}
	if start, err = g.Parse(r.Start); err != nil {
		return nil, nil, games.Refuse("The position where this record begins can't be read; it was changed, or is of another version. %s", why(err))
	}
	at := start
	for i, s := range r.Steps {
		seat, ok := seatOf(g, s.Side)
		if !ok {
			return nil, nil, games.Refuse("Step %d: %q is no side of %s.", i+1, shortened(s.Side), g.Name)
		}
		if s.Ruling != "" {
			done, err := at.Rule(games.Ruling{Kind: s.Ruling, Seat: seat})
			if errors.Is(err, games.ErrNoRuling) {
				break
			} else if err != nil {
				return nil, nil, games.Refuse("Step %d: %s", i+1, why(err))
			}
			steps = append(steps, Played{seat, "", at, done.Next})
			at = done.Next
			continue
		}
		done, err := at.Play(seat, s.Move)
		if err != nil {
			return nil, nil, games.Refuse("Step %d: %s", i+1, why(err))
		}
		for _, m := range done.Moves {
			one, err := at.Play(seat, m)
			if err != nil {
				return nil, nil, games.Refuse("Step %d: %s", i+1, why(err))
			}
			steps = append(steps, Played{seat, m, at, one.Next})
			at = one.Next
		}
	}
	if !g.Hidden && r.Now != "" && at.Text() != r.Now {
		return nil, nil, games.Refuse("The moves of this record don't lead to the position at its end.")
	}
	return start, steps, nil
}

// longestSide is how much is said of a side that there is not.
const longestSide = 20

// shortened is the beginning of a word that may be long.
func shortened(word string) string {
	if letters := []rune(word); len(letters) > longestSide {
		return string(letters[:longestSide]) + "…"
	}
	return word
}

// why is what an error says, to be said in a sentence.
func why(err error) games.Sentence {
	if r, ok := errors.AsType[*games.Refusal](err); ok {
		return r.Say
	}
	return games.Say("%s", err.Error())
}

// Side is a seat as records name it.
func Side(g *games.Game, s games.Seat) string { return strings.ToLower(g.SeatName(s)) }

func seatOf(g *games.Game, side string) (games.Seat, bool) {
	for i := range g.SeatNames {
		if Side(g, games.Seat(i)) == side {
			return games.Seat(i), true
		}
	}
	return games.Spectator, false
}
