import { type PlotOptions, plot } from "@observablehq/plot";
import type { TargetedMouseEvent } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { boundaryLines, contextPlot } from "../plots/context-plot.js";
import { skillPlot } from "../plots/skill-plot.js";
import type { SkillRow } from "../queries/skills.js";
import type { UsageRow } from "../queries/usage.js";
import type { Card } from "../show/card.js";

/** Narrower, its words would stand on each other. */
const narrowest = 320;
const widest = 1600;

/** Words of a plot are 10 pixels high; so much larger they suit those around it. */
const zoom = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 12.5;

/** A plot as wide as there is room. */
function Figure({ spec }: { spec: PlotOptions }) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = place.current as HTMLDivElement;
    const measure = (): void => setWidth(Math.round(Math.min(widest, Math.max(narrowest, box.clientWidth / zoom()))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width === null) return;
    const drawn = plot({ ...spec, width });
    // It is one picture with a description; names of its parts are not allowed in it.
    for (const part of drawn.querySelectorAll("g")) part.removeAttribute("aria-label");
    place.current?.replaceChildren(drawn);
  }, [spec, width]);
  return <div class="plot" ref={place} />;
}

/** So close to the line of a boundary, in pixels, a pointer means it: its label is about as wide. */
const reach = 24;

interface ContextFigureProps {
  usage: UsageRow[];
  cards: Card[];
  chain: string;
  choose: (card: Card) => void;
}

/** The size of the context over the requests of a chain, with its boundaries, of which a click chooses one. */
export function ContextFigure({ usage, cards, chain, choose }: ContextFigureProps) {
  const drawn = useMemo(() => cards.filter(({ boundary }) => boundary.chain === chain), [cards, chain]);
  const spec = useMemo(
    () => contextPlot({ usage, boundaries: drawn.map(({ boundary }) => boundary), chain }),
    [usage, drawn, chain],
  );
  const meant = ({ currentTarget, clientX }: TargetedMouseEvent<HTMLElement>): Card | undefined => {
    const lines = [...currentTarget.querySelectorAll(`.${boundaryLines} line`)];
    const away = lines.map((line) => Math.abs(line.getBoundingClientRect().x - clientX));
    const least = Math.min(...away);
    return least > reach ? undefined : drawn[away.indexOf(least)];
  };
  return (
    // biome-ignore lint/a11y: one picture to screen readers; the list of boundaries below it is the way by keyboard.
    <div
      onClick={(event) => {
        const card = meant(event);
        if (card !== undefined) choose(card);
      }}
      onMouseMove={(event) => {
        event.currentTarget.style.cursor = meant(event) === undefined ? "" : "pointer";
      }}
    >
      <Figure spec={spec} />
    </div>
  );
}

/** The lives of skills, from invocation to loss. */
export function SkillFigure({ skills, cards }: { skills: SkillRow[]; cards: Card[] }) {
  const spec = useMemo(() => skillPlot({ skills, boundaries: cards.map(({ boundary }) => boundary) }), [skills, cards]);
  return <Figure spec={spec} />;
}
