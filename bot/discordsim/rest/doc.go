// Package rest is Discord's HTTP interface for a bot, with the status, code and error tree that
// Discord would answer.
//
// [New] makes the [API] of a world. A request passes injected faults, authorisation, rate limits
// and the checks of package validate. Then the function of its route (routes.go) changes the world
// or refuses. [Controls] is for tests: the journal of all calls, and faults. Start with API.serve
// in rest.go.
package rest
