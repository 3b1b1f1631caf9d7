package deliver

import (
	"testing"
	"time"

	"paddock/bot/discord"
	"paddock/games/match"
)

// What is done about a private board follows from its facts: P75, P154, S54, S77.
func TestPlanOfPrivateBoards(t *testing.T) {
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
		spoil  []func(*privateFacts)
		digest string
		want   deed
	}{
		"a first board":            {nil, "new", doPost},
		"something new":            {[]func(*privateFacts){has}, "new", doEdit},
		"nothing new":              {[]func(*privateFacts){has}, shown, doNothing},
		"its channel is gone":      {[]func(*privateFacts){has, func(f *privateFacts) { f.user.DM = "" }}, "new", doPost},
		"direct messages closed":   {[]func(*privateFacts){func(f *privateFacts) { f.user.DMClosed = true }}, "new", doNothing},
		"closed, with an old one":  {[]func(*privateFacts){has, func(f *privateFacts) { f.user.DMClosed = true }}, "new", doNothing},
		"play has stopped":         {[]func(*privateFacts){has, func(f *privateFacts) { f.match.Parked = new(match.Parking) }}, "new", doNothing},
		"a stranger":               {[]func(*privateFacts){func(f *privateFacts) { f.user.ID = "cid" }}, "new", doNothing},
		"a former player's":        {[]func(*privateFacts){has, func(f *privateFacts) { f.user.ID = "cid" }}, "new", doEdit},
		"over, never had one":      {[]func(*privateFacts){func(f *privateFacts) { f.match.Status = match.Over }}, "new", doNothing},
		"over, the last position":  {[]func(*privateFacts){has, func(f *privateFacts) { f.match.Status = match.Over }}, "new", doEdit},
		"called off at once":       {[]func(*privateFacts){has, func(f *privateFacts) { f.match.Status, f.match.Moves = match.Closed, 0 }}, "new", doWithdraw},
		"called off later":         {[]func(*privateFacts){has, func(f *privateFacts) { f.match.Status = match.Closed }}, "new", doEdit},
		"alone with the computer":  {[]func(*privateFacts){has, func(f *privateFacts) { f.alone = true }}, "new", doWithdraw},
		"alone, never had one":     {[]func(*privateFacts){func(f *privateFacts) { f.alone = true }}, "new", doNothing},
		"the set-up's message":     {[]func(*privateFacts){computer, func(f *privateFacts) { f.live = true }}, "new", doNothing},
		"the set-up's is gone":     {[]func(*privateFacts){computer}, "new", doPost},
		"an answer is on its way":  {[]func(*privateFacts){computer, func(f *privateFacts) { f.now = f.now.Add(-time.Second) }}, "new", doWait},
		"a person's first board":   {[]func(*privateFacts){func(f *privateFacts) { f.match.Updated = noon }}, "new", doPost},
		"a board during an answer": {[]func(*privateFacts){has, computer, func(f *privateFacts) { f.match.Updated = noon }}, "new", doEdit},
		"a board beside an answer": {[]func(*privateFacts){has, computer, func(f *privateFacts) { f.live = true }}, "new", doEdit},
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
