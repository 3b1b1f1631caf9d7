package server

import "paddock/bot/component"

// Actions of component ids. A click that carries values sets the setting of its menu.
const (
	actServer   component.Action = "srv" // shows or sets the settings of the server; Text names the setting
	actDefaults component.Action = "def" // shows or sets the defaults of matches; Text names the setting
	ActChannels component.Action = "chn" // shows or sets channels; Text names the setting
	actRoles    component.Action = "rol" // shows or sets roles; Text names the setting
	actAudit    component.Action = "aud" // shows the audit log before the entry whose number is in Text
)
