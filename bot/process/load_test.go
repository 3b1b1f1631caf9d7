package process_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"paddock/bot/discordsim"
)

// load is a group of people who play in several channels at once. Each acts right after the answer
// to their last action, whatever happens to the bot.
type load struct {
	*rig
	tables []table
}

// table is a channel with its players and the kind of match that they play.
type table struct {
	ch    discordsim.ChannelID
	begin string
	by    discordsim.UserID
	join  []discordsim.UserID
}

// newLoad sets up four tables: two members at each kind of board, three, and two against the
// computer.
func newLoad(r *rig) *load {
	l := &load{rig: r}
	add := func(name, begin string, by discordsim.UserID, join ...discordsim.UserID) {
		l.tables = append(l.tables, table{r.sim.AddChannel(r.club, name), begin, by, join})
	}
	add("kalah", "/kalah challenge user:@Bob first:random", r.ann, r.bob)
	add("foxes", "/halatafl start level:greedy", r.cid)
	add("ice", "/fish start players:3 rules:course rows:6 columns:5", r.bob, r.cid, r.ann)
	add("beans", "/kalah start level:smart", r.ann)
	return l
}

func (l *load) channels() (list []discordsim.ChannelID) {
	for _, t := range l.tables {
		list = append(list, t.ch)
	}
	return list
}

// work makes everybody play until ctx ends.
func (l *load) work(ctx context.Context) {
	var all sync.WaitGroup
	for _, t := range l.tables {
		for _, who := range append([]discordsim.UserID{t.by}, t.join...) {
			all.Go(func() {
				for ctx.Err() == nil {
					l.once(ctx, t, who)
				}
			})
		}
	}
	all.Wait()
}

// once performs one action at a table. Players know whose turn it is from the board alone. Some are
// impatient, and some click out of turn. After a failure they try again later.
func (l *load) once(ctx context.Context, t table, who discordsim.UserID) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	b := l.board(t.ch, "")
	labels := b.Labels()
	var err error
	switch chance := rand.IntN(20); {
	case slices.Contains(labels, "Accept") && who != t.by:
		err = l.sim.As(who).Click(b, "Accept").Wait(ctx)
	case slices.Contains(labels, "Join") && who != t.by:
		err = l.sim.As(who).Click(b, "Join").Wait(ctx)
	case !b.Exists() || isOver(b):
		if who == t.by {
			err = l.sim.As(who).In(t.ch).Slash(t.begin).Wait(ctx)
		}
		time.Sleep(20 * time.Millisecond)
	case l.mover(b) == "":
		time.Sleep(5 * time.Millisecond)
	case chance == 0 && l.mover(b) != who: // a deliberate move out of turn
		err = l.play(ctx, who, b)
	case l.mover(b) != who:
		time.Sleep(5 * time.Millisecond)
	case chance < 4: // a deliberate double click
		var twice sync.WaitGroup
		twice.Go(func() { _ = l.play(ctx, who, b) })
		err = l.play(ctx, who, b)
		twice.Wait()
	case chance < 8:
		err = l.typed(ctx, t, who)
	default:
		err = l.play(ctx, who, b)
	}
	if err != nil {
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// typed makes a move by command, chosen from the suggestions.
func (l *load) typed(ctx context.Context, t table, who discordsim.UserID) error {
	command, option := "/"+strings.Fields(t.begin)[0][1:]+" move", "move"
	text := command + " " + option + ":"
	i := l.sim.As(who).In(t.ch).Autocomplete(text, option)
	if err := i.Wait(ctx); err != nil || len(i.Choices()) == 0 {
		return errNoMove
	}
	pick := i.Choices()[rand.IntN(len(i.Choices()))]
	return l.did(ctx, who, l.sim.As(who).In(t.ch).Slash(fmt.Sprint(text, pick.Value)), discordsim.Message{})
}

// goesOn makes a move in every match that waits for a person.
func (l *load) goesOn() {
	l.Helper()
	for _, t := range l.tables {
		var last string
		l.until("a move is made in "+string(t.ch), func() bool {
			b := l.board(t.ch, "")
			who := l.mover(b)
			if who == "" {
				return true
			}
			ctx, cancel := context.WithTimeout(l.Context(), 5*time.Second)
			defer cancel()
			err := l.play(ctx, who, b)
			last = fmt.Sprintf("%s on the board\n%s\nwas answered with %v", who, b.Text(), err)
			return err == nil
		}, &last)
	}
	l.rest(l.channels()...)
}
