package board

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// More makes the private message with everything that a user can do in a running match besides moving. Next is the button to another match that
// waits for them, if any.
func (k *Maker) More(in lang.Language, rec match.Match, u match.UserID, next []discordgo.MessageComponent) discord.Message {
	seat := rec.SeatOf(u)
	parts := []discordgo.MessageComponent{discord.Text("### " + Title(in, rec, rec.Rules()) + "\n" + in.Speak(sayMore))}
	row := func(list ...[]discordgo.MessageComponent) {
		parts = append(parts, discord.ButtonRows(slices.Concat(list...))...)
	}
	button := func(show bool, label games.Sentence, do component.Action) []discordgo.MessageComponent {
		b := buttons{in: in, rec: rec}
		b.add(show, do, label, discordgo.SecondaryButton)
		return b.list
	}
	command := func(show bool, label games.Sentence, path string) []discordgo.MessageComponent {
		if !show {
			return nil
		}
		return []discordgo.MessageComponent{component.Button(in.Speak(label), discordgo.SecondaryButton, component.Target{Match: rec.ID, Action: component.ActAgain, Text: path + "?"})}
	}
	plays := seat != games.Spectator
	alone := plays && rec.Players[seat].Channel == "" && !ArrangingPhase(rec) // prepared moves belong to one player
	if plays && rec.Parked == nil {
		friends := rec.Opponents() && rec.Tournament == ""
		row(
			button(rec.Opponents() && rec.Moves > 0 && rec.DrawOffer == nil, sayLabelDraw, component.ActDraw),
			button(rec.Moves > 0 && rec.UndoOffer == nil && !ArrangingPhase(rec) && (rec.People() > 1 || !rec.Rated()), sayLabelTakeback, component.ActTakeback),
			button(friends && rec.RestOffer == nil, sayLabelAskPause, component.ActPause),
			button(friends && !rec.Clock.Deadline.IsZero() && !rec.Bound().Has(seat), sayLabelGiveTime, component.ActMoreTime),
			leaving(in, rec),
		)
	} else if rec.Owner == u && len(rec.Members()) == 0 { // computers play each other
		row(leaving(in, rec))
	}
	row(
		button(alone, say.LabelTry, component.ActTry),
		button(alone, sayLabelLines, component.ActLines),
		button(alone, sayLabelNote, component.ActNote),
		button(rec.Moves > 0, sayLabelCatchUp, component.ActCatchUp),
		command(rec.Moves > 0, sayLabelHistory, "match history"),
	)
	row(
		button(true, say.LabelRules, component.ActRules),
		command(true, sayLabelExport, "match export"),
		command(true, sayLabelWhy, "match why"),
		command(true, sayLabelReport, "match report"),
		button(plays && k.Links && rec.Place.Guild != "", sayLabelLink, component.ActLink),
	)
	row(
		button(true, sayLabelBoard, component.ActBoard),
		button(len(rec.Receipts) > 0, sayLabelReceipts, component.ActReceipts),
		button(!plays && rec.Place.Guild != "", sayLabelFollow, component.ActFollow),
		next,
	)
	return discord.Message{Parts: parts, Private: true}
}

// leaving returns the button that ends a match for a player: cancelling before the first move, then resigning.
func leaving(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	b := buttons{in: in, rec: rec}
	b.add(rec.Cancellable(), component.ActCancel, sayLabelCancel, discordgo.SecondaryButton)
	b.add(!rec.Cancellable(), component.ActResign, sayLabelResign, discordgo.DangerButton)
	return b.list
}

// gifts lists the times that a player can give, as in the option of `/match give-time`.
var gifts = []struct {
	value string
	label games.Sentence
}{{"1h", games.Say("1 hour")}, {"6h", games.Say("6 hours")}, {"24h", games.Say("1 day")}, {"72h", games.Say("3 days")}, {"168h", games.Say("7 days")}}

// MoreTime makes the question how much time a player gives the opponent.
func MoreTime(in lang.Language, rec match.Match) discord.Message {
	var buttons []discordgo.MessageComponent
	for _, gift := range gifts {
		buttons = append(buttons, component.Button(in.Speak(gift.label), discordgo.SecondaryButton, component.Target{Match: rec.ID, Action: component.ActAgain, Text: "match give-time?time=" + gift.value}))
	}
	m := discord.TextMessage(in.Speak(sayMoreTime), buttons...)
	m.Parts = append(m.Parts, discord.Row(component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActMore, Text: "back"})))
	m.Private = true
	return m
}

// MayHint reports whether a user can ask for a hint: they play unrated against computers alone, and it is their turn (P36).
func MayHint(rec match.Match, seat games.Seat) bool {
	return seat != games.Spectator && Advised(rec) && rec.Status == match.Running && rec.Parked == nil && rec.Waiting.Has(seat) && !ArrangingPhase(rec)
}

// Advised reports whether hints are fair in a match: one person plays against computers, and it is not rated.
func Advised(rec match.Match) bool {
	return rec.People() == 1 && rec.Voting == nil && !rec.Rated() && rec.Tournament == ""
}
