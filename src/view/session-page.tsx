import { Fragment, type TargetedKeyboardEvent } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { type Card, cardTitle } from "../show/card.js";
import { count, plural } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import { plainText } from "../show/plain-text.js";
import { BoundaryPanel } from "./boundary-panel.js";
import { ContextFigure } from "./figures.js";
import { Head } from "./head.js";
import { LinePanel } from "./line-panel.js";
import { Page, type PageContext, usePage } from "./page-context.js";
import { type Route, type Tab, tabs } from "./route.js";
import { ConflictsTab, EventsTab, HooksTab, MarkersTab, SkillsTab, TablesTab } from "./tabs.js";
import { type Session, useAnswer } from "./use-session.js";

interface SessionPageProps {
  name: string;
  session: Session;
  route: Route;
  go: PageContext["go"];
  help: PageContext["help"];
}

/** One session: its context over time, its boundaries, and all that can be asked of it. */
export function SessionPage({ name, session, route, go, help }: SessionPageProps) {
  const sessions = useAnswer(session, "session");
  const cards = useAnswer(session, "cards");
  const about = sessions.answer?.[0] ?? null;
  const page = useMemo(
    (): PageContext => ({ session, route, go, folder: about?.home ?? null, help }),
    [session, route, go, about, help],
  );
  const error = sessions.error ?? cards.error;
  if (error !== null) return <p class="notice">{error}</p>;
  if (about === null || cards.answer === null) return <p class="none">Asking …</p>;
  return (
    <Page.Provider value={page}>
      <main class={route.line === null ? undefined : "with-line"}>
        <div class="content">
          <header class="session">
            <h1>
              <bdi>{plainText(about.title ?? name)}</bdi>
            </h1>
            <p class="quiet">
              {[
                about.title === null ? null : name,
                about.home,
                about.firstAt === null ? null : localTime(about.firstAt),
                about.firstVersion === about.lastVersion
                  ? `CLI ${about.lastVersion ?? "not recorded"}`
                  : `CLI ${about.firstVersion} to ${about.lastVersion}`,
                plural(about.entries, "entry", "entries"),
                plural(about.prompts, "prompt"),
                plural(about.requests, "request"),
                about.subagents === 0 ? null : plural(about.subagents, "subagent"),
              ]
                .filter((part) => part !== null)
                .map((part, at) => (
                  <Fragment key={part}>
                    {at > 0 && " · "}
                    <bdi>{plainText(part)}</bdi>
                  </Fragment>
                ))}
            </p>
            <Issues />
          </header>
          <Overview cards={cards.answer} />
          <Tabs tab={route.tab} go={go} />
          <div class="tab" id="tab-content" role="tabpanel" aria-labelledby={`tab-${route.tab}`}>
            <TabContent tab={route.tab} cards={cards.answer} />
          </div>
        </div>
        {route.line !== null && <LinePanel line={route.line} file={route.file} />}
      </main>
    </Page.Provider>
  );
}

/** What is wrong with the transcript itself. */
function Issues() {
  const { session } = usePage();
  const { answer } = useAnswer(session, "issues");
  const [open, setOpen] = useState(false);
  if (answer === null || answer.length === 0) return null;
  const most = 200;
  return (
    <details class="issues" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(answer.length, "issue")} in the transcript itself</summary>
      {open && (
        <ul>
          {answer.slice(0, most).map((issue, at) => (
            <li key={at}>
              <code>{issue.code}</code> line {count(issue.place.line)}: <bdi>{plainText(issue.message)}</bdi>
            </li>
          ))}
          {answer.length > most && <li>and {count(answer.length - most)} more</li>}
        </ul>
      )}
    </details>
  );
}

/** Context size over time, and the boundaries as a list to choose from. */
function Overview({ cards }: { cards: Card[] }) {
  const { session, route, go } = usePage();
  const { answer: usage } = useAnswer(session, "usage");
  const chosen = chosenOf(cards, route);
  const choose = ({ boundary: { chain, kind, boundary } }: Card): void =>
    go({ tab: "boundary", chain, kind, boundary, about: null });
  return (
    <section class="overview" aria-label="Context over time">
      <Head word="compaction">Context over time</Head>
      {usage !== null && (
        <ContextFigure usage={usage} cards={cards} chain={chosen?.boundary.chain ?? route.chain} choose={choose} />
      )}
      {cards.length === 0 ? (
        <p class="none">No compaction boundary is in this transcript.</p>
      ) : (
        <fieldset class="boundaries">
          <legend class="unseen">Boundaries</legend>
          {cards.map((card) => (
            <label key={keyOf(card)} title={plainText(cardTitle(card.boundary))}>
              <input type="radio" name="boundary" checked={card === chosen} onChange={() => choose(card)} />
              <strong>{card.boundary.kind === "compact" ? card.boundary.boundary : "micro"}</strong> {sizesOf(card)}
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}

const keyOf = ({ boundary: { chain, kind, boundary } }: Card): string => `${chain} ${kind} ${boundary}`;

function sizesOf({ boundary: { trigger, preTokens, postTokens, firstRequestAfter, chain } }: Card): string {
  const after = postTokens ?? firstRequestAfter;
  const sizes = preTokens === null ? null : `${thousands(preTokens)}${after === null ? "" : ` → ${thousands(after)}`}`;
  return [trigger, sizes, chain === "main" ? null : "subagent"].filter((part) => part !== null).join(" ");
}

const thousands = (tokens: number): string => (tokens < 1000 ? String(tokens) : `${count(Math.round(tokens / 1000))}k`);

/** The boundary that the address names, else the first one. */
function chosenOf(cards: Card[], { chain, kind, boundary }: Route): Card | null {
  const named = cards.find(
    ({ boundary: row }) => row.kind === kind && row.chain === chain && row.boundary === boundary,
  );
  if (named !== undefined) return named;
  return boundary === null ? (cards.find(({ boundary: row }) => row.kind === "compact") ?? cards[0] ?? null) : null;
}

const tabNames: Record<Tab, string> = {
  boundary: "Boundary",
  skills: "Skills",
  hooks: "Hooks",
  conflicts: "Conflicts",
  markers: "Markers",
  events: "Events",
  tables: "Tables",
};

function Tabs({ tab, go }: { tab: Tab; go: PageContext["go"] }) {
  const list = useRef<HTMLDivElement>(null);
  const show = (name: Tab): void => go({ tab: name, about: null });
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const at = tabs.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const name = to === undefined ? undefined : tabs[to];
    if (name === undefined) return;
    event.preventDefault();
    show(name);
    list.current?.querySelectorAll("button")[to as number]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="What to show" ref={list} onKeyDown={move}>
      {tabs.map((name) => (
        <button
          type="button"
          role="tab"
          id={`tab-${name}`}
          key={name}
          aria-selected={name === tab}
          aria-controls="tab-content"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => show(name)}
        >
          {tabNames[name]}
        </button>
      ))}
    </div>
  );
}

function TabContent({ tab, cards }: { tab: Tab; cards: Card[] }) {
  const { route } = usePage();
  const chosen = chosenOf(cards, route);
  switch (tab) {
    case "skills":
      return <SkillsTab cards={cards} />;
    case "hooks":
      return <HooksTab />;
    case "conflicts":
      return <ConflictsTab />;
    case "markers":
      return <MarkersTab />;
    case "events":
      return <EventsTab />;
    case "tables":
      return <TablesTab />;
    case "boundary":
      if (chosen !== null) return <BoundaryPanel key={keyOf(chosen)} card={chosen} />;
      return <p class="none">{cards.length === 0 ? "There is no boundary to show." : "There is no such boundary."}</p>;
  }
}
