package view

import (
	"paddock/games"
	"paddock/games/stratego/board"
)

// Names of ranks and sides are separate sentences within sentences, because translations differ.

var rankNames = map[board.Rank]games.Sentence{
	board.Flag: games.Say("Flag"), '1': games.Say("Marshal"), '2': games.Say("General"), '3': games.Say("Colonel"),
	'4': games.Say("Major"),
	'5': games.Say("Captain"), '6': games.Say("Lieutenant"), '7': games.Say("Sergeant"), '8': games.Say("Miner"),
	'9':       games.Say("Scout"),
	board.Spy: games.Say("Spy"), board.Bomb: games.Say("Bomb"),
}

var rankPlurals = map[board.Rank]games.Sentence{
	board.Flag: games.Say("Flags"), '1': games.Say("Marshals"), '2': games.Say("Generals"), '3': games.Say("Colonels"),
	'4': games.Say("Majors"),
	'5': games.Say("Captains"), '6': games.Say("Lieutenants"), '7': games.Say("Sergeants"), '8': games.Say("Miners"),
	'9':       games.Say("Scouts"),
	board.Spy: games.Say("Spies"), board.Bomb: games.Say("Bombs"),
}

// countOf returns a number of pieces of a rank: "2 Miners".
func countOf(n int, r board.Rank) games.Sentence {
	if n == 1 {
		return games.Say("%d %s", n, rankNames[r])
	}
	return games.Say("%d %s", n, rankPlurals[r])
}

// RankName returns a rank's name as a translatable sentence.
func RankName(r board.Rank) games.Sentence {
	if said, ok := rankNames[r]; ok {
		return said
	}
	return games.Say("%s", r.Name())
}

// RankHelp says what a piece of a rank does in a fight, and how it moves unless by single squares.
func RankHelp(r board.Rank) games.Sentence {
	switch r {
	case board.Flag:
		return games.Say("Never moves. Whoever loses it loses the match.")
	case board.Bomb:
		return games.Say("Never moves. Beats everything but a Miner.")
	case board.Spy:
		return games.Say("Beats the Marshal, but only if it attacks. Everything else beats it.")
	case board.Scout:
		return games.Say("Runs any way in a straight line. Beats the Spy; stronger pieces beat it.")
	case board.Miner:
		return games.Say("Takes Bombs away. Beats Scout and Spy.")
	case board.Marshal:
		return games.Say("Beats everything but Bombs; two Marshals take each other. Only a Spy that attacks beats it.")
	case '2':
		return games.Say("Beats %s and everything weaker. Loses to the Marshal and to Bombs.", RankName(r+1))
	}
	return games.Say("Beats %s and everything weaker. Loses to %s, everything stronger, and Bombs.",
		RankName(r+1), RankName(r-1))
}

// RankTitle returns the name and the classic number, if there is one: "General (2)" (S5).
func RankTitle(r board.Rank) games.Sentence { return TitleIn(board.ClassicNumbers, r) }

// TitleIn returns the title of a rank like RankTitle, with a choice of numbers.
func TitleIn(n board.Numbers, r board.Rank) games.Sentence {
	switch {
	case r < '1' || r > '9':
		return RankName(r)
	case n == board.ModernNumbers && r == board.Marshal:
		return games.Say("%s (%s)", RankName(r), "10")
	}
	return games.Say("%s (%s)", RankName(r), n.Glyph(r))
}

// SideName returns a side's name: "RED".
func SideName(seat games.Seat) games.Sentence {
	if seat == Red {
		return games.Say(string(board.Red))
	}
	return games.Say(string(board.Blue))
}
