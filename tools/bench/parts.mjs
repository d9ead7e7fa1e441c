import { Session } from 'node:inspector/promises';
import { collectGarbage, cpuOf } from './measure.mjs';

const everyUs = 200;
const unnamed = 'not told apart';

/**
 * The part that a call stack belongs to: the first entry with a match anywhere on the stack. The innermost function
 * alone is not enough, because the folders use functions of each other.
 */
const owners = [
  ['generating', /\/dist\/modules\/generators\//],
  ['masking', /\/dist\/modules\/reports\/redact/],
  ['writing', /\/dist\/modules\/reports\//],
  ['signing and encoding', /\/dist\/modules\/targets\/sending\/(?:wire-request|signing)/],
  ['judging', /\/dist\/modules\/schemas\//],
  ['pace, budget, ledger', /\/dist\/modules\/targets\/(?!transport|client)/],
  ['sending and receiving', /\/dist\/modules\/targets\/|^node:|\/node_modules\//],
];

function ownerOf(urls, name) {
  if (name === '(garbage collector)') return 'collecting garbage';
  if (name === '(idle)') return undefined;
  return owners.find(([, pattern]) => urls.some((url) => pattern.test(url)))?.[0] ?? unnamed;
}

/** Microseconds of each part in a profile, without idle time. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owned = new Map();
  const ownerOfNode = (id) => {
    if (owned.has(id)) return owned.get(id);
    const urls = [];
    for (let at = id; at !== undefined; at = parents.get(at)) urls.push(byId.get(at).callFrame.url);
    const owner = ownerOf(urls, byId.get(id).callFrame.functionName);
    owned.set(id, owner);
    return owner;
  };
  const spent = new Map();
  for (const [at, id] of samples.entries()) {
    const owner = ownerOfNode(id);
    if (owner !== undefined) spent.set(owner, (spent.get(owner) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return spent;
}

/**
 * The parts of a piece of work as shares of the total, and its CPU milliseconds per repetition. `run` must do the work
 * inside the function that it receives, and return the number of repetitions.
 */
export async function measureParts(run) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: everyUs });
  let profile;
  let cpu = 0;
  const times = await run(async (act) => {
    collectGarbage();
    await session.post('Profiler.start');
    // The profile measures elapsed time, which includes other work on a busy machine, so only its shares are used.
    cpu = await cpuOf(act);
    ({ profile } = await session.post('Profiler.stop'));
  });
  session.disconnect();
  const spent = sharesOf(profile);
  const all = [...spent.values()].reduce((sum, us) => sum + us, 0);
  const parts = [...spent].map(([name, us]) => ({ name, share: us / all })).sort((a, b) => b.share - a.share);
  return { parts, ms: cpu / times };
}
