package referee_test

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

const day = 24 * time.Hour

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// wound returns a clock for a waiting seat whose turn began at noon.
func wound(p referee.Policy) referee.Clock {
	return referee.After(referee.Clock{Policy: p}, referee.Change{Fresh: true}, noon)
}

func TestP8_ReminderAt80Percent(t *testing.T) {
	for _, perMove := range []time.Duration{time.Minute, 50 * time.Hour, 7 * day} {
		c := wound(referee.Policy{PerMove: perMove})
		at := noon.Add(perMove * 4 / 5)
		if got := referee.Next(c); !got.Equal(at) {
			t.Errorf("%v a move: Next = %v, want %v", perMove, got, at)
		}
		if _, now := referee.Remind(c, at.Add(-time.Millisecond)); now {
			t.Errorf("%v a move: reminded too early", perMove)
		}
		c, now := referee.Remind(c, at)
		if !now {
			t.Errorf("%v a move: not reminded at 80 %%", perMove)
		}
		if _, again := referee.Remind(c, at); again {
			t.Errorf("%v a move: reminded twice", perMove)
		}
		if got, want := referee.Next(c), noon.Add(perMove); !got.Equal(want) {
			t.Errorf("%v a move: Next after the reminder = %v, want the deadline %v", perMove, got, want)
		}
	}
}

func TestAfter(t *testing.T) {
	hour := referee.Policy{PerMove: time.Hour}
	running := wound(hour)
	running.Reminded, running.Lapsed, running.Lapses = true, true, [4]int{1, 1}
	later := noon.Add(time.Minute)
	for _, tt := range []struct {
		name     string
		clock    referee.Clock
		change   referee.Change
		deadline time.Time
		reminded bool
		lapses   [4]int
	}{
		{
			"a new turn", running,
			referee.Change{Moved: games.SeatSet(0), Fresh: true},
			later.Add(time.Hour), false,
			[4]int{0, 1},
		},
		{"others wait on", running, referee.Change{Moved: games.SeatSet(1)}, noon.Add(time.Hour), true, [4]int{1, 0}},
		{"nobody waits", running, referee.Change{Free: true}, time.Time{}, false, [4]int{1, 1}},
		{
			"a computer's turn", running,
			referee.Change{Moved: games.SeatSet(0), Fresh: true, Free: true},
			time.Time{},
			false,
			[4]int{0, 1},
		},
		{
			"after a computer's turn",
			referee.Clock{Policy: hour},
			referee.Change{Fresh: true},
			later.Add(time.Hour),
			false,
			[4]int{},
		},
		{"no clock", referee.Clock{}, referee.Change{Fresh: true}, time.Time{}, false, [4]int{}},
	} {
		c := referee.After(tt.clock, tt.change, later)
		if !c.Deadline.Equal(tt.deadline) || c.Reminded != tt.reminded || c.Lapses != tt.lapses {
			t.Errorf("%s: deadline %v, reminded %v, lapses %v, want %v, %v, %v", tt.name, c.Deadline, c.Reminded,
				c.Lapses, tt.deadline, tt.reminded, tt.lapses)
		}
		if tt.change.Fresh != c.Started.Equal(later) {
			t.Errorf("%s: turn began at %v", tt.name, c.Started)
		}
	}
}

func TestJudge(t *testing.T) {
	rulings := func(kind games.RulingKind, seats ...games.Seat) referee.Verdict {
		var v referee.Verdict
		for _, s := range seats {
			v.Rulings = append(v.Rulings, games.Ruling{Kind: kind, Seat: s})
		}
		return v
	}
	one, two := games.SeatSet(1), games.SeatSet(0, 1)
	for _, tt := range []struct {
		name    string
		policy  referee.Policy
		lapses  int
		waiting games.Seats
		phase   games.Phase
		want    referee.Verdict
	}{
		{"forfeit", referee.Policy{Lapse: referee.Forfeit}, 0, one, games.Play, rulings(games.Time, 1)},
		{
			"P32 grace",
			referee.Policy{Lapse: referee.Forfeit, Grace: 3},
			0, one, games.Play,
			referee.Verdict{Grace: one},
		},
		{
			"P32 grace before a claim",
			referee.Policy{Lapse: referee.Claim, Grace: 1},
			0, one, games.Play,
			referee.Verdict{Grace: one},
		},
		{"claim", referee.Policy{Lapse: referee.Claim}, 0, one, games.Play, referee.Verdict{Claimable: true}},
		{"F5 first lapse", referee.Policy{Lapse: referee.Skip}, 0, one, games.Play, rulings(games.Skip, 1)},
		{"F5 second lapse running", referee.Policy{Lapse: referee.Skip}, 1, one, games.Play, rulings(games.Remove, 1)},
		{
			"F5 in a phase of the game's own",
			referee.Policy{Lapse: referee.Skip},
			1, one, "move",
			rulings(games.Remove, 1),
		},
		{
			"P32 in a phase of the game's own",
			referee.Policy{Lapse: referee.Forfeit, Grace: 3},
			0, one, "move",
			referee.Verdict{Grace: one},
		},
		{"F3 placement", referee.Policy{Lapse: referee.Skip}, 0, one, referee.Placing, rulings(games.Remove, 1)},
		{
			"P32 grace in placement",
			referee.Policy{Lapse: referee.Skip, Grace: 3},
			0, one, referee.Placing,
			referee.Verdict{Grace: one},
		},
		{
			"P32 grace in placement under forfeit",
			referee.Policy{Lapse: referee.Forfeit, Grace: 3},
			0, one,
			referee.Placing,
			referee.Verdict{Grace: one},
		},
		{
			"P32 grace in placement under claim",
			referee.Policy{Lapse: referee.Claim, Grace: 3},
			0, one, referee.Placing,
			referee.Verdict{Grace: one},
		},
		{
			"P8 claim in placement",
			referee.Policy{Lapse: referee.Claim},
			0, one, referee.Placing,
			referee.Verdict{Claimable: true},
		},
		{
			"placement under forfeit",
			referee.Policy{Lapse: referee.Forfeit},
			0, one, referee.Placing,
			rulings(games.Time, 1),
		},
		{
			"P32 grace in set-up",
			referee.Policy{Lapse: referee.Forfeit, Grace: 3},
			0, two, referee.SettingUp,
			referee.Verdict{Grace: two},
		},
		{
			"S50 set-up of both",
			referee.Policy{Lapse: referee.Forfeit},
			0, two, referee.SettingUp,
			rulings(games.Skip, 0, 1),
		},
		{
			"S50 under skip never removes",
			referee.Policy{Lapse: referee.Skip},
			1, one, referee.SettingUp,
			rulings(games.Skip, 1),
		},
		{"S50 under claim", referee.Policy{Lapse: referee.Claim}, 0, one, referee.SettingUp, rulings(games.Skip, 1)},
		{"nobody waits", referee.Policy{Lapse: referee.Forfeit}, 0, 0, games.Play, referee.Verdict{}},
	} {
		tt.policy.PerMove = time.Hour
		c := wound(tt.policy)
		c.Lapses[1] = tt.lapses
		if _, early := referee.Judge(c, tt.waiting, tt.phase,
			c.Deadline.Add(-time.Millisecond)); !reflect.DeepEqual(early, referee.Verdict{}) {
			t.Errorf("%s: judged before the deadline: %+v", tt.name, early)
		}
		_, got := referee.Judge(c, tt.waiting, tt.phase, c.Deadline)
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// P32: three lapses use three days, the fourth gives a ruling. The days belong to a seat and are
// not given back.
func TestP32_GraceIsBurntWhole(t *testing.T) {
	c := wound(referee.Policy{PerMove: time.Hour, Lapse: referee.Forfeit, Grace: 3})
	seat := games.SeatSet(0)
	for burnt := 1; burnt <= 3; burnt++ {
		before := c.Deadline
		var v referee.Verdict
		c, v = referee.Judge(c, seat, games.Play, c.Deadline)
		if v.Grace != seat || c.Grace[0] != burnt || c.Deadline.Sub(before) != day {
			t.Errorf("lapse %d: %+v, %d burnt, deadline moved by %v", burnt, v, c.Grace[0], c.Deadline.Sub(before))
		}
		if burnt == 2 { // a move in between, which gives no days of grace back
			c = referee.After(c, referee.Change{Moved: seat, Fresh: true}, c.Deadline)
		}
	}
	if _, v := referee.Judge(c, games.SeatSet(1), games.Play, c.Deadline); v.Grace != games.SeatSet(1) {
		t.Errorf("the other seat has no days of its own: %+v", v)
	}
	if _, v := referee.Judge(c, seat, games.Play, c.Deadline); len(v.Rulings) != 1 || v.Rulings[0].Kind != games.Time {
		t.Errorf("the fourth lapse: %+v, want a ruling", v)
	}
}

func TestClaimableIsNotedOnce(t *testing.T) {
	c := wound(referee.Policy{PerMove: time.Hour, Lapse: referee.Claim})
	c, _ = referee.Judge(c, 1, games.Play, c.Deadline)
	if _, v := referee.Judge(c, 1, games.Play, c.Deadline.Add(day)); v.Claimable || !c.Lapsed {
		t.Errorf("second look: %+v, lapsed %v", v, c.Lapsed)
	}
	end := c.Deadline.Add(c.Policy.ClaimWithin())
	if got := referee.Next(c); !got.Equal(end) {
		t.Errorf("Next = %v, want %v: until then it is the opponent's to claim", got, end)
	}
	if _, v := referee.Judge(c, 1, games.Play, end.Add(-time.Second)); len(v.Rulings) != 0 {
		t.Errorf("before the end of the claim: %+v, want nothing", v)
	}
	if _, v := referee.Judge(c, 1, games.Play, end); len(v.Rulings) != 1 || v.Rulings[0].Kind != games.Time {
		t.Errorf("at the end of the claim: %+v, want the ruling", v)
	}
	if after, extended := referee.Outage(c, end.Add(-time.Hour), end.Add(time.Hour)); !extended ||
		!referee.Next(after).Equal(end.Add(2*time.Hour)) {
		t.Errorf("an outage of two hours in which the claim ended leaves it at %v, want two hours later",
			referee.Next(after))
	}
	if frozen := referee.Stop(c, c.Deadline); !referee.Next(frozen).IsZero() {
		t.Error("a frozen clock has an end of its claim")
	}
	if c = referee.After(c, referee.Change{Fresh: true}, noon.Add(day)); c.Lapsed {
		t.Error("a new turn begins lapsed")
	}
}

func TestNextIsTheSoonest(t *testing.T) {
	c := wound(referee.Policy{PerMove: 5 * time.Hour}) // the clock has a reminder after 4 hours
	for _, tt := range []struct {
		others []time.Time
		want   time.Time
	}{
		{nil, noon.Add(4 * time.Hour)},
		{[]time.Time{{}, noon.Add(time.Hour)}, noon.Add(time.Hour)},
		{[]time.Time{noon.Add(day)}, noon.Add(4 * time.Hour)},
	} {
		if got := referee.Next(c, tt.others...); !got.Equal(tt.want) {
			t.Errorf("Next(%v) = %v, want %v", tt.others, got, tt.want)
		}
	}
	if got := referee.Next(referee.Clock{}, time.Time{}); !got.IsZero() {
		t.Errorf("Next of no clock = %v, want never", got)
	}
}

func TestP70_Outage(t *testing.T) {
	c := wound(referee.Policy{PerMove: 10 * time.Hour})
	deadline := c.Deadline
	for _, tt := range []struct {
		name     string
		from, to time.Duration // length of the outage, in time since noon
		want     time.Time
	}{
		{"passed meanwhile", 8 * time.Hour, 80 * time.Hour, deadline.Add(72 * time.Hour)},
		{"passed at the very end", 8 * time.Hour, 10 * time.Hour, deadline.Add(2 * time.Hour)},
		{"passed before it: the bot was there to see", 10 * time.Hour, 20 * time.Hour, deadline},
		{"not passed yet", 2 * time.Hour, 9 * time.Hour, deadline},
		{"F11: at least an hour to breathe", 10*time.Hour - time.Minute, 13 * time.Hour, noon.Add(14 * time.Hour)},
	} {
		got, extended := referee.Outage(c, noon.Add(tt.from), noon.Add(tt.to))
		if !got.Deadline.Equal(tt.want) || extended != !got.Deadline.Equal(deadline) {
			t.Errorf("%s: deadline %v (extended %v), want %v", tt.name, got.Deadline, extended, tt.want)
		}
		if again, twice := referee.Outage(got, noon.Add(tt.from), noon.Add(tt.to)); twice || again != got {
			t.Errorf("%s: applied twice it is extended twice", tt.name)
		}
	}
	short := wound(referee.Policy{PerMove: time.Minute})
	if got, _ := referee.Outage(short, noon, noon.Add(day)); got.Deadline.Sub(noon.Add(day)) != time.Minute {
		t.Errorf("a clock of a minute is left %v, want a minute", got.Deadline.Sub(noon.Add(day)))
	}
}

// P88: after any pauses a clock has exactly as much time left as before. All deadlines and
// reminders of the clock are later by the length of the pauses.
func TestP88_PausesNeitherLengthenNorShorten(t *testing.T) {
	for seed := range uint64(2000) {
		lot := rand.New(rand.NewPCG(seed, 88))
		c := wound(referee.Policy{
			PerMove: time.Duration(1+lot.IntN(100)) * time.Hour, Lapse: referee.Forfeit,
			Grace: lot.IntN(3),
		})
		plain, now, paused := c, noon, time.Duration(0)
		for range lot.IntN(12) {
			step := time.Duration(lot.IntN(300)) * time.Minute
			switch lot.IntN(4) {
			case 0: // the function lets time pass and checks both clocks
				now = now.Add(step)
				c, plain = look(c, now), look(plain, now.Add(-paused))
			case 1: // the function makes a pause, with a check and a second pause during it
				left, _ := referee.Left(c, now)
				c = referee.Stop(c, now)
				now = now.Add(step)
				paused += step
				c = look(referee.Stop(c, now), now)
				if got, _ := referee.Left(c, now); got != left || !referee.Next(c).IsZero() {
					t.Fatalf("seed %d: frozen clock: left %v, next %v, want %v, never", seed, got, referee.Next(c),
						left)
				}
				c = referee.Continue(c, now)
				if got, _ := referee.Left(c, now); got != left {
					t.Fatalf("seed %d: left %v before the pause, %v after", seed, left, got)
				}
			case 2: // begins a new turn
				c = referee.After(c, referee.Change{Moved: 1, Fresh: true}, now)
				plain = referee.After(plain, referee.Change{Moved: 1, Fresh: true}, now.Add(-paused))
			case 3:
				c = referee.Continue(c, now) // the change has no effect on a running clock
			}
			want := plain
			want.Started, want.Deadline = want.Started.Add(paused), want.Deadline.Add(paused)
			if c != want {
				t.Fatalf("seed %d after %v of pauses: %+v\nwant %+v", seed, paused, c, want)
			}
		}
	}
}

func look(c referee.Clock, now time.Time) referee.Clock {
	c, _ = referee.Judge(c, 1, games.Play, now)
	c, _ = referee.Remind(c, now)
	return c
}

// If the turn changes on a frozen clock, for example by a resignation, the new turn begins when the
// clock runs again.
func TestTurnThatBeginsOnAFrozenClock(t *testing.T) {
	c := referee.Stop(wound(referee.Policy{PerMove: time.Hour}), noon.Add(30*time.Minute))
	c = referee.After(c, referee.Change{Fresh: true}, noon.Add(day))
	c = referee.Continue(c, noon.Add(2*day))
	if left, ok := referee.Left(c, noon.Add(2*day)); left != time.Hour || !ok {
		t.Errorf("left %v, want a whole hour", left)
	}
}

// For any times of checks: reminders come once a turn and before the lapse, and deadlines never
// move back. After the checks nothing is due in the past.
func TestClockProperties(t *testing.T) {
	for seed := range uint64(2000) {
		lot := rand.New(rand.NewPCG(seed, 8))
		lapse := []referee.Lapse{referee.Forfeit, referee.Skip, referee.Claim}[lot.IntN(3)]
		c := wound(referee.Policy{PerMove: time.Duration(1+lot.IntN(50)) * time.Hour, Lapse: lapse, Grace: lot.IntN(4)})
		now, reminders := noon, 0
		for range 40 {
			now = now.Add(time.Duration(lot.IntN(20)) * time.Hour)
			before := c
			var v referee.Verdict
			c, v = referee.Judge(c, 1, games.Play, now)
			if c.Deadline.Before(before.Deadline) {
				t.Fatalf("seed %d: the deadline moved back from %v to %v", seed, before.Deadline, c.Deadline)
			}
			if len(v.Rulings) > 0 {
				c, reminders = referee.After(c, referee.Change{Fresh: true}, now), 0
			}
			var remind bool
			if c, remind = referee.Remind(c, now); remind {
				reminders++
			}
			if reminders > 1 {
				t.Fatalf("seed %d: reminded twice in a turn", seed)
			}
			for next := referee.Next(c); !next.IsZero() && !next.After(now); next = referee.Next(c) {
				c, v = referee.Judge(c, 1, games.Play, now) // the clock may have more days of grace to use
				if v.Grace == 0 && !v.Claimable && len(v.Rulings) == 0 {
					t.Fatalf("seed %d: due at %v, but at %v nothing is to be done: %+v", seed, next, now, c)
				}
				if len(v.Rulings) > 0 {
					c, reminders = referee.After(c, referee.Change{Fresh: true}, now), 0
				}
			}
		}
	}
}

// P32: a day of grace is never longer than a move. Every claim ends, but not sooner than a move
// (P89).
func TestP32_GraceAndClaimScaleWithTheMove(t *testing.T) {
	for _, tt := range []struct{ perMove, day, claim time.Duration }{
		{10 * time.Minute, day, day}, // a match from before the limit existed keeps its grace
		{12 * time.Hour, 12 * time.Hour, day},
		{day, day, day},
		{30 * day, day, 30 * day},
	} {
		p := referee.Policy{PerMove: tt.perMove, Grace: 1}
		if p.Day() != tt.day || p.ClaimWithin() != tt.claim {
			t.Errorf("at %v a move a day of grace is %v and a claim stands %v, want %v and %v", tt.perMove, p.Day(),
				p.ClaimWithin(), tt.day, tt.claim)
		}
	}
}

// P19: a clock before a move equals the clock after its takeback, whatever was set in between.
func TestP19_Restore(t *testing.T) {
	moved := noon.Add(3 * time.Hour)
	for _, tt := range []struct {
		name   string
		before referee.Clock
	}{
		{"running", wound(referee.Policy{PerMove: 4 * time.Hour})},
		{"reminded", referee.Clock{
			Policy: referee.Policy{PerMove: 4 * time.Hour}, Started: noon,
			Deadline: noon.Add(4 * time.Hour), Reminded: true,
		}},
		{"lapsed once", referee.Clock{
			Policy: referee.Policy{PerMove: 4 * time.Hour}, Started: noon,
			Deadline: noon.Add(4 * time.Hour), Lapses: [4]int{1},
		}},
		{"to be claimed", referee.Clock{
			Policy: referee.Policy{PerMove: time.Hour, Lapse: referee.Claim}, Started: noon,
			Deadline: noon.Add(time.Hour), Lapsed: true,
		}},
		{"no clock", referee.Clock{Started: noon}},
	} {
		stand := referee.StandOf(tt.before, 0, moved)
		after := referee.After(tt.before, referee.Change{Moved: 1, Fresh: true}, moved)
		if got := referee.Restore(after, 0, stand, moved); !tt.before.Deadline.IsZero() && got != tt.before {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.before)
		}
		if got := referee.Restore(after, 0, stand, moved.Add(day)); !tt.before.Deadline.IsZero() &&
			got.Deadline.Sub(moved.Add(day)) != tt.before.Deadline.Sub(moved) {
			t.Errorf("%s, a day later: %v left, want %v", tt.name, got.Deadline.Sub(moved.Add(day)),
				tt.before.Deadline.Sub(moved))
		}
	}
}
