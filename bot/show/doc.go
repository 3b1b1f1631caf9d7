// Package show makes messages: a match and whoever reads about it come in (a [Reader], with facts from the store where a message needs them), a
// discord.Message comes out. Boards, invitations, menus, arrangements, tournaments and their charts, lists, news of what the clock and the referee
// did. It does no I/O and has no clock, so every message can be looked at in a test. Start reading at [Maker.Board].
package show
