import { useState } from "preact/hooks";
import { count } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import { plainText } from "../show/plain-text.js";
import { hashOf, routeOf } from "./route.js";
import type { Transcript } from "./transcripts.js";
import { rowHeight, useWindow } from "./use-window.js";

/** The sessions that there are, the last written first. */
export function SessionList({ transcripts, chosen }: { transcripts: Transcript[]; chosen: Transcript }) {
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase();
  const shown = transcripts.filter(({ name }) => name.toLowerCase().includes(wanted));
  const view = useWindow(shown.length, null);
  return (
    <nav class="sessions" aria-label="Sessions">
      <p class="tools">
        <span class="count">
          {filter === "" ? "" : `${count(shown.length)} of `}
          {count(transcripts.length)} sessions
        </span>
        <input
          type="search"
          placeholder="filter"
          aria-label="Filter sessions"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </p>
      <div class="scroller" ref={view.scroller} onScroll={view.onScroll} tabIndex={0}>
        <ul style={{ paddingTop: `${view.before}px`, paddingBottom: `${view.after}px` }}>
          {shown.slice(view.first, view.end).map(({ name, main }) => {
            const [folder, file] = shortName(plainText(name));
            const written = main.modified === null ? "" : localTime(main.modified);
            return (
              <li key={name} style={{ height: `${rowHeight}px` }}>
                <a
                  href={hashOf({ ...routeOf(""), session: name })}
                  aria-current={name === chosen.name ? "page" : undefined}
                  title={`${plainText(name)}, ${count(main.bytes)} bytes${written === "" ? "" : `, written ${written}`}`}
                >
                  <bdi class="file">{file}</bdi>
                  <span class="folder quiet">
                    <bdi>{folder}</bdi>
                  </span>
                  <span class="quiet">{written.slice(0, 10)}</span>
                </a>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}

/** Folder and file of a session as they are told apart in little room: of an id its first part. */
function shortName(name: string): [folder: string, file: string] {
  const at = name.lastIndexOf("/");
  const file = name.slice(at + 1).replace(/\.jsonl$/, "");
  return [name.slice(0, Math.max(at, 0)), /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}$/i.exec(file)?.[1] ?? file];
}
