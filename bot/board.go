package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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

// boardFile is the picture of every board. The name is always the same, so that it says nothing.
const boardFile = "board.png"

// reader is whom a board is for: the channel, or one person.
type reader struct {
	user   match.UserID // empty: everybody in the channel
	in     lang.Language
	style  match.Style
	prefer games.Options
	note   string // said above the board, to a person
	news   []string
	ping   []match.UserID
}

func (r reader) public() bool { return r.user == "" }

// compose makes the message that shows a match at its present head.
func (b *bot) compose(rec match.Match, to reader) (discord.Message, error) {
	g, ok := b.svc.Read.Game(rec.Game)
	if !ok {
		return discord.Message{}, fmt.Errorf("compose match %s: no game %q", rec.ID, rec.Game)
	}
	if rec.Position == "" {
		return b.invitation(rec, g, to), nil
	}
	view, before, err := b.views(rec, to)
	if err != nil {
		return discord.Message{}, fmt.Errorf("compose match %s: %w", rec.ID, err)
	}
	drawn := view.Prefer(to.prefer).Draw(names(to.in, rec), before, rec.LastSeat, rec.LastMoves)
	if result := to.in.Speak(rec.Ending()); result != "" && !strings.Contains(drawn.Words, result) { // decided by more than the board shows
		drawn.Words = discord.Truncate(result+" "+drawn.Words, discord.MaxAlt)
	}
	m := discord.Message{Ping: userIDs(to.ping), Private: !to.public()}
	parts := []discordgo.MessageComponent{discord.Text(heading(rec, g, to))}
	board, f := b.picture(to.in, drawn, to.style)
	parts = append(parts, board...)
	m.Files = append(m.Files, f...)
	if len(f) == 0 { // the text board and the words have the last move themselves
		drawn.Caption = ""
	}
	if s := below(rec, drawn.Caption, to); s != "" {
		parts = append(parts, discord.Text(s))
	}
	if lines := b.receipts(to.in, rec, g); to.public() && len(lines) > 0 {
		parts = append(parts, discord.Text(strings.Join(lines, "\n")))
	}
	parts = append(parts, b.moves(rec, to)...)
	parts = append(parts, b.around(rec, g, to)...)
	m.Parts = []discordgo.MessageComponent{discord.Container(parts...)}
	return m, nil
}

// views are what a reader may know of the position, and of the one before the last turn.
func (b *bot) views(rec match.Match, to reader) (now, before *games.View, err error) {
	seat := rec.SeatOf(to.user)
	if now, err = rec.View(seat); err != nil {
		return nil, nil, err
	}
	before, err = rec.ViewBefore(seat)
	return now.In(to.in.Speak), before, err
}

// picture is the board itself in a style: a picture with the position in words beside it, monospace text, or words alone. Where drawing
// fails the text stands in (P16, P87).
func (b *bot) picture(in lang.Language, s scene.Scene, style match.Style) ([]discordgo.MessageComponent, []discord.File) {
	switch style {
	case match.Words:
		return []discordgo.MessageComponent{discord.Text(discord.Escape(s.Words))}, nil
	case match.Text:
		return []discordgo.MessageComponent{discord.Text(discord.CodeBlock(render.Text(s)))}, nil
	}
	var png []byte
	var err error
	if !tasks.Guard(b.log, "drawing", func() { png, err = b.cfg.Draw(s) }) || err != nil || len(png) > maxFile {
		b.log.Error("could not draw a board", "err", err, "bytes", len(png))
		return []discordgo.MessageComponent{discord.Text(discord.CodeBlock(render.Text(s)) + "\n" + in.Speak(say.DrawFailed))}, nil
	}
	f := discord.File{Name: boardFile, Alt: discord.Truncate(s.Words, discord.MaxAlt), Data: png}
	return []discordgo.MessageComponent{discord.Picture(f)}, []discord.File{f}
}

// heading is the top of a board: game, players, whose turn it is and the clock.
func heading(rec match.Match, g *games.Game, to reader) string {
	lines := []string{"### " + title(to.in, rec, g)}
	if to.note != "" {
		lines = append(lines, to.note)
	}
	if o := chosen(to.in, rec, g); o != "" {
		lines = append(lines, "-# "+o)
	}
	if rec.Tournament != "" {
		lines = append(lines, "-# "+to.in.Speak(say.TournamentGame))
	}
	if s := turnLine(to.in, rec); s != "" {
		lines = append(lines, s)
	}
	return strings.Join(append(lines, to.news...), "\n")
}

// title is "Kalah · South Marge v North Homer".
func title(in lang.Language, rec match.Match, g *games.Game) string {
	var who []string
	for s, p := range rec.Players {
		if !p.Empty() {
			who = append(who, in.Text(g.SeatName(games.Seat(s)))+" "+playerName(p))
		}
	}
	return g.Name + " · " + strings.Join(who, in.Speak(say.V))
}

// turnLine says whose turn it is and how long they have; nothing when the match is not running.
func turnLine(in lang.Language, rec match.Match) string {
	if rec.Status != match.Running {
		return ""
	}
	if rec.Parked != nil {
		return in.Say(say.Parked, in.Text(rec.Parked.Reason))
	}
	var people, computers []string
	for seat := range rec.Waiting.All() {
		if p := rec.Players[seat]; p.User != "" {
			people = append(people, discord.Mention(string(p.User)))
		} else {
			computers = append(computers, playerName(p))
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
		line += " · " + in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
	}
	return line
}

// stepping reports whether computers wait for somebody to press Next.
func stepping(rec match.Match) bool {
	return rec.Status == match.Running && rec.Step && rec.Stepped < rec.Turn
}

// below is what stands under the board: the last move or result in words, and what is on offer.
func below(rec match.Match, caption string, to reader) string {
	var lines []string
	if rec.Status == match.Over || rec.Status == match.Closed {
		lines = append(lines, "**"+discord.Escape(to.in.Speak(rec.Ending()))+"**")
		lines = append(lines, places(rec)...)
	}
	if caption != "" && caption != to.in.Speak(rec.Ending()) {
		lines = append(lines, discord.Escape(caption))
	}
	if rec.DrawOffer != nil && rec.Status == match.Running {
		lines = append(lines, to.in.Say(say.DrawOffer, playerName(rec.Players[*rec.DrawOffer])))
	}
	if rec.UndoOffer != nil && rec.Status == match.Running {
		lines = append(lines, to.in.Say(say.UndoOffer, playerName(rec.Players[*rec.UndoOffer])))
	}
	if to.public() && rec.RematchID != "" {
		lines = append(lines, to.in.Say(say.NewMatch, "`"+string(rec.RematchID)+"`"))
	} else if to.public() && rec.Status == match.Over {
		lines = append(lines, wanting(to.in, rec)...)
	}
	return strings.Join(lines, "\n")
}

// wanting says who has asked for a rematch.
func wanting(in lang.Language, rec match.Match) []string {
	var lines []string
	for _, p := range rec.Players {
		if p.User != "" && rec.Rematch[string(p.User)] {
			lines = append(lines, in.Say(say.WantsMore, playerName(p)))
		}
	}
	return slices.Compact(lines)
}

// around is the row of controls that has nothing to do with the moves.
func (b *bot) around(rec match.Match, g *games.Game, to reader) []discordgo.MessageComponent {
	at := func(a action) target { return target{Match: rec.ID, Head: rec.Board(), Action: a} }
	var list []discordgo.MessageComponent
	if to.public() {
		list = append(list, button(to.in.Speak(say.LabelBoard), discordgo.SecondaryButton, at(actBoard)))
	}
	if rec.Status == match.Over {
		if to.public() && rec.RematchID == "" && rec.Tournament == "" && people(rec) > 0 {
			list = append(list, button(to.in.Speak(say.LabelRematch), discordgo.PrimaryButton, at(actRematch)))
		}
		if b.cfg.Animate != nil && len(rec.LastMoves) > 0 {
			list = append(list, button(to.in.Speak(say.LabelReplay), discordgo.SecondaryButton, at(actReplay)))
		}
	}
	if rec.Status == match.Running && rec.Parked == nil {
		list = append(list, b.decisions(rec, g, to, at)...)
	}
	if !to.public() {
		if g.Hidden {
			list = append(list, discord.LinkButton(to.in.Speak(say.LabelGo), channelLink(rec)))
		} else if url := boardLink(rec); url != "" {
			list = append(list, discord.LinkButton(to.in.Speak(say.LabelGo), url))
		}
	}
	return discord.ButtonRows(list)
}

// decisions are the buttons of a running match beside its moves: what the reader could do, or on a public board anybody who plays.
func (b *bot) decisions(rec match.Match, _ *games.Game, to reader, at func(action) target) []discordgo.MessageComponent {
	if !to.public() && rec.SeatOf(to.user) == games.Spectator {
		return nil
	}
	var list []discordgo.MessageComponent
	if rec.Clock.Lapsed {
		list = append(list, button(to.in.Speak(say.LabelClaim), discordgo.SuccessButton, at(actClaim)))
	}
	if stepping(rec) {
		list = append(list, button(to.in.Speak(say.LabelNext), discordgo.PrimaryButton, at(actNext)), button(to.in.Speak(say.LabelPlayOn), discordgo.SecondaryButton, at(actPlayOn)))
	}
	if rec.UndoOffer != nil {
		list = append(list, button(to.in.Speak(say.LabelUndo), discordgo.SecondaryButton, at(actTakeback)), button(to.in.Speak(say.LabelNoUndo), discordgo.SecondaryButton, at(actNoUndo)))
	}
	switch {
	case people(rec) < 2 || computersIn(rec):
	case rec.DrawOffer != nil:
		list = append(list, button(to.in.Speak(say.LabelAgree), discordgo.SuccessButton, at(actDraw)), button(to.in.Speak(say.LabelNoDraw), discordgo.SecondaryButton, at(actNoDraw)))
	case rec.Before != "":
		list = append(list, button(to.in.Speak(say.LabelDraw), discordgo.SecondaryButton, at(actDraw)))
	}
	if rec.Tournament == "" && (rec.Before == "" || people(rec) == 0) {
		return append(list, button(to.in.Speak(say.LabelCancel), discordgo.SecondaryButton, at(actCancel)))
	}
	return append(list, button(to.in.Speak(say.LabelResign), discordgo.DangerButton, at(actResign)))
}

// invitation shows a challenge or a table, or what became of it.
func (b *bot) invitation(rec match.Match, g *games.Game, to reader) discord.Message {
	lines := []string{"### " + invitationTitle(to.in, rec, g)}
	if rec.Status == match.Open {
		lines = append(append(lines, terms(to.in, rec, g)...), b.reputation(b.ctx, to.in, rec)...)
	} else {
		lines = append(lines, discord.Escape(to.in.Speak(rec.Ending())))
	}
	lines = append(lines, to.news...)
	if len(to.ping) > 0 {
		lines = append(lines, to.in.Say(say.To, games.And(mentioned(to.ping))))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	if rec.Status == match.Open {
		parts = append(parts, discord.ButtonRows(answers(to.in, rec))...)
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Ping: userIDs(to.ping), Private: !to.public()}
}

func invitationTitle(in lang.Language, rec match.Match, g *games.Game) string {
	owner := ownerName(rec)
	switch {
	case rec.Invited != "":
		return in.Say(say.Challenge, owner, discord.Mention(string(rec.Invited)), g.Name)
	case len(rec.Players) == 2:
		return in.Say(say.Open, owner, g.Name)
	}
	return in.Say(say.Table, owner, g.Name)
}

// terms are what is agreed to by accepting: options, seats, time (P14).
func terms(in lang.Language, rec match.Match, g *games.Game) []string {
	var lines []string
	if o := chosen(in, rec, g); o != "" {
		lines = append(lines, o)
	}
	if rec.Invited == "" && len(rec.Players) > 2 {
		var who []string
		for _, p := range rec.Players {
			if !p.Empty() {
				who = append(who, playerName(p))
			}
		}
		lines = append(lines, in.Say(say.Seats, len(who), len(rec.Players), games.And(who)))
	}
	agreed := seating(in, rec, g) + " · " + clockWords(in, rec)
	if rec.Unrated {
		agreed += " · " + in.Speak(say.Unrated)
	}
	lines = append(lines, agreed)
	if !rec.Due.IsZero() {
		lines = append(lines, in.Say(say.Expires, discord.DateTime(rec.Due)))
	}
	return lines
}

func seating(in lang.Language, rec match.Match, g *games.Game) string {
	switch {
	case rec.Shuffle:
		return in.Speak(say.ByLot)
	case g.SideOption == "":
		return in.Speak(say.InOrder)
	}
	return in.Say(say.Plays, ownerName(rec), in.Text(g.SeatName(rec.SeatOf(rec.Owner))))
}

func clockWords(in lang.Language, rec match.Match) string {
	if rec.Clock.Policy.PerMove <= 0 {
		return in.Speak(say.NoClock)
	}
	return in.Say(say.Clock, say.Span(rec.Clock.Policy.PerMove)) + "; " + in.Say(say.Late, say.Lapses[rec.Clock.Policy.Lapse])
}

// answers are the buttons of a challenge or table.
func answers(in lang.Language, rec match.Match) []discordgo.MessageComponent {
	at := func(a action) target { return target{Match: rec.ID, Head: rec.Board(), Action: a} }
	if rec.Invited != "" {
		return []discordgo.MessageComponent{
			button(in.Speak(say.LabelAccept), discordgo.SuccessButton, at(actJoin)),
			button(in.Speak(say.LabelDecline), discordgo.SecondaryButton, at(actDecline)),
			button(in.Speak(say.LabelRevoke), discordgo.SecondaryButton, at(actRevoke)),
		}
	}
	if len(rec.Players) == 2 {
		return []discordgo.MessageComponent{
			button(in.Speak(say.LabelAccept), discordgo.SuccessButton, at(actJoin)),
			button(in.Speak(say.LabelRevoke), discordgo.SecondaryButton, at(actRevoke)),
		}
	}
	return []discordgo.MessageComponent{
		button(in.Speak(say.LabelJoin), discordgo.SuccessButton, at(actJoin)),
		button(in.Speak(say.LabelLeave), discordgo.SecondaryButton, at(actLeave)),
		button(in.Speak(say.LabelBegin), discordgo.PrimaryButton, at(actBegin)),
		button(in.Speak(say.LabelRevoke), discordgo.SecondaryButton, at(actRevoke)),
	}
}

// chosen lists the options in which a match differs from the usual game, and those that are always named (F28).
func chosen(in lang.Language, rec match.Match, g *games.Game) string {
	var list []string
	for _, o := range g.Options {
		if value := cmp.Or(rec.Setup.Options[o.Name], o.Default); value != o.Default || o.Named {
			list = append(list, in.Name(o.Name)+" "+value)
		}
	}
	return strings.Join(list, " · ")
}

// boardLink is the address of the newest board message; empty if there is none.
func boardLink(rec match.Match) string {
	if rec.Shown.Message == "" {
		return ""
	}
	guild := string(rec.Place.Guild)
	if guild == "" {
		guild = "@me"
	}
	return fmt.Sprintf("https://discord.com/channels/%s/%s/%s", guild, rec.Shown.Channel, rec.Shown.Message)
}

// names are the players' names by seat, for the board.
func names(in lang.Language, rec match.Match) []string {
	list := make([]string, len(rec.Players))
	for i, p := range rec.Players {
		list[i] = strings.ReplaceAll(bareName(p), "`", "'")
		if p.Computer != "" { // boards have little room
			list[i] = in.Say(say.Computer, p.Computer)
		}
	}
	return list
}

func bareName(p match.Player) string {
	if p.Name != "" {
		return p.Name
	}
	return p.Computer
}

// playerName is a player in a text of ours.
func playerName(p match.Player) string { return discord.Escape(bareName(p)) }

func ownerName(rec match.Match) string {
	if rec.Owner == "" {
		return match.FormerPlayer
	}
	for _, p := range rec.Players {
		if p.User == rec.Owner {
			return playerName(p)
		}
	}
	return discord.Mention(string(rec.Owner))
}

// userIDs are users as Discord's requests name them.
func userIDs(users []match.UserID) []string {
	var list []string
	for _, u := range users {
		list = append(list, string(u))
	}
	return list
}

func mentioned(users []match.UserID) []string {
	list := make([]string, len(users))
	for i, u := range users {
		list[i] = discord.Mention(string(u))
	}
	return list
}

// people is the number of seats taken by members.
func people(rec match.Match) int {
	n := 0
	for _, p := range rec.Players {
		if p.User != "" {
			n++
		}
	}
	return n
}

func computersIn(rec match.Match) bool {
	return slices.ContainsFunc(rec.Players, func(p match.Player) bool { return p.Computer != "" })
}

// news tells what has happened since the channel was last told, beside moves, which the board shows.
func (b *bot) news(ctx context.Context, in lang.Language, rec match.Match, log []match.Event) []string {
	var lines []string
	for _, e := range log {
		if s := newsOf(in, rec, e); s != "" {
			lines = append(lines, s)
			if e.Kind == match.Ruled {
				lines = append(lines, b.rulingSays(ctx, in, rec, e.Seq)...)
			}
		}
		for _, said := range e.Said {
			if e.Kind == match.Ruled { // told with the ruling
				break
			}
			lines = append(lines, in.Speak(say.Escaped(said)))
		}
	}
	return lines
}

func newsOf(in lang.Language, rec match.Match, e match.Event) string {
	due := rec.Clock.Deadline
	switch {
	case e.Kind == match.Reminded && rec.Status == match.Running && e.User != "":
		return in.Say(say.Nudge, playerName(rec.Players[e.Seat]))
	case e.Kind == match.Reminded && rec.Status == match.Running:
		return in.Say(say.Reminder, discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Lapsed && rec.Status == match.Running:
		return in.Speak(say.Lapsed)
	case e.Kind == match.Extended && e.Note == "grace":
		return in.Say(say.Grace, discord.Relative(due), discord.DateTime(due))
	case e.Kind == match.Extended:
		return in.Speak(say.Outage)
	case e.Kind == match.Undone:
		return in.Speak(say.WasUndone)
	case e.Kind == match.Declined && e.Note == "draw":
		return in.Speak(say.DrawRefused)
	case e.Kind == match.Declined && e.Note == "takeback":
		return in.Speak(say.UndoRefused)
	case e.Kind == match.Resumed:
		return in.Speak(say.WasResumed)
	case e.Kind == match.Ruled:
		return rulingNews(in, rec, e)
	}
	return ""
}
