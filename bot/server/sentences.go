package server

import "paddock/games"

// Sentences about matches, channels, defaults and the audit log.
var (
	sayMatchEnded    = games.Say("I've ended the match without a result and told its players why.")
	sayDecideInstead = games.Say("**%s** is waiting for the result of this match, so you can't end it without one. Decide it with %s.")
	sayHandOverWhat  = games.Say("Choose what to hand over: a match with `game:`, or a tournament with `tournament:`, but not both.")
	sayHandOverWhose = games.Say("Several members play in this match. Choose with `old:` whose seat you mean.")
	sayHandOverBot   = games.Say("%s is a bot and can't take anything over. Choose a member.")
	sayChannelAsked  = games.Say("I've asked %s to decide for %s. Nothing changes until they accept; I'll tell you what they say.")
	sayHandOverAsked = games.Say("I've asked %s to take over from %s. Nothing changes until they accept; I'll tell you what they say.")
	saySeatTaken     = games.Say("You have taken over, and I've told the other players why.")
	saySeatRefused   = games.Say("You have declined. Everything stays as it was.")
	sayChannelsFull  = games.Say("I can't keep more channels than these. Take one away first, or choose none: then matches may begin everywhere.")
	sayChannelsAre   = games.Say("Matches and tournaments may begin in")
	sayChannelsNote  = games.Say("Changes apply at once, to threads of these channels too. Running matches stay where they are.")
	sayDefaultsNote  = games.Say("Your choice is for new challenges and matches; those already there keep what they have.")
	sayResultsAre    = games.Say("Results are announced in")
	sayCallsAre      = games.Say("I mention people in")
	sayNowhere       = games.Say("no channel")
	sayWhereTheyAre  = games.Say("the channel of the match")
	sayPostsNote     = games.Say("What I post there comes from every channel of the server, even from channels that not everybody sees.")
	sayResultsHere   = games.Say("From now on I announce results here.")
	sayCallsHere     = games.Say("From now on I mention people here when a match is waiting for them.")
	sayCannotPost    = games.Say("I can't post in %s, so nothing has changed. Let me see that channel and send messages there (%s, %s), then choose it again.")
	sayEverywhere    = games.Say("every channel")
	sayNotSet        = games.Say("the default")
	sayAuditTitle    = games.Say("What those who manage the server have done here")
	sayAuditEmpty    = games.Say("Nothing so far.")
	sayAuditEnd      = games.Say("%s has ended %s (%s). Reason: %s")
	sayAuditOffer    = games.Say("%[1]s has offered %[4]s the place of %[3]s in %[2]s. Reason: %[5]s")
	sayAuditHandOver = games.Say("%s has handed %s over from %s to %s. Reason: %s")
	sayAuditRemove   = games.Say("%s has taken a player out of %s: %s. Reason: %s")
	sayAuditDecide   = games.Say("%s has decided a game in %s. Reason: %s")
	sayAuditStart    = games.Say("%s has ended the sign-up of %s.")
	sayAuditCancel   = games.Say("%s has cancelled %s.")
	sayAuditSeries   = games.Say("%s has ended the series: no season follows %s.")
	sayAuditSetting  = games.Say("%s has changed *%s*: %s → %s")
	sayLabelNewest   = games.Say("Newest …")
)

// Sentences about overviews.
var (
	sayOverview      = games.Say("### Matches here (%d)")
	sayOverviewNone  = games.Say("Nobody is playing right now.")
	sayOverviewLeft  = games.Say("… and more matches: %d")
	sayOverviewFoot  = games.Say("-# I keep this message up to date, and it pings nobody.")
	sayOverviewTurn  = games.Say("%s to move, since %s")
	sayOverviewSet   = games.Say("The list stands here now, and I update it every few minutes.")
	sayOverviewGone  = games.Say("This list is no longer updated.")
	sayOverviewsAre  = games.Say("Matches are listed in")
	sayLabelPlay     = games.Say("Play")
	sayLabelMatches  = games.Say("My matches")
	sayLabelPuzzle   = games.Say("Puzzle")
	sayLabelHelp     = games.Say("Help")
	sayOverviewNever = games.Say("This channel has no list of matches. Choose which matches to list, or another channel.")
)

// Sentences about roles.
var (
	sayRolesFull          = games.Say("I can't keep more roles than these. Take one away first, or choose none: then everybody may.")
	sayPlayRolesAre       = games.Say("Who may play")
	sayTournamentRolesAre = games.Say("Which roles may create tournaments")
	sayRolesNote          = games.Say("Changes apply at once to new matches; running ones go on. Whoever manages the server may do everything. If you choose no roles, the setting *tournaments* says who creates them.")
	sayEverybody          = games.Say("everybody")
)

// Sentences about settings in general.
var (
	sayServerDM       = games.Say("This command is about a server, so a direct message is the wrong place. Use it in the server.")
	sayServerSettings = games.Say("In this server")
	sayUsual          = games.Say("%s (the default)")
)
