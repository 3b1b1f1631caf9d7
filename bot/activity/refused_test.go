package activity_test

import (
	"fmt"
	"strings"
	"testing"
)

// A tap on a place to which one piece alone can go chooses that piece, and moves nothing; the second tap
// there moves it.
func TestTapOnOnlyTarget(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/halatafl challenge user:@Bob side:sheep")
	var v struct {
		Choices []struct {
			Cell int
			Only []int
		}
	}
	r.signIn(r.ann).ask("GET", "/api/matches/"+string(rec.ID), nil, &v)
	piece, target := -1, -1
	for _, c := range v.Choices {
		if len(c.Only) > 0 {
			piece, target = c.Cell, c.Only[0]
		}
	}
	if piece < 0 {
		t.Fatal("no place can be reached by one piece alone")
	}
	ann := r.surf(r.ann, 390, 844)
	ann.open()
	place := fmt.Sprintf(`$(".board [data-cell][data-i=\"%d\"]")`, target)
	ann.tap(place)
	ann.wait(fmt.Sprintf(`$(".board .chosen")?.dataset.i === "%d" && !$(".busy") && %s.matches(".can")`, piece, place))
	if now := r.newest(); now.Moves != 0 {
		t.Errorf("one tap has made %d moves", now.Moves)
	}
	ann.tap(place)
	r.until("the piece moves", func() bool { return r.newest().Moves == 1 })
}

// A player who has chosen a piece and taps a place where it can't go reads why, and the piece stays
// chosen. This holds for every game in which a piece is chosen.
func TestRefusedTargetSaysWhy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, says string }{
		{"/halatafl challenge user:@Bob side:sheep", "can play"},
		{"/stratego challenge user:@Bob first:me army:barrage", "can go to"},
		{"/fish challenge user:@Bob first:me rules:course rows:4 columns:4", "you can go to"},
	} {
		game, _, _ := strings.Cut(c.command[1:], " ")
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			path := "/api/matches/" + string(r.begin(c.command).ID)
			both := []*person{r.signIn(r.ann), r.signIn(r.bob)}
			for n := 0; n < 20; n++ { // set-ups are confirmed, and penguins placed
				p := both[n%2]
				var v struct {
					Head    int
					Setup   *struct{}
					Choices []struct {
						Text  string
						Whole bool
					}
				}
				p.ask("GET", path, nil, &v)
				cause := fmt.Sprint(n)
				if v.Setup != nil {
					p.ask("POST", path+"/arrange", map[string]any{"cause": cause, "name": "confirm", "input": []string{}}, nil)
				} else if len(v.Choices) > 0 && v.Choices[0].Whole {
					p.ask("POST", path+"/moves", map[string]any{"head": v.Head, "cause": cause, "move": v.Choices[0].Text}, nil)
				}
			}
			ann := r.surf(r.ann, 390, 792)
			ann.open()
			ann.tap(`$(".board .can")`)
			ann.wait(`$(".board .can:not(.chosen)") && $(".board .chosen") && !$(".busy")`)
			chosen := eval[string](ann, `$(".board .chosen").dataset.cell`)
			ann.tap(`(() => { // far from where the piece can go, because a finger beside that means it
				const taken = $$(".board [data-piece]").map((n) => n.dataset.i), cans = $$(".board .can");
				const middle = (n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
				const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
				const away = (n) => Math.min(...cans.map((c) => far(middle(c), middle(n))));
				return $$(".board [data-cell]").filter((n) => !n.matches(".can") && !taken.includes(n.dataset.i))
					.sort((a, b) => away(b) - away(a))[0];
			})()`)
			ann.wait(`$(".toast")`)
			ann.shot("refused")
			if got := eval[string](ann, `$(".toast").innerText`); !strings.Contains(got, c.says) {
				t.Errorf("it says %q, want a reason with %q", got, c.says)
			}
			if now := eval[string](ann, `$(".board .chosen")?.dataset.cell ?? "nothing"`); now != chosen {
				t.Errorf("chosen is %s, before %s", now, chosen)
			}
			ann.tap(`$(".board .chosen")`)
			if eval[bool](ann, `Boolean($(".toast"))`) {
				t.Error("the reason is still shown after the next touch")
			}
		})
	}
}

// A touch on a place where nothing can be done is answered by a sentence for people, not by the
// description of the place for screen readers.
func TestPlaceWithoutEffect(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob first:me")
	ann := r.surf(r.ann, 390, 792)
	ann.open()
	ann.wait(`$(".mine .says") && $(".board [data-cell]:not(.can)")`)
	ann.tap(`$(".board [data-cell]:not(.can)")`)
	ann.wait(`$(".toast")`)
	const want = "You can't do anything there now. Tap one of the places with a ring."
	if got := eval[string](ann, `$(".toast").innerText`); got != want {
		t.Errorf("a place without effect says %q, want %q", got, want)
	}
}

// In a set-up of Stratego the page says the goal and what beats what. One touch on a piece says its rank
// and what it does, and every button says by its name what it does.
func TestSetupExplains(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/stratego challenge user:@Bob first:me")
	ann := r.surf(r.ann, 390, 792)
	ann.open()
	ann.wait(`$(".setup:not([hidden])")`)
	ann.says("Goal: Take the enemy's Flag")
	ann.says("A lower number beats a higher one.")
	for _, label := range []string{"Shuffle", "Mirror left and right", "Ready set-ups", "Take all off", "Confirm"} {
		ann.says(label)
	}
	for piece, does := range map[string]string{
		"Scout": "Runs any way in a straight line.", "Spy": "Beats the Marshal, but only if it attacks.",
		"Bomb": "Never moves.", "Captain": "Beats Lieutenant and everything weaker.",
	} {
		ann.tap(fmt.Sprintf(`$$(".board [data-cell]").find((n) => n.dataset.says?.includes(%q))`, piece))
		ann.wait(fmt.Sprintf(`$(".caption").innerText.includes(%q)`, piece))
		if got := eval[string](ann, `$(".caption").innerText`); !strings.Contains(got, does) {
			t.Errorf("a touch on a %s says %q, want %q", piece, got, does)
		}
		ann.shot(piece)
		ann.tap(`$(".board .chosen")`)
		ann.wait(`!$(".board .chosen")`)
	}
}

// The page of a finished match tells its reader how to begin another one. So does the page with the list
// of their matches.
func TestEndLeadsToAnotherGame(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	ann := r.surf(r.ann, 390, 792)
	ann.open()
	r.plays(rec.ID, 2)
	ann.wait(`$(".line.over")`)
	ann.leadsOn("Rematch")
	ann.button("Your matches")
	ann.says("For other levels and opponents")
	ann.shot("list")
}

// At the end of a match against the computer, Rematch is the only green button.
func TestEndAgainstTheComputerLeadsOn(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.slash(r.ann, "/kalah start level:random first:me")
	r.slash(r.ann, "/kalah move move:1")
	ann := r.surf(r.ann, 390, 792)
	ann.tap(`$(".card")`)
	ann.wait(`$(".match .says")?.innerText`)
	ann.button("Resign")
	ann.button("Yes")
	ann.wait(`$(".line.over")`)
	ann.leadsOn("Rematch")
}

// leadsOn checks which buttons are green.
func (b *tab) leadsOn(want string) {
	b.Helper()
	const green = `$$("button.good:not([aria-disabled])").map((n) => n.innerText).join()`
	if got := eval[string](b, green); got != want {
		b.Errorf("the green buttons are %q, want %q", got, want)
	}
}

// While no other match waits for the reader, the button Next match is dimmed, and a touch on it says
// why. When a match begins to wait, the button is no longer dimmed, and nothing in the header moves.
func TestTitleKeepsItsPlace(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rec := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	ann := r.surf(r.ann, 390, 792)
	ann.open()
	const box = `JSON.stringify([$("h1"), ...$$("header button")].map((n) => n.getBoundingClientRect()))`
	before := eval[string](ann, box)
	ann.tap(`$$("header button[aria-disabled=true]").find((n) => n.innerText.trim() === "Next match")`)
	ann.wait(`$(".toast")?.innerText === "No other match is waiting for you now."`)
	r.begin("/kalah challenge user:@Bob first:me")
	r.slash(r.ann, "/kalah move move:1 game:"+string(rec.ID))
	ann.wait(`!$("header button[aria-disabled=true]")`)
	if now := eval[string](ann, box); now != before {
		t.Errorf("the header moves from %s to %s", before, now)
	}
	if gaps := eval[int](ann, `$$("header button").filter((n) => n.getClientRects().length &&
		getComputedStyle(n).visibility === "hidden").length`); gaps > 0 {
		t.Errorf("%d buttons that nobody sees take room in the header", gaps)
	}
}
