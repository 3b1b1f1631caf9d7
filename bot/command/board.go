package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/show"
)

var gameBoardCommand = &router.Command{Name: "board", Help: "Show the board, to you alone", Options: router.OnlyMatch, Run: showBoard, Complete: router.CompleteMatch, Cost: router.CostBoard}

var boardCommand = &router.Command{
	Name: "board", Help: "Show the board of a match, to you alone", Where: router.Everywhere, Options: router.OnlyMatch, Run: showBoard, Complete: router.CompleteMatch,
	Cost: router.CostBoard,
}

var boardActions = router.Actions{show.ActBoard: boardButton}

// showBoard is `/board` and `/kalah board`: one's own match here, or else the newest.
func showBoard(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.PrivateBoard(ctx, r, rec, "")
}

// boardButton shows the presser the board in their own style (P45), whatever the board is that they pressed.
func boardButton(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.PrivateBoard(ctx, r, rec, "")
}
