// Bundles the suite into few files, so that a short process need not open five hundred. Called by the build.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that a process, the runner or a page loads by path; each stays a separate file. */
const entries = [
  'cli/main.ts',
  'cli/project/rehearsal-reporter.ts',
  'entries/config.ts',
  'entries/judge.ts',
  'entries/reporter.ts',
  'entries/schemas.ts',
  'entries/statement.ts',
  'entries/test.ts',
  'merge.config.ts',
  'mock/serve.ts',
  'playwright.config.ts',
  'proof/playwright.config.ts',
  'reports/conformance-reporter.ts',
  'reports/mask-first.ts',
  'reports/merge-reporter.ts',
];

const specs = () =>
  readdirSync(join(root, 'specs')).flatMap((name) =>
    /\.(?:spec|setup|judge|undo)\.ts$/.test(name) ? [`specs/${name}`] : [],
  );

const own = 'import.meta.url';
const place = (path) => `__placeOf(${JSON.stringify(path)})`;
const places = /__placeOf\("([^"]+)"\)/g;

/** A module finds its neighbours relative to the URL of its source, whichever file it is bundled into. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!code.includes(own)) return undefined;
    const path = relative(root, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
    // Line numbers do not change, so the source map stays valid.
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

/** Halves the size to load, except of the specs: their lines are what a list of tests and a failing test name. */
const smaller = {
  name: 'smaller',
  renderChunk(code, { fileName }) {
    if (fileName.startsWith('specs/')) return undefined;
    const made = minifySync(fileName, code, { module: true, compress: false, mangle: true, sourcemap: true });
    return { code: made.code, map: made.map };
  },
};

/** Bundles the modules of the product into files below a folder. */
export async function bundle(folder) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries([...entries, ...specs()].map((file) => [file.replace(/\.ts$/, ''), file])),
    platform: 'node',
    // Installed packages and plain scripts are not bundled.
    external: (id) => !(id.startsWith('.') || isAbsolute(id)) || /\.[cm]js$/.test(id),
    plugins: [addresses, smaller],
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The source map next to each file has the names and lines.
    sourcemap: true,
    minify: false,
  });
  await build.close();
  for (const { fileName } of output) if (/^specs\/.*\.js$/.test(fileName)) dropMap(join(folder, fileName));
  demandInstalled(output);
}

/**
 * Removes the source map of a spec: a test's identity has its file's name, which Playwright takes from a map where it finds
 * one, and its cache of maps may lack one for a moment while another run writes there.
 */
function dropMap(file) {
  rmSync(`${file}.map`);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
}

/** Throws if a file imports a package that users do not have, such as a build dependency. */
function demandInstalled(output) {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
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
