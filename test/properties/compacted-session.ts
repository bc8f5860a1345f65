import fc from "fast-check";
import type { Transcript } from "../../src/testing.js";
import { arbitraryProgram, arbitrarySession, build, type ProgramOptions } from "../testing/arbitrary-session.js";

/** Versions that write kept messages and attachments. */
const recording = ["2.1.158", "2.1.215", "2.1.260", "2.1.269", "2.1.285", "2.1.332"];

/** A random session of several segments, each with a skill, a read file and a compaction at its end, and a turn behind the last one. */
export function compactedSession(options: ProgramOptions = {}): fc.Arbitrary<Transcript> {
  const { faults = [], versions = recording, maxSteps = 12 } = options;
  const trigger = fc.constantFrom("manual" as const, "auto" as const);
  const segment = fc.tuple(arbitraryProgram({ faults, maxSteps }), trigger, fc.constantFrom(...faults, null));
  return fc
    .tuple(fc.constantFrom(...versions), fc.array(segment, { minLength: 2, maxLength: 4 }))
    .map(([cliVersion, segments]) =>
      build({
        cliVersion,
        names: [],
        steps: segments.flatMap(([{ steps }, kind, fault], at) => [
          (session) => session.prompt("go").skill("deploy", `Tag ${at > 1 ? "again" : "first"}.`),
          (session) => session.read("/home/dev/project/a.ts", `tide ${at}`).reply("Done."),
          ...steps,
          (session) => (fault === null ? session : session.fault(fault)).compact({ trigger: kind }),
          (session) => session.prompt("on").reply("Yes."),
        ]),
      }),
    );
}

/** Any session: short ones of any version, most of them without a compaction, and ones with several. */
export function anySession(options: ProgramOptions = {}): fc.Arbitrary<Transcript> {
  return fc.oneof(arbitrarySession(options), compactedSession(options));
}
