package referee_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// plainBank is a simple reference for a clock with a bank: it counts every minute.
type plainBank struct{ perMove, bank, increment, most int }

// turn uses minutes for a move. It returns the minute at which the seat is late, or -1 if it is
// not.
func (b *plainBank) turn(minutes int) (late int) {
	for used := 1; used <= minutes; used++ {
		switch {
		case used <= b.perMove:
		case b.bank > 0:
			b.bank--
		default:
			return used - 1
		}
	}
	b.bank = min(b.bank+b.increment, b.most)
	return -1
}

// P133: ten thousand clocks with banks agree with a count minute by minute, with moves, pauses,
// outages of the bot and free takebacks.
func TestBanksAgainstMinutes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lates, draws := 0, 0
	for range 10_000 {
		p := referee.Policy{PerMove: time.Duration(1+rng.IntN(3000)) * time.Minute, Lapse: referee.Forfeit}
		p.Bank.Time = day + time.Duration(rng.IntN(3*1440))*time.Minute
		p.Bank.Increment = time.Duration(rng.IntN(600)*rng.IntN(2)) * time.Minute
		var ref [2]plainBank
		for i := range ref {
			ref[i] = plainBank{
				perMove: int(p.PerMove.Minutes()), bank: int(p.Bank.Time.Minutes()),
				increment: int(p.Bank.Increment.Minutes()), most: int(p.Bank.Time.Minutes()),
			}
		}
		now, c := noon, wound(p)
		for move := 0; ; move++ {
			seat := games.Seat(move % 2)
			waiting := games.SeatSet(seat)
			think := 1 + rng.IntN(int(p.PerMove.Minutes())*2)
			left, late := think, -1
			was := ref[seat]
			want := ref[seat].turn(think)
			for left > 0 && late < 0 {
				step := 1 + rng.IntN(left)
				next := referee.Next(c)
				if until := int(next.Sub(now).Minutes()); next.After(now) && until < step {
					step = max(until, 1)
				}
				now, left = now.Add(time.Duration(step)*time.Minute), left-step
				if r, ok := referee.Remind(c, now); ok {
					c = r
				}
				if c.Deadline.Equal(now) && left == 0 {
					break // a move in the last moment is in time
				}
				judged, v := referee.Judge(c, waiting, "", now)
				c = judged
				switch {
				case len(v.Rulings) > 0:
					late = think - left
				case v.Grace != 0:
					draws++
				}
				if late < 0 && rng.IntN(5) == 0 { // both players pause
					c = referee.Stop(c, now)
					now = now.Add(time.Duration(rng.IntN(5000)) * time.Minute)
					c = referee.Continue(c, now)
				}
			}
			if late != want {
				t.Fatalf("%+v: seat %d is late after %d minutes, want %d", p, seat, late, want)
			}
			if late >= 0 {
				lates++
				break
			}
			stand := referee.StandOf(c, seat, now)
			after := referee.After(c, referee.Change{Moved: waiting, Fresh: true}, now)
			if got := int(after.BankLeft(seat).Minutes()); got != ref[seat].bank {
				t.Fatalf("%+v: seat %d has %d minutes after a move of %d, want %d", p, seat, got, think, ref[seat].bank)
			}
			if rng.IntN(10) == 0 { // the seat takes the move back, and makes it again at once
				c = referee.Restore(after, seat, stand, now)
				if c.BankLeft(seat)+
					c.Drawn != p.Bank.Time-min(p.Bank.Time, time.Duration(was.most-was.bank)*time.Minute) {
					t.Fatalf("%+v: a takeback leaves %v in the bank", p, c.BankLeft(seat)+c.Drawn)
				}
				after = referee.After(c, referee.Change{Moved: waiting, Fresh: true}, now)
			}
			if c = after; move > 30 {
				break
			}
		}
	}
	if lates < 1000 || draws < 1000 {
		t.Errorf("%d late and %d draws: the clocks test nothing", lates, draws)
	}
}

// Two players who set up at the same time have separate deadlines.
func TestBanksOfTwoWhoWait(t *testing.T) {
	both := games.SeatSet(0) | games.SeatSet(1)
	p := referee.Policy{PerMove: day, Lapse: referee.Forfeit, Bank: referee.Bank{Time: 5 * day}}
	c := wound(p)
	c.Spent[0] = 3 * day // the seat has two days left
	c, v := referee.Judge(c, both, referee.SettingUp, noon.Add(day))
	if v.Grace != both || c.Drawn != 2*day || !c.Deadline.Equal(noon.Add(3*day)) {
		t.Fatalf("after a day %v is drawn until %v for %v, want two days for both", c.Drawn, c.Deadline, v.Grace)
	}
	if _, now := referee.Remind(c, noon.Add(day+38*time.Hour)); now {
		t.Error("reminded before four fifths of what is drawn")
	}
	if _, now := referee.Remind(c, noon.Add(day+39*time.Hour)); !now {
		t.Error("not reminded before the bank is empty")
	}
	c = referee.After(c, referee.Change{Moved: games.SeatSet(1)}, noon.Add(2*day))
	if c.Spent[1] != day || c.Drawn != 2*day {
		t.Errorf("who is ready after two days has used %v, and %v is drawn for the other; want one day and two",
			c.Spent[1], c.Drawn)
	}
	c, v = referee.Judge(c, games.SeatSet(0), referee.SettingUp, noon.Add(3*day))
	if len(v.Rulings) != 1 || v.Rulings[0].Seat != 0 || c.BankLeft(0) != 0 {
		t.Errorf("after three days %v is ruled, with %v in the bank", v.Rulings, c.BankLeft(0))
	}
}

func TestBankIsSound(t *testing.T) {
	for b, want := range map[referee.Bank]bool{
		{}: true, {Time: day}: true, {Time: 30 * day, Increment: day}: true, {Time: time.Hour}: false,
		{Time: 31 * day}: false, {Increment: time.Hour}: false,
		{Time: day, Increment: 2 * day}: false, {Time: day, Increment: -1}: false,
	} {
		if b.Sound() != want {
			t.Errorf("%+v is sound: %v", b, b.Sound())
		}
	}
}
