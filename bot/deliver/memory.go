package deliver

import (
	"slices"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
)

// boardMemory is what a process remembers of a match's board. All of it may be forgotten: after a
// restart the next check, click or refusal finds it out again.
type boardMemory struct {
	// Unclear: Discord's answer to a post was lost, or the store failed, so a newer board may be there
	// than the recorded one.
	Unclear bool
	// Doubted: an edit could not be recorded, so the board may show an older state than the store says.
	Doubted bool
	// Reduced: Discord refused the board, so the message shows less of it.
	Reduced bool
	// Wanted: somebody has asked for a new message with the board, where the bot is not a member.
	Wanted bool

	hinted []match.UserID // newcomers to whom the board shows the hint
	// letters (direct messages with set-ups) that were sent while another letter of the same match
	// failed
	letters []letter
}

// channelMemory is what a process remembers of a channel. All of it may be forgotten likewise.
type channelMemory struct {
	blocked discord.Failure  // why the last attempt to post there failed
	noFiles bool             // the bot can't attach files there
	lacks   []games.Sentence // the permissions that the bot lacks there
	owed    []match.ID       // matches that could not be shown there for lack of a permission
	told    bool             // the server's owner knows that the bot can't post there
}

// memory holds what the boards remember. Its zero value is empty. It is safe for concurrent use.
type memory struct {
	mu       sync.Mutex
	boards   map[match.ID]boardMemory
	channels map[match.ChannelID]channelMemory
	held     map[match.Cause]bool // changes that their handlers show, by cause
}

// board returns what is remembered of a match's board.
func (m *memory) board(id match.ID) boardMemory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.boards[id]
}

// changeBoard changes what is remembered of a match's board.
func (m *memory) changeBoard(id match.ID, change func(*boardMemory)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.boards[id]
	change(&b)
	if !b.Unclear && !b.Doubted && !b.Reduced && !b.Wanted && len(b.hinted) == 0 && len(b.letters) == 0 {
		delete(m.boards, id)
		return
	}
	if m.boards == nil {
		m.boards = make(map[match.ID]boardMemory)
	}
	m.boards[id] = b
}

// channel returns what is remembered of a channel.
func (m *memory) channel(id match.ChannelID) channelMemory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.channels[id]
}

// changeChannel changes what the process remembers about a channel.
func (m *memory) changeChannel(id match.ChannelID, change func(*channelMemory)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.channels[id]
	change(&c)
	if c.blocked == discord.NoFailure && !c.noFiles && len(c.lacks) == 0 && len(c.owed) == 0 && !c.told {
		delete(m.channels, id)
		return
	}
	if m.channels == nil {
		m.channels = make(map[match.ChannelID]channelMemory)
	}
	m.channels[id] = c
}

// hold marks a change as shown by its handler until release is called.
func (m *memory) hold(c match.Cause) (release func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil {
		m.held = make(map[match.Cause]bool)
	}
	m.held[c] = true
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.held, c)
	}
}

// holds reports whether the handler of a change shows it.
func (m *memory) holds(c match.Cause) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held[c]
}

// letter is the message to a player that their match was parked at a time.
type letter struct {
	parked time.Time
	to     match.UserID
}

// removed remembers the latest deleted messages, so that none is deleted twice. It is safe for
// concurrent use.
type removed struct {
	mu   sync.Mutex
	ring [256]match.MessageID
	next int
}

// add reports whether the message is new there.
func (r *removed) add(id match.MessageID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Contains(r.ring[:], id) {
		return false
	}
	r.ring[r.next] = id
	r.next = (r.next + 1) % len(r.ring)
	return true
}
