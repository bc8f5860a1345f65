import type { TextSource } from "../queries/sent-texts.js";

/** A colour that a page may set by a CSS variable. */
const themed = (name: string, colour: string): string => `var(--tidemark-${name}, ${colour})`;

/**
 * One colour per source: the palette of Okabe and Ito (2008), which readers with any colour vision can tell apart. It stands
 * on dark and light alike, as everything filled has an outline in the colour of the text.
 */
const sources: Partial<Record<TextSource, string>> = {
  disk: themed("disk", "#0072b2"),
  held: themed("held", "#d55e00"),
  invocation: themed("invocation", "#009e73"),
  hook: themed("hook", "#cc79a7"),
  summary: themed("summary", "#999999"),
  preserved: themed("preserved", "#56b4e9"),
  registry: themed("registry", "#f0e442"),
  process: themed("process", "#e69f00"),
};

/** Of what a person, the model or a tool said, which came back by nobody's doing. */
const conversation = themed("conversation", "#595959");

export const sourceColour = (source: TextSource): string => sources[source] ?? conversation;

/** The word for a source in a legend: what was said has one colour. */
export const sourceWord = (source: TextSource): string => (source in sources ? source : "conversation");

/** Of words on a filled cell: dark, but on the two dark colours. */
export const wordColour = (source: TextSource): string =>
  source === "disk" || !(source in sources) ? themed("on-dark", "#ffffff") : themed("on-light", "#000000");

export const sizeColour = themed("size", "#56b4e9");
export const lossColour = themed("loss", "#d55e00");
export const cutColour = themed("cut", "#e69f00");
export const presentColour = themed("present", "#009e73");
