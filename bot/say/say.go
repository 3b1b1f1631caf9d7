package say

import (
	"errors"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// Sentences that several packages use.
var (
	WentWrong    = games.Say("Something went wrong on my side. If you made a move, `/games` shows whether it counted; otherwise please try again.")
	NoPost       = games.Say("I can't post in this channel, so you can't play here. Ask a moderator to give me %s here, or try another channel.")
	NotYours     = games.Say("You don't play in that match, so you can't decide that. `/games` lists your own matches.")
	NoDMPair     = games.Say("To play with others, use me in your chat with them, or in a server where I am. Here you play against the computer: `/%s start`.")
	Away         = games.Say("I'm not a member here, so I show something only when somebody presses a button or uses a command.")
	NotMember    = games.Say("I'm not a member here, so this doesn't work. Use it in a server where I am, or ask a moderator to add me.")
	NoManage     = games.Say("Only those who manage this server can do that (the permission *Manage Server*). Ask one of them.")
	NoMember     = games.Say("%s isn't in this server, so they can't play here. Choose somebody who is.")
	FormLate     = games.Say("I was too slow to open the form, so nothing has changed. Please press the button again.")
	Confirmed    = games.Say("Your set-up is confirmed.")
	Arranged     = games.Say("Your set-up is confirmed and can't be changed. The match begins when the others are ready too.")
	Done         = games.Say("Done.")
	BoardLink    = games.Say("board")
	YourMatches  = games.Say("### Your matches (%d)")
	V            = games.Say(" v ")
	Clock        = games.Say("%s a move")
	AtOnce       = games.Say("Changes apply at once.")
	PermitView   = games.Say("*View Channel*")
	PermitSend   = games.Say("*Send Messages*")
	PermitThread = games.Say("*Send Messages in Threads*")
	WeekendsOff  = games.Say("weekends don't count")
	NoVacations  = games.Say("vacations don't stop the clock")
	NoticeOn     = games.Say("The match goes on.")
	NoticeHere   = games.Say("The match goes on here.")
	NewMatch     = games.Say("The rematch is on.")
	NoticeTo     = games.Say("%s: %s")
	IsRated      = games.Say("rated")
	NotifyClosed = games.Say("I can't send you direct messages, so nothing has changed. Turn them on in the server's menu (*Privacy Settings*, *Direct Messages*), then choose this again.")
)

// AfterMoves returns the heading of a past board, such as "The board after 3 of 29 moves". The total is
// left out if it is not greater than n.
func AfterMoves(n, all int) games.Sentence {
	switch {
	case n < all && all == 1:
		return games.Say("The board after 0 of 1 move")
	case n < all:
		return games.Say("The board after %d of %d moves", n, all)
	case n == 1:
		return games.Say("The board after 1 move")
	}
	return games.Say("The board after %d moves", n)
}

// Labels of buttons and menus that several packages use.
var (
	LabelNext     = games.Say("Next")
	LabelSave     = games.Say("Save")
	LabelBack     = games.Say("Back")
	LabelNextPage = games.Say("Next page")
	LabelPrevPage = games.Say("Previous page")
	LabelNextGame = games.Say("My next match")
	LabelShow     = games.Say("Show the board")
	LabelRules    = games.Say("Rules")
	LabelPlay     = games.Say("Play")
	LabelTry      = games.Say("Try moves")
	LabelReview   = games.Say("Review")
	LabelNewMatch = games.Say("New match")
	LabelLearn    = games.Say("Learn a game")
	MenuSaved     = games.Say("Your saved set-ups")
)

// Error returns the message for a member about an error: the sentence of a refusal or problem,
// otherwise WentWrong. It escapes the texts in the sentence, so that names can't format it.
func Error(in lang.Language, err error, to match.UserID) string {
	if s, ok := Refused(err, to); ok {
		return in.Speak(Escaped(s))
	}
	return in.Speak(WentWrong)
}

// Refused returns the sentence with which a refusal answers a member, such as "It is Ann's turn". It
// says "you" instead of the member's own name. It returns false if the error is no refusal.
func Refused(err error, to match.UserID) (games.Sentence, bool) {
	s, ok := match.Sentence(err)
	if p, is := errors.AsType[*match.Problem](err); is && p.Record != nil {
		for _, player := range p.Record.Players {
			if player.User == to && to != "" && player.Channel == "" {
				s = ToYou(s, player.Called())
			}
		}
	}
	return s, ok
}

// Escaped returns the sentence with its string arguments escaped for Discord.
func Escaped(s games.Sentence) games.Sentence {
	args := make([]any, len(s.Args))
	for i, a := range s.Args {
		switch a := a.(type) {
		case string:
			args[i] = discord.Escape(a)
		case games.Sentence:
			args[i] = Escaped(a)
		default:
			args[i] = a
		}
	}
	return games.Say(s.Format, args...)
}

// Span returns a time per move in words.
func Span(d time.Duration) games.Sentence {
	switch {
	case d == 24*time.Hour:
		return games.Say("1 day")
	case d%(24*time.Hour) == 0 && d > 0:
		return games.Say("%d days", int(d/(24*time.Hour)))
	case d == time.Hour:
		return games.Say("1 hour")
	case d%time.Hour == 0 && d > 0:
		return games.Say("%d hours", int(d/time.Hour))
	case d == time.Minute:
		return games.Say("1 minute")
	case d%time.Minute == 0 && d > 0:
		return games.Say("%d minutes", int(d/time.Minute))
	}
	return games.Say("%s", d.String())
}
