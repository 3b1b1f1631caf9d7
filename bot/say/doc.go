// Package say holds the sentences that several rooms of the bot say, each as a [games.Sentence]. Sentences of one feature stand in its room; those of the
// rules and of the match service come from there. The translations are in paddock/bot/lang. Code must not compare these words: a test rewords all of
// them. A sentence says what happened, why, and what the person can do now (P57). Start reading at [Error].
package say
