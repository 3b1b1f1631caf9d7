// How a message looks: head, text, components, pictures, and the small print of private ones.
import { el, icon, avatar, emoji } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { ago, format } from "./clock.js";
import { openSelect, showPicture } from "./menu.js";

const flags = { ephemeral: 1 << 6, loading: 1 << 7, silent: 1 << 12 };

export const isPrivate = (m) => (m.flags & flags.ephemeral) !== 0;
export const isSystem = (m) => m.type !== 0 && m.type !== 19 && m.type !== 20 && m.type !== 23;

// messageItem makes the list item of a message. The context is markdown's plus {me, user(id), press, select, dismiss, openMember,
// openChannel, openMore}; previous is the message above, or null.
export function messageItem(m, previous, context) {
  if (isSystem(m)) return systemItem(m, context);
  const author = context.user(m.author_id) ?? { name: m.author_name || "Somebody" };
  const first = startsGroup(m, previous);
  const at = Date.parse(m.timestamp);
  const parts = partsOf(m, context);
  const node = el("li.message", { "data-id": m.id, "data-author": m.author_id });
  node.classList.toggle("first", first);
  node.classList.toggle("replying", first && Boolean(usedBy(m)));
  node.classList.toggle("mentioned", context.me !== m.author_id && !isPrivate(m) && (m.mentions ?? []).includes(context.me));
  node.classList.toggle("private", isPrivate(m));
  node.classList.toggle("has-parts", Boolean(parts) && !m.content);
  if (first) {
    node.append(...[usedLine(m, context), avatar(author), el("div.message-head", null,
      el("button.author", { type: "button", "aria-haspopup": "menu", onclick: (e) => context.openMember(e.currentTarget, m.author_id) }, author.name),
      author.bot ? el("span.tag", null, "App") : null,
      el("time", { datetime: m.timestamp, title: format(at, "F") }, ago(at)))].filter(Boolean));
  } else node.append(el("time.stamp", { datetime: m.timestamp, title: format(at, "F") }, format(at, "t")));
  if (m.content) {
    const text = markdown(m.content, context);
    if (m.edited_timestamp) markEdited(text, m);
    node.append(text);
  }
  if (m.flags & flags.loading) node.append(thinking(author));
  if (parts) {
    node.append(parts);
    if (m.edited_timestamp && !m.content) markEdited(node, m);
  }
  if (m.thread_id) node.append(threadBox(m.thread_id, context));
  if (isPrivate(m)) node.append(onlyYou(m, context));
  node.addEventListener("contextmenu", (e) => { // a long press, where there is no mouse to hover with
    if (!matchMedia("(hover: none)").matches || e.target.closest("a, img")) return;
    e.preventDefault();
    context.openMore(node, m);
  });
  node.append(el("div.more", null, el("button", { type: "button", "aria-label": "More about this message", "aria-haspopup": "menu", onclick: (e) => context.openMore(e.currentTarget, m) }, icon("more"))));
  return node;
}

// startsGroup says whether a message shows its author again.
export function startsGroup(m, previous) {
  return !previous || isSystem(previous) || previous.author_id !== m.author_id || Boolean(usedBy(m)) || isPrivate(m) !== isPrivate(previous) ||
    Date.parse(m.timestamp) - Date.parse(previous.timestamp) > 7 * 60e3;
}

const usedBy = (m) => m.interaction_metadata?.name && m.interaction_metadata.type === 2 ? m.interaction_metadata : null;

function usedLine(m, context) {
  const source = usedBy(m);
  if (!source) return null;
  const who = context.user(source.user_id) ?? { name: "Somebody" };
  return el("div.used", null, avatar(who, "small"), el("b", null, who.name), " used ", el("span.command-name", null, (context.isMenu?.(source.name) ? "" : "/") + source.name));
}

function markEdited(node, m) {
  const mark = el("span.edited", { title: format(Date.parse(m.edited_timestamp), "F") }, "(edited)");
  const last = node.lastElementChild;
  if (last?.parentElement.classList.contains("md") && last.tagName === "DIV") last.append(mark);
  else node.append(mark);
}

function thinking(author) {
  return el("div.thinking", null, el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i")), author.name + " is thinking…");
}

function onlyYou(m, context) {
  return el("div.only-you", null, icon("eye"), "Only you can see this •",
    el("button", { type: "button", onclick: () => context.dismiss(m) }, "Dismiss message"));
}

function systemItem(m, context) {
  const author = context.user(m.author_id) ?? { name: m.author_name || "Somebody" };
  const at = el("time", { datetime: m.timestamp }, " " + ago(Date.parse(m.timestamp)));
  if (m.type === 18) {
    const open = () => context.openChannel(m.thread_id || m.reference);
    return el("li.message.system.first", { "data-id": m.id }, icon("thread"), el("b", null, author.name), " started a thread: ",
      el("button", { type: "button", onclick: open }, m.content), at);
  }
  return el("li.message.system.first", { "data-id": m.id }, el("b", null, author.name), " " + (m.content || "did something"), at);
}

function threadBox(id, context) {
  const thread = context.channel(id);
  if (!thread) return null;
  return el("button.thread-box", { type: "button", onclick: () => context.openChannel(id) },
    el("b", null, thread.name), el("span", null, "Open thread ›"), el("small", null, thread.archived ? "Archived" : "The conversation goes on there."));
}

// Components -------------------------------------------------------------------------------------------------------------------------

function partsOf(m, context) {
  const list = (m.components ?? []).map((c) => component(c, m, context));
  for (const embed of m.embeds ?? []) list.push(embedBox(embed, m, context));
  const shown = shownFiles(m.components ?? []);
  const v2 = (m.flags & (1 << 15)) !== 0;
  for (const file of v2 ? [] : m.attachments ?? []) {
    if (shown.has(file.id)) continue;
    list.unshift(file.content_type?.startsWith("image/") ? gallery({ items: [{ media: { attachment_id: file.id }, description: file.description }] }, m) : fileBox(file));
  }
  return list.length ? el("div.parts", null, list) : null;
}

// pictureURLs lists where a message's pictures are.
export const pictureURLs = (m) => (m.attachments ?? []).filter((a) => a.content_type?.startsWith("image/")).map((a) => "files/" + a.id);

function shownFiles(list, into = new Set()) {
  for (const c of list) {
    for (const media of [c.media, c.file, ...(c.items ?? []).map((i) => i.media)]) if (media?.attachment_id) into.add(media.attachment_id);
    shownFiles([...(c.components ?? []), ...(c.accessory ? [c.accessory] : [])], into);
  }
  return into;
}

const makers = {
  1: (c, m, x) => el("div.row", null, c.components.map((child) => component(child, m, x))),
  2: button,
  3: select, 5: select, 6: select, 7: select, 8: select,
  9: (c, m, x) => el("div.section", null, el("div.texts", null, c.components.map((child) => component(child, m, x))), c.accessory ? component(c.accessory, m, x) : null),
  10: (c, m, x) => markdown(c.content, x),
  11: (c, m, x) => portrait(c, x) ?? el("img.thumb", { src: mediaURL(c.media, m), alt: c.description ?? "" }),
  12: gallery,
  13: (c, m) => fileBox((m.attachments ?? []).find((a) => a.id === c.file?.attachment_id) ?? { filename: "file" }),
  14: (c) => el("hr.rule" + (c.spacing === 2 ? ".large" : "") + (c.divider === false ? ".blank" : "")),
  17: container,
};

function component(c, m, context) {
  return makers[c.type] ? makers[c.type](c, m, context) : el("div.unknown", null, "A component of kind " + c.type + ", which this page can't show.");
}

// portrait draws a member's avatar, which Discord would fetch; null for any other picture.
function portrait(c, context) {
  const [, user] = (c.media?.url ?? "").match(/^https:\/\/cdn\.discordapp\.com\/avatars\/(\d+)\//) ?? [];
  if (!user) return null;
  const node = avatar(context.user(user), "thumb");
  node.removeAttribute("aria-hidden");
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", c.description ?? "");
  return node;
}

function container(c, m, context) {
  const accent = c.accent_color ?? null;
  const node = el("div.container" + (accent !== null ? ".accented" : ""), null, c.components.map((child) => component(child, m, context)));
  if (accent !== null) node.style.setProperty("--accent", "#" + accent.toString(16).padStart(6, "0"));
  if (c.spoiler) hide(node);
  return node;
}

function hide(node) {
  node.classList.add("spoiler");
  const reveal = el("button.button.s2.reveal", { type: "button", onclick: () => { node.classList.remove("spoiler"); reveal.remove(); } }, "Spoiler");
  node.prepend(reveal);
}

function button(c, m, context) {
  const content = [emoji(c.emoji), c.label ? el("span.label", null, c.label) : null];
  if (c.style === 5) {
    return el("a.button.s5", { href: c.url, target: "_blank", rel: "noopener noreferrer", onclick: (e) => { if (context.openLink?.(c.url)) e.preventDefault(); } }, content, icon("link"));
  }
  return el("button.button.s" + (c.style || 2), {
    type: "button", disabled: c.disabled, "data-custom": c.custom_id,
    onclick: (e) => context.press(e.currentTarget, m, c),
  }, content);
}

// optionsOf lists what a select menu offers, whatever its kind.
export function optionsOf(c, context) {
  if (c.type === 3) return c.options ?? [];
  const preset = new Set((c.default_values ?? []).map((v) => v.id));
  const people = context.people?.() ?? [];
  const rooms = context.rooms?.() ?? [];
  const list = c.type === 8 ? rooms.map((r) => ({ value: r.id, label: "#" + r.name })) : c.type === 6 ? (context.roles?.() ?? []).map((r) => ({ value: r.id, label: "@" + r.name })) : people.map((p) => ({ value: p.id, label: p.name }));
  return list.map((o) => ({ ...o, default: preset.has(o.value) }));
}

// selectButton makes the closed select menu; choose gets the values, and resolves to false if they could not be sent. Of several values it gets
// only as many as are asked for, and other ones than before; fewer stay ticked, and the menu says how many are missing.
export function selectButton(c, context, choose) {
  const options = optionsOf(c, context);
  const min = c.min_values ?? 1, max = c.max_values ?? 1;
  let chosen = options.filter((o) => o.default).map((o) => o.value);
  let sent = chosen;
  const value = el("span.value");
  const show = (missing) => {
    const labels = options.filter((o) => chosen.includes(o.value)).map((o) => (o.emoji?.name && !o.emoji.id ? o.emoji.name + " " : "") + o.label).join(", ");
    value.textContent = missing ? "Choose " + missing + " more." + (labels && " So far: " + labels) : labels || c.placeholder || "Make a selection";
    value.classList.toggle("placeholder", !labels);
    node.classList.toggle("short", missing > 0);
  };
  const take = async (values) => {
    const same = max > 1 && values.length === sent.length && values.every((v) => sent.includes(v));
    const missing = same ? 0 : Math.max(0, min - values.length);
    chosen = values;
    show(missing);
    if (same || missing) return;
    const before = sent;
    sent = values;
    if (await choose(values, node) === false) sent = before;
  };
  const node = el("button.select", {
    type: "button", disabled: c.disabled, "aria-haspopup": "listbox", "aria-expanded": "false", "data-custom": c.custom_id,
    onclick: () => openSelect(node, {
      label: c.placeholder || "Options", options, min, max, chosen, choose: take,
    }),
  }, value, icon("chevron"));
  show(0);
  return node;
}

function select(c, m, context) {
  return selectButton(c, context, (values, node) => context.select(node, m, c, values));
}

// mediaURL is where a picture is: a file of the message here, never anything outside.
function mediaURL(media, m) {
  const id = media?.attachment_id ?? (m.attachments ?? []).find((a) => "attachment://" + a.filename === media?.url)?.id;
  return id ? "files/" + id : "";
}

function gallery(c, m) {
  const items = c.items ?? [];
  const one = items.length === 1;
  return el("div.gallery" + (one ? ".one" : ""), null, items.map((item) => picture(item.media, m, item.description, one ? [550, 350] : [300, 300])));
}

// picture shows one picture within a size of at most so many pixels, whose room is kept before it has loaded.
function picture(media, m, alt, [maxWidth, maxHeight]) {
  const url = mediaURL(media, m);
  if (!url) return el("div.unknown", null, "A picture from outside, which this page does not load.");
  const img = el("img", { src: url, alt: alt ?? "", draggable: "false" });
  const [width, height] = m.sizes?.[url.slice("files/".length)] ?? [0, 0];
  if (width) {
    img.style.width = Math.floor(width * Math.min(1, maxWidth / width, maxHeight / height)) + "px";
    img.style.aspectRatio = width + " / " + height;
  }
  const node = el("figure.media", null,
    el("button.zoom", { type: "button", "aria-label": "Show the picture in large", onclick: () => showPicture(url, alt) }, img));
  if (!alt) return node;
  const text = el("div.alt-text", { hidden: true, role: "note" }, el("h4", null, "ALT TEXT"), alt);
  const badge = el("button.alt-badge", {
    type: "button", "aria-expanded": "false", "aria-label": "Show the picture's alt text",
    onclick: () => { text.hidden = false; badge.setAttribute("aria-expanded", "true"); },
  }, "ALT");
  text.addEventListener("click", () => { text.hidden = true; badge.setAttribute("aria-expanded", "false"); badge.focus(); });
  node.addEventListener("keydown", (e) => { if (e.key === "Escape" && !text.hidden) text.click(); });
  node.append(badge, text);
  return node;
}

function fileBox(file) {
  const size = file.size > 2048 ? Math.round(file.size / 1024) + " KB" : (file.size ?? 0) + " bytes";
  return el("div.attachment", null, icon("file"), el("div", null, el("a", { href: "files/" + file.id, download: file.filename }, file.filename), el("span", null, size)));
}

function embedBox(embed, m, context) {
  const node = el("div.container.accented", null,
    embed.author?.name ? el("strong", null, embed.author.name) : null,
    embed.title ? el("h3", null, markdown(embed.title, context)) : null,
    embed.description ? markdown(embed.description, context) : null,
    (embed.fields ?? []).map((f) => el("div", null, el("strong", null, f.name), markdown(f.value, context))),
    embed.image ? picture(embed.image, m, "", [400, 300]) : null,
    embed.footer?.text ? el("small", null, embed.footer.text) : null);
  node.style.setProperty("--accent", "#" + (embed.color ?? 0x1e1f22).toString(16).padStart(6, "0"));
  return node;
}

// brief is a message in one line, for notices.
export function brief(m, context) {
  const texts = [m.content];
  const walk = (list) => list.forEach((c) => { texts.push(c.content); walk(c.components ?? []); });
  walk(m.components ?? []);
  const all = texts.filter(Boolean).map((t) => plain(t, context)).join(" ");
  return all.length > 90 ? all.slice(0, 88).trimEnd() + "…" : all;
}
