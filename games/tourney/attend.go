package tourney

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// mostSteps is a safe upper bound on the steps of one call of Attend: each round needs at most
// four.
const mostSteps = 1000

// Attend does the work that is due for a tournament. It takes in results, starts the tournament or
// judges games by the deadline, pairs the next round and makes its matches. Call it when one of the
// matches has ended or the deadline has passed. At other times it does nothing.
func (s *Service) Attend(ctx context.Context, id ID) (Record, error) {
	for range mostSteps {
		r, err := s.Tournament(ctx, id)
		if err != nil {
			return Record{}, err
		}
		if r.Waits() && r.due(s.now()) {
			if err := s.openSeason(ctx, id); err != nil {
				return r, err
			}
			continue
		}
		if r.Status == Open && r.due(s.now()) {
			if err := s.strikeAbsent(ctx, r, ""); err != nil {
				return r, err
			}
		}
		next, err := r.pairNext() // the lock is not held, because pairing can be slow
		if err != nil {
			return r, err
		}
		again := false
		r, err = s.write(ctx, id, func(r *Record) (changed bool, err error) {
			if r.awaitsRound(s.now()) && next.version != r.Version {
				again = true // another writer has changed the record since
				return false, nil
			}
			changed, err = s.step(ctx, r, next.games)
			again = changed
			return changed, err
		})
		if err != nil || !again {
			return r, err
		}
	}
	return Record{}, fmt.Errorf("tournament %s: never comes to rest", id)
}

// nextRound holds the pairings of the round that follows a version of a record. Without pairings
// the tournament ends.
type nextRound struct {
	version int
	games   []Pairing
}

// pairNext pairs the next round of a tournament if it needs one.
func (r Record) pairNext() (nextRound, error) {
	f, err := r.format()
	if round, ok := r.Going(); err != nil || r.Status != Running || ok && !round.done() {
		return nextRound{}, err
	}
	return nextRound{r.Version, f.Next(r.State(false))}, nil
}

// awaitsRound reports whether the next step is a new round or the end.
func (r *Record) awaitsRound(now time.Time) bool {
	round, ok := r.Going()
	return r.Status == Running && (!ok || round.done()) && (len(r.Asked) == 0 || r.due(now))
}

func (r *Record) due(now time.Time) bool { return !r.Deadline.IsZero() && !now.Before(r.Deadline) }

// step does one piece of the due work, and reports whether there was any. Next is the next round,
// if one is needed.
func (s *Service) step(ctx context.Context, r *Record, next []Pairing) (bool, error) {
	due := r.due(s.now())
	switch {
	case r.Status == Open && due:
		switch {
		case !r.tooFew():
			s.begin(r)
		case r.Every != "":
			s.cancel(r, "", games.Say("Too few players joined in time, so this season is cancelled and there won't be another."))
		default:
			s.cancel(r, "", games.Say("Too few players joined in time, so the tournament is cancelled."))
		}
		return true, nil
	case r.awaitsRound(s.now()):
		s.pair(r, next)
		return true, nil
	}
	if g := r.held(); g != nil {
		return true, s.release(ctx, r, g)
	}
	round, ok := r.Going()
	if !ok || round.done() {
		return false, nil
	}
	changed, err := s.visit(ctx, r, round)
	if changed || err != nil || !due {
		return changed, err
	}
	r.Deadline = time.Time{}
	return true, s.judge(ctx, r, round)
}

// strikeAbsent removes entrants who have left the server from a sign-up that is about to end (P82).
// Present is an entrant who is there because they act. It is called without the lock, because it
// asks Discord.
func (s *Service) strikeAbsent(ctx context.Context, r Record, present match.UserID) error {
	var users, absent []match.UserID
	for _, e := range r.Entrants {
		if e.User != "" && e.User != present {
			users = append(users, e.User)
		}
	}
	for some := range slices.Chunk(users, asksAtOnce) {
		absent = append(absent, s.cfg.Matches.Read.Absent(ctx, r.Place.Guild, some)...)
	}
	if len(absent) == 0 {
		return nil
	}
	_, err := s.write(ctx, r.ID, func(r *Record) (changed bool, err error) {
		for _, u := range absent {
			if e := r.EntrantOf(u); r.Status == Open && e != Nobody {
				r.log(s.now(), "", "", "%s has left the server and doesn't play.", r.EntrantName(e))
				r.strike(e)
				changed = true
			}
		}
		return changed, nil
	})
	return err
}

// asksAtOnce is the number of entrants about whom the tournament asks at once whether they have
// left the server.
const asksAtOnce = 10

// begin ends the sign-up, gives the free places to computers, and draws lots where places are worth
// more or less.
func (s *Service) begin(r *Record) {
	for n := 1; r.Fill != "" && len(r.Entrants) < r.Most; n++ {
		r.Entrants = append(r.Entrants,
			match.Player{Computer: r.Fill, Name: fmt.Sprintf("Computer %d (%s)", n, r.Fill)})
	}
	r.Status, r.Deadline = Running, time.Time{}
	if r.Size != 0 {
		r.divide()
	}
	if DrawsLots(r.Format) {
		lot := rand.New(rand.NewPCG(r.Seed, 0x6c6f7473)) // the number is the letters of "lots" in ASCII
		lot.Shuffle(len(r.Entrants), func(i, j int) { r.Entrants[i], r.Entrants[j] = r.Entrants[j], r.Entrants[i] })
	}
	r.takeBack(func(n Notice) bool { return n.Kind == SeasonOpen })
}

// DrawsLots reports whether the places of a format are drawn by lot when it begins. Where losers are
// out, byes and games of fewer players go to certain places: of five equals in a bracket two win
// half as often as the others. By the order of joining that would depend on who was first.
func DrawsLots(format string) bool {
	return format == Knockout{}.Name() || format == Bracket{}.Name()
}

// pair adds the next round, or ends the tournament.
func (s *Service) pair(r *Record, pairings []Pairing) {
	r.takeBack(func(n Notice) bool { return n.Kind == SitsOut })
	if len(pairings) == 0 {
		if !r.ask(s.now()) {
			s.finish(r)
		}
		return
	}
	round := Round{Began: s.now()}
	for _, p := range pairings {
		round.Games = append(round.Games, Game{Pairing: p, Done: p.Bye()})
	}
	r.Played = append(r.Played, round)
	r.notifyRound(round)
	for _, e := range r.SittingOut(len(r.Played) - 1) {
		r.notify(e, Notice{At: round.Began, Kind: SitsOut})
	}
	r.Deadline = time.Time{}
	if r.RoundTime > 0 {
		r.Deadline = round.Began.Add(r.RoundTime)
	}
}

// ask asks the winners of a finished tournament, once, to confirm their wins. It returns false if
// nobody must be asked.
func (r *Record) ask(now time.Time) bool {
	if !r.Confirm || r.Called {
		return false
	}
	r.Asked = slices.DeleteFunc(r.Winners(), func(e Entrant) bool { return !r.Person(e) })
	r.Called, r.Deadline = true, now.Add(r.PerMove)
	for _, e := range r.Asked {
		r.notify(e, Notice{At: now, Kind: ConfirmWin, Until: r.Deadline})
	}
	return true
}

func (s *Service) finish(r *Record) {
	r.Status, r.Deadline = Over, time.Time{}
	for _, e := range r.Asked {
		r.log(s.now(), "", "", "%s didn't confirm the win in time and loses it.", r.EntrantName(e))
	}
	won := r.Winners()
	say := games.Say("%s wins the tournament.", r.Names(won...))
	switch {
	case len(won) == 0 && len(r.Asked) > 0:
		say = games.Say("Nobody confirmed the win in time, so the tournament has no winner.")
	case len(won) == 0:
		say = games.Say("None of the players left has played a game, so the tournament has no winner.")
	case len(won) > 1:
		say = games.Say("%s share first place.", r.Names(won...))
	}
	r.Result, r.Verdict = say.String(), say
	r.Log = append(r.Log, Entry{At: s.now(), Say: say})
	r.notifyEnd(s.now(), Ended)
	r.awaitNext(s.now())
}

// visit makes the missing matches of a round, ends the games of entrants who have withdrawn, and
// takes in results (F69).
func (s *Service) visit(ctx context.Context, r *Record, round *Round) (changed bool, err error) {
	for i := range round.Games {
		g := &round.Games[i]
		switch {
		case g.Done:
		case g.Match == "":
			if err := s.propose(ctx, r, len(r.Played), i, g); err != nil {
				return changed, err
			}
			r.notifyRound(Round{Began: s.now(), Games: []Game{*g}})
			changed = true
		default:
			told := r.LastNotice
			done, err := s.takeIn(ctx, r, g)
			if err != nil {
				return changed, err
			}
			changed = changed || r.LastNotice != told
			if done {
				r.notifyLosers(s.now(), *g)
				changed = true
			}
		}
	}
	return changed, nil
}

// propose makes the match of a game. Its cause identifies the game, so repeated calls make only one
// match.
func (s *Service) propose(ctx context.Context, r *Record, round, i int, g *Game) error {
	p := match.Proposal{
		Game: r.Game, Setup: games.Setup{Seats: len(g.Pairing), Options: r.Options}, Place: r.Place, Seated: true,
		Tournament: string(r.ID),
		PerMove:    -1, Grace: -1, NoWeekends: r.NoWeekends, NoVacations: r.NoVacations,
		Cause: match.Cause(fmt.Sprintf("t:%s:%d:%d", r.ID, round, i)),
	}
	for _, e := range g.Pairing {
		p.With = append(p.With, r.Entrants[e])
		if r.Person(e) {
			p.PerMove, p.Bank = r.PerMove, r.Bank
		}
	}
	done, err := s.cfg.Matches.Tables.Propose(ctx, p)
	if err != nil {
		return err
	}
	g.Match = done.Match.ID
	return nil
}

// release detaches the match of a game from its cancelled tournament.
func (s *Service) release(ctx context.Context, r *Record, g *Game) error {
	end := r.Log[len(r.Log)-1] // the log's entry of the cancellation
	by := ""
	if len(end.Say.Args) > 0 {
		by, _ = end.Say.Args[0].(string)
	}
	_, err := s.cfg.Matches.Referee.Release(ctx, match.Act{Match: g.Match, User: end.By}, by, r.Name)
	// the match is over or gone, so nothing is left to release
	if errors.Is(err, match.ErrOver) || errors.Is(err, match.ErrUnknown) {
		err = nil
	}
	g.How = Released
	return err
}

// showStalls tells the organiser, once, which players draw out a lost game. An organiser who plays
// in that game is not told.
func (r *Record) showStalls(at time.Time, g *Game, m match.Record) {
	for seat := range (m.Stalling() &^ g.Stalled).All() {
		if m.SeatOf(r.Owner.User) != games.Spectator {
			return
		}
		g.Stalled |= games.SeatSet(seat)
		r.unchangedForTheChannel()
		r.notifyUser(Notice{
			At: at, To: r.Owner.User, Kind: Stalls, Match: g.Match,
			Why: games.Say("%s is certain to lose, and has used nearly all the time five turns in a row. Let the clock run, or decide the game with `/tournament override`.", m.Players[seat].Called()),
		})
	}
}

// takeIn takes in the result of a game whose match has ended, and reports whether it did.
func (s *Service) takeIn(ctx context.Context, r *Record, g *Game) (bool, error) {
	m, err := s.cfg.Matches.Read.Match(ctx, g.Match)
	if errors.Is(err, match.ErrUnknown) {
		m, err = match.Match{Record: match.Record{Status: match.Closed}}, nil
	}
	if err == nil && m.Status == match.Running {
		r.showStalls(s.now(), g, m.Record)
		m, err = s.leaveFor(ctx, r, g, m)
	}
	switch {
	case err != nil:
		return false, err
	case m.Status == match.Closed:
		g.Done, g.How, g.Place = true, Void, slices.Repeat([]int{1}, len(g.Pairing))
		r.log(s.now(), "", g.Match, "The game of %s ended without a result, so they share the points.",
			r.Names(g.Pairing...))
		return true, nil
	case m.Status != match.Over:
		return false, nil
	}
	result := g.Pairing.Result(*m.Outcome)
	g.Done, g.Place, g.Score, g.Tiebreak = true, result.Place, result.Score, result.Tiebreak
	if m.Reason == games.ByReferee && !r.removedFrom(*g) { // a removal has an entry already
		g.How = Judged
		r.log(s.now(), "", g.Match, "%s", m.Ending())
	}
	return true, s.putOutLate(ctx, r, g, m)
}

// leaveFor takes entrants who are out of the tournament out of a match, and returns the changed
// match. Entrants who withdrew resign; those removed by a moderator are removed.
func (s *Service) leaveFor(ctx context.Context, r *Record, g *Game, m match.Match) (match.Match, error) {
	for _, e := range g.Pairing {
		if m.Status != match.Running || !slices.Contains(r.Out, e) || !r.Person(e) {
			continue
		}
		done, err := s.leave(ctx, r, e, m.ID)
		switch {
		case errors.Is(err, match.ErrTooLate), errors.Is(err, match.ErrOver): // the player has left that match already
		case err != nil:
			return m, err
		default:
			m = done.Match
		}
	}
	return m, nil
}

// removedFrom reports whether a moderator removed a player of a game from the tournament.
func (r *Record) removedFrom(g Game) bool {
	return slices.ContainsFunc(r.Removed, func(x Removed) bool { return slices.Contains(g.Pairing, x.Entrant) })
}

// leave takes an entrant who is out of the tournament out of a match.
func (s *Service) leave(ctx context.Context, r *Record, e Entrant, id match.ID) (match.Change, error) {
	for _, x := range r.Removed {
		if x.Entrant == e {
			return s.cfg.Matches.Moderate.Remove(ctx, match.Act{Match: id, User: x.User}, r.Entrants[e].User, x.Order)
		}
	}
	return s.cfg.Matches.Play.Resign(ctx, match.Act{Match: id, User: r.Entrants[e].User})
}

// putOutLate removes from the tournament all entrants whom the clock put out of a game, because
// absent players do not come back (F67).
func (s *Service) putOutLate(ctx context.Context, r *Record, g *Game, m match.Match) error {
	absent, err := s.cfg.Matches.Read.Removals(ctx, m)
	if err != nil {
		return err
	}
	for _, u := range absent {
		if e := r.EntrantOf(u); e != Nobody && !slices.Contains(r.Out, e) {
			r.withdraw(e)
			r.log(s.now(), "", g.Match, "%s didn't move in time and is out of the tournament.", r.EntrantName(e))
			r.notify(e, Notice{At: s.now(), Kind: PutOut, Match: g.Match})
		}
	}
	return nil
}

// judge ends the games of a round whose time is up (F68). The present score decides. Without a
// score the players to move lose, as by the clock.
func (s *Service) judge(ctx context.Context, r *Record, round *Round) error {
	for _, g := range round.Games {
		if g.Done || g.Match == "" {
			continue
		}
		m, err := s.cfg.Matches.Read.Match(ctx, g.Match)
		switch {
		case errors.Is(err, match.ErrUnknown), err == nil && m.Status != match.Running:
			continue // the match has ended, and the next step takes in its result
		case err != nil: // the deadline has to stay, or nobody would judge this game later
			return err
		}
		pos, err := m.Parse()
		if err != nil {
			return err
		}
		_, err = s.cfg.Matches.Referee.Decide(ctx, match.Act{Match: m.ID},
			match.Decision{Place: verdict(pos, len(g.Pairing))})
		if err != nil && !errors.Is(err, match.ErrOver) {
			return err
		}
	}
	return nil
}

// verdict returns the places for a game that is still running when its round ends.
func verdict(pos *games.Position, n int) (place [games.MaxSeats]int8) {
	if standing, ok := pos.Standing(); ok {
		return standing.Place
	}
	late := pos.Turn().Waiting
	for seat := range n {
		place[seat] = 1
		if late.Has(games.Seat(seat)) && late.Len() < n {
			place[seat] = int8(n)
		}
	}
	return place
}

// Resume prepares tournaments after a start of the process, before any other call. A deadline that
// passed meanwhile is extended by an hour, or by its own length if that is shorter (F11). Then
// Resume does the overdue work. It returns all failures together; other tournaments are not
// affected.
func (s *Service) Resume(ctx context.Context) error {
	list, err := s.Unsettled(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, r := range list {
		if !r.Live() && r.held() == nil {
			continue
		}
		_, err := s.write(ctx, r.ID, s.grace)
		if err == nil {
			_, err = s.Attend(ctx, r.ID)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("tournament %s: %w", r.ID, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) grace(r *Record) (bool, error) {
	now := s.now()
	if r.Deadline.IsZero() || now.Before(r.Deadline) {
		return false, nil
	}
	span := r.RoundTime
	switch {
	case r.Status == Open:
		span = r.SignUp
	case r.Called:
		span = r.PerMove
	}
	r.Deadline = now.Add(min(span, graceAtMost))
	return true, nil
}

// Due returns the earliest deadline of all tournaments, including openings of seasons. It returns
// false if there is none.
func (s *Service) Due(ctx context.Context) (id ID, at time.Time, ok bool, err error) {
	list, err := s.Unsettled(ctx)
	if err != nil {
		return "", at, false, err
	}
	for _, r := range list {
		if !r.Deadline.IsZero() && (!ok || r.Deadline.Before(at)) {
			id, at, ok = r.ID, r.Deadline, true
		}
	}
	return id, at, ok, nil
}

// Live lists the tournaments that have not ended.
func (s *Service) Live(ctx context.Context) ([]Record, error) {
	list, err := s.Unsettled(ctx)
	return slices.DeleteFunc(list, func(r Record) bool { return !r.Live() }), err
}

// Unsettled lists the tournaments with pending work, see Record.Unsettled.
func (s *Service) Unsettled(ctx context.Context) ([]Record, error) {
	list, err := s.cfg.Store.OpenTournaments(ctx)
	if err != nil {
		return nil, readFailed("read tournaments", err)
	}
	return list, nil
}

// InChannel lists the newest tournaments of a channel, including those that have ended.
func (s *Service) InChannel(ctx context.Context, c match.ChannelID, max int) ([]Record, error) {
	list, err := s.cfg.Store.ChannelTournaments(ctx, c, max)
	if err != nil {
		return nil, readFailed("read tournaments", err)
	}
	return list, nil
}
