package lesson

import "paddock/games"

var halatafl = []Board{
	{
		Position: "halatafl/1 SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -",
		Idea:     games.Say("Twenty sheep play against two foxes. The sheep win as soon as they stand on all nine points of the paddock, the top arm of the cross; a sheep steps one point forward or sideways, never back."),
		Ask:      games.Say("You are the sheep. Fill the last point of the paddock."),
		Right:    games.Say("The paddock is full: the sheep win, whatever the foxes could do next."),
		aim:      wins,
		wrong:    []wrong{{say: games.Say("That leaves a point of the paddock empty. Which sheep stands right below it?")}},
	},
	{
		Position: "halatafl/1 F2/1F1/3S3/7/2SSS2/SSS/SSS s standard -",
		Idea:     games.Say("A fox captures a sheep next to it by jumping over it along a line, if the point straight behind is empty."),
		Ask:      games.Say("You are the sheep, and the fox on d6 could jump over your sheep on d5. Step so that no fox can jump."),
		Right:    games.Say("Now another sheep stands right behind it, and there is no room to jump. Sheep walk safely in pairs."),
		aim:      safe,
		wrong: []wrong{
			{when: begins("d5"), say: games.Say("The fox reaches it there too, along the slanting line. Bring another sheep right behind it instead.")},
			{say: games.Say("The fox can still jump over d5. Bring another sheep right behind it.")},
		},
	},
	{
		Position: "halatafl/1 2F/3/3S3/3FS2/S3S1S/S1S/SSS f standard -",
		Seat:     1,
		Idea:     games.Say("A fox that can jump must jump, and goes on as long as it can; all its jumps are one move. The foxes win when fewer than nine sheep are left."),
		Ask:      games.Say("You are the foxes, and ten sheep are left. Capture two sheep in one move."),
		Right:    games.Say("Two jumps in one move, and too few sheep are left to fill the paddock: the foxes win."),
		aim:      wins,
		wrong:    []wrong{{say: games.Say("That captures one sheep. Another jump leads on to a second one.")}},
	},
	{
		Position: "halatafl/1 FSF/SS1/2S4/4S2/SS3SS/SSS/3 s standard -",
		Idea:     games.Say("A fox that can neither step nor jump when it is the foxes' turn is caught and leaves the board. Sheep that catch both have won."),
		Ask:      games.Say("You are the sheep. Leave the fox on c7 no way out."),
		Right:    games.Say("The fox on c7 could neither step nor jump: it is caught. The other one plays on."),
		aim:      happens("surrounded", 1),
		wrong:    []wrong{{say: games.Say("The fox on c7 still has a jump. Which point must be taken from it?")}},
	},
}
