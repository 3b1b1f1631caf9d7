package lesson

import "paddock/games"

var fish = []Board{
	{
		Position: "fish/1 rules=official penguins=4 phase=place board=0000000/00131000/0021200/00111000/0012100/00000000/0000000/00000000 players=red:0:0:-;white:0:0:- turn=red",
		Idea:     games.Say("First the penguins are placed in turn, each on a tile with exactly one fish. Later every tile that a penguin leaves is yours, with its fish."),
		Ask:      games.Say("You are red. Place a penguin next to the tile with three fish."),
		Right:    games.Say("From there the three fish are one step away."),
		aim:      plays("b3", "b5", "c4"),
		wrong:    []wrong{{say: games.Say("That is allowed, but the three fish on b4 are not next to it.")}},
	},
	{
		Position: "fish/1 rules=official penguins=4 phase=move board=0000000/00112100/0013110/00112100/0011110/00000000/0000000/00000000 players=red:0:0:b3,c4;white:0:0:e5,b5 turn=red",
		Idea:     games.Say("A penguin slides in a straight line, in any of six directions, as far as you like over free tiles. You get the tile that it leaves, not the one it goes to."),
		Ask:      games.Say("You are red. Get three fish with this move."),
		Right:    games.Say("The three fish are yours, and a hole is left where the penguin stood."),
		aim:      begins("c4-"),
		wrong:    []wrong{{say: games.Say("That gets you one fish: the penguin left a tile with one. Which of yours stands on three?")}},
	},
	{
		Position: "fish/1 rules=official penguins=4 phase=move board=0000000/00110000/0111110/01111310/0110110/00000000/0000000/00000000 players=red:0:0:d2,b3;white:0:0:c6,e2 turn=red",
		Idea:     games.Say("Nothing goes over a hole or over another penguin: what lies behind is out of reach."),
		Ask:      games.Say("You are red. Slide onto the tile with three fish in one move; when that penguin moves on, they are yours."),
		Right:    games.Say("The way along the row was free. Your next move from there gets the three fish."),
		aim:      ends("-d6"),
		wrong:    []wrong{{say: games.Say("That is allowed, but the tile with three fish is d6. Which of your penguins has a free straight line to it?")}},
	},
	{
		Position: "fish/1 rules=official penguins=4 phase=move board=0000000/00000000/0211110/00000000/0001110/00011100/0000000/00000000 players=red:4:3:c6,f4;white:5:3:c2,e5 turn=red",
		Idea:     games.Say("A penguin that can't move any more leaves the board with the tile it stood on. So play is about room: keep yours, and cut the others off."),
		Ask:      games.Say("You are red. Leave the white penguin on c2 no way out."),
		Right:    games.Say("The white penguin has nowhere to go: it leaves with its two fish, and the tiles around are yours to take."),
		aim:      happens("stuck", 1),
		wrong:    []wrong{{say: games.Say("The white penguin still gets out over c3. Slide onto that tile.")}},
	},
}
