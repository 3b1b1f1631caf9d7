package activity_test

import (
	"strings"
	"testing"

	"paddock/games/match"
)

// P157: where Hint stands below a board it stands on the page too. The page says the same sentence,
// lights the move and plays it, and spends the same allowance. The test runs alone, because the
// allowance grows while hints are searched.
func TestP157Hint(t *testing.T) {
	r := newRig(t)
	r.slash(r.ann, "/kalah start level:first holes:4 beans:3")
	r.until("the match runs", func() bool {
		return r.newest().Status == match.Running && r.newest().Awaits(match.UserID(r.ann))
	})
	rec := r.newest()
	path := "/api/matches/" + string(rec.ID)
	person, eve := r.signIn(r.ann), r.signIn(r.eve)
	var plain, got struct {
		Hints   bool
		Advice  struct{ Says, Move string }
		Choices []struct{ Text string }
		Picture struct{ Hash string }
		Error   string
	}
	if person.ask("GET", path, nil, &plain); !plain.Hints {
		t.Error("the page offers no hint")
	}
	if status := person.ask("GET", path+"/hint", nil, &got); status != 200 ||
		!strings.HasPrefix(got.Advice.Says, "I'd play hole "+got.Advice.Move+". ") ||
		strings.Contains(got.Advice.Says, "**") {
		t.Fatalf("the hint: %d %+v", status, got)
	}
	if got.Picture.Hash == plain.Picture.Hash || len(got.Choices) != len(plain.Choices) {
		t.Errorf("the hint lights nothing, or leaves no choice: %+v, before %+v", got, plain)
	}
	if status := eve.ask("GET", path+"/hint", nil, &got); status != 422 ||
		!strings.Contains(got.Error, "don't play in this match") {
		t.Errorf("who looks on gets %d %q", status, got.Error)
	}

	ann := r.surf(r.ann, 390, 844)
	ann.open()
	ann.button("Hint")
	ann.says("I'd play hole " + got.Advice.Move + ".")
	ann.shot("hint")
	ann.button("Play it")
	ann.wait(`$$(".steps input").some((n) => n.max >= 1)`)
	if moves := r.newest().LastMoves; r.newest().Moves == 0 {
		t.Errorf("nothing was played: %v", moves)
	}

	rated := r.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
	if status := person.ask("GET", "/api/matches/"+string(rated.ID)+"/hint", nil, &got); status != 422 ||
		got.Error == "" {
		t.Errorf("a match of two people: %d %+v", status, got)
	}
	r.until("it is Ann's turn again", func() bool {
		m, err := r.store.Record(t.Context(), rec.ID)
		return err != nil || m.Status != match.Running || m.Awaits(match.UserID(r.ann))
	})
	status := 200
	for n := 0; n < 15 && status == 200; n++ {
		status = person.ask("GET", path+"/hint", nil, &got)
	}
	if status != 429 || !strings.Contains(got.Error, "try again in") {
		t.Fatalf("hints without end: %d %q", status, got.Error)
	}
	if text := r.slash(r.ann, "/hint game:"+string(rec.ID)).Text(); !strings.Contains(text, "try again in") {
		t.Errorf("on Discord it is said: %s", text)
	}
}

// P158: a link offers the review once the match is over, and says no more than who sees the match
// can read. Before that, and where secrets were not shown, it says why not.
func TestP158ReviewByLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command, refused string
	}{
		{"/kalah challenge user:@Bob first:me holes:3 beans:2", ""},
		{"/stratego challenge user:@Bob army:duel reveal:never", "secret"},
	} {
		game, _, _ := strings.Cut(c.command[1:], " ")
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			rec := r.begin(c.command)
			for _, who := range []*person{r.signIn(r.ann), r.signIn(r.bob)} {
				if game == "stratego" {
					who.ask("POST", "/api/matches/"+string(rec.ID)+"/arrange",
						map[string]any{"cause": "ready " + string(who.id), "name": "confirm"}, nil)
				}
			}
			text := r.shared(r.ann, r.slash(r.ann, "/board game:"+string(rec.ID))).Text()
			link := strings.Fields(text[strings.Index(text, r.url+"/m/"):])[0]
			anybody := &person{rig: r}
			var got struct {
				Says    []string
				Error   string
				Reviews bool
			}
			path := strings.TrimPrefix(link, r.url)
			if status := anybody.ask("GET", path+"/review", nil, &got); status != 404 || got.Error == "" {
				t.Errorf("while it runs: %d %+v", status, got)
			}
			if anybody.ask("GET", path+"/view", nil, &got); got.Reviews {
				t.Error("a link offers the review of a match that runs")
			}
			r.plays(rec.ID, 6)
			got.Error = ""
			visitor := r.visit(link, "anybody", 390, 844)
			if c.refused != "" {
				if status := anybody.ask("GET", path+"/review", nil, &got); status != 422 || got.Error == "" ||
					got.Says != nil {
					t.Errorf("where secrets were not shown: %d %+v", status, got)
				}
				visitor.button("Review")
				visitor.says(got.Error)
				return
			}
			visitor.button("Review")
			visitor.says("Mistakes: Ann")
			visitor.tap(`$$(".turn")[0] ?? $(".curve")`)
			visitor.shot("by-link")
			var member struct{ Says []string }
			for member.Says == nil {
				r.signIn(r.eve).ask("GET", "/api/matches/"+string(rec.ID)+"/review", nil, &member)
			}
			if anybody.ask("GET", path+"/review", nil, &got); strings.Join(got.Says, "\n") != strings.Join(member.Says,
				"\n") {
				t.Errorf("by link: %q, to a member: %q", got.Says, member.Says)
			}
			if status, _ := anybody.raw("GET", path+"x/review", nil); status != 404 {
				t.Errorf("by a forged link: %d", status)
			}
		})
	}
}
