package challenge

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	conditions "paddock/games/match/lobby"
)

// Options of an open challenge that limit who may accept it.
const (
	optWithin      = "within"
	optReliability = "reliability"
	optLobby       = "lobby"
	optAgain       = "again"
)

// openOptions returns the options of an open challenge.
func openOptions(a request.Builder) []*request.Option {
	return []*request.Option{
		a.Choice(optWithin, "Open to all: only for ratings near mine", false, "100", "within 100 of mine", "200",
			"within 200 of mine", "400", "within 400 of mine"),
		a.Integer(optReliability, "Open to all: how reliable players must be, in per cent", 1, 100),
		a.Boolean(optLobby, "Open to all: whether the lobby shows it in other channels too; otherwise yes"),
		a.Integer(optAgain, "Open to all: how many times it comes back after somebody accepts it", 1, match.MostAgain),
	}
}

// readWants returns the conditions of an open challenge from a request's options.
func (f *Feature) readWants(ctx context.Context, r *request.Request) (w match.Wants, err error) {
	w.Here = !r.Yes(optLobby, true)
	w.Reliability, _ = r.Number(optReliability)
	w.Again, _ = r.Number(optAgain)
	if within, err := strconv.Atoi(r.Text(optWithin)); err == nil {
		mine, err := f.Matches.Read.StandingsOf(ctx, r.Guild, match.Player{User: r.User})
		if err != nil {
			return w, err
		}
		rating, _, _ := conditions.Of(r.Game.ID, mine)
		w.From, w.To = max(rating-within, 1), rating+within
	}
	return w, nil
}

// listLobby handles `/lobby` and its page buttons (P99).
func (f *Feature) listLobby(ctx context.Context, r *request.Request) (request.Reply, error) {
	open, err := f.Matches.Read.ByGuild(ctx, r.Guild)
	if err != nil {
		return request.Reply{}, err
	}
	open = conditions.Listed(open, r.Channel)
	if len(open) == 0 {
		return request.ReplyPrivate(r, discord.TextMessage(r.In.Speak(sayLobbyEmpty),
			component.Button(r.In.Speak(say.LabelPlay), discordgo.PrimaryButton,
				component.Target{Action: component.ActGames}))), nil
	}
	page, _ := choose.ParsePage(r.Target.Text)
	page = min(page, choose.Pages(len(open), lobbyOnPage)-1)
	var entries []lobbyEntry
	for _, m := range open[page*lobbyOnPage : min((page+1)*lobbyOnPage, len(open))] {
		e := lobbyEntry{Match: m}
		e.Own = m.Owner == r.User
		switch refusal := f.Matches.Tables.MayJoin(ctx, m.ID, r.User); {
		case e.Own:
		case m.SeatOf(r.User) != games.Spectator:
			e.But = r.In.Speak(sayLobbyYours)
		case refusal != nil:
			e.But = say.Error(r.In, refusal, r.User)
		}
		entries = append(entries, e)
	}
	return request.ReplyPrivate(r, lobbyMessage(r.In, entries, page, len(open), r.Channel)), nil
}

// lobbyOnPage is the number of challenges on a page, and so of buttons in a row.
const lobbyOnPage = 5

// lobbyEntry is a challenge in the lobby. Own is set if it is the reader's. But says why the reader
// can't accept it, and is empty if they can.
type lobbyEntry struct {
	match.Match
	Own bool
	But string
}

// lobbyMessage makes a page of the lobby. page counts from 0, and all is the number of challenges
// on all pages.
func lobbyMessage(in lang.Language, list []lobbyEntry, page, all int, at match.ChannelID) discord.Message {
	lines := []string{in.Say(sayLobby, all)}
	var accept []discordgo.MessageComponent
	labels := make(map[string]int)
	for _, e := range list {
		labels[acceptLabel(e)]++
	}
	for _, e := range list {
		name, entry := acceptLabel(e), lobbyLine(in, e, at)
		if labels[name] > 1 { // two challenges have this label, so they show their ids
			entry[0], name = entry[0]+" · `"+string(e.ID)+"`", name+" · "+string(e.ID)
		}
		lines = append(lines, entry...)
		at := component.Target{Match: e.ID, Head: e.Board(), Action: component.ActJoin}
		switch {
		case e.Own:
			at.Action = component.ActRevoke
			accept = append(accept,
				component.Button(in.Speak(board.SayLabelWithdraw)+" · "+name, discordgo.SecondaryButton, at))
		case e.But == "":
			accept = append(accept, component.Button(name, discordgo.SuccessButton, at))
		}
	}
	turn := choose.PageButtons(in, page, choose.Pages(all, lobbyOnPage),
		func(page int) component.Target {
			return component.Target{Action: actLobby, Text: choose.PageText(page, "")}
		})
	m := discord.TextMessage(strings.Join(lines, "\n"))
	m.Parts = append(append(m.Parts, discord.ButtonRows(accept)...), discord.ButtonRows(turn)...)
	return m
}

// acceptLabel returns the label of a challenge's button, with room for an id after it and a verb
// before it.
func acceptLabel(e lobbyEntry) string {
	names := []string{e.NameOf(e.Owner)} // empty if the owner only watches
	if g := e.Rules(); g != nil {
		names = append([]string{g.Name}, names...)
	}
	return discord.Truncate(strings.Trim(strings.Join(names, " · "), " ·"), discord.MaxLabel-30)
}

func lobbyLine(in lang.Language, e lobbyEntry, at match.ChannelID) []string {
	title := "* " + string(e.Game)
	var terms []string
	if g := e.Rules(); g != nil {
		title, terms = "* **"+board.InvitationTitle(in, e.Match, g)+"**", board.Terms(in, e.Match, g)
	}
	if url := board.BoardLink(e.Match); url != "" && e.Place.Channel == at {
		title += " · [" + in.Speak(sayLobbyLink) + "](" + url + ")"
	}
	lines := []string{title}
	lines = append(lines, terms...)
	if e.But != "" {
		lines = append(lines, "-# "+e.But)
	}
	return lines
}
