package say

import (
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// What is said about the referee's rulings (F46, P39).
var (
	Skipped    = games.Say("⏰ The time of %s ran out, so the turn is skipped. If it runs out in the next turn too, %s is out of the game.")
	SetUpDone  = games.Say("⏰ The time of %s ran out, so the set-up was confirmed by the referee.")
	Removed    = games.Say("⏰ The time of %s ran out, so %s is out of the game.")
	HasLeft    = games.Say("%s has given up and is out of the game.")
	TakenOut   = games.Say("%s has removed %s from this match as a moderator. Reason: %s.")
	RemovedYou = games.Say("Your time in %s ran out, so you are out of that game. What you have won stays in the record; the others play on. `/why` tells more.")
	NoRuling   = games.Say("The referee has not had to decide anything in this match. `/history` lists its moves.")
	Why        = games.Say("**Why:** %s")
	Book       = games.Say("**The referee's book of this match**, the latest entry last:")
)

// What stands in the referee's book beside rulings and what the clock did, and the rules behind it.
var (
	BookRefused    = games.Say("refused")
	BookPassed     = games.Say("passed over")
	BookReleased   = games.Say("on its own")
	WasReleased    = games.Say("The tournament %s was cancelled by %s. This match goes on by itself, with the same clock and rated as agreed.")
	ReleasedReason = games.Say("When a tournament is cancelled its matches go on like all others. Before the first move either player may cancel theirs; after it you can resign or agree on a draw.")
	BookHandedOver = games.Say("handed over")
	BookGrace      = games.Say("%s of grace used up")
	BookNudge      = games.Say("asked for by %s")
	RefusedReason  = games.Say("A move that the rules don't allow, or that comes when it is somebody else's turn, changes nothing: the turn stays, and the clock runs on. Nobody but you reads of it here: the newest five. They are stored with the next move; those since the last one are forgotten if I am restarted.")
	PassedReason   = games.Say("Whoever has no legal move is passed over at once, without being asked. That does not count as being late.")
	TakenOutReason = games.Say("Who may manage the server may take a player out of a tournament there, and with that out of the game they play in it. That game is not rated.")
	HandOverReason = games.Say("Who may manage the server may give a seat there to another member. The match is not rated from then on.")
)

// RulingReasons are the rules behind rulings, by kind. That behind games.Time is in Claiming.
var RulingReasons = map[games.RulingKind]games.Sentence{
	games.Skip:         games.Say("A turn that is late is lost, and whoever is late in two turns running is out of the game. A move in time makes up for a late one; a set-up that is late is completed by chance."),
	games.Remove:       games.Say("Whoever is late in two turns running, or late while pieces are being placed, is out of the game for good. Their tiles stay on the board, and what they have won stays in the record."),
	games.Resign:       games.Say("Everybody may give up at any time, for themselves alone. In a game of more than two the others play on."),
	games.Agree:        games.Say("A draw that is offered and agreed to ends the match."),
	match.RulingDecide: games.Say("Who runs a tournament may decide a game, with a reason; when a round's time is up open games are judged by the score at that moment."),
	match.RulingAbort:  games.Say("Who may manage the server may end any match there."),
}

// TimeAfterGrace is the rule behind games.Time where days of grace had been given before.
var TimeAfterGrace = games.Say("The time agreed for a move ran out, with all days of grace, and that loses the match.")

// RulingNames are the names of rulings in the referee's book, clockEvents those of what the clock did.
var (
	RulingNames = map[games.RulingKind]games.Sentence{
		games.Skip: games.Say("turn skipped"), games.Remove: games.Say("out of the game"), games.Time: games.Say("lost on time"), games.Resign: games.Say("resigned"),
		games.Agree: games.Say("draw agreed"), match.RulingDecide: games.Say("decided"), match.RulingAbort: games.Say("moderator"),
	}
	ClockEvents = map[match.EventKind]games.Sentence{
		match.Extended: games.Say("more time"), match.Lapsed: games.Say("time ran out"), match.Reminded: games.Say("reminded"),
	}
)

// ClockReason is the rule behind what the clock did in a match of so many players; silence for a reminder.
func ClockReason(e match.Event, players int) games.Sentence {
	switch {
	case e.Kind == match.Extended && e.Code == match.CodeGrace:
		return games.Say("When the time for a move runs out, the grace that was agreed to is used up first. Only when that is gone too does the rule for late moves apply.")
	case e.Kind == match.Extended && e.Code == match.CodeHours:
		return games.Say("No deadline falls into the night that somebody has declared, it moves to the morning, and a time of less than 12 hours that would begin then counts from the morning, 12 hours later at most; and clocks stand still on vacations, of which everybody has so many days a year.")
	case e.Kind == match.Extended && e.Code == match.CodeGift:
		return games.Say("Who waits may give the other player more time.")
	case e.Kind == match.Extended:
		return games.Say("While I am away nobody can move, so what I was away for is added to the clocks that ran out meanwhile.")
	case e.Kind == match.Lapsed:
		return ClaimOf(players).Agreed
	}
	return games.Sentence{}
}

// notes are what is said beside rulings and events of the clock.
var notes = map[match.Code]games.Sentence{
	match.CodeWish:      games.Say("by the player's wish"),
	match.CodeAgreed:    games.Say("both agreed"),
	match.CodeClaimed:   games.Say("claimed"),
	match.CodeClock:     games.Say("the clock ran out"),
	match.CodeGrace:     games.Say("grace"),
	match.CodeOutage:    games.Say("outage"),
	match.CodeHours:     games.Say("night or vacation"),
	match.CodeGift:      games.Say("a gift of the opponent"),
	match.CodeRoundOver: games.Say("The time of this round is up"),
}

var decision = games.Say("By decision of %s (%s)")

// Note is what is said beside an event of a match in a reader's language.
func Note(in lang.Language, r match.Record, e match.Event) string {
	switch e.Code {
	case match.CodeMember:
		return in.Say(decision, r.DecidedBy, e.Note)
	case match.CodeModerator:
		return in.Say(decision, e.By, e.Note)
	}
	return in.Speak(notes[e.Code])
}
