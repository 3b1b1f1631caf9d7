package terminal

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/arena"
)

// Arena lets players of the game in the first argument meet repeatedly under the referee's clock,
// and reports which one is stronger. A player is a level of the game or another program
// (docs/protocols.md). With a single argument @FILE it plays all series in a file. The table goes
// to out; progress and errors in the arguments go to errs.
func Arena(ctx context.Context, catalogue []*games.Game, args []string, out, errs io.Writer) error {
	if len(args) == 1 && strings.HasPrefix(args[0], "@") {
		return night(ctx, catalogue, args[0][1:], out, errs)
	}
	s, err := read("arena", catalogue, args, errs, newSeries)
	if s == nil {
		return err
	}
	s.bar = newBar(errs)
	if err := s.run(ctx); err != nil {
		return err
	}
	return s.report(out)
}

// series is a number of games between players. Each pair plays the same number.
type series struct {
	terms terms
	form  string // form of the report: formJSON, formMarkdown, or empty for plain text
	keep  string // the folder for records of the games; empty: none
	test  *arena.SPRT
	bar   *bar

	mu     sync.Mutex
	played []encounter
	spent  map[string]effort // effort by player, in this run
	log    *os.File          // nil: no log
}

// terms are common to all games of a series. A log can only be continued under the same terms.
type terms struct {
	Game     games.ID `json:"game"`
	Players  []string `json:"players"`
	Games    int      `json:"games"` // number of games of each pair
	Seats    int      `json:"seats"`
	Seed     uint64   `json:"seed"`
	Opening  int      `json:"opening"`            // number of random plies at the beginning of a game
	Gauntlet bool     `json:"gauntlet,omitempty"` // the first player meets every other player; the others do not meet
	Ladder   bool     `json:"ladder,omitempty"`   // each player meets only the next one in the list
	conditions
}

// encounter is one game of two players: the first has one seat, the second all others.
type encounter struct {
	First     int      `json:"first"`
	Second    int      `json:"second"`
	No        int      `json:"no"`     // number of the game, counted from 0 for each pair
	Points    float64  `json:"points"` // points of the first player: 1 for a win, a part for a shared win
	Incidents []string `json:"incidents,omitempty"`
}

// at returns the player of a seat, if the first player has the seat first.
func (e encounter) at(seat, first games.Seat) int {
	if seat == first {
		return e.First
	}
	return e.Second
}

func newSeries(g *games.Game, args []string, errs io.Writer) (*series, error) {
	f := flag.NewFlagSet("paddock arena "+string(g.ID), flag.ContinueOnError)
	f.SetOutput(errs)
	known := levels(g)
	s := &series{terms: terms{Game: g.ID}, spent: map[string]effort{}}
	who := opponents{known: known}
	f.StringVar(&who.a, "a", g.DefaultLevel,
		"one `player`: "+strings.Join(known, ", ")+", with a number of nodes of its own if you like, as in "+
			g.DefaultLevel+"@20000, or the command line of another program, for instance \"python3 mine.py\", in Stratego \"s100:mine\" for one that speaks the lines of its competition")
	f.StringVar(&who.b, "b", g.DefaultLevel, "the other `player`")
	f.StringVar(&who.against, "against", "",
		"`players` with commas between them, each of whom meets -a, instead of -b; all: every level")
	f.StringVar(&who.ladder, "ladder", "",
		"`players` with commas between them, the weakest first, each to meet the one before it, instead of -a and -b; all: every level")
	f.StringVar(&who.list, "players", "",
		"`players` with commas between them, each to meet each, instead of -a and -b; all: every level")
	f.IntVar(&s.terms.Games, "games", 100, "how many games each pair plays: with each opening one from each seat")
	f.IntVar(&s.terms.Seats, "seats", g.MinSeats,
		"how many sit at the board: the one player at one seat, the other at the rest")
	f.Uint64Var(&s.terms.Seed, "seed", 1, "the `number` from which all chance comes")
	f.IntVar(&s.terms.Opening, "opening", 4,
		"random `plies` before the players begin; none in games that begin with set-ups")
	settle := s.terms.flags(f, g)
	s.terms.spent = s.spend
	f.Lookup("move").Usage += ", a second for programs"
	asJSON := f.Bool("json", false, "the result as JSON")
	asTable := f.Bool("markdown", false, "the result as a Markdown table")
	f.StringVar(&s.keep, "keep", "", "the `folder` for a record of each game, which paddock play opens")
	file := f.String("log", "", "the `file` with the games played: what stands there already is not played again")
	test := f.String("sprt", "", "stop when it is clear whether -a is `ELO0,ELO1` ahead, for instance 0,30")
	if err := parse(f, args); err != nil {
		return nil, err
	}
	settle()
	if f.NArg() > 0 {
		return nil, games.Refuse("%s is not understood; the flags are shown by paddock arena %s -help.", f.Arg(0), g.ID)
	}
	if err := who.meet(&s.terms); err != nil {
		return nil, err
	}
	switch {
	case *asJSON:
		s.form = formJSON
	case *asTable:
		s.form = formMarkdown
	}
	if *test != "" {
		s.test = new(arena.SPRT)
		if n, err := fmt.Sscanf(*test, "%g,%g", &s.test.Elo0, &s.test.Elo1); n != 2 || err != nil ||
			s.test.Elo0 >= s.test.Elo1 {
			return nil, games.Refuse("-sprt wants two Elo differences, the smaller one first, for instance 0,30, not %q.", *test)
		}
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s, s.open(*file)
}

// opponents holds the flags that say who meets whom.
type opponents struct {
	a, b, against, ladder, list string

	known []string // levels of the game
}

// meet puts the players of a series, and how they meet, into its terms.
func (o opponents) meet(t *terms) error {
	switch {
	case o.list != "" && o.against != "", o.ladder != "" && o.list+o.against != "":
		return games.Refuse("-players lets each meet each, -against lets -a meet each, -ladder each the one before it: choose one of them.")
	case o.ladder != "":
		t.Players, t.Ladder = listed(o.ladder, o.known), true
		slices.Reverse(t.Players) // the first of a pair is the stronger one
	case o.against != "":
		t.Players, t.Gauntlet = append([]string{o.a}, listed(o.against, o.known)...), true
	case o.list != "":
		t.Players = listed(o.list, o.known)
	default:
		t.Players = []string{o.a, o.b}
	}
	return nil
}

// listed splits a list of players; "all" is every known level.
func listed(text string, known []string) []string {
	if text == "all" {
		return slices.Clone(known)
	}
	return strings.Split(text, ",")
}

// check refuses impossible terms.
func (s *series) check() error {
	t := &s.terms
	for i, p := range t.Players {
		t.Players[i] = strings.TrimSpace(p)
		if err := t.checkPlayer("arena", t.Players[i]); err != nil {
			return err
		}
	}
	switch {
	case len(t.Players) < 2:
		return games.Refuse("At least two players have to meet.")
	case s.test != nil && len(t.Players) != 2:
		return games.Refuse("-sprt is for two players.")
	case t.Seats < s.terms.game.MinSeats || t.Seats > s.terms.game.MaxSeats:
		return games.Refuse("%s is for %d to %d players, not %d.", s.terms.game.Name, s.terms.game.MinSeats, s.terms.game.MaxSeats,
			t.Seats)
	case t.Games < 1 || t.Opening < 0:
		return games.Refuse("Plies can't be negative, and there must be a game.")
	}
	if err := t.possible(); err != nil {
		return err
	}
	_, err := s.terms.game.Start(games.Setup{Seats: t.Seats, Seed: 1, Options: t.Options})
	return err
}

// longestGame is the largest number of bytes of a game in a log.
const longestGame = 1 << 20

// open reads the played games from the log and opens it for new ones. A line cut off by a kill is
// played again.
func (s *series) open(file string) error {
	if file == "" {
		return nil
	}
	header, err := json.Marshal(s.terms)
	if err != nil {
		return err
	}
	played, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		played, err = os.Open(os.DevNull)
	}
	if err != nil {
		return err
	}
	defer played.Close()
	whole := 0
	lines := bufio.NewReaderSize(played, longestGame)
	for i := 0; ; i++ {
		text, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			return games.Refuse("%s is no log of games: line %d is too long. Take another -log.", file, i+1)
		}
		if err != nil {
			return err
		}
		line := string(text)
		if i == 0 {
			if strings.TrimSpace(line) != string(header) {
				return games.Refuse("%s has games under other terms: %s. Take another -log.", file,
					strings.TrimSpace(line))
			}
		} else {
			var e encounter
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				return fmt.Errorf("%s, line %d: %w", file, i+1, err)
			}
			s.played = append(s.played, e)
		}
		whole += len(line)
	}
	if s.log, err = os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return err
	}
	if err := s.log.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := s.log.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	if whole == 0 {
		_, err = fmt.Fprintf(s.log, "%s\n", header)
	}
	return err
}

// run plays the remaining games, several at the same time.
func (s *series) run(ctx context.Context) error {
	if s.log != nil {
		defer s.log.Close()
	}
	todo, total := s.todo()
	err := s.terms.inParallel(ctx, len(todo), func(ctx context.Context, i int) error {
		if s.decided() {
			return nil
		}
		if err := s.play(ctx, &todo[i]); err != nil {
			return err
		}
		return s.note(todo[i], total)
	})
	s.bar.clear()
	return err
}

// todo returns the remaining games, one of each pair at a time, and the number of all games.
func (s *series) todo() (list []encounter, total int) {
	type id struct{ first, second, no int }
	done := map[id]bool{}
	for _, e := range s.played {
		done[id{e.First, e.Second, e.No}] = true
	}
	for no := range s.terms.Games {
		for second := range s.terms.Players {
			for first := range second {
				if !s.meet(first, second) {
					continue
				}
				if total++; !done[id{first, second, no}] {
					list = append(list, encounter{First: first, Second: second, No: no})
				}
			}
		}
	}
	return list, total
}

// meet reports whether two players play each other.
func (s *series) meet(first, second int) bool {
	switch {
	case s.terms.Gauntlet:
		return first == 0
	case s.terms.Ladder:
		return first == second-1
	}
	return true
}

func (s *series) decided() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.test != nil && s.verdict() != ""
}

// verdict returns the first verdict of the test, with the games in the order of their ends. Games
// that ended later do not change it. The caller holds the lock or is the only goroutine.
func (s *series) verdict() (v string) {
	var sum arena.Score
	for _, e := range s.played {
		if sum.Add(e.Points); v == "" {
			v = s.test.Verdict(sum)
		}
	}
	return v
}

// note records a game.
func (s *series) note(e encounter, total int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.played = append(s.played, e)
	behind := ""
	if len(s.terms.Players) == 2 {
		behind = fmt.Sprintf(", %.3f", s.between(0, 1).Share())
	}
	s.bar.show("", len(s.played), total, behind)
	if s.log == nil {
		return nil
	}
	return json.NewEncoder(s.log).Encode(e)
}

// play plays one game. The same opening is played once from each seat.
func (s *series) play(ctx context.Context, e *encounter) error {
	t := s.terms
	opening := rand.New(rand.NewPCG(t.Seed, uint64(e.No/t.Seats)))
	pos, err := s.opening(opening)
	if err != nil {
		return err
	}
	at := games.Seat(e.No % t.Seats)
	names := make([]string, t.Seats)
	for seat := range names {
		names[seat] = t.Players[e.at(games.Seat(seat), at)]
	}
	played, err := s.terms.play(ctx, pos, names,
		rand.New(rand.NewPCG(t.Seed, uint64(e.First)<<48|uint64(e.Second)<<32|uint64(e.No))))
	if err != nil {
		return err
	}
	if err := s.keepGame(*e, at, pos, played); err != nil {
		return err
	}
	if winners := played.Outcome.Winners(); winners.Has(at) {
		e.Points = 1 / float64(winners.Len())
	}
	for _, i := range played.Incidents {
		e.Incidents = append(e.Incidents, fmt.Sprintf("%s %s: %v", t.Players[e.at(i.Seat, at)], lost(i.Kind), i.Cause))
	}
	return nil
}

// lost describes the effect of a ruling.
func lost(ruling games.RulingKind) string {
	switch ruling {
	case games.Skip:
		return "lost a turn"
	case games.Remove:
		return "was removed"
	}
	return "lost the game"
}

// mostOpenings is the number of random openings to try before giving up, if each of them ends the
// game.
const mostOpenings = 1000

// opening returns an unfinished position after some random plies. Set-ups are left to the players.
func (s *series) opening(lot *rand.Rand) (*games.Position, error) {
	for range mostOpenings {
		pos, err := s.terms.game.Start(games.Setup{Seats: s.terms.Seats, Seed: lot.Uint64() | 1, Options: s.terms.Options})
		for range s.terms.Opening {
			if err != nil || pos.Turn().Waiting.Len() != 1 {
				break
			}
			for seat := range pos.Turn().Waiting.All() {
				moves := slices.Collect(pos.View(seat).Legal())
				var done games.Played
				if done, err = pos.Play(seat, moves[lot.IntN(len(moves))]); err == nil {
					pos = done.Next
				}
			}
		}
		if err != nil {
			return nil, err
		}
		if _, over := pos.Outcome(); !over {
			return pos, nil
		}
	}
	return nil, games.Refuse("After %d random plies these games are over already. Choose a shorter -opening.",
		s.terms.Opening)
}

// spend notes the processor time of a player's move.
func (s *series) spend(player string, used time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.spent[player]
	s.spent[player] = effort{e.moves + 1, e.time + used}
}
