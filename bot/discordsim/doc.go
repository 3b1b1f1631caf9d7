// Package discordsim is a strict Discord in memory: the service itself, not a mock of a client
// library.
//
// An unmodified discordgo session opens its gateway on it, registers commands, receives
// interactions and sends messages. A test or a web page plays the people: they type slash commands,
// press buttons, fill in modals, close their DMs, leave the server. The simulator refuses what
// Discord would refuse, with the same status, code and error tree. So a bot that is green on the
// simulator is not red on the real service.
//
// It never opens a socket of its own, never reads a file and knows nothing of any bot or game. It
// takes time only from package time, so that a whole test runs inside a testing/synctest bubble,
// where 25 hours pass in milliseconds. All goroutines end with [Sim.Close].
//
// Start with [New], build a world, attach a session, act as a user:
//
//	sim := discordsim.New(discordsim.Config{})
//	defer sim.Close()
//	ann, bob := sim.AddUser("Ann"), sim.AddUser("Bob")
//	club := sim.AddGuild("Club", ann, bob) // the bot is a member too
//	games := sim.AddChannel(club, "games")
//
//	dg, _ := discordgo.New("Bot " + discordsim.DefaultToken)
//	sim.Attach(dg) // sets dg.Client and dg.Dialer, nothing else
//	dg.Open()      // ... and the bot registers its commands
//
//	r := sim.As(ann).In(games).Slash("/kalah challenge user:@Bob holes:6")
//	synctest.Wait()                            // outside a bubble: r.Wait(ctx)
//	board := r.Message()                       // as Ann sees it
//	sim.As(bob).In(games).Click(board, "Accept")
//	synctest.Wait()
//	last := sim.Last(games, bob)               // as Bob sees it
//	last.Text(); last.Buttons(); last.AltTexts(); last.Notified
//
// Ids are the handles: [UserID], [GuildID], [ChannelID] and so on are snowflake-shaped strings.
// Values such as [Message] and [Channel] are snapshots that do not change under the reader.
//
// # Where things are
//
// This package is the entrance: [New] joins the packages below, [Sim] offers their methods to
// tests, and the types that tests need have names here too. Imports go one way:
//
//	\tdiscordsim -> rest -> gateway -> world
//	\tdiscordsim -> endpoint -> world
//	\tdiscordsim -> people -> world
//	\trest -> validate -> world
//
//	  - world: everything that exists, and the life of one interaction: 3 seconds, one first answer, 15 minutes
//	  - validate: what is refused in a body; pure functions
//	  - gateway: HELLO to RESUME, over an in-process connection or a socket
//	  - world/activity.go, rest/oauth.go: pages that people open, and who they are
//	  - endpoint: interactions posted to the bot, signed, instead of sent over the gateway
//	  - rest: the bot's requests; limits, injected faults, and a journal of requests
//	  - people: the actions of members, and their results
//	  - limits: figures, and counting against them
//	  - schema: Discord's own description of bodies, as a second opinion for tests
//
// # Over a socket
//
// [Sim.Handler] serves the same service over HTTP; [Redirect] makes a session's client use it.
package discordsim
