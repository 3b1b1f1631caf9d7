package command

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var eraseCommand = &router.Command{Name: "delete-my-data", Help: "Remove you and everything I know of you; I ask once more", Where: router.Everywhere, Run: askDelete}

var eraseActions = router.Actions{show.ActDeleteYes: deleteData, show.ActDeleteNo: keepData}

// askDelete is `/delete-my-data`: it says what will happen and asks once more.
func askDelete(ctx context.Context, r *router.Request) (discord.Reply, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	running := 0
	for _, rec := range list {
		if rec.Status == match.Running && rec.SeatOf(r.User) != games.Spectator {
			running++
		}
	}
	return router.ReplyText(r.In.Say(say.AskDelete, running),
		show.Button(r.In.Speak(say.LabelDeleteYes), discordgo.DangerButton, show.Target{Action: show.ActDeleteYes}),
		show.Button(r.In.Speak(say.LabelDeleteNo), discordgo.SecondaryButton, show.Target{Action: show.ActDeleteNo})), nil
}

// deleteData removes the presser. The wish is stored first, so that it is carried out whatever happens.
func deleteData(ctx context.Context, r *router.Request) (discord.Reply, error) {
	gone, err := r.People.BeginErasure(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	if err := r.People.Erase(ctx, gone); err != nil {
		r.Log.Error("somebody could not be removed yet", "err", err)
		return router.Privately(r, r.In.Speak(say.Deleting)), nil
	}
	return router.Privately(r, r.In.Speak(say.Deleted)), nil
}

func keepData(_ context.Context, r *router.Request) (discord.Reply, error) {
	return router.Privately(r, r.In.Speak(say.Kept)), nil
}
