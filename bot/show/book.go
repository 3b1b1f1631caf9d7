package show

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

// bookEntries is how many entries of the referee's book are shown, the newest.
const bookEntries = 10

// maxTried is how much of a move that was refused is shown.
const maxTried = 40

// entry is a line of the referee's book, and the rule behind it.
type entry struct {
	at         time.Time
	what       games.Sentence // in a word
	who, about string
	rule       games.Sentence
}

// Book is the referee's book of a match for one reader, the latest entry last, with the rule behind that one (P39): rulings, what the clock did, turns that
// were passed over, what moderators decided, and the reader's own moves that were refused. Empty: there is no entry.
func Book(in lang.Language, rec match.Match, log []match.Event, refused []match.Refused) string {
	var book []entry
	for _, e := range log {
		if b, ok := bookEntry(in, rec, e); ok {
			book = append(book, b)
		}
	}
	for _, r := range refused {
		about := discord.Escape(discord.OneLine(r.Move, maxTried)) + " – " + in.Speak(say.Escaped(r.Why))
		book = append(book, entry{at: r.At, what: say.BookRefused, who: PlayerAt(in, rec, r.Seat), about: about, rule: say.RefusedReason})
	}
	book = append(book, passes(in, rec, log)...)
	if len(book) == 0 {
		return ""
	}
	slices.SortStableFunc(book, func(a, b entry) int { return a.at.Compare(b.at) })
	lines := []string{"### " + Title(in, rec, rec.Rules()), in.Speak(say.Book)}
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
		lines = append(lines, in.Say(say.Why, rule))
	}
	return strings.Join(lines, "\n")
}

// bookEntry is what an event of the log says in the book, if anything.
func bookEntry(in lang.Language, rec match.Match, e match.Event) (b entry, ok bool) {
	b = entry{at: e.At, who: PlayerAt(in, rec, e.Seat), about: discord.Escape(say.Note(in, rec.Record, e))}
	switch e.Kind {
	case match.Ruled:
		b.what, b.rule = say.RulingNames[e.Ruling], say.RulingReasons[e.Ruling]
		switch {
		case e.Ruling == games.Time && e.Seat >= 0 && rec.Clock.Grace[e.Seat] > 0:
			b.rule = say.TimeAfterGrace
		case e.Ruling == games.Time:
			b.rule = say.ClaimOf(len(rec.Players)).Verdict
		}
		if e.Ruling == games.Remove && e.Code == match.CodeModerator {
			b.rule = say.TakenOutReason
		}
	case match.HandedOver:
		h, _ := rec.HandedOver(e.Seq)
		b.what, b.rule, b.who, b.about = say.BookHandedOver, say.HandOverReason, "", handedOver(in, h)
	case match.Released:
		b.what, b.rule, b.about = say.BookReleased, say.ReleasedReason, in.Say(say.WasReleased, discord.Escape(e.Note), discord.Escape(e.By))
	case match.Extended, match.Lapsed, match.Reminded:
		b.what, b.rule = say.ClockEvents[e.Kind], say.ClockReason(e, len(rec.Players))
		if e.Kind == match.Reminded && e.User != "" { // a nudge
			b.who, b.about = "", in.Say(say.BookNudge, PlayerAt(in, rec, e.Seat))
		}
		if e.Kind == match.Extended && e.Code == match.CodeGrace {
			b.about = in.Say(say.BookGrace, say.Span(rec.Clock.Policy.Day()))
		}
	default:
		return b, false
	}
	return b, true
}

// passes are the turns that were passed over, because a seat had no legal move. Games with secrets have none that the log does not tell.
func passes(in lang.Language, rec match.Match, log []match.Event) (book []entry) {
	if g := rec.Rules(); g == nil || g.Hidden {
		return nil
	}
	frames, _ := match.Frames(rec.Rules(), rec.Record, log) // as far as the log agrees with the rules
	for _, f := range frames {
		for _, said := range f.Said {
			if said.Kind == games.Passed {
				b := entry{at: f.Event.At, what: say.BookPassed, who: PlayerAt(in, rec, said.Seat), about: in.Speak(say.Escaped(said.Say)), rule: say.PassedReason}
				book = append(book, b)
			}
		}
	}
	return book
}
