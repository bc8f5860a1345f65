import type { Timeline } from "../../timeline/timeline.js";
import { addToFleet, type FleetReport, fleetPart, newFleet } from "./fleet-report.js";

/** Asks timelines one after another; none is kept. */
export async function readFleet(
  timelines: Iterable<Timeline> | AsyncIterable<Timeline>,
  redacted: boolean,
): Promise<FleetReport> {
  const fleet = newFleet(redacted);
  for await (const timeline of timelines) addToFleet(fleet, fleetPart(timeline, redacted));
  return fleet;
}
