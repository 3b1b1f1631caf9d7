// Package router takes what people ask for to who answers it. An interaction is decoded into a [Request] and waits in the queue of its match; the
// [Router] finds its [Command] (or the handler of its button) in the [Set] that it was given, sees to it that there is an answer in time, and explains
// errors to the person alone. The commands themselves are in paddock/bot/command; what they have in common is here: finding the match that is meant
// (resolve.go), doing something to it and answering (commit.go), private replies (private.go), options (options.go). Start reading at
// [Router.Receive].
package router
