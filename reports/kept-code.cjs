// Loaded by Node before anything else in each process of a run (--require): keeps the code of packages as the engine compiled it, so
// that the next process, which loads the same megabytes, compiles nothing. Without a folder to keep it in, nothing is kept.
'use strict';

// What is compiled under other flags is of no use to it.
require('./short-process.cjs');
const { createHash } = require('node:crypto');
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');

/** Code of so few characters is compiled sooner than what is kept of it is found. */
const shortest = 10_000;

const folder = process.env.CONFORMANCE_KEPT_CODE;

/** Processes that do the same, by their scripts, need the same functions; the engine refuses what was compiled with other options. */
const scripts = process.argv.slice(1, 3).filter((word) => /\.[cm]?js$/.test(word));
// Names and numbers alone: a path may be another one each time.
const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? '']
  .join(' ')
  .match(/--[a-z-]+(?:=\d+)?(?=\s|$)/g);
const kind = JSON.stringify([scripts.map((word) => basename(word)), flags, process.version, process.arch]);
const fileOf = (path) =>
  join(folder, `${createHash('sha256').update(`${kind}\n${path}`).digest('hex')}.code`);

/** What tells that a file is as it was, and that what was kept of it is whole. */
function sealOf(path, code) {
  const { size, mtimeMs, ctimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([size, mtimeMs, ctimeMs]))
    .update(code)
    .digest();
}

const sealLength = 32;

function keptOf(path) {
  try {
    const whole = readFileSync(fileOf(path));
    const code = whole.subarray(sealLength);
    return sealOf(path, code).equals(whole.subarray(0, sealLength)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function removeDraft(draft) {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It was never written.
  }
}

function keep(path, script) {
  const file = fileOf(path);
  const draft = `${file}.${process.pid}`;
  try {
    const code = script.createCachedData();
    writeFileSync(draft, Buffer.concat([sealOf(path, code), code]), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // The next process compiles it, as this one did.
    removeDraft(draft);
  }
}

/**
 * Kept code imports no modules while it runs: the engine forgets who may load them for it. These large ones do so only for what no
 * run of ours does (to serve pages of components, to sign in by Kerberos, to show snapshots); other code with an import is not kept.
 */
const importsNothingHere = [
  ['playwright-core', 'lib', 'coreBundle.js'],
  ['playwright-core', 'lib', 'utilsBundle.js'],
  ['playwright', 'lib', 'matchers', 'expect.js'],
  ['playwright', 'lib', 'transform', 'babelBundle.js'],
].map((parts) => join('node_modules', ...parts));

const packages = `${sep}node_modules${sep}`;
const isKept = (content, path) =>
  content.length >= shortest &&
  path.includes(packages) &&
  (!content.includes('import(') || importsNothingHere.some((one) => path.endsWith(one)));
const compiled = new Map();
const compile = Module.prototype._compile;

function compileOrTake(content, path, ...more) {
  if (!isKept(content, path)) return compile.call(this, content, path, ...more);
  const cachedData = keptOf(path);
  const script = new Script(Module.wrap(content.replace(/^#!.*/, '')), { filename: path, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(path, script);
  const demand = Module.createRequire(path);
  return script.runInThisContext().call(this.exports, this.exports, demand, this, path, dirname(path));
}

if (folder !== undefined) {
  if (Module.enableCompileCache !== undefined) Module.enableCompileCache(folder);
  else {
    Module.prototype._compile = compileOrTake;
    // At the end they hold what was compiled on the way, too.
    process.once('exit', () => {
      for (const [path, script] of compiled) keep(path, script);
    });
  }
}
