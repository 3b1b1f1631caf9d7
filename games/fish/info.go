package fish

import "paddock/games"

// New returns the game with its computer players.
func New() *games.Game { return games.New(rules{}, players...) }

// byCourse lists what options of the course's boards require.
var byCourse = games.Options{"rules": "course"}

// boxed holds the options under which handicaps were measured.
var boxed = games.Options{"rules": "official", "penguins": "0"}

func (rules) Info() games.Info {
	return games.Info{
		ID: "fish", Name: "Fish", Version: 1,
		Summary: "Slide penguins over the ice and catch the most fish; 2 to 4 players",
		Goal:    "Have the most fish when nobody can move",
		Hint: "Penguins slide in straight lines, and you get the tile that one leaves, with its fish. " +
			"Keep them next to many fish",
		MinSeats: 2, MaxSeats: games.MaxSeats,
		SeatNames: colourNames[:], SideOption: "first",
		Margin: func(n int) games.Sentence { return fishCount(int32(n)) },
		Options: []games.Option{
			{
				Name: "rules", Help: "Which board to play on",
				Default: "official", Choices: []games.Choice{
					{Value: "official", Label: "official: the boxed game, 60 tiles"},
					{Value: "course", Label: "course: rows and columns; stuck penguins stay on the board"},
				},
				Rules: "**Course boards** (an option) have rows and columns, and up to 5 fish on a tile. " +
					"There penguins may be placed on any free tile, stuck ones stay and block, " +
					"the tiles under the last penguins are nobody's, and ties are shared.",
			},
			{
				Name: "penguins", Help: "Penguins for each player; 0 for the usual 4, 3 or 2 (with 2, 3 or 4 players)",
				Default: "0", Min: 0, Max: 4,
			},
			{
				Name: "odds", Help: "Head start for the first player, in fish",
				Says: "the first player starts with %s fish", Default: "0", Min: 0, Max: 40,
			},
			{Name: "rows", With: byCourse, Help: "Rows on a course board", Default: "8", Min: 1, Max: 16},
			{Name: "columns", With: byCourse, Help: "Columns on a course board", Default: "5", Min: 1, Max: 16},
			{
				Name: "fish", With: byCourse, Help: "Fish on each tile of a course board; 0 for 1 to 5 at random",
				Default: "0", Min: 0, Max: 5,
			},
			{Name: "holes", With: byCourse, Help: "Holes in a course board", Default: "0", Min: 0, Max: 30},
			{
				Name: "board", With: byCourse,
				Help: "Your own course board, row by row as JSON: [[1,2],[0,3],[2,2]]; 0 is a hole", Read: readBoard,
				Example: "[[1,2,3],[1,0,2],[2,5,2],[1,1,1],[3,2,1],[1,1,4],[2,2,2]]",
			},
		},
		Odds: []games.Odds{
			{Gap: 100, With: boxed, Options: games.Options{"odds": "2"}},
			{Gap: 150, With: boxed, Options: games.Options{"odds": "3"}},
			{Gap: 250, With: boxed, Options: games.Options{"odds": "6"}},
			{Gap: 350, With: boxed, Options: games.Options{"odds": "9"}},
		},
		DefaultLevel: games.Medium,
		Rules:        rulesText,
		Examples:     examples,
		Icons:        icons(),
	}
}

const rulesText = `**Goal** Have the most fish when nobody can move any more.
**Placing** In turn, put your penguins on tiles with exactly one fish (2 players have 4 penguins each, 3 have 3, 4 have 2).
**Moving** In turn, slide one of your penguins in a straight line, in any of the six directions, as far as you like over free tiles: never over a hole or another penguin. You get the tile it *leaves*, with its fish; a hole stays behind. Who can move must.
**Stuck** A penguin that can't move any more leaves the board, and you keep the tile it stood on. If none of your penguins can move you are passed over.
**End** When no penguin can move. Most fish wins; then most tiles; then the win is shared.
**Clock** Late with a move in a match with a clock: the turn is lost. Late twice in a row, or late while placing: you are out, and your penguins leave.
**Typing** A tile is a row and a number: place on ` + "`d3`" + `, move ` + "`d3-d5`" + `.`

var examples = []games.Example{
	{
		Position: "fish/1 rules=official penguins=3 phase=move board=1321022/12313112/1221303/02123111/1101110/21211012/0222122/32211303 players=red:3:3:d7,d5,a1;white:4:3:h4,c3,h8;brown:4:2:c4,f4,d6 turn=brown",
		Move:     "f4-g4",
		After:    "fish/1 rules=official penguins=3 phase=move board=1321022/12313112/1221303/02123111/1101110/21201012/0222122/32211303 players=red:3:3:d7,d5,a1;white:4:3:h4,c3,h8;brown:5:3:c4,g4,d6 turn=red",
		Say:      "Brown's penguin moves one tile south-east and takes the fish from the tile it leaves.",
	},
}
