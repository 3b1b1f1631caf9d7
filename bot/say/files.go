package say

import "paddock/games"

// What is said about files that people take along or bring back.
var (
	LabelReport = games.Say("Report a problem")
	Reported    = games.Say("Here is this match as you may know it, without names: put the file beside a description of what you expected and what happened instead. While the match runs it has no secret of the other side.")
	ReportedOwn = games.Say("It has what you know yourself, your own pieces too: until the match is over, give it to nobody who should not know them.")
	ShareHow    = games.Say("A picture for elsewhere: save or copy it. The words below it can be copied too.")
	ShareNot    = games.Say("I could not draw the picture just now. `/export` has the match as text.")
	ShareEarly  = games.Say("A picture to share is there when the match is over. `/board` shows how it stands.")
)
