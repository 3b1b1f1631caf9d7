package match

import (
	"context"
	"errors"
	"time"

	"paddock/games"
)

// Errors of a Store.
var (
	ErrConflict = errors.New("match: the head has moved")
	// ErrShownLater means that meanwhile the channel has been shown something later, by another process.
	ErrShownLater = errors.New("match: something later has been shown")
	ErrRepeat     = errors.New("match: this cause has been applied already")
	ErrNotFound   = errors.New("match: not found")
	ErrDamaged    = errors.New("match: what is stored of it can't be read") // of one match; the others go on without it
)

// Store is all that the parts of a Service need of a database; each part is given no more than its own share. Implementations pass
// paddock/storage/storagetest. Everything returned is a copy.
type Store interface {
	Log
	Duties
	Lists
	People
	Results
	Notes
	Audits
	Erasures
	Claims
}

// Log is the matches themselves: the record of each and what has happened in it.
type Log interface {
	// Append adds events to the log of a match and replaces its record, in one transaction with all indexes. r.Head is the head that the
	// stored match must have (0: there must be none); the events are numbered from r.Head+1 and the stored record's Head is the last of
	// them. There is at least one event. ErrConflict if the stored head is another; ErrRepeat, with nothing
	// written, if any event's Cause (unless empty) has been recorded before for any match. The head stored is returned.
	Append(ctx context.Context, r Record, events ...Event) (Seq, error)
	// AppendIf is Append on a condition, which the transaction itself decides. An error of g.Holds comes back as it is, with nothing written.
	AppendIf(ctx context.Context, g Guard, r Record, events ...Event) (Seq, error)
	// Record is the match, or ErrNotFound, or ErrDamaged. What is damaged is left out of all lists.
	Record(ctx context.Context, id ID) (Record, error)
	// History is the log from a Seq on, oldest first.
	History(ctx context.Context, id ID, from Seq) ([]Event, error)
	// Applied reports which match and event a cause has brought about.
	Applied(ctx context.Context, c Cause) (id ID, seq Seq, ok bool, err error)
}

// Guard is what has to hold of the other matches of some members when a match is stored: limits, and what there may be only one of. Whatever is
// stored at the same time, by this process or another, under a Guard of one of these members, Holds sees or is seen by.
type Guard struct {
	Members []UserID
	// Holds reads by way of l, which is part of the transaction, and calls nothing else of the Store. It may be called more than once.
	Holds func(ctx context.Context, l MemberLists) error
}

// MemberLists finds the matches of a member.
type MemberLists interface {
	// ByUser lists the matches that are Open or Running where the user has a seat, which they own, or to which they are invited, newest first.
	ByUser(ctx context.Context, u UserID) ([]Record, error)
	// Made lists the matches that the user owns and that were Created at or after since, newest first, whatever has become of them.
	Made(ctx context.Context, u UserID, since time.Time) ([]Record, error)
}

// Duties is what has to be done about matches: what is due, what channels have not been shown, what people have not been told.
type Duties interface {
	// Due lists at most max matches whose Due is set and not after t, soonest first; NextDue is the earliest of all.
	Due(ctx context.Context, t time.Time, max int) ([]Record, error)
	NextDue(ctx context.Context) (t time.Time, ok bool, err error)
	// SetDue changes the deadline alone, if the head is still as given; ErrConflict otherwise.
	SetDue(ctx context.Context, id ID, head Seq, due time.Time) error
	// Unshown lists at most max matches with Shown.Head < Head, in the order of their ids, from those after a given id on; an empty one is before all.
	Unshown(ctx context.Context, after ID, max int) ([]Record, error)
	// SetShown records what the channel has been shown, and the deadline that follows from it, without an event, if the head is still as given;
	// ErrConflict otherwise. A Shown with an older Head than the stored one changes nothing and is no error.
	SetShown(ctx context.Context, id ID, head Seq, s Shown, due time.Time) error
	// Untold lists at most max matches with Notices, likewise. SetTold takes notices out of the record, without an event, whatever its head; those that are not
	// there are ignored.
	Untold(ctx context.Context, after ID, max int) ([]Record, error)
	SetTold(ctx context.Context, id ID, told []Notice) error
	// Thinking lists at most max matches in which a computer player has to move: Record.Thinking is not empty.
	Thinking(ctx context.Context, max int) ([]Record, error)
	// Changed lists at most max matches that have an event whose At is since or later, those first in which something has happened last. It looks at the
	// end of the log and no further, so it may miss one that was written by a clock that was behind by minutes.
	Changed(ctx context.Context, since time.Time, max int) ([]ID, error)
}

// Lists finds matches by where they are played and by whom.
type Lists interface {
	MemberLists
	// SetAside lists the matches that ByUser leaves out because they are damaged, so far as that was noticed, in no order.
	SetAside(ctx context.Context, u UserID) ([]ID, error)
	// ByChannel and ByGuild list matches that are Open or Running, newest first.
	ByChannel(ctx context.Context, c ChannelID) ([]Record, error)
	ByGuild(ctx context.Context, g GuildID) ([]Record, error)
	// Guilds lists the servers in which matches are Open or Running, each once.
	Guilds(ctx context.Context) ([]GuildID, error)
	// Latest lists the newest matches of a channel, finished ones included.
	Latest(ctx context.Context, c ChannelID, max int) ([]Record, error)
}

// Results is what ratings and statistics are made of.
type Results interface {
	// Results lists the matches of a server that are Over, those of a game in the order in which they ended; an empty game means all of them.
	Results(ctx context.Context, g GuildID, game games.ID) ([]Result, error)
	// Standings lists what everybody has achieved on a server in a pool of a game: to the last bit what ratings.Table makes of the Results, but kept
	// in the transaction that ends a match, not computed. StandingsOf is what one player has achieved there, by game and pool, none where they have
	// not played. While somebody's Erasure is pending theirs may be those of the former player already.
	Standings(ctx context.Context, g GuildID, game games.ID, pool Pool) ([]Standing, error)
	StandingsOf(ctx context.Context, g GuildID, who Player) ([]Standing, error)
	// Ranking is ratings.Rank of Standings, read no further than what is shown of it: its cost does not grow with how many there are. The moment never
	// goes back, but for some time that clocks are apart: who was once found uncertain stays so until their next rated match. See Everywhere, too.
	Ranking(ctx context.Context, g GuildID, game games.ID, pool Pool, now time.Time, max int, who Player) (Ranking, error)
	// SkillsBefore are the skills that the players of a rated result had before it counted, by seat; none if the server has no such result.
	SkillsBefore(ctx context.Context, g GuildID, r Result) ([]Skill, error)
	// Finished lists all matches of a person that are Over and have a Result, in all servers and direct messages, those that ended last first.
	Finished(ctx context.Context, u UserID) ([]Finished, error)
}

// People is the settings of people and servers. A missing one is the zero value with its ID set.
//
// An Update reads, edits and writes in one transaction, whoever else writes the same meanwhile, and returns what is stored then. Edit may be called
// more than once, must leave the ID, and must not call the Store; if it changes nothing, nothing is written.
type People interface {
	User(ctx context.Context, id UserID) (User, error)
	UpdateUser(ctx context.Context, id UserID, edit func(*User)) (User, error)
	Guild(ctx context.Context, id GuildID) (Guild, error)
	UpdateGuild(ctx context.Context, id GuildID, edit func(*Guild)) (Guild, error)
}

// Notes keeps small facts of the process: the hash of the registered commands, when it was last alive. A missing one is empty.
type Notes interface {
	Note(ctx context.Context, key string) (string, error)
	PutNote(ctx context.Context, key, value string) error
	// UpdateNote is to notes what UpdateUser is to people.
	UpdateNote(ctx context.Context, key string, edit func(string) string) (string, error)
}

// Erasures is what erasing a person needs. Everything can be done again after a crash, as long as the Erasure is there.
type Erasures interface {
	// Erasures lists those who are to be erased. PutErasure adds one, unless there is one of the same person, and returns the one that stands; it is
	// all it takes to have somebody erased one day.
	Erasures(ctx context.Context) ([]Erasure, error)
	PutErasure(ctx context.Context, e Erasure) (Erasure, error)
	// Mentions lists all matches, finished ones included, in whose record or log the user's id occurs, in no order. It may list too many.
	Mentions(ctx context.Context, u UserID) ([]ID, error)
	// Rewrite replaces a match's record and log by what edit makes of them, in one transaction with all indexes, or leaves both if edit
	// reports false. Edit must leave the number of events, their Seq, Cause and At, and the record's ID and Head. It may be called more than once.
	// It is the only way in which a log is ever changed. ErrNotFound.
	Rewrite(ctx context.Context, id ID, edit func(*Record, []Event) bool) error
	// EraseUser removes the entry of a person, what the entries of others and audit logs say of them (User.Forgetting, Audit.Forgetting), and their
	// Erasure, in one transaction.
	EraseUser(ctx context.Context, u UserID, key BlockKey) error
}
