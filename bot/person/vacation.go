package person

import (
	"context"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// Names of options.
const (
	optDays = "days"
	optFrom = "from"
	optBack = "back"
)

func (f *Feature) vacationCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "vacation", Help: "Stop your clocks for some days, or end that",
		Where: request.Everywhere, Run: f.vacation, Complete: f.completeDays,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			from := a.Str(optFrom, "The first day; otherwise today", false)
			from.Autocomplete = true
			return []*request.Option{
				a.Integer(optDays, "For how many days", 1, calendar.DaysPerYear), from,
				a.Boolean(optBack, "End your vacation, and later ones too"),
			}
		},
	}
}

// vacation handles `/settings vacation`: it begins a vacation, ends it, or lists future ones (P24).
func (f *Feature) vacation(ctx context.Context, r *request.Request) (request.Reply, error) {
	days, wanted := r.Number(optDays)
	u, err := f.People.User(ctx, r.User)
	switch {
	case err != nil:
		return request.Reply{}, err
	case r.Yes(optBack, false):
		return f.backFromVacation(ctx, r, u)
	case !wanted:
		return request.ReplyText(vacations(r.In, u.Hours, f.Now())), nil
	}
	from := f.Now()
	if text := r.Text(optFrom); text != "" {
		today := from.In(u.Hours.Location())
		if from, err = time.ParseInLocation(time.DateOnly, text, u.Hours.Location()); err != nil {
			return request.Reply{},
				request.Refuse(r.In.Say(sayVacationNoDay, discord.Escape(text), today.Format(time.DateOnly)))
		}
	}
	refused := calendar.Refusal("")
	err = f.People.Change(ctx, r.User, func(u *match.User) { u.Hours, _, refused = u.Hours.Take(from, f.Now(), days) })
	if refused != "" {
		return request.Reply{}, request.Refuse(r.In.Speak(sayVacationRefused[refused]))
	}
	if err == nil {
		err = f.Matches.Referee.Rewind(ctx, r.User)
	}
	if err != nil {
		return request.Reply{}, err
	}
	if u, err = f.People.User(ctx, r.User); err != nil {
		return request.Reply{}, err
	}
	return request.ReplyText(vacations(r.In, u.Hours, f.Now())), nil
}

// backFromVacation ends the vacation of a user and cancels future ones.
func (f *Feature) backFromVacation(ctx context.Context, r *request.Request, u match.User) (request.Reply, error) {
	if _, ok := u.Hours.Return(f.Now()); !ok {
		return request.Reply{}, request.Refuse(r.In.Speak(sayVacationNot))
	}
	err := f.People.Change(ctx, r.User, func(u *match.User) { u.Hours, _ = u.Hours.Return(f.Now()) })
	if err == nil {
		err = f.Matches.Referee.Rewind(ctx, r.User)
	}
	if err != nil {
		return request.Reply{}, err
	}
	return request.ReplyText(r.In.Speak(sayVacationBack)), nil
}

// vacations returns the present and later vacations of a user, and how many days of this year are
// left.
func vacations(in lang.Language, h calendar.Hours, now time.Time) string {
	var lines []string
	for _, v := range h.Vacations {
		if v.End.After(now) {
			lines = append(lines, in.Say(sayVacationIs, discord.DateTime(v.Start), discord.DateTime(v.End)))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, in.Speak(sayVacationNone))
	}
	left := calendar.DaysPerYear - h.Used(now.In(h.Location()).Year())
	return strings.Join(append(lines, in.Say(sayVacationLeft, left)), "\n")
}

// completeDays returns choices for the first day: the next days that begin with the typed text.
func (f *Feature) completeDays(ctx context.Context, r *request.Request) (list []*request.Choice) {
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return nil
	}
	typed := r.Text(optFrom)
	today := f.Now().In(u.Hours.Location())
	for n := range 366 {
		d := time.Date(today.Year(), today.Month(), today.Day()+n, 12, 0, 0, 0, today.Location()).Format(time.DateOnly)
		if strings.HasPrefix(d, typed) && len(list) < discord.MaxOptions {
			list = append(list, &request.Choice{Name: d, Value: d})
		}
	}
	return list
}
