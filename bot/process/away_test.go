package process_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// P93, P4: PostgreSQL fails under two workers while 25 rooms click and ask. Everybody gets the
// fitting sentence before the database is back, and each worker logs the loss and the return of the
// database once. Afterwards everybody can move.
func TestP93_PostgresIsAway(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	const rooms, size = 25, 2
	w := newWorkers(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	w.posted()
	w.begin(size)
	var halls []discordsim.ChannelID
	var movers []discordsim.UserID
	for i := range rooms {
		one, two := w.sim.AddUser(fmt.Sprint("One", i)), w.sim.AddUser(fmt.Sprint("Two", i))
		w.sim.AddMember(w.club, one)
		w.sim.AddMember(w.club, two)
		halls, movers = append(halls, w.sim.AddChannel(w.club, fmt.Sprint("room-", i))), append(movers, one)
		w.seat(halls[i], one, two, time.Now())
	}
	w.rest(halls...)
	boards := make([]discordsim.Message, rooms)
	for i, ch := range halls {
		w.until("there is a board to press", func() bool {
			boards[i] = w.board(ch, "")
			return len(moves(boards[i])) > 0
		})
	}

	if err := w.server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	asked := map[*discordsim.Interaction]string{} // for each interaction, the text that the answer must contain
	for i, ch := range halls {
		asked[w.sim.As(movers[i]).Click(boards[i],
			moves(boards[i])[0])] = "That wasn't saved, because I can't reach my memory."
		if i%5 == 0 {
			looker := w.sim.AddUser(fmt.Sprint("Looker", i))
			w.sim.AddMember(w.club, looker)
			asked[w.sim.As(looker).In(ch).Slash("/games")] = "I can't reach my memory right now."
			asked[w.sim.As(w.cid).In(ch).Slash("/board")] = "I can't reach my memory right now."
		}
	}
	waiting, last := maps.Clone(asked), ""
	w.until("everybody has word", func() bool {
		for i := range waiting {
			m := word(i)
			if last = fmt.Sprintf("%d wait, one of them for %q: %v %q", len(waiting), waiting[i], i.Err(),
				m.Text()); m.Exists() && !m.Loading() {
				delete(waiting, i)
			}
		}
		return len(waiting) == 0
	}, &last)
	t.Logf("%d people had word within %v while the database was away", len(asked),
		time.Since(began).Round(100*time.Millisecond))
	for i, fits := range asked {
		if m := word(i); i.Err() != nil || !m.Ephemeral() || !strings.HasPrefix(m.Text(), fits) ||
			!strings.Contains(m.Text(), "try again") {
			t.Errorf("the answer is %q (%v), want %q to one person alone", m.Text(), i.Err(), fits)
		}
	}

	if err := w.server.Go(); err != nil {
		t.Fatal(err)
	}
	says := func(what string) int { return strings.Count(w.log.String(), `level=WARN msg="the database is `+what) }
	w.until("both workers say that the database is back", func() bool { return says("in reach again") >= size })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for i, ch := range halls {
		// a new board does not count as an answer here; moves are counted below
		if err := w.play(ctx, movers[i], w.board(ch, "")); err != nil && !errors.Is(err, errRefused) {
			t.Errorf("room %d, when the database is back: %v", i, err)
		}
	}
	w.rest(halls...)
	if lost, back := says("out of reach"), says("in reach again"); lost != size || back != size {
		t.Errorf("the logs say %d times that the database is lost, and %d times that it is back; want once for each of %d workers", lost, back, size)
	}
	if log := w.log.String(); strings.Contains(log, "undelivered") {
		t.Errorf("an answer reached nobody:\n%s", lastLines(log, 40))
	}
	w.end()
	if found := w.examine(halls...); found.moves != rooms {
		t.Errorf("%d moves are in the logs, want one of each room", found.moves)
	}
}

// moves returns the custom ids of the moves of a board.
func moves(b discordsim.Message) (list []string) {
	for _, c := range b.Buttons() {
		if !c.Disabled && does(c) == "m" {
			list = append(list, c.CustomID)
		}
	}
	return list
}

// word returns what the bot has said about an interaction, other than an update of the message that
// was clicked.
func word(i *discordsim.Interaction) discordsim.Message {
	if list := i.FollowUps(); len(list) > 0 {
		return list[len(list)-1]
	}
	if m := i.Message(); m.Ephemeral() {
		return m
	}
	return discordsim.Message{}
}
