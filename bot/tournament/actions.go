package tournament

import "paddock/bot/component"

// Actions of component ids; Text is the id of the tournament.
const (
	ActTournamentJoin component.Action = "tj" // joins the tournament
	// leaves the tournament, or asks whether to leave one that is running
	ActTournamentLeave     component.Action = "tl"
	actTournamentLeaveYes  component.Action = "ty"  // leaves the tournament, after the question
	actTournamentStay      component.Action = "tn"  // closes the question about leaving
	actTournamentJoinLate  component.Action = "tjl" // joins the running tournament; Head is the number of rounds missed
	ActTournamentStart     component.Action = "ts"  // ends the sign-up of the tournament
	actTournamentStandings component.Action = "tt"  // shows the standings of the tournament
	actTournamentRounds    component.Action = "tr"  // shows all rounds of the tournament
	actTournamentPublish   component.Action = "tp"  // publishes the result to the followers of the channel
	ActTournamentConfirm   component.Action = "tc"  // confirms that the presser has won the tournament
	// opens the form of a new tournament; Text has the options that are chosen, or like=id
	ActTournamentForm      component.Action = "tf"
	actTournamentCancel    component.Action = "tx" // asks whether to cancel the sign-up
	actTournamentCancelYes component.Action = "tX" // cancels the tournament, after the question
	actTournamentKeep      component.Action = "tk" // closes the question about cancelling
)
