package terminal

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"paddock/games/arena"
)

// tableHead begins a table for docs.
const tableHead = "| game | match | games | share |\n|---|---|---|---|\n"

// rows returns the pairings as rows of that table.
func (s *series) rows(r results) (text string) {
	for _, p := range r.Pairings {
		text += fmt.Sprintf("| %s | %s v %s | %d | %s |\n", s.title(), code(p.First), code(p.Second), p.Games,
			p.shareText())
	}
	return text
}

// code marks a player's name as code.
func code(player string) string { return "`" + player + "`" }

// shareText returns the share with its interval, without the zero before the point: .750
// (.646–.831).
func (p pairing) shareText() string {
	short := func(f float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", f), "0") }
	return fmt.Sprintf("%s (%s–%s)", short(p.Share), short(p.Low), short(p.High))
}

// title names the game, with its number of players if that can vary, and the options other than the
// defaults.
func (s *series) title() string {
	title := s.terms.game.Name
	if s.terms.game.MaxSeats > s.terms.game.MinSeats {
		title += fmt.Sprintf(", %d players", s.terms.Seats)
	}
	for _, o := range s.terms.game.Options {
		if value := s.terms.Options[o.Name]; value != o.Default {
			title += fmt.Sprintf(", %s %s", o.Name, value)
		}
	}
	return title
}

// between returns the score of the first player against the second. The caller holds the lock or is
// the only goroutine.
func (s *series) between(first, second int) (sum arena.Score) {
	for _, e := range s.played {
		if e.First == first && e.Second == second {
			sum.Add(e.Points)
		}
	}
	return sum
}

// pairing is the result of two players against each other.
type pairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	arena.Score
	Share float64 `json:"share"`
	Low   float64 `json:"low"` // Wilson's interval of 95 %
	High  float64 `json:"high"`
}

// rated is a player with its rating in this series.
type rated struct {
	Player string  `json:"player"`
	Elo    float64 `json:"elo"` // rating by Bradley and Terry, with a mean of 0
}

// results is the result of a series.
type results struct {
	Terms     terms          `json:"terms"`
	Pairings  []pairing      `json:"pairings"`
	Ratings   []rated        `json:"ratings,omitempty"` // empty for games of more than two seats
	Test      string         `json:"test,omitempty"`    // verdict of the sequential test: elo0, elo1, or open
	Incidents map[string]int `json:"incidents,omitempty"`
	// Spent is each level's mean processor time of a move in this run, with -cpu.
	Spent map[string]time.Duration `json:"spent,omitempty"`
}

func (s *series) results() results {
	r := results{Terms: s.terms, Incidents: map[string]int{}, Spent: map[string]time.Duration{}}
	names := s.terms.Players
	points := make([][]float64, len(names))
	for i := range points {
		points[i] = make([]float64, len(names))
	}
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			sum := s.between(i, j)
			if sum.Games == 0 {
				continue
			}
			p := pairing{First: names[i], Second: names[j], Score: sum, Share: sum.Share()}
			p.Low, p.High = sum.Interval()
			r.Pairings = append(r.Pairings, p)
			points[i][j], points[j][i] = sum.Points, float64(sum.Games)-sum.Points
		}
	}
	if s.terms.Seats == 2 {
		for i, elo := range arena.BradleyTerry(points) {
			r.Ratings = append(r.Ratings, rated{names[i], math.Round(elo*10) / 10})
		}
		slices.SortStableFunc(r.Ratings, func(a, b rated) int { return int(math.Copysign(1, b.Elo-a.Elo)) })
	}
	if s.test != nil {
		if r.Test = s.verdict(); r.Test == "" {
			r.Test = "open"
		}
	}
	for _, e := range s.played {
		for _, i := range e.Incidents {
			r.Incidents[i]++
		}
	}
	for player, e := range s.spent {
		r.Spent[player] = e.each()
	}
	return r
}

// The forms of a report besides plain text.
const (
	formJSON     = "json"
	formMarkdown = "markdown"
)

// report writes the results.
func (s *series) report(out io.Writer) error {
	r := s.results()
	switch s.form {
	case formJSON:
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(r)
	case formMarkdown:
		_, err := io.WriteString(out, tableHead+s.rows(r))
		return err
	}
	width := 6
	for _, name := range s.terms.Players {
		width = max(width, len(name))
	}
	fmt.Fprintf(out, "%s, seed %d, %d seats: one for the first, the others for the second.\n\n", s.terms.game.Name,
		s.terms.Seed, s.terms.Seats)
	fmt.Fprintf(out, "%-*s  %-*s  %5s  %7s  %5s  %s\n", width, "first", width, "second", "games", "points", "share",
		"95 %")
	for _, p := range r.Pairings {
		fmt.Fprintf(out, "%-*s  %-*s  %5d  %7.5g  %5.3f  %.3f-%.3f\n", width, p.First, width, p.Second, p.Games,
			p.Points, p.Share, p.Low, p.High)
	}
	if len(r.Ratings) > 0 {
		fmt.Fprintf(out, "\n%-*s  %6s\n", width, "player", "Elo")
		for _, p := range r.Ratings {
			fmt.Fprintf(out, "%-*s  %+6.0f\n", width, p.Player, p.Elo)
		}
	}
	if len(r.Spent) > 0 {
		fmt.Fprintf(out, "\n%-*s  %s\n", width, "player", "processor time of a move")
		for _, p := range slices.Sorted(maps.Keys(r.Spent)) {
			fmt.Fprintf(out, "%-*s  %v\n", width, p, r.Spent[p])
		}
	}
	switch r.Test {
	case "":
	case "open":
		fmt.Fprintf(out, "\nIt is open whether %s is %g or %g Elo ahead.\n", s.terms.Players[0], s.test.Elo0,
			s.test.Elo1)
	default:
		elo := s.test.Elo0
		if r.Test == "elo1" {
			elo = s.test.Elo1
		}
		fmt.Fprintf(out, "\nThe test says %g Elo of %g and %g.\n", elo, s.test.Elo0, s.test.Elo1)
	}
	if len(r.Incidents) > 0 {
		fmt.Fprintln(out, "\nThe referee's rulings:")
		var lines []string
		for what, n := range r.Incidents {
			lines = append(lines, fmt.Sprintf("  %d × %s", n, what))
		}
		slices.Sort(lines)
		fmt.Fprintln(out, strings.Join(lines, "\n"))
	}
	return nil
}
