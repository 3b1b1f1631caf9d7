#!/usr/bin/env bash
# Guess (2026-11-28): a Go library that has a type UnknownComponent reads a message with components
#   that are newer than the library, and only has less to say about them.
# Version: github.com/diamondburned/arikawa/v3 3.5.0; beside it disgo 0.19.2, discordgo 0.29.0.
# Behaviour: arikawa wants every outermost component to be a row of buttons, and makes an error of its
#   own UnknownComponent. So it cannot read any message in Components V2: its gateway reports the
#   event as one that it could not decode, and the message does not exist for its bots.
# Seen: a text (type 10) and a container (17): "expected container, got *discord.UnknownComponent".
#   The other two libraries read both.
# Source: observed; the types are in Discord's documentation, "Component Reference".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26

require (
	github.com/bwmarrin/discordgo v0.29.0
	github.com/diamondburned/arikawa/v3 v3.5.0
	github.com/disgoorg/disgo v0.19.2
)
MOD
cat >main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/bwmarrin/discordgo"
	arikawa "github.com/diamondburned/arikawa/v3/discord"
	disgo "github.com/disgoorg/disgo/discord"
)

const message = `{"id":"1","channel_id":"2","author":{"id":"3","username":"ann","discriminator":"0","avatar":null},
"content":"","timestamp":"2026-11-28T12:00:00.000000+00:00","edited_timestamp":null,"tts":false,"mention_everyone":false,
"mentions":[],"mention_roles":[],"attachments":[],"embeds":[],"pinned":false,"type":0,"flags":32768,"components":[`

const (
	row       = `{"type":1,"id":1,"components":[{"type":2,"id":2,"style":1,"label":"3 (4)","custom_id":"move"}]}`
	text      = `{"type":10,"id":1,"content":"Your turn"}`
	container = `{"type":17,"id":1,"accent_color":null,"spoiler":false,"components":[` + text + `]}`
)

func main() {
	ok := true
	for i, component := range []string{row, text, container} {
		raw := []byte(message + component + `]}`)
		first := json.Unmarshal(raw, &arikawa.Message{})
		others := []error{json.Unmarshal(raw, &disgo.Message{}), json.Unmarshal(raw, &discordgo.Message{})}
		fmt.Println([]string{"row", "text", "container"}[i], "- arikawa:", first, "- disgo, discordgo:", others)
		ok = ok && others[0] == nil && others[1] == nil && (first != nil) == (i > 0)
		ok = ok && (i == 0 || strings.Contains(first.Error(), "got *discord.UnknownComponent"))
	}
	if !ok {
		os.Exit(1)
	}
}
GO
go mod tidy 2>/dev/null
go run .
