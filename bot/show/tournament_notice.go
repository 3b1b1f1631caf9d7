package show

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games/match"
	"paddock/games/tourney"
)

// TournamentNoticeText is what a notice of a tournament says, to whoever it is for. Link is the address of the match it is about, if there is one.
func TournamentNoticeText(in lang.Language, r tourney.Record, n tourney.Notice, link string) string {
	name := discord.Escape(r.Name)
	why := in.Speak(say.Escaped(n.Why))
	text := ""
	switch n.Kind {
	case tourney.NextGame:
		text = in.Say(say.NoticeNextSolo, name)
		if len(n.With) > 0 {
			text = in.Say(say.NoticeNext, name, say.Escaped(r.Names(n.With...)))
		}
	case tourney.SitsOut:
		text = in.Say(say.NoticeBye, name, n.Round)
	case tourney.KnockedOut:
		text = in.Say(say.NoticeOut, why, name)
	case tourney.SeasonOpen:
		text = in.Say(say.NoticeSeason, name, "<#"+string(r.Place.Channel)+">")
	case tourney.PutOut, tourney.Decided, tourney.ChangedHands, tourney.SeriesEnded:
		text = in.Say(say.NoticeStep, name, why)
	case tourney.ConfirmWin:
		text = in.Say(say.NoticeConfirm, name, discord.DateTime(n.Until), discord.Relative(n.Until))
	case tourney.Ended:
		text = in.Say(say.NoticePlace, name, n.Place, why)
		if slices.Contains(r.Winners(), r.EntrantOf(n.To)) {
			text = in.Say(say.NoticeWon, name, why)
		}
	case tourney.Stopped:
		text = in.Say(say.NoticeCancelled, name, why)
		if n.Match != "" {
			text += " " + in.Speak(say.NoticeGoesOn)
		}
	}
	if link != "" {
		text += " ([" + in.Speak(say.BoardLink) + "](" + link + "))"
	}
	return text
}

// TournamentNotice is the direct message of a notice of a tournament.
func TournamentNotice(in lang.Language, r tourney.Record, n tourney.Notice, link string) discord.Message {
	return discord.TextMessage(TournamentNoticeText(in, r, n, link), confirmButton(in, r, n)...)
}

// TournamentNotices is the message in the channel of a tournament that mentions those whom notices are for. Links are by notice.
func TournamentNotices(in lang.Language, r tourney.Record, list []tourney.Notice, links map[int]string) discord.Message {
	var lines []string
	var ping []match.UserID
	var buttons []discordgo.MessageComponent
	for _, n := range list {
		lines = append(lines, in.Say(say.NoticeTo, discord.Mention(string(n.To)), TournamentNoticeText(in, r, n, links[n.No])))
		ping = append(ping, n.To)
		if len(buttons) == 0 {
			buttons = confirmButton(in, r, n)
		}
	}
	m := discord.TextMessage(strings.Join(lines, "\n"), buttons...)
	m.Ping = userIDs(ping)
	return m
}

func confirmButton(in lang.Language, r tourney.Record, n tourney.Notice) []discordgo.MessageComponent {
	if n.Kind != tourney.ConfirmWin {
		return nil
	}
	return []discordgo.MessageComponent{tournamentButton(in.Speak(say.LabelTournamentConfirm), discordgo.SuccessButton, ActTournamentConfirm, r)}
}
