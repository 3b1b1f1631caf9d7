package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/person"
	"paddock/bot/play"
	"paddock/bot/tournament"
)

// dweller is a simulated member of the server in TestMonth. Dwellers open Discord now and then, use
// messages and menus as they like, and sleep at night. They know only what Discord shows them.
type dweller struct {
	month  *month
	id     discordsim.UserID
	name   string
	zone   *time.Location
	quiet  bool    // has declared quiet hours from 22 to 7
	often  float64 // number of times a day that the member opens Discord
	wants  int     // the number of matches that the member wants to play at once
	gone   time.Time
	rng    *rand.Rand
	called []discordsim.MessageID // notifications since the member last opened Discord
	acted  string                 // the last control that was used, and its message
	on     discordsim.MessageID   // that message
}

// likes weighs actions: how likely a dweller presses a button with that action. An action that is
// not listed is pressed rarely.
var likes = map[component.Action]float64{
	component.ActPlay: 30, component.ActMenu: 30, component.ActOpen: 20, component.ActMenuOnce: 30,
	component.ActOpenOnce: 20, component.ActSure: 30, component.ActSureOnce: 30,
	component.ActJoin: 12, component.ActDecline: 1.5, component.ActBegin: 2, component.ActRevoke: 0.1,
	component.ActLeave: 0.1, component.ActCancel: 0.1,
	component.ActClaim: 6, component.ActNoDraw: 2, component.ActNoUndo: 2, component.ActRematch: 1,
	component.ActResign: 0.1, play.ActResignYes: 1, play.ActDismiss: 2,
	component.ActNextMatch: 8, component.ActSetup: 30, component.ActArrange: 10, component.ActNext: 5,
	component.ActPlayOn: 2, tournament.ActTournamentJoin: 8, tournament.ActTournamentConfirm: 10,
	tournament.ActTournamentLeave: 0.05, tournament.ActTournamentStart: 0.3, component.ActLessonMove: 5, component.ActTry: 0.5,
	component.ActTryMove: 5, component.ActTryMenu: 5, component.ActTryKeep: 8,
	component.ActGoOn: 2, person.ActDeleteYes: 0, component.ActTakeSeat: 3, component.ActLevel: 0,
	component.ActNoteForm: 0.5, component.ActSettings: 0.1, person.ActHours: 0.1,
}

// awake reports whether a dweller is awake.
func (d *dweller) awake(at time.Time) bool {
	hour := at.In(d.zone).Hour()
	return hour >= 7 && hour < 22
}

// next returns the time at which a dweller next opens Discord.
func (d *dweller) next(now time.Time) time.Time {
	at := now.Add(time.Duration((0.2 + 1.6*d.rng.Float64()) * 15 / d.often * float64(time.Hour)))
	for !d.awake(at) {
		at = at.Add(time.Duration(10+d.rng.IntN(50)) * time.Minute)
	}
	return at
}

// some returns a random element of a list.
func some[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// weighed returns a random index of a list by weights; -1 if all weights are zero.
func weighed(rng *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return -1
}

// visit lets the dweller open Discord once and read notifications, new messages in a channel, the
// dweller's matches one by one, and sometimes a command.
func (d *dweller) visit() {
	called := d.called
	d.called = nil
	for _, id := range called[max(0, len(called)-4):] {
		d.follow(d.month.Sim.Message(id, d.id), 4)
	}
	hall := some(d.rng, d.month.halls...)
	for _, m := range d.month.newest(hall, d.id, 3) {
		if d.concerns(m) {
			d.follow(m, 3)
		}
	}
	mine := d.does(d.in(hall).Slash("/games"))
	d.follow(mine, 16)
	if running(mine) < d.wants {
		d.does(d.in(hall).Slash(d.proposal()))
	}
	if d.rng.IntN(8) == 0 {
		d.follow(d.does(d.in(d.month.Sim.DM(d.id)).Slash(d.pastime())), 3)
	}
	if d.rng.IntN(4) == 0 {
		d.follow(d.does(d.in(hall).Slash(d.whim())), 3)
	}
}

func (d *dweller) in(ch discordsim.ChannelID) discordsim.Actor { return d.month.Sim.As(d.id).In(ch) }

// concerns reports whether a public message is for a dweller: it mentions them, or anybody may
// press its controls.
func (d *dweller) concerns(m discordsim.Message) bool {
	if strings.Contains(m.Text(), "<@"+string(d.id)+">") {
		return true
	}
	return slices.ContainsFunc(m.Buttons(), func(c discordsim.Component) bool {
		t, _ := component.ParseID(c.CustomID)
		return t.Action == component.ActJoin && d.rng.IntN(4) == 0 || t.Action == tournament.ActTournamentJoin
	})
}

// running returns the number of matches in an answer to `/games`.
func running(m discordsim.Message) int {
	_, rest, _ := strings.Cut(m.Text(), "(")
	text, _, _ := strings.Cut(rest, ")")
	n, _ := strconv.Atoi(text)
	return n
}

// follow presses controls one after another while there is one that the dweller likes.
func (d *dweller) follow(m discordsim.Message, steps int) {
	for range steps {
		if !m.Exists() {
			return
		}
		all := append(m.Buttons(), m.Selects()...)
		weights := make([]float64, len(all)+1)
		mine := m.Ephemeral() || m.GuildID == "" || strings.Contains(m.Text(), "<@"+string(d.id)+">")
		for i, c := range all {
			weights[i] = d.likes(c, mine)
		}
		weights[len(all)] = 1
		i := weighed(d.rng, weights)
		if i < 0 || i == len(all) {
			return
		}
		m = d.press(m, all[i])
	}
}

// likes returns how much a dweller likes to press a component of a message. The parameter mine says
// that the message is the dweller's.
func (d *dweller) likes(c discordsim.Component, mine bool) float64 {
	if c.Disabled || c.URL != "" {
		return 0
	}
	t, err := component.ParseID(c.CustomID)
	if err != nil {
		return 0
	}
	w, known := likes[t.Action]
	switch {
	case !known:
		w = 0.3
	case t.Action == component.ActArrange && t.Text != "confirm":
		w = 0.5
	case !mine && w > 15: // it is somebody else's turn
		w = 0.02
	}
	return w
}

// press presses a button, chooses from a menu or submits a form, and returns the result.
func (d *dweller) press(m discordsim.Message, c discordsim.Component) discordsim.Message {
	a := d.in(m.ChannelID)
	d.on = m.ID
	d.acted = fmt.Sprintf("%s in %s/%s, %v:\n%s", c.CustomID, m.ChannelID, m.ID, m.Labels(), m.Text())
	if !c.Type.IsSelect() {
		i := a.Click(m, c.CustomID)
		if d.rng.IntN(30) == 0 {
			d.does(a.Click(m, c.CustomID)) // the member clicks a second time
		}
		after := d.does(i)
		if form := i.Modal(); form != nil {
			return d.does(a.Submit(form, d.words(*form)))
		}
		return d.after(m, after)
	}
	var picks []string
	switch options := c.Options; {
	case len(options) > 0:
		picks = []string{some(d.rng, options...).Value}
	case c.CustomID == "" || d.rng.IntN(2) == 0:
		return discordsim.Message{}
	default:
		picks = []string{"@" + d.other().name}
	}
	return d.after(m, d.does(a.Select(m, c.CustomID, picks...)))
}

// after returns the message that a person sees after pressing: the answer, or the message as it is
// now.
func (d *dweller) after(m, answer discordsim.Message) discordsim.Message {
	if answer.Exists() {
		return answer
	}
	return d.month.Sim.Message(m.ID, d.id)
}

// words returns texts for the fields of a form.
func (d *dweller) words(form discordsim.Modal) map[string]string {
	values := map[string]string{}
	for _, c := range form.Inputs() {
		text := some(d.rng, "watch the left side", "12-34", "22:00-07:00", "a *b* `c` @everyone", "7")
		if c.MaxLength != nil {
			text = text[:min(len(text), *c.MaxLength)]
		}
		if c.MinLength != nil && len(text) < *c.MinLength {
			text = c.Value
		}
		values[c.CustomID] = text
	}
	return values
}

// does waits for the answer to an interaction. The client may refuse an act because of an outdated
// screen, and of two clicks at once the second may meet a message that the first has replaced.
// Everything else must be answered.
func (d *dweller) does(i *discordsim.Interaction) discordsim.Message {
	d.month.deeds++
	d.month.Wait(time.Duration(1+d.rng.IntN(5)) * time.Second)
	for range 60 {
		if i.Err() != nil || !i.Message().Loading() {
			break
		}
		d.month.Wait(time.Second)
	}
	switch err := i.Err(); {
	case errors.Is(err, discordsim.ErrClient):
		return discordsim.Message{}
	case err != nil && !d.month.Sim.Message(d.on, d.id).Exists():
		return discordsim.Message{} // that a deleted message was not answered is invisible
	case err != nil:
		d.month.Errorf("%s was not answered by interaction %s: %v, after %s", d.name, i.ID(), err, d.acted)
		return discordsim.Message{}
	}
	m := i.Message()
	if list := i.FollowUps(); len(list) > 0 {
		m = list[len(list)-1]
	}
	if i.Answer() == discordsim.AnswerDeferEdit || i.Answer() == discordsim.AnswerChoices {
		return discordsim.Message{}
	}
	d.month.answered(m)
	return m
}

// other returns another dweller.
func (d *dweller) other() *dweller {
	for {
		if o := some(d.rng, d.month.people...); o != d {
			return o
		}
	}
}

// proposal returns a random command that starts a match.
func (d *dweller) proposal() string {
	g := some(d.rng, []struct{ name, options string }{
		{"kalah", " holes:4 beans:3"},
		{"kalah", ""},
		{"kalah", " rules:empty-capture"},
		{"halatafl", ""},
		{"halatafl", " sheep:16"},
		{"stratego", " army:duel"},
		{"stratego", " army:barrage reveal:never"},
		{"stratego", ""},
		{"fish", " rules:course rows:4 columns:4"},
		{"fish", " rules:official"},
	}...)
	switch d.rng.IntN(8) {
	case 0, 1, 2:
		return "/" + g.name + " challenge user:@" + d.other().name + g.options + d.terms()
	case 3, 4:
		return "/" + g.name + " challenge" + g.options + d.terms() +
			some(d.rng, "", "", " reliability:50", " within:within 400 of mine")
	case 5:
		return "/" + g.name + " start level:" + some(d.rng, "easy", "random") + g.options
	case 6:
		return fmt.Sprintf("/fish start players:%d rules:course rows:5 columns:4", 3+d.rng.IntN(2)) + d.terms()
	}
	return "/kalah start level:first versus:random holes:3 beans:2"
}

// pastime returns a command in direct messages: one that starts a match there, or ends one.
func (d *dweller) pastime() string {
	rated := some(d.rng, "", " rated:true", " rated:false")
	return some(d.rng,
		"/kalah start level:first first:me"+d.terms()+rated,
		"/kalah start level:random holes:3 beans:2"+rated,
		"/halatafl start level:easy"+d.terms()+rated,
		"/stratego start level:random army:duel"+d.terms()+rated,
		"/fish start players:3 rules:course rows:4 columns:4",
		"/kalah start level:first versus:random holes:3 beans:2",
		"/kalah challenge user:@"+d.other().name+d.terms(),
		"/resign", "/resign", "/takeback", "/games",
	)
}

// terms returns random time options.
func (d *dweller) terms() string {
	text := some(d.rng, "", " time:6 hours a move", " time:1 day a move", " time:1 day a move", " time:3 days a move",
		" time:1 hour a move", " time:no clock")
	if text != " time:no clock" && d.rng.IntN(3) == 0 {
		text += some(d.rng, " timeout:the opponent may claim the win or wait", " weekends-off:true")
	}
	if d.rng.IntN(10) == 0 {
		text += " thread:true"
	}
	return text
}

// whim returns a random command other than playing.
func (d *dweller) whim() string {
	return some(d.rng,
		"/stats", "/stats user:@"+d.other().name, "/top game:Kalah", "/lobby", "/games finished:all",
		"/games user:@"+d.other().name, "/match happened", "/match history", "/review", "/puzzle",
		"/match try", "/match conditional", "/match note text:a thought", "/match pause",
		"/match give-time time:6 hours", "/takeback", "/draw", "/match why", "/match export", "/hint", "/board",
		"/play", "/help",
		"/settings general", "/settings general style:the position in words",
		"/settings general notify:a direct message", "/settings general notify:a mention at the board",
		"/settings general forced:on",
		"/settings hours", "/settings hours reminders:3 hours before",
		fmt.Sprint("/settings vacation days:", 1+d.rng.IntN(3)), "/settings vacation back:true", "/match nudge",
		"/match nudge", "/match watch",
		"/tournament create game:Kalah format:Bracket: two a game, the loser is out players:4 signup:6 hours options:holes=4 beans=3 fill:easy time:6 hours a move",
		"/tournament create game:Fish players:6 signup:1 day options:rules=course rows=4 columns=4 fill:easy",
		"/tournament create game:Halatafl format:Swiss: a few rounds, equals play equals players:4 signup:1 day rounds:2 round-time:3 days fill:easy",
		"/tournament status", "/tournament join", "/tournament standings", "/resign",
		"/settings block user:@"+d.other().name, "/settings unblock user:@"+d.other().name,
	)
}
