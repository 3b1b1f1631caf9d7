// Package discord talks to Discord through discordgo: session and gateway, requests, the meaning of
// error codes, messages and their parts, modals, responses to interactions. It knows the limits of
// Discord and the gaps of discordgo. It knows no match and no game: ids are plain strings here.
// Every message is complete and names the users that it notifies. Start reading at [Message], then
// [Client] and [Responder].
package discord
