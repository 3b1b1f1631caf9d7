package decide_test

import (
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/referee"
)

// The table lists what the clock does by itself.
func TestAttend(t *testing.T) {
	run(t, []row{
		{
			name: "P9: nothing is due", given: given(duel("nim", nil), wait(time.Hour)),
			by: "", do: decide.Attend{},
			want: "nothing",
		},
		{
			name: "P8: the reminder at 80 %", given: given(duel("nim", nil), wait(38*time.Hour+24*time.Minute)),
			by: "", do: decide.Attend{},
			want: "reminded; ",
		},
		{
			name: "P8: forfeit", given: given(duel("nim", nil), wait(48*time.Hour)),
			by: "", do: decide.Attend{},
			want: "ruled:time ended:time; over waits= turn=2 left=none late=0 won=1 because=time lapses=[1 0]" +
				"; tells ann=result bob=result =announced",
		},
		{
			name: "P8: a minute before", given: given(
				duel("nim", nil),
				wait(38*time.Hour+24*time.Minute),
				attend,
				wait(9*time.Hour+35*time.Minute),
			),
			by: "", do: decide.Attend{},
			want: "nothing",
		},
		{
			name: "P8: skip", given: given(duel("race", nil), wait(48*time.Hour)),
			by: "", do: decide.Attend{},
			want: "ruled:skip; waits=1 turn=2 left=48h0m0s lapses=[1 0]; tells ann=skipped",
		},
		{
			name: "F5: two skips running are the end", given: given(
				duel("race", nil),
				wait(48*time.Hour),
				attend,
				moves("1"),
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ruled:remove ended:goal; over waits= turn=4 left=none late=0 won=1 because=goal lapses=[2 0]" +
				"; tells ann=result bob=result =announced",
		},
		{
			name: "F5: a move in between sets the count back", given: given(
				duel("race", nil),
				wait(48*time.Hour),
				attend,
				moves("1", "1", "1"),
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ruled:skip; waits=1 turn=6 left=48h0m0s lapses=[1 0]; tells ann=skipped",
		},
		{
			name: "F3: among three the others play on", given: given(
				three(nil),
				wait(48*time.Hour),
				attend,
				moves("1", "1"),
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ruled:remove; waits=1 turn=5 left=48h0m0s late=0 out=0 lapses=[2 0 0]; tells ann=removed",
		},
		{
			name: "P8: a win to claim", given: given(duel("nim", claim), wait(48*time.Hour)),
			by: "", do: decide.Attend{},
			want: "lapsed; lapsed=true; tells bob=claimable",
		},
		{
			name: "P8: without a claim for the time of a move", given: given(
				duel("nim", claim),
				wait(48*time.Hour),
				attend,
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ruled:time ended:time; over waits= turn=2 left=none lapsed=false late=0 won=1 because=time" +
				" lapses=[1 0]; tells ann=result bob=result =announced",
		},
		{
			name: "P32: a day of grace first", given: given(grace, duel("nim", nil), wait(48*time.Hour)),
			by: "", do: decide.Attend{},
			want: "extended:grace; left=24h0m0s grace=[1 0]",
		},
		{
			name: "P32: none below 12 hours", given: given(
				grace,
				duel("nim", perMove(11*time.Hour)),
				wait(11*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ruled:time ended:time; over waits= turn=2 left=none late=0 won=1 because=time lapses=[1 0]" +
				"; tells ann=result bob=result =announced",
		},
		{
			name: "P133: the bank in place of grace", given: given(
				grace,
				duel("nim", func(p *match.Proposal) { p.Bank = referee.Bank{Time: 24 * time.Hour} }),
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "extended:bank; left=24h0m0s",
		},
		{
			name: "P14: a challenge expires", given: given(propose("nim", nil, named(bob)), wait(7*24*time.Hour)),
			by: "", do: decide.Attend{},
			want: "ended:expired; closed left=none because=expired; tells ann=expired",
		},
		{
			name: "P89: not before the time of a move", given: given(
				propose("nim", func(p *match.Proposal) { p.PerMove = 30 * 24 * time.Hour }, named(bob)),
				wait(29*24*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "nothing",
		},
		{
			name: "P89: without a clock, against the computer after 30 days", given: given(
				propose("nim", nil, easy),
				wait(30*24*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ended:expired; closed waits= because=expired; tells ann=closed",
		},
		{
			name: "P89: between people never", given: given(
				duel("nim", perMove(-1)),
				wait(1000*24*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "nothing",
		},
		{
			name: "P73: a parked match after 90 days", given: given(
				duel("nim", nil),
				by("", decide.Park{Why: match.CodeServerLeft}),
				wait(90*24*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ended:expired; closed waits= left=none parked=- wishes=- because=expired" +
				"; tells ann=closed bob=closed",
		},
		{
			name: "nobody presses Next", given: given(propose("nim", stepping, easy, easy), wait(7*24*time.Hour)),
			by: "", do: decide.Attend{},
			want: "ended:expired; closed waits= because=expired; tells ann=closed",
		},
		{
			name: "P101: no deadline in the night", given: given(
				person(ann, night),
				duel("nim", perMove(12*time.Hour)),
				wait(10*time.Hour),
				attend,
				wait(9*time.Hour-time.Minute),
			),
			by: "", do: decide.Attend{},
			want: "nothing",
		},
		{
			name: "P101: a deadline in the night moves to the morning", given: given(
				person(ann, night),
				duel("nim", perMove(12*time.Hour)),
				wait(10*time.Hour),
				attend,
				wait(9*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "ruled:time ended:time; over waits= turn=2 left=none late=0 won=1 because=time lapses=[1 0]" +
				"; tells ann=result bob=result =announced",
		},
		{
			name: "P24: on vacation no clock runs out", given: given(
				duel("nim", nil),
				person(ann, vacation),
				wait(48*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "extended:hours; left=72h0m0s",
		},
		{
			name: "P24: changed hours", given: given(
				duel("nim", nil),
				person(ann, vacation),
			),
			by: "", do: decide.Rewind{User: ann},
			want: "extended:hours; left=120h0m0s",
		},
		{
			name: "P24: hours of who is not to move", given: given(
				duel("nim", nil),
				person(bob, vacation),
			),
			by: "", do: decide.Rewind{User: bob},
			want: "nothing",
		},
		{
			name: "P70: a clock that ran out while the bot was away", given: given(duel("nim", nil), wait(50*time.Hour)),
			by: "", do: decide.Outage{From: noon.Add(40 * time.Hour), To: noon.Add(50 * time.Hour)},
			want: "extended:outage; left=8h0m0s",
		},
		{
			name: "P70: one that did not", given: given(duel("nim", nil), wait(41*time.Hour)),
			by: "", do: decide.Outage{From: noon.Add(40 * time.Hour), To: noon.Add(41 * time.Hour)},
			want: "nothing",
		},
		{
			name: "P102: the second of two reminders", given: given(
				person(ann, func(u *match.User) { u.Hours.Remind = []time.Duration{24 * time.Hour, 12 * time.Hour} }),
				duel("nim", nil),
				wait(24*time.Hour),
				attend,
				wait(12*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "reminded; ",
		},
		{
			name: "P102: no third", given: given(
				person(ann, func(u *match.User) { u.Hours.Remind = []time.Duration{24 * time.Hour, 12 * time.Hour} }),
				duel("nim", nil),
				wait(24*time.Hour),
				attend,
				wait(12*time.Hour),
				attend,
				wait(11*time.Hour),
			),
			by: "", do: decide.Attend{},
			want: "nothing",
		},
	})
}

// The table lists how a match is parked without its channel, and resumed where its players want.
func TestParkAndResume(t *testing.T) {
	run(t, []row{
		{
			name: "P72: the channel is gone", given: given(duel("nim", nil), wait(time.Hour)),
			by: "", do: decide.Park{Why: match.CodeChannelGone},
			want: "parked:channel-gone; parked=channel-gone wishes=0",
		},
		{
			name: "P72: twice", given: given(duel("nim", nil), gone),
			by: "", do: decide.Park{Why: match.CodeServerLeft},
			want: "nothing",
		},
		{
			name: "P72: a challenge nobody can find", given: given(propose("nim", nil, named(bob))),
			by: "", do: decide.Park{Why: match.CodeChannelGone},
			want: "ended:expired; closed left=none because=expired; tells ann=expired",
		},
		{
			name: "P40: one wants to go on elsewhere", given: given(
				duel("nim", nil),
				gone,
			),
			by: ann, do: decide.Resume{To: yard},
			want: "offered:resume; wishes=1; tells bob=resume",
		},
		{
			name: "P40: both do", given: given(
				duel("nim", nil),
				wait(time.Hour),
				gone,
				wait(time.Hour),
				by(ann, decide.Resume{To: yard}),
			),
			by: bob, do: decide.Resume{To: yard},
			want: "offered:resume resumed; at=yard left=47h0m0s parked=- wishes=-; tells ann=resumed",
		},
		{
			name: "P40: each elsewhere", given: given(
				duel("nim", nil),
				gone,
				by(ann, decide.Resume{To: yard}),
			),
			by: bob, do: decide.Resume{To: match.Place{Guild: "guild", Channel: "attic"}},
			want: "offered:resume; wishes=2; tells ann=resume",
		},
		{
			name: "P76: where it was, one is enough", given: given(
				duel("nim", nil),
				locked,
			),
			by: bob, do: decide.Resume{To: hall},
			want: "resumed; parked=- wishes=-; tells ann=resumed",
		},
		{
			name: "P40: not by others", given: given(duel("nim", nil), locked),
			by: cat, do: decide.Resume{To: hall},
			want: "no: the user does not play here",
		},
		{
			name: "P40: not while it runs", given: given(duel("nim", nil)),
			by: ann, do: decide.Resume{To: hall},
			want: "no: too early",
		},
		{
			name: "P41: into its thread", given: given(duel("nim", nil)),
			by: "", do: decide.Resume{To: yard},
			want: "resumed; at=yard",
		},
		{
			name: "P41: a challenge into its thread", given: given(propose("nim", nil, named(bob))),
			by: "", do: decide.Resume{To: yard},
			want: "resumed; at=yard",
		},
		{
			name: "P73: the bot is back", given: given(
				duel("nim", nil),
				wait(time.Hour),
				by("", decide.Park{Why: match.CodeServerLeft}),
				wait(time.Hour),
			),
			by: "", do: decide.Resume{To: hall},
			want: "resumed; left=47h0m0s parked=- wishes=-; tells ann=resumed bob=resumed",
		},
	})
}

// The table lists what the results of games do in a tournament, and how a tournament releases its
// games.
func TestAward(t *testing.T) {
	run(t, []row{
		{
			name: "P27: decided", given: given(duel("nim", nil), edit(tournament)),
			by: cat, do: decide.Award{Result: match.Decision{Place: [games.MaxSeats]int8{1, 2}, By: "Cat", Reason: "absent"}},
			want: "ruled:decide ended:referee; over waits= turn=2 left=none won=0 because=referee",
		},
		{
			name: "P27: shared at the end of a round", given: given(duel("nim", nil), edit(tournament)),
			by: "", do: decide.Award{Result: match.Decision{Place: [games.MaxSeats]int8{1, 1}}},
			want: "ruled:decide ended:referee; over waits= turn=2 left=none won=01 because=referee" +
				"; tells ann=result bob=result",
		},
		{
			name: "P27: not twice", given: given(duel("nim", nil), by(bob, decide.Resign{})),
			by: cat, do: decide.Award{Result: match.Decision{Place: [games.MaxSeats]int8{1, 2}}},
			want: "no: is over",
		},
		{
			name: "P27: out of a cancelled tournament", given: given(duel("nim", nil), edit(tournament)),
			by: cat, do: decide.Release{By: "Cat", Tournament: "Cup"},
			want: "released; tournament=",
		},
		{
			name: "P27: computers alone do not go on", given: given(
				propose("nim", func(p *match.Proposal) { p.Seated = true }, easy, easy),
				edit(tournament),
			),
			by: cat, do: decide.Release{By: "Cat", Tournament: "Cup"},
			want: "released ended:cancelled; closed waits= because=cancelled tournament=; tells ann=closed",
		},
		{
			name: "P27: no tournament", given: given(duel("nim", nil)),
			by: cat, do: decide.Release{By: "Cat", Tournament: "Cup"},
			want: "nothing",
		},
	})
}

// Moderators act on other people's matches, for a reason.
func TestModerators(t *testing.T) {
	run(t, []row{
		{
			name: "P106: end a match", given: given(duel("nim", nil)),
			by: mod, do: decide.End{Order: spam},
			want: "ruled:moderator ended:moderator; closed waits= left=none because=moderator" +
				"; tells ann=closed bob=closed",
		},
		{
			name: "P106: close a challenge", given: given(propose("nim", nil, named(bob))),
			by: mod, do: decide.End{Order: spam},
			want: "ruled:moderator ended:moderator; closed left=none because=moderator; tells ann=closed",
		},
		{
			name: "P106: not one's own", given: given(duel("nim", nil)),
			by: ann, do: decide.End{Order: spam},
			want: "no: the user does not play here",
		},
		{
			name: "P106: not without a reason", given: given(duel("nim", nil)),
			by: mod, do: decide.End{},
			want: "no: bad proposal",
		},
		{
			name: "P106: a reason of 200 characters", given: given(duel("nim", nil)),
			by: mod, do: decide.End{Order: match.Order{By: "Mod", Reason: strings.Repeat("é", 200)}},
			want: "ruled:moderator ended:moderator; closed waits= left=none because=moderator" +
				"; tells ann=closed bob=closed",
		},
		{
			name: "P106: a longer one", given: given(duel("nim", nil)),
			by: mod, do: decide.End{Order: match.Order{By: "Mod", Reason: strings.Repeat("é", 201)}},
			want: "no: bad proposal",
		},
		{
			name: "P106: not what is over", given: given(duel("nim", nil), by(bob, decide.Resign{})),
			by: mod, do: decide.End{Order: spam},
			want: "no: is over",
		},
		{
			name: "P106: remove a player", given: given(duel("nim", nil)),
			by: mod, do: decide.Remove{Who: bob, Order: spam},
			want: "ruled:remove ended:referee; over waits= turn=2 left=none rated=false won=0 because=referee" +
				"; tells ann=result bob=result =announced",
		},
		{
			name: "P106: remove one of three", given: given(three(nil)),
			by: mod, do: decide.Remove{Who: ann, Order: spam},
			want: "ruled:remove; waits=1 turn=2 rated=false out=0",
		},
		{
			name: "P106: remove somebody else", given: given(duel("nim", nil)),
			by: mod, do: decide.Remove{Who: cat, Order: spam},
			want: "no: the user does not play here",
		},
		{
			name: "P106: remove who has left", given: given(three(nil), by(cat, decide.Resign{})),
			by: mod, do: decide.Remove{Who: cat, Order: spam},
			want: "no: against the rules",
		},
		{
			name: "P106: offer a seat", given: given(duel("nim", nil)),
			by: mod, do: decide.HandOver{Of: hand(bob, cat)},
			want: "offered:seat; heir=cat; tells cat=seat",
		},
		{
			name: "P106: not to who plays", given: given(duel("nim", nil)),
			by: mod, do: decide.HandOver{Of: hand(bob, ann)},
			want: "no: bad proposal",
		},
		{
			name: "P106: not of who does not play", given: given(duel("nim", nil)),
			by: mod, do: decide.HandOver{Of: hand(cat, "dan")},
			want: "no: bad proposal",
		},
		{
			name: "P106: not to oneself", given: given(duel("nim", nil)),
			by: mod, do: decide.HandOver{Of: hand(bob, mod)},
			want: "no: the user does not play here",
		},
		{
			name: "P106: not in one's own match", given: given(duel("nim", nil)),
			by: ann, do: decide.HandOver{Of: hand(bob, cat)},
			want: "no: the user does not play here",
		},
		{
			name: "P106: not in a tournament", given: given(duel("nim", nil), edit(tournament)),
			by: mod, do: decide.HandOver{Of: hand(bob, cat)},
			want: "no: too late",
		},
		{
			name: "P106: not the invited member's", given: given(propose("nim", nil, named(bob))),
			by: mod, do: decide.HandOver{Of: hand(ann, bob)},
			want: "no: bad proposal",
		},
		{
			name: "P29: not across a block", given: given(
				duel("nim", nil),
				person(cat, blocks(ann)),
			),
			by: mod, do: decide.HandOver{Of: hand(bob, cat)},
			want: "no: not for this user",
		},
		{
			name: "P25: not beyond the limit", given: given(duel("nim", nil), busy(cat, 5)),
			by: mod, do: decide.HandOver{Of: hand(bob, cat)},
			want: "no: too many running matches",
		},
		{
			name: "P106: accepted with the full time", given: given(
				duel("nim", nil),
				wait(47*time.Hour),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
			),
			by: cat, do: decide.TakeOver{},
			want: "handed:moderator; players=cat,bob owner=cat turn=2 left=48h0m0s rated=false heir=-" +
				"; tells bob=handed ann=handed mod=handed",
		},
		{
			name: "P106: accepted without what the former player has used", given: given(
				duel("nim", nil),
				edit(func(r *match.Record) {
					r.Clock.Grace[0], r.Clock.Lapses[0], r.Clock.Spent[0] = 1, 1, time.Hour
				}),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
			),
			by: cat, do: decide.TakeOver{},
			want: "handed:moderator; players=cat,bob owner=cat turn=2 rated=false heir=-" +
				" spent=[0s 0s] grace=[0 0] lapses=[0 0]; tells bob=handed ann=handed mod=handed",
		},
		{
			name: "P106: of the invited member", given: given(
				duel("nim", nil),
				by(mod, decide.HandOver{Of: hand(bob, cat)}),
			),
			by: cat, do: decide.TakeOver{},
			want: "handed:moderator; players=ann,cat invited= rated=false heir=-" +
				"; tells ann=handed bob=handed mod=handed",
		},
		{
			name: "P106: declined", given: given(
				duel("nim", nil),
				wait(47*time.Hour),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
			),
			by: cat, do: decide.Refuse{},
			want: "declined:seat; heir=-; tells mod=no seat",
		},
		{
			name: "P106: by somebody else", given: given(
				duel("nim", nil),
				wait(47*time.Hour),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
			),
			by: bob, do: decide.TakeOver{},
			want: "no: somebody else is invited",
		},
		{
			name: "P106: too late", given: given(
				duel("nim", nil),
				wait(47*time.Hour),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
				by(bob, decide.Resign{}),
			),
			by: cat, do: decide.TakeOver{},
			want: "no: too late",
		},
		{
			name: "P106: a challenge's owner", given: given(
				propose("nim", nil, named(bob)),
				by(mod, decide.HandOver{Of: hand(ann, cat)}),
			),
			by: cat, do: decide.TakeOver{},
			want: "handed:moderator; players=cat, owner=cat heir=-; tells ann=handed mod=handed",
		},
	})
}
