package kalah

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/games"
)

func TestReadText(t *testing.T) {
	tests := []struct{ rule, text, want string }{
		{"K20 start", start64, start64},
		{
			"K20 over", "kalah/1 m=1 to=- south=0:25 north=0:23 rules=standard",
			"kalah/1 m=1 to=- south=0:25 north=0:23 rules=standard",
		},
		{
			"K21 South's row empty: swept", "kalah/1 m=3 to=N south=0.0.0:1 north=1.0.2:4 rules=standard",
			"kalah/1 m=3 to=- south=0.0.0:1 north=0.0.0:7 rules=standard",
		},
		{
			"K21 North's row empty: swept", "kalah/1 m=3 to=- south=5.0.0:1 north=0.0.0:4 rules=empty-capture",
			"kalah/1 m=3 to=- south=0.0.0:6 north=0.0.0:4 rules=empty-capture",
		},
		{
			"K21 most beans", "kalah/1 m=1 to=S south=9998:0 north=1:0 rules=standard",
			"kalah/1 m=1 to=S south=9998:0 north=1:0 rules=standard",
		},
		{"K1 twelve holes", "kalah/1 m=12 to=N south=1.2.3.4.5.6.7.8.9.10.11.12:0 north=0.0.0.0.0.0.0.0.0.0.0.1:3 rules=standard", "kalah/1 m=12 to=N south=1.2.3.4.5.6.7.8.9.10.11.12:0 north=0.0.0.0.0.0.0.0.0.0.0.1:3 rules=standard"},
	}
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			if got := text(at(t, test.text)); got != test.want {
				t.Errorf("read and written:\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestReadBadText(t *testing.T) {
	for _, bad := range []string{
		"", "kalah/1", "kalah/2" + start64[7:], start64 + " ", " " + start64, strings.ToUpper(start64),
		strings.Replace(start64, " ", "  ", 1),
		"kalah/1 m=2 to=S south=1.1:0 north=1.1:0",
		"kalah/1 m=2 to=S south=1.1:0 north=1.1:0 rules=standard rules=standard",
		"kalah/1 m=2 to=S north=1.1:0 south=1.1:0 rules=standard",
		"kalah/1 to=S m=2 south=1.1:0 north=1.1:0 rules=standard",
		"kalah/1 m=0 to=S south=:0 north=:0 rules=standard",
		"kalah/1 m=13 to=S south=1.1.1.1.1.1.1.1.1.1.1.1.1:0 north=1.1.1.1.1.1.1.1.1.1.1.1.1:0 rules=standard",
		"kalah/1 m=02 to=S south=1.1:0 north=1.1:0 rules=standard",
		"kalah/1 m=+2 to=S south=1.1:0 north=1.1:0 rules=standard",
		"kalah/1 m=3 to=S south=1.1:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=s south=1.1:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=- south=1.1:0 north=1.1:0 rules=standard", // the game is not over (K21)
		"kalah/1 m=2 to=X south=0.0:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=1.01:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=1.-1:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=1.+1:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=1.1:0 north=1.1 rules=standard",
		"kalah/1 m=2 to=S south=1.1:0:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=1..1:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=9999.1:0 north=1.1:0 rules=standard", // too many beans (K21)
		"kalah/1 m=2 to=S south=99999999999999999999.1:0 north=1.1:0 rules=standard",
		"kalah/1 m=2 to=S south=1.1:0 north=1.1:0 rules=",
		"kalah/1 m=2 to=S south=1.1:0 north=1.1:0 rules=oware",
	} {
		p, err := rules{}.ParseText(bad)
		var refused *games.Refusal
		if !errors.As(err, &refused) {
			t.Errorf("K21: ParseText(%q) = %q, %v; want a refusal", bad, text(p), err)
		}
	}
}

func TestParse(t *testing.T) {
	p := at(t, start64)
	for typed, want := range map[string]move{"3": 3, " 3 ": 3, "Hole 3": 3, "#3": 3, "03": 3, "12": 12, "0": 0} {
		if got, err := (rules{}).Parse(p, typed); got != want || err != nil {
			t.Errorf("K19: Parse(%q) = %d, %v; want %d", typed, got, err, want)
		}
	}
	for _, typed := range []string{"", "-1", "+1", "1.5", "x", "3x", "3-6", "99999999999999999999", "٣"} {
		if got, err := (rules{}).Parse(p, typed); err == nil {
			t.Errorf("K19: Parse(%q) = %d, want a refusal", typed, got)
		}
	}
}

func TestChains(t *testing.T) {
	const after = "kalah/1 m=6 to=N south=4.4.0.5.5.0:2 north=4.4.5.5.5.5:0 rules=standard"
	for _, typed := range []string{"3-6", " 3 - 6 ", "3–6", "3,6"} {
		p, _ := New().Parse(start64)
		played, err := p.Play(south, typed)
		if err != nil {
			t.Errorf("K19: Play(%q): %v", typed, err)
			continue
		}
		if got := played.Next.Text(); got != after {
			t.Errorf("K19: Play(%q):\n got %s\nwant %s", typed, got, after)
		}
		if got := strings.Join(played.Moves, "-"); got != "3-6" {
			t.Errorf("K19: Play(%q) recorded %s, want 3-6", typed, got)
		}
	}
	for _, typed := range []string{"3-", "-3", "3--6", "-", "6-3", "3-3", "3-6-1"} {
		p, _ := New().Parse(start64)
		if _, err := p.Play(south, typed); err == nil {
			t.Errorf("K19: Play(%q) was not refused", typed)
		}
	}
}

func TestComplete(t *testing.T) {
	const twelve = "kalah/1 m=12 to=S south=12.1.1.1.1.1.1.1.1.0.2.1:0 north=1.1.1.1.1.1.1.1.1.1.1.1:0 rules=standard"
	tests := []struct {
		name, before, typed string
		want                []string
	}{
		{"all", start64, "", []string{
			"1: 1 · 4 beans", "2: 2 · 4 beans", "3: 3 · 4 beans · ends in the pot, sow again", "4: 4 · 4 beans",
			"5: 5 · 4 beans", "6: 6 · 4 beans",
		}},
		{"one", start64, "4", []string{"4: 4 · 4 beans"}},
		{"one that goes on", start64, "3", []string{
			"3: 3 · 4 beans · ends in the pot, sow again", "3-1: 3-1 · 4 beans", "3-2: 3-2 · 4 beans",
			"3-4: 3-4 · 5 beans", "3-5: 3-5 · 5 beans", "3-6: 3-6 · 5 beans",
		}},
		{
			"after a prefix", start64, "3-",
			[]string{
				"3-1: 3-1 · 4 beans", "3-2: 3-2 · 4 beans", "3-4: 3-4 · 5 beans", "3-5: 3-5 · 5 beans",
				"3-6: 3-6 · 5 beans",
			},
		},
		{"chain", start64, " 3 - 6", []string{"3-6: 3-6 · 5 beans"}},
		{"prefix without another sow", start64, "1-", nil},
		{"prefix that is illegal", start64, "9-", nil},
		{"nonsense", start64, "x", nil},
		{"digits of a number", twelve, "1", []string{
			"1: 1 · 12 beans · ends in the pot, sow again", "11: 11 · 2 beans · ends in the pot, sow again",
			"12: 12 · 1 bean · ends in the pot, sow again",
		}},
		{
			"captures", "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", "1",
			[]string{"1: 1 · 1 bean · captures 3"},
		},
		{
			"captures and ends", "kalah/1 m=3 to=S south=1.0.3:0 north=0.2.0:1 rules=standard", "1",
			[]string{"1: 1 · 1 bean · captures 3 · ends the game"},
		},
		{
			"ends", "kalah/1 m=3 to=N south=0.0.1:3 north=1.0.0:0 rules=standard", "",
			[]string{"1: 1 · 1 bean · ends the game"},
		},
		{"over", "kalah/1 m=3 to=- south=0.0.0:3 north=0.0.0:0 rules=standard", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range (rules{}).Complete(at(t, test.before), test.typed) {
				if !c.Whole {
					t.Errorf("Complete(%q): %q is no whole move, want every one to be", test.typed, c.Text)
				}
				got = append(got, c.Text+": "+c.Label.String())
			}
			if test.name == "digits of a number" {
				got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "1-") })
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Complete(%q) = %q, want %q", test.typed, got, test.want)
			}
		})
	}
}

func TestButtons(t *testing.T) {
	p := at(t, "kalah/1 m=3 to=N south=5.0.0:1 north=0.120.7:0 rules=standard")
	for facing, want := range map[games.Seat]string{
		south: "{1 1 (0) false bean} {2 2 (120) true bean} {3 3 (7) true bean}",
		north: "{3 3 (7) true bean} {2 2 (120) true bean} {1 1 (0) false bean}",
	} {
		var got []string
		for _, b := range (rules{}).Buttons(p, facing) {
			got = append(got, fmt.Sprint(b))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("Buttons facing %d = %s, want %s", facing, got, want)
		}
	}
	if got := (rules{}).Buttons(at(t, "kalah/1 m=1 to=- south=0:25 north=0:23 rules=standard"), south); got != nil {
		t.Errorf("Buttons of a finished game = %v, want none", got)
	}
}

func FuzzParseText(f *testing.F) {
	for _, w := range worked {
		f.Add(w.before)
	}
	f.Add("kalah/1 m=2 to=- south=9999.1:0 north=1.1:0 rules=standard")
	f.Fuzz(func(t *testing.T, line string) {
		p, err := rules{}.ParseText(line)
		if err != nil {
			return
		}
		again, err := rules{}.ParseText(text(p))
		if err != nil || again != p {
			t.Errorf("ParseText(%q) = %v, but its text %q reads as %v, %v", line, p, text(p), again, err)
		}
		if (p.toMove == over) != (p.beansInPlay(south) == 0 || p.beansInPlay(north) == 0) || p.totalBeans() > maxTotal {
			t.Errorf("ParseText(%q) = %q breaks K14 or K21", line, text(p))
		}
	})
}

func FuzzMoveText(f *testing.F) {
	for _, s := range []string{"3", "3-6", "hole 12", "-", "3-6-", "३", "1-1-1-1"} {
		f.Add(s)
	}
	game := New()
	start, err := game.Parse(start64)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, c := range start.View(south).Complete(typed) {
			if _, err := start.Play(south, c.Text); err != nil {
				t.Errorf("Complete(%q) offers %q, which is refused: %v", typed, c.Text, err)
			}
		}
		played, err := start.Play(south, typed)
		if err != nil {
			return
		}
		again, err := start.Play(south, strings.Join(played.Moves, "-"))
		if err != nil || again.Next.Text() != played.Next.Text() {
			t.Errorf("Play(%q) = %s by %q, but these give %v", typed, played.Next.Text(), played.Moves, err)
		}
	})
}
