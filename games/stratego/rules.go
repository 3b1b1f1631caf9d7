package stratego

import (
	"iter"
	"math/rand/v2"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// state is the whole game, with secrets. Printed directly it shows the spectator's view. Printed
// inside other values, where fmt cannot call its methods, it shows an address (S80). The Facts are
// never modified: see own. Their board is the graph of pieces; a ply is played on a copy.
type state struct{ *view.Facts }

// own returns a copy of the state that the caller may modify.
func (s state) own() state {
	f := *s.Facts
	return state{&f}
}

const (
	red  = view.Red
	blue = view.Blue
)

// New returns the game.
func New() *games.Game { return games.New(rules{}, players()...) }

type rules struct{}

// The rules implement every optional interface that a game with secrets needs.
var (
	_ games.Rules[state, view.View, view.Move] = rules{}
	_ games.Ruler[state]                       = rules{}
	_ games.Viewer[view.View]                  = rules{}
	_ games.Guesser[state, view.View]          = rules{}
	_ games.Opener[state, view.View]           = rules{}
	_ games.Explainer[view.View, view.Move]    = rules{}
)

// Start makes the position in which both seats arrange their pieces. It begins with a random legal
// set-up that a seat can simply confirm (S46).
func (rules) Start(s games.Setup) (state, error) {
	armies, err := armies(s.Options)
	if err != nil {
		return state{}, err
	}
	st := state{&view.Facts{
		Casual: s.Options["rules"] == "casual", Never: s.Options["reveal"] == "never",
		Army: armies, Phase: view.Setup, Turn: games.SeatSet(red, blue),
	}}
	for _, seat := range []games.Seat{red, blue} {
		st.Arrange(seat, player.Setup(armies[seat], rand.New(rand.NewPCG(s.Seed, uint64(seat)+1))))
	}
	return st, nil
}

// Turn returns the waiting seats: during the set-up both at once (S11).
func (rules) Turn(s state) games.Turn {
	if s.Phase == view.Over {
		return games.Turn{}
	}
	return games.Turn{Waiting: s.Facts.Turn, Phase: s.Phase}
}

// Outcome returns the result with its reason (S40).
func (rules) Outcome(s state) (games.Outcome, bool) {
	if s.Phase != view.Over {
		return games.Outcome{}, false
	}
	return outcome(s.Result), true
}

// View returns what a seat may know (S42).
func (rules) View(s state, seat games.Seat) view.View { return s.For(seat) }

// Open returns what a seat may know after the game (S37).
func (rules) Open(s state, seat games.Seat) view.View {
	if s.Never {
		return s.For(seat)
	}
	return view.View{Seat: seat, Facts: *s.Facts}
}

// Legal yields the steps and then claim; during the set-up a sample (S25, S44).
func (rules) Legal(v view.View) iter.Seq[view.Move] { return v.Legal() }

// Check explains why a move is illegal (S30, S58).
func (rules) Check(v view.View, m view.Move) error { return v.Check(m) }

// Format returns canonical notation (S38).
func (rules) Format(_ view.View, m view.Move) string { return m.String() }

// Parse reads what people type (S38).
func (rules) Parse(v view.View, text string) (view.Move, error) { return v.Parse(text) }

// Label returns a move for a menu of whole moves. It names ranks, so it is for the mover only.
func (rules) Label(v view.View, m view.Move) games.Sentence { return v.Label(m) }

// Short returns a move without the rank of the piece, which the mover's board shows.
func (rules) Short(v view.View, m view.Move) games.Sentence { return v.Short(m) }

// Effects returns what a move leads to, from the viewing seat's knowledge alone.
func (rules) Effects(v view.View, m view.Move) []games.Effect { return v.Effects(m) }

// Complete offers the squares of pieces, then of targets (S51).
func (rules) Complete(v view.View, text string) []games.Completion { return v.Complete(text) }

// AppendText writes the position text (S40).
func (rules) AppendText(b []byte, s state) []byte { return s.Append(b) }

// ParseText reads a position text (S41).
func (rules) ParseText(text string) (state, error) {
	f, err := view.ParseFacts(text)
	return state{&f}, err
}

// AppendView writes the view text (S42).
func (rules) AppendView(b []byte, v view.View) []byte { return v.Append(b) }

func (rules) Apply(s state, seat games.Seat, m view.Move) (state, []games.Event) {
	s = s.own()
	if s.Phase == view.Setup {
		return s, s.edit(seat, m)
	}
	if m.Kind == view.Claim {
		s.end(games.Spectator, view.ByClaim)
		return s, s.ended()
	}
	p, _ := s.Step(m.From, m.To) // can't fail, because Check has accepted the step
	s.Log = s.Log.Add(p)
	s.Facts.Turn = games.SeatSet(1 - seat)
	var events []games.Event
	if p.Fight() {
		events = append(events, games.Event{Kind: fightEvent, Seat: seat, Say: sayFight(seat, p)})
	}
	s.judge(seat, p)
	return s, append(events, s.ended()...)
}

// Kinds of events in a game of Stratego.
const (
	readyEvent games.EventKind = "ready" // a set-up is confirmed
	beginEvent games.EventKind = "begin" // both set-ups are confirmed
	fightEvent games.EventKind = "fight"
	endEvent   games.EventKind = "end"
)

// edit makes a move of the set-up. Only readiness is an event: other seats may not learn of edits
// (S85).
func (s state) edit(seat games.Seat, m view.Move) []games.Event {
	switch m.Kind {
	case view.Set:
		s.Arrange(seat, m.Rows)
	case view.Clear:
		s.Arrange(seat, "")
	case view.Place:
		s.Put(m.From, view.Man{Seat: seat, Rank: m.Rank})
	case view.Remove:
		s.Put(m.From, view.Man{})
	case view.Swap:
		a, b := s.At(m.From), s.At(m.To)
		s.Put(m.From, b)
		s.Put(m.To, a)
	case view.Confirm:
		return s.confirm(seat)
	}
	return nil
}

// confirm makes a seat's draft its set-up. When both are confirmed play begins, RED first (S15,
// S18).
func (s state) confirm(seat games.Seat) []games.Event {
	s.Setups[seat] = s.SetupText(seat)
	s.Facts.Turn &^= games.SeatSet(seat)
	if s.Facts.Turn != 0 {
		return []games.Event{{Kind: readyEvent, Seat: seat, Say: games.Say("%s is ready.", name(seat))}}
	}
	s.Phase, s.Facts.Turn = view.Play, games.SeatSet(red)
	return []games.Event{{
		Kind: beginEvent, Seat: red,
		Say: games.Say("Both armies are ready. %s moves first.", name(red)),
	}}
}

// judge ends the game after a ply if it is over: by the Flag, immobility, 400 quiet plies, or 2,000
// plies, in this order (S31, S32, S34, S36).
func (s state) judge(mover games.Seat, p view.Ply) {
	other := 1 - mover
	switch {
	case p.Defender == board.Flag:
		s.end(mover, view.ByFlag)
	case len(s.Steps(other, true)) == 0 && len(s.Steps(mover, false)) == 0:
		s.end(games.Spectator, view.ByImmobility)
	case len(s.Steps(other, true)) == 0:
		s.end(mover, view.ByImmobility)
	case s.Log.Quiet() >= view.QuietLimit:
		s.end(games.Spectator, view.ByQuiet)
	case s.Log.Len() >= view.PlyLimit:
		s.end(games.Spectator, view.ByLength)
	}
}

// end ends the game with a winner, or as a draw for games.Spectator.
func (s state) end(winner games.Seat, reason games.Reason) {
	s.Phase, s.Facts.Turn = view.Over, 0
	s.Result = view.Result{Winner: winner, Reason: reason}
}

func (s state) ended() []games.Event {
	if s.Phase != view.Over {
		return nil
	}
	return []games.Event{{Kind: endEvent, Seat: s.Result.Winner, Say: outcome(s.Result).Say}}
}

// Rule carries out a ruling. If time runs out in the set-up, it confirms the seat's draft, or a
// random legal set-up if that is incomplete (S50). During play the seat loses (S35). Turns of play
// cannot be skipped (S18).
func (rules) Rule(s state, r games.Ruling) (state, []games.Event, error) {
	s = s.own()
	switch {
	case s.Phase == view.Over:
		return s, nil, games.ErrNoRuling
	case r.Kind == games.Agree:
		s.end(games.Spectator, games.ByAgreement)
	case r.Kind == games.Resign:
		s.end(1-r.Seat, games.ByResignation)
	case s.Phase == view.Setup && (r.Kind == games.Time || r.Kind == games.Skip):
		return s, s.confirmLate(r.Seat, r.Seed), nil
	case r.Kind == games.Time:
		s.end(1-r.Seat, games.ByTime)
	default:
		return s, nil, games.ErrNoRuling
	}
	return s, s.ended(), nil
}

// confirmLate confirms a set-up for a seat that is late (S50).
func (s state) confirmLate(seat games.Seat, seed uint64) []games.Event {
	if !s.Facts.Turn.Has(seat) {
		return nil
	}
	if v := s.For(seat); v.Check(view.Move{Kind: view.Confirm}) != nil {
		s.Arrange(seat, player.Setup(s.Army[seat], rand.New(rand.NewPCG(seed, uint64(seat)))))
	}
	return s.confirm(seat)
}

// Guess returns a whole game that fits a view (S61).
func (rules) Guess(v view.View, seed uint64) state {
	f := player.Guess(v, rand.New(rand.NewPCG(seed, 0x67756573)))
	return state{&f}
}
