package tournament

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games/match"
	"paddock/games/tourney"
)

// noticeText returns the text of a notice to its player. Link is the address of its match; empty if
// there is none.
func noticeText(in lang.Language, r tourney.Record, n tourney.Notice, link string) string {
	name := discord.Escape(r.Name)
	why := in.Speak(say.Escaped(n.Why))
	text := ""
	switch n.Kind {
	case tourney.NextGame:
		text = in.Say(sayNoticeNextSolo, name)
		if len(n.With) > 0 {
			text = in.Say(sayNoticeNext, name, say.Escaped(r.Names(n.With...)))
		}
	case tourney.SitsOut:
		text = in.Say(sayNoticeBye, name, n.Round)
	case tourney.KnockedOut:
		text = in.Say(sayNoticeOut, why, name)
	case tourney.SeasonOpen:
		text = in.Say(sayNoticeSeason, name, "<#"+string(r.Place.Channel)+">")
	case tourney.PutOut, tourney.Decided, tourney.ChangedHands, tourney.SeriesEnded, tourney.Stalls:
		text = in.Say(sayNoticeStep, name, why)
		if why == "" {
			text = in.Say(sayNoticeLate, name)
		}
	case tourney.ConfirmWin:
		text = in.Say(sayNoticeConfirm, name, discord.DateTime(n.Until), discord.Relative(n.Until))
	case tourney.Ended:
		text = in.Say(sayNoticePlace, name, n.Place, why)
		e := r.EntrantOf(n.To)
		switch {
		case slices.Contains(r.Winners(), e):
			text = in.Say(sayNoticeWon, name)
			if len(r.Winners()) > 1 {
				text += " " + why
			}
		case r.Divided() && e != tourney.Nobody:
			text = in.Say(sayNoticeDivision, name, n.Place-r.Above(e), r.Division[e]+1, moves(in, r, e))
		}
	case tourney.Stopped:
		text = in.Say(sayNoticeCancelled, name, why)
		if n.Match != "" {
			text += " " + in.Speak(sayNoticeGoesOn)
		}
	}
	if link != "" {
		text += " (" + board.LinkTo(in, link) + ")"
	}
	return text
}

// moves names the division in which a player plays next season, if it is another.
func moves(in lang.Language, r tourney.Record, e tourney.Entrant) string {
	switch next := r.Next(e); {
	case next < r.Division[e]:
		return in.Say(sayNoticeUp, next+1)
	case next > r.Division[e]:
		return in.Say(sayNoticeDown, next+1)
	}
	return ""
}

// noticeMessage returns a notice as a direct message.
func noticeMessage(in lang.Language, r tourney.Record, n tourney.Notice, link string) discord.Message {
	return discord.TextMessage(noticeText(in, r, n, link), confirmButton(in, r, n)...)
}

// noticesMessage returns notices as one message in a channel that mentions their players. Links are
// keyed by the number of the notice.
func noticesMessage(in lang.Language, r tourney.Record, list []tourney.Notice, links map[int]string) discord.Message {
	var lines []string
	var ping []match.UserID
	var buttons []discordgo.MessageComponent
	for _, n := range list {
		lines = append(lines, in.Say(say.NoticeTo, discord.Mention(string(n.To)), noticeText(in, r, n, links[n.No])))
		ping = append(ping, n.To)
		if len(buttons) == 0 {
			buttons = confirmButton(in, r, n)
		}
	}
	m := discord.TextMessage(strings.Join(lines, "\n"), buttons...)
	m.Ping = board.UserIDs(ping)
	return m
}

// confirmButton returns the button of a notice that asks a winner to confirm. It returns none for
// other notices.
func confirmButton(in lang.Language, r tourney.Record, n tourney.Notice) []discordgo.MessageComponent {
	if n.Kind != tourney.ConfirmWin {
		return nil
	}
	return []discordgo.MessageComponent{button(in, sayLabelTournamentConfirm, discordgo.SuccessButton,
		ActTournamentConfirm, r)}
}
