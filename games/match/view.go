package match

import (
	"fmt"
	"slices"
	"sync"

	"paddock/games"
)

// Match is a match as it was read or made: its record together with the game and the position, which is parsed at most once for all copies,
// and only if somebody asks for it. Its record must not be given another position.
type Match struct {
	Record
	rules       *games.Game // nil: of a game that is no longer offered
	now, before *Parsing
}

// Known are the positions of the match as they have been parsed.
func (m Match) Known() []*Parsing { return []*Parsing{m.now, m.before} }

// Rules is the game that is played; nil if it is no longer offered.
func (m Match) Rules() *games.Game { return m.rules }

// Parse is the position of a match that has begun, secrets included: for the referee, never for showing. ErrNotBegun.
func (m Match) Parse() (*games.Position, error) {
	if m.rules == nil {
		return nil, fmt.Errorf("match %s: %w: %s", m.ID, ErrUnknownGame, m.Game)
	}
	if m.Position == "" {
		return nil, m.notBegun()
	}
	return m.now.Position(m.rules, m.ID)
}

// notBegun says why a match has no position.
func (m Match) notBegun() error {
	if end := m.Ending(); end.Format != "" {
		return &Problem{Kind: ErrNotBegun, Record: &m.Record, Say: games.Say("This match was never played, so there is nothing to show of it: %s", end)}
	}
	return &Problem{Kind: ErrNotBegun, Record: &m.Record, Say: games.Say("This match has not begun, because not everybody has joined yet. There is something to show when it has.")}
}

// View is what a seat may know of the position. SeatOf finds a user's seat.
func (m Match) View(seat games.Seat) (*games.View, error) {
	pos, err := m.Parse()
	if err != nil {
		return nil, err
	}
	return pos.View(seat), nil
}

// ViewBefore is what a seat knew before the last turn; nil if there was none.
func (m Match) ViewBefore(seat games.Seat) (*games.View, error) {
	if m.Before == "" || m.rules == nil {
		return nil, nil
	}
	pos, err := m.before.Position(m.rules, m.ID)
	if err != nil {
		return nil, err
	}
	return pos.View(seat), nil
}

// Opened is a receipt that everybody may check.
type Opened struct {
	Receipt
	Seat games.Seat
	Text string // what the seat had arranged
}

// Command is a line for a POSIX shell that prints the receipt's digest, computed without us: it needs xxd and sha256sum.
func (o Opened) Command() string {
	return "(printf %s " + o.Salt + " | xxd -r -p; printf %s " + o.Text + ") | sha256sum"
}

// OpenReceipts gives the receipts of a match that is over, with what they are receipts of. Before the end, and for ever where the players have
// agreed that nothing is revealed, there are none: a salt without its text would let everybody guess.
func (m Match) OpenReceipts() ([]Opened, error) {
	if m.Status != Over || len(m.Receipts) == 0 {
		return nil, nil
	}
	view, err := m.View(games.Spectator)
	if err != nil {
		return nil, err
	}
	var all []Opened
	for seat, receipt := range m.Receipts {
		if text := view.Arranged(games.Seat(seat)); text != "" {
			all = append(all, Opened{receipt, games.Seat(seat), text})
		}
	}
	return all, nil
}

// Parsing is a position text and the position it means, parsed when somebody first asks. Everything about it may be shared.
type Parsing struct {
	text string
	once sync.Once
	pos  *games.Position
	err  error
}

// Position is the position that the text means.
func (p *Parsing) Position(g *games.Game, id ID) (*games.Position, error) {
	p.once.Do(func() {
		if p.pos == nil {
			p.pos, p.err = parse(g, id, p.text)
		}
	})
	return p.pos, p.err
}

// Parsed is the parsing of a position that has been made.
func Parsed(pos *games.Position) *Parsing { return &Parsing{text: pos.Text(), pos: pos} }

func parse(g *games.Game, id ID, text string) (*games.Position, error) {
	pos, err := g.Parse(text)
	if err != nil && g.Hidden { // what is wrong with it may be a secret (S78)
		return nil, fmt.Errorf("match %s: stored position of %s can't be read", id, g.ID)
	}
	if err != nil {
		// Not %w: a Refusal would be shown to a player, who can't do anything about it. Not the text either: it may hold secrets.
		return nil, fmt.Errorf("match %s: stored position of %s can't be read: %v", id, g.ID, err)
	}
	return pos, nil
}

// mostParsed is how many matches a parsings holds.
const mostParsed = 512

// Parsings are the positions of the matches that were last read, so that one who reads a match again does not parse again. What it holds is
// found by its text, so it is never wrong. The zero parsings is ready.
type Parsings struct {
	mu  sync.Mutex
	now map[ID][2]*Parsing // at the head, before the last turn
}

// Match puts a record together with its positions, some of which may be known.
func (c *Parsings) Match(r Record, g *games.Game, known ...*Parsing) Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.now[r.ID]
	known = append(slices.Clip(known), held[:]...)
	return Match{Record: r, rules: g, now: Among(known, r.Position), before: Among(known, r.Before)}
}

// Hold takes note of the positions of a match.
func (c *Parsings) Hold(m Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil || len(c.now) >= mostParsed {
		c.now = make(map[ID][2]*Parsing)
	}
	c.now[m.ID] = [2]*Parsing{m.now, m.before}
}

// Among is the parsing of a text, one of those known if it is there.
func Among(known []*Parsing, text string) *Parsing {
	for _, p := range known {
		if p != nil && p.text == text {
			return p
		}
	}
	return &Parsing{text: text}
}
