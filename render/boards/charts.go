package main

import (
	"fmt"

	"paddock/render/chart"
)

// charts writes pictures of tournaments: the rounds of a knockout, a bracket, a table.
func (p *press) charts() error {
	for name, c := range map[string]chart.Chart{
		"tournament-knockout": {Title: "Iceberg Cup", Rounds: []chart.Round{
			{Title: "Round 1", Games: [][]chart.Line{
				{
					line("Marge", "30", true), line("Homer", "27", false), line("Lisa", "27", false),
					line("Bart", "0", false),
				},
				{line("Computer 1", "34", false), line("Computer 2", "9", false), line("Computer 3", "37", true)},
				{line("Computer 4", "50", true), line("Computer 5", "28", false)},
			}},
			{Title: "Final", Games: [][]chart.Line{{
				line("Marge", "35", true), line("Computer 3", "26", false),
				line("Computer 4", "26", false),
			}}},
		}},
		"tournament-bracket": {
			Title: "Kalah bracket",
			Levels: [][]chart.Pair{
				{
					pair("Marge", "bye", 1), scored("Bart", "12", "Ned", "36", 2), scored("Lisa", "30", "Maggie", "18", 1),
					scored("Homer", "25", "Moe", "23", 1),
				},
				{scored("Marge", "27", "Ned", "21", 1), scored("Lisa", "29", "Homer", "19", 1)},
				{scored("Marge", "26", "Lisa", "22", 1)},
			},
			ThirdTitle: "third place", Third: &chart.Pair{A: "Ned", B: "Homer"},
		},
		"tournament-table": {
			Title: "Kalah swiss", Podium: []string{"Lisa", "Marge", "Bart"},
			Head: []string{"#", "player", "points", "Buch", "h2h", "diff"},
			Rows: [][]string{
				{"1", "Lisa", "3", "3", "0", "30"},
				{"2", "Marge", "2", "6", "1", "24"},
				{"3", "Bart", "2", "4", "0", "-12"},
				{"4", "Homer", "2", "2", "0", "12"},
				{"5", "Ned", "1", "7", "0", "2"},
				{"6", "Moe", "1", "5", "1", "-2"},
				{"7", "Maggie", "1", "3", "0", "-4"},
				{"8", "Computer 1", "0", "6", "0", "-50"},
			},
		},
	} {
		png, err := p.renderer.Chart(c)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := p.write(name+".png", png); err != nil {
			return err
		}
	}
	return nil
}

func line(name, score string, won bool) chart.Line {
	return chart.Line{Name: name, Score: score, Won: won}
}

func pair(a, b string, won int) chart.Pair { return chart.Pair{A: a, B: b, Won: won} }

func scored(a, scoreA, b, scoreB string, won int) chart.Pair {
	return chart.Pair{A: a, ScoreA: scoreA, B: b, ScoreB: scoreB, Won: won}
}
