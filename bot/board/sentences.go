package board

import (
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Lines of moves, and the button of a reader's notes.
var (
	sayWhoseMove = games.Say("%s %s")
	sayLabelNote = games.Say("Notes")
)

// Buttons of settings.
var (
	sayLabelChange  = games.Say("Change")
	sayLabelTurnOn  = games.Say("Turn on")
	sayLabelTurnOff = games.Say("Turn off")
)

// Following other people's matches.
var (
	sayFollowedOver = games.Say("A match that you follow is over: %s")
	sayLabelFollow  = games.Say("Follow")
)

// Nights, vacations, gifts of time and pauses.
var (
	sayNightMoved   = games.Say("-# Put off because of the night: no time runs out then, and a short one that would have begun then counts from the morning.")
	sayAwayUntil    = games.Say("🌴 %s is on vacation until %s; the clock stands still meanwhile.")
	sayHoursChanged = games.Say("The time for this move now runs out %s (%s), because %s has other hours or a vacation.")
	sayGaveTime     = games.Say("🎁 %s gives more time: it runs out %s (%s).")
	sayPauseOffer   = games.Say("%s would like a pause.")
	sayPauseRefused = games.Say("There is no pause: it was declined.")
	sayNoticePaused = games.Say("The match is at rest, as you wished. `/match resume` goes on.")
	sayNoticeTime   = games.Say("🎁 You were given more time.")
	sayLabelPause   = games.Say("Agree to the pause")
	sayLabelNoPause = games.Say("No pause")
	sayLabelGoOn    = games.Say("Go on")
)

// The rest of a decided match.
var (
	sayDecided       = games.Say("%s *Play it out* ends the match at once, with the best moves for everybody.")
	sayPlayOutAgreed = games.Say("Agreed to play it out: %s. Still asked: %s.")
	sayPlayOutAsked  = games.Say("%s agrees to play out the rest of the match, which is decided.")
	sayPlayedOut     = games.Say("The rest was decided, so it was played out with the best moves for everybody. Moves played out: %d.")
	sayLabelPlayOut  = games.Say("Play it out")
)

// sayFinish describes in a match's terms what happens when it is decided.
var sayFinish = map[match.Finish]games.Sentence{
	match.FinishAuto: games.Say("played out at once when it is decided"),
	match.FinishAsk:  games.Say("played out when it is decided and all agree"),
	match.FinishOff:  games.Say("played by hand to the end"),
}

// A match that begins from an imported position.
var sayFromPosition = games.Say("goes on from an imported position")

// Turning points, values of moves, and changes of ratings.
var (
	sayReviewTurn  = games.Say("**Move %d, %s:** %s (%s). Better: %s (%s).")
	sayCardTurn    = games.Say("Where it turned: %s")
	sayCardRatings = games.Say("Rating in %s: %s")
	sayCardAgainst = games.Say("Rating in %s against computers: %s")
	saySettling    = games.Say("%d of %d games")
	sayValueAhead  = games.Say("%d ahead at the end")
	sayValueBehind = games.Say("%d behind at the end")
	sayValueLevel  = games.Say("level at the end")
	sayValueWin    = games.Say("a certain win")
	sayValueDraw   = games.Say("a certain draw")
	sayValueLoss   = games.Say("a certain loss")
	sayValueProven = games.Say("%s, proven")
	sayValueShare  = games.Say("winning chance %d %%")
	sayLessonHint  = games.Say("`/learn` shows how it goes, on a few boards.")
)

// Conditions of an open challenge.
var (
	sayWantsRating = games.Say("for ratings from %d to %d")
	sayWantsAgain  = games.Say("offered anew when it has been accepted (%d left)")
	sayWantsClock  = games.Say("for a reliability of %d %% at least")
)

// Seats that moderators give to other members.
var (
	saySeatOffered   = games.Say("%s asks you to play on in the place of %s, with the pieces as they stand. Reason: %s. Nothing changes until you accept; then you have the whole time for a move, and the match is not rated.")
	sayChargeOffered = games.Say("%s asks you to take the place of %s. Reason: %s. Nothing changes until you accept.")
	saySeatDeclined  = games.Say("The member you asked to take over has declined. You can ask somebody else.")
	sayHandOverNews  = games.Say("%s By decision of %s (%s).")
)

// Notices and calls.
var (
	sayNoticeBegun   = games.Say("Your match has begun, and %s is to move.")
	sayNoticeUndone  = games.Say("Your move is taken back, so it is your turn again.")
	sayNoticeSkipped = games.Say("⏰ Your time ran out, so your turn is skipped. If it runs out in your next turn too, you are out of the game.")
	sayNoticeOver    = games.Say("Your match is over.")
	sayNudgeThere    = games.Say("🔔 %s asks you to move: %s")
	sayReminderThere = games.Say("⏰ A reminder: it is still your turn in %s")
	sayBankThere     = games.Say("⏰ The time for your move ran out, and your bank runs. It is your turn: %s")
	sayGraceThere    = games.Say("⏰ Your time ran out, and a day of grace is used. It is your turn: %s")
)

// Fairer terms of a challenge (P38).
var (
	sayOddsHint   = games.Say("By the ratings here %s would make about %d of 100 points. Fair odds, not rated, would be: %s")
	sayPairHint   = games.Say("The sides are not even here. As a pair it is two rated matches, the second with sides swapped when the first is over.")
	sayPairAgreed = games.Say("a pair of matches: when this one is over the second begins, with sides swapped")
	sayLevelHint  = games.Say("By the ratings here you would make about %d of 100 points against %s; %s is nearer to you.")
	sayNoticeOdds = games.Say("%s would rather play you on other terms, and challenges you to them. The challenge as it was stands no more.")
	sayLabelOdds  = games.Say("Fair odds")
	sayLabelPair  = games.Say("As a pair")
	sayLabelLevel = games.Say("Play %s instead")
)

// Catching up, and turning the pages of the past.
var (
	saySinceYourMove     = games.Say("Since your move %s:")
	sayNothingSince      = games.Say("Nothing has happened since your move %s.")
	saySinceTheBeginning = games.Say("Since the beginning:")
	sayLastMoves         = games.Say("The last moves:")
	sayMovesLeftOut      = games.Say("… %d more before these")
	sayByRuling          = games.Say("a decision of the referee")
	sayLabelCatchUp      = games.Say("What I missed")
	sayLabelThrough      = games.Say("Step through it")
	sayLabelFirst        = games.Say("First board")
	sayLabelOneBack      = games.Say("One back")
	sayLabelOneOn        = games.Say("One on")
	sayLabelLast         = games.Say("Newest board")
)

// Ratings, and what a direct message says about a turn.
var (
	sayUnrated    = games.Say("not rated")
	sayReputation = games.Say("%s · rating in this game: %s · reliability %d %% (%d played here)")
	SayTurnThere  = games.Say("It's your turn: %s")
)

// Rulings, and the referee's book (P39).
var (
	saySkipped        = games.Say("⏰ The time of %s ran out, so the turn is skipped. If it runs out in the next turn too, %s is out of the game.")
	saySetUpDone      = games.Say("⏰ The time of %s ran out, so the set-up was confirmed by the referee.")
	sayRemoved        = games.Say("⏰ The time of %s ran out, so %s is out of the game.")
	sayHasLeft        = games.Say("%s has given up and is out of the game.")
	sayRemovedYou     = games.Say("Your time in %s ran out, so you are out of that game. What you have won stays in the record; the others play on. `/match why` tells more.")
	sayWhy            = games.Say("**Why:** %s")
	sayBook           = games.Say("**The referee's book of this match**, the latest entry last:")
	sayBookRefused    = games.Say("refused")
	sayBookPassed     = games.Say("passed over")
	sayBookReleased   = games.Say("on its own")
	sayWasReleased    = games.Say("The tournament %s was cancelled by %s. This match goes on by itself, with the same clock and rated as agreed.")
	sayReleasedReason = games.Say("When a tournament is cancelled its matches go on like all others. Before the first move either player may cancel theirs; after it you can resign or agree on a draw.")
	sayBookHandedOver = games.Say("handed over")
	sayBookGrace      = games.Say("%s of grace used up")
	sayBookNudge      = games.Say("asked for by %s")
	sayRefusedReason  = games.Say("A move against the rules, or on somebody else's turn, changes nothing, and the clock runs on. Only you see the newest five here. I store them with the next move; the latest are lost if I am restarted.")
	sayPassedReason   = games.Say("Whoever has no legal move is passed over at once, without being asked. That does not count as being late.")
	sayTakenOutReason = games.Say("Who may manage the server may take a player out of a tournament there, and with that out of the game they play in it. That game is not rated.")
	sayHandOverReason = games.Say("Who may manage the server may give a seat there to another member. The match is not rated from then on.")
	sayClockEvents    = map[match.EventKind]games.Sentence{
		match.Extended: games.Say("more time"), match.Lapsed: games.Say("time ran out"), match.Reminded: games.Say("reminded"),
	}
)

// Actions besides moving.
var (
	sayMore          = games.Say("What would you like to do?")
	sayMoreTime      = games.Say("How much time do you give your opponent?")
	sayLabelMore     = games.Say("More")
	sayLabelHint     = games.Say("Hint")
	sayLabelTakeback = games.Say("Take back")
	sayLabelAskPause = games.Say("Pause")
	sayLabelGiveTime = games.Say("Give time")
	sayLabelLines    = games.Say("Conditional moves")
	sayLabelHistory  = games.Say("History")
	sayLabelExport   = games.Say("Export")
	sayLabelWhy      = games.Say("Why?")
	sayLabelReport   = games.Say("Report a bug")
)

// Boards, challenges, set-ups and menus.
var (
	sayOldVoice         = games.Say("This menu is no longer up to date. Press *Board* under the newest board.")
	sayTooLong          = games.Say("This move is too long for a menu. Type it with `/%s move`.")
	sayArrangeMore      = games.Say("You are **%s**. Arrange your pieces; only you can see this. When all of them stand, press *Confirm*.")
	sayArrange          = games.Say("You are **%s**. Arrange your pieces; only you can see this. A set-up stands already: *Confirm* takes it as it is.")
	sayArrangeSure      = games.Say("Do you really want to take all pieces off the board?")
	sayLabelEdit        = games.Say("Edit")
	sayLabelRanks       = games.Say("Ranks")
	sayArrangeUntil     = games.Say("The time for it runs out %s: then a complete set-up is taken as it stands, otherwise one by chance.")
	sayArrangedLate     = games.Say("Your time for the set-up ran out, so it was confirmed for you: as it stood if it was complete, otherwise one by chance.")
	sayConfirmTwice     = games.Say("If you want it so, press *Confirm* once more.")
	sayResumeAsked      = games.Say("%s would like to go on with your match in %s. It is at rest, because %s; nothing happens until you agree.")
	sayAnyone           = games.Say("anyone")
	sayGoal             = games.Say("**Goal:** %s.")
	sayFirstTime        = games.Say("New to this, %s? %s.")
	sayHowToPlay        = games.Say("Play: `/%s start` against the computer, `/%s challenge` against a member.")
	sayYourTurn         = games.Say("%s, it's your turn")
	sayAgain            = games.Say("%s, it's your turn again")
	sayThinking         = games.Say("%s is thinking")
	sayArrangeAll       = games.Say("%s, set up your army")
	sayWaitAll          = games.Say("Waiting for %s")
	sayStep             = games.Say("Press *Next* for the turn of %s")
	sayUntil            = games.Say("time runs out %s")
	sayTimeIsUp         = games.Say("time ran out %s")
	sayParked           = games.Say("The match is at rest (%s). Its clock stands still; `/match resume` goes on.")
	sayDrawOffer        = games.Say("%s offers a draw.")
	sayUndoOffer        = games.Say("%s asks to take the last move back.")
	sayWantsMore        = games.Say("%s would like a rematch.")
	sayNudge            = games.Say("🔔 %s asks you to move.")
	sayReminder         = games.Say("⏰ A reminder: the time for this move runs out %s (%s).")
	sayResting          = games.Say("%s is at rest, because %s. Its clock stands still. `/match resume` in another channel goes on there when all who play want it.")
	sayBankDrawn        = games.Say("⏰ The time for this move ran out, and the bank runs: the move is due %s (%s).")
	sayGrace            = games.Say("⏰ The time ran out. Grace is used instead (%s): the move is due %s (%s).")
	sayOutage           = games.Say("I was away for a while, so the time I missed is added to the clock.")
	sayWasUndone        = games.Say("The last move was taken back.")
	sayDrawRefused      = games.Say("The draw is declined: the match goes on.")
	sayUndoRefused      = games.Say("The move stands: taking it back was declined.")
	sayWasResumed       = games.Say("The match goes on here; its clock runs again.")
	sayChallenge        = games.Say("%s challenges %s to %s")
	sayOpen             = games.Say("%s looks for an opponent at %s")
	sayTable            = games.Say("%s challenges everybody to %s")
	saySeats            = games.Say("%d of %d seats taken: %s")
	sayByLot            = games.Say("random sides")
	SayInOrder          = games.Say("seats in the order of joining")
	sayPlays            = games.Say("%s plays %s")
	sayVersus           = games.Say("%s v %s")
	sayComputer         = games.Say("%s bot")
	sayNoClock          = games.Say("no clock")
	sayBank             = games.Say("plus a bank of %s for each player")
	sayBankIncrement    = games.Say("plus a bank of %s for each player; each move gives back %s")
	sayBankRuns         = games.Say("from the bank")
	sayBankLeft         = games.Say("bank %s")
	sayGraceFirst       = games.Say("plus %d times %s extra for each player")
	SayGraceOnce        = games.Say("plus %s extra for each player")
	sayExpires          = games.Say("open until %s")
	sayTo               = games.Say("%s, do you accept?")
	sayNewMatch         = games.Say("The rematch is on.")
	sayTimeAgain        = games.Say("The rematch has another clock, %s for a move, because those who manage this server allow no other time.")
	sayNextBoard        = games.Say("the next board")
	sayLacking          = games.Say("I may not post in %s: what I lack there is %s. Ask somebody who manages the server to give it to me there; the match itself is safe, and `/board` shows it.")
	saySealed           = games.Say("Both set-ups are sealed: %s")
	sayReceipt          = games.Say("%s's set-up is sealed: %s")
	sayReceiptOpen      = games.Say("%s's set-up: %s · salt %s · receipt %s")
	sayDrawFailed       = games.Say("-# I could not draw the picture, so here is the board as text.")
	sayLabelBoard       = games.Say("Board")
	sayLabelTouch       = games.Say("Open board")
	sayLabelLink        = games.Say("Share a link")
	sayLabelDraw        = games.Say("Draw")
	sayLabelAgree       = games.Say("Agree to the draw")
	sayLabelNoDraw      = games.Say("No draw")
	sayLabelUndo        = games.Say("Let them take it back")
	sayLabelNoUndo      = games.Say("No, it stands")
	sayLabelResign      = games.Say("Resign")
	sayLabelCancel      = games.Say("Cancel the match")
	sayLabelAccept      = games.Say("Accept")
	sayLabelDecline     = games.Say("Decline")
	sayLabelRevoke      = games.Say("Revoke")
	sayLabelJoin        = games.Say("Join")
	sayLabelLeave       = games.Say("Leave")
	sayLabelBegin       = games.Say("Begin with computers")
	sayLabelPlayOn      = games.Say("Play on")
	sayLabelRematch     = games.Say("Rematch")
	sayLabelReplay      = games.Say("Replay")
	sayLabelShare       = games.Say("Share")
	sayLabelMove        = games.Say("Make a move")
	sayLabelSetup       = games.Say("Set up my army")
	sayLabelLastTime    = games.Say("As last time")
	sayLabelForget      = games.Say("Delete a saved one")
	sayLabelLetter      = games.Say("Send it to me")
	sayLabelReceipts    = games.Say("Receipts")
	sayLabelPlay        = games.Say("Play %s")
	sayLabelGo          = games.Say("Go to the board")
	sayLabelGoChallenge = games.Say("Go to the challenge")
	sayLabelResume      = games.Say("Go on there")
	sayLabelRulesOf     = games.Say("Rules of %s")
	sayLabelMatches     = games.Say("My matches")
	sayMenuFirst        = games.Say("Your move: choose what to play")
	sayMenuWhole        = games.Say("Choose your move")
	sayMenuThen         = games.Say("%s: choose where to go")
	sayAskMove          = games.Say("Do you want to play %s?")
	sayMenuHow          = games.Say("Choose where to go")
)

// A game of a tournament.
var sayTournamentGame = games.Say("a game of a tournament: `/tournament status` says how it stands")

// sayRulingReasons holds the rules behind rulings, by kind. say.ClaimOf has the rule behind games.Time.
var sayRulingReasons = map[games.RulingKind]games.Sentence{
	games.Skip:         games.Say("A turn that is late is lost, and whoever is late in two turns running is out of the game. A move in time makes up for a late one; a set-up that is late is completed by chance."),
	games.Remove:       games.Say("Whoever is late in two turns running, or late while pieces are being placed, is out of the game for good. Their tiles stay on the board, and what they have won stays in the record."),
	games.Resign:       games.Say("Everybody may give up at any time, for themselves alone. In a game of more than two the others play on."),
	games.Agree:        games.Say("A draw that is offered and agreed to ends the match."),
	match.RulingDecide: games.Say("Whoever runs a tournament may decide a game, with a reason. When a round's time is up, open games are judged by their score."),
	match.RulingAbort:  games.Say("Who may manage the server may end any match there."),
}

// sayTimeAfterGrace is the rule behind games.Time if days of grace were used before.
var sayTimeAfterGrace = games.Say("The time agreed for a move ran out, with all days of grace, and that loses the match.")

// sayClockReason returns the rule behind a change of the clock, in a match of this many players. A reminder has none.
func sayClockReason(e match.Event, players int) games.Sentence {
	switch {
	case e.Kind == match.Extended && e.Code == match.CodeGrace:
		return games.Say("When the time for a move runs out, the grace that was agreed to is used up first. Only when that is gone too does the rule for late moves apply.")
	case e.Kind == match.Extended && e.Code == match.CodeBank:
		return games.Say("When the time for a move runs out, the player's bank is used. Only when that is empty does the rule for late moves apply.")
	case e.Kind == match.Extended && e.Code == match.CodeHours:
		return games.Say("No deadline falls into the night that somebody has declared, it moves to the morning, and a time of less than 12 hours that would begin then counts from the morning, 12 hours later at most; and clocks stand still on vacations, of which everybody has so many days a year.")
	case e.Kind == match.Extended && e.Code == match.CodeGift:
		return games.Say("Who waits may give the other player more time.")
	case e.Kind == match.Extended:
		return games.Say("While I am away nobody can move, so what I was away for is added to the clocks that ran out meanwhile.")
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
	referee.Skip:    games.Say("miss a turn and it is skipped; miss two in a row, or one while placing, and you're out"),
}
