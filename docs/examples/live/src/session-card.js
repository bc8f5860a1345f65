import { plot } from "@observablehq/plot";
import { contextPlot } from "tidemark/plots";
import { element } from "./element.js";
import { count, lossSummary, lossText, nameOf, orDash, plural, when } from "./words.js";

/** One session: the size of its context now, its compactions, and what the last of them lost. */
export function sessionCard(state) {
  const { key, project, version, lastAt, context, prompts, requests, compactions, boundaries, losses } = state;
  const heading = `session ${key}`;
  const about = [
    state.title === null ? null : project,
    version === null ? null : `CLI ${version}`,
    `last line ${when(lastAt)}`,
  ];
  return element(
    "article",
    { "aria-labelledby": heading },
    element("h3", { id: heading }, nameOf(state)),
    element("p", { class: "about" }, about.filter((part) => part !== null).join(" · ")),
    element(
      "p",
      { class: "context" },
      element("strong", {}, orDash(context)),
      " tokens in context",
      element("span", { class: "about" }, ` · ${[plural(prompts, "prompt"), plural(requests, "request")].join(", ")}`),
    ),
    element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Context size" }, sizePlot(state)),
    state.usageLeftOut === 0
      ? null
      : element(
          "p",
          { class: "about" },
          `Drawn: the last ${plural(state.usage.length, "request")}; ${count(state.usageLeftOut)} before them are not.`,
        ),
    boundaries.length === 0
      ? element("p", { class: "about" }, "No compaction yet.")
      : cutsTable(boundaries, compactions),
    boundaries.length === 0 ? null : lossList(losses, state.lossesLeftOut),
  );
}

/** The library says what to draw, Plot draws it. As it is one picture with a description, its parts need no names. */
function sizePlot(state) {
  const drawn = plot({ ...contextPlot(state), width: Math.min(900, Math.max(300, innerWidth - 80)) });
  for (const group of drawn.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  return drawn;
}

function cutsTable(boundaries, all) {
  const rows = boundaries
    .toReversed()
    .map((row) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, String(row.boundary)),
        element("td", {}, row.at === null ? "–" : when(row.at)),
        element("td", {}, row.trigger ?? "–"),
        element("td", { class: "number" }, orDash(row.preTokens)),
        element("td", { class: "number" }, orDash(row.postTokens)),
        element("td", { class: "number" }, orDash(row.droppedTokens)),
      ),
    );
  const names = ["#", "when", "trigger", "before", "after", "dropped"];
  const head = names.map((name, at) => element("th", { scope: "col", ...(at > 2 && { class: "number" }) }, name));
  const title =
    all > boundaries.length ? `The last ${boundaries.length} of ${all} compactions` : plural(all, "compaction");
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
    element(
      "table",
      {},
      element("caption", {}, `${title}, in tokens`),
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    ),
  );
}

function lossList(losses, leftOut) {
  const items = losses.map((row) =>
    element("li", {}, element("span", { class: "item" }, row.item), ` ${lossText(row)}`),
  );
  return element(
    "details",
    {},
    element("summary", {}, `The last one lost: ${lossSummary(losses, leftOut)}`),
    items.length === 0
      ? element("p", { class: "about" }, "Nothing but the conversation, which the summary stands for.")
      : element("ul", {}, ...items),
  );
}
