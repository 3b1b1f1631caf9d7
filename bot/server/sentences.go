package server

import "paddock/games"

// Matches, channels, defaults and the audit log.
var (
	sayMatchEnded    = games.Say("The match is ended without a result, and its players are told why.")
	sayDecideInstead = games.Say("This match is a game of **%s**, which waits for its result, so it can't be ended without one. Decide it with %s.")
	sayHandOverWhat  = games.Say("Say what is to be handed over: a match with `game:`, or a tournament with `tournament:`, and not both.")
	sayHandOverWhose = games.Say("Several members are in this match. Say with `old:` whose seat it is that you mean.")
	sayHandOverBot   = games.Say("%s is a bot and can't take anything over. Choose a member.")
	sayHandOverAsked = games.Say("I have asked %s to take the place of %s. Nothing changes until they accept; when they have answered, I tell you.")
	saySeatTaken     = games.Say("You have taken over, and the other players are told why.")
	saySeatRefused   = games.Say("You have declined. All stays as it was.")
	sayChannelsFull  = games.Say("I keep no more channels than you have chosen already. Take one away first, or choose none: then matches may begin everywhere.")
	sayChannelsAre   = games.Say("Matches and tournaments may begin in")
	sayChannelsNote  = games.Say("What you choose counts at once, for threads of these channels too. Matches that are running go on where they are.")
	sayDefaultsNote  = games.Say("What you choose goes for challenges and matches that are made from then on; those that are there keep what they have.")
	sayResultsAre    = games.Say("Results are announced in")
	sayCallsAre      = games.Say("Whoever is mentioned is mentioned in")
	sayNowhere       = games.Say("no channel")
	sayWhereTheyAre  = games.Say("the channel of the match")
	sayPostsNote     = games.Say("The results of matches between people, or the mentions, from every channel of the server appear there, also from channels that not everybody sees.")
	sayResultsHere   = games.Say("From now on results are announced here.")
	sayCallsHere     = games.Say("From now on I mention people here when something waits for them in a match.")
	sayCannotPost    = games.Say("I can't post in %s, so nothing was changed. Let me see that channel and send messages there (%s, %s), then choose it again.")
	sayEverywhere    = games.Say("every channel")
	sayNotSet        = games.Say("my default")
	sayAuditTitle    = games.Say("What was done here by those who manage the server")
	sayAuditEmpty    = games.Say("Nothing so far.")
	sayAuditEnd      = games.Say("%s has ended %s (%s). Reason: %s")
	sayAuditOffer    = games.Say("%s has offered %s of %s to %s. Reason: %s")
	sayAuditHandOver = games.Say("%s has given %s from %s to %s. Reason: %s")
	sayAuditRemove   = games.Say("%s has removed from %s: %s. Reason: %s")
	sayAuditDecide   = games.Say("%s has decided a game of %s. Reason: %s")
	sayAuditStart    = games.Say("%s has ended the sign-up of %s.")
	sayAuditCancel   = games.Say("%s has cancelled %s.")
	sayAuditSeries   = games.Say("%s has ended the series: no season follows %s.")
	sayAuditSetting  = games.Say("%s has changed: %s: %s → %s")
	sayLabelNewest   = games.Say("Newest …")
)

// Overviews.
var (
	sayOverview      = games.Say("### Matches here (%d)")
	sayOverviewNone  = games.Say("Nothing is being played at the moment.")
	sayOverviewLeft  = games.Say("… further ones: %d")
	sayOverviewFoot  = games.Say("-# This message is kept up to date and notifies nobody.")
	sayOverviewTurn  = games.Say("%s to move, since %s")
	sayOverviewSet   = games.Say("The message stands here, and is brought up to date every few minutes.")
	sayOverviewGone  = games.Say("This list is no longer updated.")
	sayOverviewsAre  = games.Say("Matches are listed in")
	sayLabelPlay     = games.Say("Play")
	sayLabelMatches  = games.Say("My matches")
	sayLabelPuzzle   = games.Say("Puzzle")
	sayLabelHelp     = games.Say("Help")
	sayOverviewNever = games.Say("This channel has no list of matches. Choose which matches it should list, or another channel.")
)

// Roles.
var (
	sayRolesFull          = games.Say("I keep no more roles than you have chosen already. Take one away first, or choose none: then everybody may.")
	sayPlayRolesAre       = games.Say("Who may play")
	sayTournamentRolesAre = games.Say("Which roles may create tournaments")
	sayRolesNote          = games.Say("What you choose counts at once, for matches that begin; those that are running go on. Who manages the server may do everything. Without roles the setting *tournaments* says who creates them.")
	sayEverybody          = games.Say("everybody")
)

// Settings in general.
var (
	sayServerDM       = games.Say("That is about a server, and this is a direct message. Use the command in the server.")
	sayServerSettings = games.Say("In this server")
	sayUsual          = games.Say("%s (my default)")
)
