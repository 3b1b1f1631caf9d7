package say

import (
	"paddock/games"
	"paddock/games/match/calendar"
)

// Things said on boards about the hours of those who play.
var (
	NightMoved   = games.Say("-# Put off because of the night: no time runs out then, and a short one that would have begun then counts from the morning.")
	AwayUntil    = games.Say("🌴 %s is on vacation until %s; the clock stands still meanwhile.")
	HoursChanged = games.Say("The time for this move now runs out %s (%s), because %s has other hours or a vacation.")
	GaveTime     = games.Say("🎁 %s gives more time: it runs out %s (%s).")
	WeekendsOff  = games.Say("weekends don't count")
	NoVacations  = games.Say("vacations don't stop the clock")
	PauseOffer   = games.Say("%s would like a pause.")
	PauseRefused = games.Say("There is no pause: it was declined.")
	NoticePaused = games.Say("The match is at rest, as you wished. `/resume` goes on.")
	NoticeOn     = games.Say("The match goes on; its clock runs again.")
	NoticeTime   = games.Say("🎁 You were given more time.")
	LabelPause   = games.Say("Agree to the pause")
	LabelNoPause = games.Say("No pause")
	LabelGoOn    = games.Say("Go on")
	LabelHours   = games.Say("Hours and reminders")
)

// Things said in the daily digest.
var (
	DigestTitle = games.Say("## Your day")
	DigestMore  = games.Say("-# and more: %d. `/games` lists them all.")
)

// Things said to somebody about their own hours.
var (
	YourHours     = games.Say("Your hours")
	HoursNote     = games.Say("No ping and no deadline comes in your night: whatever would have come then comes in the morning. What you choose counts at once. Other zones and nights: `/hours`.")
	ZoneNow       = games.Say("%s (it is %s there)")
	ZoneUnknown   = games.Say("I know no time zone %q. Type the name of a large city in yours, such as Stockholm, and choose from what is offered.")
	NightOdd      = games.Say("%q is no night that I understand. Write when it begins and ends, such as 22:00-07:00, or *off*; it may last 12 hours at most.")
	NightOff      = games.Say("none")
	YourZone      = games.Say("Your time zone")
	YourNight     = games.Say("Your night")
	YourReminders = games.Say("Reminders of deadlines")
	YourDigest    = games.Say("Your daily digest, if you have chosen it, comes at")
	RemindUsual   = games.Say("as usual: when a fifth of the time is left")
	RemindNever   = games.Say("never")
	RemindBefore  = games.Say("%s before")
	AskedPause    = games.Say("I have asked your opponent for a pause. It begins when they agree.")
	Paused        = games.Say("The match is at rest. `/resume` goes on, by either of you.")
	PauseDeclined = games.Say("You have declined the pause. The match goes on.")
	TimeGiven     = games.Say("You have given your opponent more time.")

	VacationNone  = games.Say("You have no vacation ahead. `/vacation days:` begins one today, with `from:` on another day. On vacation your clocks stand still, and your opponents see it.")
	VacationIs    = games.Say("🌴 Your vacation: %s to %s. Meanwhile your clocks stand still, and your opponents see it; you may move all the same. Tournaments can leave vacations out.")
	VacationLeft  = games.Say("Days of vacation left this year: %d")
	VacationBack  = games.Say("Welcome back: your clocks run again, and no vacation is ahead.")
	VacationNoDay = games.Say("%q is no day that I understand. Write it as year-month-day, such as %s, or choose from what is offered.")
	VacationNot   = games.Say("You are on no vacation and have none ahead, so there is nothing to end. `/vacation days:` begins one.")
)

// VacationRefused say why a vacation can't be had.
var VacationRefused = map[calendar.Refusal]games.Sentence{
	calendar.Overlaps: games.Say("You have a vacation at that time already. End it with `/vacation back:` first, or choose other days."),
	calendar.TooMany:  games.Say("You don't have that many days left: a calendar year has 30 days of vacation. Choose fewer."),
	calendar.Over:     games.Say("Those days are over. Choose today or a later day."),
	calendar.TooFar:   games.Say("That is more than a year ahead. Choose an earlier day."),
}
