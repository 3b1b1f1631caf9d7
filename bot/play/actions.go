package play

import (
	"paddock/bot/component"
)

// Actions of this feature's buttons and forms.
const (
	actFinished  component.Action = "fi"  // shows a page of the presser's finished matches; Text is made by finishedText
	ActResignYes component.Action = "y"   // resign the match
	actStranded  component.Action = "str" // choose among the matches that nobody can reach: Text is the command to repeat
	ActDismiss   component.Action = "z"   // close the question about resigning
	ActForm      component.Action = "af"  // a person has submitted the form of the action in Text
	ActSaved     component.Action = "av"  // a person has submitted the form that names an arrangement to save
)
