package learn_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/kalah"
	"paddock/games/lesson"
	"paddock/games/match"
)

// The test takes the lessons of each game, in a channel and in direct messages, in each style. Each
// board gets a wrong and a right answer through its controls. All answers are private and in the
// style of the user; nothing is posted and no match begins.
func TestLessons(t *testing.T) {
	t.Parallel()
	styles := []string{"picture", "monospace text", "words"}
	for i, g := range slices.Concat(catalog.Games(), []*games.Game{nim.New()}) {
		for _, direct := range []bool{false, true} {
			if len(lesson.Of(g.ID)) == 0 || direct != (i%2 == 0) && os.Getenv("PADDOCK_CROSS") == "" {
				// the game has no lessons, or the short run tests it in the other place only: a
				// channel or direct messages
				continue
			}
			style := styles[(2*i+len(g.ID))%3]
			if direct {
				style = styles[(2*i+len(g.ID)+1)%3]
			}
			t.Run(fmt.Sprintf("%s, direct %t, %s", g.ID, direct, style), func(t *testing.T) {
				story.Tell(t, func(s *story.Story) {
					where, posts := s.Hall, s.Posts()
					s.Slash(s.Ann, "/settings general style:"+style)
					if direct {
						where = s.Sim.DM(s.Ann)
					}
					m := s.Answered(s.Sim.As(s.Ann).In(where).Slash("/learn"), "/learn")
					s.Private(m, "What would you like to learn?")
					m = s.Click(s.Ann, m, "Learn "+g.Name)
					boards := len(story.LessonWays[g.ID])
					for n, way := range story.LessonWays[g.ID] {
						s.Private(m, fmt.Sprintf("Learn %s · board %d of %d", g.Name, n+1, boards))
						if pictures := len(m.Pictures()) == 1; pictures != (style == "picture") ||
							strings.Contains(m.Text(), "```") != (style == "monospace text") {
							t.Errorf("in the style %s the board is\n%s", style, m.Text())
						}
						s.Private(s.Learnt(s.Ann, m, way[0]), "❌ **", "Try again.", fmt.Sprintf("board %d of", n+1))
						right := s.Learnt(s.Ann, m, way[1])
						if s.Private(right, "✅ **"); strings.Contains(right.Text(), "Try again") ||
							len(right.Selects()) > 0 {
							t.Errorf("a right move is answered by\n%s", right.Text())
						}
						m = s.Click(s.Ann, right, "Next")
					}
					s.Private(m, "That was the last board")
					s.Private(s.Click(s.Ann, m, "Rules"), g.Name)
					s.Private(s.Click(s.Ann, m, "Previous"), fmt.Sprintf("board %d of %d", boards, boards))
					if s.Posts() != posts {
						t.Error("something is posted")
					}
					if list, err := s.Store.Latest(t.Context(), match.ChannelID(where), 10); err != nil ||
						len(list) > 0 {
						t.Errorf("there are %d matches, %v", len(list), err)
					}
					first := s.Click(s.Ann, s.Click(s.Ann, m, "Previous"), "Close")
					if s.There(s.Ann, first) {
						t.Error("a closed lesson is still there")
					}
				}, story.WithAll)
			})
		}
	}
}

// In a channel where a game is played, /learn without an option teaches that game. The last lesson
// leads to a match against the computer; /play, /help and the hint for newcomers lead to the first
// lesson.
func TestLearnLeadsOn(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for _, m := range []discordsim.Message{s.Slash(s.Eve, "/play"), s.Slash(s.Eve, "/help")} {
			s.Private(s.Click(s.Eve, m, "Learn a game"), "What would you like to learn?")
		}
		m := s.Slash(s.Ann, "/learn game:Kalah")
		for range story.LessonWays["kalah"] {
			m = s.Click(s.Ann, m, "Next")
		}
		s.Private(s.Click(s.Ann, m, "Puzzle of the day"), "find it")
		s.Private(s.Click(s.Ann, m, "Play the computer"), "Your match has begun")
		if rec := s.Only(); rec.Game != "kalah" || rec.Players[0].Computer+rec.Players[1].Computer != games.Easy {
			t.Errorf("the match is %s with %v", rec.Game, rec.Players)
		}
		s.Sees(s.Board(), "New to this", "</learn:", "shows you how")
		s.Private(s.Slash(s.Eve, "/learn"), "What would you like to learn?")
	}, briefly)
}

// Members who may not play can learn all the same. A click that no client sends is answered with a
// sentence.
func TestLessonsForOthers(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetPermissions(s.Club, s.Ann, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		player := s.Sim.AddRole(s.Club, "Player")
		s.Slash(s.Ann, "/server roles play:@Player")
		m := s.Slash(s.Eve, "/learn game:Kalah")
		s.Private(s.Learnt(s.Eve, m, "4"), "✅ **4**")
		for range story.LessonWays["kalah"] {
			m = s.Click(s.Eve, m, "Next")
		}
		s.Private(s.Click(s.Eve, m, "Play the computer"), "one of the roles <@&"+string(player))

		for _, c := range []struct {
			action component.Action
			text   string
			says   string
		}{
			{component.ActLesson, "nim/1", "another version of me"},
			{component.ActLesson, "kalah/0", "another version of me"},
			{component.ActLesson, "kalah/x", "another version of me"},
			{component.ActLesson, "kalah", "board 1 of"},
			{component.ActLesson, "kalah/99", "That was the last board"},
			{component.ActLessonMove, "kalah/99/3", "another version of me"},
			{component.ActLessonMove, fmt.Sprintf("kalah/%d/3", len(lesson.Of("kalah"))+1), "another version of me"},
			{component.ActLessonMove, "kalah/1/7", "hole"},
			{component.ActLessonMove, "kalah/1/" + strings.Repeat("9", 60), "hole"},
			{component.ActLessonMove, "kalah/1", "hole"},
			{component.ActLessonMenu, "halatafl/1/", "another version of me"},
			{component.ActLessonOpen, "halatafl/1/9/d4", "board 1 of"},
			{component.ActLessonOpen, "halatafl/1/-1/zz", "board 1 of"},
			{component.ActLessonBack, "halatafl/1/zz", "board 1 of"},
			{component.ActLessonMove, "halatafl/1/d4-d6", "d4"},
		} {
			m := s.Slash(s.Eve, "/learn game:Kalah")
			s.Forge(component.Target{Action: c.action, Text: c.text})
			s.Private(s.Click(s.Eve, m, "Next"), c.says)
		}
	})
}

// `/learn` for a game without lessons says that there are none.
func TestNoLessons(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/learn game:Nim"), "no lessons for Nim", "/rules")
		s.Private(s.Slash(s.Ann, "/learn"), "What would you like to learn?")
	}, func(c *bot.Config) { c.Games = []*games.Game{kalah.New(), nim.New()} })
}
