package show

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/render"
)

// Facts is what a message may need beside the match itself.
type Facts struct {
	Log       []match.Event    // all of it
	Standings []match.Standing // of the owner, on the server
}

// NeedsStandings reports whether a message about a match has to know what its owner has achieved.
func NeedsStandings(rec match.Match) bool { return rec.Status == match.Open }

// NeedsLog reports whether personal has to know the log of a match for a seat.
func NeedsLog(rec match.Match, seat games.Seat) bool {
	g := rec.Rules()
	return g != nil && g.Arranges && seat != games.Spectator && rec.Status == match.Running && rec.Moves == 0 && rec.Outcome == nil
}

// BoardFile is the picture of every board. The name is always the same, so that it says nothing.
const BoardFile = "board.png"

// Maker makes the messages that show matches and tournaments. It holds how pictures are drawn, and nothing that changes.
type Maker struct {
	Games   []*games.Game
	Draw    func(scene.Scene) ([]byte, error)
	Animate func([]scene.Scene) ([]byte, error) // nil: there are no replays
	Chart   func(render.Chart) ([]byte, error)
	Log     *slog.Logger
}

// Reader is whom a board is for: the channel, or one person.
type Reader struct {
	user   match.UserID // empty: everybody in the channel
	In     lang.Language
	Style  match.Style
	prefer games.Options
	note   string // said above the board, to a person
	News   []string
	Hint   string   // for newcomers, at the beginning of a match
	Card   []string // said below the result of a match that is over
	Ping   []match.UserID

	Reputation []string // of who invites, see reputation
	Choice     Choice
}

func (r Reader) public() bool { return r.user == "" }

// Board makes the message that shows a match at its present head.
func (k *Maker) Board(rec match.Match, to Reader) (discord.Message, error) {
	g := rec.Rules()
	if g == nil {
		return discord.Message{}, fmt.Errorf("compose match %s: no game %q", rec.ID, rec.Game)
	}
	if rec.Position == "" {
		return invitation(rec, g, to), nil
	}
	view, before, err := views(rec, to)
	if err != nil {
		return discord.Message{}, fmt.Errorf("compose match %s: %w", rec.ID, err)
	}
	if mayChoose(rec, to) {
		view = view.Choosing(to.Choice.Half)
	}
	drawn := Liked(view.Prefer(to.prefer).Ended(to.In.Speak(rec.Record.Ending())).Draw(Names(to.In, rec), before, rec.LastSeat, rec.LastMoves), to.prefer)
	m := discord.Message{Ping: userIDs(to.Ping), Private: !to.public()}
	head := heading(rec, g, to)
	if to.Choice.begun() {
		head = to.Choice.says(to.In)
	}
	parts := []discordgo.MessageComponent{discord.Text(head)}
	board, f := k.Picture(to.In, drawn, to.Style)
	parts = append(parts, board...)
	m.Files = append(m.Files, f...)
	if len(f) == 0 || drawn.Result != "" { // the text board and the words have the last move themselves; a caption that is the result is below anyway
		drawn.Caption = ""
	}
	if s := below(rec, drawn, to); s != "" {
		parts = append(parts, discord.Text(s))
	}
	parts = append(parts, moves(rec, to)...)
	if !to.Choice.begun() {
		parts = append(parts, k.around(rec, g, to)...)
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(parts...)}
	return m, nil
}

// views are what a reader may know of the position, and of the one before the last turn.
func views(rec match.Match, to Reader) (now, before *games.View, err error) {
	seat := rec.SeatOf(to.user)
	if now, err = rec.View(seat); err != nil {
		return nil, nil, err
	}
	before, err = rec.ViewBefore(seat)
	return now.In(to.In.Speak), before, err
}

// Picture is the board itself in a style: a picture with the position in words beside it, monospace text, or words alone. Where drawing
// fails the text stands in (P16, P87).
func (k *Maker) Picture(in lang.Language, s scene.Scene, style match.Style) ([]discordgo.MessageComponent, []discord.File) {
	switch style {
	case match.Words:
		return []discordgo.MessageComponent{discord.Text(discord.Escape(s.Words))}, nil
	case match.Text:
		return []discordgo.MessageComponent{discord.Text(discord.CodeBlock(render.Text(s)))}, nil
	}
	var png []byte
	var err error
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(s) }) || err != nil || len(png) > maxFile {
		k.Log.Error("could not draw a board", "err", err, "bytes", len(png))
		return []discordgo.MessageComponent{discord.Text(discord.CodeBlock(render.Text(s)) + "\n" + in.Speak(say.DrawFailed))}, nil
	}
	f := discord.File{Name: BoardFile, Alt: discord.Truncate(s.Words, discord.MaxAlt), Data: png}
	return []discordgo.MessageComponent{discord.Picture(f)}, []discord.File{f}
}

// heading is the top of a board: game, players, whose turn it is and the clock.
func heading(rec match.Match, g *games.Game, to Reader) string {
	lines := []string{"### " + Title(to.In, rec, g)}
	if to.note != "" {
		lines = append(lines, to.note)
	}
	lines = append(lines, beginning(rec, g, to)...)
	if o := chosenOptions(to.In, rec, g); o != "" {
		lines = append(lines, "-# "+o)
	}
	if rec.Tournament != "" {
		lines = append(lines, "-# "+to.In.Speak(say.TournamentGame))
	}
	if s := turnLine(to.In, rec); s != "" {
		lines = append(lines, s)
	}
	return strings.Join(append(lines, to.News...), "\n")
}

// turnLine says whose turn it is and how long they have; nothing when the match is not running.
func turnLine(in lang.Language, rec match.Match) string {
	if rec.Status != match.Running {
		return ""
	}
	if rec.Parked != nil {
		return in.Say(say.Parked, rec.Parked.Says())
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
		line = in.Say(say.Again, people[0])
	case len(people) == 1 && rec.Waiting.Len() == 1:
		line = in.Say(say.YourTurn, people[0])
	case len(people) > 0:
		line = in.Say(say.WaitAll, games.And(people))
	case stepping(rec):
		line = in.Say(say.Step, games.And(computers))
	default:
		line = in.Say(say.Thinking, games.And(computers))
	}
	if len(people) > 0 && !rec.Clock.Deadline.IsZero() {
		line += " · " + timeLeft(in, rec) + hours(in, rec)
	}
	return line
}

// timeLeft says when the time of those who are waited for runs out, or did.
func timeLeft(in lang.Language, rec match.Match) string {
	if rec.Clock.Lapsed {
		return in.Say(say.TimeIsUp, discord.Relative(rec.Clock.Deadline))
	}
	return in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
}

// hours says why a deadline is later than one would think: somebody's night or vacation.
func hours(in lang.Language, rec match.Match) (lines string) {
	for seat := range rec.Bound().All() {
		if until := rec.Clock.Away[seat]; !until.IsZero() {
			lines += "\n" + in.Say(say.AwayUntil, PlayerAt(in, rec, seat), discord.DateTime(until))
		}
	}
	if rec.Clock.Moved {
		lines += "\n" + in.Speak(say.NightMoved)
	}
	return lines
}

// stepping reports whether computers wait for somebody to press Next.
func stepping(rec match.Match) bool {
	return rec.Status == match.Running && rec.Step && rec.Stepped < rec.Turn
}

// below is what stands under the board: the last move or result in words, and what is on offer.
func below(rec match.Match, drawn scene.Scene, to Reader) string {
	var lines []string
	if rec.Status == match.Over || rec.Status == match.Closed {
		lines = append(lines, "**"+discord.Escape(Ending(to.In, rec))+"**")
		lines = append(append(lines, places(to.In, rec, drawn.Sides)...), to.Card...)
	}
	if drawn.Caption != "" {
		lines = append(lines, discord.Escape(drawn.Caption))
	}
	if rec.DrawOffer != nil && rec.Status == match.Running {
		lines = append(lines, to.In.Say(say.DrawOffer, PlayerAt(to.In, rec, *rec.DrawOffer)))
	}
	if rec.UndoOffer != nil && rec.Status == match.Running {
		lines = append(lines, to.In.Say(say.UndoOffer, PlayerAt(to.In, rec, *rec.UndoOffer)))
	}
	if rec.RestOffer != nil && rec.Status == match.Running {
		lines = append(lines, to.In.Say(say.PauseOffer, PlayerAt(to.In, rec, *rec.RestOffer)))
	}
	if to.public() && rec.RematchID != "" {
		lines = append(lines, to.In.Say(say.NewMatch, "`"+string(rec.RematchID)+"`"))
	} else if to.public() && rec.Status == match.Over {
		lines = append(lines, wanting(to.In, rec)...)
	}
	return strings.Join(lines, "\n")
}

// Ending is how a match ended, as a sentence that stands alone; empty while it goes on.
func Ending(in lang.Language, rec match.Match) string {
	s := in.Speak(rec.Ending())
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

// wanting says who has asked for a rematch.
func wanting(in lang.Language, rec match.Match) []string {
	var lines []string
	for s, p := range rec.Players {
		if p.User != "" && rec.Rematch[string(p.User)] {
			lines = append(lines, in.Say(say.WantsMore, PlayerAt(in, rec, games.Seat(s))))
		}
	}
	return slices.Compact(lines)
}

// around is the row of controls that has nothing to do with the moves.
func (k *Maker) around(rec match.Match, g *games.Game, to Reader) []discordgo.MessageComponent {
	at := func(a Action) Target { return Target{Match: rec.ID, Head: rec.Board(), Action: a} }
	var list []discordgo.MessageComponent
	if to.public() {
		list = append(list, Button(to.In.Speak(say.LabelBoard), discordgo.SecondaryButton, at(ActBoard)))
	}
	if rec.Status == match.Over {
		if to.public() && rec.RematchID == "" && rec.Tournament == "" && People(rec) > 0 {
			list = append(list, Button(to.In.Speak(say.LabelRematch), discordgo.PrimaryButton, at(ActRematch)))
		}
		if k.Animate != nil && rec.Moves > 0 {
			list = append(list, Button(to.In.Speak(say.LabelReplay), discordgo.SecondaryButton, at(ActReplay)))
		}
		if g.Reviews && rec.Moves > 0 {
			list = append(list, Button(to.In.Speak(say.LabelReview), discordgo.SecondaryButton, at(ActReview)))
		}
	}
	switch {
	case rec.Status != match.Running:
	case rec.Parked == nil:
		list = append(list, decisions(rec, to, at)...)
	case rec.Parked.Why == match.CodePause:
		list = append(list, Button(to.In.Speak(say.LabelGoOn), discordgo.PrimaryButton, at(ActGoOn)))
	}
	if to.public() && rec.Status == match.Over && rec.Moves > 0 {
		list = append(list, Button(to.In.Speak(say.LabelShare), discordgo.SecondaryButton, at(ActShare)))
	}
	if to.public() && len(rec.Receipts) > 0 {
		list = append(list, Button(to.In.Speak(say.LabelReceipts), discordgo.SecondaryButton, at(ActReceipts)))
	}
	if Beginning(rec) {
		list = append(list, Button(to.In.Speak(say.LabelRules), discordgo.SecondaryButton, at(ActRules)))
	}
	if to.public() && rec.Status == match.Running && People(rec) > 0 { // for each who moves here, and the same for all: nobody sees who is waited for elsewhere (P96, P107)
		list = append(list, Button(to.In.Speak(say.LabelNextGame), discordgo.SecondaryButton, at(ActNextMatch)))
	}
	if !to.public() {
		list = append(list, ownTools(rec, to, at)...)
	}
	if !to.public() {
		if g.Hidden {
			list = append(list, discord.LinkButton(to.In.Speak(say.LabelGo), channelLink(rec)))
		} else if url := BoardLink(rec); url != "" {
			list = append(list, discord.LinkButton(to.In.Speak(say.LabelGo), url))
		}
	}
	return discord.ButtonRows(list)
}

// ownTools are what a reader's own board has beside what can be done in the match: what they have missed, a what-if board, their notes.
func ownTools(rec match.Match, to Reader, at func(Action) Target) (list []discordgo.MessageComponent) {
	if rec.Status == match.Running && rec.Moves > 0 {
		list = append(list, Button(to.In.Speak(say.LabelCatchUp), discordgo.SecondaryButton, at(ActCatchUp)))
	}
	if rec.SeatOf(to.user) == games.Spectator && rec.Status == match.Running && rec.Place.Guild != "" {
		list = append(list, Button(to.In.Speak(say.LabelFollow), discordgo.SecondaryButton, at(ActFollow)))
	}
	if rec.SeatOf(to.user) == games.Spectator || ArrangingPhase(rec) {
		return list
	}
	if rec.Status == match.Running {
		list = append(list, Button(to.In.Speak(say.LabelTry), discordgo.SecondaryButton, at(ActTry)))
	}
	return append(list, Button(to.In.Speak(say.LabelNote), discordgo.SecondaryButton, at(ActNote)))
}

// decisions are the buttons of a running match beside its moves: what the reader could do, or on a public board anybody who plays.
func decisions(rec match.Match, to Reader, at func(Action) Target) []discordgo.MessageComponent {
	if !to.public() && rec.SeatOf(to.user) == games.Spectator {
		return nil
	}
	var list []discordgo.MessageComponent
	if rec.Clock.Lapsed {
		list = append(list, Button(to.In.Speak(say.ClaimOf(len(rec.Players)).Button), discordgo.SuccessButton, at(ActClaim)))
	}
	if stepping(rec) {
		list = append(list, Button(to.In.Speak(say.LabelNext), discordgo.PrimaryButton, at(ActNext)), Button(to.In.Speak(say.LabelPlayOn), discordgo.SecondaryButton, at(ActPlayOn)))
	}
	if rec.UndoOffer != nil {
		list = append(list, Button(to.In.Speak(say.LabelUndo), discordgo.SecondaryButton, at(ActTakeback)), Button(to.In.Speak(say.LabelNoUndo), discordgo.SecondaryButton, at(ActNoUndo)))
	}
	if rec.RestOffer != nil {
		list = append(list, Button(to.In.Speak(say.LabelPause), discordgo.SuccessButton, at(ActPause)), Button(to.In.Speak(say.LabelNoPause), discordgo.SecondaryButton, at(ActNoPause)))
	}
	switch {
	case People(rec) < 2 || computersIn(rec):
	case rec.DrawOffer != nil:
		list = append(list, Button(to.In.Speak(say.LabelAgree), discordgo.SuccessButton, at(ActDraw)), Button(to.In.Speak(say.LabelNoDraw), discordgo.SecondaryButton, at(ActNoDraw)))
	case rec.Before != "":
		list = append(list, Button(to.In.Speak(say.LabelDraw), discordgo.SecondaryButton, at(ActDraw)))
	}
	if rec.Tournament == "" && (rec.Before == "" || People(rec) == 0) {
		return append(list, Button(to.In.Speak(say.LabelCancel), discordgo.SecondaryButton, at(ActCancel)))
	}
	return append(list, Button(to.In.Speak(say.LabelResign), discordgo.DangerButton, at(ActResign)))
}

// maxFile is the largest file that is sent.
const maxFile = 8 << 20
