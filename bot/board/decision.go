package board

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// Decision is an action of a player in a match that makes no move.
type Decision struct {
	Action component.Action
	Label  games.Sentence
	Style  discordgo.ButtonStyle
}

// Decisions lists what players of a running match can do besides moving: claiming, offers, answers
// to offers, resigning.
func Decisions(rec match.Match) (list []Decision) {
	add := func(a component.Action, label games.Sentence, style discordgo.ButtonStyle) {
		list = append(list, Decision{a, label, style})
	}
	if rec.Clock.Lapsed {
		add(component.ActClaim, say.ClaimOf(len(rec.Players)).Button, discordgo.SuccessButton)
	}
	if stepping(rec) {
		add(component.ActNext, say.LabelNext, discordgo.PrimaryButton)
		add(component.ActPlayOn, sayLabelPlayOn, discordgo.SecondaryButton)
	}
	if rec.Asked() != 0 {
		add(component.ActPlayOut, playsOutTo(rec), discordgo.SecondaryButton)
	}
	if rec.UndoOffer != nil {
		add(component.ActTakeback, sayLabelUndo, discordgo.SecondaryButton)
		add(component.ActNoUndo, sayLabelNoUndo, discordgo.SecondaryButton)
	}
	if rec.RestOffer != nil {
		add(component.ActPause, sayLabelPause, discordgo.SuccessButton)
		add(component.ActNoPause, sayLabelNoPause, discordgo.SecondaryButton)
	}
	switch {
	case !rec.Opponents():
	case rec.DrawOffer != nil:
		add(component.ActDraw, sayLabelAgree, discordgo.SuccessButton)
		add(component.ActNoDraw, sayLabelNoDraw, discordgo.SecondaryButton)
	case rec.Moves > 0:
		add(component.ActDraw, SayLabelDraw, discordgo.SecondaryButton)
	}
	if rec.Cancellable() {
		add(component.ActCancel, sayLabelCancel, discordgo.SecondaryButton)
	} else {
		add(component.ActResign, SayLabelResign, discordgo.DangerButton)
	}
	return list
}

// playsOutTo is the label of the button that plays a decided match out: it says who wins then.
func playsOutTo(rec match.Match) games.Sentence {
	if rec.Rest.First.Len() == 1 {
		for seat := range rec.Rest.First.All() {
			return rec.Named(games.Say(sayLabelPlayOut.Format, games.Say(rec.Rules().SeatName(seat))))
		}
	}
	return sayLabelPlayTie
}

// Acts lists everything that players can do in a match besides moving, in every state of it.
func Acts(rec match.Match) []Decision {
	switch {
	case rematchable(rec):
		return []Decision{{component.ActRematch, sayLabelRematch, discordgo.PrimaryButton}}
	case rec.Status != match.Running:
		return nil
	case rec.Parked == nil:
		return Decisions(rec)
	case rec.Parked.Why == match.CodePause:
		return []Decision{{component.ActGoOn, sayLabelGoOn, discordgo.PrimaryButton}}
	}
	return nil
}

// Decides reports whether an action of a match is for the player of a seat. Nobody agrees to their
// own offer, agrees twice to play the match out, or claims a win because they are late themselves.
func Decides(rec match.Match, seat games.Seat, a component.Action) bool {
	var offer *games.Seat
	switch a {
	case component.ActPlayOut:
		return rec.Asked().Has(seat)
	case component.ActClaim:
		return rec.Claimable().Has(seat)
	case component.ActDraw:
		offer = rec.DrawOffer
	case component.ActTakeback:
		offer = rec.UndoOffer
	case component.ActPause:
		offer = rec.RestOffer
	}
	return offer == nil || *offer != seat
}

// urgent returns the decisions in a running match that can't wait behind More: claims, and answers
// to offers. On a public board they are for every player.
func urgent(rec match.Match, to Reader) (list []Decision) {
	if !to.public() && rec.SeatOf(to.user) == games.Spectator {
		return nil
	}
	for _, d := range Decisions(rec) {
		if d.Action == component.ActResign || d.Action == component.ActCancel || d.Action == component.ActDraw &&
			rec.DrawOffer == nil {
			continue
		}
		if to.public() || Decides(rec, rec.SeatOf(to.user), d.Action) {
			list = append(list, d)
		}
	}
	return list
}

// rematchable reports whether the players of a match may ask for another one.
func rematchable(rec match.Match) bool {
	gone := slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Gone != "" })
	return rec.Status == match.Over && rec.RematchID == "" && rec.Tournament == "" && People(rec) > 0 && !gone &&
		rec.Leaderless() == games.Spectator
}

// buttons collects the buttons of a message about a match.
type buttons struct {
	in   lang.Language
	rec  match.Match
	list []discordgo.MessageComponent
}

// add adds a button, if it is shown.
func (b *buttons) add(show bool, do component.Action, label games.Sentence, style discordgo.ButtonStyle) {
	if show {
		b.list = append(b.list,
			component.Button(b.in.Speak(label), style,
				component.Target{Match: b.rec.ID, Head: b.rec.Board(), Action: do}))
	}
}

// keep adds a button that is disabled while it can't be used, so that it keeps its room.
func (b *buttons) keep(show, usable bool, do component.Action, label games.Sentence) {
	b.add(show, do, label, discordgo.SecondaryButton)
	if show && !usable {
		last := b.list[len(b.list)-1].(discordgo.Button)
		last.Disabled = true
		b.list[len(b.list)-1] = last
	}
}

// decisions adds buttons for decisions.
func (b *buttons) decisions(list []Decision) {
	for _, d := range list {
		b.add(true, d.Action, d.Label, d.Style)
	}
}

// Offers returns a line for each open offer of a running match.
func Offers(in lang.Language, rec match.Match) (lines []string) {
	for _, o := range []struct {
		by   *games.Seat
		says games.Sentence
	}{{rec.DrawOffer, sayDrawOffer}, {rec.UndoOffer, sayUndoOffer}, {rec.RestOffer, sayPauseOffer}} {
		if o.by != nil && rec.Status == match.Running {
			lines = append(lines, in.Say(o.says, PlayerAt(in, rec, *o.by)))
		}
	}
	return lines
}

// MayHint reports whether a user can ask for a hint: they play unrated against computers alone, and
// it is their turn (P36).
func MayHint(rec match.Match, seat games.Seat) bool {
	return seat != games.Spectator && Advised(rec) && rec.Status == match.Running && rec.Parked == nil &&
		rec.Waiting.Has(seat) && !ArrangingPhase(rec)
}

// Advised reports whether hints are fair in a match: one person plays against computers, and it is
// not rated.
func Advised(rec match.Match) bool {
	return rec.People() == 1 && rec.Voting == nil && !rec.Rated() && rec.Tournament == ""
}
