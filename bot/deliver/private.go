package deliver

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// PrivateBoards are direct messages with the board of one player, in games with secrets. Each
// player has one for each match, edited in place (S54). Against the computer it comes only when the
// ephemeral board, in which the match began, is gone (P154). A digest of its content is stored with
// the player, so repeated looks send nothing new. A private board is never posted in public (S77):
// players who can't get it use the button below the match's board.
type PrivateBoards struct {
	Deps
	live *liveBoards
}

// NewPrivateBoards makes the private boards of an engine.
func NewPrivateBoards(d Deps) *PrivateBoards {
	p := &PrivateBoards{Deps: d}
	p.live = &liveBoards{PrivateBoards: p, all: make(map[Key]*liveBoard)}
	d.Engine.Register(PrivateBoard, p, func(k Key) (match.Duty, string) {
		return match.PrivateBoardDuty, k.ID + "/" + k.User
	})
	for _, kind := range []Kind{LiveBoard, Remark, Panel, Note} {
		d.Engine.Register(kind, p.live, nil)
	}
	return p
}

// Changed handles a change of a match: it marks the private boards to update. A secret act affects
// only the board of its player (S85).
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
	p.live.changed(c.Match, c.Events[0].User, only)
	if !g.Hidden {
		return
	}
	for _, u := range privateReaders(c.Match) {
		if only == games.Spectator || only == c.Match.SeatOf(u) {
			p.Mark(c.Match.ID, u)
		}
	}
}

// privateReaders returns the present and former players of a match. A former player's board shows
// only public facts.
func privateReaders(m match.Match) []match.UserID {
	users := m.Members()
	for _, h := range m.HandOvers {
		if u := h.From.User; u != "" && h.Seat != games.Spectator && !slices.Contains(users, u) {
			users = append(users, u)
		}
	}
	return users
}

// Mark asks the engine to update a user's private board of a match.
func (p *PrivateBoards) Mark(id match.ID, u match.UserID) {
	p.Engine.Mark(PrivateBoard.key(id, u), string(u))
}

// Lock keeps the engine from editing a private board while a click on it is answered.
func (p *PrivateBoards) Lock(ctx context.Context, id match.ID, u match.UserID) (unlock func()) {
	unlock, _ = p.Engine.Lock(ctx, PrivateBoard.key(id, u))
	return unlock
}

// Look updates a private board.
func (p *PrivateBoards) Look(ctx context.Context, k Key) error {
	m, err := p.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	u, err := p.People.User(ctx, match.UserID(k.User))
	if err != nil {
		return err
	}
	f := privateFacts{match: m, user: u, now: p.Now(), live: p.live.keeps(LiveBoard.key(m.ID, u.ID))}
	_, f.alone = p.Alone(ctx, m)
	old := u.PrivateBoards[m.ID]
	switch f.decide().do {
	case doWithdraw:
		return p.drop(ctx, m, u, old)
	case doWait:
		p.Engine.MarkAfter(k, k.User, f.wait())
		return nil
	case doNothing:
		return nil
	}
	board, err := p.Board(ctx, m, u)
	if err != nil {
		return err
	}
	switch f.send(board.Digest()).do {
	case doEdit:
		return p.editBoard(ctx, m, u, board, old)
	case doPost:
		return p.postBoard(ctx, m, u, board)
	}
	return nil
}

// drop deletes a private board and forgets it. If the message or its channel is gone already, it
// counts as deleted.
func (p *PrivateBoards) drop(ctx context.Context, m match.Match, u match.User, old match.PrivateBoard) error {
	if err := p.takeAway(ctx, u, old); passing(err) {
		return err
	}
	return p.People.Change(ctx, u.ID, func(u *match.User) { delete(u.PrivateBoards, m.ID) })
}

// takeAway deletes a private board's message.
func (p *PrivateBoards) takeAway(ctx context.Context, u match.User, old match.PrivateBoard) error {
	if u.DM == "" || old.Message == "" {
		return nil
	}
	return discord.Retry(ctx, func() error { return p.Client.Delete(ctx, string(u.DM), string(old.Message)) })
}

// discard deletes the message of a private board that another one replaces, if Discord allows that.
func (p *PrivateBoards) discard(ctx context.Context, id match.ID, u match.User, old match.PrivateBoard) {
	if err := p.takeAway(ctx, u, old); err != nil {
		p.Log.Debug("a private board that was sent anew could not be deleted", "match", id, "err", discord.Redact(err))
	}
}

// Board returns a match as one of its players may see it, in their language and style.
func (p *PrivateBoards) Board(ctx context.Context, m match.Match, u match.User) (discord.Message, error) {
	return p.BoardIn(ctx, m, u, people.LanguageOfUser(u), "")
}

// BoardIn returns the board like Board, in a given language and with a note above it.
func (p *PrivateBoards) BoardIn(ctx context.Context, m match.Match, u match.User, in lang.Language,
	note string,
) (discord.Message, error) {
	var known board.Facts
	var err error
	if board.NeedsLog(m, m.SeatOf(u.ID)) {
		known.Log, err = p.Matches.Read.Log(ctx, m.ID)
	}
	if err == nil && board.NeedsStandings(m) {
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

// NextButton returns a button to another match in which it is the user's turn (P10, P96), or none.
func (d *Deps) NextButton(ctx context.Context, in lang.Language, user match.UserID,
	than match.ID,
) []discordgo.MessageComponent {
	list, err := d.Matches.Read.ByUser(ctx, user)
	d.failed(ctx, err, "could not look for a person's next match", "match", than)
	for _, other := range list {
		if other.ID != than && other.Awaits(user) {
			return []discordgo.MessageComponent{component.Button(in.Speak(say.LabelNextGame), discordgo.SecondaryButton,
				component.Target{Match: than, Action: component.ActNextMatch})}
		}
	}
	return nil
}

// editBoard edits a private board. A message that is gone or too old to be edited is sent anew.
func (p *PrivateBoards) editBoard(ctx context.Context, m match.Match, u match.User, board discord.Message,
	old match.PrivateBoard,
) error {
	refused, err := p.Send(ctx, board, nil, func(board discord.Message) error {
		return p.Edit(ctx, u.DM, old.Message, board)
	})
	switch f, _ := discord.Classify(err); {
	case f == discord.NoFailure:
		return p.sent(ctx, m, u.ID, match.PrivateBoard{Message: old.Message, At: old.At, Sum: board.Digest()}, refused)
	case f == discord.MessageGone, f == discord.RateLimited && p.Now().Sub(old.At) >= oldMessage:
		err := p.postBoard(ctx, m, u, board)
		if err == nil && f != discord.MessageGone {
			p.discard(ctx, m.ID, u, old)
		}
		return err
	}
	return err
}

// postBoard sends a private board without a notification. The match's board notifies the player,
// once, in the way they chose, and never at night (P7, P28, P101).
func (p *PrivateBoards) postBoard(ctx context.Context, m match.Match, u match.User, board discord.Message) error {
	ch, err := p.openDM(ctx, u)
	if err != nil {
		return err
	}
	board.Private, board.Silent = false, true // only its reader sees a direct message anyway
	only := Nonce("l-%s-%s", m.ID, board.Digest())
	var id match.MessageID
	refused, err := p.Send(ctx, board, nil, func(board discord.Message) (err error) {
		id, err = p.Post(ctx, ch, board, only)
		return err
	})
	if err != nil {
		return err
	}
	return p.sent(ctx, m, u.ID, match.PrivateBoard{Message: id, At: p.Now(), Sum: board.Digest()}, refused)
}

// sent records what a private board shows after it was sent. If the whole board was refused, the
// engine sends it again later.
func (p *PrivateBoards) sent(ctx context.Context, m match.Match, user match.UserID, shown match.PrivateBoard,
	refused error,
) error {
	f, _ := discord.Classify(refused)
	again := refused != nil && f != discord.TooLarge
	if again {
		shown.Sum = ""
	}
	if err := p.Shown(ctx, m, user, shown); err != nil || !again {
		return err
	}
	return errReduced
}

// Shown records what a private board shows. It forgets boards that will not change any more,
// because the match is over or the user no longer plays. An empty Sum makes the engine rewrite the
// board next time.
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

// Failed records closed direct messages, so that they are not tried again (P75). It forgets a
// channel that is gone, so that a new one is opened.
func (p *PrivateBoards) Failed(ctx context.Context, k Key, f discord.Failure) (again bool) {
	var change func(*match.User)
	switch f {
	case discord.DMClosed:
		change = (*match.User).CloseDM
	case discord.ChannelGone:
		change = func(u *match.User) { u.DM = "" }
	default:
		return false
	}
	ctx = context.WithoutCancel(ctx)
	err := p.People.Change(ctx, match.UserID(k.User), change)
	return !p.failed(ctx, err, "could not record the state of a user's direct messages", "match", k.ID) &&
		f == discord.ChannelGone
}

// SendAgain sends a private board anew at its reader's request, even if their direct messages were
// closed before.
func (p *PrivateBoards) SendAgain(ctx context.Context, id match.ID, user match.UserID) error {
	var before match.User
	var old match.PrivateBoard
	err := p.People.Change(ctx, user, func(u *match.User) {
		before, old = *u, u.PrivateBoards[id]
		u.DMClosed = false
		delete(u.PrivateBoards, id)
		delete(u.Told, ToldDMClosed)
	})
	if err != nil {
		return err
	}
	p.Mark(id, user)
	p.discard(ctx, id, before, old)
	return nil
}

// ToldDMClosed is the key in match.User.Told that records who knows that their direct messages are
// closed.
const ToldDMClosed = "dm"
