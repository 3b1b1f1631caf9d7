// Activities: a page of the bot in a frame, and Discord's side of what the two tell each other, as messages of an opcode and a payload. It is as strict as
// Discord, and stricter where a mistake would otherwise be found only there.
import { Told } from "./api.js";
import { el, icon } from "./dom.js";

const HANDSHAKE = 0, FRAME = 1, CLOSE = 2; // 3, HELLO, is never sent

// Why the connection is closed, and why a command is not carried out, by Discord's numbers.
const closed = { normal: 1000, client: 4000, version: 4004, encoding: 4005, opcode: 1003 };
const failed = { payload: 4000, command: 4002, client: 4007, token: 4009, oauth: 5000 };

const scopes = ["identify", "guilds", "guilds.members.read", "applications.commands", "rpc.activities.write", "rpc.voice.read"];
const levels = ["log", "warn", "debug", "info", "error"];

// Refused is the answer to a command that is not carried out.
class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// commands are what a page may ask for, each with its arguments and what it answers.
const commands = {
  async AUTHORIZE(args, activity, ask) {
    if (args.client_id !== activity.app) throw new Refused(failed.client, "Invalid Client ID");
    if (args.response_type !== "code") throw new Refused(failed.payload, 'child "response_type" fails because ["response_type" must be "code"]');
    if (!Array.isArray(args.scope) || !args.scope.length || !args.scope.every((s) => scopes.includes(s))) throw new Refused(failed.oauth, "OAuth2 Error: invalid_scope");
    if (!["none", "consent", undefined].includes(args.prompt)) throw new Refused(failed.payload, 'child "prompt" fails because ["prompt" must be "none" or "consent"]');
    if (args.state !== undefined && typeof args.state !== "string") throw new Refused(failed.payload, 'child "state" fails because ["state" must be a string]');
    return { code: (await ask("authorize", { scopes: args.scope })).code };
  },
  async AUTHENTICATE(args, activity, ask) {
    if (typeof args.access_token !== "string") throw new Refused(failed.payload, 'child "access_token" fails because ["access_token" must be a string]');
    const { granted } = await ask("authenticate", { token: args.access_token }).catch(() => { throw new Refused(failed.token, "Invalid access token"); });
    return { access_token: args.access_token, ...granted };
  },
  // Discord's SDK passes on what a page writes to its console, without being asked.
  async CAPTURE_LOG({ level, message }) {
    if (!levels.includes(level)) throw new Refused(failed.payload, 'child "level" fails because ["level" must be a level of the console]');
    if (typeof message !== "string") throw new Refused(failed.payload, 'child "message" fails because ["message" must be a string]');
    console[level]("the activity:", message);
    return null;
  },
  // A browser's window has no orientation to lock.
  async SET_ORIENTATION_LOCK_STATE({ lock_state }) {
    if (![1, 2, 3].includes(lock_state)) throw new Refused(failed.payload, 'child "lock_state" fails because ["lock_state" must be one of 1,2,3]');
    return null;
  },
};

// openActivity shows an Activity over the page until it is closed. Ask does something as the member who has it open; complain tells the person.
export function openActivity(activity, { title, ask, complain }) {
  const query = new URLSearchParams({ platform: matchMedia("(max-width: 600px)").matches ? "mobile" : "desktop" });
  const frame = el("iframe", {
    src: activity.url + "&" + query, title, referrerpolicy: "origin", allow: "fullscreen", sandbox: "allow-scripts allow-same-origin allow-forms allow-popups allow-downloads",
  });
  const dialog = el("dialog.activity", { "aria-label": title, onclose: leave },
    el("header", null, el("h2", null, title), el("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))), frame);
  let shaken = false; // the handshake was made

  const send = (opcode, payload) => frame.contentWindow?.postMessage([opcode, payload], activity.origin);
  const answer = (cmd, nonce, data, evt = null) => send(FRAME, { cmd, data, evt, nonce });

  // end closes the Activity because of a mistake of its page, of which both sides are told.
  function end(code, message) {
    send(CLOSE, { code, message });
    dialog.close();
    complain(new Told("The activity was closed: " + message));
  }

  function hear(e) {
    if (e.source !== frame.contentWindow || e.origin !== activity.origin) return;
    if (!Array.isArray(e.data) || e.data.length !== 2 || typeof e.data[1] !== "object" || e.data[1] === null) return end(closed.opcode, "a message is no opcode with a payload");
    const [opcode, payload] = e.data;
    if (opcode === HANDSHAKE) return shake(payload);
    if (opcode === CLOSE) {
      dialog.close();
      if (payload.code !== closed.normal) complain(new Told("The activity has closed itself: " + (payload.message ?? payload.code)));
      return;
    }
    if (opcode !== FRAME) return end(closed.opcode, "opcode " + opcode + " is not for pages");
    if (!shaken) return end(closed.opcode, "a command came before the handshake");
    carryOut(payload);
  }

  function shake({ v, encoding, client_id, frame_id }) {
    if (v !== 1) return end(closed.version, "Invalid Version");
    if (encoding !== "json") return end(closed.encoding, "Invalid Encoding");
    if (client_id !== activity.app || frame_id !== activity.id) return end(closed.client, "Invalid Client ID or frame");
    shaken = true;
    answer("DISPATCH", null, { v: 1, config: { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" } }, "READY");
  }

  async function carryOut({ cmd, args, nonce }) {
    try {
      if (typeof nonce !== "string" || !nonce) throw new Refused(failed.payload, 'child "nonce" fails because ["nonce" is required]');
      if (!Object.hasOwn(commands, cmd)) throw new Refused(failed.command, "Invalid command: " + cmd);
      answer(cmd, nonce, await commands[cmd](args ?? {}, activity, ask));
    } catch (problem) {
      answer(cmd, nonce ?? null, { code: problem.code ?? 1000, message: problem.message }, "ERROR");
      console.warn("the activity's " + cmd + " was refused:", problem.message);
    }
  }

  function away() { ask("leave").catch(() => {}); } // the tab was closed

  function leave() {
    window.removeEventListener("message", hear);
    window.removeEventListener("pagehide", away);
    dialog.remove();
    ask("leave").catch(() => {});
  }

  window.addEventListener("message", hear);
  window.addEventListener("pagehide", away);
  document.body.append(dialog);
  dialog.showModal();
  frame.focus();
}
