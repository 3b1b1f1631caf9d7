package board

import (
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Sentences about lines of moves, and the button of a reader's notes.
var (
	sayWhoseMove = games.Say("%s %s")
	sayYourMove  = games.Say("you %s")
	sayLabelNote = games.Say("Notes")
)

// Sentences on buttons of settings.
var (
	sayLabelChange  = games.Say("Change")
	sayLabelTurnOn  = games.Say("Turn on")
	sayLabelTurnOff = games.Say("Turn off")
)

// Sentences about following other people's matches.
var (
	sayFollowedOver = games.Say("A match you follow is over: %s")
	sayLabelFollow  = games.Say("Follow")
)

// Sentences about nights, vacations, gifts of time and pauses.
var (
	sayNightMoved   = games.Say("-# A player's night doesn't count, so this time was moved to the morning.")
	sayAwayUntil    = games.Say("🌴 %s is on vacation until %s; the clock stands still until then.")
	sayHoursChanged = games.Say("The time for this move now runs out %s (%s), because %s has new hours or a vacation.")
	sayYouGaveTime  = games.Say("🎁 You gave more time: it now runs out %s (%s).")
	sayGaveTime     = games.Say("🎁 %s gives more time: it now runs out %s (%s).")
	sayPauseOffer   = games.Say("%s would like a pause.")
	sayPauseRefused = games.Say("No pause this time: the match goes on.")
	sayNoticePaused = games.Say("The match is paused until one of you presses *Go on* under its board.")
	sayNoticeTime   = games.Say("🎁 You were given more time.")
	sayLabelPause   = games.Say("Agree to the pause")
	sayLabelNoPause = games.Say("No pause")
	sayLabelGoOn    = games.Say("Go on")
)

// Sentences about the rest of a decided match.
var (
	sayPlayedOut     = games.Say("Decided after move %d: I played out the rest with everybody's best moves.")
	sayDecided       = games.Say("%s *End it now* plays the rest with everybody's best moves.")
	sayPlayOutAgreed = games.Say("Agreed to end it now: %s. Waiting for: %s.")
	sayPlayOutAsked  = games.Say("The match is decided, and %s agrees to end it now.")
	sayLabelPlayOut  = games.Say("End it now: %s wins")
	sayLabelPlayTie  = games.Say("End it now: a draw")
)

// sayFinish describes in a match's terms what happens when it is decided.
var sayFinish = map[match.Finish]games.Sentence{
	match.FinishAuto: games.Say("ends as soon as it's decided"),
	match.FinishAsk:  games.Say("ends once it's decided and everybody agrees"),
	match.FinishOff:  games.Say("played to the last move"),
}

// Sentences about a match that begins from a given position.
var sayFromPosition = games.Say("starts from a given position")

// Sentences about turning points, values of moves, and changes of ratings.
var (
	sayReviewTurn  = games.Say("**Move %d was %s's mistake.**")
	sayReviewYours = games.Say("**Move %d was your mistake.**")
	sayReviewMoves = games.Say("Played: **%s** – %s. Better: **%s** – %s.")
	sayBecause     = games.Say("Why: %s %s.")
	sayLater       = games.Say("The difference shows only later.")
	sayThen        = games.Say("Likely after %s: %s.")
	sayCardTurn    = games.Say("Where the match turned: %s")
	sayCardRatings = games.Say("Rating in %s: %s")
	sayCardSettles = games.Say("A rating in %s comes after %d rated games. So far: %s.")
	saySettlesSolo = games.Say("A rating in %s against computers comes after %d rated games. So far: %s.")
	sayCardAgainst = games.Say("Rating in %s against computers: %s")
	saySettling    = games.Say("still open: %d of %d games played")
	sayWinsBy      = games.Say("%s wins by %s")
	sayLosesBy     = games.Say("%s loses by %s")
	sayEndsLevel   = games.Say("it ends level")
	sayWinsTiles   = games.Say("%s wins with equal fish and more tiles")
	sayLosesTiles  = games.Say("%s loses with equal fish and fewer tiles")
	sayAboutWinsBy = games.Say("%s probably wins by about %s")
	sayAboutLoses  = games.Say("%s probably loses by about %s")
	sayAboutLevel  = games.Say("it probably ends about level")
	sayOnlyLoses   = games.Say("%s loses by only %s")
	sayAboutOnly   = games.Say("%s probably loses by only about %s")
	sayWins        = games.Say("%s wins with best play")
	sayDraws       = games.Say("it's a draw with best play")
	sayLoses       = games.Say("%s loses with best play")
	sayAboutShare  = games.Say("%s wins about %d games of 100")
	sayAlmostWins  = games.Say("%s wins almost surely")
	sayAlmostLoses = games.Say("%s loses almost surely")
	sayLessonHint  = games.Say("`/learn` shows you how.")
)

// Sentences about the conditions of an open challenge.
var (
	sayWantsRating = games.Say("for players rated %d to %d")
	sayWantsAgain  = games.Say("comes back each time somebody accepts it (%d left)")
	sayWantsClock  = games.Say("for players at least %d %% reliable")
)

// Sentences about seats that moderators give to other members.
var (
	saySeatOffered = games.Say("%s asks you to play on for %s, with the pieces as they stand. " +
		"Reason: %s. Nothing changes until you accept. Then the match isn't rated.")
	saySeatTime       = games.Say("You have the full time for your move.")
	saySeatPair       = games.Say("Then no second match follows.")
	sayChannelOffered = games.Say("%s asks you to decide for %s about everything but its moves. " +
		"Reason: %s. Nothing changes until you accept.")
	sayChargeOffered = games.Say("%s asks you to take the place of %s. Reason: %s. Nothing changes until you accept.")
	saySeatDeclined  = games.Say("The member you asked to take over has declined. You can ask somebody else.")
	sayHandOverNews  = games.Say("%s By decision of %s (%s).")
)

// Sentences of notices and calls.
var (
	sayNoticeBegun     = games.Say("Your match has begun, and %s is to move.")
	sayNoticeBegunHere = games.Say("Your match has begun.")
	sayNoticeDeclined  = games.Say("%s has declined your challenge to %s.")
	sayNoticeUndone    = games.Say("Your move is taken back, so it's your turn again.")
	sayNoticeSkipped   = games.Say("⏰ Your time ran out, so your turn is skipped. " +
		"If it runs out next turn too, you're out of the game.")
	sayNoticeOver     = games.Say("Your match is over.")
	sayNoticeOverHere = games.Say("%s, your match is over.")
	sayNudgeThere     = games.Say("🔔 %s is waiting for your move: %s")
	sayReminderThere  = games.Say("⏰ A reminder: it's still your turn in %s")
	sayBankThere      = games.Say("⏰ The time for your move is up, and your time bank is running. It's your turn: %s")
	sayGraceThere     = games.Say("⏰ Your time ran out, and you are using a day of grace. It's your turn: %s")
)

// Sentences about fairer terms of a challenge (P38).
var (
	sayOddsHint = games.Say("By the ratings here %s would score about %d of 100 points. Fairer, but not rated: %s")
	sayPairHint = games.Say("One side has it easier here. *As a pair* you play two rated " +
		"matches and swap sides for the second.")
	sayPairAgreed = games.Say("two matches: after this one the second begins, with sides swapped")
	sayLevelHint  = games.Say("By the ratings here you would score about %d of 100 points " +
		"against %s; %s is closer to your level.")
	sayNoticeOdds = games.Say("%s would rather play on other terms: here is a new challenge in place of the old one.")
	sayLabelOdds  = games.Say("Fair odds")
	sayLabelPair  = games.Say("As a pair")
	sayLabelLevel = games.Say("Play %s instead")
)

// Sentences for readers who ask what happened, or step through earlier positions.
var (
	saySinceYourMove     = games.Say("Since your move %s:")
	sayNothingSince      = games.Say("Nothing has happened since your move %s.")
	sayPlayed            = games.Say("%s played %s")
	sayYouPlayed         = games.Say("You played %s")
	sayYouLost           = games.Say("You lost. %s")
	saySecond            = games.Say("You come second. %s")
	sayThird             = games.Say("You come third. %s")
	sayFourth            = games.Say("You come fourth. %s")
	sayShareSecond       = games.Say("You share second place. %s")
	sayShareThird        = games.Say("You share third place. %s")
	saySinceYours        = games.Say("Since your turn: %s. %s")
	saySinceTheirs       = games.Say("Since %s's turn: %s. %s")
	saySinceTheBeginning = games.Say("Since the beginning:")
	sayLastMoves         = games.Say("The last moves:")
	sayMovesLeftOut      = games.Say("… %d more before these")
	sayLabelHappened     = games.Say("What happened?")
	sayLabelThrough      = games.Say("Step through it")
	sayLabelFirst        = games.Say("Start")
	sayLabelOneBack      = games.Say("Move back")
	sayLabelOneOn        = games.Say("Move on")
	sayLabelLast         = games.Say("Latest")
)

// Sentences about a match's rating, its players' ratings and reliability, and the link to a match
// where it is one's turn.
var (
	sayUnrated     = games.Say("not rated")
	sayReputation  = games.Say("%s · reliability %d %% (%d played here)")
	sayTheirRating = games.Say("rating in this game: %s")
	SayTurnThere   = games.Say("It's your turn: %s")
)

// Sentences about rulings, and about the referee's book (P39).
var (
	saySkipped    = games.Say("⏰ %s ran out of time, so the turn is skipped. If it happens next turn too, %s is out of the game.")
	saySetUpDone  = games.Say("⏰ %s ran out of time, so the referee confirmed the set-up.")
	sayRemoved    = games.Say("⏰ %s ran out of time, so %s is out of the game.")
	sayHasLeft    = games.Say("%s has given up.")
	sayRemovedYou = games.Say("You ran out of time in %s, so you're out of that game. " +
		"You keep what you have won, and the others play on. `/match why` tells you more.")
	sayWhy          = games.Say("**Why:** %s")
	sayBook         = games.Say("**What the referee noted in this match**, newest last:")
	sayBookRefused  = games.Say("refused")
	sayBookPassed   = games.Say("had no move")
	sayBookReleased = games.Say("on its own")
	sayWasReleased  = games.Say("The tournament %s was cancelled by %s. " +
		"This match goes on, with the same clock and rated as agreed.")
	sayReleasedReason = games.Say("When a tournament is cancelled, its matches go on like all " +
		"others. Before the first move you can cancel yours; after it you can resign or agree " +
		"on a draw.")
	sayBookHandedOver = games.Say("handed over")
	sayBookGrace      = games.Say("%s of grace used up")
	sayBookNudge      = games.Say("%s is waiting")
	sayRefusedReason  = games.Say("A move against the rules, or out of turn, changes nothing, " +
		"and the clock runs on. Only you see the newest five here. " +
		"If I'm restarted before the next move, I forget the latest.")
	sayPassedReason   = games.Say("If you have no legal move, your turn passes at once. That doesn't count as late.")
	sayTakenOutReason = games.Say("Whoever manages the server can take a player out of a " +
		"tournament, and so out of the game they're playing in it. That game isn't rated.")
	sayHandOverReason = games.Say("Whoever manages the server can give a seat to another member. " +
		"From then on the match isn't rated.")
	sayClockEvents = map[match.EventKind]games.Sentence{
		match.Extended: games.Say("more time"), match.Lapsed: games.Say("time ran out"),
		match.Reminded: games.Say("reminded"),
	}
)

// Sentences about actions besides moves.
var (
	sayMore   = games.Say("What would you like to do?")
	SayStands = games.Say("Your last move can't be taken back, " +
		"because it showed a secret or the referee has stepped in.")
	sayMoreTime      = games.Say("How much more time do you give your opponent?")
	sayLabelMore     = games.Say("More")
	sayLabelFrom     = games.Say("Play on from here …")
	sayLabelHint     = games.Say("Hint")
	sayLabelTakeback = games.Say("Take back")
	sayLabelAskPause = games.Say("Pause")
	sayLabelGiveTime = games.Say("Give time")
	sayLabelLines    = games.Say("Automatic replies")
	sayLabelHistory  = games.Say("History")
	sayLabelExport   = games.Say("Export")
	sayLabelWhy      = games.Say("Referee's decisions")
	sayLabelOther    = games.Say("Rules, export …")
	sayLabelReport   = games.Say("Report a bug")
)

// Sentences of boards, challenges, set-ups and menus.
var (
	sayOldVoice    = games.Say("This menu is no longer up to date. Use the buttons under the newest board.")
	sayTooLong     = games.Say("This move is too long for a menu. Type it with `/%s move`.")
	sayArrangeMore = games.Say("You are **%s**. Arrange your pieces; only you can see this. " +
		"When all are on the board, press *Confirm*.")
	sayArrange = games.Say("You are **%s**. Arrange your pieces; only you can see this. " +
		"There is a set-up already: if you like it, press *Confirm*.")
	sayArrangeSure  = games.Say("Do you really want to take all pieces off the board?")
	sayLabelEdit    = games.Say("Edit")
	sayArrangeUntil = games.Say("Your time for this runs out %s. Then I take your set-up if " +
		"it's complete, and otherwise a random one.")
	sayArrangedLate = games.Say("Your time for the set-up ran out, so I confirmed yours if " +
		"it was complete, and otherwise a random one.")
	sayConfirmTwice = games.Say("If that's what you want, press *Confirm* once more.")
	sayResumeAsked  = games.Say("%s would like to go on with your match in %s. " +
		"It is paused, because %s. Nothing happens until you agree.")
	sayAnyone       = games.Say("anyone")
	sayOneMember    = games.Say("a member")
	SayGoal         = games.Say("**Goal:** %s.")
	sayYourSideNow  = games.Say("This time you play %s.")
	saySidesNow     = games.Say("This time %s plays %s, and %s plays %s.")
	sayNobodyCalled = games.Say("I'm not in this chat, so I can't call anybody. " +
		"Look here yourselves; whoever installs me gets direct messages.")
	sayFirstTime  = games.Say("New to this, %s? %s.")
	sayDots       = games.Say("A button with … asks where to.")
	sayHowToPlay  = games.Say("Play: `/%s start` against the computer, `/%s challenge` against a member.")
	sayYourTurn   = games.Say("%s, it's your turn")
	sayAgain      = games.Say("%s, it's your turn again")
	sayThinking   = games.Say("%s is thinking")
	sayArrangeAll = games.Say("%s, set up your army")
	sayWaitAll    = games.Say("Waiting for %s")
	sayViewStays  = games.Say("This view stays as it is; the public board goes on.")
	sayStep       = games.Say("Press *Next* to see the next move")
	sayUntil      = games.Say("time runs out %s")
	sayTimeIsUp   = games.Say("time ran out %s")
	sayParked     = games.Say("The match is paused (%s), and its clock stands still. " +
		"Go on with `/match resume`.")
	sayDrawOffer    = games.Say("%s offers a draw.")
	sayUndoOffer    = games.Say("%s would like to take the last move back.")
	sayWantsMore    = games.Say("%s would like a rematch.")
	sayNudge        = games.Say("🔔 %s is waiting for your move.")
	sayReminder     = games.Say("⏰ A reminder: the time for this move runs out %s (%s).")
	sayResting      = games.Say("%s is paused, because %s.")
	sayRestingClock = games.Say("Its clock stands still.")
	sayRestingAlone = games.Say("To go on in another channel, use `/match resume` there.")
	sayRestingAll   = games.Say("To go on in another channel, use `/match resume` there; everybody has to agree.")
	sayBankDrawn    = games.Say("⏰ The time for this move is up, and the time bank is " +
		"running: the move is due %s (%s).")
	sayGrace         = games.Say("⏰ The time ran out. With %s of grace, the move is due %s (%s).")
	sayOutage        = games.Say("I was away for a while, so I've added the time I missed to the clock.")
	sayHardlyAnyTime = games.Say("%s had hardly any time left and gets some more: the move is due %s (%s).")
	sayWasUndone     = games.Say("The last turn was taken back.")
	sayDrawRefused   = games.Say("No draw this time: the match goes on.")
	sayUndoRefused   = games.Say("The move stands: it isn't taken back.")
	sayChallenge     = games.Say("%s challenges %s to %s")
	sayOpen          = games.Say("%s is looking for somebody to play %s")
	sayTable         = games.Say("%s challenges everybody to %s")
	saySeats         = games.Say("%d of %d seats taken: %s")
	sayPlays         = games.Say("%s plays %s")
	sayVersus        = games.Say("%s v %s")
	sayAtMove        = games.Say("move %d")
	sayBegun         = games.Say("begun %s")
	sayNoClock       = games.Say("no clock")
	sayBank          = games.Say("plus a bank of %s for each player")
	sayBankIncrement = games.Say("plus a bank of %s for each player; each move gives back %s")
	sayBankRuns      = games.Say("from the bank")
	sayBankLeft      = games.Say("bank %s")
	SayGrace         = games.Say("plus %s to spare for each player")
	sayUsual         = games.Say("-# Unless a challenge says otherwise: sides are drawn by lot; %s.")
	sayExpires       = games.Say("open until %s")
	sayTo            = games.Say("%s, do you accept?")
	saySecondMatch   = games.Say("The second match of the pair is on.")
	sayTimeAgain     = games.Say("The rematch has another clock, %s for a move: this server allows no other time.")
	sayNextBoard     = games.Say("the next board")
	sayLacking       = games.Say("I can't post in %s: I lack %s there. " +
		"Please ask somebody who manages the server. The match is safe, and `/board` shows it.")
	saySealed           = games.Say("Both set-ups are sealed, so nobody can swap pieces in secret: %s")
	sayReceipt          = games.Say("%s's set-up is sealed: %s")
	sayReceiptOpen      = games.Say("%s's set-up: %s · salt %s · receipt %s")
	sayDrawFailed       = games.Say("-# I couldn't draw the picture, so here is the board as text.")
	sayLabelBoard       = games.Say("Board just for me")
	sayLabelShow        = games.Say("Show the board")
	sayLabelTouch       = games.Say("Open board")
	sayLabelLink        = games.Say("Share a link")
	SayLabelDraw        = games.Say("Offer a draw")
	sayLabelAgree       = games.Say("Agree to the draw")
	sayLabelNoDraw      = games.Say("No draw")
	sayLabelUndo        = games.Say("Let them take it back")
	sayLabelNoUndo      = games.Say("No, it stands")
	SayLabelResign      = games.Say("Resign")
	sayLabelCancel      = games.Say("Cancel the match")
	sayLabelAccept      = games.Say("Accept")
	sayLabelDecline     = games.Say("Decline")
	SayLabelWithdraw    = games.Say("Withdraw")
	sayLabelJoin        = games.Say("Join")
	sayLabelLeave       = games.Say("Leave")
	sayLabelBegin       = games.Say("Begin with computers")
	sayLabelPlayOn      = games.Say("Play on")
	sayLabelRematch     = games.Say("Rematch")
	sayLabelReplay      = games.Say("Film")
	sayLabelShare       = games.Say("Share")
	sayLabelSetup       = games.Say("Set up my army")
	sayLabelLastTime    = games.Say("As last time")
	sayLabelForget      = games.Say("Delete a saved one")
	sayLabelLetter      = games.Say("Send it to me")
	sayLabelReceipts    = games.Say("Check the set-ups")
	sayLabelGo          = games.Say("Go to the message")
	sayLabelGoChannel   = games.Say("Go to the channel")
	sayLabelGoChallenge = games.Say("Go to the challenge")
	sayLabelResume      = games.Say("Go on there")
	sayLabelRulesOf     = games.Say("Rules of %s")
	sayLabelMatches     = games.Say("My matches")
)

// Sentences about a game of a tournament.
var sayTournamentGame = games.Say("Part of a tournament: `/tournament status` shows the standings")

// sayRulingReasons holds the rules behind rulings, by kind. say.ClaimOf has the rule behind
// games.Time.
var sayRulingReasons = map[games.RulingKind]games.Sentence{
	games.Skip: games.Say("Miss a turn and it is skipped; miss two in a row and you're " +
		"out. A move in time makes up for a missed one, and a late set-up is filled in at " +
		"random."),
	games.Remove: games.Say("Miss two turns in a row, or one while placing, and you're out " +
		"for good. The tiles stay on the board, and you keep what you have won."),
	games.Resign: games.Say("You can give up at any time, but only for yourself. " +
		"If you are more than two, the others play on."),
	games.Agree: games.Say("When everybody agrees on a draw, the match is over."),
	match.RulingDecide: games.Say("Whoever runs a tournament can decide a game, and gives a " +
		"reason. When a round's time is up, open games are judged by their score."),
	match.RulingAbort: games.Say("Whoever manages the server can end any match there."),
}

// sayTimeAfterGrace is the rule behind games.Time if days of grace were used before.
var sayTimeAfterGrace = games.Say("The time for a move ran out, and so did all days of grace. That loses the match.")

// sayClockReason returns the rule behind a change of the clock, in a match of this many players. A
// reminder has none.
func sayClockReason(e match.Event, players int) games.Sentence {
	switch {
	case e.Kind == match.Extended && e.Code == match.CodeGrace:
		return games.Say("When your time for a move runs out, you use up your grace first. " +
			"Only when that is gone too are you late.")
	case e.Kind == match.Extended && e.Code == match.CodeBank:
		return games.Say("When your time for a move runs out, your time bank is used. " +
			"Only when that is empty are you late.")
	case e.Kind == match.Extended && e.Code == match.CodeHours:
		return games.Say("No time runs out in a player's night: it moves to the morning. " +
			"Less than 12 hours for a move then count from the morning too, 12 hours later at " +
			"most. On vacation your clocks stand still; everybody has some such days a year.")
	case e.Kind == match.Extended && e.Code == match.CodeGift:
		return games.Say("Whoever is waiting can give the other player more time.")
	case e.Kind == match.Extended:
		return games.Say("Nobody can move while I'm away, so clocks that run out meanwhile get that time back.")
	case e.Kind == match.Lapsed:
		return say.ClaimOf(players).Agreed
	}
	return games.Sentence{}
}

// sayNote returns an event's additional words in a reader's language.
func sayNote(in lang.Language, r match.Record, e match.Event) string {
	switch e.Code {
	case match.CodeMember:
		return in.Say(say.Decision, r.DecidedBy, e.Note)
	case match.CodeModerator:
		return in.Say(say.Decision, e.By, e.Note)
	}
	return in.Speak(say.Notes[e.Code])
}

// sayLapses says what happens when a clock runs out, by lapse, except claims.
var sayLapses = map[referee.Lapse]games.Sentence{
	referee.Forfeit: games.Say("run out of time and you lose"),
	referee.Skip: games.Say("miss a turn and it is skipped; miss two in a row, or one while " +
		"placing, and you're out"),
}
