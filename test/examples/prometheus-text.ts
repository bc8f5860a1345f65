/** A sample of the text format, its labels unescaped. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** A family of samples with what stands above it. */
export interface Family {
  name: string;
  help: string;
  type: string;
  samples: Sample[];
}

/**
 * Reads Prometheus' text format 0.0.4 by its rules, and throws on the first line that breaks one: one HELP and one TYPE
 * above the samples of each family, names and labels as the rules have them, no sample twice, a histogram that adds up.
 */
export function readPrometheusText(text: string): Family[] {
  if (!text.endsWith("\n")) throw new Error("The last line has no end.");
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: Family | null = null;
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\]|\\[\\n])*)$/.exec(line);
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line);
    if (help !== null) {
      const name = help[1] as string;
      if (families.has(name)) throw new Error(`${name} has a second HELP.`);
      current = { name, help: help[2] as string, type: "", samples: [] };
      families.set(name, current);
    } else if (type !== null) {
      if (current?.name !== type[1] || current?.type !== "") throw new Error(`TYPE is not below its HELP: ${line}`);
      current.type = type[2] as string;
    } else {
      const sample = readSample(line);
      const ofFamily = current?.type === "histogram" ? /_(?:bucket|sum|count)$/ : /$^/;
      if (current === null || sample.name.replace(ofFamily, "") !== current.name)
        throw new Error(`A sample is not below its TYPE: ${line}`);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (seen.has(key)) throw new Error(`A sample stands twice: ${line}`);
      seen.add(key);
      current.samples.push(sample);
    }
  }
  const all = [...families.values()];
  for (const family of all) checkFamily(family);
  return all;
}

function readSample(line: string): Sample {
  const found = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$/.exec(line);
  if (found === null) throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  let rest = found[2] ?? "";
  while (rest !== "") {
    const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/.exec(rest);
    if (label === null) throw new Error(`No label: ${rest}`);
    if ((label[1] as string) in labels) throw new Error(`A label stands twice: ${line}`);
    labels[label[1] as string] = (label[2] as string).replace(/\\(.)/g, (_, one) => (one === "n" ? "\n" : one));
    rest = rest.slice(label[0].length);
  }
  const value = Number((found[3] as string).replace("Inf", "Infinity"));
  if (Number.isNaN(value) && found[3] !== "NaN") throw new Error(`No value: ${line}`);
  return { name: found[1] as string, labels, value };
}

function checkFamily({ name, type, samples }: Family): void {
  if (type === "") throw new Error(`${name} has no TYPE.`);
  if (type === "counter" && !name.endsWith("_total"))
    throw new Error(`${name} is a counter and does not end with _total.`);
  if (type === "counter" && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} is below 0.`);
  if (type !== "histogram") return;
  const buckets = samples.filter((sample) => sample.name === `${name}_bucket`);
  const total = samples.find((sample) => sample.name === `${name}_count`)?.value;
  const values = buckets.map(({ value }) => value);
  if (values.some((value, at) => value < (values[at - 1] ?? 0)))
    throw new Error(`${name} has a bucket below the one before.`);
  if (buckets.at(-1)?.labels.le !== "+Inf" || values.at(-1) !== total) throw new Error(`${name} does not add up.`);
}
