// Package rest is what a bot can ask of a simulated Discord over HTTP, with the status, code and error tree that Discord would answer.
//
// [New] makes the [API] of a world. A request goes through injected trouble, authorisation, rate limits and the checks of package validate
// to the function of its route (routes.go), which changes the world or refuses. [Controls] is for tests: the journal of all calls, and
// faults. Start with API.serve in rest.go.
package rest
