// Package record reads and writes a game as a text that people can keep, read and exchange. The
// text has the starting position, every move and ruling, and the final position. The package reads
// what Discord's `/match export` writes and replays it by the rules. It trusts no text: the rules
// decide what is legal. docs/record.md describes the format. Start reading at [Read], then
// [Record.Replay].
package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"paddock/games"
)

// Record is a game as a text describes it.
type Record struct {
	Match   string   // id of the match where it was played
	Game    games.ID // id of the game as written; it may be unknown
	Players []string // "south Ann", in the order of the text
	Start   string   // position text before Steps; empty if the text contains only one side's view
	Steps   []Step
	Now     string // the final position, or a view of it
}

// Step is a move, or a ruling of the referee.
type Step struct {
	Side   string           // name of the seat that moved, or that the ruling is about
	Move   string           // the move; empty for a ruling
	Ruling games.RulingKind // the kind of ruling; empty for a move
}

// Limits of the text of a record that is read.
const (
	MaxBytes = 1 << 20
	maxSteps = 20_000
)

// The first words of lines. Any other first word is a side.
const (
	keyMatch = "match"
	keyGame  = "game"
	keyStart = "start"
	keyRuled = "ruled"
	keyNow   = "now"
)

var rulings = []games.RulingKind{games.Skip, games.Remove, games.Resign, games.Time, games.Agree}

// Characters that messages put before and around lines.
const (
	quoted = "> \t"
	fence  = "```"
)

// ignored lists keys of lines that Parse skips.
var ignored = []string{"json", "ended", "note", "log", "state", "refused"}

// Read reads a file in UTF-8, or in UTF-16 with a byte order mark, as some editors and shells write.
// The error is a *games.Refusal.
func Read(file []byte) (Record, error) {
	if len(file) > MaxBytes {
		return Record{}, errLong
	}
	if order := utf16Order(file); order != nil {
		units := make([]uint16, len(file)/2)
		for i := range units {
			units[i] = order.Uint16(file[2*i:])
		}
		file = []byte(string(utf16.Decode(units)))
	}
	if !utf8.Valid(file) || bytes.IndexByte(file, 0) >= 0 {
		return Record{}, games.Refuse("This file isn't text, so there is no game in it. Nothing has changed. Attach a file from `/match export`.")
	}
	return Parse(string(file))
}

// utf16Order returns the byte order that a mark at the beginning of a file names. It returns nil for
// other files, and for one that ends within a character.
func utf16Order(file []byte) binary.ByteOrder {
	switch {
	case len(file)%2 != 0:
	case bytes.HasPrefix(file, []byte{0xff, 0xfe}):
		return binary.LittleEndian
	case bytes.HasPrefix(file, []byte{0xfe, 0xff}):
		return binary.BigEndian
	}
	return nil
}

var errLong = games.Refuse("This text is too long to be the record of a game.")

// Parse reads a text. Messages and mails put words above a record and marks of quotations and of
// code around its lines, and editors use other blanks; Parse skips these. It refuses any other line
// after the start that it can't read, so that no move is left out. The error is a *games.Refusal.
func Parse(text string) (Record, error) {
	if len(text) > MaxBytes {
		return Record{}, errLong
	}
	var r Record
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.Join(strings.Fields(strings.TrimLeft(line, quoted)), " ")
		key, rest, _ := strings.Cut(line, " ")
		key = strings.ToLower(key)
		switch {
		case key == "" || slices.Contains(ignored, key) || strings.HasPrefix(key, "#") || key == fence:
		case key == keyMatch:
			r.Match = rest
		case key == keyGame:
			r.Game = games.ID(strings.ToLower(rest))
		case r.Game == "": // words above the record
		case key == keyStart && r.Start == "":
			r.Start = rest
		case r.Start == "" && rest == "": // the side is not one of the game's seats
		case rest == "":
			return Record{}, games.Refuse("I can't read line %d: %q. After the start each line is a side, a blank and a move, such as %q.",
				number, shortened(line), "south 3")
		case key == keyNow:
			r.Now = rest
		case key == keyRuled:
			kind, side, _ := strings.Cut(rest, " ")
			r.Steps = append(r.Steps, Step{Side: strings.ToLower(side), Ruling: games.RulingKind(kind)})
		case r.Start == "":
			r.Players = append(r.Players, key+" "+rest)
		default:
			r.Steps = append(r.Steps, Step{Side: key, Move: rest})
		}
		if len(r.Steps) > maxSteps || len(r.Players) > maxSteps {
			return Record{}, errLong
		}
	}
	if r.Game == "" {
		return Record{}, games.Refuse("This isn't the record of a game: there is no line like `game`, which names the game. `/match export` writes such records.")
	}
	return r, nil
}

// Text returns the record in the form that Parse reads. Callers append more lines about the match.
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

// Played is a replayed step.
type Played struct {
	Seat   games.Seat
	Move   string // canonical; empty for a ruling
	Ruling games.RulingKind
	Before *games.Position
	Next   *games.Position
}

// Replay plays the steps by the rules of the game. A ruling without a rule in the game ends the
// match, and nothing follows it. The error is a *games.Refusal that names the impossible step.
func (r Record) Replay(g *games.Game) (start *games.Position, steps []Played, err error) {
	switch {
	case g.ID != r.Game:
		return nil, nil, games.Refuse("This record is of another game.")
	case r.Start == "" && !g.Hidden:
		return nil, nil, games.Refuse("This record doesn't say where the game begins: a line with `start` and the position is missing.")
	case r.Start == "":
		return nil, nil, games.Refuse("This record only holds what one side knew during the game, so you can't play on from it.")
	}
	if start, err = g.Parse(r.Start); err != nil {
		return nil, nil, games.Refuse("I can't read the position where this record begins. It was changed, or comes from another version. %s", why(err))
	}
	at := start
	for i, s := range r.Steps {
		seat, ok := SeatOf(g, s.Side)
		if !ok {
			return nil, nil, games.Refuse("Step %d: %q isn't a side in %s.", i+1, shortened(s.Side), g.Name)
		}
		if s.Ruling != "" {
			done, err := at.Rule(games.Ruling{Kind: s.Ruling, Seat: seat})
			switch last := i == len(r.Steps)-1; {
			case errors.Is(err, games.ErrNoRuling) && !slices.Contains(rulings, s.Ruling):
				return nil, nil, games.Refuse("Step %d: %q isn't a ruling.", i+1, shortened(string(s.Ruling)))
			case errors.Is(err, games.ErrNoRuling) && last:
				continue
			case errors.Is(err, games.ErrNoRuling):
				return nil, nil, games.Refuse("Step %d: the ruling before it ended the game.", i+2)
			case err != nil:
				return nil, nil, games.Refuse("Step %d: %s", i+1, why(err))
			}
			steps = append(steps, Played{seat, "", s.Ruling, at, done.Next})
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
			steps = append(steps, Played{seat, m, "", at, one.Next})
			at = one.Next
		}
	}
	if !g.Hidden && r.Now != "" && at.Text() != r.Now {
		return nil, nil, games.Refuse("The moves in this record don't lead to its last position.")
	}
	return start, steps, nil
}

// longestSide limits how much of an unknown side is quoted.
const longestSide = 20

// shortened returns the beginning of a long word.
func shortened(word string) string {
	if letters := []rune(word); len(letters) > longestSide {
		return string(letters[:longestSide]) + "…"
	}
	return word
}

// why returns an error as part of a sentence.
func why(err error) games.Sentence {
	if r, ok := errors.AsType[*games.Refusal](err); ok {
		return r.Say
	}
	return games.Say("%s", err.Error())
}

// Side returns a seat's name in records.
func Side(g *games.Game, s games.Seat) string { return strings.ToLower(g.SeatName(s)) }

// SeatOf returns the seat that a record calls by this name. It returns false if the game has no
// such seat.
func SeatOf(g *games.Game, side string) (games.Seat, bool) {
	for i := range g.SeatNames {
		if Side(g, games.Seat(i)) == side {
			return games.Seat(i), true
		}
	}
	return games.Spectator, false
}
