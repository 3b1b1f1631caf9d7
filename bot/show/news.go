package show

import (
	"fmt"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// rulingNews announces a ruling after which the match goes on; the end of a match tells itself.
func rulingNews(in lang.Language, rec match.Match, e match.Event) string {
	kind := e.Ruling
	if e.Seat < 0 || int(e.Seat) >= len(rec.Players) || rec.Status != match.Running && len(rec.Players) == 2 {
		return ""
	}
	who := PlayerAt(in, rec, e.Seat)
	switch {
	case kind == games.Skip && rec.Game != "" && rec.Clock.Policy.Lapse == "skip":
		return in.Say(say.Skipped, who, who)
	case kind == games.Skip:
		return in.Say(say.SetUpDone, who)
	case e.Code == match.CodeModerator:
		return in.Say(say.TakenOut, discord.Escape(e.By), who, discord.Escape(e.Note))
	case kind == games.Resign || e.User != "" && e.Code != match.CodeClaimed:
		return in.Say(say.HasLeft, who)
	case kind == games.Remove, kind == games.Time:
		return in.Say(say.Removed, who, who)
	}
	return ""
}

// rulingSays is what a ruling brought about at the board: penguins that leave, for instance.
func rulingSays(in lang.Language, rec match.Match, log []match.Event, seq match.Seq) []string {
	var lines []string
	for _, e := range rec.Said(log, seq) {
		lines = append(lines, "-# "+in.Speak(say.Escaped(e.Say)))
	}
	return lines
}

// places are the places of a match that is over, best first, with all that has decided it as the board says it (F47). A match of two needs none, unless equal
// scores had to be parted.
func places(in lang.Language, rec match.Match, sides []scene.Side) (lines []string) {
	if rec.Outcome == nil || len(sides) < len(rec.Players) || len(rec.Players) < 3 && !brokenTie(rec.Outcome) {
		return nil
	}
	for place := 1; place <= len(rec.Players); place++ {
		for seat := range rec.Players {
			if int(rec.Outcome.Place[seat]) == place {
				lines = append(lines, fmt.Sprintf("%d. %s · %s", place, PlayerAt(in, rec, games.Seat(seat)), sides[seat].Score))
			}
		}
	}
	return lines
}

// brokenTie reports whether two have scored the same, and what breaks ties has decided.
func brokenTie(o *games.Outcome) bool {
	return o.Score[0] == o.Score[1] && o.Tiebreak[0] != o.Tiebreak[1]
}

// News tells what has happened since the channel was last told, beside moves, which the board shows. Log is the whole log; it is needed only if
// the unseen events have a ruling.
func News(in lang.Language, rec match.Match, unseen, log []match.Event) []string {
	var lines []string
	for _, e := range unseen {
		if s := newsOf(in, rec, e); s != "" {
			lines = append(lines, s)
			if e.Kind == match.Ruled {
				lines = append(lines, rulingSays(in, rec, log, e.Seq)...)
			}
		}
		for _, said := range e.Said {
			if e.Kind == match.Ruled { // told with the ruling
				break
			}
			lines = append(lines, in.Speak(say.Escaped(said)))
		}
	}
	return lines
}

func newsOf(in lang.Language, rec match.Match, e match.Event) string {
	due := rec.Clock.Deadline
	switch {
	case e.Kind == match.Lapsed && rec.Claimable() != 0:
		return in.Say(say.ClaimOf(len(rec.Players)).Board, games.And(mentioned(Claimants(rec))), discord.Relative(due.Add(rec.Clock.Policy.ClaimWithin())))
	case e.Kind == match.Extended && rec.Status != match.Running:
		return ""
	case e.Kind == match.Extended && e.Code == match.CodeGrace:
		return in.Say(say.Grace, say.Span(rec.Clock.Policy.Day()), discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended && e.Code == match.CodeGift:
		return in.Say(say.GaveTime, PlayerAt(in, rec, e.Seat), discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended && e.Code == match.CodeHours && due.IsZero():
		return ""
	case e.Kind == match.Extended && e.Code == match.CodeHours:
		return in.Say(say.HoursChanged, discord.Relative(due), discord.DateTime(due), games.And(playersAt(in, rec, rec.Bound())))
	case e.Kind == match.Extended:
		return in.Speak(say.Outage)
	case e.Kind == match.Undone:
		return in.Speak(say.WasUndone)
	case e.Kind == match.Declined && e.Code == match.CodeDraw:
		return in.Speak(say.DrawRefused)
	case e.Kind == match.Declined && e.Code == match.CodeTakeback:
		return in.Speak(say.UndoRefused)
	case e.Kind == match.Declined && e.Code == match.CodePause:
		return in.Speak(say.PauseRefused)
	case e.Kind == match.HandedOver:
		if h, ok := rec.HandedOver(e.Seq); ok {
			return handedOver(in, h)
		}
	case e.Kind == match.Released:
		return in.Say(say.WasReleased, discord.Escape(e.Note), discord.Escape(e.By))
	case e.Kind == match.Resumed:
		return in.Speak(say.WasResumed)
	case e.Kind == match.Ruled:
		return rulingNews(in, rec, e)
	}
	return ""
}

// CallLines tell why those who are waited for are called upon: a reminder, a nudge, a clock that has run out.
func CallLines(in lang.Language, rec match.Match, unseen []match.Event) (lines []string) {
	if rec.Status != match.Running { // it has ended since
		return nil
	}
	due := rec.Clock.Deadline
	for _, e := range unseen {
		switch {
		case !CallsUpon(e):
		case e.Kind == match.Reminded && e.User != "":
			lines = append(lines, in.Say(say.Nudge, PlayerAt(in, rec, e.Seat)))
		case e.Kind == match.Reminded:
			lines = append(lines, in.Say(say.Reminder, discord.Relative(due), discord.DateTime(due)))
		default:
			lines = append(lines, newsOf(in, rec, e))
		}
	}
	return lines
}

// CallsUpon reports whether an event calls upon those who are waited for.
func CallsUpon(e match.Event) bool {
	return e.Kind == match.Reminded || e.Kind == match.Lapsed || e.Kind == match.Extended && e.Code == match.CodeGrace
}
