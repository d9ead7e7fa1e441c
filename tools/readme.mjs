// Writes the parts of README.md that come from running the suite: the output of a run, a finding, the commands, and the
// calls of the embedded endpoint. Usage: node tools/readme.mjs (after npm start has installed everything)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
build();
const { curlLine, sampleCalls } = await import('../dist/mock/pages/sample-calls.js');

function conformance(...words) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  return spawnSync(process.execPath, [join(root, 'cli/conformance.mjs'), ...words], {
    cwd: root,
    encoding: 'utf8',
    env,
  }).stdout;
}

function block(readme, name, text) {
  const start = `<!-- ${name}: written by tools/readme.mjs -->`;
  const end = `<!-- /${name} -->`;
  const [before, rest] = readme.split(start);
  if (rest === undefined) throw new Error(`README.md has no block ${name}`);
  return `${before}${start}\n${text}\n${rest.slice(rest.indexOf(end))}`;
}

const fence = (text, language = '') => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

function runOutput() {
  const lines = conformance('run', '--seed', '11').split('\n');
  // Lines of progress depend on the speed of the machine.
  return fence(
    lines
      .filter((line) => !/^\d+ of \d+ tests/.test(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n'),
  );
}

function finding() {
  const out = mkdtempSync(join(tmpdir(), 'readme-'));
  const said = conformance(
    'run',
    '--fault',
    'refund-reference-id-three-digits',
    '--operation',
    'refund',
    '--seed',
    '7',
    '--runs',
    '3',
    '--out',
    out,
  );
  rmSync(out, { recursive: true, force: true });
  const lines = said.split('\n');
  const at = lines.findIndex((line) => line.includes('2.9/refund_reference_id/shape'));
  return fence(lines.slice(at, at + 6).join('\n'));
}

function commands() {
  const help = conformance('--help').split('\n');
  const at = help.findIndex((line) => line.startsWith('Commands:'));
  const rows = [];
  for (const line of help.slice(at + 1)) {
    const named = /^ {2}(\S+)(?: .*?)?(?: {2,}(.*))?$/.exec(line);
    if (named && named[1] !== 'help') rows.push([named[1], named[2] ?? '']);
    else if (/^ {10,}\S/.test(line) && rows.length > 0)
      rows.at(-1)[1] = `${rows.at(-1)[1]} ${line.trim()}`.trim();
    else if (line === '') break;
  }
  return ['| command | does |', '|---|---|', ...rows.map(([name, text]) => `| \`${name}\` | ${text} |`)].join(
    '\n',
  );
}

function endpointCalls() {
  const shown = sampleCalls.map((call) => `# ${call.title}\n${curlLine(call, 'http://127.0.0.1:8080')}`);
  return fence(shown.join('\n'), 'sh');
}

function proof() {
  const file = join(root, 'reports/proof.json');
  if (!existsSync(file)) throw new Error('reports/proof.json is missing; npm run prove writes it');
  const { figures, exchanges } = JSON.parse(readFileSync(file, 'utf8'));
  const { faults, dialects } = figures;
  return [
    `| planted faults | caught by the clause aimed at them | by another | survived | legal variants | false alarms | exchanges |`,
    '|---|---|---|---|---|---|---|',
    `| ${faults.planted} | ${faults.caught} | ${faults.caughtByAnother} | ${faults.survived.length} | ${dialects.run} | ${dialects.falseAlarms} | ${exchanges} |`,
  ].join('\n');
}

let readme = readFileSync(join(root, 'README.md'), 'utf8');
readme = block(readme, 'run', runOutput());
readme = block(readme, 'finding', finding());
readme = block(readme, 'commands', commands());
readme = block(readme, 'calls', endpointCalls());
readme = block(readme, 'proof', proof());
writeFileSync(join(root, 'README.md'), readme);
