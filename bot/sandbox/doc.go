// Package sandbox lets people try Paddock in a browser, without a token, a server or a network. It
// runs the real bot against the simulated Discord of paddock/bot/discordsim, with a web page that
// looks and behaves like the familiar chat. Four members share one server. The page's user acts as
// any of them, even in several tabs, and can put the clock forward to see the effect of a day of
// silence.
//
// It contacts nothing outside this computer and listens on loopback addresses only. It knows no
// game: the page shows the bot's own commands and components.
//
// Start at [Run]. people.go creates the first world and remembers what each member has read.
// view.go is the page's data, acts.go its possible acts, server.go the HTTP server, activity.go the
// frame and the proxy of Activities, and clock.go the clock that can be put forward. The page
// itself is in web: plain HTML, CSS and JavaScript modules, embedded, with no build step; start
// there at app.js.
package sandbox
