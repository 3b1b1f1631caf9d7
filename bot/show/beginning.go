package show

import (
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/lesson"
	"paddock/games/match"
)

// Beginning reports whether a match has just begun: not everybody has moved yet.
func Beginning(rec match.Match) bool {
	return rec.Status == match.Running && rec.Position != "" && rec.Moves < len(rec.Players)
}

// beginning is what stands on the first boards of a match alone: the goal in a line, and a hint for newcomers.
func beginning(rec match.Match, g *games.Game, to Reader) []string {
	if !Beginning(rec) {
		return nil
	}
	var lines []string
	if g.Goal != "" {
		lines = append(lines, to.In.Say(say.Goal, to.In.Text(g.Goal)))
	}
	if to.Hint != "" {
		lines = append(lines, to.Hint)
	}
	return lines
}

// Hint is what newcomers to a game are told.
func Hint(in lang.Language, g *games.Game, who games.Sentence) string {
	hint := "-# " + in.Say(say.FirstTime, who, in.Text(g.Hint))
	if len(lesson.Of(g.ID)) > 0 {
		hint += " " + in.Speak(say.LessonHint)
	}
	return hint
}
