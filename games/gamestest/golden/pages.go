package golden

import (
	"fmt"
	"strings"
)

// Pages are pages that resemble each other. Of each page only those lines are written that differ
// from the earlier page that it resembles most.
type Pages struct {
	text  strings.Builder
	pages []page
}

type page struct {
	title string
	lines []string
}

// Add writes a page below its title. The number of a line is that of the earlier page's line that
// it replaces; "+" marks a line that the earlier page has not, "gone" lines that only the earlier
// page has.
func (p *Pages) Add(title, text string) {
	now := page{title, strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	best, like, most := now.lines, "", (2*len(now.lines)+2)/3
	for i := len(p.pages) - 1; i >= 0; i-- {
		if changes := differing(p.pages[i].lines, now.lines, most); changes != nil && len(changes) < most {
			best, like, most = changes, p.pages[i].title, len(changes)
		}
	}
	switch {
	case like == "":
		fmt.Fprintf(&p.text, "# %s\n", title)
		p.pages = append(p.pages, now)
	case len(best) == 0:
		fmt.Fprintf(&p.text, "# %s = %s\n", title, like)
	default:
		fmt.Fprintf(&p.text, "# %s ~ %s\n", title, like)
		p.pages = append(p.pages, now)
	}
	for _, l := range best {
		p.text.WriteString(l + "\n")
	}
}

// Say writes a line between the pages.
func (p *Pages) Say(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// String returns what was written.
func (p *Pages) String() string { return p.text.String() }

// differing returns the lines of now that are not in was, and the gaps of those that are not in
// now. It is nil if they are certainly at least the given number.
func differing(was, now []string, most int) []string {
	if len(now)-len(was) >= most {
		return nil
	}
	// same[i][j] is how many lines was[i:] and now[j:] have in common.
	same := make([][]int, len(was)+1)
	for i := range same {
		same[i] = make([]int, len(now)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); was[i] == now[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	changes := []string{}
	for i, j := 0, 0; i < len(was) || j < len(now); {
		if i < len(was) && j < len(now) && was[i] == now[j] {
			i, j = i+1, j+1
			continue
		}
		gone, came := i, j
		for (i < len(was) || j < len(now)) && !(i < len(was) && j < len(now) && was[i] == now[j]) {
			if j == len(now) || i < len(was) && same[i+1][j] >= same[i][j+1] {
				i++
			} else {
				j++
			}
		}
		for ; came < j && gone < i; gone, came = gone+1, came+1 {
			changes = append(changes, fmt.Sprintf("%d %s", gone+1, now[came]))
		}
		for ; came < j; came++ {
			changes = append(changes, fmt.Sprintf("%d+ %s", gone, now[came]))
		}
		if gone < i {
			changes = append(changes, fmt.Sprintf("%d-%d gone", gone+1, i))
		}
	}
	return changes
}
