package tourney_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// told takes all undelivered notices, as the delivery does: "ann next bob", "bob ended 1".
func (w *world) told() (list []string) {
	w.Helper()
	r := w.record()
	var numbers []int
	for _, n := range r.Notices {
		text := fmt.Sprint(cmp.Or(n.To, "all"), " ", n.Kind)
		for _, e := range n.With {
			text += " " + string(r.Entrants[e].User)
		}
		if n.Kind == tourney.Ended {
			text += fmt.Sprint(" ", n.Place)
		}
		list = append(list, text)
		numbers = append(numbers, n.No)
	}
	if err := w.svc.MarkTold(ctx, w.id, numbers...); err != nil {
		w.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func (w *world) wantTold(when string, want ...string) {
	w.Helper()
	slices.Sort(want)
	if got := w.told(); !slices.Equal(got, want) {
		w.Errorf("%s: told %q, want %q", when, got, want)
	}
	if again := w.told(); len(again) > 0 {
		w.Errorf("%s: told again: %q", when, again)
	}
}

// An entrant who sits out a round is told so, even if the format makes no pairing for it.
func TestNoticesOfWhoSitsOut(t *testing.T) {
	for _, tt := range []struct {
		format string
		again  bool // whether somebody has no game in the second round either
	}{
		{"bracket", false},
		{"roundrobin", true},
	} {
		w := newWorld(t, nil)
		w.create(w.terms("nim", tt.format), ann, bob, cid)
		w.start()
		idle := w.record().SittingOut(0)
		if len(idle) != 1 {
			t.Errorf("%s: %v sit out the first of three, want one", tt.format, idle)
			continue
		}
		if got, want := w.told(), string(w.record().Entrants[idle[0]].User)+" bye"; len(got) != 3 ||
			!slices.Contains(got, want) {
			t.Errorf("%s: told %q, want %q and two who play", tt.format, got, want)
		}
		winner := w.record().Entrants[w.record().Played[0].Games[0].Pairing[0]].User
		w.win(winner)
		byes := slices.DeleteFunc(w.told(), func(s string) bool { return !strings.HasSuffix(s, " bye") })
		if (len(byes) == 1) != tt.again {
			t.Errorf("%s: in the second round %q, want somebody who sits out: %t", tt.format, byes, tt.again)
		}
	}
}

// A notice that somebody sits out a round is dropped when the next round begins. Otherwise a late notice
// would seem to be about the new round.
func TestNoticesOfAByeEndWithItsRound(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "roundrobin"), ann, bob, cid)
	w.start()
	for round := 1; round <= 3; round++ {
		r := w.record()
		idle := r.Entrants[r.SittingOut(round - 1)[0]].User
		byes := slices.DeleteFunc(slices.Clone(r.Notices), func(n tourney.Notice) bool { return n.Kind != tourney.SitsOut })
		if len(byes) != 1 || byes[0].To != idle || byes[0].Round != round {
			t.Errorf("round %d: %+v are still to be told, want the bye of %s alone", round, byes, idle)
		}
		w.win(r.Entrants[r.Played[round-1].Games[0].Pairing[0]].User)
	}
}

// Everybody gets one notice for each step: the next opponent, a bye, a final loss, the end.
func TestNoticesOfAKnockout(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), ann, bob, cid, dee, "eve")
	w.wantTold("in the sign-up")
	var by []match.UserID // by lot
	for _, p := range w.start().Entrants {
		by = append(by, p.User)
	}
	want := func(what string, list ...string) {
		t.Helper()
		for i, text := range list {
			for n, u := range by {
				text = strings.ReplaceAll(text, fmt.Sprintf("#%d", n+1), string(u))
			}
			list[i] = text
		}
		w.wantTold(what, list...)
	}
	want("round 1", "#1 next #2", "#2 next #1", "#3 next #4", "#4 next #3", "#5 bye")
	w.restart()
	want("after a restart")
	w.win(by[0])
	want("after the first game", "#2 out")
	w.win(by[2])
	want("round 2", "#4 out", "#1 next #5", "#5 next #1", "#3 bye")
	w.win(by[0])
	want("the final", "#5 out", "#1 next #3", "#3 next #1")
	w.win(by[0])
	want("the end", "all announced", "#1 ended 1", "#3 ended 2")
	if r := w.record(); r.Unsettled() != (r.Shown.Version < r.Version) {
		t.Error("unsettled although everybody has been told")
	}
}

// P94: with a game for third place nobody is out after a semi-final. The players of the last game
// to end are told only the end of the tournament. The players of other games are told their result.
func TestNoticesOfABracketWithAThirdPlace(t *testing.T) {
	for _, confirm := range []bool{false, true} {
		w := newWorld(t, nil)
		terms := w.terms("nim", "bracket")
		terms.Third, terms.Confirm = true, confirm
		w.create(terms, ann, bob, cid, dee)
		w.start()
		w.told()
		w.win(ann)
		w.wantTold("the first semi-final")
		w.win(bob)
		w.wantTold("both semi-finals", "ann next bob", "bob next ann", "cid next dee", "dee next cid")
		third, final := w.game(cid).ID, w.game(ann).ID
		w.wantTells("the game for the third place, while the final goes on", third,
			map[match.UserID]bool{cid: false, dee: false})
		w.win(cid)
		w.wantTold("the game for the third place")
		w.wantTells("the final", final, map[match.UserID]bool{ann: true, bob: !confirm})
		w.win(ann)
		if confirm {
			w.wantTold("the final", "ann confirm")
			w.must(w.svc.Confirm(ctx, w.id, ann))
		}
		w.wantTold("the end", "all announced", "ann ended 1", "bob ended 2", "cid ended 3", "dee ended 4")
		w.wantTells("the final, afterwards", final, map[match.UserID]bool{ann: true, bob: !confirm})
	}
}

// wantTells checks which of a game's players get the result from the tournament. The first of the
// players wins the game.
func (w *world) wantTells(what string, id match.ID, want map[match.UserID]bool) {
	w.Helper()
	r := w.record()
	_, g := r.Find(id)
	o := games.Outcome{}
	for seat, e := range g.Pairing {
		o.Place[seat] = 1
		if u := r.Entrants[e].User; u == bob || u == dee {
			o.Place[seat] = 2
		}
	}
	for u, tells := range want {
		if got := r.Tells(id, o, u); got != tells {
			w.Errorf("%s: the tournament tells %s: %t, want %t", what, u, got, tells)
		}
	}
}

func TestNoticesOfASwiss(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "swiss")
	terms.Rounds = 1
	w.create(terms, ann, bob, cid)
	r := w.start()
	var want []string
	for _, g := range r.Played[0].Games {
		for i, e := range g.Pairing {
			me := r.Entrants[e].User
			if g.Pairing.Bye() {
				want = append(want, string(me)+" bye")
			} else {
				want = append(want, string(me)+" next "+string(r.Entrants[g.Pairing[1-i]].User))
			}
		}
	}
	w.wantTold("round 1", want...)
	w.win(r.Entrants[r.Played[0].Games[0].Pairing[0]].User)
	if got := w.told(); len(got) != 4 || got[0] != "all announced" || !strings.Contains(got[1], "ann ended") {
		t.Errorf("at the end %q, want all three to be told their places, and it announced", got)
	}
}

// Obsolete undelivered notices are taken back; numbers are never reused.
func TestNoticesOutOfDateAreTakenBack(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "bracket"), ann, bob, cid, dee)
	w.start()
	w.win(ann)
	w.win(bob)
	numbers := map[int]bool{}
	for _, n := range w.record().Notices {
		if n.Kind == tourney.NextGame && n.Round != 2 || numbers[n.No] {
			t.Errorf("after the first round there is %+v", n)
		}
		numbers[n.No] = true
	}
	w.wantTold("the final", "cid out", "dee out", "ann next bob", "bob next ann")
	final := w.game(ann).ID
	w.must(w.svc.Cancel(ctx, w.id, tourney.By{User: ann, Name: "Ann"}))
	w.wantTold("cancelled", "ann stopped", "bob stopped")
	log, err := w.store.History(ctx, final, 1)
	if err != nil {
		t.Fatal(err)
	}
	if last := log[len(log)-1]; last.Kind != match.Released || last.By != "Ann" || last.Note != w.record().Name {
		t.Errorf("the final is not released from %s by Ann: %+v", w.record().Name, last)
	}
	if last := w.record().LastNotice; last < 10 {
		t.Errorf("the newest notice has the number %d, want that of all that ever were", last)
	}
}

// Decisions of organisers and moderators cause notices.
func TestNoticesOfDecisions(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "roundrobin")
	terms.Confirm = true
	w.create(terms, bob, cid)
	r := w.start()
	w.told()
	mod := tourney.By{User: "mod", Name: "Mod", Moderator: true}
	g := r.Played[0].Games[0]
	w.must(w.svc.Override(ctx, w.id, mod, tourney.Call{Match: g.Match, Winner: 0, Reason: "a wrong button"}))
	w.wantTold("decided", "bob decided", "cid decided", string(r.Entrants[g.Pairing[0]].User)+" confirm")
	w.must(w.svc.Confirm(ctx, w.id, r.Entrants[g.Pairing[0]].User))
	if got := w.told(); len(got) != 3 || got[0] != "all announced" {
		t.Errorf("at the end %q, want both told, and it announced", got)
	}
}

// A delivered notice or a published result changes nothing that the channel shows, and an erased person gets no more
// notices.
func TestNoticesAreNoNewsForTheChannel(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), ann, bob)
	r := w.start()
	if err := w.svc.MarkShown(ctx, r.ID,
		tourney.Shown{Version: r.Version, Rounds: 1, Message: "m1", At: w.clock}); err != nil {
		t.Fatal(err)
	}
	second := r.Entrants[1].User
	if err := w.svc.MarkTold(ctx, r.ID, 1); err != nil {
		t.Fatal(err)
	}
	if r = w.record(); r.Shown.Version != r.Version || len(r.Notices) != 1 || r.Notices[0].To != second {
		t.Errorf("version %d, shown %d, notices %+v; want the channel up to date and %s's notice", r.Version,
			r.Shown.Version, r.Notices, second)
	}
	if err := w.svc.MarkPublished(ctx, r.ID, "m2"); err != nil {
		t.Fatal(err)
	}
	if r = w.record(); r.Shown.Version != r.Version || r.Published != "m2" {
		t.Errorf("version %d, shown %d, published as %q", r.Version, r.Shown.Version, r.Published)
	}
	w.depart(ann)
	for _, n := range w.record().Notices {
		if n.To != bob && n.Kind != tourney.Announced {
			t.Errorf("%+v is to be told to somebody who is gone", n)
		}
	}
}

// P27: an organiser or moderator removes an entrant with a reason, from the sign-up or during the
// tournament. The person is told, and the log keeps the reason.
func TestP27_Remove(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "roundrobin"), ann, bob, cid, dee)
	organiser, mod := tourney.By{User: ann, Name: "Ann"}, tourney.By{User: "mod", Name: "Mod", Moderator: true}
	remove := func(by tourney.By, u match.UserID, reason string) func() (tourney.Record, error) {
		return func() (tourney.Record, error) {
			return w.svc.Remove(ctx, w.id, by, tourney.Removal{User: u, Reason: reason})
		}
	}
	w.refused(tourney.ErrNotYours, remove(tourney.By{User: bob, Name: "Bob"}, cid, "I don't like him"))
	w.refused(tourney.ErrNotIn, remove(mod, "eve", "whoever that is"))
	w.refused(tourney.ErrBadCall, remove(mod, dee, " "))
	w.refused(tourney.ErrBadCall, remove(mod, dee, strings.Repeat("why ", 100)))
	r := w.must(remove(organiser, dee, "did not pay.")())
	if len(r.Entrants) != 3 || r.EntrantOf(dee) != tourney.Nobody {
		t.Errorf("entrants %v, want Dee's place free", r.Entrants)
	}
	w.wantTold("removed from the sign-up", "dee put out")
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) {
		return w.svc.Join(ctx, w.id, match.Player{User: dee, Name: "Dee"})
	})
	r = w.start()
	w.told()
	playing := r.Played[0].Games[0].Pairing
	first, second := r.Entrants[playing[0]].User, r.Entrants[playing[1]].User
	if first == ann || second == ann {
		other := first
		if first == ann {
			other = second
		}
		// the organiser plays against this entrant
		w.refused(tourney.ErrNotYours, remove(organiser, other, "I want to win"))
	}
	r = w.must(remove(mod, first, "insults")())
	if g := r.Played[0].Games[0]; !g.Done || g.Place[0] != 2 || !slices.Contains(r.Out, playing[0]) {
		t.Errorf("the game is %+v and out are %v, want it lost and the player out", g, r.Out)
	}
	if e := r.Log[len(r.Log)-1]; e.By != "mod" || !strings.Contains(e.Say.String(), "Mod removed") ||
		!strings.HasSuffix(e.Say.String(), "Reason: insults.") {
		t.Errorf("the log ends with %+v, want who, whom and why", e)
	}
	if got := w.told(); !slices.Contains(got, string(first)+" put out") {
		t.Errorf("told %q, want the player told", got)
	}
	w.refused(tourney.ErrNotIn, remove(mod, first, "again"))
	w.must(w.svc.Cancel(ctx, w.id, mod))
	w.refused(tourney.ErrEnded, remove(mod, second, "too late"))
}

// Two entrants of the same name are distinguished by their numbers, and by their seat in a
// decision.
func TestEntrantsOfTheSameName(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"))
	for _, u := range []match.UserID{"u1", "u2"} {
		w.must(w.svc.Join(ctx, w.id, match.Player{User: u, Name: "Kim"}))
	}
	w.must(w.svc.Join(ctx, w.id, match.Player{User: bob, Name: "Bob"}))
	r := w.record()
	if got := r.Names(0, 1, 2).String(); got != "Kim #1, Kim #2 and Bob" {
		t.Errorf("they are called %q", got)
	}
	r = w.start()
	g := r.Played[0].Games[0]
	kim := r.EntrantOf("u2")
	winner := slices.Index(g.Pairing, kim)
	r = w.must(w.svc.Override(ctx, w.id, tourney.By{User: ann, Name: "Ann"},
		tourney.Call{Match: g.Match, Winner: games.Seat(winner), Reason: "agreed"}))
	if say := r.Log[len(r.Log)-1].Say.String(); !strings.Contains(say, fmt.Sprintf("for Kim #%d.", kim+1)) {
		t.Errorf("the log says %q, want which Kim", say)
	}
}

// slow is a knockout that pauses while it pairs a round.
type slow struct {
	tourney.Knockout
	pairing chan bool // receives a value when the pairing begins
	goOn    chan bool // the pairing continues when this channel is closed
}

func (slow) Name() string { return "slow" }

func (f slow) Next(s tourney.State) []tourney.Pairing {
	select {
	case f.pairing <- true:
	default:
	}
	<-f.goOn
	return f.Knockout.Next(s)
}

// A round is paired without blocking writers, and a change made meanwhile is respected.
func TestPairingKeepsNobodyWaiting(t *testing.T) {
	f := slow{pairing: make(chan bool, 1), goOn: make(chan bool)}
	tourney.Formats = append(tourney.Formats, f)
	defer func() { tourney.Formats = tourney.Formats[:len(tourney.Formats)-1] }()
	w := newWorld(t, nil)
	w.create(w.terms("nim", "slow"), ann, bob, cid)
	slowly := w.id
	done := make(chan error)
	go func() { // the goroutine ends when goOn is closed
		_, err := w.svc.Start(ctx, slowly, tourney.By{User: ann})
		done <- err
	}()
	<-f.pairing
	soon, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	terms := w.terms("nim", "swiss")
	other, err := w.svc.Create(soon, terms)
	if err == nil {
		_, err = w.svc.Join(soon, other.ID, match.Player{User: dee, Name: "Dee"})
	}
	left := make(chan error)
	go func() { // the goroutine ends when goOn is closed
		_, err := w.svc.Leave(ctx, slowly, cid)
		left <- err
	}()
	for r, _ := w.svc.Tournament(ctx, slowly); len(r.Out) == 0; r, _ = w.svc.Tournament(ctx, slowly) {
		if soon.Err() != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	close(f.goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := <-left; err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Errorf("while a round is paired nothing else can be done: %v", err)
	}
	w.id = slowly
	if r := w.record(); len(r.Played) != 1 || len(r.Played[0].Games) != 1 ||
		slices.Contains(r.Played[0].Games[0].Pairing, 2) {
		t.Errorf("the round is %+v, want it without Cid, who has left meanwhile", r.Played)
	}
}

// If a notice is marked as delivered twice, the record changes once.
func TestMarkToldOfUnknownNumbers(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), bob, cid)
	before := w.start()
	if err := w.svc.MarkTold(ctx, w.id, before.LastNotice+1); err != nil || w.record().Version != before.Version {
		t.Errorf("%v, version %d of %d after an unknown number was told", err, w.record().Version, before.Version)
	}
	if err := w.svc.MarkTold(ctx, w.id, before.Notices[0].No); err != nil ||
		len(w.record().Notices) != len(before.Notices)-1 {
		t.Errorf("%v, still to tell %+v", err, w.record().Notices)
	}
}
