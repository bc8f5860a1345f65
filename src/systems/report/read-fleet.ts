import type { Timeline } from "../../timeline/timeline.js";
import { type FleetPart, type FleetReport, fleetPart, fleetReport } from "./fleet-report.js";

/** Asks timelines one after another; none is kept. */
export async function readFleet(
  timelines: Iterable<Timeline> | AsyncIterable<Timeline>,
  redacted: boolean,
): Promise<FleetReport> {
  const parts: FleetPart[] = [];
  for await (const timeline of timelines) parts.push(fleetPart(timeline, redacted));
  return fleetReport(parts, redacted);
}
