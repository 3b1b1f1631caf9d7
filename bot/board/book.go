package board

import (
	"slices"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// bookEntries is the number of entries that the referee's book shows. Older entries are left out.
const bookEntries = 10

// maxTried is the greatest number of characters shown of a refused move.
const maxTried = 40

// entry is a line of the referee's book, with the rule behind it.
type entry struct {
	at         time.Time
	what       games.Sentence // a short name of the event
	who, about string
	rule       games.Sentence
}

// Book returns the referee's book of a match for one reader, the latest entry last, with the rule
// behind that entry (P39). It lists rulings, changes of the clock, passed turns, moderators'
// decisions, and the reader's own refused moves. It is empty if there is no entry.
func Book(in lang.Language, rec match.Match, log []match.Event, refused []match.Refused) string {
	var book []entry
	for _, e := range log {
		if b, ok := bookEntry(in, rec, e); ok {
			book = append(book, b)
		}
	}
	for _, r := range refused {
		about := discord.Escape(discord.OneLine(r.Move, maxTried)) + " – " + in.Speak(say.Escaped(toSeat(rec, r.Seat, r.Why)))
		book = append(book, entry{
			at: r.At, what: sayBookRefused, about: about, rule: sayRefusedReason,
		})
	}
	book = append(book, passes(in, rec, log)...)
	if len(book) == 0 {
		return ""
	}
	slices.SortStableFunc(book, func(a, b entry) int { return a.at.Compare(b.at) })
	lines := []string{"### " + Title(in, rec, rec.Rules()), in.Speak(sayBook)}
	for _, b := range book[max(0, len(book)-bookEntries):] {
		line := "* " + discord.DateTime(b.at) + " **" + in.Speak(b.what) + "**"
		if b.who != "" {
			line += ", " + b.who
		}
		if b.about != "" {
			line += ": " + b.about
		}
		lines = append(lines, line)
	}
	if rule := book[len(book)-1].rule; rule.Format != "" {
		lines = append(lines, in.Say(sayWhy, rule))
	}
	return strings.Join(lines, "\n")
}

// bookEntry returns the book's entry for an event; ok reports whether the event has one.
func bookEntry(in lang.Language, rec match.Match, e match.Event) (b entry, ok bool) {
	b = entry{at: e.At, who: PlayerAt(in, rec, e.Seat), about: discord.Escape(sayNote(in, rec.Record, e))}
	switch e.Kind {
	case match.Ruled:
		b.what, b.rule = say.RulingNames[e.Ruling], sayRulingReasons[e.Ruling]
		switch {
		case e.Ruling == games.Time && e.Seat >= 0 && rec.Clock.Grace[e.Seat] > 0 && len(rec.Players) == 2:
			b.rule = sayTimeAfterGrace
		case e.Ruling == games.Time:
			b.rule = say.ClaimOf(len(rec.Players)).Verdict
		}
		if e.Ruling == games.Remove && e.Code == match.CodeModerator {
			b.rule = sayTakenOutReason
		}
	case match.HandedOver:
		h, _ := rec.HandedOver(e.Seq)
		b.what, b.rule, b.who, b.about = sayBookHandedOver, sayHandOverReason, "", handedOver(in, h)
	case match.Released:
		b.what, b.rule, b.about = sayBookReleased, sayReleasedReason,
			in.Say(sayWasReleased, discord.Escape(e.Note), discord.Escape(e.By))
	case match.Extended, match.Lapsed, match.Reminded:
		b.what, b.rule = sayClockEvents[e.Kind], sayClockReason(e, len(rec.Players))
		if e.Kind == match.Reminded && e.User != "" { // the reminder is a nudge
			b.who, b.about = "", in.Say(sayBookNudge, PlayerAt(in, rec, e.Seat))
		}
		if e.Kind == match.Extended && e.Code == match.CodeGift { // the event's seat gave the time to the other seat
			b.who = PlayerAt(in, rec, 1-e.Seat)
		}
		if e.Kind == match.Extended && e.Code == match.CodeGrace {
			b.about = in.Say(sayBookGrace, say.Span(rec.Clock.Policy.Day()))
		}
	default:
		return b, false
	}
	return b, true
}

// passes returns an entry for each turn that was passed because a seat had no legal move. Games
// with secrets have no such turns beyond those in the log.
func passes(in lang.Language, rec match.Match, log []match.Event) (book []entry) {
	if g := rec.Rules(); g == nil || g.Hidden {
		return nil
	}
	frames, _ := match.Frames(rec.Rules(), rec.Record, log) // the frames before the log contradicts the rules
	for _, f := range frames {
		for _, said := range f.Said {
			if said.Kind == games.Passed {
				b := entry{
					at: f.Event.At, what: sayBookPassed, who: PlayerAt(in, rec, said.Seat),
					about: in.Speak(say.Escaped(rec.Named(said.Say))), rule: sayPassedReason,
				}
				book = append(book, b)
			}
		}
	}
	return book
}
