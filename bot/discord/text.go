package discord

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Mention is a user in a text; it notifies only those who are named in the message's list.
func Mention(user string) string { return "<@" + user + ">" }

// Relative and date are times in the reader's zone and language; ago counts by itself (P54).
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// DateTime is a time in the reader's zone and language, with its date.
func DateTime(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// OneLine makes a name or text fit to stand in a line: printable characters, single spaces, at most max of them.
func OneLine(s string, max int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
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

// Escape escapes what Discord would read as markdown or as a mention, so that a name is nothing but a name (P86).
func Escape(s string) string { return marks.Replace(s) }

var marks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "~", "\\~", "|", "\\|", "<", "\\<", ">", "\\>", "@", "\\@",
	"#", "\\#", "[", "\\[", "]", "\\]", "://", ":\\/\\/")

// CodeBlock is text in a code block, which nothing in it can end.
func CodeBlock(s string) string {
	return "```text\n" + strings.ReplaceAll(s, "```", "'''") + "\n```"
}
