package lesson

import "paddock/games"

var kalah = []Board{
	{
		Position: "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard",
		Idea:     games.Say("To move, sow one of your holes: drop its beans one by one, counter-clockwise, into your own pot too, but not into the other. The player with more beans in the pot wins."),
		Ask:      games.Say("You are South, at the bottom, with your pot on the right. Sow so that a bean falls into it."),
		Right:    games.Say("One bean is in your pot, and it stays there."),
		aim:      gains,
		wrong:    []wrong{{say: games.Say("Those beans don't reach your pot. Four beans go four places, so take a hole nearer to the pot.")}},
	},
	{
		Position: "kalah/1 m=6 to=S south=2.1.5.3.4.0:9 north=3.0.4.2.1.5:9 rules=standard",
		Idea:     games.Say("If your last bean falls into your own pot, you sow again, as often as you can."),
		Ask:      games.Say("Find the hole whose last bean ends in your pot."),
		Right:    games.Say("The last bean is in your pot, so it's still your turn."),
		aim:      again,
		wrong: []wrong{
			{when: gains, say: games.Say("A bean falls into your pot, but it isn't the last one. Count the places from the hole to the pot.")},
			{say: games.Say("That doesn't reach your pot. Count the places from the hole to the pot.")},
		},
	},
	{
		Position: "kalah/1 m=6 to=S south=1.0.2.1.0.1:9 north=2.5.1.3.0.2:21 rules=standard",
		Idea:     games.Say("If your last bean falls into an empty hole in your row, you capture the beans opposite. They go into your pot with that bean."),
		Ask:      games.Say("Capture the five beans in North's hole 2."),
		Right:    games.Say("Your bean and the five opposite are in your pot. After a capture it's your opponent's turn."),
		aim:      happens("capture", 0),
		wrong: []wrong{
			{when: again, say: games.Say("You sow again, which is often good, but here you need a capture. Which of your holes is opposite the five beans, and which bean can end there?")},
			{say: games.Say("That ends in an empty hole, but the one opposite is empty too, so you capture nothing.")},
		},
	},
	{
		Position: "kalah/1 m=6 to=S south=1.0.0.0.0.3:22 north=0.2.0.0.0.0:20 rules=standard",
		Idea:     games.Say("The game is over as soon as one row is empty. You keep the beans left in your row, and your opponent keeps theirs."),
		Ask:      games.Say("Win the game now by leaving North's row empty."),
		Right:    games.Say("North's row is empty, so the beans in your row are yours. You win 28 to 20."),
		aim:      wins,
		wrong:    []wrong{{say: games.Say("That gives North more beans, and the game goes on. Capture North's last ones instead.")}},
	},
	{
		Position: "kalah/1 m=6 to=S south=0.0.1.0.0.1:20 north=5.0.0.1.0.0:20 rules=standard",
		Idea:     games.Say("An extra turn isn't always good, because you must take it. If that empties your row, the game is over and your opponent keeps the beans in theirs."),
		Ask:      games.Say("Both pots have 20 beans. Find the hole that wins, and think of what you have to sow next."),
		Right:    games.Say("You capture the bean opposite with your own, and hole 6 is still there. North has to sow its five, most of them into your row, and you win 27 to 21."),
		aim:      plays("3"),
		wrong:    []wrong{{say: games.Say("Now you have to sow hole 3, and your row is empty. North keeps its five beans and wins 25 to 23.")}},
	},
}
