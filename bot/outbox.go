package bot

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games/match"
)

// outbox brings channels up to date. What has to be shown is a condition of the store, Shown < Head, not a queue: the outbox is only told which
// match to look at. There is one worker for a channel; whatever has happened by the time it comes to a match is shown at once (newest board
// wins), and after a crash or an outage the same look heals the board.
type outbox struct {
	b     *bot
	log   *slog.Logger
	lanes tasks.Queue
	noted chan struct{} // holds a token while something may have been noted, see edited

	mu      sync.Mutex
	pending map[match.ID]bool         // marked and not yet looked at
	held    map[match.Cause]bool      // changes with these causes are shown by who made them
	showing tasks.KeyedLock[match.ID] // who shows a match right now
	retries map[match.ID]int          // failures in a row
	blocked map[match.ChannelID]discord.Failure
	noFiles map[match.ChannelID]bool // pictures can't be attached there
	closed  bool
}

func newOutbox(b *bot) *outbox {
	return &outbox{
		b: b, log: b.log, lanes: tasks.Queue{Log: b.log}, noted: make(chan struct{}, 1),
		pending: make(map[match.ID]bool), held: make(map[match.Cause]bool),
		retries: make(map[match.ID]int), blocked: make(map[match.ChannelID]discord.Failure), noFiles: make(map[match.ChannelID]bool),
	}
}

// changed is told of every change of a match. It only takes note.
func (o *outbox) changed(c match.Change) {
	if c.Repeat || len(c.Events) == 0 && !c.Ping {
		return
	}
	o.mu.Lock()
	held := len(c.Events) > 0 && o.held[c.Events[0].Cause]
	o.mu.Unlock()
	if !held {
		o.mark(c.Match)
	}
}

// hold keeps changes with a cause from being shown until the returned function is called; its caller shows them.
func (o *outbox) hold(c match.Cause) (release func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held[c] = true
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.held, c)
	}
}

// mark asks for a look at a match.
func (o *outbox) mark(rec match.Match) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.pending[rec.ID] {
		return
	}
	o.pending[rec.ID] = true
	o.lanes.Do(string(rec.Place.Channel), func() { o.look(rec) })
}

// queue has f run in a channel's lane, unless the outbox is closed.
func (o *outbox) queue(ch match.ChannelID, f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.lanes.Do(string(ch), f)
	}
}

// alone locks the showing of one match, so that a click's own answer and the outbox don't cross.
func (o *outbox) alone(id match.ID) (unlock func()) { return o.showing.Lock(id) }

// look shows a match if its channel is behind, and tries again later where that failed for a passing reason.
func (o *outbox) look(rec match.Match) {
	unlock := o.alone(rec.ID)
	defer unlock()
	o.mu.Lock()
	delete(o.pending, rec.ID)
	o.mu.Unlock()
	ctx, cancel := context.WithTimeout(o.b.ctx, time.Minute)
	defer cancel()
	now, err := o.b.svc.Read.Match(ctx, rec.ID)
	if err == nil {
		rec = now
		err = o.show(ctx, rec)
	}
	o.settle(rec, err)
}

// settle decides what a failure of showing calls for.
func (o *outbox) settle(rec match.Match, err error) {
	t, wait := discord.Classify(err)
	if t != discord.NoFailure {
		o.log.Warn("could not show a match", "match", rec.ID, "trouble", t, "err", discord.Redact(err))
	}
	switch t {
	case discord.NoFailure:
		o.forgive(rec.ID)
	case discord.Transient, discord.RateLimited, discord.DMTooFast:
		o.later(rec, wait)
	case discord.TokenRejected:
		o.b.fail(discord.ErrToken)
	default: // trying again by itself would not help, and refused requests are counted: the next change tries again
		o.forgive(rec.ID)
		o.block(rec.Place.Channel, t)
		o.giveUpPing(rec)
	}
}

// later looks at a match again after a while: as long as Discord said, or longer with every failure.
func (o *outbox) later(rec match.Match, wait time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	o.retries[rec.ID]++
	if wait == 0 {
		wait = discord.Jitter(min(15*time.Second<<min(o.retries[rec.ID], 6), 10*time.Minute))
	}
	time.AfterFunc(wait, func() { o.mark(rec) })
}

func (o *outbox) forgive(id match.ID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.retries, id)
}

func (o *outbox) block(ch match.ChannelID, t discord.Failure) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.blocked[ch] = t
}

// giveUpPing forgets a delayed ping that can't be posted, or the match service would ask for it every minute.
func (o *outbox) giveUpPing(rec match.Match) {
	s := rec.Shown
	if s.Message == "" || s.Turn != rec.Turn || s.Pinged == rec.Turn {
		return
	}
	s.Pinged = rec.Turn
	if err := o.b.svc.Delivery.MarkShown(o.b.ctx, rec.ID, s); err != nil {
		o.log.Error("could not give up a ping", "match", rec.ID, "err", err)
	}
}

// show brings the channel of a match up to date. The caller holds alone(rec.ID).
func (o *outbox) show(ctx context.Context, rec match.Match) (err error) {
	plan := o.b.svc.Delivery.Show(rec)
	if rec.Parked != nil || rec.Shown.Head >= rec.Head && len(plan.Ping) == 0 {
		return nil
	}
	if rec.Tournament != "" && people(rec) == 0 {
		return o.pass(ctx, rec)
	}
	if o.b.cups.wantThread(ctx, rec) && o.b.cups.intoThread(ctx, rec) {
		return nil // its board is shown there
	}
	log, err := o.b.unseen(ctx, rec)
	if err != nil {
		return err
	}
	if len(log) > 0 && len(plan.Ping) == 0 && !slices.ContainsFunc(log, func(e match.Event) bool { return !e.Secret() }) {
		shown := rec.Shown
		shown.Head = rec.Head
		return o.b.svc.Delivery.MarkShown(ctx, rec.ID, shown)
	}
	to := o.b.channelReader(ctx, rec, log, plan.Ping)
	if slices.ContainsFunc(log, calls) { // a reminder is a new message, or nobody would notice it
		plan = match.Showing{Ping: waiting(rec)}
		to.ping, to.news = plan.Ping, append(to.news, o.absent(ctx, to.in, rec, plan.Ping)...)
	}
	here, byDM := o.b.notified(ctx, plan.Ping)
	to.ping = here
	m, err := o.b.compose(rec, to)
	if err != nil {
		return err
	}
	m.Silent = len(here) == 0 && rec.Status == match.Running
	defer func() {
		if err == nil {
			o.b.notify(ctx, rec, byDM)
			o.tellRemoved(ctx, rec, log)
		}
	}()
	old := rec.Shown
	if plan.Edit && old.Message != "" {
		t, err := o.edit(ctx, rec, plan, m)
		switch {
		case t == discord.NoFailure || err != nil:
			return err
		case t != discord.ThreadArchived: // it can't be stripped either
			old = match.Shown{}
		}
	}
	return o.post(ctx, rec, plan, m, old)
}

// pass does not show a tournament's game between computers, of which there may be hundreds: the tournament's own message tells the result.
func (o *outbox) pass(ctx context.Context, rec match.Match) error {
	if rec.Status == match.Running {
		return nil
	}
	return o.b.svc.Delivery.MarkShown(ctx, rec.ID, match.Shown{Head: rec.Head, Channel: rec.Place.Channel, Turn: rec.Turn, Pinged: rec.Turn})
}

// unseen are the events that the channel has not been told of.
func (b *bot) unseen(ctx context.Context, rec match.Match) ([]match.Event, error) {
	if rec.Shown.Head >= rec.Head || rec.Shown.Head == 0 {
		return nil, nil
	}
	return b.svc.Read.Unseen(ctx, rec)
}

// calls reports whether an event calls upon those who are waited for.
func calls(e match.Event) bool {
	return e.Kind == match.Reminded || e.Kind == match.Lapsed || e.Kind == match.Extended && e.Note == "grace"
}

// absent tells of those who are waited for and have left the server (P82). It is asked only when the clock calls upon them.
func (o *outbox) absent(ctx context.Context, in lang.Language, rec match.Match, users []match.UserID) []string {
	var lines []string
	for _, u := range users {
		if rec.Place.Guild == "" {
			break
		}
		t, _ := discord.Classify(o.b.client.IsMember(ctx, string(rec.Place.Guild), string(u)))
		if t == discord.MemberGone {
			lines = append(lines, in.Say(say.Absent, playerName(rec.Players[rec.SeatOf(u)])))
		}
	}
	return lines
}

// waiting is the members who are waited for.
func waiting(rec match.Match) []match.UserID {
	var users []match.UserID
	for seat := range rec.Waiting.All() {
		if p := rec.Players[seat]; p.User != "" && rec.Status == match.Running {
			users = append(users, p.User)
		}
	}
	return users
}

// edit brings the newest message up to date. A trouble without an error means that a new one has to be posted instead.
func (o *outbox) edit(ctx context.Context, rec match.Match, plan match.Showing, m discord.Message) (discord.Failure, error) {
	m.Ping = nil
	err := o.try(ctx, rec, m, func(m discord.Message) error {
		return o.b.client.Edit(ctx, string(rec.Shown.Channel), string(rec.Shown.Message), m)
	})
	t, _ := discord.Classify(err)
	switch t {
	case discord.NoFailure:
		err = o.edited(ctx, rec, plan)
		o.ended(ctx, rec)
	case discord.MessageGone, discord.ThreadArchived:
		err = nil
	case discord.RateLimited: // old messages can hardly be edited, and the refusal does not say which limit it was
		err = o.whenYoung(rec, err)
	case discord.ChannelGone:
		return discord.NoFailure, o.park(rec)
	}
	return t, err
}

// whenYoung keeps the error of editing a message that is not old.
func (o *outbox) whenYoung(rec match.Match, err error) error {
	if o.b.cfg.Now().Sub(rec.Shown.At) < time.Hour {
		return err
	}
	return nil
}

// post makes a new message and strips an old one, if it names one. The nonce names what is shown and what it replaces, so a repetition after a crash makes no
// second message.
func (o *outbox) post(ctx context.Context, rec match.Match, plan match.Showing, m discord.Message, old match.Shown) error {
	ch := rec.Place.Channel
	nonce := discord.Truncate(fmt.Sprintf("%s-%s-%s", rec.ID, strconv.FormatInt(int64(rec.Board()), 36), tail(string(rec.Shown.Message), 8)), 25)
	var id string
	err := o.try(ctx, rec, m, func(m discord.Message) (err error) {
		id, err = o.b.client.Post(ctx, string(ch), m, nonce)
		return err
	})
	switch t, _ := discord.Classify(err); t {
	case discord.NoFailure:
	case discord.ChannelGone:
		return o.park(rec)
	default:
		return err
	}
	if err := o.posted(ctx, rec, plan, match.MessageID(id)); err != nil {
		return err
	}
	o.strip(ctx, old)
	o.ended(ctx, rec)
	return nil
}

// try sends a message, patiently. A picture that is not welcome is replaced by text, a message that is found wrong by its plain text, each
// once.
func (o *outbox) try(ctx context.Context, rec match.Match, m discord.Message, send func(discord.Message) error) error {
	err := discord.Retry(ctx, func() error { return send(m) })
	switch t, _ := discord.Classify(err); {
	case t == discord.InvalidRequest:
		o.log.Error("a board was refused", "match", rec.ID, "err", discord.Redact(err))
		return send(m.Plain())
	case t == discord.Forbidden && len(m.Files) > 0, t == discord.TooLarge && len(m.Files) > 0:
		log, reading := o.b.unseen(ctx, rec)
		if reading != nil {
			return reading
		}
		var ping []match.UserID
		for _, u := range m.Ping {
			ping = append(ping, match.UserID(u))
		}
		to := o.b.channelReader(ctx, rec, log, ping)
		to.style = match.Text
		text, composing := o.b.compose(rec, to)
		if composing != nil {
			return composing
		}
		text.Silent = m.Silent
		if err = send(text); err == nil && t == discord.Forbidden {
			o.noPictures(rec.Place.Channel)
		}
	}
	return err
}

func (o *outbox) noPictures(ch match.ChannelID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.noFiles[ch] = true
	o.log.Warn("no permission to attach files: boards are posted as text", "channel", ch)
}

// posted records that the channel now sees a new message.
func (o *outbox) posted(ctx context.Context, rec match.Match, plan match.Showing, id match.MessageID) error {
	o.unblock(rec.Place.Channel)
	s := sees(rec, plan)
	s.Channel, s.Message, s.At = rec.Place.Channel, id, o.b.cfg.Now()
	if err := o.b.svc.Delivery.MarkShown(context.WithoutCancel(ctx), rec.ID, s); err != nil { // what has been posted is recorded, even while the bot is ending
		return fmt.Errorf("record what was posted of match %s: %w", rec.ID, err)
	}
	return nil
}

// edited notes that the newest message was brought up to date. It is recorded a moment later, or with the next move.
func (o *outbox) edited(ctx context.Context, rec match.Match, plan match.Showing) error {
	o.unblock(rec.Place.Channel)
	if err := o.b.svc.Delivery.NoteShown(context.WithoutCancel(ctx), rec.ID, sees(rec, plan)); err != nil {
		return fmt.Errorf("note what was shown of match %s: %w", rec.ID, err)
	}
	select {
	case o.noted <- struct{}{}:
	default:
	}
	return nil
}

// sees is what the channel sees of a match at its head, in the message that it has.
func sees(rec match.Match, plan match.Showing) match.Shown {
	s := rec.Shown
	s.Head, s.Turn = rec.Head, rec.Turn
	if plan.PingAt.IsZero() {
		s.Pinged = rec.Turn
	}
	return s
}

// noteFor is how long what was noted may wait for a move that it is recorded with.
const noteFor = time.Second

// run records what was noted. It ends with ctx, and leaves the rest to close.
func (o *outbox) run(ctx context.Context) {
	for {
		select {
		case <-o.noted:
		case <-ctx.Done():
			return
		}
		if discord.Sleep(ctx, noteFor) {
			o.record(ctx)
		}
	}
}

func (o *outbox) record(ctx context.Context) {
	if err := o.b.svc.Delivery.StoreShown(ctx); err != nil {
		o.log.Error("could not record what was shown", "err", err)
	}
}

func (o *outbox) unblock(ch match.ChannelID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.blocked, ch)
}

// strip takes the controls off a superseded message, in one try: stale buttons are harmless, since their ids carry the head.
func (o *outbox) strip(ctx context.Context, old match.Shown) {
	if old.Message == "" {
		return
	}
	m, err := o.b.client.Fetch(ctx, string(old.Channel), string(old.Message))
	if err != nil || !discord.HasControls(m) {
		return
	}
	if err := o.b.client.Edit(ctx, string(old.Channel), string(old.Message), discord.WithoutControls(m, boardFile)); err != nil {
		o.log.Debug("left the controls of an old board", "err", discord.Redact(err))
	}
}

// ended puts the thread of a finished match to sleep, if it was opened for it (P41).
func (o *outbox) ended(ctx context.Context, rec match.Match) {
	if rec.Status != match.Over && rec.Status != match.Closed || rec.Place.Guild == "" {
		return
	}
	if err := o.b.client.Archive(ctx, string(rec.Place.Channel), o.b.self()); err != nil {
		o.log.Debug("left a thread open", "match", rec.ID, "err", discord.Redact(err))
	}
}

// park puts a match to rest whose channel is gone (P72).
func (o *outbox) park(rec match.Match) error {
	_, err := o.b.svc.Referee.Park(o.b.ctx, rec.ID, say.ReasonChannel.Format, "")
	return err
}

// trouble says what keeps the bot from posting in a channel, if anything did when it last tried.
func (o *outbox) trouble(ch match.ChannelID) discord.Failure {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.blocked[ch]
}

// may takes note of what the bot may do in a channel, as every interaction tells.
func (o *outbox) may(ch match.ChannelID, files bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if files {
		delete(o.noFiles, ch)
	} else {
		o.noFiles[ch] = true
	}
}

// style is how the channel's boards are posted.
func (o *outbox) style(ch match.ChannelID, wished match.Style) match.Style {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.noFiles[ch] {
		return match.Text
	}
	return wished
}

// sweep shows all matches whose channel is behind: before the start, after a crash. It gives that a few seconds, because a message that was posted
// and not recorded is found again by its nonce only until somebody plays on.
func (o *outbox) sweep(ctx context.Context) error {
	list, err := o.b.svc.Read.Unshown(ctx, 10_000)
	for _, rec := range list {
		o.mark(rec)
	}
	for waited := time.Duration(0); waited < sweepWithin && !o.idle() && discord.Sleep(ctx, sweepPause); waited += sweepPause {
	}
	return err
}

const (
	sweepWithin = 5 * time.Second
	sweepPause  = 10 * time.Millisecond
)

// idle reports whether nothing is being shown or about to be.
func (o *outbox) idle() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.pending) == 0 && o.showing.Len() == 0
}

// close lets the workers finish and takes no more marks.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.lanes.Wait()
	ctx, cancel := o.b.handling()
	defer cancel()
	o.record(ctx)
}

// channelReader is the audience of a public board, whom the log's events are news.
func (b *bot) channelReader(ctx context.Context, rec match.Match, log []match.Event, ping []match.UserID) reader {
	to := reader{ping: ping, in: b.languageAt(ctx, rec.Place, rec.Owner)}
	to.news = b.news(ctx, to.in, rec, log)
	if rec.Place.Guild != "" {
		if g, err := b.svc.Settings.Guild(ctx, rec.Place.Guild); err == nil {
			to.style = g.Style
		}
	}
	to.style = b.outbox.style(rec.Place.Channel, to.style)
	return to
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }
