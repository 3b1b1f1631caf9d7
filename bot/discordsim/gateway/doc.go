// Package gateway is the event side of a simulated Discord: WebSocket connections from HELLO to
// RESUME, sessions that a bot can resume, intents, and the numbered events themselves. See
// https://docs.discord.com/developers/events/gateway.
//
// [New] joins a gateway to a world, which passes it every event. [Gateway.Dial] and
// [Gateway.ServeHTTP] take connections, in process or over a socket. [Controls] is for tests that
// need trouble: lost lines, silence, early reconnects.
package gateway
