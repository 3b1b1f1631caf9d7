package person

import (
	"paddock/games"
	"paddock/games/match/calendar"
)

// Sentences about hours and vacations.
var (
	sayLabelHours    = games.Say("Hours and reminders")
	sayYourHours     = games.Say("Your hours")
	sayHoursNote     = games.Say("In your night I don't ping you and no time runs out: that waits for the morning. Changes apply at once. For other zones and nights use `/settings hours`.")
	sayZoneNow       = games.Say("%s (it is %s there)")
	sayZoneChoose    = games.Say("Choose your time zone")
	sayZoneTime      = games.Say("It is %s there.")
	sayZoneWhich     = games.Say("%q can mean several zones. Which one is yours? If it isn't here, type the largest city near you.")
	sayZoneUnknown   = games.Say("I don't know the time zone %q. Type the largest city near you, or a difference such as UTC+2.")
	sayNightOdd      = games.Say("I don't understand the night %q. Write when it begins and ends, such as 22:00-07:00, or *off*; 12 hours at most.")
	sayNightOff      = games.Say("none")
	sayYourZone      = games.Say("Your time zone")
	sayYourNight     = games.Say("Your night")
	sayYourReminders = games.Say("Reminders when time runs short")
	sayYourDigest    = games.Say("Your daily message, if you want one, comes at")
	sayRemindUsual   = games.Say("as usual, with a fifth of the time left")
	sayRemindNever   = games.Say("never")
	sayRemindBefore  = games.Say("%s before")
	sayVacationNone  = games.Say("You have no vacation planned. `/settings vacation days:` begins one today, or with `from:` on another day. Meanwhile your clocks stand still, and your opponents see it.")
	sayVacationIs    = games.Say("🌴 Your vacation: %s to %s. Meanwhile your clocks stand still, and your opponents see it; you can still move. Some tournaments go on all the same.")
	sayVacationLeft  = games.Say("Days of vacation left this year: %d")
	sayVacationBack  = games.Say("Welcome back: your clocks are running again, and no vacation is planned.")
	sayVacationNoDay = games.Say("I don't understand the day %q. Write it as year-month-day, such as %s, or choose from the list.")
	sayVacationNot   = games.Say("You have no vacation, now or later. Start one with `/settings vacation days:`.")
)

// Sentences about privacy, ratings, the ranking and blocks.
var (
	sayPrivacy = []games.Sentence{
		games.Say("### What I store about you"),
		games.Say("* Your Discord id, and the name you had when you took a seat or joined a tournament. If you have played: which avatar you have, to show it where you win."),
		games.Say("* Your matches and tournaments: who played, all moves with their times, and the results."),
		games.Say("* Your settings, with your time zone, night and vacations if you tell me, and whom you have blocked.\n* Your saved set-ups, automatic replies, tried moves and notes.\n* Which direct messages I have sent you, and answers that Discord did not take, until you have heard them.\n* Whether you have installed me for yourself.\nI read no chat: I see only what you type after a `/` or press."),
		games.Say("* How you did at puzzles of the day, which matches you follow, and where you want to hear of open challenges."),
		games.Say("* In matches that a channel plays: your vote until it is counted, and then in how many turns you have voted."),
		games.Say("* If you put yourself on the list of all servers with `/top`: from which server. Until you take yourself out, everybody who asks me sees your name and these ratings, but not the server."),
		games.Say("* The last few of your moves that were refused in each match; only you see them. And what you did as a moderator; those who manage the server see that."),
		games.Say("**How long:** until you delete it. Challenges that nobody answers in time close by themselves. So do matches against the computer after 30 days without a move, and paused matches after 90; they stay in the history."),
		games.Say("**Who sees it:** everybody who sees the channel sees boards and results. Only you see your settings, saved set-ups, automatic replies and notes, and your hidden pieces until the match is over. Whoever runs me could read my memory. They may give finished matches to people who study games, without names, if all their players agree in `/settings general`. Nothing else is passed on or sold."),
		games.Say("**Delete it:** `/privacy delete-my-data` removes you at once, after asking once more. Messages in channels belong to Discord: moderators can delete those. Backups are kept by whoever runs me."),
	}
	sayAskDelete         = games.Say("### Delete everything I know about you?\nYou resign all your running matches (%d), and your opponents hear of it. You take back your challenges and leave all tournaments. I delete your settings, saved set-ups and notes. Finished matches stay, with *Former player* instead of your name.\n**That can't be taken back.**")
	sayDeleted           = games.Say("Done: I know nothing about you any more. If you play again, we start afresh.")
	sayDeleting          = games.Say("I've begun to delete what I know about you, but it takes a while. It goes on by itself; there is nothing more for you to do.")
	sayKept              = games.Say("Good: nothing was deleted.")
	sayLabelDeleteYes    = games.Say("Yes, delete it all")
	sayLabelDeleteNo     = games.Say("No, keep it")
	sayStatsOf           = games.Say("### What %s has played here")
	sayStats             = games.Say("**%s** · rating **%s**\n- %d played: %d won, %d drawn, %d lost")
	sayStatsAgainst      = games.Say("- against computers %d played: %d won, %d drawn, %d lost")
	sayStatsRating       = games.Say("rating")
	sayStatsPeople       = games.Say("people")
	sayStatsComputers    = games.Say("computers")
	sayStatsLegend       = games.Say("Won / drawn / lost, against people and against computers. A rating comes after %d rated games.")
	sayReliable          = games.Say("Reliability: %d %% · ran out of time in %d of %d.")
	sayStatsNone         = games.Say("%s hasn't finished a match here yet. `/games` lists running ones; `/play` begins one.")
	sayStatsHere         = games.Say("What others play in direct messages is their own business, so here I only show your own: `/stats`. In a server you can ask about everybody.")
	sayStatsBot          = games.Say("%s is a bot, and bots have no matches of their own. `/top` with `list:` shows my computer players.")
	sayTop               = games.Say("### %s · the best here")
	sayTopComputers      = games.Say("### %s · computer players, and who has played them here")
	sayTopLine           = games.Say("%d. %s · **%s** · %d won, %d drawn, %d lost")
	sayTopNone           = games.Say("Nobody has finished a rated match of %s here yet. `/%s challenge` begins one.")
	sayTopEverywhere     = games.Say("### %s · the best of all servers")
	sayTopEverywhereNone = games.Say("Nobody on the list of all servers has finished a rated match of %s yet. `/%s challenge` begins one.")
	sayListed            = games.Say("-# Only those who want to are on this list. You're on it as %s, with your ratings in one server; nobody sees which. `/top` with `listed:` takes you off.")
	sayNotListed         = games.Say("-# Only those who want to are on this list, with their ratings in one server; nobody sees which. You aren't on it: `/top` with `listed:` puts you there.")
	sayListHere          = games.Say("Do that in a server where you play: others will see your name and your ratings there, but not the server. Nothing has changed.")
	sayTopYou            = games.Say("You are number %d of %d.")
	sayTopFoot           = games.Say("-# You get a rating after %d rated games. It starts at 1500; a ? means that I'm not sure of it yet, or no longer. Ratings of computer players were measured.")
	sayBlockSelf         = games.Say("You can't block yourself. Choose somebody else.")
	sayBlockBot          = games.Say("%s is a bot and never challenges anybody, so there is nothing to block.")
	sayBlockFull         = games.Say("You have already blocked %d members, and I can't remember more. Unblock somebody first with `/settings unblock`.")
	sayBlocking          = games.Say("%s is blocked: neither of you can challenge the other any more, on any server. They won't know. Running matches go on, and a tournament may still pair you. `/settings unblock` ends it.")
	sayUnblocking        = games.Say("%s is no longer blocked.")
	sayNotBlocking       = games.Say("You haven't blocked %s, so nothing has changed. `/settings block` without a name shows whom you have blocked.")
	sayBlockingNone      = games.Say("You have blocked nobody. `/settings block user:` blocks a member.")
	sayBlockingThese     = games.Say("You have blocked %s. `/settings unblock` ends it.")
	SayNotifyHere        = games.Say("From now on I tell you here when a match is waiting for you. `/settings general` changes that.")
)

var sayYourSettings = games.Say("Your settings")

// sayVacationRefused holds the reasons why a vacation is refused.
var sayVacationRefused = map[calendar.Refusal]games.Sentence{
	calendar.Overlaps: games.Say("You already have a vacation then. End it first with `/settings vacation back:`, or choose other days."),
	calendar.TooMany:  games.Say("You don't have that many days left: you get 30 a year. Choose fewer."),
	calendar.Over:     games.Say("Those days are over. Choose today or a later day."),
	calendar.TooFar:   games.Say("That is more than a year ahead. Choose an earlier day."),
}
