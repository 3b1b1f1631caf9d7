package deliver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/learn"
	"paddock/games"
	"paddock/games/match"
)

// Boards are the messages that show matches in their channels.
type Boards struct {
	Deps
	threads threadOpener
	digests *digests
	awaited func(match.Match) bool // asks for the last board of a match to be completed, and reports whether that is still to come
	now     func() time.Time
	noted   chan struct{} // holds a token while something may have been noted, see NoteEdited

	mu      sync.Mutex
	held    map[match.Cause]bool // changes with these causes are shown by who made them
	blocked map[match.ChannelID]discord.Failure
	noFiles map[match.ChannelID]bool // pictures can't be attached there
	lacks   map[match.ChannelID][]games.Sentence
	owed    map[match.ChannelID][]match.ID // could not be shown there for want of permission
	told    map[match.ChannelID]bool       // who manages the server knows that posting is not allowed there
	hinted  map[match.ID]hinted
	unclear map[match.ID]bool // a new message was asked for, and that it is there is not recorded: Discord's answer was lost, or the store failed
}

// threadOpener moves a match into a thread of its own before it is first shown, where that is wanted.
type threadOpener interface {
	wantsThread(ctx context.Context, m match.Match) bool
	intoThread(ctx context.Context, m match.Match) bool
	// tells reports whether somebody is told by the tournament what a notice of one of its games says.
	tells(ctx context.Context, m match.Match, n match.Notice) bool
}

// NewBoards makes the boards of an engine.
func NewBoards(d Deps, threads *Tournaments, now func() time.Time) *Boards {
	b := &Boards{
		Deps: d, now: now, noted: make(chan struct{}, 1),
		held: make(map[match.Cause]bool), blocked: make(map[match.ChannelID]discord.Failure), noFiles: make(map[match.ChannelID]bool),
		lacks: make(map[match.ChannelID][]games.Sentence), told: make(map[match.ChannelID]bool),
		unclear: make(map[match.ID]bool), owed: make(map[match.ChannelID][]match.ID), hinted: make(map[match.ID]hinted),
		awaited: func(match.Match) bool { return false },
	}
	if threads != nil {
		b.threads = threads
		threads.boards = b
	}
	d.Engine.subjects[Board] = b
	b.digests = newDigests(d, b)
	return b
}

func boardKey(id match.ID) Key { return Key{Kind: Board, ID: string(id)} }

// Changed is told of every change of a match. It only takes note.
func (b *Boards) Changed(c match.Change) {
	if c.Repeat || len(c.Events) == 0 && !c.Ping {
		return
	}
	b.mu.Lock()
	held := len(c.Events) > 0 && b.held[c.Events[0].Cause]
	b.mu.Unlock()
	if !held {
		b.Mark(c.Match)
	}
}

// Hold keeps changes with a cause from being shown until release is called; its caller shows them, or marks the match.
func (b *Boards) Hold(c match.Cause) (release func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[c] = true
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.held, c)
	}
}

// Lock locks the showing of one match, so that a click's own answer and the engine don't cross. See Engine.Lock.
func (b *Boards) Lock(ctx context.Context, id match.ID) (unlock func(), mine bool) {
	return b.Engine.Lock(ctx, boardKey(id))
}

// Mark asks for a look at a match.
func (b *Boards) Mark(m match.Match) { b.Engine.mark(boardKey(m.ID), string(m.Place.Channel)) }

func (b *Boards) look(ctx context.Context, k Key) error {
	m, err := b.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	return b.show(ctx, m)
}

// failed takes note of why a channel can't be posted to, and gives up a delayed ping, or the match service would ask for it every minute.
func (b *Boards) failed(ctx context.Context, k Key, f discord.Failure) (again bool) {
	m, err := b.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return false
	}
	b.mu.Lock()
	b.blocked[m.Place.Channel] = f
	if f == discord.Forbidden && !slices.Contains(b.owed[m.Place.Channel], m.ID) {
		b.owed[m.Place.Channel] = append(b.owed[m.Place.Channel], m.ID)
	}
	b.mu.Unlock()
	if f == discord.Forbidden {
		b.TellManager(ctx, m, b.Lacks(m.Place.Channel))
	}
	s := m.Shown
	if s.Asleep == 0 && (s.Message == "" || s.Turn != m.Turn || s.Pinged >= m.Turn) {
		return false
	}
	s.Pinged, s.Asleep = max(s.Pinged, m.Turn), 0
	if err := b.Matches.Delivery.MarkShown(ctx, m.ID, s); err != nil {
		b.Log.Error("could not give up a ping", "match", m.ID, "err", err)
	}
	return false
}

// show brings the channel of a match up to date.
func (b *Boards) show(ctx context.Context, m match.Match) error {
	plan := b.Matches.Delivery.Show(m)
	if m.Parked != nil && m.Parked.Why != match.CodePause {
		return b.rest(ctx, m)
	}
	if m.Shown.Head >= m.Head && len(plan.Ping) == 0 {
		return nil
	}
	if m.Tournament != "" && show.People(m) == 0 {
		return b.skip(ctx, m)
	}
	if b.threads != nil && b.threads.wantsThread(ctx, m) && b.threads.intoThread(ctx, m) {
		return nil // its board is shown there
	}
	unseen, err := b.Unseen(ctx, m)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(unseen, func(e match.Event) bool { return e.Kind == match.Resumed }) { // what the call says of the clock is no longer so
		b.withdraw(ctx, m.Shown, match.Shown{})
		m.Shown.Call = ""
	}
	if len(unseen) > 0 && len(plan.Ping) == 0 && !slices.ContainsFunc(unseen, func(e match.Event) bool { return !e.Secret() }) {
		shown := m.Shown
		shown.Head = m.Head
		return b.Matches.Delivery.MarkShown(ctx, m.ID, shown)
	}
	if err := b.seal(ctx, m, unseen); err != nil {
		return err
	}
	calls := slices.ContainsFunc(unseen, show.CallsUpon)
	if calls {
		plan.Ping = show.WaitingUsers(m) // who may claim is told by a notice
	}
	to, err := b.reader(ctx, m, unseen, plan.Ping)
	if err != nil {
		return err
	}
	var lines []string
	if calls {
		lines = append(show.CallLines(to.In, m, unseen), b.absent(ctx, to.In, m, show.WaitingUsers(m))...)
	}
	of, limit := since(m), m.Clock.Limit()
	if calls { // a digest tells of no reminders
		of, limit = b.now(), time.Time{}
	}
	heard := b.notified(ctx, plan.Ping, of, limit)
	byDM := heard.byDM
	to.Ping = heard.here
	told := telling{byDM: byDM, unseen: unseen, at: b.callsAt(ctx, m.Place)}
	if told.at != m.Place {
		to.Ping, told.apart = nil, heard.here
	}
	if (calls || len(plan.Ping) > 0) && stands(m) {
		plan.Edit, plan.PingAt = true, time.Time{}
		b.hold(m, &plan, heard)
		return b.call(ctx, m, plan, to, lines, told)
	}
	if calls { // its board is not there: the call comes with a new one
		plan, to.News = match.Showing{Ping: plan.Ping}, append(to.News, lines...)
	}
	if m.Status == match.Open && m.Shown.Channel == m.Place.Channel && len(heard.here)+len(byDM) == 0 { // who is challenged hears of it elsewhere
		plan.Edit = true
	}
	b.hold(m, &plan, heard)
	if !plan.Edit || m.Shown.Message == "" {
		told.notices = b.join(ctx, m, &to, slices.Concat(byDM, told.apart))
	}
	board, err := b.Show.Board(m, to)
	if err != nil {
		return err
	}
	board.Silent = len(to.Ping) == 0 && m.Status == match.Running
	return b.put(ctx, m, plan, board, to, told)
}

// stands reports whether the board of the present turn stands in the channel, so that a message that calls upon somebody need not be another.
func stands(m match.Match) bool {
	s := m.Shown
	return m.Status == match.Running && s.Message != "" && s.Channel == m.Place.Channel && s.Turn == m.Turn
}

// call brings the board up to date where it stands, and calls upon those who are waited for by a short message that leads there. It takes the place of the
// call before it.
func (b *Boards) call(ctx context.Context, m match.Match, plan match.Showing, to show.Reader, lines []string, told telling) error {
	board, err := b.Show.Board(m, to)
	if err != nil {
		return err
	}
	quiet := board
	quiet.Ping = nil
	err = b.sendBoard(ctx, m, quiet, to, func(board discord.Message) error { return b.edit(ctx, m.Shown.Channel, m.Shown.Message, board) })
	switch f, _ := discord.Classify(err); {
	case f == discord.NoFailure:
	case b.wantsNew(m, f):
		return b.postBoard(ctx, m, plan, board, to, told, m.Shown)
	case whyParked[f] != "":
		return b.park(ctx, m, f)
	default:
		return err
	}
	seen := sees(m, plan)
	if len(to.Ping) > 0 {
		only := nonce("c-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36))
		id, err := b.post(ctx, m.Place.Channel, show.Call(to.In, m, to.Ping, lines), only)
		if f, _ := discord.Classify(err); whyParked[f] != "" {
			return b.park(ctx, m, f)
		}
		if err != nil {
			return err
		}
		seen.Call = id
	}
	if err := b.tell(ctx, m, told); err != nil {
		return err
	}
	b.unblock(m.Place.Channel)
	if err := b.Matches.Delivery.MarkShown(context.WithoutCancel(ctx), m.ID, seen); err != nil {
		return fmt.Errorf("record who was called upon in match %s: %w", m.ID, err)
	}
	b.withdraw(ctx, m.Shown, seen)
	return nil
}

// withdraw takes away a call that is over: its turn is played, or another call has come. One that stays leads to the board, and does no harm.
func (b *Boards) withdraw(ctx context.Context, was, is match.Shown) {
	if was.Call == "" || was.Call == is.Call {
		return
	}
	if err := b.Client.Delete(ctx, string(was.Channel), string(was.Call)); err != nil {
		b.Log.Debug("left a call that is over", "err", discord.Redact(err))
	}
}

// seal publishes the receipts of what has been arranged in secret, once.
func (b *Boards) seal(ctx context.Context, m match.Match, unseen []match.Event) error {
	if len(m.Receipts) == 0 || m.Status != match.Running || !slices.ContainsFunc(unseen, func(e match.Event) bool { return e.Kind == match.Sealed }) {
		return nil
	}
	_, err := b.post(ctx, m.Place.Channel, show.Sealed(b.People.LanguageAt(ctx, m.Place, m.Owner), m), nonce("r-%s", m.ID))
	return err
}

// put edits the newest message, or posts another, to which the one before then leads. As long as it is unclear whether there is a newer message
// than the one that is known, another is posted: with the same nonce, and so the same message, if nothing has changed since.
func (b *Boards) put(ctx context.Context, m match.Match, plan match.Showing, board discord.Message, to show.Reader, told telling) error {
	old := m.Shown
	if plan.Edit && old.Message != "" && !b.isUnclear(m.ID) {
		f, err := b.editBoard(ctx, m, plan, board, to)
		switch {
		case f == discord.NoFailure || err != nil:
			return err
		case f == discord.RateLimited: // it can't be made shorter either, and would go on telling what is no longer so
			b.remove(ctx, old)
			old.Message = ""
		case f != discord.ThreadArchived:
			old.Message = ""
		}
	}
	return b.postBoard(ctx, m, plan, board, to, told, old)
}

// skip does not show a tournament's game between computers, of which there may be hundreds: the tournament's own message tells the result.
func (b *Boards) skip(ctx context.Context, m match.Match) error {
	if m.Status == match.Running {
		return nil
	}
	return b.Matches.Delivery.MarkShown(ctx, m.ID, match.Shown{Head: m.Head, Channel: m.Place.Channel, Turn: m.Turn, Pinged: m.Turn})
}

// Unseen are the events that the channel has not been told of.
func (b *Boards) Unseen(ctx context.Context, m match.Match) ([]match.Event, error) {
	if m.Shown.Head >= m.Head || m.Shown.Head == 0 {
		return nil, nil
	}
	return b.Matches.Read.Unseen(ctx, m)
}

// Compose makes the board that a channel is to see, with what has happened since.
func (b *Boards) Compose(ctx context.Context, m match.Match, unseen []match.Event) (discord.Message, error) {
	to, err := b.reader(ctx, m, unseen, nil)
	if err != nil {
		return discord.Message{}, err
	}
	return b.Show.Board(m, to)
}

// reader is the audience of a public board, who haven't been told the unseen events.
func (b *Boards) reader(ctx context.Context, m match.Match, unseen []match.Event, ping []match.UserID) (show.Reader, error) {
	to := show.Reader{Ping: ping, In: b.People.LanguageAt(ctx, m.Place, m.Owner)}
	var whole []match.Event
	var err error
	if slices.ContainsFunc(unseen, func(e match.Event) bool { return e.Kind == match.Ruled }) {
		if whole, err = b.Matches.Read.Log(ctx, m.ID); err != nil {
			return to, err
		}
	}
	to.News = show.News(to.In, m, unseen, whole)
	to.Hint = b.hint(ctx, m, to)
	if m.Status == match.Open {
		owners, err := b.Matches.Read.StandingsOf(ctx, m.Place.Guild, match.Player{User: m.Owner})
		if err != nil && ctx.Err() == nil {
			b.Log.Error("could not read what somebody has achieved", "match", m.ID, "err", err)
		}
		to.Reputation = show.Reputation(to.In, m, owners)
	}
	if m.Status == match.Over {
		to.Card = learn.Card(to.In, m, b.card(ctx, m))
	}
	if m.Place.Guild != "" {
		if g, err := b.People.Guild(ctx, m.Place.Guild); err == nil {
			to.Style = g.Style
		}
	}
	to.Style = b.Style(m.Place.Channel, to.Style)
	return to, nil
}

// card is what the last board of a match says beside how it ended, as far as that is known.
func (b *Boards) card(ctx context.Context, m match.Match) match.Card {
	if m.Shown.Card != nil {
		return *m.Shown.Card
	}
	changes, err := b.Matches.Read.RatingChanges(ctx, m.Record)
	if err != nil && ctx.Err() == nil {
		b.Log.Error("could not read how ratings have changed", "match", m.ID, "err", err)
	}
	return match.Card{Ratings: changes}
}

// absent tells of those who are waited for and have left the server (P82). It is asked only when the clock calls upon them.
func (b *Boards) absent(ctx context.Context, in lang.Language, m match.Match, users []match.UserID) []string {
	if m.Place.Guild == "" {
		return nil
	}
	var lines []string
	for _, u := range users {
		if f, _ := discord.Classify(b.Client.IsMember(ctx, string(m.Place.Guild), string(u))); f == discord.MemberGone {
			lines = append(lines, in.Say(say.Absent, show.PlayerAt(in, m, m.SeatOf(u))))
		}
	}
	return lines
}

// editBoard brings the newest message up to date. A failure without an error means that a new one has to be posted instead.
func (b *Boards) editBoard(ctx context.Context, m match.Match, plan match.Showing, board discord.Message, to show.Reader) (discord.Failure, error) {
	board.Ping = nil
	err := b.sendBoard(ctx, m, board, to, func(board discord.Message) error { return b.edit(ctx, m.Shown.Channel, m.Shown.Message, board) })
	f, _ := discord.Classify(err)
	switch f {
	case discord.NoFailure:
		err = b.NoteEdited(ctx, m, plan)
		b.Ended(ctx, m)
	case discord.ChannelGone, discord.NoAccess, discord.ThreadLocked:
		return discord.NoFailure, b.park(ctx, m, f)
	}
	if b.wantsNew(m, f) {
		err = nil
	}
	return f, err
}

// wantsNew reports whether a failed edit of the newest message calls for another message.
func (b *Boards) wantsNew(m match.Match, f discord.Failure) bool {
	switch f {
	case discord.MessageGone, discord.ThreadArchived:
		return true
	case discord.RateLimited: // old messages can hardly be edited, and the refusal does not say which limit it was
		return b.now().Sub(m.Shown.At) >= oldMessage
	}
	return false
}

// oldMessage is the age from which on edits of a message are limited.
const oldMessage = time.Hour

// postBoard makes a new message and shortens an old one to a line that leads there, if it names one.
func (b *Boards) postBoard(ctx context.Context, m match.Match, plan match.Showing, board discord.Message, to show.Reader, told telling, old match.Shown) error {
	only := nonce("%s-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36), tail(m.Shown.Message, 8))
	var id match.MessageID
	err := b.sendBoard(ctx, m, board, to, func(board discord.Message) (err error) {
		id, err = b.post(ctx, m.Place.Channel, board, only)
		return err
	})
	f, _ := discord.Classify(err)
	b.setUnclear(m.ID, f == discord.Transient)
	switch f {
	case discord.NoFailure:
	case discord.ChannelGone, discord.NoAccess, discord.ThreadLocked:
		return b.park(ctx, m, f)
	default:
		return err
	}
	seen := m
	seen.Shown.Channel, seen.Shown.Message = m.Place.Channel, id
	if err := b.tell(ctx, seen, told); err != nil {
		return err
	}
	if err := b.notePosted(ctx, m, plan, id); err != nil {
		b.setUnclear(m.ID, true)
		return err
	}
	b.replaced(ctx, m, old, id, to)
	b.Ended(ctx, m)
	return nil
}

// sendBoard sends a board; where its picture is not allowed, and from then on in that channel, as text.
func (b *Boards) sendBoard(ctx context.Context, m match.Match, board discord.Message, to show.Reader, send func(discord.Message) error) error {
	forbidden := false
	err := b.send(ctx, board, func(f discord.Failure) (discord.Message, error) {
		forbidden = f == discord.Forbidden
		to.Style = match.Text
		text, err := b.Show.Board(m, to)
		text.Ping = board.Ping
		return text, err
	}, send)
	if forbidden && err == nil {
		b.MayAttach(m.Place.Channel, false)
		b.Log.Warn("no permission to attach files: boards are posted as text", "channel", m.Place.Channel)
	}
	return err
}

// notePosted records that the channel now sees a new message.
func (b *Boards) notePosted(ctx context.Context, m match.Match, plan match.Showing, id match.MessageID) error {
	b.unblock(m.Place.Channel)
	s := sees(m, plan)
	s.Channel, s.Message, s.At, s.Call = m.Place.Channel, id, b.now(), ""
	if err := b.Matches.Delivery.MarkShown(context.WithoutCancel(ctx), m.ID, s); err != nil { // what has been posted is recorded, even while the bot is ending
		return fmt.Errorf("record what was posted of match %s: %w", m.ID, err)
	}
	b.withdraw(ctx, m.Shown, s)
	return nil
}

// NoteEdited notes that the newest message was brought up to date. It is recorded a moment later, or with the next move.
func (b *Boards) NoteEdited(ctx context.Context, m match.Match, plan match.Showing) error {
	b.unblock(m.Place.Channel)
	seen := sees(m, plan)
	note := b.Matches.Delivery.NoteShown
	if !b.Engine.peers.Alone() { // another process may show what comes next
		note = b.Matches.Delivery.MarkShown
	}
	err := note(context.WithoutCancel(ctx), m.ID, seen)
	if errors.Is(err, match.ErrShownLater) { // another process, which believed this one dead, had shown something later, and it has been painted over
		var now match.Match
		if now, err = b.Matches.Read.Match(ctx, m.ID); err == nil {
			return b.Refresh(ctx, now)
		}
	}
	if err != nil {
		return fmt.Errorf("note what was shown of match %s: %w", m.ID, err)
	}
	b.withdraw(ctx, m.Shown, seen)
	select {
	case b.noted <- struct{}{}:
	default:
	}
	return nil
}

// sees is what the channel sees of a match at its head, in the message that it has.
func sees(m match.Match, plan match.Showing) match.Shown {
	s := m.Shown
	if s.Turn != m.Turn || m.Status != match.Running || m.Parked != nil {
		s.Call = ""
	}
	if m.Status != match.Over { // it goes on
		s.Card = nil
	}
	if s.Turn != m.Turn || len(plan.Ping) > 0 || plan.PingAt.IsZero() {
		s.Asleep, s.Wake = 0, time.Time{}
	}
	if plan.Asleep != 0 {
		s.Asleep, s.Wake = plan.Asleep, plan.PingAt
	}
	s.Head, s.Turn = m.Head, m.Turn
	if plan.PingAt.IsZero() {
		s.Pinged = max(s.Pinged, m.Turn) // more after a takeback
	}
	return s
}

// recordAfter is how long what was noted may wait for a move that it is recorded with.
const recordAfter = time.Second

// Run records what was noted. It ends with ctx, and leaves the rest to Record.
func (b *Boards) Run(ctx context.Context) {
	for {
		select {
		case <-b.noted:
		case <-ctx.Done():
			return
		}
		if discord.Sleep(ctx, recordAfter) {
			b.Record(ctx)
		}
	}
}

// Record records what was noted.
func (b *Boards) Record(ctx context.Context) {
	if err := b.Matches.Delivery.StoreShown(ctx); err != nil {
		b.Log.Error("could not record what was shown", "err", err)
	}
}

// replaced shortens a superseded message to one line that leads to the new one: stale buttons are harmless, since their ids carry the head. It is not
// deleted, for notifications and replies of people lead to it, unless Discord lets it be edited no longer.
func (b *Boards) replaced(ctx context.Context, m match.Match, old match.Shown, by match.MessageID, to show.Reader) {
	if old.Message == "" || old.Message == by {
		return
	}
	m.Shown.Channel, m.Shown.Message = m.Place.Channel, by
	editing, cancel := context.WithTimeout(ctx, discord.CallWithin)
	defer cancel()
	line := show.Replaced(to.In, m)
	err := discord.Retry(editing, func() error { return b.Client.EditOld(editing, string(old.Channel), string(old.Message), line) })
	switch f, _ := discord.Classify(err); f {
	case discord.NoFailure:
	case discord.RateLimited, discord.Transient:
		b.remove(ctx, old)
	default:
		b.Log.Debug("left an old board as it was", "err", discord.Redact(err))
	}
}

// Stray takes care of a message with a board of a match, on which somebody has clicked, and that is not the one on record: a process posted it and could
// not record it. A newer one than that on record takes its place, and so may be behind; an older one is shortened to a line that leads on. The caller holds
// the lock of the match.
func (b *Boards) Stray(ctx context.Context, m match.Match, clicked match.MessageID) (adopted bool, err error) {
	old := m.Shown
	to := show.Reader{In: b.People.LanguageAt(ctx, m.Place, m.Owner)}
	if discord.Later(string(old.Message), string(clicked)) {
		b.replaced(ctx, m, match.Shown{Channel: old.Channel, Message: clicked}, old.Message, to)
		return false, nil
	}
	m.Shown.Message, m.Shown.At = clicked, b.now()
	if err := b.Matches.Delivery.MarkShown(ctx, m.ID, m.Shown); err != nil {
		return false, err
	}
	b.replaced(ctx, m, old, clicked, to)
	return true, nil
}

// Refresh brings the newest message up to date, whatever is on record of it. The caller holds the lock of the match.
func (b *Boards) Refresh(ctx context.Context, m match.Match) error {
	to, err := b.reader(ctx, m, nil, nil)
	if err != nil {
		return err
	}
	board, err := b.Show.Board(m, to)
	if err != nil {
		return err
	}
	_, err = b.editBoard(ctx, m, match.Showing{Edit: true}, board, to)
	return err
}

// remove takes a board away that can be edited no longer.
func (b *Boards) remove(ctx context.Context, old match.Shown) {
	if err := b.Client.Delete(ctx, string(old.Channel), string(old.Message)); err != nil {
		b.Log.Debug("left an old board as it was", "err", discord.Redact(err))
	}
}

// Ended has the last board of a finished match completed, and archives its thread, if it was opened for it (P41), as soon as that is done.
func (b *Boards) Ended(ctx context.Context, m match.Match) {
	if m.Status != match.Over && m.Status != match.Closed || b.awaited(m) {
		return
	}
	b.archive(ctx, m)
}

// archive archives the thread of a match, if it was opened for it.
func (b *Boards) archive(ctx context.Context, m match.Match) {
	if m.Place.Guild == "" {
		return
	}
	if err := b.Client.Archive(ctx, string(m.Place.Channel), b.Self()); err != nil {
		b.Log.Debug("left a thread open", "match", m.ID, "err", discord.Redact(err))
	}
}

// whyParked is why a match rests whose channel can't be posted to.
var whyParked = map[discord.Failure]match.Code{
	discord.ChannelGone: match.CodeChannelGone, discord.NoAccess: match.CodeNoAccess, discord.ThreadLocked: match.CodeLocked,
}

// park puts a match to rest whose channel is gone, can't be seen or is locked (P40, P72, P76).
func (b *Boards) park(ctx context.Context, m match.Match, f discord.Failure) error {
	_, err := b.Matches.Referee.Park(ctx, m.ID, whyParked[f], "")
	return err
}

// rest tells those who play privately, once, that their match is at rest, where its channel is there and they may not know why nothing happens. Of a match
// that rests there is nothing more to show.
func (b *Boards) rest(ctx context.Context, m match.Match) error {
	if m.Shown.Head >= m.Head {
		return nil
	}
	unseen, err := b.Unseen(ctx, m)
	if err != nil {
		return err
	}
	hidden := m.Parked.Why == match.CodeLocked || m.Parked.Why == match.CodeNoAccess
	switch parked := slices.ContainsFunc(unseen, func(e match.Event) bool { return e.Kind == match.Parked }); {
	case hidden && parked:
		b.tellAtRest(ctx, m)
	case !hidden && len(unseen) != 1: // more than that it rests: told where it goes on
		return nil
	}
	shown := m.Shown
	shown.Head = m.Head
	return b.Matches.Delivery.MarkShown(ctx, m.ID, shown)
}

func (b *Boards) tellAtRest(ctx context.Context, m match.Match) {
	a := b.notified(ctx, m.Members(), b.now(), time.Time{})
	for _, u := range slices.Concat(a.here, a.byDM, a.byDigest, a.asleep) {
		letter := show.AtRest(b.People.Language(ctx, u), m)
		letter.Silent = slices.Contains(a.asleep, u)
		b.tellPrivately(ctx, m, u, letter, nonce("p-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36)))
	}
}

// Blocked says what keeps the bot from posting in a channel, if anything did when it last tried.
func (b *Boards) Blocked(ch match.ChannelID) discord.Failure {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.blocked[ch]
}

func (b *Boards) isUnclear(id match.ID) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.unclear[id]
}

func (b *Boards) setUnclear(id match.ID, unclear bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if unclear {
		b.unclear[id] = true
	} else {
		delete(b.unclear, id)
	}
}

func (b *Boards) unblock(ch match.ChannelID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.blocked, ch)
	delete(b.told, ch)
}

// NoteMissing takes note of what the bot lacks for posting in a channel, as every interaction tells.
func (b *Boards) NoteMissing(ch match.ChannelID, missing []games.Sentence) {
	if len(missing) == 0 {
		b.MayAgain(ch)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lacks[ch] = missing
}

// MayAgain asks for a look at the matches that could not be shown in a channel for want of permission, which may be there again.
func (b *Boards) MayAgain(ch match.ChannelID) {
	b.mu.Lock()
	list := b.owed[ch]
	delete(b.owed, ch)
	delete(b.lacks, ch)
	b.mu.Unlock()
	for _, id := range list {
		b.Engine.mark(boardKey(id), string(ch))
	}
}

// Lacks names what the bot lacks in a channel where it was refused: what an interaction has told, otherwise what the refusal most likely means.
func (b *Boards) Lacks(ch match.ChannelID) []games.Sentence {
	b.mu.Lock()
	defer b.mu.Unlock()
	if missing := b.lacks[ch]; len(missing) > 0 {
		return missing
	}
	return []games.Sentence{say.PermitView, say.PermitSend}
}

// TellManager tells the owner of a server by direct message, once, what the bot lacks in a channel (P77).
func (b *Boards) TellManager(ctx context.Context, m match.Match, missing []games.Sentence) {
	b.mu.Lock()
	told := b.told[m.Place.Channel]
	b.told[m.Place.Channel] = true
	b.mu.Unlock()
	if told || m.Place.Guild == "" {
		return
	}
	owner, err := b.Client.Owner(ctx, string(m.Place.Guild))
	if err != nil {
		b.Log.Info("the owner of a server is not known", "match", m.ID, "err", discord.Redact(err))
		return
	}
	u := match.UserID(owner)
	in := b.People.Language(ctx, u)
	b.tellPrivately(ctx, m, u, discord.TextMessage(show.Lacking(in, m.Place.Channel, missing)+"\n-# "+in.Speak(say.LackingHere)), "")
}

// Step is the board in the place of the public one, with a step of a move: for direct messages, where one person sees it.
func (b *Boards) Step(ctx context.Context, m match.Match, c show.Choice) (discord.Message, error) {
	to, err := b.reader(ctx, m, nil, nil)
	if err != nil {
		return discord.Message{}, err
	}
	return b.Show.StepFor(m, to, c)
}

// MayAttach takes note of whether the bot may attach files in a channel, as every interaction tells.
func (b *Boards) MayAttach(ch match.ChannelID, files bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if files {
		delete(b.noFiles, ch)
	} else {
		b.noFiles[ch] = true
	}
}

// Style is how the channel's boards are posted.
func (b *Boards) Style(ch match.ChannelID, wanted match.Style) match.Style {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.noFiles[ch] {
		return match.Text
	}
	return wanted
}
