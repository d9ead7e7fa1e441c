import { createHash } from 'node:crypto';

const rank = (id) => createHash('sha256').update(id).digest('hex');

/** The kinds of deviation in the order of the tables; a fault counts for the first kind that matches. */
function kindsOf(suite) {
  const among = (list) => {
    const ids = new Set(list.map(({ id }) => id));
    return ({ id }) => ids.has(id);
  };
  const called =
    (pattern) =>
    ({ id }) =>
      pattern.test(id);
  const onPage = among([...suite.redirectPageFaults, ...suite.redirectBrowserFaults]);
  return [
    ['page', onPage],
    ['signature and caller', among(suite.admissionFaults)],
    ['limit', among(suite.limitFaults)],
    ['batch', among(suite.batchFaults)],
    ['echo', among(suite.identityFaults)],
    ['search', among(suite.searchFaults)],
    ['media', among([...suite.mediaFaults, ...suite.xmlMediaFaults])],
    ['status and crash', among([...suite.statusFaults, ...suite.crashFaults])],
    ['date', among(suite.dateFaults)],
    ['type', called(/-wrong-type$/)],
    ['absence', called(/-absent$/)],
    ['shape', called(/-off-(shape|sample)$/)],
  ];
}

/**
 * A reproducible sample of faults: the kinds take turns, and within a kind the least used operation comes first, then a
 * new clause, then a hash of the id. Faults that can only be observed are excluded.
 */
export function sampleFaults(suite, count) {
  const pools = kindsOf(suite).map(([kind, takes]) => ({ kind, takes, left: [] }));
  for (const fault of suite.faults) {
    if (fault.verdict === 'observed') continue;
    pools.find(({ takes }) => takes(fault))?.left.push(fault);
  }
  const uses = new Map();
  const clauses = new Set();
  const picked = [];
  while (picked.length < count && pools.some(({ left }) => left.length > 0)) {
    for (const { kind, left } of pools) {
      if (picked.length === count || left.length === 0) continue;
      left.sort(
        (one, other) =>
          (uses.get(one.operation) ?? 0) - (uses.get(other.operation) ?? 0) ||
          Number(clauses.has(one.clause)) - Number(clauses.has(other.clause)) ||
          rank(one.id).localeCompare(rank(other.id)),
      );
      const fault = left.shift();
      uses.set(fault.operation, (uses.get(fault.operation) ?? 0) + 1);
      clauses.add(fault.clause);
      picked.push({ kind, fault });
    }
  }
  return picked;
}
