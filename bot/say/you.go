package say

import (
	"reflect"
	"slices"
	"strings"

	"paddock/games"
)

// yours are the sentences of games in which one player is the reader: "You sowed hole 3". The number
// is the place of that player among the arguments of the usual sentence. Yours lacks the argument,
// unless it is a sentence whose subject is the reader: "You sowed hole 3 and sow again".
var yours = map[string]map[int]games.Sentence{
	// kalah
	"%s sowed hole %s":                                    {0: games.Say("You sowed hole %s")},
	"%s sowed holes %s, then %s":                          {0: games.Say("You sowed holes %s, then %s")},
	"%s and sows again":                                   {0: games.Say("%s and sow again")},
	"%s sows again.":                                      {0: games.Say("You sow again.")},
	"%s captured %s.":                                     {0: games.Say("You captured %s.")},
	"The %d beans left went to %s's pot.":                 {1: games.Say("The %d beans left went to your pot.")},
	"The bean left went to %s's pot.":                     {0: games.Say("The bean left went to your pot.")},
	"%s won %d to %d.":                                    {0: games.Say("You won %d to %d.")},
	"%s wins by %s, however the rest is played.":          {0: games.Say("You win by %s, however the rest is played.")},
	"%s wins by at least %s, however the rest is played.": {0: games.Say("You win by at least %s, however the rest is played.")},
	"%s wins by %s with best play, and by at least %d however the rest is played.": {0: games.Say("You win by %s with best play, and by at least %d however the rest is played.")},
	"lets %s capture %s with %s": {0: games.Say("lets you capture %s with %s")},
	"lets %s gain %s with %s":    {0: games.Say("lets you gain %s with %s")},
	// fish
	"cuts %s off from %s":                                                                {0: games.Say("cuts you off from %s")},
	"threatens to cut %s off from %s":                                                    {0: games.Say("threatens to cut you off from %s")},
	"shuts %s in on %s":                                                                  {0: games.Say("shuts you in on %s")},
	"lets %s cut off %s with %s":                                                         {0: games.Say("lets you cut off %s with %s")},
	"lets %s shut in the penguin on %s":                                                  {0: games.Say("lets you shut in the penguin on %s")},
	"%s placed a penguin on %s":                                                          {0: games.Say("You placed a penguin on %s")},
	"%s moved %s to %s and caught %d fish":                                               {0: games.Say("You moved %s to %s and caught %d fish")},
	"%s's penguin on %s is stuck and brings its tile and %d fish home.":                  {0: games.Say("Your penguin on %s is stuck and brings its tile and %d fish home.")},
	"%s can't move and misses a turn.":                                                   {0: games.Say("You can't move and miss a turn.")},
	"%s is out of the game.":                                                             {0: games.Say("You are out of the game.")},
	"%s is out of the game. The penguin leaves, and the tile under it stays.":            {0: games.Say("You are out of the game. The penguin leaves, and the tile under it stays.")},
	"%s is out of the game. The penguins leave, and the tiles under them stay.":          {0: games.Say("You are out of the game. The penguins leave, and the tiles under them stay.")},
	"%s wins with %d fish.":                                                              {0: games.Say("You win with %d fish.")},
	"%s wins with %d fish and more tiles, %d to %d.":                                     {0: games.Say("You win with %d fish and more tiles, %d to %d.")},
	"%s wins with %d fish, as nobody else is left.":                                      {0: games.Say("You win with %d fish, as nobody else is left.")},
	"Nobody else is left, so %s also gets the fish under the penguins and wins with %d.": {0: games.Say("Nobody else is left, so you also get the fish under your penguins and win with %d.")},
	"%s is out, so %s also gets the fish under the penguins and wins with %d.":           {0: games.Say("You are out, so %s also gets the fish under the penguins and wins with %d."), 1: games.Say("%s is out, so you also get the fish under your penguins and win with %d.")},
	// stratego
	"%s moved %s to %s":                      {0: games.Say("You moved %s to %s")},
	"%s moved %s to %s, as only a Scout can": {0: games.Say("You moved %s to %s")},
	"%s's %s %s attacks %s %s: %s":           {0: games.Say("Your %s %s attacks %s %s: %s")},
	"%s's %s %s attacks %s's %s %s: %s.": {
		0: games.Say("Your %s %s attacks %s's %s %s: %s."),
		3: games.Say("%s's %s %s attacks your %s %s: %s."),
	},
	"%s takes %s's Flag and wins.": {
		0: games.Say("You take %s's Flag and win."),
		1: games.Say("%s takes your Flag and wins."),
	},
	"%s wins: %s can't move any more.": {
		0: games.Say("You win: %s can't move any more."),
		1: games.Say("%s wins: you can't move any more."),
	},
	"%s wins: %s resigned.": {
		0: games.Say("You win: %s resigned."),
		1: games.Say("%s wins: you resigned."),
	},
	"%s wins: %s ran out of time.": {
		0: games.Say("You win: %s ran out of time."),
		1: games.Say("%s wins: you ran out of time."),
	},
	"%s, then %s":                            {1: games.Say("%s. %s")},
	"%s claims a draw":                       {0: games.Say("You claim a draw")},
	"Both armies are ready. %s moves first.": {0: games.Say("Both armies are ready. You move first.")},
	// every game
	"%s has resigned. %s wins!": {
		0: games.Say("You have resigned. %s wins!"),
		1: games.Say("%s has resigned. You win!"),
	},
	"%s ran out of time. %s wins!": {
		0: games.Say("You ran out of time. %s wins!"),
		1: games.Say("%s ran out of time. You win!"),
	},
	"%s resigned, so the match is over.":        {0: games.Say("You resigned, so the match is over.")},
	"%s ran out of time, so the match is over.": {0: games.Say("You ran out of time, so the match is over.")},
	"%s Well played, %s!":                       {1: games.Say("%s Well played!")},
	// values of moves, and reasons
	"%s wins by %s":                            {0: games.Say("you win by %s")},
	"%s loses by %s":                           {0: games.Say("you lose by %s")},
	"%s wins with equal fish and more tiles":   {0: games.Say("you win with equal fish and more tiles")},
	"%s loses with equal fish and fewer tiles": {0: games.Say("you lose with equal fish and fewer tiles")},
	"%s probably wins by about %s":             {0: games.Say("you probably win by about %s")},
	"%s probably loses by about %s":            {0: games.Say("you probably lose by about %s")},
	"%s loses by only %s":                      {0: games.Say("you lose by only %s")},
	"%s probably loses by only about %s":       {0: games.Say("you probably lose by only about %s")},
	"%s wins with best play":                   {0: games.Say("you win with best play")},
	"%s loses with best play":                  {0: games.Say("you lose with best play")},
	"%s wins about %d games of 100":            {0: games.Say("you win about %d games of 100")},
	"%s wins almost surely":                    {0: games.Say("you win almost surely")},
	"%s loses almost surely":                   {0: games.Say("you lose almost surely")},
	"leaves %s %s ahead":                       {0: games.Say("leaves you %s ahead")},
	"leaves %s %s behind":                      {0: games.Say("leaves you %s behind")},
	"leaves %s level":                          {0: games.Say("leaves you level")},
	"lets %s play %s, which %s":                {0: games.Say("lets you play %s, which %s")},
	"probably later lets %s play %s, which %s": {0: games.Say("probably later lets you play %s, which %s")},
	"leaves %s to %s alone":                    {1: games.Say("leaves %s to you alone")},
	"leaves %s closest to %s":                  {0: games.Say("leaves you closest to %s")},
	// refusals
	"There is already a penguin on %s (%s). Choose a free tile.":   {1: games.Say("You already have a penguin on %s. Choose a free tile.")},
	"The way is blocked at %s by %s.":                              {1: games.Say("Your own penguin on %s is in the way.")},
	"There is nothing to take back: %s hasn't moved yet. Play on.": {0: games.Say("There is nothing to take back: you haven't moved yet. Play on.")},
	// news
	"⏰ %s ran out of time, so the turn is skipped. If it happens next turn too, %s is out of the game.": {
		0: games.Say("⏰ You ran out of time, so your turn is skipped. If it happens next turn too, you are out of the game."),
	},
	"⏰ %s ran out of time, so the referee confirmed the set-up.": {0: games.Say("⏰ You ran out of time, so the referee confirmed your set-up.")},
	"⏰ %s ran out of time, so %s is out of the game.":            {0: games.Say("⏰ You ran out of time, so you are out of the game.")},
	"%s has given up.": {0: games.Say("You have given up.")},
	"%s, a moderator, has taken %s out of this match. Reason: %s.": {1: games.Say("%s, a moderator, has taken you out of this match. Reason: %s.")},
}

// ToYou returns a sentence as the player with this name reads it.
func ToYou(s games.Sentence, name string) games.Sentence {
	s, _ = toYou(s, name)
	return s
}

// toYou is like ToYou, and reports whether the subject of the sentence is the reader.
func toYou(s games.Sentence, name string) (out games.Sentence, subject bool) {
	args, drop := slices.Clone(s.Args), -1
	out.Format = s.Format
	for i, arg := range s.Args {
		nested, isSentence := arg.(games.Sentence)
		is := arg == name || isSentence && (nested.Format == "%s" && slices.Equal(nested.Args, []any{name}) ||
			nested.Format == name && len(nested.Args) == 0)
		if mine, ok := yours[s.Format][i]; is && ok && drop < 0 {
			out.Format, drop, subject = mine.Format, i, i == 0
		} else if isSentence && !is {
			var of bool
			args[i], of = toYou(nested, name)
			if mine, ok := yours[s.Format][i]; ok && of {
				out.Format = mine.Format
			}
			subject = subject || of && i == 0
		}
	}
	for i := drop; drop >= 0 && i < len(args) && len(args) > strings.Count(out.Format, "%"); i++ {
		if reflect.DeepEqual(args[i], s.Args[drop]) { // a sentence may name the reader twice
			args, i = slices.Delete(args, i, i+1), i-1
		}
	}
	out.Args = args
	return out, subject
}
