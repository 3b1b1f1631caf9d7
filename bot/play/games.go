package play

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// matchesOnPage is the number of matches on a page of `/games`.
const matchesOnPage = 10

// listMatches handles `/games`: a user's matches in all servers, the most urgent first (P10). Any
// option lists finished ones instead.
func (f *Feature) listMatches(ctx context.Context, r *request.Request) (request.Reply, error) {
	if len(r.Options) > 0 {
		return f.listFinished(ctx, r)
	}
	return f.matchPage(ctx, r, 0)
}

// listPage shows the page of `/games` that a button names.
func (f *Feature) listPage(ctx context.Context, r *request.Request) (request.Reply, error) {
	page, _ := choose.ParsePage(r.Target.Text)
	return f.matchPage(ctx, r, page)
}

func (f *Feature) matchPage(ctx context.Context, r *request.Request, page int) (request.Reply, error) {
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	damaged, err := f.Matches.Read.SetAside(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	var lines []string
	for _, id := range damaged[:min(len(damaged), matchesOnPage)] {
		lines = append(lines, r.In.Say(saySetAside, id))
	}
	if len(list) == 0 {
		lines = append(lines, r.In.Speak(sayNoGames))
		lines = append(lines, f.followedLines(ctx, r)...)
		return f.Privately(ctx, r, strings.Join(lines, "\n"), otherMatches(r.In)...), nil
	}
	pages := choose.Pages(len(list), matchesOnPage)
	page = min(page, pages-1)
	lines = append(lines, r.In.Say(say.YourMatches, len(list)))
	for _, rec := range list[page*matchesOnPage : min((page+1)*matchesOnPage, len(list))] {
		lines = append(lines, "* "+board.ListLine(r.In, rec, r.User, list...))
	}
	stranded := strandedOf(r.User, list)
	if len(stranded) > 0 {
		lines = append(lines, r.In.Speak(sayStranded))
	}
	if page == 0 {
		lines = append(lines, f.followedLines(ctx, r)...)
	}
	buttons := choose.PageButtons(r.In, page, pages, func(page int) component.Target {
		return component.Target{Action: component.ActList, Text: choose.PageText(page, "")}
	})
	buttons = append(append(buttons, strandedButtons(r, stranded)...), f.NextButton(ctx, r, "")...)
	if page == pages-1 {
		buttons = append(buttons, otherMatches(r.In)...)
	}
	return f.Privately(ctx, r, strings.Join(lines, "\n"), buttons...), nil
}

// otherMatches returns the buttons below a list of running matches: one begins another match, one lists
// the finished ones.
func otherMatches(in lang.Language) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		component.Button(in.Speak(say.LabelNewMatch), discordgo.SecondaryButton,
			component.Target{Action: component.ActGames}),
		component.Button(in.Speak(sayLabelFinished), discordgo.SecondaryButton,
			component.Target{Action: actFinished, Text: finishedText(0, finishedFilter{})}),
	}
}

// strandedOf returns the matches of a user that nobody can play where they are.
func strandedOf(u match.UserID, list []match.Match) []match.Match {
	return slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool {
		return !rec.Stranded() || !rec.Plays(u) && rec.Owner != u
	})
}

// strandedButtons returns the ways out of stranded matches: to continue one in this channel, or to
// give one up (P72, P73).
func strandedButtons(r *request.Request, list []match.Match) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	add := func(label games.Sentence, path string, list []match.Match) {
		t := component.Target{Action: actStranded, Text: path}
		switch len(list) {
		case 0:
			return
		case 1: // with a single match there is nothing to choose
			t = component.Target{Match: list[0].ID, Action: component.ActAgain, Text: path + "?"}
		}
		buttons = append(buttons, component.Button(r.In.Speak(label), discordgo.SecondaryButton, t))
	}
	if r.Guild != "" && !r.UserInstall {
		add(sayLabelGoOnHere, "match resume", list)
	}
	add(sayLabelGiveUp, "resign", seated(r.User, list))
	return buttons
}

// seated returns the matches in which a user plays.
func seated(u match.UserID, list []match.Match) []match.Match {
	return slices.DeleteFunc(slices.Clone(list), func(rec match.Match) bool { return !rec.Plays(u) })
}

// chooseStranded asks which stranded match a command of strandedButtons means.
func (f *Feature) chooseStranded(ctx context.Context, r *request.Request) (request.Reply, error) {
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	list = strandedOf(r.User, list)
	if r.Path = r.Target.Text; r.Path == "resign" {
		list = seated(r.User, list)
	}
	if len(list) == 0 {
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoneParked))
	}
	return request.Reply{}, answer.Ambiguous(r, list)
}

// nextMatch shows the board of the most urgent match that waits for the presser, except the match
// of the pressed button.
func (f *Feature) nextMatch(ctx context.Context, r *request.Request) (request.Reply, error) {
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	i := slices.IndexFunc(list, func(rec match.Match) bool {
		return rec.ID != r.Target.Match && rec.Awaits(r.User)
	})
	if i < 0 {
		return request.ReplyText(r.In.Speak(SayNoneWaits)), nil
	}
	beside := *r
	beside.DmBoard = false // a new message: the private board keeps showing its own match
	return f.PrivateBoard(ctx, &beside, list[i], "")
}
