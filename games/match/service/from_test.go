package service_test

import (
	"testing"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/gamestest/race"
	"paddock/games/halatafl"
	"paddock/games/match"
)

// P104: a match from a position gives the proposer the side to move, has all seats of the position,
// and is never rated.
func TestP104GoesOnFromAPosition(t *testing.T) {
	const foxes = "halatafl/1 F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS f standard -"
	const three = "fish/1 rules=official penguins=3 phase=move board=1321022/12313112/1221303/02123111/1101110/21211012/0222122/32211303 players=red:3:3:d7,d5,a1;white:4:3:h4,c3,h8;brown:4:2:c4,f4,d6 turn=brown"
	for _, c := range []struct {
		name, from string
		game       games.ID
		with       []match.Player
		seat       games.Seat
		seats      int
	}{
		{"a member", foxes, "halatafl", []match.Player{player(bob)}, 1, 2},
		{"the computer", foxes, "halatafl", []match.Player{{Computer: "easy"}}, 1, 2},
		{"two computers", three, "fish", []match.Player{{Computer: "easy"}, {Computer: "easy"}}, 2, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal(c.game, ann, c.with...)
			p.From = c.from
			r := w.must(w.svc.Tables.Propose(ctx, p)).Match
			if r.Status == match.Open {
				r = w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob")).Match
			}
			if r.Position != c.from || len(r.Players) != c.seats || r.SeatOf(ann) != c.seat || !r.Waiting.Has(c.seat) ||
				!r.Unrated || r.Status != match.Running {
				t.Errorf("%s, %v, waiting for %b, unrated %t: %s", r.Status, r.Players, r.Waiting, r.Unrated,
					r.Position)
			}
			if w.must(w.svc.Play.Resign(ctx, w.by(ann))).Match.Status != match.Over {
				return // the others play on
			}
			for _, u := range r.Members() {
				w.must(w.svc.Tables.Rematch(ctx, w.by(u)))
			}
			list, err := w.svc.Read.ByUser(ctx, ann)
			if err != nil {
				t.Fatal(err)
			}
			for _, again := range list {
				if again.Status == match.Running &&
					(again.Position != c.from || !again.Unrated || again.SeatOf(ann) == c.seat) {
					t.Errorf("the rematch begins in %s, unrated %t, Ann at %d", again.Position, again.Unrated,
						again.SeatOf(ann))
				}
			}
		})
	}
}

// An unusable position is refused with a sentence, and makes no match.
func TestP104FromRefused(t *testing.T) {
	start, err := halatafl.New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := fish.New().Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(*match.Proposal)
	}{
		{"nothing that can be read", func(p *match.Proposal) { p.From = "halatafl/9" }},
		{"of another game", func(p *match.Proposal) { p.From = table.Text() }},
		{"over", func(p *match.Proposal) {
			p.From = "halatafl/1 SSS/SSS/2SSS2/7/4F2/F2/3 f standard -"
		}},
		{"rated", func(p *match.Proposal) { p.From, p.Rated = start.Text(), true }},
		{"of a tournament", func(p *match.Proposal) { p.From, p.Tournament = start.Text(), "t" }},
		{"watched", func(p *match.Proposal) {
			p.From, p.Watch, p.With = start.Text(), true, []match.Player{{Computer: "easy"}, {Computer: "easy"}}
		}},
		{"with secrets", func(p *match.Proposal) {
			hidden := race.New(true)
			at, err := hidden.Start(games.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			p.Game, p.From = hidden.ID, at.Text()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal("halatafl", ann, player(bob))
			c.change(&p)
			_, err := w.svc.Tables.Propose(ctx, p)
			if _, said := match.Sentence(err); err == nil || !said {
				t.Errorf("error = %v, want one with a sentence for people", err)
			}
			if list, err := w.svc.Read.ByUser(ctx, ann); err != nil || len(list) > 0 {
				t.Errorf("%d matches, %v", len(list), err)
			}
		})
	}
}
