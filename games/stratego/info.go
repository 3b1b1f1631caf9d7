package stratego

import (
	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// The options under which handicaps were measured.
var (
	classic = games.Options{"army": "classic", "counts": ""}
	barrage = games.Options{"army": "barrage", "counts": ""}
)

func (rules) Info() games.Info {
	return games.Info{
		ID: "stratego", Name: "Stratego", Summary: "Take the Flag of an army whose ranks you can't see", Version: 1,
		Hidden: true,
		Goal:   "Take the enemy's Flag, or leave them no piece that can move",
		Hint: "Set up your army with the buttons under the board. Only you see it. " +
			"Bombs beside the Flag guard it; far away they mislead",
		MinSeats: 2, MaxSeats: 2, SeatNames: []string{string(board.Teams[red]), string(board.Teams[blue])},
		SideOption: "first",
		MoveSteps:  []string{"from", "to"}, PieceFirst: true,
		Options: []games.Option{
			{
				Name: "army", Help: "How many pieces, and which", Default: "classic", Says: games.SaysItself,
				Choices: []games.Choice{
					{Value: "classic", Label: "classic: 40 pieces each, a long game"},
					{Value: "barrage", Label: "barrage: 8 pieces each, a short game"},
					{Value: "duel", Label: "duel: 10 pieces each"},
				},
			},
			{
				Name: "counts", Typed: "pieces",
				Help: "An army of your own, for example 1 flag, 1 marshal, 2 miners, 3 scouts, 2 bombs",
				Read: readCounts, Example: "1 flag, 1 marshal, 2 miners, 3 scouts, 1 spy, 2 bombs",
			},
			{
				Name: "handicap", Help: "What one side plays without, for example BLUE without Marshal, 2 Scouts",
				Read: readHandicap, Example: "BLUE without Marshal",
			},
			{
				Name: "rules", Help: "May a piece go to and fro for ever?", Default: "isf",
				Choices: []games.Choice{
					{Value: "isf", Label: "isf: no endless to and fro, and no endless chase"},
					{Value: "casual", Label: "casual: to and fro as long as one likes"},
				},
			},
			{Name: "reveal", Help: "Show both set-ups after the game?", Default: "after", Choices: []games.Choice{
				{Value: "after", Label: "after: both are shown at the end"},
				{Value: "never", Label: "never: what was hidden stays hidden"},
			}},
		},
		Personal: []games.Option{{
			Name: "numbers", Help: "How your boards number Stratego's ranks", Default: "classic",
			Choices: []games.Choice{
				{Value: "classic", Label: "classic: Marshal 1, General 2 … Scout 9"},
				{Value: "modern", Label: "modern: Marshal X, General 9 … Scout 2, though you type classic ones"},
			},
		}},
		Odds:         handicaps,
		DefaultLevel: games.Medium,
		Quick:        games.Options{"army": "barrage"},
		Rules:        rulesText,
		Examples:     examples,
		Icons:        icons(),
	}
}

// handicaps even a difference in rating, as measured between computer players.
var handicaps = []games.Odds{
	{Gap: 150, Weaker: red, With: classic, Options: games.Options{"handicap": "BLUE without General"}},
	{Gap: 350, Weaker: red, With: classic, Options: games.Options{"handicap": "BLUE without Marshal, General"}},
	{Gap: 100, Weaker: red, With: barrage, Options: games.Options{"handicap": "BLUE without Marshal, General"}},
	{
		Gap: 150, Weaker: red, With: barrage,
		Options: games.Options{"handicap": "BLUE without Marshal, General, Spy"},
	},
	{
		Gap: 350, Weaker: red, With: barrage,
		Options: games.Options{"handicap": "BLUE without Marshal, General, 2 Scouts"},
	},
}

const rulesText = `**The board.** Ten by ten squares, a–j and 1–10, with two lakes that nothing enters. RED owns the rows 1–4, BLUE 7–10. a1 is RED's back left corner, for both.
**Set-up.** Both place their pieces on their own rows, unseen, and confirm. RED moves first. Which pieces, the challenge says: an army by name, counts of your own, a handicap for one side.
**Ranks.** Marshal (1) is the highest, then General (2), Colonel (3), Major (4), Captain (5), Lieutenant (6), Sergeant (7), Miner (8), Scout (9), Spy. Flag and Bombs never move. (` + "`/settings general numbers:modern`" + ` draws them for you as newer boxes do, Marshal X to Scout 2.)
**Moving.** One square up, down, left or right, onto an empty square or an enemy. A Scout runs any way in a straight line over empty squares and may strike at the end of it.
**Fighting.** Both ranks are shown. The higher rank stays, equal ranks both leave. A Bomb beats everything but the Miner, who removes it. The Spy beats the Marshal if the Spy attacks. A winning attacker moves in, a winning defender stays.
**Marks.** A white dot: the piece has moved. A frame: both players know it. Amber: the last move. A spark: a fight, with what it took.
**Repetition.** A piece may not go to and fro between the same squares more than three times in a row, and a chase may not repeat a position. Such moves are refused, unless the match says ` + "`casual`" + `.
**End.** Who takes the Flag wins. Who can't move loses. After 200 turns without a fight the side to move may ` +
	"`claim`" + ` a draw; 400 of them or 2,000 turns in all are a draw.
**Typed moves.** From and to: ` + "`a4a5`."

// few is a small army, enough to show a rule.
const few = "rules=isf army=1,1,1,0,0,0,0,0,2,2,1,2 reveal=after "

var examples = []games.Example{
	{ // the first example is also the game's picture, so it has all pieces
		Position: "stratego/1 rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=red board=b9b8b9b8b5b8b7bBbFbB/b4b6b4bBb8b8bSb3bBb9/b9bBb6b3b5b4b9b7bBb7/b9b6b9b2b6.b5b1b5b9/..~~.b7'!~~../..~~r7'.~~../r9r5r1r5.r6r2r9r6r9/r7rBr7r9r4r5r3r6rBr9/r9rBr3rSr8r8rBr4r6r4/rBrFrBr7r8r5r8r9r8r9 red=- blue=- moves=- result=-", Move: "a4a6",
		After: "stratego/1 rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=blue board=b9b8b9b8b5b8b7bBbFbB/b4b6b4bBb8b8bSb3bBb9/b9bBb6b3b5b4b9b7bBb7/b9b6b9b2b6.b5b1b5b9/r9'!.~~.b7'!~~../..~~r7'.~~../.r5r1r5.r6r2r9r6r9/r7rBr7r9r4r5r3r6rBr9/r9rBr3rSr8r8rBr4r6r4/rBrFrBr7r8r5r8r9r8r9 red=- blue=- moves=a4a6 result=-",
		Say:   "A Scout that runs two squares or more shows what it is.",
	},
	{
		Position: "stratego/1 " + few +
			"phase=play turn=red board=....bF...../........../........../........../b8'.~~..~~../r9.~~..~~../........../........../........../....rF..... red=- blue=- moves=- result=-", Move: "a5a6",
		After: "stratego/1 " + few +
			"phase=play turn=blue board=....bF...../........../........../........../b8'!.~~..~~../..~~..~~../........../........../........../....rF..... red=- blue=- moves=a5a6:98 result=-",
		Say: "The Scout attacks a Miner and loses. RED has no piece left that can move, so BLUE wins after one more move.",
	},
	{
		Position: "stratego/1 " + few +
			"phase=play turn=red board=....bF...../........../........../........../b1'.~~..~~../rS.~~..~~../........../........../b8........./....rF..... red=- blue=- moves=- result=-", Move: "a5a6",
		After: "stratego/1 " + few +
			"phase=play turn=blue board=....bF...../........../........../........../rS'!.~~..~~../..~~..~~../........../........../b8........./....rF..... red=- blue=- moves=a5a6:S1 result=-",
		Say: "The Spy attacks the Marshal and wins.",
	},
	{
		Position: "stratego/1 " + few +
			"phase=play turn=red board=r8...bF...../bB........./........../........../b8.~~..~~../..~~..~~../........../........../........../....rF..... red=- blue=- moves=- result=-", Move: "a10a9",
		After: "stratego/1 " + few +
			"phase=play turn=blue board=....bF...../r8'!........./........../........../b8.~~..~~../..~~..~~../........../........../........../....rF..... red=- blue=- moves=a10a9:8B result=-",
		Say: "Only a Miner can clear a Bomb.",
	},
}

func name(seat games.Seat) games.Sentence { return view.SideName(seat) }

// sayFight describes a fight in one sentence (S57).
func sayFight(seat games.Seat, p view.Ply) games.Sentence {
	attacker, defender := p.Attacker, p.Defender
	return games.Say("%s's %s %s attacks %s's %s %s: %s.", name(seat), view.RankTitle(attacker), p.From.String(),
		name(1-seat), view.RankTitle(defender), p.To.String(), verdict(p))
}

// verdict describes the end of a fight.
func verdict(p view.Ply) games.Sentence {
	switch {
	case p.Defender == board.Flag:
		return games.Say("the Flag is captured")
	case p.Result() == board.Win:
		return games.Say("%s wins", view.RankName(p.Attacker))
	case p.Result() == board.Lose:
		return games.Say("%s loses", view.RankName(p.Attacker))
	}
	return games.Say("both leave")
}

// outcome returns a result in words.
func outcome(r view.Result) games.Outcome {
	if r.Winner == games.Spectator {
		return games.Tie(r.Reason, map[games.Reason]games.Sentence{
			view.ByImmobility: games.Say("A draw: neither side can move."),
			view.ByClaim:      games.Say("A draw, claimed after %d turns without a fight.", view.ClaimAfter),
			view.ByQuiet:      games.Say("A draw: %d turns without a fight.", view.QuietLimit),
			view.ByLength:     games.Say("A draw: %d turns have been played.", view.PlyLimit),
			games.ByAgreement: games.Say("A draw, agreed by both."),
		}[r.Reason])
	}
	winner, loser := name(r.Winner), name(1-r.Winner)
	return games.Win(r.Winner, r.Reason, map[games.Reason]games.Sentence{
		view.ByFlag:         games.Say("%s takes %s's Flag and wins.", winner, loser),
		view.ByImmobility:   games.Say("%s wins: %s can't move any more.", winner, loser),
		games.ByResignation: games.Say("%s wins: %s resigned.", winner, loser),
		games.ByTime:        games.Say("%s wins: %s ran out of time.", winner, loser),
	}[r.Reason])
}
