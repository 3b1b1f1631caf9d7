package person

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

var privacyCommand = &request.Command{
	In: "privacy", Name: "show", Help: "What I store about you, how long, who sees it, and how to delete it",
	Where: request.Everywhere, Run: showPrivacy,
}

// showPrivacy handles `/privacy show`: what the bot stores of a user, how long, and who sees it
// (P30).
func showPrivacy(_ context.Context, r *request.Request) (request.Reply, error) {
	var lines []string
	for _, s := range sayPrivacy {
		lines = append(lines, r.In.Speak(s))
	}
	return request.ReplyText(strings.Join(lines, "\n")), nil
}

func (f *Feature) eraseCommand() *request.Command {
	return &request.Command{
		In: "privacy", Name: "delete-my-data",
		Help: "Delete everything I know about you; I ask once more", Where: request.Everywhere, Run: f.askDelete,
	}
}

// askDelete handles `/privacy delete-my-data`: it says what will be deleted and asks for
// confirmation (P30).
func (f *Feature) askDelete(ctx context.Context, r *request.Request) (request.Reply, error) {
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	running := 0
	for _, rec := range list {
		// a channel's seat is still played after its leader is erased
		if seat := rec.SeatOf(r.User); rec.Status == match.Running && seat != games.Spectator &&
			rec.Players[seat].Channel == "" {
			running++
		}
	}
	return request.ReplyText(r.In.Say(sayAskDelete, running),
		component.Button(r.In.Speak(sayLabelDeleteNo), discordgo.SecondaryButton,
			component.Target{Action: actDeleteNo}),
		component.Button(r.In.Speak(sayLabelDeleteYes), discordgo.DangerButton,
			component.Target{Action: ActDeleteYes})), nil
}

// deleteData handles the button that confirms. It first stores the order to erase the user, so that
// a restart completes a failed erasure.
func (f *Feature) deleteData(ctx context.Context, r *request.Request) (request.Reply, error) {
	gone, err := f.People.BeginErasure(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	if err := f.People.Erase(ctx, gone); err != nil {
		f.Log.Error("somebody could not be removed yet", "err", err)
		return f.Privately(ctx, r, r.In.Speak(sayDeleting)), nil
	}
	return f.Privately(ctx, r, r.In.Speak(sayDeleted)), nil
}

// keepData handles the button that deletes nothing.
func (f *Feature) keepData(ctx context.Context, r *request.Request) (request.Reply, error) {
	return f.Privately(ctx, r, r.In.Speak(sayKept)), nil
}
