import fc from "fast-check";

// Every property runs as often as its test says. Where the same suite runs once more, as on another version of Node, the
// variable TIDEMARK_PROPERTY_RUNS says how many runs are enough.
const enough = Number(process.env.TIDEMARK_PROPERTY_RUNS ?? Number.POSITIVE_INFINITY);

fc.installGlobalPlugin(() => {
  let passed = 0;
  const counted = <Outcome>(outcome: Outcome): Outcome => {
    if (outcome === null) passed += 1;
    return outcome;
  };
  return {
    decorateRun: (run) => (value) => {
      if (passed >= enough) return new fc.PreconditionFailure(true);
      const outcome = run(value);
      return outcome instanceof Promise ? outcome.then(counted) : counted(outcome);
    },
  };
});
