package bot_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/kalah"
	"paddock/games/match"
)

// withAll gives a story the whole catalogue.
func withAll(c *bot.Config) { c.Games = catalog.Games() }

// lessonWays are a wrong and a right answer to each board, as far as one chooses at a time.
var lessonWays = map[games.ID][][2]string{
	"kalah":    {{"1", "4"}, {"3", "4"}, {"6", "1"}, {"6", "1"}},
	"halatafl": {{"c5-b5", "d4-d5"}, {"d5-c5", "d3-d4"}, {"d4xd6", "d4xf4xd2"}, {"a3-a4", "e4-e5"}},
	"stratego": {{"f8g8", "f8e8"}, {"e8f8", "g8f8"}, {"e8f8", "g8f8"}, {"e3e4", "a3a7"}, {"place:Ba4", "place:Ba2"}},
	"fish":     {{"d3", "c4"}, {"b3-b4", "c4-d4"}, {"b3-b4", "d2-d6"}, {"f4-e4", "c6-c3"}},
}

// learnt makes a move on a board of a lesson by its controls.
func (s *story) learnt(who discordsim.UserID, m discordsim.Message, move string) discordsim.Message {
	s.Helper()
	for range 6 {
		for _, b := range m.Buttons() {
			if strings.Contains(b.CustomID, ":lem:") && strings.HasSuffix(b.CustomID, "/"+move) {
				return s.click(who, m, b.CustomID)
			}
		}
		next := ""
		for _, o := range m.Selects()[0].Options {
			if text := o.Value[1:]; o.Value == show.WholeMove+move || next == "" && o.Value[:1] == show.HalfMove && strings.HasPrefix(move, text) {
				next = o.Value
			}
		}
		switch {
		case next == "":
			m = s.click(who, m, "More …")
		case next == show.WholeMove+move:
			return s.choose(who, m, next)
		default:
			m = s.choose(who, m, next)
		}
	}
	s.Fatalf("%s can't be chosen", move)
	return m
}

// The lessons of each game, in a channel and in direct messages, in each style: every board is answered wrongly and rightly by its controls; all of it is
// private and in the reader's style, nothing is posted and nothing begins.
func TestLessons(t *testing.T) {
	t.Parallel()
	styles := []string{"picture", "monospace text", "words"}
	for i, g := range catalog.Games() {
		for _, direct := range []bool{false, true} {
			if direct != (i%2 == 0) && os.Getenv("PADDOCK_CROSS") == "" {
				continue // each game in one of both places
			}
			style := styles[(2*i+len(g.ID))%3]
			if direct {
				style = styles[(2*i+len(g.ID)+1)%3]
			}
			t.Run(fmt.Sprintf("%s, direct %t, %s", g.ID, direct, style), func(t *testing.T) {
				tell(t, func(s *story) {
					where, posts := s.hall, s.posts()
					s.slash(s.ann, "/settings style:"+style)
					if direct {
						where = s.sim.DM(s.ann)
					}
					m := s.answered(s.sim.As(s.ann).In(where).Slash("/learn"), "/learn")
					s.private(m, "What would you like to learn?")
					m = s.click(s.ann, m, "Learn "+g.Name)
					boards := len(lessonWays[g.ID])
					for n, way := range lessonWays[g.ID] {
						s.private(m, fmt.Sprintf("Learn %s · board %d of %d", g.Name, n+1, boards))
						if pictures := len(m.Pictures()) == 1; pictures != (style == "picture") || strings.Contains(m.Text(), "```") != (style == "monospace text") {
							t.Errorf("in the style %s the board is\n%s", style, m.Text())
						}
						s.private(s.learnt(s.ann, m, way[0]), "❌ **", "Try again.", fmt.Sprintf("board %d of", n+1))
						right := s.learnt(s.ann, m, way[1])
						if s.private(right, "✅ **"); strings.Contains(right.Text(), "Try again") || len(right.Selects()) > 0 {
							t.Errorf("a right move is answered by\n%s", right.Text())
						}
						m = s.click(s.ann, right, "Next")
					}
					s.private(m, "That was the last board")
					s.private(s.click(s.ann, m, "Rules"), g.Name)
					s.private(s.click(s.ann, m, "Back"), fmt.Sprintf("board %d of %d", boards, boards))
					if s.posts() != posts {
						t.Error("something is posted")
					}
					if list, err := s.store.Latest(t.Context(), match.ChannelID(where), 10); err != nil || len(list) > 0 {
						t.Errorf("there are %d matches, %v", len(list), err)
					}
					first := s.click(s.ann, s.click(s.ann, m, "Back"), "Close")
					if s.there(s.ann, first) {
						t.Error("a closed lesson is still there")
					}
				}, withAll)
			})
		}
	}
}

// Where a game is played, /learn without an option teaches that one; the last board leads to a match against the computer; /play and /help and the hint for
// newcomers lead to the first.
func TestLearnLeadsOn(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		for _, m := range []discordsim.Message{s.slash(s.eve, "/play"), s.slash(s.eve, "/help")} {
			s.private(s.click(s.eve, m, "Learn a game"), "What would you like to learn?")
		}
		m := s.slash(s.ann, "/learn game:Kalah")
		for range lessonWays["kalah"] {
			m = s.click(s.ann, m, "Next")
		}
		s.private(s.click(s.ann, m, "Puzzle of the day"), "Exactly one move is best")
		s.private(s.click(s.ann, m, "Play the computer"), "Your match has begun")
		if rec := s.only(); rec.Game != "kalah" || rec.Players[0].Computer+rec.Players[1].Computer != games.Easy {
			t.Errorf("the match is %s with %v", rec.Game, rec.Players)
		}
		s.sees(s.board(), "New to this", "`/learn` shows how it goes")
		s.private(s.slash(s.eve, "/learn"), "Learn Kalah · board 1 of")
	}, briefly)
}

// Members whom roles do not let play learn all the same; what no client sends is answered with a sentence.
func TestLessonsForOthers(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.sim.SetPermissions(s.club, s.ann, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		player := s.sim.AddRole(s.club, "Player")
		s.slash(s.ann, "/server roles play:@Player")
		m := s.slash(s.eve, "/learn game:Kalah")
		s.private(s.learnt(s.eve, m, "4"), "✅ **4**")
		for range lessonWays["kalah"] {
			m = s.click(s.eve, m, "Next")
		}
		s.private(s.click(s.eve, m, "Play the computer"), "with one of the roles <@&"+string(player))

		for _, c := range []struct {
			action show.Action
			text   string
			says   string
		}{
			{show.ActLesson, "nim/1", "another version of me"},
			{show.ActLesson, "kalah/0", "another version of me"},
			{show.ActLesson, "kalah/x", "another version of me"},
			{show.ActLesson, "kalah", "board 1 of"},
			{show.ActLesson, "kalah/99", "That was the last board"},
			{show.ActLessonMove, "kalah/99/3", "another version of me"},
			{show.ActLessonMove, "kalah/1/7", "hole"},
			{show.ActLessonMove, "kalah/1/" + strings.Repeat("9", 60), "hole"},
			{show.ActLessonMove, "kalah/1", "hole"},
			{show.ActLessonMenu, "halatafl/1/", "another version of me"},
			{show.ActLessonOpen, "halatafl/1/9/d4", "board 1 of"},
			{show.ActLessonOpen, "halatafl/1/-1/zz", "board 1 of"},
			{show.ActLessonBack, "halatafl/1/zz", "board 1 of"},
			{show.ActLessonMove, "halatafl/1/d4-d6", "d4"},
		} {
			m := s.slash(s.eve, "/learn game:Kalah")
			s.forge(show.Target{Action: c.action, Text: c.text})
			s.private(s.click(s.eve, m, "Next"), c.says)
		}
	})
}

// forge has the next click say something else than its button does.
func (s *story) forge(to show.Target) {
	s.sim.TamperNext(1, func(p map[string]any) []map[string]any {
		p["type"], p["data"] = 3, map[string]any{"custom_id": to.MustID(), "component_type": 2, "id": 1}
		return []map[string]any{p}
	})
}

// A game that nobody has written lessons for says so.
func TestNoLessons(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/learn game:Nim"), "no lessons for Nim", "/rules")
		s.private(s.slash(s.ann, "/learn"), "What would you like to learn?")
	}, func(c *bot.Config) { c.Games = []*games.Game{kalah.New(), nim.New()} })
}
