// Discord's markdown as elements. It never makes HTML from text, so nothing that a bot or a person writes can run.
import { el } from "./dom.js";
import { stamp } from "./clock.js";
import { shown } from "./emoji.js";

// markdown turns text into a .md element. The context gives names to ids and reacts to clicks:
// {user(id), channel(id), openChannel(id), useCommand(path), openLink(url)}, all optional.
export function markdown(text, context = {}) {
  const root = el("div.md");
  for (const part of fences(shown(text))) {
    if (part.code === undefined) blocks(part.text, root, context);
    else root.append(el("pre", { tabindex: "0" }, el("code", null, part.code)));
  }
  return root;
}

// plain is text without its marks in one line, for notices.
export function plain(text, context = {}) {
  return [...markdown(text, context).children].map((block) => block.textContent).join(" ").replace(/\s+/g, " ").trim();
}

function fences(text) {
  const parts = [];
  let from = 0;
  for (const m of text.matchAll(/```(?:([\w+\-.#]+)\n)?([\s\S]*?)```\n?/g)) {
    if (!m[2].trim()) continue;
    if (m.index > from) parts.push({ text: text.slice(from, m.index).replace(/\n$/, "") });
    parts.push({ code: m[2].replace(/^\n+|\s+$/g, "") });
    from = m.index + m[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) });
  return parts;
}

const blockRules = [
  [/^(#{1,3}) +(.+)$/, (m, c) => el("h" + m[1].length, null, inline(m[2], c))],
  [/^-# +(.+)$/, (m, c) => el("small", null, inline(m[1], c))],
];
const item = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/;

function blocks(text, root, context) {
  const lines = text.split("\n");
  let loose = [];
  const flush = () => {
    if (loose.length) root.append(el("div", null, inline(loose.join("\n"), context)));
    loose = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const rule = blockRules.find(([re]) => re.test(lines[i]));
    if (rule) {
      flush();
      root.append(rule[1](rule[0].exec(lines[i]), context));
    } else if (/^>>> /.test(lines[i])) {
      flush();
      const quote = el("blockquote");
      blocks([lines[i].slice(4), ...lines.slice(i + 1)].join("\n"), quote, context);
      root.append(quote);
      return;
    } else if (/^> /.test(lines[i])) {
      flush();
      const inner = [];
      for (; i < lines.length && /^> /.test(lines[i]); i++) inner.push(lines[i].slice(2));
      i--;
      const quote = el("blockquote");
      blocks(inner.join("\n"), quote, context);
      root.append(quote);
    } else if (item.test(lines[i])) {
      flush();
      const inner = [];
      for (; i < lines.length && item.test(lines[i]); i++) inner.push(item.exec(lines[i]));
      i--;
      root.append(list(inner, context));
    } else loose.push(lines[i]);
  }
  flush();
}

// list nests items by their indent.
function list(items, context) {
  const first = items[0];
  const node = first[2] ? el("ul") : el("ol", { start: first[3] });
  const depth = first[1].length;
  for (let i = 0; i < items.length; i++) {
    if (items[i][1].length > depth && node.lastChild) {
      let end = i;
      while (end < items.length && items[end][1].length > depth) end++;
      node.lastChild.append(list(items.slice(i, end), context));
      i = end - 1;
    } else node.append(el("li", null, inline(items[i][4], context)));
  }
  return node;
}

const wrap = (tag) => (m, c) => el(tag, null, inline(m[1], c));

// The inline rules in order; each is tried at one place of the text. What a backslash escapes ends none of them.
const inlineRules = [
  [/\\([^A-Za-z0-9\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => el("code", null, m[2].length > 2 ? m[2].replace(/^ (.*) $/, "$1") : m[2])],
  [/\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m, c) => link(m[2], inline(m[1], c), c)],
  [/<(https?:\/\/[^\s>]+)>/y, (m, c) => link(m[1], m[1], c)],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/y, (m, c) => link(m[0], m[0], c)],
  [/<@!?(\d+)>/y, (m, c) => el("span.mention", null, "@" + (c.user?.(m[1])?.name ?? "unknown-user"))],
  [/<@&(\d+)>/y, (m, c) => el("span.mention", null, "@" + (c.role?.(m[1])?.name ?? "unknown-role"))],
  [/<#(\d+)>/y, (m, c) => el("button.mention", { type: "button", onclick: () => c.openChannel?.(m[1]) }, "#" + (c.channel?.(m[1])?.name ?? "unknown"))],
  [/<\/([^:>]+):\d+>/y, (m, c) => el("button.mention", { type: "button", onclick: () => c.useCommand?.(m[1]) }, "/" + m[1])],
  [/<t:(-?\d+)(?::([tTdDfFR]))?>/y, (m) => stamp(Number(m[1]), m[2] ?? "f")],
  [/<a?:(\w+):\d+>/y, (m) => ":" + m[1] + ":"],
  [/@(everyone|here)\b/y, (m) => el("span.mention", null, m[0])],
  [/\|\|((?:\\.|[^\\])+?)\|\|/sy, (m, c) => spoiler(inline(m[1], c))],
  [/\*\*\*((?:\\.|[^\\])+?)\*\*\*(?!\*)/sy, (m, c) => el("strong", null, el("em", null, inline(m[1], c)))],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/sy, wrap("strong")],
  [/__((?:\\.|[^\\])+?)__(?!_)/sy, wrap("u")],
  [/\*(?![\s*])((?:\\.|\*\*.*?\*\*|[^*\\])*?(?:\\.|[^\s*\\]))\*(?!\*)/sy, wrap("em")],
  [/\b_((?:\\.|__.*?__|[^_\\])+?)_\b/sy, wrap("em")],
  [/~~((?:\\.|[^\\])+?)~~/sy, wrap("s")],
];

function inline(text, context) {
  const out = document.createDocumentFragment();
  let pending = "";
  for (let i = 0; i < text.length;) {
    const hit = /[\\`[<h@|*_~]/.test(text[i]) && match(text, i);
    if (!hit) {
      pending += text[i++];
      continue;
    }
    const made = hit.make(hit.found, context);
    if (typeof made === "string") pending += made;
    else {
      if (pending) out.append(pending);
      pending = "";
      out.append(made);
    }
    i += hit.found[0].length;
  }
  if (pending) out.append(pending);
  return out;
}

function match(text, at) {
  for (const [re, make] of inlineRules) {
    re.lastIndex = at;
    const found = re.exec(text);
    if (found) return { found, make };
  }
  return null;
}

function link(url, label, context) {
  return el("a", {
    href: url, target: "_blank", rel: "noopener noreferrer",
    onclick: (e) => { if (context.openLink?.(url)) e.preventDefault(); },
  }, label);
}

function spoiler(content) {
  const node = el("span.spoiler", { role: "button", tabindex: "0", "aria-label": "Spoiler, press to show" });
  const show = () => { node.classList.add("shown"); node.removeAttribute("role"); node.removeAttribute("aria-label"); };
  node.addEventListener("click", show);
  node.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") show(); });
  node.append(content);
  return node;
}
