package activity

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"paddock/games/match"
)

// picture is a drawing as a page gets it. A page that says which drawing it has gets only what is new: Ops rebuilds the lines of the drawing from those
// of From. An op is a text of new lines, or the first line and the number of lines to copy.
type picture struct {
	Hash string `json:"hash"`
	SVG  string `json:"svg,omitempty"`
	From string `json:"from,omitempty"`
	Ops  []any  `json:"ops,omitempty"`
}

// drawings remembers the newest drawings by their hash, so that pages can be sent differences. The zero value is ready.
type drawings struct {
	mu    sync.Mutex
	kept  map[string]string
	order []string
}

// mostDrawings is how many drawings are remembered: some 8 MB.
const mostDrawings = 512

// picture returns a drawing for a viewer's page that has the drawing with the hash have; empty: none. What was drawn for others is not known to it:
// otherwise one could ask whether somebody was sent a certain position.
func (d *drawings) picture(viewer match.UserID, svg, have string) picture {
	sum := sha256.Sum256([]byte(svg))
	hash := hex.EncodeToString(sum[:8])
	d.mu.Lock()
	defer d.mu.Unlock()
	key := string(viewer) + "/"
	old, known := d.kept[key+have]
	if _, again := d.kept[key+hash]; !again {
		if d.kept == nil {
			d.kept = make(map[string]string)
		}
		d.kept[key+hash] = svg
		if d.order = append(d.order, key+hash); len(d.order) > mostDrawings {
			delete(d.kept, d.order[0])
			d.order = d.order[1:]
		}
	}
	switch {
	case have == hash:
		return picture{Hash: hash}
	case known:
		return picture{Hash: hash, From: have, Ops: ops(old, svg)}
	}
	return picture{Hash: hash, SVG: svg}
}

// ops returns how the lines of a text are made from those of an older one.
func ops(old, text string) (list []any) {
	at := make(map[string]int)
	lines := strings.Split(old, "\n")
	for i, line := range lines {
		if _, ok := at[line]; !ok {
			at[line] = i
		}
	}
	var fresh []string
	flush := func() {
		if fresh != nil {
			list, fresh = append(list, strings.Join(fresh, "\n")), nil
		}
	}
	from, n := 0, 0
	copied := func() {
		if n > 0 {
			list, n = append(list, [2]int{from, n}), 0
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if n > 0 && from+n < len(lines) && lines[from+n] == line {
			n++
			continue
		}
		copied()
		i, ok := at[line]
		if !ok {
			fresh = append(fresh, line)
			continue
		}
		flush()
		from, n = i, 1
	}
	copied()
	flush()
	return list
}
