package discordsim_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// entryPoint returns a set of commands with an Entry Point.
func entryPoint(more string) string {
	return strings.TrimSuffix(good("commands"), "]") + `,{"type":4,"name":"launch","description":"Opens it"` + more +
		`}]`
}

// newActivity returns a world whose application has an Activity, answered by the bot.
func newActivity(t *testing.T, cfg discordsim.Config) *raw {
	t.Helper()
	cfg.Limits.Off, cfg.Activities = true, true
	w := newWorld(t, cfg)
	t.Cleanup(w.Sim.Close)
	r := &raw{w, &http.Client{Transport: w.Transport()}}
	if got := r.send("PUT", "/applications/"+w.ApplicationID()+"/commands",
		entryPoint(`,"handler":1`)); got.Status != 200 {
		t.Fatal("register:", got)
	}
	return r
}

// instance asks about an instance of the Activity.
func (r *raw) instance(id string) (status int, a struct {
	LaunchID string `json:"launch_id"`
	Location struct {
		Kind, ID string
		Channel  discordsim.ChannelID `json:"channel_id"`
		Guild    discordsim.GuildID   `json:"guild_id"`
	}
	Users []discordsim.UserID
},
) {
	r.t.Helper()
	c := r.send("GET", "/applications/"+r.ApplicationID()+"/activity-instances/"+id, "")
	if c.Invalid != "" {
		r.t.Error(c.Invalid)
	}
	if c.Status == 200 {
		if err := json.Unmarshal(c.Answer, &a); err != nil {
			r.t.Error(err)
		}
	}
	return c.Status, a
}

// A command, a button, a form and the app launcher open the Activity. All members of a channel
// share one instance, which ends when the last one leaves.
func TestLaunch(t *testing.T) {
	r := newActivity(t, discordsim.Config{})
	launch := func(i *discordsim.Interaction) string {
		t.Helper()
		if c := r.send("POST", r.callbackPath(i), `{"type":12}`); c.Status != 204 {
			t.Fatal(c)
		}
		if i.Answer() != discordsim.AnswerLaunch || i.Launched() == "" {
			t.Fatalf("answer %v, instance %q", i.Answer(), i.Launched())
		}
		return i.Launched()
	}
	first := launch(r.As(r.ann).In(r.games).Slash("/ping"))
	for what, second := range map[string]*discordsim.Interaction{
		"a button":         r.As(r.bob).Click(r.Message(r.posted(good("classic")), r.bob), "a"),
		"the app launcher": r.As(r.bob).In(r.games).Launch(),
	} {
		if got := launch(second); got != first {
			t.Errorf("%s opens %s, want the instance of the channel, %s", what, got, first)
		}
	}
	form := r.As(r.bob).In(r.games).Slash("/ping")
	if c := r.send("POST", r.callbackPath(form), `{"type":9,"data":`+good("modal")+`}`); c.Status != 204 {
		t.Fatal(c)
	}
	launch(r.As(r.bob).Submit(form.Modal(), map[string]string{"x": "v"}))

	status, a := r.instance(first)
	if status != 200 || !slices.Equal(a.Users, []discordsim.UserID{r.ann, r.bob}) || a.Location.Kind != "gc" ||
		a.Location.Channel != r.games || a.Location.Guild != r.club {
		t.Errorf("%d, %+v", status, a)
	}
	r.RemoveMember(r.club, r.bob)
	if _, a := r.instance(first); !slices.Equal(a.Users, []discordsim.UserID{r.ann}) {
		t.Errorf("after Bob was kicked %v are there", a.Users)
	}
	r.LeaveActivity(first, r.ann)
	if status, _ := r.instance(first); status != 404 {
		t.Errorf("an instance that has ended: %d", status)
	}
	if again := launch(r.As(r.ann).In(r.games).Slash("/ping")); again == first {
		t.Error("an instance that has ended runs again")
	}
	private := launch(r.As(r.ann).In(r.DM(r.ann)).Slash("/ping"))
	if status, a := r.instance(private); status != 200 || a.Location.Kind != "pc" || a.Location.Guild != "" {
		t.Errorf("in private: %d, %+v", status, a)
	}
	if status, _ := r.instance("i-1-gc-2-3"); status != 404 {
		t.Errorf("an unknown instance: %d", status)
	}
}

// The answer to a callback names the instance.
func TestLaunchWithResponse(t *testing.T) {
	r := newActivity(t, discordsim.Config{})
	i := r.As(r.ann).In(r.games).Slash("/ping")
	c := r.send("POST", r.callbackPath(i)+"?with_response=true", `{"type":12}`)
	var got struct {
		Interaction struct {
			Instance string `json:"activity_instance_id"`
		}
		Resource struct {
			Type     int
			Instance struct{ ID string } `json:"activity_instance"`
		}
	}
	if err := json.Unmarshal(c.Answer, &got); err != nil || got.Resource.Type != 12 ||
		got.Resource.Instance.ID != i.Launched() || got.Interaction.Instance != i.Launched() {
		t.Errorf("%s, error %v", c.Answer, err)
	}
}

// Nothing opens in answer to autocomplete, or where the application has no Activity.
func TestLaunchIsRefused(t *testing.T) {
	r := newActivity(t, discordsim.Config{})
	if c := r.send("POST", r.callbackPath(r.As(r.ann).In(r.games).Autocomplete("/move hole:x", "hole")),
		`{"type":12}`); c.Status != 400 {
		t.Error("autocomplete:", c)
	}
	without := newRaw(t, discordsim.Config{})
	if c := without.send("POST", without.callbackPath(without.As(without.ann).In(without.games).Slash("/ping")),
		`{"type":12}`); c.Status != 400 {
		t.Error("without an Activity:", c)
	}
	if err := without.As(without.ann).In(without.games).Launch().Err(); !errors.Is(err, discordsim.ErrClient) {
		t.Error("the app launcher without an Activity:", err)
	}
}

// An application with an Activity has one Entry Point command, which it can change but not delete.
func TestEntryPoint(t *testing.T) {
	cfg := discordsim.Config{Activities: true}
	cfg.Limits.Off = true
	w := newWorld(t, cfg)
	t.Cleanup(w.Sim.Close)
	r := &raw{w, &http.Client{Transport: w.Transport()}}

	i := r.As(r.ann).In(r.games).Launch() // without a registered command Discord itself opens the Activity
	if err := i.Err(); err != nil || i.Launched() == "" || i.Answer() != discordsim.AnswerLaunch {
		t.Errorf("instance %q, error %v", i.Launched(), err)
	}
	all, guild := "/applications/"+r.ApplicationID()+"/commands",
		"/applications/"+r.ApplicationID()+"/guilds/"+string(r.club)+"/commands"
	tests := []struct {
		what, path, body string
		status, code     int
	}{
		{"no Entry Point", all, good("commands"), 400, 50240},
		{"no handler", all, entryPoint(""), 400, 50035},
		{"a handler that there is not", all, entryPoint(`,"handler":3`), 400, 50035},
		{
			"a handler of another command", all,
			strings.Replace(entryPoint(`,"handler":2`), `{"name":"ping"`, `{"handler":1,"name":"ping"`, 1), 400, 50035,
		},
		{"two of them", all, strings.TrimSuffix(entryPoint(`,"handler":2`), "]") +
			`,{"type":4,"name":"other","handler":1}]`, 400, 30032},
		{"options", all, entryPoint(`,"handler":2,"options":[{"type":3,"name":"a","description":"d"}]`), 400, 50035},
		{"one of a guild", guild, entryPoint(`,"handler":2`), 400, 50035},
		{"no Entry Point in a guild", guild, good("commands"), 200, 0},
		{"one by the application", all, entryPoint(`,"handler":1`), 200, 0},
	}
	for _, tt := range tests {
		if c := r.send("PUT", tt.path, tt.body); c.Status != tt.status || c.Code != tt.code {
			t.Errorf("%s: %v", tt.what, c)
		}
	}
	if i := r.As(r.ann).In(r.games).Launch(); i.Err() != nil || i.Launched() != "" || i.Answer() != 0 {
		t.Errorf("the application has answered %v before it was asked", i.Answer())
	}
	without := newRaw(t, discordsim.Config{})
	if c := without.send("PUT", "/applications/"+without.ApplicationID()+"/commands",
		entryPoint(`,"handler":2`)); c.Status != 400 {
		t.Error("an Entry Point without an Activity:", c)
	}
}

// A saved world has its Entry Point command again when it is loaded.
func TestEntryPointOfALoadedWorld(t *testing.T) {
	old := newRaw(t, discordsim.Config{})
	var saved bytes.Buffer
	if err := old.Save(&saved); err != nil {
		t.Fatal(err)
	}
	r := newActivity(t, discordsim.Config{})
	if err := r.Load(&saved); err != nil {
		t.Fatal(err)
	}
	if i := r.As(old.ann).In(old.games).Launch(); i.Err() != nil || i.Launched() == "" {
		t.Errorf("instance %q, error %v", i.Launched(), i.Err())
	}
}

// grant exchanges a code, as an application does.
func (r *raw) grant(change func(url.Values)) (status int, got struct{ AccessToken, Scope, Error string }) {
	r.t.Helper()
	form := url.Values{
		"client_id": {r.ApplicationID()}, "client_secret": {discordsim.DefaultClientSecret},
		"grant_type": {"authorization_code"},
	}
	change(form)
	res, err := r.client.PostForm("https://discord.com/api/v9/oauth2/token", form)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	var raw struct {
		AccessToken  string `json:"access_token"`
		Scope, Error string
	}
	if err := json.NewDecoder(res.Body).Decode(&raw); err != nil {
		r.t.Fatal(err)
	}
	got.AccessToken, got.Scope, got.Error = raw.AccessToken, raw.Scope, raw.Error
	return res.StatusCode, got
}

// A code is exchanged once, by the application alone, within its time. The token identifies the
// user who has given it, and nothing else.
func TestOAuth(t *testing.T) {
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	r := newActivity(t, discordsim.Config{Now: func() time.Time { return now }})
	r.SetLocale(r.bob, "de")
	with := func(name, value string) func(url.Values) { return func(f url.Values) { f.Set(name, value) } }
	code := r.Authorize(r.bob, "identify")
	for name, wrong := range map[string]string{"client_secret": "guess", "client_id": "1", "grant_type": "password"} {
		if status, got := r.grant(func(f url.Values) { f.Set("code", code); f.Set(name, wrong) }); status < 400 ||
			got.Error == "" || got.AccessToken != "" {
			t.Errorf("%s %s: %d, %+v", name, wrong, status, got)
		}
	}
	status, got := r.grant(with("code", code))
	if status != 200 || got.AccessToken == "" || got.Scope != "identify" {
		t.Fatalf("%d, %+v", status, got)
	}
	for what, again := range map[string]string{
		"a code that was exchanged": code, "an unknown code": "x",
		"no code": "",
	} {
		if status, got := r.grant(with("code", again)); status != 400 || got.Error != "invalid_grant" {
			t.Errorf("%s: %d, %+v", what, status, got)
		}
	}
	late := r.Authorize(r.bob, "identify")
	now = now.Add(11 * time.Minute)
	if status, got := r.grant(with("code", late)); status != 400 || got.Error != "invalid_grant" {
		t.Errorf("a late code: %d, %+v", status, got)
	}

	ask := func(path, token string) discordsim.Call { return r.sendAs("GET", path, "", nil, token) }
	var me struct {
		ID     discordsim.UserID
		Locale string
	}
	if c := ask("/users/@me", "Bearer "+got.AccessToken); c.Status != 200 || json.Unmarshal(c.Answer, &me) != nil ||
		me.ID != r.bob || me.Locale != "de" || c.Invalid != "" {
		t.Errorf("who has given the token: %v, %s", c, c.Answer)
	}
	_, quiet := r.grant(with("code", r.Authorize(r.ann, "guilds")))
	for what, c := range map[string]discordsim.Call{
		"a forged token":            ask("/users/@me", "Bearer "+got.AccessToken+"x"),
		"the bot's as a user's":     ask("/users/@me", "Bearer "+discordsim.DefaultToken),
		"a token without identify":  ask("/users/@me", "Bearer "+quiet.AccessToken),
		"a user's as the bot's":     ask("/users/@me", "Bot "+got.AccessToken),
		"a user's where none helps": ask("/guilds/"+string(r.club), "Bearer "+got.AccessToken),
	} {
		if c.Status != 401 {
			t.Errorf("%s: %v", what, c)
		}
	}
	now = now.Add(8 * 24 * time.Hour)
	if c := ask("/users/@me", "Bearer "+got.AccessToken); c.Status != 401 {
		t.Error("a token after a week:", c)
	}
}

// The secret may be in the header. A body that is no form is refused.
func TestOAuthForms(t *testing.T) {
	r := newActivity(t, discordsim.Config{})
	post := func(kind, body string, basic bool) int {
		t.Helper()
		req, err := http.NewRequest("POST", "https://discord.com/api/v10/oauth2/token", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", kind)
		if basic {
			req.SetBasicAuth(r.ApplicationID(), discordsim.DefaultClientSecret)
		}
		res, err := r.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			t.Fatal(err)
		}
		return res.StatusCode
	}
	form := url.Values{"grant_type": {"authorization_code"}, "code": {r.Authorize(r.ann, "identify")}}.Encode()
	if got := post("application/json", `{"grant_type":"authorization_code"}`, true); got != 400 {
		t.Error("JSON:", got)
	}
	if got := post("application/x-www-form-urlencoded", form, false); got != 401 {
		t.Error("without a secret:", got)
	}
	if got := post("application/x-www-form-urlencoded", form, true); got != 200 {
		t.Error("with the secret in the header:", got)
	}
	for _, c := range r.Calls() {
		if strings.Contains(string(c.Body), discordsim.DefaultClientSecret) {
			t.Error("the journal has the secret")
		}
	}
}
