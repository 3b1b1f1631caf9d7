// The sides of the page: channels, members, and the sandbox's own strip with its four members and its clock.
import { el, icon, avatar, renew, $ } from "./dom.js";
import { format, now } from "./clock.js";

const threadTypes = new Set([10, 11, 12]);
const badge = (n) => n > 0 ? el("span.badge", { "aria-label": n + (n === 1 ? " notification" : " notifications") }, n > 99 ? "99+" : String(n)) : null;

// drawChannels lists the channels with their threads, then the direct messages.
export function drawChannels(world, current, open) {
  const keep = document.activeElement?.closest?.("#channels .channel")?.dataset.channel;
  const list = [];
  for (const g of world.guilds) {
    list.push(el("div.guild-name", null, el("img", { src: "icon.svg", alt: "" }), g.name));
    list.push(el("h2.channel-group", null, "Text channels"));
    for (const c of g.channels.filter((c) => !threadTypes.has(c.type))) {
      list.push(row(c, current, open));
      for (const t of g.channels.filter((t) => t.parent_id === c.id && (!t.archived || t.id === current || t.pings))) list.push(row(t, current, open));
    }
  }
  list.push(el("h2.channel-group", null, "Direct messages"));
  for (const c of world.dms) list.push(row({ ...c, name: userOf(world, world.bot).name }, current, open, userOf(world, world.bot)));
  for (const c of world.chats ?? []) list.push(row(c, current, open, partner(world, c)));
  renew($("channels"), list);
  if (keep && document.activeElement === document.body) document.querySelector(`#channels [data-channel="${keep}"]`)?.focus();
  const away = [...world.guilds.flatMap((g) => g.channels), ...world.dms, ...world.chats ?? []].filter((c) => c.id !== current).reduce((n, c) => n + c.pings, 0);
  $("away-badge").hidden = away === 0;
  $("away-badge").textContent = away;
}

function row(c, current, open, user) {
  const thread = threadTypes.has(c.type);
  return el("button.channel" + (thread ? ".thread" : "") + (c.unread && c.id !== current ? ".unread" : ""), {
    type: "button", "data-channel": c.id, "aria-current": c.id === current ? "page" : null, onclick: () => open(c.id),
  }, user ? avatar(user) : icon(thread ? "thread" : "hash"), el("span.name", null, c.name), badge(c.pings),
  c.unread && c.id !== current ? el("span.quiet", null, "unread") : null);
}

export const userOf = (world, id) => world.users.find((u) => u.id === id);

// partner is whose picture stands for a direct message or a group: the bot, or the first other person.
export const partner = (world, chat) => userOf(world, chat.people?.find((u) => u !== world.me) ?? world.bot);

// drawMembers lists who is in the server or the chat.
export function drawMembers(world, users, openMember) {
  const one = (u) => el("button.member", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", "data-user": u.id, onclick: (e) => openMember(e.currentTarget, u.id), oncontextmenu: (e) => { e.preventDefault(); openMember(e.currentTarget, u.id); } },
    el("span.online", null, avatar(u, "medium")), el("span", null, u.name), u.bot ? el("span.tag", null, "App") : null, u.id === world.me ? el("span.you", null, "you") : null);
  const people = users.filter((u) => !u.bot), bots = users.filter((u) => u.bot);
  renew($("members"), [el("h2.members-head", null, "Members — " + people.length), ...people.map(one), ...(bots.length ? [el("h2.members-head.members-gap", null, "Apps — " + bots.length), ...bots.map(one)] : [])]);
}

// drawSwitcher shows in whose name this tab acts. It is a radio group: arrow keys move, and moving chooses.
export function drawSwitcher(world, choose) {
  const box = $("switcher");
  const focused = box.contains(document.activeElement);
  const people = world.users.filter((u) => !u.bot);
  renew(box, people.map((u) => el("button.seat", {
    type: "button", role: "radio", "aria-checked": String(u.id === world.me), tabindex: u.id === world.me ? "0" : "-1", "data-user": u.id,
    title: u.id === world.me ? "You act as " + u.name : "Act as " + u.name, onclick: () => choose(u),
    onkeydown: (e) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (!step) return;
      e.preventDefault();
      const at = people.findIndex((p) => p.id === u.id);
      choose(people[(at + step + people.length) % people.length]);
    },
  }, avatar(u), el("span.seat-name", null, u.name), u.id === world.me ? null : badge(u.pings))));
  if (focused) box.querySelector('[aria-checked="true"]').focus();
}

// drawClock shows the sandbox's time, and by how much it has been put forward.
export function drawClock(world) {
  const ahead = Math.round((world?.clock.ahead ?? 0) / 60);
  const days = Math.floor(ahead / 1440), hours = Math.floor(ahead / 60) % 24, minutes = ahead % 60;
  const parts = [days && days + " d", hours && hours + " h", minutes && minutes + " min"].filter(Boolean);
  const when = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" }).format(now());
  const text = when + ", " + format(now(), "t");
  if ($("clock").dataset.text !== text + parts) $("clock").replaceChildren(el("span.long", null, text), parts.length ? el("b", { title: "The sandbox's clock is ahead by this much" }, "+" + parts.join(" ")) : "");
  $("clock").dataset.text = text + parts;
  const all = text + (parts.length ? " (+" + parts.join(" ") + ")" : "");
  const tools = $("clock-text"); // there while the tools are open
  if (tools && tools.textContent !== all) tools.textContent = all;
  return all;
}

// The welcome cards: what to try where. They come from the page, not from the bot.
const cards = {
  halatafl: {
    title: "Your first minute",
    text: "Paddock is running here with a make-believe Discord around it: nothing leaves this computer. Type /play and choose: buttons lead on from there.",
    examples: [["/play", "choose a game, and whom you play"], ["/halatafl start", "play the sheep against the computer"], ["/halatafl challenge user:@Bob", "play a friend: then act as Bob, at the top, and accept"]],
  },
  kalah: {
    title: "Kalah",
    text: "Sow your beans around the board, and catch your opponent's. Challenge somebody, or play the computer.",
    examples: [["/play", "choose a game, and whom you play"], ["/kalah challenge user:@Bob", "play a friend"], ["/kalah start level:easy", "play the computer"], ["/rules game:Kalah", "the rules, with a picture"]],
  },
  stratego: {
    title: "Stratego",
    text: "Two hidden armies. Each player sets up in private; switch between members at the top to see that nobody sees the other's pieces.",
    examples: [["/play", "choose a game, and whom you play"], ["/stratego challenge user:@Bob", "play a friend"], ["/stratego start level:easy", "play the computer"]],
  },
  fish: {
    title: "Fish",
    text: "Penguins on melting ice, for two to four players.",
    examples: [["/play", "choose a game, and whom you play"], ["/fish start players:3", "open a table that others join"], ["/rules game:Fish", "the rules, with a picture"]],
  },
  lounge: {
    title: "The lounge",
    text: "Members can simply talk here, and every game can be played in any channel.",
    examples: [["/play", "choose a game, and whom you play"], ["/games", "all your matches, most urgent first"], ["/help", "what Paddock can do"], ["/settings general", "how boards are shown to you"]],
  },
};
const dmCard = {
  title: "Just you and Paddock",
  text: "Matches against the computer can be played here too. What the bot tells you alone arrives here, as long as your direct messages are open.",
  examples: [["/play", "choose a game"], ["/games", "all your matches"]],
};
const chatCard = {
  title: "A chat without Paddock",
  text: "Paddock is not a member here. Ann has installed it for herself, so she can use it here, and everybody can press its buttons.",
  examples: [["/play", "choose a game, and whom you play"], ["/games", "all your matches"]],
};

// drawWelcome fills the beginning of a channel.
export function drawWelcome(world, channel, leaves, fill) {
  const dm = channel.type === 1, group = channel.type === 3, thread = threadTypes.has(channel.type);
  const card = channel.people ? chatCard : dm ? dmCard : thread ? null : cards[channel.name];
  const known = (line) => leaves.length === 0 && !channel.people || leaves.some((l) => line.slice(1) === l.key || line.startsWith("/" + l.key + " "));
  const examples = (card?.examples ?? []).filter(([line]) => known(line));
  $("welcome").replaceChildren(
    el("div.welcome-head", null, el("div.round", null, dm || group ? avatar(partner(world, channel), "large") : icon(thread ? "thread" : "hash")),
      el("h2", null, dm || group || thread ? channel.name : "Welcome to #" + channel.name + "!"),
      el("p", null, dm ? "This is the beginning of your direct messages with " + channel.name + "." : group ? "This is the beginning of the group." : thread ? "This is the beginning of the thread." : "This is the beginning of the #" + channel.name + " channel.")),
    ...(card ? [el("div.card", null, el("h3", null, card.title), el("p", null, card.text),
      examples.length ? el("p.hint", null, "Choose a line to fill it in, then send it.") : null,
      el("div.examples", null, examples.map(([line, note]) => el("button.example", { type: "button", onclick: () => fill(line) }, el("code", null, line), el("span", null, note)))),
      el("p.hint", null, card.examples.length && !examples.length ? "You have not installed it, so you have no commands here. Its buttons work for you too." : "Type / for all commands. The wheel at the top puts the clock forward, to see reminders and time-outs."))] : []));
}
