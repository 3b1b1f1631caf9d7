package bot_test

// S70 to S95: nobody else may learn what one player hides. The list says which test checks each.
// "Worlds" is TestS97Worlds below: everything that reaches the channel, the opponent, a third
// person and the log is the same whatever the hidden pieces are.
//
//	S70 autocomplete            Worlds; TestS70Autocomplete
//	S71 command options         TestS74PrivateFromBirth; TestS13BadRows
//	S72 attachments             Worlds (names and alt texts); TestS74PrivateFromBirth
//	S73 image bytes             Worlds (bytes follow from the scene); render: equal scenes give equal bytes
//	S74 edits                   TestS74PrivateFromBirth
//	S75 component ids           TestS74PrivateFromBirth; Worlds
//	S76 ephemeral flag          TestS74PrivateFromBirth; TestS79RefusalsArePrivate
//	S77 failed DM               TestClosedDoors
//	S78 errors                  Worlds (refusals of others); games/stratego: states print as spectators see them
//	S79 refusals                TestS79RefusalsArePrivate
//	S80 logs                    Worlds (info and above); games/stratego: states under every verb
//	S81 export                  TestS81Export; Worlds
//	S82 spectators in DMs       TestS82SpectatorInDM
//	S83 spoiler tags            Worlds (no message has one, but for the public receipts)
//	S84 both seats              TestS84SelfChallenge
//	S85 set-up phase            Worlds (different numbers of edits); games/match: TestS85SecretEdits
//	S86 last set-up             TestSavedSetups
//	S87 seeds                   TestS74PrivateFromBirth
//	S88 commitments             games/match: TestS88Salted
//	S89 debug strings           games/stratego/board
//	S90 timing                  Worlds (numbers and order of calls)
//	S91 reveal                  TestS91RevealAfterResult
//	S92 statistics, lists       Worlds (/games)
//	S93 computer player         games/stratego: players import no state
//	S94 review, hints           there are none while a match runs
//	S95 store and backup        TestS95Operator
//
// S98: TestS98Cheats plants a leak in each of these channels, and Worlds has to notice it.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// script is the public part of a match. It is the same in both worlds.
type script struct {
	army  string
	moves []string // moves of both sides in turn, RED first
}

// pair is a script with two set-ups of BLUE. The match of the script is possible with either.
type pair struct {
	script
	red  string
	blue [2]string

	// whether RED asks all questions, once in the middle; otherwise a third person asks, every
	// sixteen plies and after the end
	once bool
}

// newPair plays a random game of at most the given number of plies. It looks for other ranks of
// BLUE's hidden pieces that fit all public events (S96). It reports false if there are none,
// because such a pair proves nothing.
func newPair(t *testing.T, army string, seed uint64, most int) (pair, bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 97))
	pos, err := stratego.New().Start(games.Setup{
		Seats: 2, Seed: seed,
		Options: games.Options{"army": army, "reveal": "never"},
	})
	if err != nil {
		t.Fatal(err)
	}
	begin := pos
	p := pair{script: script{army: army}}
	pos = must(t, must(t, pos, view.Red, "confirm"), view.Blue, "confirm")
	for seat := view.Red; len(p.moves) < most; seat = 1 - seat {
		if _, over := pos.Outcome(); over {
			break
		}
		moves := slices.Collect(pos.View(seat).Legal())
		move := moves[rng.IntN(len(moves))]
		p.moves = append(p.moves, move)
		pos = must(t, pos, seat, move)
	}
	p.red, p.blue[0] = pos.View(view.Red).Arranged(view.Red), pos.View(view.Blue).Arranged(view.Blue)
	for range 200 {
		p.blue[1] = p.otherWorld(t, pos, rng)
		if p.blue[1] != p.blue[0] && p.trueOf(begin, pos) {
			return p, true
		}
	}
	return p, false
}

func must(t *testing.T, pos *games.Position, seat games.Seat, move string) *games.Position {
	t.Helper()
	done, err := pos.Play(seat, move)
	if err != nil {
		t.Fatalf("%s: %v", move, err)
	}
	return done.Next
}

// otherWorld returns BLUE's set-up with the ranks of its hidden pieces shuffled. Ranks of moved
// pieces stay among moved pieces, because Bombs and Flags cannot move.
func (p pair) otherWorld(t *testing.T, end *games.Position, rng *rand.Rand) string {
	t.Helper()
	f, err := view.ParseFacts(end.Text())
	if err != nil {
		t.Fatal(err)
	}
	start, ok := f.Rewind()
	if !ok {
		t.Fatal("the moves can't be taken back")
	}
	var at []board.Square // where the hidden pieces stood at the beginning
	for from, m := range f.Men() {
		if m.Seat != view.Blue || m.Known {
			continue
		}
		for i := f.Log.Len() - 1; i >= 0; i-- {
			if ply := f.Log.At(i); ply.To == from && f.Mover(i) == view.Blue && !ply.Fight() {
				from = ply.From
			}
		}
		at = append(at, from)
	}
	rng.Shuffle(len(at), func(i, j int) {
		a, b := start.At(at[i]), start.At(at[j])
		start.Put(at[i], b)
		start.Put(at[j], a)
	})
	return start.SetupText(view.Blue)
}

// trueOf reports whether the script can be played with the second set-up, with the same public
// events and result.
func (p pair) trueOf(begin, end *games.Position) bool {
	pos := begin
	moves := append([]string{"set:" + p.red, "set:" + p.blue[1], "confirm", "confirm"}, p.moves...)
	seat := view.Red
	for _, move := range moves {
		done, err := pos.Play(seat, move)
		if err != nil {
			return false
		}
		pos, seat = done.Next, 1-seat
	}
	return pos.View(games.Spectator).Text() == end.View(games.Spectator).Text() &&
		pos.View(view.Red).Text() == end.View(view.Red).Text()
}

// witness holds everything that everybody except BLUE has seen of a match: the log, and all
// messages to the channel, to RED and to a third person, in the order of each place.
type witness struct {
	calls map[string][]string // requests by place
	said  []string            // answers to RED and the third person, in order
	log   []string
}

// cheat is a leak planted into the bot; the zero value is none.
type cheat struct {
	name   string
	change func(*leak, *bot.Config)
}

// leak knows the true position, which only the match service should know.
type leak struct {
	bot.Store
	sim  *discordsim.Sim
	hall discordsim.ChannelID

	after func(secret bool) // function called after each change; nil: none

	mu   sync.Mutex
	text string // text of the position
}

func (l *leak) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	head, err := l.Store.Append(ctx, r, events...)
	l.mu.Lock()
	l.text = r.Position
	l.mu.Unlock()
	if err == nil && l.after != nil {
		l.after(events[0].Secret())
	}
	return head, err
}

// flag returns the true square of BLUE's Flag.
func (l *leak) flag() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, err := view.ParseFacts(l.text)
	if err != nil {
		return -1
	}
	for s, m := range f.Men() {
		if m.Seat == view.Blue && m.Rank == board.Flag {
			return int(s)
		}
	}
	return -1
}

// live plays a pair's script in one of its worlds and returns what the others have seen.
func (p pair) live(t *testing.T, world int, c cheat) (w witness) {
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{JournalLimit: 1 << 20})
		var l *leak
		s.Change = func(cfg *bot.Config) {
			cfg.Games = []*games.Game{stratego.New()}
			cfg.Log = slog.New(slog.NewTextHandler(s.Logged, &slog.HandlerOptions{Level: slog.LevelInfo}))
			cfg.Draw = func(sc scene.Scene) ([]byte, error) { return json.Marshal(sc) }
			l = &leak{Store: cfg.Store, sim: s.Sim, hall: s.Hall}
			cfg.Store = l
			if c.change != nil {
				c.change(l, cfg)
			}
		}
		s.Start()
		defer s.End()
		w = p.tell(s, world)
	})
	return w
}

// tell runs the story of a pair. Everybody does the same in both worlds, except for BLUE's private
// acts.
func (p pair) tell(s *story.Story, world int) witness {
	w := witness{calls: map[string][]string{}}
	hidden := map[string]bool{} // ids and tokens of BLUE's own interactions
	note := func(m discordsim.Message) {
		w.said = append(w.said, m.Text(), fmt.Sprint(m.Labels(), m.AltTexts()))
		for _, f := range m.Attachments {
			w.said = append(w.said, string(f.Content))
		}
	}
	bobs := func(i *discordsim.Interaction, what string) discordsim.Message {
		hidden[string(i.ID())], hidden[i.Token()] = true, true
		return s.Answered(i, what)
	}
	bob := s.Sim.As(s.Bob).In(s.Hall)
	s.Slash(s.Ann, "/stratego challenge user:@Bob first:me reveal:never army:"+p.army)
	bobs(bob.Click(s.Board(), "Accept"), "accept")
	note(s.Slash(s.Ann, "/stratego setup rows:"+p.red))
	for n := range 3 { // BLUE changes its set-up three times in one world and once in the other (S85)
		if n > 2*world {
			s.Wait(story.AMoment)
			continue
		}
		bobs(bob.Slash("/stratego setup rows:"+reversed(p.blue[world])), "setup")
	}
	bobs(bob.Slash("/stratego setup rows:"+p.blue[world]), "setup")
	note(s.Slash(s.Eve, "/board"))
	for _, u := range []discordsim.UserID{s.Ann, s.Eve} {
		note(s.Slash(u, "/match report"))
		note(s.Slash(u, "/match export"))
	}
	bobs(bob.Slash("/stratego move move:confirm"), "confirm")
	note(s.Slash(s.Ann, "/stratego move move:confirm"))
	for n, move := range p.moves {
		if n == 2 { // in one world BLUE makes private notes, which nobody else may notice
			for _, text := range []string{
				"/match note text:the flag is far away", "/match try",
				"/match conditional if:" + move + " then:a1a10", "/match conditional",
			} {
				if world == 0 {
					s.Wait(story.AMoment)
					continue
				}
				bobs(bob.Slash(text), text)
			}
			if world == 1 {
				p.prepares(s, move)
			}
		}
		if n%2 == 0 {
			note(s.Slash(s.Ann, "/stratego move move:"+move))
		} else {
			bobs(bob.Slash("/stratego move move:"+move), move)
		}
		if n%16 == 3 && !p.once {
			p.ask(s, &w, note)
		}
	}
	p.ask(s, &w, note)
	if p.once {
		w.collect(s, hidden)
		return w
	}
	if s.Only().Status == match.Running {
		s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
	}
	p.ask(s, &w, note)
	w.collect(s, hidden)
	return w
}

// prepares makes BLUE prepare two answers: one that turns out to be illegal, to the next move, and
// one to a move that never comes.
func (p pair) prepares(s *story.Story, next string) {
	rec := s.Only()
	_, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Bob), func(u *match.User) {
		n := u.Notebook(rec.ID)
		for _, move := range []string{next, "j1j2"} {
			n.Lines = append(n.Lines,
				match.Line{
					From: rec.Made,
					Plies: []match.Ply{
						{Seat: 0, Move: move},
						{Seat: 1, Move: "a1a10"},
						{Seat: 0, Move: move},
						{Seat: 1, Move: "a1a10"},
					},
				})
		}
		u.SetNotebook(rec.ID, n)
	})
	if err != nil {
		s.Error(err)
	}
}

// ask makes RED and a third person ask every question.
func (p pair) ask(s *story.Story, w *witness, note func(discordsim.Message)) {
	for _, u := range []discordsim.UserID{s.Ann, s.Eve} {
		if p.once && u != s.Ann {
			break
		}
		for _, text := range []string{
			"/board", "/match history", "/match export", "/match report", "/games",
			"/stratego verify", "/match watch", "/match happened", "/match try", "/match conditional", "/match note",
			"/review", "/hint",
		} {
			note(s.Slash(u, text))
		}
		if m := s.Slash(u, "/match happened"); len(m.Buttons()) > 0 && m.Buttons()[0].Label == "Step through it" {
			for _, way := range []string{"Step through it", "Move back", "Move back"} {
				if i := slices.IndexFunc(m.Buttons(), func(c discordsim.Component) bool {
					return c.Label == way
				}); !m.Buttons()[i].Disabled {
					m = s.Click(u, m, way)
					note(m)
				}
			}
		}
		for _, typed := range []string{"", "a", "a7"} {
			i := s.Sim.As(u).In(s.Hall).Autocomplete("/stratego move move:"+typed, "move")
			s.Wait(0)
			w.said = append(w.said, fmt.Sprint(i.Choices()))
			i = s.Sim.As(u).In(s.Hall).Autocomplete("/match conditional if:"+typed, "if")
			s.Wait(0)
			w.said = append(w.said, fmt.Sprint(i.Choices()))
		}
		note(s.Slash(u, "/stratego move move:a10a9"))
		note(s.Sim.Last(s.Sim.DM(u), u))
	}
}

// reversed returns a set-up text with every row reversed.
func reversed(rows string) string {
	lines := strings.Split(rows, "/")
	for i, l := range lines {
		b := []byte(l)
		slices.Reverse(b)
		lines[i] = string(b)
	}
	return strings.Join(lines, "/")
}

// passing matches text that differs between any two runs: snowflakes, times, digests, durations,
// and ends of ids.
var (
	passing     = regexp.MustCompile(`\b1[0-9]{18}\b|<t:[0-9]+:.>|"?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"?|\b(?:[0-9a-f]{32}){1,2}\b|-[0-9]{8}"|"n-[0-9a-f]{22}…"|after=\S*|[0-9]+ (?:h|min|days?) left`)
	escapes     = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
	interaction = regexp.MustCompile(`^/(?:api/v[0-9]+/)?(?:interactions/([0-9]+)|webhooks/[0-9]+/([^/]+))`)
	// receipts matches the line of receipts, whose text behind the spoiler is public
	folded = regexp.MustCompile("^-# Both set-ups are sealed, so nobody can swap pieces in secret: " +
		"\\|\\|`[0-9a-f]{32}`\\|\\|$")
)

// tidy replaces text that the pattern passing matches.
func tidy(s string) string { return passing.ReplaceAllString(escapes.Replace(s), "#") }

// collect collects everything that was sent to others than BLUE.
func (w *witness) collect(s *story.Story, hidden map[string]bool) {
	for _, c := range s.Sim.Calls() {
		place := c.Path
		if m := interaction.FindStringSubmatch(c.Path); m != nil {
			if hidden[m[1]] || hidden[m[2]] {
				continue
			}
			place = "interactions"
		} else if strings.Contains(c.Path, string(s.Sim.DM(s.Bob))) ||
			strings.Contains(string(c.Body), `"recipient_id":"`+string(s.Bob)) {
			continue
		} else if strings.Contains(c.Path, string(s.Hall)) {
			place = "hall"
		} else if strings.Contains(c.Path, string(s.Sim.DM(s.Ann))) {
			place = "RED"
		}
		// reads are compared apart, because simultaneous reads and writes have no fixed order
		if place = tidy(place); c.Method == http.MethodGet {
			place += ", read"
		}
		w.calls[place] = append(w.calls[place], c.Method+" "+c.Route+" "+string(c.Body)+" "+fmt.Sprint(c.Files))
	}
	for _, ch := range []discordsim.ChannelID{s.Hall, s.Sim.DM(s.Ann)} {
		for _, m := range s.Sim.Messages(ch, s.Ann) {
			for _, a := range m.Attachments {
				w.calls["files"] = append(w.calls["files"], a.Filename+" "+string(a.Content))
			}
			if strings.Contains(folded.ReplaceAllString(m.Text(), ""), "||") {
				w.said = append(w.said, "a spoiler tag (S83)")
				s.Error("a spoiler tag hides something (S83):", m.Text())
			}
		}
	}
	w.log = strings.Split(tidy(s.Logged.String()), "\n")
	slices.Sort(w.log)
	slices.Sort(w.calls["files"]) // private and public files are sent at the same moment, in any order
}

// differences returns the differences between two worlds, without those that passing matches.
func differences(a, b witness) []string {
	var list []string
	compare := func(where string, x, y []string) {
		for i := range max(len(x), len(y)) {
			var l, r string
			if i < len(x) {
				l = x[i]
			}
			if i < len(y) {
				r = y[i]
			}
			if l != r && tidy(l) != tidy(r) {
				list = append(list,
					fmt.Sprintf("%s, no. %d of %d and %d:\n  %s", where, i, len(x), len(y), apart(tidy(l), tidy(r))))
				return
			}
		}
	}
	for place := range a.calls {
		compare("calls to "+place, a.calls[place], b.calls[place])
	}
	for place := range b.calls {
		if _, ok := a.calls[place]; !ok {
			compare("calls to "+place, nil, b.calls[place])
		}
	}
	compare("what was said", a.said, b.said)
	compare("the log", a.log, b.log)
	return list
}

// apart returns two texts from shortly before their first difference.
func apart(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-60)
	return fmt.Sprintf("%.200q\n  %.200q", a[min(from, len(a)):], b[min(from, len(b)):])
}

// worlds returns the number of whole games in TestS97Worlds and their length: a few short ones, or
// as PADDOCK_WORLDS says.
func worlds() (n, plies int) {
	n, err := strconv.Atoi(os.Getenv("PADDOCK_WORLDS"))
	switch {
	case err == nil:
		return n, 500
	case testing.Short():
		return 1, 80
	}
	return 2, 80
}

// S97: two matches with equal public events and different hidden pieces look the same to everybody
// except their owner.
func TestS97Worlds(t *testing.T) {
	t.Parallel()
	armies := []struct {
		name string
		most int // plies after which RED resigns
	}{{"barrage", 2000}, {"classic", 40}, {"duel", 2000}}
	wanted, plies := worlds()
	played, idle := 0, 0
	defer func() {
		t.Logf("%d games in two worlds each; %d more in which nothing could be shuffled", played, idle)
	}()
	for seed := uint64(1); played < wanted; seed++ {
		army := armies[played%len(armies)]
		p, ok := newPair(t, army.name, seed, army.most)
		if !ok {
			idle++
			continue
		}
		if len(p.moves) > plies {
			continue
		}
		played++
		for _, d := range differences(p.live(t, 0, cheat{}), p.live(t, 1, cheat{})) {
			t.Errorf("%s, seed %d, %d plies, BLUE %s or %s: %s", army.name, seed, len(p.moves), p.blue[0], p.blue[1], d)
		}
	}
}

// Each cheat leaks, in one way, where BLUE's Flag is, or that BLUE is active.
var cheats = []cheat{
	{"an info log of the position", func(l *leak, c *bot.Config) {
		l.after = func(bool) { c.Log.Info("a change was made", "flag", l.flag()) }
	}},
	{"a renderer that draws the Flag in the background colour", func(l *leak, c *bot.Config) {
		draw := c.Draw
		c.Draw = func(sc scene.Scene) ([]byte, error) {
			png, err := draw(sc)
			return append(png, byte(' '+l.flag())), err
		}
	}},
	{"a composer that puts one space more under the board", func(l *leak, c *bot.Config) {
		l.tamper(c, func(r *http.Request, body string) string {
			if l.flag()%2 == 0 && strings.Contains(r.URL.Path, string(l.hall)) {
				return strings.Replace(body, "### Stratego", "### Stratego ", 1)
			}
			return body
		})
	}},
	{"an alt text that names the Flag", func(l *leak, c *bot.Config) {
		l.tamper(c, func(_ *http.Request, body string) string {
			return strings.Replace(body, `"description":"`, fmt.Sprintf(`"description":"%d `, l.flag()), 1)
		})
	}},
	{"an autocomplete that answers others by the Flag", func(l *leak, c *bot.Config) {
		l.tamper(c, func(_ *http.Request, body string) string {
			return strings.Replace(body, `"choices":[]`, fmt.Sprintf(`"choices":[{"name":"%d","value":"x"}]`, l.flag()),
				1)
		})
	}},
	{"a component id that holds a square", func(l *leak, c *bot.Config) {
		l.tamper(c, func(_ *http.Request, body string) string {
			return strings.Replace(body, `:b:"`, fmt.Sprintf(`:b:%d"`, l.flag()), 1)
		})
	}},
	{"a file name by the Flag", func(l *leak, c *bot.Config) {
		l.tamper(c, func(_ *http.Request, body string) string {
			return strings.ReplaceAll(body, "board.png", fmt.Sprintf("board%d.png", l.flag()))
		})
	}},
	{"a message for every secret edit", func(l *leak, c *bot.Config) {
		l.after = func(secret bool) {
			if !secret {
				return
			}
			req, _ := http.NewRequest("POST", discordgo.EndpointChannelTyping(string(l.hall)), nil)
			req.Header.Set("Authorization", "Bot "+discordsim.DefaultToken)
			if resp, err := l.sim.Transport().RoundTrip(req); err == nil {
				resp.Body.Close()
			}
		}
	}},
}

// tamper changes the bodies of the bot's requests.
func (l *leak) tamper(c *bot.Config, change func(*http.Request, string) string) {
	attach := c.Attach
	c.Attach = func(s *discordgo.Session) {
		attach(s)
		s.Client.Transport = meddler{s.Client.Transport, change}
	}
}

// meddler is a transport that changes bodies.
type meddler struct {
	http.RoundTripper
	change func(*http.Request, string) string
}

func (m meddler) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		return m.RoundTripper.RoundTrip(r)
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	raw = []byte(m.change(r, string(raw)))
	r = r.Clone(r.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	return m.RoundTripper.RoundTrip(r)
}

// S98: each of these cheats must be caught, because a test that can't fail proves nothing.
func TestS98Cheats(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: it plays TestS97Worlds again with each cheat")
	}
	var p pair
	for seed := uint64(1); ; seed++ {
		var ok bool
		if p, ok = newPair(t, "barrage", seed, 4); ok && flagOf(p.blue[0]) != flagOf(p.blue[1]) &&
			(flagOf(p.blue[0])-flagOf(p.blue[1]))%2 != 0 {
			break
		}
	}
	p.once = true
	for _, c := range cheats {
		t.Run(c.name, func(t *testing.T) {
			if list := differences(p.live(t, 0, c), p.live(t, 1, c)); len(list) == 0 {
				t.Error("nobody has noticed")
			}
		})
	}
	if list := differences(p.live(t, 0, cheat{}), p.live(t, 1, cheat{})); len(list) > 0 {
		t.Errorf("without any cheat there are differences as well: %s", list)
	}
}

func flagOf(rows string) int { return strings.IndexByte(strings.ReplaceAll(rows, "/", ""), 'F') }

// S70: autocomplete answers by the caller's own view: with the caller's moves on their turn,
// otherwise with nothing, for opponents and strangers alike. S51: every choice contains only
// squares.
func TestS70Autocomplete(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage")
		ask := func(u discordsim.UserID, typed string) []discordsim.Choice {
			i := s.Sim.As(u).In(s.Hall).Autocomplete("/stratego move move:"+typed, "move")
			s.Wait(0)
			return i.Choices()
		}
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		for _, typed := range []string{"", "a", "b4"} {
			opponent, stranger := ask(s.Bob, typed), ask(s.Cid, typed)
			if len(opponent) != 0 || len(stranger) != 0 {
				t.Errorf("%q: the opponent gets %v, a stranger %v, want nothing", typed, opponent, stranger)
			}
		}
		mine := ask(s.Ann, "")
		if len(mine) == 0 {
			t.Error("RED is to move and is offered nothing")
		}
		for _, c := range mine {
			if v, _ := c.Value.(string); !regexp.MustCompile(`^[a-j0-9]{2,6}$`).MatchString(v) {
				t.Errorf("the value %q is more than squares", c.Value)
			}
		}
	}, story.WithStratego)
}

// S71, S72, S74, S75, S76, S87: set-ups are sent only to their owner, ids contain no rank, files
// have constant names, and the seed is sent to nobody.
func TestS74PrivateFromBirth(t *testing.T) {
	t.Parallel()
	id := regexp.MustCompile(`"custom_id":"([^"]*)"`)
	fine := regexp.MustCompile(`^1:[a-z0-9]*:[0-9a-z]+:[a-z]+:([a-z]+!?|(place|swap)(-(of)?[a-j]([0-9]|10))*|[0-9]+/|([0-9]+/)?([a-j]([0-9]|10)){1,2})?$|^[0-4]$`)
	story.Tell(t, func(s *story.Story) {
		rec := s.Armies("")
		m := s.NewestDM(s.Ann)
		s.Tap(s.Ann, m, "Shuffle")
		s.Private(s.Click(s.Ann, s.Board(), "Set up my army"), "only you can see this")
		swap := s.Tap(s.Ann, s.NewestDM(s.Ann), "Move or swap")
		for _, end := range []string{"", " …", ""} { // the Flag, a rank with several pieces, and one piece of that rank
			labels := swap.Labels()
			at := slices.IndexFunc(labels, func(l string) bool { return strings.HasSuffix(l, end) })
			swap = s.Tap(s.Ann, swap, labels[at])
		}
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Back")
		s.Tap(s.Ann, s.Tap(s.Ann, s.NewestDM(s.Ann), "Take all off"), "Take all off")
		placing := s.FromMenu(s.Ann, s.Sim.DM(s.Ann), s.Tap(s.Ann, s.NewestDM(s.Ann), "Place"), 1, "a1", "b1")
		s.FromMenu(s.Ann, s.Sim.DM(s.Ann), placing, 0, "b")
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Back")
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Shuffle")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		s.Private(s.Click(s.Ann, s.Board(), "Make a move"), "Ann (RED)")
		l := s.NewestDM(s.Ann)
		s.Choose(s.Ann, l, story.Ways(l)[0].Value)
		if public := s.Everything(s.Hall); strings.Contains(public, "only you can see this") ||
			strings.Contains(public, "rows") {
			t.Error("a set-up was sent to the channel")
		}
		all := s.Everything("")
		for _, found := range id.FindAllStringSubmatch(all, -1) {
			if !fine.MatchString(found[1]) {
				t.Errorf("the id %q says more than it should (S75)", found[1])
			}
		}
		for _, c := range s.Sim.Calls() {
			for _, f := range c.Files {
				if f != "board.png" {
					t.Errorf("a file is called %q (S72)", f)
				}
			}
		}
		seed := s.Only().Setup.Seed
		for _, text := range []string{
			strconv.FormatUint(seed, 10), strconv.FormatUint(seed, 16),
			strconv.FormatUint(seed, 36),
		} {
			if strings.Contains(all, text) || strings.Contains(s.Logged.String(), text) {
				t.Errorf("the seed %s is told (S87)", text)
			}
		}
		_ = rec
	}, story.WithStratego)
}

// S79, S71: only the player sees the refusal of a move and the answers about a set-up.
func TestS79RefusalsArePrivate(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage")
		s.Slash(s.Ann, "/stratego setup rows:F1..B9..../.S......../.2......8./9.........")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		posts, text := s.Posts(), s.Board().Text()
		s.Private(s.Slash(s.Ann, "/stratego move move:a4a5"), "Flag never moves")
		s.Private(s.Slash(s.Ann, "/stratego move move:b4c5"), "lake")
		s.Private(s.Slash(s.Ann, "/stratego move move:a7a6"), "a7")
		s.Private(s.Slash(s.Bob, "/stratego move move:a7a6"), "isn't your turn")
		if s.Posts() != posts || s.Board().Text() != text {
			t.Errorf("the channel has heard of refusals:\n%s", s.Board().Text())
		}
	}, story.WithStratego)
}

// S81: before the end an export is its reader's own view.
func TestS81Export(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Confirm(s.Ann)
		s.Exports(s.Ann, "seat=red", "board=")
		s.Confirm(s.Bob)
		s.Exports(s.Bob, "seat=blue", "red=? ")
		text := s.Exports(s.Cid, "seat=spectator", "red=? blue=? ")
		for _, secret := range []string{"stratego/1", "set:", "start "} {
			if strings.Contains(text, secret) {
				t.Errorf("the export says %q:\n%s", secret, text)
			}
		}
		s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign")
		s.Exports(s.Cid, "phase=over", "result=red:resign")
	}, story.WithStratego)
}

// S82, P107: a member who does not play sees what spectators see, and nothing of a match in direct
// messages.
func TestS82SpectatorInDM(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		rec := s.Armies("army:barrage")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		s.Slash(s.Cid, "/settings general style:monospace text")
		s.Sees(s.Answered(s.Sim.As(s.Cid).In(s.Sim.DM(s.Cid)).Slash("/board game:"+string(rec.ID)), "board"),
			"can't find that match")
		m := s.Slash(s.Cid, "/board")
		s.Sees(m, "r?", "b?")
		if found := regexp.MustCompile(`[rb][1-9SFB]`).FindString(m.Text()); found != "" {
			t.Errorf("a spectator sees %q:\n%s", found, m.Text())
		}
	}, story.WithStratego)
}

// S84: nobody can play both sides of a match.
func TestS84SelfChallenge(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/stratego challenge user:@Ann"), "can't challenge yourself")
		s.Slash(s.Ann, "/stratego challenge")
		s.Private(s.Click(s.Ann, s.Board(), "Accept"), "")
		if rec := s.Only(); rec.Status != match.Open {
			t.Errorf("the match is %s", rec.Status)
		}
	}, story.WithStratego)
}

// endless is a store that can't store the end of a match.
type endless struct {
	bot.Store
	broken *bool
}

func (e endless) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	if r.Status == match.Over && *e.broken {
		return 0, fmt.Errorf("no space left")
	}
	return e.Store.Append(ctx, r, events...)
}

// S91: nothing is revealed before the result is stored.
func TestS91RevealAfterResult(t *testing.T) {
	t.Parallel()
	broken := true
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		s.Waste = true
		s.Private(s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign"), "wasn't saved")
		if public := s.Everything(""); strings.Contains(public, "salt") {
			t.Error("salts were told although the end of the match was not stored")
		}
		broken = false
		s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign")
		told := s.Click(s.Eve, s.Board(), "Check the set-ups")
		if s.Private(told, "fits its receipt"); !strings.Contains(string(told.Attachments[0].Content), "xxd") {
			t.Errorf("the file of the receipts is %q", told.Attachments[0].Content)
		}
	}, func(c *bot.Config) {
		story.WithStratego(c)
		c.Store = endless{c.Store, &broken}
	})
}

// S95: the operator of the bot can read everything, and the help says so.
func TestS95Operator(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		help := s.Choose(s.Ann, s.Slash(s.Ann, "/help"), "settings")
		s.Private(help, "hoever runs me could read it")
	}, story.WithStratego)
}

// P60, S54: a match against the computer in the bot's direct messages shows the public board and
// the player's own together.
func TestStrategoInDM(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dm := s.Sim.DM(s.Ann)
		s.Answered(s.Sim.As(s.Ann).In(dm).Slash("/stratego start army:barrage level:random"), "start")
		s.Wait(5 * time.Second)
		var own discordsim.Message
		for _, m := range s.Sim.Messages(dm, s.Ann) {
			if !m.Ephemeral() && strings.Contains(m.Text(), "only you can see this") {
				own = m
			}
		}
		s.Answered(s.Sim.As(s.Ann).In(dm).Click(own, "Shuffle"), "shuffle")
		m := s.Answered(s.Sim.As(s.Ann).In(dm).Click(own, "Confirm"), "confirm")
		if strings.Contains(m.Text(), "once more") {
			s.Answered(s.Sim.As(s.Ann).In(dm).Click(own, "Confirm"), "confirm")
		}
		s.Wait(5 * time.Second)
		own = s.Sim.Message(own.ID, s.Ann)
		s.Sees(own, "Ann (RED)", "it's your turn")
		if len(story.Ways(own)) == 0 {
			t.Fatalf("no choice of moves in one's own board:\n%s", own.Text())
		}
		s.Answered(s.Sim.As(s.Ann).In(dm).Slash("/stratego move move:"+firstMove(t, s.InDM(dm))), "move")
		s.Wait(5 * time.Second)
		if rec := s.InDM(dm); s.Moves(rec.ID) < 2 {
			t.Errorf("%d moves, want the computer's answer as well", s.Moves(rec.ID))
		}
	}, story.WithStratego)
}

func firstMove(t *testing.T, rec match.Record) string {
	t.Helper()
	pos, err := stratego.New().Parse(rec.Position)
	if err != nil {
		t.Fatal(err)
	}
	for seat := range pos.Turn().Waiting.All() {
		for m := range pos.View(seat).Legal() {
			return m
		}
	}
	return ""
}

// The list at the head of this file names existing tests.
func TestSecretsListed(t *testing.T) {
	t.Parallel()
	var code strings.Builder
	// the search includes the stories of features
	for _, pattern := range []string{
		"*_test.go", "*/*_test.go", "../games/match/*_test.go",
		"../games/match/service/*_test.go",
	} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(text)
		}
	}
	head, err := os.ReadFile("secrets_test.go")
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(string(head), "import (")
	for n := 70; n <= 95; n++ {
		if !strings.Contains(list, fmt.Sprintf("//\tS%d ", n)) {
			t.Errorf("S%d is not in the list", n)
		}
	}
	for _, name := range regexp.MustCompile(`Test[A-Z][A-Za-z0-9]+`).FindAllString(list, -1) {
		if !strings.Contains(code.String(), "func "+name+"(") {
			t.Errorf("there is no %s", name)
		}
	}
}
