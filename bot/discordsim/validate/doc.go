// Package validate contains what Discord refuses in the bodies that a bot sends: commands,
// messages, components, forms.
//
// Its functions are pure. They take a decoded JSON value and return either a checked value
// ([Draft], [world.Command]) or the problems, each with its path and Discord's inner code. Start
// with [Form], which collects the problems of one body, and [Field], which reads one value. The
// rules follow https://docs.discord.com/developers/reference#error-messages and the pages of each
// object. Inner codes that are not published are guesses with the same meaning.
package validate
