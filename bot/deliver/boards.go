package deliver

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

// Boards are the messages that show matches in their channels.
type Boards struct {
	Deps
	threads threadOpener
	now     func() time.Time
	noted   chan struct{} // holds a token while something may have been noted, see NoteEdited

	mu      sync.Mutex
	held    map[match.Cause]bool // changes with these causes are shown by who made them
	blocked map[match.ChannelID]discord.Failure
	noFiles map[match.ChannelID]bool // pictures can't be attached there
	unclear map[match.ID]bool        // a new message was asked for, and Discord's answer was lost: it may be there
}

// threadOpener moves a match into a thread of its own before it is first shown, where that is wanted.
type threadOpener interface {
	wantsThread(ctx context.Context, m match.Match) bool
	intoThread(ctx context.Context, m match.Match) bool
}

// NewBoards makes the boards of an engine.
func NewBoards(d Deps, threads *Tournaments, now func() time.Time) *Boards {
	b := &Boards{
		Deps: d, now: now, noted: make(chan struct{}, 1),
		held: make(map[match.Cause]bool), blocked: make(map[match.ChannelID]discord.Failure), noFiles: make(map[match.ChannelID]bool),
		unclear: make(map[match.ID]bool),
	}
	if threads != nil {
		b.threads = threads
		threads.boards = b
	}
	d.Engine.subjects[Board] = b
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

// Lock locks the showing of one match, so that a click's own answer and the engine don't cross.
func (b *Boards) Lock(id match.ID) (unlock func()) { return b.Engine.Lock(boardKey(id)) }

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
	b.mu.Unlock()
	s := m.Shown
	if s.Message == "" || s.Turn != m.Turn || s.Pinged == m.Turn {
		return false
	}
	s.Pinged = m.Turn
	if err := b.Matches.Delivery.MarkShown(ctx, m.ID, s); err != nil {
		b.Log.Error("could not give up a ping", "match", m.ID, "err", err)
	}
	return false
}

// show brings the channel of a match up to date.
func (b *Boards) show(ctx context.Context, m match.Match) (err error) {
	plan := b.Matches.Delivery.Show(m)
	if m.Parked != nil || m.Shown.Head >= m.Head && len(plan.Ping) == 0 {
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
	if len(unseen) > 0 && len(plan.Ping) == 0 && !slices.ContainsFunc(unseen, func(e match.Event) bool { return !e.Secret() }) {
		shown := m.Shown
		shown.Head = m.Head
		return b.Matches.Delivery.MarkShown(ctx, m.ID, shown)
	}
	to, err := b.reader(ctx, m, unseen, plan.Ping)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(unseen, show.CallsUpon) { // a reminder is a new message, or nobody would notice it
		plan = match.Showing{Ping: show.WaitingUsers(m)}
		to.Ping, to.News = plan.Ping, append(to.News, b.absent(ctx, to.In, m, plan.Ping)...)
	}
	here, byDM := b.notified(ctx, plan.Ping)
	to.Ping = here
	board, err := b.Show.Board(m, to)
	if err != nil {
		return err
	}
	board.Silent = len(here) == 0 && m.Status == match.Running
	defer func() {
		if err == nil {
			b.notify(ctx, m, byDM)
			b.tellRemoved(ctx, m, unseen)
		}
	}()
	return b.put(ctx, m, plan, board, to)
}

// put edits the newest message, or posts another and takes the controls off the one before. As long as it is unclear whether there is a newer message
// than the one that is known, another is posted: with the same nonce, and so the same message, if nothing has changed since.
func (b *Boards) put(ctx context.Context, m match.Match, plan match.Showing, board discord.Message, to show.Reader) error {
	old := m.Shown
	if plan.Edit && old.Message != "" && !b.isUnclear(m.ID) {
		f, err := b.editBoard(ctx, m, plan, board, to)
		switch {
		case f == discord.NoFailure || err != nil:
			return err
		case f != discord.ThreadArchived: // its controls can't be taken off either
			old = match.Shown{}
		}
	}
	return b.postBoard(ctx, m, plan, board, to, old)
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
	if m.Status == match.Open {
		results, err := b.Matches.Read.Results(ctx, m.Place.Guild, "")
		if err != nil {
			b.Log.Error("could not read results", "match", m.ID, "err", err)
		}
		to.Reputation = show.Reputation(to.In, m, results)
	}
	if m.Place.Guild != "" {
		if g, err := b.People.Guild(ctx, m.Place.Guild); err == nil {
			to.Style = g.Style
		}
	}
	to.Style = b.Style(m.Place.Channel, to.Style)
	return to, nil
}

// absent tells of those who are waited for and have left the server (P82). It is asked only when the clock calls upon them.
func (b *Boards) absent(ctx context.Context, in lang.Language, m match.Match, users []match.UserID) []string {
	if m.Place.Guild == "" {
		return nil
	}
	var lines []string
	for _, u := range users {
		if f, _ := discord.Classify(b.Client.IsMember(ctx, string(m.Place.Guild), string(u))); f == discord.MemberGone {
			lines = append(lines, in.Say(say.Absent, show.PlayerName(m.Players[m.SeatOf(u)])))
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
	case discord.MessageGone, discord.ThreadArchived:
		err = nil
	case discord.RateLimited: // old messages can hardly be edited, and the refusal does not say which limit it was
		if b.now().Sub(m.Shown.At) >= oldMessage {
			err = nil
		}
	case discord.ChannelGone:
		return discord.NoFailure, b.park(ctx, m)
	}
	return f, err
}

// oldMessage is the age from which on edits of a message are limited.
const oldMessage = time.Hour

// postBoard makes a new message and takes the controls off an old one, if it names one.
func (b *Boards) postBoard(ctx context.Context, m match.Match, plan match.Showing, board discord.Message, to show.Reader, old match.Shown) error {
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
	case discord.ChannelGone:
		return b.park(ctx, m)
	default:
		return err
	}
	if err := b.notePosted(ctx, m, plan, id); err != nil {
		return err
	}
	b.withoutControls(ctx, old)
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
	s.Channel, s.Message, s.At = m.Place.Channel, id, b.now()
	if err := b.Matches.Delivery.MarkShown(context.WithoutCancel(ctx), m.ID, s); err != nil { // what has been posted is recorded, even while the bot is ending
		return fmt.Errorf("record what was posted of match %s: %w", m.ID, err)
	}
	return nil
}

// NoteEdited notes that the newest message was brought up to date. It is recorded a moment later, or with the next move.
func (b *Boards) NoteEdited(ctx context.Context, m match.Match, plan match.Showing) error {
	b.unblock(m.Place.Channel)
	if err := b.Matches.Delivery.NoteShown(context.WithoutCancel(ctx), m.ID, sees(m, plan)); err != nil {
		return fmt.Errorf("note what was shown of match %s: %w", m.ID, err)
	}
	select {
	case b.noted <- struct{}{}:
	default:
	}
	return nil
}

// sees is what the channel sees of a match at its head, in the message that it has.
func sees(m match.Match, plan match.Showing) match.Shown {
	s := m.Shown
	s.Head, s.Turn = m.Head, m.Turn
	if plan.PingAt.IsZero() {
		s.Pinged = m.Turn
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

// withoutControls takes the controls off a superseded message, in one try: stale buttons are harmless, since their ids carry the head.
func (b *Boards) withoutControls(ctx context.Context, old match.Shown) {
	if old.Message == "" {
		return
	}
	m, err := b.Client.Fetch(ctx, string(old.Channel), string(old.Message))
	if err != nil || !discord.HasControls(m) {
		return
	}
	if err := b.edit(ctx, old.Channel, old.Message, discord.WithoutControls(m, show.BoardFile)); err != nil {
		b.Log.Debug("left the controls of an old board", "err", discord.Redact(err))
	}
}

// Ended archives the thread of a finished match, if it was opened for it (P41).
func (b *Boards) Ended(ctx context.Context, m match.Match) {
	if m.Status != match.Over && m.Status != match.Closed || m.Place.Guild == "" {
		return
	}
	if err := b.Client.Archive(ctx, string(m.Place.Channel), b.Self()); err != nil {
		b.Log.Debug("left a thread open", "match", m.ID, "err", discord.Redact(err))
	}
}

// park puts a match to rest whose channel is gone (P72).
func (b *Boards) park(ctx context.Context, m match.Match) error {
	_, err := b.Matches.Referee.Park(ctx, m.ID, match.CodeChannelGone, "")
	return err
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

// How long a start waits for boards that are behind, and how many are marked.
const (
	sweepWithin = 5 * time.Second
	sweepPause  = 10 * time.Millisecond
	sweepMost   = 10_000
)

// Sweep shows all matches whose channel is behind: before the start, after a crash. It gives that a few seconds, because a message that was posted
// and not recorded is found again by its nonce only until somebody plays on.
func (b *Boards) Sweep(ctx context.Context) error {
	list, err := b.Matches.Read.Unshown(ctx, sweepMost)
	for _, m := range list {
		b.Mark(m)
	}
	for waited := time.Duration(0); waited < sweepWithin && !b.Engine.Idle() && discord.Sleep(ctx, sweepPause); waited += sweepPause {
	}
	return err
}
