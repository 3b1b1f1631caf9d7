package help

import "paddock/bot/component"

// actHelp shows the help; with Text "all", a page of the list of all commands.
const actHelp component.Action = "help"
