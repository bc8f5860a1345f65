import { useEffect, useState } from "preact/hooks";
import type { BoundaryRow } from "../queries/boundaries.js";

export const tabs = ["boundary", "skills", "hooks", "conflicts", "markers", "events", "tables"] as const;
export type Tab = (typeof tabs)[number];

/** What the page shows, as it stands behind the `#` of its address. */
export interface Route {
  /** Name of the session; null for the only one, or none yet. */
  session: string | null;
  tab: Tab;
  chain: string;
  boundary: number | null;
  /** Compactions and microcompactions are counted apart. */
  kind: BoundaryRow["kind"];
  /** A line of the transcript that is shown beside whatever else is, and its file where there are several. */
  line: number | null;
  file: string | null;
  /** What the tab shows: the marker that is searched, the table. */
  about: string | null;
}

/** `#boundary=2`, `#line=39`, `#tab=markers&about=passphrase`: what is left out is as at the beginning. */
export function routeOf(hash: string): Route {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const tab = given.get("tab");
  return {
    session: given.get("session"),
    tab: (tabs as readonly (string | null)[]).includes(tab) ? (tab as Tab) : "boundary",
    chain: given.get("chain") ?? "main",
    boundary: wholeNumber(given.get("boundary")),
    kind: given.get("kind") === "microcompact" ? "microcompact" : "compact",
    line: wholeNumber(given.get("line")),
    file: given.get("file"),
    about: given.get("about"),
  };
}

export function hashOf({ tab, chain, kind, ...rest }: Route): string {
  const given = new URLSearchParams();
  if (rest.session !== null) given.set("session", rest.session);
  if (tab !== "boundary") given.set("tab", tab);
  if (chain !== "main") given.set("chain", chain);
  if (kind !== "compact") given.set("kind", kind);
  for (const name of ["boundary", "line", "file", "about"] as const)
    if (rest[name] !== null) given.set(name, String(rest[name]));
  return `#${given}`;
}

/** A link to what the route shows with some of it changed. */
export const linkTo = (route: Route, change: Partial<Route>): string => hashOf({ ...route, ...change });

/** What the address says, and how to go elsewhere. */
export function useRoute(): [Route, (change: Partial<Route>) => void] {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(routeOf(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return [
    route,
    (change) => {
      location.hash = linkTo(routeOf(location.hash), change);
    },
  ];
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
