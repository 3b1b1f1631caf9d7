package match

import (
	"fmt"
	"slices"
	"sync"

	"paddock/games"
)

// Match is a match as it was read or made: its record, the game and the position. The position is
// parsed on first use, at most once for all copies. Callers must not set another position in the
// record.
type Match struct {
	Record
	rules       *games.Game // the game; nil if it is no longer offered
	now, before *Parsing
}

// Known returns the parsed positions of the match.
func (m Match) Known() []*Parsing { return []*Parsing{m.now, m.before} }

// Rules returns the game, or nil if it is no longer offered.
func (m Match) Rules() *games.Game { return m.rules }

// Parse returns the position of a match that has begun, otherwise ErrNotBegun. It includes secrets:
// it is for the referee, never for showing.
func (m Match) Parse() (*games.Position, error) {
	if m.rules == nil {
		return nil, fmt.Errorf("match %s: %w: %s", m.ID, ErrUnknownGame, m.Game)
	}
	if m.Position == "" {
		return nil, m.notBegun()
	}
	return m.now.Position(m.rules, m.ID)
}

// notBegun returns the error that says why a match has no position.
func (m Match) notBegun() error {
	if end := m.Ending(); end.Format != "" {
		return &Problem{
			Kind: ErrNotBegun, Record: &m.Record,
			Say: games.Say("This match was never played, so there is nothing to show: %s", end),
		}
	}
	return &Problem{
		Kind: ErrNotBegun, Record: &m.Record,
		Say: games.Say("This match hasn't started yet. There will be something to see when everybody has joined."),
	}
}

// View returns what a seat may know of the position. SeatOf finds a user's seat.
func (m Match) View(seat games.Seat) (*games.View, error) {
	pos, err := m.Parse()
	if err != nil {
		return nil, err
	}
	return pos.View(seat), nil
}

// ViewBefore returns what a seat knew before the last turn. It is nil if there was none.
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

// Previous returns what a seat knew before the turn that Prior holds. It is nil if there is none.
func (m Match) Previous(seat games.Seat) (*games.View, error) {
	if m.Prior == nil || m.rules == nil {
		return nil, nil
	}
	pos, err := parse(m.rules, m.ID, m.Prior.Before)
	if err != nil {
		return nil, err
	}
	return pos.View(seat), nil
}

// Opened is a receipt together with its set-up, so that everybody can verify it.
type Opened struct {
	Receipt
	Seat games.Seat
	Text string // the set-up from which the receipt was made
}

// Command returns a POSIX shell command that computes the receipt's digest independently. It needs
// xxd and sha256sum.
func (o Opened) Command() string {
	return "(printf %s " + o.Salt + " | xxd -r -p; printf %s " + o.Text + ") | sha256sum"
}

// OpenReceipts returns the receipts of a match that is over, with their set-ups. It returns none
// before the end, or if the players agreed to reveal nothing: a salt without its text would let
// everybody guess.
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

// Parsing is a position text together with its position, parsed on first use. It is safe to share.
type Parsing struct {
	text string
	once sync.Once
	pos  *games.Position
	err  error
}

// Position returns the position of the text.
func (p *Parsing) Position(g *games.Game, id ID) (*games.Position, error) {
	p.once.Do(func() {
		if p.pos == nil {
			p.pos, p.err = parse(g, id, p.text)
		}
	})
	return p.pos, p.err
}

// Parsed returns the Parsing of a position that exists already.
func Parsed(pos *games.Position) *Parsing { return &Parsing{text: pos.Text(), pos: pos} }

// parse returns the position of a text. If it can't be read, the error is the Problem of a damaged
// match.
func parse(g *games.Game, id ID, text string) (*games.Position, error) {
	pos, err := g.Parse(text)
	if err == nil {
		return pos, nil
	}
	why := ErrDamaged
	if !g.Hidden { // details of the error could reveal secrets (S78)
		// Not %w: a player would be shown a Refusal that they cannot act on. The text is left out
		// too, because it may hold secrets.
		why = fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return nil, Unread(fmt.Sprintf("match %s, its position of %s", id, g.ID), why)
}

// mostParsed is the capacity of a Parsings.
const mostParsed = 512

// Parsings caches the positions of recently read matches. It looks positions up by their text, so
// it is never stale. The zero Parsings is ready to use.
type Parsings struct {
	mu  sync.Mutex
	now map[ID][2]*Parsing // positions of a match: at the head, and before the last turn
}

// Match combines a record with its positions, reusing those that are known.
func (c *Parsings) Match(r Record, g *games.Game, known ...*Parsing) Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.now[r.ID]
	known = append(slices.Clip(known), held[:]...)
	return Match{Record: r, rules: g, now: Among(known, r.Position), before: Among(known, r.Before)}
}

// Hold adds the positions of a match to the cache.
func (c *Parsings) Hold(m Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil || len(c.now) >= mostParsed {
		c.now = make(map[ID][2]*Parsing)
	}
	c.now[m.ID] = [2]*Parsing{m.now, m.before}
}

// Among returns the Parsing of a text. It reuses one of the known ones if it can.
func Among(known []*Parsing, text string) *Parsing {
	for _, p := range known {
		if p != nil && p.text == text {
			return p
		}
	}
	return &Parsing{text: text}
}

// Ending returns how the match ended, with seats and players named.
func (m Match) Ending() games.Sentence { return m.EndingIn(m.rules) }

// RestSays returns why a match is decided, with players named; the zero Sentence if it is not.
func (m Match) RestSays() games.Sentence {
	if m.Rest == nil || m.rules == nil {
		return games.Sentence{}
	}
	return m.Named(m.Rest.Reason)
}
