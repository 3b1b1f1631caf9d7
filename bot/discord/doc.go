// Package discord is what Paddock needs of Discord, through discordgo: the session and the gateway, requests, what Discord's error codes mean and
// what to do about them, messages and their parts, modals, answers to interactions. It knows the limits of Discord and the gaps of discordgo, and
// no match and no game: ids are plain strings here. Every message is complete and names whom it notifies. Start reading at [Message], then [Client]
// and [Responder].
package discord
