import { type PlotOptions, plot } from "@observablehq/plot";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { contextPlot } from "../plots/context-plot.js";
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

/** The size of the context over the requests of a chain, with its boundaries. */
export function ContextFigure({ usage, cards, chain }: { usage: UsageRow[]; cards: Card[]; chain: string }) {
  const spec = useMemo(
    () => contextPlot({ usage, boundaries: cards.map(({ boundary }) => boundary), chain }),
    [usage, cards, chain],
  );
  return <Figure spec={spec} />;
}

/** The lives of skills, from invocation to loss. */
export function SkillFigure({ skills, cards }: { skills: SkillRow[]; cards: Card[] }) {
  const spec = useMemo(() => skillPlot({ skills, boundaries: cards.map(({ boundary }) => boundary) }), [skills, cards]);
  return <Figure spec={spec} />;
}
