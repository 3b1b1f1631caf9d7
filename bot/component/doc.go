// Package component defines the custom ids of buttons, menus and forms. An id says what to do, in
// which match, and for which state of it. Ids remain in old messages, so an action never changes
// its meaning. Actions of one feature are declared in its package, actions of several here. Start
// reading at [Target].
package component
