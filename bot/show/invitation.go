package show

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/odds"
	"paddock/games/referee"
)

// invitation shows a challenge or a table, or what became of it.
func invitation(rec match.Match, g *games.Game, to Reader) discord.Message {
	lines := []string{"### " + InvitationTitle(to.In, rec, g)}
	if rec.Status == match.Open {
		lines = append(append(lines, Terms(to.In, rec, g)...), to.Reputation...)
		lines = append(lines, OddsLines(to.In, rec)...)
	} else {
		lines = append(lines, discord.Escape(Ending(to.In, rec)))
	}
	lines = append(lines, to.News...)
	if rec.Status == match.Open && len(to.Ping) > 0 {
		lines = append(lines, to.In.Say(say.To, games.And(mentioned(to.Ping))))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	if rec.Status == match.Open {
		parts = append(parts, discord.ButtonRows(append(answers(to.In, rec), OddsButton(to.In, rec)...))...)
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Ping: userIDs(to.Ping), Private: !to.public()}
}

// InvitationTitle is "Ann challenges Bob to Kalah".
func InvitationTitle(in lang.Language, rec match.Match, g *games.Game) string {
	owner := ownerName(rec)
	switch {
	case rec.Invited != "":
		return in.Say(say.Challenge, owner, discord.Mention(string(rec.Invited)), g.Name)
	case len(rec.Players) == 2:
		return in.Say(say.Open, owner, g.Name)
	}
	return in.Say(say.Table, owner, g.Name)
}

// Terms are what is agreed to by accepting: options, seats, time, and who may (P14, P99).
func Terms(in lang.Language, rec match.Match, g *games.Game) []string {
	var lines []string
	if o := chosenOptions(in, rec, g); o != "" {
		lines = append(lines, o)
	}
	if rec.Invited == "" && len(rec.Players) > 2 {
		var who []string
		for s, p := range rec.Players {
			if !p.Empty() {
				who = append(who, PlayerAt(in, rec, games.Seat(s)))
			}
		}
		lines = append(lines, in.Say(say.Seats, len(who), len(rec.Players), games.And(who)))
	}
	agreed := seating(in, rec, g) + " · " + clockWords(in, rec)
	if rec.Rated() {
		agreed += " · " + in.Speak(say.IsRated)
	} else {
		agreed += " · " + in.Speak(say.Unrated)
	}
	lines = append(lines, agreed)
	if rec.Pair {
		lines = append(lines, in.Speak(say.PairAgreed))
	}
	if w := rec.Wants; w.From > 0 || w.To > 0 {
		lines = append(lines, in.Say(say.WantsRating, w.From, w.To))
	}
	if rec.Wants.Reliability > 0 {
		lines = append(lines, in.Say(say.WantsClock, rec.Wants.Reliability))
	}
	if rec.Wants.Again > 0 {
		lines = append(lines, in.Say(say.WantsAgain, rec.Wants.Again))
	}
	if end := rec.Clock.Deadline; !end.IsZero() {
		lines = append(lines, in.Say(say.Expires, discord.DateTime(end)))
	}
	return lines
}

func seating(in lang.Language, rec match.Match, g *games.Game) string {
	switch {
	case rec.Shuffle:
		return in.Speak(say.ByLot)
	case g.SideOption == "":
		return in.Speak(say.InOrder)
	}
	return in.Say(say.Plays, ownerName(rec), in.Text(g.SeatName(rec.SeatOf(rec.Owner))))
}

func clockWords(in lang.Language, rec match.Match) string {
	p := rec.Clock.Policy
	if p.PerMove <= 0 {
		return in.Speak(say.NoClock)
	}
	words := []string{in.Say(say.Clock, say.Span(p.PerMove))}
	if p.Lapse == referee.Claim {
		claim := say.ClaimOf(len(rec.Players))
		words = append(words, in.Say(say.Late, claim.Policy), in.Say(claim.Ends, say.Span(p.ClaimWithin())))
	} else {
		words = append(words, in.Say(say.Late, say.Lapses[p.Lapse]))
	}
	switch {
	case p.Grace == 1:
		words = append(words, in.Say(say.GraceOnce, say.Span(p.Day())))
	case p.Grace > 1:
		words = append(words, in.Say(say.GraceFirst, p.Grace, say.Span(p.Day())))
	}
	if p.NoWeekends {
		words = append(words, in.Speak(say.WeekendsOff))
	}
	if p.NoVacations {
		words = append(words, in.Speak(say.NoVacations))
	}
	return strings.Join(words, "; ")
}

// OddsLines say what would make a match fairer, if anything would (P38).
func OddsLines(in lang.Language, rec match.Match) []string {
	g := rec.Rules()
	offer, ok := odds.For(rec.Record, g)
	switch {
	case !ok:
		return nil
	case offer.Pair:
		return []string{"-# " + in.Speak(say.PairHint)}
	case offer.Level != "":
		now := rec.Players[1-rec.SeatOf(rec.Owner)].Computer
		return []string{"-# " + in.Say(say.LevelHint, odds.Points(rec.Gap), now, offer.Level)}
	}
	better, points := ownerName(rec), odds.Points(rec.Gap)
	if rec.Gap < 0 {
		better, points = discord.Mention(string(rec.Invited)), 100-points
	}
	then := rec
	then.Record = rec.Clone()
	offer.Take(&then.Record, rec.Players[rec.SeatOf(rec.Owner)])
	return []string{"-# " + in.Say(say.OddsHint, better, points, seating(in, then, g)+" · "+chosenOptions(in, then, g))}
}

// OddsButton takes that up.
func OddsButton(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	offer, ok := odds.For(rec.Record, rec.Rules())
	if !ok {
		return nil
	}
	label := in.Speak(say.LabelOdds)
	switch {
	case offer.Pair:
		label = in.Speak(say.LabelPair)
	case offer.Level != "":
		label = in.Say(say.LabelLevel, offer.Level)
	}
	return []discordgo.MessageComponent{Button(label, discordgo.SecondaryButton, Target{Match: rec.ID, Head: rec.Board(), Action: ActOdds})}
}

// answers are the buttons of a challenge or table.
func answers(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	at := func(a Action) Target { return Target{Match: rec.ID, Head: rec.Board(), Action: a} }
	if rec.Invited != "" {
		return []discordgo.MessageComponent{
			Button(in.Speak(say.LabelAccept), discordgo.SuccessButton, at(ActJoin)),
			Button(in.Speak(say.LabelDecline), discordgo.SecondaryButton, at(ActDecline)),
			Button(in.Speak(say.LabelRevoke), discordgo.SecondaryButton, at(ActRevoke)),
		}
	}
	if g := rec.Rules(); len(rec.Players) == 2 && (g == nil || g.MaxSeats == 2) {
		return []discordgo.MessageComponent{
			Button(in.Speak(say.LabelAccept), discordgo.SuccessButton, at(ActJoin)),
			Button(in.Speak(say.LabelRevoke), discordgo.SecondaryButton, at(ActRevoke)),
		}
	}
	return []discordgo.MessageComponent{
		Button(in.Speak(say.LabelJoin), discordgo.SuccessButton, at(ActJoin)),
		Button(in.Speak(say.LabelLeave), discordgo.SecondaryButton, at(ActLeave)),
		Button(in.Speak(say.LabelBegin), discordgo.PrimaryButton, at(ActBegin)),
		Button(in.Speak(say.LabelRevoke), discordgo.SecondaryButton, at(ActRevoke)),
	}
}

// chosenOptions lists the options in which a match differs from the usual game, and those that are always named (F28).
func chosenOptions(in lang.Language, rec match.Match, g *games.Game) string {
	var list []string
	for _, o := range g.Options {
		if value := cmp.Or(rec.Setup.Options[o.Name], o.Default); value != o.Default || o.Named {
			list = append(list, optionWords(in, o, value))
		}
	}
	if rec.From != "" {
		list = append(list, in.Speak(say.FromPosition))
	}
	return strings.Join(list, " · ")
}

// optionWords are what is said of an option with a value. A choice is called what its label says before the colon.
func optionWords(in lang.Language, o games.Option, value string) string {
	for _, c := range o.Choices {
		if c.Value == value {
			value, _, _ = strings.Cut(in.Text(c.Label), ":")
		}
	}
	if o.Says != "" {
		return strings.ReplaceAll(in.Text(o.Says), "%s", value)
	}
	return in.Name(o.TypedName()) + ": " + value
}
