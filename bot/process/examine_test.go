package process_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"paddock/bot/discordsim"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// tally is the content of the store at the end: the matches of some channels with their logs.
type tally struct {
	matches []match.Record
	logs    map[match.ID][]match.Event
	moves   int
}

// examine reads the store of a stopped bot and checks what must hold after any failure. Every
// acknowledged move is in a log exactly once, and no interaction made two events. Every log replays
// to its position, and the newest board of every match shows its head. Nobody was notified twice of
// one turn.
func (r *rig) examine(channels ...discordsim.ChannelID) tally {
	r.Helper()
	store := r.store
	if out, err := r.command(r.Context(), "check").CombinedOutput(); err != nil {
		r.Errorf("paddock check: %v, %s", err, out)
	}
	if r.shared == "" {
		file, err := storage.Open(r.db)
		if err != nil {
			r.Fatal(err)
		}
		defer file.Close()
		store = file
	}
	found := tally{logs: map[match.ID][]match.Event{}}
	service := service.New(service.Config{Store: store, Games: catalog.Games()})
	from := map[match.Cause]int{}
	for _, ch := range channels {
		list, err := store.Latest(r.Context(), match.ChannelID(ch), 10_000)
		if err != nil {
			r.Fatal(err)
		}
		for _, rec := range list {
			log, err := store.History(r.Context(), rec.ID, 1)
			if err != nil {
				r.Fatal(err)
			}
			found.matches, found.logs[rec.ID] = append(found.matches, rec), log
			found.moves += r.checkLog(service, rec, log, from)
			r.checkBoard(rec)
		}
	}
	for cause, n := range from {
		if n > 1 {
			r.Errorf("interaction %s made %d moves", cause, n)
		}
	}
	acks := 0
	for _, d := range r.deeds {
		if !d.acknowledged() {
			continue
		}
		acks++
		if from[match.Cause(d.ix.ID())] != 1 {
			r.Errorf("the move of interaction %s was acknowledged (%v) and is %d times in the store", d.ix.ID(),
				d.ix.Answer(), from[match.Cause(d.ix.ID())])
		}
	}
	r.checkRings(found)
	if r.surplus > r.spared {
		r.Errorf("%d messages too many, %d bots were killed", r.surplus, r.spared)
	}
	r.Logf("%d matches, %d moves, %d tried by people, %d acknowledged, %d notifications", len(found.matches),
		found.moves, len(r.deeds), acks, len(r.rings))
	return found
}

// checkLog replays a log and counts its moves, and those of each interaction.
func (r *rig) checkLog(service *service.Service, rec match.Record, log []match.Event,
	from map[match.Cause]int,
) (moves int) {
	r.Helper()
	last := ""
	for i, e := range log {
		if e.Seq != match.Seq(i+1) {
			r.Errorf("match %s: event %d has the number %d", rec.ID, i+1, e.Seq)
		}
		if e.Kind == match.Moved {
			moves++
			if e.User != "" {
				from[e.Cause]++
			}
		}
	}
	frames, err := match.Frames(service.Read.Of(rec).Rules(), rec, log)
	if err != nil {
		r.Errorf("match %s does not replay: %v", rec.ID, err)
	}
	if len(frames) > 0 {
		last = frames[len(frames)-1].Position.Text()
	}
	if last != rec.Position {
		r.Errorf("match %s: the log leads to %q, the record says %q", rec.ID, last, rec.Position)
	}
	if int(rec.Head) != len(log) {
		r.Errorf("match %s: head %d of %d events", rec.ID, rec.Head, len(log))
	}
	return moves
}

// checkBoard checks that the newest board message of a match shows its head.
func (r *rig) checkBoard(rec match.Record) {
	r.Helper()
	if rec.Shown.Head != rec.Head {
		r.Errorf("match %s (%s): head %d, shown %d", rec.ID, rec.Status, rec.Head, rec.Shown.Head)
	}
	b := r.board(discordsim.ChannelID(rec.Place.Channel), rec.ID)
	// a bot posted it, and was killed before it could record it
	if r.spared > 0 && string(rec.Shown.Message) != string(b.ID) && rec.Status != match.Closed {
		r.surplus++
		b = r.sim.Message(discordsim.MessageID(rec.Shown.Message), r.eve)
	}
	if _, head, ok := shows(b); ok && head != rec.Board() {
		r.Errorf("match %s (%s): board %d, but the newest has the buttons of %d:\n%s\nWhat was sent about it:\n%s",
			rec.ID, rec.Status, rec.Board(), head, b.Text(), r.sent(rec.ID))
	}
	if string(rec.Shown.Message) != string(b.ID) && rec.Status != match.Closed {
		r.Errorf("match %s (%s): the newest board is %s, recorded is %s", rec.ID, rec.Status, b.ID, rec.Shown.Message)
	}
}

// sent lists the latest requests that name a match in their body or answer, each with its time and
// head.
func (r *rig) sent(id match.ID) string {
	var lines []string
	for _, c := range r.sim.Calls() {
		if m := regexp.MustCompile(`:` + regexp.QuoteMeta(string(id)) +
			`:([0-9a-z]+):`).FindStringSubmatch(string(c.Body)); m != nil {
			lines = append(lines, fmt.Sprintf("%s head %s lost %t %v", c.At.Format("15:04:05.000"), m[1], c.Lost, c))
		}
	}
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}

// checkRings checks that somebody else has moved between any two notifications of one person about
// one match (P7).
func (r *rig) checkRings(found tally) {
	r.Helper()
	type key struct {
		id  match.ID
		who discordsim.UserID
	}
	last := map[key]ring{}
	for _, n := range r.rings {
		k := key{n.id, n.who}
		before, again := last[k]
		last[k] = n
		if !again || before.message == n.message {
			continue
		}
		between := found.logs[n.id][before.head:n.head]
		if !slices.ContainsFunc(between, func(e match.Event) bool {
			return e.Kind != match.Moved && e.Kind != match.Extended || e.User != match.UserID(n.who)
		}) {
			if r.surplus++; r.spared > 0 {
				continue
			}
			r.Errorf("match %s: %s was notified at head %d and at head %d, by %s and %s, and nothing happened between. What was sent about it:\n%s",
				n.id, n.who, before.head, n.head, before.message, n.message, r.sent(n.id))
		}
	}
}
