package board

import (
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// ListLine returns a match's line in a list, such as "Kalah v Bob · your turn · in 3 hours ·
// board". among are the matches of the list. If another one has the same name, the line says how far
// the match is and when it began, and ends with its id if the other one is as far.
func ListLine(in lang.Language, rec match.Match, user match.UserID, among ...match.Match) string {
	title := ShortTitle(in, rec, user, true, among...)
	parts := []string{"**" + title + "**", in.Speak(State(rec, user))}
	if !rec.Clock.Deadline.IsZero() && rec.Status == match.Running && rec.Parked == nil {
		parts = append(parts, discord.Relative(rec.Clock.Deadline))
	}
	if url := BoardLink(rec); url != "" {
		parts = append(parts, LinkTo(in, url))
	}
	alike := slices.DeleteFunc(slices.Clone(among), func(m match.Match) bool {
		return m.ID == rec.ID || ShortTitle(in, m, user, true, among...) != title
	})
	if len(alike) > 0 && rec.Status != match.Open {
		parts = append(parts, in.Say(sayAtMove, rec.Moves+1), in.Say(sayBegun, discord.Relative(rec.Created)))
	}
	if slices.ContainsFunc(alike, func(m match.Match) bool { return m.Moves == rec.Moves }) {
		parts = append(parts, "`"+string(rec.ID)+"`")
	}
	return strings.Join(parts, " · ")
}

// Choice returns a match's name for a menu or a button, such as "Kalah v Bob". If another match of
// the list has the same name, it says how far the match is, as ListLine does.
func Choice(in lang.Language, rec match.Match, user match.UserID, list []match.Match) string {
	title := ShortTitle(in, rec, user, false)
	if slices.ContainsFunc(list, func(m match.Match) bool {
		return m.ID != rec.ID && ShortTitle(in, m, user, false) == title
	}) {
		title += " · " + in.Say(sayAtMove, rec.Moves+1)
	}
	return title
}

// ShortTitle returns a match's name for one of its players, such as "Kalah v Bob", or for anybody
// else, such as "Kalah · Ann v Bob". Menus need plain text. With escape the title is for a message,
// which mentions an opponent if another one among the given matches has the same name.
func ShortTitle(in lang.Language, rec match.Match, user match.UserID, escape bool, among ...match.Match) string {
	seat := rec.SeatOf(user)
	var others []string
	for s, p := range rec.Players {
		switch {
		case games.Seat(s) == seat:
		case p.Empty() && rec.Invited == user: // the reader's own seat after accepting
		case p.Empty() && rec.Invited != "" && escape:
			others = append(others, "<@"+string(rec.Invited)+">")
		case p.Empty():
			others = append(others, nobodyYet(in, rec))
		case escape && !Namesake(p, rec) && Namesake(p, among...):
			others = append(others, discord.Mention(string(p.User)))
		case escape:
			others = append(others, PlayerAt(in, rec, games.Seat(s)))
		default:
			others = append(others, NameAt(in, rec, games.Seat(s)))
		}
	}
	if seat == games.Spectator && rec.Invited != user {
		return GameName(rec) + " · " + strings.Join(others, in.Speak(say.V))
	}
	return in.Say(sayVersus, GameName(rec), games.And(others))
}

// nobodyYet describes in plain text who may take an empty seat. The name of a challenged member is
// not stored.
func nobodyYet(in lang.Language, rec match.Match) string {
	if rec.Invited != "" {
		return in.Speak(sayOneMember)
	}
	return in.Speak(sayAnyone)
}

// MatchInServer returns a match's name in a moderator's menu, such as "Kalah · Ann v Bob ·
// running".
func MatchInServer(in lang.Language, rec match.Match) string {
	var who []string
	for s, p := range rec.Players {
		if p.Empty() {
			who = append(who, nobodyYet(in, rec))
		} else {
			who = append(who, NameAt(in, rec, games.Seat(s)))
		}
	}
	state := games.Say("running")
	switch {
	case rec.Parked != nil:
		state = games.Say("paused")
	case rec.Status == match.Open:
		state = games.Say("waiting for players")
	}
	return GameName(rec) + " · " + strings.Join(who, in.Speak(say.V)) + " · " + in.Speak(state)
}

// State returns the state of a match in a few words, as seen by one user: "your turn", "waiting for
// players".
func State(rec match.Match, user match.UserID) games.Sentence {
	seat := rec.SeatOf(user)
	switch {
	case rec.Parked != nil:
		return games.Say("paused")
	case rec.Status == match.Open && rec.Invited == user:
		return games.Say("you are challenged")
	case rec.Status == match.Open:
		return games.Say("waiting for players")
	case rec.Claimable().Has(seat):
		return games.Say("you can claim the win")
	case seat != games.Spectator && rec.Votes() == seat:
		return games.Say("the channel votes")
	case rec.Waiting.Has(seat):
		return games.Say("your turn")
	case rec.Status == match.Running && seat == games.Spectator:
		return games.Say("running")
	case rec.Status == match.Running:
		return games.Say("their turn")
	case rec.Outcome == nil || seat == games.Spectator:
		return games.Say("over")
	}
	switch first := rec.Outcome.Winners(); {
	case first == games.SeatSet(seat):
		return games.Say("won")
	case first.Has(seat):
		return games.Say("drawn")
	}
	return games.Say("lost")
}
