package deliver

import (
	"testing"
	"time"

	"paddock/games/match"
)

// What is done about an ephemeral message follows from its facts: P154, S85.
func TestPlanOfEphemeralMessages(t *testing.T) {
	type spoil = func(*liveFacts)
	note := func(f *liveFacts) {
		f.kind, f.kept.once, f.kept.in, f.kept.head = Note, true, "4", f.match.Head
		f.kept.read = noon.Add(3 * time.Second)
	}
	shown := func(f *liveFacts) { f.match.Shown.Head = f.match.Head }
	later := func(f *liveFacts) { f.now = noon.Add(3 * time.Second) }
	moved := func(f *liveFacts) { f.match.Made++ }
	ended := func(f *liveFacts) { f.match.Status = match.Over }
	over := func(f *liveFacts) { f.kept.over = true }
	once := func(f *liveFacts) { f.kept.once = true }
	aside := func(f *liveFacts) { f.kept.once, f.kept.aside = true, true }
	newer := func(f *liveFacts) { f.match.Shown.Head++ }
	elsewhere := func(f *liveFacts) { f.kept.in = "5" }
	remark := func(f *liveFacts) { f.kind = Remark }
	arranging := func(f *liveFacts) { f.arranging, f.phase = true, true }
	for name, c := range map[string]struct {
		spoil []spoil
		want  deed
		wait  time.Duration
	}{
		"nothing new":                      {nil, doNothing, 0},
		"a move":                           {[]spoil{moved}, doShow, 0},
		"the end":                          {[]spoil{ended}, doShow, 0},
		"a move while somebody arranges":   {[]spoil{moved, func(f *liveFacts) { f.phase = true }}, doNothing, 0},
		"a message for one move":           {[]spoil{once}, doNothing, 0},
		"a message for one move, after it": {[]spoil{once, moved}, doWithdraw, 0},
		"a panel":                          {[]spoil{aside, moved}, doNothing, 0},
		"a panel whose reader has acted": {
			[]spoil{aside, func(f *liveFacts) { f.kept.passed = true }}, doWithdraw, 0,
		},
		"a panel at the end":                    {[]spoil{aside, ended}, doWithdraw, 0},
		"a panel when its token ends":           {[]spoil{aside, over}, doWithdraw, 0},
		"when its token ends":                   {[]spoil{over}, doWithdraw, 0},
		"when its token ends, arranging":        {[]spoil{over, arranging}, doForget, 0},
		"a remark when its token ends":          {[]spoil{over, arranging, remark}, doWithdraw, 0},
		"a note":                                {[]spoil{note}, doWait, 3 * time.Second},
		"a note that waits for the board":       {[]spoil{note, later}, doWait, noteLasts},
		"a note whose board is there":           {[]spoil{note, shown}, doWait, 3 * time.Second},
		"a note that was read, with its board":  {[]spoil{note, shown, later}, doWithdraw, 0},
		"a note whose board is newer":           {[]spoil{note, shown, later, newer}, doWithdraw, 0},
		"a note whose board is elsewhere":       {[]spoil{note, shown, later, elsewhere}, doWait, noteLasts},
		"a note after a move":                   {[]spoil{note, moved}, doWithdraw, 0},
		"a note after a move, with its board":   {[]spoil{note, moved, shown}, doWait, 3 * time.Second},
		"a note when its token ends":            {[]spoil{note, over}, doWithdraw, 0},
		"a board that is shown where a note is": {[]spoil{shown, func(f *liveFacts) { f.kept.in = "4" }}, doNothing, 0},
	} {
		f := liveFacts{kind: LiveBoard, match: behind().match, now: noon}
		f.kept.made, f.kept.status = f.match.Made, f.match.Status
		for _, spoil := range c.spoil {
			spoil(&f)
		}
		got := f.decide()
		if got.do != c.want || got.why == "" {
			t.Errorf("%s: %q (%s), want %q", name, got.do, got.why, c.want)
		}
		if got.do == doWait && f.wait() != c.wait {
			t.Errorf("%s: it waits %v, want %v", name, f.wait(), c.wait)
		}
	}
}
