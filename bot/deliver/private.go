package deliver

import (
	"context"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// PrivateBoards are the direct messages in which players of games with secrets see their own board: one for a player and match, edited in place
// (S54). What one has to show follows from the match and its reader alone, and a digest of what it shows is kept with the reader; so a look at a
// match, at any time and as often as one likes, brings it up to date and never sends it for nothing. One that can't be delivered is never replaced
// by anything public (S77): the same is to be had by a button under the match's board.
type PrivateBoards struct {
	Deps
	now  func() time.Time
	live *liveBoards
}

// NewPrivateBoards makes the private boards of an engine.
func NewPrivateBoards(d Deps, now func() time.Time) *PrivateBoards {
	p := &PrivateBoards{Deps: d, now: now}
	p.live = &liveBoards{PrivateBoards: p, all: make(map[Key]*liveBoard)}
	d.Engine.subjects[PrivateBoard], d.Engine.subjects[LiveBoard] = p, p.live
	return p
}

func privateKey(id match.ID, u match.UserID) Key {
	return Key{Kind: PrivateBoard, ID: string(id), User: string(u)}
}

// Changed is told of every change of a match, and takes note of whose boards it touches: what somebody has done in secret, theirs alone (S85).
func (p *PrivateBoards) Changed(c match.Change) {
	g := c.Match.Rules()
	if g == nil || len(c.Events) == 0 {
		return
	}
	only := games.Spectator
	for _, e := range c.Events {
		if only = e.Seat; !e.Secret() {
			only = games.Spectator
			break
		}
	}
	p.live.changed(c.Match, only)
	if !g.Hidden {
		return
	}
	for _, u := range privateReaders(c.Match) {
		if only == games.Spectator || only == c.Match.SeatOf(u) {
			p.Mark(c.Match.ID, u)
		}
	}
}

// privateReaders are who plays in a match, and who did: their private boards show no more than everybody may see then.
func privateReaders(m match.Match) []match.UserID {
	users := m.Members()
	for _, h := range m.HandOvers {
		if u := h.From.User; u != "" && h.Seat != games.Spectator && !slices.Contains(users, u) {
			users = append(users, u)
		}
	}
	return users
}

// Mark asks for a look at somebody's private board of a match.
func (p *PrivateBoards) Mark(id match.ID, u match.UserID) {
	p.Engine.mark(privateKey(id, u), string(u))
}

// Lock locks a private board, so that an answer to a click on it and the engine don't cross.
func (p *PrivateBoards) Lock(ctx context.Context, id match.ID, u match.UserID) (unlock func()) {
	unlock, _ = p.Engine.Lock(ctx, privateKey(id, u))
	return unlock
}

func (p *PrivateBoards) look(ctx context.Context, k Key) error {
	m, err := p.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	u, err := p.People.User(ctx, match.UserID(k.User))
	if err != nil {
		return err
	}
	old, known := u.PrivateBoards[m.ID]
	if m.Position == "" || m.Parked != nil || u.DMClosed || !known && (m.Status != match.Running || m.SeatOf(u.ID) == games.Spectator) {
		return nil
	}
	board, err := p.Board(ctx, m, u)
	switch {
	case err != nil:
		return err
	case board.Digest() == old.Sum:
		return nil
	case known:
		return p.editBoard(ctx, m, u, board, old)
	}
	return p.postBoard(ctx, m, u, board)
}

// Board is a match as one of its players may see it, in their language and style.
func (p *PrivateBoards) Board(ctx context.Context, m match.Match, u match.User) (discord.Message, error) {
	return p.BoardIn(ctx, m, u, people.LanguageOfUser(u), "")
}

// BoardIn is the same in a given language, with a note above it.
func (p *PrivateBoards) BoardIn(ctx context.Context, m match.Match, u match.User, in lang.Language, note string) (discord.Message, error) {
	var known show.Facts
	var err error
	if show.NeedsLog(m, m.SeatOf(u.ID)) {
		known.Log, err = p.Matches.Read.Log(ctx, m.ID)
	}
	if err == nil && show.NeedsStandings(m) {
		known.Standings, err = p.Matches.Read.StandingsOf(ctx, m.Place.Guild, match.Player{User: m.Owner})
	}
	if err != nil {
		return discord.Message{}, err
	}
	board, err := p.Show.Personal(in, m, known, u, note)
	if next := p.NextButton(ctx, in, u.ID, m.ID); err == nil && len(next) > 0 {
		board.Parts = append(board.Parts, discord.Row(next...))
	}
	return board, err
}

// NextButton leads somebody on to another match in which it is their turn (P10, P96); none if there is none.
func (p *PrivateBoards) NextButton(ctx context.Context, in lang.Language, user match.UserID, than match.ID) []discordgo.MessageComponent {
	list, err := p.Matches.Read.ByUser(ctx, user)
	if err != nil {
		return nil
	}
	for _, other := range list {
		if other.ID != than && other.Status == match.Running && other.Parked == nil && other.Waiting.Has(other.SeatOf(user)) {
			return []discordgo.MessageComponent{show.Button(in.Speak(say.LabelNextGame), discordgo.SecondaryButton, show.Target{Match: than, Action: show.ActNextMatch})}
		}
	}
	return nil
}

// editBoard changes a private board in place; one that is gone, or too old to be edited, is sent anew.
func (p *PrivateBoards) editBoard(ctx context.Context, m match.Match, u match.User, board discord.Message, old match.PrivateBoard) error {
	err := discord.Retry(ctx, func() error { return p.edit(ctx, u.DM, old.Message, board) })
	switch f, _ := discord.Classify(err); {
	case f == discord.NoFailure:
		return p.Shown(ctx, m, u.ID, match.PrivateBoard{Message: old.Message, At: old.At, Sum: board.Digest()})
	case f == discord.MessageGone, f == discord.RateLimited && p.now().Sub(old.At) >= oldMessage:
		return p.postBoard(ctx, m, u, board)
	}
	return err
}

// postBoard sends a private board, always without a sound: who is waited for is called at the match's board, once, in their way, and never at night (P7, P28, P101).
func (p *PrivateBoards) postBoard(ctx context.Context, m match.Match, u match.User, board discord.Message) error {
	ch, err := p.openDM(ctx, u)
	if err != nil {
		return err
	}
	board.Private, board.Silent = false, true // a direct message is private by itself
	only := nonce("l-%s-%s", m.ID, board.Digest())
	var id match.MessageID
	err = discord.Retry(ctx, func() (err error) {
		id, err = p.post(ctx, ch, board, only)
		return err
	})
	if err != nil {
		return err
	}
	return p.Shown(ctx, m, u.ID, match.PrivateBoard{Message: id, At: p.now(), Sum: board.Digest()})
}

// Shown notes what a private board shows; that of a match that is over, or of who plays in it no longer, won't change any more. An empty Sum says that it has to be written anew when
// there is cause.
func (p *PrivateBoards) Shown(ctx context.Context, m match.Match, user match.UserID, shown match.PrivateBoard) error {
	return p.People.Change(ctx, user, func(u *match.User) {
		if m.Status != match.Running || m.SeatOf(user) == games.Spectator {
			delete(u.PrivateBoards, m.ID)
			return
		}
		if u.PrivateBoards == nil {
			u.PrivateBoards = make(map[match.ID]match.PrivateBoard)
		}
		u.PrivateBoards[m.ID] = shown
	})
}

// failed remembers closed direct messages, which are not tried again (P75); a channel that is gone is opened anew.
func (p *PrivateBoards) failed(ctx context.Context, k Key, f discord.Failure) (again bool) {
	var change func(*match.User)
	switch f {
	case discord.DMClosed:
		change = func(u *match.User) { u.DMClosed = true }
	case discord.ChannelGone:
		change = func(u *match.User) { u.DM = "" }
	default:
		return false
	}
	if err := p.People.Change(ctx, match.UserID(k.User), change); err != nil {
		p.Log.Error("could not note what is known of a person's direct messages", "match", k.ID, "err", err)
		return false
	}
	return f == discord.ChannelGone
}

// SendAgain sends a private board anew, by the wish of its reader: whatever was in the way may be gone.
func (p *PrivateBoards) SendAgain(ctx context.Context, id match.ID, user match.UserID) error {
	err := p.People.Change(ctx, user, func(u *match.User) {
		u.DMClosed = false
		delete(u.PrivateBoards, id)
		delete(u.Told, ToldDMClosed)
	})
	if err == nil {
		p.Mark(id, user)
	}
	return err
}

// ToldDMClosed is the key of match.User.Told under which it is kept that somebody knows that their direct messages are closed.
const ToldDMClosed = "dm"
