package games

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"paddock/games/scene"
)

// Game is a game whose position, view and move types are hidden behind texts. It is immutable and
// safe for concurrent use.
type Game struct {
	Info
	Players  []PlayerInfo // levels and other players, weakest first
	Arranges bool         // whether the rules implement Arranger: seats arrange their pieces in secret before play
	Reviews  bool         // whether the rules implement Reviewer: they can value moves
	Finishes bool         // whether the rules implement Finisher: they can tell when a game is decided
	start    func(Setup) (position, error)
	parse    func(string) (position, error)
}

// PlayerInfo describes a computer player of a game.
type PlayerInfo struct {
	Name, Help string
	Budget     Budget
}

// New wraps a game's rules and computer players as a Game, whose positions and moves are texts.
func New[S, V, M any](rules Rules[S, V, M], players ...Player[V, M]) *Game {
	t := &typed[S, V, M]{rules: rules, players: players}
	g := &Game{Info: rules.Info()}
	_, g.Arranges = rules.(Arranger[V])
	_, g.Reviews = rules.(Reviewer[V, M])
	_, g.Finishes = rules.(Finisher[V])
	for _, p := range players {
		g.Players = append(g.Players, PlayerInfo{p.Name, p.Help, p.Budget})
	}
	g.start = func(setup Setup) (position, error) {
		s, err := rules.Start(setup)
		return typedPosition[S, V, M]{t, s}, err
	}
	g.parse = func(text string) (position, error) {
		s, err := rules.ParseText(text)
		return typedPosition[S, V, M]{t, s}, err
	}
	return g
}

// Player returns the computer player with a name.
func (g *Game) Player(name string) (PlayerInfo, bool) {
	i := slices.IndexFunc(g.Players, func(p PlayerInfo) bool { return p.Name == name })
	if i < 0 {
		return PlayerInfo{}, false
	}
	return g.Players[i], true
}

// RulesIn returns the rules in brief, translated by text, of a match with options. Without options it
// says of each what it changes.
func (g *Game) RulesIn(text func(string) string, of Options) string {
	says := text(g.Rules)
	for _, o := range g.Options {
		if o.Rules != "" && (of == nil || of[o.Name] != "" && of[o.Name] != o.Default) {
			says += "\n" + text(o.Rules)
		}
	}
	return says
}

// SeatName returns the display name of a seat.
func (g *Game) SeatName(s Seat) string {
	if s < 0 || int(s) >= len(g.SeatNames) {
		return "spectator"
	}
	return g.SeatNames[s]
}

// Complete fills in the defaults of a setup. It returns a *Refusal if an option is unknown or its
// value is not allowed.
func (g *Game) Complete(setup Setup) (Setup, error) {
	if setup.Seats == 0 {
		setup.Seats = g.MinSeats
	}
	if setup.Seats < g.MinSeats || setup.Seats > g.MaxSeats {
		return Setup{}, Refuse("%s is for %d to %d players, not %d.", g.Name, g.MinSeats, g.MaxSeats, setup.Seats)
	}
	given := setup.Options
	setup.Options = make(Options, len(g.Options))
	for _, o := range g.Options {
		setup.Options[o.Name] = o.Default
	}
	for name, value := range given {
		i := slices.IndexFunc(g.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return Setup{}, Refuse("%s has no option %q. Choose one of these: %s.", g.Name, name, g.optionNames())
		}
		value, err := g.Options[i].read(value)
		if err != nil {
			return Setup{}, err
		}
		setup.Options[name] = value
	}
	return setup, g.agree(setup.Options, given)
}

// Fairly returns the options, with the values of Info.Fair where they give none.
func (g *Game) Fairly(given Options) Options {
	if len(g.Fair) == 0 {
		return given
	}
	all := maps.Clone(g.Fair)
	for name, value := range given {
		if _, decided := g.Fair[name]; decided {
			return given
		}
		all[name] = value
	}
	if _, err := g.Complete(Setup{Options: all}); err != nil {
		return given
	}
	return all
}

// agree adds the values that chosen options require of other options (Option.With).
func (g *Game) agree(all, given Options) error {
	for _, o := range g.Options {
		if all[o.Name] == o.Default {
			continue
		}
		for name, value := range o.With {
			if said, ok := given[name]; ok && said != value {
				return Refuse("`%s:` only works with `%s:%s`. Leave one of them out.", o.Name, name, value)
			}
			all[name] = value
		}
	}
	return nil
}

// read returns the canonical form of a value, or a *Refusal if the option does not allow it.
func (o Option) read(value string) (string, error) {
	if o.Read != nil {
		if strings.TrimSpace(value) == "" {
			return "", nil
		}
		return o.Read(value)
	}
	if len(o.Choices) > 0 {
		var values []string
		for _, c := range o.Choices {
			if c.Value == value {
				return value, nil
			}
			values = append(values, c.Value)
		}
		return "", Refuse("%q doesn't work for %s. Choose %s.", value, o.Name, strings.Join(values, ", "))
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max {
		return "", Refuse("%s must be a whole number from %d to %d, not %q.", o.Name, o.Min, o.Max, value)
	}
	return value, nil
}

// Values returns values of the option to try in tests: every choice, both bounds of a number, or
// the example of a text.
func (o Option) Values() []string {
	switch {
	case o.Read != nil:
		return []string{o.Example}
	case len(o.Choices) > 0:
		var values []string
		for _, c := range o.Choices {
			values = append(values, c.Value)
		}
		return values
	}
	return []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
}

// SameStart reports whether a rematch with these options begins from the same position
// (Option.Again).
func (g *Game) SameStart(options Options) bool {
	return slices.ContainsFunc(g.Options, func(o Option) bool {
		return o.Again && options[o.Name] != "" && options[o.Name] != o.Default
	})
}

// optionNames lists the names of the game's options, for people.
func (g *Game) optionNames() string {
	var names []string
	for _, o := range g.Options {
		names = append(names, o.Name)
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Int returns an option that is a whole number; 0 if it is missing or not a number.
func (o Options) Int(name string) int {
	n, _ := strconv.Atoi(o[name])
	return n
}

// Start makes the first position, after filling in the setup's defaults.
func (g *Game) Start(setup Setup) (*Position, error) {
	setup, err := g.Complete(setup)
	if err != nil {
		return nil, err
	}
	p, err := g.start(setup)
	if err != nil {
		return nil, err
	}
	return &Position{g, p}, nil
}

// Parse reads a position text. The error is a *Refusal with a sentence for people.
func (g *Game) Parse(text string) (*Position, error) {
	p, err := g.parse(text)
	if err != nil {
		return nil, err
	}
	return &Position{g, p}, nil
}

// Position is a whole position of some game, including secrets. It is immutable.
type Position struct {
	Game *Game
	p    position
}

// Played is the result of playing the move or moves in a text.
type Played struct {
	Next   *Position
	Moves  []string // the moves played, canonical
	Events []Event
}

// Turn returns which seats the game is waiting for.
func (p *Position) Turn() Turn { return p.p.turn() }

// Outcome returns the result, if the game is over.
func (p *Position) Outcome() (Outcome, bool) { return p.p.outcome() }

// Text returns the canonical text of the whole position, including secrets. It is for the store.
func (p *Position) Text() string { return p.p.text() }

// View returns what a seat may know of the position.
func (p *Position) View(seat Seat) *View { return &View{Game: p.Game, Seat: seat, v: p.p.view(seat)} }

// Open returns what a seat may know of the position after the game. The players may have agreed to
// reveal more then.
func (p *Position) Open(seat Seat) *View { return &View{Game: p.Game, Seat: seat, v: p.p.open(seat)} }

// Play plays a move text for a seat. After an error, which is a *Refusal, nothing was played.
func (p *Position) Play(seat Seat, text string) (Played, error) { return p.play(seat, text) }

// Rule applies a ruling. ErrNoRuling means that the game has no rule for it.
func (p *Position) Rule(r Ruling) (Played, error) {
	next, events, err := p.p.rule(r)
	if err != nil {
		return Played{}, err
	}
	return Played{Next: &Position{p.Game, next}, Events: events}, nil
}

// GoesOn reports whether the game has its own rule for removing a seat, as games for more than two
// have.
func (p *Position) GoesOn() bool {
	for seat := range p.Turn().Waiting.All() {
		if _, err := p.Rule(Ruling{Kind: Remove, Seat: seat}); err == nil {
			return true
		}
	}
	return false
}

// Standing returns the outcome if the game ended now. It returns false for games without a Scorer.
func (p *Position) Standing() (Outcome, bool) { return p.p.standing() }

// Finish returns the remaining moves of a decided game. It returns false for games without a
// Finisher.
func (p *Position) Finish(nodes int64) (Finish, bool) { return p.p.view(Spectator).finish(nodes) }

// Seats returns the number of seats in play: the number of places in the Standing of the position.
// A game for several numbers of players must have a Standing.
func (p *Position) Seats() int {
	if p.Game.MinSeats == p.Game.MaxSeats {
		return p.Game.MinSeats
	}
	o, ok := p.Standing()
	if !ok {
		o, _ = p.Outcome()
	}
	n := 0
	for _, place := range o.Place {
		if place > 0 {
			n++
		}
	}
	return n
}

// String returns a spectator's view, so that a position in a log line or an error reveals nothing.
func (p *Position) String() string { return p.View(Spectator).Text() }

func (p *Position) GoString() string { return p.String() }

func (p *Position) play(seat Seat, text string) (Played, error) {
	var done Played
	at := p
	parts := p.p.split(text)
	for i, part := range parts {
		if _, over := at.Outcome(); over {
			return Played{}, Refuse("The game is over.")
		}
		if waiting := at.Turn().Waiting; !waiting.Has(seat) {
			if i > 0 {
				return Played{},
					Refuse("%s doesn't earn another move, so you can't add %s. Nothing was played.",
						strings.Join(parts[:i], "-"), part)
			}
			return Played{}, Refuse("It isn't %s's turn.", p.Game.SeatName(seat))
		}
		next, move, events, err := at.p.play(seat, part)
		if err != nil {
			return Played{}, err
		}
		at = &Position{p.Game, next}
		done.Moves = append(done.Moves, move)
		done.Events = append(done.Events, events...)
	}
	done.Next = at
	return done, nil
}

// View is one seat's knowledge of a position. It contains nothing else. It is immutable.
type View struct {
	Game   *Game
	Seat   Seat
	v      view
	prefer Options
	voice  Voice
	ended  string
	choice Choosing
	facing *Seat // the seat at the bottom of the picture; nil: the viewing seat
	since  []string
}

// In returns the view drawn in a reader's language. Only the texts of Draw depend on it.
func (v *View) In(voice Voice) *View {
	said := *v
	said.voice = voice
	return &said
}

// Text returns the view as one line; for a game without secrets, the position text.
func (v *View) Text() string { return v.v.text() }

func (v *View) String() string { return v.Text() }

// Legal yields the legal moves of the viewing seat. In a game without secrets all seats share one
// view, which yields the moves of the seat to move.
func (v *View) Legal() iter.Seq[string] {
	return v.v.legal()
}

// Check returns nil if text is a legal move of the viewing seat, and a *Refusal otherwise.
func (v *View) Check(text string) error { return v.v.check(text) }

// Complete lists ways to continue a half-typed move.
func (v *View) Complete(text string) []Completion { return v.v.complete(text) }

// Buttons returns the moves that have a button of their own, from left to right as on the picture.
// It is nil in games whose moves are chosen from menus.
func (v *View) Buttons() []Button {
	return v.v.buttons(v.bottom())
}

// Prompt asks for a move. It is empty where the board makes clear what to choose.
func (v *View) Prompt() Sentence { return v.v.prompt() }

// Arrangement returns the viewing seat's set-up and the actions on it. It returns false when there
// is nothing to arrange.
func (v *View) Arrangement() (Arrangement, bool) { return v.v.arrangement() }

// Arrange returns the move that an action of the Arrangement means. The error is a *Refusal.
func (v *View) Arrange(action string, input []string, seed uint64) (string, error) {
	return v.v.arrange(action, input, seed)
}

// Ask returns the next menus for an action of the Arrangement. It returns nil when the picks are
// complete.
func (v *View) Ask(action string, picked []string) []Menu { return v.v.ask(action, picked) }

// Arranged returns the set-up that a seat has confirmed, if the view knows it; otherwise "".
func (v *View) Arranged(seat Seat) string { return v.v.arranged(seat) }

// Prefer returns the view drawn with a reader's values of the options in Info.Personal.
func (v *View) Prefer(choices Options) *View {
	shown := *v
	shown.prefer = choices
	return &shown
}

// Ended returns the view drawn with a result that the position does not know, such as a
// resignation. An empty result changes nothing.
func (v *View) Ended(result string) *View {
	shown := *v
	shown.ended = result
	return &shown
}

// Choosing returns the view drawn for a reader who is choosing a move. Half is the part chosen so
// far.
func (v *View) Choosing(half string) *View {
	shown := *v
	shown.choice = Choosing{On: true, Half: half}
	return &shown
}

// Facing returns the view drawn with a seat at the bottom. It shows nothing more: it suits a public
// board on which one person plays.
func (v *View) Facing(seat Seat) *View {
	shown := *v
	shown.facing = &seat
	return &shown
}

// Since returns the view drawn with marks for moves before the last turn, too.
func (v *View) Since(moves []string) *View {
	shown := *v
	shown.since = moves
	return &shown
}

// bottom returns the seat at the bottom of the board.
func (v *View) bottom() Seat {
	if v.facing != nil {
		return *v.facing
	}
	return v.Seat
}

// Moves returns all legal moves, for a menu. It returns false if there are none, or more than the
// given number.
func (v *View) Moves(most int) (list []Completion, ok bool) {
	for m := range v.v.labelled() {
		if list = append(list, m); len(list) > most {
			return nil, false
		}
	}
	return list, len(list) > 0
}

// Draw makes the board. Names are the players' names by seat. Before is the same viewer's view
// before the last turn, or nil at the start. By made that turn with the given moves.
func (v *View) Draw(names []string, before *View, by Seat, moves []string) scene.Scene {
	if before == nil {
		return v.v.draw(v, names, nil, by, nil)
	}
	return v.v.draw(v, names, before.v, by, moves)
}

// Choose asks a computer player for a move and always returns a legal one. If the player fails,
// panics or answers with an illegal move, it returns the first legal move and an error.
func (v *View) Choose(ctx context.Context, player string, b Budget) (move string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("computer player %s of %s panicked: %v", player, v.Game.ID, r)
		}
		if err != nil {
			for move = range v.Legal() {
				return
			}
		}
	}()
	move, err = v.v.choose(ctx, player, b)
	if err != nil {
		return "", err
	}
	if illegal := v.Check(move); illegal != nil {
		return "", fmt.Errorf("computer player %s of %s chose %q: %w", player, v.Game.ID, move, illegal)
	}
	return move, nil
}

// Lost reports whether the viewing seat is to move and is proven to lose. It is false for games
// without a Loser.
func (v *View) Lost(nodes int64) bool { return v.v.lost(nodes) }

// Exchange returns the view in the notation of other programs. It returns false for games without
// an Exchanger.
func (v *View) Exchange() (string, bool) { return v.v.exchange() }

// Guess samples a full position that fits the view. In games without secrets it returns the
// position itself.
func (v *View) Guess(seed uint64) *Position { return &Position{v.Game, v.v.guess(seed)} }

// These interfaces hide the types of a game's positions and moves. Generic types below implement
// them once for all games.
type position interface {
	turn() Turn
	outcome() (Outcome, bool)
	text() string
	view(Seat) view
	open(Seat) view
	split(text string) []string
	play(seat Seat, text string) (next position, move string, events []Event, err error)
	rule(Ruling) (position, []Event, error)
	standing() (Outcome, bool)
}

type view interface {
	text() string
	legal() iter.Seq[string]
	labelled() iter.Seq[Completion]
	check(text string) error
	complete(text string) []Completion
	buttons(facing Seat) []Button
	prompt() Sentence
	arrangement() (Arrangement, bool)
	arranged(Seat) string
	arrange(action string, input []string, seed uint64) (string, error)
	ask(action string, picked []string) []Menu
	draw(shown *View, names []string, before view, by Seat, moves []string) scene.Scene
	choose(ctx context.Context, player string, b Budget) (string, error)
	exchange() (string, bool)
	review(ctx context.Context, b Budget) (Review[string], bool)
	effects(text string) []Effect
	counts(seat Seat) []Effect
	guess(seed uint64) position
	finish(nodes int64) (Finish, bool)
	lost(nodes int64) bool
}

type typed[S, V, M any] struct {
	rules   Rules[S, V, M]
	players []Player[V, M]
}

type typedPosition[S, V, M any] struct {
	t *typed[S, V, M]
	s S
}

func (p typedPosition[S, V, M]) turn() Turn               { return p.t.rules.Turn(p.s) }
func (p typedPosition[S, V, M]) outcome() (Outcome, bool) { return p.t.rules.Outcome(p.s) }
func (p typedPosition[S, V, M]) text() string             { return string(p.t.rules.AppendText(nil, p.s)) }

func (p typedPosition[S, V, M]) view(seat Seat) view {
	return typedView[S, V, M]{p.t, p.t.rules.View(p.s, seat)}
}

func (p typedPosition[S, V, M]) open(seat Seat) view {
	if o, ok := p.t.rules.(Opener[S, V]); ok {
		return typedView[S, V, M]{p.t, o.Open(p.s, seat)}
	}
	return p.view(seat)
}

func (p typedPosition[S, V, M]) split(text string) []string {
	if sp, ok := p.t.rules.(Splitter); ok {
		return sp.Split(text)
	}
	return []string{text}
}

func (p typedPosition[S, V, M]) play(seat Seat, text string) (position, string, []Event, error) {
	v := p.t.rules.View(p.s, seat)
	m, err := p.t.rules.Parse(v, text)
	if err != nil {
		return nil, "", nil, err
	}
	if err := p.t.rules.Check(v, m); err != nil {
		return nil, "", nil, err
	}
	move := p.t.rules.Format(v, m)
	next, events := p.t.rules.Apply(p.s, seat, m)
	return typedPosition[S, V, M]{p.t, next}, move, events, nil
}

func (p typedPosition[S, V, M]) rule(r Ruling) (position, []Event, error) {
	ruler, ok := p.t.rules.(Ruler[S])
	if !ok {
		return nil, nil, ErrNoRuling
	}
	s, events, err := ruler.Rule(p.s, r)
	return typedPosition[S, V, M]{p.t, s}, events, err
}

func (p typedPosition[S, V, M]) standing() (Outcome, bool) {
	scorer, ok := p.t.rules.(Scorer[S])
	if !ok {
		return Outcome{}, false
	}
	return scorer.Standing(p.s), true
}

type typedView[S, V, M any] struct {
	t *typed[S, V, M]
	v V
}

func (v typedView[S, V, M]) text() string {
	if w, ok := v.t.rules.(Viewer[V]); ok {
		return string(w.AppendView(nil, v.v))
	}
	return string(v.t.rules.AppendText(nil, any(v.v).(S)))
}

func (v typedView[S, V, M]) legal() iter.Seq[string] {
	return func(yield func(string) bool) {
		for m := range v.t.rules.Legal(v.v) {
			if !yield(v.t.rules.Format(v.v, m)) {
				return
			}
		}
	}
}

func (v typedView[S, V, M]) labelled() iter.Seq[Completion] {
	return func(yield func(Completion) bool) {
		l, _ := v.t.rules.(Labeller[V, M])
		s, _ := v.t.rules.(Shortener[V, M])
		for m := range v.t.rules.Legal(v.v) {
			c := Completion{Text: v.t.rules.Format(v.v, m), Whole: true}
			if l != nil {
				c.Label = l.Label(v.v, m)
			}
			if s != nil {
				c.Short = s.Short(v.v, m)
			}
			if !yield(c) {
				return
			}
		}
	}
}

func (v typedView[S, V, M]) check(text string) error {
	m, err := v.t.rules.Parse(v.v, text)
	if err != nil {
		return err
	}
	return v.t.rules.Check(v.v, m)
}

func (v typedView[S, V, M]) complete(text string) []Completion {
	return v.t.rules.Complete(v.v, text)
}

func (v typedView[S, V, M]) buttons(facing Seat) []Button {
	if b, ok := v.t.rules.(Buttoner[V]); ok {
		return b.Buttons(v.v, facing)
	}
	return nil
}

func (v typedView[S, V, M]) prompt() Sentence {
	if p, ok := v.t.rules.(Prompter[V]); ok {
		return p.Prompt(v.v)
	}
	return Sentence{}
}

func (v typedView[S, V, M]) arranged(seat Seat) string {
	if k, ok := v.t.rules.(Keeper[V]); ok {
		return k.Arranged(v.v, seat)
	}
	return ""
}

func (v typedView[S, V, M]) arrangement() (Arrangement, bool) {
	if a, ok := v.t.rules.(Arranger[V]); ok {
		return a.Arrangement(v.v)
	}
	return Arrangement{}, false
}

func (v typedView[S, V, M]) arrange(action string, input []string, seed uint64) (string, error) {
	if a, ok := v.t.rules.(Arranger[V]); ok {
		return a.Arrange(v.v, action, input, seed)
	}
	return "", Refuse("There is nothing to arrange in %s.", v.t.rules.Info().Name)
}

func (v typedView[S, V, M]) ask(action string, picked []string) []Menu {
	if a, ok := v.t.rules.(Arranger[V]); ok {
		return a.Ask(v.v, action, picked)
	}
	return nil
}

func (v typedView[S, V, M]) draw(shown *View, names []string, before view, by Seat, moves []string) scene.Scene {
	d := Drawing[V]{
		Voice: shown.voice, Names: names, Prefer: shown.prefer, Ended: shown.ended, Choice: shown.choice,
		Facing: shown.bottom(),
	}
	if before != nil {
		d.Last = Last[V]{Before: before.(typedView[S, V, M]).v, Seat: by, Moves: moves, Earlier: shown.since}
	}
	return v.t.rules.Draw(v.v, d)
}

func (v typedView[S, V, M]) choose(ctx context.Context, player string, b Budget) (string, error) {
	for _, p := range v.t.players {
		if p.Name != player {
			continue
		}
		m, err := p.Choose(ctx, v.v, b)
		if err != nil {
			return "", err
		}
		return v.t.rules.Format(v.v, m), nil
	}
	return "", fmt.Errorf("no computer player %q", player)
}

func (v typedView[S, V, M]) exchange() (string, bool) {
	if e, ok := v.t.rules.(Exchanger[V]); ok {
		return e.Exchange(v.v), true
	}
	return "", false
}

func (v typedView[S, V, M]) guess(seed uint64) position {
	if g, ok := v.t.rules.(Guesser[S, V]); ok {
		return typedPosition[S, V, M]{v.t, g.Guess(v.v, seed)}
	}
	return typedPosition[S, V, M]{v.t, any(v.v).(S)}
}

func (v typedView[S, V, M]) finish(nodes int64) (Finish, bool) {
	f, ok := v.t.rules.(Finisher[V])
	if !ok {
		return Finish{}, false
	}
	return f.Finish(v.v, nodes)
}

func (v typedView[S, V, M]) lost(nodes int64) bool {
	l, ok := v.t.rules.(Loser[V])
	return ok && l.Lost(v.v, nodes)
}
