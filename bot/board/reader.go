package board

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/render/chart"
)

// Facts holds what some messages need in addition to the match.
type Facts struct {
	Log       []match.Event    // the whole log of the match
	Standings []match.Standing // the owner's reliability in the match's server
}

// NeedsStandings reports whether a match's message needs the owner's standings.
func NeedsStandings(rec match.Match) bool { return rec.Status == match.Open }

// NeedsLog reports whether Personal needs the log for this seat.
func NeedsLog(rec match.Match, seat games.Seat) bool {
	g := rec.Rules()
	return g != nil && g.Arranges && seat != games.Spectator && rec.Status == match.Running && rec.Moves == 0 &&
		rec.Outcome == nil
}

// Maker makes messages that need pictures. It never changes after it is built.
type Maker struct {
	Games   []*games.Game
	Draw    func(scene.Scene) ([]byte, error)
	Animate func([]scene.Scene) ([]byte, error) // nil: replays are not offered
	Chart   func(chart.Chart) ([]byte, error)
	Touch   bool // boards can be opened on a page
	Links   bool // matches can be shared by a link
	Log     *slog.Logger
}

// Reader is the person or channel that a board is made for.
type Reader struct {
	user   match.UserID // empty: the board is for the whole channel
	In     lang.Language
	Style  match.Style
	Look   string // the server's look of pictures, for public messages; people have their own in prefer
	prefer games.Options
	Next   []discordgo.MessageComponent // a button to another match of the only reader
	alone  match.UserID                 // the only reader of a public board, in their direct messages, see Alone
	Note   string                       // a sentence about what the reader has just done
	News   []string
	Hint   string   // a hint for newcomers, shown while the match begins
	Card   []string // lines below the buttons of a finished match
	Winner string   // the address of the winner's avatar, see Winner
	Ping   []match.UserID

	Reputation []string // lines about the challenger, see Reputation
	Choice     choose.Choice

	TimeAgain time.Duration // time for a move in the rematch, if it differs from this match; otherwise 0
}

func (r Reader) public() bool { return r.user == "" }

// Alone returns the Reader for the board of a match in the direct messages of its only person. The
// board shows what this person may see, in their style (P145). Log is needed if NeedsLog says so.
func (r Reader) Alone(rec match.Match, u match.User, log []match.Event) Reader {
	r.alone, r.prefer, r.Style = u.ID, u.Prefer, u.Style
	r.Note = JoinLines(r.Note, arrangedLate(r.In, rec, log, rec.SeatOf(u.ID)))
	return r
}

// eyes returns the user whose secrets a board may show; empty: nobody's.
func (r Reader) eyes() match.UserID { return cmp.Or(r.user, r.alone) }

// shared reports whether a board is seen by more than one person.
func (r Reader) shared() bool { return r.eyes() == "" }
