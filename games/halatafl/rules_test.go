package halatafl

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/gamestest"
)

func TestConformance(t *testing.T) { gamestest.Kit{Lit: true}.Run(t, New()) }

func TestPlaythrough(t *testing.T) {
	gamestest.Playthrough(t, New(), games.Setup{Seed: 5, Options: games.Options{"sheep": "14"}},
		"testdata/playthrough.txt")
}

func must(t *testing.T, text string) position {
	t.Helper()
	p, err := rules{}.ParseText(text)
	if err != nil {
		t.Fatalf("ParseText(%q): %v", text, err)
	}
	return p
}

func text(p position) string { return string(rules{}.AppendText(nil, p)) }

// legal lists the legal moves in order.
func legal(p position) string {
	var list []string
	for m := range (rules{}).Legal(p) {
		list = append(list, m.String())
	}
	return strings.Join(list, " ")
}

// play plays a text as a player would.
func play(p position, text string) (position, []games.Event, error) {
	m, err := rules{}.Parse(p, text)
	if err == nil {
		err = rules{}.Check(p, m)
	}
	if err != nil {
		return p, nil, err
	}
	next, events := rules{}.Apply(p, p.toMove(), m)
	return next, events, nil
}

func TestStart(t *testing.T) {
	tests := []struct {
		name, rules, sheep, want string
	}{
		{"H4", "standard", "20", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -"},
		{"19 sheep", "standard", "19", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/1SS s standard -"},
		{"17 sheep", "huff", "17", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/3 s huff -"},
		{"14 sheep", "longest", "14", "F1F/3/7/SSSSSSS/SSSSSSS/3/3 s longest -"},
		{"9 sheep", "optional", "9", "F1F/3/7/SSSSSSS/3SS2/3/3 s optional -"},
		{"surround_off", "longest+surround_off", "20", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s longest+surround_off -"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := rules{}.Start(games.Setup{
				Seats:   2,
				Options: games.Options{"rules": test.rules, "sheep": test.sheep},
			})
			if got, want := text(p), "halatafl/1 "+test.want; got != want || err != nil {
				t.Errorf("Start = %q, %v; want %q", got, err, want)
			}
		})
	}
	if _, err := New().Start(games.Setup{Options: games.Options{"rules": "surround_off"}}); err == nil {
		t.Error("the command offers surround_off, which is for tests and set-up only")
	}
}

func TestLegal(t *testing.T) {
	tests := []struct{ name, position, want string }{
		{"H5 sheep begin", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "a4-a5 b4-b5 c4-c5 d4-d5 e4-e5 f4-f5 g4-g5"},
		{
			"H6 forward and sideways", "F1F/3/7/3S3/SSSSSSS/S2/3 s standard -",
			"a3-a4 b3-b4 c2-d2 c3-c4 d4-c4 d4-d5 d4-e4 e3-e4 f3-f4 g3-g4",
		},
		{
			"H6 no way on at the top", "S1S/3/7/SSSSSSS/F6/3/3 s standard -",
			"a4-a5 b4-b5 c4-c5 c7-d7 d4-d5 e4-e5 e7-d7 f4-f5 g4-g5",
		},
		{"H7 steps along lines", "3/3/7/SSSS2S/SSS2F1/SS1/3 f standard -", "f3-e3 f3-f4 f3-g3"},
		{"H7 both foxes", "F1F/3/7/S1SSSSS/SSSSSSS/SSS/SSS f standard -", "c7-c6 c7-d6 c7-d7 e7-d6 e7-d7 e7-e6"},
		{"H8 over an inner corner", "2F/3/2S4/1F3SS/SSSSSSS/SSS/SSS f standard -", "b4xd6"},
		{"H8 not where no line leads", "3/3/7/SSS3S/SSSFS2/2S/3 f standard -", "d3xf3"},
		{"H8 not over foxes", "FF1/3/7/SSSSSSS/SS5/3/3 f standard -", "c7-c6 c7-d6 d7-d6 d7-e7"},
		{"H9 a jump must be made", "2F/3/3S3/3FS2/4S1S/S1S/SSS f standard -", "d4xd6 d4xf4xd2"},
		{"H10 the shorter chain is allowed", "2F/3/3S3/3FS2/4S1S/SSS/SSS f standard -", "d4xd6 d4xf4"},
		{"H12, H29 circle", "3/3/3S3/2S1S2/2FS3/SSS/SSS f standard -", "c3xc5xe5xe3xc3"},
		{"longest", "2F/3/3S3/3FS2/4S1S/S1S/SSS f longest -", "d4xf4xd2"},
		{
			"optional", "2F/3/3S3/3FS2/4S1S/S1S/SSS f optional -",
			"d4-c3 d4-c4 d4-c5 d4-d3 d4-e5 d4xd6 d4xf4xd2 e7-d6 e7-d7 e7-e6",
		},
		{
			"longest and optional", "2F/3/3S3/3FS2/4S1S/S1S/SSS f longest+optional -",
			"d4-c3 d4-c4 d4-c5 d4-d3 d4-e5 d4xf4xd2 e7-d6 e7-d7 e7-e6",
		},
		{
			"H17 out of the paddock sideways", "F1F/3/2S4/7/SSSSSSS/S2/3 s standard -",
			"a3-a4 b3-b4 c2-d2 c5-b5 c5-c6 c5-d5 d3-d4 e3-e4 f3-f4 g3-g4 c3-c4",
		},
		{"over: none", "SSS/FSF/SSSSSSS/7/7/3/3 s standard -", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := must(t, "halatafl/1 "+test.position)
			want := strings.Fields(test.want)
			slices.Sort(want)
			if got := legal(p); got != strings.Join(want, " ") {
				t.Errorf("Legal(%q) = %s, want %s", test.position, got, want)
			}
		})
	}
}

func TestApply(t *testing.T) {
	tests := []struct{ name, position, move, want, over string }{
		{
			"a forward step is not quiet", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "d4-d5",
			"F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS f standard -", "",
		},
		{
			"a fox's step is quiet", "F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS f standard -", "c7-c6",
			"2F/F2/3S3/SSS1SSS/SSSSSSS/SSS/SSS s standard c7-c6", "",
		},
		{
			"H20 fewer than nine", "2F/3/3S3/3FS2/4S1S/S1S/SSS f standard -", "d4xd6",
			"2F/1F1/7/4S2/4S1S/S1S/SSS s standard -", "The foxes win! Fewer than 9 sheep are left.",
		},
		{
			"H20 after the whole chain", "2F/3/3S3/3FS2/4S1S/S1S/SSS f standard -", "d4xf4xd2",
			"2F/3/3S3/7/6S/SFS/SSS s standard -", "The foxes win! Fewer than 9 sheep are left.",
		},
		{
			"H12 back to the start", "3/3/3S3/2S1S2/2FS3/SSS/SSS f standard -", "c3xe3xe5xc5xc3",
			"3/3/7/7/2F4/SSS/SSS s standard -", "The foxes win! Fewer than 9 sheep are left.",
		},
		{
			"H13 a stuck fox is removed", "FSF/SS1/2S4/4S2/SS3SS/SSS/3 s standard -", "e4-e5",
			"1SF/SS1/2S1S2/7/SS3SS/SSS/3 f standard -", "",
		},
		{
			"H14 both at once", "FFS/SSS/2S1S2/3S3/SS3SS/3/3 s standard -", "d4-d5",
			"2S/SSS/2SSS2/7/SS3SS/3/3 f standard -", "The sheep win! Both foxes are caught.",
		},
		{
			"H15 stuck by the partner", "FFS/SSS/2S1S2/3S3/SS3SS/3/3 s standard -", "a3-a4",
			"1FS/SSS/2S1S2/S2S3/1S3SS/3/3 f standard -", "",
		},
		{
			"H13 a catch ends the quiet moves", "FSF/SS1/3S3/4S2/SS3SS/SSS/3 s standard -", "d5-c5",
			"FSF/SS1/2S4/4S2/SS3SS/SSS/3 f standard d5-c5", "",
		},
		{
			"H13 by a sideways step", "FSF/SS1/1S2S2/7/SS3SS/SSS/3 s standard -", "b5-c5",
			"1SF/SS1/2S1S2/7/SS3SS/SSS/3 f standard -", "",
		},
		{
			"surround_off", "FSF/SS1/2S4/4S2/SS3SS/SSS/3 s surround_off -", "e4-e5",
			"FSF/SS1/2S1S2/7/SS3SS/SSS/3 f surround_off -", "",
		},
		{
			"surround_off H22", "FFS/SSS/2S1S2/3S3/SS3SS/3/3 s surround_off -", "d4-d5",
			"FFS/SSS/2SSS2/7/SS3SS/3/3 f surround_off -", "The sheep win! The foxes cannot move.",
		},
		{
			"H19 before a capture", "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -", "d4-d5",
			"SSS/SSS/2SSS2/7/4F2/F2/3 f standard -", "The sheep win! The paddock is full.",
		},
		{
			"H22 sheep without a move", "SSS/SSS/SS3FS/2F4/7/3/3 f standard -", "c4-c5",
			"SSS/SSS/SSF2FS/7/7/3/3 s standard c4-c5", "The foxes win! The sheep cannot move.",
		},
		{
			"H22 after a capture", "SSS/SSS/SSF3S/5S1/5F1/3/3 f standard -", "f3xf5",
			"SSS/SSS/SSF2FS/7/7/3/3 s standard -", "The foxes win! The sheep cannot move.",
		},
		{
			"optional", "2F/3/3S3/3FS2/4S1S/S1S/SSS f optional -", "d4-c4", "2F/3/3S3/2F1S2/4S1S/S1S/SSS s optional d4-c4",
			"",
		},
		{
			"huff takes the fox that stepped", "2F/3/3S3/3FS2/4S1S/S1S/SSS f huff -", "d4-c4",
			"2F/3/3S3/4S2/4S1S/S1S/SSS s huff -", "",
		},
		{
			"huff takes the other fox", "2F/3/3S3/3FS2/4S1S/S1S/SSS f huff -", "e7-d7",
			"1F1/3/3S3/4S2/4S1S/S1S/SSS s huff -", "",
		},
		{
			"huff spares those that could not", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS f huff -", "c7-d7",
			"1FF/3/7/SSSSSSS/SSSSSSS/SSS/SSS s huff c7-d7", "",
		},
		{
			"huff H21", "3/3/3S3/3FS2/4S1S/S1S/SSS f huff -", "d4-c4", "3/3/3S3/4S2/4S1S/S1S/SSS s huff -",
			"The sheep win! Both foxes are caught.",
		},
		{
			"huff a capture is safe", "2F/3/3S3/3FS2/4SSS/SSS/SSS f huff -", "d4xd6", "2F/1F1/7/4S2/4SSS/SSS/SSS s huff -",
			"",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			next, _, err := play(must(t, "halatafl/1 "+test.position), test.move)
			if err != nil {
				t.Fatalf("%s: %v", test.move, err)
			}
			if got, want := text(next), "halatafl/1 "+test.want; got != want {
				t.Errorf("after %s: %q, want %q", test.move, got, want)
			}
			o, over := rules{}.Outcome(next)
			if got := o.Say.String(); got != test.over || over != (test.over != "") {
				t.Errorf("after %s: outcome %q, want %q", test.move, got, test.over)
			}
			if waiting := rules.Turn(rules{}, next).Waiting; (waiting == 0) != over {
				t.Errorf("after %s: waiting for %v, over %t", test.move, waiting, over)
			}
		})
	}
}

func TestOutcomeOfTexts(t *testing.T) {
	tests := []struct {
		name, position string
		want           games.Reason
		winner         games.Seats
	}{
		{"running", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "", 0},
		{"H20", "F1F/3/7/SSSSSSS/S6/3/3 s standard -", sheepBelowNine, 2},
		{"H19", "SSS/SSS/2SSS2/7/7/3/FF1 f standard -", paddockFull, 1},
		{"H19 though the sheep can't move", "SSS/SSS/2SSS2/7/7/3/FF1 s standard -", paddockFull, 1},
		{"H21", "3/3/7/SSSSSSS/SSSSSSS/SSS/SSS f standard -", foxesCaught, 1},
		{"H13, H21 normalised", "FFS/SSS/2SSS2/7/SS3SS/3/3 f standard -", foxesCaught, 1},
		{"H22", "SSS/FSF/SSSSSSS/7/7/3/3 s standard -", sheepBlocked, 2},
		{"H22 surround_off", "FFS/SSS/2SSS2/7/SS3SS/3/3 f surround_off -", foxesBlocked, 1},
		{"H25 too few beats caught", "3/3/7/SSSS3/7/3/3 s standard -", sheepBelowNine, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, over := rules{}.Outcome(must(t, "halatafl/1 "+test.position))
			if o.Reason != test.want || over != (test.want != "") || o.Winners() != test.winner {
				t.Errorf("Outcome(%q) = %q, winners %b, over %t; want %q, %b", test.position, o.Reason, o.Winners(),
					over, test.want, test.winner)
			}
		})
	}
}

// playAll plays moves and fails at an illegal one.
func playAll(t *testing.T, p position, moves ...string) position {
	t.Helper()
	for _, m := range moves {
		if _, over := (rules{}).Outcome(p); over {
			t.Fatalf("over before %s: %s", m, text(p))
		}
		next, _, err := play(p, m)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		p = next
	}
	return p
}

func TestThirdRepetition(t *testing.T) { // rule H23
	p := must(t, "halatafl/1 F1F/3/3S3/7/SSSSSSS/SSS/SSS s standard -")
	round := []string{"d5-c5", "e7-e6", "c5-d5", "e6-e7"}
	p = playAll(t, p, round...)
	p = playAll(t, p, round[:3]...)
	if _, over := (rules{}).Outcome(p); over {
		t.Errorf("over after the second repetition: %s", text(p))
	}
	last := playAll(t, p, "e6-e7")
	if o, _ := (rules{}).Outcome(last); o.Reason != thirdRepetition || o.Winners().Len() != 2 {
		t.Errorf("outcome of the third repetition = %+v, want a draw", o)
	}
	// The text contains the past.
	if o, _ := (rules{}).Outcome(must(t, text(last))); o.Reason != thirdRepetition {
		t.Errorf("from its text: %+v", o)
	}
	// With another move order, the same pieces with the other side to move are another position.
	other := playAll(t, p, "e6-d6")
	if _, over := (rules{}).Outcome(other); over {
		t.Errorf("over without a third repetition: %s", text(other))
	}
}

func TestStagnation(t *testing.T) { // rule H24
	p := must(t, "halatafl/1 F1F/3/7/7/SSSSSS1/SSS/SSS s standard -")
	rng := rand.New(rand.NewPCG(1, 2))
	for games := 0; ; games++ {
		q := p
		for q.end() == "" && q.quiet.length < maxQuiet {
			var quiet []change
			for _, c := range q.appendChanges(nil) {
				if _, e := q.play(c); e.quiet {
					quiet = append(quiet, c)
				}
			}
			if len(quiet) == 0 {
				break
			}
			q, _ = q.play(quiet[rng.IntN(len(quiet))])
		}
		if q.quiet.length < maxQuiet {
			if games > 100_000 {
				t.Fatal("no game with 80 quiet moves was found")
			}
			continue
		}
		if q.times() >= 3 {
			continue
		}
		if o, _ := (rules{}).Outcome(q); o.Reason != stagnation || o.Winners().Len() != 2 {
			t.Errorf("after 80 quiet moves: %+v, want a draw", o)
		}
		s := text(q)
		if read := must(t, s); read != q {
			t.Errorf("80 quiet moves read back as %q, want %q", text(read), s)
		}
		if moves := s[strings.LastIndex(s, " ")+1:]; len(moves) != 479 {
			t.Errorf("80 quiet moves take %d characters, want 479", len(moves))
		}
		return
	}
}

func TestEvents(t *testing.T) {
	tests := []struct{ name, position, move, want string }{
		{"none", "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "d4-d5", ""},
		{"capture", "2F/3/3S3/3FS2/4S1S/S1S/SSS f standard -", "d4xf4xd2", "capture 1 Fox d4 captures e4 and e3."},
		{"H13", "FSF/SS1/2S4/4S2/SS3SS/SSS/3 s standard -", "e4-e5", "surrounded 1 Fox c7 is surrounded and caught."},
		{
			"H14", "FFS/SSS/2S1S2/3S3/SS3SS/3/3 s standard -", "d4-d5",
			"surrounded 1 Fox c7 is surrounded and caught. surrounded 1 Fox d7 is surrounded and caught.",
		},
		{
			"huff", "2F/3/3S3/3FS2/4S1S/S1S/SSS f huff -", "e7-d7",
			"huffed 1 Fox d4 is lost, because it could have captured.",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, events, err := play(must(t, "halatafl/1 "+test.position), test.move)
			var got []string
			for _, e := range events {
				got = append(got, string(e.Kind)+" "+strconv.Itoa(int(e.Seat))+" "+e.Say.String())
			}
			if strings.Join(got, " ") != test.want || err != nil {
				t.Errorf("events of %s = %q, %v; want %q", test.move, got, err, test.want)
			}
		})
	}
}

// Random games under all rules, with one fox or two, agree with the naive rules.
func TestAgainstNaive(t *testing.T) {
	for r := range ruleset(1 << len(tokens)) {
		if r.has(optional) && r.has(huff) {
			continue
		}
		t.Run(r.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(r), 7))
			for i := range 8 {
				p := start(r, 9+rng.IntN(12))
				if i%3 == 2 {
					p.foxes &= p.foxes - 1
				}
				compareGame(t, p, rng)
			}
		})
	}
}

func compareGame(t *testing.T, p position, rng *rand.Rand) {
	n := naiveOf(p)
	for p.end() == "" {
		paths := n.moves()
		if got, want := legal(p), strings.Join(n.different(paths), " "); got != want {
			t.Fatalf("%s: legal %s, want %s", text(p), got, want)
		}
		path := paths[rng.IntN(len(paths))]
		next, _, err := play(p, path)
		if err != nil {
			t.Fatalf("%s: %s: %v", text(p), path, err)
		}
		n = n.play(path)
		if got, want := string(next.appendBoard(nil)), string(boardOf(n).appendBoard(nil)); got != want {
			t.Fatalf("%s: %s leads to %s, want %s", text(p), path, got, want)
		}
		if got, want := next.decided() != "", n.result() != ""; got != want {
			t.Fatalf("%s: decided %q, want %q", text(next), next.decided(), n.result())
		}
		p = next
	}
}

func boardOf(n naive) board {
	b := board{foxesToMove: n.foxes}
	for _, p := range reading {
		switch n.on[p.String()] {
		case 'S':
			b.sheep |= p.set()
		case 'F':
			b.foxes |= p.set()
		}
	}
	return b
}

// HG1: ten thousand random games end by the rules, each within the bound of H26, and no list of
// moves contains an illegal move.
func TestRandomGamesEnd(t *testing.T) {
	reasons := map[games.Reason]int{}
	longestGame := 0
	for seed := range uint64(10_000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		r := ruleset(0)
		if seed%2 == 1 {
			r = ruleset(rng.IntN(1 << len(tokens)))
			if r.has(optional) {
				r &^= huff
			}
		}
		p := start(r, 20-rng.IntN(12)*int(seed%2))
		n := 0
		var list []change
		for ; p.end() == ""; n++ {
			list = p.appendChanges(list[:0])
			if len(list) == 0 || n > 7760 {
				t.Fatalf("seed %d: %d moves listed after %d moves: %s", seed, len(list), n, text(p))
			}
			if p.foxesToMove && !r.has(surroundOff) && p.stuck() != 0 {
				t.Fatalf("seed %d: a stuck fox on the foxes' turn: %s", seed, text(p))
			}
			p, _ = p.play(list[rng.IntN(len(list))])
		}
		reasons[p.end()]++
		longestGame = max(longestGame, n)
	}
	t.Logf("%v, longest %d moves", reasons, longestGame)
	for _, why := range []games.Reason{
		paddockFull, foxesCaught, sheepBelowNine, sheepBlocked, foxesBlocked,
		thirdRepetition,
	} {
		if reasons[why] == 0 {
			t.Logf("no random game ended by %q", why)
		}
	}
}

func TestMovesAllocateNothing(t *testing.T) {
	p := must(t, "halatafl/1 2F/3/3S3/3FS2/4S1S/SSS/SSS f standard -")
	buf := make([]change, 0, 64)
	if got := testing.AllocsPerRun(100, func() {
		buf = p.appendChanges(buf[:0])
		for _, c := range buf {
			next, _ := p.board.play(c)
			buf = next.appendChanges(buf)
			_ = next.decided()
		}
	}); got != 0 {
		t.Errorf("generating and playing moves made %.0f allocations, want none", got)
	}
	q := start(0, 20)
	if got := testing.AllocsPerRun(100, func() {
		next, events := rules{}.Apply(q, sheepSeat, step(at(3, 4), at(3, 5)))
		if next.end() != "" || events != nil {
			t.Error("the first step ends the game or brings events")
		}
	}); got != 0 {
		t.Errorf("Apply of a step made %.0f allocations, want none", got)
	}
}
