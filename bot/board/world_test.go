package board

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/match/vote"
	"paddock/games/referee"
	"paddock/games/scene"
	"paddock/storage/storagetest"
)

const (
	ann match.UserID = "1001"
	bob match.UserID = "1002"
	cid match.UserID = "1003"
	eve match.UserID = "1004" // Eve only watches
)

var (
	monday  = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	hall    = match.Place{Guild: "2001", Channel: "3001"}
	players = map[match.UserID]match.Player{
		ann: {User: ann, Name: "Ann"}, bob: {User: bob, Name: "Bob"},
		cid: {User: cid, Name: "Cid"},
	}
)

// world is a match service on a store in memory, with a clock that only the test moves.
type world struct {
	*testing.T
	svc   *service.Service
	clock time.Time
	acts  int
	match match.Match // the newest match, as it is now
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, clock: monday}
	w.svc = service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: func() time.Time { return w.clock },
		Rand: rand.NewChaCha8([32]byte{}),
	})
	return w
}

// propose makes a match in the test channel. Missing seats stay open.
func (w *world) propose(game games.ID, change func(*match.Proposal), with ...match.Player) {
	w.Helper()
	w.acts++
	p := match.Proposal{
		Game: game, Place: hall, By: players[ann], With: with, PerMove: 24 * time.Hour,
		Cause: match.Cause(fmt.Sprint("c", w.acts)),
	}
	if change != nil {
		change(&p)
	}
	w.did(w.svc.Tables.Propose(w.Context(), p))
}

// seated begins a match at once, its players in this order.
func (w *world) seated(game games.ID, change func(*match.Proposal), seats ...match.Player) {
	w.Helper()
	w.propose(game, func(p *match.Proposal) {
		p.Seated, p.Setup.Seats = true, len(seats)
		if change != nil {
			change(p)
		}
	}, seats...)
}

// votes begins a match in which the hall votes on its moves against a computer player.
func (w *world) votes(how vote.Terms) {
	w.Helper()
	w.propose("kalah", func(p *match.Proposal) { p.Voting, p.Side = &match.Voting{Terms: how}, "me" },
		match.Player{Computer: "easy"})
}

func (w *world) did(c match.Change, err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
	w.match = c.Match
}

// by returns an act of a member in the match.
func (w *world) by(u match.UserID) match.Act {
	w.acts++
	return match.Act{Match: w.match.ID, User: u, Cause: match.Cause(fmt.Sprint("c", w.acts))}
}

// plays makes moves, each by the seat that is to move.
func (w *world) plays(moves ...string) {
	w.Helper()
	for _, m := range moves {
		w.clock = w.clock.Add(time.Hour)
		w.did(w.svc.Play.Move(w.Context(), w.by(w.mover()), m))
	}
}

func (w *world) mover() match.UserID {
	w.Helper()
	for seat := range w.match.Waiting.All() {
		return w.match.Players[seat].User
	}
	w.Fatal("nobody is to move")
	return ""
}

// playsOn makes the first legal moves until the match is over, at most the given number of moves.
func (w *world) playsOn(most int) {
	w.Helper()
	for range most {
		if w.match.Status != match.Running {
			return
		}
		for seat := range w.match.Waiting.All() {
			view, err := w.match.View(seat)
			if err != nil {
				w.Fatal(err)
			}
			for move := range view.Legal() {
				w.plays(move)
				break
			}
			break
		}
	}
}

// confirms confirms a member's army as it stands.
func (w *world) confirms(u match.UserID) {
	w.Helper()
	view, err := w.match.View(w.match.SeatOf(u))
	if err != nil {
		w.Fatal(err)
	}
	a, _ := view.Arrangement()
	i := slices.IndexFunc(a.Actions, func(do games.Action) bool { return do.Primary })
	move, err := view.Arrange(a.Actions[i].Name, nil, 1)
	if err != nil {
		w.Fatal(err)
	}
	w.did(w.svc.Play.Move(w.Context(), w.by(u), move))
}

// late lets the clock of the match run out.
func (w *world) late() {
	w.Helper()
	w.clock = w.match.Clock.Deadline.Add(time.Minute)
	w.did(w.svc.Referee.Attend(w.Context(), w.match.ID))
}

// with returns the match with a change that no act of the match service makes, and with its board
// in the test channel.
func (w *world) with(change func(*match.Record)) match.Match {
	r := w.match.Clone()
	r.Shown.Channel, r.Shown.Message = hall.Channel, "4001"
	if change != nil {
		change(&r)
	}
	return w.svc.Read.Of(r)
}

func (w *world) log() []match.Event {
	w.Helper()
	log, err := w.svc.Read.Log(w.Context(), w.match.ID)
	if err != nil {
		w.Fatal(err)
	}
	return log
}

// newMaker returns a Maker whose pictures are a few bytes.
func newMaker() *Maker {
	return &Maker{
		Games: catalog.Games(), Log: slog.New(slog.DiscardHandler),
		Draw: func(s scene.Scene) ([]byte, error) { return []byte(pictured(s)), nil },
		Animate: func(s []scene.Scene) ([]byte, error) {
			return fmt.Appendf(nil, "%d boards, the last %s", len(s), pictured(s[len(s)-1])), nil
		},
		Touch: true, Links: true,
	}
}

// pictured describes a picture beyond its words: the look, the marks on cells, paths, sides and the
// result.
func pictured(s scene.Scene) string {
	var b strings.Builder
	for _, on := range []struct {
		is   bool
		name string
	}{
		{s.Look.Light, "light"},
		{s.Look.Contrast, "contrast"},
		{s.Look.Large, "large"},
		{s.Turned, "turned"},
		{s.Told, "told"},
	} {
		if on.is {
			b.WriteString(on.name + " ")
		}
	}
	fmt.Fprintf(&b, "%q", s.Result)
	for _, side := range s.Sides {
		fmt.Fprintf(&b, "; %s", side.Label)
		if side.ToMove {
			b.WriteString(" to move")
		}
		if side.Won {
			b.WriteString(" won")
		}
	}
	marks := map[scene.Marks]string{
		scene.From: "from", scene.To: "to", scene.Target: "target",
		scene.Movable: "movable",
	}
	for _, m := range slices.Sorted(maps.Keys(marks)) {
		var cells []string
		for _, c := range s.Cells {
			if c.Marks&m != 0 {
				cells = append(cells, c.Name)
			}
		}
		if len(cells) > 0 {
			fmt.Fprintf(&b, "; %s %s", marks[m], strings.Join(cells, " "))
		}
	}
	if len(s.Path) > 0 {
		fmt.Fprintf(&b, "; path %v", s.Path)
	}
	for _, t := range s.Tracks {
		fmt.Fprintf(&b, "; track %v, better %t", t.Path, t.Better)
	}
	return b.String()
}

// text returns a message as a person reads it: texts, pictures in words, controls with their ids.
// "~" stands for the match and its event in the ids.
func text(m discord.Message) string {
	var b strings.Builder
	writeParts(&b, m.Parts, "")
	for _, f := range m.Files {
		fmt.Fprintf(&b, "file %s: %s\n", f.Name, f.Data)
	}
	words := b.String()
	var about []string
	for _, on := range []struct {
		is   bool
		name string
	}{{m.Private, "private"}, {m.Silent, "silent"}, {len(m.Ping) > 0, fmt.Sprint("notifies ", m.Ping)}} {
		if on.is {
			about = append(about, on.name)
		}
	}
	if id := matchID.FindString(words); id != "" {
		words, about = strings.ReplaceAll(words, id, " ~:"), append(about, "ids"+id)
	}
	if len(about) > 0 {
		words = "(" + strings.Join(about, ", ") + ")\n" + words
	}
	return words
}

// matchID is how a component's id begins.
var matchID = regexp.MustCompile(` 1:[a-z0-9]+:[0-9a-z]+:`)

func writeParts(b *strings.Builder, parts []discordgo.MessageComponent, indent string) {
	for _, p := range parts {
		switch p := p.(type) {
		case discordgo.Container:
			accent := ""
			if p.AccentColor != nil {
				accent = fmt.Sprintf(" %06x", *p.AccentColor)
			}
			fmt.Fprintf(b, "%sframe%s\n", indent, accent)
			writeParts(b, p.Components, indent+"  ")
		case discordgo.Section:
			fmt.Fprintf(b, "%ssection\n", indent)
			writeParts(b, append(slices.Clone(p.Components), p.Accessory), indent+"  ")
		case discordgo.TextDisplay:
			for line := range strings.SplitSeq(p.Content, "\n") {
				fmt.Fprintf(b, "%s| %s\n", indent, line)
			}
		case discordgo.MediaGallery:
			fmt.Fprintf(b, "%spicture %s: %s\n", indent, p.Items[0].Media.URL, *p.Items[0].Description)
		case discordgo.ActionsRow:
			var row strings.Builder
			writeParts(&row, p.Components, "")
			controls := strings.TrimSuffix(row.String(), "\n")
			if !strings.HasPrefix(controls, "menu") {
				controls = strings.ReplaceAll(controls, "\n", " ")
			}
			fmt.Fprintf(b, "%s%s\n", indent, strings.ReplaceAll(controls, "\n", "\n"+indent))
		case discordgo.Button:
			state := ""
			if p.Disabled {
				state = " off"
			}
			fmt.Fprintf(b, "%s[%s%s] %s%s =%d%s\n", indent, iconed(p.Emoji), p.Label, p.CustomID, p.URL, p.Style, state)
		case discordgo.SelectMenu:
			fmt.Fprintf(b, "%smenu %q %s, at most %d\n", indent, p.Placeholder, p.CustomID, max(p.MaxValues, 1))
			for _, o := range p.Options {
				fmt.Fprintf(b, "%s  %s%s = %s\n", indent, iconed(o.Emoji), o.Label, o.Value)
			}
		case discordgo.Thumbnail:
			fmt.Fprintf(b, "%sportrait %s: %s\n", indent, p.Media.URL, *p.Description)
		default:
			fmt.Fprintf(b, "%s%T\n", indent, p)
		}
	}
}

// controls returns the buttons of a message with their actions, one row after the other.
func controls(parts []discordgo.MessageComponent) string {
	var rows []string
	for _, p := range parts {
		if row, ok := p.(discordgo.ActionsRow); ok {
			var list []string
			for _, c := range row.Components {
				b := c.(discordgo.Button)
				at, _ := component.ParseID(b.CustomID)
				list = append(list, strings.TrimSpace(fmt.Sprintf("%s=%s %s", b.Label, at.Action, at.Text)))
			}
			rows = append(rows, strings.Join(list, ", "))
		}
	}
	return strings.Join(rows, " | ")
}

// iconed returns the name of an icon in front of a label.
func iconed(e *discordgo.ComponentEmoji) string {
	if e == nil {
		return ""
	}
	return ":" + e.Name + ": "
}

// errNoInk is what a broken renderer returns.
var errNoInk = errors.New("no ink")

// claiming changes a proposal so that the opponent may claim the win after a day, without days of
// grace.
func claiming(p *match.Proposal) { p.Lapse, p.Grace = referee.Claim, -1 }
