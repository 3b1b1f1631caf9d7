package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/board"
	"paddock/bot/deliver"
	"paddock/bot/discordsim"
	"paddock/bot/lang"
	"paddock/bot/person"
	"paddock/bot/say"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/scene"
	"paddock/render/chart"
	"paddock/storage"
)

// month is a server in which simulated members live for some time.
type month struct {
	*story.Story
	halls  []discordsim.ChannelID
	lost   []discordsim.ChannelID // deleted halls
	people []*dweller
	deeds  int

	mu      sync.Mutex
	recent  map[discordsim.ChannelID][]discordsim.MessageID // the newest messages of each channel, oldest first
	rings   []rung
	rows    []seenRows
	nights  int       // number of checked deadlines
	late    int       // number of rulings by time against members with one message a day
	calls   int       // number of requests to Discord
	limited int       // number of requests that a rate limit refused
	closed  int       // number of requests refused because of closed direct messages
	ended   time.Time // when the last member left; zero: members stay
	made    bool      // the database has matches of BenchmarkStored, which no rules can replay
	moved   int
	// number of takebacks and of matches resumed elsewhere, after which a player is notified of the
	// turn again
	again   map[match.ID]int
	digests map[string]rung // the digests by person and day
}

// rung is one notification of a member.
type rung struct {
	who   *dweller
	at    time.Time
	kind  string // the kind of notification; empty: unknown
	about match.ID
	turn  int
	again int // see month.again
	text  string
}

// seenRows is an army that a member has seen.
type seenRows struct {
	by   discordsim.UserID // users who haven't seen the board; empty: everybody has
	at   time.Time
	rows string
}

var zones = []string{"Europe/Stockholm", "America/New_York", "Asia/Tokyo", "Australia/Sydney"}

// newMonth creates a server with the given number of dwellers. It starts in the middle of March;
// three of their zones then change their clocks.
func newMonth(s *story.Story, seed uint64, people int) *month {
	m := &month{
		Story: s, recent: map[discordsim.ChannelID][]discordsim.MessageID{}, again: map[match.ID]int{},
		digests: map[string]rung{},
	}
	s.Forged = true // people press buttons that were removed a moment ago
	s.Wait(75 * 24 * time.Hour)
	rng := rand.New(rand.NewPCG(seed, 30))
	for i := range people {
		zone, _ := calendar.Zone(zones[i%len(zones)])
		d := &dweller{
			month: m, name: fmt.Sprintf("D%02d", i), zone: zone, quiet: i%3 > 0, often: 0.5 + 3*rng.Float64(),
			wants: 1 + rng.IntN(4), rng: rand.New(rand.NewPCG(seed, uint64(i))),
		}
		// these members open Discord every four days: all with one message a day, and some others
		if i%5 == 3 || i%4 == 1 {
			d.often = 0.25
		}
		d.id = s.Sim.AddUser(d.name)
		s.Sim.SetLocale(d.id, some(rng, "en-US", "en-US", "sv-SE", "de"))
		s.Sim.AddMember(s.Club, d.id)
		m.people = append(m.people, d)
	}
	for i := range 4 {
		m.halls = append(m.halls, s.Sim.AddChannel(s.Club, fmt.Sprint("hall-", i)))
	}
	s.Sim.Subscribe("", m.heard)
	starts := byte(0)
	s.Change = func(c *bot.Config) {
		starts++
		c.Rand = rand.NewChaCha8([32]byte{byte(seed), starts})
		c.Store = watched{c.Store, m}
		c.Games = story.CrossGames()
		c.Log = slog.New(slog.NewTextHandler(s.Logged, &slog.HandlerOptions{Level: slog.LevelInfo}))
		c.Chart = func(chart.Chart) ([]byte, error) { return story.DrawNothing(scene.Scene{}) }
		c.Animate = func([]scene.Scene) ([]byte, error) { return []byte("GIF89a"), nil }
		c.Nodes = 500
	}
	return m
}

// watched is the store, with a check of every change of a match.
type watched struct {
	bot.Store
	month *month
}

func (w watched) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	was, _ := w.Store.Record(ctx, r.ID)
	head, err := w.Store.Append(ctx, r, events...)
	if err == nil {
		w.month.changed(was, r, events)
	}
	return head, err
}

// changed checks a change of a match. If the match waits for one person alone, no deadline is in
// their night, and no clock runs out then or on their vacation.
func (m *month) changed(was, r match.Record, events []match.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.Status == match.Running && r.Parked == nil && !r.Clock.Deadline.IsZero() && !r.Clock.Lapsed {
		m.awake(r, r.Clock.Deadline, "its deadline is")
	}
	for _, e := range events {
		switch {
		case e.Kind == match.Moved:
			m.moved++
		case e.Kind == match.Undone, e.Kind == match.Resumed:
			m.again[r.ID]++
		case e.Kind == match.Ruled && e.Code == match.CodeClock, e.Kind == match.Extended && e.Code == match.CodeGrace,
			e.Kind == match.Lapsed:
			m.awake(was, e.At, "its clock runs out ("+string(e.Kind)+" "+string(e.Code)+")")
		}
		if e.Kind == match.Ruled && e.Code == match.CodeClock {
			m.heardOf(was, e)
		}
	}
}

// heardOf fails if a member with one message a day has lost by the clock without a notification.
// The match must have waited for them for more than a day without a message to them.
func (m *month) heardOf(was match.Record, e match.Event) {
	id := was.Players[e.Seat].User
	u, err := m.Store.User(context.Background(), id)
	if err != nil {
		m.Error(err)
		return
	}
	if u.Notify != match.ByDigest {
		return
	}
	m.late++
	since := e.At.Add(-25 * time.Hour)
	for _, r := range slices.Backward(m.rings) {
		if r.at.Before(since) {
			break
		}
		if match.UserID(r.who.id) == id {
			return
		}
	}
	m.Errorf("match %s: time has ruled (%s) on %s at %v, unheard; their turn began at %v, shown %+v", was.ID, e.Ruling,
		was.Players[e.Seat].Name, e.At, was.Clock.Started, was.Shown)
}

// awake fails if the match waits for one person alone who is asleep or on vacation at a moment.
func (m *month) awake(r match.Record, at time.Time, what string) {
	bound := slices.Collect(r.Bound().All())
	if len(bound) != 1 {
		return
	}
	u, err := m.Store.User(context.Background(), r.Players[bound[0]].User)
	if err != nil {
		m.Error(err)
		return
	}
	m.nights++
	if morning, asleep := u.Hours.Asleep(at); asleep {
		m.Errorf("match %s: %s at %v, in the night of %s until %v (now %v)", r.ID, what, at.In(u.Hours.Location()),
			r.Players[bound[0]].Name, morning, time.Now())
	}
	if until, away := u.Hours.Away(at); away && !r.Clock.Policy.NoVacations {
		m.Errorf("match %s: %s at %v, on the vacation of %s until %v", r.ID, what, at, r.Players[bound[0]].Name, until)
	}
}

var armyRows = regexp.MustCompile("(?m)^[1-9SFB.]{10}\n[1-9SFB.]{10}\n[1-9SFB.]{10}\n[1-9SFB.]{10}$")

// heard records requests of the bot to Discord.
func (m *month) heard(e discordsim.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch e.Type {
	case discordsim.EventMessageCreate:
		if e.Message != nil && !e.Message.Ephemeral() {
			m.recent[e.ChannelID] = append(m.recent[e.ChannelID], e.Message.ID)
		}
		m.armies(e)
	case discordsim.EventMessageUpdate:
		m.armies(e)
	case discordsim.EventNotification:
		m.rang(e)
	}
}

// armies records the armies in a message.
func (m *month) armies(e discordsim.Event) {
	if e.Message == nil {
		return
	}
	by := e.Message.VisibleTo
	for _, d := range m.people {
		if by == "" && e.Message.GuildID == "" && m.Sim.DM(d.id) == e.Message.ChannelID {
			by = d.id
		}
	}
	for _, rows := range armyRows.FindAllString(e.Message.Text(), -1) {
		m.rows = append(m.rows, seenRows{by, time.Now(), rows})
	}
}

// calls maps the beginnings of messages that notify a member to the kinds of these messages.
var kinds = func() map[string][]string {
	list := map[string][]string{}
	for _, in := range lang.All {
		add := func(kind string, s games.Sentence, args ...any) {
			text, _, _ := strings.Cut(in.Say(s, args...), "|")
			list[kind] = append(list[kind], strings.TrimSpace(text))
		}
		add("turn", board.SayTurnThere, "|")
		add("digest", deliver.SayDigestTitle)
	}
	return list
}()

// rang records a notification: its member, time and turn.
func (m *month) rang(e discordsim.Event) {
	i := slices.IndexFunc(m.people, func(d *dweller) bool { return d.id == e.For })
	if i < 0 || e.Message == nil {
		return
	}
	d := m.people[i]
	d.called = append(d.called, e.Message.ID)
	r := rung{who: d, at: time.Now(), text: e.Message.Text()}
	switch {
	case strings.Contains(r.text, "⏰"):
		r.kind = "clock"
	case strings.Contains(r.text, "🔔"):
		r.kind = "nudge"
	}
	for kind, beginnings := range kinds {
		if r.kind == "" && slices.ContainsFunc(beginnings, func(b string) bool { return strings.Contains(r.text, b) }) {
			r.kind = kind
		}
	}
	if r.kind == "" && strings.Contains(r.text, "<@"+string(d.id)+">, it's your turn") {
		r.kind = "turn"
	}
	r.about = m.about(*e.Message)
	alone := false // whether the board is only an answer: a match against computers in direct messages
	if rec, err := m.Store.Record(context.Background(), r.about); err == nil {
		r.turn, r.again = rec.Turn, m.again[rec.ID]
		alone = r.kind == "" && rec.Place.Guild == ""
	}
	m.rings = append(m.rings, r)
	u, err := m.Store.User(context.Background(), match.UserID(d.id))
	if err != nil {
		return
	}
	// the message answers an act of the member
	own := func(in lang.Language) bool { return strings.Contains(r.text, in.Speak(person.SayNotifyHere)) }
	if _, asleep := u.Hours.Asleep(time.Now()); asleep && !alone && !slices.ContainsFunc(lang.All, own) {
		m.Errorf("%s is called at night, at %v, by:\n%s", d.name, time.Now().In(d.zone), r.text)
	}
	if r.kind == "digest" {
		day := d.name + time.Now().In(u.Hours.Location()).Format(" 2006-01-02")
		if before, ok := m.digests[day]; ok {
			m.Errorf("the second digest for %s, at %v and %v:\n%s\nand:\n%s", day, before.at.In(d.zone),
				r.at.In(d.zone), before.text, r.text)
		}
		m.digests[day] = r
	}
}

var boardLink = regexp.MustCompile(`/channels/[^/]+/[0-9]+/([0-9]+)`)

// about returns the match of a message: that of its buttons, or of the board that it links to.
func (m *month) about(msg discordsim.Message) match.ID {
	for _, c := range msg.Buttons() {
		if parts := strings.Split(c.CustomID, ":"); len(parts) > 2 && parts[1] != "" {
			return match.ID(parts[1])
		}
	}
	for _, c := range msg.Buttons() {
		if f := boardLink.FindStringSubmatch(c.URL); f != nil {
			if led := m.Sim.Message(discordsim.MessageID(f[1]), m.Sim.Bot()); led.Exists() && led.ID != msg.ID {
				return m.about(led)
			}
		}
	}
	return ""
}

// newest returns the newest public messages of a hall, as a member sees them.
func (m *month) newest(hall discordsim.ChannelID, who discordsim.UserID, n int) (list []discordsim.Message) {
	m.mu.Lock()
	ids := slices.Clone(m.recent[hall])
	m.mu.Unlock()
	for _, id := range slices.Backward(ids[max(0, len(ids)-40):]) {
		if msg := m.Sim.Message(id, who); msg.Exists() && len(msg.Components) > 0 &&
			msg.Components[0].Type == story.Container && len(list) < n {
			list = append(list, msg)
		}
	}
	return list
}

// answered checks an answer: the bot never reports an internal error.
func (m *month) answered(msg discordsim.Message) {
	for _, in := range lang.All {
		if strings.Contains(msg.Text(), in.Speak(say.WentWrong)) {
			m.Errorf("an answer says that something went wrong:\n%s", msg.Text())
		}
	}
}

// settle lets the simulated members choose their settings.
func (m *month) settle() {
	for i, d := range m.people {
		quiet := ""
		if d.quiet {
			quiet = " quiet:22-7"
		}
		for !d.awake(time.Now()) {
			m.Wait(time.Hour)
		}
		d.does(d.in(m.halls[0]).Slash("/settings hours zone:" + zones[i%len(zones)] + quiet))
		d.does(d.in(m.halls[0]).Slash("/settings general notify:" +
			[]string{
				"a mention at the board", "a direct message", "a mention at the board", "one direct message a day",
				"not at all",
			}[i%5]))
		if i%4 == 0 {
			d.does(d.in(m.halls[0]).Slash("/settings general confirm:on"))
		}
	}
}

// live lets time pass. Members open Discord as often as they like, and the events of the whole
// server happen on their days.
func (m *month) live(days int, happens map[int]func()) {
	began := time.Now()
	next := map[*dweller]time.Time{}
	for _, d := range m.people {
		next[d] = d.next(began)
	}
	for day := range days {
		if what := happens[day]; what != nil {
			what()
		}
		for end := began.Add(time.Duration(day+1) * 24 * time.Hour); ; {
			d := m.people[0]
			for _, o := range m.people {
				if next[o].Before(next[d]) {
					d = o
				}
			}
			if next[d].After(end) {
				m.Wait(max(0, time.Until(end)))
				break
			}
			m.Wait(max(0, time.Until(next[d])))
			if d.gone.IsZero() || d.gone.After(time.Now()) {
				d.visit()
			}
			next[d] = d.next(time.Now())
		}
		m.inspect()
	}
}

// inspect checks and forgets the day's requests to Discord.
func (m *month) inspect() {
	for _, c := range m.Sim.Invalid() {
		m.Error("a body breaks Discord's schema:", c)
	}
	for _, c := range m.Refusals() {
		switch text := fmt.Sprint(c); {
		case c.Status == 429:
			m.limited++
			m.Log("refused as too many:", m.lately(c))
		case strings.Contains(text, "50007"), strings.Contains(text, "50278"):
			// the bot learns only by a refused request that a member has left or closed direct
			// messages
			m.closed++
		case strings.Contains(text, "10007"), strings.Contains(text, "50083"):
			// likewise for members who have left and for archived threads
		case strings.Contains(text, "10003") && len(m.lost) > 0: // likewise for deleted channels and their threads
		case strings.Contains(text, "10013") && m.made: // the simulator does not know the players of stored matches
		default:
			m.Error("Discord refused a request:", text)
		}
	}
	for _, c := range m.Sim.Calls() {
		m.calls++
		m.CheckMentions(c)
	}
	m.Sim.ForgetCalls()
}

// lately returns the last requests of the same type before one.
func (m *month) lately(c discordsim.Call) string {
	var lines []string
	for _, o := range m.Sim.Calls() {
		if o.Route == c.Route && o.Method == c.Method &&
			strings.Split(o.Path, "/")[4] == strings.Split(c.Path, "/")[4] && !o.At.After(c.At) &&
			c.At.Sub(o.At) < time.Minute {
			lines = append(lines, fmt.Sprint(o.At.Format("15:04:05.000 "), o))
		}
	}
	return strings.Join(lines, "\n")
}

// examine checks the end. The file is sound, with every log, index and standing, and no match
// hangs. Nobody was notified twice of a turn, and nobody saw a hidden army.
func (m *month) examine() {
	m.Story.End()
	checking := storage.Checking{Games: story.CrossGames()}
	if m.made {
		checking.Games = nil
	}
	report, err := checking.Check(context.Background(), m.Path)
	if err != nil {
		m.Fatal(err)
	}
	for _, p := range report.Problems {
		m.Error("the database is not sound:", p)
	}
	store, err := storage.Open(m.Path)
	if err != nil {
		m.Fatal(err)
	}
	defer store.Close()
	var private []discordsim.ChannelID
	for _, d := range m.people {
		private = append(private, m.Sim.DM(d.id))
	}
	status, hidden := map[string]int{}, m.hidden()
	matches := 0
	for id, err := range everyMatch(store, slices.Concat(m.halls, m.lost, private)) {
		if err != nil {
			m.Fatal(err)
		}
		rec, err := store.Record(context.Background(), id)
		if err != nil {
			m.Fatal(err)
		}
		matches++
		status[string(rec.Game)+" "+string(rec.Status)+" "+string(rec.Reason)]++
		if result, over := rec.Finished(); over && result.Rated && rec.Place.Guild == "" {
			status["rated in direct messages"]++
		}
		m.ends(rec)
		if rec.Game == "stratego" && rec.Position != "" {
			m.kept(store, rec, hidden)
		}
	}
	m.once()
	m.Logf("%d matches in the halls and direct messages, %d stored with %d events; %d moves; %d things done by people; %d deadlines and rulings looked at, %d on people with one message a day", matches, report.Matches, report.Events, m.moved, m.deeds, m.nights, m.late)
	m.Logf("%d requests to Discord, %d refused as too many, %d because direct messages are closed", m.calls, m.limited,
		m.closed)
	// one member takes no direct messages for twelve days, and after each of their acts the bot tries again
	if m.closed > 20 || m.limited*200 > m.calls {
		m.Errorf("of %d requests %d were refused as too many, and %d because direct messages are closed", m.calls,
			m.limited, m.closed)
	}
	m.Logf("%v", status)
	m.Log(m.pings())
}

// everyMatch returns the matches of some channels.
func everyMatch(store match.Store, halls []discordsim.ChannelID) func(func(match.ID, error) bool) {
	return func(yield func(match.ID, error) bool) {
		for _, hall := range halls {
			list, err := store.Latest(context.Background(), match.ChannelID(hall), 100_000)
			if err != nil {
				yield("", err)
				return
			}
			for _, rec := range list {
				if !yield(rec.ID, nil) {
					return
				}
			}
		}
	}
}

// ends fails unless a match is over or somebody can end it: its clock runs, or it has no clock and
// waits for people, not for a computer.
func (m *month) ends(rec match.Record) {
	switch {
	case rec.Status == match.Over || rec.Status == match.Closed:
		return
	case !m.ended.IsZero() && (rec.Status == match.Open || rec.Parked == nil && rec.Clock.Policy.PerMove > 0):
		m.Errorf("match %s (%s, %s) goes on though nobody has looked in for %d days: due %v", rec.ID, rec.Game, rec.Status,
			alone, rec.Due)
	case !rec.Due.IsZero() && time.Since(rec.Due) > time.Hour:
		m.Errorf("match %s (%s, %s) was due at %v", rec.ID, rec.Game, rec.Status, rec.Due)
	case rec.Due.IsZero() && (rec.Status == match.Open || rec.Parked != nil):
		m.Errorf("match %s (%s, %s, parked %v) will never be due", rec.ID, rec.Game, rec.Status, rec.Parked)
	case rec.Due.IsZero() && rec.Bound() == 0:
		m.Errorf("match %s (%s) waits for nobody who could move: %v", rec.ID, rec.Game, rec.Waiting)
	case rec.Due.IsZero() && rec.Clock.Policy.PerMove > 0 && rec.Status == match.Running:
		m.Errorf("match %s (%s) has a clock that never runs out", rec.ID, rec.Game)
	}
}

// hidden returns the armies that were seen, by their rows.
func (m *month) hidden() map[string][]seenRows {
	by := map[string][]seenRows{}
	for _, r := range m.rows {
		by[r.rows] = append(by[r.rows], r)
	}
	return by
}

// kept fails if another member has seen an army of a match before its end.
func (m *month) kept(store match.Store, rec match.Record, seen map[string][]seenRows) {
	log, err := store.History(context.Background(), rec.ID, 1)
	if err != nil {
		m.Fatal(err)
	}
	frames, err := match.Frames(story.GameOf(rec), rec, log)
	if err != nil {
		m.Fatal(err)
	}
	for seat, p := range rec.Players {
		if p.User == "" { // nobody is known to be a former player's account
			continue
		}
		for _, f := range frames {
			rows := strings.ReplaceAll(f.Position.View(games.Seat(seat)).Arranged(games.Seat(seat)), "/", "\n")
			for _, s := range seen[rows] {
				if s.by != discordsim.UserID(p.User) && (rec.Ended.IsZero() || s.at.Before(rec.Ended)) &&
					s.at.After(rec.Created) {
					m.Errorf("match %s: %q has seen the army of %s at %v", rec.ID, s.by, p.Name, s.at)
				}
			}
		}
	}
}

// once fails if somebody was notified twice of a turn, except by a reminder.
func (m *month) once() {
	type key struct {
		who   discordsim.UserID
		about match.ID
		turn  int
		again int
	}
	last := map[key]rung{}
	for _, r := range m.rings {
		if r.kind != "turn" || r.about == "" {
			continue
		}
		k := key{r.who.id, r.about, r.turn, r.again}
		if before, ok := last[k]; ok {
			m.Errorf("%s was called twice for turn %d of match %s, at %v and %v, by:\n%s\nand by:\n%s", r.who.name,
				r.turn, r.about, before.at, r.at, before.text, r.text)
		}
		last[k] = r
	}
}

// pings returns the number of notifications per person and day.
func (m *month) pings() string {
	kinds, perDay := map[string]int{}, map[string]int{}
	var first, end time.Time
	for _, r := range m.rings {
		if !m.ended.IsZero() && r.at.After(m.ended) {
			break
		}
		kinds[r.kind]++
		perDay[r.who.name+r.at.In(r.who.zone).Format(" 01-02")]++
		if first.IsZero() {
			first = r.at
		}
		end = r.at
	}
	days := int(end.Sub(first).Hours()/24) + 1
	list := make([]int, max(0, days*len(m.people)-len(perDay)))
	for _, n := range perDay {
		list = append(list, n)
	}
	slices.Sort(list)
	if len(list) == 0 {
		return "no notifications"
	}
	return fmt.Sprintf("%d notifications of %d people in %d days, %v (\"\": of results, offers, tournaments); per person and day: median %d, p90 %d, p99 %d, at most %d", len(m.rings), len(m.people), days, kinds, list[len(list)/2], list[len(list)*9/10], list[len(list)*99/100], list[len(list)-1])
}

// TestMonth runs a month of a server in seconds. People in four time zones play all games, sleep,
// go on vacation, run out of time, take moves back, join tournaments, leave, close their direct
// messages and are erased. Meanwhile the bot is restarted and clocks change for the summer. The
// plain run is two days of six people; PADDOCK_MONTH=seed is the month of thirty, and PADDOCK_STORED
// names a database of BenchmarkStored in which they play.
func TestMonth(t *testing.T) {
	t.Parallel()
	people, days, seed := 6, 2, uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("PADDOCK_MONTH"), 10, 64); err == nil {
		people, days, seed = 30, 30, n
	}
	synctest.Test(t, func(t *testing.T) {
		journal, stored := 1<<20, os.Getenv("PADDOCK_STORED")
		// On one day the bot ends ten thousand stored matches, whose servers it is not in. All requests of
		// that day would fill the memory.
		if stored != "" {
			journal = 1 << 10
		}
		s := story.NewStory(t, discordsim.Config{JournalLimit: journal})
		m := newMonth(s, seed, people)
		if stored != "" {
			s.Path, m.made = stored, true
		}
		s.Start()
		m.settle()
		last := m.people[people-1]
		m.people[3].gone = time.Now().Add(36 * time.Hour)
		m.live(days, map[int]func(){
			1: func() { s.Restart(20 * time.Minute) },
			5: func() { s.Sim.CloseDMs(m.people[1].id) },
			8: func() { s.Restart(9 * time.Hour) },
			10: func() {
				s.Sim.RemoveMember(s.Club, last.id)
				last.gone = time.Now()
			},
			13: func() { s.Restart(0) },
			15: func() {
				d := m.people[people-2]
				m.SayYes(d.id, "/privacy delete-my-data")
				d.gone = time.Now()
			},
			17: func() { s.Sim.OpenDMs(m.people[1].id) },
			20: func() {
				m.lost = m.halls[3:]
				s.Sim.DeleteChannel(m.halls[3])
				m.halls = append(m.halls[:3:3], s.Sim.AddChannel(s.Club, "hall-4"))
			},
			24: func() { s.Restart(30 * time.Hour) },
		})
		if days > 2 { // everybody leaves: then every match with a clock must end by itself
			m.ended = time.Now()
			for range alone {
				m.Wait(24 * time.Hour)
				m.inspect() // the loop also empties the simulator's journal, which takes much memory
			}
		}
		m.examine()
	})
}

// alone is the number of days after which every clock has run out, even with vacations and grace.
const alone = 100
