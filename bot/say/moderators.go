package say

import "paddock/games"

// What is said to and of those who manage a server (P106).
var (
	MatchEnded     = games.Say("The match is ended without a result, and its players are told why.")
	DecideInstead  = games.Say("This match is a game of **%s**, which waits for its result, so it can't be ended without one. Decide it with %s.")
	HandOverWhat   = games.Say("Say what is to be handed over: a match with `game:`, or a tournament with `tournament:`, and not both.")
	HandOverWhose  = games.Say("Several members are in this match. Say with `old:` whose seat it is that you mean.")
	HandOverBot    = games.Say("%s is a bot and can't take anything over. Choose a member.")
	HandOverAsked  = games.Say("I have asked %s to take the place of %s. Nothing changes until they accept; when they have answered, I tell you.")
	SeatOffered    = games.Say("%s asks you to play on in the place of %s, with the pieces as they stand. Reason: %s. Nothing changes until you accept; then you have the whole time for a move, and the match is not rated.")
	ChargeOffered  = games.Say("%s asks you to take the place of %s. Reason: %s. Nothing changes until you accept.")
	SeatDeclined   = games.Say("Whom you asked to take over has declined. All stays as it was; you can ask somebody else.")
	SeatTaken      = games.Say("You have taken over, and the other players are told why.")
	SeatRefused    = games.Say("You have declined. All stays as it was.")
	HandOverNews   = games.Say("%s By decision of %s (%s).")
	EntrantRemoved = games.Say("%s is out of **%s**, and is told why.")

	TournamentHandedOver = games.Say("**%s** is run by %s now, who is told so.")

	NotInChannel = games.Say("In this server matches begin elsewhere. Go to %s and use the command there.")
	ChannelsFull = games.Say("I keep no more channels than you have chosen already. Take one away first, or choose none: then matches may begin everywhere.")
	ChannelsAre  = games.Say("Matches and tournaments may begin in")
	ChannelsNote = games.Say("What you choose counts at once, for threads of these channels too. Matches that are running go on where they are.")
	DefaultsNote = games.Say("What you choose goes for challenges and matches that are made from then on; those that are there keep what they have.")
	ResultsAre   = games.Say("Results are announced in")
	CallsAre     = games.Say("Whoever is mentioned is mentioned in")
	Nowhere      = games.Say("no channel")
	WhereTheyAre = games.Say("the channel of the match")
	PostsNote    = games.Say("The results of matches between people, or the mentions, from every channel of the server appear there, also from channels that not everybody sees.")
	ResultsHere  = games.Say("From now on results are announced here.")
	CallsHere    = games.Say("From now on I mention people here when something waits for them in a match.")
	CannotPost   = games.Say("I can't post in %s, so nothing was changed. Let me see that channel and send messages there (%s, %s), then choose it again.")
	Everywhere   = games.Say("every channel")
	NotSet       = games.Say("my default")

	AuditTitle    = games.Say("What was done here by those who manage the server")
	AuditEmpty    = games.Say("Nothing so far.")
	AuditEnd      = games.Say("%s has ended %s (%s). Reason: %s")
	AuditOffer    = games.Say("%s has offered %s of %s to %s. Reason: %s")
	AuditHandOver = games.Say("%s has given %s from %s to %s. Reason: %s")
	AuditRemove   = games.Say("%s has removed from %s: %s. Reason: %s")
	AuditDecide   = games.Say("%s has decided a game of %s. Reason: %s")
	AuditStart    = games.Say("%s has ended the sign-up of %s.")
	AuditCancel   = games.Say("%s has cancelled %s.")
	AuditSeries   = games.Say("%s has ended the series: no season follows %s.")
	AuditSetting  = games.Say("%s has changed: %s: %s → %s")

	LabelNewest = games.Say("Newest …")
)
