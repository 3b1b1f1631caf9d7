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
	RemovedYou = games.Say("Your time in %s ran out, so you are out of that game. What you have won stays in the record; the others play on. `/why` tells more.")
	NoRuling   = games.Say("The referee has not had to decide anything in this match. `/history` lists its moves.")
	Why        = games.Say("**Why:** %s")
	Book       = games.Say("**The referee's book of this match**, the latest entry last:")
)

// RulingReasons are the rules behind rulings, by kind.
var RulingReasons = map[games.RulingKind]games.Sentence{
	games.Skip:   games.Say("A late turn is lost. Late in two turns running means out of the game. An accepted move makes good for a late one (F5); a set-up that is late is completed by chance (S50)."),
	games.Remove: games.Say("Out of the game is who is late in two turns running (F5), or late while pieces are being placed (F3). Tiles stay, what was won stays in the record, and nobody comes back."),
	games.Time:   games.Say("The time agreed for a move ran out, with all days of grace, and that loses the match (P8, P32)."),
	games.Resign: games.Say("Everybody may give up at any time, for themselves alone (P13). In a game of more than two the others play on (F3)."),
	games.Agree:  games.Say("A draw that is offered and agreed to ends the match (P13)."),
	"decide":     games.Say("Who runs a tournament may decide a game, with a reason (P27); when a round's time is up open games are judged by the score at that moment (F68)."),
	"moderator":  games.Say("Who may manage the server may end any match there (P25)."),
}

// RulingNames are the names of rulings in the referee's book, clockEvents those of what the clock did.
var (
	RulingNames = map[games.RulingKind]games.Sentence{
		games.Skip: games.Say("skip"), games.Remove: games.Say("remove"), games.Time: games.Say("time"), games.Resign: games.Say("resign"),
		games.Agree: games.Say("agree"), "decide": games.Say("decide"), "moderator": games.Say("moderator"),
	}
	ClockEvents = map[match.EventKind]games.Sentence{
		match.Extended: games.Say("extended"), match.Lapsed: games.Say("lapsed"), match.Reminded: games.Say("reminded"),
	}
)

// notes are what the match service notes beside rulings and events of the clock.
var notes = map[string]games.Sentence{
	"by the player's wish": games.Say("by the player's wish"),
	"both agreed":          games.Say("both agreed"),
	"claimed":              games.Say("claimed"),
	"the clock ran out":    games.Say("the clock ran out"),
	"grace":                games.Say("grace"),
	"outage":               games.Say("outage"),

	"The time of this round is up": games.Say("The time of this round is up"),
}

// Note is a note in a reader's language; one that somebody has written stays as it is.
func Note(in lang.Language, note string) string {
	if s, ok := notes[note]; ok {
		return in.Speak(s)
	}
	return note
}

// Reasons for parking, kept with the match and shown to people.
var (
	ReasonChannel = games.Say("its channel is gone")
	ReasonGuild   = games.Say("I am no longer in its server")
)
