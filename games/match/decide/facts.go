package decide

import (
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Defaults are the times and numbers that count unless a server or a challenge sets others. A zero
// one means the value in its comment, see Complete.
type Defaults struct {
	PerMove  time.Duration // time per move if neither the challenge nor the server sets one: 48 h
	Expiry   time.Duration // how long a challenge stays open, at least one move's time: 7 days
	Window   time.Duration // the window of quick play (P43): 5 min
	FreeUndo time.Duration // how long a takeback needs no consent (P19): 60 s
	// a match against computers without a clock is closed after this time without a move: 30 days
	Idle  time.Duration
	Keep  time.Duration // how long a parked match is kept (P73): 90 days
	Limit int           // running matches per member and server, if the server sets none: 5
	Grace int           // days of grace per seat and match (P32): 3; negative: none
}

// Complete returns the defaults with every zero one filled in.
func (f Defaults) Complete() Defaults {
	orElse := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
	}
	orElse(&f.PerMove, 48*time.Hour)
	orElse(&f.Expiry, 7*24*time.Hour)
	orElse(&f.Window, 5*time.Minute)
	orElse(&f.FreeUndo, time.Minute)
	orElse(&f.Idle, 30*24*time.Hour)
	orElse(&f.Keep, 90*24*time.Hour)
	if f.Limit == 0 {
		f.Limit = 5
	}
	if f.Grace == 0 {
		f.Grace = 3
	}
	return f
}

// Facts is all that a decision knows besides the match and the act. The fields from Read on are
// read from the store before; using one that was not read is an error, so that no forgotten read
// passes for "there is none".
type Facts struct {
	Defaults
	Now   time.Time     // in whole milliseconds
	Games []*games.Game // the catalogue, for a new match

	Read      Reads
	People    map[match.UserID]match.User // everybody whom Read.People names
	BlockKey  match.BlockKey
	Guild     match.Guild // the server of the match
	Standings map[match.UserID][]match.Standing
	Log       []match.Event // the whole log; also read if somebody has prepared moves, see Prepared
	NoLog     error         // why the log of prepared moves could not be read
	Seed      uint64        // a random seed for a game
}

// Action is what somebody wants of a match, or what the clock does to it. Its type names the act
// and its fields hold the arguments. The zero value of each says what the act does without them.
type Action interface {
	decide(d *Draft, a match.Act) error
}

// Reads says what an action needs to know, besides the settings of those whom the match concerns.
type Reads struct {
	Users     []match.UserID // other people whose settings count
	Standings []match.UserID // people whose results in the match's server count
	Blocks    bool           // the key of blocks
	Guild     bool           // the server's settings
	Log       bool
	Seed      bool
}

// Need returns what an action by an act on a match needs to know.
func Need(m match.Match, a match.Act, do Action) Reads {
	needy, ok := do.(interface {
		reads(match.Match, match.Act) Reads
	})
	if !ok || m.Rules() == nil { // without its game, a match can't change
		return Reads{}
	}
	return needy.reads(m, a)
}

// People lists everybody whose settings a decision may use, each once: the players, the owner, the
// invited member, the user who acts, and Users.
func (n Reads) People(r match.Record, a match.Act) []match.UserID {
	all := slices.Concat(r.Members(), []match.UserID{r.Owner, r.Invited, a.User}, n.Users)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(u match.UserID) bool { return u == "" })
}

// Prepared reports whether somebody has prepared moves in a match, so that its log is needed.
func (f Facts) Prepared(id match.ID) bool {
	for _, u := range f.People {
		if len(u.Notebook(id).Lines) > 0 {
			return true
		}
	}
	return false
}
