// Package process holds the tests that run the built program as separate processes: on real sockets
// and a real database, against a Discord inside the test. They test what only a process can do:
// start, end, be killed, and find everything again. The stories of paddock/bot test the bot's
// answers, on a fake clock.
//
// A test reads as a script. A rig is a Discord with a club and a bot to start, stop and kill; its
// members slash, click and play. A load is members who play at several tables at once. Workers are
// several processes on one PostgreSQL. Examine compares the store with everything that people were
// told.
package process
