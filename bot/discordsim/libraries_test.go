package discordsim_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/bot/discordsim/gateway"
)

// The first part of the token is the application's id, as some libraries expect.
func TestTokenNamesTheApplication(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	first, _, _ := strings.Cut(discordsim.DefaultToken, ".")
	if id, err := base64.RawStdEncoding.DecodeString(first); err != nil || string(id) != sim.ApplicationID() {
		t.Errorf("the token begins with %q, %v; want the application %s", id, err, sim.ApplicationID())
	}
}

// A bot asks the gateway for members of a server: all, by their ids, or by the beginning of a name.
func TestRequestMembers(t *testing.T) {
	sim := discordsim.New(discordsim.Config{PrivilegedIntents: gateway.IntentGuildMembers})
	ann, bob, far := sim.AddUser("Ann"), sim.AddUser("Bob"), sim.AddUser("Anton")
	club := sim.AddGuild("Club", ann, bob)
	var crowd []discordsim.UserID
	for n := range 1000 {
		crowd = append(crowd, sim.AddUser(fmt.Sprintf("Crowd%d", n)))
	}
	big := sim.AddGuild("Big", crowd...)
	for _, intents := range []int{1, 3} {
		w := dialGateway(t, sim)
		w.send(identify(intents))
		for range 3 { // READY and both servers
			w.read()
		}
		type chunk struct {
			Guild   string `json:"guild_id"`
			Members []struct {
				User struct{ ID discordsim.UserID }
			}
			Index    int                 `json:"chunk_index"`
			Count    int                 `json:"chunk_count"`
			NotFound []discordsim.UserID `json:"not_found"`
			Nonce    string              `json:"nonce"`
		}
		ask := func(g discordsim.GuildID, what string) {
			w.send(fmt.Sprintf(`{"op":8,"d":{"guild_id":%q,%s}}`, g, what))
		}
		next := func() (c chunk, ids []discordsim.UserID) {
			m := w.read()
			if err := json.Unmarshal(m.D, &c); err != nil || m.T != "GUILD_MEMBERS_CHUNK" {
				t.Fatalf("%s, %v", m.T, err)
			}
			for _, u := range c.Members {
				ids = append(ids, u.User.ID)
			}
			return c, ids
		}
		if intents == 1 { // no answer to the first request comes: the next answer belongs to the next request
			ask(club, `"query":"","limit":0,"nonce":"never"`)
		}
		ask("1", `"query":"a","limit":9,"nonce":"never"`)
		ask(club, fmt.Sprintf(`"user_ids":[%q,%q],"nonce":"ids"`, bob, far))
		c, ids := next()
		if c.Nonce != "ids" || c.Count != 1 || !slices.Equal(ids, []discordsim.UserID{bob}) ||
			!slices.Equal(c.NotFound, []discordsim.UserID{far}) || c.Guild != string(club) {
			t.Errorf("by id: %+v", c)
		}
		ask(club, fmt.Sprintf(`"user_ids":%q`, ann))
		if c, ids := next(); !slices.Equal(ids, []discordsim.UserID{ann}) || len(c.NotFound) != 0 {
			t.Errorf("one id: %+v", c)
		}
		ask(club, `"query":"AN","limit":10`)
		if c, ids := next(); !slices.Equal(ids, []discordsim.UserID{ann}) {
			t.Errorf("by name: %+v", c)
		}
		ask(club, `"query":"x","limit":10`)
		if c, ids := next(); c.Count != 1 || ids != nil {
			t.Errorf("nobody: %+v", c)
		}
		if intents == 3 {
			ask(big, `"query":"","limit":0,"nonce":"all"`)
			for i, want := range []int{1000, 1} {
				if c, ids := next(); c.Index != i || c.Count != 2 || len(ids) != want || c.Nonce != "all" {
					t.Errorf("part %d of %d has %d members, want %d", c.Index, c.Count, len(ids), want)
				}
			}
		}
		w.Close()
	}
}

// Pins and searches for members are answered, not taken for ids.
func TestPinsAndSearch(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	r.SetPermissions(r.club, r.Bot(), discordsim.DefaultBotPermissions|discordsim.PermPinMessages)
	messages := "/channels/" + string(r.games) + "/messages"
	var ids []string
	for range 3 {
		r.send("POST", messages, `{"content":"x"}`)
		ids = append(ids, string(r.Last(r.games, r.ann).ID))
	}
	for _, id := range []string{ids[1], ids[0]} {
		r.send("PUT", messages+"/pins/"+id, "")
	}
	var pins struct {
		Items []struct {
			At      string `json:"pinned_at"`
			Message struct{ ID string }
		}
		More bool `json:"has_more"`
	}
	for _, c := range []struct {
		query string
		want  []string
		more  bool
	}{{"", []string{ids[0], ids[1]}, false}, {"?limit=1", []string{ids[0]}, true}, {"?limit=1&before=", []string{ids[1]}, false}} {
		if strings.HasSuffix(c.query, "=") {
			c.query += pins.Items[0].At
		}
		got := r.send("GET", messages+"/pins"+c.query, "")
		if got.Status != 200 {
			t.Fatal(got)
		}
		if err := json.Unmarshal(got.Answer, &pins); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, p := range pins.Items {
			list = append(list, p.Message.ID)
		}
		if !slices.Equal(list, c.want) || pins.More != c.more {
			t.Errorf("pins%s are %s", c.query, got.Answer)
		}
	}
	search := "/guilds/" + string(r.club) + "/members/search"
	var members []struct {
		User struct{ ID discordsim.UserID }
	}
	if got := r.send("GET", search+"?query=bOb&limit=5", ""); got.Status != 200 ||
		json.Unmarshal(got.Answer, &members) != nil || len(members) != 1 || members[0].User.ID != r.bob {
		t.Errorf("search: %v %s", got, got.Answer)
	}
	for _, path := range []string{search, search + "?query=b&limit=1001", messages + "/pins?limit=51", messages + "/pins?before=x"} {
		if got := r.send("GET", path, ""); got.Status != 400 || got.Code != 50035 {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// A request that the simulator does not know is answered as Discord does, and the journal says that
// it is not simulated.
func TestUnknownRoutes(t *testing.T) {
	r := newRaw(t, discordsim.Config{})
	got := r.send("POST", "/channels/"+string(r.games)+"/polls/1/expire", "")
	if got.Status != 404 || string(got.Answer) != `{"code":0,"message":"404: Not Found"}` ||
		!strings.HasSuffix(got.String(), "; not simulated") {
		t.Errorf("%v: %s", got, got.Answer)
	}
	if got := r.send("GET", "/users/1", ""); strings.Contains(got.String(), "not simulated") {
		t.Error(got)
	}
}
