import { newestRules, type RuleSet, ruleSets } from "../queries/rule-sets.js";
import type { Sourced } from "../queries/rules.js";
import type { Option } from "./option.js";

const names = ruleSets.map(({ value }) => value.name).join(", ");

/** Names the rule set of a forecast or a budget. */
export const rulesOption: Option<Sourced<RuleSet>> = {
  placeholder: "<name>",
  help: `the documented limits of that day: ${names} (default: ${newestRules.value.name})`,
  parse: (text) => {
    const found = ruleSets.find(({ value }) => value.name === text);
    if (found === undefined) throw new RangeError(`Give one of ${names}.`);
    return found;
  },
};
