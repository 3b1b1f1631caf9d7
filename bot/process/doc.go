// Package process holds the tests that run the built program as processes of its own: on real sockets and a real database, against a Discord that lives
// in the test. They are about what only a process can do: start, end, be killed, and find everything again. What the bot says in each situation is told
// by the stories of paddock/bot, on a fake clock.
//
// A test reads as a script: a rig is a Discord with a club and a bot to start, stop and kill; its members slash, click and play; a load is members who
// play at several tables at once; workers are several processes on one PostgreSQL; and examine compares the store with all that people were told.
package process
