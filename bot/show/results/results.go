// Package results shows how matches and tournaments have ended to those who read the channel that a server has for that. It is pure; names are no
// mentions, and it says nothing but what everybody reads at the board.
package results

import (
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Match is the announcement of a match that is over.
func Match(in lang.Language, m match.Match) discord.Message {
	title := string(m.Game)
	if g := m.Rules(); g != nil {
		title = show.Title(in, m, g)
	}
	counts := say.Unrated
	if m.Rated() {
		counts = say.IsRated
	}
	out := discord.TextMessage("🏁 **"+title+"**\n"+discord.Escape(show.Ending(in, m))+"\n-# "+in.Speak(counts), show.BoardLinks(in, m)...)
	out.Silent = true
	return out
}

// Tournament is the announcement of a tournament that is over.
func Tournament(in lang.Language, r tourney.Record) discord.Message {
	out := discord.TextMessage("🏆 " + in.Say(say.TournamentOver, discord.Escape(r.Name)) + "\n" + discord.Escape(in.Speak(r.Ending())) + "\n-# <#" + string(r.Place.Channel) + ">")
	out.Silent = true
	return out
}
