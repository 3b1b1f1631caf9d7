// Package say holds the sentences that several packages of the bot use, each as a [games.Sentence].
// Sentences of one feature are in its package; the rules and the match service have their own. The
// translations are in paddock/bot/lang. Code must not compare these words: a test rewords all of
// them. A sentence says what happened, why, and what the person can do now (P57). Start reading at
// [Error].
package say
