#!/usr/bin/env node
// Measures which requests of a run show the most planted faults. `choose` prints the tests that show most for what they
// send, in runs of some seeds: candidates for the tag `@quick`. `curve` prints the share of the faults that runs of other seeds
// show after a number of requests, `picture` draws it (docs/images/yield.svg), and `parts` prints the purpose of each
// part of a run. A fault counts if recorded requests and answers show it, so faults that need a browser, a connection
// or two calls at once are excluded. The opening counts as the first test.
// Usage: node tools/yield.mjs choose|curve|picture|parts --seeds 1,2,3        (needs the built suite)
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const load = (path) => import(new URL(`../dist/modules/${path}.js`, import.meta.url).href);
const { record } = await load('proof/recording');
const { openStage } = await load('proof/try-fault');
const { endpointOf, replay, judgeTwins } = await load('proof/replay');
const { citesClause, isOfOneExchange, scoreFault } = await load('proof/score');
const { judgedServiceOf } = await load('proof/judged-service');
const { faults, isPseudoService } = await load('mock/faults/registry');
const { practiceKey, serveTarget } = await load('cli/embedded');
const { openRun } = await load('opening/open-run');
const { readSettings } = await load('targets/settings');
const { environmentOf } = await load('cli/project/run-options');
const { makeTemporary, removeFolder } = await load('cli/temporary-folder');
const { twins } = await load('schemas/rules/registry');
const { operationIds } = await load('schemas/types');

/** Maximum number of requests of the chosen tests, with the preflight. */
const end = 250;
/** Tests that wait for notifications or a browser; none of the first tests may wait. */
const waits = /^(?:notifications|auto-posting-page)\./;
/** Tests with at most this many requests are tried with every fault; larger ones only if no small test shows it. */
const smallTest = 8;
const steps = [20, 50, 100, 250, 500, 1000, 2000];

const picture = new URL('../docs/images/yield.svg', import.meta.url);
const signing = { recipe: 'hmac-sha256', key: practiceKey };
const met = faults.filter(
  ({ id, needs, meets }) => needs === undefined && meets === undefined && !isPseudoService(id),
);
const ofTwins = new Set(twins.clauses);

/** The smallest unit that can show a fault: one exchange, a pair, or the exchanges of a run. */
function kindOf(fault) {
  if (isOfOneExchange(fault)) return 'faults of one exchange';
  return ofTwins.has(fault.clause) ? 'faults of pairs' : 'faults of a whole run';
}

const nameOf = ({ requests: [{ origin }] }) => `${origin.file} › ${origin.test}`;

/** The requests of the opening of a run, as one test. */
async function openingOf(seed) {
  const out = join(makeTemporary('yield'), 'out');
  const environment = environmentOf({ target: 'embedded', seed, out });
  const served = await serveTarget(readSettings(environment), environment);
  try {
    const { exchanges } = await openRun(served.settings);
    const requests = exchanges.map(({ exchange: { received: _, ...request } }) => request);
    return { requests, twins: [], calls: new Set(requests.map(({ operation }) => operation)) };
  } finally {
    await served.close();
    removeFolder(dirname(out));
  }
}

/** A recorded run with its opening, and its tests in the order in which a run starts them. */
async function stageOf(seed) {
  const opening = await openingOf(seed);
  const recording = await record({ target: 'embedded', seed });
  const began = new Map();
  for (const { origin, times } of recording.exchanges) {
    const name = `${origin.file} › ${origin.test}`;
    began.set(name, Math.min(times.sentAt, began.get(name) ?? Infinity));
  }
  const tests = recording.tests
    .map((test) => ({ ...test, name: nameOf(test) }))
    .sort(
      (one, other) =>
        Number(other.isQuick) - Number(one.isQuick) || began.get(one.name) - began.get(other.name),
    );
  const stage = await openStage({ ...recording, tests: [opening, ...tests] }, endpointOf({ signing }));
  return { ...stage, opening, tests };
}

/** The number of requests of some tests together after which a fault is shown; undefined if they do not show it. */
async function shownAfter(fault, tests, { plain, known }) {
  const service = endpointOf({ signing, fault: fault.id });
  const calling = tests.filter(({ calls }) => calls.has(fault.operation));
  const [judged, pairs] = [[], []];
  for (const test of calling) {
    const answered = await replay(test, service, known);
    judged.push(...answered);
    pairs.push(...judgeTwins(test, answered));
  }
  if (judged.every((one) => known.get(one.exchange.id) === one)) return undefined;
  const plainSight = () =>
    judgedServiceOf(
      calling.flatMap((test) => plain.get(test)),
      calling.flatMap((test) => judgeTwins(test, plain.get(test))),
    );
  const { state } = scoreFault(fault, judgedServiceOf(judged, pairs), plainSight);
  if (state !== 'caught') return undefined;
  const shows = ({ judgement }) => judgement.findings.some((finding) => citesClause(fault, finding));
  const at = judged.findIndex(shows);
  return at < 0 ? judged.length : at + 1;
}

/** The faults that each test of a run shows and its opening does not; tests that wait are skipped. */
async function shownBy(seed) {
  const run = await stageOf(seed);
  const shows = new Map(run.tests.filter(({ name }) => !waits.test(name)).map((test) => [test, []]));
  for (const fault of met) {
    if ((await shownAfter(fault, [run.opening], run)) !== undefined) continue;
    const isSmall = ({ requests }) => requests.length <= smallTest;
    const of = async (some) => {
      const by = [];
      for (const test of some) if ((await shownAfter(fault, [test], run)) !== undefined) by.push(test);
      return by;
    };
    const small = await of([...shows.keys()].filter(isSmall));
    const by = small.length > 0 ? small : await of([...shows.keys()].filter((test) => !isSmall(test)));
    for (const test of by) shows.get(test).push({ id: `${seed} ${fault.id}`, kind: kindOf(fault) });
  }
  return { opening: run.opening.requests.length, shows };
}

/** Chooses tests greedily and prints them: the test that shows most per request next, while there is room. */
function choose(runs) {
  const tests = new Map();
  for (const { shows } of runs)
    for (const [{ name, requests }, shown] of shows) {
      const own = tests.get(name) ?? { name, size: 0, shown: [] };
      tests.set(name, {
        name,
        size: own.size + requests.length / runs.length,
        shown: [...own.shown, ...shown],
      });
    }
  const seen = new Set();
  let sent = Math.max(...runs.map(({ opening }) => opening));
  const gain = ({ size, shown }) =>
    shown.reduce(
      (sum, { id, kind }) => sum + (seen.has(id) ? 0 : kind === 'faults of one exchange' ? 1 : 0.25),
      0,
    ) / size;
  for (;;) {
    const [best] = [...tests.values()]
      .filter((one) => gain(one) > 0 && sent + one.size <= end)
      .sort((one, other) => gain(other) - gain(one) || (one.name < other.name ? -1 : 1));
    if (best === undefined) return;
    for (const { id } of best.shown) seen.add(id);
    sent += best.size;
    tests.delete(best.name);
    console.log(`${sent.toFixed(0).padStart(4)} requests  ${seen.size} shown  ${best.name}`);
  }
}

/** The number of requests of the fewest first tests that show a fault together; undefined if all do not show it. */
async function shownTogether(fault, tests, run) {
  if ((await shownAfter(fault, tests, run)) === undefined) return undefined;
  let [few, most] = [0, tests.length];
  while (most - few > 1) {
    const middle = (few + most) >> 1;
    if ((await shownAfter(fault, tests.slice(0, middle), run)) === undefined) few = middle;
    else most = middle;
  }
  return sizeOf(tests.slice(0, most));
}

const sizeOf = (tests) => tests.reduce((sum, { requests }) => sum + requests.length, 0);

/** The classes of values in fields that each test sends, by name of the test. */
function classesSent({ recording }) {
  const by = new Map();
  for (const { origin, operation, classes, fields } of recording.sent)
    for (const [field, letters] of Object.entries(fields)) {
      const met = classes.filter((_name, at) => /[arcxu]/.test(letters[at] ?? ''));
      const name = `${origin.file} › ${origin.test}`;
      by.set(name, [...(by.get(name) ?? []), ...met.map((one) => `${operation} ${field} ${one}`)]);
    }
  return by;
}

/** The number of requests of a run after which each fault and each class of values is met. */
async function curveOf(seed) {
  const run = await stageOf(seed);
  const tests = [run.opening, ...run.tests];
  const after = {
    'faults of one exchange': [],
    'faults of pairs': [],
    'faults of a whole run': [],
    'classes of values': [],
  };
  for (const fault of met) {
    let sent = 0;
    let shown;
    for (const test of tests) {
      shown = await shownAfter(fault, [test], run);
      if (shown !== undefined) break;
      sent += test.requests.length;
    }
    after[kindOf(fault)].push(
      shown === undefined ? ((await shownTogether(fault, tests, run)) ?? Infinity) : sent + shown,
    );
  }
  const classes = classesSent(run);
  const seen = new Set();
  for (const [at, { name }] of tests.entries())
    for (const one of classes.get(name) ?? []) {
      if (!seen.has(one)) after['classes of values'].push(sizeOf(tests.slice(0, at + 1)));
      seen.add(one);
    }
  return { seed, requests: sizeOf(tests), after };
}

const shareOf = (after, most) => (100 * after.filter((sent) => sent <= most).length) / after.length;

/** Draws the mean curves of some runs; the horizontal scale gives more room to the first requests. */
function pictureOf(curves) {
  const title = 'What a run has met after so many requests';
  const [width, height, left, top] = [760, 380, 60, 50];
  const most = Math.max(...curves.map(({ requests }) => requests));
  const x = (sent) => (left + (width - left - 20) * Math.sqrt(sent / most)).toFixed(1);
  const y = (share) => (height - 50 - ((height - 50 - top) * share) / 100).toFixed(1);
  const sents = Array.from({ length: 151 }, (_none, at) => Math.round(most * (at / 150) ** 2));
  const colours = ['#1a5fb4', '#c64600', '#26a269', '#813d9c'];
  const lines = Object.keys(curves[0].after).map((name, at) => {
    const mean = (sent) =>
      curves.reduce((sum, { after }) => sum + shareOf(after[name], sent), 0) / curves.length;
    const points = sents.map((sent) => `${x(sent)},${y(mean(sent))}`).join(' ');
    return [
      `<polyline fill="none" stroke="${colours[at]}" stroke-width="2" points="${points}"/>`,
      `<text x="${width - 20}" y="${height - 140 + 20 * at}" fill="${colours[at]}" text-anchor="end">${name}</text>`,
    ];
  });
  const across = [0, 25, 50, 75, 100].flatMap((share) => [
    `<path stroke="#ddd" d="M${left} ${y(share)}H${width - 20}"/>`,
    `<text x="${left - 8}" y="${Number(y(share)) + 4}" text-anchor="end">${share} %</text>`,
  ]);
  const down = [...steps, most].map(
    (sent) => `<text x="${x(sent)}" y="${height - 28}" text-anchor="middle">${sent}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="28" font-size="16">${title}</text>`,
    ...[...across, ...down, ...lines.flat()],
    `<text x="${width / 2}" y="${height - 8}" text-anchor="middle">requests, those of the opening included</text>`,
    '</svg>',
    '',
  ].join('\n');
}

/** The kind of situation of a test, without its operation. */
const partOf = (title) =>
  operationIds.reduce((text, id) => text.replaceAll(id, '…'), title).replace(/\d+/, '…');

/** For each part of a run: its requests, and how many faults, classes of values and clauses only it meets. */
async function partsOf(seed) {
  const run = await stageOf(seed);
  const [sent, by] = [new Map(), new Map()];
  const note = (part, kind, what) =>
    by.set(`${kind} ${what}`, (by.get(`${kind} ${what}`) ?? new Set()).add(part));
  const { exchanges } = run.recording;
  const noteAll = ({ origin: { test = '' } }, { exercised }) => {
    for (const clause of exercised) note(partOf(test), 'clause', clause);
  };
  for (const { origin, judgement } of exchanges) {
    sent.set(partOf(origin.test), 1 + (sent.get(partOf(origin.test)) ?? 0));
    noteAll({ origin }, judgement);
  }
  for (const { twins: pairs } of run.recording.tests) for (const pair of pairs) noteAll(pair, pair);
  for (const [name, classes] of classesSent(run))
    for (const one of classes) note(partOf(name.split(' › ')[1]), 'class', one);
  for (const fault of met)
    for (const test of [run.opening, ...run.tests]) {
      if ((await shownAfter(fault, [test], run)) === undefined) continue;
      note(partOf(test.requests[0].origin.test), 'fault', fault.id);
      if (test === run.opening) break;
    }
  const alone = (part, kind) =>
    [...by].filter(([what, parts]) => what.startsWith(`${kind} `) && parts.size === 1 && parts.has(part))
      .length;
  return [...sent]
    .sort(([, one], [, other]) => other - one)
    .map(([part, count]) => [count, alone(part, 'fault'), alone(part, 'class'), alone(part, 'clause'), part]);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '11' } },
});
const [command] = positionals;
/** Calls a function for each seed in turn, and returns the results. */
async function forSeeds(act) {
  const results = [];
  for (const seed of values.seeds.split(',')) results.push(await act(seed));
  return results;
}

if (command === 'choose') {
  choose(await forSeeds(shownBy));
} else if (command === 'parts') {
  console.log('requests\tfaults that it alone shows\tclasses\tclauses\tpart');
  for (const row of (await forSeeds(partsOf)).flat()) console.log(row.join('\t'));
} else {
  console.log(['seed', 'requests', 'shown by', ...steps, 'all', 'of'].join('\t'));
  const curves = await forSeeds(async (seed) => {
    const curve = await curveOf(seed);
    for (const [kind, after] of Object.entries(curve.after)) {
      const shares = [...steps, curve.requests].map((most) => shareOf(after, most).toFixed(1));
      console.log([seed, curve.requests, kind, ...shares, after.length].join('\t'));
    }
    return curve;
  });
  if (command === 'picture') writeFileSync(picture, pictureOf(curves));
}
