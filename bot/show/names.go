package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// channelLink is the address of a match's channel. Unlike that of its newest board it holds for good, as a direct message needs it.
func channelLink(rec match.Match) string {
	guild := string(rec.Place.Guild)
	if guild == "" {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + string(rec.Place.Channel)
}

// Title is "Kalah · South Marge v North Homer".
func Title(in lang.Language, rec match.Match, g *games.Game) string {
	var who []string
	for s, p := range rec.Players {
		if !p.Empty() {
			who = append(who, in.Text(g.SeatName(games.Seat(s)))+" "+PlayerName(p))
		}
	}
	return g.Name + " · " + strings.Join(who, in.Speak(say.V))
}

// BoardLink is the address of the newest board message; empty if there is none.
func BoardLink(rec match.Match) string {
	if rec.Shown.Message == "" {
		return ""
	}
	guild := string(rec.Place.Guild)
	if guild == "" {
		guild = "@me"
	}
	return fmt.Sprintf("https://discord.com/channels/%s/%s/%s", guild, rec.Shown.Channel, rec.Shown.Message)
}

// MatchLink is the address of the newest board message, or of the match's channel.
func MatchLink(rec match.Match) string { return cmp.Or(BoardLink(rec), channelLink(rec)) }

// Names are the players' names by seat, for the board.
func Names(in lang.Language, rec match.Match) []string {
	list := make([]string, len(rec.Players))
	for i, p := range rec.Players {
		list[i] = strings.ReplaceAll(BareName(p), "`", "'")
		if p.Computer != "" { // boards have little room
			list[i] = in.Say(say.Computer, p.Computer)
		}
	}
	return list
}

// BareName is what a player is called, as it was given.
func BareName(p match.Player) string {
	if p.Name != "" {
		return p.Name
	}
	return p.Computer
}

// PlayerName is a player in a text of ours.
func PlayerName(p match.Player) string { return discord.Escape(BareName(p)) }

// PlayerAt names the player at a seat in a text of ours, told apart from others of the match who are called the same: by the seat, or by a mention as long as
// seats are open. It is empty for no seat.
func PlayerAt(in lang.Language, rec match.Match, seat games.Seat) string {
	if seat < 0 || int(seat) >= len(rec.Players) {
		return ""
	}
	p := rec.Players[seat]
	if rec.Status == match.Open && p.User != "" && namesake(p, rec) {
		return discord.Mention(string(p.User))
	}
	return PlayerName(p) + strings.TrimPrefix(NameAt(in, rec, seat), BareName(p))
}

// NameAt is PlayerAt in plain text, where nothing can be a mention.
func NameAt(in lang.Language, rec match.Match, seat games.Seat) string {
	p, g := rec.Players[seat], rec.Rules()
	for other, q := range rec.Players {
		if games.Seat(other) != seat && g != nil && strings.EqualFold(BareName(q), BareName(p)) {
			return BareName(p) + " (" + in.Text(g.SeatName(seat)) + ")"
		}
	}
	return BareName(p)
}

// namesake reports whether another member in matches is called like a member.
func namesake(p match.Player, among ...match.Match) bool {
	return p.User != "" && slices.ContainsFunc(among, func(m match.Match) bool {
		return slices.ContainsFunc(m.Players, func(q match.Player) bool {
			return q.User != "" && q.User != p.User && strings.EqualFold(q.Name, p.Name)
		})
	})
}

func ownerName(rec match.Match) string {
	if rec.Owner == "" {
		return match.FormerPlayer
	}
	for _, p := range rec.Players {
		if p.User == rec.Owner {
			return PlayerName(p)
		}
	}
	return discord.Mention(string(rec.Owner))
}

// userIDs are users as Discord's requests name them.
func userIDs(users []match.UserID) []string {
	var list []string
	for _, u := range users {
		list = append(list, string(u))
	}
	return list
}

func mentioned(users []match.UserID) []string {
	list := make([]string, len(users))
	for i, u := range users {
		list[i] = discord.Mention(string(u))
	}
	return list
}

// People is the number of seats taken by members.
func People(rec match.Match) int {
	n := 0
	for _, p := range rec.Players {
		if p.User != "" {
			n++
		}
	}
	return n
}

func computersIn(rec match.Match) bool {
	return slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Computer != "" })
}

// MyMatches is a button that lists the presser's matches.
func MyMatches(in lang.Language) discordgo.MessageComponent {
	return Button(in.Speak(say.LabelMatches), discordgo.SecondaryButton, Target{Action: ActList})
}

// BoardLinks is a button that leads to the newest board, or to the challenge of a match that has not begun, if it is there.
func BoardLinks(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	url, label := BoardLink(rec), say.LabelGo
	switch {
	case url == "":
		return nil
	case rec.Position == "":
		label = say.LabelGoChallenge
	}
	return []discordgo.MessageComponent{discord.LinkButton(in.Speak(label), url)}
}

// ThreadPlayers names the players, for the title of a thread.
func ThreadPlayers(in lang.Language, rec match.Match) string {
	var who []string
	for s, p := range rec.Players {
		if !p.Empty() {
			who = append(who, NameAt(in, rec, games.Seat(s)))
		}
	}
	return in.Speak(games.And(who))
}

// Claimants is the members who may claim the win.
func Claimants(rec match.Match) []match.UserID {
	var users []match.UserID
	for seat := range rec.Claimable().All() {
		users = append(users, rec.Players[seat].User)
	}
	return users
}

// WaitingUsers is the members who are waited for.
func WaitingUsers(rec match.Match) []match.UserID {
	var users []match.UserID
	for seat := range rec.Waiting.All() {
		if p := rec.Players[seat]; p.User != "" && rec.Status == match.Running {
			users = append(users, p.User)
		}
	}
	return users
}

// handedOver says who has taken whose place, by whose decision and why. Where both have the same name they are mentioned.
func handedOver(in lang.Language, h match.HandOver) string {
	says := say.Escaped(h.Says())
	if h.To.Name == h.From.Name && h.From.User != "" {
		h.To.Name, h.From.Name = discord.Mention(string(h.To.User)), discord.Mention(string(h.From.User))
		says = h.Says()
	}
	return in.Say(say.HandOverNews, says, discord.Escape(h.By), discord.Escape(h.Reason))
}
