// Package people is what members do: they type slash commands, press buttons, pick from menus, fill in forms and write messages, as
// Discord's own clients let them. What a client would not let a person do fails with [ErrClient].
//
// Start with [People.As]. Every act gives an [Interaction], which tells what came of it.
package people
