package tournament

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render/chart"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func maker() *board.Maker {
	return &board.Maker{
		Games: catalog.Games(), Log: slog.New(slog.DiscardHandler),
		Chart: func(chart.Chart) ([]byte, error) { return []byte("png"), nil },
	}
}

// cup returns a tournament of Kalah with the given number of people, before the first move.
func cup(format tourney.Format, people int) tourney.Record {
	r := tourney.Record{
		ID: "c1",
		Terms: tourney.Terms{
			Name: "Cup *one*", Game: "kalah", Seats: 2, Format: format.Name(),
			Place: match.Place{Guild: "1", Channel: "2"},
			Owner: match.Player{User: "100", Name: "Zoe"}, Most: tourney.MostEntrants, PerMove: 24 * time.Hour,
		},
		Status: tourney.Open, Version: 1,
	}
	for i := range people {
		r.Entrants = append(r.Entrants,
			match.Player{User: match.UserID(fmt.Sprint(i + 1)), Name: string(rune('A'+i/26)) + string(rune('a'+i%26))})
	}
	return r
}

// won returns a game of a tournament that its first player has won.
func won(a, b tourney.Entrant, score ...int) tourney.Game {
	return tourney.Game{
		Pairing: tourney.Pairing{a, b}, Match: match.ID(fmt.Sprintf("m%d%d", a, b)), Done: true,
		Place: []int{1, 2}, Score: score,
	}
}

// going returns a game of a tournament that is being played.
func going(a, b tourney.Entrant) tourney.Game {
	return tourney.Game{Pairing: tourney.Pairing{a, b}, Match: match.ID(fmt.Sprintf("m%d%d", a, b))}
}

// labels returns the labels of all buttons of a message.
func labels(m discord.Message) (list []string) {
	var walk func([]discordgo.MessageComponent)
	walk = func(parts []discordgo.MessageComponent) {
		for _, p := range parts {
			switch p := p.(type) {
			case discordgo.Container:
				walk(p.Components)
			case discordgo.ActionsRow:
				walk(p.Components)
			case discordgo.Button:
				list = append(list, p.Label)
			}
		}
	}
	walk(m.Parts)
	return list
}

// P30: without its organiser a sign-up is started by moderators.
func TestSignUpOfTheErased(t *testing.T) {
	r := cup(tourney.RoundRobin{}, 2)
	r.Owner = match.Player{Name: match.FormerPlayer, Gone: "x"}
	for in, want := range map[lang.Language]string{
		lang.English: "until a moderator starts it",
		lang.Swedish: "tills en moderator startar",
	} {
		if got := signUp(maker(), in, r).Words(); !strings.Contains(got, want) ||
			strings.Contains(got, in.Person(match.FormerPlayer)) {
			t.Errorf("the sign-up says\n%s\nwant %q", got, want)
		}
	}
}

// The lines of a round have links or ids, results and byes, and never more than fit.
func TestGameLines(t *testing.T) {
	r := cup(tourney.RoundRobin{}, 5)
	judged := won(0, 1, 24, 20)
	judged.How = tourney.Judged
	r.Status, r.Played = tourney.Running, []tourney.Round{{Games: []tourney.Game{judged, going(2, 3)}}}
	v := tournamentView{Record: r, Links: map[match.ID]string{"m23": "https://discord.com/x"}}
	want := []string{
		"* Aa v Ab · **Aa** 24–20 · *judged* · `m01`", "* Ac v Ad · [board](https://discord.com/x)",
		"* Ae has a bye",
	}
	if got := gameLines(lang.English, v, 0, 2); !slices.Equal(got, want) {
		t.Errorf("the lines are %q, want %q", got, want)
	}
	if got, want := gameLines(lang.English, v, 0, 1), []string{want[0], "… and 1 more"}; !slices.Equal(got, want) {
		t.Errorf("one line of them is %q, want %q", got, want)
	}
	for _, c := range []struct {
		names   string // the ids of the first game's players
		match   match.ID
		link    string
		line    string // the record of the first game
		explain bool   // the round says why there is a code in place of a board
	}{
		{"two computers", "m01", "", want[0], true},
		{
			"two computers", "m01", "https://discord.com/y",
			"* Aa v Ab · **Aa** 24–20 · *judged* · [board](https://discord.com/y)", false,
		},
		{"two computers", "", "", "* Aa v Ab · **Aa** 24–20 · *judged*", false}, // the game's match is not stored yet
		{"a person", "m01", "", want[0], false},
	} {
		v.Entrants, v.Links["m01"] = slices.Clone(r.Entrants), c.link
		v.Entrants[0].User = ""
		if c.names == "two computers" {
			v.Entrants[1].User = ""
		}
		v.Played = []tourney.Round{{Games: []tourney.Game{judged, going(2, 3)}}}
		v.Played[0].Games[0].Match = c.match
		if got := gameLines(lang.English, v, 0, 2)[0]; got != c.line {
			t.Errorf("%s, match %q, link %q: %s, want %s", c.names, c.match, c.link, got, c.line)
		}
		if words := round(maker(), lang.English, v, 0).Words(); strings.Contains(words,
			"type `/board game:`") != c.explain {
			t.Errorf("%s, match %q, link %q: want the code explained: %t, got\n%s", c.names, c.match, c.link, c.explain,
				words)
		}
	}
	for _, c := range []struct {
		score []int
		want  string
	}{{nil, ""}, {[]int{0, 0}, ""}, {[]int{0, 1}, "0–1"}, {[]int{7, 0}, "7–0"}, {[]int{7, 0, 3}, "7–0–3"}} {
		if got := scoreText(tourney.Game{Score: c.score}); got != c.want {
			t.Errorf("the score %v is %q, want %q", c.score, got, c.want)
		}
	}
	if got, want := matchesOfStage(r, 1), []match.ID{"m01", "m23"}; !slices.Equal(got, want) {
		t.Errorf("the matches of round 1 are %q, want %q", got, want)
	}
	if got := matchesOfStage(r, 2); len(got) > 0 {
		t.Errorf("the matches of round 2 are %q, want none", got)
	}
	if got := matchesOfStage(r, everyRound); len(got) != 2 {
		t.Errorf("the matches of all rounds are %q, want two", got)
	}
}

// A round shows the latest four decisions that were made during the round. Only the newest round
// lists who is out.
func TestNoticeLines(t *testing.T) {
	r := cup(tourney.Swiss{}, 5)
	r.Status, r.Out = tourney.Running, []tourney.Entrant{4}
	r.Played = []tourney.Round{{Began: noon}, {Began: noon.Add(time.Hour)}}
	for i := range 7 {
		r.Log = append(r.Log, tourney.Entry{
			At:  noon.Add(time.Duration(i*15) * time.Minute),
			Say: games.Say("step %d", i),
		})
	}
	for n, want := range [][]string{
		{"-# step 0", "-# step 1", "-# step 2", "-# step 3"},
		{"Out: Ae", "-# step 4", "-# step 5", "-# step 6"},
	} {
		if got := noticeLines(lang.English, r, n); !slices.Equal(got, want) {
			t.Errorf("round %d has %q, want %q", n+1, got, want)
		}
	}
	r.Log = append(r.Log, tourney.Entry{At: noon.Add(3 * time.Hour), Say: games.Say("step 7")},
		tourney.Entry{At: noon.Add(4 * time.Hour), Say: games.Say("step 8")})
	if got, want := noticeLines(lang.English, r, 1),
		[]string{"Out: Ae", "-# step 5", "-# step 6", "-# step 7", "-# step 8"}; !slices.Equal(got, want) {
		t.Errorf("with more steps round 2 has %q, want %q", got, want)
	}
}

// The message of all rounds leaves out the oldest if not all fit.
func TestRoundsLeaveOutTheOldest(t *testing.T) {
	r := cup(tourney.Swiss{}, 40)
	if words := rounds(maker(), lang.English, tournamentView{Record: r}).Words(); !strings.Contains(words,
		"Nothing has been played yet.") {
		t.Errorf("before the first round it says:\n%s", words)
	}
	for range 9 {
		var round tourney.Round
		for e := range tourney.Entrant(20) {
			round.Games = append(round.Games, going(2*e, 2*e+1))
		}
		r.Played = append(r.Played, round)
	}
	words := rounds(maker(), lang.English, tournamentView{Record: r}).Words()
	shown := strings.Count(words, "**Round ")
	if shown < 2 || shown > 8 || !strings.Contains(words, "**Round 9**") ||
		!strings.Contains(words, fmt.Sprintf("… and %d more", 9-shown)) || len(words) > 4000 {
		t.Errorf("nine rounds in %d bytes:\n%s", len(words), words)
	}
}

// A round with more games than fit shows those that do.
func TestRoundsOfALargeTournament(t *testing.T) {
	r := cup(tourney.Knockout{}, 64)
	var first tourney.Round
	for e := range tourney.Entrant(32) {
		first.Games = append(first.Games, going(2*e, 2*e+1))
	}
	for i := range r.Entrants {
		r.Entrants[i].Name = fmt.Sprint(i, strings.Repeat("w", 90))
	}
	r.Played = []tourney.Round{first}
	words := rounds(maker(), lang.English, tournamentView{Record: r}).Words()
	shown := strings.Count(words, "\n* ")
	if shown < 8 || shown > 31 || !strings.Contains(words, "**Round 1**") ||
		!strings.HasSuffix(strings.TrimSpace(words), fmt.Sprintf("… and %d more", 32-shown)) || len(words) > 4000 {
		t.Errorf("%d games in %d bytes:\n%s", shown, len(words), words)
	}
}

// The standings come as a picture with words, as text without pictures, and not at all before the
// first game of a table is over.
func TestAddStanding(t *testing.T) {
	r := cup(tourney.Swiss{}, 4)
	r.Status, r.Played = tourney.Running, []tourney.Round{{Games: []tourney.Game{going(0, 1), going(2, 3)}}}
	add := func(k *board.Maker, pictures bool) discord.Message {
		var m discord.Message
		addStanding(k, &m, lang.English, tournamentView{Record: r, Pictures: pictures})
		return m
	}
	if m := add(maker(), true); len(m.Parts) > 0 {
		t.Errorf("before the first result there are standings: %v", m.Parts)
	}
	r.Played[0].Games[0] = won(0, 1, 30, 12)
	if m := add(maker(), true); len(m.Files) != 1 || string(m.Files[0].Data) != "png" || m.Files[0].Name != chartFile ||
		!strings.HasPrefix(m.Files[0].Alt, "Cup *one*. 1. Aa, points: 1.") {
		t.Errorf("the picture of the standings is %+v", m.Files)
	}
	if m := add(maker(), false); len(m.Files) > 0 || !strings.Contains(m.Words(), "  1  Aa") {
		t.Errorf("without pictures the standings are\n%s", m.Words())
	}
	k := maker()
	var look scene.Look
	k.Chart = func(ch chart.Chart) ([]byte, error) { look = ch.Look; return []byte("png"), nil }
	if addStanding(k, new(discord.Message), lang.English,
		tournamentView{Record: r, Pictures: true, Look: scene.Look{Light: true}}); !look.Light {
		t.Error("the picture is not light in a server that wants light pictures")
	}
	for name, draw := range map[string]func(chart.Chart) ([]byte, error){
		"an error":    func(chart.Chart) ([]byte, error) { return nil, errors.New("no ink") },
		"a panic":     func(chart.Chart) ([]byte, error) { panic("no ink") },
		"a huge file": func(chart.Chart) ([]byte, error) { return make([]byte, board.MaxFile+1), nil },
	} {
		k.Chart = draw
		if m := add(k, true); len(m.Files) > 0 || !strings.Contains(m.Words(), "  1  Aa") {
			t.Errorf("after %s the standings are\n%s", name, m.Words())
		}
	}
}

// progress says how far a player has come in a bracket.
func TestProgress(t *testing.T) {
	r := cup(tourney.Bracket{}, 4)
	r.Status, r.Third = tourney.Running, true
	r.Played = []tourney.Round{
		{Games: []tourney.Game{won(0, 1), won(2, 3)}},
		{Games: []tourney.Game{going(0, 2), won(1, 3)}},
	}
	r.Out = []tourney.Entrant{1}
	for e, want := range []string{"playing", "withdrew", "playing", "out in round 2"} {
		if got := progress(r, tourney.Standing{Entrant: tourney.Entrant(e)}).String(); got != want {
			t.Errorf("%s: %s, want %s", r.EntrantName(tourney.Entrant(e)), got, want)
		}
	}
	r.Out = nil
	if got := progress(r, tourney.Standing{Entrant: 1}).String(); got != "still in" {
		t.Errorf("before the end the winner of the game for the third place is %s", got)
	}
	r.Status, r.Played[1].Games[0] = tourney.Over, won(0, 2)
	for e, want := range []string{"winner", "third place", "out in round 2", "out in round 2"} {
		place := []int{1, 3, 2, 4}[e]
		if got := progress(r, tourney.Standing{Entrant: tourney.Entrant(e), Place: place}).String(); got != want {
			t.Errorf("at the end %s: %s, want %s", r.EntrantName(tourney.Entrant(e)), got, want)
		}
	}
}

// Standings are shown once: as a picture of a table with the tie-breaks below it, or as text where
// there are no pictures or a picture leaves out rows. A picture of a bracket does not show
// everybody's place, so the text stands beside it.
func TestStandingsAreToldOnce(t *testing.T) {
	k := maker()
	for _, c := range []struct {
		format         tourney.Format
		players        int
		pictures       bool
		files, written int
	}{
		{tourney.RoundRobin{}, 4, true, 1, 0},
		{tourney.RoundRobin{}, 4, false, 0, 1},
		{tourney.RoundRobin{}, 16, true, 1, 0},
		{tourney.RoundRobin{}, 17, true, 1, 1},
		{tourney.Knockout{}, 4, true, 1, 1},
		{tourney.Knockout{}, 4, false, 0, 1},
	} {
		r := cup(c.format, c.players)
		r.Status, r.Played = tourney.Running,
			[]tourney.Round{{Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 25, 20)}}}
		m := standings(k, lang.English, tournamentView{Record: r, Pictures: c.pictures})
		if n := strings.Count(m.Words(), "```text"); len(m.Files) != c.files || n != c.written {
			t.Errorf("%s of %d, pictures %t: %d pictures and %d tables in text, want %d and %d", c.format.Name(),
				c.players, c.pictures, len(m.Files), n, c.files, c.written)
		}
		if breaks := strings.Contains(m.Words(), "Ties on points"); breaks != byPoints(c.format) {
			t.Errorf("%s of %d, pictures %t: tie-breaks are explained: %t", c.format.Name(), c.players, c.pictures,
				breaks)
		}
	}
}

// The text of the standings has a heading, at most the given number of players, and a line that
// counts the others.
func TestStandingText(t *testing.T) {
	r := cup(tourney.RoundRobin{}, 4)
	r.Entrants[0].Name = strings.Repeat("long", 9)
	r.Played = []tourney.Round{{Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 25, 20)}}}
	lines := strings.Split(standingText(lang.English, r, 2), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[0], "  #  player ") ||
		!strings.HasPrefix(lines[1], "  1  longlong") || lines[3] != "… and 2 more" {
		t.Errorf("two of four players are\n%s", strings.Join(lines, "\n"))
	}
	if lines := strings.Split(standingText(lang.English, r, 4), "\n"); len(lines) != 5 {
		t.Errorf("four of four players are\n%s", strings.Join(lines, "\n"))
	}
	if got := breaksLine(lang.English, cup(tourney.Knockout{}, 2)); strings.Contains(got, "%") ||
		len(tourney.Knockout{}.Breaks()) == 0 && got != "" {
		t.Errorf("the tie-breaks of a knockout are %q", got)
	}
	if got := breaksLine(lang.English, r); !strings.HasPrefix(got, "\n-# Ties on points are broken by ") ||
		!strings.Contains(got, ", then ") {
		t.Errorf("the tie-breaks of a round robin are %q", got)
	}
}

// F81: the question's button says which rounds are missed; the terms line and the button are in every
// language.
func TestJoinLateInWords(t *testing.T) {
	r := cup(tourney.Swiss{}, 4)
	r.Status, r.Rounds, r.Late, r.Most = tourney.Running, 3, tourney.LateForNothing, 8
	r.Played = []tourney.Round{{Games: []tourney.Game{going(0, 1), going(2, 3)}}}
	m := round(maker(), "sv", tournamentView{Record: r}, 0)
	if got := labels(m); got[len(got)-1] != "Gå med sent" {
		t.Errorf("the buttons are %q", got)
	}
	if got := signUp(maker(), "de", r).Words(); !strings.Contains(got, "eine verpasste Runde zählt nichts") {
		t.Errorf("the sign-up says\n%s", got)
	}
}
