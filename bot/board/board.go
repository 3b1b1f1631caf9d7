// Package board makes messages of matches from a match and its reader. It does no I/O and knows no
// feature, so a test can check every message. Start reading at [Maker.Board].
package board

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/lesson"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/render"
	"paddock/render/chart"
)

// Facts holds what some messages need in addition to the match.
type Facts struct {
	Log       []match.Event    // the whole log of the match
	Standings []match.Standing // the owner's, in the match's server
}

// NeedsStandings reports whether a match's message needs the owner's standings.
func NeedsStandings(rec match.Match) bool { return rec.Status == match.Open }

// NeedsLog reports whether Personal needs the log for this seat.
func NeedsLog(rec match.Match, seat games.Seat) bool {
	g := rec.Rules()
	return g != nil && g.Arranges && seat != games.Spectator && rec.Status == match.Running && rec.Moves == 0 &&
		rec.Outcome == nil
}

// boardFile is the file name of every board's picture. It is always the same, so it reveals
// nothing.
const boardFile = "board.png"

// Maker makes messages that need pictures. It never changes after it is built.
type Maker struct {
	Games   []*games.Game
	Draw    func(scene.Scene) ([]byte, error)
	Animate func([]scene.Scene) ([]byte, error) // nil: replays are not offered
	Chart   func(chart.Chart) ([]byte, error)
	Touch   bool // boards can be opened on a page
	Links   bool // matches can be shared by a link
	Log     *slog.Logger
}

// Reader is the person or channel that a board is made for.
type Reader struct {
	user   match.UserID // empty: the board is for the whole channel
	In     lang.Language
	Style  match.Style
	Look   string // the server's look of pictures, for public messages; people have their own in prefer
	prefer games.Options
	Next   []discordgo.MessageComponent // a button to another match of the only reader
	alone  match.UserID                 // the only reader of a public board, in their direct messages, see Alone
	Note   string                       // a sentence about what the reader has just done
	News   []string
	Hint   string   // a hint for newcomers, shown while the match begins
	Card   []string // lines below the buttons of a finished match
	Winner string   // the address of the winner's avatar, see Winner
	Ping   []match.UserID

	Reputation []string // lines about the challenger, see Reputation
	Choice     choose.Choice

	TimeAgain time.Duration // time for a move in the rematch, if it differs from this match; otherwise 0
}

func (r Reader) public() bool { return r.user == "" }

// Alone returns the Reader for the board of a match in the direct messages of its only person. The
// board shows what this person may see, in their style (P145). Log is needed if NeedsLog says so.
func (r Reader) Alone(rec match.Match, u match.User, log []match.Event) Reader {
	r.alone, r.prefer, r.Style = u.ID, u.Prefer, u.Style
	r.Note = JoinLines(r.Note, arrangedLate(r.In, rec, log, rec.SeatOf(u.ID)))
	return r
}

// eyes returns the user whose secrets a board may show; empty: nobody's.
func (r Reader) eyes() match.UserID { return cmp.Or(r.user, r.alone) }

// shared reports whether a board is seen by more than one person.
func (r Reader) shared() bool { return r.eyes() == "" }

// Board makes the message that shows a match as it is now.
func (k *Maker) Board(rec match.Match, to Reader) (discord.Message, error) {
	g := rec.Rules()
	if g == nil {
		return discord.Message{}, fmt.Errorf("compose match %s: no game %q", rec.ID, rec.Game)
	}
	if rec.Position == "" {
		return invitation(rec, g, to), nil
	}
	if to.alone != "" && rec.Parked == nil && IsArranging(rec, to.alone) {
		return k.aloneArranging(rec, to)
	}
	drawn, err := drawn(rec, to)
	if err != nil {
		return discord.Message{}, fmt.Errorf("compose match %s: %w", rec.ID, err)
	}
	drawn.Told = true // shown below the picture
	m := discord.Message{Ping: UserIDs(to.Ping), Private: !to.public()}
	to.News = unsaid(to.News, drawn.Caption)
	parts := heading(rec, g, to)
	if to.Choice.Begun() {
		parts = []discordgo.MessageComponent{discord.Text(to.Choice.Says(to.In, asked(rec, to, choose.SayFirst),
			halfLabel(rec, to)))}
	}
	board, f := k.Picture(to.In, drawn, to.Style)
	parts = append(parts, board...)
	m.Files = append(m.Files, f...)
	if len(f) == 0 { // text boards already contain it, and have no marks
		drawn.Caption, drawn.Legend = "", ""
	}
	if s := below(rec, drawn, to); s != "" && to.Winner != "" && len(f) > 0 {
		// on a phone the portrait takes a third of the width, so only the result is beside it
		result, rest, _ := strings.Cut(s, "\n")
		parts = append(parts, discord.TextWithPortrait(discord.Text(result), to.Winner, winnerName(rec)))
		if rest != "" {
			parts = append(parts, discord.Text(rest))
		}
	} else if s != "" {
		parts = append(parts, discord.Text(s))
	}
	if !to.Choice.Begun() {
		parts = append(parts, k.deciding(rec, g, to)...)
	}
	parts = append(parts, moves(rec, to)...)
	if !to.Choice.Begun() {
		parts = append(parts, k.around(rec, g, to)...)
	}
	if ended(rec) && len(to.Card) > 0 { // it comes some seconds later: above the buttons it would move them
		parts = append(parts, discord.Text(strings.Join(to.Card, "\n")))
	}
	m.Parts = []discordgo.MessageComponent{discord.Accented(accent(rec, to), parts...)}
	return m, nil
}

// winners returns the seats of the players who have won a match. It returns none if all players
// share the win.
func winners(rec match.Match) games.Seats {
	if rec.Outcome == nil || rec.Outcome.Winners().Len() == len(rec.Players) {
		return 0
	}
	return rec.Outcome.Winners()
}

// Crown marks the winners of a match on its board.
func Crown(s *scene.Scene, rec match.Match) {
	for seat := range winners(rec).All() {
		if int(seat) < len(s.Sides) {
			s.Sides[seat].Won = true
		}
	}
}

// Winner returns the member who has won a match alone. A computer player, a channel and an erased
// member are none.
func Winner(rec match.Match) (match.Player, bool) {
	if rec.Status != match.Over || rec.Outcome == nil || rec.Outcome.Winners().Len() != 1 {
		return match.Player{}, false
	}
	for seat := range rec.Outcome.Winners().All() {
		if int(seat) < len(rec.Players) {
			p := rec.Players[seat]
			return p, p.User != "" && p.Channel == ""
		}
	}
	return match.Player{}, false
}

func winnerName(rec match.Match) string {
	p, _ := Winner(rec)
	return p.Called()
}

// accent returns the colour at the edge of a board. One colour means that people have to move, in
// private only the reader. Another means that somebody has won, in private the reader.
func accent(rec match.Match, to Reader) discord.Accent {
	seat := rec.SeatOf(to.user)
	concerns := func(seats games.Seats) bool { return to.public() || seat != games.Spectator && seats.Has(seat) }
	switch {
	case winners(rec) != 0 && concerns(winners(rec)):
		return discord.AccentWon
	case rec.Status == match.Running && rec.Parked == nil && concerns(rec.Waiting) && waitsForPeople(rec):
		return discord.AccentTurn
	}
	return discord.AccentNone
}

// waitsForPeople reports whether a person has to move.
func waitsForPeople(rec match.Match) bool {
	for seat := range rec.Waiting.All() {
		if rec.Players[seat].Chosen() {
			return true
		}
	}
	return false
}

// AtBottom returns a view as its reader's board shows it. Players see their own side at the bottom;
// others see the only person's side there.
func AtBottom(v *games.View, rec match.Match, reader games.Seat) *games.View {
	if reader != games.Spectator {
		return v
	}
	return v.Facing(rec.OnlyPerson())
}

// Scene returns the board of a match that has begun, drawn for a user, with the steps of a move
// chosen so far. The zero User is the public.
func Scene(in lang.Language, rec match.Match, u match.User, half string) (scene.Scene, error) {
	return drawn(rec, Reader{user: u.ID, In: in, prefer: u.Prefer, Choice: choose.Choice{Half: half}})
}

// drawn returns the board as its reader may see it.
func drawn(rec match.Match, to Reader) (scene.Scene, error) {
	view, before, err := views(rec, to)
	if err != nil {
		return scene.Scene{}, err
	}
	if mayChoose(rec, to) {
		view = view.Choosing(to.Choice.Half)
	}
	view = AtBottom(view, rec, rec.SeatOf(to.eyes()))
	likes := to.prefer
	if to.shared() {
		likes = games.Options{prefersLook: to.Look}
	}
	seat := rec.SeatOf(to.eyes())
	view = view.Prefer(to.prefer).Ended(to.In.Speak(toSeat(rec, seat, rec.Record.Ending())))
	turn := whoseTurn(rec, to)
	var moves []string
	for _, m := range rec.Since(turn) {
		moves = append(moves, m.Move)
	}
	s := Liked(named(to.In, rec, seat, view.Since(moves), before, rec.LastSeat, rec.LastMoves), likes)
	Crown(&s, rec)
	// unless it was played to its end, the board before has told the last turn, or a line tells that the rest was played out
	if ended(rec) && (rec.PlayedOut > 0 || !playedToEnd(rec)) {
		captioned(&s, "")
		return s, nil
	}
	if said := since(to.In, rec, turn, seat, s.Caption); said != "" {
		captioned(&s, said)
	}
	if own, err := answered(rec, to, before); err != nil {
		return scene.Scene{}, err
	} else if own != "" {
		captioned(&s, own+". "+s.Caption)
	}
	return s, nil
}

// answered returns the caption of the turn that a computer has answered at once, so that its player is
// told of it too. It is empty if there is none. Then is the view before the answer.
func answered(rec match.Match, to Reader, then *games.View) (string, error) {
	seat := rec.SeatOf(to.eyes())
	before, err := rec.Previous(rec.Chooses(to.eyes()))
	if before == nil || then == nil || err != nil {
		return "", err
	}
	s := named(to.In, rec, seat, then.In(to.In.Speak), before, rec.Prior.Seat, rec.Prior.Moves)
	return strings.TrimSuffix(s.Caption, "."), nil
}

// whoseTurn returns the seat whose player a board tells of all moves since their own: the reader's,
// or on a shared board that of the only player to move.
func whoseTurn(rec match.Match, to Reader) games.Seat {
	if seat := rec.SeatOf(to.eyes()); seat != games.Spectator || !to.shared() || rec.Waiting.Len() != 1 {
		return seat
	}
	for seat := range rec.Waiting.All() {
		if rec.Players[seat].Chosen() {
			return seat
		}
	}
	return games.Spectator
}

// since returns a caption with the moves before the last turn that the player of a seat has not
// been told of. It is empty if there are none.
func since(in lang.Language, rec match.Match, seat, reader games.Seat, caption string) string {
	var list []string
	for _, m := range rec.Since(seat) {
		text := NameAt(in, rec, m.Seat) + " " + m.Move
		for _, said := range m.Said {
			text += " (" + strings.TrimSuffix(in.Speak(toSeat(rec, reader, said)), ".") + ")"
		}
		list = append(list, text)
	}
	switch {
	case len(list) == 0:
		return ""
	case seat == reader:
		return strings.TrimSpace(in.Say(saySinceYours, strings.Join(list, ", "), caption))
	}
	return strings.TrimSpace(in.Say(saySinceTheirs, NameAt(in, rec, seat), strings.Join(list, ", "), caption))
}

// captioned puts another caption in place of a board's, also in its text.
func captioned(s *scene.Scene, caption string) {
	was := s.Caption
	s.Caption = caption
	if i := slices.Index(s.Below, was); i >= 0 && was != "" {
		s.Below = slices.Clone(s.Below)
		s.Below[i] = strings.ReplaceAll(caption, "`", "'")
		if caption == "" {
			s.Below = slices.Delete(s.Below, i, i+1)
		}
	}
}

// named returns a board whose caption names people, not seats, as its title has both. The player of
// the reader's seat is "you".
func named(in lang.Language, rec match.Match, reader games.Seat, view, before *games.View, by games.Seat,
	moves []string,
) scene.Scene {
	names := Names(in, rec)
	s := view.Draw(names, before, by, moves)
	said := view.In(func(said games.Sentence) string { return in.Speak(toSeat(rec, reader, said)) })
	captioned(&s, said.Draw(names, before, by, moves).Caption)
	return s
}

// views returns the reader's view of the position, and of the position before the last turn.
func views(rec match.Match, to Reader) (now, before *games.View, err error) {
	seat := rec.Chooses(to.eyes())
	if now, err = rec.View(seat); err != nil {
		return nil, nil, err
	}
	before, err = rec.ViewBefore(seat)
	return now.In(to.In.Speak), before, err
}

// Picture draws a board in a style: as a picture described in words, as monospace text, or as words
// alone. If drawing fails, it returns the text instead (P16, P87).
func (k *Maker) Picture(in lang.Language, s scene.Scene,
	style match.Style,
) ([]discordgo.MessageComponent, []discord.File) {
	switch style {
	case match.Words:
		return []discordgo.MessageComponent{discord.Text(discord.Escape(s.Words))}, nil
	case match.Text:
		return []discordgo.MessageComponent{discord.Text(discord.CodeBlock(render.Text(s)))}, nil
	}
	var png []byte
	var err error
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(s) }) || err != nil || len(png) > MaxFile {
		k.Log.Error("could not draw a board", "err", err, "bytes", len(png))
		return []discordgo.MessageComponent{discord.Text(discord.CodeBlock(render.Text(s)) + "\n" +
			in.Speak(sayDrawFailed))}, nil
	}
	f := discord.File{Name: boardFile, Alt: discord.Truncate(s.Words, discord.MaxAlt), Data: png}
	return []discordgo.MessageComponent{discord.Picture(f)}, []discord.File{f}
}

// heading returns what stands above a board: the game, the players, whose turn it is, and the clock.
// First boards have the goal there too, with *Rules* at its side: below the board it would push the
// other buttons away when it goes.
func heading(rec match.Match, g *games.Game, to Reader) []discordgo.MessageComponent {
	lines := []string{"### " + Title(to.In, rec, g)}
	if to.Note != "" {
		lines = append(lines, to.Note)
	}
	var parts []discordgo.MessageComponent
	if first := beginning(rec, g, to); Beginning(rec) && len(first) > 0 {
		parts = []discordgo.MessageComponent{
			discord.Text(strings.Join(lines, "\n")),
			discord.TextWithButton(discord.Text(strings.Join(first, "\n")), component.Button(to.In.Speak(say.LabelRules),
				discordgo.SecondaryButton, component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActRules})),
		}
		lines = nil
	} else {
		lines = append(lines, first...)
	}
	if o := chosenOptions(to.In, rec, g, OptionWords); o != "" {
		lines = append(lines, "-# "+o)
	}
	if rec.Tournament != "" {
		lines = append(lines, "-# "+to.In.Speak(sayTournamentGame))
	}
	if s := turnLine(to.In, rec); s != "" {
		lines = append(lines, s)
	}
	if s := to.In.Speak(asked(rec, to, games.Sentence{})); s != "" {
		lines = append(lines, s)
	}
	if g.Hidden && rec.Status == match.Running && !to.public() && rec.SeatOf(to.user) == games.Spectator {
		lines = append(lines, "-# "+to.In.Speak(sayViewStays)) // updates would tell when pieces are arranged (S85)
	}
	if lines = append(lines, to.News...); len(lines) > 0 {
		parts = append(parts, discord.Text(strings.Join(lines, "\n")))
	}
	return parts
}

// turnLine says whose turn it is and how long they have. It is empty if the match is not running.
func turnLine(in lang.Language, rec match.Match) string {
	if rec.Status != match.Running {
		return ""
	}
	if rec.Parked != nil {
		return in.Say(sayParked, rec.Parked.Says())
	}
	if seat := rec.Votes(); seat != games.Spectator {
		return voteLine(in, rec, seat)
	}
	var people, computers []string
	for seat := range rec.Waiting.All() {
		if p := rec.Players[seat]; p.User != "" {
			people = append(people, discord.Mention(string(p.User)))
		} else {
			computers = append(computers, PlayerAt(in, rec, seat))
		}
	}
	line := ""
	switch {
	case len(people) == 1 && len(rec.LastMoves) > 0 && rec.Waiting.Has(rec.LastSeat):
		line = in.Say(sayAgain, people[0])
	case len(people) == 1 && rec.Waiting.Len() == 1 && !ArrangingPhase(rec):
		line = in.Say(sayYourTurn, people[0])
	case len(people) > 0 && ArrangingPhase(rec):
		line = in.Say(sayArrangeAll, games.And(people))
	case len(people) > 0:
		line = in.Say(sayWaitAll, games.And(people))
	case stepping(rec):
		line = in.Speak(sayStep)
	default:
		line = in.Say(sayThinking, games.And(computers))
	}
	if len(people) > 0 && !rec.Clock.Deadline.IsZero() {
		line += " · " + timeLeft(in, rec) + hours(in, rec)
	}
	return line
}

// timeLeft says when the waiting players' time runs out, or ran out.
func timeLeft(in lang.Language, rec match.Match) string {
	if rec.Clock.Lapsed {
		return in.Say(sayTimeIsUp, discord.Relative(rec.Clock.Deadline))
	}
	until := in.Say(sayUntil, discord.Relative(rec.Clock.Deadline))
	if rec.Clock.Policy.Bank.Time == 0 {
		return until
	}
	if rec.Clock.Drawn > 0 {
		return until + " · " + in.Speak(sayBankRuns)
	}
	for seat := range rec.Bound().All() {
		until += " · " + in.Say(sayBankLeft, say.Span(rec.Clock.BankLeft(seat).Truncate(time.Minute)))
		break
	}
	return until
}

// hours explains why a deadline is later than usual: a player's night or vacation.
func hours(in lang.Language, rec match.Match) (lines string) {
	for seat := range rec.Bound().All() {
		if until := rec.Clock.Away[seat]; until.After(rec.Updated) { // the vacation still runs
			lines += "\n" + in.Say(sayAwayUntil, PlayerAt(in, rec, seat), discord.DateTime(until))
		}
	}
	if rec.Clock.Moved {
		lines += "\n" + in.Speak(sayNightMoved)
	}
	return lines
}

// stepping reports whether the computer players wait until somebody presses Next.
func stepping(rec match.Match) bool {
	return rec.Status == match.Running && rec.Step && rec.Stepped < rec.Turn
}

func ended(rec match.Match) bool { return rec.Status == match.Over || rec.Status == match.Closed }

// playedToEnd reports whether a match ended by the rules of its game, not by a ruling.
func playedToEnd(rec match.Match) bool {
	at, err := rec.Parse()
	if err != nil {
		return false
	}
	_, over := at.Outcome()
	return over
}

// below returns the text under a board: the last move or the result, and open offers.
func below(rec match.Match, drawn scene.Scene, to Reader) string {
	var lines []string
	if ended(rec) {
		lines = append(lines, "**"+discord.Escape(Ending(to.In, rec, rec.SeatOf(to.eyes())))+"**")
		lines = append(append(lines, places(to.In, rec, drawn.Sides)...), PlayedOut(to.In, rec)...)
	}
	if drawn.Caption != "" {
		lines = append(lines, discord.Escape(drawn.Caption))
	}
	if drawn.Legend != "" {
		lines = append(lines, "-# "+discord.Escape(drawn.Legend))
	}
	lines = append(lines, voted(to.In, rec)...)
	lines = append(lines, Offers(to.In, rec)...)
	lines = append(lines, Decided(to.In, rec)...)
	var again []string
	if to.public() && rec.RematchID != "" {
		again = []string{to.In.Speak(say.NewMatch)}
		if rec.Pair {
			again = []string{to.In.Speak(saySecondMatch)}
		}
	} else if to.public() && rec.Status == match.Over {
		again = Wanting(to.In, rec)
	}
	if len(again) > 0 && to.TimeAgain > 0 {
		again = append(again, to.In.Say(sayTimeAgain, say.Span(to.TimeAgain)))
	}
	return strings.Join(append(lines, again...), "\n")
}

// Decided returns lines about the rest of a decided match. It returns none if the match is not
// decided.
func Decided(in lang.Language, rec match.Match) (lines []string) {
	if rec.Rest == nil || rec.Parked != nil {
		return nil
	}
	lines = append(lines, in.Say(sayDecided, say.Escaped(rec.RestSays())))
	if rec.Rest.Agreed != 0 {
		lines = append(lines, in.Say(sayPlayOutAgreed, games.And(playersAt(in, rec, rec.Rest.Agreed)),
			games.And(playersAt(in, rec, rec.Asked()))))
	}
	return lines
}

// PlayedOut says in a line after which move a finished match was decided, and that the rest was played
// out. It returns none if nothing was.
func PlayedOut(in lang.Language, rec match.Match) []string {
	if rec.PlayedOut == 0 || rec.Status == match.Running {
		return nil
	}
	return []string{in.Say(sayPlayedOut, rec.Moves-rec.PlayedOut)}
}

// Offers returns a line for each open offer of a running match.
func Offers(in lang.Language, rec match.Match) (lines []string) {
	for _, o := range []struct {
		by   *games.Seat
		says games.Sentence
	}{{rec.DrawOffer, sayDrawOffer}, {rec.UndoOffer, sayUndoOffer}, {rec.RestOffer, sayPauseOffer}} {
		if o.by != nil && rec.Status == match.Running {
			lines = append(lines, in.Say(o.says, PlayerAt(in, rec, *o.by)))
		}
	}
	return lines
}

// Ending returns the sentence about how a match ended, with a capital letter, as the player of a
// seat reads it. It is empty while the match runs.
func Ending(in lang.Language, rec match.Match, reader games.Seat) string {
	ending := games.Capital(in.Speak(ToYou(rec, reader, rec.Ending())))
	if rec.Outcome == nil || reader == games.Spectator || rec.Players[reader].Channel != "" {
		return ending
	}
	if own := ownPlace(*rec.Outcome, len(rec.Players), reader); own.Format != "" {
		return in.Say(own, ending)
	}
	return ending
}

// ownPlace returns a sentence with the place of a player who has not won, such as "You come second.",
// which stands before the result. It is empty for winners.
func ownPlace(o games.Outcome, players int, seat games.Seat) games.Sentence {
	place, with := o.Place[seat], 0
	for _, other := range o.Place[:players] {
		if other == place {
			with++
		}
	}
	switch {
	case place < 2:
	case players == 2:
		return sayYouLost
	case place == 2 && with > 1:
		return sayShareSecond
	case place == 3 && with > 1:
		return sayShareThird
	case place == 2:
		return saySecond
	case place == 3:
		return sayThird
	case place == 4:
		return sayFourth
	}
	return games.Sentence{}
}

// Wanting returns a line for each player who has asked for a rematch. It returns none for a pair,
// whose second match begins unasked.
func Wanting(in lang.Language, rec match.Match) []string {
	if rec.Pair {
		return nil
	}
	var lines []string
	for s, p := range rec.Players {
		if p.User != "" && rec.Rematch[string(p.User)] {
			lines = append(lines, in.Say(sayWantsMore, PlayerAt(in, rec, games.Seat(s))))
		}
	}
	return slices.Compact(lines)
}

// buttons collects the buttons of a message about a match.
type buttons struct {
	in   lang.Language
	rec  match.Match
	list []discordgo.MessageComponent
}

// add adds a button, if it is shown.
func (b *buttons) add(show bool, do component.Action, label games.Sentence, style discordgo.ButtonStyle) {
	if show {
		b.list = append(b.list,
			component.Button(b.in.Speak(label), style,
				component.Target{Match: b.rec.ID, Head: b.rec.Board(), Action: do}))
	}
}

// keep adds a button that is disabled while it can't be used, so that it keeps its room.
func (b *buttons) keep(show, usable bool, do component.Action, label games.Sentence) {
	b.add(show, do, label, discordgo.SecondaryButton)
	if show && !usable {
		last := b.list[len(b.list)-1].(discordgo.Button)
		last.Disabled = true
		b.list[len(b.list)-1] = last
	}
}

// decisions adds buttons for decisions.
func (b *buttons) decisions(list []Decision) {
	for _, d := range list {
		b.add(true, d.Action, d.Label, d.Style)
	}
}

// deciding returns the buttons between a board and its moves: what can't wait, or what one does
// after the end. They come and go above the moves, so that no button below them is pushed away.
func (k *Maker) deciding(rec match.Match, g *games.Game, to Reader) []discordgo.MessageComponent {
	b := buttons{in: to.In, rec: rec}
	public, running, over := to.public(), rec.Status == match.Running, rec.Status == match.Over
	plays := rec.SeatOf(to.eyes()) != games.Spectator
	b.add((public || plays) && rematchable(rec), component.ActRematch, sayLabelRematch, discordgo.PrimaryButton)
	b.add(over && k.Animate != nil && rec.Moves > 0, component.ActReplay, sayLabelReplay, discordgo.SecondaryButton)
	b.add(over && g.Reviews && rec.Moves > 0, component.ActReview, say.LabelReview, discordgo.SecondaryButton)
	if running && rec.Parked == nil {
		b.decisions(urgent(rec, to))
	}
	b.add(running && rec.Parked != nil && rec.Parked.Why == match.CodePause, component.ActGoOn, sayLabelGoOn,
		discordgo.PrimaryButton)
	b.add(public && over && rec.Moves > 0, component.ActShare, sayLabelShare, discordgo.SecondaryButton)
	b.add(public && !running && len(rec.Receipts) > 0, component.ActReceipts, sayLabelReceipts,
		discordgo.SecondaryButton)
	if over && !public { // not at the foot, whose buttons stay where they are
		b.list = append(b.list, newMatch(to.In, rec))
	}
	return discord.ButtonRows(append(b.list, to.Next...))
}

// newMatch returns the button that shows all games, in a message of its own.
func newMatch(in lang.Language, rec match.Match) discordgo.MessageComponent {
	return component.Button(in.Speak(say.LabelNewMatch), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Action: component.ActGames})
}

// around returns the buttons at the foot of a board. From a match's first board to its last they
// are the same ones at the same place; those that can't be used now are disabled (P140).
func (k *Maker) around(rec match.Match, g *games.Game, to Reader) []discordgo.MessageComponent {
	b := buttons{in: to.In, rec: rec}
	public, running, over := to.public(), rec.Status == match.Running, rec.Status == match.Over
	spectator := rec.SeatOf(to.eyes()) == games.Spectator
	b.add(k.Touch && rec.Place.Outside == "" && (running || over), component.ActTouch, sayLabelTouch,
		discordgo.SecondaryButton)
	b.add(to.shared() && g.Hidden && running, component.ActBoard, sayLabelBoard, discordgo.SecondaryButton)
	b.keep(running && rec.Voting != nil, rec.Votes() != games.Spectator, component.ActVotes, sayLabelVotes)
	advised := rec.OnlyPerson()
	b.keep(running && advised != games.Spectator && Advised(rec) && (public || advised == rec.SeatOf(to.user)),
		MayHint(rec, advised), component.ActHint, sayLabelHint)
	b.add(!public && spectator && running && rec.Place.Guild != "", component.ActFollow, sayLabelFollow,
		discordgo.SecondaryButton)
	b.add(true, component.ActMore, sayLabelMore, discordgo.SecondaryButton)
	if public && over {
		b.list = append(b.list, newMatch(to.In, rec))
	}
	switch url := BoardLink(rec); {
	case public:
	case g.Hidden: // a row of its own, because it is left out in that channel
		return append(discord.ButtonRows(b.list),
			discord.Row(discord.LinkButton(to.In.Speak(sayLabelGoChannel), channelLink(rec))))
	case url != "":
		b.list = append(b.list, discord.LinkButton(to.In.Speak(sayLabelGo), url))
	}
	return discord.ButtonRows(b.list)
}

// urgent returns the decisions in a running match that can't wait behind More: claims, and answers
// to offers. On a public board they are for every player.
func urgent(rec match.Match, to Reader) (list []Decision) {
	if !to.public() && rec.SeatOf(to.user) == games.Spectator {
		return nil
	}
	for _, d := range Decisions(rec) {
		if d.Action == component.ActResign || d.Action == component.ActCancel || d.Action == component.ActDraw &&
			rec.DrawOffer == nil {
			continue
		}
		if to.public() || Decides(rec, rec.SeatOf(to.user), d.Action) {
			list = append(list, d)
		}
	}
	return list
}

// Decides reports whether an action of a match is for the player of a seat. Nobody agrees to their
// own offer, agrees twice to play the match out, or claims a win because they are late themselves.
func Decides(rec match.Match, seat games.Seat, a component.Action) bool {
	var offer *games.Seat
	switch a {
	case component.ActPlayOut:
		return rec.Asked().Has(seat)
	case component.ActClaim:
		return rec.Claimable().Has(seat)
	case component.ActDraw:
		offer = rec.DrawOffer
	case component.ActTakeback:
		offer = rec.UndoOffer
	case component.ActPause:
		offer = rec.RestOffer
	}
	return offer == nil || *offer != seat
}

// rematchable reports whether the players of a match may ask for another one.
func rematchable(rec match.Match) bool {
	gone := slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Gone != "" })
	return rec.Status == match.Over && rec.RematchID == "" && rec.Tournament == "" && People(rec) > 0 && !gone &&
		rec.Leaderless() == games.Spectator
}

// Acts lists everything that players can do in a match besides moving, in every state of it.
func Acts(rec match.Match) []Decision {
	switch {
	case rematchable(rec):
		return []Decision{{component.ActRematch, sayLabelRematch, discordgo.PrimaryButton}}
	case rec.Status != match.Running:
		return nil
	case rec.Parked == nil:
		return Decisions(rec)
	case rec.Parked.Why == match.CodePause:
		return []Decision{{component.ActGoOn, sayLabelGoOn, discordgo.PrimaryButton}}
	}
	return nil
}

// Decision is an action of a player in a match that makes no move.
type Decision struct {
	Action component.Action
	Label  games.Sentence
	Style  discordgo.ButtonStyle
}

// playsOutTo is the label of the button that plays a decided match out: it says who wins then.
func playsOutTo(rec match.Match) games.Sentence {
	if rec.Rest.First.Len() == 1 {
		for seat := range rec.Rest.First.All() {
			return rec.Named(games.Say(sayLabelPlayOut.Format, games.Say(rec.Rules().SeatName(seat))))
		}
	}
	return sayLabelPlayTie
}

// Decisions lists what players of a running match can do besides moving: claiming, offers, answers
// to offers, resigning.
func Decisions(rec match.Match) (list []Decision) {
	add := func(a component.Action, label games.Sentence, style discordgo.ButtonStyle) {
		list = append(list, Decision{a, label, style})
	}
	if rec.Clock.Lapsed {
		add(component.ActClaim, say.ClaimOf(len(rec.Players)).Button, discordgo.SuccessButton)
	}
	if stepping(rec) {
		add(component.ActNext, say.LabelNext, discordgo.PrimaryButton)
		add(component.ActPlayOn, sayLabelPlayOn, discordgo.SecondaryButton)
	}
	if rec.Asked() != 0 {
		add(component.ActPlayOut, playsOutTo(rec), discordgo.SecondaryButton)
	}
	if rec.UndoOffer != nil {
		add(component.ActTakeback, sayLabelUndo, discordgo.SecondaryButton)
		add(component.ActNoUndo, sayLabelNoUndo, discordgo.SecondaryButton)
	}
	if rec.RestOffer != nil {
		add(component.ActPause, sayLabelPause, discordgo.SuccessButton)
		add(component.ActNoPause, sayLabelNoPause, discordgo.SecondaryButton)
	}
	switch {
	case !rec.Opponents():
	case rec.DrawOffer != nil:
		add(component.ActDraw, sayLabelAgree, discordgo.SuccessButton)
		add(component.ActNoDraw, sayLabelNoDraw, discordgo.SecondaryButton)
	case rec.Moves > 0:
		add(component.ActDraw, SayLabelDraw, discordgo.SecondaryButton)
	}
	if rec.Cancellable() {
		add(component.ActCancel, sayLabelCancel, discordgo.SecondaryButton)
	} else {
		add(component.ActResign, SayLabelResign, discordgo.DangerButton)
	}
	return list
}

// MaxFile is the greatest size in bytes of a file that the bot sends.
const MaxFile = 8 << 20

// Beginning reports whether a match has just begun: some player has not made their first move yet.
func Beginning(rec match.Match) bool {
	if rec.Status != match.Running || rec.Position == "" {
		return false
	}
	return rec.Moves < len(rec.Players) ||
		slices.ContainsFunc(slices.Collect(rec.Waiting.All()), func(s games.Seat) bool { return !rec.HasActed(s) })
}

// beginning returns the lines that only the first boards of a match have: the game's goal and a
// hint for newcomers.
func beginning(rec match.Match, g *games.Game, to Reader) []string {
	var lines []string
	if g.Goal != "" && Beginning(rec) {
		lines = append(lines, to.In.Say(SayGoal, to.In.Text(g.Goal)))
	}
	if s := Swapped(to.In, rec, rec.SeatOf(to.eyes())); s != "" {
		lines = append(lines, discord.Escape(s))
	}
	if Beginning(rec) && to.public() {
		lines = append(lines, outsideLines(to.In, rec)...)
	}
	if to.Hint != "" {
		lines = append(lines, to.Hint)
	}
	return lines
}

// Swapped says on the first boards of a rematch who plays which side now, because everybody has got
// used to the other one. It is empty if the sides are as before.
func Swapped(in lang.Language, rec match.Match, reader games.Seat) string {
	if !rec.Swapped || !Beginning(rec) {
		return ""
	}
	side := func(seat games.Seat) string { return in.Text(rec.Rules().SeatName(seat)) }
	if reader != games.Spectator {
		return in.Say(sayYourSideNow, side(reader))
	}
	return in.Say(saySidesNow, NameAt(in, rec, 0), side(0), NameAt(in, rec, 1), side(1))
}

// HintKey is the key in match.User.Told that records who has seen the hint of a game. Who has not is
// new to it.
func HintKey(g *games.Game) string { return "hint/" + string(g.ID) }

// Hint returns the line for newcomers to a game. The argument who names the newcomers.
func Hint(in lang.Language, g *games.Game, who games.Sentence) string {
	hint := "-# " + in.Say(sayFirstTime, who, in.Text(g.Hint))
	if len(lesson.Of(g.ID)) > 0 {
		hint += " " + in.Speak(sayLessonHint)
	}
	return hint
}

// The values of a user's preference for pictures, stored in match.User.Prefer under prefersLook.
const (
	prefersLook = "look"

	LookUsual      = "usual" // the look for Discord's dark theme
	LookLight      = "light"
	LookContrast   = "contrast"
	LookLarge      = "large"
	LookLightLarge = "light-large"
	LookBoth       = "both"
)

// Chose reports whether a reader has chosen a look of pictures.
func Chose(prefer games.Options) bool { return prefer[prefersLook] != "" }

// Liked returns a scene with the look that a reader prefers, or that a server has set for public
// messages.
func Liked(s scene.Scene, prefer games.Options) scene.Scene {
	s.Look = LikedLook(prefer)
	return s
}

// LikedLook returns the look of all pictures that a reader prefers.
func LikedLook(prefer games.Options) scene.Look { return Look(prefer[prefersLook]) }

// Look returns the look that a stored value stands for.
func Look(value string) scene.Look {
	return scene.Look{
		Light:    value == LookLight || value == LookLightLarge,
		Contrast: value == LookContrast || value == LookBoth,
		Large:    value == LookLarge || value == LookLightLarge || value == LookBoth,
	}
}
