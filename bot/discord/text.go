package discord

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Mention returns a mention of a user. It notifies only users in the message's list.
func Mention(user string) string { return "<@" + user + ">" }

// Relative returns a time relative to now, which Discord keeps up to date in the reader's language (P54).
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// DateTime returns a date and time in the reader's zone and language.
func DateTime(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// OneLine returns a text as one line: printable characters, single spaces, at most max characters.
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

// Escape escapes Discord's markdown and mentions, so that a name is only a name (P86).
func Escape(s string) string { return marks.Replace(s) }

var marks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "~", "\\~", "|", "\\|", "<", "\\<", ">", "\\>", "@", "\\@",
	"#", "\\#", "[", "\\[", "]", "\\]", "://", ":\\/\\/")

// CodeBlock returns a code block with a text. Nothing in the text can end the block.
func CodeBlock(s string) string {
	return "```text\n" + strings.ReplaceAll(s, "```", "'''") + "\n```"
}
