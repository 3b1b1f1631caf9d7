// Package component has the custom ids of buttons, menus and forms. An id says what to do, in which match, and for which state of it. Ids stay in old
// messages, so an action never changes its meaning. Actions of one feature are declared there; actions of several are here. Start reading at [Target].
package component
