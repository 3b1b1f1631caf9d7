package story

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/games/match"
)

// Script lists steps that everybody takes in turn. A step is a command, a button of the person's
// last answer, or a [button] of the newest board. "<2" picks the second way of the last answer (see
// [Ways]), "[<2]" of the board, and "{a=b; c=d}" submits its form. In private, "@<2" and "@Confirm"
// use the newest direct message. After "?option " a step asks for suggestions, "wait 5h" lets time
// pass, and "look" lists all messages that the person sees. "!al:x=a,b" forges a choice of a and b
// from a menu with the action al and the text x, on the person's last answer. MATCH stands for the
// match's id.
type Script []string

// Everybody returns a page of answers. In each state, people take the steps of each script, in a
// story of its own. The golden file lists every answer to every step once, with the states and
// people that get it, and the messages that others get. A step that nobody can take in any state
// fails the test.
func Everybody(t *testing.T, states []State, scripts ...Script) string {
	t.Helper()
	if testing.Short() {
		t.Skip("long: a story for every state and person")
	}
	pages := make([][]sight, len(states)*len(scripts))
	t.Run("states", func(t *testing.T) {
		for i, state := range states {
			for j, script := range scripts {
				t.Run(state.Name, func(t *testing.T) {
					t.Parallel()
					CrossTell(t, state.Lead, func(s *Story) { pages[j*len(states)+i] = s.asked(state.Name, script) })
				})
			}
		}
	})
	for j, script := range scripts {
		taken := slices.Concat(pages[j*len(states) : (j+1)*len(states)]...)
		for n := range script {
			if title := script.title(n); !slices.ContainsFunc(taken, func(a sight) bool { return a.step == title }) {
				t.Errorf("nobody can take step %q of %q", title, script)
			}
		}
	}
	return page(slices.Concat(pages...))
}

// title returns the title of a step on the page, which numbers the steps that come again.
func (s Script) title(n int) string {
	times := 1
	for _, step := range s[:n] {
		if step == s[n] {
			times++
		}
	}
	if times > 1 {
		return fmt.Sprintf("%s (%d)", s[n], times)
	}
	return s[n]
}

// States returns the states of MatchStates with these names.
func States(names ...string) (list []State) {
	for _, state := range MatchStates {
		if slices.Contains(names, state.Name) {
			list = append(list, state)
		}
	}
	return list
}

// settled is the time after which all messages about a step have been posted, within Discord's rate
// limits.
const settled = 20 * time.Second

// sight is what somebody is answered in a state.
type sight struct{ step, state, who, answer string }

// shortened returns a text's beginning.
func shortened(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// ends shortens a text to its first and last characters.
func ends(text string, most int) string {
	if r := []rune(text); len(r) > 2*most {
		return string(r[:most]) + " … " + string(r[len(r)-most:])
	}
	return text
}

// asked makes everybody take the steps of a script. Onlookers come first, because they should
// change nothing.
func (s *Story) asked(state string, script Script) (list []sight) {
	s.Helper()
	s.Waste = true // the hall may be gone
	s.Sim.SetPermissions(s.Club, s.Cid, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
	people := []*clicker{
		{name: "Eve", user: s.Eve},
		{name: "Cid", user: s.Cid},
		{name: "Eve in private", user: s.Eve, away: true},
		{name: "Ann in private", user: s.Ann, away: true},
		{name: "Ann", user: s.Ann},
		{name: "Bob", user: s.Bob},
	}
	for _, p := range people {
		p.in = s.Hall
		if p.away {
			p.in = s.Sim.DM(p.user)
		}
		p.as = s.Sim.As(p.user).In(p.in)
	}
	id := string(s.TheMatch().ID)
	for n, step := range script {
		title := script.title(n)
		if d, err := time.ParseDuration(strings.TrimPrefix(step, "wait ")); err == nil {
			news := s.listen()
			s.Wait(d)
			list = append(list, sight{title, state, "everybody", news()})
			continue
		}
		for _, p := range people {
			if answer, taken := s.asks(p, strings.ReplaceAll(step, "MATCH", id), match.ID(id)); taken {
				list = append(list, sight{title, state, p.name, answer})
			}
		}
	}
	return list
}

// clicker is a member who takes the steps of a script.
type clicker struct {
	name string
	user discordsim.UserID
	away bool // whether the person is in direct messages, where the board is not
	in   discordsim.ChannelID
	as   discordsim.Actor
	last discordsim.Message // the last answer
	form *discordsim.Modal  // the form that the last answer has opened
}

// asks makes somebody take a step, and returns what they are answered and what others get. Taken is
// false if they can't take it.
func (s *Story) asks(p *clicker, step string, id match.ID) (answer string, taken bool) {
	news, begun, m := s.listen(), time.Now(), p.last
	switch {
	case step == "look":
		seen := []string{}
		for _, m := range s.Sim.Messages(p.in, p.user) {
			seen = append(seen, ends(s.gist(m, begun), 70))
		}
		slices.Sort(seen) // simultaneous messages have no fixed order
		return strings.Join(seen, "\n    "), true
	case step[0] == '?':
		option, command, _ := strings.Cut(step[1:], " ")
		did := p.as.Autocomplete(command, option)
		s.Wait(0)
		said := []string{}
		for _, c := range did.Choices() {
			said = append(said, s.plain(fmt.Sprintf("%s = %v", c.Name, c.Value), begun))
		}
		return strings.Join(said, "; "), true
	case step[0] == '[' && p.away, step[0] == '@' && !p.away:
		return "", false
	case step[0] == '[':
		step = strings.Trim(step, "[]")
		m = s.having(p.as, s.publicBoard(), step)
	case step[0] == '@':
		step = step[1:]
		m = s.having(p.as, s.NewestDM(p.user), step)
	}
	did := s.takes(p, m, step, id)
	switch {
	case did == nil:
		return "", false
	case did.Err() != nil:
		return "not offered", true
	}
	p.last = s.Answered(did, step)
	s.Wait(settled)
	said := s.gist(p.last, begun)
	if p.form = did.Modal(); p.form != nil {
		said = "a form: " + p.form.Title
	}
	answer = said + news()
	if p.name == "Eve" || p.name == "Cid" { // their answers are alike
		answer = strings.ReplaceAll(answer, p.name, "EVE")
	}
	return answer, true
}

// takes makes somebody take a step on a message. It returns nil if the message does not have it.
func (s *Story) takes(p *clicker, m discordsim.Message, step string, id match.ID) *discordsim.Interaction {
	switch step[0] {
	case '<':
		nth, err := strconv.Atoi(step[1:])
		ways, menus := Ways(m), m.Selects()
		switch {
		case err != nil || nth > len(ways):
			return nil
		case ways[nth-1].Button != "":
			return p.as.Click(m, ways[nth-1].Button)
		}
		return p.as.Select(m, menus[0].CustomID, ways[nth-1].Value)
	case '{':
		if p.form == nil {
			return nil
		}
		values := map[string]string{}
		for field := range strings.SplitSeq(strings.Trim(step, "{}"), "; ") {
			name, value, _ := strings.Cut(field, "=")
			values[name] = value
		}
		return p.as.Submit(p.form, values)
	case '/':
		return p.as.Slash(step)
	case '!':
		if !s.There(p.user, m) {
			m = s.Sim.Last(p.in, p.user)
		}
		if !m.Exists() {
			return nil
		}
		target, values, _ := strings.Cut(step[1:], "=")
		action, text, _ := strings.Cut(target, ":")
		s.Forge(component.Target{Match: id, Action: component.Action(action), Text: text},
			strings.FieldsFunc(values, func(c rune) bool { return c == ',' })...)
		m.Components = []discordsim.Component{{Type: 2, CustomID: "x"}}
		return p.as.ClickStale(m, "x")
	}
	if _, there := m.Button(step); !there {
		return nil
	}
	return p.as.Click(m, step)
}

// having returns the board, or the message that its button More opens if only that message has the
// step's button.
func (s *Story) having(who discordsim.Actor, board discordsim.Message, step string) discordsim.Message {
	if step[0] == '<' {
		return board
	}
	return s.opened(who, board, step)
}

// publicBoard returns the newest board or challenge in the test channel that everybody sees.
func (s *Story) publicBoard() (board discordsim.Message) {
	for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
		if !m.Ephemeral() && len(m.Components) > 0 && m.Components[0].Type == Container {
			board = m
		}
	}
	return board
}

// listen returns a function that returns the messages which others have got since.
func (s *Story) listen() (news func() string) {
	type place struct {
		name string
		in   discordsim.ChannelID
		who  discordsim.UserID
	}
	places := []place{{"hall", s.Hall, s.Eve}}
	for n, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve} {
		places = append(places, place{"direct message to " + []string{"Ann", "Bob", "Cid", "Eve"}[n], s.Sim.DM(u), u})
	}
	known, begun := map[discordsim.MessageID]bool{}, time.Now()
	each := func(do func(place, discordsim.Message)) {
		for _, p := range places {
			for _, m := range s.Sim.Messages(p.in, p.who) {
				if !m.Ephemeral() {
					do(p, m)
				}
			}
		}
	}
	each(func(_ place, m discordsim.Message) { known[m.ID] = true })
	return func() string {
		var lines []string
		each(func(p place, m discordsim.Message) {
			if !known[m.ID] {
				lines = append(lines, "\n    "+p.name+": "+s.gist(m, begun))
			}
		})
		slices.Sort(lines) // simultaneous messages have no fixed order
		return strings.Join(lines, "")
	}
}

var (
	times = regexp.MustCompile(`<t:([0-9]+):.>`)
	ids   = regexp.MustCompile(`\b[0-9]{17,20}\b`)
)

// gist returns a message's text and controls in one line. Times are shown as distances from a time.
func (s *Story) gist(m discordsim.Message, from time.Time) string {
	if !m.Exists() {
		return "nothing"
	}
	text := shortened(s.plain(m.Text(), from), 500)
	var controls []string
	for _, b := range m.Buttons() {
		if name := b.Name(); b.Disabled {
			controls = append(controls, "("+name+")")
		} else {
			controls = append(controls, name)
		}
	}
	for _, menu := range m.Selects() {
		var options []string
		for _, o := range menu.Options {
			options = append(options, o.Label)
		}
		if n := len(options); n > 5 {
			options = append(options[:5], fmt.Sprintf("%d more", n-5))
		}
		controls = append(controls, "<"+strings.Join(options, ", ")+">")
	}
	text += " [" + s.plain(strings.Join(controls, "|"), from) + "]"
	for _, alt := range m.AltTexts() {
		text += " (" + shortened(s.plain(alt, from), 80) + ")"
	}
	for _, u := range m.Notified {
		text += " rings " + s.plain("<@"+string(u)+">", from)
	}
	return text
}

// plain replaces what differs from run to run.
func (s *Story) plain(text string, from time.Time) string {
	for name, u := range map[string]discordsim.UserID{"Ann": s.Ann, "Bob": s.Bob, "Cid": s.Cid, "Eve": s.Eve} {
		text = strings.ReplaceAll(text, string(u), name)
	}
	list, err := s.Store.Latest(s.Context(), match.ChannelID(s.Hall), 10)
	if err != nil {
		s.Fatal(err)
	}
	for n, rec := range list {
		text = strings.ReplaceAll(text, string(rec.ID), fmt.Sprint("MATCH", len(list)-n))
	}
	text = times.ReplaceAllStringFunc(text, func(t string) string {
		n, _ := strconv.ParseInt(times.FindStringSubmatch(t)[1], 10, 64)
		after := time.Unix(n, 0).Sub(from)
		if after.Abs() > 2*time.Hour { // in long spans the minutes depend on how long the story took
			after = after.Round(time.Hour)
		}
		return "<" + after.Round(time.Minute).String() + ">"
	})
	return strings.Join(strings.Fields(ids.ReplaceAllString(text, "ID")), " ")
}

// page lists for each step each answer, with the states and people that get it.
func page(list []sight) string {
	var b strings.Builder
	type key struct{ step, answer string }
	var steps []string
	answers, states := map[string][]string{}, map[key][]string{}
	who := map[sight][]string{} // by state
	for _, a := range list {
		k := key{a.step, a.answer}
		if !slices.Contains(steps, a.step) {
			steps = append(steps, a.step)
		}
		if !slices.Contains(answers[a.step], a.answer) {
			answers[a.step] = append(answers[a.step], a.answer)
		}
		if !slices.Contains(states[k], a.state) {
			states[k] = append(states[k], a.state)
		}
		at := sight{step: a.step, answer: a.answer, state: a.state}
		if !slices.Contains(who[at], a.who) {
			who[at] = append(who[at], a.who)
		}
	}
	for _, step := range steps {
		fmt.Fprintf(&b, "## %s\n", step)
		for _, answer := range answers[step] {
			var groups []string
			in := map[string][]string{}
			for _, state := range states[key{step, answer}] {
				people := strings.Join(who[sight{step: step, answer: answer, state: state}], ", ")
				if !slices.Contains(groups, people) {
					groups = append(groups, people)
				}
				in[people] = append(in[people], state)
			}
			for _, people := range groups {
				of := strings.Join(in[people], "; ")
				if len(in[people]) == len(MatchStates) {
					of = "every state"
				}
				fmt.Fprintf(&b, "* %s (%s)\n", people, of)
			}
			fmt.Fprintf(&b, "    %s\n", answer)
		}
		b.WriteString("\n")
	}
	return b.String()
}
