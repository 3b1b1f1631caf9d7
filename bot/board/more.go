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

// panel is a private message with rows of buttons about a match.
type panel struct {
	buttons
	parts []discordgo.MessageComponent
}

func newPanel(in lang.Language, rec match.Match) *panel {
	head := discord.Text("### " + Title(in, rec, rec.Rules()) + "\n" + in.Speak(sayMore))
	return &panel{buttons: buttons{in: in, rec: rec}, parts: []discordgo.MessageComponent{head}}
}

// button returns a button with an action on the match, and a text for it, if it is shown.
func (p *panel) button(show bool, label games.Sentence, do component.Action, text string) []discordgo.MessageComponent {
	if !show {
		return nil
	}
	return []discordgo.MessageComponent{component.Button(p.in.Speak(label), discordgo.SecondaryButton,
		component.Target{Match: p.rec.ID, Head: p.rec.Board(), Action: do, Text: text})}
}

// command returns a button that runs a command about the match, if it is shown.
func (p *panel) command(show bool, label games.Sentence, path string) []discordgo.MessageComponent {
	if !show {
		return nil
	}
	return []discordgo.MessageComponent{component.Button(p.in.Speak(label), discordgo.SecondaryButton,
		component.Target{Match: p.rec.ID, Action: component.ActAgain, Text: path + "?"})}
}

func (p *panel) row(list ...[]discordgo.MessageComponent) {
	p.parts = append(p.parts, discord.ButtonRows(slices.Concat(list...))...)
}

// The second panel of More, and the way back to the first, as component ids contain them.
const (
	MoreOther = "other"
	moreBack  = "back"
)

// More makes the private message with everything that a user can do with a match besides moving, and
// that is not below the board. Rarer actions are behind a button, see OtherMore. Next
// is the button to another match that waits for them, if any.
func (k *Maker) More(in lang.Language, rec match.Match, u match.UserID,
	next []discordgo.MessageComponent,
) discord.Message {
	seat, p := rec.SeatOf(u), newPanel(in, rec)
	row := p.row
	button := func(show bool, label games.Sentence, do component.Action) []discordgo.MessageComponent {
		return p.button(show, label, do, "")
	}
	plays, running := rec.Plays(u), rec.Status == match.Running
	// prepared moves belong to one player
	alone := plays && running && rec.Players[seat].Channel == "" && !ArrangingPhase(rec)
	if plays && running && rec.Parked == nil {
		if Stood(rec, seat) && (rec.People() > 1 || !rec.Rated()) {
			p.parts = append(p.parts, discord.Text("-# "+in.Speak(SayStands)))
		}
		friends := rec.Opponents() && rec.Tournament == ""
		row(
			button(MayTakeBack(rec, u), sayLabelTakeback, component.ActTakeback),
			button(rec.Opponents() && rec.Moves > 0 && rec.DrawOffer == nil, SayLabelDraw, component.ActDraw),
			button(friends && rec.RestOffer == nil, sayLabelAskPause, component.ActPause),
			button(friends && !rec.Clock.Deadline.IsZero() && !rec.Bound().Has(seat), sayLabelGiveTime,
				component.ActMoreTime),
		)
	}
	row(
		// the button is on the board itself only where the private board shows more than the public
		// one
		button(rec.Place.Guild != "" && !(running && rec.Rules().Hidden), sayLabelBoard, component.ActBoard),
		button(alone, say.LabelTry, component.ActTry),
		button(alone && len(rec.Members()) > 1, sayLabelLines, component.ActLines),
		button(alone || plays && !running, sayLabelNote, component.ActNote),
	)
	row(
		button(running && rec.Moves > 0, sayLabelHappened, component.ActHappened),
		p.command(rec.Moves > 0, sayLabelHistory, "match history"),
		button(!plays && running && rec.Place.Guild != "", sayLabelFollow, component.ActFollow),
		button(plays && k.Links && rec.Place.Guild != "", sayLabelLink, component.ActLink),
		p.button(true, sayLabelOther, component.ActMore, MoreOther),
	)
	row(ShowAnew(in, rec), next)
	computers := len(rec.Members()) == 0 // the computers play each other
	if running && (plays && rec.Parked == nil || rec.Owner == u && computers) {
		row(leaving(in, rec))
	}
	return discord.Message{Parts: p.parts, Private: true}
}

// MayTakeBack reports whether a user is offered a takeback: to take their last turn back, or to ask
// the others to agree to it.
func MayTakeBack(rec match.Match, u match.UserID) bool {
	open := rec.Status == match.Running && rec.Parked == nil && rec.Moves > 0 && rec.UndoOffer == nil &&
		!ArrangingPhase(rec)
	seat := rec.SeatOf(u)
	return open && rec.Plays(u) && rec.HasActed(seat) && !rec.Stands.Has(seat) && rec.Players[seat].Channel == "" &&
		(rec.People() > 1 || !rec.Rated())
}

// Stood reports whether a seat's last move can't be taken back because of what it led to.
func Stood(rec match.Match, seat games.Seat) bool {
	first := 1
	if rec.Rules().Arranges { // HasActed may mean the set-up, so the seat has moved for certain when all have
		first = len(rec.Players)
	}
	return rec.Moves >= first && rec.HasActed(seat) && rec.Stands.Has(seat)
}

// OtherMore makes the panel of More with what people seldom want. Decided reports whether the referee's book
// has an entry for them.
func OtherMore(in lang.Language, rec match.Match, decided bool) discord.Message {
	p := newPanel(in, rec)
	p.row(
		p.button(!Beginning(rec), say.LabelRules, component.ActRules, ""),
		p.command(decided, sayLabelWhy, "match why"),
		p.command(true, sayLabelExport, "match export"),
		p.button(len(rec.Receipts) > 0, sayLabelReceipts, component.ActReceipts, ""),
		p.command(true, sayLabelReport, "match report"),
	)
	p.row(p.button(true, say.LabelBack, component.ActMore, moreBack))
	return discord.Message{Parts: p.parts, Private: true}
}

// leaving returns the button that ends a match for a player: cancelling before the first move, then
// resigning.
func leaving(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	b := buttons{in: in, rec: rec}
	b.add(rec.Cancellable(), component.ActCancel, sayLabelCancel, discordgo.SecondaryButton)
	b.add(!rec.Cancellable(), component.ActResign, SayLabelResign, discordgo.DangerButton)
	return b.list
}

// gifts lists the times that a player can give, as in the option of `/match give-time`.
var gifts = []struct {
	value string
	label games.Sentence
}{
	{"1h", games.Say("1 hour")},
	{"6h", games.Say("6 hours")},
	{"24h", games.Say("1 day")},
	{"72h", games.Say("3 days")},
	{"168h", games.Say("7 days")},
}

// MoreTime makes the question how much time a player gives the opponent.
func MoreTime(in lang.Language, rec match.Match) discord.Message {
	var buttons []discordgo.MessageComponent
	for _, gift := range gifts {
		buttons = append(buttons,
			component.Button(in.Speak(gift.label), discordgo.SecondaryButton,
				component.Target{
					Match: rec.ID, Action: component.ActAgain,
					Text: "match give-time?time=" + gift.value,
				}))
	}
	m := discord.TextMessage(in.Speak(sayMoreTime), buttons...)
	m.Parts = append(m.Parts, discord.Row(component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActMore, Text: moreBack})))
	m.Private = true
	return m
}
