package bot

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Everything that the bot says stands in this file, or comes as a games.Sentence from the rules and the match service; it becomes words in the
// language of whoever reads it (P53), see languages.go. A sentence says what happened, why, and what can be done now (P57).

// Things said when something does not work.
var (
	sayWentWrong = games.Say("Something went wrong on my side. If you made a move, `/games` shows whether it counted; otherwise please try again.")
	sayOldButton = games.Say("I don't know this button any more: it comes from another version of me. `/games` lists your matches, `/board` shows the current board.")
	sayNobody    = games.Say("Discord didn't tell me who you are, so I did nothing. Please try again.")
	sayNoCommand = games.Say("I don't know this command: Discord may still show an old list. Try again in a minute, or see `/help`.")
	sayOldBoard  = games.Say("This board is old: the match has gone on since, so nothing was changed.")
	sayNoPost    = games.Say("I may not post in this channel, so no match can be played here. Ask a moderator to give me %s here, or try another channel.")
	sayNoMatch   = games.Say("You have no match running here, so there is nothing to do. `/games` lists your matches everywhere; `/help` says how to start one.")

	sayWhich       = games.Say("You have several matches here, so I can't tell which one you mean. Say it with the option `game:`, or use the buttons under its board.")
	sayNotYourTurn = games.Say("It is not your turn: %s is to move. I'll mention you when it is.")
	sayNotYours    = games.Say("You don't play in that match, so that is not for you to decide. `/games` lists your own matches.")
	sayNoBot       = games.Say("%s is a bot and can't answer a challenge. Play my computer players instead: `/%s start`.")
	sayNotSelf     = games.Say("You can't challenge yourself. Choose another member, or play the computer: `/%s start`.")
	sayNoDMPair    = games.Say("A match between people needs a server where I am a member. Here you can play against the computer: `/%s start`.")
	sayAway        = games.Say("I am not a member here, so I can neither post a board nor call anybody. Against the computer you can play in direct messages with me: open my profile, press *Message* and type `/help`. For a match with others, meet in a server where I am, or ask a moderator to add me.")
	sayNoThread    = games.Say("I may not open threads here, so the match is played in the channel.")
	sayNoManage    = games.Say("Only members who may manage the server can change how I behave in it. Ask one of them.")
	sayServerDM    = games.Say("These are the settings of a server, and this is a direct message. Use `/server` in the server.")
	sayBlocked     = games.Say("I could not post in the channel of this match (%s). Ask a moderator to mend that; the match itself is safe.")
	sayOldVoice    = games.Say("This menu is no longer up to date. Press *Board* under the newest board.")
	sayTooLong     = games.Say("This move is too long for a menu. Type it with `/%s move`.")
	sayLongLog     = games.Say("This match is too long for an animation. `/history` shows it move by move.")
	sayNoPicture   = games.Say("I could not draw the animation just now. `/history` shows the moves.")
	sayNoneParked  = games.Say("None of your matches is at rest, so there is nothing to go on with. `/games` lists them.")
	sayNoMove      = games.Say("That says no move. Give one to `/%s move` with `%s:`, or step by step with `%s:`.")
	sayFormLate    = games.Say("I was too slow to open the form, so nothing was changed. Please press the button again.")
	sayArranged    = games.Say("Your set-up is confirmed, and that is final. The match begins when the others are ready too.")
	sayNoSetup     = games.Say("There is nothing to set up in this match at the moment: its board shows what can be done.")
)

// Things said when something has worked.
var (
	sayMoved      = games.Say("You played %s.")
	sayMovedNext  = games.Say("You played %s. %s")
	sayStarted    = games.Say("Your match has begun: the board is in %s.")
	sayChallenged = games.Say("Your challenge stands in %s. I'll tell you when it is accepted.")
	sayNudged     = games.Say("I have asked for a move, on your behalf. That goes once in a turn.")
	sayOpened     = games.Say("Your table is open in %s. I'll tell you when the match begins.")
	sayJoined     = games.Say("You are in.")
	sayDeclined   = games.Say("You have declined.")
	sayRevoked    = games.Say("You have taken it back.")
	sayLeft       = games.Say("You have given your seat back.")
	sayAskResign  = games.Say("Do you really want to give up %s? That can't be taken back.")
	sayResigned   = games.Say("You have resigned.")
	sayDismissed  = games.Say("Good: the match goes on.")
	sayCancelled  = games.Say("The match is cancelled, without a result.")
	sayOffered    = games.Say("You have offered a draw. It stands until the next move.")
	sayDrawn      = games.Say("You have agreed to a draw.")
	sayNoDraw     = games.Say("You have declined the draw. The match goes on.")
	sayUndone     = games.Say("Your last move is taken back.")
	sayAskedUndo  = games.Say("I have asked your opponent whether you may take your move back.")
	sayNoUndo     = games.Say("You have declined: the move stands.")
	sayClaimed    = games.Say("You have claimed the win.")
	sayRematch    = games.Say("You'd like a rematch. It begins when your opponent presses *Rematch* too.")

	sayConfirmed    = games.Say("Your set-up is confirmed.")
	sayArrangeMore  = games.Say("You are **%s**. Arrange your pieces; only you can see this. When all of them stand, press *Confirm*.")
	sayArrange      = games.Say("You are **%s**. Arrange your pieces; only you can see this. A set-up stands already: *Confirm* takes it as it is.")
	sayArrangeUntil = games.Say("The time for it runs out %s: then a complete set-up is taken as it stands, otherwise one by chance.")
	sayArrangedLate = games.Say("Your time for the set-up ran out, so it was confirmed for you: as it stood if it was complete, otherwise one by chance.")
	sayAsk          = games.Say("Choose squares, several at once if the same is to stand on them.")
	sayAskOn        = games.Say("Chosen: %s. Now choose what is to stand there.")
	sayConfirmTwice = games.Say("If you want it so, press *Confirm* once more.")
	sayDMClosed     = games.Say("I can't write to you, because your direct messages are closed to me. This button shows you the same at any time. To open them: the server's menu, *Privacy Settings*, *Direct Messages*; then press *Send it to me*.")
	sayLetter       = games.Say("I have sent it to your direct messages, if they are open to me.")

	sayNothingToArrange = games.Say("You have nothing to set up at the moment: a set-up begins with a match. `/%s challenge` challenges a member.")
	saySaved            = games.Say("Saved as %s.")
	saySavedFull        = games.Say("You have saved %d set-ups for this army already, which is as many as I keep. Delete one, or use its name again.")
	saySaveNameless     = games.Say("A saved set-up needs a name of at most 32 characters, so that you can find it again. Please give it one.")
	saySavedGone        = games.Say("You have no such set-up saved for this army. *Save* keeps the one you see.")
	saySavedDeleted     = games.Say("It is deleted.")
	sayForgetWhich      = games.Say("Which of your saved set-ups do you want to delete?")

	sayNoReceipts     = games.Say("This match has no receipts, because they are made when everybody has confirmed a set-up. Look again when the match is on.")
	sayReceiptsClosed = games.Say("Each receipt is the SHA-256 of 16 secret bytes and a set-up. Set-ups and secrets are published when the match is over, unless the players have agreed otherwise; then anybody can check them.")
	sayReceiptFits    = games.Say("%s's set-up fits its receipt: nobody has changed it.")
	sayReceiptBroken  = games.Say("⚠️ %s's set-up does NOT fit its receipt: one of them was changed.")
	sayReceiptSelf    = games.Say("-# Run the lines in a shell to check them without me: each prints the number below it, which stood under the board from the beginning.")

	sayResumed    = games.Say("The match goes on here.")
	sayWantResume = games.Say("You'd like to go on here. It happens when the others say `/resume` here too.")
	sayStyle      = games.Say("From now on boards are shown to you as %s.")
	sayPersonal   = games.Say("%s: %s %s.")
	sayLanguage   = games.Say("I answer you in %s.")
	sayRepeat     = games.Say("That has been done already.")
	sayMovesSoFar = games.Say("Moves so far: %d")
	sayDone       = games.Say("Done.")
	sayItsName    = games.Say("Its name")
	sayReplaced   = games.Say("one you have already is replaced")
	sayThisChat   = games.Say("this chat")
	sayTimeLeft   = games.Say("%s left")
	sayHowPlayed  = games.Say("How %s is played")
	sayStepwise   = games.Say("Your move step by step: %s")
	sayDefault    = games.Say("%s (%s if you don't say)")
	sayBoardLink  = games.Say("board")
	sayAnyone     = games.Say("anyone")

	sayYourMatches = games.Say("### Your matches (%d)")
	sayWhatICanDo  = games.Say("What I can do")
	sayAlsoTyped   = games.Say("Everything under a board can be pressed or chosen; the same can be typed:")
	sayInMenu      = games.Say("*%s*, in a member's menu under Apps")
	sayHowToPlay   = games.Say("Play: `/%s start` against the computer, `/%s challenge` against a member.")
	sayNoGames     = games.Say("You have no matches. Start one with `/%s start`, or challenge somebody with `/%s challenge`.")
)

// Things said on public messages.
var (
	sayYourTurn    = games.Say("%s, it's your turn")
	sayAgain       = games.Say("%s, it's your turn again")
	sayThinking    = games.Say("%s is thinking")
	sayWaitAll     = games.Say("Waiting for %s")
	sayStep        = games.Say("Press *Next* for the turn of %s")
	sayUntil       = games.Say("time runs out %s")
	sayParked      = games.Say("The match is at rest (%s). Its clock stands still; `/resume` goes on.")
	sayDrawOffer   = games.Say("%s offers a draw.")
	sayUndoOffer   = games.Say("%s asks to take the last move back.")
	sayWantsMore   = games.Say("%s would like a rematch.")
	sayNudge       = games.Say("🔔 %s asks you to move.")
	sayReminder    = games.Say("⏰ A reminder: the time for this move runs out %s (%s).")
	sayLapsed      = games.Say("⏰ The time for this move has run out: the opponent may claim the win, or wait on.")
	sayAbsent      = games.Say("%s has left the server. The clock runs on as usual; when it ends the match is decided.")
	sayGrace       = games.Say("⏰ The time ran out. A day of grace is used instead: the move is due %s (%s).")
	sayOutage      = games.Say("I was away for a while, so the time I missed is added to the clock.")
	sayWasUndone   = games.Say("The last move was taken back.")
	sayDrawRefused = games.Say("The draw is declined: the match goes on.")
	sayUndoRefused = games.Say("The move stands: taking it back was declined.")
	sayWasResumed  = games.Say("The match goes on here; its clock runs again.")
	sayChallenge   = games.Say("%s challenges %s to %s")
	sayOpen        = games.Say("%s looks for an opponent at %s")
	sayTable       = games.Say("%s opens a table of %s")
	saySeats       = games.Say("%d of %d seats taken: %s")
	sayByLot       = games.Say("sides by lot")
	sayInOrder     = games.Say("seats in the order of joining")
	sayPlays       = games.Say("%s plays %s")
	sayVersus      = games.Say("%s v %s")
	sayV           = games.Say(" v ")
	sayComputer    = games.Say("%s bot")
	sayNoClock     = games.Say("no clock")
	sayClock       = games.Say("%s for each move")
	sayLate        = games.Say("when it runs out, %s")
	sayExpires     = games.Say("open until %s")
	sayTo          = games.Say("%s, do you accept?")
	sayNewMatch    = games.Say("The rematch is on: %s")
	sayOperator    = games.Say("-# What players hide from each other is shown to nobody else, but whoever runs me could read it in my memory; receipts prove that nobody has changed it.")
	sayReceipt     = games.Say("%s's set-up is sealed: %s")
	sayReceiptOpen = games.Say("%s's set-up: %s · salt %s · receipt %s")
	sayDrawFailed  = games.Say("-# I could not draw the picture, so here is the board as text.")
)

// The server's settings as `/server` shows them.
var (
	sayServer = games.Say("### In this server\nA thread for each match: **%s**\nBoards are posted as: **%s**\nTime for each move: **%s**\nRunning matches a member: **%s**\nTournaments are created by: **%s**\nLanguage: **%s**")
	sayOn     = games.Say("on")
	sayOff    = games.Say("off")
	sayUsual  = games.Say("%s (my default)")

	sayEverybody = games.Say("everybody")
	sayManagers  = games.Say("those who may manage the server")
)

// Styles of boards: as they are posted in a server, and as they are shown to a person.
var (
	postedAs = map[match.Style]games.Sentence{match.Image: games.Say("picture"), match.Text: games.Say("monospace text")}
	shownAs  = map[match.Style]games.Sentence{match.Image: games.Say("pictures"), match.Text: games.Say("monospace text"), match.Words: games.Say("words")}
)

// Names of permissions, as Discord writes them.
var (
	permitView    = games.Say("*View Channel*")
	permitSend    = games.Say("*Send Messages*")
	permitThreads = games.Say("*Send Messages in Threads*")
)

// blockings say what keeps the bot from posting in a channel.
var blockings = map[trouble]games.Sentence{
	notAllowed:   games.Say("not allowed"),
	threadLocked: games.Say("locked"),
	threadAsleep: games.Say("archived"),
	tooLarge:     games.Say("too large"),
	ourMistake:   games.Say("our mistake"),
	memberGone:   games.Say("member gone"),
	messageGone:  games.Say("message gone"),
	dmClosed:     games.Say("dm closed"),
}

// afterMoves is what stands over a board of the past.
func afterMoves(n int) games.Sentence {
	if n == 1 {
		return games.Say("The board after 1 move")
	}
	return games.Say("The board after %d moves", n)
}

// lapses says what a clock that has run out means.
var lapses = map[referee.Lapse]games.Sentence{
	referee.Forfeit: games.Say("the match is lost"),
	referee.Skip:    games.Say("the turn is lost, and the second time the seat"),
	referee.Claim:   games.Say("the opponent may claim the win"),
}

// Labels of buttons and menus.
var (
	labelBoard    = games.Say("Board")
	labelDraw     = games.Say("Draw")
	labelAgree    = games.Say("Agree to the draw")
	labelNoDraw   = games.Say("No draw")
	labelUndo     = games.Say("Let them take it back")
	labelNoUndo   = games.Say("No, it stands")
	labelResign   = games.Say("Resign")
	labelYes      = games.Say("Yes, I resign")
	labelNo       = games.Say("No, play on")
	labelCancel   = games.Say("Cancel the match")
	labelClaim    = games.Say("Claim the win")
	labelAccept   = games.Say("Accept")
	labelDecline  = games.Say("Decline")
	labelRevoke   = games.Say("Revoke")
	labelJoin     = games.Say("Join")
	labelLeave    = games.Say("Leave")
	labelBegin    = games.Say("Begin with computers")
	labelNext     = games.Say("Next")
	labelPlayOn   = games.Say("Play on")
	labelRematch  = games.Say("Rematch")
	labelReplay   = games.Say("Replay")
	labelMove     = games.Say("Make a move")
	labelSetup    = games.Say("Set up my army")
	labelSave     = games.Say("Save")
	labelLastTime = games.Say("As last time")
	labelForget   = games.Say("Delete a saved one")
	labelLetter   = games.Say("Send it to me")
	labelBack     = games.Say("Back")
	labelMore     = games.Say("More …")
	labelEarlier  = games.Say("… Earlier")
	labelPlay     = games.Say("Play %s")
	labelGo       = games.Say("Go to the board")
	labelNextGame = games.Say("My next match")
	labelMatches  = games.Say("My matches")

	menuFirst = games.Say("Your move: choose what to play")
	menuThen  = games.Say("%s … choose how to go on")
	menuHow   = games.Say("Choose how to go on")
	menuGames = games.Say("Which game?")
	menuSaved = games.Say("Your saved set-ups")
)

// because is what an error says to people: a refusal's or problem's own sentence, otherwise that something went wrong. Names in it are nothing
// but names.
func because(in lang.Language, err error) string {
	if s, ok := match.Sentence(err); ok {
		return in.Speak(escaped(s))
	}
	return in.Speak(sayWentWrong)
}

// escaped is a sentence whose texts are plain.
func escaped(s games.Sentence) games.Sentence {
	args := make([]any, len(s.Args))
	for i, a := range s.Args {
		switch a := a.(type) {
		case string:
			args[i] = plainText(a)
		case games.Sentence:
			args[i] = escaped(a)
		default:
			args[i] = a
		}
	}
	return games.Say(s.Format, args...)
}

// mention is a user in a text; it notifies only those who are named in the message's list.
func mention(u match.UserID) string { return "<@" + string(u) + ">" }

// ago and date are times in the reader's zone and language; ago counts by itself (P54).
func ago(t time.Time) string  { return fmt.Sprintf("<t:%d:R>", t.Unix()) }
func date(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// span is a time per move in words.
func span(d time.Duration) games.Sentence {
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

// oneLine makes a name or text fit to stand in a line: printable characters, single spaces, at most max of them.
func oneLine(s string, max int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	return cut(strings.Join(strings.Fields(s), " "), max)
}

// cut shortens s to at most max characters.
func cut(s string, max int) string {
	if len(s) <= max {
		return s
	}
	r := []rune(s)
	if len(r) <= max {
		return s
	}
	return string(r[:max-1]) + "…"
}

// plainText escapes what Discord would read as markdown or as a mention, so that a name is nothing but a name (P86).
func plainText(s string) string { return marks.Replace(s) }

var marks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "~", "\\~", "|", "\\|", "<", "\\<", ">", "\\>", "@", "\\@",
	"#", "\\#", "[", "\\[", "]", "\\]", "://", ":\\/\\/")

// block is text in a code block, which nothing in it can end.
func block(s string) string {
	return "```text\n" + strings.ReplaceAll(s, "```", "'''") + "\n```"
}
