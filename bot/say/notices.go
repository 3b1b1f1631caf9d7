package say

import "paddock/games"

// What people are told one by one (P94).
var (
	NoticeTo        = games.Say("%s: %s")
	NoticeBegun     = games.Say("Your match has begun, and %s is to move.")
	NoticeUndone    = games.Say("Your move is taken back, so it is your turn again.")
	NoticeSkipped   = games.Say("⏰ Your time ran out, so your turn is skipped. If it runs out in your next turn too, you are out of the game.")
	NoticeOver      = games.Say("Your match is over.")
	NoticeNext      = games.Say("In **%s** you now play against %s.")
	NoticeNextSolo  = games.Say("In **%s** your next game begins.")
	NoticeBye       = games.Say("In **%s** you have a bye in round %d, so you go on without a game.")
	NoticeOut       = games.Say("%s You are out of **%s**.")
	NoticeStep      = games.Say("**%s**: %s")
	NoticeConfirm   = games.Say("You have won **%s**: please confirm it by %s (%s), or you lose it.")
	NoticePlace     = games.Say("**%s** is over, and you are in place %d. %s")
	NoticeWon       = games.Say("**%s** is over, and you have won! %s")
	SeriesPlaceless = games.Say("Its channel is gone, so the series has ended.")
	NoticeSeason    = games.Say("You took part in the season before: the sign-up of **%s** is open in %s.")
	NoticeGoesOn    = games.Say("Your match goes on by itself, with the same clock and rated as agreed; before the first move you can cancel it.")
	NoticeCancelled = games.Say("**%s** is cancelled. %s")
)

// What the direct message says that calls upon somebody in a match: that it is their turn (TurnThere), or that somebody or the clock asks for it once
// more. %s is the match.
var (
	NudgeThere    = games.Say("🔔 %s asks you to move: %s")
	ReminderThere = games.Say("⏰ A reminder: it is still your turn in %s")
	GraceThere    = games.Say("⏰ Your time ran out, and a day of grace is used. It is your turn: %s")
)
