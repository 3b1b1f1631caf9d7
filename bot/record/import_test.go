package record_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/record"
	"paddock/bot/say"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	matchrecord "paddock/games/record"
)

// somePlies plays n legal moves, each by a player who is to move.
func somePlies(s *story.Story, g *games.Game, n int) {
	s.Helper()
	for i := range n {
		rec := s.Only()
		at, err := g.Parse(rec.Position)
		if err != nil {
			s.Fatal(err)
		}
		for seat := range at.Turn().Waiting.All() {
			moves := slices.Collect(at.View(seat).Legal())
			s.Slash(discordsim.UserID(rec.Players[seat].User),
				fmt.Sprintf("/%s move move:%s", g.ID, moves[i*7%len(moves)]))
			break
		}
	}
	if s.Only().Moves == 0 {
		s.Fatal("nothing was played")
	}
}

// importWays are the states of a match when it is exported.
var importWays = []struct {
	name string
	lead func(*story.Story, *games.Game)
}{
	{"running", func(s *story.Story, g *games.Game) { somePlies(s, g, 3) }},
	{"with takebacks", func(s *story.Story, g *games.Game) {
		somePlies(s, g, 2)
		rec := s.Only()
		s.Slash(discordsim.UserID(rec.Players[rec.LastSeat].User), "/takeback")
		if after := s.Only(); after.Head == rec.Head || after.Moves != rec.Moves-1 {
			s.Fatalf("nothing was taken back: %d moves, and %d before", after.Moves, rec.Moves)
		}
		somePlies(s, g, 1)
	}},
	{"ended", func(s *story.Story, g *games.Game) {
		somePlies(s, g, 2)
		s.Slash(s.Ann, "/draw")
		s.Slash(s.Bob, "/draw")
	}},
	{"resigned", func(s *story.Story, g *games.Game) {
		somePlies(s, g, 2)
		s.SayYes(s.Bob, "/resign")
	}},
}

// P104, P21: another user imports the export of a player or a spectator and steps through it
// privately. They can continue from its end if nothing is hidden and the game is not over. The text
// of a running match with secrets shows nothing hidden, and the match itself does not change.
func TestP104Import(t *testing.T) {
	t.Parallel()
	for i, g := range catalog.Games() {
		for n, way := range importWays {
			if n != (i+2)%len(importWays) && os.Getenv("PADDOCK_CROSS") == "" {
				continue // each game is tried in one state only
			}
			t.Run(string(g.ID)+" "+way.name, func(t *testing.T) {
				story.Tell(t, func(s *story.Story) {
					switch {
					case g.Hidden:
						s.Armies("army:barrage")
						s.Confirm(s.Ann)
						s.Confirm(s.Bob)
					case g.ID == "halatafl":
						s.Begin("/halatafl challenge user:@Bob")
					default:
						s.Begin(fmt.Sprintf("/%s challenge user:@Bob first:me", g.ID))
					}
					way.lead(s, g)
					rec := s.Only()
					for _, text := range []string{s.Exports(s.Bob), s.Exports(s.Eve)} {
						imported(s, g, rec, s.Imports(s.Cid, text), text)
					}
					if now := s.Only(); len(matches(s)) == 1 && now.Head != rec.Head {
						t.Errorf("the match itself is at %d, and was at %d", now.Head, rec.Head)
					}
				}, story.WithAll)
			})
		}
	}
}

// P36, P104: from each board of a finished match anybody can begin another one, so that a better
// move can be played out: also if moves were taken back before it. Before the end, and in games
// with hidden secrets, nobody can.
func TestPlayOnFromABoard(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:3")
		s.Slash(s.Ann, "/kalah move move:1")
		s.Slash(s.Ann, "/takeback")
		s.Slash(s.Bob, "/takeback")
		s.Slash(s.Ann, "/kalah move move:3")
		s.Slash(s.Ann, "/kalah move move:6")
		rec := s.Only()
		const label = "Play on from here …"
		board := func(n int) discordsim.Message {
			m := s.Click(s.Cid, s.Slash(s.Cid, "/match happened game:"+string(rec.ID)), "Step through it")
			if start, _ := m.Button("Start"); !start.Disabled {
				m = s.Click(s.Cid, m, "Start")
			}
			for range n {
				m = s.Click(s.Cid, m, "Move on")
			}
			return m
		}
		if labels := board(0).Labels(); slices.Contains(labels, label) {
			t.Errorf("before the end a board offers %q", labels)
		}
		s.Forge(component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActFrom, Text: "1"})
		s.Private(s.Click(s.Cid, s.Board(), "More"), "as soon as its match is over")
		s.Resigns(s.Ann)
		if labels := board(2).Labels(); slices.Contains(labels, label) {
			t.Errorf("the last board offers %q", labels)
		}
		for n, want := range []string{"4.4.4.4.4.4:0", "4.4.0.5.5.5:1"} {
			from := s.Click(s.Cid, board(n), label)
			s.Private(from, "Kalah · a recorded game", say.AfterMoves(n, 2).String(), "Ann", "Bob")
			s.Private(s.FromMenu(s.Cid, s.Hall, from, 0, "easy"), "Your match has begun")
			if at := matches(s)[0].From; !strings.Contains(at, "to=S south="+want) {
				t.Errorf("from board %d the match begins at %s, want South's row %s", n, at, want)
			}
		}
	})
}

// matches returns the matches of the test channel, the newest first.
func matches(s *story.Story) []match.Record {
	s.Helper()
	list, err := s.Store.Latest(s.Context(), match.ChannelID(s.Hall), 20)
	if err != nil {
		s.Fatal(err)
	}
	return list
}

// imported checks what Cid gets by importing the text of a match.
func imported(s *story.Story, g *games.Game, rec match.Record, m discordsim.Message, text string) {
	s.Helper()
	before := len(matches(s))
	if g.Hidden && rec.Status == match.Running {
		s.Private(m, "only holds what one side knew")
		if strings.Contains(text, "\nstart ") || len(m.Attachments) > 0 || len(m.Buttons()) > 0 {
			s.Errorf("there is something to look at in\n%s\n%s", text, m.Text())
		}
		return
	}
	read, err := matchrecord.Parse(text)
	if err != nil {
		s.Fatal(err)
	}
	_, steps, err := read.Replay(g)
	if err != nil {
		s.Fatal(err)
	}
	count, last := 0, steps[len(steps)-1].Next
	for _, step := range steps {
		if step.Move != "" {
			count++
		}
	}
	_, over := last.Outcome()
	s.Private(m, g.Name+" · a recorded game", say.AfterMoves(count, count).String(), "Ann", "Bob")
	if len(m.Attachments) != 2 {
		s.Errorf("%d files; want the board and the record", len(m.Attachments))
	}
	m = s.Click(s.Cid, m, "Start")
	s.Private(m, say.AfterMoves(0, count).String())
	m = s.Click(s.Cid, m, "Move on")
	s.Private(m, say.AfterMoves(1, count).String())
	m = s.Click(s.Cid, m, "Latest")
	s.Private(m, say.AfterMoves(count, count).String())
	if said := strings.Contains(m.Text(), "It ended here. "); said != (rec.Status == match.Over && !over) {
		s.Errorf("that it ended is said %t of a match that is %s:\n%s", said, rec.Status, m.Text())
	}
	menus := len(m.Selects())
	switch {
	case over:
		if menus != 0 {
			s.Errorf("%d menus to go on where it is over", menus)
		}
		return
	case g.Hidden:
		if s.Private(m, "has secrets"); menus != 0 {
			s.Errorf("%d menus to go on with secrets that are known", menus)
		}
		return
	case menus != 2:
		s.Errorf("%d menus to go on from the end, want one of computers and one of members", menus)
		return
	}
	s.Private(s.FromMenu(s.Cid, s.Hall, m, 0, "easy"), "Your match has begun")
	next := matches(s)[0]
	at, err := g.Parse(next.From)
	if err != nil {
		s.Fatal(err)
	}
	mover := at.Turn().Waiting
	if len(matches(s)) != before+1 || next.From != rec.Position || next.Position != rec.Position || !next.Unrated ||
		!mover.Has(next.SeatOf(match.UserID(s.Cid))) {
		s.Errorf("the match that goes on is %+v, want Cid to move, unrated, in %s", next, rec.Position)
	}
	s.Sees(s.Board(), "starts from a given position")
	if strings.Contains(s.Board().Text(), "rules: ") {
		s.Errorf("the board names options that the position need not have:\n%s", s.Board().Text())
	}
	s.SayYes(s.Cid, "/resign game:"+string(next.ID))
}

// A text that cannot be read is refused privately with the reason, in the language of the user, and
// changes nothing. Files are only downloaded from Discord.
func TestImportRefuses(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const begun = "game kalah\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n"
		posts := s.Posts()
		for _, c := range []struct{ name, text, says string }{
			{"empty", " ", "isn't the record of a game"},
			{"prose", "Dear all,\nI have won.", "isn't the record of a game"},
			{"no text", "game kalah\xff\xfe", "isn't text"},
			{"zeros", "game kalah\x00", "isn't text"},
			{"another game", "game chess\nstart x", "game of `chess`, which I don't know"},
			{"markup", "game `@everyone`\nstart x", "which I don't know"},
			{"no beginning", "game kalah\nsouth 3", "say where the game begins"},
			{"another version", "game kalah\nstart kalah/9 m=3", "from another version"},
			{"cut off", begun[:len(begun)-12], "from another version"},
			{"illegal", begun + "south 1\nsouth 2", "Step 2: It isn't South's turn"},
			{"no such hole", begun + "south 9", "Step 1: There is no hole 9"},
			{"no such side", begun + "west 1", "Step 1: \"west\" isn't a side"},
			{
				"other end", begun + "south 1\nnow kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard",
				"don't lead to its last position",
			},
		} {
			m := s.Imports(s.Cid, c.text)
			s.Wait(10 * time.Second)
			if s.Private(m, c.says); len(m.Attachments) > 0 || len(m.Selects()) > 0 {
				t.Errorf("%s: there is more than a sentence: %s", c.name, m.Text())
			}
		}
		s.Slash(s.Cid, "/settings general language:Deutsch")
		s.Private(s.Imports(s.Cid, begun+"south 9"), "Schritt 1: ")
		// The interaction gives a false address or size of the file.
		for _, c := range []struct {
			key   string
			value any
			text  string
			says  string
		}{
			{"url", "https://example.org/game.txt", begun, "konnte die Datei nicht"},
			{"url", "http://cdn.discordapp.com/attachments/1/2/game.txt", begun, "konnte die Datei nicht"},
			{"url", "https://cdn.discordapp.com@example.org/game.txt", begun, "konnte die Datei nicht"},
			{"url", "https://cdn.discordapp.com/attachments/1/2/game.txt", begun, "konnte die Datei nicht"},
			{"size", matchrecord.MaxBytes, begun + "south 1\n", "Brett nach 1 Zug"},
			{"size", matchrecord.MaxBytes + 1, begun, "zu groß"},
			{"size", 3, strings.Repeat("# comment\n", matchrecord.MaxBytes/10+1), "zu groß"},
		} {
			s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
				all := p["data"].(map[string]any)["resolved"].(map[string]any)["attachments"].(map[string]any)
				for id, one := range all {
					var f map[string]any
					wire, _ := json.Marshal(one)
					if err := json.Unmarshal(wire, &f); err != nil {
						t.Fatal(err)
					}
					f[c.key] = c.value
					all[id] = f
				}
				return []map[string]any{p}
			})
			s.Private(s.Imports(s.Cid, c.text), c.says)
			s.Wait(10 * time.Second)
		}
		// A click on a message without the file is refused.
		for _, a := range []component.Action{
			record.ActImport, record.ActImportForm, record.ActImportOn,
			record.ActImportWith,
		} {
			m := s.Slash(s.Cid, "/learn game:Kalah")
			s.Forge(component.Target{Action: a, Text: "1"})
			s.Private(s.Click(s.Cid, m, "Weiter"))
		}
		if s.Posts() != posts || len(matches(s)) > 0 {
			t.Error("something was posted or begun")
		}
	})
}

// P60: in direct messages nobody can be challenged to continue from a board, not even by a click on
// a menu that is not offered there.
func TestImportChallengesNobodyInDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dm := s.Sim.DM(s.Eve)
		const text = "game kalah\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\n"
		m := s.Answered(s.Sim.As(s.Eve).In(dm).WithFile("game.txt", []byte(text)).Slash("/match import file:game.txt"),
			"/match import")
		s.Private(m, "Kalah · a recorded game")
		if menus := m.Selects(); len(menus) != 1 {
			t.Fatalf("there are %d menus, want only that of computer players", len(menus))
		}
		s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
			bob := map[string]any{
				"id": s.Bob, "username": "bob", "discriminator": "0", "avatar": nil,
				"global_name": "Bob",
			}
			p["data"] = map[string]any{
				"custom_id": component.Target{Action: record.ActImportWith, Text: "1"}.MustID(), "component_type": 5,
				"id":     1,
				"values": []any{s.Bob}, "resolved": map[string]any{"users": map[string]any{string(s.Bob): bob}},
			}
			return []map[string]any{p}
		})
		s.Private(s.Answered(s.Sim.As(s.Eve).In(dm).Select(m, m.Selects()[0].CustomID, games.Easy), "forged"),
			"To play with others, use me in your chat with them")
		if list, err := s.Store.ByUser(s.Context(), match.UserID(s.Eve)); len(list) > 0 || err != nil {
			t.Errorf("%d challenges were made, %v", len(list), err)
		}
	})
}

// Without a file a form asks for the text. From any board a member can be challenged to continue,
// and sees that board. The match is never rated, and its rematch begins from the same board.
func TestImportWithAMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const text = "match x\ngame kalah\nsouth @everyone\nnorth **B**\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\nsouth 3\nnorth 1\n"
		opened := s.Sim.As(s.Eve).In(s.Hall).Slash("/match import")
		s.Answered(opened, "/match import")
		form := opened.Modal()
		if form == nil {
			t.Fatalf("no form is opened, but:\n%s", opened.Message().Text())
		}
		m := s.Answered(s.Sim.As(s.Eve).In(s.Hall).Submit(form, map[string]string{"0": text}), "form")
		s.Private(m, "Kalah · a recorded game", "after 3 moves", "@everyone")
		m = s.Click(s.Eve, m, "Move back")
		s.Private(m, "after 2 of 3 moves", "you play **North**")
		s.Private(s.FromMenu(s.Eve, s.Hall, m, 1, string(s.Bob)), "Your challenge is in")
		b := s.BoardAbout("challenges")
		s.Sees(b, "starts from a given position", "not rated")
		if rec := s.Only(); rec.Status != match.Open || rec.From == "" {
			t.Errorf("the challenge is %s from %q", rec.Status, rec.From)
		}
		s.Click(s.Bob, b, "Accept")
		rec := s.Only()
		if rec.Position != rec.From || rec.SeatOf(match.UserID(s.Eve)) != 1 || !rec.Unrated || !rec.Waiting.Has(1) {
			t.Errorf("the match is %+v, want Eve at North and to move", rec)
		}
		s.Exports(s.Cid, "start "+rec.From)
		s.SayYes(s.Bob, "/resign")
		s.Click(s.Bob, s.Board(), "Rematch")
		s.Click(s.Eve, s.Board(), "Rematch")
		if again := s.Only(); again.ID == rec.ID || again.Position != rec.From || !again.Unrated {
			t.Errorf("the rematch is %s, %s in %s", again.ID, again.Status, again.Position)
		}
		for _, c := range []struct{ pick, says string }{
			{string(s.Eve), "can't challenge yourself"},
			{string(s.Sim.Bot()), "is a bot"},
		} {
			s.Private(s.FromMenu(s.Eve, s.Hall, s.Imports(s.Eve, text), 1, c.pick), c.says)
		}
	})
}

// In direct messages only matches against the computer can begin. Members without a playing role
// can step through a game, but begin none.
func TestImportForOthers(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const text = "game kalah\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\n"
		dm := s.Sim.DM(s.Eve)
		m := s.Answered(s.Sim.As(s.Eve).In(dm).WithFile("g.txt", []byte(text)).Slash("/match import file:g.txt"),
			"/match import")
		s.Private(m, "after 1 move")
		if n := len(m.Selects()); n != 1 {
			t.Errorf("%d menus in direct messages, want that of computers", n)
		}
		s.Private(s.FromMenu(s.Eve, dm, m, 0, "easy"), "Your match has begun")
		if rec := s.InDM(dm); rec.From == "" || rec.Place.Channel != match.ChannelID(dm) {
			t.Errorf("the match in direct messages goes on from %q", rec.From)
		}
		s.Sim.SetPermissions(s.Club, s.Ann, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		s.Sim.AddRole(s.Club, "Player")
		s.Slash(s.Ann, "/server roles play:@Player")
		m = s.Imports(s.Bob, text)
		m = s.Click(s.Bob, m, "Start")
		s.Private(m, "after 0 of ")
		s.Private(s.FromMenu(s.Bob, s.Hall, m, 0, "easy"), "one of the roles")
		if list := matches(s); len(list) > 0 {
			t.Errorf("%d matches have begun", len(list))
		}
	})
}

// P104, K29: a game as another program writes it is recognised, and the user is asked to confirm
// it, also if it can be read in several ways; then it is a game like any other.
func TestImportForeign(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		asked := s.Imports(s.Cid, "1. C F a 2. E b 3. D")
		s.Private(asked, "looks like a game")
		labels := asked.Labels()
		if len(labels) != 2 || !strings.HasPrefix(labels[0], "letters, South's capital, ") {
			t.Fatalf("the readings are %q", labels)
		}
		for _, label := range labels {
			again := s.Imports(s.Cid, "1. C F a 2. E b 3. D")
			s.Private(s.Click(s.Cid, again, label), "Kalah · a recorded game", "after 6 moves")
		}
		s.Private(s.Imports(s.Cid, "Dear Bob, C F a b E c"), "isn't the record of a game")
		if len(matches(s)) != 0 {
			t.Error("an import began a match")
		}
	}, story.WithAll)
}
