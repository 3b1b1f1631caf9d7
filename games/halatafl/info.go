package halatafl

import (
	"strconv"

	"paddock/games"
	"paddock/games/scene"
)

// New returns the game.
func New() *games.Game { return games.New(rules{}, players()...) }

// usual is the options under which handicaps were measured.
var usual = games.Options{"rules": "standard"}

func (rules) Info() games.Info {
	return games.Info{
		ID: "halatafl", Name: "Halatafl", Version: 1,
		Summary: "Twenty sheep try to fill the paddock while two foxes hunt them",
		Goal:    "Sheep: fill all nine points of the paddock, or catch both foxes. Foxes: leave fewer than nine sheep",
		Hint: "Sheep step forward or sideways. A fox has to jump, along any line, over a sheep with a free point " +
			"behind it. One that can't move is caught",
		MinSeats: 2, MaxSeats: 2, SeatNames: []string{"Sheep", "Foxes"},
		SideOption: "side",
		Odds: []games.Odds{
			{Gap: 100, Weaker: sheepSeat, With: usual, Options: games.Options{"sheep": "15"}},
			{Gap: 150, Weaker: sheepSeat, With: usual, Options: games.Options{"sheep": "16"}},
			{Gap: 200, Weaker: sheepSeat, With: usual, Options: games.Options{"sheep": "17"}},
			{Gap: 350, Weaker: sheepSeat, With: usual, Options: games.Options{"sheep": "18"}},
		},
		Pair:         games.Options{"sheep": "20"},
		DefaultLevel: games.Medium,
		Options: []games.Option{
			{
				Name: "rules", Help: "When foxes have to capture", Default: "standard",
				Choices: []games.Choice{
					{Value: "standard", Label: "standard: foxes must capture, by any chain of jumps"},
					{Value: "longest", Label: "longest: foxes must take the chain that captures the most"},
					{Value: "optional", Label: "optional: foxes may capture or not"},
					{Value: "huff", Label: "huff: a fox that could capture but doesn't is lost"},
				},
				Rules: "**Captures** (an option): `longest`: by the longest chain; `huff`: or the fox is lost; " +
					"`optional`: or not, and 20 sheep score 70 of 100 points.",
			},
			{
				Name: "sheep", Help: "Number of sheep: 14 is even and mostly drawn; 16 wins some 70 of 100 points",
				Default: strconv.Itoa(allSheep), Min: fewestToGo, Max: allSheep,
				Rules: "**Fewer sheep** (an option): 14 are even, often drawn; 16 score 70 of 100 points.",
			},
		},
		Rules:    rulesText,
		Examples: examples,
		Icons: []games.Icon{
			{Name: "sheep", Scene: scene.IconOf(scene.Graph, scene.Piece{Shape: scene.Sheep, Seat: int8(sheepSeat)})},
			{Name: "fox", Scene: scene.IconOf(scene.Graph, scene.Piece{Shape: scene.Fox, Seat: int8(foxesSeat)})},
		},
	}
}

const rulesText = `**Halatafl** is a hunt for two: 20 sheep against 2 foxes, on 33 points joined by lines.

**Goal.** The sheep win when all nine points of the paddock (the top arm of the cross) hold sheep, or when both foxes are caught. The foxes win when fewer than 9 sheep are left, or when no sheep can move.

**Sheep** move first. In a turn one sheep steps one point forward (up the board) or sideways onto an empty point. Sheep never go backwards or diagonally, and never capture.

**Foxes**: in a turn one fox steps along any line, diagonals too, to the next point if that is empty. If a sheep stands next to a fox and the point straight behind it is empty, the fox jumps over the sheep and captures it.
- Capturing is compulsory: while any fox can capture, no fox may step.
- A fox that has jumped goes on jumping as long as it can. Where there is a choice it is free; the longest way is not required.
- A fox that can neither step nor jump when the foxes' turn comes is caught and removed. The other one plays on.

**Draw**: the same position for the third time, or 80 moves in a row without a step forward or a capture.

**How to write a move.** Start and end: ` + "`d4-d5`" + `. For jumps every landing: ` + "`c7xc5xe3`" +
	`. Start and end, or the beginning, are enough if they fit one move only. On boards of text, ` + "`S` is a sheep, `F` a fox and `o` an empty point of the paddock." + `

**Hints.** A sheep with another sheep right behind it can't be jumped from the front. Because foxes must capture, sheep can lure them away with a sacrifice, and then walk on.`

var examples = []games.Example{
	{
		Position: "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -",
		Move:     "d4-d5",
		After:    "halatafl/1 F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS f standard -",
		Say:      "The sheep begin: one steps forward.",
	},
	{
		Position: "halatafl/1 2F/3/3S3/3FS2/4S1S/SSS/SSS f standard -",
		Move:     "d4xd6",
		After:    "halatafl/1 2F/1F1/7/4S2/4S1S/SSS/SSS s standard -",
		Say:      "The fox on d4 must capture: it jumps over d5.",
	},
	{
		Position: "halatafl/1 2F/3/3S3/3FS2/4S1S/S1S/SSS f standard -",
		Move:     "d4xf4xd2",
		After:    "halatafl/1 2F/3/3S3/7/6S/SFS/SSS s standard -",
		Say:      "Two jumps make one move. Eight sheep are left, too few to fill the paddock: the foxes win.",
	},
	{
		Position: "halatafl/1 FSF/SS1/2S4/4S2/SS3SS/SSS/3 s standard -",
		Move:     "e4-e5",
		After:    "halatafl/1 1SF/SS1/2S1S2/7/SS3SS/SSS/3 f standard -",
		Say:      "Now the fox on c7 can't step or jump: it is caught.",
	},
	{
		Position: "halatafl/1 SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -",
		Move:     "d4-d5",
		After:    "halatafl/1 SSS/SSS/2SSS2/7/4F2/F2/3 f standard -",
		Say:      "The paddock is full: the sheep win.",
	},
}
