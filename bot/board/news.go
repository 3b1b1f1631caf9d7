package board

import (
	"fmt"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// rulingNews announces a ruling to a reader. It is empty if the result on the board says the same.
func rulingNews(in lang.Language, rec match.Match, reader games.Seat, e match.Event) string {
	kind := e.Ruling
	if e.Seat < 0 || int(e.Seat) >= len(rec.Players) || rec.Status != match.Running && len(rec.Players) == 2 &&
		rec.Reason != games.ByLeaving {
		return ""
	}
	who := NameAt(in, rec, e.Seat)
	told := func(s games.Sentence, args ...any) string {
		return spoken(in, rec, reader, games.Say(s.Format, args...))
	}
	switch {
	case kind == games.Skip && rec.Game != "" && rec.Clock.Policy.Lapse == "skip":
		return told(saySkipped, who, who)
	case kind == games.Skip:
		return told(saySetUpDone, who)
	case e.Code == match.CodeModerator:
		return told(say.TakenOut, e.By, who, e.Note)
	case kind == games.Resign || e.User != "" && e.Code != match.CodeClaimed:
		return told(sayHasLeft, who)
	case kind == games.Remove, kind == games.Time:
		return told(sayRemoved, who, who)
	}
	return ""
}

// spoken returns a sentence for a text, with "you" for the player of the reader's seat.
func spoken(in lang.Language, rec match.Match, reader games.Seat, s games.Sentence) string {
	return in.Speak(say.Escaped(ToYou(rec, reader, s)))
}

// rulingSays returns the effect of a ruling on the board, such as penguins that leave.
func rulingSays(in lang.Language, rec match.Match, reader games.Seat, log []match.Event, seq match.Seq) []string {
	var lines []string
	for _, e := range rec.Said(log, seq) {
		lines = append(lines, "-# "+games.Capital(spoken(in, rec, reader, rec.Named(e.Say))))
	}
	return lines
}

// places lists the players of a finished match by place, with scores and tiebreaks (F47). A match
// of two needs no list, unless a tiebreak decided it.
func places(in lang.Language, rec match.Match, sides []scene.Side) (lines []string) {
	if rec.Outcome == nil || len(sides) < len(rec.Players) || len(rec.Players) < 3 && !brokenTie(rec.Outcome) {
		return nil
	}
	for place := 1; place <= len(rec.Players); place++ {
		for seat := range rec.Players {
			if int(rec.Outcome.Place[seat]) == place {
				lines = append(lines,
					fmt.Sprintf("%d. %s · %s", place, PlayerAt(in, rec, games.Seat(seat)), sides[seat].Score))
			}
		}
	}
	return lines
}

// brokenTie reports whether the first two seats have equal scores and a tiebreak decided between
// them.
func brokenTie(o *games.Outcome) bool {
	return o.Score[0] == o.Score[1] && o.Tiebreak[0] != o.Tiebreak[1]
}

// News returns lines about unseen events, except moves and the result, which the board shows, and
// what the newest move caused, which its caption says. Log is the whole log. It is needed only if a
// ruling is among the unseen events.
func News(in lang.Language, rec match.Match, reader games.Seat, unseen, log []match.Event) []string {
	var lines []string
	ending := ""
	if rec.Outcome != nil {
		ending = in.Speak(say.Escaped(rec.Record.Ending()))
	}
	told := captionedMove(unseen)
	for i, e := range unseen {
		// two seats may have used their grace at once
		if s := newsOf(in, rec, reader, e); s != "" && !slices.Contains(lines, s) {
			lines = append(lines, s)
			if e.Kind == match.Ruled {
				lines = append(lines, rulingSays(in, rec, reader, log, e.Seq)...)
			}
		}
		for _, said := range e.Said {
			if e.Kind == match.Ruled || i == told { // rulingSays or the caption describes the effects of a ruling
				break
			}
			if in.Speak(say.Escaped(said)) != ending {
				lines = append(lines, games.Capital(spoken(in, rec, reader, rec.Named(said))))
			}
		}
	}
	return lines
}

// captionedMove returns the index of the event whose effects a board's caption describes: the newest
// move, unless something has changed it since. It returns -1 if there is none.
func captionedMove(unseen []match.Event) int {
	for i, e := range slices.Backward(unseen) {
		switch e.Kind {
		case match.Moved:
			return i
		case match.Undone, match.Ruled:
			return -1
		}
	}
	return -1
}

// unsaid returns the lines that do not begin as a board's caption does.
func unsaid(news []string, caption string) []string {
	said := discord.Escape(caption)
	return slices.DeleteFunc(slices.Clone(news), func(s string) bool {
		return strings.HasPrefix(said, strings.TrimSuffix(s, ".")) || said != "" && strings.HasPrefix(s, said)
	})
}

// startedForYou says that the players to move have more time, because somebody else has started
// their clock when hardly any time was left.
func startedForYou(in lang.Language, rec match.Match) string {
	due := rec.Clock.Deadline
	if !rec.Clock.Given || due.IsZero() || rec.Parked != nil {
		return ""
	}
	return " " + in.Say(sayHardlyAnyTime, games.And(playersAt(in, rec, rec.Bound())), discord.Relative(due),
		discord.DateTime(due))
}

func newsOf(in lang.Language, rec match.Match, reader games.Seat, e match.Event) string {
	due := rec.Clock.Deadline
	switch {
	case e.Kind == match.Lapsed && rec.Claimable() != 0:
		return in.Say(say.ClaimOf(len(rec.Players)).Board, games.And(mentioned(claimants(rec))),
			discord.Relative(due.Add(rec.Clock.Policy.ClaimWithin())))
	case e.Kind == match.Extended && rec.Status != match.Running:
		return ""
	case e.Kind == match.Extended && e.Code == match.CodeGrace:
		return in.Say(sayGrace, say.Span(rec.Clock.Policy.Day()), discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended && e.Code == match.CodeBank:
		return in.Say(sayBankDrawn, discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended && e.Code == match.CodeGift && e.Seat == reader:
		return in.Say(sayYouGaveTime, discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended && e.Code == match.CodeGift:
		return in.Say(sayGaveTime, PlayerAt(in, rec, e.Seat), discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended && e.Code == match.CodeHours && due.IsZero():
		return ""
	case e.Kind == match.Extended && e.Code == match.CodeHours:
		return in.Say(sayHoursChanged, discord.Relative(due), discord.DateTime(due),
			games.And(playersAt(in, rec, rec.Bound())))
	case e.Kind == match.Extended:
		return in.Speak(sayOutage)
	case e.Kind == match.Undone:
		return in.Speak(sayWasUndone) + startedForYou(in, rec)
	case e.Kind == match.Declined && e.Code == match.CodeDraw:
		return in.Speak(sayDrawRefused)
	case e.Kind == match.Declined && e.Code == match.CodeTakeback:
		return in.Speak(sayUndoRefused)
	case e.Kind == match.Declined && e.Code == match.CodePause:
		return in.Speak(sayPauseRefused)
	case e.Kind == match.HandedOver:
		if h, ok := rec.HandedOver(e.Seq); ok {
			return handedOver(in, h)
		}
	case e.Kind == match.Released:
		return in.Say(sayWasReleased, discord.Escape(e.Note), discord.Escape(e.By))
	case e.Kind == match.Resumed:
		return in.Speak(say.NoticeHere) + startedForYou(in, rec)
	case e.Kind == match.Ruled:
		return rulingNews(in, rec, reader, e)
	}
	return ""
}

// CallLines returns lines about why the waiting players are notified: a reminder, a nudge, or a
// clock that ran out.
func CallLines(in lang.Language, rec match.Match, unseen []match.Event) (lines []string) {
	if rec.Status != match.Running { // the match has ended since
		return nil
	}
	due := rec.Clock.Deadline
	for _, e := range unseen {
		switch {
		case !CallsUpon(e):
		case e.Kind == match.Reminded && e.User != "":
			lines = append(lines, in.Say(sayNudge, PlayerAt(in, rec, e.Seat)))
		case e.Kind == match.Reminded:
			lines = append(lines, in.Say(sayReminder, discord.Relative(due), discord.DateTime(due)))
		default:
			lines = append(lines, newsOf(in, rec, games.Spectator, e))
		}
	}
	return slices.Compact(lines)
}

// CallsUpon reports whether the players to move are notified of an event.
func CallsUpon(e match.Event) bool {
	return e.Kind == match.Reminded || e.Kind == match.Lapsed || e.Kind == match.Extended &&
		(e.Code == match.CodeGrace || e.Code == match.CodeBank)
}

// AtOnce reports whether the notification of an event must not wait for a digest: the last reminder
// before a loss, or a deadline that was missed.
func AtOnce(rec match.Match, e match.Event) bool {
	reminded := e.Kind == match.Reminded
	return CallsUpon(e) && !reminded || reminded && e.User == "" && rec.Clock.LastReminder(rec.Bound())
}
