package person

import "paddock/bot/component"

// Actions of this feature's buttons and menus.
const (
	ActHours     component.Action = "hrs" // shows or sets the presser's hours; Text names the setting
	ActDeleteYes component.Action = "py"  // deletes all data of the presser
	actDeleteNo  component.Action = "pn"  // closes the question and deletes nothing
)
