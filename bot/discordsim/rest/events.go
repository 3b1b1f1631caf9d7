package rest

import (
	"slices"
	"time"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// events has the endpoints of scheduled events. Only external ones exist here: those of voice and
// stage channels are refused.
type events struct{ *API }

// Limits of scheduled events.
const (
	maxEvents        = 100
	maxEventName     = 100
	maxEventAbout    = 1000
	maxEventLocation = 100
	external         = 3
)

// guild returns the guild of a request, if the bot is in it and has all of the permissions.
func (s events) guild(c *call, needed world.Permissions) (*world.Guild, *validate.Refusal) {
	g, no := apps(s).guild(c)
	if no != nil {
		return nil, no
	}
	if can := g.Members[s.BotID].Permissions; !can.Has(needed) && !can.Has(world.PermAdministrator) {
		return nil, errNoPermission
	}
	return g, nil
}

func (s events) list(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c, 0)
	if no != nil {
		return refuse(no)
	}
	out := []any{}
	for _, e := range g.Events {
		if e.Status == world.StatusScheduled || e.Status == world.StatusActive {
			out = append(out, s.EventJSON(g, e))
		}
	}
	return ok(out)
}

func (s events) create(c *call) (answer, *validate.Refusal) {
	g, no := s.guild(c, world.PermCreateEvents)
	if no != nil {
		return refuse(no)
	}
	f, body := c.form()
	e := world.ScheduledEvent{Creator: s.BotID, Status: world.StatusScheduled}
	for _, name := range []string{
		"name", "scheduled_start_time", "scheduled_end_time", "privacy_level", "entity_type",
		"entity_metadata",
	} {
		body.At(name).Must()
	}
	body.At("privacy_level").Among(2)
	body.At("entity_type").Among(external)
	body.At("entity_metadata").At("location").Must()
	s.readEvent(body, &e)
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	if len(g.Events) >= maxEvents {
		return refuse(&validate.Refusal{
			Status: 400, Code: 30038,
			Message: "Maximum number of uncompleted guild scheduled events reached (100)",
		})
	}
	e.ID = world.EventID(s.NewID())
	g.Events = append(slices.Clip(g.Events), e)
	return ok(s.EventJSON(g, e))
}

// readEvent reads the fields that a request sets.
func (s events) readEvent(body validate.Field, e *world.ScheduledEvent) {
	if !body.At("name").Empty() {
		e.Name = body.At("name").Text(1, maxEventName)
	}
	if !body.At("description").Empty() {
		e.Description = body.At("description").Text(1, maxEventAbout)
	}
	if place := body.At("entity_metadata").At("location"); !place.Empty() {
		e.Location = place.Text(1, maxEventLocation)
	}
	at := func(name string, to *time.Time) {
		field := body.At(name)
		if field.Empty() {
			return
		}
		t, err := time.Parse(time.RFC3339Nano, field.Text(1, 0))
		if err != nil {
			field.Fail("DATETIME_TYPE_INVALID", "Not a well formed ISO8601 timestamp.")
		}
		*to = t
	}
	at("scheduled_start_time", &e.Start)
	at("scheduled_end_time", &e.End)
	if !body.At("scheduled_start_time").Empty() && !e.Start.After(s.Now()) {
		body.At("scheduled_start_time").Fail("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
			"Cannot schedule event in the past.")
	}
	if !body.At("scheduled_end_time").Empty() && !e.End.After(e.Start) {
		body.At("scheduled_end_time").Fail("GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START",
			"Cannot schedule event to end before it starts.")
	}
}

// event returns the place of a guild's event.
func (s events) event(c *call) (*world.Guild, int, *validate.Refusal) {
	g, no := s.guild(c, world.PermCreateEvents)
	if no != nil {
		return nil, 0, no
	}
	i := slices.IndexFunc(g.Events, func(e world.ScheduledEvent) bool {
		return string(e.ID) == c.param("guild_scheduled_event_id")
	})
	if i < 0 {
		return nil, 0, errNoEvent
	}
	return g, i, nil
}

func (s events) patch(c *call) (answer, *validate.Refusal) {
	g, i, no := s.event(c)
	if no != nil {
		return refuse(no)
	}
	f, body := c.form()
	e := g.Events[i]
	s.readEvent(body, &e)
	if status := body.At("status"); !status.Empty() {
		next := world.EventStatus(status.Among(1, 2, 3, 4))
		begins := e.Status == world.StatusScheduled && (next == world.StatusActive || next == world.StatusCancelled)
		if !begins && (e.Status != world.StatusActive || next != world.StatusCompleted) {
			status.Fail("GUILD_SCHEDULED_EVENT_STATUS_TRANSITION", "Invalid Guild Scheduled Event Status Update")
		}
		e.Status = next
	}
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	g.Events = slices.Clone(g.Events)
	g.Events[i] = e
	return ok(s.EventJSON(g, e))
}

func (s events) remove(c *call) (answer, *validate.Refusal) {
	g, i, no := s.event(c)
	if no != nil {
		return refuse(no)
	}
	g.Events = slices.Delete(slices.Clone(g.Events), i, i+1)
	return done()
}
