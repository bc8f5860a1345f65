import type { TargetedEvent } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { broughtFiles, chosenFiles, droppedFiles } from "./found-files.js";
import { type Route, routeOf, useRoute } from "./route.js";
import { SessionList } from "./session-list.js";
import { SessionPage } from "./session-page.js";
import { type FoundFile, type Transcript, transcriptsOf } from "./transcripts.js";
import { type Opened, useSession } from "./use-session.js";
import { WordsDialog } from "./words-dialog.js";

/** The page: transcripts that were brought along or dropped, and one of them opened. */
export function App() {
  const [files, setFiles] = useState<FoundFile[]>(broughtFiles);
  const [problem, setProblem] = useState<string | null>(null);
  const [word, setWord] = useState<string | null>(null);
  const [route, go] = useRoute();
  const transcripts = useMemo(() => transcriptsOf(files), [files]);
  const chosen = transcripts.find(({ name }) => name === route.session) ?? transcripts[0] ?? null;
  const opened = useSession(chosen);
  const help = useCallback((about: string) => setWord(about), []);

  const take = useCallback((found: FoundFile[]): void => {
    setProblem(found.length === 0 ? "No transcript was among them: Claude Code keeps them as *.jsonl." : null);
    if (found.length === 0) return;
    setFiles((before) => {
      const paths = new Set(found.map(({ path }) => path));
      return [...before.filter(({ path }) => !paths.has(path)), ...found];
    });
  }, []);
  useKeys(opened, go, () => setWord("session"));

  const isOver = useDrop(take, setProblem);
  return (
    <div class={isOver ? "page over" : "page"}>
      <header class="top">
        <strong class="home">tidemark</strong>
        <Pickers take={take} />
        <button type="button" aria-keyshortcuts="?" onClick={() => setWord("session")}>
          Words <span aria-hidden="true">?</span>
        </button>
        <ThemeButton />
      </header>
      {problem !== null && (
        <p class="notice" role="alert">
          {plainText(problem)}
        </p>
      )}
      {chosen === null ? (
        <Welcome />
      ) : (
        <div class={transcripts.length > 1 ? "body with-list" : "body"}>
          {transcripts.length > 1 && <SessionList transcripts={transcripts} chosen={chosen} />}
          <Content opened={opened} chosen={chosen} route={route} go={go} help={help} />
        </div>
      )}
      <WordsDialog word={word} close={() => setWord(null)} />
    </div>
  );
}

function Content({
  opened,
  chosen,
  ...rest
}: {
  opened: Opened;
  chosen: Transcript;
  route: Route;
  go: (change: Partial<Route>) => void;
  help: (word: string) => void;
}) {
  switch (opened.is) {
    case "open":
      return <SessionPage name={chosen.name} session={opened.session} {...rest} />;
    case "refused":
      return (
        <main>
          <p class="notice" role="alert">
            {plainText(chosen.name)} can't be shown: {plainText(opened.message)}
          </p>
        </main>
      );
    default: {
      const progress = opened.is === "reading" ? opened.progress : null;
      return (
        <main aria-busy="true">
          <p role="status">
            <label>
              Reading <bdi>{plainText(chosen.name)}</bdi>{" "}
              <progress
                max={progress?.total ?? undefined}
                value={progress?.total == null ? undefined : progress.bytes}
              />
            </label>{" "}
            {progress !== null && `${count(Math.round(progress.bytes / 1e6))} MB`}
          </p>
        </main>
      );
    }
  }
}

function Welcome() {
  return (
    <main class="welcome">
      <h1>What came back after each compaction, and from where</h1>
      <p>
        Drop transcripts of Claude Code here, or the folder that holds them: <code>~/.claude/projects</code>. They are
        read on this page and nowhere else: it may not open any connection.
      </p>
      <p class="quiet">
        In a file dialog that folder is hidden: <kbd>Ctrl</kbd> <kbd>H</kbd> shows it on Linux, <kbd>⌘</kbd>{" "}
        <kbd>⇧</kbd> <kbd>.</kbd> on a Mac. From a terminal, <code>tidemark view ~/.claude/projects</code> brings all of
        them along.
      </p>
    </main>
  );
}

function Pickers({ take }: { take: (files: FoundFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const chosen = (event: TargetedEvent<HTMLInputElement>): void => {
    take(chosenFiles(event.currentTarget.files ?? []));
    event.currentTarget.value = "";
  };
  return (
    <>
      <input ref={files} type="file" multiple accept=".jsonl,.json" hidden onChange={chosen} aria-label="Transcripts" />
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        onChange={chosen}
        aria-label="Folder of transcripts"
      />
      <button type="button" onClick={() => files.current?.click()}>
        Open files
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        Open folder
      </button>
    </>
  );
}

/** Light, dark, or as the system has it. */
function ThemeButton() {
  const [theme, setTheme] = useState<"" | "light" | "dark">("");
  useEffect(() => {
    document.documentElement.style.colorScheme = theme === "" ? "light dark" : theme;
  }, [theme]);
  const next = { "": "light", light: "dark", dark: "" } as const;
  return (
    <button type="button" title="Light, dark, or as the system has it" onClick={() => setTheme(next[theme])}>
      Colours: {theme === "" ? "system" : theme}
    </button>
  );
}

/** Takes what is dropped anywhere; true while something is held over the page. */
function useDrop(take: (files: FoundFile[]) => void, complain: (problem: string) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setIsOver(false);
      if (event.dataTransfer === null) return;
      droppedFiles(event.dataTransfer).then(take, (error: Error) => complain(`They can't be read: ${error.message}`));
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [take, complain]);
  return isOver;
}

/** `/` searches, `?` explains: where no text is being typed. */
function useKeys(opened: Opened, go: (change: Partial<Route>) => void, help: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
      if (event.key === "?") help();
      else if (event.key === "/" && opened.is === "open") {
        event.preventDefault();
        if (routeOf(location.hash).tab !== "markers") go({ tab: "markers", about: null });
        document.querySelector<HTMLInputElement>("#marker")?.focus();
      } else if (event.key === "Escape" && routeOf(location.hash).line !== null) go({ line: null, file: null });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
