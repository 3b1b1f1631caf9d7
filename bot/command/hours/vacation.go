package hours

import (
	"context"
	"strings"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

const (
	optDays = "days"
	optFrom = "from"
	optBack = "back"
)

// Vacation is `/vacation`.
var Vacation = &router.Command{
	Name: "vacation", Help: "Let your clocks stand still for some days, or end that", Where: router.Everywhere, Run: vacation, Complete: completeDays,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		from := a.Str(optFrom, "The first day; today if you don't say", false)
		from.Autocomplete = true
		return []*router.Option{
			a.Integer(optDays, "For how many days", 1, calendar.DaysPerYear), from, a.Boolean(optBack, "End your vacation, and those ahead"),
		}
	},
}

// vacation is `/vacation`: it begins one, ends it, or tells of it.
func vacation(ctx context.Context, r *router.Request) (discord.Reply, error) {
	days, wanted := r.Number(optDays)
	u, err := r.People.User(ctx, r.User)
	switch {
	case err != nil:
		return discord.Reply{}, err
	case r.Yes(optBack, false):
		return back(ctx, r, u)
	case !wanted:
		return router.ReplyText(vacations(r.In, u.Hours, r.Now())), nil
	}
	from := r.Now()
	if text := r.Text(optFrom); text != "" {
		today := from.In(u.Hours.Location())
		if from, err = time.ParseInLocation(time.DateOnly, text, u.Hours.Location()); err != nil {
			return discord.Reply{}, router.Refuse(r.In.Say(say.VacationNoDay, discord.Escape(text), today.Format(time.DateOnly)))
		}
	}
	refused := calendar.Refusal("")
	err = r.People.Change(ctx, r.User, func(u *match.User) { u.Hours, _, refused = u.Hours.Take(from, r.Now(), max(days, 1)) })
	if refused != "" {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.VacationRefused[refused]))
	}
	if err == nil {
		err = r.Matches.Referee.Rewind(ctx, r.User)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	if u, err = r.People.User(ctx, r.User); err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyText(vacations(r.In, u.Hours, r.Now())), nil
}

// back ends somebody's vacations.
func back(ctx context.Context, r *router.Request, u match.User) (discord.Reply, error) {
	if _, ok := u.Hours.Return(r.Now()); !ok {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.VacationNot))
	}
	err := r.People.Change(ctx, r.User, func(u *match.User) { u.Hours, _ = u.Hours.Return(r.Now()) })
	if err == nil {
		err = r.Matches.Referee.Rewind(ctx, r.User)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyText(r.In.Speak(say.VacationBack)), nil
}

// vacations tells what vacations somebody has ahead, and how many days are left.
func vacations(in lang.Language, h calendar.Hours, now time.Time) string {
	var lines []string
	for _, v := range h.Vacations {
		if v.End.After(now) {
			lines = append(lines, in.Say(say.VacationIs, discord.DateTime(v.Start), discord.DateTime(v.End)))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, in.Speak(say.VacationNone))
	}
	left := calendar.DaysPerYear - h.Used(now.In(h.Location()).Year())
	return strings.Join(append(lines, in.Say(say.VacationLeft, left)), "\n")
}

// completeDays offers the next days.
func completeDays(ctx context.Context, r *router.Request) (list []*router.Choice) {
	u, err := r.People.User(ctx, r.User)
	if err != nil || r.Focused != optFrom {
		return nil
	}
	typed := r.Text(optFrom)
	today := r.Now().In(u.Hours.Location())
	for n := range 366 {
		d := time.Date(today.Year(), today.Month(), today.Day()+n, 12, 0, 0, 0, today.Location()).Format(time.DateOnly)
		if strings.HasPrefix(d, typed) && len(list) < discord.MaxOptions {
			list = append(list, &router.Choice{Name: d, Value: d})
		}
	}
	return list
}
