package tournament

import (
	"context"
	"time"

	"paddock/bot/discord"
	"paddock/bot/sight"
	"paddock/games/match"
	"paddock/games/tourney"
)

// eventTime is how long the event of a tournament lasts if the bot does not end it earlier.
const eventTime = 24 * time.Hour

// event updates the scheduled event of a tournament and returns its id. It is made with the
// sign-up, begins with the first round, and is deleted at the end. Its place is the link to the
// sign-up, which identifies it, so that it is made once, also after a crash. A tournament works
// without it.
func (t *messages) event(ctx context.Context, r tourney.Record, message match.MessageID) string {
	guild, id := string(r.Place.Guild), r.Shown.Event
	var err error
	switch {
	case r.Status == tourney.Open && id == "" && r.Deadline.After(t.Now()) && t.mayAnnounce(ctx, r):
		in := t.People.LanguageAt(ctx, r.Place, r.Owner.User)
		id, err = t.Client.Schedule(ctx, guild, t.Self(), discord.Event{
			Name: r.Name, About: in.Say(sayEventAbout, gameName(t.Show, r)),
			Place: discord.ChannelURL(guild, string(r.Place.Channel)) + "/" + string(message),
			Start: r.Deadline, End: r.Deadline.Add(eventTime),
		})
	case id == "":
	case r.Shown.Rounds == 0 && stage(r) > 0:
		err = t.Client.BeginEvent(ctx, guild, id)
	case !r.Live():
		err = discord.Retry(ctx, func() error { return t.Client.DropEvent(ctx, guild, id) })
		id = ""
	}
	if err != nil {
		t.Log.Info("the event of a tournament is not up to date", "tournament", r.ID, "err", discord.Redact(err))
	}
	return id
}

// mayAnnounce reports whether the bot may create events. It asks Discord once for each tournament.
func (t *messages) mayAnnounce(ctx context.Context, r tourney.Record) bool {
	t.mu.Lock()
	asked := t.asked[r.ID]
	t.asked[r.ID] = true
	t.mu.Unlock()
	if asked {
		return false
	}
	may, _, err := sight.Permissions(ctx, t.Client, r.Place, match.UserID(t.Self()))
	return err == nil && may&discord.PermissionCreateEvents != 0
}
