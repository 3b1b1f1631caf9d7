// The page: what it knows, what happens when something happens, and what people can press.
import { el, icon, avatar, $ } from "./dom.js";
import * as api from "./api.js";
import { openActivity } from "./activity.js";
import { setClock, tick, sameDay, format } from "./clock.js";
import { leaves, localised, usableIn } from "./commands.js";
import { makeComposer } from "./composer.js";
import { closeMenu, openMenu, rove, toast } from "./menu.js";
import { brief, isPrivate, messageItem, pictureURLs } from "./message.js";
import { openModal } from "./modal.js";
import { drawChannels, drawClock, drawMembers, drawSwitcher, drawWelcome, partner, userOf } from "./sides.js";

let world = null; // the sandbox as this member sees it
let current = null; // the id of the open channel
let list = []; // its messages, oldest first
let stopListening = null;

// Looking things up -----------------------------------------------------------------------------------------------------------------------

const channels = () => [...world.guilds.flatMap((g) => g.channels), ...world.dms.map((d) => ({ ...d, name: userOf(world, world.bot).name })), ...world.chats ?? []];
const channelOf = (id) => channels().find((c) => c.id === id);
const isDM = (id) => world.dms.some((d) => d.id === id);
const chatOf = (id) => world.chats?.find((c) => c.id === id);
// where is Discord's number for the context of a channel; -1: a chat in which this member has no commands, because they have not installed the bot.
const where = (id) => isDM(id) ? 1 : !chatOf(id) ? 0 : userOf(world, world.me).installed ? 2 : -1;
const last = (u) => u.bot ? 2 : u.id === world.me ? 1 : 0; // others come first where somebody is chosen
const commands = () => (world.commands ?? []).map((c) => localised(c, userOf(world, world.me).locale));
const people = () => isDM(current) ? world.users.filter((u) => u.bot || u.id === world.me) : chatOf(current) ? world.users.filter((u) => chatOf(current).people.includes(u.id)) : world.users;

const context = {
  get me() { return world.me; },
  user: (id) => userOf(world, id),
  channel: channelOf,
  people,
  isMenu: (name) => world.commands.some((c) => c.type > 1 && c.name === name),
  rooms: () => world.guilds.flatMap((g) => g.channels),
  roles: () => world.guilds.flatMap((g) => g.roles ?? []),
  role: (id) => context.roles().find((r) => r.id === id),
  openChannel: (id) => open(id),
  openLink: jumpTo,
  useCommand: (path) => composer.fill("/" + path + " "),
  openMember,
  openMore,
  press,
  select: choose,
  dismiss: (m) => api.act("dismiss", { message: m.id }).catch(complain),
};

const composer = makeComposer($("composer"), {
  leaves: () => world ? leaves(commands(), where(current)) : [],
  started: () => Boolean(world && commands().length),
  world: () => ({ people: [...people()].sort((a, b) => last(a) - last(b)).map((u) => ({ ...u, note: u.bot ? "App" : u.id === world.me ? "you" : "" })), rooms: context.rooms(), roles: context.roles() }),
  placeholder: () => {
    const c = world && channelOf(current);
    return c ? "Message " + (c.type === 1 ? "@" + c.name : c.type === 0 ? "#" + c.name : "“" + c.name + "”") : "";
  },
  say: (text) => api.act("say", { channel: current, text: withMentions(text) }).catch(complain),
  error: (text) => toast(text),
  complete: (path, options, focused) => api.act("autocomplete", { channel: current, text: commandLine(path, options), focused }).catch((e) => ({ problem: e.message })),
  run: async (path, options, files) => {
    stick = true;
    await interact(() => api.act("command", { channel: current, text: commandLine(path, options), files }));
  },
});

// withMentions turns "@Bob" into a mention, as Discord's own box does.
const withMentions = (text) => text.replace(/(^|\s)@(\w+)/g, (all, before, name) => {
  const user = world.users.find((u) => u.name.toLowerCase() === name.toLowerCase());
  return user ? before + "<@" + user.id + ">" : all;
});

// commandLine writes a command out: "/kalah move move:3".
const commandLine = (path, options) => ["/" + path, ...options.map((o) => o.name + ":" + o.value)].join(" ");

// The world -------------------------------------------------------------------------------------------------------------------------------

async function start() {
  stopListening?.();
  world = null;
  // The stream comes first: what happens after the world was read is then sure to be heard of.
  await new Promise((connected) => {
    stopListening = api.listen((event) => {
      if (event.type === "open") connected();
      happened(event);
    });
  });
  await load();
  const wanted = new URLSearchParams(location.search).get("channel");
  const known = [current, wanted, world.guilds[0]?.channels[0]?.id].find((id) => id && channelOf(id));
  const theirDM = current && !channelOf(current) ? world.dms[0]?.id : null; // a DM stays a DM when the member changes
  open(theirDM ?? known);
}

async function load() {
  world = await api.world();
  setClock(world.clock.now);
  drawSides();
}

function drawSides() {
  drawSwitcher(world, actAs);
  drawChannels(world, current, open);
  drawMembers(world, people(), openMember);
  drawClock(world);
  const pings = userOf(world, world.me).pings;
  const c = channelOf(current);
  document.title = (pings ? "(" + pings + ") " : "") + (c ? (c.type === 1 || c.type === 3 ? "@" : "#") + c.name + " · " : "") + userOf(world, world.me).name + " · Paddock sandbox";
}

async function actAs(user) {
  closeMenu(false);
  api.actAs(user.slug);
  remember();
  composer.clear();
  await start().catch(complain);
}

// remember keeps member and channel in the address, so that reloading and a second tab work.
function remember() {
  const query = new URLSearchParams();
  if (api.as()) query.set("as", api.as());
  if (current) query.set("channel", current);
  history.replaceState(null, "", "?" + query);
}

async function open(id, at) {
  closeDrawers();
  closeMenu(false);
  if (current !== id) composer.clear();
  current = id;
  remember();
  const c = channelOf(id);
  if (!c) return;
  $("channel-name").replaceChildren(c.type === 1 || c.type === 3 ? avatar(partner(world, c), "medium") : icon(c.type === 0 ? "hash" : "thread"), el("span", null, c.name));
  $("channel-topic").textContent = c.topic ?? "";
  drawWelcome(world, c, leaves(commands(), where(id)), (line) => composer.fill(line));
  // What is said while the messages are on their way comes behind them in the line, so that an older list never hides a newer message.
  const loading = api.messages(id);
  loading.catch(() => {}); // is told below
  await inOrder(() => loading, (loaded) => current === id && show(loaded.messages, at));
}

// show draws the messages of the channel that was opened.
function show(messages, at) {
  list = messages;
  fresh = "";
  drawMessages();
  composer.refresh();
  stick = true;
  toEnd();
  if (at) flash(at);
  else composer.focus();
  seen();
  drawSides();
}

function happened(event) {
  if (!world && event.type !== "lost") return; // all is about to be read
  switch (event.type) {
    case "world":
      world = { ...event.world, commands: world.commands };
      setClock(world.clock.now);
      if (!channelOf(current)) return open(world.guilds[0]?.channels[0]?.id);
      tick();
      composer.refresh();
      return drawSides();
    case "commands":
      return load().then(() => {
        if (channelOf(current)) drawWelcome(world, channelOf(current), leaves(commands(), where(current)), (line) => composer.fill(line));
        composer.commandsChanged();
      });
    case "message":
      if (event.message.channel_id === current) inOrder(() => preload(event.message), () => event.message.channel_id === current && put(event.message));
      return;
    case "gone":
      return inOrder(null, () => take(event.message.id));
    case "ping":
      if (event.message.channel_id !== current) ping(event.message);
      return;
    case "lost":
      lost = true;
      return toast("The sandbox has stopped. This page goes on when it runs again.");
    case "open":
      if (lost) { // the server was restarted or the computer slept: nothing is known for sure
        lost = false;
        toast("Connected again.");
        load().then(() => open(channelOf(current) ? current : world.guilds[0]?.channels[0]?.id));
      }
  }
}

// ping tells of a notification in another channel.
function ping(m) {
  const c = channelOf(m.channel_id);
  if (c) toast((c.type === 1 || c.type === 3 ? "@" : "#") + c.name + " · " + brief(m, context), () => open(c.id, m.id));
}

let lost = false;
let seenTimer;
let line = Promise.resolve();

// inOrder does things with messages one after the other, each after something that it may have to wait for.
function inOrder(first, then) {
  line = line.then(first).then(then).catch(complain);
  return line;
}

// preload fetches a message's pictures, for a moment at most, so that a board changes without a flicker.
function preload(m) {
  const loading = pictureURLs(m).map((url) => {
    const img = new Image();
    img.src = url;
    return img.decode();
  });
  return Promise.race([Promise.allSettled(loading), new Promise((go) => setTimeout(go, 400))]);
}

// seen tells that the member has read the open channel.
function seen() {
  clearTimeout(seenTimer);
  seenTimer = setTimeout(() => {
    const c = world && channelOf(current);
    if (c && (c.unread || c.pings) && document.visibilityState === "visible") api.act("read", { channel: current }).catch(() => {});
  }, 250);
}

// Messages --------------------------------------------------------------------------------------------------------------------------------

let stick = true; // the end is in view and stays in view
let fresh = ""; // the id of the newest message until somebody scrolls: if it is much longer than the window, its beginning is in view
let placed = 0; // where toEnd has scrolled to

function drawMessages() {
  const nodes = [];
  list.forEach((m, i) => nodes.push(...pieces(m, list[i - 1])));
  $("messages").replaceChildren(...nodes);
}

// pieces are the items of a message: a line for a new day, and itself.
function pieces(m, previous) {
  const item = messageItem(m, previous, context);
  const newDay = !previous || !sameDay(Date.parse(m.timestamp), Date.parse(previous.timestamp));
  return newDay ? [el("li.day", { role: "separator" }, el("span", null, format(Date.parse(m.timestamp), "D"))), item] : [item];
}

const nodeOf = (id) => $("messages").querySelector(`[data-id="${id}"]`);

function put(m) {
  const at = list.findIndex((x) => x.id === m.id);
  if (at >= 0) {
    const old = nodeOf(m.id);
    list[at] = m;
    const item = messageItem(m, list[at - 1], context), was = old.offsetHeight;
    keepFocus(old, item, () => old.replaceWith(item));
    if (at === list.length - 1 && item.offsetHeight > was + $("scroller").clientHeight / 2) fresh = m.id; // another page of a menu
    refollow(at + 1);
  } else {
    list.push(m);
    fresh = m.id;
    $("messages").append(...pieces(m, list.at(-2)));
    $("jump").hidden = stick;
  }
  toEnd();
  seen();
}

function take(id) {
  const at = list.findIndex((x) => x.id === id);
  if (at < 0) return;
  const node = nodeOf(id);
  const line = node.previousElementSibling;
  const hadFocus = node.contains(document.activeElement);
  list.splice(at, 1);
  node.remove();
  if (line?.classList.contains("day") && (!line.nextElementSibling || line.nextElementSibling.classList.contains("day"))) line.remove();
  refollow(at);
  if (hadFocus) composer.focus();
  toEnd();
}

// refollow draws the message after a changed one again, since whether it shows its author depends on that.
function refollow(at) {
  const m = list[at];
  const old = m && nodeOf(m.id);
  if (!old) return;
  const item = messageItem(m, list[at - 1], context);
  if (!item.isEqualNode(old)) keepFocus(old, item, () => old.replaceWith(item));
}

// keepFocus puts the focus back on the same control after a message was drawn anew: a board changes under the hand of who plays by keyboard.
function keepFocus(old, item, replace) {
  const controls = (node) => [...node.querySelectorAll("button, a[href]")];
  const at = controls(old).indexOf(document.activeElement);
  replace();
  if (at < 0) return;
  const fresh = controls(item)[at];
  if (fresh && !fresh.disabled) fresh.focus({ preventScroll: true });
  else (item.querySelector(".button:enabled, .select:enabled") ?? $("scroller")).focus({ preventScroll: true });
}

function toEnd() {
  if (!stick) return;
  const s = $("scroller"), node = fresh && nodeOf(fresh);
  s.scrollTop = s.scrollHeight;
  if (node && node.offsetHeight > 1.5 * s.clientHeight) node.scrollIntoView(); // a board is shorter: its buttons are in view
  placed = s.scrollTop;
}

function flash(id) {
  const node = nodeOf(id);
  if (!node) return toast("That message is not here any more.");
  stick = false;
  node.scrollIntoView({ block: "center" });
  node.classList.add("flash");
  setTimeout(() => node.classList.remove("flash"), 2000);
}

// jumpTo follows a link to a message or channel of this Discord; it says whether it was one.
function jumpTo(url) {
  const m = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?/.exec(url);
  if (!m) return false;
  if (!channelOf(m[2])) toast("That channel is not here.");
  else if (m[2] === current && m[3]) flash(m[3]);
  else open(m[2], m[3]);
  return true;
}

new ResizeObserver(toEnd).observe($("messages"));
new ResizeObserver(toEnd).observe($("scroller"));
let lastTop = 0;
$("scroller").addEventListener("scroll", () => {
  const s = $("scroller"), byHand = Math.abs(s.scrollTop - placed) > 1;
  if (s.scrollHeight - s.scrollTop - s.clientHeight < 60) stick = true;
  else if (s.scrollTop < lastTop - 2 || fresh && byHand) stick = false; // growing content doesn't let go of the end
  if (byHand) fresh = "";
  lastTop = s.scrollTop;
  if (stick) $("jump").hidden = true;
});
$("jump").addEventListener("click", () => { stick = true; $("jump").hidden = true; toEnd(); });

// Doing things ----------------------------------------------------------------------------------------------------------------------------

// interact does something that the bot answers, and shows what it says.
async function interact(send) {
  try {
    const answer = await send();
    if (answer.modal) {
      openModal(answer.modal, context, async (fields, files) => {
        const done = await api.act("submit", { modal: answer.modal.interaction_id, fields, files });
        if (done.failed) throw new api.Told("Something went wrong. Try again.");
        follow(done);
      });
    }
    if (answer.frame) showActivity(answer.frame);
    follow(answer);
    return answer;
  } catch (e) {
    complain(e);
    return { failed: true };
  }
}

// showActivity opens an Activity for the member of this moment.
function showActivity(frame) {
  openActivity(frame, { title: userOf(world, world.bot).name, ask: (kind, body) => api.act(kind, { ...body, instance: frame.instance }), complain });
}

// follow says when a command has failed: there is no message then that could.
function follow(answer) {
  if (answer.failed) toast("The application did not respond.");
}

async function press(node, m, c) {
  node.classList.add("busy");
  const answer = await interact(() => api.act("click", { message: m.id, custom_id: c.custom_id }));
  node.classList.remove("busy");
  if (answer.failed) noteFailure(m);
}

// choose sends what was chosen in a menu, and says whether the bot took it.
async function choose(node, m, c, values) {
  node.disabled = true;
  const answer = await interact(() => api.act("select", { message: m.id, custom_id: c.custom_id, values }));
  node.disabled = c.disabled ?? false;
  if (answer.failed) noteFailure(m);
  return !answer.failed;
}

function noteFailure(m) {
  const node = nodeOf(m.id);
  if (!node || node.querySelector(".failed-note")) return;
  node.append(el("div.failed-note", null, "This interaction failed"));
}

// complain tells people what they can read. What they can't is for the console.
function complain(e) {
  if (!(e instanceof api.Told)) console.error(e);
  toast(e instanceof api.Told ? e.message : "This page has tripped over something. Reload it to go on.");
}

function openMember(anchor, id) {
  const user = userOf(world, id);
  if (!user) return;
  const offered = commands().filter((c) => c.type === 2 && usableIn(c, where(current)));
  const entry = (label, onclick) => el("button.choice", { type: "button", role: "menuitem", onclick: () => { close(); closeDrawers(); onclick(); } }, el("div.texts", null, el("div.title", null, label)));
  const content = [el("div.who", null, avatar(user), el("div", null, el("b", null, user.name), user.bot ? el("span", null, " ", el("span.tag", null, "App")) : null,
    el("div.note", null, user.bot ? "The bot you are trying" : user.id === world.me ? "You" : "A member of this sandbox")))];
  if (user.bot) content.push(entry("Message", () => open(world.dms[0].id)));
  else if (user.id !== world.me) content.push(entry("Act as " + user.name, () => actAs(user)), entry("Mention", () => composer.fill("@" + user.name + " ")));
  if (user.bot && commands().some((c) => c.type === 4 && usableIn(c, where(current)))) {
    content.push(entry("Open activity", () => interact(() => api.act("launch", { channel: current }))));
  }
  if (offered.length) content.push(el("h3", null, "Apps"), ...offered.map((c) => entry(c.name, () => interact(() => api.act("context", { channel: current, name: c.name, user: id })))));
  const close = openMenu(anchor, content, { label: user.name });
  rove($("layer").lastElementChild, ".choice");
  $("layer").querySelector(".choice")?.focus();
}

function openMore(anchor, m) {
  const offered = isPrivate(m) ? [] : commands().filter((c) => c.type === 3 && usableIn(c, where(current)));
  const entry = (label, onclick) => el("button.choice", { type: "button", role: "menuitem", onclick: () => { close(); onclick(); } }, el("div.texts", null, el("div.title", null, label)));
  const content = [
    entry("Delete message", () => api.act("delete", { message: m.id }).catch(complain)),
    el("p", null, "As a moderator could: to see how the bot copes."),
    ...offered.length ? [el("h3", null, "Apps"), ...offered.map((c) => entry(c.name, () => interact(() => api.act("context", { channel: current, name: c.name, message: m.id }))))] : [],
  ];
  const close = openMenu(anchor, content, { label: "Message", align: "end" });
  rove($("layer").lastElementChild, ".choice");
  $("layer").querySelector(".choice")?.focus();
}

// The sandbox's tools ---------------------------------------------------------------------------------------------------------------------

async function skip(seconds) {
  const buttons = document.querySelectorAll("[data-skip]");
  buttons.forEach((b) => { b.disabled = true; });
  await api.act("skip", { seconds }).catch(complain);
  buttons.forEach((b) => { b.disabled = false; });
}

const languages = [["en-US", "English"], ["sv-SE", "Svenska"], ["de", "Deutsch"]];
const permissions = [["send", "Send messages"], ["attach", "Attach files"], ["threads", "Create threads"], ["view", "See the channel"]];

function openTools() {
  const anchor = $("tools");
  const toggle = (label, on, onclick) => el("button.switch", { type: "button", role: "switch", "aria-checked": String(on), onclick: (e) => {
    const next = e.currentTarget.getAttribute("aria-checked") !== "true";
    e.currentTarget.setAttribute("aria-checked", String(next));
    onclick(next).catch(complain);
  } }, el("span.name", null, label), el("span.knob"));
  const c = channelOf(current);
  const skipper = (label, seconds) => el("button.bar-button", { type: "button", "data-skip": seconds, onclick: () => skip(seconds) }, label);
  openMenu(anchor, [
    el("h3", null, "Clock"), el("p", { id: "clock-text" }, drawClock(world)),
    el("div.pair", null, skipper("+10 min", 600), skipper("+1 hour", 3600), skipper("+1 day", 86400)),
    el("h3", null, "Direct messages"),
    ...world.users.filter((u) => !u.bot).map((u) => toggle(u.name + " lets the bot write", !u.dms_closed, (on) => api.act("dms", { user: u.id, open: on }))),
    el("h3", null, "Languages"),
    ...world.users.filter((u) => !u.bot).map((u) => el("label.switch", null, el("span.name", null, u.name + " reads"),
      el("select", { onchange: (e) => api.act("locale", { user: u.id, text: e.currentTarget.value }).catch(complain) },
        languages.map(([code, name]) => el("option", { value: code, selected: code === u.locale }, name))))),
    el("h3", null, "What can go wrong"),
    ...c.parent_id ? [toggle("This thread is unlocked", !c.locked, (on) => api.act("thread", { channel: c.id, allow: on }))] : [],
    toggle("The bot is in the server", !world.guilds[0].without, (on) => api.act("membership", { allow: on })),
    toggle("Discord is well", !world.trouble, (on) => api.act("trouble", { allow: on })),
    ...c.type === 0 ? [el("h3", null, "What the bot may do in #" + c.name),
      ...permissions.map(([name, label]) => toggle(label, !(c.denied ?? []).includes(name), (on) => api.act("permission", { channel: c.id, permission: name, allow: on })))] : [],
  ], { role: "dialog", label: "Sandbox tools", align: "end" });
  $("layer").querySelector("button")?.focus();
}

function closeDrawers() {
  for (const [drawer, button] of [["sidebar", "open-channels"], ["members", "open-members"]]) {
    $(drawer).classList.remove("open");
    $(button).setAttribute("aria-expanded", "false");
  }
  $("shade").hidden = true;
}

function toggleDrawer(drawer, button) {
  const show = !$(drawer).classList.contains("open");
  closeDrawers();
  $(drawer).classList.toggle("open", show);
  $(button).setAttribute("aria-expanded", String(show));
  $("shade").hidden = !show;
  if (show) $(drawer).querySelector("button")?.focus();
}

$("tools").addEventListener("click", () => $("layer").childElementCount ? closeMenu() : openTools());
$("open-channels").addEventListener("click", () => toggleDrawer("sidebar", "open-channels"));
$("open-members").addEventListener("click", () => {
  if (matchMedia("(max-width: 1100px)").matches) toggleDrawer("members", "open-members");
  else $("members").hidden = !$("members").hidden;
});
$("shade").addEventListener("click", closeDrawers);
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && !$("shade").hidden) closeDrawers();
  if (e.key === "/" && document.activeElement === document.body) {
    e.preventDefault();
    composer.fill("/");
  }
});
for (const b of document.querySelectorAll("#bar [data-skip]")) b.addEventListener("click", () => skip(Number(b.dataset.skip)));
document.addEventListener("visibilitychange", seen);
setInterval(() => { tick(); if (world) drawClock(world); }, 1000);

start().catch(complain);
