package bot

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/request"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// opened opens the sign-up of a series of tournaments for a day.
func opened(t *testing.T, b *bot, g match.GuildID) tourney.ID {
	t.Helper()
	r, err := b.tournaments.Create(t.Context(), tourney.Terms{
		Game: "kalah", Format: "league", Every: tourney.Weekly, SignUp: 24 * time.Hour,
		Place: match.Place{Guild: g, Channel: "hall"}, Owner: match.Player{User: "1", Name: "Ann"},
		Cause: match.Cause(g),
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.ID
}

// A series of tournaments ends in a server that removes the bot, also while the bot is down.
func TestSeriesEnd(t *testing.T) {
	b := idle(t, owned{storagetest.NewMemory()})
	const here, gone, left match.GuildID = "1", "2", "3"
	var ids []tourney.ID
	for _, g := range []match.GuildID{here, gone, left} {
		ids = append(ids, opened(t, b, g))
	}
	want := func(when string, err error, want ...bool) {
		t.Helper()
		var got []bool
		for _, id := range ids {
			r, err := b.cfg.Store.Tournament(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Every != "")
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s the series go on: %v, %v; want %v", when, got, err, want)
		}
	}
	want("at first", nil, true, true, true)
	want("when one server has removed the bot", b.guildGone(t.Context(), left), true, true, false)
	want("when another one has done so during an outage",
		b.absent(t.Context(), []*discordgo.Guild{{ID: string(here)}}, nil), true, false, false)
}

// A deadline that passed in an outage is extended by an hour. If other processes were running there
// was no outage, and the work is done at once.
func TestTournamentsAfterAnOutage(t *testing.T) {
	for _, c := range []struct{ others, lost bool }{{false, false}, {true, false}, {false, true}} {
		synctest.Test(t, func(t *testing.T) {
			memory := storagetest.NewMemory()
			b := idle(t, memory)
			id := opened(t, b, "club")
			time.Sleep(25 * time.Hour)
			if c.others {
				if _, err := memory.Another().Claim(t.Context(), match.ProcessDuty, time.Hour, "other"); err != nil {
					t.Fatal(err)
				}
			}
			ctx, stop := context.WithCancel(t.Context())
			if c.lost { // another process has ended, and this one takes its work over
				b.lost.Send()
				go b.takeOver(ctx)
			} else {
				go b.attendTournaments(ctx)
			}
			synctest.Wait()
			r, err := b.cfg.Store.Tournament(t.Context(), id)
			if extended := r.Status == tourney.Open && r.Deadline.Equal(time.Now().Add(time.Hour)); err != nil ||
				extended == c.others {
				t.Errorf("%+v: the sign-up is %s until %s, %v", c, r.Status, r.Deadline, err)
			}
			if c.lost {
				go b.tournamentTicker.Run(ctx)
			}
			time.Sleep(2 * time.Hour)
			synctest.Wait()
			if r, err = b.cfg.Store.Tournament(t.Context(), id); err != nil || r.Status == tourney.Open &&
				!time.Now().Before(r.Deadline) {
				t.Errorf("%+v: nobody attends to the tournament: it is %s until %s, %v", c, r.Status, r.Deadline, err)
			}
			held := b.peers.Holds(match.TournamentDuty)
			for range 60 { // an attempt to send the tournament's message may be under way
				if len(held) == 0 {
					break
				}
				time.Sleep(time.Second)
				held = b.peers.Holds(match.TournamentDuty)
			}
			if len(held) > 0 {
				t.Errorf("the tournaments %q are still held", held)
			}
			stop()
			synctest.Wait()
		})
	}
}

// watching is a feature that counts changes of tournaments.
type watching struct{ seen []tourney.ID }

func (*watching) Part() request.Part                   { return request.Part{} }
func (w *watching) TournamentChanged(r tourney.Record) { w.seen = append(w.seen, r.ID) }

// A feature that has the method is told of changes of tournaments.
func TestTournamentsAreTold(t *testing.T) {
	b := idle(t, owned{storagetest.NewMemory()})
	w := new(watching)
	b.features = append(b.features, w)
	if id := opened(t, b, "club"); !slices.Equal(w.seen, []tourney.ID{id}) {
		t.Errorf("told of %q, want %q", w.seen, id)
	}
}
