// Package validate says what Discord refuses in the bodies that a bot sends: commands, messages, components, forms.
//
// All of it is pure: a decoded JSON value goes in, and either a checked value comes out ([Draft], [world.Command]) or the problems do, each
// with its path and Discord's inner code. Start with [Form], which collects the problems of one body, and [Field], which reads one value.
// What is refused follows https://docs.discord.com/developers/reference#error-messages and the pages of each object. Inner codes that
// nobody has published are guesses which carry the same meaning.
package validate
