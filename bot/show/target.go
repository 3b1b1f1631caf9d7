package show

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Action is what a button or menu asks for. It stands in component ids that live for ever, so a letter is never given a second meaning.
type Action string

// The actions of components.
const (
	ActPlay      Action = "m"  // play the move Text
	ActMenu      Action = "s"  // a menu: the chosen value goes on from the half-typed move Text
	ActOpen      Action = "o"  // show the menu for the half-typed move Text to the presser; Text may start with a page: "2/"
	ActBack      Action = "k"  // as actOpen for what came before Text
	ActBoard     Action = "b"  // show the board in the presser's style
	ActDraw      Action = "d"  // offer a draw, or agree to one
	ActNoDraw    Action = "e"  // decline it
	ActResign    Action = "r"  // ask whether to resign
	ActResignYes Action = "y"  // resign
	ActDismiss   Action = "z"  // take a question back
	ActCancel    Action = "x"  // end without a result, before the first move
	ActJoin      Action = "a"  // accept a challenge, take a seat
	ActDecline   Action = "n"  // decline a challenge
	ActRevoke    Action = "v"  // take a challenge back
	ActNoCalls   Action = "nc" // call the presser no longer in the server Text
	ActFollow    Action = "fo" // be told when the match is over; Text "stop": no longer
	ActOdds      Action = "od" // make a match fairer, as it says
	ActLeave     Action = "l"  // give the seat back
	ActBegin     Action = "g"  // begin now, computers in the empty seats
	ActNext      Action = "t"  // computer v computer: one turn
	ActPlayOn    Action = "p"  // computer v computer: all the rest
	ActRematch   Action = "h"  // play again
	ActTakeback  Action = "u"  // take the last turn back, or agree to it
	ActClaim     Action = "c"  // claim the win against a lapsed clock
	ActPick      Action = "f"  // a menu of games to challenge the member Text to
	ActReplay    Action = "w"  // show the whole match as an animation
	ActNoUndo    Action = "q"  // decline a takeback
	ActHistory   Action = "hi" // a page of the moves: Text is "2/"
	ActResume    Action = "rs" // go on with a match at rest in the channel Text, as another player would like to
	ActNextMatch Action = "nm" // the presser's next most urgent match
	ActList      Action = "gl" // a page of the presser's matches
	ActFinished  Action = "fi" // a page of those that the presser has finished
	ActLobby     Action = "lo" // a page of the open challenges of the server
	ActExport    Action = "ex" // export the match that was chosen
	ActCatchUp   Action = "cu" // what the presser has missed
	ActTry       Action = "wi" // the presser's what-if board
	ActTryMove   Action = "wm" // there: play the move Text
	ActTryMenu   Action = "ws" // as ActMenu, there
	ActTryOpen   Action = "wo" // as ActOpen, there
	ActTryBack   Action = "wk" // as ActBack, there
	ActTryUndo   Action = "wu" // there: one move back
	ActTryAnew   Action = "wr" // begin there from the present position
	ActTryKeep   Action = "wc" // make its line conditional moves
	ActLines     Action = "cl" // the presser's conditional moves
	ActLinesDrop Action = "cx" // drop the one that is chosen, or all of them
	ActNote      Action = "nt" // the presser's notes
	ActNoteForm  Action = "nf" // the form to change them, or what was filled into it
	ActPast      Action = "pb" // a board of the past: Text is a number and a way to turn from there

	ActMenuOnce Action = "ms" // as ActMenu, in a private message that goes away when the move is made
	ActOpenOnce Action = "mo" // as ActOpen, in such a message
	ActBackOnce Action = "mk" // as ActBack, in such a message; before the first step the message goes away
	ActSure     Action = "my" // play the move Text, about which the presser has been asked
	ActSureOnce Action = "mz" // the same, in a message that goes away then
	ActReceipts Action = "rc" // show the receipts of what was arranged in secret

	ActSetup     Action = "su" // show the presser their own arrangement
	ActArrange   Action = "ar" // of an arrangement: do what Text names, or open its form
	ActChoose    Action = "ac" // what was chosen from the menu of Text
	ActForm      Action = "af" // what was filled into the form of Text
	ActSave      Action = "as" // ask for a name to save it under
	ActSaved     Action = "av" // the name
	ActLoad      Action = "al" // begin from the saved one that was chosen, or from the last
	ActForget    Action = "ad" // ask which saved one to delete, or delete the one chosen
	ActSendAgain Action = "dm" // write to the presser again

	ActReview Action = "rev" // show what a finished match was worth, and where it turned
	ActReport Action = "rep" // give the presser the match as they may know it, for a report of a bug
	ActShare  Action = "shr" // give the presser a picture of how a match ended, for elsewhere

	ActPuzzle Action = "pz"  // answer the puzzle of the day Text with what was chosen
	ActToday  Action = "pzd" // show it

	ActImportForm Action = "imf" // the text of a game, which was filled into a form
	ActImport     Action = "im"  // a board of an imported game, whose record hangs at the message: Text as of ActPast
	ActImportOn   Action = "imc" // go on from the board Text of it against the computer player that was chosen
	ActImportWith Action = "imw" // likewise with the member

	ActLesson      Action = "le"  // a board of lessons: Text is the game and its number, "kalah/2"; empty: the games
	ActLessonMove  Action = "lem" // there: play a move, "kalah/2/3"; in the following too the board goes before what they are about
	ActLessonMenu  Action = "les" // as ActMenu, there
	ActLessonOpen  Action = "leo" // as ActOpen, there
	ActLessonBack  Action = "lek" // as ActBack, there
	ActLessonClose Action = "lec" // take the message away

	ActRules    Action = "rules" // show the rules of the game Text; empty: of the match's
	ActHelp     Action = "help"  // show what there is to do; Text "all": every command
	ActGames    Action = "play"  // show the games, to begin a match of
	ActLevel    Action = "level" // a menu of computer players of the game Text; with a value, or a level after the game ("kalah/easy"): play that one
	ActWhom     Action = "whom"  // a menu of members to challenge to the game Text; with a value: challenge that one
	ActAnyone   Action = "any"   // challenge whoever likes to the game Text
	ActSettings Action = "set"   // show the presser's settings, or change the one named Text
	ActServer   Action = "srv"   // likewise the server's
	ActDefaults Action = "def"   // what matches of the server begin with, or change the one named Text
	ActChannels Action = "chn"   // the channels in which matches may begin, or with values: these
	ActTakeSeat Action = "ht"    // take over what a moderator has offered to the presser
	ActNoSeat   Action = "hn"    // decline it
	ActRoles    Action = "rol"   // the roles that may play and create tournaments, or with values: these
	ActHours    Action = "hrs"   // likewise the presser's hours
	ActPause    Action = "pau"   // ask for a pause, or agree to one
	ActNoPause  Action = "nop"   // decline it
	ActGoOn     Action = "goon"  // end it
	ActAudit    Action = "aud"   // the server's audit log, its lines before number Text

	ActDeleteYes Action = "py" // remove the presser and all that is known of them
	ActDeleteNo  Action = "pn" // don't

	ActTournamentJoin      Action = "tj" // join the tournament Text
	ActTournamentLeave     Action = "tl" // leave it
	ActTournamentStart     Action = "ts" // end its sign-up
	ActTournamentStandings Action = "tt" // show its standing
	ActTournamentRounds    Action = "tr" // show all its rounds
	ActTournamentConfirm   Action = "tc" // confirm one's win of it
)

const (
	idVersion  = "1"
	maxIDBytes = 100
)

// Target is what a component's custom id says: everything that a click needs beside the store, and nothing secret, since every reader of
// the message can see it.
type Target struct {
	Match  match.ID  // empty where there is no match
	Head   match.Seq // the head that the presser saw
	Action Action
	Text   string // a move, a half-typed move, a user: as the action says
}

// ErrID is returned for a custom id that this version did not write.
var ErrID = errors.New("bot: not a component id of this version")

// ID writes the target as a custom id. It reports false if that would be longer than Discord allows: then the component is left out.
func (t Target) ID() (string, bool) {
	s := idVersion + ":" + string(t.Match) + ":" + strconv.FormatInt(int64(t.Head), 36) + ":" + string(t.Action) + ":" + t.Text
	return s, len(s) <= maxIDBytes
}

// MustID is id for texts that are known to be short.
func (t Target) MustID() string {
	s, _ := t.ID()
	return s
}

// Button does what a target says when it is pressed.
func Button(label string, style discordgo.ButtonStyle, t Target) discordgo.Button {
	return discordgo.Button{Label: discord.Truncate(label, discord.MaxLabel), Style: style, CustomID: t.MustID()}
}

// ParseID reads a custom id.
func ParseID(s string) (Target, error) {
	parts := strings.SplitN(s, ":", 5)
	if len(parts) != 5 || parts[0] != idVersion || parts[3] == "" || len(s) > maxIDBytes {
		return Target{}, ErrID
	}
	head, err := strconv.ParseInt(parts[2], 36, 64)
	if err != nil || head < 0 || strconv.FormatInt(head, 36) != parts[2] {
		return Target{}, ErrID
	}
	return Target{match.ID(parts[1]), match.Seq(head), Action(parts[3]), parts[4]}, nil
}
