package decide

import (
	"errors"

	"paddock/games"
	"paddock/games/match"
)

// Retire takes the author out of the match for an erasure: nothing of it is announced or repeated.
type Retire struct{}

func (Retire) decide(d *Draft, a match.Act) error {
	d.erasing, d.Wants.Again = true, 0
	return d.retire(a.User)
}

// Erases reports whether the change belongs to an erasure, which announces it itself when the name
// is replaced everywhere.
func (d *Draft) Erases() bool { return d.erasing }

// retire takes a member out of a match. It resigns a running match, revokes the member's own
// challenge or table, and declines or leaves another member's. It does not change a finished match.
func (d *Draft) retire(u match.UserID) error {
	seat := d.SeatOf(u)
	switch {
	case d.Status == match.Open && d.Owner == u:
		d.close(match.ByRevoking, games.Say("The challenge was withdrawn."))
	case d.Status == match.Open && d.Invited == u:
		d.add(match.Event{Kind: match.Declined, User: u, Seat: games.Spectator})
		d.close(match.ByDecline, games.Say("The challenge was declined."))
	case d.Status == match.Open && seat != games.Spectator:
		d.Players[seat] = match.Player{}
		d.add(match.Event{Kind: match.Left, User: u, Seat: seat})
	case d.Status != match.Running:
	case seat != games.Spectator && d.Players[seat].Channel != "": // a channel's seat keeps playing
	case d.Abandoned(u):
		d.abandon(seat)
	case seat != games.Spectator:
		err := d.rule(games.Ruling{Kind: games.Resign, Seat: seat}, u, match.CodeWish)
		if !errors.Is(err, match.ErrTooLate) { // the member has left already, and the others play on
			return err
		}
	case d.Owner == u && len(d.Members()) == 0:
		d.close(match.ByCancelling, games.Say("The match was cancelled and has no result."))
	}
	return nil
}
