package bot

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// action is what a button or menu asks for. It stands in component ids that live for ever, so a letter is never given a second meaning.
type action string

// The actions of components.
const (
	actPlay      action = "m"  // play the move Text
	actMenu      action = "s"  // a menu: the chosen value goes on from the half-typed move Text
	actOpen      action = "o"  // show the menu for the half-typed move Text to the presser; Text may start with a page: "2/"
	actBack      action = "k"  // as actOpen for what came before Text
	actBoard     action = "b"  // show the board in the presser's style
	actDraw      action = "d"  // offer a draw, or agree to one
	actNoDraw    action = "e"  // decline it
	actResign    action = "r"  // ask whether to resign
	actResignYes action = "y"  // resign
	actDismiss   action = "z"  // take a question back
	actCancel    action = "x"  // end without a result, before the first move
	actJoin      action = "a"  // accept a challenge, take a seat
	actDecline   action = "n"  // decline a challenge
	actRevoke    action = "v"  // take a challenge back
	actLeave     action = "l"  // give the seat back
	actBegin     action = "g"  // begin now, computers in the empty seats
	actNext      action = "t"  // computer v computer: one turn
	actPlayOn    action = "p"  // computer v computer: all the rest
	actRematch   action = "h"  // play again
	actTakeback  action = "u"  // take the last turn back, or agree to it
	actClaim     action = "c"  // claim the win against a lapsed clock
	actPick      action = "f"  // a menu of games to challenge the member Text to
	actReplay    action = "w"  // show the whole match as an animation
	actNoUndo    action = "q"  // decline a takeback
	actNextMatch action = "nm" // the presser's next most urgent match
	actList      action = "gl" // a page of the presser's matches

	actSetup   action = "su" // show the presser their own arrangement
	actArrange action = "ar" // of an arrangement: do what Text names, or open its form
	actChoose  action = "ac" // what was chosen from the menu of Text
	actForm    action = "af" // what was filled into the form of Text
	actSave    action = "as" // ask for a name to save it under
	actSaved   action = "av" // the name
	actLoad    action = "al" // begin from the saved one that was chosen, or from the last
	actForget  action = "ad" // ask which saved one to delete, or delete the one chosen
	actLetter  action = "dm" // write to the presser again

	actDeleteYes action = "py" // remove the presser and all that is known of them
	actDeleteNo  action = "pn" // don't

	actCupJoin     action = "tj" // join the tournament Text
	actCupLeave    action = "tl" // leave it
	actCupStart    action = "ts" // end its sign-up
	actCupStanding action = "tt" // show its standing
	actCupBracket  action = "tr" // show all its rounds
	actCupConfirm  action = "tc" // confirm one's win of it
)

const (
	idVersion  = "1"
	maxIDBytes = 100
)

// target is what a component's custom id says: everything that a click needs beside the store, and nothing secret, since every reader of
// the message can see it.
type target struct {
	Match  match.ID  // empty where there is no match
	Head   match.Seq // the head that the presser saw
	Action action
	Text   string // a move, a half-typed move, a user: as the action says
}

var errID = errors.New("bot: not a component id of this version")

// id writes the target as a custom id. It reports false if that would be longer than Discord allows: then the component is left out.
func (t target) id() (string, bool) {
	s := idVersion + ":" + string(t.Match) + ":" + strconv.FormatInt(int64(t.Head), 36) + ":" + string(t.Action) + ":" + t.Text
	return s, len(s) <= maxIDBytes
}

// mustID is id for texts that are known to be short.
func (t target) mustID() string {
	s, _ := t.id()
	return s
}

func button(label string, style discordgo.ButtonStyle, t target) discordgo.Button {
	return discordgo.Button{Label: discord.Truncate(label, discord.MaxLabel), Style: style, CustomID: t.mustID()}
}

// parseID reads a custom id.
func parseID(s string) (target, error) {
	parts := strings.SplitN(s, ":", 5)
	if len(parts) != 5 || parts[0] != idVersion || parts[3] == "" || len(s) > maxIDBytes {
		return target{}, errID
	}
	head, err := strconv.ParseInt(parts[2], 36, 64)
	if err != nil || head < 0 || strconv.FormatInt(head, 36) != parts[2] {
		return target{}, errID
	}
	return target{match.ID(parts[1]), match.Seq(head), action(parts[3]), parts[4]}, nil
}
