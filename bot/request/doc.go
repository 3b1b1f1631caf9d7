// Package request passes an interaction from Discord to the feature that answers it. It decodes,
// checks permissions and allowances, keeps a person's requests in order, and always answers in
// time. It also registers the commands. It reads no match and knows no feature: features bring a
// [Part], and the layer above handles matches through [Hooks]. Start reading at [Router.Receive].
package request
