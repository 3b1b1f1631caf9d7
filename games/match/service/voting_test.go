package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/race"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/match/service"
	"paddock/games/match/vote"
)

const dee match.UserID = "dee"

// channel starts a match of the channel, for which Ann decides, against Bob: 48 hours a move, a
// vote of 12 hours. The channel moves first.
func channel(w *world, change ...func(*match.Proposal)) match.Record {
	w.Helper()
	return w.duel("nim", append([]func(*match.Proposal){func(p *match.Proposal) {
		p.By.Name, p.PerMove, p.Voting = "#games", 48*time.Hour, &match.Voting{}
	}}, change...)...)
}

// terms changes the terms of a channel's vote.
func terms(t vote.Terms) func(*match.Proposal) {
	return func(p *match.Proposal) { p.Voting.Terms = t }
}

func (w *world) votes() string { return fmt.Sprint(vote.Tally(w.record().Voting.Votes)) }

// P134: members vote, change their votes, and vote again. At the end of the window the move with
// the most votes is played.
func TestP134_Vote(t *testing.T) {
	w := newWorld(t)
	channel(w)
	if r := w.record(); r.Players[0] != (match.Player{User: ann, Name: "#games", Channel: here.Channel}) ||
		!r.Unrated || r.Bound() != games.SeatSet(0) {
		t.Fatalf("the channel sits as %+v, unrated %t", r.Players[0], r.Unrated)
	}
	board := w.record().Board()
	w.play(cat, "c1")
	w.wait(time.Hour)
	w.play(dee, "c2")
	w.play(ann, "c 2")
	act := w.by(cat)
	w.must(w.svc.Play.Move(ctx, act, "c3"))
	w.must(w.svc.Play.Move(ctx, act, "c3")) // the same click a second time
	w.play(cat, "c3")                       // a new click for the same move
	w.restart()
	if got := w.votes(); got != "[{c2 2} {c3 1}]" {
		t.Errorf("votes %s, want two for c2 and one for c3", got)
	}
	if r := w.record(); r.Board() != board || r.Moves != 0 {
		t.Errorf("votes changed the board from %d to %d", board, r.Board())
	}
	if s := w.svc.Delivery.Show(w.match()); len(s.Ping) > 0 || !s.PingAt.IsZero() {
		t.Errorf("a vote pings: %+v", s)
	}
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(bob), "c1") })
	if _, err := w.svc.Play.Move(ctx, w.by(cat), "c9"); err == nil {
		t.Error("a vote for an illegal move counts")
	}
	if happened := w.sleep(11 * time.Hour); len(happened) > 0 {
		t.Errorf("before the window ends: %v", happened)
	}
	w.sleep(time.Hour)
	w.wantLog("created joined began voted voted voted voted:again moved:c2")
	r := w.record()
	if log, _ := w.svc.Read.Log(ctx, w.id); log[7].Note != "2/3" || log[7].User != "" || log[3].Move != "" {
		t.Errorf("the log has %+v and %+v; want who voted, but not for what", log[3], log[7])
	}
	if fmt.Sprint(r.Voting.Last) != "[{c2 2} {c3 1}]" || len(r.Voting.Votes) != 0 ||
		!slices.Equal(r.Voting.Turnout,
			[]match.Voter{{User: dee, Turns: 1}, {User: ann, Turns: 1}, {User: cat, Turns: 1}}) {
		t.Errorf("after the count: %+v", *r.Voting)
	}
	w.refused(match.ErrStale, func() (match.Change, error) {
		act := w.by(bob)
		act.Head = board
		return w.svc.Play.Move(ctx, act, "c1")
	})
	soundness(w)
}

// P135: with a number of voters the vote ends as soon as no other move can win. A number that is
// never reached changes nothing.
func TestP135_Majority(t *testing.T) {
	w := newWorld(t)
	channel(w, terms(vote.Terms{Window: 12 * time.Hour, Voters: 5}))
	for i, move := range []string{"c1", "c2", "c2"} {
		w.play(match.UserID(fmt.Sprint("m", i)), move)
	}
	if w.record().Moves != 0 {
		t.Fatal("the vote has ended while two more votes could change it")
	}
	w.play("m3", "c2")
	w.wantLog("created joined began voted voted voted voted moved:c2")
}

// P135: a single vote is not counted until a second one comes. If none comes, it is played when the
// time for the move runs out.
func TestP135_LoneVote(t *testing.T) {
	w := newWorld(t)
	channel(w)
	w.play(cat, "c1")
	w.sleep(13 * time.Hour)
	if w.record().Moves != 0 {
		t.Fatal("a lone vote was played at the end of the window")
	}
	w.play(dee, "c2")
	if r := w.record(); r.Moves != 0 || !r.VoteEnds().Equal(w.now().Add(12*time.Hour)) {
		t.Errorf("after the second vote the vote ends at %s, want in 12 hours", r.VoteEnds())
	}
	w.sleep(12 * time.Hour)
	w.wantLog("created joined began voted voted moved:c1")

	w = newWorld(t)
	channel(w)
	w.sleep(40 * time.Hour)
	w.play(cat, "c1")
	w.play(dee, "c1")
	w.sleep(8 * time.Hour)
	w.wantLog("created joined began voted voted moved:c1") // the time for the move ends before the vote's window

	w = newWorld(t)
	channel(w)
	w.play(cat, "c1")
	w.sleep(49 * time.Hour)
	if log := w.log(); !strings.HasSuffix(log, "moved:c1") || !w.record().Clock.Deadline.After(w.now()) {
		t.Errorf("the log is %s, want the lone vote played when the time is up", log)
	}
}

// P135: without any vote the agreed ruling follows.
func TestP135_NoVote(t *testing.T) {
	w := newWorld(t)
	channel(w)
	w.sleep(49 * time.Hour)
	if r := w.record(); r.Status != match.Over || r.Outcome.Place[0] != 2 {
		t.Errorf("%s %v, want the channel to lose by the clock", r.Status, r.Outcome)
	}
	if _, ok := w.record().Finished(); ok {
		t.Error("a match of a channel is somebody's result")
	}

	// the board shows no vote for a turn that had none
	w = newWorld(t)
	channel(w)
	w.play(cat, "c1")
	w.sleep(49 * time.Hour)
	if w.record().Voting.Last == nil {
		t.Error("the vote for the first turn is not known")
	}
	w.play(bob, "c2")
	w.sleep(49 * time.Hour)
	if r := w.record(); r.Status != match.Over || r.Voting.Last != nil {
		t.Errorf("%s, and the last turn had the vote %+v", r.Status, r.Voting.Last)
	}

	w = newWorld(t)
	channel(w, func(p *match.Proposal) { p.Lapse = "claim" })
	w.sleep(49 * time.Hour)
	w.play(cat, "c1") // the time is up, but Bob has not claimed the win
	w.wantLog("created joined began lapsed voted moved:c1")
}

// P134, P136: the table lists votes together with every other feature of a match.
func TestP136_Crossings(t *testing.T) {
	for _, c := range []struct {
		name string
		does func(w *world)
	}{
		{"a blocked member does not vote", func(w *world) {
			if _, err := w.svc.Settings.ChangeUser(ctx, bob, func(u *match.User) {
				u.Blocked = []match.UserID{cat}
			}); err != nil {
				w.Fatal(err)
			}
			w.refused(match.ErrUnavailable, func() (match.Change, error) {
				return w.svc.Play.Move(ctx, w.by(cat), "c1")
			})
			w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Play.Resign(ctx, w.by(dee)) })
		}},
		{"an old board does not vote", func(w *world) {
			old := w.record().Board()
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.sleep(12 * time.Hour)
			w.play(bob, "b1")
			act := w.by(cat)
			act.Head = old
			w.refused(match.ErrStale, func() (match.Change, error) { return w.svc.Play.Move(ctx, act, "c1") })
		}},
		{"several moves at once are no vote", func(w *world) {
			if _, err := w.svc.Play.Move(ctx, w.by(cat), "c1-c1"); err == nil {
				w.Error("two moves are one vote")
			}
		}},
		{"who decides for the channel resigns, and nobody else", func(w *world) {
			w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Play.Resign(ctx, w.by(cat)) })
			w.must(w.svc.Play.Resign(ctx, w.by(ann)))
		}},
		{"a draw is agreed by who decides for the channel", func(w *world) {
			w.must(w.svc.Play.OfferDraw(ctx, w.by(bob)))
			w.play(cat, "c1") // a vote does not decline the offer
			if w.record().DrawOffer == nil {
				w.Fatal("a vote has declined a draw")
			}
			w.must(w.svc.Play.OfferDraw(ctx, w.by(ann)))
			if r := w.record(); r.Status != match.Over || r.Outcome.Winners().Len() != 2 {
				w.Errorf("%s %v, want a draw", r.Status, r.Outcome)
			}
		}},
		{"the counted move declines a draw", func(w *world) {
			w.must(w.svc.Play.OfferDraw(ctx, w.by(bob)))
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.sleep(12 * time.Hour)
			if r := w.record(); r.DrawOffer != nil || r.Moves != 1 {
				w.Errorf("after the vote %d moves, offer %v", r.Moves, r.DrawOffer)
			}
		}},
		{"a voted move is not taken back, the opponent's is, and the votes on it fall", func(w *world) {
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.sleep(12 * time.Hour)
			w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(ann)) })
			w.play(bob, "b1")
			w.play(cat, "a1")
			w.wait(time.Hour)
			w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			if r := w.record(); len(r.Voting.Votes) != 0 || r.Votes() != games.Spectator || r.Moves != 1 {
				w.Errorf("after the takeback: votes %v, moves %d", r.Voting.Votes, r.Moves)
			}
		}},
		{"the opponent's move is not taken back after a voted answer", func(w *world) {
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.sleep(12 * time.Hour)
			w.play(bob, "b1")
			w.play(cat, "a1")
			w.play(dee, "a1")
			w.sleep(12 * time.Hour)
			w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(bob)) })
			if r := w.record(); r.Moves != 3 || r.UndoOffer != nil {
				w.Errorf("%d moves, offer %v", r.Moves, r.UndoOffer)
			}
		}},
		{"nobody agrees for a channel whose leader is erased", func(w *world) {
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.sleep(12 * time.Hour)
			w.play(bob, "b1")
			gone, err := w.svc.Erase.Begin(ctx, ann)
			if err == nil {
				err = w.svc.Erase.Finish(ctx, gone)
			}
			if err != nil {
				w.Fatal(err)
			}
			w.wait(time.Hour)
			for _, ask := range []func(context.Context, match.Act) (match.Change, error){
				w.svc.Play.Takeback,
				w.svc.Play.OfferDraw, w.svc.Play.OfferPause,
			} {
				w.refused(match.ErrTooLate, func() (match.Change, error) { return ask(ctx, w.by(bob)) })
			}
			w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Tables.Rematch(ctx, w.by(bob)) })
		}},
		{"a pause stops the window", func(w *world) {
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			if end := w.record().VoteEnds(); !end.IsZero() {
				w.Errorf("during the pause the vote ends at %s", end)
			}
			w.refused(match.ErrParked, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(cat), "c2") })
			w.sleep(100 * time.Hour)
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
			if end := w.record().VoteEnds(); !end.Equal(w.now().Add(12 * time.Hour)) {
				w.Errorf("after the pause the vote ends at %s, want in 12 hours", end)
			}
		}},
		{"an outage of the bot is given back", func(w *world) {
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.alive()
			w.wait(20 * time.Hour)
			w.restart()
			if n, err := w.svc.Referee.Recover(ctx); n != 1 || err != nil {
				w.Errorf("Recover = %d, %v", n, err)
			}
			w.attend()
			if r := w.record(); r.Moves != 0 || !r.VoteEnds().Equal(w.now().Add(12*time.Hour)) {
				w.Errorf("after the outage: %d moves, the vote ends at %s", r.Moves, r.VoteEnds())
			}
		}},
		{"nights and vacations of who decides count for nothing", func(w *world) {
			before := w.record().Clock.Deadline
			w.hours(ann, func(h *calendar.Hours) {
				h.Vacations = []calendar.Vacation{{Start: w.now(), End: w.now().Add(240 * time.Hour)}}
			})
			if err := w.svc.Referee.Rewind(ctx, ann); err != nil {
				w.Fatal(err)
			}
			if r := w.record(); !r.Clock.Deadline.Equal(before) || !r.Clock.Away[0].IsZero() {
				w.Errorf("the deadline moves from %s to %s", before, r.Clock.Deadline)
			}
		}},
		{"what who decides has prepared is not played", func(w *world) {
			w.prepare(ann, "c1")
			w.must(w.svc.Play.GoOn(ctx, w.id))
			if w.record().Moves != 0 {
				w.Error("a prepared move was played for the channel")
			}
		}},
		{"who is erased loses their votes, and the channel plays on", func(w *world) {
			w.play(cat, "c1")
			w.play(ann, "c2")
			w.play(dee, "c2")
			for _, u := range []match.UserID{ann, dee} {
				gone, err := w.svc.Erase.Begin(ctx, u)
				if err == nil {
					err = w.svc.Erase.Finish(ctx, gone)
				}
				if err != nil {
					w.Fatal(err)
				}
			}
			if r := w.record(); r.Status != match.Running || w.votes() != "[{c1 1}]" ||
				r.Players[0] != (match.Player{Name: "#games", Channel: here.Channel}) || r.Bound() != games.SeatSet(0) {
				w.Fatalf("%s, votes %s, %+v", r.Status, w.votes(), r.Players[0])
			}
			w.play("eve", "c1")
			w.sleep(12 * time.Hour)
			if log := w.log(); !strings.HasSuffix(log, "moved:c1") {
				w.Errorf("the log is %s", log)
			}
		}},
		{"a rematch is voted on too, by its own voters", func(w *world) {
			w.play(cat, "c1")
			w.play(dee, "c1")
			w.sleep(12 * time.Hour)
			w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			w.must(w.svc.Tables.Rematch(ctx, w.by(bob)))
			done := w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
			w.id = done.Match.RematchID
			r := w.record()
			if r.Players[1].Channel != here.Channel || r.Voting == nil || r.Voting.Window != 12*time.Hour ||
				len(r.Voting.Turnout)+len(r.Voting.Last) != 0 || !r.Unrated {
				w.Errorf("the rematch: %+v %+v", r.Players, r.Voting)
			}
		}},
		{"a moderator gives the decisions to another, and the votes stand", func(w *world) {
			w.play(cat, "c1")
			w.must(w.handOver(mod, player(ann), match.Player{User: dee, Name: "Dee"}))
			if r := w.record(); r.Players[0] != (match.Player{User: dee, Name: "#games", Channel: here.Channel}) ||
				w.votes() != "[{c1 1}]" {
				w.Errorf("%+v, votes %s", r.Players[0], w.votes())
			}
			w.must(w.svc.Play.Resign(ctx, w.by(dee)))
		}},
		{"a match that moves takes its channel along", func(w *world) {
			w.play(cat, "c1")
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "gone"))
			to := match.Place{Guild: here.Guild, Channel: "elsewhere"}
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), to))
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), to))
			if r := w.record(); r.Place != to || r.Players[0].Channel != "elsewhere" || w.votes() != "[{c1 1}]" {
				w.Errorf("%+v in %v, votes %s", r.Players[0], r.Place, w.votes())
			}
		}},
		{"a moderator ends it", func(w *world) {
			w.play(cat, "c1")
			w.must(w.end())
			if r := w.record(); r.Votes() != games.Spectator || !r.VoteEnds().IsZero() {
				w.Error("a vote is open in a closed match")
			}
		}},
		{"the last vote of a won game ends it", func(w *world) {
			for i := 0; w.record().Status == match.Running && i < 20; i++ {
				pos, err := w.match().Parse()
				if err != nil {
					w.Fatal(err)
				}
				seat := games.Seat(0)
				for seat = range w.record().Waiting.All() {
					break
				}
				move := ""
				for move = range pos.View(seat).Legal() {
					break
				}
				if seat == 1 {
					w.play(bob, move)
					continue
				}
				w.play(cat, move)
				w.play(dee, move)
				w.sleep(12 * time.Hour)
			}
			if r := w.record(); r.Status != match.Over || len(r.Voting.Turnout) != 2 ||
				r.Voting.Turnout[0].Turns != r.Voting.Turnout[1].Turns || r.Voting.Turnout[0].Turns < 2 {
				w.Errorf("%s, voters %+v", r.Status, r.Voting.Turnout)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			channel(w)
			c.does(w)
			soundness(w)
		})
	}
}

// P134: a computer on the other side answers the move that was voted.
func TestP134_AgainstTheComputer(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("nim", ann, match.Player{Computer: "hard"})
	p.Side, p.Voting = "me", &match.Voting{}
	w.must(w.svc.Tables.Propose(ctx, p))
	if r := w.record(); r.Clock.Policy.PerMove != 48*time.Hour || r.Voting.Window != 12*time.Hour ||
		r.Thinking() != 0 || r.OnlyPerson() != 0 {
		t.Fatalf("%v a move, vote of %v", r.Clock.Policy.PerMove, r.Voting.Window)
	}
	w.play(cat, "c1")
	w.play(dee, "c1")
	w.sleep(12 * time.Hour)
	if r := w.record(); r.Thinking() != games.SeatSet(1) || !r.VoteEnds().IsZero() {
		t.Errorf("after the vote %b thinks", r.Thinking())
	}
}

// P137: two channels of a server play each other. The match is in the channel whose turn it is, and
// nobody votes for both sides.
func TestP137_TwoChannels(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("nim", ann)
	p.By.Name, p.Side, p.Voting = "#games", "me", &match.Voting{Rival: "rivals"}
	w.must(w.svc.Tables.Propose(ctx, p))
	if r := w.record(); r.Status != match.Open || r.Place.Channel != "rivals" || !r.Wants.Here {
		t.Fatalf("%s in %s; want a challenge in the other channel", r.Status, r.Place.Channel)
	}
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "#rivals"))
	if r := w.record(); r.Players[1] != (match.Player{User: bob, Name: "#rivals", Channel: "rivals"}) ||
		r.Place != here || r.Voting.Rival != "" {
		t.Fatalf("%+v in %s", r.Players, r.Place.Channel)
	}
	w.play(cat, "c1")
	w.play(dee, "c1")
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(bob), "c2") })
	w.sleep(12 * time.Hour)
	if r := w.record(); r.Place.Channel != "rivals" || r.Votes() != 1 {
		t.Fatalf("after the move the match is in %s", r.Place.Channel)
	}
	if s := w.svc.Delivery.Show(w.match()); s.Edit {
		t.Error("the other channel gets no board of its own")
	}
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(cat), "b1") })
	w.play("eve", "b1")
	w.play(bob, "b1")
	w.sleep(12 * time.Hour)
	if r := w.record(); r.Place != here || r.Moves != 2 {
		t.Errorf("after %d moves the match is in %s", r.Moves, r.Place.Channel)
	}
	soundness(w)
}

// P137, P72: when one of two channels is deleted, the match does not go on in the other one, where
// everybody would vote for both sides.
func TestP137_OneChannelIsDeleted(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("nim", ann)
	p.By.Name, p.Side, p.Voting = "#games", "me", &match.Voting{Rival: "rivals"}
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "#rivals"))
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "gone"))
	w.refused(match.ErrParked, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(cat), "c1") })
	to := func(ch match.ChannelID) func() (match.Change, error) {
		return func() (match.Change, error) {
			return w.svc.Referee.Resume(ctx, w.by(bob), match.Place{Guild: here.Guild, Channel: ch})
		}
	}
	w.refused(match.ErrBadProposal, to("rivals"))
	w.must(to("elsewhere")())
	w.must(w.svc.Referee.Resume(ctx, w.by(ann), match.Place{Guild: here.Guild, Channel: "elsewhere"}))
	if r := w.record(); r.Parked != nil || r.Players[0].Channel != "elsewhere" || r.Players[1].Channel != "rivals" {
		t.Errorf("parked %v, %+v; want the first side elsewhere", r.Parked, r.Players)
	}
}

// P134: terms that make a vote impossible are refused before anybody is asked.
func TestP134_Refused(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*match.Proposal)
	}{
		{"in a direct message", func(p *match.Proposal) { p.Place.Guild = "" }},
		{"rated", func(p *match.Proposal) { p.Rated = true }},
		{"without a clock", func(p *match.Proposal) { p.PerMove = -1 }},
		{"a window longer than a move", func(p *match.Proposal) {
			p.PerMove, p.Voting.Window = time.Hour, 2*time.Hour
		}},
		{"one voter", func(p *match.Proposal) { p.Voting.Terms.Voters, p.Voting.Window = 1, time.Hour }},
		{"against itself", func(p *match.Proposal) { p.With, p.Voting.Rival = nil, here.Channel }},
		{"a rival and a member", func(p *match.Proposal) { p.Voting.Rival = "rivals" }},
		{"again and again", func(p *match.Proposal) { p.With, p.Wants.Again = nil, 3 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal("nim", ann, player(bob))
			p.Voting = &match.Voting{}
			c.change(&p)
			w.refused(match.ErrBadProposal, func() (match.Change, error) { return w.svc.Tables.Propose(ctx, p) })
		})
	}
	w := newWorld(t, func(c *service.Config) { c.Games = append(c.Games, race.New(true)) })
	for _, g := range w.cfg.Games {
		if !g.Hidden {
			continue
		}
		p := w.proposal(g.ID, ann, player(bob))
		p.Voting = &match.Voting{}
		w.refused(match.ErrBadProposal, func() (match.Change, error) { return w.svc.Tables.Propose(ctx, p) })
	}
}

// P136, P106: a member who takes over the seat against a voting channel loses the vote that they
// cast for that channel.
func TestP136_AVoterTakesTheOtherSeatOver(t *testing.T) {
	w := newWorld(t)
	channel(w)
	w.play(cat, "c1")
	w.wait(time.Hour)
	w.play(dee, "c2")
	w.must(w.handOver(mod, player(bob), player(cat)))
	if got := w.votes(); got != "[{c2 1}]" {
		t.Errorf("votes %s, want Dee's alone", got)
	}
	if end, late := w.record().VoteEnds(), w.record().Clock.Deadline; !end.Equal(late) {
		t.Errorf("a lone vote is counted at %v, want when the move's time is up, %v", end, late)
	}
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(cat), "c1") })
}
