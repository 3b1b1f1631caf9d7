// Package gamestest is the conformance kit: it checks, by playing, what every game of Paddock
// promises. A game's test calls [Run] once, and [Playthrough] for its golden file. A game that
// passes can be stored, shown, completed, played by computer players and offered in a channel
// without code for that game.
package gamestest

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/games"
	_ "paddock/games/gamestest/ram" // random games allocate much memory
	"paddock/games/scene"
)

// Kit says how much of a game to play. The zero Kit suits most games.
type Kit struct {
	Games    int // random games for each setup; default 5
	MaxMoves int // a longer random game fails the test; default 10,000
	Nodes    int64
	Lit      bool // whether the game must highlight what a player can choose
}

// Run checks a game. It plays random games under every value of every option and checks each
// position from every seat.
func (k Kit) Run(t *testing.T, g *games.Game) {
	if k.Games == 0 {
		k.Games = 5
	}
	if k.MaxMoves == 0 {
		k.MaxMoves = 10_000
	}
	if k.Nodes == 0 {
		k.Nodes = 200
	}
	t.Run("info", func(t *testing.T) { checkInfo(t, g) })
	t.Run("examples", func(t *testing.T) { checkExamples(t, g) })
	t.Run("setups refused", func(t *testing.T) { checkBadSetups(t, g) })
	t.Run("fair setups", func(t *testing.T) { checkFair(t, g) })
	t.Run("nonsense texts", func(t *testing.T) { checkNonsenseTexts(t, g) })
	for _, setup := range Setups(g) {
		t.Run("random games/"+setupName(setup), func(t *testing.T) {
			for i := range k.Games {
				k.playRandom(t, g, setup, uint64(i)+1)
				if t.Failed() {
					return
				}
			}
		})
	}
	for _, p := range g.Players {
		t.Run("player/"+p.Name, func(t *testing.T) { k.checkPlayer(t, g, p.Name) })
	}
}

// Run checks a game with the zero Kit.
func Run(t *testing.T, g *games.Game) {
	t.Helper()
	Kit{}.Run(t, g)
}

// Setups returns setups that together use every number of seats, and of every option every choice,
// both bounds or the example.
func Setups(g *games.Game) []games.Setup {
	var setups []games.Setup
	for n := g.MinSeats; n <= g.MaxSeats; n++ {
		setups = append(setups, games.Setup{Seats: n, Seed: 7})
	}
	for _, o := range g.Options {
		for _, v := range o.Values() {
			if v != o.Default {
				setups = append(setups, games.Setup{Seats: g.MinSeats, Seed: 7, Options: games.Options{o.Name: v}})
			}
		}
	}
	return setups
}

func setupName(s games.Setup) string {
	name := itoa(s.Seats) + " seats"
	for o, v := range s.Options {
		name += " " + o + "=" + v
	}
	return name
}

var optionName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)

func checkInfo(t *testing.T, g *games.Game) {
	if !optionName.MatchString(string(g.ID)) {
		t.Errorf("ID %q is no command name", g.ID)
	}
	if g.Name == "" || g.Version < 1 {
		t.Errorf("Name %q, Version %d: both must be given", g.Name, g.Version)
	}
	if n := utf8.RuneCountInString(g.Summary); n == 0 || n > 100 {
		t.Errorf("Summary has %d characters, want 1 to 100", n)
	}
	if g.MinSeats < 1 || g.MaxSeats > games.MaxSeats || g.MinSeats > g.MaxSeats || len(g.SeatNames) < g.MaxSeats {
		t.Errorf("seats %d to %d with %d names", g.MinSeats, g.MaxSeats, len(g.SeatNames))
	}
	if n := utf8.RuneCountInString(g.RulesIn(strings.Clone, nil)); n == 0 || n > 1800 {
		t.Errorf("Rules has %d characters, want 1 to 1,800", n)
	}
	for _, o := range slices.Concat(g.Options, g.Personal) {
		if !optionName.MatchString(o.Name) || o.Help == "" || utf8.RuneCountInString(o.Help) > 100 ||
			len(o.Choices) > 25 {
			t.Errorf("option %+v can't be an option of a command", o)
		}
		if o.Read != nil {
			checkText(t, o)
		}
	}
	for _, level := range append([]string{g.DefaultLevel}, games.Levels...) {
		if _, ok := g.Player(level); !ok {
			t.Errorf("no computer player %q", level)
		}
	}
}

// checkText checks that an option's texts have one canonical form, which people see and which can
// be read again.
func checkText(t *testing.T, o games.Option) {
	first, err := o.Read(o.Example)
	if err != nil {
		t.Errorf("option %s: its example: %v", o.Name, err)
		return
	}
	if again, err := o.Read(first); again != first || err != nil {
		t.Errorf("option %s: Read(%q) = %q, %v, want the same again", o.Name, first, again, err)
	}
	for _, text := range append(Nonsense, strings.Repeat(o.Example, 1000)) {
		if got, err := o.Read(text); err == nil {
			t.Errorf("option %s: Read(%.80q) = %.80q, want a refusal", o.Name, text, got)
		} else {
			wantRefusal(t, err, "option %s: Read(%.80q)", o.Name, text)
		}
	}
}

func checkExamples(t *testing.T, g *games.Game) {
	if len(g.Examples) == 0 {
		t.Error("no Examples")
	}
	for _, e := range g.Examples {
		pos, err := g.Parse(e.Position)
		if err != nil {
			t.Errorf("example %q: %v", e.Position, err)
			continue
		}
		played, err := pos.Play(firstWaiting(pos), e.Move)
		if err != nil {
			t.Errorf("example %q, %s: %v", e.Position, e.Move, err)
		} else if got := played.Next.Text(); got != e.After {
			t.Errorf("example %q, %s = %q, want %q", e.Position, e.Move, got, e.After)
		}
	}
}

func checkBadSetups(t *testing.T, g *games.Game) {
	bad := []games.Setup{
		{Seats: g.MaxSeats + 1},
		{Seats: -1},
		{Options: games.Options{"no-such-option": "1"}},
	}
	for _, o := range g.Options {
		bad = append(bad, games.Setup{Options: games.Options{o.Name: "no such value"}})
		if len(o.Choices) == 0 && o.Read == nil {
			bad = append(bad, games.Setup{Options: games.Options{o.Name: itoa(o.Max + 1)}},
				games.Setup{Options: games.Options{o.Name: itoa(o.Min - 1)}})
		}
	}
	for _, setup := range bad {
		_, err := g.Start(setup)
		wantRefusal(t, err, "Start(%+v)", setup)
	}
}

// checkFair checks that the options of a fair start never replace a chosen one, and that they can
// be played.
func checkFair(t *testing.T, g *games.Game) {
	for _, setup := range Setups(g) {
		fair := g.Fairly(setup.Options)
		for name, value := range setup.Options {
			if fair[name] != value {
				t.Errorf("Fairly(%v) = %v", setup.Options, fair)
			}
		}
		if _, err := g.Complete(games.Setup{Seats: setup.Seats, Options: fair}); err != nil {
			t.Errorf("Fairly(%v) = %v: %v", setup.Options, fair, err)
		}
	}
}

// Nonsense lists texts that every game must refuse without failing.
var Nonsense = []string{
	"", " ", "-", "x", "0", "-1", "99999999999999999999", "a", "a1a1a1", "\x00", "\xff\xfe", "🦊", "../../etc", "%s%d%n",
	strings.Repeat("9", 5000),
	strings.Repeat("x", 5000), "c7xc5xe3xg9", "move", "null", "{}", "@everyone",
}

func checkNonsenseTexts(t *testing.T, g *games.Game) {
	start, err := g.Start(games.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	good := start.Text()
	bad := append(slices.Clone(Nonsense), good+" ", " "+good, good+good, strings.ToUpper(good), good[:len(good)/2],
		strings.Replace(good, "/1", "/99", 1))
	for _, text := range bad {
		if pos, err := g.Parse(text); err == nil {
			t.Errorf("Parse(%.80q) = %.80q, want a refusal", text, pos.Text())
		} else {
			wantRefusal(t, err, "Parse(%.80q)", text)
		}
	}
}

func (k Kit) playRandom(t *testing.T, g *games.Game, setup games.Setup, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 42))
	setup.Seed = seed
	pos, err := g.Start(setup)
	if err != nil && len(setup.Options) > 0 { // the value may require another option, such as a larger board
		wantRefusal(t, err, "Start(%+v)", setup)
		return
	}
	if err != nil {
		t.Fatalf("Start(%+v): %v", setup, err)
	}
	if again, _ := g.Start(setup); again.Text() != pos.Text() {
		t.Errorf("Start(%+v) twice = %q and %q", setup, pos.Text(), again.Text())
	}
	var before *games.Position
	var last games.Seat
	var moves []string
	for n := 0; ; n++ {
		if n > k.MaxMoves {
			t.Fatalf("no end after %d moves: %s", n, pos.Text())
		}
		o, over := pos.Outcome()
		if over != (pos.Turn().Waiting == 0) {
			t.Fatalf("over = %v, but waiting for %v: %s", over, pos.Turn().Waiting, pos.Text())
		}
		if got := pos.Seats(); got != setup.Seats {
			t.Fatalf("%d seats, want %d (a game for several numbers of players needs a Scorer): %s", got, setup.Seats,
				pos.Text())
		}
		// In short games every position is checked, in long ones a sample.
		if n < 30 || n%17 == 0 || over {
			k.checkPosition(t, g, pos, rng)
			for seat := games.Spectator; int(seat) < setup.Seats; seat++ {
				var beforeView *games.View
				if before != nil {
					beforeView = before.View(seat)
				}
				checkScene(t, pos.View(seat), beforeView, last, moves)
			}
		}
		if t.Failed() {
			t.Logf("position: %s", pos.Text())
			return
		}
		if over {
			checkOutcome(t, o, setup.Seats)
			return
		}
		seat := randomSeat(pos.Turn().Waiting, rng)
		move := randomMove(pos.View(seat), rng)
		played, err := pos.Play(seat, move)
		if err != nil {
			t.Fatalf("%s: legal move %s of seat %d: %v", pos.Text(), move, seat, err)
		}
		before, last, moves = pos, seat, played.Moves
		pos = played.Next
	}
}

func (k Kit) checkPosition(t *testing.T, g *games.Game, pos *games.Position, rng *rand.Rand) {
	text := pos.Text()
	if strings.ContainsAny(text, "\n\r\t") || strings.TrimSpace(text) != text {
		t.Errorf("text is not one clean line: %q", text)
	}
	read, err := g.Parse(text)
	if err != nil {
		t.Fatalf("Parse(own text %q): %v", text, err)
	}
	if got := read.Text(); got != text {
		t.Errorf("text round trip: got %q, want %q", got, text)
	}
	if got, want := pos.String(), pos.View(games.Spectator).Text(); got != want {
		t.Errorf("String = %q, want the spectator's %q", got, want)
	}
	waiting := pos.Turn().Waiting
	for seat := games.Spectator; int(seat) < g.MaxSeats; seat++ {
		v := pos.View(seat)
		if waiting.Has(seat) {
			k.checkWaiting(t, pos, read, v, rng)
			continue
		}
		if g.Hidden || seat == games.Spectator {
			if legal := slices.Collect(v.Legal()); len(legal) > 0 && g.Hidden {
				t.Errorf("seat %d is not waiting but has moves %q", seat, legal)
			}
		}
		if seat == games.Spectator {
			continue
		}
		_, err := pos.Play(seat, "a1")
		wantRefusal(t, err, "a move of seat %d, which is not to move", seat)
	}
}

func (k Kit) checkWaiting(t *testing.T, pos, read *games.Position, v *games.View, rng *rand.Rand) {
	legal := slices.Collect(v.Legal())
	if len(legal) == 0 {
		t.Fatalf("seat %d is waiting without a legal move", v.Seat)
	}
	if again := slices.Collect(v.Legal()); !slices.Equal(legal, again) {
		t.Errorf("Legal twice = %q and %q", legal, again)
	}
	seen := map[string]bool{}
	for _, m := range legal {
		if seen[m] {
			t.Errorf("move %s is listed twice", m)
		}
		seen[m] = true
	}
	move := legal[rng.IntN(len(legal))]
	for _, typed := range []string{move, strings.ToUpper(move), "  " + move + " "} {
		if err := v.Check(typed); err != nil {
			t.Errorf("Check(%q): %v", typed, err)
		}
	}
	a, errA := pos.Play(v.Seat, move)
	b, errB := read.Play(v.Seat, move)
	if errA != nil || errB != nil {
		t.Fatalf("Play(%s): from memory %v, from text %v", move, errA, errB)
	}
	if a.Next.Text() != b.Next.Text() {
		t.Errorf("after %s memory gives %q, text gives %q", move, a.Next.Text(), b.Next.Text())
	}
	if len(a.Moves) != 1 || a.Moves[0] != move {
		t.Errorf("Play(%s) played %q", move, a.Moves)
	}
	for _, typed := range slices.Concat(Nonsense, slips(move)) {
		if v.Check(typed) == nil {
			continue // a nonsense text such as "0" or "a" can be a legal move
		}
		_, err := pos.Play(v.Seat, typed)
		wantRefusal(t, err, "Play(%.40q)", typed)
		v.Complete(typed)
	}
	checkCompletions(t, v, rng)
	checkMoves(t, v, legal)
	k.checkChoosing(t, v, rng)
	checkBottom(t, pos)
	for _, b := range v.Buttons() {
		if n := utf8.RuneCountInString(b.Label.String()); n == 0 || n > 80 {
			t.Errorf("button %q has a label of %d characters", b.Move, n)
		}
		if err := v.Check(b.Move); (err == nil) != b.Enabled {
			t.Errorf("button %q enabled = %v, but its move: %v", b.Move, b.Enabled, err)
		}
	}
	if v.Game.Hidden {
		if got := v.Guess(rng.Uint64()).View(v.Seat).Text(); got != v.Text() {
			t.Errorf("a guessed position looks like %q to seat %d, want %q", got, v.Seat, v.Text())
		}
	}
}

// checkCompletions builds a move by choosing completions until one is whole.
func checkCompletions(t *testing.T, v *games.View, rng *rand.Rand) {
	text := ""
	for range 100 {
		list := v.Complete(text)
		if len(list) == 0 {
			t.Errorf("Complete(%q) leads nowhere", text)
			return
		}
		for _, c := range list {
			if n := utf8.RuneCountInString(c.Label.String()); n == 0 || n > 100 {
				t.Errorf("Complete(%q): label %q has %d characters", text, c.Label, n)
			}
			if err := v.Check(c.Text); c.Whole && err != nil {
				t.Errorf("Complete(%q) says %q is whole: %v", text, c.Text, err)
			}
		}
		c := list[rng.IntN(len(list))]
		if c.Whole {
			return
		}
		if c.Text == text {
			t.Errorf("Complete(%q) offers the same text again", text)
			return
		}
		text = c.Text
	}
	t.Errorf("no whole move after 100 completions: %q", text)
}

// checkMoves requires a menu of all legal moves, in order, if they fit, and none otherwise.
func checkMoves(t *testing.T, v *games.View, legal []string) {
	list, ok := v.Moves(len(legal))
	if !ok || len(list) != len(legal) {
		t.Errorf("Moves(%d) lists %d of %d legal moves: %t", len(legal), len(list), len(legal), ok)
	}
	for i, c := range list {
		if n := utf8.RuneCountInString(c.Label.String()); c.Text != legal[i] || !c.Whole || n > 100 {
			t.Errorf("Moves: %q, whole %t, with a label of %d characters; want %q, whole", c.Text, c.Whole, n, legal[i])
		}
	}
	if some, ok := v.Moves(len(legal) - 1); ok || some != nil {
		t.Errorf("Moves(%d) lists %d of %d legal moves", len(legal)-1, len(some), len(legal))
	}
}

// checkBottom requires that in games for two each viewer is at the bottom of the board.
func checkBottom(t *testing.T, pos *games.Position) {
	if pos.Game.MaxSeats != 2 {
		return
	}
	for seat := range games.Seat(2) {
		for whose, v := range map[string]*games.View{
			"their own board":   pos.View(seat),
			"a board in public": pos.View(games.Spectator).Facing(seat),
		} {
			if got, want := v.Draw(nil, nil, 0, nil).Turned, seat == 1; got != want {
				t.Errorf("seat %d on %s: turned %t, want %t", seat, whose, got, want)
			}
		}
	}
}

// checkChoosing requires no highlights for readers who do not choose. In a game with highlights it
// requires them at every step of a choice. Pieces to choose among and targets must not be
// highlighted together, because nobody could see which piece goes where.
func (k Kit) checkChoosing(t *testing.T, v *games.View, rng *rand.Rand) {
	names := []string{"Ann", "Bob", "Cleo", "Dag"}[:v.Game.MaxSeats]
	lit := func(shown *games.View, marks scene.Marks) (n int) {
		for _, c := range shown.Draw(names, nil, 0, nil).Cells {
			if c.Marks&marks != 0 {
				n++
			}
		}
		return n
	}
	if n := lit(v, scene.Target|scene.Chosen); n > 0 {
		t.Errorf("%d cells are lit although nobody chooses", n)
	}
	if _, arranging := v.Arrangement(); arranging || !k.Lit {
		return
	}
	for half := ""; ; {
		if lit(v.Choosing(half), scene.Movable|scene.Target|scene.Chosen) == 0 {
			t.Errorf("nothing is lit for who chooses after %q", half)
		}
		if shown := v.Choosing(half); lit(shown, scene.Movable) > 0 && lit(shown, scene.Target) > 0 {
			t.Errorf("after %q both pieces and targets are lit", half)
		}
		list := v.Complete(half)
		c := list[rng.IntN(len(list))]
		if c.Whole || c.Text == half {
			return
		}
		half = c.Text
	}
}

func checkScene(t *testing.T, v, before *games.View, by games.Seat, moves []string) {
	sc := v.Draw([]string{"Ann", "Bob", "Cleo", "Dag"}[:v.Game.MaxSeats], before, by, moves)
	if n := utf8.RuneCountInString(sc.Words); n == 0 || n > 1024 {
		t.Errorf("words have %d characters, want 1 to 1,024: %s", n, sc.Words)
	}
	for _, text := range append([]string{sc.Caption, sc.Words}, sc.Below...) {
		if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) || strings.HasPrefix(text, ".") {
			t.Errorf("%q is not a text", text)
		}
	}
	if len(sc.Cells) == 0 || len(sc.Sides) == 0 || sc.Caption == "" && len(moves) > 0 {
		t.Errorf("scene with %d cells, %d sides, caption %q", len(sc.Cells), len(sc.Sides), sc.Caption)
	}
	at, told := map[[2]int]bool{}, map[string]bool{}
	for _, c := range sc.Cells {
		if n := utf8.RuneCountInString(c.Words); n == 0 || n > 100 || told[c.Words] {
			t.Errorf("cell %q is in words %q, want up to 100 characters of its own", c.Name, c.Words)
		}
		told[c.Words] = true
		if c.Col < 0 || c.Col >= sc.Cols || c.Row < 0 || c.Row >= sc.Rows || at[[2]int{c.Col, c.Row}] {
			t.Errorf("cell %q at column %d, row %d is off the %d×%d grid or not alone there", c.Name, c.Col, c.Row,
				sc.Cols, sc.Rows)
		}
		at[[2]int{c.Col, c.Row}] = true
		if sc.TextWidth > 0 && utf8.RuneCountInString(c.Text) > sc.TextWidth {
			t.Errorf("cell %q: text %q is wider than %d", c.Name, c.Text, sc.TextWidth)
		}
	}
	for _, l := range sc.Lines {
		if l.A < 0 || l.B < 0 || l.A >= len(sc.Cells) || l.B >= len(sc.Cells) {
			t.Errorf("line %+v joins no two cells", l)
		}
	}
}

func checkOutcome(t *testing.T, o games.Outcome, seats int) {
	if o.Winners() == 0 || o.Reason == "" || o.Say.String() == "" {
		t.Errorf("outcome %+v: wants winners, a reason and a sentence", o)
	}
	for s, p := range o.Place {
		if (s < seats) != (p > 0) || int(p) > seats {
			t.Errorf("seat %d of %d has place %d", s, seats, p)
		}
	}
}

func (k Kit) checkPlayer(t *testing.T, g *games.Game, name string) {
	pos, err := g.Start(games.Setup{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 12 {
		if _, over := pos.Outcome(); over {
			return
		}
		seat := firstWaiting(pos)
		b := games.Budget{Nodes: k.Nodes, Seed: uint64(n)}
		move, err := pos.View(seat).Choose(context.Background(), name, b)
		if err != nil {
			t.Fatalf("%s: %v", pos.Text(), err)
		}
		if again, _ := pos.View(seat).Choose(context.Background(), name, b); again != move {
			t.Errorf("%s: chose %s, then %s, with the same seed and budget", pos.Text(), move, again)
		}
		played, err := pos.Play(seat, move)
		if err != nil {
			t.Fatalf("%s: %v", pos.Text(), err)
		}
		pos = played.Next
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, over := pos.Outcome(); !over {
		if _, err := pos.View(firstWaiting(pos)).Choose(ended, name, games.Budget{}); err != nil {
			t.Errorf("with a context that has ended: %v, want a legal move", err)
		}
	}
}

// slips returns a move with one wrong character, or with its halves swapped.
func slips(move string) (list []string) {
	for i := range len(move) {
		for _, by := range []int{-1, 1, 3} {
			wrong := []byte(move)
			wrong[i] += byte(by)
			list = append(list, string(wrong))
		}
	}
	return append(list, move[len(move)/2:]+move[:len(move)/2])
}

// wantRefusal requires a Refusal whose sentence survives storing.
func wantRefusal(t *testing.T, err error, format string, args ...any) {
	t.Helper()
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.Errorf(format+": error %v, want a *games.Refusal", append(args, err)...)
		return
	}
	if say := r.Error(); len(strings.Fields(say)) < 3 || !strings.ContainsAny(say[len(say)-1:], ".?!") ||
		strings.Contains(say, "%!") {
		t.Errorf(format+": %q is no sentence", append(args, say)...)
	}
	var stored games.Sentence
	if raw, err := json.Marshal(r.Say); err != nil {
		t.Errorf(format+": %v", append(args, err)...)
	} else if err := json.Unmarshal(raw, &stored); err != nil || stored.String() != r.Error() {
		t.Errorf(format+": %q reads %q when it has been stored, error %v", append(args, r.Error(), stored, err)...)
	}
}
