import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Route } from "./route.js";
import type { Session } from "./use-session.js";

/** What all parts of the page share while a session is open. */
export interface PageContext {
  session: Session;
  route: Route;
  go: (change: Partial<Route>) => void;
  /** Working directory of the session, below which names are shown without it. */
  folder: string | null;
  /** Opens the words, at one of them. */
  help: (word: string) => void;
}

export const Page = createContext<PageContext | null>(null);

export function usePage(): PageContext {
  const page = useContext(Page);
  if (page === null) throw new Error("No session is open.");
  return page;
}
