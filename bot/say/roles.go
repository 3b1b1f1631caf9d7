package say

import "paddock/games"

// Who may play in a server, by roles.
var (
	RoleToPlay         = games.Say("In this server matches are for members with one of the roles %s. Ask those who manage it for one, or play me in a direct message.")
	RoleElsewhere      = games.Say("In that server only some roles may play, and which you have I see nowhere but there. Use the button or the command in its channel.")
	RoleToCreate       = games.Say("In this server tournaments are created by members with one of the roles %s. Ask one of them to create it; anybody who may play can join.")
	RolesFull          = games.Say("I keep no more roles than you have chosen already. Take one away first, or choose none: then everybody may.")
	PlayRolesAre       = games.Say("Who may play")
	TournamentRolesAre = games.Say("Which roles may create tournaments")
	RolesNote          = games.Say("What you choose counts at once, for matches that begin; those that are running go on. Who manages the server may do everything. Without roles the setting *tournaments* says who creates them.")
	Everybody          = games.Say("everybody")
)
