package say

import "paddock/games"

// What makes a match fairer: a handicap, two matches, or another level of the computer.
var (
	OddsHint   = games.Say("By the ratings here %s would make about %d of 100 points. Fair odds, not rated, would be: %s")
	PairHint   = games.Say("The sides are not even here. As a pair it is two rated matches, the second with sides swapped when the first is over.")
	PairAgreed = games.Say("a pair of matches: when this one is over the second begins, with sides swapped")
	LevelHint  = games.Say("By the ratings here you would make about %d of 100 points against %s; %s is nearer to you.")
	OddsTaken  = games.Say("The terms are changed.")
	LevelTaken = games.Say("%s plays in its place.")
	NoticeOdds = games.Say("%s would rather play you on other terms, and challenges you to them. The challenge as it was stands no more.")

	LabelOdds  = games.Say("Fair odds")
	LabelPair  = games.Say("As a pair")
	LabelLevel = games.Say("Play %s instead")
)
