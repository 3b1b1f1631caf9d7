package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/show"
)

// A dweller is a member of the server of TestMonth: somebody who looks in now and then, does what is offered to them in messages and menus as they like
// it, and sleeps at night. All that they know is what Discord shows them.
type dweller struct {
	month  *month
	id     discordsim.UserID
	name   string
	zone   *time.Location
	quiet  bool    // has declared a night, from 22 to 7
	often  float64 // looks a day
	wants  int     // matches at a time
	gone   time.Time
	rng    *rand.Rand
	called []discordsim.MessageID // what has called upon them since they last looked
}

// likes is how much a dweller likes to press what has an action. What is not named is pressed now and then.
var likes = map[show.Action]float64{
	show.ActPlay: 30, show.ActMenu: 30, show.ActOpen: 20, show.ActMenuOnce: 30, show.ActOpenOnce: 20, show.ActSure: 30, show.ActSureOnce: 30,
	show.ActJoin: 12, show.ActDecline: 1.5, show.ActBegin: 2, show.ActRevoke: 0.1, show.ActLeave: 0.1, show.ActCancel: 0.1,
	show.ActClaim: 6, show.ActNoDraw: 2, show.ActNoUndo: 2, show.ActRematch: 1, show.ActResign: 0.1, show.ActResignYes: 1, show.ActDismiss: 2,
	show.ActNextMatch: 8, show.ActSetup: 30, show.ActArrange: 10, show.ActNext: 5, show.ActPlayOn: 2, show.ActTournamentJoin: 8, show.ActTournamentConfirm: 10,
	show.ActTournamentLeave: 0.05, show.ActTournamentStart: 0.3, show.ActPuzzle: 5, show.ActTry: 0.5, show.ActTryMove: 5, show.ActTryMenu: 5, show.ActTryKeep: 8,
	show.ActGoOn: 2, show.ActDeleteYes: 0, show.ActTakeSeat: 3, show.ActLevel: 0, show.ActNoteForm: 0.5, show.ActSettings: 0.1, show.ActHours: 0.1,
}

// awake reports whether a dweller is up.
func (d *dweller) awake(at time.Time) bool {
	hour := at.In(d.zone).Hour()
	return hour >= 7 && hour < 22
}

// next is when a dweller looks in again.
func (d *dweller) next(now time.Time) time.Time {
	at := now.Add(time.Duration((0.2 + 1.6*d.rng.Float64()) * 15 / d.often * float64(time.Hour)))
	for !d.awake(at) {
		at = at.Add(time.Duration(10+d.rng.IntN(50)) * time.Minute)
	}
	return at
}

// some is one of a list.
func some[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// weighed is one of a list by weights; -1 if there is nothing of any weight.
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

// visit is a look at Discord: what has called, what is new in a channel, my matches one after the other, and sometimes something of one's own.
func (d *dweller) visit() {
	called := d.called
	d.called = nil
	for _, id := range called[max(0, len(called)-4):] {
		d.follow(d.month.sim.Message(id, d.id), 4)
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
	if d.rng.IntN(4) == 0 {
		d.follow(d.does(d.in(hall).Slash(d.whim())), 3)
	}
}

func (d *dweller) in(ch discordsim.ChannelID) discordsim.Actor { return d.month.sim.As(d.id).In(ch) }

// concerns reports whether a public message is for a dweller: it names them, or anybody may press it.
func (d *dweller) concerns(m discordsim.Message) bool {
	if strings.Contains(m.Text(), "<@"+string(d.id)+">") {
		return true
	}
	return slices.ContainsFunc(m.Buttons(), func(c discordsim.Component) bool {
		t, _ := show.ParseID(c.CustomID)
		return t.Action == show.ActJoin && d.rng.IntN(4) == 0 || t.Action == show.ActTournamentJoin
	})
}

// running is how many matches an answer to `/games` counts.
func running(m discordsim.Message) int {
	_, rest, _ := strings.Cut(m.Text(), "(")
	text, _, _ := strings.Cut(rest, ")")
	n, _ := strconv.Atoi(text)
	return n
}

// follow presses one thing after the other, as long as there is something to press that a dweller likes.
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

// likes is how much a dweller likes to press a component of a message that is theirs or not.
func (d *dweller) likes(c discordsim.Component, mine bool) float64 {
	if c.Disabled || c.URL != "" {
		return 0
	}
	t, err := show.ParseID(c.CustomID)
	if err != nil {
		return 0
	}
	w, known := likes[t.Action]
	switch {
	case !known:
		w = 0.3
	case t.Action == show.ActArrange && t.Text != "confirm":
		w = 0.5
	case !mine && w > 15: // somebody else's turn
		w = 0.02
	}
	return w
}

// press presses a button, chooses from a menu or fills in a form, and returns what comes of it.
func (d *dweller) press(m discordsim.Message, c discordsim.Component) discordsim.Message {
	a := d.in(m.ChannelID)
	if !c.Type.IsSelect() {
		i := a.Click(m, c.CustomID)
		if d.rng.IntN(30) == 0 {
			d.does(a.Click(m, c.CustomID)) // twice
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

// after is what somebody looks at after they have pressed something on a message: the answer, or the message as it is now.
func (d *dweller) after(m, answer discordsim.Message) discordsim.Message {
	if answer.Exists() {
		return answer
	}
	return d.month.sim.Message(m.ID, d.id)
}

// words fills in a form.
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

// does waits for the answer of an interaction. What a client refuses, because the screen was out of date, is nothing; everything else is answered.
func (d *dweller) does(i *discordsim.Interaction) discordsim.Message {
	d.month.deeds++
	d.month.wait(time.Duration(1+d.rng.IntN(5)) * time.Second)
	for range 60 {
		if i.Err() != nil || !i.Message().Loading() {
			break
		}
		d.month.wait(time.Second)
	}
	switch err := i.Err(); {
	case errors.Is(err, discordsim.ErrClient):
		return discordsim.Message{}
	case err != nil:
		d.month.Errorf("%s was not answered: %v", d.name, err)
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

// other is another dweller.
func (d *dweller) other() *dweller {
	for {
		if o := some(d.rng, d.month.people...); o != d {
			return o
		}
	}
}

// proposal is the command that begins a match, in any of the ways there are.
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
		return "/" + g.name + " challenge" + g.options + d.terms() + some(d.rng, "", "", " reliability:50", " within:within 400 of mine")
	case 5:
		return "/" + g.name + " start level:" + some(d.rng, "easy", "random") + g.options
	case 6:
		return fmt.Sprintf("/fish start players:%d rules:course rows:5 columns:4", 3+d.rng.IntN(2)) + d.terms()
	}
	return "/kalah start level:first versus:random holes:3 beans:2"
}

// terms are the time, and what happens when it is over.
func (d *dweller) terms() string {
	text := some(d.rng, "", " time:6 hours a move", " time:1 day a move", " time:1 day a move", " time:3 days a move", " time:1 hour a move", " time:no clock")
	if text != " time:no clock" && d.rng.IntN(3) == 0 {
		text += some(d.rng, " timeout:the opponent may claim the win, or wait on", " weekends-off:true")
	}
	if d.rng.IntN(10) == 0 {
		text += " thread:true"
	}
	return text
}

// whim is something that a dweller does beside playing.
func (d *dweller) whim() string {
	return some(d.rng,
		"/stats", "/stats user:@"+d.other().name, "/top game:Kalah", "/lobby", "/finished", "/finished user:@"+d.other().name, "/catchup", "/history", "/review", "/puzzle",
		"/whatif", "/conditional", "/note text:a thought", "/pause", "/give-time time:6 hours", "/takeback", "/draw", "/why", "/export", "/hint", "/board", "/play", "/help",
		"/settings", "/settings style:the position in words", "/settings notify:a direct message", "/settings notify:a mention at the board", "/settings forced:yes, play it for me",
		"/hours", "/hours reminders:3 hours before", fmt.Sprint("/vacation days:", 1+d.rng.IntN(3)), "/vacation back:true", "/fish nudge", "/kalah nudge", "/stratego watch",
		"/tournament create game:Kalah format:Bracket: two a game, the loser is out players:4 signup:6 hours options:holes=4 beans=3 fill:easy time:6 hours a move",
		"/tournament create game:Fish players:6 signup:1 day options:rules=course rows=4 columns=4 fill:easy",
		"/tournament create game:Halatafl format:Swiss: a few rounds, equals play equals players:4 signup:1 day rounds:2 round-time:3 days fill:easy",
		"/tournament status", "/tournament join", "/tournament standings", "/resign", "/block user:@"+d.other().name, "/unblock user:@"+d.other().name,
	)
}
