package say

import (
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Everything that the bot says stands in this file, or comes as a games.Sentence from the rules and the match service; it becomes words in the
// language of whoever reads it (P53), see languages.go. A sentence says what happened, why, and what can be done now (P57).

// Things said when something does not work.
var (
	WentWrong     = games.Say("Something went wrong on my side. If you made a move, `/games` shows whether it counted; otherwise please try again.")
	OldButton     = games.Say("I don't know this button any more: it comes from another version of me. `/games` lists your matches, `/board` shows the current board.")
	Nobody        = games.Say("Discord didn't tell me who you are, so I did nothing. Please try again.")
	MemberTooFast = games.Say("You ask for pictures and replays faster than I may make them for one member. Nothing was changed; try again in %d s.")
	ServerTooFast = games.Say("The members of this server ask for pictures and replays faster than I may make them for one server. Nothing was changed; try again in %d s.")
	NoCommand     = games.Say("I don't know this command: Discord may still show an old list. Try again in a minute, or see `/help`.")
	OldBoard      = games.Say("This board is old: the match has gone on since, so nothing was changed.")
	NoPost        = games.Say("I may not post in this channel, so no match can be played here. Ask a moderator to give me %s here, or try another channel.")
	NoMatch       = games.Say("You have no match running here, so there is nothing to do. `/games` lists your matches everywhere; `/help` says how to start one.")

	Which          = games.Say("You have several matches here, so I can't tell which one you mean. Say it with the option `game:`, or use the buttons under its board.")
	NotYourTurn    = games.Say("It is not your turn: %s is to move. I'll mention you when it is.")
	NotYours       = games.Say("You don't play in that match, so that is not for you to decide. `/games` lists your own matches.")
	NoBot          = games.Say("%s is a bot and can't answer a challenge. Play my computer players instead: `/%s start`.")
	NotSelf        = games.Say("You can't challenge yourself. Choose another member, or play the computer: `/%s start`.")
	NoDMPair       = games.Say("A match between people needs a server where I am a member. Here you can play against the computer: `/%s start`.")
	Away           = games.Say("I am not a member here, so I can neither post a board nor call anybody. Against the computer you can play in direct messages with me: open my profile, press *Message* and type `/help`. For a match with others, meet in a server where I am, or ask a moderator to add me.")
	NoThread       = games.Say("I may not open threads here, so the match is played in the channel.")
	NoManage       = games.Say("That is for members who may manage this server (the permission *Manage Server*). Ask one of them.")
	ServerDM       = games.Say("That is about a server, and this is a direct message. Use the command in the server.")
	PostingBlocked = games.Say("I could not post in the channel of this match (%s). Ask a moderator to mend that; the match itself is safe.")
	OldVoice       = games.Say("This menu is no longer up to date. Press *Board* under the newest board.")
	TooLong        = games.Say("This move is too long for a menu. Type it with `/%s move`.")
	LongLog        = games.Say("This match is too long for an animation. `/history` shows it move by move.")
	NoPast         = games.Say("Nothing has been played in this match yet, so there is no past of it to show. Its moves appear here as they are made.")
	NoPicture      = games.Say("I could not draw the animation just now. `/history` shows the moves.")
	NoneParked     = games.Say("None of your matches is at rest, so there is nothing to go on with. `/games` lists them.")
	NoMove         = games.Say("That says no move. Give one to `/%s move` with `%s:`, or step by step with `%s:`.")
	FormLate       = games.Say("I was too slow to open the form, so nothing was changed. Please press the button again.")
	Arranged       = games.Say("Your set-up is confirmed, and that is final. The match begins when the others are ready too.")
	NoSetup        = games.Say("There is nothing to set up in this match at the moment: its board shows what can be done.")
)

// Things said when something has worked.
var (
	Moved      = games.Say("You played %s.")
	MovedNext  = games.Say("You played %s. %s")
	Started    = games.Say("Your match has begun: the board is in %s.")
	Challenged = games.Say("Your challenge stands in %s. I'll tell you when it is accepted.")
	Nudged     = games.Say("I have asked for a move on your behalf. You can do that once in a turn.")
	Opened     = games.Say("Your challenge is open to all in %s. I'll tell you when the match begins.")
	Joined     = games.Say("You are in.")
	Declined   = games.Say("You have declined.")
	Revoked    = games.Say("You have revoked the challenge.")
	Left       = games.Say("You have given your seat back.")
	AskResign  = games.Say("Do you really want to give up %s? That can't be taken back.")
	Resigned   = games.Say("You have resigned.")
	Dismissed  = games.Say("Good: the match goes on.")
	Cancelled  = games.Say("The match is cancelled, without a result.")
	Offered    = games.Say("You have offered a draw. It stands until the next move.")
	Drawn      = games.Say("You have agreed to a draw.")
	NoDraw     = games.Say("You have declined the draw. The match goes on.")
	Undone     = games.Say("Your last move is taken back.")
	AskedUndo  = games.Say("I have asked your opponent whether you may take your move back.")
	NoUndo     = games.Say("You have declined: the move stands.")
	Rematch    = games.Say("You'd like a rematch. It begins when your opponent presses *Rematch* too.")

	Confirmed    = games.Say("Your set-up is confirmed.")
	ArrangeMore  = games.Say("You are **%s**. Arrange your pieces; only you can see this. When all of them stand, press *Confirm*.")
	Arrange      = games.Say("You are **%s**. Arrange your pieces; only you can see this. A set-up stands already: *Confirm* takes it as it is.")
	ArrangeUntil = games.Say("The time for it runs out %s: then a complete set-up is taken as it stands, otherwise one by chance.")
	ArrangedLate = games.Say("Your time for the set-up ran out, so it was confirmed for you: as it stood if it was complete, otherwise one by chance.")
	Ask          = games.Say("Choose squares, several at once if the same is to stand on them.")
	AskOn        = games.Say("Chosen: %s. Now choose what is to stand there.")
	ConfirmTwice = games.Say("If you want it so, press *Confirm* once more.")
	DMClosed     = games.Say("I can't write to you, because your direct messages are closed to me. This button shows you the same at any time. To open them: the server's menu, *Privacy Settings*, *Direct Messages*; then press *Send it to me*.")
	SentByDM     = games.Say("I have sent it to your direct messages, if they are open to me.")

	NothingToArrange = games.Say("You have nothing to set up at the moment: a set-up begins with a match. `/%s challenge` challenges a member.")
	Saved            = games.Say("Saved as %s.")
	SavedFull        = games.Say("You have saved %d set-ups for this army already, which is as many as I keep. Delete one, or use its name again.")
	SaveNameless     = games.Say("A saved set-up needs a name of at most 32 characters, so that you can find it again. Please give it one.")
	SavedGone        = games.Say("You have no such set-up saved for this army. *Save* keeps the one you see.")
	SavedDeleted     = games.Say("It is deleted.")
	ForgetWhich      = games.Say("Which of your saved set-ups do you want to delete?")

	NoReceipts     = games.Say("This match has no receipts, because they are made when everybody has confirmed a set-up. Look again when the match is on.")
	ReceiptsClosed = games.Say("Each receipt is the SHA-256 of 16 secret bytes and a set-up. Set-ups and secrets are published when the match is over, unless the players have agreed otherwise; then anybody can check them.")
	ReceiptFits    = games.Say("%s's set-up fits its receipt: nobody has changed it.")
	ReceiptBroken  = games.Say("⚠️ %s's set-up does NOT fit its receipt: one of them was changed.")
	ReceiptSelf    = games.Say("-# Run the lines in a shell to check them without me: each prints the number below it, which has stood in the channel from the beginning.")

	Resumed      = games.Say("The match goes on here.")
	WantResume   = games.Say("You'd like to go on here. It happens when the others say `/resume` here too; they are asked now.")
	ResumeAsked  = games.Say("%s would like to go on with your match in %s. It is at rest, because %s; nothing happens until you agree.")
	ResumedThere = games.Say("The match goes on in %s.")
	ResumeLater  = games.Say("That is no longer asked. The match goes on where all of you say `/resume`.")
	WaitResume   = games.Say("You agree to go on in %s. It happens when the others agree too.")
	Unsaid       = games.Say("Earlier, %s, Discord did not take what I answered you: %s")
	NoneWaits    = games.Say("No other match waits for you. `/games` lists all of yours.")
	Repeat       = games.Say("That has been done already.")
	MovesSoFar   = games.Say("Moves so far: %d")
	Page         = games.Say("page %d of %d")
	Exported     = games.Say("The match as text, to keep or to analyse:")
	Done         = games.Say("Done.")
	ItsName      = games.Say("Its name")
	Replaced     = games.Say("one you have already is replaced")
	ThisChat     = games.Say("this chat")
	TimeLeft     = games.Say("%s left")
	HowPlayed    = games.Say("How %s is played")
	Stepwise     = games.Say("Your move step by step: %s")
	Default      = games.Say("%s (%s if you don't say)")
	BoardLink    = games.Say("board")
	Anyone       = games.Say("anyone")

	YourMatches  = games.Say("### Your matches (%d)")
	WhatICanDo   = games.Say("What I can do")
	HelpIntro    = games.Say("I keep board games that are played by message: a move when you have a moment, by the buttons and menus under the board.")
	HelpPlay     = games.Say("begins a match, against me or a member")
	HelpGames    = games.Say("lists your matches, the most urgent first")
	HelpBoard    = games.Say("shows you the board, to you alone")
	HelpRules    = games.Say("tells how a game is played")
	HelpLearn    = games.Say("teaches a game, on a few boards")
	HelpSettings = games.Say("sets how boards look, how you are told of your turn, and your language")
	AllCommands  = games.Say("All commands")

	Goal      = games.Say("**Goal:** %s.")
	FirstTime = games.Say("New to this, %s? %s.")

	WhichGame     = games.Say("What would you like to play?")
	OnlyComputers = games.Say("Here you play against the computer; members are challenged in a server where I am.")
	WhichLevel    = games.Say("How strong should the computer be at %s?")
	WhomTo        = games.Say("Whom would you like to challenge to %s?")

	AlsoTyped = games.Say("Everything under a board can be pressed or chosen; the same can be typed:")
	InMenu    = games.Say("*%s*, in a member's menu under Apps")
	HowToPlay = games.Say("Play: `/%s start` against the computer, `/%s challenge` against a member.")
	SetAside  = games.Say("⚠️ Your match `%s` was damaged where it is stored, so it was set aside and can't go on; please tell whoever runs the bot.")
	NoGames   = games.Say("You have no matches. `/play` begins one, against me or a member.")
)

// Things said on public messages.
var (
	YourTurn    = games.Say("%s, it's your turn")
	Again       = games.Say("%s, it's your turn again")
	Thinking    = games.Say("%s is thinking")
	WaitAll     = games.Say("Waiting for %s")
	Step        = games.Say("Press *Next* for the turn of %s")
	Until       = games.Say("time runs out %s")
	TimeIsUp    = games.Say("time ran out %s")
	Parked      = games.Say("The match is at rest (%s). Its clock stands still; `/resume` goes on.")
	DrawOffer   = games.Say("%s offers a draw.")
	UndoOffer   = games.Say("%s asks to take the last move back.")
	WantsMore   = games.Say("%s would like a rematch.")
	Nudge       = games.Say("🔔 %s asks you to move.")
	Reminder    = games.Say("⏰ A reminder: the time for this move runs out %s (%s).")
	Resting     = games.Say("%s is at rest, because %s. Its clock stands still. `/resume` in another channel goes on there when all who play want it.")
	Absent      = games.Say("%s has left the server. The clock runs on as usual; when it ends the match is decided.")
	Grace       = games.Say("⏰ The time ran out. Grace is used instead (%s): the move is due %s (%s).")
	Outage      = games.Say("I was away for a while, so the time I missed is added to the clock.")
	WasUndone   = games.Say("The last move was taken back.")
	DrawRefused = games.Say("The draw is declined: the match goes on.")
	UndoRefused = games.Say("The move stands: taking it back was declined.")
	WasResumed  = games.Say("The match goes on here; its clock runs again.")
	Challenge   = games.Say("%s challenges %s to %s")
	Open        = games.Say("%s looks for an opponent at %s")
	Table       = games.Say("%s challenges everybody to %s")
	Seats       = games.Say("%d of %d seats taken: %s")
	ByLot       = games.Say("sides by lot")
	InOrder     = games.Say("seats in the order of joining")
	Plays       = games.Say("%s plays %s")
	Versus      = games.Say("%s v %s")
	V           = games.Say(" v ")
	Computer    = games.Say("%s bot")
	NoClock     = games.Say("no clock")
	Clock       = games.Say("%s for each move")
	Late        = games.Say("when it runs out, %s")
	GraceFirst  = games.Say("before that each has %d times %s of grace")
	GraceOnce   = games.Say("before that each has %s of grace, once")
	Expires     = games.Say("open until %s")
	To          = games.Say("%s, do you accept?")
	NewMatch    = games.Say("The rematch is on: %s")
	Operator    = games.Say("-# What players hide from each other is shown to nobody else, but whoever runs me could read it in my memory; receipts prove that nobody has changed it.")
	NextBoard   = games.Say("the next board")
	Lacking     = games.Say("I may not post in %s: what I lack there is %s. Ask somebody who manages the server to give it to me there; the match itself is safe, and `/board` shows it.")
	LackingHere = games.Say("You manage that server, so I tell you, once: its matches there go on, but their boards are not brought up to date.")
	Receipt     = games.Say("%s's set-up is sealed: %s")
	ReceiptOpen = games.Say("%s's set-up: %s · salt %s · receipt %s")
	DrawFailed  = games.Say("-# I could not draw the picture, so here is the board as text.")
)

// What somebody, and a server, has set.
var (
	YourSettings   = games.Say("Your settings")
	ServerSettings = games.Say("In this server")
	AtOnce         = games.Say("What you choose counts at once.")
	Usual          = games.Say("%s (my default)")
)

// Names of permissions, as Discord writes them.
var (
	PermitView    = games.Say("*View Channel*")
	PermitSend    = games.Say("*Send Messages*")
	PermitThreads = games.Say("*Send Messages in Threads*")
)

// Blocked say what keeps the bot from posting in a channel.
var Blocked = map[discord.Failure]games.Sentence{
	discord.Forbidden:      games.Say("not allowed"),
	discord.ThreadLocked:   games.Say("locked"),
	discord.ThreadArchived: games.Say("archived"),
	discord.TooLarge:       games.Say("too large"),
	discord.InvalidRequest: games.Say("our mistake"),
	discord.MemberGone:     games.Say("member gone"),
	discord.MessageGone:    games.Say("message gone"),
	discord.DMClosed:       games.Say("dm closed"),
}

// AfterMoves is what stands over a board of the past.
func AfterMoves(n int) games.Sentence {
	if n == 1 {
		return games.Say("The board after 1 move")
	}
	return games.Say("The board after %d moves", n)
}

// Lapses says what a clock that has run out means, beside a claim.
var Lapses = map[referee.Lapse]games.Sentence{
	referee.Forfeit: games.Say("the match is lost"),
	referee.Skip:    games.Say("the turn is lost; the second time running, or while pieces are placed, the seat"),
}

// Labels of buttons and menus.
var (
	LabelBoard       = games.Say("Board")
	LabelDraw        = games.Say("Draw")
	LabelAgree       = games.Say("Agree to the draw")
	LabelNoDraw      = games.Say("No draw")
	LabelUndo        = games.Say("Let them take it back")
	LabelNoUndo      = games.Say("No, it stands")
	LabelResign      = games.Say("Resign")
	LabelYes         = games.Say("Yes, I resign")
	LabelNo          = games.Say("No, play on")
	LabelCancel      = games.Say("Cancel the match")
	LabelAccept      = games.Say("Accept")
	LabelDecline     = games.Say("Decline")
	LabelRevoke      = games.Say("Revoke")
	LabelJoin        = games.Say("Join")
	LabelLeave       = games.Say("Leave")
	LabelBegin       = games.Say("Begin with computers")
	LabelNext        = games.Say("Next")
	LabelPlayOn      = games.Say("Play on")
	LabelRematch     = games.Say("Rematch")
	LabelReplay      = games.Say("Replay")
	LabelShare       = games.Say("Share")
	LabelMove        = games.Say("Make a move")
	LabelSetup       = games.Say("Set up my army")
	LabelSave        = games.Say("Save")
	LabelLastTime    = games.Say("As last time")
	LabelForget      = games.Say("Delete a saved one")
	LabelLetter      = games.Say("Send it to me")
	LabelReceipts    = games.Say("Receipts")
	LabelBack        = games.Say("Back")
	LabelMore        = games.Say("More …")
	LabelEarlier     = games.Say("… Earlier")
	LabelPlay        = games.Say("Play %s")
	LabelGo          = games.Say("Go to the board")
	LabelGoChallenge = games.Say("Go to the challenge")
	LabelResume      = games.Say("Go on there")
	LabelNextGame    = games.Say("My next match")
	LabelComputer    = games.Say("Computer")
	LabelChallenge   = games.Say("Challenge")
	LabelAnyone      = games.Say("Anyone who likes")
	LabelRules       = games.Say("Rules")
	LabelRulesOf     = games.Say("Rules of %s")
	LabelPlayNow     = games.Say("Play")
	LabelSettings    = games.Say("My settings")
	LabelAll         = games.Say("All commands")
	LabelMatches     = games.Say("My matches")

	MenuFirst   = games.Say("Your move: choose what to play")
	MenuWhole   = games.Say("Your move: all that can be played")
	MenuThen    = games.Say("%s … choose how to go on")
	AskMove     = games.Say("Do you want to play %s?")
	MenuHow     = games.Say("Choose how to go on")
	MenuGames   = games.Say("Which game?")
	MenuLevels  = games.Say("Choose a computer player")
	MenuMembers = games.Say("Choose a member")
	MenuSaved   = games.Say("Your saved set-ups")
)

// Error is what an error says to people: a refusal's or problem's own sentence, otherwise that something went wrong. Names in it are nothing
// but names.
func Error(in lang.Language, err error) string {
	if s, ok := match.Sentence(err); ok {
		return in.Speak(Escaped(s))
	}
	return in.Speak(WentWrong)
}

// Escaped is a sentence whose texts are plain.
func Escaped(s games.Sentence) games.Sentence {
	args := make([]any, len(s.Args))
	for i, a := range s.Args {
		switch a := a.(type) {
		case string:
			args[i] = discord.Escape(a)
		case games.Sentence:
			args[i] = Escaped(a)
		default:
			args[i] = a
		}
	}
	return games.Say(s.Format, args...)
}

// Span is a time per move in words.
func Span(d time.Duration) games.Sentence {
	switch {
	case d == 24*time.Hour:
		return games.Say("1 day")
	case d%(24*time.Hour) == 0 && d > 0:
		return games.Say("%d days", int(d/(24*time.Hour)))
	case d == time.Hour:
		return games.Say("1 hour")
	case d%time.Hour == 0 && d > 0:
		return games.Say("%d hours", int(d/time.Hour))
	case d == time.Minute:
		return games.Say("1 minute")
	case d%time.Minute == 0 && d > 0:
		return games.Say("%d minutes", int(d/time.Minute))
	}
	return games.Say("%s", d.String())
}
