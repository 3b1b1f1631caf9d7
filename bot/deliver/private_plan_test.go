package deliver

import (
	"testing"
	"time"

	"paddock/bot/discord"
	"paddock/games/match"
)

// What is done about a private board follows from its facts: P75, P154, S54, S77.
func TestPlanOfPrivateBoards(t *testing.T) {
	type spoils = []func(*privateFacts)
	const shown = "what it shows"
	has := func(f *privateFacts) {
		f.user.DM = "dm"
		f.user.PrivateBoards = map[match.ID]match.PrivateBoard{"m": {Message: "old", Sum: shown}}
	}
	computer := func(f *privateFacts) {
		f.match.Players[1] = match.Player{Computer: "easy"}
		f.match.Updated = noon.Add(-discord.CallWithin)
	}
	for name, c := range map[string]struct {
		spoil  spoils
		digest string
		want   deed
	}{
		"a first board":           {nil, "new", doPost},
		"something new":           {spoils{has}, "new", doEdit},
		"nothing new":             {spoils{has}, shown, doNothing},
		"its channel is gone":     {spoils{has, func(f *privateFacts) { f.user.DM = "" }}, "new", doPost},
		"direct messages closed":  {spoils{func(f *privateFacts) { f.user.DMClosed = true }}, "new", doNothing},
		"closed, with an old one": {spoils{has, func(f *privateFacts) { f.user.DMClosed = true }}, "new", doNothing},
		"play has stopped": {
			spoils{has, func(f *privateFacts) { f.match.Parked = new(match.Parking) }},
			"new", doNothing,
		},
		"a stranger":              {spoils{func(f *privateFacts) { f.user.ID = "cid" }}, "new", doNothing},
		"a former player's":       {spoils{has, func(f *privateFacts) { f.user.ID = "cid" }}, "new", doEdit},
		"over, never had one":     {spoils{func(f *privateFacts) { f.match.Status = match.Over }}, "new", doNothing},
		"over, the last position": {spoils{has, func(f *privateFacts) { f.match.Status = match.Over }}, "new", doEdit},
		"called off at once": {
			spoils{has, func(f *privateFacts) { f.match.Status, f.match.Moves = match.Closed, 0 }},
			"new", doWithdraw,
		},
		"called off later":        {spoils{has, func(f *privateFacts) { f.match.Status = match.Closed }}, "new", doEdit},
		"alone with the computer": {spoils{has, func(f *privateFacts) { f.alone = true }}, "new", doWithdraw},
		"alone, never had one":    {spoils{func(f *privateFacts) { f.alone = true }}, "new", doNothing},
		"the set-up's message":    {spoils{computer, func(f *privateFacts) { f.live = true }}, "new", doNothing},
		"the set-up's is gone":    {spoils{computer}, "new", doPost},
		"an answer is on its way": {
			spoils{computer, func(f *privateFacts) { f.now = f.now.Add(-time.Second) }},
			"new", doWait,
		},
		"a person's first board": {
			spoils{func(f *privateFacts) { f.match.Updated = noon }}, "new", doPost,
		},
		"a board during an answer": {
			spoils{has, computer, func(f *privateFacts) { f.match.Updated = noon }}, "new", doEdit,
		},
		"a board beside an answer": {spoils{has, computer, func(f *privateFacts) { f.live = true }}, "new", doEdit},
	} {
		t.Run(name, func(t *testing.T) {
			f := privateFacts{match: behind().match, user: match.User{ID: "ann"}, now: noon}
			for _, spoil := range c.spoil {
				spoil(&f)
			}
			got := f.decide()
			if got.do == doShow {
				got = f.send(c.digest)
			}
			if got.do != c.want || got.why == "" {
				t.Errorf("%q (%s), want %q", got.do, got.why, c.want)
			}
			if got.do == doWait && f.wait() != time.Second {
				t.Errorf("it waits %v, want what is left of the time for an answer", f.wait())
			}
		})
	}
}
