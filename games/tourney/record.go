package tourney

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// ID names a tournament: short, easy to say, lower-case letters and digits.
type ID string

// Status is the stage of a tournament's life (F67). The values are stored.
type Status string

const (
	Open      Status = "open"      // sign-up
	Running   Status = "running"   // rounds are played
	Over      Status = "over"      // ended with winners
	Cancelled Status = "cancelled" // ended without winners
)

// Terms are what a tournament is created with. A zero field means the default in its comment.
type Terms struct {
	Name    string // default: the names of game and format
	Game    games.ID
	Options games.Options `json:",omitempty"`
	Seats   int           // largest number of players in a game; default: as many as format and game allow
	Format  string        // name of a Format; default: knockout
	Place   match.Place
	Owner   match.Player
	Most    int // the tournament begins when this many have joined; default: as many as the format allows
	// computer player for the places that are free at the start; default: none
	Fill      string        `json:",omitempty"`
	SignUp    time.Duration // how long people can join; default: 24 h; negative: until the owner starts it
	PerMove   time.Duration // time per move in games with people; default: 24 h
	Bank      referee.Bank  `json:",omitzero"`  // time bank of each player in each game with people; default: none
	RoundTime time.Duration `json:",omitempty"` // longest duration of a round; default: no limit
	Rounds    int           `json:",omitempty"` // number of rounds, see State; default: the format decides
	Third     bool          `json:",omitempty"` // a game for the third place is played, see State
	Threads   bool          `json:",omitempty"` // each game with people is played in its own thread
	Confirm   bool          `json:",omitempty"` // winners must confirm their win (F71)
	// what rounds count that somebody missed who joins late; default: nobody does
	Late Late `json:",omitempty"`
	// wanted number of players of a division; default: 6, in other formats none
	Size int `json:",omitempty"`

	NoWeekends, NoVacations bool `json:",omitempty"` // weekends and vacations do not count, see match.Proposal

	Every  Interval `json:",omitempty"` // interval to the next season; empty: none follows
	Season int      `json:",omitempty"` // number in a series, from 1; 0: never part of one
	Day    int      `json:",omitempty"` // day of the month on which the season before wanted to open, see Every
	Ladder []Rung   `json:",omitempty"` // the people of earlier seasons, in the order of their divisions

	// required: the request that creates it. The id derives from it, so one cause makes one
	// tournament
	Cause match.Cause
}

// Record is a whole tournament as it is stored.
type Record struct {
	ID ID
	Terms
	// entrants in the order of joining, or by lot once the tournament has begun (DrawsLots); their
	// order distinguishes equal names
	Entrants []match.Player
	Past     []match.Player `json:",omitempty"` // former organisers and people who left the sign-up: the log names them
	Division []int          `json:",omitempty"` // division of each entrant once the tournament has begun, see State
	Skill    []float64      `json:",omitempty"` // rating of each entrant when they joined, for newcomers' divisions
	Since    []int          `json:",omitempty"` // number of rounds before each late entrant joined, see State
	Seed     uint64

	Status Status
	// end of the sign-up, then of the round, then the opening of the next season; zero: none
	Deadline time.Time `json:",omitzero"`
	Out      []Entrant `json:",omitempty"`
	Removed  []Removed `json:",omitempty"` // entrants whom a moderator removed
	// people whom a moderator removed from the sign-up, who can't join again
	Barred  []match.UserID `json:",omitempty"`
	Called  bool           `json:",omitempty"` // all games are finished, and the winners were asked to confirm
	Asked   []Entrant      `json:",omitempty"` // winners who have not confirmed yet
	Played  []Round        `json:",omitempty"` // rounds played; the last one may still be running
	Log     []Entry        `json:",omitempty"`
	Notices []Notice       `json:",omitempty"` // undelivered messages to people
	Result  string         `json:",omitempty"` // the end in English words; see Ending
	Verdict games.Sentence `json:",omitzero"`

	Version    int // grows by 1 with each change
	Shown      Shown
	Published  match.MessageID `json:",omitempty"` // the message with the result that was published to followers
	LastNotice int             `json:",omitempty"` // number of the newest notice
	Created    time.Time
	Updated    time.Time
}

// Removed records that a moderator removed an entrant for good.
type Removed struct {
	Entrant Entrant
	User    match.UserID `json:",omitempty"` // the moderator who removed them
	match.Order
}

// Round is a set of games that are played at the same time.
type Round struct {
	Began time.Time
	Games []Game
}

// Game is a game of a round: a match, or a bye.
type Game struct {
	Pairing  Pairing
	Match    match.ID `json:",omitempty"` // empty for a bye, and before the match is made
	Done     bool     `json:",omitempty"`
	Place    []int    `json:",omitempty"` // places of the players by seat, as in Result
	Score    []int    `json:",omitempty"`
	Tiebreak []int    `json:",omitempty"`
	How      How      `json:",omitempty"`

	// seats of players about whom the organiser was told that they stall, see match.Record.Stalling
	Stalled games.Seats `json:",omitempty"`
}

// How says where a game's result comes from.
type How string

// The origins of results. The zero How means that the game ended by its own rules. The values are
// stored.
const (
	Judged    How = "judged"   // decided by the referee, because the round's time was up
	Overruled How = "override" // decided by the organiser or a moderator
	Released  How = "released" // no result: the tournament was cancelled, and the match continues outside it
	Void      How = "void"     // the match ended without a result, so its players share first place
)

// Entry is a line of a tournament's log: a decision about players, or a withdrawal.
type Entry struct {
	At   time.Time
	By   match.UserID `json:",omitempty"` // the user who did it; empty: the clock or the referee
	Say  games.Sentence
	Game match.ID `json:",omitempty"`
}

// Notice is a step of a tournament that one person must be told, apart from the tournament's
// message and the notices of its matches. Only Announced has no recipient. A notice stays in the
// record until MarkTold, so it survives a crash of the process. The sender uses a nonce made of the
// tournament's id and No, and calls MarkTold afterwards. If that call is lost, the message is sent
// again but appears once. An obsolete notice is taken back before it is sent.
type Notice struct {
	No    int // number of the notice in its tournament, from 1; never reused
	At    time.Time
	To    match.UserID
	Kind  NoticeKind
	Round int       `json:",omitempty"` // number of the round, from 1; 0 before the first round
	Match match.ID  `json:",omitempty"`
	With  []Entrant `json:",omitempty"` // for NextGame: the opponents, by seat
	Place int       `json:",omitempty"` // for Ended: the final place, 1 is best
	Until time.Time `json:",omitzero"`  // for ConfirmWin: the deadline
	// for KnockedOut, PutOut, Decided, ChangedHands, Stalls, Ended, Stopped, SeriesEnded: what
	// happened, as a whole sentence
	Why games.Sentence `json:",omitzero"`
}

// NoticeKind is the kind of a notice.
type NoticeKind string

// The kinds of notices. They are stored.
const (
	NextGame   NoticeKind = "next" // a game begins; With and Match name the opponents and the match
	SitsOut    NoticeKind = "bye"  // the person has a bye in this round
	KnockedOut NoticeKind = "out"  // the person has lost and plays no more
	// the person was removed: by the clock if there is no Why, otherwise by the organiser or a
	// moderator
	PutOut     NoticeKind = "put out"
	Decided    NoticeKind = "decided" // the organiser or a moderator decided the person's game
	ConfirmWin NoticeKind = "confirm" // the person must confirm their win (F71)
	Ended      NoticeKind = "ended"   // the tournament is over; Place is the person's place
	Stopped    NoticeKind = "stopped" // the tournament was cancelled; the person's Match, if any, continues outside it

	Announced    NoticeKind = "announced" // the end is posted in the server's results channel; To is empty
	ChangedHands NoticeKind = "hands"     // the tournament has a new organiser
	Stalls       NoticeKind = "stalls"    // told to the organiser: a player draws out a lost game

	SeasonOpen  NoticeKind = "season" // told to entrants of the last season: sign-up for the next one is open
	SeriesEnded NoticeKind = "series" // told to the organiser: the next season could not be opened
)

// Shown is the newest message about the tournament, and the Version that the channel shows.
type Shown struct {
	Version int
	Rounds  int // number of rounds begun; -1 after the end was posted
	Message match.MessageID
	At      time.Time `json:",omitzero"`
	Event   string    `json:",omitempty"` // id of the scheduled event that announces the start; empty: there is none
}

// Store is what the Service needs of a database. Implementations pass paddock/storage/storagetest.
// Everything returned is a copy.
type Store interface {
	// Tournament returns the tournament, or match.ErrNotFound.
	Tournament(ctx context.Context, id ID) (Record, error)
	// PutTournament replaces the record and returns its new Version, which is one higher. r.Version
	// must be the stored one, or 0 for a new tournament; otherwise PutTournament returns
	// match.ErrConflict. It is atomic.
	PutTournament(ctx context.Context, r Record) (version int, err error)
	// OpenTournaments lists the tournaments with pending work (see Record.Unsettled), ordered by
	// id.
	OpenTournaments(ctx context.Context) ([]Record, error)
	// ChannelTournaments lists at most max tournaments of a channel, newest first, including those
	// that have ended.
	ChannelTournaments(ctx context.Context, c match.ChannelID, max int) ([]Record, error)
	// TournamentsOf lists the tournaments that mention a user (see Record.Mentions), including
	// those that have ended, in no order.
	TournamentsOf(ctx context.Context, u match.UserID) ([]Record, error)
}

// Live reports whether the tournament has not ended.
func (r Record) Live() bool { return r.Status == Open || r.Status == Running }

// Unsettled reports whether work is pending: the tournament has not ended, a season follows, its
// channel does not show the end, or a notice is undelivered.
func (r Record) Unsettled() bool {
	return r.Live() || r.Waits() || r.held() != nil || r.Shown.Version < r.Version || len(r.Notices) > 0
}

// held returns a game of a cancelled tournament whose match was not released yet, or nil.
func (r *Record) held() *Game {
	if r.Status != Cancelled || len(r.Played) == 0 {
		return nil
	}
	last := r.Played[len(r.Played)-1].Games
	for i := range last {
		if g := &last[i]; !g.Done && g.Match != "" && g.How != Released {
			return g
		}
	}
	return nil
}

// EntrantOf returns the entrant of a user, or Nobody.
func (r Record) EntrantOf(u match.UserID) Entrant {
	if u == "" {
		return Nobody
	}
	return Entrant(slices.IndexFunc(r.Entrants, func(p match.Player) bool { return p.User == u }))
}

// Person reports whether an entrant is a member and not a computer player.
func (r Record) Person(e Entrant) bool { return r.Entrants[e].User != "" }

// Ending returns how the tournament ended, and the zero Sentence before that.
func (r Record) Ending() games.Sentence {
	if r.Verdict.Format == "" && r.Result != "" { // a game that was stored before Verdict existed
		return games.Say("%s", r.Result)
	}
	return r.Verdict
}

// EntrantName returns the name of an entrant, with their number if another has the same name.
func (r Record) EntrantName(e Entrant) string {
	name := r.Entrants[e].Name
	for other, p := range r.Entrants {
		if Entrant(other) != e && strings.EqualFold(p.Name, name) {
			return fmt.Sprintf("%s #%d", name, e+1)
		}
	}
	return name
}

// Names returns the names of entrants: "Ann, Bob and Cid".
func (r Record) Names(list ...Entrant) games.Sentence {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = r.EntrantName(e)
	}
	return games.And(names)
}

func (r Record) format() (Format, error) {
	f, ok := Find(r.Format)
	if !ok {
		return nil, fmt.Errorf("tournament %s: no format %q", r.ID, r.Format)
	}
	return f, nil
}

// State returns the input of a Format: the entrants and the complete rounds. Partly adds the
// finished games of the present round.
func (r Record) State(partly bool) State {
	s := State{
		Entrants: len(r.Entrants), Seats: r.Seats, Seed: r.Seed, Rounds: r.Rounds, Third: r.Third,
		Division: r.Division, Since: r.Since, Out: r.Out,
	}
	if f, _ := Find(r.Format); r.Late == LateForHalf {
		if j, ok := f.(joinable); ok {
			s.Missed = j.win() / 2
		}
	}
	for _, round := range r.Played {
		var results []Result
		for _, g := range round.Games {
			if g.Done {
				results = append(results, g.result())
			}
		}
		if complete := len(results) == len(round.Games); complete || partly && len(results) > 0 {
			s.Played, s.Going = append(s.Played, results), !complete
		}
	}
	return s
}

// Standings ranks the entrants by all results so far. A winner who did not confirm in time ranks
// below the other winners (F71).
func (r Record) Standings() []Standing {
	f, err := r.format()
	if err != nil || len(r.Entrants) == 0 {
		return nil
	}
	if r.Status != Over {
		return f.Standings(r.State(true))
	}
	return lower(Final(f, r.State(true)), func(e Entrant) bool { return slices.Contains(r.Asked, e) })
}

// Winners lists the entrants who share first place of a finished tournament.
func (r Record) Winners() (list []Entrant) {
	for _, s := range r.Standings() {
		if s.Place == 1 {
			list = append(list, s.Entrant)
		}
	}
	return list
}

// Going returns the present round. It returns false if there is none.
func (r *Record) Going() (*Round, bool) {
	if r.Status != Running || len(r.Played) == 0 {
		return nil, false
	}
	return &r.Played[len(r.Played)-1], true
}

// done reports whether all games of the round are final.
func (r *Round) done() bool {
	return !slices.ContainsFunc(r.Games, func(g Game) bool { return !g.Done })
}

// Find returns the game of a match, and its round from 0. The game is nil if the match is not in
// this tournament.
func (r *Record) Find(id match.ID) (round int, g *Game) {
	for i := range r.Played {
		for j := range r.Played[i].Games {
			if g := &r.Played[i].Games[j]; g.Match == id && id != "" {
				return i, g
			}
		}
	}
	return 0, nil
}

// Won lists the entrants who share first place of a finished game.
func (g Game) Won() []Entrant {
	if !g.Done {
		return nil
	}
	return g.result().winners()
}

// Result returns the result of a pairing whose game has ended with an outcome. Tie-breaks that are
// all zero are left out, so that games without any are stored without.
func (p Pairing) Result(o games.Outcome) Result {
	n := len(p)
	r := Result{Pairing: p, Place: ints(o.Place[:n]), Score: o.Score[:n]}
	if o.Tiebreak != [games.MaxSeats]int{} {
		r.Tiebreak = o.Tiebreak[:n]
	}
	return r
}

func (g Game) result() Result { return Result{g.Pairing, g.Place, g.Score, g.Tiebreak} }

func (r *Record) log(at time.Time, by match.UserID, g match.ID, format string, args ...any) {
	r.Log = append(r.Log, Entry{At: at, By: by, Game: g, Say: games.Say(format, args...)})
}

func (r *Record) withdraw(e Entrant) {
	if !slices.Contains(r.Out, e) {
		r.Out = append(r.Out, e)
		r.takeBack(func(n Notice) bool { return n.To == r.Entrants[e].User })
	}
}
