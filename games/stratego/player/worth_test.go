package player

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// seen returns RED's view of a position in play, RED to move. The maps give ranks by square; BLUE's
// are known unless '?'.
func seen(t *testing.T, red, blue map[string]board.Rank) view.View {
	t.Helper()
	f := view.Facts{
		Casual: true, Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
		Turn: games.SeatSet(view.Red),
	}
	put := func(seat games.Seat, men map[string]board.Rank) {
		for at, rank := range men {
			s, _, ok := board.ParseSquare(at)
			if !ok {
				t.Fatalf("square %q", at)
			}
			f.Put(s, view.Man{Seat: seat, Rank: rank, Moved: rank.Movable(), Known: seat == view.Blue &&
				rank != board.Unknown})
		}
	}
	put(view.Red, red)
	put(view.Blue, blue)
	return f.For(view.Red)
}

// appraised returns the worth of a view, from a few worlds.
func appraised(v view.View) *worth {
	worlds, odds := sample(&v, 4, rand.New(rand.NewPCG(1, 1)))
	return newWorth(&v, worlds, odds)
}

// cell returns the cell of a square on the compact board.
func cell(t *testing.T, at string) int {
	t.Helper()
	s, _, ok := board.ParseSquare(at)
	if !ok {
		t.Fatalf("square %q", at)
	}
	return cellOf(s)
}

// An enemy is more dangerous the nearer it is to our Flag; Bombs all around stop all but Miners.
func TestDangerNearTheFlag(t *testing.T) {
	theirs := map[string]board.Rank{"j9": '5', "j8": board.Miner, "j10": board.Unknown}
	open := appraised(seen(t, map[string]board.Rank{"a1": board.Flag, "j1": '4'}, theirs))
	last := int32(1 << 20)
	for _, at := range []string{"a2", "a3", "b3", "b4"} {
		d := open.danger[5][cell(t, at)]
		if d <= 0 || d >= last {
			t.Errorf("a Captain on %s: danger %d, want more than 0 and less than the %d of a square nearer by", at, d,
				last)
		}
		last = d
	}
	walled := appraised(seen(t, map[string]board.Rank{"a1": board.Flag, "a2": board.Bomb, "b1": board.Bomb, "j1": '4'},
		theirs))
	if d := walled.danger[5][cell(t, "b2")]; d != 0 {
		t.Errorf("a Captain before walls: danger %d, want 0", d)
	}
	if d := walled.danger[miner][cell(t, "b2")]; d <= 0 {
		t.Errorf("a Miner before walls: danger %d, want more than 0", d)
	}
}

// A target attracts only ranks that beat it, more strongly when near.
func TestFieldsDrawTheStronger(t *testing.T) {
	p := appraised(seen(t, map[string]board.Rank{"a1": board.Flag, "e1": '4', "f1": '6'},
		map[string]board.Rank{"e10": board.Flag, "e7": '5', "j10": board.Unknown}))
	near, far := p.field[4][cell(t, "e6")], p.field[4][cell(t, "e3")]
	if near <= far || far <= 0 {
		t.Errorf("a Major is drawn by %d beside a Captain and by %d from afar", near, far)
	}
	i := worldIndex(p, 5)
	if c := p.chance[6][i]; c >= 0 {
		t.Errorf("a Lieutenant expects %d of attacking a Captain, want a loss", c)
	}
}

// worldIndex returns the index of the enemy piece that certainly has a rank.
func worldIndex(p *worth, rank int) int {
	for i := range p.odds {
		if p.odds[i][rank] > 0.99 {
			return i
		}
	}
	return 0
}

// A piece that approaches the Flag is met by a piece that can beat it, even if there is gain
// elsewhere.
func TestIntruderIsMet(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "d1": '4', "j5": '5', "i1": board.Bomb},
		map[string]board.Rank{
			"a4": '5', "j7": board.Scout, "h10": board.Unknown, "i10": board.Unknown,
			"j10": board.Unknown,
		})
	for _, name := range []string{games.Hard, games.Master} {
		level := Levels[name]
		level.Noise = 0
		got, err := level.Choose(context.Background(), v, games.Budget{Seed: 3})
		if want := "d1"; err != nil || got.From.String() != want {
			t.Errorf("%s plays %s, %v; want the Major on %s to come", name, got, err, want)
		}
	}
}

// The only piece that can stop a raider in time sets out for the Flag, even if it could capture a
// Miner first: the raider would take the Flag ten plies later, which no search sees.
func TestGuardComesInTime(t *testing.T) {
	v := seen(t, map[string]board.Rank{
		"i1": board.Flag, "h1": board.Bomb, "j1": board.Bomb, "e2": board.General, "b8": '3',
	}, map[string]board.Rank{
		"i6": '4', "e3": board.Miner, "a10": board.Unknown, "b10": board.Unknown, "c10": board.Unknown,
	})
	for _, name := range []string{games.Hard, games.Master} {
		level := Levels[name]
		level.Noise = 0
		got, err := level.Choose(context.Background(), v, games.Budget{Nodes: 20_000, Seed: 3})
		if err != nil || got.From.String() != "e2" || got.To.String() == "e3" {
			t.Errorf("%s plays %s, %v; want the General on e2 to go to the Flag", name, got, err)
		}
	}
}

// A raider is no danger if a piece that it does not beat can capture it beside the Flag, on whichever
// side it comes.
func TestRaid(t *testing.T) {
	for _, c := range []struct {
		rank   board.Rank
		at     string
		raider bool
	}{
		{'4', "f1", true},
		{'4', "e1", false},
		{'4', "g1", true},
		{'4', "a10", true},
		{'5', "e1", false},
		{'6', "e1", true},
	} {
		v := seen(t, map[string]board.Rank{"a1": board.Flag, c.at: c.rank},
			map[string]board.Rank{"a6": '5', "j10": board.Bomb})
		worlds, known := sample(&v, 1, rand.New(rand.NewPCG(1, 1)))
		s := &searcher{worth: newWorth(&v, worlds, known), w: worlds[0]}
		s.near = s.raiders()
		if danger := s.raided(); danger > 0 != c.raider {
			t.Errorf("with a piece of rank %c on %s a Captain five steps from the Flag is a danger of %d", c.rank, c.at,
				danger)
		}
	}
}

// The search knows after each step, also after one taken back, which enemies may be raiders, and so
// the worst danger. Attacks on pieces of unknown rank are among the steps.
func TestRaidersAreTracked(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	dangers := 0
	for game := range 30 {
		f := begun([]board.Counts{board.Classic, board.Barrage, board.Duel}[game%3], rng)
		v := f.For(view.Red)
		worlds, known := sample(&v, 1, rng)
		s := &searcher{worth: newWorth(&v, worlds, known), w: worlds[0]}
		s.near = s.raiders()
		var done []past
		for range 300 {
			steps := s.w.steps(nil)
			if len(steps) == 0 {
				break
			}
			st := steps[rng.IntN(len(steps))]
			done = append(done, s.play(st, 0))
			if rng.IntN(3) == 0 {
				s.takeBack(&done[len(done)-1])
				done = done[:len(done)-1]
			}
			want := s.plainRaided()
			if got := s.raided(); got != want {
				t.Fatalf("a danger of %d, want %d", got, want)
			}
			if want > 0 {
				dangers++
			}
			if len(done) > 0 && done[len(done)-1].tookFlag {
				break
			}
		}
	}
	if dangers < 100 {
		t.Errorf("only %d dangers in all games", dangers)
	}
}

// plainRaided returns what raided does, from all men on the board.
func (s *searcher) plainRaided() (worst int32) {
	ready := int(s.ours ^ s.w.toMove)
	for _, e := range s.w.men {
		if e.seat == s.ours || e.cell < 0 || !mobile[e.rank] {
			continue
		}
		for _, g := range s.gates {
			d := g.raid(e.rank, e.cell)
			if d == 0 || s.danger[e.rank][e.cell] < menace[raidReach] {
				continue
			}
			late := len(lateness) - 1
			for _, m := range s.w.men {
				if m.seat == s.ours && m.cell >= 0 && mobile[m.rank] && g.home[m.cell] > 0 &&
					fights[m.rank][e.rank] != int8(board.Lose) {
					late = min(late, g.home[m.cell]-1+ready-d)
				}
			}
			worst = max(worst, menace[d]*lateness[max(0, late)]/100)
		}
	}
	return worst
}

// An enemy near our Flag attracts a piece that beats it from twelve steps away, more strongly than
// another enemy attracts the piece beside it.
func TestIntruderAlarms(t *testing.T) {
	drawn := func(at string) int32 {
		p := appraised(seen(t, map[string]board.Rank{"a1": board.Flag, "j7": '4'},
			map[string]board.Rank{at: '5', "a10": board.Bomb}))
		return p.field[4][cell(t, "j7")]
	}
	if intruder, idle := drawn("c2"), drawn("j8"); intruder <= idle || idle <= 0 {
		t.Errorf("a Major is drawn by %d to a Captain three steps from the Flag, by %d to one beside it", intruder,
			idle)
	}
}

// A square beside a piece that may be the Spy is worth less to a known Marshal than to an unknown
// one, as long as the Spy is in the game.
func TestKnownMarshalBewaresOfTheSpy(t *testing.T) {
	hidden := map[string]board.Rank{
		"e8": board.Unknown, "a9": board.Unknown, "b9": board.Unknown, "a10": board.Unknown,
		"b10": board.Unknown, "h9": '6',
	}
	field := func(known, spies bool) int32 {
		v := seen(t, map[string]board.Rank{"a1": board.Flag, "e6": board.Marshal, "j1": '4'}, hidden)
		v.Put(squareOf(cell(t, "e6")), view.Man{Seat: view.Red, Rank: board.Marshal, Moved: true, Known: known})
		if !spies {
			v.Army[view.Blue][spy] = 0
		}
		return appraised(v).field[marshal][cell(t, "e7")]
	}
	if shown, secret := field(true, true), field(false, true); shown >= secret {
		t.Errorf("beside a piece that may be the Spy a known Marshal stands at %d, an unknown one at %d", shown, secret)
	}
	if shown, secret := field(true, false), field(false, false); shown != secret {
		t.Errorf("without a Spy a known Marshal stands at %d, an unknown one at %d", shown, secret)
	}
}

// The master moves its known Marshal away from a hidden piece that may be the Spy, even if ten
// other pieces may be the Spy too. A Captain is at the Flag, so that no Miner can get there.
func TestKnownMarshalLeaves(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "b1": '5', "e8": board.Marshal, "i2": board.Miner}, nil)
	v.Put(squareOf(cell(t, "e8")), view.Man{Seat: view.Red, Rank: board.Marshal, Moved: true, Known: true})
	for _, at := range strings.Fields("a10 b10 c10 d10 e10 f10 g10 h10 i10 j10 e9") {
		v.Put(squareOf(cell(t, at)), view.Man{Seat: view.Blue, Rank: board.Unknown})
	}
	v.Army[view.Blue] = board.Counts{flag: 1, spy: 1, miner: 3, bomb: 6}
	for seed := range uint64(8) {
		got, err := Levels[games.Master].Choose(context.Background(), v, games.Budget{Seed: seed, Nodes: 20_000})
		if err != nil || got.From.String() != "e8" || got.To.String() == "e9" {
			t.Errorf("master plays %s, %v; want the Marshal on e8 to go away", got, err)
		}
	}
}

// In a small army a target attracts more strongly than in the classic one, because few pieces stand
// in the way.
func TestFieldsOfSmallArmies(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "e1": board.Marshal},
		map[string]board.Rank{"e10": board.Flag, "e7": board.General})
	slope := func(army board.Counts) int32 {
		v.Army = [2]board.Counts{army, army}
		p := appraised(v)
		return p.field[marshal][cell(t, "e6")] - p.field[marshal][cell(t, "e3")]
	}
	if small, classic := slope(board.Barrage), slope(board.Classic); small < classic*3/2 || classic <= 0 {
		t.Errorf("from e3 to e6 the field of the Marshal rises by %d in Barrage, by %d in classic", small, classic)
	}
}

// The master counts a General's attack on an unmoved piece that may be a Bomb as a loss, although
// the attack wins a little on average.
func TestBombsAreFoundOutByOthers(t *testing.T) {
	v := seen(t, map[string]board.Rank{
		"a1": board.Flag, "e8": board.General, "d1": '5', "e1": '5', "f1": '6',
		"g1": '7', "h1": '7',
	}, nil)
	for _, at := range strings.Fields("a10 b10 c10 d10 e10 f10 g10 h10 i10 j10 e9") {
		v.Put(squareOf(cell(t, at)), view.Man{Seat: view.Blue, Rank: board.Unknown})
	}
	v.Army[view.Blue] = board.Counts{flag: 1, 3: 3, 4: 3, 5: 1, bomb: 3}
	worlds, odds := sample(&v, 4, rand.New(rand.NewPCG(1, 1)))
	p := newWorth(&v, worlds, odds)
	i := worlds[0].at[cell(t, "e9")]
	mean := -float64(p.reveal[general])
	for q, odds := range p.odds[i] {
		gain := -float64(p.value[view.Red][general])
		switch {
		case q == flag:
			gain = flagTaken
		case fights[general][q] == int8(board.Win):
			gain = float64(p.value[view.Blue][q])
		}
		mean += float64(odds) * (gain + float64(p.learn[q]))
	}
	if c := p.chance[general][i]; c >= 0 || mean <= 0 {
		t.Errorf("the General expects %d of an attack that wins %.0f on average; want a loss in spite of a gain", c,
			mean)
	}
}

// A Bomb beside their Flag attracts our Miners more than another Bomb.
func TestMinersAreDrawnToTheFlag(t *testing.T) {
	p := appraised(seen(t, map[string]board.Rank{"a1": board.Flag, "e1": board.Miner},
		map[string]board.Rank{"e10": board.Flag, "d10": board.Bomb, "j9": board.Bomb, "a10": '5'}))
	at := func(square string) int32 {
		return p.field[miner][cell(t, square)]
	}
	if guard, idle := at("d9"), at("j8"); guard <= idle || idle <= 0 {
		t.Errorf("before a Bomb beside the Flag a Miner is drawn by %d, before another Bomb by %d", guard, idle)
	}
}

// The value of an attack on an unknown piece is the average of its results, weighted by their odds;
// and the world is unchanged afterwards.
func TestGamble(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "e5": '4', "j2": '6'},
		map[string]board.Rank{"e6": board.Unknown, "e7": '2', "j3": '5', "a10": board.Flag})
	worlds, known := sample(&v, 4, rand.New(rand.NewPCG(1, 1)))
	s := &searcher{worth: newWorth(&v, worlds, known), w: worlds[0], ctx: context.Background()}
	st := step{int16(cell(t, "e5")), int16(cell(t, "e6"))}
	ti := s.w.at[st.to]
	value := func(odds map[int]float32) int32 {
		s.odds[ti] = [12]float32{}
		for r, p := range odds {
			s.odds[ti][r] = p
		}
		before := *s.w
		got := s.gamble(st, 2, 1, s.score)
		if *s.w != before {
			t.Fatal("the world is another one afterwards")
		}
		return got
	}
	for _, rank := range []int8{5, 4, 3, bomb} {
		s.w.retype(ti, rank)
		s.w.men[ti].hidden = false
		want := s.after(scored{step: st, gain: s.delta(st)}, 2, 1, s.score, -infinite, infinite)
		s.w.men[ti].hidden = true
		if got := value(map[int]float32{int(rank): 1}); got != want {
			t.Errorf("attacking what is surely a %s: %d, want %d as if it were known", board.Ranks[rank].Name(), got,
				want)
		}
	}
	win, lose := value(map[int]float32{5: 1}), value(map[int]float32{bomb: 1})
	if got, want := value(map[int]float32{5: 0.75, bomb: 0.25}), (3*win+lose)/4; abs(int(got-want)) > 1 {
		t.Errorf("three to one a Captain, otherwise a Bomb: %d, want %d between %d and %d", got, want, lose, win)
	}
	if sure := value(map[int]float32{flag: 1}); sure != flagTaken {
		t.Errorf("surely the Flag: %d, want %d", sure, flagTaken)
	}
}

// A step that is far ahead of all others at two depths running ends the search: here the capture of
// a Colonel that is known.
func TestClearStepEndsTheSearch(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "e5": '2', "j2": '6'},
		map[string]board.Rank{"e6": '3', "j8": board.Unknown, "a10": board.Flag})
	ponder := func(lead float64) (step, int64) {
		worlds, known := sample(&v, 4, rand.New(rand.NewPCG(1, 1)))
		s := &searcher{worth: newWorth(&v, worlds, known), ctx: context.Background()}
		var list []candidate
		for _, m := range v.Steps(v.Seat, true) {
			list = append(list, candidate{scored: scored{step: step{int16(cellOf(m.From)), int16(cellOf(m.To))}}})
		}
		s.glance(worlds[0], list)
		return s.ponder(worlds, list, 4, lead)[0].step, s.nodes
	}
	want := step{int16(cell(t, "e5")), int16(cell(t, "e6"))}
	full, all := ponder(0)
	soon, some := ponder(40)
	if full != want || soon != want || 2*some > all {
		t.Errorf("%v after %d positions, with a lead %v after %d; want %v, and with a lead far fewer", full, all, soon,
			some, want)
	}
	if _, n := ponder(1e6); n != all {
		t.Errorf("%d positions with a lead that no step has, want %d as without", n, all)
	}
}
