package show

import (
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

// TournamentView is a tournament with what its messages need beside it.
type TournamentView struct {
	tourney.Record
	Links    map[match.ID]string // addresses of the boards of its games, see TournamentMatches
	Pictures bool                // whether pictures may be shown
}

// TournamentMatches lists the matches whose addresses the message of a stage needs.
func TournamentMatches(t tourney.Record, stage int) []match.ID {
	var ids []match.ID
	for n, round := range t.Played {
		if stage != EveryRound && n != stage-1 {
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

// EveryRound stands for the stage of a message that shows all rounds.
const EveryRound = -2

// theEnd is the stage at which a tournament is over or cancelled.
const theEnd = -1

// Stage is what the newest message about a tournament is about: 0 the sign-up, then the round, one more while winners are to confirm, at last theEnd.
func Stage(r tourney.Record) int {
	switch {
	case !r.Live():
		return theEnd
	case r.Called:
		return len(r.Played) + 1
	}
	return len(r.Played)
}

// Tournament makes the message of a tournament's stage: the sign-up, a round, the call to the winners, or the end.
func (k *Maker) Tournament(in lang.Language, t TournamentView, stage int) discord.Message {
	switch {
	case stage == 0:
		return k.signUp(in, t.Record)
	case stage > 0 && stage <= len(t.Played):
		return k.round(in, t, stage-1)
	case stage > 0:
		return confirmCall(in, t.Record)
	}
	return k.ending(in, t)
}

// signUp is the message with which people join.
func (k *Maker) signUp(in lang.Language, t tourney.Record) discord.Message {
	lines := []string{"### 🏆 " + discord.Escape(t.Name), k.tournamentTerms(in, t)}
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
			tournamentButton(in.Speak(say.LabelTournamentJoin), discordgo.SuccessButton, ActTournamentJoin, t), tournamentButton(in.Speak(say.LabelTournamentLeave), discordgo.SecondaryButton, ActTournamentLeave, t),
			tournamentButton(in.Speak(say.LabelTournamentStart), discordgo.PrimaryButton, ActTournamentStart, t),
		))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}

func tournamentButton(label string, style discordgo.ButtonStyle, a Action, t tourney.Record) discordgo.Button {
	return Button(label, style, Target{Action: a, Text: string(t.ID)})
}

func entrantList(in lang.Language, t tourney.Record) string {
	if len(t.Entrants) == 0 {
		return in.Speak(say.TournamentNobody)
	}
	var names []string
	for i := range t.Entrants {
		if i == namesShown {
			return strings.Join(names, ", ") + " " + in.Say(say.TournamentMore, len(t.Entrants)-i)
		}
		names = append(names, discord.Escape(t.EntrantName(tourney.Entrant(i))))
	}
	return in.Speak(games.And(names))
}

// round is the message of a round: its games with links and results, and the standing.
func (k *Maker) round(in lang.Language, t TournamentView, n int) discord.Message {
	going := n == len(t.Played)-1 && t.Status == tourney.Running
	lines := []string{"### 🏆 " + discord.Escape(t.Name), in.Say(say.TournamentRound, n+1)}
	lines = append(lines, gameLines(in, t, n, gamesShown)...)
	played := t.Played[n].Games
	if slices.ContainsFunc(played[:min(len(played), gamesShown)], t.namedByID) {
		lines = append(lines, "-# "+in.Speak(say.TournamentCode))
	}
	if going && !t.Called && !t.Deadline.IsZero() {
		lines = append(lines, in.Say(say.TournamentUntil, discord.DateTime(t.Deadline), discord.Relative(t.Deadline)))
	}
	lines = append(lines, notices(in, t.Record, n)...)
	m := discord.Message{Silent: true, Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}}
	if going {
		k.addStanding(&m, in, t)
	}
	buttons := []discordgo.MessageComponent{
		tournamentButton(in.Speak(say.LabelTournamentStanding), discordgo.SecondaryButton, ActTournamentStandings, t.Record), tournamentButton(in.Speak(say.LabelTournamentBracket), discordgo.SecondaryButton, ActTournamentRounds, t.Record),
	}
	m.Parts = append(m.Parts, discord.Row(buttons...))
	m.Parts = []discordgo.MessageComponent{discord.Container(m.Parts...)}
	return m
}

// gameLines are the games of a round, at most so many.
func gameLines(in lang.Language, t TournamentView, n, most int) []string {
	var lines []string
	for i, g := range t.Played[n].Games {
		if i == most {
			return append(lines, in.Say(say.TournamentMore, len(t.Played[n].Games)-i))
		}
		lines = append(lines, "* "+gameLine(in, t, g))
	}
	for _, e := range t.SittingOut(n) {
		lines = append(lines, "* "+gameLine(in, t, tourney.Game{Pairing: tourney.Pairing{e}, Done: true}))
	}
	return lines
}

// gameLine is a game: "Ann v Bob · board", later "Ann v Bob · **Ann** 24–20".
func gameLine(in lang.Language, t TournamentView, g tourney.Game) string {
	names := EntrantNames(t.Record, g.Pairing)
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
	return strings.Join(append(parts, boardOrID(in, t, g)), " · ")
}

// EntrantNames are the players of a game as they are called.
func EntrantNames(t tourney.Record, p tourney.Pairing) []string {
	var names []string
	for _, e := range p {
		names = append(names, t.EntrantName(e))
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

// boardOrID is the link to a game's board, or its id for `/board`.
func boardOrID(in lang.Language, t TournamentView, g tourney.Game) string {
	if url := t.Links[g.Match]; url != "" {
		return "[" + in.Speak(say.BoardLink) + "](" + url + ")"
	}
	return "`" + string(g.Match) + "`"
}

// namedByID reports whether the line of a game ends with its match's id, because there is no link to its board.
func (t TournamentView) namedByID(g tourney.Game) bool {
	return !g.Pairing.Bye() && t.Links[g.Match] == ""
}

// notices are who is out, and the latest decisions that somebody else took for the players of a round.
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

// confirmCall is the message with which winners confirm their win (F71).
func confirmCall(in lang.Language, t tourney.Record) discord.Message {
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
		parts = append(parts, discord.Row(tournamentButton(in.Speak(say.LabelTournamentConfirm), discordgo.SuccessButton, ActTournamentConfirm, t)))
	}
	if t.Status == tourney.Over && len(t.Asked) == 0 {
		lines = append(lines, in.Speak(say.TournamentAllThere))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(append([]discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}, parts...)...)}
	return m
}

// ending is the message that names all winners.
func (k *Maker) ending(in lang.Language, t TournamentView) discord.Message {
	lines := []string{"### 🏆 " + in.Say(say.TournamentOver, discord.Escape(t.Name)), "**" + discord.Escape(in.Speak(t.Ending())) + "**"}
	if t.Waits() {
		lines = append(lines, in.Say(say.TournamentNextSeason, discord.DateTime(t.Deadline), discord.Relative(t.Deadline)))
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}}
	if len(t.Played) > 0 {
		k.addStanding(&m, in, t)
		m.Parts = append(m.Parts, discord.Row(
			tournamentButton(in.Speak(say.LabelTournamentStanding), discordgo.SecondaryButton, ActTournamentStandings, t.Record), tournamentButton(in.Speak(say.LabelTournamentBracket), discordgo.SecondaryButton, ActTournamentRounds, t.Record),
		))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(m.Parts...)}
	return m
}

// Standings is the standing of all, for one person.
func (k *Maker) Standings(in lang.Language, t TournamentView) discord.Message {
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text("### 🏆 " + discord.Escape(t.Name) + "\n" + k.tournamentTerms(in, t.Record))}}
	if len(t.Played) == 0 {
		m.Parts = append(m.Parts, discord.Text(in.Speak(say.TournamentNoStand)))
		return m
	}
	m.Parts = append(m.Parts, discord.Text(discord.CodeBlock(standingText(in, t.Record, tourney.MostEntrants))+breaksLine(in, t.Record)))
	k.addChart(&m, in, t, chart(in, t.Record))
	return m
}

// Rounds are all rounds, for one person: those that fit, the latest last.
func (k *Maker) Rounds(in lang.Language, t TournamentView) discord.Message {
	var blocks []string
	left := 3200
	for n := len(t.Played) - 1; n >= 0; n-- {
		text := in.Say(say.TournamentRound, n+1) + "\n" + strings.Join(gameLines(in, t, n, tourney.MostEntrants), "\n")
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
			k.addChart(&m, in, t, chart(in, t.Record))
		}
	}
	return m
}

// addStanding adds the standing as a picture, or as text where it can't be one. A table says nothing as long as all are equal; who meets whom does.
func (k *Maker) addStanding(m *discord.Message, in lang.Language, t TournamentView) {
	ch := chart(in, t.Record)
	if ch.Rows != nil && !slices.ContainsFunc(t.Played[0].Games, func(g tourney.Game) bool { return g.Done }) {
		return
	}
	if !k.addChart(m, in, t, ch) {
		m.Parts = append(m.Parts, discord.Text(discord.CodeBlock(standingText(in, t.Record, standingShown))))
	}
}

// addChart adds a picture with the standing as its words, and reports whether it could.
func (k *Maker) addChart(m *discord.Message, in lang.Language, t TournamentView, ch render.Chart) bool {
	if !t.Pictures {
		return false
	}
	var png []byte
	var err error
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Chart(ch) }) || err != nil || len(png) > maxFile {
		k.Log.Error("could not draw a standing", "tournament", t.ID, "err", err, "bytes", len(png))
		return false
	}
	f := discord.File{Name: chartFile, Alt: discord.Truncate(standingWords(in, t.Record), discord.MaxAlt), Data: png}
	m.Files = append(m.Files, f)
	m.Parts = append(m.Parts, discord.Picture(f))
	return true
}

// tournamentTerms are what a tournament is about, in a line.
func (k *Maker) tournamentTerms(in lang.Language, t tourney.Record) string {
	name := string(t.Game)
	g, ok := k.game(t.Game)
	if ok {
		name = g.Name
	}
	parts := []string{name, in.Speak(say.TournamentFormats[t.Format])}
	if ok && g.MaxSeats > 2 {
		parts = append(parts, in.Say(say.TournamentSeats, t.Seats))
	}
	if ok {
		for _, o := range g.Options {
			if v := t.Options[o.Name]; v != "" {
				parts = append(parts, optionWords(in, o, v))
			}
		}
	}
	parts = append(parts, in.Say(say.Clock, say.Span(t.PerMove)))
	if t.NoWeekends {
		parts = append(parts, in.Speak(say.WeekendsOff))
	}
	if t.NoVacations {
		parts = append(parts, in.Speak(say.NoVacations))
	}
	if t.RoundTime > 0 {
		parts = append(parts, in.Say(say.TournamentRoundTime, say.Span(t.RoundTime)))
	}
	if t.Every != "" {
		parts = append(parts, in.Speak(say.Seasons[t.Every]))
	}
	return "-# " + strings.Join(parts, " · ")
}

// game finds a game of the catalogue.
func (k *Maker) game(id games.ID) (*games.Game, bool) {
	i := slices.IndexFunc(k.Games, func(g *games.Game) bool { return g.ID == id })
	if i < 0 {
		return nil, false
	}
	return k.Games[i], true
}
