package command

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var eraseCommand = &Command{Name: "delete-my-data", Help: "Remove you and everything I know of you; I ask once more", Where: Everywhere, run: askDelete}

var eraseActions = actions{show.ActDeleteYes: deleteData, show.ActDeleteNo: keepData}

// askDelete is `/delete-my-data`: it says what will happen and asks once more.
func askDelete(ctx context.Context, r *request) (discord.Reply, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	running := 0
	for _, rec := range list {
		if rec.Status == match.Running && rec.SeatOf(r.user) != games.Spectator {
			running++
		}
	}
	return replyText(r.in.Say(say.AskDelete, running),
		show.Button(r.in.Speak(say.LabelDeleteYes), discordgo.DangerButton, show.Target{Action: show.ActDeleteYes}),
		show.Button(r.in.Speak(say.LabelDeleteNo), discordgo.SecondaryButton, show.Target{Action: show.ActDeleteNo})), nil
}

// deleteData removes the presser. The wish is stored first, so that it is carried out whatever happens.
func deleteData(ctx context.Context, r *request) (discord.Reply, error) {
	gone, err := r.People.BeginErasure(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	if err := r.People.Erase(ctx, gone); err != nil {
		r.Log.Error("somebody could not be removed yet", "err", err)
		return privately(r, r.in.Speak(say.Deleting)), nil
	}
	return privately(r, r.in.Speak(say.Deleted)), nil
}

func keepData(_ context.Context, r *request) (discord.Reply, error) {
	return privately(r, r.in.Speak(say.Kept)), nil
}
