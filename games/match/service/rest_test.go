package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
)

// In the position nearly, red decides the match with g7-h8, after which no penguins of red and
// white can meet. Both can still move then.
const (
	nearly  = "fish/1 rules=official penguins=4 phase=move board=0012123/00000001/1001202/22110200/1000200/31000000/1003003/02210211 players=red:26:16:d3,g7,c7;white:27:16:d2,h7,c1 turn=red"
	parting = "g7-h8"
)

// decidedFish begins a match of Ann, red, and Bob. Ann's next move decides it.
func decidedFish(w *world, change ...func(*match.Proposal)) {
	w.Helper()
	w.duel("fish", append(change, func(p *match.Proposal) { p.From, p.PerMove = nearly, 24*time.Hour })...)
}

// checkPlayedOut checks that the match is over, and that the last change played the match to the
// end: each of its moves is marked, and the log replays.
func checkPlayedOut(w *world, c match.Change) {
	w.Helper()
	soundness(w)
	if r := w.record(); r.Status != match.Over || r.Rest != nil || r.Outcome.Reason != "fish" {
		w.Fatalf("%s, rest %v, %v; want played out", r.Status, r.Rest, r.Outcome)
	}
	moves := 0
	for _, e := range c.Events {
		if e.Kind == match.Moved && e.Code == match.CodeDecided {
			moves++
		}
	}
	if last := c.Events[len(c.Events)-1]; moves < 2 || last.Kind != match.Ended || w.record().Head != last.Seq {
		w.Errorf("%d moves were played out in one change, which ends with %s", moves, last.Kind)
	}
	if o := w.record().Outcome; o.Score[0] != 51 || o.Score[1] != 49 {
		w.Errorf("scores %v, want what best play brings", o.Score)
	}
}

// P126: when both agree, the same stored change plays the rest by the rules. Before that both can
// play on by hand.
func TestP126_PlayedOutByConsent(t *testing.T) {
	w := newWorld(t)
	decidedFish(w)
	w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.PlayOut(ctx, w.by(ann)) })
	w.play(ann, parting)
	if r := w.record(); r.Rest == nil || r.Asked() != games.SeatSet(0, 1) || r.Status != match.Running {
		t.Fatalf("after the parting: %+v, %s", r.Rest, r.Status)
	}
	w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Play.PlayOut(ctx, w.by(cat)) })
	act := w.by(ann)
	w.must(w.svc.Play.PlayOut(ctx, act))
	if r := w.record(); r.Asked() != games.SeatSet(1) || len(r.Notices) == 0 ||
		r.Notices[len(r.Notices)-1].Kind != match.PlayOutAsked || !r.CallsUpon(bob, match.PlayOutAsked) ||
		r.CallsUpon(ann, match.PlayOutAsked) {
		t.Fatalf("after Ann's consent: asked %b, notices %v", r.Asked(), r.Notices)
	}
	head := w.record().Head
	w.must(w.svc.Play.PlayOut(ctx, act))       // the same request a second time
	w.must(w.svc.Play.PlayOut(ctx, w.by(ann))) // another click of the same player
	if r := w.record(); r.Head != head {
		t.Errorf("consent given twice moved the head from %d to %d", head, r.Head)
	}
	w.restart()
	w.play(bob, "h7-h6") // Bob may move by hand, and Ann's consent stays
	done := w.must(w.svc.Play.PlayOut(ctx, w.by(bob)))
	checkPlayedOut(w, done)
	if len(w.record().Notices) == 0 || w.record().CallsUpon(bob, match.PlayOutAsked) {
		t.Errorf("notices of the end: %v", w.record().Notices)
	}
	w.refused(match.ErrOver, func() (match.Change, error) { return w.svc.Play.PlayOut(ctx, w.by(ann)) })
	again := w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
	if again.Match.Finish != "" {
		t.Errorf("finish %q", again.Match.Finish)
	}
}

// P126: auto is agreed in the challenge, and off leaves all moves to the players. A computer's moves
// could still change who wins here, so against one the match is not decided unless that was agreed.
func TestP126_PlayedOutAtOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		finish match.Finish
		level  string
		over   bool
		rest   bool
	}{
		{"people, by default", "", "", false, true},
		{"people, auto", match.FinishAuto, "", true, false},
		{"people, ask", match.FinishAsk, "", false, true},
		{"people, off", match.FinishOff, "", false, false},
		{"a computer, by default", "", games.Easy, false, false},
		{"a computer, auto", match.FinishAuto, games.Easy, true, false},
		{"a computer, ask", match.FinishAsk, games.Easy, false, false},
		{"a computer, off", match.FinishOff, games.Easy, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if c.level == "" {
				decidedFish(w, func(p *match.Proposal) { p.Finish = c.finish })
			} else {
				p := w.proposal("fish", ann, match.Player{Computer: c.level})
				p.From, p.Finish = nearly, c.finish
				w.must(w.svc.Tables.Propose(ctx, p))
			}
			done := w.play(ann, parting)
			r := w.record()
			if over := r.Status == match.Over; over != c.over || (r.Rest != nil) != c.rest {
				t.Fatalf("over is %t, decided %t; want %t, %t", over, r.Rest != nil, c.over, c.rest)
			}
			switch {
			case c.over:
				checkPlayedOut(w, done)
				if first := done.Events[0]; first.Move != parting || first.Code != "" {
					t.Errorf("the first move is %s %q, want hers, unmarked", first.Move, first.Code)
				}
			case c.rest && c.level != "": // the computer agrees by itself
				checkPlayedOut(w, w.must(w.svc.Play.PlayOut(ctx, w.by(ann))))
			}
			if c.over {
				if again := w.must(w.svc.Tables.Rematch(ctx, w.by(ann))); again.Match.RematchID != "" {
					next, err := w.svc.Read.Match(ctx, again.Match.RematchID)
					if err != nil || next.Finish != c.finish {
						t.Errorf("the rematch has finish %q, %v", next.Finish, err)
					}
				}
			}
		})
	}
}

// P126: the table lists a decided match together with other events.
func TestP126_Crossings(t *testing.T) {
	agree := func(w *world, u match.UserID) match.Change {
		w.Helper()
		return w.must(w.svc.Play.PlayOut(ctx, w.by(u)))
	}
	for _, c := range []struct {
		name   string
		finish match.Finish
		story  func(w *world)
	}{
		{"takeback: who agreed is asked again", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			if r := w.record(); r.Rest != nil ||
				len(slices.DeleteFunc(r.Notices, func(n match.Notice) bool {
					return n.Kind != match.PlayOutAsked
				})) > 0 {
				w.Fatalf("%+v, notices %v", r.Rest, r.Notices)
			}
			w.play(ann, parting)
			if w.record().Asked() != games.SeatSet(0, 1) {
				w.Errorf("asked %b", w.record().Asked())
			}
		}},
		{"takeback within the decided part", "", func(w *world) {
			w.play(ann, parting)
			w.play(bob, "h7-h6")
			agree(w, ann)
			w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			if r := w.record(); r.Rest == nil || r.Asked() != games.SeatSet(0, 1) {
				w.Errorf("%+v", r.Rest)
			}
		}},
		{"a draw offer waits for its answer", match.FinishAuto, func(w *world) {
			w.must(w.svc.Play.OfferDraw(ctx, w.by(ann)))
			w.play(ann, parting)
			if r := w.record(); r.Status != match.Running || r.Rest == nil || r.DrawOffer == nil {
				w.Fatalf("%s, %v, %v", r.Status, r.Rest, r.DrawOffer)
			}
			checkPlayedOut(w, w.must(w.svc.Play.DeclineDraw(ctx, w.by(bob))))
		}},
		{"agreeing to a draw comes first", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			w.must(w.svc.Play.OfferDraw(ctx, w.by(bob)))
			w.must(w.svc.Play.OfferDraw(ctx, w.by(ann)))
			if r := w.record(); r.Reason != games.ByAgreement || r.Rest != nil {
				w.Errorf("%s, %v", r.Reason, r.Rest)
			}
		}},
		{"who agrees gives up an offer", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			w.must(w.svc.Play.OfferDraw(ctx, w.by(bob)))
			done := agree(w, bob)
			checkPlayedOut(w, done)
			for _, e := range done.Events {
				if e.Kind == match.Declined {
					w.Errorf("somebody declined %s", e.Code)
				}
			}
		}},
		{"a pause", match.FinishAuto, func(w *world) {
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			w.refused(match.ErrParked, func() (match.Change, error) { return w.svc.Play.PlayOut(ctx, w.by(ann)) })
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
			checkPlayedOut(w, w.play(ann, parting))
		}},
		{"a pause after it was decided", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			w.refused(match.ErrParked, func() (match.Change, error) { return w.svc.Play.PlayOut(ctx, w.by(bob)) })
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
			checkPlayedOut(w, agree(w, bob))
		}},
		{"another player takes the seat", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			agree(w, ann)
			h := match.HandOver{From: player(ann), To: player(cat), Order: match.Order{By: "Mod", Reason: "ill"}}
			w.must(w.svc.Moderate.HandOver(ctx, w.by("mod"), h))
			w.must(w.svc.Moderate.TakeOver(ctx, w.by(cat)))
			if r := w.record(); r.Asked() != games.SeatSet(0, 1) || r.Status != match.Running {
				w.Fatalf("asked %b, %s", r.Asked(), r.Status)
			}
			agree(w, bob)
			checkPlayedOut(w, agree(w, cat))
		}},
		{"the clock", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			w.sleep(25 * time.Hour) // Bob's time runs out: the match stays decided, and Ann is asked again
			if r := w.record(); r.Rest == nil || r.Asked() != games.SeatSet(0, 1) {
				w.Fatalf("%+v", r.Rest)
			}
			agree(w, bob)
			if r := w.record(); !r.Clock.Deadline.After(w.now()) {
				w.Errorf("agreeing moved the deadline to %v", r.Clock.Deadline)
			}
			checkPlayedOut(w, agree(w, ann))
		}},
		{"resigning", "", func(w *world) {
			w.play(ann, parting)
			agree(w, ann)
			w.must(w.svc.Play.Resign(ctx, w.by(ann)))
			if r := w.record(); r.Status != match.Over || r.Rest != nil || r.Outcome.Winners() != games.SeatSet(1) {
				w.Errorf("%s, %v, %v", r.Status, r.Rest, r.Outcome)
			}
		}},
		{"an old board", "", func(w *world) {
			old := w.record().Board()
			w.play(ann, parting)
			w.refused(match.ErrStale, func() (match.Change, error) {
				a := w.by(ann)
				a.Head = old
				return w.svc.Play.PlayOut(ctx, a)
			})
		}},
		{"a conditional move comes first", match.FinishAuto, func(w *world) {
			w.prepare(bob, parting+" h7-h6")
			done := w.play(ann, parting)
			checkPlayedOut(w, done)
			if his := done.Events[1]; his.Move != "h7-h6" || his.Code != "" {
				w.Errorf("after the parting comes %s %q, want what Bob has prepared", his.Move, his.Code)
			}
		}},
		{"both agree at once, in two processes", "", func(w *world) {
			w.play(ann, parting)
			other := service.New(w.cfg)
			var both sync.WaitGroup
			for i, svc := range []*service.Service{w.svc, other} {
				a := w.by([]match.UserID{ann, bob}[i])
				both.Go(func() {
					if _, err := svc.Play.PlayOut(ctx, a); err != nil {
						w.Error(err)
					}
				})
			}
			both.Wait()
			soundness(w)
			if n := strings.Count(w.log(), "ended"); n != 1 || w.record().Status != match.Over {
				w.Errorf("ended %d times, %s", n, w.record().Status)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			decidedFish(w, func(p *match.Proposal) { p.Finish = c.finish })
			c.story(w)
		})
	}
}

// P126: a player without moves has nothing to agree to. The same holds for a player who has left
// the match.
func TestP126_OnlyWhoStillMoves(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("fish", ann)
	p.From = "fish/1 rules=official penguins=3 phase=move board=0001111/00000201/0000200/00200003/1002202/10010001/1002020/11210300 players=red:20:12:g4,f8,e1;white:22:13:b6;brown:21:11:g6,a6,f4 turn=white"
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
	who := func(s games.Seat) match.UserID { return w.record().Players[s].User }
	w.play(who(1), "b6-c5") // white's last penguin can't move after that
	if r := w.record(); r.Asked() != games.SeatSet(0, 2) {
		t.Fatalf("asked %b, %+v", r.Asked(), r.Rest)
	}
	w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.PlayOut(ctx, w.by(who(1))) })
	w.must(w.svc.Play.PlayOut(ctx, w.by(who(0))))
	if r := w.record(); !slices.ContainsFunc(r.Notices, func(n match.Notice) bool {
		return n.Kind == match.PlayOutAsked && n.To == who(2)
	}) ||
		slices.ContainsFunc(r.Notices, func(n match.Notice) bool {
			return n.Kind == match.PlayOutAsked && n.To == who(1)
		}) {
		t.Errorf("told: %v", r.Notices)
	}
	w.must(w.svc.Play.PlayOut(ctx, w.by(who(2))))
	if w.record().Status != match.Over {
		t.Errorf("it is %s", w.record().Status)
	}
	soundness(w)
}

// P126: if only computers still have a choice, the rest is played out only if no move can change
// the places, or as agreed beforehand. Otherwise they play on by their levels.
func TestP126_ComputersMayErr(t *testing.T) {
	const near = "players=white:22:13:b6;red:20:12:g4,f8,e1;brown:21:11:g6,a6,f4 turn=white"
	for _, c := range []struct {
		name, players string
		finish        match.Finish
		over          bool
	}{
		{"places can change", near, "", false},
		{"agreed beforehand", near, match.FinishAuto, true},
		{"certain", "players=white:60:13:b6;red:20:12:g4,f8,e1;brown:90:11:g6,a6,f4 turn=white", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			easy := match.Player{Computer: games.Easy}
			p := w.proposal("fish", ann, easy, easy)
			p.From = "fish/1 rules=official penguins=3 phase=move board=0001111/00000201/0000200/00200003/1002202/" +
				"10010001/1002020/11210300 " + c.players
			p.Finish = c.finish
			w.must(w.svc.Tables.Propose(ctx, p))
			w.play(ann, "b6-c5") // her last penguin can't move after that
			r := w.record()
			if (r.Status == match.Over) != c.over || r.Rest != nil || !c.over && r.Thinking() == 0 {
				t.Errorf("%s, rest %v, %b are thinking; want over %t", r.Status, r.Rest, r.Thinking(), c.over)
			}
			soundness(w)
		})
	}
}

// P126: if only computers still move, nobody has to be asked. In a Step match each step is shown.
func TestP126_Computers(t *testing.T) {
	for _, step := range []bool{false, true} {
		w := newWorld(t)
		p := w.proposal("fish", ann, match.Player{Computer: games.Easy}, match.Player{Computer: games.Easy})
		p.Watch, p.Step, p.Setup.Seed = true, step, 3
		w.must(w.svc.Tables.Propose(ctx, p))
		marked := 0
		for n := 0; w.record().Status == match.Running; n++ {
			if step {
				w.must(w.svc.Play.Next(ctx, w.by(ann)))
			}
			job, ok, err := w.svc.Computers.Job(ctx, w.id)
			if err != nil || !ok || n > 200 {
				t.Fatalf("no job: %v", err)
			}
			for move := range job.View.Legal() {
				for _, e := range w.must(w.svc.Computers.Answer(ctx, job, move)).Events {
					if e.Code == match.CodeDecided {
						marked++
					}
				}
				break
			}
		}
		if (marked > 0) == step {
			t.Errorf("step by step is %t, and %d moves were played out", step, marked)
		}
		soundness(w)
	}
}

// P126: Kalah is played out only by consent, because each player's moves affect the other. The
// sentence says what can still change.
func TestP126_Kalah(t *testing.T) {
	const text = "kalah/1 m=6 to=S south=0.1.0.2.2.0:23 north=1.1.0.0.1.0:17 rules=standard"
	for _, c := range []struct {
		with   match.Player
		finish match.Finish
		agree  []match.UserID
	}{
		{match.Player{User: bob, Name: "Bob"}, "", []match.UserID{ann, bob}},
		{match.Player{Computer: games.Easy}, "", []match.UserID{ann}},
		{match.Player{User: bob, Name: "Bob"}, match.FinishAuto, nil},
	} {
		t.Run(fmt.Sprint(c.with, c.finish), func(t *testing.T) {
			w := newWorld(t, func(cfg *service.Config) { cfg.Games = append(cfg.Games, kalah.New()) })
			p := w.proposal("kalah", ann, c.with)
			p.From, p.Finish = text, c.finish
			w.must(w.svc.Tables.Propose(ctx, p))
			if c.with.User != "" {
				w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
			}
			if len(c.agree) > 0 {
				const why = "South wins by 6 beans with best play, and by at least 2 however the rest is played."
				if r := w.record(); r.Rest == nil || r.Rest.Reason.String() != why {
					t.Fatalf("%+v", r.Rest)
				}
			}
			for _, u := range c.agree {
				w.must(w.svc.Play.PlayOut(ctx, w.by(u)))
			}
			if r := w.record(); r.Status != match.Over || r.Outcome.Winners() != games.SeatSet(0) {
				t.Errorf("%s, %v", r.Status, r.Outcome)
			}
			soundness(w)
		})
	}
}

// A proposal with an unknown value of Finish is refused.
func TestP126_Proposal(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("fish", ann, player(bob))
	p.Finish = "soon"
	if _, err := w.svc.Tables.Propose(ctx, p); !errors.Is(err, match.ErrBadProposal) {
		t.Errorf("error %v, want ErrBadProposal", err)
	}
}

// P127: in a tournament, consecutive turns with nearly all the time used in a lost position are
// counted. A quick turn starts the count again.
func TestP127_Stalls(t *testing.T) {
	for _, c := range []struct {
		name       string
		tournament string
		quick      int // number of the turn that white plays quickly; 0: none
		want       int // expected highest count of such turns
		shown      bool
	}{
		{"five turns running", "cup", 0, 5, true},
		{"one of them quick", "cup", 3, 4, false},
		{"no tournament", "", 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal("fish", ann, player(ann), player(bob))
			p.Seated, p.Tournament, p.PerMove, p.Finish = true, c.tournament, 10*time.Hour, match.FinishAsk
			p.Setup.Options = games.Options{
				"rules": "course", "penguins": "1",
				"board": "[[5,5,5],[5,5,5],[5,5,5],[5,5,5],[0,0,0],[0,0,0],[1,1,1],[1,1,1],[1,1,1],[1,1,1]]",
			}
			w.must(w.svc.Tables.Propose(ctx, p))
			w.play(ann, "a1")
			w.play(bob, "g1")
			first := func(u match.UserID) {
				t.Helper()
				rest, ok := func() (games.Finish, bool) {
					pos, err := w.match().Parse()
					if err != nil {
						t.Fatal(err)
					}
					return pos.Finish(20_000)
				}()
				if !ok {
					t.Fatal("it is not decided")
				}
				w.play(u, rest.Moves[0])
			}
			most := 0
			for turn := 1; turn <= 7; turn++ {
				w.wait(9*time.Hour + 30*time.Minute)
				first(ann)
				if turn == c.quick {
					w.wait(9 * time.Hour) // a tenth of the time is left
				} else {
					w.wait(9*time.Hour + 30*time.Minute)
				}
				first(bob)
				r := w.record()
				if most = max(most, r.Stalls[1]); r.Stalls[0] != 0 {
					t.Fatalf("Ann, who wins, stalls: %v", r.Stalls)
				}
				if want := c.shown && turn >= 5; r.Stalling().Has(1) != want {
					t.Errorf("after turn %d: stalling is %b, %v", turn, r.Stalling(), r.Stalls)
				}
				if c.shown && turn == 5 {
					break
				}
			}
			if most != c.want {
				t.Errorf("at most %d turns running, want %d", most, c.want)
			}
		})
	}
}
