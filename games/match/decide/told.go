package decide

import (
	"slices"

	"paddock/games/match"
)

// Asks says what must be read, after a decision and before it is stored, to tell people of it.
type Asks struct {
	Results   bool // whether the server has a results channel
	Lookout   bool // whether the new match notifies people who look for a game
	Followers bool // who follows the match, because it ends
}

// News is what was read because of Asks.
type News struct {
	Announced bool           // the server's results channel gets the result
	Looked    bool           // somebody is notified of the new match
	Followers []match.UserID // users to tell of the end
	Refused   []match.Refused
}

// Asks returns what must be read to tell people of the change.
func (d *Draft) Asks() Asks {
	return Asks{
		// The results channel gets each new result between people. A tournament announces its games with
		// its end; a resignation by erasure is not announced.
		Results: d.Status == match.Over && d.was.Status != match.Over && d.Tournament == "" && !d.erasing &&
			len(d.was.Members()) >= 2,
		Lookout:   d.Events[0].Kind == match.Created,
		Followers: d.Ends(),
	}
}

// Ends reports whether the change ends a running match.
func (d *Draft) Ends() bool { return d.was.Status == match.Running && d.Status != match.Running }

// Stored returns the record to store: with what people must be told, and when the match needs work
// again. It does not change the Draft.
func (d *Draft) Stored(n News) match.Record {
	r := d.Record
	r.Updated = d.now
	second := d.Pair && d.Ends() && d.Status == match.Over && !d.erasing
	if second {
		r.Rematch = make(map[string]bool)
		for _, u := range r.Members() {
			r.Rematch[string(u)] = true
		}
	}
	r.Notices = stillTrue(r, slices.Concat(r.Notices, notices(d.was, r, d.Events, d.by), d.followUp(n, second)))
	r.Due = d.facts.Due(r)
	r.Refused = slices.DeleteFunc(match.Refuse(r.Refused, n.Refused...), func(x match.Refused) bool {
		return r.Players[x.Seat].User == "" // the attempts of an erased player are not shown to anybody
	})
	return r
}

// followUp returns the notices that start follow-up work, and those to people who don't play.
// Second says that the second match of a pair is due.
func (d *Draft) followUp(n News, second bool) (list []match.Notice) {
	first, last := d.Events[0].Seq, d.Events[len(d.Events)-1].Seq
	if n.Announced {
		list = append(list, match.Notice{Event: last, Kind: match.Announced})
	}
	if d.was.Status == match.Open && d.Status == match.Running && d.by != d.Owner {
		list = append(list, match.Notice{Event: last, Kind: match.OfferedAgain})
	}
	if second {
		list = append(list, match.Notice{Event: last, Kind: match.SecondIsDue})
	}
	if n.Looked {
		list = append(list, match.Notice{Event: first, Kind: match.LooksForGame})
	}
	for _, u := range n.Followers {
		list = append(list, match.Notice{Event: last, To: u, Kind: match.FollowedEnd})
	}
	return list
}

// Unasked returns the member who no longer has to say whether they take a seat over; empty: nobody.
func (d *Draft) Unasked() match.UserID {
	if h := d.was.Heir; h != nil && !d.CallsUpon(h.To.User, match.SeatOffered) {
		return h.To.User
	}
	return ""
}
