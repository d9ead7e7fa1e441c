#!/usr/bin/env node
// Which tests show the most planted faults for the fewest requests. `write` makes the table of the release (specs/first-tests.json)
// from runs of some seeds; `curve` says what share of the faults runs of other seeds show after so many requests. A fault counts where
// requests of one test and their answers show it: what needs a browser, a connection or two calls at once does not.
// Usage: node tools/yield.mjs write|curve --seeds 1,2,3 [--profile quick]        (the suite has to be built)
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const load = (path) => import(new URL(`../dist/modules/${path}.js`, import.meta.url).href);
const [
  { record },
  { openStage, meetFault },
  { endpointOf },
  { faults },
  { practiceKey },
  { rules, twins },
  { runRules },
  { testPattern },
] = await Promise.all(
  [
    ...['proof/recording', 'proof/meet-fault', 'proof/replay', 'mock/faults/registry', 'cli/embedded'],
    ...['schemas/rules/registry', 'schemas/rules/run/registry', 'schemas/source-name'],
  ].map(load),
);

/** Requests of the first part at most: a run sends as many as that and those of its opening. */
const mostRequests = 275;
/** A larger test is none of the first, whatever it shows. */
const largestTest = 36;
/** Nor one that waits: for notifications until its worker ends, or for a browser. */
const waits = /^(?:notifications|auto-posting-page)\./;
/** One of so few requests is asked about every fault. */
const smallTest = 6;
const steps = [20, 50, 100, 250, 500, 1000];

const file = new URL('../specs/first-tests.json', import.meta.url);
const signing = { recipe: 'hmac-sha256', key: practiceKey };
const met = faults.filter(({ needs, meets }) => needs === undefined && meets === undefined);
const clausesOf = (some) => some.flatMap(({ clauses }) => clauses);
const ofOne = new Set(clausesOf(rules));
const ofMore = new Set(clausesOf([twins, ...runRules]));
/** Whether one exchange shows a fault, without its twin and without the exchanges of the run. */
const isOfOne = ({ clause, verdict }) => verdict !== 'observed' && (ofOne.has(clause) || !ofMore.has(clause));
const single = new Set(met.filter(isOfOne).map(({ id }) => id));
const nameOf = ({ requests: [{ origin }] }) => `${origin.file} › ${origin.test}`;

async function stageOf(seed, profile) {
  const first = JSON.parse(readFileSync(file, 'utf8')).map(testPattern).join('|');
  const only = profile === 'quick' && { grep: first, skipOpening: false };
  const recording = await record({ embedded: true, seed, ...only });
  return openStage(recording, endpointOf({ signing }));
}

/** How many requests of a test it takes to show a fault; undefined where it does not. */
async function shownAfter(fault, test, stage, service) {
  const one = { ...stage, recording: { ...stage.recording, tests: [test] } };
  const { score, sight } = await meetFault(fault, one, service);
  return score.state === 'caught' ? sight.judged.length : undefined;
}

/** The faults that each of the smaller tests of a run shows, and how many requests it sends; larger ones are asked about the rest. */
async function shownBy(seed) {
  const stage = await stageOf(seed);
  const shows = new Map(
    stage.recording.tests
      .filter((test) => test.requests.length <= largestTest && !waits.test(nameOf(test)))
      .map((test) => [test, { size: test.requests.length, faults: [] }]),
  );
  const small = ({ requests }) => requests.length <= smallTest;
  for (const fault of met) {
    const service = endpointOf({ signing, fault: fault.id });
    let isShown = false;
    for (const part of [small, (test) => !small(test)]) {
      for (const [test, { faults: shown }] of isShown ? [] : shows)
        if (part(test) && (await shownAfter(fault, test, stage, service)) !== undefined)
          shown.push(`${seed} ${fault.id}`);
      isShown = [...shows.values()].some(({ faults: shown }) => shown.at(-1) === `${seed} ${fault.id}`);
    }
  }
  console.log(`seed ${seed}: ${stage.recording.exchanges.length} requests`);
  return new Map([...shows].map(([test, own]) => [nameOf(test), own]));
}

/** The tests that show most for what they send, one after the other, until nothing is left to show or too much would be sent. */
function cover(runs) {
  const tests = new Map();
  for (const run of runs)
    for (const [name, { size, faults: shown }] of run) {
      const own = tests.get(name) ?? { size: 0, faults: [] };
      tests.set(name, { size: own.size + size / runs.length, faults: [...own.faults, ...shown] });
    }
  const seen = new Set();
  const chosen = [];
  for (let sent = 0; ; ) {
    const gain = ([, { size, faults: shown }]) =>
      shown.reduce((sum, id) => sum + (seen.has(id) ? 0 : single.has(id.split(' ')[1]) ? 1 : 0.25), 0) / size;
    const [best] = [...tests]
      .filter((one) => gain(one) > 0 && sent + one[1].size <= mostRequests)
      .sort((one, other) => gain(other) - gain(one) || (one[0] < other[0] ? -1 : 1));
    if (best === undefined) return chosen;
    for (const id of best[1].faults) seen.add(id);
    sent += best[1].size;
    tests.delete(best[0]);
    chosen.push(best[0]);
    console.log(`${sent.toFixed(0).padStart(4)} requests  ${seen.size} shown  ${best[0]}`);
  }
}

/** After how many requests each fault is shown, by the tests in the order in which the run began them. */
async function curveOf(seed, profile) {
  const stage = await stageOf(seed, profile);
  const began = new Map();
  for (const { origin, times } of stage.recording.exchanges) {
    const name = `${origin.file} › ${origin.test}`;
    began.set(name, Math.min(times.sentAt, began.get(name) ?? Infinity));
  }
  const tests = [...stage.recording.tests].sort(
    (one, other) => began.get(nameOf(one)) - began.get(nameOf(other)),
  );
  const after = [];
  for (const fault of met) {
    const service = endpointOf({ signing, fault: fault.id });
    let sent = 0;
    for (const test of tests) {
      const shown = await shownAfter(fault, test, stage, service);
      if (shown !== undefined) after.push([fault.id, sent + shown]);
      if (shown !== undefined) break;
      sent += test.requests.length;
    }
  }
  const share = (most) =>
    ((100 * after.filter(([id, sent]) => single.has(id) && sent <= most).length) / single.size).toFixed(1);
  const others = after.filter(([id]) => !single.has(id)).length;
  const { exchanges } = stage.recording;
  return [
    seed,
    exchanges.length,
    ...steps.map(share),
    share(Infinity),
    `${others} of ${met.length - single.size}`,
  ];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string' }, profile: { type: 'string' } },
});
const seeds = (values.seeds ?? '11').split(',');
if (positionals[0] === 'write') {
  const runs = [];
  for (const seed of seeds) runs.push(await shownBy(seed));
  writeFileSync(file, `${JSON.stringify(cover(runs), undefined, 2)}\n`);
} else {
  console.log(['seed', 'requests', ...steps, 'all', 'by twins or a run'].join('\t'));
  for (const seed of seeds) console.log((await curveOf(seed, values.profile)).join('\t'));
}
