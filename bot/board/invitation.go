package board

import (
	"cmp"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/odds"
	"paddock/games/referee"
)

// invitation makes the message of a challenge or an open table, or of how it ended.
func invitation(rec match.Match, g *games.Game, to Reader) discord.Message {
	lines := []string{"### " + InvitationTitle(to.In, rec, g)}
	var buttons []discordgo.MessageComponent
	if rec.Status == match.Open {
		lines = append(append(lines, Terms(to.In, rec, g)...), outsideLines(to.In, rec)...)
		lines = append(lines, to.Reputation...)
		buttons = answers(rec, to)
		// only the invited member and the challenger can change the terms
		if to.public() || to.user == rec.Owner || to.user == rec.Invited {
			lines, buttons = append(lines, OddsLines(to.In, rec)...), append(buttons, OddsButton(to.In, rec)...)
		}
	} else {
		lines = append(lines, discord.Escape(Ending(to.In, rec, games.Spectator)))
	}
	lines = append(lines, to.News...)
	if rec.Status == match.Open && len(to.Ping) > 0 {
		lines = append(lines, to.In.Say(sayTo, games.And(mentioned(to.Ping))))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	parts = append(parts, discord.ButtonRows(buttons)...)
	return discord.Message{
		Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Ping: UserIDs(to.Ping),
		Private: !to.public(),
	}
}

// InvitationTitle returns a challenge's title, such as "Ann challenges Bob to Kalah".
func InvitationTitle(in lang.Language, rec match.Match, g *games.Game) string {
	owner := ownerName(rec)
	switch {
	case rec.Voting != nil && rec.Voting.Rival != "":
		return in.Say(sayChallenge, owner, "<#"+string(rec.Voting.Rival)+">", g.Name)
	case rec.Invited != "":
		return in.Say(sayChallenge, owner, discord.Mention(string(rec.Invited)), g.Name)
	case rec.Reason == match.ByDecline: // the invited member was erased
		return in.Say(sayChallenge, owner, match.FormerPlayer, g.Name)
	case len(rec.Players) == 2:
		return in.Say(sayOpen, owner, g.Name)
	}
	return in.Say(sayTable, owner, g.Name)
}

// Terms returns what a player accepts with a challenge: options, seats, time, and conditions for
// joining. It leaves out the sides and the ruling on late players where they are usual; see
// UsualTerms (P14, P99).
func Terms(in lang.Language, rec match.Match, g *games.Game) []string {
	var lines []string
	if o := chosenOptions(in, rec, g, OptionTerms); o != "" {
		lines = append(lines, o)
	}
	if len(rec.Players) > 2 {
		var who []string
		for s, p := range rec.Players {
			if !p.Empty() {
				who = append(who, PlayerAt(in, rec, games.Seat(s)))
			}
		}
		lines = append(lines, in.Say(saySeats, len(who), len(rec.Players), games.And(who)))
	}
	var agreed []string
	if !rec.Shuffle {
		agreed = append(agreed, seating(in, rec, g))
	}
	agreed = append(agreed, clockWords(in, rec, g)...)
	if rec.Rated() {
		agreed = append(agreed, in.Speak(say.IsRated))
	} else {
		agreed = append(agreed, in.Speak(sayUnrated))
	}
	if s, ok := sayFinish[rec.Finish]; ok {
		agreed = append(agreed, in.Speak(s))
	}
	lines = append(lines, strings.Join(agreed, " · "))
	if rec.Voting != nil {
		lines = append(lines, voteTerms(in, rec.Voting))
	}
	if rec.Pair {
		lines = append(lines, in.Speak(sayPairAgreed))
	}
	if w := rec.Wants; w.From > 0 || w.To > 0 {
		lines = append(lines, in.Say(sayWantsRating, w.From, w.To))
	}
	if rec.Wants.Reliability > 0 {
		lines = append(lines, in.Say(sayWantsClock, rec.Wants.Reliability))
	}
	if rec.Wants.Again > 0 {
		lines = append(lines, in.Say(sayWantsAgain, rec.Wants.Again))
	}
	if end := rec.Clock.Deadline; !end.IsZero() {
		lines = append(lines, in.Say(sayExpires, discord.DateTime(end)))
	}
	return lines
}

func seating(in lang.Language, rec match.Match, g *games.Game) string {
	return in.Say(sayPlays, ownerName(rec), in.Text(g.SeatName(rec.SeatOf(rec.Owner))))
}

// UsualTerms returns a sentence with the terms that a challenge does not mention, because they are
// usual in its game.
func UsualTerms(in lang.Language, g *games.Game) string {
	return in.Say(sayUsual, sayLapses[match.UsualLapse(g)])
}

func clockWords(in lang.Language, rec match.Match, g *games.Game) []string {
	p := rec.Clock.Policy
	if p.PerMove <= 0 {
		return []string{in.Speak(sayNoClock)}
	}
	words := []string{in.Say(say.Clock, say.Span(p.PerMove))}
	switch {
	case p.Bank.Time > 0:
		words[0] += ", " + BankWords(in, p.Bank)
	case p.Grace > 0:
		words[0] += ", " + in.Say(SayGrace, say.Span(time.Duration(p.Grace)*p.Day()))
	}
	switch p.Lapse {
	case referee.Claim:
		claim := say.ClaimOf(len(rec.Players))
		words = append(words, in.Say(claim.Policy, say.Span(p.ClaimWithin())))
	case match.UsualLapse(g):
	default:
		words = append(words, in.Speak(sayLapses[p.Lapse]))
	}
	if p.NoWeekends {
		words = append(words, in.Speak(say.WeekendsOff))
	}
	if p.NoVacations {
		words = append(words, in.Speak(say.NoVacations))
	}
	return words
}

// BankWords describes a time bank.
func BankWords(in lang.Language, b referee.Bank) string {
	if b.Increment > 0 {
		return in.Say(sayBankIncrement, say.Span(b.Time), say.Span(b.Increment))
	}
	return in.Say(sayBank, say.Span(b.Time))
}

// OddsLines returns a line that proposes fairer terms. It returns none if there are none (P38).
func OddsLines(in lang.Language, rec match.Match) []string {
	g := rec.Rules()
	offer, ok := odds.For(rec.Record, g)
	switch {
	case !ok:
		return nil
	case offer.Pair:
		return []string{"-# " + in.Speak(sayPairHint)}
	case offer.Level != "":
		now := rec.Players[1-rec.SeatOf(rec.Owner)].Computer
		return []string{"-# " + in.Say(sayLevelHint, odds.Points(rec.Gap), now, offer.Level)}
	}
	better, points := ownerName(rec), odds.Points(rec.Gap)
	if rec.Gap < 0 {
		better, points = discord.Mention(string(rec.Invited)), 100-points
	}
	then := rec
	then.Record = rec.Clone()
	offer.Take(&then.Record, rec.Players[rec.SeatOf(rec.Owner)])
	return []string{"-# " + in.Say(sayOddsHint, better, points,
		seating(in, then, g)+" · "+chosenOptions(in, then, g, OptionTerms))}
}

// OddsButton returns the button that accepts fairer terms; none if there are none.
func OddsButton(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	offer, ok := odds.For(rec.Record, rec.Rules())
	if !ok {
		return nil
	}
	label := in.Speak(sayLabelOdds)
	switch {
	case offer.Pair:
		label = in.Speak(sayLabelPair)
	case offer.Level != "":
		label = in.Say(sayLabelLevel, offer.Level)
	}
	return []discordgo.MessageComponent{component.Button(label, discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActOdds})}
}

// answers returns the buttons of a challenge or an open table. In private they are those that the
// reader can use.
func answers(rec match.Match, to Reader) []discordgo.MessageComponent {
	table := OpenTable(rec)
	may := func(reader bool) bool { return to.public() || reader }
	owner, invited, seated := may(to.user == rec.Owner), may(to.user == rec.Invited),
		may(rec.SeatOf(to.user) != games.Spectator)
	free := may(to.user != rec.Owner && rec.SeatOf(to.user) == games.Spectator)
	b := buttons{in: to.In, rec: rec}
	b.add(!table && free && (rec.Invited == "" || invited), component.ActJoin, sayLabelAccept, discordgo.SuccessButton)
	b.add(rec.Invited != "" && invited, component.ActDecline, sayLabelDecline, discordgo.SecondaryButton)
	b.add(table && free, component.ActJoin, sayLabelJoin, discordgo.SuccessButton)
	b.add(table && seated, component.ActLeave, sayLabelLeave, discordgo.SecondaryButton)
	b.add(table && owner, component.ActBegin, sayLabelBegin, discordgo.PrimaryButton)
	b.add(owner, component.ActRevoke, SayLabelWithdraw, discordgo.SecondaryButton)
	return b.list
}

// OpenTable reports whether a match is a table that waits for more people. Its owner can begin it
// with computers.
func OpenTable(rec match.Match) bool {
	g := rec.Rules()
	return rec.Status == match.Open && rec.Invited == "" && (len(rec.Players) != 2 || g != nil && g.MaxSeats != 2)
}

// BeginButton returns the button with which the owner of an open table begins now.
func BeginButton(in lang.Language, rec match.Match) discordgo.MessageComponent {
	return component.Button(in.Speak(sayLabelBegin), discordgo.PrimaryButton,
		component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActBegin})
}

// chosenOptions lists the options that differ from the game's defaults, and those that are always
// named (F28). The parameter words describes one option. A match from a given position has the
// options of that position, and none are listed.
func chosenOptions(in lang.Language, rec match.Match, g *games.Game,
	words func(lang.Language, games.Option, string) string,
) string {
	if rec.From != "" {
		return in.Speak(sayFromPosition)
	}
	var list []string
	for _, o := range g.Options {
		if value := cmp.Or(rec.Setup.Options[o.Name], o.Default); value != o.Default {
			list = append(list, words(in, o, value))
		}
	}
	return strings.Join(list, " · ")
}

// OptionWords describes an option's value, in the few words that a board has room for.
func OptionWords(in lang.Language, o games.Option, value string) string {
	name, _ := choice(in, o, value)
	switch o.Says {
	case "":
		return in.Name(o.TypedName()) + ": " + name
	case games.SaysItself:
		return ChoiceTerms(in, o, value)
	}
	return strings.ReplaceAll(in.Text(o.Says), "%s", name)
}

// OptionTerms describes an option's value to a member who is asked to agree to it, and says what
// the choice means.
func OptionTerms(in lang.Language, o games.Option, value string) string {
	words := OptionWords(in, o, value)
	if _, meaning := choice(in, o, value); meaning != "" && o.Says != games.SaysItself {
		words += " (" + meaning + ")"
	}
	return words
}

// ChoiceTerms returns the name of an option's value with what it means, such as "duel (10 pieces)".
func ChoiceTerms(in lang.Language, o games.Option, value string) string {
	name, meaning := choice(in, o, value)
	if meaning == "" {
		return name
	}
	return name + " (" + meaning + ")"
}

// choice returns the name of an option's value and what it means, from the label of its choice,
// such as "optional: foxes may capture or not". A value without a choice is its own name.
func choice(in lang.Language, o games.Option, value string) (name, meaning string) {
	for _, c := range o.Choices {
		if c.Value == value {
			name, meaning, _ = strings.Cut(in.Text(c.Label), ": ")
			return name, meaning
		}
	}
	return value, ""
}
