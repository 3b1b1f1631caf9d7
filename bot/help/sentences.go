package help

import "paddock/games"

var (
	sayWhatICanDo    = games.Say("What I can do")
	sayHelpIntro     = games.Say("Play board games here, one move at a time: with the buttons and menus under the board, whenever you have a moment.")
	sayHelpPlay      = games.Say("begins a match, against me or a member")
	sayHelpGames     = games.Say("lists your matches, the most urgent first")
	sayHelpBoard     = games.Say("shows you the board, to you alone")
	sayHelpRules     = games.Say("tells how a game is played")
	sayHelpLearn     = games.Say("teaches a game, on a few boards")
	sayHelpSettings  = games.Say("sets how boards look, how you hear of your turn, and your language")
	sayAllCommands   = games.Say("All commands")
	sayAlsoTyped     = games.Say("Press or choose what is under a board, or type it:")
	sayInMenu        = games.Say("*%s*, in a member's menu under Apps")
	sayOnBoards      = games.Say("*%s*, in the menu of a board under Apps")
	sayOperator      = games.Say("-# I show nobody what players hide from each other. Whoever runs me could read it in my memory, but receipts prove that nobody has changed it.")
	sayLabelPlayNow  = games.Say("Play")
	sayLabelSettings = games.Say("My settings")
	sayLabelAll      = games.Say("All commands")
)
