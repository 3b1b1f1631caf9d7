package discord

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// These are interactions of each type as Discord sends them.
const (
	aClick = `{"id":"1","application_id":"2","token":"t","type":3,"guild_id":"3","channel_id":"4","locale":"de","guild_locale":"sv-SE","context":0,
		"authorizing_integration_owners":{"0":"3"},"app_permissions":"9","entitlements":[],"channel":{"id":"4","type":0,"flags":0},
		"member":{"user":{"id":"5","username":"ann","global_name":"Ann","public_flags":0},"nick":"A","roles":["6"],"permissions":"8","joined_at":"2020-01-01T00:00:00Z"},
		"message":{"id":"7","flags":64,"timestamp":"2020-01-01T00:00:00Z","author":{"id":"2","public_flags":0},"mentions":[{"id":"5"}],
			"interaction_metadata":{"id":"8","type":2},"components":[{"type":17,"components":[{"type":10,"content":"hello"}]}],
			"attachments":[{"id":"9","filename":"a.png","url":"https://cdn","size":12,"width":3}]},
		"data":{"component_type":5,"custom_id":"x","values":["5"],"resolved":{"users":{"5":{"id":"5","username":"ann","bot":true,"public_flags":0}},
			"members":{"5":{"nick":"A","joined_at":"2020-01-01T00:00:00Z","permissions":"8"}}}}}`
	aCommand = `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","locale":"de","context":1,"user":{"id":"5","username":"ann","public_flags":0},
		"data":{"id":"6","name":"block","type":1,"target_id":"7","options":[{"name":"user","type":6,"value":"5","focused":true}],
			"resolved":{"users":{"5":{"id":"5","username":"ann","public_flags":0}},"members":{"5":{"nick":"A","joined_at":"2020-01-01T00:00:00Z"}},
			"channels":{"4":{"id":"4","type":0}},"messages":{"7":{"id":"7","timestamp":"2020-01-01T00:00:00Z"}},
			"attachments":{"9":{"id":"9","filename":"a.txt","url":"https://cdn","size":12,"height":4}}}}}`
	aForm = `{"id":"1","application_id":"2","token":"t","type":5,"channel_id":"4","user":{"id":"5","username":"ann"},
		"message":{"id":"7","timestamp":"2020-01-01T00:00:00Z","author":{"id":"2","public_flags":0}},
		"data":{"custom_id":"x","components":[{"type":1,"id":1,"components":[{"type":4,"id":2,"custom_id":"0","value":"hello"}]}]}}`
)

// needed returns the parts of an interaction that the bot uses, as text.
func needed(ix *discordgo.Interaction) string {
	type m = map[string]any
	person := func(u *discordgo.User) any {
		if u == nil {
			return nil
		}
		return []any{u.ID, u.Username, u.GlobalName, u.Bot}
	}
	people := func(users map[string]*discordgo.User, members map[string]*discordgo.Member) any {
		all := m{}
		for id, u := range users {
			all[id] = person(u)
		}
		for id, u := range members {
			all["member "+id] = []any{u.Nick, u.Permissions}
		}
		return all
	}
	files := func(list ...*discordgo.MessageAttachment) (all []any) {
		for _, f := range list {
			all = append(all, f.Filename, f.URL, f.Size)
		}
		return all
	}
	out := m{
		"ids": []any{
			ix.ID, ix.AppID, ix.Type, ix.Token, ix.GuildID, ix.ChannelID, ix.Locale, ix.GuildLocale,
			ix.Context, ix.AuthorizingIntegrationOwners, ix.AppPermissions,
		},
		"by": person(ix.User),
	}
	if ix.Member != nil {
		out["member"] = []any{person(ix.Member.User), ix.Member.Nick, ix.Member.Roles, ix.Member.Permissions}
	}
	if u := ix.Message; u != nil {
		out["message"] = []any{
			u.ID, u.Flags, u.InteractionMetadata != nil && u.InteractionMetadata.ID == "8",
			len(u.Components) > 0 && u.Components[0].Type() == discordgo.ContainerComponent, files(u.Attachments...),
		}
	}
	switch d := ix.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		out["data"] = []any{
			d.Name, d.CommandType, d.TargetID, d.Options, people(d.Resolved.Users, d.Resolved.Members),
			files(d.Resolved.Attachments["9"]),
		}
	case discordgo.MessageComponentInteractionData:
		out["data"] = []any{d.CustomID, d.ComponentType, d.Values, people(d.Resolved.Users, d.Resolved.Members)}
	case discordgo.ModalSubmitInteractionData:
		out["data"] = []any{d.CustomID, ModalValues(d)}
	}
	text, _ := json.MarshalIndent(out, "", " ")
	return string(text)
}

// ReadInteraction reads all needed parts like discordgo. It also reads them if other parts are
// malformed, where discordgo fails.
func TestReadInteraction(t *testing.T) {
	for name, c := range map[string]struct {
		raw string
		odd [][2]string // pairs of old and new text, which make the interaction unusual
	}{
		"click": {aClick, [][2]string{
			{`"author":{"id":"2","public_flags":0}`, `"author":{"id":"2","public_flags":"0"}`},
			{`"flags":64,"timestamp":"2020-01-01T00:00:00Z"`, `"flags":64,"timestamp":"soon"`},
			{`"mentions":[{"id":"5"}]`, `"mentions":{"5":1}`},
			{`{"type":10,"content":"hello"}`, `{"type":99,"content":7}`},
			{`"size":12,"width":3`, `"size":12,"width":"3"`},
			{`_metadata":{"id":"8","type":2}`, `_metadata":{"id":"8","type":"2"}`},
			{`"permissions":"8","joined_at":"2020-01-01T00:00:00Z"},
		"message"`, `"permissions":"8","joined_at":5},
		"message"`},
			{`"global_name":"Ann","public_flags":0`, `"global_name":"Ann","public_flags":"0"`},
			{`"bot":true,"public_flags":0`, `"bot":true,"public_flags":[]`},
			{`"nick":"A","joined_at":"2020-01-01T00:00:00Z"`, `"nick":"A","joined_at":{}`},
			{`"entitlements":[]`, `"entitlements":"none"`},
		}},
		"command": {aCommand, [][2]string{
			{`"username":"ann","public_flags":0},
		"data"`, `"username":"ann","public_flags":"0"},
		"data"`},
			{`"nick":"A","joined_at":"2020-01-01T00:00:00Z"`, `"nick":"A","joined_at":""`},
			{`"channels":{"4":{"id":"4","type":0}}`, `"channels":{"4":{"id":"4","type":"text"}}`},
			{`"messages":{"7":{"id":"7","timestamp":"2020-01-01T00:00:00Z"}}`, `"messages":{"7":{"id":7}}`},
			{`"size":12,"height":4`, `"size":12,"height":"4"`},
		}},
		"option": {strings.Replace(aCommand, `"type":2`, `"type":4`, 1), nil},
		"form": {aForm, [][2]string{
			{`"author":{"id":"2","public_flags":0}`, `"author":{"id":"2","public_flags":"0"}`},
			{`"timestamp":"2020-01-01T00:00:00Z"`, `"timestamp":0`},
			{`{"type":1,"id":1,"components":[`, `{"type":1,"id":"one","components":[`},
			{`"components":[{"type":1,"id":1`, `"components":[{"type":99,"id":0},{"type":1,"id":1`},
			{`{"type":4,"id":2`, `{"type":99,"value":"x"},{"type":4,"id":2`},
		}},
	} {
		var whole discordgo.Interaction
		if err := json.Unmarshal([]byte(c.raw), &whole); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := needed(&whole)
		if got := needed(ReadInteraction([]byte(c.raw))); got != want {
			t.Errorf("%s: read\n%s\nwant\n%s", name, got, want)
		}
		for _, odd := range c.odd {
			raw := strings.Replace(c.raw, odd[0], odd[1], 1)
			if raw == c.raw {
				t.Fatalf("%s: nothing is odd for %s", name, odd[0])
			}
			if got := needed(ReadInteraction([]byte(raw))); got != want {
				t.Errorf("%s with %s: read\n%s\nwant\n%s", name, odd[1], got, want)
			}
		}
	}
}

// Commands, clicks and forms know equally much of people and files: all that discordgo reads. Every
// field of them has a value here, whatever discordgo adds to them.
func TestReadPeople(t *testing.T) {
	var u discordgo.User
	var m discordgo.Member
	var f discordgo.MessageAttachment
	for _, v := range []any{&u, &m, &f} {
		fill(t, reflect.ValueOf(v).Elem())
	}
	read := func(kind discordgo.InteractionType, data string) (all []any) {
		user, member, file := jsonOf(t, u), jsonOf(t, m), jsonOf(t, f)
		raw := fmt.Sprintf(`{"type":%d,"user":%s,"member":%s,"message":{"id":"7","attachments":[%s]},"data":{%s
			"resolved":{"users":{"5":%s},"members":{"5":%s},"attachments":{"9":%s}}}}`,
			kind, user, member, file, data, user, member, file)
		ix := ReadInteraction([]byte(raw))
		all = append(all, ix.User, ix.Member, ix.Message.Attachments[0])
		switch d := ix.Data.(type) {
		case discordgo.ApplicationCommandInteractionData:
			return append(all, d.Resolved.Users["5"], d.Resolved.Members["5"], d.Resolved.Attachments["9"])
		case discordgo.MessageComponentInteractionData:
			return append(all, d.Resolved.Users["5"], d.Resolved.Members["5"])
		}
		form := ReadForm([]byte(raw))
		return append(all, form.Users["5"], form.Members["5"])
	}
	want := []any{&u, &m, &f, &u, &m, &f}
	for _, c := range []struct {
		kind discordgo.InteractionType
		data string
	}{
		{discordgo.InteractionApplicationCommand, ""},
		{discordgo.InteractionApplicationCommandAutocomplete, ""},
		{discordgo.InteractionMessageComponent, ""},
		{discordgo.InteractionModalSubmit, `"components":[{"type":18,"component":{"type":21,"custom_id":"a","value":"b"}}],`},
	} {
		for i, got := range read(c.kind, c.data) {
			if !reflect.DeepEqual(got, want[i]) {
				t.Errorf("%v: value %d is\n%+v, want\n%+v", c.kind, i, got, want[i])
			}
		}
	}
}

// fill gives a value to every field of a struct.
func fill(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if at, ok := v.Addr().Interface().(*time.Time); ok {
			*at = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
			return
		}
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0))
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(1.5)
	default:
		t.Fatalf("no value for %v", v.Type())
	}
}

func jsonOf(t *testing.T, v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
