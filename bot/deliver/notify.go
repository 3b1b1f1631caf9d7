package deliver

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/show"
	"paddock/games/match"
)

// notified splits people by how they hear that something waits for them (P28): here, by a mention in the message that says so, or by a direct message
// that leads there. Who wants to hear nothing is in neither; everybody whose wish can't be read is mentioned, and so is who can't be written to.
func (b *Boards) notified(ctx context.Context, users []match.UserID) (here, byDM []match.UserID) {
	for _, id := range users {
		u, err := b.People.User(ctx, id)
		switch {
		case err == nil && u.Notify == match.ByNothing:
		case err == nil && u.Notify == match.ByDM && !u.DMClosed:
			byDM = append(byDM, id)
		default:
			here = append(here, id)
		}
	}
	return here, byDM
}

// notify tells people by direct message what waits for them in a match whose channel has just been told.
func (b *Boards) notify(ctx context.Context, m match.Match, users []match.UserID) {
	if len(users) == 0 {
		return
	}
	if now, err := b.Matches.Read.Match(ctx, m.ID); err == nil {
		m = now // knows the newest message
	}
	for _, u := range users {
		b.tellPrivately(ctx, m, u, show.WaitsForYou(b.People.Language(ctx, u), m, u))
	}
}

// tellRemoved tells those privately whom the clock has put out of a match (F46).
func (b *Boards) tellRemoved(ctx context.Context, m match.Match, events []match.Event) {
	for _, seat := range show.RemovedSeats(m, events) {
		if u := m.Players[seat].User; u != "" {
			b.tellPrivately(ctx, m, u, show.Removed(b.People.Language(ctx, u), m))
		}
	}
}

func (b *Boards) tellPrivately(ctx context.Context, m match.Match, u match.UserID, text discord.Message) {
	if err := b.Tell(ctx, u, text); err != nil {
		f, _ := discord.Classify(err)
		b.Log.Info("somebody could not be told privately", "match", m.ID, "failure", f)
	}
}
