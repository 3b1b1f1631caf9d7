package match

import (
	"cmp"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match/vote"
)

// Voting is how channels vote on the moves of their seats (P134). Votes are part of the record, so
// that they survive a restart. The log tells who has voted, but never for what.
type Voting struct {
	vote.Terms
	Rival ChannelID `json:",omitempty"` // the channel that is challenged, while the match is Open
	// when the second vote of the present turn was given, which starts the window
	Second  time.Time    `json:",omitzero"`
	Votes   []vote.Vote  `json:",omitempty"` // the present vote, in the order of the votes
	Turnout []Voter      `json:",omitempty"` // members whose votes were counted
	Last    []vote.Count `json:",omitempty"` // the count that chose the last voted move, the winner first
}

// Voter is a member who has voted for a channel, and the number of turns in which they did. Nobody
// votes for both sides.
type Voter struct {
	User  UserID
	Seat  games.Seat
	Turns int
}

// clone returns a copy that shares no data.
func (v *Voting) clone() *Voting {
	if v == nil {
		return nil
	}
	c := *v
	c.Votes, c.Turnout, c.Last = slices.Clone(v.Votes), slices.Clone(v.Turnout), slices.Clone(v.Last)
	return &c
}

// votedForAnother reports whether a vote of a member was counted for another seat.
func (v *Voting) votedForAnother(u UserID, seat games.Seat) bool {
	return slices.ContainsFunc(v.Turnout, func(x Voter) bool { return x.User == u && x.Seat != seat })
}

// Count ends the vote and returns the count. It adds the members who voted to the voters of the
// seat, most frequent first.
func (v *Voting) Count(seat games.Seat) []vote.Count {
	v.Last = vote.Tally(v.Votes)
	for _, given := range v.Votes {
		i := slices.IndexFunc(v.Turnout, func(x Voter) bool { return x.User == UserID(given.By) })
		if i < 0 {
			i = len(v.Turnout)
			v.Turnout = append(v.Turnout, Voter{User: UserID(given.By), Seat: seat})
		}
		v.Turnout[i].Turns++
	}
	slices.SortStableFunc(v.Turnout, func(a, b Voter) int { return cmp.Compare(b.Turns, a.Turns) })
	v.Votes = nil
	return v.Last
}

// forget removes a member from the votes, and reports whether they were in them.
func (v *Voting) forget(u UserID) bool {
	n := len(v.Votes) + len(v.Turnout)
	v.Votes = vote.Without(v.Votes, string(u))
	v.Turnout = slices.DeleteFunc(v.Turnout, func(x Voter) bool { return x.User == u })
	return len(v.Votes)+len(v.Turnout) < n
}

// Votes returns the seat on whose move a channel votes now, or Spectator.
func (r Record) Votes() games.Seat {
	if r.Voting == nil || r.Status != Running || r.Parked != nil {
		return games.Spectator
	}
	for seat := range r.Waiting.All() {
		if r.Players[seat].Channel != "" {
			return seat
		}
	}
	return games.Spectator
}

// Chooses returns the seat whose move a user may choose now: their own, or one on which they can
// vote. It returns Spectator if there is none.
func (r Record) Chooses(u UserID) games.Seat {
	own, voted := r.SeatOf(u), r.Votes()
	if u == "" || voted == games.Spectator || own != games.Spectator || r.Voting.votedForAnother(u, voted) {
		return own
	}
	return voted
}

// VotedBy reports whether a move of the user counts as a vote, because it is the turn of a seat that a
// channel plays (P134). It is false for an empty id.
func (r Record) VotedBy(u UserID) bool {
	seat := r.Votes()
	return seat != games.Spectator && r.Chooses(u) == seat
}

// Awaits reports whether a running match waits for a move of this user alone. A vote waits for
// everybody.
func (r Record) Awaits(u UserID) bool {
	seat := r.SeatOf(u)
	return r.Status == Running && r.Parked == nil && r.Waiting.Has(seat) && r.Players[seat].Channel == ""
}

// VoteEnds returns when the present vote is counted: a window after the second vote, and at the
// latest when the time for the move runs out. A lone vote therefore waits for a second one. It is
// zero while there is no vote to count.
func (r Record) VoteEnds() time.Time {
	if r.Votes() == games.Spectator || len(r.Voting.Votes) == 0 {
		return time.Time{}
	}
	end, late := r.Voting.Second.Add(r.Voting.Window), r.Clock.Deadline
	if len(r.Voting.Votes) == 1 || late.Before(end) {
		return late
	}
	return end
}
