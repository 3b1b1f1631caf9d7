// Package board makes messages of matches from a match and its reader. It does no I/O and knows no
// feature, so a test can check every message. Start reading at [Maker.Board].
package board

import (
	"fmt"
	"slices"
	"strings"

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
)

// boardFile is the file name of every board's picture. It is always the same, so it reveals
// nothing.
const boardFile = "board.png"

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
	drawn.Told = true // text shown below the picture
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
	// the line comes some seconds later; a chat that shows its end grows upwards, so the buttons keep their place
	if ended(rec) && len(to.Card) > 0 {
		parts = append(parts, discord.Text(strings.Join(to.Card, "\n")))
	}
	if !to.Choice.Begun() {
		parts = append(parts, k.deciding(rec, g, to)...)
	}
	parts = append(parts, moves(rec, to)...)
	if !to.Choice.Begun() {
		parts = append(parts, k.around(rec, g, to)...)
	}
	m.Parts = []discordgo.MessageComponent{discord.Accented(accent(rec, to), parts...)}
	return m, nil
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
	// the board before has told the last turn, or a line says that the rest was played out
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
			discord.TextWithButton(discord.Text(first[0]), component.Button(to.In.Speak(say.LabelRules),
				discordgo.SecondaryButton, component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActRules})),
		}
		lines = first[1:] // at the side of the button they would be narrow, and the board out of a phone's sight
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
		lines = append(lines, "-# "+to.In.Speak(sayViewStays)) // updates would reveal when pieces are arranged (S85)
	}
	if lines = append(lines, to.News...); len(lines) > 0 {
		parts = append(parts, discord.Text(strings.Join(lines, "\n")))
	}
	return parts
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
	if over && !public { // the row is not the last one, whose buttons keep their places
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
	case g.Hidden: // the button has a row of its own, because it is left out in the match's own channel
		return append(discord.ButtonRows(b.list),
			discord.Row(discord.LinkButton(to.In.Speak(sayLabelGoChannel), channelLink(rec))))
	case url != "":
		b.list = append(b.list, discord.LinkButton(to.In.Speak(sayLabelGo), url))
	}
	return discord.ButtonRows(b.list)
}

// MaxFile is the greatest size in bytes of a file that the bot sends.
const MaxFile = 8 << 20

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

// HintKey is the key in match.User.Told that records who has seen the hint of a game. A user who
// has not seen it is new to the game.
func HintKey(g *games.Game) string { return "hint/" + string(g.ID) }

// Hint returns the line for newcomers to a game. The argument who names the newcomers.
func Hint(in lang.Language, g *games.Game, who games.Sentence) string {
	hint := "-# " + in.Say(sayFirstTime, who, in.Text(g.Hint))
	if !g.PieceFirst && g.MoveSays.Format == "" { // pieces with many places to go have such buttons
		hint += " " + in.Speak(sayDots)
	}
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

// OpenPage returns the button that opens a match on a page. Without a page there is none.
func (k *Maker) OpenPage(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	if !k.Touch || rec.Place.Outside != "" {
		return nil
	}
	return []discordgo.MessageComponent{component.Button(in.Speak(sayLabelTouch), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActTouch})}
}
