/** Runs the specs of this suite on the plain endpoint and the faults, like `conformance prove`. */
export async function runOwnSuite({ suite, sample, note }) {
  const selection = {
    faults: sample.map(({ fault }) => fault),
    // A service that uses no freedom is the plain endpoint.
    services: [[]],
    met: [],
    ...{ misfits: [], hostiles: [], acquirers: [], planted: [] },
  };
  const proof = await suite.runProof(
    selection,
    { seed: '1', runs: '3', workers: '2' },
    { isAsked: () => false },
  );
  const caught = new Map(
    proof.faults.map(({ id, state, clauses }) => [
      id,
      state === 'caught' || state === 'caught-by-another' ? clauses[0] : undefined,
    ]),
  );
  for (const { id, state, clauses } of proof.faults) note(`own ${id}: ${state} ${clauses[0] ?? ''}`);
  // If the runner could not load a spec, some faults are not met; that says nothing about the suite.
  const unmet = proof.faults.filter(({ state }) => state === 'not-met').map(({ id }) => id);
  if (unmet.length > 0)
    throw new Error(`no spec met ${unmet.join(', ')}; see the messages of the runner above`);
  const [{ exchanges, alarms }] = proof.services;
  return {
    caught,
    aimed: proof.faults.filter(({ state }) => state === 'caught').length,
    plain: { all: exchanges, reported: alarms.length },
  };
}
