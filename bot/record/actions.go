package record

import "paddock/bot/component"

// Actions of component ids. The record of an imported game is a file of the message.
const (
	actHistory       component.Action = "hi"  // shows a page of the moves; Text is choose.PageText
	actReport        component.Action = "rep" // gives the presser a file for a bug report
	ActImportForm    component.Action = "imf" // imports the text of a form
	ActImport        component.Action = "im"  // shows a board of an imported game; Text is as in ActPast
	actImportForeign component.Action = "imn" // imports the text of the clicked message by the reading in Text
	ActImportOn      component.Action = "imc" // continue from the board in Text against the chosen computer player
	ActImportWith    component.Action = "imw" // continue from the board in Text against the chosen member
)
