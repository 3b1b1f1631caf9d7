package say

import "paddock/games"

// What is said of moves that have not been played: the what-if board, conditional moves, notes.
var (
	TrialHead    = games.Say("**What if …** A board of your own to try moves on: nobody else sees it, and nothing on it is played.")
	TrialLine    = games.Say("Line: %s")
	TrialToMove  = games.Say("%s to move")
	TrialOver    = games.Say("The game is over here.")
	TrialUnclear = games.Say("What this move leads to depends on what you can't see, so the board stays as it was. `/conditional` takes an answer to it all the same.")
	TrialOthers  = games.Say("-# For the other side you can choose any move that is possible as far as you know.")
	TrialGoneOn  = games.Say("The match has gone on, so this begins from the present position.")
	NotTrying    = games.Say("There is nothing to try out at the moment, because %s. Come back when the match is being played.")
	WhyNotYours  = games.Say("you don't play in this match")
	WhyNotOn     = games.Say("the match is not going on")
	WhyArranging = games.Say("the set-up is not finished")

	LinesNone     = games.Say("You have prepared no conditional moves in this match. `/conditional` or a what-if board makes some: *if they play this, I play that*.")
	LinesHead     = games.Say("**Your conditional moves**, the newest first. Nobody else sees them; each is played for you at once when its line comes about, and dropped when something else is played.")
	LinesAdded    = games.Say("Prepared: %s")
	LinesFull     = games.Say("You have prepared %d lines in this match already, which is as many as I keep. Drop one first.")
	LinesNoAnswer = games.Say("A line needs a move of somebody else and your answer to it. Try out both, in the order in which they are played.")
	LinesDropped  = games.Say("Your conditional moves were dropped, because something else was played: %s")
	LinesIllegal  = games.Say("Your conditional move %s was not played, because it is not legal: %s It is your turn.")
	LinesWait     = games.Say("Your conditional move %s waits, because the other player asked for something, such as a draw or a pause, which only you can answer. Answer it and then move yourself.")
	MenuLines     = games.Say("Drop one")
	WhoseMove     = games.Say("%s %s")

	NoteHead  = games.Say("**Your notes to this match**, for you alone. They stand in your `/export` of it when it is over.")
	NoteNone  = games.Say("Nothing yet.")
	NoteSaved = games.Say("Kept.")
	NoteLong  = games.Say("That would be %d characters, and I keep at most %d for a match. Shorten what is there first.")
	BooksFull = games.Say("You keep notes to %d matches, which is as many as I can keep. Empty some of them first.")
	NoteYours = games.Say("Notes are for those who play in a match, and you don't play in this one. `/games` lists yours.")
	NoteForm  = games.Say("Your notes")
	NoteField = games.Say("For you alone")

	LabelTry      = games.Say("What if")
	LabelTryBack  = games.Say("One move back")
	LabelTryAnew  = games.Say("Begin anew")
	LabelTryKeep  = games.Say("Play this for me")
	LabelLines    = games.Say("My conditional moves")
	LabelDropAll  = games.Say("Drop all")
	LabelNote     = games.Say("Notes")
	LabelNoteEdit = games.Say("Write")
)
