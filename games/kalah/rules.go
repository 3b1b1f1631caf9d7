package kalah

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

// variant is the value of the option "rules".
type variant uint8

const (
	standard     variant = iota
	emptyCapture         // a single last bean is captured even if the opposite hole is empty (K22)
)

var tokens = []string{standard: "standard", emptyCapture: "empty-capture"}

func (r variant) String() string { return tokens[r] }

// said returns the variant's name as a sentence.
func (r variant) said() games.Sentence {
	if r == emptyCapture {
		return games.Say("empty-capture")
	}
	return games.Say("standard")
}

// position is the whole game. It is comparable and contains no secrets, so it is also the view. The
// game is over exactly if a row is empty (K11, K14); then all beans are in the pots.
type position struct {
	board
	toMove games.Seat // the seat to move, or over after the end
	rules  variant
}

// move is the number of a hole of the seat to move (K19).
type move int

// New returns the game.
func New() *games.Game { return games.New(rules{}, players()...) }

type rules struct{}

// usual holds the options of the only board with fair starts, before one is chosen.
var usual = games.Options{"holes": "6", "beans": "4", "rules": "standard", "start": usualStart}

// begunFair holds the options of a fair start.
var begunFair = games.Options{"start": fairStart}

// oddsFrom returns the handicaps of challenges with the given options. All begin fair: from the
// usual start South wins so often that no handicap makes a match even.
func oddsFrom(with games.Options) []games.Odds {
	return []games.Odds{
		{Gap: 100, Weaker: south, With: with, Options: games.Options{"start": fairStart, "odds": "4"}},
		{Gap: 150, Weaker: south, With: with, Options: games.Options{"start": fairStart, "odds": "6"}},
		{Gap: 250, Weaker: south, With: with, Options: games.Options{"start": fairStart, "odds": "10"}},
		{Gap: 400, Weaker: south, With: with, Options: games.Options{"start": fairStart, "odds": "16"}},
	}
}

func (rules) Info() games.Info {
	return games.Info{
		Icons: []games.Icon{{Name: beanIcon, Scene: scene.IconOf(scene.Pits, scene.Piece{})}},
		ID:    "kalah", Name: "Kalah", Summary: "Sow beans around the board and collect the most in your pot",
		Version: 1,
		Goal: "Collect more beans than your opponent. The match ends when a row is empty, and what is left " +
			"in your row is yours",
		Hint: "Sow counter-clockwise. If your last bean lands in the pot by your name, sow again; " +
			"if in an empty hole of yours, take what's opposite",
		MinSeats: 2, MaxSeats: 2, SeatNames: seatNames[:],
		SideOption: "first", MoveSays: games.Say("hole %s"), Margin: countBeans,
		Options: []games.Option{
			{Name: "holes", Help: "Holes on each side", Default: "6", Min: 1, Max: maxHoles},
			{Name: "beans", Help: "Beans in each hole at the start", Default: "4", Min: 0, From: 1, Max: maxStart},
			{
				Name: "rules", Help: "What the last bean captures in an empty hole", Default: standard.String(),
				Choices: []games.Choice{
					{Value: standard.String(), Label: "standard: nothing if the opposite hole is empty"},
					{
						Value: emptyCapture.String(),
						Label: "empty-capture: a last bean in an empty hole always goes to the pot",
					},
				},
				Rules: "**Empty-capture** (an option): a lone last bean is captured even if the hole opposite is empty.",
			},
			{
				Name: "start",
				Help: "How the beans lie at first; rated matches begin fair unless you or the server choose",
				Says: "%s start", Default: usualStart,
				With: fair, Again: true, Choices: []games.Choice{
					{Value: usualStart, Label: "usual: the same number in each hole"},
					{Value: fairStart, Label: "fair: one or two beans moved, so perfect play ends in a tie"},
				},
				Rules: "**Fair start** (an option): one or two beans lie elsewhere at the start, " +
					"so that beginning is no advantage. Rated matches usually begin so.",
			},
			{
				Name: "odds", Help: "Head start for South, who begins, in beans",
				Says: "South begins with %s beans in the pot", Default: "0", Min: 0, Max: maxStart,
			},
		},
		Odds:         slices.Concat(oddsFrom(usual), oddsFrom(begunFair)),
		Fair:         begunFair,
		DefaultLevel: games.Medium,
		Rules:        rulesText,
		Examples:     examples,
		Foreign:      readForeign,
	}
}

const rulesText = `**The board.** South has the row below and the pot at the right, North the row above and the pot at the left. The numbers stand at the holes, 1, 2, 3 … from left to right as South sees them.
**Sowing.** South begins. Choose a hole of your own row: its beans are dropped one by one, counter-clockwise: along your row, into your pot, on through the other row, never into the other pot.
**Again.** If the last bean falls into your own pot, you sow again, any number of times.
**Capture.** If the last bean falls into a hole of your own row that was empty just before, and the hole opposite is not empty, that bean and all beans opposite go into your pot. Your turn is over.
**End.** As soon as either row is empty, even your own after an earned sow, the game is over. The beans left go to the pot of the seat in whose row they lie. More beans win; equal pots are a tie.
**Marks.** Amber is the last turn: a disc where it began, the beans that were dropped, and the number where the last one fell. A cross is a captured hole, a ring one that you can sow.
**Moves.** A move is the number of a hole: ` + "`3`" + `. Several sows of one turn may be given at once: ` + "`3-6`" +
	`.`

var examples = []games.Example{
	{
		Position: "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard", Move: "3",
		After: "kalah/1 m=6 to=S south=4.4.0.5.5.5:1 north=4.4.4.4.4.4:0 rules=standard",
		Say:   "The last bean falls into South's pot: South sows again.",
	},
	{
		Position: "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", Move: "1",
		After: "kalah/1 m=3 to=N south=0.0.3:4 north=1.0.0:0 rules=standard",
		Say:   "The last bean falls into an empty hole: it is captured with the two beans opposite.",
	},
	{
		Position: "kalah/1 m=3 to=N south=0.1.0:3 north=0.1.0:0 rules=standard", Move: "2",
		After: "kalah/1 m=3 to=S south=0.1.0:3 north=1.0.0:0 rules=standard",
		Say:   "The hole opposite is empty: nothing is captured.",
	},
	{
		Position: "kalah/1 m=3 to=N south=1.0.2:0 north=0.9.0:0 rules=standard", Move: "2",
		After: "kalah/1 m=3 to=N south=2.1.3:0 north=2.1.1:2 rules=standard",
		Say:   "North drops beans into its own pot twice, skips South's pot, and sows again.",
	},
	{
		Position: "kalah/1 m=3 to=S south=0.0.4:0 north=0.0.1:0 rules=standard", Move: "3",
		After: "kalah/1 m=3 to=- south=0.0.0:1 north=0.0.0:4 rules=standard",
		Say:   "South's row is empty: the game is over, and North keeps the beans in its own row.",
	},
}

// Start makes the first position (K2, K26). Without beans the game is a tie at once (K14).
func (rules) Start(s games.Setup) (position, error) {
	p := position{board: newBoard(s.Options.Int("holes"), s.Options.Int("beans")), toMove: south}
	if s.Options["rules"] == emptyCapture.String() {
		p.rules = emptyCapture
	}
	if s.Options["start"] == fairStart {
		p = drawFair(s.Seed)
	}
	p.rows[south][pot] += s.Options.Int("odds")
	p.settle()
	return p, nil
}

// Turn returns the seat to sow.
func (rules) Turn(p position) games.Turn {
	if p.toMove == over {
		return games.Turn{}
	}
	return games.Turn{Waiting: games.SeatSet(p.toMove), Phase: games.Play}
}

// Outcome compares the pots, which are also the Score; their difference is the margin (K13).
func (rules) Outcome(p position) (games.Outcome, bool) {
	if p.toMove != over {
		return games.Outcome{}, false
	}
	var o games.Outcome
	s, n := p.beans(south, pot), p.beans(north, pot)
	switch {
	case s > n:
		o = games.Win(south, rowEmpty, games.Say("%s won %d to %d.", seatName(south), s, n))
	case n > s:
		o = games.Win(north, rowEmpty, games.Say("%s won %d to %d.", seatName(north), n, s))
	default:
		o = games.Tie(rowEmpty, games.Say("Tie, %d to %d.", s, n))
	}
	o.Score[south], o.Score[north] = s, n
	return o, true
}

// Standing compares the present pots; beans in the rows do not count.
func (r rules) Standing(p position) games.Outcome {
	p.toMove = over
	o, _ := r.Outcome(p)
	return o
}

// rowEmpty is the reason for the end of every Kalah game that is played to the end (K11).
const rowEmpty games.Reason = "row-empty"

// View returns the position: Kalah has no secrets.
func (rules) View(p position, _ games.Seat) position { return p }

// Legal yields the holes with beans, from left to right (K4).
func (rules) Legal(p position) iter.Seq[move] {
	return func(yield func(move) bool) {
		for hole := 1; hole <= p.m; hole++ {
			if p.valid(move(hole)) && !yield(move(hole)) {
				return
			}
		}
	}
}

// valid reports whether the seat to move may sow this hole.
func (p *position) valid(m move) bool {
	return p.toMove != over && m >= 1 && int(m) <= p.m && p.rows[p.toMove][m] > 0
}

// Check explains why a hole cannot be sown, and lists the holes that can (K18).
func (rules) Check(p position, m move) error {
	switch {
	case p.valid(m):
		return nil
	case p.toMove == over:
		return games.Refuse("The game is over: there is nothing left to sow.")
	case m < 1 || int(m) > p.m:
		return games.Refuse("There is no hole %d. %s", int(m), p.choices())
	default:
		return games.Refuse("Hole %d is empty. %s", int(m), p.choices())
	}
}

// choices lists the holes that can be sown: "You can sow 1, 2, 4, 5 or 6."
func (p position) choices() games.Sentence {
	var list []string
	for m := range (rules{}).Legal(p) {
		list = append(list, strconv.Itoa(int(m)))
	}
	last := list[len(list)-1]
	if len(list) == 1 {
		return games.Say("You can only sow %s.", last)
	}
	return games.Say("You can sow %s or %s.", strings.Join(list[:len(list)-1], ", "), last)
}

// effect describes what a sow does.
type effect struct {
	endSeat  games.Seat // where the last bean fell
	endHole  int
	captured int    // captured beans, including the last bean (K7)
	again    bool   // the same seat sows again (K6)
	over     bool   // a row is empty (K11)
	swept    [2]int // beans of each row that went to their owner's pot (K12)
}

// play sows a legal hole by all the rules.
func (p *position) play(m move) effect {
	var e effect
	mover := p.toMove
	e.endSeat, e.endHole, _ = p.sow(mover, int(m))
	e.again = e.endHole == pot
	// the hole counts as empty or not when the last bean lands (K8)
	if e.endHole != pot && e.endSeat == mover && p.rows[mover][e.endHole] == 1 {
		if opposite := p.rows[1-mover][e.endHole]; opposite > 0 || p.rules == emptyCapture {
			e.captured = 1 + opposite
			p.moveToPot(mover, e.endHole, mover)
			p.moveToPot(1-mover, e.endHole, mover)
		}
	}
	if !e.again {
		p.toMove = 1 - mover
	}
	e.over, e.swept = p.settle()
	e.again = e.again && !e.over
	return e
}

// settle ends the game if a row is empty: remaining beans go to their owners (K11, K12, K14).
func (p *position) settle() (ended bool, swept [2]int) {
	s, n := p.beansInPlay(south), p.beansInPlay(north)
	if s > 0 && n > 0 {
		return false, swept
	}
	for hole := 1; hole <= p.m; hole++ {
		p.moveToPot(south, hole, south)
		p.moveToPot(north, hole, north)
	}
	p.toMove = over
	return true, [2]int{s, n}
}

// Kinds of events in a game of Kalah.
const (
	captureEvent games.EventKind = "capture"
	againEvent   games.EventKind = "again"
	sweepEvent   games.EventKind = "sweep"
)

// again holds the events of a further sow. They are made once because they are frequent.
var again = [2][]games.Event{
	{{Kind: againEvent, Seat: south, Say: games.Say("%s sows again.", seatName(south))}},
	{{Kind: againEvent, Seat: north, Say: games.Say("%s sows again.", seatName(north))}},
}

func (rules) Apply(p position, seat games.Seat, m move) (position, []games.Event) {
	e := p.play(m)
	if e.again {
		return p, again[seat]
	}
	var events []games.Event
	if e.captured > 0 {
		events = append(events,
			games.Event{
				Kind: captureEvent, Seat: seat,
				Say: games.Say("%s captured %s.", seatName(seat), countBeans(e.captured)),
			})
	}
	if owner, said := e.left(); said.Format != "" {
		events = append(events, games.Event{Kind: sweepEvent, Seat: owner, Say: said})
	}
	return p, events
}

// left says whose pot the beans left in a row went to (K12). It is empty if there are none.
func (e effect) left() (owner games.Seat, said games.Sentence) {
	if e.swept[north] > 0 {
		owner = north
	}
	switch n := e.swept[owner]; n {
	case 0:
		return owner, said
	case 1:
		return owner, games.Say("The bean left went to %s's pot.", seatName(owner))
	default:
		return owner, games.Say("The %d beans left went to %s's pot.", n, seatName(owner))
	}
}

func seatName(s games.Seat) games.Sentence {
	if s == south {
		return games.Say(seatNames[south])
	}
	return games.Say(seatNames[north])
}

// seatNames lists the names of the seats.
var seatNames = [2]string{"South", "North"}
