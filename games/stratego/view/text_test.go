package view

import (
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
)

// sampleText is the position text of rules/stratego, section 7.
const sampleText = "stratego/1 rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=red board=b8b7bBbFbBb8b5bBb8bB/b8b6b9bBb8b4b7bBb6b9/b7b9b5b2bSb7b9b3b5b4/b9b6b3b9..b4b1../r9'!.~~..~~b9'b6'/..~~.b9'~~../.r6r3r9.r9r4r1r9r6/r7r9r5r2rSr7r9r3r5r4/r8r6r9rBr8r4r7rBr6r9/r8r7rBrFrBr8r5rBr8rB red=9639594196/7952S79354/869B847B69/87BFB85B8B blue=6914959369/45397S2597/96B748B968/B8B58BFB78 moves=e4e5,j7j6,e5e6,f7f6,e6e7:55,f6f5,a4a6,i7i6 result=-"

// parseView reads a view text.
func parseView(t *testing.T, text string) View {
	t.Helper()
	v, err := ReadView(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// S42, S43: a view contains exactly its text. A view that was read from its text gives the same
// answers to all questions.
func TestS43ViewText(t *testing.T) {
	f, err := ParseFacts(sampleText)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{Red, Blue, games.Spectator} {
		v := f.For(seat)
		back := parseView(t, v.Text())
		if back.Text() != v.Text() || back.Board().Output(board.Red) != v.Board().Output(board.Red) {
			t.Errorf("seat %d: %s", seat, back.Text())
		}
		v.pieces, back.pieces = nil, nil
		if back != v {
			t.Errorf("seat %d: %s is not the same view", seat, back.Text())
		}
	}
	want := "stratego-view/1 seat=spectator rules=isf army=1,1,1,2,3,4,4,4,5,8,1,6 reveal=after phase=play turn=red board=b?b?b?b?b?b?b?b?b?b?/b?b?b?b?b?b?b?b?b?b?/b?b?b?b?b?b?b?b?b?b?/b?b?b?b?..b?b?../r9'!.~~..~~b?'b?'/..~~.b?'~~../.r?r?r?.r?r?r?r?r?/r?r?r?r?r?r?r?r?r?r?/r?r?r?r?r?r?r?r?r?r?/r?r?r?r?r?r?r?r?r?r? red=? blue=? moves=e4e5,j7j6,e5e6,f7f6,e6e7:55,f6f5,a4a6,i7i6 result=-"
	if got := f.For(games.Spectator).Text(); got != want {
		t.Errorf("spectator's view\n got %s\nwant %s", got, want)
	}
}

// Facts are values: a change of a copy does not change the original.
func TestFactsAreValues(t *testing.T) {
	f, err := ParseFacts(sampleText)
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]func(f *Facts){
		"put":       func(f *Facts) { f.Put(0, Man{Seat: Blue, Rank: '5'}) },
		"clear":     func(f *Facts) { f.Put(0, Man{}) },
		"arrange":   func(f *Facts) { f.Arrange(Red, "") },
		"step":      func(f *Facts) { f.Step(50, 60) },
		"follow":    func(f *Facts) { f.Follow(Ply{From: 50, To: 40}) },
		"own board": func(f *Facts) { f.Board().Piece(board.Location{}).SetType('1') },
		"view": func(f *Facts) {
			v := f.For(Blue)
			v.Put(50, Man{})
		},
		"rewind": func(f *Facts) {
			start, _ := f.Rewind()
			start.Put(0, Man{})
		},
	}
	for name, change := range changes {
		g := f
		if change(&g); f.Text() != sampleText {
			t.Fatalf("%s changes what it was copied from: %s", name, f.Text())
		}
		if kept := name == "own board" || name == "view" || name == "rewind"; (g.Text() == sampleText) != kept {
			t.Errorf("%s: %s", name, g.Text())
		}
	}
}

// Impossible steps are refused, and nothing changes: S19, S20, S22.
func TestStepRefuses(t *testing.T) {
	f, err := ParseFacts(sampleText)
	if err != nil {
		t.Fatal(err)
	}
	v := f.For(Red)
	for _, step := range []string{"b4b6", "b4c5", "c4c5", "a3a3", "d1d2", "c2c3", "a6a8", "f5f4", "e5e6", "c4d4"} {
		from, rest, _ := board.ParseSquare(step)
		to, _, _ := board.ParseSquare(rest)
		if _, ok := v.Step(from, to); ok {
			t.Errorf("%s was made", step)
		}
	}
	if v.Follow(Ply{From: 50, To: 60}) || v.Follow(Ply{From: 50, To: 51, Attacker: '9', Defender: '9'}) {
		t.Error("a fight without ranks, or one with nobody, was followed")
	}
	if v.Text() != f.For(Red).Text() {
		t.Errorf("what was refused has changed %s", v.Text())
	}
}
