import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runDredd } from './dredd.mjs';
import { installTools, toolVersions } from './install.mjs';
import { runOwnSuite } from './own-suite.mjs';
import { runPrism } from './prism.mjs';
import { sampleFaults } from './sample-faults.mjs';
import { hasJava, runSpecmatic } from './specmatic.mjs';
import { loadSuite } from './suite.mjs';
import { openSwitchboard } from './switchboard.mjs';
import { comparisonLines, writeTable } from './write-table.mjs';

// Runs other tools with our OpenAPI document against the same planted faults; the table goes to docs/comparison.md.

const usage = `node tools/compare/compare.mjs [--faults N] [--tools FOLDER] [--dist FOLDER] [--verbose]
  --faults N      how many planted faults (40)
  --tools FOLDER  install the other tools here and leave them (a temporary folder)
  --dist FOLDER   a compiled suite instead of this clone's own
  --verbose       one line per tool and fault`;

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '40' },
    tools: { type: 'string' },
    dist: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function compare(folder) {
  installTools(folder);
  const suite = await loadSuite(
    values.dist === undefined ? undefined : new URL(`file://${resolve(values.dist)}/`),
  );
  const signing = { recipe: 'hmac-sha256', key: 'practice-key-of-the-comparison' };
  const sample = sampleFaults(suite, Number(values.faults));
  const operations = [...new Set(suite.faults.map(({ operation }) => operation))];
  const note = values.verbose ? (line) => console.log(line) : () => {};
  const shared = { suite: { ...suite, signing }, folder, sample, operations, note };

  const mock = await suite.startMock({ signing });
  // Specmatic cannot sign, so its endpoint does not check signatures.
  const unguarded = await suite.startMock();
  const board = await openSwitchboard(mock.url);
  const others = async () => {
    console.log('Prism ...');
    const prism = await runPrism({ ...shared, board });
    console.log('Dredd ...');
    const dredd = await runDredd({ ...shared, upstream: mock.url });
    console.log(hasJava() ? 'Specmatic ...' : 'Specmatic is left out: there is no java here.');
    const specmatic = hasJava() ? await runSpecmatic({ ...shared, upstream: unguarded.url }) : undefined;
    return { prism, dredd, specmatic };
  };
  const { prism, dredd, specmatic } = await others().finally(async () => {
    await board.close();
    await mock.close();
    await unguarded.close();
  });
  console.log('This suite ...');
  const own = await runOwnSuite(shared);
  const tools = [
    { name: 'this suite', version: suite.suiteVersion, counts: 'exchanges', ...own },
    {
      name: 'Prism, driven by this suite',
      version: toolVersions['@stoplight/prism-cli'],
      counts: 'answers',
      ...prism,
    },
    { name: 'Dredd', version: toolVersions.dredd, counts: 'transactions', ...dredd },
    ...(specmatic === undefined
      ? []
      : [{ name: 'Specmatic', version: toolVersions.specmatic, counts: 'tests', ...specmatic }]),
  ];
  const lines = comparisonLines({ tools, sample, planted: suite.faults.length });
  console.log(lines.join('\n'));
  writeTable(lines);
}

const count = Number(values.faults);
if (values.help || !Number.isInteger(count) || count < 1) {
  console.log(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const folder =
    values.tools === undefined ? mkdtempSync(join(tmpdir(), 'conformance-compare-')) : resolve(values.tools);
  try {
    await compare(folder);
  } finally {
    if (values.tools === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
