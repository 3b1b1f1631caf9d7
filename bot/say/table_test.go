package say

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// A time per move is given in the largest unit that fits.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		24 * time.Hour: "1 day", 48 * time.Hour: "2 days", 25 * time.Hour: "25 hours", time.Hour: "1 hour",
		6 * time.Hour: "6 hours", 90 * time.Minute: "90 minutes",
		time.Minute: "1 minute", 10 * time.Minute: "10 minutes", 90 * time.Second: "1m30s", 0: "0s",
	} {
		if got := Span(d).String(); got != want {
			t.Errorf("Span(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestAfterMoves(t *testing.T) {
	for _, tt := range []struct {
		n, all int
		want   string
	}{
		{0, 0, "The board after 0 moves"},
		{0, 1, "The board after 0 of 1 move"},
		{1, 1, "The board after 1 move"},
		{2, 2, "The board after 2 moves"},
		{3, 29, "The board after 3 of 29 moves"},
	} {
		if got := AfterMoves(tt.n, tt.all).String(); got != tt.want {
			t.Errorf("AfterMoves(%d, %d) = %q, want %q", tt.n, tt.all, got, tt.want)
		}
	}
}

// In a match of two, the opponent claims the win. With more players, the late player is removed.
func TestClaimOf(t *testing.T) {
	for players, want := range map[int]claiming{2: claimWin, 3: claimSeat, 4: claimSeat} {
		if got := ClaimOf(players).Button.Format; got != want.Button.Format {
			t.Errorf("of %d players the button says %q, want %q", players, got, want.Button.Format)
		}
	}
}

// P57: a refusal has its own sentence, and any other error says that something went wrong. Markup
// in names has no effect.
func TestError(t *testing.T) {
	refusal := &games.Refusal{Say: games.Say("%s can't sow %s.", "*Ann*", games.Say("hole %s", "_3_"))}
	taken := func(by string) error {
		return &match.Problem{
			Kind: refusal, Record: &match.Record{Players: []match.Player{{User: "1", Name: "Ann"}}},
			Say: games.Say("There is already a penguin on %s (%s). Choose a free tile.", "d3", games.Say("%s", by)),
		}
	}
	for _, c := range []struct {
		in   lang.Language
		err  error
		want string
	}{
		{lang.English, refusal, `\*Ann\* can't sow hole \_3\_.`},
		{lang.English, fmt.Errorf("move: %w", refusal), `\*Ann\* can't sow hole \_3\_.`},
		{lang.English, errors.New("pq: secret"), WentWrong.String()},
		{lang.German, errors.New("pq: secret"), lang.German.Speak(WentWrong)},
		{lang.English, taken("Ann"), "You already have a penguin on d3. Choose a free tile."},
		{lang.English, taken("Bob"), "There is already a penguin on d3 (Bob). Choose a free tile."},
	} {
		if got := Error(c.in, c.err, "1"); got != c.want {
			t.Errorf("Error(%s, %v) = %q, want %q", c.in.Code(), c.err, got, c.want)
		}
	}
	if got := Escaped(games.Say("%d of %s", 7, "a_b")).String(); got != `7 of a\_b` {
		t.Errorf("Escaped = %q", got)
	}
}

// Each ruling and each code of a note has words.
func TestNamesOfCodes(t *testing.T) {
	for kind, s := range RulingNames {
		if s.Format == "" {
			t.Errorf("the ruling %q has no words", kind)
		}
	}
	for _, code := range []match.Code{
		match.CodeWish, match.CodeAgreed, match.CodeClaimed, match.CodeClock,
		match.CodeGrace, match.CodeOutage, match.CodeHours, match.CodeGift, match.CodeRoundOver,
	} {
		if Notes[code].Format == "" {
			t.Errorf("the note %q has no words", code)
		}
	}
}
