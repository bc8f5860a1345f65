import { element } from "./element.js";
import { sessionCard } from "./session-card.js";
import { lossSummary, nameOf, orDash, when } from "./words.js";

const mostSessions = 50;
const mostNews = 100;

const part = (id) => document.getElementById(id);
const states = new Map();
const cards = new Map();
/** Compactions that the page has heard of. */
const known = new Set();
const openedAt = Date.now();
/** False while the page is told all that is there. */
let isReady = false;

const keyOf = ({ chain, boundary, uuid }) => uuid ?? `${chain} ${boundary}`;

const events = new EventSource("/events");
events.addEventListener("open", () => say("Connected."));
events.addEventListener("error", () => say("The connection is lost; trying again…"));
events.addEventListener("begin", () => {
  isReady = false;
  states.clear();
});
events.addEventListener("ready", () => {
  isReady = true;
  for (const key of cards.keys()) if (!states.has(key)) drop(key);
  for (const state of states.values()) show(state);
  arrange();
});
events.addEventListener("session", ({ data }) => {
  const state = JSON.parse(data);
  states.set(state.key, state);
  if (!isReady) return;
  show(state);
  arrange();
});
events.addEventListener("removed", ({ data }) => {
  const { key } = JSON.parse(data);
  states.delete(key);
  drop(key);
  arrange();
});

let resized;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    for (const state of states.values()) show(state);
  }, 100);
});

function say(text) {
  part("connection").textContent = text;
}

function show(state) {
  const before = cards.get(state.key);
  for (const row of state.boundaries) {
    if (known.has(keyOf(row))) continue;
    known.add(keyOf(row));
    // Of a session that the page meets for the first time, only what happened since is news.
    if (before !== undefined || (row.at !== null && row.at >= openedAt)) tell(state, row);
  }
  const card = sessionCard(state);
  // What a person has opened stays open.
  const isOpen = before?.querySelector("details")?.open;
  const details = card.querySelector("details");
  if (details !== null && isOpen === true) details.open = true;
  cards.set(state.key, card);
  before?.replaceWith(card);
}

function drop(key) {
  cards.get(key)?.remove();
  cards.delete(key);
}

function tell(state, { at, trigger, preTokens, postTokens, boundary }) {
  const isLast = state.boundaries.at(-1)?.boundary === boundary;
  const sizes = `${orDash(preTokens)} → ${orDash(postTokens)} tokens`;
  const lost = isLast ? `, lost ${lossSummary(state.losses, state.lossesLeftOut)}` : "";
  const text = `${nameOf(state)}: ${trigger ?? "a"} compaction ${when(at)}, ${sizes}${lost}`;
  part("news").prepend(element("p", {}, text));
  part("no-news").hidden = true;
  while (part("news").children.length > mostNews) part("news").lastElementChild.remove();
}

/** The session that was written last stands first; the focus of who reads by keyboard is not taken away. */
function arrange() {
  const newest = [...states.values()].sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0)).slice(0, mostSessions);
  part("no-session").hidden = newest.length > 0;
  const wanted = newest.map(({ key }) => cards.get(key));
  for (const card of part("sessions").children) if (!wanted.includes(card)) card.remove();
  wanted.forEach((card, at) => {
    const there = part("sessions").children[at];
    if (there !== card) part("sessions").insertBefore(card, there ?? null);
  });
}
