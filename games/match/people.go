package match

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match/calendar"
)

// Style is how somebody wants boards shown.
type Style string

// The styles. The zero Style is Image.
const (
	Image Style = "image"
	Text  Style = "text"
	Words Style = "words"
)

// Notify is how somebody wants to hear that something waits for them.
type Notify string

// The ways. The zero Notify is a mention in the channel of the match.
const (
	ByMention Notify = ""
	ByDM      Notify = "dm"
	ByDigest  Notify = "digest" // one message a day, at an hour of their own
	ByNothing Notify = "none"
)

// User is what is remembered of a person.
type User struct {
	ID            UserID
	Style         Style                 `json:",omitempty"`
	Prefer        games.Options         `json:",omitempty"`        // choices of games' Info.Personal, by name
	Language      string                `json:",omitempty"`        // chosen to be written to in, by its code such as "sv"; empty: as Locale says
	Locale        string                `json:",omitempty"`        // the language of their Discord when they last acted, by its code; empty: English, or unknown
	DM            ChannelID             `json:",omitempty"`        // the DM channel, once opened
	DMClosed      bool                  `json:",omitempty"`        // DMs were refused; not tried again until the user acts
	Told          map[string]bool       `json:",omitempty"`        // hints that are given once
	Saved         map[string]string     `json:",omitempty"`        // saved set-ups, by "game/army/name"
	PrivateBoards map[ID]PrivateBoard   `json:"Letters,omitempty"` // by running match with secrets: the direct message that shows it
	Calls         map[ID]Calls          `json:"Calls,omitempty"`   // by match: the messages that call upon the person
	Confirm       bool                  `json:",omitempty"`        // is asked before a move counts
	Notify        Notify                `json:",omitempty"`        // how the person hears that it is their turn
	Hours         calendar.Hours        `json:",omitzero"`         // when the person is there
	Blocked       []UserID              `json:",omitempty"`        // with whom the person wants no match
	Marked        []string              `json:",omitempty"`        // likewise, of those who have been erased: BlockKey.Mark
	Forced        bool                  `json:",omitempty"`        // the only legal move is played without asking
	Notebooks     map[ID]Notebook       `json:",omitempty"`        // what the person keeps about matches, for nobody else
	Unsaid        []Unsaid              `json:",omitempty"`        // answers that could not be given
	Puzzles       map[GuildID]PuzzleRun `json:",omitempty"`        // how the person does at the puzzles of servers; empty: of direct messages
	Following     []ID                  `json:",omitempty"`        // matches of others that the person follows, see paddock/games/match/follow
	ListedIn      GuildID               `json:",omitempty"`        // the server with whose ratings the person is in lists of all servers, see Everywhere; empty: in none
	ListedAs      string                `json:",omitempty"`        // and the name there, which they don't have from that server
	Lookouts      []GuildID             `json:",omitempty"`        // servers where the person is called when somebody looks for a game, see paddock/games/match/lookout
}

// Clone is a copy that shares nothing that can be changed.
func (u User) Clone() User {
	u.Prefer, u.Told, u.Saved = maps.Clone(u.Prefer), maps.Clone(u.Told), maps.Clone(u.Saved)
	u.PrivateBoards, u.Calls, u.Notebooks, u.Puzzles = maps.Clone(u.PrivateBoards), maps.Clone(u.Calls), maps.Clone(u.Notebooks), maps.Clone(u.Puzzles)
	u.Hours.Vacations, u.Hours.Remind = slices.Clone(u.Hours.Vacations), slices.Clone(u.Hours.Remind)
	u.Following, u.Lookouts = slices.Clone(u.Following), slices.Clone(u.Lookouts)
	u.Blocked, u.Marked, u.Unsaid = slices.Clone(u.Blocked), slices.Clone(u.Marked), slices.Clone(u.Unsaid)
	for id, calls := range u.Calls {
		u.Calls[id] = maps.Clone(calls)
	}
	for id, n := range u.Notebooks {
		n.Lines, n.Trial.Plies = slices.Clone(n.Lines), slices.Clone(n.Trial.Plies)
		for i := range n.Lines {
			n.Lines[i].Plies = slices.Clone(n.Lines[i].Plies)
		}
		u.Notebooks[id] = n
	}
	return u
}

// Call is how and when a person is to be called for something that has come about at a moment: at once, but never in their night, and by a digest at its
// hour. Where that is later than a time limit, if there is one, it is of no use, and they are called by direct message.
func (u User) Call(since, now, limit time.Time) (by Notify, at time.Time) {
	by, at = u.Notify, now
	if u.DMClosed && by != ByNothing {
		by = ByMention
	}
	if by == ByDigest {
		h := fnv.New32a()
		h.Write([]byte(u.ID))
		switch digest := u.Hours.Daily(since, u.Hours.DigestHour(), float64(h.Sum32()%1000)/1000); {
		case !limit.IsZero() && digest.After(limit):
			by = ByDM
		case digest.After(now):
			at = digest
		}
	}
	return by, u.Hours.Awake(at)
}

// PrivateBoard is the direct message that shows a match to one of its players.
type PrivateBoard struct {
	Message MessageID
	At      time.Time // when it was posted
	Sum     string    // of what it shows
}

// Unsaid is an answer to a person that Discord took in no way; they are told it with the next one.
type Unsaid struct {
	At   time.Time
	Text string
}

// Calls are messages that call upon one person, by what for.
type Calls map[NoticeKind]MessageRef

// MessageRef is a message that is for one person, in their direct messages or in the channel of a match.
type MessageRef struct {
	Channel ChannelID
	Message MessageID
}

// Keep notes which message about a match calls upon the person for something; the zero MessageRef: none does.
func (u *User) Keep(id ID, kind NoticeKind, ref MessageRef) {
	of := maps.Clone(u.Calls[id])
	if of == nil {
		of = make(Calls)
	}
	u.Calls = maps.Clone(u.Calls)
	if u.Calls == nil {
		u.Calls = make(map[ID]Calls)
	}
	if of[kind] = ref; ref == (MessageRef{}) {
		delete(of, kind)
	}
	if u.Calls[id] = of; len(of) == 0 {
		delete(u.Calls, id)
	}
}

// BlockKey makes marks of pairs of people. The empty key has made none.
type BlockKey []byte

// Mark stands for one person's block of another who has been erased: it can be compared, and says to nobody without the key whom it is about.
func (k BlockKey) Mark(by, whom UserID) string {
	h := hmac.New(sha256.New, k)
	fmt.Fprintf(h, "%s/%s", by, whom)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Blocks reports whether the person wants no match with another.
func (u User) Blocks(other UserID, key BlockKey) bool {
	return slices.Contains(u.Blocked, other) || slices.Contains(u.Marked, key.Mark(u.ID, other))
}

// WithoutBlock is what is remembered of a person who takes a block back, and whether that makes a difference.
func (u User) WithoutBlock(other UserID, key BlockKey) (User, bool) {
	if !u.Blocks(other, key) {
		return u, false
	}
	u.Blocked = slices.DeleteFunc(slices.Clone(u.Blocked), func(b UserID) bool { return b == other })
	mark := key.Mark(u.ID, other)
	u.Marked = slices.DeleteFunc(slices.Clone(u.Marked), func(m string) bool { return m == mark })
	return u, true
}

// Forgetting is what is remembered of a person when somebody else is erased, and whether that makes a difference: a block of theirs stays, as a
// mark, and in their notes the id is replaced.
func (u User) Forgetting(gone UserID, key BlockKey) (User, bool) {
	u, found := u.withoutMentions(gone)
	if !slices.Contains(u.Blocked, gone) {
		return u, found
	}
	u, _ = u.WithoutBlock(gone, key)
	u.Marked = append(u.Marked, key.Mark(u.ID, gone))
	return u, true
}

// Overview is a message that lists matches which are open or running.
type Overview struct {
	Of      ChannelID `json:",omitempty"` // where they are played; empty: anywhere in the server
	Message MessageID `json:",omitempty"` // empty: it is yet to be posted
}

// Guild is a server's settings. The zero value is the default everywhere.
type Guild struct {
	ID    GuildID
	Style Style `json:",omitempty"` // of public boards: image or text

	Language string `json:",omitempty"` // of public messages, as for a User
	Locale   string `json:",omitempty"`

	Puzzle *DayPuzzle `json:",omitempty"` // of the newest day on which somebody has asked for one

	Threads        bool          `json:",omitempty"`        // a thread for each match
	ManagersCreate bool          `json:"OwnCups,omitempty"` // only those who manage the server create tournaments
	PerMove        time.Duration `json:",omitempty"`        // default time per move
	Shortest       time.Duration `json:",omitempty"`        // the least and the most that can be agreed for a move; 0: no limit
	Longest        time.Duration `json:",omitempty"`
	Expiry         time.Duration `json:",omitempty"` // how long challenges stay open; 0: default
	Grace          int           `json:",omitempty"` // days of grace under Forfeit; 0: default, negative: none
	Remind         int           `json:",omitempty"` // after which share of the time for a move there is a reminder, in per cent; 0: default
	Quick          time.Duration `json:",omitempty"` // the window of quick moves; 0: default
	FreeUndo       time.Duration `json:",omitempty"` // how long a takeback is free; 0: default, negative: never
	Limit          int           `json:",omitempty"` // running matches per member; 0 = default
	Gone           time.Time     `json:",omitzero"`  // since when the bot is no longer a member

	Overviews map[ChannelID]Overview `json:",omitempty"` // messages that list matches, by the channel in which they stand

	PlayRoles       []RoleID `json:",omitempty"`         // who alone may play; none: everybody
	TournamentRoles []RoleID `json:"CupRoles,omitempty"` // who alone may create tournaments; none: as ManagersCreate says

	Results ChannelID `json:",omitempty"` // where results are announced; empty: nowhere
	Calls   ChannelID `json:",omitempty"` // where people are mentioned; empty: where the match is

	Channels []ChannelID `json:",omitempty"` // where alone matches and tournaments may begin, and in their threads; none: everywhere
}

// SolvedPuzzle keeps how the person does at the puzzles of a server.
func (u *User) SolvedPuzzle(g GuildID, run PuzzleRun) {
	runs := maps.Clone(u.Puzzles)
	if runs == nil {
		runs = make(map[GuildID]PuzzleRun)
	}
	runs[g] = run
	u.Puzzles = runs
}
