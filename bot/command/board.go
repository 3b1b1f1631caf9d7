package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/show"
)

var gameBoardCommand = &Command{Name: "board", Help: "Show the board, to you alone", options: onlyMatch, run: showBoard, complete: completeMatch}

var boardCommand = &Command{
	Name: "board", Help: "Show the board of a match, to you alone", Where: Everywhere, options: onlyMatch, run: showBoard, complete: completeMatch,
}

var boardActions = actions{show.ActBoard: boardButton}

// showBoard is `/board` and `/kalah board`: one's own match here, or else the newest.
func showBoard(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return privateBoard(ctx, r, rec, "")
}

// boardButton shows the presser the board in their own style (P45), whatever the board is that they pressed.
func boardButton(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	return privateBoard(ctx, r, rec, "")
}
