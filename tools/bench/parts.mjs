import { Session } from 'node:inspector/promises';
import { collectGarbage, cpuOf } from './measure.mjs';

const everyUs = 200;
const unnamed = 'not told apart';

/**
 * Whose work a stack of functions is, looked for in this order anywhere on the stack: the innermost function alone would
 * not tell, because rooms use each other's functions.
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

/** Microseconds of each part in a profile, what waited left out. */
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
 * The parts of something in place, as shares of all of it, and the CPU that all of it takes for each time in milliseconds. `run` calls what is to be
 * measured through the function that it is handed, and returns how many times that did the thing.
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
    // The profile is of time by the clock, in which a busy machine does other things too: it tells the shares alone.
    cpu = await cpuOf(act);
    ({ profile } = await session.post('Profiler.stop'));
  });
  session.disconnect();
  const spent = sharesOf(profile);
  const all = [...spent.values()].reduce((sum, us) => sum + us, 0);
  const parts = [...spent].map(([name, us]) => ({ name, share: us / all })).sort((a, b) => b.share - a.share);
  return { parts, ms: cpu / times };
}
