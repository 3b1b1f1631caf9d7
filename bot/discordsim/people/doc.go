// Package people lets members act: they type slash commands, press buttons, choose from menus, fill
// in forms and write messages, as Discord's own clients let them. An action that a client would not
// allow fails with [ErrClient].
//
// Start with [People.As]. Every action returns an [Interaction], which holds its result.
package people
