// Package request takes an interaction from Discord to the feature that answers it: it decodes, checks permissions and allowances, keeps the requests of a
// person in order, and answers in time, come what may. It also registers the commands. It knows no match and no feature: features bring a [Part], and the
// layer above does through [Hooks] what matches need. Start reading at [Router.Receive].
package request
