package say

import "paddock/games"

// What is said about files that people take along or bring back.
var (
	ShareHow   = games.Say("A picture for elsewhere: save or copy it. The words below it can be copied too.")
	ShareNot   = games.Say("I could not draw the picture just now. `/export` has the match as text.")
	ShareEarly = games.Say("A picture to share is there when the match is over. `/board` shows how it stands.")
)
