package discordsim_test

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"paddock/bot/discordsim"
)

// The simulator takes emojis of the application as Discord does: by name and data URI, each name
// once.
func TestEmojis(t *testing.T) {
	t.Parallel()
	r := newRaw(t, discordsim.Config{})
	png, err := os.ReadFile("../../docs/boards/fish-000.png")
	if err != nil {
		t.Fatal(err)
	}
	emojis := "/applications/" + string(r.Bot()) + "/emojis"
	body := func(name, kind string, picture []byte) string {
		return `{"name":"` + name + `","image":"data:image/` + kind + ";base64," +
			base64.StdEncoding.EncodeToString(picture) + `"}`
	}
	if got := r.send("POST", emojis, body("fox_1", "png", png)); got.Status != 201 {
		t.Fatal(got)
	}
	for name, c := range map[string]struct {
		body, path string
		code       int
	}{
		"taken":        {body("fox_1", "png", png), "name", 50035},
		"a dash":       {body("fox-1", "png", png), "name", 50035},
		"too short":    {body("f", "png", png), "name", 50035},
		"too long":     {body(strings.Repeat("f", 33), "png", png), "name", 50035},
		"no picture":   {`{"name":"fox_2"}`, "image", 50035},
		"other type":   {body("fox_2", "gif", png), "image", 50035},
		"no data URI":  {`{"name":"fox_2","image":"abc"}`, "image", 50035},
		"larger":       {body("fox_2", "png", append(png, make([]byte, 256<<10)...)), "", 50138},
		"another's":    {"", "", 10002},
		"gone already": {"", "", 10014},
	} {
		method, path := "POST", emojis
		switch name {
		case "another's":
			method, path = "GET", "/applications/1/emojis"
		case "gone already":
			method, path = "DELETE", emojis+"/1"
		}
		got := r.send(method, path, c.body)
		if got.Code != c.code || c.path != "" && (len(got.Problems) != 1 || got.Problems[0].Path != c.path) {
			t.Errorf("%s: %v, want %d at %q", name, got, c.code, c.path)
		}
	}
	if list := r.Emojis(); len(list) != 1 || list[0].Name != "fox_1" {
		t.Errorf("there are %v", list)
	}
}
