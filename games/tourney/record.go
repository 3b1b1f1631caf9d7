package tourney

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// ID names a tournament: short and speakable, lower-case letters and digits.
type ID string

// Status is the stage of a tournament's life (F67).
type Status string

// The stages.
const (
	Open      Status = "open"      // sign-up
	Running   Status = "running"   // rounds are played
	Over      Status = "over"      // has winners
	Cancelled Status = "cancelled" // ended without
)

// Record is a tournament as it is stored, whole.
type Record struct {
	ID        ID
	Name      string
	Game      games.ID
	Options   games.Options `json:",omitempty"`
	Seats     int           // the most players in a game
	Format    string        // the name of a Format
	Place     match.Place
	Owner     match.Player
	Entrants  []match.Player // in the order of joining, which is that of their seeds and tells two of the same name apart
	Most      int            // the tournament begins when as many have joined
	Fill      string         `json:",omitempty"` // the computer player that takes the free places at the start
	SignUp    time.Duration  // how long people can join
	PerMove   time.Duration  // the clock of games in which people play
	RoundTime time.Duration  `json:",omitempty"` // how long a round may take; 0: as long as it takes
	Rounds    int            `json:",omitempty"` // as in State
	Third     bool           `json:",omitempty"` // as in State
	Past      []match.Player `json:",omitempty"` // who has run it before, or has been taken out of the sign-up: the log names them
	Threads   bool           `json:",omitempty"` // each game of people is to be played in a thread of its own
	Confirm   bool           `json:",omitempty"` // winners have to confirm their win (F71)
	Seed      uint64
	Every     Interval `json:",omitempty"` // another season follows it; empty: none
	Season    int      `json:",omitempty"` // its number in a series, from 1; 0: it was never to be repeated

	NoWeekends, NoVacations bool `json:",omitempty"` // as of a match's Proposal

	Status   Status
	Deadline time.Time      `json:",omitzero"` // of the sign-up, then of the round; when it is over the opening of the next season; zero: none
	Out      []Entrant      `json:",omitempty"`
	Removed  []Removed      `json:",omitempty"` // those of them whom a moderator has taken out
	Called   bool           `json:",omitempty"` // all has been played, and the winners have been asked to confirm it
	Asked    []Entrant      `json:",omitempty"` // those of them who have not
	Played   []Round        `json:",omitempty"` // the last one may still be going on
	Log      []Entry        `json:",omitempty"`
	Notices  []Notice       `json:",omitempty"` // what people are still to be told
	Result   string         `json:",omitempty"` // the end in words, English; see Ending
	Verdict  games.Sentence `json:",omitzero"`

	Version    int // grows by 1 with each change
	Shown      Shown
	LastNotice int         `json:",omitempty"` // the number of the newest notice
	Cause      match.Cause // what has created it
	Created    time.Time
	Updated    time.Time
}

// Removed is that a moderator has taken an entrant out for good.
type Removed struct {
	Entrant Entrant
	User    match.UserID `json:",omitempty"` // the moderator
	match.Order
}

// Round is the games that are played at the same time.
type Round struct {
	Began time.Time
	Games []Game
}

// Game is a game of a round: a match, or a bye.
type Game struct {
	Pairing  Pairing
	Match    match.ID `json:",omitempty"` // empty for a bye, and before the match is made
	Done     bool     `json:",omitempty"`
	Place    []int    `json:",omitempty"` // as in Result
	Score    []int    `json:",omitempty"`
	Tiebreak []int    `json:",omitempty"`
	How      How      `json:",omitempty"`
}

// How says where a game's result comes from.
type How string

// The origins of results. The zero How is a game that was played to its end by its own rules.
const (
	Judged    How = "judged"   // by the referee: the round's time was up
	Overruled How = "override" // by the organiser or a moderator
	Released  How = "released" // none: the tournament was cancelled, and the match goes on by itself
	Void      How = "void"     // the match ended without a result, so its players share the first place
)

// Entry is a line of a tournament's log: what was imposed on the players, and who withdrew.
type Entry struct {
	At   time.Time
	By   match.UserID `json:",omitempty"` // who did it; empty: the clock or the referee
	Say  games.Sentence
	Game match.ID `json:",omitempty"`
}

// Notice is a step of a tournament that one person is to be told (Announced alone is for nobody in particular), apart from what everybody reads in the tournament's message and from what a match tells
// its players. It stays in the record until somebody says by MarkTold that the person has been told, so it is told however often the process
// dies. Who tells notices sends each under a nonce made of the tournament's id and No, and marks it afterwards: what was sent and not marked is then sent
// again and seen once. A notice that is out of date before it was told is taken back.
type Notice struct {
	No    int // counts the notices of a tournament from 1; none has the number of another
	At    time.Time
	To    match.UserID
	Kind  NoticeKind
	Round int            `json:",omitempty"` // counted from 1; 0 before the first
	Match match.ID       `json:",omitempty"`
	With  []Entrant      `json:",omitempty"` // NextGame: the opponents, in the order of their seats
	Place int            `json:",omitempty"` // Ended: the final place, 1 is best
	Until time.Time      `json:",omitzero"`  // ConfirmWin: the deadline
	Why   games.Sentence `json:",omitzero"`  // KnockedOut, PutOut, Decided, ChangedHands, Ended, Stopped, SeriesEnded: what has happened, a whole sentence
}

// NoticeKind tells notices apart.
type NoticeKind string

// The kinds of notices.
const (
	NextGame   NoticeKind = "next"    // a game begins: against whom, and in which match
	SitsOut    NoticeKind = "bye"     // has a bye in this round
	KnockedOut NoticeKind = "out"     // has lost and plays no further game
	PutOut     NoticeKind = "put out" // was taken out of the tournament, by the clock or by somebody who may
	Decided    NoticeKind = "decided" // the result of the person's game was decided by somebody who may
	ConfirmWin NoticeKind = "confirm" // is to confirm the win (F71)
	Ended      NoticeKind = "ended"   // the tournament is over, and this is the person's place
	Stopped    NoticeKind = "stopped" // the tournament was cancelled; the person's Match, if there is one, goes on by itself

	Announced    NoticeKind = "announced" // the end stands in the server's channel for results: To is empty
	ChangedHands NoticeKind = "hands"     // somebody else runs the tournament now

	SeasonOpen  NoticeKind = "season" // the sign-up of a season is open: for who took part in the one before
	SeriesEnded NoticeKind = "series" // the next season could not be opened: for who runs it
)

// Shown is the newest message about the tournament, and up to which Version the channel has been told.
type Shown struct {
	Version int
	Rounds  int // how many rounds had begun; -1 when the end was told
	Message match.MessageID
	At      time.Time `json:",omitzero"`
}

// Store is what the Service needs of a database. Implementations pass paddock/storage/storagetest. Everything returned is a copy.
type Store interface {
	// Tournament is the tournament, or match.ErrNotFound.
	Tournament(ctx context.Context, id ID) (Record, error)
	// PutTournament replaces the record and returns its new Version, one more than before. r.Version must be the stored one, 0 for a new tournament;
	// match.ErrConflict otherwise. All or nothing.
	PutTournament(ctx context.Context, r Record) (version int, err error)
	// OpenTournaments lists those for which something is to be done (see Record.Unsettled), in the order of their ids.
	OpenTournaments(ctx context.Context) ([]Record, error)
	// ChannelTournaments lists at most max tournaments of a channel, the newest first, those that have ended included.
	ChannelTournaments(ctx context.Context, c match.ChannelID, max int) ([]Record, error)
	// TournamentsOf lists all that mention a person (see Record.Mentions), those that have ended included, in no order.
	TournamentsOf(ctx context.Context, u match.UserID) ([]Record, error)
}

// Live reports whether the tournament has not ended.
func (r Record) Live() bool { return r.Status == Open || r.Status == Running }

// Unsettled reports whether something is to be done for the tournament: it has not ended, a season follows it, its channel has not been told so, or a person has not been told
// something.
func (r Record) Unsettled() bool {
	return r.Live() || r.Waits() || r.held() != nil || r.Shown.Version < r.Version || len(r.Notices) > 0
}

// held is a game of a tournament that was cancelled whose match does not go on by itself yet; nil if there is none.
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

// EntrantOf is the entrant of a user, Nobody if there is none.
func (r Record) EntrantOf(u match.UserID) Entrant {
	if u == "" {
		return Nobody
	}
	return Entrant(slices.IndexFunc(r.Entrants, func(p match.Player) bool { return p.User == u }))
}

// Person reports whether an entrant is a member, not a computer player.
func (r Record) Person(e Entrant) bool { return r.Entrants[e].User != "" }

// Ending is how the tournament ended; silence while it goes on.
func (r Record) Ending() games.Sentence {
	if r.Verdict.Format == "" && r.Result != "" { // stored before there was a Verdict
		return games.Say("%s", r.Result)
	}
	return r.Verdict
}

// EntrantName is what an entrant is called: their name, and their number in the order of joining if another has the same name.
func (r Record) EntrantName(e Entrant) string {
	name := r.Entrants[e].Name
	for other, p := range r.Entrants {
		if Entrant(other) != e && strings.EqualFold(p.Name, name) {
			return fmt.Sprintf("%s #%d", name, e+1)
		}
	}
	return name
}

// Names are the names of entrants: "Ann, Bob and Cid".
func (r Record) Names(list ...Entrant) games.Sentence {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = r.EntrantName(e)
	}
	return games.And(names)
}

// format is the tournament's Format.
func (r Record) format() (Format, error) {
	f, ok := Find(r.Format)
	if !ok {
		return nil, fmt.Errorf("tournament %s: no format %q", r.ID, r.Format)
	}
	return f, nil
}

// State is the tournament as arithmetic, with its complete rounds; partly says whether the finished games of a round that is going on are
// to be in it as well.
func (r Record) State(partly bool) State {
	s := State{Entrants: len(r.Entrants), Seats: r.Seats, Seed: r.Seed, Rounds: r.Rounds, Third: r.Third, Out: r.Out}
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

// Standings ranks the entrants by all results there are. Who has won and not confirmed it in time stands below the other winners (F71).
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

// Winners share the first place of a tournament that is over.
func (r Record) Winners() (list []Entrant) {
	for _, s := range r.Standings() {
		if s.Place == 1 {
			list = append(list, s.Entrant)
		}
	}
	return list
}

// Going is the round that is being played; false if there is none.
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

// Find finds a game by its match: its round, counted from 0, and the game; nil if it is none of this tournament.
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

// Won are the entrants who share the first place of a game that is done.
func (g Game) Won() []Entrant {
	if !g.Done {
		return nil
	}
	return g.result().winners()
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
