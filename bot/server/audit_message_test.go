package server

import (
	"strings"
	"testing"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
)

// Each kind of entry of the audit log has its words.
func TestAuditWords(t *testing.T) {
	g := kalah.New()
	log := auditLog{Settings: auditSettings(), Game: func(id games.ID) (*games.Game, bool) { return g, id == g.ID }}
	ann, bob, cid := match.Player{User: "1", Name: "Ann"}, match.Player{User: "2", Name: "Bob"},
		match.Player{User: "3", Name: "Cid"}
	namesake := match.Player{User: "4", Name: "Bob"}
	for _, c := range []struct {
		name string
		did  match.Audit
		want string
	}{
		{"end", match.Audit{
			Did: match.AuditEnd, Match: "abc", Game: "kalah", Whom: []match.Player{ann, bob},
			Reason: "*spam*",
		}, "**Cid** has ended Kalah `abc` (Ann and Bob). Reason: \\*spam\\*"},
		{
			"end of an unknown game",
			match.Audit{Did: match.AuditEnd, Match: "abc", Game: "chess", Reason: "spam"},
			"**Cid** has ended `abc` (). Reason: spam",
		},
		{"offer", match.Audit{
			Did: match.AuditOffer, Match: "abc", Game: "kalah", Whom: []match.Player{ann, bob},
			Reason: "away",
		}, "**Cid** has offered Bob the place of Ann in Kalah `abc`. Reason: away"},
		{"hand over", match.Audit{
			Did: match.AuditHandOver, Tournament: "Cup", Whom: []match.Player{ann, bob},
			Reason: "away",
		}, "**Cid** has handed **Cup** over from Ann to Bob. Reason: away"},
		{"namesakes", match.Audit{
			Did: match.AuditHandOver, Tournament: "Cup", Whom: []match.Player{namesake, bob},
			Reason: "away",
		}, "**Cid** has handed **Cup** over from <@4> to <@2>. Reason: away"},
		{
			"remove",
			match.Audit{Did: match.AuditRemove, Tournament: "Cup", Whom: []match.Player{bob}, Reason: "rude"},
			"**Cid** has taken a player out of **Cup**: Bob. Reason: rude",
		},
		{
			"decide",
			match.Audit{Did: match.AuditDecide, Tournament: "Cup", Reason: "late"},
			"**Cid** has decided a game in **Cup**. Reason: late",
		},
		{"start", match.Audit{Did: match.AuditStart, Tournament: "Cup"}, "**Cid** has ended the sign-up of **Cup**."},
		{"cancel", match.Audit{Did: match.AuditCancel, Tournament: "Cup"}, "**Cid** has cancelled **Cup**."},
		{
			"series",
			match.Audit{Did: match.AuditSeries, Tournament: "Cup"},
			"**Cid** has ended the series: no season follows **Cup**.",
		},
		{
			"a choice",
			match.Audit{Did: match.AuditSetting, Setting: optThreads, Was: "off", Is: "on"},
			"**Cid** has changed *Where matches are played*: matches in the channel → a thread for each match",
		},
		{
			"a number",
			match.Audit{Did: match.AuditSetting, Setting: optLimit, Is: "7"},
			"**Cid** has changed *Running matches per member*: the default → 7",
		},
		{
			"channels",
			match.Audit{Did: match.AuditSetting, Setting: settingChannels, Is: "5 6"},
			"**Cid** has changed *Matches and tournaments may begin in*: every channel → <#5> and <#6>",
		},
		{
			"results",
			match.Audit{Did: match.AuditSetting, Setting: settingResults, Was: "5"},
			"**Cid** has changed *Results are announced in*: <#5> → no channel",
		},
		{
			"roles",
			match.Audit{Did: match.AuditSetting, Setting: settingPlayRoles, Was: "5"},
			"**Cid** has changed *Who may play*: <@&5> → everybody",
		},
		{
			"a setting of an older version",
			match.Audit{Did: match.AuditSetting, Setting: "gone", Is: "x"},
			"**Cid** has changed *gone*: the default → x",
		},
	} {
		c.did.By = cid
		if got := log.line(lang.English, c.did); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
	if got := auditMessage(lang.English, log); !strings.Contains(got.Words(), "Nothing so far.") || got.HasControls() {
		t.Errorf("an empty log is %s", got.Words())
	}
}
