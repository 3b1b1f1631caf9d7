package lesson

import "paddock/games"

// Texts before and after the board in position texts.
const (
	army = "stratego/1 rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=red " +
		"board=b7b8bBb9bFb8b6b9b4b7/" // BLUE's last row is the same in all lessons
	barrage = "stratego/1 rules=isf army=1,1,1,0,0,0,0,0,1,2,1,1 reveal=after phase=setup turn=both board="
	made    = " red=- blue=- moves=- result=-"
	lakes   = "/..~~..~~../..~~..~~../"
)

var stratego = []Board{
	{
		Position: army + "........../....b5'!r3'b2'!.../.........." + lakes +
			"........../........../........../r8rBr9r6rFr7r9r4r5r2" + made,
		Idea:  games.Say("Two pieces fight when one moves onto the other. Both show their rank, and the higher one stays. The Marshal (1) is highest, then General (2), Colonel (3), down to Scout (9)."),
		Ask:   games.Say("You are RED. Attack a piece that your Colonel can beat."),
		Right: games.Say("Your Colonel beats the Captain and moves in. From now on everybody knows its rank."),
		aim:   plays("f8e8"),
		wrong: []wrong{
			{when: plays("f8g8"), say: games.Say("That is the General, who is higher. You would lose the Colonel.")},
			{say: games.Say("That attacks nobody. Your Colonel stands on f8, with an enemy on either side.")},
		},
	},
	{
		Position: army + ".........." + "/....r7'bB!r8'.../.........." + lakes +
			"........../........../........../r8rBr9r6rFr1r9r4r5r2" + made,
		Idea:  games.Say("A Bomb never moves, and it beats any piece that attacks it, even the Marshal. Only a Miner (8) can clear it."),
		Ask:   games.Say("You are RED. Clear the Bomb on f8 out of the way."),
		Right: games.Say("Your Miner has cleared the Bomb and stands in its place. Keep your Miners for the end."),
		aim:   plays("g8f8"),
		wrong: []wrong{
			{
				when: plays("e8f8"),
				say:  games.Say("A Sergeant is higher than a Miner, but it loses against a Bomb. Only a Miner can clear it."),
			},
			{say: games.Say("The Bomb is still there. Your Miner stands next to it.")},
		},
	},
	{
		Position: army + "........../....r2'b1'!rS'.../.........." + lakes +
			"........../........../........../r8rBr9r6rFr7r9r4r5r3" + made,
		Idea:  games.Say("The Spy loses to everybody, with one exception: it beats the Marshal if the Spy attacks first."),
		Ask:   games.Say("You are RED. Beat BLUE's Marshal on f8."),
		Right: games.Say("Your Spy has beaten the Marshal. If the Marshal had attacked first, you would have lost the Spy."),
		aim:   plays("g8f8"),
		wrong: []wrong{
			{when: plays("e8f8"), say: games.Say("The General is lower than the Marshal, so you lose it.")},
			{say: games.Say("The Marshal is still there. Your Spy stands next to it.")},
		},
	},
	{
		Position: army + "b6...b9...../........../b3........b8" + lakes +
			"........../r9...r4...../.........r4/r8rBr8r6rFr7r9r6r5r2" + made,
		Idea:  games.Say("You only see the ranks of your own pieces, until a fight shows the others. A Scout runs as far as you like in a straight line over empty squares, and may attack at the end."),
		Ask:   games.Say("You are RED. Send the Scout on a3 to find out what stands on a7."),
		Right: games.Say("It was a Colonel. You lose the Scout, but now you know what stands there. That is what Scouts are for."),
		aim:   plays("a3a7"),
		wrong: []wrong{
			{
				when: begins("a3"),
				say:  games.Say("A Scout runs as far as the way is free, so it can reach a7 in one move."),
			},
			{say: games.Say("Keep your better pieces at home. Risk the Scout on a3.")},
		},
	},
	{
		Position: barrage + "........../........../........../.........." + lakes +
			"......r1.../...r2....../.......rS../rFr9..r9r8...." + made,
		Idea:  games.Say("First you both place your armies on your own four rows, out of each other's sight. Taking the Flag wins, so guard yours: a Bomb in the way stops all but Miners."),
		Ask:   games.Say("You are RED, with a small army. Block the way to the Flag on a1: place your last Bomb on a2."),
		Right: games.Say("Now only a Miner gets through there. In a match you then press *Confirm*. Your opponent only learns that you are ready."),
		aim:   arranges("......1.../...2....../B......S../F9..98...."),
		wrong: []wrong{{say: games.Say("The way through a2 is still open. Choose *Place*, then the Bomb on a2.")}},
	},
}
