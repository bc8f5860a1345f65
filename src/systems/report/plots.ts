import { optionalPeer } from "../../node/optional-peer.js";

/** The plots, which need a package that not every reader of reports as text has. */
export const plots = () => optionalPeer("@observablehq/plot", () => import("../../plots.js"));
