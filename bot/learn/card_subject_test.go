package learn

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/answer"
	"paddock/bot/coach"
	"paddock/bot/deliver"
	"paddock/bot/lang"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/review"
	"paddock/storage/storagetest"
)

// busyCoach never has time for a review. Its cached review does not fit the match: the number of
// moves differs.
type busyCoach struct{}

func (busyCoach) Unasked() bool { return true }

func (busyCoach) Kept(match.ID) (review.Review, bool) {
	return review.Review{Moves: make([]review.Move, 2)}, true
}

func (busyCoach) Review(match.Match, match.UserID, []review.Ply, func(coach.Answer)) error {
	return think.ErrBusy
}

// counter is a message type that counts the calls of its method look. The test reads the count
// between calls.
type counter struct{ looks int }

func (c *counter) Look(context.Context, deliver.Key) error { c.looks++; return nil }

// resignedMatch returns a match of Kalah that Ann has resigned after one move.
func resignedMatch(t *testing.T) (*service.Service, match.Match) {
	t.Helper()
	matches := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: []*games.Game{kalah.New()},
		Now: time.Now, Rand: rand.NewChaCha8([32]byte{}),
	})
	ann := match.Player{User: "1", Name: "Ann"}
	c, err := matches.Tables.Propose(t.Context(), match.Proposal{
		Game: "kalah", Place: match.Place{Guild: "3", Channel: "4"}, By: ann,
		With: []match.Player{ann, {User: "2", Name: "Bob"}}, Seated: true, Setup: games.Setup{Seats: 2}, Cause: "begin",
	})
	if err == nil {
		c, err = matches.Play.Move(t.Context(), match.Act{Match: c.Match.ID, User: ann.User, Cause: "move"}, "1")
	}
	if err == nil {
		c, err = matches.Play.Resign(t.Context(), match.Act{Match: c.Match.ID, User: ann.User, Cause: "resign"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return matches, c.Match
}

// busyPool is a pool that has no room for a background job.
type busyPool struct{}

func (busyPool) Do(think.Errand) error { return think.ErrBusy }

// A page that asks a busy coach for a review is told so in a sentence.
func TestPageIsToldOfABusyCoach(t *testing.T) {
	matches, resigned := resignedMatch(t)
	f := &Feature{
		Base:  &answer.Base{Matches: matches, Log: slog.New(slog.DiscardHandler)},
		coach: coach.New(coach.Config{Pool: busyPool{}}),
	}
	_, done, err := f.ReviewFor(t.Context(), lang.English, "1", resigned)
	if refusal, refused := errors.AsType[*games.Refusal](err); !refused || refusal.Say.Format != sayReviewBusy.Format ||
		done {
		t.Errorf("done %v, %v; want a refusal", done, err)
	}
}

// While the coach is busy, the last board of a match asks again for a quarter of an hour, and then
// it is complete without a turning point.
func TestCardAsksABusyCoachAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.DiscardHandler)
		matches, resigned := resignedMatch(t)
		engine := deliver.NewEngine(context.Background(), func(err error) { t.Error("the bot ends:", err) }, nil, log)
		asks := new(counter)
		engine.Register(cardKind, asks, nil)
		cards := &cards{
			Deps:  deliver.Deps{Engine: engine, Matches: matches, Log: log, Now: time.Now},
			coach: busyCoach{},
		}
		for _, s := range []struct {
			after time.Duration
			found bool
		}{{0, false}, {cardNews - 2*time.Minute, false}, {cardNews + time.Second, true}} {
			time.Sleep(time.Until(resigned.Ended.Add(s.after)))
			before := asks.looks
			turn, found, err := cards.turningPoint(t.Context(), resigned)
			if turn != nil || found != s.found || err != nil {
				t.Errorf("%v after the end: %v, complete: %v, %v; want no turning point, complete: %v", s.after, turn,
					found, err, s.found)
			}
			time.Sleep(cardAgain)
			synctest.Wait()
			if again := asks.looks > before; again == s.found {
				t.Errorf("%v after the end: a minute later the board asks again: %v", s.after, again)
			}
		}
		engine.Close()
	})
}
