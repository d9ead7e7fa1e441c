import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, inTurn, median } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 9;

// A process reports its own CPU time at its end, because an outside measurement includes other processes.
const meter = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, String((user + system) / 1000));
});
`;

function cpuOfNode(preload, words) {
  const run = spawnSync(process.execPath, ['--require', preload, ...words], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${words.join(' ')} failed:\n${run.stderr}`);
  return Number(run.output[3]);
}

/** Packs the suite, unpacks it with a link to the packages of this clone, and returns the path of its command. */
function unpack(folder) {
  const call = (name, ...words) => {
    const done = spawnSync(name, words, { cwd: root, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${name} failed:\n${done.stdout}${done.stderr}`);
    return done.stdout;
  };
  const packed = call('npm', 'pack', '--pack-destination', folder, '--json', '--loglevel=error');
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')));
  const at = join(folder, 'installed');
  mkdirSync(at);
  call('tar', '-xzf', join(folder, filename), '-C', at);
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'));
  return join(at, 'package', 'cli', 'conformance.mjs');
}

/** Commands without a run; none of them may load the modules that runs need. */
const asked = {
  '--version': ['--version'],
  '--help': ['--help'],
  clauses: ['clauses', '1/operations/path'],
  'generate payout': ['generate', 'payout'],
};

function figuresOf(costs, place) {
  return Object.keys(asked).map((name) => {
    const of = (key) => median(costs.map((cost) => cost[key])).toFixed(0);
    return figure(
      `conformance ${name} in a ${place} / node -e 0 (CPU)`,
      costs.map((cost) => cost[`${place} ${name}`] / cost.node),
      {
        unit: 'x',
        ...(name.startsWith('--') ? { atMost: 3 } : {}),
        note: `${of(`${place} ${name}`)} and ${of('node')} ms`,
      },
    );
  });
}

/** CPU of these commands compared with that of Node alone, in a clone and in the package. */
export function measureStart() {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    const preload = join(folder, 'meter.cjs');
    writeFileSync(preload, meter);
    const places = { clone: join(root, 'cli', 'conformance.mjs'), package: unpack(folder) };
    const calls = Object.entries(places).flatMap(([place, file]) =>
      Object.entries(asked).map(([name, words]) => [`${place} ${name}`, [file, ...words]]),
    );
    const all = [['node', ['-e', '0']], ...calls];
    const costs = Array.from({ length: rounds }, (_, round) =>
      Object.fromEntries(inTurn(all, round).map(([key, words]) => [key, cpuOfNode(preload, words)])),
    );
    return Object.keys(places).flatMap((place) => figuresOf(costs, place));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
