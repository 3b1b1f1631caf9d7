package bot_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/record"
)

// imports uses /import with a file.
func (s *story) imports(who discordsim.UserID, text string) discordsim.Message {
	s.Helper()
	return s.answered(s.sim.As(who).In(s.hall).WithFile("game.txt", []byte(text)).Slash("/import file:game.txt"), "/import")
}

// somePlies has whoever is to move play a legal move, some times over.
func (s *story) somePlies(g *games.Game, n int) {
	s.Helper()
	for i := range n {
		rec := s.only()
		at, err := g.Parse(rec.Position)
		if err != nil {
			s.Fatal(err)
		}
		for seat := range at.Turn().Waiting.All() {
			moves := slices.Collect(at.View(seat).Legal())
			s.slash(discordsim.UserID(rec.Players[seat].User), fmt.Sprintf("/%s move move:%s", g.ID, moves[i*7%len(moves)]))
			break
		}
	}
	if s.only().Moves == 0 {
		s.Fatal("nothing was played")
	}
}

// importWays are how far a match has come when it is exported.
var importWays = []struct {
	name string
	lead func(*story, *games.Game)
}{
	{"running", func(s *story, g *games.Game) { s.somePlies(g, 3) }},
	{"with takebacks", func(s *story, g *games.Game) {
		s.somePlies(g, 2)
		rec := s.only()
		s.slash(discordsim.UserID(rec.Players[rec.LastSeat].User), "/takeback")
		if after := s.only(); after.Head == rec.Head || after.Moves != rec.Moves-1 {
			s.Fatalf("nothing was taken back: %d moves, and %d before", after.Moves, rec.Moves)
		}
		s.somePlies(g, 1)
	}},
	{"ended", func(s *story, g *games.Game) {
		s.somePlies(g, 2)
		s.slash(s.ann, "/draw")
		s.slash(s.bob, "/draw")
	}},
	{"resigned", func(s *story, g *games.Game) {
		s.somePlies(g, 2)
		s.sayYes(s.bob, fmt.Sprintf("/%s resign", g.ID))
	}},
}

// P104, P21: what a player or an onlooker has exported, somebody else steps through in private, and goes on from the end of it where nothing is hidden and it is
// not over; of a running match with secrets nothing can be seen, and nothing of the match itself changes.
func TestP104Import(t *testing.T) {
	t.Parallel()
	for i, g := range catalog.Games() {
		for n, way := range importWays {
			if n != (i+2)%len(importWays) && os.Getenv("PADDOCK_CROSS") == "" {
				continue // one way for each game
			}
			t.Run(string(g.ID)+" "+way.name, func(t *testing.T) {
				tell(t, func(s *story) {
					switch {
					case g.Hidden:
						s.armies("army:barrage")
						s.confirm(s.ann)
						s.confirm(s.bob)
					case g.ID == "halatafl":
						s.begin("/halatafl challenge user:@Bob")
					default:
						s.begin(fmt.Sprintf("/%s challenge user:@Bob first:me", g.ID))
					}
					way.lead(s, g)
					rec := s.only()
					for _, text := range []string{s.exports(s.bob), s.exports(s.eve)} {
						s.imported(g, rec, s.imports(s.cid, text), text)
					}
					if now := s.only(); len(s.matches()) == 1 && now.Head != rec.Head {
						t.Errorf("the match itself is at %d, and was at %d", now.Head, rec.Head)
					}
				}, withAll)
			})
		}
	}
}

// matches are the matches of the hall, the newest first.
func (s *story) matches() []match.Record {
	s.Helper()
	list, err := s.store.Latest(s.Context(), match.ChannelID(s.hall), 20)
	if err != nil {
		s.Fatal(err)
	}
	return list
}

// imported looks at what Cid gets by importing the text of a match.
func (s *story) imported(g *games.Game, rec match.Record, m discordsim.Message, text string) {
	s.Helper()
	before := len(s.matches())
	if g.Hidden && rec.Status == match.Running {
		s.private(m, "does not say where the game began")
		if strings.Contains(text, "\nstart ") || len(m.Attachments) > 0 || len(m.Buttons()) > 0 {
			s.Errorf("there is something to look at in\n%s\n%s", text, m.Text())
		}
		return
	}
	read, err := record.Parse(text)
	if err != nil {
		s.Fatal(err)
	}
	_, steps, err := read.Replay(g)
	if err != nil {
		s.Fatal(err)
	}
	count, last := len(steps), steps[len(steps)-1].Next
	_, over := last.Outcome()
	s.private(m, g.Name+" · imported", say.AfterMoves(count).String(), "Ann", "Bob")
	if len(m.Attachments) != 2 {
		s.Errorf("%d files; want the board and the record", len(m.Attachments))
	}
	m = s.click(s.cid, m, "First board")
	s.private(m, "after 0 moves", fmt.Sprintf("of %d so far", count))
	m = s.click(s.cid, m, "One on")
	s.private(m, "after 1 move")
	m = s.click(s.cid, m, "Newest board")
	s.private(m, say.AfterMoves(count).String())
	if said := strings.Contains(m.Text(), "decision of the referee"); said != (rec.Status == match.Over && !over) {
		s.Errorf("that it was decided is said %t of a match that is %s:\n%s", said, rec.Status, m.Text())
	}
	menus := len(m.Selects())
	switch {
	case over:
		if menus != 0 {
			s.Errorf("%d menus to go on where it is over", menus)
		}
		return
	case g.Hidden:
		if s.private(m, "has secrets"); menus != 0 {
			s.Errorf("%d menus to go on with secrets that are known", menus)
		}
		return
	case menus != 2:
		s.Errorf("%d menus to go on from the end, want one of computers and one of members", menus)
		return
	}
	s.private(s.fromMenu(s.cid, s.hall, m, 0, "easy"), "Your match has begun")
	next := s.matches()[0]
	at, err := g.Parse(next.From)
	if err != nil {
		s.Fatal(err)
	}
	mover := at.Turn().Waiting
	if len(s.matches()) != before+1 || next.From != rec.Position || next.Position != rec.Position || !next.Unrated || !mover.Has(next.SeatOf(match.UserID(s.cid))) {
		s.Errorf("the match that goes on is %+v, want Cid to move, unrated, in %s", next, rec.Position)
	}
	s.sees(s.board(), "goes on from an imported position")
	s.sayYes(s.cid, fmt.Sprintf("/%s resign game:%s", g.ID, next.ID))
}

// What can't be read is refused in private with what is the matter, in the reader's language, and changes nothing; no file is fetched from anywhere but Discord.
func TestImportRefuses(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const begun = "game kalah\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n"
		posts := s.posts()
		for _, c := range []struct{ name, text, says string }{
			{"empty", " ", "no record of a game"},
			{"prose", "Dear all,\nI have won.", "no record of a game"},
			{"no text", "game kalah\xff\xfe", "is no text"},
			{"zeros", "game kalah\x00", "is no text"},
			{"another game", "game chess\nstart x", "game of `chess`, which I don't know"},
			{"markup", "game `@everyone`\nstart x", "which I don't know"},
			{"no beginning", "game kalah\nsouth 3", "does not say where the game began"},
			{"another version", "game kalah\nstart kalah/9 m=3", "of another version"},
			{"cut off", begun[:len(begun)-12], "of another version"},
			{"illegal", begun + "south 1\nsouth 2", "Step 2: It is not South's turn"},
			{"no such hole", begun + "south 9", "Step 1: There is no hole 9"},
			{"no such side", begun + "west 1", "Step 1: \"west\" is no side"},
			{"other end", begun + "south 1\nnow kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard", "don't lead to the position at its end"},
		} {
			m := s.imports(s.cid, c.text)
			s.wait(10 * time.Second)
			if s.private(m, c.says); len(m.Attachments) > 0 || len(m.Selects()) > 0 {
				t.Errorf("%s: there is more than a sentence: %s", c.name, m.Text())
			}
		}
		s.slash(s.cid, "/settings language:Deutsch")
		s.private(s.imports(s.cid, begun+"south 9"), "Schritt 1: ")
		// The client tells an untruth: about where the file is, and how large.
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
			{"size", record.MaxBytes + 1, begun, "zu groß"},
			{"size", 3, strings.Repeat("# comment\n", record.MaxBytes/10+1), "zu groß"},
		} {
			s.sim.TamperNext(1, func(p map[string]any) []map[string]any {
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
			s.private(s.imports(s.cid, c.text), c.says)
			s.wait(10 * time.Second)
		}
		// On a message at which no record hangs there is nothing to turn.
		for _, a := range []show.Action{show.ActImport, show.ActImportForm, show.ActImportOn, show.ActImportWith} {
			m := s.slash(s.cid, "/learn game:Kalah")
			s.forge(show.Target{Action: a, Text: "1"})
			s.private(s.click(s.cid, m, "Weiter"))
		}
		if s.posts() != posts || len(s.matches()) > 0 {
			t.Error("something was posted or begun")
		}
	})
}

// Without a file a form asks for the text; from any board a member can be challenged to go on, who sees from what; it is never rated, and its rematch begins there too.
func TestImportWithAMember(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const text = "match x\ngame kalah\nsouth @everyone\nnorth **B**\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\nsouth 3\nnorth 1\n"
		opened := s.sim.As(s.eve).In(s.hall).Slash("/import")
		s.answered(opened, "/import")
		form := opened.Modal()
		if form == nil {
			t.Fatalf("no form is opened, but:\n%s", opened.Message().Text())
		}
		m := s.answered(s.sim.As(s.eve).In(s.hall).Submit(form, map[string]string{"0": text}), "form")
		s.private(m, "Kalah · imported", "after 3 moves", "@everyone")
		m = s.click(s.eve, m, "One back")
		s.private(m, "after 2 moves", "you play **North**")
		s.private(s.fromMenu(s.eve, s.hall, m, 1, string(s.bob)), "Your challenge stands")
		b := s.boardAbout("challenges")
		s.sees(b, "goes on from an imported position", "not rated")
		if rec := s.only(); rec.Status != match.Open || rec.From == "" {
			t.Errorf("the challenge is %s from %q", rec.Status, rec.From)
		}
		s.click(s.bob, b, "Accept")
		rec := s.only()
		if rec.Position != rec.From || rec.SeatOf(match.UserID(s.eve)) != 1 || !rec.Unrated || !rec.Waiting.Has(1) {
			t.Errorf("the match is %+v, want Eve at North and to move", rec)
		}
		s.exports(s.cid, "start "+rec.From)
		s.sayYes(s.bob, "/resign")
		s.click(s.bob, s.board(), "Rematch")
		s.click(s.eve, s.board(), "Rematch")
		if again := s.only(); again.ID == rec.ID || again.Position != rec.From || !again.Unrated {
			t.Errorf("the rematch is %s, %s in %s", again.ID, again.Status, again.Position)
		}
		for _, c := range []struct{ pick, says string }{{string(s.eve), "can't challenge yourself"}, {string(s.sim.Bot()), "is a bot"}} {
			s.private(s.fromMenu(s.eve, s.hall, s.imports(s.eve, text), 1, c.pick), c.says)
		}
	})
}

// In direct messages the computer alone can be gone on against; where roles decide who plays, whoever has none steps through and begins nothing.
func TestImportForOthers(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const text = "game kalah\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\n"
		dm := s.sim.DM(s.eve)
		m := s.answered(s.sim.As(s.eve).In(dm).WithFile("g.txt", []byte(text)).Slash("/import file:g.txt"), "/import")
		s.private(m, "after 1 move")
		if n := len(m.Selects()); n != 1 {
			t.Errorf("%d menus in direct messages, want that of computers", n)
		}
		s.private(s.fromMenu(s.eve, dm, m, 0, "easy"), "Your match has begun")
		if rec := s.inDM(dm); rec.From == "" || rec.Place.Channel != match.ChannelID(dm) {
			t.Errorf("the match in direct messages goes on from %q", rec.From)
		}
		s.sim.SetPermissions(s.club, s.ann, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		s.sim.AddRole(s.club, "Player")
		s.slash(s.ann, "/server roles play:@Player")
		m = s.imports(s.bob, text)
		m = s.click(s.bob, m, "First board")
		s.private(m, "after 0 moves")
		s.private(s.fromMenu(s.bob, s.hall, m, 0, "easy"), "with one of the roles")
		if list := s.matches(); len(list) > 0 {
			t.Errorf("%d matches have begun", len(list))
		}
	})
}
