package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/tourney"
	"paddock/render/chart"
)

// standingRows returns the standings as a table with its heading first.
func standingRows(in lang.Language, t tourney.Record) [][]string {
	f, _ := tourney.Find(t.Format)
	counts := sayTournamentPoints
	if !byPoints(f) { // points would only count the rounds won, so the column says how far players came
		counts = sayTournamentHowFar
	}
	head := append([]string{"#", in.Speak(sayTournamentPlayer), in.Speak(counts)}, shortBreaks(in, f)...)
	chances := t.Divided() && t.Status == tourney.Running
	if chances {
		head = append(head, in.Speak(sayTournamentChances))
	}
	rows, state, division := [][]string{head}, t.State(true), -1
	for _, s := range t.Standings() {
		row := []string{strconv.Itoa(s.Place), shortName(in, t, s.Entrant), formatNumber(s.Points)}
		if t.Divided() {
			if d := t.Division[s.Entrant]; d != division {
				division = d
				rows = append(rows,
					append([]string{"", in.Say(sayTournamentDivision, d+1)}, make([]string, len(head)-2)...))
			}
			row[0] = strconv.Itoa(s.Place - t.Above(s.Entrant))
		}
		if !byPoints(f) {
			row[2] = in.Speak(progress(t, s))
		}
		for _, b := range s.Breaks {
			row = append(row, formatNumber(b))
		}
		if chances {
			row = append(row, reach(state.Chances(s.Entrant)))
		}
		rows = append(rows, row)
	}
	return rows
}

// reach returns the places that a player can still get.
func reach(best, worst int) string {
	if best == worst {
		return strconv.Itoa(best)
	}
	return fmt.Sprintf("%d–%d", best, worst)
}

// byPoints reports whether points decide the standings of a format, as opposed to the round in
// which a player was knocked out.
func byPoints(f tourney.Format) bool {
	switch f.(type) {
	case tourney.Knockout, tourney.Bracket:
		return false
	}
	return true
}

// thirdPlace names the game for the third place and its winner.
var thirdPlace = games.Say("third place")

// progress describes how far a player has come in a knockout or a bracket.
func progress(t tourney.Record, s tourney.Standing) games.Sentence {
	if t.Status == tourney.Over && s.Place == 1 {
		return games.Say("winner")
	}
	for n, round := range slices.Backward(t.Played) {
		for _, g := range round.Games {
			switch {
			case !slices.Contains(g.Pairing, s.Entrant):
			case !g.Done:
				return games.Say("playing")
			case !slices.Contains(g.Won(), s.Entrant):
				return games.Say("out in round %d", n+1)
			case slices.Contains(t.Out, s.Entrant):
				return games.Say("withdrew")
			case t.Third && s.Place == 3 && t.Status == tourney.Over:
				return thirdPlace
			case t.Status == tourney.Over: // a tie that the seeds have broken
				return games.Say("out in round %d", n+1)
			default:
				return games.Say("still in")
			}
		}
	}
	if slices.Contains(t.Out, s.Entrant) {
		return games.Say("withdrew")
	}
	return games.Say("still in")
}

// shortBreaks returns the names of tie-breaks as headings of columns.
func shortBreaks(in lang.Language, f tourney.Format) []string {
	var list []string
	for _, b := range f.Breaks() {
		list = append(list, in.Speak(sayTieBreaks[b].Short))
	}
	return list
}

// formatNumber formats points without trailing zeros.
func formatNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// standingText returns the standings as monospace text, with at most the given number of players.
func standingText(in lang.Language, t tourney.Record, most int) string {
	rows := standingRows(in, t)
	const widest = 22
	nameWidth := 0 // the columns are as narrow as possible, so that lines fit on a phone
	for _, row := range rows {
		nameWidth = min(widest, max(nameWidth, len([]rune(row[1]))))
	}
	var lines []string
	for i, row := range rows {
		if i > most {
			lines = append(lines, in.Say(sayTournamentMore, len(rows)-i))
			break
		}
		name := []rune(discord.Truncate(row[1], nameWidth))
		line := fmt.Sprintf("%3s  %s%s", row[0], string(name), strings.Repeat(" ", nameWidth-len(name)))
		for j, cell := range row[2:] {
			line += fmt.Sprintf(" %*s", columnWidth(rows, j+2), cell)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

// columnWidth returns the width of a column in characters.
func columnWidth(rows [][]string, column int) int {
	n := 6
	for _, row := range rows {
		n = max(n, len([]rune(row[column])))
	}
	return n
}

// breakNames returns the names of the tie-breaks of a format in their order.
func breakNames(f tourney.Format) games.Sentence {
	var said games.Sentence
	for i, name := range f.Breaks() {
		next := sayTieBreaks[name].Name
		if i > 0 {
			next = games.Say("%s, then %s", said, next)
		}
		said = next
	}
	return said
}

// breaksLine returns the line that explains the columns of tie-breaks (F76).
func breaksLine(in lang.Language, t tourney.Record) string {
	f, ok := tourney.Find(t.Format)
	if !ok || len(f.Breaks()) == 0 {
		return ""
	}
	return "\n-# " + in.Say(sayTournamentBreaks, breakNames(f))
}

// standingWords returns the standings in words, as alternative text of a chart.
func standingWords(in lang.Language, t tourney.Record) string {
	words := []string{t.Name + "."}
	if end := in.Speak(t.Ending()); end != "" {
		words = append(words, end)
	}
	f, _ := tourney.Find(t.Format)
	for _, row := range standingRows(in, t)[1:] {
		if row[0] == "" { // the name of a division
			words = append(words, row[1]+":")
			continue
		}
		if byPoints(f) {
			words = append(words, in.Say(sayTournamentPlaceBy, row[0], row[1], row[2]))
		} else {
			words = append(words, fmt.Sprintf("%s. %s, %s.", row[0], row[1], row[2]))
		}
	}
	return strings.Join(words, " ")
}

// drawn returns the picture of a tournament: the games of a knockout, the tree of a bracket, or a
// table for all other formats.
func drawn(in lang.Language, t tourney.Record) chart.Chart {
	switch t.Format {
	case tourney.Knockout{}.Name():
		return chart.Chart{Title: t.Name, Rounds: chartRounds(in, t)}
	case tourney.Bracket{}.Name():
		return bracketChart(in, t)
	}
	rows := standingRows(in, t)
	var podium []string // the names are empty during the tournament, or if one of the first three places is shared
	top := rows[1:]
	if t.Divided() {
		top = top[1:] // the loop leaves out the line that names the division
	}
	if first := top[:min(3, len(top))]; t.Status == tourney.Over {
		for i, row := range first {
			if row[0] != strconv.Itoa(i+1) {
				podium = nil
				break
			}
			podium = append(podium, row[1])
		}
	}
	return chart.Chart{
		Title: t.Name, Head: rows[0], Rows: rows[1:], Podium: podium,
		More: func(rows int) string { return in.Say(sayTournamentMore, rows) },
	}
}

// shortName returns the name of a player in standings. Computer players are shown without their
// level, because all of a tournament have the same.
func shortName(in lang.Language, t tourney.Record, e tourney.Entrant) string {
	if p := t.Entrants[e]; p.Computer != "" {
		return strings.TrimSuffix(board.BareName(p), " ("+p.Computer+")")
	}
	return in.Person(t.EntrantName(e))
}

// chartRounds returns the rounds of a knockout for its chart: those played, and while it is running
// those to come if each open game has one winner.
func chartRounds(in lang.Language, t tourney.Record) (list []chart.Round) {
	title := func(games int) string {
		if games > 1 {
			return in.Say(sayTournamentRoundTitle, len(list)+1)
		}
		return in.Speak(sayTournamentFinal)
	}
	var next []string // the winners of the last round; an open game has one empty name
	for _, round := range t.Played {
		r := chart.Round{Title: title(len(round.Games))}
		next = nil
		for _, g := range round.Games {
			var lines []chart.Line
			for seat, e := range g.Pairing {
				line := chart.Line{Name: shortName(in, t, e), Won: slices.Contains(g.Won(), e)}
				if scoreText(g) != "" {
					line.Score = strconv.Itoa(g.Score[seat])
				}
				if lines = append(lines, line); line.Won && !slices.Contains(t.Out, e) {
					next = append(next, line.Name)
				}
			}
			if r.Games = append(r.Games, lines); !g.Done {
				next = append(next, "")
			}
		}
		list = append(list, r)
	}
	if t.Status != tourney.Running || len(t.Played) == 0 || len(t.Played[len(t.Played)-1].Games) == 1 {
		return list
	}
	for _, sizes := range (tourney.Knockout{}).Ahead(len(next), t.Seats) {
		r := chart.Round{Title: title(len(sizes))}
		bye := sizes[len(sizes)-1] == 1 // the winner of this place is not known yet
		for _, n := range sizes {
			game := make([]chart.Line, n)
			for i, name := range next[:min(n, len(next))] {
				if !bye {
					game[i].Name = name
				}
			}
			next, r.Games = next[min(n, len(next)):], append(r.Games, game)
		}
		list = append(list, r)
	}
	return list
}

// bracketChart returns the tree of a bracket.
func bracketChart(in lang.Language, t tourney.Record) chart.Chart {
	ch := chart.Chart{Title: t.Name}
	levels, third := tourney.Bracket{}.Nodes(t.State(true))
	for n, nodes := range levels {
		title := in.Say(sayTournamentRoundTitle, n+1)
		if n == len(levels)-1 {
			title = in.Speak(sayTournamentFinal)
		}
		ch.Titles = append(ch.Titles, title)
		var pairs []chart.Pair
		for _, n := range nodes {
			pairs = append(pairs, bracketPair(in, t, n))
		}
		ch.Levels = append(ch.Levels, pairs)
	}
	if third != nil {
		p := bracketPair(in, t, *third)
		ch.Third, ch.ThirdTitle = &p, in.Speak(thirdPlace)
	}
	return ch
}

// bracketPair returns a game of a bracket for its chart.
func bracketPair(in lang.Language, t tourney.Record, n tourney.Node) chart.Pair {
	name := func(e tourney.Entrant) string {
		if e == tourney.Nobody {
			return ""
		}
		return shortName(in, t, e)
	}
	p := chart.Pair{A: name(n.A), B: name(n.B)}
	for _, round := range t.Played {
		for _, g := range round.Games {
			if a, b := slices.Index(g.Pairing, n.A), slices.Index(g.Pairing, n.B); min(a, b) >= 0 &&
				scoreText(g) != "" {
				p.ScoreA, p.ScoreB = strconv.Itoa(g.Score[a]), strconv.Itoa(g.Score[b])
			}
		}
	}
	switch {
	case n.Winner == tourney.Nobody:
	case n.Winner == n.A:
		p.Won = 1
	default:
		p.Won = 2
	}
	if n.Bye {
		p.B = in.Speak(sayTournamentByeShort)
	}
	return p
}
