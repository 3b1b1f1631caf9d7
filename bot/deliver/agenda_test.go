package deliver

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/games/match"
)

// Fresh jobs run before the backlog, within a lane (the jobs of one channel) and across lanes. A
// lane runs one job at a time, and the backlog takes at most half of the places.
func TestAgendaOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := agenda{log: quiet}
		var began []string
		busy, most := map[string]int{}, 0
		add := func(lane string, u pace.Urgency, what string) {
			a.add(lane, u, func() {
				a.mu.Lock()
				began = append(began, what)
				busy[lane]++
				if busy[lane] > 1 {
					t.Errorf("%d things at once in lane %s", busy[lane], lane)
				}
				most = max(most, len(busy))
				a.mu.Unlock()
				time.Sleep(time.Second)
				a.mu.Lock()
				if busy[lane]--; busy[lane] == 0 {
					delete(busy, lane)
				}
				a.mu.Unlock()
			})
		}
		far := func() (order []string, lanes int) {
			a.mu.Lock()
			defer a.mu.Unlock()
			return slices.Clone(began), most
		}
		for i := range 10 * backlogPlaces {
			add(fmt.Sprint("c", i%(2*backlogPlaces)), pace.Backlog, "old")
		}
		synctest.Wait()
		if _, lanes := far(); lanes != backlogPlaces {
			t.Errorf("%d lanes at work on what is left over, want %d", lanes, backlogPlaces)
		}
		add("c0", pace.Fresh, "new in a busy lane")
		add("another", pace.Fresh, "new in an idle lane")
		synctest.Wait()
		if order, _ := far(); order[len(order)-1] != "new in an idle lane" {
			t.Errorf("%q began last, want the new one to find a place at once", order[len(order)-1])
		}
		time.Sleep(time.Second)
		synctest.Wait()
		order, _ := far()
		if at := slices.Index(order, "new in a busy lane"); at < 0 || at > 2*backlogPlaces {
			t.Errorf("what is new in a busy lane began as number %d, want it to be the lane's next", at)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if order, _ = far(); len(order) != 10*backlogPlaces+2 || len(a.lanes) != 0 || a.busy != 0 {
			t.Errorf("%d things were done, %d lanes and %d places are left; want %d, none, none", len(order),
				len(a.lanes), a.busy, 10*backlogPlaces+2)
		}
		for i := range 2 * places {
			add(fmt.Sprint("c", i), pace.Fresh, "new")
		}
		synctest.Wait()
		if _, lanes := far(); lanes != places {
			t.Errorf("%d lanes at work on what is new, want %d", lanes, places)
		}
		a.close()
	})
}

// Tokens that are no longer valid are forgotten together with their channels.
func TestTokensAreForgotten(t *testing.T) {
	t.Parallel()
	var tokens Tokens
	asked := &discordgo.Interaction{Type: discordgo.InteractionApplicationCommandAutocomplete}
	answer := new(discord.Client).Respond(asked, quiet)
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	for i := range 20 {
		tokens.Add(match.ChannelID(fmt.Sprint("c", i)), answer, false, now)
	}
	tokens.Add("c0", answer, false, now.Add(2*discord.Lasts))
	if n := len(tokens.channels); n != 1 || len(tokens.channels["c0"]) != 1 {
		t.Errorf("%d channels are kept, and of the first %d tokens; want one of one", n, len(tokens.channels["c0"]))
	}
}

// If only one person sees the answer to an interaction, the interaction's token is not used for messages
// to everybody.
func TestMutedTokensPostNothing(t *testing.T) {
	t.Parallel()
	asked := &discordgo.Interaction{Type: discordgo.InteractionApplicationCommandAutocomplete}
	answer := new(discord.Client).Respond(asked, quiet)
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	for _, muted := range []bool{false, true} {
		var tokens Tokens
		tokens.Add("c", answer, muted, now)
		if can := tokens.find("c", now, canPost) != nil; can == muted {
			t.Errorf("muted %t: its token can post: %t", muted, can)
		}
	}
}

// A closed agenda drops jobs that have not begun.
func TestAgendaCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := agenda{log: quiet}
		done := 0
		for range 3 {
			a.add("c", pace.Fresh, func() { time.Sleep(time.Second); done++ })
		}
		synctest.Wait()
		a.close()
		a.add("c", pace.Fresh, func() { done++ })
		synctest.Wait()
		if done != 1 {
			t.Errorf("%d things were done, want the one that had begun", done)
		}
	})
}

// A lane that has jobs left runs a later one after them.
func TestLanesAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := agenda{log: quiet}
		began := time.Now()
		var at []time.Duration
		job := func() {
			at = append(at, time.Since(began))
			time.Sleep(time.Second)
		}
		for range 3 {
			a.add("c", pace.Fresh, job)
		}
		time.Sleep(1500 * time.Millisecond)
		a.add("c", pace.Fresh, job)
		time.Sleep(time.Minute)
		a.close()
		if want := []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}; !slices.Equal(at, want) {
			t.Errorf("the jobs began at %v, want %v", at, want)
		}
	})
}
