package activity

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
	"unique"

	"paddock/games/match"
)

// picture is a drawing for a page. A page that reports which drawings it has gets only the changes:
// Ops rebuilds the lines of the drawing from the lines of all drawings of From. An op is a text of
// new lines, or the first line and the number of lines to copy.
type picture struct {
	Hash string `json:"hash"`
	SVG  string `json:"svg,omitempty"`
	From string `json:"from,omitempty"` // hashes of drawings, separated by points
	Ops  []any  `json:"ops,omitempty"`
}

// drawings caches the newest drawings by their hash, so that pages can be sent differences. The
// zero value is ready.
type drawings struct {
	mu    sync.Mutex
	kept  map[string][]line
	order []string
}

// line is a line of a drawing. Most lines occur in many drawings.
type line = unique.Handle[string]

// mostDrawings is the number of cached drawings: some 8 MB. A page names at most mostHad.
const (
	mostDrawings = 2048
	mostHad      = 4
)

// picture returns a drawing for a viewer's page that has the drawings of have: hashes separated by
// points; empty: none. Drawings made for other viewers are ignored. Otherwise a viewer could find
// out whether somebody was sent a certain position.
func (d *drawings) picture(viewer match.UserID, svg, have string) picture {
	sum := sha256.Sum256([]byte(svg))
	hash := hex.EncodeToString(sum[:8])
	newest, _, _ := strings.Cut(have, ".")
	if newest == hash {
		d.keep(string(viewer)+"/"+hash, svg)
		return picture{Hash: hash}
	}
	var old []line
	var from []string
	d.mu.Lock()
	for _, h := range strings.SplitN(have, ".", mostHad) {
		if lines, ok := d.kept[string(viewer)+"/"+h]; ok {
			old, from = append(old, lines...), append(from, h)
		}
	}
	d.mu.Unlock()
	fresh := d.keep(string(viewer)+"/"+hash, svg)
	if from == nil {
		return picture{Hash: hash, SVG: svg}
	}
	return picture{Hash: hash, From: strings.Join(from, "."), Ops: ops(old, fresh)}
}

// keep caches a drawing, and returns its lines.
func (d *drawings) keep(key, svg string) []line {
	d.mu.Lock()
	defer d.mu.Unlock()
	if lines, ok := d.kept[key]; ok {
		return lines
	}
	var lines []line
	for text := range strings.SplitSeq(svg, "\n") {
		lines = append(lines, unique.Make(text))
	}
	if d.kept == nil {
		d.kept = make(map[string][]line)
	}
	d.kept[key] = lines
	if d.order = append(d.order, key); len(d.order) > mostDrawings {
		delete(d.kept, d.order[0])
		d.order = d.order[1:]
	}
	return lines
}

// ops returns the operations that turn older lines into the given ones.
func ops(old, lines []line) (list []any) {
	at := make(map[line]int, len(old))
	for i, l := range old {
		if _, ok := at[l]; !ok {
			at[l] = i
		}
	}
	for i := 0; i < len(lines); {
		from, known := at[lines[i]]
		n := 0
		if !known {
			var fresh []string
			for ; i+n < len(lines); n++ {
				if _, known := at[lines[i+n]]; known {
					break
				}
				fresh = append(fresh, lines[i+n].Value())
			}
			list = append(list, strings.Join(fresh, "\n"))
		} else {
			for n = 1; i+n < len(lines) && from+n < len(old) && lines[i+n] == old[from+n]; n++ {
			}
			list = append(list, [2]int{from, n})
		}
		i += n
	}
	return list
}
