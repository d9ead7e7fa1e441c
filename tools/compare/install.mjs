import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tools of the comparison with their exact versions. */
export const toolVersions = { '@stoplight/prism-cli': '5.14.2', dredd: '14.1.0', specmatic: '2.55.1' };

/** Installs the tools into a folder outside the project, unless they are already there. */
export function installTools(folder) {
  const isThere = ([name, version]) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  };
  if (Object.entries(toolVersions).every(isThere)) return;
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: toolVersions }, null, 2),
  );
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 300000,
  });
  if (status !== 0) throw new Error(`npm could not install the tools into ${folder}:\n${stderr}`);
}
