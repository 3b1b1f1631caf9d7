// Package world is what exists in a simulated Discord: people, servers, channels, threads, messages with their files, registered commands,
// and the interactions that still may be answered.
//
// Its nouns (message.go, component.go, channel.go, command.go) are values with Discord's own JSON keys. [State] holds them all and has one
// lock, which its callers hold; the other rooms of the simulator (REST, gateway, people) work on it. [World] is the same for those outside:
// it takes the lock itself. The package decides nothing about what a bot may send and knows no transport: events for the bot leave by
// [State.Dispatch].
package world
