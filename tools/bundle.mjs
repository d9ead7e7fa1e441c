// Joins the modules of the suite into few files, so that a process that lives for seconds need not find and open five hundred.
// Called by the build with the folder that it makes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that a process, the runner or a page finds by their paths; each stays its own file. */
const entries = [
  'cli/in-process/test-in-process.ts',
  'cli/main.ts',
  'entries/judge.ts',
  'entries/schemas.ts',
  'entries/statement.ts',
  'entries/test.ts',
  'playwright.config.ts',
  'reports/allure/safe-reporter.ts',
  'reports/run/conformance-reporter.ts',
  'specs/support/batch-situations.ts',
  'specs/support/request-situations.ts',
];

const specs = () =>
  readdirSync(join(root, 'specs')).flatMap((name) => (name.endsWith('.spec.ts') ? [`specs/${name}`] : []));

const own = 'import.meta.url';
const place = (path) => `__placeOf(${JSON.stringify(path)})`;
const places = /__placeOf\("([^"]+)"\)/g;

/** A module finds what lies next to it by its own address, which stays that of its source, whichever file it is joined into. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!code.includes(own)) return undefined;
    const path = relative(root, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
    // No line moves, so the map of the sources stays.
    return { code: code.replaceAll(own, place(path)), map: null };
  },
  renderChunk(code, { fileName }) {
    if (!code.includes('__placeOf')) return undefined;
    const placed = code.replaceAll(places, (_, path) => {
      const from = posix.relative(posix.dirname(fileName), path);
      return `new URL(${JSON.stringify(from)}, ${own}).href`;
    });
    return { code: placed, map: null };
  },
};

/** Joins the modules of the sources into files below a folder. */
export async function bundle(folder) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries([...entries, ...specs()].map((file) => [file.replace(/\.ts$/, ''), file])),
    platform: 'node',
    // Packages stay as they were installed, and scripts of ours as they are.
    external: (id) => !(id.startsWith('.') || isAbsolute(id)) || /\.[cm]js$/.test(id),
    plugins: [addresses],
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    // A process reads half as much; the map next to a file has its names and lines.
    minify: { compress: false, mangle: true },
  });
  await build.close();
  demandInstalled(output);
}

/** Fails where a file needs a package that users do not have, as one that only the build knows. */
function demandInstalled(output) {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = Object.keys({ ...dependencies, ...optionalDependencies });
  for (const { fileName, imports = [], dynamicImports = [] } of output)
    for (const name of [...imports, ...dynamicImports]) {
      const isFile = existsSync(join(root, name)) || output.some((one) => one.fileName === name);
      if (isFile || isBuiltin(name) || packages.some((one) => name === one || name.startsWith(`${one}/`)))
        continue;
      throw new Error(`${fileName} imports ${name}, which package.json names under no dependencies`);
    }
}

const [, script, folder] = process.argv;
if (folder !== undefined && fileURLToPath(import.meta.url) === script) await bundle(folder);
