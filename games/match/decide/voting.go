package decide

import (
	"cmp"
	"fmt"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
	"paddock/games/referee"
)

// vote records a user's vote on the move of a channel's seat, or changes it. If that decides the
// move, it counts the votes. It returns the game's *Refusal for an illegal move.
func (d *Draft) vote(user match.UserID, seat games.Seat, move string) error {
	pos, err := d.position()
	if err != nil {
		return err
	}
	done, err := pos.Play(seat, move)
	switch {
	case err != nil:
		return err
	case len(done.Moves) != 1:
		return d.problem(match.ErrBadProposal, "The channel votes on one move at a time. Choose the first of them.")
	}
	was := d.Voting.Votes
	given := vote.Give(was, vote.Vote{By: string(user), Move: done.Moves[0]})
	if vote.Of(was, string(user)) == done.Moves[0] {
		return nil
	}
	if d.Voting.Votes = given; len(given) == 2 && vote.Of(was, string(user)) == "" {
		d.Voting.Second = d.now
	}
	e := match.Event{Kind: match.Voted, User: user, Seat: seat}
	if vote.Of(was, string(user)) != "" {
		e.Code = match.CodeAgain
	}
	d.add(e)
	d.Drafts++
	end := d.VoteEnds()
	if vote.Decided(given, d.Voting.Terms.Voters) || !end.IsZero() && !d.now.Before(end) {
		return d.countVotes()
	}
	return nil
}

// countVotes ends the present vote: it plays the move with the most votes.
func (d *Draft) countVotes() error {
	seat, all := d.Votes(), len(d.Voting.Votes)
	best := d.Voting.Count(seat)[0]
	from := len(d.Events)
	if err := d.play(seat, best.Move); err != nil {
		return fmt.Errorf("play the vote in match %s: %w", d.ID, err)
	}
	for i := range d.Events[from:] {
		if e := &d.Events[from+i]; e.Kind == match.Moved {
			e.User, e.Note = "", fmt.Sprintf("%d/%d", best.Votes, all)
		}
	}
	return nil
}

// openVote begins a new vote if the position has changed. The match moves to the channel that
// votes, which may be the other one.
func (d *Draft) openVote() {
	if d.Voting == nil || d.Position == d.was.Position { // a hand-over makes boards stale, but the vote goes on
		return
	}
	d.Voting.Votes, d.Voting.Second = nil, time.Time{}
	if seat := d.Votes(); seat != games.Spectator && d.Players[seat].Channel != d.Place.Channel {
		d.Place.Channel = d.Players[seat].Channel
	}
}

// seatChannel gives the proposer's seat to their channel, on the terms of the proposal.
func (d *Draft) seatChannel(p match.Proposal) error {
	if p.Voting == nil {
		return nil
	}
	v := *p.Voting
	policy := d.Clock.Policy
	switch {
	case d.game.Hidden:
		return problem(match.ErrBadProposal, nil,
			"%s has secrets, and a whole channel can't keep one. Choose another game, or play for yourself.",
			d.game.Name)
	case p.Place.Guild == "":
		return problem(match.ErrBadProposal, nil, "A channel can only play in a server. Play for yourself here.")
	case p.Rated || p.Seated || p.Watch || p.Wants.Again > 0:
		return problem(match.ErrBadProposal, nil,
			"A channel plays single matches by vote, and they're never rated. Leave the other option out.")
	case policy.PerMove <= 0:
		return problem(match.ErrBadProposal, nil,
			"A vote needs an end, so a channel's match needs a clock. Choose a time for a move.")
	case v.Rival == p.Place.Channel:
		return problem(match.ErrBadProposal, nil,
			"A channel can't play against itself. Choose another one, or play against the computer.")
	case v.Rival != "" && (d.Invited != "" || len(d.Players) != 2 || !d.Players[1].Empty()):
		return problem(match.ErrBadProposal, nil,
			"Two channels play each other, and nobody else. Name no member and no computer player.")
	}
	if v.Window == 0 {
		v.Window = max(policy.PerMove/4, vote.LeastWindow)
	}
	if !v.Sound(policy.PerMove) {
		return problem(match.ErrBadProposal, nil,
			"A vote can be open from one minute to the time for a move, and wait for 2 to %d voters. Choose within that.", vote.MostVoters)
	}
	d.Voting, d.Unrated = &match.Voting{Terms: v.Terms, Rival: v.Rival}, true
	d.Players[0].Channel = p.Place.Channel
	if v.Rival != "" {
		d.Place.Channel, d.Wants.Here = v.Rival, true
	}
	return nil
}

// followPlace updates a channel's seat when its match moves to another channel, with the name of
// that channel if it is known.
func (d *Draft) followPlace(to match.ChannelID, named string) {
	for seat, p := range d.Players {
		if p.Channel == d.Place.Channel && p.Channel != "" {
			d.Players[seat].Channel, d.Players[seat].Name = to, cmp.Or(named, p.Name)
		}
	}
}

// againVoting returns the terms of a channel's vote for another match, without its voters.
func againVoting(v *match.Voting, policy referee.Policy) *match.Voting {
	if v == nil {
		return nil
	}
	terms := v.Terms
	terms.Window = min(terms.Window, policy.PerMove)
	return &match.Voting{Terms: terms}
}
