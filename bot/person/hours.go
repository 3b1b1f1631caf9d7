package person

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// Names of options.
const (
	optZone   = "zone"
	optQuiet  = "quiet"
	optRemind = "reminders"
	optDigest = "digest"
)

func (f *Feature) hoursCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "hours",
		Help:  "Your time zone, your night, your reminders and the time of your daily message",
		Where: request.Everywhere, Run: f.hours,
		Complete: func(_ context.Context, r *request.Request) []*request.Choice { return completeHours(r, f.Now()) },
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			zone, quiet := a.Str(optZone, "Your time zone: a large city in it", false),
				a.Str(optQuiet, "Your night, such as 22:00-07:00, or off", false)
			zone.Autocomplete, quiet.Autocomplete = true, true
			remind := a.Str(optRemind, "When I remind you that time is running out", false)
			for _, v := range reminders {
				remind.Choices = append(remind.Choices,
					&request.Choice{
						Name:  discord.Truncate(remindWords(a.In, parseReminders(v)), discord.MaxOptionText),
						Value: v,
					})
			}
			return []*request.Option{zone, quiet, remind, a.Integer(optDigest, "The time of your daily message", 0, 23)}
		},
	}
}

// hours handles `/settings hours` and its panel (P101).
func (f *Feature) hours(ctx context.Context, r *request.Request) (request.Reply, error) {
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
		if len(r.Values) > 1 {
			return request.Reply{}, component.ErrID
		}
		for _, v := range r.Values {
			picked[r.Target.Text] = v
		}
	}
	maybe, asked, err := whichZone(r.In, picked, f.Now())
	if err != nil {
		return request.Reply{}, err
	}
	if len(picked) > 0 {
		if err := f.changeHours(ctx, r, picked); err != nil {
			return request.Reply{}, err
		}
	}
	if len(maybe.Choices) > 0 {
		return request.ReplyPrivate(r, board.SettingMenu(r.In, asked, maybe, component.Target{Action: ActHours})), nil
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	list, note := hoursSettings(r.In, u.Hours, f.Now()), r.In.Speak(sayHoursNote)
	if r.Answer.IsComponent() && r.Target.Text != "" && len(r.Values) == 0 {
		i := slices.IndexFunc(list, func(s board.Setting) bool { return s.Target.Text == r.Target.Text })
		if i < 0 {
			return request.Reply{}, component.ErrID
		}
		return request.ReplyPrivate(r, board.SettingMenu(r.In, note, list[i], component.Target{Action: ActHours})), nil
	}
	return request.ReplyPrivate(r, board.Panel(r.In, u.Style, r.In.Speak(sayYourHours), note, list)), nil
}

// whichZone replaces the picked zone by its name. If the text may mean several, it is no longer
// picked, and the menu asks with a note.
func whichZone(in lang.Language, picked map[string]string, now time.Time) (s board.Setting, note string, err error) {
	typed := picked[optZone]
	if typed == "" {
		return s, "", nil
	}
	found, sure := calendar.FindZones(typed, now)
	switch {
	case len(found) == 0:
		return s, "", request.Refuse(in.Say(sayZoneUnknown, discord.Escape(typed)))
	case sure:
		picked[optZone] = found[0].Zone
		return s, "", nil
	}
	delete(picked, optZone)
	s = board.Setting{
		Label: in.Speak(sayYourZone), Now: in.Speak(sayZoneChoose),
		Target: component.Target{Action: ActHours, Text: optZone},
	}
	for _, p := range found[:min(len(found), discord.MaxOptions)] {
		l, err := calendar.Zone(p.Zone)
		if err != nil {
			return s, "", err
		}
		s.Choices = append(s.Choices, discordgo.SelectMenuOption{
			Label: discord.Truncate(placeWords(p), discord.MaxOptionText), Value: p.Zone,
			Description: in.Say(sayZoneTime, now.In(l).Format("15:04")),
		})
	}
	return s, in.Say(sayZoneWhich, discord.Escape(typed)), nil
}

// placeWords writes a place for people: "Munich: Europe/Berlin".
func placeWords(p calendar.Place) string {
	if p.Name == "" {
		return calendar.ZoneWords(p.Zone)
	}
	return p.Name + ": " + calendar.ZoneWords(p.Zone)
}

// changeHours stores the picked values, or none of them if one is refused. It then adjusts the
// clocks of the user's matches.
func (f *Feature) changeHours(ctx context.Context, r *request.Request, picked map[string]string) error {
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return err
	}
	if _, err := withHours(r.In, u.Hours, picked); err != nil {
		return err
	}
	err = f.People.Change(ctx, r.User, func(u *match.User) {
		if h, err := withHours(r.In, u.Hours, picked); err == nil {
			u.Hours = h
		}
	})
	if err != nil {
		return err
	}
	return f.Matches.Referee.Rewind(ctx, r.User)
}

// withHours returns hours with the picked values.
func withHours(in lang.Language, h calendar.Hours, picked map[string]string) (calendar.Hours, error) {
	for name, v := range picked {
		switch name {
		case optZone:
			if _, err := calendar.Zone(v); err != nil {
				return h, component.ErrID
			}
			h.Zone = v
		case optQuiet:
			night, ok := parseNight(v)
			if !ok {
				return h, request.Refuse(in.Say(sayNightOdd, discord.Escape(v)))
			}
			h.Night = night
		case optRemind:
			if !slices.Contains(reminders, v) {
				return h, component.ErrID
			}
			h.Remind = parseReminders(v)
		case optDigest:
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 || n > 23 {
				return h, component.ErrID
			}
			h.Digest = 1 + n
		default:
			return h, component.ErrID
		}
	}
	return h, nil
}

// nightPattern matches "22-7", "22:30 - 06:45" and "22.30–6".
var nightPattern = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))?\s*[-–]\s*(\d{1,2})(?:[:.](\d{2}))?$`)

// parseNight parses a night. Each word of noNight is the empty night. It returns false if the night
// cannot be read or is too long.
func parseNight(text string) (n calendar.Night, ok bool) {
	if slices.Contains(noNight, strings.ToLower(text)) {
		return n, true
	}
	parts := nightPattern.FindStringSubmatch(text)
	if parts == nil {
		return n, false
	}
	minutes := func(hour, minute string) int {
		h, _ := strconv.Atoi(hour)
		m, _ := strconv.Atoi(minute) // an empty text counts as 0
		if m > 59 || h > 24 {
			return -1
		}
		return (h*60 + m) % (24 * 60)
	}
	n = calendar.Night{From: minutes(parts[1], parts[2]), To: minutes(parts[3], parts[4])}
	return n, n.Sound()
}

// noNight lists the words for no night, in all languages.
var noNight = []string{"off", "none", "no", "av", "ingen", "nej", "aus", "keine", "nein"}

// nightText writes a night such as "22:00-07:00", or "off".
func nightText(n calendar.Night) string {
	if n.From == n.To {
		return noNight[0]
	}
	return fmt.Sprintf("%02d:%02d-%02d:%02d", n.From/60, n.From%60, n.To/60, n.To%60)
}

// Values that menus and completion offer.
var (
	nights = []string{
		"off", "20:00-08:00", "21:00-06:00", "21:00-07:00", "21:00-08:00", "22:00-06:00",
		"22:00-07:00", "22:00-08:00", "23:00-06:00", "23:00-07:00", "23:00-08:00", "23:00-09:00", "00:00-07:00",
		"00:00-08:00", "00:00-09:00", "01:00-09:00", "02:00-10:00",
	}
	reminders = []string{
		"usual", "never", "1h", "3h", "6h", "12h", "24h", "48h", "24h,3h", "12h,1h", "48h,12h",
		"24h,6h,1h",
	}
	zones = []string{
		"Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Shanghai", "Asia/Singapore", "Asia/Kolkata",
		"Asia/Dubai", "Europe/Moscow", "Europe/Istanbul", "Europe/Helsinki",
		"Europe/Athens", "Europe/Stockholm", "Europe/Berlin", "Europe/Paris", "Europe/London", "UTC",
		"Africa/Johannesburg", "America/Sao_Paulo", "America/Halifax", "America/New_York",
		"America/Chicago", "America/Denver", "America/Los_Angeles", "Pacific/Honolulu",
	}
)

// parseReminders parses a value of the list reminders: the times before a deadline. It returns nil
// for "usual".
func parseReminders(v string) (list []time.Duration) {
	if v == "never" {
		return []time.Duration{calendar.NoReminder}
	}
	for part := range strings.SplitSeq(v, ",") {
		if d, err := time.ParseDuration(part); err == nil {
			list = append(list, d)
		}
	}
	return list
}

// reminderValue returns the value that parseReminders parses to a list. It is "usual" if there is
// none.
func reminderValue(list []time.Duration) string {
	i := slices.IndexFunc(reminders, func(v string) bool { return slices.Equal(parseReminders(v), list) })
	return reminders[max(i, 0)]
}

// remindWords describes times before a deadline.
func remindWords(in lang.Language, list []time.Duration) string {
	switch {
	case len(list) == 0:
		return in.Speak(sayRemindUsual)
	case list[0] == calendar.NoReminder:
		return in.Speak(sayRemindNever)
	}
	var spans []games.Sentence
	for _, d := range list {
		spans = append(spans, say.Span(d))
	}
	return in.Say(sayRemindBefore, games.Join(spans, ", "))
}

// hoursSettings returns the hours of a user as settings of a panel.
func hoursSettings(in lang.Language, h calendar.Hours, now time.Time) []board.Setting {
	type offer struct{ value, label string }
	menu := func(name string, label games.Sentence, is string, offers []offer, value string) board.Setting {
		s := board.Setting{Label: in.Speak(label), Now: is, Target: component.Target{Action: ActHours, Text: name}}
		for _, o := range offers {
			s.Choices = append(s.Choices,
				discordgo.SelectMenuOption{
					Label: discord.Truncate(o.label, discord.MaxOptionText), Value: o.value,
					Default: o.value == value,
				})
		}
		return s
	}
	plain := func(list []string) (out []offer) {
		for _, v := range list {
			out = append(out, offer{v, calendar.ZoneWords(v)})
		}
		return out
	}
	zone := h.Location().String()
	offered := zones
	if !slices.Contains(zones, zone) {
		offered = append([]string{zone}, zones...)
	}
	quiet := plain(nights)
	quiet[0].label = in.Speak(sayNightOff)
	is := nightText(h.Night)
	if h.Night.From == h.Night.To {
		is = in.Speak(sayNightOff)
	}
	var remind, digest []offer
	for _, v := range reminders {
		remind = append(remind, offer{v, remindWords(in, parseReminders(v))})
	}
	for hour := range 24 {
		digest = append(digest, offer{strconv.Itoa(hour), hourText(hour)})
	}
	return []board.Setting{
		menu(optZone, sayYourZone,
			in.Say(sayZoneNow, calendar.ZoneWords(zone), now.In(h.Location()).Format("15:04")),
			plain(offered), zone),
		menu(optQuiet, sayYourNight, is, quiet, nightText(h.Night)),
		menu(optRemind, sayYourReminders, remindWords(in, h.Remind), remind, reminderValue(h.Remind)),
		menu(optDigest, sayYourDigest, hourText(h.DigestHour()), digest, strconv.Itoa(h.DigestHour())),
	}
}

// hourText writes an hour such as "08:00".
func hourText(hour int) string { return fmt.Sprintf("%02d:00", hour) }

// completeHours returns choices for the options zone and quiet.
func completeHours(r *request.Request, now time.Time) (list []*request.Choice) {
	offer := func(name, v string) {
		if len(list) < discord.MaxOptions {
			list = append(list, &request.Choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: v})
		}
	}
	add := func(v string) { offer(v, v) }
	switch r.Focused {
	case optZone:
		typed := r.Text(optZone)
		if typed == "" {
			for _, z := range zones {
				offer(calendar.ZoneWords(z), z)
			}
			return list
		}
		found, _ := calendar.FindZones(typed, now)
		for _, p := range found {
			offer(placeWords(p), p.Zone)
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
