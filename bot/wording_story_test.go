package bot_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/person"
	"paddock/bot/play"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/render/chart"
)

// TestTranscript plays a fixed story with all games. It writes down everything that the bot sends
// and stores, without words: kinds, codes, component ids, counts, and who is notified. So
// transcripts of two programs that differ only in words are equal, and TestSentencesAreNotData of
// bot/house can compare them. PADDOCK_TRANSCRIPT names the file to write; without it the test
// skips.
func TestTranscript(t *testing.T) {
	t.Parallel()
	file := os.Getenv("PADDOCK_TRANSCRIPT")
	if file == "" {
		t.Skip("PADDOCK_TRANSCRIPT is not set: nobody wants the transcript")
	}
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		s.Waste = true
		s.Change = func(c *bot.Config) {
			c.Games = catalog.Games()
			c.Chart = func(chart.Chart) ([]byte, error) { return story.DrawNothing(scene.Scene{}) }
		}
		s.Start()
		defer s.End()
		tr := &transcript{Story: s}
		tr.challenges()
		tr.decisions()
		tr.setUp()
		tr.late()
		tr.rest()
		tr.tournament()
		tr.computers()
		tr.records()
		if n := strings.Count(tr.text.String(), "\n"); n < 500 {
			t.Errorf("the transcript has %d lines: this shows little", n)
		}
		if err := os.WriteFile(file, []byte(tr.text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	})
}

// transcript is a story whose effects are recorded.
type transcript struct {
	*story.Story
	text strings.Builder
	seen int // number of requests that text already contains

	several bool // simultaneous events happen, so what is sent depends on chance and is not written down
}

// noted records the messages sent since the last step. Simultaneous messages are sorted.
func (tr *transcript) noted(step string) {
	fmt.Fprintf(&tr.text, "== %s\n", step)
	calls := tr.Sim.Calls()
	var lines []string
	if tr.several {
		tr.seen = len(calls)
	}
	for _, c := range calls[tr.seen:] {
		lines = append(lines, strings.TrimSpace(fmt.Sprint(c.Method, " ", longNumber.ReplaceAllString(c.Route, "#"),
			" ", c.Status, " ", c.Code, " ", len(c.Files), " ", wordless(c.Body))))
	}
	tr.seen = len(calls)
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Fprintln(&tr.text, line)
	}
}

var (
	facts      = regexp.MustCompile(`<[@#t][^>]*>|\d+`)
	longNumber = regexp.MustCompile(`\d{15,}`)
)

// worded lists the fields that contain words; only their numbers and mentions are kept.
var worded = []string{"content", "label", "placeholder", "description", "title", "Format", "Result"}

// timed lists the stored fields whose value depends on which simultaneous edits were merged.
var timed = []string{"Shown", "Form", "Version"}

// wordless returns JSON without words.
func wordless(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return ""
	}
	text, _ := json.Marshal(withoutWords("", v))
	return string(text)
}

func withoutWords(field string, v any) any {
	switch v := v.(type) {
	case string:
		if slices.Contains(worded, field) {
			v = fmt.Sprint(len(v), facts.FindAllString(v, -1))
		}
		if field == "nonce" { // a nonce ends with digits of a message's id or with a digest
			v = strings.TrimRight(v, "0123456789abcdef…")
		}
		return longNumber.ReplaceAllString(v, "#")
	case []any:
		for i := range v {
			v[i] = withoutWords(field, v[i])
		}
	case map[string]any:
		_, choice := v["value"]
		for name := range v {
			if choice && name == "name" {
				v["label"] = v[name] // the name of an option's choice is a label, not an identifier
				delete(v, name)
			}
		}
		for name := range v {
			if strings.HasSuffix(name, "_localizations") || slices.Contains(timed, name) {
				delete(v, name)
			} else {
				v[name] = withoutWords(name, v[name])
			}
		}
	}
	return v
}

// types uses a command, and press presses a button by its action. Both record what follows.
func (tr *transcript) types(who discordsim.UserID, text string) discordsim.Message {
	tr.Helper()
	m := tr.Slash(who, text)
	tr.noted(text)
	return m
}

func (tr *transcript) presses(who discordsim.UserID, m discordsim.Message, a component.Action) discordsim.Message {
	tr.Helper()
	for _, c := range m.Buttons() {
		if t, err := component.ParseID(c.CustomID); err == nil && t.Action == a && !c.Disabled {
			m := tr.Answered(tr.Sim.As(who).In(m.ChannelID).Click(m, c.CustomID), "["+string(a)+"]")
			tr.noted("[" + string(a) + "]")
			return m
		}
	}
	tr.Fatalf("no button does %q in:\n%s", a, m.Text())
	return m
}

func (tr *transcript) passes(d time.Duration) {
	tr.Wait(d)
	tr.noted(d.String())
}

// plays makes the given number of moves, or fewer if the match ends: always the first legal one.
func (tr *transcript) plays(n int) match.Record {
	tr.Helper()
	for ; n > 0 && tr.Only().Status == match.Running; n-- {
		tr.moveIn(tr.Only())
	}
	return tr.Only()
}

func (tr *transcript) moveIn(rec match.Record) {
	tr.Helper()
	for _, g := range catalog.Games() {
		if g.ID != rec.Game {
			continue
		}
		pos, err := g.Parse(rec.Position)
		if err != nil {
			tr.Fatal(err)
		}
		for seat := range pos.Turn().Waiting.All() {
			for text := range pos.View(seat).Legal() {
				tr.types(discordsim.UserID(rec.Players[seat].User),
					fmt.Sprintf("/%s move move:%s game:%s", g.ID, text, rec.ID))
				return
			}
		}
	}
}

// begins starts a match of two members.
func (tr *transcript) begins(challenge string) {
	tr.Helper()
	tr.Wait(time.Hour) // the pause is needed because challenges to one member are limited
	tr.types(tr.Ann, challenge)
	tr.presses(tr.Bob, tr.Board(), component.ActJoin)
}

// challenges makes four challenges: one is declined, one revoked, one refused, and one played to
// its end.
func (tr *transcript) challenges() {
	tr.types(tr.Ann, "/kalah challenge user:@Bob")
	tr.presses(tr.Cid, tr.Board(), component.ActJoin)
	tr.presses(tr.Bob, tr.Board(), component.ActDecline)
	tr.types(tr.Ann, "/fish challenge user:@Bob")
	tr.presses(tr.Ann, tr.Board(), component.ActRevoke)
	tr.types(tr.Ann, "/kalah challenge user:@Ann")
	tr.types(tr.Ann, "/resign")
	tr.types(tr.Ann, "/halatafl challenge")
	tr.passes(8 * 24 * time.Hour)
	tr.begins("/kalah challenge user:@Bob first:me holes:4 beans:2")
	tr.types(tr.Ann, "/kalah move move:9")
	tr.types(tr.Bob, "/kalah move move:1")
	tr.types(tr.Ann, "/settings general style:text")
	tr.types(tr.Bob, "/settings general style:words")
	tr.plays(100)
	tr.presses(tr.Ann, tr.Board(), component.ActRematch)
	tr.presses(tr.Bob, tr.Board(), component.ActRematch)
	tr.presses(tr.Ann, tr.presses(tr.Ann, tr.Board(), component.ActMore), component.ActCancel)
	tr.begins("/fish challenge user:@Bob rules:course rows:4 columns:4")
	tr.plays(100)
	tr.begins("/fish challenge user:@Bob rows:4 columns:4 rules:course")
	tr.plays(100)
}

// decisions plays a match with a draw, a takeback, a claim without a reason, a resignation, and
// their questions.
func (tr *transcript) decisions() {
	tr.begins("/halatafl challenge user:@Bob side:sheep time:1 day a move")
	tr.types(tr.Ann, "/halatafl move move:a1b9")
	tr.plays(3)
	tr.types(tr.Ann, "/draw")
	tr.presses(tr.Bob, tr.Board(), component.ActNoDraw)
	tr.types(tr.Ann, "/draw")
	tr.plays(1)
	tr.types(tr.Ann, "/takeback")
	tr.presses(tr.Bob, tr.Board(), component.ActNoUndo)
	tr.types(tr.Bob, "/takeback")
	tr.types(tr.Ann, "/takeback")
	for _, text := range []string{"/match history", "/match export", "/match why", "/board", "/games", "/match nudge"} {
		tr.types(tr.Ann, text)
	}
	tr.presses(tr.Ann, tr.types(tr.Ann, "/resign"), play.ActDismiss)
	tr.presses(tr.Bob, tr.types(tr.Bob, "/resign"), play.ActResignYes)
	tr.begins("/kalah challenge user:@Bob")
	tr.plays(2)
	tr.types(tr.Ann, "/draw")
	tr.types(tr.Bob, "/draw")
	tr.types(tr.Cid, "/match why")
}

// setUp plays Stratego with refused and confirmed set-ups, saved ones, moves, and the receipts at
// the end.
func (tr *transcript) setUp() {
	tr.begins("/stratego challenge user:@Bob")
	tr.passes(time.Minute)
	tr.types(tr.Ann, "/stratego setup rows:9639594196/7952")
	tr.types(tr.Ann, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B")
	tr.types(tr.Bob, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B")
	for _, u := range []discordsim.UserID{tr.Ann, tr.Bob} {
		if tr.Only().Drafts > 0 && tr.Only().Moves < 2 {
			tr.types(u, "/stratego move move:confirm")
		}
	}
	tr.plays(30)
	tr.types(tr.Ann, "/stratego verify")
	tr.presses(tr.Ann, tr.types(tr.Ann, "/resign"), play.ActResignYes)
	tr.types(tr.Bob, "/stratego verify")
	tr.types(tr.Ann, "/stats")
	tr.types(tr.Bob, "/top game:Kalah")
}

// late lets time run out in a game for two, where the win is claimed, and in one for more, where a
// seat is skipped and removed.
func (tr *transcript) late() {
	tr.begins("/kalah challenge user:@Bob first:me time:1 day a move")
	tr.plays(2)
	tr.passes(5 * 24 * time.Hour)
	tr.types(tr.Ann, "/match why")
	tr.begins("/kalah challenge user:@Bob first:me time:1 day a move timeout:claim")
	tr.plays(2)
	tr.passes(3 * 24 * time.Hour)
	for _, u := range []discordsim.UserID{tr.Ann, tr.Bob} {
		if rec := tr.Only(); rec.Status == match.Running && rec.Clock.Lapsed {
			tr.presses(u, tr.Board(), component.ActClaim)
		}
	}
	tr.types(tr.Ann, "/fish start players:3"+story.Small)
	tr.presses(tr.Bob, tr.Board(), component.ActJoin)
	tr.presses(tr.Cid, tr.Board(), component.ActJoin)
	tr.plays(12)
	tr.passes(25 * time.Hour)
	tr.plays(2)
	tr.passes(6 * 24 * time.Hour)
	tr.types(tr.Cid, "/match why")
}

// rest deletes the channel; the match continues in another. Then the bot leaves the server and
// comes back.
func (tr *transcript) rest() {
	tr.begins("/kalah challenge user:@Bob first:me time:1 day a move")
	tr.plays(1)
	tr.Sim.DeleteChannel(tr.Hall)
	tr.passes(3 * 24 * time.Hour)
	tr.Hall = tr.Sim.AddChannel(tr.Club, "attic")
	tr.types(tr.Ann, "/games")
	tr.types(tr.Ann, "/match resume")
	tr.types(tr.Bob, "/match resume")
	tr.plays(1)
	tr.Sim.KickBot(tr.Club)
	tr.passes(3 * 24 * time.Hour)
	tr.Sim.InviteBot(tr.Club)
	tr.passes(time.Minute)
	tr.plays(1)
	tr.presses(tr.Ann, tr.types(tr.Ann, "/resign"), play.ActResignYes)
}

// tournament plays a tournament of four members, with a decision by its owner. At the end the
// messages are written down.
func (tr *transcript) tournament() {
	tr.several = true
	defer func() { tr.several = false }()
	tr.types(tr.Ann, "/tournament create game:kalah format:bracket players:4 options:holes=4 beans=2")
	for _, u := range []discordsim.UserID{tr.Ann, tr.Bob, tr.Cid, tr.Eve, tr.Eve} {
		tr.types(u, "/tournament join")
	}
	if tr.TheTournament().Live() && len(tr.TheTournament().Played) == 0 {
		tr.types(tr.Ann, "/tournament start")
	}
	first := tr.TheTournament().Played[0].Games[0]
	tr.types(tr.Bob, "/tournament override game:"+string(first.Match)+" winner:Ann reason:because")
	tr.types(tr.Ann, "/tournament override game:"+string(first.Match)+" winner:"+
		tr.TheTournament().Entrants[first.Pairing[0]].Name+" reason:a wrong button")
	for range 100 {
		list, err := tr.Store.ByGuild(tr.Context(), match.GuildID(tr.Club))
		if err != nil {
			tr.Fatal(err)
		}
		list = slices.DeleteFunc(list, func(r match.Record) bool { return r.Status != match.Running })
		if len(list) == 0 {
			break
		}
		tr.moveIn(slices.MinFunc(list, func(a, b match.Record) int { return cmp.Compare(a.ID, b.ID) }))
	}
	tr.types(tr.Eve, "/tournament standings")
	tr.types(tr.Eve, "/tournament bracket")
	tr.passes(time.Hour)
	var lines []string
	for _, m := range tr.Sim.Messages(tr.Hall, tr.Eve) {
		// the message is a notice, whose content depends on the moment of sending
		if len(m.Components) == 0 || m.Components[0].Type != story.Container {
			continue
		}
		raw, _ := json.Marshal(m.Components)
		lines = append(lines, fmt.Sprint(len(m.Notified), " ", wordless(raw)))
	}
	slices.Sort(lines)
	fmt.Fprintln(&tr.text, strings.Join(lines, "\n"))
}

// computers lets computer players play each other step by step, and play a person who is then
// erased.
func (tr *transcript) computers() {
	tr.types(tr.Ann, "/kalah start level:first versus:first holes:4 beans:2")
	for range 3 {
		tr.presses(tr.Ann, tr.Board(), component.ActNext)
		tr.passes(time.Minute)
	}
	tr.types(tr.Cid, "/halatafl start level:greedy")
	tr.passes(time.Minute)
	tr.types(tr.Cid, "/privacy show")
	tr.presses(tr.Cid, tr.types(tr.Cid, "/privacy delete-my-data"), person.ActDeleteYes)
	tr.passes(time.Hour)
}

// records returns all matches as they are stored, with their logs.
func (tr *transcript) records() {
	tr.Helper()
	fmt.Fprintln(&tr.text, "== stored")
	channels := map[match.ChannelID]bool{}
	for _, c := range tr.Sim.Calls() {
		for _, part := range strings.Split(c.Path, "/") {
			if longNumber.MatchString(part) {
				channels[match.ChannelID(part)] = true
			}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(channels)) {
		list, err := tr.Store.Latest(tr.Context(), c, 100)
		if err != nil {
			tr.Fatal(err)
		}
		for _, r := range list {
			log, err := tr.Store.History(tr.Context(), r.ID, 1)
			if err != nil {
				tr.Fatal(err)
			}
			raw, _ := json.Marshal(map[string]any{"record": r, "log": log})
			fmt.Fprintln(&tr.text, wordless(raw))
		}
	}
	raw, _ := json.Marshal(tr.TheTournament())
	fmt.Fprintln(&tr.text, wordless(raw))
}
