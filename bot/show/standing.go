package show

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/tourney"
	"paddock/render"
)

// standingRows are the standing as a table, its head first.
func standingRows(in lang.Language, t tourney.Record) [][]string {
	f, ok := tourney.Find(t.Format)
	if !ok {
		return nil
	}
	counts := say.TournamentPoints
	if !byPoints(f) { // how many rounds somebody has survived says little: rather, where it ended
		counts = say.TournamentHowFar
	}
	rows := [][]string{append([]string{"#", in.Speak(say.TournamentPlayer), in.Speak(counts)}, shortBreaks(in, f)...)}
	for _, s := range t.Standings() {
		row := []string{strconv.Itoa(s.Place), t.EntrantName(s.Entrant), number(s.Points)}
		if !byPoints(f) {
			row[2] = in.Speak(progress(t, s))
		}
		for _, b := range s.Breaks {
			row = append(row, number(b))
		}
		rows = append(rows, row)
	}
	return rows
}

// byPoints reports whether points make the standing, rather than where somebody was knocked out.
func byPoints(f tourney.Format) bool {
	switch f.(type) {
	case tourney.Knockout, tourney.Bracket:
		return false
	}
	return true
}

var thirdPlace = games.Say("third place")

// progress is how far somebody has come in a tournament that one can be knocked out of.
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

// shortBreaks are the names of tie-breaks as they fit over a column.
func shortBreaks(in lang.Language, f tourney.Format) []string {
	var list []string
	for _, b := range f.Breaks() {
		list = append(list, in.Speak(say.TieBreaks[b].Short))
	}
	return list
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// standingText is the standing in monospace text, at most so many players.
func standingText(in lang.Language, t tourney.Record, most int) string {
	rows := standingRows(in, t)
	const nameWidth = 22
	var lines []string
	for i, row := range rows {
		if i > most {
			lines = append(lines, in.Say(say.TournamentMore, len(rows)-i))
			break
		}
		name := []rune(discord.Truncate(row[1], nameWidth))
		line := fmt.Sprintf("%3s  %s%s", row[0], string(name), strings.Repeat(" ", nameWidth-len(name)))
		for j, cell := range row[2:] {
			line += fmt.Sprintf(" %*s", width(rows, j+2), cell)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

// width is the width of a column.
func width(rows [][]string, column int) int {
	n := 6
	for _, row := range rows {
		n = max(n, len([]rune(row[column])))
	}
	return n
}

// breakNames are the names of tie-breaks in their order.
func breakNames(f tourney.Format) games.Sentence {
	var said games.Sentence
	for i, name := range f.Breaks() {
		next := say.TieBreaks[name].Name
		if i > 0 {
			next = games.Say("%s, then %s", said, next)
		}
		said = next
	}
	return said
}

// breaksLine says what the columns of tie-breaks are (F76).
func breaksLine(in lang.Language, t tourney.Record) string {
	f, ok := tourney.Find(t.Format)
	if !ok || len(f.Breaks()) == 0 {
		return ""
	}
	return "\n-# " + in.Say(say.TournamentBreaks, breakNames(f))
}

// standingWords are the picture in words: "1. Ann, 3 points."
func standingWords(in lang.Language, t tourney.Record) string {
	words := []string{t.Name + "."}
	if end := in.Speak(t.Ending()); end != "" {
		words = append(words, end)
	}
	f, _ := tourney.Find(t.Format)
	rows := standingRows(in, t)
	for _, row := range rows[min(1, len(rows)):] {
		if byPoints(f) {
			words = append(words, in.Say(say.TournamentPlaceBy, row[0], row[1], row[2]))
		} else {
			words = append(words, fmt.Sprintf("%s. %s, %s.", row[0], row[1], row[2]))
		}
	}
	return strings.Join(words, " ")
}

// chart is a tournament as a picture: the games of a knockout, the tree of a bracket, a table of all others.
func chart(in lang.Language, t tourney.Record) render.Chart {
	switch t.Format {
	case tourney.Knockout{}.Name():
		return render.Chart{Title: t.Name, Rounds: chartRounds(in, t)}
	case tourney.Bracket{}.Name():
		return tree(in, t)
	}
	rows := standingRows(in, t)
	return render.Chart{
		Title: t.Name, Head: rows[0], Rows: rows[1:],
		More: func(rows int) string { return in.Say(say.TournamentMore, rows) },
	}
}

// shortName is a player in a narrow box: a computer without its level, which all computers of a tournament have in common.
func shortName(t tourney.Record, e tourney.Entrant) string {
	if p := t.Entrants[e]; p.Computer != "" {
		return strings.TrimSuffix(BareName(p), " ("+p.Computer+")")
	}
	return t.EntrantName(e)
}

func chartRounds(in lang.Language, t tourney.Record) (list []render.Round) {
	for n, round := range t.Played {
		r := render.Round{Title: in.Speak(say.TournamentFinal)}
		if len(round.Games) > 1 {
			r.Title = in.Say(say.TournamentRoundTitle, n+1)
		}
		for _, g := range round.Games {
			var lines []render.Line
			for seat, e := range g.Pairing {
				line := render.Line{Name: shortName(t, e), Won: slices.Contains(g.Won(), e)}
				if scoreText(g) != "" {
					line.Score = strconv.Itoa(g.Score[seat])
				}
				lines = append(lines, line)
			}
			r.Games = append(r.Games, lines)
		}
		list = append(list, r)
	}
	return list
}

// tree is a bracket.
func tree(in lang.Language, t tourney.Record) render.Chart {
	ch := render.Chart{Title: t.Name}
	levels, third := tourney.Bracket{}.Nodes(t.State(true))
	for _, nodes := range levels {
		var pairs []render.Pair
		for _, n := range nodes {
			pairs = append(pairs, pairOf(in, t, n))
		}
		ch.Levels = append(ch.Levels, pairs)
	}
	if third != nil {
		p := pairOf(in, t, *third)
		ch.Third, ch.ThirdTitle = &p, in.Speak(thirdPlace)
	}
	return ch
}

func pairOf(in lang.Language, t tourney.Record, n tourney.Node) render.Pair {
	name := func(e tourney.Entrant) string {
		if e == tourney.Nobody {
			return ""
		}
		return shortName(t, e)
	}
	p := render.Pair{A: name(n.A), B: name(n.B)}
	switch {
	case n.Winner == tourney.Nobody:
	case n.Winner == n.A:
		p.Won = 1
	default:
		p.Won = 2
	}
	if n.Bye {
		p.B = in.Speak(say.TournamentByeShort)
	}
	return p
}
