package tournament

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render/chart"
)

// Limits of what a message of a tournament shows; its buttons show the rest.
const (
	namesShown    = 40
	gamesShown    = 20
	standingShown = 16
	logShown      = 4
	chartFile     = "standing.png"
)

// tournamentView is what a message of a tournament shows: the record, links to boards, and whether
// to draw pictures.
type tournamentView struct {
	tourney.Record
	Links    map[match.ID]string // addresses of boards, see matchesOfStage
	Pictures bool                // the channel shows boards as pictures
	Look     scene.Look          // look of the server's pictures
	Winner   string              // address of the avatar of the only winner
	Followed bool                // the channel is one for announcements, which others can follow
}

// winner returns the member who has won a finished tournament alone.
func winner(r tourney.Record) (match.Player, bool) {
	list := r.Winners()
	if r.Status != tourney.Over || len(list) != 1 {
		return match.Player{}, false
	}
	return r.Entrants[list[0]], r.Person(list[0])
}

// besidePortrait returns a text, beside the winner's avatar if its address is not empty.
func besidePortrait(text discordgo.MessageComponent, r tourney.Record, portrait string) discordgo.MessageComponent {
	if portrait == "" {
		return text
	}
	p, _ := winner(r)
	return discord.TextWithPortrait(text, portrait, p.Called())
}

// matchesOfStage returns the matches of a stage. The stage's message links to their boards.
func matchesOfStage(t tourney.Record, stage int) []match.ID {
	var ids []match.ID
	for n, round := range t.Played {
		if stage != everyRound && n != stage-1 {
			continue
		}
		for _, g := range round.Games {
			if g.Match != "" {
				ids = append(ids, g.Match)
			}
		}
	}
	return ids
}

// Stages that are not the number of a round.
const (
	theEnd     = -1 // the tournament is over or cancelled
	everyRound = -2 // the message shows all rounds
)

// stage returns the stage that the newest message shows. 0 is the sign-up, then comes the number of
// the round, one more while winners confirm, and at last theEnd.
func stage(r tourney.Record) int {
	switch {
	case !r.Live():
		return theEnd
	case r.Called:
		return len(r.Played) + 1
	}
	return len(r.Played)
}

// newestMessage returns the message of the newest stage.
func newestMessage(k *board.Maker, in lang.Language, t tournamentView) discord.Message {
	return tournamentMessage(k, in, t, stage(t.Record))
}

// title returns the heading of a tournament's messages.
func title(text string) string { return "### 🏆 " + text }

// tournamentMessage returns the message of a stage: the sign-up, a round, the question to the
// winners, or the end.
func tournamentMessage(k *board.Maker, in lang.Language, t tournamentView, stage int) discord.Message {
	switch {
	case stage == 0:
		return signUp(k, in, t.Record)
	case stage > 0 && stage <= len(t.Played):
		return round(k, in, t, stage-1)
	case stage > 0:
		return confirmCall(in, t.Record)
	}
	return ending(k, in, t)
}

// signUp returns the message whose buttons people use to join.
func signUp(k *board.Maker, in lang.Language, t tourney.Record) discord.Message {
	lines := []string{title(discord.Escape(t.Name)), termsLine(k, in, t)}
	owner := discord.Escape(t.Owner.Name)
	if t.Owner.User == "" {
		owner = in.Speak(sayTournamentManager)
	}
	switch {
	case t.Status == tourney.Cancelled:
		lines = append(lines, "**"+discord.Escape(in.Speak(t.Ending()))+"**")
	case t.Status != tourney.Open:
	case t.Deadline.IsZero():
		lines = append(lines, in.Say(sayTournamentNoLimit, owner))
	case t.Most < tourney.MostEntrants:
		lines = append(lines, in.Say(sayTournamentSignUpFull, discord.Relative(t.Deadline), t.Most, owner))
	default:
		lines = append(lines, in.Say(sayTournamentSignUp, discord.Relative(t.Deadline), owner))
	}
	lines = append(lines, in.Say(sayTournamentPlayers, len(t.Entrants), t.Most, entrantList(in, t)))
	if t.Fill != "" && t.Status == tourney.Open {
		lines = append(lines, in.Say(sayTournamentFills, t.Fill))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	if t.Status == tourney.Open {
		parts = append(parts, discord.Row(
			button(in, sayLabelTournamentJoin, discordgo.SuccessButton, ActTournamentJoin, t),
			button(in, sayLabelTournamentLeave, discordgo.SecondaryButton, ActTournamentLeave, t),
			button(in, sayLabelTournamentStart, discordgo.PrimaryButton, ActTournamentStart, t),
		))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}

// button returns a button of a tournament.
func button(in lang.Language, label games.Sentence, style discordgo.ButtonStyle, a component.Action,
	t tourney.Record,
) discordgo.Button {
	return component.Button(in.Speak(label), style, component.Target{Action: a, Text: string(t.ID)})
}

// moreButtons returns the buttons that show the standings and all rounds.
func moreButtons(in lang.Language, t tourney.Record) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		button(in, sayLabelTournamentStanding, discordgo.SecondaryButton, actTournamentStandings, t),
		button(in, sayLabelTournamentBracket, discordgo.SecondaryButton, actTournamentRounds, t),
	}
}

func entrantList(in lang.Language, t tourney.Record) string {
	if len(t.Entrants) == 0 {
		return in.Speak(sayTournamentNobody)
	}
	var names []string
	for i := range t.Entrants {
		if i == namesShown {
			return strings.Join(names, ", ") + " " + in.Say(sayTournamentMore, len(t.Entrants)-i)
		}
		names = append(names, discord.Escape(t.EntrantName(tourney.Entrant(i))))
	}
	return in.Speak(games.And(names))
}

// round returns the message of round n, counted from 0: its games with links and results, and the
// standings.
func round(k *board.Maker, in lang.Language, t tournamentView, n int) discord.Message {
	going := n == len(t.Played)-1 && t.Status == tourney.Running
	lines := []string{title(discord.Escape(t.Name)), in.Say(sayTournamentRound, n+1)}
	lines = append(lines, gameLines(in, t, n, gamesShown)...)
	played := t.Played[n].Games
	if slices.ContainsFunc(played[:min(len(played), gamesShown)], t.unseen) {
		lines = append(lines, "-# "+in.Speak(sayTournamentCode))
	}
	if going && !t.Called && !t.Deadline.IsZero() {
		lines = append(lines, in.Say(sayTournamentUntil, discord.DateTime(t.Deadline), discord.Relative(t.Deadline)))
	}
	lines = append(lines, noticeLines(in, t.Record, n)...)
	m := discord.Message{Silent: true, Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}}
	if going {
		addStanding(k, &m, in, t)
	}
	buttons := moreButtons(in, t.Record)
	if _, _, open := t.MissesNow(); open && going {
		buttons = append(buttons, button(in, sayLabelTournamentLate, discordgo.SuccessButton, ActTournamentJoin, t.Record))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(append(m.Parts, discord.Row(buttons...))...)}
	return m
}

// gameLines returns a line for each game of round n, and for each entrant with a bye. It lists at
// most the given number of games and counts the rest.
func gameLines(in lang.Language, t tournamentView, n, most int) []string {
	var lines []string
	for i, g := range t.Played[n].Games {
		if i == most {
			return append(lines, in.Say(sayTournamentMore, len(t.Played[n].Games)-i))
		}
		lines = append(lines, "* "+gameLine(in, t, g))
	}
	for _, e := range t.SittingOut(n) {
		lines = append(lines, "* "+gameLine(in, t, tourney.Game{Pairing: tourney.Pairing{e}, Done: true}))
	}
	return lines
}

// gameLine returns the line of a game: "Ann v Bob · board", "Ann v Bob · third place · board", and
// when it is over "Ann v Bob · **Ann** 24–20 · board".
func gameLine(in lang.Language, t tournamentView, g tourney.Game) string {
	names := entrantNames(t.Record, g.Pairing)
	for i, name := range names {
		names[i] = in.Person(discord.Escape(name))
	}
	if g.Pairing.Bye() {
		return in.Say(sayTournamentBye, names[0])
	}
	parts := []string{strings.Join(names, in.Speak(say.V))}
	if forThirdPlace(t.Record, g.Pairing) {
		parts = append(parts, in.Speak(thirdPlace))
	}
	if g.Done {
		parts = append(parts, strings.TrimSpace("**"+in.Speak(say.Escaped(t.Names(g.Won()...)))+"** "+scoreText(g)))
	}
	if g.How != "" {
		parts = append(parts, "*"+in.Speak(sayResultOrigins[g.How])+"*")
	}
	if g.Match != "" { // the match may not have begun yet
		parts = append(parts, boardOrID(in, t, g))
	}
	return strings.Join(parts, " · ")
}

// forThirdPlace reports whether a pairing is that of a bracket's game for the third place.
func forThirdPlace(t tourney.Record, p tourney.Pairing) bool {
	if t.Format != (tourney.Bracket{}).Name() {
		return false
	}
	_, third := tourney.Bracket{}.Nodes(t.State(true))
	return third != nil && slices.Contains(p, third.A) && slices.Contains(p, third.B)
}

// entrantNames returns the names of the players of a game.
func entrantNames(t tourney.Record, p tourney.Pairing) []string {
	var names []string
	for _, e := range p {
		names = append(names, t.EntrantName(e))
	}
	return names
}

// scoreText returns a score such as "24–20". It is empty if every score is 0.
func scoreText(g tourney.Game) string {
	any := false
	texts := make([]string, len(g.Score))
	for i, n := range g.Score {
		texts[i], any = strconv.Itoa(n), any || n != 0
	}
	if !any {
		return ""
	}
	return strings.Join(texts, "–")
}

// boardOrID returns the link to a game's board, or the id of its match if there is no link.
func boardOrID(in lang.Language, t tournamentView, g tourney.Game) string {
	if url := t.Links[g.Match]; url != "" {
		return board.LinkTo(in, url)
	}
	return "`" + string(g.Match) + "`"
}

// unseen reports whether a game is between computers and has no board to link to.
func (t tournamentView) unseen(g tourney.Game) bool {
	return g.Match != "" && t.Links[g.Match] == "" && !slices.ContainsFunc(g.Pairing, t.Person)
}

// noticeLines lists who is out of the tournament, and the latest entries of its log from the time
// of round n.
func noticeLines(in lang.Language, t tourney.Record, n int) []string {
	var lines []string
	if n == len(t.Played)-1 && t.Live() && len(t.Out) > 0 {
		lines = append(lines, in.Say(sayTournamentOut, say.Escaped(t.Names(t.Out...))))
	}
	var said []string
	for _, e := range t.Log {
		if !e.At.Before(t.Played[n].Began) && (n+1 == len(t.Played) || e.At.Before(t.Played[n+1].Began)) {
			said = append(said, "-# "+in.Speak(say.Escaped(e.Say)))
		}
	}
	return append(lines, said[max(0, len(said)-logShown):]...)
}

// confirmCall returns the message with which winners confirm their win (F71).
func confirmCall(in lang.Language, t tourney.Record) discord.Message {
	lines := []string{title(discord.Escape(t.Name)), in.Speak(sayTournamentAllPlayed)}
	var m discord.Message
	for _, e := range t.Asked {
		m.Ping = append(m.Ping, string(t.Entrants[e].User))
	}
	var parts []discordgo.MessageComponent
	if t.Live() && len(m.Ping) > 0 {
		var asked []string
		for _, u := range m.Ping {
			asked = append(asked, discord.Mention(u))
		}
		lines = append(lines, in.Say(sayTournamentConfirm, games.And(asked), discord.DateTime(t.Deadline),
			discord.Relative(t.Deadline)))
		parts = append(parts, discord.Row(button(in, sayLabelTournamentConfirm, discordgo.SuccessButton,
			ActTournamentConfirm, t)))
	}
	if t.Status == tourney.Over && len(t.Asked) == 0 {
		lines = append(lines, in.Speak(sayTournamentAllThere))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(append([]discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}, parts...)...)}
	return m
}

// ending returns the message that names all winners.
func ending(k *board.Maker, in lang.Language, t tournamentView) discord.Message {
	lines := []string{
		title(in.Say(sayTournamentOver, discord.Escape(t.Name))),
		"**" + discord.Escape(in.Speak(t.Ending())) + "**",
	}
	if t.Waits() {
		lines = append(lines, in.Say(sayTournamentNextSeason, discord.DateTime(t.Deadline),
			discord.Relative(t.Deadline)))
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{besidePortrait(discord.Text(strings.Join(lines, "\n")),
		t.Record, t.Winner)}}
	var row []discordgo.MessageComponent
	if len(t.Played) > 0 {
		addStanding(k, &m, in, t)
		row = moreButtons(in, t.Record)
	}
	if t.Followed {
		row = append(row, button(in, sayLabelTournamentPublish, discordgo.SecondaryButton, actTournamentPublish, t.Record))
	}
	if t.Every == "" { // a series goes on by itself
		row = append(row, component.Button(in.Speak(sayLabelTournamentAgain), discordgo.PrimaryButton,
			component.Target{Action: ActTournamentForm, Text: like + "=" + string(t.ID)}))
	}
	m.Parts = append(m.Parts, discord.ButtonRows(row)...)
	m.Parts = []discordgo.MessageComponent{discord.Container(m.Parts...)}
	return m
}

// standings returns the standings of all entrants: a table as a picture, or as text if there is
// none or it has no room for all, and a tree below the text.
func standings(k *board.Maker, in lang.Language, t tournamentView) discord.Message {
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(title(discord.Escape(t.Name)) + "\n" +
		termsLine(k, in, t.Record))}}
	if len(t.Played) == 0 {
		m.Parts = append(m.Parts, discord.Text(in.Speak(sayTournamentNoStand)))
		return m
	}
	ch, breaks := drawn(in, t.Record), breaksLine(in, t.Record)
	whole := ch.Rows != nil && len(ch.Rows) <= standingShown
	if whole && addChart(k, &m, in, t, ch) {
		if breaks != "" {
			m.Parts = append(m.Parts, discord.Text(strings.TrimSpace(breaks)))
		}
		return m
	}
	m.Parts = append(m.Parts, discord.Text(discord.CodeBlock(standingText(in, t.Record, tourney.MostEntrants))+breaks))
	if !whole {
		addChart(k, &m, in, t, ch)
	}
	return m
}

// rounds returns the message of all rounds, the latest last. If they don't fit, it leaves out the
// oldest rounds, and if the latest alone is too long, the last of its games.
func rounds(k *board.Maker, in lang.Language, t tournamentView) discord.Message {
	var blocks []string
	left := 3200
	for n := len(t.Played) - 1; n >= 0; n-- {
		block := func(games int) string {
			return in.Say(sayTournamentRound, n+1) + "\n" + strings.Join(gameLines(in, t, n, games), "\n")
		}
		text := block(tourney.MostEntrants)
		for games := len(t.Played[n].Games) - 1; len(blocks) == 0 && len(text) > left && games > 0; games-- {
			text = block(games)
		}
		if left -= len(text); left < 0 {
			blocks = append([]string{in.Say(sayTournamentMore, n+1)}, blocks...)
			break
		}
		blocks = append([]string{text}, blocks...)
	}
	if len(blocks) == 0 {
		blocks = []string{in.Speak(sayTournamentNoStand)}
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(title(discord.Escape(t.Name)) + "\n" +
		strings.Join(blocks, "\n"))}}
	if f, ok := tourney.Find(t.Format); ok && !byPoints(f) && len(t.Played) > 0 {
		addChart(k, &m, in, t, drawn(in, t.Record))
	}
	return m
}

// addStanding adds the standings as a picture, or as text if there can be no picture. A table is
// left out until the first game is over.
func addStanding(k *board.Maker, m *discord.Message, in lang.Language, t tournamentView) {
	ch := drawn(in, t.Record)
	if ch.Rows != nil && !slices.ContainsFunc(t.Played[0].Games, func(g tourney.Game) bool { return g.Done }) {
		return
	}
	if !addChart(k, m, in, t, ch) {
		m.Parts = append(m.Parts, discord.Text(discord.CodeBlock(standingText(in, t.Record, standingShown))))
	}
}

// addChart adds a chart as a picture, with the standings as its alternative text. It returns false
// if it adds none.
func addChart(k *board.Maker, m *discord.Message, in lang.Language, t tournamentView, ch chart.Chart) bool {
	if !t.Pictures {
		return false
	}
	ch.Look = t.Look
	var png []byte
	var err error
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Chart(ch) }) || err != nil || len(png) > board.MaxFile {
		k.Log.Error("could not draw a standing", "tournament", t.ID, "err", err, "bytes", len(png))
		return false
	}
	f := discord.File{Name: chartFile, Alt: discord.Truncate(standingWords(in, t.Record), discord.MaxAlt), Data: png}
	m.Files = append(m.Files, f)
	m.Parts = append(m.Parts, discord.Picture(f))
	return true
}

// termsLine returns the game, the format, the time per move and the other terms of a tournament, in
// one line.
func termsLine(k *board.Maker, in lang.Language, t tourney.Record) string {
	g, ok := gameByID(k, t.Game)
	parts := []string{gameName(k, t), in.Speak(sayTournamentFormats[t.Format])}
	if ok && g.MaxSeats > 2 && t.Seats > 2 {
		parts = append(parts, in.Say(sayTournamentSeats, t.Seats))
	}
	if ok {
		for _, o := range g.Options {
			if v := t.Options[o.Name]; v != "" {
				parts = append(parts, board.OptionTerms(in, o, v))
			}
		}
	}
	if tourney.DrawsLots(t.Format) {
		parts = append(parts, in.Speak(sayTournamentLots))
	}
	parts = append(parts, in.Say(say.Clock, say.Span(t.PerMove)))
	if t.Bank.Time > 0 {
		parts = append(parts, board.BankWords(in, t.Bank))
	}
	if t.NoWeekends {
		parts = append(parts, in.Speak(say.WeekendsOff))
	}
	if t.NoVacations {
		parts = append(parts, in.Speak(say.NoVacations))
	}
	if t.Third && t.Format == (tourney.Bracket{}).Name() {
		parts = append(parts, in.Speak(sayTournamentThird))
	}
	if t.Confirm {
		parts = append(parts, in.Speak(sayTournamentConfirms))
	}
	if t.RoundTime > 0 {
		parts = append(parts, in.Say(sayTournamentRoundTime, say.Span(t.RoundTime)))
	}
	if t.Late != "" {
		parts = append(parts, in.Say(sayTournamentLate, sayMissedRounds[t.Late]))
	}
	if t.Every != "" {
		parts = append(parts, in.Speak(saySeasons[t.Every]))
	}
	return "-# " + strings.Join(parts, " · ")
}

// gameName returns the name of a tournament's game.
func gameName(k *board.Maker, t tourney.Record) string {
	if g, ok := gameByID(k, t.Game); ok {
		return g.Name
	}
	return string(t.Game)
}

// gameByID returns a game of the catalogue.
func gameByID(k *board.Maker, id games.ID) (*games.Game, bool) {
	i := slices.IndexFunc(k.Games, func(g *games.Game) bool { return g.ID == id })
	if i < 0 {
		return nil, false
	}
	return k.Games[i], true
}
