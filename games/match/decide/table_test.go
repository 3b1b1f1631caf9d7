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
	"paddock/games/fish"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/race"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/match/decide"
	"paddock/games/ratings"
	"paddock/games/referee"
)

const (
	ann match.UserID = "ann"
	bob match.UserID = "bob"
	cat match.UserID = "cat"
	mod match.UserID = "mod"
)

// noon is a Monday's noon, when every table begins.
var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

var catalogue = []*games.Game{nim.New(), race.New(false), race.New(true), fish.New()}

// table is a match that only decisions have changed: there is no store, no clock and no service.
type table struct {
	*testing.T
	m      match.Match
	now    time.Time
	people map[match.UserID]match.User
	guild  match.Guild
	log    []match.Event
	others decide.Others
	stands map[match.UserID][]match.Standing
	house  decide.Defaults
	games  []*games.Game
	faults []error // of the decisions
}

// step is one of the acts that lead a match to the state in which a row of a table begins.
type step func(*table)

// given lists steps.
func given(steps ...step) []step { return steps }

func wait(d time.Duration) step { return func(t *table) { t.now = t.now.Add(d) } }

func edit(f func(*match.Record)) step {
	return func(t *table) {
		r := t.m.Record
		f(&r)
		t.set(r)
	}
}

func person(u match.UserID, f func(*match.User)) step {
	return func(t *table) {
		p := t.people[u]
		f(&p)
		t.people[u] = p
	}
}

func server(f func(*match.Guild)) step { return func(t *table) { f(&t.guild) } }

func by(u match.UserID, do decide.Action) step {
	return func(t *table) {
		t.Helper()
		if _, err := t.decide(match.Act{User: u}, do); err != nil {
			t.Fatalf("%s, %T: %v", u, do, err)
		}
	}
}

func moves(texts ...string) step {
	return func(t *table) {
		t.Helper()
		for _, text := range texts {
			for seat := range t.m.Waiting.All() {
				by(t.m.Players[seat].User, decide.Move{Text: text})(t)
				break
			}
		}
	}
}

// propose makes the match of a proposal by Ann.
func propose(game games.ID, change func(*match.Proposal), with ...match.Player) step {
	return func(t *table) {
		t.Helper()
		if err := t.propose(proposal(game, change, with...)); err != nil {
			t.Fatal(err)
		}
	}
}

func proposal(game games.ID, change func(*match.Proposal), with ...match.Player) match.Proposal {
	p := match.Proposal{
		Game: game, Place: match.Place{Guild: "guild", Channel: "hall"}, By: named(ann), With: with,
		Setup: games.Setup{Seed: 7},
	}
	if change != nil {
		change(&p)
	}
	return p
}

func (t *table) propose(p match.Proposal) error {
	n, err := decide.ProposalReads(p, t.games)
	if err != nil {
		return err
	}
	d, err := decide.Propose(p, t.facts(match.Record{}, match.Act{User: p.By.User}, n))
	if err == nil && d.Condition != nil {
		err = d.Condition.Check(t.others)
	}
	if err == nil {
		t.store(d)
	}
	return err
}

func named(u match.UserID) match.Player {
	return match.Player{User: u, Name: strings.ToUpper(string(u[:1])) + string(u[1:])}
}

// duel begins a match of Ann, who moves first, and Bob.
func duel(game games.ID, change func(*match.Proposal)) step {
	return func(t *table) {
		t.Helper()
		propose(game, func(p *match.Proposal) {
			if game == "nim" {
				p.Side = "me"
			}
			if change != nil {
				change(p)
			}
		}, named(bob))(t)
		by(bob, decide.Join{Name: "Bob"})(t)
	}
}

// three begins a race of Ann, Bob and Cat.
func three(change func(*match.Proposal)) step {
	return func(t *table) {
		t.Helper()
		propose("race", func(p *match.Proposal) {
			p.Setup.Seats = 3
			if change != nil {
				change(p)
			}
		})(t)
		by(bob, decide.Join{Name: "Bob"})(t)
		by(cat, decide.Join{Name: "Cat"})(t)
	}
}

func (t *table) facts(r match.Record, a match.Act, n decide.Reads) decide.Facts {
	f := decide.Facts{
		Defaults: t.house.Complete(), Now: t.now, Games: t.games, Read: n, Guild: t.guild, Log: t.log, Seed: 7,
		People: make(map[match.UserID]match.User), Standings: make(map[match.UserID][]match.Standing),
	}
	for _, u := range n.People(r, a) {
		p := t.people[u]
		p.ID = u
		f.People[u] = p
	}
	for _, u := range n.Standings {
		f.Standings[u] = t.stands[u]
	}
	return f
}

// decide makes a decision, and on success continues with the changed match. It checks that the
// decision did not change its arguments.
func (t *table) decide(a match.Act, do decide.Action) (*decide.Draft, error) {
	t.Helper()
	before := t.m.Record.Clone()
	d, err := decide.Decide(t.m, a, do, t.facts(t.m.Record, a, decide.Need(t.m, a, do)))
	if err == nil && d.Condition != nil {
		err = d.Condition.Check(t.others)
	}
	if err == nil && d.Next != nil {
		err, d.RematchID = d.Next.Condition.Check(t.others), "next"
	}
	if !reflect.DeepEqual(t.m.Record, before) {
		t.Errorf("deciding has changed its argument:\n%+v\n%+v", before, t.m.Record)
	}
	if err != nil {
		return nil, err
	}
	t.faults = append(t.faults, d.Faults...)
	if len(d.Events) > 0 {
		t.store(d)
	}
	return d, nil
}

// store applies a decision to the match, as the service does.
func (t *table) store(d *decide.Draft) {
	d.Seal(make([]match.Salt, d.Unsalted()))
	if d.ID == "" {
		d.ID = "m"
	}
	r := d.Stored(decide.News{Announced: d.Asks().Results})
	r.Head += match.Seq(len(d.Events))
	t.log = append(t.log, d.Events...)
	t.set(r)
}

func (t *table) set(r match.Record) {
	var cache match.Parsings
	i := slices.IndexFunc(t.games, func(g *games.Game) bool { return g.ID == r.Game })
	t.m = cache.Match(r, t.games[i])
}

// row is a row of a table of decisions: after the given steps, the user's act must have the result
// want. That is the refusal, or the events and then the changes of the match, as the function
// changed writes them.
type row struct {
	name  string
	given []step
	by    match.UserID
	do    decide.Action
	seen  match.Seq // number of the board on which the act was made; 0: none
	want  string
}

func newTable(t *testing.T) *table {
	tb := &table{
		T: t, now: noon, people: make(map[match.UserID]match.User), house: decide.Defaults{Grace: -1},
		guild: match.Guild{ID: "guild"}, games: catalogue,
	}
	t.Cleanup(func() {
		for _, fault := range tb.faults {
			t.Error(fault)
		}
	})
	return tb
}

func (r row) run(t *testing.T) {
	tb := newTable(t)
	for _, s := range r.given {
		s(tb)
	}
	before, notices := tb.m.Record, tb.m.Record.Notices
	if r.seen == newest {
		r.seen = tb.m.Board()
	}
	d, err := tb.decide(match.Act{User: r.by, Head: r.seen}, r.do)
	if got := tb.outcome(before, notices, d, err); got != r.want {
		t.Errorf("%s\n got %q\nwant %q", r.name, got, r.want)
	}
}

// outcome describes the result of an act on a match in one line.
func (t *table) outcome(before match.Record, notices []match.Notice, d *decide.Draft, err error) string {
	if err != nil {
		if say, _ := match.Sentence(err); len(strings.Split(say.String(), ". ")) < 2 && !strings.Contains(say.String(), ":") {
			t.Errorf("%q, want what happened, why, and what can be done now (P57)", say)
		}
		return refusal(t.T, err)
	}
	if len(d.Events) == 0 {
		return "nothing"
	}
	var parts []string
	for _, e := range d.Events {
		part := string(e.Kind)
		switch {
		case e.Kind == match.Moved || e.Kind == match.Arranged:
			part += ":" + e.Move
		case e.Kind == match.Ruled:
			part += ":" + string(e.Ruling)
		case e.Code != "":
			part += ":" + string(e.Code)
		case e.Kind == match.Ended:
			part += ":" + e.Note
		}
		parts = append(parts, part)
	}
	was, is := t.state(before), t.state(t.m.Record)
	var changed []string
	for i := range is {
		if is[i] != was[i] {
			changed = append(changed, is[i])
		}
	}
	var told []string
	for _, n := range t.m.Notices {
		if !slices.Contains(notices, n) {
			told = append(told, fmt.Sprintf("%s=%s", n.To, n.Kind))
		}
	}
	say := strings.Join(parts, " ") + "; " + strings.Join(changed, " ")
	if len(told) > 0 {
		say += "; tells " + strings.Join(told, " ")
	}
	if d.Next != nil {
		say += fmt.Sprintf("; next %s rated=%t", players(d.Next.Record), d.Next.Rated())
	}
	return say
}

// state lists the parts of a match that the tables check.
func (t *table) state(r match.Record) []string {
	left := "none"
	if !r.Clock.Deadline.IsZero() {
		left = r.Clock.Deadline.Sub(t.now).String()
	}
	offer := func(s *games.Seat) string {
		if s == nil {
			return "-"
		}
		return fmt.Sprint(*s)
	}
	winners, parked, agreed, heir, votes := "-", "-", "-", "-", 0
	if r.Outcome != nil {
		winners = fmt.Sprint(seats(r.Outcome.Winners()))
	}
	if r.Parked != nil {
		parked = string(r.Parked.Why)
		agreed = fmt.Sprint(len(r.Parked.Wanted))
	}
	if r.Heir != nil {
		heir = string(r.Heir.To.User)
	}
	if r.Voting != nil {
		votes = len(r.Voting.Votes)
	}
	return []string{
		string(r.Status), "players=" + players(r), "owner=" + string(r.Owner), "invited=" + string(r.Invited),
		"at=" + string(r.Place.Channel),
		"waits=" + seats(r.Waiting), fmt.Sprint("turn=", r.Turn), fmt.Sprint("moves=", r.Moves), "left=" + left,
		fmt.Sprint("lapsed=", r.Clock.Lapsed),
		"draw=" + offer(r.DrawOffer), "undo=" + offer(r.UndoOffer), "pause=" + offer(r.RestOffer),
		"parked=" + parked, "wishes=" + agreed, fmt.Sprint("rated=", r.Rated()), "late=" + seats(r.Late),
		"out=" + seats(r.Left), "won=" + winners, "because=" + string(r.Reason), "heir=" + heir,
		fmt.Sprint("votes=", votes), "answered=" + seats(r.Answered), fmt.Sprint("stepped=", r.Stepped),
		"tournament=" + r.Tournament, fmt.Sprint("spent=", r.Clock.Spent[:max(2, len(r.Players))]),
		fmt.Sprint("grace=", r.Clock.Grace[:max(2, len(r.Players))]),
		fmt.Sprint("lapses=", r.Clock.Lapses[:max(2, len(r.Players))]),
	}
}

func seats(s games.Seats) string {
	var b strings.Builder
	for seat := range s.All() {
		fmt.Fprint(&b, seat)
	}
	return b.String()
}

func players(r match.Record) string {
	var list []string
	for _, p := range r.Players {
		list = append(list, string(p.User)+p.Computer)
	}
	return strings.Join(list, ",")
}

// refusal returns the kind of a refusal, and checks that it has a sentence for people.
func refusal(t *testing.T, err error) string {
	t.Helper()
	say, known := match.Sentence(err)
	if text := say.String(); !known || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "!") {
		t.Errorf("%v: %q is no sentence for people", err, text)
	}
	_, illegal := errors.AsType[*games.Refusal](err)
	if problem, ok := errors.AsType[*match.Problem](err); ok && !illegal {
		return "no: " + strings.TrimPrefix(problem.Kind.Error(), "match: ")
	}
	return "no: against the rules"
}

// beginner is the rating of a member without results.
const beginner = ratings.Start

// newest, as the field seen of a row, stands for the number of the present board.
const newest match.Seq = -1

var (
	hall = match.Place{Guild: "guild", Channel: "hall"}
	yard = match.Place{Guild: "guild", Channel: "yard"}
	easy = match.Player{Computer: games.Easy}
	spam = match.Order{By: "Mod", Reason: " spam,  as\nseen. "}
)

// These functions, which several rows share, change a proposal, a record or a person.
func first(p *match.Proposal)    { p.Side = "me" }
func ready(p *match.Proposal)    { p.Setup.Options = games.Options{"ready": "1"} }
func claim(p *match.Proposal)    { p.Lapse = referee.Claim }
func watching(p *match.Proposal) { p.Watch = true }
func stepping(p *match.Proposal) { p.Watch, p.Step = true, true }
func tournament(r *match.Record) { r.Tournament = "cup" }
func forced(u *match.User)       { u.Forced = true }
func night(u *match.User)        { u.Hours.Night = calendar.Night{From: 22 * 60, To: 7 * 60} }
func grace(t *table)             { t.house.Grace = 3 }

func vacation(u *match.User) {
	u.Hours.Vacations = []calendar.Vacation{{Start: noon, End: noon.Add(72 * time.Hour)}}
}

func blocks(other match.UserID) func(*match.User) {
	return func(u *match.User) { u.Blocked = []match.UserID{other} }
}

func perMove(d time.Duration) func(*match.Proposal) { return func(p *match.Proposal) { p.PerMove = d } }

// These functions change a match without an act of a user.
var (
	attend = by("", decide.Attend{})
	gone   = by("", decide.Park{Why: match.CodeChannelGone})
	locked = by("", decide.Park{Why: match.CodeLocked})
)

func hand(from, to match.UserID) match.HandOver {
	return match.HandOver{From: named(from), To: named(to), Order: spam}
}

// computer lets a computer player answer the present board.
func computer(seat games.Seat, text string) step {
	return func(t *table) {
		t.Helper()
		if _, err := t.decide(match.Act{Head: t.m.Board()}, decide.Answer{Seat: seat, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
}

// prepared is a line of a player that begins after an event, with Ann's move.
func prepared(u match.UserID, from match.Seq, texts ...string) step {
	return person(u, func(p *match.User) {
		line := match.Line{From: from}
		for i, text := range texts {
			line.Plies = append(line.Plies, match.Ply{Seat: games.Seat(i % 2), Move: text})
		}
		p.Notebooks = map[match.ID]match.Notebook{"m": {Lines: []match.Line{line}}}
	})
}

// busy gives a user other running matches between people.
func busy(u match.UserID, n int) step {
	return func(t *table) {
		if t.others.Of == nil {
			t.others.Of = make(map[match.UserID][]match.Record)
		}
		for range n {
			t.others.Of[u] = append(t.others.Of[u], match.Record{
				Status: match.Running, Place: hall, Players: []match.Player{named(u), named("eve")},
			})
		}
	}
}

// stranded makes a user's other matches out of reach.
func stranded(u match.UserID) step {
	return func(t *table) {
		for i := range t.others.Of[u] {
			t.others.Of[u][i].Parked = &match.Parking{Why: match.CodeChannelGone}
		}
	}
}

// channel begins a match of Ann's channel, which moves first, and Bob.
func channel(change func(*match.Voting)) step {
	return duel("nim", func(p *match.Proposal) {
		p.Voting = &match.Voting{}
		if change != nil {
			change(p.Voting)
		}
	})
}

// rivals proposes a match of Ann's channel against another.
func rivals(t *table) {
	t.Helper()
	propose("nim", func(p *match.Proposal) {
		p.Side, p.Voting = "me", &match.Voting{Rival: "yard"}
	})(t)
}

func run(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { r.run(t) })
	}
}
