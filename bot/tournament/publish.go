package tournament

import (
	"context"
	"errors"

	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// publish sends the result of a tournament to those who follow its announcement channel, for the
// organiser or a moderator (P27). Followers see no components, and the bot's messages are made of
// them, so the result is posted once more as text and picture.
func (f *Feature) publish(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	if err := t.MayPublish(actor(r)); err != nil {
		return request.Reply{}, err
	}
	say := func(s games.Sentence) string { return r.In.Say(s, discord.Escape(t.Name)) }
	if !f.Client.Announces(ctx, string(t.Place.Channel)) {
		return request.Reply{}, request.Refuse(say(sayTournamentNoFollowers))
	}
	err := f.messages.publish(ctx, t)
	switch failure, _ := discord.Classify(err); {
	case err == nil:
		return f.Privately(ctx, r, say(sayTournamentPublished)), nil
	case errors.Is(err, discord.ErrPublished):
		return f.Privately(ctx, r, say(sayTournamentTwice)), nil
	case failure == discord.RateLimited || failure == discord.Forbidden || failure == discord.NoAccess:
		return request.Reply{}, request.Refuse(r.In.Speak(sayTournamentNotPublished))
	}
	return request.Reply{}, err
}

// publish posts the result, unless that was done before, and publishes it. The message is stored
// first, so that it is published once, also after a crash in between.
func (t *messages) publish(ctx context.Context, r tourney.Record) error {
	channel := string(r.Place.Channel)
	if r.Published != "" {
		err := t.Client.Publish(ctx, channel, string(r.Published))
		if failure, _ := discord.Classify(err); failure != discord.MessageGone {
			return err
		}
	}
	in := t.People.LanguageAt(ctx, r.Place, r.Owner.User)
	text, files := t.plainResult(in, t.view(ctx, r, theEnd))
	id, err := t.Client.PostPlain(ctx, channel, text, files, deliver.Nonce("tp-%s/%s", r.ID, deliver.Tail(r.Published, 8)))
	if err != nil {
		return err
	}
	if err := t.service.MarkPublished(context.WithoutCancel(ctx), r.ID, match.MessageID(id)); err != nil {
		return err
	}
	return t.Client.Publish(ctx, channel, id)
}

// plainResult returns the result of a tournament as text, and as a picture where the channel has
// pictures.
func (t *messages) plainResult(in lang.Language, v tournamentView) (text string, files []discord.File) {
	text = title(in.Say(sayTournamentOver, discord.Escape(v.Name))) + "\n**" +
		discord.Escape(in.Speak(v.Ending())) + "**"
	if len(v.Played) == 0 {
		return text, nil
	}
	var m discord.Message
	if addChart(t.Show, &m, in, v, drawn(in, v.Record)) {
		return text, m.Files
	}
	return text + "\n" + discord.CodeBlock(standingText(in, v.Record, standingShown)), nil
}
