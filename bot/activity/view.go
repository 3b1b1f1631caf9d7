package activity

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// matchView is a match as its reader may see it.
type matchView struct {
	ID       match.ID  `json:"id"`
	Game     games.ID  `json:"game"`
	Title    string    `json:"title"`
	Head     match.Seq `json:"head"`
	Mark     string    `json:"mark"` // a digest that changes with everything the reader can see
	Plays    bool      `json:"plays,omitempty"`
	Mine     bool      `json:"mine,omitempty"` // whether the reader is to move
	Over     bool      `json:"over,omitempty"`
	Line     string    `json:"line"`               // whose turn it is, or how the match ended
	Deadline int64     `json:"deadline,omitempty"` // the deadline, in milliseconds since 1970
	News     []string  `json:"news,omitempty"`
	Caption  string    `json:"caption,omitempty"`
	Words    string    `json:"words"`
	Picture  picture   `json:"picture"`
	Step     int       `json:"step"`
	Steps    int       `json:"steps"`
	Off      string    `json:"off,omitempty"` // why nothing can be done on this board
	Half     string    `json:"half,omitempty"`
	Choices  []choice  `json:"choices,omitempty"`
	Acts     []act     `json:"acts,omitempty"`
	Setup    *setup    `json:"setup,omitempty"`
	Confirm  bool      `json:"confirm,omitempty"`
	Message  string    `json:"message,omitempty"` // the address of the board on Discord
	Next     match.ID  `json:"next,omitempty"`    // another match that waits for the reader
	Rematch  match.ID  `json:"rematch,omitempty"`
	Note     string    `json:"note,omitempty"`
	Trial    *trial    `json:"trial,omitempty"`
	Tries    bool      `json:"tries,omitempty"`   // the reader can try out moves from this past board
	Curve    string    `json:"curve,omitempty"`   // the SVG of the course
	Go       []way     `json:"go,omitempty"`      // buttons that lead from an exercise to others
	Reviews  bool      `json:"reviews,omitempty"` // the match can perhaps be reviewed
	Advised  bool      `json:"advised,omitempty"` // the reader can ask for hints whenever it is their turn
	Hints    bool      `json:"hints,omitempty"`   // the reader can ask for a hint now
	Advice   *advice   `json:"advice,omitempty"`
}

// choice is a way to continue a move. Cell is the index of the cell to tap, or -1 if there is none.
type choice struct {
	Cell  int    `json:"cell"`
	Text  string `json:"text"`
	Label string `json:"label"`
	Whole bool   `json:"whole,omitempty"`
	Only  []int  `json:"only,omitempty"` // cells that no other choice leads to: a tap there chooses it, too
}

// act is an action of a player besides moving.
type act struct {
	Act    component.Action `json:"act"`
	Label  string           `json:"label"`
	Danger bool             `json:"danger,omitempty"`
	Good   bool             `json:"good,omitempty"`
	Sure   string           `json:"sure,omitempty"`  // a question that the page asks before the act
	Stays  bool             `json:"stays,omitempty"` // the button keeps its place in the whole match
	Off    string           `json:"off,omitempty"`   // why the button has no effect now
}

// setup is a player's secret arrangement.
type setup struct {
	Complete bool              `json:"complete"`
	About    map[string]string `json:"about,omitempty"` // what the piece on a square does, by the square's name
	Actions  []setupAction     `json:"actions"`
	Pieces   []piece           `json:"pieces,omitempty"` // pieces still to place
	Warnings []string          `json:"warnings,omitempty"`
}

type setupAction struct {
	Name    string  `json:"name"`
	Label   string  `json:"label"`
	Choices []piece `json:"choices,omitempty"`
	Primary bool    `json:"primary,omitempty"`
	Danger  bool    `json:"danger,omitempty"`
}

type piece struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// trial is a line that its reader tries out.
type trial struct {
	Plies   []string `json:"plies"`
	Says    string   `json:"says"`
	Unclear bool     `json:"unclear,omitempty"`
	// why the line can't become conditional moves, or the beginning of a match
	Off  string `json:"off,omitempty"`
	Solo bool   `json:"solo,omitempty"` // only computers would answer, and they need no conditional moves
}

// asker is the owner of a page: a session, or a reader by link.
type asker struct {
	session
	In     lang.Language
	likes  match.User // the reader's settings; zero for a reader by link
	public bool
	light  bool // the page is light
}

// look returns a match for a reader. Step is the number of moves after which the board is shown;
// below 0: now.
func (f *Feature) look(ctx context.Context, a asker, rec match.Match, step int,
	half, have string,
) (v matchView, err error) {
	v = f.head(a, rec)
	if rec.Position == "" {
		v.Line = a.In.Speak(sayNotBegun)
		return v, nil
	}
	v.Steps, v.Step = rec.Moves, rec.Moves
	var drawn scene.Scene
	if step >= 0 && step < rec.Moves {
		var then board.Ply
		then, v.Step, err = f.past(ctx, a, rec, step)
		drawn = then.Scene
	} else {
		drawn, err = board.Scene(a.In, rec, a.likes, half)
	}
	if err != nil {
		return v, err
	}
	if err := v.draw(f, a, drawn, have); err != nil {
		return v, err
	}
	if v.Over && f.cfg.Course != nil {
		v.Curve = course(a, rec, f.cfg.Course(rec.ID))
	}
	if a.public {
		return v, nil
	}
	err = v.offer(ctx, f, a, rec, drawn, half)
	return v, err
}

// offer puts into the view what its reader can do now. Half is the part of a move that they have
// chosen.
func (v *matchView) offer(ctx context.Context, f *Feature, a asker, rec match.Match, drawn scene.Scene,
	half string,
) error {
	seat := rec.SeatOf(a.User)
	if v.Plays {
		v.Next = f.next(ctx, a, rec)
		v.Note = a.likes.Notebook(rec.ID).Note
	}
	v.Acts = f.acts(a, rec)
	v.Advised = f.exercises != nil && seat != games.Spectator && board.Advised(rec)
	switch {
	case v.Over:
		v.Off = a.In.Speak(sayIsOver)
	case v.Step < v.Steps:
		v.Off = a.In.Speak(sayEarlier)
	}
	if v.Step < v.Steps {
		v.Tries = board.MayPlayOn(rec)
		return nil
	}
	if rec.Awaits(a.User) {
		view, err := rec.View(seat)
		if err != nil {
			return err
		}
		v.Mine, v.Half = true, half
		if arr, ok := view.Arrangement(); ok {
			v.Setup = f.setup(a, view, arr)
			v.arrange(a.In, rec.Rules(), arr, drawn)
		} else {
			v.move(a.In, rec, view, drawn)
			v.Hints = f.hints(a, rec)
		}
	}
	if rec.VotedBy(a.User) {
		view, err := rec.View(rec.Votes())
		if err != nil {
			return err
		}
		own, says := ballot(a, rec)
		v.Mine, v.Half, v.News = own == "", half, append(says, v.News...)
		v.Choices = choices(a.In, view, view.Seat, drawn, half)
	}
	return nil
}

// arrange puts into the view what its reader is told while they set up their pieces.
func (v *matchView) arrange(in lang.Language, g *games.Game, arr games.Arrangement, drawn scene.Scene) {
	v.Caption, v.Setup.About = in.Speak(sayFront), make(map[string]string)
	for _, c := range drawn.Cells {
		if c.Help != "" {
			v.Setup.About[c.Name] = c.Help
		}
	}
	beats, _, _ := strings.Cut(in.Speak(arr.Legend), "\n")
	v.News = append(v.News, goal(in, g), beats)
	if tip := g.Hint; tip != "" {
		v.News = append(v.News, in.Text(tip)+".")
	}
}

// move puts into the view what its reader needs to begin a move or to continue a half one.
func (v *matchView) move(in lang.Language, rec match.Match, view *games.View, drawn scene.Scene) {
	v.Choices = choices(in, view, view.Seat, drawn, v.Half)
	v.Caption = prompt(in, view, v.Caption)
	if named := chosen(in, view, v.Half); named != "" {
		v.Caption = named
		if i := cellOf(drawn, view.Seat, v.Half); i >= 0 {
			if drawn.Cells[i].Marks.Has(scene.Known) {
				v.Caption = joined(v.Caption, in.Speak(sayOpen)) // the piece has a frame
			}
			v.Caption = joined(v.Caption, drawn.Cells[i].Help)
		}
	}
	v.News = append(v.News, firstMove(in, rec, view.Seat, v.Choices, v.Half)...)
}

// head returns a match for a reader, without its board.
func (f *Feature) head(a asker, rec match.Match) matchView {
	v := matchView{
		ID: rec.ID, Game: rec.Game, Head: rec.Board(), Mark: mark(rec, a.User), Over: rec.Status == match.Over ||
			rec.Status == match.Closed,
		Plays: rec.SeatOf(a.User) != games.Spectator, Confirm: a.likes.Confirm, Line: turnLine(a, rec),
		Rematch: rec.RematchID, Reviews: f.reviews(rec),
	}
	if a.public {
		v.Title = rec.Rules().Name + " · " + strings.Join(board.Names(a.In, rec), a.In.Speak(say.V))
	} else {
		v.Title, v.Message = board.ShortTitle(a.In, rec, a.User, false), board.BoardLink(rec)
	}
	if rec.Status == match.Running && rec.Parked == nil && !rec.Clock.Deadline.IsZero() && rec.Bound() != 0 {
		v.Deadline = rec.Clock.Deadline.UnixMilli()
		if end := rec.VoteEnds(); rec.VotedBy(a.User) && !end.IsZero() {
			v.Deadline = end.UnixMilli()
		}
	}
	for _, line := range slices.Concat(board.PlayedOut(a.In, rec), board.Offers(a.In, rec),
		board.Wanting(a.In, rec), board.Decided(a.In, rec)) {
		v.News = append(v.News, plain(line))
	}
	if c := rec.Shown.Card; c != nil && v.Over {
		for _, line := range board.Card(a.In, rec, rec.SeatOf(a.User), *c) {
			v.News = append(v.News, plain(line))
		}
	}
	return v
}

// draw puts a board into the view.
func (v *matchView) draw(f *Feature, a asker, drawn scene.Scene, have string) error {
	v.Caption, v.Words = joined(drawn.Caption, drawn.Legend), drawn.Words // the line about the turn has the result
	drawn.Told = true
	svg, err := a.svg(drawn)
	if err != nil {
		return err
	}
	v.Picture = f.drawn.picture(a.User, withoutWords(svg), have)
	return nil
}

// svg draws a board. Without a choice of the reader it is light or dark like their page.
func (a asker) svg(drawn scene.Scene) (string, error) {
	if drawn.Look == (scene.Look{}) && !board.Chose(a.likes.Prefer) {
		drawn.Look.Light = a.light
	}
	raw, err := painter.SVG(drawn)
	return string(raw), err
}

// withoutWords removes the line of a drawing that describes the board in words, because the page
// has it already.
func withoutWords(svg string) string {
	before, words, _ := strings.Cut(svg, "<desc>")
	if _, after, closed := strings.Cut(words, "</desc>\n"); closed {
		return before + after
	}
	return svg
}

// prompt joins a game's request to its player, such as where to place a piece, with another text.
// Either may be empty.
func prompt(l lang.Language, view *games.View, besides string) string {
	return joined(besides, l.Speak(view.Prompt()))
}

// joined joins two texts, of which either may be empty.
func joined(one, other string) string {
	if one == "" || other == "" {
		return one + other
	}
	return one + " · " + other
}

// chosen names the piece that has been chosen, where its move alone doesn't say what it is: "b2
// Scout".
func chosen(l lang.Language, view *games.View, half string) string {
	for _, c := range view.Complete("") {
		if label := l.Speak(c.Label); c.Text == half && label != "" && label != half {
			return label
		}
	}
	return ""
}

// firstMove tells a player who has not moved yet what to tap next, with the game's hint unless that
// is about the set-up. Before a piece is chosen it then says the game's goal.
func firstMove(l lang.Language, rec match.Match, seat games.Seat, list []choice, half string) []string {
	g := rec.Rules()
	if g.Arranges && rec.Moves >= len(rec.Players) || !g.Arranges && rec.HasActed(seat) {
		return nil
	}
	how := l.Speak(sayTapPlace)
	if half == "" && slices.ContainsFunc(list, func(c choice) bool { return !c.Whole }) {
		how = l.Speak(sayTapPiece)
	}
	if g.Arranges { // the page of the set-up has already shown the goal
		return []string{how}
	}
	tips := []string{how} // the goal comes first, because the page may have to scroll to the other texts
	if s := board.Swapped(l, rec, seat); s != "" {
		tips = append(tips, s)
	}
	if g.Hint != "" {
		tips = append(tips, l.Text(g.Hint)+".")
	}
	says := []string{strings.Join(tips, " ")}
	if half == "" {
		says = append(says, goal(l, g))
	}
	return says
}

// goal says how a game is won.
func goal(l lang.Language, g *games.Game) string { return plain(l.Say(board.SayGoal, l.Text(g.Goal))) }

// past returns the board after some moves, as the reader could see it then, and their number. Rulings
// between moves are not counted.
func (f *Feature) past(ctx context.Context, a asker, rec match.Match, step int) (board.Ply, int, error) {
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return board.Ply{}, 0, err
	}
	plies, err := board.Plies(a.In, rec, log, a.likes)
	if len(plies) == 0 {
		if err == nil {
			err = board.ErrNoPast
		}
		return board.Ply{}, 0, err
	}
	i, step := board.PlyAfter(plies, step)
	then, at := plies[i], plies[i].At
	var rulings []string
	for ; i > 0 && then.Event.Kind == match.Ruled; then = plies[i] { // the move before them is shown
		rulings = append([]string{board.RulingWords(a.In, rec, then.Event)}, rulings...)
		i--
	}
	then.At = at
	for _, ruling := range rulings {
		then.Scene.Caption = joined(then.Scene.Caption, ruling)
	}
	return then, step, nil
}

// turnLine says whose turn it is, or how the match ended.
func turnLine(a asker, rec match.Match) string {
	seat := rec.SeatOf(a.User)
	switch {
	case rec.Status == match.Over || rec.Status == match.Closed:
		return board.Ending(a.In, rec, rec.SeatOf(a.User))
	case rec.Status == match.Open:
		return a.In.Speak(sayNotBegun)
	case rec.Parked != nil:
		return a.In.Say(sayAtRest, rec.Parked.Says())
	case board.IsArranging(rec, a.User):
		return a.In.Speak(sayArrange)
	case rec.VotedBy(a.User):
		return a.In.Say(sayVotesHere, board.NameAt(a.In, rec, rec.Votes()))
	case rec.Votes() != games.Spectator:
		return a.In.Say(sayVotesInChannel, board.NameAt(a.In, rec, rec.Votes()))
	case seat != games.Spectator && rec.Claimable().Has(seat):
		return a.In.Speak(sayMayClaim)
	case seat != games.Spectator && rec.Waiting.Has(seat) && rec.LastSeat == seat && len(rec.LastMoves) > 0:
		return a.In.Speak(sayYouAgain)
	case seat != games.Spectator && rec.Waiting.Has(seat):
		return a.In.Speak(sayYourTurn)
	}
	var who []string
	for s := range rec.Waiting.All() {
		who = append(who, board.NameAt(a.In, rec, s))
	}
	if board.ArrangingPhase(rec) {
		return a.In.Say(sayTheyArrange, games.And(who))
	}
	if rec.Bound() == 0 {
		return a.In.Say(sayThinks, games.And(who))
	}
	return a.In.Say(sayTheirTurn, games.And(who))
}

// mark returns a text that changes with everything a reader can see of a match, and with nothing
// else.
func mark(rec match.Match, u match.UserID) string {
	h := fnv.New64a()
	write := func(parts ...string) {
		for _, p := range parts {
			h.Write([]byte(p))
			h.Write([]byte{0})
		}
	}
	card := ""
	if c := rec.Shown.Card; c != nil {
		card = fmt.Sprint("card", c.Turn != nil)
	}
	write(string(rec.ID), string(rec.Status), rec.Clock.Deadline.Format(time.RFC3339), string(rec.RematchID), card)
	if rec.Parked != nil {
		write("parked")
	}
	write(slices.Sorted(maps.Keys(rec.Rematch))...)
	write(voteMark(rec, u)...)
	if seat := rec.SeatOf(u); seat != games.Spectator && board.ArrangingPhase(rec) {
		if view, err := rec.View(seat); err == nil {
			if a, ok := view.Arrangement(); ok {
				write(a.Text)
			}
		}
	}
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(rec.Board())))
	return b64.EncodeToString(h.Sum(nil))
}

// completer lists ways to continue a half-chosen move: a view, or the end of a line that is tried out.
type completer interface {
	Complete(half string) []games.Completion
}

// choices returns the ways to continue a seat's half-chosen move, each with the cell of the board on
// which it ends.
func choices(l lang.Language, from completer, seat games.Seat, drawn scene.Scene, half string) (list []choice) {
	var add func(half string, depth int)
	add = func(half string, depth int) {
		for _, c := range from.Complete(half) {
			if !strings.HasPrefix(c.Text, strings.TrimSuffix(half, "x")) || c.Text == half {
				continue
			}
			cell := cellOf(drawn, seat, c.Text)
			if cell < 0 && !c.Whole && depth > 0 { // the choice names no cell, but for example a row of the board
				add(c.Text, depth-1)
				continue
			}
			list = append(list, choice{Cell: cell, Text: c.Text, Label: l.Speak(c.Label), Whole: c.Whole})
		}
	}
	add(half, 2)
	if half == "" {
		onlyTo(from, seat, drawn, list)
	}
	return list
}

// onlyTo tells each piece that can move the cells to which no other piece can go.
func onlyTo(from completer, seat games.Seat, drawn scene.Scene, list []choice) {
	leads := make(map[int][]int) // by target, the indexes of the choices that lead there
	for i, c := range list {
		if c.Whole || c.Cell < 0 {
			continue
		}
		for _, next := range from.Complete(c.Text) {
			if to := cellOf(drawn, seat, next.Text); to >= 0 && to != c.Cell && !slices.Contains(leads[to], i) {
				leads[to] = append(leads[to], i)
			}
		}
	}
	for to, pieces := range leads {
		// whoever touches an opponent's piece wants to know about it first
		if len(pieces) == 1 && drawn.Cells[to].Piece.Shape == scene.NoPiece {
			c := &list[pieces[0]]
			c.Only = append(c.Only, to)
		}
	}
	for i := range list {
		slices.Sort(list[i].Only)
	}
}

// cellOf returns the index of the cell that a move's text ends with, or -1. Of two cells with the
// same name it prefers the seat's.
func cellOf(drawn scene.Scene, seat games.Seat, text string) int {
	text = strings.TrimSuffix(text, "x")
	best := -1
	for i, c := range drawn.Cells {
		if c.Name == "" || !strings.HasSuffix(text, c.Name) {
			continue
		}
		switch {
		case best < 0, len(c.Name) > len(drawn.Cells[best].Name):
			best = i
		case len(c.Name) == len(drawn.Cells[best].Name) && games.Seat(c.Owner) == seat:
			best = i
		}
	}
	return best
}

// acts lists a player's actions besides moving. The page keeps the buttons of some of them where
// they are for the whole match, so these are listed even while they have no effect.
func (f *Feature) acts(a asker, rec match.Match) (list []act) {
	seat := rec.SeatOf(a.User)
	if !rec.Plays(a.User) && (seat != games.Spectator || rec.Owner != a.User) {
		return nil
	}
	leaves := act{Act: component.ActResign, Label: a.In.Speak(board.SayLabelResign), Danger: true}
	draws := act{Act: component.ActDraw, Label: a.In.Speak(board.SayLabelDraw)}
	switch {
	case rec.Parked != nil:
		leaves.Off, draws.Off = a.In.Speak(sayPaused), a.In.Speak(sayPaused)
	case rec.DrawOffer != nil:
		draws.Off = a.In.Speak(sayDrawOffered)
	default:
		draws.Off = a.In.Speak(sayDrawLater)
	}
	for _, d := range board.Acts(rec) {
		if !board.Decides(rec, seat, d.Action) {
			continue
		}
		one := act{
			Act: d.Action, Label: a.In.Speak(d.Label), Danger: d.Style == discordgo.DangerButton,
			Good: d.Style == discordgo.SuccessButton || d.Style == discordgo.PrimaryButton,
		}
		switch d.Action {
		case component.ActRematch:
			if rec.Rematch[string(a.User)] {
				continue
			}
		case component.ActResign:
			one.Sure = a.In.Speak(saySureResign)
			leaves = one
			continue
		case component.ActCancel:
			one.Sure = a.In.Speak(saySureCancel)
			leaves = one
			continue
		case component.ActDraw:
			if rec.DrawOffer == nil {
				draws = one
				continue
			}
		}
		list = append(list, one)
	}
	stay := []act{leaves}
	if rec.Opponents() {
		stay = []act{draws, leaves}
	}
	if seat != games.Spectator && (rec.People() > 1 || !rec.Rated()) {
		back := act{Act: component.ActTakeback, Label: a.In.Speak(sayLabelTakeback)}
		back.Off = a.In.Speak(noTakeback(rec, a.User))
		stay = append([]act{back}, stay...)
	}
	for i := range stay {
		stay[i].Stays = true
	}
	return append(list, stay...)
}

// noTakeback returns why a player can't take back a move now. It is empty if they can.
func noTakeback(rec match.Match, u match.UserID) games.Sentence {
	seat := rec.SeatOf(u)
	switch {
	case board.MayTakeBack(rec, u):
		return games.Sentence{}
	case rec.Parked != nil:
		return sayPaused
	case rec.UndoOffer != nil:
		return sayUndoAsked
	case board.Stood(rec, seat):
		return board.SayStands
	}
	return sayNoUndo
}

const actSwap = "swap" // the page's name for the exchange of two pieces, as games call it

// setup returns a player's possible actions on their arrangement.
func (f *Feature) setup(a asker, view *games.View, arr games.Arrangement) *setup {
	s := &setup{Complete: arr.Complete}
	for _, w := range arr.Warnings {
		s.Warnings = append(s.Warnings, a.In.Speak(w))
	}
	for _, do := range arr.Actions {
		switch {
		case do.Name == actSwap: // two pieces are dragged onto each other
			continue
		case len(do.Asks) > 0:
			s.Pieces = pieces(a.In, view, do.Name)
			continue
		case len(do.Fields) > 0: // on Discord this opens a form; on a page pieces are dragged
			continue
		}
		one := setupAction{Name: do.Name, Label: a.In.Text(do.Label), Primary: do.Primary, Danger: do.Danger}
		for _, c := range do.Choices {
			one.Choices = append(one.Choices, piece{c.Value, a.In.Text(c.Label)})
		}
		s.Actions = append(s.Actions, one)
	}
	var saved []piece
	if a.likes.Saved[board.LastKey(view.Game.ID, arr.Kind)] != "" {
		saved = append(saved, piece{board.LastKey(view.Game.ID, arr.Kind), a.In.Speak(sayLabelLast)})
	}
	for _, c := range board.SavedOf(a.likes, view.Game.ID, arr.Kind) {
		saved = append(saved, piece{c.Value, c.Label})
	}
	if len(saved) > 0 {
		s.Actions = append(s.Actions, setupAction{Name: actSaved, Label: a.In.Speak(sayLabelSaved), Choices: saved})
	}
	return s
}

// pieces lists the pieces still to place, from the shortest of the game's menus: that of an empty
// place, because an occupied one can also be emptied.
func pieces(l lang.Language, view *games.View, action string) (list []piece) {
	var shortest []games.Pick
	for _, m := range view.Ask(action, nil) {
		for _, c := range m.Choices {
			for _, kinds := range view.Ask(action, []string{c.Value}) {
				if shortest == nil || len(kinds.Choices) < len(shortest) {
					shortest = kinds.Choices
				}
			}
		}
	}
	for _, k := range shortest {
		list = append(list, piece{k.Value, l.Speak(k.Label)})
	}
	return list
}

// next returns another match in which it is the reader's turn, apart from the rematch.
func (f *Feature) next(ctx context.Context, a asker, than match.Match) match.ID {
	list, err := f.Matches.Read.ByUser(ctx, a.User)
	i := slices.IndexFunc(list, func(rec match.Match) bool {
		return rec.ID != than.ID && rec.ID != than.RematchID && rec.Awaits(a.User)
	})
	if err != nil || i < 0 {
		return ""
	}
	return list[i].ID
}

// listed is a match in the list of a user's matches.
type listed struct {
	ID       match.ID `json:"id"`
	Game     games.ID `json:"game"`
	Title    string   `json:"title"`
	State    string   `json:"state"`
	Mine     bool     `json:"mine,omitempty"`
	Deadline int64    `json:"deadline,omitempty"`
	Mark     string   `json:"mark"`
}

// mostListed is the most matches that a page lists.
const mostListed = 50

// list returns a user's matches, the most urgent first, and those played in the channel of the
// page.
func (f *Feature) list(ctx context.Context, a asker) (mine, here []listed, err error) {
	all, err := f.Matches.Read.ByUser(ctx, a.User)
	if err != nil {
		return nil, nil, err
	}
	for _, rec := range all[:min(len(all), mostListed)] {
		mine = append(mine, f.listed(a, rec))
	}
	if mine, err = f.withLast(ctx, a, mine); err != nil {
		return nil, nil, err
	}
	around, err := f.Matches.Read.ByChannel(ctx, a.Channel, a.User)
	if err != nil || a.Channel == "" {
		return mine, nil, err
	}
	for _, rec := range around {
		if len(here) < mostListed && rec.Status == match.Running && rec.SeatOf(a.User) == games.Spectator &&
			f.mayRead(ctx, a.session, rec) {
			here = append(here, f.listed(a, rec))
		}
	}
	return mine, here, nil
}

// lastFor is how long a finished match is listed.
const lastFor = 24 * time.Hour

// withLast adds the reader's newest finished match to a list, so that the list leads back to it.
func (f *Feature) withLast(ctx context.Context, a asker, list []listed) ([]listed, error) {
	over, err := f.Matches.Read.Finished(ctx, a.User)
	if err != nil || len(over) == 0 || f.Now().Sub(over[0].Ended) > lastFor {
		return list, err
	}
	rec, err := f.Matches.Read.Match(ctx, over[0].Match)
	if errors.Is(err, match.ErrNotFound) {
		return list, nil
	}
	if err != nil || rec.Position == "" || !f.mayRead(ctx, a.session, rec) {
		return list, err
	}
	return append(list, f.listed(a, rec)), nil
}

func (f *Feature) listed(a asker, rec match.Match) listed {
	l := listed{
		ID: rec.ID, Game: rec.Game, Title: board.ShortTitle(a.In, rec, a.User, false),
		State: a.In.Speak(board.State(rec, a.User)),
		Mine:  rec.Awaits(a.User), Mark: mark(rec, a.User),
	}
	if rec.SeatOf(a.User) == games.Spectator {
		l.State = turnLine(a, rec)
	}
	if rec.Status == match.Running && rec.Parked == nil && !rec.Clock.Deadline.IsZero() {
		l.Deadline = rec.Clock.Deadline.UnixMilli()
	}
	return l
}

// plain returns a text for Discord without its markup. Characters that the text escapes are kept.
func plain(text string) string {
	for _, s := range signs {
		if rest, ok := strings.CutPrefix(text, s.chat); ok {
			text = s.page + rest
		}
	}
	text = strings.NewReplacer(`\\`, `\`, `\*`, "*", "\\`", "`", "*", "", "`", "", "-# ", "", "### ", "", `\`,
		"").Replace(text)
	return discord.OneLine(text, 400)
}

// signs are the pictures with which texts begin, and what the page has instead. Discord draws them
// itself; a browser needs a font for them, and without one an empty box stands before the text.
var signs = [...]struct{ chat, page string }{
	{"✅ ", "✔ "}, {"❌ ", "✘ "}, {"⚠️ ", ""}, {"⏰ ", ""}, {"🎁 ", ""}, {"🌴 ", ""}, {"🔔 ", ""},
}
