package show

import (
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// ListLine is a match in a list: "Kalah v Bob · your turn · in 3 hours · board". Among are the matches of the list.
func ListLine(in lang.Language, rec match.Match, user match.UserID, among ...match.Match) string {
	parts := []string{"**" + ShortTitle(in, rec, user, true, among...) + "**", in.Speak(State(rec, user))}
	if !rec.Clock.Deadline.IsZero() && rec.Status == match.Running && rec.Parked == nil {
		parts = append(parts, discord.Relative(rec.Clock.Deadline))
	}
	if url := BoardLink(rec); url != "" {
		parts = append(parts, "["+in.Speak(say.BoardLink)+"]("+url+")")
	}
	return strings.Join(append(parts, "`"+string(rec.ID)+"`"), " · ")
}

// ShortTitle is "Kalah v Bob": the match as one of its players calls it. Escaped where it stands in a text, plain in a menu. In a text it is told apart, by
// a mention, from a match among others with another member of that name.
func ShortTitle(in lang.Language, rec match.Match, user match.UserID, escape bool, among ...match.Match) string {
	name := string(rec.Game)
	if g := rec.Rules(); g != nil {
		name = g.Name
	}
	seat := rec.SeatOf(user)
	var others []string
	for s, p := range rec.Players {
		switch {
		case games.Seat(s) == seat:
		case p.Empty() && rec.Invited == user: // their own, if they like
		case p.Empty() && rec.Invited != "" && escape:
			others = append(others, "<@"+string(rec.Invited)+">")
		case p.Empty():
			others = append(others, in.Speak(say.Anyone))
		case escape && !namesake(p, rec) && namesake(p, among...):
			others = append(others, discord.Mention(string(p.User)))
		case escape:
			others = append(others, PlayerAt(in, rec, games.Seat(s)))
		default:
			others = append(others, NameAt(in, rec, games.Seat(s)))
		}
	}
	return in.Say(say.Versus, name, games.And(others))
}

// MatchInServer is a match as those who manage its server see it in a menu: "Kalah · Ann v Bob · running".
func MatchInServer(in lang.Language, rec match.Match) string {
	var who []string
	for s, p := range rec.Players {
		if p.Empty() {
			who = append(who, in.Speak(say.Anyone))
		} else {
			who = append(who, NameAt(in, rec, games.Seat(s)))
		}
	}
	state := games.Say("running")
	switch {
	case rec.Parked != nil:
		state = games.Say("at rest")
	case rec.Status == match.Open:
		state = games.Say("waiting for players")
	}
	name := string(rec.Game)
	if g := rec.Rules(); g != nil {
		name = g.Name
	}
	return name + " · " + strings.Join(who, in.Speak(say.V)) + " · " + in.Speak(state)
}

// State says how a match stands, to one of its players.
func State(rec match.Match, user match.UserID) games.Sentence {
	seat := rec.SeatOf(user)
	switch {
	case rec.Parked != nil:
		return games.Say("at rest")
	case rec.Status == match.Open && rec.Invited == user:
		return games.Say("you are challenged")
	case rec.Status == match.Open:
		return games.Say("waiting for players")
	case rec.Claimable().Has(seat):
		return games.Say("you may claim the win")
	case rec.Waiting.Has(seat):
		return games.Say("your turn")
	case rec.Status == match.Running:
		return games.Say("their turn")
	}
	return games.Say("over")
}
