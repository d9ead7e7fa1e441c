import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, median } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 9;

// A process tells its own CPU at its end, which no caller can ask for without the noise of others.
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

/** Packs the suite and unpacks it beside the packages of this clone; returns its command. */
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

/** CPU of the command without anything to do beside that of Node itself, in a clone and from the package. */
export function measureStart() {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    const preload = join(folder, 'meter.cjs');
    writeFileSync(preload, meter);
    const clone = join(root, 'cli', 'conformance.mjs');
    const commands = { clone, package: unpack(folder) };
    // The first call in a clone may compile.
    spawnSync(process.execPath, [clone, '--version']);
    const costs = Array.from({ length: rounds }, () => ({
      node: cpuOfNode(preload, ['-e', '0']),
      ...Object.fromEntries(
        Object.entries(commands).map(([place, file]) => [place, cpuOfNode(preload, [file, '--version'])]),
      ),
    }));
    return Object.keys(commands).map((place) =>
      figure(
        `conformance --version in a ${place} / node -e 0 (CPU)`,
        median(costs.map((cost) => cost[place] / cost.node)),
        {
          unit: 'x',
          atMost: 3,
          note: `${median(costs.map((cost) => cost[place])).toFixed(0)} and ${median(costs.map(({ node }) => node)).toFixed(0)} ms`,
        },
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
