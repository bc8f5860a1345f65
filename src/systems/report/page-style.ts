/** Width of a picture for a phone, in pixels. */
export const phone = 360;

/** The style of a report: dark and light by the reader's choice, from 360 pixels to any width, and on paper. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: #1f2328;
  --soft: #59636e;
  --line: #d1d9e0;
  --back: #ffffff;
  --raised: #f6f8fa;
  --ground: var(--back);
  --shade: rgb(0 0 0 / 25%);
  --link: #0550ae;
  --mark: #fff3bf;
  font: 16px/1.5 system-ui, sans-serif;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3;
    --soft: #9aa4af;
    --line: #3d444d;
    --back: #0d1117;
    --raised: #151b23;
    --shade: rgb(0 0 0 / 80%);
    --link: #79b8ff;
    --mark: #3b3000;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0 auto; max-width: 84rem; padding: 1rem clamp(0.75rem, 3vw, 2.5rem) 3rem; color: var(--text); background: var(--back); }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, input:focus-visible + label, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: clamp(1.4rem, 1rem + 2vw, 2.2rem); line-height: 1.2; margin: 0.5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.05rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h3 a { color: inherit; }
.facts-line, .note, .hint, footer { color: var(--soft); }
.facts-line { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.note { font-size: 0.875rem; margin: 0.5rem 0; }
dl { margin: 0.5rem 0; }
.facts div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.5rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin: 1rem 0; }
.figures div { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.9rem; }
.figures dt { color: var(--soft); font-size: 0.875rem; }
.figures dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
/* Shadows at the sides to which it scrolls: the covers move with the content, the shadows stay. */
.scroll { overflow-x: auto; background:
  linear-gradient(to right, var(--ground) 30%, transparent) left / 2.5rem 100% no-repeat local,
  linear-gradient(to left, var(--ground) 30%, transparent) right / 2.5rem 100% no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 1rem 100% no-repeat scroll,
  linear-gradient(to left, var(--shade), transparent) right / 1rem 100% no-repeat scroll; }
summary { cursor: pointer; }
.picture svg { display: block; width: 100%; min-width: 40rem; height: auto; }
.picture.phone { display: none; }
.picture.phone svg { min-width: 0; width: auto; }
.picture.phone svg[width="${phone}"] { width: 100%; }
time { white-space: nowrap; }
.card { --ground: var(--raised); background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 0 0 1rem; }
.card:target, tr:has(:target) { background: var(--mark); }
.card:target { --ground: var(--mark); }
table { border-collapse: collapse; font-size: 0.875rem; margin: 0.5rem 0; min-width: min(100%, 40rem); }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 500; white-space: nowrap; }
td { overflow-wrap: break-word; max-width: 30rem; }
.long { min-width: 18rem; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td:has(> .line) { white-space: nowrap; }
.none { color: var(--soft); }
.line { margin-right: 0.25em; font-variant-numeric: tabular-nums; scroll-margin-top: 2rem; }
.source { border: 1px solid; border-radius: 4px; padding: 0 0.35rem; color: #000000; border-color: var(--text); white-space: nowrap; }
.source.unsure { color: inherit; border-style: dashed; border-color: var(--soft); }
.s-disk { background: #0072b2; color: #ffffff; }
.s-held { background: #d55e00; }
.s-invocation { background: #009e73; }
.s-hook { background: #cc79a7; }
.s-summary { background: #999999; }
.s-preserved { background: #56b4e9; }
.s-registry { background: #f0e442; }
.s-process { background: #e69f00; }
.sorted > .hint { font-size: 0.875rem; margin-right: 0.25rem; }
.sorted > input { position: absolute; opacity: 0; }
.sorted > label { display: inline-block; border: 1px solid var(--line); border-radius: 999px; padding: 0.1rem 0.7rem; margin: 0 0.15rem 0.35rem 0; font-size: 0.875rem; cursor: pointer; }
.sorted > input:checked + label { background: var(--text); color: var(--back); border-color: var(--text); }
.sorted > .order { display: none; }
.sorted > input:nth-of-type(1):checked ~ .order:nth-of-type(1),
.sorted > input:nth-of-type(2):checked ~ .order:nth-of-type(2),
.sorted > input:nth-of-type(3):checked ~ .order:nth-of-type(3),
.sorted > input:nth-of-type(4):checked ~ .order:nth-of-type(4),
.sorted > input:nth-of-type(5):checked ~ .order:nth-of-type(5),
.sorted > input:nth-of-type(6):checked ~ .order:nth-of-type(6) { display: block; }
footer { margin-top: 3rem; font-size: 0.875rem; border-top: 1px solid var(--line); }
@media (min-width: 120rem) { :root { font-size: 20px; } }
@media screen and (max-width: 40rem) { .picture.wide { display: none; } .picture.phone { display: block; } }
@media screen and (max-width: 40rem) { td { max-width: none; } .long { min-width: 60rem; } td:not(.long) { white-space: nowrap; } }
@media (max-width: 40rem) { .facts div { grid-template-columns: minmax(0, 1fr); gap: 0; margin-bottom: 0.35rem; } .card { padding: 0.75rem; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  :root { color-scheme: light; font-size: 11pt; }
  body { max-width: none; padding: 0; }
  nav, .sorted > input, .sorted > label, .sorted > .hint { display: none; }
  .scroll { overflow: visible; }
  .picture svg { min-width: 0; max-width: 100%; break-inside: avoid; }
  .source, .picture { print-color-adjust: exact; }
  .card { break-inside: auto; }
  tr, h2, h3 { break-inside: avoid; break-after: avoid; }
}
`;
