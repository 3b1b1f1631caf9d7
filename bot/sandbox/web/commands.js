// Slash commands as text: which there are, which of them somebody means, and what an option's text stands for.

export const kinds = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

// localised is a command or option in the language of a member's client; key is its name in English, which can be typed as well.
export function localised(node, locale) {
  const own = (map, english) => map?.[locale] ?? english;
  const out = { ...node, key: node.name, name: own(node.name_localizations, node.name), description: own(node.description_localizations, node.description) };
  if (node.options) out.options = node.options.map((o) => localised(o, locale));
  if (node.choices) out.choices = node.choices.map((c) => ({ ...c, name: own(c.name_localizations, c.name) }));
  return out;
}

// leaves lists what can be typed: [{path: "kalah move", key: "kalah move", description, options, root}], for the commands that may be used in a context.
export function leaves(commands, where) {
  const out = [];
  for (const c of commands) {
    if ((c.type ?? 1) !== 1 || !usableIn(c, where)) continue;
    collect(c, c.name, c.key, c, out);
  }
  return out;
}

// usableIn says whether a command is offered in a context: 0 in a server, 1 in a DM with the bot, 2 in a chat between people.
export function usableIn(c, where) {
  if (where > 1 || where < 0) return where === 2 && !!c.contexts?.includes(2) && !!c.integration_types?.includes(1);
  if (c.contexts) return c.contexts.includes(where);
  return where === 0 || c.dm_permission !== false;
}

function collect(node, path, key, root, out) {
  const subs = (node.options ?? []).filter((o) => o.type === kinds.sub || o.type === kinds.group);
  if (!subs.length) out.push({ path, key, description: node.description, options: node.options ?? [], root });
  for (const s of subs) collect(s, path + " " + s.name, key + " " + s.key, root, out);
}

// search lists the leaves that match what is typed after the slash, best first.
export function search(query, list) {
  const want = query.toLowerCase().trim().replace(/\s+/g, " ");
  return list.map((leaf, i) => ({ leaf, i, score: Math.max(score(want, leaf.path, leaf), score(want, leaf.key, leaf)) })).filter((r) => r.score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i).map((r) => r.leaf);
}

function score(want, name, leaf) {
  const path = name.toLowerCase();
  if (!want) return 1;
  if (path === want) return 1000;
  if (path.startsWith(want)) return 900;
  if (path.split(" ").some((w) => w.startsWith(want))) return 800;
  if (path.includes(want)) return 700;
  const gaps = subsequence(want.replaceAll(" ", ""), path);
  if (gaps >= 0) return Math.max(400 - gaps, 101);
  return leaf.description.toLowerCase().includes(want) && want.length > 2 ? 100 : 0;
}

// subsequence counts the letters skipped when want's letters are found in text in order; -1 if they are not there.
function subsequence(want, text) {
  let at = -1, gaps = 0;
  for (const c of want) {
    const next = text.indexOf(c, at + 1);
    if (next < 0) return -1;
    gaps += next - at - 1;
    at = next;
  }
  return gaps;
}

// parse reads "/kalah move 3 match:7". It returns null if no command's path begins the text, else {leaf, given, text, rest}: what split tells
// about the text behind the path; and whether there was anything, if only a space, behind it.
export function parse(text, list) {
  const clean = text.replace(/^\s*\//, "").replace(/\s+/g, " ");
  const lower = clean.toLowerCase();
  const begins = (path) => lower === path.toLowerCase() || lower.startsWith(path.toLowerCase() + " ");
  const leaf = list.find((l) => begins(l.path) || begins(l.key));
  if (!leaf) return null;
  const rest = clean.slice((begins(leaf.path) ? leaf.path : leaf.key).length);
  return { leaf, ...split(rest, leaf.options), rest: rest !== "" };
}

// split takes "3 match:7" apart into {given, text}: the texts of the options by name, and the text before them, which names no option.
export function split(text, known) {
  const given = {};
  const names = known.flatMap((o) => [o.name, o.key]).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const marks = known.length ? [...text.matchAll(new RegExp("(?:^|\\s)(" + names + "):\\s*", "gi"))] : [];
  marks.forEach((m, i) => {
    const option = known.find((o) => [o.name, o.key].some((name) => name.toLowerCase() === m[1].toLowerCase()));
    given[option.name] = text.slice(m.index + m[0].length, marks[i + 1]?.index).trim();
  });
  return { given, text: text.slice(0, marks[0]?.index).trim() };
}

// read turns the text of an option into {value}, or {problem} with a sentence. World gives {people: [{id, name}], rooms: [{id, name}]}.
export function read(option, text, world) {
  const t = text.trim();
  if (!t) return option.required ? { problem: option.name + " is needed." } : { value: undefined };
  if (option.choices?.length) return readChoice(option, t);
  switch (option.type) {
    case kinds.integer: case kinds.number: return readNumber(option, t);
    case kinds.boolean: return /^(true|yes|on)$/i.test(t) ? { value: true } : /^(false|no|off)$/i.test(t) ? { value: false } : { problem: option.name + " is True or False." };
    case kinds.user: case kinds.mentionable: return readNamed(option, t, world.people, "@", "member");
    case kinds.channel: return readNamed(option, t, world.rooms, "#", "channel");
    case kinds.role: return readNamed(option, t, world.roles, "@", "role");
    case kinds.string: return readString(option, t);
  }
  return { problem: "This page can't fill in " + option.name + "." };
}

function readChoice(option, t) {
  const same = (a) => String(a).toLowerCase() === t.toLowerCase();
  const hit = option.choices.find((c) => same(c.name)) ?? option.choices.find((c) => same(c.value));
  return hit ? { value: hit.value } : { problem: option.name + " is one of " + option.choices.map((c) => c.name).join(", ") + "." };
}

function readNumber(option, t) {
  const n = Number(t);
  const whole = option.type === kinds.integer;
  const { min_value: min, max_value: max } = option;
  const wrong = Number.isNaN(n) || (whole && !Number.isInteger(n)) || (min !== undefined && n < min) || (max !== undefined && n > max);
  if (!wrong) return { value: n };
  const bounds = min !== undefined && max !== undefined ? " from " + min + " to " + max : min !== undefined ? " of at least " + min : max !== undefined ? " of at most " + max : "";
  return { problem: option.name + " is a " + (whole ? "whole " : "") + "number" + bounds + "." };
}

function readNamed(option, t, list, mark, noun) {
  const name = t.replace(/^[@#]/, "").toLowerCase();
  const id = /^<[@#][!&]?(\d+)>$/.exec(t)?.[1];
  const hit = list.find((x) => x.id === id || x.name.toLowerCase() === name);
  return hit ? { value: hit.id } : { problem: option.name + " is a " + noun + ", for instance " + mark + (list[0]?.name ?? "…") + "." };
}

function readString(option, t) {
  if (option.min_length && t.length < option.min_length) return { problem: option.name + " has at least " + option.min_length + " letters." };
  if (option.max_length && t.length > option.max_length) return { problem: option.name + " has at most " + option.max_length + " letters." };
  return { value: t };
}

// suggestions lists what an option's field offers by itself: [{label, text, value?, note?, user?}]; null where the bot has to be asked.
export function suggestions(option, text, world) {
  if (option.autocomplete) return null;
  const t = text.trim().replace(/^[@#]/, "").toLowerCase();
  const fits = (name) => String(name).toLowerCase().includes(t);
  if (option.choices?.length) return option.choices.filter((c) => fits(c.name) || fits(c.value)).slice(0, 25).map((c) => ({ label: c.name, text: c.name, value: c.value }));
  switch (option.type) {
    case kinds.boolean: return ["True", "False"].filter(fits).map((label) => ({ label, text: label }));
    case kinds.user: case kinds.mentionable: return world.people.filter((p) => fits(p.name)).map((p) => ({ label: p.name, text: "@" + p.name, user: p, note: p.note }));
    case kinds.channel: return world.rooms.filter((r) => fits(r.name)).map((r) => ({ label: "#" + r.name, text: "#" + r.name }));
    case kinds.role: return world.roles.filter((r) => fits(r.name)).map((r) => ({ label: "@" + r.name, text: "@" + r.name }));
  }
  return [];
}

// shown is how a value given as text is written in its field: a member's id becomes "@Bob".
export function shown(option, text, world) {
  const id = /^<@!?(\d+)>$/.exec(text)?.[1];
  const person = id && world.people.find((p) => p.id === id);
  return person ? "@" + person.name : text;
}
