package play

import (
	"paddock/bot/component"
)

// Actions of this feature's buttons and forms.
const (
	actFinished  component.Action = "fi" // shows a page of the presser's finished matches; Text is made by finishedText
	ActResignYes component.Action = "y"  // resign the match
	ActDismiss   component.Action = "z"  // close the question about resigning
	ActForm      component.Action = "af" // the form of the action Text, as submitted
	ActSaved     component.Action = "av" // the form for the name of an arrangement to save, as submitted
)
