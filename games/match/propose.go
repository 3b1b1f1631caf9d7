package match

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Sides are the values of a game's side option, the lot last; nil where the game has none.
func Sides(g *games.Game) []string {
	switch g.SideOption {
	case "":
		return nil
	case "first":
		return []string{sideMe, sideThem, sideLot}
	}
	var sides []string
	for _, name := range g.SeatNames {
		sides = append(sides, strings.ToLower(name))
	}
	return append(sides, sideLot)
}

const (
	sideMe   = "me"
	sideThem = "them"
	sideLot  = "random"
)

// Limits of the time per move (P8).
const (
	minPerMove = time.Minute
	maxPerMove = 30 * 24 * time.Hour
)

// Propose makes a match. Besides the game's *Refusal for bad options: ErrUnknownGame, ErrBadProposal (seats, sides, oneself, times),
// ErrLimit, ErrBlocked, ErrUnavailable, ErrDuplicate (its Problem holds the other match).
func (s *Service) Propose(ctx context.Context, p Proposal) (Change, error) {
	keys := []string{userKey(p.By.User)}
	for _, with := range p.With {
		if with.User != "" {
			keys = append(keys, userKey(with.User))
		}
	}
	unlock, err := s.lock(ctx, keys...)
	if err != nil {
		return Change{}, err
	}
	defer unlock()
	if done, ok, err := s.repeated(ctx, p.Cause); ok || err != nil {
		return done, err
	}
	d, err := s.compose(ctx, p)
	if err != nil {
		return Change{}, err
	}
	if err := s.checkDuplicate(ctx, d); err != nil {
		return Change{}, err
	}
	if !p.Seated {
		if err := s.checkLimit(ctx, d, p.By.User, p.By.User); err != nil {
			return Change{}, err
		}
	}
	if err := s.checkInvitation(ctx, d); err != nil {
		return Change{}, err
	}
	d.add(Event{Kind: Created, User: p.By.User, Seat: games.Spectator})
	if d.full() {
		if err := d.begin(); err != nil {
			return Change{}, err
		}
	}
	done, err := s.create(ctx, d, p.Cause)
	if err == nil && d.Invited != "" {
		s.invites.add(d.Owner, d.now)
	}
	return done, err
}

func userKey(u UserID) string { return "user/" + string(u) }

// compose makes the record of a proposal, without an id.
func (s *Service) compose(ctx context.Context, p Proposal) (*draft, error) {
	g, ok := s.Game(p.Game)
	if !ok {
		return nil, s.problem(ErrUnknownGame, nil, "There is no game called %q here. The games are %s.", p.Game, s.gameNames())
	}
	players, invited, err := s.guests(g, p)
	if err != nil {
		return nil, err
	}
	if p.Setup.Seats == 0 {
		p.Setup.Seats = max(g.MinSeats, len(players))
	}
	if p.Setup.Seed == 0 {
		if p.Setup.Seed, err = s.seed(); err != nil {
			return nil, err
		}
	}
	if p.Setup, err = g.Complete(p.Setup); err != nil {
		return nil, err
	}
	if len(players) > p.Setup.Seats {
		return nil, s.problem(ErrBadProposal, nil, "%d players are too many for %d seats. Leave somebody out.", len(players), p.Setup.Seats)
	}
	players = append(players, make([]Player, p.Setup.Seats-len(players))...)
	first, err := g.Start(p.Setup) // refuses options that don't go together before anybody is invited
	if err != nil {
		return nil, err
	}
	guild, err := s.guild(ctx, p.Place.Guild)
	if err != nil {
		return nil, err
	}
	d := s.draft(Record{
		Game: g.ID, Setup: p.Setup, Status: Open, Place: p.Place, Owner: p.By.User, Invited: invited, Players: players,
		Unrated: p.Unrated, Step: p.Step && p.Watch, LastSeat: games.Spectator, Tournament: p.Tournament,
	}, g)
	if d.Clock.Policy, err = s.policy(p, guild, first, d.people()); err != nil {
		return nil, err
	}
	d.Created = d.now
	d.Clock.Started, d.Clock.Deadline = d.now, d.now.Add(max(s.cfg.Expiry, d.Clock.Policy.PerMove)) // P89
	return d, d.takeSides(p)
}

// guests checks who is to play, and lists them in the order of joining, the empty seat of an invited member last.
func (s *Service) guests(g *games.Game, p Proposal) (players []Player, invited UserID, err error) {
	if p.Seated {
		players, err = s.seated(g, p)
		return players, "", err
	}
	if p.By.User == "" {
		return nil, "", s.problem(ErrBadProposal, nil, "Nobody has proposed this match. Please start it yourself.")
	}
	if !p.Watch {
		players = append(players, Player{User: p.By.User, Name: p.By.Name})
	}
	anyone := 0
	for _, with := range p.With {
		switch {
		case with.Computer != "":
			info, ok := g.Player(with.Computer)
			if !ok {
				return nil, "", games.Refuse("%s has no computer player %q. There are %s.", g.Name, with.Computer, playerNames(g))
			}
			if with.Name == "" {
				with.Name = "Computer (" + info.Name + ")"
			}
			players = append(players, Player{Computer: info.Name, Name: with.Name})
		case with.User == "":
			anyone++
		case with.User == p.By.User:
			return nil, "", s.problem(ErrBadProposal, nil, "You can't challenge yourself, because a match needs two. Challenge somebody else, or play against the computer.")
		case invited != "":
			return nil, "", s.problem(ErrBadProposal, nil, "Only one member can be invited by name. Leave the other seats open for anyone.")
		default:
			invited = with.User
		}
	}
	if seats := max(p.Setup.Seats, g.MinSeats); invited != "" && (anyone > 0 || seats > len(players)+1) {
		return nil, "", s.problem(ErrBadProposal, nil, "A match can't have both an invited member and seats open for anyone. Open all seats, or fill them with computers.")
	}
	if p.Watch && (anyone > 0 || invited != "" || len(players) < max(g.MinSeats, p.Setup.Seats)) {
		return nil, "", s.problem(ErrBadProposal, nil, "To watch computers play, every seat needs a computer player. Name one for each.")
	}
	if invited != "" {
		anyone++
	}
	return append(players, make([]Player, anyone)...), invited, nil
}

// seated checks players who sit already: each seat is taken, by a member once at most or a computer player that there is.
func (s *Service) seated(g *games.Game, p Proposal) ([]Player, error) {
	if seats := max(g.MinSeats, p.Setup.Seats); len(p.With) < seats {
		return nil, s.problem(ErrBadProposal, nil, "%d players are too few for %d seats. Name one for each.", len(p.With), seats)
	}
	for i, with := range p.With {
		twice := func(other Player) bool { return with.User != "" && other.User == with.User }
		_, known := g.Player(with.Computer)
		switch {
		case with.Empty() || slices.ContainsFunc(p.With[:i], twice):
			return nil, s.problem(ErrBadProposal, nil, "A seat is empty, or somebody has two. Name somebody else for each seat.")
		case with.Computer != "" && !known:
			return nil, games.Refuse("%s has no computer player %q. There are %s.", g.Name, with.Computer, playerNames(g))
		}
	}
	return slices.Clone(p.With), nil
}

// people is how many members play or may play.
func (r Record) people() int {
	n := 0
	for _, p := range r.Players {
		if p.Computer == "" {
			n++
		}
	}
	return n
}

// policy is what is agreed about time.
func (s *Service) policy(p Proposal, guild Guild, first *games.Position, people int) (referee.Policy, error) {
	agreed := referee.Policy{PerMove: p.PerMove, Lapse: p.Lapse, Grace: p.Grace}
	switch {
	case p.PerMove < 0 || p.PerMove == 0 && people < 2:
		agreed.PerMove = 0
	case p.PerMove == 0 && guild.PerMove > 0:
		agreed.PerMove = guild.PerMove
	case p.PerMove == 0:
		agreed.PerMove = s.cfg.PerMove
	case p.PerMove < minPerMove || p.PerMove > maxPerMove:
		return agreed, s.problem(ErrBadProposal, nil, "The time for a move can be from one minute to 30 days. Choose one between them.")
	}
	switch p.Lapse {
	case "":
		agreed.Lapse = referee.Forfeit
		if goesOn(first) {
			agreed.Lapse = referee.Skip
		}
	case referee.Forfeit, referee.Skip, referee.Claim:
	default:
		return agreed, s.problem(ErrBadProposal, nil, "A clock that has run out can mean %s, %s or %s. Choose one of them.", referee.Forfeit, referee.Skip, referee.Claim)
	}
	switch {
	case p.Grace < 0:
		agreed.Grace = 0
	case p.Grace == 0 && agreed.Lapse == referee.Forfeit:
		agreed.Grace = max(s.cfg.Grace, 0)
	}
	return agreed, nil
}

// goesOn reports whether a game has a rule of its own for the removal of a seat, as games for more than two do.
func goesOn(pos *games.Position) bool {
	for seat := range pos.Turn().Waiting.All() {
		if _, err := pos.Rule(games.Ruling{Kind: games.Remove, Seat: seat}); err == nil {
			return true
		}
	}
	return false
}

// takeSides puts the players on their seats, as far as that is not left to the lot.
func (d *draft) takeSides(p Proposal) error {
	if p.Watch || p.Seated || d.game.SideOption == "" && p.Side == "" {
		return nil
	}
	side := strings.ToLower(strings.TrimSpace(p.Side))
	if side == "" {
		if d.people() > 1 {
			d.Shuffle = true
			return nil
		}
		d.seatFirst(d.game.SoloSeat)
		return nil
	}
	at := slices.Index(Sides(d.game), side)
	switch {
	case at < 0:
		return games.Refuse("%q is not a side of %s. It can be %s.", p.Side, d.game.Name, strings.Join(Sides(d.game), ", "))
	case side == sideLot:
		d.Shuffle = true
	case at < len(d.Players):
		d.seatFirst(games.Seat(at))
	}
	return nil
}

// seatFirst moves the first player to a seat; the others keep their order.
func (d *draft) seatFirst(seat games.Seat) {
	first := d.Players[0]
	d.Players = slices.Insert(slices.Clone(d.Players[1:]), int(seat), first)
}

func (r Record) full() bool { return !slices.ContainsFunc(r.Players, Player.Empty) }

// checkDuplicate refuses a second pending challenge between the same two in the same game, and a second open table of the same
// owner in the same server (P14).
func (s *Service) checkDuplicate(ctx context.Context, d *draft) error {
	if d.full() {
		return nil
	}
	list, err := s.cfg.Store.ByUser(ctx, d.Owner)
	if err != nil {
		return s.storeFailed("read matches", err)
	}
	for _, r := range list {
		switch {
		case r.Status != Open || r.Game != d.Game || !d.now.Before(r.Clock.Deadline):
		case d.Invited == "" && r.Owner == d.Owner && r.Invited == "" && r.Place.Guild == d.Place.Guild:
			return s.problem(ErrDuplicate, &r, "You have an open game of %s here already, and nobody has joined it yet. Revoke it, or wait for somebody.", d.game.Name)
		case d.Invited != "" && r.Owner == d.Owner && r.Invited == d.Invited:
			return s.problem(ErrDuplicate, &r, "You have challenged them to %s already, and they have not answered yet. Revoke that challenge, or wait.", d.game.Name)
		case d.Invited != "" && r.Owner == d.Invited && r.Invited == d.Owner:
			return s.problem(ErrDuplicate, &r, "They have challenged you to %s already. Accept that challenge instead.", d.game.Name)
		}
	}
	return nil
}

// checkLimit refuses one more running match for a user who has as many as the server allows (P25). Asking is who is told.
func (s *Service) checkLimit(ctx context.Context, d *draft, user, asking UserID) error {
	guild, err := s.guild(ctx, d.Place.Guild)
	if err != nil {
		return err
	}
	limit := guild.Limit
	if limit <= 0 {
		limit = s.cfg.Limit
	}
	list, err := s.cfg.Store.ByUser(ctx, user)
	if err != nil {
		return s.storeFailed("read matches", err)
	}
	running := 0
	for _, r := range list {
		if r.Status == Running && r.Tournament == "" && r.Place.Guild == d.Place.Guild && (r.SeatOf(user) != games.Spectator || r.Owner == user && len(r.members()) == 0) {
			running++
		}
	}
	switch {
	case running < limit:
		return nil
	case user == asking:
		return s.problem(ErrLimit, nil, "You have %d matches running here, and that is the limit. Finish or resign one of them first.", running)
	}
	return s.problem(ErrLimit, nil, "%s has %d matches running here, and that is the limit. Try again when one of them is finished.", d.nameOf(user), running)
}

func (r Record) nameOf(user UserID) string {
	for _, p := range r.Players {
		if p.User == user && p.Name != "" {
			return p.Name
		}
	}
	return "The other player"
}

// Join takes a seat of a challenge or table, and begins the match when it was the last. ErrNotInvited, ErrBlocked, ErrUnavailable, ErrNotOpen, ErrLimit, ErrExpired;
// ErrBadProposal if the user sits there already.
func (s *Service) Join(ctx context.Context, a Act, name string) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d); err != nil {
			return err
		}
		switch {
		case d.SeatOf(a.User) != games.Spectator:
			return d.problem(ErrBadProposal, "You have a seat in this match already. It begins when the others have joined.")
		case d.Invited != "" && d.Invited != a.User:
			return d.problem(ErrNotInvited, "This challenge is for somebody else, so only they can accept it. You can start a match of your own.")
		}
		if err := s.checkBlocks(ctx, d, a.User, append(d.members(), d.Owner)...); err != nil {
			return err
		}
		unlock, err := s.lockMembers(ctx, d.Record, a.User)
		if err != nil {
			return err
		}
		d.unlock = unlock
		for _, user := range append(d.members(), a.User) {
			if err := s.checkLimit(ctx, d, user, a.User); err != nil {
				return err
			}
		}
		seat := slices.IndexFunc(d.Players, Player.Empty)
		d.Players[seat] = Player{User: a.User, Name: name}
		d.add(Event{Kind: Joined, User: a.User, Seat: games.Seat(seat)})
		if d.full() {
			return d.begin()
		}
		return nil
	})
}

// lockMembers takes the locks of all members of a match and one more: before a match begins, so that limits hold.
func (s *Service) lockMembers(ctx context.Context, r Record, user UserID) (unlock func(), err error) {
	keys := []string{userKey(user)}
	for _, u := range r.members() {
		keys = append(keys, userKey(u))
	}
	return s.lock(ctx, keys...)
}

// checkOpen refuses what only a challenge or table allows.
func (s *Service) checkOpen(d *draft) error {
	expired := d.Reason == byExpiry || d.Status == Open && !d.now.Before(d.Clock.Deadline)
	switch {
	case expired && d.Turn == 0:
		return d.problem(ErrExpired, "This challenge has expired, because nobody answered it in time. Start a new one if you like.")
	case d.Status == Open:
		return nil
	case d.Status == Running:
		return d.problem(ErrNotOpen, "This match has begun already, so nobody can join or leave it. You can watch it, or start one of your own.")
	}
	return d.problem(ErrNotOpen, "This match is no longer open: %s Start a new one if you like.", d.Ending())
}

// Decline closes a challenge that the user was invited to.
func (s *Service) Decline(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d); err != nil {
			return err
		}
		if d.Invited != a.User || a.User == "" {
			return d.problem(ErrNotInvited, "This challenge is not for you, so you can't decline it. You can leave it alone.")
		}
		d.add(Event{Kind: Declined, User: a.User, Seat: games.Spectator})
		d.close(byDecline, games.Say("The challenge was declined."))
		return nil
	})
}

// Revoke closes a challenge or table of the user's own that has not begun.
func (s *Service) Revoke(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d); err != nil {
			return err
		}
		if d.Owner != a.User {
			return d.problem(ErrNotYours, "Only the member who has made this challenge can revoke it. If it is for you, decline it instead.")
		}
		d.close(byRevoking, games.Say("The challenge was revoked."))
		return nil
	})
}

// Leave gives back a seat of a table that has not begun. The owner's leaving closes it, as Revoke does.
func (s *Service) Leave(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d); err != nil {
			return err
		}
		seat := d.SeatOf(a.User)
		switch {
		case seat == games.Spectator:
			return d.problem(ErrNotYours, "You have no seat at this table, so there is nothing to leave. You can join it.")
		case a.User == d.Owner:
			d.close(byRevoking, games.Say("The table was closed by the member who had opened it."))
			return nil
		}
		d.Players[seat] = Player{}
		d.add(Event{Kind: Left, User: a.User, Seat: seat})
		return nil
	})
}

// Begin starts the owner's table with a computer player on each empty seat, or without the empty seats if fill is the zero Player and
// enough people sit there.
func (s *Service) Begin(ctx context.Context, a Act, fill Player) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := s.checkOpen(d); err != nil {
			return err
		}
		if d.Owner != a.User {
			return d.problem(ErrNotYours, "Only the member who has opened this table can begin the match. Ask them, or wait until all seats are taken.")
		}
		if err := d.fill(fill); err != nil {
			return err
		}
		unlock, err := s.lockMembers(ctx, d.Record, a.User)
		if err != nil {
			return err
		}
		d.unlock = unlock
		for _, user := range d.members() {
			if err := s.checkLimit(ctx, d, user, a.User); err != nil {
				return err
			}
		}
		return d.begin()
	})
}

// fill puts a computer player on each empty seat, or takes the empty seats away.
func (d *draft) fill(with Player) error {
	if with.Computer == "" {
		d.Players = slices.DeleteFunc(slices.Clone(d.Players), Player.Empty)
		if len(d.Players) < d.game.MinSeats {
			return d.problem(ErrBadProposal, "%s needs at least %d players, and %d are here. Wait for more, or fill the seats with computers.", d.game.Name, d.game.MinSeats, len(d.Players))
		}
		d.Setup.Seats = len(d.Players)
		return nil
	}
	info, ok := d.game.Player(with.Computer)
	if !ok {
		return games.Refuse("%s has no computer player %q. There are %s.", d.game.Name, with.Computer, playerNames(d.game))
	}
	if with.Name == "" {
		with.Name = "Computer (" + info.Name + ")"
	}
	for i, p := range d.Players {
		if p.Empty() {
			d.Players[i] = Player{Computer: info.Name, Name: with.Name}
		}
	}
	return nil
}

// Rematch asks for another match with swapped sides; when all members have asked it is made, and Change.Record.RematchID names it. The new
// match is announced as a Change of its own. Asking again makes no second one.
func (s *Service) Rematch(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if d.Status != Over {
			return d.problem(ErrTooEarly, "A rematch can be asked for when the match is over, and this one is not. Play on.")
		}
		if d.someoneGone() {
			return d.problem(ErrTooLate, "There can be no rematch, because somebody who played has left for good. You can start a match of your own.")
		}
		asking := d.members()
		if len(asking) == 0 {
			asking = []UserID{d.Owner}
		}
		if !slices.Contains(asking, a.User) {
			return d.problem(ErrNotYours, "Only those who played can ask for a rematch. You can start a match of your own.")
		}
		if err := s.checkBlocks(ctx, d, a.User, asking...); err != nil {
			return err
		}
		if d.RematchID != "" || d.Record.Rematch[string(a.User)] && !d.wanted(asking) {
			return nil
		}
		if d.Record.Rematch == nil {
			d.Record.Rematch = make(map[string]bool)
		}
		d.Record.Rematch[string(a.User)] = true
		if d.wanted(asking) {
			next, err := s.again(ctx, d, a.User)
			if err != nil {
				return err
			}
			d.RematchID = next.Record.ID
		}
		d.add(Event{Kind: Offered, User: a.User, Seat: d.SeatOf(a.User), Note: noteRematch})
		return nil
	})
}

// wanted reports whether all of them want a rematch.
func (d *draft) wanted(all []UserID) bool {
	return !slices.ContainsFunc(all, func(u UserID) bool { return !d.Record.Rematch[string(u)] })
}

// again makes the rematch of a match, with everybody one seat on. Its cause is the old match, so that there is only one even if the process dies
// before the old match knows of it.
func (s *Service) again(ctx context.Context, old *draft, asking UserID) (Change, error) {
	unlock, err := s.lockMembers(ctx, old.Record, old.Owner)
	if err != nil {
		return Change{}, err
	}
	defer unlock()
	cause := Cause("rematch/" + old.ID)
	if done, ok, err := s.repeated(ctx, cause); ok || err != nil {
		return done, err
	}
	for _, user := range old.members() {
		if err := s.checkLimit(ctx, old, user, asking); err != nil {
			return Change{}, err
		}
	}
	seed, err := s.seed()
	if err != nil {
		return Change{}, err
	}
	d := s.draft(Record{
		Game: old.Record.Game, Setup: old.Setup, Status: Open, Place: old.Place, Owner: old.Owner, Players: append(slices.Clone(old.Players[1:]), old.Players[0]),
		Unrated: old.Unrated, Step: old.Step, LastSeat: games.Spectator, Clock: Clock{Policy: old.Clock.Policy}, Created: old.now,
	}, old.game)
	d.Setup.Seed = seed
	d.add(Event{Kind: Created, User: asking, Seat: games.Spectator, Note: "rematch of " + string(old.ID)})
	if err := d.begin(); err != nil {
		return Change{}, err
	}
	return s.create(ctx, d, cause)
}

// seed draws the seed of a game. It is never 0.
func (s *Service) seed() (uint64, error) {
	var b [8]byte
	for {
		if err := s.random(b[:]); err != nil {
			return 0, err
		}
		if seed := binary.BigEndian.Uint64(b[:]); seed != 0 {
			return seed, nil
		}
	}
}

// newID draws an id of letters and digits that can't be taken for one another.
func (s *Service) newID() (ID, error) {
	const letters = "23456789abcdefghjkmnpqrstuvwxyz"
	var b [8]byte
	if err := s.random(b[:]); err != nil {
		return "", err
	}
	lot := rand.New(rand.NewPCG(binary.BigEndian.Uint64(b[:]), 0))
	id := make([]byte, 6)
	for i := range id {
		id[i] = letters[lot.IntN(len(letters))]
	}
	return ID(id), nil
}

func (s *Service) random(b []byte) error {
	s.randMu.Lock()
	defer s.randMu.Unlock()
	if _, err := io.ReadFull(s.cfg.Rand, b); err != nil {
		return fmt.Errorf("read randomness: %w", err)
	}
	return nil
}

func playerNames(g *games.Game) string {
	var names []string
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func (s *Service) gameNames() string {
	var names []string
	for _, g := range s.cfg.Games {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}
