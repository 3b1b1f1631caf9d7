package lesson

import "paddock/games"

var kalah = []Board{
	{
		Position: "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard",
		Idea:     games.Say("To move is to sow: all beans of one of your holes are dropped one by one, counter-clockwise, your own pot included and the other pot left out. Who has more beans in the pot at the end wins."),
		Ask:      games.Say("You are South, below; your pot is at the right. Sow so that a bean falls into it."),
		Right:    games.Say("One bean is in your pot, and it stays there."),
		aim:      gains,
		wrong:    []wrong{{say: games.Say("Those beans end before your pot. A hole with four beans reaches four places on: take one nearer to the pot.")}},
	},
	{
		Position: "kalah/1 m=6 to=S south=2.1.5.3.4.0:9 north=3.0.4.2.1.5:9 rules=standard",
		Idea:     games.Say("If the last bean falls into your own pot, you sow again at once, any number of times."),
		Ask:      games.Say("Find the hole whose last bean falls into your pot."),
		Right:    games.Say("The last bean is in your pot, so it is still your turn."),
		aim:      again,
		wrong: []wrong{
			{when: gains, say: games.Say("A bean falls into your pot, but it is not the last one. Count the places from the hole to the pot.")},
			{say: games.Say("That does not reach your pot. Count the places from the hole to the pot.")},
		},
	},
	{
		Position: "kalah/1 m=6 to=S south=1.0.2.1.0.1:9 north=2.5.1.3.0.2:21 rules=standard",
		Idea:     games.Say("If the last bean falls into an empty hole of your own row, and the hole opposite is not empty, that bean and all beans opposite go into your pot."),
		Ask:      games.Say("Capture the five beans in North's hole 2."),
		Right:    games.Say("Your bean and the five opposite are in your pot. After a capture it is the other's turn."),
		aim:      happens("capture", 0),
		wrong: []wrong{
			{when: again, say: games.Say("That earns another sowing, which is often good; but here a capture is asked for. Which of your holes lies opposite the five beans, and which bean can end there?")},
			{say: games.Say("That ends in an empty hole of yours, but the hole opposite is empty too, so nothing is captured.")},
		},
	},
	{
		Position: "kalah/1 m=6 to=S south=1.0.0.0.0.3:22 north=0.2.0.0.0.0:20 rules=standard",
		Idea:     games.Say("As soon as either row is empty the game is over. The beans that are left go to the pot of the seat in whose row they lie."),
		Ask:      games.Say("End the game now by leaving North's row empty, and win."),
		Right:    games.Say("North's row is empty: what is left in your row is yours, and you have won by 28 to 20."),
		aim:      wins,
		wrong:    []wrong{{say: games.Say("That gives beans to North's row, and the game goes on. Capture the last ones there instead.")}},
	},
}
