package discordsim_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// The simulator refuses scheduled events and pins without the permission for them, and invalid
// requests, as Discord does.
func TestEventsAndPins(t *testing.T) {
	t.Parallel()
	r := newRaw(t, discordsim.Config{})
	events := "/guilds/" + string(r.club) + "/scheduled-events"
	at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	event := func(from, to time.Duration, more string) string {
		return `{"name":"Cup","privacy_level":2,"entity_type":3,"scheduled_start_time":"` + at(from) +
			`","scheduled_end_time":"` + at(to) + `"` + more + `}`
	}
	const place = `,"entity_metadata":{"location":"here"}`
	m := r.send("POST", "/channels/"+string(r.games)+"/messages", `{"content":"x"}`)
	pins := "/channels/" + string(r.games) + "/messages/pins/" + string(r.Last(r.games, r.ann).ID)
	for _, c := range []struct{ method, path, body string }{
		{"POST", events, event(time.Hour, 2*time.Hour, place)},
		{"PUT", pins, ""},
	} {
		if got := r.send(c.method, c.path, c.body); got.Status != 403 || got.Code != 50013 {
			t.Errorf("without the permission: %v (after %v)", got, m)
		}
	}
	r.SetPermissions(r.club, r.Bot(),
		discordsim.DefaultBotPermissions|discordsim.PermCreateEvents|discordsim.PermPinMessages)
	for name, c := range map[string]struct{ body, path string }{
		"in the past":    {event(-time.Hour, time.Hour, place), "scheduled_start_time"},
		"ends too early": {event(2*time.Hour, time.Hour, place), "scheduled_end_time"},
		"without place":  {event(time.Hour, 2*time.Hour, `,"entity_metadata":{}`), "entity_metadata.location"},
		"without name": {`{"privacy_level":2,"entity_type":3,"scheduled_start_time":"` + at(time.Hour) +
			`","scheduled_end_time":"` + at(2*time.Hour) + `"` + place + `}`, "name"},
	} {
		if got := r.send("POST", events, c.body); got.Status != 400 || len(got.Problems) != 1 ||
			got.Problems[0].Path != c.path {
			t.Errorf("%s: %v, want a problem at %s", name, got, c.path)
		}
	}
	if got := r.send("POST", events, event(time.Hour, 2*time.Hour, place)); got.Status != 200 {
		t.Fatal(got)
	}
	one := events + "/" + string(r.Events(r.club)[0].ID)
	for _, c := range []struct {
		method, body string
		want         int
	}{
		{"PATCH", `{"status":3}`, 400},
		{"PATCH", `{"status":2}`, 200},
		{"PATCH", `{"status":2}`, 400},
		{"PATCH", `{"status":3}`, 200},
		{"DELETE", "", 204},
		{"DELETE", "", 404},
	} {
		if got := r.send(c.method, one, c.body); got.Status != c.want {
			t.Errorf("%s %s: %v, want %d", c.method, c.body, got, c.want)
		}
	}
	if got := r.send("PUT", pins, ""); got.Status != 204 || !r.Last(r.games, r.ann).Pinned {
		t.Errorf("pin: %v", got)
	}
	if got := r.send("PUT", "/channels/"+string(r.games)+"/messages/pins/1", ""); got.Code != 10008 {
		t.Errorf("pin nothing: %v", got)
	}
}
