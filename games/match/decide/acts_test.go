package decide_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/golden"
	gamerace "paddock/games/gamestest/race"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/referee"
)

// broken makes the position of a match unreadable.
func broken(r *match.Record) { r.Position = "not a position" }

// actsOf returns every act of a user, or, without a user, every act that no user makes, with a move
// that is possible.
func actsOf(u match.UserID, move string) []decide.Action {
	if u != "" {
		return []decide.Action{
			decide.Move{Text: move},
			decide.Move{Text: "nonsense"},
			decide.Step{},
			decide.Step{On: true},
			decide.Resign{},
			decide.Cancel{},
			decide.Nudge{},
			decide.OfferDraw{},
			decide.DeclineDraw{},
			decide.ClaimTime{},
			decide.Takeback{},
			decide.DeclineTakeback{},
			decide.OfferPause{},
			decide.DeclinePause{},
			decide.GiveTime{Gift: time.Hour},
			decide.GiveTime{Gift: time.Second},
			decide.PlayOut{},
			decide.Join{Name: "X"},
			decide.Odds{Name: "X"},
			decide.Decline{},
			decide.Revoke{},
			decide.Leave{},
			decide.Begin{},
			decide.Begin{Fill: easy},
			decide.Rematch{},
			decide.Resume{To: hall},
			decide.Resume{To: yard},
			decide.Retire{},
			decide.Refuse{},
			decide.TakeOver{},
			decide.End{Order: spam},
			decide.Remove{Who: bob, Order: spam},
			decide.HandOver{Of: hand(bob, mod)},
			decide.HandOver{Of: match.HandOver{To: named(mod), Order: spam}},
			decide.HandOver{Of: hand(ann, bob)},
			decide.HandOver{Of: hand(ann, cat)},
		}
	}
	return []decide.Action{
		decide.Attend{},
		decide.GoOn{},
		decide.Park{Why: match.CodeChannelGone},
		decide.Resume{To: yard},
		decide.Award{Result: match.Decision{Place: [games.MaxSeats]int8{1, 2}}},
		decide.Award{Result: match.Decision{Place: [games.MaxSeats]int8{1, 1}}},
		decide.Release{By: "Mod", Tournament: "cup"},
		decide.Outage{From: noon, To: noon.Add(99 * time.Hour)},
		decide.Rewind{User: ann},
		decide.Rewind{User: bob},
		decide.Vacate{Absent: []match.UserID{bob}},
		decide.Answer{Seat: 1, Text: move},
	}
}

// The golden file lists every act in situations in which most of them are refused, and its result,
// with the sentence of a refusal or result. The other tables of this package contain acts that make
// sense.
func TestEveryActInEverySituation(t *testing.T) {
	nim := duel("nim", nil)
	var page strings.Builder
	for _, c := range []struct {
		name  string
		given []step
	}{
		{"a challenge", given(propose("nim", first, named(bob)))},
		{"a challenge that has expired", given(propose("nim", first, named(bob)), wait(8*24*time.Hour))},
		{"a table for three, with Bob", given(propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
			by(bob, decide.Join{Name: "Bob"}))},
		{"Ann is to move", given(nim)},
		{"Bob is to move", given(nim, moves("a1"))},
		{"Bob is to move for two hours", given(nim, moves("a1"), wait(2*time.Hour))},
		{"Ann offers a draw", given(nim, moves("a1"), by(ann, decide.OfferDraw{}))},
		{"Ann asks for her move", given(nim, moves("a1", "b1"), by(ann, decide.Takeback{}))},
		{"Ann asks for a pause", given(nim, by(ann, decide.OfferPause{}))},
		{"a pause", given(nim, by(ann, decide.OfferPause{}), by(bob, decide.OfferPause{}))},
		{"the channel is gone", given(nim, moves("a1"), gone)},
		{"Bob's time to claim", given(duel("nim", claim), wait(49*time.Hour), attend)},
		{"Ann's time is over", given(nim, wait(49*time.Hour))},
		{"Bob is offered as heir to Mod", given(nim, by(mod+"erator", decide.HandOver{Of: hand(bob, cat)}))},
		{"a game of a tournament", given(nim, edit(tournament), moves("a1"))},
		{"against the computer", given(propose("nim", first, easy))},
		{"computers step by step", given(propose("nim", stepping, easy, easy))},
		{"a secret set-up", given(duel("race", ready))},
		{"three play on without Bob", given(three(nil), by(bob, decide.Resign{}))},
		{"a channel votes", given(channel(nil))},
		{"a channel has voted", given(channel(nil), by(cat, decide.Move{Text: "a1"}))},
		{"over", given(nim, by(bob, decide.Resign{}))},
		{"over, and Ann wants a rematch", given(nim, moves("a1", "b1"), by(bob, decide.Resign{}), by(ann, decide.Rematch{}))},
		{"called off", given(nim, by(ann, decide.Cancel{}))},
		{"its game is gone", given(nim, func(t *table) { t.m = match.Match{Record: t.m.Record} })},
		{"its position can't be read", given(nim, moves("a1"), edit(broken))},
		{"nor at the end of the time", given(nim, edit(broken), wait(49*time.Hour))},
		{"nor with a vote", given(channel(nil), by(cat, decide.Move{Text: "a1"}), edit(broken))},
	} {
		fmt.Fprintf(&page, "%s:\n", c.name)
		for _, u := range []match.UserID{ann, bob, cat, ""} {
			var outcomes []string
			said := map[string][]string{}
			for _, do := range actsOf(u, "a1") {
				got := outcomeOf(t, c.given, u, do)
				if said[got] == nil {
					outcomes = append(outcomes, got)
				}
				said[got] = append(said[got], nameOf(do))
			}
			if u != "" {
				fmt.Fprintf(&page, "\t%s may move = %s\n", u, may(t, c.given, u, decide.Move{}, decide.MayMove))
				fmt.Fprintf(&page, "\t%s may join = %s\n", u, may(t, c.given, u, decide.Join{}, decide.MayJoin))
			}
			for _, got := range outcomes {
				fmt.Fprintf(&page, "\t%s %s = %s\n", u, strings.Join(said[got], " "), got)
			}
		}
	}
	golden.Check(t, "testdata/acts.txt", page.String())
}

// If the rules of a game fail, the act reports that, whichever act it is and at whichever call of
// the rules.
func TestEveryFailureOfTheRulesIsSeen(t *testing.T) {
	short := func(p *match.Proposal) { p.Setup.Options = games.Options{"goal": "2"} }
	race := duel("race", nil)
	last := duel("race", short)
	for name, given := range map[string][]step{
		"a challenge": given(propose("race", nil, named(bob))),
		"a table for three, with Bob": given(propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
			by(bob, decide.Join{Name: "Bob"})),
		"the first move": given(race),
		"a later move":   given(race, moves("1", "1", "1")),
		"a win to claim": given(duel("race", claim), wait(48*time.Hour), attend),
		"a vote is over": given(propose("race", func(p *match.Proposal) { p.Voting = &match.Voting{} }, named(bob)),
			by(bob, decide.Join{Name: "Bob"}), by(cat, decide.Move{Text: "1"}), wait(49*time.Hour)),
		"a takeback is asked for":  given(race, moves("1", "1"), by(ann, decide.Takeback{})),
		"one move before the rest": given(last, moves("1")),
		"the rest":                 given(last, moves("1", "1")),
		"the time is over":         given(race, wait(49*time.Hour)),
		"the end is near in time":  given(last, moves("1"), wait(49*time.Hour)),
		"a set-up":                 given(duel("race", ready)),
		"three play":               given(three(nil)),
		"against the computer":     given(propose("race", nil, match.Player{Computer: "medium"})),
		"over":                     given(race, by(bob, decide.Resign{})),
		"a rematch is wanted":      given(race, by(bob, decide.Resign{}), by(ann, decide.Rematch{})),
		"an answer is prepared":    given(race, prepared(bob, 3, "1", "1", "1")),
		"a forced answer":          given(race, person(bob, forced)),
		"a forced move":            given(race, moves("1"), person(bob, forced)),
	} {
		for _, u := range []match.UserID{ann, bob, cat, ""} {
			for _, do := range actsOf(u, "1") {
				if _, ok := do.(decide.Award); !ok { // an official's result is kept without a position
					failuresAreSeen(t, name+": "+string(u)+" "+nameOf(do), given, func(tb *table) error {
						a := match.Act{User: u}
						if _, ok := do.(decide.Answer); ok {
							a.Head = tb.m.Board()
						}
						_, err := tb.decide(a, do)
						return err
					})
				}
			}
		}
	}
	// otherwise the result is guessed, whatever the rules of the game say
	forfeit := func(p *match.Proposal) { p.Lapse = referee.Forfeit }
	tb := newTable(t)
	race(tb)
	for name, p := range map[string]match.Proposal{
		"a proposal":              proposal("race", forfeit, named(bob)),
		"one that begins at once": proposal("race", forfeit, match.Player{Computer: games.Medium}),
		"one that goes on": proposal("race", func(p *match.Proposal) {
			p.Lapse, p.From = referee.Forfeit, tb.m.Position
		}, named(bob)),
	} {
		failuresAreSeen(t, name, nil, func(tb *table) error { return tb.propose(p) })
	}
}

// failuresAreSeen lets the rules fail at their first call, then at their second, until all pass.
func failuresAreSeen(t *testing.T, what string, given []step, act func(*table) error) {
	t.Helper()
	for n := 1; ; n++ {
		var rules gamerace.Broken
		tb := newTable(t)
		tb.games = []*games.Game{rules.Game()}
		for _, s := range given {
			s(tb)
		}
		if len(given) > 0 {
			tb.set(tb.m.Record)
		}
		rules.FailAt(n)
		err := act(tb)
		err, tb.faults = errors.Join(append(tb.faults, err)...), nil
		switch failed := rules.FailAt(0); {
		case !failed:
			return
		case err == nil || !strings.Contains(err.Error(), gamerace.ErrBroken.Error()):
			t.Errorf("%s: call %d of the rules fails, and the act ends with %v", what, n, err)
		case n > 100:
			t.Fatal("it asks the rules without end")
		}
	}
}

// outcomeOf describes the result of an act on a match.
func outcomeOf(t *testing.T, given []step, u match.UserID, do decide.Action) string {
	tb := newTable(t)
	for _, s := range given {
		s(tb)
	}
	before, notices := tb.m.Record, tb.m.Record.Notices
	a := match.Act{User: u}
	if _, ok := do.(decide.Answer); ok {
		a.Head = tb.m.Board()
	}
	d, err := tb.decide(a, do)
	say, known := match.Sentence(err)
	if err != nil && !known {
		return "a fault"
	}
	if _, illegal := errors.AsType[*games.Refusal](err); illegal {
		return "no: against the rules"
	}
	switch got := tb.outcome(before, notices, d, err); {
	case err != nil:
		return got + ": " + say.String()
	case tb.m.Result != before.Result:
		return got + ": " + tb.m.Result
	default:
		return got
	}
}

// may tells whether an act of the user would be heard.
func may(t *testing.T, given []step, u match.UserID, do decide.Action,
	ask func(match.Match, match.Act, decide.Facts) error,
) string {
	tb := newTable(t)
	for _, s := range given {
		s(tb)
	}
	a := match.Act{User: u}
	err := ask(tb.m, a, tb.facts(tb.m.Record, a, decide.Need(tb.m, a, do)))
	switch _, known := match.Sentence(err); {
	case err == nil:
		return "yes"
	case known:
		return refusal(t, err)
	}
	return "a fault"
}

// nameOf returns the name of an act with its fields, such as Step(true).
func nameOf(do decide.Action) string {
	v := reflect.ValueOf(do)
	var fields []string
	for i := range v.NumField() {
		switch f := v.Field(i).Interface().(type) {
		case match.HandOver:
			fields = append(fields, string(f.From.User)+">"+string(f.To.User))
		case match.Player:
			fields = append(fields, f.Computer)
		case match.Place:
			fields = append(fields, string(f.Channel))
		case match.Order, match.Decision, time.Time:
		default:
			fields = append(fields, fmt.Sprint(f))
		}
	}
	name := v.Type().Name()
	if fields = slices.DeleteFunc(fields, func(s string) bool { return s == "" || s == "X" }); len(fields) > 0 {
		name += "(" + strings.Join(fields, ",") + ")"
	}
	return name
}

// P99: a challenge that is to come back is offered again after somebody has accepted it, if its owner
// still has a seat in the match.
func TestOffersAgain(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*match.Record)
		want   bool
	}{
		"wanted":              {func(*match.Record) {}, true},
		"not wanted any more": {func(r *match.Record) { r.Wants.Again = 0 }, false},
		"nobody owns it":      {func(r *match.Record) { r.Owner = "" }, false},
		"it is parked":        {func(r *match.Record) { r.Parked = &match.Parking{} }, false},
		"its owner has left":  {func(r *match.Record) { r.Owner = cat }, false},
	} {
		tb := newTable(t)
		duel("nim", nil)(tb)
		r := tb.m.Record
		r.Wants.Again = 1
		c.change(&r)
		tb.set(r)
		if got := decide.OffersAgain(tb.m); got != c.want {
			t.Errorf("%s: offered again %t, want %t", name, got, c.want)
		}
	}
	if decide.OffersAgain(match.Match{Record: match.Record{Owner: ann, Wants: match.Wants{Again: 1}}}) {
		t.Error("a game that is gone is offered again")
	}
}
