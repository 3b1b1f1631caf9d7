package show

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// WaitsForYou is the direct message that tells somebody what waits for them in a match, and leads there: a challenge, a turn, or what has called upon
// them among the events since the turn began. With mentions it is the message in a channel that calls them.
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
	m := discord.TextMessage(text, BoardLinks(in, rec)...)
	m.Ping = userIDs(mention)
	return m
}

// callWords says why it is somebody's turn: because it has come, or because of the last event that has called upon them.
func callWords(in lang.Language, rec match.Match, unseen []match.Event) string {
	title := Title(in, rec, rec.Rules())
	text := in.Say(say.TurnThere, title)
	for _, e := range unseen {
		switch {
		case e.Kind == match.Reminded && e.User != "" && e.Seat >= 0 && int(e.Seat) < len(rec.Players):
			text = in.Say(say.NudgeThere, PlayerAt(in, rec, e.Seat), title)
		case e.Kind == match.Reminded:
			text = in.Say(say.ReminderThere, title)
		case e.Kind == match.Extended && e.Code == match.CodeGrace:
			text = in.Say(say.GraceThere, title)
		case e.Kind == match.Undone:
			text = in.Speak(say.NoticeUndone) + "\n" + title
		case e.Kind == match.Lapsed:
			text = in.Say(say.ClaimOf(len(rec.Players)).ToLate, title)
		}
	}
	return text
}

// Call is the short message that calls upon those who are waited for in a match whose board stands further up: never a second board.
func Call(in lang.Language, rec match.Match, users []match.UserID, lines []string) discord.Message {
	waiting := slices.DeleteFunc(slices.Clone(users), func(u match.UserID) bool { return !rec.Waiting.Has(rec.SeatOf(u)) })
	text := in.Say(say.YourTurn, games.And(mentioned(waiting)))
	if !rec.Clock.Deadline.IsZero() {
		text += " · " + timeLeft(in, rec)
	}
	text = strings.Join(append([]string{text}, lines...), "\n") + "\n-# " + Title(in, rec, rec.Rules())
	m := discord.TextMessage(text, append(BoardLinks(in, rec),
		Button(in.Speak(say.LabelBoard), discordgo.SecondaryButton, Target{Match: rec.ID, Head: rec.Board(), Action: ActBoard}))...)
	m.Ping = userIDs(users)
	return m
}

// Replaced is what a board shrinks to when a newer one stands below: one line that leads there, without a picture, a turn or a clock.
func Replaced(in lang.Language, rec match.Match) discord.Message {
	return discord.TextMessage("-# " + noticeTitle(in, rec) + " · [" + in.Speak(say.NextBoard) + "](" + BoardLink(rec) + ")")
}

// Sealed is the message that publishes the receipts of what has been arranged in secret. It is never edited, or it would be worth nothing.
func Sealed(in lang.Language, rec match.Match) discord.Message {
	m := discord.TextMessage("-# " + Title(in, rec, rec.Rules()) + "\n" + strings.Join(ReceiptLines(in, rec, rec.Rules()), "\n"))
	m.Silent = true
	return m
}

// Lacking says which permissions are missing in the channel of a match.
func Lacking(in lang.Language, channel match.ChannelID, missing []games.Sentence) string {
	return in.Say(say.Lacking, "<#"+string(channel)+">", games.Join(missing, ", "))
}

// AtRest is the direct message that tells somebody why nothing happens in a match.
func AtRest(in lang.Language, rec match.Match) discord.Message {
	return discord.TextMessage(in.Say(say.Resting, Title(in, rec, rec.Rules()), rec.Parked.Says()), BoardLinks(in, rec)...)
}

// NoticeText is what a notice says, to whoever it is for.
func NoticeText(in lang.Language, rec match.Match, kind match.NoticeKind) string {
	switch kind {
	case match.HasBegun:
		return in.Say(say.NoticeBegun, games.And(playersAt(in, rec, rec.Waiting)))
	case match.FollowedEnd:
		return in.Say(say.FollowedOver, discord.Escape(Ending(in, rec)))
	case match.HasResult, match.WasDeclined, match.HasExpired, match.WasClosed:
		return discord.Escape(Ending(in, rec))
	case match.DrawOffered:
		return in.Say(say.DrawOffer, games.And(playersAt(in, rec, seatOf(rec.DrawOffer))))
	case match.DrawDeclined:
		return in.Speak(say.DrawRefused)
	case match.TakebackAsked:
		return in.Say(say.UndoOffer, games.And(playersAt(in, rec, seatOf(rec.UndoOffer))))
	case match.TakebackAgreed:
		return in.Speak(say.NoticeUndone)
	case match.TakebackDeclined:
		return in.Speak(say.UndoRefused)
	case match.PauseAsked:
		return in.Say(say.PauseOffer, games.And(playersAt(in, rec, seatOf(rec.RestOffer))))
	case match.PauseAgreed:
		return in.Speak(say.NoticePaused)
	case match.PauseDeclined:
		return in.Speak(say.PauseRefused)
	case match.PauseEnded:
		return in.Speak(say.NoticeOn)
	case match.RestEnded:
		return in.Speak(say.WasResumed)
	case match.GotTime:
		return in.Speak(say.NoticeTime) + " " + in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
	case match.MayClaim:
		return in.Say(say.ClaimOf(len(rec.Players)).Notice, games.And(playersAt(in, rec, rec.Waiting)))
	case match.WasSkipped:
		return in.Speak(say.NoticeSkipped)
	case match.WasRemoved:
		return in.Say(say.RemovedYou, Title(in, rec, rec.Rules()))
	case match.RematchOffered:
		return strings.Join(wanting(in, rec), "\n")
	case match.WasHandedOver:
		return handedOver(in, rec.HandOvers[len(rec.HandOvers)-1])
	case match.SeatOffered:
		return seatOffered(in, rec)
	case match.ResumeAsked:
		return resumeAsked(in, rec)
	case match.OddsAsked:
		return in.Say(say.NoticeOdds, ownerName(rec))
	case match.SeatDeclined:
		return in.Speak(say.SeatDeclined)
	}
	return ""
}

// Notice is the direct message of a notice to one person, or with a mention of each the message in the channel of a match.
func Notice(in lang.Language, rec match.Match, kind match.NoticeKind, mention []match.UserID) discord.Message {
	text := NoticeText(in, rec, kind)
	if len(mention) > 0 {
		text = in.Say(say.NoticeTo, games.And(mentioned(mention)), text)
	}
	if kind != match.WasRemoved {
		text += "\n-# " + noticeTitle(in, rec)
	}
	buttons := BoardLinks(in, rec)
	if len(mention) > 0 || kind == match.SeatOffered || kind == match.ResumeAsked {
		buttons = append(noticeButtons(in, rec, kind), buttons...)
	}
	m := discord.TextMessage(text, buttons...)
	m.Ping = userIDs(mention)
	return m
}

// NoticeLine tells a notice within a board that is posted anyway: no more than the mention where the board says the rest.
func NoticeLine(in lang.Language, rec match.Match, kind match.NoticeKind, mention []match.UserID) string {
	who := games.And(mentioned(mention))
	switch kind {
	case match.HasBegun, match.MayClaim, match.TakebackAgreed:
		return in.Say(say.NoticeTo, who, NoticeText(in, rec, kind))
	case match.HasResult:
		return in.Say(say.NoticeTo, who, in.Speak(say.NoticeOver))
	}
	return "-# " + in.Speak(who)
}

// seatOffered asks whether somebody would take over what another member has.
func seatOffered(in lang.Language, rec match.Match) string {
	h := rec.Heir
	if h == nil {
		return ""
	}
	what := say.SeatOffered
	if h.Seat == games.Spectator || rec.Status == match.Open {
		what = say.ChargeOffered
	}
	return in.Say(what, discord.Escape(h.By), NameOrMention(h.From), discord.Escape(h.Reason))
}

// resumeAsked says who would like a match at rest to go on, and where.
func resumeAsked(in lang.Language, rec match.Match) string {
	by, to := resumeWish(rec)
	if rec.Parked == nil || to.Channel == "" {
		return ""
	}
	return in.Say(say.ResumeAsked, cmp.Or(PlayerAt(in, rec, rec.SeatOf(by)), discord.Escape(rec.NameOf(by))), "<#"+string(to.Channel)+">", rec.Parked.Says())
}

// resumeWish is whose wish to go on elsewhere waits for an answer, and where that is.
func resumeWish(rec match.Match) (by match.UserID, to match.Place) {
	for _, u := range rec.Members() {
		if by, to, ok := rec.Wish(u); ok {
			return by, to
		}
	}
	return "", match.Place{}
}

// NameOrMention is what a member is called; a mention where the name is not known, as of who only watches.
func NameOrMention(p match.Player) string {
	if p.Name == "" {
		return discord.Mention(string(p.User))
	}
	return discord.Escape(p.Called())
}

// noticeTitle names the match that a notice is about.
func noticeTitle(in lang.Language, rec match.Match) string {
	if rec.Position == "" {
		return InvitationTitle(in, rec, rec.Rules())
	}
	return Title(in, rec, rec.Rules())
}

// noticeButtons are what can be answered to a notice in a channel, and the board.
func noticeButtons(in lang.Language, rec match.Match, kind match.NoticeKind) []discordgo.MessageComponent {
	at := func(a Action) Target { return Target{Match: rec.ID, Head: rec.Board(), Action: a} }
	green := func(label games.Sentence, a Action) discordgo.MessageComponent {
		return Button(in.Speak(label), discordgo.SuccessButton, at(a))
	}
	grey := func(label games.Sentence, a Action) discordgo.MessageComponent {
		return Button(in.Speak(label), discordgo.SecondaryButton, at(a))
	}
	var list []discordgo.MessageComponent
	switch kind {
	case match.DrawOffered:
		list = append(list, green(say.LabelAgree, ActDraw), grey(say.LabelNoDraw, ActNoDraw))
	case match.TakebackAsked:
		list = append(list, grey(say.LabelUndo, ActTakeback), grey(say.LabelNoUndo, ActNoUndo))
	case match.PauseAsked:
		list = append(list, green(say.LabelPause, ActPause), grey(say.LabelNoPause, ActNoPause))
	case match.PauseAgreed:
		list = append(list, grey(say.LabelGoOn, ActGoOn))
	case match.MayClaim:
		list = append(list, green(say.ClaimOf(len(rec.Players)).Button, ActClaim))
	case match.RematchOffered:
		list = append(list, green(say.LabelRematch, ActRematch))
	case match.OddsAsked:
		list = append(list, green(say.LabelAccept, ActJoin), grey(say.LabelDecline, ActDecline))
	case match.ResumeAsked:
		if _, to := resumeWish(rec); to.Channel != "" {
			list = append(list, Button(in.Speak(say.LabelResume), discordgo.SuccessButton, Target{Match: rec.ID, Action: ActResume, Text: string(to.Channel)}))
		}
	case match.SeatOffered:
		list = append(list, green(say.LabelAccept, ActTakeSeat), grey(say.LabelDecline, ActNoSeat))
	}
	if rec.Position != "" {
		list = append(list, grey(say.LabelBoard, ActBoard))
	}
	return list
}

// playersAt names the players at seats.
func playersAt(in lang.Language, rec match.Match, seats games.Seats) (names []string) {
	for seat := range seats.All() {
		if int(seat) < len(rec.Players) {
			names = append(names, PlayerAt(in, rec, seat))
		}
	}
	return names
}

func seatOf(offer *games.Seat) games.Seats {
	if offer == nil {
		return 0
	}
	return games.SeatSet(*offer)
}
