package deliver

import (
	"slices"
	"time"

	boards "paddock/bot/board"
	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
)

// This file decides what is done about the public board of a match, and does nothing. [decide] gets
// everything as [facts]: it reads no store, no clock and nothing of Discord, so each promise about
// boards is a row of a table (plan_test.go). [Boards.carryOut] does the steps, and asks
// [afterEdit] and [afterPost] what a refusal means.

// facts are everything that the decision about a match's board depends on. See [Boards.facts].
type facts struct {
	match  match.Match
	show   match.Showing // whether the turn wants a new message, and who is pinged (P43)
	unseen []match.Event // what happened since the board was last shown
	missed []match.Event // the last reminder in this turn, if somebody could not be told of it then
	memory boardMemory
	now    time.Time

	alone  bool // the channel is the direct messages of the only person in the match
	thread bool // the match wants a thread of its own
	// joinable are the notices that a new board can deliver, see [Boards.joinable].
	joinable []match.Notice
	calls    match.Place // where the server mentions people; the match's own place if it has no such channel
	reach    audience    // how each of the users in facts.asked wants to be notified

	// again says when a seat is notified a second time unless it moves: the mention in a digest.
	// Seats without one have no entry.
	again map[games.Seat]time.Time

	// posts says that the bot can post messages in the channel, edits that it can change the newest
	// board. Where the bot is not a member, both take the token of an interaction, see [Tokens].
	posts, edits bool
}

// A deed is a kind of step of a plan. Each has a method of its own of [Boards].
type deed string

const (
	doWait        deed = "wait"     // make a new plan at plan.until
	doThread      deed = "thread"   // open a thread, which shows the board
	doRefresh     deed = "refresh"  // edit the board though nothing is new
	doRecord      deed = "record"   // note that the channel is up to date
	doTellStopped deed = "tell"     // tell the players that play has stopped
	doWithdraw    deed = "withdraw" // delete the call beside the board
	doSeal        deed = "seal"     // publish the receipts of secret set-ups (P31)
	doWrite       deed = "write"    // notify people by direct message, because the board can't be changed
	doDigest      deed = "digest"   // mark the digests that mention the turn
	doEdit        deed = "edit"     // edit the newest board; if that can't be done, see afterEdit
	doPost        deed = "post"     // post a new board, which replaces the one before
	doCall        deed = "call"     // edit the board, and mention people in a short message beside it
)

// step is one step of a plan with the reason for it, for the log and for readers of tests.
type step struct {
	do  deed
	why string
}

// plan is what to do about the board of a match: steps in order, and what they need to know.
type plan struct {
	steps   []step
	until   time.Time     // for doWait
	shown   match.Showing // what a board that was edited or posted counts as
	record  match.Shown   // for doRecord
	running bool

	ping    []match.UserID // users whom the board, or the message beside it, mentions
	apart   []match.UserID // users whom the server's channel for mentions mentions instead
	byDM    []match.UserID // users notified by direct message
	digest  []match.UserID // users whose digest mentions the turn
	notices []match.Notice // notices that the board delivers
}

func (p *plan) add(do deed, why string) { p.steps = append(p.steps, step{do, why}) }

// has reports whether the plan has a step of a kind.
func (p *plan) has(do deed) bool {
	return slices.ContainsFunc(p.steps, func(s step) bool { return s.do == do })
}

// silent reports whether the message notifies nobody. The end of a match is heard.
func (p plan) silent() bool { return len(p.ping) == 0 && p.running }

// happened reports whether an unseen event is of a kind.
func (f facts) happened(kind match.EventKind) bool {
	return slices.ContainsFunc(f.unseen, func(e match.Event) bool { return e.Kind == kind })
}

// clockCalls reports whether the clock has called since the board was shown: a reminder, or time
// that ran out.
func (f facts) clockCalls() bool { return slices.ContainsFunc(f.unseen, boards.CallsUpon) }

// news are the events that tell the notified users why they are notified.
func (f facts) news() []match.Event { return slices.Concat(f.missed, f.unseen) }

// asked returns the users to notify, the time of the event, and by when they must know of it; zero
// means that there is no hurry. A reminder of the clock concerns the players to move only: a notice
// tells those who may claim.
func (f facts) asked() (users []match.UserID, since, limit time.Time) {
	if !f.clockCalls() {
		return f.show.Ping, begun(f.match), f.match.Clock.Limit()
	}
	if slices.ContainsFunc(f.unseen, func(e match.Event) bool { return boards.AtOnce(f.match, e) }) {
		limit = f.now
	}
	return boards.WaitingUsers(f.match), f.now, limit
}

// onlySecrets reports whether nobody but their owner may see any effect of what has happened (S85).
func (f facts) onlySecrets() bool {
	return !f.alone && len(f.unseen) > 0 && len(f.show.Ping) == 0 &&
		!slices.ContainsFunc(f.unseen, func(e match.Event) bool { return !e.Secret() || e.Counts() })
}

// standing reports whether the board of the present turn is in the channel, so that a call needs no
// new board.
func (f facts) standing() bool {
	s := f.match.Shown
	return f.match.Status == match.Running && s.Message != "" && s.Channel == f.match.Place.Channel &&
		s.Turn == f.match.Turn
}

// upToDate reports whether the channel shows what the store has, and nobody is to be notified.
func (f facts) upToDate() bool {
	return !f.match.Stranded() && f.match.Shown.Head >= f.match.Head && len(f.show.Ping) == 0
}

// showing returns how a match is shown in its channel (P43). A result that mentions somebody there
// is a new board, which needs no message beside it. So is all news where the bot is not a member and
// could not delete that message.
func showing(f facts) match.Showing {
	if f.match.Place.Outside != "" && len(f.joinable) > 0 {
		f.show.Edit = false
	}
	if f.match.Status == match.Over && f.match.Shown.Head < f.match.Head &&
		slices.ContainsFunc(f.joinable, func(n match.Notice) bool { return n.Kind == match.HasResult }) {
		f.show.Edit = false
	}
	return f.show
}

// decide returns what to do about the board of a match.
func decide(f facts) plan {
	var p plan
	switch m := f.match; {
	case m.Place.Outside != "":
		return f.outside()
	case m.Stranded():
		return f.rest()
	case f.upToDate():
		if f.memory.Doubted || f.memory.Reduced {
			p.add(doRefresh, "the message may show less than the store says")
		}
	case m.Tournament != "" && boards.People(m) == 0:
		// there may be hundreds of them; the tournament's message tells their results
		if m.Status != match.Running {
			p.record = match.Shown{Head: m.Head, Channel: m.Place.Channel, Turn: m.Turn, Pinged: m.Turn}
			p.add(doRecord, "nobody plays, so nobody waits for a board")
		}
	case f.thread:
		p.add(doThread, "the match has a thread of its own")
	case !f.show.Wait.IsZero():
		p.until = f.show.Wait
		p.add(doWait, "the computer's opening move is shown on the first board")
	default:
		return f.board()
	}
	return p
}

// outside returns what to do where the bot is not a member (P60). The bot does what the token of an
// interaction allows: a new board mentions people, and no message is beside it. Otherwise the board
// stays outdated until somebody clicks, and users who can get direct messages are notified by one,
// once.
func (f facts) outside() (p plan) {
	switch {
	case f.memory.Wanted && f.posts:
		f.show = match.Showing{}
	case f.upToDate():
		if f.edits && (f.memory.Doubted || f.memory.Reduced) {
			p.add(doRefresh, "the message may show less than the store says")
		}
		return p
	case !f.show.Wait.IsZero():
		p.until = f.show.Wait
		p.add(doWait, "the computer's opening move is shown on the first board")
		return p
	case !f.posts && !f.edits:
		return f.unshown()
	}
	p = f.board()
	steps := p.steps
	p.steps = nil
	for _, s := range steps {
		show := s.do == doCall || s.do == doPost || s.do == doEdit
		switch {
		case show && (s.do == doEdit || !f.posts) && f.edits:
			if p.ping = nil; len(p.byDM) > 0 {
				p.add(doWrite, "an edit calls nobody")
			}
			p.add(doEdit, s.why)
		case show && f.posts:
			p.shown.Edit = false
			p.add(doPost, s.why)
		case s.do == doRecord, s.do == doDigest, s.do == doSeal && f.posts:
			p.steps = append(p.steps, s)
		}
	}
	return p
}

// unshown returns what to do while nothing can be shown where the bot is not a member. A change that
// only its author may see is recorded.
func (f facts) unshown() (p plan) {
	m := f.match
	all := f.board()
	switch {
	case all.has(doRecord):
		return all
	case m.Shown.Told >= m.Head && (m.Shown.Turn != m.Turn || m.Shown.Pinged >= m.Turn && m.Shown.Asleep == 0):
		return p
	case !all.shown.PingAt.IsZero() && len(f.reach.asleep)+len(f.reach.ByDigest) > 0:
		p.until = all.shown.PingAt
		p.add(doWait, "they must not be called yet")
	}
	if p.digest = all.digest; len(p.digest) > 0 {
		p.add(doDigest, "the turn is mentioned in a digest")
	}
	if p.byDM = f.reach.byDM; len(p.byDM) > 0 {
		p.add(doWrite, "the board can't be changed until somebody presses")
	}
	if p.has(doWait) {
		return p
	}
	p.record = m.Shown
	p.record.Told = m.Head
	if p.record.Turn == m.Turn {
		p.record.Pinged, p.record.Asleep, p.record.Wake = max(p.record.Pinged, m.Turn), 0, time.Time{}
	}
	p.add(doRecord, "they are told, and the board is still to be shown")
	return p
}

// rest returns what to do about a match that is parked: its players are told once, in private, that
// play has stopped and why. That is impossible after the bot has left the server; then earlier
// events are told when the match continues.
func (f facts) rest() (p plan) {
	m := f.match
	if m.Shown.Head >= m.Head {
		return p
	}
	left := m.Parked.Why == match.CodeServerLeft
	switch {
	case !left && f.happened(match.Parked):
		p.add(doTellStopped, "play has stopped")
	case left && len(f.unseen) != 1:
		return p
	}
	p.record = upTo(m)
	p.add(doRecord, "a parked match has nothing else to show")
	return p
}

// upTo returns what a channel shows, with everything up to now as seen.
func upTo(m match.Match) match.Shown {
	s := m.Shown
	s.Head = m.Head
	return s
}

// board returns what to do about a match whose channel is behind.
func (f facts) board() (p plan) {
	m := f.match
	p.shown, p.running = f.show, m.Status == match.Running
	if f.happened(match.Resumed) {
		p.add(doWithdraw, "the times in the call are wrong now")
		m.Shown.Call = ""
	}
	if f.onlySecrets() {
		p.record = upTo(m)
		p.add(doRecord, "what happened is secret")
		return p
	}
	if len(m.Receipts) > 0 && boards.People(m) > 1 && m.Status == match.Running && f.happened(match.Sealed) {
		p.add(doSeal, "both set-ups are final")
	}
	calls := f.clockCalls()
	if calls {
		p.shown.Ping = boards.WaitingUsers(m)
	}
	f.address(&p, calls)
	if calls || len(p.shown.Ping) > 0 {
		switch {
		case f.standing():
			p.shown.Edit, p.shown.PingAt = true, time.Time{}
			f.later(&p)
			p.add(doCall, "the board of this turn is there")
			return p
		case calls:
			p.shown = match.Showing{Ping: p.shown.Ping} // a new board notifies the players
		}
	}
	there := m.Shown.Message != "" && m.Shown.Channel == m.Place.Channel
	if m.Status == match.Open && there && len(p.shown.Ping) > 0 && len(p.ping) == 0 {
		p.shown.Edit = true
		f.later(&p)
		p.add(doCall, "the challenged player is called elsewhere")
		return p
	}
	f.later(&p)
	if !p.shown.Edit || m.Shown.Message == "" {
		f.join(&p)
	}
	switch {
	case !p.shown.Edit || m.Shown.Message == "":
		p.add(doPost, "a new turn, or no board yet")
	case f.memory.Unclear:
		p.add(doPost, "a newer board may be there, and the nonce finds it")
	default:
		p.add(doEdit, "the turn has its board")
	}
	return p
}

// address decides who is notified, and how. Nobody is notified twice of a turn, except by the clock
// and in a digest.
func (f facts) address(p *plan, calls bool) {
	here, byDM := f.reach.here, f.reach.byDM
	if !calls && f.standing() && f.match.Shown.Pinged >= f.match.Turn {
		here, byDM = nil, nil
	}
	p.ping, p.byDM = here, byDM
	if f.calls != f.match.Place {
		p.ping, p.apart = nil, here
	}
}

// later plans when users who are asleep are notified, and the digests that are due. If all players
// to move are notified or held, it also plans the mention of the turn in each digest.
func (f facts) later(p *plan) {
	until := f.reach.Until
	if p.digest = f.reach.ByDigest; len(p.digest) > 0 {
		until = Earlier(until, f.now.Add(DigestWithin))
		p.add(doDigest, "the turn is mentioned in a digest")
	}
	s := &p.shown
	s.Asleep |= laterSeats(f.match, slices.Concat(f.reach.asleep, f.reach.ByDigest))
	if s.Asleep != 0 {
		s.PingAt = until
	}
	if s.Asleep == 0 && !s.PingAt.IsZero() {
		return
	}
	for seat := range (f.match.Bound() &^ s.Asleep).All() {
		if at, ok := f.again[seat]; ok {
			s.Asleep, s.PingAt = s.Asleep|games.SeatSet(seat), Earlier(s.PingAt, at)
		}
	}
}

// join adds notices to a new board, for users who are notified by mention, so that they need no
// message of their own. A takeback is also news to users who are told of the turn elsewhere.
func (f facts) join(p *plan) {
	elsewhere := slices.Concat(p.byDM, p.apart)
	for _, n := range f.match.Notices {
		here := slices.Contains(f.joinable, n)
		if n.To == "" || f.match.Position == "" ||
			!here && !(n.Kind == match.TakebackAgreed && slices.Contains(elsewhere, n.To)) {
			continue
		}
		p.notices = append(p.notices, n)
		if here && !slices.Contains(p.ping, n.To) {
			p.ping = append(slices.Clip(p.ping), n.To)
		}
	}
}

// sequel is what follows a request that Discord refused.
type sequel string

const (
	sequelNone    sequel = ""        // it was done
	sequelPost    sequel = "post"    // a new board is posted, and replaces the old one
	sequelAnew    sequel = "anew"    // a new board is posted; the old one is gone
	sequelReplace sequel = "replace" // the old board is deleted first, then a new one is posted
	sequelPark    sequel = "park"    // the match stops: its channel is gone, hidden or locked
	sequelAgain   sequel = "again"   // the engine decides whether to try again
)

// oldMessage is the age from which on Discord limits edits of a message.
const oldMessage = time.Hour

// afterEdit returns what follows an edit of a board of some age, by the failure of the edit.
func afterEdit(f discord.Failure, age time.Duration) sequel {
	switch f {
	case discord.NoFailure:
		return sequelNone
	case discord.MessageGone:
		return sequelAnew
	case discord.ThreadArchived, discord.NoToken: // a new message opens the thread; another token may post
		return sequelPost
	case discord.RateLimited: // Discord limits edits of old messages, and does not say which limit was reached
		if age >= oldMessage {
			return sequelReplace
		}
	}
	if whyParked[f] != "" {
		return sequelPark
	}
	return sequelAgain
}

// afterPost returns what follows the post of a board, by its failure. Unclear means that the board
// may have been posted nevertheless.
func afterPost(f discord.Failure) (next sequel, unclear bool) {
	switch {
	case f == discord.NoFailure:
		return sequelNone, false
	case whyParked[f] != "":
		return sequelPark, false
	}
	return sequelAgain, f == discord.Transient
}
