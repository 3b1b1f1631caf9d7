package stratego

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/view"
)

// The constant holds a sample position with both armies after eight plies (docs/rules/stratego.md,
// Notation and texts).
const sample = "stratego/1 rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=red board=b8b7bBbFbBb8b5bBb8bB/b8b6b9bBb8b4b7bBb6b9/b7b9b5b2bSb7b9b3b5b4/b9b6b3b9..b4b1../r9'!.~~..~~b9'b6'/..~~.b9'~~../.r6r3r9.r9r4r1r9r6/r7r9r5r2rSr7r9r3r5r4/r8r6r9rBr8r4r7rBr6r9/r8r7rBrFrBr8r5rBr8rB red=9639594196/7952S79354/869B847B69/87BFB85B8B blue=6914959369/45397S2597/96B748B968/B8B58BFB78 moves=e4e5,j7j6,e5e6,f7f6,e6e7:55,f6f5,a4a6,i7i6 result=-"

// made returns a position with pieces by square, for instance "r3e5 b1f6".
func made(t *testing.T, rules, turn, men string) *games.Position {
	t.Helper()
	var at [100]string
	for _, m := range strings.Fields(men) {
		file, row := int(m[2]-'a'), 0
		if _, err := fmt.Sscanf(strings.Trim(m[3:], "'!"), "%d", &row); err != nil {
			t.Fatal(err)
		}
		at[(row-1)*10+file] = m[:2] + m[3+len(strings.Trim(m[3:], "'!")):]
	}
	var rows []string
	for row := 9; row >= 0; row-- {
		line := ""
		for file := range 10 {
			switch s := at[row*10+file]; {
			case s != "":
				line += s
			case strings.Contains("42 43 46 47 52 53 56 57", fmt.Sprintf("%d%d", row, file)):
				line += "~"
			default:
				line += "."
			}
		}
		rows = append(rows, line)
	}
	text := fmt.Sprintf("stratego/1 rules=%s army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=%s board=%s red=- blue=- moves=- result=-",
		rules, turn, strings.Join(rows, "/"))
	pos, err := New().Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return pos
}

// play plays moves in turn and fails at the first refusal.
func play(t *testing.T, pos *games.Position, moves string) *games.Position {
	t.Helper()
	for _, m := range strings.Fields(moves) {
		pos, _ = step(t, pos, m)
	}
	return pos
}

func step(t *testing.T, pos *games.Position, move string) (*games.Position, []games.Event) {
	t.Helper()
	done, err := pos.Play(seatToMove(pos), move)
	if err != nil {
		t.Fatalf("%s: %v", move, err)
	}
	return done.Next, done.Events
}

func seatToMove(pos *games.Position) games.Seat {
	for s := range pos.Turn().Waiting.All() {
		return s
	}
	return games.Spectator
}

// refused checks that a move is refused with a sentence that contains some words.
func refused(t *testing.T, pos *games.Position, move string, words ...string) {
	t.Helper()
	_, err := pos.Play(seatToMove(pos), move)
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.Errorf("%s: %v, want a refusal", move, err)
		return
	}
	for _, w := range words {
		if !strings.Contains(r.Error(), w) {
			t.Errorf("%s: refused with %q, which lacks %q", move, r, w)
		}
	}
}

func legal(pos *games.Position, from string) string {
	var list []string
	for m := range pos.View(seatToMove(pos)).Legal() {
		if strings.HasPrefix(m, from) {
			list = append(list, m)
		}
	}
	return strings.Join(list, " ")
}

func TestS19S20Steps(t *testing.T) {
	pos := made(t, "isf", "red", "r9a4 r8b5 r3f1 rBa1 rFj1 r2c4 b7a9 bFj10 b8j7")
	for from, want := range map[string]string{
		// a Scout can run as far as an enemy, or up to an own piece or the edge
		"a4": "a4a2 a4a3 a4b4 a4a5 a4a6 a4a7 a4a8 a4a9",
		"b5": "b5b4 b5a5 b5b6", // a lake is at the right of the piece
		"c4": "c4c3 c4b4 c4d4", // a lake is in front of the piece
		"a1": "",
		"j1": "",
	} {
		if got := legal(pos, from); got != want {
			t.Errorf("from %s: %q, want %q", from, got, want)
		}
	}
	refused(t, pos, "a1a2", "Bomb never moves")
	refused(t, pos, "j1j2", "Flag never moves")
	refused(t, pos, "c4c5", "lake", "c3, b4 or d4")
	refused(t, pos, "c4d5", "lake")
	refused(t, pos, "f1g2", "diagonally", "e1, g1 or f2")
	refused(t, pos, "f1f3", "one square")
	refused(t, pos, "a4a10", "in the way")
	refused(t, pos, "a4a4", "can't pass")
	refused(t, pos, "a9a8", "isn't yours")
	refused(t, pos, "e5e6", "no piece")
	refused(t, pos, "c6c7", "is a lake")
	refused(t, pos, "claim", "200")
}

func TestS22S23Fights(t *testing.T) {
	men := "rFa1 bFj10 b8j7 rBb1 r5g1 "
	for _, tt := range []struct{ men, move, want, say string }{
		{"r3e4 b5e5", "e4e5", ".....r3'!", "RED's Colonel (3) e4 attacks BLUE's Captain (5) e5: Colonel wins."},
		{"r5e4 b3e5", "e4e5", ".....b3!", "RED's Captain (5) e4 attacks BLUE's Colonel (3) e5: Captain loses."},
		{"r5e4 b5e5", "e4e5", "", "RED's Captain (5) e4 attacks BLUE's Captain (5) e5: both leave."},
		{"r5e4 bBe5", "e4e5", ".....bB!", "RED's Captain (5) e4 attacks BLUE's Bomb e5: Captain loses."},
		{"r8e4 bBe5", "e4e5", ".....r8'!", "RED's Miner (8) e4 attacks BLUE's Bomb e5: Miner wins."},
		{"rSe4 b1e5'", "e4e5", ".....rS'!", "RED's Spy e4 attacks BLUE's Marshal (1) e5: Spy wins."},
		{"r1e4 bSe5'", "e4e5", ".....r1'!", "RED's Marshal (1) e4 attacks BLUE's Spy e5: Marshal wins."},
	} {
		next, events := step(t, made(t, "isf", "red", men+tt.men), tt.move)
		if len(events) != 1 || events[0].Say.String() != tt.say {
			t.Errorf("%s: events %v, want %q", tt.men, events, tt.say)
		}
		if at := strings.TrimPrefix(tt.want, "....."); !strings.Contains(next.Text(), "..~~"+at) && at != "" ||
			strings.Contains(next.Text(), "e4:") {
			t.Errorf("%s: %s, want %s on e5", tt.men, next.Text(), at)
		}
	}
}

// A Scout that makes one step is not revealed; a Scout that runs is revealed (S23).
func TestS23RunningScout(t *testing.T) {
	pos := made(t, "isf", "red", "rFa1 r9b2 r9d2 bFj10 b8j7")
	if got := play(t, pos, "b2b3").View(1).Text(); !strings.Contains(got, "/.r?'........") {
		t.Errorf("after one step BLUE sees %s", got)
	}
	if got := play(t, pos, "b2b4").View(1).Text(); !strings.Contains(got, "/.r9'!........") {
		t.Errorf("after two steps BLUE sees %s", got)
	}
}

func TestS28TwoSquare(t *testing.T) {
	men := "r5a4 r7g2 rFa1 b5j7 b7g9 bFj10 "
	pos := play(t, made(t, "isf", "red", men), "a4a5 j7j6 a5a4 j6j7 a4a5 j7j6")
	refused(t, pos, "a5a4", "two-square rule", "b5 or a6")
	if got := legal(pos, "a5"); got != "a5b5 a5a6" {
		t.Errorf("a5 can go %q", got)
	}
	// a ply of another piece, which interrupts the repetition
	play(t, pos, "g2g3 j6i6 a5a4")
	// this match has no rules against repetition (S26)
	play(t, made(t, "casual", "red", men), "a4a5 j7j6 a5a4 j6j7 a4a5 j7j6 a5a4")
	// the example that the rules give
	run := play(t, made(t, "isf", "red", "r9d7 r7a2 rFa1 b7j10 bFa10"), "d7h7 j10j9 h7b7 j9j8 b7j7 j8i8")
	refused(t, run, "j7g7", "two-square rule")
	if got, want := legal(run, "j7"), "j7j1 j7j2 j7j3 j7j4 j7j5 j7j6 j7h7 j7i7 j7j8 j7j9 j7j10"; got != want {
		t.Errorf("the Scout can go %q, want %q", got, want)
	}
}

// The test plays the example of rule S29.
func TestS29Chase(t *testing.T) {
	men := "r3e5 b1f6 rFa1 bFj10"
	moves := "e5e6 f6f5 e6f6 f5e5 f6f5 e5e6 f5e5 e6f6"
	pos := play(t, made(t, "isf", "red", men), moves)
	if got, want := legal(pos, "e5"), "e5e4 e5f5"; got != want {
		t.Errorf("e5 can go %q, want %q", got, want)
	}
	refused(t, pos, "e5e6", "chase rule", "e4 or f5")
	casual := play(t, made(t, "casual", "red", men), moves)
	if got, want := legal(casual, "e5"), "e5e4 e5f5 e5e6"; got != want {
		t.Errorf("casual: e5 can go %q, want %q", got, want)
	}
	// A refused move leaves no trace: the text is the same, and after reading it the same move is
	// refused.
	again, err := New().Parse(pos.Text())
	if err != nil {
		t.Fatal(err)
	}
	refused(t, again, "e5e6", "chase rule")
}

func TestS31S32S36Ends(t *testing.T) {
	for _, tt := range []struct {
		rule, men, move, result string
	}{
		{"S31: the Flag", "r3e4 rFa1 bFe5 b5j7", "e4e5", "red:flag"},
		{"S31 before S32: by the last movable piece", "r3e4 rFa1 bFe5 b5j7", "e4e5", "red:flag"},
		{"S32: no piece left", "r3e4 rFa1 b5e5 bFj10 bBj9", "e4e5", "red:immobile"},
		{"S32: all blocked", "r3d4 rBb8 rFa1 b5a8 bFa7 bBa9 r5b1", "d4d3", ""},
		{"S32: neither has a step", "r5e4 rFa1 b5e5 bFj10", "e4e5", "draw:immobile"},
		{"S32: the mover can't move again, the other can", "r5e4 rFa1 b5e5 bFj10 b8j2", "e4e5", ""},
		{"S32: after a tie the other can't", "r5e4 r8j2 rFa1 b5e5 bFj10", "e4e5", "red:immobile"},
	} {
		pos := play(t, made(t, "isf", "red", tt.men), tt.move)
		got := pos.Text()[strings.Index(pos.Text(), "result=")+7:]
		if tt.result == "" {
			tt.result = "-"
		}
		if got != tt.result {
			t.Errorf("%s: result %s, want %s", tt.rule, got, tt.result)
		}
		if o, over := pos.Outcome(); over != (tt.result != "-") || over && o.Say.String() == "" {
			t.Errorf("%s: outcome %v, %v", tt.rule, o, over)
		}
	}
	blocked := made(t, "isf", "red", "r3d4 rFa1 bFb10 b5a10 bBa9 r7b1")
	if _, over := play(t, blocked, "d4d3").Outcome(); !over {
		t.Error("BLUE, blocked by its own Bomb and Flag, can go on")
	}
}

// S33, S34: after 200 quiet plies a draw can be claimed; 400 are a draw.
func TestS33S34Quiet(t *testing.T) {
	pos := made(t, "casual", "red", "r5a4 rFa1 b5j7 bFj10")
	cycle := strings.Fields("a4a5 j7j6 a5a4 j6j7")
	for i := range view.QuietLimit {
		claim := strings.HasSuffix(legal(pos, ""), " claim")
		if claim != (i >= view.ClaimAfter) {
			t.Fatalf("after %d quiet plies claim is legal: %v", i, claim)
		}
		if i == view.ClaimAfter {
			o, _ := play(t, pos, "claim").Outcome()
			if o.Reason != view.ByClaim || o.Winners().Len() != 2 {
				t.Errorf("claim: %+v", o)
			}
		}
		pos = play(t, pos, cycle[i%4])
	}
	if o, over := pos.Outcome(); !over || o.Reason != view.ByQuiet {
		t.Errorf("after 400 quiet plies: %+v, %v", o, over)
	}
}

func start(t *testing.T, options games.Options) *games.Position {
	t.Helper()
	pos, err := New().Start(games.Setup{Seed: 5, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func as(t *testing.T, pos *games.Position, seat games.Seat, moves ...string) *games.Position {
	t.Helper()
	for _, m := range moves {
		done, err := pos.Play(seat, m)
		if err != nil {
			t.Fatalf("seat %d, %s: %v", seat, m, err)
		}
		pos = done.Next
	}
	return pos
}

const defaultSet = "9639594196/7952S79354/869B847B69/87BFB85B8B"

// S11, S14: edits of both seats commute, and a refused edit changes nothing.
func TestS11S14Setup(t *testing.T) {
	pos := start(t, nil)
	one := as(t, as(t, pos, red, "set:"+defaultSet), blue, "swap:a10b7", "confirm")
	two := as(t, as(t, pos, blue, "swap:a10b7", "confirm"), red, "set:"+defaultSet)
	if one.Text() != two.Text() {
		t.Errorf("edits do not commute:\n%s\n%s", one.Text(), two.Text())
	}
	if w := one.Turn().Waiting; w != games.SeatSet(red) || one.Turn().Phase != view.Setup {
		t.Errorf("waiting for %v in %s", w, one.Turn().Phase)
	}
	done := as(t, one, red, "remove:a1", "place:miner a1", "confirm")
	if !strings.Contains(done.Text(), " phase=play turn=red ") ||
		!strings.Contains(done.Text(), " red="+defaultSet+" ") {
		t.Errorf("both confirmed: %s", done.Text())
	}
	if n := len(done.Text()); n >= 500 {
		t.Errorf("the text has %d bytes at the start of play", n)
	}
	empty := as(t, pos, red, "clear")
	for move, words := range map[string]string{
		"confirm":     "1 × Marshal (1)",
		"place:9a5":   "isn't in your own",
		"place:9a10":  "isn't in your own",
		"remove:a4":   "no piece on a4",
		"swap:a1b1":   "no piece on a1",
		"set:9/9/9/9": "row 1 has 1 square",
		"set:1111111111/........../........../..........": "9 Marshals too many",
		"place:qa1": "rank and a square",
		"a4a5":      "Set up your army first",
	} {
		_, err := empty.Play(red, move)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", move, err, words)
		}
	}
	if _, err := as(t, empty, red, "place:1a1").Play(red, "place:1b1"); err == nil ||
		!strings.Contains(err.Error(), "no Marshal (1) left") {
		t.Errorf("a second Marshal: %v", err)
	}
	if _, err := as(t, pos, red, "confirm").Play(red, "swap:a1b1"); err == nil {
		t.Error("a confirmed set-up was changed")
	}
	// The army may have no movable piece: then confirming would lose at once (S15, S32).
	few, err := New().Parse("stratego/1 rules=isf army=1,1,0,0,0,0,0,0,0,0,0,6 reveal=after phase=setup turn=both board=" +
		"........../........../........../........../..~~..~~../..~~..~~../........../........../bB........./r1bB........ red=- blue=- moves=- result=-")
	if err == nil {
		t.Errorf("BLUE's Bombs on RED's rows: %s", few)
	}
	few, err = New().Parse("stratego/1 rules=isf army=1,1,0,0,0,0,0,0,0,0,0,6 reveal=after phase=setup turn=both board=" +
		"........../........../........../........../..~~..~~../..~~..~~../........../........../rBrBrBrBrB...../r1rBrF....... red=- blue=- moves=- result=-")
	if err != nil {
		t.Fatal(err)
	}
	refused(t, few, "confirm", "none of your pieces could move")
}

// S12, S13: a set-up works for either colour, and reading tolerates variants.
func TestS12S13Rows(t *testing.T) {
	pos := as(t, start(t, nil), blue, "set:9639594196/7952s 79354\n869b847b69/87bfb85b8b")
	if got := pos.Text(); !strings.Contains(got, "board=bBb8bBb5b8bBbFbBb7b8/") {
		t.Errorf("BLUE's back row from a10: %.160s", got)
	}
	_, err := pos.Play(red, "set:9639594196/7952S7935/869B847B69/87BFB85B88")
	if want := "This set-up doesn't fit: 1 Miner too many, 1 Major missing, 1 Bomb missing; row 2 has 9 squares."; err == nil || err.Error() != want {
		t.Errorf("refused with %v, want %s", err, want)
	}
}

func TestS35S50Rulings(t *testing.T) {
	rule := func(pos *games.Position, kind games.RulingKind, seat games.Seat) *games.Position {
		done, err := pos.Rule(games.Ruling{Kind: kind, Seat: seat})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		return done.Next
	}
	pos, _ := New().Parse(sample)
	for _, tt := range []struct {
		kind games.RulingKind
		want string
	}{{games.Resign, "blue:resign"}, {games.Time, "blue:time"}, {games.Agree, "draw:agreed"}} {
		after := rule(pos, tt.kind, red)
		if !strings.HasSuffix(after.Text(), " result="+tt.want) {
			t.Errorf("%s: %s, want %s", tt.kind, after.Text(), tt.want)
		}
		if _, err := New().Parse(after.Text()); err != nil {
			t.Error(err)
		}
	}
	if _, err := pos.Rule(games.Ruling{Kind: games.Skip, Seat: red}); !errors.Is(err, games.ErrNoRuling) {
		t.Errorf("a skip in play: %v", err)
	}
	setup := as(t, start(t, nil), red, "set:"+defaultSet)
	if got := rule(setup, games.Time, red); !strings.Contains(got.Text(), " red="+defaultSet+" ") {
		t.Errorf("a complete draft is confirmed: %s", got.Text())
	}
	cleared := rule(as(t, start(t, nil), red, "clear"), games.Time, red)
	if strings.Contains(cleared.Text(), " red=- ") || strings.Contains(cleared.Text(), "red=.") {
		t.Errorf("a random set-up is confirmed: %s", cleared.Text())
	}
	others := map[string]bool{}
	for seed := range uint64(5) {
		done, err := as(t, start(t, nil), red, "clear").Rule(games.Ruling{Kind: games.Time, Seat: red, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		others[done.Next.Text()] = true
	}
	if len(others) != 5 {
		t.Errorf("%d random set-ups from five seeds", len(others))
	}
	if both := rule(cleared, games.Skip, blue); both.Turn().Phase != games.Play {
		t.Errorf("both ruled: %s", both.Text())
	}
}

func TestS37S42Reveal(t *testing.T) {
	pos, _ := New().Parse(sample)
	never, err := New().Parse(strings.Replace(sample, "reveal=after", "reveal=never", 1))
	if err != nil {
		t.Fatal(err)
	}
	resigned, _ := pos.Rule(games.Ruling{Kind: games.Resign, Seat: red})
	kept, _ := never.Rule(games.Ruling{Kind: games.Resign, Seat: red})
	if got := resigned.Next.View(games.Spectator).Text(); strings.Contains(got, "?") {
		t.Errorf("after the end all is shown: %s", got)
	}
	if got := kept.Next.View(games.Spectator).Text(); !strings.Contains(got, "b?b?b?") ||
		!strings.Contains(got, "red=? blue=?") {
		t.Errorf("with reveal=never the redaction stays: %s", got)
	}
}

// S41: a line that is not canonical, or impossible, is refused.
func TestS41Refused(t *testing.T) {
	for _, change := range [][2]string{
		{"rules=isf", "rules=ISF"},
		{"turn=red", "turn=blue"},
		{"turn=red", "turn=-"},
		{"phase=play", "phase=over"},
		{"a4a6", "a4a7"},
		{"e6e7:55", "e6e7:54"},
		{"i7i6", "i7i5"},
		{"b9'b6'", "b9b6'"},
		{"r9'!", "r9!'"},
		{"result=-", "result=red:won"},
		{"red=9639594196", "red=9639594169"},
		{"moves=e4e5", "moves=E4E5"},
		{"b8b7bB", "b8b7b#"},
		{"blue=", "blue=-"},
		{",e5e6,", ",e4e6,"},
	} {
		text := strings.Replace(sample, change[0], change[1], 1)
		if _, err := New().Parse(text); err == nil || text == sample {
			t.Errorf("%s for %s was accepted", change[1], change[0])
		}
	}
}

// S80, S89: a state is printed as the spectator's view with every verb of package fmt.
func TestS80Printing(t *testing.T) {
	f, err := view.ParseFacts(sample)
	if err != nil {
		t.Fatal(err)
	}
	s := state{&f}
	var logged strings.Builder
	slog.New(slog.NewTextHandler(&logged, nil)).InfoContext(context.Background(), "x", "state", s, "facts", f, "list",
		[]state{s})
	encoded, err := json.Marshal(map[string]any{"state": s, "facts": &f})
	if err != nil {
		t.Fatal(err)
	}
	pos, _ := New().Parse(sample)
	type holder struct{ s state }
	printed := []string{
		logged.String(), string(encoded), fmt.Sprintf("%v %+v %#v %s %d %x %q", s, s, s, s, s, s, s),
		fmt.Sprintf("%v %#v", &f, f), fmt.Sprint([]any{s, &s}),
		fmt.Sprintf("%v %+v %#v", pos, pos, *pos), fmt.Sprintf("%v %+v %#v", holder{s}, holder{s}, holder{s}),
		f.Board().String(),
	}
	for _, p := range printed {
		if strings.Contains(p, "r1") || strings.Contains(p, "bF") || strings.Contains(p, defaultSet) ||
			strings.Contains(p, "Rank:") {
			t.Errorf("printed: %.300s", p)
		}
	}
}

// S40: the sample position is read and written.
func TestS40Sample(t *testing.T) {
	pos, err := New().Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := pos.Text(); got != sample {
		t.Errorf("got %s", got)
	}
	replayed := as(t, as(t, start(t, nil), red, "set:"+defaultSet, "confirm"), blue,
		"set:6914959369/45397S2597/96B748B968/B8B58BFB78", "confirm")
	replayed = play(t, replayed, "e4e5 J7-J6 e5>e6 f7xf6 e6xe7 f6f5 a4-a6 i7i6")
	if got := replayed.Text(); got != sample {
		t.Errorf("played again: %s", got)
	}
}

// The position text of a fresh 40-piece game is small, because it is stored after every ply.
func TestFreshPositionTextIsSmall(t *testing.T) {
	pos := as(t, as(t, start(t, nil), red, "confirm"), blue, "confirm")
	if n := len(pos.Text()); n >= 500 {
		t.Errorf("%d bytes, want fewer than 500: %s", n, pos.Text())
	} else {
		t.Logf("%d bytes", n)
	}
}
