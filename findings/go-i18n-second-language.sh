#!/usr/bin/env bash
# Guess (2026-11-30): a Localizer of go-i18n for "sv, de" says a sentence that has no Swedish translation
#   in German: its documentation calls the languages a list of preferences.
# Version: github.com/nicksnyder/go-i18n/v2 2.7.0.
# Behaviour: one language is chosen from those of the whole bundle, before the sentence is looked for.
#   Where that language lacks it, the bundle's default language is used and the second wish is not
#   asked. Beside the text comes an error.
# Seen: "turn", in all three, is Swedish; "board", not in Swedish, is English with the error
#   'message "board" not found in language "sv"'; for "de" alone it is German.
# Source: observed; getMessageTemplate in localizer.go. Wanted so by its author: pull request 236. The
#   field's comment says that the languages are checked in order when a message is localized.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26

require (
	github.com/nicksnyder/go-i18n/v2 v2.7.0
	golang.org/x/text v0.43.0
)
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

func main() {
	b := i18n.NewBundle(language.English)
	for tag, texts := range map[language.Tag]map[string]string{
		language.English: {"turn": "your turn", "board": "the board"},
		language.German:  {"turn": "du bist dran", "board": "das Brett"},
		language.Swedish: {"turn": "din tur"},
	} {
		for id, text := range texts {
			if err := b.AddMessages(tag, &i18n.Message{ID: id, Other: text}); err != nil {
				panic(err)
			}
		}
	}
	ok := true
	for _, c := range []struct {
		id, want string
		wishes   []string
		failed   bool
	}{
		{"turn", "din tur", []string{"sv", "de"}, false},
		{"board", "the board", []string{"sv", "de"}, true},
		{"board", "das Brett", []string{"de"}, false},
	} {
		text, err := i18n.NewLocalizer(b, c.wishes...).Localize(&i18n.LocalizeConfig{MessageID: c.id})
		fmt.Println(c.wishes, c.id, "-", text, "-", err)
		ok = ok && text == c.want && (err != nil) == c.failed
	}
	if !ok {
		os.Exit(1)
	}
}
GO
go mod tidy 2>/dev/null
go run .
