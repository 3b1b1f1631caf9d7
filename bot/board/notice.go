package board

import (
	"cmp"
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

// WaitsForYou makes the direct message that tells a person what waits for them in a match: a
// challenge, or their turn. Later events may change its words. With mentions it becomes a message
// in a channel that notifies these users.
func WaitsForYou(in lang.Language, rec match.Match, unseen []match.Event, mention ...match.UserID) discord.Message {
	text := callWords(in, rec, unseen)
	if rec.Status == match.Open {
		text = InvitationTitle(in, rec, rec.Rules())
	}
	if rec.Status == match.Running && !rec.Clock.Deadline.IsZero() {
		text += "\n-# " + timeLeft(in, rec)
	}
	if len(mention) > 0 {
		text = in.Say(say.NoticeTo, games.And(mentioned(mention)), text)
	}
	m := discord.TextMessage(text, append(BoardLinks(in, rec), ShowAnew(in, rec)...)...)
	m.Ping = UserIDs(mention)
	return m
}

// callWords returns the sentence about why it is a player's turn, or about the last event of which
// they were notified.
func callWords(in lang.Language, rec match.Match, unseen []match.Event) string {
	title := Title(in, rec, rec.Rules())
	text := in.Say(SayTurnThere, title)
	for _, e := range unseen {
		switch {
		case e.Kind == match.Reminded && e.User != "" && e.Seat >= 0 && int(e.Seat) < len(rec.Players):
			text = in.Say(sayNudgeThere, PlayerAt(in, rec, e.Seat), title)
		case e.Kind == match.Reminded:
			text = in.Say(sayReminderThere, title)
		case e.Kind == match.Extended && e.Code == match.CodeGrace:
			text = in.Say(sayGraceThere, title)
		case e.Kind == match.Extended && e.Code == match.CodeBank:
			text = in.Say(sayBankThere, title)
		case e.Kind == match.Undone:
			text = in.Speak(sayNoticeUndone) + "\n" + title
		case e.Kind == match.Lapsed:
			text = in.Say(say.ClaimOf(len(rec.Players)).ToLate, title)
		}
	}
	return text
}

// Call makes the short message that notifies the players to move when the board is further up in
// the channel. It never shows a board.
func Call(in lang.Language, rec match.Match, users []match.UserID, lines []string) discord.Message {
	waiting := slices.DeleteFunc(slices.Clone(users), func(u match.UserID) bool {
		return !rec.Waiting.Has(rec.SeatOf(u))
	})
	text := in.Say(sayYourTurn, games.And(mentioned(waiting)))
	if !rec.Clock.Deadline.IsZero() {
		text += " · " + timeLeft(in, rec)
	}
	text = strings.Join(append([]string{text}, lines...), "\n") + "\n-# " + Title(in, rec, rec.Rules())
	m := discord.TextMessage(text, append(BoardLinks(in, rec),
		component.Button(in.Speak(sayLabelShow), discordgo.SecondaryButton,
			component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActBoard}))...)
	m.Ping = UserIDs(users)
	return m
}

// Replaced makes the line that replaces an old board message when a newer board is posted: a link
// without picture, turn or clock.
func Replaced(in lang.Language, rec match.Match) discord.Message {
	return discord.TextMessage("-# " + noticeTitle(in, rec) + " · [" + in.Speak(sayNextBoard) + "](" + BoardLink(rec) +
		")")
}

// Elsewhere makes the line in a channel that plays a match whose board is in another channel.
func Elsewhere(in lang.Language, rec match.Match) discord.Message {
	m := discord.TextMessage("-# " + noticeTitle(in, rec) + " · " + LinkTo(in, BoardLink(rec)))
	m.Silent = true
	return m
}

// Sealed makes the line that publishes the seal of secret set-ups, as a spoiler, because few want to
// read it. It is never edited: an edited seal proves nothing. The receipts that it is made of are
// behind More.
func Sealed(in lang.Language, rec match.Match) discord.Message {
	m := discord.TextMessage("-# " + in.Say(saySealed, "||`"+rec.Seal()+"`||"))
	m.Silent = true
	return m
}

// Lacking names the permissions that the bot lacks in a match's channel.
func Lacking(in lang.Language, channel match.ChannelID, missing []games.Sentence) string {
	return in.Say(sayLacking, "<#"+string(channel)+">", games.Join(missing, ", "))
}

// AtRest makes the direct message that explains why a match is parked.
func AtRest(in lang.Language, rec match.Match) discord.Message {
	said := []string{in.Say(sayResting, Title(in, rec, rec.Rules()), rec.Parked.Says())}
	if rec.Clock.Policy.PerMove > 0 {
		said = append(said, in.Speak(sayRestingClock))
	}
	how := sayRestingAlone
	if len(rec.Staying()) > 1 {
		how = sayRestingAll
	}
	return discord.TextMessage(strings.Join(append(said, in.Speak(how)), " "), BoardLinks(in, rec)...)
}

// plainNotices holds the sentences of notices that name nobody.
var plainNotices = map[match.NoticeKind]games.Sentence{
	match.DrawDeclined:     sayDrawRefused,
	match.TakebackAgreed:   sayNoticeUndone,
	match.TakebackDeclined: sayUndoRefused,
	match.PauseAgreed:      sayNoticePaused,
	match.PauseDeclined:    sayPauseRefused,
	match.PauseEnded:       say.NoticeOn,
	match.RestEnded:        say.NoticeHere,
	match.WasSkipped:       sayNoticeSkipped,
	match.SeatDeclined:     saySeatDeclined,
}

// NoticeText returns a notice's sentence, as the player of a seat reads it; empty for an unknown kind.
func NoticeText(in lang.Language, rec match.Match, kind match.NoticeKind, reader games.Seat) string {
	if says, ok := plainNotices[kind]; ok {
		return in.Speak(says)
	}
	switch kind {
	case match.HasBegun:
		return in.Say(sayNoticeBegun, games.And(playersAt(in, rec, rec.Waiting)))
	case match.FollowedEnd:
		return in.Say(sayFollowedOver, discord.Escape(Ending(in, rec, reader)))
	case match.WasDeclined:
		if rec.Invited == "" { // they were erased
			return discord.Escape(Ending(in, rec, reader))
		}
		return in.Say(sayNoticeDeclined, discord.Mention(string(rec.Invited)), GameName(rec))
	case match.HasResult, match.HasExpired, match.WasClosed:
		return discord.Escape(Ending(in, rec, reader))
	case match.DrawOffered:
		return in.Say(sayDrawOffer, games.And(playersAt(in, rec, seatOf(rec.DrawOffer))))
	case match.PlayOutAsked:
		return in.Say(sayPlayOutAsked, games.And(playersAt(in, rec, agreedSeats(rec))))
	case match.TakebackAsked:
		return in.Say(sayUndoOffer, games.And(playersAt(in, rec, seatOf(rec.UndoOffer))))
	case match.PauseAsked:
		return in.Say(sayPauseOffer, games.And(playersAt(in, rec, seatOf(rec.RestOffer))))
	case match.GotTime:
		if rec.Parked != nil {
			return in.Speak(sayNoticeTime)
		}
		return in.Speak(sayNoticeTime) + " " + games.Capital(in.Say(sayUntil, discord.Relative(rec.Clock.Deadline))) +
			"."
	case match.MayClaim:
		return in.Say(say.ClaimOf(len(rec.Players)).Notice, games.And(playersAt(in, rec, rec.Waiting)))
	case match.WasRemoved:
		return in.Say(sayRemovedYou, Title(in, rec, rec.Rules()))
	case match.RematchOffered:
		return strings.Join(Wanting(in, rec), "\n")
	case match.WasHandedOver:
		return handedOver(in, rec.HandOvers[len(rec.HandOvers)-1])
	case match.SeatOffered:
		return seatOffered(in, rec)
	case match.ResumeAsked:
		return resumeAsked(in, rec)
	case match.OddsAsked:
		return in.Say(sayNoticeOdds, ownerName(rec))
	}
	return ""
}

// Notice makes the message of a notice: a direct message to a reader, or, with mentions, a message in
// the match's channel.
func Notice(in lang.Language, rec match.Match, kind match.NoticeKind, reader match.UserID,
	mention []match.UserID,
) discord.Message {
	text := NoticeText(in, rec, kind, rec.SeatOf(reader))
	// the player's own board, just above, says the result
	if kind == match.HasResult && len(mention) == 0 && rec.Rules() != nil && rec.Rules().Hidden {
		text = in.Speak(sayNoticeOver)
	}
	if len(mention) > 0 {
		text = in.Say(say.NoticeTo, games.And(mentioned(mention)), text)
	}
	var buttons []discordgo.MessageComponent
	if kind != match.WasDeclined {
		buttons = BoardLinks(in, rec)
		if kind != match.WasRemoved {
			text += "\n-# " + noticeTitle(in, rec)
		}
	}
	if len(mention) > 0 || kind == match.SeatOffered || kind == match.ResumeAsked {
		buttons = append(noticeButtons(in, rec, kind), buttons...)
	}
	m := discord.TextMessage(text, buttons...)
	m.Ping = UserIDs(mention)
	return m
}

// NoticeLine returns a notice as a line of a board that is posted anyway. If the board says the
// rest, the line is only the mention.
func NoticeLine(in lang.Language, rec match.Match, kind match.NoticeKind, mention []match.UserID) string {
	who := games.And(mentioned(mention))
	switch kind {
	case match.HasBegun: // the board says whose turn it is
		return in.Say(say.NoticeTo, who, in.Speak(sayNoticeBegunHere))
	case match.MayClaim, match.TakebackAgreed:
		return in.Say(say.NoticeTo, who, NoticeText(in, rec, kind, games.Spectator))
	case match.HasResult:
		return in.Say(sayNoticeOverHere, who)
	}
	return "-# " + in.Speak(who)
}

// seatOffered returns the question whether a member takes over another member's seat or ownership.
func seatOffered(in lang.Language, rec match.Match) string {
	h := rec.Heir
	if h == nil {
		return ""
	}
	what, more := saySeatOffered, ""
	switch {
	case h.Seat == games.Spectator || rec.Status == match.Open:
		what = sayChargeOffered
	case h.From.Channel != "":
		return in.Say(sayChannelOffered, discord.Escape(h.By), NameOrMention(h.From), discord.Escape(h.Reason))
	case rec.Clock.Policy.PerMove > 0:
		more = " " + in.Speak(saySeatTime)
	}
	if rec.Pair && rec.Status == match.Running {
		more += " " + in.Speak(saySeatPair)
	}
	return in.Say(what, discord.Escape(h.By), NameOrMention(h.From), discord.Escape(h.Reason)) + more
}

// resumeAsked says which player wants to continue a parked match, and in which channel.
func resumeAsked(in lang.Language, rec match.Match) string {
	by, to := resumeWish(rec)
	if to.Channel == "" { // a clock can stand still also if the match is not parked
		return ""
	}
	return in.Say(sayResumeAsked, cmp.Or(PlayerAt(in, rec, rec.SeatOf(by)), discord.Escape(rec.NameOf(by))),
		"<#"+string(to.Channel)+">", rec.Parked.Says())
}

// resumeWish returns the player who waits for consent to continue elsewhere, and the place.
func resumeWish(rec match.Match) (by match.UserID, to match.Place) {
	for _, u := range rec.Members() {
		if by, to, ok := rec.Wish(u); ok {
			return by, to
		}
	}
	return "", match.Place{}
}

// NameOrMention returns a member's name, or a mention if the name is not known.
func NameOrMention(p match.Player) string {
	if p.Name == "" {
		return discord.Mention(string(p.User))
	}
	return discord.Escape(p.Called())
}

// noticeTitle returns the name of the match that a notice is about.
func noticeTitle(in lang.Language, rec match.Match) string {
	if rec.Position == "" {
		return InvitationTitle(in, rec, rec.Rules())
	}
	return Title(in, rec, rec.Rules())
}

// noticeActs lists the answers to notices of most kinds.
var noticeActs = map[match.NoticeKind][]Decision{
	match.DrawOffered: {
		{component.ActDraw, sayLabelAgree, discordgo.SuccessButton},
		{component.ActNoDraw, sayLabelNoDraw, discordgo.SecondaryButton},
	},
	match.TakebackAsked: {
		{component.ActTakeback, sayLabelUndo, discordgo.SecondaryButton},
		{component.ActNoUndo, sayLabelNoUndo, discordgo.SecondaryButton},
	},
	match.PauseAsked: {
		{component.ActPause, sayLabelPause, discordgo.SuccessButton},
		{component.ActNoPause, sayLabelNoPause, discordgo.SecondaryButton},
	},
	match.PauseAgreed:    {{component.ActGoOn, sayLabelGoOn, discordgo.SecondaryButton}},
	match.RematchOffered: {{component.ActRematch, sayLabelRematch, discordgo.SuccessButton}},
	match.OddsAsked: {
		{component.ActJoin, sayLabelAccept, discordgo.SuccessButton},
		{component.ActDecline, sayLabelDecline, discordgo.SecondaryButton},
	},
	match.SeatOffered: {
		{component.ActTakeSeat, sayLabelAccept, discordgo.SuccessButton},
		{component.ActNoSeat, sayLabelDecline, discordgo.SecondaryButton},
	},
}

// noticeButtons returns the buttons that answer a notice in a channel. A button that shows the
// board is added if the notice has no link to the board, or offers a seat.
func noticeButtons(in lang.Language, rec match.Match, kind match.NoticeKind) []discordgo.MessageComponent {
	b := buttons{in: in, rec: rec}
	b.decisions(noticeActs[kind])
	if kind == match.PlayOutAsked && rec.Rest != nil {
		b.decisions([]Decision{{component.ActPlayOut, playsOutTo(rec), discordgo.SecondaryButton}})
	}
	b.add(kind == match.MayClaim, component.ActClaim, say.ClaimOf(len(rec.Players)).Button, discordgo.SuccessButton)
	if _, to := resumeWish(rec); kind == match.ResumeAsked && to.Channel != "" {
		b.list = append(b.list,
			component.Button(in.Speak(sayLabelResume), discordgo.SuccessButton,
				component.Target{Match: rec.ID, Action: component.ActResume, Text: string(to.Channel)}))
	}
	b.add(rec.Position != "" && (kind == match.SeatOffered || len(BoardLinks(in, rec)) == 0), component.ActBoard,
		sayLabelShow, discordgo.SecondaryButton)
	return b.list
}

// agreedSeats returns the seats that agree to have a decided match played out.
func agreedSeats(rec match.Match) games.Seats {
	if rec.Rest == nil {
		return 0
	}
	return rec.Rest.Agreed
}

func seatOf(offer *games.Seat) games.Seats {
	if offer == nil {
		return 0
	}
	return games.SeatSet(*offer)
}

// ResultMessage makes the announcement of a finished match, with the winner's avatar if its address
// is not empty.
func ResultMessage(in lang.Language, m match.Match, winner string) discord.Message {
	title := string(m.Game)
	if g := m.Rules(); g != nil {
		title = Title(in, m, g)
	}
	counts := sayUnrated
	if m.Rated() {
		counts = say.IsRated
	}
	out := discord.TextMessage("🏁 **"+title+"**\n"+discord.Escape(Ending(in, m, games.Spectator))+
		"\n-# "+in.Speak(counts),
		BoardLinks(in, m)...)
	if winner != "" {
		out.Parts[0] = discord.TextWithPortrait(out.Parts[0], winner, winnerName(m))
	}
	out.Silent = true
	return out
}

// ReceiptLines returns lines about the receipts of secret set-ups. While the match runs they show
// the digests, and after its end the set-ups with their salts (S16, S37). They come from the stored
// match, so nothing is revealed before the result is stored (S91).
func ReceiptLines(in lang.Language, rec match.Match, g *games.Game) []string {
	opened, _ := rec.OpenReceipts() // receipts that can't be opened stay closed; /stratego verify says why
	known := map[games.Seat]match.Opened{}
	for _, o := range opened {
		known[o.Seat] = o
	}
	var lines []string
	for s, receipt := range rec.Receipts {
		seat := games.Seat(s)
		if o, ok := known[seat]; ok {
			lines = append(lines,
				"-# "+in.Say(sayReceiptOpen, in.Text(g.SeatName(seat)), "`"+o.Text+"`", "`"+o.Salt+"`",
					"`"+o.Digest+"`"))
		} else {
			lines = append(lines, "-# "+in.Say(sayReceipt, in.Text(g.SeatName(seat)), "`"+receipt.Digest+"`"))
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "-# "+in.Say(saySealed, "`"+rec.Seal()+"`"))
	}
	return lines
}
