// Package hours is the commands by which people say when they are there: their time zone, night and reminders, vacations, and the pauses and gifts of time
// that two agree on. What follows from it is arithmetic in paddock/games/match/calendar. Start reading at [Command].
package hours

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// Options of the command.
const (
	optZone   = "zone"
	optQuiet  = "quiet"
	optRemind = "reminders"
	optDigest = "digest"
)

// Command is `/hours`.
var Command = &router.Command{
	Name: "hours", Help: "Your time zone, your night, your reminders and the hour of your digest", Where: router.Everywhere, Run: hours, Complete: complete,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		zone, quiet := a.Str(optZone, "Your time zone, by a large city in it", false), a.Str(optQuiet, "Your night, such as 22:00-07:00, or off", false)
		zone.Autocomplete, quiet.Autocomplete = true, true
		remind := a.Str(optRemind, "When I remind you of a deadline", false)
		for _, v := range reminders {
			remind.Choices = append(remind.Choices, &router.Choice{Name: discord.Truncate(remindWords(a.In, parseReminders(v)), discord.MaxOptionText), Value: v})
		}
		return []*router.Option{zone, quiet, remind, a.Integer(optDigest, "The hour of your daily digest", 0, 23)}
	},
}

// Actions are the panel's.
var Actions = router.Actions{show.ActHours: hours}

// hours is `/hours` and its panel.
func hours(ctx context.Context, r *router.Request) (discord.Reply, error) {
	picked := make(map[string]string)
	for _, name := range []string{optZone, optQuiet, optRemind} {
		if v := r.Text(name); v != "" {
			picked[name] = v
		}
	}
	if n, ok := r.Number(optDigest); ok {
		picked[optDigest] = strconv.Itoa(n)
	}
	if r.Answer.IsComponent() && r.Target.Text != "" {
		if len(r.Values) != 1 {
			return discord.Reply{}, show.ErrID
		}
		picked = map[string]string{r.Target.Text: r.Values[0]}
	}
	if len(picked) > 0 {
		if err := change(ctx, r, picked); err != nil {
			return discord.Reply{}, err
		}
	}
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, panel(r.In, u.Hours, r.Now())), nil
}

// change sets what was picked, all of it or nothing, and brings the person's clocks to it.
func change(ctx context.Context, r *router.Request, picked map[string]string) error {
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return err
	}
	if _, err := with(r.In, u.Hours, picked); err != nil {
		return err
	}
	err = r.People.Change(ctx, r.User, func(u *match.User) {
		if h, err := with(r.In, u.Hours, picked); err == nil {
			u.Hours = h
		}
	})
	if err != nil {
		return err
	}
	return r.Matches.Referee.Rewind(ctx, r.User)
}

// with is somebody's hours with what they have picked.
func with(in lang.Language, h calendar.Hours, picked map[string]string) (calendar.Hours, error) {
	for name, v := range picked {
		switch name {
		case optZone:
			found := calendar.FindZones(v)
			if i := slices.Index(found, v); i >= 0 {
				found = found[i : i+1]
			}
			if len(found) != 1 {
				return h, router.Refuse(in.Say(say.ZoneUnknown, discord.Escape(v)))
			}
			h.Zone = found[0]
		case optQuiet:
			night, ok := parseNight(v)
			if !ok {
				return h, router.Refuse(in.Say(say.NightOdd, discord.Escape(v)))
			}
			h.Night = night
		case optRemind:
			if !slices.Contains(reminders, v) {
				return h, show.ErrID
			}
			h.Remind = parseReminders(v)
		case optDigest:
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 || n > 23 {
				return h, show.ErrID
			}
			h.Digest = 1 + n
		default:
			return h, show.ErrID
		}
	}
	return h, nil
}

// night is what parseNight reads: "22-7", "22:30 - 06:45", "22.30–6".
var night = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))?\s*[-–]\s*(\d{1,2})(?:[:.](\d{2}))?$`)

func parseNight(text string) (n calendar.Night, ok bool) {
	if slices.Contains(noNight, strings.ToLower(text)) {
		return n, true
	}
	parts := night.FindStringSubmatch(text)
	if parts == nil {
		return n, false
	}
	minutes := func(hour, minute string) int {
		h, _ := strconv.Atoi(hour)
		m, _ := strconv.Atoi(minute) // none: 0
		if m > 59 || h > 24 {
			return -1
		}
		return (h*60 + m) % (24 * 60)
	}
	n = calendar.Night{From: minutes(parts[1], parts[2]), To: minutes(parts[3], parts[4])}
	return n, n.Sound()
}

// noNight are the words for no night, in all languages.
var noNight = []string{"off", "none", "no", "av", "ingen", "nej", "aus", "keine", "nein"}

func nightText(n calendar.Night) string {
	if n.From == n.To {
		return noNight[0]
	}
	return fmt.Sprintf("%02d:%02d-%02d:%02d", n.From/60, n.From%60, n.To/60, n.To%60)
}

// nights, reminders and zones are what is offered in menus.
var (
	nights    = []string{"off", "20:00-08:00", "21:00-06:00", "21:00-07:00", "21:00-08:00", "22:00-06:00", "22:00-07:00", "22:00-08:00", "23:00-06:00", "23:00-07:00", "23:00-08:00", "23:00-09:00", "00:00-07:00", "00:00-08:00", "00:00-09:00", "01:00-09:00", "02:00-10:00"}
	reminders = []string{"usual", "never", "1h", "3h", "6h", "12h", "24h", "48h", "24h,3h", "12h,1h", "48h,12h", "24h,6h,1h"}
	zones     = []string{
		"Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Shanghai", "Asia/Singapore", "Asia/Kolkata", "Asia/Dubai", "Europe/Moscow", "Europe/Istanbul", "Europe/Helsinki",
		"Europe/Athens", "Europe/Stockholm", "Europe/Berlin", "Europe/Paris", "Europe/London", "UTC", "Africa/Johannesburg", "America/Sao_Paulo", "America/Halifax", "America/New_York",
		"America/Chicago", "America/Denver", "America/Los_Angeles", "Pacific/Honolulu",
	}
)

// parseReminders reads one of reminders.
func parseReminders(v string) (list []time.Duration) {
	switch v {
	case "usual":
		return nil
	case "never":
		return []time.Duration{calendar.NoReminder}
	}
	for _, part := range strings.Split(v, ",") {
		if d, err := time.ParseDuration(part); err == nil {
			list = append(list, d)
		}
	}
	return list
}

// reminderValue is parseReminders the other way.
func reminderValue(list []time.Duration) string {
	i := slices.IndexFunc(reminders, func(v string) bool { return slices.Equal(parseReminders(v), list) })
	return reminders[max(i, 0)]
}

func remindWords(in lang.Language, list []time.Duration) string {
	switch {
	case len(list) == 0:
		return in.Speak(say.RemindUsual)
	case list[0] == calendar.NoReminder:
		return in.Speak(say.RemindNever)
	}
	var spans []games.Sentence
	for _, d := range list {
		spans = append(spans, say.Span(d))
	}
	return in.Say(say.RemindBefore, games.Join(spans, ", "))
}

// panel shows somebody's hours, with a menu for each.
func panel(in lang.Language, h calendar.Hours, now time.Time) discord.Message {
	type offer struct{ value, label string }
	menu := func(name string, label games.Sentence, is string, offers []offer, value string) show.Setting {
		s := show.Setting{Label: in.Speak(label), Now: is, Target: show.Target{Action: show.ActHours, Text: name}}
		for _, o := range offers {
			s.Choices = append(s.Choices, discordgo.SelectMenuOption{Label: discord.Truncate(o.label, discord.MaxOptionText), Value: o.value, Default: o.value == value})
		}
		return s
	}
	plain := func(list []string) (out []offer) {
		for _, v := range list {
			out = append(out, offer{v, strings.ReplaceAll(v, "_", " ")})
		}
		return out
	}
	zone := h.Location().String()
	offered := zones
	if !slices.Contains(zones, zone) {
		offered = append([]string{zone}, zones...)
	}
	quiet := plain(nights)
	quiet[0].label = in.Speak(say.NightOff)
	is := nightText(h.Night)
	if h.Night.From == h.Night.To {
		is = in.Speak(say.NightOff)
	}
	var remind, digest []offer
	for _, v := range reminders {
		remind = append(remind, offer{v, remindWords(in, parseReminders(v))})
	}
	for hour := range 24 {
		digest = append(digest, offer{strconv.Itoa(hour), clock(hour)})
	}
	return show.Panel(in.Speak(say.YourHours), in.Speak(say.HoursNote), []show.Setting{
		menu(optZone, say.YourZone, in.Say(say.ZoneNow, strings.ReplaceAll(zone, "_", " "), now.In(h.Location()).Format("15:04")), plain(offered), zone),
		menu(optQuiet, say.YourNight, is, quiet, nightText(h.Night)),
		menu(optRemind, say.YourReminders, remindWords(in, h.Remind), remind, reminderValue(h.Remind)),
		menu(optDigest, say.YourDigest, clock(h.DigestHour()), digest, strconv.Itoa(h.DigestHour())),
	})
}

func clock(hour int) string { return fmt.Sprintf("%02d:00", hour) }

// complete offers zones and nights.
func complete(_ context.Context, r *router.Request) (list []*router.Choice) {
	add := func(v string) {
		if len(list) < discord.MaxOptions {
			list = append(list, &router.Choice{Name: v, Value: v})
		}
	}
	switch r.Focused {
	case optZone:
		typed := r.Text(optZone)
		if typed == "" {
			for _, z := range zones {
				add(z)
			}
			return list
		}
		for _, z := range calendar.FindZones(typed) {
			add(z)
		}
	case optQuiet:
		typed := r.Text(optQuiet)
		if n, ok := parseNight(typed); ok {
			add(nightText(n))
			return list
		}
		for _, n := range nights {
			if strings.HasPrefix(n, typed) {
				add(n)
			}
		}
	}
	return list
}
