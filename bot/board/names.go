package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// ChannelMentions returns links to channels, for a text.
func ChannelMentions(list []match.ChannelID) []string { return Mentions("<#%s>", list) }

// RoleMentions returns mentions of roles, for a text. They notify nobody.
func RoleMentions(list []match.RoleID) []string { return Mentions("<@&%s>", list) }

// Mentions formats each id as a mention.
func Mentions[ID ~string](format string, list []ID) (names []string) {
	for _, id := range list {
		names = append(names, fmt.Sprintf(format, id))
	}
	return names
}

// channelLink returns the address of a match's channel. Unlike a link to the newest board it stays
// valid, which direct messages need.
func channelLink(rec match.Match) string {
	return discord.ChannelURL(rec.Place.Root(), string(rec.Place.Channel))
}

// LinkTo returns a link to a board, for a text.
func LinkTo(in lang.Language, url string) string {
	return "[" + in.Speak(say.BoardLink) + "](" + url + ")"
}

// GameName returns the name of a match's game. A game that this program does not know has its id.
func GameName(rec match.Match) string {
	if g := rec.Rules(); g != nil {
		return g.Name
	}
	return string(rec.Game)
}

// Title returns the heading of a match: the game, then each player with their side, such as "Kalah
// · Marge (South) v Homer (North)".
func Title(in lang.Language, rec match.Match, g *games.Game) string {
	var who []string
	for s, p := range rec.Players {
		if !p.Empty() {
			who = append(who, Seated(in, g, games.Seat(s), PlayerName(p)))
		}
	}
	return g.Name + " · " + in.Person(strings.Join(who, in.Speak(say.V)))
}

// Seated returns a player's name with their seat, such as "Marge (South)" or "Computer (easy,
// North)".
func Seated(in lang.Language, g *games.Game, s games.Seat, name string) string {
	return in.Speak(match.Seated(name, games.Say(g.SeatName(s))))
}

// BoardLink returns the address of a match's newest board message; empty if there is none.
func BoardLink(rec match.Match) string {
	if rec.Shown.Message == "" {
		return ""
	}
	return discord.ChannelURL(rec.Place.Root(), string(rec.Shown.Channel)) + "/" + string(rec.Shown.Message)
}

// MatchLink returns the address of the newest board message, or else of the match's channel.
func MatchLink(rec match.Match) string { return cmp.Or(BoardLink(rec), channelLink(rec)) }

// Names returns the players' names by seat, as a board shows them.
func Names(in lang.Language, rec match.Match) []string {
	list := make([]string, len(rec.Players))
	for i, p := range rec.Players {
		list[i] = in.Person(strings.ReplaceAll(BareName(p), "`", "'"))
	}
	return list
}

// BareName returns a player's name without escaping.
func BareName(p match.Player) string { return cmp.Or(p.Name, p.Computer) }

// PlayerName returns a player's name, escaped for a text.
func PlayerName(p match.Player) string { return discord.Escape(BareName(p)) }

// PlayerAt names the player at a seat in a text. Players with the same name are told apart by their
// seats, or by mentions while seats are open. The name of no seat is empty.
func PlayerAt(in lang.Language, rec match.Match, seat games.Seat) string {
	if seat < 0 || int(seat) >= len(rec.Players) {
		return ""
	}
	p := rec.Players[seat]
	if rec.Status == match.Open && p.User != "" && Namesake(p, rec) {
		return discord.Mention(string(p.User))
	}
	return apart(in, rec, seat, PlayerName(p))
}

// NameAt returns the name of the player at a seat as plain text, which mentions nobody.
func NameAt(in lang.Language, rec match.Match, seat games.Seat) string {
	return apart(in, rec, seat, BareName(rec.Players[seat]))
}

// Reads reports whether the reader, who has a seat or is a Spectator, is the player at a seat. Nobody is a
// channel.
func Reads(rec match.Match, reader, seat games.Seat) bool {
	return seat == reader && reader != games.Spectator && rec.Players[reader].Channel == ""
}

// Beside names the player at a seat before something of theirs, such as "Bob 3". For the reader themselves it
// says "you 3".
func Beside(in lang.Language, rec match.Match, reader, seat games.Seat, what string) string {
	if Reads(rec, reader, seat) {
		return in.Say(sayYourMove, what)
	}
	return in.Say(sayWhoseMove, PlayerAt(in, rec, seat), what)
}

// Played says as plain text who made a move, such as "Bob played c7 → d7". To Bob himself it says "You
// played c7 → d7".
func Played(in lang.Language, rec match.Match, reader games.Seat, e match.Event) string {
	if Reads(rec, reader, e.Seat) {
		return in.Say(sayYouPlayed, MoveName(in, rec.Rules(), e.Move))
	}
	return in.Say(sayPlayed, NameAt(in, rec, e.Seat), MoveName(in, rec.Rules(), e.Move))
}

// apart returns the name of the player at a seat, with the seat if another player of the match has
// the same name.
func apart(in lang.Language, rec match.Match, seat games.Seat, name string) string {
	name = in.Person(name)
	g := rec.Rules()
	for other, q := range rec.Players {
		if games.Seat(other) != seat && g != nil && strings.EqualFold(BareName(q), BareName(rec.Players[seat])) {
			return Seated(in, g, seat, name)
		}
	}
	return name
}

// toSeat returns a sentence of a match's game as the player of a seat would say it: with people in
// place of seats, and "you" for that player. For a Spectator everybody has a name.
func toSeat(rec match.Match, reader games.Seat, s games.Sentence) games.Sentence {
	return ToYou(rec, reader, rec.Named(s))
}

// ToYou returns a sentence with "you" in place of the name of a seat's player. A name that doesn't
// tell who is meant stays.
func ToYou(rec match.Match, reader games.Seat, s games.Sentence) games.Sentence {
	g := rec.Rules()
	if g == nil || reader < 0 || int(reader) >= len(rec.Players) || rec.Players[reader].Channel != "" {
		return s
	}
	if called := rec.Named(games.Say(g.SeatName(reader))); called.Format == "%s" {
		return say.ToYou(s, rec.Players[reader].Called())
	}
	return s
}

// Namesake reports whether another member in these matches has the same name as p.
func Namesake(p match.Player, among ...match.Match) bool {
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

// UserIDs returns users' ids as strings, as Discord's requests need them.
func UserIDs(users []match.UserID) []string { return Mentions("%s", users) }

func mentioned(users []match.UserID) []string { return Mentions("<@%s>", users) }

// People returns the number of seats that members and channels hold now. Record.People also counts
// free seats.
func People(rec match.Match) int {
	n := 0
	for _, p := range rec.Players {
		if p.Chosen() {
			n++
		}
	}
	return n
}

// MyMatches returns a button that shows its user their own matches.
func MyMatches(in lang.Language) discordgo.MessageComponent {
	return component.Button(in.Speak(sayLabelMatches), discordgo.SecondaryButton,
		component.Target{Action: component.ActList})
}

// BoardLinks returns a button that leads to the newest board or challenge message; none if there is
// no such message.
func BoardLinks(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	url, label := BoardLink(rec), sayLabelGo
	switch {
	case url == "":
		return nil
	case rec.Position == "":
		label = sayLabelGoChallenge
	}
	return []discordgo.MessageComponent{discord.LinkButton(in.Speak(label), url)}
}

// ShowAnew returns a button that posts the board of a match anew, where only somebody's press can
// show it. Elsewhere there is none.
func ShowAnew(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	if rec.Place.Outside == "" {
		return nil
	}
	return []discordgo.MessageComponent{component.Button(in.Speak(say.LabelShow), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Action: component.ActShow})}
}

// outsideLines returns a line that nobody is notified where the bot is not a member. Other places
// have no lines.
func outsideLines(in lang.Language, rec match.Match) []string {
	if rec.Place.Outside == "" || rec.People() < 2 {
		return nil
	}
	return []string{"-# " + in.Speak(sayNobodyCalled)}
}

// ThreadPlayers returns the players' names for a thread's title.
func ThreadPlayers(in lang.Language, rec match.Match) string {
	var who []string
	for s, p := range rec.Players {
		if !p.Empty() {
			who = append(who, NameAt(in, rec, games.Seat(s)))
		}
	}
	return in.Speak(games.And(who))
}

// claimants returns the members who may claim the win.
func claimants(rec match.Match) []match.UserID {
	var users []match.UserID
	for seat := range rec.Claimable().All() {
		users = append(users, rec.Players[seat].User)
	}
	return users
}

// WaitingUsers returns the members whose move the match waits for. Nobody is notified of a vote.
func WaitingUsers(rec match.Match) []match.UserID {
	var users []match.UserID
	for seat := range rec.Waiting.All() {
		if p := rec.Players[seat]; p.User != "" && p.Channel == "" && rec.Status == match.Running {
			users = append(users, p.User)
		}
	}
	return users
}

// handedOver says who has taken whose seat, by whose decision and why. Members with the same name
// are mentioned.
func handedOver(in lang.Language, h match.HandOver) string {
	says := say.Escaped(h.Says())
	if h.To.Name == h.From.Name && h.From.User != "" {
		h.To.Name, h.From.Name = discord.Mention(string(h.To.User)), discord.Mention(string(h.From.User))
		says = h.Says()
	}
	return in.Say(sayHandOverNews, says, discord.Escape(h.By), discord.Escape(h.Reason))
}

// JoinLines joins two texts with a line break. An empty text is left out.
func JoinLines(a, b string) string { return strings.Trim(a+"\n"+b, "\n") }

// MoveName names a move in a sentence, such as "hole 3" or "g10 → g9".
func MoveName(in lang.Language, g *games.Game, move string) string {
	if g != nil && g.MoveSays.Format != "" {
		return in.Say(g.MoveSays, move)
	}
	return Arrow(move)
}

// Arrow writes a move as [games.Arrow] does.
func Arrow(move string) string { return games.Arrow(move) }

// playersAt returns the names of the players at seats.
func playersAt(in lang.Language, rec match.Match, seats games.Seats) (names []string) {
	for seat := range seats.All() {
		if int(seat) < len(rec.Players) {
			names = append(names, PlayerAt(in, rec, seat))
		}
	}
	return names
}
