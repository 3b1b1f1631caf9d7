package lesson

import "paddock/games"

var fish = []Board{
	{
		Position: "fish/1 rules=official penguins=4 phase=place board=0000000/00131000/0021200/00111000/0012100/00000000/0000000/00000000 players=red:0:0:-;white:0:0:- turn=red",
		Idea:     games.Say("First you take turns placing penguins, each on a tile with exactly one fish. After that you get every tile your penguin leaves, with its fish."),
		Ask:      games.Say("You are red. Place a penguin next to the tile with three fish."),
		Right:    games.Say("From there the three fish are one step away."),
		aim:      plays("b3", "b5", "c4"),
		wrong:    []wrong{{say: games.Say("You may do that, but it isn't next to the three fish on b4.")}},
	},
	{
		Position: "fish/1 rules=official penguins=4 phase=move board=0000000/00112100/0013110/00112100/0011110/00000000/0000000/00000000 players=red:0:0:b3,c4;white:0:0:e5,b5 turn=red",
		Idea:     games.Say("A penguin slides in a straight line in any of six directions, as far as you like over free tiles. You get the tile it leaves, not the one it goes to."),
		Ask:      games.Say("You are red. Get three fish with this move."),
		Right:    games.Say("The three fish are yours. Where the penguin stood there is now a hole."),
		aim:      begins("c4-"),
		wrong:    []wrong{{say: games.Say("You only got one fish, because that penguin stood on one. Which of yours stands on three?")}},
	},
	{
		Position: "fish/1 rules=official penguins=4 phase=move board=0000000/00110000/0111110/01111310/0110110/00000000/0000000/00000000 players=red:0:0:d2,b3;white:0:0:c6,e2 turn=red",
		Idea:     games.Say("A penguin can't cross a hole or another penguin, so what lies behind is out of reach."),
		Ask:      games.Say("You are red. Slide onto the tile with three fish in one move. You get them when that penguin moves on."),
		Right:    games.Say("The way along the row was free. When you move on from there, you get the three fish."),
		aim:      ends("-d6"),
		wrong:    []wrong{{say: games.Say("You may do that, but the three fish are on d6. Which of your penguins has a free straight line to it?")}},
	},
	{
		Position: "fish/1 rules=official penguins=4 phase=move board=0000000/00000000/0211110/00000000/0001110/00011100/0000000/00000000 players=red:4:3:c6,f4;white:5:3:c2,e5 turn=red",
		Idea:     games.Say("A penguin that can't move leaves the board with its tile. So it's all about room: keep yours, and cut the others off."),
		Ask:      games.Say("You are red. Lock in the white penguin on c2."),
		Right:    games.Say("The white penguin has nowhere to go and leaves with its two fish. Now the tiles around it are yours to take. With equal fish, more tiles win."),
		aim:      happens("stuck", 1),
		wrong:    []wrong{{say: games.Say("The white penguin can still get out through c3. Slide onto that tile.")}},
	},
}
