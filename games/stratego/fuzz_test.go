package stratego

import (
	"errors"
	"strings"
	"testing"

	"paddock/games"
)

// FuzzText: a readable text is written back unchanged, and its position can be viewed and moved in
// from every seat.
func FuzzText(f *testing.F) {
	f.Add(sample)
	f.Add(strings.Replace(sample, "turn=red", "turn=blue", 1))
	f.Add("stratego/1 rules=isf army=1,1,0,0,0,0,0,0,0,0,0,6 reveal=after phase=setup turn=both board=........../........../........../........../..~~..~~../..~~..~~../........../........../rBrBrBrBrB...../r1rBrF....... red=- blue=- moves=- result=-")
	for _, e := range examples {
		f.Add(e.Position)
		f.Add(e.After)
	}
	g := New()
	f.Fuzz(func(t *testing.T, text string) {
		pos, err := g.Parse(text)
		if err != nil {
			var r *games.Refusal
			if !errors.As(err, &r) {
				t.Errorf("%v is no refusal", err)
			}
			return
		}
		if got := pos.Text(); got != text {
			t.Errorf("read %q, wrote %q", text, got)
		}
		for _, seat := range []games.Seat{red, blue, games.Spectator} {
			v := pos.View(seat)
			v.Draw(nil, nil, 0, nil)
			v.Complete("a")
			v.Guess(1)
			n := 0
			for m := range v.Legal() {
				if n++; n > 5 {
					break
				}
				if _, err := pos.Play(seat, m); err != nil {
					t.Errorf("%s is legal, but: %v", m, err)
				}
			}
		}
	})
}

// FuzzMove: typed text is either a move or a refusal with a sentence.
func FuzzMove(f *testing.F) {
	for _, s := range []string{
		"a4a5", "a4-a5", "A4>A5", "claim", "set:" + defaultSet, "place: miner a4", "swap:a1d1",
		"remove a4", "", "é", "set:////", "place:",
	} {
		f.Add(s)
	}
	g := New()
	pos, err := g.Parse(sample)
	if err != nil {
		f.Fatal(err)
	}
	setup, err := g.Start(games.Setup{Seed: 1})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []*games.Position{pos, setup} {
			p.View(red).Complete(text)
			done, err := p.Play(red, text)
			var r *games.Refusal
			switch {
			case err == nil:
				if again, err := p.Play(red, done.Moves[0]); err != nil || again.Next.Text() != done.Next.Text() {
					t.Errorf("%q is %q, which plays otherwise: %v", text, done.Moves[0], err)
				}
			case !errors.As(err, &r) || len(strings.Fields(r.Error())) < 3:
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
