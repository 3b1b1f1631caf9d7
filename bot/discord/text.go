package discord

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Mention returns a mention of a user. It notifies only users in the message's list.
func Mention(user string) string { return "<@" + user + ">" }

// Relative returns a time relative to now, which Discord keeps up to date in the reader's language
// (P54).
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// DateTime returns a date and time in the reader's zone and language.
func DateTime(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// blanks are printable characters that leave an empty place: fillers of Hangul, and Braille without
// dots.
const blanks = "\u115f\u1160\u2800\u3164\uffa0"

// mostMarks is the largest number of combining marks that one letter keeps. More marks would cover
// the lines above and below.
const mostMarks = 3

// OneLine returns a text as one line: printable characters, single spaces, at most max characters.
func OneLine(s string, max int) string {
	marks := 0
	s = strings.Map(func(r rune) rune {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if unicode.IsSpace(r) || strings.ContainsRune(blanks, r) {
			return ' '
		}
		if !unicode.IsPrint(r) || marks > mostMarks {
			return -1
		}
		return r
	}, s)
	return Truncate(strings.Join(strings.Fields(s), " "), max)
}

// Truncate shortens s to at most max characters.
func Truncate(s string, max int) string {
	if len(s) <= max {
		return s
	}
	r := []rune(s)
	if len(r) <= max {
		return s
	}
	return string(r[:max-1]) + "…"
}

// Escape escapes Discord's markdown and mentions, so that a name is only a name (P86). It isolates
// words that are written from right to left.
func Escape(s string) string {
	return itemMarks.ReplaceAllString(marks.Replace(isolated(s)), `$1\$2$3`)
}

// itemMarks matches what makes a line an item of a list: "- Anna" and "1. Anna". A name may begin a
// line and look like such a mark: "1." can be a name.
var itemMarks = regexp.MustCompile(`(?m)^([ \t]*\d*)([-.])([ \t]|$)`)

// isolated encloses each part of a text that is written from right to left in Unicode's invisible
// isolates. Without them the brackets, numbers and names beside that part would change their order.
func isolated(s string) string {
	var out strings.Builder
	from, to := -1, -1 // the part that is built so far
	done := 0
	end := func() {
		if from >= 0 {
			out.WriteString(s[done:from] + "\u2068" + s[from:to] + "\u2069")
			done, from = to, -1
		}
	}
	for i, r := range s {
		switch p, size := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL:
			if from < 0 {
				from = i
			}
			to = i + size
		case bidi.NSM:
			if from >= 0 && to == i {
				to = i + size
			}
		case bidi.L, bidi.B:
			end()
		case bidi.WS: // two spaces separate columns
			if i > 0 && s[i-1] == ' ' {
				end()
			}
		}
	}
	end()
	return out.String() + s[done:]
}

var marks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "~", "\\~", "|", "\\|", "<", "\\<",
	">", "\\>", "@", "\\@",
	"#", "\\#", "[", "\\[", "]", "\\]", "://", ":\\/\\/")

// CodeBlock returns a code block with a text. Nothing in the text can end the block, and words that
// are written from right to left do not move its columns.
func CodeBlock(s string) string {
	return "```text\n" + isolated(strings.ReplaceAll(s, "```", "'''")) + "\n```"
}
