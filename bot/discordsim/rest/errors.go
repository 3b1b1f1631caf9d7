package rest

import "paddock/bot/discordsim/validate"

// Refusals of Discord that have no details.
var (
	errUnauthorized  = &validate.Refusal{Status: 401, Message: "401: Unauthorized"}
	errNotFound      = &validate.Refusal{Status: 404, Message: "404: Not Found"}
	errNoApplication = &validate.Refusal{Status: 404, Code: 10002, Message: "Unknown Application"}
	errNoChannel     = &validate.Refusal{Status: 404, Code: 10003, Message: "Unknown Channel"}
	errNoGuild       = &validate.Refusal{Status: 404, Code: 10004, Message: "Unknown Guild"}
	errNoMember      = &validate.Refusal{Status: 404, Code: 10007, Message: "Unknown Member"}
	errNoMessage     = &validate.Refusal{Status: 404, Code: 10008, Message: "Unknown Message"}
	errNoUser        = &validate.Refusal{Status: 404, Code: 10013, Message: "Unknown User"}
	errNoWebhook     = &validate.Refusal{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	errNoInteraction = &validate.Refusal{Status: 404, Code: 10062, Message: "Unknown interaction"}
	errNoEvent       = &validate.Refusal{Status: 404, Code: 10070, Message: "Unknown Guild Scheduled Event"}
	errPins          = &validate.Refusal{
		Status: 400, Code: 30003,
		Message: "Maximum number of pins reached for the channel (250)",
	}
	errTooLarge     = &validate.Refusal{Status: 413, Code: 40005, Message: "Request entity too large"}
	errDMTooFast    = &validate.Refusal{Status: 403, Code: 40003, Message: "You are opening direct messages too fast"}
	errAcknowledged = &validate.Refusal{
		Status: 400, Code: 40060,
		Message: "Interaction has already been acknowledged.",
	}
	errFollowUps = &validate.Refusal{
		Status: 400, Code: 40094,
		Message: "Maximum number of follow-up messages for this interaction reached",
	}
	errNoAccess  = &validate.Refusal{Status: 403, Code: 50001, Message: "Missing Access"}
	errDMAction  = &validate.Refusal{Status: 403, Code: 50003, Message: "Cannot execute action on a DM channel"}
	errNotAuthor = &validate.Refusal{
		Status: 403, Code: 50005,
		Message: "Cannot edit a message authored by another user",
	}
	errEmpty        = &validate.Refusal{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	errClosedDM     = &validate.Refusal{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	errNoPermission = &validate.Refusal{Status: 403, Code: 50013, Message: "Missing Permissions"}
	errNoText       = &validate.Refusal{
		Status: 400, Code: 50008,
		Message: "Cannot send messages in a non-text channel",
	}
	errCrossposted = &validate.Refusal{
		Status: 400, Code: 40033, Message: "This message has already been crossposted.",
	}
	errChannelType = &validate.Refusal{
		Status: 400, Code: 50024,
		Message: "Cannot execute action on this channel type",
	}
	errWebhookToken   = &validate.Refusal{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	errThreadArchived = &validate.Refusal{Status: 400, Code: 50083, Message: "Thread is archived"}
	errJSON           = &validate.Refusal{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	errNoMutualGuild  = &validate.Refusal{
		Status: 403, Code: 50278,
		Message: "Cannot send messages to this user due to having no mutual guilds",
	}
	errEntryPointGone = &validate.Refusal{
		Status: 400, Code: 50240,
		Message: "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
	}
	errEntryPointHere = &validate.Refusal{Status: 400, Code: 50035, Message: "Invalid Form Body"} // a guess
	errThreadExists   = &validate.Refusal{
		Status: 400, Code: 160004,
		Message: "A thread has already been created for this message",
	}
	errThreadLocked = &validate.Refusal{Status: 403, Code: 160005, Message: "Thread is locked"}
)
