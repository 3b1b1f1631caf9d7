package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/render"
)

// How much of a tournament a message tells; the rest is behind its buttons.
const (
	namesShown    = 40
	gamesShown    = 20
	standingShown = 16
	noticesShown  = 4
	chartFile     = "standing.png"
)

// compose makes the message of a tournament's stage: the sign-up, a round, the call to the winners, or the end.
func (c *cups) compose(ctx context.Context, in lang.Language, t tourney.Record, stage int) discord.Message {
	switch {
	case stage == 0:
		return c.signUp(in, t)
	case stage > 0 && stage <= len(t.Played):
		return c.round(ctx, in, t, stage-1)
	case stage > 0:
		return c.call(in, t)
	}
	return c.end(in, t)
}

// signUp is the message with which people join.
func (c *cups) signUp(in lang.Language, t tourney.Record) discord.Message {
	lines := []string{"### 🏆 " + discord.Escape(t.Name), c.cupTerms(in, t)}
	owner := discord.Escape(t.Owner.Name)
	until := in.Speak(say.TournamentStartsIt)
	if t.Most < tourney.MostEntrants {
		until = in.Say(say.TournamentEither, games.Say(say.TournamentFull.Format, t.Most), say.TournamentStartsIt)
	}
	switch {
	case t.Status == tourney.Cancelled:
		lines = append(lines, "**"+discord.Escape(in.Speak(t.Ending()))+"**")
	case t.Status != tourney.Open:
	case t.Deadline.IsZero():
		lines = append(lines, in.Say(say.TournamentNoLimit, owner))
	default:
		lines = append(lines, in.Say(say.TournamentSignUp, discord.DateTime(t.Deadline), discord.Relative(t.Deadline), until, owner))
	}
	lines = append(lines, in.Say(say.TournamentPlayers, len(t.Entrants), t.Most, entrantList(in, t)))
	if t.Fill != "" && t.Status == tourney.Open {
		lines = append(lines, in.Say(say.TournamentFills, t.Fill))
	}
	parts := []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}
	if t.Status == tourney.Open {
		parts = append(parts, discord.Row(
			cupButton(in.Speak(say.LabelTournamentJoin), discordgo.SuccessButton, actCupJoin, t), cupButton(in.Speak(say.LabelTournamentLeave), discordgo.SecondaryButton, actCupLeave, t),
			cupButton(in.Speak(say.LabelTournamentStart), discordgo.PrimaryButton, actCupStart, t),
		))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}

func cupButton(label string, style discordgo.ButtonStyle, a action, t tourney.Record) discordgo.Button {
	return button(label, style, target{Action: a, Text: string(t.ID)})
}

func entrantList(in lang.Language, t tourney.Record) string {
	if len(t.Entrants) == 0 {
		return in.Speak(say.TournamentNobody)
	}
	var names []string
	for i, p := range t.Entrants {
		if i == namesShown {
			return strings.Join(names, ", ") + " " + in.Say(say.TournamentMore, len(t.Entrants)-i)
		}
		names = append(names, playerName(p))
	}
	return in.Speak(games.And(names))
}

// round is the message of a round: its games with links and results, and the standing.
func (c *cups) round(ctx context.Context, in lang.Language, t tourney.Record, n int) discord.Message {
	going := n == len(t.Played)-1 && t.Status == tourney.Running
	lines := []string{"### 🏆 " + discord.Escape(t.Name), in.Say(say.TournamentRound, n+1)}
	played := c.gameLines(ctx, in, t, n, gamesShown)
	lines = append(lines, played...)
	if slices.ContainsFunc(played, func(line string) bool { return strings.HasSuffix(line, "`") }) {
		lines = append(lines, "-# "+in.Speak(say.TournamentCode))
	}
	if going && !t.Called && !t.Deadline.IsZero() {
		lines = append(lines, in.Say(say.TournamentUntil, discord.DateTime(t.Deadline), discord.Relative(t.Deadline)))
	}
	lines = append(lines, notices(in, t, n)...)
	m := discord.Message{Silent: true, Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}}
	if going {
		c.addStanding(&m, in, t)
	}
	buttons := []discordgo.MessageComponent{
		cupButton(in.Speak(say.LabelTournamentStanding), discordgo.SecondaryButton, actCupStanding, t), cupButton(in.Speak(say.LabelTournamentBracket), discordgo.SecondaryButton, actCupBracket, t),
	}
	m.Parts = append(m.Parts, discord.Row(buttons...))
	m.Parts = []discordgo.MessageComponent{discord.Container(m.Parts...)}
	return m
}

// gameLines are the games of a round, at most so many.
func (c *cups) gameLines(ctx context.Context, in lang.Language, t tourney.Record, n, most int) []string {
	var lines []string
	for i, g := range t.Played[n].Games {
		if i == most {
			return append(lines, in.Say(say.TournamentMore, len(t.Played[n].Games)-i))
		}
		lines = append(lines, "* "+c.gameLine(ctx, in, t, g))
	}
	return lines
}

// gameLine is a game: "Ann v Bob · board", later "Ann v Bob · **Ann** 24–20".
func (c *cups) gameLine(ctx context.Context, in lang.Language, t tourney.Record, g tourney.Game) string {
	names := entrantNames(t, g.Pairing)
	for i, name := range names {
		names[i] = discord.Escape(name)
	}
	if g.Pairing.Bye() {
		return in.Say(say.TournamentBye, names[0])
	}
	parts := []string{strings.Join(names, in.Speak(say.V))}
	if g.Done {
		parts = append(parts, strings.TrimSpace("**"+in.Speak(say.Escaped(t.Names(g.Won()...)))+"** "+scoreText(g)))
	}
	if g.How != "" {
		parts = append(parts, "*"+in.Speak(say.ResultOrigins[g.How])+"*")
	}
	return strings.Join(append(parts, c.where(ctx, in, g)), " · ")
}

// entrantNames are the players of a game as they are called.
func entrantNames(t tourney.Record, p tourney.Pairing) []string {
	var names []string
	for _, e := range p {
		names = append(names, bareName(t.Entrants[e]))
	}
	return names
}

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

// where is the link to a game's board, or its id for `/board`.
func (c *cups) where(ctx context.Context, in lang.Language, g tourney.Game) string {
	rec, err := c.b.svc.Read.Match(ctx, g.Match)
	if err == nil {
		if url := boardLink(rec); url != "" {
			return "[" + in.Speak(say.BoardLink) + "](" + url + ")"
		}
	}
	return "`" + string(g.Match) + "`"
}

// notices are who is out, and the latest decisions of a round over the heads of the players.
func notices(in lang.Language, t tourney.Record, n int) []string {
	var lines []string
	if n == len(t.Played)-1 && t.Live() && len(t.Out) > 0 {
		lines = append(lines, in.Say(say.TournamentOut, say.Escaped(t.Names(t.Out...))))
	}
	var said []string
	for _, e := range t.Log {
		if !e.At.Before(t.Played[n].Began) && (n+1 == len(t.Played) || e.At.Before(t.Played[n+1].Began)) {
			said = append(said, "-# "+in.Speak(say.Escaped(e.Say)))
		}
	}
	return append(lines, said[max(0, len(said)-noticesShown):]...)
}

// call is the message with which winners confirm their win (F71).
func (c *cups) call(in lang.Language, t tourney.Record) discord.Message {
	lines := []string{"### 🏆 " + discord.Escape(t.Name), in.Speak(say.TournamentAllPlayed)}
	m := discord.Message{}
	for _, e := range t.Asked {
		m.Ping = append(m.Ping, string(t.Entrants[e].User))
	}
	var parts []discordgo.MessageComponent
	if t.Live() && len(m.Ping) > 0 {
		var asked []string
		for _, u := range m.Ping {
			asked = append(asked, discord.Mention(u))
		}
		lines = append(lines, in.Say(say.TournamentConfirm, games.And(asked), discord.DateTime(t.Deadline), discord.Relative(t.Deadline)))
		parts = append(parts, discord.Row(cupButton(in.Speak(say.LabelTournamentConfirm), discordgo.SuccessButton, actCupConfirm, t)))
	}
	if t.Status == tourney.Over && len(t.Asked) == 0 {
		lines = append(lines, in.Speak(say.TournamentAllThere))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(append([]discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}, parts...)...)}
	return m
}

// end is the message that names all winners.
func (c *cups) end(in lang.Language, t tourney.Record) discord.Message {
	lines := []string{"### 🏆 " + in.Say(say.TournamentOver, discord.Escape(t.Name)), "**" + discord.Escape(in.Speak(t.Ending())) + "**"}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}}
	if len(t.Played) > 0 {
		c.addStanding(&m, in, t)
		m.Parts = append(m.Parts, discord.Row(
			cupButton(in.Speak(say.LabelTournamentStanding), discordgo.SecondaryButton, actCupStanding, t), cupButton(in.Speak(say.LabelTournamentBracket), discordgo.SecondaryButton, actCupBracket, t),
		))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(m.Parts...)}
	return m
}

// standing is the standing of all, for one person.
func (c *cups) standing(in lang.Language, t tourney.Record) discord.Message {
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text("### 🏆 " + discord.Escape(t.Name) + "\n" + c.cupTerms(in, t))}}
	if len(t.Played) == 0 {
		m.Parts = append(m.Parts, discord.Text(in.Speak(say.TournamentNoStand)))
		return m
	}
	m.Parts = append(m.Parts, discord.Text(discord.CodeBlock(standingText(in, t, tourney.MostEntrants))+breaksLine(in, t)))
	c.addChart(&m, in, t, chart(in, t))
	return m
}

// rounds are all rounds, for one person: those that fit, the latest last.
func (c *cups) rounds(ctx context.Context, in lang.Language, t tourney.Record) discord.Message {
	var blocks []string
	left := 3200
	for n := len(t.Played) - 1; n >= 0; n-- {
		text := in.Say(say.TournamentRound, n+1) + "\n" + strings.Join(c.gameLines(ctx, in, t, n, tourney.MostEntrants), "\n")
		if left -= len(text); left < 0 {
			blocks = append([]string{in.Say(say.TournamentMore, n+1)}, blocks...)
			break
		}
		blocks = append([]string{text}, blocks...)
	}
	if len(blocks) == 0 {
		blocks = []string{in.Speak(say.TournamentNoStand)}
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text("### 🏆 " + discord.Escape(t.Name) + "\n" + strings.Join(blocks, "\n"))}}
	if t.Format == (tourney.Bracket{}).Name() || t.Format == (tourney.Knockout{}).Name() {
		if len(t.Played) > 0 {
			c.addChart(&m, in, t, chart(in, t))
		}
	}
	return m
}

// addStanding adds the standing as a picture, or as text where it can't be one. A table says nothing as long as all are equal; who meets whom does.
func (c *cups) addStanding(m *discord.Message, in lang.Language, t tourney.Record) {
	ch := chart(in, t)
	if ch.Rows != nil && !slices.ContainsFunc(t.Played[0].Games, func(g tourney.Game) bool { return g.Done }) {
		return
	}
	if !c.addChart(m, in, t, ch) {
		m.Parts = append(m.Parts, discord.Text(discord.CodeBlock(standingText(in, t, standingShown))))
	}
}

// addChart adds a picture with the standing as its words, and reports whether it could.
func (c *cups) addChart(m *discord.Message, in lang.Language, t tourney.Record, ch render.Chart) bool {
	if c.b.outbox.style(t.Place.Channel, match.Image) != match.Image {
		return false
	}
	var png []byte
	var err error
	if !tasks.Guard(c.log, "drawing", func() { png, err = c.b.cfg.Chart(ch) }) || err != nil || len(png) > maxFile {
		c.log.Error("could not draw a standing", "tournament", t.ID, "err", err, "bytes", len(png))
		return false
	}
	f := discord.File{Name: chartFile, Alt: discord.Truncate(standingWords(in, t), discord.MaxAlt), Data: png}
	m.Files = append(m.Files, f)
	m.Parts = append(m.Parts, discord.Picture(f))
	return true
}

// standingRows are the standing as a table, its head first.
func standingRows(in lang.Language, t tourney.Record) [][]string {
	f, ok := tourney.Find(t.Format)
	if !ok {
		return nil
	}
	counts := say.TournamentPoints
	if !byPoints(f) { // how many rounds somebody has survived says little: rather, where it ended
		counts = say.TournamentHowFar
	}
	rows := [][]string{append([]string{"#", in.Speak(say.TournamentPlayer), in.Speak(counts)}, shortBreaks(in, f)...)}
	for _, s := range t.Standings() {
		row := []string{strconv.Itoa(s.Place), bareName(t.Entrants[s.Entrant]), number(s.Points)}
		if !byPoints(f) {
			row[2] = in.Speak(fate(t, s))
		}
		for _, b := range s.Breaks {
			row = append(row, number(b))
		}
		rows = append(rows, row)
	}
	return rows
}

// byPoints reports whether points make the standing, rather than where somebody was knocked out.
func byPoints(f tourney.Format) bool {
	switch f.(type) {
	case tourney.Knockout, tourney.Bracket:
		return false
	}
	return true
}

// fate is how far somebody has come in a tournament that one can be knocked out of.
func fate(t tourney.Record, s tourney.Standing) games.Sentence {
	if t.Status == tourney.Over && s.Place == 1 {
		return games.Say("winner")
	}
	for n, round := range slices.Backward(t.Played) {
		for _, g := range round.Games {
			switch {
			case !slices.Contains(g.Pairing, s.Entrant):
			case !g.Done:
				return games.Say("playing")
			case !slices.Contains(g.Won(), s.Entrant):
				return games.Say("out in round %d", n+1)
			case slices.Contains(t.Out, s.Entrant):
				return games.Say("withdrew")
			case t.Third && s.Place == 3 && t.Status == tourney.Over:
				return games.Say("third place")
			case t.Status == tourney.Over: // a tie that the seeds have broken
				return games.Say("out in round %d", n+1)
			default:
				return games.Say("still in")
			}
		}
	}
	if slices.Contains(t.Out, s.Entrant) {
		return games.Say("withdrew")
	}
	return games.Say("still in")
}

// shortBreaks are the names of tie-breaks as they fit over a column.
func shortBreaks(in lang.Language, f tourney.Format) []string {
	var list []string
	for _, b := range f.Breaks() {
		list = append(list, in.Speak(say.TieBreaks[b].Short))
	}
	return list
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// standingText is the standing in monospace text, at most so many players.
func standingText(in lang.Language, t tourney.Record, most int) string {
	rows := standingRows(in, t)
	const nameWidth = 22
	var lines []string
	for i, row := range rows {
		if i > most {
			lines = append(lines, in.Say(say.TournamentMore, len(rows)-i))
			break
		}
		name := []rune(discord.Truncate(row[1], nameWidth))
		line := fmt.Sprintf("%3s  %s%s", row[0], string(name), strings.Repeat(" ", nameWidth-len(name)))
		for j, cell := range row[2:] {
			line += fmt.Sprintf(" %*s", width(rows, j+2), cell)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

// width is the width of a column.
func width(rows [][]string, column int) int {
	n := 6
	for _, row := range rows {
		n = max(n, len([]rune(row[column])))
	}
	return n
}

// breakNames are the names of tie-breaks in their order.
func breakNames(f tourney.Format) games.Sentence {
	var said games.Sentence
	for i, name := range f.Breaks() {
		next := say.TieBreaks[name].Name
		if i > 0 {
			next = games.Say("%s, then %s", said, next)
		}
		said = next
	}
	return said
}

// breaksLine says what the columns of tie-breaks are (F76).
func breaksLine(in lang.Language, t tourney.Record) string {
	f, ok := tourney.Find(t.Format)
	if !ok || len(f.Breaks()) == 0 {
		return ""
	}
	return "\n-# " + in.Say(say.TournamentBreaks, breakNames(f))
}

// standingWords are the picture in words: "1. Ann, 3 points."
func standingWords(in lang.Language, t tourney.Record) string {
	words := []string{t.Name + "."}
	if end := in.Speak(t.Ending()); end != "" {
		words = append(words, end)
	}
	f, _ := tourney.Find(t.Format)
	rows := standingRows(in, t)
	for _, row := range rows[min(1, len(rows)):] {
		if byPoints(f) {
			words = append(words, in.Say(say.TournamentPlaceBy, row[0], row[1], row[2]))
		} else {
			words = append(words, fmt.Sprintf("%s. %s, %s.", row[0], row[1], row[2]))
		}
	}
	return strings.Join(words, " ")
}

// chart is a tournament as a picture: the games of a knockout, the tree of a bracket, a table of all others.
func chart(in lang.Language, t tourney.Record) render.Chart {
	switch t.Format {
	case tourney.Knockout{}.Name():
		return render.Chart{Title: t.Name, Rounds: chartRounds(in, t)}
	case tourney.Bracket{}.Name():
		return tree(in, t)
	}
	rows := standingRows(in, t)
	return render.Chart{Title: t.Name, Head: rows[0], Rows: rows[1:]}
}

// shortName is a player in a narrow box: a computer without its level, which all computers of a tournament have in common.
func shortName(p match.Player) string {
	if p.Computer != "" {
		return strings.TrimSuffix(bareName(p), " ("+p.Computer+")")
	}
	return bareName(p)
}

func chartRounds(in lang.Language, t tourney.Record) (list []render.Round) {
	for n, round := range t.Played {
		r := render.Round{Title: in.Speak(say.TournamentFinal)}
		if len(round.Games) > 1 {
			r.Title = in.Say(say.TournamentRoundTitle, n+1)
		}
		for _, g := range round.Games {
			var lines []render.Line
			for seat, e := range g.Pairing {
				line := render.Line{Name: shortName(t.Entrants[e]), Won: slices.Contains(g.Won(), e)}
				if scoreText(g) != "" {
					line.Score = strconv.Itoa(g.Score[seat])
				}
				lines = append(lines, line)
			}
			r.Games = append(r.Games, lines)
		}
		list = append(list, r)
	}
	return list
}

// tree is a bracket.
func tree(in lang.Language, t tourney.Record) render.Chart {
	ch := render.Chart{Title: t.Name}
	levels, third := tourney.Bracket{}.Nodes(t.State(true))
	for _, nodes := range levels {
		var pairs []render.Pair
		for _, n := range nodes {
			pairs = append(pairs, pairOf(in, t, n))
		}
		ch.Levels = append(ch.Levels, pairs)
	}
	if third != nil {
		p := pairOf(in, t, *third)
		ch.Third = &p
	}
	return ch
}

func pairOf(in lang.Language, t tourney.Record, n tourney.Node) render.Pair {
	name := func(e tourney.Entrant) string {
		if e == tourney.Nobody {
			return ""
		}
		return shortName(t.Entrants[e])
	}
	p := render.Pair{A: name(n.A), B: name(n.B)}
	switch {
	case n.Winner == tourney.Nobody:
	case n.Winner == n.A:
		p.Won = 1
	default:
		p.Won = 2
	}
	if n.Bye {
		p.B = in.Speak(say.TournamentByeShort)
	}
	return p
}
