package answer

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Opponent returns the member with an id as an opponent. It refuses bots, the person themselves,
// and people who are not in the server.
func Opponent(r *request.Request, id string, g *games.Game) (match.Player, error) {
	user, name := r.Person(id)
	switch {
	case id == string(r.User):
		return match.Player{}, request.Refuse(r.In.Say(sayNotSelf, g.ID))
	case user == nil:
		return match.Player{}, request.ErrNoActor
	case user.Bot:
		return match.Player{}, request.Refuse(r.In.Say(sayNoBot, discord.Escape(name), g.ID))
	case r.Guild != "" && r.Member(id) == nil:
		return match.Player{}, request.Refuse(r.In.Say(say.NoMember, discord.Escape(name)))
	}
	return match.Player{User: match.UserID(id), Name: name}, nil
}

// cannotAnswer returns a line that says why the invited member can't press a button in the channel
// of the request now. It is empty if they can, or if Discord did not say.
func (b *Base) cannotAnswer(r *request.Request, invited match.UserID) string {
	m, who := r.Member(string(invited)), discord.Mention(string(invited))
	switch {
	case m == nil:
	case m.CommunicationDisabledUntil != nil && m.CommunicationDisabledUntil.After(b.Now()):
		return "\n" + r.In.Say(sayTimedOut, who, discord.DateTime(*m.CommunicationDisabledUntil))
	case m.Pending:
		return "\n" + r.In.Say(sayScreened, who)
	case m.Permissions != 0 && m.Permissions&(discordgo.PermissionViewChannel|discordgo.PermissionAdministrator) == 0:
		return "\n" + r.In.Say(sayCannotSee, who)
	}
	return ""
}

// Challenge proposes a match to the member with an id.
func (b *Base) Challenge(ctx context.Context, r *request.Request, p match.Proposal, id string,
	g *games.Game,
) (request.Reply, error) {
	with, err := Opponent(r, id, g)
	if err != nil {
		return request.Reply{}, err
	}
	p.With = []match.Player{with}
	return b.Propose(ctx, r, p)
}

// Proposal returns the proposal that the options of /start or /challenge describe.
func (b *Base) Proposal(ctx context.Context, r *request.Request) (match.Proposal, error) {
	p := match.Proposal{
		Game:  r.Game.ID,
		Setup: games.Setup{Options: games.Options{}},
		Place: r.Place(),
		By:    match.Player{User: r.User, Name: r.Name},
		Cause: match.Cause(r.Ix.ID),
	}
	if r.Game.SideOption != "" {
		p.Side = r.Text(r.Game.SideOption)
	}
	for _, o := range r.Game.Options {
		if v := r.Text(o.TypedName()); v != "" {
			p.Setup.Options[o.Name] = v
		} else if n, ok := r.Number(o.TypedName()); ok {
			p.Setup.Options[o.Name] = strconv.Itoa(n)
		}
	}
	if n, ok := r.Number(request.OptPlayers); ok {
		p.Setup.Seats = n
	}
	if v := r.Text(request.OptTime); v != "" {
		p.PerMove = request.PerMove(v)
	}
	p.Bank = request.Bank(r.Text(request.OptBank))
	p.Finish = match.Finish(r.Text(request.OptFinish))
	p.NoWeekends = r.Yes(request.OptWeekends, false)
	p.Lapse = referee.Lapse(r.Text(request.OptLate))
	voting(r, &p)
	p.Unrated, p.Rated = !r.Yes(request.OptRating, true), r.Yes(request.OptRating, false)
	if err := b.MayPlayHere(ctx, r); err != nil {
		return p, err
	}
	if p.Voting != nil && p.Voting.Rival != "" {
		if err := b.MayBegin(ctx, r, match.Place{Guild: r.Guild, Channel: p.Voting.Rival}); err != nil {
			return p, err
		}
	}
	return p, b.MayPlay(ctx, r, r.Guild)
}

// voting reads the options of a channel's seat. The channel of the request gets the seat, and its
// name.
func voting(r *request.Request, p *match.Proposal) {
	seat, rival := r.Text(request.OptSeat), r.Text(request.OptRival)
	if seat != request.SeatChannel && seat != request.SeatChannelOpen && rival == "" {
		return
	}
	p.Voting = &match.Voting{Rival: match.ChannelID(rival)}
	p.Voting.Window, p.Voting.Open = request.VoteWindow(r.Text(request.OptVote)), seat == request.SeatChannelOpen
	p.Voting.Terms.Voters, _ = r.Number(request.OptVoters)
	p.By.Name = r.ChannelName()
}

// MayPlayHere returns a refusal if a match can't be shown in this channel (P58) or the server does
// not want it there. It names the missing permission.
func (b *Base) MayPlayHere(ctx context.Context, r *request.Request) error {
	if r.Muted() {
		return request.Refuse(r.In.Speak(sayMuted))
	}
	if missing := Missing(r); len(missing) > 0 {
		return request.Refuse(r.In.Say(say.NoPost, missing[0]))
	}
	return b.MayBegin(ctx, r, r.Place())
}

// noteDM stores the channel of the person's direct messages, in which they begin a match.
func (b *Base) noteDM(ctx context.Context, r *request.Request) {
	u, err := b.People.User(ctx, r.User)
	if err == nil && u.DM == "" {
		err = b.People.Change(ctx, r.User, func(u *match.User) { u.DM = r.Channel })
	}
	if err != nil {
		b.Log.Error("could not store the channel of direct messages", "err", err)
	}
}

// Propose creates the match and answers. If the match is to have a thread, that is opened before
// the board is posted.
func (b *Base) Propose(ctx context.Context, r *request.Request, p match.Proposal) (request.Reply, error) {
	defer b.Boards.Hold(p.Cause)()
	if r.Direct() {
		b.noteDM(ctx, r)
	}
	guild, err := b.People.Guild(ctx, r.Guild)
	if err != nil {
		return request.Reply{}, err
	}
	p.Fair = !guild.UsualStarts
	change, err := b.Matches.Tables.Propose(ctx, p)
	if err != nil {
		return request.Reply{}, err
	}
	b.People.Seen(ctx, r.User, r.Avatar)
	note := b.cannotAnswer(r, change.Match.Invited)
	// a repeated challenge, and a vote, stay visible in the channel
	switch visible := p.Wants.Again > 0 || p.Voting != nil; {
	case visible && r.Yes(request.OptThread, false):
		note += "\n" + r.In.Speak(sayStaysVisible)
	case r.InThread() && r.Yes(request.OptThread, false):
		note += "\n" + r.In.Speak(sayThreadAlready)
	case !visible && !change.Repeat && b.WantsThread(ctx, r):
		moved, failed := b.intoThread(ctx, r, change.Match)
		change.Match, note = moved, note+failed
	}
	arranging := board.IsArranging(change.Match, r.User) && !r.Direct()
	if arranging && !r.UserInstall { // elsewhere the board can only follow the answer
		b.Boards.Precede(ctx, change.Match)
	}
	b.Boards.Mark(change.Match)
	where := "<#" + string(change.Match.Place.Channel) + ">"
	if r.Guild == "" {
		where = r.In.Speak(sayThisChat)
	}
	said, begun := sayStarted, true
	switch rec := change.Match; {
	case rec.Status == match.Open && rec.Invited != "":
		said, begun = sayChallenged, false
	case board.OpenTable(rec):
		out := b.Privately(ctx, r, r.In.Say(sayTableOpened, where)+note, board.BeginButton(r.In, rec))
		out.Done = &change.Match
		return out, nil
	case rec.Status == match.Open:
		said, begun = sayOpened, false
	}
	if arranging {
		out, err := b.ShowArrangement(ctx, r, change.Match, strings.TrimSpace(note))
		if r.Ephemeral() && !r.UserInstall { // in the place of the clicked message the answer would be above the board
			out.Kind = discord.ReplyBelow
		}
		return out, err
	}
	fairer := strings.Join(append([]string{""}, board.OddsLines(r.In, change.Match)...), "\n")
	out := b.Privately(ctx, r, r.In.Say(said, where)+note+fairer, board.OddsButton(r.In, change.Match)...)
	if note+fairer == "" {
		out.Done, out.Glance = &change.Match, begun && change.Match.Place.Channel == r.Channel
	}
	return out, nil
}

// WantsThread reports whether the match should have its own thread (P41). The option decides;
// without it the setting of the server does.
func (b *Base) WantsThread(ctx context.Context, r *request.Request) bool {
	if r.Guild == "" || r.InThread() {
		return false
	}
	g, err := b.People.Guild(ctx, r.Guild)
	if err != nil {
		b.Log.Error("could not read whether a server wants threads", "guild", r.Guild, "err", err)
	}
	return r.Yes(request.OptThread, err == nil && g.Threads)
}

// intoThread opens a thread and moves the match there. If that is not allowed, the match stays in
// the channel and the returned note says so.
func (b *Base) intoThread(ctx context.Context, r *request.Request, rec match.Match) (match.Match, string) {
	if !r.May(discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads) {
		return rec, "\n" + r.In.Speak(sayNoThread)
	}
	g, _ := b.Matches.Read.Game(rec.Game)
	name := discord.OneLine(g.Name+" · "+board.ThreadPlayers(b.People.LanguageAt(ctx, rec.Place, rec.Owner), rec), 100)
	thread, err := b.Client.OpenThread(ctx, string(r.Channel), name)
	if err != nil {
		b.Log.Warn("could not open a thread", "match", rec.ID, "err", discord.Redact(err))
		return rec, "\n" + r.In.Speak(sayNoThread)
	}
	moved, err := b.Matches.Referee.Resume(ctx, match.Act{Match: rec.ID, Cause: match.Cause(r.Ix.ID + "/thread")},
		match.Place{Guild: r.Guild, Channel: match.ChannelID(thread)})
	if err != nil {
		b.Log.Error("could not move a match into its thread", "match", rec.ID, "err", err)
		return rec, ""
	}
	return moved.Match, ""
}
