// Writes the parts of README.md and docs/ that come from running the suite: output of a run, a finding, figures,
// and commands.
// Usage: node tools/readme.mjs [run] [finding] [facts] [commands] [proof] (after npm start has installed everything)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
build();

function conformance(words) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  return spawnSync(process.execPath, [join(root, 'cli/conformance.mjs'), ...words], {
    cwd: root,
    encoding: 'utf8',
    env,
  }).stdout;
}

function block(page, path, name, text) {
  const start = `<!-- ${name}: written by tools/readme.mjs -->`;
  const end = `<!-- /${name} -->`;
  const [before, rest] = page.split(start);
  if (rest === undefined) throw new Error(`${path} has no block ${name}`);
  return `${before}${start}\n${text}\n${rest.slice(rest.indexOf(end))}`;
}

const fence = (text, language = '') => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** What stands below Playwright's own lines in the output of a run. */
function closingOf(variables, words = []) {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  const runner = join(root, 'node_modules/@playwright/test/cli.js');
  const { CI: _ci, ...env } = process.env;
  const places = { CONFORMANCE_OUT: join(folder, 'run'), PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html') };
  const { stdout } = spawnSync(
    process.execPath,
    [runner, 'test', '--output', join(folder, 'made'), ...words],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...env, NO_COLOR: '1', TARGET: 'embedded', ...places, ...variables },
    },
  );
  rmSync(folder, { recursive: true, force: true });
  const lines = stdout.split('\n');
  const end = lines.findLastIndex((line) => /^\s+\d+ (?:passed|skipped|failed)/.test(line));
  const told = lines.slice(end + 1).join('\n');
  return told.replaceAll(relative(root, join(folder, 'run')), 'results/latest').replace(/\n{3,}/g, '\n\n');
}

const runOutput = () => fence(closingOf({ SEED: '11' }));

function finding() {
  const planted = { SEED: '7', CONFORMANCE_FAULT: 'refund-reference-id-three-digits', CONFORMANCE_RUNS: '3' };
  const lines = closingOf(planted, ['-g', '@refund']).split('\n');
  const at = lines.findIndex((line) => line.includes('2.9/refund_reference_id/shape  fail'));
  return fence(lines.slice(at, at + 6).join('\n'));
}

function commands() {
  const rows = [];
  for (const line of conformance(['--help']).split('\n')) {
    const [, heading] = /^([A-Z][a-z ]+):$/.exec(line) ?? [];
    const [, name] = /^ {2}([a-z][\w-]*)(?: |$)/.exec(line) ?? [];
    if (heading !== undefined) rows.push([heading, []]);
    else if (name !== undefined && name !== 'help') rows.at(-1)[1].push(`\`${name}\``);
  }
  const shown = rows.filter(([, names]) => names.length > 0);
  return [
    '| to | commands |',
    '|---|---|',
    ...shown.map(([to, names]) => `| ${to.toLowerCase()} | ${names.join(', ')} |`),
  ].join('\n');
}

function proofFigures() {
  const file = join(root, 'reports/proof.json');
  if (!existsSync(file)) throw new Error('reports/proof.json is missing; npm run prove writes it');
  return JSON.parse(readFileSync(file, 'utf8'));
}

function proof() {
  const { figures, exchanges } = proofFigures();
  const { faults, services, misfits, hostile, acquirers } = figures;
  const told = misfits === undefined ? 'not yet' : `${misfits.told} of ${misfits.run}`;
  const withstood = hostile === undefined ? 'not yet' : `${hostile.withstood} of ${hostile.run}`;
  const clean =
    acquirers === undefined
      ? 'not yet'
      : `${acquirers.clean} of ${acquirers.run}, ${acquirers.caught} of ${acquirers.planted}`;
  return [
    '| planted faults | caught by the clause aimed at them | by another | survived | conforming services drawn | false alarms | broken set-ups diagnosed | hostile services handled | acquirers clean and complete, faults planted into them caught | exchanges |',
    '|---|---|---|---|---|---|---|---|---|---|',
    `| ${faults.planted} | ${faults.caught} | ${faults.caughtByAnother} | ${faults.survived.length} | ${services.drawn} | ${services.falseAlarms} | ${told} | ${withstood} | ${clean} | ${exchanges} |`,
  ].join('\n');
}

// The figures of a tool ("12 of 40") in the first table of the comparison.
function caughtBy(tool) {
  const comparison = readFileSync(join(root, 'docs/comparison.md'), 'utf8');
  const [, caught, of] =
    new RegExp(`^\\| ${tool}[^|]*\\|[^|]*\\| (\\d+) of (\\d+)`, 'm').exec(comparison) ?? [];
  if (caught === undefined) throw new Error(`docs/comparison.md has no row of ${tool}`);
  return { caught: Number(caught), of: Number(of) };
}

function facts() {
  const { faults, services } = proofFigures().figures;
  const clauses = JSON.parse(conformance(['clauses', '--json'])).length;
  const own = caughtBy('this suite');
  const others = ['Specmatic', 'Prism', 'Dredd'].map((tool) => `${tool} finds ${caughtBy(tool).caught}`);
  return [
    `- **${clauses} clauses** of the document, each with an id and its evidence.`,
    `- **${faults.caught} of ${faults.planted} planted faults** caught by the clause that they break, **${services.falseAlarms} false alarms** on ${services.drawn} drawn services that conform in their own way.`,
    `- **${own.caught} of ${own.of}** faults of a sample, where ${others.join(', ')} ([Compared with other tools](docs/comparison.md)).`,
  ].join('\n');
}

/** The generated blocks by name: their page, and the function that writes the text. */
const blocks = {
  run: ['docs/reports.md', runOutput],
  finding: ['README.md', finding],
  facts: ['README.md', facts],
  commands: ['README.md', commands],
  proof: ['docs/comparison.md', proof],
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(blocks);
const unknown = wanted.find((name) => !(name in blocks));
if (unknown !== undefined) {
  process.stderr.write(`There is no block "${unknown}"; the blocks are ${Object.keys(blocks).join(', ')}.\n`);
  process.exit(2);
}
for (const name of wanted) {
  const [page, write] = blocks[name];
  const path = join(root, page);
  writeFileSync(path, block(readFileSync(path, 'utf8'), page, name, write()));
}
