package help

import "paddock/games"

var (
	sayWhatICanDo   = games.Say("What I can do")
	sayHelpIntro    = games.Say("Play board games here, one move at a time: with the buttons and menus under the board, whenever you have a moment.")
	sayHelpPlay     = games.Say("begins a match, against me or a member")
	sayHelpGames    = games.Say("lists your matches, the most urgent first")
	sayHelpLobby    = games.Say("lists who is looking for an opponent")
	sayHelpPuzzle   = games.Say("is the puzzle of the day")
	sayHelpLearn    = games.Say("teaches a game, on a few boards")
	sayHelpSettings = games.Say("sets how boards look, how you hear of your turn, and your language")
	sayMenuTopics   = games.Say("All commands, by topic")

	sayTopicBegin       = games.Say("Begin and find matches")
	sayTopicTurn        = games.Say("While you play")
	sayTopicTime        = games.Say("Time and pauses")
	sayTopicPast        = games.Say("Look back and watch")
	sayTopicLearn       = games.Say("Learn and train")
	sayTopicSettings    = games.Say("Settings and privacy")
	sayTopicTournaments = games.Say("Tournaments")
	sayTopicServer      = games.Say("Manage this server")
	sayTopicOther       = games.Say("Other commands")

	sayInMenu        = games.Say("*%s*, in a member's menu under Apps")
	sayOnBoards      = games.Say("*%s*, in the menu of a board under Apps")
	sayOperator      = games.Say("-# I show nobody what players hide from each other. Whoever runs me could read it in my memory, but receipts prove that nobody has changed it.")
	sayLabelSettings = games.Say("My settings")
)
