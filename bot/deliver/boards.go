package deliver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	boards "paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/sight"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// Boards shows matches in their channels.
type Boards struct {
	removed removed // boards that were deleted lately
	memory  memory

	Deps
	threads ThreadOpener // nil: no match asks for a thread
	digests *digests
	// asks for the end card of a finished match, and reports whether the card is still missing
	Awaited func(match.Match) bool
	noted   tasks.Signal // NoteEdited sends a value, so that Run records the edits
}

// ThreadOpener moves a match into its own thread before it is first shown. Tournaments implement
// it.
type ThreadOpener interface {
	WantsThread(ctx context.Context, m match.Match) bool
	IntoThread(ctx context.Context, m match.Match) bool
	// Tells reports whether the tournament itself delivers a notice of one of its games.
	Tells(ctx context.Context, m match.Match, n match.Notice) bool
}

// NewBoards makes the boards of an engine.
func NewBoards(d Deps) *Boards {
	b := &Boards{Deps: d, noted: tasks.NewSignal(), Awaited: func(match.Match) bool { return false }}
	d.Engine.Register(Board, b, matchClaim)
	b.digests = newDigests(d, b)
	return b
}

// OpenThreads sets the ThreadOpener. It must be called before the first mark.
func (b *Boards) OpenThreads(t ThreadOpener) { b.threads = t }

// AddToDigests adds a source of news to all digests. It must be called before the first mark.
func (b *Boards) AddToDigests(s DigestSource) { b.digests.sources = append(b.digests.sources, s) }

// InDigest asks for a user's digest.
func (b *Boards) InDigest(u match.UserID) { b.digests.mark(u, "") }

// Changed handles a change of a match. It does not block.
func (b *Boards) Changed(c match.Change) {
	if c.Repeat || len(c.Events) == 0 && !c.Ping {
		return
	}
	if len(c.Events) == 0 || !b.memory.holds(c.Events[0].Cause) {
		b.Mark(c.Match)
	}
}

// Hold keeps changes with a cause from being shown until release is called. The caller shows them
// or marks the match.
func (b *Boards) Hold(c match.Cause) (release func()) { return b.memory.hold(c) }

// Lock keeps the engine from showing a match while a click on its board is answered. See
// Engine.Lock.
func (b *Boards) Lock(ctx context.Context, id match.ID) (unlock func(), mine bool) {
	return b.Engine.Lock(ctx, Board.key(id, ""))
}

// Mark asks the engine to check a match.
func (b *Boards) Mark(m match.Match) { b.Engine.Mark(Board.key(m.ID, ""), string(m.Place.Channel)) }

// firstAnswerWaits is how long an answer waits for the board of a new match. With it, the answer is
// in time (P4).
const firstAnswerWaits = time.Second

// Precede posts the board of a new match before an answer is sent, so that the answer stands below
// it. If that fails or takes too long, the engine does it; the caller marks the match.
func (b *Boards) Precede(ctx context.Context, m match.Match) {
	ctx, cancel := context.WithTimeout(ctx, firstAnswerWaits)
	defer cancel()
	unlock, mine := b.Lock(ctx, m.ID)
	defer unlock()
	if !mine {
		return
	}
	if err := b.Look(ctx, Board.key(m.ID, "")); err != nil {
		b.Log.Info("a board did not come before an answer", "match", m.ID, "err", discord.Redact(err))
	}
}

// Look updates the channel of a match.
func (b *Boards) Look(ctx context.Context, k Key) error {
	m, err := b.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	if err := b.show(ctx, m); err != nil {
		return err
	}
	if b.memory.board(m.ID).Reduced && !m.Stranded() {
		return errReduced
	}
	return nil
}

// Failed records why a channel can't be posted to. It also gives up a delayed ping, which the match
// service would otherwise request every minute. If a permission is missing, the players to move are
// notified by direct message, unless they chose mentions.
func (b *Boards) Failed(ctx context.Context, k Key, f discord.Failure) (again bool) {
	m, err := b.Matches.Read.Match(ctx, match.ID(k.ID))
	if b.failed(ctx, err, "could not record why a channel can't be posted to", "match", k.ID) {
		return false
	}
	b.memory.changeChannel(m.Place.Channel, func(c *channelMemory) {
		c.blocked = f
		if f == discord.Forbidden && !slices.Contains(c.owed, m.ID) {
			c.owed = append(slices.Clip(c.owed), m.ID)
		}
	})
	var later games.Seats
	var at time.Time
	if f == discord.Forbidden {
		b.TellManager(ctx, m, b.Lacks(m.Place.Channel))
		later, at = b.callPrivately(ctx, m)
	}
	s := m.Shown
	if s.Asleep == 0 && (s.Message == "" || s.Turn != m.Turn || s.Pinged >= m.Turn) {
		return false
	}
	if s.Turn == m.Turn && s.Asleep&later != 0 {
		s.Asleep, s.Wake = s.Asleep&later, at
	} else {
		s.Pinged, s.Asleep = max(s.Pinged, m.Turn), 0
	}
	ctx = context.WithoutCancel(ctx)
	b.failed(ctx, b.Matches.Delivery.MarkShown(ctx, m.ID, s), "could not give up a ping", "match", m.ID)
	return false
}

// show updates the channel of a match: it reads the facts, decides, and carries the plan out.
func (b *Boards) show(ctx context.Context, m match.Match) error {
	f, err := b.facts(ctx, m)
	if err != nil {
		return err
	}
	p := decide(f)
	if p.has(doThread) && !b.threads.IntoThread(ctx, m) {
		f.thread = false // no thread could be opened, so the channel shows the board
		p = decide(f)
	}
	return b.carryOut(ctx, f, p)
}

// facts reads everything that the decision about a match's board depends on.
func (b *Boards) facts(ctx context.Context, m match.Match) (f facts, err error) {
	f = facts{match: m, memory: b.memory.board(m.ID), now: b.Now(), calls: m.Place}
	f.show, f.joinable = b.Matches.Delivery.Show(m), b.joinable(ctx, m)
	f.show = showing(f)
	f.posts, f.edits = b.Posts(m.Place), b.edits(m)
	if f.upToDate() && !(f.memory.Wanted && f.posts) {
		return f, nil
	}
	if f.unseen, err = b.Unseen(ctx, m); err != nil || m.Stranded() {
		return f, err
	}
	if f.missed, err = b.missed(ctx, m); err != nil {
		return f, err
	}
	_, f.alone = b.Alone(ctx, m)
	f.thread = b.threads != nil && b.threads.WantsThread(ctx, m)
	f.calls = b.CallsAt(ctx, m.Place)
	users, since, limit := f.asked()
	f.reach = b.notified(ctx, users, since, limit)
	if !f.posts {
		f.reach = b.writable(ctx, f.reach)
	}
	f.again = make(map[games.Seat]time.Time)
	for seat := range m.Bound().All() {
		if at, ok := b.callAgain(ctx, m, m.Players[seat].User); ok {
			f.again[seat] = at
		}
	}
	return f, nil
}

// carryOut does the steps of a plan. After an error the other steps are left to the next call of
// Look.
func (b *Boards) carryOut(ctx context.Context, f facts, p plan) (err error) {
	m := f.match
	for _, s := range p.steps {
		switch s.do {
		case doWait:
			b.Engine.Wake(Board.key(m.ID, ""), string(m.Place.Channel), p.until.Sub(f.now))
		case doRefresh:
			err = b.Refresh(ctx, m)
			b.Doubt(m.ID, err != nil)
		case doRecord:
			err = b.Matches.Delivery.MarkShown(ctx, m.ID, p.record)
		case doTellStopped:
			err = b.tellStopped(ctx, m)
		case doWithdraw:
			b.withdraw(ctx, m.Shown, match.Shown{})
			m.Shown.Call = ""
		case doWrite:
			_, err = b.tell(ctx, m, telling{byDM: p.byDM, unseen: f.news()})
		case doSeal:
			err = b.seal(ctx, m)
		case doDigest:
			for _, u := range p.digest {
				b.digests.mark(u, m.ID)
			}
		case doCall, doEdit, doPost:
			err = b.publish(ctx, m, f, p, s.do)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// publish makes the board of a plan, and edits, posts or calls.
func (b *Boards) publish(ctx context.Context, m match.Match, f facts, p plan, do deed) error {
	to, err := b.reader(ctx, m, f.unseen, p.ping)
	if err != nil {
		return err
	}
	var lines []string
	if slices.ContainsFunc(f.news(), boards.CallsUpon) {
		lines = append(boards.CallLines(to.In, m, f.news()), b.absent(ctx, to.In, m, boards.WaitingUsers(m))...)
	}
	told := telling{byDM: p.byDM, apart: p.apart, at: f.calls, unseen: f.news(), notices: p.notices}
	if do != doCall {
		to.News = append(to.News, lines...)
		to.News = append(to.News, noticeLines(to, m, p.notices)...)
	}
	board, err := b.Show.Board(m, to)
	if err != nil {
		return err
	}
	board.Silent = p.silent()
	switch do {
	case doCall:
		return b.call(ctx, m, p.shown, board, to, lines, told)
	case doEdit:
		return b.put(ctx, m, p.shown, board, to, told)
	}
	return b.postBoard(ctx, m, p.shown, board, to, told, m.Shown)
}

// Plan returns how to show a match in its channel.
func (b *Boards) Plan(ctx context.Context, m match.Match) match.Showing {
	return showing(facts{match: m, show: b.Matches.Delivery.Show(m), joinable: b.joinable(ctx, m)})
}

// call updates the board in place and posts a short message that mentions the waiting players and
// links to the board. It replaces the previous call.
func (b *Boards) call(ctx context.Context, m match.Match, shown match.Showing, board discord.Message, to boards.Reader,
	lines []string, told telling,
) error {
	switch next, err := b.tryEdit(ctx, m, board, to); next {
	case sequelNone:
	case sequelAgain, sequelPark:
		return err
	default:
		return b.postInstead(ctx, m, shown, board, to, told, next)
	}
	seen := sees(m, shown)
	if len(to.Ping) > 0 {
		only := Nonce("c-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36))
		id, err := b.Post(ctx, m.Place.Channel, boards.Call(to.In, m, to.Ping, lines), only)
		if f, _ := discord.Classify(err); whyParked[f] != "" {
			return b.park(ctx, m, f)
		}
		if err != nil {
			return err
		}
		seen.Call = id
	}
	missed, err := b.tell(ctx, m, told)
	if err != nil {
		return err
	}
	b.callLater(m, &seen, missed)
	b.unblock(m.Place.Channel)
	if err := b.Matches.Delivery.MarkShown(context.WithoutCancel(ctx), m.ID, seen); err != nil {
		return fmt.Errorf("record who was called upon in match %s: %w", m.ID, err)
	}
	b.withdraw(ctx, m.Shown, seen)
	return nil
}

// withdraw deletes a call that is obsolete: its turn was played or a new call was posted. A call
// that can't be deleted is harmless.
func (b *Boards) withdraw(ctx context.Context, was, is match.Shown) {
	if was.Call == "" || was.Call == is.Call {
		return
	}
	if err := b.Client.Delete(ctx, string(was.Channel), string(was.Call)); err != nil {
		b.Log.Debug("an obsolete call could not be deleted", "err", discord.Redact(err))
	}
}

// seal posts the receipts of secret arrangements. A player against the computer finds them behind
// More.
func (b *Boards) seal(ctx context.Context, m match.Match) error {
	_, err := b.postAt(ctx, m.Place, boards.Sealed(b.People.LanguageAt(ctx, m.Place, m.Owner), m),
		Nonce("r-%s", m.ID))
	return err
}

// put edits the newest message, or posts a new one where Discord says that it can't be edited.
func (b *Boards) put(ctx context.Context, m match.Match, shown match.Showing, board discord.Message, to boards.Reader,
	told telling,
) error {
	next, err := b.tryEdit(ctx, m, board, to)
	switch next {
	case sequelNone:
		return b.edited(ctx, m, shown)
	case sequelAgain, sequelPark:
		return err
	}
	return b.postInstead(ctx, m, shown, board, to, told, next)
}

// postInstead posts a new board because the newest one could not be edited.
func (b *Boards) postInstead(ctx context.Context, m match.Match, shown match.Showing, board discord.Message,
	to boards.Reader, told telling, why sequel,
) error {
	old := m.Shown
	if why == sequelReplace {
		b.remove(ctx, m.Place, old)
	}
	if why == sequelReplace || why == sequelAnew {
		old.Message = ""
	}
	return b.postBoard(ctx, m, shown, board, to, told, old)
}

// tryEdit edits the newest message, without a mention, and returns what follows. A match whose
// channel can't be used is parked.
func (b *Boards) tryEdit(ctx context.Context, m match.Match, board discord.Message, to boards.Reader) (sequel, error) {
	board.Ping, board.Silent = nil, false
	err := b.sendBoard(ctx, m, board, to, func(board discord.Message) error {
		return b.editAt(ctx, m.Place, m.Shown.Channel, m.Shown.Message, board)
	})
	f, _ := discord.Classify(err)
	next := afterEdit(f, b.Now().Sub(m.Shown.At))
	if next == sequelPark {
		err = b.park(ctx, m, f)
	}
	return next, err
}

// edited records that the newest message was edited.
func (b *Boards) edited(ctx context.Context, m match.Match, shown match.Showing) error {
	err := b.NoteEdited(ctx, m, shown)
	b.Ended(ctx, m)
	return err
}

// Unseen returns the events that the channel has not been shown.
func (b *Boards) Unseen(ctx context.Context, m match.Match) ([]match.Event, error) {
	if m.Shown.Head >= m.Head || m.Shown.Head == 0 {
		return nil, nil
	}
	return b.Matches.Read.Unseen(ctx, m)
}

// missed returns the clock's last call in a turn for whose player a call is still to come: their
// direct message could not be sent, or they were asleep.
func (b *Boards) missed(ctx context.Context, m match.Match) ([]match.Event, error) {
	if m.Shown.Asleep == 0 || m.Shown.Turn != m.Turn {
		return nil, nil
	}
	log, err := b.Matches.Read.Log(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(log) {
		if e.Seq <= m.Shown.Head && boards.CallsUpon(e) && !e.At.Before(m.Clock.Started) {
			return []match.Event{e}, nil
		}
	}
	return nil, nil
}

// Compose returns the public board with the news of the unseen events.
func (b *Boards) Compose(ctx context.Context, m match.Match, unseen []match.Event) (discord.Message, error) {
	to, err := b.reader(ctx, m, unseen, nil)
	if err != nil {
		return discord.Message{}, err
	}
	return b.Show.Board(m, to)
}

// reader returns the Reader for a public board that reports the unseen events.
func (b *Boards) reader(ctx context.Context, m match.Match, unseen []match.Event,
	ping []match.UserID,
) (boards.Reader, error) {
	to := boards.Reader{Ping: ping, In: b.People.LanguageAt(ctx, m.Place, m.Owner)}
	var whole []match.Event
	var err error
	if slices.ContainsFunc(unseen, func(e match.Event) bool { return e.Kind == match.Ruled }) {
		if whole, err = b.Matches.Read.Log(ctx, m.ID); err != nil {
			return to, err
		}
	}
	u, alone := b.Alone(ctx, m)
	seat := games.Spectator
	if alone {
		seat = m.SeatOf(u.ID)
	}
	to.News = boards.News(to.In, m, seat, unseen, whole)
	to.Hint = b.hint(ctx, m, unseen, to)
	if m.Status == match.Open {
		owners, err := b.Matches.Read.StandingsOf(ctx, m.Place.Guild, match.Player{User: m.Owner})
		b.failed(ctx, err, "could not read the standings of a challenge's owner", "match", m.ID)
		to.Reputation = boards.Reputation(to.In, m, owners)
	}
	if m.Status == match.Over {
		to.Card, to.Winner = boards.Card(to.In, m, seat, b.card(ctx, m)), b.portrait(ctx, m)
	}
	if m.Place.Guild != "" {
		g, err := b.People.Guild(ctx, m.Place.Guild)
		failed := b.failed(ctx, err, "could not read the board style of a server", "match", m.ID)
		if again := m.TimeAgain(g); !failed && again != m.Clock.Policy.PerMove {
			to.TimeAgain = again
		}
		to.Style, to.Look = g.Style, g.Look
	}
	if alone {
		var log []match.Event
		if boards.NeedsLog(m, m.SeatOf(u.ID)) {
			if log, err = b.Matches.Read.Log(ctx, m.ID); err != nil {
				return to, err
			}
		}
		to = to.Alone(m, u, log)
		to.Next = b.NextButton(ctx, to.In, u.ID, m.ID)
	}
	to.Style = b.Style(m.Place.Channel, to.Style)
	return to, nil
}

// portrait returns the address of the avatar of the member who has won a match. It is empty if
// nobody has, or they have none.
func (d *Deps) portrait(ctx context.Context, m match.Match) string {
	if p, ok := boards.Winner(m); ok {
		return d.Portrait(ctx, p.User)
	}
	return ""
}

// Portrait returns the address of a user's avatar. It is empty if they have none.
func (d *Deps) Portrait(ctx context.Context, id match.UserID) string {
	u, err := d.People.User(ctx, id)
	d.failed(ctx, err, "could not read a winner's avatar")
	return discord.Portrait(string(id), u.Avatar)
}

// card returns the additions to the last board of a match, as far as they are known.
func (b *Boards) card(ctx context.Context, m match.Match) match.Card {
	if m.Shown.Card != nil {
		return *m.Shown.Card
	}
	changes, err := b.Matches.Read.RatingChanges(ctx, m.Record)
	b.failed(ctx, err, "could not read how ratings have changed", "match", m.ID)
	return match.Card{Ratings: changes}
}

// absent returns lines about waiting players who have left the server (P82). It asks Discord, so it
// is called only for reminders of the clock.
func (b *Boards) absent(ctx context.Context, in lang.Language, m match.Match, users []match.UserID) []string {
	if m.Place.Guild == "" {
		return nil
	}
	var lines []string
	for _, u := range users {
		if f, _ := discord.Classify(b.Client.IsMember(ctx, string(m.Place.Guild), string(u))); f == discord.MemberGone {
			lines = append(lines, in.Say(sayAbsent, boards.PlayerAt(in, m, m.SeatOf(u))))
		}
	}
	return lines
}

// postBoard posts a new message. If old names a message, that one is removed, see replaced.
func (b *Boards) postBoard(ctx context.Context, m match.Match, plan match.Showing, board discord.Message,
	to boards.Reader, told telling, old match.Shown,
) error {
	only := Nonce("%s-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36), Tail(m.Shown.Message, 8))
	var id match.MessageID
	err := b.sendBoard(ctx, m, board, to, func(board discord.Message) (err error) {
		id, err = b.postAt(ctx, m.Place, board, only)
		return err
	})
	f, _ := discord.Classify(err)
	if f == discord.NoToken {
		return nil // the next press shows it
	}
	next, unclear := afterPost(f)
	b.setUnclear(m.ID, unclear)
	switch next {
	case sequelAgain:
		return err
	case sequelPark:
		return b.park(ctx, m, f)
	}
	seen := m
	seen.Shown.Channel, seen.Shown.Message = m.Place.Channel, id
	missed, err := b.tell(ctx, seen, told)
	if err != nil {
		return err
	}
	if err := b.notePosted(ctx, m, plan, id, missed); err != nil {
		b.setUnclear(m.ID, true)
		return err
	}
	b.replaced(ctx, m, old, id, to)
	if old.Turn == 0 && m.Status == match.Running {
		b.linkRivals(ctx, seen, old, to)
	}
	b.Ended(ctx, m)
	return nil
}

// linkRivals posts a link to the first board of a match in each other channel that plays in it,
// unless the challenge there has become that link.
func (b *Boards) linkRivals(ctx context.Context, m match.Match, old match.Shown, to boards.Reader) {
	for _, p := range m.Players {
		if p.Channel == "" || p.Channel == m.Place.Channel || p.Channel == old.Channel {
			continue
		}
		// a channel that is not to move gets the board on its turn
		if _, err := b.Post(ctx, p.Channel, boards.Elsewhere(to.In, m), Nonce("e-%s", m.ID)); err != nil {
			b.Log.Info("no link to a match could be posted", "match", m.ID, "channel", p.Channel, "err",
				discord.Redact(err))
		}
	}
}

// sendBoard sends a board, or its text form if it is refused, and notes that the whole board is
// still to be shown. If the bot lacks the permission to attach files, later boards there are text.
func (b *Boards) sendBoard(ctx context.Context, m match.Match, board discord.Message, to boards.Reader,
	send func(discord.Message) error,
) error {
	refused, err := b.Send(ctx, board, func() (discord.Message, error) {
		to.Style = match.Text
		return b.Show.Board(m, to)
	}, send)
	f, _ := discord.Classify(refused)
	if err != nil || f == discord.NoFailure {
		b.setReduced(m.ID, false)
		return err
	}
	if f == discord.Forbidden && b.lacksFiles(ctx, m.Place) {
		b.setReduced(m.ID, false)
		b.MayAttach(m.Place.Channel, false)
		b.Log.Warn("no permission to attach files: boards are posted as text", "channel", m.Place.Channel, "err",
			discord.Redact(refused))
		return nil
	}
	b.setReduced(m.ID, f != discord.TooLarge)
	b.Log.Warn("a board was refused and is posted as text", "channel", m.Place.Channel, "err",
		discord.Redact(refused))
	return nil
}

// lacksFiles asks Discord whether the bot lacks the permission to attach files at a place.
func (b *Boards) lacksFiles(ctx context.Context, at match.Place) bool {
	may, known, err := sight.Permissions(ctx, b.Client, at, match.UserID(b.Self()))
	if err != nil {
		b.Log.Info("the bot's permissions in a channel are not known", "channel", at.Channel, "err",
			discord.Redact(err))
	}
	return known && may&discordgo.PermissionAttachFiles == 0
}

// notePosted records that the channel shows a new message, and that the missed users are still to
// be notified.
func (b *Boards) notePosted(ctx context.Context, m match.Match, plan match.Showing, id match.MessageID,
	missed []match.UserID,
) error {
	b.unblock(m.Place.Channel)
	s := sees(m, plan)
	s.Channel, s.Message, s.At, s.Call = m.Place.Channel, id, b.Now(), ""
	b.memory.changeBoard(m.ID, func(b *boardMemory) { b.Wanted = false })
	b.callLater(m, &s, missed)
	// the post is recorded even if the bot is ending
	if err := b.Matches.Delivery.MarkShown(context.WithoutCancel(ctx), m.ID, s); err != nil {
		return fmt.Errorf("record what was posted of match %s: %w", m.ID, err)
	}
	b.withdraw(ctx, m.Shown, s)
	return nil
}

// Doubt sets whether a match is in doubt: its board message may be older than the store says. The
// engine edits the message of such a match at the next call of Look, even if the store says that
// the newest board is shown.
func (b *Boards) Doubt(id match.ID, is bool) {
	b.memory.changeBoard(id, func(b *boardMemory) { b.Doubted = is })
}

// NoteEdited records in memory that the newest message was updated. Run or the next move stores it.
// After an error the match is in doubt (see Doubt), and the caller calls Mark.
func (b *Boards) NoteEdited(ctx context.Context, m match.Match, plan match.Showing) (err error) {
	ctx = context.WithoutCancel(ctx) // the edit is done, so it is recorded even if the bot is ending
	defer func() { b.Doubt(m.ID, err != nil) }()
	b.unblock(m.Place.Channel)
	seen := sees(m, plan)
	note := b.Matches.Delivery.NoteShown
	if !b.Engine.peers.Alone() { // another process may show the next change, and must find this one recorded
		note = b.Matches.Delivery.MarkShown
	}
	err = note(ctx, m.ID, seen)
	if errors.Is(err, match.ErrShownLater) { // another process has shown a newer state, which this edit has overwritten
		var now match.Match
		if now, err = b.Matches.Read.Match(ctx, m.ID); err == nil {
			return b.Refresh(ctx, now)
		}
	}
	if err != nil {
		return fmt.Errorf("note what was shown of match %s: %w", m.ID, err)
	}
	b.withdraw(ctx, m.Shown, seen)
	b.noted.Send()
	return nil
}

// sees returns what a channel shows of a match once the message there has been edited to the newest
// event.
func sees(m match.Match, plan match.Showing) match.Shown {
	s := m.Shown
	if s.Turn != m.Turn || m.Status != match.Running || m.Parked != nil {
		s.Call = ""
	}
	if m.Status != match.Over { // the match continues, for example after a takeback
		s.Card = nil
	}
	if s.Turn != m.Turn || len(plan.Ping) > 0 || plan.PingAt.IsZero() {
		s.Asleep, s.Wake = 0, time.Time{}
	}
	if plan.Asleep != 0 {
		s.Asleep, s.Wake = plan.Asleep, plan.PingAt
	}
	s.Head, s.Turn, s.Told = m.Head, m.Turn, 0
	if plan.PingAt.IsZero() {
		s.Pinged = max(s.Pinged, m.Turn) // Pinged can be greater than Turn after a takeback
	}
	return s
}

// recordAfter is how long a note of NoteEdited waits for a move with which it is stored.
const recordAfter = time.Second

// Run stores the notes of NoteEdited until ctx ends. Record stores the notes that are left then.
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

// Record stores the notes of NoteEdited. If ctx ends before, the next call stores the rest.
func (b *Boards) Record(ctx context.Context) {
	b.failed(ctx, b.Matches.Delivery.StoreShown(ctx), "could not record what was shown")
}

// replaced deletes a superseded board, so that a match leaves only its last board. In a channel
// that the match has left, and where Discord refuses the deletion, the board becomes a line with a
// link to the new one.
func (b *Boards) replaced(ctx context.Context, m match.Match, old match.Shown, by match.MessageID, to boards.Reader) {
	if old.Message == "" || old.Message == by {
		return
	}
	here := old.Channel == m.Place.Channel
	if here && b.remove(ctx, m.Place, old) || m.Place.Outside != "" {
		return
	}
	m.Shown.Channel, m.Shown.Message = m.Place.Channel, by
	editing, cancel := context.WithTimeout(ctx, discord.CallWithin)
	defer cancel()
	line := boards.Replaced(to.In, m)
	err := discord.Retry(editing, func() error {
		return b.Client.EditOld(editing, string(old.Channel), string(old.Message), line)
	})
	switch f, _ := discord.Classify(err); {
	case f == discord.NoFailure:
	case !here && (f == discord.RateLimited || f == discord.Transient):
		b.remove(ctx, m.Place, old)
	default:
		b.Log.Debug("an old board could not be changed", "err", discord.Redact(err))
	}
}

// Stray handles a click on a board that is not the recorded one, because a process posted it and
// could not record it. A newer board replaces the recorded one and may be outdated. An older one is
// deleted. The caller holds the lock of the match.
func (b *Boards) Stray(ctx context.Context, m match.Match, clicked match.MessageID) (adopted bool, err error) {
	old := m.Shown
	to := boards.Reader{In: b.People.LanguageAt(ctx, m.Place, m.Owner)}
	if discord.Later(string(old.Message), string(clicked)) {
		b.replaced(ctx, m, match.Shown{Channel: old.Channel, Message: clicked}, old.Message, to)
		return false, nil
	}
	m.Shown.Message, m.Shown.At = clicked, b.Now()
	if err := b.Matches.Delivery.MarkShown(ctx, m.ID, m.Shown); err != nil {
		return false, err
	}
	b.replaced(ctx, m, old, clicked, to)
	return true, nil
}

// Refresh updates the newest message even if it counts as up to date. The caller holds the lock of
// the match.
func (b *Boards) Refresh(ctx context.Context, m match.Match) error {
	to, err := b.reader(ctx, m, nil, nil)
	if err != nil {
		return err
	}
	board, err := b.Show.Board(m, to)
	if err != nil {
		return err
	}
	next, err := b.tryEdit(ctx, m, board, to)
	if next == sequelNone {
		return b.edited(ctx, m, match.Showing{Edit: true})
	}
	if next != sequelAgain && next != sequelPark {
		return nil // the message is gone, and the next turn posts a new one
	}
	return err
}

// remove deletes an old board, and reports whether it is gone. A board that can't be deleted is
// harmless: clicks on it are answered.
func (b *Boards) remove(ctx context.Context, at match.Place, old match.Shown) (gone bool) {
	if at.Outside != "" && b.Tokens.find(old.Channel, b.Now(), reaches(old.Message)) == nil {
		return false
	}
	if !b.removed.add(old.Message) {
		return true // somebody clicked on it while it was deleted
	}
	ctx, cancel := context.WithTimeout(ctx, discord.CallWithin)
	defer cancel()
	err := discord.Retry(ctx, func() error { return b.deleteAt(ctx, at, old.Channel, old.Message) })
	if err != nil {
		b.Log.Debug("an old board could not be deleted", "err", discord.Redact(err))
	}
	f, _ := discord.Classify(err)
	return err == nil || f == discord.MessageGone || whyParked[f] != ""
}

// Ended completes the last board of a finished match. Then it archives the match's thread, if the
// bot has opened one (P41).
func (b *Boards) Ended(ctx context.Context, m match.Match) {
	if m.Status != match.Over && m.Status != match.Closed || b.Awaited(m) {
		return
	}
	b.Archive(ctx, m)
}

// Archive archives the thread of a match if the bot opened it.
func (b *Boards) Archive(ctx context.Context, m match.Match) {
	if m.Place.Guild == "" {
		return
	}
	if err := b.Client.Archive(ctx, string(m.Place.Channel), b.Self()); err != nil {
		b.Log.Debug("a thread could not be archived", "match", m.ID, "err", discord.Redact(err))
	}
}

// whyParked maps failures to post to the reason why the match is parked.
var whyParked = map[discord.Failure]match.Code{
	discord.ChannelGone: match.CodeChannelGone, discord.NoAccess: match.CodeNoAccess,
	discord.ThreadLocked: match.CodeLocked,
}

// park parks a match because its channel is gone, hidden or locked (P40, P72, P76).
func (b *Boards) park(ctx context.Context, m match.Match, f discord.Failure) error {
	_, err := b.Matches.Referee.Park(ctx, m.ID, whyParked[f], "")
	return err
}

// tellStopped tells the players of a match by direct message, once, that it is parked, and why. An
// error is temporary: the next call tells the others.
func (b *Boards) tellStopped(ctx context.Context, m match.Match) error {
	a := b.notified(ctx, m.Staying(), b.Now(), time.Time{})
	sent := b.memory.board(m.ID).letters
	var failed []error
	for _, u := range slices.Concat(a.here, a.byDM, a.ByDigest, a.asleep) {
		l := letter{m.Parked.At, u}
		if slices.Contains(sent, l) {
			continue
		}
		text := boards.AtRest(b.People.Language(ctx, u), m)
		text.Silent = slices.Contains(a.asleep, u)
		if err := b.TellOnce(ctx, u, text,
			Nonce("p-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36))); err != nil {
			failed = append(failed, err)
			continue
		}
		b.memory.changeBoard(m.ID, func(b *boardMemory) { b.letters = append(slices.Clip(b.letters), l) })
	}
	if len(failed) == 0 {
		b.memory.changeBoard(m.ID, func(b *boardMemory) { b.letters = nil })
	}
	return errors.Join(failed...)
}

// Blocked returns the failure of the last attempt to post in a channel.
func (b *Boards) Blocked(ch match.ChannelID) discord.Failure {
	return b.memory.channel(ch).blocked
}

func (b *Boards) setUnclear(id match.ID, unclear bool) {
	b.memory.changeBoard(id, func(b *boardMemory) { b.Unclear = unclear })
}

func (b *Boards) setReduced(id match.ID, reduced bool) {
	b.memory.changeBoard(id, func(b *boardMemory) { b.Reduced = reduced })
}

func (b *Boards) unblock(ch match.ChannelID) {
	b.memory.changeChannel(ch, func(c *channelMemory) { c.blocked, c.told = discord.NoFailure, false })
}

// NoteMissing records the permissions that the bot lacks in a channel. Every interaction reports
// them.
func (b *Boards) NoteMissing(ch match.ChannelID, missing []games.Sentence) {
	if len(missing) == 0 {
		b.MayAgain(ch)
		return
	}
	b.memory.changeChannel(ch, func(c *channelMemory) { c.lacks = missing })
}

// MayAgain marks the matches that could not be shown in a channel for lack of a permission.
func (b *Boards) MayAgain(ch match.ChannelID) {
	var list []match.ID
	b.memory.changeChannel(ch, func(c *channelMemory) { list, c.owed, c.lacks = c.owed, nil, nil })
	for _, id := range list {
		b.Engine.Mark(Board.key(id, ""), string(ch))
	}
}

// Lacks returns the permissions that the bot lacks in a channel that refused it. Without a report
// it returns the most likely ones.
func (b *Boards) Lacks(ch match.ChannelID) []games.Sentence {
	if missing := b.memory.channel(ch).lacks; len(missing) > 0 {
		return missing
	}
	return []games.Sentence{say.PermitView, say.PermitSend}
}

// TellManager tells the owner of a server by direct message, once, which permissions the bot lacks
// in a channel (P77).
func (b *Boards) TellManager(ctx context.Context, m match.Match, missing []games.Sentence) {
	var told bool
	b.memory.changeChannel(m.Place.Channel, func(c *channelMemory) { told, c.told = c.told, true })
	if told || m.Place.Guild == "" {
		return
	}
	again := func() { // the next refusal tries again
		b.memory.changeChannel(m.Place.Channel, func(c *channelMemory) { c.told = false })
	}
	owner, err := b.Client.Owner(ctx, string(m.Place.Guild))
	if err != nil {
		b.Log.Info("the owner of a server is not known", "match", m.ID, "err", discord.Redact(err))
		again()
		return
	}
	u := match.UserID(owner)
	in := b.People.Language(ctx, u)
	if _, failed := b.tellPrivately(ctx, m, u,
		discord.TextMessage(boards.Lacking(in, m.Place.Channel, missing)+"\n-# "+in.Speak(sayLackingHere)),
		Nonce("o-%s", m.Place.Channel)); failed {
		again()
	}
}

// Own returns the public board in direct messages, with a note to its only reader.
func (b *Boards) Own(ctx context.Context, m match.Match, note string) (discord.Message, error) {
	to, err := b.reader(ctx, m, nil, nil)
	if err != nil {
		return discord.Message{}, err
	}
	to.Note = boards.JoinLines(note, to.Note)
	return b.Show.Board(m, to)
}

// Step returns the public board with one step of a move chosen. It is for direct messages, where
// only one person sees the board.
func (b *Boards) Step(ctx context.Context, m match.Match, c choose.Choice) (discord.Message, error) {
	to, err := b.reader(ctx, m, nil, nil)
	if err != nil {
		return discord.Message{}, err
	}
	return b.Show.StepFor(m, to, c)
}

// MayAttach records whether the bot may attach files in a channel. Every interaction reports it.
func (b *Boards) MayAttach(ch match.ChannelID, files bool) {
	b.memory.changeChannel(ch, func(c *channelMemory) { c.noFiles = !files })
}

// Style returns the style of boards in a channel: the wanted one, or text if no files can be
// attached.
func (b *Boards) Style(ch match.ChannelID, wanted match.Style) match.Style {
	if b.memory.channel(ch).noFiles {
		return match.Text
	}
	return wanted
}
