package say

import (
	"paddock/games"
)

// Things said about the people around the games: what is stored of them.
var (
	Privacy = []games.Sentence{
		games.Say("### What I store of you"),
		games.Say("* Your Discord id, and your name as it was shown when you took a seat or joined a tournament."),
		games.Say("* Your matches: who played, all moves with their times, the result. Tournaments likewise."),
		games.Say("* Your settings, with your time zone, night and vacations if you tell me; your saved set-ups, your conditional moves, what-if boards and notes, whom you have blocked, which direct messages I have sent you, and answers that Discord did not take, until you have heard them. I read no chat: I see only what you type after a `/` or press."),
		games.Say("* How you did at puzzles of the day, which matches of others you follow, and where you want to be called when somebody looks for a game."),
		games.Say("* If you put yourself into the list of all servers with `/top`, the server whose ratings are yours there. Everybody who asks me sees your name and these ratings, but not the server; until you take yourself out."),
		games.Say("* Moves of yours that were refused, the last few of each match, for you alone; and what you have done as a moderator, for those who manage the server."),
		games.Say("**How long:** until you delete it. Challenges that nobody answers in time close by themselves, matches against the computer after 30 days without a move, and matches at rest after 90; they stay in the history."),
		games.Say("**Who sees it:** boards and results are for everybody who sees the channel. Your settings, saved set-ups, conditional moves and notes are for you; hidden pieces are for their owner until the match is over. Whoever runs me could read my memory. Nothing is passed on or sold."),
		games.Say("**Delete it:** `/delete-my-data` removes you at once, after asking once more. Messages in channels belong to Discord: moderators can delete those. Backups are kept by whoever runs me."),
	}
	AskDelete = games.Say("### Delete everything I know of you?\nYour running matches (%d) end at once as resigned, and your opponents are told. Challenges are revoked; you leave all tournaments. Settings, saved set-ups and notes are deleted. Finished matches stay, under *former player* instead of your name.\n**That can't be taken back.**")
	Deleted   = games.Say("Done: I know nothing of you any more. If you play again we begin anew.")
	Deleting  = games.Say("I have begun to delete what I know of you, but it takes longer. It goes on by itself, also after a restart; there is nothing more for you to do.")
	Kept      = games.Say("Good: nothing was deleted.")
)

// Labels of buttons.
var (
	LabelDeleteYes = games.Say("Yes, delete it all")
	LabelDeleteNo  = games.Say("No, keep it")
)

// Things said about what people have achieved.
var (
	IsRated           = games.Say("rated")
	Unrated           = games.Say("not rated")
	StatsOf           = games.Say("### What %s has played here")
	Stats             = games.Say("**%s** · rating **%s** · %d played: %d won, %d drawn, %d lost")
	StatsAgainst      = games.Say("-# against computers %d played: %d won, %d drawn, %d lost")
	Reliable          = games.Say("Reliability: %d %% · ran out of time in %d of %d.")
	StatsNone         = games.Say("%s has finished no match here yet. `/games` lists what is running; `/%s start` begins one.")
	StatsHere         = games.Say("Who plays what in direct messages is nobody else's business, so here I tell you only of yourself: `/stats`. In a server I tell of everybody's matches there.")
	StatsBot          = games.Say("%s is a bot and plays no matches under its own name. `/top` ranks my computer players with `list:`.")
	Reputation        = games.Say("%s: rating %s in this game · reliability %d %% (%d played here)")
	Top               = games.Say("### %s · the best here")
	TopComputers      = games.Say("### %s · computer players and those who have played them here")
	TopLine           = games.Say("%d. %s · **%s** · %d won, %d drawn, %d lost")
	TopNone           = games.Say("Nobody has finished a rated match of %s here yet. `/%s challenge` begins one.")
	TopEverywhere     = games.Say("### %s · the best of all servers")
	TopEverywhereNone = games.Say("Nobody in the list of all servers has finished a rated match of %s yet. `/%s challenge` begins one.")
	Listed            = games.Say("-# In this list are only those who want to be. You are in it as %s, with your ratings in one server; nobody is told which. `/top` with `listed:` takes you out.")
	NotListed         = games.Say("-# In this list are only those who want to be, each with their ratings in one server; nobody is told which. You are not in it: `/top` with `listed:` puts you in.")
	ListHere          = games.Say("Say that in a server where you play: your ratings there are what others will see, under your name and without the server's. Nothing was changed.")
	TopYou            = games.Say("You are number %d of %d.")
	TopFoot           = games.Say("-# A rating begins at 1500; a ? behind it means that little is known yet, or no longer. Computer players stand where they were measured.")
)

// Things said about blocks.
var (
	BlockSelf     = games.Say("You can't block yourself. Name somebody else.")
	BlockBot      = games.Say("%s is a bot and challenges nobody, so there is nothing to block.")
	BlockFull     = games.Say("You have blocked %d members already, which is as many as I keep. Unblock somebody first with `/unblock`.")
	Blocking      = games.Say("%s is blocked: no challenge or rematch brings the two of you together any more, in whichever direction and on whichever server. They are not told. What is running goes on, and tournaments pair everybody. `/unblock` ends it.")
	Unblocking    = games.Say("%s is no longer blocked.")
	NotBlocking   = games.Say("You have not blocked %s, so nothing has changed. `/block` without a name lists whom you have blocked.")
	BlockingNone  = games.Say("You have blocked nobody. `/block user:` blocks a member.")
	BlockingThese = games.Say("You have blocked %s. `/unblock` ends it.")
)

// Things said about how people hear of their turn.
var (
	NotifyHere   = games.Say("From now on I tell you here when something waits for you in a match. `/settings` changes that.")
	NotifyClosed = games.Say("I can't write to you, because your direct messages are closed to me, so nothing was changed. To open them: the server's menu, *Privacy Settings*, *Direct Messages*; then choose this again.")
	TurnThere    = games.Say("It's your turn: %s")
)
