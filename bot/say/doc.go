// Package say holds every sentence that the bot says, as a [games.Sentence]: codes and values come in, words go out, in the language of whoever
// reads them; the translations are in paddock/bot/lang. Nothing may compare these words: a test rewords all of them. A sentence says what happened,
// why, and what can be done now (P57). Sentences of the rules and of the match service come from there.
package say
