import { following } from "./following.js";
import { growth } from "./growth.js";
import { hooks } from "./hooks.js";
import type { Part } from "./part.js";
import { peers } from "./peers.js";
import { queryCosts } from "./queries.js";
import { reading } from "./reading.js";

/** The parts of the benchmark, in the order of the page. */
export const parts = { reading, growth, queries: queryCosts, following, hooks, peers } satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
