package server

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// Names of settings that are lists of channels or roles, in component ids and in the audit log.
const (
	settingChannels        = "channels"
	settingResults         = "results-channel"
	settingCalls           = "pings-channel"
	settingOverviews       = "overview-channels"
	settingPlayRoles       = "play-roles"
	settingTournamentRoles = "tournament-roles"
)

// listSettings holds, for each of these settings, its label, the words for an empty list, and the
// format of a mention.
var listSettings = map[string]struct {
	what, none games.Sentence
	mention    string
}{
	settingChannels:        {sayChannelsAre, sayEverywhere, "<#%s>"},
	settingResults:         {sayResultsAre, sayNowhere, "<#%s>"},
	settingCalls:           {sayCallsAre, sayWhereTheyAre, "<#%s>"},
	settingOverviews:       {sayOverviewsAre, sayNowhere, "<#%s>"},
	settingPlayRoles:       {sayPlayRolesAre, sayEverybody, "<@&%s>"},
	settingTournamentRoles: {sayTournamentRolesAre, sayEverybody, "<@&%s>"},
}

// idList writes a list of channels or roles for the audit log.
func idList[ID ~string](list []ID) string {
	ids := make([]string, len(list))
	for i, id := range list {
		ids[i] = string(id)
	}
	return strings.Join(ids, " ")
}

// listNames returns the mentions of a list of channels or roles.
func listNames[ID ~string](in lang.Language, setting string, list []ID) string {
	if len(list) == 0 {
		return in.Speak(listSettings[setting].none)
	}
	return in.Speak(games.And(board.Mentions(listSettings[setting].mention, list)))
}

// listParts returns a list's part of a panel: what it is, and a menu that changes it.
func listParts[ID ~string](in lang.Language, setting string, list []ID, menu discordgo.SelectMenu,
	kind discordgo.SelectMenuDefaultValueType,
) []discordgo.MessageComponent {
	s, least := listSettings[setting], 0
	menu.Placeholder, menu.MinValues = in.Speak(s.none), &least
	for _, id := range list {
		menu.DefaultValues = append(menu.DefaultValues, discordgo.SelectMenuDefaultValue{ID: string(id), Type: kind})
	}
	return []discordgo.MessageComponent{
		discord.Text(in.Speak(s.what) + ": **" + listNames(in, setting, list) + "**"),
		discord.Row(menu),
	}
}

// pickedIDs returns the ids that were picked in a menu, sorted.
func pickedIDs[ID ~string](values []string) (list []ID, err error) {
	for _, v := range values {
		if _, err := strconv.ParseUint(v, 10, 64); err != nil {
			return nil, component.ErrID
		}
		list = append(list, ID(v))
	}
	return slices.Compact(slices.Sorted(slices.Values(list))), nil
}

// oneOrNone returns a list of one channel, or an empty list if the id is empty.
func oneOrNone(c match.ChannelID) []match.ChannelID {
	if c == "" {
		return nil
	}
	return []match.ChannelID{c}
}

// firstOf returns the first channel of a list, or an empty id if there is none.
func firstOf(list []match.ChannelID) match.ChannelID {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
