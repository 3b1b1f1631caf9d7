package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// matchesOnPage is how many matches `/games` shows at once.
const matchesOnPage = 10

// listMatches is `/games`: all matches of a person over all servers, the most urgent first (P10).
func (b *bot) listMatches(ctx context.Context, r *request) (reply, error) {
	return b.matchPage(ctx, r, 0)
}

// listPage turns the page of `/games`.
func (b *bot) listPage(ctx context.Context, r *request) (reply, error) {
	page, _ := parsePage(r.target.Text)
	return b.matchPage(ctx, r, page)
}

func (b *bot) matchPage(ctx context.Context, r *request, page int) (reply, error) {
	list, err := b.svc.ByUser(ctx, r.user)
	if err != nil {
		return reply{}, err
	}
	if len(list) == 0 {
		first := b.cfg.Games[0].ID
		return b.privately(r, say(sayNoGames, first, first)), nil
	}
	first := min(page*matchesOnPage, (len(list)-1)/matchesOnPage*matchesOnPage)
	lines := []string{fmt.Sprintf("### Your matches (%d)", len(list))}
	for _, rec := range list[first:min(first+matchesOnPage, len(list))] {
		lines = append(lines, "* "+b.listLine(rec, r.user))
	}
	var buttons []discordgo.MessageComponent
	if first > 0 {
		buttons = append(buttons, button(labelEarlier, discordgo.SecondaryButton, target{Action: actList, Text: pageText(first/matchesOnPage-1, "")}))
	}
	if first+matchesOnPage < len(list) {
		buttons = append(buttons, button(labelMore, discordgo.SecondaryButton, target{Action: actList, Text: pageText(first/matchesOnPage+1, "")}))
	}
	return b.privately(r, strings.Join(lines, "\n"), buttons...), nil
}

// listLine is a match in a list: "Kalah v Bob · your turn · in 3 hours · board".
func (b *bot) listLine(rec match.Record, user match.UserID) string {
	parts := []string{"**" + b.shortTitle(rec, user, true) + "**", state(rec, user)}
	if !rec.Clock.Deadline.IsZero() && rec.Status == match.Running && rec.Parked == nil {
		parts = append(parts, ago(rec.Clock.Deadline))
	}
	if url := boardLink(rec); url != "" {
		parts = append(parts, "[board]("+url+")")
	}
	return strings.Join(append(parts, "`"+string(rec.ID)+"`"), " · ")
}

// shortTitle is "Kalah v Bob": the match as one of its players calls it. Escaped where it stands in a text, plain in a menu.
func (b *bot) shortTitle(rec match.Record, user match.UserID, escape bool) string {
	name := string(rec.Game)
	if g, ok := b.svc.Game(rec.Game); ok {
		name = g.Name
	}
	seat := rec.SeatOf(user)
	var others []string
	for s, p := range rec.Players {
		switch {
		case games.Seat(s) == seat:
		case p.Empty():
			others = append(others, "anyone")
		case escape:
			others = append(others, playerName(p))
		default:
			others = append(others, bareName(p))
		}
	}
	return name + " v " + and(others)
}

// state says how a match stands, to one of its players.
func state(rec match.Record, user match.UserID) string {
	seat := rec.SeatOf(user)
	switch {
	case rec.Parked != nil:
		return "at rest"
	case rec.Status == match.Open && rec.Invited == user:
		return "you are challenged"
	case rec.Status == match.Open:
		return "waiting for players"
	case rec.Waiting.Has(seat):
		return "your turn"
	case rec.Status == match.Running:
		return "their turn"
	}
	return "over"
}

// nextMatch shows the board of the presser's most urgent match.
func (b *bot) nextMatch(ctx context.Context, r *request) (reply, error) {
	list, err := b.svc.ByUser(ctx, r.user)
	if err != nil {
		return reply{}, err
	}
	i := slices.IndexFunc(list, func(rec match.Record) bool { return rec.ID != r.target.Match && rec.Position != "" })
	if i < 0 {
		first := b.cfg.Games[0].ID
		return b.privately(r, say(sayNoGames, first, first)), nil
	}
	return b.privateBoard(ctx, r, list[i], "")
}

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func (b *bot) rules(_ context.Context, r *request) (reply, error) {
	g := r.game
	if g == nil {
		found, ok := b.svc.Game(games.ID(r.text(optGame)))
		if !ok {
			return reply{}, errNoHandler
		}
		g = found
	}
	parts := []discordgo.MessageComponent{textPart("### " + g.Name + "\n" + g.Rules)}
	var files []file
	if len(g.Examples) > 0 {
		board, f := b.example(g, g.Examples[0])
		parts, files = append(parts, board...), f
	}
	parts = append(parts, textPart(speak(games.Say("Play: `/%s start` against the computer, `/%s challenge` against a member.", g.ID, g.ID))))
	return reply{message: message{parts: []discordgo.MessageComponent{box(parts...)}, files: files}}, nil
}

// example draws an example of the rules; an example that can't be drawn is left out.
func (b *bot) example(g *games.Game, e games.Example) ([]discordgo.MessageComponent, []file) {
	before, err := g.Parse(e.Position)
	if err != nil {
		b.log.Error("an example can't be read", "game", g.ID, "err", err)
		return nil, nil
	}
	after, err := g.Parse(e.After)
	if err != nil {
		b.log.Error("an example can't be read", "game", g.ID, "err", err)
		return nil, nil
	}
	seat := games.Spectator
	for s := range before.Turn().Waiting.All() {
		seat = s
		break
	}
	view := after.View(games.Spectator)
	drawn := view.Draw(nil, before.View(games.Spectator), seat, []string{e.Move})
	board, files := b.picture(drawn, match.Image)
	return append([]discordgo.MessageComponent{textPart("**" + plainText(e.Move) + "**: " + e.Say)}, board...), files
}

// help is `/help`: every command, in a line each.
func (b *bot) help(_ context.Context, _ *request) (reply, error) {
	lines := []string{"### What I can do"}
	for _, g := range b.cfg.Games {
		lines = append(lines, fmt.Sprintf("**%s**: %s. `/%s start` · `/%s challenge` · `/%s move` · `/%s board` · `/%s resign` · `/%s rules` · `/%s watch`",
			g.Name, g.Summary, g.ID, g.ID, g.ID, g.ID, g.ID, g.ID, g.ID))
	}
	lines = append(lines, "Everything under a board can be pressed or chosen; the same can be typed:")
	for _, c := range commands(b.cfg.Games) {
		if _, isGame := b.svc.Game(games.ID(c.Name)); isGame {
			continue
		}
		line := fmt.Sprintf("`/%s` %s", c.Name, c.Description)
		if c.Type == discordgo.UserApplicationCommand {
			line = fmt.Sprintf("*%s*, in a member's menu under Apps", c.Name)
		}
		lines = append(lines, line)
	}
	return sentence(strings.Join(lines, "\n")), nil
}

// settings is `/settings`: how boards are shown to one person.
func (b *bot) settings(ctx context.Context, r *request) (reply, error) {
	u, err := b.cfg.Store.User(ctx, r.user)
	if err != nil {
		return reply{}, err
	}
	u.Style = match.Style(r.text(optStyle))
	if err := b.cfg.Store.PutUser(ctx, u); err != nil {
		return reply{}, err
	}
	names := map[match.Style]string{match.Image: "pictures", match.Text: "monospace text", match.Words: "words"}
	return sentence(say(sayStyle, names[u.Style])), nil
}

// server is `/server`: what the bot does in this server; changed by those who manage it (P25).
func (b *bot) server(ctx context.Context, r *request) (reply, error) {
	if r.guild == "" {
		return reply{}, refuse(speak(sayServerDM))
	}
	if !r.manages() {
		return reply{}, refuse(speak(sayNoManage))
	}
	g, err := b.cfg.Store.Guild(ctx, r.guild)
	if err != nil {
		return reply{}, err
	}
	if v := r.text(optThreads); v != "" {
		g.Threads = v == "on"
	}
	if v := r.text(optStyle); v != "" {
		g.Style = match.Style(v)
	}
	if v := r.text(optTime); v != "" {
		g.PerMove = perMove(v)
	}
	if n, ok := r.number(optLimit); ok {
		g.Limit = n
	}
	if len(r.options) > 0 {
		if err := b.cfg.Store.PutGuild(ctx, g); err != nil {
			return reply{}, err
		}
	}
	return sentence(serverText(g)), nil
}

func serverText(g match.Guild) string {
	threads, style, per, limit := "off", "picture", "2 days (my default)", "5 (my default)"
	if g.Threads {
		threads = "on"
	}
	if g.Style == match.Text {
		style = "monospace text"
	}
	if g.PerMove > 0 {
		per = span(g.PerMove)
	}
	if g.Limit > 0 {
		limit = fmt.Sprint(g.Limit)
	}
	return fmt.Sprintf("### In this server\nA thread for each match: **%s**\nBoards are posted as: **%s**\nTime for each move: **%s**\nRunning matches a member: **%s**",
		threads, style, per, limit)
}

// history is `/history`: the moves, and the board after any of them (P21).
func (b *bot) history(ctx context.Context, r *request) (reply, error) {
	rec, err := b.readable(ctx, r)
	if err != nil {
		return reply{}, err
	}
	log, err := b.svc.Log(ctx, rec.ID)
	if err != nil {
		return reply{}, err
	}
	if n, ok := r.number(optAt); ok {
		return b.boardAt(ctx, r, rec, log, n)
	}
	g, _ := b.svc.Game(rec.Game)
	var moves []string
	for _, e := range log {
		if e.Kind == match.Moved {
			moves = append(moves, fmt.Sprintf("%d. %s %s", len(moves)+1, g.SeatName(e.Seat), e.Move))
		}
	}
	text := "### " + title(rec, g) + "\n" + say(sayMovesSoFar, len(moves)) + "\n"
	return sentence(text + block(cutFront(strings.Join(moves, "\n"), 3000))), nil
}

// readable is the match whose log a person wants to read: a game with secrets keeps them until it is over.
func (b *bot) readable(ctx context.Context, r *request) (match.Record, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return rec, err
	}
	if g, ok := b.svc.Game(rec.Game); ok && g.Hidden && rec.Status == match.Running {
		return rec, refuse(speak(saySecret))
	}
	return rec, nil
}

// meantOrNewest is meant, or for those who don't play here the newest match of the channel.
func (b *bot) meantOrNewest(ctx context.Context, r *request) (match.Record, error) {
	if r.target.Match == "" && r.text(optGame) == "" {
		list, err := b.svc.Find(ctx, r.channel, r.user, gameOf(r))
		if err != nil {
			return match.Record{}, err
		}
		if len(list) == 0 {
			return b.newest(ctx, r)
		}
	}
	return b.meant(ctx, r)
}

// newest is the newest match of the channel that has begun.
func (b *bot) newest(ctx context.Context, r *request) (match.Record, error) {
	return b.svc.Latest(ctx, r.channel, gameOf(r))
}

// boardAt shows the board after n moves.
func (b *bot) boardAt(ctx context.Context, r *request, rec match.Record, log []match.Event, n int) (reply, error) {
	scenes, err := b.scenes(rec, log, n)
	if err != nil || len(scenes) == 0 {
		return reply{}, err
	}
	u, err := b.cfg.Store.User(ctx, r.user)
	if err != nil {
		b.log.Error("could not read a person's settings", "err", err)
	}
	last := scenes[len(scenes)-1]
	board, files := b.picture(last, u.Style)
	parts := append([]discordgo.MessageComponent{textPart(say(sayAfterMoves, count(min(n, len(scenes)-1), "move")))}, board...)
	return reply{message: message{parts: parts, files: files}}, nil
}

// scenes are the boards of a match from the start to the nth move, as onlookers see them.
func (b *bot) scenes(rec match.Record, log []match.Event, n int) ([]scene.Scene, error) {
	var list []scene.Scene
	var before *games.View
	err := b.svc.Replay(rec, log, func(e match.Event, p *games.Position) bool {
		view := p.View(games.Spectator)
		if e.Kind == match.Moved {
			list = append(list, view.Draw(names(rec), before, e.Seat, []string{e.Move}))
		} else {
			list = append(list, view.Draw(names(rec), nil, 0, nil))
		}
		before = view
		return len(list) <= n
	})
	return list, err
}

// maxFrames is the longest match that is animated.
const maxFrames = 400

// replay shows a whole match as an animation, to the person alone.
func (b *bot) replay(ctx context.Context, r *request) (reply, error) {
	rec, err := b.readable(ctx, r)
	if err != nil {
		return reply{}, err
	}
	log, err := b.svc.Log(ctx, rec.ID)
	if err != nil {
		return reply{}, err
	}
	scenes, err := b.scenes(rec, log, maxFrames)
	if err != nil {
		return reply{}, err
	}
	if len(scenes) > maxFrames {
		return reply{}, refuse(speak(sayLongLog))
	}
	var gif []byte
	if b.cfg.Animate == nil || !guard(b.log, "animation", func() { gif, err = b.cfg.Animate(scenes) }) || err != nil || len(gif) > maxFile {
		b.log.Error("could not make a replay", "match", rec.ID, "err", err, "bytes", len(gif))
		return reply{}, refuse(speak(sayNoPicture))
	}
	g, _ := b.svc.Game(rec.Game)
	f := file{name: "replay.gif", data: gif, alt: cut(scenes[len(scenes)-1].Words, maxAlt)}
	return reply{message: message{parts: []discordgo.MessageComponent{textPart("### " + title(rec, g)), picturePart(f)}, files: []file{f}}}, nil
}

// export is `/export`: a match as text.
func (b *bot) export(ctx context.Context, r *request) (reply, error) {
	rec, err := b.readable(ctx, r)
	if err != nil {
		return reply{}, err
	}
	log, err := b.svc.Log(ctx, rec.ID)
	if err != nil {
		return reply{}, err
	}
	g, _ := b.svc.Game(rec.Game)
	lines := []string{"match " + string(rec.ID), "game " + string(rec.Game)}
	for s, p := range rec.Players {
		lines = append(lines, fmt.Sprintf("%s %s", strings.ToLower(g.SeatName(games.Seat(s))), bareName(p)))
	}
	for _, e := range log {
		switch e.Kind {
		case match.Began:
			lines = append(lines, "start "+e.Note)
		case match.Moved:
			lines = append(lines, strings.ToLower(g.SeatName(e.Seat))+" "+e.Move)
		case match.Ruled, match.Ended, match.Undone:
			lines = append(lines, string(e.Kind)+" "+e.Note)
		}
	}
	view, err := b.svc.View(rec, games.Spectator)
	if err != nil {
		return reply{}, err
	}
	lines = append(lines, "now "+view.Text())
	return sentence(block(cut(strings.Join(lines, "\n"), 3500))), nil
}

// completeWithin is how long autocomplete may take; after it the answer is empty (P51).
const completeWithin = 500 * time.Millisecond

// complete answers autocomplete: which match, or which move.
func (b *bot) complete(ctx context.Context, r *request, err error) {
	ctx, cancel := context.WithTimeout(ctx, firstAnswerWithin)
	defer cancel()
	found := make(chan []*discordgo.ApplicationCommandOptionChoice, 1)
	go func() { // exits when the store answers; nobody waits for it longer than completeWithin
		var list []*discordgo.ApplicationCommandOptionChoice
		guard(b.log, "autocomplete", func() {
			if err == nil {
				list = b.suggest(ctx, r)
			}
		})
		found <- list
	}()
	list := []*discordgo.ApplicationCommandOptionChoice{}
	timer := time.NewTimer(completeWithin)
	defer timer.Stop()
	select {
	case got := <-found:
		list = append(list, got...)
	case <-timer.C:
	}
	b.delivered(r, r.answer.deliver(ctx, reply{kind: choices, choices: list}))
}

// suggest lists what the option being typed could become.
func (b *bot) suggest(ctx context.Context, r *request) []*discordgo.ApplicationCommandOptionChoice {
	b.route(r)
	if r.focused == optGame {
		return b.suggestMatches(ctx, r)
	}
	if r.game == nil || r.focused != moveOption(r.game) {
		return nil
	}
	rec, err := b.meant(ctx, r)
	if err != nil || rec.Status != match.Running {
		return nil
	}
	seat := rec.SeatOf(r.user)
	if !rec.Waiting.Has(seat) { // never from another's view (P51)
		return nil
	}
	view, err := b.svc.View(rec, seat)
	if err != nil {
		return nil
	}
	var list []*discordgo.ApplicationCommandOptionChoice
	for _, c := range view.Complete(r.text(r.focused)) {
		if len(list) == maxOptions {
			break
		}
		if c.Text == "" || len(c.Text) > 100 {
			continue
		}
		list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: choiceName(c), Value: c.Text})
	}
	return list
}

// choiceName is a completion in a list of choices: the text, and what it means.
func choiceName(c games.Completion) string {
	if c.Label == "" || c.Label == c.Text {
		return cut(c.Text, maxOptionText)
	}
	if strings.HasPrefix(c.Label, c.Text) {
		return cut(c.Label, maxOptionText)
	}
	return cut(c.Text+" · "+c.Label, maxOptionText)
}

// suggestMatches lists the matches that the caller may mean.
func (b *bot) suggestMatches(ctx context.Context, r *request) []*discordgo.ApplicationCommandOptionChoice {
	list, err := b.svc.ByUser(ctx, r.user)
	if err != nil {
		return nil
	}
	typed := strings.ToLower(r.text(optGame))
	var out []*discordgo.ApplicationCommandOptionChoice
	for _, rec := range list {
		name := b.shortTitle(rec, r.user, false) + " · " + state(rec, r.user)
		if left := rec.Clock.Deadline.Sub(b.cfg.Now()); rec.Status == match.Running && rec.Parked == nil && left > 0 {
			name += " · " + roughly(left) + " left"
		}
		mine := r.game == nil || rec.Game == r.game.ID
		if mine && len(out) < maxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(string(rec.ID), typed)) {
			out = append(out, &discordgo.ApplicationCommandOptionChoice{Name: cut(name, maxOptionText), Value: string(rec.ID)})
		}
	}
	return out
}

// roughly is a duration as short as it can be said: "3 h". It stands only where Discord shows no times of its own.
func roughly(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d d", int(d.Hours()/24))
	case d >= time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d min", max(1, int(d.Minutes())))
}

// cutFront keeps the end of a long text.
func cutFront(s string, max int) string {
	if len(s) <= max {
		return s
	}
	s = s[len(s)-max:]
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return "…\n" + s
}
