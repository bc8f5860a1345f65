import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Height of a row in pixels, as the style sheet has it. */
export const rowHeight = 30;
const spare = 12;
/** As many rows are all in the page. */
const mostWhole = 150;

/** Which rows of a long list are in the page: those that can be seen, and some around. */
export function useWindow(count: number, opened: number | null) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [openHeight, setOpenHeight] = useState(0);
  const isLong = count > mostWhole;
  const height = scroller.current?.clientHeight ?? 600;
  // Rows below the one that is open stand lower by as much as it shows.
  const above = opened !== null && top > opened * rowHeight + openHeight ? openHeight : 0;
  const first = isLong ? Math.max(0, Math.floor((top - above) / rowHeight) - spare) : 0;
  const end = isLong ? Math.min(count, first + Math.ceil(height / rowHeight) + 2 * spare) : count;
  const isOpenAbove = opened !== null && opened < first;
  const isOpenBelow = opened !== null && opened >= end;

  useLayoutEffect(() => {
    const shown = scroller.current?.querySelector(".opened");
    if (shown) setOpenHeight(shown.clientHeight);
  });

  return {
    scroller,
    isLong,
    first,
    end,
    before: first * rowHeight + (isOpenAbove ? openHeight : 0),
    after: (count - end) * rowHeight + (isOpenBelow ? openHeight : 0),
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    /** Scrolls so that a row can be seen. */
    reveal(row: number): void {
      const box = scroller.current;
      if (box === null || !isLong) return;
      const at = row * rowHeight;
      if (at < box.scrollTop) box.scrollTop = at;
      else if (at > box.scrollTop + box.clientHeight - 3 * rowHeight)
        box.scrollTop = at - box.clientHeight + 3 * rowHeight;
      setTop(box.scrollTop);
    },
  };
}
