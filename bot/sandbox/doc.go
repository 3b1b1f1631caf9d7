// Package sandbox lets people try Paddock in a browser, with no token, no server and no network: it runs the real bot against the simulated Discord
// of paddock/bot/discordsim and puts a web page over it that looks and behaves like the chat that people know. Four members share one
// server; whoever sits at the page acts as any of them, in several tabs at once if he likes, and can put the clock forward to see what a
// day of silence brings.
//
// It never speaks to anything outside this computer, listens on loopback addresses only, and knows no game: what can be typed and pressed
// comes from the bot's own commands and components.
//
// Start at [Run]. people.go makes the world that newcomers find and remembers what each member has read; view.go is what the page is told, acts.go
// what it can do, server.go the doors between them; clock.go is the clock that can be put forward. The page itself is in web: plain
// HTML, CSS and JavaScript modules, embedded, with no build step; start there at app.js.
package sandbox
