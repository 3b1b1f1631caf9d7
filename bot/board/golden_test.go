package board

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/ahead"
	"paddock/games/match/vote"
	"paddock/games/ratings"
	"paddock/games/referee"
	"paddock/games/review"
	"paddock/games/scene"
)

// states lists the states of a match of Ann, Bob and Cid, each with the acts that lead to it.
var states = []struct {
	name string
	lead func(*world)
	with func(*match.Record) // an edit that no act makes here; may be nil
}{
	{"a challenge", func(w *world) { w.propose("kalah", claiming, players[bob]) }, nil},
	{"a challenge with odds", func(w *world) { w.propose("kalah", nil, players[bob]) }, func(r *match.Record) {
		r.Gap = 300
	}},
	{"a challenge with odds for Ann", func(w *world) { w.propose("kalah", nil, players[bob]) }, func(r *match.Record) {
		r.Gap = -300
	}},
	{"an open challenge with conditions", func(w *world) {
		w.propose("halatafl", func(p *match.Proposal) {
			p.Wants = match.Wants{From: 1400, To: 1600, Reliability: 80, Again: 2}
			p.NoWeekends, p.NoVacations, p.Grace, p.Side = true, true, 1, "sheep"
		})
	}, nil},
	{"a pair of matches", func(w *world) { w.propose("halatafl", nil, players[bob]) }, func(r *match.Record) {
		r.Pair = true
	}},
	{"an open table", func(w *world) {
		w.propose("fish", func(p *match.Proposal) { p.Setup.Seats = 4; p.PerMove = -1 })
		w.did(w.svc.Tables.Join(w.Context(), w.by(bob), "Bob"))
	}, nil},
	{"declined", func(w *world) {
		w.propose("kalah", nil, players[bob])
		w.did(w.svc.Tables.Decline(w.Context(), w.by(bob)))
	}, nil},
	{"just begun", func(w *world) { w.seated("kalah", nil, players[ann], players[bob]) }, nil},
	{"a namesake", func(w *world) { w.seated("kalah", nil, players[ann], match.Player{User: bob, Name: "ann"}) }, nil},
	{"draw offered", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("1", "2")
		w.did(w.svc.Play.OfferDraw(w.Context(), w.by(ann)))
	}, nil},
	{"takeback asked", func(w *world) {
		w.seated("halatafl", nil, players[ann], players[bob])
		w.plays("d4-d5")
		w.clock = w.clock.Add(time.Hour)
		w.did(w.svc.Play.Takeback(w.Context(), w.by(ann)))
	}, nil},
	{"decided, one agrees", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.From, p.Finish = decidedKalah, match.FinishAsk }, players[bob])
		w.did(w.svc.Tables.Join(w.Context(), w.by(bob), "Bob"))
		w.did(w.svc.Play.PlayOut(w.Context(), w.by(ann)))
	}, nil},
	{"played out", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.From = decidedKalah }, players[bob])
		w.did(w.svc.Tables.Join(w.Context(), w.by(bob), "Bob"))
		w.plays("2")
		w.did(w.svc.Play.PlayOut(w.Context(), w.by(ann)))
		w.did(w.svc.Play.PlayOut(w.Context(), w.by(bob)))
	}, nil},
	{"decided, but by hand", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.From, p.Finish = decidedKalah, match.FinishOff }, players[bob])
	}, nil},
	{"pause asked", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("1")
		w.did(w.svc.Play.OfferPause(w.Context(), w.by(ann)))
	}, nil},
	{"paused", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("1")
		w.did(w.svc.Play.OfferPause(w.Context(), w.by(ann)))
		w.did(w.svc.Play.OfferPause(w.Context(), w.by(bob)))
	}, nil},
	{"one move only", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) {
			p.From = "kalah/1 m=3 to=S south=2.0.0:0 north=0.1.2:0 rules=standard"
		}, players[bob])
		w.did(w.svc.Tables.Join(w.Context(), w.by(bob), "Bob"))
	}, nil},
	{"claimable", func(w *world) {
		w.seated("kalah", claiming, players[ann], players[bob])
		w.plays("1")
		w.late()
	}, nil},
	{"on vacation", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("1")
	}, func(r *match.Record) {
		r.Clock.Away[1], r.Clock.Moved = r.Updated.Add(48*time.Hour), true
	}},
	{"arranging", func(w *world) {
		w.seated("stratego", nil, players[ann], players[bob])
		w.confirms(ann)
	}, nil},
	{"armies", func(w *world) {
		w.seated("stratego", nil, players[ann], players[bob])
		w.confirms(ann)
		w.confirms(bob)
		w.playsOn(3)
	}, nil},
	{"armies, resigned", func(w *world) {
		w.seated("stratego", nil, players[ann], players[bob])
		w.confirms(ann)
		w.confirms(bob)
		w.playsOn(3)
		w.did(w.svc.Play.Resign(w.Context(), w.by(bob)))
	}, nil},
	{"computers, step by step", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.Watch, p.Step = true, true }, match.Player{Computer: "first"},
			match.Player{Computer: "random"})
	}, nil},
	{"computers, thinking", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.Watch = true }, match.Player{Computer: "first"},
			match.Player{Computer: "random"})
	}, nil},
	{"fish, running", func(w *world) {
		w.seated("fish", nil, players[ann], players[bob], players[cid])
		w.playsOn(5)
	}, nil},
	{"fish, over", func(w *world) {
		w.seated("fish", func(p *match.Proposal) {
			p.Setup.Options = games.Options{"rules": "course", "rows": "4", "columns": "4"}
		}, players[ann], players[bob], players[cid])
		w.playsOn(100)
	}, nil},
	{"fish, all moves in a menu", func(w *world) {
		w.seated("fish", func(p *match.Proposal) {
			p.Setup.Options = games.Options{"rules": "course", "rows": "4", "columns": "4"}
		}, players[ann], players[bob], players[cid])
		w.playsOn(12)
	}, nil},
	{"fish, one move left", func(w *world) {
		w.seated("fish", func(p *match.Proposal) {
			p.Setup.Options = games.Options{"rules": "course", "rows": "4", "columns": "4"}
		}, players[ann], players[bob], players[cid])
		for range 30 {
			view, err := w.match.View(w.match.SeatOf(w.mover()))
			if err != nil {
				w.Fatal(err)
			}
			if list, all := view.Moves(2); all && len(list) == 1 {
				break
			}
			w.playsOn(1)
		}
	}, nil},
	{"fish, placing", func(w *world) { w.seated("fish", nil, players[ann], players[bob], players[cid]) }, nil},
	{"a set-up that came too late", func(w *world) {
		w.seated("stratego", func(p *match.Proposal) { p.Grace = -1 }, players[ann], players[bob])
		w.confirms(ann)
		w.late()
	}, nil},
	{"resigned, one wants a rematch", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("1", "2")
		w.did(w.svc.Play.Resign(w.Context(), w.by(bob)))
		w.did(w.svc.Tables.Rematch(w.Context(), w.by(ann)))
	}, nil},
	{"the rematch is on", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("1", "2")
		w.did(w.svc.Play.Resign(w.Context(), w.by(bob)))
	}, func(r *match.Record) { r.RematchID = "rm77" }},
	{"in direct messages", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.Place.Guild = "" }, match.Player{Computer: "first"})
	}, nil},
	{"a tournament's, over", func(w *world) {
		w.seated("kalah", func(p *match.Proposal) { p.Tournament = "t1" }, players[ann], players[bob])
		w.plays("1", "2")
		w.did(w.svc.Play.Resign(w.Context(), w.by(bob)))
	}, nil},
	{
		"at rest, its channel gone", func(w *world) { w.seated("kalah", nil, players[ann], players[bob]) },
		func(r *match.Record) {
			r.Parked = &match.Parking{At: monday, Why: match.CodeChannelGone}
		},
	},
	{"a tournament's", func(w *world) {
		w.seated("kalah", func(p *match.Proposal) { p.Tournament = "t1" }, players[ann], players[bob])
		w.plays("1")
	}, nil},
	{"a channel challenges another", func(w *world) {
		w.propose("halatafl", func(p *match.Proposal) {
			p.Voting = &match.Voting{Terms: vote.Terms{Window: time.Hour, Open: true, Voters: 5}, Rival: "3009"}
		})
	}, nil},
	{
		"a channel votes in the open", func(w *world) { w.votes(vote.Terms{Window: time.Hour, Open: true}) },
		func(r *match.Record) {
			r.Voting.Votes, r.Voting.Second = []vote.Vote{
				{By: string(bob), Move: "1"},
				{By: string(eve), Move: "2"},
				{By: string(cid), Move: "2"},
			}, monday.Add(time.Minute)
		},
	},
	{
		"a channel votes in secret", func(w *world) { w.votes(vote.Terms{Window: time.Hour, Voters: 9}) },
		func(r *match.Record) {
			r.Voting.Votes = []vote.Vote{{By: string(bob), Move: "1"}}
		},
	},
	{
		"a channel votes in the open, nobody yet", func(w *world) { w.votes(vote.Terms{Window: time.Hour, Open: true}) },
		func(r *match.Record) {
			r.LastSeat = 0
		},
	},
	{"a channel of twelve has won", func(w *world) { w.votes(vote.Terms{Window: time.Hour}) }, func(r *match.Record) {
		r.Status, r.Waiting, r.Outcome = match.Over, 0,
			&games.Outcome{Place: [games.MaxSeats]int8{1, 2}, Say: plain("South wins.")}
		for i := range mostVoters {
			r.Voting.Turnout = append(r.Voting.Turnout,
				match.Voter{User: match.UserID(fmt.Sprint(5000 + i)), Turns: 30 - i})
		}
	}},
	{"a channel has won", func(w *world) { w.votes(vote.Terms{Window: time.Hour}) }, func(r *match.Record) {
		r.Status, r.Waiting, r.LastSeat, r.LastMoves, r.Moves = match.Over, 0, 0, []string{"3"}, 9
		r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}, Say: plain("South wins.")}
		for i := range mostCounted + 1 {
			r.Voting.Last = append(r.Voting.Last, vote.Count{Move: fmt.Sprint(i + 1), Votes: 20 - i})
		}
		for i := range mostVoters + 2 {
			r.Voting.Turnout = append(r.Voting.Turnout,
				match.Voter{User: match.UserID(fmt.Sprint(5000 + i)), Turns: 30 - i})
		}
	}},
	{"one more move", func(w *world) {
		w.seated("kalah", nil, players[ann], players[bob])
		w.plays("3")
	}, nil},
	{"both are to move", func(w *world) { w.seated("kalah", nil, players[ann], players[bob]) }, func(r *match.Record) {
		r.Waiting = games.SeatSet(0, 1)
	}},
	{"a bank", func(w *world) { w.seated("kalah", banked, players[ann], players[bob]) }, nil},
	{
		"a bank that runs", func(w *world) { w.seated("kalah", banked, players[ann], players[bob]) },
		func(r *match.Record) { r.Clock.Drawn = time.Hour },
	},
	{"a computer that is too strong", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.Side = "me" }, match.Player{Computer: "hard"})
	}, func(r *match.Record) { r.Gap = -400 }},
	{"rated, with a computer", func(w *world) {
		w.propose("kalah", func(p *match.Proposal) { p.Rated, p.Side = true, "me" }, match.Player{Computer: "easy"})
		w.plays("1")
	}, nil},
	{"a table of namesakes", func(w *world) {
		w.propose("fish", func(p *match.Proposal) { p.Setup.Seats, p.Grace = 4, 2 })
		w.did(w.svc.Tables.Join(w.Context(), w.by(bob), "ANN"))
	}, nil},
	{"setting up in direct messages", func(w *world) {
		w.propose("stratego", func(p *match.Proposal) { p.Place.Guild = "" }, match.Player{Computer: "easy"})
	}, nil},
	{"set up too late in direct messages", func(w *world) {
		w.propose("stratego", func(p *match.Proposal) {
			p.Place.Guild, p.Rated, p.PerMove, p.Grace = "", true, time.Hour, -1
		}, match.Player{Computer: "easy"})
		w.late()
	}, nil},
	{"cancelled", func(w *world) {
		w.seated("stratego", nil, players[ann], players[bob])
		w.did(w.svc.Play.Cancel(w.Context(), w.by(ann)))
	}, nil},
	{
		"a tie that was broken", func(w *world) { w.seated("kalah", nil, players[ann], players[bob]) },
		func(r *match.Record) {
			r.Status, r.Waiting, r.Outcome = match.Over, 0,
				&games.Outcome{
					Place: [games.MaxSeats]int8{2, 1}, Score: [games.MaxSeats]int{7, 7},
					Tiebreak: [games.MaxSeats]int{1, 2}, Say: plain("Bob wins."),
				}
		},
	},
	{"a shared win", func(w *world) { w.seated("kalah", nil, players[ann], players[bob]) }, func(r *match.Record) {
		r.Status, r.Waiting, r.Outcome = match.Over, 0,
			&games.Outcome{Place: [games.MaxSeats]int8{1, 1}, Say: plain("A draw.")}
	}},
}

// banked gives a proposal a time bank.
func banked(p *match.Proposal) {
	p.Grace, p.Bank = -1, referee.Bank{Time: 72 * time.Hour, Increment: time.Hour}
}

// lead plays a match to the state of that name, and returns it with its world.
func lead(t *testing.T, name string) (*world, match.Match) {
	t.Helper()
	for _, s := range states {
		if s.name == name {
			w := newWorld(t)
			s.lead(w)
			return w, w.with(s.with)
		}
	}
	t.Fatalf("no state %q", name)
	return nil, match.Match{}
}

// P50: the golden file has every board and challenge in four versions: for the channel, for Ann,
// who moves first, for Bob, who has chosen words, and for Eve, who does not play.
func TestBoards(t *testing.T) {
	k := newMaker()
	next := []discordgo.MessageComponent{MyMatches(lang.English)}
	var pages golden.Pages
	for _, s := range states {
		w, rec := lead(t, s.name)
		card := Card(lang.English, rec, games.Spectator, match.Card{
			Ratings: []match.RatingChange{{
				Seat: 0, Before: ratings.Newcomer,
				After: match.Skill{Rating: 1662, Deviation: 80}, Rated: 5,
			}},
			Turn: &match.TurningPoint{
				Ply: 1, Seat: 1, Played: "2", Best: "3", Measure: games.ByMargin, Value: -4,
				BestValue: 2, BestExact: true,
			},
		})
		for _, to := range []struct {
			who string
			as  Reader
		}{
			{"channel", Reader{
				News: []string{"news"}, Hint: Hint(lang.English, rec.Rules(), plain("Ann")),
				Ping: []match.UserID{bob}, Card: card, TimeAgain: 48 * time.Hour,
			}},
			{"Ann, German text", Reader{user: ann, In: "de", Style: match.Text, Note: "a note"}},
			{"Bob, Swedish words", Reader{user: bob, In: "sv", Style: match.Words}},
			{"Eve", Reader{user: eve, prefer: games.Options{prefersLook: LookBoth}, Next: next}},
			{
				"Ann in her direct messages",
				Reader{
					In: lang.English, Look: LookLight, Hint: "a hint", Note: "a note", Ping: []match.UserID{ann},
					Next: next,
				}.Alone(rec, match.User{ID: ann, Prefer: games.Options{prefersLook: LookLarge}},
					w.log()),
			},
			{"channel with a look", Reader{Look: LookContrast, Winner: "https://cdn.discordapp.com/avatars/1/2.png"}},
		} {
			if rec.Position == "" && to.who == "Eve" || to.as.alone != "" && rec.Place.Guild != "" ||
				to.as.Winner != "" && rec.Outcome == nil {
				continue
			}
			m, err := k.Board(rec, to.as)
			if err != nil {
				t.Fatalf("%s for %s: %v", s.name, to.who, err)
			}
			if m.Private == to.as.public() {
				t.Errorf("%s for %s is private: %t", s.name, to.who, m.Private)
			}
			pages.Add(s.name+": "+to.who, text(m))
		}
		if rec.Position != "" {
			known := Facts{Log: w.log()}
			m, err := k.Personal("de", rec, known, match.User{ID: bob, Style: match.Text}, "a note")
			if err != nil {
				t.Fatal(err)
			}
			pages.Add(s.name+": personal to Bob", text(m))
		}
	}
	golden.Check(t, "testdata/boards.txt", pages.String())
}

func plain(text string) games.Sentence { return games.Say("%s", text) }

// The golden file has every step of choosing a move: the menus, their pages, the way back, and the
// confirmation.
func TestSteps(t *testing.T) {
	k := newMaker()
	var pages golden.Pages
	for _, s := range []struct {
		state  string
		in     lang.Language
		choice choose.Choice
	}{
		{"takeback asked", lang.English, choose.Choice{Open: true}},
		{"takeback asked", "de", choose.Choice{Half: "d6"}},
		{"takeback asked", "sv", choose.Choice{Half: "nonsense"}},
		{"just begun", "sv", choose.Choice{Half: "3", Ask: true, Once: true}},
		{"fish, running", lang.English, choose.Choice{Open: true}},
		{"fish, running", lang.English, choose.Choice{Page: 1}},
		{"fish, running", lang.English, choose.Choice{Page: 99, Once: true}},
		{"armies", "de", choose.Choice{Open: true, Try: true}},
		{"armies", "de", choose.Choice{Open: true, Lesson: "2/"}},
		{"armies", lang.English, choose.Choice{Open: true, Bare: true}},
		{"fish, running", lang.English, choose.Choice{Half: "c", Once: true}},
		{"fish, running", lang.English, choose.Choice{Half: "c", Page: 1, Try: true}},
		{"a channel votes in the open", lang.English, choose.Choice{Half: "3", Ask: true}},
		{"fish, placing", lang.English, choose.Choice{Open: true}},
		{"fish, placing", lang.English, choose.Choice{Page: 1}},
		{"just begun", lang.English, choose.Choice{Half: strings.Repeat("3", 90), Ask: true}},
		{"just begun", lang.English, choose.Choice{Half: strings.Repeat("3", 90)}},
		{"fish, all moves in a menu", "sv", choose.Choice{Open: true}},
	} {
		w, rec := lead(t, s.state)
		m, err := k.Step(s.in, rec, match.User{ID: w.mover(), Style: match.Words}, s.choice)
		if err != nil {
			t.Fatal(err)
		}
		pages.Add(fmt.Sprintf("%s, %+v", s.state, s.choice), text(m))
	}
	_, rec := lead(t, "played out")
	over, err := rec.View(0)
	if err != nil {
		t.Fatal(err)
	}
	if menu := choose.Plain("sv", ahead.From(over), component.Target{Match: rec.ID}, 0); menu != nil {
		t.Errorf("after the end there is a menu of moves: %v", menu)
	}
	_, rec = lead(t, "just begun")
	if _, err := Scene(lang.English, match.Match{Record: rec.Record}, match.User{}, ""); err == nil {
		t.Error("a board whose game is unknown is drawn")
	}
	m, err := k.Step(lang.English, rec, match.User{ID: bob}, choose.Choice{Open: true})
	if err != nil {
		t.Fatal(err)
	}
	pages.Add("out of turn", text(m))
	w, rec := lead(t, "fish, placing")
	view, err := rec.View(rec.SeatOf(w.mover()))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []int{-1, 0, 1, 99} {
		typed := discord.Message{Parts: choose.Plain("sv", ahead.From(view), component.Target{Match: rec.ID}, page)}
		pages.Add(fmt.Sprint("moves as they are typed, page ", page), text(typed))
	}
	steps := map[string]string{}
	for _, s := range []string{"takeback asked", "armies"} {
		w, rec := lead(t, s)
		view, err := rec.View(rec.SeatOf(w.mover()))
		if err != nil {
			t.Fatal(err)
		}
		for name, to := range map[string]Reader{
			"pictures": {}, "words": {Style: match.Words},
			"other numbers": {prefer: games.Options{"numbers": "modern"}},
		} {
			to.user, to.In = w.mover(), lang.English
			if m, err = k.StepFor(rec, to, choose.Choice{Open: true}); err != nil {
				t.Fatal(err)
			}
			steps[fmt.Sprintf("%s, for a reader of %s", s, name)] = text(m)
		}
		for _, lit := range []string{"", slices.Collect(view.Legal())[0]} {
			drawn, err := Scene("de", rec,
				match.User{ID: w.mover(), Prefer: games.Options{prefersLook: LookLightLarge}}, lit)
			if err != nil {
				t.Fatal(err)
			}
			pages.Add(fmt.Sprintf("the board with %q chosen", lit), pictured(drawn)+"\n"+drawn.Words)
		}
	}
	for _, title := range slices.Sorted(maps.Keys(steps)) {
		pages.Add(title, steps[title])
	}
	golden.Check(t, "testdata/steps.txt", pages.String())
}

// In decidedKalah South wins after any moves.
const decidedKalah = "kalah/1 m=6 to=S south=0.1.0.2.2.0:23 north=1.1.0.0.1.0:17 rules=standard"

// noticeKinds lists every kind of notice, each with a state of the match in which it occurs.
var noticeKinds = []struct {
	kind  match.NoticeKind
	state string
}{
	{match.HasBegun, "just begun"},
	{match.WasDeclined, "declined"},
	{match.HasExpired, "declined"},
	{match.WasClosed, "declined"},
	{match.HasResult, "resigned, one wants a rematch"},
	{match.FollowedEnd, "resigned, one wants a rematch"},
	{match.RematchOffered, "resigned, one wants a rematch"},
	{match.DrawOffered, "draw offered"},
	{match.DrawDeclined, "just begun"},
	{match.TakebackAsked, "takeback asked"},
	{match.TakebackAgreed, "just begun"},
	{match.TakebackDeclined, "just begun"},
	{match.PlayOutAsked, "decided, one agrees"},
	{match.PauseAsked, "pause asked"},
	{match.PauseAgreed, "paused"},
	{match.PauseDeclined, "just begun"},
	{match.PauseEnded, "just begun"},
	{match.RestEnded, "just begun"},
	{match.GotTime, "just begun"},
	{match.GotTime, "paused"},
	{match.MayClaim, "claimable"},
	{match.WasSkipped, "fish, running"},
	{match.WasRemoved, "fish, running"},
	{match.WasHandedOver, "handed over"},
	{match.SeatOffered, "offered"},
	{match.SeatOffered, "offered without a clock"},
	{match.SeatDeclined, "just begun"},
	{match.ResumeAsked, "at rest"},
	{match.OddsAsked, "a challenge"},
	{match.HasResult, "armies, resigned"},
	{match.PlayOutAsked, "just begun"},
	{match.SeatOffered, "ownership offered"},
	{match.SeatOffered, "a challenge offered"},
	{match.SeatOffered, "just begun"},
	{match.ResumeAsked, "just begun"},
	{match.WasHandedOver, "handed over twice"},
}

// handed returns the match of a state, or a match after a moderator's act or after its channel was
// deleted.
func handed(t *testing.T, state string) match.Match {
	t.Helper()
	h := match.HandOver{
		Event: 2, Seat: 1, From: players[bob], To: players[cid],
		Order: match.Order{By: "Mod", Reason: "ill"},
	}
	w, begun := lead(t, "just begun")
	switch state {
	case "just begun":
		return begun
	case "handed over":
		return w.with(func(r *match.Record) { r.HandOvers = []match.HandOver{h} })
	case "handed over twice":
		return w.with(func(r *match.Record) {
			first := h
			first.Reason = "away"
			r.HandOvers = []match.HandOver{first, h}
		})
	case "offered":
		return w.with(func(r *match.Record) { r.Heir = &h })
	case "offered without a clock":
		return w.with(func(r *match.Record) { r.Heir, r.Clock.Policy.PerMove = &h, 0 })
	case "ownership offered":
		h.Seat = games.Spectator
		return w.with(func(r *match.Record) { r.Heir = &h })
	case "a challenge offered":
		w, _ := lead(t, "a challenge")
		return w.with(func(r *match.Record) { r.Heir = &h })
	case "at rest":
		return w.with(func(r *match.Record) {
			r.Parked = &match.Parking{
				At: monday, Why: match.CodeChannelGone,
				Wanted: map[match.UserID]match.Place{ann: {Guild: "2001", Channel: "3002"}},
			}
		})
	}
	_, rec := lead(t, state)
	return rec
}

// The golden file has every notice in three forms: a message to one person, a message in the
// channel with a mention, and a line of a board.
func TestNotices(t *testing.T) {
	var pages golden.Pages
	for _, n := range noticeKinds {
		rec := handed(t, n.state)
		if pending := rec.Heir != nil || rec.Parked != nil; NoticeText(lang.English, rec, n.kind, games.Spectator) == "" &&
			(pending || n.kind != match.SeatOffered && n.kind != match.ResumeAsked) {
			t.Errorf("the notice %q says nothing", n.kind)
		}
		pages.Add(fmt.Sprintf("%s, %s", n.kind, n.state), text(Notice(lang.English, rec, n.kind, "", nil)))
		pages.Add(fmt.Sprintf("%s, %s, Swedish, in the channel", n.kind, n.state),
			text(Notice("sv", rec, n.kind, "", []match.UserID{ann})))
		pages.Say("in a board: %s", NoticeLine("de", rec, n.kind, []match.UserID{ann}))
	}
	if s := NoticeText(lang.English, handed(t, "just begun"), "of the future", games.Spectator); s != "" {
		t.Errorf("an unknown notice says %q", s)
	}
	golden.Check(t, "testdata/notices.txt", pages.String())
}

// The golden file has every message that notifies a player, replaces an old board, or announces a
// result.
func TestCalls(t *testing.T) {
	var pages golden.Pages
	for _, in := range []lang.Language{lang.English, "de"} {
		show := func(what string, m discord.Message) { pages.Add(what+" in "+in.OwnName(), text(m)) }
		_, open := lead(t, "a challenge")
		_, begun := lead(t, "just begun")
		_, late := lead(t, "claimable")
		_, over := lead(t, "resigned, one wants a rematch")
		show("a challenge waits", WaitsForYou(in, open, nil))
		show("a turn waits", WaitsForYou(in, begun, nil))
		show("a turn waits, in the channel", WaitsForYou(in, begun, nil, ann))
		for _, e := range []match.Event{
			{Kind: match.Reminded},
			{Kind: match.Reminded, User: bob, Seat: 1},
			{Kind: match.Extended, Code: match.CodeGrace},
			{Kind: match.Undone},
			{Kind: match.Extended, Code: match.CodeBank},
			{Kind: match.Extended, Code: match.CodeGift},
			{Kind: match.Reminded, User: bob, Seat: games.Spectator},
			{Kind: match.Reminded, User: bob, Seat: 2},
			{Kind: match.Reminded, User: ann},
		} {
			show(fmt.Sprintf("a turn waits after %s %s", e.Kind, e.Code), WaitsForYou(in, begun, []match.Event{e}))
			pages.Say("called by %q, at once %t", CallLines(in, begun, []match.Event{e}), AtOnce(begun, e))
		}
		last := late
		last.Record = late.Clone()
		last.Clock.Lapsed, last.Clock.Reminded, last.Clock.Grace[1] = false, true, 9
		for _, e := range []match.Event{
			{Kind: match.Lapsed},
			{Kind: match.Reminded},
			{Kind: match.Reminded, User: ann},
			{Kind: match.Undone},
		} {
			pages.Say("at once after %s %s, the last time: %t", e.Kind, e.User, AtOnce(last, e))
		}
		slow := begun
		slow.Record = begun.Clone()
		slow.Clock.Deadline = time.Time{}
		show("a turn waits, without a clock", WaitsForYou(in, slow, nil))
		show("a call without a clock", Call(in, slow, WaitingUsers(slow), nil))
		_, thinking := lead(t, "computers, thinking")
		pages.Say("waiting %q, nobody %q, a computer %q", WaitingUsers(begun), WaitingUsers(over),
			WaitingUsers(thinking))
		show("the clock has run out", WaitsForYou(in, late, []match.Event{{Kind: match.Lapsed}}))
		show("a call", Call(in, begun, WaitingUsers(begun), []string{"a line"}))
		show("a call to others too", Call(in, begun, []match.UserID{ann, bob}, nil))
		show("replaced", Replaced(in, begun))
		show("replaced, a challenge", Replaced(in, open))
		show("at rest", AtRest(in, handed(t, "at rest")))
		show("a result", ResultMessage(in, over, ""))
		show("a result with the winner's avatar", ResultMessage(in, over, "https://cdn.discordapp.com/avatars/1/2.png"))
		_, armies := lead(t, "armies")
		_, shown := lead(t, "armies, resigned")
		show("receipts", Sealed(in, armies))
		pages.Say("receipts, sealed %q\nreceipts, opened %q", ReceiptLines(in, armies, armies.Rules()),
			ReceiptLines(in, shown, shown.Rules()))
		pages.Say("%s", Lacking(in, "3001", []games.Sentence{plain("this"), plain("that")}))
	}
	golden.Check(t, "testdata/calls.txt", pages.String())
}

// The golden file has the news lines on a board in a channel, for each kind of event.
func TestNews(t *testing.T) {
	var b strings.Builder
	_, two := lead(t, "just begun")
	_, late := lead(t, "claimable")
	_, over := lead(t, "resigned, one wants a rematch")
	_, three := lead(t, "fish, running")
	_, gone := lead(t, "setting up in direct messages")
	rest := three
	rest.Record = three.Clone()
	rest.HandOvers = []match.HandOver{{
		Event: 7, Seat: 1, From: players[bob], To: players[cid],
		Order: match.Order{By: "Mod", Reason: "ill"},
	}}
	hurried := two
	hurried.Record = two.Clone()
	hurried.Clock.Given = true
	for _, c := range []struct {
		rec match.Match
		e   match.Event
	}{
		{hurried, match.Event{Kind: match.Undone}},
		{hurried, match.Event{Kind: match.Resumed}},
		{late, match.Event{Kind: match.Lapsed}},
		{two, match.Event{Kind: match.Lapsed}},
		{two, match.Event{Kind: match.Extended, Code: match.CodeGrace}},
		{over, match.Event{Kind: match.Extended, Code: match.CodeGrace}},
		{two, match.Event{Kind: match.Extended, Code: match.CodeGift, Seat: 1}},
		{two, match.Event{Kind: match.Extended, Code: match.CodeHours}},
		{two, match.Event{Kind: match.Extended, Code: match.CodeOutage}},
		{two, match.Event{Kind: match.Undone}},
		{two, match.Event{Kind: match.Declined, Code: match.CodeDraw}},
		{two, match.Event{Kind: match.Declined, Code: match.CodeTakeback}},
		{two, match.Event{Kind: match.Declined, Code: match.CodePause}},
		{rest, match.Event{Kind: match.HandedOver, Seq: 7}},
		{two, match.Event{Kind: match.Released, Note: "Cup", By: "Mod"}},
		{two, match.Event{Kind: match.Resumed}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Skip, Seat: 1, Code: match.CodeClock}},
		{two, match.Event{Kind: match.Ruled, Ruling: games.Skip, Seat: 1, Code: match.CodeClock}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Remove, Seat: 2, Code: match.CodeClock}},
		{three, match.Event{
			Kind: match.Ruled, Ruling: games.Remove, Seat: 2, Code: match.CodeModerator, By: "Mod",
			Note: "away",
		}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Resign, Seat: 0, User: ann, Code: match.CodeWish}},
		{two, match.Event{Kind: match.Moved, Seat: 0, Move: "1", Said: []games.Sentence{plain("a fight")}}},
		{two, match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: games.Spectator}},
		{two, match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 2}},
		{two, match.Event{Kind: match.Extended, Code: match.CodeBank}},
		{rest, match.Event{Kind: match.Extended, Code: match.CodeHours}},
		{gone, match.Event{Kind: match.Extended, Code: match.CodeHours}},
		{rest, match.Event{Kind: match.HandedOver, Seq: 8}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 1, Code: match.CodeClock}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 1, User: ann, Code: match.CodeClaimed}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Remove, Seat: 1, User: ann}},
		{three, match.Event{Kind: match.Ruled, Ruling: games.Agree, Seat: 1}},
		{three, match.Event{
			Kind: match.Ruled, Ruling: games.Skip, Seat: 1,
			Said: []games.Sentence{plain("what its effects say")},
		}},
		{over, match.Event{Kind: match.Ruled, Ruling: games.Resign, Seat: 1, User: bob}},
	} {
		fmt.Fprintf(&b, "# %s %s %s, %d players\n", c.e.Kind, c.e.Code, c.e.Ruling, len(c.rec.Players))
		for _, in := range []lang.Language{lang.English, "sv"} {
			for _, line := range News(in, c.rec, games.Spectator, []match.Event{c.e}, []match.Event{c.e}) {
				fmt.Fprintf(&b, "| %s\n", line)
			}
		}
	}
	said := map[string][]string{}
	for _, kind := range []match.EventKind{
		match.Created, match.Joined, match.Left, match.Began, match.Arranged,
		match.Sealed, match.Offered, match.Declined, match.Stepped, match.Extended, match.Lapsed, match.Reminded,
		match.Parked, match.Voted, match.Ended,
	} {
		for _, code := range []match.Code{
			"", match.CodeDraw, match.CodeTakeback, match.CodeRematch, match.CodeResume,
			match.CodeOdds, match.CodeSeat, match.CodeDecided, match.CodeToTheEnd, match.CodeGrace, match.CodeBank,
			match.CodeOutage, match.CodeHours, match.CodeGift, match.CodePause,
		} {
			e := match.Event{Kind: kind, Code: code}
			for _, text := range []string{newsOf(lang.English, late, games.Spectator, e), lang.English.Speak(sayClockReason(e, 2))} {
				said[text] = append(said[text], strings.TrimSpace(fmt.Sprint(kind, " ", code)))
			}
		}
	}
	delete(said, "")
	for _, text := range slices.Sorted(maps.Keys(said)) {
		fmt.Fprintf(&b, "| %s: %s\n", text, strings.Join(said[text], ", "))
	}
	w, _ := lead(t, "fish, running")
	w.did(w.svc.Play.Resign(w.Context(), w.by(cid)))
	log := w.log()
	fmt.Fprintf(&b, "# a resignation with its effects\n%q\n",
		News(lang.English, w.match, games.Spectator, log[len(log)-1:], log))
	golden.Check(t, "testdata/news.txt", b.String())
}

// News call the player who reads them "you".
func TestNewsToOneself(t *testing.T) {
	_, three := lead(t, "fish, running")
	for want, e := range map[string]match.Event{
		"⏰ You ran out of time, so you are out of the game.": {Kind: match.Ruled, Ruling: games.Remove, Code: match.CodeClock},
		"You have given up.": {Kind: match.Ruled, Ruling: games.Resign, Code: match.CodeWish},
		"Mod, a moderator, has taken you out of this match. Reason: Ann.": {
			Kind: match.Ruled, Ruling: games.Remove, Code: match.CodeModerator, By: "Mod", Note: "Ann",
		},
	} {
		if got := News(lang.English, three, 0, []match.Event{e}, nil); len(got) != 1 || got[0] != want {
			t.Errorf("Ann reads %q, want %q", got, want)
		}
	}
}

// A board says once how its match ended, and once who is ready: news leave out the result and what
// the caption says.
func TestNewsAreSaidOnce(t *testing.T) {
	_, won := lead(t, "armies, resigned")
	won.Outcome = &games.Outcome{Say: plain("RED wins.")}
	won.Closing = games.Sentence{}
	moved := func(said string) match.Event {
		return match.Event{Kind: match.Moved, Said: []games.Sentence{plain(said), plain("RED wins.")}}
	}
	unseen := []match.Event{moved("A Miner is captured."), moved("The Flag is captured.")}
	got := News(lang.English, won, games.Spectator, unseen, nil)
	if !slices.Equal(got, []string{"A Miner is captured."}) {
		t.Errorf("the news are %q, want without the result and the last move, which the caption tells", got)
	}
	_, both := lead(t, "armies")
	grace := []match.Event{
		{Kind: match.Extended, Seat: 0, Code: match.CodeGrace},
		{Kind: match.Extended, Seat: 1, Code: match.CodeGrace},
	}
	said, call := News(lang.English, both, games.Spectator, grace, nil), CallLines(lang.English, both, grace)
	if len(said) != 1 || len(call) != 1 {
		t.Errorf("when both clocks run out, the news are %q and the call says %q; want one line each", said, call)
	}
	news := []string{"BLUE is ready.", "BLUE's clock was stopped."}
	if got := unsaid(news, "BLUE is ready, RED is still setting up"); len(got) != 1 || got[0] != news[1] {
		t.Errorf("above the caption stands %q, want %q", got, news[1:])
	}
	if got := unsaid([]string{"Both armies are ready. RED moves first."}, "Both armies are ready"); len(got) > 0 {
		t.Errorf("above the caption stands %q, which begins with it", got)
	}
	if got := unsaid(news, ""); len(got) != 2 {
		t.Errorf("without a caption the news are %q", got)
	}
}

// The golden file has the past of a match for each kind of reader: what happened, single boards, the
// animation.
func TestPast(t *testing.T) {
	k := newMaker()
	var pages golden.Pages
	for _, s := range []struct {
		state string
		u     match.User
		in    lang.Language
	}{
		{"draw offered", match.User{ID: ann}, lang.English},
		{"draw offered", match.User{ID: bob, Style: match.Text}, "de"},
		{"draw offered", match.User{ID: eve, Style: match.Words}, "sv"},
		{"just begun", match.User{ID: ann}, lang.English},
		{"played out", match.User{ID: ann}, lang.English},
		{"armies", match.User{ID: eve, Style: match.Text}, lang.English},
		{"armies, resigned", match.User{ID: bob, Style: match.Text}, "de"},
		{"fish, over", match.User{ID: eve}, lang.English},
	} {
		w, rec := lead(t, s.state)
		log := w.log()
		plies, err := Plies(s.in, rec, log, s.u)
		if err != nil {
			t.Fatal(err)
		}
		from := PliesSince(plies, rec.SeatOf(s.u.ID))
		pages.Add(fmt.Sprintf("%s, for %s: %d boards, from %d", s.state, s.u.ID, len(plies), from),
			text(Happened(k, s.in, rec, plies, from, s.u)))
		pages.Add("a board of the past: "+s.state, text(PastTurnBoard(k, s.in, rec, plies, min(1, len(plies)-1), s.u)))
		board, err := k.PastBoard(s.in, rec, log, 1, s.u)
		if err != nil {
			t.Fatal(err)
		}
		pages.Add("after one move: "+s.state, text(board))
		replay, err := k.Replay(s.in, rec, log, s.u)
		if err != nil {
			t.Fatal(err)
		}
		pages.Add("replay: "+s.state, text(replay))
	}
	golden.Check(t, "testdata/past.txt", pages.String())
}

// A replay has at most maxFrames boards. A match with one more board has no replay.
func TestLongReplay(t *testing.T) {
	k := newMaker()
	w := newWorld(t)
	w.seated("stratego", func(p *match.Proposal) { p.PerMove = -1 }, players[ann], players[bob])
	w.confirms(ann)
	w.confirms(bob)
	rng := rand.New(rand.NewPCG(1, 2))
	for w.match.Moves < maxFrames {
		if w.match.Moves == maxFrames-1 {
			m, err := k.Replay(lang.English, w.with(nil), w.log(), match.User{ID: eve})
			if want := fmt.Sprint(maxFrames, " boards"); err != nil ||
				!strings.HasPrefix(string(m.Files[0].Data), want) {
				t.Fatalf("after %d moves Replay = %v, want %s", w.match.Moves, err, want)
			}
		}
		view, err := w.match.View(w.match.SeatOf(w.mover()))
		if err != nil {
			t.Fatal(err)
		}
		legal := slices.Collect(view.Legal())
		w.plays(legal[rng.IntN(len(legal))])
	}
	if _, err := k.Replay(lang.English, w.with(nil), w.log(), match.User{ID: eve}); !errors.Is(err, ErrLongReplay) {
		t.Errorf("after %d moves Replay = %v, want ErrLongReplay", w.match.Moves, err)
	}
}

// A list of moves that is too long for a message begins with the number of moves that it leaves
// out.
func TestShortenedMoves(t *testing.T) {
	for _, n := range []int{1, 30, 31, 32} {
		lines := slices.Repeat([]string{strings.Repeat("x", mostWords/30-1)}, n)
		want := lines
		if n > 30 {
			want = append([]string{fmt.Sprintf("… %d more before these", n-30)}, lines[n-30:]...)
		}
		if got := shortened(lang.English, lines); !slices.Equal(got, want) {
			t.Errorf("%d moves become %d lines, the first %q; want %d, the first %q", n, len(got), got[0], len(want),
				want[0])
		}
	}
}

// PastAt turns a button's id into a ply of the match, also if the id names a ply outside it.
func TestPastAt(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"3", 3}, {"3f", 0}, {"3b", 2}, {"0b", 0}, {"3n", 4}, {"5n", 5}, {"3l", 5}, {"99", 5}} {
		if got, err := PastAt(c.text, 6); got != c.want || err != nil {
			t.Errorf("PastAt(%q, 6) = %d, %v; want %d", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "x", "-1", "3x", "3bb"} {
		if got, err := PastAt(text, 6); err == nil {
			t.Errorf("PastAt(%q, 6) = %d, want an error", text, got)
		}
	}
}

// The golden file has the line of a match in a list, and other descriptions of a match in one line.
func TestLines(t *testing.T) {
	var pages golden.Pages
	crowd := match.Match{Record: match.Record{Players: []match.Player{{User: eve, Name: "bob"}}}}
	for _, s := range states {
		_, rec := lead(t, s.name)
		var b strings.Builder
		for _, in := range []lang.Language{lang.English, "de"} {
			for _, u := range []match.UserID{ann, bob} {
				fmt.Fprintf(&b, "%s\n", ListLine(in, rec, u, rec, crowd))
			}
			fmt.Fprintf(&b, "%s\n", ShortTitle(in, rec, ann, false, rec, crowd))
			fmt.Fprintf(&b, "%s; thread %s; %s\n", MatchInServer(in, rec), ThreadPlayers(in, rec),
				Ending(in, rec, games.Spectator))
		}
		fmt.Fprintf(&b, "%s\n", MatchLink(rec))
		pages.Add(s.name, b.String())
	}
	among := []match.Standing{
		{Game: "kalah", Pool: match.WithComputers, Played: 50, Late: 50},
		{
			Game: "kalah", Pool: match.AmongPeople,
			Skill: match.Skill{Rating: 1612.4, Deviation: 60, At: monday.UnixNano()}, Rated: 9, Played: 9, Late: 1,
		},
		{Game: "fish", Pool: match.AmongPeople, Played: 2, Late: 2},
	}
	_, rec := lead(t, "a challenge")
	_, fish := lead(t, "an open table")
	newcomer := []match.Standing{{Game: "fish", Pool: match.AmongPeople, Played: 3, Late: 1, Rated: 3}}
	pages.Say("%q\n%q", Reputation(lang.English, rec, newcomer), Reputation(lang.English, fish, newcomer))
	pages.Say("%q\n%q\n%q", Reputation(lang.English, rec, among), Reputation("sv", fish, among),
		Reputation("de", rec, nil))
	among[1].Deviation = 200
	pages.Say("%s", Rating(lang.English, among[1], monday))
	pages.Say("%s\n%s", RatingWithin(lang.English, among[1], monday.AddDate(2, 0, 0)),
		RatingWithin(lang.English, newcomer[0], monday))
	golden.Check(t, "testdata/lines.txt", pages.String())
}

// The golden file has the arrangement of pieces: with warnings, with saved set-ups, with closed
// direct messages, and a form.
func TestArrangements(t *testing.T) {
	k := newMaker()
	var pages golden.Pages
	w := newWorld(t)
	w.seated("stratego", nil, players[ann], players[bob])
	rec := w.with(nil)
	u := match.User{ID: bob, Style: match.Text, DMClosed: true, Saved: map[string]string{}}
	for _, in := range []lang.Language{lang.English, "de"} {
		view, err := rec.View(1)
		if err != nil {
			t.Fatal(err)
		}
		a, ok := view.Arrangement()
		if !ok {
			t.Fatal("there is nothing to arrange")
		}
		pages.Add("as it comes, "+in.OwnName(), text(k.ArrangementOf(in, rec, view, a, u, "a note", false)))
		a.Warnings = []games.Sentence{plain("the flag stands alone")}
		u.Saved = map[string]string{
			LastKey("stratego", a.Kind): a.Text, SavedKey("stratego", a.Kind, "b"): a.Text,
			SavedKey("stratego", a.Kind, "a"): a.Text, SavedKey("stratego", "other", "c"): a.Text,
		}
		pages.Add("warned, with saved ones, "+in.OwnName(), text(k.ArrangementOf(in, rec, view, a, u, "", true)))
		a.Complete = false
		pages.Add("not complete, "+in.OwnName(), text(k.ArrangementWith(in, rec, view, a, u, "", false, nil)))
		pages.Say("# all saved: %v", AllSaved(u, "stratego"))
		for _, panel := range []string{panelMore, panelEdit, "template", "clear", "of the future"} {
			pages.Add("panel "+panel+", "+in.OwnName(),
				text(k.ArrangementPanel(in, rec, view, a, match.User{ID: bob, DMClosed: true, Saved: u.Saved}, panel)))
		}
		_, private := lead(t, "setting up in direct messages")
		a.Complete, a.Legend = true, games.Sentence{}
		pages.Add("more, in direct messages, "+in.OwnName(),
			text(k.ArrangementPanel(in, private, view, a, match.User{ID: bob, Style: match.Words}, panelMore)))
		form := NewModal(in, "Edit rows", component.Target{Match: rec.ID, Action: component.ActNoteForm},
			games.Field{Label: "Front row", Placeholder: "Front row", Value: "1,2", Max: 10})
		pages.Say("# a form: %+v", form)
	}
	if !ArrangingPhase(rec) || !IsArranging(rec, bob) || IsArranging(rec, eve) {
		t.Error("the players are arranging, and Eve is not")
	}
	golden.Check(t, "testdata/arrangements.txt", pages.String())
}

// The golden file has the rules of four games, and a panel of settings.
func TestRulesAndPanels(t *testing.T) {
	k := newMaker()
	k.Games = slices.DeleteFunc(slices.Clone(k.Games), func(g *games.Game) bool {
		return !slices.Contains([]games.ID{"halatafl", "kalah", "stratego", "fish"}, g.ID)
	})
	var pages golden.Pages
	for _, g := range k.Games {
		for _, in := range []lang.Language{lang.English, "de"} {
			pages.Add(string(g.ID)+", "+in.OwnName(), text(k.Rules(in, g, nil, nil)))
		}
	}
	setting := Setting{
		Label: "Style", Now: "a*b", Target: component.Target{Action: component.ActBoard},
		Choices: []discordgo.SelectMenuOption{{Label: "x", Value: "y"}},
	}
	isOn := Setting{
		Label: "Loud", Now: "no", Target: component.Target{Action: component.ActBoard, Text: "loud"},
		Press: On,
	}
	m := Panel("de", match.Words, "Title", "note", []Setting{setting, isOn})
	m.Parts = append(m.Parts, Panel("", match.Image, "Title", "note", []Setting{setting, isOn}).Parts...)
	m.Parts = append(m.Parts, SettingMenu("sv", "note", setting, component.Target{Action: component.ActLevel}).Parts...)
	m.Parts = append(m.Parts, discord.Row(RulesButtons("sv", k.Games)...), discord.Row(MyMatches("sv")))
	pages.Add("panel", text(m))
	bare := *k.Games[0]
	bare.Examples = nil
	pages.Add("without an example", text(k.Rules(lang.English, &bare, nil, nil)))
	golden.Check(t, "testdata/rules.txt", pages.String())
}

// The golden file has the actions besides moving in each state: in the menu More for Ann and for
// Eve, on the page, and what Ann can give.
func TestMore(t *testing.T) {
	k := newMaker()
	var pages golden.Pages
	for _, s := range states {
		_, rec := lead(t, s.name)
		if rec.Position == "" {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "Ann: %s\n",
			controls(k.More(lang.English, rec, ann, []discordgo.MessageComponent{MyMatches(lang.English)}).Parts))
		fmt.Fprintf(&b, "Eve: %s\n", controls(k.More("sv", rec, eve, nil).Parts))
		fmt.Fprintf(&b, "other: %s\nacts:", controls(OtherMore(lang.English, rec, true).Parts))
		for _, d := range Acts(rec) {
			fmt.Fprintf(&b, " %s %s (style %d);", d.Action, d.Label.Format, d.Style)
		}
		fmt.Fprintf(&b, "\nhints: advised %t, now %t, without a seat %t\n", Advised(rec), MayHint(rec, rec.SeatOf(ann)),
			MayHint(rec, games.Spectator))
		fmt.Fprintf(&b, "odds: %q, %s\n", OddsLines(lang.English, rec),
			controls([]discordgo.MessageComponent{discord.Row(OddsButton("de", rec)...)}))
		winner, won := Winner(rec)
		fmt.Fprintf(&b, "winner %q, %t; standings %t, log %t\n", winner.Name, won, NeedsStandings(rec),
			NeedsLog(rec, 0))
		pages.Add(s.name, b.String())
	}
	_, rec := lead(t, "just begun")
	pages.Add("more", text(k.More("de", rec, ann, nil)))
	pages.Add("other", text(OtherMore("de", rec, true)))
	pages.Add("other, before the referee has decided anything", text(OtherMore("de", rec, false)))
	_, moved := lead(t, "takeback asked")
	moved.UndoOffer, moved.Stands = nil, moved.AllSeats()
	pages.Add("more, after a move that stands", text(k.More(lang.English, moved, ann, nil)))
	pages.Add("more time", text(MoreTime("de", rec)))
	golden.Check(t, "testdata/more.txt", pages.String())
}

// The golden file has the state of a vote for its owner, for a voter and for others, and its terms.
func TestVotes(t *testing.T) {
	var pages golden.Pages
	for _, s := range []string{
		"a channel votes in the open", "a channel votes in the open, nobody yet",
		"a channel votes in secret", "a channel has won", "just begun",
	} {
		_, rec := lead(t, s)
		for _, in := range []lang.Language{lang.English, "de"} {
			for _, u := range []match.UserID{ann, bob, eve} {
				words, buttons := VoteStands(in, rec, u)
				pages.Add(fmt.Sprintf("%s, %s, %s", s, u, in), text(discord.TextMessage(words, buttons...)))
			}
			if rec.Voting != nil && len(rec.Voting.Last) > 0 {
				pages.Say("decided: %s", VoteDecided(in, rec))
			}
		}
	}
	golden.Check(t, "testdata/votes.txt", pages.String())
}

// The golden file lists what an open challenge says about its clock, for each kind of clock, and
// about who may join. What is usual in its game is left out (P14).
func TestTerms(t *testing.T) {
	var b strings.Builder
	_, rec := lead(t, "a challenge")
	_, table := lead(t, "an open table")
	for _, change := range []func(*match.Record){
		func(r *match.Record) { r.Clock.Policy = referee.Policy{} },
		func(r *match.Record) { r.Clock.Policy = referee.Policy{PerMove: time.Hour, Lapse: referee.Forfeit} },
		func(r *match.Record) { r.Clock.Policy = referee.Policy{PerMove: time.Hour, Lapse: referee.Skip} },
		func(r *match.Record) { r.Clock.Policy.Lapse, r.Clock.Policy.Grace = referee.Forfeit, 1 },
		func(r *match.Record) { r.Clock.Policy.Grace = 2 },
		func(r *match.Record) { r.Clock.Policy.Bank = referee.Bank{Time: 72 * time.Hour} },
		func(r *match.Record) { r.Clock.Policy.Bank = referee.Bank{Time: 72 * time.Hour, Increment: time.Hour} },
		func(r *match.Record) { r.Clock.Policy.NoWeekends = true },
		func(r *match.Record) { r.Clock.Policy.NoVacations = true },
		func(r *match.Record) { r.Unrated, r.Finish = true, match.FinishOff },
		func(r *match.Record) { r.Wants.From = 1400 },
		func(r *match.Record) { r.Wants.To = 1600 },
		func(r *match.Record) { r.Wants.Reliability, r.Clock.Deadline = 1, time.Time{} },
		func(r *match.Record) { r.Wants.Again, r.Shuffle = 1, false },
		func(r *match.Record) { r.Voting = &match.Voting{Terms: vote.Terms{Window: time.Hour, Voters: 1}} },
		func(r *match.Record) { r.Voting = &match.Voting{Terms: vote.Terms{Window: time.Hour, Open: true}} },
		func(r *match.Record) { r.Setup.Options = games.Options{"odds": "4", "rows": "4", "holes": "4"} },
	} {
		for _, m := range []match.Match{rec, table} {
			m.Record = m.Clone()
			change(&m.Record)
			fmt.Fprintf(&b, "%s\n", strings.Join(Terms(lang.English, m, m.Rules()), "\n"))
		}
		b.WriteString("\n")
	}
	golden.Check(t, "testdata/terms.txt", b.String())
}

// P14: the golden page lists how a challenge and a board describe each choice of an option, for all
// games and languages.
func TestOptionTerms(t *testing.T) {
	var b strings.Builder
	for _, in := range lang.All {
		for _, g := range catalog.Games() {
			for _, o := range g.Options {
				for _, c := range o.Choices {
					fmt.Fprintf(&b, "%s %s: %s | %s\n", in.Code(), g.Name, OptionTerms(in, o, c.Value),
						OptionWords(in, o, c.Value))
				}
			}
		}
	}
	golden.Check(t, "testdata/options.txt", b.String())
}

// The step back from a half-typed move is the step that led to it, and from a first step the
// beginning.
func TestStepBack(t *testing.T) {
	_, rec := lead(t, "takeback asked")
	view, err := rec.View(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{"c7", ""},
		{"c7-c6", "c7"},
		{"c7-c6-c5", ""},
		{"nonsense", ""},
		{"", ""},
	} {
		if got := choose.StepBack(view, c.path); got != c.want {
			t.Errorf("StepBack(%q) = %q, want %q", c.path, got, c.want)
		}
	}
}

// If the picture can't be drawn or is too large, the board comes as text with a sentence about it.
// For a replay the message gives the reason.
func TestNoPicture(t *testing.T) {
	w, rec := lead(t, "just begun")
	for name, draw := range map[string]func(scene.Scene) ([]byte, error){
		"broken":    func(scene.Scene) ([]byte, error) { return nil, errNoInk },
		"panicking": func(scene.Scene) ([]byte, error) { panic("no ink") },
		"too large": func(scene.Scene) ([]byte, error) { return make([]byte, MaxFile+1), nil },
	} {
		k := newMaker()
		k.Draw = draw
		m, err := k.Board(rec, Reader{})
		if got := text(m); err != nil || len(m.Files) > 0 || !strings.Contains(got, "couldn't draw the picture") ||
			!strings.Contains(got, "```") {
			t.Errorf("%s: the board is %v\n%s", name, err, got)
		}
		k.Animate = func([]scene.Scene) ([]byte, error) { png, err := draw(scene.Scene{}); return png, err }
		if _, err := k.Replay(lang.English, rec, w.log(), match.User{}); !errors.Is(err, ErrNoReplay) {
			t.Errorf("%s: Replay = %v, want ErrNoReplay", name, err)
		}
	}
	k := newMaker()
	k.Draw = func(scene.Scene) ([]byte, error) { return make([]byte, MaxFile), nil }
	if m, err := k.Board(rec, Reader{}); err != nil || len(m.Files) != 1 {
		t.Errorf("a picture of just the greatest size: %d files, %v", len(m.Files), err)
	}
	k.Animate = nil
	if _, err := k.Replay(lang.English, rec, w.log(), match.User{}); !errors.Is(err, ErrNoReplay) {
		t.Errorf("without animation Replay = %v, want ErrNoReplay", err)
	}
	_, open := lead(t, "a challenge")
	if _, err := k.PastBoard(lang.English, open, nil, 1, match.User{}); !errors.Is(err, match.ErrNotBegun) {
		t.Errorf("PastBoard of a challenge = %v, want ErrNotBegun", err)
	}
}

// The golden file has the worth of a move in words, for values on both sides of level.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		by    games.Measure
		value float64
		exact bool
		want  string
	}{
		{games.ByMargin, 4.4, false, "North probably wins by about 4 beans"},
		{games.ByMargin, -4.4, false, "North probably loses by about 4 beans"},
		{games.ByMargin, 0.4, false, "it probably ends about level"},
		{games.ByMargin, 1, true, "North wins by 1 bean"},
		{games.ByMargin, -3, true, "North loses by 3 beans"},
		{games.ByMargin, 0, true, "it ends level"},
		{games.ByMargin, games.ByTiebreak, true, "North wins with equal fish and more tiles"},
		{games.ByMargin, -games.ByTiebreak, true, "North loses with equal fish and fewer tiles"},
		{games.ByChance, 1, true, "North wins with best play"},
		{games.ByChance, 0, true, "North loses with best play"},
		{games.ByChance, 0.5, true, "it's a draw with best play"},
		{games.ByChance, 0.654, false, "North wins about 65 games of 100"},
		{games.ByChance, 0.004, false, "North loses almost surely"},
		{games.ByChance, 0.024, false, "North loses almost surely"},
		{games.ByChance, 0.026, false, "North wins about 3 games of 100"},
		{games.ByChance, 0.974, false, "North wins about 97 games of 100"},
		{games.ByChance, 0.976, false, "North wins almost surely"},
	} {
		if got := lang.English.Speak(Worth(kalah.New(), 1, c.by, c.value, c.exact)); got != c.want {
			t.Errorf("Worth(%v, %v, %t) = %q, want %q", c.by, c.value, c.exact, got, c.want)
		}
	}
}

// P56: of three or four players, one who has not won reads their own place first.
func TestP56OwnPlace(t *testing.T) {
	four := match.Match{Record: match.Record{
		Status: match.Over,
		Players: []match.Player{
			{User: "a", Name: "Ann"}, {User: "b", Name: "Bob"}, {User: "c", Name: "Cid"}, {User: "d", Name: "Dan"},
		},
		Outcome: &games.Outcome{Say: games.Say("The end.")},
	}}
	for _, c := range []struct {
		place  [games.MaxSeats]int8
		seat   games.Seat
		people int
		want   string
	}{
		{[games.MaxSeats]int8{1, 3, 2, 4}, 0, 4, "The end."},
		{[games.MaxSeats]int8{1, 3, 2, 4}, 1, 4, "You come third. The end."},
		{[games.MaxSeats]int8{1, 3, 2, 4}, 2, 4, "You come second. The end."},
		{[games.MaxSeats]int8{1, 3, 2, 4}, 3, 4, "You come fourth. The end."},
		{[games.MaxSeats]int8{1, 3, 2, 4}, games.Spectator, 4, "The end."},
		{[games.MaxSeats]int8{1, 2, 2, 4}, 1, 4, "You share second place. The end."},
		{[games.MaxSeats]int8{1, 2, 3, 3}, 3, 4, "You share third place. The end."},
		{[games.MaxSeats]int8{1, 1, 3}, 1, 3, "The end."},
		{[games.MaxSeats]int8{1, 1, 3}, 2, 3, "You come third. The end."},
		{[games.MaxSeats]int8{1, 2}, 1, 2, "You lost. The end."},
		{[games.MaxSeats]int8{}, 1, 4, "The end."},
	} {
		rec, end := four, *four.Outcome
		end.Place, rec.Players, rec.Outcome = c.place, four.Players[:c.people], &end
		if got := Ending(lang.English, rec, c.seat); got != c.want {
			t.Errorf("Ending at places %v for seat %d = %q, want %q", c.place, c.seat, got, c.want)
		}
	}
}

// The turning point of a match is the move that lost most, and not at all if nothing was.
func TestTurn(t *testing.T) {
	if got := Turn(match.Match{}, review.Review{}); got != nil {
		t.Errorf("Turn of no moves = %+v, want nil", got)
	}
	lost := review.Move{
		Seat: 1, Played: "2", Best: "3", Measure: games.ByMargin, Value: -4, BestValue: 2, Exact: true,
		BestExact: true, Known: true,
	}
	want := match.TurningPoint{
		Ply: 1, Seat: 1, Played: "2", Best: "3", Measure: games.ByMargin, Value: -4,
		BestValue: 2, Exact: true, BestExact: true,
	}
	if got := Turn(match.Match{}, review.Review{Moves: []review.Move{{}, lost}}); got == nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("Turn = %+v, want %+v", got, want)
	}
	_, rec := lead(t, "just begun")
	turned := match.Card{Turn: &match.TurningPoint{Played: "1", Best: "2"}}
	if got := Card(lang.English, rec, games.Spectator, turned); len(got) != 1 {
		t.Errorf("a card about the first seat says %q", got)
	}
	for _, seat := range []games.Seat{games.Spectator, 2} {
		if got := Card(lang.English, rec, games.Spectator,
			match.Card{
				Turn:    &match.TurningPoint{Seat: seat},
				Ratings: []match.RatingChange{{Seat: seat, Rated: 9}},
			}); len(got) != 0 {
			t.Errorf("a card about seat %d says %q", seat, got)
		}
	}
}

// The golden file has the names of things in texts: changes, members, channels, roles, moves.
func TestNames(t *testing.T) {
	_, rec := lead(t, "just begun")
	_, claimable := lead(t, "claimable")
	away, odd := rec, rec
	away.Place.Guild, away.Shown.Message = "", ""
	namesake := away
	namesake.ID = "another"
	later := namesake
	later.Moves = 6
	odd.Players = []match.Player{{User: ann, Name: "O`Ann"}, {Computer: "easy", Name: "Computer (easy)"}}
	alike := rec
	alike.Players = []match.Player{
		{Computer: "easy", Name: "Computer (easy)"},
		{Computer: "easy", Name: "Computer (easy)"},
	}
	names := func(list []string) string { return strings.Join(list, ", ") }
	erased := rec
	erased.Record = rec.Clone()
	erased.Owner, erased.Players[1] = "", match.Player{Name: match.FormerPlayer, Gone: "x"}
	declined := erased
	declined.Status, declined.Reason = match.Closed, match.ByDecline
	for _, c := range []struct{ got, want string }{
		{RankedName(rec.Rules(), players[ann]), "<@1001>"},
		{RankedName(rec.Rules(), match.Player{Computer: "e_asy"}), `Kalah e\_asy`},
		{strings.Join(ChannelMentions([]match.ChannelID{"1", "2"}), " "), "<#1> <#2>"},
		{strings.Join(RoleMentions([]match.RoleID{"3"}), " "), "<@&3>"},
		{LineWords("de", rec.Rules(), []match.Ply{{Seat: 1, Move: "3"}, {Seat: 0, Move: "5"}}), "Nord 3, Süd 5"},
		{
			LineWords("en", rec.Rules(), []match.Ply{
				{Seat: 1, Move: "3"}, {Seat: 1, Move: "5"}, {Seat: 0, Move: "a4a5"},
			}),
			"North 3, 5, South a4 → a5",
		},
		{ownerName(erased), match.FormerPlayer},
		{
			InvitationTitle("de", declined, rec.Rules()),
			"Ehemaliges Mitglied fordert Ehemaliges Mitglied zu Kalah heraus",
		},
		{Title("sv", erased, rec.Rules()), "Kalah · Ann (Syd) mot Tidigare spelare (Nord)"},
		{
			PlayerAt("de", erased, 1) + ", " + names(Names("de", erased)),
			"Ehemaliges Mitglied, Ann, Ehemaliges Mitglied",
		},
		{strings.Join(beginning(rec, &games.Game{}, Reader{In: lang.English}), " "), ""},
		{NameOrMention(match.Player{User: eve}), "<@1004>"},
		{NameOrMention(players[bob]), "Bob"},
		{
			PlayerAt(lang.English, alike, 0) + ", " + NameAt("de", alike, 1),
			"Computer (easy, South), Computer (easy, Nord)",
		},
		{NoticeText("de", declined, match.WasDeclined, games.Spectator), Ending("de", declined, games.Spectator)},
		{PlayerAt(lang.English, rec, games.Spectator), ""},
		{PlayerAt(lang.English, rec, 7), ""},
		{MatchLink(away), "https://discord.com/channels/@me/3001"},
		{BoardLink(away), ""},
		{ListLine(lang.English, away, ann), "**Kalah v Bob** · your turn · <t:1793707200:R>"},
		{
			ListLine(lang.English, away, ann, away, namesake), // two matches of one name and turn need the id
			"**Kalah v Bob** · your turn · <t:1793707200:R> · move 1 · begun <t:1793620800:R> · `kxqxbn`",
		},
		{
			ListLine(lang.English, later, ann, away, later),
			"**Kalah v Bob** · your turn · <t:1793707200:R> · move 7 · begun <t:1793620800:R>",
		},
		{Choice(lang.English, later, ann, []match.Match{away, later}), "Kalah v Bob · move 7"},
		{Choice(lang.English, later, ann, []match.Match{later}), "Kalah v Bob"},
		{strings.Join(UserIDs(claimants(claimable)), " "), "1001"},
		{names(Names(lang.English, odd)), "O'Ann, Computer (easy)"},
		{fmt.Sprint(Namesake(players[bob], odd), Namesake(match.Player{User: eve, Name: "o`ann"}, odd),
			Namesake(match.Player{User: eve, Name: "Computer (easy)"}, odd)), "false true false"},
		{
			fmt.Sprint(People(odd), Reliability(1, 3), Reliability(0, 0),
				choose.Pages(0, 25), choose.Pages(25, 25), choose.Pages(26, 25)),
			"1 66 0 1 1 2",
		},
		{fmt.Sprint(choose.Chosen([]string{"=c4-c5"})), "c4-c5true <nil>"},
		{fmt.Sprint(choose.Chosen([]string{"+c4"})), "c4false <nil>"},
		{fmt.Sprint(choose.Chosen(nil)), "false " + component.ErrID.Error()},
		{fmt.Sprint(choose.Chosen([]string{"=a", "=b"})), "false " + component.ErrID.Error()},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	menu := Choosing(component.Target{Match: rec.ID, Action: component.ActLoad}, "Which?",
		make([]games.Choice, discord.MaxOptions+1), 99).(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
	if len(menu.Options) != discord.MaxOptions || menu.MaxValues != discord.MaxOptions {
		t.Errorf("a menu of too many choices has %d, of which %d can be chosen", len(menu.Options), menu.MaxValues)
	}
	many := SettingMenu("sv", "", Setting{Choices: make([]discordgo.SelectMenuOption, discord.MaxOptions+1)},
		component.Target{}).Parts[0].(discordgo.Container).Components[1].(discordgo.ActionsRow)
	if n := len(many.Components[0].(discordgo.SelectMenu).Options); n != discord.MaxOptions {
		t.Errorf("a menu of too many settings has %d", n)
	}
	if !CanAsk(rec, "3") || CanAsk(rec, strings.Repeat("x", 100)) {
		t.Error("a short move has room for a question, and one of 100 letters has not")
	}
	if _, open := lead(t, "a challenge"); !NeedsStandings(open) || NeedsStandings(rec) {
		t.Error("a challenge alone needs standings")
	}
}

// A line of moves shows the last board that the player can know, with its last turn. If a hidden
// rank decides the next one, it shows the board before.
func TestTrialScene(t *testing.T) {
	var b strings.Builder
	// the armies march until one attacks
	for _, s := range []struct{ state, moves string }{
		{"just begun", "3 1 2 4"},
		{"takeback asked", "c7-c6 d5-d6"},
		{"armies", ""},
	} {
		w, rec := lead(t, s.state)
		view, err := rec.View(rec.SeatOf(w.mover()))
		if err != nil {
			t.Fatal(err)
		}
		steps := []ahead.Position{ahead.From(view)}
		moves := strings.Fields(s.moves)
		for n := 0; s.moves == "" && len(moves) == 0; n++ {
			row := func(move string) int {
				row, _ := strconv.Atoi(move[strings.LastIndexAny(move, "abcdefghij")+1:])
				return row * (1 - 2*int(view.Seat))
			}
			move := slices.MaxFunc(slices.Collect(view.Legal()), func(a, b string) int {
				return cmp.Compare(row(a), row(b))
			})
			next, err := steps[0].Play(move)
			if err != nil || n > 30 {
				t.Fatal("nobody attacks: ", err)
			}
			if _, clear := next.View(); !clear {
				moves = []string{move}
				break
			}
			w.plays(move)
			rec = w.with(nil)
			if view, err = rec.View(rec.SeatOf(w.mover())); err != nil {
				t.Fatal(err)
			}
			steps = []ahead.Position{ahead.From(view)}
		}
		for i := 0; ; i++ {
			for _, lit := range []bool{false, true} {
				drawn := TrialScene("de", rec, steps, "",
					match.User{ID: w.mover(), Prefer: games.Options{prefersLook: LookLarge}}, lit)
				fmt.Fprintf(&b, "# %s, %d moves, lit %t\n%s\n%s\n", s.state, i, lit, pictured(drawn), drawn.Words)
			}
			if i == len(moves) {
				break
			}
			next, err := steps[i].Play(moves[i])
			if err != nil {
				t.Fatal(err)
			}
			steps = append(steps, next)
		}
	}
	golden.Check(t, "testdata/trials.txt", b.String())
}

// A played move and a better one are drawn on the board before them, from the reader's side. A move
// that can't be played has no track.
func TestCompared(t *testing.T) {
	var b strings.Builder
	_, rec := lead(t, "takeback asked")
	start, err := rec.Rules().Start(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range []match.UserID{ann, bob, eve} {
		for _, played := range []string{"d4-d5", "nonsense"} {
			drawn := Compared("sv", rec, start, 0, played, "c4-c5", match.User{ID: u})
			fmt.Fprintf(&b, "# %s for %s\n%s\n%s\n", played, u, pictured(drawn), drawn.Words)
		}
	}
	golden.Check(t, "testdata/compared.txt", b.String())
}

// The course of a match with scores is the first seat's lead after each move, between 0 and 1.
// Games without scores, with secrets or with more seats have none.
func TestScoreCourse(t *testing.T) {
	course := func(state string) []float64 {
		w, rec := lead(t, state)
		frames, err := match.Frames(rec.Rules(), rec.Record, w.log())
		if err != nil {
			t.Fatal(err)
		}
		return ScoreCourse(rec, frames)
	}
	if got, want := course("one more move"), []float64{0.5, 1}; !slices.Equal(got, want) {
		t.Errorf("the course is %v, want %v", got, want)
	}
	if got, want := fmt.Sprintf("%.2f", course("played out")), "[1.00 1.00 0.92 "; !strings.HasPrefix(got, want) {
		t.Errorf("the course is %s, want it to begin with %s", got, want)
	}
	for _, state := range []string{"takeback asked", "armies", "fish, running"} {
		if got := course(state); got != nil {
			t.Errorf("%s has the course %v, want none", state, got)
		}
	}
	if got := ScoreCourse(match.Match{Record: match.Record{Players: make([]match.Player, 2)}}, nil); got != nil {
		t.Errorf("an unknown game has the course %v, want none", got)
	}
}
