package match

import (
	"cmp"
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

// Style is how a user wants boards shown.
type Style string

// The styles. The zero Style is Image.
const (
	Image Style = "image"
	Text  Style = "text"
	Words Style = "words"
)

// Notify is how a user wants to be notified.
type Notify string

// The ways to be notified. The zero Notify is a mention in the channel of the match.
const (
	ByMention Notify = ""
	ByDM      Notify = "dm"
	ByDigest  Notify = "digest" // one message a day, at an hour that the user chooses
	ByNothing Notify = "none"
)

// User is what is stored about a person.
type User struct {
	ID    UserID
	Style Style `json:",omitempty"`
	// values of the games' Info.Personal options, by name
	Prefer games.Options `json:",omitempty"`
	// code of the language that the user chose, such as "sv"; empty: Locale decides
	Language string `json:",omitempty"`
	// language of the user's Discord client at the last action; empty: English or unknown
	Locale string `json:",omitempty"`
	// hash of the user's avatar at the last action in a match; empty: none or unknown
	Avatar string    `json:",omitempty"`
	DM     ChannelID `json:",omitempty"` // the DM channel, once opened
	// Discord refused a DM; none is tried until the user acts again
	DMClosed bool `json:",omitempty"`
	// the user has installed the bot for themselves, so that it may write to them; as of their last
	// command
	Installed bool              `json:",omitempty"`
	Told      map[string]bool   `json:",omitempty"` // hints that the user has seen, each shown only once
	Saved     map[string]string `json:",omitempty"` // saved set-ups, by "game/army/name"
	// direct messages that show boards of running matches with secrets, by match
	PrivateBoards map[ID]PrivateBoard `json:"Letters,omitempty"`
	Calls         map[ID]Calls        `json:"Calls,omitempty"` // messages that notify the user, by match
	Confirm       bool                `json:",omitempty"`      // each move asks for confirmation
	Notify        Notify              `json:",omitempty"`      // how the user hears of their turn
	Hours         calendar.Hours      `json:",omitzero"`       // when the user is available
	Digested      time.Time           `json:",omitzero"`       // when the user's last digest was sent
	Blocked       []UserID            `json:",omitempty"`      // users with whom the user wants no match
	// marks of erased users with whom the user wants no match, see BlockKey.Mark
	Marked []string `json:",omitempty"`
	// a move is played without asking if it is the only legal one
	Forced    bool            `json:",omitempty"`
	Notebooks map[ID]Notebook `json:",omitempty"` // private notes, by match
	Unsaid    []Unsaid        `json:",omitempty"` // answers that could not be delivered
	// the user's puzzle results by server; empty id: in direct messages
	Puzzles map[GuildID]PuzzleRun `json:",omitempty"`
	// other people's matches that the user follows, see paddock/games/match/follow
	Following []ID `json:",omitempty"`
	// server whose ratings list the user across servers, see Everywhere; empty: the user is not
	// listed
	ListedIn GuildID `json:",omitempty"`
	// the user's name in that list, independent of the server
	ListedAs string `json:",omitempty"`
	// the user lets their finished matches be written into archives, without names
	Archive bool `json:",omitempty"`
	// servers where the user is notified when somebody looks for a game, see
	// paddock/games/match/lookout
	Lookouts []GuildID `json:",omitempty"`
}

// Clone returns a deep copy.
func (u User) Clone() User {
	u.Prefer, u.Told, u.Saved = maps.Clone(u.Prefer), maps.Clone(u.Told), maps.Clone(u.Saved)
	u.PrivateBoards, u.Calls, u.Notebooks, u.Puzzles = maps.Clone(u.PrivateBoards), maps.Clone(u.Calls),
		maps.Clone(u.Notebooks), maps.Clone(u.Puzzles)
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

// CloseDM records that Discord refused a direct message.
func (u *User) CloseDM() { u.DMClosed, u.Installed = true, false }

// Tell records in Told that the user has seen a hint.
func (u *User) Tell(hint string) {
	if u.Told == nil {
		u.Told = make(map[string]bool)
	}
	u.Told[hint] = true
}

// Save stores a set-up in Saved.
func (u *User) Save(key, setup string) {
	if u.Saved == nil {
		u.Saved = make(map[string]string)
	}
	u.Saved[key] = setup
}

// Call returns how and when to notify the person of something that happened at the time since.
// Usually that is at once, but never in their night, and a digest comes at its hour. If that would
// be later than a given limit, they get a direct message at once.
func (u User) Call(since, now, limit time.Time) (by Notify, at time.Time) {
	by, at = u.Notify, now
	if u.DMClosed && by != ByNothing {
		by = ByMention
	}
	if by == ByDigest {
		switch digest := u.digest(since, now); {
		case !limit.IsZero() && digest.After(limit):
			by = ByDM
		case digest.After(now):
			at = digest
		}
	}
	return by, u.Hours.Awake(at)
}

// digest returns the time of the next daily digest after the given time. A digest that was missed
// on an earlier day, as in an outage, does not come on the same day as the next.
func (u User) digest(since, now time.Time) time.Time {
	if u.Digested.After(since) {
		since = u.Digested
	}
	h := fnv.New32a()
	h.Write([]byte(u.ID))
	daily := func(after time.Time) time.Time {
		return u.Hours.Daily(after, u.Hours.DigestHour(), float64(h.Sum32()%1000)/1000)
	}
	day := func(t time.Time) string { return t.In(u.Hours.Location()).Format(time.DateOnly) }
	at, awake := daily(since), u.Hours.Awake(now)
	if next := daily(awake); at.Before(awake) && day(at) != day(awake) && day(next) == day(awake) {
		return next
	}
	return at
}

// CallAgain returns when a person who was notified of a turn is notified again: with their next
// digest, if it comes before the time limit.
func (u User) CallAgain(now, limit time.Time) (at time.Time, ok bool) {
	by, at := u.Call(now, now, limit)
	return at, by == ByDigest && !limit.IsZero()
}

// PrivateBoard is the direct message that shows one player their view of a match.
type PrivateBoard struct {
	Message MessageID
	At      time.Time // when it was posted
	Sum     string    // checksum of its content
}

// Unsaid is an answer that Discord accepted in no form. The person gets it with their next answer.
type Unsaid struct {
	At   time.Time
	Text string
}

// Calls maps the purpose of a notification to its message.
type Calls map[NoticeKind]MessageRef

// MessageRef identifies a message to one person, in their direct messages or in a match's channel.
type MessageRef struct {
	Channel ChannelID
	Message MessageID
}

// Keep stores the message about a match that notifies the person for a purpose. The zero MessageRef
// removes it.
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

// BlockKey is the secret key for marks of pairs of people. The empty key makes no marks.
type BlockKey []byte

// Mark returns the text that replaces one person's block of another who was erased. Marks can be
// compared, but reveal nobody without the key.
func (k BlockKey) Mark(by, whom UserID) string {
	h := hmac.New(sha256.New, k)
	fmt.Fprintf(h, "%s/%s", by, whom)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Blocks reports whether the person wants no match with another.
func (u User) Blocks(other UserID, key BlockKey) bool {
	return slices.Contains(u.Blocked, other) || slices.Contains(u.Marked, key.Mark(u.ID, other))
}

// WithoutBlock returns the user after they removed a block, and whether that changes anything.
func (u User) WithoutBlock(other UserID, key BlockKey) (User, bool) {
	if !u.Blocks(other, key) {
		return u, false
	}
	u.Blocked = slices.DeleteFunc(slices.Clone(u.Blocked), func(b UserID) bool { return b == other })
	mark := key.Mark(u.ID, other)
	u.Marked = slices.DeleteFunc(slices.Clone(u.Marked), func(m string) bool { return m == mark })
	return u, true
}

// Forgetting returns the user after another user's erasure, and whether that changes anything.
// Their block of that user becomes a mark, and their notes lose the id.
func (u User) Forgetting(gone UserID, key BlockKey) (User, bool) {
	u, found := u.withoutMentions(gone)
	if !slices.Contains(u.Blocked, gone) {
		return u, found
	}
	u, _ = u.WithoutBlock(gone, key)
	u.Marked = append(u.Marked, key.Mark(u.ID, gone))
	return u, true
}

// Overview is a message in a server's channel that lists open and running matches.
type Overview struct {
	// the channel whose matches the message lists; empty: those of the whole server
	Of      ChannelID `json:",omitempty"`
	Message MessageID `json:",omitempty"` // empty: the message was not posted yet
}

// Guild is a server's settings. The zero value means defaults everywhere.
type Guild struct {
	ID    GuildID
	Style Style  `json:",omitempty"` // style of public boards
	Look  string `json:",omitempty"` // how their pictures are drawn, as in User.Prefer; empty: the usual look

	Language string `json:",omitempty"` // language of public messages, as in User
	Locale   string `json:",omitempty"`

	Puzzle *DayPuzzle `json:",omitempty"` // the puzzle of the last day on which a member asked for one

	Threads        bool          `json:",omitempty"`        // each match gets a thread
	ManagersCreate bool          `json:"OwnCups,omitempty"` // only managers of the server create tournaments
	PerMove        time.Duration `json:",omitempty"`        // default time per move
	// the shortest and longest time per move that players can agree on; 0: no limit
	Shortest time.Duration `json:",omitempty"`
	Longest  time.Duration `json:",omitempty"`
	Expiry   time.Duration `json:",omitempty"` // how long challenges stay open; 0: default
	Grace    int           `json:",omitempty"` // days of grace; 0: default, negative: none
	// share of a move's time after which a reminder comes, in per cent; 0: default
	Remind int           `json:",omitempty"`
	Quick  time.Duration `json:",omitempty"` // the window of quick moves; 0: default
	// how long a takeback needs no consent; 0: default, negative: it always needs consent
	FreeUndo time.Duration `json:",omitempty"`
	// rated matches and tournaments begin without games.Info.Fair, unless their options ask for it
	UsualStarts bool      `json:",omitempty"`
	Limit       int       `json:",omitempty"` // running matches per member; 0: default
	Gone        time.Time `json:",omitzero"`  // when the bot left the server; zero: it is a member

	Overviews map[ChannelID]Overview `json:",omitempty"` // messages that list matches, by their channel

	PlayRoles []RoleID `json:",omitempty"` // roles that may play; none: everybody
	// roles that may create tournaments; none: ManagersCreate decides
	TournamentRoles []RoleID `json:"CupRoles,omitempty"`

	Results ChannelID `json:",omitempty"` // where results are announced; empty: nowhere
	Calls   ChannelID `json:",omitempty"` // where people are mentioned; empty: in the match's channel

	// the only channels in which matches and tournaments may begin, threads included; none: all
	Channels []ChannelID `json:",omitempty"`
}

// Within returns the time per move nearest to perMove that the server allows. 0 means no clock.
func (g Guild) Within(perMove time.Duration) time.Duration {
	if g.Longest > 0 {
		perMove = min(cmp.Or(perMove, g.Longest), g.Longest)
	}
	if perMove > 0 {
		perMove = max(perMove, g.Shortest)
	}
	return perMove
}

// Allows reports whether the server lets matches begin in one of the channels.
func (g Guild) Allows(channels ...ChannelID) bool {
	return len(g.Channels) == 0 ||
		slices.ContainsFunc(channels, func(c ChannelID) bool { return slices.Contains(g.Channels, c) })
}

// AnyRole reports whether a member of a server has one of the wanted roles. The role @everyone has
// the id of the server, and nobody's list has it.
func AnyRole(in GuildID, has []string, wanted []RoleID) bool {
	return slices.ContainsFunc(wanted, func(r RoleID) bool {
		return r == RoleID(in) || slices.Contains(has, string(r))
	})
}

// SolvedPuzzle stores the person's puzzle results of a server.
func (u *User) SolvedPuzzle(g GuildID, run PuzzleRun) {
	runs := maps.Clone(u.Puzzles)
	if runs == nil {
		runs = make(map[GuildID]PuzzleRun)
	}
	runs[g] = run
	u.Puzzles = runs
}
