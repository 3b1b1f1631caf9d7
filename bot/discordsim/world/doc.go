// Package world holds everything that exists in a simulated Discord: people, servers, channels,
// threads, messages with their files, registered commands, and the interactions that may still be
// answered.
//
// Its types (message.go, component.go, channel.go, command.go) are values with Discord's own JSON
// keys. [State] holds them all and has one lock, which its callers hold; the other packages of the
// simulator (REST, gateway, people) work on it. [World] gives the same to outsiders: it takes the
// lock itself. The package does not decide what a bot may send and knows no transport: events for
// the bot leave by [State.Dispatch].
package world
