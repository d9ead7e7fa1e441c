// The jobs of each part of a comparison. They use only the command line of a build, so that its files may move.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { commandsIn, linesOf, linesOfNone, wrongFiles } from './wrong-lines.mjs';

/** The environment of a user, without variables that were set for other commands. */
function plainEnvironment() {
  const foreign = /^(CONFORMANCE_|GITHUB_|VITEST|TEST|NODE_ENV$|NODE_OPTIONS$|CI$|FORCE_COLOR$|COLUMNS$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: '1' };
}

const under = new Set();

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Kills all running commands with their child processes. */
export function stopAll() {
  for (const child of under) endGroup(child);
}

/** Runs the command of a build to its end, or kills it after `mostMs` and reports that. */
function conformance({ root }, words, { cwd = root, mostMs = 600_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'cli', 'conformance.mjs'), ...words], {
      cwd,
      env: plainEnvironment(),
      // Its own process group, so that it can be killed with its children.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    under.add(child);
    let ranOn = false;
    const end = setTimeout(() => {
      ranOn = true;
      endGroup(child);
    }, mostMs);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
      });
    child.on('error', reject);
    child.on('close', (status, signal) => {
      under.delete(child);
      clearTimeout(end);
      resolve({
        status: ranOn ? 'none: it ran on' : (status ?? signal),
        stdout: stripVTControlCharacters(said.stdout),
        stderr: stripVTControlCharacters(said.stderr),
      });
    });
  });
}

function write(text, ...path) {
  const file = join(...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The names that a command accepts for an option, taken from its error message for an unknown one. */
async function known(side, ...words) {
  const { stderr } = await conformance(side, [...words, '?']);
  const names = /(?:Known: |must be one of )(.+?)(?:, received.*)?\.?$/m.exec(stderr)?.[1]?.split(', ');
  if (names === undefined) throw new Error(`${words.join(' ')} ? lists no names: ${stderr}`);
  return names;
}

async function requests(side, { few }) {
  const [operations, kinds] = [await known(side, 'generate'), ['valid', 'boundary', 'fault']];
  const jobs = operations.flatMap((operation) =>
    kinds.flatMap((kind) =>
      (few ? [1] : [1, 2, 3]).map((seed) => ({
        name: `${operation}-${kind}-${seed}.jsonl`,
        words: [
          operation,
          '--kind',
          kind,
          '--seed',
          `${seed}`,
          ...(kind === 'valid' ? ['--count', '40'] : []),
        ],
      })),
    ),
  );
  const printed = operations.map((operation) => ({
    name: `${operation}.curl`,
    words: [operation, '--curl', '--count', '5'],
  }));
  return [...jobs, ...(few ? [] : printed)].map(({ name, words }) => async () => {
    const { status, stdout, stderr } = await conformance(side, ['generate', ...words]);
    write(`${stdout}${stderr}exit status ${status}\n`, side.folder, 'requests', name);
  });
}

const sameRun = ['--seed', '1', '--run-id', 'EQUAL', '--workers', '1'];

const run = (side) => [
  () => conformance(side, ['run', ...sameRun, '--skip-allure', '--out', join(side.folder, 'run')]),
];

/** The files that are kept of a run against a service; the default run covers the others. */
const kept = new Set(['opening.json', 'conformance.json', 'ended.txt']);

function serviceJob(side, name, words) {
  return async () => {
    const out = join(side.folder, 'services', name);
    const short = ['--runs', '1', '--skip-allure', '--out', out];
    const { status, stderr } = await conformance(side, ['run', ...words, ...sameRun, ...short]);
    write(`exit status ${status}\n${stderr}`, out, 'ended.txt');
    for (const file of readdirSync(out))
      if (!kept.has(file)) rmSync(join(out, file), { recursive: true, force: true });
  };
}

const everyNth = (names, nth) => names.filter((_, at) => at % nth === 0);

/** The target file of the merchant of an acquirer, wherever a build has it. */
function merchantFile({ root }, name) {
  const { stdout } = spawnSync('git', ['ls-files', `*acquirers/${name}.json`], {
    cwd: root,
    encoding: 'utf8',
  });
  return join(root, stdout.trim());
}

async function services(side, { few, thorough }) {
  const acquirers = await known(side, 'mock', '--acquirer');
  const some = (names, nth) => (thorough ? names : everyNth(names, nth));
  // The opening runs completely; some of the tests are enough to compare verdicts.
  const part = thorough ? [] : ['--shard', '1/8'];
  return [
    ...some(acquirers, few ? 6 : 1).map((name) =>
      serviceJob(side, `acquirer ${name}`, ['--target', merchantFile(side, name), ...part]),
    ),
  ];
}

/** The result of verifying the evidence that the first build wrote. */
const verify = (side) =>
  [[], ['--json']].map((more) => async () => {
    const { status, stdout, stderr } = await conformance(side, ['verify', side.evidence, ...more]);
    write(
      `${stdout}${stderr}exit status ${status}\n`,
      side.folder,
      'verify',
      more.length === 0 ? 'words' : 'json',
    );
  });

/** A sample with some faults and drawn services. */
const sample = ['--fault', 'refund-re*', '--services', '5'];

function proof(side, { seeds, few }) {
  const ofSeed = (name, seed, words) => async () => {
    const file = join(side.folder, 'proof', `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    const { status, stderr } = await conformance(side, ['prove', ...words, '--seed', seed, '--json', file]);
    if (!existsSync(file)) throw new Error(`the proof with seed ${seed} ended with ${status}: ${stderr}`);
  };
  const all = ['--fault', '*', '--services', '100', '--acquirer', '*', '--misfit', '*', '--hostile', '*'];
  if (seeds !== undefined) return seeds.map((seed) => ofSeed(`seed ${seed}`, seed, all));
  const wrong = ['--misfit', '*', '--hostile', '*'];
  return [
    ofSeed('sample', '1', sample),
    ...(few ? [] : [ofSeed('misfits and hostile services', '1', wrong)]),
  ];
}

async function lines(side, { few }) {
  const scratch = join(side.folder, 'scratch');
  for (const [name, text] of Object.entries(wrongFiles)) write(text, scratch, name);
  const { stdout } = await conformance(side, ['--help']);
  const ofCommand = async (command) =>
    linesOf(command, (await conformance(side, [command, '--help'])).stdout);
  const tried = [...linesOfNone];
  for (const command of commandsIn(stdout)) tried.push(...(await ofCommand(command)));
  return everyNth(tried, few ? 6 : 1).map((words) => async () => {
    const ended = await conformance(side, words, { cwd: scratch, mostMs: 60_000 });
    // Without --help only stderr is compared; the result of a run is compared by other parts.
    const said = words.includes('--help') ? `${ended.stdout}${ended.stderr}` : ended.stderr;
    const name = JSON.stringify(words.join(' ')).slice(1, -1).replaceAll('/', '_') || 'no words';
    write(`${said}exit status ${ended.status}\n`, side.folder, 'lines', name);
  });
}

/** The parts in order; each returns the jobs of one side, which write their output into its folder. */
export const parts = { run, requests, services, proof, lines, verify };
