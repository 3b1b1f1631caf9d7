package tournament

import "paddock/bot/component"

// Actions of component ids; Text is the id of the tournament.
const (
	ActTournamentJoin      component.Action = "tj" // joins the tournament
	ActTournamentLeave     component.Action = "tl" // leaves it
	ActTournamentStart     component.Action = "ts" // ends its sign-up
	actTournamentStandings component.Action = "tt" // shows its standings
	actTournamentRounds    component.Action = "tr" // shows all its rounds
	ActTournamentConfirm   component.Action = "tc" // confirms that the presser has won it
)
