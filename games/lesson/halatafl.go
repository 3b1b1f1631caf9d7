package lesson

import "paddock/games"

var halatafl = []Board{
	{
		Position: "halatafl/1 SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -",
		Idea:     games.Say("Twenty sheep play against two foxes. The sheep win when they fill the paddock, the nine points at the top. A sheep steps one point forward or sideways, never back."),
		Ask:      games.Say("You are the sheep. Fill the last empty point of the paddock."),
		Right:    games.Say("The paddock is full, so the sheep win."),
		aim:      wins,
		wrong:    []wrong{{say: games.Say("One point of the paddock is still empty. Which sheep stands right below it?")}},
	},
	{
		Position: "halatafl/1 F2/1F1/3S3/7/2SSS2/SSS/SSS s standard -",
		Idea:     games.Say("A fox captures a sheep next to it by jumping over it along a line. The point right behind the sheep has to be empty."),
		Ask:      games.Say("You are the sheep, and the fox on d6 could jump over your sheep on d5. Make a step that stops it."),
		Right:    games.Say("Now another sheep stands right behind it, so there is no room to jump. Sheep are safest in pairs."),
		aim:      safe,
		wrong: []wrong{
			{
				when: begins("d5"),
				say:  games.Say("The fox can reach it there too, along the diagonal. Put another sheep right behind it instead."),
			},
			{say: games.Say("The fox can still jump over d5. Put another sheep right behind it.")},
		},
	},
	{
		Position: "halatafl/1 2F/3/3S3/3FS2/S3S1S/S1S/SSS f standard -",
		Seat:     1,
		Idea:     games.Say("A fox that can jump has to, and keeps jumping as long as it can; that is all one move. The foxes win when fewer than nine sheep are left."),
		Ask:      games.Say("You are the foxes, and ten sheep are left. Capture two sheep in one move."),
		Right:    games.Say("Two jumps in one move! Now too few sheep are left to fill the paddock, so the foxes win."),
		aim:      wins,
		wrong:    []wrong{{say: games.Say("That only captures one sheep. With another jump you can go on to a second one.")}},
	},
	{
		Position: "halatafl/1 FSF/SS1/2S4/4S2/SS3SS/SSS/3 s standard -",
		Idea:     games.Say("If a fox can't step or jump on the foxes' turn, it is caught and leaves the board. Catch both, and the sheep win."),
		Ask:      games.Say("You are the sheep. Lock in the fox on c7."),
		Right:    games.Say("The fox on c7 can't step or jump, so it is caught. The other one plays on."),
		aim:      happens("surrounded", 1),
		wrong:    []wrong{{say: games.Say("The fox on c7 still has a jump. Which point do you have to block?")}},
	},
	{
		Position: "halatafl/1 SSS/SSS/2SSF2/F3S2/4SS1/3/3 s standard -",
		Idea:     games.Say("A fox that can jump has to, even if it would rather stay. So a sheep can be bait."),
		Ask:      games.Say("You are the sheep, and the fox on e5 stands on the last point of the paddock. Lure it away, so that you can fill the paddock next."),
		Right:    games.Say("The fox has to capture the sheep on f4, and ends up on g3. Then e4 steps forward, and the paddock is full."),
		aim:      plays("f3-f4"),
		wrong: []wrong{
			{when: begins("e4"), say: games.Say("The fox has to jump, but now no sheep stands right below e5 to step in.")},
			{say: games.Say("The fox can stay, or it captures a sheep that you need. Offer it one that you can spare, with an empty point right behind it.")},
		},
	},
}
