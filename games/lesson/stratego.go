package lesson

import "paddock/games"

// Beginnings and ends of position texts.
const (
	army    = "stratego/1 rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=red board="
	barrage = "stratego/1 rules=isf army=1,1,1,0,0,0,0,0,1,2,1,1 reveal=after phase=setup turn=both board="
	made    = " red=- blue=- moves=- result=-"
	lakes   = "/..~~..~~../..~~..~~../"
)

var stratego = []Board{
	{
		Position: army + "b7b8bBb9bFb8b6b9b4b7/........../....b5'!r3'b2'!.../.........." + lakes + "........../........../........../r8rBr9r6rFr7r9r4r5r2" + made,
		Idea:     games.Say("Two pieces fight when one moves onto the other. Both show their ranks and the higher one stays: Marshal (1) is the highest, then General (2), Colonel (3), down to Scout (9)."),
		Ask:      games.Say("You are RED. Attack with your Colonel a piece that it beats."),
		Right:    games.Say("The Colonel beats the Captain and moves in. Its rank is known from now on."),
		aim:      plays("f8e8"),
		wrong: []wrong{
			{when: plays("f8g8"), say: games.Say("That is the General, which is higher: the Colonel would be lost.")},
			{say: games.Say("That attacks nobody. Your Colonel stands on f8, with an enemy on either side.")},
		},
	},
	{
		Position: army + "b7b8bBb9bFb8b6b9b4b7/.........." + "/....r7'bB!r8'.../.........." + lakes + "........../........../........../r8rBr9r6rFr1r9r4r5r2" + made,
		Idea:     games.Say("A Bomb never moves, and beats whoever attacks it, even the Marshal. Only a Miner (8) removes it."),
		Ask:      games.Say("You are RED. Clear the Bomb on f8 out of the way."),
		Right:    games.Say("The Miner has removed the Bomb and stands in its place. Keep Miners for the end."),
		aim:      plays("g8f8"),
		wrong: []wrong{
			{when: plays("e8f8"), say: games.Say("A Sergeant is higher than a Miner, but against a Bomb it is lost: only a Miner can do that.")},
			{say: games.Say("That leaves the Bomb where it is. Your Miner stands next to it.")},
		},
	},
	{
		Position: army + "b7b8bBb9bFb8b6b9b4b7/........../....r2'b1'!rS'.../.........." + lakes + "........../........../........../r8rBr9r6rFr7r9r4r5r3" + made,
		Idea:     games.Say("The Spy loses against everybody, with one exception: it beats the Marshal, if it is the Spy who attacks."),
		Ask:      games.Say("You are RED. Beat BLUE's Marshal on f8."),
		Right:    games.Say("The Spy has beaten the Marshal. Had the Marshal attacked first, the Spy would be lost."),
		aim:      plays("g8f8"),
		wrong: []wrong{
			{when: plays("e8f8"), say: games.Say("The General is lower than the Marshal, and lost.")},
			{say: games.Say("That leaves the Marshal where it is. Your Spy stands next to it.")},
		},
	},
	{
		Position: army + "b7b8bBb9bFb8b6b9b4b7/b6...b9...../........../b3........b8" + lakes + "........../r9...r4...../.........r4/r8rBr8r6rFr7r9r6r5r2" + made,
		Idea:     games.Say("You see the ranks of your own pieces alone; only a fight shows what the other's are. A Scout runs any way in a straight line over empty squares, and may attack at the end of it."),
		Ask:      games.Say("You are RED. Send the Scout on a3 to find out what stands on a7."),
		Right:    games.Say("It was a Colonel. The Scout is lost, but now everybody knows what stands there: that is what Scouts are for."),
		aim:      plays("a3a7"),
		wrong: []wrong{
			{when: begins("a3"), say: games.Say("The Scout runs on as far as the way is free: it can reach a7 in one move.")},
			{say: games.Say("Leave the more valuable pieces at home. The Scout on a3 is the one to be risked.")},
		},
	},
	{
		Position: barrage + "........../........../........../.........." + lakes + "......r1.../...r2....../.......rS../rFr9..r9r8...." + made,
		Idea:     games.Say("Before play both place their armies on their own four rows, and neither sees the other's. Who takes the Flag wins, so it wants company: a Bomb in the way holds off all but Miners."),
		Ask:      games.Say("You are RED, in a small army. Close the way to the Flag on a1: place the Bomb that is left on a2."),
		Right:    games.Say("Nobody but a Miner gets through there now. In a match you then press *Confirm*; the other learns that you are ready, and nothing else."),
		aim:      plays("place:Ba2"),
		wrong:    []wrong{{say: games.Say("The way over a2 is still open. Choose *place*, then the Bomb on a2.")}},
	},
}
