package person

import (
	"paddock/games"
	"paddock/games/match/calendar"
)

// Hours and vacations.
var (
	sayLabelHours    = games.Say("Hours and reminders")
	sayYourHours     = games.Say("Your hours")
	sayHoursNote     = games.Say("No ping and no deadline comes in your night: whatever would have come then comes in the morning. What you choose counts at once. Other zones and nights: `/settings hours`.")
	sayZoneNow       = games.Say("%s (it is %s there)")
	sayZoneUnknown   = games.Say("I know no time zone %q. Type the name of a large city in yours, such as Stockholm, and choose from what is offered.")
	sayNightOdd      = games.Say("%q is no night that I understand. Write when it begins and ends, such as 22:00-07:00, or *off*; it may last 12 hours at most.")
	sayNightOff      = games.Say("none")
	sayYourZone      = games.Say("Your time zone")
	sayYourNight     = games.Say("Your night")
	sayYourReminders = games.Say("Reminders of deadlines")
	sayYourDigest    = games.Say("Your daily digest, if you have chosen it, comes at")
	sayRemindUsual   = games.Say("as usual: when a fifth of the time is left")
	sayRemindNever   = games.Say("never")
	sayRemindBefore  = games.Say("%s before")
	sayVacationNone  = games.Say("You have no vacation ahead. `/settings vacation days:` begins one today, with `from:` on another day. On vacation your clocks stand still, and your opponents see it.")
	sayVacationIs    = games.Say("🌴 Your vacation: %s to %s. Meanwhile your clocks stand still, and your opponents see it; you may move all the same. Tournaments can leave vacations out.")
	sayVacationLeft  = games.Say("Days of vacation left this year: %d")
	sayVacationBack  = games.Say("Welcome back: your clocks run again, and no vacation is ahead.")
	sayVacationNoDay = games.Say("%q is no day that I understand. Write it as year-month-day, such as %s, or choose from what is offered.")
	sayVacationNot   = games.Say("You have no vacation, now or ahead. Start one with `/settings vacation days:`.")
)

// Privacy, ratings, the ranking and blocks.
var (
	sayPrivacy = []games.Sentence{
		games.Say("### What I store of you"),
		games.Say("* Your Discord id, and your name as it was shown when you took a seat or joined a tournament."),
		games.Say("* Your matches: who played, all moves with their times, the result. Tournaments likewise."),
		games.Say("* Your settings, with your time zone, night and vacations if you tell me; your saved set-ups, your conditional moves, what-if boards and notes, whom you have blocked, which direct messages I have sent you, and answers that Discord did not take, until you have heard them. I read no chat: I see only what you type after a `/` or press."),
		games.Say("* How you did at puzzles of the day, which matches of others you follow, and where you want to be called when somebody looks for a game."),
		games.Say("* In matches that a channel plays: your vote until it is counted, and then in how many turns you have voted."),
		games.Say("* If you put yourself into the list of all servers with `/top`, the server whose ratings are yours there. Everybody who asks me sees your name and these ratings, but not the server; until you take yourself out."),
		games.Say("* Moves of yours that were refused, the last few of each match, for you alone; and what you have done as a moderator, for those who manage the server."),
		games.Say("**How long:** until you delete it. Challenges that nobody answers in time close by themselves, matches against the computer after 30 days without a move, and matches at rest after 90; they stay in the history."),
		games.Say("**Who sees it:** boards and results are for everybody who sees the channel. Your settings, saved set-ups, conditional moves and notes are for you; hidden pieces are for their owner until the match is over. Whoever runs me could read my memory, and may give finished matches to people who study games: without names, and without yours if `/settings general` says so. Nothing else is passed on or sold."),
		games.Say("**Delete it:** `/privacy delete-my-data` removes you at once, after asking once more. Messages in channels belong to Discord: moderators can delete those. Backups are kept by whoever runs me."),
	}
	sayAskDelete         = games.Say("### Delete everything I know of you?\nYour running matches (%d) end at once as resigned, and your opponents are told. Challenges are revoked; you leave all tournaments. Settings, saved set-ups and notes are deleted. Finished matches stay, under *former player* instead of your name.\n**That can't be taken back.**")
	sayDeleted           = games.Say("Done: I know nothing of you any more. If you play again we begin anew.")
	sayDeleting          = games.Say("I have begun to delete what I know of you, but it takes longer. It goes on by itself, also after a restart; there is nothing more for you to do.")
	sayKept              = games.Say("Good: nothing was deleted.")
	sayLabelDeleteYes    = games.Say("Yes, delete it all")
	sayLabelDeleteNo     = games.Say("No, keep it")
	sayStatsOf           = games.Say("### What %s has played here")
	sayStats             = games.Say("**%s** · rating **%s** · %d played: %d won, %d drawn, %d lost")
	sayStatsAgainst      = games.Say("-# against computers %d played: %d won, %d drawn, %d lost")
	sayReliable          = games.Say("Reliability: %d %% · ran out of time in %d of %d.")
	sayStatsNone         = games.Say("%s has finished no match here yet. `/games` lists what is running; `/%s start` begins one.")
	sayStatsHere         = games.Say("Who plays what in direct messages is nobody else's business, so here I tell you only of yourself: `/stats`. In a server I tell of everybody's matches there.")
	sayStatsBot          = games.Say("%s is a bot and plays no matches under its own name. `/top` ranks my computer players with `list:`.")
	sayTop               = games.Say("### %s · the best here")
	sayTopComputers      = games.Say("### %s · computer players and those who have played them here")
	sayTopLine           = games.Say("%d. %s · **%s** · %d won, %d drawn, %d lost")
	sayTopNone           = games.Say("Nobody has finished a rated match of %s here yet. `/%s challenge` begins one.")
	sayTopEverywhere     = games.Say("### %s · the best of all servers")
	sayTopEverywhereNone = games.Say("Nobody in the list of all servers has finished a rated match of %s yet. `/%s challenge` begins one.")
	sayListed            = games.Say("-# In this list are only those who want to be. You are in it as %s, with your ratings in one server; nobody is told which. `/top` with `listed:` takes you out.")
	sayNotListed         = games.Say("-# In this list are only those who want to be, each with their ratings in one server; nobody is told which. You are not in it: `/top` with `listed:` puts you in.")
	sayListHere          = games.Say("Say that in a server where you play: your ratings there are what others will see, under your name and without the server's. Nothing was changed.")
	sayTopYou            = games.Say("You are number %d of %d.")
	sayTopFoot           = games.Say("-# A rating is shown after %d rated games. It begins at 1500; a ? behind it means that little is known yet, or no longer. Computer players stand where they were measured.")
	sayBlockSelf         = games.Say("You can't block yourself. Name somebody else.")
	sayBlockBot          = games.Say("%s is a bot and challenges nobody, so there is nothing to block.")
	sayBlockFull         = games.Say("You have blocked %d members already, which is as many as I keep. Unblock somebody first with `/settings unblock`.")
	sayBlocking          = games.Say("%s is blocked: no challenge or rematch brings the two of you together any more, in whichever direction and on whichever server. They are not told. What is running goes on, and tournaments pair everybody. `/settings unblock` ends it.")
	sayUnblocking        = games.Say("%s is no longer blocked.")
	sayNotBlocking       = games.Say("You have not blocked %s, so nothing has changed. `/settings block` without a name lists whom you have blocked.")
	sayBlockingNone      = games.Say("You have blocked nobody. `/settings block user:` blocks a member.")
	sayBlockingThese     = games.Say("You have blocked %s. `/settings unblock` ends it.")
	SayNotifyHere        = games.Say("From now on I tell you here when something waits for you in a match. `/settings general` changes that.")
)

var sayYourSettings = games.Say("Your settings")

// sayVacationRefused holds the reasons why a vacation is refused.
var sayVacationRefused = map[calendar.Refusal]games.Sentence{
	calendar.Overlaps: games.Say("You have a vacation at that time already. End it with `/settings vacation back:` first, or choose other days."),
	calendar.TooMany:  games.Say("You don't have that many days left: a calendar year has 30 days of vacation. Choose fewer."),
	calendar.Over:     games.Say("Those days are over. Choose today or a later day."),
	calendar.TooFar:   games.Say("That is more than a year ahead. Choose an earlier day."),
}
