package component

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Action names what a component does. Actions are part of component ids in old messages, so they
// never change their meaning.
type Action string

// The actions that several packages use. In their comments, Text is the field of the Target.
const (
	ActPlay Action = "m" // play the move in Text
	ActMenu Action = "s" // the chosen value of a menu continues the half-typed move in Text
	// show the presser the menu for the half-typed move in Text; Text may start with a page: "2/"
	ActOpen      Action = "o"
	ActBack      Action = "k"   // like ActOpen, one step before Text
	ActShow      Action = "sh"  // post the board anew where the bot is not a member
	ActBoard     Action = "b"   // show the board in the presser's style
	ActDraw      Action = "d"   // offer a draw, or agree to one
	ActNoDraw    Action = "e"   // decline a draw
	ActResign    Action = "r"   // ask whether to resign
	ActCancel    Action = "x"   // end without a result, before the first move
	ActJoin      Action = "a"   // accept a challenge, take a seat
	ActDecline   Action = "n"   // decline a challenge
	ActRevoke    Action = "v"   // revoke a challenge
	ActFollow    Action = "fo"  // follow the match: be told when it is over; with Text "stop", no longer
	ActOdds      Action = "od"  // make the offered match fairer
	ActLeave     Action = "l"   // give the seat back
	ActBegin     Action = "g"   // begin now, computers in the empty seats
	ActNext      Action = "t"   // in a match between computers: play one turn
	ActPlayOn    Action = "p"   // in a match between computers: play all remaining turns
	ActRematch   Action = "h"   // play again
	ActTakeback  Action = "u"   // take the last turn back, or agree to it
	ActClaim     Action = "c"   // claim the win against a lapsed clock
	ActReplay    Action = "w"   // show the whole match as an animation
	ActNoUndo    Action = "q"   // decline a takeback
	ActResume    Action = "rs"  // continue a parked match in the channel in Text, as another player asked
	ActNextMatch Action = "nm"  // show the presser's most urgent other match
	ActList      Action = "gl"  // show a page of the presser's matches
	ActExport    Action = "ex"  // export the chosen match
	ActHappened  Action = "cu"  // show the presser what happened since their last move
	ActTry       Action = "wi"  // show the presser's trial board
	ActTryMove   Action = "wm"  // on the trial board: play the move in Text
	ActTryMenu   Action = "ws"  // like ActMenu, on the trial board
	ActTryOpen   Action = "wo"  // like ActOpen, on the trial board
	ActTryBack   Action = "wk"  // like ActBack, on the trial board
	ActTryUndo   Action = "wu"  // on the trial board: take the last move of the line back
	ActTryAnew   Action = "wr"  // on the trial board: begin again from the present position
	ActTryKeep   Action = "wc"  // on the trial board: make the line conditional moves
	ActLines     Action = "cl"  // list the presser's conditional moves
	ActLinesDrop Action = "cx"  // drop the chosen conditional move, or all of them
	ActNote      Action = "nt"  // show the presser's notes
	ActNoteForm  Action = "nf"  // open the form that changes the notes, or store its values
	ActPast      Action = "pb"  // show a past position: Text is its number and a direction
	ActMenuOnce  Action = "ms"  // like ActMenu, in a private message that is deleted after the move
	ActOpenOnce  Action = "mo"  // like ActOpen, in such a message
	ActBackOnce  Action = "mk"  // like ActBack, in such a message; before the first step the message is deleted
	ActPlayOnce  Action = "mp"  // like ActPlay, in such a message
	ActSure      Action = "my"  // play the move in Text, which the presser has confirmed
	ActSureOnce  Action = "mz"  // like ActSure, in a message that is deleted after the move
	ActReceipts  Action = "rc"  // show the receipts of secret set-ups
	ActPanel     Action = "ap"  // in an arrangement: show the panel behind More, Edit, or the action in Text
	ActSetup     Action = "su"  // show the presser their own arrangement
	ActArrange   Action = "ar"  // in an arrangement: do the action in Text, or open its form
	ActChoose    Action = "ac"  // in an arrangement: a value was chosen from the menu in Text
	ActSave      Action = "as"  // ask for a name under which to save the arrangement
	ActLoad      Action = "al"  // load the chosen saved arrangement, or the last one
	ActForget    Action = "ad"  // ask which saved arrangement to delete, or delete the chosen one
	ActSendAgain Action = "dm"  // send the private board to the presser again
	ActReview    Action = "rev" // show the review of a finished match
	ActFrom      Action = "fr"  // begin a new match from the board in Text of a finished one
	ActShare     Action = "shr" // give the presser a picture of the end of a match to share
	ActLesson    Action = "le"  // a board of lessons: Text is the game and its number, "kalah/2"; empty: the games
	// on a board of lessons: play a move, "kalah/2/3"; the texts of the next three actions begin in
	// the same way
	ActLessonMove Action = "lem"
	ActLessonMenu Action = "les"   // like ActMenu, on a board of lessons
	ActLessonOpen Action = "leo"   // like ActOpen, on a board of lessons
	ActLessonBack Action = "lek"   // like ActBack, on a board of lessons
	ActRules      Action = "rules" // show the rules of the game in Text; empty: of the game that is played
	ActGames      Action = "play"  // show the games, to begin a match
	// show the computer players of the game in Text; with a value or a level ("kalah/easy"): begin
	// against it
	ActLevel    Action = "level"
	ActHelp     Action = "help"  // show the help, or the chosen topic of it
	ActToday    Action = "pzd"   // show the puzzle of today
	ActSettings Action = "set"   // show the presser's settings, or change the one that Text names
	ActTakeSeat Action = "ht"    // take over the seat that a moderator offers
	ActNoSeat   Action = "hn"    // decline that seat
	ActPause    Action = "pau"   // ask for a pause, or agree to one
	ActNoPause  Action = "nop"   // decline a pause
	ActGoOn     Action = "goon"  // end the pause
	ActAgain    Action = "again" // repeat the command in Text, with its options, for the match or the chosen one
	ActPlayOut  Action = "out"   // agree to have the rest of a decided match played out
	ActVote     Action = "vo"    // vote for the move in Text
	ActVoteMenu Action = "vos"   // like ActMenu, for a vote
	ActVoteOpen Action = "voo"   // like ActOpen, for a vote
	ActVoteBack Action = "vok"   // like ActBack, for a vote
	ActVotes    Action = "vot"   // show the presser how the vote stands
	ActTouch    Action = "tch"   // open the board on a page, to play by touch
	// show the presser everything they can do in the match besides moving; Text "back" or "other",
	// for its second panel: in place of the clicked message
	ActMore     Action = "mr"
	ActMoreTime Action = "mrt"  // ask how much time to give the opponent
	ActHint     Action = "hint" // show the presser a hint
	ActLink     Action = "lnk"  // give the presser a link by which anybody can watch the match
	idVersion          = "1"
	maxIDBytes         = 100
)

// Target is the content of a component's custom id: the data of a click. It holds no secret,
// because every reader of the message can see it.
type Target struct {
	Match  match.ID  // empty: the component is about no match
	Head   match.Seq // the head that the presser saw
	Action Action
	Text   string // depends on the action: a move, a half-typed move, a user
}

// ErrID is returned for custom ids that this version did not write.
var ErrID = errors.New("bot: not a component id of this version")

// ID returns the custom id. It returns false if Discord would refuse it as too long; then the
// component must be left out.
func (t Target) ID() (string, bool) {
	s := idVersion + ":" + string(t.Match) + ":" + strconv.FormatInt(int64(t.Head), 36) + ":" + string(t.Action) + ":" +
		t.Text
	return s, len(s) <= maxIDBytes
}

// MustID returns the same as ID, for targets whose text is known to be short.
func (t Target) MustID() string {
	s, _ := t.ID()
	return s
}

// Button returns a button with a target.
func Button(label string, style discordgo.ButtonStyle, t Target) discordgo.Button {
	return discordgo.Button{Label: discord.Truncate(label, discord.MaxLabel), Style: style, CustomID: t.MustID()}
}

// Menu returns a row with a menu from which a person chooses one option. Until the choice, the menu
// shows the hint.
func Menu(hint string, options []discordgo.SelectMenuOption, t Target) discordgo.MessageComponent {
	return discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: t.MustID(),
		Placeholder: hint, Options: options,
	})
}

// ParseID reads a custom id. It returns ErrID if the id is not of this version.
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
