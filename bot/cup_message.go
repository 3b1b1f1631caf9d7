package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

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
func (c *cups) compose(ctx context.Context, t tourney.Record, stage int) message {
	switch {
	case stage == 0:
		return c.signUp(t)
	case stage > 0 && stage <= len(t.Played):
		return c.round(ctx, t, stage-1)
	case stage > 0:
		return c.call(t)
	}
	return c.end(t)
}

// signUp is the message with which people join.
func (c *cups) signUp(t tourney.Record) message {
	lines := []string{"### 🏆 " + plainText(t.Name), c.cupTerms(t)}
	owner := plainText(t.Owner.Name)
	until := speak(sayCupStartsIt)
	if t.Most < tourney.MostEntrants {
		until = say(sayCupFull, t.Most) + " or " + until
	}
	switch {
	case t.Status == tourney.Cancelled:
		lines = append(lines, "**"+plainText(t.Result)+"**")
	case t.Status != tourney.Open:
	case t.Deadline.IsZero():
		lines = append(lines, say(sayCupNoLimit, owner))
	default:
		lines = append(lines, say(sayCupSignUp, date(t.Deadline), ago(t.Deadline), until, owner))
	}
	lines = append(lines, say(sayCupPlayers, len(t.Entrants), t.Most, entrantList(t)))
	if t.Fill != "" && t.Status == tourney.Open {
		lines = append(lines, say(sayCupFills, t.Fill))
	}
	parts := []discordgo.MessageComponent{textPart(strings.Join(lines, "\n"))}
	if t.Status == tourney.Open {
		parts = append(parts, row(
			cupButton(labelCupJoin, discordgo.SuccessButton, actCupJoin, t), cupButton(labelCupLeave, discordgo.SecondaryButton, actCupLeave, t),
			cupButton(labelCupStart, discordgo.PrimaryButton, actCupStart, t),
		))
	}
	return message{parts: []discordgo.MessageComponent{box(parts...)}}
}

func cupButton(label string, style discordgo.ButtonStyle, a action, t tourney.Record) discordgo.Button {
	return button(label, style, target{Action: a, Text: string(t.ID)})
}

func entrantList(t tourney.Record) string {
	if len(t.Entrants) == 0 {
		return speak(sayCupNobody)
	}
	var names []string
	for i, p := range t.Entrants {
		if i == namesShown {
			return strings.Join(names, ", ") + " " + say(sayCupMore, len(t.Entrants)-i)
		}
		names = append(names, playerName(p))
	}
	return and(names)
}

// round is the message of a round: its games with links and results, and the standing.
func (c *cups) round(ctx context.Context, t tourney.Record, n int) message {
	going := n == len(t.Played)-1 && t.Status == tourney.Running
	lines := []string{"### 🏆 " + plainText(t.Name), say(sayCupRound, n+1)}
	games := c.gameLines(ctx, t, n, gamesShown)
	lines = append(lines, games...)
	if slices.ContainsFunc(games, func(line string) bool { return strings.HasSuffix(line, "`") }) {
		lines = append(lines, "-# "+speak(sayCupCode))
	}
	if going && !t.Deadline.IsZero() {
		lines = append(lines, say(sayCupUntil, date(t.Deadline), ago(t.Deadline)))
	}
	lines = append(lines, notices(t, n)...)
	m := message{silent: true, parts: []discordgo.MessageComponent{textPart(strings.Join(lines, "\n"))}}
	if going {
		c.addStanding(&m, t)
	}
	buttons := []discordgo.MessageComponent{
		cupButton(labelCupStanding, discordgo.SecondaryButton, actCupStanding, t), cupButton(labelCupBracket, discordgo.SecondaryButton, actCupBracket, t),
	}
	m.parts = append(m.parts, row(buttons...))
	m.parts = []discordgo.MessageComponent{box(m.parts...)}
	return m
}

// gameLines are the games of a round, at most so many.
func (c *cups) gameLines(ctx context.Context, t tourney.Record, n, most int) []string {
	var lines []string
	for i, g := range t.Played[n].Games {
		if i == most {
			return append(lines, say(sayCupMore, len(t.Played[n].Games)-i))
		}
		lines = append(lines, "* "+c.gameLine(ctx, t, g))
	}
	return lines
}

// gameLine is a game: "Ann v Bob · board", later "Ann v Bob · **Ann** 24–20".
func (c *cups) gameLine(ctx context.Context, t tourney.Record, g tourney.Game) string {
	var names []string
	for _, e := range g.Pairing {
		names = append(names, playerName(t.Entrants[e]))
	}
	if g.Pairing.Bye() {
		return say(sayCupBye, names[0])
	}
	parts := []string{strings.Join(names, " v ")}
	if g.Done {
		parts = append(parts, strings.TrimSpace("**"+plainText(t.Names(g.Won()...))+"** "+scoreText(g)))
	}
	if g.How != "" {
		parts = append(parts, "*"+string(g.How)+"*")
	}
	return strings.Join(append(parts, c.where(ctx, g)), " · ")
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
func (c *cups) where(ctx context.Context, g tourney.Game) string {
	rec, err := c.b.svc.Match(ctx, g.Match)
	if err == nil {
		if url := boardLink(rec); url != "" {
			return "[board](" + url + ")"
		}
	}
	return "`" + string(g.Match) + "`"
}

// notices are who is out, and the latest decisions of a round over the heads of the players.
func notices(t tourney.Record, n int) []string {
	var lines []string
	if n == len(t.Played)-1 && t.Live() && len(t.Out) > 0 {
		lines = append(lines, say(sayCupOut, plainText(t.Names(t.Out...))))
	}
	var said []string
	for _, e := range t.Log {
		if !e.At.Before(t.Played[n].Began) && (n+1 == len(t.Played) || e.At.Before(t.Played[n+1].Began)) {
			said = append(said, "-# "+speak(escaped(e.Say)))
		}
	}
	return append(lines, said[max(0, len(said)-noticesShown):]...)
}

// call is the message with which winners confirm their win (F71).
func (c *cups) call(t tourney.Record) message {
	lines := []string{"### 🏆 " + plainText(t.Name), speak(sayCupAllPlayed)}
	m := message{}
	for _, e := range t.Asked {
		m.ping = append(m.ping, t.Entrants[e].User)
	}
	var parts []discordgo.MessageComponent
	if t.Live() && len(m.ping) > 0 {
		var asked []string
		for _, u := range m.ping {
			asked = append(asked, mention(u))
		}
		lines = append(lines, say(sayCupConfirm, and(asked), date(t.Deadline), ago(t.Deadline)))
		parts = append(parts, row(cupButton(labelCupConfirm, discordgo.SuccessButton, actCupConfirm, t)))
	}
	m.parts = []discordgo.MessageComponent{box(append([]discordgo.MessageComponent{textPart(strings.Join(lines, "\n"))}, parts...)...)}
	return m
}

// end is the message that names all winners.
func (c *cups) end(t tourney.Record) message {
	lines := []string{"### 🏆 " + say(sayCupOver, plainText(t.Name)), "**" + plainText(t.Result) + "**"}
	m := message{parts: []discordgo.MessageComponent{textPart(strings.Join(lines, "\n"))}}
	if len(t.Played) > 0 {
		c.addStanding(&m, t)
		m.parts = append(m.parts, row(
			cupButton(labelCupStanding, discordgo.SecondaryButton, actCupStanding, t), cupButton(labelCupBracket, discordgo.SecondaryButton, actCupBracket, t),
		))
	}
	m.parts = []discordgo.MessageComponent{box(m.parts...)}
	return m
}

// standing is the standing of all, for one person.
func (c *cups) standing(t tourney.Record) message {
	m := message{parts: []discordgo.MessageComponent{textPart("### 🏆 " + plainText(t.Name) + "\n" + c.cupTerms(t))}}
	if len(t.Played) == 0 {
		m.parts = append(m.parts, textPart(speak(sayCupNoStand)))
		return m
	}
	m.parts = append(m.parts, textPart(block(standingText(t, tourney.MostEntrants))+breaksLine(t)))
	c.addChart(&m, t, chart(t))
	return m
}

// rounds are all rounds, for one person: those that fit, the latest last.
func (c *cups) rounds(ctx context.Context, t tourney.Record) message {
	var blocks []string
	left := 3200
	for n := len(t.Played) - 1; n >= 0; n-- {
		text := say(sayCupRound, n+1) + "\n" + strings.Join(c.gameLines(ctx, t, n, tourney.MostEntrants), "\n")
		if left -= len(text); left < 0 {
			blocks = append([]string{say(sayCupMore, n+1)}, blocks...)
			break
		}
		blocks = append([]string{text}, blocks...)
	}
	if len(blocks) == 0 {
		blocks = []string{speak(sayCupNoStand)}
	}
	m := message{parts: []discordgo.MessageComponent{textPart("### 🏆 " + plainText(t.Name) + "\n" + strings.Join(blocks, "\n"))}}
	if t.Format == (tourney.Bracket{}).Name() || t.Format == (tourney.Knockout{}).Name() {
		if len(t.Played) > 0 {
			c.addChart(&m, t, chart(t))
		}
	}
	return m
}

// addStanding adds the standing as a picture, or as text where it can't be one; nothing as long as all are equal.
func (c *cups) addStanding(m *message, t tourney.Record) {
	if !slices.ContainsFunc(t.Played[0].Games, func(g tourney.Game) bool { return g.Done }) {
		return
	}
	if !c.addChart(m, t, chart(t)) {
		m.parts = append(m.parts, textPart(block(standingText(t, standingShown))))
	}
}

// addChart adds a picture with the standing as its words, and reports whether it could.
func (c *cups) addChart(m *message, t tourney.Record, ch render.Chart) bool {
	if c.b.outbox.style(t.Place.Channel, match.Image) != match.Image {
		return false
	}
	var png []byte
	var err error
	if !guard(c.log, "drawing", func() { png, err = c.b.cfg.Chart(ch) }) || err != nil || len(png) > maxFile {
		c.log.Error("could not draw a standing", "tournament", t.ID, "err", err, "bytes", len(png))
		return false
	}
	f := file{name: chartFile, alt: cut(standingWords(t), maxAlt), data: png}
	m.files = append(m.files, f)
	m.parts = append(m.parts, picturePart(f))
	return true
}

// standingRows are the standing as a table, its head first.
func standingRows(t tourney.Record) [][]string {
	f, ok := tourney.Find(t.Format)
	if !ok {
		return nil
	}
	counts := "points"
	switch f.(type) {
	case tourney.Knockout, tourney.Bracket: // how many rounds somebody has survived says little: rather, where it ended
		counts = "how far"
	}
	rows := [][]string{append([]string{"#", "player", counts}, shortBreaks(f)...)}
	for _, s := range t.Standings() {
		row := []string{strconv.Itoa(s.Place), bareName(t.Entrants[s.Entrant]), number(s.Points)}
		if counts != "points" {
			row[2] = fate(t, s)
		}
		for _, b := range s.Breaks {
			row = append(row, number(b))
		}
		rows = append(rows, row)
	}
	return rows
}

// fate is how far somebody has come in a tournament that one can be knocked out of.
func fate(t tourney.Record, s tourney.Standing) string {
	if t.Status == tourney.Over && s.Place == 1 {
		return "winner"
	}
	for n, round := range slices.Backward(t.Played) {
		for _, g := range round.Games {
			switch {
			case !slices.Contains(g.Pairing, s.Entrant):
			case !g.Done:
				return "playing"
			case !slices.Contains(g.Won(), s.Entrant):
				return fmt.Sprintf("out in round %d", n+1)
			case slices.Contains(t.Out, s.Entrant):
				return "withdrew"
			case t.Third && s.Place == 3 && t.Status == tourney.Over:
				return "third place"
			case t.Status == tourney.Over: // a tie that the seeds have broken
				return fmt.Sprintf("out in round %d", n+1)
			default:
				return "still in"
			}
		}
	}
	if slices.Contains(t.Out, s.Entrant) {
		return "withdrew"
	}
	return "still in"
}

// shortBreaks are the names of tie-breaks as they fit over a column.
func shortBreaks(f tourney.Format) []string {
	short := map[string]string{"head to head": "h2h", "Sonneborn–Berger": "S–B", "score difference": "diff", "Buchholz": "Buch"}
	var list []string
	for _, b := range f.Breaks() {
		if s := short[b]; s != "" {
			b = s
		}
		list = append(list, b)
	}
	return list
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// standingText is the standing in monospace text, at most so many players.
func standingText(t tourney.Record, most int) string {
	rows := standingRows(t)
	const nameWidth = 22
	var lines []string
	for i, row := range rows {
		if i > most {
			lines = append(lines, say(sayCupMore, len(rows)-i))
			break
		}
		name := []rune(cut(row[1], nameWidth))
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

// breaksLine says what the columns of tie-breaks are (F76).
func breaksLine(t tourney.Record) string {
	f, ok := tourney.Find(t.Format)
	if !ok || len(f.Breaks()) == 0 {
		return ""
	}
	return "\n-# " + say(sayCupBreaks, strings.Join(f.Breaks(), ", then "))
}

// standingWords are the picture in words: "1. Ann, 3 points."
func standingWords(t tourney.Record) string {
	words := []string{t.Name + "."}
	if t.Result != "" {
		words = append(words, t.Result)
	}
	rows := standingRows(t)
	for _, row := range rows[min(1, len(rows)):] {
		line := fmt.Sprintf("%s. %s, %s", row[0], row[1], row[2])
		if rows[0][2] == "points" {
			line += " points"
		}
		words = append(words, line+".")
	}
	return strings.Join(words, " ")
}

// chart is a tournament as a picture: the games of a knockout, the tree of a bracket, a table of all others.
func chart(t tourney.Record) render.Chart {
	switch t.Format {
	case tourney.Knockout{}.Name():
		return render.Chart{Title: t.Name, Rounds: chartRounds(t)}
	case tourney.Bracket{}.Name():
		return tree(t)
	}
	rows := standingRows(t)
	return render.Chart{Title: t.Name, Head: rows[0], Rows: rows[1:]}
}

func chartRounds(t tourney.Record) (list []render.Round) {
	for n, round := range t.Played {
		r := render.Round{Title: speak(sayCupFinal)}
		if len(round.Games) > 1 {
			r.Title = fmt.Sprintf("Round %d", n+1)
		}
		for _, g := range round.Games {
			var lines []render.Line
			for seat, e := range g.Pairing {
				line := render.Line{Name: bareName(t.Entrants[e]), Won: slices.Contains(g.Won(), e)}
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
func tree(t tourney.Record) render.Chart {
	ch := render.Chart{Title: t.Name}
	levels, third := tourney.Bracket{}.Nodes(t.State(true))
	for _, nodes := range levels {
		var pairs []render.Pair
		for _, n := range nodes {
			pairs = append(pairs, pairOf(t, n))
		}
		ch.Levels = append(ch.Levels, pairs)
	}
	if third != nil {
		p := pairOf(t, *third)
		ch.Third = &p
	}
	return ch
}

func pairOf(t tourney.Record, n tourney.Node) render.Pair {
	name := func(e tourney.Entrant) string {
		if e == tourney.Nobody {
			return ""
		}
		return bareName(t.Entrants[e])
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
		p.B = "bye"
	}
	return p
}
